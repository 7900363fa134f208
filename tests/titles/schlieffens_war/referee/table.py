"""What lies on the table (3.0): where every counter is and in what state, read from a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.titles.schlieffens_war.referee.sheet import COUNTERS, HEXES, SCENARIOS, Counter

OTHER = {"german": "entente", "entente": "german"}


@dataclass(frozen=True)
class Piece:
    """A counter and its state."""

    id: str
    counter: Counter
    at: str
    steps: int
    morale: str
    supply: str
    spent: int
    marks: frozenset[str]  #: marched, probed, attacked, defended

    @property
    def side(self) -> str:
        return self.counter.side

    @property
    def nation(self) -> str:
        return self.counter.nation

    @property
    def kind(self) -> str:
        return self.counter.kind

    @property
    def corps(self) -> bool:
        return self.counter.corps

    @property
    def mobile(self) -> bool:
        return self.kind != "fort"

    @property
    def out(self) -> bool:
        return self.supply == "out"

    @property
    def printed_factor(self) -> int:
        """2.7: of the side that shows; that of an HQ or depot depends on its supply."""
        if self.kind in ("hq", "depot"):
            return self.counter.factors[1 if self.out else 0]
        return self.counter.factors[len(self.counter.factors) - self.steps]


class Table:
    """A position, as a player sees who may look under every counter."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = position
        self.scenario: str = position["scenario"]
        self.terms: Mapping[str, Any] = SCENARIOS[self.scenario]
        self.turn: int = position.get("turn", 1)
        self.active: str = position.get("active", "german")
        self.phase: str = position.get("phase", "")
        self.flow: list[list[Any]] = position.get("flow", [])
        self.changed: Mapping[str, str] = position.get("control", {})
        self.pieces = {name: _piece(name, row) for name, row in position.get("units", {}).items()}
        self.stacks: dict[str, list[Piece]] = {}
        for piece in self.pieces.values():
            self.stacks.setdefault(piece.at, []).append(piece)

    def on_map(self) -> Iterator[Piece]:
        return (piece for piece in self.pieces.values() if piece.at in HEXES)

    def at(self, h: str) -> list[Piece]:
        return self.stacks.get(h, [])

    def of(self, side: str) -> list[Piece]:
        return [piece for piece in self.on_map() if piece.side == side]

    def holder(self, h: str) -> str | None:
        """Whose units stand there."""
        return next((piece.side for piece in self.at(h)), None)

    def control(self, h: str) -> str:
        """3.3: who owns the hex."""
        return self.changed.get(h, "german" if HEXES[h].country == "germany" else "entente")

    def frame(self, name: str) -> list[Any]:
        """The last step of that name in the flow, with its data."""
        return next(frame for frame in reversed(self.flow) if frame[0] == name)

    def inside(self, h: str) -> bool:
        """Whether units may stand in the hex in this scenario at all."""
        rows = self.terms.get("area", {}).get("rows")
        return rows is None or rows[0] <= int(h[:2]) <= rows[1]


_LAST: list[Table] = []  #: the last tables that were laid; watches ask for the same ones


def laid(position: Mapping[str, Any]) -> Table:
    """The table of a position, kept for those who ask for the same one."""
    found = next((table for table in _LAST if table.position is position), None)
    if found is None:
        found = Table(position)
        _LAST.append(found)
        del _LAST[:-3]
    return found


def _piece(name: str, row: Mapping[str, Any]) -> Piece:
    counter = COUNTERS[name]
    full = 1 if counter.kind in ("hq", "depot") else len(counter.factors)
    return Piece(
        name,
        counter,
        row.get("at", "absent"),
        row.get("steps", full),
        row.get("morale", "normal"),
        row.get("supply", "in"),
        row.get("spent", 0),
        frozenset(mark for mark in ("marched", "probed", "attacked", "defended") if row.get(mark)),
    )
