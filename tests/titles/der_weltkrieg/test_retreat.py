"""14: who retreats, when it must, and where it goes."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.costs import CostTable
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.board import BOARD, CITY, HEXES
from front1914.titles.der_weltkrieg.combat import defence, retreat
from front1914.titles.der_weltkrieg.combat.retreat import Way, friends_around, hard, options, rank
from tests.titles.der_weltkrieg.arena import (
    CENTRE,
    NE,
    NW,
    SE,
    SW,
    N,
    S,
    arena,
    attack,
    dm,
    record,
    supplied,
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
    where,
)

THREE: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": S}


def assault(units: dict[str, Placed], *dice: int, by: tuple[str, ...] = ("g-3", "g-4", "g-5"), **more: Any) -> Game:
    """Three divisions attack the centre from the south."""
    game = arena(supplied({**THREE, **units}), *dice, **more)
    return attack(game, CENTRE, *by)


def ways(units: dict[str, Placed], u: str, start: str, **more: Any) -> dict[str, int]:
    """The hexes to which a unit may retreat, with their class."""
    s = bare(units, step="combat", **more)
    h = HEXES.number(start)
    found = options(s, unit(u), h, friends_around(s, "entente", h))
    return {str(HEXES[way.hex]): way.rank for way in found}


def full(*hexes: str) -> dict[str, Placed]:
    """Six French divisions in each hex."""
    units = [f"f-{n}" for n in (*range(2, 25), *range(27, 37))]
    return {u: hexes[i // 6] for i, u in enumerate(units[: 6 * len(hexes)])}


# ---- whether


@pytest.mark.rule("14-1", "14-2", "14-3", "14-5", "14-13", "13-20")
def test_a_retreat_by_choice_between_the_two_throws() -> None:
    """24 points, die 2: 3 points of 7; a third less is 2; the counterattack is only doubled."""
    game = assault({"f-1": CENTRE}, 2, 1)
    until(game, "stand")
    assert asked(game) == ("entente", "stand")
    assert happened(game, "attack_result")
    assert not happened(game, "counter_result")
    game.act("retreat")
    until(game, "advance")
    assert happened(game, "counter_strength")[-1]["points"] == 2 * 7
    assert strength(game, "f-1") == 7 - 2
    assert where(game, "f-1") == N
    kinds = [event.kind for event in game.events]
    assert kinds.index("counter_result") < kinds.index("loss") < kinds.index("retreats")


@pytest.mark.rule("14-1", "14-2")
def test_who_stands_loses_everything_and_stays() -> None:
    game = assault({"f-1": CENTRE}, 2, 1)
    until(game, "attack", stand="stand")
    assert (where(game, "f-1"), strength(game, "f-1")) == (CENTRE, 7 - 3)
    assert happened(game, "counter_strength")[-1]["points"] == 3 * 7


@pytest.mark.rule("14-4", "14-3")
def test_half_of_the_strength_drives_units_out() -> None:
    """24 points: die 4 calls for 5 of 7; DW-R43: the reduction counts for them too."""
    game = assault({"f-1": CENTRE}, 4, 1)
    until(game, "advance")
    assert happened(game, "driven")
    assert (where(game, "f-1"), strength(game, "f-1")) == (N, 7 - 3)


@pytest.mark.rule("14-4.1")
def test_nobody_is_driven_out_of_a_city_or_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """5003 is Bucharest. No port of the map is not a city too, so one is made."""
    for cities, ports, driven in ((CITY, 0, False), (0, 0, True), (0, 1 << HEXES.number(N), False)):
        monkeypatch.setattr(defence, "CITY", cities)
        monkeypatch.setattr(defence, "PORT", ports)
        game = arena({"g-3": CENTRE, "g-4": CENTRE, "g-5": CENTRE, "f-1": N, "g-1A": (S, "supply 20")}, 6, 1)
        attack(game, N, "g-3", "g-4", "g-5")
        until(game, "attack", "stand", "advance")
        assert bool(happened(game, "driven")) == driven


@pytest.mark.rule("14-4.2", "21-5", "21-1")
def test_units_with_a_fortress_may_go_but_need_not() -> None:
    game = assault({"f-1": CENTRE, "f-F-Maubeuge": CENTRE}, 6, 1)
    until(game, "stand")
    game.act("retreat")
    until(game, "attack", "advance")
    assert where(game, "f-1") == N
    assert where(game, "f-F-Maubeuge") == CENTRE, "a fortress never moves"
    assert strength(game, "f-F-Maubeuge") == 12 - 6, "21-5.2: its points go first"


@pytest.mark.rule("14-17", "14-15", "14-15.1", "14-15.2")
def test_who_retreated_into_a_hex_before_takes_no_part_but_goes_on_with_it() -> None:
    """Six points retreated to four; two losses are half of the four."""
    units: dict[str, Placed] = {"f-88T": CENTRE, "f-1": (CENTRE, 6, "retreated"), "g-3": S}
    game = arena(supplied(units), 6, 1)
    attack(game, CENTRE, "g-3")
    until(game, "attack", "retreat", "advance")
    assert happened(game, "attack_result")[-1]["points"] == 2
    assert happened(game, "driven"), "14-17: half of the four points that count"
    assert happened(game, "counter_strength")[-1]["points"] == 2 * 4, "14-15: the others are silent"
    until(game, "attack", "advance")
    assert strength(game, "f-1") == 6, "14-15.1: and lose nothing"
    assert where(game, "f-1") != CENTRE, "14-15.2: but go as well"


@pytest.mark.rule("14-18")
def test_mountains_hold_their_defenders() -> None:
    """In the Vosges, 2622 from 2621: woods, wooded rough or mountain; to be able to use mountain is enough."""
    units: dict[str, Placed] = dict.fromkeys(("g-3", "g-4", "g-5", "g-6"), "2621")
    more: dict[str, Placed] = {"g-7A": ("2621", "supply 90"), "f-1": "2622", "f-1A": ("2523", "supply 9")}
    game = situation({**units, **more}, step="combat", dice=[6, 6])
    attack(game, "2622", *units)
    assert set(args(game, "terrain")) == {"woods", "wooded_rough", "mountain"}
    game.act("terrain", "woods")
    until(game, "stand")
    assert record(game).losses >= 4
    assert not happened(game, "driven")


# ---- where


@pytest.mark.rule("14-8", "14-8.1", "14-8.2", "14-8.3", "14-8.4", "14-8.5", "14-8.6", "14-8.7")
def test_the_seven_classes() -> None:
    closer, same, farther = (5, 4), (5, 5), (5, 6)
    assert [rank(False, False, *way) for way in (closer, same, farther)] == [1, 2, 5]
    assert [rank(True, True, *way) for way in (closer, same, farther)] == [3, 4, 6]
    assert [rank(True, False, *way) for way in (closer, same, farther)] == [7, 7, 7]
    assert rank(False, False, 5, None) == 5, "DW-R47: without a line it is farther"
    assert [rank(False, False, None, None), rank(True, True, None, None)] == [1, 3]


@pytest.mark.rule("14-8", "14-7", "14-11")
def test_figure_10_on_open_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """DW-E076, DW-E079 to DW-E081: the classes come out as the figure says; 1408 stands for the 5th Army."""
    even = CostTable.uniform(BOARD)
    monkeypatch.setattr(supply, "supply_costs", lambda s, side: even)
    german: dict[str, Placed] = {"g-3": "1608", "g-4": "1709", "g-5": "1710", "g-6": "1712", "g-7": "1812"}
    french: dict[str, Placed] = {"f-1": "1509", "f-2": "1609", "f-3": "1611", "f-4": "1713"}
    fifth = {**german, **french, "f-5A": "1408"}
    assert ways(fifth, "f-2", "1609") == {"1510": 2}, "an equally distant free hex before a nearer one of friends"
    fourth = {**german, **french, "f-4A": "1411"}
    assert ways(fourth, "f-3", "1611") == {"1511": 1, "1512": 1}
    assert ways(fourth, "f-4", "1713") == {"1613": 1}
    s = bare(fourth, step="combat")
    assert supply.length(s, unit("f-4A"), HEXES.number("1611")) == 2


@pytest.mark.rule("14-8", "14-8.1")
def test_figure_10_on_the_map() -> None:
    """DW-E077, DW-E078."""
    german: dict[str, Placed] = {"g-3": "1608", "g-4": "1709", "g-5": "1710", "g-6": "1712", "g-7": "1812"}
    french: dict[str, Placed] = {"f-1": "1509", "f-2": "1609", "f-3": "1611", "f-4": "1713", "f-4A": "1411"}
    assert set(ways({**german, **french}, "f-3", "1611")) <= {"1511", "1512"}
    assert ways({**german, **french}, "f-4", "1713") == {"1613": 1}


@pytest.mark.rule("14-6", "14-11", "14-8.2")
def test_several_units_choose_among_hexes_of_the_best_class() -> None:
    """Without a Headquarters three free hexes are alike (DW-R47)."""
    game = arena({**THREE, "g-1A": ("5006", "supply 90"), "f-1": CENTRE, "f-2": CENTRE}, 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "retreat", stand="retreat")
    assert asked(game) == ("entente", "retreat")
    assert set(args(game, "to")) == {N, NE, NW}
    assert refused(game, "to", S) == "14-8"
    assert refused(game, "to", SE) == "14-11"
    assert refused(game, "to", "5201") == "14-6"
    assert args(game, "unit") == ["f-2"], "the other may go before it"
    game.act("unit", "f-2")
    game.act("to", NE)
    game.act("to", NW)
    assert (where(game, "f-1"), where(game, "f-2")) == (NW, NE)


@pytest.mark.rule("14-7")
def test_the_headquarters_that_paid_steers_the_retreat() -> None:
    units: dict[str, Placed] = {"f-1": CENTRE, "f-2A": ("4903", "supply 20"), "f-1A": ("5103", "supply 20"), **THREE}
    for hq, expected in (("f-1A", NE), ("f-2A", NW)):
        game = attack(arena({**units, "g-1A": ("5006", "supply 90")}, 4, 1), CENTRE, "g-3", "g-4", "g-5")
        until(game, "defend")
        game.act("supply", "f-1")
        game.act("hq", hq)
        until(game, "retreat")
        assert set(args(game, "to")) == {expected, N}


@pytest.mark.rule("14-7")
def test_without_payment_the_nearest_headquarters_steers_it() -> None:
    """DW-R46: even one without any supply, so that nothing secret leaks."""
    units: dict[str, Placed] = {"f-1": CENTRE, "f-2A": "4903", "f-1A": ("5102", "supply 20"), **THREE}
    game = attack(arena({**units, "g-1A": ("5006", "supply 90")}, 4, 1), CENTRE, "g-3", "g-4", "g-5")
    until(game, "defend")
    game.act("supply", "f-1")
    game.act("unsupplied")
    until(game, "retreat")
    assert set(args(game, "to")) == {NW, N}


@pytest.mark.rule("14-10", "14-11")
def test_full_hexes_receive_nobody() -> None:
    game = assault({"f-1": CENTRE, **full(N)}, 4, 1)
    until(game, "advance", "retreat")
    assert refused(game, "to", N) == "14-10"
    assert set(args(game, "to")) == {NE, NW}


@pytest.mark.rule("14-12", "14-19", "14-19.1", "14-19.2", "14-14")
def test_with_only_a_neutral_country_behind_them_units_are_interned() -> None:
    """DW-E139, DW-R50: 2205 is Dutch; the other hexes behind 2206 are full of friends, so it is not surrounded."""
    german: dict[str, Placed] = {
        "g-3": "2306",
        "g-4": "2306",
        "g-5": "2307",
        "g-6": "2207",
        "g-1A": ("2406", "supply 90"),
    }
    game = situation({**german, "f-1": "2206", **full("2106", "2107")}, step="combat", dice=[6, 1])
    s, h = game.state, HEXES.number("2206")
    assert s.neutral >> HEXES.number("2205") & 1
    assert options(s, unit("f-1"), h, friends_around(s, "entente", h)) == []
    attack(game, "2206", "g-3", "g-4", "g-5", "g-6")
    until(game, "attack", "advance")
    assert happened(game, "driven")
    assert happened(game, "interned")
    assert where(game, "f-1") == "lost", "never to return"
    assert dm(game, "french") == 7, "normal points for what fell and for what was interned"


@pytest.mark.rule("14-19.2", "14-14")
def test_internment_costs_normal_points_surrender_double() -> None:
    from front1914.titles.der_weltkrieg.combat.toll import remove

    for how, points, box in (
        ({"interned": True}, 7, "lost"),
        ({"surrendered": True}, 14, "lost"),
        ({}, 7, "eliminated"),
    ):
        game = arena({"g-3": S, "f-1": CENTRE})
        remove(game.state, unit("f-1"), **how)
        assert (dm(game, "french"), where(game, "f-1")) == (points, box)


@pytest.mark.rule("14-14")
def test_who_must_retreat_and_cannot_is_eliminated_but_counterattacked_as_one_who_retreats() -> None:
    """Every hex behind it is full; it is not surrounded, for friends stand there."""
    game = assault({"f-1": CENTRE, **full(N, NE, NW), "g-6": SE, "g-7": SW}, 4, 1)
    until(game, "advance", "attack")
    assert where(game, "f-1") == "eliminated"
    assert happened(game, "counter_strength")[-1]["points"] == 2 * 7


@pytest.mark.rule("14-9", "14-9.2", "14-9.3", "16-8", "14-8.7")
def test_a_stack_that_retreats_among_enemies_must_attack_them_all_at_once() -> None:
    """The hex behind is full, those beside it are in German zones: from NE it attacks SE, from where it was hit too."""
    units: dict[str, Placed] = {"f-1": CENTRE, **full(N), "g-6": SE, "g-7": SW}
    game = assault(units, 4, 1, 3, 3)
    until(game, "retreat")
    assert set(args(game, "to")) == {NE, NW}
    game.act("to", NE)
    assert asked(game) == ("entente", "attackers"), "it was supplied, so its attack may be"
    assert refused(game, "cancel") == "14-9"
    assert refused(game, "unit", "f-2") == "14-9"
    before = strength(game, "f-1")
    game.act("commit")
    until(game, "advance", "attack")
    second = happened(game, "strength")[-1]
    assert second["points"] == before // 2, "16-8: halved"
    assert happened(game, "counter_strength")[-1]["points"] == 8 * 6, "16-8: tripled and doubled"
    lost = before - (strength(game, "f-1") if where(game, "f-1") == NE else 0)
    assert lost
    first = 7 - before
    assert dm(game, "french") == first + 2 * lost, "14-9.3: what it lost has surrendered"


@pytest.mark.rule("14-9.2")
def test_that_attack_is_unsupplied_if_somebody_was_not_supplied_before() -> None:
    units: dict[str, Placed] = {"f-1": CENTRE, **full(N), "g-6": SE, "g-7": SW}
    game = assault(units, 4, 1, 3, 3)
    until(game, "defend")
    game.act("supply", "f-1")
    game.act("unsupplied")
    until(game, "retreat")
    before = strength(game, "f-1")
    spent = mark(game, "f-1A", "supply")
    game.act("to", NE)
    until(game, "advance", "attack")
    assert happened(game, "strength")[-1]["points"] == before // 2 // 2
    assert mark(game, "f-1A", "supply") == spent


@pytest.mark.rule("14-8.7", "14-11")
def test_of_hexes_among_enemies_the_nearest_to_the_headquarters_is_taken() -> None:
    """N is full; NE and NW are in German zones, and the Headquarters is in the north-east."""
    units: dict[str, Placed] = {"f-1": CENTRE, **full(N), "g-3": S, "g-6": SE, "g-7": SW, "f-1A": "5102"}
    assert ways(units, "f-1", CENTRE) == {NE: 7}


@pytest.mark.rule("14-9.1")
def test_defenders_against_such_an_attack_share_one_terrain_of_any_of_their_hexes() -> None:
    from front1914.titles.der_weltkrieg.combat.battle import LAST, Battle
    from front1914.titles.der_weltkrieg.combat.defence import terrains

    units: dict[str, Placed] = {"g-3": "2816", "g-5": "2918", "f-88T": "2817"}
    s = bare(units, step="combat")
    around = tuple(HEXES.number(word) for word in ("2816", "2918"))
    b = Battle("battle", LAST, 1, around, (unit("f-88T"),), (-1,), (4,), (), 0)
    single = [set(terrains(s, b._replace(targets=(h,)))) for h in around]
    assert set(terrains(s, b)) == single[0] | single[1]
    assert single[0] != single[1]


@pytest.mark.rule("14-9.1", "21-4")
def test_a_fortress_in_one_of_the_hexes_forbids_its_streets_only() -> None:
    """Lille lies among urban hexsides: with a fortress in it nobody uses them there, without it they may."""
    from front1914.titles.der_weltkrieg.board import URBAN
    from front1914.titles.der_weltkrieg.combat.battle import LAST, Battle
    from front1914.titles.der_weltkrieg.combat.defence import terrains

    city, beside = (HEXES.number(word) for word in ("1007", "1108"))
    for fort, streets in (({}, True), ({"f-F-Lille": "1007"}, False)):
        units: dict[str, Placed] = {"g-3": "1108", "f-1": "1007", **fort}
        s = bare(units, step="combat")
        b = Battle("battle", LAST, 0, (city,), (unit("g-3"),), (-1,), (8,), (), 0)
        assert s.at[unit("g-3")] == beside
        assert (URBAN in terrains(s, b)) is streets


@pytest.mark.rule("14-16", "14-16.1", "14-16.2")
def test_ground_that_could_not_be_entered_costs_half_or_everything() -> None:
    """DW-E082: five points lose three. 2108 to 2109 is wooded rough, between zones."""
    from front1914.titles.der_weltkrieg.combat.retreat import CHOSEN, HARD, go

    units: dict[str, Placed] = {"be-1": ("2108", 4), "g-3": "2208", "g-4": "2107", "f-1": ("2108", 5), "f-E1": "2108"}
    s = bare(units, step="combat")
    a, b = HEXES.number("2108"), HEXES.number("2109")
    assert s.zone("central") >> a & 1
    assert s.zone("central") >> b & 1
    assert hard(s, unit("f-1"), a, b)
    go(s, unit("f-1"), Way(b, HARD + 7), CHOSEN)
    assert (s.strength[unit("f-1")], s.at[unit("f-1")]) == (2, b)
    go(s, unit("f-E1"), Way(b, HARD + 7), CHOSEN)
    assert not s.on_map(unit("f-E1")), "14-16.2: other units are eliminated"


@pytest.mark.rule("14-16", "32-3")
def test_mountain_units_have_more_ground_behind_them() -> None:
    units: dict[str, Placed] = {"f-44": "2108", "f-1": "2108", "g-3": "2208", "g-4": "2107"}
    s = bare(units, step="combat")
    a, b = HEXES.number("2108"), HEXES.number("2109")
    assert (hard(s, unit("f-1"), a, b), hard(s, unit("f-44"), a, b)) == (True, False)


@pytest.mark.rule("14-20", "29-13")
def test_rail_bound_guns_retreat_along_the_line_others_are_destroyed() -> None:
    from front1914.titles.der_weltkrieg.combat.retreat import goes

    assert [goes(unit(u)) for u in ("g-42b", "g-42a", "g-21b", "g-3", "g-1A", "g-E20", "g-RPL1")] == [
        True,
        False,
        False,
        True,
        True,
        True,
        True,
    ]
    units: dict[str, Placed] = {"g-42b": "2605", "g-3": "2605", "f-1": "2604"}
    s = bare(units, step="combat", side="entente")
    found = options(s, unit("g-42b"), HEXES.number("2605"), ())
    assert found
    rails = s.rails("central")
    assert all(rails >> way.hex & 1 for way in found)
    everybody = options(s, unit("g-3"), HEXES.number("2605"), ())
    assert {way.hex for way in found} <= set(BOARD.neighbours[HEXES.number("2605")])
    assert everybody


@pytest.mark.rule("29-13", "18-16", "18-11")
def test_what_becomes_of_guns_headquarters_and_markers_in_a_retreat() -> None:
    """DW-R48: a Headquarters that is forced to go loses its supply, one that chooses to go keeps it."""
    units: dict[str, Placed] = {"f-1": CENTRE, "f-H1": CENTRE, "f-2A": (CENTRE, "supply 30"), "f-E1": CENTRE}
    for die, keeps in ((6, False), (1, True)):
        game = assault({**units, "f-S1": (CENTRE, "supply 5")}, die, 1)
        until(game, "advance", "attack", stand="retreat")
        assert where(game, "f-H1") == "eliminated", "29-13"
        assert where(game, "f-S1") == "eliminated", "18-11"
        assert where(game, "f-2A") in (N, NE, NW)
        assert (mark(game, "f-2A", "supply") > 0) == keeps
        assert where(game, "f-E1") in (N, NE, NW)


@pytest.mark.rule("14-8", "14-7")
def test_a_hex_that_two_equally_near_headquarters_give_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One gives both hexes as of the third class, the other the second as of the first: one choice, the better."""
    ranked = {1: [(3, 4, 40), (3, 4, 41)], 2: [(1, 2, 41), (5, 6, 40)]}
    monkeypatch.setattr(retreat, "ringed", lambda s, side, start: False)
    monkeypatch.setattr(retreat, "lines", lambda s, u, start: [1, 2])
    monkeypatch.setattr(retreat, "_ranked", lambda s, u, start, friends, hq, beset: ranked[hq])
    state: Any = None
    assert options(state, 0, 0, ()) == [Way(40, 3), Way(41, 1)]
