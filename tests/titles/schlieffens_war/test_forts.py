"""2.7, 2.8, 11.14, 11.20: forts and their counters."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.combat.strength import defence_factor
from front1914.titles.schlieffens_war.world import FULL, HEXES, RING, UNITS
from tests.titles.schlieffens_war.arena import arena, attack, happened, step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, where

CORPS = ("g-5-V", "g-5-XIII", "g-5-XVI", "g-4-VI", "g-4-VIII", "g-4-XVIII", "g-3-XI", "g-3-XII", "g-3-XIX")
AROUND = ("1809", "1909", "2009")  #: three hexes beside Verdun that no river parts from it


def storm(garrison: dict[str, Placed], dice: list[int], hexes: int = 3) -> Game:
    """Up to nine corps of 4 with their HQs against Verdun, without markers."""
    corps = CORPS[: 3 * hexes]
    units: dict[str, Placed] = {u: AROUND[i // 3] for i, u in enumerate(corps)}
    units |= {f"g-{n}-HQ": AROUND[n - 3] for n in range(3, 3 + hexes)}
    game = arena({**units, **garrison}, dice=dice, coup=0, artillery={"1": 0, "2": 0, "3": 0})
    attack(game, "1910", *corps)
    return game


@pytest.mark.rule("2.7", "2.7.a", "2.7.b", "2.7.d")
def test_verdun_shows_4_3_2_and_1_on_its_two_counters() -> None:
    """The rulebook gives 4, 3 and 2; the last 1 is reconstructed."""
    game = arena({"fort-verdun": "1910"})
    u = UNITS.number("fort-verdun")
    shown = []
    while where(game, "fort-verdun") == "1910":
        shown.append(defence_factor(game.state, u))
        game.state.lose_step(u)
    assert shown == [4, 3, 2, 1]
    assert where(game, "fort-verdun") == "removed"


@pytest.mark.rule("2.7", "2.7.b")
def test_one_combat_may_run_through_several_steps_of_a_fort() -> None:
    """R89: 36:4 less two columns is 7:1; a 4 gives 0/3: the second counter stands with its last strength."""
    game = storm({"fort-verdun": "1910"}, [4])
    assert mark(game, "fort-verdun", "steps") == 1
    assert game.state.factor(UNITS.number("fort-verdun")) == 1
    assert where(game, "fort-verdun") == "1910"


@pytest.mark.rule("2.7.d", "2.8.b", "11.22")
def test_a_fort_without_a_further_counter_is_gone_for_good() -> None:
    game = storm({"fort-verdun": ("1910", 2)}, [])
    assert where(game, "fort-verdun") == "removed"
    assert step(game) == ("german", "advance")


@pytest.mark.rule("2.7", "2.7.e")
def test_steps_of_the_kinds_of_units() -> None:
    """Corps two, fort counters two each, HQs and depots one."""
    found = {name: FULL[UNITS.number(name)] for name in ("g-2-X", "fort-liege", "fort-verdun", "g-2-HQ", "g-2-D")}
    assert found == {"g-2-X": 2, "fort-liege": 2, "fort-verdun": 4, "g-2-HQ": 1, "g-2-D": 1}


@pytest.mark.rule("11.20.a", "11.20.f")
def test_a_fort_loses_nothing_while_a_corps_stands() -> None:
    """Two corps and a fort take two losses: a step of each corps, no retreat."""
    game = storm({"fort-verdun": "1910", "f-3-IV": "1910", "f-3-V": "1910"}, [5], hexes=3)
    game.act("unit", "f-3-IV")
    game.act("unit", "f-3-V")
    assert happened(game, "result")[0]["defender"] == 2  # 36:6 less two: 4:1
    assert refused(game, "unit", "fort-verdun") == "11.20"
    assert refused(game, "retreat") == "11.20"
    game.act("unit", "f-3-IV")
    assert [mark(game, u, "steps") for u in ("f-3-IV", "f-3-V", "fort-verdun")] == [1, 1, 4]


@pytest.mark.rule("11.20.a")
def test_when_the_corps_are_gone_the_fort_is_next() -> None:
    """A reduced corps, then the fort."""
    game = storm({"fort-verdun": "1910", "f-3-IV": ("1910", 1)}, [5])  # 36:6: 4:1, 1/2
    assert where(game, "f-3-IV") == "display"
    assert mark(game, "fort-verdun", "steps") == 3


@pytest.mark.rule("11.21.b", "11.20.f")
def test_a_fort_counter_alone_bars_the_retreat() -> None:
    """A fort in a hex without a fortress symbol: none is on this map, but the counter bars it by itself."""
    units: dict[str, Placed] = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), "2215")
    game = arena({**units, "f-5-NA": "2316"}, dice=[6])
    game.state.steps[UNITS.number("fort-toul")] = 1
    game.state.put(UNITS.number("fort-toul"), HEXES.number("2316"))
    attack(game, "2316", *units)  # 12:4: 3:1, 1/2
    assert where(game, "f-5-NA") == "display"


@pytest.mark.rule("11.20.a")
def test_an_hq_in_a_fort_and_the_fort_share_what_is_left() -> None:
    """No corps is left: the owner may choose between the HQ that took part and the fort."""
    game = storm({"fort-verdun": "1910", "f-3-HQ": "1910"}, [5])
    game.act("unit", "f-3-HQ")
    assert set(args(game, "unit")) == {"fort-verdun", "f-3-HQ"}


@pytest.mark.rule("7.0.e", "7.0")
def test_corps_in_a_fort_or_fortress_project_no_zone() -> None:
    game = arena({"f-3-IV": "1910", "f-3-V": "2316"})
    game.state.put(UNITS.number("fort-toul"), HEXES.number("2316"))
    zone = game.state.zone("entente")
    assert not zone & RING[HEXES.number("1910")]
    assert not zone & RING[HEXES.number("2316")] & ~RING[HEXES.number("2611")]
