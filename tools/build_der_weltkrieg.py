"""Writes the map of Der Weltkrieg from the layers of `geo/` and the hand-kept files beside the map.

    python tools/build_der_weltkrieg.py             write hexes.csv, hexsides.csv and drawing/
    python tools/build_der_weltkrieg.py --check     write nothing; fail if the files differ from what would be written
    python tools/build_der_weltkrieg.py --picture   also draw docs/titles/der_weltkrieg_map, SVG and PNG

Hand-kept: recipe.toml (extent, terrain, rivers, railways, the small sheets of other fronts), places.csv (cities and
what is in them), overrides.csv (single corrections, applied last), labels.csv (names on the picture).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import geo.cells as cells
import geo.checks as checks
import geo.courses as courses
import geo.drawing as drawing
from geo.cells import Ground
from geo.files import arguments, deliver, drawn, pair, read_rows, river_sides, table
from geo.grid import Grid, Hexside, grid
from geo.layers import feature, features, places, raster
from geo.side_sheet import LEGEND, SidePlan, SideSheet

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "front1914" / "titles" / "der_weltkrieg" / "data" / "map"
PICTURE = ROOT / "docs" / "titles" / "der_weltkrieg_map"
MARKS = ("city", "capital", "food", "industry", "resource", "port")
FIELDS = ("name", "sheet", "country", *MARKS, "network", "edge")


@dataclass
class Hex:
    """One hex of the map and where each datum of it comes from."""

    id: str
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
        source = " ".join(f"{key}={self.source[key]}" for key in FIELDS if self.get(key) and key != "sheet")
        return [self.id, *(self.get(key) for key in FIELDS), source]


@dataclass
class Side:
    """What lies in a hexside: terrain, open water or a river, a railway; `name` is the river's.

    Open water (ocean, lake) stands as terrain and bars the way; `shore` is the ground drawn beside it (DW-R27).
    """

    terrain: str
    shore: str = ""
    water: str = ""
    track: str = ""
    name: str = ""
    lines: list[str] = field(default_factory=list)
    source: dict[str, str] = field(default_factory=lambda: {"terrain": "geography"})

    def flood(self, kind: str, source: str) -> None:
        """Make it open water."""
        self.terrain, self.shore, self.source["terrain"] = kind, self.terrain, source

    def row(self, side: Hexside) -> list[str]:
        """The line of hexsides.csv."""
        source = " ".join(f"{key}={value}" for key, value in self.source.items())
        return [*side, self.terrain, self.shore, self.water, self.track, self.name, "; ".join(self.lines), source]


class Map:
    """The map while it is being made."""

    def __init__(self) -> None:
        with (MAP / "recipe.toml").open("rb") as file:
            self.recipe: dict[str, Any] = tomllib.load(file)
        self.g: Grid = grid(self.recipe["grid"])
        self.places, self.overrides = read_rows(MAP / "places.csv"), read_rows(MAP / "overrides.csv")
        (first, last), (top, bottom) = self.recipe["columns"], self.recipe["rows"]
        ids = [f"{c:02d}{r:02d}" for c in range(first, last + 1) for r in range(top, bottom + 1)]
        self.cells = cells.cells_by_hex(self.g, ids)
        self.ground = {name: cells.ground(found, raster()) for name, found in self.cells.items()}
        self.hexes: dict[str, Hex] = {}
        self.sides: dict[Hexside, Side] = {}
        self.course: dict[str, list[Hexside]] = {}

    def overridden(self, kind: str) -> Iterator[dict[str, str]]:
        """The corrections of one kind."""
        return (row for row in self.overrides if row["kind"] == kind)

    def make(self) -> list[str]:
        """Make everything in turn; returns what is wrong with the result."""
        self.make_hexes()
        self.make_places()
        self.make_terrain()
        self.make_rivers()
        self.make_water()
        self.make_rail()
        self.make_overridden_sides()
        wrong = self.complaints()
        self.make_small_sheets()
        self.make_networks()
        return wrong

    # ---- hexes

    def make_hexes(self) -> None:
        """Which hexes exist and whose they are: enough land, most of it in a country of the continent."""
        fixed = {row["at"]: row for row in self.overridden("country")}
        for name in sorted(self.cells):
            shares = cells.countries(self.cells[name])
            shares.pop("", None)
            owner = max(shares, key=lambda country: shares[country]).lower() if shares else ""
            source = "geography"
            if name in fixed:
                owner, source = fixed[name]["value"], fixed[name]["source"]
            elif self.ground[name].land < self.recipe["least_land"]:
                continue
            if owner in self.recipe["countries"]:
                made = self.hexes[name] = Hex(name, {"sheet": self.recipe["sheet"]})
                made.put("country", owner, source)
        (first, last), (top, bottom) = self.recipe["columns"], self.recipe["rows"]
        for name, made in self.hexes.items():
            column, row = self.g.layout.parse(name)
            ends = {"west": column == first, "east": column == last, "north": row == top, "south": row == bottom}
            for rule in self.recipe["edge"]:
                if made.get("country") == rule["country"] and any(ends[end] for end in rule["at"]):
                    made.put("edge", rule["side"], "reconstructed")

    def make_places(self) -> None:
        """Cities and what is in them, at the hexes of places.csv."""
        for row in self.places:
            made = self.hexes[row["hex"]]
            said = dict(datum.split("=") for datum in row["source"].split())
            made.put("name", row["name"], said.get("hex", "geography"))
            for mark in MARKS:
                if row[mark]:
                    made.put(mark, row[mark], said[mark])

    # ---- hexsides

    def make_terrain(self) -> None:
        """Terrain of every hexside from relief, forest and height along it (recipe.toml has the limits)."""
        faces = cells.cells_by_side(self.g, {name: self.cells[name] for name in self.hexes})
        rule = self.recipe["terrain"]
        swamps = [feature("regions", name) for name in rule["swamps"]]
        open_ = [feature("regions", name) for name in rule["open"]]
        for side in sorted(checks.borders(self.g, self.hexes)):
            ground = cells.ground(faces[side], raster())
            kind = self._terrain(ground)
            if kind == "woods" and cells.share(faces[side], open_) >= rule["share"]:
                kind = "clear"  # heath in 1914
            if cells.share(faces[side], swamps, 1) >= rule["wet"]:
                kind = "swamp"
            made = self.sides[side] = Side(kind)
            if ground.land < self.recipe["ocean_side"]:
                made.flood("ocean", "geography")

    def _terrain(self, ground: Ground) -> str:
        for kind in self.recipe["class"]:
            least = kind.get("relief", 0), kind.get("forest", 0), kind.get("height", 0)
            if all(a >= b for a, b in zip((ground.relief, ground.forest, ground.height), least, strict=True)):
                return str(kind["terrain"])
        return "clear"

    def make_rivers(self) -> None:
        """River hexsides in order of size: a river ends where it meets one that stands before it."""
        taken: set[Hexside] = set()
        for rule in self.recipe["river"]:
            course = feature("rivers", rule.get("layer", rule["name"]))
            if "from" in rule:
                start = places()[rule["from"]]
                course = courses.downstream(course, (start.lon, start.lat))
            found = [s for s in courses.river_sides(self.g, course) if s in self.sides]
            found += [pair(row["at"]) for row in self.overridden("river") if row["value"] == rule["name"]]
            gone = {pair(row["at"]) for row in self.overridden("no river") if row["value"] == rule["name"]}
            runs = checks.in_order(self.g, [side for side in found if side not in gone])
            own = [s for run in runs for s in checks.until_met(self.g, run, taken)]
            self.course[rule["name"]] = own
            taken.update(own)
            for side in own:
                made = self.sides[side]
                if made.terrain == "ocean":
                    continue
                made.water, made.name, made.source["water"] = rule.get("kind", "river"), rule["name"], "geography"

    def make_water(self) -> None:
        """Lakes and arms of the sea that bar a hexside, and shores that do not, by hand."""
        for row in self.overridden("water"):
            self.sides[pair(row["at"])].flood(row["value"], row["source"])
        for row in self.overridden("dry"):
            made = self.sides[pair(row["at"])]
            made.terrain, made.shore, made.source["terrain"] = made.shore or made.terrain, "", row["source"]

    def make_overridden_sides(self) -> None:
        """Terrain and rivers that the rules state, and the streets of great cities; applied last."""
        for row in self.overridden("terrain"):
            made = self.sides[pair(row["at"])]
            made.terrain, made.source["terrain"] = row["value"], row["source"]
        for row in self.overridden("stated river"):
            made = self.sides[pair(row["at"])]
            made.water, made.name, made.source["water"] = "river", row["value"], row["source"]
        for row in self.overridden("no stated river"):
            made = self.sides[pair(row["at"])]
            made.water, made.name, made.source["water"] = "", "", row["source"]

    # ---- railways

    def make_rail(self) -> None:
        """Rail links of all lines; the better track counts where several run. No dead ends but at `stops`."""
        rule = self.recipe["rails"]
        keep = {row["hex"] for row in self.places} | set(rule["stations"])
        for railway in features("railways_1914"):
            tracks = railway.properties["tracks"]
            if not tracks or railway.name in rule["without"]:
                continue
            for chain in courses.rail_hexes(self.g, railway, rule["clip"], keep):
                for link in courses.links(chain):
                    if link in self.sides and self.sides[link].terrain != "ocean" and self._served(link):
                        self._lay(link, "double" if tracks == 2 else "single", railway.name)
        for row in self.overridden("rail"):
            track, _, line = row["value"].partition(" ")
            self._lay(pair(row["at"]), track, line, row["source"])
        for row in self.overridden("track"):
            made = self.sides[pair(row["at"])]
            made.track, made.source["track"] = row["value"], row["source"]
        for row in self.overridden("no rail"):
            self._tear_up(pair(row["at"]))
        for link in self.rail - courses.pruned(self.rail, self.stops()):
            self._tear_up(link)

    @property
    def rail(self) -> set[Hexside]:
        """The hexsides with a railway."""
        return {side for side, made in self.sides.items() if made.track}

    def _served(self, link: Hexside) -> bool:
        return all(self.hexes[name].get("country") in self.recipe["networks"] for name in link)

    def _lay(self, link: Hexside, track: str, line: str, source: str = "geography") -> None:
        made = self.sides[link]
        made.track = "double" if "double" in (track, made.track) else track
        made.source["track"] = source
        if line not in made.lines:
            made.lines.append(line)

    def _tear_up(self, link: Hexside) -> None:
        made = self.sides[link]
        made.track = ""
        made.lines.clear()
        made.source.pop("track", None)

    def stops(self) -> set[str]:
        """Where a railway may end: places, friendly edges and the stations of the recipe."""
        known = {name for name, h in self.hexes.items() if h.get("name") or h.get("edge")}
        return known | set(self.recipe["rails"]["stations"])

    def make_networks(self) -> None:
        """9-2, 9-10: the network to which each rail hex belongs at the start: that of its country."""
        for name in {name for link in self.rail for name in link}:
            made = self.hexes[name]
            owner = self.recipe["networks"].get(made.get("country"), made.get("country"))
            made.put("network", owner, "reconstructed")
        for row in self.overridden("network"):
            self.hexes[row["at"]].put("network", row["value"], row["source"])

    # ---- the small sheets of other fronts

    def make_small_sheets(self) -> None:
        """Constructed pieces of other maps, on which the rules that the western map never touches can be played."""
        for rule in self.recipe["small"]:
            made = SmallSheet(self, rule)
            made.make()

    def complaints(self) -> list[str]:
        """What is wrong with the western map."""
        out = checks.rivers(self.g, self.hexes, self.course)
        used = {name for link in self.rail for name in link}
        out += checks.railways(self.rail, {name for name in self.stops() if name in used})
        for row in self.places:
            if row["lon"]:
                computed = self.g.hex_at(float(row["lon"]), float(row["lat"]))
                km, beyond = self.g.depth(float(row["lon"]), float(row["lat"]))
                if computed != row["hex"] and (km > self.recipe["slack_km"] or beyond != row["hex"]):
                    out.append(f"{row['name']}: {row['hex']} in places.csv, {computed} on the ground")
        return out


class SmallSheet:
    """One piece of another map, given in recipe.toml."""

    def __init__(self, whole: Map, rule: dict[str, Any]) -> None:
        self.m, self.rule = whole, rule

    def make(self) -> None:
        """Its hexes, hexsides and railways."""
        (first, last), (top, bottom) = self.rule["columns"], self.rule["rows"]
        mine = [f"{c:02d}{r:02d}" for c in range(first, last + 1) for r in range(top, bottom + 1)]
        for name in mine:
            made = self.m.hexes[name] = Hex(name, {"sheet": self.rule["sheet"]})
            made.put("country", self.rule["country"], "reconstructed")
        for country, hexes in self.rule.get("countries", {}).items():
            for name in hexes.split():
                self.m.hexes[name].put("country", country, "reconstructed")
        for name, marks in self.rule.get("places", {}).items():
            for mark, value in marks.items():
                self.m.hexes[name].put(mark, value, "reconstructed")
        for side_, hexes in self.rule.get("edges", {}).items():
            for name in hexes.split():
                self.m.hexes[name].put("edge", side_, "reconstructed")
        made_here = set(mine)
        for side in sorted(checks.borders(self.m.g, made_here)):
            self.m.sides[side] = Side("clear", source={"terrain": "reconstructed"})
        self._sides()
        for text in self.rule.get("rail", ()):
            track, *hexes = text.split()
            for link in courses.links(hexes):
                made = self.m.sides[link]
                made.track, made.source["track"] = track, "reconstructed"

    def _sides(self) -> None:
        for terrain, text in self.rule.get("terrain", {}).items():
            for at in text.split():
                self.m.sides[pair(at)].terrain = terrain
        for kind, text in self.rule.get("open_water", {}).items():
            for at in text.split():
                self.m.sides[pair(at)].flood(kind, "reconstructed")
        for kind, text in self.rule.get("water", {}).items():
            for at in text.split():
                made = self.m.sides[pair(at)]
                made.water, made.name, made.source["water"] = kind, self.rule["streams"][kind], "reconstructed"


def rule_files(m: Map) -> dict[str, str]:
    """The two files that the rules need."""
    side = ["a", "b", "terrain", "shore", "water", "track", "name", "lines", "source"]
    return {
        "hexes.csv": table(("id", *FIELDS, "source"), (m.hexes[name].row() for name in sorted(m.hexes))),
        "hexsides.csv": table(side, (m.sides[s].row(s) for s in sorted(m.sides))),
    }


def drawing_files(m: Map) -> dict[str, str]:
    """The files that only the drawing of the map needs."""
    sheet, labels = drawing.Sheet(m.g, (0.0, 0.0)), read_rows(MAP / "labels.csv")
    west = [name for name in m.hexes if name in m.ground]
    files = drawn(sheet, labels, m.ground, west, m.hexes, m.places)
    return files | river_sides(m.course)


def draw(m: Map) -> None:
    """The check sheet of the western map, as SVG and PNG."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    west = {name: h for name, h in m.hexes.items() if name in m.ground}
    sheet = SideSheet(SidePlan.of(m.g, west, m.sides))
    picture = sheet.draw()
    sheet.legend("Der Weltkrieg", LEGEND)
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
