"""What can be told from chance: differences with their intervals, several of them together, quantiles and bands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date
from statistics import NormalDist, fmean
from typing import NamedTuple

SURE = 0.05  #: the chance of a wrong word that is allowed


class Gap(NamedTuple):
    """The difference of two means."""

    mean: float
    low: float
    high: float
    p: float


def difference(one: Sequence[float], two: Sequence[float]) -> Gap:
    """One less the other, both drawn by themselves (Welch, with the normal distribution).

    >>> gap = difference([1.0] * 60 + [0.0] * 40, [1.0] * 40 + [0.0] * 60)
    >>> round(gap.mean, 2), round(gap.low, 2), round(gap.high, 2), round(gap.p, 3)
    (0.2, 0.06, 0.34, 0.004)
    """
    spread = _variance(one) / len(one) + _variance(two) / len(two)
    return _gap(fmean(one) - fmean(two), spread)


def paired(differences: Sequence[float]) -> Gap:
    """The mean of differences in pairs.

    >>> gap = paired([1.0, 0.0, 2.0, 1.0])
    >>> gap.mean, round(gap.p, 3)
    (1.0, 0.014)
    """
    return _gap(fmean(differences), _variance(differences) / len(differences))


def _gap(mean: float, spread: float) -> Gap:
    if spread <= 0:
        return Gap(mean, mean, mean, 1.0 if mean == 0 else 0.0)
    error = math.sqrt(spread)
    p = 2 * (1 - NormalDist().cdf(abs(mean) / error))
    return Gap(mean, mean - 1.959964 * error, mean + 1.959964 * error, p)


def _variance(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def holm(chances: Sequence[float | None]) -> list[bool]:
    """Which of several differences are not chance, if one wrong word in twenty is allowed for all of them (Holm).

    >>> holm([0.001, 0.04, None, 0.03])
    [True, False, False, False]
    """
    known = sorted((p, n) for n, p in enumerate(chances) if p is not None)
    found = [False] * len(chances)
    for rank, (p, n) in enumerate(known):
        if p > SURE / (len(known) - rank):
            break
        found[n] = True
    return found


def quantile(ordered: Sequence[float], share: float) -> float:
    """A value of a sorted list, between two of them if need be.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


class Band(NamedTuple):
    """How a figure is spread over the games: the middle, half of them, nine tenths of them."""

    at: int  #: a turn
    day: date | None
    low: float
    lower: float
    middle: float
    upper: float
    high: float


def band_of(turn: int, day: date | None, values: Iterable[float]) -> Band:
    """The band of the values after a turn."""
    ordered = sorted(values)
    return Band(turn, day, *(quantile(ordered, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)))
