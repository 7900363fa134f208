"""11.22: the attackers may take the place of defenders who are gone."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.play import advance
from front1914.titles.schlieffens_war.combat.battle import battle
from front1914.titles.schlieffens_war.stacking import fits, foreign
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import BELGIAN_AREA, FOE, HEXES, NATION, SIZE


def objection(s: SWState, u: int) -> Reason | None:
    """Why a unit may not advance (R62, R82); zones of control do not matter (7.4)."""
    b = battle(s)
    if u not in b.attackers:  # 11.22.f
        return Reason("11.22", "it took no part in the attack")
    if s.at[u] >= SIZE:
        return Reason("11.22", "it did not survive the attack")
    if s.occupied(FOE[s.active]) >> b.target & 1:  # 11.22
        return Reason("11.22", "the hex is still defended")
    if s.at[u] == b.target:
        return Reason("11.22", "it has advanced")
    if NATION[u] == "belgian" and not BELGIAN_AREA >> b.target & 1:
        return Reason("10.8", "the Belgian Army does not go so far")
    if foreign(s, NATION[u]) >> b.target & 1:
        return Reason("6.3", "units of another nation have advanced")
    # 11.22.a
    return None if fits(b.target, [*s.stack(b.target), u]) else Reason("11.22", "there is no room for it in the hex")


class Advance(advance.Advance):
    """11.22: choose who advances, at once or not at all."""

    rule = "11.22"

    def place(self, s: SWState) -> str:
        return HEXES.name(battle(s).target)

    def candidates(self, s: SWState) -> tuple[int, ...]:
        return battle(s).attackers

    def objection(self, s: SWState, u: int) -> Reason | None:
        return objection(s, u)

    def go(self, s: SWState, u: int) -> None:
        target = battle(s).target
        s.enter(u, target)
        s.mention("advance", u, shown=True, hex=target)


ADVANCE = Advance()
STEPS = (ADVANCE,)
