"""How a position writes the units, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from front1914.engine.position import Table
from front1914.engine.state import Frame
from front1914.titles.schlieffens_war.sequence import PHASE_NAMES
from front1914.titles.schlieffens_war.state import NORMAL, SWState
from front1914.titles.schlieffens_war.world import (
    FULL,
    HEXES,
    IS_CORPS,
    IS_FORT,
    POOL,
    SET_UP,
    SIDE,
    SIDES,
    SIZE,
    UNITS,
)

_ON_COMBAT = ("probe", "probe_to", "attack", "attackers", "defend", "battle")
_ON_BATTLE = (
    *("concentric", "bombard", "bombardment", "artillery_die", "combat_die"),
    *("defender_losses", "attacker_losses", "retreat", "retreat_loss", "advance"),
)
_ON_REGROUP = ("rally", "recover", "return", "return_to", "land", "arrive", "landing", "withdraw")
_AFTER_PHASES = ("end_of_turn", "player_turn", "phase")
#: by step: what comes when it is done, which is what lies below it in the flow; the turn lies below all
BELOW: dict[str, tuple[str, ...]] = {
    "turn": (),
    "end_of_turn": ("turn",),
    "player_turn": ("end_of_turn",),
    "phase": _AFTER_PHASES,
    "stacking": _AFTER_PHASES,
    "crowds": ("stacking",),
    "overstack": ("stacking",),
    "displace": ("overstack",),
    "place": ("turn", "deployed", "array"),
    "deployed": ("place",),
    "array": ("turn", "deployed", "move", "stacking", "array"),
    "regroup": ("stacking",),
    **dict.fromkeys(_ON_REGROUP, ("regroup",)),
    "rest": ("stacking",),
    "move": ("rest",),
    "march": ("move",),
    "forced_march": ("move",),
    "reorder": ("stacking",),
    "combat": ("reorder",),
    **dict.fromkeys(_ON_COMBAT, ("combat",)),
    **dict.fromkeys(_ON_BATTLE, ("battle",)),
    "artillery_die": ("battle", "bombard"),
    "administer": ("stacking",),
    "attrition": ("stacking",),
}


def misplaced(flow: Sequence[Frame]) -> Iterator[str]:
    """Steps of the flow that do not stand where they can."""
    if flow and flow[0][0] != "turn":
        yield f"the step {flow[0][0]} does not come at the bottom of the flow (5.0)"
    for below, frame in pairwise(flow):
        if below[0] not in BELOW[frame[0]]:
            yield f"the step {frame[0]} does not come on top of {below[0]} (5.0)"


@dataclass(frozen=True)
class UnitTable(Table):
    """Rows of units. Two defaults depend on the row: steps are the full ones, and the morale at the start of the phase
    is that of now."""

    def write(self, state: SWState) -> dict[str, Any]:
        rows = super().write(state)
        for word in list(rows):
            row, u = rows[word], UNITS.number(word)
            if row["steps"] == FULL[u]:
                del row["steps"]
            if state.morale_was[u] == state.morale[u]:
                row.pop("morale_was", None)
            elif "morale_was" not in row:
                row["morale_was"] = self.cells["morale_was"].write(state.morale_was[u])
            if not row:
                del rows[word]
        return rows

    def read(self, place: str, state: SWState, rows: Any) -> None:
        super().read(place, state, rows)
        for word, row in rows.items():
            if isinstance(row, Mapping) and "morale_was" not in row:
                u = UNITS.number(word)
                state.morale_was[u] = state.morale[u]


def take_ground(s: SWState) -> None:
    """3.3, 4.1: who stands in a hex controls it, and a German near Paris has endangered it; no position need say so."""
    for u in UNITS.numbers:
        if s.at[u] < SIZE:
            s.capture(SIDE[u], s.at[u])


def faults(s: SWState) -> Iterator[str]:
    """What never holds, at whatever moment."""
    if both := s.occupied("german") & s.occupied("entente"):
        yield f"both sides stand in {HEXES[both.bit_length() - 1]} (3.3)"
    for u in UNITS.numbers:
        if s.at[u] < SIZE and IS_FORT[u] and s.at[u] != SET_UP[u]:
            yield f"{UNITS[u]} has moved (2.5)"
        if not 1 <= s.steps[u] <= FULL[u]:
            yield f"{UNITS[u]} has {s.steps[u]} steps of {FULL[u]} (2.7)"
        if s.morale[u] != NORMAL and not IS_CORPS[u]:
            yield f"{UNITS[u]} has a morale (9.6)"
        if s.at[u] == POOL and s.phase != "setup":
            yield f"{UNITS[u]} was never set up (3.1)"
        if s.at[u] < SIZE and s.rules.beyond >> s.at[u] & 1:
            yield f"{UNITS[u]} stands beyond the area of the scenario"
    yield from misplaced(s.flow)
    if s.active not in SIDES or s.phase not in PHASE_NAMES:
        yield f"no such moment: {s.active}, {s.phase}"
    if not s.rules.first_turn <= s.turn <= s.rules.last_turn:
        yield f"the scenario has no turn {s.turn}"
