"""Writes the map of 1914 Offensive a outrance from the layers of `geo/` and the hand-kept files beside the map.

    python tools/build_offensive_a_outrance.py            write hexes.csv, hexsides.csv, rail.csv and drawing/
    python tools/build_offensive_a_outrance.py --measure  first measure the rasters again (half a minute)
    python tools/build_offensive_a_outrance.py --check    write nothing; fail if the files differ
    python tools/build_offensive_a_outrance.py --picture  also draw docs/titles/offensive_a_outrance_map, SVG and PNG

What the rasters say of each hex and hexside is kept in geo/measured, so that the map can be made without them.
Hand-kept: recipe.toml (extent, limits, rivers, railways, regions), places.csv (what the rules name), overrides.csv
(single corrections, applied last), labels.csv (names on the picture).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import geo.checks as checks
import geo.courses as courses
import geo.drawing as drawing
from geo.cells import Ground
from geo.dotted import MEASURED, Measured, SideGround, measure, read_measured, written
from geo.dotted_sheet import draw
from geo.files import arguments, deliver, drawn, pair, read_rows, river_sides, table
from geo.grid import Grid, Hexside, grid, hexside
from geo.layers import feature, features, places, towns

ROOT = Path(__file__).resolve().parents[1]
TITLE = ROOT / "front1914" / "titles" / "offensive_a_outrance"
MAP = TITLE / "data" / "map"
PICTURE = ROOT / "docs" / "titles" / "offensive_a_outrance_map"
FIELDS = (
    "name",
    "country",
    "terrain",
    "wooded",
    "city",
    "port",
    "coast",
    "camp",
    "part",
    "district",
    "edge",
    "network",
)
FIELDS += ("schelde", "dender")
SIDE_FIELDS = ("terrain", "river", "sea", "ridge", "escarpment", "transition", "bridge", "inundation", "name")
SIZES = ("minor", "major", "great", "grand")
AT_WAR = ("france", "belgium", "germany", "luxemburg")
CLEAR = {"lowland": 1, "upland": 2, "highland": 3}
MOUNTAINOUS = {"foothills": 4, "mountain": 5, "steep_mountain": 6}
LEVEL = {**CLEAR, "moor": 1, **MOUNTAINOUS}


@dataclass
class Thing:
    """A hex or a hexside: its data and where each of them comes from."""

    data: dict[str, str] = field(default_factory=dict)
    source: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, value: str, source: str) -> None:
        """Set a datum, or strike it out with an empty value."""
        self.data[name], self.source[name] = value, source

    def get(self, name: str) -> str:
        """A datum, or nothing."""
        return self.data.get(name, "")

    def row(self, fields: Iterable[str]) -> list[str]:
        """The cells of its line, the sources last; one word if they are all the same."""
        names = list(fields)
        mine = {key: self.source[key] for key in names if self.get(key)}
        kinds = set(mine.values())
        source = kinds.pop() if len(kinds) == 1 else " ".join(f"{key}={kind}" for key, kind in mine.items())
        return [*(self.get(key) for key in names), source]


class Map:
    """The map while it is being made."""

    def __init__(self, measured: Measured) -> None:
        self.recipe = recipe()
        self.g: Grid = grid(self.recipe["grid"])
        self.measured = measured
        self.places, self.overrides = read_rows(MAP / "places.csv"), read_rows(MAP / "overrides.csv")
        self.hexes: dict[str, Thing] = {}
        self.sides: dict[Hexside, Thing] = {}
        self.course: dict[str, list[Hexside]] = {}
        self.rail: dict[Hexside, tuple[str, list[str], str]] = {}

    def overridden(self, kind: str) -> Iterable[dict[str, str]]:
        """The corrections of one kind."""
        return (row for row in self.overrides if row["kind"] == kind)

    def make(self) -> list[str]:
        """Make everything in turn; returns what is wrong with the result."""
        self.make_hexes()
        self.make_terrain()
        self.make_places()
        self.make_regions()
        self.make_ground_sides()
        self.make_rivers()
        self.make_rail()
        self.make_side_overrides()
        return self.complaints()

    # ---- hexes

    def make_hexes(self) -> None:
        """Country or sea; neutral ground and the sea only as a rim round the countries at war."""
        found: dict[str, Thing] = {}
        land = {row["at"]: row["value"] for row in self.overridden("country")}
        for name, ground in self.measured.hexes.items():
            made = found[name] = Thing()
            if name in land:
                made.put("country", land[name], "rulebook")
            elif ground.land >= self.recipe["least_land"] and self.measured.country[name]:
                made.put("country", self.measured.country[name], "geography")
            else:
                made.put("terrain", "sea", "geography")
        core = {name for name, made in found.items() if made.get("country") in AT_WAR}
        core = checks.flood(self.recipe["home"], checks.borders(self.g, core))
        near = set(core)
        for _ in range(self.recipe["rim"]):
            near |= {n for name in near for n in self.g.neighbours(name) if n in found}
        self.hexes = {name: found[name] for name in sorted(near)}
        for name, made in self.hexes.items():
            if name not in core and made.get("country") in AT_WAR:
                made.data.clear()
                made.put("terrain", "sea", "geography")
            elif name in core and any(n not in self.measured.hexes for n in self.g.neighbours(name)):
                made.put("edge", made.get("country"), "reconstructed")
            if name in core and any(self.sea(n) for n in self.g.neighbours(name)):
                made.put("coast", "yes", "geography")
        for kind in ("edge", "coast"):
            for row in self.overridden(kind):
                self.hexes[row["at"]].put(kind, row["value"], row["source"])

    def sea(self, name: str) -> bool:
        """Whether a hex of the map is sea."""
        return name in self.hexes and self.hexes[name].get("terrain") == "sea"

    def make_terrain(self) -> None:
        """3.5, 3.6: the six elevations, moor, and woods, by limits of the recipe."""
        rule = self.recipe["terrain"]
        for name, made in self.hexes.items():
            if made.get("terrain") == "sea":
                continue
            ground, within = self.measured.hexes[name], self.measured.regions[name]
            made.put("terrain", self._terrain(ground, within), "geography")
            open_ground = any(within.get(region, 0) >= rule["share"] for region in rule["open"])
            if made.get("terrain") in CLEAR and ground.forest >= rule["wooded"] and not open_ground:
                made.put("wooded", "yes", "geography")
        for kind in ("terrain", "wooded"):
            for row in self.overridden(kind):
                self.hexes[row["at"]].put(kind, row["value"], row["source"])

    def _terrain(self, ground: Ground, within: dict[str, int]) -> str:
        rule = self.recipe["terrain"]
        for region in rule["moors"]:
            if within.get(region, 0) >= rule["small"]:
                return "moor"
        if sum(within.get(region, 0) for region in rule["mountains"]) >= rule["share"]:
            if ground.height >= rule["steep_height"] and ground.relief >= rule["steep_relief"]:
                return "steep_mountain"
            if ground.height >= rule["mountain_height"] or ground.relief >= rule["mountain_relief"]:
                return "mountain"
            return "foothills"
        if ground.height >= rule["highland"]:
            return "highland"
        return "upland" if ground.height >= rule["upland"] else "lowland"

    def make_places(self) -> None:
        """Names, cities, ports, at the hexes of places.csv; other hexes are named after their largest town."""
        best: dict[str, tuple[int, str]] = {}
        for town in towns():
            name = self.g.hex_at(town.lon, town.lat)
            if name in self.hexes and self.hexes[name].get("country"):
                weight = town.population + 100_000 * bool(town.role)
                best[name] = max(best.get(name, (0, "")), (weight, town.german or town.name))
        for name, (_, text) in best.items():
            self.hexes[name].put("name", text, "geography")
        for row in self.places:
            found = self.hexes[row["hex"]]
            for key in ("name", "city", "port"):
                if row[key]:
                    found.put(key, row[key], row["source"])

    def make_regions(self) -> None:
        """Camps with ring and inside, Paris districts, and the regions of the rules by their row limits (H13)."""
        for camp in self.recipe["camp"]:
            for part in ("ring", "inside"):
                for name in camp.get(part, "").split():
                    self.hexes[name].put("camp", camp["name"], camp["source"])
                    self.hexes[name].put("part", part, camp["source"])
        for district, hexes in self.recipe["districts"].items():
            for name in hexes.split():
                self.hexes[name].put("district", district, "reconstructed")
        region = self.recipe["regions"]
        network, eastern = limits(region["network"]), limits(region["eastern"])
        for name, made in self.hexes.items():
            column, row = self.g.layout.parse(name)
            if made.get("country") == "france" and row <= network.get(column, -1):
                east = column >= region["east_from"] or row <= eastern.get(column, -1)
                made.put("network", "east" if east else "west", "rulebook")
            for key in ("schelde", "dender"):
                if made.get("country") == "belgium":
                    north = column <= region[f"{key}_all"] or row <= limits(region[key]).get(column, -1)
                    if north:
                        made.put(key, "yes", "rulebook")

    # ---- hexsides

    def side(self, one: str, other: str) -> Thing:
        """The record of a hexside."""
        return self.sides.setdefault(hexside(one, other), Thing())

    def make_ground_sides(self) -> None:
        """Forest, mountainous and sea hexsides, escarpments and elevation transitions, by limits of the recipe."""
        dry = [name for name in self.hexes if not self.sea(name)]
        for a, b in sorted(checks.borders(self.g, dry)):
            ground = self.measured.sides.get((a, b), SideGround(100, 0, 0, 0))
            if ground.land < self.recipe["sea_side"]:
                self.side(a, b).put("sea", "yes", "geography")
                continue
            kind = self._side_terrain(a, b, ground)
            if kind:
                self.side(a, b).put("terrain", kind, "geography")
            self._slope(a, b, ground)

    def _side_terrain(self, a: str, b: str, ground: SideGround) -> str:
        rule = self.recipe["sides"]
        kinds = [self.hexes[name].get("terrain") for name in (a, b)]
        if all(kind in MOUNTAINOUS for kind in kinds):
            return min(kinds, key=lambda kind: MOUNTAINOUS[kind])  # 7.1.3: the more favourable of the two
        if all(kind == "moor" for kind in kinds):
            return "moor"
        region = any(
            self.measured.regions[name].get(open_, 0) >= self.recipe["terrain"]["share"]
            for name in (a, b)
            for open_ in self.recipe["terrain"]["open"]
        )
        if region or ground.forest < rule["forest"]:
            return ""
        return "deep_forest" if ground.forest >= rule["deep_forest"] else "forest"

    def _slope(self, a: str, b: str, ground: SideGround) -> None:
        rule = self.recipe["sides"]
        here, there = (self.hexes[name].get("terrain") for name in (a, b))
        if here not in CLEAR or there not in CLEAR:
            return
        rise = self.measured.hexes[b].height - self.measured.hexes[a].height
        if abs(rise) >= rule["escarpment_rise"] and ground.relief >= rule["escarpment_relief"]:
            self.side(a, b).put("escarpment", b if rise > 0 else a, "geography")
        elif here != there and abs(rise) < rule["transition"]:
            self.side(a, b).put("transition", "yes", "geography")

    def make_rivers(self) -> None:
        """Rivers in four sizes (3.5): a tributary ends where it meets a river that stands before it."""
        taken: set[Hexside] = set()
        for rule in self.recipe["river"]:
            course = feature("rivers", rule["name"])
            whole = courses.downstream(course, point(rule["from"])) if "from" in rule else course
            found = [s for s in courses.river_sides(self.g, whole) if all(self._dry(name) for name in s)]
            added = {pair(row["at"]): row for row in self.overridden("river") if row["value"].startswith(rule["name"])}
            gone = {pair(row["at"]) for row in self.overridden("no river") if row["value"] == rule["name"]}
            found = [side for side in found if side not in gone] + [side for side in added if side not in found]
            runs = checks.in_order(self.g, found)
            mine = [s for run in runs for s in checks.until_met(self.g, run, taken)]
            mine = [s for s in mine if not self.side(*s).get("sea")]
            mine += self._joined(mine, taken)
            self.course[rule["name"]] = mine
            taken.update(mine)
            size = self._sizes(rule, mine)
            for side in mine:
                source = added[side]["source"] if side in added else "geography"
                self.side(*side).put("river", size[side], source)
                self.side(*side).put("name", rule["name"], source)

    def _joined(self, mine: list[Hexside], taken: set[Hexside]) -> list[Hexside]:
        """The few hexsides that lead from the lower end of a river to the water it falls into, if it stops short."""
        if not mine:
            return []
        water = {c for side in taken for c in checks.vertices(self.g, side)}
        before = set(checks.vertices(self.g, mine[-2])) if len(mine) > 1 else set()
        end = next((c for c in checks.vertices(self.g, mine[-1]) if c not in before), None)
        if end is None or end in water or not all(self._belligerent(name) for name in end):
            return []
        ways: list[tuple[checks.Vertex, list[Hexside]]] = [(end, [])]
        for corner, way in ways:
            if corner in water:
                return way
            if len(way) < self.recipe["rivers"]["join"]:
                ways += [(next_, [*way, side]) for side, next_ in self._from(corner) if side not in mine + way]
        return []

    def _from(self, corner: checks.Vertex) -> list[tuple[Hexside, checks.Vertex]]:
        """The hexsides that end in a corner, with their other ends."""
        a, b, c = sorted(corner)
        sides = [hexside(a, b), hexside(a, c), hexside(b, c)]
        return [(side, next(v for v in checks.vertices(self.g, side) if v != corner)) for side in sides]

    def _dry(self, name: str) -> bool:
        return name in self.hexes and not self.sea(name)

    def _sizes(self, rule: dict[str, Any], sides: list[Hexside]) -> dict[Hexside, str]:
        """The size of each hexside: `parts` name the place from which the river has the next size."""
        size = dict.fromkeys(sides, rule.get("size", "minor"))
        for place, kind in rule.get("parts", []):
            below = set(courses.river_sides(self.g, courses.downstream(feature("rivers", rule["name"]), point(place))))
            size |= dict.fromkeys((side for side in sides if side in below), kind)
        for row in self.overridden("river"):
            if row["value"].startswith(rule["name"] + ":") and pair(row["at"]) in size:
                size[pair(row["at"])] = row["value"].partition(":")[2].strip()
        return size

    def make_side_overrides(self) -> None:
        """Bridges, inundations, ridges and single corrections of hexsides."""
        for side in self.ridge_sides():
            self.side(*side).put("ridge", "yes", "reconstructed")
        for kind in ("terrain side", "transition", "escarpment", "bridge", "inundation", "ridge", "river size"):
            for row in self.overridden(kind):
                key = {"terrain side": "terrain", "river size": "river"}.get(kind, kind)
                self.side(*pair(row["at"])).put(key, row["value"], row["source"])
        order = {name: i for i, name in enumerate(self.hexes)}
        kept = {s: t for s, t in self.sides.items() if any(t.get(key) for key in SIDE_FIELDS)}
        self.sides = dict(sorted(kept.items(), key=lambda item: (order[item[0][0]], order[item[0][1]])))

    def ridge_sides(self) -> list[Hexside]:
        """The crest of the Vosges between its passes, as the frontier of 1871 follows it (recipe.toml)."""
        return [pair(text) for text in self.recipe["ridge"]["sides"].split()]

    # ---- railways

    def make_rail(self) -> None:
        """Rail links with track and lines; the better track wins where lines share a link."""
        rule = self.recipe["rails"]
        keep = {row["hex"] for row in self.places if row["city"]} | set(rule["stations"].split())
        net: dict[Hexside, tuple[int, list[str], str]] = {}
        for line in features("railways_1914"):
            if line.name in rule["left_out"]:
                continue
            tracks = int(line.properties["tracks"])
            for chain in courses.rail_hexes(self.g, line, rule["clip"], keep):
                for link in courses.links(chain):
                    if all(self._belligerent(name) for name in link):
                        best, lines, _ = net.get(link, (0, [], ""))
                        net[link] = (max(best, tracks), [*lines, line.name], "geography")
        for row in self.overridden("no rail"):
            for link in courses.links(row["at"].split("/")):
                net.pop(link, None)
        for row in self.overridden("rail"):
            track, _, name = row["value"].partition(":")
            for link in courses.links(row["at"].split("/")):
                net[link] = (("narrow", "single", "double").index(track), [name.strip()], row["source"])
        whole = checks.flood(self.recipe["home"], net)
        left = courses.pruned((link for link in net if link[0] in whole), self.stops())
        kinds = ("narrow", "single", "double")
        self.rail = {link: (kinds[net[link][0]], net[link][1], net[link][2]) for link in sorted(left)}

    def _belligerent(self, name: str) -> bool:
        return name in self.hexes and self.hexes[name].get("country") in AT_WAR

    def stops(self) -> set[str]:
        """Where a railway may end: cities, ports, map edges, the neutral border, termini of the recipe."""
        ends = {name for name, h in self.hexes.items() if h.get("city") or h.get("edge") or h.get("port")}
        rim = {name for name in self.hexes if any(self._neutral(n) for n in self.g.neighbours(name))}
        return ends | rim | set(self.recipe["rails"]["termini"].split())

    def _neutral(self, name: str) -> bool:
        return name in self.hexes and self.hexes[name].get("country") in ("netherlands", "switzerland")

    # ---- what is wrong

    def complaints(self) -> list[str]:
        """What is wrong with the map."""
        dry = {name for name in self.hexes if self._belligerent(name)}
        out = checks.connected(self.g, dry)
        out += checks.between_hexes(self.g, self.hexes, self.sides, "hexside")
        out += checks.between_hexes(self.g, self.hexes, self.rail, "rail")
        inner = {name for name in dry if all(n in dry for n in self.g.neighbours(name))}
        out += checks.rivers(self.g, inner, self.course)
        for row in self.places:
            if row["hex"] not in self.hexes:
                out.append(f"{row['name']}: no hex {row['hex']}")
            elif row["country"] and self.hexes[row["hex"]].get("country") != row["country"]:
                out.append(f"{row['name']}: {row['hex']} is in {self.hexes[row['hex']].get('country') or 'the sea'}")
        return out


def recipe() -> dict[str, Any]:
    """What people decide about the map."""
    with (MAP / "recipe.toml").open("rb") as file:
        return tomllib.load(file)


def limits(text: str) -> dict[int, int]:
    """`01-03: 21; 04: 22`: the largest row of each column."""
    out = {}
    for part in text.split(";"):
        columns, row = part.split(":")
        first, _, last = columns.strip().partition("-")
        out |= dict.fromkeys(range(int(first), int(last or first) + 1), int(row))
    return out


def point(text: str) -> tuple[float, float]:
    """A place by its name, or by longitude and latitude."""
    if "," in text:
        lon, lat = text.split(",")
        return float(lon), float(lat)
    return places()[text].lon, places()[text].lat


def rule_files(m: Map) -> dict[str, str]:
    """The three files that the rules need."""
    rail = [[*link, track, "; ".join(lines), source] for link, (track, lines, source) in m.rail.items()]
    return {
        "hexes.csv": table(("id", *FIELDS, "source"), ([name, *h.row(FIELDS)] for name, h in m.hexes.items())),
        "hexsides.csv": table(
            ("a", "b", *SIDE_FIELDS, "source"), ([*side, *t.row(SIDE_FIELDS)] for side, t in m.sides.items())
        ),
        "rail.csv": table(("a", "b", "track", "lines", "source"), rail),
    }


def drawing_files(m: Map) -> dict[str, str]:
    """The files that only the drawing of the map needs."""
    sheet, labels = drawing.Sheet(m.g, (0.0, 0.0)), read_rows(MAP / "labels.csv")
    dry = [name for name in m.hexes if not m.sea(name)]
    files = drawn(sheet, labels, m.measured.hexes, dry, m.hexes, m.places)
    return files | river_sides(m.course)


def main() -> None:
    """Make the map and write, check or draw it."""
    parser = arguments(__doc__)
    parser.add_argument("--measure", action="store_true", help="measure the rasters again")
    asked = parser.parse_args()
    files: dict[Path, str] = {}
    if asked.measure:
        made = recipe()
        measured = measure(grid(made["grid"]), made["columns"], made["rows"])
        files = {MEASURED / name: text for name, text in written(measured).items()}
    else:
        measured = read_measured()
    m = Map(measured)
    wrong = m.make()
    files |= {MAP / name: text for name, text in {**rule_files(m), **drawing_files(m)}.items()}
    status = deliver(files, wrong, asked.check)
    if asked.picture:
        draw(m, PICTURE)
    sys.exit(status)


if __name__ == "__main__":
    main()
