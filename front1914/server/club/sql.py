"""People, seats, invitations and talk in the same database as the games, SQLite or PostgreSQL.

Every statement is written in the words that both understand: docs/operations.md, "Tables".
"""

from __future__ import annotations

from typing import Any

import msgspec

from front1914.server.club.sql_people import PERSON, SqlPeople, person_of
from front1914.server.club.storage import AtTheDoor, Device, Hosted, Person, Said, Sitter, Way
from front1914.server.sql import Connection

HOSTED = "game, owner, open, proposal, noticed, pace, clock, agreed, lent"
WAY = "id, person, kind, address, token is null, created, more, events"
DEVICE = "device.id, device.person, device.label, device.created, device.seen"
BY_COOKIE = f"select {DEVICE}, {PERSON} from device join person on person.id = device.person where cookie = ?"
HOSTED_GAME = f"select {HOSTED} from hosted where game = ?"
SITTERS = "select side, person, name from seat join person on person.id = person where game = ? order by since"


class SqlClub(SqlPeople):
    """What a club keeps, beside the games: people and devices, seats and invitations, ways of notices, talk."""

    # -- people ------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person) -> None:
        await self._do(
            "insert into person (id, name, created) values (?, ?, ?)", person.id, person.name, person.created
        )

    async def rename_person(self, person: str, name: str) -> None:
        await self._do("update person set name = ? where id = ?", name, person)

    async def forget_person(self, person: str) -> None:
        """Deletes a person, with devices and seats; what was said stays under the name."""
        await self._do("delete from person where id = ?", person)

    async def person_by_key(self, key: str) -> Person | None:
        row = await self._one(f"select {PERSON} from person where key = ?", key)
        return None if row is None else person_of(row)

    async def set_key(self, person: str, key: str | None) -> None:
        await self._do("update person set key = ? where id = ?", key, person)

    async def add_device(self, device: Device, cookie: str) -> None:
        await self._do(
            "insert into device (id, person, label, created, seen, cookie) values (?, ?, ?, ?, ?, ?)",
            *msgspec.structs.astuple(device),
            cookie,
        )

    async def device_by_cookie(self, cookie: str) -> tuple[Device, Person] | None:
        row = await self._one(BY_COOKIE, cookie)
        return None if row is None else _device(row)

    async def at_the_door(self, cookie: str, game: str) -> AtTheDoor | None:
        """Who comes to a game with a cookie, None for a stranger; one look, because every action asks for it."""

        def job(db: Connection) -> AtTheDoor | None:
            row = db.execute(BY_COOKIE, (cookie,)).fetchone()
            if row is None:
                return None
            hosted = db.execute(HOSTED_GAME, (game,)).fetchone()
            sitters = [Sitter(*each) for each in db.execute(SITTERS, (game,)).fetchall()] if hosted else []
            return AtTheDoor(*_device(row), _hosted(hosted) if hosted else None, sitters)

        return await self._db.read(job)

    async def touch_device(self, device: str, seen: float) -> None:
        await self._do("update device set seen = ? where id = ?", seen, device)

    async def devices(self, person: str) -> list[Device]:
        rows = await self._all(f"select {DEVICE} from device where person = ? order by seen desc", person)
        return [Device(*row) for row in rows]

    async def drop_device(self, person: str, device: str) -> bool:
        return bool(await self._do("delete from device where id = ? and person = ?", device, person))

    # -- notices -----------------------------------------------------------------------------------------------

    async def add_way(self, way: Way, token: str | None) -> None:
        query = (
            "insert into way (id, person, kind, address, token, created, more, events) values (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        more, events = _json(way.more), _json(way.events)
        await self._do(query, way.id, way.person, way.kind, way.address, token, way.created, more, events)

    async def confirm_way(self, token: str) -> bool:
        return bool(await self._do("update way set token = null where token = ?", token))

    async def ways(self, person: str) -> list[Way]:
        rows = await self._all(f"select {WAY} from way where person = ? order by created, id", person)
        return [_way(row) for row in rows]

    async def set_way(self, person: str, way: str, events: list[str]) -> bool:
        """What is told there."""
        query = "update way set events = ? where id = ? and person = ?"
        return bool(await self._do(query, _json(events), way, person))

    async def ways_in_game(self, game: str, person: str) -> dict[str, bool]:
        """Ways of a person that are on or off for this game, whatever they are for others."""
        query = "select way, told from way_in_game join way on way.id = way where game = ? and person = ?"
        return {way: bool(told) for way, told in await self._all(query, game, person)}

    async def set_way_in_game(self, game: str, person: str, way: str, told: bool | None) -> bool:
        def job(db: Connection) -> bool:
            if db.execute("select 1 from way where id = ? and person = ?", (way, person)).fetchone() is None:
                return False
            db.execute("delete from way_in_game where game = ? and way = ?", (game, way))
            if told is not None:
                db.execute("insert into way_in_game (game, way, told) values (?, ?, ?)", (game, way, int(told)))
            return True

        return await self._db.write(job)

    async def drop_way(self, person: str, way: str) -> bool:
        return bool(await self._do("delete from way where id = ? and person = ?", way, person))

    # -- games -------------------------------------------------------------------------------------------------

    async def host(self, hosted: Hosted) -> None:
        query = "insert into hosted (game, owner, open, pace, agreed) values (?, ?, ?, ?, ?)"
        papers = [None if paper is None else _json(paper) for paper in (hosted.pace, hosted.agreed)]
        await self._do(query, hosted.game, hosted.owner, int(hosted.open), *papers)

    async def hosted(self, game: str) -> Hosted | None:
        row = await self._one(HOSTED_GAME, game)
        return None if row is None else _hosted(row)

    async def untold(self) -> list[Hosted]:
        """Games in which somebody is to move and has not been told."""
        rows = await self._all(f"select {HOSTED} from hosted where noticed is not null")
        return [hosted for hosted in map(_hosted, rows) if hosted.noticed and not hosted.noticed["told"]]

    async def paced(self) -> list[Hosted]:
        """Games in which a clock runs."""
        rows = await self._all(f"select {HOSTED} from hosted where pace is not null and clock is not null")
        return list(map(_hosted, rows))

    async def update_hosted(
        self,
        game: str,
        *,
        open: bool | None = None,
        proposal: dict[str, Any] | None = None,
        noticed: dict[str, Any] | None = None,
        clock: dict[str, Any] | None = None,
        lent: dict[str, float] | None = None,
    ) -> None:
        """Something empty takes away what was there."""
        if open is not None:
            await self._do("update hosted set open = ? where game = ?", int(open), game)
        for column, value in (("proposal", proposal), ("noticed", noticed), ("clock", clock), ("lent", lent)):
            if value is not None:
                told = _json(value) if value else None
                await self._do(f"update hosted set {column} = ? where game = ?", told, game)

    async def claim_notice(self, game: str, noticed: dict[str, Any]) -> bool:
        """Notes that a move was told; False if somebody else was quicker, or the move has passed on."""
        query = "update hosted set noticed = ? where game = ? and noticed = ?"
        return bool(await self._do(query, _json(noticed | {"told": True}), game, _json(noticed | {"told": False})))

    async def lent(self) -> list[Hosted]:
        """Games in which the staff plays for somebody for a while."""
        return list(map(_hosted, await self._all(f"select {HOSTED} from hosted where lent is not null")))

    async def games_of(self, person: str) -> list[str]:
        query = "select game from seat where person = ? union select game from hosted where owner = ?"
        return [game for (game,) in await self._all(query, person, person)]

    async def open_games(self) -> list[str]:
        return [game for (game,) in await self._all("select game from hosted where open = 1")]

    async def watchable(self) -> list[str]:
        """Games at which anybody may look on."""
        query = "select game from hosted where agreed like ?"
        return [game for (game,) in await self._all(query, '%"open":true%')]

    async def sitters(self, game: str) -> list[Sitter]:
        return [Sitter(*row) for row in await self._all(SITTERS, game)]

    async def sit(self, game: str, side: str, person: str, since: float) -> bool:
        """False if somebody else sits there already."""
        query = "insert into seat (game, side, person, since) values (?, ?, ?, ?) on conflict do nothing"

        def job(db: Connection) -> bool:
            db.execute(query, (game, side, person, since))
            held = db.execute("select 1 from seat where game = ? and side = ? and person = ?", (game, side, person))
            return held.fetchone() is not None

        return await self._db.write(job)

    async def stand_up(self, game: str, side: str, person: str) -> None:
        await self._do("delete from seat where game = ? and side = ? and person = ?", game, side, person)

    async def hand_over(self, game: str, side: str, person: str, to: str, since: float) -> bool:
        """Another person sits down where one sat; False if he does not sit there any more."""

        def job(db: Connection) -> bool:
            query = "update seat set person = ?, since = ? where game = ? and side = ? and person = ?"
            if db.execute(query, (to, since, game, side, person)).rowcount != 1:
                return False
            db.execute("delete from seat where game = ? and side = 'observer' and person = ?", (game, to))
            return True

        return await self._db.write(job)

    # -- invitations -------------------------------------------------------------------------------------------

    async def invite(self, game: str, side: str, token: str, created: float) -> None:
        """A new invitation; the earlier one to that side is void."""
        query = "insert into invitation (token, game, side, created) values (?, ?, ?, ?)"

        def job(db: Connection) -> None:
            db.execute("delete from invitation where game = ? and side = ?", (game, side))
            db.execute(query, (token, game, side, created))

        await self._db.write(job)

    async def invitation(self, token: str) -> tuple[str, str] | None:
        """Game and side."""
        found: tuple[str, str] | None = await self._one("select game, side from invitation where token = ?", token)
        return found

    async def void_invitation(self, token: str) -> None:
        await self._do("delete from invitation where token = ?", token)

    # -- talk --------------------------------------------------------------------------------------------------

    async def say(self, game: str, person: str, name: str, at: float, length: int, text: str) -> Said:
        def job(db: Connection) -> Said:
            (n,) = db.execute("select coalesce(max(n), 0) + 1 from talk where game = ?", (game,)).fetchone()
            query = "insert into talk (game, n, person, name, at, length, text) values (?, ?, ?, ?, ?, ?, ?)"
            db.execute(query, (game, n, person, name, at, length, text))
            return Said(n, name, at, length, text)

        return await self._db.write(job)

    async def said(self, game: str, since: int, most: int) -> list[Said]:
        query = "select n, name, at, length, text from talk where game = ? and n > ? order by n desc limit ?"
        return [Said(*row) for row in reversed(await self._all(query, game, since, most))]


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _way(row: tuple[Any, ...]) -> Way:
    way, person, kind, address, done, created, more, events = row
    found = msgspec.json.decode(more) if more else {}
    return Way(way, person, kind, address, bool(done), created, found, tuple(msgspec.json.decode(events)))


def _device(row: Any) -> tuple[Device, Person]:
    return Device(*row[:5]), person_of(row[5:])


def _hosted(row: tuple[Any, ...]) -> Hosted:
    game, owner, shown, *papers = row
    return Hosted(game, owner, bool(shown), *(msgspec.json.decode(paper) if paper else None for paper in papers))
