"""Every option of every title, played through the server; who plays comes from the options."""

from __future__ import annotations

import random
from typing import Any

import pytest

import front1914
from tests.server.house import House

pytestmark = pytest.mark.asyncio

REAL = ("schlieffens_war", "germany_at_war", "fixed_1914", "der_weltkrieg", "offensive_a_outrance", "ford")
DECISIONS = 14
THREE = ("german", "french", "british")


def short(title: str) -> str:
    """The scenario that takes the least time."""
    found = front1914.title(title).info.scenarios
    return min(found, key=lambda scenario: scenario.minutes or 999).id


async def play(house: House, game: str, sides: list[str], decisions: int) -> set[str]:
    """Any of the offered answers, each in the name of who is asked; returns who was asked."""
    rng, asked = random.Random(1914), set()
    for _ in range(decisions):
        deciding = (await house.get(f"/api/games/{game}"))["game"]["deciding"]
        if deciding is None:
            break
        asked.add(deciding)
        for side in (*sides, "observer"):
            found = await house.get(f"/api/games/{game}/view?side={side}")
            assert (found["decision"] is not None) == (side == deciding)
            if side == deciding:
                actions = found["decision"]["actions"]
        verb = rng.choice(sorted(set(actions) - {"pass"} or actions))  # who passes soon ends a short game
        arg = {} if actions[verb] is None else {"arg": rng.choice(actions[verb])}
        await house.post(f"/api/games/{game}/act", side=deciding, verb=verb, **arg)
    return asked


@pytest.mark.parametrize("title", REAL)
async def test_every_option_is_played(house: House, title: str) -> None:
    """In one house, so that the process that reads the saved games loads the title once."""
    for option in front1914.title(title).info.options:
        for choice in option.choices:
            await played(house, title, option.id, choice)


async def played(house: House, title: str, option: str, choice: Any) -> None:
    game = await house.begin(title=title, scenario=short(title), options={option: choice}, seed="options")
    shown = (await house.get(f"/api/games/{game}"))["game"]
    assert shown["options"][option] == choice
    assert tuple(shown["seats"]) == front1914.title(title).sides({option: choice})
    await play(house, game, list(shown["seats"]), DECISIONS)
    text = (await house.call("GET", f"/api/games/{game}/save?consent={','.join(shown['seats'])}")).body
    again = await house.call("POST", "/api/games/upload", raw=text, headers={"content-type": "text/plain"})
    assert again.status == 201, again.body
    sent = again.json["game"]
    assert (sent["seats"], sent["options"]) == (shown["seats"], shown["options"])
    for side in shown["seats"]:
        one = await house.get(f"/api/games/{game}/view?side={side}")
        other = await house.get(f"/api/games/{sent['id']}/view?side={side}")
        assert one["view"] == other["view"]


async def three(house: House, **seats: Any) -> str:
    return await house.begin(
        title="germany_at_war", scenario="introduction", options={"seats": 3, "setup": "both"}, seats=seats
    )


async def test_three_players_share_a_table(house: House) -> None:
    """Seats, views, decisions, consent, luck and a what-if, all by the three."""
    game = await three(house)
    shown = (await house.get(f"/api/games/{game}"))["game"]
    assert list(shown["seats"]) == list(THREE)
    lines = {side: await house.look(game, side) for side in THREE}
    for line in lines.values():
        assert (await line.next())["type"] == "table"
    asked = await play(house, game, list(THREE), 60)
    assert asked == set(THREE), "each of the three is asked"
    wrong = await house.call("GET", f"/api/games/{game}/view?side=entente")
    assert (wrong.status, wrong.error["place"]) == (400, "side")
    refused = await house.call("POST", f"/api/games/{game}/rewind", {"to": 0, "consent": ["german", "entente"]})
    assert "french, british must agree" in refused.error["reason"]
    assert set((await house.get(f"/api/games/{game}/luck?side=french"))["sides"]) == set(THREE)
    at = (await house.get(f"/api/games/{game}"))["game"]["length"]
    branch = (await house.post(f"/api/games/{game}/branch", at=at, side="french"))["game"]
    assert list(branch["seats"]) == list(THREE)
    seats = {"british": {"kind": "computer", "level": "random"}}
    given = await house.call("PUT", f"/api/games/{game}/seats", {"seats": seats})
    assert given.json["game"]["seats"]["british"]["kind"] == "computer"
    assert (await house.call("GET", f"/api/games/{game}/view?side=british")).status == 403
    await house.post(f"/api/games/{game}/resign", side="french")
    over = await house.get(f"/api/games/{game}/luck?side=german")
    assert set(over["value"] or THREE) == set(THREE)


async def test_the_computer_leads_the_british_for_two_people(house: House) -> None:
    game = await three(house, british={"kind": "computer", "level": "random"})
    line = await house.look(game, "observer")
    await line.next()
    rng, by = random.Random(7), set()
    for _ in range(120):
        table = house.library.tables[game]
        deciding = table.game.decision.side if table.game.decision else None
        if deciding is None or "british" in by:
            break
        if deciding == "british":
            by.add((await line.until(lambda m: m["type"] == "change" and m["by"] == "british"))["by"])
            continue
        action = rng.choice(table.game.decision.actions)
        word = {} if action.arg is None else {"arg": action.arg}
        await house.post(f"/api/games/{game}/act", side=deciding, verb=action.verb, **word)
    assert by == {"british"}


async def test_a_title_says_which_option_changes_the_sides(house: House) -> None:
    options = {option["id"]: option for option in (await house.get("/api/titles/germany_at_war"))["options"]}
    assert options["seats"]["sides"] == {"3": list(THREE)}
    assert options["rail"]["sides"] == {}
    bad = {"title": "germany_at_war", "options": {"seats": 3}, "seats": {"entente": {"kind": "human"}}}
    answer = await house.call("POST", "/api/games", bad)
    assert (answer.status, answer.error["place"]) == (422, "seats.entente")
