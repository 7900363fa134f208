"""A staff that compares plans by playing them to the end of the game, on positions that it imagines.

It sees what its seat sees. What is hidden is drawn anew for each world; the dice of a world are the same for every
plan, so that luck does not choose between them. Both sides play on as the staff does, so what a plan wins on average is
what it is worth to a staff. How much is played is counted in decisions: the same seed and the same seats give the same
plan on every machine. A player may set a time instead, and gets what can be thought in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import cycle, islice
from math import inf, sqrt
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

import front1914
from front1914 import Action, Decision, Game, Purpose, Seat
from front1914.commanders.levels import STAFF, Temper
from front1914.commanders.plan import BOLD, CAUTIOUS, GRAB, HOLD, LEAD, POSTURES, STEADY, Plan, plans, posture
from front1914.commanders.staff import Staff
from front1914.commanders.survey import Survey
from front1914.commanders.variants import vary

BUDGET = 8000  #: decisions that are imagined before a plan is chosen
TIMED = 60_000  #: the same for a general who goes by the clock: so many are never reached
THINKS = 0.9  #: the part of the time that trials may take; the rest is for the orders
ENOUGH = 30  #: games that must be within the budget: fewer compare nothing
TRIED = 12  #: actions that a staff of a trial tries for a small choice
EFFORTS = 3  #: main efforts that are tried
FIRST = 3  #: worlds on which each plan is tried before the better half goes on
MOST = 24  #: plans that differ in what they come to, at once
CHILDREN = 10  #: those drawn from the best
PARENTS = 2  #: as many of them
DRAWS = 3  #: plans drawn for each that is wanted: many come to the same
LAST = 3  #: plans that are compared in the end
WORLDS = 30  #: imagined positions at most
WON = 0.92  #: from what the usual plan comes to on, after a few worlds, nothing else is looked for
#: what plans gain that are drawn by lot, before anything was tried: their mean, and how far they differ
USUAL, SPREAD = -0.1, 0.12
NOISE, TELLS = 0.15, 2  #: the variance of a gain on one world, before anything was tried; trusted like so many worlds
OTHERS = (GRAB, HOLD, STEADY, BOLD, CAUTIOUS, LEAD)  #: postures, those first that differ most
REPLIES: tuple[Plan | None, ...] = (None, None, BOLD, None, None, CAUTIOUS)  #: how the enemy replies, by world


class Once(Staff):
    """A staff that keeps to the plan it was given for one turn, and goes by the rule from then on."""

    turn: Any = None

    def choose(self, seat: Seat) -> None:
        """In the first turn there is nothing to choose."""
        turn = seat.view.get("turn")
        if self.turn is None:
            self.turn = turn
        if turn != self.turn:
            super().choose(seat)


class Tried(NamedTuple):
    """What came of a plan on a world."""

    value: float | None  #: None if it was cut off, or came to what another plan came to
    decisions: int


class General(Staff):
    """Chooses a plan each time that its side begins to march, and carries it out as the staff does.

    With `seconds` it goes by the clock: it stops when they are over, however far it has come, and says so.
    """

    def __init__(
        self,
        title: str,
        seed: int | str = 0,
        budget: int | None = None,
        temper: Temper = STAFF,
        seconds: float | None = None,
    ) -> None:
        super().__init__(title, seed, budget, temper)
        self.title, self.seed, self.seconds = title, seed, seconds
        self.budget = budget or (BUDGET if seconds is None else TIMED)
        self.values: dict[str, float] = {}  #: what the plans of this turn came to: chances to win
        self.tried: dict[str, int] = {}  #: on how many worlds each was tried
        self.spent = 0  #: decisions that were imagined for it
        self.late = False  #: the time was over before the budget was
        self.progress: Callable[[int, int], None] | None = None  #: is told how many percent of the thought are done
        self.wakes = 0  #: the turn before which a game is too long to be played out
        self._usual = STEADY  #: the plan that the rule of the staff gave last
        self._chosen = 0

    def choose(self, seat: Seat) -> None:
        """The plan that gains most over what the rule of the staff gives; that, if none surely does."""
        self._chosen += 1
        self._usual = posture(seat, self._usual)
        trials = Trials(self, seat, self._usual)
        trials.run()
        names = {n: trials.plans[n].name for n, tried in trials.values.items() if tried}
        self.values = {name: fmean(trials.values[n]) for n, name in names.items()}
        self.tried = {name: len(trials.values[n]) for n, name in names.items()}
        self.spent, self.late = trials.spent, trials.late
        self.obey(trials.plans[trials.best()])

    def weighed(self) -> str:
        """What was compared, and whether the time was enough for it."""
        told = f"Chosen from {len(self.values)} plans by {self.spent} imagined decisions"
        if self.late:
            return f"{told}, as far as {self.seconds:g} s went. "
        return f"{told}. " if len(self.values) > 1 else ""

    def memory(self) -> dict[str, Any]:
        """The same as the staff's, how often it has chosen, and what the rule gave."""
        return {**super().memory(), "chosen": self._chosen, "usual": self._usual.plain()}

    def resume(self, memory: Mapping[str, Any]) -> None:
        """As the staff; it draws other worlds than before."""
        super().resume(memory)
        self._chosen = memory.get("chosen", 0)
        self._usual = Plan.read(memory["usual"]) if "usual" in memory else STEADY

    def attempt(
        self, game: Game, side: str, plan: Plan, key: str, reply: Plan | None, stops: Callable[[Game, int, bool], bool]
    ) -> Tried:
        """What a plan comes to at the end of the game, and how many decisions that took.

        The enemy replies by the rule of the staff, or in a posture. Before each decision `stops` is asked whether it
        shall be broken off; it is told when the own turn is over.
        """
        twin = game.copy(history=False)
        twin.dice = front1914.SeededDice(key)
        staffs: dict[str, Staff] = {}
        for each in twin.sides:
            given = plan if each == side else reply
            kind = Staff if given is None else Once
            staffs[each] = kind(self.title, f"{key}:{each}", TRIED, self.nature)
            if given is not None:
                staffs[each].obey(given)
        staffs[side].remember(self)
        taken, over, moment = 0, False, self._moment(twin)
        while (decision := twin.decision) is not None:
            if over and decision.side == side and self._far(moment, self._moment(twin)):
                return Tried(front1914.chance(twin, side, imagined=True), taken)
            ends = not over and decision.side != side and self.roles.get(decision.step) == "mover"
            over = over or ends
            if stops(twin, taken, ends):
                return Tried(None, taken)
            twin.act(self._answer(twin, decision, staffs[decision.side]))
            taken += 1
        return Tried(worth(twin, side), taken)

    def _moment(self, game: Game) -> tuple[int, Any]:
        return game.title.turn(game.state), game.scene.phase

    def _far(self, moment: tuple[int, Any], now: tuple[int, Any]) -> bool:
        """Whether a plan has been played as far as it shall be: to the same phase of a later turn."""
        turns = self.judgement.horizon
        return bool(turns) and now[0] >= moment[0] + turns and now[1] == moment[1]

    def _answer(self, twin: Game, decision: Decision, staff: Staff) -> Action:
        """What a staff does in an imagined game: there is nothing behind it that it might not see."""
        view = self.judgement.look(twin, decision.side) if staff.looks(decision) else {}
        return staff.decide(Seat(self.title, decision.side, view, decision))


def worth(game: Game, side: str) -> float:
    """What a finished game is worth: half by its result, half by how near another one was.

    The second is the chance by the victory terms, were there one more move for each.
    """
    assert game.result is not None
    winner, standing = game.result.winner, game.standing(side)
    result = 0.5 if winner is None else float(winner == side)
    other = next(each for each in game.sides if each != side)
    near = Purpose(game.terms(side), standing.end, standing.turn, side, other, (1, 1)).chance()
    return (result + near) / 2


class Trials:
    """The comparison of some plans: what each came to on the worlds that it was tried on.

    Number 0 is what the rule of the staff gives; it is tried on every world, and the others are held against it.
    """

    def __init__(self, general: General, seat: Seat, usual: Plan) -> None:
        self.general, self.seat = general, seat
        self.plans, self.values = [usual], {0: list[float]()}
        self.spent = self.trials = 0
        self.late = False
        self._survey = Survey(general.judgement.sight(seat.view), general.judgement)
        self._rng = random.Random(f"plans:{general.seed}:{general._chosen}")
        self._worlds: list[Game] = []
        self._seen: set[bytes] = set()  #: positions at the end of the own turn on the first world
        self._reached = 0  #: the turn that the first trial came to
        self._begun = monotonic()

    def run(self) -> None:
        """First plans of all kinds, then some drawn from the best, then the best on more worlds."""
        if not self._first():
            return
        self.compare(self._begin(), MOST, 0.5)
        self.compare(self._children(), CHILDREN, 0.75)
        while self.goes_on() and (last := self._contenders()):
            often = len(self.values[0])
            for number in (0, *last):
                self._extend(number, often + 1 if number == 0 else often)
            if len(self.values[0]) == often and all(len(self.values[n]) == often for n in last):
                break

    def _first(self) -> bool:
        """Whether a game can be played so often that plans can be compared at all: tries it once."""
        general = self.general
        until = inf if general.seconds is None else self._begun + THINKS * general.seconds / ENOUGH

        def stops(game: Game, taken: int, ends: bool) -> bool:
            if ends:
                self._seen.add(game.state.pack())
            self._reached = title.turn(game.state)
            return taken * ENOUGH > general.budget or monotonic() > until

        title, last = front1914.title(general.title), self._game(0).terms(self.seat.side).last_turn
        turn = title.turn(self._game(0).state)
        blind = general.judgement.horizon and (self._game(0).state.scenario, self.seat.side) not in title.fits
        if turn < general.wakes or not general.judgement.played_out or blind:
            return False
        ended = self._play(0, stops)
        general.wakes = 0 if ended else last - (self._reached - turn) - 1
        return ended

    def _begin(self) -> Iterator[Plan]:
        """The last plan, postures and main efforts, by turns with others that are drawn by lot from the usual one."""
        usual, before = self.plans[0], self.general.plan
        temper = {name: number for name, number in before.temper.items() if name != "noise"}
        known = [replace(before, name="as before", temper=temper, posts={}, lot=None)] if before not in POSTURES else []
        known += [plan for plan in OTHERS if plan.name != usual.name]
        known += [plan for plan in plans(self._survey.sight, len(POSTURES) + EFFORTS) if plan.effort is not None]
        while True:
            if known:
                yield known.pop(0)
            yield vary(usual, self._survey, self._rng, len(self.plans))

    def _children(self) -> Iterator[Plan]:
        """Others, drawn by lot from the best so far by turns."""
        good = [n for n in self.values if n == 0 or self.gain(n) > 0]
        for n in cycle(sorted(good, key=lambda n: (-self.gain(n), n))[:PARENTS]):
            yield vary(self.plans[n], self._survey, self._rng, len(self.plans))

    def compare(self, drawn: Iterator[Plan], many: int, part: float) -> None:
        """Sequential halving among at most so many new plans, until that part of the budget is spent."""
        alive: list[int] = []
        trials = (part - self._done()) / (self._done() / self.trials)
        many = min(many, int(trials / FIRST))
        for plan in islice(drawn, DRAWS * many):
            if len(alive) == many or not self.goes_on(part):
                break
            self.plans.append(plan)
            number = len(self.plans) - 1
            self.values[number] = []
            self._extend(number, 1, part)
            if number in self.values:
                alive.append(number)
        worlds = FIRST
        while alive and self.goes_on(part):
            for number in (0, *alive):
                self._extend(number, worlds, part)
            alive = sorted(alive, key=lambda n: (-self.gain(n), n))[: len(alive) // 2]
            worlds *= 2

    def goes_on(self, part: float = 1.0) -> bool:
        """Whether there is something left to spend."""
        usual = self.values[0]
        won = len(usual) > FIRST and fmean(usual) > WON
        return self._done() < part and not self.late and len(usual) < WORLDS and not won

    def _done(self) -> float:
        general = self.general
        timed = 0.0 if general.seconds is None else (monotonic() - self._begun) / (THINKS * general.seconds)
        self.late = self.late or timed >= 1
        return max(timed, self.spent / general.budget)

    def _extend(self, number: int, worlds: int, part: float = 1.0) -> None:
        """Tries a plan on so many worlds; one that comes to what another did is dropped."""
        while number in self.values and len(self.values[number]) < min(worlds, WORLDS) and self._done() < part:
            if number and len(self.values[0]) <= len(self.values[number]):
                return
            first = number > 0 and not self.values[number]

            def stops(game: Game, taken: int, ends: bool, first: bool = first) -> bool:
                if ends and first:
                    position = game.state.pack()
                    if position in self._seen:
                        return True
                    self._seen.add(position)
                return self.spent + taken > self.general.budget or self._done() >= 1

            if not self._play(number, stops):
                if number and not self.values[number]:
                    del self.values[number]
                return

    def _play(self, number: int, stops: Callable[[Game, int, bool], bool]) -> bool:
        """Tries a plan on its next world; whether it came to an end."""
        general, world = self.general, len(self.values[number])
        key = self._key(world)
        reply = REPLIES[world % len(REPLIES)]
        tried = general.attempt(self._game(world), self.seat.side, self.plans[number], key, reply, stops)
        self.spent, self.trials = self.spent + tried.decisions, self.trials + 1
        if tried.value is not None:
            self.values[number].append(tried.value)
        if general.progress is not None:
            general.progress(round(100 * min(1.0, self._done())), 100)
        return tried.value is not None

    def _key(self, world: int) -> str:
        return f"{self.general.seed}:{self.general._chosen}:{world}"

    def _game(self, world: int) -> Game:
        """What the world looks like when the trials on it begin."""
        if world == len(self._worlds):
            key = self._key(world)
            self._worlds.append(front1914.imagined(self.seat.view, random.Random(key).getrandbits(32)))
        return self._worlds[world]

    def _judged(self, number: int) -> tuple[float, float]:
        """What a plan gains over the usual one, and how uncertain that is: what was seen, and what is usual."""
        pairs = zip(self.values[number], self.values[0], strict=False)
        gains = [mine - usual for mine, usual in pairs]
        if not number or not gains:
            return (0.0, 0.0) if not number else (USUAL, SPREAD)
        mean = fmean(gains)
        variance = (sum((gain - mean) ** 2 for gain in gains) + TELLS * NOISE) / (len(gains) - 1 + TELLS)
        told, before = len(gains) / variance, 1 / SPREAD**2
        return (mean * told + USUAL * before) / (told + before), 1 / sqrt(told + before)

    def gain(self, number: int) -> float:
        """What a plan is expected to gain over the usual one."""
        return self._judged(number)[0]

    def _contenders(self) -> list[int]:
        """The best, as far as they may still be better than the usual one."""
        best = sorted((n for n in self.values if n), key=lambda n: (-self.gain(n), n))[:LAST]
        top = max((self.gain(n) - self._judged(n)[1] for n in best), default=0.0)
        return [n for n in best if sum(self._judged(n)) > max(0.0, top)]

    def best(self) -> int:
        """The plan that is expected to gain most; the usual one if none is expected to gain anything."""
        return max(self.values, key=lambda n: (self.gain(n), -n))
