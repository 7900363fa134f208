"""Draw the Areas of 1914: Germany at War from geography into its data/map/.

    python tools/build_germany_at_war.py             write outlines.csv and rivers.csv
    python tools/build_germany_at_war.py --check     compare with what is there and complain

`recipe.toml` and `seeds.csv` beside them hold what was decided: the sheet, how far Areas reach, what rivers are worth
as borders, and further points that belong to an Area. Needs numpy and scipy; about ten seconds.
"""

from __future__ import annotations

import csv
import io
import sys
import tomllib
from pathlib import Path

import numpy as np
from geo.labels import Layout, fit
from geo.layers import features
from geo.plain import Plain
from geo.regions import (
    ABROAD,
    BEYOND,
    SEA,
    Arc,
    Labels,
    Raster,
    arcs,
    area,
    grow,
    noise,
    rings,
    smoothed,
    stroke,
)
from ground.fields import fill

from front1914.server.art import lines
from front1914.server.art.lines import Line, Point
from front1914.server.art.names import width

DATA = Path(__file__).resolve().parents[1] / "front1914" / "titles" / "germany_at_war" / "data"
NATION = {name.title(): name for name in ("germany", "france", "belgium", "luxembourg")} | {"Great Britain": "britain"}
KEEP = 14.0  #: world units that a common border has at least
#: world units: the terrain sign, the star of a city, a Fortress with its discs, a line of lettering, its size, a block
SIGN, STAR, FORT, LINE, SIZE, BLOCK = 30.0, 20.0, 40.0, 30.0, 18.0, 46.0
HEAD = ["id", "x", "y", "name_x", "name_y", "fort_x", "fort_y", "outline", "source"]
SPECK = 150.0  #: square world units below which a piece of an Area is left out
NAMES = {"Sauer / Sure": "Sauer", "Gete - Demer - Dijle - Rupel": "Demer", "Iton / Avre": "Avre", "Saone": "Saône"}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


class Ground:
    """The sheet as a raster, with the countries, the sea and the rivers on it."""

    def __init__(self) -> None:
        self.recipe = tomllib.loads((DATA / "map" / "recipe.toml").read_text("utf-8"))
        sheet = self.recipe["sheet"]
        self.plain = Plain(sheet["unit_km"], sheet["west"], sheet["north"], sheet["true_at"])
        wide, high = self.plain.to_plane(sheet["east"], sheet["south"])
        step = self.recipe["raster"]["step"]
        self.raster = Raster(0.0, 0.0, int(wide * 100 / step), int(high * 100 / step), step)
        self.unit = 100 / sheet["unit_km"]  #: world units to a kilometre

    def point(self, lon: float, lat: float) -> Point:
        x, y = self.plain.to_plane(lon, lat)
        return x * 100, y * 100

    def line(self, points: list[Point]) -> Line:
        return [self.point(lon, lat) for lon, lat in points]

    def country(self) -> dict[str, np.ndarray]:
        """The cells of each country, by the name that the data have for it; all others under the empty one."""
        r = self.raster
        found: dict[str, np.ndarray] = {}
        for feature in features("countries_1914"):
            if not feature.properties.get("part_of"):
                placed = [self.line(list(ring)) for polygon in feature.polygons for ring in polygon]
                mask = fill(placed, r.nx, r.ny, r.step, r.left, r.top)
                name = NATION.get(feature.name, "")
                found[name] = found[name] | mask if name in found else mask
        return found

    def cost(self) -> np.ndarray:
        """How hard each cell is to cross: uneven ground, and rivers by their rank."""
        r, play = self.raster, self.recipe["raster"]["play"]
        cost = 1.0 + play * (noise(r, 17, 150) + 0.6 * noise(r, 3, 46))
        for river in sorted(features("rivers"), key=lambda f: -f.properties["rank"]):
            worth = self.recipe["rivers"][str(river.properties["rank"])] * self.unit / (2 * r.step)
            for line in river.lines:
                for i, j in stroke(r, self.line(list(line))):
                    cost[i, j] = max(cost[i, j], worth)
        return cost


class Areas:
    """The Areas drawn: labels of the cells, borders, outlines."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.rows = rows("areas.csv")
        self.ids = [row["id"] for row in self.rows]
        self.links = {frozenset((row["a"], row["b"])): row["river"] for row in rows("links.csv")}
        self.labels = self._labels()
        self.borders = [Arc(arc.pair, self._smoothed(arc)) for arc in arcs(ground.raster, self.labels)]

    def _labels(self) -> Labels:
        g = self.ground
        seeds: dict[str, list[tuple[int, Point]]] = {}
        for row in [*self.rows, *({"id": r["area"]} | r for r in rows("map/seeds.csv"))]:
            k = self.ids.index(row["id"])
            seeds.setdefault(self.rows[k]["country"], []).append((k, g.point(float(row["lon"]), float(row["lat"]))))
        reach = g.recipe["reach"]
        limit = {k: reach.get(ident, reach["usual"]) * g.unit for k, ident in enumerate(self.ids)}
        cost, labels = g.cost(), np.full((g.raster.ny, g.raster.nx), SEA, dtype=np.int64)
        for country, mask in g.country().items():
            labels[mask] = ABROAD
            if country:
                labels[mask] = grow(g.raster, mask, cost, seeds[country], limit)[mask]
        return labels

    def name(self, label: int) -> str:
        return self.ids[label] if label >= 0 else ""

    def _smoothed(self, arc: Arc) -> Line:
        """The shore and the frontiers keep their shape, borders within a country are drawn with a light hand."""
        low = min(arc.pair)
        if low == SEA:
            return smoothed(arc.line, 2, 4.0, 0.5)
        countries = {self.rows[k]["country"] for k in arc.pair if k >= 0}
        if low in (ABROAD,) or len(countries) > 1:
            return smoothed(arc.line, 5, 5.0, 0.5)
        if low == BEYOND:
            return smoothed(arc.line, 30, 9.0, 0.6)
        river = self.links.get(frozenset(map(self.name, arc.pair)))
        return smoothed(arc.line, 6 if river in ("minor", "major") else 14, 6.0, 0.4)

    # ---- what is found

    def touching(self) -> dict[frozenset[str], float]:
        """How long the common border of each two Areas is, in world units."""
        found: dict[frozenset[str], float] = {}
        for arc in self.borders:
            pair = frozenset(map(self.name, arc.pair))
            if min(arc.pair) >= 0:
                found[pair] = found.get(pair, 0.0) + lines.length(arc.line)
        return found

    def complaints(self) -> list[str]:
        touching = self.touching()
        found = []
        for pair, river in self.links.items():
            if river != "sea" and touching.get(pair, 0.0) < KEEP:
                found.append(f"{'-'.join(sorted(pair))}: linked, border {touching.get(pair, 0.0):.0f}")
        return found

    def barred(self) -> list[frozenset[str]]:
        return [pair for pair in self.touching() if pair not in self.links]

    # ---- what is written

    def outlines(self) -> list[list[str]]:
        """Of each Area where its pieces stand, where its sign, name and Fortresses are, and its outline."""
        found = []
        for k, row in enumerate(self.rows):
            wide = width(row["name"], "bold" if row["city"] or row["fortresses"] else "roman", SIZE, 0.3)
            wide += SIGN + (STAR if row["city"] else 0)
            forts = len(row["fortresses"].split("+")) * FORT if row["fortresses"] else 0
            forms = [(wide + forts, LINE), (max(wide, forts), 2 * LINE)][: 2 if forts else 1]
            pieces = (4 if row["colour"] in ("green", "sea") else 2) * BLOCK
            at = fit(self.ground.raster, self.labels == k, Layout((pieces, 2 * BLOCK), tuple(forms)))
            left, top = at.name[0] - forms[at.form][0] / 2, at.name[1] - forms[at.form][1] / 2 + LINE / 2
            fort = (left + wide + FORT / 2, top) if at.form == 0 else (at.name[0] - forts / 2 + FORT / 2, top + LINE)
            spots = [at.pieces, (left + SIGN / 2, top), *([fort] if forts else [])]
            cells = [f"{part / 100:.2f}" for spot in spots for part in spot] + [""] * (0 if forts else 2)
            shape = [ring for ring in rings(k, self.borders) if abs(area(ring)) > SPECK]
            path = "".join(lines.path([(x / 100, y / 100) for x, y in ring[:-1]], True, 3) for ring in shape)
            found.append([row["id"], *cells, path, "geography"])
        return found

    def river_names(self) -> list[list[str]]:
        """Of each border that is a river: the one of the ground that runs nearest to it."""
        water = [
            (str(river.name), int(river.properties["rank"]), np.array(self.ground.line(list(line))))
            for river in features("rivers")
            for line in river.lines
        ]
        found = []
        for pair, river in sorted(self.links.items(), key=lambda item: sorted(map(int, item[0] - {"GB"}))):
            if river in ("minor", "major"):
                spots = [p for arc in self.borders if frozenset(map(self.name, arc.pair)) == pair for p in arc.line]
                ends = sorted(pair, key=int)
                near = min(water, key=lambda w: self._away(w[2], spots) + 60 * (river == "major" and w[1] > 2))[0]
                name = self.ground.recipe["names"].get("-".join(ends), NAMES.get(near, near))
                found.append([*ends, name, "geography"])
        return found

    def _away(self, water: np.ndarray, spots: list[Point]) -> float:
        """How far a river runs from a border on the whole."""
        gaps = water[:, None, :] - np.array(spots)
        return float(np.minimum(np.hypot(gaps[..., 0], gaps[..., 1]).min(axis=0), 90.0).mean())


def text(head: list[str], table: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *table])
    return out.getvalue()


def main(arguments: list[str]) -> int:
    areas = Areas(Ground())
    trouble = areas.complaints()
    files = {
        "outlines.csv": text(HEAD, areas.outlines()),
        "rivers.csv": text(["a", "b", "name", "source"], areas.river_names()),
    }
    for name, body in files.items():
        file = DATA / "map" / name
        if "--check" in arguments:
            if not file.exists() or file.read_text("utf-8") != body:
                trouble.append(f"data/map/{name}: not what the layers give; run the builder")
        else:
            file.write_text(body, "utf-8")
    for line in trouble:
        print(line)
    print(f"{len(areas.ids)} Areas, {len(areas.touching())} borders, {len(areas.barred())} of them barred")
    return 1 if trouble else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
