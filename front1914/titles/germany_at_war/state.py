"""What the game remembers, and what follows from it at once.

Derived values (who stands where, what is friendly) are kept by the fields that they rest on (engine.kept).
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

from front1914.engine.decision import OBSERVER
from front1914.engine.kept import Part, kept
from front1914.engine.state import Column, State
from front1914.kit.units import changed
from front1914.titles.germany_at_war.scenarios import SCENARIOS, Rules
from front1914.titles.germany_at_war.world import (
    ABSENT,
    BIT,
    BUILDERS,
    CAPITAL,
    COUNT,
    DEAD,
    DISCS,
    FACES,
    FIRST,
    FOE,
    FORT_AREA,
    FORTS,
    FORTS_IN,
    POWER,
    POWERS,
    SIDE,
    SIDE_OF,
    SIZE,
    SPAN,
    STACK,
    STRENGTH,
)

OFF = -1
CONCEALED, ACTIVATED, ATTACKER, SHOWDOWN = range(4)  #: why a block lies face up (1.4)
UNKNOWN, BY_ICON, BY_SIGHT = range(3)  #: what the enemy knows of a concealed block
OLD, NEW, FOUGHT = 1, 2, 4  #: of an Area: contested at the start of the Impulse, newly contested, its Battle is over
CALLED = 2  #: `acted` of a unit that was called on and did nothing; it can be called on again when another has acted
HELD, ON_BATTLE, ON_TRACK = range(3)  #: the Initiative Disc: held; spent until the end of the Battle, of the Impulse


#: what kept values rest on: the Garrisons; who is where; and all that commands and marches ask for, which is compared
#: once for all of them
DISC_FIELDS = ("german", "french", "belgian")
GROUND = ("at", *DISC_FIELDS)
MARCHING = (*GROUND, "control", "scenario", "front", "action", "leaders", "surprise", "face")


def _went(s: GWState, old: tuple[int, int], was: tuple[bytearray], side: str) -> tuple[int, int]:
    """Where blocks of a Side are, from where they were: only Areas that somebody left or entered are looked at."""
    bits, full = old
    at, before = s.at[SPAN[side]], memoryview(was[0]).cast("h")
    for place in {place for u in changed(was[0], at) for place in (before[u], at[u]) if place < SIZE}:
        count = at.count(place)
        bits = bits | BIT[place] if count else bits & ~BIT[place]
        full = full | BIT[place] if _holds_no_more(place, count) else full & ~BIT[place]
    return bits, full


def _holds_no_more(h: int, count: int) -> bool:
    """2.4: whether so many blocks of a Side are as many as an Area holds."""
    return count >= STACK[h]  # 2.4.f, 2.4.g, 2.4.h


class GWState(State):
    """Columns are indexed by block, by Area (`control`, `front`), by Fortress or by Power (`valour`)."""

    turn: int
    impulse: int  #: its number in the turn
    active: str  #: the Phasing Side (3.2)
    holder: str  #: the Side to which the Initiative Disc belongs (3.3)
    disc: int  #: HELD, ON_BATTLE, ON_TRACK
    passes: int  #: consecutive Passes (3.0)
    action: str  #: tactical, strategic, call or pass; empty between Impulses
    surprise: int  #: 1 during the first Impulse under the Surprise Bonus (7.2.3)
    leaders: int  #: Leaders activated in this Impulse
    used: int  #: units used in this Impulse, or steps restored in this Reinforcement Phase
    fights: int  #: Battles of this Impulse
    at: Column  #: Area or box (world.PLACES)
    face: Column  #: 0 is full strength
    shown: Column  #: CONCEALED, ACTIVATED, ATTACKER, SHOWDOWN
    isolated: Column  #: 1 as of the last Isolation Check of its Side (7.0.1)
    acted: Column  #: 1 when it moved, built or was activated in this Impulse; CALLED
    river: Column  #: the river it crossed to engage in this Impulse
    impetus: Column  #: 1 while it may still move by Impetus (7.6)
    hits: Column  #: hits absorbed so far in this Battle (7.5.1.13)
    token: Column  #: the number by which the enemy may follow it, 0 before it enters play
    known: Column  #: UNKNOWN, BY_ICON, BY_SIGHT
    last: Column  #: the face that the enemy has seen last or can reckon
    control: Column  #: 0 German, 1 Entente
    front: Column  #: OLD, NEW, FOUGHT
    german: Column  #: by Fortress: black discs
    french: Column  #: blue discs
    belgian: Column  #: brown discs
    cut: Column  #: by Fortress: 1 when Isolated as of the last check of its Side
    valour: Column  #: by Power
    battle: int  #: the Area of the Battle, OFF without one
    cavalry: int  #: what the Attacker declared (7.5.1.1), OFF before
    edge: str  #: pontoon, pioneers or foch in this Battle (7.2)
    general: int  #: 1 when a General Retreat was called (7.5.1.2)
    plan: int  #: 1 when the Battle counts for Plan XVII (8.4)
    firepower: Column  #: of attack and defence, and then the hits that attacker and defender still have to take
    powers: Column  #: the Power whose Valour counts: attacker, defender; OFF before the Showdown

    @property
    def rules(self) -> Rules:
        """What is particular to the scenario."""
        return SCENARIOS[self.scenario]

    # -- who is where ------------------------------------------------------------------------------------------

    @kept(*GROUND)
    def _ground(self) -> tuple[int, int, int, int, int, int]:
        """Bitsets: Areas with German blocks, with Entente blocks, with blocks or discs of each, and full of each."""
        (german, full), (entente, crowded) = self._stands("german"), self._stands("entente")
        discs = self._survey_discs()
        return german, entente, german | discs[0], entente | discs[1], full, crowded

    @kept(Part("at", SPAN, "side"), renew=_went)
    def _stands(self, side: str) -> tuple[int, int]:
        """Bitsets: the Areas where blocks of a Side are, and those that hold as many as they can."""
        bits = full = 0
        for place, count in Counter(self.at[SPAN[side]]).items():
            bits |= BIT[place]
            if place < SIZE and _holds_no_more(place, count):
                full |= BIT[place]
        return bits, full

    @kept(*DISC_FIELDS)
    def _survey_discs(self) -> tuple[int, int]:
        german = entente = 0
        for f, h in enumerate(FORT_AREA):
            german |= BIT[h] if self.german[f] else 0
            entente |= BIT[h] if self.french[f] or self.belgian[f] else 0
        return german, entente

    def blocks(self, side: str) -> int:
        """Bitset of the Areas in which the Side has a block."""
        return self._ground()[0 if side == "german" else 1]

    def present(self, side: str) -> int:
        """Bitset of the Areas in which the Side has a block or a Garrison (ruling B03)."""
        return self._ground()[2 if side == "german" else 3]

    def full(self, side: str) -> int:
        """2.4: bitset of the Areas that hold as many blocks of the Side as they can."""
        return self._ground()[4 if side == "german" else 5]

    def contested(self) -> int:
        """2.6: bitset of the Areas with both Sides in them."""
        ground = self._ground()
        return ground[2] & ground[3]  # 2.6.d

    def held(self, side: str) -> int:
        """2.6: bitset of the Areas that the Side controls."""
        found = self._entente_areas()
        return found if side == "entente" else ~found & _EVERY

    @kept("control")
    def _entente_areas(self) -> int:
        return int(self.control.tobytes()[::-1].translate(_DIGITS), 2)

    @kept(*MARCHING)
    def friendly(self, side: str) -> int:
        """Bitset of the Areas that the Side controls and that hold no enemy."""
        return self.held(side) & ~self.present(FOE[side]) & self.rules.area  # 7.0.1.e

    def units_in(self, h: int, side: str) -> list[int]:
        """The blocks of a Side in an Area."""
        at, found, u = self.at[SPAN[side]], [], -1
        first = SPAN[side].start
        for _ in range(at.count(h)):
            u = at.index(h, u + 1)
            found.append(first + u)
        return found

    def stacked(self, h: int, side: str) -> int:
        """How many blocks of a Side are in an Area."""
        return self.at[SPAN[side]].count(h)

    def discs_of(self, power: str) -> Column:
        """The discs of a Power, by Fortress."""
        column: Column = getattr(self, power)
        return column

    def discs_in(self, h: int, side: str) -> int:
        """The Garrisons of a Side in an Area."""
        forts = FORTS_IN.get(h, ())
        if side == "german":
            return sum(self.german[f] for f in forts)
        return sum(self.french[f] + self.belgian[f] for f in forts)

    def garrison_kinds(self, h: int, side: str) -> list[int]:
        """The kinds of discs (world.DISC_WORDS) of a Side in an Area."""
        return [
            f * len(BUILDERS) + k
            for f in FORTS_IN.get(h, ())
            for k, power in enumerate(BUILDERS)
            if SIDE_OF[power] == side and self.discs_of(power)[f]
        ]

    def remove_disc(self, kind: int) -> None:
        """4.1: a Garrison is eliminated; its disc can be used again."""
        f, k = divmod(kind, len(BUILDERS))
        self.discs_of(BUILDERS[k])[f] -= 1  # 4.1.i, 7.5.1.15.c
        self.tell("disc_lost", fort=f, power=BUILDERS[k])

    def supply_of(self, power: str) -> int:
        """4.1, 4.1.a: discs of a Power that are not on the map."""
        return DISCS[power] - sum(self.discs_of(power)) if power in BUILDERS else 0

    def dead(self, side: str) -> int:
        """7.5.1.15: eliminated units of a Side."""
        return self.at[SPAN[side]].count(DEAD)

    def strength(self, u: int) -> int:
        """7.5.1.5: dots or stars, a Heart counts 1."""
        return STRENGTH[u][self.face[u]]

    # -- seats and secrets -------------------------------------------------------------------------------------

    def seats(self, side: str) -> tuple[str, ...]:
        """1.5: who plays a Side; the one who decides shared matters first."""
        if side == "entente" and self.options["seats"] == 3:  # 1.5.b
            return ("french", "british")
        return (side,)

    def seat_of(self, power: str) -> str:
        """1.5: the player of a Power: with three the British one leads the Belgians too."""
        seats = self.seats(SIDE_OF[power])
        return seats[0] if len(seats) == 1 or power == "french" else seats[1]

    def chief(self, side: str) -> str:
        """Who decides what concerns the whole Side."""
        return self.seats(side)[0]

    def others(self, side: str) -> tuple[str, ...]:
        """Everybody who is not of the Side."""
        return (*self.seats(FOE[side]), OBSERVER)

    def mention(self, kind: str, u: int, **data: Any) -> None:
        """Tells of a block: by its name if it lies face up, else by name to its own Side and by token to others.

        To others the event has the suffix `_seen`, the token and the Power.
        """
        if self.news is None:
            return
        if self.shown[u] or self.at[u] == DEAD:
            self.tell(kind, unit=u, **data)
            return
        side = SIDE[u]
        self.tell(kind, only=self.seats(side), unit=u, **data)
        self.tell(f"{kind}_seen", only=self.others(side), token=self.token[u], power=POWER[u], **data)

    def show(self, u: int, why: int) -> None:
        """1.4: the block lies face up for all to see."""
        self.shown[u] = why
        self.known[u] = BY_SIGHT
        self.last[u] = self.face[u]

    def conceal(self, u: int) -> None:
        """The block stands upright again; who watched remembers."""
        self.shown[u] = CONCEALED

    # -- what happens to blocks --------------------------------------------------------------------------------

    def appear(self, u: int, h: int, known: int = UNKNOWN) -> None:
        """5.0, 6.0: a block enters play, concealed and at full strength, under a new token."""
        self.at[u] = h
        self.token[u] = 1 + max(self.token)
        self.known[u] = known

    def reduce(self, u: int) -> None:
        """7.5.1.13: the block loses a step in sight of all; at its last one it is eliminated."""
        if self.face[u] + 1 < FACES[u]:  # 7.5.1.13.a, 7.5.1.13.b
            self.face[u] += 1
            self.last[u] = min(self.last[u] + 1, FACES[u] - 1) if self.known[u] != BY_SIGHT else self.face[u]
            self.mention("reduced", u)
        else:
            self.eliminate(u)

    def eliminate(self, u: int) -> None:
        """7.5.1.15: to the Dead Pile, face up; enough of them end the game."""
        area = self.at[u]
        self.at[u], self.shown[u], self.isolated[u], self.hits[u] = DEAD, CONCEALED, 0, 0  # 7.5.1.15.a
        self.river[u] = self.impetus[u] = self.acted[u] = 0
        self.known[u], self.last[u] = BY_SIGHT, self.face[u]
        side = SIDE[u]
        self.tell("eliminated", unit=u, area=area, count=self.dead(side), side=side, reveals=True)
        if self.dead(side) >= self.rules.losses[side] and self.result is None:  # 1.7.b, 1.7.e, 1.7.p, 1.7.q, 7.5.1.15.b
            reason = f"{self.dead(side)} {'German' if side == 'german' else 'Entente'} units are eliminated."
            self.finish(FOE[side], "decisive", reason, "1.7")

    # -- control and Valour (2.6 to 2.11) ----------------------------------------------------------------------

    def blocked(self, power: str) -> bool:
        """2.9: a Power whose Capital is in enemy hands gains no Valour."""
        return bool(self.held(FOE[SIDE_OF[power]]) >> CAPITAL[power] & 1)

    def side_valour(self, side: str) -> int:
        """1.7, ruling B13: the Valour Points of all Powers of a Side."""
        return sum(n for n, power in zip(self.valour, POWERS, strict=True) if SIDE_OF[power] == side)

    def gain(self, power: str, points: int, area: int) -> None:
        """2.11: a Power gains Valour, unless its Capital is lost (2.9, ruling B18)."""
        if not points:
            return
        if self.blocked(power):  # 2.9.f
            self.tell("no_valour", power=power)
            return
        self.valour[POWERS.index(power)] += points
        self.tell("valour", power=power, points=points, area=area, total=self.valour[POWERS.index(power)])
        side = SIDE_OF[power]
        if self.side_valour(side) >= self.rules.valour and self.result is None:  # 1.7.a, 1.7.e, 2.11.f
            who = "German" if side == "german" else "Entente"
            self.finish(side, "decisive", f"The {who} has {self.side_valour(side)} Valour Points.", "1.7")


_EVERY = (1 << SIZE) - 1
_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


def blank() -> GWState:
    """Nobody in the game, nothing conquered, no Garrison on the map, the German to begin (5.0)."""
    zeros, forts = array("b", bytes(COUNT)), array("b", bytes(len(FORTS)))
    return GWState(
        turn=1,
        impulse=1,
        active="german",
        holder="german",  # 3.1.b, 5.0.k
        disc=HELD,
        passes=0,
        action="",
        surprise=0,
        leaders=0,
        used=0,
        fights=0,
        at=array("h", [ABSENT] * COUNT),
        face=zeros[:],
        shown=zeros[:],
        isolated=zeros[:],
        acted=zeros[:],
        river=zeros[:],
        impetus=zeros[:],
        hits=zeros[:],
        token=array("h", [0] * COUNT),
        known=zeros[:],
        last=zeros[:],
        control=array("b", FIRST),
        front=array("b", bytes(SIZE)),
        german=forts[:],
        french=forts[:],
        belgian=forts[:],
        cut=forts[:],
        valour=array("b", bytes(len(POWERS))),
        battle=OFF,
        cavalry=OFF,
        edge="",
        general=0,
        plan=0,
        firepower=array("h", [0] * 4),
        powers=array("b", [OFF, OFF]),
    )
