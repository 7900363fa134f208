"""Reach: kernel, level search and bucket queue against brute force, and the rules that ask for each flavour."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from front1914.kit import kernels
from front1914.kit.areas import AreaBoard
from front1914.kit.bits import from_members, members
from front1914.kit.board import Board
from front1914.kit.costs import FIRST_ONLY, NOT_BETWEEN_ZONES, NOT_INTO_ZONE, CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS, DOTTED, LETTERED, RANKS_WESTWARD
from front1914.kit.reach import Path, Reach, cheapest, reach
from front1914.kit.reach import field as field_of
from front1914.kit.searches import EVERYWHERE, Search, by_levels, by_nodes, by_steps
from front1914.kit.zones import BARRED, FREE, STOP_AND_NEVER_BETWEEN, ZoneRule

HEXES = [
    HexBoard.rectangle(COLUMNS, 9, 8),
    HexBoard.rectangle(RANKS_WESTWARD, 7, 9),
    HexBoard.rectangle(LETTERED, 8, 7),
    HexBoard(DOTTED, [f"{c:02d}.{r:02d}" for c in range(1, 9) for r in range(1, 9) if (c * r) % 5]),
]
AREAS = AreaBoard("ABCDEFGHIJ", ["AB", "AC", "BC", "BD", "CE", "DE", "DF", "EF", "FG", "GH", "HI", "FI", "IA"])  # type: ignore[arg-type]

#: Every flavour found in the five rulebooks, by the rule that asks for it
FLAVOURS = {
    "none (1914 - Fixed)": FREE,
    "none, one hex at least (1914 - Fixed MV-8)": ZoneRule(minimum=True),
    "stop, never between (Schlieffen's War 7.1)": STOP_AND_NEVER_BETWEEN,
    "one step from zone to zone (Schlieffen's War 11.1)": ZoneRule(stop=True, between=BARRED, first_exempt=True),
    "costs to enter and leave (Der Weltkrieg 10-7, 6-9)": ZoneRule(1, 1, minimum=True, minimum_between=4),
    "assault units (Der Weltkrieg 33-2)": ZoneRule(1, 0, minimum=True, minimum_between=4),
    "artillery (Der Weltkrieg 29-9)": ZoneRule(1, 1, negated=True, minimum=True, minimum_between=4),
    "column and rail (Der Weltkrieg 6-10, 7-6)": ZoneRule(enter=BARRED, leave=1),
    "dearer between (Offensive a outrance 7.1.6)": ZoneRule(2, 1, between=6, between_held=4),
    "line of communication units (Offensive a outrance 8.7.1)": ZoneRule(enter=BARRED, leave=1),
    "engage and disengage (Germany at War 7.4.3)": ZoneRule(1, 1, stop=True, between=BARRED),
    "stop unless own units are there": ZoneRule(stop=True, negated=True),
}
RULES = st.one_of(
    st.sampled_from(list(FLAVOURS.values())),
    st.builds(
        ZoneRule,
        enter=st.integers(-1, 3),
        leave=st.integers(0, 2),
        between=st.none() | st.integers(-1, 4),
        between_held=st.none() | st.integers(-1, 4),
        stop=st.booleans(),
        negated=st.booleans(),
        first_exempt=st.booleans(),
        minimum=st.booleans(),
        minimum_between=st.none() | st.integers(0, 4),
    ),
)


@dataclass
class Case:
    """One random question, kept as Python sets and dicts for the brute-force search."""

    board: Board
    cost: dict[tuple[int, int], int]
    flag: dict[tuple[int, int], int]
    sources: set[int]
    limit: int
    rule: ZoneRule
    sets: dict[str, set[int]] = field(default_factory=dict)
    bonus: int = 0
    first: dict[int, int | None] = field(default_factory=dict)

    def search(self) -> Search:
        cost, flag = self.cost, self.flag
        table = CostTable.build(self.board, lambda a, b, _: cost.get((a, b)), lambda a, b, _: flag.get((a, b)))
        bits = {name: from_members(nodes) for name, nodes in self.sets.items()}
        return Search(
            table, from_members(self.sources), self.limit, self.rule, bonus=self.bonus, first=self.first, **bits
        )

    def brute(self) -> dict[int, tuple[int, int]]:
        """(points, steps) of each node by Dijkstra, the rules one after the other as a rulebook puts them."""
        best: dict[int, tuple[int, int]] = {}
        heap = [(0, 0, a) for a in sorted(self.sources)]
        while heap:
            spent, steps, a = heappop(heap)
            if a in best:
                continue
            best[a] = spent, steps
            if steps and self.must_stop(a):
                continue
            for b in self.board.neighbours[a]:
                price = self.price(a, b, not steps)
                kept = self.bonus if b in self.sets["no_bonus"] else 0
                if price is not None and spent + price + kept <= self.limit:
                    heappush(heap, (spent + price, steps + 1, b))
        if self.rule.minimum:
            (a,) = self.sources
            best |= {b: (self.limit, 1) for b in self.board.neighbours[a] if b not in best and self.at_least(a, b)}
        return best

    def ground(self, a: int, b: int, first: bool) -> int | None:
        """The bare cost of a step."""
        return self.first[b] if first and b in self.first else self.cost.get((a, b))

    def at_least(self, a: int, b: int) -> bool:
        hard = self.rule.minimum_between
        between = a in self.sets["zone"] and self.zone_met(b)
        return self.price(a, b, True) is not None and (
            hard is None or not between or (self.ground(a, b, True) or 0) < hard
        )

    def zone_met(self, b: int) -> bool:
        return b in self.sets["zone"] and not (self.rule.negated and b in self.sets["held"])

    def must_stop(self, a: int) -> bool:
        return a in self.sets["stop_in"] or (self.rule.stop and self.zone_met(a))

    def price(self, a: int, b: int, first: bool) -> int | None:
        cost, flag, rule = self.ground(a, b, first), self.flag.get((a, b), 0), self.rule
        if cost is None or b in self.sets["blocked"]:
            return None
        if first and "first_in" in self.sets and b not in self.sets["first_in"]:
            return None
        if flag & FIRST_ONLY and not first:
            return None
        if first and rule.first_exempt:
            return cost
        leaves, enters = a in self.sets["zone"], self.zone_met(b)
        if enters and flag & NOT_INTO_ZONE:
            return None
        if enters and leaves and flag & NOT_BETWEEN_ZONES:
            return None
        if enters and leaves:
            extra = rule.between
            if rule.between_held is not None and b in self.sets["held"]:
                extra = rule.between_held
            if extra is None:
                extra = BARRED if rule.enter == BARRED else rule.enter + rule.leave
        else:
            extra = rule.enter if enters else rule.leave if leaves else 0
        return None if extra == BARRED else cost + extra


@st.composite
def cases(draw: st.DrawFn, single: bool = True) -> Case:
    board = draw(st.sampled_from([*HEXES, AREAS]))
    nodes = st.sampled_from(list(board.words.numbers))
    random = Random(draw(st.integers(0, 1 << 32)))  # Hypothesis's own would draw near to nothing most of the time
    prices = draw(st.sampled_from([(1,), (1, 1, 2, 3, None), (0, 1, 2), (6, 10, 60), (2, 3, 4, 6, 8, None)]))
    flags = draw(st.sampled_from([(0,), (0, 0, 0, 1, 2, 4, 7)]))
    pairs = [pair for link in board.links for pair in (link, link[::-1])]
    every = list(board.words.numbers)
    shares = {"zone": (0, 0.2, 0.5), "held": (0, 0.5), "blocked": (0, 0.1), "stop_in": (0, 0.1), "no_bonus": (0, 0.3)}
    sets = {name: set(random.sample(every, round(random.choice(share) * len(every)))) for name, share in shares.items()}
    sources = {draw(nodes)} if single else draw(st.sets(nodes, min_size=1, max_size=4))
    if draw(st.booleans()):
        sets["zone"] |= sources
    if single and draw(st.booleans()):
        sets["first_in"] = set(random.choices(every, k=len(every)))
    others = board.neighbours[min(sources)] if single and draw(st.booleans()) else ()
    return Case(
        board,
        {pair: price for pair in pairs if (price := random.choice(prices)) is not None},
        {pair: random.choice(flags) for pair in pairs},
        sources,
        draw(st.integers(0, 14)) * max(1, prices[0]),
        draw(RULES if single else RULES.filter(lambda rule: not rule.minimum)),
        sets,
        draw(st.integers(0, 3)),
        {b: random.choice((None, *prices)) for b in others if random.random() < 0.5},
    )


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Iterator[None]:
    """The kernels, for the tests that name them; `reach` itself is tested plain and compiled."""
    assert kernels.load()
    yield
    kernels.unload()


def answers(search: Search) -> list[Reach]:
    """The same question to every search."""
    assert kernels.load()
    found = [Reach(search, by_nodes(search)), Reach(search, [], kernels.search(search, members(search.sources)))]
    if isinstance(search.costs.board, HexBoard):
        found.append(Reach(search, by_levels(search)))
    return found


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(cases(), st.integers(0, 30))
def test_a_plain_search_step_by_step_agrees_with_the_queue(case: Case, points: int) -> None:
    """What is out of the ordinary in a case is taken out of it."""
    search, rule = case.search(), replace(case.rule, stop=False, first_exempt=False, minimum=False)
    table = CostTable(case.board, search.costs.costs)
    plain = search._replace(costs=table, rule=rule, stop_in=0, first_in=-1, bonus=0)
    assert plain.plain
    found, expected = Reach(plain, [], spent=by_steps(plain)), Reach(plain, by_nodes(plain))
    assert found.costs == expected.costs
    assert found.bits == expected.bits
    assert found.within(points) == expected.within(points)


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(cases(), st.integers(0, 30))
def test_every_search_agrees_with_brute_force(case: Case, points: int) -> None:
    expected = {node: spent for node, (spent, _) in case.brute().items()}
    for found in answers(case.search()):
        assert [found.spent(node) for node in range(case.board.size)] == [
            expected.get(n) for n in range(case.board.size)
        ]
        assert found.costs == expected
        assert list(found) == sorted(expected)
        assert found.bits == from_members(expected)
        assert len(found) == len(expected)
        assert found.within(points) == from_members(node for node, spent in expected.items() if spent <= points)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(cases())
def test_answers_are_equal_however_they_were_found_and_whatever_was_looked_up(case: Case) -> None:
    search = case.search()
    found, *others = answers(search)
    found.path_to(max(found))
    assert all(found == other for other in others)
    assert found != Reach(search._replace(limit=search.limit + 1), by_nodes(search))
    assert found != found.costs


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(cases(single=False))
def test_fields_agree_with_brute_force(case: Case) -> None:
    case.limit = case.limit if case.limit % 2 else EVERYWHERE
    expected = {node: spent for node, (spent, _) in case.brute().items()}
    for found in answers(case.search()):
        assert found.costs == expected


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(cases())
def test_paths_are_legal_cheapest_shortest_and_the_same_everywhere(case: Case) -> None:
    expected = case.brute()
    found, *others = answers(case.search())
    for node in range(case.board.size):
        path = found.path_to(node)
        assert all(other.path_to(node) == path for other in others)
        if node not in expected:
            assert path is None
            continue
        assert path is not None
        spent, steps = expected[node]
        assert (path.cost, len(path.nodes) - 1) == (spent, steps)
        assert path.nodes[0] in case.sources
        assert path.nodes[-1] == node
        assert not any(case.must_stop(a) for a in path.nodes[1:-1])
        prices = [case.price(a, b, not i) for i, (a, b) in enumerate(pairwise(path.nodes))]
        assert None not in prices
        if not found.forced >> node & 1:
            assert sum(price or 0 for price in prices) == spent


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(cases(), st.data())
def test_cheapest_way_to_the_nearest_goal(case: Case, data: st.DataObject) -> None:
    case.rule, case.bonus = ZoneRule(case.rule.enter, case.rule.leave, stop=case.rule.stop), 0
    case.sets.pop("first_in", None)
    case.first = {}
    goals = data.draw(st.sets(st.sampled_from(list(case.board.words.numbers)), max_size=5))
    expected = case.brute()
    search = case.search()
    sets = {name: from_members(case.sets[name]) for name in ("zone", "held", "blocked", "stop_in")}
    arrived = min(((expected[node][0], node) for node in goals if node in expected), default=None)
    for load in (kernels.unload, kernels.load):
        load()
        path = cheapest(search.costs, min(case.sources), from_members(goals), case.limit, case.rule, **sets)
        assert (path and (path.cost, path.nodes[-1])) == arrived
        if path:
            assert len(path.nodes) - 1 == expected[path.nodes[-1]][1]


@pytest.mark.parametrize("rule", [ZoneRule(leave=1), ZoneRule(leave=1, first_exempt=True)])
def test_who_sets_out_in_a_zone_has_a_first_step_too(rule: ZoneRule) -> None:
    start, east = number("1010"), number("1110")
    search = Search(ONES, 1 << start, 3, rule, zone=1 << start, first_in=1 << east)
    for found in answers(search):
        assert found.spent(east) == (1 if rule.first_exempt else 2)
        assert [h for h in SHEET.neighbours[start] if found.spent(h) == found.spent(east)] == [east]


def test_all_but_some_nodes_may_be_blocked() -> None:
    start, east = number("1010"), number("1110")
    for load in (kernels.unload, kernels.load):
        load()
        assert list(reach(ONES, start, 3, blocked=~(1 << east))) == [start, east]


def test_free_steps_inside_a_zone_that_costs_points_to_leave() -> None:
    """Who enters a zone for nothing, beside others that did, leaves it no later than they."""
    board = HexBoard.rectangle(COLUMNS, 4, 3)
    costs = CostTable.build(board, lambda a, b, _: 0 if board.spots[b][0] <= 2 else 1)  # type: ignore[index]
    zone = from_members(h for h in board.words.numbers if board.spots[h][0] == 2)  # type: ignore[index]
    search = Search(costs, 1 << board.words.number("0101"), 9, ZoneRule(leave=2), zone=zone)
    for found in answers(search):
        assert {found.spent(board.words.number(word)) for word in ("0301", "0302", "0303")} == {3}


# ---- the rulebooks


def words(board: Board, text: str) -> int:
    return board.bits(text.split())


SHEET = HexBoard(COLUMNS, [f"{c:02d}{r:02d}" for c in range(7, 14) for r in range(7, 14)])
ONES = CostTable.uniform(SHEET)


def number(word: str) -> int:
    return SHEET.words.number(word)


@pytest.mark.parametrize("load", [kernels.unload, kernels.load])
def test_der_weltkrieg_figure_7(load: Any) -> None:
    """1110 to 1010 costs 2 in all, on to 0911 3 more; without points left the minimum move remains (6-9)."""
    load()
    rule = FLAVOURS["costs to enter and leave (Der Weltkrieg 10-7, 6-9)"]
    french = number("0910")
    sets = {"zone": SHEET.ring[french], "blocked": 1 << french}
    assert reach(ONES, number("1110"), 5, rule, **sets).spent(number("1010")) == 2
    way = cheapest(ONES, number("1010"), 1 << number("0911"), 9, ZoneRule(1, 1), **sets)
    assert way == Path((number("1010"), number("0911")), 3)
    assert reach(ONES, number("1010"), 2, rule, **sets).left(number("0911")) == 0
    rough = CostTable.uniform(SHEET, 4)
    assert reach(rough, number("1010"), 2, rule, **sets).left(number("0911")) is None
    assert reach(rough, number("1010"), 6, rule, **sets).left(number("0911")) == 0
    assert reach(rough, number("1010"), 2, rule, **sets).left(number("1110")) == 0


def test_offensive_a_outrance_zone_to_zone() -> None:
    """7.1.6a: 44.18 to 43.18 beside 44.17 costs 2 + 6, or 2 + 4 with a friendly formation in 43.18."""
    board = HexBoard.rectangle(DOTTED, 60, 30)
    here, there, enemy = (board.words.number(word) for word in ("44.18", "43.18", "44.17"))
    rule = FLAVOURS["dearer between (Offensive a outrance 7.1.6)"]
    twos, sets = CostTable.uniform(board, 2), {"zone": board.ring[enemy], "blocked": 1 << enemy}
    direct = reach(twos, here, 9, rule, first_in=1 << there, **sets)
    assert direct.spent(there) == 8
    assert reach(twos, here, 9, rule, first_in=1 << there, held=1 << there, **sets).spent(there) == 6


def test_schlieffens_war_stops_and_never_goes_from_zone_to_zone() -> None:
    enemy = number("1010")
    sets = {"zone": SHEET.ring[enemy], "blocked": 1 << enemy}
    found = reach(ONES, number("1012"), 6, STOP_AND_NEVER_BETWEEN, **sets)
    assert found.left(number("1011")) == 5
    assert found.spent(number("1008")) == 6  # round the zone; the straight way is 4
    beside = reach(ONES, number("1111"), 6, STOP_AND_NEVER_BETWEEN, **sets)
    assert beside.spent(number("1112")) == 1
    assert beside.spent(number("1011")) == 2  # a neighbour in the zone: out of it and in again
    assert reach(ONES, number("1111"), 1, STOP_AND_NEVER_BETWEEN, **sets).left(number("1011")) is None
    probe = FLAVOURS["one step from zone to zone (Schlieffen's War 11.1)"]
    assert reach(ONES, number("1111"), 1, probe, **sets).left(number("1011")) == 0


def test_germany_at_war_must_disengage_into_a_friendly_area() -> None:
    """7.4.3: A (contested) borders on B (own) and C (not own); C is reached through B alone."""
    start, rule = AREAS.words.number("A"), FLAVOURS["engage and disengage (Germany at War 7.4.3)"]
    found = reach(CostTable.uniform(AREAS), start, 4, rule, zone=1 << start, first_in=words(AREAS, "B I"))
    assert found.spent(AREAS.words.number("B")) == 2
    assert found.path_to(AREAS.words.number("C")) == Path(tuple(map(AREAS.words.number, "ABC")), 3)


def test_fixed_1914_bonus_is_not_spent_on_rough_ground() -> None:
    start, rough = number("1010"), SHEET.within(number("1007"), 1)
    found = reach(ONES, start, 3, bonus=1, no_bonus=rough)
    assert found.left(number("1008")) == 1
    assert number("1007") not in found
    assert found.left(number("1013")) == 0


def test_fixed_1914_one_hex_may_always_be_entered() -> None:
    start = number("1010")
    dear = CostTable.uniform(SHEET, 5)
    found = reach(dear, start, 4, ZoneRule(minimum=True), blocked=1 << number("1009"))
    assert found.bits == 1 << start | SHEET.ring[start] & ~(1 << number("1009"))
    assert found.forced == found.bits & ~(1 << start)
    assert found.left(number("1011")) == 0


def test_grand_rivers_are_crossed_by_the_first_step_only() -> None:
    """Offensive a outrance 7.1.5."""
    river = SHEET.link[number("1010"), number("1011")]
    barrier = {SHEET.link[a, b] for a, b in SHEET.links if (SHEET.centre(a)[1] < 10.6) != (SHEET.centre(b)[1] < 10.6)}
    costs = CostTable.build(SHEET, lambda *_: 1, lambda a, b, link: FIRST_ONLY if link in barrier else 0)
    assert river in barrier
    assert number("1011") in reach(costs, number("1010"), 3)
    assert not reach(costs, number("1008"), 9).bits >> number("1011") & 1


# ---- tables


def test_backward_table_measures_the_way_to_the_sources() -> None:
    uphill = CostTable.build(SHEET, lambda a, b, _: 3 if b > a else 1)
    goal = number("1010")
    back = field_of(uphill.backward, 1 << goal)
    for start in (number("0707"), number("1313"), number("1012")):
        way = cheapest(uphill, start, 1 << goal)
        assert way is not None
        assert back.spent(start) == way.cost
    assert uphill.backward.backward.costs == uphill.costs
    flagged = CostTable.build(SHEET, lambda *_: 1, lambda a, b, _: FIRST_ONLY if a < b else 0)
    a, b = SHEET.links[0]
    assert flagged.backward.flags[flagged.index(b, a)] == FIRST_ONLY
    assert flagged.backward.flags[flagged.index(a, b)] == 0


def test_patches_leave_the_first_table_alone() -> None:
    a, b = number("1010"), number("1011")
    ones = CostTable.uniform(SHEET)
    for load in (kernels.load, kernels.unload):
        load()
        assert reach(ones, a, 1).spent(b) == 1  # the table has been used, in both ways
    assert ones.backward.step(a, b) == 1
    blown = ones.patched({(a, b): None, (b, a): 4})
    assert (ones.step(a, b), blown.step(a, b), blown.step(b, a)) == (1, None, 4)
    assert blown.backward.step(b, a) is None
    for load in (kernels.load, kernels.unload):
        load()
        assert reach(ones, a, 1).spent(b) == 1
        assert reach(blown, a, 2).spent(b) == 2
        assert reach(blown, b, 1).spent(a) is None
        assert reach(blown, b, 4).spent(a) == 2


@settings(deadline=None, max_examples=60)
@given(cases(), st.data())
def test_a_patched_table_is_the_same_as_a_new_one(case: Case, data: st.DataObject) -> None:
    table = case.search().costs
    on_hexes = isinstance(case.board, HexBoard)
    assert not on_hexes or table.classes
    steps = st.sampled_from([pair for link in case.board.links for pair in (link, link[::-1])])
    changes = data.draw(st.dictionaries(steps, st.none() | st.integers(0, 9), max_size=8))
    patched = table.patched(changes)
    for pair, cost in changes.items():
        case.cost.pop(pair, None)
        case.cost |= {} if cost is None else {pair: cost}
    fresh = case.search().costs
    assert patched.costs == fresh.costs
    if on_hexes:
        used = [c for c in patched.classes if any(c.masks)]
        assert used == [c for c in fresh.classes if any(c.masks)]
    search = case.search()._replace(costs=patched)
    expected = {node: spent for node, (spent, _) in case.brute().items()}
    assert all(found.costs == expected for found in answers(search))


def test_nothing_is_reached_from_nowhere() -> None:
    for load in (kernels.load, kernels.unload):
        load()
        assert field_of(ONES, 0).bits == 0
        assert list(field_of(ONES, 0)) == []
        assert cheapest(ONES, number("1010"), 0) is None


def test_bad_tables_and_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="each step"):
        CostTable(SHEET, [1, 2])
    with pytest.raises(ValueError, match="below zero"):
        CostTable.build(SHEET, lambda *_: -2)
    with pytest.raises(ValueError, match="less than nothing"):
        ONES.patched({SHEET.links[0]: -1})
    with pytest.raises(ValueError, match="negative"):
        ZoneRule(enter=-2)
    with pytest.raises(ValueError, match="negative"):
        ZoneRule(leave=BARRED)
    with pytest.raises(ValueError, match="minimum move"):
        field_of(ONES, 1, None, ZoneRule(minimum=True))


# ---- loading the kernels


def test_without_numba_the_plain_searches_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels.unload()
    monkeypatch.setattr(kernels, "_dial", None)

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(kernels, "import_module", missing)
    assert not kernels.load()
    assert not kernels.ready()
    assert len(reach(ONES, number("1010"), 1)) == 7


def test_without_a_folder_for_the_cache_the_kernel_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    monkeypatch.setattr(kernels, "_dial", None)
    asked = []

    def njit(function: Any = None, *, cache: bool = False) -> Any:
        asked.append(cache)
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(function)

    real = numba.njit
    monkeypatch.setattr(numba, "njit", njit)
    assert kernels.load()
    assert asked == [True, False]
    assert len(reach(ONES, number("1010"), 1)) == 7


def test_the_kit_does_not_import_numba_by_itself() -> None:
    code = "import sys, front1914.kit.reach; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_equal_answers_are_one_key() -> None:
    """What rests on a reach is kept by it, so it can be looked up by another that is equal."""
    board = HexBoard.rectangle(COLUMNS, 5, 4)
    costs = CostTable.uniform(board)
    one, same, other = reach(costs, 3, 2), reach(costs, 3, 2), reach(costs, 3, 1)
    assert {one: "kept"}[same] == "kept"
    assert other not in {one: "kept"}
