"""13.2, 13.3, 20.1: Siege-Artillery: Mobile and Deployed Mode, Siege-Train HQs and their markers, Prep Routines.

A gun or marker in Deployed Mode, and an HQ on its Deploying side, has its `face` up: it is *planted*, moves with nobody
and takes no part in combat (13.2). A marker is a unit like any other while it is deployed; else it lies in the box
`reserve` of its HQ, or waits on the track for the turn in which it is ready.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import RING, SIZE
from front1914.titles.offensive_a_outrance.charts import CHARTS, SHOTS
from front1914.titles.offensive_a_outrance.manoeuvre.entry import WATCH, Watch, enter
from front1914.titles.offensive_a_outrance.railways.engineering import operational
from front1914.titles.offensive_a_outrance.state import BY_FOOT, DROPPED, MOVED, POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES_OF,
    ELIMINATED,
    IS_ARTILLERY,
    IS_HQ,
    IS_SIEGE,
    KINDS,
    NATION,
    OWN,
    RESERVE,
    SIDE,
    SIDES,
    TRACK,
    UNITS,
    WITHDRAWN,
)

DEPLOYED, MOBILE = 1, 0  #: `face` of a siege gun (13.2)
CALIBRE = tuple(kind.calibre for kind in KINDS)  #: 2.5.5: "21", "30.5" or "42"
TUBES = tuple(kind.guns for kind in KINDS)  #: 2.5.6: 1, 2 or 4: x1, x2, x4
SIEGE_OF = {side: tuple(u for u in OWN[side] if IS_SIEGE[u]) for side in SIDES}
HQS = tuple(u for u in UNITS.numbers if IS_HQ[u])
_trains = CHARTS.section("siege_trains")
MARKERS_OF = {
    hq: tuple(map(UNITS.number, _trains.section("markers").take(str(UNITS[hq]), tuple[str, ...]))) for hq in HQS
}  #: 13.3.3: the markers that travel with each HQ
HQ_OF = {marker: hq for hq, markers in MARKERS_OF.items() for marker in markers}
PIONIERS = {UNITS.number(word) for word in _trains.take("pioniers", tuple[str, ...])}  #: 13.3.4: HQs with such a marker
METZ = UNITS.number(_trains.take("metz", str))
METZ_GONE = TRUCKS_GONE = 12  #: 13.3.3, 25.3: the GT in which they leave the game
LAST_ROUTINE = 22  #: 20.6.1: the last GT in which one is initiated
SHOTS_42, SHOTS_305, SHOTS_PREP = (POOLS.number(f"shots_{kind}") for kind in ("42", "305", "prep"))
LIMITED = {"42": SHOTS_42, "30.5": SHOTS_305}  #: 13.4: calibre -> the pool that counts its bombardments


def muster(s: OAOState) -> None:
    """A13: markers lie in reserve with HQs that take part; ammunition is there as the scenario says, else all of it;
    Trucks and METZ until GT 12."""
    for marker, hq in HQ_OF.items():
        late = marker == METZ and s.rules.first_turn >= METZ_GONE
        if (hq in s.rules.placed or hq in s.rules.arrivals) and not late:
            s.put(marker, RESERVE)
            s.army[marker] = s.army[hq]
    for pool, kind in ((SHOTS_42, "42"), (SHOTS_305, "30.5"), (SHOTS_PREP, "prep")):
        s.pools[pool] = s.rules.pools.get(str(POOLS[pool]), SHOTS[kind])
    if s.rules.first_turn >= TRUCKS_GONE:
        for army in ARMIES_OF["german"]:
            s.trucks[army] = 0


# ---- Mobile and Deployed Mode (13.2)


def planted(s: OAOState, u: int) -> bool:
    """13.2, 13.3.3: a gun in Deployed Mode, or an HQ on its Deploying side."""
    return IS_ARTILLERY[u] and bool(s.face[u])


def refuse_leaving(s: OAOState, u: int) -> Reason | None:
    """13.2, 13.3.3, 20.1: why a unit of Siege-Artillery cannot move off."""
    if not planted(s, u):
        return None
    if IS_HQ[u]:
        # 13.3.3.c, 20.1.a
        return Reason("20.1", "a Prep Bombardment Routine holds it") if s.routine[u] else Reason("13.3.3", DEPLOYS)
    if u in HQ_OF:
        return Reason("13.3.3", "a deployed marker cannot move")  # 13.3.3.d
    return Reason("13.2", "it is in Deployed Mode: flip it to Mobile Mode first")


DEPLOYS = "it is deploying a marker"


def stationary(s: OAOState, u: int) -> bool:
    """13.2.1: it has not moved in this phase."""
    return s.at[u] == s.origin[u] and not s.spent[u] and not s.did[u] & (MOVED | DROPPED)


def idle(s: OAOState, u: int, rule: str) -> Reason | None:
    """What keeps a unit from deploying, or an HQ from deploying its markers."""
    if s.at[u] >= SIZE:
        return Reason(rule, f"{UNITS.name(u)} is not on the map")
    if not s.is_active(u):
        return Reason("1.1", f"{UNITS.name(u)} is Inactive")
    if s.rail[u] != BY_FOOT:
        return Reason("7.7.4", f"{UNITS.name(u)} is in Rail Mode")
    return None


def refuse_deploy(s: OAOState, u: int) -> Reason | None:
    """13.2.1, 13.3.3: why a gun, or a marker, cannot be deployed in this phase."""
    if SIDE[u] != s.active or not IS_SIEGE[u]:
        return Reason("13.2", "no Siege-Artillery of yours")
    if u in HQ_OF:
        return refuse_marker(s, u)
    if (reason := idle(s, u, "13.2.1")) is not None:
        return reason
    if s.face[u] == DEPLOYED:
        return Reason("13.2", "it is in Deployed Mode")
    if not stationary(s, u):
        return Reason("13.2.1", "it must stay where it is for the whole phase")
    if CALIBRE[u] != "21" and NATION[u] == "german" and s.phase != "movement":
        return Reason("13.2.1", "German guns of 30.5cm and 42cm deploy only in the Movement Phase")
    return None


def refuse_marker(s: OAOState, marker: int) -> Reason | None:
    """13.3.3, 13.3.3.b: why an HQ cannot deploy a marker: a whole Movement Phase stationary, on or beside a running
    railway."""
    hq = HQ_OF[marker]
    if s.at[marker] != RESERVE:
        return Reason("13.3.3", "it is not in reserve")
    if s.phase != "movement":
        return Reason("13.3.3", "markers are deployed in the Movement Phase")
    if (reason := idle(s, hq, "13.3.3")) is not None:
        return reason
    begun = any(s.at[m] == TRACK and s.due[m] == s.turn + 1 for m in MARKERS_OF[hq])
    if not begun and not stationary(s, hq):
        return Reason("13.3.3", f"{UNITS.name(hq)} must stay where it is for the whole phase")
    return None if by_rail(s, hq) else Reason("13.3.3", f"{UNITS.name(hq)} is not on or beside a friendly railway")


def by_rail(s: OAOState, hq: int) -> bool:
    """13.3.3, 18.1.1: an HQ on or adjacent to a friendly operational railway."""
    return bool((RING[s.at[hq]] | 1 << s.at[hq]) & operational(s, SIDE[hq]))


def deployable(s: OAOState, side: str) -> list[int]:
    """The guns and markers that may be deployed now."""
    return [u for u in SIEGE_OF[side] if (s.at[u] < SIZE or s.at[u] == RESERVE) and refuse_deploy(s, u) is None]


def deploy(s: OAOState, u: int) -> None:
    """13.2.1: a gun is deployed; 13.3.3: a marker will be next turn, its HQ shows the Deploying side until then."""
    if u not in HQ_OF:
        s.flip(u, DEPLOYED)  # 13.2.1.a
        s.did[u] |= MOVED
        s.tell("deployed", only=SIDE[u], unit=u, hex=s.at[u])  # 3.1.6: it may lie under others
        return
    hq = HQ_OF[u]
    s.flip(hq, DEPLOYED)
    s.did[hq] |= MOVED
    s.put(u, TRACK)
    s.due[u] = s.turn + 1
    s.tell("deploying", unit=u, turn=s.due[u])


def refuse_undeploy(s: OAOState, u: int) -> Reason | None:
    """13.2.1, 13.3.3: why a gun cannot be flipped to Mobile Mode, or a marker be taken back into reserve."""
    if SIDE[u] != s.active or not IS_SIEGE[u]:
        return Reason("13.2", "no Siege-Artillery of yours")
    if s.at[u] >= SIZE or s.face[u] != DEPLOYED:
        return Reason("13.2", "it is not in Deployed Mode")
    if s.did[u] & MOVED:
        return Reason("13.2.1", "it has been deployed in this phase")
    return None


def undeployable(s: OAOState, side: str) -> list[int]:
    """The guns and markers that may be un-deployed now."""
    return [u for u in SIEGE_OF[side] if s.face[u] and refuse_undeploy(s, u) is None]


def undeploy(s: OAOState, u: int) -> None:
    """13.2.1, 13.2.1.b, 13.3.3.d, 13.3.3.e: no MPs; 13.3.3: a marker goes back into reserve, METZ out of the game."""
    if u not in HQ_OF:
        s.tell("undeployed", only=SIDE[u], unit=u)
        s.flip(u, MOBILE)
        return
    s.tell("undeployed", unit=u)
    s.face[u] = MOBILE
    alive = s.at[HQ_OF[u]] not in (ELIMINATED, WITHDRAWN)
    s.remove(u, WITHDRAWN if u == METZ else RESERVE if alive else ELIMINATED)


# ---- retreats, losses


def pack(s: OAOState, units: tuple[int, ...]) -> tuple[int, ...]:
    """13.3.3, 13.3.3.a, 13.3.3.c: some units must retreat: guns become Mobile, markers are lost, an HQ breaks off;
    who is left."""
    for u in units:
        if not planted(s, u):
            continue
        if u in HQ_OF:
            s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
            s.face[u] = MOBILE
            s.remove(u)
        elif IS_HQ[u] and s.routine[u]:
            end_routine(s, u)  # B150
        else:
            s.flip(u, MOBILE)
            if IS_HQ[u]:
                _recall(s, u)
    return tuple(u for u in units if s.at[u] < SIZE)


def _recall(s: OAOState, hq: int) -> None:
    """13.3.3: markers that were being deployed return into reserve."""
    for marker in MARKERS_OF[hq]:
        if s.at[marker] == TRACK:
            s.due[marker] = 0
            s.put(marker, RESERVE)


def orphan(s: OAOState) -> int | None:
    """B151: a marker in reserve, or on its way, whose HQ is lost."""
    for hq, markers in MARKERS_OF.items():
        if s.at[hq] in (ELIMINATED, WITHDRAWN):
            for marker in markers:
                if s.at[marker] in (RESERVE, TRACK):
                    return marker
    return None


def lose_marker(s: OAOState, marker: int) -> None:
    """B151: it is lost with its HQ."""
    s.due[marker] = 0
    s.put(marker, ELIMINATED)
    s.tell("marker_lost", unit=marker)


WATCH.append(Watch(orphan, lose_marker))


# ---- the Prep Bombardment Routine (20.1)


def active_routines(s: OAOState) -> list[int]:
    """20.1, 20.1.b: the HQs whose Routine is active: the marker lies on them."""
    return [hq for hq in HQS if s.routine[hq] and s.routine[hq] <= s.turn and s.at[hq] < SIZE]


def refuse_initiate(s: OAOState, u: int) -> Reason | None:
    """13.3.2, 20.1, 20.6, 20.6.1: why an HQ cannot begin its Routine now."""
    if u not in MARKERS_OF or SIDE[u] != s.phasing or s.phase != "supply":
        return Reason("20.1", "a Siege-Train HQ begins its Routine in its own Supply Phase")
    if s.turn > LAST_ROUTINE:
        return Reason("20.6.1", f"not after GT {LAST_ROUTINE}")
    if (reason := idle(s, u, "20.1")) is not None:
        return reason
    if s.routine[u]:
        return Reason("20.0", "its Routine has begun")
    if s.pools[SHOTS_PREP] <= 0:
        return Reason("20.6", "there is no ammunition left for it")
    return None if by_rail(s, u) else Reason("20.1", "it is not on or beside a friendly railway")  # 20.1.a


def initiate(s: OAOState, hq: int) -> None:
    """20.1: the HQ shows its Deploying side; the marker is ready in the next German Preliminary Phase."""
    s.flip(hq, DEPLOYED)
    s.routine[hq] = s.turn + 1
    s.tell("initiated", unit=hq, turn=s.turn + 1)


def end_routine(s: OAOState, hq: int) -> None:
    """20.1, 20.1.c: the HQ and all its markers leave the game."""
    s.tell("routine_over", unit=hq, reveals=True)
    for u in (*MARKERS_OF[hq], hq):
        if s.at[u] < SIZE or s.at[u] in (RESERVE, TRACK):
            s.face[u] = s.routine[u] = s.due[u] = 0
            s.remove(u, WITHDRAWN)


# ---- the German Preliminary Phase


class SiegeMarkers(Step):
    """13.3.3, 20.1, 25.3: markers that are ready are placed with their HQ; on GT 12 METZ and the Trucks go."""

    name, rule = "siege_markers", "13.3.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing != "german":
            return
        if s.turn >= METZ_GONE and (s.at[METZ] < SIZE or s.at[METZ] in (RESERVE, TRACK)):  # 13.3.3.e
            s.tell("metz_gone", unit=METZ)
            s.face[METZ] = s.due[METZ] = 0
            s.remove(METZ, WITHDRAWN)
        if s.turn >= TRUCKS_GONE:  # 25.3.a
            for army in ARMIES_OF["german"]:
                if s.trucks[army]:
                    s.trucks[army] = 0
                    s.tell("trucks_gone", army=army)
        for hq in HQS:
            if s.at[hq] < SIZE and s.face[hq]:
                self._ready(s, hq)

    def _ready(self, s: OAOState, hq: int) -> None:
        for marker in MARKERS_OF[hq]:
            if s.at[marker] == TRACK and s.due[marker] <= s.turn:
                s.due[marker], s.face[marker], s.army[marker] = 0, DEPLOYED, s.army[hq]
                s.tell("deployed", only=SIDE[hq], unit=marker, hex=s.at[hq])
                enter(s, (marker,), s.at[hq])
        if s.routine[hq] == s.turn:
            s.tell("routine", only=SIDE[hq], unit=hq, hex=s.at[hq])
        waiting = any(s.at[marker] == TRACK for marker in MARKERS_OF[hq])
        if not s.routine[hq] and not waiting:
            s.flip(hq, MOBILE)


STEPS = (SiegeMarkers(),)
