"""19: Two-Hex Units: how they come to be, move, count and come together again."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import stands
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import site
from front1914.titles.offensive_a_outrance.manoeuvre.ways import ground_cost, near_enemy, side_cost
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, both, mark, refused, situation

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"


def picked(units: dict[str, Placed], unit: str = "f-13/21", side: str = "allied", **more: Any) -> Game:
    """The unit is about to march."""
    game = situation({"g-3/2": "64.28", **units}, side=side, **more)
    game.act("unit", unit)
    return game


def straddle(game: Game, a: str, b: str) -> None:
    link = BOARD.link[HEXES.number(a), HEXES.number(b)]
    game.act("straddle", str(BOARD.link_words[link]))


@rule("19.0", "1.1.ab", "19.1.1")
def test_it_stays_and_enters_another_hex() -> None:
    game = picked({"f-13/21": C})
    straddle(game, C, N)
    assert both(game, "f-13/21") == {C, N}
    assert mark(game, "f-13/21", "spent") == 2


@rule("19.1.1")
def test_it_enters_two_hexes_at_the_higher_cost() -> None:
    """From 57.56 the hexside to 58.56 is Forest."""
    game = picked({"f-13/21": C})
    straddle(game, N, NE)
    assert both(game, "f-13/21") == {N, NE}
    assert mark(game, "f-13/21", "spent") == 2
    game = picked({"f-13/21": "57.56"}, held={"allied": "all"})
    costs = [side_cost(game.state, HEXES.number("57.56"), HEXES.number(word)) or 0 for word in ("58.55", "58.56")]
    straddle(game, "58.55", "58.56")
    assert mark(game, "f-13/21", "spent") == max(costs)


@rule("19.1.1")
def test_it_comes_together_again() -> None:
    game = picked({"f-13/21": (C, N)})
    assert {C, N} <= set(args(game, "to"))
    game.act("to", N)
    assert both(game, "f-13/21") == {N}
    assert mark(game, "f-13/21", "spent") == 2
    game = picked({"f-13/21": (C, N)})
    game.act("to", NW)  # beside both halves
    assert both(game, "f-13/21") == {NW}
    assert refused(picked({"f-13/21": (C, N)}), "to", S) == "19.1.4"


@rule("19.1.4")
def test_it_wheels() -> None:
    game = picked({"f-13/21": (C, N)})
    straddle(game, C, NE)
    assert both(game, "f-13/21") == {C, NE}
    assert mark(game, "f-13/21", "spent") == 2


@rule("19.1.4", "19.1.4.a")
def test_both_halves_move() -> None:
    game = picked({"f-13/21": (C, N)})
    straddle(game, NE, SE)
    assert both(game, "f-13/21") == {NE, SE}
    assert mark(game, "f-13/21", "spent") == 2
    game = picked({"f-13/21": (C, N)})
    straddle(game, N, "07.57")  # one behind the other
    assert both(game, "f-13/21") == {N, "07.57"}


@rule("19.1.4")
def test_the_higher_cost_counts() -> None:
    """One half leaves a zone: three; the other half just goes: two."""
    game = picked({"f-13/21": (C, N), "g-4/2": "07.57"}, turn=12)
    straddle(game, NE, SE)
    assert mark(game, "f-13/21", "spent") == 3


@rule("19.1.3", "1.1.j")
def test_half_its_size_in_each_hex() -> None:
    """OAO-19.1.3-01."""
    s = situation({"g-Bodungen": ("55.70", "55.71"), "f-13/21": C}, side="german").state
    assert s.size(UNITS.number("g-Bodungen")) == 2  # eighths: a quarter of a division
    s = situation({"g-Bodungen": "55.70", "f-13/21": C}, side="german").state
    assert s.size(UNITS.number("g-Bodungen")) == 4


@rule("3.3.a", "3.3")
def test_its_zone() -> None:
    """OAO-3.3-01, B32: six hexes, or eight."""
    s = situation({"f-13/21": C, "g-3/2": "64.28"}).state
    assert s.ground("allied").zone.bit_count() == 6
    s = situation({"f-13/21": (C, N), "g-3/2": "64.28"}).state
    assert s.ground("allied").zone.bit_count() == 8


@rule("19.0.a")
def test_the_nearer_half_counts() -> None:
    game = picked({"f-13/21": (C, N, "ce -1"), "g-4/2": "07.56"})
    assert near_enemy(game.state, HEXES.number(N), "allied", 2)
    assert not near_enemy(game.state, HEXES.number(C), "allied", 2)
    assert refused(game, "recover") == "7.5.1"


@rule("19.1.2")
def test_two_of_them_never_share_a_hex() -> None:
    game = picked({"f-13/21": C, "f-43/21": (N, NE)})
    assert refused(game, "straddle", _link(C, N)) == "19.1.4"
    assert game.why_not("straddle", _link(C, S)) is None
    game.act("to", N)  # in one hex it may stand with them
    assert both(game, "f-13/21") == {N}


def _link(a: str, b: str) -> str:
    return str(BOARD.link_words[BOARD.link[HEXES.number(a), HEXES.number(b)]])


@rule("19.1.1.b")
def test_an_asset_joins_in_either_hex() -> None:
    game = picked({"f-13/21": (C, N), "f-Ch-13": (C, N)})
    assert len(game.state.flow[-1][1]) == 2
    straddle(game, C, NE)
    assert both(game, "f-Ch-13") == both(game, "f-13/21") == {C, NE}


@rule("19.1.1.b")
def test_an_asset_becomes_part_of_it_by_entering() -> None:
    game = picked({"f-13/21": (C, N), "f-Ch-13": S}, "f-Ch-13")
    game.act("to", C)
    game.act("stop")
    assert both(game, "f-Ch-13") == {C, N}
    s = game.state
    assert UNITS.number("f-13/21") in force_of(s, UNITS.number("f-Ch-13"))


@rule("19.1.1.b", "19.1.1.e")
def test_it_leaves_by_consolidating() -> None:
    game = picked({"f-13/21": (C, N), "f-Ch-13": (C, N)}, "f-Ch-13")
    game.act("to", C)
    game.act("to", S)
    assert both(game, "f-Ch-13") == {S}
    assert both(game, "f-13/21") == {C, N}


@rule("19.1.1.d", "8.8.1.e")
def test_guns_stay_in_one_hex_beside_it() -> None:
    game = picked({"g-3/2": (C, N), "g-OHL": S, "f-13/21": "64.28"}, "g-OHL", side="german")
    game.act("to", C)
    game.act("stop")
    assert both(game, "g-OHL") == {C}


@rule("19.1.4.b")
def test_prepared_attacks_hold_the_half_at_which_they_point() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, N), "g-4/2": ("07.57", f"pa {N}")}
    game = picked(units, phase="counter_movement")
    assert args(game, "to") == [N]
    for link in args(game, "straddle"):
        assert N in link.split("/")
    units["g-5/3"] = (SE, f"pa {C}")
    game = picked(units, phase="counter_movement")
    assert args(game, "to") == args(game, "straddle") == []


@rule("19.1.4.d")
def test_it_may_straddle_a_ridge() -> None:
    """52.66/52.67 is a ridge; from a third hex beside both it comes to stand on both sides of it."""
    a, b = HEXES.number("52.66"), HEXES.number("52.67")
    third = next(n for n in BOARD.neighbours[a] if BOARD.ring[b] >> n & 1 and _open(n, a) and _open(n, b))
    game = picked({"f-13/21": str(HEXES[third])}, held={"allied": "all"})
    assert game.why_not("straddle", "52.66/52.67") is None
    game = picked({"f-13/21": "52.66"}, held={"allied": "all"})
    assert refused(game, "straddle", "52.66/52.67") == "19.1.4"  # not across it


def _open(a: int, b: int) -> bool:
    return ground_cost(a, b) is not None


@rule("19.1.5")
def test_it_digs_in_one_hex_after_the_other() -> None:
    game = picked({"f-13/21": (C, N), "g-4/2": "07.56"}, hexes={C: {"ip": 1}}, pools={"allied_ip": 2})
    assert site(game.state, UNITS.number("f-13/21")) == HEXES.number(N)
    game.act("dig")
    assert (mark(game, "f-13/21", "done"), mark(game, "f-13/21", "spent")) == (9, 9)


@rule("19.1.4.a")
@pytest.mark.parametrize("dear", [0, 1])
def test_the_dearer_of_both_steps_is_paid(dear: int) -> None:
    """One half goes through a forest, the other over open ground."""
    here = tuple(HEXES.number(word) for word in (C, N))
    there = next(
        (p, q)
        for p in BOARD.neighbours[here[0]]
        for q in BOARD.neighbours[here[1]]
        if BOARD.ring[p] >> q & 1 and p not in here and q not in here and not BOARD.ring[here[0]] >> q & 1
    )
    found = stands(here, lambda a, b: 3 if a == here[dear] else 2)
    assert found[min(there), max(there)] == 3
