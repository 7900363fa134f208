"""Supply as a condition with a price: who would be out of supply at the end of the phase is planned anew, unless what
he does is worth more than that costs him.

The title says what it costs a piece (`Judgement.hunger`). Where supply reaches is expected before the marches are
planned (`Sight.supplied`), and known when headquarters have been given their places (`Judgement.support`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from front1914.kit.sight import Goal, Piece

if TYPE_CHECKING:
    from front1914 import Judgement
    from front1914.commanders.march import Order, Planner

BEATEN = 2.7  #: times that hunger costs where an enemy could strike: who is weak is beaten
ROUNDS = 3  #: times that headquarters are placed anew behind an army that has been planned anew
FREED = ("take", "mass", "keep", "line", "post", "stand", "feel", "reserve")  #: kinds of orders that hunger can undo


class Rations:
    """What hunger would cost the pieces of a planner, and who of them had better be elsewhere."""

    def __init__(self, planner: Planner, judgement: Judgement) -> None:
        self.planner, self.survey, self.sight = planner, planner.survey, planner.sight
        self._hunger = judgement.hunger if planner.temper.masses else None
        self._support = judgement.support

    @property
    def counted(self) -> bool:
        """Whether hunger has a price: a title tells it, and a recruit does not think of it."""
        return self._hunger is not None

    def price(self, piece: Piece, node: int) -> float:
        """What it costs a piece to end the phase there: nothing where it would be in supply."""
        if self._hunger is None or self.sight.supplied >> node & 1:
            return 0.0
        return self._hunger(self.sight, piece, node) * (BEATEN if self.survey.threat[node] else 1.0)

    def share_out(self) -> None:
        """Headquarters go where the army goes, and who would be out of supply then is planned anew."""
        if self._hunger is None or self._support is None:
            return
        for _ in range(ROUNDS):
            self._support(self.sight, self.survey)
            back = self._hungry()
            if not back:
                return
            for unit in back:
                self._take_back(unit)
            self._plan_anew()
            if all(self.planner.orders[unit].node == order.node for unit, order in back.items()):
                return

    def _hungry(self) -> dict[str, Order]:
        """The orders that are worth less than the hunger that they bring, and those of the same attacks."""
        planner = self.planner
        back = {
            unit: order
            for unit, order in planner.orders.items()
            if order.kind in FREED and self.price(self.survey.pieces[unit], order.node) > self._gain(order)
        }
        for assault in [a for a in planner.attacks if any(p.id in back for p in a.pieces)]:
            planner.attacks.remove(assault)
            planner.targets.discard(assault.node)
            orders = {p.id: planner.orders[p.id] for p in assault.pieces if p.id in planner.orders}
            back |= {unit: order for unit, order in orders.items() if order.kind == "mass"}
        return back

    def _gain(self, order: Order) -> float:
        """What is gained by going hungry there: a place, or a share of an attack."""
        if order.kind == "mass":
            attack = next((a for a in self.planner.attacks if any(p.id == order.unit for p in a.pieces)), None)
            return 0.0 if attack is None else attack.value / len(attack.pieces)
        return order.numbers["worth"] if order.kind in ("take", "keep", "feel") else 0.0

    def _take_back(self, unit: str) -> None:
        """Nothing is planned for the piece any more; it stands where it began."""
        planner, piece = self.planner, self.survey.pieces[unit]
        self.survey.lift(piece)
        self.survey.put(piece, planner.start[unit])
        for kept in (planner.orders, planner.posted, planner.keepers, planner.tasks):
            kept.pop(unit, None)
        planner.free[unit] = piece

    def _plan_anew(self) -> None:
        """Everybody who is free gets an order, now that it is known where there is supply."""
        planner = self.planner
        planner.forget()
        planner.open_goals()
        planner.assaults(planner.temper.mark)
        planner.marches()
        for piece in list(planner.free.values()):
            planner.rest(piece, Goal(piece.at, 0.0, True), "where it is in supply")
