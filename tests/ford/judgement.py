"""What a commander of the Ford values, in steps of a unit."""

from __future__ import annotations

from typing import Any

from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.judgement import Judgement, Role
from tests.ford.state import BOARD, HEXES, MOVEMENT, RIVER, STACK, TOWN

roles: dict[str, Role] = {"move": "mover", "march": "place", "fight": "target", "assault": "attacker"}
LAST = {"campaign": 6, "skirmish": 3}
COST = [0] * BOARD.size
for _h in HEXES.numbers:
    COST[_h] = 2 if RIVER >> _h & 1 else 1
DEFENCE = [1.0] * BOARD.size


def evaluate(view: dict[str, Any], side: str) -> float:
    """Own steps less the enemy's, nearness to the town, and the town itself, which counts more near the end."""
    if view["result"]:
        return 100.0 if view["result"]["winner"] == side else -100.0
    total = 0.0
    for row in view["units"].values():
        sign = 1 if row["side"] == side else -1
        near = BOARD.distance(HEXES.number(row["at"]), TOWN)
        total += sign * (row["steps"] + 0.2 * row.get("veteran", 0) - 0.05 * near)
        if near == 0 and row["side"] == "red":
            total += sign * 0.5 * view["turn"]
    return total


def sight(view: dict[str, Any]) -> Sight:
    """The map as the side sees it; a quality that is not known counts a third."""
    side = view["side"]
    own: list[Piece] = []
    enemy: list[Piece] = []
    for name, row in view["units"].items():
        strength = 2 * row["steps"] + row.get("veteran", 1 / 3)
        moves = 0 if row["side"] == side and row.get("moved") else MOVEMENT
        piece = Piece(name, HEXES.number(row["at"]), strength, row["steps"], moves, fresh=not row.get("fought"))
        (own if row["side"] == side else enemy).append(piece)
    held = any(p.at == TOWN for p in (own if side == "red" else enemy))
    town = Goal(TOWN, 6.0, held == (side == "red"), LAST[view["scenario"]] - view["turn"] + 1, "1.2")
    turns = LAST[view["scenario"]] - view["turn"] + 1
    return Sight(BOARD, side, view["turn"], turns, own, enemy, [town], COST, DEFENCE, STACK)


def mover(view: dict[str, Any]) -> tuple[str, int]:
    """The unit that is marching, and where it is."""
    unit = str(view["flow"][-1][1])
    return unit, HEXES.number(view["units"][unit]["at"])


def attack(view: dict[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    _, target, chosen = view["flow"][-1]
    return HEXES.number(target), chosen


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """4.2, 4.3: every face of the die."""
    attack = sum(p.strength for p in pieces)
    defence = sum(p.strength for p in s.enemy if p.at == target)
    bonus = -1 if attack < defence else min(attack // defence - 1, 2)
    found = []
    for face in range(1, 7):
        score = face + bonus
        found.append(Fight(1 / 6, 1.0 if score <= 2 else 0.0, 1.0 if score >= 5 else 0.0, score >= 5))
    return found


JUDGEMENT = Judgement(roles=roles, evaluate=evaluate, sight=sight, mover=mover, attack=attack, battle=battle)
