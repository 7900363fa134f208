"""21: fortresses in combat, given up, besieged; open cities."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.charts import holds_out
from front1914.titles.der_weltkrieg.combat import forts
from front1914.titles.der_weltkrieg.combat.ability import unfit
from front1914.titles.der_weltkrieg.combat.open_city import gives_in
from front1914.titles.der_weltkrieg.combat.terrain import choices
from front1914.titles.der_weltkrieg.stacking import load
from tests.titles.der_weltkrieg.arena import (
    CENTRE,
    FAR_N,
    FAR_S,
    SE,
    SW,
    N,
    S,
    arena,
    attack,
    dm,
    record,
    until,
)
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    bare,
    happened,
    mark,
    refused,
    situation,
    strength,
    unit,
    verbs,
    where,
)

FORT = "f-F-Maubeuge"  # twelve points
SMALL = "f-F-Laon"  # three points
THREE: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": S}


# ---- in combat


@pytest.mark.rule("21-1", "21-3")
def test_a_fortress_neither_moves_nor_attacks() -> None:
    game = arena({FORT: CENTRE, "f-1": S, "g-3": SE}, side="entente")
    reason = unfit(game.state, unit(FORT))
    assert reason is not None
    assert reason.rule == "21-3"
    game = arena({FORT: CENTRE, "g-3": S}, step="move", side="entente")
    assert FORT not in args(game, "unit")


@pytest.mark.rule("21-2", "21-2.1")
def test_a_fortress_has_no_zone_and_takes_none_away_but_supply_passes_it() -> None:
    from front1914.titles.der_weltkrieg import supply

    alone = bare({FORT: CENTRE})
    assert alone.zone("entente") == 0
    s = bare({FORT: N, "g-8": FAR_N, "f-1": CENTRE, "f-1A": "4904"})
    assert s.zone("central") >> HEXES.number(N) & 1, "the zone stays"
    assert supply.passable(s, "entente") >> HEXES.number(N) & 1


@pytest.mark.rule("21-3.1", "21-3.2", "21-3")
def test_it_counterattacks_tripled_and_unsupplied() -> None:
    """DW-E146: 36 points are 108 when infantry takes part; they cost nothing."""
    units: dict[str, Placed] = {"be-F-Liege": "2107", "g-10Lw": "2206", "g-21b": "2206", "g-1A": ("2306", "supply 60")}
    game = situation({**units, "be-GHQ": ("1805", "supply 9")}, step="combat", dice=[1, 1])
    attack(game, "2107", "g-10Lw", "g-21b")
    until(game, "attack", "loss", "stand")
    assert happened(game, "counter_strength")[-1]["points"] == 108
    assert mark(game, "be-GHQ", "supply") == 9


@pytest.mark.rule("21-4", "21-4.1")
def test_with_a_fortress_nobody_uses_urban_terrain() -> None:
    """Paris from 0817: urban or something else; with its fortress only something else, or broken."""
    s = bare({"g-3": "0817"})
    paris, east = HEXES.number("0717"), HEXES.number("0817")
    from front1914.titles.der_weltkrieg.board import URBAN

    assert URBAN in choices(s, paris, [east], False)
    assert URBAN not in choices(s, paris, [east], True)


@pytest.mark.rule("21-4.1")
def test_if_nothing_else_is_there_the_effects_of_broken_ground_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    from front1914.titles.der_weltkrieg.board import BROKEN, CLEAR, URBAN
    from front1914.titles.der_weltkrieg.combat import terrain

    s = bare({"g-3": "0817"})
    monkeypatch.setattr(terrain, "_drawn", lambda link: URBAN)
    assert choices(s, HEXES.number("0717"), [HEXES.number("0817")], True) == (BROKEN,)
    assert choices(s, HEXES.number("0717"), [HEXES.number("0817")], False) == (URBAN,)
    monkeypatch.setattr(terrain, "_drawn", lambda link: -1)
    assert choices(s, HEXES.number("0717"), [HEXES.number("0817")], False) == (CLEAR,)


@pytest.mark.rule("21-4.2", "21-8")
def test_a_fortress_may_be_given_up_at_once_so_that_the_town_can_be_used() -> None:
    units: dict[str, Placed] = {"g-3": "0816", "g-1A": ("0815", "supply 20"), "f-1": "0717", "f-F-Paris": "0717"}
    game = situation(units, step="combat", dice=[1, 1])
    attack(game, "0717", "g-3")
    assert asked(game) == ("entente", "terrain")
    assert "abandon" in verbs(game)
    assert refused(game, "terrain", "urban") == "21-4"
    game.act("abandon")
    assert where(game, "f-F-Paris") == "eliminated"
    assert dm(game, "french") == 0, "26-3: what the owner destroys costs nothing"
    assert "urban" in args(game, "terrain") or record(game).terrain >= 0


@pytest.mark.rule("21-5", "21-5.1", "21-5.2")
def test_who_retreats_from_a_fortress_leaves_its_points_behind_first() -> None:
    """DW-E105: two 4-4 divisions and three fortress points, ten to lose: three, then two thirds of seven."""
    from front1914.titles.der_weltkrieg.combat.battle import RETREATS, STANDS
    from front1914.titles.der_weltkrieg.combat.casualties import LEAVING_FORTRESS
    from front1914.titles.der_weltkrieg.combat.losses import DEFENDER, due, order_of

    game = arena({"f-88T": CENTRE, "f-87T": CENTRE, SMALL: CENTRE, **THREE, "g-1A": (FAR_S, "supply 60")}, 6, 1)
    attack(game, CENTRE, *THREE)
    until(game, "stand")
    s, b = game.state, record(game)._replace(losses=10)
    assert due(s, b._replace(fates=(STANDS,))) == 10
    gone = b._replace(fates=(RETREATS,))
    assert due(s, gone) == 3 + 5
    assert order_of(s, gone, DEFENDER) == LEAVING_FORTRESS


@pytest.mark.rule("21-6")
def test_fortresses_do_not_count_for_stacking() -> None:
    s = bare({FORT: CENTRE, "f-1": CENTRE})
    assert load(s, [unit(FORT)]) == (0, 0)


# ---- given up by the owner


@pytest.mark.rule("21-8")
def test_a_fortress_is_abandoned_in_the_movement_phase_unless_it_is_surrounded() -> None:
    game = arena({FORT: CENTRE, "f-1": N, "g-3": S}, step="move", side="entente")
    game.act("forts")
    assert args(game, "unit") == [FORT]
    game.act("unit", FORT)
    game.act("abandon")
    assert where(game, FORT) == "eliminated"
    assert dm(game, "french") == 0
    ring: dict[str, Placed] = {"g-3": S, "g-5": SE, "g-6": SW, "g-7": FAR_N, "g-8": "5103", "g-9": "4903"}
    game = arena({**ring, FORT: CENTRE, "f-1": "5101"}, step="move", side="entente")
    assert refused(game, "forts") == "21-8"


@pytest.mark.rule("21-9")
def test_from_november_1914_a_third_of_its_points_becomes_replacements() -> None:
    """DW-E106: nine points give three."""
    game = arena({FORT: CENTRE, "f-1": N, "g-3": S}, step="move", side="entente", month=11)
    game.act("forts")
    game.act("unit", FORT)
    game.act("number", 9)
    assert strength(game, FORT) == 3
    assert (where(game, "f-RPL1"), strength(game, "f-RPL1")) == (CENTRE, 3)
    early = arena({FORT: CENTRE, "f-1": N, "g-3": S}, step="move", side="entente", month=10)
    early.act("forts")
    early.act("unit", FORT)
    assert refused(early, "number", 9) == "21-9"
    russian = arena({"r-F-Nov": CENTRE, "r-9": N, "g-3": S}, step="move", side="entente", month=11)
    russian.act("forts")
    russian.act("unit", "r-F-Nov")
    assert refused(russian, "number", 9) == "21-9"
    assert 36 // forts.CONVERTED == 12


# ---- besieged


@pytest.mark.rule("21-10")
def test_the_turns_that_a_fortress_holds_out() -> None:
    assert [holds_out(points) for points in (1, 12, 13, 23, 24, 48)] == [7, 7, 14, 14, 28, 28]


@pytest.mark.rule("21-11", "21-10")
def test_the_dice_that_make_a_prone_fortress_surrender() -> None:
    """DW-E108, DW-E109."""
    s = bare({"g-F-Strassburg": (CENTRE, 15), "f-1": S})
    fort = unit("g-F-Strassburg")
    s.clock[fort] = 14
    assert forts.turns_prone(s, fort) == 0
    for prone, most in ((1, 2), (2, 3), (3, 4), (6, 7), (11, 12)):
        s.clock[fort] = 14 + prone
        assert forts.turns_prone(s, fort) == prone
        falls = [total for total in range(2, 13) if total - 1 <= forts.turns_prone(s, fort)]
        assert max(falls) == most


def besieged(clock: int, *dice: int, **more: Any) -> Game:
    """A fortress with a division in it, surrounded for so many turns; the German Combat Phase begins."""
    ring: dict[str, Placed] = {"g-3": S, "g-5": SE, "g-6": SW, "g-7": FAR_N, "g-8": "5103", "g-9": "4903"}
    units: dict[str, Placed] = {**ring, FORT: (CENTRE, f"clock {clock}", "doomed"), "f-1": CENTRE}
    return situation(units, step="sieges", dice=dice, **more)


@pytest.mark.rule("21-10", "21-10.1", "21-11", "21-11.1")
def test_after_seven_turns_dice_decide_and_everybody_in_the_hex_surrenders() -> None:
    game = besieged(6)
    assert mark(game, FORT, "clock") == 7
    assert not happened(game, "siege"), "seven turns are not more than seven"
    game = besieged(7, 1, 2)
    assert happened(game, "siege")[-1]["fallen"] == 0, "three less one is more than the first turn"
    assert where(game, FORT) == CENTRE
    game = besieged(7, 1, 1)
    assert happened(game, "siege")[-1]["fallen"] == 1
    assert (where(game, FORT), where(game, "f-1")) == ("lost", "lost")
    assert dm(game, "french") == 12 + 14


@pytest.mark.rule("21-10.1")
def test_a_part_of_a_turn_does_not_count() -> None:
    """It was cut off only after the last German Combat Phase had ended."""
    ring: dict[str, Placed] = {"g-3": S, "g-5": SE, "g-6": SW, "g-7": FAR_N, "g-8": "5103", "g-9": "4903"}
    game = situation({**ring, FORT: CENTRE, "f-1": CENTRE}, step="sieges")
    assert mark(game, FORT, "clock") == 0


@pytest.mark.rule("21-10", "21-10.1")
def test_communication_found_once_ends_the_count() -> None:
    s = bare({FORT: (CENTRE, "clock 5", "doomed"), "g-3": S})
    forts.watch(s)
    assert (s.clock[unit(FORT)], s.doomed[unit(FORT)]) == (0, 0)


@pytest.mark.rule("21-10.1")
def test_a_siege_turn_begins_with_the_end_of_an_enemy_combat_phase() -> None:
    ring: dict[str, Placed] = {"g-3": S, "g-5": SE, "g-6": SW, "g-7": FAR_N, "g-8": "5103", "g-9": "4903"}
    game = situation({**ring, FORT: CENTRE}, step="combat")
    s = game.state
    assert s.doomed[unit(FORT)] == 0
    s.phase = "movement"
    forts.end_of_combat(s)
    assert s.doomed[unit(FORT)] == 0
    s.phase = "combat"
    forts.end_of_combat(s)
    assert s.doomed[unit(FORT)] == 1


# ---- open cities


def opened(units: dict[str, Placed], fort: str, **more: Any) -> str | None:
    """The rule by which a city gives in, None if it does not."""
    s = bare(units, **more)
    reason = gives_in(s, unit(fort))
    return None if reason is None else reason.rule


@pytest.mark.rule("21-12", "21-12.3", "21-12.5")
def test_siege_guns_open_a_city_with_a_small_fortress_in_august_and_september_1914() -> None:
    """DW-E110: strengths 8, 9 and 36; 1007 is Lille."""
    guns: dict[str, Placed] = {"g-42a": "1108", "f-1": "1007", "f-2": "1007"}
    assert opened({**guns, "f-F-Langres": "1007"}, "f-F-Langres") == "21-12.3", "8 points"
    assert opened({**guns, "f-F-Besancon": "1007"}, "f-F-Besancon") is None, "12 points"
    assert opened({**guns, "f-F-Besancon": ("1007", 8)}, "f-F-Besancon") is None, "DW-R113: 8 of 12 points"
    fort: dict[str, Placed] = {**guns, "f-F-Lille": "1007"}
    assert [opened(fort, "f-F-Lille", month=month) for month in (8, 9, 10)] == ["21-12.3", "21-12.3", None]
    assert opened({"g-42a": S, "f-F-Lille": CENTRE, "f-1": CENTRE}, "f-F-Lille") is None, "no city center"


@pytest.mark.rule("21-12.2")
def test_more_than_three_times_its_garrison_opens_it() -> None:
    """DW-E111: four points in the city; twelve and thirteen enemies."""
    city: dict[str, Placed] = {"f-F-Lille": "1007", "f-88T": "1007"}
    assert opened({**city, "g-3": "1108", "g-4": ("1108", 4)}, "f-F-Lille") is None
    assert opened({**city, "g-3": "1108", "g-4": ("1108", 5)}, "f-F-Lille") == "21-12.2"


@pytest.mark.rule("21-12.1")
def test_cut_off_from_the_capital_it_opens() -> None:
    """Belfort is too strong; Dunkirk is not. Without a way to Paris it gives in."""
    city: dict[str, Placed] = {"f-F-Lille": "1007", "f-1": "1007", "f-2": "1007"}
    assert opened(city, "f-F-Lille") is None
    assert opened({**city, "g-3": "0717"}, "f-F-Lille") == "21-12.1", "the enemy is in Paris"


@pytest.mark.rule("21-12.4", "21-12")
def test_an_open_city_loses_its_fortress_without_demoralization_and_its_garrison_leaves() -> None:
    units: dict[str, Placed] = {"g-3": "1209", "g-4": "1209", "g-5": "1209", "g-1A": ("1310", "supply 20")}
    city: dict[str, Placed] = {"f-F-Lille": "1007", "f-88T": "1007", "f-5A": "0709"}
    game = situation({**units, **city}, step="move")
    game.act("unit", "g-3")
    game.act("all")
    game.act("to", "1108")
    assert where(game, "f-F-Lille") == "eliminated"
    until_settled(game)
    assert where(game, "f-88T") not in ("1007", "eliminated")
    assert dm(game, "french") == 0
    assert asked(game)[0] == "central"
    assert asked(game)[1] == "march", "the enemy goes on moving"


def until_settled(game: Game) -> None:
    """The garrison chooses where it goes."""
    while asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
