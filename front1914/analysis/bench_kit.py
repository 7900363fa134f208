"""How fast the kit is, on an invented map of 5,040 hexes with 600 units, beside networkx and scipy.

Every function returns medians in seconds by name, taken turn and turn about in one run, so that they may be compared
as ratios on a noisy machine. Rivals that are not installed are left out.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from front1914.analysis.bench import Line
from front1914.kit import kernels
from front1914.kit.bits import from_members, members
from front1914.kit.costs import CostTable
from front1914.kit.flood import Gates, flood
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS
from front1914.kit.reach import Reach, field, reach
from front1914.kit.searches import Levels, Search, by_levels, by_nodes
from front1914.kit.zones import ZoneRule

POINTS = 12
RULE = ZoneRule(enter=1, stop=True)
FLAVOURS = {  # the dearest rules of the rulebooks
    "enter and leave": ZoneRule(1, 1, minimum=True, minimum_between=4),
    "dearer between": ZoneRule(2, 1, between=6, between_held=4),
}


@dataclass(frozen=True)
class Situation:
    """A unit that wants to move, 60 enemy units and their zones."""

    start: int
    enemies: int
    zone: int


@dataclass(frozen=True)
class Synthetic:
    """The map, what it costs to cross, where 600 units stand, and situations that all differ."""

    board: HexBoard
    costs: CostTable
    rivers: tuple[int, ...]
    units: tuple[int, ...]
    situations: tuple[Situation, ...]


@cache
def synthetic_board(seed: int = 1914) -> Synthetic:
    """72 x 70 hexes: clear, rough and forest at 1 to 3 points, rivers for one more, two armies of 300 units."""
    rng = random.Random(seed)
    board = HexBoard.rectangle(COLUMNS, 72, 70)
    nodes = list(board.words.numbers)
    ground = {h: rng.choice((1, 1, 1, 1, 2, 2, 3)) for h in nodes}
    rivers = frozenset(link for link in range(len(board.links)) if rng.random() < 0.08)
    costs = CostTable.build(board, lambda a, b, link: ground[b] + (link in rivers))
    units = tuple(rng.choice(nodes) for _ in range(600))
    situations = []
    middle = members(board.within(board.words.number("3635"), 15))
    for _ in range(50):
        start = rng.choice(middle)
        enemies = from_members(rng.sample([h for h in nodes if h != start], 60))
        situations.append(Situation(start, enemies, board.spread(enemies)))
    return Synthetic(board, costs, tuple(sorted(rivers)), units, tuple(situations))


def medians(jobs: dict[str, Callable[[Situation], Any]], rounds: int) -> dict[str, float]:
    """The median time of each job over all situations, the jobs in turn."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            for situation in synthetic_board().situations:
                begin = time.perf_counter()
                job(situation)
                times[name].append(time.perf_counter() - begin)
    return {name: statistics.median(found) for name, found in times.items()}


#: Targets in microseconds
TARGETS = {"reach, kernel": 40, "reach, plain": 150, "flood": 200}


def measure_kit(seconds: float) -> Iterator[Line]:
    """The figures of the kit, for `front1914 bench`; what networkx and scipy take is told as a ratio."""
    rounds = max(1, round(2 * seconds))
    for found in (bench_reach(rounds), bench_flood(rounds)):
        rivals = {name.split(", ")[1]: found.pop(name) for name in list(found) if name.endswith(("scipy", "networkx"))}
        for name, took in found.items():
            same = name in TARGETS  # the rivals were asked the same question
            note = ", ".join(f"{rival} takes {time / took:.0f} times as long" for rival, time in rivals.items())
            yield Line(f"kit: {name}", took * 1e6, "us", TARGETS.get(name), note=note if same else "")


def bench_reach(rounds: int = 3) -> dict[str, float]:
    """Reach with 12 points among 60 enemy units whose zones are new each time, everything asked for as a bitset."""
    was_ready = kernels.ready()
    found = medians(reach_jobs(), rounds)
    if not was_ready:
        kernels.unload()
    return found


def reach_jobs() -> dict[str, Callable[[Situation], Any]]:
    """The same question to every search; each answers with the nodes that can be reached."""
    costs = synthetic_board().costs

    def asked(s: Situation) -> Search:
        return Search(costs, 1 << s.start, POINTS, RULE, zone=s.zone, blocked=s.enemies)

    def ask(s: Situation, rule: ZoneRule = RULE) -> int:
        return reach(costs, s.start, POINTS, rule, zone=s.zone, blocked=s.enemies).bits

    def plain(s: Situation, way: Callable[[Search], Levels] = by_levels) -> int:
        search = asked(s)
        return Reach(search, way(search)).bits

    jobs: dict[str, Callable[[Situation], Any]] = {"reach, plain": plain}
    jobs["reach, bucket queue"] = partial(plain, way=by_nodes)
    if kernels.load():
        jobs["reach, kernel"] = ask
        for name, rule in FLAVOURS.items():
            jobs[f"reach, kernel, {name}"] = partial(ask, rule=rule)
    return jobs | _rivals(_scipy_reach, "reach, scipy") | _rivals(_networkx_reach, "reach, networkx")


def bench_flood(rounds: int = 3) -> dict[str, float]:
    """The whole map from its west edge, past 60 enemy units and their zones."""
    was_ready = kernels.ready()
    found = medians(flood_jobs(), rounds)
    if not was_ready:
        kernels.unload()
    return found


def flood_jobs() -> dict[str, Callable[[Situation], Any]]:
    """Floods that answer with a bitset, and a field of distances over the whole map."""
    made = synthetic_board()
    board = made.board
    west = from_members(h for h in board.words.numbers if str(board.words[h]).startswith("01"))
    banks = Gates.without(board, made.rivers)

    def free(s: Situation) -> int:
        return board.exists & ~(s.enemies | s.zone)

    jobs: dict[str, Callable[[Situation], Any]] = {
        "flood": lambda s: flood(board, west, free(s)),
        "flood, into zones": lambda s: flood(board, west, free(s), into=s.zone & ~s.enemies),
        "flood, closed rivers": lambda s: flood(banks, west, free(s)),
        "flood, 15 steps": lambda s: flood(board, west, free(s), limit=15),
    }
    costs = made.costs
    if kernels.load():
        jobs["distance field, kernel"] = lambda s: field(costs, west, blocked=s.enemies).bits
    search = Search(costs, west, 1 << 30, RULE)
    jobs["distance field, plain"] = lambda s: by_levels(search._replace(rule=ZoneRule(), blocked=s.enemies))
    return jobs | _rivals(_scipy_flood, "flood, scipy") | _rivals(_networkx_flood, "flood, networkx")


# ---- the rivals, each with its graph built beforehand


def _rivals(make: Callable[[], Callable[[Situation], Any]], name: str) -> dict[str, Callable[[Situation], Any]]:
    try:
        return {name: make()}
    except ImportError:
        return {}


def _edges() -> list[tuple[int, int, int]]:
    costs = synthetic_board().costs
    degree = costs.board.degree
    return [(i // degree, b, costs.costs[i]) for i, b in enumerate(costs.board.steps) if b >= 0]


def _matrix() -> tuple[Any, Any, Any]:
    import numpy
    from scipy.sparse import csr_matrix

    rows, columns, weights = zip(*_edges(), strict=True)
    size = synthetic_board().board.size
    matrix = csr_matrix((numpy.array(weights, float), (rows, columns)), shape=(size, size))
    return matrix, numpy.repeat(numpy.arange(size), numpy.diff(matrix.indptr)), numpy


def _flags(numpy: Any, bits: int) -> Any:
    size = synthetic_board().board.size
    packed = numpy.frombuffer(bits.to_bytes((size + 7) // 8, "little"), numpy.uint8)
    return numpy.unpackbits(packed, bitorder="little")[:size]


def _scipy_reach() -> Callable[[Situation], int]:
    matrix, rows, numpy = _matrix()
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import dijkstra

    def job(s: Situation) -> int:
        zone, blocked = _flags(numpy, s.zone), _flags(numpy, s.enemies)
        ends = zone.copy()
        ends[s.start] = 0
        weights = matrix.data + zone[matrix.indices]
        weights[(blocked[matrix.indices] | ends[rows]) == 1] = numpy.inf
        graph = csr_matrix((weights, matrix.indices, matrix.indptr), matrix.shape, copy=False)
        cost = dijkstra(graph, indices=s.start, limit=POINTS)
        return int.from_bytes(numpy.packbits(cost <= POINTS, bitorder="little").tobytes(), "little")

    return job


def _scipy_flood() -> Callable[[Situation], int]:
    matrix, rows, numpy = _matrix()
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import breadth_first_order

    def job(s: Situation) -> int:
        shut = _flags(numpy, s.enemies | s.zone)
        shut_rows = shut[rows] | shut[matrix.indices]
        weights = numpy.where(shut_rows == 1, 0.0, 1.0)
        graph = csr_matrix((weights, matrix.indices, matrix.indptr), matrix.shape, copy=True)
        graph.eliminate_zeros()
        order = breadth_first_order(graph, _west_start(s), return_predecessors=False)
        return from_members(order.tolist())

    return job


def _west_start(s: Situation) -> int:
    """A free hex of the west edge (scipy and networkx take one source; the edge itself hangs together)."""
    board = synthetic_board().board
    return next(h for h in board.words.numbers if not (s.enemies | s.zone) >> h & 1)


def _networkx_reach() -> Callable[[Situation], int]:
    import networkx

    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(_edges())

    def job(s: Situation) -> int:
        zone, blocked = set(members(s.zone)), set(members(s.enemies))

        def weight(a: int, b: int, data: dict[str, int]) -> int | None:
            if b in blocked or (a in zone and a != s.start):
                return None
            return data["weight"] + (b in zone)

        return from_members(networkx.single_source_dijkstra_path_length(graph, s.start, POINTS, weight))

    return job


def _networkx_flood() -> Callable[[Situation], int]:
    import networkx

    graph = networkx.Graph()
    graph.add_edges_from(synthetic_board().board.links)

    def job(s: Situation) -> int:
        shut = set(members(s.enemies | s.zone))
        part = graph.subgraph([h for h in graph if h not in shut])
        return from_members(networkx.node_connected_component(part, _west_start(s)))

    return job
