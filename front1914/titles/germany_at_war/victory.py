"""1.7: how the game is won. The losses of 7.5.1.15 and the Valour of 2.11 are tested where they arise."""

from __future__ import annotations

from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import FIRST, SIDES

NAMES = {"german": "German", "entente": "Entente"}
#: by Side: bitset of the Areas that the other one controls at the start (2.6.1)
FOREIGN = {side: sum(1 << h for h, owner in enumerate(FIRST) if SIDES[owner] != side) for side in SIDES}


def check_areas(s: GWState) -> None:
    """1.7: a Side that controls every Victory Area has won at once, if any of them had to be conquered."""
    if s.result is not None:
        return
    for side in SIDES:
        # 1.7.c
        if s.rules.goals & FOREIGN[side] and (s.held(side) & s.rules.goals).bit_count() >= s.rules.all:
            s.finish(side, "decisive", f"The {NAMES[side]} controls every Victory Area.", "1.7")


def final_count(s: GWState) -> None:
    """1.7: after the last turn the Side with most Victory Areas wins."""
    count = (s.held("german") & s.rules.goals).bit_count()
    side = "german" if count >= s.rules.german else "entente"  # 1.7.d
    own = count if side == "german" else s.rules.goals.bit_count() - count
    total = s.rules.goals.bit_count()
    s.finish(side, "marginal", f"The {NAMES[side]} controls {own} of {total} Victory Areas.", "1.7", own)
