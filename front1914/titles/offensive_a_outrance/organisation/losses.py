"""9.10.2 to 9.10.4, 5.5.2, 8.1.1: Strength Reductions: who suffers them, and what becomes of him."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.organisation.forces import formation_of
from front1914.titles.offensive_a_outrance.state import POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    IS_FORMATION,
    IS_FORTRESS,
    IS_SUPPLY,
    KINDS,
    MOST_SR,
    NATION,
    SIDE,
    UNITS,
)

REPL = {nation: POOLS.number(f"{nation}_repl") for nation in ("french", "british", "belgian", "german")}
REPL["austrian"] = REPL["german"]
#: 24.2.1: Belgian brigades and the regiments into which they turn; the order of battle names none
REGIMENT_OF: dict[int, int] = {
    u: v
    for u in UNITS.numbers
    if NATION[u] == "belgian" and IS_FORMATION[u] and KINDS[u].size == "brigade"
    if (v := UNITS.find(f"{UNITS[u]}-regiment")) is not None
}


def candidates(s: OAOState, units: tuple[int, ...]) -> list[int]:
    """9.10.2, 24.2.1: who of some units may suffer the next reduction: the first class that has anybody.

    Last of all come Belgian Formations that can be reduced no further: they are eliminated, or become a regiment.
    """
    here = [u for u in units if s.at[u] < SIZE and not IS_SUPPLY[u] and not IS_FORTRESS[u]]
    first = [u for u in here if IS_FORMATION[u] and s.sr[u] < MOST_SR[u]]
    if first:
        return first
    assets = [u for u in here if not IS_FORMATION[u]]
    assigned = [u for u in assets if formation_of(s, u) is not None]
    second = [u for u in assigned if s.sr[u] == 0 and MOST_SR[u]]
    last = [u for u in here if IS_FORMATION[u] and NATION[u] == "belgian"]
    return second or [u for u in assets if u not in assigned] or last


def suffer(s: OAOState, units: tuple[int, ...], count: int) -> None:
    """9.10.a, 9.10.b: so many reductions among some units; a frame is pushed where their owner has a choice."""
    for left in range(count, 0, -1):
        found = candidates(s, units)
        if len(found) > 1:
            s.flow.append(("loss", units, left))
            return
        if found:
            reduce(s, found[0])
        else:
            excess(s, units)


def reduce(s: OAOState, u: int) -> None:
    """9.10, 9.10.3, 5.5.2, 24.2.1, 5.5.2.a, 24.2.1.b: a unit suffers one reduction; Assets and Belgian Formations
    that cannot are lost."""
    if s.sr[u] < MOST_SR[u]:
        s.sr[u] += 1
        s.tell("reduced", unit=u, reveals=True)
        return
    if (regiment := REGIMENT_OF.get(u)) is not None:
        shrink(s, u, regiment)
        return
    s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
    s.remove(u)


def shrink(s: OAOState, u: int, regiment: int) -> None:
    """24.2.1, 24.2.1.a: a Belgian brigade becomes a regiment, an Asset: its Attachment marker is removed."""
    place, second, army, did = s.at[u], s.second[u], s.army[u], s.did[u]
    s.tell("shrunk", unit=u, other=regiment, reveals=True)
    s.remove(u)
    s.put(regiment, place, second)
    s.army[regiment], s.did[regiment], s.sr[regiment] = army, did, 0


def excess(s: OAOState, units: tuple[int, ...]) -> None:
    """8.1.1.a, 9.10.4, 16.6.1: nobody can suffer it: a Replacement is lost."""
    left = [u for u in units if s.at[u] < SIZE]
    if left:
        s.pools[REPL[NATION[left[0]]]] -= 1
        s.tell("replacement_lost", unit=left[0], reveals=True)


class Loss(Step):
    """9.10.2: which unit suffers a Strength Reduction. The frame holds the units concerned and how many are left."""

    name, rule, frame = "loss", "9.10.2", ("unit", "")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        left = s.flow[-1][2]
        return f"Which unit suffers a Strength Reduction? {left} to take." if left > 1 else "Which unit is reduced?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return candidates(s, s.flow[-1][1])

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if u not in s.flow[-1][1]:
            return Reason("9.10.2", "it did not take part")
        if u not in candidates(s, s.flow[-1][1]):
            return Reason("9.10.2", f"{UNITS.name(u)} does not come first")
        return None

    def do_unit(self, s: OAOState, u: int) -> None:
        _, units, left = s.flow.pop()
        reduce(s, u)
        suffer(s, units, left - 1)


STEPS = (Loss(),)
