"""For the commanders: what an attack by some pieces may bring, and where an army could be supplied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from front1914.kit.bits import from_members
from front1914.kit.sight import Fight, Piece
from front1914.titles.fixed_1914.board import BOARD, CITY, FOREST, FORT, RING, ROUGH, SIZE, UPHILL
from front1914.titles.fixed_1914.combat.forts import silenced
from front1914.titles.fixed_1914.combat.parties import Party, only_cavalry, open_parties, parties
from front1914.titles.fixed_1914.combat.strength import (
    FROM_AFAR,
    Reckoning,
    across_forts,
    behind_forts,
    half,
    predominant,
    reckon,
    stands_free,
)
from front1914.titles.fixed_1914.combat.table import CRT, RESULTS, SECTIONS, Result, column
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.supply import GROUPS, around, clear, feeders, supplied_units
from front1914.titles.fixed_1914.world import (
    ATTACK,
    CHAIN,
    COUNTED,
    FOE,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_INFANTRY,
    SIDE,
)

HOLDS_ON = 0.75  #: how often a defender who may choose stands in a city or a fort rather than give it up
GIVES_WAY = 0.8  #: how often he retreats elsewhere


def steps_left(u: int, step: int) -> int:
    """UL-5: steps that a unit can still lose until it is gone."""
    found = 1
    while (after := CHAIN[u].loss[step]) >= 0:
        step, found = after, found + 1
    return found


STEPS_LEFT = tuple(tuple(steps_left(u, step) for step in range(len(chain.labels))) for u, chain in enumerate(CHAIN))


def weigh(s: FXState, target: int, pieces: Sequence[Piece], worth: float) -> list[Fight]:
    """CB-5, UL: every face of the die, with what the defender will make of it. `worth`: steps that the end of an
    enemy corps is worth besides its own."""
    open_ = open_parties(s, target)
    units = _joined(s, target, open_[0] if open_ else (), pieces)
    if not open_ or not units:
        return [Fight(1.0, 0.0, 0.0, False)]
    party = open_[0]
    alone = len(parties(s, target)) == 1
    if not any(s.defence(u) for u in party):
        return [Fight(1.0, 0.0, float(len(party)), alone)]
    r = _reckon(s, target, party, units)
    if r.column < 0 or not r.attack:
        return [Fight(1.0, 0.0, 0.0, False)]
    if IS_CAVALRY[party[0]] and not any(IS_CAVALRY[p.extra] for p in units):  # it will go before the die is thrown
        return [Fight(1.0, 0.0, 0.0, alone)]
    support = sum(IS_CAVALRY[p.extra] for p in units) if any(IS_INFANTRY[p.extra] for p in units) else 0
    left, found = STEPS_LEFT[party[0]][s.step[party[0]]], []
    prize = worth if COUNTED[party[0]] else 0.0
    table, trapped = CRT[SECTIONS[r.section]], _trapped(s, target, units)
    for face in range(1, 7):
        result = RESULTS[table.read(r.column, face)]
        own = (1.0 + support) * result.attacker
        found += _course(1 / 6, own, result, left, prize, alone, r.free, trapped, bool((CITY | FORT) >> target & 1))
    return found


def _course(
    p: float,
    own: float,
    result: Result,
    left: int,
    prize: float,
    alone: bool,
    free: bool,
    trapped: bool,
    dear: bool,
) -> list[Fight]:
    """UL-2: what a result of the table leads to."""
    his = 1 if result.defender else 0
    if his >= left:
        return [Fight(p, own, left + prize, alone)]
    if not result.retreat:
        return [Fight(p, own, his, False)]
    if free:
        return [Fight(p, own, his, False)]
    stands = 1.0 if trapped else HOLDS_ON if dear else 1 - GIVES_WAY
    gone = his + 1 >= left
    stood = Fight(p * stands, own, left + prize if gone else his + 1.0, alone and gone)
    return [stood] if trapped else [stood, Fight(p * (1 - stands), own, float(his), alone)]


def _trapped(s: FXState, target: int, units: Iterable[Piece]) -> bool:
    """CB-18: whether every neighbour is taken by enemies of the defender, as they would stand."""
    foe = s.ground(s.active)
    taken = foe.every | from_members(p.at for p in units)
    return not RING[target] & s.rules.area & ~taken


def _joined(s: FXState, target: int, party: Party, pieces: Sequence[Piece]) -> list[Piece]:
    """AR-2, AR-3, CV-1: those of the pieces that may take part together: one gun, and cavalry with infantry."""
    infantry = [p for p in pieces if IS_INFANTRY[p.extra]]
    cavalry = [p for p in pieces if IS_CAVALRY[p.extra]] if infantry or only_cavalry(s, party) else []
    hexes = {p.at for p in infantry}
    guns = [p for p in pieces if IS_ARTILLERY[p.extra] and p.at in hexes]
    return [*infantry, *cavalry, *guns[:1]]


def _reckon(s: FXState, target: int, party: Party, pieces: Sequence[Piece]) -> Reckoning:
    """H8: exactly where the pieces stand already; where they are still to go, on the bank that suits them."""
    units = [p.extra for p in pieces]
    if all(s.at[p.extra] == p.at for p in pieces):
        return reckon(s, target, party, units)
    sums: dict[int, int] = {}
    for p in pieces:
        sums[p.at] = sums.get(p.at, 0) + _factor(s, target, party, p, pieces)
    silent = silenced(s, target, units)
    attack = across_forts(s, target, party, sums, silent, [])
    defence = behind_forts(s, target, party, silent, [])
    free = stands_free(s, target, party, sums)
    section = predominant(s, target, party, silent)
    return Reckoning(attack, defence, column(attack, defence), section, silent, free, ())


def _factor(s: FXState, target: int, party: Party, p: Piece, pieces: Sequence[Piece]) -> int:
    u = p.extra
    factor = ATTACK[u][s.step[u]]
    if IS_CAVALRY[u] and not only_cavalry(s, party):
        beside = [s.attack(q.extra) for q in pieces if IS_INFANTRY[q.extra] and q.at == p.at]
        factor = min(factor, half(max(beside)) if beside else FROM_AFAR)
    broken = ROUGH >> p.at & 1 and (ROUGH | FOREST) >> target & 1
    return half(factor) if broken or (p.at, target) in UPHILL else factor


def supply_area(s: FXState, side: str) -> int:
    """SU-2, SU-3: hexes in which units of the side would be in supply, its units standing where they stand."""
    fed = supplied_units(s, side)
    found = 0
    for group in GROUPS[side]:
        if s.at_war(group):
            through = clear(s, side, group)
            links = from_members(s.at[u] for u in fed if s.at[u] < SIZE and SIDE[u] == side)
            found |= around(feeders(s, group, through) | links & through, through)
    return found & ~s.ground(FOE[side]).every


def expected(s: FXState, side: str) -> int:
    """The same, a march later: the front has moved on by then."""
    found = supply_area(s, side)
    return found | BOARD.spread(found) if found else found


__all__ = ["STEPS_LEFT", "expected", "supply_area", "weigh"]
