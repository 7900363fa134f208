"""13-17 to 13-24, 14-3, 20-4, 20-5, 21-5, 33-4: the owner names, point by point, who loses strength.

Where there is no choice nobody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.combat import casualties
from front1914.titles.der_weltkrieg.combat.arithmetic import after_retreat
from front1914.titles.der_weltkrieg.combat.battle import GUNS_ONLY, LAST, RETREATS, Battle, battle, fate
from front1914.titles.der_weltkrieg.combat.casualties import Body, next_losers
from front1914.titles.der_weltkrieg.combat.forces import bodies, leading_nation, mobile
from front1914.titles.der_weltkrieg.combat.toll import suffer
from front1914.titles.der_weltkrieg.nations import NATION as NATION_ROWS
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_FLOTILLA, IS_FORTRESS, NATION, SIDE, UNITS

ATTACKER, DEFENDER = range(2)


def attacking_bodies(s: DWState, b: Battle) -> list[Body]:
    """13-18: those who took part; when surrounded units attack with others they take all losses (20-5)."""
    alive = [u for u in b.attackers if s.at[u] < SIZE and not IS_FLOTILLA[u] and s.strength[u]]
    ringed = [u for u in alive if u in b.ringed]
    return bodies(s, ringed or alive)


def defending_bodies(s: DWState, b: Battle) -> list[Body]:
    """14-15, 24-1: those who fought for the hex."""
    return bodies(s, [u for u in b.defenders if s.at[u] in b.targets])  # 14-15.1, 24-1.3


def leaves_fortress(s: DWState, b: Battle) -> bool:
    """21-5: whether units retreat out of a fortress hex."""
    return any(IS_FORTRESS[u] and fate(b, s.at[u]) >= RETREATS for u in b.defenders if s.at[u] in b.targets)


def order_of(s: DWState, b: Battle, who: int) -> Sequence[int]:
    """13-23, 21-5, 29-7: the order of the kinds."""
    if who == ATTACKER:
        return casualties.AS_ATTACKER
    if b.aim == GUNS_ONLY:
        return casualties.AT_GUNS
    return casualties.LEAVING_FORTRESS if leaves_fortress(s, b) else casualties.AS_DEFENDER  # 21-5.2


def due(s: DWState, b: Battle) -> int:
    """14-3, 21-5, 40-6, 42-3, DW-R98: points that the defender must eliminate, after what a retreat saves."""
    everywhere = [h for h in b.targets if any(mobile(u) for u in b.defenders if s.at[u] == h)]
    if not everywhere or any(fate(b, h) < RETREATS for h in everywhere):
        return b.losses
    nation = leading_nation(s, b.defenders, NATION)
    if nation is not None and not NATION_ROWS[nation].reduced:
        return b.losses
    forts = sum(s.strength[u] for u in b.defenders if IS_FORTRESS[u] and s.at[u] in b.targets)
    first = min(b.losses, forts)
    return first + after_retreat(b.losses - first)  # 21-5.1


def bodies_of(s: DWState, b: Battle, who: int) -> list[Body]:
    return attacking_bodies(s, b) if who == ATTACKER else defending_bodies(s, b)


def capacity(body: Body) -> int:
    """13-24: how much a unit may lose before somebody else comes into question."""
    if body.excess:
        return body.excess
    return body.strength - body.back if body.strength > body.back else body.strength


def lose(s: DWState, b: Battle, who: int, u: int, points: int) -> None:
    """20-4, 14-9: what surrounded units lose, and a stack that attacks after its retreat, has surrendered."""
    if who == ATTACKER:
        surrendered = u in b.ringed or b.kind == LAST  # 14-9.3
    else:
        surrendered = s.at[u] in b.beset  # 20-4.1
    suffer(s, u, points, surrendered)


class Losing(Step):
    """13-20: a side loses what the table says, as far as there is a choice point by point."""

    name, rule, frame = "losing", "13-20", ("", "")

    def run(self, s: DWState) -> None:
        name, who, left = s.flow.pop()
        b = battle(s)
        all_ = bodies_of(s, b, who)
        losers = next_losers(all_, order_of(s, b, who))
        if not left or not losers:
            return
        found = [body for body in all_ if body.unit in losers]
        total = sum(map(capacity, found))
        if len(found) > 1 and left < total:
            s.flow += [(name, who, left), ("loss", who, left)]
            return
        for body in found:
            points = min(left, capacity(body))
            left -= points
            lose(s, b, who, body.unit, points)
        s.flow.append((name, who, left))


class Loss(Step):
    """13-23, 13-24: one point of one unit."""

    name, rule, frame = "loss", "13-23", ("", "")

    def side(self, s: DWState) -> str:
        b = battle(s)
        return b.attacker if s.flow[-1][1] == ATTACKER else b.defender

    def prompt(self, s: DWState) -> str:
        left = s.flow[-1][2]
        return f"Which unit loses a strength point? {left} {'is' if left == 1 else 'are'} to be eliminated."

    def legal_unit(self, s: DWState) -> list[int]:
        who, b = s.flow[-1][1], battle(s)
        return next_losers(bodies_of(s, b, who), order_of(s, b, who))

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        if u in self.legal_unit(s):
            return None
        who, b = s.flow[-1][1], battle(s)
        part = {body.unit: body for body in bodies_of(s, b, who)}
        if u not in part:
            return _stranger(b, who, u)
        losers = [part[v] for v in self.legal_unit(s)]
        if losers[0].excess:
            return Reason("33-4", "assault units lose their assault points first")
        if losers[0].kind == part[u].kind:
            return Reason("13-24", "others of its kind must first be reduced to their back side")
        return Reason("13-23", "another kind of units takes losses first")

    def do_unit(self, s: DWState, u: int) -> None:
        _, who, left = s.flow.pop()
        lose(s, battle(s), who, u, 1)
        s.flow[-1] = ("losing", who, left - 1)


def _stranger(b: Battle, who: int, u: int) -> Reason:
    if who == ATTACKER and u in b.attackers:
        return Reason("20-5", f"{UNITS.name(u)} is spared as long as surrounded units attack with it")
    if SIDE[u] == (b.attacker if who == ATTACKER else b.defender):
        return Reason("13-18", "it took no part in this combat")
    return Reason("13-23", "it is not yours")


STEPS = (Losing(), Loss())
