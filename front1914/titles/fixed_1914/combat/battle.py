"""The record of one attack. It lies in the flow under the steps of its own course, so that it is saved with them."""

from __future__ import annotations

from typing import NamedTuple

from front1914.kit.tables import Shift
from front1914.play.battle import Records
from front1914.titles.fixed_1914.combat.parties import Party, together
from front1914.titles.fixed_1914.combat.table import RESULTS, Result
from front1914.titles.fixed_1914.state import FXState

NOUNS = ("hex", "unit", "unit", "", "", "", "", "", "", "", "", "", "", "")
#: why a hex is empty, which decides who may take it: CB-16, CB-17, CV-4
DRIVEN, STOOD, EVADED = range(3)
NO_RESULT = -1


class Battle(NamedTuple):
    """A frame of the flow: what must be known of an attack until its advance is over."""

    step: str  #: always "battle"
    target: int
    attackers: tuple[int, ...]
    parties: tuple[Party, ...]  #: the attacked units, each with those attached to it when the attack began (CB-15)
    stage: int  #: how far the course has got
    attack: int
    defence: int
    column: int
    section: int
    silent: int  #: 1 if heavier guns silence the fortification artillery (FA-5)
    free: int  #: 1 if the defender may stand without a further loss (TC-1, FT-9)
    notes: tuple[Shift, ...]
    die: int  #: 0 before the throw or without one
    code: int  #: place in table.CODES, NO_RESULT without a throw
    cause: int  #: DRIVEN, STOOD or EVADED

    @property
    def attacked(self) -> tuple[int, ...]:
        """All units that are attacked."""
        return together(self.parties)

    @property
    def result(self) -> Result:
        """CB-10."""
        return RESULTS[max(self.code, 0)]


def open_battle(target: int, attackers: tuple[int, ...], parties: tuple[Party, ...]) -> Battle:
    """The attack is declared; nothing is reckoned before cavalry has decided whether it stays (CV-4)."""
    return Battle("battle", target, attackers, parties, 0, 0, 0, 0, 0, 0, 0, (), 0, NO_RESULT, DRIVEN)


RECORDS = Records(Battle)
battle, in_battle, note = RECORDS.read, RECORDS.lies, RECORDS.note  #: of the attack that is being resolved


def present(s: FXState, b: Battle) -> tuple[Party, ...]:
    """What is left in the hex of the attacked parties whose leading unit is still there."""
    left = (tuple(u for u in party if s.at[u] == b.target) for party in b.parties if s.at[party[0]] == b.target)
    return tuple(left)


def suffer(s: FXState, u: int) -> tuple[int, ...]:
    """UL-5, UL-8: a unit loses a step; who is left of it."""
    heirs = s.lose_step(u)
    if heirs and heirs != (u,):
        succeed(s, u, heirs)
    return heirs


def succeed(s: FXState, u: int, heirs: tuple[int, ...]) -> None:
    """UL-8: Landwehr fights on as the counters that it is changed into; what was attached goes with the first."""
    b = battle(s)
    parties: list[Party] = []
    for party in b.parties:
        if party[0] == u:
            parties += [(heirs[0], *party[1:]), *((heir,) for heir in heirs[1:])]
        else:
            parties.append(party)
    attackers = tuple(v for w in b.attackers for v in (heirs if w == u else (w,)))
    note(s, parties=tuple(parties), attackers=attackers)
