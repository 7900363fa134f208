"""Lines of a sheet: rivers along the sides of hexes, frontiers, railways, drawn as a draughtsman would."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from front1914.server.art import lines
from front1914.server.art.lines import Line, Point
from front1914.server.art.shapes import HEX, Shapes

NARROW, WIDE = 3.6, 8.5  #: width of a river at its source and at the mouth of a great one
PARTS = 4  #: stretches of one width each


@dataclass
class River:
    """A drawn river: its line from the source down, and how wide it is at both ends."""

    name: str
    line: Line
    kind: str = "river"
    low: float = NARROW
    high: float = 5.4

    def stretches(self) -> list[tuple[Line, float]]:
        """The line cut into pieces that grow downstream."""
        last = len(self.line) - 1
        cuts = [round(k * last / PARTS) for k in range(PARTS + 1)]
        grow = (self.high - self.low) / PARTS
        return [
            (self.line[a : b + 1], round(2 * (self.low + grow * (k + 0.5))) / 2)
            for k, (a, b) in enumerate(pairwise(cuts))
            if b > a
        ]


def rivers(shapes: Shapes, courses: Mapping[str, Sequence[Sequence[str]]]) -> list[River]:
    """Every link and line that is water, named rivers joined and smoothed, tributaries led into their stream.

    `courses` may give the sides of a river from the source down; else the mouth is guessed.
    """
    raw: list[tuple[str, str, Line]] = []
    by_name: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for link in shapes.sheet.get("links", ()):
        if is_water(link["kind"]):
            for piece in shapes.between(link["a"], link["b"]):
                by_name.setdefault((link.get("name", ""), link["kind"]), []).append((piece[0], piece[-1]))
    for (name, kind), pieces in by_name.items():
        raw += [(name, kind, line) for line in lines.join(lines.chains(pieces))]
    for line in shapes.sheet.get("lines", ()):
        if is_water(line["kind"]):
            raw.append((line.get("name", ""), f"through {line['kind']}", _beyond(shapes, line["places"])))
    raw.sort(key=lambda r: -lines.length(r[2]))
    found: list[River] = []
    water = _Water()
    for name, kind, line in raw:
        if not kind.startswith("through"):  # these are given from the source down
            line = _downstream(line, [shapes.between(a, b) for a, b in courses.get(name, ())], water)
        found.append(_river(name, kind, line, water, shapes.hex))
        water.add(found[-1].line)
    return found


class _Water:
    """What is drawn already, to be found by place."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], list[Point]] = {}

    def add(self, line: Line) -> None:
        for x, y in line:
            self.cells.setdefault((int(x // 32), int(y // 32)), []).append((x, y))

    def near(self, spot: Point, reach: float) -> Point | None:
        """The nearest drawn point within reach, at most 32."""
        i, j = int(spot[0] // 32), int(spot[1] // 32)
        points = (p for a in (i - 1, i, i + 1) for b in (j - 1, j, j + 1) for p in self.cells.get((a, b), ()))
        best = min(points, key=lambda p: math.dist(p, spot), default=None)
        return best if best is not None and math.dist(best, spot) < reach else None


def _beyond(shapes: Shapes, places: Sequence[str]) -> Line:
    """The line through places; an end at an edge of the sheet is led on over it."""
    line = [shapes.centre[place] for place in places]
    if len(line) < 2:
        return line * 2
    before = [_onward(line[1], line[0], HEX * 0.7)] if _outermost(shapes, places[0]) else []
    after = [_onward(line[-2], line[-1], HEX * 0.7)] if _outermost(shapes, places[-1]) else []
    return [*before, *line, *after]


def is_water(kind: str) -> bool:
    return "river" in kind or kind in ("canal", "minor", "major", "water", "stream")


def _river(name: str, kind: str, line: Line, water: _Water, played: bool) -> River:
    """A river with the play of the hand; between areas, whose borders are drawn already, as it stands."""
    seed = f"{name}{line[0]}"
    if kind.startswith("through"):
        line = lines.wobble(lines.resample(lines.curve(line), 6), 7.0, 34, seed)
        low, high = (14.0, 17.0) if "major" in kind else (4.0, 6.0) if "minor" in kind else (7.0, 10.0)
        return River(name, line, kind, low, high)
    far = lines.length(line)
    line = lines.cut_corners(lines.smooth(line, 3, 3.4, 21, seed, 5.5) if played else line, 1)
    line = _meet(line, water) if played else line
    great = min(1.0, far / (22 * HEX))
    if "minor" in kind or kind == "stream":
        return River(name, line, kind, 2.6, 3.6)
    return River(name, line, kind, NARROW + 1.2 * great, 5.0 + (WIDE - 5.0) * great)


def _downstream(line: Line, course: Sequence[Sequence[Line]], water: _Water) -> Line:
    """The line turned so that it ends at its mouth: as the course says, else where it meets other water."""
    pieces = [piece for side in course for piece in side]
    if pieces:
        first, last = pieces[0][0], pieces[-1][0]
        right = math.dist(line[0], first) + math.dist(line[-1], last)
        return line if right <= math.dist(line[-1], first) + math.dist(line[0], last) else line[::-1]
    return line[::-1] if water.near(line[0], 30) and not water.near(line[-1], 30) else line


def _meet(line: Line, water: _Water) -> Line:
    """Loose ends led to the water that is already drawn there."""
    start, end = water.near(line[0], 16), water.near(line[-1], 16)
    return [start or line[0], *line[1:-1], end or line[-1]]


def beyond_the_map(drawn: Sequence[River], outer: Sequence[Sequence[Sequence[float]]]) -> list[Line]:
    """Rivers outside the hexes of the game, tied to the ends of those inside."""
    ends = [end for river in drawn for end in (river.line[0], river.line[-1])]
    found = []
    for points in outer:
        line: Line = [(x, y) for x, y in points]
        for end in (0, -1):
            near = min(ends, key=lambda p: math.dist(p, line[end]), default=None)
            if near is not None and math.dist(near, line[end]) < 75:
                line = [near, *line] if end == 0 else [*line, near]
        found.append(lines.cut_corners(line, 1))
    return found


# ---- frontiers


@dataclass
class Frontier:
    """A line between two countries; `left` is the one on its left hand."""

    left: str
    right: str
    line: Line

    def wash(self, name: str, wide: float) -> Line | None:
        """A line just inside a country, for its colour."""
        if name not in (self.left, self.right):
            return None
        return lines.offset(self.line, wide / 2 if name == self.right else -wide / 2)


def frontiers(shapes: Shapes) -> list[Frontier]:
    """The lines between two countries, smoothed once."""
    found = []
    pieces: dict[frozenset[str], list[tuple[Point, Point]]] = {}
    owner: dict[frozenset[Point], tuple[str, str]] = {}
    for (a, b), sides in shapes.borders.items():
        if b and _apart(shapes.places[a], shapes.places[b]):
            pair = frozenset((country(shapes.places[a]), country(shapes.places[b])))
            for side in sides:
                pieces.setdefault(pair, []).append((side[0], side[-1]))
                owner[frozenset((side[0], side[-1]))] = (a, b)
    for segments in pieces.values():
        for line in lines.chains(segments):
            a, b = owner[frozenset(line[:2])]
            if _on_left(line[0], line[1], shapes.centre[b]):
                a, b = b, a
            played = lines.smooth(line, 3, 2.2, 34, str(line[0]), 7) if shapes.hex else line
            found.append(Frontier(country(shapes.places[a]), country(shapes.places[b]), played))
    return found


def _apart(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Two countries, and not merely a country and the sea."""
    ashore = a.get("terrain") != "sea" and b.get("terrain") != "sea"
    return ashore and bool(country(a) and country(b)) and country(a) != country(b)


def _on_left(a: Point, b: Point, spot: Point) -> bool:
    return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0]) < 0


def country(place: Mapping[str, Any]) -> str:
    return str(place.get("country") or place.get("nation") or "")


# ---- railways

SINGLE = "rail single"
RAILS = ("rail", "rail double", SINGLE)


def railways(shapes: Shapes, spots: Mapping[str, Point], single: bool = False) -> list[Line]:
    """Curves from town to town; between towns the line is drawn tight within its hexes.

    Lines of kind `rail single` are drawn apart from those of kind `rail` and `rail double`.
    """
    beside: dict[str, set[str]] = {}
    mine: set[frozenset[str]] = set()
    for line in shapes.sheet.get("lines", ()):
        if line["kind"] in RAILS:
            for a, b in pairwise(line["places"]):
                if a in shapes.centre and b in shapes.centre:
                    beside.setdefault(a, set()).add(b)
                    beside.setdefault(b, set()).add(a)
                    if (line["kind"] == SINGLE) == single:
                        mine.add(frozenset((a, b)))
    at = {name: spots.get(name, shapes.centre[name]) for name in beside}
    for _ in range(30):
        for name in sorted(beside):
            if name not in spots and len(beside[name]) > 1 and shapes.hex:
                mx = sum(at[n][0] for n in beside[name]) / len(beside[name])
                my = sum(at[n][1] for n in beside[name]) / len(beside[name])
                at[name] = shapes.inside((at[name][0] + mx) / 2, (at[name][1] + my) / 2, shapes.centre[name], 18)
    for name in [n for n in sorted(beside) if len(beside[n]) == 1 and _outermost(shapes, n)]:
        (only,) = beside[name]
        beyond = f"{name}/edge"  # a line that ends at the edge of the map runs off it
        at[beyond] = _onward(at[only], at[name], HEX * 0.9)
        beside[name].add(beyond)
        beside[beyond] = {name}
        if frozenset((name, only)) in mine:
            mine.add(frozenset((name, beyond)))
    pairs = [(at[a], at[b]) for a, b in sorted(sorted(pair) for pair in mine)]
    return [lines.curve(line) for line in lines.join(lines.chains(pairs))]


def _outermost(shapes: Shapes, name: str) -> bool:
    """Whether a hex lies at one of the four edges of the sheet (not merely at the sea)."""
    (x, y), (left, top, right, bottom) = shapes.centre[name], shapes.box
    return shapes.hex and min(x - left, right - x, y - top, bottom - y) < HEX * 0.65


def _onward(a: Point, b: Point, far: float) -> Point:
    """The point at a distance beyond b, coming from a."""
    gone = math.dist(a, b) or 1.0
    return b[0] + (b[0] - a[0]) / gone * far, b[1] + (b[1] - a[1]) / gone * far
