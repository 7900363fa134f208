"""What a side wants, from the victory terms alone: its chance as things stand, and the price of every place.

The terms say exactly what the game is worth at its end. Until then nobody knows how far the meters will still move, so
they are spread: one number says how well things go for a side, all meters move with it, less and less as turns run out,
and not at all when nobody moves any more. The price of a place is what the chance loses when the place changes hands.

>>> from front1914.engine.terms import Meter, Need, Outcome, Prize, Terms
>>> city = Prize(("a",), "cities", "A", {"red": 1, "blue": -1})
>>> won = Outcome("red", "points", (Need("cities", least=3),))
>>> terms = Terms((Meter("cities", "Cities", "red", of=5),), (won, Outcome("blue", "points", ())), (city,), 4)
>>> now = Purpose(terms, {"cities": 3}, 4, "red", "blue", moves=(0, 0))
>>> now.chance(), now.price(city, "blue"), now.price(city, "red")
(1.0, 1.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from front1914.engine.terms import END, Meter, Objective, Outcome, Prize, Terms

NORMAL = NormalDist()
QUANTILES = tuple(NORMAL.inv_cdf((k + 0.5) / 40) for k in range(40))  #: how well things may go
MOVE = 1.2  #: how far a player turn may move a meter either way, by the usual worth of its prizes
TEMPO = 1.5  #: how far it moves it in favour of who has the move
LONG = 20  #: player turns beyond which nothing grows more uncertain
FLAG = 0.12  #: the chance in each player turn that something happens that needs to happen once only
FAR = 3  #: a meter that must come to so much to end the game gets there step by step, others at a stroke
GAME = 30.0  #: what the whole game is worth, in steps of average infantry
GUARDED = 0.25  #: share of what a place is worth whose loss loses the game: it will be defended with everything
LEAST = 0.1  #: what a place that counts is worth at least, as a share of the game: nobody reckons quite so exactly


class Aim(NamedTuple):
    """A place that counts: what it is worth to have it rather than not, in steps of average infantry."""

    place: str
    worth: float
    mine: bool
    fatal: bool  #: who takes it from the other wins, or the other who loses it
    rule: str


class Purpose:
    """How one side stands, and what is worth how much to it. Chances are between 0 and 1; a draw is one half."""

    def __init__(
        self,
        terms: Terms,
        values: Mapping[str, int],
        turn: int,
        side: str,
        other: str,
        moves: tuple[int, int] | None = None,
        par: Mapping[str, float] | None = None,
    ) -> None:
        self.terms, self.turn, self.side, self.other = terms, turn, side, other
        self.values = {meter.id: values[meter.id] for meter in terms.meters}
        self._prices: dict[tuple[str, float], float] = {}
        self._chances: dict[tuple[tuple[str, float], ...], float] = {}
        left = max(0, terms.last_turn - turn)
        own, his = (left, left) if moves is None else moves
        self.own, self.his = max(0, own), max(0, his)  #: player turns that are still to come
        self.moves = min(LONG, self.own + self.his)
        self.share = min(1.0, (self.own + self.his) / (2 * terms.last_turn))  #: of the game that is still to be played
        self.par = par or {}  #: where meters come to when equals play: until then they drift there

    @cached_property
    def _spread(self) -> dict[str, float]:
        """By meter: how far it may still move, for a side for which things go well; 0 for what happens once."""
        return {name: MOVE * sqrt(self.moves) * usual for name, usual in self._steps.items()}

    @cached_property
    def _steps(self) -> dict[str, float]:
        """By meter: its usual change, good for the side; 0 for what happens once."""
        found = {}
        for meter in self.terms.meters:
            worths = [abs(w) for p in self.terms.prizes if p.meter == meter.id for w in p.worth.values() if w]
            usual = sum(worths) / len(worths) if worths else self._usual(meter)
            sign = (1 if meter.side == self.side else -1) * (-1 if meter.loss else 1)
            found[meter.id] = 0.0 if meter.of == 1 else sign * usual
        return found

    def _usual(self, meter: Meter) -> float:
        """The usual change of a meter without prizes: a part of what decides."""
        marks = [abs(at) for o in self.terms.outcomes for n in o.needs if n.meter == meter.id for at in n[1:] if at]
        return min(marks, default=1) / 3

    def chance(self, change: Mapping[str, float] | None = None) -> float:
        """The chance of the side, if the meters were otherwise by so much."""
        key = tuple(sorted((change or {}).items()))
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._chance(dict(key))
        return found

    def _chance(self, change: Mapping[str, float]) -> float:
        now = {name: value + change.get(name, 0) for name, value in self.values.items()}
        decided = self._verdict(now, sudden=True)
        if decided is not None:
            return self._result(decided)
        if not self.moves:
            return self._result(self._verdict(now, sudden=False))
        return sum(self._result(self._future(values)) for values in self._futures(now)) / len(QUANTILES)

    def _futures(self, now: Mapping[str, float]) -> Iterator[dict[str, int]]:
        """The meters at the end, things going worse or better for the side."""
        for moved, happened in self._moves:
            found = {name: round(value + moved[name]) for name, value in now.items()}
            yield found | {name: comes for name, comes in happened.items() if not now[name]}

    @cached_property
    def _moves(self) -> list[tuple[dict[str, float], dict[str, int]]]:
        """By how well things go: how far the meters move from now on, and what that happens once comes to pass."""
        ahead = TEMPO * max(-1, min(1, self.own - self.his))  # who moves last keeps what he gains by it
        drift = {
            name: (self.par.get(name, value) - value) * self.share + ahead * self._steps[name]
            for name, value in self.values.items()
        }
        happens, found = 1 - (1 - FLAG) ** self.moves, []
        for z in QUANTILES:
            moved = {name: drift[name] + z * self._spread[name] for name in self.values}
            luck = {True: NORMAL.cdf(z), False: NORMAL.cdf(-z)}
            once = {m.id: int(luck[m.side == self.side] > 1 - happens) for m in self.terms.meters if m.of == 1}
            found.append((moved, once))
        return found

    def _verdict(self, values: Mapping[str, float], sudden: bool) -> Outcome | None:
        """What ends the game before its last turn, if asked so; else what the count at the end comes to."""
        rounded = {name: round(value) for name, value in values.items()}
        for outcome in self.terms.outcomes:
            if outcome.met(rounded) and (self._ends(outcome) if sudden else outcome.when == END):
                return outcome
        return None

    def _ends(self, outcome: Outcome) -> bool:
        """Whether an outcome may end the game in this turn. A deadline is no such thing: it can still be kept."""
        return (
            outcome.when != END
            and outcome.first_turn < outcome.last_turn
            and outcome.first_turn <= self.turn <= outcome.last_turn
        )

    def _future(self, values: Mapping[str, int]) -> Outcome | None:
        """What the game comes to in the end."""
        return next((outcome for outcome in self._last if outcome.met(values)), None)

    @cached_property
    def _last(self) -> list[Outcome]:
        """What decides in the end; what ends the game early counts if it is reached step by step."""
        return [
            outcome
            for outcome in self.terms.outcomes
            if outcome.when == END
            or (self._ends(outcome) and all(need.least is not None and need.least >= FAR for need in outcome.needs))
        ]

    def _result(self, outcome: Outcome | None) -> float:
        winner = None if outcome is None else outcome.winner
        return 0.5 if winner is None else float(winner == self.side)

    # -- places ------------------------------------------------------------------------------------------------

    def swing(self, prize: Prize, taker: str) -> float:
        """How a prize's meter changes when the taker comes to hold it and the other no longer does."""
        loser = self.other if taker == self.side else self.side
        if self.terms.meter(prize.meter).of is not None:  # a count of what one side holds
            return prize.worth[taker] if taker in prize.worth else -prize.worth.get(loser, 0)
        return prize.worth.get(taker, 0) - prize.worth.get(loser, 0)

    def price(self, prize: Prize, taker: str) -> float:
        """What the chance of the side gains or loses, without its sign, when somebody takes the prize."""
        key = prize.meter, self.swing(prize, taker)
        if key not in self._prices:
            self._prices[key] = abs(self.chance(dict([key])) - self.chance()) if key[1] else 0.0
        return self._prices[key]

    def fatal(self, prize: Prize, taker: str) -> bool:
        """Whether the game is lost, or won, at once or when the turn ends, if somebody takes the prize."""
        swing = self.swing(prize, taker)
        after = {name: value + (swing if name == prize.meter else 0) for name, value in self.values.items()}
        found = self._verdict(after, sudden=True)
        return bool(swing) and found is not None and found.winner == taker and self._verdict(self.values, True) is None

    def aims(self, objectives: Iterable[Objective], game: float = GAME) -> list[Aim]:
        """The places that count, each once, with all that is bound up with it."""
        found: dict[str, Aim] = {}
        least = LEAST if self.moves else 0.0  # when nobody moves any more only the result counts
        for objective in objectives:
            prize, mine = objective.prize, objective.owner == self.side
            taker = self.other if mine else self.side
            price, fatal = self.price(prize, taker), self.fatal(prize, taker)
            if not self.swing(prize, taker):
                continue
            worth = game * max(price, least) / (1 if mine else prize.needs) * (GUARDED if fatal else 1.0)
            for place in prize.places:
                before = found.get(place)
                if before is not None:
                    worth, fatal = worth + before.worth, fatal or before.fatal
                found[place] = Aim(place, worth, mine, fatal, prize.rule)
        return list(found.values())
