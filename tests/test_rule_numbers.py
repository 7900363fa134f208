"""From rule to code: the code of a title names each of its rules, or the paragraph that it stands in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

import front1914
from front1914.engine.mentions import lineage

TITLES = [info.id for info in front1914.titles() if info.stage == "complete"]


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_leads_to_code(title: str) -> None:
    book = front1914.ledger(title)
    lost = [row.rule for row in book.rows if row.kind == "rule" and not book.paragraph(row.rule)]
    assert not lost, f"nothing in the code of {title} names these rules: put them where they are carried out"


#: what code cites besides the rules of the ledger: the scenario book of Offensive a outrance
BESIDES = {"offensive_a_outrance": {"28.0", "A13", "A14"}}
HEAD = re.compile(r"(?:[\w.\-]+(?: to [\w.\-]+)?(?:, (?:rulings? )?| and ))*[\w.\-]+(?: to [\w.\-]+)?(?=: )")


@pytest.mark.parametrize("title", TITLES)
def test_numbers_are_spelt_as_in_the_ledger(title: str) -> None:
    """In the reasons that players read, in the rules of steps, and at the head of docstrings."""
    book = front1914.ledger(title)
    known = {name for row in book.rows for name in lineage(row.rule)} | BESIDES.get(title, set())
    shape = re.compile("|".join(sorted({_shape(row.rule) for row in book.rows}, key=len, reverse=True)))
    strange = []
    for file in book.file.parent.parent.rglob("*.py"):
        for line, number in _numbers(ast.parse(file.read_text(encoding="utf-8"))):
            if number not in known and shape.fullmatch(number):
                strange.append(f"{file.name}:{line}: {number}")
    assert not strange


def _shape(rule: str) -> str:
    """A pattern for numbers that are built like this one, any letter in place of its last one."""
    return re.sub(r"\\\.[a-z]$", r"\\.?[a-z]", re.sub(r"\d+", r"\\d+", re.escape(rule)).replace("\\-", "-"))


def _numbers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and node.args:
            given = node.args[0]
            if isinstance(given, ast.Constant) and given.value:
                yield node.lineno, given.value
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            found = HEAD.match(ast.get_docstring(node) or "")
            for number in re.findall(r"[\w.\-]+", found.group() if found else ""):
                yield getattr(node, "lineno", 1), number
