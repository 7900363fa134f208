"""The front of a campaign against that of history."""

from __future__ import annotations

from pathlib import Path

import pytest
from campaign_pictures import TITLE, draw, front, historical, lines, moment, moments, places, play_on, table

import front1914


def test_every_place_of_the_lines_is_known() -> None:
    known = places()
    assert {place for line in lines().values() for place in line} <= set(known)
    assert len(lines()) == 29


def test_the_line_of_the_race_is_where_history_has_it() -> None:
    """The set-up of the scenario was made from the line of 19 September: it is three hexes from it on average."""
    game = front1914.new(TITLE, "race", seed=1)
    told = moment(game, 5, 15)
    assert told.apart < 3
    assert len(told.line) == len(historical(15)) > 20
    later = moment(game, 8, 24)
    assert later.worst > told.worst  # the line of October reaches the sea


def test_a_picture_has_a_map_for_each_moment() -> None:
    game = front1914.new(TITLE, "race", seed=1)
    told = moment(game, 5, 15)
    sheet = draw([told, told._replace(number=6, turn=18)])
    heads = [shape.text for shape in sheet.shapes if shape.kind == "text"]
    assert heads[0].startswith("5. Inter-Phase, turn 15, ")
    assert heads[1].startswith("6. Inter-Phase, turn 18, ")
    dashed = [shape for shape in sheet.shapes if shape.dash]
    assert len(dashed) == 2
    assert table([told]).splitlines()[-1].startswith("| 5 | 15 |")


def test_moments_are_taken_from_a_saved_game(tmp_path: Path) -> None:
    """A game that has not come to an Inter-Phase has none."""
    game = front1914.new(TITLE, "race", seed=1)
    game.save(tmp_path / "game")
    assert moments(tmp_path / "game") == []
    assert front(game.state)


@pytest.mark.parametrize("turn", [3, 6, 9, 12, 15, 18, 21, 24, 27, 30])
def test_there_is_a_line_for_each_inter_phase(turn: int) -> None:
    assert len(historical(turn)) > 15


def test_any_level_plays_until_a_turn_is_over(tmp_path: Path) -> None:
    told = {
        level: play_on(tmp_path / f"{level}.save", "three", 99.0, "introduction", level, until=1)
        for level in ("random", "recruit")
    }
    assert all(game.state.turn == 2 and game.result is None for game in told.values())
    assert told["random"].log[:] != told["recruit"].log[:]
    again = play_on(tmp_path / "recruit.save", "three", 99.0, "introduction", "recruit", until=2)
    assert again.state.turn == 3
