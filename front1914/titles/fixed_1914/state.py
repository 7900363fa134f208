"""What the game remembers, and what follows from it at once.

Derived values (who stands where, who is beside an enemy) are kept by the fields that they rest on (engine.kept).
"""

from __future__ import annotations

from array import array
from typing import Any

from front1914.engine.kept import Part, at_hand, in_look, kept
from front1914.engine.state import Column, State
from front1914.kit.steps import GONE
from front1914.kit.units import stacks, units_at
from front1914.titles.fixed_1914.board import HOME_HEXES, HOME_SIDE, KEY, NEUTRALS, RAIL_NODES, RING, SIZE
from front1914.titles.fixed_1914.charts import LENGTH
from front1914.titles.fixed_1914.presence import Ground, landwehr_for, survey
from front1914.titles.fixed_1914.scenarios import SCENARIOS, Rules
from front1914.titles.fixed_1914.world import (
    ABSENT,
    ATTACK,
    BIT,
    CHAIN,
    COUNTED,
    COUNTRY_OF_NATION,
    DEFENCE,
    ELIMINATED,
    FIELD,
    FOE,
    GUNS,
    IS_BLANK,
    IS_GUN,
    IS_LANDWEHR,
    RUSSIA,
    SIDE,
    SIDES,
    SPAN,
    STRENGTH,
    UNITS,
)

NO_BOX, COLN, METZ, STRASBURG, TO_RUSSIA = range(5)  #: PP-13: the boxes of the secret allocation
BOX_NAMES = ("none", "coln", "metz", "strasburg", "russia")
BY_HOME, BY_GERMAN, BY_ALLIED = range(3)  #: VC-5: who holds a city, an economic hex or a fort
HOLDER = {"german": BY_GERMAN, "allied": BY_ALLIED}
BEGAN, HAS_BEEN = 1, 2  #: bits of `near`
NOT_FOUGHT = -1  #: `against` of a unit that has attacked nobody


_GUNS = Part("at", dict.fromkeys(SPAN, slice(FIELD.stop, None)), "side")  #: fortification artillery of both sides


#: what kept values rest on in combat, on the march and in supply; it is compared once for all values of a kind
_WHERE = (
    "at",
    "step",
    "hidden",
    "order",
    "invaded",
    "taken",
    "upgrades",
    "turn",
    "scenario",
)  #: who is where, which borders are open
COMBAT = (*_WHERE, "bank", "attacked", "defended", "against", "active")
MARCHING = (*_WHERE, "bank", "spent", "near")
SUPPLY = (*_WHERE, "holder")


class FXState(State):
    """Columns are indexed by unit, `holder` by hex, `used` by rail node, the others as said."""

    turn: int
    active: str  #: the side whose player turn it is (SP-1 to SP-6)
    phase: str  #: setup, reinforcement, movement, combat, supply or end
    at: Column  #: hex or box (world.PLACES)
    step: Column  #: place in the chain of steps (UL-5, RP-13)
    order: Column  #: place in the stack, the lowest on top (CB-12)
    hidden: Column  #: 1 while the counter lies inverted (PP-15d, PP-16)
    bank: Column  #: the bank of the river on which it stands in its hex (MB-4, TC-1a)
    box: Column  #: the secret allocation of a German corps (PP-13)
    supply: Column  #: 1 when it was out of supply at the last determination of its side (SU-1)
    spent: Column  #: half movement points spent in this Movement Phase (MV-6)
    moved: Column  #: 1 when its move in this Movement Phase is over
    near: Column  #: bits: BEGAN this phase beside an enemy counter (RM-1, RP-9), HAS_BEEN beside one on its move (SM-1)
    turned: Column  #: 1 when it was put on top of its stack in this phase (B-92)
    attacked: Column  #: 1 when it attacked in this Combat Phase (CB-12)
    defended: Column  #: 1 when it was attacked in this Combat Phase (CB-2)
    against: Column  #: the hex that it attacked in this Combat Phase (CB-14, CB-16, AR-3)
    replaced: Column  #: 1 when it received replacement factors in this turn (RP-6)
    holder: Column  #: by hex: BY_HOME, BY_GERMAN or BY_ALLIED
    invaded: Column  #: by neutral (world.NEUTRALS): the turn in which Germany invaded it, 0 if never (BN, BA)
    taken: Column  #: turn in which Brussels or Antwerp, and Liege or Namur, were first occupied, 0 if never (BN-2)
    used: Column  #: by rail node: 1 when a unit went over it by rail in this player turn (RM-3)
    trains: Column  #: units moved by rail: German, Franco-British, Belgian, by the BEF bonus (RM-2, BA-5)
    factors: Column  #: replacement factors left in this phase: German, French, British (RP)
    lost: Column  #: "A" and "R" corps totally eliminated, by side (VC-3h)
    last_battle: int  #: the last combat result of this phase: 1 and its place in combat.table.CODES; 0 before one
    released: bool  #: the Territorials may move (PP-9)
    upgrades: int  #: Belgian divisions replaced by corps (OU-1)
    extra: int  #: additional Belgian corps (OU-2)

    @property
    def rules(self) -> Rules:
        """What is particular to the scenario."""
        return SCENARIOS[self.scenario]

    # -- who stands where --------------------------------------------------------------------------------------

    @kept("at", "order")
    def stacks(self) -> dict[int, list[int]]:
        """Field units and blanks by hex, the top of each stack first; fortification artillery lies apart (H15)."""
        found = stacks(self.at[FIELD], SIZE)
        for stack in found.values():
            if len(stack) > 1:
                stack.sort(key=self.order.__getitem__)
        return found

    def stack(self, h: int) -> list[int]:
        """The field units and blanks in a hex, the top one first. Do not change the list."""
        stacks = _stacks_at_hand(self)
        return _stack(self, h) if stacks is None else stacks.get(h, [])

    @kept("at", "order")
    def crowds(self, side: str) -> dict[int, list[int]]:
        """The stacks of more than one unit of a side, the top of each first."""
        every: dict[int, list[int]] = {}
        order = self.order
        for u, h in enumerate(self.at[SPAN[side]], SPAN[side].start):
            if h in every:
                every[h].append(u)
            else:
                every[h] = [u]
        found = {h: stack for h, stack in every.items() if len(stack) > 1 and h < SIZE}
        if not found.keys().isdisjoint(self.at[SPAN[FOE[side]]]):
            return {h: self.stack(h) for h in found}
        for h, stack in found.items():
            if stack[-1] >= FIELD.stop:
                stack = found[h] = [u for u in stack if u < FIELD.stop]
            if len(stack) > 2:
                stack.sort(key=order.__getitem__)
            elif len(stack) > 1 and order[stack[0]] > order[stack[1]]:
                stack.reverse()
        return found

    def gun(self, h: int) -> int | None:
        """The fortification artillery in a hex, if it is there."""
        u = GUNS.get(h)
        return u if u is not None and self.at[u] == h else None

    @kept(Part("at", SPAN, "side"), Part("step", SPAN, "side"), Part("hidden", SPAN, "side"), _GUNS, "invaded")
    def ground(self, side: str) -> Ground:
        """Where the side is, as the rules of movement, revelation and supply ask."""
        return survey(self, side)

    def at_war(self, nation: str) -> bool:
        """B-24: whether the nation's units are enemies of the other side: neutrals only once they are invaded."""
        country = COUNTRY_OF_NATION[nation]
        return country not in NEUTRALS or self.invaded[NEUTRALS.index(country)] > 0

    def holds(self, side: str, h: int) -> bool:
        """VC-5.3, MB-11.3, MB-12: whether the side holds a city, an economic hex or a fort. Neutrals hold their own."""
        holder = self.holder[h]
        if holder != BY_HOME:
            return holder == HOLDER[side]
        return HOME_SIDE[h] == side and not self.neutral_town(h)

    def neutral_town(self, h: int) -> bool:
        """Whether the hex belongs to a neutral that would be an Allied country: Belgium or Holland."""
        return HOME_SIDE[h] == "allied" and any(
            HOME_HEXES[country] >> h & 1 and not self.invaded[i] for i, country in enumerate(NEUTRALS)
        )

    @kept("holder", "invaded")
    def held(self, side: str) -> int:
        """Bitset of the cities, economic hexes and forts that the side controls."""
        return sum(BIT[h] for h in KEY if self.holds(side, h))

    # -- what a unit is now ------------------------------------------------------------------------------------

    def attack(self, u: int) -> int:
        """UC-2: the printed attack factor of its present step."""
        return ATTACK[u][self.step[u]]

    def defence(self, u: int) -> int:
        """UC-3: the printed defence factor of its present step; 0 for fortification artillery (FA-1)."""
        return DEFENCE[u][self.step[u]]

    def on_map(self, u: int) -> bool:
        return self.at[u] < SIZE

    @property
    def in_russia(self) -> int:
        """PP-14: infantry corps sent to Russia."""
        return sum(place == RUSSIA and COUNTED[u] for u, place in enumerate(self.at[SPAN["german"]]))

    @property
    def last_turn(self) -> int:
        """DP-5.2, GT-1: the length of the game, which the Allied player may not know before its last turn."""
        return self.rules.last_turn or LENGTH[self.in_russia]

    # -- what is told ------------------------------------------------------------------------------------------

    def mention(self, kind: str, u: int, **data: Any) -> None:
        """Tells of a unit: everybody if it lies face up, else its owner alone."""
        if self.news is not None:
            self.tell(kind, only=SIDE[u] if self.hidden[u] else None, unit=u, **data)

    # -- what happens to units ---------------------------------------------------------------------------------

    def put(self, u: int, place: int, bank: int = 0) -> None:
        """Puts a unit into a hex or a box, in a hex under the others of its kind (H15); nothing else happens."""
        before = self.at[u]
        others = _in_hex(self, place) if place < SIZE and not IS_GUN[u] else []
        self.at[u] = place
        self.bank[u] = bank
        self.order[u] = 0
        if others:
            self.arrange([*(other for other in others if other != u), u])
        if before < SIZE and before != place:
            self._close_up(before)

    def _close_up(self, h: int) -> None:
        """CB-15: when a unit has left, one without a defence factor may not lie on top of others."""
        stack = _in_hex(self, h)
        if len(stack) > 1 and not self.defence(stack[0]):
            self.arrange(stack)

    def arrange(self, stack: list[int]) -> None:
        """CB-12, CB-15: the units of a hex in this order, but zero-defence units never on top of others (B-84)."""
        if len(stack) > 1 and not self.defence(stack[0]):
            host = next((u for u in stack if self.defence(u)), None)
            if host is not None:
                stack = [host, *(u for u in stack if u != host)]
        for place, u in enumerate(stack):
            self.order[u] = place

    def lose_step(self, u: int) -> tuple[int, ...]:
        """IN-1a, DP-5.1, UL-5: the unit loses a step; who is left of it: itself, smaller Landwehr (UL-8), or nobody."""
        if IS_LANDWEHR[u]:
            return self._break(u)
        after = CHAIN[u].loss[self.step[u]]
        if after == GONE:  # UL-6.1, UL-6.2, UL-9, UL-10.1, UL-11
            self.eliminate(u)
            return ()
        self.step[u] = after  # UC-1: there is a counter for everybody
        self.mention("loss", u, face=after)
        if not self.defence(u) and len(self.stack(self.at[u])) > 1:
            self.arrange(list(self.stack(self.at[u])))
        return (u,)

    def _break(self, u: int) -> tuple[int, ...]:
        """UL-8, B-87: Landwehr loses one point of strength; the rest is changed into the largest counters."""
        left = STRENGTH[u] - 1
        if not left:
            self.eliminate(u)
            return ()
        heirs = landwehr_for(self, left)
        self.mention("loss", u, face=0)
        self.exchange((u,), heirs)
        return heirs

    def exchange(self, old: tuple[int, ...], new: tuple[int, ...]) -> None:
        """CE-2: Landwehr counters in one hex give way to others, which are in the same situation as the first."""
        u, place = old[0], self.at[old[0]]
        stack = [other for other in self.stack(place) if other not in old or other == u]
        order = [other for other in stack if other != u]
        order[stack.index(u) : stack.index(u)] = new
        fought = next((self.against[other] for other in old if self.against[other] != NOT_FOUGHT), NOT_FOUGHT)
        for heir in new:
            self.against[heir] = fought
            for name in INHERITED:
                column = getattr(self, name)
                column[heir] = column[u]
        for name in ("spent", "moved", "near", "attacked", "defended", "replaced", "supply", "hidden"):
            column = getattr(self, name)  # whoever is merged has done what any of them did
            most = max(column[other] for other in old)
            for heir in new:
                column[heir] = most
        for other in old:
            self._clear(other, ABSENT)
        self.arrange(order)
        self.mention("regrouped", new[0], units=new, hex=place)

    def eliminate(self, u: int) -> None:
        """A unit is out of the game, unless a later reinforcement is made of it (PP-2)."""
        where = self.at[u] if self.at[u] < SIZE else -1
        shown = not self.hidden[u]
        self.tell("eliminated", unit=u, hex=where, reveals=not shown)
        if COUNTED[u]:
            self.lost[SIDES.index(SIDE[u])] += 1
        self._clear(u, ABSENT if IS_LANDWEHR[u] or IS_BLANK[u] else ELIMINATED)

    def _clear(self, u: int, place: int) -> None:
        """Off the map: as it would return."""
        for name in FORGOTTEN:
            getattr(self, name)[u] = 0
        self.against[u] = NOT_FOUGHT
        before, self.at[u] = self.at[u], place
        if before < SIZE:
            self._close_up(before)

    def remove(self, u: int, place: int) -> None:
        """To a box beside the map, without a loss."""
        self._clear(u, place)


#: what a Landwehr counter takes over from the one that it is made of, and what a unit leaves behind with the map
INHERITED = ("at", "bank")
FORGOTTEN = (
    "step",
    "order",
    "hidden",
    "bank",
    "supply",
    "spent",
    "moved",
    "near",
    "turned",
    "attacked",
    "defended",
    "replaced",
)


_stacks_at_hand = at_hand(FXState.stacks)


@in_look
def _stack(s: FXState, h: int) -> list[int]:
    """One stack, when the others are not known."""
    return _in_hex(s, h)


def _in_hex(s: FXState, h: int) -> list[int]:
    """The same, as it is found: for whoever is about to change it."""
    found = units_at(s.at, h)
    if found and found[-1] >= FIELD.stop:
        found = [u for u in found if u < FIELD.stop]
    if len(found) > 1:
        found.sort(key=s.order.__getitem__)
    return found


def beside_enemy(s: FXState, u: int) -> bool:
    """Whether a counter stands next to an enemy counter in sight (SM-1, RM-1, RP-9)."""
    h = s.at[u]
    return h < SIZE and bool(RING[h] & s.ground(FOE[SIDE[u]]).live)


def blank() -> FXState:
    """Nobody in the game, turn 1, everything in the hands of its own country (MB-11)."""
    count = len(UNITS)
    zeros = array("b", bytes(count))
    return FXState(
        turn=1,
        active="german",
        phase="setup",
        at=array("h", [ABSENT] * count),
        step=zeros[:],
        order=zeros[:],
        hidden=zeros[:],
        bank=zeros[:],
        box=zeros[:],
        supply=zeros[:],
        spent=zeros[:],
        moved=zeros[:],
        near=zeros[:],
        turned=zeros[:],
        attacked=zeros[:],
        defended=zeros[:],
        against=array("h", [NOT_FOUGHT] * count),
        replaced=zeros[:],
        holder=array("b", bytes(SIZE)),
        invaded=array("b", bytes(len(NEUTRALS))),
        taken=array("b", bytes(2)),
        used=array("b", bytes(len(RAIL_NODES))),
        trains=array("b", bytes(4)),
        factors=array("b", bytes(3)),
        lost=array("b", bytes(2)),
        last_battle=0,
        released=False,
        upgrades=0,
        extra=0,
    )
