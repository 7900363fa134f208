"""Writes the map of 1914 - Fixed from the layers of `geo/` and the hand-kept files beside the map.

    python tools/build_fixed_1914.py             write hexes.csv, hexsides.csv, rivers.csv, rail.csv and drawing/
    python tools/build_fixed_1914.py --check     write nothing; fail if the files differ from what would be written
    python tools/build_fixed_1914.py --picture   also draw docs/titles/fixed_1914_map, SVG and PNG

Hand-kept: recipe.toml (extent, terrain, ridges, rivers, railways), places.csv and forts.csv (what the rules name),
overrides.csv (single corrections, applied last), labels.csv (names on the picture).
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import geo.cells as cells
import geo.checks as checks
import geo.courses as courses
import geo.drawing as drawing
import geo.streams as streams
from geo.files import arguments, deliver, drawn, read_rows, table
from geo.grid import Grid, Hexside, Point, grid, hexside
from geo.layers import Feature, country_at, feature, places, raster
from geo.stream_sheet import LEGEND, StreamSheet, stream_plan
from geo.streams import Stream

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "front1914" / "titles" / "fixed_1914" / "data" / "map"
PICTURE = ROOT / "docs" / "titles" / "fixed_1914_map"
WAYS = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise, as the grid counts them
MARKS = ("city", "port", "economic", "objective", "supply")
FIELDS = ("name", "country", "countries", "terrain", "closed", *MARKS, "forts", "calibre", "ridge", "edges", "apart")
NAMES = {"Netherlands": "holland"}


@dataclass
class Hex:
    """One hex of the map and where each datum of it comes from."""

    id: str
    countries: list[str]  #: the largest share first
    data: dict[str, str] = field(default_factory=dict)
    source: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, value: str, source: str) -> None:
        """Set a datum."""
        self.data[name], self.source[name] = value, source

    def get(self, name: str) -> str:
        """A datum, or nothing."""
        return self.data.get(name, "")

    def row(self) -> list[str]:
        """The line of hexes.csv."""
        source = " ".join(f"{key}={self.source[key]}" for key in FIELDS if self.get(key))
        return [self.id, *(self.get(key) for key in FIELDS), source]


@dataclass
class Side:
    """What lies along a hexside: the countries its line runs through, the ridge hex above it, external forts."""

    countries: str = ""
    slope: str = ""
    forts: int = 0
    owner: str = ""
    name: str = ""
    source: dict[str, str] = field(default_factory=dict)

    def row(self, side: Hexside) -> list[object]:
        """The line of hexsides.csv."""
        source = " ".join(f"{key}={value}" for key, value in self.source.items())
        return [*side, self.countries, self.slope, self.forts or "", self.owner, self.name, source]


class Map:
    """The map while it is being made."""

    def __init__(self) -> None:
        with (MAP / "recipe.toml").open("rb") as file:
            self.recipe: dict[str, Any] = tomllib.load(file)
        self.g: Grid = grid(self.recipe["grid"])
        self.places, self.forts = read_rows(MAP / "places.csv"), read_rows(MAP / "forts.csv")
        self.overrides = read_rows(MAP / "overrides.csv")
        self.cells = cells.cells_by_hex(self.g, self.frame())
        self.ground = {name: cells.ground(found, raster()) for name, found in self.cells.items()}
        self.hexes: dict[str, Hex] = {}
        self.streams: list[Stream] = []
        self.sides: dict[Hexside, Side] = {}
        self.rail: dict[Hexside, list[str]] = {}

    def frame(self) -> list[str]:
        """Every hex of the sheet, column by column."""
        (first, last), (low, high) = self.recipe["columns"], self.recipe["level"]
        return [
            self.g.layout.format(q, r)
            for q in range(first, last + 1)
            for r in range(1, 100)
            if low <= q / 2 - r <= high
        ]

    def overridden(self, kind: str) -> Iterable[dict[str, str]]:
        """The corrections of one kind."""
        return (row for row in self.overrides if row["kind"] == kind)

    def make(self) -> list[str]:
        """Make everything in turn; returns what is wrong with the result."""
        self.make_hexes()
        self.make_places()
        self.make_closed()
        self.make_terrain()
        self.make_ridges()
        self.make_forts()
        self.make_borders()
        self.make_streams()
        self.make_rail()
        return self.complaints()

    # ---- hexes

    def make_hexes(self) -> None:
        """Land or sea, and the countries of every hex (H2: three per cent of it)."""
        land = {row["at"]: row for row in self.overridden("land")}
        for name, found in self.cells.items():
            shares: Counter[str] = cells.countries(found, 1)
            least = self.recipe["country_share"] / 100 * sum(shares.values())
            known = [c for c, n in shares.most_common() if c and n >= least]
            made = self.hexes[name] = Hex(name, [NAMES.get(c, c.lower()) for c in known])
            if name not in land and (self.ground[name].land < self.recipe["least_land"] or not known):
                made.countries = []
                made.put("terrain", "sea", "geography")
                continue
            made.put("country", made.countries[0], "geography")
            made.put("countries", " ".join(made.countries), "geography")
            made.put("terrain", "clear", "geography")

    def make_places(self) -> None:
        """Cities, ports, economic hexes, objectives and sources of supply, at the hexes of places.csv."""
        for row in self.places:
            found = self.hexes[row["hex"]]
            said = dict(datum.split("=") for datum in row["source"].split())
            found.put("name", row["name"], said["hex"])
            found.put("country", row["country"], "history")
            for mark in MARKS:
                if row[mark]:
                    found.put(mark, row[mark], said[mark])

    def make_closed(self) -> None:
        """Hexes that nobody may enter, each with the reason: edge (MV-7), sea, island (MB-9), switzerland."""
        low, high = self.recipe["islands"]
        for name, found in self.hexes.items():
            column, _ = self.g.layout.parse(name)
            if any(n not in self.hexes for n in self.g.around(name)):
                found.put("closed", "edge", "reconstructed")
            elif found.get("terrain") == "sea":
                found.put("closed", "sea", "geography")
            elif found.countries == ["holland"] and low <= column <= high:
                found.put("closed", "island", "geography")
            elif found.countries == ["switzerland"]:
                found.put("closed", "switzerland", "reconstructed")
            elif column == self.recipe["east"] and "germany" in found.countries:
                found.put("edges", "east", "reconstructed")
        for row in self.overridden("closed"):
            self.hexes[row["at"]].put("closed", row["value"], row["source"])

    def make_terrain(self) -> None:
        """Rough, forest or clear, by named regions, then by the rasters (recipe.toml says how)."""
        rule = self.recipe["terrain"]
        groups = {key: [feature("regions", n) for n in rule[key]] for key in ("rough", "forest_regions", "open")}
        dry = {name: found for name, found in self.hexes.items() if found.get("terrain") != "sea"}
        for name, found in dry.items():
            ground = self.ground[name]
            covered = {key: cells.share(self.cells[name], group) >= rule["share"] for key, group in groups.items()}
            if covered["forest_regions"]:
                found.data["terrain"] = "forest"
            elif covered["rough"] or ground.relief >= rule["relief"]:
                found.data["terrain"] = "rough"
            elif ground.forest >= rule["forest"] and not covered["open"]:
                found.data["terrain"] = "forest"
        for region in rule["woods"]:
            for name in self._covered(dry, feature("regions", region), rule["small"]):
                dry[name].data["terrain"] = "forest"
        for row in self.overridden("terrain"):
            self.hexes[row["at"]].put("terrain", row["value"], row["source"])

    def _covered(self, dry: Iterable[str], region: Feature, least: int) -> list[str]:
        shares = {name: cells.share(self.cells[name], [region], 1) for name in dry}
        found = [name for name, share in shares.items() if share >= least]
        return found or [max(shares, key=lambda name: shares[name])]

    # ---- hexsides

    def side(self, one: str, other: str) -> Side:
        """The record of a hexside."""
        return self.sides.setdefault(hexside(one, other), Side())

    def way(self, name: str, direction: str) -> str:
        """The hex beside another one."""
        return self.g.around(name)[WAYS.index(direction)]

    def make_ridges(self) -> None:
        """Ridge hexes and the slopes that lead up to them from the east (TC-1d, H6)."""
        for rule in self.recipe["ridge"]:
            line = Feature(rule["name"], {}, (([(x, y) for x, y in rule["points"]]) if "points" in rule else [],), ())
            found = rule.get("hexes") or courses.rail_hexes(self.g, line, 0.5, ())[0]
            for name in found:
                self.hexes[name].put("ridge", rule["name"], "reconstructed")
        for name, made in self.hexes.items():
            for direction in ("NE", "SE") if made.get("ridge") else ():
                below = self.way(name, direction)
                if not self.hexes[below].get("ridge"):
                    side = self.side(name, below)
                    side.slope, side.source["slope"] = name, "reconstructed"

    def make_forts(self) -> None:
        """Internal forts in hexes, external ones on hexsides, with the calibre of the guns (PP-12, FT-1)."""
        for row in self.forts:
            found = self.hexes[row["hex"]]
            for name, column in (("forts", "internal"), ("calibre", "calibre")):
                if row[column] not in ("", "0"):
                    found.put(name, row[column], "reconstructed")
            for text in row["external"].split():
                direction, number = re.fullmatch(r"([NESW]+)(\d?)", text).groups()  # type: ignore[union-attr]
                side = self.side(row["hex"], self.way(row["hex"], direction))
                side.forts, side.owner, side.name = int(number or 1), row["country"], row["name"]
                side.source["forts"] = side.source["owner"] = side.source["name"] = "reconstructed"

    def make_borders(self) -> None:
        """Through which countries the line between two border hexes of one country runs (BN-3, H2)."""
        open_ = {name: set(h.countries) for name, h in self.hexes.items() if not h.get("closed")}
        for one, other in sorted(checks.borders(self.g, open_)):
            shared = open_[one] & open_[other]
            if len(open_[one]) > 1 and len(open_[other]) > 1 and shared:
                side = self.side(one, other)
                side.countries, side.source["countries"] = " ".join(self._through(one, other)), "geography"

    def _through(self, one: str, other: str) -> list[str]:
        (u1, v1), (u2, v2) = self.g.side(one, other)
        steps = [(i + 0.5) / 24 for i in range(24)]
        ground: list[Point] = [self.g.to_ground(u1 + (u2 - u1) * t, v1 + (v2 - v1) * t) for t in steps]
        found = Counter(country_at(*p) for p in ground)
        return [NAMES.get(c, c.lower()) for c, _ in found.most_common() if c]

    # ---- rivers

    def make_streams(self) -> None:
        """Rivers from hex to hex; a tributary ends where it joins the larger river (A7, H5)."""
        cities = {name for name, h in self.hexes.items() if h.get("city")}
        for rule in self.recipe["river"]:
            course = feature("rivers", rule["name"])
            if "from" in rule:
                start = places()[rule["from"]]
                course = courses.downstream(course, (start.lon, start.lat))
            found = streams.chain(self.g, course, self.recipe["rivers"]["clip"], cities, rule.get("splice", ()))
            found = [name for name in found if name in self.hexes]
            into = rule.get("into", "")
            if into:
                found = streams.joined(found, next(s.hexes for s in self.streams if s.name == into))
            self.streams.append(Stream(rule["name"], tuple(found), into))

    def river_rows(self) -> list[list[str]]:
        """The lines of rivers.csv: what each hexside of a river hex is."""
        out = []
        for name, found in self.hexes.items():
            mine = [s.name for s in self.streams if name in s.hexes]
            if mine and found.get("terrain") != "sea":
                out.append([name, "; ".join(mine), *streams.banks(self.g, name, self.streams), "geography"])
        return out

    # ---- railways

    def make_rail(self) -> None:
        """Rail links with their lines: open hexes only, no dead ends but at cities, ports and the east edge."""
        rule = self.recipe["rails"]
        keep = {name for name, h in self.hexes.items() if h.get("city")}
        for line in self.recipe["rail"]:
            mine: set[Hexside] = set()
            for text in line["of"]:
                name, *ends = (part.strip() for part in text.split("|"))
                railway = feature("railways_1914", name)
                for hexes in courses.rail_hexes(
                    self.g, courses.between(railway, *ends) if ends else railway, rule["clip"], keep
                ):
                    mine.update(link for link in courses.links(hexes) if self._open(link))
            for link in sorted(mine):
                if line.get("parallel") or link not in self.rail:
                    self.rail.setdefault(link, []).append(line["line"])
        for row in self.overridden("rail"):
            for link in courses.links(row["at"].split("/")):
                self.rail.setdefault(link, []).append(row["value"])
        for row in self.overridden("no rail"):
            for link in courses.links(row["at"].split("/")):
                del self.rail[link]
        net = courses.pruned(self.rail, self.stops())
        self.rail = {link: names for link, names in self.rail.items() if link in net}
        self._part()

    def _open(self, link: Hexside) -> bool:
        return all(name in self.hexes and not self.hexes[name].get("closed") for name in link)

    def _part(self) -> None:
        """Hexes in which two parallel lines run and nothing else does: there is no way from one to the other."""
        pairs = [{line["line"], line["parallel"]} for line in self.recipe["rail"] if "parallel" in line]
        here: dict[str, set[str]] = {}
        for link, names in self.rail.items():
            for name in link:
                here.setdefault(name, set()).update(names)
        for name, lines in here.items():
            if lines in pairs and not self.hexes[name].get("city") and name not in self.recipe["rails"]["bridges"]:
                self.hexes[name].put("apart", "yes", "reconstructed")

    def stops(self) -> set[str]:
        """Where a railway may end: cities, the east edge, the rim of the open map, termini of the recipe."""
        ends = {name for name, h in self.hexes.items() if h.get("city") or h.get("edges")}
        rim = {name for name in self.hexes if any(self._shut(n) for n in self.g.around(name))}
        return ends | rim | set(self.recipe["rails"]["termini"])

    def _shut(self, name: str) -> bool:
        return name in self.hexes and self.hexes[name].get("closed") in ("edge", "switzerland")

    # ---- what is wrong

    def complaints(self) -> list[str]:
        """What is wrong with the map."""
        out = checks.connected(self.g, {n: h for n, h in self.hexes.items() if not h.get("closed")})
        ends = {name for name, h in self.hexes.items() if h.get("closed")}
        out += streams.complaints(self.g, self.streams, ends)
        used = {name for link in self.rail for name in link}
        stops = {name for name in self.stops() if name in used or self.hexes[name].get("city")}
        out += checks.railways(self.rail, stops)
        for row in self.places:
            computed = self.g.hex_at(float(row["lon"]), float(row["lat"]))
            if computed != row["hex"]:
                out.append(f"{row['name']}: {row['hex']} in places.csv, {computed} on the ground")
            if row["country"] not in self.hexes[row["hex"]].countries:
                out.append(f"{row['name']}: {row['country']} has no ground in {row['hex']}")
        return out


def rule_files(m: Map) -> dict[str, str]:
    """The four files that the rules need."""
    order = {name: i for i, name in enumerate(m.hexes)}
    sides = sorted(m.sides, key=lambda s: (order[s[0]], order[s[1]]))
    links = sorted(m.rail, key=lambda s: (order[s[0]], order[s[1]]))
    hand = {link for row in m.overridden("rail") for link in courses.links(row["at"].split("/"))}
    rail = [[*k, "; ".join(m.rail[k]), "reconstructed" if k in hand else "geography"] for k in links]
    return {
        "hexes.csv": table(("id", *FIELDS, "source"), (m.hexes[name].row() for name in order)),
        "hexsides.csv": table(
            ("a", "b", "countries", "slope", "forts", "owner", "name", "source"), (m.sides[s].row(s) for s in sides)
        ),
        "rivers.csv": table(("id", "rivers", *(w.lower() for w in WAYS), "source"), m.river_rows()),
        "rail.csv": table(["a", "b", "lines", "source"], rail),
    }


def drawing_files(m: Map) -> dict[str, str]:
    """The files that only the drawing of the map needs."""
    sheet, labels = drawing.Sheet(m.g, (0.0, m.recipe["level"][1])), read_rows(MAP / "labels.csv")
    rivers = [[s.name, i, name] for s in m.streams for i, name in enumerate(s.hexes, 1)]
    dry = [name for name, h in m.hexes.items() if h.get("terrain") != "sea"]
    files = drawn(sheet, labels, m.ground, dry, m.hexes, m.places)
    return files | {"drawing/rivers.csv": table(("river", "number", "hex"), rivers)}


def draw(m: Map) -> None:
    """The check sheet as SVG and PNG."""
    slopes = {side: found.slope for side, found in m.sides.items() if found.slope}
    walls = {side: found.forts for side, found in m.sides.items() if found.forts}
    sheet = StreamSheet(stream_plan(m.g, {n: h.data for n, h in m.hexes.items()}, m.streams, m.rail, slopes, walls))
    picture = sheet.draw()
    sheet.legend("1914 - Fixed", LEGEND)
    PICTURE.with_suffix(".svg").write_text(picture.svg(), encoding="utf-8")
    picture.save_png(PICTURE.with_suffix(".png"))


def main() -> None:
    """Make the map and write, check or draw it."""
    asked = arguments(__doc__).parse_args()
    m = Map()
    wrong = m.make()
    files = {MAP / name: text for name, text in {**rule_files(m), **drawing_files(m)}.items()}
    status = deliver(files, wrong, asked.check)
    if asked.picture:
        draw(m)
    sys.exit(status)


if __name__ == "__main__":
    main()
