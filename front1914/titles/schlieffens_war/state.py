"""What the game remembers, and what follows from it at once.

Derived values (who stands where, zones of control) are kept by the fields that they rest on (engine.kept).
"""

from __future__ import annotations

from array import array
from typing import Any

from front1914.engine.kept import Part, at_hand, kept
from front1914.engine.state import Column, State
from front1914.kit.units import changed, stacks, units_in
from front1914.titles.schlieffens_war.scenarios import SCENARIOS, Rules
from front1914.titles.schlieffens_war.world import (
    ABSENT,
    BIT,
    BOARD,
    DISPLAY,
    FACTOR,
    FORTRESS,
    FULL,
    GERMANY,
    IS_COMBAT,
    IS_CORPS,
    IS_FORT,
    NATION,
    OWN,
    PERIMETER,
    REMOVED,
    SCORING,
    SIDE,
    SIZE,
    SPAN,
    UNITS,
)

FATIGUED, NORMAL, ELAN = 0, 1, 2  #: 9.6
IN_SUPPLY, FORTRESS_SUPPLY, OUT_OF_SUPPLY = 0, 1, 2  #: 8.0
MANY = 12  #: if more units went elsewhere all stacks are looked at


def _uncover(s: SWState, old: frozenset[int], was: tuple[bytearray, ...], side: str) -> frozenset[int]:
    """Who is covered, from who was: only the stacks that somebody left, joined or turned over are looked at."""
    first, at, order = SPAN[side].start, s.at[SPAN[side]], s.order[SPAN[side]]
    moved = {*changed(was[0], at), *changed(was[1], order)}
    before, now = memoryview(was[0]).cast("h"), at.tobytes()
    found = set(old)
    for h in {at[u] for u in moved} | {before[u] for u in moved}:
        units = [first + u for u in units_in(now, h)] if h < SIZE else []
        found.difference_update(units)
        found.update(s._below(units))
    found.difference_update([first + u for u in moved if at[u] >= SIZE])
    return frozenset(found)


def _restack(s: SWState, old: dict[int, list[int]], was: tuple[bytearray, ...]) -> dict[int, list[int]]:
    """Who stands where, from who stood where: the same stacks are looked at."""
    moved = changed(was[0], s.at)
    if len(moved) > MANY:
        return s._all_stacks()
    before, now, found = memoryview(was[0]).cast("h"), s.at.tobytes(), old.copy()
    for h in {s.at[u] for u in (*moved, *changed(was[1], s.order))} | {before[u] for u in moved}:
        units = units_in(now, h) if h < SIZE else []
        if units:
            found[h] = s._ordered(units)
        else:
            found.pop(h, None)
    return found


class SWState(State):
    """Columns are indexed by unit, `captured` by hex."""

    turn: int
    active: str  #: the phasing side (5.0)
    phase: str  #: setup, regroup, movement, combat, administrative or end
    at: Column  #: hex or box (world.PLACES)
    steps: Column  #: steps left; a fort counts all its counters (R89); full again when it leaves the map
    morale: Column  #: FATIGUED, NORMAL, ELAN; corps only
    morale_was: Column  #: at the start of the phase: no more than one level from it (9.6, R96)
    supply: Column  #: IN_SUPPLY, FORTRESS_SUPPLY, OUT_OF_SUPPLY, as of the last own Administrative Phase (8.1)
    order: Column  #: place in the stack among its like, the lowest on top (R24)
    spent: Column  #: movement points spent in this Movement Phase
    marched: Column  #: 1 when its move in this Movement Phase is over, or it was left where it is
    probed: Column  #: 1 when it made a probing attack in this Combat Phase (11.1)
    attacked: Column  #: 1 when it attacked in this Combat Phase (11.5)
    defended: Column  #: 1 when it was attacked in this Combat Phase (11.5)
    turned: Column  #: 1 when it was put on top of its stack in this phase
    captured: Column  #: by hex: 1 while held by the side that did not hold it at the start (3.3)
    plan17: int  #: qualifying attacks (4.4)
    paris: bool  #: Paris has been endangered (4.1)
    coup: int  #: 1 while the coup de main marker is available (11.23)
    artillery: Column  #: by heavy artillery marker: available from that turn on, 0 when removed (11.23)
    withdrawn: int  #: corps sent to the East Front on Turn 7 (9.4)
    last_battle: int  #: steps of the last combat result of this phase: 1 + 10 x attacker + defender; 0 before one

    @property
    def rules(self) -> Rules:
        """What is particular to the scenario."""
        return SCENARIOS[self.scenario]

    # -- who stands where --------------------------------------------------------------------------------------

    @kept("at", "order", renew=_restack)
    def stacks(self) -> dict[int, list[int]]:
        """Units by hex, in no order of hexes, the top of each stack first; corps and forts lie above HQs and depots
        (R24)."""
        return self._all_stacks()

    def _all_stacks(self) -> dict[int, list[int]]:
        found = stacks(self.at, SIZE)
        for h, units in found.items():
            if len(units) > 1:
                found[h] = self._ordered(units)
        return found

    def stack(self, h: int) -> list[int]:
        """The units in a hex, the top one first. Do not change the list."""
        stacks = _stacks_at_hand(self)
        if stacks is not None:
            return stacks.get(h, [])
        units = units_in(self.at.tobytes(), h)
        return self._ordered(units) if len(units) > 1 else units

    def _ordered(self, units: list[int]) -> list[int]:
        order = self.order
        places = [_KIND[u] | order[u] << _ORDER for u in units]  # numbers sort quicker than tuples
        places.sort()
        return [place & _UNIT for place in places]

    @kept(Part("at", SPAN, "side"), Part("order", SPAN, "side"), renew=_uncover)
    def covered(self, side: str) -> frozenset[int]:
        """6.6: the units of a side that lie under another, but for forts; no hex holds units of both sides."""
        return frozenset(u for units in stacks(self.at, SIZE, OWN[side]).values() for u in self._below(units))

    def _below(self, units: list[int]) -> list[int]:
        """Who of a stack is covered."""
        return [u for u in self._ordered(units)[1:] if not IS_FORT[u]] if len(units) > 1 else []

    def occupied(self, side: str) -> int:
        """Bitset of the hexes in which the side has a unit of any kind."""
        return self._ground(side)[0]

    def zone(self, side: str) -> int:
        """7.0, 10.8.a: bitset of the side's zone: round its corps, except in a fortress or with a fort (R27)."""
        return self._ground(side)[1]

    @kept(Part("at", SPAN, "side"))
    def _ground(self, side: str) -> tuple[int, int]:
        """Where the side is, and its zone of control: they follow from the places of its units alone (7.0.c, 7.0.d)."""
        at, corps, forts, others = self.at, 0, 0, 0
        for u in OWN[side]:
            if IS_CORPS[u]:
                corps |= BIT[at[u]]
            elif IS_FORT[u]:
                forts |= BIT[at[u]]
            else:
                others |= BIT[at[u]]
        return corps | forts | others, BOARD.spread(corps & ~(FORTRESS | forts))  # 7.0.a, 7.0.e

    def held(self, side: str) -> int:
        """3.3: bitset of the hexes that the side controls."""
        found = self._german_hexes()
        return found if side == "german" else BOARD.exists & ~found

    @kept("captured")
    def _german_hexes(self) -> int:
        return GERMANY ^ int(self.captured.tobytes()[::-1].translate(_DIGITS), 2)

    @property
    def vp(self) -> int:
        """4.6, R09: German victory points: each capture adds one, each recapture takes one away."""
        return (self.held("german") & SCORING).bit_count()  # 4.6.a, 4.6.b, 4.6.c

    # -- what a unit is now ------------------------------------------------------------------------------------

    def factor(self, u: int) -> int:
        """The factor on the side of the counter that is up (2.6, 2.7, R41); halving by supply is another matter."""
        if IS_COMBAT[u]:
            return FACTOR[u][self.steps[u]]
        return FACTOR[u][self.supply[u] != OUT_OF_SUPPLY]  # 2.7.c

    # -- fog of war (6.6) --------------------------------------------------------------------------------------

    def seen(self, u: int) -> bool:
        """Whether the enemy may examine the unit: the top one of its stack (6.6, R24), or all without fog of war."""
        if not self.options["fog"]:
            return True
        h = self.at[u]
        return h >= SIZE or self.stack(h)[0] == u

    def mention(self, kind: str, u: int, shown: bool = False, **data: Any) -> None:
        """Tells of a unit: everybody if the enemy may see it now, else its owner alone."""
        if self.news is not None:
            self.tell(kind, only=None if shown or self.seen(u) else SIDE[u], unit=u, **data)

    # -- what happens to units ---------------------------------------------------------------------------------

    def put(self, u: int, place: int) -> None:
        """2.1.g: puts a unit into one hex or box, in a hex under those of its like; nothing else happens."""
        below, order = -1, self.order
        if place < SIZE:
            for other in units_in(self.at.tobytes(), place):
                if order[other] > below and other != u:
                    below = order[other]
        order[u] = below + 1
        self.at[u] = place

    def capture(self, side: str, h: int) -> None:
        """A unit is in the hex, if only in passing: control (R92), cities (4.6) and Paris (4.1)."""
        if (GERMANY >> h & 1 ^ self.captured[h]) != (side == "german"):  # 3.3.a, 3.3.c
            self.captured[h] ^= 1
            self.tell("control", hex=h, side=side)
            if SCORING >> h & 1:
                self.tell("city", hex=h, side=side, vp=self.vp)
        if side == "german" and not self.paris and PERIMETER >> h & 1:  # 4.1.a
            self.paris = True  # 4.1.b: for good
            self.tell("paris", hex=h)

    def enter(self, u: int, h: int) -> None:
        """A unit moves into a hex by whatever way: march, probe, advance, retreat or displacement."""
        self.put(u, h)
        self.capture(SIDE[u], h)

    def lose_step(self, u: int, shown: bool = True) -> None:
        """2.7, 2.8: the unit loses a step; its last one eliminates it. `shown`: the enemy may see which unit it is."""
        self.steps[u] -= 1
        if self.steps[u] > 0:  # 2.7.a, 2.7.b, 2.7.d, 2.8.d
            self.mention("loss", u, shown, left=self.steps[u])
        else:
            self.eliminate(u)

    def eliminate(self, u: int) -> None:
        """2.8, 8.8, 9.5: to the display, whence it may return, or for good: forts, Belgians, corps out of supply."""
        lost = IS_CORPS[u] and self.supply[u] == OUT_OF_SUPPLY  # 8.8.c, 8.8.d, 11.20.b, 11.20.u
        gone = IS_FORT[u] or NATION[u] == "belgian" or lost  # 2.8.b, 9.5.j
        self.tell("eliminated", unit=u, hex=self.at[u] if self.at[u] < SIZE else -1, forever=gone)
        self.put(u, REMOVED if gone else DISPLAY)  # 2.8.a
        self.steps[u], self.morale[u], self.supply[u] = FULL[u], NORMAL, IN_SUPPLY  # as it would return (9.5, R93)

    def raise_morale(self, u: int) -> None:
        """9.6.g, 11.20.p: one level up, never more than one level above that at the start of the phase."""
        self._shift(u, 1)

    def finish_operation(self) -> None:
        """5.0: with strict taking back, what has just been finished stands."""
        if self.options.get("takebacks") == "operation":
            self.seal()

    def lower_morale(self, u: int) -> None:
        """9.6.h, 11.20.q: one level down, never more than one level below that at the start of the phase."""
        self._shift(u, -1)

    def _shift(self, u: int, by: int) -> None:
        level = self.morale[u] + by
        if IS_CORPS[u] and FATIGUED <= level <= ELAN and abs(level - self.morale_was[u]) <= 1:  # 9.6.f, 9.6.i
            self.morale[u] = level
            self.mention("morale", u, level=level)


_ORDER = len(UNITS).bit_length()
_UNIT = (1 << _ORDER) - 1
_KIND = tuple((not IS_COMBAT[u]) << _ORDER + 8 | u for u in UNITS.numbers)  #: above its `order`, which is a byte
_stacks_at_hand = at_hand(SWState.stacks)
_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


def blank() -> SWState:
    """Nobody in the game, Turn 1, nothing captured (3.1, 3.3)."""
    count = len(UNITS)
    zeros = array("b", bytes(count))
    return SWState(
        turn=1,  # 3.1.l
        active="german",
        phase="setup",
        at=array("h", [ABSENT] * count),
        steps=array("b", FULL),
        morale=array("b", [NORMAL] * count),
        morale_was=array("b", [NORMAL] * count),
        supply=zeros[:],
        order=zeros[:],
        spent=zeros[:],
        marched=zeros[:],
        probed=zeros[:],
        attacked=zeros[:],
        defended=zeros[:],
        turned=zeros[:],
        captured=array("b", bytes(SIZE)),
        plan17=0,  # 3.1.l
        paris=False,
        coup=1,
        artillery=array("b", [1, 1, 1]),
        withdrawn=0,
        last_battle=0,
    )
