"""Who sits where: a game belongs to those who play it. Seats are taken by invitation, or from the lobby."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from starlette.requests import HTTPConnection

from front1914 import OBSERVER
from front1914.server import wire
from front1914.server.access import Access, Agreement
from front1914.server.club.pace import Timekeeper
from front1914.server.club.pace import shown as clock_shown
from front1914.server.club.people import People, digest, new_token
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Hosted, Person, Sitter
from front1914.server.library import Library
from front1914.server.present import no_game
from front1914.server.refusals import Refused
from front1914.server.storage import GameRow

HANDED = "handed"  #: marks an invitation to a seat that somebody hands over
MOST_GAMES = 200  #: games that one person may have at a time


class Seats:
    """The gate of a club: what somebody may do in a game is what his seats allow."""

    club = True

    def __init__(self, storage: SqlClub, people: People, library: Library, keeper: Timekeeper) -> None:
        self.storage = storage
        self.people = people
        self.library = library
        self.keeper = keeper

    async def check_person(self, connection: HTTPConnection) -> None:
        await self.check_room(await self.people.person(connection))

    async def access(self, connection: HTTPConnection, game: str) -> Access:
        """A stranger is told what somebody is told who asks for a game that does not exist."""
        found = await self.people.at_the_door(connection, game) if len(game) <= 64 else None
        if found is None or found.hosted is None:
            raise no_game(game)
        access = rights(game, found.person, found.hosted, found.sitters)
        access.device = found.device.id
        return access

    # -- games of a person -------------------------------------------------------------------------------------

    async def take_in(self, connection: HTTPConnection, row: GameRow, agreed: Agreement) -> None:
        person = await self.people.person(connection)
        humans = [side for side, seat in row.seats.items() if seat["kind"] == "human"]
        await self.storage.host(Hosted(row.id, person.id, agreed.in_lobby, pace=agreed.pace, agreed=agreed.terms))
        for side in humans if agreed.mine is None else [side for side in agreed.mine if side in humans]:
            await self.storage.sit(row.id, side, person.id, time.time())
        await self.keeper.look(row.id)

    async def check_room(self, person: Person) -> None:
        """Refuses one game too many."""
        if len(await self.storage.games_of(person.id)) >= MOST_GAMES:
            raise Refused(409, "game", f"you have {MOST_GAMES} games already; delete one that is over")

    async def games(self, connection: HTTPConnection, library: Library) -> list[dict[str, Any]]:
        found = await self.people.who(connection)
        if found is None:
            return []
        games = await self._shown(await self.storage.games_of(found[1].id))
        return [await self.described(game, found[1]) for game in games]

    async def about(self, connection: HTTPConnection, shown: dict[str, Any]) -> dict[str, Any]:
        found = await self.people.who(connection)
        return await self.described(shown, None if found is None else found[1])

    async def lobby(self) -> list[dict[str, Any]]:
        """Games with a free seat that anybody may take."""
        shown = [await self.described(game, None) for game in await self._shown(await self.storage.open_games())]
        return [game for game in shown if game["free"] and not game["over"]]

    async def to_watch(self) -> list[dict[str, Any]]:
        """Games at which anybody may look on."""
        shown = [await self.described(game, None) for game in await self._shown(await self.storage.watchable())]
        return [game for game in shown if not game["free"] and not game["over"]]

    async def _shown(self, games: list[str]) -> list[dict[str, Any]]:
        """Games as the library shows them, last touched first; one that is deleted meanwhile is left out."""
        found = []
        for game in games:
            with suppress(Refused):
                found.append(self.library.show_row(await self.library.row(game)))
        return sorted(found, key=lambda shown: str(shown["updated"]), reverse=True)

    async def described(self, shown: dict[str, Any], person: Person | None) -> dict[str, Any]:
        """A game with those who sit at it."""
        hosted, sitters = await self.storage.hosted(shown["id"]), await self.storage.sitters(shown["id"])
        at = {sitter.side: sitter for sitter in sitters if sitter.side != OBSERVER}
        return shown | {
            "players": {side: sitter.name for side, sitter in at.items()},
            "mine": [side for side, sitter in at.items() if person is not None and sitter.person == person.id],
            "owner": person is not None and hosted is not None and hosted.owner == person.id,
            "free": free_sides(shown["seats"], sitters),
            "proposal": None if hosted is None else hosted.proposal,
            "watch": watched(hosted, sitters),
            "rated": bool(((hosted and hosted.agreed) or {}).get("rated")),
            "pace": None if hosted is None else hosted.pace,
            "clock": None if hosted is None else clock_shown(hosted.clock, self.keeper.now()),
            "lent": {side: wire.moment(until) for side, until in ((hosted and hosted.lent) or {}).items()},
        }

    # -- invitations -------------------------------------------------------------------------------------------

    async def invite(self, game: str, side: str, person: Person) -> str:
        """A new invitation to a side that nobody holds, to the own one, which then passes on, or to look on.

        An earlier one is void.
        """
        row, sitters = await self.library.row(game), await self.storage.sitters(game)
        mine = any(sitter.side == side and sitter.person == person.id for sitter in sitters)
        if side != OBSERVER and not mine and side not in free_sides(row.seats, sitters):
            raise Refused(409, "side", f"{side[:100]} is not free")
        token = new_token()
        kept = f"{HANDED}:{person.id}:{side}" if mine and side != OBSERVER else side
        await self.storage.invite(game, kept, digest(token), time.time())
        return token

    async def invited(self, token: str) -> tuple[str, str, str | None]:
        """Game and side of an invitation, and who hands the seat over if somebody sits there."""
        found = await self.storage.invitation(digest(token))
        if found is None:
            raise Refused(404, "invitation", "this invitation is not good any more")
        game, side = found
        if not side.startswith(f"{HANDED}:"):
            return game, side, None
        _, person, side = side.split(":", 2)
        return game, side, person

    async def accept(self, token: str, person: Person) -> str:
        """Takes the seat that the invitation is for; returns the game. To look on is open to any number."""
        game, side, before = await self.invited(token)
        if before is not None:
            await self.hand_over(game, side, before, person)
            await self.storage.void_invitation(digest(token))
        elif side != OBSERVER:
            await self.take(game, side, person)
            await self.storage.void_invitation(digest(token))
        else:
            await self._look_on(game, person)
        return game

    async def take(self, game: str, side: str, person: Person) -> None:
        """Sits down at a free side."""
        row = await self.library.row(game)
        await self.check_innocent(game, person)
        if side not in free_sides(row.seats, await self.storage.sitters(game)):
            raise Refused(409, "side", f"{side[:100]} is not free")
        await self.check_room(person)
        if not await self.storage.sit(game, side, person.id, time.time()):
            raise Refused(409, "side", "somebody was quicker")
        await self.storage.stand_up(game, OBSERVER, person.id)
        await self.library.news.spread("dice", game)
        await self.library.news.spread("seats", game)

    async def hand_over(self, game: str, side: str, before: str, person: Person) -> None:
        """Sits down where somebody sat who wants it so; his windows there are closed."""
        if any(sitter.person == person.id and sitter.side != OBSERVER for sitter in await self.storage.sitters(game)):
            raise Refused(409, "side", "you play in this game already")
        await self.check_innocent(game, person)
        await self.check_room(person)
        if not await self.storage.hand_over(game, side, before, person.id, time.time()):
            raise Refused(409, "side", "the seat is not his any more who handed it over")
        await self.library.news.spread("dice", game)
        await self.library.news.spread(f"handed {side}", game)

    async def check_innocent(self, game: str, person: Person) -> None:
        """Refuses a seat to who has looked on where onlookers see every side's view, however late."""
        hosted, row = await self.storage.hosted(game), await self.library.row(game)
        late = ((hosted and hosted.agreed) or {}).get("views") == "late"
        sitters = await self.storage.sitters(game)
        looked_on = any(s.person == person.id and s.side == OBSERVER for s in sitters)
        if hosted is not None and hosted.owner == person.id:  # who began it and plays nothing looks on too
            looked_on = not any(s.person == person.id for s in sitters) or looked_on
        if late and looked_on and row.summary.get("seq", 0):
            raise Refused(409, "side", "who has looked on here has seen what the sides hide")

    async def join_open(self, game: str, side: str, person: Person) -> None:
        """Takes a free seat of a game that stands in the lobby."""
        hosted = await self.storage.hosted(game) if len(game) <= 64 else None
        if side == OBSERVER and hosted is not None and (hosted.agreed or {}).get("open"):
            return await self._look_on(game, person)
        if hosted is None or not hosted.open or side == OBSERVER:
            raise no_game(game)
        return await self.take(game, side, person)

    async def _look_on(self, game: str, person: Person) -> None:
        if person.id not in {s.person for s in await self.storage.sitters(game)}:  # players stay players
            await self.storage.sit(game, OBSERVER, person.id, time.time())


def watched(hosted: Hosted | None, sitters: list[Sitter]) -> dict[str, Any]:
    """What those who look on see, and how many they are."""
    terms = (hosted and hosted.agreed) or {}
    found = {key: terms[key] for key in ("views", "delay", "talk", "open") if key in terms}
    usual = {"views": "common", "delay": 0, "talk": True, "open": False}
    return usual | found | {"count": sum(sitter.side == OBSERVER for sitter in sitters)}


def rights(game: str, person: Person, hosted: Hosted, sitters: list[Sitter]) -> Access:
    """What a person may do in a game; refused as if there were none if he has nothing to do with it."""
    mine = {sitter.side for sitter in sitters if sitter.person == person.id}
    owner = hosted.owner == person.id
    if not mine and not owner:
        raise no_game(game)
    others = any(sitter.person != person.id and sitter.side != OBSERVER for sitter in sitters)
    terms = hosted.agreed or {}
    late = terms["delay"] if terms.get("views") == "late" else None
    talk = bool(terms.get("talk", True))
    return Access(mine - {OBSERVER}, owner=owner, alone=not others, late=late, talk=talk)


def free_sides(seats: dict[str, dict[str, Any]], sitters: list[Sitter]) -> list[str]:
    """Sides that a human is to play and nobody holds."""
    held = {sitter.side for sitter in sitters}
    return [side for side, seat in seats.items() if seat["kind"] == "human" and side not in held]
