"""21.2, 9.6.1: British Naval Support: two columns to the left for an Allied defender on the coast."""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.kit.tables import Shift
from front1914.titles.offensive_a_outrance.board import COAST, HEXES
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle, note
from front1914.titles.offensive_a_outrance.state import POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import FOE

USED = POOLS.number("naval_support")  #: how often in this attack phase
COLUMNS = -2  #: 9.6.1.f


def at_hand(s: OAOState, target: int) -> bool:
    """21.2: whether the ships may still fire in this phase for the Allied defender of a hex."""
    return s.active == "german" and bool(COAST >> target & 1) and not s.pools[USED]


def offer(s: OAOState, b: Battle) -> None:
    """B56: asked at the odds step, once in an attack phase."""
    if at_hand(s, b.target) and b.defenders:
        s.flow.append(("naval",))


class Naval(Step):
    """21.2: the ships fire, or wait for another attack of this phase."""

    name, rule, ends = "naval", "21.2", ("save",)

    def side(self, s: OAOState) -> str:
        return FOE[s.active]

    def prompt(self, s: OAOState) -> str:
        return f"Naval Support for {HEXES.name(battle(s).target)}? Two columns, once in this phase."

    def do_support(self, s: OAOState, _: None) -> None:
        s.flow.pop()
        s.pools[USED] += 1
        note(s, added=(*battle(s).added, Shift(COLUMNS, "21.2", "British Naval Support")))
        s.tell("naval", hex=battle(s).target)


STEPS = (Naval(),)
