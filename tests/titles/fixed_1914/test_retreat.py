"""CB-18, UL-2, H9: where units retreat to, and their place in the stack that they come to."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import HEXES
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.arena import CENTRE, NE, NW, SE, SW, N, S, arena, attack, face, onslaught
from tests.titles.fixed_1914.positions import Placed, args, asked, factors, refused, where

FULL = ("f-II", "f-III", "f-IV", "f-V", "f-VI", "f-VII", "f-VIII", "f-IX", "f-X", "f-XI")


def full(*hexes: str) -> dict[str, Placed]:
    """Two French A corps in each hex."""
    return {unit: hexes[i // 2] for i, unit in enumerate(FULL[: 2 * len(hexes)])}


def stack(game: Game, h: str) -> list[str]:
    """The units of a hex, the top one first."""
    return [str(UNITS[u]) for u in game.state.stack(HEXES.number(h))]


@pytest.mark.rule("UL-2.1", "CB-18.4")
def test_a_retreat_is_one_hex_in_any_direction_without_enemies() -> None:
    """B-79: there are no zones of control."""
    game = onslaught({"f-44D": CENTRE}, "-/0", hexes=(N, NE))
    game.act("retreat")
    assert set(args(game, "to")) == {SE, S, SW, NW}
    assert refused(game, "to", N) == "CB-18"
    assert refused(game, "to", "K22") == "UL-2"


@pytest.mark.rule("CB-18.4", "CB-18.2")
def test_a_full_hex_is_no_place_to_retreat_to_while_others_have_room() -> None:
    game = onslaught({"f-1GRD": CENTRE, **full(S, SW)}, "-/0", section="R", number=8, hexes=(N, NE, SE, NW))
    assert asked(game) == ("allied", "decide")
    game.act("retreat")
    assert asked(game) == ("allied", "retreat"), "both free neighbours are full"
    game = onslaught({"f-1GRD": CENTRE, **full(S)}, "-/0", section="R", number=8, hexes=(N, NE, SE, NW))
    game.act("retreat")
    assert where(game, "f-1GRD") == SW, "there is one hex with room, so nobody is asked"


@pytest.mark.rule("CB-18.1", "CB-18.2")
def test_through_a_full_hex_the_unit_goes_on_to_the_next() -> None:
    game = onslaught({"f-1GRD": CENTRE, **full(S)}, "-/0", section="R", number=8, hexes=(N, NE, SE, NW))
    assert asked(game) == ("allied", "decide")
    blocked = {"f-1GRD": CENTRE, **full(S), "g-X": SW}
    game = onslaught(blocked, "-/0", section="R", number=8, hexes=(N, NE, SE, NW))
    game.act("retreat")
    assert asked(game) == ("allied", "retreat")
    assert set(args(game, "to")) == {"J21", "K22", "L22"}, "hexes beside the full one, not the one that it left"
    assert refused(game, "to", CENTRE) == "CB-18"
    game.act("to", "K22")
    assert where(game, "f-1GRD") == "K22"


@pytest.mark.rule("CB-18.3", "CB-18.1")
def test_if_the_second_hex_is_full_too_the_unit_stands() -> None:
    crowd = {"f-1GRD": CENTRE, **full(S, "J21", "K22", "L22"), "g-X": SW}
    game = onslaught(crowd, "-/0", section="R", number=8, hexes=(N, NE, SE, NW))
    assert (where(game, "f-1GRD"), factors(game, "f-1GRD")) == (CENTRE, "3-6-3")
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("CB-18.4")
def test_all_attacked_units_must_find_room_or_all_stand() -> None:
    """B-77: one decision for the whole battle. One corps finds room in the only hex left, the second does not."""
    crowd = {"f-I": CENTRE, "f-1GRD": CENTRE, "f-II": S, "g-X": SW, **_far_wall()}
    game = onslaught(crowd, "1/0", section="A", odds="2:1", number=8, hexes=(N, NE, SE, NW), against="f-1GRD")
    game.act("unit", "g-G")
    assert asked(game) == ("allied", "defender_loss"), "no retreat for both: one loses the step for standing"


def _far_wall() -> dict[str, Placed]:
    """Germans beyond the hex to the south."""
    return {"g-XI": "J21", "g-XII": "K22", "g-XIII": "L22"}


@pytest.mark.rule("CB-18.4")
def test_the_first_unit_leaves_room_for_those_who_follow() -> None:
    """Only S and SW are free. The corps does not fit beside the division in SW, so the division may not take S and its
    room; the retreat is offered only by ways that all can finish."""
    units = {
        "f-44D": CENTRE,
        "f-1GRD": CENTRE,
        "f-II": S,
        "f-61D": S,
        "f-III": SW,
        "g-XIV": "I20",
        "g-XV": "I19",
        **_far_wall(),
    }
    game = onslaught(units, "-/0", section="R", odds="4:1", number=8, hexes=(N, NE, SE, NW), against="f-1GRD")
    game.act("retreat")
    assert where(game, "f-44D") == S, "the division must go where the corps cannot"
    game.act("under", "f-61D")
    assert where(game, "f-1GRD") == SW


@pytest.mark.rule("UL-4.1", "CB-18.4")
def test_a_unit_and_its_artillery_need_room_together() -> None:
    """One artillery unit to a hex (ST-1b)."""
    units = {"f-44D": CENTRE, "f-AL1": CENTRE, "f-61D": S, "f-AL2": S}
    game = onslaught(units, "-/0", hexes=(N, NE))
    game.act("retreat")
    assert S not in args(game, "to")
    assert refused(game, "to", S) == "CB-18"


@pytest.mark.rule("UL-4.1")
def test_artillery_without_host_and_without_retreat_is_lost() -> None:
    ring = {"g-I": N, "g-II": NE, "g-III": SE, "g-IV": S, "g-V": SW, "g-VI": NW}
    units = {**ring, "f-44D": (CENTRE, "1-3-3"), "f-AL1": CENTRE}
    game = arena(units, dice=[face("I", "6:1", "-/0")])
    attack(game, CENTRE, *ring)
    assert where(game, "f-AL1") == "eliminated"


@pytest.mark.rule("UL-4.1", "MV-8.2")
@pytest.mark.parametrize(("to", "fate"), [("L11", "L11"), ("K12", "eliminated")])
def test_engineers_retreat_along_a_railway_or_are_lost(to: str, fate: str) -> None:
    """B-91: K11 lies on a line from J11 to L11."""
    units = {"f-I": "K10", "f-II": "K10", "f-III": "J10", "f-IV": "J10", "g-19E": "K11", "g-EB1": "K11"}
    game = arena({"g-XXV": "J20", "f-COL": "J21", **units}, side="allied", dice=[face("I", "6:1", "-/0")])
    attack(game, "K11", "f-I", "f-II", "f-III", "f-IV")
    game.act("retreat")
    game.act("to", to)
    assert (where(game, "g-19E"), where(game, "g-EB1")) == (to, fate)


@pytest.mark.rule("CB-12.1")
def test_the_owner_says_where_in_the_stack_they_go() -> None:
    """B-92, D27."""
    game = onslaught({"f-44D": CENTRE, "f-61D": S, "f-62D": S}, "-/0", hexes=(N, NE))
    game.act("retreat")
    game.act("to", S)
    assert asked(game) == ("allied", "insert")
    assert args(game, "above") == ["f-61D"]
    assert args(game, "under") == ["f-61D", "f-62D"]
    assert refused(game, "above", "f-62D") == "CB-12"
    middle = game.copy()
    game.act("above", "f-61D")
    assert stack(game, S) == ["f-44D", "f-61D", "f-62D"]
    middle.act("under", "f-61D")
    assert stack(middle, S) == ["f-61D", "f-44D", "f-62D"]


@pytest.mark.rule("CB-15.1")
def test_artillery_that_comes_alone_lies_under_somebody() -> None:
    """B-84."""
    units = {"f-44D": (CENTRE, "1-3-3"), "f-AL1": CENTRE, "f-61D": S, "f-62D": S}
    game = onslaught(units, "-/0", hexes=(N, NE))
    game.act("stand")
    game.act("to", S)
    assert asked(game) == ("allied", "insert")
    assert args(game, "above") == []
    assert refused(game, "above", "f-61D") == "CB-15"
    game.act("under", "f-61D")
    assert stack(game, S) == ["f-61D", "f-AL1", "f-62D"]


@pytest.mark.rule("CB-2.3")
def test_who_has_retreated_is_not_attacked_again_in_its_new_hex() -> None:
    game = onslaught({"f-44D": CENTRE}, "-/0", hexes=(N, NE))
    game.act("retreat")
    game.act("to", SE)
    game.act("done")  # nobody advances
    assert refused(game, "to", SE) in ("CB-1", "CB-2")


@pytest.mark.rule("BN-2.1")
def test_nobody_retreats_over_a_closed_border() -> None:
    """BN: before Belgium is open the French do not go there; V13 and W13 lie before it."""
    units = {"f-44D": "X14", "g-I": "Y15", "g-II": "Y15", "g-III": "X15", "g-IV": "X15"}
    closed = arena(units, invaded={"belgium": 1}, dice=[face("I", "6:1", "-/0")])
    attack(closed, "X14", "g-I", "g-II", "g-III", "g-IV")
    closed.act("retreat")
    opened = arena(units, taken={"capital": 1}, dice=[face("I", "6:1", "-/0")])
    attack(opened, "X14", "g-I", "g-II", "g-III", "g-IV")
    opened.act("retreat")
    more = set(args(opened, "to")) - set(args(closed, "to"))
    assert more
    assert {refused(closed, "to", h) for h in more} == {"BN-2"}


@pytest.mark.rule("MB-4.1", "TC-1a.2")
def test_a_retreat_into_a_river_hex_keeps_the_bank_by_which_it_came() -> None:
    """H5 (1): from R20 into Q19 means the left bank."""
    units = {"f-44D": "R20", "g-I": "S20", "g-II": "S20", "g-III": "S21", "g-IV": "S21"}
    game = arena(units, dice=[face("I", "6:1", "-/0")])
    game.state.bank[UNITS.number("g-I")] = game.state.bank[UNITS.number("g-II")] = 0
    attack(game, "R20", "g-I", "g-II", "g-III", "g-IV")
    game.act("retreat")
    game.act("to", "R19")
    assert game.state.bank[UNITS.number("f-44D")] == 0
