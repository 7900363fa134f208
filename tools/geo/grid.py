"""Hex ids and longitude/latitude of the four hex grids that stand on real ground.

Every grid has a plane (u, v) whose unit is one hex from side to opposite side:

    km     x = (lon - lon0) * cos(lat0) * 111.195,  y = (lat - lat0) * 111.195
    plane  (u, v) = A * (x, y) + t, plus a small local shift ("pins")

The pins move the ground by a fraction of a hex round the places whose hex a rulebook names, so that each of them
falls where the rules put it. The figures stand in `geo/georeference.json`.

    g = grid("SW")
    g.centre("0812")              longitude and latitude of the middle of a hex
    g.hex_at(4.40, 51.22)         '0812'
    g.neighbours("0812")          ids of the six hexes around
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

GEO = Path(__file__).resolve().parents[2] / "geo"
KM_PER_DEGREE = math.pi / 180 * 6371.0
ROW = math.sqrt(3) / 2
CORNER = 1 / math.sqrt(3)

Point = tuple[float, float]
Hexside = tuple[str, str]


def hexside(a: str, b: str) -> Hexside:
    """The side between two hexes, whichever is named first."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Layout:
    """How a grid counts its hexes: `kind` is flat, pointy or oblique, `ids` the way an id is written."""

    kind: str
    ids: str

    def parse(self, name: str) -> tuple[int, int]:
        """The two numbers of an id: column and row (OAO, DW), row and file (SW), letter and number (FX)."""
        if self.ids == "CC.RR":
            a, b = name.split(".")
            return int(a), int(b)
        if self.ids == "letters":
            letters = name.rstrip("0123456789")
            if len(set(letters)) != 1:
                raise ValueError(f"{name}: letters repeat: A to Z, then AA, BB")
            return ord(letters[0]) - 64 + 26 * (len(letters) - 1), int(name[len(letters) :])
        return int(name[:2]), int(name[2:])

    def format(self, a: int, b: int) -> str:
        """The id of two numbers; beyond the first letter there is none."""
        if self.ids == "CC.RR":
            return f"{a:02d}.{b:02d}"
        if self.ids == "letters":
            return chr(65 + (a - 1) % 26) * ((a - 1) // 26 + 1) + str(b) if a >= 1 else ""
        return f"{a:02d}{b:02d}"

    def plane(self, a: int, b: int) -> Point:
        """The middle of a hex."""
        if self.kind == "flat":  # even columns stand half a hex lower
            return a * ROW, b + (0.5 if a % 2 == 0 else 0.0)
        if self.kind == "pointy":  # rows southward, files westward, odd rows half a hex further east
            return -(b - 0.5 * (a % 2)), a * ROW
        return a * ROW, b - 0.5 * a

    def nearest(self, u: float, v: float) -> tuple[int, int]:
        """The hex whose middle is nearest to a point of the plane."""
        pointy = self.kind == "pointy"
        a0 = math.floor((v if pointy else u) / ROW)
        best = (math.inf, 0, 0)
        for a in (a0, a0 + 1):  # the point lies between these two lines of hexes, and in each between two middles
            b0 = math.floor(-u + 0.5 * (a % 2)) if pointy else math.floor(v - self.plane(a, 0)[1])
            for b in (b0, b0 + 1):
                x, y = self.plane(a, b)
                best = min(best, ((x - u) ** 2 + (y - v) ** 2, a, b))
        return best[1], best[2]

    def around(self, a: int, b: int) -> list[tuple[int, int]]:
        """The six neighbours, in turn around the hex."""
        if self.kind == "oblique":
            return [(a, b - 1), (a + 1, b), (a + 1, b + 1), (a, b + 1), (a - 1, b), (a - 1, b - 1)]
        k = 0 if a % 2 == 0 else -1
        return [(a, b - 1), (a + 1, b + k), (a + 1, b + k + 1), (a, b + 1), (a - 1, b + k + 1), (a - 1, b + k)]


class Grid:
    """One game's hexes on the ground."""

    def __init__(self, key: str, data: dict[str, Any]) -> None:
        self.key = key
        self.data = data
        self.km_per_hex = float(data["scale_km_per_hex"])
        self.layout = Layout(data["layout"]["kind"], {"OAO": "CC.RR", "FX": "letters"}.get(key, "NNNN"))
        self.lon0, self.lat0 = data["projection"]["lon0"], data["projection"]["lat0"]
        self._kx = math.cos(math.radians(self.lat0)) * KM_PER_DEGREE
        t = data["transform"]["km_to_plane"]
        self._a = (t["a11"], t["a12"], t["a21"], t["a22"])
        self._t = (t["t1"], t["t2"])
        self._around: dict[str, list[str]] = {}
        self._pins = [tuple(pin) for pin in data["transform"].get("pins", [])]
        self._radius = float(data["transform"].get("pin_radius", 1.0))

    def plane(self, name: str) -> Point:
        """The middle of a hex in the plane."""
        return self.layout.plane(*self.layout.parse(name))

    def at(self, u: float, v: float) -> str:
        """The hex at a point of the plane."""
        return self.layout.format(*self.layout.nearest(u, v))

    def around(self, name: str) -> list[str]:
        """The six ids around a hex in turn, clockwise but for westward files; an empty one where no id is possible."""
        found = self._around.get(name)
        if found is None:
            found = [self.layout.format(*n) for n in self.layout.around(*self.layout.parse(name))]
            self._around[name] = found
        return found

    def neighbours(self, name: str) -> list[str]:
        """The ids around a hex."""
        return [n for n in self.around(name) if n]

    def adjacent(self, one: str, other: str) -> bool:
        """Whether two hexes share a side."""
        return other in self.neighbours(one)

    def distance(self, one: str, other: str) -> int:
        """Hexes from one to the other, counted along the grid."""
        (u1, v1), (u2, v2) = self.plane(one), self.plane(other)
        du, dv = abs(u1 - u2), abs(v1 - v2)
        if self.layout.kind == "pointy":
            du, dv = dv, du
        columns = round(du / ROW)
        return columns + max(0, round(dv - columns / 2))

    def corners(self, name: str) -> list[Point]:
        """The six corners of a hex in the plane."""
        u, v = self.plane(name)
        turn = 30 if self.layout.kind == "pointy" else 0
        angles = [math.radians(turn + 60 * i) for i in range(6)]
        return [(u + CORNER * math.cos(a), v + CORNER * math.sin(a)) for a in angles]

    def side(self, one: str, other: str) -> tuple[Point, Point]:
        """The two ends of a hexside in the plane."""
        (u1, v1), (u2, v2) = self.plane(one), self.plane(other)
        u, v, h = (u1 + u2) / 2, (v1 + v2) / 2, CORNER / 2
        return (u - (v2 - v1) * h, v + (u2 - u1) * h), (u + (v2 - v1) * h, v - (u2 - u1) * h)

    def _shift(self, u: float, v: float) -> Point:
        du = dv = 0.0
        for pu, pv, wu, wv in self._pins:
            r = math.hypot(u - pu, v - pv) / self._radius
            if r < 1:
                f = (1 - r) ** 4 * (4 * r + 1)
                du, dv = du + wu * f, dv + wv * f
        return du, dv

    def to_plane(self, lon: float, lat: float, *, pins: bool = True) -> Point:
        """A place on the ground as a point of the plane."""
        x, y = (lon - self.lon0) * self._kx, (lat - self.lat0) * KM_PER_DEGREE
        a11, a12, a21, a22 = self._a
        u, v = a11 * x + a12 * y + self._t[0], a21 * x + a22 * y + self._t[1]
        if pins and self._pins:
            du, dv = self._shift(u, v)
            return u + du, v + dv
        return u, v

    def to_ground(self, u: float, v: float, *, pins: bool = True) -> Point:
        """A point of the plane as longitude and latitude."""
        p, q = u, v
        if pins and self._pins:
            for _ in range(25):  # the shift is known only forwards: close in on it
                du, dv = self._shift(p, q)
                p, q = u - du, v - dv
        a11, a12, a21, a22 = self._a
        det = a11 * a22 - a12 * a21
        p, q = p - self._t[0], q - self._t[1]
        x, y = (a22 * p - a12 * q) / det, (a11 * q - a21 * p) / det
        return self.lon0 + x / self._kx, self.lat0 + y / KM_PER_DEGREE

    def centre(self, name: str) -> Point:
        """Longitude and latitude of the middle of a hex."""
        return self.to_ground(*self.plane(name))

    def hex_at(self, lon: float, lat: float) -> str:
        """The hex that holds a place."""
        return self.at(*self.to_plane(lon, lat))

    def depth(self, lon: float, lat: float) -> tuple[float, str]:
        """How far inside its hex a place lies: km to the nearest hexside, and the hex beyond it."""
        u, v = self.to_plane(lon, lat)
        name = self.at(u, v)
        cu, cv = self.plane(name)
        sides = []
        for other in self.neighbours(name):
            nu, nv = self.plane(other)
            sides.append((0.5 - ((u - cu) * (nu - cu) + (v - cv) * (nv - cv)), other))
        gap, other = min(sides)
        return gap * self.km_per_hex, other

    def named(self, place: str) -> list[str]:
        """The hexes that the rulebook itself gives for a place (misprints corrected)."""
        for point in self.data["control_points"]:
            if point["name"].lower() == place.lower():
                return list(point.get("hexes_corrected") or point["hexes"])
        return []

    def all_hexes(self) -> list[str]:
        """Every id of the nominal extent, sea and neutral ground included."""
        (first, last), (low, high) = self.data["extent"]["first"], self.data["extent"]["second"]
        out = []
        for a in range(first, last + 1):
            tilt = a // 2 if self.layout.kind == "oblique" else 0  # numbers of a level line grow with the letters
            out += [self.layout.format(a, b) for b in range(max(low + tilt, 1), high + tilt + 1)]
        return out

    def complaints(self) -> list[str]:
        """What is wrong with the placement: named places and pairs of neighbours of the rulebook, round trips."""
        out = []
        for point in self.data["control_points"]:
            hexes = point.get("hexes_corrected") or point["hexes"]
            if point.get("pinned") and self.hex_at(point["lon"], point["lat"]) not in hexes:
                out.append(f"{point['name']} is not in {'/'.join(hexes)}")
        out += [f"{a} and {b} are not neighbours" for a, b in self.data["adjacent_pairs"] if not self.adjacent(a, b)]
        for name in self.all_hexes()[::37]:
            if self.hex_at(*self.centre(name)) != name:
                out.append(f"{name} does not survive the way to the ground and back")
            for other in self.neighbours(name):
                if name not in self.neighbours(other) or self.distance(name, other) != 1:
                    out.append(f"{name} and {other}: one-sided neighbours")
        return out


@cache
def grids() -> dict[str, Grid]:
    """All grids of `geo/georeference.json`: OAO, SW, FX, DW."""
    data = json.loads((GEO / "georeference.json").read_text(encoding="utf-8"))
    return {key: Grid(key, value) for key, value in data["grids"].items()}


def grid(key: str) -> Grid:
    """The grid of one game."""
    return grids()[key]


def along(points: Sequence[Point], step: float) -> list[Point]:
    """A line cut so that no piece is longer than `step`."""
    out = [points[0]]
    for u, v in points[1:]:
        p, q = out[-1]
        n = int(math.hypot(u - p, v - q) / step) + 1
        out += [(p + (u - p) * i / n, q + (v - q) * i / n) for i in range(1, n + 1)]
    return out
