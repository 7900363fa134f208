"""The rules of the Narrows, and that it is a sound title: it plays to the end, is saved, and the fuzzer is content."""

from __future__ import annotations

from pathlib import Path

import pytest

import front1914
from front1914 import Action, Game
from front1914.analysis.fuzz import fuzz
from front1914.commanders.base import make, play

rule = pytest.mark.rule


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that lives elsewhere is named in the environment."""
    monkeypatch.setenv("FRONT1914_TITLES", "tests.ford,tests.narrows")


def valley(step: str = "move", side: str = "north", turn: int = 1, **at: str) -> Game:
    """A situation: n1="mill"; whoever is not named is lost."""
    units = {word: {"at": at.get(word, "lost")} for word in ("n1", "n2", "n3", "s1", "s2", "s3")}
    position = {"title": "narrows", "turn": turn, "step": step, "side": side, "units": units}
    return front1914.from_position(position, dice="manual")


def after(game: Game, *actions: str) -> Game:
    for text in actions:
        verb, _, word = text.partition(" ")
        game.act(verb, int(word) if verb == "die" else word or None)
    return game


def offered(game: Game, verb: str) -> list[object]:
    assert game.decision is not None
    return [a.arg for a in game.decision.actions if a.verb == verb]


def refused(game: Game, verb: str, word: str) -> str:
    reason = game.why_not(verb, word)
    assert reason is not None
    return reason.rule


@rule("2.1", "3.2")
def test_units_are_placed_at_home_two_at_most_in_a_place() -> None:
    game = front1914.new("narrows", seed=1)
    assert offered(game, "to") == ["mill", "farm"]
    assert refused(game, "to", "village") == "2.1"
    after(game, "to mill", "to mill")
    assert offered(game, "to") == ["farm"]
    assert refused(game, "to", "mill") == "3.2"
    after(game, "to farm")
    assert game.decision is not None
    assert game.decision.side == "south"


@rule("1.1")
def test_north_marches_first_in_each_of_four_turns() -> None:
    game = after(front1914.new("narrows", seed=1), *("to mill", "to mill", "to farm", "to ford", "to ford", "to wood"))
    seen = []
    while game.decision is not None:
        seen.append((game.state.turn, game.decision.side))
        game.act("done")
    assert seen == [(turn, side) for turn in (1, 2, 3, 4) for side in ("north", "south")]


@rule("1.2")
@pytest.mark.parametrize(("at", "winner"), [("village", "south"), ("wood", None)])
def test_the_village_decides(at: str, winner: str | None) -> None:
    game = after(valley(turn=4, side="south", n1="mill", s1=at), "done")
    assert game.result is not None
    assert game.result.winner == winner


@rule("3.1")
def test_a_unit_marches_once_into_a_bordering_place() -> None:
    game = after(valley(n1="mill", s1="wood"), "unit n1")
    assert offered(game, "to") == ["farm", "village"]
    assert refused(game, "to", "wood") == "3.1"
    after(game, "to farm")
    assert refused(game, "unit", "n1") == "3.1"


@rule("3.2")
def test_a_full_place_is_not_entered() -> None:
    game = after(valley(n1="mill", n2="farm", n3="farm", s1="wood"), "unit n1")
    assert offered(game, "to") == ["village"]
    assert refused(game, "to", "farm") == "3.2"


@rule("4.1", "4.2", "4.3")
def test_an_attack_that_drives_the_last_defender_out_may_advance() -> None:
    game = after(valley(n1="farm", s1="village", s2="wood"), "unit n1", "to village", "die 5")
    assert game.state.at[3] == 6  # s1 is lost
    assert offered(game, "unit") == ["n1"]
    after(game, "unit n1")
    assert game.position()["units"]["n1"]["at"] == "village"


@rule("4.2")
def test_two_defend_better_and_choose_who_is_lost() -> None:
    """The same die that drives one out does nothing to two."""
    game = after(valley(n1="farm", s1="village", s2="village"), "unit n1", "to village", "die 5")
    assert game.decision is not None
    assert game.decision.step == "move"
    game = after(valley(n1="farm", s1="village", s2="village"), "unit n1", "to village", "die 6")
    assert (game.decision and game.decision.side, offered(game, "unit")) == ("south", ["s1", "s2"])
    assert refused(game, "unit", "s3") == "4.2"


@rule("1.3", "4.2")
def test_a_side_without_units_has_lost() -> None:
    game = after(valley(n1="farm", s1="village"), "unit n1", "to village", "die 1")
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("south", "1.3")


def test_the_fuzzer_finds_nothing() -> None:
    report = fuzz("narrows", 1500, seed=5)
    assert report.fault is None
    assert report.games > 20
    assert set(report.steps) >= {"place", "move", "march", "defender_loss", "advance"}


def test_a_game_is_saved_and_replayed(tmp_path: Path) -> None:
    game = front1914.new("narrows", seed=3)
    play(game, {side: make("random", "narrows", seed=3) for side in game.sides})
    assert game.result is not None
    file = tmp_path / "narrows.game"
    game.save(file)
    again = front1914.load(file)
    assert (again.digest(), again.result, again.log) == (game.digest(), game.result, game.log)


def test_the_chooser_plays_it_with_evaluate_alone() -> None:
    game = front1914.new("narrows", seed=4)
    chooser = make("chooser", "narrows", seed=4)
    play(game, {"north": chooser, "south": make("random", "narrows", seed=4)})
    assert game.result is not None


def test_every_rule_is_proved() -> None:
    assert not front1914.ledger("narrows").open


def test_what_is_not_offered_says_why() -> None:
    game = valley(n1="mill", s1="wood")
    assert game.why_not(Action("cancel")) is not None
