"""Where names stand: beside their sign, in the strips between counters, off rivers, rails and one another."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from front1914.server.art.lines import Line, Point, length, path, relax, resample, thin
from front1914.server.art.shapes import HEX, Shapes

Box = tuple[float, float, float, float]
CELL = 20.0
COUNTER = 32.0  #: half the side of a counter
#: what a name of each rank looks like: face, size, tracking, gap to the sign
STYLES = {
    "capital": ("bold", 21.0, 1.4, 9.5),
    "city": ("bold", 18.0, 0.3, 9.5),
    "t2": ("roman", 16.5, 0.2, 6.5),
    "t3": ("roman", 14.5, 0.1, 5.0),
}
#: where a name may stand about its sign, with how little we like it
AROUND = (
    *((1.0, 0, 0.0), (-1.0, 0, 1.5), (0.0, -1, 2.0), (0.0, 1, 2.0), (1.0, -1, 1.0), (1.0, 1, 1.0)),
    *((-1.0, -1, 2.0), (-1.0, 1, 2.0), (0.5, -1, 2.0), (-0.5, -1, 2.0), (0.5, 1, 2.0), (-0.5, 1, 2.0)),
)


@cache
def _metrics() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads((Path(__file__).parent / "metrics.json").read_text("utf-8"))
    return found


def width(text: str, face: str, size: float, track: float) -> float:
    """How wide a text is in the map's own letters (they fall back on others of much the same width)."""
    known = _metrics()[face]
    return sum(known.get(letter, 0.5) * size + track for letter in text)


@dataclass
class Name:
    """A name that wants a place on the map."""

    text: str
    x: float
    y: float
    place: str
    style: str
    size: float
    wide: float
    gap: float
    rank: int
    box: Box = (0.0, 0.0, 0.0, 0.0)

    @classmethod
    def of(cls, text: str, x: float, y: float, place: str, style: str, size: float | None = None) -> Name:
        face, usual, track, gap = STYLES[style]
        shown = text.upper() if style == "capital" and size is None else text
        big = usual if size is None else size
        rank = {"capital": 0, "city": 1, "t2": 2, "t3": 3}[style]
        return cls(shown, x, y, place, style, big, width(shown, face, big, track), gap, rank)

    @property
    def sign(self) -> Box:
        r = self.gap * 0.8
        return self.x - r, self.y - r, self.x + r, self.y + r

    def svg(self) -> str:
        x, y = self.box[0], self.box[3] - self.size * 0.16
        return f'<text class="{self.style}" x="{x:.1f}" y="{y:.1f}">{html.escape(self.text)}</text>'


class Placer:
    """Finds the least bad place for each name."""

    def __init__(self, shapes: Shapes, obstacles: Sequence[tuple[float, float, float]]) -> None:
        self.shapes = shapes
        self.cells: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        for x, y, cost in obstacles:
            self.cells.setdefault((int(x // CELL), int(y // CELL)), []).append((x, y, cost))
        self.counters: dict[tuple[int, int], list[Point]] = {}
        for x, y in shapes.centre.values() if shapes.hex else ():
            self.counters.setdefault((int(x // HEX), int(y // HEX)), []).append((x, y))
        self.taken: dict[tuple[int, int], list[Box]] = {}

    def place(self, names: Sequence[Name], rounds: int = 3) -> None:
        order = sorted(names, key=lambda n: (n.rank, -n.wide))
        signs: dict[tuple[int, int], list[Name]] = {}
        for name in order:
            signs.setdefault((int(name.x // HEX), int(name.y // HEX)), []).append(name)
        options = [sorted((bias + self._cost(n, box, signs), box) for bias, box in self._options(n)) for n in order]
        for turn in range(rounds):
            for name, ways in zip(order, options, strict=True):
                if turn:
                    self._free(name.box)
                name.box = self._best(ways)
                self._take(name.box)

    def _best(self, ways: Sequence[tuple[float, Box]]) -> Box:
        """The way with the least cost, what other names take included; `ways` are sorted by the rest of it."""
        least, best = math.inf, ways[0][1]
        for cost, box in ways:
            if cost >= least:
                break
            cost += self._clash(box)
            if cost < least:
                least, best = cost, box
        return best

    def _clash(self, box: Box) -> float:
        x0, y0, x1, y1 = box
        near = {b for cell in _cells(box, HEX) for b in self.taken.get(cell, ())}
        return 3 * sum(_overlap((x0 - 2, y0 - 1, x1 + 2, y1 + 1), b) for b in near)

    def _take(self, box: Box) -> None:
        for cell in _cells(box, HEX):
            self.taken.setdefault(cell, []).append(box)

    def _free(self, box: Box) -> None:
        for cell in _cells(box, HEX):
            self.taken[cell].remove(box)

    def _options(self, name: Name) -> Iterator[tuple[float, Box]]:
        cap, wide, gap = name.size * 0.70, name.wide, name.gap
        for fx, fy, bias in AROUND:
            for far, more in ((0, 0), (5, 3)):
                beside = abs(fx) == 1 and fy == 0
                cx = name.x + fx * (wide / 2 + gap + far) if beside else name.x + fx * (wide / 2 + gap * 0.4)
                yield bias + more, _box(cx, name.y + fy * (cap / 2 + gap + 1.5 + far), wide, cap, name.size)
        if self.shapes.hex:
            yield from self._gutters(name, cap)

    def _gutters(self, name: Name, cap: float) -> Iterator[tuple[float, Box]]:
        """The free strips above and below the counter of the hex."""
        _, hy = self.shapes.centre[name.place]
        gap = HEX / 2 if self.shapes.flat else HEX * math.sqrt(3) / 4
        for strip in (hy - gap, hy + gap):
            for fx in (-1, -0.6, -0.3, 0, 0.3, 0.6, 1):
                for dy in (-2.5, 2.5):
                    box = _box(name.x + fx * (name.wide / 2 + name.gap), strip + dy, name.wide, cap, name.size)
                    away = max(0.0, box[0] - name.x, name.x - box[2]) + max(0.0, box[1] - name.y, name.y - box[3])
                    yield 2 + 0.45 * max(0.0, away - name.gap), box

    def _cost(self, name: Name, box: Box, signs: dict[tuple[int, int], list[Name]]) -> float:
        x0, y0, x1, y1 = box
        cost: float = 0.0
        for cell in _cells(box, CELL):
            cost += sum(k for x, y, k in self.cells.get(cell, ()) if x0 <= x <= x1 and y0 <= y <= y1)
        for i, j in _cells((x0 - COUNTER, y0 - COUNTER, x1 + COUNTER, y1 + COUNTER), HEX):
            for cx, cy in self.counters.get((i, j), ()):
                over = _overlap(box, (cx - COUNTER, cy - COUNTER, cx + COUNTER, cy + COUNTER))
                cost += over / 26
            for other in signs.get((i, j), ()):
                if other is not name and _overlap(box, other.sign):
                    cost += 40
        middle = self.shapes.centre.get(name.place, (name.x, name.y))
        cost += 0.5 * max(0.0, abs((x0 + x1) / 2 - middle[0]) - 28)
        return cost + (4 if math.dist(((x0 + x1) / 2, (y0 + y1) / 2), middle) > 58 else 0)


def _box(cx: float, cy: float, wide: float, cap: float, size: float) -> Box:
    return cx - wide / 2, cy - cap / 2 - size * 0.06, cx + wide / 2, cy + cap / 2 + size * 0.16


def _cells(box: Box, size: float) -> Iterator[tuple[int, int]]:
    for i in range(int(box[0] // size), int(box[2] // size) + 1):
        for j in range(int(box[1] // size), int(box[3] // size) + 1):
            yield i, j


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


# ---- lettering along lines


def along_river(line: Line, text: str, part: float, ident: str) -> str:
    """A name on a stretch of water, read from left to right."""
    span = 62 + 13 * len(text)
    points = resample(line, 4)
    middle, half = int(part * (len(points) - 1)), int(span / length(line) * len(points) / 2) + 2
    stretch = points[max(0, middle - half) : middle + half]
    if stretch[-1][0] < stretch[0][0]:
        stretch.reverse()
    d = path(thin(relax(stretch, 14), 0.6))
    return (
        f'<path id="{ident}" d="{d}" fill="none"/><text class="rivername"><textPath href="#{ident}" '
        f'startOffset="50%">{html.escape(text)}</textPath></text>'
    )


def on_arc(a: Point, b: Point, text: str, size: float, bend: float, kind: str, ident: str) -> str:
    """Lettering spread along a gentle curve."""
    far = math.dist(a, b)
    mx = (a[0] + b[0]) / 2 + (b[1] - a[1]) / far * bend * 2
    my = (a[1] + b[1]) / 2 - (b[0] - a[0]) / far * bend * 2
    d = f"M{a[0]:.0f} {a[1]:.0f}Q{mx:.0f} {my:.0f} {b[0]:.0f} {b[1]:.0f}"
    return (
        f'<path id="{ident}" d="{d}" fill="none"/><text class="{kind}" font-size="{size:g}"><textPath href="#{ident}" '
        f'textLength="{far:.0f}" lengthAdjust="spacing">{html.escape(text)}</textPath></text>'
    )
