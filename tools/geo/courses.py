"""Rivers on hexsides and railways from hex to hex."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from geo.grid import Grid, Hexside, Point, along, hexside
from geo.layers import Feature

KM = 1 / 90  # a rough degree, only to cut long pieces before the grid's own shift bends them


def _crosses(p: Point, q: Point, a: Point, b: Point) -> bool:
    def turn(o: Point, d: Point, x: Point) -> float:
        return (d[0] - o[0]) * (x[1] - o[1]) - (d[1] - o[1]) * (x[0] - o[0])

    if (turn(a, b, p) >= 0) == (turn(a, b, q) >= 0):
        return False
    return turn(p, q, a) * turn(p, q, b) < 0


def _in_plane(g: Grid, line: list[Point], step: float) -> list[Point]:
    return along([g.to_plane(*p) for p in along(line, 3 * KM)], step)


def river_sides(g: Grid, river: Feature) -> list[Hexside]:
    """The hexsides of a river, those whose two hex centres it parts, roughly from the source down.

    A side counts when the course crosses the line between the two centres an odd number of times. Sides chosen so
    join end to end whatever the size of the hex; "the river touches the side" would give stubs and gaps.
    """
    count: dict[Hexside, int] = {}  # in the order of first crossing
    for line in river.lines:
        points = _in_plane(g, line, 0.3)
        for p, q in itertools.pairwise(points):
            near: set[str] = set()
            for u, v in (p, q):
                name = g.at(u, v)
                if name:
                    near.update([name, *g.neighbours(name)])
            sides = {hexside(a, b) for a in near for b in g.neighbours(a) if b in near}
            for side in sorted(sides):
                if _crosses(p, q, g.plane(side[0]), g.plane(side[1])):
                    count[side] = count.get(side, 0) + 1
    return [side for side, n in count.items() if n % 2]


def rail_hexes(
    g: Grid, railway: Feature, clip: float = 0.4, stations: Collection[str] | None = None
) -> list[list[str]]:
    """The hexes a railway passes, in order, one list for each of its lines.

    A hex whose corner is only clipped (less than `clip` of a hex of track) is left out where its neighbours on the
    line touch, unless it is one of `stations`; by default every station of the line.
    """
    return [_visits(g, line, clip, stations) for line in railway.lines]


def _visits(g: Grid, line: list[Point], clip: float, stations: Collection[str] | None) -> list[str]:
    if stations is None:
        stations = {g.hex_at(*p) for p in line}
    points = _in_plane(g, line, 0.04)
    seen: list[tuple[str, float]] = []
    for p, q in itertools.pairwise(points):
        name, length = g.at((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), math.dist(p, q)
        if seen and seen[-1][0] == name:
            seen[-1] = (name, seen[-1][1] + length)
        else:
            seen.append((name, length))
    i = 1
    while i < len(seen) - 1:
        (before, x), (name, length), (after, y) = seen[i - 1 : i + 2]
        if length < clip and name not in stations and (before == after or g.adjacent(before, after)):
            seen[i - 1 : i + 2] = [(before, x + y)] if before == after else [(before, x), (after, y)]
            i = max(1, i - 1)
        else:
            i += 1
    return [name for name, _ in seen]


def links(chain: Iterable[str]) -> list[Hexside]:
    """The pairs of hexes that follow one another in a chain."""
    hexes = list(chain)
    return [hexside(a, b) for a, b in itertools.pairwise(hexes)]


def _nearest(line: list[Point], place: Point) -> int:
    """The point of a line nearest to a place; a degree of longitude counts two thirds of one of latitude."""
    return min(range(len(line)), key=lambda i: math.hypot((line[i][0] - place[0]) * 0.65, line[i][1] - place[1]))


def downstream(course: Feature, place: Point) -> Feature:
    """The part of a course below a place; courses run from the source to the mouth."""
    lines = [line[_nearest(line, place) :] for line in course.lines]
    return replace(course, lines=tuple(line for line in lines if len(line) > 1))


def between(railway: Feature, first: str, last: str) -> Feature:
    """The part of a railway between two of its stations."""
    stations: list[str] = railway.properties["stations"]
    i, j = sorted((stations.index(first), stations.index(last)))
    return replace(railway, lines=(railway.lines[0][i : j + 1],))


def pruned(net: Iterable[Hexside], keep: Collection[str]) -> set[Hexside]:
    """A rail net without its dead ends, save those that reach a hex of `keep`."""
    left = set(net)
    while True:
        degree = Counter(name for link in left for name in link)
        ends = {name for name, n in degree.items() if n == 1 and name not in keep}
        if not ends:
            return left
        left = {link for link in left if not ends & set(link)}
