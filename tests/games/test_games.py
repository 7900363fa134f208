"""Recorded games: each is replayed with every digest, to the same result, and the sides are told the same.

If one of these fails, a change altered a game. See README.md beside this file for what to do then.
"""

from __future__ import annotations

import pytest
from record_games import FOLDER, Recorded, differences, recorded, titles

import front1914

GAMES = [game for title in titles() for game in recorded(title)]
SHORT = [game for game in GAMES if not game.long]


@pytest.mark.parametrize("game", SHORT, ids=[f"{game.title}-{game.name}" for game in SHORT])
def test_a_recorded_game_replays_and_tells_the_same(game: Recorded) -> None:
    assert not (found := differences(game)), "\n".join(found)


def test_every_scenario_of_every_title_has_a_recorded_game() -> None:
    kept = {(game.title, game.scenario) for game in GAMES}
    shelf = {(info.id, scenario.id) for info in front1914.titles() for scenario in info.scenarios if info.id != "ford"}
    assert shelf <= kept


@pytest.mark.parametrize("title", titles())
def test_the_list_and_the_files_agree_and_are_of_the_present_rules(title: str) -> None:
    games = recorded(title)
    files = {file.name for file in (FOLDER / title).iterdir()}
    assert files == {"games.json"} | {game.file(kind).name for game in games for kind in ("save", "told")}
    versions = {game.rules for game in games}
    now = front1914.title(title).rules_version
    assert versions == {now}, f"python tools/record_games.py --title {title} records them anew"
