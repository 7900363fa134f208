"""Luck: what was thrown against what fair dice give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import erf, sqrt
from typing import Any

EXACT = 120  #: throws up to which the percentile is exact; beyond, the normal curve is as good


def chances(throw: dict[str, Any]) -> list[float]:
    """The probability of each face."""
    weights = throw["weights"]
    return [1 / len(throw["faces"])] * len(throw["faces"]) if weights is None else [float(Fraction(w)) for w in weights]


def report(throws: Sequence[dict[str, Any]], sides: Iterable[str], told: Collection[int] | None) -> dict[str, Any]:
    """The luck of each side; with `told`, only from the throws at these moments, and no values."""
    counted = [t for t in throws if (told is None or t["at"] in told) and len(t["faces"]) > 1]
    dice = [t for t in counted if all(type(face) is int for face in t["faces"])]
    sides = list(sides)
    valued = [t for t in counted if "values" in t] if told is None else []
    return {
        "open": told is None,
        "sides": {side: _pips([t for t in dice if t["by"] == side]) for side in sides},
        "value": {side: _value(valued, side) for side in sides} if valued else None,
        "throws": [{key: t[key] for key in ("n", "at", "step", "verb", "outcome", "by")} for t in dice],
    }


def _pips(dice: Sequence[dict[str, Any]]) -> dict[str, Any]:
    faces = Counter(str(t["outcome"]) for t in dice)
    if not dice:
        return {"throws": 0, "faces": {}, "mean": None, "expected": None, "percentile": None}
    total = sum(t["outcome"] for t in dice)
    expected = sum(_mean(t["faces"], chances(t)) for t in dice)
    return {
        "throws": len(dice),
        "faces": dict(sorted(faces.items(), key=lambda item: int(item[0]))),
        "mean": round(total / len(dice), 3),
        "expected": round(expected / len(dice), 3),
        "percentile": round(100 * _rank(dice, total, expected), 1),
    }


def _rank(dice: Sequence[dict[str, Any]], total: int, expected: float) -> float:
    """The chance that fair dice give less, and half of the chance that they give the same."""
    if len(dice) > EXACT:
        return _normal(total - expected, sum(_spread(t["faces"], chances(t)) for t in dice))
    sums = {0: 1.0}
    for throw in dice:
        following: dict[int, float] = {}
        for so_far, chance in sums.items():
            for face, share in zip(throw["faces"], chances(throw), strict=True):
                following[so_far + face] = following.get(so_far + face, 0.0) + chance * share
        sums = following
    return sum(chance for value, chance in sums.items() if value < total) + sums.get(total, 0.0) / 2


def _value(throws: Sequence[dict[str, Any]], side: str) -> dict[str, Any]:
    """By how much the throws changed the side's prospects beyond the average of what could fall."""
    luck = variance = 0.0
    for throw in throws:
        values, shares = throw["values"][side], chances(throw)
        luck += values[throw["faces"].index(throw["outcome"])] - _mean(values, shares)
        variance += _spread(values, shares)
    return {"throws": len(throws), "luck": round(luck, 2), "percentile": round(100 * _normal(luck, variance), 1)}


def _mean(values: Sequence[float], shares: Sequence[float]) -> float:
    return sum(value * share for value, share in zip(values, shares, strict=True))


def _spread(values: Sequence[float], shares: Sequence[float]) -> float:
    mean = _mean(values, shares)
    return sum((value - mean) ** 2 * share for value, share in zip(values, shares, strict=True))


def _normal(above: float, variance: float) -> float:
    return 0.5 if variance <= 0 else (1 + erf(above / sqrt(2 * variance))) / 2
