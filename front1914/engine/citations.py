"""Which tests cite which rules, read from the source of the tests without running them.

    @pytest.mark.rule("2.1", "2.2")                      on a test or a class of tests
    pytestmark = [pytest.mark.rule("2")]                 on all tests of a module or class
    pytest.param(3, 5, marks=pytest.mark.rule("2.3"))    on one case
    rule = pytest.mark.rule                              a short name for any of these

A test that is skipped, is expected to fail or has an empty body proves nothing; its citations are `idle`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from front1914.engine.errors import BadData

MARK = "rule"
NO_PROOF = ("skip", "xfail")  #: marks of tests that prove nothing
Test = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Citation(NamedTuple):
    """A rule named by a test."""

    rule: str
    file: str
    line: int
    test: str
    idle: bool = False  #: the test does not run, or does nothing


def citations(folder: Path) -> list[Citation]:
    """The citations of every test below a folder, in the order of the files."""
    files = sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py")})
    return [citation for file in files for citation in _Reader(file).read()]


class _Mark(NamedTuple):
    """`pytest.mark.<name>`, with the call that gives it its arguments, if any."""

    name: str
    call: ast.Call | None


@dataclass
class _Scope:
    """What holds for all tests of a module or class."""

    name: str = ""
    idle: bool = False
    rules: list[tuple[str, int]] = field(default_factory=list)


class _Reader:
    """Reads one file of tests."""

    def __init__(self, file: Path) -> None:
        self.file = str(file)
        self.marks: dict[str, _Mark] = {}  #: short names for marks
        self.values: dict[str, ast.expr] = {}  #: what the names of the module stand for, such as lists of cases
        self.pytest = {"pytest"}  #: names of the module pytest
        self.mark: set[str] = set()  #: names of pytest.mark
        try:
            self.tree = ast.parse(file.read_text(encoding="utf-8"), self.file)
        except (OSError, SyntaxError, UnicodeDecodeError, ValueError) as bad:
            line = bad.lineno if isinstance(bad, SyntaxError) else None
            raise BadData(self.file, f"cannot be read as Python: {bad}", line) from None

    def read(self) -> Iterator[Citation]:
        self._learn_names()
        yield from self._read_body(self.tree.body, _Scope())

    # -- names -------------------------------------------------------------------------------------------------

    def _learn_names(self) -> None:
        """`import pytest as p`, `from pytest import mark`, `rule = pytest.mark.rule` and the like."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                self.pytest |= {alias.asname for alias in node.names if alias.name == "pytest" and alias.asname}
            elif isinstance(node, ast.ImportFrom) and node.module == "pytest":
                self.mark |= {alias.asname or alias.name for alias in node.names if alias.name == "mark"}
        for node in self.tree.body:
            target, value = _assigned(node)
            if target and target != "pytestmark" and value is not None:
                self.values[target] = value
                if self._is_mark_module(value):
                    self.mark.add(target)
                elif (found := self._mark_of(value)) is not None:
                    self.marks[target] = found

    def _is_mark_module(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.mark
        return (
            isinstance(node, ast.Attribute)
            and node.attr == "mark"
            and isinstance(node.value, ast.Name)
            and node.value.id in self.pytest
        )

    def _mark_of(self, node: ast.expr) -> _Mark | None:
        if isinstance(node, ast.Call):
            found = self._mark_of(node.func)
            return None if found is None else _Mark(found.name, node)
        if isinstance(node, ast.Name):
            return self.marks.get(node.id)
        if isinstance(node, ast.Attribute) and self._is_mark_module(node.value):
            return _Mark(node.attr, None)
        return None

    # -- tests -------------------------------------------------------------------------------------------------

    def _read_body(self, body: list[ast.stmt], outer: _Scope) -> Iterator[Citation]:
        scope = _Scope(outer.name, outer.idle, outer.rules[:])
        for node in body:
            target, value = _assigned(node)
            if target == "pytestmark" and value is not None:
                rules, idle = self._cited(_several(value))
                scope.rules += rules
                scope.idle |= idle
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                yield from self._read_body(node.body, self._enter(node, scope))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                yield from self._read_test(node, scope)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._refuse_stray(node)

    def _enter(self, node: ast.ClassDef, scope: _Scope) -> _Scope:
        rules, idle = self._cited(node.decorator_list)
        return _Scope(f"{scope.name}{node.name}.", scope.idle or idle, scope.rules + rules)

    def _read_test(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: _Scope) -> Iterator[Citation]:
        rules, idle = self._cited(node.decorator_list)
        name, idle = scope.name + node.name, scope.idle or idle or _is_empty(node.body)
        for rule, line in scope.rules + rules:
            yield Citation(rule, self.file, line, name, idle)
        for case, marks in self._cases(node):
            rules, skipped = self._cited(marks)
            for rule, line in rules:
                yield Citation(rule, self.file, line, f"{name}[{case}]", idle or skipped)

    def _cases(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, list[ast.expr]]]:
        """The marks of each `pytest.param` among the decorators, or in a list that they name."""
        number = 0
        for decorator in node.decorator_list:
            names = [self.values.get(part.id) for part in ast.walk(decorator) if isinstance(part, ast.Name)]
            for tree in (decorator, *(value for value in names if value is not None)):
                for call in ast.walk(tree):
                    if isinstance(call, ast.Call) and _last_name(call.func) == "param":
                        yield number, [m for k in call.keywords if k.arg == "marks" for m in _several(k.value)]
                        number += 1

    def _cited(self, marks: list[ast.expr]) -> tuple[list[tuple[str, int]], bool]:
        """The rules that a list of marks cites, and whether one of them keeps the test from proving anything."""
        rules: list[tuple[str, int]] = []
        idle = False
        for node in marks:
            mark = self._mark_of(node)
            if mark is None:
                continue
            idle |= mark.name in NO_PROOF
            if mark.name == MARK:
                rules += self._rules(mark, node)
        return rules, idle

    def _rules(self, mark: _Mark, node: ast.expr) -> list[tuple[str, int]]:
        if mark.call is None or not mark.call.args or mark.call.keywords:
            raise BadData(self.file, "a test cites rules as text: rule('2.1', '2.2')", node.lineno)
        found: list[tuple[str, int]] = []
        for arg in mark.call.args:
            if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
                raise BadData(self.file, f"a rule is cited as plain text, not {ast.unparse(arg)}", arg.lineno)
            found.append((arg.value, node.lineno if mark.call is not node else arg.lineno))
        return found

    def _refuse_stray(self, node: Test) -> None:
        rules, _ = self._cited(node.decorator_list)
        for rule, line in rules:
            raise BadData(self.file, f"{node.name} cites the rule {rule} but is no test", line)


def _assigned(node: ast.stmt) -> tuple[str, ast.expr | None]:
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id, node.value
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id, node.value
    return "", None


def _several(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.List | ast.Tuple) else [node]


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_empty(body: list[ast.stmt]) -> bool:
    """Nothing but a docstring, `pass` or `...`."""
    return all(
        isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in body
    )
