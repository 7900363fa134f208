"""Terrain that lies in hexsides: a lens of ground along the side, with the signs of a staff map in it.

A side is 58 units long; its lens reaches 21 units into either hex, so that counters in the middle hide little of it.
Each kind has a few drawings for each of the three ways in which a side can run, used again and again.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from front1914.server.art.lines import Point, cut_corners, path, thin
from front1914.server.art.shapes import RADIUS, Shapes
from front1914.server.art.signs import Spot, reed, stamp, tree

LONG, DEEP = RADIUS / 2, 21.0  #: half the length of a side, and how far its ground reaches
VARIANTS = 3
Draw = Callable[["Lens"], str]


class Lens:
    """The ground along a side about the origin, at an angle."""

    def __init__(self, angle: float, rng: random.Random) -> None:
        self.ux, self.uy = math.cos(angle), math.sin(angle)
        self.rng = rng

    def at(self, along: float, off: float) -> Point:
        """A point so far along the side and so far off it."""
        return along * self.ux - off * self.uy, along * self.uy + off * self.ux

    def ground(self, kind: str, depth: float = DEEP) -> str:
        """The lens itself, with an uneven edge."""
        upper = [(t * LONG, depth * (1 - t * t) * self.rng.uniform(0.85, 1.08)) for t in (-0.8, -0.4, 0.0, 0.4, 0.8)]
        lower = [(t * LONG, -depth * (1 - t * t) * self.rng.uniform(0.85, 1.08)) for t in (0.8, 0.4, 0.0, -0.4, -0.8)]
        edge = [self.at(*p) for p in [(-LONG, 0.0), *upper, (LONG, 0.0), *lower, (-LONG, 0.0)]]
        return f'<path class="lens lens-{kind}" d="{path(thin(cut_corners(edge, 2), 0.4), shut=True)}"/>'

    def spots(self, gap: float, inset: float = 3.0) -> list[Point]:
        """Points at least so far apart within the lens, from top to bottom."""
        found: list[Point] = []
        for _ in range(120):
            t, v = self.rng.uniform(-0.86, 0.86), self.rng.uniform(-1, 1)
            spot = self.at(t * LONG, v * max(0.0, DEEP * (1 - t * t) - inset))
            if all(math.dist(spot, p) >= gap for p in found):
                found.append(spot)
        return sorted(found, key=lambda p: p[1])

    def strokes(self, every: float, long: float, wide: float) -> str:
        """Strokes down both flanks of a crest along the side, shorter towards its ends."""
        found = []
        count = max(2, int(2 * LONG * 0.86 / every))
        for k in range(count + 1):
            t = (k / count * 2 - 1) * 0.86 + self.rng.uniform(-0.3, 0.3) * every / LONG
            for flank in (1, -1):
                tip = 2.0 + long * (1 - 0.6 * t * t) * self.rng.uniform(0.75, 1.1) * (1.0 if flank > 0 else 0.8)
                base = [self.at(t * LONG - wide, 2.0 * flank), self.at(t * LONG + wide, 2.0 * flank)]
                found.append(path([base[0], self.at(t * LONG * 1.12, tip * flank), base[1]], shut=True))
        return f'<path class="hachure" d="{"".join(found)}"/>'


def _woods(lens: Lens) -> str:
    return lens.ground("woods") + f'<path class="trees" d="{"".join(tree(*p) for p in lens.spots(10.5))}"/>'


def _wooded_rough(lens: Lens) -> str:
    trees = "".join(tree(*p) for p in lens.spots(13.0))
    return f'{lens.ground("wooded_rough")}{lens.strokes(3.6, 14, 0.8)}<path class="trees" d="{trees}"/>'


def _rough(lens: Lens) -> str:
    return lens.ground("rough") + lens.strokes(3.0, 15, 0.8)


def _hilly(lens: Lens) -> str:
    return lens.ground("hilly", 15) + lens.strokes(5.4, 9, 0.7)


def _mountain(lens: Lens) -> str:
    crest = path(
        [lens.at(-LONG, 0), lens.at(-LONG / 2, 2.4), lens.at(0, -1.2), lens.at(LONG / 2, 1.8), lens.at(LONG, 0)]
    )
    return f'{lens.ground("mountain")}{lens.strokes(2.4, 19, 1.1)}<path class="crest" d="{crest}"/>'


def _broken(lens: Lens) -> str:
    dots = "".join(f"M{x - 2.2:.1f} {y:.1f}l2.2-2.6 2.2 2.6" for x, y in lens.spots(12.0, 8.0)[:6])
    return f'{lens.ground("broken", 13)}<path class="knolls" d="{dots}"/>'


def _swamp(lens: Lens) -> str:
    return lens.ground("swamp") + f'<path class="reeds" d="{"".join(reed(*p) for p in lens.spots(12.0, 5.0))}"/>'


def _urban(lens: Lens) -> str:
    blocks = "".join(f"M{x - 3:.1f} {y - 2.4:.1f}h6v4.8h-6z" for x, y in lens.spots(7.6, 4.0))
    return f'{lens.ground("urban")}<path class="blocks" d="{blocks}"/>'


def _suburban(lens: Lens) -> str:
    blocks = "".join(f"M{x - 2:.1f} {y - 1.6:.1f}h4v3.2h-4z" for x, y in lens.spots(13.0, 6.0))
    return f'{lens.ground("suburban", 15)}<path class="blocks" d="{blocks}"/>'


def _water(lens: Lens) -> str:
    return lens.ground("water")


DRAW: dict[str, Draw] = {
    "woods": _woods,
    "forest": _woods,
    "wooded_rough": _wooded_rough,
    "rough": _rough,
    "hilly": _hilly,
    "mountain": _mountain,
    "alpine": _mountain,
    "broken": _broken,
    "swamp": _swamp,
    "marsh": _swamp,
    "urban": _urban,
    "suburban": _suburban,
    "ocean": _water,
    "lake": _water,
}


def has_ground(link: Mapping[str, Any]) -> bool:
    """Whether a link is ground that is drawn in its side."""
    return link["kind"] in DRAW


def stamps(shapes: Shapes) -> str:
    """Stamps `lens-<kind>-<way>-<n>` for the kinds of ground that the sheet has in its sides."""
    kinds = sorted({link["kind"] for link in shapes.sheet.get("links", ()) if has_ground(link)})
    found = []
    for kind in kinds:
        for way in range(3):
            for n in range(VARIANTS):
                rng = random.Random(f"{kind}{way}{n}")
                drawn = DRAW[kind](Lens(_angle(shapes, way), rng))
                found.append(stamp(f"lens-{kind}-{way}-{n}", drawn))
    return "".join(found)


def _angle(shapes: Shapes, way: int) -> float:
    return math.radians(60 * way + (0 if shapes.flat else 30))


def grounds(shapes: Shapes) -> Iterable[Spot]:
    """The lens of each such side of the sheet, and where it lies. The kinds lie one over the other as in DRAW."""
    for kind in DRAW:
        for link in shapes.sheet.get("links", ()):
            if link["kind"] != kind:
                continue
            for piece in shapes.between(link["a"], link["b"]):
                (x1, y1), (x2, y2) = piece[0], piece[-1]
                turn = math.degrees(math.atan2(y2 - y1, x2 - x1)) - (0 if shapes.flat else 30)
                way, n = round(turn / 60) % 3, random.Random(f"{link['a']}{link['b']}").randrange(VARIANTS)
                yield f"lens-{link['kind']}-{way}-{n}", ((x1 + x2) / 2, (y1 + y2) / 2)
