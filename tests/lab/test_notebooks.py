"""The notebooks of docs/notebooks run from top to bottom, in small."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from run_notebooks import NOTEBOOKS, run  # noqa: E402

#: cells of each whose last line must show itself as a picture or a page
SHOWN = {"schlieffen_plan": 3, "balance_of_an_introduction": 4, "train_a_commander": 2}
STUDIES = {"schlieffen_plan", "balance_of_an_introduction"}  #: those that leave reports behind


def test_every_notebook_is_listed() -> None:
    assert {file.stem for file in NOTEBOOKS.glob("*.ipynb")} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONT1914_NOTEBOOK_GAMES", "1" if name == "schlieffen_plan" else "2")
    monkeypatch.setenv("FRONT1914_NOTEBOOK_LEVEL", "random")
    monkeypatch.setenv("FRONT1914_NOTEBOOK_ON", "here")
    monkeypatch.setenv("FRONT1914_NOTEBOOK_FOLDER", str(tmp_path))
    shown = run(NOTEBOOKS / f"{name}.ipynb")
    rich = [out for cell in shown for out in cell if {"image/svg+xml", "text/html"} & set(out.get("data", ()))]
    assert len(rich) >= SHOWN[name]
    assert bool(list(tmp_path.glob("*/report.html"))) == (name in STUDIES)


def test_what_fails_in_a_notebook_names_the_cell(tmp_path: Path) -> None:
    file = tmp_path / "bad.ipynb"
    file.write_text('{"cells": [{"cell_type": "code", "source": ["1 / 0"]}]}', encoding="utf-8")
    with pytest.raises(ZeroDivisionError) as bad:
        run(file)
    assert str(bad.traceback[-1].path) == "bad.ipynb, cell 1"
