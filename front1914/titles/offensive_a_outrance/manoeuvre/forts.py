"""8.5: Forts: their garrisons may give up their posts."""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.engine.flow import Die
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, RING, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import WATCH, Watch, settle
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import FORT, abandon, begin
from front1914.titles.offensive_a_outrance.manoeuvre.ways import near_enemy
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import FOE, FORTRESS_ROWS, IS_FORT, SIDE, SIDES, UNITS

ABANDONMENT = {UNITS.number(row.id): row.abandonment for row in FORTRESS_ROWS if row.kind == "fort"}  #: 2.4.5
VOLUNTARY = 4  #: 8.5.4: hexes to the nearest enemy
AWAY = 3  #: 8.5.3.a: hexes that it retreats


def refuse_abandon(s: OAOState, u: int) -> Reason | None:
    """8.5.4: why a Fort may not be given up now."""
    if not IS_FORT[u] or SIDE[u] != s.active:
        return Reason("8.5.4", "not a Fort of yours")
    if s.at[u] >= SIZE or s.face[u]:
        return Reason("8.5", "it is not held any more")
    if not near_enemy(s, s.at[u], SIDE[u], VOLUNTARY):
        return Reason("8.5.4", f"no enemy is within {VOLUNTARY} hexes")
    return None


def abandonable(s: OAOState) -> list[int]:
    """8.5.4: the Forts that may be given up now."""
    forts = s.ground(s.active).forts
    hexes = _near(forts, s.ground(FOE[s.active]).units) if forts else ()
    return sorted([u for h in hexes for u in s.own(h, s.active) if IS_FORT[u] and not s.face[u]])


@lru_cache(maxsize=64)
def _near(forts: int, foes: int) -> tuple[int, ...]:
    """8.5.4: those of some hexes that have an enemy near enough; while a side moves its enemies mostly stay."""
    return tuple(h for h in members(forts) if BOARD.within(h, VOLUNTARY) & foes)


def shaken(s: OAOState) -> int | None:
    """8.5.3, 8.5.3.b: a Fort beside an enemy Combat unit, without a friendly one, that has never rolled."""
    for side in SIDES:
        mine = s.ground(side)
        if not mine.forts:
            continue
        foe = s.ground(FOE[side])
        for h in members(mine.forts & foe.beside & ~mine.combat):
            if RING[h] & foe.combat:
                for u in s.own(h, side):
                    if IS_FORT[u] and not s.face[u] and not s.rolled[u]:
                        return u
    return None


class FortRoll(Die):
    """8.5.3: a Fort holds on if the die is not above its Abandonment Number. Once in the game (B31)."""

    name, rule, frame = "fort_roll", "8.5.3", ("unit",)

    def prompt(self, s: OAOState) -> str:
        u = s.flow[-1][1]
        return f"Does {UNITS.name(u)} hold? Up to {ABANDONMENT[u]} it does."

    def do_die(self, s: OAOState, face: int) -> None:
        _, u = s.flow.pop()
        s.rolled[u] = 1
        s.tell("fort", unit=u, die=face, holds=int(face <= ABANDONMENT[u]))
        if face > ABANDONMENT[u]:
            settle(s)
            start = s.at[u]
            abandon(s, u)
            if s.at[u] < SIZE:
                begin(s, (u,), AWAY, start, FORT)


def roll(s: OAOState, u: int) -> None:
    """8.5.3: the first instant has come."""
    s.flow.append(("fort_roll", u))


WATCH.append(Watch(shaken, roll))
STEPS = (FortRoll(),)
