"""A short version of `make load` for every run of the suite; how fast it is, is measured there and not here."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import need_postgres


@pytest.fixture(autouse=True)
def _postgres() -> None:
    """Skipped, or failing where it is required, without a PostgreSQL."""
    need_postgres()


def test_live_games_of_two_are_the_same_for_everybody(tmp_path: Path) -> None:
    from tests.load import club

    found: dict[str, Any] = asyncio.run(club.live(tmp_path, 6, 5, 0.5, ["ford"], 2))
    assert found["errors"] == found["missing"] == []
    assert found["seen by the other"] > 5


def test_nothing_acknowledged_is_lost_when_processes_and_postgresql_are_killed(tmp_path: Path) -> None:
    from tests.load import club

    found = asyncio.run(club.kills(tmp_path, 4, 2, 1))
    assert found["lost"] == 0, found["examples"]
    assert found["games still going on"]
    assert found["acknowledged"] > 5
