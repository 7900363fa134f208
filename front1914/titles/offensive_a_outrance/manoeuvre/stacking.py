"""3.1: how much may stand in a hex, what becomes of the excess, and who lies on top."""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import in_look, kept
from front1914.kit.bits import members
from front1914.kit.units import as_bytes, changed
from front1914.titles.offensive_a_outrance.board import HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.organisation.forces import divide, forces
from front1914.titles.offensive_a_outrance.state import D1, STOOD, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_SUPPLY,
    PROFICIENCY,
    RANK,
    RND,
    SIDE,
    UNITS,
)

LIMIT = 28  #: 3.1.1: three and a half division-equivalents, in eighths
COMBAT_LIMIT = 18  #: 3.1.2: two and a quarter
STEEP_LIMIT = 10  #: 3.1.2a: one and a quarter
BRIGADE = 4  #: eighths of a division-equivalent
MOST_ASSETS, MOST_GUNS, STEEP_GUNS = 2, 1, 0  #: 3.1.2, 3.1.2a: of those who take part in combat


def load(s: OAOState, units: list[int]) -> int:
    """3.1.4, 7.7.4.d: what units count together, in eighths; those with a Rail Mode marker count nothing."""
    return sizes(s, [u for u in units if not s.rides(u)])


def sizes(s: OAOState, units: list[int]) -> int:
    """23.3.2, 23.3.2.a: the sizes of units of one hex, in eighths; units of the RND together are one brigade."""
    total = sum(s.size(u) for u in units)
    if total > BRIGADE and not RND.isdisjoint(units):
        naval = [s.size(u) for u in units if u in RND]
        total += BRIGADE - sum(naval) if len(naval) > 1 else 0
    return total


@kept(*STOOD)
def crowds(s: OAOState, side: str) -> dict[int, list[int]]:
    """The stacks of a side with more than one unit: quicker found than all stacks of both. Do not change the lists."""
    found: dict[int, list[int]] = {}
    mine, first = s.ground(side), dict[int, int]()
    for column, units in ((s.at, mine.here), (s.second, mine.doubled)):
        for u in units:
            other = first.setdefault(h := column[u], u)
            if other != u:
                found.setdefault(h, [other]).append(u)
    return found


def overfull(s: OAOState, side: str) -> list[int]:
    """Hexes in which a side has more than the limit."""
    return sorted([h for h, units in crowds(s, side).items() if len(units) > 3 and load(s, units) > LIMIT])


def pins(s: OAOState, h: int, side: str) -> int:
    """7.3.3: how many enemy Forces have Prepared Attack markers that point at a hex."""
    if as_bytes(h) not in s.pa.tobytes():  # odd places only make it look closer
        return 0
    foe = FOE[side]
    hexes = {s.at[u] for u, target in enumerate(s.pa) if target == h and SIDE[u] == foe and s.at[u] < SIZE}
    return sum(any(s.pa[u] == h for u in force) for g in hexes for force in forces(s, g, foe))


def excused(s: OAOState, h: int, side: str) -> bool:
    """3.1.3.a, 7.3.3: enemy Prepared Attack markers hold so many of the Forces that began here that, whoever of them
    had left, there would still be too much."""
    number = pins(s, h, side)
    if not number:
        return False
    began = divide(s, [u for u in s.own(h, side) if s.origin[u] == h])
    return sum(sorted(sizes(s, list(force)) for force in began)[:number]) > LIMIT


# ---- who lies on top (3.1.5)


def enemy_beside(s: OAOState, h: int, side: str) -> bool:
    """Whether an enemy unit is adjacent to a hex."""
    return bool(RING[h] & s.ground(FOE[side]).units)


def ordered(s: OAOState, h: int, side: str) -> list[int]:
    """3.1.5: the units of a side in a hex, the one that the enemy sees first."""
    units = s.own(h, side)
    if len(units) < 2:
        return units
    near = enemy_beside(s, h, side)
    return sorted(units, key=lambda u: (*precedence(s, u, near), s.order[u], u))


def top(s: OAOState, h: int, side: str) -> int:
    """3.1.5: the unit of a stack that the enemy sees."""
    units = s.own(h, side)
    if len(units) == 1:
        return units[0]
    near = enemy_beside(s, h, side)
    return min(units, key=lambda u: (*precedence(s, u, near), s.order[u], u))


def precedence(s: OAOState, u: int, near: bool, sound: bool = False) -> tuple[int, int, int]:
    """3.1.5, 3.1.5.a: the place of a unit in its stack, the lowest on top: its row, its size, its proficiency.

    Equal ones are in the order that their owner likes. `sound`: as if it were not Demoralized.
    """
    if s.ce[u] >= D1 and not sound:
        return 2, -RANK[u] if near else 0, -PROFICIENCY[u]
    if s.face[u] and IS_FORT[u]:
        return 4, 0, -PROFICIENCY[u]
    return _PLACES[near][u]


def _place(u: int, near: bool) -> tuple[int, int, int]:
    """The place of a unit that is sound, of a Fort that is held."""
    size = -RANK[u] if near else 0
    skill = -PROFICIENCY[u]
    if IS_FORMATION[u] or (IS_CAVALRY[u] and not near):
        return (0 if near or IS_CAVALRY[u] else 1), size, skill
    if IS_FORTRESS[u] or IS_FORT[u]:
        return 3, 0, 0
    if IS_SUPPLY[u]:
        return 6, 0, 0
    return (5, 0, 0) if IS_ARTILLERY[u] else (4, 0, skill)


#: by whether an enemy is near, and by unit
_PLACES = tuple(tuple(_place(u, near) for u in UNITS.numbers) for near in (False, True))


def rivals(s: OAOState, h: int, side: str) -> list[int]:
    """3.1.5: the units that could lie on top of a stack as well as the one that does."""
    units = s.own(h, side)
    return [] if len(units) < 2 else _rivals(s, units, enemy_beside(s, h, side))


def _rivals(s: OAOState, units: list[int], near: bool) -> list[int]:
    return _first(s, units, near)[1:]


def _first(s: OAOState, units: list[int], near: bool) -> list[int]:
    """The unit that lies on top of a stack, and those that could lie there as well."""
    ranks = [precedence(s, u, near) for u in units]
    first = min(ranks)
    if ranks.count(first) == 1:
        return [units[ranks.index(first)]]
    equals = sorted([(s.order[u], u) for u, rank in zip(units, ranks, strict=True) if rank == first])
    return [u for _, u in equals]


class _Contenders(NamedTuple):
    """The rivals of a side's stacks."""

    by_hex: dict[int, tuple[list[int], bool, list[int]]]  #: the stack, whether an enemy is near, the rivals
    all: list[int]


def contenders(s: OAOState, side: str) -> list[int]:
    """3.1.5: the rivals of all stacks of a side. Do not change the list."""
    return _contenders(s, side).all


def _renewed(s: OAOState, old: _Contenders, was: tuple[bytearray, ...], side: str) -> _Contenders:
    """The same, from those of another moment: between two moves most stacks are what they were."""
    _, _, face, _, ce, order = was
    pairs = ((face, s.face), (ce, s.ce), (order, s.order))
    stale = {u for before, now in pairs if before != now for u in changed(before, now)}
    return _contending(s, side, {h: entry for h, entry in old.by_hex.items() if stale.isdisjoint(entry[0])})


@kept(*STOOD, "ce", "order", renew=_renewed)
def _contenders(s: OAOState, side: str) -> _Contenders:
    return _contending(s, side, {})


def _contending(s: OAOState, side: str, before: dict[int, tuple[list[int], bool, list[int]]]) -> _Contenders:
    """The rivals of a side's stacks, some of which are known."""
    foe, found = s.ground(FOE[side]).units, {}
    every: list[int] = []
    for h, units in crowds(s, side).items():
        near, last = bool(RING[h] & foe), before.get(h)
        if last is None or last[0] != units or last[1] != near:
            last = units, near, _rivals(s, units, near)
        found[h] = last
        every += last[2]
    return _Contenders(found, sorted(set(every)) if every else every)


def _uncovered(s: OAOState, old: frozenset[int], was: tuple[bytearray, ...], side: str) -> frozenset[int]:
    """Who is covered, from who was: only stacks that changed, or that an enemy came near to or left, are looked at."""
    pairs = zip(was, (s.at, s.second, s.face, s.rail, s.ce, s.order), strict=True)
    units = {u for before, now in pairs if before != now for u in changed(before, now)}
    stood = (s.at, s.second, memoryview(was[0]).cast("h"), memoryview(was[1]).cast("h"))
    bits = 0
    for h in {h for column in stood for u in units if 0 <= (h := column[u]) < SIZE}:
        bits |= RING[h] | 1 << h
    near = list(members(bits & s.ground(side).units))
    touched = [u for h in near for u in s.own(h, side)]
    if len(units) > MANY or any(s.second[u] >= 0 for u in touched):
        return _covered(s, side)
    found = set(old).difference(touched, units)
    for h in near:
        found.update(_below(s, h, side))
    return frozenset(found)


MANY = 20  #: units that changed: if there are more, the whole is quicker


@kept(*STOOD, "ce", "order", renew=_uncovered)
def covered(s: OAOState, side: str) -> frozenset[int]:
    """3.1.6: the units of a side that lie under another, but for Forts and Fortresses; a Two-Hex Unit in both hexes."""
    return _covered(s, side)


def _covered(s: OAOState, side: str) -> frozenset[int]:
    found: dict[int, int] = {}
    for h in crowds(s, side):
        for u in _below(s, h, side):
            found[u] = found.get(u, 0) + 1
    return frozenset(u for u, times in found.items() if times == (1 if s.second[u] < 0 else 2))


def _below(s: OAOState, h: int, side: str) -> list[int]:
    units = s.own(h, side)
    if len(units) < 2:
        return []
    top = _first(s, units, enemy_beside(s, h, side))[0]
    return [u for u in units if u != top and not (IS_FORT[u] or IS_FORTRESS[u])]


@in_look
def tops(s: OAOState, side: str) -> tuple[int, ...]:
    """The units of a side that its enemy sees: the top one of each stack."""
    first = (stack[:1] if len(stack) == 1 else ordered(s, h, side)[:1] for h, stack in s.stacks().items())
    return tuple(sorted({u for units in first for u in units if SIDE[u] == side}))


class OverStack(Step):
    """3.1.3: at the end of a movement phase the owner eliminates what is over the limit, unit by unit."""

    name, rule = "overstack", "3.1.3"

    def crowded(self, s: OAOState) -> int | None:
        """The first hex that is over."""
        return next((h for h in overfull(s, s.active) if not excused(s, h, s.active)), None)

    def prompt(self, s: OAOState) -> str:
        h = self.crowded(s)
        return f"Too many units in {HEXES.name(h) if h is not None else ''}: which one is eliminated?"

    def why_unit(self, s: OAOState, u: int) -> Reason:
        h = self.crowded(s)
        if h is None or u not in s.own(h, s.active):
            return Reason("3.1.3", "it does not stand where too many are")
        return Reason("3.1.3", "it counts nothing there")

    def legal_unit(self, s: OAOState) -> list[int]:
        h = self.crowded(s)
        return [] if h is None else [u for u in s.own(h, s.active) if s.size(u) and not s.rides(u)]

    def do_unit(self, s: OAOState, u: int) -> None:
        s.tell("crushed", unit=u, hex=self.crowded(s), reveals=True)
        s.remove(u)
        s.flow[-1:] = [(CheckStacks.name,), ("settle",)]  # 8.8.1, 15.6.2: whom it protected does not stay there alone


class CheckStacks(Step):
    """3.1.3: looks for hexes over the limit."""

    name, rule = "check_stacks", "3.1.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if OVER_STACK.crowded(s) is not None:
            s.flow.append(("overstack",))


OVER_STACK = OverStack()
STEPS = (OVER_STACK, CheckStacks())
