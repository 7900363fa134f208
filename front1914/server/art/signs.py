"""Conventional signs of a staff map: woods, reeds, slopes, works, anchors. Path data in world units."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence

from front1914.server.art.lines import Point, cut_corners, number, path, resample, thin
from front1914.server.art.shapes import Shapes


def ring(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def tree(x: float, y: float) -> str:
    return (
        f"M{x - 2.6:.1f} {y:.1f}c-1.5-1.6-.6-4.6 1.4-4.4c.4-2.2 3-2.2 3.4-.2c2-.2 2.6 2.8 1.2 4.4zm2.9 0v2.2m-.1 0h4.4"
    )


def reed(x: float, y: float) -> str:
    return f"M{x - 6:.1f} {y:.1f}h12m-9.5 2.8h7M{x - 2.6:.1f} {y - 1:.1f}l-1.4-3.4m4 3.2v-4.6m2.6 4.8l1.4-3.4"


def anchor(x: float, y: float) -> str:
    return (
        f"M{x:.1f} {y - 5:.1f}v13m-6-3.6c.6 3 3 4.2 6 4.2s5.4-1.2 6-4.2m-9.4-4.6h6.8"
        f"M{x - 2:.1f} {y - 7:.1f}a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
    )


def works(x: float, y: float, r: float = 43, count: int = 9) -> str:
    """A girdle of small forts that a counter cannot hide."""
    found = []
    for k in range(count):
        a = (k + 0.5) / count * math.tau
        px, py, c, s = x + r * math.cos(a), y + r * math.sin(a), math.cos(a), math.sin(a)
        fort = [(5.4, 0.0), (1.2, 4.4), (-3.4, 3.2), (-3.4, -3.2), (1.2, -4.4)]
        found.append(path([(px + u * c - v * s, py + u * s + v * c) for u, v in fort], shut=True))
    return "".join(found)


# ---- ground that fills a hex: a few drawings of each kind, used again and again

VARIANTS = 6


Spot = tuple[str, Point]  #: which drawing lies where


def stamp(name: str, drawn: str) -> str:
    """A drawing that is used again and again, about the origin: a marker, so that no place costs an element."""
    return f'<marker id="{name}" markerUnits="userSpaceOnUse" overflow="visible">{drawn}</marker>'


def stamped(spots: Iterable[Spot], size: float) -> Iterator[str]:
    """Drawings at their places: for each drawing and square of the map one line, unseen, with a mark at every corner.

    What comes first lies undermost.
    """
    found: dict[tuple[int, int, str], list[Point]] = {}
    for name, (x, y) in spots:
        found.setdefault((int(x // size), int(y // size), name), []).append((x, y))
    for (_, _, name), line in found.items():
        corners = [f"{number(x)} {number(y)}" for x, y in (line[0], *line, line[-1])]  # its ends get no such mark
        yield f'<path marker-mid="url(#{name})" d="M{"L".join(corners)}"/>'


def tiles(shapes: Shapes, kinds: Iterable[str]) -> str:
    """Stamps `tile-<kind>-<n>` about the centre of a hex, for `wood`, `reed` and `slope`."""
    draw = {"wood": _wood, "reed": _reeds, "slope": _slopes}
    return "".join(
        stamp(f"tile-{kind}-{n}", draw[kind](shapes, random.Random(f"{kind}{n}")))
        for kind in kinds
        for n in range(VARIANTS)
    )


def tile(shapes: Shapes, kind: str, name: str) -> Spot:
    """One of the drawings in the hex of that name."""
    return f"tile-{kind}-{random.Random(name).randrange(VARIANTS)}", shapes.centre[name]


def _wood(shapes: Shapes, rng: random.Random) -> str:
    """An uneven wood that fills most of a hex, with its trees."""
    edge = []
    for k in range(14):
        a = k / 14 * math.tau
        reach = math.hypot(*_within(shapes, 99 * math.cos(a), 99 * math.sin(a), 0)) * rng.uniform(0.84, 1.0)
        edge.append((reach * math.cos(a), reach * math.sin(a)))
    floor = path(thin(cut_corners([*edge, edge[0]], 2), 0.4), shut=True)
    trees = "".join(tree(x, y) for x, y in _scatter(shapes, 9.5, 4.0, rng))
    return f'<path class="forest-floor" d="{floor}"/><path class="trees" d="{trees}"/>'


def _reeds(shapes: Shapes, rng: random.Random) -> str:
    return f'<path class="reeds" d="{"".join(reed(x, y) for x, y in _scatter(shapes, 13.0, 9.0, rng))}"/>'


def _slopes(shapes: Shapes, rng: random.Random) -> str:
    """Rough ground without a height model: short ridges with strokes down both flanks."""
    ridges = []
    for x, y in _scatter(shapes, 26.0, 16.0, rng)[:6]:
        ridges.append(_ridge(rng, x, y, rng.uniform(-0.5, 0.9), rng.uniform(17, 30)))
    return f'<path class="hachure" d="{"".join(ridges)}"/>'


def _scatter(shapes: Shapes, gap: float, inset: float, rng: random.Random) -> list[Point]:
    """Points at least `gap` apart in a hex about the origin, from top to bottom."""
    found: list[Point] = []
    for _ in range(300):
        spot = rng.uniform(-58, 58), rng.uniform(-58, 58)
        inside = math.dist(_within(shapes, *spot, inset), spot) < 0.01
        if inside and all(math.dist(spot, p) >= gap for p in found):
            found.append(spot)
    return sorted(found, key=lambda p: p[1])


def _within(shapes: Shapes, x: float, y: float, inset: float) -> Point:
    return shapes.inside(x, y, (0.0, 0.0), inset)


def ridge(line: Sequence[Point]) -> str:
    """A crest with strokes down both sides."""
    rng = random.Random(str(line[0]))
    found = []
    points = resample(list(line), 2.6)
    for k in range(1, len(points) - 1):
        (ax, ay), (x, y), (bx, by) = points[k - 1], points[k], points[k + 1]
        far = math.dist((ax, ay), (bx, by)) or 1.0
        ux, uy = (bx - ax) / far, (by - ay) / far
        for flank in (1, -1):
            long = (8.5 if flank > 0 else 6.0) * rng.uniform(0.75, 1.15)
            top = (x - uy * flank * 1.5, y + ux * flank * 1.5)
            tip = (x - uy * flank * (long + 1.5), y + ux * flank * (long + 1.5))
            wedge = [(top[0] + ux * 0.6, top[1] + uy * 0.6), tip, (top[0] - ux * 0.6, top[1] - uy * 0.6)]
            found.append(path(wedge, shut=True))
    return "".join(found)


def _ridge(rng: random.Random, x: float, y: float, angle: float, size: float) -> str:
    ux, uy = math.cos(angle), math.sin(angle)
    found = []
    steps = int(size / 2.3)
    for flank in (1, -1):
        for k in range(steps):
            t = k / (steps - 1) * 2 - 1
            px, py = x + ux * t * size / 2, y + uy * t * size / 2 + math.sin(t * 2.2) * 1.6
            long = (7.6 if flank > 0 else 5.0) * (1 - 0.62 * t * t) * rng.uniform(0.8, 1.15)
            dx, dy = -uy * flank, ux * flank
            lean = t * 2.4
            tip = (px + dx * (long + 1.6) + ux * lean, py + dy * (long + 1.6) + uy * lean)
            base = (px + dx * 1.6, py + dy * 1.6)
            half = 0.62 if flank > 0 else 0.42
            wedge = [(base[0] + ux * half, base[1] + uy * half), tip, (base[0] - ux * half, base[1] - uy * half)]
            found.append(path(wedge, shut=True))
    return "".join(found)
