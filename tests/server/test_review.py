"""The review of a finished game, the order of battle and the prospects, over the server."""

from __future__ import annotations

import asyncio
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House

pytestmark = pytest.mark.asyncio
GAMES = Path(__file__).resolve().parents[1] / "games"


async def uploaded(house: House, name: str) -> str:
    content = lzma.decompress((GAMES / f"{name}.save.xz").read_bytes())
    answer = await house.call("POST", "/api/games/upload", raw=content, headers={"content-type": "text/plain"})
    found: str = answer.json["game"]["id"]
    return found


async def reviewed(house: House, game: str) -> tuple[dict[str, Any], list[dict[str, int]]]:
    """The review, and what was told on the way."""
    on_the_way = []
    for _ in range(600):
        answer = await house.call("GET", f"/api/games/{game}/review")
        if answer.status == 200:
            return answer.json, on_the_way
        assert answer.status == 202, answer.body
        on_the_way.append(answer.json)
        await asyncio.sleep(0.05)
    raise AssertionError("it was never written")


async def test_the_review_is_written_in_another_process_and_kept(house: House) -> None:
    game = await uploaded(house, "schlieffens_war/introduction-german-points")
    found, on_the_way = await reviewed(house, game)
    assert found["winner"] == "german"
    assert all(0 <= step["done"] <= step["of"] for step in on_the_way)
    assert on_the_way, "the first question begins the work"
    again = await house.call("GET", f"/api/games/{game}/review")
    assert (again.status, again.json) == (200, found)
    reviews = house.library.reviews
    assert reviews.folder is not None
    assert len(list(reviews.folder.iterdir())) == 1
    reviews._ready.clear()  # as after a restart
    assert (await house.call("GET", f"/api/games/{game}/review")).json == found
    await house.call("DELETE", f"/api/games/{game}")
    assert not list(reviews.folder.iterdir())


async def test_while_the_game_goes_on_there_is_no_review(house: House) -> None:
    game = await house.begin(title="schlieffens_war", scenario="introduction", options={"setup": "historical"})
    answer = await house.call("GET", f"/api/games/{game}/review")
    assert (answer.status, answer.error["place"]) == (403, "game")


async def test_orders_tell_calendar_armies_and_losses(house: House) -> None:
    game = await uploaded(house, "schlieffens_war/introduction-german-points")
    found = await house.get(f"/api/games/{game}/orders?side=german")
    assert [entry["head"] for entry in found["entries"] if entry["kind"] == "arrive"] == ["The British land"]
    german = [row for row in found["course"] if row["nation"] == "german"]
    assert [row["turn"] for row in german] == [1, 2, 3, 4, 5]
    assert german[0]["lost"] == 0
    assert sum(row["lost"] for row in german) > 0
    assert {"german", "french", "belgian"} <= {row["nation"] for row in found["armies"]}


async def test_orders_are_read_with_the_eyes_of_the_side(house: House) -> None:
    """6.6: of enemy stacks only the top is known: there are fewer units in the other's order of battle."""
    game = await house.begin(title="schlieffens_war", scenario="introduction", options={"setup": "historical"})

    async def germans(side: str) -> int:
        found = await house.get(f"/api/games/{game}/orders?side={side}")
        return sum(len(row["units"]) for row in found["armies"] if row["side"] == "german")

    assert await germans("german") > await germans("entente") > 0


async def test_prospects_are_told_to_a_side_and_to_nobody_else(house: House) -> None:
    game = await house.begin(title="schlieffens_war", scenario="introduction", options={"setup": "historical"})
    assert (await house.get(f"/api/games/{game}/prospects?side=observer")) == {"prospects": None}
    found = (await house.get(f"/api/games/{game}/prospects?side=german"))["prospects"]
    assert found is None or 5 <= found["win"] <= 95
