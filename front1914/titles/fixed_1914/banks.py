"""H5: on which bank of a river hex a unit stands that is placed there."""

from __future__ import annotations

from functools import cache

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import ARMS, BANKS, BANKS_OF, BOARD, HEXES, RIVER_NAME, SIDE_BANK, SOURCES
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import NATION, SIDE, UNITS

SOURCE_OF = {"british": "french", "dutch": "french"}  #: whose sources count, where they are not the nation's own


@cache
def default_bank(h: int, nation: str) -> int:
    """H5 (2): the bank whose hexside is nearest to a friendly source of supply."""
    if len(BANKS_OF[h]) == 1:
        return BANKS_OF[h][0]
    goals = members(SOURCES[SOURCE_OF.get(nation, nation)])
    best: dict[int, int] = {}
    for d in range(6):
        n = BOARD.steps[6 * h + d]
        if n < 0:
            continue
        away = min(BOARD.distance(n, goal) for goal in goals)
        for bank in ARMS.get(6 * h + d, (SIDE_BANK[6 * h + d],)):
            best[bank] = min(away, best.get(bank, away))
    return min(best, key=lambda bank: (best[bank], bank))


def place(s: FXState, u: int, h: int) -> None:
    """Puts a unit into a hex from outside the map; where a river runs its owner is asked for the bank."""
    s.put(u, h, default_bank(h, NATION[u]))
    if len(BANKS_OF[h]) > 1:
        s.flow.append(("bank", u))


class Bank(Step):
    """H5 (2): the owner names the bank on which a unit stands that was placed in a river hex."""

    name, rule, frame = "bank", "MB-4", ("unit",)

    def side(self, s: FXState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: FXState) -> str:
        u = s.flow[-1][1]
        h = s.at[u]
        return f"On which bank of the {RIVER_NAME[h]} does {UNITS.name(u)} stand in {HEXES.name(h)}?"

    def legal_bank(self, s: FXState) -> list[int]:
        return list(BANKS_OF[s.at[s.flow[-1][1]]])

    def why_bank(self, s: FXState, bank: int) -> Reason:
        return Reason("MB-4", f"there is no {BANKS[bank]} bank in that hex")

    def do_bank(self, s: FXState, bank: int) -> None:
        u = s.flow.pop()[1]
        s.bank[u] = bank
        s.mention("bank", u, bank=bank)


STEPS = (Bank(),)
