"""Who marches where: garrisons first, then open goals, attacks that the marches make possible, tasks for the rest.

Nothing is decided piece by piece: the whole phase is planned before its first march, so that those who are to attack
together arrive together, and headquarters follow the army that they serve.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from front1914 import Action
from front1914.commanders import probe
from front1914.commanders.battle import TOO_MANY, Assault, Reckoner
from front1914.commanders.garrisons import FIT, Garrisons
from front1914.commanders.levels import Temper
from front1914.commanders.links import links
from front1914.commanders.rations import Rations
from front1914.commanders.survey import FAR, SOON, Survey
from front1914.commanders.watch import menaced, watches
from front1914.kit.sentences import counted
from front1914.kit.sight import Goal, Piece, Sight

if TYPE_CHECKING:
    from front1914 import Judgement

TURN = 4.0  #: about how many points a piece covers in a turn
LATE = 0.85  #: what a task is still worth when it takes one turn more
KEPT = 1.15  #: by how much a task that one has is preferred
FORCE = 1.6  #: strength that a goal asks for, by strength of those who hold it
DEPTH = 3  #: points from the enemy within which a front is held
SAFE = 1.5  #: strength that may strike those who have advanced, by their own on that ground
GREAT = 1.5  #: an attack of such value goes before everything but garrisons
LINE = 0.45  #: the most of those who are free that are spent on the line
RISKY = 0.05  #: chance of losing a place from which those who hold it leave it for great prizes only
TEMPTS = 0.5  #: what such a prize is worth, by what they hold
TELLS = 6  #: places of each kind that a plan is told with
#: kinds of orders, as a plan is told
TOLD = {
    "sent": "sent by the plan to",
    "garrison": "held because losing it loses the game:",
    "reserve": "kept back at",
    "cover": "around what its garrison would lose:",
    "take": "taken without a fight:",
    "feel": "beside what lies open, to go in before the attacks:",
    "keep": "kept:",
    "line": "a line held at",
}
ALONE = 3.0  #: strength that is sent to a goal that nobody holds


def _hopes(assault: Assault) -> str:
    """What an attack is for: the place, or those who hold it."""
    return f"taken {assault.taken:.0%}" if assault.taken >= 0.005 else "to wear down those who hold it"


def _anybody(sight: Sight, piece: Piece, goal: Goal) -> float:
    return 1.0


class Order(NamedTuple):
    """A piece, where it goes, and why."""

    unit: str
    node: int
    kind: str
    text: str
    numbers: Mapping[str, float]


class Task(NamedTuple):
    """A goal to be taken or kept, and the strength that it asks for."""

    goal: Goal
    need: float
    worth: float


class Planner:
    """Plans the marches of one phase. `kept` says which goal each piece was sent to before."""

    def __init__(
        self, survey: Survey, reckoner: Reckoner, temper: Temper, rng: random.Random, kept: Mapping[str, int]
    ) -> None:
        self.survey, self.sight, self.reckoner = survey, survey.sight, reckoner
        self.temper, self.rng, self.kept = temper, rng, kept
        self.sight.temper["masses"] = float(temper.masses)
        self._stand: Callable[..., float] | None = reckoner.judgement.stand if temper.masses else None
        self._stood: dict[str, float] = {}
        self.suits: Callable[..., float] = reckoner.judgement.suits if temper.masses else _anybody
        self.orders: dict[str, Order] = {}
        self.tasks: dict[str, int] = {}  #: the goal of each piece
        self.targets: set[int] = set()  #: nodes that are to be attacked
        self.attacks: list[Assault] = []  #: how
        self._weighed: dict[int, Assault | None] = {}  #: the best attacks on other nodes, as far as they are known
        self.chores: dict[str, Action] = {}  #: what pieces do besides marching, when they have reached their posts
        self.posted: dict[str, tuple[Task, Order]] = {}  #: those who march for a task
        self.guards: dict[str, float] = {}  #: what a place must be worth for a garrison to attack it, or go there
        self.keepers: dict[str, Piece] = {}  #: those who keep a goal, and can still attack from there
        self.rations = Rations(self, reckoner.judgement)
        self.start = {p.id: p.at for p in self.sight.own}
        self.free = {p.id: p for p in self.sight.own if p.kind != "staff" and not p.holds and p.moves}

    def plan(self, judgement: Judgement) -> dict[str, Order]:
        """All orders, in the order in which they are carried out."""
        garrisons = Garrisons(self)
        garrisons.post()
        holds = bool(self.temper.front) and not self.sight.final
        keeps_first = bool(self.sight.temper.get("keeps_first"))  # nobody takes a place by giving another away
        strikes_first = keeps_first or bool(self.sight.temper.get("strikes_first"))  # who is beaten threatens nobody
        if holds and keeps_first:
            self.hold_goals(0)
        if self.temper.masses:
            self.stay()
            if not strikes_first:
                self.watch()
                self.cover()
            self.open_goals()
        if holds and self.sight.lines and not keeps_first:
            self.hold_goals(0)
        if self.temper.masses:
            self.assaults(max(GREAT, self.temper.mark))
            if strikes_first:
                self.watch()
        if holds:
            self.hold_goals()
            if self.sight.lines:
                self.hold_line()
        if self.temper.masses:
            self.assaults(self.temper.mark)
            self.feel()
        self.marches()
        self.rations.share_out()
        garrisons.secure()
        if self.temper.masses and (fed := judgement.fed) is not None:
            away = [o for o in self.orders.values() if o.kind != "garrison" and o.node != self.start[o.unit]]
            bold = {order.unit for order in away if order.kind in ("take", "mass")}
            for unit in links(self.survey, fed, self.start, [order.unit for order in away], bold):
                self.orders[unit] = Order(unit, self.start[unit], "link", f"{unit} stays: others are fed over it", {})
        if self.temper.masses and (chores := judgement.chores) is not None:
            self._work(chores)
        support = judgement.support
        if support is not None:
            # for whom hunger has no price, who is fed is asked now, when it is known where the army goes
            if self.sight.supplied != -1 and not self.rations.counted:
                support(self.sight, self.survey)
                self.close_up()
            for unit, (node, text) in support(self.sight, self.survey).items():
                self.orders[unit] = Order(unit, node, "support", text, {})
        return self.orders

    def send(self, posts: Mapping[str, int]) -> None:
        """Those whose posts the plan names go there before all others, if they can."""
        for unit, node in posts.items():
            piece = self.free.get(unit)
            if piece is None or node not in self.survey.reach(piece):
                continue
            if node == piece.at or self.survey.room(piece, node):
                self.give(piece, node, "sent", "the plan wants it there", {})

    def told(self) -> str:
        """The orders of the phase in a few sentences, for whoever reads them afterwards."""
        said = [
            f"attack on {self.word(a.node)} with {counted(len(a.pieces), 'unit')}, {_hopes(a)}"
            for a in self.attacks[:TELLS]
        ]
        for kind, words in TOLD.items():
            places = Counter(self.word(order.node) for order in self.orders.values() if order.kind == kind)
            if places:
                said.append(f"{words} {', '.join(list(places)[:TELLS])}")
        aims = Counter(self.word(task.goal.node) for task, _ in self.posted.values() if not task.goal.mine)
        if aims:
            said.append(
                "marches towards "
                + ", ".join(f"{aim} ({counted(many, 'unit')})" for aim, many in aims.most_common(TELLS))
            )
        return "; ".join(said) or "everybody stays where he is"

    def _work(self, chores: Callable[..., dict[str, Action]]) -> None:
        """What the title has its units do besides marching; those without orders, or who stay, can do most."""
        busy = {p.id for assault in self.attacks for p in assault.pieces}
        stays = [p for p in self.sight.own if p.moves and not p.holds and p.at == self.start[p.id] and p.id not in busy]
        costs = {o.unit: self.survey.reach(self.survey.pieces[o.unit]).get(o.node, 0) for o in self.orders.values()}
        self.chores = chores(self.sight, self.attacks, stays, self.survey.threat, costs)
        for unit in self.chores:
            at = self.survey.pieces[unit].at
            self.orders.setdefault(unit, Order(unit, at, "post", f"{unit} has work where it is", {}))

    def close_up(self) -> None:
        """Those who would be out of supply, now that it is known who can be served, look for another post."""
        for unit, (task, order) in list(self.posted.items()):
            piece = self.survey.pieces[unit]
            if self.orders[unit] is order and not self.sight.supplied >> piece.at & 1:
                self._march(piece, task)

    def give(self, piece: Piece, node: int, kind: str, text: str, numbers: Mapping[str, float]) -> None:
        """An order; from now on the piece counts as standing there."""
        self.survey.lift(piece)
        self.survey.put(piece, node)
        self.orders[piece.id] = Order(piece.id, node, kind, f"{piece.id} to {self.word(node)}: {text}", numbers)
        self.free.pop(piece.id, None)

    def word(self, node: int) -> str:
        """The printed id."""
        return str(self.sight.board.words[node])

    # -- what is kept ------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """What counts gets what keeps it, if it pays; who keeps it safely, or for a greater prize, may still attack."""
        lost = self.reckoner.judgement.lost
        if lost is None or self.sight.final or self.sight.temper.get("unwatched"):
            return
        for watch in watches(self.survey, self.free, lost, self.suits, FIT):
            goal = watch.goal
            text = f"held by {len(watch.pieces)} it falls with {watch.risk:.0%}, worth {goal.worth:.1f} ({goal.rule})"
            for piece in watch.pieces:
                self.give(piece, goal.node, "watch", text, {"worth": goal.worth, "risk": watch.risk})
                self.keepers[piece.id] = piece
                if watch.risk > RISKY:
                    self.guards[piece.id] = TEMPTS * goal.worth

    def cover(self) -> None:
        """An army around what its garrison would lose: on each side somebody, first where the enemy is nearest."""
        if self.reckoner.judgement.lost is None or self.sight.final or not self.sight.temper.get("covers"):
            return
        for goal, need in menaced(self.survey, self.reckoner.judgement.lost):
            ring = [n for n in self.sight.board.neighbours[goal.node] if not self.survey.enemy_at[n]]
            near = self.survey.distances({p.at for p in self.survey.coming(goal.node, SOON)})
            for side in 2 * sorted(ring, key=lambda n: (near[n], n)):
                if sum(self.survey.own_at[n] for n in (*ring, goal.node)) >= need:
                    break
                self._cover(goal, side)

    def _cover(self, goal: Goal, side: int) -> None:
        pool = [p for p in self.free.values() if side in self.survey.reach(p) and p.kind != "horse"]
        pool = [p for p in pool if p.at == side or self.survey.room(p, side)]
        if pool:
            piece = min(pool, key=lambda p: (self.survey.reach(p)[side], -p.strength, p.id))
            text = f"beside {self.word(goal.node)}, which its garrison would lose, worth {goal.worth:.1f} ({goal.rule})"
            self.give(piece, side, "cover", text, {"worth": goal.worth})
            self.keepers[piece.id] = piece

    def stay(self) -> None:
        """Where a line is wanted for its own sake the weakest of those who stand in it stays; it may still attack."""
        for goal in self.sight.goals:
            if not (goal.post and goal.mine) or any(p.at == goal.node and p.holds for p in self.sight.own):
                continue
            here = [p for p in self.free.values() if p.at == goal.node]
            if here:
                piece = min(here, key=lambda p: (p.strength, p.id))
                text = f"the line would have a gap, worth {goal.worth:.1f} ({goal.rule})"
                self.give(piece, goal.node, "keep", text, {"worth": goal.worth})
                self.keepers[piece.id] = piece

    # -- open goals --------------------------------------------------------------------------------------------

    def open_goals(self) -> None:
        """A goal in which no enemy stands is taken by whoever is least needed and can get there."""
        goals = [g for g in self.sight.goals if not g.mine and not self.survey.enemy_at[g.node]]
        able = {g.node: sum(g.node in self.survey.reach(p) for p in self.free.values()) for g in goals}
        for goal in sorted(goals, key=lambda g: (-g.worth, able[g.node], g.node)):  # first where few can come
            ways = []
            for piece in self.free.values():
                cost = self.survey.reach(piece).get(goal.node)
                if (
                    cost is not None
                    and self.survey.room(piece, goal.node)
                    and self.suits(self.sight, piece, goal) >= FIT
                ):
                    keeps = self.sight.lines or self.sight.final or not self.survey.threat[goal.node]
                    missed = self._missed(piece, goal.node) + self.rations.price(piece, goal.node)
                    if missed < goal.worth:
                        worst = (1 if keeps else -1) * piece.strength + 0.2 * cost + missed
                        ways.append((worst, piece.id, piece))
            if ways and not any(order.node == goal.node for order in self.orders.values()):
                _, _, piece = min(ways)
                text = f"nobody holds it, worth {goal.worth:.1f} ({goal.rule})"
                self.give(piece, goal.node, "take", text, {"worth": goal.worth})

    def feel(self) -> None:
        """Who is still free goes beside what lies open out of his reach, if he can go into it before the attacks."""
        probes = self.reckoner.judgement.probes
        sent = {order.node for order in self.orders.values()}
        for goal in self.sight.goals if probes is not None else ():
            if goal.mine or goal.node in sent or self.survey.enemy_at[goal.node] or not probe.wanted(self.sight, goal):
                continue
            if probes is not None and (found := probe.post(self.survey, self.free.values(), probes, goal)):
                unit, node = found
                text = f"from there it goes into {self.word(goal.node)}, which nobody holds ({goal.rule})"
                self.give(self.survey.pieces[unit], node, "feel", text, {"worth": goal.worth})

    def _missed(self, piece: Piece, node: int) -> float:
        """How much worse a piece stands there than it could, where the title asks for it."""
        weight = self.sight.temper.get("astray", 0.0)
        if self._stand is None or not weight:
            return 0.0
        return weight * (self._best_stand(piece) - self._stand(self.sight, piece, node))

    # -- attacks -----------------------------------------------------------------------------------------------

    def assaults(self, mark: float) -> None:
        """Plans attacks one after the other, the most valuable first, and sends the attackers beside their targets."""
        targets = {p.at for p in self.sight.enemy} - self.targets
        found = {n: a for n, a in self._weighed.items() if n in targets and (a is None or self._still(a))}
        while True:
            for node in targets:
                if node not in found:
                    found[node] = self._assault(node)
            best = max((a for a in found.values() if a is not None), key=lambda a: (a.value, a.node), default=None)
            if best is None or best.value <= mark:
                self._weighed = found
                return
            used = {p.id for p in best.pieces}
            for piece in best.pieces:
                if self.keepers.pop(piece.id, None) is not None:
                    continue
                many = counted(len(best.pieces), "unit")
                text = f"attack on {self.word(best.node)} with {many}, taken {best.taken:.0%}"
                self.give(self.survey.pieces[piece.id], piece.at, "mass", text, best.numbers)
            targets.discard(best.node)
            self.targets.add(best.node)
            self.attacks.append(best)
            found = {n: a for n, a in found.items() if n in targets and (a is None or self._stands(a, used))}

    def _still(self, assault: Assault) -> bool:
        """Whether an attack that was weighed before can still be made: all who take part are free, and have room."""
        return all(p.id in self.free for p in assault.pieces) and self._stands(assault, set())

    def _stands(self, assault: Assault, used: set[str]) -> bool:
        if any(p.id in used for p in assault.pieces):
            return False
        coming: dict[int, int] = {}
        for p in assault.pieces:
            if self.survey.pieces[p.id].at != p.at:
                coming[p.at] = coming.get(p.at, 0) + p.size
        return all(self.survey.count_at[node] + size <= self.sight.room for node, size in coming.items())

    def _assault(self, target: int) -> Assault | None:
        """The best attack on a node by those who are free, each sent where it serves best."""
        ring = self.sight.board.ring[target]
        ready: list[tuple[tuple[float, ...], Piece, list[Piece]]] = []
        prize = sum(goal.worth for goal in self.sight.goals if goal.node == target and not goal.mine)
        for piece in self.keepers.values():
            tempted = prize >= self.guards.get(piece.id, 0.0) or self.sight.temper.get("sallies")
            if ring >> piece.at & 1 and piece.strength > 0 and tempted:
                way = self.survey.arrived(piece, piece.at)
                ready.append(((-way.level, -piece.strength), piece, [way]))
        for piece in self.free.values():
            ways = [
                self.survey.arrived(piece, node)
                for node in self.survey.reach(piece)
                if ring >> node & 1 and (node == piece.at or self.survey.room(piece, node))
            ]
            if ways and piece.strength > 0:
                high = max(way.level for way in ways)
                ready.append(((-high, -piece.strength), piece, [way for way in ways if way.level == high]))
        if not ready:
            return None
        ready.sort(key=lambda item: (item[0], item[1].id))
        # An attacker that must march first could do something else instead: that has its price.
        price = self.sight.temper.get("price", TOO_MANY)
        found = self.reckoner.best(self.sight, target, self._spread(ready), price)
        if found is None:
            return None
        hungry = sum(self.rations.price(p, p.at) for p in found.pieces)
        found = found._replace(value=found.value - hungry)
        if self._stand is None:
            return found
        missed = sum(
            self._best_stand(self.survey.pieces[p.id]) - self._stand(self.sight, p, p.at) for p in found.pieces
        )
        return found._replace(value=found.value - self.temper.pull * missed)

    def _best_stand(self, piece: Piece) -> float:
        """What the best place within reach would be worth."""
        assert self._stand is not None
        found = self._stood.get(piece.id)
        if found is None:
            found = max(self._stand(self.sight, piece, node) for node in self.survey.reach(piece))
            self._stood[piece.id] = found
        return found

    def _spread(self, ready: list[tuple[tuple[float, ...], Piece, list[Piece]]]) -> list[Piece]:
        """One place for each attacker: as many sides of the target as possible, no node too full."""
        count: dict[int, int] = {}
        placed = []
        for _, piece, ways in ready:
            room = self.sight.room - piece.size
            taken = {way.at: self.survey.count_at[way.at] - piece.size * (way.at == piece.at) for way in ways}
            fit = [way for way in ways if taken[way.at] + count.get(way.at, 0) <= room]
            if fit:
                best = min(
                    fit,
                    key=lambda way: (
                        self.rations.price(way, way.at) - self._worth(way),
                        count.get(way.at, 0),
                        -self.sight.defence[way.at],
                        way.at,
                    ),
                )
                count[best.at] = count.get(best.at, 0) + piece.size
                placed.append(best)
        return placed

    def _worth(self, way: Piece) -> float:
        return self._stand(self.sight, way, way.at) if self._stand is not None else 0.0

    # -- tasks -------------------------------------------------------------------------------------------------

    def marches(self) -> None:
        """Everybody else gets a task and the best post on the way to it."""
        tasks = [task for goal in self.sight.goals if (task := self._task(goal)) is not None]
        for piece, task in self._assign(tasks):
            self._march(piece, task)
        for piece in list(self.free.values()) if self._stand is not None else ():
            if self._best_stand(piece) > self._worth(piece):
                self.rest(piece, Goal(piece.at, 0.0, True), "no goal is near")

    def rest(self, piece: Piece, goal: Goal, why: str) -> None:
        """The best place for a piece that nothing is asked of."""
        node, value, _ = self._post(piece, Task(goal, 0.0, 0.0))
        self.give(piece, node, "stand", f"{why}, worth {value:.2f} there", {"value": value})

    def forget(self) -> None:
        """Attacks are weighed anew: others are free, or supply reaches elsewhere."""
        self._weighed = {}

    def _march(self, piece: Piece, task: Task) -> None:
        node, value, beaten = self._post(piece, task)
        doing = "to keep" if task.goal.mine else "to take"
        what = f"{doing} {self.word(task.goal.node)} ({task.goal.rule})"
        text = f"{what}, worth {value:.2f} here, {beaten:.2f} elsewhere"
        self.tasks[piece.id] = task.goal.node
        self.give(piece, node, "post", text, {"value": value, "margin": value - beaten, "worth": task.worth})
        self.posted[piece.id] = task, self.orders[piece.id]

    def _task(self, goal: Goal) -> Task | None:
        survey, node = self.survey, goal.node
        if not goal.mine:
            held = survey.enemy_at[node] * self.sight.defence[node] + 0.5 * survey.enemy_near[node]
            return Task(goal, self.temper.share * max(ALONE, FORCE * held), self.temper.pull * goal.worth)
        soon, later = survey.coming(node, 1), survey.coming(node, SOON)
        final = self.sight.final and self.temper.masses
        if final or goal.vital or goal.post or not later:  # vital goals and posts have somebody already
            return None
        if self._bends and not self._soon >> node & 1:  # our line stands between
            return None
        strength = sum(p.strength for p in soon) + 0.5 * sum(p.strength for p in later if p not in soon)
        steps = self.sight.worst + 1 if soon else 2
        held = sum(p.strength for p in self.sight.own if p.at == node and (p.holds or p.id in self.orders))
        need = min(strength, 2.0 * steps) - held
        return Task(goal, need, self.temper.guard * goal.worth) if need > 0.5 else None

    @property
    def _bends(self) -> bool:
        """Whether the title asks for ways round the enemy, and trusts that our line stops him.

        Where armies are dense and lines thin both made the staff weaker.
        """
        return self.temper.masses and bool(self.sight.temper.get("bends"))

    @cached_property
    def _soon(self) -> int:
        """Bitset of the nodes that the enemy could strike soon, those who have orders standing where they were sent."""
        return self.survey.struck(SOON)

    def hold_goals(self, most: int = FAR) -> None:
        """One piece in each goal of ours that the enemy could simply walk into, if those without orders were gone.

        Only those for whom it costs at most so many points: so a piece that stands there already stays.
        """
        leaving = set(self.free)
        if self.sight.temper.get("keeps_first"):
            leaving |= {p.id for p in self.sight.own if p.kind == "staff"}  # they go where the army goes
        open_ = self.survey.entered(without=leaving)
        ours = {g.node: g for g in self.sight.goals if g.mine and not g.vital and open_ >> g.node & 1}
        for piece in self.sight.own:
            if piece.holds or piece.id in self.orders:
                ours.pop(piece.at, None)
        ways = [
            (
                self._spared(piece)
                + self.rations.price(piece, node)
                + 0.4 * cost
                - goal.worth
                - 0.1 * self.survey.threat[node],
                node,
                unit,
            )
            for unit, piece in self.free.items()
            for node, goal in ours.items()
            if (cost := self.survey.reach(piece).get(node, FAR)) < FAR and cost <= most
        ]
        for price, node, unit in sorted(ways):
            found = self.free.get(unit)
            if found is not None and node in ours and (found.at == node or self.survey.room(found, node)):
                goal = ours.pop(node)
                text = f"the enemy could walk in, worth {goal.worth:.1f} ({goal.rule})"
                self.give(found, node, "keep", text, {"worth": goal.worth, "cost": price})
                if self.sight.lines:
                    self.keepers[unit] = found

    def _spared(self, piece: Piece) -> float:
        """The lower, the sooner a piece becomes a garrison: the weakest; cavalry last where thin lines do not hold."""
        if self.sight.lines:
            return piece.strength - piece.steps
        return ALONE * (2 * (piece.kind == "horse") + (piece.strength < ALONE))

    def hold_line(self) -> None:
        """The weakest who can be there in this turn hold the line; the others are free to strike."""
        most = int(self.sight.temper.get("line", LINE) * len(self.free))
        for task in sorted(self._line(), key=lambda t: (-self.survey.threat[t.goal.node], t.goal.node))[:most]:
            node = task.goal.node
            ways = [
                (piece.strength - piece.steps + 0.3 * self.survey.reach(piece)[node] + missed, piece.id, piece)
                for piece in self.free.values()
                if node in self.survey.reach(piece)
                and self.survey.room(piece, node)
                and (missed := self._missed(piece, node) + self.rations.price(piece, node)) < 1
            ]
            if ways:
                cost, _, piece = min(ways)
                text = f"the line is open there, {self.survey.threat[node]:.0f} could come through"
                self.give(piece, node, "line", text, {"threat": self.survey.threat[node], "cost": cost})

    def _line(self) -> list[Task]:
        """Posts along the front, so that one in every few nodes is held; those who stand there already count."""
        ring, exists = self.sight.board.ring, self.sight.board.exists
        held = 0
        for piece in self.sight.own:
            if piece.id in self.orders or piece.holds:
                held |= ring[piece.at] | 1 << piece.at
        found = []
        rank = {node: (-self.survey.own_at[node], -self.sight.defence[node], node) for node in self.survey.front(DEPTH)}
        for node in sorted(rank, key=lambda n: rank[n]):
            if not held >> node & 1 and exists >> node & 1:
                held |= ring[node] | 1 << node
                goal = Goal(node, self.temper.front, True, rule="line")
                found.append(Task(goal, ALONE, self.temper.front))
        return found

    def _assign(self, tasks: list[Task]) -> Iterable[tuple[Piece, Task]]:
        """Each free piece gets one task: the dearest first, until a task has what it asks for; then once more."""
        left = {piece.id: piece for piece in self.free.values()}
        pairs: list[tuple[Piece, Task]] = []
        for asked in (1.0, 2.0, 4.0, FAR):
            ranked = sorted(
                ((self._benefit(p, task), p.id, number) for p in left.values() for number, task in enumerate(tasks)),
                reverse=True,
            )
            filled = {n: task.need if task.goal.post and asked > 1 else 0.0 for n, task in enumerate(tasks)}
            for benefit, unit, number in ranked:
                task = tasks[number]
                most = task.need if task.goal.post else asked * task.need
                if unit in left and benefit > 0 and filled[number] < most:
                    filled[number] += left[unit].strength
                    pairs.append((left.pop(unit), task))
        return pairs

    def _benefit(self, piece: Piece, task: Task) -> float:
        far = self._way(task.goal)[piece.at]
        turns = far / max(piece.moves, TURN)
        if far >= FAR or turns > task.goal.turns:
            return 0.0
        benefit: float = task.worth / (task.need + 3.0) * LATE**turns * (1.0 + 0.01 * piece.strength)
        benefit *= self.suits(self.sight, piece, task.goal)
        return benefit * KEPT if self.kept.get(piece.id) == task.goal.node else benefit

    def _way(self, goal: Goal) -> list[int]:
        """Points to a goal: round the enemy, where lines stop who would walk past him."""
        return self.survey.around(goal.node) if self._bends and not goal.mine else self.survey.field(goal.node)

    def _post(self, piece: Piece, task: Task) -> tuple[int, float, float]:
        """The best node within reach, its value, and that of the next best."""
        field = self._way(task.goal)
        reach, noise = self.survey.reach(piece), max(self.temper.noise, self.sight.luck)
        self.survey.lift(piece)
        scored = [
            (self.value(piece, node, task, field) + self.rng.random() * noise, node)
            for node in sorted(reach)
            if node == piece.at or self.survey.room(piece, node)
        ]
        self.survey.put(piece, piece.at)
        if not scored:
            return piece.at, 0.0, 0.0
        scored.sort(key=lambda item: (-item[0], item[1]))
        return scored[0][1], scored[0][0], scored[min(1, len(scored) - 1)][0]

    def value(self, piece: Piece, node: int, task: Task, field: list[int]) -> float:
        """What it is worth to have the piece there, the others standing where they stand."""
        temper, survey, sight = self.temper, self.survey, self.sight
        near, here = survey.own_near[node], survey.own_at[node]
        value = -min(2.0, 0.4 + 0.2 * task.worth) * field[node] / TURN
        backed = here + piece.strength + 0.4 * near
        exposed = survey.threat[node] - 2 * backed * sight.defence[node]
        if exposed > 0:
            fear = temper.danger * sight.temper.get("fear", 1.0)
            value -= fear * min(1.5, exposed / (backed + 1)) * piece.steps * piece.worth
        value += temper.line * min(near, 3 * piece.strength) / max(piece.strength, 1)
        after = survey.arrived(piece, node)
        value += temper.rest * (after.level - piece.level) * (2 if survey.enemy_near[node] else 1)
        if self._stand is not None:
            value += temper.pull * self._stand(sight, after, node)
        if sight.supplied != -1 and not sight.supplied >> node & 1:
            value -= temper.care * max(1.0, piece.steps * piece.worth) / 2
        return value
