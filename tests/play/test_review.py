"""The review of finished games: it agrees with the rules' verdict, with the log, and with sums done by hand."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import front1914
from front1914 import CHANCE, BadInput, Game, Review
from front1914.play.review import LEAST, MOST_POINTS, SET_UP, _points, _Reader

GAMES = Path(__file__).resolve().parents[1] / "games"
RECORDED = [
    "schlieffens_war/introduction-german-points",
    "schlieffens_war/introduction-german-resigns",
    "germany_at_war/introduction-german-marginal",
    "fixed_1914/introduction-german-points",
    "der_weltkrieg/danube-central-marginal_victory",
    "der_weltkrieg/liege-entente-decisive_victory",
    "offensive_a_outrance/introduction-german-victory",
]


def recorded(name: str, folder: Path) -> Game:
    file = folder / "game.f14"
    file.write_bytes(lzma.decompress((GAMES / f"{name}.save.xz").read_bytes()))
    return front1914.load(file)


@pytest.mark.parametrize("name", RECORDED)
def test_the_review_of_a_recorded_game(name: str, tmp_path: Path) -> None:
    game = recorded(name, tmp_path)
    told: list[tuple[int, int]] = []
    found = front1914.review(game, lambda done, of: told.append((done, of)))
    assert json.loads(json.dumps(found)) == found
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert game.result is not None
    assert (found["winner"], found["reason"]) == (game.result.winner, game.result.reason)
    check_turns(found, game)
    check_battles(found, game)


def check_turns(found: Review, game: Game) -> None:
    """From the start to the end, and the last score is the one that decided."""
    turns = found["turns"]
    assert [turn["at"] for turn in turns] == sorted(turn["at"] for turn in turns)
    assert (turns[0]["turn"], turns[-1]["at"]) == (0, len(game.log))
    assert game.at(turns[0]["at"]).scene.phase != SET_UP
    assert turns[-1]["score"] == game.title.measure(game.state)[game.terms().meters[0].id]
    strength = {nation for turn in turns for nation in turn["strength"]}
    assert strength <= found["nations"].keys()
    for point in found["points"]:
        assert 0 <= point["at"] < len(game.log)


def check_battles(found: Review, game: Game) -> None:
    """Where they are said to be, and in order of what they changed."""
    changes = [abs(battle["change"]) for battle in found["battles"]]
    assert changes == sorted(changes, reverse=True)
    for battle in found["battles"]:
        assert game.at(battle["at"]).scene.place == battle["place"]
        throws = [entry for entry in game.log[battle["at"] : battle["until"]] if entry.side == CHANCE]
        assert battle["throws"] == len(throws)


def test_a_game_that_goes_on_has_no_review() -> None:
    with pytest.raises(BadInput, match="when the game is over"):
        front1914.review(front1914.new("schlieffens_war", "introduction", seed=1))


def test_what_the_winner_needed_stands_first(tmp_path: Path) -> None:
    found = front1914.review(recorded("schlieffens_war/introduction-german-points", tmp_path))
    assert found["meters"][0] == {"id": "vp", "name": "Cities held", "value": 9, "needed": "8 or more"}
    assert [row["scenario"] for row in found["next"]] == ["campaign"]


def test_over_all_that_could_fall_luck_is_nothing(tmp_path: Path) -> None:
    """Weighed by their chances, the lucks of all outcomes of a throw add up to zero; one of them is good."""
    game = recorded("schlieffens_war/introduction-german-points", tmp_path)
    reader = _Reader(game, lambda done, of: None)
    lucks: list[float] = []
    for entry in game.log:
        decision = reader.now.decision
        if entry.side == CHANCE and decision is not None and reader.now.scene.place is not None:
            outcomes = [(outcome.action, outcome.probability) for outcome in decision.outcomes]
            shares = [reader._luck(reader.now, action, outcomes) for action, _ in outcomes]
            assert sum(float(p) * luck for (_, p), luck in zip(outcomes, shares, strict=True)) == pytest.approx(0)
            lucks += shares
        reader.now.retake(entry, trusted=True)
    assert max(lucks) > 0.2


def turns(*chances: float) -> list[dict[str, Any]]:
    return [{"turn": n, "at": 10 * n, "chance": chance, "held": {}, "lost": {}} for n, chance in enumerate(chances)]


def points(*chances: float) -> list[tuple[int, float]]:
    reader: Any = SimpleNamespace(turns=turns(*chances), scale=SimpleNamespace(calibrated=True), names={}, nations={})
    game: Any = SimpleNamespace(sides=("blue", "red"))
    return [(point["turn"], point["change"]) for point in _points(game, reader, [])]


def test_turning_points_are_the_largest_changes_in_their_order() -> None:
    assert points(50, 52, 70, 71, 40) == [(2, 18.0), (4, -31.0)]
    assert points(50, 50 + LEAST - 1, 50) == []
    assert len(points(0, 20, 0, 20, 0, 20, 0)) == MOST_POINTS


def test_of_turning_points_one_is_of_the_other_direction() -> None:
    assert points(0, 20, 40, 60, 80, 71, 100) == [(1, 20.0), (2, 20.0), (5, -9.0), (6, 29.0)]


def test_the_command_tells_it(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from front1914.cli import main

    recorded("fixed_1914/introduction-german-points", tmp_path)
    done = CliRunner().invoke(main, ["review", str(tmp_path / "game.f14")])
    assert done.exit_code == 0, done.output
    assert "german wins (points): 5 points against 0." in done.output
    assert "Battles that mattered" in done.output
    done = CliRunner().invoke(main, ["review", str(tmp_path / "game.f14"), "--json"])
    assert json.loads(done.output)["score"] == "Points"
