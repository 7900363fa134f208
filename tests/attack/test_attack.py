"""A short version of `make attack` for every run of the suite."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.attack import __main__, commands, crowd, line, papers, power


def test_spoilt_saves_and_positions(tmp_path: Path) -> None:
    assert papers.attack(tmp_path, 1, 300, ("ford", "germany_at_war"))["save"] == 150


def test_command_lines_that_nobody_means(tmp_path: Path) -> None:
    assert sum(commands.attack(tmp_path, 1, 60).values()) == 60


def test_spoilt_requests(tmp_path: Path) -> None:
    codes = line.attack_requests(tmp_path, 1, 500)
    assert {"200", "400", "403", "404"} <= codes.keys()


def test_spoilt_conversations(tmp_path: Path) -> None:
    ends = line.attack_sockets(tmp_path, 1, 40)
    assert {"noise", "1008", "4404"} <= ends.keys()


def test_power_cuts(tmp_path: Path) -> None:
    found = power.attack_power(tmp_path, 1, 15, between=1)
    assert found["frames"] > 20


def test_kills_under_load(tmp_path: Path) -> None:
    assert power.attack_kills(tmp_path, 1, 2)["acknowledged"] > 5


def test_more_games_than_are_kept_in_memory(tmp_path: Path) -> None:
    assert asyncio.run(crowd.attack_crowd(tmp_path, 80))["games"] == 80


def test_a_long_game_is_uploaded_with_its_progress_shown(tmp_path: Path) -> None:
    assert crowd.attack_upload(tmp_path, 1, 300)["actions"] == 300


def test_memory_stays_while_games_are_played(tmp_path: Path) -> None:
    assert crowd.attack_memory(tmp_path, 5, rest=0, games=crowd.GAMES[:1])["actions"] > 10


def test_an_attack_of_an_unknown_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["attack", "memroy"])
    with pytest.raises(SystemExit):
        __main__.main()
    assert "no attack memroy; there is saves" in capsys.readouterr().err
