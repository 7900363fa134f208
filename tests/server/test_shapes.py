"""What is sent has the types from which the client's are made: no key is missing, none is unknown."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from front1914.engine.shapes import Screen
from front1914.server.shapes import AskedDecision, ComputerState, ShownGame, TimelineMark, TitleShown, ToldEvent
from tests.server.house import House

pytestmark = pytest.mark.asyncio


def has(value: Any, kind: Any) -> None:
    assert msgspec.convert(value, kind) == value


async def test_messages_have_their_types(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "blue")
    first = await line.next()
    has(first["game"], ShownGame)
    has(first["view"], Screen)
    has(first["computer"], ComputerState)
    await house.play(game, "red to 0204", "blue unit b1")
    change = await line.until(lambda m: m.get("seq") == 2)
    has(change["decision"], AskedDecision)
    assert change["decision"]["verbs"] == ["to", "stay"]
    await house.play(game, "blue to 0303")
    change = await line.until(lambda m: m.get("seq") == 3)
    has(change["events"], list[ToldEvent])
    has((await house.get(f"/api/games/{game}/timeline"))["marks"], list[TimelineMark])
    for game in (await house.get("/api/games"))["games"]:
        has(game, ShownGame)
    has((await house.get("/api/titles"))["titles"], list[TitleShown])
