"""Seats that pass on: to somebody else, to the staff for some days, and once more with the sides swapped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from front1914.server.club.lending import Lending
from front1914.server.club.pace import DAY
from tests.server.house import Closed, House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in, two_players
from tests.server.test_pace import Time

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, public=PUBLIC) as house:
        yield house


async def shown(visitor: Visitor, game: str) -> Any:
    return (await visitor.get(f"games/{game}"))["game"]


# -- to somebody else --------------------------------------------------------------------------------------------


async def test_a_seat_is_handed_over(club: House) -> None:
    anna, bert, game = await two_players(club)
    carl = await signed_in(club, "Carl")
    line = await bert.look(game, "red")
    await line.next()
    token = (await bert.post(f"games/{game}/invitations", side="red"))["token"]
    told = await carl.post("invitations", token=token)
    assert (told["side"], told["handed"]) == ("red", True)
    assert (await carl.post("invitations/accept", token=token))["game"]["mine"] == ["red"]
    with pytest.raises(Closed):
        await line.until(lambda message: False)
    assert (await bert.call("GET", f"games/{game}")).status == 404
    assert (await bert.call("GET", f"games/{game}/view?side=red")).status == 404
    assert (await carl.get(f"games/{game}/view?side=red"))["seq"] >= 0
    assert (await shown(anna, game))["players"] == {"blue": "Anna", "red": "Carl"}
    again = await (await signed_in(club, "Dora")).call("POST", "invitations/accept", {"token": token})
    assert again.status == 404


async def test_nobody_hands_over_what_is_not_his(club: House) -> None:
    anna, bert, game = await two_players(club)
    assert (await anna.call("POST", f"games/{game}/invitations", {"side": "red"})).status == 409
    carl, dora = await signed_in(club, "Carl"), await signed_in(club, "Dora")
    first = (await bert.post(f"games/{game}/invitations", side="red"))["token"]
    assert (await anna.call("POST", "invitations/accept", {"token": first})).status == 409  # she plays already
    second = (await bert.post(f"games/{game}/invitations", side="red"))["token"]
    assert (await carl.call("POST", "invitations/accept", {"token": first})).status == 404  # a newer one was made
    await carl.post("invitations/accept", token=second)
    late = (await carl.post(f"games/{game}/invitations", side="red"))["token"]
    await dora.post("invitations/accept", token=late)
    assert (await shown(anna, game))["players"]["red"] == "Dora"


async def test_an_invitation_to_a_free_seat_never_takes_a_seat_from_somebody(club: House) -> None:
    anna, bert, carl = [await signed_in(club, name) for name in ("Anna", "Bert", "Carl")]
    game = (await anna.post("games", title="ford", seats={}, mine=["blue"], open=True))["game"]["id"]
    token = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    await bert.post(f"lobby/{game}", side="red")
    assert (await carl.call("POST", "invitations/accept", {"token": token})).status == 409
    assert (await shown(anna, game))["players"]["red"] == "Bert"


# -- to the staff ------------------------------------------------------------------------------------------------


def wall(club: House) -> Time:
    found, lending = Time(), club.app.state.lending
    assert isinstance(lending, Lending)
    lending.now = found
    return found


async def test_the_staff_plays_for_some_days_and_then_the_seat_is_ones_own_again(club: House) -> None:
    anna, bert, game = await two_players(club)
    time = wall(club)
    found = await bert.call("PUT", f"games/{game}/lend", {"side": "red", "days": 3})
    assert found.json["game"]["seats"]["red"]["kind"] == "computer"
    assert set(found.json["game"]["lent"]) == {"red"}
    assert found.json["game"]["players"]["red"] == "Bert"  # it stays his
    await until(anna, game, lambda g: g["deciding"] == "blue")
    assert (await bert.call("POST", f"games/{game}/act", {"side": "red", "verb": "pass"})).status == 403
    time.now += 2 * DAY
    await club.app.state.lending.look(game)
    assert (await shown(anna, game))["seats"]["red"]["kind"] == "computer"
    time.now += 1.1 * DAY
    await club.app.state.lending.look(game)
    found = await shown(bert, game)
    assert (found["seats"]["red"]["kind"], found["lent"]) == ("human", {})


async def test_a_lent_seat_is_taken_back_before_its_time_and_only_by_its_player(club: House) -> None:
    anna, bert, game = await two_players(club)
    await bert.call("PUT", f"games/{game}/lend", {"side": "red", "days": 3})
    for body in ({"side": "red", "days": 0}, {"side": "red", "days": 5}):
        assert (await anna.call("PUT", f"games/{game}/lend", body)).status == 403
    found = await bert.call("PUT", f"games/{game}/lend", {"side": "red", "days": 0})
    assert found.json["game"]["seats"]["red"] == {"kind": "human"}
    assert found.json["game"]["lent"] == {}


async def test_what_was_lent_comes_back_after_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as club:
        _, bert, game = await two_players(club)
        await bert.call("PUT", f"games/{game}/lend", {"side": "red", "days": 1})
        cookie = bert.cookie
        await club.app.state.lending.storage.update_hosted(game, lent={"red": 5.0})
    async with open_house(tmp_path, public=PUBLIC) as club:
        bert = Visitor(club)
        bert.cookie = cookie
        assert (await shown(bert, game))["seats"]["red"]["kind"] == "human"


async def until(visitor: Visitor, game: str, wanted: Any) -> None:
    for _ in range(400):
        if wanted(await shown(visitor, game)):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came about")


# -- once more ---------------------------------------------------------------------------------------------------


async def test_a_rematch_is_begun_when_all_agree_with_the_sides_swapped(club: House) -> None:
    anna, bert, game = await two_players(club)
    early = await anna.call("POST", f"games/{game}/proposals", {"kind": "rematch"})
    assert (early.status, early.error["reason"]) == (409, "the game goes on")
    await anna.post(f"games/{game}/resign", side="blue")
    assert (await anna.call("POST", f"games/{game}/proposals", {"kind": "draw"})).status == 409
    asked = await anna.post(f"games/{game}/proposals", kind="rematch")
    line = await anna.look(game, "blue")
    done = await bert.post(f"games/{game}/proposals/{asked['proposal']['id']}", yes=True)
    assert done["done"]
    told = await line.until(lambda m: m["type"] == "rematch")
    assert told["game"] == done["game"] != game
    found = await shown(bert, done["game"])
    assert (found["players"], found["mine"]) == ({"blue": "Bert", "red": "Anna"}, ["blue"])
    assert (found["title"], found["scenario"]) == ("ford", (await shown(anna, game))["scenario"])


async def test_against_the_computer_a_rematch_asks_nobody(club: House) -> None:
    anna = await signed_in(club, "Anna")
    seats = {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": "random"}}
    game = (await anna.post("games", title="ford", seats=seats))["game"]["id"]
    await anna.post(f"games/{game}/resign", side="blue")
    done = await anna.post(f"games/{game}/proposals", kind="rematch")
    found = await shown(anna, done["game"])
    assert (found["seats"]["blue"]["kind"], found["mine"]) == ("computer", ["red"])


async def test_three_people_sit_at_one_game(club: House) -> None:
    anna, bert, carl = [await signed_in(club, name) for name in ("Anna", "Bert", "Carl")]
    title = await anna.get("titles/germany_at_war")
    option, value = next(
        (o["id"], v) for o in title["options"] for v, sides in (o.get("sides") or {}).items() if len(sides) == 3
    )
    made = await anna.post("games", title="germany_at_war", options={option: typed(value)}, seats={}, mine=["german"])
    game, free = made["game"]["id"], made["game"]["free"]
    assert len(free) == 2
    for visitor, side in zip((bert, carl), free, strict=True):
        token = (await anna.post(f"games/{game}/invitations", side=side))["token"]
        assert (await visitor.post("invitations/accept", token=token))["game"]["mine"] == [side]
    assert (await carl.call("GET", f"games/{game}/view?side={free[0]}")).status == 403
    asked = await bert.post(f"games/{game}/proposals", kind="draw")
    first = await anna.post(f"games/{game}/proposals/{asked['proposal']['id']}", yes=True)
    assert not first["done"]
    last = await carl.post(f"games/{game}/proposals/{asked['proposal']['id']}", yes=True)
    assert last["done"]
    assert (await shown(anna, game))["result"] is not None


def typed(value: str) -> Any:
    return {"true": True, "false": False}.get(value.lower(), int(value) if value.isdigit() else value)
