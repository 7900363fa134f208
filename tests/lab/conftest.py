"""Studies small enough for the suite.

Ray, DuckDB, pandas and pyarrow are extras: without them their tests are skipped and say so; with FRONT1914_LAB=required
they fail instead.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from front1914.lab.study import Study, study

PLAN = {
    "name": "small",
    "title": "schlieffens_war",
    "scenario": "introduction",
    "commanders": "recruit",
    "games": 4,
    "seed": "5",
}


def needs(*names: str) -> None:
    """Skips the test if something is not installed, or fails where it must be."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        if os.environ.get("FRONT1914_LAB") == "required":
            pytest.fail(f"not installed: {', '.join(missing)} (make lab)")
        pytest.skip(f"not installed: {', '.join(missing)} (make lab)")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Four games of an introduction, played in this process."""
    return study(PLAN, folder=tmp_path_factory.mktemp("studies"), on="here")


@pytest.fixture(scope="session")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Two settings of the demo title with the same dice."""
    commanders = {"blue": ["random", "chooser"], "red": "random"}
    plan = {"name": "grid", "title": "ford", "games": 12, "commanders": commanders}
    return study(plan, folder=tmp_path_factory.mktemp("studies"), on="here")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "studies"
