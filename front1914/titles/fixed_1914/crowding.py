"""ST-1, B-109: the check at the end of a phase, and what becomes of more units than a hex holds."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.state import Frame
from front1914.play.asking import AsLongAs
from front1914.titles.fixed_1914.board import HEXES
from front1914.titles.fixed_1914.landwehr import MERGED, REGROUP, like, spare
from front1914.titles.fixed_1914.stacking import overfull
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import IS_LANDWEHR, STRENGTH


class Stacking(AsLongAs):
    """ST-1: the check at the end of the Movement and of the Combat Phase."""

    name, rule = "stacking", "ST-1"

    def question(self, s: FXState) -> Frame | None:
        crowded = overfull(s, s.active)
        return ("overstack", crowded[0]) if crowded else None


class Overstack(Step):
    """ST-1: more units than a hex holds, and none of them can move any more: Landwehr recombines (CE-2), else the owner
    gives up one after another."""

    name, rule, frame = "overstack", "ST-1", ("hex",)
    else_unit = Reason("ST-1", "it is not in that hex")

    def prompt(self, s: FXState) -> str:
        more = " Landwehr may recombine." if self.legal_merge(s) else ""
        return f"Too many units in {HEXES.name(s.flow[-1][1])}: which one is given up?{more}"

    def legal_merge(self, s: FXState) -> list[int]:
        return [u for u in s.stack(s.flow[-1][1]) if IS_LANDWEHR[u] and self.refuse_merge(s, u) is None]

    def refuse_merge(self, s: FXState, u: int) -> Reason | None:
        if u not in s.stack(s.flow[-1][1]):
            return Reason("ST-1", "it is not in that hex")
        if not IS_LANDWEHR[u] or not like(s, u, at_all=True):
            return Reason("CE-2", "there is no Landwehr that it can be combined with")
        return None if spare(s, 2 * STRENGTH[u]) else Reason("CE-2", "there is no larger Landwehr counter")

    def do_merge(self, s: FXState, u: int) -> None:
        s.flow.pop()
        REGROUP.merge(s, u, like(s, u, at_all=True)[0], MERGED)

    def legal_unit(self, s: FXState) -> list[int]:
        return list(s.stack(s.flow[-1][1]))

    def do_unit(self, s: FXState, u: int) -> None:
        s.flow.pop()
        s.eliminate(u)


STEPS = (Stacking(), Overstack())
