"""The check sheet of 1914 Offensive a outrance: every hex with its elevation, every hexside with what lies along it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from geo.grid import Grid, Hexside, Point
from geo.picture import Picture

SEA, GRID, INK, RAIL, BORDER, CAMP = "#c6d5d3", "#b7ab92", "#26211a", "#2b251d", "#a0332a", "#7a1f6b"
GROUND = {
    "lowland": "#f2ecd6",
    "upland": "#e6d7ae",
    "highland": "#d7bd84",
    "moor": "#b9cfc0",
    "foothills": "#c59d68",
    "mountain": "#a97f52",
    "steep_mountain": "#8b6242",
    "sea": SEA,
}
NEUTRAL = "#dcdcdc"
WIDTHS = {"minor": 1.6, "major": 3.0, "great": 4.4, "grand": 6.0}
RIVER, FOREST, DEEP, SCARP, RIDGE = "#2e6f9e", "#5f8a4a", "#335f2c", "#8a5a1e", "#40160f"


class Datum(Protocol):
    """A hex or hexside with named data."""

    def get(self, name: str) -> str: ...


class Drawn(Protocol):
    """A map that is made."""

    g: Grid
    hexes: Mapping[str, Datum]
    sides: Mapping[Hexside, Datum]
    rail: Mapping[Hexside, tuple[str, list[str], str]]


class DottedSheet:
    """One sheet; `size` is the width of a hex in units of the picture."""

    def __init__(self, m: Drawn, size: float = 40.0) -> None:
        self.m, self.size = m, size
        middles = [m.g.plane(name) for name in m.hexes]
        self.left, self.top = min(u for u, _ in middles) - 0.8, min(v for _, v in middles) - 0.8
        right, bottom = max(u for u, _ in middles) + 0.8, max(v for _, v in middles) + 0.8
        self.picture = Picture((right - self.left) * size, (bottom - self.top) * size, SEA)

    def at(self, point: Point) -> Point:
        """A point of the plane on the sheet."""
        return (point[0] - self.left) * self.size, (point[1] - self.top) * self.size

    def draw(self) -> Picture:
        """Everything, bottom up."""
        for name in self.m.hexes:
            self._hex(name)
        for side, found in self.m.sides.items():
            self._side(side, found)
        self._borders()
        for (a, b), (track, _, _) in self.m.rail.items():
            line = [self.at(self.m.g.plane(a)), self.at(self.m.g.plane(b))]
            self.picture.line(line, RAIL, 2.2 if track == "double" else 1.1, (3, 2) if track == "narrow" else None)
        for name, found in self.m.hexes.items():
            self._words(name, found)
        return self.picture

    def _hex(self, name: str) -> None:
        found = self.m.hexes[name]
        neutral = found.get("country") in ("netherlands", "switzerland")
        colour = NEUTRAL if neutral else GROUND[found.get("terrain")]
        corners = [self.at(p) for p in self.m.g.corners(name)]
        self.picture.polygon(corners, colour, GRID, 0.5)
        if found.get("wooded"):
            x, y = self.at(self.m.g.plane(name))
            self.picture.disc((x, y), self.size * 0.3, "#a9c08a")
        if found.get("camp"):
            u, v = self.m.g.plane(name)
            inner = [self.at((u + (a - u) * 0.86, v + (b - v) * 0.86)) for a, b in self.m.g.corners(name)]
            self.picture.polygon(inner, "", CAMP, 2.0 if found.get("part") == "ring" else 0.8)

    def _side(self, side: Hexside, found: Datum) -> None:
        ends = self.m.g.side(*side)
        line = [self.at(p) for p in ends]
        u, v = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        short = [self.at((u + (p[0] - u) * 0.7, v + (p[1] - v) * 0.7)) for p in ends]
        kind = found.get("terrain")
        if kind in ("forest", "deep_forest"):
            self.picture.line(short, FOREST if kind == "forest" else DEEP, 3.4)
        if found.get("escarpment"):
            self.picture.line(short, SCARP, 2.2, (2, 2))
        if found.get("ridge"):
            self.picture.line(line, RIDGE, 4.0)
        if found.get("river"):
            self.picture.line(line, RIVER, WIDTHS[found.get("river")])
        if found.get("inundation"):
            self.picture.line(short, "#8fd0e0", 3.0)
        if found.get("bridge"):
            self.picture.line([self.at(self.m.g.plane(name)) for name in side], "#777777", 1.6, (2, 2))

    def _borders(self) -> None:
        for name, found in self.m.hexes.items():
            for other in self.m.g.neighbours(name):
                if name < other and other in self.m.hexes:
                    mine, yours = found.get("country"), self.m.hexes[other].get("country")
                    if mine and yours and mine != yours:
                        self.picture.line([self.at(p) for p in self.m.g.side(name, other)], BORDER, 2.0, (5, 3))

    def _words(self, name: str, found: Datum) -> None:
        x, y = self.at(self.m.g.plane(name))
        if name.endswith(("0", "5")):
            self.picture.text((x, y - 0.36 * self.size), name, self.size * 0.17, "#6b5f4d")
        if found.get("port"):
            self.picture.disc((x, y), self.size * 0.14, RIVER, "#ffffff")
        if found.get("city"):
            words = found.get("name")
            self.picture.text((x, y + 0.28 * self.size), words, self.size * 0.23, INK, bold=True, halo="#f6efdc")


def draw(m: Drawn, path: Path) -> None:
    """Write the sheet as SVG and PNG."""
    picture = DottedSheet(m).draw()
    path.with_suffix(".svg").write_text(picture.svg(), encoding="utf-8")
    picture.save_png(path.with_suffix(".png"))
