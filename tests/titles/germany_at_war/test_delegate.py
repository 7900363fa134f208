"""A player hands a part of the side over to the staff: everybody before an Impulse, an army or a sector within it."""

from __future__ import annotations

import pytest

import front1914
from front1914 import BadInput, Game
from front1914.commanders.delegate import delegate, groups, staff_of

TITLE = "germany_at_war"


def _at(step: str) -> Game:
    """The introduction, led by the staff to the first such question of the German."""
    game = front1914.new(TITLE, "introduction", seed="1914")
    staff = {side: front1914.commander("staff", TITLE, seed=1) for side in game.sides}
    while game.decision is not None and game.decision.step != step:
        game.act(staff[game.decision.side].decide(game.seat(game.decision.side)))
    assert game.decision is not None
    assert game.decision.side == "german"
    return game


def _moved(before: Game, after: Game) -> set[str]:
    at = {p["id"]: p["at"] for p in before.view("german")["pieces"]}
    return {p["id"] for p in after.view("german")["pieces"] if p["at"] != at.get(p["id"])}


def test_before_an_impulse_it_is_everybody() -> None:
    assert list(groups(_at("action").seat("german"))) == ["all"]


@pytest.mark.parametrize("kind", ["army:", "sector:"])
def test_only_the_part_marches_and_the_player_goes_on(kind: str) -> None:
    game = _at("orders")
    found = groups(game.seat("german"))
    assert game.decision is not None
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    name, part = next((name, group) for name, group in found.items() if name.startswith(kind))
    assert part.units < found["all"].units == offered
    after = game.copy()
    assert delegate(after, "german", name)
    assert _moved(game, after)
    assert _moved(game, after) <= part.units
    assert after.decision is not None
    assert (after.decision.side, after.decision.step) == ("german", "orders")
    left = {str(a.arg) for a in after.decision.actions if a.verb == "unit"}
    assert left >= offered - part.units  # the others wait for their own orders


def test_an_impulse_is_carried_out_or_left_alone() -> None:
    with pytest.raises(BadInput, match="hold"):
        staff_of(TITLE, "all", "hold")
    game = _at("orders")
    with pytest.raises(BadInput, match="army:9th"):
        delegate(game, "german", "army:9th")
