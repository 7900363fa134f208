"""Everything that can be wrong with what comes in from outside, each naming the place and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from front1914.engine.decision import Action


class Reason(NamedTuple):
    """Why something is not allowed: the rule that forbids it, and words for a player."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}" if self.rule else self.text


class FrontError(Exception):
    """The base of all refusals. Nothing has been changed or written."""


class IllegalAction(FrontError):
    """An action that the rules forbid at this moment."""

    def __init__(self, action: Action, reason: Reason) -> None:
        super().__init__(f"{action}: {reason.text}" + (f" ({reason.rule})" if reason.rule else ""))
        self.action = action
        self.reason = reason


class NoUndo(FrontError):
    """There is nothing that may be taken back: a die fell, a secret was shown, or the decision passed on."""


class DiceExhausted(FrontError):
    """The scripted dice have all been thrown, or the next one does not fit the question."""


class BadInput(FrontError):
    """Something given from outside is malformed: `place` says where, `reason` what is wrong with it."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


class BadPosition(BadInput):
    """A position that cannot be set up; `place` is the path inside it, such as `units.g-1-II.at`."""


class BadScenario(BadInput):
    """No such scenario or option, or a value that the option does not take."""


class UnknownTitle(BadInput):
    """No title of that name."""


class BadSave(BadInput):
    """A save that is damaged or foreign. `good` is the game rebuilt from the part that is sound, if any."""

    def __init__(self, place: str, reason: str, good: Any = None) -> None:
        super().__init__(place, reason)
        self.good = good


class BadData(BadInput):
    """A data file that does not hold what it must: file, line and field are part of the place."""

    def __init__(self, file: str, reason: str, line: int | None = None, field: str = "") -> None:
        place = file + (f":{line}" if line is not None else "") + (f" [{field}]" if field else "")
        super().__init__(place, reason)
        self.file = file
        self.line = line
        self.field = field
