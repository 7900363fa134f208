"""Dice typed in by people: what one side draws in secret is never put to another."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import CHANCE
from tests.server.house import House

SIDES = ("german", "entente")


@pytest.mark.asyncio
async def test_a_secret_draw_is_put_to_its_own_side_alone(house: House) -> None:
    game = await house.begin(title="germany_at_war", dice="manual", seed=None)
    asked = set()
    table = await house.library.table(game)
    while table.game.decision is not None and table.game.decision.step == "lot" and len(asked) < 2:
        (owner,) = table.game.decision.secret
        (other,) = {*SIDES} - {owner}
        asked.add(owner)
        mine, his = [await house.get(f"/api/games/{game}/view?side={side}") for side in (owner, other)]
        word = table.game.decision.actions[0].arg
        assert mine["decision"]["side"] == CHANCE
        assert his["decision"] is None
        assert mine["view"]["deciding"] == his["view"]["deciding"] == owner
        for side in (other, CHANCE):
            refused = await house.call("POST", f"/api/games/{game}/act", {"side": side, "verb": "draw", "arg": word})
            assert (refused.status, refused.error["place"]) == (409, "side")
        while table.game.decision.secret == (owner,):
            await house.play(game, f"{owner} draw {table.game.decision.actions[0].arg}")
    assert asked


@pytest.mark.asyncio
async def test_what_a_computer_draws_in_secret_no_person_chooses(house: House) -> None:
    seats = {"entente": {"kind": "computer", "level": "random"}}
    game = await house.begin(title="germany_at_war", dice="manual", seed=None, seats=seats)
    line = await house.look(game, "german")
    await line.until(lambda m: line.window.view["deciding"] == "german")
    assert line.window.decision is not None
    table = await house.library.table(game)
    assert table.game.decision is not None
    assert table.game.decision.secret in ((), ("german",))


@pytest.mark.parametrize(
    ("title", "decisions"),
    [("germany_at_war", 400), ("schlieffens_war", 2500), ("fixed_1914", 3000), ("der_weltkrieg", 4000)],
)
def test_who_is_asked_for_a_throw_is_told_what_fell(title: str, decisions: int) -> None:
    """And who is not told is not asked: a throw that an event tells to some is a secret of theirs."""
    rng, done, thrown = random.Random(title), 0, 0
    while done < decisions:
        info = front1914.title(title).info
        options = {option.id: rng.choice(option.choices) for option in info.options}
        game = front1914.new(title, rng.choice(info.scenarios).id, options, dice="manual")
        while (decision := game.decision) is not None and done < decisions:
            verb = rng.choice(sorted({action.verb for action in decision.actions}))
            action = rng.choice([action for action in decision.actions if action.verb == verb])
            events, done = game.act(action), done + 1
            if decision.side == CHANCE and game.result is None:
                thrown += 1
                for side in game.sides:
                    heard = [event.data for event in events if event.seen(side)]
                    told = any(action.arg in (data.get("die"), data.get("unit")) for data in heard)
                    assert told == decision.put_to(side), (decision.step, side, action)
    assert thrown
