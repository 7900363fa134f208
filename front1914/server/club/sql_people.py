"""Accounts, profiles, ratings, and what somebody keeps of a game for himself, in the database of the games."""

from __future__ import annotations

from typing import Any

import msgspec

from front1914.server.club.storage import Note, Person, Rating
from front1914.server.sql import Connection, SqlStorage

FORGOTTEN = 3_600.0  #: seconds after which attempts are of no interest
PERSON = "person.id, person.name, person.created, person.away_from, person.away_until, person.shown, person.about"


def person_of(row: Any) -> Person:
    """A person from the columns of PERSON."""
    person, name, created, away_from, away_until, shown, about = row
    return Person(person, name, created, away_from, away_until, bool(shown), about)


class SqlPeople:
    """What a club keeps of people beside their seats."""

    def __init__(self, storage: SqlStorage) -> None:
        self._db = storage
        self._do, self._one, self._all = storage.do, storage.one, storage.all

    # -- attempts ----------------------------------------------------------------------------------------------

    async def attempt(self, what: str, now: float, seconds: float) -> tuple[int, float]:
        """One more attempt at something: how many there were since when, begun anew after so many seconds."""

        lately = "attempt.since > ? and attempt.since <= ?"
        query = (
            "insert into attempt (what, since, count) values (?, ?, 1) on conflict (what) do update set "
            f"count = case when {lately} then attempt.count + 1 else 1 end, "
            f"since = case when {lately} then attempt.since else excluded.since end returning count, since"
        )

        def job(db: Connection) -> tuple[int, float]:
            count, since = db.execute(query, (what, now, *(now - seconds, now) * 2)).fetchone()
            if count == 1:
                db.execute("delete from attempt where since < ?", (now - FORGOTTEN,))
            return count, since

        return await self._db.write(job)

    # -- accounts ----------------------------------------------------------------------------------------------

    async def set_account(self, person: str, login: str, secret: str) -> bool:
        """A name and a password to sign in by; False if the name is somebody else's."""

        def job(db: Connection) -> bool:
            held = db.execute("select person from account where login = ?", (login,)).fetchone()
            if held is not None and held[0] != person:
                return False
            db.execute("delete from account where person = ?", (person,))
            db.execute("insert into account (person, login, secret) values (?, ?, ?)", (person, login, secret))
            return True

        return await self._db.write(job)

    async def drop_account(self, person: str) -> None:
        await self._do("delete from account where person = ?", person)

    async def account(self, login: str) -> tuple[Person, str] | None:
        """The person behind a name, and the password as it is kept."""
        query = (
            f"select {PERSON}, account.secret from account join person on person.id = account.person where login = ?"
        )
        row = await self._one(query, login)
        return None if row is None else (person_of(row[:-1]), row[-1])

    async def login_of(self, person: str) -> str | None:
        row = await self._one("select login from account where person = ?", person)
        return None if row is None else str(row[0])

    async def add_pass(self, token: str, person: str, until: float) -> None:
        await self._do("insert into pass (token, person, until) values (?, ?, ?)", token, person, until)

    async def use_pass(self, token: str, now: float) -> Person | None:
        """Good once, and not for long."""

        def job(db: Connection) -> Any:
            query = f"select {PERSON} from pass join person on person.id = pass.person where token = ? and until > ?"
            row = db.execute(query, (token, now)).fetchone()
            db.execute("delete from pass where token = ? or until <= ?", (token, now))
            return row

        row = await self._db.write(job)
        return None if row is None else person_of(row)

    async def person_by_mail(self, address: str) -> Person | None:
        """Whose confirmed letter box it is, if it is one person's alone."""
        query = (
            f"select distinct {PERSON} from way join person on person.id = way.person "
            "where way.kind = 'mail' and way.address = ? and way.token is null"
        )
        rows = await self._all(query, address)
        return person_of(rows[0]) if len(rows) == 1 else None

    # -- persons -----------------------------------------------------------------------------------------------

    async def person_by_id(self, person: str) -> Person | None:
        row = await self._one(f"select {PERSON} from person where id = ?", person)
        return None if row is None else person_of(row)

    async def set_holiday(self, person: str, start: float | None, end: float | None) -> None:
        await self._do("update person set away_from = ?, away_until = ? where id = ?", start, end, person)

    async def set_profile(self, person: str, shown: bool, about: str) -> None:
        await self._do("update person set shown = ?, about = ? where id = ?", int(shown), about, person)

    async def ratings(self, person: str) -> list[Rating]:
        query = "select title, mu, sigma, games from rating where person = ? order by title"
        return [Rating(*row) for row in await self._all(query, person)]

    async def ranking(self, title: str, most: int) -> list[tuple[Person, Rating]]:
        """The best at a title, of those whose profile anybody may see."""
        query = (
            f"select {PERSON}, title, mu, sigma, games from rating join person on person.id = rating.person "
            "where title = ? and person.shown = 1 order by mu desc limit ?"
        )
        return [(person_of(row[:7]), Rating(*row[7:])) for row in await self._all(query, title, most)]

    async def rate(self, game: str, title: str, ratings: dict[str, Rating]) -> bool:
        """What a finished game did to its players; False if it was counted before."""

        def job(db: Connection) -> bool:
            if db.execute("update hosted set rated = 1 where game = ? and rated = 0", (game,)).rowcount != 1:
                return False
            for person, rating in ratings.items():
                db.execute("delete from rating where person = ? and title = ?", (person, title))
                query = "insert into rating (person, title, mu, sigma, games) values (?, ?, ?, ?, ?)"
                db.execute(query, (person, title, rating.mu, rating.sigma, rating.games))
            return True

        return await self._db.write(job)

    async def setting(self, name: str, value: str) -> str:
        """What the club keeps under a name; the value, if it keeps nothing there yet."""

        def job(db: Connection) -> str:
            db.execute("insert into setting (name, value) values (?, ?) on conflict do nothing", (name, value))
            return str(db.execute("select value from setting where name = ?", (name,)).fetchone()[0])

        return await self._db.write(job)

    # -- what somebody keeps of a game -------------------------------------------------------------------------

    async def looked(self, game: str, person: str) -> tuple[int, float] | None:
        row = await self._one("select length, at from looked where game = ? and person = ?", game, person)
        return None if row is None else (row[0], row[1])

    async def set_looked(self, game: str, person: str, length: int, at: float) -> None:
        query = (
            "insert into looked (game, person, length, at) values (?, ?, ?, ?) "
            "on conflict (game, person) do update set length = excluded.length, at = excluded.at"
        )
        await self._do(query, game, person, length, at)

    async def notes(self, game: str, person: str) -> list[Note]:
        query = "select id, place, turn, length, at, text from note where game = ? and person = ? order by at, id"
        return [Note(*row) for row in await self._all(query, game, person)]

    async def add_note(self, game: str, person: str, note: Note) -> None:
        query = "insert into note (game, person, id, place, turn, length, at, text) values (?, ?, ?, ?, ?, ?, ?, ?)"
        await self._do(query, game, person, *msgspec.structs.astuple(note))

    async def drop_note(self, game: str, person: str, note: str) -> bool:
        query = "delete from note where game = ? and person = ? and id = ?"
        return bool(await self._do(query, game, person, note))
