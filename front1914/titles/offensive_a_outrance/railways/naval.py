"""7.9, 23.3: naval transport of the Allies, and the Royal Naval Division with its Holding Box in England.

`goal` of a unit at sea is its Port; a unit of the RND without one is on its way to the Holding Box. `naval_transport`
says who has embarked in this GT: nobody, units of the RND (more of them may follow, B99), or anybody else.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, PORT, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import WATCH, Watch, enter, settle
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import join_halves
from front1914.titles.offensive_a_outrance.plans import ends
from front1914.titles.offensive_a_outrance.railways.rail import bounds, refuse_leave
from front1914.titles.offensive_a_outrance.state import (
    BY_FOOT,
    DIVERTED,
    DROPPED,
    EVENTS,
    INTERRUPTED,
    MOVED,
    NO_TASK,
    NO_TRIP,
    POOLS,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ELIMINATED,
    FOE,
    HOLDING,
    IS_DEPOT,
    IS_FORT,
    MOBILE,
    OWN,
    RND,
    SEA_BOX,
    SIDE,
    SPAN,
    TRACK,
    UNITS,
    WITHDRAWN,
)

EMBARKED = POOLS.number("naval_transport")
NOBODY, NAVAL_DIVISION, ANYBODY = range(3)  #: `naval_transport`
VOYAGE = 1  #: 7.9.1: GTs at sea
SAILOR = "allied"  #: 7.9: the side that has ships
ANTWERPEN = EVENTS.number("antwerpen")


def harbours(s: OAOState) -> int:
    """7.9.1 (2): bitset of the friendly Ports that are not beside an enemy."""
    foe = s.ground(FOE[SAILOR]).units
    return PORT & s.rules.area & s.held(SAILOR) & ~foe & ~BOARD.spread(foe)


def ports_for(s: OAOState, u: int) -> int:
    """The Ports for which a unit may sail."""
    here = 1 << s.at[u] if s.at[u] < SIZE else 0
    return harbours(s) & bounds(s, u) & ends(s, (u,)) & ~here  # 26.2.1


# ---- embarking (7.9.1 (1), (2))


def refuse_embark(s: OAOState, u: int) -> Reason | None:
    """7.9, 4.2.5.a: why a unit cannot embark."""
    if SIDE[u] != SAILOR or s.active != SAILOR:
        return Reason("7.9", "only the Allies have Naval Transport")
    if s.phase != "movement":
        return Reason("7.9.1.1", "only in the Movement Phase")
    if IS_DEPOT[u] or not (MOBILE[u] or (IS_FORT[u] and s.face[u])):
        return Reason("7.9", "it cannot go on board")
    if s.pools[EMBARKED] == ANYBODY or (s.pools[EMBARKED] == NAVAL_DIVISION and u not in RND):
        return Reason("7.9", "one unit in a turn")
    return _refuse_quay(s, u)


def _refuse_quay(s: OAOState, u: int) -> Reason | None:
    """7.9.1 (1): why a unit cannot embark where it is."""
    if s.at[u] == HOLDING and u in RND:
        return None if ports_for(s, u) else Reason("7.9.1.2", "there is no Port to sail to")
    if s.at[u] >= SIZE or not PORT >> s.at[u] & 1 or s.second[u] >= 0:
        return Reason("7.9.1.1", "it is not in a Port")
    if s.origin[u] != s.at[u] or s.spent[u] or s.did[u] & (MOVED | DROPPED) or s.owed[u]:
        return Reason("7.9.1.1", "it must begin the phase in the Port and expend no MPs")
    if not s.is_active(u):
        return Reason("1.1", "it is Inactive")
    if s.rail[u] != BY_FOOT or s.task[u] != NO_TASK:
        return Reason("7.8.2", "it has a task to finish")
    if not ports_for(s, u) and u not in RND:
        return Reason("7.9.1.2", "there is no Port to sail to")
    return refuse_leave(s, u)


class Embarking:
    """7.9.1: in the movement phase a unit may embark."""

    def legal_embark(self, s: OAOState) -> list[int]:
        if s.active != SAILOR or s.phase != "movement" or s.pools[EMBARKED] == ANYBODY:
            return []
        there = [u for h in members(PORT & s.ground(SAILOR).units) for u in s.stack(h)]
        there += [u for u in sorted(RND) if s.at[u] == HOLDING]
        return [u for u in there if refuse_embark(s, u) is None]

    def refuse_embark(self, s: OAOState, u: int) -> Reason | None:
        return refuse_embark(s, u)

    def do_embark(self, s: OAOState, u: int) -> None:
        s.flow.append(("sail", u))


class Sail(Step):
    """7.9.1 (2): the destination of a unit that embarks; the RND may go home (23.3.1)."""

    name, rule, frame, ends = "sail", "7.9.1.2", ("unit",), ("back",)
    else_to = Reason("7.9.1.2", "no other friendly Port that is not beside an enemy")

    def side(self, s: OAOState) -> str:
        return SAILOR

    def prompt(self, s: OAOState) -> str:
        return f"To which Port does {UNITS.name(s.flow[-1][1])} sail?"

    def legal_to(self, s: OAOState) -> list[int]:
        return members(ports_for(s, s.flow[-1][1]))

    def do_to(self, s: OAOState, h: int) -> None:
        embark(s, s.flow.pop()[1], h)

    def refuse_england(self, s: OAOState, _: None) -> Reason | None:
        u = s.flow[-1][1]
        if u not in RND:
            return Reason("23.3.1", "only units of the RND go there")
        return Reason("23.3.1", "it is there") if s.at[u] == HOLDING else None  # 7.9.1.2.a

    def do_england(self, s: OAOState, _: None) -> None:
        embark(s, s.flow.pop()[1], -1)


def embark(s: OAOState, u: int, goal: int) -> None:
    """7.9.1, 7.9.2: out at sea, where nothing touches it."""
    s.remove(u, SEA_BOX)
    s.goal[u], s.due[u] = goal, s.turn + VOYAGE
    s.pools[EMBARKED] = NAVAL_DIVISION if u in RND else ANYBODY
    s.tell("sailed", unit=u, to=goal, reveals=True)
    settle(s)


# ---- debarking (7.9.1 (3))


class Ships(Step):
    """7.9.1 (3): at the start of the Allied Movement Phase whoever is due debarks; ships are free again."""

    name, rule = "ships", "7.9.1.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.active != SAILOR:
            return
        if DIVERTED in s.trip[SPAN[SAILOR]]:
            self._rest(s)
        if s.phase == "movement" and s.pools[EMBARKED] != NOBODY:
            s.pools[EMBARKED] = NOBODY
        if s.phase == "movement" and SEA_BOX in s.at[SPAN[SAILOR]]:
            due = [u for u in OWN[SAILOR] if s.at[u] == SEA_BOX and s.due[u] <= s.turn]
            s.flow += [("debark", u) for u in reversed(due)]

    def _rest(self, s: OAOState) -> None:
        """7.9.1: whose Port was changed does not move in the GT in which it debarks."""
        for u in OWN[SAILOR]:
            if s.trip[u] == DIVERTED and s.at[u] < SIZE:
                if s.phase == "movement":
                    s.trip[u] = NO_TRIP
                else:
                    s.did[u] |= MOVED


class Debark(Step):
    """7.9.1 (3), 7.9.1.3.a: a unit is placed in its Port, if no enemy is beside it."""

    name, rule, frame = "debark", "7.9.1.3", ("unit",)

    def run(self, s: OAOState) -> None:
        _, u = s.flow.pop()
        h = s.goal[u]
        foe = s.ground(FOE[SAILOR]).units
        if h < 0 and u in RND:
            s.put(u, HOLDING)
            s.due[u] = 0
            s.tell("came_home", unit=u)
        elif h >= 0 and not (foe | BOARD.spread(foe)) >> h & 1:
            s.goal[u], s.due[u], s.origin[u] = -1, 0, h
            if s.trip[u] == DIVERTED:
                s.did[u] |= MOVED
            s.tell("landed", unit=u, hex=h)
            enter(s, (u,), h)
            join_halves(s, u)
        elif harbours(s) or u in RND:
            s.flow.append(("divert", u))


class Divert(Step):
    """7.9.1, 7.9.1.3.b: a unit at sea whose Port was lost is given another one, at once."""

    name, rule, frame = "divert", "7.9.1.3", ("unit",)
    else_to = Reason("7.9.1.2", "no friendly Port that is not beside an enemy")

    def side(self, s: OAOState) -> str:
        return SAILOR

    def prompt(self, s: OAOState) -> str:
        return f"The enemy is at the Port of {UNITS.name(s.flow[-1][1])}: where does it go?"

    def legal_to(self, s: OAOState) -> list[int]:
        return members(harbours(s))

    def do_to(self, s: OAOState, h: int) -> None:
        self._bound(s, h)

    def refuse_england(self, s: OAOState, _: None) -> Reason | None:
        return None if s.flow[-1][1] in RND else Reason("23.3.1", "only units of the RND go there")

    def do_england(self, s: OAOState, _: None) -> None:
        self._bound(s, -1)

    def refuse_stay(self, s: OAOState, _: None) -> Reason | None:
        return Reason("7.9.1.3", "there is a Port for it") if harbours(s) else None

    def do_stay(self, s: OAOState, _: None) -> None:
        """No Port is left: it stays at sea until there is one (B172)."""
        s.goal[s.flow.pop()[1]] = -1

    def _bound(self, s: OAOState, h: int) -> None:
        u = s.flow.pop()[1]
        s.goal[u], s.trip[u] = h, DIVERTED if h >= 0 else NO_TRIP
        s.tell("sailed", unit=u, to=h)
        if s.due[u] <= s.turn and s.active == SAILOR and s.phase == "movement":
            s.flow.append(("debark", u))


def lost_port(s: OAOState) -> int | None:
    """7.9.1, 7.9.1.3.b: a unit at sea whose Port an enemy occupies, or has in his zone."""
    if s.pools[EMBARKED] == NOBODY or SEA_BOX not in s.at[SPAN[SAILOR]]:
        return None
    foe = s.ground(FOE[SAILOR])
    for u in OWN[SAILOR]:
        if s.at[u] == SEA_BOX and s.goal[u] >= 0 and (foe.units | foe.zone) >> s.goal[u] & 1:
            return u
    return None


def divert(s: OAOState, u: int) -> None:
    """7.9.1: a new Port is asked for."""
    s.flow.append(("divert", u))


WATCH.append(Watch(lost_port, divert))


# ---- the Royal Naval Division (23.3)


class NavalDivision(Step):
    """23.3.1, 23.3.3: its units come into the Holding Box; with the surrender of Antwerpen they leave the game."""

    name, rule = "naval_division", "23.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing != SAILOR:
            return
        for u in sorted(RND):
            if s.at[u] in (ABSENT, ELIMINATED, WITHDRAWN):
                continue
            if s.events[ANTWERPEN]:
                s.tell("withdrawn", unit=u, reveals=True)
                s.remove(u, WITHDRAWN)
                s.due[u] = 0
            elif s.at[u] == TRACK and s.due[u] <= s.turn and s.trip[u] != INTERRUPTED:
                s.put(u, HOLDING)
                s.due[u] = 0
                s.tell("came_home", unit=u)
        settle(s)


STEPS = (Sail(), Ships(), Debark(), Divert(), NavalDivision())
