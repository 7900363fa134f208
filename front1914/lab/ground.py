"""Who holds which ground, in every title in the same way, and the line between the sides.

Ground is held by whose troops stand nearest, counted in places over land; where both are equally near, or nobody is
near at all, by who held it before, and at first by the country it belongs to. Neutral countries and the sea belong to
nobody.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import front1914
from front1914 import Troop

Point = tuple[float, float]
Box = tuple[float, float, float, float]  #: left, top, right, bottom
OTHERS = "others"  #: all sides but the first
NEUTRAL = frozenset({"dutch", "swiss"})  #: nations whose country stays out of the war in the West of 1914
SEA = frozenset({"sea", "lake"})
FAR_KM = 130.0  #: beyond which troops hold no ground


class Map(NamedTuple):
    """The places of a title that can be fought over."""

    spots: dict[str, Point]
    around: dict[str, tuple[str, ...]]
    owner: dict[str, str]  #: place -> the side whose country it is
    names: dict[str, str]
    unit_km: float
    hexes: bool
    pointy: bool


@cache
def map_of(title: str) -> Map:
    """The map of a title, from its sheet."""
    sheet = front1914.title(title).printed()
    sides = {nation: side for side, row in sheet["sides"].items() for nation in row["nations"]}
    spots, owner, names = {}, {}, {}
    for place, row in sheet["places"].items():
        nation = row.get("nation")
        if row.get("terrain") in SEA or nation in NEUTRAL or row.get("inset"):
            continue
        spots[place] = (row["x"], row["y"])
        if nation in sides:
            owner[place] = sides[nation]
        if row.get("name"):
            names[place] = row["name"]
    hexes = sheet["kind"] == "hex"
    if hexes:
        around = _neighbours(spots)
    else:
        found: dict[str, set[str]] = {place: set() for place in spots}
        for link in sheet.get("links", ()):
            if link["a"] in spots and link["b"] in spots and link["kind"] != "sea":
                found[link["a"]].add(link["b"])
                found[link["b"]].add(link["a"])
        around = {place: tuple(sorted(near)) for place, near in found.items()}
    pointy = sheet.get("orientation") == "pointy"
    return Map(spots, around, owner, names, float(sheet.get("unit_km", 0) or 0), hexes, pointy)


def _neighbours(spots: Mapping[str, Point]) -> dict[str, tuple[str, ...]]:
    """Hexes lie one unit apart."""
    cells: dict[tuple[int, int], list[str]] = {}
    for place, (x, y) in spots.items():
        cells.setdefault((math.floor(x), math.floor(y)), []).append(place)
    found = {}
    for place, (x, y) in spots.items():
        i, j = math.floor(x), math.floor(y)
        near = (other for di in (-1, 0, 1) for dj in (-1, 0, 1) for other in cells.get((i + di, j + dj), ()))
        found[place] = tuple(other for other in near if other != place and math.dist(spots[other], (x, y)) < 1.2)
    return found


class Held(NamedTuple):
    """The ground of a moment."""

    holders: dict[str, str]  #: place -> the first side, or OTHERS
    near: frozenset[str]  #: places that are not far from troops


def held(land: Map, troops: Iterable[Troop], before: Mapping[str, str], first: str) -> Held:
    """Who holds each place: `first`, or the others, who are counted as one."""
    stood: dict[bool, set[str]] = {True: set(), False: set()}
    for troop in troops:
        if troop.at is not None and troop.at in land.spots and troop.where == "field":
            stood[troop.side == first].add(troop.at)
    most = max(3, round(FAR_KM / land.unit_km)) if land.unit_km else 3
    ours, theirs = (_distances(land, stood[own], most) for own in (True, False))
    found = {}
    for place in land.spots:
        near, far = ours.get(place, math.inf), theirs.get(place, math.inf)
        if near == far:
            if (holder := before.get(place) or land.owner.get(place)) is not None:
                found[place] = holder if holder == first else OTHERS
        else:
            found[place] = first if near < far else OTHERS
    return Held(found, frozenset(ours) | frozenset(theirs))


def own_country(land: Map, first: str) -> dict[str, str]:
    """Who holds each place as long as nobody has come."""
    return {place: side if side == first else OTHERS for place, side in land.owner.items()}


def _distances(land: Map, begin: Iterable[str], most: int) -> dict[str, int]:
    found = dict.fromkeys(begin, 0)
    queue = deque(found)
    while queue:
        place = queue.popleft()
        if found[place] == most:
            break
        for near in land.around[place]:
            if near not in found:
                found[near] = found[place] + 1
                queue.append(near)
    return found


def front(land: Map, ground: Held, first: str) -> list[tuple[str, str, float, float]]:
    """Every pair of neighbours of which the first side holds one, and the point between them; not where nobody is."""
    found, holders = [], ground.holders
    for place, holder in holders.items():
        if holder != first or place not in ground.near:
            continue
        for near in land.around[place]:
            if holders.get(near, first) != first:
                (x1, y1), (x2, y2) = land.spots[place], land.spots[near]
                found.append((place, near, round((x1 + x2) / 2, 3), round((y1 + y2) / 2, 3)))
    return found


@cache
def triangles(title: str) -> tuple[tuple[str, str, str], ...]:
    """Every three places that touch one another."""
    around = {place: set(near) for place, near in map_of(title).around.items()}
    return tuple((a, b, c) for a, near in around.items() for b in near if b > a for c in around[b] & near if c > b)


def contour(title: str, values: Mapping[str, float], level: float = 0.5) -> list[tuple[Point, Point]]:
    """Where a value that each place has crosses a level: short lines, one through each three neighbours that differ."""
    spots, found = map_of(title).spots, []
    for three in triangles(title):
        known = [(place, values[place]) for place in three if place in values]
        if len(known) < 3:
            continue
        cuts = []
        for (a, va), (b, vb) in ((known[0], known[1]), (known[1], known[2]), (known[2], known[0])):
            if (va >= level) != (vb >= level):
                share = (level - va) / (vb - va)
                (x1, y1), (x2, y2) = spots[a], spots[b]
                cuts.append((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
        if len(cuts) == 2:
            found.append((cuts[0], cuts[1]))
    return found
