"""25: reinforcements, Supply Points from home, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.der_weltkrieg.arrivals import due, places
from front1914.titles.der_weltkrieg.board import EDGE, HEXES
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, date
from front1914.titles.der_weltkrieg.world import HOME, IS_FORTRESS, SIDE, UNITS
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    bare,
    happened,
    hexes,
    mark,
    refused,
    situation,
    strength,
    unit,
    verbs,
    where,
)

rule = pytest.mark.rule


def arriving(units: dict[str, Placed], **more: Any) -> Game:
    """A game at the start of the Reinforcement Arrival Phase."""
    return situation(units, step="withdrawals", **more)


@rule("25-1", "25-2", "5.5")
def test_reinforcements_arrive_when_and_where_they_are_due() -> None:
    game = arriving({"g-28": "schedule", "f-1": "1409"}, turn=2)  # 2923 on turn 2 of August
    assert where(game, "g-28") == "2923"
    assert mark(game, "g-28", "arrived") == 1
    assert happened(game, "arrived")
    game = arriving({"g-28": "schedule", "f-1": "1409"}, turn=1)
    assert where(game, "g-28") == "schedule"


@rule("25-1")
def test_each_side_has_its_schedule() -> None:
    game = front1914.new("der_weltkrieg", "schlieffen_plan")
    waiting = [row for row in SCENARIOS["schlieffen_plan"].placed if row.turn]
    assert {where(game, str(UNITS[row.unit])) for row in waiting} == {"schedule"}
    s = game.state.copy()
    s.month, s.turn, s.active = 11, 4, "entente"
    assert {row.unit for row in due(s)} == {row.unit for row in waiting if SIDE[row.unit] == "entente"}


@rule("25-3", "25-3.1")
@pytest.mark.parametrize("why", ["enemy", "zone", "cut", "lost"])
def test_a_blocked_hex_is_replaced_by_the_nearest_of_own_rail(why: str) -> None:
    units: dict[str, Placed] = {"g-28": "schedule"}
    more: dict[str, Any] = {}
    if why == "enemy":
        units["f-E1"] = "2923"
    elif why == "zone":
        units["f-1"] = "2823"
    elif why == "cut":
        more = {"hexes": {"2923": {"operative": 0}}}
    else:
        more = {"hexes": {"2923": {"network": "french"}}}
    game = arriving(units, turn=2, **more)
    found = places(game.state, unit("g-28"), hexes("2923")[0])
    assert hexes("2923")[0] not in found
    assert all(game.state.rails("central") >> h & 1 for h in found)
    if len(found) > 1:
        assert asked(game) == ("central", "arrival")
        game.act("to", str(HEXES[found[0]]))
    assert where(game, "g-28") == str(HEXES[found[0]])
    assert not game.state.zone("entente") >> found[0] & 1


@rule("25-3")
def test_a_full_hex_is_blocked_too() -> None:
    full = dict.fromkeys(["g-3", "g-4", "g-5", "g-6", "g-7", "g-8"], "2923")
    game = arriving({"g-28": "schedule", **full}, turn=2)
    if asked(game)[1] == "arrival":
        game.act("to", args(game, "to")[0])
    assert where(game, "g-28") != "2923"


@rule("25-4", "25-5")
def test_reinforcements_are_mobilized_and_may_march_in_column() -> None:
    game = arriving({"g-21a": ("2306", "arrived"), "g-RPL1": ("2306", "arrived"), "g-21b": "2306"}, turn=2)
    while asked(game)[1] != "move":
        game.act("done")
    for word, may in (("g-21a", True), ("g-RPL1", True), ("g-21b", False)):
        game.act("unit", word)
        assert ("column" in verbs(game)) == may
        game.act("stay")


@rule("25-6")
def test_headquarters_arrive_with_what_is_stated() -> None:
    game = front1914.new("der_weltkrieg", "schlieffen_plan")
    for row in SCENARIOS["schlieffen_plan"].placed:
        assert mark(game, str(UNITS[row.unit]), "supply") == row.supply


@rule("25-7", "17-2")
def test_supply_points_are_shared_out_among_headquarters_on_rail() -> None:
    units: dict[str, Placed] = {"g-1A": ("2306", "supply 50"), "g-2A": ("2307", "supply 95"), "g-3A": "2310"}
    game = arriving(units, turn=2, hexes={"2310": {"operative": 0}})
    assert asked(game) == ("central", "distribute")
    assert game.state.flow[-1][2] == 30
    assert set(args(game, "unit")) == {"g-1A", "g-2A"}
    assert refused(game, "unit", "g-3A") == "25-7"
    assert refused(game, "unit", "f-1A") == "17-3"
    game.act("unit", "g-2A")
    assert args(game, "number") == [1, 2, 3, 4, 5]  # 17-4: never more than 100
    game.act("number", 5)
    game.act("unit", "g-1A")
    game.act("number", 25)
    assert (mark(game, "g-1A", "supply"), mark(game, "g-2A", "supply")) == (75, 100)
    assert asked(game)[1] != "distribute"


@rule("25-7.1")
def test_or_arrive_as_a_marker_at_the_edge() -> None:
    game = arriving({"g-1A": "2306", "f-1": "1409"}, turn=2)
    gate = next(word for word in args(game, "to"))
    assert EDGE["central"] >> HEXES.number(gate) & 1
    assert game.state.rails("central") >> HEXES.number(gate) & 1
    assert refused(game, "to", "2306") == "25-7.1"
    game.act("to", gate)
    game.act("number", 30)
    assert (where(game, "g-S1"), mark(game, "g-S1", "supply")) == (gate, 30)


@rule("25-7")
def test_a_nation_without_cities_receives_nothing() -> None:
    from front1914.kit.bits import members
    from front1914.titles.der_weltkrieg.board import CITY, IN

    lost = {str(HEXES[h]): {"holder": "central"} for h in members(IN[NATIONS.number("belgian")] & CITY)}
    units: dict[str, Placed] = {"be-GHQ": "1504", "f-1A": "1409", "g-3": "2306"}
    game = arriving(units, side="entente", turn=2, hexes=lost)
    nations = [NATIONS[frame[1]] for frame in game.state.flow if frame[0] == "distribute"]
    assert "belgian" not in nations
    assert "french" in nations


@rule("25-8", "25-8.1")
def test_withdrawals_make_up_for_losses() -> None:
    leaves = [row for row in SCENARIOS["schlieffen_plan"].placed if row.leaves == date("1914-08-7")]
    words = [str(UNITS[row.unit]) for row in leaves]
    assert "g-38" in words
    units: dict[str, Placed] = dict.fromkeys(words, "2308") | {"g-3": "2306", "g-RPL1": "2306", "f-1": "1409"}
    units |= {word: ("2308", row.strength) for word, row in zip(words, leaves, strict=True)}
    units["g-38"] = ("2308", 5)  # three points short of its 8
    game = arriving(units, turn=7)
    assert {where(game, word) for word in words} == {"withdrawn"}
    assert asked(game) == ("central", "shortfall")
    assert refused(game, "done") == "25-8"
    assert "g-RPL1" in args(game, "unit")
    assert refused(game, "unit", "f-1") == "25-8"
    game.act("unit", "g-RPL1")
    assert strength(game, "g-RPL1") == 2
    assert asked(game)[1] != "shortfall"


@rule("3.10", "3.13")
def test_fortresses_stand_where_their_counter_says() -> None:
    game = front1914.new("der_weltkrieg", "schlieffen_plan")
    for row in SCENARIOS["schlieffen_plan"].placed:
        if IS_FORTRESS[row.unit]:
            assert row.at == HOME[row.unit]
    assert UNITS.name(unit("g-39")) == "39th Division"
    assert bare({"g-3": "2306"}).at[unit("g-3")] == hexes("2306")[0]
    assert game.state.strength[unit("be-F-Liege")] == 36


@rule("25-8")
def test_a_unit_stronger_than_listed_leaves_without_more_ado() -> None:
    leaves = [row for row in SCENARIOS["schlieffen_plan"].placed if row.leaves == date("1914-08-7")]
    units: dict[str, Placed] = {str(UNITS[row.unit]): ("2308", row.strength) for row in leaves}
    assert units["g-22"] == ("2308", 6)
    game = arriving({**units, "g-22": ("2308", 8), "g-3": "2306", "f-1": "1409"}, turn=7)
    assert where(game, "g-22") == "withdrawn"
    assert asked(game)[1] != "shortfall"
    assert strength(game, "g-3") == 8
