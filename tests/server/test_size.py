"""After the first load a decision costs at most 30 kB, on the largest map that there is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from front1914.server import undone
from tests.server.house import House, open_house

pytestmark = pytest.mark.asyncio

MOST = 30_000


async def test_a_decision_is_small_on_the_largest_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONT1914_TITLES", "tests.server.grand")
    rng = random.Random(1914)
    async with open_house(tmp_path) as house:
        game = await house.begin(title="grand")
        line = await house.look(game, "north")
        other = await house.look(game, "south")
        await line.next()
        await other.next()
        for _ in range(8):
            unit = rng.choice([f"n-{army}-{n:02d}" for army in "12345" for n in range(30)])
            if unit not in line.window.decision["actions"]["unit"]:  # type: ignore[index]
                continue
            await house.play(game, f"north unit {unit}")
            await line.next()
            assert line.window.decision is not None
            places = line.window.decision["actions"]["to"]
            assert len(places) > 200
            await house.play(game, f"north to {rng.choice(places)}")
            await line.next()
            found = await house.get(f"/api/games/{game}/view?side=north")
            assert (line.window.view, line.window.decision) == (found["view"], found["decision"])
        await house.play(game, "north done")
        await line.next()
        assert max(len(text) for text in line.heard[1:]) <= MOST
        await other.until(lambda m: m["type"] == "change" and m["decision"] is not None)
        assert max(len(text) for text in other.heard[1:]) <= MOST


async def test_the_map_is_not_laid_out_anew_for_every_action(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet is every place and every counter: made for each decision it cost most of what an action costs."""
    made = await house.call("POST", "/api/games", {"title": "ford", "seats": {}, "seed": 7})
    game = made.json["game"]["id"]
    table = await house.library.table(game)
    lines = [await house.look(game, side) for side in table.sides]
    for line in lines:
        await line.next()
    count, sheet = 0, type(table.game.title).sheet

    def counted(title: Any) -> Any:
        nonlocal count
        count += 1
        return sheet(title)

    monkeypatch.setattr(type(table.game.title), "sheet", counted)
    undone._sheet.cache_clear()
    rng = random.Random(3)
    for _ in range(12):
        decision = table.game.decision
        assert decision is not None
        verb, arg = rng.choice(decision.actions)
        ask = {"side": decision.side, "verb": verb, **({} if arg is None else {"arg": arg})}
        assert (await house.call("POST", f"/api/games/{game}/act", ask)).status == 200
    assert count == 1
