"""7, 8, 37-1 to 37-5, 38-1: rail movement, tracks, capacities."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg.nations import NATION, NATIONS
from front1914.titles.der_weltkrieg.rail import budget, each, load, open_track, ride, track_load
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS
from tests.titles.der_weltkrieg.positions import args, asked, bare, hexes, mark, refused, situation, unit, verbs, where

rule = pytest.mark.rule
POINT = 60
FIGURE_4: dict[str, dict[str, Any]] = {
    word: {"network": "german", "holder": "central"}
    for word in ("2015", "1915", "1815", "1716", "1615", "1816", "2016")
}


def hauled(game: Game, nation: str) -> int:
    """Divisions that the railways of a nation have carried."""
    return int(game.state.hauled[NATIONS.number(nation)])


@rule("7-1", "7-2", "7-3", "7-5", "7-6", "7-7", "37-4", "10-7")
def test_figure_4() -> None:
    game = situation({"g-39": "2015", "f-1": "1516"}, hexes=FIGURE_4)
    game.act("unit", "g-39")
    game.act("rail")
    assert mark(game, "g-39", "spent") == POINT
    for hex_, tenths in (("1915", 11), ("1815", 12), ("1716", 13)):
        game.act("to", hex_)
        assert mark(game, "g-39", "spent") == tenths * POINT // 10
    assert refused(game, "to", "1615") == "7-6"
    game.act("detrain")
    assert mark(game, "g-39", "spent") == 2 * POINT
    game.act("to", "1616")
    assert mark(game, "g-39", "spent") == 4 * POINT
    assert where(game, "g-39") == "1616"


@rule("7-2", "9-1", "9-1.1")
def test_a_train_needs_an_operative_line_of_its_own_side() -> None:
    game = situation({"g-3": "2107"})
    game.act("unit", "g-3")
    assert refused(game, "rail") == "7-2"  # Belgian, and the enemy's
    game = situation({"g-3": "2306"}, hexes={"2306": {"operative": 0}})
    game.act("unit", "g-3")
    assert refused(game, "rail") == "7-2"
    game = situation({"g-3": "2306"}, hexes={"2406": {"operative": 0}})
    game.act("unit", "g-3")
    game.act("rail")
    assert refused(game, "to", "2406") == "9-1"
    assert "2305" in args(game, "to")


@rule("9-1.1", "8-4")
def test_allies_share_their_railways_and_each_country_counts() -> None:
    game = situation({"b-1": "0906", "f-1": "0806"}, side="entente")
    game.act("unit", "b-1")
    game.act("rail")
    game.act("to", "0806")
    assert (hauled(game, "belgian"), hauled(game, "french"), hauled(game, "british")) == (1, 1, 0)
    game.act("to", "0906")
    assert hauled(game, "belgian") == 1  # once in a turn


@rule("7-4", "37-2")
def test_only_germans_entrain_in_a_zone() -> None:
    game = situation({"g-3": "2306", "be-1": "2206"})
    game.act("unit", "g-3")
    game.act("rail")
    game.act("to", "2406")
    assert mark(game, "g-3", "spent") == POINT + POINT // 10  # nothing for leaving the zone
    game = situation({"f-1": "1409", "g-3": "1410"}, side="entente")
    game.act("unit", "f-1")
    assert refused(game, "rail") == "7-4"


@rule("7-5", "7-5.1")
@pytest.mark.parametrize(
    ("word", "steps"),
    [("g-3", 40), ("f-1", 40), ("g-1Mar", 30), ("g-RPL1", 30), ("g-2KD", 30), ("g-E20", 18), ("g-21a", 18)],
)
def test_how_far_a_train_runs(word: str, steps: int) -> None:
    s = bare({word: "2306"})
    u = unit(word)
    assert (budget(s, u) - POINT) // each(s, u) == steps  # one point to entrain


@rule("7-5.1")
def test_cavalry_pays_a_sixth() -> None:
    game = situation({"g-2KD": "2306"})
    game.act("unit", "g-2KD")
    game.act("rail")
    game.act("to", "2406")
    assert mark(game, "g-2KD", "spent") == POINT + 10


@rule("7-3")
def test_entraining_needs_a_whole_point() -> None:
    game = situation({"g-3": ("2306", "spent 300")})
    game.act("unit", "g-3")
    assert refused(game, "rail") == "7-3"


@rule("7-8", "38-1", "37-4")
@pytest.mark.parametrize(("word", "may"), [("f-1", False), ("be-1", False), ("b-1", True)])
def test_who_enters_a_zone_after_a_train(word: str, may: bool) -> None:
    game = situation({word: "2015", "g-3": "1516"}, side="entente", turn=2)
    game.act("unit", word)
    game.act("rail")
    game.act("to", "1716")
    game.act("detrain")
    assert ("1616" in args(game, "to")) == may
    if not may:
        assert refused(game, "to", "1616") == "7-8"


@rule("7-8")
@pytest.mark.parametrize(("word", "may"), [("f-1DC", False), ("b-1CD", True)])
def test_nor_before_it(word: str, may: bool) -> None:
    game = situation({word: ("1409", "deeds 5"), "g-3": "2306"}, side="entente", turn=2)  # moved, entered a zone
    game.act("unit", word)
    assert ("rail" in verbs(game)) == may
    if not may:
        assert refused(game, "rail") == "7-8"
    game = situation({"f-1DC": "1110", "g-3": "0910"}, side="entente", turn=2)
    game.act("unit", "f-1DC")
    game.act("to", "1010")
    assert mark(game, "f-1DC", "deeds") & 4


SERBIA = {"nations": {"serbian": {"capacity": 9}}}


@rule("7-9", "7-9.1")
def test_one_unit_on_a_single_track() -> None:
    game = situation({"s-1M": "4305", "s-1D": "4305"}, side="entente", **SERBIA)
    game.act("unit", "s-1M")
    game.act("rail")
    game.act("to", "4306")
    game.act("stay")
    assert game.position()["hexsides"]["4305/4306"]["trains"] == 1
    game.act("unit", "s-1D")
    game.act("rail")
    assert refused(game, "to", "4306") == "7-9"


@rule("37-5", "7-9")
def test_two_units_on_a_german_single_track() -> None:
    german = {word: {"network": "german", "holder": "central"} for word in ("4305", "4306", "4307", "4308")}
    game = situation({"g-3": "4305", "g-4": "4305", "g-5": "4305"}, hexes=german)
    for word in ("g-3", "g-4"):
        game.act("unit", word)
        game.act("rail")
        game.act("to", "4306")
        game.act("stay")
    game.act("unit", "g-5")
    game.act("rail")
    assert refused(game, "to", "4306") == "7-9"


@rule("7-9")
def test_what_a_single_track_carries() -> None:
    s = bare(
        {"f-H1": "0216", "f-5A": ("0216", "supply 10"), "f-4A": ("0216", "supply 11"), "f-1": "0216"}, side="entente"
    )
    assert [track_load(s, unit(word)) for word in ("f-H1", "f-5A", "f-4A", "f-1")] == [1, 1, 2, 1]
    a, b = hexes("0216", "0317")
    assert [open_track(s, unit(word), a, b) for word in ("f-H1", "f-5A", "f-4A", "f-1")] == [True, True, False, True]


@rule("7-11", "7-11.1", "7-11.2")
def test_a_unit_may_stay_on_its_train() -> None:
    game = situation({"g-3": "2306", "f-1": "1409"})
    assert game.state.zone("central")
    game.act("unit", "g-3")
    game.act("rail")
    game.act("to", "2406")
    game.act("stay")
    assert mark(game, "g-3", "entrained") == 1
    assert not game.state.zone("central")
    while asked(game) != ("central", "move") or game.state.turn == 1:
        game.act("done")
    game.act("unit", "g-3")
    assert mark(game, "g-3", "spent") == 0  # nothing to go on
    game.act("to", "2405")
    assert mark(game, "g-3", "spent") == POINT // 10
    game.act("detrain")
    assert mark(game, "g-3", "entrained") == 0
    assert mark(game, "g-3", "spent") == POINT


@rule("7-10")
def test_after_a_train_nobody_marches_in_column() -> None:
    game = situation({"g-3": "2306"})
    game.act("unit", "g-3")
    game.act("rail")
    game.act("to", "2406")
    game.act("detrain")
    assert "column" not in verbs(game)
    assert refused(game, "column") == "6-10"


@rule("6-12", "6-12.1")
def test_rail_bound_guns() -> None:
    game = situation({"g-42b": "2306"})
    game.act("unit", "g-42b")
    assert refused(game, "detrain") == "6-12"
    far = ride(game.state, unit("g-42b")).steps
    assert max(far.values()) <= 20
    assert len([h for h, steps in far.items() if steps > 10]) > 0
    game.act("to", "2406")
    assert hauled(game, "german") == 1
    game.act("stay")
    game = situation({"g-42b": "2306", "f-1": "1409"}, hexes={"2306": {"operative": 0}})
    game.act("done")
    assert where(game, "g-42b") == "eliminated"


@rule("6-12")
def test_twenty_hexes_and_no_more() -> None:
    s = bare({"g-42b": "2306"})
    assert budget(s, unit("g-42b")) // each(bare({"g-42b": "2306"}), unit("g-42b")) == 20


@rule("37-3")
def test_germans_detrain_in_russian_zones() -> None:
    hexes_ = {word: {"network": "german", "operative": 1} for word in ("5505", "5604", "5705")}
    game = situation({"g-3": "5404", "r-9": "5804"}, hexes=hexes_)
    game.act("unit", "g-3")
    game.act("rail")
    assert "5705" in args(game, "to")
    game.act("to", "5705")
    assert asked(game)[1] == "march"
    assert mark(game, "g-3", "entrained") == 0
    assert mark(game, "g-3", "spent") == 3 * POINT  # 1 + 3 tenths, rounded up, and 1 for the zone
    game = situation({"g-3": "5404", "f-1": "5804"}, hexes=hexes_)
    game.act("unit", "g-3")
    game.act("rail")
    assert refused(game, "to", "5705") == "7-6"


# ---- 8: capacity


@rule("8-1")
def test_capacity_is_the_most_of_a_turn() -> None:
    game = situation({"be-1": "1706", "be-2": "1706"}, side="entente", turn=2, nations={"belgian": {"hauled": 4}})
    game.act("unit", "be-1")
    game.act("rail")
    game.act("to", "1606")
    game.act("stay")
    assert hauled(game, "belgian") == 5
    game.act("unit", "be-2")
    assert refused(game, "rail") == "8-1"


@rule("8-1", "8-2", "37-1", "39-1", "40-1", "41-1", "42-1", "43-3", "44-1", "45-1", "46-2", "47-1", "48-1")
def test_capacities_of_the_nations() -> None:
    stated = {
        "Germany": 20, "France": 15, "Austria-Hungary": 10, "Russia": 10, "Italy": 7, "Belgium": 5, "Romania": 3,
        "Bulgaria": 2, "Ottoman Empire": 2, "Greece": 2, "Serbia": 1,
    }  # fmt: skip
    s = bare({"g-3": "2306"})
    assert {NATION[i].country: n for i, n in enumerate(s.capacity) if n} == stated
    assert SCENARIOS["liege"].capacity == {}


@rule("8-3", "8-5")
def test_conquered_lines_count_against_who_repaired_them() -> None:
    lines = {word: {"network": "german", "holder": "central"} for word in ("2206", "2106", "2107", "2007")}
    game = situation({"g-3": "2306"}, hexes=lines)
    game.act("unit", "g-3")
    game.act("rail")
    game.act("to", "2007")
    assert (hauled(game, "german"), hauled(game, "belgian")) == (1, 0)
    assert game.state.capacity[NATIONS.number("german")] == 20  # none is won with the lines


@rule("8-6", "8-7", "8-8", "8-8.1", "8-8.2", "18-4", "24-2", "29-8", "49-1")
def test_what_units_count() -> None:
    units = {
        "g-3": ("2306", 1), "g-34B": "2306", "g-r1": "2306", "g-E20": "2306", "g-42a": "2306", "g-21a": "2306",
        "g-RPL1": "2306", "g-S1": ("2306", "supply 10"), "g-1A": ("2306", "supply 42"), "g-2A": ("2306", "supply 20"),
        "g-3A": ("2306", "supply 10"), "g-4A": "2306",
    }  # fmt: skip
    s = bare(units)
    assert [load(s, unit(word)) for word in units] == [1, 1, 1, 1, 1, 2, 1, 1, 5, 2, 1, 1]
    s = bare({"us-1": "0113", "us-4M": "0113", "us-1b": "0113"})
    assert [load(s, unit(word)) for word in ("us-1", "us-4M", "us-1b")] == [2, 1, 1]
