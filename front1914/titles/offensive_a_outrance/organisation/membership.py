"""5.1.3, 5.2.5, 5.4, 22.3.1, 25.1: who may belong to which army."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.schedule import BELGIEN, BELGIEN_ENDS, GROUP, GROUP_ENDS
from front1914.titles.offensive_a_outrance.state import PLANS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_NATION,
    BOUND,
    BOXES_OF,
    IS_FORMATION,
    IS_INFANTRY,
    NATION,
    NO_ARMY,
    OWN,
    START_ARMY,
    TRAIN_OF,
    UNITS,
)

#: 5.2.5: who may join the Belgian Army besides Belgians; of French divisions one (B85)
GUESTS = frozenset(u for u in UNITS.numbers if str(UNITS[u]).startswith(("b-RND", "b-Naval", "f-Marine")))
SIXTH, LOCKS = ARMIES.number("g-SIXTH"), (PLANS.number("idle"), PLANS.number("active"))  #: 26.6.2a
HKK_ENDS = 10  #: 25.1: from this GT on German Cavalry is free
_HKK = (  # 25.1.a to 25.1.d
    (("g-Gd-c", "g-5-c", "g-Jaeger-1", "g-1-CC"), ("g-THIRD", "g-FOURTH")),
    (("g-2-c", "g-4-c", "g-9-c", "g-Jaeger-2", "g-2-CC"), ("g-FIRST", "g-SECOND", "g-BELGIEN")),
    (("g-B-c", "g-7-c", "g-8-c"), ("g-SIXTH",)),
    (("g-3-c", "g-6-c", "g-4-CC"), ("g-FOURTH", "g-FIFTH")),
)
#: 25.1: unit -> the armies to which it may be attached before GT 10
HKK = {UNITS.number(u): frozenset(map(ARMIES.number, armies)) for units, armies in _HKK for u in units}


def bound(s: OAOState, u: int) -> bool:
    """5.4, 2.2.1.a, 5.0.a: whether a unit belongs to the army of its ID for good; units of A-G Belgien until its
    display ends."""
    return u in BOUND and not (START_ARMY[u] == BELGIEN and s.turn >= BELGIEN_ENDS)


def admits(s: OAOState, army: int, u: int) -> bool:
    """5.2.5, 5.4, 22.3.1, 25.1, 5.2.5.a: whether a unit may belong to an army by its nation and its ID."""
    if bound(s, u):
        return army == START_ARMY[u]
    if army == GROUP:
        return START_ARMY[u] == GROUP and s.turn < GROUP_ENDS
    if s.turn < HKK_ENDS and u in HKK:
        return army in HKK[u]
    nation, host = NATION[u], ARMY_NATION[army]
    if nation == host or {nation, host} == {"german", "austrian"}:
        return True
    if host != "belgian":
        return False
    if u in GUESTS:
        return True
    division = nation == "french" and IS_FORMATION[u] and IS_INFANTRY[u]
    return division and not any(
        s.army[v] == army and NATION[v] == "french" and v not in GUESTS for v in OWN["allied"] if v != u
    )


def has_box(s: OAOState, army: int, train: int) -> bool:
    """5.1.3, 5.2.1: whether an army has a corps box for one more Train; a Train without one keeps its army (5.1.2)."""
    return sum(s.army[t] == army and s.at[t] < SIZE for t in TRAIN_OF if t != train) < BOXES_OF[army]


def locked(s: OAOState, army: int) -> bool:
    """26.6.2a, 26.6.2a.b: whether an army may neither attach nor detach corps and Formations, save who arrives
    without an army."""
    return army == SIXTH and s.plan[SIXTH] in LOCKS


def join(s: OAOState, u: int, army: int) -> None:
    """A unit is attached to an army; corps and Formations of the German Sixth Army stay what they are (26.6.2a)."""
    fixed = (IS_FORMATION[u] or u in TRAIN_OF) and s.army[u] != NO_ARMY
    if s.army[u] != army and not (fixed and (locked(s, s.army[u]) or locked(s, army))):
        s.army[u] = army
        s.tell("attached", unit=u, army=army)
