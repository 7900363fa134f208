"""What somebody keeps for himself and shows of himself: notes, how far he has seen, profile, ratings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from front1914.server.club.ratings import FIRST, FIXED, Seated, after, points
from front1914.server.club.storage import Rating
from tests.server.house import House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in, two_players

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, public=PUBLIC) as house:
        yield house


# -- notes and how far somebody has seen -------------------------------------------------------------------------


async def test_notes_are_ones_own_whoever_asks(club: House) -> None:
    anna, bert, game = await two_players(club)
    made = (await anna.post(f"games/{game}/notes", text="Guns arrive\nin turn 6", place="0305"))["note"]
    assert (made["place"], made["text"]) == ("0305", "Guns arrive in turn 6")
    await anna.post(f"games/{game}/notes", text="Hold")
    assert [note["text"] for note in (await anna.get(f"games/{game}/notes"))["notes"]] == [made["text"], "Hold"]
    assert (await bert.get(f"games/{game}/notes"))["notes"] == []
    assert (await bert.call("DELETE", f"games/{game}/notes/{made['id']}")).status == 404
    assert (await anna.call("DELETE", f"games/{game}/notes/{made['id']}")).status == 204
    assert len((await anna.get(f"games/{game}/notes"))["notes"]) == 1


@pytest.mark.parametrize(
    "body", [{}, {"text": ""}, {"text": "\x00"}, {"text": "x" * 1_001}, {"text": "x", "place": ""}]
)
async def test_notes_that_are_none(club: House, body: Any) -> None:
    anna, _, game = await two_players(club)
    assert (await anna.call("POST", f"games/{game}/notes", body)).status == 400


async def test_how_far_somebody_has_seen_a_game_is_kept_for_him(club: House) -> None:
    anna, bert, game = await two_players(club)
    assert await anna.get(f"games/{game}/looked") == {"length": None, "at": None}
    assert (await anna.call("PUT", f"games/{game}/looked", {"length": 4})).status == 204
    found = await anna.get(f"games/{game}/looked")
    assert (found["length"], found["at"] is not None) == (4, True)
    assert (await bert.get(f"games/{game}/looked"))["length"] is None


# -- profiles ----------------------------------------------------------------------------------------------------


async def test_a_profile_is_there_for_who_wants_one(club: House) -> None:
    anna = await signed_in(club, "Anna")
    person = (await anna.get("me"))["person"]["id"]
    stranger = Visitor(club)
    nobody = await stranger.call("GET", "people/nosuchperson")
    hidden = await stranger.call("GET", f"people/{person}")
    assert (hidden.status, hidden.body) == (nobody.status, nobody.body)
    await anna.call("PUT", "me/profile", {"shown": True, "about": "Since 1978"})
    found = (await stranger.get(f"people/{person}"))["person"]
    assert (found["name"], found["about"], found["ratings"]) == ("Anna", "Since 1978", [])
    await anna.call("PUT", "me/profile", {"shown": False})
    assert (await stranger.call("GET", f"people/{person}")).status == 404


# -- ratings -----------------------------------------------------------------------------------------------------


async def test_who_wins_rises_and_who_loses_falls() -> None:
    found = after("ford", [Seated("blue", "a", None), Seated("red", "b", None)], {}, "blue")
    assert found["a"].mu > FIRST.mu > found["b"].mu
    assert found["a"].sigma < FIRST.sigma
    assert (found["a"].games, points(FIRST)["points"]) == (1, 1500)


async def test_a_draw_brings_unequal_players_nearer() -> None:
    known = {"a": Rating("ford", 30.0, 3.0, 9), "b": Rating("ford", 20.0, 3.0, 9)}
    found = after("ford", [Seated("blue", "a", None), Seated("red", "b", None)], known, None)
    assert found["a"].mu < 30
    assert found["b"].mu > 20


async def test_computers_are_fixed_points() -> None:
    """To beat the general is worth more than to beat the recruit; the computer itself never moves."""
    rises = [after("ford", [Seated("blue", "a", None), Seated("red", None, level)], {}, "blue") for level in FIXED]
    values = [found["a"].mu for found in rises]
    assert values == sorted(values)
    assert all(set(found) == {"a"} for found in rises)


async def rated(club: House, **more: Any) -> tuple[Visitor, Visitor, str]:
    anna, bert = await signed_in(club, "Anna"), await signed_in(club, "Bert")
    asked = {"title": "ford", "seats": {}, "mine": ["blue"], "open": True, "rated": True} | more
    game = (await anna.post("games", **asked))["game"]["id"]
    await bert.post(f"lobby/{game}", side="red")
    return anna, bert, game


async def ratings(visitor: Visitor) -> list[Any]:
    await asyncio.sleep(0.1)
    found: list[Any] = (await visitor.get("me"))["ratings"]
    return found


async def test_a_game_that_counts_is_counted_once(club: House) -> None:
    anna, bert, game = await rated(club)
    assert await ratings(anna) == []
    await bert.post(f"games/{game}/resign", side="red")
    (first,) = await ratings(anna)
    (second,) = await ratings(bert)
    assert first["points"] > 1500 > second["points"]
    assert (first["games"], first["title"]) == (1, "ford")
    table = await club.library.table(game)
    await club.app.state.ratings.count(table.row, "blue")
    assert await ratings(anna) == [first]


async def test_a_ranking_shows_who_wants_it_among_the_levels(club: House) -> None:
    anna, bert, game = await rated(club)
    await bert.post(f"games/{game}/resign", side="red")
    await ratings(anna)
    await anna.call("PUT", "me/profile", {"shown": True})
    found = (await Visitor(club).get("ratings/ford"))["ranking"]
    assert [one["name"] for one in found if "name" in one] == ["Anna"]
    assert {one["level"]: one["points"] for one in found if "level" in one}["staff"] == 1500
    assert [one["points"] for one in found] == sorted((one["points"] for one in found), reverse=True)


@pytest.mark.parametrize("more", [{"rated": False}, {"dice": "manual"}])
async def test_what_does_not_count_is_not_counted(club: House, more: Any) -> None:
    anna, bert, game = await rated(club, **more)
    await bert.post(f"games/{game}/resign", side="red")
    assert await ratings(anna) == []


async def test_nobody_is_rated_against_himself(club: House) -> None:
    anna = await signed_in(club, "Anna")
    game = (await anna.post("games", title="ford", seats={}, rated=True))["game"]["id"]
    await anna.post(f"games/{game}/resign", side="red")
    assert await ratings(anna) == []


async def test_a_game_against_the_computer_counts_against_its_level(club: House) -> None:
    anna = await signed_in(club, "Anna")
    seats = {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": "recruit"}}
    game = (await anna.post("games", title="ford", seats=seats, rated=True))["game"]["id"]
    await anna.post(f"games/{game}/resign", side="blue")
    (found,) = await ratings(anna)
    assert found["points"] < 1500


@pytest.mark.parametrize("how", ["downloaded", "taken back"])
async def test_who_looked_or_tried_again_against_the_computer_is_not_rated(club: House, how: str) -> None:
    anna = await signed_in(club, "Anna")
    seats = {"red": {"kind": "human"}, "blue": {"kind": "computer", "level": "random"}}
    game = (await anna.post("games", title="ford", seats=seats, rated=True))["game"]["id"]
    if how == "downloaded":
        assert (await anna.call("GET", f"games/{game}/save")).status == 200
    else:
        await anna.post(f"games/{game}/act", side="red", verb="pass")
        await anna.post(f"games/{game}/computer", do="stop")
        assert (await anna.call("POST", f"games/{game}/rewind", {"to": 4, "consent": ["red"]})).status == 200
    await anna.post(f"games/{game}/resign", side="red")
    assert await ratings(anna) == []
