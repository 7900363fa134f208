"""What Forces do where their march ends: they prepare the attack that is planned (7.3), or dig in (14.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from front1914.engine.decision import Action
from front1914.kit.sight import Piece, Sight
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.manoeuvre.prepared import prepare_cost
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import DIG_WITHIN, level
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, near_enemy
from front1914.titles.offensive_a_outrance.organisation.effectiveness import may_attack
from front1914.titles.offensive_a_outrance.state import DIG, NO_TASK, RIGHTS, SOUND, OAOState
from front1914.titles.offensive_a_outrance.victory import counts
from front1914.titles.offensive_a_outrance.world import IS_LINE, IS_LOC

RESOLVED = 0.8  #: the least value of an attack that is prepared: it must be made, whoever comes to help (7.3.1)
SERVED = 1.0  #: strength that could strike there, from which a position is worth one of the few that may be built


class Assault(Protocol):
    """What is asked of an attack that could be made: its value in steps, where it goes, who makes it."""

    @property
    def value(self) -> float: ...
    @property
    def node(self) -> int: ...
    @property
    def pieces(self) -> Sequence[Piece]: ...


def chores(
    sight: Sight, assaults: Sequence[Assault], stays: Sequence[Piece], threat: Sequence[float], costs: Mapping[str, int]
) -> dict[str, Action]:
    """By Force: what it does when it has come to its post. `costs`: MPs of the marches that were ordered."""
    s: OAOState = sight.extra
    found: dict[str, Action] = {}
    if s.phase == "movement":
        for assault in assaults:
            found |= _prepared(s, assault, costs)
    kept = {goal.node for goal in sight.goals if goal.mine}
    able = [p for p in stays if p.id not in found and (counts(s, "27.4") or p.at in kept)]  # who digs cannot march
    found |= _dug(s, sight.side, able, threat)
    return found


def _prepared(s: OAOState, assault: Assault, costs: Mapping[str, int]) -> dict[str, Action]:
    """7.3.3, 9.6.1: each marker holds a Force of the enemy; if all who attack have one it is a column more."""
    if assault.value < RESOLVED:
        return {}
    able = [piece for piece in assault.pieces if _prepares(s, piece, assault.node, costs)]
    if len(able) < len(assault.pieces) and s.rules.victory.kind != "hexes":  # in Lorraine fewer games were won by it
        return {}
    return {piece.id: Action("prepare", str(HEXES[assault.node])) for piece in able}


def _prepares(s: OAOState, piece: Piece, target: int, costs: Mapping[str, int]) -> bool:
    """7.3: whether a Force can place a marker when it has come to its post."""
    lead = piece.extra[0]
    combat = [u for u in piece.extra if s.is_combat(u)]
    if not combat or not all(s.is_infantry(u) for u in combat) or not may_attack(s, lead) or s.second[lead] >= 0:
        return False
    cost = prepare_cost(s, piece.at, target)
    return cost is not None and s.spent[lead] + costs.get(piece.id, 0) + cost <= allowance(s)


def _dug(s: OAOState, side: str, stays: Sequence[Piece], threat: Sequence[float]) -> dict[str, Action]:
    """14.3: those who stay where the enemy is near dig, the most threatened first, as many as have the right to."""
    rights = s.pools[RIGHTS[side]]
    if not rights:
        return {}
    busy = {s.at[u] for u in s.ground(side).here if s.task[u] == DIG}
    found: dict[str, Action] = {}
    for piece in sorted(stays, key=lambda p: (-threat[p.at], p.id)):
        lead, h = piece.extra[0], piece.at
        able = IS_LINE[lead] and not IS_LOC[lead] and s.ce[lead] == SOUND and s.task[lead] == NO_TASK
        if not able or h in busy or level(s, h) or threat[h] < SERVED or not near_enemy(s, h, side, DIG_WITHIN):
            continue
        found[piece.id] = Action("dig")
        busy.add(h)
        if len(found) == rights:
            break
    return found
