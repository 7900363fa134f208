"""Heights, woods and land over a sheet as arrays, and the lines that can be drawn from an array."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise

import numpy as np
from geo.grid import KM_PER_DEGREE, Grid
from geo.layers import features, raster
from geo.plain import Plain
from numpy.typing import NDArray

from front1914.server.art.lines import Line, Point

Field = NDArray[np.float64]
LOWEST, BEYOND = 46.801, 3.0  #: degrees: where the layers are cut off in the south; the land goes on below
UNKNOWN = {"elevation": 200.0}  #: what is drawn there
Box = tuple[float, float, float, float]


def blur(a: Field, sigma: float) -> Field:
    """Gauss, edges repeated."""
    reach = int(3 * sigma + 1)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padded = np.pad(a, [(reach, reach) if i == axis else (0, 0) for i in (0, 1)], mode="edge")
        n = a.shape[axis]
        parts = (padded[i : i + n] if axis == 0 else padded[:, i : i + n] for i in range(2 * reach + 1))
        a = sum((w * part for w, part in zip(weights, parts, strict=True)), np.zeros_like(a))
    return a


def cubic(a: Field, v: Field, u: Field) -> Field:
    """Catmull-Rom samples of an array at fractional rows v and columns u."""
    i, j = np.floor(v).astype(int), np.floor(u).astype(int)

    def weights(t: Field) -> tuple[Field, ...]:
        return (
            -0.5 * t + t * t - 0.5 * t**3,
            1 - 2.5 * t * t + 1.5 * t**3,
            0.5 * t + 2 * t * t - 1.5 * t**3,
            -0.5 * t * t + 0.5 * t**3,
        )

    out = np.zeros_like(v)
    for m, wv in zip((-1, 0, 1, 2), weights(v - i), strict=True):
        row = np.clip(i + m, 0, a.shape[0] - 1)
        for n, wu in zip((-1, 0, 1, 2), weights(u - j), strict=True):
            out += wv * wu * a[row, np.clip(j + n, 0, a.shape[1] - 1)]
    return out


class Fields:
    """The ground under a frame of the sheet, sampled every `step` world units (100 to a hex)."""

    def __init__(self, grid: Grid | Plain, origin: Point, frame: Box, step: float = 3.0) -> None:
        self.grid, self.origin, self.frame, self.step = grid, origin, frame, step
        x0, y0, x1, y1 = frame
        self.nx, self.ny = int((x1 - x0) / step), int((y1 - y0) / step)
        self.xs = x0 + (np.arange(self.nx) + 0.5) * step
        self.ys = y0 + (np.arange(self.ny) + 0.5) * step
        self.lon, self.lat = self._ground(*np.meshgrid(self.xs, self.ys))

    def point(self, lon: float, lat: float) -> Point:
        """A place on the ground as a point of the drawn map."""
        u, v = self.grid.to_plane(lon, lat)
        return (u + self.origin[0]) * 100, (v + self.origin[1]) * 100

    def line(self, points: list[Point]) -> Line:
        return [self.point(lon, lat) for lon, lat in points]

    def _ground(self, x: Field, y: Field) -> tuple[Field, Field]:
        """Longitude and latitude of points of the drawn map: the way of Grid.to_ground, for arrays."""
        g = self.grid
        u, v = x / 100 - self.origin[0], y / 100 - self.origin[1]
        p, q = u, v
        for _ in range(25 if g._pins else 0):
            du, dv = self._shift(p, q)
            p, q = u - du, v - dv
        a11, a12, a21, a22 = g._a
        det = a11 * a22 - a12 * a21
        p, q = p - g._t[0], q - g._t[1]
        east, north = (a22 * p - a12 * q) / det, (a11 * q - a21 * p) / det
        return g.lon0 + east / g._kx, g.lat0 + north / KM_PER_DEGREE

    def _shift(self, u: Field, v: Field) -> tuple[Field, Field]:
        du, dv = np.zeros_like(u), np.zeros_like(v)
        for pu, pv, wu, wv in self.grid._pins:
            r = np.minimum(np.hypot(u - pu, v - pv) / self.grid._radius, 1)
            f = (1 - r) ** 4 * (4 * r + 1)
            du, dv = du + wu * f, dv + wv * f
        return du, dv

    def sample(self, layer: str, smooth: float) -> Field:
        r = raster()
        a = np.array(r.layer[layer], dtype=float).reshape(r.rows, r.columns)
        v, u = (r.north - self.lat) / r.step - 0.5, (self.lon - r.west) / r.step - 0.5
        found = cubic(blur(a, smooth), np.clip(v, 0, r.rows - 1), np.clip(u, 0, r.columns - 1))
        return np.where(self.lat < LOWEST, UNKNOWN.get(layer, 0.0), found)

    @cached_property
    def height(self) -> Field:
        return self.sample("elevation", 0.7)

    @cached_property
    def forest(self) -> Field:
        return self.sample("forest", 0.6)

    @cached_property
    def shores(self) -> list[Line]:
        """The rings of the land, cut a little outside the frame."""
        x0, y0, x1, y1 = self.frame
        box = (x0 - 60, y0 - 60, x1 + 60, y1 + 60)
        rings = [ring for land in features("land") for polygon in land.polygons for ring in polygon]
        rings = [[(lon, lat - BEYOND if lat < LOWEST else lat) for lon, lat in ring] for ring in rings]
        cut = (clip(self.line(ring), box) for ring in rings)
        return [ring for ring in cut if len(ring) > 3]

    def land(self, fine: int = 1) -> NDArray[np.bool_]:
        step = self.step / fine
        return fill(self.shores, self.nx * fine, self.ny * fine, step, self.frame[0], self.frame[1])

    def contours(self, a: Field, level: float, step: float | None = None) -> list[Line]:
        step = step or self.step
        return contours(a, level, step, self.frame[0] + step / 2, self.frame[1] + step / 2)


def clip(ring: Line, box: Box) -> Line:
    """Sutherland and Hodgman against a rectangle; good enough for fills."""
    x0, y0, x1, y1 = box
    for axis, limit, sign in ((0, x0, 1), (0, x1, -1), (1, y0, 1), (1, y1, -1)):
        out: Line = []
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            inside, after = (a[axis] - limit) * sign >= 0, (b[axis] - limit) * sign >= 0
            if inside:
                out.append(a)
            if inside != after:
                t = (limit - a[axis]) / (b[axis] - a[axis])
                out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        ring = out
    return ring


def within(line: Line, box: Box, pad: float = 0.0) -> list[Line]:
    """Pieces of a line whose segments touch the box."""
    x0, y0, x1, y1 = box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad
    out: list[Line] = []
    piece: Line = []
    for a, b in pairwise(line):
        if max(a[0], b[0]) < x0 or min(a[0], b[0]) > x1 or max(a[1], b[1]) < y0 or min(a[1], b[1]) > y1:
            if piece:
                out.append(piece)
            piece = []
            continue
        piece = [*piece, b] if piece else [a, b]
    return [*out, piece] if piece else out


def fill(rings: list[Line], nx: int, ny: int, step: float, x0: float, y0: float) -> NDArray[np.bool_]:
    """Even-odd fill of rings; the middles of the cells are tested."""
    out = np.zeros((ny, nx), dtype=bool)
    starts = np.array([p for ring in rings for p in ring], float)
    ends = np.array([p for ring in rings for p in ring[1:] + ring[:1]], float)
    for i in range(ny):
        y = y0 + (i + 0.5) * step
        crossed = (starts[:, 1] > y) != (ends[:, 1] > y)
        if crossed.any():
            p, q = starts[crossed], ends[crossed]
            xs = np.sort(p[:, 0] + (y - p[:, 1]) * (q[:, 0] - p[:, 0]) / (q[:, 1] - p[:, 1]))
            cells = np.ceil((xs - x0) / step - 0.5).astype(int)
            for a, b in zip(cells[::2], cells[1::2], strict=False):
                out[i, max(a, 0) : max(min(b, nx), 0)] = True
    return out


def distance(mask: NDArray[np.bool_], reach: int) -> Field:
    """Cells to the nearest True cell, exact up to `reach`."""
    far = float(reach + 1)
    d = np.where(mask, 0.0, far)
    for i in range(1, d.shape[0]):
        d[i] = np.minimum(d[i], d[i - 1] + 1)
    for i in range(d.shape[0] - 2, -1, -1):
        d[i] = np.minimum(d[i], d[i + 1] + 1)
    out = d**2
    for s in range(1, reach + 1):
        for t in (s, -s):
            moved = np.full_like(d, far)
            if t > 0:
                moved[:, t:] = d[:, :-t]
            else:
                moved[:, :t] = d[:, -t:]
            out = np.minimum(out, moved**2 + s * s)
    return np.sqrt(out)


#: marching squares: which sides of a cell a line joins, by its corners above the level
JOINS = {
    1: [(3, 0)], 2: [(0, 1)], 3: [(3, 1)], 4: [(1, 2)], 5: [(3, 0), (1, 2)], 6: [(0, 2)], 7: [(3, 2)],
    8: [(2, 3)], 9: [(2, 0)], 10: [(0, 1), (2, 3)], 11: [(2, 1)], 12: [(1, 3)], 13: [(1, 0)], 14: [(0, 3)],
}  # fmt: skip
Edge = tuple[int, int, int]


def contours(a: Field, level: float, step: float, x0: float, y0: float) -> list[Line]:
    """Lines of equal value."""
    above = a > level
    code = above[:-1, :-1] * 1 + above[:-1, 1:] * 2 + above[1:, 1:] * 4 + above[1:, :-1] * 8
    beside: dict[Edge, list[Edge]] = {}
    for i, j in zip(*np.nonzero((code > 0) & (code < 15)), strict=True):
        edges: tuple[Edge, ...] = ((i, j, 1), (i, j + 1, 0), (i + 1, j, 1), (i, j, 0))
        for e, f in JOINS[int(code[i, j])]:
            beside.setdefault(edges[e], []).append(edges[f])
            beside.setdefault(edges[f], []).append(edges[e])

    def where(edge: Edge) -> Point:
        i, j, level_side = edge
        p, q = a[i, j], a[i, j + 1] if level_side else a[i + 1, j]
        t = (level - p) / (q - p) if q != p else 0.5
        return float(x0 + (j + (t if level_side else 0)) * step), float(y0 + (i + (0 if level_side else t)) * step)

    done: set[Edge] = set()
    found = []
    for start in sorted(beside, key=lambda e: len(beside[e])):
        if start not in done:
            chain = _chain(start, beside, done)
            if len(chain) > 2:
                found.append([where(edge) for edge in chain])
    return found


def _chain(start: Edge, beside: dict[Edge, list[Edge]], done: set[Edge]) -> list[Edge]:
    chain = [start]
    done.add(start)
    while True:
        onward = [n for n in beside[chain[-1]] if n not in done]
        if not onward:
            if len(chain) > 2 and start in beside[chain[-1]]:
                chain.append(start)
            return chain
        done.add(onward[0])
        chain.append(onward[0])


def spaced(line: Line, step: float) -> list[Point]:
    """Points at equal distances along a line."""
    out: list[Point] = []
    rest = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        far = math.dist((ax, ay), (bx, by))
        while far > 0 and rest < far:
            out.append((ax + (bx - ax) * rest / far, ay + (by - ay) * rest / far))
            rest += step
        rest -= far
    return out
