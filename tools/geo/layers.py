"""The files of `geo/`: lines, polygons, towns and the one-minute rasters."""

from __future__ import annotations

import array
import csv
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from geo.grid import GEO, Point

Ring = list[Point]


@dataclass(frozen=True)
class Feature:
    """A named thing on the ground: `lines` for rivers, railways and coasts, `polygons` for land and countries."""

    name: str
    properties: dict[str, Any]
    lines: tuple[Ring, ...]
    polygons: tuple[tuple[Ring, ...], ...]


@cache
def features(layer: str) -> tuple[Feature, ...]:
    """The features of a layer, such as `rivers` or `countries_1914`."""
    data = json.loads((GEO / f"{layer}.geojson").read_text(encoding="utf-8"))
    out = []
    for raw in data["features"]:
        kind, xs = raw["geometry"]["type"], raw["geometry"]["coordinates"]
        lines: list[Ring] = []
        polygons: list[tuple[Ring, ...]] = []
        if kind in ("LineString", "MultiLineString"):
            lines = [[(p[0], p[1]) for p in line] for line in ([xs] if kind == "LineString" else xs)]
        else:
            for polygon in [xs] if kind == "Polygon" else xs:
                polygons.append(tuple([(p[0], p[1]) for p in ring] for ring in polygon))
        properties = raw["properties"]
        out.append(Feature(properties.get("name", ""), properties, tuple(lines), tuple(polygons)))
    return tuple(out)


def feature(layer: str, name: str) -> Feature:
    """One feature by its name."""
    for found in features(layer):
        if found.name == name:
            return found
    raise KeyError(f"{layer} has no {name!r}")


def box(polygon: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    """West, east, south and north of a polygon."""
    xs, ys = [p[0] for p in polygon[0]], [p[1] for p in polygon[0]]
    return min(xs), max(xs), min(ys), max(ys)


def inside(lon: float, lat: float, polygon: tuple[Ring, ...]) -> bool:
    """Whether a place lies in a polygon (holes count as outside)."""
    found = False
    for ring in polygon:
        x2, y2 = ring[-1]
        for x1, y1 in ring:
            if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
                found = not found
            x2, y2 = x1, y1
    return found


class Outline:
    """A polygon whose edges are sorted into bands of latitude, so that asking for a place reads only a few."""

    BAND = 0.05

    def __init__(self, name: str, polygon: tuple[Ring, ...]) -> None:
        self.name = name
        self.west, self.east, self.south, self.north = box(polygon)
        self.bands: dict[int, list[tuple[float, float, float, float]]] = {}
        for ring in polygon:
            for (x1, y1), (x2, y2) in itertools.pairwise([*ring, ring[0]]):
                low, high = sorted((y1, y2))
                for band in range(int(low / self.BAND), int(high / self.BAND) + 1):
                    self.bands.setdefault(band, []).append((x1, y1, x2, y2))

    def holds(self, lon: float, lat: float) -> bool:
        """Whether a place lies inside."""
        if not (self.west <= lon <= self.east and self.south <= lat <= self.north):
            return False
        found = False
        for x1, y1, x2, y2 in self.bands.get(int(lat / self.BAND), ()):
            if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
                found = not found
        return found


@cache
def _countries() -> list[Outline]:
    return [
        Outline(country.name, polygon)
        for country in features("countries_1914")
        if not country.properties.get("part_of")
        for polygon in country.polygons
    ]


def country_at(lon: float, lat: float) -> str:
    """The country of 1914 that holds a place, or nothing at sea; Alsace-Lorraine and Malmedy are German."""
    return next((outline.name for outline in _countries() if outline.holds(lon, lat)), "")


@dataclass(frozen=True)
class Town:
    """A town of `geo/towns.csv` or a place of `geo/places_1914.csv`."""

    name: str
    lon: float
    lat: float
    country: str
    role: str = ""
    population: int = 0
    german: str = ""  #: its name in the Reichsland of 1914, where that was another


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (GEO / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


@cache
def towns() -> tuple[Town, ...]:
    """The chosen towns, with their part in 1914 and today's population."""
    return tuple(
        Town(
            r["name"],
            float(r["lon"]),
            float(r["lat"]),
            r["country_1914"],
            r["role_1914"],
            int(r["population_today"] or 0),
            r["name_1914_german"],
        )
        for r in _rows("towns.csv")
    )


@cache
def places() -> dict[str, Town]:
    """The places that histories of the campaign speak of, by name; then the towns that are not among them."""
    out: dict[str, Town] = {}
    for town in towns():
        out.setdefault(town.name, town)
    for r in _rows("places_1914.csv"):
        out[r["place"]] = Town(r["place"], float(r["lon"]), float(r["lat"]), r["country_1914"])
    return out


class Raster:
    """The one-minute grids: elevation in metres, forest and built-up land in per cent, land as 0 or 1."""

    def __init__(self) -> None:
        head = json.loads((GEO / "raster.json").read_text(encoding="utf-8"))
        self.rows: int = head["rows"]
        self.columns: int = head["cols"]
        self.step: float = head["cell_deg"]
        self.west, self.north = head["west"], head["north"]
        self.layer: dict[str, array.array[int]] = {}
        for name, entry in head["layers"].items():
            values: array.array[int] = array.array("h" if entry["type"].startswith("int16") else "B")
            values.frombytes((GEO / entry["file"]).read_bytes())
            if values.itemsize == 2 and sys.byteorder == "big":
                values.byteswap()
            self.layer[name] = values

    def place(self, cell: int) -> Point:
        """Longitude and latitude of the middle of a cell."""
        i, j = divmod(cell, self.columns)
        return self.west + (j + 0.5) * self.step, self.north - (i + 0.5) * self.step

    def value(self, layer: str, lon: float, lat: float) -> int | None:
        """What a layer says of a place, or nothing outside its box."""
        i, j = int((self.north - lat) / self.step), int((lon - self.west) / self.step)
        if 0 <= i < self.rows and 0 <= j < self.columns:
            value: int = self.layer[layer][i * self.columns + j]
            return value
        return None


@cache
def raster() -> Raster:
    """The rasters, read once."""
    return Raster()
