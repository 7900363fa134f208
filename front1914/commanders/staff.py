"""The executor: moves and attacks from a sight, small choices by trying them. `recruit` can do less of it.

A title says by `judgement.roles` what each of its steps asks (`mover`, `place`, `target`, `attacker`, ...), and gives
`judgement.sight(view)` and `judgement.battle(sight, target, pieces)`. Steps without a role are chosen one step ahead.
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
from front1914.commanders.survey import FAR, Survey
from front1914.kit.sight import Piece, Sight

ENOUGH = 0.05  #: an improvement below this is not worth a march
DECAY = 6.0  #: points over which the pull of a goal halves


class Staff:
    """Plans nothing beyond the turn, but knows goals, threats, odds and friends."""

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None, temper: Temper = STAFF) -> None:
        self.temper = temper
        self.judgement: Any = front1914.judgement(title)
        self.roles: dict[str, str] = getattr(self.judgement, "roles", {})
        self.reasons: list[Why] = []
        self._chooser = Chooser(title, seed, budget)
        self._rng = random.Random(f"staff:{title}:{seed}")
        self._phase: tuple[Any, ...] = ()
        self._dropped: set[int] = set()  #: targets given up in this phase
        self._wanted: dict[int, list[str]] = {}  #: who is to attack what

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        decision = seat.decision
        if len(decision.actions) == 1:
            self.reasons = [Why("forced", f"{decision.actions[0]}: the only legal action")]
            return decision.actions[0]
        answer = getattr(self, f"_{self.roles.get(decision.step, '')}", None)
        action: Action | None = answer(seat, decision.actions) if answer is not None else None
        return self._small(seat) if action is None else action

    def _small(self, seat: Seat) -> Action:
        """Losses, retreats and whatever has no role."""
        assert seat.decision is not None
        if not self.temper.looks_ahead:
            action = self._rng.choice(seat.decision.actions)
            self.reasons = [Why("whim", f"{action}: nothing was weighed")]
            return action
        action = self._chooser.decide(seat)
        self.reasons = self._chooser.reasons
        return action

    # -- marching ----------------------------------------------------------------------------------------------

    def _mover(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Which unit marches next: the one with most to gain, or nobody."""
        survey = Survey(self._sight(seat))
        pieces = {p.id: p for p in survey.sight.own}
        best, gain, goes = None, ENOUGH, -1
        for action in actions:
            piece = pieces.get(str(action.arg))
            if piece is None or piece.moves == 0:
                continue
            node, better = self._best(survey, piece)
            if better > gain:
                best, gain, goes = action, better, node
        if best is None:
            rest = [a for a in actions if a.arg is None]
            self.reasons = [Why("stay", "no unit would stand better elsewhere")]
            return rest[0] if rest else None
        word = survey.sight.board.words[goes]
        self.reasons = [Why("march", f"{best.arg} has most to gain, towards {word}", str(best.arg), {"gain": gain})]
        return best

    def _best(self, survey: Survey, piece: Piece) -> tuple[int, float]:
        """The best node that the piece might reach, and how much better it is than its own."""
        board, start = survey.sight.board, piece.at
        survey.lift(piece)
        here = self.post(survey, piece, start)
        best, value = start, here
        reach, ring = {start: 0}, [start]
        while ring:
            following = []
            for node in ring:
                for other in board.neighbours[node]:
                    cost = survey.sight.cost[other]
                    spent = reach[node] + cost
                    if cost and spent <= piece.moves and spent < reach.get(other, FAR) and not survey.enemy_at[other]:
                        reach[other] = spent
                        if not survey.enemy_near[other]:
                            following.append(other)
            ring = following
        for node in reach:
            if survey.count_at[node] < survey.sight.room:
                worth = self.post(survey, piece, node)
                if worth > value:
                    best, value = node, worth
        survey.put(piece, start)
        return best, value - here

    def _place(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Where the chosen unit goes."""
        sight = self._sight(seat)
        mover = self.judgement.mover(seat.view)
        piece = next((p for p in sight.own if p.id == mover), None)
        if piece is None:
            return None
        survey = Survey(sight)
        survey.lift(piece)
        scored = []
        for action in actions:
            node = piece.at if action.arg is None else sight.board.words.find(action.arg)
            if node is not None:
                noise = self._rng.random() * self.temper.noise
                scored.append((self.post(survey, piece, node) + noise, str(action), action))
        if not scored:
            return None
        scored.sort(key=lambda item: (-item[0], item[1]))
        value, _, action = scored[0]
        beaten = scored[1] if len(scored) > 1 else scored[0]
        text = f"{mover}: {action}, worth {value:.2f}; next best {beaten[1]} with {beaten[0]:.2f}"
        self.reasons = [Why("post", text, str(mover), {"value": value, "margin": value - beaten[0]}, "", beaten[1])]
        return action

    def post(self, survey: Survey, piece: Piece, node: int) -> float:
        """What it is worth to have the piece there, the others standing where they stand."""
        temper, sight = self.temper, survey.sight
        value = 0.0
        for goal, field in zip(sight.goals, survey.fields, strict=True):
            far = field[node]
            if far >= FAR:
                continue
            if goal.mine:
                near = temper.guard * min(1.0, survey.threat[goal.node] / (1 + survey.own_at[goal.node]))
            else:
                near = temper.pull if far <= goal.turns * max(piece.moves, 1) else 0.0
            crowd = 1 + 0.5 * survey.own_at[node] / max(piece.strength, 1)
            value += goal.worth * near * piece.strength / crowd * 0.1 * 2 ** (-far / DECAY)
        backed = survey.own_at[node] + piece.strength + 0.4 * survey.own_near[node]
        exposed = survey.threat[node] - backed * sight.defence[node]
        if exposed > 0:
            value -= temper.danger * min(1.0, exposed / (backed + 1)) * piece.steps * piece.worth
        value += temper.line * min(survey.own_near[node], 3 * piece.strength) / max(piece.strength, 1)
        if piece.kind == "staff":
            return value - 0.5 * survey.enemy_near[node] + 0.05 * survey.own_near[node]
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
        """Which hex to attack: the one whose exact outcomes are worth most."""
        sight = self._sight(seat)
        self._new_phase(seat)
        best, value, force = None, self.temper.mark, []
        for action in actions:
            node = sight.board.words.find(action.arg) if action.arg is not None else None
            if node is None or node in self._dropped:
                continue
            worth, pieces = self._force(sight, node)
            if worth > value:
                best, value, force = action, worth, pieces
        if best is None:
            rest = [a for a in actions if a.arg is None]
            self.reasons = [Why("stay", "no attack promises enough")]
            return rest[0] if rest else None
        node = sight.board.words.number(best.arg or 0)
        self._wanted[node] = [p.id for p in force]
        text = f"attack {best.arg} with {', '.join(p.id for p in force)}: worth {value:.2f}"
        self.reasons = [Why("attack", text, str(best.arg), {"value": value})]
        return best

    def _force(self, sight: Sight, node: int) -> tuple[float, list[Piece]]:
        """The growing set of attackers that promises most."""
        ring = sight.board.ring[node]
        ready = [p for p in sight.own if p.fresh and p.strength > 0 and ring >> p.at & 1]
        ready.sort(key=lambda p: (-p.strength / p.worth, p.id))
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
        total = 0.0
        for fight in self.judgement.battle(sight, node, pieces):
            gain = fight.enemy * theirs - self.temper.loss * fight.own * mine + (ground if fight.taken else 0.0)
            total += fight.probability * gain
        return total

    def _attacker(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Adds those who are wanted, then commits; gives up what turned out worse."""
        node, chosen = self.judgement.attack(seat.view)
        wanted = self._wanted.get(node, [])
        for action in actions:
            if str(action.arg) in wanted and str(action.arg) not in chosen:
                self.reasons = [Why("attack", f"{action.arg} joins", str(action.arg))]
                return action
        commit = next((a for a in actions if a.verb == "commit"), None)
        sight = self._sight(seat)
        pieces = [p for p in sight.own if p.id in chosen]
        if commit is not None and pieces and self._worth(sight, node, pieces) > self.temper.mark:
            self.reasons = [Why("attack", f"{', '.join(chosen)} attack {sight.board.words[node]}")]
            return commit
        self._dropped.add(node)
        cancel = next((a for a in actions if a.verb == "cancel"), None)
        self.reasons = [Why("attack", "not enough can take part")]
        return cancel or commit

    # -- common ------------------------------------------------------------------------------------------------

    def _sight(self, seat: Seat) -> Sight:
        sight: Sight = self.judgement.sight(seat.view)
        return sight

    def _new_phase(self, seat: Seat) -> None:
        key = (seat.view.get("turn"), seat.view.get("active"), seat.view.get("phase"))
        if key != self._phase:
            self._phase = key
            self._dropped.clear()
            self._wanted.clear()
