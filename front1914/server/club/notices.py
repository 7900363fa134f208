"""Notices: that it is somebody's move, that he is asked something, that a game is over, that somebody talks.

A move is told once, on every way that its player wants it on, whatever windows he has open; it is told a little later,
so that two people who sit at the board do not fill their letter boxes. Before it is sent it is noted as told, so no
restart and no second process tells it again. Nothing of the game is in a notice but its name and turn. Sending never
holds a game up: it is tried three times and then given up, with a line in the log.
"""

from __future__ import annotations

import asyncio
import http.client
import logging
import smtplib
import time
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any

from front1914 import CHANCE, OBSERVER
from front1914.server.club.senders import Gone, Notice, Sender
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Hosted, Way
from front1914.server.library import Library
from front1914.server.refusals import Refused
from front1914.server.table import Table

PATIENCE = 60.0  #: seconds that a move may wait before it is told
TRIES = (0.0, 30.0, 300.0)  #: seconds before each attempt to send
TALK_PAUSE = 600.0  #: seconds in which one notice of talk at a game is enough
MOST_QUIET = 10_000
MOST_WAYS = 8  #: of one person
EVENTS = ("move", "asked", "over", "talk")  #: what may be told
OVER = "over"  #: who decides when nobody does any more
ASKED = {
    "rewind": "asks to take back",
    "draw": "offers a draw",
    "pause": "asks for a pause",
    "resume": "asks to go on",
    "delete": "asks to delete the game",
    "rematch": "asks for a rematch",
}

log = logging.getLogger(__name__)


class Herald:
    """Watches the games of a club, and tells people what they want to hear."""

    def __init__(
        self,
        storage: SqlClub,
        library: Library,
        senders: Mapping[str, Sender],
        public: str,
        patience: float = PATIENCE,
        tries: tuple[float, ...] = TRIES,
    ) -> None:
        self.storage = storage
        self.library = library
        self.senders = dict(senders)
        self.public = public
        self.patience = patience
        self.tries = tries
        self._deciding: dict[str, str | None] = {}  #: whose move it is in each game
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._quiet: dict[tuple[str, str], float] = {}  #: game and person: until when he is told of no further line

    # -- moves -------------------------------------------------------------------------------------------------

    def watch(self, table: Table) -> None:
        """After every change of the game: if the decision has passed to somebody, he is told in a while."""
        game, decision = table.row.id, table.game.decision
        side = OVER if decision is None else None if decision.side == CHANCE else decision.side
        if game not in self._deciding or self._deciding[game] != side:
            fresh = game not in self._deciding  # after a start: perhaps the same move, of which he has heard
            self._deciding[game] = side
            self._wait(game, None if side is None else {"side": side, "seq": table.record.seq}, fresh)

    def _wait(self, game: str, move: dict[str, Any] | None, fresh: bool = False) -> None:
        before = self._waiting.pop(game, None)
        if before is not None:
            before.cancel()
        if not self.library.workers.closing:
            self._waiting[game] = asyncio.ensure_future(self._later(game, move, fresh))

    async def _later(self, game: str, move: dict[str, Any] | None, fresh: bool) -> None:
        """Notes that a move begins, so that it is told even if the server ends meanwhile; and tells it."""
        try:
            if fresh and move is not None:
                hosted = await self.storage.hosted(game)
                if hosted is not None and (hosted.noticed or {}).get("side") == move["side"]:
                    return
            await self.storage.update_hosted(game, noticed={} if move is None else move | {"told": False})
            await asyncio.sleep(self.patience)
            if move is not None:
                await self._tell(game, move)
        except Refused:  # the game is gone
            return
        except Exception:
            log.exception("a notice of the game %s", game)

    async def resume(self) -> None:
        """After a start: the moves that were not told yet."""
        for hosted in await self.storage.untold():
            self.adopt(hosted)

    def adopt(self, hosted: Hosted) -> None:
        """A move that was not told yet, in a game that this process begins to play."""
        if hosted.noticed and not hosted.noticed["told"]:
            move = {key: value for key, value in hosted.noticed.items() if key != "told"}
            self._deciding[hosted.game] = move["side"]
            self._wait(hosted.game, move)

    async def _tell(self, game: str, move: dict[str, Any]) -> None:
        row, side = await self.library.row(game), move["side"]
        over = row.summary.get("result") is not None
        if side == OVER if not over else side != OVER:
            return
        if not over and (row.summary.get("deciding") != side or row.seats[side]["kind"] != "human"):
            return
        if not await self.storage.claim_notice(game, move):
            return  # somebody else was quicker
        if over:
            await self.tell(game, "over", "The game is over.", lambda _side, _person: True)
            return
        turn = row.summary.get("turn")
        words = f"It is your move{f' in turn {turn}' if turn else ''}: you play {side}."
        await self.tell(game, "move", words, lambda at, _person: at == side, str(move.get("seq", "")))

    # -- what else is told -------------------------------------------------------------------------------------

    async def asked(self, game: str, proposal: dict[str, Any], by: str) -> None:
        """Somebody asked the others something."""
        words = f"{proposal['by']} {ASKED[proposal['kind']]}."
        await self.tell(game, "asked", words, lambda _side, person: person != by, proposal["id"])

    async def talk(self, game: str, name: str, by: str, number: int) -> None:
        """Somebody said something; what, is read at the game. Who has just been told is not told of every line."""

        def due(_side: str, person: str) -> bool:
            if person == by or time.monotonic() < self._quiet.get((game, person), 0.0):
                return False
            if len(self._quiet) >= MOST_QUIET:
                self._quiet.clear()
            self._quiet[game, person] = time.monotonic() + TALK_PAUSE
            return True

        await self.tell(game, "talk", f"{name} has written.", due, str(number))

    async def tell(self, game: str, event: str, words: str, to: Any, number: str = "") -> None:
        """Tells those players of a game, by side and person, for whom `to` is true, on the ways they want it on."""
        row = await self.library.row(game)
        told: set[str] = set()
        for sitter in await self.storage.sitters(game):
            if sitter.side == OBSERVER or sitter.person in told or not to(sitter.side, sitter.person):
                continue
            told.add(sitter.person)
            link = f"{self.public}/game/{game}?seat={sitter.side}"
            notice = Notice(f"Front 1914: {row.name}", words, link, f"{game}-{event}-{number}")
            for way in await self.wanted(game, sitter.person, event):
                self.send(way, notice)

    async def wanted(self, game: str, person: str, event: str) -> Iterable[Way]:
        """The ways on which somebody wants to hear of such a thing in this game."""
        ways, here = await self.storage.ways(person), await self.storage.ways_in_game(game, person)
        wants = {
            way.id: here.get(way.id, event in way.events) and (event in way.events or event == "move") for way in ways
        }
        return [way for way in ways if way.confirmed and wants[way.id]]

    # -- sending -----------------------------------------------------------------------------------------------

    def send(self, way: Way, notice: Notice) -> None:
        """Sends in the background."""
        self.soon(self._send(way, notice))

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something in the background."""
        task = asyncio.ensure_future(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, way: Way, notice: Notice) -> None:
        sender, bad = self.senders.get(way.kind), None
        for pause in self.tries if sender is not None else ():
            await asyncio.sleep(pause)
            try:
                assert sender is not None
                return await asyncio.to_thread(sender, way, notice)
            except Gone as no:
                if way.kind == "push":  # the browser has taken its subscription back
                    await self.storage.drop_way(way.person, way.id)
                    return None
                bad = no
            except (OSError, smtplib.SMTPException, http.client.HTTPException, ValueError) as no:
                bad = no  # type: ignore[assignment]
        log.warning("a notice by %s could not be sent: %s", way.kind, bad)
        return None

    async def close(self) -> None:
        for task in (*self._waiting.values(), *self._sending):
            task.cancel()
        await asyncio.gather(*self._waiting.values(), *self._sending, return_exceptions=True)


def plain(way: Way) -> dict[str, Any]:
    """A way as its owner is shown it; the keys of a browser stay here."""
    found = {"id": way.id, "kind": way.kind, "address": way.address, "confirmed": way.confirmed}
    return found | {"events": list(way.events), "label": way.more.get("label", "")}
