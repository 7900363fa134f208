"""PP-17, H2, H10, H12, PP-9: what happens when a unit comes into a hex by whatever way."""

from __future__ import annotations

from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import BOARD, CITY, ECONOMIC, FORT, HOME_SIDE, IN, RING, SIZE, TRESPASS
from front1914.titles.fixed_1914.charts import CLOCKS
from front1914.titles.fixed_1914.neutrality import violate
from front1914.titles.fixed_1914.state import BY_HOME, HAS_BEEN, HOLDER, FXState
from front1914.titles.fixed_1914.world import (
    ABSENT,
    COUNTRY_OF_NATION,
    FOE,
    IS_BLANK,
    IS_FIGHTING,
    IS_TERRITORIAL,
    NATION,
    OWN,
    SIDE,
)

VITAL = CITY | ECONOMIC | FORT
TERRITORIALS = tuple(u for u in OWN["allied"] if IS_TERRITORIAL[u])


def cross(s: FXState, u: int, h: int) -> bool:
    """A unit is about to enter a neighbouring hex. The war that this begins is there before it arrives, so that whom it
    meets is an enemy (B-24); whether enemies stand in the hex, who must make room first (H11)."""
    violate(s, u, TRESPASS.get((s.at[u], h), 0))
    foe = s.ground(FOE[SIDE[u]])
    if foe.beside >> h & 1:
        s.near[u] |= HAS_BEEN
    return bool((foe.every | foe.live) >> h & 1)


def step_into(s: FXState, u: int, h: int, bank: int) -> None:
    """A unit goes into a neighbouring hex: march, forced march, retreat or advance. Nobody of the enemy is there."""
    violate(s, u, TRESPASS.get((s.at[u], h), 0))
    s.put(u, h, bank)
    settle(s, u)


def settle(s: FXState, u: int) -> None:
    """What its being there brings about: the end of its concealment and of others', control, release."""
    h = s.at[u]
    if s.hidden[u] and not IN[COUNTRY_OF_NATION[NATION[u]]] >> h & 1:  # PP-17.2, PP-18.4: it left its country
        turn_up(s, u)
    if s.at[u] == h:
        _meet_mover(s, u)
    if s.at[u] != h:
        return  # it was a blank
    if IS_FIGHTING[u] and not s.supply[u]:  # VC-5.4, VC-5.5
        capture(s, SIDE[u], h)
    if SIDE[u] == "german" and not s.released and not IS_BLANK[u]:
        release(s, h)


def capture(s: FXState, side: str, h: int) -> None:
    """VC-5.2, MB-11, B-31: supplied infantry or cavalry enters a city, an economic hex or a fort, if only in passing.

    Towns of neutral Belgium and Holland, in border hexes, stay their own.
    """
    if not VITAL >> h & 1 or s.holds(side, h) or s.neutral_town(h):  # MB-11.2, MB-12.2
        return
    s.holder[h] = BY_HOME if HOME_SIDE[h] == side else HOLDER[side]
    s.tell("control", hex=h, side=side)


def release(s: FXState, h: int) -> None:
    """PP-9: an enemy unit within five hexes of any Territorial releases all of them."""
    far = CLOCKS.territorial_release
    if any(s.at[u] < SIZE and BOARD.within(s.at[u], far) >> h & 1 for u in TERRITORIALS):  # PP-9.2
        s.released = True
        s.tell("released", hex=h)


def tell_march(s: FXState, u: int, hexes: tuple[int, ...], hidden: int, kind: str = "march") -> None:
    """Tells of a move: of a counter that was inverted at the start, others see only that one moves."""
    if s.news is None or len(hexes) < 2:
        return
    s.tell(kind, only=SIDE[u] if hidden else None, unit=u, path=hexes, to=hexes[-1])
    if hidden:
        s.tell(f"{kind}_seen", only=(FOE[SIDE[u]], "observer"), side=SIDE[u], path=hexes, to=hexes[-1])


# ---- inverted counters (PP-17)


def turn_up(s: FXState, u: int) -> None:
    """PP-17, PP-18.4: an inverted counter is turned face up; a blank is removed."""
    s.hidden[u] = 0
    s.tell("revealed", unit=u, hex=s.at[u], reveals=True)
    if IS_BLANK[u]:  # PP-17.3
        s.remove(u, ABSENT)


def _meet_mover(s: FXState, u: int) -> None:
    """H10, for one unit that has come: nobody else has come beside anybody."""
    h, foe = s.at[u], s.ground(FOE[SIDE[u]])
    near = RING[h]
    if near & foe.units:  # PP-17.1
        for v in [v for v in s.stack(h) if s.hidden[v]]:
            turn_up(s, v)
    if near & foe.hidden and not IS_BLANK[u]:  # PP-17.5
        for n in members(near & foe.hidden):
            for v in [v for v in s.stack(n) if s.hidden[v]]:
                turn_up(s, v)


def meet(s: FXState, h: int) -> None:
    """H10: inverted counters in and beside a hex, next to an enemy unit, are turned up; blanks turn up nobody."""
    around = members((RING[h] | 1 << h) & (s.ground("german").hidden | s.ground("allied").hidden))
    shown = []
    for n in around:
        stack = s.stack(n)
        if RING[n] & s.ground(FOE[SIDE[stack[0]]]).units:
            shown += [u for u in stack if s.hidden[u]]
    for u in shown:
        turn_up(s, u)
