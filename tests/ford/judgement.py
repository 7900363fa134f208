"""What a commander of the Ford values, in steps of a unit."""

from __future__ import annotations

from typing import Any

from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.judgement import Judgement, Role
from tests.ford.world import BOARD, COST, CRT, HEXES, MOVES, SCENARIOS, STACK, TOWN, UNITS

roles: dict[str, Role] = {"move": "mover", "march": "place", "fight": "target", "assault": "attacker"}
DEFENCE = [1.0] * BOARD.size


def evaluate(view: dict[str, Any], side: str) -> float:
    """Own steps less the enemy's, nearness to the town, and the town itself, which counts more near the end."""
    if view["result"]:
        return 100.0 if view["result"]["winner"] == side else -100.0
    total = 0.0
    for row in view["position"]["units"].values():
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
    for name, row in view["position"]["units"].items():
        strength = 2 * row["steps"] + row.get("veteran", 1 / 3)
        moves = 0 if row["side"] == side and row.get("moved") else MOVES[UNITS.number(name)]
        piece = Piece(name, HEXES.number(row["at"]), strength, row["steps"], moves, fresh=not row.get("fought"))
        (own if row["side"] == side else enemy).append(piece)
    held = any(p.at == TOWN for p in (own if side == "red" else enemy))
    turns = SCENARIOS[view["scenario"]].last_turn - view["turn"] + 1
    town = Goal(TOWN, 6.0, held == (side == "red"), turns, "1.2")
    return Sight(BOARD, side, view["turn"], turns, own, enemy, [town], COST, DEFENCE, room=STACK)


def mover(view: dict[str, Any]) -> tuple[str, int]:
    """The unit that is marching, and where it is."""
    unit = str(view["position"]["flow"][-1][1])
    return unit, HEXES.number(view["position"]["units"][unit]["at"])


def attack(view: dict[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    _, target, chosen = view["position"]["flow"][-1]
    return HEXES.number(target), chosen


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """4.2, 4.3: every face of the die."""
    attack = sum(p.strength for p in pieces)
    defence = sum(p.strength for p in s.enemy if p.at == target)
    column = CRT.at_odds(round(60 * attack), round(60 * defence))  # strengths that are not known are thirds
    return [
        Fight(float(chance), float(result == "A"), float(result == "D"), result == "D")
        for result, chance in CRT.odds(column).items()
    ]


JUDGEMENT = Judgement(roles=roles, evaluate=evaluate, sight=sight, mover=mover, attack=attack, battle=battle)
