"""What needs the consent of the others: one player asks, and it is done when everybody who plays has agreed.

One thing is asked at a time in a game. A proposal is void as soon as the game goes on, since what it would undo or
show is then another thing than the others were asked about.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from front1914 import OBSERVER
from front1914.server.club.pace import Timekeeper
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Hosted, Person
from front1914.server.library import MOST_NAME, Library
from front1914.server.refusals import Refused
from front1914.server.table import Table

REMATCH = "Rematch: "


class Proposals:
    """Asked, agreed to, and carried out."""

    def __init__(self, storage: SqlClub, library: Library, keeper: Timekeeper) -> None:
        self.storage = storage
        self.library = library
        self.keeper = keeper

    async def ask(self, game: str, person: Person, kind: str, to: int | None) -> dict[str, Any]:
        """A new proposal of a player; it is done at once if there is nobody else to ask."""
        table = await self.library.table(game)
        if kind == "rewind" and (to is None or not 0 <= to <= table.record.length):
            raise Refused(409, "to", f"the log has {table.record.length} actions, not {to}")
        if (kind == "rematch") != (table.game.result is not None) and kind in ("rematch", "draw"):
            raise Refused(409, "kind", "the game goes on" if kind == "rematch" else "the game is over")
        waiting = await self._current(table)
        if waiting is not None:
            raise Refused(409, "proposal", f"{waiting['by']} has asked something already; answer that first")
        proposal = {
            "id": secrets.token_hex(4),
            "kind": kind,
            "to": to,
            "by": person.name,
            "person": person.id,
            "agreed": await self._sides(game, person),
            "seq": table.record.seq,
        }
        return await self._settle(table, proposal)

    async def answer(self, game: str, person: Person, proposal: str, yes: bool) -> dict[str, Any]:
        """A player agrees or refuses."""
        table = await self.library.table(game)
        waiting = await self._current(table)
        if waiting is None or waiting["id"] != proposal:
            raise Refused(409, "proposal", "that is not asked any more")
        if not yes:
            await self._put(table, {})
            return {"done": False, "proposal": None}
        waiting["agreed"] = sorted({*waiting["agreed"], *await self._sides(game, person)})
        return await self._settle(table, waiting)

    async def _settle(self, table: Table, proposal: dict[str, Any]) -> dict[str, Any]:
        game = table.row.id
        held = {s.side for s in await self.storage.sitters(game) if s.side != OBSERVER}
        if not held <= set(proposal["agreed"]):
            await self._put(table, proposal)
            return {"done": False, "proposal": proposal}
        await self._put(table, {})
        if proposal["kind"] == "rematch":
            return {"done": True, "proposal": None, "game": await self._rematch(table, proposal)}
        if proposal["kind"] == "delete":
            await self.library.delete(game)
        elif proposal["kind"] in ("pause", "resume"):
            await self.keeper.pause(game, proposal["kind"] == "pause")
        elif proposal["kind"] == "draw":
            await table.agree(proposal["agreed"][0], proposal["seq"])
        else:
            await self.library.rewind(game, proposal["to"], table.humans, proposal["seq"], new_dice=True)
        return {"done": True, "proposal": None}

    async def _rematch(self, table: Table, proposal: dict[str, Any]) -> str:
        """The same game once more, everybody one side further."""
        row = table.row
        if row.start is not None or row.branch is not None:
            raise Refused(409, "game", "only a game that began with its scenario can be played once more")
        sides = list(row.seats)
        after = dict(zip(sides, [*sides[1:], sides[0]], strict=True))
        seats = {after[side]: seat for side, seat in row.seats.items()}
        name = row.name if row.name.startswith(REMATCH) else f"{REMATCH}{row.name}"[:MOST_NAME]
        made = await self.library.begin(row.title, row.scenario, row.options, seats, name=name)
        hosted = await self.storage.hosted(row.id)
        pace, agreed = (None, None) if hosted is None else (hosted.pace, hosted.agreed)
        await self.storage.host(Hosted(made.row.id, proposal["person"], False, pace=pace, agreed=agreed))
        for sitter in await self.storage.sitters(row.id):
            if sitter.side != OBSERVER:
                await self.storage.sit(made.row.id, after[sitter.side], sitter.person, time.time())
        await self.keeper.look(made.row.id)
        table.tell({"type": "rematch", "game": made.row.id})
        return made.row.id

    async def _current(self, table: Table) -> dict[str, Any] | None:
        """What is asked now; nothing that was asked before the last change."""
        hosted = await self.storage.hosted(table.row.id)
        found = None if hosted is None else hosted.proposal
        return found if found is not None and found["seq"] == table.record.seq else None

    async def _sides(self, game: str, person: Person) -> list[str]:
        mine = [s.side for s in await self.storage.sitters(game) if s.person == person.id and s.side != OBSERVER]
        if not mine:
            raise Refused(403, "game", "only those who play it may do that")
        return mine

    async def _put(self, table: Table, proposal: dict[str, Any]) -> None:
        await self.storage.update_hosted(table.row.id, proposal=proposal)
        table.tell({"type": "proposal", "proposal": proposal or None})
