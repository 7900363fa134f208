"""A check sheet for maps whose rivers run through hexes and whose railways are separate lines."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from geo.grid import Grid, Hexside, Point, hexside
from geo.picture import Picture
from geo.sheet import BORDER, FORT, INK, RAIL, RIVER, SEA, TERRAIN, Plan, Sheet
from geo.streams import Stream

CLOSED, SLOPE = "#b9b4a8", "#8a5a1c"
LINES = (RAIL, "#7a1f6b")  # a second line beside the first

LEGEND = [
    ("ring", FORT, "fortress"),
    ("line", FORT, "external fort"),
    ("area", TERRAIN["rough"], "rough"),
    ("area", TERRAIN["forest"], "forest"),
    ("line", RIVER, "river"),
    ("line", SLOPE, "slope of a ridge"),
    ("line", RAIL, "railway"),
    ("disc", RIVER, "port"),
    ("dash", BORDER, "frontier"),
    ("area", CLOSED, "closed"),
]
COLOURS = {
    "belgium": "#f3dfb4", "france": "#e3e6ea", "germany": "#dfe3d6", "luxembourg": "#efd9d9", "holland": "#f4e3cf",
    "switzerland": "#e9e3ee", "": SEA,
}  # fmt: skip


@dataclass
class StreamPlan(Plan):
    """What is drawn besides: streams, lines of each rail link, slopes with the hex above them, walls of forts."""

    closed: frozenset[str] = frozenset()
    major: frozenset[str] = frozenset()
    city: frozenset[str] = frozenset()
    economic: frozenset[str] = frozenset()
    streams: Sequence[Stream] = ()
    lines: Mapping[Hexside, Sequence[str]] = field(default_factory=dict)
    slopes: Mapping[Hexside, str] = field(default_factory=dict)
    walls: Mapping[Hexside, int] = field(default_factory=dict)


def stream_plan(
    g: Grid,
    hexes: Mapping[str, Mapping[str, str]],
    streams: Sequence[Stream],
    lines: Mapping[Hexside, Sequence[str]],
    slopes: Mapping[Hexside, str],
    walls: Mapping[Hexside, int],
) -> StreamPlan:
    """A plan from what the hexes hold: country, terrain, name, closed, city, port, economic, forts."""

    def where(mark: str, value: str = "") -> frozenset[str]:
        return frozenset(n for n, h in hexes.items() if h.get(mark) and value in ("", h[mark]))

    return StreamPlan(
        g,
        {name: COLOURS[h.get("country", "")] for name, h in hexes.items()},
        {name: h["terrain"] for name, h in hexes.items()},
        {name: h["name"] for name, h in hexes.items() if h.get("name")},
        {name: h.get("country", "") for name, h in hexes.items()},
        {},
        {},
        where("forts"),
        where("port"),
        closed=where("closed"),
        major=where("city", "major"),
        city=where("city", "city"),
        economic=where("economic"),
        streams=streams,
        lines=lines,
        slopes=slopes,
        walls=walls,
    )


class StreamSheet(Sheet):
    """The check sheet of such a map."""

    plan: StreamPlan

    def __init__(self, plan: StreamPlan, hex_size: float = 58.0) -> None:
        super().__init__(plan, hex_size)

    def draw(self) -> Picture:
        """Everything, bottom up."""
        self._ground()
        for name in sorted(self.plan.closed):
            if self.plan.terrain[name] != "sea":
                self.picture.polygon(self.hexagon(name, 0.8), "", CLOSED, 5.0)
        self._streams()
        self._lines()
        self._rail()
        self._sides()
        self._signs()
        self._towns()
        return self.picture

    def _middle(self, one: str, other: str) -> Point:
        (u1, v1), (u2, v2) = self.plan.g.plane(one), self.plan.g.plane(other)
        return self.at(((u1 + u2) / 2, (v1 + v2) / 2))

    def _streams(self) -> None:
        for stream in self.plan.streams:
            points = [self.at(self.plan.g.plane(stream.hexes[0]))]
            for one, other in itertools.pairwise(stream.hexes):
                points += [self._middle(one, other), self.at(self.plan.g.plane(other))]
            self.picture.line(points, RIVER, 4.5)

    def _rail(self) -> None:
        for (one, other), lines in self.plan.lines.items():
            (x1, y1), (x2, y2) = self.at(self.plan.g.plane(one)), self.at(self.plan.g.plane(other))
            for i, _ in enumerate(lines):
                dx, dy = (y2 - y1) * 0.07, (x1 - x2) * 0.07
                shift = i + 0.6  # beside the river that may run along the same middles
                ends = [(x1 + dx * shift, y1 + dy * shift), (x2 + dx * shift, y2 + dy * shift)]
                self.picture.line(ends, LINES[min(i, 1)], 1.8)

    def _sides(self) -> None:
        g = self.plan.g
        for side, above in self.plan.slopes.items():
            u, v = g.plane(above)
            ends = [(a + (u - a) * 0.1, b + (v - b) * 0.1) for a, b in g.side(*side)]
            self.picture.line([self.at(p) for p in ends], SLOPE, 4.0)
        for side in self.plan.walls:
            self.picture.line([self.at(p) for p in g.side(*hexside(*side))], FORT, 4.0)

    def _towns(self) -> None:
        step = self.size
        for name in sorted(self.plan.city | self.plan.major):
            x, y = self.at(self.plan.g.plane(name))
            self.picture.disc((x, y), 4.0, INK, "#ffffff")
            if name in self.plan.major:
                self.picture.disc((x, y), 7.0, "", INK, 1.6)
        for name in sorted(self.plan.economic):
            x, y = self.at(self.plan.g.plane(name))
            self.picture.text((x - 0.3 * step, y), "x", step * 0.22, "#7a3b08", bold=True)
        for stream in self.plan.streams:
            for name in stream.hexes[2::10]:
                x, y = self.at(self.plan.g.plane(name))
                self.picture.text((x, y + 0.4 * step), stream.name, step * 0.17, "#123e57", italic=True, halo="#e4eef2")
