"""Data files with provenance: typed rows from CSV and TOML, with a player's own folder laid on top.

A title keeps its facts in a `data` folder. Every row or table says where it comes from (`source`): a column of the
row, a key of its table, or once for the whole file (`# source: geography` above a CSV header, `source = "..."` at the
top of a TOML file); a row may name a source for each field (`name=history at=reconstructed`).

A player's folder may hold files of the same names: a CSV file with the key column and the columns to be changed, a
TOML file with whole tables, where a table that holds only tables counts as a list of them. `DataFolder.overrides` lists
every change; what does not validate, or replaces nothing, is refused with file, line, field and reason. The
environment variable FRONT1914_OWN names the folder, in which each title has a folder of its own:
`DIR/schlieffens_war/charts.toml`.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import MISSING
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from front1914.engine.errors import BadData
from front1914.kit.provenance import PLAYER, SOURCES, Origin, Override, Rows, read_source
from front1914.kit.rows import Field, Ref, Split, Vocabularies, Within, fields_of
from front1914.kit.sections import Document, Section

__all__ = ["PLAYER", "SOURCES", "DataFolder", "Origin", "Override", "Ref", "Rows", "Section", "Split", "Within"]

R = TypeVar("R")

OWN = "FRONT1914_OWN"  #: the environment variable that names a player's folder, so that every process finds it


def own_folder(title: str) -> Path | None:
    """Where a player's own data of a title stand, if there are any."""
    if not (named := os.environ.get(OWN)):
        return None
    if not Path(named).is_dir():
        raise BadData(named, "there is no such folder")
    folder = Path(named) / title
    return folder if folder.is_dir() else None


_of_package: dict[tuple[str, Path | None], DataFolder] = {}


class DataFolder:
    """A title's data folder, with a player's own folder before it.

    >>> import tempfile
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Corps:
    ...     id: str
    ...     factor: int
    >>> home, own = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp())
    >>> _ = (home / "corps.csv").write_text("id,factor,source\\ng-10,4,rulebook\\ng-9,4,history\\n")
    >>> _ = (own / "corps.csv").write_text("id,factor\\ng-9,5\\n")
    >>> folder = DataFolder(home, own)
    >>> corps = folder.csv("corps.csv", Corps)
    >>> corps.by_id["g-9"], [origin.of("factor") for origin in corps.origins]
    (Corps(id='g-9', factor=5), ['rulebook', 'player'])
    >>> folder.overrides[0].what
    'corps.csv g-9: factor 4 -> 5'
    """

    def __init__(self, home: Traversable, own: Path | None = None) -> None:
        self.home = home
        self.own = own
        self.overrides: list[Override] = []
        self._read: set[str] = set()
        self._own_texts: dict[str, str] = {}
        if own is not None and not own.is_dir():
            raise BadData(str(own), "there is no such folder")

    @classmethod
    def of(cls, package: str) -> DataFolder:
        """The folder of a title, from its package name; all modules of the title share it."""
        own = own_folder(package.rpartition(".")[2])
        if (package, own) not in _of_package:
            _of_package[package, own] = cls(resources.files(package) / "data", own)
        return _of_package[package, own]

    @property
    def fingerprint(self) -> str:
        """Equal for equal data of a player's own; empty if there are none."""
        if not self._own_texts:
            return ""
        return blake2b(repr(sorted(self._own_texts.items())).encode(), digest_size=8).hexdigest()

    def csv(
        self,
        name: str,
        row: type[R],
        *,
        key: str | tuple[str, ...] = "id",
        words: Vocabularies | None = None,
        fixed: Collection[str] = (),
    ) -> Rows[R]:
        """The rows of a CSV file. `key` is the column (or columns) that no two rows share.

        The columns `fixed` are what the rules rest on: a player's own data do not change them.
        """
        fields = fields_of(row, words or {}, text=True)
        keys = (key,) if isinstance(key, str) else key
        lines = _csv_lines(*self._open(name), fields, keys, player=False)
        if (found := self._open_own(name)) is not None:
            self._patch(name, lines, _csv_lines(*found, fields, keys, player=True), fixed)
        rows: dict[Any, R] = {}
        for line in lines.values():
            made = line.build(row, fields)
            found_id = getattr(made, key) if isinstance(key, str) else tuple(getattr(made, name) for name in key)
            if found_id in rows:
                raise BadData(line.file, f"{found_id} stands there twice", line.line, keys[0])
            rows[found_id] = made
        return Rows(name, rows.values(), [line.origin for line in lines.values()], rows)

    def toml(self, name: str) -> Section:
        """The top of a TOML file."""
        file, text = self._open(name)
        document = Document(file, text)
        if (found := self._open_own(name)) is not None:
            self.overrides += document.patch(name, Document(*found))
        return Section(document, (), document.data)

    def finish(self) -> tuple[Override, ...]:
        """All overrides, once everything has been read; a file in the player's folder that was not read is an error."""
        for path in sorted(self.own.rglob("*")) if self.own else ():
            name = path.relative_to(self.own or path)
            if path.is_file() and name.as_posix() not in self._read and not name.name.startswith("."):
                raise BadData(str(path), "this title reads no data file of that name")
        return tuple(dict.fromkeys(self.overrides))  # several modules may read the same file

    def _patch(self, name: str, lines: _Lines, changes: _Lines, fixed: Collection[str]) -> None:
        for key, change in changes.items():
            label = " ".join(key)
            if key not in lines:
                raise BadData(change.file, f"there is no row {label} to replace", change.line)
            for field in fixed:
                if field in change.cells and change.cells[field] != lines[key].cells.get(field, ""):
                    raise BadData(change.file, "the rules rest on this: it cannot be changed", change.line, field)
            for what in lines[key].patch(change):
                self.overrides.append(Override(change.file, change.line, f"{name} {label}: {what}"))

    def _open(self, name: str) -> tuple[str, str]:
        self._read.add(name)
        return _text(f"{self.home.name}/{name}", self.home / name)

    def _open_own(self, name: str) -> tuple[str, str] | None:
        path = self.own / name if self.own else None
        if path is None or not path.exists():
            return None
        file, text = _text(str(path), path)
        self._own_texts[name] = text
        return file, text


def _text(file: str, path: Traversable) -> tuple[str, str]:
    """The name of a file for people, and its text."""
    try:
        raw = path.read_bytes()
        return file, raw.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise BadData(file, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadData(file, "this is not UTF-8 text", raw.count(b"\n", 0, error.start) + 1) from None


class _Line:
    """A row of a CSV file before its cells are read."""

    def __init__(self, file: str, line: int, cells: dict[str, str], source: str, sources: dict[str, str]) -> None:
        self.file = file
        self.line = line
        self.cells = cells
        self.source = source
        self.sources = sources  # of single fields
        self.places: dict[str, tuple[str, int | None]] = dict.fromkeys(cells, (file, line))

    def patch(self, change: _Line) -> list[str]:
        """Take over what another line says differently, and tell it."""
        told = []
        for name, cell in change.cells.items():
            if cell != self.cells.get(name, ""):
                told.append(f"{name} {self.cells.get(name, '')} -> {cell}")
                self.cells[name] = cell
                self.places[name] = (change.file, change.line)
                self.sources[name] = change.sources.get(name, change.source)
        return told

    @property
    def origin(self) -> Origin:
        here = (self.file, self.line)
        elsewhere = {name: place for name, place in self.places.items() if place != here}
        return Origin(self.source, self.file, self.line, self.sources, elsewhere)

    def build(self, row: type[R], fields: Sequence[Field]) -> R:
        values = {}
        for field in fields:
            cell = self.cells.get(field.name, "")
            file, line = self.places.get(field.name, (self.file, self.line))
            if not cell and field.blank is MISSING:
                raise BadData(file, "is empty", line, field.name)
            try:
                values[field.name] = field.read(cell) if cell else field.blank
            except ValueError as error:
                raise BadData(file, str(error), line, field.name) from None
        return row(**values)


_Lines: TypeAlias = dict[tuple[str, ...], _Line]  #: by key


def _csv_lines(file: str, text: str, fields: Sequence[Field], keys: tuple[str, ...], *, player: bool) -> _Lines:
    """The lines of a CSV text by key; its columns are checked, its cells not yet read."""
    head = re.match(r"(?:#[^\n]*\n)*", text)
    skipped = head.group() if head else ""
    stated = re.search(r"^#\s*source:\s*(\S+)\s*$", skipped, re.M)
    default = stated.group(1) if stated else (PLAYER if player else "")
    reader = csv.reader(io.StringIO(text[len(skipped) :]), strict=True)
    above = skipped.count("\n")
    lines: _Lines = {}
    header: list[str] = []
    begins = above + 1
    try:
        for cells in reader:
            begins, line = above + reader.line_num + 1, begins
            if not any(cells):
                continue
            if not header:
                header = _header(file, line, cells, fields, keys if player else None)
                continue
            if len(cells) != len(header):
                raise BadData(file, f"{len(cells)} cells under {len(header)} columns", line)
            row = dict(zip(header, map(str.strip, cells), strict=True))
            source, sources = read_source(file, row.pop("source", "") or default, line, player=player)
            for name in sources:
                if name not in row:
                    raise BadData(file, f"there is no column {name}", line, "source")
            key = tuple(row[name] for name in keys)
            if key in lines:
                raise BadData(file, f"{' '.join(key)} stands already on line {lines[key].line}", line, keys[0])
            lines[key] = _Line(file, line, row, source, sources)
    except csv.Error as error:
        raise BadData(file, f"not a CSV row: {error}", begins) from None
    if not header:
        raise BadData(file, "there is no header line", 1)
    return lines


def _header(
    file: str, line: int, cells: list[str], fields: Sequence[Field], patch: tuple[str, ...] | None
) -> list[str]:
    """The column names. A patch needs only its key; a whole file every column without a default."""
    header = [cell.strip() for cell in cells]
    known = {field.name for field in fields} | {"source"}
    for name in header:
        if name not in known:
            raise BadData(file, f"there is no such column; known are {', '.join(sorted(known))}", line, name)
        if header.count(name) > 1:
            raise BadData(file, "the column stands twice", line, name)
    needed = patch if patch is not None else tuple(field.name for field in fields if field.default is MISSING)
    for name in needed:
        if name not in header:
            raise BadData(file, "the column is missing", line, name)
    return header
