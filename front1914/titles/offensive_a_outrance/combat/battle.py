"""The record of one attack. It lies in the flow under the steps of its own course, so that it is saved with them."""

from __future__ import annotations

from typing import Any, NamedTuple

from front1914.kit.tables import Shift, net
from front1914.play.battle import Records
from front1914.titles.offensive_a_outrance.charts import CRT, Outcome
from front1914.titles.offensive_a_outrance.combat.shifts import odds_column

NOUNS = ("hex", "unit", "unit", "unit", "unit", "unit", *("",) * 14)
CALM, INTENSE, UNSAID = 0, 1, -1


class Battle(NamedTuple):
    """A frame of the flow: what must be known of an attack until its advance is over."""

    step: str  #: always "battle"
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...] = ()
    withheld: tuple[int, ...] = ()  #: defending units that take no part (9.2.5)
    dry: tuple[int, ...] = ()  #: units of Forces without Ammo (9.4)
    support: tuple[int, ...] = ()  #: neighbours who lend their guns (10.1.1)
    stage: int = 0
    attack: int = 0  #: in quarters of a point
    defence: int = 0
    shifts: tuple[Shift, ...] = ()
    modifier: int = 0  #: of the white die (9.7)
    attacker_size: int = 0  #: eighths of a division-equivalent, as both were when the dice fell
    defender_size: int = 0
    bold: tuple[int, int] = (UNSAID, UNSAID)  #: intensity of attacker and defender (9.8)
    dice: tuple[int, int] = (0, 0)  #: white and black
    guns: tuple[int, int] = (0, 0)  #: modifiers of the checks of attacker and defender by the enemy's guns (10.1)
    flank: int = 0  #: 1: the defender was flanked
    burden: tuple[Any, ...] = ()  #: of the attack on the other half: hex, retreat, modifier, attackers (19.1.6)
    added: tuple[Shift, ...] = ()  #: shifts by Prep Bombardment (20.5) and Naval Support (21.2)
    shock: int = 0  #: what a Prep Bombardment adds to the defender's check (20.5)

    @property
    def base(self) -> int:
        """9.6: the initial column."""
        return odds_column(self.attack, self.defence)

    @property
    def column(self) -> int:
        """9.6.2, 9.6.2.a, 9.6.2.b: the final column, printed or not."""
        return self.base + net(Shift(*entry) for entry in self.shifts)  # 9.6: shifted when it has been rounded

    @property
    def outcome(self) -> Outcome:
        """9.1.1.g, 9.9.1: what the dice brought."""
        return CRT.read(self.column, self.dice[0], self.modifier, self.dice[1])


RECORDS = Records(Battle)
battle, in_battle, note = RECORDS.read, RECORDS.lies, RECORDS.note  #: of the attack that is being resolved


def retreat_of(b: Battle) -> int:
    """9.8.2, 9.9.2: the hexes that the defender must retreat by the CRT at the intensity of the battle."""
    return retreat_by(b.outcome, b.bold)


def retreat_by(outcome: Outcome, bold: tuple[int, int]) -> int:
    """9.8.2.a to 9.8.2.d, 9.9.2.d, 9.9.2.f: the same for any cell of the table and any intensities."""
    result, (attacker, defender) = outcome.defender, bold
    if result.white:
        return 1 if attacker == INTENSE and defender == CALM else 0
    if result.retreat == 1 and defender == INTENSE and attacker == CALM:
        return 0
    return result.retreat
