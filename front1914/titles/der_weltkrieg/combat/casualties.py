"""13-23, 13-24, 33-4: in which order strength points are lost. Nothing here knows a state (H-9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

#: 13-23, DW-R34: the kinds in the order in which a side loses them
CAVALRY, INFANTRY, ARTILLERY, FORTRESS, HEADQUARTERS = range(5)
AS_ATTACKER = (CAVALRY, INFANTRY, ARTILLERY, FORTRESS, HEADQUARTERS)
AS_DEFENDER = (INFANTRY, CAVALRY, ARTILLERY, FORTRESS, HEADQUARTERS)
#: 21-5.2: who retreats from a fortress leaves its points behind first
LEAVING_FORTRESS = (FORTRESS, INFANTRY, CAVALRY, ARTILLERY, HEADQUARTERS)
#: 13-23, 29-7: guns alone aimed at guns and fortress
AT_GUNS = (ARTILLERY, FORTRESS)


class Body(NamedTuple):
    """A unit that may have to lose points."""

    unit: int
    kind: int
    strength: int
    back: int  #: strength of the back side, 0 without one (13-24)
    excess: int = 0  #: 33-4, 33-9: its assault points


def next_losers(bodies: Iterable[Body], order: Sequence[int]) -> list[int]:
    """Who may take the next point: assault points first, then kind by kind, and front sides before back sides.

    >>> figure = [Body(1, INFANTRY, 8, 6), Body(2, INFANTRY, 2, 1), Body(3, INFANTRY, 5, 5), Body(4, CAVALRY, 0, 0)]
    >>> next_losers(figure, AS_ATTACKER)
    [1, 2]
    >>> next_losers([body._replace(strength=min(body.strength, body.back)) for body in figure], AS_ATTACKER)
    [1, 2, 3]
    """
    alive = [body for body in bodies if body.strength > 0 and body.kind in order]
    assault = [body.unit for body in alive if body.excess > 0]
    if assault or not alive:
        return assault
    first = min(alive, key=lambda body: order.index(body.kind)).kind
    kind = [body for body in alive if body.kind == first]
    return [body.unit for body in kind if body.strength > body.back] or [body.unit for body in kind]
