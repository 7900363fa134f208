"""CB-12, CB-15, B-84, B-92: the order of a stack."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import SIZE
from front1914.titles.fixed_1914.landwehr import regroupable
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import SIDE

ORDERED = 1  #: bit of `turned`


class StackOrder(Step):
    """B-92: the owner orders his stacks in his own player turn: a unit is put on top or at the
    bottom, each at most once a phase."""

    name, rule, ends = "order", "CB-12", ("done",)

    def prompt(self, s: FXState) -> str:
        return "Choose who lies on top of a stack, or go on."

    def legal_top(self, s: FXState) -> list[int]:
        found = []
        for stack in s.crowds(s.active).values():
            found += [u for u in stack[1:] if not s.turned[u] & ORDERED and s.defence(u)]
        return sorted(found)

    def refuse_top(self, s: FXState, u: int) -> Reason | None:
        if SIDE[u] != s.active:
            return Reason("CB-12", "not your unit")
        if s.at[u] >= SIZE or u not in s.stack(s.at[u]):
            return Reason("CB-12", "it is not in a stack")
        if s.stack(s.at[u])[0] == u:
            return Reason("CB-12", "it lies on top already")
        if not s.defence(u):
            return Reason("CB-15", "a unit without a defence factor lies under one that has one")
        return Reason("CB-12", "it was put on top in this phase") if s.turned[u] & ORDERED else None

    def do_top(self, s: FXState, u: int) -> None:
        s.turned[u] |= ORDERED
        s.arrange([u, *(other for other in s.stack(s.at[u]) if other != u)])
        s.mention("top", u, hex=s.at[u])
        self.go_on(s)

    def legal_bottom(self, s: FXState) -> list[int]:
        found = []
        for stack in s.crowds(s.active).values():
            found += [u for u in stack[:-1] if not s.turned[u] & ORDERED and self.refuse_bottom(s, u) is None]
        return sorted(found)

    def refuse_bottom(self, s: FXState, u: int) -> Reason | None:
        if SIDE[u] != s.active:
            return Reason("CB-12", "not your unit")
        if s.at[u] >= SIZE or u not in s.stack(s.at[u]):
            return Reason("CB-12", "it is not in a stack")
        stack = s.stack(s.at[u])
        if stack[-1] == u:
            return Reason("CB-12", "it lies at the bottom already")
        if s.defence(u) and not any(s.defence(other) for other in stack if other != u):
            return Reason("CB-15", "the others have no defence factor and lie under it")
        return Reason("CB-12", "it was moved in its stack in this phase") if s.turned[u] & ORDERED else None

    def do_bottom(self, s: FXState, u: int) -> None:
        s.turned[u] |= ORDERED
        s.arrange([*(other for other in s.stack(s.at[u]) if other != u), u])
        s.mention("bottom", u, hex=s.at[u])
        self.go_on(s)

    def go_on(self, s: FXState) -> None:
        if not self.legal_top(s) and not self.legal_bottom(s) and not (s.phase == "setup" and regroupable(s)):
            s.flow.pop()

    def refuse_regroup(self, s: FXState, _: None) -> Reason | None:
        return None if regroupable(s) else Reason("CE-2", "there is no Landwehr to break down or recombine")

    def do_regroup(self, s: FXState, _: None) -> None:
        """CE-2: at any time, so when the army has been set up too."""
        s.flow.append(("regroup",))


def has_order(s: FXState) -> bool:
    """Whether there is a stack that its owner could order now."""
    return any(can_order(s, stack) for stack in s.crowds(s.active).values())


def can_order(s: FXState, stack: list[int]) -> bool:
    """Whether somebody in a stack can be put on top, or at the bottom."""
    if any(not s.turned[u] & ORDERED and s.defence(u) for u in stack[1:]):
        return True
    return any(not s.turned[u] & ORDERED and ORDER.refuse_bottom(s, u) is None for u in stack[:-1])


ORDER = StackOrder()
STEPS = (ORDER,)
