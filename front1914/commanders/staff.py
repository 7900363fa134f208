"""The executor: marches and attacks from a sight, small choices by trying them. `recruit` can do less of it.

A title's judgement gives

    roles             what each of its steps asks: mover, place, target, attacker; the rest are small choices
    habits            by step, verbs that are simply taken when they are offered
    sight(view)       the map as the side sees it
    mover(view)       the unit that is marching, and where it is
    attack(view)      the node that is being attacked, and who takes part so far
    battle(sight, node, pieces)   every way in which an attack may end
    duty(sight, node, pieces)     what making the attack is worth by itself (may be left out)
    evaluate(view, side)          for the small choices
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import front1914
from front1914 import Action, Seat
from front1914.commanders.base import Why
from front1914.commanders.chooser import Chooser
from front1914.commanders.levels import STAFF, Temper
from front1914.commanders.survey import Survey
from front1914.kit.sight import Piece, Sight

SOON = 2  #: turns in which an enemy who could come is reckoned with at a vital place
ENOUGH = 0.05  #: an improvement below this is not worth a march


class Staff:
    """Plans nothing beyond the turn, but knows goals, threats, odds and friends."""

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None, temper: Temper = STAFF) -> None:
        self.temper = temper
        self.judgement: Any = front1914.judgement(title)
        self.roles: dict[str, str] = getattr(self.judgement, "roles", {})
        self.habits: dict[str, tuple[str, ...]] = getattr(self.judgement, "habits", {})
        self.reasons: list[Why] = []
        self._chooser = Chooser(title, seed, budget)
        self._rng = random.Random(f"staff:{title}:{seed}")
        self._phase: tuple[Any, ...] = ()
        self._survey: Survey | None = None
        self._queue: list[tuple[float, str, int]] = []  #: who marches, with what to gain and where to, the last first
        self._orders: dict[str, int] = {}  #: garrisons: who must stand where
        self._dropped: set[int] = set()  #: targets given up in this phase
        self._wanted: dict[int, list[str]] = {}  #: who is to attack what

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        decision = seat.decision
        if len(decision.actions) == 1:
            self.reasons = [Why("forced", f"{decision.actions[0]}: the only legal action")]
            return decision.actions[0]
        for verb in self.habits.get(decision.step, ()):
            for action in decision.actions:
                if action.verb == verb:
                    self.reasons = [Why("habit", f"{action}: always done at this step", rule=decision.rule)]
                    return action
        self._new_phase(seat)
        answer = getattr(self, f"_{self.roles.get(decision.step, '')}", None)
        action_ = answer(seat, decision.actions) if answer is not None else None
        return self._small(seat) if action_ is None else action_

    def _small(self, seat: Seat) -> Action:
        """Losses, retreats and whatever has no role."""
        action = self._chooser.decide(seat)
        self.reasons = self._chooser.reasons
        return action

    def _new_phase(self, seat: Seat) -> None:
        view = seat.view
        key = (view.get("turn"), view.get("active"), view.get("phase"))
        if key != self._phase:
            self._dropped.clear()
            self._wanted.clear()
            self._survey = None
        self._phase = key

    # -- marching ----------------------------------------------------------------------------------------------

    def _mover(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Which unit marches next: the one with most to gain, or nobody."""
        if self._survey is None:
            self._survey = Survey(self.judgement.sight(seat.view), self.temper)
            self._orders = garrisons(self._survey)
            self._queue = sorted(self._gains(self._survey))
            self._queue += [(99.0, name, node) for name, node in self._orders.items()]
        offered = {str(a.arg): a for a in actions if a.verb == "unit"}
        while self._queue:
            gain, name, goes = self._queue.pop()
            if name in offered:
                word = self._survey.sight.board.words[goes]
                text = f"{name} has most to gain, towards {word}"
                self.reasons = [Why("march", text, name, {"gain": gain})]
                return offered[name]
        rest = [a for a in actions if a.arg is None]
        self.reasons = [Why("stay", "no unit would stand better elsewhere")]
        return rest[0] if rest else None

    def _gains(self, survey: Survey) -> list[tuple[float, str, int]]:
        found = []
        for piece in survey.sight.own:
            if piece.moves and piece.id not in self._orders:
                node, gain = self._best(survey, piece)
                if gain > ENOUGH:
                    found.append((gain, piece.id, node))
        return found

    def _best(self, survey: Survey, piece: Piece) -> tuple[int, float]:
        """The best node that the piece might reach, and how much better it is than its own."""
        start = piece.at
        survey.lift(piece)
        here = self.post(survey, piece, start)
        best, value = start, here
        for node in survey.reach(start, piece.moves, survey.enemy_near):
            if survey.count_at[node] < survey.sight.room and not survey.enemy_at[node]:
                worth = self.post(survey, piece, node)
                if worth > value:
                    best, value = node, worth
        survey.put(piece, start)
        return best, value - here

    def _place(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Where the chosen unit goes."""
        survey = self._survey
        if survey is None:
            survey = self._survey = Survey(self.judgement.sight(seat.view), self.temper)
        mover, at = self.judgement.mover(seat.view)
        piece = survey.pieces.get(mover)
        if piece is None:
            return None
        survey.lift(piece)
        piece.at = at
        if (post := self._orders.get(mover)) is not None:
            return self._garrison(survey, piece, post, actions)
        scored = []
        for action in actions:
            node = self._node(survey, piece, action)
            if node is not None:
                noise = self._rng.random() * self.temper.noise
                scored.append((self.post(survey, piece, node) + noise, str(action), action, node))
        if not scored:
            survey.put(piece, at)
            return None
        scored.sort(key=lambda item: (-item[0], item[1]))
        value, _, action, node = scored[0]
        survey.put(piece, node)
        beaten = scored[1] if len(scored) > 1 else scored[0]
        text = f"{mover}: {action}, worth {value:.2f}; next best {beaten[1]} with {beaten[0]:.2f}"
        self.reasons = [Why("post", text, mover, {"value": value, "margin": value - beaten[0]}, "", beaten[1])]
        return action

    def _garrison(self, survey: Survey, piece: Piece, post: int, actions: Sequence[Action]) -> Action | None:
        """Goes to the post, or as near as it can; stays when it is there."""
        field = survey.field([post])
        ways = [(field[node], str(a), a, node) for a in actions if (node := self._node(survey, piece, a)) is not None]
        if not ways:
            survey.put(piece, piece.at)
            return None
        _, _, action, node = min(ways, key=lambda way: way[:2])
        survey.put(piece, node)
        word = survey.sight.board.words[post]
        self.reasons = [Why("garrison", f"{piece.id}: {action}, because {word} must not be left open", piece.id)]
        return action

    def _node(self, survey: Survey, piece: Piece, action: Action) -> int | None:
        """Where an answer leaves the piece; None for answers that are about something else."""
        if action.arg is None:
            return piece.at
        node = survey.sight.board.words.find(action.arg) if action.verb == "to" else None
        return None if node is None or survey.count_at[node] >= survey.sight.room else node

    def post(self, survey: Survey, piece: Piece, node: int) -> float:
        """What it is worth to have the piece there, the others standing where they stand."""
        temper, sight = self.temper, survey.sight
        near, here = survey.own_near[node], survey.own_at[node]
        if piece.kind == "staff":
            return min(near, 12.0) * 0.1 - 0.3 * survey.threat[node] / (1 + here + 0.5 * near)
        value = survey.attraction[node] * piece.strength / (1 + 0.15 * here)
        backed = here + piece.strength + 0.4 * near
        exposed = survey.threat[node] - backed * sight.defence[node]
        if exposed > 0:
            value -= temper.danger * min(1.0, exposed / (backed + 1)) * piece.steps * piece.worth
        value += temper.line * min(near, 3 * piece.strength) / max(piece.strength, 1)
        if survey.enemy_near[node]:
            value += temper.strike * self._chances(survey, piece, node)
        if sight.supplied != -1 and not sight.supplied >> node & 1:
            value -= 0.5 * piece.steps * piece.worth
        return value

    def _chances(self, survey: Survey, piece: Piece, node: int) -> float:
        """How good an attack the piece could join from there."""
        best = 0.0
        for other in survey.sight.board.neighbours[node]:
            enemy = survey.enemy_at[other]
            if enemy:
                ratio = (survey.own_near[other] + piece.strength) / (enemy * survey.sight.defence[other])
                best = max(best, min(ratio / 3, 1.0) if ratio > 1.5 else 0.0)
        return best * piece.strength / 4

    # -- attacking ---------------------------------------------------------------------------------------------

    def _target(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Which node to attack: the one whose exact outcomes are worth most."""
        sight: Sight = self.judgement.sight(seat.view)
        best, value, force = None, self.temper.mark, []
        for action in actions:
            node = sight.board.words.find(action.arg) if action.verb == "to" else None
            if node is None or node in self._dropped:
                continue
            worth, pieces = self._force(sight, node)
            if worth > value:
                best, value, force = action, worth, pieces
        if best is None:
            rest = [a for a in actions if a.arg is None]
            self.reasons = [Why("stay", "no attack promises enough")]
            return rest[0] if rest else None
        node = sight.board.words.number(best.arg or "")
        self._wanted[node] = [p.id for p in force]
        text = f"attack {best.arg} with {', '.join(p.id for p in force)}: worth {value:.2f}"
        self.reasons = [Why("attack", text, str(best.arg), {"value": value})]
        return best

    def _force(self, sight: Sight, node: int) -> tuple[float, list[Piece]]:
        """The growing set of attackers that promises most."""
        ring = sight.board.ring[node]
        ready = [p for p in sight.own if p.fresh and p.strength > 0 and ring >> p.at & 1]
        ready.sort(key=lambda p: (p.kind == "staff", -p.strength / p.worth, p.id))
        best: tuple[float, list[Piece]] = (float("-inf"), [])
        for size in range(1, len(ready) + 1):
            worth = self._worth(sight, node, ready[:size])
            if worth > best[0] + 0.01:
                best = worth, ready[:size]
        return best

    def _worth(self, sight: Sight, node: int, pieces: list[Piece]) -> float:
        """Enemy steps less own steps, and the ground, over every outcome."""
        mine = sum(p.worth for p in pieces) / len(pieces)
        his = [p.worth for p in sight.enemy if p.at == node]
        theirs = sum(his) / len(his) if his else 1.0
        ground = 0.3 + sum(0.5 * g.worth for g in sight.goals if g.node == node and not g.mine)
        duty = getattr(self.judgement, "duty", None)
        total = 0.0 if duty is None else duty(sight, node, pieces)
        for fight in self.judgement.battle(sight, node, pieces):
            gain = fight.enemy * theirs - self.temper.loss * fight.own * mine + (ground if fight.taken else 0.0)
            total += fight.probability * gain
        return total

    def _attacker(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Adds those who are wanted, then commits; gives up what turned out worse."""
        node, chosen = self.judgement.attack(seat.view)
        wanted = self._wanted.get(node, [])
        for action in actions:
            if action.verb == "unit" and str(action.arg) in wanted:
                self.reasons = [Why("attack", f"{action.arg} joins", str(action.arg))]
                return action
        by_verb = {a.verb: a for a in actions if a.arg is None}
        sight: Sight = self.judgement.sight(seat.view)
        pieces = [p for p in sight.own if p.id in chosen]
        if "commit" in by_verb and pieces and self._worth(sight, node, pieces) > self.temper.mark:
            self.reasons = [Why("attack", f"{', '.join(chosen)} attack {sight.board.words[node]}")]
            return by_verb["commit"]
        self._dropped.add(node)
        self.reasons = [Why("attack", "not enough can take part")]
        return by_verb.get("cancel") or by_verb.get("commit")


def garrisons(survey: Survey) -> dict[str, int]:
    """Who must stand at the vital places that an enemy could reach soon: the pieces there, then the nearest."""
    found: dict[str, int] = {}
    for goal in survey.sight.goals:
        if not (goal.vital and goal.mine):
            continue
        field = survey.field([goal.node])
        coming = [p for p in survey.sight.enemy if not p.holds and field[p.at] <= SOON * p.moves]
        need = min(sum(p.strength for p in coming), 8.0)
        free = [p for p in survey.sight.own if p.id not in found and p.kind == "foot" and not p.holds]
        for piece in sorted(free, key=lambda p: (field[p.at], -p.strength, p.id)):
            if need <= 0 or field[piece.at] > SOON * max(piece.moves, 1):
                break
            found[piece.id] = goal.node
            need -= piece.strength
    return found
