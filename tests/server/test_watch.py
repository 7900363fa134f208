"""Those who look on: what everybody sees, or both views late; and what they hear."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.server.house import Closed, House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in
from tests.server.test_notices import hand_over

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, public=PUBLIC) as house:
        yield house


async def watched(club: House, **watch: Any) -> tuple[Visitor, Visitor, Visitor, str]:
    """Anna plays blue, Bert red, Carl looks on."""
    anna, bert, carl = [await signed_in(club, name) for name in ("Anna", "Bert", "Carl")]
    asked = {"title": "ford", "seats": {}, "mine": ["blue"], "open": True, "watch": watch}
    game = (await anna.post("games", **asked))["game"]["id"]
    await bert.post(f"lobby/{game}", side="red")
    token = (await anna.post(f"games/{game}/invitations", side="observer"))["token"]
    await carl.post("invitations/accept", token=token)
    return anna, bert, carl, game


async def turns(anna: Visitor, bert: Visitor, game: str, count: int) -> None:
    """Plays until so many turns have begun."""
    while ((await anna.get(f"games/{game}"))["game"]["turn"] or 0) < count:
        shown = (await anna.get(f"games/{game}"))["game"]
        assert shown["result"] is None
        visitor = anna if shown["deciding"] == "blue" else bert
        await hand_over(visitor, game, shown["deciding"])


async def test_as_a_rule_only_what_everybody_sees(club: House) -> None:
    anna, bert, carl, game = await watched(club)
    await turns(anna, bert, game, 3)
    assert (await carl.get(f"games/{game}/watch"))["until"] == -1
    assert (await carl.call("GET", f"games/{game}/moments/0?side=blue")).status == 403
    assert (await carl.get(f"games/{game}/moments/0?side=observer"))["n"] == 0
    assert (await carl.get(f"games/{game}"))["game"]["watch"]["count"] == 1


async def test_both_views_late_and_never_later_than_agreed(club: House) -> None:
    anna, bert, carl, game = await watched(club, views="late", delay=2)
    assert (await carl.get(f"games/{game}/watch"))["until"] == -1  # nothing is two turns past
    await turns(anna, bert, game, 4)
    until = (await carl.get(f"games/{game}/watch"))["until"]
    marks = (await carl.get(f"games/{game}/timeline"))["marks"]
    third = next(mark["at"] for mark in marks if mark["kind"] == "turn" and mark["turn"] == 3)
    assert until == third - 1 > 0  # turns 1 and 2 are open in turn 4, and nothing of turn 3
    for side in ("blue", "red"):
        found = await carl.get(f"games/{game}/moments/{until}?side={side}")
        assert found["view"]["side"] == side
        assert (await carl.get(f"games/{game}/events?side={side}&to={until}"))["next"] <= until
        assert (await carl.get(f"games/{game}/moments?side={side}&from=0&to={until}"))["view"]["side"] == side
        for path in (
            f"moments/{until + 1}?side={side}",
            f"moments?side={side}&from=0&to={until + 1}",
            f"moments?side={side}&from={until + 1}&to=0",
            f"moments?side={side}",
            f"events?side={side}&to={until + 1}",
            f"events?side={side}",
            f"view?side={side}",
            f"decision?side={side}",
            f"orders?side={side}",
            f"course?side={side}",
            f"overlay?side={side}&name=reach",
        ):
            assert (await carl.call("GET", f"games/{game}/{path}")).status == 403, path
        line = await carl.look(game, side)
        with pytest.raises(Closed) as refused:
            await line.next()
        assert refused.value.code == 4403


async def test_late_views_are_for_onlookers_not_for_the_other_player(club: House) -> None:
    anna, bert, _, game = await watched(club, views="late", delay=1)
    await turns(anna, bert, game, 3)
    assert (await anna.call("GET", f"games/{game}/moments/0?side=red")).status == 403
    assert (await anna.call("GET", f"games/{game}/events?side=red&to=0")).status == 403


async def test_onlookers_do_not_hear_the_players_if_these_wish_it(club: House) -> None:
    anna, bert, carl, game = await watched(club, talk=False)
    line, other = await carl.look(game, "observer"), await bert.look(game, "red")
    await line.next()
    await anna.post(f"games/{game}/talk", text="I shall attack the ford")
    await other.until(lambda message: message["type"] == "talk")
    await line.quiet()
    assert await carl.get(f"games/{game}/talk") == {"talk": [], "muted": True}
    assert len((await bert.get(f"games/{game}/talk"))["talk"]) == 1
    await bert.post(f"games/{game}/resign", side="red")
    assert len((await carl.get(f"games/{game}/talk"))["talk"]) == 1
    await anna.post(f"games/{game}/talk", text="well played")
    await line.until(lambda message: message["type"] == "talk")


async def test_who_may_hear_hears(club: House) -> None:
    anna, _, carl, game = await watched(club)
    line = await carl.look(game, "observer")
    await anna.post(f"games/{game}/talk", text="good luck")
    await line.until(lambda message: message["type"] == "talk")
    assert len((await carl.get(f"games/{game}/talk"))["talk"]) == 1


async def test_anybody_looks_on_where_the_players_allow_it(club: House) -> None:
    anna, _, _, game = await watched(club, open=True)
    dora = await signed_in(club, "Dora")
    assert [g["id"] for g in (await dora.get("lobby"))["watch"]] == [game]
    assert (await dora.post(f"lobby/{game}", side="observer"))["game"]["mine"] == []
    assert (await dora.get(f"games/{game}/view?side=observer"))["view"]["side"] == "observer"
    assert (await anna.get(f"games/{game}"))["game"]["watch"]["count"] == 2


async def test_nobody_looks_on_uninvited_elsewhere(club: House) -> None:
    *_, game = await watched(club)
    dora = await signed_in(club, "Dora")
    assert (await dora.get("lobby"))["watch"] == []
    assert (await dora.call("POST", f"lobby/{game}", {"side": "observer"})).status == 404
    assert (await dora.call("GET", f"games/{game}")).status == 404


async def test_when_it_is_over_everybody_at_it_sees_both_views(club: House) -> None:
    _, bert, carl, game = await watched(club)
    await bert.post(f"games/{game}/resign", side="red")
    for side in ("blue", "red"):
        assert (await carl.get(f"games/{game}/view?side={side}"))["view"]["side"] == side
    assert (await carl.get(f"games/{game}/watch"))["until"] == (await carl.get(f"games/{game}"))["game"]["length"]
