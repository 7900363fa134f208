"""What somebody may do in a game: on a local server everybody everything, in a club what his seats allow."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from starlette.requests import HTTPConnection

from front1914 import CHANCE, OBSERVER
from front1914.server.refusals import Refused
from front1914.server.storage import GameRow

if TYPE_CHECKING:
    from front1914.server.library import Library


class Access:
    """The rights of one person in one game. `sides` is None where nobody is told apart: on a local server."""

    def __init__(
        self,
        sides: Collection[str] | None = None,
        *,
        owner: bool = True,
        alone: bool = True,
        late: int | None = None,
        talk: bool = True,
    ) -> None:
        self.sides = sides
        self.late = late  #: who only looks on sees every side's view so many turns late; None: not before the end
        self.talk = talk  #: hears what the players say before the end
        self.owner = owner  #: began the game
        self.alone = alone  #: no other person sits at it
        self.device = ""  #: the signed-in device behind it, in a club

    def check_eyes(self, side: str, over: bool) -> None:
        """Refuses to look through the eyes of a side that somebody else plays, until the game is over."""
        if self.sides is not None and side != OBSERVER and side not in self.sides and not over:
            raise Refused(403, "side", f"{side} is not yours: its view opens when the game is over")

    def check_hand(self, side: str) -> None:
        """Refuses to act for a side that somebody else plays; whoever plays may type in what the dice show."""
        if side == CHANCE:
            self.check_player()
        elif self.sides is not None and side not in self.sides:
            raise Refused(403, "side", f"{side} is not yours")

    def lose(self, side: str) -> None:
        """The side passes to somebody else."""
        if self.sides is not None:
            self.sides = set(self.sides) - {side}

    @property
    def plays(self) -> bool:
        """Whether somebody does more than look on."""
        return self.sides is None or bool(self.sides)

    def check_player(self) -> None:
        """Refuses those who only look on."""
        if self.sides is not None and not self.sides:
            raise Refused(403, "game", "only those who play it may do that")

    def check_alone(self, what: str) -> None:
        """Refuses what would touch the game of somebody else."""
        self.check_player()
        if not self.alone:
            raise Refused(403, "game", f"{what}: others play this game too")


EVERYTHING = Access()


class Agreement(NamedTuple):
    """What is agreed when a game is begun in a club."""

    mine: list[str] | None = None  #: the sides that who begins it plays; None: all that people are to play
    in_lobby: bool = False  #: whether anybody may take its free seats
    pace: dict[str, Any] | None = None  #: the time that everybody has
    terms: dict[str, Any] | None = None  #: what onlookers see, and whether it counts for ratings


ALL_MINE = Agreement()


class Gate(Protocol):
    """Tells who asks, and what he may do."""

    club: bool  #: whether people are told apart

    async def access(self, connection: HTTPConnection, game: str) -> Access:
        """His rights in the game; Refused as if there were no such game if he has none."""

    async def check_person(self, connection: HTTPConnection) -> None:
        """Refuses to begin a game for somebody who has not signed in, or who has too many."""

    async def take_in(self, connection: HTTPConnection, row: GameRow, agreed: Agreement) -> None:
        """A game was begun by whoever asks, as was agreed."""

    async def games(self, connection: HTTPConnection, library: Library) -> list[dict[str, Any]]:
        """The games that whoever asks may see."""

    async def about(self, connection: HTTPConnection, shown: dict[str, Any]) -> dict[str, Any]:
        """A game as it is shown to whoever asks."""


class OpenGate:
    """The gate of a local server: whoever reaches it may do everything."""

    club = False

    async def access(self, connection: HTTPConnection, game: str) -> Access:
        return EVERYTHING

    async def check_person(self, connection: HTTPConnection) -> None:
        return None

    async def take_in(self, connection: HTTPConnection, row: GameRow, agreed: Agreement) -> None:
        return None

    async def games(self, connection: HTTPConnection, library: Library) -> list[dict[str, Any]]:
        return await library.shown()

    async def about(self, connection: HTTPConnection, shown: dict[str, Any]) -> dict[str, Any]:
        return shown
