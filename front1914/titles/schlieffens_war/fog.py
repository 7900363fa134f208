"""6.6: what the enemy may see of a stack: its top unit and how many counters there are (R24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from front1914.engine.decision import OBSERVER
from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import COMBAT, FOE, IS_COMBAT, OWN, SIDE, SIZE


def others(side: str) -> tuple[str, str]:
    """Everybody but the side: its enemy and who looks on."""
    return FOE[side], OBSERVER


def tell_move(s: SWState, kind: str, units: Sequence[int], path: Sequence[int], **data: Any) -> None:
    """Tells of units that went from hex to hex: all to their owner, to others those on top where they are now.

    To others the event is the same with the suffix `_seen`, the number of counters, and the units that they see.
    """
    if s.news is None:
        return
    owner, whole = SIDE[units[0]], all(map(s.seen, units))
    s.tell(kind, only=None if whole else owner, units=tuple(units), path=tuple(path), to=path[-1], **data)
    if not whole:
        seen = tuple(u for u in units if s.seen(u))
        s.tell(f"{kind}_seen", only=others(owner), units=seen, count=len(units), path=tuple(path), to=path[-1], **data)


ALL, FOUGHT = 0, 1  #: in the frame of `array`: which stacks are ordered


def fought(s: SWState, side: str) -> set[int]:
    """The hexes of the side's stacks that attacked, probed or were attacked in this phase."""
    return {s.at[u] for u in OWN[side] if s.at[u] < SIZE and (s.attacked[u] or s.probed[u] or s.defended[u])}


class Order(Step):
    """The owner orders his stacks (R24, R108): a corps or fort is put on top, each at most once a phase.

    The frame holds his side and which of his stacks: all, or those that fought.
    """

    name, rule, frame, ends = "array", "6.6", ("", ""), ("done",)

    def side(self, s: SWState) -> str:
        side: str = s.flow[-1][1]
        return side

    def prompt(self, s: SWState) -> str:
        which = "that fought" if s.flow[-1][2] == FOUGHT else ""
        return f"Choose who lies on top of your stacks {which}".rstrip() + "."

    def legal_top(self, s: SWState) -> list[int]:
        if not s.options["fog"]:
            return []
        _, side, which = s.flow[-1]
        at, order, here = s.at, s.order, fought(s, side) if which == FOUGHT else None
        top: dict[int, int] = {}
        covered = []
        for u in COMBAT[side]:
            h = at[u]
            if h >= SIZE or (here is not None and h not in here):
                continue
            above = top.get(h)
            if above is None:
                top[h] = u
            elif order[u] < order[above]:
                top[h] = u
                covered.append(above)
            else:
                covered.append(u)
        return [u for u in covered if not s.turned[u]]

    def why_top(self, s: SWState, u: int) -> Reason:
        if not s.options["fog"]:
            return Reason("6.6", "without fog of war the order of a stack does not matter")
        _, side, which = s.flow[-1]
        if SIDE[u] != side:
            return Reason("6.6", "not your unit")
        if s.at[u] >= SIZE:
            return Reason("6.6", "it is not on the map")
        if not IS_COMBAT[u]:
            return Reason("6.6", "corps and forts lie above HQs and depots")
        if s.stack(s.at[u])[0] == u:
            return Reason("6.6", "it lies on top already")
        if which == FOUGHT and s.at[u] not in fought(s, side):
            return Reason("6.6", "its stack has not fought in this phase")
        return Reason("6.6", "it was put on top in this phase")

    def do_top(self, s: SWState, u: int) -> None:
        put_on_top(s, u)


def put_on_top(s: SWState, u: int) -> None:
    """The unit lies on top of its stack now; the others keep their order."""
    below = [other for other in s.stack(s.at[u]) if other != u]
    for place, other in enumerate([u, *below]):
        s.order[other] = place
    s.turned[u] = 1
    s.tell("top", unit=u, hex=s.at[u])


class Reorder(Step):
    """R108: at the end of a Combat Phase each side orders its stacks that fought, the active side first.

    Who is asked depends on what everybody sees: the number of counters in the stacks.
    """

    name, rule = "reorder", "6.6"

    def run(self, s: SWState) -> None:
        s.flow.pop()
        for side in (FOE[s.active], s.active) if s.options["fog"] else ():
            if any(len(s.stack(h)) > 1 for h in fought(s, side)):
                s.flow.append(("array", side, FOUGHT))


STEPS = (Order(), Reorder())
