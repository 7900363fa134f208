"""Advance after combat: attackers take, one after the other, the place that its defenders have left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step


class Advance(Step):
    """Who advances? One after the other, or nobody; the question ends when nobody else may."""

    name, ends = "advance", ("done",)

    def place(self, s: Any) -> str:
        """The place that was left, as a player calls it."""
        raise NotImplementedError

    def candidates(self, s: Any) -> Iterable[int]:
        """Those among whom somebody may be found."""
        raise NotImplementedError

    def objection(self, s: Any, u: int) -> Reason | None:
        """Why a unit may not advance."""
        raise NotImplementedError

    def go(self, s: Any, u: int) -> None:
        """The unit advances."""
        raise NotImplementedError

    def followed(self, s: Any, u: int) -> None:
        """What becomes of the unit when it is known whether others may follow."""

    def possible(self, s: Any) -> bool:
        """Whether anybody may advance."""
        return any(self.objection(s, u) is None for u in self.candidates(s))

    def prompt(self, s: Any) -> str:
        return f"Who advances into {self.place(s)}?"

    def scope_unit(self, s: Any) -> Iterable[int]:
        return self.candidates(s)

    def refuse_unit(self, s: Any, u: int) -> Reason | None:
        return self.objection(s, u)

    def do_unit(self, s: Any, u: int) -> None:
        at = len(s.flow) - 1
        self.go(s, u)
        if not self.possible(s):
            del s.flow[at]
        self.followed(s, u)
