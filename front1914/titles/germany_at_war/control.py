"""2.6 to 2.11, 7.5.1.17: who controls an Area, and what a conquest earns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from front1914.titles.germany_at_war.state import ATTACKER, GWState
from front1914.titles.germany_at_war.victory import check_areas
from front1914.titles.germany_at_war.world import (
    BIT,
    CAPITAL,
    FOE,
    FORTS_IN,
    OWNER,
    POWER,
    POWERS,
    PRIZES,
    SIDE,
    SIDE_OF,
    SIDES,
    SIZE,
)


def most_numerous(units: Iterable[int]) -> str | None:
    """2.11.1: the Power with most blocks; ties go to the French, then the British, then the Belgians."""
    counts = Counter(POWER[u] for u in units)
    return max(POWERS, key=lambda power: counts[power]) if counts else None  # 2.11.1.d


def conquer(s: GWState, h: int, side: str, power: str | None) -> None:
    """2.6, 2.8 to 2.11: control of an Area passes to a Side; the Power that conquers it earns what is printed there.

    Without a Power nobody of the Side is in the Area, and nothing is earned (ruling B04).
    """
    s.control[h] = SIDES.index(side)
    for f in FORTS_IN.get(h, ()):
        s.cut[f] = 0  # B40: the mark was that of the other Side
    s.tell("control", area=h, side=side)
    owner = OWNER[h]
    if power is not None and owner and SIDE_OF[owner] != side:  # 2.9.d, 2.10.e, 2.11.a
        s.gain(power, PRIZES[h], h)  # 7.5.1.17.c
    if owner and CAPITAL[owner] == h:  # 2.9.e, 2.11.b, 2.11.e
        if SIDE_OF[owner] != side and s.valour[POWERS.index(owner)]:
            s.valour[POWERS.index(owner)] = 0
            s.tell("valour_lost", power=owner, area=h)
        elif SIDE_OF[owner] == side:
            s.tell("capital_back", power=owner, area=h)
    check_areas(s)


def settle(s: GWState, h: int) -> None:
    """2.6, 2.6.a: after somebody left or was removed: a Side that is alone in an Area controls it."""
    if h >= SIZE:
        return
    cover(s, h)
    german, entente = s.present("german") >> h & 1, s.present("entente") >> h & 1
    if german != entente:  # 7.5.1.17.b
        side = "german" if german else "entente"
        if not s.held(side) >> h & 1:
            conquer(s, h, side, most_numerous(s.units_in(h, side)))


def cover(s: GWState, h: int) -> None:
    """7.5.1.16, ruling B62: attackers lie open only as long as their Area is contested."""
    if not s.contested() >> h & 1:
        for side in SIDES:
            for u in s.units_in(h, side):
                if s.shown[u] == ATTACKER:
                    s.conceal(u)


def travel(s: GWState, u: int, path: Sequence[int]) -> None:
    """A block goes from Area to Area: it takes what is empty, if only in passing, and leaves the first (2.6, B05)."""
    side, origin = SIDE[u], path[0]
    enemy = s.present(FOE[side])
    for h in path[1:]:
        s.at[u] = h
        if enemy & BIT[origin]:
            settle(s, origin)
            enemy &= ~BIT[origin]  # once is enough
        if s.result is None and not enemy & BIT[h] and not s.held(side) & BIT[h]:  # 2.6.b, 2.6.c, 7.5.1.17.a
            conquer(s, h, side, POWER[u])
        if s.result is not None:
            return


def march(s: GWState, u: int, path: Sequence[int]) -> None:
    """The same, told; a conquest on the way may end the game there (1.7), and how it came to it is told too."""
    travel(s, u, path)
    gone = tuple(path[: path.index(s.at[u]) + 1])
    s.mention("move", u, path=gone, area=gone[-1])
