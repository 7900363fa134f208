"""16.3, 16.4, 22.3.3, 25.5, 25.7: units that become one, and the one that becomes two again.

Cavalry Corps must be formed as soon as their divisions stand together when a movement phase of their side ends. What
may be combined, or split, is a player's choice in his movement phases; whoever does so has ended his move.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, RING, SEA_SIDES, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.organisation.exchanges import average, corps_of
from front1914.titles.offensive_a_outrance.schedule import COMBINATIONS, GROUP_ENDS, Combination
from front1914.titles.offensive_a_outrance.state import BY_FOOT, MOVED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ELIMINATED,
    IS_CAVALRY,
    MOST_SR,
    PARENT_OF,
    SIDE,
    UNITS,
    WITHDRAWN,
)

Stand = tuple[int, int]  #: a hex and -1, or two hexes
LONGWY = UNITS.number("f-fx-Longwy")  #: 25.7.2
KAEMPFFER = UNITS.number("g-Kaempffer")
REVERSIBLE = UNITS.number("g-Eichhorn")  #: 25.5
FEWEST_DIVISIONS = 2  #: 16.4: of a Cavalry Corps


# ---- who stands together


def survivors(s: OAOState, part: Combination) -> tuple[int, ...]:
    """Those of the units that are still on the map."""
    return tuple(u for u in part.units if s.at[u] < SIZE)


def refuse(s: OAOState, part: Combination) -> Reason | None:
    """16.3, 16.4: why units cannot be combined now."""
    rule = "16.4" if IS_CAVALRY[part.into] else "16.3"
    if SIDE[part.into] != s.active:
        return Reason(rule, "not your units")
    if s.turn < part.turn:
        return Reason(rule, f"not before GT {part.turn}")
    if s.at[part.into] != ABSENT:
        return Reason(rule, "it has been formed already")
    here = survivors(s, part)
    if any(s.at[u] not in (ELIMINATED, WITHDRAWN) for u in part.units if u not in here):
        return Reason(rule, "not all its parts are on the map")
    if len(here) < (FEWEST_DIVISIONS if IS_CAVALRY[part.into] else 1):
        return Reason(rule, "too few of its parts are left")
    if KAEMPFFER in part.units and s.at[LONGWY] < SIZE:
        return Reason("25.7.2", "not before Longwy has fallen")
    if any(s.rail[u] != BY_FOOT for u in here):
        return Reason(rule, "not in Rail Mode")
    if any(s.task[u] for u in here) and not IS_CAVALRY[part.into]:  # 16.4: those who must do so leave it
        return Reason("7.8.2", "one of its parts has a task to finish")
    return None if _together(s, here) else Reason(rule, "its parts are neither stacked nor in adjacent hexes")


def _hexes(s: OAOState, units: tuple[int, ...]) -> list[int]:
    return sorted({h for u in units for h in s.hexes(u)})


def _together(s: OAOState, units: tuple[int, ...]) -> bool:
    hexes = _hexes(s, units)
    return all(RING[a] >> b & 1 for i, a in enumerate(hexes) for b in hexes[i + 1 :])


def stands(s: OAOState, part: Combination) -> list[Stand]:
    """16.3, 16.4.1: where the new unit may stand: from adjacent hexes it becomes a Two-Hex Unit; a Cavalry Corps may
    as well come together in one of them, and so does everybody where another Two-Hex Unit stands (19.1.2)."""
    here = survivors(s, part)
    hexes = _hexes(s, here)
    if len(hexes) == 1:
        return [(hexes[0], -1)]
    others = s.ground(part.side).twice
    for h in hexes:
        if not any(s.second[u] >= 0 for u in s.stack(h) if u not in here):
            others &= ~(1 << h)
    pairs = [
        (a, b)
        for i, a in enumerate(hexes)
        for b in hexes[i + 1 :]
        if not (others >> a | others >> b) & 1 and not SEA_SIDES >> BOARD.link[a, b] & 1
    ]
    singles = [(h, -1) for h in hexes]
    return [*pairs, *singles] if IS_CAVALRY[part.into] or not pairs else pairs


# ---- what becomes of them


def reductions(s: OAOState, part: Combination) -> int:
    """16.3.1: the Strength Reductions that are retained; a lost part counts with all that it could suffer (B130)."""
    return sum(s.sr[u] if s.at[u] < SIZE else MOST_SR[u] + 1 for u in part.units)


def combine(s: OAOState, part: Combination, stand: Stand) -> None:
    """16.3.1, 16.4.1: the parts leave the map, the new unit takes their place; its move is over."""
    here, new = survivors(s, part), part.into
    lost, status = reductions(s, part), average([s.ce[u] for u in here])
    army, order = s.army[here[0]], min(s.order[u] for u in here)
    owed, inactive = max(s.owed[u] for u in here), max(s.inactive[u] for u in here)
    aims = {s.pa[u] for u in here} if len(_hexes(s, here)) == 1 else {-1}
    for u in here:
        s.remove(u, ABSENT)
    s.put(new, *stand)
    s.sr[new], s.ce[new] = min(lost, MOST_SR[new]), status
    s.army[new], s.corps[new], s.order[new] = army, corps_of(s, new), order
    s.owed[new], s.inactive[new], s.origin[new] = owed, inactive, stand[0]
    s.pa[new] = aims.pop() if len(aims) == 1 else -1  # B189: prepared if all its parts were
    s.did[new] |= MOVED
    s.tell("combined", units=here, unit=new, hex=stand[0], reveals=True)
    settle(s)  # 6.4: it may be Demoralized beside an enemy


# ---- Cavalry Corps (16.4)


class Assemble(Step):
    """16.4: at the end of a movement phase Cavalry Corps are formed, one after the other."""

    name, rule = "assemble", "16.4"

    def run(self, s: OAOState) -> None:
        for number, part in enumerate(COMBINATIONS):
            if IS_CAVALRY[part.into] and _begun(s, part) and refuse(s, part) is None:
                found = stands(s, part)
                if len(found) > 1:
                    s.flow.append(("form", number))
                else:
                    combine(s, part, found[0])
                return
        s.flow.pop()


class Form(Step):
    """16.4.1: in which hex, or hexes, a Cavalry Corps is formed. The frame: its number in the schedule."""

    name, rule, frame = "form", "16.4.1", ("",)
    else_to = Reason("16.4.1", "none of its divisions stands there")
    else_straddle = Reason("16.4.1", "its divisions do not stand in those two hexes")

    def part(self, s: OAOState) -> Combination:
        return COMBINATIONS[s.flow[-1][1]]

    def prompt(self, s: OAOState) -> str:
        return f"{UNITS.name(self.part(s).into)} is formed: in which hex, or in which two?"

    def legal_to(self, s: OAOState) -> list[int]:
        return [a for a, b in stands(s, self.part(s)) if b < 0]

    def do_to(self, s: OAOState, h: int) -> None:
        part = self.part(s)
        s.flow.pop()
        combine(s, part, (h, -1))

    def legal_straddle(self, s: OAOState) -> list[int]:
        return sorted(BOARD.link[stand] for stand in stands(s, self.part(s)) if stand[1] >= 0)

    def do_straddle(self, s: OAOState, link: int) -> None:
        part = self.part(s)
        s.flow.pop()
        combine(s, part, BOARD.links[link])


# ---- what may be combined (16.3, 25.5, 25.7) and split (25.5)


BY_RESULT = {part.into: part for part in COMBINATIONS if not IS_CAVALRY[part.into]}


def refuse_combine(s: OAOState, u: int) -> Reason | None:
    """16.3: why a unit cannot be formed from its parts now."""
    part = BY_RESULT.get(u)
    return Reason("16.3", "no other units become that one") if part is None else refuse(s, part)


def combinable(s: OAOState) -> list[int]:
    """16.3: the units that can be formed now."""
    return [part.into for part in BY_RESULT.values() if _begun(s, part) and refuse(s, part) is None]


def _begun(s: OAOState, part: Combination) -> bool:
    """Whether a combination can be thought of at all: most cannot, most of the time."""
    return part.side == s.active and part.turn <= s.turn and any(s.at[u] < SIZE for u in part.units)


def do_combine(s: OAOState, u: int) -> None:
    """16.3.1: where the parts stand, of two hexes both; where there is a choice the owner makes it."""
    part = BY_RESULT[u]
    found = stands(s, part)
    if len(found) > 1:
        s.flow.append(("form", COMBINATIONS.index(part)))
    else:
        combine(s, part, found[0])


def refuse_split(s: OAOState, u: int) -> Reason | None:
    """25.5: why a combination cannot be reversed."""
    if u != REVERSIBLE or SIDE[u] != s.active:
        return Reason("25.5", "only the Eichhorn division can be split")
    if s.at[u] >= SIZE or s.rail[u] != BY_FOOT:
        return Reason("25.5", "it is not on the map, or in Rail Mode")
    if s.task[u]:
        return Reason("7.8.2", "it has a task to finish")
    if s.sr[u] > sum(MOST_SR[part] for part in BY_RESULT[u].units):
        return Reason("25.5", "its brigades cannot take over so many reductions")
    return None


def do_split(s: OAOState, u: int) -> None:
    """25.5: the brigades take over reductions and status; the owner says who takes what, and where each goes."""
    first, second = BY_RESULT[u].units
    if s.second[u] >= 0 or 0 < s.sr[u] < MOST_SR[first] + MOST_SR[second]:
        s.flow.append(("parting", first, first))
    else:
        part_ways(s, first, first)


class Parting(Step):
    """25.5: which brigade of Eichhorn takes reductions first, and which stands in the first of two hexes. The frame."""

    name, rule, frame = "parting", "25.5", ("unit", "unit")
    else_unit = Reason("25.5", "it is no other brigade of Eichhorn")

    def prompt(self, s: OAOState) -> str:
        _, worn, ahead = s.flow[-1]
        told = f" {UNITS.name(ahead)} stands in {HEXES.name(s.at[REVERSIBLE])}." if s.second[REVERSIBLE] >= 0 else ""
        return f"{UNITS.name(worn)} takes the first reductions.{told}"

    def legal_unit(self, s: OAOState) -> list[int]:
        return [u for u in BY_RESULT[REVERSIBLE].units if u != s.flow[-1][1]]

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow[-1] = ("parting", u, s.flow[-1][2])

    def refuse_turn(self, s: OAOState, _: None) -> Reason | None:
        return None if s.second[REVERSIBLE] >= 0 else Reason("25.5", "it stands in one hex")

    def do_turn(self, s: OAOState, _: None) -> None:
        _, worn, ahead = s.flow[-1]
        s.flow[-1] = ("parting", worn, next(u for u in BY_RESULT[REVERSIBLE].units if u != ahead))

    def do_done(self, s: OAOState, _: None) -> None:
        part_ways(s, *s.flow.pop()[1:])


def part_ways(s: OAOState, worn: int, ahead: int) -> None:
    """25.5: Eichhorn is split: who takes reductions first, who stands in the first hex."""
    u = REVERSIBLE
    pair = BY_RESULT[u].units
    first, second = sorted(pair, key=lambda part: part != worn)
    where = dict(zip(sorted(pair, key=lambda part: part != ahead), (s.hexes(u)[0], s.hexes(u)[-1]), strict=True))
    lost, status, army, owed, aim = s.sr[u], s.ce[u], s.army[u], s.owed[u], s.pa[u]
    s.remove(u, ABSENT)
    for part in (first, second):
        place = where[part]
        s.put(part, place)
        s.sr[part] = min(lost, MOST_SR[part])
        lost -= s.sr[part]
        s.ce[part], s.army[part], s.corps[part], s.owed[part] = status, army, corps_of(s, part), owed
        s.origin[part], s.pa[part] = place, aim  # B189; nobody in two hexes has prepared an attack (19.1.4)
        s.did[part] |= MOVED
    s.tell("split", unit=u, units=pair, reveals=True)
    settle(s)


# ---- detachments of the Territorial Group (22.3.3)


def refuse_integrate(s: OAOState, u: int) -> Reason | None:
    """22.3.3: why a detachment cannot return to its division."""
    parent = PARENT_OF.get(u)
    if parent is None or SIDE[u] != s.active:
        return Reason("22.3.3", "no detachment of yours")
    if s.turn >= GROUP_ENDS:
        return Reason("22.3", f"the rules of the Territorial Group end on GT {GROUP_ENDS}")
    if s.at[u] >= SIZE or s.hexes(u) != s.hexes(parent):
        return Reason("22.3.3", "it is not stacked with its division")
    if s.rail[u] != BY_FOOT or s.rail[parent] != BY_FOOT:
        return Reason("22.3.3", "not in Rail Mode")
    return None


def do_integrate(s: OAOState, u: int) -> None:
    """22.3.3: the detachment leaves the map, the marker its division; the division's move is over."""
    parent = PARENT_OF[u]
    s.remove(u, ABSENT)
    s.flip(parent, 0)
    s.did[parent] |= MOVED
    s.tell("integrated", unit=u, parent=parent, reveals=True)


STEPS = (Assemble(), Form(), Parting())
