"""A check sheet of a hex map: what the rules see, drawn plainly over the true ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from geo.grid import Grid, Hexside, Point
from geo.layers import features
from geo.picture import Picture

SEA, COAST, BROOK, RIVER = "#c6d5d3", "#2f4a52", "#9fc0c8", "#2e6f9e"
RAIL, GRID, BORDER = "#2b251d", "#9c8c6c", "#7b2d26"
INK, FORT, RING = "#26211a", "#a22c1d", "#b3261a"
TERRAIN = {"clear": "", "city": "#d9c48a", "forest": "#a9b48c", "rough": "#cdae81", "marsh": "#a7c4bd", "sea": ""}


@dataclass
class Plan:
    """What is to be drawn: of each hex its colour, terrain, name and country, of hexsides rivers and rail links.

    `ringed` hexes get a dashed outline, `sources` words at the foot of a hex, `units` lines of text in its middle.
    """

    g: Grid
    colour: Mapping[str, str]
    terrain: Mapping[str, str]
    name: Mapping[str, str]
    country: Mapping[str, str]
    rivers: Mapping[Hexside, str]
    rail: Mapping[Hexside, str]
    forts: frozenset[str] = frozenset()
    ports: frozenset[str] = frozenset()
    ringed: frozenset[str] = frozenset()
    sources: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Sheet:
    """One check sheet; `hex_size` is the width of a hex in units of the picture."""

    def __init__(self, plan: Plan, hex_size: float = 74.0, margin: float = 40.0) -> None:
        self.plan, self.size, self.margin = plan, hex_size, margin
        middles = [plan.g.plane(name) for name in plan.colour]
        self.left, self.top = min(u for u, _ in middles) - 0.6, min(v for _, v in middles) - 0.7
        right, bottom = max(u for u, _ in middles) + 0.6, max(v for _, v in middles) + 0.7
        self.picture = Picture(
            (right - self.left) * hex_size + 2 * margin, (bottom - self.top) * hex_size + 2 * margin, SEA
        )

    def at(self, point: Point) -> Point:
        """A point of the plane on the sheet."""
        return (point[0] - self.left) * self.size + self.margin, (point[1] - self.top) * self.size + self.margin

    def hexagon(self, name: str, scale: float = 1.0) -> list[Point]:
        """The corners of a hex on the sheet, drawn in by `scale`."""
        u, v = self.plan.g.plane(name)
        return [self.at((u + (a - u) * scale, v + (b - v) * scale)) for a, b in self.plan.g.corners(name)]

    def draw(self) -> Picture:
        """Everything, bottom up."""
        self._ground()
        self._lines()
        self._signs()
        return self.picture

    def _ground(self) -> None:
        g, pic = self.plan.g, self.picture
        for land in features("land"):
            for polygon in land.polygons:
                pic.polygon([self.at(g.to_plane(*p)) for p in polygon[0]], "#dcdad2", COAST, 1.2)
        for name, colour in self.plan.colour.items():
            pic.polygon(self.hexagon(name), TERRAIN[self.plan.terrain[name]] or colour, GRID, 0.8)
            if TERRAIN[self.plan.terrain[name]]:
                pic.polygon(self.hexagon(name, 0.93), "", colour, 4.0)
        for river in features("rivers"):
            if river.properties["rank"] <= 3:
                for line in river.lines:
                    pic.line([self.at(g.to_plane(*p)) for p in line], BROOK, 1.2)

    def _lines(self) -> None:
        g, pic = self.plan.g, self.picture
        for a, b in self.plan.rivers:
            pic.line([self.at(p) for p in g.side(a, b)], RIVER, 6.0)
        for a, b in self.plan.rail:
            pic.line([self.at(g.plane(a)), self.at(g.plane(b))], RAIL, 2.4)
        for name, country in self.plan.country.items():
            for other in g.neighbours(name):
                if name < other and self.plan.country.get(other, country) != country:
                    pic.line([self.at(p) for p in g.side(name, other)], BORDER, 2.6, (7, 4))
        ringed = self.plan.ringed
        for name in ringed:
            for other in g.neighbours(name):
                if other not in ringed and other in self.plan.colour:
                    pic.line([self.at(p) for p in g.side(name, other)], RING, 2.2, (3, 3))

    def _signs(self) -> None:
        for name in self.plan.colour:
            self._hex_signs(name)
        self._river_names()
        step = self.size
        for name, words in self.plan.name.items():
            x, y = self.at(self.plan.g.plane(name))
            self.picture.text((x, y + 0.2 * step), words, step * 0.16, INK, bold=True, halo="#f6efdc")
        for name, lines in self.plan.units.items():
            x, y = self.at(self.plan.g.plane(name))
            for i, line in enumerate(lines):
                at = (x, y + (0.16 * i - 0.08 * (len(lines) - 1)) * step)
                self.picture.text(at, line, step * 0.15, "#0c2b66", bold=True, halo="#ffffff")

    def _hex_signs(self, name: str) -> None:
        pic, step = self.picture, self.size
        x, y = self.at(self.plan.g.plane(name))
        pic.text((x, y - 0.36 * step), name, step * 0.13, "#5b4f3d")
        if name in self.plan.forts:
            pic.polygon(self.hexagon(name, 0.84), "", FORT, 3.0)
        if name in self.plan.ports:
            pic.disc((x + 0.26 * step, y - 0.16 * step), step * 0.06, RIVER, "#ffffff")
        if self.plan.terrain[name] == "city":
            pic.polygon([(x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5)], INK)
        for i, edge in enumerate(self.plan.sources.get(name, "").split()):
            pic.text((x, y + (0.34 + 0.12 * i) * step), edge, step * 0.12, "#7a3b08", italic=True)

    def _river_names(self) -> None:
        courses: dict[str, list[Hexside]] = {}
        for side, river in self.plan.rivers.items():
            courses.setdefault(river, []).append(side)
        for river, sides in courses.items():
            for side in sides[min(2, len(sides) // 2) :: 9]:
                (x1, y1), (x2, y2) = (self.at(p) for p in self.plan.g.side(*side))
                middle = ((x1 + x2) / 2, (y1 + y2) / 2)
                self.picture.text(middle, river, self.size * 0.14, "#123e57", italic=True, halo="#e4eef2")

    def legend(self, title: str, lines: Sequence[tuple[str, str, str]]) -> None:
        """A key along the foot of the sheet, once it is drawn: entries of (kind, colour, words).

        Kinds are area, ring, line, dash and disc.
        """
        pic = self.picture
        top, middle = pic.height, pic.height + 22
        pic.height += 44
        pic.polygon([(0, top), (pic.width, top), (pic.width, pic.height), (0, pic.height)], "#fbf5e6", INK, 1.2)
        pic.text((110, middle), title, 17, INK, bold=True)
        for i, (kind, colour, words) in enumerate(lines):
            x = 230 + (pic.width - 240) / len(lines) * i
            if kind in ("area", "ring"):
                box = [(x, middle - 8), (x + 30, middle - 8), (x + 30, middle + 8), (x, middle + 8)]
                pic.polygon(box, colour if kind == "area" else "", GRID if kind == "area" else colour, 2.4)
            elif kind == "disc":
                pic.disc((x + 15, middle), 5, colour, "#ffffff")
            else:
                pic.line([(x, middle), (x + 32, middle)], colour, 4.0, (5, 4) if kind == "dash" else None)
            pic.text((x + 40 + 3.4 * len(words), middle), words, 13, INK)
