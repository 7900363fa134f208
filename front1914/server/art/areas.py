"""Maps of areas: washes and victory rims that follow the shapes, sea lanes, and a sign with the name of each area.

A place may say where its sign stands (`label`), its `bonus` and its `fortresses` with their places; without them the
sign stands above the middle.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from typing import Any

from front1914.server.art import lines
from front1914.server.art.base import Base
from front1914.server.art.courses import Frontier, country
from front1914.server.art.lines import Line, Point
from front1914.server.art.names import width
from front1914.server.art.shapes import HEX, Shapes

#: colour of a terrain, and a shape of its own: disc, square, diamond
TERRAIN = {
    "green": "M-11.5 0a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0z",
    "yellow": "M-8-11h16l3 3v16l-3 3h-16l-3-3v-16z",
    "red": "M0-15.5l15.5 15.5-15.5 15.5-15.5-15.5z",
}
SHIELD = "M-6.5-6.5h13v6c0 4-3 6.2-6.5 7.7c-3.5-1.5-6.5-3.7-6.5-7.7z"
FORTRESS = "M-12 8v-15h5v4h4.5v-4h5v4h4.5v-4h5v15z"
CITY = 18.0  #: size of the name of a city or fortress, and of another place
TOWN = 16.0
FAR = 27.0


class AreaBase(Base):
    """The ground of a map of areas."""

    def _countries(self, frontiers: list[Frontier]) -> None:
        """The colour of each country along the inside of its frontiers, cut off at its shape."""
        shapes = self.shapes
        held: dict[str, list[str]] = {}
        for name, place in shapes.places.items():
            held.setdefault(country(place), []).append(name)
        edges: dict[str, list[tuple[Point, Point]]] = {}
        for (a, b), sides in shapes.borders.items():
            here, there = country(shapes.places[a]), country(shapes.places[b]) if b else ""
            if here != there:
                for name in filter(None, (here, there)):
                    edges.setdefault(name, []).extend((side[0], side[-1]) for side in sides)
        for name, edge in sorted(edges.items()):
            cut = f'<clipPath id="land-{name}"><path d="{self._fill(held[name])}"/></clipPath>'
            self.out.append(cut)
            washes = [lines.thin(line, 0.5) for line in lines.chains(edge)]
            self._path(f"wash broad wash-{name}", lines.paths(washes), clip_path=f"url(#land-{name})")

    def _works(self) -> None:
        """A red rim inside each area that counts for victory; lanes over the sea."""
        for name in self._tagged("victory", "vp"):
            shape = self._fill([name])
            self.out.append(f'<clipPath id="rim-{html.escape(name)}"><path d="{shape}"/></clipPath>')
            self._path("victory", shape, clip_path=f"url(#rim-{html.escape(name)})")
        for link in self.shapes.sheet.get("links", ()):
            if link["kind"] == "sea":
                self._path("sealane", lines.path(self._lane(link["a"], link["b"])))

    def _lane(self, a: str, b: str) -> Line:
        """From shore to shore where they are nearest, in a gentle curve."""
        ends = min(
            ((p, q) for p in self.shapes.outline[a][0][::3] for q in self.shapes.outline[b][0][::3]),
            key=lambda pair: math.dist(*pair),
        )
        (ax, ay), (bx, by) = ends
        middle = (ax + bx) / 2 + (by - ay) * 0.08, (ay + by) / 2 - (bx - ax) * 0.08
        return lines.curve([ends[0], middle, ends[1]])


def labels(shapes: Shapes) -> str:
    """The sign, the name, the number and the Fortresses of each area, and large names for a far view."""
    near, far = [], []
    for name, place in shapes.places.items():
        near.append(_label(name, place, shapes.centre[name]))
        tags = set(place.get("tags", ()))
        if tags & {"city", "capital", "victory", "fortress"} and place.get("name"):
            x, y = _spot(place, shapes.centre[name])
            wide = width(place["name"], "bold", FAR, 0.3)
            far.append(f'<text class="city" x="{x - wide / 2:.0f}" y="{y + 8:.0f}">{html.escape(place["name"])}</text>')
    return f'<g class="near-names">{"".join(near)}</g><g class="far-names">{"".join(far)}</g>'


def _spot(place: Mapping[str, Any], centre: Point) -> Point:
    if "label" in place:
        return place["label"][0] * HEX, place["label"][1] * HEX
    return centre[0] - 30, centre[1] - 60


def _label(name: str, place: Mapping[str, Any], centre: Point) -> str:
    x, y = _spot(place, centre)
    tags = set(place.get("tags", ()))
    big = bool(tags & {"city", "capital", "fortress"})
    size = CITY if big else TOWN
    text = str(place.get("name", name))
    sign = ""
    if place.get("terrain") in TERRAIN:
        colour, bonus = place["terrain"], html.escape(str(place.get("bonus", "")))
        sign = (
            f'<path class="ter ter-{colour}" d="{TERRAIN[colour]}"/><path class="shield" d="{SHIELD}"/>'
            f'<text class="bonus" y="3.6">{bonus}</text>'
        )
    kind = "aname" + (" cap" if "capital" in tags else " big" if big else "")
    found = [f'<g class="alabel" transform="translate({x:.1f} {y:.1f})">{sign}']
    found.append(f'<text class="{kind}" x="17" y="5.5" font-size="{size:g}">{html.escape(text)}</text>')
    found.append(f'<text class="anum" y="25">{html.escape(name)}</text>')
    if "city" in tags:
        wide = width(text, "bold", size, 1.2 if "capital" in tags else 0.3)
        found.append(f'<path class="citystar" d="{_star(17 + wide + 11, 0, 8)}"/>')
    found.append("</g>")
    for fort in place.get("fortresses", ()):
        if isinstance(fort, Mapping):
            at = f"translate({fort['x'] * HEX:.1f} {fort['y'] * HEX:.1f})"
            found.append(f'<path class="fortress" transform="{at}" d="{FORTRESS}"/>')
    return "".join(found)


def _star(x: float, y: float, r: float) -> str:
    points = []
    for k in range(10):
        radius = r * 0.42 if k % 2 else r
        points.append((x + radius * math.sin(k * math.pi / 5), y - radius * math.cos(k * math.pi / 5)))
    return lines.path(points, shut=True)
