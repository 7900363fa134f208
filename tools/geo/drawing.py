"""Tables that only the drawing of a map needs: where towns and names stand, courses of rivers, height of the ground.

Sheet coordinates are in hexes from side to side, x growing to the right and y downwards: those of the grid's plane,
moved by `origin` so that they are not negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from geo.cells import Ground
from geo.grid import Grid, Hexside, Point
from geo.layers import places

HEIGHTS = ((500, "mountain"), (300, "upland"), (150, "hills"))  # metres of mean height


@dataclass(frozen=True)
class Sheet:
    """A grid with its origin on the sheet."""

    g: Grid
    origin: Point

    def at(self, lon: float, lat: float) -> Point:
        """A place on the ground as a point of the sheet."""
        u, v = self.g.to_plane(lon, lat)
        return round(u + self.origin[0], 3), round(v + self.origin[1], 3)

    def within(self, lon: float, lat: float, name: str) -> Point:
        """The same, drawn into the hex that the rules give to the place."""
        u, v = self.g.to_plane(lon, lat)
        cu, cv = self.g.plane(name)
        ways = [self.g.plane(n) for n in self.g.neighbours(name)]
        for _ in range(40):
            if all((u - cu) * (nu - cu) + (v - cv) * (nv - cv) <= 0.44 for nu, nv in ways):
                break
            u, v = cu + (u - cu) * 0.95, cv + (v - cv) * 0.95
        return round(u + self.origin[0], 3), round(v + self.origin[1], 3)


def towns(
    sheet: Sheet, hexes: Iterable[str], named: Sequence[Mapping[str, str]], labels: Sequence[Mapping[str, str]]
) -> list[list[object]]:
    """label, hex, x, y, rank, lon, lat: the places of the rules (rank 1), then towns of rank 2 and 3."""
    on_map = set(hexes)
    out: list[list[object]] = []
    for row in named:
        lon, lat = float(row["lon"]), float(row["lat"])
        out.append([row["label"] or row["name"], row["hex"], *sheet.within(lon, lat, row["hex"]), 1, lon, lat])
    for row in labels:
        if row["kind"] == "town":
            town = places()[row["place"]]
            name = sheet.g.hex_at(town.lon, town.lat)
            if name in on_map:
                point = sheet.within(town.lon, town.lat, name)
                out.append([row["text"], name, *point, int(row["rank"]), town.lon, town.lat])
    return sorted(out, key=lambda r: (str(r[1]), str(r[0])))


def names(sheet: Sheet, labels: Sequence[Mapping[str, str]]) -> list[list[object]]:
    """kind, text, x1, y1, x2, y2, size, bend: names of countries, regions and seas along a gentle curve."""
    out: list[list[object]] = []
    for row in labels:
        if row["kind"] != "town":
            ends = [sheet.at(float(row[f"lon{i}"]), float(row[f"lat{i}"])) for i in (1, 2)]
            out.append([row["kind"], row["text"], *ends[0], *ends[1], row["size"], row["bend"]])
    return out


def ground(found: Mapping[str, Ground], hexes: Iterable[str]) -> list[list[object]]:
    """hex, height, relief, forest, built-up ground and a class of height."""
    out: list[list[object]] = []
    for name in sorted(hexes):
        g = found[name]
        kind = next((word for least, word in HEIGHTS if g.height >= least), "lowland")
        out.append([name, g.height, g.relief, g.forest, g.urban, kind])
    return out


def rivers(course: Mapping[str, Sequence[Hexside]]) -> list[list[object]]:
    """river, number, a, b: the hexsides of each river in turn, from the source down."""
    return [[name, i, *side] for name, sides in course.items() for i, side in enumerate(sides, 1)]
