"""Is a map whole? Each check returns complaints in words; an empty list means that nothing is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from geo.grid import Grid, Hexside, hexside

Vertex = frozenset[str]


def flood(start: str, links: Iterable[Hexside]) -> set[str]:
    """All hexes that the links join to one of them."""
    beside: dict[str, set[str]] = {}
    for a, b in links:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    found, edge = {start}, [start]
    while edge:
        for name in beside.get(edge.pop(), ()):
            if name not in found:
                found.add(name)
                edge.append(name)
    return found


def borders(g: Grid, hexes: Collection[str]) -> set[Hexside]:
    """Every hexside between two of the hexes."""
    return {hexside(a, b) for a in hexes for b in g.neighbours(a) if b in hexes}


def vertices(g: Grid, side: Hexside) -> tuple[Vertex, Vertex]:
    """The two corners where a hexside ends, each as the three hexes that meet there."""
    one, other = (n for n in g.neighbours(side[0]) if n in g.neighbours(side[1]))
    return frozenset((*side, one)), frozenset((*side, other))


def in_order(g: Grid, sides: Sequence[Hexside]) -> list[list[Hexside]]:
    """The sides of a river as unbroken runs from end to end; `sides` tell roughly which end is the source."""
    rank = {side: i for i, side in enumerate(sides)}
    left, runs = set(sides), []
    while left:
        degree = Counter(corner for side in left for corner in vertices(g, side))
        loose = [side for side in left if any(degree[c] == 1 for c in vertices(g, side))]
        side = min(loose or left, key=lambda s: rank[s])
        corners = vertices(g, side)
        here = next((c for c in corners if degree[c] == 1), corners[0])
        run = []
        while True:
            left.discard(side)
            run.append(side)
            one, other = vertices(g, side)
            here = other if here == one else one
            following = sorted((s for s in left if here in vertices(g, s)), key=lambda s: rank[s])
            if not following:
                break
            side = following[0]
        runs.append(run)
    return sorted(runs, key=lambda run: rank[run[0]])


def until_met(g: Grid, run: Sequence[Hexside], larger: Collection[Hexside]) -> list[Hexside]:
    """A tributary without what it shares with larger rivers: it ends where it first reaches one of them."""
    corners = {c for side in larger for c in vertices(g, side)}
    own: list[Hexside] = []
    for side in run:
        if side in larger:
            if own:
                break
            continue
        own.append(side)
        ahead = set(vertices(g, side)) - (set(vertices(g, own[-2])) if len(own) > 1 else set())
        if len(own) > 1 and ahead & corners:
            break
    return own


def connected(g: Grid, hexes: Collection[str]) -> list[str]:
    """One piece of ground."""
    reached = flood(min(hexes), borders(g, hexes))
    return [f"{name} is cut off from the rest of the map" for name in sorted(set(hexes) - reached)]


def between_hexes(g: Grid, hexes: Collection[str], pairs: Iterable[Hexside], what: str) -> list[str]:
    """Every pair is two neighbouring hexes of the map, written once, the smaller id first."""
    out, seen = [], set()
    for a, b in pairs:
        if a not in hexes or b not in hexes:
            out.append(f"{what} {a}/{b}: not two hexes of the map")
        elif not g.adjacent(a, b):
            out.append(f"{what} {a}/{b}: not neighbours")
        if (a, b) != hexside(a, b) or (a, b) in seen:
            out.append(f"{what} {a}/{b}: written twice or the wrong way round")
        seen.add((a, b))
    return out


def rivers(g: Grid, hexes: Collection[str], course: Mapping[str, Collection[Hexside]]) -> list[str]:
    """Rivers have no stubs: each run ends in another river, at the rim of the map, or at its one source.

    `course` gives every river with all its sides, those shared with another river included.
    """
    out = []
    corners = {name: [c for side in sides for c in vertices(g, side)] for name, sides in course.items()}
    for name, sides in course.items():
        others = {c for other, found in corners.items() if other != name for c in found}
        degree = Counter(corners[name])
        if any(n > 2 for n in degree.values()):
            out.append(f"{name}: forks")
        ends = [c for c, n in degree.items() if n == 1 and c not in others and c <= set(hexes)]
        if len(ends) > 1:
            out.append(f"{name}: loose ends at {', '.join(sorted('/'.join(sorted(c)) for c in ends))}")
        if not sides:
            out.append(f"{name}: no hexside")
    return out


def railways(net: Collection[Hexside], stops: Collection[str]) -> list[str]:
    """One net without dead ends: a line ends only in a hex of `stops`, and reaches every one of them."""
    degree = Counter(name for link in net for name in link)
    out = [f"the railway ends in {name}" for name, n in sorted(degree.items()) if n == 1 and name not in stops]
    out += [f"no railway at {name}" for name in sorted(set(stops) - set(degree))]
    lost = set(degree) - flood(min(degree), net)
    return out + [f"the railway at {name} is not part of the net" for name in sorted(lost)]
