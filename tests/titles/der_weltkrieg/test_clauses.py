"""Clauses that can be broken by themselves without any other test noticing."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg import arms, danube, presentation, world
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat.strength import attack as reckon
from front1914.titles.der_weltkrieg.stacking import HALVES
from tests.titles.der_weltkrieg.arena import CENTRE, N, S, arena, attack, record, supplied, until
from tests.titles.der_weltkrieg.positions import Placed, args, bare, hexes, refused, situation, strength, unit, where

rule = pytest.mark.rule


@rule("13-2", "19-9", "13-8")
def test_the_length_of_the_supply_line_is_taken_from_the_points_of_the_attack() -> None:
    """Figure 11, example 2: 5 in 1712 with a line of 5; 9 and 5 in 1812 with lines of 6: 14 points, not 19."""
    units: dict[str, Placed] = {"g-3": ("1712", 5), "g-Jgr": "1812", "g-5": ("1812", 5), "g-6": "1711"}
    game = situation({**units, "g-2A": ("1809", "supply 50"), "f-1": ("1713", 4)}, step="combat", dice=[1, 1])
    attack(game, "1713", "g-3", "g-Jgr", "g-5")
    until(game, "stand", "counter", "defend")
    assert reckon(game.state, record(game)).points == 14


@rule("16-8.2", "13-9", "13-5")
def test_terrain_and_rivers_count_in_column_attacks() -> None:
    """2815 to 2716: woods and a river: the die is reduced by two and two."""
    units: dict[str, Placed] = {"g-3": "2815", "g-1A": ("2915", "supply 50"), "f-1": ("2716", 4), "f-1A": "2517"}
    game = situation(units, dice=[4, 1])
    game.act("unit", "g-3")
    game.act("charge", "2716")
    game.act("commit")
    until(game, "stand", "counter", "defend", terrain="terrain woods")
    adjust = reckon(game.state, record(game))
    assert {"13-9", "13-5", "16-8"} <= {note.rule for note in adjust.notes}
    assert adjust.adjust == -4


@rule("18-11.1", "14-6", "18-11.3")
def test_a_marker_does_not_retreat_with_others() -> None:
    three: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": S}
    game = arena(supplied({**three, "f-1": CENTRE, "f-S1": (CENTRE, 0, "supply 6")}), 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance")
    assert where(game, "f-1") == N
    assert where(game, "f-S1") == "eliminated"


@rule("25-8", "25-8.1")
@pytest.mark.parametrize("giver", ["g-RPL1", "g-4", "g-2KD", "g-21a"])
def test_replacements_or_any_other_units_make_up_for_a_withdrawal(giver: str) -> None:
    from front1914.titles.der_weltkrieg.arrivals import donors

    s = bare({giver: "2306", "g-F-Metz": "2316", "g-1A": "2306", "f-1": "1409"})
    assert donors(s, world.NATION[unit(giver)]) == [unit(giver)], "neither fortresses nor Headquarters"


@rule("25-8", "25-8.1")
def test_what_a_withdrawn_unit_lacks_is_taken_from_others() -> None:
    game = situation({"g-4": "2306", "g-RPL1": "2306"}, flow=[["turn"], ["shortfall", "german", 3]])
    assert refused(game, "done") == "25-8"
    game.act("unit", "g-4")
    assert strength(game, "g-4") == 8 - 3


@rule("35-2.1", "35-1")
def test_an_advance_over_the_danube_goes_where_no_march_could() -> None:
    """Serbs in 4305, on the banks, command 4205."""
    units = dict.fromkeys(("ah-3", "ah-36", "ah-21", "ah-40", "ah-E1"), "4204") | {"ah-5A": ("4203", "supply 60")}
    where_to = {"s-1D": ("4205", 1), "s-1M": "4305"}
    game = situation(units | where_to, step="combat", dice=[6, 1], scenario="danube", year=1915, month=10)
    a, b = hexes("4204", "4205")
    attack(game, "4205", "ah-3", "ah-36", "ah-21", "ah-40")
    until(game, "advance")
    reason = danube.refuse_crossing(game.state, "central", a, b)
    assert reason is not None
    assert reason.rule == "35-1"
    first = args(game, "unit")[0]
    game.act("unit", first)
    assert where(game, first) == "4205"


@rule("47-3", "45-4")
def test_arms_are_exchanged_only_in_the_country_that_gets_them() -> None:
    for unit_, there, elsewhere, number in (("r-RPL1", "5003", "5604", "47-3"), ("g-RPL1", "5006", "5003", "45-4")):
        side = world.SIDE[unit(unit_)]
        s = bare({unit_: there}, side=side)
        assert arms.refuse_exchange(s, unit(unit_)) is None, there
        reason = arms.refuse_exchange(bare({unit_: elsewhere}, side=side), unit(unit_))
        assert reason is not None
        assert reason.rule == number


@rule("3.6", "11-6")
def test_sizes_have_their_symbols_and_their_place_in_a_stack() -> None:
    assert presentation.SIZES == {
        "army": "xxxx",
        "corps": "xxx",
        "division": "xx",
        "brigade": "x",
        "regiment": "III",
        "battalion": "II",
        "company": "I",
    }
    large = {"army", "corps", "division"}
    for u, size in enumerate(world.UNIT_SIZE):
        assert world.IS_DIVISION[u] == (size in large)
        if world.IS_INFANTRY[u] and world.NATION[u] != world.NATION[unit("us-1")]:
            assert HALVES[u] == (2 if size in large else 1)
    assert str(HEXES[hexes(CENTRE)[0]]) == CENTRE
