"""Where each key of a TOML text stands, which the standard parser does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]  #: keys and list positions from the top of the document

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.S,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)+")


def toml_lines(text: str) -> dict[Path, int]:
    """The line of every table, key and list item of a text that `tomllib` has already accepted.

    >>> toml_lines('a = 1\\n[crt]\\nrows = [\\n  ["1/0"],\\n  ["0/1"],\\n]\\n')[("crt", "rows", 1, 0)]
    5
    >>> toml_lines('[[turn]]\\n[[turn]]\\nname = "2"')[("turn", 1, "name")]
    3
    """
    return _Scanner(text).lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.lines: dict[Path, int] = {}
        self.lists: dict[Path, int] = {}  # arrays of tables: the number of their last table
        self.document()

    def document(self) -> None:
        table: Path = ()
        while self.skip():
            if self.text.startswith("[[", self.at):
                table = self.header("[[", "]]")
            elif self.text.startswith("[", self.at):
                table = self.header("[", "]")
            else:
                self.pair(table)

    def skip(self) -> bool:
        """Past blanks, line ends and comments; False at the end of the text."""
        if found := _BLANK.match(self.text, self.at):
            self.at = found.end()
        return self.at < len(self.text)

    def mark(self, path: Path) -> None:
        self.lines.setdefault(path, bisect_right(self.starts, self.at))

    def header(self, opening: str, closing: str) -> Path:
        start = self.at
        self.at += len(opening)
        *front, last = self.key()
        path: Path = ()
        for part in front:
            path = self.inside((*path, part))
        path = (*path, last)
        if opening == "[[":
            self.lists[path] = self.lists.get(path, -1) + 1
            path = (*path, self.lists[path])
        self.skip()
        after = self.at + len(closing)
        self.at = start
        for depth in range(1, len(path) + 1):
            self.mark(path[:depth])
        self.at = after
        return path

    def inside(self, path: Path) -> Path:
        return (*path, self.lists[path]) if path in self.lists else path

    def key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self.skip()
            if found := _STRING.match(self.text, self.at):
                parts.append(str(tomllib.loads(f"key = {found.group()}")["key"]))
            else:
                found = _BARE.match(self.text, self.at)
                assert found is not None, "the text was accepted before"
                parts.append(found.group())
            self.at = found.end()
            self.skip()
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def pair(self, table: Path) -> None:
        start = self.at
        keys = self.key()
        after, self.at = self.at, start
        for depth in range(1, len(keys) + 1):
            self.mark((*table, *keys[:depth]))
        self.at = after + 1  # past the equals sign
        self.value((*table, *keys))

    def value(self, path: Path) -> None:
        self.skip()
        opening = self.text[self.at]
        if opening == "[":
            self.items(path)
        elif opening == "{":
            self.inline(path)
        else:
            found = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            assert found is not None, "the text was accepted before"
            self.at = found.end()

    def items(self, path: Path) -> None:
        self.at += 1
        number = 0
        while self.skip() and self.text[self.at] != "]":
            self.mark((*path, number))
            self.value((*path, number))
            number += 1
            self.comma()
        self.at += 1

    def inline(self, path: Path) -> None:
        self.at += 1
        while self.skip() and self.text[self.at] != "}":
            self.pair(path)
            self.comma()
        self.at += 1

    def comma(self) -> None:
        self.skip()
        if self.text[self.at] == ",":
            self.at += 1
