"""What a commander means to do for a while: which goals come first, how boldly, what is held back. The executor obeys.

A plan changes neither rules nor knowledge: it weighs the goals that a title's judgement names, and the numbers of a
temper. So every plan can be carried out by the same executor, and plans can be compared by playing them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import front1914
from front1914 import Game, Purpose, Seat
from front1914.commanders.levels import STAFF, Temper
from front1914.kit.bits import members
from front1914.kit.sight import Goal, Sight

EFFORT = 2.5  #: by how much the objective of the main effort counts more than its price
AHEAD, STILL = 0.7, 0.6  #: chance from which it is enough to keep what one has; until when that stays the plan
AROUND = 2  #: nodes around the objective that belong to it


@dataclass(frozen=True)
class Plan:
    """A name for the player, what it changes in the temper, and how it weighs goals."""

    name: str
    text: str
    temper: Mapping[str, Any] = field(default_factory=dict)
    effort: int | None = None  #: the node of the main effort
    take: float = 1.0  #: what goals of the enemy count for
    keep: float = 1.0  #: what our own count for
    weights: Mapping[int, float] = field(default_factory=dict)  #: by node: what its goal counts for besides
    ways: Mapping[str, float] = field(default_factory=dict)  #: habits of the title that it changes (`Sight.temper`)
    posts: Mapping[str, int] = field(default_factory=dict)  #: by unit: the node that it is sent to in this turn
    lot: int | None = None  #: from which its luck is drawn, where its temper has some

    def plain(self) -> dict[str, Any]:
        """JSON-ready: all that is not as usual."""
        found: dict[str, Any] = {
            "name": self.name,
            "text": self.text,
            "temper": dict(self.temper),
            "effort": self.effort,
        }
        found |= {"take": self.take, "keep": self.keep, "ways": dict(self.ways), "posts": dict(self.posts)}
        found["lot"] = self.lot
        found["weights"] = {str(node): weight for node, weight in self.weights.items()}
        return {key: value for key, value in found.items() if value not in (None, {}, 1.0)}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Plan:
        """The plan that was written so."""
        weights = {int(node): weight for node, weight in plain.get("weights", {}).items()}
        return next((plan for plan in POSTURES if plan.plain() == plain), None) or cls(**{**plain, "weights": weights})

    def tempered(self, temper: Temper) -> Temper:
        """The temper under this plan: a staff's numbers, and by so much otherwise as the character is."""
        own = {name: number + getattr(temper, name) - getattr(STAFF, name) for name, number in self.temper.items()}
        return replace(temper, **own)

    def weigh(self, sight: Sight) -> None:
        """The goals as this plan sees them."""
        sight.goals = [self._weighed(sight, goal) for goal in sight.goals]
        sight.temper |= self.ways

    def _weighed(self, sight: Sight, goal: Goal) -> Goal:
        worth = goal.worth * (self.keep if goal.mine else self.take) * self.weights.get(goal.node, 1.0)
        if self.effort is not None and not goal.mine and near(sight, goal.node, self.effort):
            worth *= EFFORT
        return goal._replace(worth=worth)


def near(sight: Sight, node: int, other: int) -> bool:
    """Whether a node belongs to an objective."""
    around = 1 << other
    for _ in range(AROUND):
        for at in members(around):
            around |= sight.board.ring[at]
    return bool(around >> node & 1)


STEADY = Plan("steady", "as things stand")
BOLD = Plan("bold", "forward everywhere", {"danger": 0.4, "front": 1.0, "mark": 0.0, "loss": 0.7}, take=1.5)
CAUTIOUS = Plan("cautious", "nothing is risked", {"danger": 2.0, "front": 6.0, "mark": 0.8, "loss": 1.3}, keep=1.5)
HOLD = Plan("hold", "what we have is held", {"danger": 2.0, "mark": 1.2, "guard": 2.5}, take=0.2, keep=2.0)
GRAB = Plan("grab", "every goal that can be had now", {"guard": 0.5, "front": 0.0, "danger": 0.5}, take=2.0)


LEAD = Plan("lead", "it is enough to keep what we have", {"mark": 0.6, "danger": 1.3, "guard": 2.0}, take=0.5, keep=1.5)


#: where the title says that there is no time to be careful (`Judgement.storms`)
STORM = Plan(
    "storm",
    "time is short: forward, whatever it costs",
    {"pull": 2.0, "guard": 0.2, "front": 0.0, "danger": 0.1, "line": 0.0, "mark": -0.5, "loss": 0.5},
)


POSTURES = (STEADY, BOLD, CAUTIOUS, HOLD, GRAB, LEAD, STORM)


def posture(seat: Seat, before: Plan = STEADY) -> Plan:
    """The plan by rule: who is so far ahead that he need not take anything keeps what he has.

    He does so until he is clearly less far ahead: plans do not change for a trifle. Who would not win if nothing more
    happened has to take something, however good his chances are; where the title says so, at any price.
    """
    game = front1914.imagined(seat.view, 0)
    if not _wins(game, seat.side):
        storms = front1914.judgement(seat.title).storms
        return STORM if storms is not None and storms(seat.view) else STEADY
    return LEAD if outlook(game, seat.side) > (STILL if before == LEAD else AHEAD) else STEADY


def _wins(game: Game, side: str) -> bool:
    """Whether the side would win if the game ended as things stand."""
    return _purpose(game, side, 0).chance() == 1.0


def outlook(game: Game, side: str) -> float:
    """The chance of a side by the victory terms, both having as many moves to come."""
    left = max(0, game.terms(side).last_turn - game.standing(side).turn + 1)
    return _purpose(game, side, left).chance()


def _purpose(game: Game, side: str, left: int) -> Purpose:
    standing, terms = game.standing(side), game.terms(side)
    other = next(each for each in game.sides if each != side)
    return Purpose(terms, standing.end, standing.turn, side, other, (left, left))


def plans(sight: Sight, most: int) -> list[Plan]:
    """The plans worth comparing: postures, and a main effort on each of the dearest objectives that lie apart."""
    found = [STEADY, BOLD, CAUTIOUS, HOLD, GRAB]
    aims: list[Goal] = []
    for goal in sorted((g for g in sight.goals if not g.mine), key=lambda g: (-g.worth, g.node)):
        if not any(near(sight, goal.node, other.node) for other in aims):
            aims.append(goal)
    for goal in aims:
        word = sight.board.words[goal.node]
        found.append(Plan(f"effort {word}", f"the main effort is {word} ({goal.rule})", effort=goal.node))
    return found[:most]
