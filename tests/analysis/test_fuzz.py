"""The fuzzer finds what it is made to find: each promise, broken on purpose, is reported with a save that shows it."""

import json
import random
import re
from pathlib import Path

import pytest

import front1914
from front1914 import Due
from front1914.analysis.fuzz import check_record, fuzz
from front1914.analysis.twins import Fault, check_twins
from front1914.engine.errors import Reason
from front1914.titles import register
from tests.ford.combat import Cost, Fight
from tests.ford.movement import March, Move
from tests.ford.title import Ford
from tests.ford.world import HEXES, OFF, TOWN


def test_a_sound_title_passes():
    report = fuzz("ford", 1500, seed=1)
    assert report.fault is None
    assert report.decisions == 1500
    assert report.games > 10
    assert set(report.steps) >= {"mine", "move", "march", "fight", "assault", "cost", "stand"}
    assert json.dumps(report.plain())


def test_the_same_seed_plays_the_same_games():
    assert fuzz("ford", 200, seed=3) == fuzz("ford", 200, seed=3) != fuzz("ford", 200, seed=4)


@pytest.fixture
def shelf():
    yield
    register(Ford())


def broken(step=None, **changes):
    """A Ford in which one step, or one method of the title, is wrong."""
    steps = tuple(step if step is not None and type(old) is type(step).__mro__[1] else old for old in Ford.steps)
    return type("BrokenFord", (Ford,), {"steps": steps, **changes})()


class EmptyMarch(March):
    def legal_to(self, s):
        return []

    def legal_stay(self, s):
        return ()


class WideMarch(March):
    def do_to(self, s, h):
        if h == TOWN:
            raise ValueError("a wall")
        super().do_to(s, h)


class ForgetfulMarch(March):
    def do_to(self, s, h):
        super().do_to(s, h)
        s.at[0] = s.at[6]


class SilentMove(Move):
    def refuse_unit(self, s, unit):
        return None if unit in self.legal_unit(s) else Reason("", "no")


class StubbornMove(Move):
    """Refuses what it offers."""

    def refuse_unit(self, s, unit):
        return Reason("3.0", "it would rather not")


class TwiceMove(Move):
    def legal_unit(self, s):
        return [*super().legal_unit(s), *super().legal_unit(s)]


class NarrowFight(Fight):
    def legal_to(self, s):
        return super().legal_to(s)[:0]

    def refuse_to(self, s, h):
        return None


class LeakyMove(Move):
    """Offers a unit only if the enemy's mine is not at a certain ford."""

    def legal_unit(self, s):
        return [u for u in super().legal_unit(s) if s.mined == OFF or u != 1]

    def refuse_unit(self, s, unit):
        return Reason("2.2", "it fears the mine") if s.mined != OFF and unit == 1 else super().refuse_unit(s, unit)


class TalkativeMarch(March):
    def do_to(self, s, h):
        s.tell("mined", hex=s.mined)
        super().do_to(s, h)


class RememberingCost(Cost):
    seen = 0

    def do_unit(self, s, unit):
        type(self).seen += 1
        super().do_unit(s, unit)
        s.turn = 1 + type(self).seen % 3


def open_view(self, s, side):
    return Ford.know(self, s, side) | {"mined": s.mined}


def careless_view(self, s, side):
    """Who only looks on is shown what both sides hide: and everybody may look on."""
    return Ford.know(self, s, side) | ({"mined": s.mined} if side == "observer" else {})


def hiding_view(self, s, side):
    """Nobody sees what the enemy's pieces are; but events name them."""
    found = Ford.show(self, s, side)
    pieces = [piece if piece["id"][0] == side[0] else piece | {"id": "?", "hidden": True} for piece in found["pieces"]]
    return found | {"pieces": pieces}


def blind_imagine(self, view, rng):
    position = Ford.imagine(self, view, rng)
    return position | {"turn": 1 if view["turn"] > 1 else 2}


def restless_imagine(self, view, rng):
    return Ford.imagine(self, view, random.Random())


STEPS = (EmptyMarch, WideMarch, ForgetfulMarch, SilentMove, StubbornMove, TwiceMove, NarrowFight, LeakyMove)
STEPS = (*STEPS, TalkativeMarch, RememberingCost)
CHANGES = tuple(
    {name: change}
    for name, change in (
        ("know", open_view),
        ("show", hiding_view),
        ("imagine", blind_imagine),
        ("imagine", restless_imagine),
    )
)


def sheet_with_overlay(self):
    return Ford.sheet(self) | {"overlays": [{"id": "mine", "name": "Mines", "of": "place"}]}


def telling_calendar(self, s, side=None):
    """Names the ford that is mined."""
    return [Due(1, "event", "Mine", str(s.mined))]


def telling_overlay(self, s, side, name, subject=None):
    return {"places": {}, "lines": [], "text": "beware" if s.mined != OFF and HEXES[s.mined] == subject else ""}


def unsorted_view(self, s, side):
    """All fords, but the one that is mined comes first."""
    words = [str(HEXES[h]) for h in HEXES.numbers]
    words.sort(key=lambda word: s.mined == OFF or word != str(HEXES[s.mined]))
    return Ford.know(self, s, side) | {"fords": dict.fromkeys(words, 1)}


class HintingMove(Move):
    def hints(self, s):
        return {"done": {"mark": str(s.mined)}}


class CountingMarch(March):
    """Tells something of no matter, but only if there is a mine."""

    def do_to(self, s, h):
        if s.mined % 2:
            s.tell("rustle")
        super().do_to(s, h)


@pytest.mark.parametrize(
    ("title", "promise"),
    [
        (broken(EmptyMarch()), "dead end"),
        (broken(WideMarch()), "offered actions apply: to .*a wall"),
        (broken(ForgetfulMarch()), "invariant: both sides stand in one hex"),
        (broken(SilentMove()), "refusals cite a rule"),
        (broken(StubbornMove()), "offered and refused: unit b"),
        (broken(TwiceMove()), "offered twice"),
        (broken(NarrowFight()), "what is not offered has a reason"),
        (broken(LeakyMove()), "twins look the same: blue sees decision|twins answer the same: blue asks unit b2"),
        (broken(TalkativeMarch()), "twins tell the same"),
        (broken(RememberingCost()), "same decision leads to the same state|redo|saved"),
        (broken(know=open_view), "twins look the same: blue sees mined"),
        (broken(show=hiding_view), "nobody hears of what is hidden: (red|blue|observer) after"),
        (broken(imagine=blind_imagine), "twins look the same"),
        (broken(imagine=restless_imagine), "depends on view and seed alone"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_a_broken_title_is_found(title, promise, tmp_path, shelf):
    register(title)
    report = fuzz("ford", 6000, seed=1, folder=tmp_path, thorough=True)
    assert report.fault is not None
    assert re.search(promise, report.fault), report.fault
    assert Path(report.save).read_text().startswith("front1914 1\n")


@pytest.mark.parametrize(
    "title", [broken(step()) for step in STEPS] + [broken(**change) for change in CHANGES], ids=lambda x: ""
)
def test_a_quick_run_finds_them_too(title, tmp_path, shelf):
    """It tries each promise seldom, but it plays on."""
    register(title)
    assert fuzz("ford", 6000, seed=1, folder=tmp_path).fault is not None


def test_a_quick_and_a_thorough_run_play_the_same_games():
    quick, thorough = fuzz("ford", 300, seed=3), fuzz("ford", 300, seed=3, thorough=True)
    assert quick == thorough


@pytest.mark.parametrize(
    ("change", "promise"),
    [
        ({"overlay": telling_overlay}, "twins have the same overlays: (red|blue) asks for mine"),
        ({"calendar": telling_calendar}, "twins have the same orders: (red|blue) reads"),
        ({"know": unsorted_view}, "twins are listed alike: (red|blue) sees fords"),
        ({"know": careless_view}, "twins look the same: observer sees mined"),
        ({"steps": (HintingMove(),)}, "twins give the same hints: (red|blue) at move"),
        ({"steps": (CountingMarch(),)}, "twins tell the same|twins count the same"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_everything_that_a_side_can_ask_for_is_compared(change, promise, tmp_path, shelf):
    """Overlays, the order of what is listed, hints, and how often something is thrown or told."""
    step = change.pop("steps", (None,))[0]
    register(broken(step, **change, sheet=sheet_with_overlay))
    report = fuzz("ford", 6000, seed=1, folder=tmp_path, thorough=True)
    assert report.fault is not None
    assert re.search(promise, report.fault), report.fault


def test_the_save_that_shows_a_fault_is_short(tmp_path, shelf):
    register(broken(TwiceMove()))
    report = fuzz("ford", 500, seed=1, folder=tmp_path)
    assert len(front1914.load(report.save).log) <= 1


def test_a_leak_is_found_by_hand_too(shelf):
    game = front1914.new("ford", seed=2)
    game.act("to", "0204")
    check_twins(game, "blue", random.Random(1))
    register(broken(know=open_view))
    game = front1914.new("ford", seed=2)
    game.act("to", "0204")
    with pytest.raises(Fault, match="blue sees mined"):
        any(check_twins(game, "blue", random.Random(seed)) for seed in range(8))


def test_a_game_that_is_over_may_be_open(shelf):
    def opened(self, s, side):
        return Ford.know(self, s, side) | {"veterans": None if s.result is None else list(s.veteran)}

    register(broken(know=opened))
    assert fuzz("ford", 1500, seed=1).fault is None


def test_a_record_is_checked():
    game = front1914.new("ford", seed=2)
    check_record(game)
