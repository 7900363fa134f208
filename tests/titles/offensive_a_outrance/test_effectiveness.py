"""5.5.2, 6, 9.10: Combat Effectiveness: status, levels, checks; strength; Assets, which have no status."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.combat.shifts import proficiency
from front1914.titles.offensive_a_outrance.organisation.effectiveness import base, cel, lower, margin
from front1914.titles.offensive_a_outrance.organisation.losses import reduce, suffer
from front1914.titles.offensive_a_outrance.state import STATUSES
from front1914.titles.offensive_a_outrance.world import BASE_CE, FACES, MOST_SR, PROFICIENCY, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, mark, refused, situation, where

rule = pytest.mark.rule
C, N, S = "07.59", "07.58", "07.60"
FLOW = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "attack"], ["move"]]
FAR: dict[str, Placed] = {"g-3/2": "64.28"}


def u(word: str) -> int:
    return UNITS.number(word)


def force(*words: str) -> tuple[int, ...]:
    return tuple(map(u, words))


def field(units: dict[str, Placed], **more: Any) -> Game:
    return situation({**FAR, **units}, **more)


def ten() -> str:
    """A Formation with Base CE 10."""
    return next(str(UNITS[n]) for n in UNITS.numbers if BASE_CE[n][0] == 10 and MOST_SR[n] >= 2)


@rule("6.1", "6.1.2")
@pytest.mark.parametrize(("status", "level"), [("sound", 10), ("-2", 8), ("-3", 7), ("CI", 7), ("D1", 7), ("D2", 7)])
def test_the_level_is_base_less_status(status: str, level: int) -> None:
    """OAO-6.1.2-01, OAO-6.1.3-01."""
    unit = ten()
    s = field({unit: (C, f"ce {status}")}).state
    assert base(s, u(unit)) == 10
    assert cel(s, force(unit)) == level


@rule("6.1.1", "6.1.3", "6.1.4")
def test_the_ladder() -> None:
    """OAO-6.1.3-02, OAO-6.1.4-02: six levels."""
    s = field({"f-13/21": C}).state
    found = []
    for _ in range(6):
        lower(s, force("f-13/21"), 1)
        found.append(STATUSES[s.ce[u("f-13/21")]])
    assert found == ["-1", "-2", "-3", "CI", "D1", "D2"]
    assert s.sr[u("f-13/21")] == 0


@rule("6.1.3.a", "9.10.b")
def test_what_cannot_be_allocated_is_a_loss() -> None:
    """OAO-6.1.3-03."""
    s = field({"f-13/21": (C, "ce D2")}).state
    lower(s, force("f-13/21"), 1)
    assert (STATUSES[s.ce[u("f-13/21")]], s.sr[u("f-13/21")]) == ("D2", 1)
    s = field({"f-13/21": (C, "ce D1")}).state
    lower(s, force("f-13/21"), 3)
    assert (STATUSES[s.ce[u("f-13/21")]], s.sr[u("f-13/21")]) == ("D2", 2)


@rule("6.2.1", "6.2.2", "6.2")
@pytest.mark.parametrize(("roll", "modifier", "failed"), [(9, 0, 0), (10, 0, 1), (7, 2, 0), (7, 3, 1), (12, -3, 0)])
def test_a_check_is_passed_up_to_the_level(roll: int, modifier: int, failed: int) -> None:
    """OAO-6.2.1-01, OAO-6.2.1-02: CEL 9."""
    unit = ten()
    s = field({unit: (C, "ce -1")}).state
    assert max(0, margin(s, force(unit), roll, modifier)) == failed


@rule("6.3.a", "6.4.a")
@pytest.mark.parametrize(("status", "allowed"), [("-3", True), ("CI", False), ("D1", False)])
def test_the_worn_do_not_prepare_attacks(status: str, allowed: bool) -> None:
    units: dict[str, Placed] = {"f-13/21": (C, f"ce {status}", "rolled"), "g-4/2": N}
    game = field(units)
    game.act("unit", "f-13/21")
    assert (game.why_not("prepare", N) is None) == allowed
    if not allowed:
        assert refused(game, "prepare", N).startswith("7.3")


@rule("6.4.b", "14.3.3")
@pytest.mark.parametrize(("status", "allowed"), [("CI", True), ("D1", False)])
def test_the_demoralised_do_not_dig(status: str, allowed: bool) -> None:
    game = field({"f-13/21": (C, f"ce {status}"), "g-4/2": "07.56"}, pools={"allied_ip": 2})
    game.act("unit", "f-13/21")
    if allowed:
        assert game.why_not("dig") is None
    else:
        assert refused(game, "dig") == "14.3.3"


# ---- Assets (5.5)


@rule("5.5", "5.5.1.f", "5.5.1.e")
def test_assets_alone_use_the_best_of_their_own_values() -> None:
    pair = ("f-Ch-13", "f-Ch-29")
    s = field({pair[0]: C, pair[1]: C}).state
    both = force(*pair)
    assert cel(s, both) == max(BASE_CE[n][0] for n in both)
    assert proficiency(s, both, HEX) == max(PROFICIENCY[n] for n in both)
    assert cel(s, both[:1]) == BASE_CE[both[0]][0]
    assert proficiency(s, both[:1], HEX) == PROFICIENCY[both[0]]


HEX = 0


@rule("5.5.1.c")
def test_with_a_formation_its_values_count() -> None:
    s = field({"f-71r": (C, "ce -2"), "f-Ch-13": C}).state
    assert cel(s, force("f-71r", "f-Ch-13")) == BASE_CE[u("f-71r")][0] - 2
    lower(s, force("f-71r", "f-Ch-13"), 1)
    assert s.ce[u("f-71r")] == 3
    assert s.sr[u("f-Ch-13")] == 0


@rule("5.5.2", "5.5.2.a")
def test_an_asset_loses_strength_instead_and_is_lost() -> None:
    s = field({"f-Ch-13": C}).state
    assert MOST_SR[u("f-Ch-13")] == 1
    before = cel(s, force("f-Ch-13"))
    lower(s, force("f-Ch-13"), 1)
    assert s.sr[u("f-Ch-13")] == 1
    assert cel(s, force("f-Ch-13")) == before
    lower(s, force("f-Ch-13"), 1)
    assert s.at[u("f-Ch-13")] >= 0
    game = field({"f-13/21": S, "f-Ch-13": (C, "sr 1")})
    reduce(game.state, u("f-Ch-13"))
    assert where(game, "f-Ch-13") == "eliminated"


@rule("5.5.2.b")
def test_two_assets_share_what_they_suffer() -> None:
    """OAO-5.5.2-01: two levels are two reductions, and the owner says whose."""
    pair = ["f-Ch-13", "f-Ch-29"]
    units: dict[str, Placed] = {"f-Ch-13": C, "f-Ch-29": C, "f-13/21": S}
    for choice, left in ((("f-Ch-13", "f-Ch-29"), (1, 1)), (("f-Ch-29", "f-Ch-29"), (0, 1))):
        game = field(units, flow=[*FLOW, ["toll", pair, 2, 0]], phasing="allied", active="allied")
        assert asked(game) == ("allied", "loss")
        for unit in choice:
            game.act("unit", unit)
        assert asked(game)[1] == "move"
        assert (mark(game, "f-Ch-13", "sr"), mark(game, "f-Ch-29", "sr")) == left
    assert where(game, "f-Ch-29") == "eliminated"


# ---- strength (9.10)


@rule("9.10", "9.10.3")
def test_a_division_is_flipped_then_marked() -> None:
    s = field({"f-13/21": C}).state
    n = u("f-13/21")
    seen = []
    for _ in range(4):
        seen.append((s.attack(n), s.defence(n)))
        reduce(s, n)
    full, flipped = FACES[n][0], FACES[n][1]
    assert seen == [full, flipped, *(tuple(value - less for value in flipped) for less in (2, 4))]


@rule("9.10.4")
def test_what_nobody_can_suffer_costs_replacements() -> None:
    n = u("f-13/21")
    game = field({"f-13/21": (C, f"sr {MOST_SR[n]}")}, pools={"french_repl": 5})
    suffer(game.state, (n,), 2)
    assert game.position()["pools"]["french_repl"] == 3
    assert mark(game, "f-13/21", "sr") == MOST_SR[n]


@rule("9.10.2")
def test_who_is_asked() -> None:
    game = field({"f-13/21": C, "f-43/21": C})
    assert asked(game)[1] == "move"
    suffer(game.state, force("f-13/21", "f-43/21"), 1)
    assert set(args(field({"f-13/21": C}), "unit")) == {"f-13/21"}
    assert game.state.flow[-1][0] == "loss"
