"""Ratings: how good somebody is at a title, from the games that were to count (openskill's Plackett-Luce).

Computers are fixed points: their level is worth the same in every game, so that ratings of people who never met can be
held against each other. The staff is 1500 by definition in every title; the other levels are set, not measured. The
general stands beside the staff until games have shown that it is the better one (docs/commanders.md).
"""

from __future__ import annotations

import asyncio
import logging
from importlib.util import find_spec
from typing import Any, NamedTuple

from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Rating
from front1914.server.library import Library
from front1914.server.storage import GameRow
from front1914.server.table import Table

MIDDLE, POINTS = 25.0, 40.0  #: what the staff is worth, and the points of one unit of skill
FIRST = Rating("", MIDDLE, MIDDLE / 3, 0)  #: somebody of whom nothing is known
FIXED = {"random": 10.0, "chooser": 16.0, "recruit": 20.0, "staff": MIDDLE, "general": MIDDLE}
SURE = 0.001  #: how unsure a fixed point is

log = logging.getLogger(__name__)


class Seated(NamedTuple):
    """Who played a side: a person or a level of the computer."""

    side: str
    person: str | None
    level: str | None


def points(rating: Rating) -> dict[str, Any]:
    """A rating for people: points, and within how many of them it lies nineteen times in twenty."""
    value, sure = round(1500 + POINTS * (rating.mu - MIDDLE)), round(2 * POINTS * rating.sigma)
    return {"title": rating.title, "points": value, "within": sure, "games": rating.games}


def fixed_points() -> list[dict[str, Any]]:
    """The levels of the computer, as they stand in every ranking."""
    found = [(level, points(Rating("", mu, 0.0, 0))["points"]) for level, mu in FIXED.items()]
    return [{"level": level, "points": value} for level, value in sorted(found, key=lambda one: -one[1])]


def after(title: str, players: list[Seated], known: dict[str, Rating], winner: str | None) -> dict[str, Rating]:
    """The ratings of those who played, after a game that a side won, or nobody."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = []
    for player in players:
        before = known.get(player.person or "", FIRST)
        fixed = [FIXED.get(player.level or "", MIDDLE), SURE]
        teams.append([model.create_rating([before.mu, before.sigma] if player.person else fixed)])
    ranks = [1.0 if winner in (None, player.side) else 2.0 for player in players]
    found = {}
    for player, (new,) in zip(players, model.rate(teams, ranks=ranks), strict=True):
        if player.person is not None:
            games = known.get(player.person, FIRST).games + 1
            found[player.person] = Rating(title, float(new.mu), float(new.sigma), games)
    return found


class Ratings:
    """Counts games that are over, each once."""

    def __init__(self, storage: SqlClub, library: Library) -> None:
        self.storage = storage
        self.library = library
        self._work: set[asyncio.Task[None]] = set()
        self._counts = find_spec("openskill") is not None

    def watch(self, table: Table) -> None:
        """After every change of a game."""
        if self._counts and table.game.result is not None and not self.library.workers.closing:
            task = asyncio.ensure_future(self.count(table.row, table.game.result.winner))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    async def count(self, row: GameRow, winner: str | None) -> None:
        """What a game does to the ratings of those who played it, if it was to count."""
        try:
            hosted = await self.storage.hosted(row.id)
            if hosted is None or not (hosted.agreed or {}).get("rated"):
                return
            players = await self._players(row)
            if players is None or (winner is not None and winner not in row.seats):
                return
            known = {}
            for player in players:
                for rating in await self.storage.ratings(player.person) if player.person is not None else ():
                    if rating.title == row.title:
                        known[player.person or ""] = rating
            await self.storage.rate(row.id, row.title, after(row.title, players, known, winner))
        except Exception:
            log.exception("the rating of the game %s", row.id)

    async def _players(self, row: GameRow) -> list[Seated] | None:
        """Who played; None if it can show nothing: dice typed in, a position, or somebody against himself.

        Nor does a game in which somebody saw what is hidden, or took back alone what fell.
        """
        if row.seed is None or row.start is not None or row.branch is not None or row.summary.get("looks"):
            return None
        held = {sitter.side: sitter.person for sitter in await self.storage.sitters(row.id)}
        found = [Seated(side, held.get(side), seat.get("level")) for side, seat in row.seats.items()]
        people = [player.person for player in found if player.person is not None]
        alone = not people or len(set(people)) < len(people)
        unknown = any(player.person is None and player.level is None for player in found)
        retried = len(people) == 1 and bool(row.summary.get("takebacks"))
        return None if alone or unknown or retried or len(found) < 2 else found

    async def close(self) -> None:
        await asyncio.gather(*self._work, return_exceptions=True)
