"""Where the code and the data of a title name its rules: read from the files, nothing is run.

A number counts in comments, docstrings and other texts of Python files, and anywhere in TOML files, if it stands alone:
`9.1` is not named by `9.1.2` or `19.1`. `9.1.2 to 9.1.4` names all three.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from front1914.engine.errors import BadData

NUMBER = re.compile(r"(?<![\w.\-/])[A-Za-z]{0,3}-?\d+\w*(?:[.\-]\w+)*|(?<![\w.\-/])[A-Z]{3}(?:\.\w+)*")
SPAN = re.compile(rf"({NUMBER.pattern}) to ({NUMBER.pattern})")


class Mention(NamedTuple):
    """A place that names a rule."""

    rule: str
    file: str
    line: int
    where: str  #: the class and function around it; nothing at the top of a file
    text: str  #: the line


def mentions(files: Iterable[Path], rules: Iterable[str]) -> dict[str, list[Mention]]:
    """By number: the places in some files that name it, for the rules given and the paragraphs that they belong to."""
    known = {number: n for n, number in enumerate(dict.fromkeys(name for rule in rules for name in lineage(rule)))}
    found: dict[str, list[Mention]] = {}
    for file in sorted(files):
        for mention in _named(file, known):
            found.setdefault(mention.rule, []).append(mention)
    return found


def lineage(rule: str) -> list[str]:
    """A number and those above it, nearest first.

    >>> lineage("7.5.1.a"), lineage("VC-3a"), lineage("22-4.1")
    (['7.5.1.a', '7.5.1', '7.5', '7'], ['VC-3a', 'VC-3', 'VC'], ['22-4.1', '22-4', '22'])
    """
    found = [rule]
    while True:
        last = found[-1]
        shorter = re.sub(r"(?<=\d)[a-z]$", "", last)
        if shorter == last:
            shorter = re.sub(r"[.\-]\w+$", "", last)
        if shorter == last:
            return found
        found.append(shorter)


def _named(file: Path, known: dict[str, int]) -> Iterator[Mention]:
    try:
        source = file.read_text(encoding="utf-8")
        parts = _texts(source) if file.suffix == ".py" else enumerate(source.splitlines(), 1)
        scopes = _scopes(ast.parse(source)) if file.suffix == ".py" else []
        lines = source.splitlines()
        for first, text in parts:
            for number, offset in _numbers(text, known):
                line = first + text.count("\n", 0, offset)
                yield Mention(number, str(file), line, _scope(scopes, line), lines[line - 1].strip())
    except (OSError, SyntaxError, UnicodeDecodeError, tokenize.TokenError) as bad:
        raise BadData(str(file), f"cannot be read: {bad}") from None


def _texts(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.start[0], token.string


def _numbers(text: str, known: dict[str, int]) -> Iterator[tuple[str, int]]:
    """The known numbers in a text, with their places; those between the ends of a span too."""
    for match in NUMBER.finditer(text):
        if match.group() in known:
            yield match.group(), match.start()
    for match in SPAN.finditer(text):
        first, last = known.get(match.group(1)), known.get(match.group(2))
        if first is not None and last is not None:
            depth = len(lineage(match.group(1)))
            for number, n in known.items():
                if first < n < last and len(lineage(number)) == depth:
                    yield number, match.start()


def _scopes(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Classes and functions: first line, last line, name; what is inside comes after what is around it."""
    found: list[tuple[int, int, str]] = []

    def walk(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}" if name else child.name
                found.append((child.lineno, child.end_lineno or child.lineno, inner))
                walk(child, inner)

    walk(tree, "")
    return found


def _scope(scopes: list[tuple[int, int, str]], line: int) -> str:
    return next((name for first, last, name in reversed(scopes) if first <= line <= last), "")
