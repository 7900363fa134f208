"""CE-2, UL-8: German Landwehr breaks down and recombines within a hex, its strength unchanged."""

from __future__ import annotations

from collections import Counter

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import HEXES, SIZE
from front1914.titles.fixed_1914.combat.battle import in_battle, succeed
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import ABSENT, IS_LANDWEHR, LANDWEHR, SIDE, STRENGTH

SMALLEST = 1
SPLIT, MERGED = 2, 4  #: bits of `turned`: who was split is not merged again in the same phase, and the reverse


def like(s: FXState, u: int, at_all: bool = False) -> list[int]:
    """CE-2: Landwehr of the same strength in the same hex, which it can be combined with; what is made of them has done
    all that any of them did. While units still march only those join that have marched alike, and always only those on
    the same bank, so that nobody is carried further by it (MV-6). `at_all`: where a unit would be lost otherwise."""
    columns = (s.moved, s.spent, s.near, s.bank) if s.phase == "movement" else (s.bank,)
    return [
        v
        for v in s.stack(s.at[u])
        if v != u
        and IS_LANDWEHR[v]
        and STRENGTH[v] == STRENGTH[u]  # CE-2.2
        and s.hidden[v] == s.hidden[u]
        and (at_all or (not s.turned[v] & SPLIT and all(c[v] == c[u] for c in columns)))
    ]


def spare(s: FXState, strength: int) -> list[int]:
    return [u for u in LANDWEHR if STRENGTH[u] == strength and s.at[u] == ABSENT]


def no_room(s: FXState, u: int) -> Reason | None:
    """ST-1: why the two halves of a unit may not stand where it stands."""
    return excess(s, [*(v for v in s.stack(s.at[u]) if v != u), *spare(s, STRENGTH[u] // 2)[:2]])


def regroupable(s: FXState) -> bool:
    """B-18: in its own player turn, whether there is Landwehr that could be regrouped."""
    if s.active != "german":
        return False
    present = [u for u in LANDWEHR if s.at[u] < SIZE]
    turned, moving = s.turned, s.phase == "movement"
    for u in present:  # as refuse_split says
        if STRENGTH[u] != SMALLEST and not turned[u] & MERGED and (moving or no_room(s, u) is None):
            return True
    count = Counter([s.at[u] for u in present])  # who stands alone has no like one beside it
    return len(count) < len(present) and any(count[s.at[u]] > 1 and REGROUP.refuse_merge(s, u) is None for u in present)


def can_merge(s: FXState, stack: list[int]) -> bool:
    """Whether Landwehr in a stack could be recombined."""
    return any(IS_LANDWEHR[u] and REGROUP.refuse_merge(s, u) is None for u in stack)


class Regroup(Step):
    """CE-2: split a unit into two halves, or merge it with one of the same strength."""

    name, rule, ends = "regroup", "CE-2", ("done",)

    def prompt(self, s: FXState) -> str:
        return "Break down or recombine which Landwehr?"

    def scope_split(self, s: FXState) -> list[int]:
        return [u for u in LANDWEHR if s.at[u] < SIZE]

    def refuse_split(self, s: FXState, u: int) -> Reason | None:
        if (reason := self._refuse(s, u)) is not None:
            return reason
        if s.turned[u] & MERGED:
            return Reason("CE-2", "it was recombined in this phase")
        if STRENGTH[u] == SMALLEST:
            return Reason("CE-2", "there is no smaller Landwehr counter")
        return None if s.phase == "movement" else no_room(s, u)  # ST-2: while units move, more may stand in a hex

    def do_split(self, s: FXState, u: int) -> None:
        half = spare(s, STRENGTH[u] // 2)[:2]
        self.change(s, (u,), tuple(half), SPLIT)
        self.go_on(s)

    def scope_merge(self, s: FXState) -> list[int]:
        return [u for u in LANDWEHR if s.at[u] < SIZE]

    def refuse_merge(self, s: FXState, u: int) -> Reason | None:
        if (reason := self._refuse(s, u)) is not None:
            return reason
        if s.turned[u] & SPLIT:
            return Reason("CE-2", "it was broken down in this phase")
        if not like(s, u):
            return Reason("CE-2", f"there is no like Landwehr in {HEXES[s.at[u]]} to combine it with")
        return None if spare(s, 2 * STRENGTH[u]) else Reason("CE-2", "there is no larger Landwehr counter")

    def do_merge(self, s: FXState, u: int) -> None:
        self.merge(s, u, like(s, u)[0], MERGED)
        self.go_on(s)

    def merge(self, s: FXState, u: int, v: int, mark: int) -> None:
        self.change(s, (u, v), (spare(s, 2 * STRENGTH[u])[0],), mark)

    def change(self, s: FXState, old: tuple[int, ...], new: tuple[int, ...], mark: int) -> None:
        s.exchange(old, new)
        for u in new:
            s.turned[u] |= mark

    def go_on(self, s: FXState) -> None:
        if not regroupable(s):
            s.flow.pop()

    def _refuse(self, s: FXState, u: int) -> Reason | None:
        if not IS_LANDWEHR[u] or SIDE[u] != s.active:  # CE-2.1
            return Reason("CE-2", "only Landwehr is broken down and recombined")
        return None if s.at[u] < SIZE else Reason("CE-2", "it is not on the map")


# ---- what is left after a loss (UL-8, D30)


class Change(Step):
    """D30, UL-8, B-87: what is left of Landwehr may be shown by smaller counters, if the hex has room for them."""

    name, rule, frame, ends = "change", "UL-8", ("unit",), ("stay",)

    def side(self, s: FXState) -> str:
        return SIDE[LANDWEHR[0]]

    def prompt(self, s: FXState) -> str:
        return "Which counters show what is left of the Landwehr?"

    def choices(self, s: FXState, heirs: tuple[int, ...]) -> list[int]:
        return [u for u in heirs if self._objection(s, heirs, u) is None]

    def _objection(self, s: FXState, heirs: tuple[int, ...], u: int) -> Reason | None:
        if u not in heirs:
            return Reason("UL-8", "it is not what is left of that Landwehr")
        return Reason("UL-8", "there is no smaller counter") if STRENGTH[u] == SMALLEST else no_room(s, u)

    def legal_split(self, s: FXState) -> list[int]:
        return self.choices(s, s.flow[-1][1])

    def refuse_split(self, s: FXState, u: int) -> Reason | None:
        return self._objection(s, s.flow[-1][1], u)

    def do_split(self, s: FXState, u: int) -> None:
        heirs = s.flow.pop()[1]
        halves = tuple(spare(s, STRENGTH[u] // 2)[:2])
        s.exchange((u,), halves)
        if in_battle(s):
            succeed(s, u, halves)
        offer_change(s, tuple(v for w in heirs for v in (halves if w == u else (w,))))


def offer_change(s: FXState, heirs: tuple[int, ...]) -> None:
    """Asks the owner, if there is anything to choose; never about concealed counters (B-104)."""
    if len(heirs) > 1 and not s.hidden[heirs[0]] and CHANGE.choices(s, heirs):
        s.flow.append(("change", heirs))


REGROUP, CHANGE = Regroup(), Change()
STEPS = (REGROUP, CHANGE)
