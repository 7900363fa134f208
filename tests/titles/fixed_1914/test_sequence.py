"""SP, PP-4, PP-10, RI: the steps of a turn in their order, played from the first turn on, and who comes when."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game

PHASES = ("reinforcement", "movement", "combat", "supply")


def idle(game: Game, turn: int) -> None:
    """Nobody does anything until the turn begins."""
    while game.position().get("turn", 1) < turn:
        assert game.decision is not None
        game.act(next((a for a in game.decision.actions if a.verb in ("done", "stay")), game.decision.actions[0]))


@pytest.fixture(scope="module")
def eight_turns() -> Game:
    game = front1914.new("fixed_1914", "campaign", {"setup": "historical"}, seed="sequence")
    idle(game, 8)
    return game


@pytest.mark.rule(
    "SP-1.1", "SP-1.2", "SP-2.1", "SP-3", "SP-4.1", "SP-4.2", "SP-5.1", "SP-6", "SP-7", "DP-3", "MV-3.1", "MV-3.2"
)
def test_each_side_is_reinforced_moves_and_fights_the_german_first(eight_turns: Game) -> None:
    told = [(e.data["turn"], e.data["side"], e.data["phase"]) for e in eight_turns.events if e.kind == "phase"]
    for turn in range(2, 8):
        order = [(side, phase) for t, side, phase in told if t == turn]
        assert order == [(side, phase) for side in ("german", "allied") for phase in PHASES]
    came = [e.data["unit"] for e in eight_turns.events if e.kind == "arrived"]
    assert len(came) == 5 + 2  # both armies whole, in the first of these phases


@pytest.mark.rule("SP-4.1", "PP-10.1", "PP-10a", "PP-10b", "RI-1")
def test_the_north_african_army_comes_whole_on_turn_four(eight_turns: Game) -> None:
    came = [e.data["unit"] for e in eight_turns.events if e.kind == "arrived" and e.data["hex"] == "BB36"]
    assert sorted(came) == ["f-NA37", "f-NA38", "f-NA45", "f-NAB", "f-NAMOR"]


@pytest.mark.rule("SP-1.1", "PP-4.1", "PP-4a", "PP-4b")
def test_the_north_army_comes_whole_on_turn_seven(eight_turns: Game) -> None:
    came = [e.data["unit"] for e in eight_turns.events if e.kind == "arrived" and e.data["hex"] == "LL16"]
    assert sorted(came) == ["g-IXR", "g-LW4-4"]


@pytest.mark.rule("SP-1.2", "RP-1.1", "SP-4.2")
def test_replacements_are_told_at_the_start_of_either_half_from_turn_three(eight_turns: Game) -> None:
    """Nobody has invaded anybody: six for the French, five for an army with five corps in Russia."""
    told = [(e.data["nation"], e.data["factors"]) for e in eight_turns.events if e.kind == "factors"]
    assert told == [(0, 5), (1, 6)] * 5 + [(0, 5)]  # turns 3 to 7, and the German's of turn 8
