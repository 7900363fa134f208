"""The questions of `bench_kit` put to general graph libraries: how far one comes, and what hangs together.

Each has its graph built beforehand and answers with the same bitset as the kit; what it takes to tell it about enemies
and zones, which are new each time, is part of its time. Who is not installed is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from math import inf
from typing import Any

from front1914.analysis.synthetic import POINTS, Situation, synthetic_board
from front1914.kit.bits import from_members, members

Job = Callable[[Situation], int]


def rivals(question: str) -> dict[str, Job]:
    """Those that are installed, by "question, name"."""
    found: dict[str, Job] = {}
    for name, make in MAKERS[question].items():
        try:
            found[f"{question}, {name}"] = make()
        except ImportError:
            continue
    return found


def _edges() -> list[tuple[int, int, int]]:
    costs = synthetic_board().costs
    degree = costs.board.degree
    return [(i // degree, b, costs.costs[i]) for i, b in enumerate(costs.board.steps) if b >= 0]


def _start(s: Situation) -> int:
    """A free hex of the west edge (these take one source; the edge itself hangs together)."""
    return next(h for h in synthetic_board().board.words.numbers if not (s.enemies | s.zone) >> h & 1)


def _weight(s: Situation, zone: set[int], blocked: set[int], a: int, b: int, cost: int) -> float:
    """Points of a step: none into enemies nor out of their zones, one more into these."""
    return inf if b in blocked or (a in zone and a != s.start) else cost + (b in zone)


# ---- scipy


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


def _scipy_reach() -> Job:
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


def _scipy_flood() -> Job:
    matrix, rows, numpy = _matrix()
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import breadth_first_order

    def job(s: Situation) -> int:
        shut = _flags(numpy, s.enemies | s.zone)
        shut_rows = shut[rows] | shut[matrix.indices]
        weights = numpy.where(shut_rows == 1, 0.0, 1.0)
        graph = csr_matrix((weights, matrix.indices, matrix.indptr), matrix.shape, copy=True)
        graph.eliminate_zeros()
        return from_members(breadth_first_order(graph, _start(s), return_predecessors=False).tolist())

    return job


# ---- networkx


def _networkx_reach() -> Job:
    import networkx

    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(_edges())

    def job(s: Situation) -> int:
        step = partial(_weight, s, set(members(s.zone)), set(members(s.enemies)))

        def weight(a: int, b: int, data: dict[str, int]) -> float | None:
            found = step(a, b, data["weight"])
            return None if found == inf else found

        return from_members(networkx.single_source_dijkstra_path_length(graph, s.start, POINTS, weight))

    return job


def _networkx_flood() -> Job:
    import networkx

    graph = networkx.Graph()
    graph.add_edges_from(synthetic_board().board.links)

    def job(s: Situation) -> int:
        shut = set(members(s.enemies | s.zone))
        part = graph.subgraph([h for h in graph if h not in shut])
        return from_members(networkx.node_connected_component(part, _start(s)))

    return job


# ---- rustworkx


def _rustworkx_reach() -> Job:
    import rustworkx

    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(synthetic_board().board.size))
    graph.add_edges_from([(a, b, (a, b, cost)) for a, b, cost in _edges()])

    def job(s: Situation) -> int:
        step = partial(_weight, s, set(members(s.zone)), set(members(s.enemies)))
        far = rustworkx.dijkstra_shortest_path_lengths(graph, s.start, lambda edge: step(*edge))
        return from_members([h for h, spent in far.items() if spent <= POINTS] + [s.start])

    return job


def _rustworkx_flood() -> Job:
    import rustworkx

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(synthetic_board().board.size))
    graph.add_edges_from_no_data(list(synthetic_board().board.links))

    def job(s: Situation) -> int:
        part = graph.copy()
        part.remove_nodes_from(members(s.enemies | s.zone))
        return from_members(rustworkx.node_connected_component(part, _start(s)))

    return job


# ---- igraph


def _igraph(links: Iterable[tuple[int, int]], directed: bool) -> Any:
    import igraph

    return igraph.Graph(n=synthetic_board().board.size, edges=list(links), directed=directed)


def _igraph_reach() -> Job:
    edges = _edges()
    graph = _igraph(((a, b) for a, b, _ in edges), True)

    def job(s: Situation) -> int:
        step = partial(_weight, s, set(members(s.zone)), set(members(s.enemies)))
        far = graph.distances(s.start, weights=[step(*edge) for edge in edges])[0]
        return from_members([h for h, spent in enumerate(far) if spent <= POINTS])

    return job


def _igraph_flood() -> Job:
    graph = _igraph(synthetic_board().board.links, False)

    def job(s: Situation) -> int:
        part = graph.copy()
        part.delete_edges(part.es.select(_incident=members(s.enemies | s.zone)))
        return from_members(part.subcomponent(_start(s)))

    return job


MAKERS: dict[str, dict[str, Callable[[], Job]]] = {
    "reach": {
        "scipy": _scipy_reach,
        "networkx": _networkx_reach,
        "rustworkx": _rustworkx_reach,
        "igraph": _igraph_reach,
    },
    "flood": {
        "scipy": _scipy_flood,
        "networkx": _networkx_flood,
        "rustworkx": _rustworkx_flood,
        "igraph": _igraph_flood,
    },
}
