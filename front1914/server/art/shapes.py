"""The places of a sheet as shapes in world units: hexes from their centres, areas from their outlines."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from front1914.server.art.lines import Line, Point

HEX = 100.0  #: world units of a hex, side to opposite side
RADIUS = HEX / math.sqrt(3)


class Snap:
    """Corners that neighbours compute from different sides, made equal: the first within a unit stands for the rest."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Point] = {}

    def __call__(self, x: float, y: float) -> Point:
        i, j = round(x / 2), round(y / 2)
        for a in (i, i - 1, i + 1):
            for b in (j, j - 1, j + 1):
                known = self.cells.get((a, b))
                if known is not None and abs(known[0] - x) < 1 and abs(known[1] - y) < 1:
                    return known
        return self.cells.setdefault((i, j), (round(x, 1) + 0.0, round(y, 1) + 0.0))


class Shapes:
    """Where each place lies, its outline and what it borders on."""

    def __init__(self, sheet: Mapping[str, Any]) -> None:
        self.sheet = sheet
        self.places: Mapping[str, Mapping[str, Any]] = sheet["places"]
        self.hex = sheet.get("kind") == "hex"
        self.centre = {name: (p["x"] * HEX, p["y"] * HEX) for name, p in self.places.items()}
        self.flat = sheet.get("orientation") != "pointy"
        turn = 0 if self.flat else -90
        angles = [math.radians(turn + 60 * i) for i in range(6)]
        self.corner = [(RADIUS * math.cos(a), RADIUS * math.sin(a)) for a in angles]

    @cached_property
    def outline(self) -> dict[str, list[Line]]:
        """Closed rings round each place."""
        snap = Snap()
        if not self.hex:
            return {name: rings_of(d, HEX, snap) for name, d in self.sheet.get("outline", {}).items()}
        return {name: [[snap(x + a, y + b) for a, b in self.corner]] for name, (x, y) in self.centre.items()}

    def scaled(self, name: str, factor: float) -> Line:
        """The hexagon of a place drawn in or out."""
        x, y = self.centre[name]
        return [(x + a * factor, y + b * factor) for a, b in self.corner]

    @cached_property
    def borders(self) -> dict[tuple[str, str], list[Line]]:
        """The common border of each pair of neighbours, in pieces; the second name is empty at the edge of the map."""
        return self._hexsides() if self.hex else self._arcs()

    def _hexsides(self) -> dict[tuple[str, str], list[Line]]:
        owner: dict[frozenset[Point], list[str]] = {}
        for name, (ring,) in self.outline.items():
            for i in range(6):
                owner.setdefault(frozenset((ring[i], ring[(i + 1) % 6])), []).append(name)
        found: dict[tuple[str, str], list[Line]] = {}
        for ends, names in owner.items():
            pair = (min(names), max(names)) if len(names) > 1 else (names[0], "")
            found.setdefault(pair, []).append(sorted(ends))
        return found

    def _arcs(self) -> dict[tuple[str, str], list[Line]]:
        """Runs of vertices that two outlines share."""
        owner: dict[frozenset[Point], list[str]] = {}
        for name, shape in self.outline.items():
            for ring in shape:
                for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
                    if a != b:
                        owner.setdefault(frozenset((a, b)), []).append(name)
        found: dict[tuple[str, str], list[Line]] = {}
        for ends, names in owner.items():
            unique = sorted(set(names))
            pair = (unique[0], unique[1]) if len(unique) > 1 else (unique[0], "")
            found.setdefault(pair, []).append(sorted(ends))
        return found

    def between(self, a: str, b: str) -> list[Line]:
        """The border of two places; nothing if they do not touch."""
        return self.borders.get((min(a, b), max(a, b)), [])

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {name: [] for name in self.centre}
        for a, b in self.borders:
            if b:
                found[a].append(b)
                found[b].append(a)
        return found

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that is played on."""
        points = [p for shape in self.outline.values() for ring in shape for p in ring] or [(0.0, 0.0)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    def inside(self, x: float, y: float, centre: Point, inset: float) -> Point:
        """The point itself, or the nearest one that lies in the hex at least `inset` from its sides."""
        cx, cy = centre
        dx, dy, limit = x - cx, y - cy, HEX / 2 - inset
        for i in range(3):
            a, b = self.corner[i], self.corner[i + 1]
            nx, ny = (a[0] + b[0]) / HEX, (a[1] + b[1]) / HEX
            off = dx * nx + dy * ny
            if abs(off) > limit:
                back = off - math.copysign(limit, off)
                dx, dy = dx - nx * back, dy - ny * back
        return cx + dx, cy + dy


_TOKEN = re.compile(r"[MmLlHhVvZzCcQq]|-?\d*\.?\d+(?:e-?\d+)?")
_COUNT = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4}


def rings_of(data: str, scale: float, snap: Snap) -> list[Line]:
    """The rings of SVG path data (curves by their end points), scaled.

    >>> rings_of("M0 0h1v1z", 100, Snap())
    [[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0)]]
    """
    found: list[Line] = []
    x = y = 0.0
    start = (0.0, 0.0)
    command = ""
    figures: list[float] = []
    for token in _TOKEN.findall(data):
        if token.isalpha():
            command, figures = token, []
            if token in "Mm":
                found.append([])
            elif token in "Zz":
                x, y = start
            continue
        figures.append(float(token))
        kind = command.lower()
        if len(figures) < _COUNT[kind]:
            continue
        relative = command.islower()
        if kind == "h":
            x = figures[0] + (x if relative else 0)
        elif kind == "v":
            y = figures[0] + (y if relative else 0)
        else:
            x, y = figures[-2] + (x if relative else 0), figures[-1] + (y if relative else 0)
        if not found[-1]:
            start = (x, y)
        found[-1].append(snap(x * scale, y * scale))
        figures = []
    return [ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring for ring in found if ring]
