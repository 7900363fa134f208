"""18-6 to 18-10, 18-17, 18-18: Supply Points on the move, as markers; corps Headquarters.

A Headquarters that stays where it is sends points away under a Supply Point Marker, which then moves as an infantry
division does (movement.py, rail.py). At the end of a Movement Phase a Headquarters may take in the markers in its hex.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.charts import LIMITS
from front1914.titles.der_weltkrieg.nations import FOE, serves
from front1914.titles.der_weltkrieg.state import IDLE, RAIL, DWState
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    BIT,
    ELIMINATED,
    HEADQUARTERS,
    IS_CORPS_HQ,
    IS_HQ,
    IS_SUPPLY,
    NATION,
    OF_NATION,
    OWN,
    SIDE,
    UNITS,
)

MARKERS = {side: tuple(u for u in OWN[side] if IS_SUPPLY[u]) for side in ("central", "entente")}


def ceiling(hq: int) -> int:
    """17-4, 18-18: the most Supply Points that a Headquarters may hold."""
    return LIMITS.corps_stock if IS_CORPS_HQ[hq] else LIMITS.stock


def stayed(s: DWState, hq: int) -> bool:
    """18-6: whether a Headquarters has not moved in this Movement Phase; in the enemy's it never has."""
    return s.active != SIDE[hq] or (s.mode[hq] == IDLE and not s.entrained[hq])


def _free_marker(s: DWState, nation: int) -> int | None:
    return next((u for u in _MARKERS[nation] if s.at[u] in (ABSENT, ELIMINATED)), None)


_MARKERS = tuple(tuple(u for u in units if IS_SUPPLY[u]) for units in OF_NATION)  #: by nation


# ---- 18-6, 18-7: sending


def refuse_sender(s: DWState, hq: int) -> Reason | None:
    """18-6: why a Headquarters may not send Supply Points now."""
    if SIDE[hq] != s.active or not IS_HQ[hq] or not s.on_map(hq):
        return Reason("18-6", "only your own Headquarters on the map transfer Supply Points")
    if not stayed(s, hq):
        return Reason("18-6", f"{UNITS.name(hq)} has moved in this phase")
    if s.passed[hq] >= LIMITS.transfer:
        return Reason("18-6.1", f"{UNITS.name(hq)} has transferred {LIMITS.transfer} Supply Points in this phase")
    if not s.supply[hq]:
        return Reason("17-3", f"{UNITS.name(hq)} holds no Supply Points")
    if _free_marker(s, NATION[hq]) is None:
        return Reason("18-7", "no Supply Point Marker is left")
    return None


class Transfers:
    """The verb of the step `move` by which a Headquarters sends Supply Points."""

    def legal_transfer(self, s: DWState) -> list[int]:
        return [hq for hq in HEADQUARTERS[s.active] if s.supply[hq] and refuse_sender(s, hq) is None]

    def refuse_transfer(self, s: DWState, hq: int) -> Reason | None:
        return refuse_sender(s, hq)

    def do_transfer(self, s: DWState, hq: int) -> None:
        s.flow.append(("consign", hq))


class Consign(Step):
    """18-6.1, 18-7: how many points; the marker is put down with the Headquarters and may move at once (18-8)."""

    name, rule, frame, ends = "consign", "18-7", ("unit",), ("cancel",)

    def prompt(self, s: DWState) -> str:
        return f"How many Supply Points does {UNITS.name(s.flow[-1][1])} send?"

    def _most(self, s: DWState) -> int:
        hq = s.flow[-1][1]
        return min(s.supply[hq], LIMITS.transfer - s.passed[hq])

    def legal_number(self, s: DWState) -> list[int]:
        return list(range(1, self._most(s) + 1))

    def why_number(self, s: DWState, points: int) -> Reason:
        return Reason("18-6.1", f"at most {LIMITS.transfer} sent and received in a phase, and no more than it holds")

    def do_number(self, s: DWState, points: int) -> None:
        _, hq = s.flow.pop()
        marker = _free_marker(s, NATION[hq])
        assert marker is not None, "asked before"
        s.supply[hq] -= points
        s.passed[hq] += points
        s.supply[marker] = points
        s.began[marker] = s.at[hq]
        s.moved[marker] = s.spent[marker] = s.mode[marker] = s.hauls[marker] = 0
        s.put(marker, s.at[hq])
        s.tell("consigned", unit=hq, points=points, hex=s.at[hq])


# ---- 18-9: where markers may go on foot


def _staffs(s: DWState, side: str, nation: int) -> int:
    """The hexes with a Headquarters that could take a marker of a nation in."""
    found = 0
    for hq in HEADQUARTERS[side]:
        if s.on_map(hq) and serves(s, nation, NATION[hq]):
            found |= BIT[s.at[hq]]
    return found


def senders(s: DWState, marker: int) -> list[int]:
    """18-9: the Headquarters in whose hex a marker began its movement."""
    h = s.began[marker]
    return [hq for hq in HEADQUARTERS[SIDE[marker]] if h in (s.at[hq], s.began[hq])] if h >= 0 else []


def open_to(s: DWState, units: Sequence[int]) -> int:
    """18-9: bitset of the hexes that these units may walk to: markers that no Headquarters sent, only to one.

    A corps Headquarters sends overland only in the turn of its creation (18-18).
    """
    found = -1
    for u in units:
        if IS_SUPPLY[u]:
            staffs = senders(s, u)
            if not staffs:
                found &= _staffs(s, SIDE[u], NATION[u])
            elif all(IS_CORPS_HQ[hq] and not s.arrived[hq] for hq in staffs):
                found = 0
    return found


def refuse_unescorted(s: DWState, units: Sequence[int], h: int) -> Reason | None:
    """18-9: why a marker may not walk to a hex."""
    if open_to(s, units) >> h & 1:
        return None
    return Reason("18-9", "a Supply Point Marker leaves the railway only from a Headquarters or to one")


# ---- 18-10: taking in


def refuse_taker(s: DWState, marker: int, hq: int) -> Reason | None:
    """18-6, 18-10, 17-4: why a Headquarters may not take a marker in."""
    if SIDE[hq] != SIDE[marker] or s.at[hq] != s.at[marker] or s.at[hq] >= SIZE or not IS_HQ[hq]:
        return Reason("18-10", "a marker is taken in by a Headquarters in its hex")
    if not serves(s, NATION[marker], NATION[hq]):
        return Reason("18-13", "these nations do not transfer Supply Points to each other")
    if not stayed(s, hq):
        return Reason("18-6", f"{UNITS.name(hq)} has moved in this phase")
    if s.passed[hq] >= LIMITS.transfer:
        return Reason("18-6.1", f"{UNITS.name(hq)} may send and receive {LIMITS.transfer} Supply Points in a phase")
    if s.supply[hq] >= ceiling(hq):
        return Reason("17-4.1", f"{UNITS.name(hq)} can hold no more Supply Points")
    if IS_CORPS_HQ[hq] and not s.arrived[hq] and s.mode[marker] != RAIL:
        return Reason("18-18.2", "a corps Headquarters receives overland only in the turn of its creation")
    return None


def most(s: DWState, marker: int, hq: int) -> int:
    """17-4, 18-6.1: the Supply Points of a marker that a Headquarters can take in now; the rest stays on the marker."""
    return min(s.supply[marker], LIMITS.transfer - s.passed[hq], ceiling(hq) - s.supply[hq])


def takers(s: DWState, marker: int) -> list[int]:
    """Headquarters that may take a marker in."""
    return [hq for hq in HEADQUARTERS[SIDE[marker]] if refuse_taker(s, marker, hq) is None]


class Absorb(Step):
    """18-10: at the end of any Movement Phase, of both sides; asked only where there is something to take in."""

    name, rule = "absorb", "18-10"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        for side in (FOE[s.active], s.active):
            if any(_near(s, marker) for marker in MARKERS[side] if s.on_map(marker)):
                s.flow.append(("depot", side))


def _near(s: DWState, marker: int) -> bool:
    """Whether some Headquarters of the side is with a marker: what it holds, and so could take in, is secret (17-5)."""
    return any(s.at[hq] == s.at[marker] for hq in HEADQUARTERS[SIDE[marker]])


class Depot(Step):
    """18-10: a marker is taken in as far as it can be, by which Headquarters if there are several; or a part of it."""

    name, rule, frame, ends = "depot", "18-10", ("",), ("done",)

    def side(self, s: DWState) -> str:
        side: str = s.flow[-1][1]
        return side

    def prompt(self, s: DWState) -> str:
        return "Which Supply Point Markers do Headquarters take in?"

    def legal_unit(self, s: DWState) -> list[int]:
        return [marker for marker in MARKERS[s.flow[-1][1]] if s.on_map(marker) and takers(s, marker)]

    def refuse_unit(self, s: DWState, marker: int) -> Reason | None:
        if not IS_SUPPLY[marker] or SIDE[marker] != s.flow[-1][1] or not s.on_map(marker):
            return Reason("18-10", "only your own Supply Point Markers are taken in")
        if takers(s, marker):
            return None
        here = [hq for hq in HEADQUARTERS[SIDE[marker]] if s.at[hq] == s.at[marker]]
        return refuse_taker(s, marker, here[0]) if here else Reason("18-10", "no Headquarters is in its hex")

    def do_unit(self, s: DWState, marker: int) -> None:
        found = takers(s, marker)
        if len(found) == 1:
            take_in(s, marker, found[0], most(s, marker, found[0]))
        else:
            s.flow.append(("taker", marker, 0))

    def legal_part(self, s: DWState) -> list[int]:
        return [marker for marker in self.legal_unit(s) if max(most(s, marker, hq) for hq in takers(s, marker)) > 1]

    def refuse_part(self, s: DWState, marker: int) -> Reason | None:
        if (reason := self.refuse_unit(s, marker)) is not None or marker in self.legal_part(s):
            return reason
        return Reason("18-10", "a single Supply Point is not divided")

    def do_part(self, s: DWState, marker: int) -> None:
        found = takers(s, marker)
        s.flow.append(("intake", marker, found[0]) if len(found) == 1 else ("taker", marker, 1))


class Taker(Step):
    """18-10: which of several Headquarters takes the marker in. The frame says whether only a part of it."""

    name, rule, frame = "taker", "18-10", ("unit", "")

    def side(self, s: DWState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: DWState) -> str:
        return "Which Headquarters takes the Supply Points in?"

    def legal_unit(self, s: DWState) -> list[int]:
        return takers(s, s.flow[-1][1])

    def refuse_unit(self, s: DWState, hq: int) -> Reason | None:
        return refuse_taker(s, s.flow[-1][1], hq)

    def do_unit(self, s: DWState, hq: int) -> None:
        _, marker, part = s.flow.pop()
        if part:
            s.flow.append(("intake", marker, hq))
        else:
            take_in(s, marker, hq, most(s, marker, hq))


class Intake(Step):
    """18-10: how many points of a marker a Headquarters takes in."""

    name, rule, frame, ends = "intake", "18-10", ("unit", "unit"), ("cancel",)

    def side(self, s: DWState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: DWState) -> str:
        return f"How many Supply Points does {UNITS.name(s.flow[-1][2])} take in?"

    def legal_number(self, s: DWState) -> list[int]:
        return list(range(1, most(s, *s.flow[-1][1:]) + 1))

    def why_number(self, s: DWState, points: int) -> Reason:
        return Reason("18-6.1", f"at most {LIMITS.transfer} sent and received in a phase, and no more than it can hold")

    def do_number(self, s: DWState, points: int) -> None:
        _, marker, hq = s.flow.pop()
        take_in(s, marker, hq, points)


def take_in(s: DWState, marker: int, hq: int, points: int) -> None:
    """18-10: the points become those of the Headquarters, and of its nation (17-2); an empty marker is removed."""
    h = s.at[marker]
    s.supply[hq] += points
    s.passed[hq] += points
    s.supply[marker] -= points
    s.tell("taken_in", unit=hq, points=points, hex=h)
    if not s.supply[marker]:
        s.put(marker, ABSENT)
        s.entrained[marker] = s.mode[marker] = s.spent[marker] = s.moved[marker] = 0
        s.began[marker] = -1


# ---- 18-17: corps Headquarters


def _free_corps(s: DWState, nation: int) -> int | None:
    return next((u for u in OF_NATION[nation] if IS_CORPS_HQ[u] and s.at[u] in (ABSENT, ELIMINATED)), None)


def refuse_creation(s: DWState, hq: int) -> Reason | None:
    """18-17: why no corps Headquarters can be made with an army Headquarters."""
    if SIDE[hq] != s.active or not IS_HQ[hq] or IS_CORPS_HQ[hq] or not s.on_map(hq):
        return Reason("18-17", "a corps Headquarters is made with an army Headquarters of yours")
    return None if _free_corps(s, NATION[hq]) is not None else Reason("18-17", "no such counter is left")


class Staffs(Step):
    """18-17: in linked, duration and campaign games only; asked only where counters are left."""

    name, rule = "staffs", "18-17"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if s.options.get("linked") and any(refuse_creation(s, hq) is None for hq in HEADQUARTERS[s.active]):
            s.flow.append(("create",))


class Create(Step):
    """18-17: corps Headquarters, with an army Headquarters."""

    name, rule, ends = "create", "18-17", ("done",)

    def prompt(self, s: DWState) -> str:
        return "With which army Headquarters is a corps Headquarters made?"

    def legal_unit(self, s: DWState) -> list[int]:
        return [hq for hq in HEADQUARTERS[s.active] if refuse_creation(s, hq) is None]

    def refuse_unit(self, s: DWState, hq: int) -> Reason | None:
        return refuse_creation(s, hq)

    def do_unit(self, s: DWState, hq: int) -> None:
        made = _free_corps(s, NATION[hq])
        assert made is not None, "asked before"
        s.put(made, s.at[hq])
        s.arrived[made] = 1
        s.tell("corps_made", unit=made, hex=s.at[hq])
        if not self.legal_unit(s):
            s.flow.pop()


STEPS = (Consign(), Absorb(), Depot(), Taker(), Intake(), Staffs(), Create())
