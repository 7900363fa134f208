"""Conventional signs of a staff map: woods, reeds, slopes, works, anchors. Path data in world units."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from front1914.server.art.lines import Line, Point, cut_corners, path
from front1914.server.art.shapes import HEX, Shapes


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


def wood(shapes: Shapes, name: str) -> Line:
    """An uneven wood that fills most of a hex."""
    rng = random.Random(name)
    x, y = shapes.centre[name]
    points = []
    for k in range(14):
        a = k / 14 * math.tau
        edge = shapes.inside(x + 99 * math.cos(a), y + 99 * math.sin(a), name, 0)
        reach = math.dist(edge, (x, y)) * rng.uniform(0.84, 1.0)
        points.append((x + reach * math.cos(a), y + reach * math.sin(a)))
    return cut_corners([*points, points[0]], 2)


def scatter(shapes: Shapes, names: Iterable[str], gap: float, inset: float, seed: str) -> list[Point]:
    """Points at least `gap` apart in the named hexes, spilling over sides that two of them share."""
    rng = random.Random(seed)
    chosen = set(names)
    cells: dict[tuple[int, int], list[Point]] = {}
    found = []
    for name in sorted(chosen):
        cx, cy = shapes.centre[name]
        for _ in range(260):
            x, y = cx + rng.uniform(-58, 58), cy + rng.uniform(-58, 58)
            if not _within(shapes, x, y, name, inset) and not any(
                _within(shapes, x, y, n, 0) or _within(shapes, x, y, name, 0)
                for n in shapes.neighbours[name]
                if n in chosen and math.dist((x, y), shapes.centre[n]) < HEX * 0.62
            ):
                continue
            i, j = int(x // gap), int(y // gap)
            near = (p for a in (-1, 0, 1) for b in (-1, 0, 1) for p in cells.get((i + a, j + b), ()))
            if all(math.dist((x, y), p) >= gap for p in near):
                cells.setdefault((i, j), []).append((x, y))
                found.append((x, y))
    return sorted(found, key=lambda p: p[1])


def _within(shapes: Shapes, x: float, y: float, name: str, inset: float) -> bool:
    return math.dist(shapes.inside(x, y, name, inset), (x, y)) < 0.01


def slopes(shapes: Shapes, names: Iterable[str], seed: str) -> str:
    """Rough ground without a height model: short ridges with strokes down both flanks."""
    rng = random.Random(seed)
    found = []
    for name in sorted(names):
        cx, cy = shapes.centre[name]
        for _ in range(4):
            a = rng.uniform(-0.5, 0.9)
            x, y = shapes.inside(cx + rng.uniform(-36, 36), cy + rng.uniform(-36, 36), name, 16)
            found.append(_ridge(rng, x, y, a, rng.uniform(17, 30)))
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
