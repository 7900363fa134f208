"""A battle: its record, with named fields, and its course, stage by stage.

The record is a frame of the flow, a NamedTuple whose first field is the name of its step. It lies under the questions
of its own course, so that it is saved, copied and undone with them.

>>> from typing import NamedTuple
>>> from front1914.engine.state import State
>>> class Battle(NamedTuple):
...     step: str
...     target: int
...     stage: int = 0
...     die: int = 0
>>> records = Records(Battle)
>>> s = State(flow=[("turn",), Battle("battle", 12), ("combat_die",)])
>>> records.note(s, die=5)
>>> records.read(s).target, records.read(s).die, s.flow[-1], records.lies(State())
(12, 5, ('combat_die',), False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from front1914.engine.flow import Step
from front1914.engine.state import State

R = TypeVar("R", bound=tuple[Any, ...])


class Records(Generic[R]):
    """Where the record of the battle that is being fought lies in the flow: the uppermost frame of its name."""

    def __init__(self, kind: type[R], name: str = "battle") -> None:
        self.name = name
        self._make: Callable[[Any], R] = kind._make  # type: ignore[attr-defined]

    def index(self, s: State, below: int | None = None) -> int:
        """The place of the record in the flow, -1 if nobody fights; `below` a place, that of a battle around it."""
        name, flow = self.name, s.flow
        for i in range((len(flow) if below is None else below) - 1, -1, -1):
            if flow[i][0] == name:
                return i
        return -1

    def lies(self, s: State) -> bool:
        """Whether a battle is being fought."""
        return self.index(s) >= 0

    def read(self, s: State) -> R:
        """The record of the battle that is being fought."""
        return self._make(s.flow[self.index(s)])

    def note(self, s: State, **changes: Any) -> None:
        """Writes something into the record."""
        i = self.index(s)
        s.flow[i] = self._make(s.flow[i])._replace(**changes)  # type: ignore[attr-defined]


class Course(Step):
    """The course of a battle: its stages, one after the other, in the order of the rulebook.

    The record counts them in its field `stage`. A stage is a function of the state and the record; whatever it asks it
    puts on the flow, and the next stage follows when that is answered. It may set `stage` to skip others.
    """

    name = "battle"
    records: ClassVar[Records[Any]]
    stages: ClassVar[Sequence[Callable[[Any, Any], None]]]

    def run(self, s: Any) -> None:
        record = self.records.read(s)
        at: int = record.stage
        if at == len(self.stages) or self.broken_off(s, record):
            s.flow.pop()
            self.close(s)
            return
        self.records.note(s, stage=at + 1)
        self.stages[at](s, record)

    def broken_off(self, s: Any, record: Any) -> bool:
        """Whether the battle is over before its last stage."""
        return False

    def close(self, s: Any) -> None:
        """What happens when the battle is over and its record gone."""
