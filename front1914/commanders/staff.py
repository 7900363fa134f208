"""The executor: marches planned for the whole phase, attacks by exact odds, small choices by trying them.

`recruit` can do less of it. What a title tells it stands in its judgement (front1914.Judgement).
"""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence
from typing import Any

import front1914
from front1914 import Action, Decision, Seat
from front1914.commanders import probe
from front1914.commanders.base import Why
from front1914.commanders.battle import Assault, Reckoner
from front1914.commanders.chooser import Chooser
from front1914.commanders.levels import STAFF, Temper
from front1914.commanders.march import SAFE, Order, Planner
from front1914.commanders.plan import STEADY, Plan, posture
from front1914.commanders.rations import BEATEN
from front1914.commanders.survey import Survey
from front1914.kit.bits import from_members
from front1914.kit.sentences import counted
from front1914.kit.sight import Goal, Piece, Sight

VITAL = 10.0  #: by how much what loses the game counts more than its worth
ENDING = ("done", "stop", "stay")  #: verbs that leave things as they are


class Staff:
    """Knows goals, threats, odds and friends; plans its marches and its attacks of this turn together."""

    drawn = False  #: of a view it needs what it can think with, not what is there for the eye

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None, temper: Temper = STAFF) -> None:
        self.nature = self.temper = temper
        self.plan = STEADY
        self.judgement = front1914.judgement(title)
        self.roles, self.habits, self._steady = self.judgement.roles, self.judgement.habits, self.judgement.steady
        self.reasons: list[Why] = []
        self._chooser = Chooser(title, seed, budget)
        self._reckoner = Reckoner(self.judgement, temper)
        self._rng = random.Random(f"staff:{title}:{seed}")
        self._phase: tuple[Any, ...] = ()
        self._survey: Survey | None = None
        self._orders: dict[str, Order] = {}
        self._queue: list[str] = []  #: who has still to march
        self._chores: dict[str, Action] = {}  #: what they do when they have come to their posts
        self._guards: dict[str, float] = {}  #: garrisons: what a place must be worth for them to attack it, or go there
        self._tasks: dict[str, int] = {}  #: the goals of the pieces, kept from turn to turn
        self._riding: dict[str, int] = {}  #: who goes by rail in this phase, and to which goal
        self._afoot: set[str] = set()  #: pieces that no train brings nearer to their goal in this phase
        self._dropped: set[int] = set()  #: targets given up in this phase
        self._wanted: dict[int, Assault] = {}  #: who is to attack what
        self._moving: tuple[str, int] | None = None  #: who marches now, and where it should be
        self._told: Why | None = None  #: the plan of this phase, until it has been told
        self._resumed: tuple[Any, ...] | None = None  #: the phase in which another staff had chosen the plan already
        self._striking: Assault | None = None  #: the attack whose attackers are being named
        self._engaged: dict[str, float] = {}  #: by who is to attack: what the attack is worth
        self._feels: dict[str, int] = {}  #: who goes forward before the attacks, and where to

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        decision = seat.decision
        if len(decision.actions) == 1:
            if self.roles.get(decision.step) == "mover":
                self._survey = None  # all have marched: the next phase is planned anew
            self.reasons = [Why("forced", f"{decision.actions[0]}: the only legal action")]
            return decision.actions[0]
        habit = self._habit(decision)
        if habit is not None:
            self.reasons = [Why("habit", f"{habit}: always done at this step", rule=decision.rule)]
            return habit
        if seat.view:
            self._new_phase(seat)
        answer = getattr(self, f"_{self.roles.get(decision.step, '')}", None)
        action = answer(seat, decision.actions) if answer is not None else None
        action = self._small(seat) if action is None else action
        if self._told is not None:
            self.reasons = [*self.reasons, self._told]
            self._told = None
        return action

    def looks(self, decision: Decision) -> bool:
        """Whether it must look around: not for what it does by habit, nor while it carries out its orders."""
        if len(decision.actions) == 1 or self._habit(decision) is not None:
            return False
        role = self.roles.get(decision.step)
        if not self._steady:
            return True
        if role == "place":
            return not self._goes_on(decision.actions)
        if role == "attacker":
            return self._joining(decision.actions) is None
        return role != "mover" or self._survey is None or not any(self._waits(a) for a in decision.actions)

    def _goes_on(self, actions: Sequence[Action]) -> bool:
        """Whether the unit that marches has an order, and is asked for a place: then `_place` needs no view.

        Any other question in the middle of a march is a small choice, which is tried on imagined games.
        """
        if self._survey is None or self._moving is None or self._moving[0] not in self._orders:
            return False
        words = self._survey.sight.board.words
        return any(a.verb in ENDING or (a.verb == "to" and words.find(a.arg) is not None) for a in actions)

    def _joining(self, actions: Sequence[Action]) -> Action | None:
        """The next unit that is to take part in the attack; for that nobody need look."""
        if self._striking is None:
            return None
        offered = {str(a.arg): a for a in actions if a.verb == "unit"}
        return next((offered[p.id] for p in self._striking.pieces if p.id in offered), None)

    def _waits(self, action: Action) -> bool:
        return action.verb == "unit" and action.arg in self._queue

    def _habit(self, decision: Decision) -> Action | None:
        """What is always done at a step."""
        for verb in self.habits.get(decision.step, ()):
            for action in decision.actions:
                if action.verb == verb:
                    return action
        return None

    def _look(self, seat: Seat) -> Sight:
        """The map as the side sees it, its goals as the plan weighs them."""
        sight = self.judgement.sight(seat.view)
        sight.temper["history"] = self.nature.history
        self.plan.weigh(sight)
        return sight

    def choose(self, seat: Seat) -> None:
        """Who would win if nothing more happened holds what he has; the other must take something."""
        if self.nature.masses:
            self.obey(posture(seat, self.plan))

    def weighed(self) -> str:
        """How the plan was chosen, in a sentence."""
        return ""

    def obey(self, plan: Plan) -> None:
        """From now on the plan is carried out."""
        self.plan, self.temper = plan, plan.tempered(self.nature)
        self._reckoner = Reckoner(self.judgement, self.temper)
        if plan.lot is not None:
            self._rng = random.Random(f"lot:{plan.lot}")

    def remember(self, other: Staff) -> None:
        """Goes on where another staff stands: the goals of its pieces."""
        self._tasks = dict(other._tasks)

    def memory(self) -> dict[str, Any]:
        """What must be known to go on with the plan, JSON-ready: it is written down with the order that begins it."""
        return {"phase": list(self._phase), "plan": self.plan.plain(), "tasks": dict(self._tasks)}

    def resume(self, memory: Mapping[str, Any]) -> None:
        """Takes up what another staff has written down: its plan, and the goals of its pieces."""
        self.obey(Plan.read(memory["plan"]))
        self._tasks = dict(memory["tasks"])
        self._phase = self._resumed = tuple(memory["phase"])

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
            self._riding.clear()
            self._afoot.clear()
            self._survey = None
        self._phase = key

    # -- marching ----------------------------------------------------------------------------------------------

    def _plan(self, seat: Seat) -> Survey:
        """The orders of this phase, worked out when they are first asked for."""
        if self._survey is None:
            if self._resumed != self._phase:
                self.choose(seat)
            self._resumed = None
            self._survey = Survey(self._look(seat), self.judgement)
            start = {piece.id: piece.at for piece in self._survey.sight.own}
            planner = Planner(self._survey, self._reckoner, self.temper, self._rng, self._tasks)
            planner.send(self.plan.posts)
            self._orders = planner.plan(self.judgement)
            self._tasks = planner.tasks
            text = f"{self.plan.name}: {self.plan.text}. {self.weighed()}Orders: {planner.told()}"
            self._told = Why("plan", text, kept=self.memory())
            self._guards = planner.guards
            self._chores = planner.chores
            self._engaged = {p.id: assault.value for assault in planner.attacks for p in assault.pieces}
            self._queue = [u for u, order in self._orders.items() if order.node != start[u] or u in self._chores]
        return self._survey

    def _mover(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Which unit marches next: the next one with an order to go elsewhere, or nobody."""
        first = self._prelude(seat, actions)
        if first is not None:
            self.reasons = [Why("habit", f"{first}: done before anybody marches")]
            return first
        survey = self._plan(seat)
        self._moving = None
        offered = {str(a.arg): a for a in actions if a.verb == "unit"}
        while self._queue:
            unit = self._queue.pop(0)
            if unit in offered:
                order = self._orders[unit]
                self._moving = unit, survey.start[unit]
                self.reasons = [Why(order.kind, order.text, unit, order.numbers)]
                return offered[unit]
        closing = self.judgement.closing
        last = closing(seat.view, actions) if closing is not None else None
        if last is not None:
            self.reasons = [Why("habit", f"{last}: done when everybody has marched")]
            return last
        rest = _ending(actions)
        self._survey = None if self._steady else self._survey
        done = "has been carried out" if len(self._orders) == 1 else "have been carried out"
        self.reasons = [Why("stay", f"{counted(len(self._orders), 'order')} {done}, nobody else is to march")]
        return rest

    def _prelude(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """What is done before the marches are planned."""
        prelude = self.judgement.prelude
        return prelude(seat.view, actions) if prelude is not None and self._survey is None else None

    def _place(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Where the chosen unit goes: to its post, or as near as it can."""
        survey = self._plan(seat)
        unit, at = self.judgement.mover(seat.view) if seat.view else self._moving or ("", 0)
        order = self._orders.get(unit)
        if order is None:
            return None
        if at == order.node and (work := self._chores.pop(unit, None)) in actions:
            self.reasons = [Why("work", f"{unit}: {work} where its march ends", unit, order.numbers)]
            return work
        if (entrain := self._entrain(survey, unit, actions)) is not None:
            return entrain
        field, words = survey.field(self._riding.get(unit, order.node)), survey.sight.board.words
        ways = []
        for action in actions:
            node = at if action.verb in ENDING else words.find(action.arg) if action.verb == "to" else None
            if node is not None:
                piece = survey.pieces[unit]
                full = node not in (order.node, piece.at) and not survey.room(piece, node)
                ways.append((full, field[node], str(action), action))
        if not ways:
            return None
        _, far, _, action = min(ways)
        self._halt(survey, unit, at if action.verb in ENDING else words.number(str(action.arg)))
        self._moving = (unit, words.number(str(action.arg))) if action.verb == "to" else None
        text = order.text if far == 0 else f"{order.text}; {far} points short of it"
        self.reasons = [Why(order.kind, text, unit, {**order.numbers, "points": float(far)})]
        return action

    def _halt(self, survey: Survey, unit: str, node: int) -> None:
        """Who comes to stand elsewhere than ordered takes room there, and none where it was to go."""
        piece = survey.pieces.get(unit)
        if piece is not None and piece.at != node:
            survey.lift(piece)
            survey.put(piece, node)

    def _entrain(self, survey: Survey, unit: str, actions: Sequence[Action]) -> Action | None:
        """Takes the railway to a goal that is far away."""
        hurried, goal = self.judgement.hurried, self._tasks.get(unit)
        rail = next((action for action in actions if action.verb in ("rail", "entrain")), None)
        if unit in self._afoot or rail is None or hurried is None or goal is None or self._orders[unit].kind != "post":
            return None
        if not hurried(survey.sight, survey.pieces[unit], goal):
            return None
        self._riding[unit] = goal
        self.reasons = [Why("rail", f"{unit} goes by rail towards {survey.sight.board.words[goal]}", unit)]
        return rail

    def _rail(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """As near to the goal as the train goes."""
        survey = self._plan(seat)
        unit, at = self.judgement.mover(seat.view)
        if unit not in self._riding:
            return self._reply(seat, actions)
        field, words = survey.field(self._riding[unit]), survey.sight.board.words
        ways = [(field[words.number(str(a.arg))], str(a), a) for a in actions if a.verb == "to"]
        rest = next((a for a in actions if a.verb in ("stop", "cancel", "back")), None)
        if rest is not None:
            ways.append((field[at], "", rest))
        far, _, action = min(ways)
        self._halt(survey, unit, at if action is rest else words.number(str(action.arg)))
        if action is rest:  # no train goes nearer: it is not asked again in this phase
            self._afoot.add(unit)
            del self._riding[unit]
        self.reasons = [Why("rail", f"{unit} goes by rail; {far} points are left to its goal", unit)]
        return action

    # -- replies -----------------------------------------------------------------------------------------------

    def _reply(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """A step that the title's judgement answers itself."""
        assert seat.decision is not None
        recalled = self.judgement.recalled if self.nature.history else None
        replies = (reply for reply in (recalled, self.judgement.reply) if reply is not None)
        answers = (reply(seat.view, seat.decision.step, actions) for reply in replies)
        found = next((answer for answer in answers if answer is not None), None)
        if found is None:
            return None
        action, text = found
        self.reasons = [Why("reply", text, str(action.arg or action.verb), rule=seat.decision.rule)]
        return action

    # -- the set-up --------------------------------------------------------------------------------------------

    def _opening(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        assert seat.decision is not None
        action = self.judgement.opening(seat.view, seat.decision.step, actions, self._rng)
        self.reasons = [Why("set-up", f"{action}: chosen for the set-up", rule=seat.decision.rule)]
        return action

    # -- attacking ---------------------------------------------------------------------------------------------

    def _target(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Which node to attack: the one whose exact outcomes are worth most."""
        sight = self._look(seat)
        barring = self._barring(sight)
        found: list[tuple[float, str, Assault, Action]] = []
        for action in actions:
            node = sight.board.words.find(action.arg) if action.verb == "to" else None
            if node is None or node in self._dropped:
                continue
            ring = sight.board.ring[node]
            ready = [p for p in self._ready(sight, node, barring) if ring >> p.at & 1]
            if ready and (assault := self._reckoner.best(sight, node, ready)) is not None:
                luck = self._rng.random() * self.temper.noise
                found.append((assault.value + luck, str(action), assault, action))
        found.sort(key=lambda item: (-item[0], item[1]))
        if not found or found[0][0] <= self.temper.mark:
            rest = _ending(actions)
            best = found[0][2].value if found else 0.0
            text = f"no attack promises enough: the best is worth {best:.2f}, the mark is {self.temper.mark:.2f}"
            self.reasons = [Why("stay", text, numbers={"value": best, "mark": self.temper.mark})]
            return rest
        _, _, assault, action = found[0]
        self._wanted[assault.node] = self._striking = assault
        self.reasons = [self._attack(assault, str(action.arg), found[1][1] if len(found) > 1 else "")]
        return action

    def _ready(self, sight: Sight, node: int, barring: Container[str]) -> list[Piece]:
        prize = sum(goal.worth for goal in sight.goals if goal.node == node and not goal.mine)
        sallies = bool(sight.temper.get("sallies"))  # garrisons attack from where they are, and stay there
        able = [p for p in sight.own if p.fresh and p.strength > 0 and (sallies or not self._bound(p, prize))]
        return [p for p in able if p.id not in barring]

    def _barring(self, sight: Sight) -> set[str]:
        """Who could be lost in an attack, and is all that stands between the enemy and what loses the game."""
        walked = self.judgement.walked
        vital = from_members(goal.node for goal in sight.goals if goal.vital and goal.mine)
        if walked is None or not vital or not self.temper.masses:
            return set()
        staffs = {p.id for p in sight.own if p.kind == "staff"}
        frail = {p.id for p in sight.own if p.fresh and p.kind != "staff" and (p.steps == 1 or not p.level)}
        open_ = walked(sight, staffs) & vital
        if walked(sight, staffs | frail) & vital == open_:
            return set()
        return {unit for unit in frail if walked(sight, staffs | {unit}) & vital != open_}

    def _bound(self, piece: Piece, prize: float) -> bool:
        """Whether it is the garrison of where it stands and the prize too small; who has been driven out is free."""
        return prize < self._guards.get(piece.id, 0.0) and piece.at == self._orders[piece.id].node

    def _attack(self, assault: Assault, where: str, beaten: str = "") -> Why:
        names = ", ".join(p.id for p in assault.pieces)
        text = f"attack {where} with {names}: worth {assault.value:.2f}, taken {assault.taken:.0%}, "
        text += f"{assault.own:.1f} steps for {assault.enemy:.1f}"
        return Why("attack", text, where, assault.numbers, "", beaten)

    def _attacker(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Adds those who are wanted, then commits; gives up what turned out worse."""
        if not seat.view and self._striking is not None and (joins := self._joining(actions)) is not None:
            return self._joins(joins, self._striking)
        node, chosen = self.judgement.attack(seat.view)
        self._striking = self._wanted.get(node)
        if self._striking is not None and (joins := self._joining(actions)) is not None:
            return self._joins(joins, self._striking)
        self._striking = None
        by_verb = {a.verb: a for a in actions if a.arg is None}
        adjust = self.judgement.adjust
        better = adjust(seat.view, actions) if adjust is not None and chosen else None
        if better is not None:
            self.reasons = [Why("attack", f"{better}: as suits those who take part", str(better.verb))]
            return better
        sight = self._look(seat)
        pieces = [p for p in sight.own if p.id in chosen]
        where = str(sight.board.words[node])
        if "commit" in by_verb and pieces:
            assault = self._reckoner.value(sight, node, pieces)
            if assault.value > self.temper.mark:
                self.reasons = [self._attack(assault, where)]
                return by_verb["commit"]
        self._dropped.add(node)
        self.reasons = [Why("attack", f"not enough can take part in the attack on {where}", where)]
        return by_verb.get("cancel") or by_verb.get("commit")

    def _joins(self, action: Action, assault: Assault) -> Action:
        self.reasons = [Why("attack", f"{action.arg} joins", str(action.arg), assault.numbers)]
        return action

    # -- before the attacks ------------------------------------------------------------------------------------

    def _prober(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Who goes into a goal that nobody holds before anybody attacks, and where to."""
        words = self._look(seat).board.words
        for action in actions:
            if action.verb == "to" and words.number(str(action.arg)) in self._feels.values():
                self._feels.clear()
                self.reasons = [Why("probe", f"into {action.arg}, which nobody holds", str(action.arg))]
                return action
        units = {str(action.arg): action for action in actions if action.verb == "unit"}
        gain, unit, node = self._feeler(seat, units) if units and self.temper.masses else (0.0, "", 0)
        if gain > 0:
            self._feels = {unit: node}
            text = f"{unit} goes into {words[node]}, which nobody holds, worth {gain:.1f}"
            self.reasons = [Why("probe", text, unit, {"value": gain})]
            return units[unit]
        self.reasons = [Why("stay", "nobody goes forward: nothing that counts lies open, or who could is needed")]
        return next((a for verb in ("done", "cancel") for a in actions if a.verb == verb), None)

    def _feeler(self, seat: Seat, units: Container[str]) -> tuple[float, str, int]:
        """Who gains most by it, beyond what its attack is worth: what decides the game goes before all else."""
        assert self.judgement.probes is not None
        survey, best = Survey(self._look(seat), self.judgement), (0.0, "", 0)
        for piece, goal in probe.ways(survey, units, self.judgement.probes):
            if goal.vital or not self._bound(piece, goal.worth):
                gain = self._step_up(survey, piece, goal.node, goal.worth * (VITAL if goal.vital else 1.0))
                best = max(best, (gain - self._engaged.get(piece.id, 0.0), piece.id, goal.node))
        return best

    # -- advancing ---------------------------------------------------------------------------------------------

    def _advance(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        """Who takes the place of beaten defenders: enough to keep it, nobody who is needed where it is."""
        sight = self._look(seat)
        survey = Survey(sight, self.judgement)
        node = self.judgement.advance(seat.view)
        there, threat = survey.own_at[node] * sight.defence[node], survey.threat[node]
        worth = sum(goal.worth for goal in sight.goals if goal.node == node)
        ways = []
        for action in actions:
            piece = survey.pieces.get(str(action.arg))
            if piece is not None and action.verb == "unit" and piece.kind != "staff" and not self._bound(piece, worth):
                gain = self._step_up(survey, piece, node, worth)
                ways.append((gain, -piece.strength, str(action), action))
        numbers = {"worth": worth, "threat": threat, "there": there}
        weak = survey.steps_at[node] <= sight.worst or (worth > 0 and there * SAFE < threat)
        if ways and weak:
            gain, _, _, action = max(ways, key=lambda way: (way[0], way[1], way[2]))
            if gain > 0:
                text = f"{action.arg} advances: the place is worth {worth:.1f}, {threat:.0f} could strike there"
                self.reasons = [Why("advance", text, str(action.arg), {**numbers, "gain": gain})]
                return action
        rest = _ending(actions)
        self.reasons = [Why("advance", "nobody else advances: enough are there, or it is too exposed", numbers=numbers)]
        return rest

    def _step_up(self, survey: Survey, piece: Piece, node: int, worth: float) -> float:
        """What it gains by going there: the goal, if nobody holds it yet, and less danger than where it is."""
        gain = worth if not survey.steps_at[node] else 0.3 * worth
        left = [goal for goal in survey.sight.goals if goal.node == piece.at and goal.mine]
        if left and survey.steps_at[piece.at] - piece.steps <= 0 and survey.threat[piece.at]:
            gain -= sum(goal.worth for goal in left)
        stand = self.judgement.stand if self.temper.masses else None
        if stand is not None:
            gain += self.temper.pull * (stand(survey.sight, piece, node) - stand(survey.sight, piece, piece.at))
        if (follow := self.judgement.follow) is not None and self.temper.masses:
            gain -= follow(survey.sight, piece, node) * (BEATEN if survey.threat[node] else 1.0)
        if survey.sight.temper.get("reserve") and self.temper.masses:
            gain -= sum(goal.worth for goal in _opened(survey, piece, node)) * VITAL
        return gain + 0.4 + 0.3 * (_risk(survey, piece.at) - _risk(survey, node))


def _ending(actions: Sequence[Action]) -> Action | None:
    """The answer that ends the step."""
    return next((action for verb in ENDING for action in actions if action.verb == verb), None)


def _opened(survey: Survey, piece: Piece, node: int) -> list[Goal]:
    """Vital goals that nobody holds and that an enemy could walk into when the piece has gone there."""
    empty = [g for g in survey.sight.goals if g.vital and g.mine and not survey.steps_at[g.node]]
    if not empty:
        return []
    staffs = {p.id for p in survey.sight.own if p.kind == "staff"}
    before, at = survey.walked(staffs), piece.at
    piece.at = node
    after = survey.walked(staffs) & ~before
    piece.at = at
    return [goal for goal in empty if after >> goal.node & 1]


def _risk(survey: Survey, node: int) -> float:
    """How much could strike there, by what would stand against it."""
    backed = survey.own_at[node] + 0.4 * survey.own_near[node]
    return survey.threat[node] / (1 + backed * survey.sight.defence[node])
