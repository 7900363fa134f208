"""What wins, as data: meters that anybody can read off, the outcomes that follow from them, what each place is worth.

A title describes its victory terms once (`Title.terms`) and reads its meters off a state (`Title.measure`). Score
strip, goal card, lessons, review, commanders and studies all read this description. The rules keep their own verdict;
tests hold the two against each other in every finished game.

>>> held = Meter("cities", "Cities held", of=25)
>>> terms = Terms(
...     (held,),
...     (
...         Outcome("german", "points", (Need("cities", least=13),), rule="4.7", text="13 cities"),
...         Outcome("entente", "points", (), rule="4.7", text="fewer"),
...     ),
...     last_turn=10,
... )
>>> terms.verdict({"cities": 13}, turn=10, moment=END).winner, terms.verdict({"cities": 13}, turn=9, moment=TURN)
('german', None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from front1914.engine.shapes import Score, ScoreEnd, ScoreMark, ScoreMeter, ScorePlace

#: when an outcome is looked at: at any moment, when a phase ends, when a turn ends, when the last turn ends
NOW, PHASE, TURN, END = MOMENTS = ("now", "phase", "turn", "end")
FOREVER = 10_000  #: a turn that no game reaches


class Meter(NamedTuple):
    """Something that is counted: cities held, Valour Points, corps lost."""

    id: str
    name: str
    side: str | None = None  #: whose it is: more is good for that side, or for its enemy if a `loss`
    of: int | None = None  #: the most that there can be
    loss: bool = False
    rule: str = ""
    help: str = ""  #: one sentence for a player


class Need(NamedTuple):
    """A condition on a meter: at least so much, at most so much."""

    meter: str
    least: int | None = None
    most: int | None = None

    def met(self, values: Mapping[str, int]) -> bool:
        value = values[self.meter]
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


class Outcome(NamedTuple):
    """A way for the game to end. All its needs must be met; of several outcomes the first in the list decides."""

    winner: str | None  #: a side, or None for a draw
    level: str  #: as in `Result.level`
    needs: tuple[Need, ...]
    when: str = END
    first_turn: int = 0
    last_turn: int = FOREVER
    rule: str = ""
    text: str = ""  #: what brings it about, as half a sentence for a player

    def due(self, turn: int, moment: str) -> bool:
        """Whether it is looked at in a turn at such a moment."""
        return MOMENTS.index(self.when) <= MOMENTS.index(moment) and self.first_turn <= turn <= self.last_turn

    def met(self, values: Mapping[str, int]) -> bool:
        """Whether all that it needs is there."""
        return all(need.met(values) for need in self.needs)


class Prize(NamedTuple):
    """Places that count, alone or only together."""

    places: tuple[str, ...]
    meter: str
    name: str
    worth: Mapping[str, int]  #: by side that comes to hold it: what the meter gains
    needs: int = 1  #: how many of the places must be held
    rule: str = ""
    why: str = ""  #: what it is good for, as half a sentence for a player


class Terms(NamedTuple):
    """The victory terms of a scenario under its options. The first meter is the score that people watch."""

    meters: tuple[Meter, ...]
    outcomes: tuple[Outcome, ...]
    prizes: tuple[Prize, ...] = ()
    last_turn: int = FOREVER

    def verdict(self, values: Mapping[str, int], turn: int, moment: str = END) -> Outcome | None:
        """The outcome at a moment of a turn, if the game is over then."""
        if moment == END and turn < self.last_turn:
            moment = TURN
        met = (outcome for outcome in self.outcomes if outcome.due(turn, moment) and outcome.met(values))
        return next(met, None)

    def meter(self, name: str) -> Meter:
        """A meter by its id."""
        return next(meter for meter in self.meters if meter.id == name)

    def needed(self, side: str, meter: str) -> int | None:
        """How much of a meter the side needs to win at the end by it alone; None if it cannot win by this meter."""
        found = [
            need.least
            for outcome in self.outcomes
            for need in outcome.needs
            if outcome.winner == side and need.meter == meter and need.least is not None and outcome.when == END
        ]
        return min(found, default=None)


class Objective(NamedTuple):
    """How it stands with the places of a prize."""

    prize: Prize
    owner: str | None  #: who holds as many of its places as it needs
    contested: bool  #: an enemy stands in one of them, or beside it
    open: bool  #: nobody stands in it: it falls to whoever comes first


class Standing(NamedTuple):
    """How a game stands, as far as a side may know."""

    turn: int
    values: Mapping[str, int]  #: the meters now
    end: Mapping[str, int]  #: at the end of the turn, if nobody does anything more
    objectives: tuple[Objective, ...]
    verdict: Outcome | None  #: what the game would end with if its last turn ended so


# -- for a screen -------------------------------------------------------------------------------------------------


def score(terms: Terms, standing: Standing) -> Score:
    """The standing of a game as a client shows it."""
    return {
        "turn": standing.turn,
        "last": None if terms.last_turn >= FOREVER else terms.last_turn,
        "meters": [_meter(terms, meter, standing) for meter in terms.meters],
        "ends": [_end(outcome) for outcome in terms.outcomes],
        "verdict": None if standing.verdict is None else _end(standing.verdict),
        "places": _places(standing),
    }


def _meter(terms: Terms, meter: Meter, standing: Standing) -> ScoreMeter:
    marks: dict[tuple[int, bool], ScoreMark] = {}
    for outcome in terms.outcomes:
        for need in outcome.needs:
            if need.meter != meter.id:
                continue
            for at, most in ((need.least, False), (need.most, True)):
                if at is not None and (at, most) not in marks:
                    marks[at, most] = {"at": at, "winner": outcome.winner, "text": outcome.text}
                    if most:
                        marks[at, most]["most"] = True
    found: ScoreMeter = {
        "id": meter.id,
        "name": meter.name,
        "now": standing.values[meter.id],
        "end": standing.end[meter.id],
        "marks": [marks[key] for key in sorted(marks)],
    }
    if meter.side is not None:
        found["side"] = meter.side
    if meter.of is not None:
        found["of"] = meter.of
    if meter.loss:
        found["loss"] = True
    if meter.help:
        found["help"] = meter.help
    return found


def _end(outcome: Outcome) -> ScoreEnd:
    return {"winner": outcome.winner, "level": outcome.level, "text": outcome.text, "when": outcome.when}


def _places(standing: Standing) -> list[ScorePlace]:
    """One row for each place that counts, whatever for."""
    found: dict[str, ScorePlace] = {}
    for objective in standing.objectives:
        for place in objective.prize.places:
            state: Literal["held", "contested", "open"] = (
                "contested" if objective.contested else "open" if objective.open else "held"
            )
            prize, owner = objective.prize, objective.owner
            row = found.setdefault(place, {"id": place, "name": prize.name, "owner": owner, "state": state, "why": []})
            if prize.why not in row["why"]:
                row["why"].append(prize.why)
    return list(found.values())
