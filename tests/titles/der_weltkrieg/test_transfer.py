"""18: Headquarters, their Supply Point Markers, corps Headquarters."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.kit.bits import from_members, members
from front1914.titles.der_weltkrieg import supply, transfer
from front1914.titles.der_weltkrieg.board import BOARD, HEXES, IN, ON_RAIL
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.rail import load
from tests.titles.der_weltkrieg.positions import (
    args,
    asked,
    bare,
    hexes,
    mark,
    refused,
    situation,
    strength,
    unit,
    where,
)

RAIL = {"g-1A": ("2306", "supply 42"), "g-2A": ("2307", "supply 30"), "be-1": "1805"}


def send(game: Game, hq: str, points: int) -> str:
    """A Headquarters sends points; the marker under which they travel."""
    before = {u for u in transfer.MARKERS["central"] if game.state.on_map(u)}
    game.act("transfer", hq)
    game.act("number", points)
    (marker,) = [u for u in transfer.MARKERS["central"] if game.state.on_map(u) and u not in before]
    return str(game.title.nouns["unit"][marker])


# ---- 18-2 to 18-5


@pytest.mark.rule("18-2", "18-11")
def test_headquarters_and_markers_have_no_zone_of_control():
    s = bare({"g-1A": ("2306", "supply 9"), "g-S1": ("2410", 0, "supply 9")})
    assert not s.zone("central")
    assert bare({"g-3": "2306"}).zone("central")


def _far_from_rails() -> tuple[str, str, str]:
    """Three hexes of Belgium in a row, without a railway."""
    for h in members(IN[NATIONS.number("belgian")] & ~ON_RAIL):
        for a in BOARD.neighbours[h]:
            for b in BOARD.neighbours[h]:
                row = from_members((a, b)) & ~ON_RAIL & IN[NATIONS.number("belgian")]
                if row.bit_count() == 2 and not BOARD.ring[a] >> b & 1:
                    return str(HEXES[a]), str(HEXES[h]), str(HEXES[b])
    raise AssertionError("railways everywhere")


@pytest.mark.rule("18-3")
@pytest.mark.parametrize(("helper", "allowed"), [("", False), ("rail", True), ("g-E20", True), ("f-1", False)])
def test_headquarters_among_trenches_want_a_railway_or_engineers(helper, allowed):
    """Engineers do not help where an enemy has a zone of control."""
    beside, place, beyond = ("2207", "2107", "") if helper == "rail" else _far_from_rails()
    units = {"g-1A": (beside, "supply 9")}
    marks: dict[str, object] = {"work": "devastation"}
    if helper == "rail":
        marks |= {"network": "german", "operative": 1}
    if helper in ("g-E20", "f-1"):
        units["g-E20"] = place
    if helper == "f-1":
        units["f-1"] = beyond
    game = situation(units, hexes={place: marks})
    game.act("unit", "g-1A")
    assert (game.why_not("to", place) is None) == allowed
    if not allowed:
        assert refused(game, "to", place) == "18-3"


@pytest.mark.rule("18-4")
@pytest.mark.parametrize(("points", "divisions"), [(0, 1), (10, 1), (11, 2), (20, 2), (42, 5), (100, 10)])
def test_rail_load_of_a_headquarters(points, divisions):
    s = bare({"g-1A": ("2306", f"supply {points}")})
    assert load(s, unit("g-1A")) == divisions


@pytest.mark.rule("18-5")
def test_headquarters_do_not_count_for_stacking():
    from front1914.titles.der_weltkrieg.stacking import fits

    six = dict.fromkeys(("g-3", "g-4", "g-5", "g-6", "g-7", "g-8"), "2306")
    s = bare(six | {"g-1A": ("2306", "supply 9"), "g-2A": ("2306", "supply 9")})
    assert fits(s, s.own("central", hexes("2306")[0]), hexes("2306")[0])


# ---- 18-6 to 18-9: sending


@pytest.mark.rule("18-6", "18-7", "18-8", "17-3")
def test_a_headquarters_that_stays_sends_a_marker_that_moves_at_once():
    game = situation(RAIL)
    marker = send(game, "g-1A", 8)
    assert (mark(game, "g-1A", "supply"), mark(game, marker, "supply"), where(game, marker)) == (34, 8, "2306")
    game.act("unit", marker)
    assert "2307" in args(game, "to")
    game.act("rail")
    assert len(args(game, "to")) > 4
    assert mark(game, marker, "spent") == 60


@pytest.mark.rule("18-6")
def test_a_headquarters_that_has_moved_sends_nothing():
    game = situation(RAIL)
    game.act("unit", "g-1A")
    game.act("to", "2307")
    game.act("stop")
    assert refused(game, "transfer", "g-1A") == "18-6"
    assert game.why_not("transfer", "g-2A") is None


@pytest.mark.rule("18-6.1")
def test_ten_points_in_a_phase_sent_and_received():
    game = situation(RAIL)
    game.act("transfer", "g-1A")
    assert args(game, "number") == list(range(1, 11))
    assert refused(game, "number", 11) == "18-6.1"
    game.act("number", 6)
    game.act("transfer", "g-1A")
    assert args(game, "number") == [1, 2, 3, 4]
    game.act("number", 4)
    assert refused(game, "transfer", "g-1A") == "18-6.1"


@pytest.mark.rule("18-6.1")
@pytest.mark.parametrize(("sent", "offered", "taken"), [(10, 3, 0), (6, 4, 4), (6, 5, 4), (0, 23, 10)])
def test_what_is_received_counts_with_what_is_sent(sent, offered, taken):
    """Ten points in all; what is too much stays on the marker."""
    s = bare({"g-1A": ("2306", "supply 42", f"passed {sent}"), "g-S1": ("2306", 0, f"supply {offered}")})
    marker, hq = unit("g-S1"), unit("g-1A")
    reason = transfer.refuse_taker(s, marker, hq)
    if taken:
        assert reason is None
        assert transfer.most(s, marker, hq) == taken
    else:
        assert reason.rule == "18-6.1"


@pytest.mark.rule("18-8")
def test_a_marker_moves_as_infantry_with_four_points():
    s = bare({"g-S1": ("2306", 0, "supply 9")})
    from front1914.titles.der_weltkrieg.rail import TENTH, each

    assert (s.allowance(unit("g-S1")), each(s, unit("g-S1"))) == (4, TENTH)


@pytest.mark.rule("18-9")
def test_a_marker_that_no_headquarters_sent_walks_only_to_one():
    game = situation({"g-S1": ("2306", 0, "supply 9"), "g-2A": "2307"})
    game.state.began[unit("g-S1")] = hexes("2306")[0]
    game.act("unit", "g-S1")
    assert args(game, "to") == ["2307"]
    assert refused(game, "to", "2407") == "18-9"


@pytest.mark.rule("18-9")
def test_a_marker_that_a_headquarters_sent_walks_anywhere():
    game = situation(RAIL)
    marker = send(game, "g-1A", 5)
    game.act("unit", marker)
    assert len(args(game, "to")) > 6


# ---- 18-10, 18-11, 17: taking in


def at_the_end(units: dict[str, object], **more: object) -> Game:
    game = situation(units, **more)
    game.act("done")
    return game


@pytest.mark.rule("18-10", "17-2")
def test_a_headquarters_takes_a_marker_in_at_the_end_of_the_phase():
    game = at_the_end({"g-1A": ("2306", "supply 5"), "g-S1": ("2306", 0, "supply 9"), "be-1": "1805"})
    assert asked(game) == ("central", "depot")
    game.act("unit", "g-S1")
    assert mark(game, "g-1A", "supply") == 14
    assert where(game, "g-S1") == "absent"


@pytest.mark.rule("18-10")
def test_also_at_the_end_of_the_enemys_movement_phase():
    units = {"g-1A": ("2306", "supply 5"), "g-S1": ("2306", 0, "supply 9"), "be-1": "1805"}
    game = at_the_end(units, side="entente")
    assert asked(game) == ("central", "depot")


@pytest.mark.rule("18-10")
def test_it_may_be_left_where_it_is():
    game = at_the_end({"g-1A": ("2306", "supply 5"), "g-S1": ("2306", 0, "supply 9"), "be-1": "1805"})
    game.act("done")
    assert (mark(game, "g-1A", "supply"), mark(game, "g-S1", "supply")) == (5, 9)


@pytest.mark.rule("17-4.1")
def test_no_headquarters_holds_more_than_a_hundred():
    s = bare({"g-1A": ("2306", "supply 95"), "g-S1": ("2306", 0, "supply 10")})
    assert transfer.most(s, unit("g-S1"), unit("g-1A")) == 5
    s.supply[unit("g-1A")] = 100
    assert transfer.refuse_taker(s, unit("g-S1"), unit("g-1A")).rule == "17-4.1"


@pytest.mark.rule("17-3.1", "18-13", "17-2")
def test_points_become_those_of_the_nation_that_takes_them_in():
    """37-8: Germans send to Austria-Hungary, not the other way round."""
    s = bare(
        {
            "ah-5A": ("4102", "supply 5"),
            "g-S1": ("4102", 0, "supply 5"),
            "g-1A": "4103",
            "ah-S1": ("4103", 0, "supply 5"),
        }
    )
    assert transfer.refuse_taker(s, unit("g-S1"), unit("ah-5A")) is None
    assert transfer.refuse_taker(s, unit("ah-S1"), unit("g-1A")).rule == "18-13"
    transfer.take_in(s, unit("g-S1"), unit("ah-5A"), 5)
    assert (s.supply[unit("ah-5A")], s.supply[unit("g-S1")], s.supply[unit("g-1A")]) == (10, 0, 0)


@pytest.mark.rule("18-11.1", "18-11")
def test_a_marker_is_gone_when_an_enemy_enters():
    game = situation({"g-S1": ("2306", 0, "supply 9"), "be-1": "2206"}, side="entente", month=9)
    game.act("unit", "be-1")
    game.act("to", "2306")
    assert where(game, "g-S1") == "eliminated"
    assert mark(game, "g-S1", "supply") == 0


# ---- 18-17, 18-18: corps Headquarters


@pytest.mark.rule("18-17")
def test_corps_headquarters_are_made_with_an_army_headquarters():
    more = {"step": "staffs", "options": {"linked": True}}
    game = situation(RAIL, **more)
    assert asked(game) == ("central", "create")
    assert set(args(game, "unit")) == {"g-1A", "g-2A"}
    game.act("unit", "g-1A")
    assert where(game, "g-CHQ1") == "2306"


@pytest.mark.rule("18-17")
def test_not_in_a_game_that_is_not_linked():
    game = situation(RAIL, step="staffs")
    assert asked(game)[1] != "create"


@pytest.mark.rule("18-18")
def test_a_corps_headquarters_holds_ten_points():
    s = bare({"g-CHQ1": ("2306", "supply 4", "arrived"), "g-S1": ("2306", 0, "supply 7")})
    assert transfer.most(s, unit("g-S1"), unit("g-CHQ1")) == 6
    s.supply[unit("g-CHQ1")] = 10
    assert transfer.refuse_taker(s, unit("g-S1"), unit("g-CHQ1")).rule == "17-4.1"


@pytest.mark.rule("18-18.2")
def test_a_corps_headquarters_receives_overland_only_when_it_is_made():
    units = {"g-CHQ1": ("2306", "supply 1"), "g-S1": ("2306", 0, "supply 3")}
    s = bare(units)
    assert transfer.refuse_taker(s, unit("g-S1"), unit("g-CHQ1")).rule == "18-18.2"
    new = bare(units | {"g-CHQ1": ("2306", "supply 1", "arrived")})
    assert transfer.refuse_taker(new, unit("g-S1"), unit("g-CHQ1")) is None
    railed = situation(units).position()
    railed["units"]["g-S1"]["mode"] = "rail"
    import front1914

    by_rail = front1914.from_position(railed).state
    assert transfer.refuse_taker(by_rail, unit("g-S1"), unit("g-CHQ1")) is None


@pytest.mark.rule("18-18.2")
def test_a_corps_headquarters_sends_overland_only_when_it_is_made():
    game = situation({"g-CHQ1": ("2306", "supply 5"), "be-1": "1805"})
    marker = send(game, "g-CHQ1", 3)
    game.act("unit", marker)
    assert args(game, "to") == []
    assert game.why_not("rail") is None
    new = situation({"g-CHQ1": ("2306", "supply 5", "arrived"), "be-1": "1805"})
    marker = send(new, "g-CHQ1", 3)
    new.act("unit", marker)
    assert len(args(new, "to")) > 3


# ---- 18-15, 18-16


@pytest.mark.rule("18-15")
def test_a_headquarters_has_a_strength_only_when_it_is_alone():
    from front1914.titles.der_weltkrieg.combat.forces import hold_points

    s = bare({"g-1A": ("2306", "supply 9"), "g-3": "2307"})
    assert hold_points(s, [unit("g-1A")]) == 1
    assert hold_points(s, [unit("g-1A"), unit("g-3")]) == strength(situation({"g-3": "2307"}), "g-3")


@pytest.mark.rule("18-16")
def test_what_a_destroyed_headquarters_held_is_lost():
    s = bare({"g-1A": ("2306", "supply 9")})
    s.eliminate(unit("g-1A"))
    assert s.supply[unit("g-1A")] == 0
    assert supply.on_front(s, "central", range(12)) == 0
