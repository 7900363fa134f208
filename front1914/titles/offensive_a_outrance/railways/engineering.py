"""18.1 to 18.3, H5: whose trains run where: losing lines, RR Engineering, the clearing of the Réseau du Nord.

The column `operational` holds the lines of each side. An enemy who comes into a hex takes it away at once (entry);
what lies behind his front line, or has lost its connection, goes when a phase begins (B76). In the RR Engineering
Phase everything that the side controls and can connect becomes its own.
"""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.titles.offensive_a_outrance.board import HEXES, IN, NETWORK, ON_RAIL, RAILS
from front1914.titles.offensive_a_outrance.railways.structures import cut, demolish
from front1914.titles.offensive_a_outrance.state import CONTROL, EVENTS, POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, FOE, SIDES

CREIL = EVENTS.number("creil")
EAST, WEST = EVENTS.number("reseau_east"), EVENTS.number("reseau_west")
TRIGGERED, CLEARED = 1, 2  #: of these events
SORTIE, SORTIE_POINTS = EVENTS.number("sortie"), POOLS.number("sortie_rp")
RECEIVED = 2  #: of the event `sortie`
SORTIE_USES = 2  #: 18.6.4, B80
REPAIRED = 14  #: 18.3.2: the GT from which the Allies may repair what was cleared
BELGIANS = ARMIES.number("be-BELGIAN")
_rest = ((1 << len(RAILS.links)) - 1) & ~RAILS.tracks["double"]
#: 18.3.1.d, 18.3.1: the double track from Abbeville to St.Omer, which the eastern clearing spares
SPARED = from_members(
    RAILS.path(1 << HEXES.number("20.19"), 1 << HEXES.number("28.13"), RAILS.exists & ON_RAIL, cut=_rest)
)
#: by number of areas cleared: what the Allies may not repair before GT 14
_CLEARED = (0, NETWORK["east"] & ~SPARED, NETWORK["east"] | NETWORK["west"])
_DIGITS = {side: bytes(49 if value & mine else 48 for value in range(256)) for side, mine in CONTROL.items()}


def running(s: OAOState, side: str) -> int:
    """Bitset of the hexes behind a side's Railheads, whether or not they are still connected."""
    return _running(s.operational.tobytes(), side)


@lru_cache(maxsize=64)
def _running(column: bytes, side: str) -> int:
    return int(column.translate(_DIGITS[side])[::-1], 2)


def joined(s: OAOState, side: str, lines: int) -> int:
    """18.1.1, B65: those of some rail hexes that lead to a friendly map edge, in Belgium to the Belgian Army Base."""
    closed = cut(s, side)
    edge = s.rules.edge(side, s.held(side)) & lines
    base = s.base[BELGIANS] if side == "allied" else -1
    home = 1 << base if base >= 0 and IN["belgium"] >> base & 1 else 0
    return _joined(lines, edge, home & lines, closed)


@lru_cache(maxsize=512)
def _joined(lines: int, edge: int, home: int, closed: int) -> int:
    found = RAILS.connected(edge, lines, cut=closed)
    if home & ~found:
        found |= RAILS.connected(home, lines & IN["belgium"], cut=closed)
    return found


#: what it rests on which railways run
RAILWAYS = ("control", "operational", "structures", "base", "scenario")


@kept(*RAILWAYS)
def operational(s: OAOState, side: str) -> int:
    """18.1.1: bitset of the hexes in which trains of a side run: behind its Railheads, and connected."""
    return joined(s, side, running(s, side))


def railheads(s: OAOState, side: str) -> int:
    """18.1.2: where the Railhead markers of a side lie: hexes from which rail leads out of its lines."""
    return _heads(operational(s, side))


@lru_cache(maxsize=64)
def _heads(lines: int) -> int:
    return RAILS.heads(lines)


def _write(s: OAOState, side: str, lines: int) -> None:
    """The side's lines are these now."""
    bit, now = CONTROL[side], running(s, side)
    for h in members(lines & ~now):
        s.operational[h] |= bit
    for h in members(now & ~lines):
        s.operational[h] &= ~bit


def lose_lines(s: OAOState) -> None:
    """18.1.3, B76, H5: what lies behind the enemy's front line, and what is no longer connected, is lost."""
    for side in SIDES:
        left = _left(s, side)
        if left is not None:
            _write(s, side, left)


@kept(*RAILWAYS)
def _left(s: OAOState, side: str) -> int | None:
    """The lines that a side keeps, None if it loses none."""
    now = running(s, side)
    left = joined(s, side, now & ~s.held(FOE[side]))
    return left if left != now else None


def closed_lines(s: OAOState) -> int:
    """18.3.2: what the Allies may not make operational: cleared lines of the Réseau du Nord before GT 14."""
    if s.turn >= REPAIRED:
        return 0
    return _CLEARED[(s.events[EAST] == CLEARED) + (s.events[WEST] == CLEARED)]


def advance(s: OAOState, side: str) -> None:
    """4.2.4.b, 18.2: lines that the side controls, and can connect, become operational."""
    now = running(s, side)
    mine = ON_RAIL & s.held(side) & s.rules.area & ~s.ground(FOE[side]).units
    if side == "allied":
        mine &= ~closed_lines(s)
    lines = joined(s, side, now | mine)
    gained = (lines & ~now).bit_count()
    _write(s, side, lines)
    if gained:
        s.tell("railheads", side=side, count=gained)


def clear(s: OAOState) -> None:
    """18.3.1, 18.3.1.c, 18.3.1.e: lines of the Réseau du Nord that were triggered become non-operational; German ones
    stay so."""
    for event, areas in ((EAST, 1), (WEST, 2)):
        if s.events[event] == TRIGGERED:
            s.events[event] = CLEARED
            _write(s, "allied", running(s, "allied") & ~_CLEARED[areas])
            s.tell("cleared", area="east" if event == EAST else "west")


class SpecialEvents(Step):
    """4.2.1, 18.3.1, 18.4, 4.2.1.e: in the Allied Preliminary Phase what was triggered takes effect."""

    name, rule = "special_events", "4.2.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing == "allied":
            demolish(s)
            clear(s)


class Railheads(Step):
    """4.2.4, 18.2: the Railheads of the Phasing Player are advanced."""

    name, rule = "railheads", "18.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        advance(s, s.phasing)


class SortiePoints(Step):
    """18.6.4, 18.6.4.a: in the Inter-Phase after a Belgian sortie the German player receives its Rail Points."""

    name, rule = "sortie_points", "18.6.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.events[SORTIE] == TRIGGERED:
            s.events[SORTIE] = RECEIVED
            s.pools[SORTIE_POINTS] = SORTIE_USES
            s.tell("sortie_points", side="german")


STEPS = (SpecialEvents(), Railheads(), SortiePoints())
