"""The record of one attack. It lies in the flow under the steps of its own course, so that it is saved with them."""

from __future__ import annotations

from typing import NamedTuple

from front1914.kit.columns import Odds
from front1914.kit.tables import Shift
from front1914.play.battle import Records
from front1914.titles.schlieffens_war.charts import CRT
from front1914.titles.schlieffens_war.combat.shifts import morale_of, origins_of, shifts
from front1914.titles.schlieffens_war.combat.strength import attack_total, defence_total
from front1914.titles.schlieffens_war.state import FATIGUED, SWState
from front1914.titles.schlieffens_war.world import FORTRESS, IS_CORPS, IS_FORT

NOUNS = ("hex", "unit", "hex", "unit", "", "", "", "", "", "", "", "unit", "", "", "unit")


def odds_column(attack: int, defence: int) -> int:
    """11.8, R65: the column of the CRT, in favour of the defender; it goes on beyond the printed ones (R66)."""
    assert isinstance(CRT.head, Odds)
    return CRT.head.column(attack, defence)


class Battle(NamedTuple):
    """A frame of the flow: what must be known of an attack until its advance is over."""

    step: str  #: always "battle"
    target: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]  #: hexes attacked from
    defenders: tuple[int, ...]  #: those who take part (11.2)
    stage: int  #: how far the course has got
    attack: int
    defence: int
    shifts: tuple[Shift, ...]
    die: int  #: the combat die, 0 before it or without one
    attacker_loss: int  #: steps, the British proficiency included (11.19)
    defender_loss: int
    tired: tuple[int, ...]  #: attacking corps that were fatigued before the attack (R76)
    weary: int  #: 1 if every participating defending corps was fatigued before it (R75)
    shut: int  #: 1 in a fort or a heavy fortress: no retreat (11.21)
    suffered: tuple[int, ...]  #: units that have lost a step in this battle (11.20)

    @property
    def base(self) -> int:
        """11.8: the column of the CRT before any shift."""
        return odds_column(self.attack, self.defence)

    @property
    def column(self) -> int:
        """11.9, R66: the column after all shifts, printed or not."""
        return self.base + sum(shift[0] for shift in self.shifts)


def open_battle(s: SWState, target: int, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Battle:
    """11.8: both sides are named, the odds can be reckoned."""
    levels = morale_of(s, defenders)
    fort = any(IS_FORT[u] for u in s.stack(target))
    return Battle(
        step="battle",
        target=target,
        attackers=attackers,
        origins=origins_of(s, attackers),
        defenders=defenders,
        stage=0,
        attack=attack_total(s, attackers),
        defence=defence_total(s, defenders),
        shifts=shifts(s, target, attackers, levels),
        die=0,
        attacker_loss=0,
        defender_loss=0,
        tired=tuple(u for u in attackers if IS_CORPS[u] and s.morale[u] == FATIGUED),
        weary=int(bool(levels) and all(level == FATIGUED for level in levels)),
        shut=int(fort or FORTRESS >> target & 1),
        suffered=(),
    )


RECORDS = Records(Battle)
battle, in_battle, note = RECORDS.read, RECORDS.lies, RECORDS.note  #: of the attack that is being resolved


def shift(s: SWState, amount: int, rule: str, text: str) -> None:
    """One more column shift."""
    note(s, shifts=(*battle(s).shifts, Shift(amount, rule, text)))


def suffer(s: SWState, u: int) -> None:
    """2.7, 11.20: a step loss in this battle, which everybody sees, and with it who bears it."""
    b = battle(s)
    if u not in (*b.attackers, *b.defenders) and not s.seen(u):
        s.tell("unveiled", unit=u, reveals=True)
    note(s, suffered=(*b.suffered, u))
    s.lose_step(u)
