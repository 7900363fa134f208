"""CE-2, UL-8: German Landwehr breaks down and recombines within a hex, its strength unchanged."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import HEXES, SIZE
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import ABSENT, IS_LANDWEHR, LANDWEHR, SIDE, STRENGTH

SMALLEST = 1
SPLIT, MERGED = 2, 4  #: bits of `turned`: who was split is not merged again in the same phase, and the reverse


def like(s: FXState, u: int) -> list[int]:
    """Landwehr of the same strength in the same hex and in the same situation, which it can be combined with."""
    columns = (s.moved, s.spent, s.attacked, s.defended, s.hidden, s.bank, s.near)
    return [
        v
        for v in s.stack(s.at[u])
        if v != u
        and IS_LANDWEHR[v]
        and STRENGTH[v] == STRENGTH[u]
        and not s.turned[v] & SPLIT
        and all(c[v] == c[u] for c in columns)
    ]


def spare(s: FXState, strength: int) -> list[int]:
    return [u for u in LANDWEHR if STRENGTH[u] == strength and s.at[u] == ABSENT]


def regroupable(s: FXState) -> bool:
    """B-18: in its own player turn, whether there is Landwehr that could be regrouped."""
    return s.active == "german" and bool(REGROUP.legal_split(s) or REGROUP.legal_merge(s))


class Regroup(Step):
    """CE-2: split a unit into two halves, or merge it with one of the same strength."""

    name, rule = "regroup", "CE-2"

    def prompt(self, s: FXState) -> str:
        return "Break down or recombine which Landwehr?"

    def legal_split(self, s: FXState) -> list[int]:
        return [u for u in LANDWEHR if s.at[u] < SIZE and STRENGTH[u] > SMALLEST and not s.turned[u] & MERGED]

    def refuse_split(self, s: FXState, u: int) -> Reason | None:
        if (reason := self._refuse(s, u)) is not None:
            return reason
        if s.turned[u] & MERGED:
            return Reason("CE-2", "it was recombined in this phase")
        return None if STRENGTH[u] > SMALLEST else Reason("CE-2", "there is no smaller Landwehr counter")

    def do_split(self, s: FXState, u: int) -> None:
        half = spare(s, STRENGTH[u] // 2)[:2]
        self.change(s, (u,), tuple(half), SPLIT)

    def legal_merge(self, s: FXState) -> list[int]:
        return [u for u in LANDWEHR if s.at[u] < SIZE and self.refuse_merge(s, u) is None]

    def refuse_merge(self, s: FXState, u: int) -> Reason | None:
        if (reason := self._refuse(s, u)) is not None:
            return reason
        if s.turned[u] & SPLIT:
            return Reason("CE-2", "it was broken down in this phase")
        if not like(s, u):
            return Reason("CE-2", f"there is no like Landwehr in {HEXES[s.at[u]]} to combine it with")
        return None if spare(s, 2 * STRENGTH[u]) else Reason("CE-2", "there is no larger Landwehr counter")

    def do_merge(self, s: FXState, u: int) -> None:
        self.change(s, (u, like(s, u)[0]), (spare(s, 2 * STRENGTH[u])[0],), MERGED)

    def change(self, s: FXState, old: tuple[int, ...], new: tuple[int, ...], mark: int) -> None:
        s.exchange(old, new)
        for u in new:
            s.turned[u] |= mark
        if not regroupable(s):
            s.flow.pop()

    def do_done(self, s: FXState, _: None) -> None:
        s.flow.pop()

    def _refuse(self, s: FXState, u: int) -> Reason | None:
        if not IS_LANDWEHR[u] or SIDE[u] != s.active:
            return Reason("CE-2", "only Landwehr is broken down and recombined")
        return None if s.at[u] < SIZE else Reason("CE-2", "it is not on the map")


REGROUP = Regroup()
STEPS = (REGROUP,)
