"""22.3: the Groupe de Divisions Territoriales: a corps of its own, without an army, with a mission, until GT 18.

It has a display but no Area of Attachment; what lies between its lines and those of the armies belongs to no army.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from front1914.engine.kept import in_look, kept
from front1914.kit.bits import from_members
from front1914.kit.flood import flood
from front1914.titles.offensive_a_outrance.board import BOARD, COAST, SIZE
from front1914.titles.offensive_a_outrance.crossings import ZONE
from front1914.titles.offensive_a_outrance.organisation.exchanges import substitute
from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.schedule import EXCHANGES, GROUP, GROUP_ENDS
from front1914.titles.offensive_a_outrance.state import BY_FOOT, ENTRAINING, STOOD, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    BIT,
    CORPS,
    ELIMINATED,
    IS_COMBAT,
    IS_FORT,
    NATION,
    NO_ARMY,
    NO_CORPS,
    OWN,
    START_ARMY,
    TRAIN_OF,
)

MISSION_ENDS = 5  #: 22.3.2: the last GT of the mission
CORPS_OF_GROUP = CORPS.number("f-cGDT")
TRAIN = TRAIN_OF[CORPS_OF_GROUP]


def in_force(s: OAOState) -> bool:
    """22.3: the Group is there, and its rules have not ended."""
    return s.turn < GROUP_ENDS and GROUP in s.rules.armies


def of_group(s: OAOState, u: int) -> bool:
    """22.3.1: whether a unit is attached to the Group while its rules are in force."""
    return s.army[u] == GROUP and s.turn < GROUP_ENDS


def units(s: OAOState) -> list[int]:
    """The units of the Group on the map."""
    return [u for u in _OF_GROUP if s.army[u] == GROUP and s.at[u] < SIZE]


_OF_GROUP = tuple(u for u in OWN["allied"] if START_ARMY[u] == GROUP)


# ---- areas (22.3.1)


@kept("allied_area")
def barred(s: OAOState) -> int:
    """22.3.1: the Areas of Attachment of the armies, which its units may not enter."""
    return int(s.allied_area.tobytes().translate(_ARMIES)[::-1], 2)


_ARMIES = bytes(48 if value in (GROUP, NO_ARMY & 255) else 49 for value in range(256))


@in_look
def posts(s: OAOState) -> int:
    """The hexes in which units of the Group stand, none when it is not in force."""
    return from_members(h for u in (units(s) if in_force(s) else ()) for h in s.hexes(u))


def carve(s: OAOState, army: int, area: int) -> int:
    """22.3.1: no army's area holds a hex in which units of the Group stand."""
    here = posts(s)
    return area | here if army == GROUP else area & ~here


# ---- the mission (22.3.2, H12, B83)


def on_duty(s: OAOState) -> bool:
    """22.3.2: GTs 1 to 5."""
    return s.turn <= MISSION_ENDS and s.active == "allied" and GROUP in s.rules.armies


def holds(s: OAOState) -> bool:
    """H12: a chain of the Group's zones leads from the Channel to the zone of a French or British unit of an army."""
    return _line(_posts(s, ()), army_zones(s)).holds


def keeps(s: OAOState, force: Force, hexes: tuple[int, ...]) -> bool:
    """B83: whether the line holds once a Force of the Group stands in some hexes, or is broken anyway."""
    return not _bound(s, force) or closes(s, force, hexes)


@in_look
def _bound(s: OAOState, force: Force) -> bool:
    """Whether a Force of the Group is on duty in a line that holds."""
    return on_duty(s) and any(of_group(s, u) and s.is_combat(u) for u in force) and holds(s)


def closes(s: OAOState, force: Force, hexes: tuple[int, ...]) -> bool:
    """Whether the line would hold with a Force in some hexes."""
    line, zone = _line(_posts(s, force), army_zones(s)), 0
    for h in hexes:
        zone |= ZONE[h] | BIT[h]
    return line.holds or bool(zone & line.seaward and zone & line.landward)


@in_look
def _posts(s: OAOState, without: Force) -> int:
    """Hexes and zones of the Combat units of the Group, those in Rail Mode and a Force left out."""
    found = 0
    for u in units(s):
        if u not in without and s.is_combat(u) and s.rail[u] in (BY_FOOT, ENTRAINING):
            for h in s.hexes(u):
                found |= ZONE[h] | BIT[h]
    return found


@kept(*STOOD, "army")
def army_zones(s: OAOState) -> int:
    """Zones, and hexes, of French and British Combat units that are attached to armies."""
    found, at, army, rail = 0, s.at, s.army, s.rail
    men = [u for u in _FRENCH_AND_BRITISH if at[u] < SIZE and army[u] not in (NO_ARMY, GROUP)]
    for place in {at[u] for u in men if rail[u] in (BY_FOOT, ENTRAINING) and s.is_combat(u)}:
        found |= ZONE[place] | BIT[place]
    return found


_FRENCH_AND_BRITISH = tuple(u for u in OWN["allied"] if NATION[u] != "belgian" and (IS_COMBAT[u] or IS_FORT[u]))


class _Line(NamedTuple):
    """A chain of zones, and where one more zone would have to lie to close it: at its end to the Channel, and at its
    end to the armies."""

    holds: bool
    seaward: int
    landward: int


@lru_cache(maxsize=64)
def _line(zone: int, armies: int) -> _Line:
    sea, land = flood(BOARD, zone & COAST, zone), flood(BOARD, zone & armies, zone)
    return _Line(bool(sea & armies), sea | BOARD.spread(sea) | COAST, land | BOARD.spread(land) | armies)


# ---- the end (22.3.4)


def end_group(s: OAOState) -> None:
    """22.3.4: the divisions are exchanged, corps and Train leave; who was attached awaits an army (5.1.2)."""
    for exchange in EXCHANGES:
        if s.at[exchange.old] not in (ABSENT, ELIMINATED):
            substitute(s, exchange.old, exchange.new)
        s.marker[exchange.new] = 1
    if s.at[TRAIN] not in (ABSENT, ELIMINATED):  # wherever it is: on its way, too
        s.remove(TRAIN, ABSENT)
        s.due[TRAIN] = 0
    for u in OWN["allied"]:
        if s.corps[u] == CORPS_OF_GROUP and u != TRAIN:
            s.corps[u] = NO_CORPS
    for h, army in enumerate(s.allied_area):
        if army == GROUP:
            s.allied_area[h] = NO_ARMY
    s.tell("group_ends")
