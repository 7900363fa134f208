"""Polylines for map drawing: chaining, smoothing, thinning, and short SVG path strings. World units: 100 to a hex."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

Point = tuple[float, float]
Line = list[Point]


def length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def closed(line: Sequence[Point]) -> bool:
    return len(line) > 2 and line[0] == line[-1]


def chains(segments: Iterable[tuple[Point, Point]]) -> list[Line]:
    """The segments joined into lines that end only at junctions and loose ends."""
    beside: dict[Point, list[Point]] = {}
    for a, b in segments:
        if b not in beside.setdefault(a, []):
            beside[a].append(b)
            beside.setdefault(b, []).append(a)
    used: set[frozenset[Point]] = set()
    found = []
    for a in sorted(beside, key=lambda p: (len(beside[p]) == 2, p)):
        for b in beside[a]:
            if frozenset((a, b)) not in used:
                found.append(_walk(a, b, beside, used))
    return found


def _walk(a: Point, b: Point, beside: dict[Point, list[Point]], used: set[frozenset[Point]]) -> Line:
    line = [a, b]
    used.add(frozenset((a, b)))
    while len(beside[line[-1]]) == 2 and line[-1] != line[0]:
        onward = [n for n in beside[line[-1]] if frozenset((line[-1], n)) not in used]
        if not onward:
            break
        used.add(frozenset((line[-1], onward[0])))
        line.append(onward[0])
    return line


def join(pieces: Sequence[Line]) -> list[Line]:
    """Lines that meet at a junction joined, at each junction the pairs that run straightest."""
    ends: dict[Point, list[tuple[int, bool]]] = {}
    for i, piece in enumerate(pieces):
        if not closed(piece):
            ends.setdefault(piece[0], []).append((i, True))
            ends.setdefault(piece[-1], []).append((i, False))
    partner: dict[tuple[int, bool], tuple[int, bool]] = {}
    for spot, met in ends.items():
        pairs = sorted(
            (_bend(_inward(pieces, a), spot, _inward(pieces, b)), a, b) for a, b in combinations(met, 2) if a[0] != b[0]
        )
        for bend, a, b in pairs:
            if bend < math.pi / 2 and a not in partner and b not in partner:
                partner[a], partner[b] = b, a
    return _follow(pieces, partner)


def _inward(pieces: Sequence[Line], end: tuple[int, bool]) -> Point:
    """The point next to an end of a piece."""
    piece = pieces[end[0]]
    return piece[1] if end[1] else piece[-2]


def _follow(pieces: Sequence[Line], partner: dict[tuple[int, bool], tuple[int, bool]]) -> list[Line]:
    used: set[int] = set()
    found = []
    starts = [(i, first) for i in range(len(pieces)) for first in (True, False) if (i, first) not in partner]
    for i, first in [*starts, *((i, True) for i in range(len(pieces)))]:
        if i in used:
            continue
        line: Line = []
        end: tuple[int, bool] | None = (i, first)
        while end is not None and end[0] not in used:
            used.add(end[0])
            piece = pieces[end[0]] if end[1] else pieces[end[0]][::-1]
            line += piece[1:] if line else piece
            end = partner.get((end[0], not end[1]))
        found.append(line)
    return found


def _bend(a: Point, b: Point, c: Point) -> float:
    one, two = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return abs((two - one + math.pi) % math.tau - math.pi)


def rings(lines: Iterable[Line]) -> list[Line]:
    """Open lines put end to end until they close."""
    loose = [list(line) for line in lines]
    found = [line for line in loose if closed(line)]
    loose = [line for line in loose if not closed(line)]
    while loose:
        ring = loose.pop()
        while not closed(ring):
            for i, other in enumerate(loose):
                if other[0] == ring[-1] or other[-1] == ring[-1]:
                    ring += other[1:] if other[0] == ring[-1] else other[-2::-1]
                    del loose[i]
                    break
            else:
                break
        found.append(ring)
    return found


def cut_corners(line: Line, rounds: int = 2) -> Line:
    """Chaikin's corner cutting; open ends stay."""
    shut = closed(line)
    for _ in range(rounds):
        if len(line) < 3:
            return line
        cut: Line = [] if shut else [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*cut, cut[0]] if shut else [*cut, line[-1]]
    return line


def resample(line: Line, step: float) -> Line:
    """Points at even distances along the line, both ends kept."""
    total = length(line)
    count = max(2, int(total / step) + 1)
    found, gone, i = [line[0]], 0.0, 0
    for k in range(1, count):
        want = total * k / count
        while i < len(line) - 2 and gone + math.dist(line[i], line[i + 1]) < want:
            gone += math.dist(line[i], line[i + 1])
            i += 1
        (ax, ay), (bx, by) = line[i], line[i + 1]
        part = (want - gone) / (math.dist(line[i], line[i + 1]) or 1.0)
        found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
    return [*found, line[-1]]


def relax(line: Line, rounds: int) -> Line:
    """Each point drawn towards its neighbours; ends held."""
    for _ in range(rounds):
        inner = [
            (0.25 * a[0] + 0.5 * b[0] + 0.25 * c[0], 0.25 * a[1] + 0.5 * b[1] + 0.25 * c[1])
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ]
        line = [line[0], *inner, line[-1]]
    return line


def wobble(line: Line, amount: float, wave: float, seed: str) -> Line:
    """Sideways play of a line, as a draughtsman's hand would give it; ends held."""
    rng = random.Random(seed)
    knots = [rng.uniform(-1, 1) for _ in range(max(3, int(length(line) / wave) + 3))]
    found, gone = [line[0]], 0.0
    for k in range(1, len(line) - 1):
        gone += math.dist(line[k - 1], line[k])
        i, part = divmod(gone / wave, 1.0)
        blend = (1 - math.cos(part * math.pi)) / 2
        play = amount * (knots[int(i) % len(knots)] * (1 - blend) + knots[int(i + 1) % len(knots)] * blend)
        (ax, ay), (bx, by) = line[k - 1], line[k + 1]
        far = math.dist(line[k - 1], line[k + 1]) or 1.0
        found.append((line[k][0] - (by - ay) / far * play, line[k][1] + (bx - ax) / far * play))
    return [*found, found[0] if closed(line) else line[-1]]


def smooth(
    line: Line, rounds: int = 3, play: float = 0.0, wave: float = 30.0, seed: str = "", step: float = 6.0
) -> Line:
    """Corners cut, then some play of the hand."""
    line = cut_corners(line, rounds)
    return wobble(resample(line, step), play, wave, seed)


def thin(line: Line, tolerance: float) -> Line:
    """Douglas and Peucker: as few points as the tolerance allows."""
    if len(line) < 3:
        return line
    if closed(line):
        half = max(range(len(line)), key=lambda k: math.dist(line[k], line[0]))
        if 0 < half < len(line) - 1:
            return thin(line[: half + 1], tolerance)[:-1] + thin(line[half:], tolerance)
    keep, work = {0, len(line) - 1}, [(0, len(line) - 1)]
    while work:
        a, b = work.pop()
        (ax, ay), (bx, by) = line[a], line[b]
        far = math.dist(line[a], line[b]) or 1e-9
        worst, at = tolerance, -1
        for i in range(a + 1, b):
            off = abs((line[i][0] - ax) * (by - ay) - (line[i][1] - ay) * (bx - ax)) / far
            if off > worst:
                worst, at = off, i
        if at >= 0:
            keep.add(at)
            work += [(a, at), (at, b)]
    return [p for i, p in enumerate(line) if i in keep]


def curve(points: Line, steps: int = 8) -> Line:
    """Catmull and Rom: a smooth line through all the points."""
    found = [points[0]]
    for i in range(len(points) - 1):
        a, b, c, d = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, len(points) - 1)]
        for k in range(1, steps + 1):
            t = k / steps
            x, y = (
                0.5
                * (
                    2 * b[j]
                    + (c[j] - a[j]) * t
                    + (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t
                    + (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t**3
                )
                for j in (0, 1)
            )
            found.append((x, y))
    return found


def offset(line: Line, by: float) -> Line:
    """The line moved sideways: to its right (on a sheet with y downwards) if `by` is above 0."""
    found = []
    for k, (x, y) in enumerate(line):
        (ax, ay), (bx, by_) = line[max(k - 1, 0)], line[min(k + 1, len(line) - 1)]
        far = math.dist((ax, ay), (bx, by_)) or 1.0
        found.append((x - (by_ - ay) / far * by, y + (bx - ax) / far * by))
    return found


def blocks(pieces: Iterable[Sequence[Point]], size: float, whole: bool = False) -> list[list[Line]]:
    """Lines sorted by the square of the map they lie in, cut where they leave it unless they must stay `whole`.

    A browser draws a map tile by tile; what does not touch a tile need not be looked at.
    """
    found: dict[tuple[int, int], list[Line]] = {}
    for piece in pieces:
        if whole:
            found.setdefault(_block(piece[0], piece[0], size), []).append(list(piece))
            continue
        last, run = None, []
        for a, b in pairwise(piece):
            block = _block(a, b, size)
            if block != last:
                run = [a]
                found.setdefault(block, []).append(run)
                last = block
            run.append(b)
    return [found[key] for key in sorted(found)]


def _block(a: Point, b: Point, size: float) -> tuple[int, int]:
    return int((a[0] + b[0]) / 2 // size), int((a[1] + b[1]) / 2 // size)


# ---- SVG


def number(value: float, digits: int = 1) -> str:
    """As few characters as the digits need.

    >>> number(-0.04), number(0.5), number(12.0)
    ('0', '.5', '12')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else str(round(value))
    if text in ("-0", ""):
        return "0"
    if text.startswith("0."):
        return text[1:]
    return "-" + text[2:] if text.startswith("-0.") else text


def path(line: Sequence[Point], shut: bool = False, digits: int = 1) -> str:
    """A polyline as relative path data, rounded so that errors do not add up.

    >>> path([(0, 0), (10, 0), (10, 5)], shut=True)
    'M0 0l10 0l0 5z'
    """
    scale = 10**digits
    grid = [(round(x * scale), round(y * scale)) for x, y in line]
    out = [f"M{number(grid[0][0] / scale, digits)} {number(grid[0][1] / scale, digits)}"]
    for (ax, ay), (bx, by) in pairwise(grid):
        if (ax, ay) != (bx, by):
            dx, dy = number((bx - ax) / scale, digits), number((by - ay) / scale, digits)
            out.append(f"l{dx}{'' if dy.startswith('-') else ' '}{dy}")
    return "".join(out) + ("z" if shut else "")


def paths(lines: Iterable[Sequence[Point]], shut: bool = False, digits: int = 1) -> str:
    return "".join(path(line, shut, digits) for line in lines if len(line) > 1)
