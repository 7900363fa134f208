"""Supply lines of several stages: from a unit to a headquarters, a depot, a railway, a source.

A line is built from its far end. Each stage is a `Line`: the nodes that it feeds, and for each of them the way back
to the first source. The next stage starts from those nodes of the one behind it where something stands that passes
supply on. What may be passed comes in as bitsets: `through` are the nodes that a line may cross, `into` further nodes
where it may end (a unit's own hex, an enemy fortress).

>>> from front1914.kit.areas import AreaBoard
>>> board = AreaBoard("abcdefg", zip("abcdef", "bcdefg"))
>>> steps = CostTable.uniform(board)
>>> edge = sources("edge", board.bits("a"))
>>> depot = over_land("depot", edge, steps, 2, board.exists)
>>> into, hqs = board.bits("e"), board.bits("cg")
>>> unit = over_land("unit", depot, steps, 3, board.exists & ~into, into, at=hqs)
>>> board.ids(unit.nodes)
['a', 'b', 'c', 'd', 'e']
>>> [(leg.name, "".join(map(str, (board.words[n] for n in leg.path)))) for leg in unit.chain(board.words.number("e"))]
[('unit', 'edc'), ('depot', 'cba')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from front1914.kit.bits import from_members, members
from front1914.kit.costs import CostTable
from front1914.kit.rail import Rails
from front1914.kit.reach import Reach, field


class Leg(NamedTuple):
    """One stage of a supply line: its name and its nodes, from the one that is fed to the one that feeds it."""

    name: str
    path: tuple[int, ...]


class Line(Protocol):
    """What a stage feeds."""

    @property
    def nodes(self) -> int: ...

    def chain(self, node: int) -> tuple[Leg, ...]:
        """The legs from a fed node back to the first source, the nearest first; () for a source itself."""


def ground(exists: int, enemy: int, zone: int = 0, own: int = 0) -> int:
    """The nodes a line may cross: no enemy there, and no enemy zone unless own units stand in it."""
    return exists & ~enemy & (~zone | own)


class _Sources(NamedTuple):
    name: str
    nodes: int

    def chain(self, node: int) -> tuple[Leg, ...]:
        return ()


def sources(name: str, nodes: int) -> Line:
    """Where supply begins."""
    return _Sources(name, nodes)


class _OverLand(NamedTuple):
    name: str
    behind: Line
    reach: Reach
    last: dict[int, int]  # nodes reached by a last step, and where it came from
    nodes: int

    def chain(self, node: int) -> tuple[Leg, ...]:
        path = [node]
        if node in self.last:
            path.append(self.last[node])
        found = self.reach.path_to(path[-1])
        if found is None:
            raise ValueError(f"{self.name}: node {node} is not fed")
        path[-1:] = reversed(found.nodes)
        legs = self.behind.chain(path[-1])
        return (Leg(self.name, tuple(path)), *legs) if len(path) > 1 else legs


def over_land(
    name: str,
    behind: Line,
    costs: CostTable,
    limit: int | None,
    through: int,
    into: int = 0,
    *,
    at: int = -1,
    last: Iterable[tuple[int, int, int]] = (),
) -> Line:
    """From those nodes of the stage behind where something stands that passes supply on (`at`), so far over land.

    `costs` are those of the steps from the fed unit towards the source, `limit` the greatest sum (None: any length).
    `last` are steps (from, to, cost) away from the source after which a line goes no further (Offensive a outrance
    15.3.2); they must be closed in `costs`.
    """
    board = costs.board
    blocked = board.exists & ~(through | into)
    starts = behind.nodes & at & board.exists
    found = field(costs.backward, starts, limit, blocked=blocked, stop_in=into & ~through)
    ends: dict[int, int] = {}
    for a, b, cost in last:
        spent = found.spent(a)
        if spent is None or (limit is not None and spent + cost > limit) or not (through | starts) >> a & 1:
            continue
        if b not in found and (through | into) >> b & 1:
            ends[b] = a
    return _OverLand(name, behind, found, ends, found.bits | from_members(ends))


class _AlongRails(NamedTuple):
    name: str
    behind: Line
    rails: Rails
    through: int
    into: int
    cut: int
    nodes: int

    def chain(self, node: int) -> tuple[Leg, ...]:
        rails = self.rails
        starts = rails.nodes(self.behind.nodes) & (self.through | self.into)
        path = rails.path(starts, rails.nodes(1 << node), self.through, self.into, self.cut)
        if not path:
            raise ValueError(f"{self.name}: node {node} is not fed")
        hexes = tuple(dict.fromkeys(n % rails.size for n in reversed(path)))
        legs = self.behind.chain(hexes[-1])
        return (Leg(self.name, hexes), *legs) if len(hexes) > 1 else legs


def along_rails(name: str, behind: Line, rails: Rails, through: int, into: int = 0, cut: int = 0) -> Line:
    """From the nodes of the stage behind along rails, at any length. Sets of hexes go in and come out."""
    through, into = rails.nodes(through), rails.nodes(into)
    found = rails.connected(rails.nodes(behind.nodes), through, into, cut)
    return _AlongRails(name, behind, rails, through, into, cut, rails.to_hexes(found))


class _Posts(NamedTuple):
    lines: Mapping[int, Line]
    nodes: int

    def chain(self, node: int) -> tuple[Leg, ...]:
        return self.lines[node].chain(node)


def posts(lines: Mapping[int, Line]) -> Line:
    """Single nodes that pass supply on, each fed by a line of its own (an army's HQ by its own depot)."""
    return _Posts(lines, from_members(node for node, line in lines.items() if line.nodes >> node & 1))


class _Either(NamedTuple):
    lines: tuple[Line, ...]
    nodes: int

    def chain(self, node: int) -> tuple[Leg, ...]:
        line = next((line for line in self.lines if line.nodes >> node & 1), None)
        if line is None:
            raise ValueError(f"node {node} is not fed")
        return line.chain(node)


def either(*lines: Line) -> Line:
    """Whatever any of the lines feeds; the first that does so counts."""
    nodes = 0
    for line in lines:
        nodes |= line.nodes
    return _Either(lines, nodes)


def relayed(name: str, behind: Line, costs: CostTable, limit: int, through: int, into: int = 0, *, relays: int) -> Line:
    """Chains of supplied units (1914 - Fixed SU-3a): every relay that is fed feeds others at full length again."""
    rounds = [over_land(name, behind, costs, limit, through, into)]
    fed = behind.nodes | rounds[0].nodes
    new = relays & fed & ~behind.nodes
    while new:
        rounds.append(over_land(name, rounds[-1], costs, limit, through, into, at=new))
        new = relays & rounds[-1].nodes & ~fed
        fed |= rounds[-1].nodes
    return either(*rounds)


def fed(line: Line, location: Iterable[int]) -> int:
    """The units that a line feeds, as a bitset of their numbers; a unit that stands nowhere is not fed."""
    nodes = line.nodes
    return from_members(unit for unit, node in enumerate(location) if node >= 0 and nodes >> node & 1)


def legs_of(line: Line, nodes: int) -> dict[int, tuple[Leg, ...]]:
    """The chains of several nodes at once, for a map; nodes that are not fed are left out."""
    return {node: line.chain(node) for node in members(nodes & line.nodes)}
