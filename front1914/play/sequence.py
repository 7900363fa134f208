"""The sequence of play as a table: player turns, their phases, and what is done in each phase.

The flow at any moment, bottom first: `turn`, then what is left of the turn (`end_of_turn`, a player turn to come,
`phase` frames to come), then what is left of the phase.

>>> table = Sequence(
...     ("blue", "red"),
...     phase("march", "March", "3.0", "move"),
...     phase("fight", "Fight", "4.0", ("combat", 0), "tidy"),
... )
>>> table.turn()
[('end_of_turn',), ('player_turn', 'red'), ('player_turn', 'blue')]
>>> table.phases()
[('phase', 'fight'), ('phase', 'march')]
>>> table.flow("blue", "march")
[('turn',), ('end_of_turn',), ('player_turn', 'red'), ('phase', 'fight'), ('move',)]
>>> table.names
{'march': 'March', 'fight': 'Fight'}
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from front1914.engine.flow import Step
from front1914.engine.state import Frame


class Phase(NamedTuple):
    """A line of the sequence of play."""

    id: str
    name: str  #: as the rulebook prints it
    rule: str
    work: tuple[Frame, ...]  #: the frames of what is done, in order
    since: int = 0  #: the first turn that has the phase
    other: bool = False  #: the other side acts in it
    apart: bool = False  #: no player turn contains it: the set-up, the end of a turn, a phase that is nobody's


def phase(id: str, name: str, rule: str, *work: str | Frame, since: int = 0, other: bool = False) -> Phase:
    """A line of the table; a step whose frame holds nothing else may be named by its word alone."""
    return Phase(id, name, rule, tuple((w,) if isinstance(w, str) else w for w in work), since, other)


def apart(id: str, name: str, rule: str, *work: str | Frame) -> Phase:
    """A line that stands outside the player turns."""
    return phase(id, name, rule, *work)._replace(apart=True)


class Sequence:
    """The lines as the rulebook lists them, and the sides in the order in which they play.

    `closing` lies under the work of each phase, and `ending` under all the phases of a player turn: what is looked
    at then. `player_turn` is the name of the step, for games that call it otherwise.
    """

    def __init__(
        self,
        sides: tuple[str, ...],
        *lines: Phase,
        closing: tuple[Frame, ...] = (),
        ending: tuple[Frame, ...] = (),
        player_turn: str = "player_turn",
    ) -> None:
        self.sides, self.order = sides, tuple(line for line in lines if not line.apart)
        self.closing, self.ending, self.player_turn = closing, ending, player_turn
        self.of = {line.id: line for line in lines}
        self.names = {line.id: line.name for line in lines}

    def turn(self) -> list[Frame]:
        """The player turns of a turn, the first one last."""
        return [("end_of_turn",), *((self.player_turn, side) for side in reversed(self.sides))]

    def phases(self, after: str | None = None, turn: int = 1_000) -> list[Frame]:
        """The phases of a player turn that come after one, or all, the first one last."""
        first = self.order.index(self.of[after]) + 1 if after else 0
        return [*self.ending, *(("phase", line.id) for line in reversed(self.order[first:]) if line.since <= turn)]

    def work(self, id: str) -> list[Frame]:
        """What is done in a phase, the first thing last."""
        return [*self.closing, *reversed(self.of[id].work)]

    def flow(self, side: str, id: str, turn: int = 1_000) -> list[Frame]:
        """The whole flow when the work of a phase in the side's player turn is about to begin."""
        flow: list[Frame] = [("turn",), ("end_of_turn",)]
        if not self.of[id].apart:
            later = self.sides[self.sides.index(side) + 1 :]
            flow += [(self.player_turn, other) for other in reversed(later)]
            flow += self.phases(id, turn)
        return [*flow, *self.work(id)]

    def phase_of(self, step: str, now: str = "") -> Phase | None:
        """The phase whose work a step is; the present one if it is part of several."""
        found = [line for line in self.of.values() if step in [frame[0] for frame in line.work]]
        return next((line for line in found if line.id == now), found[0] if found else None)

    def flow_at(self, s: Any, step: str, side: str) -> list[Frame] | None:
        """The flow when a side begins a step that is the work of a phase; turns the state to that moment."""
        found = self.phase_of(step, s.phase)
        if found is None:
            return None
        s.active, s.phase = side, found.id
        owner = next(other for other in self.sides if other != side) if found.other else side
        return up_to(self.flow(owner, found.id, s.turn), step)


def up_to(flow: list[Frame], step: str) -> list[Frame]:
    """A flow from the moment on when a step of it begins."""
    while flow[-1][0] != step:
        flow.pop()
    return flow


class Timed(Step):
    """A step of the sequence of play; a title gives each of them its table."""

    table: ClassVar[Sequence]


class Turn(Timed):
    """A turn begins: the player turns follow. It stays at the bottom of the flow, for one turn after the other."""

    name = "turn"

    def run(self, s: Any) -> None:
        self.begin(s)
        s.flow += self.table.turn()

    def begin(self, s: Any) -> None:
        """What is told, and forgotten, when a turn begins."""
        s.tell("turn", turn=s.turn)


class PlayerTurn(Timed):
    """A side becomes the active one; its phases follow. The frame holds the side."""

    name, frame = "player_turn", ("",)

    def run(self, s: Any) -> None:
        s.active = s.flow.pop()[1]
        s.flow += self.table.phases(turn=s.turn)
        self.begin(s)

    def begin(self, s: Any) -> None:
        """What happens when a player turn begins."""


class PhaseBegins(Timed):
    """A phase begins; its work follows. The frame holds the phase."""

    name, frame = "phase", ("",)

    def run(self, s: Any) -> None:
        id = s.flow.pop()[1]
        self.begin(s, id)
        s.flow += self.table.work(id)

    def begin(self, s: Any, id: str) -> None:
        """What is told, and forgotten, when a phase begins."""
        raise NotImplementedError


class EndOfTurn(Timed):
    """A turn is over: who has won, else the turn marker advances."""

    name = "end_of_turn"

    def run(self, s: Any) -> None:
        s.flow.pop()
        self.close(s)
        if s.result is None:
            self.advance(s)

    def close(self, s: Any) -> None:
        """What happens at the end of a turn; it may end the game."""

    def advance(self, s: Any) -> None:
        """The turn marker moves on."""
        s.turn += 1
