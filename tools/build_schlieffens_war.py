"""Writes the map of Schlieffen's War from the layers of `geo/` and the hand-kept files beside the map.

    python tools/build_schlieffens_war.py             write hexes.csv, hexsides.csv, rail.csv and drawing/
    python tools/build_schlieffens_war.py --check     write nothing; fail if the files differ from what would be written
    python tools/build_schlieffens_war.py --picture   also draw docs/titles/schlieffens_war_map and _setup, SVG and PNG

Hand-kept: recipe.toml (extent, terrain, rivers, railways), places.csv (what the rules name), overrides.csv (single
corrections, applied last).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import geo.cells as cells
import geo.checks as checks
import geo.courses as courses
import geo.drawing as drawing
from geo.files import arguments, deliver, drawn, pair, read_rows, river_sides, table
from geo.grid import Grid, Hexside, grid
from geo.layers import Feature, feature, places, raster
from geo.sheet import BORDER, FORT, RAIL, RING, RIVER, TERRAIN, Plan, Sheet

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "front1914" / "titles" / "schlieffens_war" / "data" / "map"
PICTURE = ROOT / "docs" / "titles" / "schlieffens_war"
MARKS = ("city", "vp", "fortress", "port", "paris")
FIELDS = ("name", "country", "terrain", *MARKS, "perimeter", "edges")


@dataclass
class Hex:
    """One hex of the map and where each datum of it comes from."""

    id: str
    country: str
    terrain: str = "clear"
    name: str = ""
    marks: set[str] = field(default_factory=set)
    edges: list[str] = field(default_factory=list)
    source: dict[str, str] = field(default_factory=lambda: {"country": "geography", "terrain": "geography"})

    def row(self) -> list[str]:
        """The line of hexes.csv."""
        flags = ["yes" if mark in self.marks else "" for mark in (*MARKS, "perimeter")]
        source = " ".join(f"{key}={self.source[key]}" for key in FIELDS if key in self.source)
        return [self.id, self.name, self.country, self.terrain, *flags, " ".join(self.edges), source]


@dataclass
class Side:
    """What lies along a hexside."""

    kind: str
    name: str
    source: str


class Map:
    """The map while it is being made."""

    def __init__(self) -> None:
        with (MAP / "recipe.toml").open("rb") as file:
            self.recipe: dict[str, Any] = tomllib.load(file)
        self.g: Grid = grid(self.recipe["grid"])
        self.places = read_rows(MAP / "places.csv")
        self.overrides = read_rows(MAP / "overrides.csv")
        (top, bottom), (east, west) = self.recipe["rows"], self.recipe["files"]
        ids = [f"{row:02d}{file:02d}" for row in range(top, bottom + 1) for file in range(east, west + 1)]
        self.cells = cells.cells_by_hex(self.g, ids)
        self.ground = {name: cells.ground(found, raster()) for name, found in self.cells.items()}
        self.hexes: dict[str, Hex] = {}
        self.course: dict[str, list[Hexside]] = {}
        self.sides: dict[Hexside, Side] = {}
        self.rail: dict[Hexside, list[str]] = {}

    def overridden(self, kind: str) -> Iterable[dict[str, str]]:
        """The corrections of one kind."""
        return (row for row in self.overrides if row["kind"] == kind)

    def make(self) -> list[str]:
        """Make everything in turn; returns what is wrong with the result."""
        self.make_hexes()
        self.make_terrain()
        self.make_places()
        self.make_sides()
        self.make_rail()
        return self.complaints()

    def make_hexes(self) -> None:
        """Which hexes exist and whose they are: enough land, and most of it in a country at war (3.2)."""
        fixed = {row["at"]: row for row in self.overridden("country")}
        for name in sorted(self.cells):
            shares = cells.countries(self.cells[name])
            shares.pop("", None)
            if name in fixed:
                self.hexes[name] = Hex(name, fixed[name]["value"])
                self.hexes[name].source["country"] = fixed[name]["source"]
            elif self.ground[name].land >= self.recipe["least_land"] and shares:
                owner = max(shares, key=lambda country: shares[country])
                if owner in self.recipe["countries"]:
                    self.hexes[name] = Hex(name, owner.lower())
        whole = checks.flood(self.recipe["home"], checks.borders(self.g, self.hexes))
        self.hexes = {name: found for name, found in self.hexes.items() if name in whole}
        for edge, rule in self.recipe["edges"].items():
            for found in self.hexes.values():
                row, file = self.g.layout.parse(found.id)
                if found.country == rule["country"] and (rule.get("row") == row or rule.get("file") == file):
                    found.edges.append(edge)
                    found.source["edges"] = "reconstructed"

    def make_terrain(self) -> None:
        """Rough, forest, marsh or clear, by named regions, then by the rasters (recipe.toml says how)."""
        rule = self.recipe["terrain"]
        groups = {key: [feature("regions", n) for n in rule[key]] for key in ("rough", "forest_regions", "open")}
        for name, found in self.hexes.items():
            ground = self.ground[name]
            covered = {key: cells.share(self.cells[name], group) >= rule["share"] for key, group in groups.items()}
            if covered["forest_regions"]:
                found.terrain = "forest"
            elif covered["rough"] or ground.relief >= rule["relief"]:
                found.terrain = "rough"
            elif ground.forest >= rule["forest"] and not covered["open"]:
                found.terrain = "forest"
        for kind, key in (("forest", "woods"), ("marsh", "marshes")):
            for region in rule[key]:
                for name in self._covered(feature("regions", region), rule["small"]):
                    self.hexes[name].terrain = kind
        for row in self.overridden("terrain"):
            self.hexes[row["at"]].terrain = row["value"]
            self.hexes[row["at"]].source["terrain"] = row["source"]

    def _covered(self, region: Feature, least: int) -> list[str]:
        shares = {name: cells.share(self.cells[name], [region], 1) for name in self.hexes}
        found = [name for name, share in shares.items() if share >= least]
        return found or [max(shares, key=lambda name: shares[name])]

    def make_places(self) -> None:
        """Cities, fortresses, ports and Paris with its perimeter, at the hexes of places.csv."""
        for row in self.places:
            found = self.hexes[row["hex"]]
            found.name = row["name"]
            found.source["name"] = "reconstructed"
            for datum in row["source"].split():
                what, _, source = datum.partition("=")
                found.source[what] = source
            if found.source.get("city") == "rulebook":
                found.source["name"] = "rulebook"
            found.marks |= {mark for mark in MARKS if row[mark]}
            if "city" in found.marks:  # a hex has one terrain: the city replaces what lies around it
                found.terrain, found.source["terrain"] = "city", found.source["city"]
        paris = [found.id for found in self.hexes.values() if "paris" in found.marks]
        for found in self.hexes.values():
            if min(self.g.distance(found.id, p) for p in paris) <= self.recipe["perimeter"]:
                found.marks.add("perimeter")
                found.source["perimeter"] = "reconstructed"

    def make_sides(self) -> None:
        """Hexsides: the rivers of the recipe, with sides added or struck out by hand, and those in the sea."""
        taken: set[Hexside] = set()
        for rule in self.recipe["river"]:
            course = feature("rivers", rule.get("layer", rule["name"]))
            if "from" in rule:
                start = places()[rule["from"]]
                course = courses.downstream(course, (start.lon, start.lat))
            found = [s for s in courses.river_sides(self.g, course) if s[0] in self.hexes and s[1] in self.hexes]
            found += [pair(row["at"]) for row in self.overridden("river") if row["value"] == rule["name"]]
            gone = {pair(row["at"]) for row in self.overridden("no river") if row["value"] == rule["name"]}
            runs = checks.in_order(self.g, [side for side in found if side not in gone])
            self.course[rule["name"]] = [s for run in runs for s in checks.until_met(self.g, run, taken)]
            taken.update(self.course[rule["name"]])
        source = {pair(row["at"]): row["source"] for row in self.overrides if row["kind"] in ("river", "stated river")}
        for name, sides in self.course.items():
            for side in sides:
                self.sides[side] = Side("river", name, source.get(side, "geography"))
        faces = cells.cells_by_side(self.g, {name: self.cells[name] for name in self.hexes})
        for side in checks.borders(self.g, self.hexes):
            if cells.ground(faces[side], raster()).land < self.recipe["sea_side"]:
                self.sides[side] = Side("sea", "", "geography")
        for row in self.overridden("stated river"):  # the layers give it; the rulebook says it too
            if pair(row["at"]) not in self.course[row["value"]]:
                sys.exit(f"{row['at']}: the rules have the {row['value']} here, the layers do not")

    def make_rail(self) -> None:
        """Rail links: the main lines of the recipe without dead ends, then links added or struck out by hand."""
        rule = self.recipe["rail"]
        keep = {found.id for found in self.hexes.values() if "city" in found.marks} | set(rule["stations"])
        lines = [feature("railways_1914", name) for name in rule["lines"]]
        lines += [courses.between(feature("railways_1914", n), *ends) for n, ends in rule["part"].items()]
        for line in lines:
            for chain in courses.rail_hexes(self.g, line, rule["clip"], keep):
                for link in courses.links(chain):
                    if link[0] in self.hexes and link[1] in self.hexes:
                        self.rail.setdefault(link, []).append(line.name)
        for row in self.overridden("rail"):
            self.rail.setdefault(pair(row["at"]), []).append(row["value"])
        for row in self.overridden("no rail"):
            del self.rail[pair(row["at"])]
        net = courses.pruned(self.rail, self.stops())
        self.rail = {link: sorted(set(names)) for link, names in self.rail.items() if link in net}

    def stops(self) -> set[str]:
        """Where a railway may end: cities, supply edges and the termini of the recipe."""
        ends = {found.id for found in self.hexes.values() if "city" in found.marks or found.edges}
        return ends | set(self.recipe["rail"]["termini"])

    def complaints(self) -> list[str]:
        """What is wrong with the map."""
        used = {name for link in self.rail for name in link}
        stops = {name for name in self.stops() if name in used or "city" in self.hexes[name].marks}
        out = checks.connected(self.g, self.hexes)
        out += checks.rivers(self.g, self.hexes, self.course)
        out += checks.railways(self.rail, stops)
        for row in self.places:
            km, beyond = self.g.depth(float(row["lon"]), float(row["lat"]))
            computed = self.g.hex_at(float(row["lon"]), float(row["lat"]))
            if computed != row["hex"] and (km > 3.5 or beyond != row["hex"]):
                out.append(f"{row['name']}: {row['hex']} in places.csv, {computed} on the ground")
        return out


def rule_files(m: Map) -> dict[str, str]:
    """The three files that the rules need."""
    sides = [[*s, m.sides[s].kind, m.sides[s].name, m.sides[s].source] for s in sorted(m.sides)]
    hand = {pair(row["at"]): row["source"] for row in m.overridden("rail")}
    rail = [[*link, "; ".join(m.rail[link]), hand.get(link, "geography")] for link in sorted(m.rail)]
    return {
        "hexes.csv": table(("id", *FIELDS, "source"), (m.hexes[name].row() for name in sorted(m.hexes))),
        "hexsides.csv": table(["a", "b", "kind", "name", "source"], sides),
        "rail.csv": table(["a", "b", "lines", "source"], rail),
    }


def drawing_files(m: Map) -> dict[str, str]:
    """The files that only the drawing of the map needs."""
    sheet, labels = drawing.Sheet(m.g, (float(m.recipe["files"][1] + 1), 0.0)), read_rows(MAP / "labels.csv")
    files = drawn(sheet, labels, m.ground, m.hexes, m.hexes, m.places)
    return files | river_sides(m.course)


LEGEND = [
    ("area", "#d9c48a", "city"),
    ("ring", FORT, "heavy fortress"),
    ("area", TERRAIN["rough"], "rough"),
    ("area", TERRAIN["forest"], "forest"),
    ("area", TERRAIN["marsh"], "marsh"),
    ("line", RIVER, "river hexside"),
    ("line", RAIL, "railway"),
    ("disc", RIVER, "port"),
    ("dash", BORDER, "frontier"),
    ("dash", RING, "Paris endangered"),
]
COLOURS = {"belgium": "#f3dfb4", "france": "#e3e6ea", "germany": "#dfe3d6", "luxembourg": "#efd9d9"}


def plan(m: Map) -> Plan:
    """What the check sheet shows."""
    marked = {mark: frozenset(h.id for h in m.hexes.values() if mark in h.marks) for mark in (*MARKS, "perimeter")}
    return Plan(
        m.g,
        {name: COLOURS[found.country] for name, found in m.hexes.items()},
        {name: found.terrain for name, found in m.hexes.items()},
        {name: found.name for name, found in m.hexes.items() if found.name},
        {name: found.country for name, found in m.hexes.items()},
        {side: river for river, sides in m.course.items() for side in sides},
        {link: "; ".join(lines) for link, lines in m.rail.items()},
        marked["fortress"],
        marked["port"],
        marked["perimeter"],
        {name: " ".join(found.edges) for name, found in m.hexes.items() if found.edges},
    )


def units() -> dict[str, list[str]]:
    """The counters in each hex in the ready set-up of the campaign."""
    with (MAP.parent / "scenarios" / "campaign.toml").open("rb") as file:
        standing = tomllib.load(file)["deployment"]
    out: dict[str, list[str]] = {}
    for row in read_rows(MAP / "../units.csv"):
        at = standing["german"].get(row["id"]) or standing["entente"].get(row["id"])
        if at:
            out.setdefault(at, []).append(row["short"])
    return {at: ["  ".join(found[i : i + 2]) for i in range(0, len(found), 2)] for at, found in out.items()}


def draw(m: Map) -> None:
    """The check sheets, the map and the ready set-up, as SVG and PNG."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    for name, shown in (("map", plan(m)), ("setup", replace(plan(m), name={}, sources={}, units=units()))):
        sheet = Sheet(shown)
        picture = sheet.draw()
        sheet.legend("Schlieffen's War", LEGEND)
        path = PICTURE.with_name(f"{PICTURE.name}_{name}")
        path.with_suffix(".svg").write_text(picture.svg(), encoding="utf-8")
        picture.save_png(path.with_suffix(".png"))


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
