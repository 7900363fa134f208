"""Supply (8.0) and command (6.7): lines of hexes, and lines of rail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from tests.referee import Deed
from tests.titles.schlieffens_war.referee.sheet import HEXES, LINKED, ON_RAIL, PASSABLE, RAIL
from tests.titles.schlieffens_war.referee.table import OTHER, Piece, Table, laid
from tests.titles.schlieffens_war.referee.zones import enemy_zone

HEX = 2  #: lengths are counted in half hexes
HALF = 1
NEAR = 2 * HEX  #: from a unit to its HQ, and from a German HQ to its depot
BRITISH_FORTRESSES = ("1109", "1314")  #: 8.4: Liege and Maubeuge


class Lines:
    """The lines that one side can trace on a table."""

    def __init__(self, table: Table, side: str) -> None:
        self.table, self.side = table, side
        self.zone = enemy_zone(table, side)
        self.friends = {piece.at for piece in table.of(side)}
        self.enemies = {piece.at for piece in table.of(OTHER[side])}

    def through(self, h: str) -> bool:
        """8.2, 7.2, 7.5: whether a line may go on from the hex."""
        return h not in self.zone or h in self.friends

    def reach(
        self,
        start: str,
        most: int,
        cost: Callable[[str, str], int] = lambda a, b: HEX,
        allowed: Callable[[str], bool] = lambda h: True,
    ) -> dict[str, int]:
        """All hexes to which a line of at most that length leads, with its length.

        R32: each hex entered counts. A line enters no enemy unit, and ends in an enemy zone where no friend stands.
        """
        found = {start: 0}
        waiting = [start]
        while waiting:
            here = min(waiting, key=lambda h: found[h])
            waiting.remove(here)
            if here != start and not self.through(here):
                continue
            for there in PASSABLE[here]:
                length = found[here] + cost(here, there)
                if there in self.enemies or length > most or not allowed(there):
                    continue
                if there not in found or length < found[there]:
                    found[there] = length
                    waiting.append(there)
        return found

    def rail_from(self, h: str, strict: bool) -> set[str]:
        """Rail hexes that a rail line from the hex reaches.

        Entente lines may end in an enemy zone (R37); German ones must be free of it throughout (8.6, R30).
        """
        if h not in ON_RAIL or (strict and not self.through(h)) or h in self.enemies:
            return set()
        found, waiting = {h}, [h]
        while waiting:
            here = waiting.pop()
            if here != h and not self.through(here):
                continue
            for there in LINKED[here]:
                open_there = there not in self.enemies and (self.through(there) or not strict)
                if there not in found and open_there:
                    found.add(there)
                    waiting.append(there)
        return found

    # -- sources ------------------------------------------------------------------------------------------------------

    def to_the_edge(self, h: str) -> bool:
        """8.3: by rail to a French hex of the south or west edge."""
        return any(
            HEXES[x].country == "france" and HEXES[x].edges & {"south", "west"} for x in self.rail_from(h, False)
        )

    def to_a_port(self, h: str) -> bool:
        """8.4: by rail to a port in friendly hands, or in such a port."""
        ports = {x for x, hexagon in HEXES.items() if hexagon.port and self.table.control(x) == "entente"}
        return bool(ports & (self.rail_from(h, False) | {h}))

    def to_the_east(self, h: str) -> bool:
        """8.6: by rail to a German hex of the east edge, the whole line free."""
        return any(HEXES[x].country == "germany" and "east" in HEXES[x].edges for x in self.rail_from(h, True))

    @cached_property
    def cities(self) -> set[str]:
        """8.6, 6.7: German cities in German hands with a line to the east."""
        return {
            h
            for h, hexagon in HEXES.items()
            if hexagon.city
            and hexagon.country == "germany"
            and self.table.control(h) == "german"
            and self.to_the_east(h)
        }

    # -- HQs that supply ----------------------------------------------------------------------------------------------

    def hqs(self, *nations: str) -> Iterable[Piece]:
        return (p for p in self.table.of(self.side) if p.kind == "hq" and p.nation in nations)

    def german_hq_works(self, hq: Piece) -> bool:
        """8.6: to its own depot through friendly hexes, or to a rail hex in Germany (R34, R35)."""

        def by_rail(a: str, b: str) -> int:
            return HALF if frozenset((a, b)) in RAIL else HEX

        near = self.reach(hq.at, NEAR, by_rail, lambda h: self.table.control(h) == "german")
        depots = [p for p in self.table.of("german") if p.kind == "depot" and p.counter.army == hq.counter.army]
        if any(depot.at in near and self.to_the_east(depot.at) for depot in depots):
            return True
        return any(HEXES[h].country == "germany" and self.to_the_east(h) for h in self.reach(hq.at, NEAR))

    @cached_property
    def working(self) -> set[str]:
        """The HQs that pass supply on: German, French and Belgian by 8.6, 8.3, 8.5."""
        if self.side == "german":
            return {hq.id for hq in self.hqs("german") if self.german_hq_works(hq)}
        return {hq.id for hq in self.hqs("french", "british", "belgian") if self.to_the_edge(hq.at)}

    @cached_property
    def working_by_sea(self) -> set[str]:
        """8.4: the BEF HQ with a line to a port."""
        return {hq.id for hq in self.hqs("british") if self.to_a_port(hq.at)}

    # -- the states ---------------------------------------------------------------------------------------------------

    def supplied(self, piece: Piece) -> bool:
        """Whether a unit has a regular line now."""
        if piece.nation == "german":
            if piece.kind == "depot" and self.to_the_east(piece.at):
                return True
            near = self.reach(piece.at, NEAR)
            if any(city in near for city in self.cities):
                return True
            return any(hq.at in near for hq in self.hqs("german") if hq.id in self.working)
        if piece.nation == "belgian":
            if HEXES[piece.at].country == "belgium":
                return True
            near = self.reach(piece.at, NEAR)
            return any(hq.at in near for hq in self.hqs("belgian") if hq.id in self.working)
        if piece.nation == "british":
            near = self.reach(piece.at, NEAR)
            if any(hq.at in near for hq in self.hqs("british") if hq.id in self.working_by_sea):
                return True
            return any(hq.at in near for hq in self.hqs("british", "french") if hq.id in self.working)

        def french_rail(a: str, b: str) -> int:
            return HALF if frozenset((a, b)) in RAIL and HEXES[b].country == "france" else HEX

        near = self.reach(piece.at, NEAR, french_rail)
        return any(hq.at in near for hq in self.hqs("french") if hq.id in self.working)

    def state(self, piece: Piece) -> str:
        """8.0, 8.9: in supply, in heavy fortress supply, or out of it."""
        if self.supplied(piece):
            return "in"
        fortress = HEXES[piece.at].fortress
        if piece.nation == "british":
            fortress = piece.at in BRITISH_FORTRESSES
        return "fortress" if fortress else "out"

    def commanded(self, piece: Piece) -> bool:
        """6.7, R20, R23: an HQ of the nation whose radius reaches, or a supplied German city."""
        if piece.nation == "german" and piece.at in self.cities:
            return True
        return any(piece.at in self.reach(hq.at, hq.printed_factor * HEX) for hq in self.hqs(piece.nation))


@lru_cache(maxsize=4)
def lines_of(table: Table, side: str) -> Lines:
    """The lines of a side; a table does not change."""
    return Lines(table, side)


def watch_supply(deed: Deed) -> list[str]:
    """5.5, 8.1: when an Administrative Phase has begun every unit of its side is in the right state."""
    wrong = []
    for event in deed.events:
        if event.kind == "phase" and event.data["phase"] == "administrative":
            side = event.data["side"]
            table = laid(deed.now)
            lines = lines_of(table, side)
            for piece in table.of(side):
                if piece.kind != "fort" and piece.supply != lines.state(piece):
                    wrong.append(f"{piece.id} in {piece.at} should be {lines.state(piece)}, is {piece.supply}")
            wrong += _attrition_due(table, side)
    return wrong


def _attrition_due(table: Table, side: str) -> list[str]:
    """8.8: a die for every corps and HQ that is out of supply."""
    due = {piece.id for piece in table.of(side) if piece.out and (piece.corps or piece.kind == "hq")}
    asked = set(table.frame("attrition")[1]) if any(f[0] == "attrition" for f in table.flow) else set()
    return [f"attrition is due for {sorted(due)}, not {sorted(asked)}"] if due != asked else []


def watch_attrition(deed: Deed) -> list[str]:
    """8.8: 1 and 2 cost a step; a corps that dies is gone for good, an HQ may return, if not Belgian (9.5)."""
    before, after = laid(deed.was), laid(deed.now)
    name = before.frame("attrition")[1][0]
    was, now = before.pieces[name], after.pieces[name]
    lost = 1 if int(deed.action.arg or 0) <= 2 else 0
    if was.kind == "hq":
        gone = "removed" if was.nation == "belgian" else "display"
        expected = gone if lost else was.at
        return [f"{name} should be in {expected}, is in {now.at}"] if now.at != expected else []
    if was.steps - lost == 0:
        return [f"{name} should be removed, is in {now.at}"] if now.at != "removed" else []
    return [f"{name} has {now.steps} steps after a {deed.action.arg}"] if now.steps != was.steps - lost else []
