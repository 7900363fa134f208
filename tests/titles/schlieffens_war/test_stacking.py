"""6.1 to 6.5: stacking and overstacking."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.stacking import fits
from front1914.titles.schlieffens_war.world import HEXES, UNITS
from tests.titles.schlieffens_war.arena import CENTRE
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, situation, where

rule = pytest.mark.rule
FOUR = ("g-1-II", "g-1-III", "g-1-IV", "g-1-IX")
MORALE = ("fatigued", "normal", "elan")


def legal(place: str, *units: str) -> bool:
    return fits(HEXES.number(place), [UNITS.number(unit) for unit in units])


def crowd(units: dict[str, Placed], side: str = "german", **more: object) -> Game:
    """The stacking check at the end of a phase of the side."""
    return situation(units, side=side, flow=[["turn"], ["end_of_turn"], ["stacking", []]], phase="combat", **more)


def asked(game: Game) -> tuple[str, str]:
    assert game.decision is not None
    return game.decision.side, game.decision.step


@rule("6.2")
def test_three_corps_and_an_hq() -> None:
    assert legal(CENTRE, *FOUR[:3], "g-1-HQ")
    assert not legal(CENTRE, *FOUR)
    assert not legal(CENTRE, "g-1-HQ", "g-2-HQ")
    assert legal(CENTRE, "g-1-2C", "g-1-II", "g-1-III")  # cavalry corps are corps


@rule("6.2.a")
def test_a_fort_counts_as_a_corps() -> None:
    """SW-EX-062."""
    assert legal("1910", "fort-verdun", "f-3-IV", "f-3-V", "f-3-HQ")
    assert not legal("1910", "fort-verdun", "f-3-IV", "f-3-V", "f-3-VI")


@rule("6.4")
def test_depots_do_not_count() -> None:
    """R16: they are not limited."""
    assert legal(CENTRE, *FOUR[:3], "g-1-HQ", "g-1-D", "g-2-D", "g-3-D")
    assert not legal(CENTRE, *FOUR, "g-1-D")
    assert not legal(CENTRE, "g-1-HQ", "g-2-HQ", "g-1-D")


@rule("6.3")
@pytest.mark.parametrize("units", [("f-5-I", "b-I"), ("f-5-I", "be-1"), ("b-HQ", "be-HQ"), ("fort-verdun", "b-I")])
def test_entente_nations_do_not_stack_together(units: tuple[str, ...]) -> None:
    """SW-EX-065; forts included."""
    assert not legal("1910" if "fort-verdun" in units else CENTRE, *units)


@rule("8.4.f", "6.3")
def test_british_units_may_join_the_fort_of_liege_or_maubeuge() -> None:
    assert legal("1109", "fort-liege", "b-I", "b-HQ")
    assert legal("1314", "fort-maubeuge", "b-I", "b-II")
    assert not legal("1211", "fort-namur", "b-I")
    assert not legal("1109", "fort-liege", "b-I", "be-1")
    assert not legal("1109", "fort-liege", "f-5-I")


@rule("6.1")
def test_a_hex_may_be_overstacked_during_a_phase() -> None:
    game = situation({**dict.fromkeys(FOUR[:3], "2317"), "g-1-IX": CENTRE, "f-5-I": "2610"})
    game.act("unit", "g-1-IX")
    game.act("to", "2317")
    game.act("stop")
    assert asked(game) == ("german", "move")
    assert all(where(game, unit) == "2317" for unit in FOUR)
    game.act("unit", "g-1-II")
    game.act("to", CENTRE)
    game.act("stop")
    game.act("done")
    assert asked(game)[1] != "overstack"


@rule("6.1", "6.5")
def test_at_its_end_it_may_not() -> None:
    game = situation({**dict.fromkeys(FOUR[:3], "2317"), "g-1-IX": CENTRE, "f-5-I": "2610"})
    game.act("unit", "g-1-IX")
    game.act("to", "2317")
    game.act("stop")
    game.act("done")
    assert asked(game) == ("german", "overstack")


@rule("6.5.a", "6.5.h", "6.5.i", "6.5.b")
def test_the_whole_stack_loses_a_level_of_morale() -> None:
    """SW-EX-066; forts and HQs have no morale (R17)."""
    levels = ("elan", "normal", "fatigued", "normal")
    game = crowd({unit: (CENTRE, level) for unit, level in zip(FOUR, levels, strict=True)} | {"g-1-HQ": CENTRE})
    assert [MORALE[mark(game, unit, "morale")] for unit in FOUR] == ["normal", "fatigued", "fatigued", "fatigued"]
    assert mark(game, "g-1-HQ", "morale") == 1
    assert args(game, "unit") == list(FOUR)


@rule("9.6.i", "6.5.a")
def test_no_second_level_in_one_phase() -> None:
    """R18, R96: who lost a level by a long march does not lose another; who rested comes back to where he was."""
    units: dict[str, Placed] = {**dict.fromkeys(FOUR[:3], "2317"), "g-1-IX": ("2314", "elan"), "f-5-I": "2610"}
    game = situation(units)
    game.act("unit", "g-1-IX")
    game.act("to", "2317")  # three points: more than half
    game.act("stop")
    game.act("done")
    assert asked(game)[1] == "overstack"
    assert MORALE[mark(game, "g-1-IX", "morale")] == "normal"
    assert MORALE[mark(game, "g-1-II", "morale")] == "normal"


@rule("6.5.b")
def test_enough_units_leave_and_no_more() -> None:
    game = crowd({**dict.fromkeys(FOUR, CENTRE), "g-2-GD": CENTRE, "g-1-HQ": CENTRE})
    for unit in ("g-2-GD", "g-1-IX"):
        assert asked(game)[1] == "overstack"
        game.act("unit", unit)
        game.act("to", args(game, "to")[0])
    assert [where(game, unit) for unit in FOUR[:3]] == [CENTRE] * 3
    assert asked(game)[1] != "overstack"


@rule("6.5.b")
def test_only_the_kind_that_is_too_many_leaves() -> None:
    game = crowd({"g-1-II": CENTRE, "g-1-HQ": CENTRE, "g-2-HQ": CENTRE, "g-1-D": "2317"})
    assert args(game, "unit") == ["g-1-HQ", "g-2-HQ"]
    assert refused(game, "unit", "g-1-II") == "6.5"
    assert refused(game, "unit", "g-1-D") == "6.5"


@rule("6.5.b", "2.5.a")
def test_a_fort_does_not_leave() -> None:
    """R106: it cannot be moved, but like any unit in excess it can be given up."""
    game = crowd({"fort-verdun": "1910", "f-3-IV": "1910", "f-3-V": "1910", "f-3-VI": "1910"}, side="entente")
    assert set(args(game, "unit")) == {"f-3-IV", "f-3-V", "f-3-VI", "fort-verdun"}
    game.act("unit", "fort-verdun")
    assert args(game, "to") == []
    assert refused(game, "to", "1911") == "2.5"
    game.act("eliminate")
    assert where(game, "fort-verdun") == "removed"
    assert asked(game)[1] != "overstack"


@rule("6.5", "6.5.b")
def test_the_owner_chooses_which_overstacked_hex_is_settled_first() -> None:
    """Those of the active side come before those of the other."""
    corps = ("f-1-VII", "f-1-VIII", "f-1-XIII", "f-1-XXI")
    units = {**dict.fromkeys(FOUR, CENTRE), **dict.fromkeys(("g-2-VII", "g-2-X", "g-2-GD", "g-2-VIIR"), "1906")}
    game = crowd({**units, **dict.fromkeys(corps, "2611")})
    assert asked(game) == ("german", "crowds")
    assert set(args(game, "to")) == {CENTRE, "1906"}
    assert refused(game, "to", "2611") == "6.5"
    game.act("to", CENTRE)
    assert asked(game) == ("german", "overstack")
    assert set(args(game, "unit")) == set(FOUR)


@rule("6.5", "6.5.b")
def test_the_owner_decides_in_the_other_side_s_phase_too() -> None:
    game = crowd(dict.fromkeys(("f-5-I", "f-5-II", "f-5-III", "f-5-X"), CENTRE), side="german")
    assert asked(game) == ("entente", "overstack")
    game.act("unit", "f-5-X")
    assert asked(game) == ("entente", "displace")


@rule("6.5.c")
def test_it_moves_one_hex_towards_a_source_of_supply() -> None:
    """German sources lie in the east, French ones in the south and west."""
    german = crowd(dict.fromkeys(FOUR, CENTRE))
    german.act("unit", "g-1-II")
    assert {"2215", "2315", "2415"} <= set(args(german, "to"))
    assert refused(german, "to", "2317") == "6.5"
    assert refused(german, "to", "2319") == "6.5"
    french = crowd(dict.fromkeys(("f-5-I", "f-5-II", "f-5-III", "f-5-X"), CENTRE), side="entente")
    french.act("unit", "f-5-I")
    assert {"2317", "2416", "2415"} <= set(args(french, "to"))


@rule("6.5.c")
def test_belgians_in_belgium_may_go_to_any_belgian_hex() -> None:
    """R19; at Namur the French border is far."""
    units: dict[str, Placed] = {"be-HQ": "1112", "b-HQ": "1112", "be-1": "1112"}
    game = crowd(units, side="entente")
    game.act("unit", "be-1")
    assert len(args(game, "to")) == 6


@rule("6.5.c")
def test_belgians_in_france_may_go_towards_belgium_or_an_edge() -> None:
    """R19: in Belgium they are in supply (8.5). South-west of Lille only 1317 is closed to them (10.8)."""
    game = crowd({"be-HQ": "1216", "f-3-HQ": "1216", "be-1": "1216"}, side="entente")
    game.act("unit", "be-1")
    assert set(args(game, "to")) == {"1116", "1117", "1215", "1217", "1316"}
    assert refused(game, "to", "1317") == "10.8"


@rule("6.5.d")
def test_not_into_an_enemy_zone_unless_a_friend_stands_there() -> None:
    units: dict[str, Placed] = {**dict.fromkeys(FOUR, CENTRE), "f-5-I": "2314"}  # its zone covers 2315
    game = crowd(units)
    game.act("unit", "g-1-II")
    assert refused(game, "to", "2315") == "6.5"
    friend = crowd({**units, "g-1-HQ": "2315"})
    friend.act("unit", "g-1-II")
    assert "2315" in args(friend, "to")


@rule("6.5.d", "10.3")
def test_not_where_an_enemy_stands() -> None:
    game = crowd({**dict.fromkeys(FOUR, CENTRE), "f-5-HQ": "2315"})
    game.act("unit", "g-1-II")
    assert refused(game, "to", "2315") == "10.3"


@rule("6.5.e")
def test_the_next_hex_may_be_overstacked_in_turn() -> None:
    """A unit displaced may go on, but not back (R105)."""
    full = {"g-2-GD": "2315", "g-2-VII": "2315", "g-2-X": "2315"}
    game = crowd({**dict.fromkeys(FOUR, CENTRE), **full})
    game.act("unit", "g-1-II")
    game.act("to", "2315")
    assert asked(game)[1] == "overstack"
    assert set(args(game, "unit")) == {"g-1-II", "g-2-GD", "g-2-VII", "g-2-X"}
    assert MORALE[mark(game, "g-2-GD", "morale")] == "fatigued"
    game.act("unit", "g-1-II")
    assert refused(game, "to", CENTRE) == "6.5"
    game.act("to", args(game, "to")[0])
    assert where(game, "g-1-II") not in (CENTRE, "2315")
    assert asked(game)[1] != "overstack"


@rule("6.5.e")
def test_a_displaced_unit_does_not_turn_back() -> None:
    """R105: sources lie in the west and in the south, so that both ways would lead nearer to one."""
    corps, full = ("f-5-I", "f-5-II", "f-5-III", "f-5-X"), ("f-1-VII", "f-1-VIII", "f-1-XIII")
    game = crowd({**dict.fromkeys(corps, CENTRE), **dict.fromkeys(full, "2317")}, side="entente")
    game.act("unit", "f-5-I")
    game.act("to", "2317")
    game.act("unit", "f-5-I")
    assert refused(game, "to", CENTRE) == "6.5"
    other = crowd({**dict.fromkeys(corps, "2317")}, side="entente")
    other.act("unit", "f-5-I")
    assert CENTRE in args(other, "to")  # for who did not come from there it is a way out


@rule("6.5.f")
def test_the_owner_may_eliminate_instead() -> None:
    game = crowd(dict.fromkeys(FOUR, CENTRE))
    game.act("unit", "g-1-II")
    game.act("eliminate")
    assert where(game, "g-1-II") == "display"
    assert asked(game)[1] != "overstack"


@rule("6.5.g")
def test_without_an_exit_it_is_eliminated() -> None:
    walls = {"f-5-I": "2114", "f-5-II": "2314", "f-5-III": "2514", "f-5-X": "2116", "f-5-XI": "2516"}
    game = crowd({**dict.fromkeys(FOUR, CENTRE), **walls})
    game.act("unit", "g-1-II")
    assert args(game, "to") == []
    assert game.decision is not None
    assert [action.verb for action in game.decision.actions] == ["eliminate"]


@rule("10.8.b")
def test_a_belgian_with_no_exit_inside_its_area_is_eliminated_for_good() -> None:
    """The only ways out of 1415 that the Germans leave lead too far from Belgium."""
    units: dict[str, Placed] = {"be-HQ": "1415", "b-HQ": "1415", "g-1-II": "1213", "g-1-III": "1413"}
    game = crowd(units, side="entente")
    game.act("unit", "be-HQ")
    assert refused(game, "to", "1416") == "10.8"
    game.act("eliminate")
    assert where(game, "be-HQ") == "removed"


@rule("6.3", "6.5")
def test_two_nations_in_a_hex_are_treated_as_overstacking() -> None:
    """R26: wherever they come together, one of them leaves."""
    game = situation({"f-5-I": "2317", "b-I": "2317", "g-7-ERS": "2610"}, side="entente", turn=5)
    game.act("done")
    assert asked(game) == ("entente", "overstack")
    assert set(args(game, "unit")) == {"f-5-I", "b-I"}
    assert MORALE[mark(game, "f-5-I", "morale")] == "normal"  # rested, then crowded


@rule("6.3")
def test_a_move_does_not_end_by_choice_among_another_nation() -> None:
    """R25, R26: passing is allowed, staying is not."""
    game = situation({"f-5-I": "2317", "b-I": CENTRE, "g-7-ERS": "2610"}, side="entente", turn=5)
    game.act("unit", "b-I")
    game.act("to", "2317")
    assert refused(game, "stop") == "6.3"
    game.act("to", "2318")
    assert game.why_not("stop") is None


@rule("6.3", "7.1")
def test_a_hex_of_allies_from_which_no_way_leads_on_cannot_be_entered() -> None:
    """It lies in an enemy zone, where the move would end; or the points would be spent."""
    game = situation({"f-5-I": "2317", "b-I": CENTRE, "g-7-ERS": "2417"}, side="entente", turn=5)
    game.act("unit", "b-I")
    assert refused(game, "to", "2317") == "6.3"
    assert "2317" not in args(game, "to")
    assert set(game.overlay("entente", "reach", "b-I")["places"]) == set(args(game, "to"))  # nor promised
    near = situation({"b-I": (CENTRE, "out"), "g-7-ERS": "2610"}, side="entente", turn=5)
    near.act("unit", "b-I")
    assert "2314" in args(near, "to")  # with its last point
    spent = situation({"f-5-I": "2314", "b-I": (CENTRE, "out"), "g-7-ERS": "2610"}, side="entente", turn=5)
    spent.act("unit", "b-I")
    assert refused(spent, "to", "2314") == "6.3"
