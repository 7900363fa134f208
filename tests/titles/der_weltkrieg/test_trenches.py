"""22: trenches, devastation, the front line, hasty works, solid defences."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg import costs
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat import trenches
from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, Battle
from front1914.titles.der_weltkrieg.combat.defence import judged
from front1914.titles.der_weltkrieg.combat.strength import (
    artillery_needed,
    attack,
    counter,
    hasty_works,
    outgunned,
    solid,
    trench,
)
from front1914.titles.der_weltkrieg.state import HOLDER, WORKS, DWState
from front1914.titles.der_weltkrieg.world import SIDE
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_S, NE, NW, SE, SW, N, S, arena, supplied, until
from tests.titles.der_weltkrieg.arena import attack as declare
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    bare,
    refused,
    situation,
    unit,
)

DUG = {CENTRE: {"work": "trench", "builder": "entente"}}


def work(game: Game | DWState, h: str = CENTRE) -> str:
    """The marker in a hex."""
    s = game.state if isinstance(game, Game) else game
    return WORKS[s.work[HEXES.number(h)]]


def fight(units: dict[str, Placed], target: str = CENTRE, *, terrain: int = 0, **more: Any) -> tuple[DWState, Battle]:
    """A state and a Combat on the target by all Germans beside it; everybody is supplied by itself."""
    s = bare(units, **more)
    h = HEXES.number(target)
    own = tuple(u for u in (unit(word) for word in units) if SIDE[u] == "central" and s.at[u] != h)
    foes = tuple(u for u in s.stack(h))
    before = tuple(s.strength[u] for u in own)
    b = Battle("battle", ASSAULT, 0, (h,), own, (-2,) * len(own), before, (), 0)
    return s, b._replace(defenders=foes, backers=(-2,) * len(foes), terrain=terrain)


# ---- digging


def month_end(units: dict[str, Placed], **more: Any) -> Game:
    """The Special Turn, before anything is complete."""
    return situation(units, step="completion", turn=0, **more)


@pytest.mark.rule("22-1", "22-3", "5.3")
def test_infantry_begins_trenches_in_its_own_hex_in_the_special_turn() -> None:
    units: dict[str, Placed] = {"g-3": S, "g-2KD": SE, "g-21b": SW, "f-1": CENTRE, "f-44": N}
    game = month_end(units, month=9)
    assert asked(game) == ("central", "dig")
    assert args(game, "to") == [S]
    assert refused(game, "to", SE) == "22-1", "cavalry does not dig"
    assert refused(game, "to", SW) == "22-1", "nor do guns"
    game.act("to", S)
    assert work(game, S) == "construction"
    assert asked(game) == ("entente", "dig")
    assert set(args(game, "to")) == {CENTRE, N}, "mountain units dig too"


@pytest.mark.rule("22-2")
def test_no_trench_where_only_mountains_or_marsh_part_it_from_the_enemy() -> None:
    """2622 and 2723 are parted by mountains, 2622 and 2621 by woods."""
    over = bare({"f-1": "2622", "g-3": "2723"}, month=9)
    reason = trenches.refuse_digging(over, "entente", HEXES.number("2622"))
    assert reason is not None
    assert reason.rule == "22-2"
    both = bare({"f-1": "2622", "g-3": "2723", "g-4": "2621"}, month=9)
    assert trenches.refuse_digging(both, "entente", HEXES.number("2622")) is None


@pytest.mark.rule("22-2.1", "22-6", "22-13", "22-15")
def test_what_entering_a_marked_hex_costs() -> None:
    """DW-E113: clear 3, rough 5; across mountains and swamp the marker does not count; supply lines pay too."""
    for kind in ("trench", "devastation"):
        marked = {h: {"work": kind, "builder": "entente"} for h in (CENTRE, "2818", "2622", "0905")}
        s = bare({"g-3": S}, hexes=marked)
        table = costs.table(s)

        def cost(a: str, b: str, table: Any = table) -> int | None:
            found: int | None = table.step(HEXES.number(a), HEXES.number(b))
            return found

        assert cost(S, CENTRE) == 3
        assert cost("2817", "2818") == 5, "rough"
        plain = costs.table(bare({"g-3": S}))
        for a, b in (("2723", "2622"), ("0904", "0905")):
            assert cost(a, b) == plain.step(HEXES.number(a), HEXES.number(b)), "mountain and swamp"
        assert cost(CENTRE, S) == 1, "leaving costs nothing"
        assert costs.supply_costs(s, "central").step(HEXES.number(S), HEXES.number(CENTRE)) == 3


@pytest.mark.rule("22-5", "22-14")
def test_construction_is_complete_in_the_next_special_turn_and_replaces_devastation() -> None:
    begun = {CENTRE: {"work": "construction", "builder": "entente"}, N: {"work": "rebuilding", "builder": "entente"}}
    game = month_end({"f-1": CENTRE, "f-2": N, "g-3": S}, month=10, hexes=begun)
    assert (work(game), work(game, N)) == ("trench", "trench")
    assert game.state.builder[HEXES.number(N)] == HOLDER["entente"]


@pytest.mark.rule("22-14")
def test_devastation_stays_until_the_work_on_it_is_done() -> None:
    ruined = {CENTRE: {"work": "devastation"}}
    game = month_end({"f-1": CENTRE, "g-3": S}, month=10, hexes=ruined)
    until(game, "dig", dig="done")
    while asked(game)[0] != "entente":
        game.act("done")
    game.act("to", CENTRE)
    assert work(game) == "rebuilding"
    assert costs.table(game.state).step(HEXES.number(S), HEXES.number(CENTRE)) == 3
    game.state.put(unit("f-1"), HEXES.number(N))
    trenches.tidy(game.state)
    assert work(game) == "devastation", "22-4: only the construction is lost"


@pytest.mark.rule("22-4", "22-3")
def test_works_without_a_digger_are_gone_at_once() -> None:
    for kind in ("construction", "trench"):
        s = bare({"f-1": CENTRE, "g-3": S}, hexes={CENTRE: {"work": kind, "builder": "entente"}}, month=10)
        trenches.tidy(s)
        assert work(s) == kind
        s.put(unit("f-1"), HEXES.number(N))
        trenches.tidy(s)
        assert work(s) == "open"
    s = bare({"f-1DC": CENTRE, "g-3": S}, hexes=DUG, month=10)
    trenches.tidy(s)
    assert work(s) == "open", "cavalry does not hold it"


@pytest.mark.rule("22-4")
def test_marching_out_of_a_trench_gives_it_up() -> None:
    game = situation({"f-1": CENTRE, "g-3": FAR_S, "f-2": N}, step="move", side="entente", hexes=DUG, month=10)
    game.act("unit", "f-1")
    if N in args(game, "to"):
        game.act("to", N)
        assert work(game) == "open"
    else:  # the exercise ground is not part of the scenario's map
        from front1914.titles.der_weltkrieg.entering import enter

        enter(game.state, [unit("f-1")], HEXES.number(N))
        assert work(game) == "open"


# ---- April 1915


def front_of(s: DWState, side: str) -> set[str]:
    """The front line of a side on the exercise ground."""
    from front1914.kit.bits import members

    return {str(HEXES[h]) for h in members(trenches.front(s, side)) if str(HEXES[h])[:2] in ("49", "50", "51")}


@pytest.mark.rule("22-9", "22-9.1")
def test_the_front_line_and_where_trenches_are_built_from_april_1915() -> None:
    """5004 is Romanian ground, 5005 Bulgarian: rows four and five are the front."""
    s = bare({"f-1": CENTRE, "f-2": N, "g-3": S}, year=1915, month=4)
    assert {CENTRE, NE, NW} <= front_of(s, "entente")
    assert N not in front_of(s, "entente")
    assert {S, SE, SW} <= front_of(s, "central")
    assert trenches.refuse_digging(s, "entente", HEXES.number(CENTRE)) is None
    reason = trenches.refuse_digging(s, "entente", HEXES.number(N))
    assert reason is not None
    assert reason.rule == "22-9"
    before = bare({"f-1": CENTRE, "f-2": N, "g-3": S}, year=1915, month=3)
    assert trenches.refuse_digging(before, "entente", HEXES.number(N)) is None


@pytest.mark.rule("22-9")
def test_in_april_1915_trenches_behind_the_front_are_removed_once() -> None:
    both = {**DUG, N: {"work": "trench", "builder": "entente"}}
    s = bare({"f-1": CENTRE, "f-2": N, "g-3": S}, year=1915, month=4, turn=1, hexes=both)
    trenches.spring_of_1915(s)
    assert (work(s), work(s, N)) == ("trench", "open")
    s = bare({"f-1": CENTRE, "f-2": N, "g-3": S}, year=1915, month=4, turn=2, hexes=both)
    trenches.spring_of_1915(s)
    assert work(s, N) == "trench"


@pytest.mark.rule("22-9.2")
def test_construction_behind_the_front_goes_when_the_owner_moves() -> None:
    begun = {N: {"work": "construction", "builder": "entente"}, CENTRE: {"work": "construction", "builder": "entente"}}
    s = bare({"f-1": CENTRE, "f-2": N, "g-3": S}, year=1915, month=5, side="entente", hexes=begun)
    s.phase = "movement"
    trenches.at_movement(s)
    assert (work(s), work(s, N)) == ("construction", "open")


@pytest.mark.rule("22-10", "22-12.1")
def test_a_captured_trench_is_devastated_from_april_1915() -> None:
    for year, month, left in ((1915, 4, "devastation"), (1915, 3, "open")):
        units: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": S, "f-88T": (CENTRE, 1)}
        game = arena(supplied(units), 6, 1, year=year, month=month, hexes=DUG)
        declare(game, CENTRE, "g-3", "g-4", "g-5")
        until(game, "advance")
        assert work(game) == ("trench" if month == 4 else "open"), "22-12: on the front it stays for a moment"
        game.act("unit", args(game, "unit")[0])
        assert work(game) == left


@pytest.mark.rule("22-11")
def test_a_trench_that_leaves_the_front_becomes_devastation() -> None:
    s = bare({"f-1": CENTRE, "f-2": N, "g-3": S}, year=1915, month=6, hexes=DUG)
    for word in (S, SE, SW, "4906", "5006", "5106", "4805", "5205", "5206", "4806"):
        s.holder[HEXES.number(word)] = HOLDER["entente"]
    trenches.tidy(s)
    assert work(s) == "devastation"


@pytest.mark.rule("22-9", "22-11", "22-12.1", "TEC.27")
def test_the_hindenburg_line_stands_behind_the_front_until_it_is_taken() -> None:
    """DW-R131: only trenches are given up there."""
    line = {h: {"work": "hindenburg", "builder": "entente"} for h in (CENTRE, N)}
    for year, month in ((1915, 4), (1917, 2)):
        s = bare({"f-1": CENTRE, "g-3": S}, year=year, month=month, turn=1, hexes=line)
        assert N not in front_of(s, "entente")
        trenches.spring_of_1915(s)
        trenches.tidy(s)
        assert (work(s), work(s, N)) == ("hindenburg", "hindenburg")
        s.put(unit("g-3"), HEXES.number(N))
        trenches.tidy(s)
        assert (work(s), work(s, N)) == ("hindenburg", "devastation")


@pytest.mark.rule("22-12")
def test_an_empty_trench_on_the_front_stays_from_april_1915() -> None:
    for month, left in ((4, "trench"), (3, "open")):
        s = bare({"f-2": N, "g-3": S}, year=1915, month=month, hexes=DUG)
        trenches.tidy(s)
        assert work(s) == left


# ---- in combat


@pytest.mark.rule("22-7", "22-13", "TEC.25", "TEC.27")
def test_trenches_lower_the_attack_die_devastation_does_not() -> None:
    for kind, adjust in (("trench", -2), ("hindenburg", -3), ("devastation", 0), ("construction", 0)):
        marked = {CENTRE: {"work": kind, "builder": "entente"}}
        s, b = fight({"g-3": S, "f-1": CENTRE}, hexes=marked, month=10)
        assert attack(s, b).adjust == adjust
        assert counter(s, b).adjust == 0


@pytest.mark.rule("22-2", "22-7")
def test_a_trench_does_not_help_against_an_attack_across_mountains_alone() -> None:
    """DW-R33."""
    marked = {"2622": {"work": "trench", "builder": "entente"}}
    s, b = fight({"g-3": "2723", "f-1": "2622"}, "2622", hexes=marked, month=10)
    assert not trench(s, b, HEXES.number("2622"))
    s, b = fight({"g-3": "2723", "g-4": "2621", "f-1": "2622"}, "2622", hexes=marked, month=10)
    assert trench(s, b, HEXES.number("2622"))


@pytest.mark.rule("22-8")
def test_from_a_trench_units_are_driven_only_when_all_would_be_lost() -> None:
    """DW-E115: eight points (4 and 4)."""
    s, b = fight({"g-3": S, "f-88T": CENTRE, "f-87T": CENTRE}, hexes=DUG, month=10)
    h = HEXES.number(CENTRE)
    assert [judged(s, b._replace(losses=n), h).forced for n in (4, 7, 8)] == [False, False, True]
    s, b = fight({"g-3": S, "f-88T": CENTRE, "f-87T": CENTRE}, month=10)
    assert judged(s, b._replace(losses=4), h).forced


@pytest.mark.rule("22-16", "22-16.1", "22-16.2")
def test_hasty_works_by_year_and_terrain() -> None:
    """DW-E116: rough -3, woods -2, broken -1; mountains count as better than -3."""
    from front1914.titles.der_weltkrieg.board import BROKEN, MOUNTAIN, ROUGH, WOODS

    h = HEXES.number(CENTRE)
    cases = ((1914, ROUGH, True), (1915, ROUGH, False), (1915, WOODS, True), (1916, WOODS, False), (1916, BROKEN, True))
    for year, terrain, driven in cases:
        s, b = fight({"g-3": S, "f-88T": CENTRE, "f-87T": CENTRE}, year=year, month=6, terrain=terrain)
        assert judged(s, b._replace(losses=5), h).forced == driven
    s, b = fight({"g-3": S, "f-1": CENTRE}, year=1915, month=6, terrain=MOUNTAIN)
    assert hasty_works(s, b, h)


@pytest.mark.rule("22-17")
def test_in_1915_enough_guns_of_both_kinds_silence_a_trench_except_in_the_west() -> None:
    """DW-E172: two divisions; two and two, two and one; in the West never."""
    from front1914.titles.der_weltkrieg.board import ROUGH

    siege: dict[str, Placed] = {"g-42a": S, "g-30a": S}
    field: dict[str, Placed] = {"g-21b": SE, "g-21c": SE}
    held: dict[str, Placed] = {"f-1": CENTRE, "f-2": CENTRE}
    h = HEXES.number(CENTRE)
    for guns, silenced in (({**siege, **field}, True), ({**siege, "g-21b": SE}, False)):
        s, b = fight({**guns, **held}, year=1915, month=6, hexes=DUG, terrain=ROUGH)
        assert outgunned(s, b, h) == silenced
        assert trench(s, b, h) != silenced
        assert hasty_works(s, b, h) != silenced
    s, b = fight({**siege, **field, **held}, year=1916, month=6, hexes=DUG)
    assert not outgunned(s, b, h)
    west = {"2817": {"work": "trench", "builder": "entente"}}
    units: dict[str, Placed] = {"g-42a": "2816", "g-30a": "2816", "g-M11": "2917", "g-21b": "2917", "g-21c": "2917"}
    s, b = fight({**units, "f-1": "2817", "f-2": "2817"}, "2817", year=1915, month=6, hexes=west)
    assert not outgunned(s, b, HEXES.number("2817"))


@pytest.mark.rule("22-18", "22-18.1")
def test_attacked_from_front_and_rear_works_need_friends_on_one_flank() -> None:
    from front1914.titles.der_weltkrieg.board import ROUGH

    h = HEXES.number(CENTRE)
    pincers: dict[str, Placed] = {"g-3": S, "g-4": N, "f-1": CENTRE}
    for friends, helps in (({}, False), ({"f-2": NE, "f-3": SE}, True), ({"f-2": NE, "f-3": NW}, False)):
        s, b = fight({**pincers, **friends}, year=1915, month=6, hexes=DUG, terrain=ROUGH)
        assert trench(s, b._replace(beset=()), h) == helps
        assert hasty_works(s, b, h) == helps
    three: dict[str, Placed] = {"g-3": S, "g-4": NE, "g-5": NW, "f-1": CENTRE, "f-2": N, "f-3": SE}
    s, b = fight(three, year=1915, month=6, hexes=DUG, terrain=ROUGH)
    assert not trench(s, b, h)


@pytest.mark.rule("22-19")
def test_a_solid_defence_has_a_trench_and_a_division_or_five_points_for_each_hexside() -> None:
    h = HEXES.number(CENTRE)
    s, b = fight({"g-3": S, "f-1": CENTRE}, year=1915, month=6, hexes=DUG)
    assert solid(s, b, h)
    s, b = fight({"g-3": S, "f-88T": CENTRE}, year=1915, month=6, hexes=DUG)
    assert not solid(s, b, h), "four points are less than five"
    s, b = fight({"g-3": S, "g-4": SE, "f-1": CENTRE}, year=1915, month=6, hexes=DUG)
    assert not solid(s, b, h), "two hexsides need ten"
    s, b = fight({"g-3": S, "be-1": CENTRE}, year=1915, month=6, hexes=DUG)
    assert solid(s, b, h), "four make up a Belgian division (DW-R67)"
    s, b = fight({"g-3": S, "f-1": CENTRE}, year=1915, month=6)
    assert not solid(s, b, h)


@pytest.mark.rule("22-20", "22-20.1", "22-20.2", "22-20.3", "22-20.4")
def test_the_artillery_that_suffices() -> None:
    """DW-E119."""
    places = {"west": "2817", "italy": "6204", "other": CENTRE}
    found = {
        front: [artillery_needed(bare({"g-3": S}, year=year), HEXES.number(h)) for year in range(1914, 1919)]
        for front, h in places.items()
    }
    assert found == {"west": [0, 3, 6, 9, 12], "italy": [0, 2, 2, 4, 6], "other": [0, 2, 2, 2, 2]}


@pytest.mark.rule("22-21", "22-21.1")
def test_too_little_artillery_against_a_solid_defence() -> None:
    """DW-E120: clear -1 and +2, broken 0 and +2, woods nothing; the trench counts besides."""
    from front1914.titles.der_weltkrieg.board import BROKEN, CLEAR, WOODS
    from front1914.titles.der_weltkrieg.combat.battle import COLUMN

    for terrain, first, second in ((CLEAR, -1, 2), (BROKEN, 0, 2), (WOODS, 0, 0)):
        s, b = fight({"g-3": S, "f-1": CENTRE}, year=1915, month=6, hexes=DUG, terrain=terrain)
        assert sum(n.amount for n in attack(s, b).notes if n.rule == "22-21") == first
        assert sum(n.amount for n in counter(s, b).notes if n.rule == "22-21") == second
    s, b = fight({"g-3": S, "g-21b": S, "f-1": CENTRE}, year=1915, month=6, hexes=DUG)
    assert not [n for n in attack(s, b).notes if n.rule == "22-21"], "four points of guns suffice"
    s, b = fight({"g-3": S, "f-1": CENTRE}, year=1915, month=6, hexes=DUG)
    assert not [n for n in attack(s, b._replace(kind=COLUMN)).notes if n.rule == "22-21"], "Combat Phase only"


# ---- 22-22


@pytest.mark.rule("22-22")
def test_optional_construction_begins_in_any_turn_and_takes_seven() -> None:
    """DW-E121: begun in the third turn of August it is complete in the third of September."""
    options = {"trenches_any_turn": True}
    begun = {S: {"work": "construction", "builder": "central", "begun": 3}}
    for month, turn, done in ((9, 2, "construction"), (9, 3, "trench")):
        s = bare({"g-3": S, "f-1": CENTRE}, month=month, turn=turn, hexes=begun, options=options)
        trenches.seven_turns_later(s)
        assert work(s, S) == done
    game = situation({"g-3": S, "f-1": CENTRE}, step="completion", turn=0, month=9, hexes=begun, options=options)
    assert work(game, S) == "construction", "the month does not matter"
    s = bare({"g-3": S, "f-1": CENTRE}, month=8, turn=3, options=options)
    trenches.seven_turns_later(s)
    assert s.flow[-1] == ("dig", "central")
    s = bare({"g-3": S, "f-1": CENTRE}, month=8, turn=3)
    trenches.seven_turns_later(s)
    assert s.flow[-1] != ("dig", "central")
