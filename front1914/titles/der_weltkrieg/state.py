"""What the game remembers, and what follows from it at once.

Derived values (who stands where, zones of control) are kept by the fields that they rest on (engine.kept).
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from front1914.engine.kept import Part, at_hand, kept
from front1914.engine.state import Column, State
from front1914.kit.bits import from_members
from front1914.kit.units import changed, stacks, units_at, units_in
from front1914.titles.der_weltkrieg.board import BOARD, COUNTRY, IN, NETWORK, ON_RAIL, OPEN_RING, SIZE
from front1914.titles.der_weltkrieg.nations import CAPACITY, NATIONS, SIDE_OF
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, Rules
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    BACK,
    BIT,
    COUNT,
    ELIMINATED,
    EXERTS,
    IS_ARTILLERY,
    IS_ENGINEER,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_GROUND,
    IS_HQ,
    IS_INFANTRY,
    LOST,
    MOVE,
    SIDE,
    SPAN,
)
from front1914.titles.der_weltkrieg.world import NATION as NATION_OF

POINT = 60  #: a Movement Point in sixtieths: tenths and sixths are whole (7-5)
IDLE, FOOT, COLUMN, RAIL = range(4)  #: `mode`: how a unit has moved in this phase (6-10, 7-10)
MODES = ("idle", "foot", "column", "rail")
#: bits of `deeds`: ENTERED an enemy controlled hex on foot (7-8), WITHDREW: retreated, by choice or not (23-2)
MOVED, FOUGHT, ENTERED, WITHDREW = 1, 2, 4, 8
NOBODY, CENTRAL, ENTENTE = range(3)  #: `holder`, `builder`
HOLDER = {"central": CENTRAL, "entente": ENTENTE}
OPEN, CONSTRUCTION, TRENCH, DEVASTATION, HINDENBURG, REBUILDING = range(6)  #: `work`
WORKS = ("open", "construction", "trench", "devastation", "hindenburg", "rebuilding")
STEADY, SHAKEN, COLLAPSED, SURRENDERED = range(4)  #: `morale` (26-5)
MORALES = ("steady", "shaken", "collapsed", "surrendered")
MONTHS = 12
FIRST_YEAR, FIRST_MONTH = 1914, 8

#: what kept values rest on: who is where and exerts a zone of control; Supply Lines and lines of communication; marches
#: and rides; attacks. It is compared once for all values of a kind
WHERE = ("at", "strength", "entrained", "strengthened", "war")
LINES = (*WHERE, "work", "operative", "network", "holder", "morale", "scenario")
MARCHING = (
    *LINES,
    "year",
    "month",
    "turn",
    "spent",
    "mode",
    "began",
    "hauls",
    "hauled",
    "capacity",
    "trains",
    "supply",
)
COMBAT = (*LINES, "active", "attacked", "struck", "bridged", "year", "month", "supply")


_MANY = 40  #: units that changed; where there are more, all is looked at


def _resurvey(s: DWState, old: Ground, was: tuple[bytearray, ...], side: str) -> Ground:
    """`ground` from an older survey: only the hexes in which units changed, came or left are looked at again."""
    span = SPAN[side]
    *columns, war = was
    now = [column[span] for column in (s.at, s.strength, s.entrained, s.strengthened)]
    units = {u for before, column in zip(columns, now, strict=True) for u in changed(before, column)}
    if war != s.war or len(units) > _MANY:
        return _survey(s, side)
    stood, stand = memoryview(columns[0]).cast("h"), now[0].tobytes()
    hexes = {h for u in units for h in (stood[u], now[0][u]) if h < SIZE}
    fresh = _stand(s, [span.start + u for h in hexes for u in units_in(stand, h)])
    looked = from_members(hexes)
    found = Ground._make([before & ~looked | here for before, here in zip(old, fresh, strict=True)])
    return found._replace(zone=_rezone(old, found.exerting) & ~s.neutral)


class DWState(State):
    """Columns are indexed by unit, hex, hexside or nation as said; month, turn and phase are always known (5.10)."""

    year: int
    month: int
    turn: int  #: 1 to 7, 0 in the Monthly Special Turn (5.1)
    active: str  #: the phasing side
    phase: str  #: setup, special, reinforcement, movement, combat or recombination
    # by unit
    at: Column  #: hex or box (world.PLACES)
    strength: Column  #: Strength Points now, of each unit by itself (11-8, DW-R36)
    supply: Column  #: Supply Points of a Headquarters or a Supply Point Marker (17-4)
    spent: Column  #: sixtieths of a Movement Point spent in this phase
    mode: Column  #: IDLE, FOOT, COLUMN or RAIL
    moved: Column  #: 1 when its movement in this phase is over
    deeds: Column  #: bits: MOVED, FOUGHT, ENTERED, WITHDREW in this game turn (23-2, 7-8)
    began: Column  #: the hex in which it began this Movement Phase, -1 off the map
    attacked: Column  #: 1 when it attacked in this Combat Phase (12-9)
    charged: Column  #: 1 when it made a Column Attack in this Movement Phase (16-5)
    retreated: Column  #: 1 when it retreated to friends in its hex in this phase (14-15)
    entrained: Column  #: 1 while it is on a train (7-11)
    arrived: Column  #: 1 in the turn of its arrival (25-5)
    hauls: Column  #: bitset of the nations whose capacity it has used in this turn (8-4)
    clock: Column  #: of a fortress: turns surrounded (21-10); of an engineer: turns at work in a trench hex (9-7)
    strayed: Column  #: 1 when an engineer began this phase off its railway, or has left it since (9-5, 9-6)
    doomed: (
        Column  #: 1 when its pocket was doomed at the start of the half turn, and ever since (20-13); of a fortress:
    )
    #: when it was cut off at the end of the last enemy Combat Phase, and ever since (21-10)
    strengthened: Column  #: 1 for strengthened cavalry (31)
    corps: Column  #: the corps marker under which it is shown, -1 for none (28)
    passed: Column  #: Supply Points that a Headquarters sent and received in this phase (18-6)
    paid: Column  #: Supply Points that a Headquarters has spent in the whole game, which everybody has seen
    # by hex
    holder: Column  #: NOBODY, CENTRAL or ENTENTE: who last had a unit there (DW H-12)
    operative: Column  #: 1 where the railway works (9-1)
    network: Column  #: nation to whose network the railway belongs, -1 without a railway
    work: Column  #: OPEN ... HINDENBURG, or REBUILDING: construction on devastated ground (22-14)
    builder: Column  #: whose trench or construction it is
    begun: Column  #: the turn (`now`) in which construction began (22-22)
    occupied: Column  #: 1 where an enemy has been in a city center (26-4)
    struck: Column  #: 1 when it was attacked in this Combat Phase (12-7)
    bridged: Column  #: 1 and the hex attacked from here over the Danube in this Combat Phase (35-3)
    # by hexside
    trains: Column  #: units that went over a single track in this phase (7-9)
    fallen: Column  #: 1 when an enemy has held both hexes of an urban hexside (26-4)
    # by nation
    demoralization: Column  #: 26
    hauled: Column  #: divisions that its railways have carried in this turn (8-1)
    capacity: Column  #: 8-1, 8-9: 0 when it is lost
    morale: Column  #: STEADY, SHAKEN, COLLAPSED or SURRENDERED
    assaulted: Column  #: the turn (`now`) of the first attack by assault units, 0 before it (33-3)
    war: Column  #: 1 when it is at war
    relieved: bool  #: 41-3: Russians retreat as others do
    points: int  #: Victory Points of scenarios that count them
    last_losses: int  #: points that the last attack of this phase called for, -1 before one
    last_reply: int  #: the same of its counterattack

    @property
    def rules(self) -> Rules:
        """What is particular to the scenario."""
        return SCENARIOS[self.scenario]

    # -- the calendar --------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Turns since the beginning of August 1914, that turn being 1 (5.1)."""
        return ((self.year - FIRST_YEAR) * MONTHS + self.month - FIRST_MONTH) * 7 + self.turn

    # -- who stands where ----------------------------------------------------------------------------------------

    @kept("at")
    def stacks(self) -> dict[int, list[int]]:
        """All units on the map by hex. Do not change the lists."""
        return stacks(self.at, SIZE)

    @kept("at")
    def stack(self, h: int) -> list[int]:
        """The units in a hex. Do not change the list."""
        stacks = _stacks_at_hand(self)
        return units_at(self.at, h) if stacks is None else stacks.get(h, [])

    def own(self, side: str, h: int) -> list[int]:
        """The units of a side in a hex."""
        return [u for u in self.stack(h) if SIDE[u] == side]

    @kept(
        *(Part(field, SPAN, "side") for field in ("at", "strength", "entrained", "strengthened")),
        "war",
        renew=_resurvey,
    )
    def ground(self, side: str) -> Ground:
        """Where the side is, as the rules of movement, supply and zones of control ask."""
        return _survey(self, side)

    def zone(self, side: str) -> int:
        """10: the hexes in the side's zones of control."""
        return self.ground(side).zone

    @property
    @kept("war")
    def neutral(self) -> int:
        """10-6, DW-R87: the hexes of neutral countries, which nobody enters."""
        found = 0
        for nation, fights in enumerate(self.war):
            if not fights:
                found |= IN[nation]
        return found

    def friendly(self, side: str, nation: int) -> bool:
        """Whether a nation is at war on this side."""
        return self.war[nation] == 1 and SIDE_OF[nation] == side

    @kept("operative", "network", "war")
    def rails(self, side: str) -> int:
        """9-1: the hexes with an Operative railway of a network of the side."""
        network, operative = self.network, self.operative
        found = 0
        for h in _RAIL_HEXES:
            if operative[h] and self.friendly(side, network[h]):
                found |= 1 << h
        return found

    # -- what a unit is now --------------------------------------------------------------------------------------

    def on_map(self, u: int) -> bool:
        return self.at[u] < SIZE

    def reduced(self, u: int) -> bool:
        """Whether the reverse of the counter is up: its strength is that of the back or less."""
        return BACK[u] > 0 and self.strength[u] <= BACK[u]

    def allowance(self, u: int) -> int:
        """6-1: the Movement Allowance printed on the side that is up, in whole points."""
        return MOVE[u][self.reduced(u)]

    # -- what happens to units -----------------------------------------------------------------------------------

    def put(self, u: int, place: int) -> None:
        """Puts a unit into a hex or a box; nothing else happens (entering.enter does the rest)."""
        self.at[u] = place

    def lose(self, u: int, points: int) -> None:
        """11-8, 13-21, 13-22: a unit loses Strength Points of its own; at 0 it goes to the destroyed pile."""
        self.strength[u] = max(0, self.strength[u] - points)
        if not self.strength[u]:
            self.eliminate(u)

    def set_aside(self, u: int, place: int) -> None:
        """Off the map without a loss: a counter that others replace (24-3, 27)."""
        self.strength[u] = self.supply[u] = self.deeds[u] = self.hauls[u] = 0
        for name in FORGOTTEN:
            getattr(self, name)[u] = 0
        self.began[u] = self.corps[u] = -1
        self.at[u] = place

    def eliminate(self, u: int, place: int = ELIMINATED) -> None:
        """To the destroyed pile, or to those who never return (LOST: surrendered, interned)."""
        before = self.at[u]
        self.strength[u] = self.supply[u] = self.hauls[u] = 0
        for name in FORGOTTEN:
            getattr(self, name)[u] = 0
        self.began[u] = self.corps[u] = -1
        self.at[u] = place
        if self.news is not None:
            self.tell("eliminated" if place != LOST else "lost", unit=u, hex=before if before < SIZE else -1)


#: what a unit leaves behind with the map
FORGOTTEN = (
    "spent",
    "mode",
    "moved",
    "attacked",
    "charged",
    "retreated",
    "entrained",
    "arrived",
    "strayed",
    "clock",
    "doomed",
    "passed",
)


class Ground(NamedTuple):
    """Bitsets of the hexes where a side has something."""

    every: int  #: any counter
    units: int  #: Ground Combat Units
    wall: int  #: what the enemy may not enter: strength that is not artillery, a Headquarters, a fortress (DW-R06)
    held: int  #: Ground Combat Units or a fortress: supply and communication pass (19-7, 21-2)
    infantry: int  #: infantry types, and strengthened cavalry (22-1, 29-9, 31-4)
    exerting: int  #: units with a zone of control (10-2), no Headquarters (18-2)
    zone: int  #: hexes in a zone of control of the side (10-1 to 10-6)
    forts: int
    headquarters: int


_stacks_at_hand = at_hand(DWState.stacks)
_RAIL_HEXES = tuple(h for h in range(SIZE) if ON_RAIL >> h & 1)


def _survey(s: DWState, side: str) -> Ground:
    """9-8, 10-2 to 10-5: who exerts a zone of control, and where; what holds a hex."""
    span = SPAN[side]
    found = _stand(s, [u for u, place in enumerate(s.at[span], span.start) if place < SIZE])
    return found._replace(zone=_zone(found.exerting) & ~s.neutral)


def _stand(s: DWState, on_map: list[int]) -> Ground:
    """What these units of a side, all on the map, make of their hexes; zones of control are left out."""
    at, strength, entrained, strengthened = s.at, s.strength, s.entrained, s.strengthened
    every = units = wall = infantry = exerting = forts = hqs = 0
    for u in on_map:
        bit = BIT[at[u]]
        if not IS_FLOTILLA[u]:  # 36-9.1: they are on the river
            every |= bit
        if IS_GROUND[u]:
            units |= bit
            if strength[u] and not IS_ARTILLERY[u] and not IS_ENGINEER[u]:
                wall |= bit
                if EXERTS[u] and not entrained[u]:  # 7-11.2; 18-2: no Headquarters
                    exerting |= bit
                if IS_INFANTRY[u] or strengthened[u]:  # 31-4.2
                    infantry |= bit
        elif IS_FORTRESS[u]:
            forts |= bit
        elif IS_HQ[u]:
            hqs |= bit
    return Ground(every, units, wall | forts | hqs, units | forts, infantry, exerting, 0, forts, hqs)


def _rezone(old: Ground, exerting: int) -> int:
    """The zones of control, when other hexes exert one than in an older survey."""
    if exerting == old.exerting:
        return old.zone
    touched = _zone(exerting ^ old.exerting)
    return old.zone & ~touched | _zone(exerting & BOARD.spread(touched))


def _zone(exerting: int) -> int:
    """10-1, 10-6: the ring of each, but not across sea, lake and alpine hexsides."""
    found, left = 0, exerting
    while left:
        low = left & -left
        found |= OPEN_RING[low.bit_length() - 1]
        left ^= low
    return found


def _column(code: str, count: int, value: int = 0) -> Column:
    return array(code, [value] * count)


def blank() -> DWState:
    """Nobody on the map, August 1914, every country at war with its own railways, every hex in its own hands."""
    links, nations = len(BOARD.links), len(NATIONS)
    holders = [HOLDER[SIDE_OF[n]] if n >= 0 else NOBODY for n in COUNTRY]
    bytes_, shorts = (
        ("mode", "moved", "deeds", "attacked", "charged", "retreated", "entrained"),
        ("spent", "supply", "paid"),
    )
    columns = {
        name: _column("b", COUNT) for name in (*bytes_, "arrived", "strayed", "doomed", "strengthened", "passed")
    }
    columns |= {name: _column("h", COUNT) for name in (*shorts, "strength", "clock")}
    columns |= {name: _column("b", SIZE) for name in ("work", "builder", "occupied", "struck")}
    columns |= {name: _column("h", nations) for name in ("demoralization", "hauled", "assaulted")}
    return DWState(
        year=FIRST_YEAR,
        month=FIRST_MONTH,
        turn=1,
        active="central",
        phase="setup",
        at=_column("h", COUNT, ABSENT),
        began=_column("h", COUNT, -1),
        corps=_column("h", COUNT, -1),
        hauls=_column("i", COUNT),
        holder=array("b", holders),
        operative=array("b", [ON_RAIL >> h & 1 for h in range(SIZE)]),
        network=array("b", NETWORK),
        begun=_column("h", SIZE),
        bridged=_column("h", SIZE),
        trains=_column("b", links),
        fallen=_column("b", links),
        capacity=array("h", [CAPACITY.get(str(word), 0) for word in NATIONS.ids]),
        morale=_column("b", nations),
        war=_column("b", nations, 1),
        relieved=False,
        points=0,
        last_losses=-1,
        last_reply=-1,
        **columns,
    )


def zone_of(s: DWState, side: str, nation: int) -> tuple[int, int]:
    """The zones of control of a nation's units, and those of the rest of its side."""
    own = other = 0
    for u in range(SPAN[side].start, SPAN[side].stop):
        if s.at[u] < SIZE and EXERTS[u] and s.strength[u] and not s.entrained[u]:
            if NATION_OF[u] == nation:
                own |= BIT[s.at[u]]
            else:
                other |= BIT[s.at[u]]
    return _zone(own) & ~s.neutral, _zone(other) & ~s.neutral
