"""8-9, 9: the state of railways: cutting, repair, gauge, inheritance, railheads."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg.board import BOARD, CITY, DOUBLE, HEXES, IN, NETWORK, ON_RAIL, TERRAIN, TRACK, URBAN
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.railways import dig_out, heirs, lose_capacity, railheads
from tests.titles.der_weltkrieg.positions import args, bare, hexes, mark, refused, situation, unit, verbs, where

rule = pytest.mark.rule
POINT = 60
LIEGE: dict[str, dict[str, Any]] = {
    word: {"network": "german", "holder": "central"} for word in ("2106", "2107", "2206", "2207")
}
BEYOND: dict[str, dict[str, Any]] = {word: {"operative": 0} for word in ("2007", "1908", "1907", "1808")}


def line(game: Game, word: str) -> tuple[int, str]:
    """Whether the railway in a hex works, and whose it is."""
    (h,) = hexes(word)
    return game.state.operative[h], str(NATIONS[game.state.network[h]])


@rule("9-2")
def test_railways_work_at_the_start() -> None:
    s = bare({"g-3": "2306"})
    assert all(s.operative[h] for h in members(ON_RAIL))
    assert all(s.network[h] == NETWORK[h] for h in members(ON_RAIL))


@rule("9-14")
def test_urban_hexsides_have_a_double_track() -> None:
    urban = [link for link, terrain in enumerate(TERRAIN) if terrain == URBAN]
    assert urban
    assert all(TRACK[link] == DOUBLE for link in urban)


@rule("9-3")
@pytest.mark.parametrize(
    ("units", "cut"),
    [
        (["g-3"], True),
        (["g-1Mar"], True),
        (["g-34B"], False),
        (["g-34B", "g-27B"], True),
        (["g-2KD"], False),
        (["g-21a"], False),
        (["g-E20"], False),
        (["g-1A"], False),
    ],
)
def test_who_cuts_a_line(units: list[str], cut: bool) -> None:
    game = situation(dict.fromkeys(units, "2207"), turn=7, hexes={"2207": {"network": "german"}})
    assert line(game, "2107") == (1, "belgian")
    game.act("unit", units[0])
    for other in units[1:]:
        game.act("join", other)
    game.act("to", "2107")
    assert line(game, "2107") == (int(not cut), "belgian")


@rule("9-3")
def test_own_infantry_cuts_nothing() -> None:
    game = situation({"be-1": "2207"}, side="entente", turn=2)
    game.act("unit", "be-1")
    game.act("to", "2107")
    assert line(game, "2107") == (1, "belgian")


@rule("9-5", "9-5.2", "9-10", "9-4")
def test_figure_5() -> None:
    game = situation({"g-E20": "2107"}, hexes={**LIEGE, **BEYOND})
    game.act("unit", "g-E20")
    for hex_, points in (("2007", 1), ("1908", 2), ("1907", 3)):
        game.act("repair", hex_)
        assert mark(game, "g-E20", "spent") == points * POINT
        assert line(game, hex_) == (1, "german")
    heads = {str(HEXES[h]) for h in railheads(game.state, "central")}
    assert {"1907", "1908"} <= heads
    assert "2007" not in heads


@rule("9-5")
def test_a_line_is_repaired_in_one_go() -> None:
    game = situation({"g-E20": "2107"}, hexes={**LIEGE, **BEYOND})
    game.act("unit", "g-E20")
    game.act("repair", "1908")
    assert [line(game, word)[0] for word in ("2007", "1908", "1907")] == [1, 1, 0]


@rule("9-4", "9-5")
def test_only_engineers_repair_and_only_along_the_line() -> None:
    game = situation({"g-3": "2107", "g-E20": "2107"}, hexes={**LIEGE, **BEYOND})
    game.act("unit", "g-3")
    assert refused(game, "repair", "2007") == "9-4"
    game.act("to", "2007")
    assert line(game, "2007") == (0, "belgian")
    game.act("stop")
    game.act("unit", "g-E20")
    game.act("to", "2006")  # along the railway to 2006, then away from it
    (off,) = [b for b in BOARD.neighbours[hexes("2006")[0]] if str(HEXES[b]) == "1907"] or [None]
    assert off is not None
    game.act("to", "1907")
    assert line(game, "1907") == (0, "belgian")
    assert refused(game, "repair", "1908") == "9-5"


@rule("9-5.1")
def test_no_repair_in_column_or_by_rail() -> None:
    game = situation({"g-E20": "2107"}, hexes={**LIEGE, **BEYOND})
    game.act("unit", "g-E20")
    game.act("column")
    assert refused(game, "repair", "2007") == "9-5"
    game.act("to", "2007")
    assert line(game, "2007") == (0, "belgian")
    game = situation({"g-E20": "2206"}, hexes={**LIEGE, **BEYOND})
    game.act("unit", "g-E20")
    game.act("rail")
    game.act("to", "2107")
    game.act("detrain")
    assert refused(game, "repair", "2007") == "9-5"
    game.act("to", "2007")
    assert line(game, "2007") == (0, "belgian")


@rule("9-6")
def test_an_engineer_starts_on_the_network_of_its_own_nation() -> None:
    french = {"2107": {"network": "french"}}
    game = situation({"be-E1": "2107"}, side="entente", hexes={**BEYOND, **french})
    game.act("unit", "be-E1")
    assert refused(game, "repair", "2007") == "9-5"
    game.act("to", "2007")
    assert line(game, "2007") == (0, "belgian")
    game = situation({"be-E1": "2107"}, side="entente", hexes=BEYOND)
    game.act("unit", "be-E1")
    game.act("repair", "2007")
    assert line(game, "2007") == (1, "belgian")


@rule("9-7")
def test_under_trenches_it_takes_a_whole_turn() -> None:
    lines = {**LIEGE, "2007": {"operative": 0, "work": "devastation"}}
    game = situation({"g-E20": "2107"}, hexes=lines)
    game.act("unit", "g-E20")
    game.act("to", "2007")
    assert line(game, "2007") == (0, "belgian")
    dig_out(game.state)
    assert line(game, "2007") == (0, "belgian")  # the turn of arrival
    game = situation({"g-E20": "2007"}, hexes=lines)
    dig_out(game.state)
    assert line(game, "2007") == (1, "german")
    game = situation({"g-E20": "2007"}, hexes={"2007": lines["2007"]})
    dig_out(game.state)
    assert line(game, "2007") == (0, "belgian")  # no line of its own beside it


@rule("9-8.1")
def test_engineers_do_not_repair_in_enemy_zones() -> None:
    game = situation({"g-E20": "2107", "be-1": "1907"}, hexes={**LIEGE, **BEYOND})
    game.act("unit", "g-E20")
    assert "2007" not in args(game, "repair")
    game.act("to", "2007")
    assert line(game, "2007") == (0, "belgian")


@rule("9-8.2", "11-5", "9-8")
def test_engineers_do_not_count_for_stacking() -> None:
    from front1914.titles.der_weltkrieg.stacking import load

    s = bare({"g-E20": "2306"})
    assert load(s, [unit("g-E20")]) == (0, 0)


# ---- 9-11 to 9-13: gauge

RUSSIAN: dict[str, dict[str, Any]] = {word: {"operative": 0} for word in ("5604", "5705", "5603")}


@rule("9-11", "9-11.1")
@pytest.mark.parametrize(
    ("month", "turn", "may"), [(3, 7, False), (4, 1, True), (4, 2, False), (7, 3, True), (10, 7, True), (11, 1, False)]
)
def test_when_the_gauge_is_changed(month: int, turn: int, may: bool) -> None:
    game = situation({"g-E20": "5505"}, year=1915, month=month, turn=turn, hexes=RUSSIAN)
    game.act("unit", "g-E20")
    assert ("5604" in args(game, "repair")) == may


@rule("9-12", "9-13")
def test_changing_the_gauge_takes_all_and_goes_one_hex_far() -> None:
    game = situation({"g-E20": "5505"}, year=1915, month=5, turn=1, hexes=RUSSIAN)
    game.act("unit", "g-E20")
    assert args(game, "repair") == ["5604"] or set(args(game, "repair")) & {"5705"} == set()
    game.act("repair", "5604")
    assert line(game, "5604") == (1, "german")
    assert mark(game, "g-E20", "spent") == 4 * POINT
    assert args(game, "to") == []


@rule("9-11.1")
def test_a_line_of_ones_own_gauge_is_simply_repaired() -> None:
    hexes_ = {"5604": {"operative": 0, "network": "german"}}
    game = situation({"g-E20": "5505"}, year=1915, month=2, turn=2, hexes=hexes_)
    game.act("unit", "g-E20")
    game.act("repair", "5604")
    assert line(game, "5604") == (1, "german")


# ---- 8-9


def lost(nation: str) -> dict[str, dict[str, Any]]:
    """All cities of a country in enemy hands."""
    return {str(HEXES[h]): {"holder": "central"} for h in members(IN[NATIONS.number(nation)] & CITY)}


@rule("8-9")
def test_a_country_without_cities_loses_its_capacity() -> None:
    s = bare({"be-1": "1706"}, side="entente", hexes=lost("belgian"))
    belgian, french = NATIONS.number("belgian"), NATIONS.number("french")
    lines = [h for h in members(ON_RAIL) if s.network[h] == belgian]
    lose_capacity(s)
    assert s.capacity[belgian] == 0
    assert all(s.network[h] == french for h in lines)  # 8-9.1: the only friend that is linked
    saved = dict(list(lost("belgian").items())[1:])
    s = bare({"be-1": "1706"}, side="entente", hexes=saved)
    lose_capacity(s)
    assert s.capacity[belgian] == 5


@rule("8-9.1")
def test_the_owner_chooses_among_several_heirs() -> None:
    more = {"1806": {"network": "british"}}
    game = situation({"be-1": "1706", "g-3": "2306"}, side="entente", turn=2, hexes={**lost("belgian"), **more})
    s = game.state
    assert set(heirs(s, NATIONS.number("belgian"))) == {NATIONS.number("french"), NATIONS.number("british")}
    game.act("done")
    assert game.decision is not None
    assert (game.decision.side, game.decision.step) == ("entente", "heir")
    game.act("heir", "british")
    assert game.state.network[hexes("1606")[0]] == NATIONS.number("british")


@rule("9-9")
def test_an_engineer_alone_is_eliminated_by_who_enters() -> None:
    game = situation({"g-3": "2306", "be-E1": "2206"})
    game.act("unit", "g-3")
    game.act("to", "2206")
    assert where(game, "be-E1") == "eliminated"
    assert "stop" in verbs(game)
