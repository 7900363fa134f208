"""29 to 33: artillery, cavalry, mountain and assault units."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg import costs, supply
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat import cavalry
from front1914.titles.der_weltkrieg.combat.ability import siege_objection
from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, COLUMN, Battle
from front1914.titles.der_weltkrieg.combat.defence import judged, stand_of
from front1914.titles.der_weltkrieg.combat.evasion import driven
from front1914.titles.der_weltkrieg.combat.forces import assault_points, bodies, full_assault, helpless
from front1914.titles.der_weltkrieg.combat.strength import attack as reckon
from front1914.titles.der_weltkrieg.combat.strength import hasty_works
from front1914.titles.der_weltkrieg.combat.supplying import Use, bills
from front1914.titles.der_weltkrieg.marching import allowance, march
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, IS_ASSAULT, IS_MOUNTAIN, SIDE
from tests.titles.der_weltkrieg.arena import (
    CENTRE,
    FAR_S,
    NE,
    SE,
    N,
    S,
    arena,
    attack,
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
    verbs,
    where,
)

#: Figure 12: guns of 4, 3, 8 and 8 points around Liege
FIGURE_12: dict[str, Placed] = {
    "g-21b": "2106",
    "g-21a": "2108",
    "g-42a": "2206",
    "g-30a": "2207",
    "g-3": "2106",
    "g-4": "2108",
    "g-1A": ("2206", "supply 60"),
    "be-F-Liege": "2107",
}
GUNS = ("g-21b", "g-21a", "g-42a", "g-30a")


def fight(units: dict[str, Placed], *, terrain: int = 0, kind: int = ASSAULT, **more: Any) -> tuple[DWState, Battle]:
    """A state and a Combat on the centre by all Germans in it; nobody needs supply."""
    s = bare(units, **more)
    h = HEXES.number(CENTRE)
    own = tuple(u for u in map(unit, units) if SIDE[u] == "central" and s.at[u] != h)
    foes = tuple(s.stack(h))
    b = Battle("battle", kind, 0, (h,), own, (-2,) * len(own), tuple(s.strength[u] for u in own), (), 0)
    return s, b._replace(defenders=foes, backers=(-2,) * len(foes), terrain=terrain)


# ---- 29: artillery


@pytest.mark.rule("29-1")
def test_field_and_siege_guns_are_artillery() -> None:
    assert [IS_ARTILLERY[unit(u)] for u in ("g-21b", "g-42a", "g-3")] == [True, True, False]


@pytest.mark.rule("29-6", "29-7", "29-7.1", "29-10", "29-11", "13-25")
def test_figure_12() -> None:
    """DW-E141 to DW-E145: 23 points, 12 Supply Points, column 46, +4, and no counterattack."""
    game = situation(FIGURE_12, step="combat", dice=[1])
    attack(game, "2107", *GUNS)
    until(game, "attack", "loss")
    told = happened(game, "strength")[-1]
    assert told["points"] == 46
    bonus = [note for note in told["notes"] if note[1] == "29-10"]
    assert [note[0] for note in bonus] == [4]
    assert mark(game, "g-1A", "supply") == 60 - 12
    assert not happened(game, "counter_result")
    lost = happened(game, "attack_result")[-1]["points"]
    assert strength(game, "be-F-Liege") == 36 - lost


@pytest.mark.rule("29-11")
def test_guns_are_doubled_while_the_garrison_is_thin() -> None:
    """DW-E143: fifteen points of infantry against four hexsides, and sixteen."""
    for points, column in ((15, 46), (16, 23)):
        garrison: dict[str, Placed] = {"f-1": "2107", "f-2": "2107", "f-88T": ("2107", points - 14)}
        game = situation({**FIGURE_12, **garrison}, step="combat", dice=[1])
        attack(game, "2107", *GUNS)
        until(game, "attack", "loss", "stand")
        assert happened(game, "strength")[-1]["points"] == column


@pytest.mark.rule("29-2")
def test_in_1914_siege_guns_fire_at_fortresses_only() -> None:
    game = arena(supplied({"g-42a": S, "g-3": S, "f-1": CENTRE}))
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-42a") == "29-2"
    game = arena(supplied({"g-42a": S, "g-3": S, "f-1": CENTRE, "f-F-Laon": CENTRE}))
    game.act("to", CENTRE)
    assert "g-42a" in args(game, "unit")


@pytest.mark.rule("29-2.1")
def test_siege_guns_never_counterattack() -> None:
    game = arena({"g-1A": (FAR_S, "supply 40"), "g-42a": CENTRE, "g-3": CENTRE, "f-1": N}, 1, 1, side="entente")
    attack(game, CENTRE, "f-1")
    until(game, "counter")
    assert args(game, "hold") == ["g-3"]


@pytest.mark.rule("29-15")
def test_from_1915_siege_guns_serve_as_field_guns_of_half_their_strength_against_trenches() -> None:
    """DW-E147: eight points count four and cost two."""
    dug = {CENTRE: {"work": "trench", "builder": "entente"}}
    s = bare({"g-42a": S, "f-1": CENTRE}, year=1915, month=6, hexes=dug)
    assert siege_objection(s, HEXES.number(CENTRE), unit("g-42a")) is None
    assert bills(s, {unit("g-42a"): unit("g-1A")}, Use(True, field=True)) == {unit("g-1A"): 2}
    s, b = fight({"g-42a": S, "f-1": CENTRE}, year=1915, month=6, hexes=dug)
    assert reckon(s, b).points == 4
    bare_ground = bare({"g-42a": S, "f-1": CENTRE}, year=1915, month=6)
    reason = siege_objection(bare_ground, HEXES.number(CENTRE), unit("g-42a"))
    assert reason is not None
    assert reason.rule == "29-15"


@pytest.mark.rule("29-4")
def test_guns_do_not_fight_far_from_their_headquarters() -> None:
    """DW-E098, DW-E099: 4906 to 5203 is far, an adjacent hex is near whatever lies between."""
    near = arena({"g-1A": (FAR_S, "supply 20"), "g-21b": S, "f-1": CENTRE})
    near.act("to", CENTRE)
    assert "g-21b" in args(near, "unit")
    far = arena({"g-1A": ("5206", "supply 20"), "g-21b": "4904", "g-3": "4904", "f-1": CENTRE})
    s = far.state
    length = supply.length(s, unit("g-1A"), HEXES.number("4904"))
    assert length is not None
    assert length > 4
    far.act("to", CENTRE)
    assert refused(far, "unit", "g-21b") == "19-11"
    assert supply.payers(s, unit("g-21b"), False) == [], "nor do they counterattack"


@pytest.mark.rule("29-6", "19-2")
def test_guns_without_supply_points_attack_nobody() -> None:
    """17-5: the player is asked all the same, so that nothing betrays his stocks."""
    game = arena({"g-1A": (FAR_S, "supply 1"), "g-21b": S, "f-1": CENTRE})
    assert asked(game) == ("central", "attack")
    assert refused(game, "to", CENTRE) == "19-2"
    assert verbs(game) == {"done", "corps"}
    game = arena({"g-1A": (FAR_S, "supply 2"), "g-21b": S, "g-21c": S, "f-1": CENTRE})
    game.act("to", CENTRE)
    game.act("unit", "g-21b")
    assert refused(game, "unit", "g-21c") == "19-2"


@pytest.mark.rule("29-5")
def test_guns_counterattack_doubled() -> None:
    game = arena(supplied({"g-3": S, "f-1": CENTRE, "f-H1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "attack", "loss")
    assert happened(game, "counter_strength")[-1]["points"] == 7 * 3 + 2 * 2


@pytest.mark.rule("29-7", "13-23")
def test_an_attack_by_guns_alone_may_be_aimed_at_guns_and_fortress() -> None:
    units: dict[str, Placed] = {"g-21b": S, "g-21c": SE, "f-1": CENTRE, "f-H1": CENTRE, "f-F-Laon": CENTRE}
    game = arena(supplied(units), 6, 1)
    game.act("to", CENTRE)
    game.act("unit", "g-21b")
    game.act("unit", "g-21c")
    assert "aim" in verbs(game)
    game.act("aim")
    game.act("commit")
    until(game, "attack")
    lost = happened(game, "attack_result")[-1]["points"]
    assert lost
    assert strength(game, "f-1") == 7, "only guns and fortress lose"
    left = (strength(game, "f-H1") if where(game, "f-H1") == CENTRE else 0) + (
        strength(game, "f-F-Laon") if where(game, "f-F-Laon") == CENTRE else 0
    )
    assert left == max(0, 5 - lost)


@pytest.mark.rule("29-7")
def test_other_attacks_cannot_be_aimed() -> None:
    game = arena(supplied({"g-21b": S, "g-3": S, "f-1": CENTRE, "f-F-Laon": CENTRE}))
    game.act("to", CENTRE)
    game.act("unit", "g-21b")
    game.act("unit", "g-3")
    assert refused(game, "aim") == "29-7"
    game = arena(supplied({"g-21b": S, "f-1": CENTRE}))
    game.act("to", CENTRE)
    game.act("unit", "g-21b")
    assert refused(game, "aim") == "29-7", "neither guns nor a fortress are there"


@pytest.mark.rule("29-7.1")
def test_guns_alone_are_answered_by_guns_alone() -> None:
    game = arena(supplied({"g-21b": S, "f-1": CENTRE, "f-H1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-21b")
    until(game, "attack", "loss", defend="commit")
    assert happened(game, "counter_strength")[-1]["points"] == 2 * 2


@pytest.mark.rule("29-7.2")
def test_rivers_do_not_matter_to_guns_alone() -> None:
    """Over the Saar, 2815 to 2716."""
    for units, rules in (({"g-21b": "2815"}, []), ({"g-21b": "2815", "g-3": "2815"}, ["13-5"])):
        more: dict[str, Placed] = {"g-6A": ("2915", "supply 30"), "f-1": "2716"}
        game = situation({**units, **more}, step="combat", dice=[1, 1])
        attack(game, "2716", *units)
        until(game, "stand", "attack", "counter", terrain="terrain broken")
        assert [note[1] for note in happened(game, "strength")[-1]["notes"] if note[1] == "13-5"] == rules
    rhine: dict[str, Placed] = {"g-21b": "2604", "g-1A": ("2604", "supply 30"), "f-1": "2603"}
    game = situation(rhine, step="combat", dice=[1])
    attack(game, "2603", "g-21b")
    until(game, "stand", "attack", "counter", terrain="terrain clear")
    assert happened(game, "strength")[-1]["points"] == 4, "not halved by the Rhine either"


@pytest.mark.rule("29-13.1", "6-11", "24-1")
def test_guns_engineers_and_replacements_alone_are_overrun() -> None:
    units: dict[str, Placed] = {"f-H1": CENTRE, "f-RPL1": CENTRE, "f-E1": CENTRE, "g-3": S}
    game = arena(units)
    assert helpless(game.state, "entente", HEXES.number(CENTRE))
    attack(game, CENTRE, "g-3")
    assert asked(game) == ("central", "advance"), "no dice are thrown"
    assert [where(game, u) for u in ("f-H1", "f-RPL1", "f-E1")] == ["eliminated"] * 3


@pytest.mark.rule("24-1")
def test_replacements_neither_fight_nor_fall_for_others() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-1": CENTRE, "f-RPL1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3", "g-4")
    until(game, "counter", "stand")
    assert unit("f-RPL1") not in record(game).defenders


@pytest.mark.rule("29-14")
def test_guns_do_not_count_when_a_retreat_is_judged() -> None:
    s, b = fight({"g-3": S, "f-88T": CENTRE, "f-H1": CENTRE, "f-H2": CENTRE})
    assert stand_of(s, b, HEXES.number(CENTRE)).strength == 4


@pytest.mark.rule("29-3", "29-8", "29-9")
def test_three_guns_fit_beside_six_divisions_and_enter_zones_behind_infantry_for_nothing() -> None:
    """DW-E041."""
    from front1914.titles.der_weltkrieg.rail import load as rail_load
    from front1914.titles.der_weltkrieg.stacking import fits

    s = bare({"g-3": "2816"})
    guns = [unit(u) for u in ("g-21a", "g-21b", "g-21c", "g-21d")]
    six = [unit(f"g-{n}") for n in (3, 4, 5, 6, 7, 8)]
    h = HEXES.number("2816")
    assert fits(s, six + guns[:3], h)
    assert not fits(s, six + guns, h)
    assert [rail_load(s, unit(u)) for u in ("g-21b", "g-42a")] == [2, 1]
    s = bare({"g-21b": "2815", "g-3": "2816", "f-1": "2817"})
    found = march(s, [unit("g-21b")], 0)
    plain = costs.table(s).step(HEXES.number("2815"), HEXES.number("2816"))
    assert found.price(unit("g-21b"), HEXES.number("2815"), HEXES.number("2816"), first=True) == plain
    s = bare({"g-21b": "2815", "f-1": "2817"})
    found = march(s, [unit("g-21b")], 0)
    assert found.price(unit("g-21b"), HEXES.number("2815"), HEXES.number("2816"), first=True) == (plain or 0) + 1


@pytest.mark.rule("29-12")
def test_guns_make_no_minimum_move_over_mountains_without_a_railway() -> None:
    """2523 to 2623: mountain."""
    from front1914.titles.der_weltkrieg.board import BOARD, MOUNTAIN, TERRAIN, TRACK

    link = next(
        link
        for link, terrain in enumerate(TERRAIN)
        if terrain == MOUNTAIN and not TRACK[link] and str(HEXES[BOARD.links[link][0]]) < "3700"
    )
    a, b = BOARD.links[link]
    s = bare({"f-H1": str(HEXES[a]), "f-1": str(HEXES[a])}, side="entente", neutral=())
    assert not march(s, [unit("f-H1")], 0).hexes >> b & 1
    assert march(s, [unit("f-1")], 0).hexes >> b & 1, "others may"


@pytest.mark.rule("29-16")
def test_guns_do_not_go_from_trench_to_trench_under_the_eyes_of_the_enemy() -> None:
    marked = {h: {"work": "devastation"} for h in ("2816", "2817")}
    units: dict[str, Placed] = {"g-21b": "2816", "g-3": "2816", "g-4": "2817", "f-1": "2717"}
    s = bare(units, hexes=marked)
    b = HEXES.number("2817")
    assert s.zone("entente") >> b & 1
    assert not march(s, [unit("g-21b")], 0).hexes >> b & 1
    s = bare(units, hexes={"2816": {"work": "devastation"}})
    assert march(s, [unit("g-21b")], 0).hexes >> b & 1


# ---- 30, 31: cavalry


@pytest.mark.rule("30-1")
def test_light_cavalry_is_always_supplied() -> None:
    game = arena({"g-2KD": S, "f-1": CENTRE}, 1, 1)
    attack(game, CENTRE, "g-2KD")
    until(game, "attack", "stand", "counter")
    assert record(game).column == 2


@pytest.mark.rule("30-2", "30-3", "30-3.1", "14-15")
def test_cavalry_may_go_before_an_attack_by_others() -> None:
    game = arena(supplied({"g-3": S, "f-1DC": CENTRE}))
    attack(game, CENTRE, "g-3")
    assert asked(game) == ("entente", "evade")
    game.act("unit", "f-1DC")
    assert where(game, "f-1DC") == N
    assert mark(game, "f-1DC", "retreated") == 0, "14-15: nobody was there to fight for it"
    assert asked(game) == ("central", "advance"), "30-3: the hex is empty"
    assert mark(game, "g-1A", "supply") == 90, "nothing was spent"
    game.act("unit", "g-3")
    assert mark(game, "g-3", "attacked") == 1, "30-3.1: it has been in combat"


@pytest.mark.rule("30-2")
def test_cavalry_in_a_mixed_stack_may_go_too_but_not_before_cavalry() -> None:
    game = arena(supplied({"g-3": S, "g-2KD": S, "f-1DC": CENTRE, "f-1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3")
    assert asked(game) == ("entente", "evade")
    game.act("unit", "f-1DC")
    until(game, "counter", "stand")
    assert record(game).defenders == (unit("f-1"),)
    game = arena(supplied({"g-3": S, "g-2KD": S, "f-1DC": CENTRE, "f-1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3", "g-2KD")
    assert asked(game)[1] != "evade", "cavalry is among the attackers"


@pytest.mark.rule("30-4", "30-4.1")
def test_from_november_to_june_cavalry_far_from_everything_goes_hungry() -> None:
    """DW-E148: ten points from the nearest source."""
    s = bare({"g-2KD": CENTRE, "f-1DC": N}, month=1)
    far = {s_: cavalry.fodder(s, s_).spent(HEXES.number(h)) for s_, h in (("central", CENTRE), ("entente", N))}
    for word, h in (("g-2KD", CENTRE), ("f-1DC", N)):
        length = far[SIDE[unit(word)]]
        expected = cavalry.NO_LINE if length is None else max(0, length - 8)
        assert cavalry.starved(s, unit(word)) == expected, h
    assert cavalry.starved(bare({"g-2KD": CENTRE}, month=7), unit("g-2KD")) == 0
    assert cavalry.starved(bare({"g-3": CENTRE}, month=1), unit("g-3")) == 0, "infantry eats less"


@pytest.mark.rule("30-4", "30-4.1")
def test_what_hunger_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """DW-E148: ten points from the nearest source: nothing of two is left; allowance 4, German and British 5."""

    class Field:
        def spent(self, h: int) -> int:
            return 10

    monkeypatch.setattr(cavalry, "fodder", lambda s, side: Field())
    s = bare({"g-2KD": CENTRE, "f-1DC": N}, month=1)
    assert cavalry.starved(s, unit("g-2KD")) == 2
    assert [allowance(s, unit(u), 0) for u in ("g-2KD", "f-1DC")] == [5, 4]
    from front1914.titles.der_weltkrieg.combat.supplying import present_strength

    assert present_strength(s, unit("g-2KD")) == 0
    summer = bare({"g-2KD": CENTRE, "f-1DC": N}, month=7)
    assert [allowance(summer, unit(u), 0) for u in ("g-2KD", "f-1DC")] == [6, 5]


@pytest.mark.rule("30-4.2")
def test_starved_cavalry_is_removed_in_the_special_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Field:
        def spent(self, h: int) -> int:
            return 9

    monkeypatch.setattr(cavalry, "fodder", lambda s, side: Field())
    game = situation({"f-1DC": N, "g-2KD": CENTRE}, step="completion", turn=0, month=1, year=1915)
    assert where(game, "f-1DC") == "eliminated", "one point is all it had"
    assert where(game, "g-2KD") == CENTRE


@pytest.mark.rule("40-3")
def test_austrian_cavalry_gives_way_to_overwhelming_cavalry() -> None:
    """DW-E162: yellow values: three times its size, six times in a Column Attack; all of them before Cossacks."""

    def gone(units: dict[str, Placed], kind: int = ASSAULT) -> list[int]:
        s = bare({**units, "ah-7C": CENTRE})
        attackers = tuple(map(unit, units))
        b = Battle("battle", kind, 1, (HEXES.number(CENTRE),), attackers, (-2,) * len(attackers), (), (), 0)
        return driven(s, b, HEXES.number(CENTRE))

    force: dict[str, Placed] = {"f-1DC": N, "f-3DC": N}
    assert gone(force) == []
    assert gone({**force, "f-5DC": N}) == [unit("ah-7C")]
    assert gone({**force, "f-5DC": N}, COLUMN) == []
    six = {f"f-{n}DC": N for n in (1, 3, 5, 4, 9, 7)}
    assert gone(dict(six), COLUMN) == [unit("ah-7C")]


@pytest.mark.rule("31-4")
def test_strengthened_cavalry_is_infantry_but_may_still_evade() -> None:
    from front1914.titles.der_weltkrieg.combat.forces import as_infantry, light

    game = arena(supplied({"g-3": S, "f-1DC": (CENTRE, "strengthened")}), 1, 1, year=1916)
    s = game.state
    assert (light(s, unit("f-1DC")), as_infantry(s, unit("f-1DC"))) == (False, True)
    assert not supply.free(s, unit("f-1DC"), True)
    attack(game, CENTRE, "g-3")
    assert asked(game) == ("entente", "evade"), "section 30 goes on applying"


# ---- 32: mountain units


@pytest.mark.rule("32-1", "32-2")
def test_mountain_units_cross_difficult_ground_more_easily() -> None:
    """DW-E150, DW-E151: wooded rough 3, mountain 5, rough 3; with a single track over three points 2."""
    from front1914.titles.der_weltkrieg.board import (
        BOARD,
        DRY,
        MOUNTAIN,
        NO_TRACK,
        ROUGH,
        SINGLE,
        TERRAIN,
        TRACK,
        WATER,
        WOODED_ROUGH,
    )
    from front1914.titles.der_weltkrieg.costs import crossing

    def link(terrain: int, track: int = NO_TRACK) -> int:
        every = range(len(BOARD.links))
        return next(i for i in every if TERRAIN[i] == terrain and TRACK[i] == track and WATER[i] == DRY)

    assert [crossing(link(t), True) for t in (WOODED_ROUGH, MOUNTAIN, ROUGH)] == [3, 5, 3]
    assert [crossing(link(t), False) for t in (WOODED_ROUGH, MOUNTAIN, ROUGH)] == [4, 6, 3]
    assert (crossing(link(ROUGH, SINGLE), True), crossing(link(ROUGH, SINGLE), False)) == (2, 3)
    assert IS_MOUNTAIN[unit("f-44")]


@pytest.mark.rule("32-3")
def test_mountain_units_make_the_minimum_move_from_zone_to_zone_up_to_six_points() -> None:
    """2108 to 2109 is wooded rough between zones: four points for others, three for them; both have spent nothing."""
    units: dict[str, Placed] = {"f-44": "2108", "f-1": ("2108", 4), "g-3": "2208", "g-4": "2107", "f-88T": "2108"}
    s = bare(units, side="entente")
    target = HEXES.number("2109")
    assert march(s, [unit("f-44")], 0).hexes >> target & 1
    assert not march(s, [unit("f-88T")], 0).hexes >> target & 1


# ---- 33: assault units


@pytest.mark.rule("33-1")
def test_there_are_infantry_and_mountain_assault_units() -> None:
    assert [IS_ASSAULT[unit(u)] for u in ("g-AD1", "g-AlpK", "g-3")] == [True, True, False]
    assert [IS_MOUNTAIN[unit(u)] for u in ("g-AD1", "g-AlpK")] == [False, True]


@pytest.mark.rule("33-2")
def test_assault_units_leave_zones_at_no_cost() -> None:
    """DW-E040: the second step of Figure 7 costs two; worn down to its regular strength it pays as others do."""
    a, b = HEXES.number("1010"), HEXES.number("0911")
    for points, price in ((12, 2), (8, 3)):
        s = bare({"g-AD1": ("1010", points), "f-1": "0910"})
        assert march(s, [unit("g-AD1")], 0).price(unit("g-AD1"), a, b, first=True) == price


def assaulted(units: dict[str, Placed], *dice: int, **more: Any) -> Game:
    """An attack on the centre from the south by all Germans of S."""
    game = arena(supplied(units), *dice, year=1918, month=3, **more)
    return attack(game, CENTRE, *[u for u, h in units.items() if u.startswith("g-") and h == S])


@pytest.mark.rule("33-3", "33-3.1", "33-3.2")
def test_the_first_turn_of_assault_units_against_a_country() -> None:
    """DW-E174, DW-R80: trench and all; in a later turn the trench holds."""
    dug = {CENTRE: {"work": "trench", "builder": "entente"}}
    game = assaulted({"g-AD1": S, "g-AD2": S, "f-1": CENTRE}, 6, 1, hexes=dug)
    assert game.state.assaulted[_french()] == game.state.now
    until(game, "advance", "attack")
    assert happened(game, "driven")[-1]["rule"] == "33-3"
    later = assaulted({"g-AD1": S, "g-AD2": S, "f-1": CENTRE}, 6, 1, hexes=dug, nations={"french": {"assaulted": 1}})
    until(later, "advance", "attack", "stand", "counter")
    assert not happened(later, "driven")
    mixed = assaulted({"g-AD1": S, "f-1": CENTRE, "be-1": CENTRE}, 1, 1, nations={"french": {"assaulted": 1}})
    s, b = mixed.state, record(mixed)
    assert not stand_of(s, b, HEXES.number(CENTRE)).shock, "33-3.2: most points are French"


def _french() -> int:
    from front1914.titles.der_weltkrieg.nations import FRENCH

    return FRENCH


@pytest.mark.rule("33-4", "33-5", "33-9.1")
def test_assault_points_and_what_is_lost_first() -> None:
    """DW-E152, DW-E153: four points of a 12-5; all of AlpK and Jgr units."""
    s = bare({"g-AD1": S, "g-AlpK": S, "g-Jgr": S, "g-3": S})
    assert [assault_points(s, unit(u)) for u in ("g-AD1", "g-AlpK", "g-Jgr", "g-3")] == [4, 12, 9, 0]
    s.lose(unit("g-AD1"), 4)
    assert assault_points(s, unit("g-AD1")) == 0, "it is an 8-5 infantry division now"
    assert not full_assault(s, unit("g-AD1"))
    s.lose(unit("g-AlpK"), 5)
    assert assault_points(s, unit("g-AlpK")) == 7, "33-5: it never reverts"
    assert [body.excess for body in bodies(s, [unit("g-AD1"), unit("g-AlpK")])] == [0, 7]


@pytest.mark.rule("33-4")
def test_in_combat_the_assault_division_pays_first() -> None:
    game = assaulted({"g-AD1": S, "g-3": S, "f-1": CENTRE, "f-2": CENTRE}, 1, 4)
    until(game, "loss", "attack", "advance")
    lost = happened(game, "counter_result")[-1]["points"]
    assert lost > 4
    assert strength(game, "g-AD1") <= 8


@pytest.mark.rule("33-7")
def test_assault_units_attack_a_vacant_hex_and_advance_into_it_without_supply() -> None:
    game = arena(supplied({"g-AD1": S, "g-3": S, "f-1": NE}), year=1918, month=3)
    assert CENTRE in args(game, "to")
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-3") == "33-7"
    game.act("unit", "g-AD1")
    game.act("commit")
    assert asked(game) == ("central", "advance")
    game.act("unit", "g-AD1")
    assert where(game, "g-AD1") == CENTRE
    assert mark(game, "g-1A", "supply") == 90
    assert mark(game, "g-AD1", "attacked") == 1
    plain = arena(supplied({"g-3": S, "f-1": NE}))
    assert plain.decision is None or CENTRE not in args(plain, "to")


@pytest.mark.rule("33-8", "33-8.1")
def test_forts_hold_less_against_full_strength_assault_units() -> None:
    h = HEXES.number(CENTRE)
    units: dict[str, Placed] = {"g-AD1": S, "f-1": CENTRE, "f-F-Laon": CENTRE}
    later = {"french": {"assaulted": 1}}
    s, b = fight(units, year=1918, month=3, nations=later)
    assert [judged(s, b._replace(losses=n), h).forced for n in (3, 4)] == [False, True]
    s, b = fight({**units, "g-AD1": (S, 10)}, year=1918, month=3, nations=later)
    assert not judged(s, b._replace(losses=4), h).forced, "not at full strength"
    dug = {CENTRE: {"work": "trench", "builder": "entente"}}
    s, b = fight(units, year=1918, month=3, nations=later, hexes=dug)
    assert not judged(s, b._replace(losses=4), h).forced, "a trench helps"


@pytest.mark.rule("33-9")
def test_more_assault_points_than_defenders_negate_hasty_works() -> None:
    """DW-E154: four assault points against three and four."""
    from front1914.titles.der_weltkrieg.board import ROUGH

    for points, holds in ((3, False), (4, True)):
        s, b = fight({"g-AD1": S, "f-88T": (CENTRE, points)}, year=1918, month=3, terrain=ROUGH)
        assert hasty_works(s, b, HEXES.number(CENTRE)) == holds
