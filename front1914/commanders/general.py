"""A staff that compares plans by playing them: its own turn and the enemy's reply, on positions that it imagines.

It sees what its seat sees. What is hidden is drawn anew for each world; the dice of a world are the same for every
plan, so that luck does not choose between them. How much it plays is counted in decisions: the same seed and the same
seats give the same plan on every machine. A player may set a time instead, and gets what can be thought in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import ceil, inf, log2, sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import Any

import front1914
from front1914 import Game, Seat
from front1914.commanders.base import play
from front1914.commanders.levels import STAFF, Temper
from front1914.commanders.plan import BOLD, CAUTIOUS, Plan, outlook, plans, posture
from front1914.commanders.staff import Staff

BUDGET = 3000  #: decisions that are imagined before a plan is chosen
TIMED = 40_000  #: the same for a general who goes by the clock: so many are never reached
MOST = 10  #: plans
FEWEST = 4  #: plans that must be worth a comparison, and worlds on which a better one must have been tried
TURN = 600  #: decisions in one trial
CLOSE = 2  #: turns before the end from which trials are played to it
WON = 100.0  #: what a game that ends is worth, in steps of average infantry
HOPE = 60.0  #: the same for the chance to win it
LOYAL = 2.0  #: by how much a plan must be better than the one that the rule of the staff gives
KEPT = 1.0  #: the same for the plan of the last turn
SURE = 1.5  #: by how many standard errors of the difference besides
REPLIES: tuple[Plan | None, ...] = (None, BOLD, None, CAUTIOUS)  #: how the enemy replies, by world: by rule, or so
WORLDS = 24  #: imagined positions at most that the best plans are tried on


class Obedient(Staff):
    """A staff that keeps to the plan it was given."""

    def choose(self, seat: Seat) -> None:
        """There is nothing to choose."""


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
        self.values: dict[str, float] = {}  #: what the plans of this turn came to
        self.tried: dict[str, int] = {}  #: on how many worlds each was tried
        self.spent = 0  #: decisions that were imagined for it
        self.late = False  #: the time was over before the budget was
        self.progress: Callable[[int, int], None] | None = None  #: is told how many percent of the thought are done
        self._chosen = 0

    def choose(self, seat: Seat) -> None:
        """Sequential halving: each round has the same part of the budget, spent on worlds that all who are left share.

        The better half goes on, so that the best are compared on most worlds; what the rule of the staff gives always
        does, and is left only for what is surely better.
        """
        self._chosen += 1
        found = self._plans(seat)
        trials = Trials(self, seat, found)
        rounds = ceil(log2(len(found)))
        while len(trials.alive) > 1 and trials.go_on():
            first = trials.world
            while trials.world == first or trials.affords(trials.world - first + 1, rounds):
                if not trials.play():
                    break
            trials.halve()
        self.values = {found[n].name: fmean(tried) for n, tried in trials.values.items() if tried}
        self.tried = {found[n].name: len(tried) for n, tried in trials.values.items() if tried}
        self.spent, self.late = trials.spent, trials.late
        self.obey(found[trials.best()])

    def weighed(self) -> str:
        """What was compared, and whether the time was enough for it."""
        if not self.values:
            return ""
        told = f"Chosen from {len(self.values)} plans by {self.spent} imagined decisions"
        return f"{told}, as far as {self.seconds:g} s went. " if self.late else f"{told}. "

    def memory(self) -> dict[str, Any]:
        """The same as the staff's, and how often it has chosen."""
        return {**super().memory(), "chosen": self._chosen}

    def resume(self, memory: Mapping[str, Any]) -> None:
        """As the staff; it draws other worlds than before."""
        super().resume(memory)
        self._chosen = memory.get("chosen", 0)

    def _plans(self, seat: Seat) -> list[Plan]:
        """What the rule of the staff gives, the plan of the last turn, then the others."""
        usual = posture(seat, self.plan)
        others = [p for p in plans(self.judgement.sight(seat.view), MOST) if p.name != usual.name]
        return [usual, *sorted(others, key=lambda p: p.name != self.plan.name)]

    def attempt(self, game: Game, side: str, plan: Plan, key: str, reply: Plan | None) -> tuple[float, int]:
        """What comes of a plan until this side marches again, or to the end if that is near; and how many decisions
        that took.

        The enemy goes by the rule of the staff, or by a posture.
        """
        twin = game.copy(history=False)
        twin.dice = front1914.SeededDice(key)
        staffs: dict[str, Staff] = {}
        for each in twin.sides:
            kind = Staff if each != side and reply is None else Obedient
            staffs[each] = kind(self.title, f"{key}:{each}", None, self.nature)
            if kind is Obedient:
                staffs[each].obey(plan if each == side or reply is None else reply)
        staffs[side].remember(self)
        turn, taken = twin.title.turn(twin.state), 0
        ends = twin.terms(side).last_turn - turn < CLOSE
        while taken < TURN and (decision := twin.decision) is not None:
            later = not ends and twin.title.turn(twin.state) > turn
            if later and decision.side == side and self.roles.get(decision.step) == "mover":
                break
            taken += play(twin, staffs, most=1)
        return self.value(twin, side), taken if taken < TURN else self.budget  # cut off in its midst it says nothing

    def value(self, game: Game, side: str) -> float:
        """How a position stands, by the victory terms and by the title's judgement."""
        if game.result is not None:
            winner = game.result.winner
            return 0.0 if winner is None else WON if winner == side else -WON
        return self.judgement.worth(game, side) + HOPE * (outlook(game, side) - 0.5)


class Trials:
    """The comparison of some plans: what each came to on the worlds that it was tried on."""

    def __init__(self, general: General, seat: Seat, plans: list[Plan]) -> None:
        self.general, self.seat, self.plans = general, seat, plans
        self.values: dict[int, list[float]] = {number: [] for number in range(len(plans))}
        self.alive = list(self.values)  #: the plans that are still compared, the staff's among them
        self.spent = self.trials = self.world = 0
        self.late = False
        self._until = inf if general.seconds is None else monotonic() + general.seconds

    def go_on(self) -> bool:
        """Whether there is something left to spend."""
        return self.spent < self.general.budget and self.world < WORLDS and not self.late

    def affords(self, worlds: int, rounds: int) -> bool:
        """Whether a round may have so many worlds."""
        cost = self.spent / self.trials * len(self.alive)
        return cost * worlds <= self.general.budget / rounds

    def play(self) -> bool:
        """Tries all plans that are left on one more world; whether there may be another one."""
        general, side = self.general, self.seat.side
        key = f"{general.seed}:{general._chosen}:{self.world}"
        start = front1914.imagine(self.seat.view, random.Random(key).getrandbits(32))
        game = front1914.from_position(start, seed=key)
        for number in list(self.alive):
            if number not in self.alive:  # there are too many to try all
                continue
            reply = REPLIES[self.world % len(REPLIES)]
            value, decisions = general.attempt(game, side, self.plans[number], key, reply)
            if FEWEST * decisions > general.budget:  # too long a turn to compare plans by playing them
                self.alive, self.values = [0], {0: []}
                return False
            self.values[number].append(value)
            self.spent, self.trials = self.spent + decisions, self.trials + 1
            if self.trials == 1:  # no more plans than can be tried twice
                del self.alive[max(FEWEST, general.budget // (2 * max(1, decisions))) :]
            left = self._until - monotonic()
            self.late = left < 0
            if general.progress is not None:
                timed = 0.0 if general.seconds is None else 1 - left / general.seconds
                general.progress(round(100 * min(1.0, max(timed, self.spent / general.budget))), 100)
            if self.late or self.spent >= general.budget:
                break
        self.world += 1
        return self.go_on()

    def halve(self) -> None:
        """The better half of those who were tried as often as any, the best first; the staff's plan stays."""
        often = max(len(self.values[n]) for n in self.alive)
        means = {n: self._mean(n) for n in self.alive if len(self.values[n]) == often > 0}
        better = sorted(means, key=lambda n: (-means[n], n))[: (len(self.alive) + 1) // 2]
        self.alive = better if len(self.alive) <= 2 else list(dict.fromkeys([0, *better]))

    def best(self) -> int:
        """The plan that came to most, if it is surely better than what the rule of the staff gives; else that."""
        tried = [n for n in self.alive if self.values[n]]
        number = max(tried, key=lambda n: (self._mean(n), -n), default=0)
        gains = [mine - usual for mine, usual in zip(self.values[number], self.values[0], strict=False)]
        if not number or len(gains) < FEWEST:
            return 0
        return number if fmean(gains) > LOYAL + SURE * stdev(gains) / sqrt(len(gains)) else 0

    def _mean(self, number: int) -> float:
        """Plans are not changed for a trifle: what was begun comes first."""
        return fmean(self.values[number]) + KEPT * (self.plans[number].name == self.general.plan.name)
