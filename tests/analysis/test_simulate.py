"""Many games between commanders: the same for the same seed, however many processes play them."""

from __future__ import annotations

from pathlib import Path

import pytest

import front1914
from front1914 import CHANCE, BadInput, BadScenario, FrontError
from front1914.analysis.simulate import UNFINISHED, Played, Study, simulate, wilson


def untimed(study: Study) -> list[Played]:
    """The games without what the clock says."""
    return [game._replace(seconds=0) for game in study.games]


def test_the_number_of_processes_changes_nothing() -> None:
    one = simulate("ford", 5, scenario="skirmish", seed=1914)
    two = simulate("ford", 5, scenario="skirmish", seed=1914, jobs=2)
    assert untimed(one) == untimed(two)
    assert [game.number for game in two.games] == [0, 1, 2, 3, 4]


def test_another_seed_plays_other_games() -> None:
    one, two = (simulate("ford", 4, scenario="skirmish", seed=seed) for seed in (1, 2))
    assert [game.digest for game in one.games] != [game.digest for game in two.games]
    assert len({game.digest for game in one.games}) == 4


def test_more_games_begin_with_the_same_games() -> None:
    few, many = (simulate("ford", games, scenario="skirmish", seed=3) for games in (2, 4))
    assert untimed(few) == untimed(many)[:2]


def test_a_game_is_told_as_it_was_played(tmp_path: Path) -> None:
    study = simulate("ford", 2, scenario="skirmish", options={"open": True}, seed="x", folder=tmp_path)
    for number, played in enumerate(study.games):
        game = front1914.load(tmp_path / f"{number:06d}.f14")
        assert game.result is not None
        assert (played.winner, played.level, played.score) == (game.result.winner, game.result.level, game.result.score)
        assert played.decisions == sum(entry.side != CHANCE for entry in game.log)
        assert played.turn == game.view()["turn"] == 3
        assert game.view()["options"] == {"open": True}
    assert study.decisions == sum(game.decisions for game in study.games)
    assert study.spread("turn") == (3, 3, 3)


def test_a_stronger_commander_wins_more_whichever_side_it_has() -> None:
    study = simulate("ford", 12, {"blue": "chooser"}, scenario="skirmish", seed=5, pairs=True)
    assert study.commanders["chooser"].times >= 9
    assert study.pair_results["both random"] == 0
    assert sum(study.pair_results.values()) == 6


def test_pairs_share_their_dice_and_swap_the_commanders(tmp_path: Path) -> None:
    study = simulate("ford", 4, {"red": "chooser"}, scenario="skirmish", seed=5, pairs=True, folder=tmp_path)
    assert [game.swapped for game in study.games] == [False, True, False, True]
    games = [front1914.load(tmp_path / f"{number:06d}.f14") for number in range(4)]
    assert games[0].commitment == games[1].commitment != games[2].commitment == games[3].commitment
    drawn = [[entry for entry in game.log if entry.action.verb == "draw"] for game in games]
    assert drawn[0] == drawn[1] != []


def test_the_winner_of_a_swapped_game_is_the_other_commander() -> None:
    def game(number: int, winner: str | None, swapped: bool) -> Played:
        return Played(number, winner, "level", "", None, 1, 10, swapped, "", 0.0)

    games = (game(0, "blue", False), game(1, "red", True), game(2, "blue", False), game(3, "blue", True))
    study = Study("ford", "campaign", {"blue": "staff", "red": "random"}, 0, True, 1, 1.0, games)
    assert {name: share.times for name, share in study.commanders.items()} == {"staff": 3, "random": 1}
    assert study.pair_results == {"both staff": 1, "both random": 0, "split": 1}
    assert {name: share.times for name, share in study.winners.items()} == {"blue": 3, "red": 1}
    same = Study("ford", "campaign", {"blue": "random", "red": "random"}, 0, True, 1, 1.0, games)
    assert list(same.commanders) == ["random (blue first)", "random (red first)"]


def test_a_game_without_end_is_counted_as_such() -> None:
    study = simulate("ford", 2, most=5)
    assert [(game.level, game.decisions) for game in study.games] == [(UNFINISHED, 5)] * 2
    assert study.winners["nobody"].times == 2


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate("ford", 3, scenario="skirmish", progress=told.append)
    assert told == [1, 2, 3]


def test_the_interval_holds_the_share() -> None:
    for times, total in ((0, 1), (1, 1), (50, 100), (160, 200)):
        share = wilson(times, total)
        assert 0 <= share.low <= share.share <= share.high <= 1
    assert [round(100 * x, 1) for x in wilson(160, 200)[2:]] == [73.9, 85.0]  # as published


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (BadInput, {"levels": {"green": "random"}}),
        (FrontError, {"levels": {"blue": "genius"}}),
        (BadScenario, {"scenario": "none"}),
        (BadScenario, {"options": {"fog": True}}),
        (BadInput, {"title": "risk"}),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(
    error: type[Exception], wrong: dict[str, object]
) -> None:
    told: list[int] = []
    with pytest.raises(error):
        simulate(**{"title": "ford", "games": 1, "progress": told.append, **wrong})  # type: ignore[arg-type]
    assert told == []


def test_a_game_that_fails_is_named_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clumsy:
        reasons: list[object] = []

        def decide(self, seat: front1914.Seat) -> front1914.Action:
            return front1914.Action("to", "9999")

    monkeypatch.setattr(front1914, "commander", lambda *args: Clumsy())
    with pytest.raises(FrontError, match=r"game 0 \(dice seed 8:0\) failed: IllegalAction: to 9999"):
        simulate("ford", 1, seed=8)
