"""Relief: height tints under light from the north-west as one palette picture, and slopes as hachures."""

from __future__ import annotations

import base64
import math
import random
import struct
import zlib

import numpy as np

from front1914.server.art.lines import Line, length, paths
from ground.fields import Field, Fields, blur, spaced

#: land colour by height in metres, from the coast up
TINTS = (
    (-20, "#EDE8D4"), (25, "#F4EDDA"), (75, "#F3EAD4"), (125, "#F1E5CA"), (175, "#EDDFBE"), (250, "#E8D6B0"),
    (350, "#E1CAA1"), (475, "#D8BD91"), (650, "#CDAE81"), (900, "#C09D72"),
)  # fmt: skip
SHADOW, LIGHT = (74, 50, 26), (255, 252, 240)
LEVELS = 20
LOW, HIGH = -0.42, 0.30


def picture(f: Fields, exaggeration: float = 0.036) -> str:
    """The relief as a PNG, in base64."""
    gy, gx = np.gradient(blur(np.maximum(f.height, 0), 0.9), f.step)
    lx, ly, lz = np.array((-0.62, -0.62, 0.48)) / np.linalg.norm((-0.62, -0.62, 0.48))
    normal = np.sqrt((gx * exaggeration) ** 2 + (gy * exaggeration) ** 2 + 1)
    shade = np.clip((-gx * exaggeration * lx - gy * exaggeration * ly + lz) / normal - lz, LOW, HIGH)
    grade = np.clip(np.round((shade - LOW) / (HIGH - LOW) * (LEVELS - 1)), 0, LEVELS - 1).astype(int)
    band = np.zeros_like(grade)
    height = blur(f.height, 1.0)
    for i, (least, _) in enumerate(TINTS):
        band[height >= least] = i
    land = f.land()
    band[~land], grade[~land] = 0, round(-LOW / (HIGH - LOW) * (LEVELS - 1))
    return base64.b64encode(png(band * LEVELS + grade, palette())).decode("ascii")


def palette() -> list[tuple[int, int, int]]:
    found = []
    for _, tint in TINTS:
        colour = tuple(int(tint[i : i + 2], 16) for i in (1, 3, 5))
        for k in range(LEVELS):
            t = k / (LEVELS - 1) * (HIGH - LOW) + LOW
            other, part = (SHADOW, -t * 1.25) if t < 0 else (LIGHT, t * 1.5)
            r, g, b = (round(a + (o - a) * part) for a, o in zip(colour, other, strict=True))
            found.append((r, g, b))
    return found


def png(index: np.ndarray, colours: list[tuple[int, int, int]]) -> bytes:
    """An eight-bit palette picture; rows are filtered against the row above where that packs better."""
    high, wide = index.shape
    rows = index.astype("u1")
    plain = b"".join(b"\0" + row.tobytes() for row in rows)
    above = np.vstack([np.zeros((1, wide), "u1"), rows[:-1]])
    up = b"".join(b"\2" + row.tobytes() for row in (rows - above))
    data = min((zlib.compress(raw, 9) for raw in (plain, up)), key=len)
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(bytes(c) for c in colours)), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + tag + body + struct.pack(">I", zlib.crc32(tag + body)) for tag, body in parts
    )


def hachures(f: Fields, inside: Field, interval: int = 42, every: float = 6.6, slope: float = 0.7) -> str:
    """Lehmann's strokes: down the slope, heavier where it is steep; `inside` (0 to 1) says how strongly to draw."""
    height = blur(np.maximum(f.height, 0), 1.3)
    gy, gx = np.gradient(height, f.step)
    rng = random.Random("hachures")
    strokes = []
    for level in range(interval, 1500, interval):
        for line in f.contours(height, level):
            if length(line) >= 22:
                for x, y in spaced(line, every):
                    stroke = _stroke(f, (height, gx, gy, inside), x, y, interval, slope, rng)
                    if stroke:
                        strokes.append(stroke)
    return paths(strokes, shut=True)


def _stroke(
    f: Fields, fields: tuple[Field, ...], x: float, y: float, interval: int, slope: float, rng: random.Random
) -> Line | None:
    height, gx, gy, inside = fields
    weight = at(f, inside, x, y)
    if weight < 0.2:
        return None
    x, y = x + rng.uniform(-0.9, 0.9), y + rng.uniform(-0.9, 0.9)
    sx, sy = at(f, gx, x, y), at(f, gy, x, y)
    steep = math.hypot(sx, sy)
    if steep * weight < slope:
        return None
    top, start, run = (x, y), at(f, height, x, y), 0.0
    want = min(9.0, 2.6 + steep * 1.5) * rng.uniform(0.8, 1.1)
    while run < want:
        far = math.hypot(sx, sy) or 1.0
        x, y, run = x - sx / far * 1.5, y - sy / far * 1.5, run + 1.5
        sx, sy = at(f, gx, x, y), at(f, gy, x, y)
        if start - at(f, height, x, y) > interval * 0.92:
            break
    if run < 2.5:
        return None
    half = min(1.05, 0.26 + 0.17 * steep) * (0.55 + 0.45 * weight)
    nx, ny = -(y - top[1]) / run * half, (x - top[0]) / run * half
    return [(top[0] + nx, top[1] + ny), (x, y), (top[0] - nx, top[1] - ny)]


def at(f: Fields, a: Field, x: float, y: float) -> float:
    """A field at a point, between its samples."""
    j, i = (x - f.frame[0]) / f.step - 0.5, (y - f.frame[1]) / f.step - 0.5
    i0, j0 = int(i), int(j)
    if not (0 <= i0 < f.ny - 1 and 0 <= j0 < f.nx - 1):
        return 0.0
    fi, fj = i - i0, j - j0
    upper = a[i0, j0] * (1 - fj) + a[i0, j0 + 1] * fj
    lower = a[i0 + 1, j0] * (1 - fj) + a[i0 + 1, j0 + 1] * fj
    return float(upper * (1 - fi) + lower * fi)
