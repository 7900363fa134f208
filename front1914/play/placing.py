"""A set-up in which somebody chooses: units are placed one after the other, each in its own field."""

from __future__ import annotations

from typing import Any, ClassVar

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.words import Words
from front1914.kit.bits import members


class Placing(Step):
    """Where does the next unit stand? A title says who waits, where he may stand, and what placing does.

    A place must lie in the unit's field (`field`, else `reason`) and have room for it (`crowded`).
    """

    units: ClassVar[Words]

    def waiting(self, s: Any) -> int | None:
        """The unit that is placed next, None when all are placed."""
        raise NotImplementedError

    def field(self, s: Any, u: int) -> int:
        """Bitset of the places where a unit may stand, other units apart."""
        raise NotImplementedError

    def reason(self, s: Any, u: int, node: int) -> Reason:
        """Why a place outside its field is not for the unit."""
        raise NotImplementedError

    def crowded(self, s: Any, u: int, node: int) -> Reason | None:
        """Why there is no room for the unit among those who stand in a place of its field."""
        raise NotImplementedError

    def put(self, s: Any, u: int, node: int) -> None:
        """The unit stands there."""
        raise NotImplementedError

    def unit(self, s: Any) -> int:
        """The unit that is asked about."""
        u = self.waiting(s)
        assert u is not None, f"{self.name}: nobody waits to be placed"
        return u

    def prompt(self, s: Any) -> str:
        return f"Where does {self.units.name(self.unit(s))} stand?"

    def legal_to(self, s: Any) -> list[int]:
        u, stacks = self.unit(s), s.stacks()
        return [h for h in members(self.field(s, u)) if h not in stacks or self.crowded(s, u, h) is None]

    def refuse_to(self, s: Any, node: int) -> Reason | None:
        u = self.unit(s)
        return self.crowded(s, u, node) if self.field(s, u) >> node & 1 else self.reason(s, u, node)

    def do_to(self, s: Any, node: int) -> None:
        at = len(s.flow) - 1
        self.put(s, self.unit(s), node)
        self.go_on(s, at)

    def go_on(self, s: Any, at: int) -> None:
        """Removes the question, at its place in the flow, when all units are placed."""
        if self.waiting(s) is None:
            del s.flow[at]
