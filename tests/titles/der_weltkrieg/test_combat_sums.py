"""13, 14, 16, 20, 22: the sums of combat, with the numbers of the rulebook's examples; no map is needed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from front1914.kit.tables import Shift
from front1914.titles.der_weltkrieg.charts import EARLY, losses
from front1914.titles.der_weltkrieg.combat import arithmetic as sums
from front1914.titles.der_weltkrieg.combat.casualties import (
    ARTILLERY,
    AS_ATTACKER,
    AS_DEFENDER,
    AT_GUNS,
    CAVALRY,
    FORTRESS,
    HEADQUARTERS,
    INFANTRY,
    LEAVING_FORTRESS,
    Body,
    next_losers,
)
from front1914.titles.der_weltkrieg.combat.directions import eligible, works_count
from front1914.titles.der_weltkrieg.combat.holding import Stand, verdict

A, B, C, D, E, F = range(6)  # Figure 8: the hexes around X; hexside 1 lies towards A


def forced(losses: list[int], **stand: object) -> list[bool]:
    """Whether each result drives the units out."""
    return [verdict(Stand(**stand), n).forced for n in losses]  # type: ignore[arg-type]


def take(bodies: list[Body], order: tuple[int, ...], *units: int) -> list[Body]:
    """The units each lose one point, in this order; fails if one of them may not."""
    for u in units:
        assert u in next_losers(bodies, order), f"{u} may not lose the next point"
        bodies = [
            body._replace(strength=body.strength - 1, excess=max(0, body.excess - 1)) if body.unit == u else body
            for body in bodies
        ]
    return bodies


# ---- the die and the column


@pytest.mark.rule("13-12", "13-16")
def test_the_adjusted_die_stays_within_the_table() -> None:
    """DW-E052."""
    assert [sums.row(die, 0) for die in (-3, -2, -1, 0, 8, 9, 10)] == [-1, -1, -1, 0, 8, 8, 8]


@pytest.mark.rule("13-25", "13-11")
def test_modifiers_add_up_and_never_count_for_more_than_four() -> None:
    """DW-E053, DW-E170."""
    for total, applied in ((-6, -4), (-4, -4), (-3, -3), (4, 4), (5, 4), (7, 4)):
        assert sums.adjustment([Shift(total, "", "")]) == applied
    wooded_rough_with_trench = [Shift(-4, "TEC.10", ""), Shift(-2, "22-7", "")]
    assert sums.adjustment(wooded_rough_with_trench) == -4
    assert sums.row(3, sums.adjustment(wooded_rough_with_trench)) == -1


@pytest.mark.rule("13-19")
def test_above_fifty_points_the_last_column_is_read_once_for_each_fifty() -> None:
    """DW-E054, DW-E055."""
    for die in range(-1, 9):
        assert losses(135, die, 1914) == 2 * losses(50, die, 1914) + losses(35, die, 1914)
        assert losses(108, die, 1914) == 2 * losses(50, die, 1914) + losses(8, die, 1914)
        assert losses(50, die, 1914) == EARLY.read(49, die)


@pytest.mark.rule("16-8")
def test_factors_act_on_the_sum_and_are_rounded_down_once() -> None:
    """DW-E071, DW-E169, DW-R24."""
    half = Fraction(1, 2)
    assert sums.total(20, [half]) == 10
    assert sums.total(13, [half, half]) == 3
    assert [m * sums.COLUMN_DEFENCE for m in (sums.STAND, sums.RETREATING, sums.GUNS, sums.FORT)] == [6, 4, 4, 6]


@pytest.mark.rule("20-2")
def test_break_outs_without_supply() -> None:
    """DW-E102."""
    assert [sums.quarter(n) for n in (3, 4, 5, 7, 8)] == [1, 1, 1, 2, 2]


@pytest.mark.rule("14-3")
def test_a_retreat_saves_a_third_of_the_losses() -> None:
    """DW-E072."""
    assert [sums.after_retreat(n) for n in range(1, 11)] == [1, 1, 2, 3, 3, 4, 5, 5, 6, 7]


# ---- hexsides


@pytest.mark.rule("13-3")
def test_the_hexsides_whose_terrain_may_be_chosen() -> None:
    """DW-E048 to DW-E050: Figure 8, where hexside 1 is 0 here."""
    assert eligible([B]) == [0, 1, 2]
    assert eligible([B, C]) == [0, 1, 2, 3]
    assert eligible([B, D]) == [0, 1, 2, 3, 4]


@pytest.mark.rule("22-18")
def test_attacked_from_opposite_sides_works_need_friends_in_two_neighbouring_hexes() -> None:
    """Figure 8: from E and B; friends in A and F, or in C and D."""
    attack = frozenset({E, B})
    assert works_count(attack, frozenset({A, F}))
    assert works_count(attack, frozenset({C, D}))
    assert not works_count(attack, frozenset({A, C}))
    assert not works_count(attack, frozenset({A}))
    assert works_count(frozenset({A, B, C}), frozenset()), "not from opposite sides"


@pytest.mark.rule("22-18.1")
def test_attacked_from_three_ways_works_never_count() -> None:
    """DW-E118."""
    for attack, rest in (({A, C, E}, {B, D, F}), ({B, D, F}, {A, C, E})):
        assert not works_count(frozenset(attack), frozenset(rest))


# ---- forced to retreat


@pytest.mark.rule("14-4")
def test_half_of_the_strength_forces_a_retreat() -> None:
    """DW-E063, DW-E073, DW-E074."""
    assert forced([2], strength=8) == [False]
    assert forced([3, 4], strength=8) == [False, True]
    assert forced([3, 4], strength=7) == [False, True]
    assert forced([5], strength=0) == [False]


@pytest.mark.rule("20-7")
def test_a_quarter_forces_surrounded_units() -> None:
    """DW-E104, DW-E175, DW-R54."""
    assert forced([1, 2], strength=8, surrounded=True) == [False, True]
    assert forced([2], strength=5, surrounded=True) == [True]
    assert forced([2], strength=9, surrounded=True) == [False]
    assert forced([2], strength=8, surrounded=True, city=True, mountain=True) == [True]


@pytest.mark.rule("22-8")
def test_from_a_trench_only_when_all_is_lost() -> None:
    """DW-E115."""
    assert forced([4, 7, 8], strength=8, trench=True) == [False, False, True]


@pytest.mark.rule("14-4.1", "14-4.2", "14-18", "21-5")
def test_cities_fortresses_and_mountains_hold_their_defenders() -> None:
    for place in ("city", "fortress", "mountain"):
        assert forced([8], strength=8, **{place: True}) == [False]
    assert forced([4], strength=8, mountain=True, surrounded=True) == [True], "14-18: unless surrounded"


@pytest.mark.rule("40-4", "40-5", "47-2")
def test_some_nations_give_way_at_a_third() -> None:
    """DW-E160, DW-R55."""
    assert forced([2, 3, 4], strength=9, third=True) == [False, True, True]
    assert forced([2, 3, 4], strength=9) == [False, False, False], "with Germans: half"
    assert forced([3], strength=9, third=True, trench=True) == [False]
    assert forced([3], strength=9, third=True, trench=True, works_hold=False) == [True], "Romanians"


@pytest.mark.rule("33-3", "33-3.1")
def test_the_first_blow_of_assault_units() -> None:
    """DW-E174, DW-R91."""
    blow = {"strength": 8, "assault": True, "shock": True}
    assert forced([3, 4], **blow, trench=True, city=True) == [False, True]
    assert forced([4], **blow, fortress=True) == [True]
    assert forced([4], **blow, mountain=True) == [False]
    assert forced([4], strength=8, assault=True, trench=True, city=True) == [False], "not the first turn"
    assert forced([4], strength=8, shock=True, trench=True, city=True) == [False], "no full strength Assault unit"


@pytest.mark.rule("33-8", "33-8.1")
def test_forts_are_weaker_against_assault_units() -> None:
    assert forced([3, 4], strength=8, assault=True, fortress=True) == [False, True]
    assert forced([4], strength=8, assault=True, fortress=True, trench=True) == [False]
    assert forced([4], strength=8, assault=True, fortress=True, works=True) == [False]


# ---- losses


@pytest.mark.rule("13-24")
def test_figure_9_the_losses_of_both_sides() -> None:
    """DW-E064 to DW-E066."""
    french = [Body(88, INFANTRY, 4, 3), Body(87, INFANTRY, 4, 3)]
    assert [body.strength for body in take(french, AS_DEFENDER, 88, 87)] == [3, 3]
    assert next_losers(take(french, AS_DEFENDER, 88), AS_DEFENDER) == [87], "all fronts before any back"
    division, others, brigade, third = 1, 2, 3, 4
    german = [
        Body(division, INFANTRY, 8, 6),
        Body(others, INFANTRY, 5, 5),
        Body(brigade, INFANTRY, 2, 1),
        Body(third, INFANTRY, 5, 5),
    ]
    flipped = take(german, AS_ATTACKER, division, division)
    assert next_losers(flipped, AS_ATTACKER) == [brigade], "DW-E066: the division may not go on losing yet"
    flipped = take(flipped, AS_ATTACKER, brigade)
    after = take(flipped, AS_ATTACKER, division, division, division)
    assert [body.strength for body in after] == [3, 5, 1, 5]
    assert sum(body.strength for body in after) == 14


@pytest.mark.rule("13-23")
def test_the_order_of_the_kinds() -> None:
    kinds = {CAVALRY: 1, INFANTRY: 2, ARTILLERY: 3, FORTRESS: 4, HEADQUARTERS: 5}
    every = [Body(unit, kind, 1, 0) for kind, unit in kinds.items()]

    def sequence(order: tuple[int, ...]) -> list[int]:
        left, found = every, []
        while losers := next_losers(left, order):
            found += losers
            left = take(left, order, losers[0])
        return found

    assert sequence(AS_ATTACKER) == [1, 2, 3, 4, 5]
    assert sequence(AS_DEFENDER) == [2, 1, 3, 4, 5]
    assert sequence(LEAVING_FORTRESS) == [4, 2, 1, 3, 5]
    assert sequence(AT_GUNS) == [3, 4], "29-7: nobody else"


@pytest.mark.rule("33-4", "33-9.1")
def test_assault_points_are_lost_first() -> None:
    """DW-E152, DW-E153."""
    bodies = [Body(1, INFANTRY, 12, 6, excess=4), Body(2, INFANTRY, 8, 6), Body(3, CAVALRY, 2, 1)]
    after = take(bodies, AS_ATTACKER, 1, 1, 1, 1)
    assert (after[0].strength, after[0].excess) == (8, 0)
    assert next_losers(after, AS_ATTACKER) == [3], "then as for any attacker"
    after = take(after, AS_ATTACKER, 3, 3)
    assert next_losers(after, AS_ATTACKER) == [1, 2], "an 8-5 like the other one"
