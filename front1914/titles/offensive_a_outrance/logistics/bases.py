"""23.1, 24.3, 21.3: the Army Bases of the British and the Belgians, how they are moved, and the IJzer Inundation.

A base that is threatened moves in the next Allied Preliminary Phase, that of Oostende in the next Attachment Phase.
What the Allied player announces of his own will he announces with the first decision of his Player Turn, the boundaries
of his armies (L1). Until a transfer is complete, and after the flight to France for good, the army's Ammo is limited.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, IN, PORT, RING, SIZE
from front1914.titles.offensive_a_outrance.charts import SUPPLY
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.organisation.losses import reduce
from front1914.titles.offensive_a_outrance.railways.triggers import (
    ANTWERPEN,
    BEF,
    BEF_THREAT,
    BELGIAN,
    BELGIAN_THREAT,
    LE_HAVRE,
    OOSTENDE,
    OOSTENDE_THREAT,
)
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    DIVISION,
    IS_FORMATION,
    IS_INFANTRY,
    NATION,
    OWN,
    TRACK,
    UNITS,
    WITHDRAWN,
)

LEFT_BANK = HEXES.number("51.16")  #: 24.3: where Belgian lines may end too while the base is in Antwerpen
FRENCH_PORTS = PORT & IN["france"]
EXITS = (HEXES.number("02.36"), HEXES.number("02.46"))  #: 23.1: where the railways from St. Nazaire come in
COURSE = 2  #: 23.1.1, 24.3.1: GTs that a transfer takes
FIRST_VOLUNTARY = 7  #: 23.1.3
BEF_TRANSFER, BELGIAN_TRANSFER = EVENTS.number("bef_transfer"), EVENTS.number("belgian_transfer")
TRANSFER = {BEF: BEF_TRANSFER, BELGIAN: BELGIAN_TRANSFER}
FLED = EVENTS.number("fled")
STAYING = tuple(UNITS.number(word) for word in ("be-LOC-c", "be-Gd-Civique-1", "be-Gd-Civique-2"))  #: 24.3.2a
LEAST_HIT = 4  #: 24.3.3: the lowest die that costs a Strength Reduction
NIEUWPOORT = HEXES.number("35.11")
FLOODED, SLUICES = EVENTS.number("inundation"), EVENTS.number("sluices")
MOST_FLOOD = 5  #: 21.3: the highest die that succeeds


def base_hexes(army: int, base: int) -> int:
    """23.1, 24.3: where the lines of an army end while its base is in a hex."""
    if army == BELGIAN and base == ANTWERPEN[1]:
        return 1 << base | 1 << LEFT_BANK
    if army == BELGIAN and FRENCH_PORTS >> base & 1:
        return FRENCH_PORTS
    return 1 << base


def limit(s: OAOState, army: int) -> int:
    """15.8.3, 23.1.2, 24.3.1a, 24.3.2a: the most Ammo that an army provides in a GT, 0 for no limit."""
    found = int(s.shortage[army])
    moving = army in TRANSFER and (s.events[TRANSFER[army]] > s.turn or (army == BELGIAN and s.events[FLED]))
    if moving:
        return min(found, SUPPLY.base_transfer_limit) if found else SUPPLY.base_transfer_limit
    return found


# ---- how a base is moved


def move_base(s: OAOState, army: int, h: int) -> None:
    """23.1.1, 24.3.1, 24.3.1.b, 23.1.1.a: a transfer begins; it is complete two GTs later."""
    s.base[army] = h
    s.events[TRANSFER[army]] = s.turn + COURSE
    s.tell("base_moves", army=army, hex=h)


def to_oostende(s: OAOState) -> None:
    """24.3.1, 24.3.1.a: from Antwerpen to Oostende; if the Germans are there already, to France (24.3.2a)."""
    german = s.ground("german").units
    if german >> OOSTENDE & 1:
        s.flow.append(("belgian_base",))
        return
    move_base(s, BELGIAN, OOSTENDE)
    s.events[OOSTENDE_THREAT] = int(bool(german & RING[OOSTENDE]))  # L2
    shake(s)


def flee(s: OAOState, port: int) -> None:
    """24.3.2, 24.3.2a, 24.3.2a.a: the base goes to a French Port; three Assets leave the game."""
    s.base[BELGIAN] = port
    s.events[FLED] = 1
    s.tell("base_flees", army=BELGIAN, hex=port)
    for u in STAYING:
        if s.at[u] < SIZE or s.at[u] == TRACK:
            s.tell("left_service", unit=u, reveals=True)
            s.remove(u, WITHDRAWN)
    shake(s)
    settle(s)


def shake(s: OAOState) -> None:
    """24.3.3: every Belgian infantry Formation rolls."""
    units = tuple(
        u for u in OWN["allied"] if NATION[u] == "belgian" and IS_FORMATION[u] and IS_INFANTRY[u] and s.at[u] < SIZE
    )
    if units:
        s.flow.append(("base_losses", units))


class Attrition(Die):
    """24.3.3: a die for each Belgian infantry Formation: 4 to 6 is a Strength Reduction. The frame: who is left."""

    name, rule, frame = "base_losses", "24.3.3", ("unit",)

    def prompt(self, s: OAOState) -> str:
        return f"Does {UNITS.name(s.flow[-1][1][0])} suffer by the transfer of the base?"

    def do_die(self, s: OAOState, face: int) -> None:
        _, (unit, *rest) = s.flow.pop()
        if rest:
            s.flow.append(("base_losses", tuple(rest)))
        s.tell("shaken", unit=unit, die=face, hit=face >= LEAST_HIT)
        if face >= LEAST_HIT:
            reduce(s, unit)
            settle(s)


class Transfers(Step):
    """4.2.1, 23.1.1, 24.3.1, 4.2.1.d: in the Allied Preliminary Phase transfers are completed, and forced ones
    begin."""

    name, rule = "transfers", "4.2.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing != "allied":
            return
        for army, event in TRANSFER.items():
            if s.events[event] and s.events[event] == s.turn and not (army == BELGIAN and s.events[FLED]):
                s.tell("base_ready", army=army)
        if s.events[BEF_THREAT] and s.base[BEF] == LE_HAVRE:
            s.flow.append(("bef_base",))
        if s.events[BELGIAN_THREAT] and s.base[BELGIAN] == ANTWERPEN[1]:
            to_oostende(s)


class Flight(Step):
    """24.3.2: in the Allied Attachment Phase the base leaves Oostende if it was threatened."""

    name, rule = "leave_oostende", "24.3.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing == "allied" and s.events[OOSTENDE_THREAT] and s.base[BELGIAN] == OOSTENDE:
            s.flow.append(("belgian_base",))


class Exit(Step):
    """23.1.1, 23.1.1.a: by which of two railways the British are supplied from St. Nazaire."""

    name, rule = "bef_base", "23.1.1"
    else_to = Reason("23.1.1", "in 02.36 or 02.46")

    def prompt(self, s: OAOState) -> str:
        return "The British base is moved to St. Nazaire: by which railway do its supplies come?"

    def legal_to(self, s: OAOState) -> list[int]:
        return list(EXITS)

    def do_to(self, s: OAOState, h: int) -> None:
        s.flow.pop()
        move_base(s, BEF, h)


class Port(Step):
    """24.3.2: in which French Port the Belgian base is placed."""

    name, rule = "belgian_base", "24.3.2"
    else_to = Reason("24.3.2", "no French Port that is free of Germans")

    def prompt(self, s: OAOState) -> str:
        return "The Belgian base flees to France: to which Port?"

    def legal_to(self, s: OAOState) -> list[int]:
        return members(FRENCH_PORTS & ~s.ground("german").units) or members(FRENCH_PORTS)

    def do_to(self, s: OAOState, h: int) -> None:
        s.flow.pop()
        flee(s, h)


# ---- what the Allied player announces of his own will


def refuse_transfer(s: OAOState, army: int) -> Reason | None:
    """23.1.3, 24.3.1, 24.3.2: why a base is not moved now."""
    if s.phasing != "allied" or army not in TRANSFER or s.base[army] < 0:
        return Reason("23.1", "no army of yours that has a base")
    if army == BEF:
        if s.base[BEF] != LE_HAVRE:
            return Reason("23.1.1", "the base has been moved")
        return None if s.turn >= FIRST_VOLUNTARY else Reason("23.1.3", f"not before GT {FIRST_VOLUNTARY}")
    return None if s.base[BELGIAN] in (ANTWERPEN[1], OOSTENDE) else Reason("24.3.2", "the base is in France")


def refuse_flood(s: OAOState) -> Reason | None:
    """21.3: why the sluices are not opened now."""
    if s.phasing != "allied":
        return Reason("21.3", "the Allied player may")
    if s.events[SLUICES]:
        return Reason("21.3", "it was tried: once a game")
    here = sum(s.size(u) for u in s.own(NIEUWPOORT, "allied") if s.is_infantry(u))
    return None if here >= DIVISION else Reason("21.3", "no infantry of division-size is in Nieuwpoort (35.11)")


class Announced:
    """A step in which the Allied player may announce a transfer of base or the IJzer Inundation."""

    def legal_transfer(self, s: OAOState) -> list[int]:
        return [army for army in TRANSFER if refuse_transfer(s, army) is None]

    def refuse_transfer(self, s: OAOState, army: int) -> Reason | None:
        return refuse_transfer(s, army)

    def do_transfer(self, s: OAOState, army: int) -> None:
        """23.1.3, 24.3.1, 24.3.2."""
        if army == BEF:
            s.flow.append(("bef_base",))
        elif s.base[BELGIAN] == OOSTENDE:
            s.flow.append(("belgian_base",))
        else:
            to_oostende(s)

    def refuse_flood(self, s: OAOState, _: None) -> Reason | None:
        return refuse_flood(s)

    def do_flood(self, s: OAOState, _: None) -> None:
        """21.3: a die decides."""
        s.events[SLUICES] = 1
        s.flow.append(("flood",))


class Flood(Die):
    """21.3: 1 to 5 creates the Inundation for good."""

    name, rule = "flood", "21.3"

    def prompt(self, s: OAOState) -> str:
        return "Do the sluices of Nieuwpoort flood the IJzer?"

    def do_die(self, s: OAOState, face: int) -> None:
        s.flow.pop()
        s.events[FLOODED] = int(face <= MOST_FLOOD)
        s.tell("sluices", die=face, wet=face <= MOST_FLOOD)


STEPS = (Attrition(), Transfers(), Flight(), Exit(), Port(), Flood())
