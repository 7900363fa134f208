"""Where the pieces of an area stand and where its name is written: both inside it, and apart. Needs numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from front1914.server.art.lines import Point
from geo.regions import Raster

Field = NDArray[np.float64]
COARSE = 4  #: every so many cells a place is tried
BEST = 40  #: places of the pieces that are tried with every place of the name


@dataclass(frozen=True)
class Layout:
    """Boxes in world units about their middles: the pieces, and the name in one of several forms (wide, high)."""

    pieces: tuple[float, float]
    names: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Fit:
    """The middle of the pieces, the form of the name that was chosen and its middle."""

    pieces: Point
    form: int
    name: Point


def fit(raster: Raster, mask: NDArray[np.bool_], layout: Layout) -> Fit:
    """The best places inside a region: both boxes within it, the name above the pieces and not over them."""
    rows, columns = np.nonzero(mask.any(axis=1))[0], np.nonzero(mask.any(axis=0))[0]
    top, left = int(rows[0]), int(columns[0])
    part = mask[top : rows[-1] + 1, left : columns[-1] + 1]
    total = np.pad(part.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    ii, jj = np.meshgrid(np.arange(0, part.shape[0], COARSE), np.arange(0, part.shape[1], COARSE), indexing="ij")
    middle = (part.shape[0] / 2, part.shape[1] / 2)
    inside = _share(total, ii, jj, layout.pieces, raster.step)
    central = np.hypot(ii - middle[0], jj - middle[1]) * raster.step
    order = np.argsort((-3 * inside + central / 900).ravel(), kind="stable")[:BEST]
    forms = [_share(total, ii, jj, size, raster.step) for size in layout.names]
    best, found = -1e9, (0, 0, 0)
    for k in order:
        pi, pj = int(ii.flat[k]), int(jj.flat[k])
        for form, size in enumerate(layout.names):
            dy, dx = (ii - pi) * raster.step, (jj - pj) * raster.step
            over_x = np.clip((layout.pieces[0] + size[0]) / 2 - abs(dx), 0, min(layout.pieces[0], size[0])) / size[0]
            over_y = np.clip((layout.pieces[1] + size[1]) / 2 - abs(dy), 0, min(layout.pieces[1], size[1])) / size[1]
            score = 3 * inside.flat[k] - central.flat[k] / 900 + 6 * forms[form] - 7 * over_x * over_y
            score = score - np.hypot(dx, dy) / 500 - 0.5 * (dy > 0) - 0.05 * form
            at = int(np.argmax(score))
            if score.flat[at] > best:
                best, found = float(score.flat[at]), (int(k), form, at)
    k, form, at = found

    def spot(n: int) -> Point:
        return raster.corner(int(ii.flat[n]) + top, int(jj.flat[n]) + left)

    return Fit(spot(k), form, spot(at))


def _share(total: NDArray[np.int64], ii: Field, jj: Field, size: tuple[float, float], step: float) -> Field:
    """How much of a box about each place lies inside."""
    wide, high = size[0] / step / 2, size[1] / step / 2
    i0, i1 = (ii - high).astype(int), (ii + high).astype(int)
    j0, j1 = (jj - wide).astype(int), (jj + wide).astype(int)
    most = (total.shape[0] - 1, total.shape[1] - 1)
    a, b = np.clip(i0, 0, most[0]), np.clip(i1, 0, most[0])
    c, d = np.clip(j0, 0, most[1]), np.clip(j1, 0, most[1])
    held = total[b, d] - total[a, d] - total[b, c] + total[a, c]
    return np.asarray(held / np.maximum((i1 - i0) * (j1 - j0), 1))
