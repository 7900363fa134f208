"""Every worked example has its test: examples.csv says which."""

from __future__ import annotations

import ast
import csv
from functools import cache
from pathlib import Path

import pytest

import front1914

HERE = Path(__file__).parent
LINES = (HERE / "examples.csv").read_text(encoding="utf-8").splitlines()[1:]
EXAMPLES = list(csv.DictReader(LINES))


@cache
def names_in(module: str) -> frozenset[str]:
    tree = ast.parse((HERE / f"test_{module}.py").read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@cache
def rules() -> frozenset[str]:
    return frozenset(row.rule for row in front1914.ledger("schlieffens_war").rows)


@pytest.mark.parametrize("example", EXAMPLES, ids=[row["example"] for row in EXAMPLES])
def test_an_example_has_its_tests(example: dict[str, str]) -> None:
    named = example["tests"].split()
    assert named
    assert example["rule"] in rules()
    for name in named:
        module, _, test = name.partition(".")
        assert f"test_{test}" in names_in(module), name


def test_the_examples_are_listed_once() -> None:
    ids = [row["example"] for row in EXAMPLES]
    assert len(ids) == 139
    assert ids == sorted(set(ids))
