"""17: armies that arrive, the French Army Detachment, the Ninth Army; who takes over the units of an army that ends."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, SIZE
from front1914.titles.offensive_a_outrance.logistics.depots import destinations
from front1914.titles.offensive_a_outrance.logistics.supply import EXTENDED, NORMAL
from front1914.titles.offensive_a_outrance.logistics.tether import placing
from front1914.titles.offensive_a_outrance.organisation.areas import divide, lines_of, write
from front1914.titles.offensive_a_outrance.organisation.membership import admits, has_box, join
from front1914.titles.offensive_a_outrance.schedule import ARMY_TURN, BELGIEN, DETACHMENT, GROUP, NINTH, NINTH_TURN
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMIES,
    ARMIES_OF,
    ARMY_NATION,
    ARMY_SIDE,
    CORPS_NATION,
    DEPOT_OF,
    DEPOTS_OF,
    IS_DEPOT,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    NATION,
    NO_ARMY,
    NO_CORPS,
    OWN,
    SIDE,
    TRACK,
    TRAIN_OF,
)


def awaited(s: OAOState, side: str) -> list[int]:
    """17.1: armies that are due: their Depots wait on the track."""
    return [
        a for a in ARMIES_OF[side] if a != DETACHMENT and waits(s, a) and s.due[DEPOT_OF[a]] <= s.turn and sites(s, a)
    ]


def waits(s: OAOState, army: int) -> bool:
    """Whether the Depot of an army that is not in use lies on the Game Turn Record Track."""
    depot = DEPOT_OF[army]
    return depot >= 0 and s.at[depot] == TRACK and s.goal[depot] < 0 and s.army[depot] == NO_ARMY


def sites(s: OAOState, army: int) -> int:
    """17.1, 17.1.1: friendly operational railways, within the limits of that Depot."""
    return destinations(s, ARMY_SIDE[army]) & placing(s, DEPOT_OF[army])


def set_up(s: OAOState, army: int, h: int) -> None:
    """17.1: the Depot is placed; the display of the army is in use."""
    depot = DEPOT_OF[army]
    s.put(depot, h)
    s.army[depot], s.due[depot], s.face[depot] = army, 0, NORMAL
    s.tell("depot_placed", unit=depot, hex=h, army=army)


class ArmyArrival(Step):
    """17.1: where the Depot of a new army is placed; its arrival may be delayed by one GT."""

    name, rule, frame = "army_arrival", "17.1", ("army",)

    def side(self, s: OAOState) -> str:
        return ARMY_SIDE[s.flow[-1][1]]

    def prompt(self, s: OAOState) -> str:
        name = ARMIES.name(s.flow[-1][1])
        more = ", or let it come a turn later" if self.refuse_stay(s, None) is None else ""
        return f"{name} arrives: place its Depot{more}."

    def legal_to(self, s: OAOState) -> list[int]:
        return members(sites(s, s.flow[-1][1]))

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        return refuse_site(s, s.flow[-1][1], h)

    def do_to(self, s: OAOState, h: int) -> None:
        set_up(s, s.flow.pop()[1], h)

    def refuse_stay(self, s: OAOState, _: None) -> Reason | None:
        if ARMY_TURN.get(s.flow[-1][1]) == s.turn:
            return None
        return Reason("17.1", "an army is delayed by no more than one GT")  # 17.1.a

    def do_stay(self, s: OAOState, _: None) -> None:
        army = s.flow.pop()[1]
        s.due[DEPOT_OF[army]] = s.turn + 1
        s.tell("army_delayed", army=army)


def refuse_site(s: OAOState, army: int, h: int) -> Reason | None:
    """17.1, 17.1.1, 25.4: why a Depot cannot be placed in a hex."""
    if not destinations(s, ARMY_SIDE[army]) >> h & 1:
        return Reason("17.1", "no friendly operational railway runs there")
    if not placing(s, DEPOT_OF[army]) >> h & 1:
        return Reason("25.4" if army == BELGIEN else "17.1.1", "too far from where this Depot must be placed")
    return None


# ---- the Army Detachment and the Ninth Army (17.2)


def refuse_raise(s: OAOState, army: int) -> Reason | None:
    """17.2.1: why the Army Detachment cannot be activated."""
    if army != DETACHMENT or s.phasing != "allied" or DETACHMENT not in s.rules.armies:
        return Reason("17.2", "no Army Detachment of yours")
    if not waits(s, army):
        return Reason("17.2.1", "it is not available")
    if s.turn < s.due[DEPOT_OF[army]]:
        return Reason("17.2.2", f"it is available again in GT {s.due[DEPOT_OF[army]]}")
    return None if sites(s, army) else Reason("17.2.1", "no friendly operational railway runs anywhere")


class RaiseArmy(Step):
    """17.2.1: where the Depot of the Army Detachment is placed."""

    name, rule, frame, ends = "raise_army", "17.2.1", ("army",), ("back",)

    def prompt(self, s: OAOState) -> str:
        return f"Where is the Depot of {ARMIES.name(s.flow[-1][1])} placed?"

    def legal_to(self, s: OAOState) -> list[int]:
        return members(sites(s, s.flow[-1][1]))

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        return refuse_site(s, s.flow[-1][1], h)

    def do_to(self, s: OAOState, h: int) -> None:
        set_up(s, s.flow.pop()[1], h)


def refuse_dissolve(s: OAOState, army: int) -> Reason | None:
    """17.2.2: why the Army Detachment cannot be deactivated."""
    if army != DETACHMENT or s.phasing != "allied" or s.at[DEPOT_OF[DETACHMENT]] >= SIZE:
        return Reason("17.2.2", "no Army Detachment of yours on the map")
    if any(s.army[u] == army and IS_FORMATION[u] and s.at[u] < SIZE for u in OWN["allied"]):
        return Reason("17.2.2", "Formations are attached to it")
    return None


def dissolve(s: OAOState, army: int) -> None:
    """17.2.2: it leaves the map; from the next GT on it can be activated again."""
    depot = DEPOT_OF[army]
    s.tell("depot_removed", unit=depot)
    disband(s, army)
    s.put(depot, TRACK)
    s.due[depot] = s.turn + 1


def disband(s: OAOState, army: int) -> None:
    """The display of an army is used no more: its Depots leave, its units go to other armies."""
    for depot in s.depots(army):
        s.remove(depot, ABSENT)
        s.army[depot] = NO_ARMY
    if DEPOT_OF[army] >= 0 and s.at[DEPOT_OF[army]] == TRACK:
        s.remove(DEPOT_OF[army], ABSENT)
        s.army[DEPOT_OF[army]] = NO_ARMY
    s.shortage[army] = s.used[army] = 0
    s.seed[army], s.line_next[army] = -1, -1
    column = s.area(ARMY_SIDE[army])
    for h, owner in enumerate(column):
        if owner == army:
            column[h] = NO_ARMY
    for u in OWN[ARMY_SIDE[army]]:
        if s.army[u] == army and not IS_DEPOT[u]:
            if u in TRAIN_OF and s.at[u] == TRACK and s.goal[u] >= 0:
                strand(s, u)
            s.army[u] = NO_ARMY if s.at[u] >= SIZE else host(s, u, army)


def strand(s: OAOState, train: int) -> None:
    """B180: the Depot with which a Train was on its way is no more: it flies to the nearest one of its nation."""
    depots = [s.at[d] for d in DEPOTS_OF[SIDE[train]] if s.at[d] < SIZE and NATION[d] == NATION[train]]
    if depots:
        place = min(depots, key=lambda h: (BOARD.distance(h, s.goal[train]), h))
        s.remove(train, TRACK)
        s.due[train] = 0
        s.put(train, place)
        s.face[train] = EXTENDED
        s.tell("displaced", unit=train, hex=place)


def host(s: OAOState, u: int, army: int) -> int:
    """Who takes over a unit of an army that ends: the army in whose area it stands, else the one with the nearest
    Depot, of those that may have it."""
    open_ = [a for a in ARMIES_OF[SIDE[u]] if a not in (army, GROUP) and s.depots(a) and admits(s, a, u)]
    here = s.area(SIDE[u])[s.at[u]]
    if here in open_ or not open_:
        return here if here in open_ else NO_ARMY
    return min(open_, key=lambda a: (min(BOARD.distance(s.at[u], s.at[d]) for d in s.depots(a)), a))


#: by army: its boundary with the next one, bends and all (5.1.1)
BOUNDARY = ("line_next", "line_way", "line_at", "bend_at", "bend_turn", "second_bend_at", "second_bend_turn")


def make_ninth(s: OAOState) -> None:
    """17.2.3: the Ninth Army takes over the Depot and the display of the Detachment, or is placed like a new army."""
    old, new = DEPOT_OF[DETACHMENT], DEPOT_OF[NINTH]
    if s.at[old] < SIZE or (s.at[old] == TRACK and s.army[old] == DETACHMENT):
        place, face, ammo, goal, due = s.at[old], s.face[old], s.ammo[old], s.goal[old], s.due[old]
        s.remove(old, ABSENT)
        s.put(new, place)
        s.face[new], s.ammo[new], s.goal[new], s.due[new], s.army[new] = face, ammo, goal, due, NINTH
        for u in OWN["allied"]:
            if s.army[u] == DETACHMENT:
                s.army[u] = NO_ARMY if u == old else NINTH
        for h, owner in enumerate(s.allied_area):
            if owner == DETACHMENT:
                s.allied_area[h] = NINTH
        for name in (*BOUNDARY, "seed", "rank", "shortage", "used"):
            column = getattr(s, name)
            column[NINTH] = column[DETACHMENT]
        for a in ARMIES_OF["allied"]:
            if s.line_next[a] == DETACHMENT:
                s.line_next[a] = NINTH
        s.shortage[DETACHMENT] = s.used[DETACHMENT] = 0
        s.tell("ninth", army=NINTH)
        return
    s.remove(old, ABSENT)
    s.put(new, TRACK)
    s.due[new] = NINTH_TURN


# ---- units for an army that has none (5.1.2)


def refuse_endow(s: OAOState, army: int) -> Reason | None:
    """5.1.2: an army in use without Formations has no area; its first units are handed over to it."""
    if army not in ARMIES_OF[s.phasing] or army not in s.rules.armies or not s.depots(army):
        return Reason("17.1", "no army of yours that is in use")
    if any(s.army[u] == army and IS_FORMATION[u] and s.at[u] < SIZE for u in OWN[s.phasing]):
        return Reason("5.1.2", "it has Formations: shift its boundaries")
    if not any(_free(s, army, u) for u in OWN[s.phasing]):
        return Reason("5.1.2", "there is nobody whom it could receive")
    return None


def _free(s: OAOState, army: int, u: int) -> bool:
    """Whether a Formation, by itself or with its corps, could be handed over to an army."""
    if not IS_FORMATION[u] or s.at[u] >= SIZE or s.rail[u] != BY_FOOT or s.army[u] == GROUP:
        return False
    if s.corps[u] == NO_CORPS:
        return admits(s, army, u)
    train = TRAIN_OF[s.corps[u]]
    return (
        s.at[train] < SIZE
        and s.rail[train] == BY_FOOT
        and CORPS_NATION[s.corps[u]] == ARMY_NATION[army]
        and has_box(s, army, train)
    )


class Endow(Step):
    """5.1.1, 5.1.2: the area of a new army is drawn around corps and Formations that are handed over to it."""

    name, rule, frame = "endow", "5.1.2", ("army",)

    def prompt(self, s: OAOState) -> str:
        return f"Which corps, or Independent Formations, go to {ARMIES.name(s.flow[-1][1])}?"

    def refuse_corps(self, s: OAOState, corps: int) -> Reason | None:
        army, train = s.flow[-1][1], TRAIN_OF[corps]
        if SIDE[train] != s.phasing or s.at[train] >= SIZE or s.rail[train] != BY_FOOT:
            return Reason("5.1.2", "no corps of yours on the map")
        if CORPS_NATION[corps] != ARMY_NATION[army] or s.army[train] in (GROUP, army):
            return Reason("5.2.5", "it cannot belong to that army, or does already")
        return None if has_box(s, army, train) else Reason("5.1.3", "the army has no corps box left")

    def do_corps(self, s: OAOState, corps: int) -> None:
        army = s.flow[-1][1]
        join(s, TRAIN_OF[corps], army)
        for u in OWN[s.phasing]:
            if s.corps[u] == corps and IS_FORMATION[u] and s.at[u] < SIZE and s.rail[u] == BY_FOOT:
                join(s, u, army)

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        army = s.flow[-1][1]
        if SIDE[u] != s.phasing or not IS_FORMATION[u] or s.at[u] >= SIZE or s.rail[u] != BY_FOOT:
            return Reason("5.1.2", "no Formation of yours on the map")
        if s.corps[u] != NO_CORPS:
            return Reason("5.2.2", "it goes with its corps")
        if s.army[u] == army or s.army[u] == GROUP or IS_FORT[u] or IS_FORTRESS[u]:
            return Reason("5.1.2", "it cannot be handed over")
        return None if admits(s, army, u) else Reason("5.2.5", "it cannot belong to that army")

    def scope_unit(self, s: OAOState) -> list[int]:
        return [u for u in OWN[s.phasing] if IS_FORMATION[u]]

    def do_unit(self, s: OAOState, u: int) -> None:
        join(s, u, s.flow[-1][1])

    def do_back(self, s: OAOState, _: None) -> None:
        s.flow.pop()
        armies, lines = lines_of(s, s.phasing)
        write(s, s.phasing, divide(s, s.phasing, armies, lines))


STEPS = (ArmyArrival(), RaiseArmy(), Endow())
