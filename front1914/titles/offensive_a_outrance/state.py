"""What the game remembers, and what follows from it at once.

Derived values (who stands where, zones of control) are kept by the fields that they rest on (engine.kept).
"""

from __future__ import annotations

from array import array

from front1914.engine.kept import kept, lays
from front1914.engine.state import Column, State
from front1914.engine.words import Words
from front1914.kit.bits import places
from front1914.titles.offensive_a_outrance.board import SIZE, STRUCTURES
from front1914.titles.offensive_a_outrance.charts import BOTTLENECKS
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_WORDS, FLOODS
from front1914.titles.offensive_a_outrance.ground import Ground, pile, repile, restacked, resurvey, survey, walked
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS, Rules
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMIES,
    BACK,
    DEPOT_OF,
    DETACHED,
    EIGHTHS,
    ELIMINATED,
    FACES,
    FOE,
    GUNS,
    IS_COMBAT,
    IS_DEPOT,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_INFANTRY,
    IS_TERRITORIAL,
    NO_ARMY,
    NO_CORPS,
    REGIMENT,
    SIDE,
    UNITS,
)

NOBODY, ALLIED, GERMAN = range(3)  #: `control` of a hex (3.4)
CONTROL = {"allied": ALLIED, "german": GERMAN}
CONTROLLERS = Words("controller", ["nobody", "allied", "german"])
NO_TASK, RECOVER, DIG, ENTRAIN, DETRAIN = range(5)  #: `task` (1.1.aa, 7.8.1)
TASKS = Words("task", ["none", "recover", "dig", "entrain", "detrain"])
BY_FOOT, ENTRAINING, ENTRAINED, DETRAINING = range(4)  #: `rail` (7.7.3)
RAIL_MODES = Words("rail mode", ["none", "entraining", "entrained", "detraining"])
SOUND, CI, D1, D2 = 0, 4, 5, 6  #: `ce`: the ladder of CE Status, -1 to -3 between sound and CI (1.1.g, 6.1.4)
_WORN = {"-1": "worn (-1)", "-2": "worn (-2)", "-3": "worn (-3)"}
_BROKEN = {"CI": "Combat Ineffective", "D1": "Demoralized (1)", "D2": "Demoralized (2)"}
STATUSES = Words("status", ["sound", *_WORN, *_BROKEN], _WORN | _BROKEN)
#: bits of `did`: what a unit did or suffered in this phase
MOVED, DROPPED, ATTACKED, DEFENDED, RETREATED, GUNS_USED, WITHHELD, QUIET, STUCK, RALLIED = (1 << i for i in range(10))
FIRED, PREPPED = 1 << 10, 1 << 11  #: a siege gun has bombarded (13.2), an HQ has used its Pionier marker (13.3.4); 20.1
SLOWED = 1 << 13  #: Cavalry that marched with an infantry Asset in this phase (7.2.2a)
FLED = 1 << 12  #: it has made a Demoralized Retreat in this phase (6.4)
#: its move is over; dropped off (7.1.2); attacked, was attacked (9.2); retreated (9.2.5, 11.2.2); its guns spoke
#: (10.1.1); withheld (9.2.5); asks no more about reactions (8.2); a Repulse failed: it may only prepare or dig (7.4.5);
#: it tried a Repulse on its retreat (7.4.1)
PLANS = Words("plan", ["none", "idle", "active", "achieved", "abandoned", "expired"])  #: `plan` of an army (26)
#: things that one side has a number of: Rail Points in halves (7.7.1), special ones by uses (18.6.4, 23.3.2, 24.5; -1:
#: the RND uses its own in this phase), Replacements (16.6), rights to dig (14.3.4), Variable Attachments (5.2.2a),
#: Ammo Shortage markers (15.8), naval transport and support used (7.9, 21.2)
POOLS = Words(
    "pool",
    [
        *("allied_rp", "german_rp", "belgian_rp", "rnd_rp", "sortie_rp"),
        *("french_repl", "british_repl", "belgian_repl", "german_repl"),
        *("allied_ip", "german_ip", "allied_variable", "german_variable"),
        *("allied_shortage", "german_shortage", "naval_transport", "naval_support"),
        *("shots_42", "shots_305", "shots_prep"),
    ],
)
RIGHTS = {side: POOLS.number(f"{side}_ip") for side in ("allied", "german")}  #: 14.3.4
UNLIMITED = -1  #: of rights: as many as one likes
#: what happens once: 0 not yet, else how far it is, or the turn (18.3, 18.6.4, 21.3, 22.4.1, 24.4, 27.2, 27.3, 27.7);
#: creil: French bottlenecks are active (18.6.1)
#: sluices: the attempt of 21.3 was made; then the Army Bases (23.1, 24.3): threatened, and the GT in which a transfer
#: is complete
EVENTS = Words(
    "event",
    [
        *("reseau_east", "reseau_west", "sortie", "antwerpen", "inundation", "reserve"),
        *("vp_27_2", "vp_27_3", "vp_27_7", "creil", "sluices"),
        *("bef_threat", "bef_transfer", "belgian_threat", "belgian_transfer", "oostende_threat", "fled"),
    ],
)
#: 18.6: the hexes where the railways are narrow, as they are numbered in `traffic`
NARROWS = Words("bottleneck", [*BOTTLENECKS.allied, *BOTTLENECKS.german, *BOTTLENECKS.german_later])
ROUSED = -1  #: `inactive` of a unit that was attacked, or of Cavalry that an enemy came near: whatever its army is
NO_TRIP, SORTIE, INTERRUPTED, DIVERTED = range(4)  #: `trip` (18.6.4, 7.7.5, 7.9.1)
TRIPS = Words("trip", ["none", "sortie", "interrupted", "diverted"])
_FLOODED = EVENTS.number("inundation")
STANDING, DOOMED, DOWN, REBUILT = range(4)  #: `structures` (18.4): doomed until the next Allied Player Turn
STRUCTURE_STATES = Words("state of a structure", ["standing", "doomed", "down", "rebuilt"])
STRUCTURE_WORDS = Words("structure", [row.id for row in STRUCTURES], {row.id: row.name for row in STRUCTURES})

#: what it rests on where everybody stands: place, side that is up, Rail Mode
STOOD = ("at", "second", "face", "rail")
#: what supply rests on: the railways, who stands where, who belongs to whom
SUPPLYING = (
    *(*STOOD, "assigned", "army", "corps", "base", "control", "operational", "structures", "blown"),
    *("rank", "turn", "scenario", "phasing"),
)
#: what it rests on where a Force can go: what changes most often comes first
MARCHING = (
    *("spent", "did", *STOOD, "assigned", "origin", "pa", "army", "allied_area", "german_area", "second_area"),
    *("control", "operational", "structures", "base", "blown", "events", "turn", "phase", "scenario"),
)


class OAOState(State):
    """Columns are indexed by unit unless said otherwise."""

    turn: int  #: GT
    phasing: str  #: the side whose Player Turn it is (4.1)
    active: str  #: the side that acts in this phase (4.2)
    phase: str  #: a key of sequence.PHASE_NAMES
    vp: int  #: net Victory Points, German less Allied (27.0)

    at: Column  #: hex or box (world.PLACES)
    second: Column  #: the other hex of a Two-Hex Unit (19.0), -1 for none
    sr: Column  #: Strength Reductions suffered; of a Fortress steps lost
    face: Column  #: 1: back side: Fort abandoned, Fortress without garrison, supply unit Extended, siege gun deployed,
    #: HQ on its Deploying side; of a Territorial division: a detachment is away (22.3.3)
    ce: Column  #: CE Status: place on the ladder STATUSES (6.1)
    marker: Column  #: 1: the second side of its Attachment marker is up (2.8)
    army: Column  #: the army to which it is attached (5.1), -1 for none
    corps: Column  #: the corps, -1 for Independent (5.2)
    variable: Column  #: 1: its corps was changed by Variable Attachment (5.2.2a)
    assigned: Column  #: the Formation to which an Asset is assigned by its owner's choice, -1 for none (5.5.1)
    order: Column  #: the owner's order among equals of a stack, the lowest on top (3.1.5)
    inactive: Column  #: the GT in which it is activated, 0 if it is active when its army is, or ROUSED (1.1)
    task: Column  #: a task that is begun (7.8.1)
    done: Column  #: MPs expended on it so far (7.8)
    site: Column  #: the hex in which it builds a position (14.3, 19.1.5), -1 for none
    rail: Column  #: Rail Mode (7.7.3)
    goal: Column  #: the destination of a unit in Rail Mode or at sea, -1 for none
    trip: Column  #: it rides on a Sortie RP; was interrupted (7.7.5); its port was changed: it may not move (7.9.1)
    due: Column  #: the GT in which a unit on the track returns (7.7.5, 15.6.4), 0 for none
    owed: Column  #: MPs expended in reactions and retirements, to be paid (8.2.4)
    pa: Column  #: the hex at which its Prepared Attack marker points, -1 for none (7.3)
    target: Column  #: the hex that it will attack or has attacked in this phase, -1 for none (9.1)
    origin: Column  #: where it stood when this movement phase began, -1 when it was not on the map (7.1.5, 7.3.3)
    spent: Column  #: MPs expended in this movement phase
    did: Column  #: bits: what it did or suffered in this phase
    ammo: Column  #: of a supply unit: Ammo provided since the last Supply Phase (9.4.2)
    rolled: Column  #: 1: a Fort that has rolled for abandonment (8.5.3)
    routine: Column  #: of a Siege-Train HQ: the GT from which its Prep Bombardment Routine is active, 0 for none (20.1)

    allied_area: Column  #: by hex: the Allied army in whose Area of Attachment it lies, -1 for none (5.1)
    german_area: Column  #: by hex: the same for German armies
    second_area: Column  #: by hex: BEF and Belgian areas that overlap others (5.1.4)
    control: Column  #: by hex: NOBODY, ALLIED or GERMAN, as it was when this phase began (3.4, B75)
    ip: Column  #: by hex: the level of an Improved Position built in the game, 2 when it is of this phase (7.5.1a, 14)
    dug_by: Column  #: by hex: ALLIED or GERMAN: who built the position there (14.4)
    ruined: Column  #: by hex: 1: the printed position there is ruined (14.5)
    operational: Column  #: by hex: bits ALLIED, GERMAN: whose trains run there (18.1)
    station: Column  #: by hex: a unit entrained or detrained there in this phase (7.7.3): 1; 2: of the RND
    traffic: Column  #: by NARROWS: halves of a Rail Point that went through since the last Inter-Phase (18.6)
    blown: Column  #: by bridge (board.BRIDGE_WORDS): 1: damaged (7.1.4a); 2, 3: of the pontoon (triggers.DESTROYED)
    structures: Column  #: by STRUCTURE_WORDS: STANDING to REBUILT (18.4)
    taken: Column  #: by STRUCTURE_WORDS: bits: which of its two hexes were German controlled at any time (18.4.1)

    army_active: Column  #: by army: the GT in which it is activated, 0 if it is active (1.1)
    seed: Column  #: by army: the hex of its Army marker (5.1.1), -1 for none
    line_next: Column  #: by army: the army beyond the boundary that begins with it, -1 for none (5.1.1)
    line_way: Column  #: by army: the direction of that boundary's normal (areas.Line)
    line_at: Column  #: by army: its offset along the normal
    bend_at: Column  #: by army: the hex at which it bends, -1 for none
    bend_turn: Column  #: by army: how it bends there (areas.Bend.code)
    second_bend_at: Column  #: by army: where it bends again
    second_bend_turn: Column  #: by army: and how
    plan: Column  #: by army: its Strategic Plan (26)
    mandated: Column  #: by army: Mandated Attacks made (26.4.2)
    rank: Column  #: by army: its place in the order in which its owner lets armies have single tracks (15.0.b, B68)
    shortage: Column  #: by army: the Provision Limit of its Ammo Shortage marker, 0 without one (15.8)
    used: Column  #: by army: Ammo provided under that limit
    trucks: Column  #: by army: Truck uses left (25.3)
    base: Column  #: by army: the hex of its Army Base (23.1, 24.3), -1 for none
    pools: Column  #: by POOLS
    events: Column  #: by EVENTS

    @property
    def rules(self) -> Rules:
        """What is particular to the scenario."""
        return SCENARIOS[self.scenario]

    # -- who stands where --------------------------------------------------------------------------------------

    @kept(*STOOD, renew=repile)
    def stacks(self) -> dict[int, list[int]]:
        """Units by hex, in no order of hexes; a Two-Hex Unit stands in both. Do not change the lists."""
        return pile(self)

    def stack(self, h: int) -> list[int]:
        """The units in a hex, of whatever side. Do not change the list."""
        return self.stacks().get(h, [])

    def own(self, h: int, side: str) -> list[int]:
        """The units of a side in a hex."""
        return [u for u in self.stack(h) if SIDE[u] == side]

    def hexes(self, u: int) -> tuple[int, ...]:
        """The hexes that a unit on the map occupies (19.0)."""
        if self.at[u] >= SIZE:
            return ()
        return (self.at[u],) if self.second[u] < 0 else (self.at[u], self.second[u])

    @kept(*STOOD, renew=resurvey)
    def ground(self, side: str) -> Ground:
        """Where the side is, as the rules of zones, movement and supply ask."""
        return survey(self, side)

    @kept("control")
    def held(self, side: str) -> int:
        """3.4, B75: bitset of the hexes that the side controlled when this phase began."""
        return places(self.control.tobytes(), CONTROL[side])

    def flooded(self, a: int, b: int) -> bool:
        """21.3: whether the IJzer Inundation lies between two neighbours."""
        return bool(self.events[_FLOODED]) and (a, b) in FLOODS

    def area(self, side: str) -> Column:
        """By hex: the army of the side in whose Area of Attachment it lies."""
        return self.allied_area if side == "allied" else self.german_area

    # -- what a unit is now ------------------------------------------------------------------------------------

    def is_combat(self, u: int) -> bool:
        """8.5, 8.5.g: a Combat unit, an abandoned Fort among them."""
        return IS_COMBAT[u] or (IS_FORT[u] and self.face[u] == 1)

    def is_infantry(self, u: int) -> bool:
        """8.5, 8.5.d: an infantry unit, an abandoned Fort among them."""
        return IS_INFANTRY[u] or (IS_FORT[u] and self.face[u] == 1)

    def is_active(self, u: int) -> bool:
        """1.1.p, 1.1.r: neither the unit nor its army is Inactive."""
        army = self.army[u]
        if self.inactive[u]:
            return self.inactive[u] == ROUSED
        return army == NO_ARMY or not self.army_active[army]

    def rides(self, u: int) -> bool:
        """7.7.4: in Rail Mode, which it enters when it has entrained, and leaves when it has detrained."""
        return self.rail[u] > ENTRAINING

    def watches(self, u: int) -> bool:
        """3.3, 7.7.4.c, 12.1.2: whether it exerts a zone: a garrisoned Fortress, a Combat unit not in Rail Mode."""
        return not self.face[u] if IS_FORTRESS[u] else self.is_combat(u) and not self.rides(u)

    def rouse(self, u: int) -> None:
        """1.1.q, 1.1.s: an Inactive unit is activated before its time, even if its army is not."""
        if not self.is_active(u):
            self.inactive[u] = ROUSED

    def attack(self, u: int) -> int:
        """2.3.1: attack strength as the counter and its marker show it."""
        if IS_FORT[u]:
            return BACK[u][0] if self.face[u] else 0
        found = FACES[u][self.sr[u]][0]
        return max(1, found - DETACHED) if self.face[u] and IS_TERRITORIAL[u] else found

    def defence(self, u: int) -> int:
        """2.3.2, 13.1.3.c: defence strength as the counter and its marker show it."""
        if self.face[u] and (IS_FORT[u] or IS_FORTRESS[u]):
            return BACK[u][1]
        found = FACES[u][self.sr[u]][1]
        return max(1, found - DETACHED) if self.face[u] and IS_TERRITORIAL[u] else found

    def size(self, u: int) -> int:
        """19.1.3: eighths of a division-equivalent in each hex that it occupies."""
        return self.whole(u) // 2 if self.second[u] >= 0 else self.whole(u)

    def whole(self, u: int) -> int:
        """1.1.j, 8.5.b: eighths of a division-equivalent; an abandoned Fort is a regiment (8.5, B188)."""
        return REGIMENT if IS_FORT[u] and self.face[u] else EIGHTHS[u]

    def guns(self, u: int) -> int:
        """2.3.4, 2.4.3, 2.5.3, 8.5.c: its Artillery Value; the guns stay in a Fort that is abandoned (8.5, B188)."""
        return 0 if IS_FORT[u] and self.face[u] else GUNS[u]

    def depots(self, army: int) -> list[int]:
        """The Depots of an army that are on the map, the Secondary one among them (15.7)."""
        return [u for u in DEPOTS if self.army[u] == army and self.at[u] < SIZE]

    # -- what happens to units ---------------------------------------------------------------------------------

    def put(self, u: int, place: int, second: int = -1) -> None:
        """Puts a unit into a hex, two hexes or a box; nothing else happens. See entry.enter."""
        self.at[u], self.second[u] = place, second

    def step(self, units: tuple[int, ...], place: int, second: int = -1) -> None:
        """The same for units of one side that go together; what follows from a step on the map is known at once."""
        hexes = {h for u in units for h in (self.at[u], self.second[u]) if h >= 0}
        if max(place, *hexes) >= SIZE:
            for u in units:
                self.put(u, place, second)
            return
        side = SIDE[units[0]]
        stacks, mine, theirs = self.stacks(), self.ground(side), self.ground(FOE[side])
        for u in units:
            self.at[u], self.second[u] = place, second
        hexes.add(place)
        if second >= 0:
            hexes.add(second)
        stacks = restacked(self, stacks, units, hexes)
        _lay_stacks(stacks, self)
        _lay_ground(walked(self, mine, units, hexes, stacks), self, side)
        _lay_ground(theirs, self, FOE[side])

    def remove(self, u: int, place: int = ELIMINATED) -> None:
        """Takes a unit and its markers off the map; drops pending losses that no longer have a unit (9.10.2)."""
        self.at[u], self.second[u] = place, -1
        if self.task[u] == DIG:
            self.drop_work(u)
        for name in FORGOTTEN:
            getattr(self, name)[u] = 0
        for name in FORGOTTEN_HEXES:
            getattr(self, name)[u] = -1
        if IS_FORMATION[u]:
            for v, host in enumerate(self.assigned):
                if host == u:
                    self.assigned[v] = -1
        self.flow[:] = [frame for frame in self.flow if frame[0] != "loss" or any(self.at[v] < SIZE for v in frame[1])]

    def drop_work(self, u: int) -> None:
        """7.8.3, B103, 14.3.4.b: what was done for a task is lost; the right to build a position is free again."""
        if self.task[u] == DIG and self.pools[RIGHTS[SIDE[u]]] != UNLIMITED:
            self.pools[RIGHTS[SIDE[u]]] += 1
        self.task[u], self.done[u], self.site[u] = NO_TASK, 0, -1

    def digs_in(self, u: int) -> int:
        """14.3, 19.1.5: the hex in which a unit builds a position, -1 if it builds none."""
        if self.task[u] != DIG:
            return -1
        return self.site[u] if self.site[u] >= 0 else self.at[u]

    def flip(self, u: int, face: int) -> None:
        """Turns a Fort, a Fortress, a supply unit or a siege gun over."""
        self.face[u] = face


_lay_stacks, _lay_ground = lays(OAOState.stacks), lays(OAOState.ground)


#: what a unit leaves behind with the map; its reductions and status stay with it
FORGOTTEN = ("order", "task", "done", "rail", "trip", "owed", "spent", "did", "ammo", "inactive")
FORGOTTEN_HEXES = ("assigned", "goal", "pa", "target", "origin", "site")
#: that of each army first, then the Secondary ones and that of Antwerpen (15.7, 24.7)
DEPOTS = (*(u for u in DEPOT_OF if u >= 0), *(u for u in UNITS.numbers if IS_DEPOT[u] and u not in DEPOT_OF))


#: columns in which nobody has anything, or is bound anywhere: a column is compared with them as one piece of memory
NO_MARKS, NO_PLACES = bytearray(len(UNITS)), bytearray(array("h", [-1] * len(UNITS)))


def blank() -> OAOState:
    """Nobody on the map, GT 1, nothing controlled."""
    count, armies = len(UNITS), len(ARMIES)
    zeros, nowhere = array("b", bytes(count)), array("h", [-1] * count)
    hexes, areas = array("b", bytes(SIZE)), array("b", [-1] * SIZE)
    by_army = array("b", bytes(armies))
    return OAOState(
        turn=1,
        phasing="allied",
        active="allied",
        phase="setup",
        vp=0,
        at=array("h", [ABSENT] * count),
        second=nowhere[:],
        sr=zeros[:],
        face=zeros[:],
        ce=zeros[:],
        marker=zeros[:],
        army=array("b", [NO_ARMY] * count),
        corps=array("b", [NO_CORPS] * count),
        variable=zeros[:],
        assigned=nowhere[:],
        order=zeros[:],
        inactive=zeros[:],
        task=zeros[:],
        done=zeros[:],
        site=nowhere[:],
        rail=zeros[:],
        goal=nowhere[:],
        trip=zeros[:],
        due=zeros[:],
        owed=zeros[:],
        pa=nowhere[:],
        target=nowhere[:],
        origin=nowhere[:],
        spent=zeros[:],
        did=array("h", bytes(2 * count)),
        ammo=zeros[:],
        rolled=zeros[:],
        routine=zeros[:],
        allied_area=areas[:],
        german_area=areas[:],
        second_area=areas[:],
        control=hexes[:],
        ip=hexes[:],
        dug_by=hexes[:],
        ruined=hexes[:],
        operational=hexes[:],
        station=hexes[:],
        traffic=array("b", bytes(len(NARROWS))),
        blown=array("b", bytes(len(BRIDGE_WORDS))),
        structures=array("b", bytes(len(STRUCTURE_WORDS))),
        taken=array("b", bytes(len(STRUCTURE_WORDS))),
        army_active=by_army[:],
        seed=array("h", [-1] * armies),
        line_next=array("b", [-1] * armies),
        line_way=by_army[:],
        line_at=array("i", [0] * armies),
        bend_at=array("h", [-1] * armies),
        bend_turn=by_army[:],
        second_bend_at=array("h", [-1] * armies),
        second_bend_turn=by_army[:],
        plan=by_army[:],
        mandated=by_army[:],
        rank=by_army[:],
        shortage=by_army[:],
        used=by_army[:],
        trucks=by_army[:],
        base=array("h", [-1] * armies),
        pools=array("h", bytes(2 * len(POOLS))),
        events=array("b", bytes(len(EVENTS))),
    )
