"""What stands on the map (2.4, 2.6, 4.0), read from a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.titles.germany_at_war.referee.sheet import AREAS, BLOCKS, HOME, LINKS, ROOM, SCENARIOS, SIDE, WHERE, Kind


@dataclass(frozen=True)
class Block:
    id: str
    is_a: Kind
    at: str
    face: int
    isolated: bool
    acted: bool
    activated: bool
    river: str

    @property
    def side(self) -> str:
        return SIDE[self.is_a.power]

    @property
    def power(self) -> str:
        return self.is_a.power

    @property
    def kind(self) -> str:
        return self.is_a.kind

    @property
    def strength(self) -> int:
        """7.5.1.5: the dots or stars; a Heart counts one."""
        return self.is_a.steps[self.face]

    @property
    def dot(self) -> str:
        return self.is_a.dots[self.face]

    @property
    def last(self) -> bool:
        """Whether it is at minimum strength."""
        return self.face == len(self.is_a.steps) - 1


class Table:
    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = position
        self.scenario: str = position["scenario"]
        self.terms: Mapping[str, Any] = SCENARIOS[self.scenario]
        self.options: Mapping[str, Any] = position.get("options", {})
        self.turn: int = position.get("turn", 1)
        self.impulse: int = position.get("impulse", 1)
        self.active: str = position.get("active", "german")
        self.action: str = position.get("action", "")
        self.flow: list[list[Any]] = position.get("flow", [])
        self.front: Mapping[str, str] = position.get("front", {})
        self.changed: Mapping[str, str] = position.get("control", {})
        self.valour: Mapping[str, int] = position.get("valour", {})
        forts: Mapping[str, Mapping[str, int]] = position.get("fortresses", {})
        self.discs = {fort: {power: n for power, n in row.items() if power in SIDE} for fort, row in forts.items()}
        self.cut = {fort for fort, row in forts.items() if row.get("cut")}  #: Fortresses marked as Isolated
        self.blocks = {name: _block(name, row) for name, row in position["blocks"].items()}
        self.areas = set(self.terms["part"]["areas"]) if "part" in self.terms else set(AREAS)
        self.stacks: dict[str, list[Block]] = {}
        for block in self.blocks.values():
            self.stacks.setdefault(block.at, []).append(block)
        self.known: dict[tuple[str, str], bool] = {}

    def of(self, side: str) -> list[Block]:
        """Its blocks on the map."""
        return [block for block in self.blocks.values() if block.side == side and block.at in AREAS]

    def at(self, area: str, side: str) -> list[Block]:
        return [block for block in self.stacks.get(area, []) if block.side == side]

    def garrisons(self, area: str, side: str) -> dict[str, int]:
        """Discs of the side in the Area, by Power."""
        found: dict[str, int] = {}
        for fort in AREAS[area].fortresses:
            for power, number in self.discs.get(fort, {}).items():
                if SIDE[power] == side and number:
                    found[power] = found.get(power, 0) + number
        return found

    def present(self, area: str, side: str) -> bool:
        """B03: blocks or Garrisons."""
        if (area, side) not in self.known:
            self.known[area, side] = bool(self.at(area, side)) or bool(self.garrisons(area, side))
        return self.known[area, side]

    def contested(self, area: str) -> bool:
        return self.present(area, "german") and self.present(area, "entente")

    def control(self, area: str) -> str:
        """2.6, 2.6.1, 2.6.2."""
        at_start = "german" if AREAS[area].country in ("germany", "luxembourg") else "entente"
        return self.changed.get(area, at_start)

    def safe(self, area: str, side: str) -> bool:
        """Friendly controlled and uncontested."""
        enemy = "entente" if side == "german" else "german"
        return self.control(area) == side and not self.present(area, enemy)

    def near(self, area: str) -> dict[str, str]:
        """Neighbours in play, with the river between."""
        return {there: river for there, river in LINKS[area].items() if there in self.areas}

    def room(self, area: str, side: str, leaving: str = "") -> bool:
        """2.4: whether one more block may stand there."""
        here = [block for block in self.at(area, side) if block.id != leaving]
        return len(here) < ROOM[AREAS[area].colour]

    def frame(self, name: str) -> list[Any]:
        return next(frame for frame in reversed(self.flow) if frame[0] == name)

    def home(self, area: str, power: str) -> bool:
        """2.6.1, B07: in the printed country of the Power."""
        return HOME[AREAS[area].country] == power

    def victory_areas(self) -> list[str]:
        named: list[str] | None = self.terms["victory"].get("areas")
        return named if named is not None else [area for area, it in AREAS.items() if it.victory]

    def forts_in_play(self) -> list[str]:
        return [fort for fort, area in WHERE.items() if area in self.areas]


_LAST: list[Table] = []  #: the last tables that were laid


def laid(position: Mapping[str, Any]) -> Table:
    """The table of a position, kept for those who ask for the same one."""
    found = next((table for table in _LAST if table.position is position), None)
    if found is None:
        found = Table(position)
        _LAST.append(found)
        del _LAST[:-3]
    return found


def _block(name: str, row: Mapping[str, Any]) -> Block:
    return Block(
        name,
        BLOCKS[name],
        row.get("at", "absent"),
        row.get("face", 0),
        bool(row.get("isolated")),
        row.get("acted") == 1,
        row.get("shown") == "activated",
        row.get("river", ""),
    )
