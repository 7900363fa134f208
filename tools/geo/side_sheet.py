"""A check sheet for maps whose terrain lies in hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from geo.grid import Grid, Hexside
from geo.picture import Picture
from geo.sheet import BORDER, FORT, INK, RAIL, RIVER, SEA, Plan, Sheet

GROUND = {
    "clear": "", "broken": "#d9cfa8", "hilly": "#c9a86a", "woods": "#8ea36a", "swamp": "#7fb0a8", "rough": "#a97842",
    "wooded_rough": "#5f7038", "mountain": "#6b4a2e", "alpine": "#efe9e4", "urban": "#b3452f", "suburban": "#d9a08c",
    "ocean": "#4f8fb0", "lake": "#4f8fb0",
}  # fmt: skip
COLOURS = {
    "belgium": "#f3dfb4", "france": "#e3e6ea", "germany": "#dfe3d6", "luxembourg": "#efd9d9", "netherlands": "#f4e3cf",
    "switzerland": "#e9e3ee",
}  # fmt: skip
MAJOR = "#17456b"
_OMITTED = ("clear", "alpine", "suburban", "lake")
LEGEND = [
    *[
        ("line", GROUND[kind], kind.replace("_", " "))
        for kind in GROUND
        if kind not in ("clear", "alpine", "suburban", "lake")
    ],
    ("line", RIVER, "river"),
    ("line", MAJOR, "major river"),
    ("line", RAIL, "railway"),
    ("dash", BORDER, "frontier"),
]


class Ground(Protocol):
    """What lies in a hexside."""

    terrain: str
    water: str
    track: str
    name: str


class Cell(Protocol):
    """What a hex says about itself."""

    def get(self, name: str) -> str:
        """A datum, or nothing."""


@dataclass
class SidePlan(Plan):
    """What is drawn besides: the ground of each hexside, cities."""

    ground: Mapping[Hexside, Ground] = field(default_factory=dict)
    city: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, g: Grid, hexes: Mapping[str, Cell], ground: Mapping[Hexside, Ground]) -> SidePlan:
        """A plan from what the hexes and hexsides hold."""
        return cls(
            g,
            {name: COLOURS[h.get("country")] for name, h in hexes.items()},
            dict.fromkeys(hexes, "clear"),
            {name: h.get("name") for name, h in hexes.items() if h.get("name")},
            {name: h.get("country") for name, h in hexes.items()},
            {side: s.name for side, s in ground.items() if s.water and side[0] in hexes},
            {},
            ports=frozenset(name for name, h in hexes.items() if h.get("port")),
            sources={name: h.get("edge") for name, h in hexes.items() if h.get("edge")},
            ground={side: s for side, s in ground.items() if side[0] in hexes},
            city={name: h.get("city") for name, h in hexes.items() if h.get("city")},
        )


class SideSheet(Sheet):
    """The check sheet of such a map."""

    plan: SidePlan

    def draw(self) -> Picture:
        """Everything, bottom up: terrain as bands inside both hexes of a side, rivers on the side itself."""
        self._ground()
        g, pic = self.plan.g, self.picture
        for side, ground in self.plan.ground.items():
            if GROUND[ground.terrain]:
                pic.line([self.at(p) for p in g.side(*side)], GROUND[ground.terrain], 13.0)
        for side, ground in self.plan.ground.items():
            if ground.water:
                wide = ground.water != "river"
                pic.line([self.at(p) for p in g.side(*side)], MAJOR if wide else RIVER, 7.0 if wide else 4.0)
            if ground.track:
                ends = [self.at(g.plane(name)) for name in side]
                pic.line(ends, RAIL, 2.6 if ground.track == "double" else 1.1)
        self._borders()
        self._signs()
        for name, kind in self.plan.city.items():
            x, y = self.at(g.plane(name))
            pic.disc((x, y), 6.0 if kind == "personnel" else 4.0, FORT if kind == "personnel" else INK, "#ffffff")
        return pic

    def _borders(self) -> None:
        for name, country in self.plan.country.items():
            for other in self.plan.g.neighbours(name):
                if name < other and self.plan.country.get(other, country) != country:
                    self.picture.line([self.at(p) for p in self.plan.g.side(name, other)], BORDER, 2.2, (7, 4))


__all__ = ["LEGEND", "SEA", "SidePlan", "SideSheet"]
