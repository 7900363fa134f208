"""Hooks of a judgement: a misspelt one fails in the type check, and when the title is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

import front1914
from front1914.play.judgement import Judgement

ROOT = Path(__file__).resolve().parents[2]
WRONG = """
from typing import Any
from front1914.play.judgement import Judgement, Role

roles: dict[str, Role] = {"move": "moover"}

def evaluate(view: dict[str, Any], side: str) -> float:
    return 0.0

Judgement(evalaute=evaluate)
Judgement(evaluate=lambda view: 0.0)
Judgement(mover=lambda view: 7)
"""


def test_the_type_check_finds_what_is_misspelt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    out, _, code = api.run([str(tmp_path / "wrong.py")])  # with our settings, so what `make types` has read serves here
    assert code == 1
    for line, words in {5: "moover", 10: "evalaute", 11: "evaluate", 12: "mover"}.items():
        assert any(f"wrong.py:{line}:" in row and words in row for row in out.splitlines()), (line, out)


def test_a_misspelt_hook_is_no_judgement() -> None:
    with pytest.raises(TypeError, match="supprot"):
        Judgement(supprot=lambda sight, survey: {})  # type: ignore[call-arg]


def test_a_missing_hook_says_what_is_wanted() -> None:
    with pytest.raises(NotImplementedError, match="wants a hook"):
        Judgement().sight({})


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_every_title_has_a_judgement_whose_roles_and_habits_are_steps(title: str) -> None:
    judgement = front1914.judgement(title)
    assert isinstance(judgement, Judgement)
    assert judgement.evaluate is not None
    steps = front1914.title(title).step
    assert set(judgement.roles) <= set(steps)
    assert set(judgement.habits) <= set(steps)
    for step, verbs in judgement.habits.items():
        assert set(verbs) <= set(steps[step].verbs), step
