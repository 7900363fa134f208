"""What lies on the map: units, zones of control (10), neutrals, stacking (11), read from a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from front1914 import Game
from tests.titles.der_weltkrieg.referee.sheet import (
    CLOSED,
    COUNTERS,
    GUNS,
    HEXES,
    INFANTRY,
    NATION,
    ZONED,
    Counter,
    area,
    beside,
    side,
)

OTHER = {"central": "entente", "entente": "central"}


@dataclass(frozen=True)
class Piece:
    id: str
    counter: Counter
    at: str
    strength: int
    row: dict[str, Any]

    @property
    def side(self) -> str:
        return self.counter.side

    @property
    def kind(self) -> str:
        return self.counter.kind

    @property
    def nation(self) -> str:
        return self.counter.nation

    @property
    def zoned(self) -> bool:
        """10-2, 10-3, 7-11."""
        return self.kind in ZONED and not self.row.get("entrained")

    @property
    def assault(self) -> bool:
        """33-4, 33-5: an Assault unit that has more than the strength of its regular type."""
        if self.kind not in ("assault", "mountain_assault"):
            return False
        return self.strength > self.counter.full or bool({"alpine_corps", "jager"} & self.counter.flags)

    @property
    def infantry(self) -> bool:
        return self.kind in INFANTRY

    @property
    def gun(self) -> bool:
        return self.kind in GUNS

    @property
    def halves(self) -> int:
        """11-1, 11-6, 49-1: divisions for stacking, in halves."""
        own = 2 if self.counter.size == "division" else 1
        return 2 * own if self.nation == "american" and self.kind in ("infantry", "marine") else own

    @property
    def mountaineer(self) -> bool:
        """32, 41-5, 43-5, 45-2, 48-2: mountain units, and the infantry of some nations."""
        if self.kind in ("mountain", "mountain_assault"):
            return True
        own = self.nation in ("serbian", "bulgarian", "greek", "ottoman")
        contingents = {"armenian", "kuban", "frontier", "cossack", "georgian", "border"}
        return self.kind == "infantry" and (own or bool(contingents & self.counter.flags))

    @property
    def move(self) -> int:
        """6-1: of the side of the counter that shows."""
        back = self.counter.back and self.strength <= self.counter.back and self.strength < self.counter.front
        return self.counter.back_move if back else self.counter.move


@dataclass(frozen=True)
class Battle:
    """A battle as a position writes it down."""

    kind: int  #: COMBAT, or a Column Attack (16, 14-9)
    targets: list[str]
    units: list[str]
    payers: list[str | int]  #: by attacker: a Headquarters, FREE, or nobody
    trapped: list[str]  #: attackers who break out (20-2)
    defenders: list[str]
    replies: list[str | int]  #: by defender, as `payers`
    detrained: list[str]
    terrain: str
    held: list[str]  #: defenders who do not answer

    @staticmethod
    def of(frame: list[Any]) -> Battle:
        terrain = frame[14] if isinstance(frame[14], str) else ""
        return Battle(
            frame[1], frame[3], frame[4], frame[5], frame[7], frame[10], frame[11], frame[12], terrain, frame[20]
        )


COMBAT = 0  #: every other kind is a Column Attack
FREE = -2  #: in place of a Headquarters: who needs no Supply Points; anything else that is no name: unsupplied
_lately: list[tuple[Game, int, Table]] = []


class Table:
    """A position."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.position = position
        self.scenario: str = position["scenario"]
        self.year: int = position.get("year", 1914)
        self.month: int = position.get("month", 8)
        self.area = area(self.scenario)
        self.hexes: dict[str, dict[str, Any]] = position.get("hexes", {})
        self.pieces = {
            id: Piece(id, COUNTERS[id], row["at"], row.get("strength", 0), row)
            for id, row in position["units"].items()
            if row.get("at") in HEXES and COUNTERS[id].kind != "corps"
        }

    @staticmethod
    def of(game: Game) -> Table:
        """The table of a game; that of the same moment is not read twice."""
        for known, length, table in _lately:
            if known is game and length == len(game.log):
                return table
        table = Table(game.position())
        _lately.append((game, len(game.log), table))
        del _lately[:-2]
        return table

    @property
    def flow(self) -> list[Any]:
        found: list[Any] = self.position.get("flow", [[""]])
        return found

    def battle(self) -> Battle | None:
        """The battle that is fought."""
        frame = next((frame for frame in reversed(self.flow) if frame[0] == "battle"), None)
        return None if frame is None else Battle.of(frame)

    @cached_property
    def stacks(self) -> dict[str, list[Piece]]:
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces.values():
            found.setdefault(piece.at, []).append(piece)
        return found

    def stack(self, h: str, side: str = "") -> list[Piece]:
        return [p for p in self.stacks.get(h, []) if not side or p.side == side]

    def neutral(self, h: str) -> bool:
        """10-6, DW-R87: the ground of a country that is not at war."""
        nation = NATION.get(HEXES[h].country, HEXES[h].country)
        return bool(self.position.get("nations", {}).get(nation, {}).get("war", 1) == 0)

    @cached_property
    def zones(self) -> dict[str, set[str]]:
        """By side, the hexes in its zones of control."""
        found: dict[str, set[str]] = {"central": set(), "entente": set()}
        for p in self.pieces.values():
            if p.zoned:
                for n in beside(p.at):
                    if side(p.at, n).terrain not in CLOSED and not self.neutral(n):
                        found[p.side].add(n)
        return found

    def zoned(self, h: str, who: str) -> bool:
        """Whether the hex is in a zone of control of the enemy of that side."""
        return h in self.zones[OTHER[who]]

    def occupied(self, h: str, who: str) -> bool:
        """Friendly Ground Combat Units are there: infantry, cavalry, guns or engineers (9-9)."""
        return any(p.counter.ground for p in self.stack(h, who))

    def fort(self, h: str, who: str) -> bool:
        return any(p.kind == "fortress" for p in self.stack(h, who))

    def marker(self, h: str) -> str:
        return str(self.hexes.get(h, {}).get("work", ""))

    def barred(self, h: str, who: str) -> bool:
        """6-11, DW-R06: enemies that must be fought."""
        return any(
            (p.kind in ZONED and p.strength > 0) or p.kind in ("fortress", "headquarters", "corps_headquarters")
            for p in self.stack(h, OTHER[who])
        )

    def load(self, h: str, who: str, *joining: Piece) -> tuple[int, int]:
        """11-1 to 11-6: halves of divisions, and guns. Components that make up a division are one (27-3)."""
        halves = guns = 0
        parts: dict[str, list[Piece]] = {}
        for p in (*self.stack(h, who), *joining):
            if p.gun:
                guns += 1
            elif p.kind in ZONED and "component" in p.counter.flags:
                parts.setdefault(p.nation, []).append(p)
            elif p.kind in ZONED or p.kind == "replacement":
                halves += p.halves
        for those in parts.values():
            halves += together(those)
        return halves, guns


def together(parts: list[Piece]) -> int:
    """27-3, DW-R78: halves of divisions for components, each full strength of them counted as one division."""
    left, halves = sorted(parts, key=lambda p: -p.strength), 0
    while left:
        own, full = 0, left[0].counter.full
        count = 0
        for p in list(left):
            if own + p.strength <= full:
                own += p.strength
                count += 1
                left.remove(p)
        halves += min(2, count) if count else 2
        if not count:
            left.pop(0)
    return halves
