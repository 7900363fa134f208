"""Referees share no code with their titles, and agree with them in a short game of each scenario."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import front1914
from tests.referee import find, play_and_compare
from tests.referee.__main__ import refereed

HERE = Path(__file__).parent
#: the first decisions of a game in the suite; what comes later is compared by `make fuzz`
SHORT = {"schlieffens_war": 250, "germany_at_war": 250, "fixed_1914": 800, "der_weltkrieg": 400}
REFEREED = refereed()


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = ".".join((*file.relative_to(HERE.parents[1]).parts[: -node.level], "")) if node.level else ""
            yield from (f"{package}{node.module or ''}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("title", REFEREED)
def test_a_referee_shares_no_code_with_its_title(title: str) -> None:
    own = f"tests.titles.{title}.referee"
    for file in (HERE / title / "referee").rglob("*.py"):
        for module in imported(file):
            assert not module.startswith(("front1914.titles", "front1914.play")), f"{file}: {module}"
            assert not module.startswith("tests.titles") or module.startswith(own), f"{file}: {module}"


@pytest.mark.parametrize("title", REFEREED)
def test_a_referee_agrees_with_its_title(title: str) -> None:
    for scenario in front1914.title(title).info.scenarios:
        found = play_and_compare(title, scenario.id, "suite", decisions=SHORT.get(title, 60))
        assert found.disagreements == []
        assert found.calls, f"{title}: nothing was compared"
        names = [check.of.__name__ for check in (*find(title).checks, *find(title).watches)]
        assert len(names) == len(set(names)), "two checks of one name"
