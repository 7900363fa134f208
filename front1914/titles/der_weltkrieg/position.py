"""How a position writes what every hex has, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from front1914.engine.position import Table
from front1914.titles.der_weltkrieg.austria import western_faults
from front1914.titles.der_weltkrieg.board import HEXES, SIZE
from front1914.titles.der_weltkrieg.nations import SIDES
from front1914.titles.der_weltkrieg.sequence import PHASE_NAMES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import FRONT, IS_FLOTILLA, IS_HQ, IS_RPL, IS_SUPPLY, SIDE, STRONG, UNITS

MOST_SUPPLY = 100  #: 17-4


@dataclass(frozen=True)
class HomeTable(Table):
    """A table whose columns begin with a value of their own for each row: what is as at home is left out."""

    home: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def write(self, state: Any) -> dict[str, Any]:
        rows: dict[int, dict[str, Any]] = {}
        for key, cell in self.cells.items():
            column, home = getattr(state, cell.field), self.home.get(key)
            if column == home or (home is None and column.count(cell.default) == len(column)):
                continue
            for i in self.words.numbers:
                if column[i] != (cell.default if home is None else home[i]):
                    rows.setdefault(i, {})[key] = cell.write(column[i])
        return {str(self.words[i]): rows[i] for i in sorted(rows)}


_PRINTED = tuple(map(max, FRONT, STRONG))


def faults(s: DWState) -> Iterator[str]:
    """What never holds, at whatever moment."""
    for h, stack in s.stacks().items():
        if len({SIDE[u] for u in stack if not IS_FLOTILLA[u]}) > 1:
            yield f"both sides stand in {HEXES[h]} (6-11)"
        if s.neutral >> h & 1:
            yield f"{UNITS[stack[0]]} stands in the neutral hex {HEXES[h]} (DW-R87)"
    columns = zip(s.strength, _PRINTED, s.supply, s.at, strict=True)
    for u, (strength, most, supply, at) in enumerate(columns):
        if not 0 <= strength <= most or supply or at >= SIZE:  # for all others there is nothing to look for
            yield from _unit_faults(s, u)
    yield from western_faults(s)
    if s.active not in SIDES or s.phase not in PHASE_NAMES:
        yield f"no such moment: {s.active}, {s.phase}"


def _unit_faults(s: DWState, u: int) -> Iterator[str]:
    most = _PRINTED[u]
    if s.strength[u] < 0 or (s.strength[u] > most and not IS_RPL[u]):
        yield f"{UNITS[u]} has a strength of {s.strength[u]}, printed is {most} (13-21)"
    if s.supply[u] and not (IS_HQ[u] or IS_SUPPLY[u]):
        yield f"{UNITS[u]} holds Supply Points (17-3)"
    if not 0 <= s.supply[u] <= MOST_SUPPLY:
        yield f"{UNITS[u]} holds {s.supply[u]} Supply Points (17-4)"
    if s.at[u] >= SIZE and (s.entrained[u] or s.spent[u] or (s.supply[u] and s.at[u] > SIZE + 1)):
        yield f"{UNITS[u]} is off the map and has a place there"
