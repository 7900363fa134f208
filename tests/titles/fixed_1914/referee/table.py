"""What lies on the map (UC, PP-17): counters, who is whose enemy, and who may be seen, read from a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from front1914 import Game
from tests.referee import position
from tests.titles.fixed_1914.referee.sheet import (
    BANKS,
    CHARTS,
    HEXES,
    PLACES,
    RIVERS,
    SCENARIOS,
    UNITS,
    Type,
    beside,
    distance,
    entered_countries,
)

HOME = {
    "german": {"germany"},
    "french": {"france"},
    "british": {"france"},
    "belgian": {"belgium"},
    "dutch": {"holland"},
}
NEUTRAL = {"belgian": "belgium", "dutch": "holland"}
OTHER = {"german": "allied", "allied": "german"}


_lately: list[Table] = []  #: the last tables that were laid
_pieces: dict[str, Piece] = {}  #: by unit, the last one that was read: mostly its row is the same a moment later


@cache
def area(scenario: str) -> frozenset[str]:
    """The hexes in which units of a scenario stay."""
    bounds = SCENARIOS[scenario].get("area")
    return frozenset(h for h in HEXES if not bounds or distance(h, bounds["centre"]) <= bounds["hexes"])


@dataclass(frozen=True)
class Piece:
    id: str
    type: Type
    at: str
    face: int
    order: int
    bank: str
    hidden: bool
    row: dict[str, Any]

    @cached_property
    def nation(self) -> str:
        return self.type.nation

    @cached_property
    def side(self) -> str:
        return "german" if self.nation == "german" else "allied"

    @property
    def attack(self) -> int:
        return self.type.steps[self.face][0]

    @property
    def defence(self) -> int:
        """FA-1: of fortification artillery nothing defends."""
        return 0 if self.type.kind == "fort" else self.type.steps[self.face][1]

    @property
    def move(self) -> int:
        return self.type.steps[self.face][2]

    @property
    def real(self) -> bool:
        return self.type.kind != "blank"

    @property
    def gun(self) -> bool:
        return self.type.kind in ("artillery", "railroad")

    @property
    def railbound(self) -> bool:
        return self.type.kind in ("railroad", "engineer")

    @property
    def steps_left(self) -> int:
        """UL-6, UL-7, UL-8: how many steps it can lose."""
        if self.type.kind == "landwehr":
            return self.attack
        return self.type.down - (0 if self.face >= self.type.down else self.face)

    @property
    def full(self) -> bool:
        """UL-7: at the first step, or an "A" or "R" unit replaced to the last; Italians are neither (B-5)."""
        replaced = bool(self.type.grade and self.type.restore) and self.face == self.type.restore[-1]
        return self.face == 0 or replaced


class Table:
    """A position."""

    def __init__(self, position: dict[str, Any], options: dict[str, Any]) -> None:
        self.position, self.options = position, options
        self.scenario: str = position["scenario"]
        self.turn: int = position.get("turn", 1)
        self.invaded: dict[str, int] = dict(position.get("invaded", {}))
        self.pieces = {id: self._piece(id, row) for id, row in position["units"].items() if row.get("at") in HEXES}
        self.area = area(self.scenario)
        self.known: dict[tuple[str, str, frozenset[str]], list[Piece]] = {}
        self.near: dict[tuple[str, str, frozenset[str]], bool] = {}
        self.clear: dict[tuple[str, str], bool] = {}
        self.fed: dict[str, set[str]] = {}

    @staticmethod
    def of(game: Game) -> Table:
        """The table of a game; that of the same moment is not read twice."""
        now = position(game)
        for table in _lately:
            if table.position is now:
                return table
        table = Table(now, dict(game.state.options))
        _lately.append(table)
        del _lately[:-3]
        return table

    @staticmethod
    def _piece(id: str, row: dict[str, Any]) -> Piece:
        known = _pieces.get(id)
        if known is None or known.row != row:
            _pieces[id] = known = Table._read(id, row)
        return known

    @staticmethod
    def _read(id: str, row: dict[str, Any]) -> Piece:
        at = row["at"]
        bank = BANKS.get(row.get("bank", "left"), "?")
        if at in RIVERS and bank not in (letters := banks_of(at)):
            bank = letters[0] if letters else "?"
        face, order, hidden = row.get("step", 0), row.get("order", 0), bool(row.get("hidden", 0))
        return Piece(id, UNITS[id], at, face, order, bank, hidden, row)

    @cached_property
    def stacks(self) -> dict[str, list[Piece]]:
        """By hex, top first (H15); fortification artillery last."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces.values():
            found.setdefault(piece.at, []).append(piece)
        return {h: sorted(stack, key=lambda p: (p.type.kind == "fort", p.order)) for h, stack in found.items()}

    def stack(self, h: str) -> list[Piece]:
        return self.stacks.get(h, [])

    # B-24: units of a country that is still neutral are nobody's enemies
    def at_war(self, piece: Piece, begun: frozenset[str] = frozenset()) -> bool:
        country = NEUTRAL.get(piece.nation)
        return self.scenario == "introduction" or country is None or country in self.invaded or country in begun

    def enemies_in(self, h: str, side: str, begun: frozenset[str] = frozenset()) -> list[Piece]:
        if h not in self.stacks:
            return []
        if (h, side, begun) not in self.known:
            self.known[h, side, begun] = [p for p in self.stacks[h] if p.side != side and self.at_war(p, begun)]
        return self.known[h, side, begun]

    def counter_beside(self, h: str, side: str, begun: frozenset[str] = frozenset()) -> bool:
        """H3: any enemy counter, inverted ones and blanks too."""
        key = h, side, begun
        if key not in self.near:
            self.near[key] = any(self.enemies_in(n, side, begun) for n in beside(h))
        return self.near[key]

    def unit_beside(self, h: str, side: str) -> bool:
        """Any enemy unit that is not a blank."""
        return any(p.real for n in beside(h) for p in self.enemies_in(n, side))

    @cached_property
    def entry(self) -> int | None:
        """The turn from which the Allies may be in Belgium, if it was told."""
        return self.position.get("entry")

    def open_to(self, piece: Piece, a: str, b: str) -> bool:
        """MV-7, MB-9 and the borders (BN, B-20, B-22, B-23), whoever stands there."""
        if HEXES[b].closed or b not in self.area:
            return False
        return piece.side == "german" or not any(self.forbidden(piece, c) for c in entered_countries(a, b))

    def forbidden(self, piece: Piece, country: str) -> bool:
        """Whether an Allied unit may not go into the country now."""
        if country not in ("belgium", "holland", "luxembourg") or self.scenario == "introduction":
            return False
        if country in HOME[piece.nation]:
            return False
        if country == "belgium":
            return not self.may_enter_belgium
        return country not in self.invaded or self.turn <= self.invaded[country]

    @cached_property
    def may_enter_belgium(self) -> bool:
        """BN-2, BN-3."""
        begins = [turn for turn in (self.entry,) if turn]
        if "holland" in self.invaded:
            begins.append(self.invaded["holland"] + 1)
        return any(self.turn >= turn for turn in begins)

    def invades(self, piece: Piece, a: str, b: str) -> frozenset[str]:
        """B-19: the neutrals that the step begins a war with."""
        if piece.side != "german" or not piece.real or self.scenario == "introduction":
            return frozenset()
        neutrals = {"belgium", "holland", "luxembourg"} - set(self.invaded)
        return frozenset(entered_countries(a, b) & neutrals)

    def controller(self, h: str) -> str:
        """MB-11: the last side there; at the beginning the home country."""
        given = self.position.get("control", {}).get(h)
        if given:
            return str(given)
        country = HEXES[h].country
        if country in ("belgium", "holland") and self.scenario != "introduction" and country not in self.invaded:
            return ""
        return {"germany": "german", "france": "allied", "belgium": "allied", "holland": "allied"}.get(country, "")

    def fits(self, h: str, side: str, more: list[Piece], without: frozenset[str] = frozenset()) -> bool:
        """ST-1, H14: the limits, with more units in the hex."""
        units = [p for p in self.stack(h) if p.side == side and p.type.kind != "fort" and p.id not in without]
        units += [p for p in more if p.type.kind != "fort"]
        limits = CHARTS["stacking"]
        if len(units) > limits["units"] or sum(p.gun for p in units) > limits["artillery"]:
            return False
        if self.options.get("stacking_counts_small_units", True) in (True, "yes", "on", "all"):
            return bool(sum(p.type.eighths for p in units) <= limits["eighths"])
        return sum(p.type.size == "corps" for p in units) <= 2


@cache
def banks_of(h: str) -> list[str]:
    """The banks of a river hex, from what its hexsides are (H5)."""
    return list(dict.fromkeys(letter for side in RIVERS[h] for letter in side.split("|")))


def place(name: str) -> str:
    return PLACES[name]
