"""A position as the referee reads it: who stands where, and in which state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from front1914 import Game

from .board import HEXES, Hex, neighbours, side
from .counters import COUNTERS, Counter

STATUS = ("", "-1", "-2", "-3", "CI", "D1", "D2")


@dataclass(frozen=True)
class Unit:
    """A unit on the map."""

    counter: Counter
    at: Hex
    second: Hex = ""
    note: dict[str, Any] | None = None

    def get(self, name: str, default: Any = None) -> Any:
        return (self.note or {}).get(name, default)

    @property
    def id(self) -> str:
        return self.counter.id

    @property
    def side(self) -> str:
        return self.counter.side

    @property
    def hexes(self) -> tuple[Hex, ...]:
        return (self.at, self.second) if self.second else (self.at,)

    @property
    def back(self) -> bool:
        return bool(self.get("face"))

    @property
    def reductions(self) -> int:
        return int(self.get("sr", 0))

    @property
    def status(self) -> int:
        """6.1.4: 0 to 6; 4 is CI, 5 and 6 Demoralized."""
        return STATUS.index(self.get("ce", ""))

    @property
    def railed(self) -> bool:
        """In Rail Mode (7.7.4): entrained, not only entraining."""
        return self.get("rail") in ("entrained", "detraining")

    @property
    def projects(self) -> bool:
        """3.3, 12.1.2, 7.7.4: whether it has a ZOC."""
        return (self.counter.combat and not self.railed) or (self.counter.fortress and not self.back)

    @property
    def formation(self) -> bool:
        return self.counter.formation

    @property
    def eighths(self) -> int:
        """Its size in one hex (1.1, 19.1.3)."""
        return self.counter.eighths // (2 if self.second else 1)


def _as_it_is(counter: Counter, note: dict[str, Any]) -> Counter:
    """8.5, 24.2.1: an abandoned Fort is infantry, a Belgian brigade that lost twice a regiment."""
    if counter.kind == "fort" and note.get("face"):
        return replace(counter, kind="infantry", measure="regiment", defence=counter.defence[1:], artillery=0)
    if counter.nation == "belgian" and counter.measure == "brigade" and counter.formation and note.get("sr", 0) >= 2:
        return replace(counter, formation=False, measure="regiment")
    return counter


class Situation:
    """A position, with the questions that every chapter asks of it."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.position = position
        self.turn: int = position.get("turn", 1)
        self.scenario: str = position["scenario"]
        self.phasing: str = position.get("phasing", "allied")
        self.phase: str = position.get("phase", "")
        self.units = [
            Unit(_as_it_is(COUNTERS[name], note), note["at"], note.get("second", ""), note)
            for name, note in position["units"].items()
            if note.get("at") in HEXES
        ]
        self.by_id = {unit.id: unit for unit in self.units}
        self.in_hex: dict[Hex, list[Unit]] = {}
        for unit in self.units:
            for at in unit.hexes:
                self.in_hex.setdefault(at, []).append(unit)
        self.zone_of: dict[str, set[Hex]] = {"allied": set(), "german": set()}
        for unit in self.units:
            self.zone_of[unit.side] |= zone(unit)

    def here(self, at: Hex, side: str) -> list[Unit]:
        """The units of a side in a hex."""
        return [unit for unit in self.in_hex.get(at, ()) if unit.side == side]

    def hex(self, at: Hex) -> dict[str, Any]:
        found: dict[str, Any] = self.position.get("hexes", {}).get(at, {})
        return found

    def areas(self, side: str) -> set[str]:
        """5.1.1: the armies of a side that have an Area of Attachment; to the others nobody's ground is open."""
        return {cells[f"{side}_area"] for cells in self.position.get("hexes", {}).values() if f"{side}_area" in cells}

    def controls(self, at: Hex, side: str) -> bool:
        return self.hex(at).get("control") == side

    def blocked(self, at: Hex, side: str) -> bool:
        """7.1.2, 12.1.3: an enemy is there who keeps the side out."""
        return any(not (u.counter.fortress and u.back) for u in self.here(at, other(side)))

    def beside_enemy(self, at: Hex, side: str) -> bool:
        return any(self.here(h, other(side)) for h in neighbours(at))

    def flooded(self) -> bool:
        """21.3."""
        return bool(self.position.get("events", {}).get("inundation"))


def zone(unit: Unit) -> set[Hex]:
    """3.3, 3.3.1: the six (19.1: eight) hexes around it, except across Sea and Mountain Ridge hexsides."""
    if not unit.projects:
        return set()
    around = {
        h for at in unit.hexes for h in neighbours(at) if not (side(at, h).get("sea") or side(at, h).get("ridge"))
    }
    return around - set(unit.hexes)


def other(side: str) -> str:
    return "german" if side == "allied" else "allied"


def read(game: Game) -> Situation:
    return Situation(game.position())
