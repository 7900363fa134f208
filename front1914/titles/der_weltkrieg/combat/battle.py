"""The record of one Combat. It lies in the flow under the steps of its own course, so that it is saved with them."""

from __future__ import annotations

from typing import NamedTuple

from front1914.kit.tables import Shift
from front1914.play.battle import Records
from front1914.titles.der_weltkrieg.nations import SIDES
from front1914.titles.der_weltkrieg.state import DWState

#: what kind of Combat: in the Combat Phase (12), a Column Attack (16), the Column Attack of units that retreated into
#: an enemy Zone of Control (14-9)
ASSAULT, COLUMN, LAST = range(3)
UNSUPPLIED, NEEDS_NONE = -1, -2  #: instead of the Headquarters that pays
ALL_UNITS, GUNS_ONLY = range(2)  #: 29-7: at whom an attack by artillery alone is aimed
UNDECIDED, STANDS, RETREATS, DRIVEN = range(4)  #: what becomes of a hex under attack
NO_TERRAIN = -1


class Battle(NamedTuple):
    """A frame of the flow: what must be known of a Combat until its advance is over."""

    step: str  #: always "battle"
    kind: int
    side: int  #: the attacker, by its place in SIDES
    targets: tuple[int, ...]  #: one hex; a stack that retreated as in 14-9 attacks all around it
    attackers: tuple[int, ...]
    payers: tuple[int, ...]  #: for each attacker: its Headquarters, UNSUPPLIED or NEEDS_NONE
    before: tuple[int, ...]  #: for each attacker: its strength before the Combat (15-4)
    ringed: tuple[int, ...]  #: attackers that were surrounded when the attack began (20-4, 20-5)
    aim: int
    stage: int = 0  #: how far the course has got
    defenders: tuple[int, ...] = ()  #: those who fight: not who retreated into the hex before (14-15)
    backers: tuple[int, ...] = ()  #: for each defender as `payers`
    railed: tuple[int, ...] = ()  #: defenders that were on trains (7-11)
    beset: tuple[int, ...] = ()  #: targets whose units are surrounded (20-7)
    terrain: int = NO_TERRAIN  #: chosen by the defender (13-3)
    column: int = 0
    adjust: int = 0
    notes: tuple[Shift, ...] = ()
    die: int = 0  #: 0 before the throw
    losses: int = 0  #: points that the defender must eliminate
    silent: tuple[int, ...] = ()  #: defenders that do not counterattack
    reply_column: int = 0
    reply_adjust: int = 0
    reply_notes: tuple[Shift, ...] = ()
    reply_die: int = 0
    reply_losses: int = 0  #: points that the attacker must eliminate
    fates: tuple[int, ...] = ()  #: for each target
    entered: int = 0  #: 1 when nobody was left to fight (6-11, 24-1, 30-3)
    origins: tuple[int, ...] = ()  #: for each attacker: the hex from which it attacks
    left: int = 0  #: 1 when cavalry left the hex empty before combat: only who advances has fought (30-3)

    @property
    def attacker(self) -> str:
        return SIDES[self.side]

    @property
    def defender(self) -> str:
        return SIDES[1 - self.side]

    @property
    def target(self) -> int:
        """The first hex: the only one, save in 14-9."""
        return self.targets[0]


NOUNS = (
    *("", "", "hex", "unit", "unit", "", "unit", "", "", "unit", "unit", "unit", "hex", "terrain", "", "", "", "", ""),
    *("unit", "", "", "", "", "", "", "", "hex", ""),
)


RECORDS = Records(Battle)
battle, in_battle, note = RECORDS.read, RECORDS.lies, RECORDS.note  #: of the Combat that is being resolved


def backer(b: Battle, u: int) -> int:
    """Who pays for a defender."""
    return b.backers[b.defenders.index(u)] if u in b.defenders and b.backers else UNSUPPLIED


def fate(b: Battle, h: int) -> int:
    """What becomes of a target."""
    return b.fates[b.targets.index(h)] if b.fates else UNDECIDED


def decide(s: DWState, h: int, found: int) -> None:
    """Notes what becomes of a target."""
    b = battle(s)
    fates = b.fates or (UNDECIDED,) * len(b.targets)
    i = b.targets.index(h)
    note(s, fates=(*fates[:i], found, *fates[i + 1 :]))
