"""The ground under the counters as one SVG layer, bottom up: relief, woods, water, countries, grid, lines, works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from front1914.server.art import courses, lines, sides, signs
from front1914.server.art.courses import Frontier, River
from front1914.server.art.lines import Line, Point
from front1914.server.art.shapes import Shapes

WOODS = {"forest", "woods", "wood", "forest_rough"}
WET = {"marsh", "swamp", "polder", "flooded"}
STEEP = {"rough", "hills", "hill", "mountain", "upland", "broken", "forest_rough", "slope"}
SEA = {"sea", "ocean", "lake", "all_sea"}
TILES = {"wood": WOODS, "reed": WET, "slope": STEEP}
MARGIN = 70.0
BLOCK = 900.0  #: world units of a square whose lines make one path
WASH = 13.0  #: width of the colour inside a frontier
Box = tuple[float, float, float, float]


class Base:
    """Builds the layer. `ground` holds what was drawn from geography beforehand, `{}` if nothing was."""

    def __init__(self, shapes: Shapes, ground: Mapping[str, Any]) -> None:
        self.shapes, self.ground = shapes, ground
        self.frame: Box = _frame(shapes.box, ground.get("frame"))
        self.out: list[str] = []

    def svg(
        self, rivers: list[River], frontiers: list[Frontier], rails: list[Line], single: Sequence[Line] = ()
    ) -> str:
        """Everything. `single` are railways of one track, drawn as a thin line with sleepers."""
        x0, y0, x1, y1 = self.frame
        self.sheet_of_paper = f"M{x0:g} {y0:g}H{x1:g}V{y1:g}H{x0:g}z"
        a, b, c, d = self.ground.get("frame") or self.frame
        cut = (
            f'<clipPath id="cut"><path d="{self.sheet_of_paper}"/></clipPath>'
            f'<clipPath id="drawn"><path d="M{a:g} {b:g}H{c:g}V{d:g}H{a:g}z"/></clipPath>'
        )
        self.out = [f"<defs>{cut}{self._tiles()}{sides.stamps(self.shapes) if self.shapes.hex else ''}</defs>"]
        self.out.append('<g clip-path="url(#cut)">')
        self._relief()
        self._terrain()
        self._outside()
        self._water()
        self._countries(frontiers)
        self._lines(rivers, frontiers, rails, single)
        self._works()
        self.out.append("</g>" + self._neat_line())
        return "".join(self.out)

    # ---- helpers

    def _path(self, kind: str, data: str, **more: str) -> None:
        if data:
            extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
            self.out.append(f'<path class="{kind}"{extra} d="{data}"/>')

    def _drawn(self, kind: str, pieces: Iterable[Sequence[Point]], tolerance: float = 0.3, **more: str) -> None:
        """Lines of one kind, one path for each square of the map."""
        for block in lines.blocks(pieces, BLOCK):
            self._path(kind, lines.paths(lines.thin(line, tolerance) for line in block), **more)

    def _of(self, kinds: set[str]) -> list[str]:
        return [name for name, place in self.shapes.places.items() if place.get("terrain") in kinds]

    def _tagged(self, *tags: str) -> list[str]:
        return [name for name, place in self.shapes.places.items() if set(tags) & set(place.get("tags", ()))]

    def _fill(self, names: Iterable[str]) -> str:
        return "".join(lines.paths(self.shapes.outline[name], shut=True) for name in names)

    def _tiles(self) -> str:
        return signs.tiles(
            self.shapes, [kind for kind, terrain in TILES.items() if self.shapes.hex and self._of(terrain)]
        )

    # ---- layers, bottom up

    def _relief(self) -> None:
        relief = self.ground.get("relief")
        if relief:
            self._path("plain", self.sheet_of_paper)
            x, y, wide, high = relief["box"]
            self.out.append(
                f'<image href="data:image/png;base64,{relief["png"]}" x="{x:g}" y="{y:g}" width="{wide:g}" '
                f'height="{high:g}" preserveAspectRatio="none"/>'
            )
        else:
            self._path("plain", self.sheet_of_paper)
            self._path("upland", self._fill(self._of(STEEP)))
        for kind in ("woods", "contour"):
            self._path(kind, self.ground.get(kind, ""))

    def _terrain(self) -> None:
        """Hexes with an effect carry their sign in full, whatever the true ground is."""
        if self.shapes.hex:
            for kind, terrain in TILES.items():
                if kind != "slope" or not self.ground.get("hachure"):
                    self.out += signs.stamped(
                        (signs.tile(self.shapes, kind, name) for name in self._of(terrain)), BLOCK
                    )
            self.out += signs.stamped(sides.grounds(self.shapes), BLOCK)
        self._path("hachure", self.ground.get("hachure", ""))

    def _water(self) -> None:
        self._path("sea", self.ground.get("sea", ""), fill_rule="evenodd", clip_path="url(#drawn)")
        for i, wave in enumerate(self.ground.get("waves", ())):
            self._path(f"wave w{i}", wave)
        sea = set(self._of(SEA))
        if sea and not self.ground.get("sea"):
            self._path("sea", self._fill(sorted(sea)))
            shore = [
                (side[0], side[-1])
                for (a, b), sides in self.shapes.borders.items()
                if b and (a in sea) != (b in sea)
                for side in sides
            ]
            coast = [lines.smooth(line, 2, 2.6, 24, str(line[0]), 6) for line in lines.chains(shore)]
            self._path("coast", lines.paths(coast))
        self._path("coast", self.ground.get("coast", ""))
        self._path("stream", self.ground.get("stream", ""))

    def _outside(self) -> None:
        """What lies outside the game is veiled, neutral ground is hatched."""
        outer = [(s[0], s[-1]) for (_, b), sides in self.shapes.borders.items() if not b for s in sides]
        edge = lines.rings(lines.chains(outer))
        self._path("veil-off", self.sheet_of_paper + lines.paths(edge, shut=True), fill_rule="evenodd")
        self._path("neutral", self.ground.get("neutral", ""))

    def _countries(self, frontiers: list[Frontier]) -> None:
        for name in sorted({name for f in frontiers for name in (f.left, f.right) if name}):
            washes = (frontier.wash(name, WASH) for frontier in frontiers)
            self._drawn(f"wash wash-{name}", [line for line in washes if line], 0.5)

    def _lines(self, rivers: list[River], frontiers: list[Frontier], rails: list[Line], single: Sequence[Line]) -> None:
        shapes = self.shapes
        wet = {frozenset((r["a"], r["b"])) for r in shapes.sheet.get("links", ()) if courses.is_water(r["kind"])}
        inner = [
            (side[0], side[-1])
            for (a, b), sides in shapes.borders.items()
            for side in sides
            if shapes.hex or (b and frozenset((a, b)) not in wet)
        ]
        if shapes.hex:
            for block in lines.blocks(inner, BLOCK):
                self._path("grid", lines.paths(_zigzags(lines.chains([(side[0], side[1]) for side in block]))))
        else:
            arcs = lines.chains(inner)
            self._drawn("areahalo", arcs)
            self._drawn("areaedge", arcs)
            self._barred()
        self._drawn("river-far", courses.beyond_the_map(rivers, self.ground.get("outer", ())), 0.4)
        widths: dict[float, list[Line]] = {}
        for river in rivers:
            for line, wide in river.stretches():
                widths.setdefault(wide, []).append(line)
        for kind, more in (("river-halo", 3.0), ("river", 0.0), ("river-in", -2.4)):
            for wide, pieces in sorted(widths.items()):
                self._drawn(kind, pieces, 0.25, stroke_width=f"{max(0.8, wide + more):g}")
        self._sides()
        for kind in ("border-halo", "border"):
            self._drawn(kind, [frontier.line for frontier in frontiers])
        for kind in ("rail-one", "sleepers"):
            self._drawn(kind, single)
        for kind in ("rail-out", "rail-in"):
            self._drawn(kind, rails)

    def _sides(self) -> None:
        """Sides of hexes with an effect that is not water: ridges as strokes, the rest as a plain line."""
        if not self.shapes.hex:
            return
        found: dict[str, list[tuple[Point, Point]]] = {}
        for link in self.shapes.sheet.get("links", ()):
            if not courses.is_water(link["kind"]) and not sides.has_ground(link):
                pieces = [(piece[0], piece[-1]) for piece in self.shapes.between(link["a"], link["b"])]
                found.setdefault(link["kind"], []).extend(pieces)
        for kind, pieces in sorted(found.items()):
            chains = [lines.cut_corners(line, 2) for line in lines.join(lines.chains(pieces))]
            if any(word in kind for word in ("ridge", "escarp", "mountain", "crest", "slope", "cliff")):
                self._path("hachure", "".join(signs.ridge(line) for line in chains))
            else:
                self._drawn(f"hexside side-{kind}", chains)

    def _barred(self) -> None:
        """Areas that touch and yet have no way between them."""
        linked = {frozenset((link["a"], link["b"])) for link in self.shapes.sheet.get("links", ())}
        if linked:
            shut = [
                s for (a, b), ss in self.shapes.borders.items() if b and frozenset((a, b)) not in linked for s in ss
            ]
            self._drawn("barred", lines.chains([(side[0], side[-1]) for side in shut]))

    def _works(self) -> None:
        shapes = self.shapes
        if not shapes.hex:
            prize = "".join(self._fill([name]) for name in self._tagged("victory", "vp"))
            self._path("victory", prize)
            return
        prizes = set(self._tagged("vp", "victory", "objective"))
        towns = set(self._tagged("city", "capital", "town_hex", "urban")) | set(self._of({"city", "urban"})) | prizes
        counting = towns & prizes or towns
        for kind, names in (("vp", counting), ("de", towns - counting)):
            self._path(f"city-hex {kind}", lines.paths([shapes.scaled(n, 0.9) for n in sorted(names)], shut=True))
        forts = self._tagged("fortress", "heavy_fortress", "fort", "fortified")
        self._path("fort-ring", "".join(signs.ring(*shapes.centre[n], 43) for n in forts))
        self._path("forts", "".join(signs.works(*shapes.centre[n]) for n in forts))
        within = set(self._tagged("perimeter"))
        edge = [
            (s[0], s[-1]) for (a, b), sides in shapes.borders.items() if (a in within) != (b in within) for s in sides
        ]
        self._path("perimeter", lines.paths(lines.cut_corners(line, 2) for line in lines.chains(edge)))

    def _neat_line(self) -> str:
        x0, y0, x1, y1 = self.frame
        found = ['<g class="neat">']
        for inset, kind in ((4, "n1"), (20, "n2")):
            left, top, right, bottom = x0 + inset, y0 + inset, x1 - inset, y1 - inset
            found.append(f'<path class="{kind}" d="M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z"/>')
        found.append(self.ground.get("neat", ""))
        return "".join(found) + "</g>"


def _frame(box: Box, drawn: Sequence[float] | None) -> Box:
    """What was drawn from geography, and every hex that lies beyond it."""
    left, top, right, bottom = box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN
    x0, y0, x1, y1 = drawn or (left, top, right, bottom)
    return (
        min(x0, left) if box[0] < x0 else x0,
        min(y0, top) if box[1] < y0 else y0,
        max(x1, right) if box[2] > x1 else x1,
        max(y1, bottom) if box[3] > y1 else y1,
    )


def _zigzags(pieces: list[Line]) -> list[Line]:
    """Grid lines run on through their junctions, so that the path has fewer starts."""
    beside: dict[Any, list[int]] = {}
    for i, piece in enumerate(pieces):
        for end in (piece[0], piece[-1]):
            beside.setdefault(end, []).append(i)
    used: set[int] = set()
    found = []
    for i, piece in enumerate(pieces):
        if i in used:
            continue
        used.add(i)
        line = list(piece)
        while True:
            onward = next((k for k in beside[line[-1]] if k not in used), None)
            if onward is None:
                break
            used.add(onward)
            more = pieces[onward]
            line += more[1:] if more[0] == line[-1] else more[-2::-1]
        found.append(line)
    return found
