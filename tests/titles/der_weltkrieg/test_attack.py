"""12, 13: who attacks whom, the column and the dice of attack and counterattack, and who loses what."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg.board import CLEAR, HEXES, ROUGH, TERRAINS
from front1914.titles.der_weltkrieg.charts import losses
from front1914.titles.der_weltkrieg.combat.strength import attack as reckon_attack
from front1914.titles.der_weltkrieg.combat.strength import multiplier
from tests.titles.der_weltkrieg.arena import (
    CENTRE,
    FAR_S,
    NE,
    NW,
    SE,
    SW,
    N,
    S,
    arena,
    attack,
    record,
    shares,
    supplied,
    until,
)
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    situation,
    strength,
    unit,
    verbs,
    where,
)

GERMANS: dict[str, Placed] = {"g-3": S, "g-4": SE}
FIGURE_9: dict[str, Placed] = {
    "g-3": "2816",
    "g-4": ("2816", 5),
    "g-10Lw": "2917",
    "g-8KD": "2917",
    "g-5": ("2918", 5),
    "g-6A": ("2917", "supply 60"),
    "f-88T": "2817",
    "f-87T": "2817",
    "f-1A": ("2718", "supply 60"),
}


REGIMENTS = [f"g-r{n}" for n in range(1, 6)]


# ---- 12: who may attack


@pytest.mark.rule("12-1", "12-2", "12-8", "5.7")
def test_the_attacker_chooses_hexes_in_any_order_or_none() -> None:
    game = arena({"g-3": S, "g-4": S, "f-1": CENTRE, "f-2": SE})
    assert set(args(game, "to")) == {CENTRE, SE}
    assert refused(game, "to", N) == "12-2"
    game.act("done")
    assert asked(game)[1] != "attack", "nobody is compelled"


@pytest.mark.rule("12-3", "12-7", "12-9")
def test_one_combat_after_the_other_each_hex_and_each_unit_once() -> None:
    game = arena({**GERMANS, "g-5": SW, "f-1": CENTRE, "f-2": "5104"}, 1, 1)
    attack(game, CENTRE, "g-3", "g-5")
    assert asked(game)[1] != "attack", "the first combat comes to its end before the next"
    until(game, "attack")
    assert refused(game, "to", CENTRE) == "12-7"
    game.act("to", NE)
    assert refused(game, "unit", "g-3") == "12-9"
    assert args(game, "unit") == ["g-4"]


@pytest.mark.rule("12-4", "12-6")
def test_all_adjacent_units_may_join_and_no_others() -> None:
    game = arena({"g-3": S, "g-4": S, "g-5": SE, "g-6": SW, "g-7": FAR_S, "f-1": CENTRE})
    game.act("to", CENTRE)
    assert set(args(game, "unit")) == {"g-3", "g-4", "g-5", "g-6"}
    assert refused(game, "unit", "g-7") == "12-4"
    assert refused(game, "commit") == "12-6"


@pytest.mark.rule("12-5", "12-5.1")
def test_nobody_attacks_across_sea_lakes_and_alpine_hexsides() -> None:
    """4107 and 4207 are parted by an alpine hexside, 5501 and 5601 by a lake."""
    game = situation({"ah-36": "4107", "s-1M": "4207", "ah-21": "4206"}, step="combat")
    game.act("to", "4207")
    assert refused(game, "unit", "ah-36") == "12-5"
    assert args(game, "unit") == ["ah-21"]
    game = situation({"g-3": "5501", "r-9": "5601", "g-4": "5602"}, step="combat")
    game.act("to", "5601")
    assert args(game, "unit") == ["g-4"]


@pytest.mark.rule("12-10")
def test_units_of_one_stack_attack_different_hexes() -> None:
    game = arena({"g-3": S, "g-4": S, "f-1": CENTRE, "f-2": SE}, 1, 1, 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "attack")
    game.act("to", SE)
    assert args(game, "unit") == ["g-4"]


@pytest.mark.rule("12-11", "12-8")
def test_every_unit_in_the_hex_may_counterattack_or_be_held_back() -> None:
    game = arena(supplied({**GERMANS, "f-1": CENTRE, "f-2": CENTRE}), 1, 6)
    attack(game, CENTRE, "g-3")
    until(game, "counter")
    assert asked(game) == ("entente", "counter")
    assert set(args(game, "hold")) == {"f-1", "f-2"}
    game.act("hold", "f-1")
    game.act("commit")
    assert record(game).reply_column == 3 * 7, "only one of them"


@pytest.mark.rule("12-12", "13-7", "13-7.1", "19-3")
def test_the_attacker_pays_before_the_dice_each_unit_from_one_headquarters() -> None:
    game = arena({"g-1A": (FAR_S, "supply 2"), "g-2A": ("5106", "supply 9"), **GERMANS, "f-1": CENTRE}, 1, 1)
    game.act("to", CENTRE)
    game.act("unit", "g-3")
    game.act("unit", "g-4")
    game.act("supply", "g-4")
    assert asked(game) == ("central", "payer")
    assert refused(game, "hq", "g-1A") == "19-2", "its two points are meant for the other unit"
    game.act("hq", "g-2A")
    game.act("commit")
    assert (mark(game, "g-1A", "supply"), mark(game, "g-2A", "supply")) == (0, 7)
    kinds = [event.kind for event in game.events]
    assert kinds.index("supply_spent") < kinds.index("attack_result"), "paid before the table is used"


@pytest.mark.rule("12-13", "13-2")
def test_strength_is_what_is_left_after_losses_and_distance() -> None:
    """19-9: from 5103 over 5104 the line to FAR_S is longer than four."""
    game = arena(supplied({"g-3": (S, 5), "g-4": SE, "f-1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3", "g-4")
    until(game, "stand")
    assert record(game).column == 5 + 8
    far = arena(
        {"g-1A": ("5106", "supply 90"), "g-3": "4903", "g-4": "4904", "g-5": "4905", "g-6": S, "f-1": CENTRE}, 1
    )
    attack(far, CENTRE, "g-4")
    until(far, "stand")
    assert record(far).column == 8 - 0, "4904 to 5106: four points"


@pytest.mark.rule("12-14")
def test_strengths_in_parentheses_do_not_attack_but_count_in_defence() -> None:
    game = arena({"g-1A": (S, "supply 9"), "g-3": (S, 2), "f-1A": (CENTRE, "supply 9")}, 1, 1)
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-1A") == "12-14"
    game.act("unit", "g-3")
    game.act("commit")
    until(game, "attack", "advance", "retreat")
    assert happened(game, "counter_strength")[-1]["points"] == 3, "18-15: a Headquarters alone has one point, tripled"


# ---- 13: the throws


@pytest.mark.rule("13-1", "13-8", "13-13", "13-9")
def test_the_cell_of_column_and_die_is_what_the_defender_loses() -> None:
    """DW-E056: (20, 1) is 2; 24 points, die 4: 5."""
    assert losses(20, 1, 1914) == 2
    game = arena(supplied({"g-3": S, "g-4": SE, "g-5": SW, "f-1": CENTRE}), 4, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "loss", "attack", "advance", "stand", "retreat")
    assert (record(game).column, record(game).die, record(game).losses) == (24, 4, losses(24, 4, 1914))


@pytest.mark.rule("13-1", "13-13")
def test_the_stated_cells_of_the_table() -> None:
    """DW-E056, DW-E057, Figure 9."""
    assert (losses(20, 1, 1914), losses(24, 7, 1914)) == (2, 6)


@pytest.mark.rule("13-26")
def test_from_january_1917_the_bloodier_table_is_used() -> None:
    assert [losses(20, 4, year) for year in (1914, 1916, 1917, 1918)] == [4, 4, 5, 5]
    for year, expected in ((1916, 4), (1917, 5)):
        game = arena(supplied({"g-3": S, "g-4": SE, "g-5": (SW, 4), "f-1": CENTRE}), 4, 1, year=year, month=4)
        attack(game, CENTRE, "g-3", "g-4", "g-5")
        until(game, "stand", "loss", "retreat", "counter")
        assert record(game).losses == expected


@pytest.mark.rule("13-3", "13-6", "13-9", "13-15", "13-15.1", "13-20.1", "13-2")
def test_figure_9() -> None:
    """DW-E058 to DW-E065; the counterattack modifier is that of the chart (DW-R20)."""
    game = situation(FIGURE_9, step="combat", dice=[4, 4])
    attack(game, "2817", "g-3", "g-4", "g-10Lw", "g-5")
    assert asked(game) == ("entente", "terrain")
    assert set(args(game, "terrain")) == {"clear", "woods", "rough"}
    game.act("terrain", "rough")
    until(game, "stand")
    b = record(game)
    assert (b.column, b.adjust, b.losses) == (20, -3, 2)
    game.act("stand")
    until(game, "loss")
    b = record(game)
    assert (b.reply_column, b.reply_adjust) == (24, 1)
    assert b.reply_losses == losses(24, 4 + 1, 1914) == 5
    assert asked(game) == ("central", "loss"), "13-20: the attacker loses first, after both results are known"
    assert shares(game, ["g-3", "g-4", "g-10Lw", "g-5"]) == [6, 5, 1, 5], "fronts before backs: three points"
    assert shares(game, ["f-88T", "f-87T"]) == [4, 4], "the defender has not lost yet"
    game.act("unit", "g-3")
    game.act("unit", "g-3")
    assert shares(game, ["g-3", "g-4", "g-10Lw", "g-5"]) == [4, 5, 1, 5]
    assert shares(game, ["f-88T", "f-87T"]) == [3, 3], "both flipped: there was no choice"
    assert mark(game, "g-8KD", "attacked") == 0


@pytest.mark.rule("13-3")
def test_one_terrain_governs_both_dice() -> None:
    game = situation(FIGURE_9, step="combat", dice=[4, 4])
    attack(game, "2817", "g-3", "g-4", "g-10Lw", "g-5")
    game.act("terrain", "clear")
    until(game, "loss")
    assert (record(game).adjust, record(game).reply_adjust) == (0, 0)


@pytest.mark.rule("13-3.1")
def test_hexsides_across_a_neutral_border_cannot_be_chosen() -> None:
    """Around 2928: the terrain towards Switzerland counts only when it is at war."""
    from front1914.kit.bits import members
    from front1914.titles.der_weltkrieg.board import BOARD, IN, RING, TERRAIN
    from front1914.titles.der_weltkrieg.combat.terrain import choices, ways
    from front1914.titles.der_weltkrieg.nations import NATIONS
    from tests.titles.der_weltkrieg.positions import bare

    swiss = IN[NATIONS.number("swiss")]
    found = 0
    neutral, at_war = bare({"g-3": "2816"}), bare({"g-3": "2816"}, neutral=())
    for target in [h for h in HEXES.numbers if RING[h] & swiss and not swiss >> h & 1]:
        for origin in members(RING[target] & ~swiss):
            (d,) = ways(target, [origin])
            beside = [BOARD.steps[6 * target + (d + turn) % 6] for turn in (-1, 0, 1)]
            open_ = {TERRAINS[TERRAIN[BOARD.link[target, n]]] for n in beside if n >= 0 and not swiss >> n & 1}
            every = {TERRAINS[TERRAIN[BOARD.link[target, n]]] for n in beside if n >= 0}
            if open_ & {"ocean", "lake", "urban"} or every & {"ocean", "lake", "urban"}:
                continue
            assert {TERRAINS[t] for t in choices(neutral, target, [origin], False)} == open_
            assert {TERRAINS[t] for t in choices(at_war, target, [origin], False)} == every
            found += open_ != every
    assert found, "somewhere the border makes a difference"


@pytest.mark.rule("13-3.2", "13-3.1")
def test_water_hexsides_count_as_the_other_terrain_drawn_there() -> None:
    from front1914.titles.der_weltkrieg.board import BOARD, LAKE, OCEAN, SHORE, TERRAIN
    from front1914.titles.der_weltkrieg.combat.terrain import _drawn

    wet = [link for link, terrain in enumerate(TERRAIN) if terrain in (OCEAN, LAKE)]
    assert wet
    assert all(_drawn(link) == SHORE[link] for link in wet)
    assert {_drawn(link) for link in wet} & {-1, CLEAR}, "some have nothing drawn beside the water, or clear ground"
    assert all(_drawn(link) not in (OCEAN, LAKE) for link in range(len(BOARD.links)))


@pytest.mark.rule("13-4")
def test_urban_terrain_needs_a_city_two_urban_hexsides_or_an_attack_through_one() -> None:
    """0717 is Paris with two urban hexsides, 0816 and 0817 have one each; 1107 is a city with one."""
    from front1914.titles.der_weltkrieg.combat.terrain import direction, urban_allowed

    paris, east, lille, roubaix = (HEXES.number(word) for word in ("0717", "0817", "1007", "1107"))
    assert urban_allowed(paris, []), "two urban hexsides"
    assert urban_allowed(roubaix, []), "a city center and one"
    assert not urban_allowed(east, [(direction(east, paris) + 1) % 6]), "beside it is not enough"
    assert urban_allowed(east, [direction(east, paris)]), "through it"
    assert urban_allowed(lille, [])
    assert not urban_allowed(HEXES.number(CENTRE), [0, 1, 2])


@pytest.mark.rule("13-5", "13-5.1")
def test_rivers_count_only_when_all_attackers_cross_them() -> None:
    """DW-E168, DW-E169: 2603 and 2604 are parted by the Rhine, 2716 and 2815 by the Saar."""
    from front1914.titles.der_weltkrieg.combat.terrain import OPEN, OVER_MAJOR, OVER_RIVER, crossing

    def pair(a: str, b: str) -> tuple[int, int]:
        return HEXES.number(a), HEXES.number(b)

    rhine, saar, dry = pair("2604", "2603"), pair("2815", "2716"), pair(S, CENTRE)
    assert crossing([rhine]) == OVER_MAJOR
    assert crossing([saar]) == OVER_RIVER
    assert crossing([saar, rhine]) == OVER_RIVER, "DW-R25: a major river is at least a river"
    assert crossing([saar, dry]) == OPEN


@pytest.mark.rule("13-5", "13-5.1", "TEC.16", "TEC.17")
def test_what_crossing_rivers_does_to_both_dice() -> None:
    over = situation({"g-3": "2815", "f-1": "2716", "g-6A": ("2915", "supply 9")}, step="combat", dice=[3, 3])
    attack(over, "2716", "g-3")
    until(over, "stand", terrain="terrain broken")
    assert record(over).adjust == -1 - 2
    until(over, "attack", "loss", "retreat", "advance")
    assert happened(over, "counter_strength")[-1]["adjust"] == 0 + 1
    more: dict[str, Placed] = {"g-4": "2616", "g-6A": ("2815", "supply 9")}
    some = situation({"g-3": "2815", "f-1": "2716", **more}, step="combat", dice=[3, 3])
    links = [(h, "2716") for h in ("2815", "2616")]
    from front1914.titles.der_weltkrieg.board import BOARD, WATER

    waters = [bool(WATER[BOARD.link[HEXES.number(a), HEXES.number(b)]]) for a, b in links]
    assert waters == [True, False]
    attack(some, "2716", "g-3", "g-4")
    some.act("terrain", "broken")
    assert happened(some, "strength")[-1]["adjust"] == -1


@pytest.mark.rule("12-12", "19-3")
def test_the_defender_pays_before_the_dice_too() -> None:
    game = arena(supplied({"g-3": S, "f-1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "attack")
    order = [(event.kind, event.data.get("unit")) for event in game.events]
    paid, thrown = order.index(("supply_spent", "f-1A")), order.index(("attack_result", None))
    assert paid < thrown
    assert mark(game, "f-1A", "supply") == 90 - 4  # a point for two points of strength (19-2)


@pytest.mark.rule("13-5.1")
def test_all_across_a_major_river_halves_the_attackers() -> None:
    """DW-E169: over the Rhine, 2604 to 2603."""
    game = situation(
        {"g-3": "2604", "g-4": "2604", "g-5": ("2604", 4), "f-1": "2603", "g-1A": ("2605", "supply 40")},
        step="combat",
        dice=[3, 3],
    )
    attack(game, "2603", "g-3", "g-4", "g-5")
    until(game, "stand")
    b = record(game)
    halves = 1 + (TERRAINS[b.terrain] in ("urban", "mountain"))
    assert b.column == 20 // (2 * halves)
    until(game, "attack", "loss", "advance", "retreat")
    extra = [note for note in happened(game, "counter_strength")[-1]["notes"] if note[1] == "13-5"]
    assert [note[0] for note in extra] == [3]


@pytest.mark.rule("13-10", "13-11", "22-7")
def test_a_trench_lowers_the_attack_die_and_leaves_the_counterattack_alone() -> None:
    """DW-E114: here in clear terrain."""
    trench = {CENTRE: {"work": "trench", "builder": "entente"}}
    game = arena(supplied({**GERMANS, "f-1": CENTRE}), 3, 3, hexes=trench, month=10)
    attack(game, CENTRE, "g-3", "g-4")
    until(game, "stand")
    assert record(game).adjust == -2
    until(game, "attack", "loss", "advance", "retreat")
    assert happened(game, "counter_strength")[-1]["adjust"] == 0


@pytest.mark.rule("13-14", "14-2", "13-20")
def test_the_counterattack_comes_after_the_result_and_before_the_losses() -> None:
    game = arena(supplied({**GERMANS, "g-5": SW, "f-1": CENTRE}), 6, 6)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "counter", "retreat")
    assert happened(game, "attack_result")
    assert strength(game, "f-1") == 7, "nobody has lost anything yet"
    assert not happened(game, "counter_result")
    kinds = [event.kind for event in until(game, "attack", "advance").events]
    assert kinds.index("attack_result") < kinds.index("counter_result") < kinds.index("loss")


@pytest.mark.rule("13-15", "19-12", "19-1")
def test_an_unsupplied_defender_counterattacks_with_the_triple_of_his_half() -> None:
    """DW-E061, DW-E096."""
    game = arena({**GERMANS, "f-1": (CENTRE, 5)}, 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "attack")
    assert happened(game, "counter_strength")[-1]["points"] == 2 * 3


@pytest.mark.rule("13-15", "14-13", "21-3.1", "29-5", "7-11")
def test_the_multipliers_of_the_counterattack() -> None:
    """DW-E070: infantry 3, retreating 2, artillery 2, fortress 3, Russian fortress 1, entrained 1."""
    units: dict[str, Placed] = {
        "f-1": CENTRE,
        "f-H1": CENTRE,
        "f-2": (CENTRE, "entrained"),
        "r-F-Nov": CENTRE,
        **GERMANS,
    }
    game = arena(supplied(units), 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "counter")
    s, b = game.state, record(game)
    assert [multiplier(s, b, unit(u)) for u in ("f-1", "f-H1", "f-2", "r-F-Nov")] == [3, 2, 1, 1]
    assert s.entrained[unit("f-2")] == 0, "7-11: it has left its train at once"
    gone = b._replace(fates=(2,))
    assert [multiplier(s, gone, unit(u)) for u in ("f-1", "f-H1", "f-2", "r-F-Nov")] == [2, 2, 1, 1]
    column = b._replace(kind=1)
    assert [multiplier(s, column, unit(u)) for u in ("f-1", "f-H1")] == [6, 4], "DW-E071"


@pytest.mark.rule("13-17", "13-18")
def test_only_those_who_attacked_lose_what_the_counterattack_calls_for() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-1": CENTRE, "f-2": CENTRE}), 1, 6)
    attack(game, CENTRE, "g-3")
    until(game, "attack")
    lost = happened(game, "counter_result")[-1]["points"]
    assert lost == losses(42, 6, 1914) == 10
    assert where(game, "g-3") == "eliminated", "it had eight"
    assert strength(game, "g-4") == 8


@pytest.mark.rule("13-21", "13-22", "11-8")
def test_losses_reduce_a_counter_turn_it_over_and_remove_it() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-1": CENTRE}), 1, 1)
    s = game.state
    u = unit("g-3")
    assert (s.reduced(u), s.allowance(u)) == (False, 5)
    s.lose(u, 2)
    assert s.reduced(u), "its back side shows six"
    s.lose(u, 3)
    assert s.strength[u] == 3, "half of the back: a marker shows it (DW-R36)"
    s.lose(u, 3)
    assert where(game, "g-3") == "eliminated"
    assert (where(game, "g-4"), strength(game, "g-4")) == (S, 8), "whoever stands beside it loses nothing (DW-R36)"


@pytest.mark.rule("13-23", "13-24")
def test_light_cavalry_attacks_lose_it_first_defenders_last() -> None:
    game = arena(supplied({"g-2KD": S, "g-3": S, "f-1": CENTRE, "f-2": CENTRE, "f-1DC": CENTRE}), 6, 5)
    attack(game, CENTRE, "g-2KD", "g-3")
    until(game, "loss", "attack", "advance", "retreat")
    assert where(game, "g-2KD") == "eliminated", "attacking cavalry before infantry"
    until(game, "attack", loss="unit f-1")
    assert strength(game, "f-1DC") == 1, "defending cavalry after infantry"


@pytest.mark.rule("13-23.1")
def test_heavy_cavalry_is_infantry_for_supply_and_losses() -> None:
    """DW-E069."""
    from front1914.titles.der_weltkrieg.combat.forces import as_infantry, light
    from front1914.titles.der_weltkrieg.supply import free

    game = arena(supplied({"g-2KD": S, "g-5C": S, "f-1DC": CENTRE}))
    s = game.state
    assert [light(s, unit(u)) for u in ("g-2KD", "g-5C", "f-1DC")] == [True, False, True]
    assert [as_infantry(s, unit(u)) for u in ("g-2KD", "g-5C", "f-1DC")] == [False, True, False]
    assert [free(s, unit(u), True) for u in ("g-2KD", "g-5C", "f-1DC")] == [True, False, True]


@pytest.mark.rule("11-10")
def test_a_narrow_hex_is_attacked_by_a_limited_force() -> None:
    """DW-E044: 1202 holds four divisions and two guns, so eight and four attack it."""
    from front1914.titles.der_weltkrieg.combat.ability import crowded

    game = situation({f"g-{n}": "2816" for n in (3, 4, 5, 6, 7, 8, 9, 10, 11)}, step="combat")
    s, units = game.state, [unit(f"g-{n}") for n in (3, 4, 5, 6, 7, 8, 9, 10, 11)]
    narrow, wide = HEXES.number("1202"), HEXES.number(CENTRE)
    assert crowded(s, narrow, units[:8]) is None
    reason = crowded(s, narrow, units)
    assert reason is not None
    assert reason.rule == "11-10"
    assert crowded(s, wide, units) is None


@pytest.mark.rule("13-3")
def test_the_attack_knows_the_reasons_of_its_column_and_die() -> None:
    game = situation(FIGURE_9, step="combat", dice=[4, 4])
    attack(game, "2817", "g-3", "g-5")
    game.act("terrain", "rough")
    b = record(game)
    r = reckon_attack(game.state, b)
    assert (r.points, r.column, r.adjust) == (13, 13, -3)
    assert [note.rule for note in r.notes] == ["13-9"]
    assert b.terrain == ROUGH


@pytest.mark.rule("12-1")
def test_what_is_offered_is_what_is_allowed() -> None:
    game = arena(supplied({**GERMANS, "f-1": CENTRE, "f-2": NW, "f-3": N}))
    assert verbs(game) == {"to", "done", "corps"}
    game.act("to", CENTRE)
    assert verbs(game) == {"unit", "cancel"}
    game.act("cancel")
    assert asked(game) == ("central", "attack")


@pytest.mark.rule("27-3", "19-9")
def test_components_that_make_up_a_division_lose_to_distance_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """DW-E140: four of five German regiments are a division; over a line two points too long they bring 6 and 0."""
    from front1914.titles.der_weltkrieg import supply
    from front1914.titles.der_weltkrieg.combat.supplying import ATTACK, groups, worth

    s = situation({**dict.fromkeys(REGIMENTS, S), "f-1": CENTRE}).state
    found = groups(s, [unit(u) for u in REGIMENTS])
    assert [len(group) for group in found] == [4, 1]
    monkeypatch.setattr(supply, "shortfall", lambda *_: 2)
    assert [worth(s, group, unit("g-1A"), ATTACK, ringed=False) for group in found] == [6, 0]
    assert [worth(s, group, -1, ATTACK, ringed=False) for group in found] == [4, 1], "DW-R102: halved together"
