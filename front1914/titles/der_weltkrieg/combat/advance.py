"""15, 16-9, 30-3, 33-7: attackers may take the hex that they have emptied; who suffered most goes first (H-13)."""

from __future__ import annotations

from fractions import Fraction

from front1914.engine.errors import Reason
from front1914.play import advance
from front1914.titles.der_weltkrieg.board import BOARD, CLOSED, HEXES
from front1914.titles.der_weltkrieg.combat.battle import Battle, battle
from front1914.titles.der_weltkrieg.combat.engaging import engage
from front1914.titles.der_weltkrieg.combat.forces import helpless
from front1914.titles.der_weltkrieg.entering import enter
from front1914.titles.der_weltkrieg.stacking import room_for
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, IS_FLOTILLA


def vacated(s: DWState, b: Battle, h: int) -> bool:
    """15-1, DW-R51: nobody who could hold the hex is left in it; guns alone do not (29-13.1)."""
    return helpless(s, b.defender, h)


def share(s: DWState, b: Battle, u: int) -> Fraction:
    """15-4: what part of its strength a unit has lost in this Combat.

    A unit of nothing has nothing to lose.
    """
    before = b.before[b.attackers.index(u)]
    return Fraction(before - s.strength[u], before) if before else Fraction(0)


def waiting(s: DWState, b: Battle, h: int) -> list[int]:
    """15-1, 15-3, DW-R52: attackers that could go and have gone nowhere: one may have attacked several hexes (14-9)."""
    return [
        u
        for u, origin in zip(b.attackers, b.origins, strict=True)
        if s.at[u] == origin and not IS_ARTILLERY[u] and not IS_FLOTILLA[u] and _beside(s, u, h)
    ]


def _beside(s: DWState, u: int, h: int) -> bool:
    link = BOARD.link.get((s.at[u], h))
    return link is not None and link not in CLOSED


def objection(s: DWState, b: Battle, h: int, u: int) -> Reason | None:
    """Why a unit may not advance now."""
    if u not in b.attackers:
        return Reason("15-1", "only units that attacked advance")
    if IS_ARTILLERY[u]:
        return Reason("15-3", "artillery does not advance")
    left = waiting(s, b, h)
    if u not in left:
        return Reason("15-1", "it is not beside the hex, or has advanced")
    if share(s, b, u) < max(share(s, b, v) for v in left):
        return Reason("15-4", "units that lost a greater part of their strength advance first")
    if not room_for(s, [u], h):
        return Reason("15-2", "there is no room for it")
    return None


def offer(s: DWState, b: Battle) -> None:
    """15-1, 16-9: each emptied hex may be taken."""
    for h in reversed(b.targets):
        if vacated(s, b, h) and any(objection(s, b, h, u) is None for u in waiting(s, b, h)):
            s.flow.append(("advance", h))


class Advance(advance.Advance):
    """15-1, 15-4: who advances, one after the other, or nobody. The frame holds the hex."""

    rule, frame = "15-1", ("hex",)

    def hex(self, s: DWState) -> int:
        """The hex that is taken, whatever else is asked about who has entered it."""
        h: int = next(frame[1] for frame in reversed(s.flow) if frame[0] == self.name)
        return h

    def side(self, s: DWState) -> str:
        return battle(s).attacker

    def place(self, s: DWState) -> str:
        return HEXES.name(self.hex(s))

    def candidates(self, s: DWState) -> list[int]:
        return waiting(s, battle(s), self.hex(s))

    def objection(self, s: DWState, u: int) -> Reason | None:
        return objection(s, battle(s), self.hex(s), u)

    def go(self, s: DWState, u: int) -> None:
        b, h = battle(s), self.hex(s)
        if b.left:
            engage(s, b, [u])
        s.tell("advance", unit=u, hex=h)
        enter(s, [u], h)


STEPS = (Advance(),)
