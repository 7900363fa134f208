"""6.6: what the enemy may see of a stack: its top unit and how many counters there are (R24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from front1914.engine.decision import OBSERVER
from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import COMBAT, FOE, IS_COMBAT, SIDE, SIZE


def others(side: str) -> tuple[str, str]:
    """Everybody but the side: its enemy and who looks on."""
    return FOE[side], OBSERVER


def tell_move(s: SWState, kind: str, units: Sequence[int], path: Sequence[int], **data: Any) -> None:
    """Tells of units that went from hex to hex: all to their owner, to others those on top where they are now.

    To others the event is the same with the suffix `_seen`, the number of counters, and the units that they see.
    """
    if s.news is None:
        return
    owner, whole = SIDE[units[0]], all(s.seen(u) for u in units)
    s.tell(kind, only=None if whole else owner, units=tuple(units), path=tuple(path), to=path[-1], **data)
    if not whole:
        seen = tuple(u for u in units if s.seen(u))
        s.tell(f"{kind}_seen", only=others(owner), units=seen, count=len(units), path=tuple(path), to=path[-1], **data)


class Order(Step):
    """The owner orders his stacks (R24, R108): a corps or fort is put on top, each at most once a phase."""

    name, rule = "array", "6.6"

    def prompt(self, s: SWState) -> str:
        return "Choose who lies on top of your stacks."

    def legal_top(self, s: SWState) -> list[int]:
        if not s.options["fog"]:
            return []
        at, order = s.at, s.order
        top: dict[int, int] = {}
        covered = []
        for u in COMBAT[s.active]:
            h = at[u]
            if h >= SIZE:
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

    def refuse_top(self, s: SWState, u: int) -> Reason | None:
        if not s.options["fog"]:
            return Reason("6.6", "without fog of war the order of a stack does not matter")
        if SIDE[u] != s.active:
            return Reason("6.6", "not your unit")
        if s.at[u] >= SIZE:
            return Reason("6.6", "it is not on the map")
        if not IS_COMBAT[u]:
            return Reason("6.6", "corps and forts lie above HQs and depots")
        if s.stack(s.at[u])[0] == u:
            return Reason("6.6", "it lies on top already")
        return Reason("6.6", "it was put on top in this phase") if s.turned[u] else None

    def do_top(self, s: SWState, u: int) -> None:
        put_on_top(s, u)

    def do_done(self, s: SWState, _: None) -> None:
        s.flow.pop()


def put_on_top(s: SWState, u: int) -> None:
    """The unit lies on top of its stack now; the others keep their order."""
    below = [other for other in s.stack(s.at[u]) if other != u]
    for place, other in enumerate([u, *below]):
        s.order[other] = place
    s.turned[u] = 1
    s.changed()
    s.tell("top", unit=u, hex=s.at[u])


STEPS = (Order(),)
