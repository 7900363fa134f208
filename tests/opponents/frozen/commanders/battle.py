"""Which attacks to make, and with whom: growing sets of attackers, each valued over its exact outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from front1914.kit.sight import Piece, Sight
from tests.opponents.frozen.commanders.levels import Temper

if TYPE_CHECKING:
    from front1914 import Judgement

TOO_MANY = 0.08  #: what each further attacker must add, since it could do something else
OPEN = 0.4  #: what ground is worth that is no goal


class Assault(NamedTuple):
    """An attack that could be made: its value in steps, and what it rests on."""

    value: float
    node: int
    pieces: list[Piece]
    taken: float = 0.0  #: the chance that the enemy is driven out
    own: float = 0.0  #: steps that it is expected to cost
    enemy: float = 0.0

    @property
    def numbers(self) -> dict[str, float]:
        """For the reasons."""
        return {"value": self.value, "taken": self.taken, "own": self.own, "enemy": self.enemy}


class Reckoner:
    """Values attacks by a title's `battle` and, where it has one, `duty`."""

    def __init__(self, judgement: Judgement, temper: Temper) -> None:
        self.judgement, self.temper = judgement, temper
        self._duty = judgement.duty

    def value(self, sight: Sight, node: int, pieces: list[Piece]) -> Assault:
        """Enemy steps less own steps, and the ground, over every outcome."""
        mine = sum(p.worth for p in pieces) / len(pieces)
        his = [p.worth for p in sight.enemy if p.at == node]
        theirs = sum(his) / len(his) if his else 1.0
        ground = OPEN + sum(goal.worth for goal in sight.goals if goal.node == node and not goal.mine)
        taken = own = enemy = 0.0
        for fight in self.judgement.battle(sight, node, pieces):
            own += fight.probability * fight.own
            enemy += fight.probability * fight.enemy
            taken += fight.probability * fight.taken
        total = enemy * theirs - self.temper.loss * own * mine + taken * ground
        if self._duty is not None:
            total += self._duty(sight, node, pieces)
        return Assault(total, node, pieces, taken, own, enemy)

    def best(self, sight: Sight, node: int, ready: Sequence[Piece], price: float = TOO_MANY) -> Assault | None:
        """The growing set of attackers that promises most: the freshest and strongest first, staffs last.

        Each further attacker must add the price.
        """
        order = sorted(ready, key=lambda p: (p.kind == "staff", -p.level, -p.strength / p.worth, p.id))
        best: Assault | None = None
        for size in range(1, len(order) + 1):
            if order[size - 1].kind == "staff" and size == 1:
                return None
            found = self.value(sight, node, order[:size])
            if best is None or found.value - price * size > best.value - price * len(best.pieces):
                best = found
        return best and self._without_horse(sight, best)

    def _without_horse(self, sight: Sight, best: Assault) -> Assault:
        """The same attack without the cavalry whose part in it lowers its value."""
        for horse in [p for p in best.pieces if p.kind == "horse"]:
            rest = [p for p in best.pieces if p is not horse]
            if rest and (found := self.value(sight, best.node, rest)).value >= best.value:
                best = found
        return best
