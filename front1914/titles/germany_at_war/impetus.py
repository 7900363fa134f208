"""7.6: Cavalry that cleared a green Area may go one movement point further."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.germany_at_war.control import march
from front1914.titles.germany_at_war.seats import Shared
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import (
    BIT,
    BLOCKS,
    FOE,
    IMPETUS,
    IN_SEAT,
    OWN,
    RIVER,
    SIDE,
    SIZE,
    STACK,
    STEPS_OUT,
)


def targets(s: GWState, u: int) -> list[int]:
    """7.6, ruling B47: adjacent Areas without enemies that cost one point and have room."""
    side = SIDE[u]
    enemy, area = s.present(FOE[side]), s.rules.area
    open_ = area & ~enemy & ~s.full(side)
    return [h for cost, ring in STEPS_OUT[0][s.at[u]] if cost <= IMPETUS for h in members(ring & open_)]


def riders(s: GWState, seat: str) -> list[int]:
    """The Cavalry of a seat that may move by Impetus."""
    return [u for u in OWN[s.active] if s.impetus[u] and u in IN_SEAT[seat] and s.at[u] < SIZE and targets(s, u)]


class Impetus(Step):
    """7.6: asks each seat that has such Cavalry; it was seen in the Battle."""

    name, rule, frame = "impetus", "7.6", ("",)

    def run(self, s: GWState) -> None:
        _, seats = s.flow.pop()
        asked = tuple(seat for seat in seats if riders(s, seat))
        if asked:
            s.flow.append(("pursue", asked))


class Pursue(Shared):
    """7.6: choose a Cavalry, or finish."""

    name, rule, frame = "pursue", "7.6", ("",)

    def prompt(self, s: GWState) -> str:
        return "Choose a Cavalry that goes on by Impetus, or finish."

    def legal_unit(self, s: GWState) -> list[int]:
        return riders(s, s.flow[-1][1][0])

    def refuse_unit(self, s: GWState, u: int) -> Reason | None:
        if (reason := self.not_mine(s, u)) is not None:
            return reason
        if not s.impetus[u]:
            return Reason("7.6", "it is no Cavalry that has just cleared a green Area")
        return None if targets(s, u) else Reason("7.6", "one movement point takes it nowhere")

    def do_unit(self, s: GWState, u: int) -> None:
        s.flow.append(("pursue_to", u))

    def do_done(self, s: GWState, _: None) -> None:
        self.pass_on(s)


class PursueTo(Step):
    """7.6: where it goes."""

    name, rule, frame = "pursue_to", "7.6", ("unit",)

    def side(self, s: GWState) -> str:
        seat: str = s.flow[-2][1][0]
        return seat

    def prompt(self, s: GWState) -> str:
        return f"Where does {BLOCKS.name(s.flow[-1][1])} go on?"

    def legal_to(self, s: GWState) -> list[int]:
        return targets(s, s.flow[-1][1])

    def why_to(self, s: GWState, h: int) -> Reason:
        u = s.flow[-1][1]
        if (s.at[u], h) not in RIVER:
            return Reason("7.6", "it goes into an adjacent Area")
        if s.present(FOE[SIDE[u]]) & BIT[h]:
            return Reason("7.6", "one movement point is not enough to engage")
        if not s.rules.area & BIT[h]:
            return Reason("2.0", "the Area is not part of this scenario")
        if s.stacked(h, SIDE[u]) >= STACK[h]:
            return Reason("2.4", "there is no room for it")
        return Reason("7.6", "it costs more than one movement point")

    def do_to(self, s: GWState, h: int) -> None:
        u = s.flow.pop()[1]
        path = (s.at[u], h)
        s.impetus[u] = 0
        march(s, u, path)
        if s.result is not None:
            return
        if not riders(s, s.flow[-1][1][0]):
            PURSUE.pass_on(s)


PURSUE = Pursue()
STEPS = (Impetus(), PURSUE, PursueTo())
