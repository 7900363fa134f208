"""Areas grown round their centres over real ground: they end at coasts and frontiers and like to end at rivers.

Every cell of a fine raster goes to the centre that is nearest by the way over the ground, where crossing a river costs
extra. Borders are then traced, each once, smoothed once, and put together to an outline for each area. Needs numpy and
scipy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from ground.fields import cubic
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from front1914.server.art import lines
from front1914.server.art.lines import Line, Point

SEA, ABROAD, BEYOND, EDGE = -1, -2, -3, -9  #: labels of cells outside every area
Labels = NDArray[np.int64]
Pair = frozenset[int]


@dataclass(frozen=True)
class Raster:
    """Cells of `step` world units from a corner."""

    left: float
    top: float
    nx: int
    ny: int
    step: float

    def cell(self, spot: Point) -> tuple[int, int]:
        return int((spot[1] - self.top) / self.step), int((spot[0] - self.left) / self.step)

    def corner(self, i: int, j: int) -> Point:
        return self.left + j * self.step, self.top + i * self.step


def noise(raster: Raster, seed: int, wave: float) -> NDArray[np.float64]:
    """Smooth values in about -1 to 1 that change over `wave` world units."""
    rng = np.random.default_rng(seed)
    knots = rng.uniform(-1, 1, (int(raster.ny * raster.step / wave) + 5, int(raster.nx * raster.step / wave) + 5))
    rows, columns = np.arange(raster.ny) * raster.step / wave + 1, np.arange(raster.nx) * raster.step / wave + 1
    v, u = np.meshgrid(rows, columns, indexing="ij")
    return cubic(knots, v, u)


def stroke(raster: Raster, line: Line, wide: int = 2) -> Iterable[tuple[int, int]]:
    """The cells under a line."""
    for (ax, ay), (bx, by) in pairwise(line):
        count = int(max(abs(bx - ax), abs(by - ay)) / raster.step * 2) + 1
        for k in range(count + 1):
            i, j = raster.cell((ax + (bx - ax) * k / count, ay + (by - ay) * k / count))
            for a in range(i, i + wide):
                for b in range(j, j + wide):
                    if 0 <= a < raster.ny and 0 <= b < raster.nx:
                        yield a, b


def grow(
    raster: Raster,
    open_: NDArray[np.bool_],
    cost: NDArray[np.float64],
    seeds: Sequence[tuple[int, Point]],
    reach: Mapping[int, float],
) -> Labels:
    """The label of the nearest seed for each open cell within its reach, BEYOND elsewhere."""
    number = np.full(open_.shape, -1, dtype=np.int64)
    number[open_] = np.arange(int(open_.sum()))
    flat = cost[open_]
    rows, columns, weights = [], [], []
    ny, nx = open_.shape
    for di, dj, far in ((0, 1, 1.0), (1, 0, 1.0), (1, 1, 2**0.5), (1, -1, 2**0.5)):
        here = number[: ny - di, max(0, -dj) : nx - max(0, dj)]
        there = number[di:, max(0, dj) : nx + min(0, dj)]
        both = (here >= 0) & (there >= 0)
        a, b = here[both], there[both]
        rows.append(a)
        columns.append(b)
        weights.append((flat[a] + flat[b]) * far * raster.step / 2)
    size = len(flat)
    graph = coo_matrix((np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns))), (size, size)).tocsr()
    starts = [int(number[raster.cell(spot)]) for _, spot in seeds]
    for (label, spot), start in zip(seeds, starts, strict=True):
        if start < 0:
            raise ValueError(f"a point of area number {label} lies outside its country: {spot}")
    away, _, source = dijkstra(graph, directed=False, indices=starts, min_only=True, return_predecessors=True)
    owner = np.full(size, BEYOND, dtype=np.int64)
    for (label, _), start in zip(seeds, starts, strict=True):
        owner[(source == start) & (away <= reach[label])] = label
    found = np.full(open_.shape, BEYOND, dtype=np.int64)
    found[open_] = owner
    return found


# ---- borders


@dataclass
class Arc:
    """A border of two labels, traced once."""

    pair: Pair
    line: Line


def arcs(raster: Raster, labels: Labels) -> list[Arc]:
    """Every border between two labels, from junction to junction."""
    beside: dict[Point, list[Point]] = {}
    kind: dict[frozenset[Point], Pair] = {}

    def add(a: Point, b: Point, one: int, two: int) -> None:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
        kind[frozenset((a, b))] = frozenset((one, two))

    framed = np.full((raster.ny + 2, raster.nx + 2), EDGE, dtype=np.int64)
    framed[1:-1, 1:-1] = labels
    for i, j in zip(*np.nonzero(framed[1:-1, 1:] != framed[1:-1, :-1]), strict=True):
        one, two = int(framed[i + 1, j]), int(framed[i + 1, j + 1])
        add(raster.corner(i, j), raster.corner(i + 1, j), one, two)
    for i, j in zip(*np.nonzero(framed[1:, 1:-1] != framed[:-1, 1:-1]), strict=True):
        one, two = int(framed[i, j + 1]), int(framed[i + 1, j + 1])
        add(raster.corner(i, j), raster.corner(i, j + 1), one, two)
    junction = {v for v, n in beside.items() if len(n) != 2 or kind[frozenset((v, n[0]))] != kind[frozenset((v, n[1]))]}
    done: set[frozenset[Point]] = set()
    found = []
    for v in [*sorted(junction), *beside]:
        for w in beside[v]:
            if frozenset((v, w)) not in done:
                found.append(Arc(kind[frozenset((v, w))], _trace(v, w, beside, junction, done)))
    return found


def _trace(
    v: Point, w: Point, beside: dict[Point, list[Point]], junction: set[Point], done: set[frozenset[Point]]
) -> Line:
    line = [v, w]
    done.add(frozenset((v, w)))
    while line[-1] not in junction and line[-1] != line[0]:
        onward = next(n for n in beside[line[-1]] if frozenset((line[-1], n)) not in done)
        done.add(frozenset((line[-1], onward)))
        line.append(onward)
    return line


def smoothed(line: Line, rounds: int, step: float, tolerance: float) -> Line:
    """A traced border without its stairs, ends held, with no two points closer than two units."""
    ends = line[0], line[-1]
    if len(line) > 3:
        line = lines.relax(line, rounds)
        line = lines.resample(line, step) if lines.length(line) > 2 * step else [line[0], line[-1]]
        line = lines.thin(lines.relax(line, 2), tolerance)
    kept = [ends[0]]
    for point in line[1:-1]:
        if min(abs(point[0] - q[0]) + abs(point[1] - q[1]) for q in (kept[-1], ends[1])) > 2.5:
            kept.append(point)
    return [*kept, ends[1]]


def rings(label: int, borders: Iterable[Arc]) -> list[Line]:
    """The borders of a label put together; the largest ring first."""
    found = lines.rings([arc.line for arc in borders if label in arc.pair and len(arc.line) > 1])
    return sorted((ring for ring in found if len(ring) > 3), key=lambda ring: -abs(area(ring)))


def area(ring: Sequence[Point]) -> float:
    """Shoelace."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2
