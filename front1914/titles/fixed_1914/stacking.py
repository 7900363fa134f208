"""ST, CE, H14, H15: how much a hex holds, and the order of its stack."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.state import Frame
from front1914.kit.stacking import Stacking as Rule
from front1914.play.asking import AsLongAs
from front1914.titles.fixed_1914.board import HEXES, SIZE
from front1914.titles.fixed_1914.charts import STACKING
from front1914.titles.fixed_1914.neutrality import frozen
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import EIGHTHS, IS_ARTILLERY, SIDE, UNITS

CORPS = 8  #: eighths (CE-1)
RULE = Rule("units", "artillery", "eighths")
LIMIT = RULE.limit(units=STACKING.units, artillery=STACKING.artillery, eighths=STACKING.eighths)
#: why there is too much: the first that holds
REASON = {
    "units": Reason("ST-1", "a hex holds three units"),
    "artillery": Reason("ST-1b", "a hex holds one artillery unit"),
    "eighths": Reason("ST-1a", "a hex holds two corps or their equivalent"),
}
LOAD = tuple(RULE.load(units=1, artillery=IS_ARTILLERY[u], eighths=EIGHTHS[u]) for u in UNITS.numbers)
#: the same where only corps count by their size
CORPS_LOAD = tuple(
    RULE.load(units=1, artillery=IS_ARTILLERY[u], eighths=EIGHTHS[u] if EIGHTHS[u] == CORPS else 0)
    for u in UNITS.numbers
)


def excess(s: FXState, units: Iterable[int]) -> Reason | None:
    """H14: why these units, fortification artillery apart, may not stand together at the end of a phase."""
    stack = tuple(units)
    if len(stack) < 2:
        return None
    loads = LOAD if s.options["stacking_counts_small_units"] else CORPS_LOAD
    load = sum([loads[u] for u in stack])
    return None if RULE.fits(load, LIMIT) else REASON[next(iter(RULE.excess(load, LIMIT)))]


def fits(s: FXState, h: int, u: int) -> bool:
    """Whether the unit may be added to the units of the hex."""
    stack = s.stack(h)
    return not stack or excess(s, [*(other for other in stack if other != u), u]) is None


def overfull(s: FXState, side: str) -> list[int]:
    """The hexes in which the side has too many; frozen units stand where the set-up put them (B-14)."""
    return [h for h, stack in s.crowds(side).items() if excess(s, stack) and not all(frozen(s, u) for u in stack)]


class Stacking(AsLongAs):
    """ST-1: the check at the end of the Movement and of the Combat Phase."""

    name, rule = "stacking", "ST-1"

    def question(self, s: FXState) -> Frame | None:
        crowded = overfull(s, s.active)
        return ("overstack", crowded[0]) if crowded else None


class Overstack(Step):
    """ST-1: more units than a hex holds, and none of them can move any more: the owner gives up one after another."""

    name, rule, frame = "overstack", "ST-1", ("hex",)
    else_unit = Reason("ST-1", "it is not in that hex")

    def prompt(self, s: FXState) -> str:
        return f"Too many units in {HEXES.name(s.flow[-1][1])}: which one is given up?"

    def legal_unit(self, s: FXState) -> list[int]:
        return list(s.stack(s.flow[-1][1]))

    def do_unit(self, s: FXState, u: int) -> None:
        s.flow.pop()
        s.eliminate(u)


# ---- the order of a stack (CB-12, CB-15, B-84, B-92)


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
        if not self.legal_top(s) and not self.legal_bottom(s):
            s.flow.pop()


def has_order(s: FXState) -> bool:
    """Whether there is a stack that its owner could order now."""
    for stack in s.crowds(s.active).values():
        if any(not s.turned[u] & ORDERED and s.defence(u) for u in stack[1:]):
            return True
        if any(not s.turned[u] & ORDERED and ORDER.refuse_bottom(s, u) is None for u in stack[:-1]):
            return True
    return False


ORDER = StackOrder()
STEPS = (Stacking(), Overstack(), ORDER)
