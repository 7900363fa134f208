"""After the first load a decision costs at most 30 kB, on the largest map that there is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.server.house import open_house

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
            if unit not in line.board.decision["actions"]["unit"]:  # type: ignore[index]
                continue
            await house.play(game, f"north unit {unit}")
            await line.next()
            assert line.board.decision is not None
            places = line.board.decision["actions"]["to"]
            assert len(places) > 200
            await house.play(game, f"north to {rng.choice(places)}")
            await line.next()
            found = await house.get(f"/api/games/{game}/view?side=north")
            assert (line.board.view, line.board.decision) == (found["view"], found["decision"])
        await house.play(game, "north done")
        await line.next()
        assert max(len(text) for text in line.heard[1:]) <= MOST
        await other.until(lambda m: m["type"] == "change" and m["decision"] is not None)
        assert max(len(text) for text in other.heard[1:]) <= MOST
