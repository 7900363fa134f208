"""Tables of a TOML file, with the place and the provenance of everything in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import MISSING
from decimal import Decimal
from typing import Any, TypeVar

from front1914.engine.errors import BadData
from front1914.kit.provenance import PLAYER, Origin, Override, Rows, read_source
from front1914.kit.rows import Reader, Vocabularies, fields_of, reader_of
from front1914.kit.toml_lines import Path, toml_lines

R = TypeVar("R")


class Document:
    """A TOML text with the place of everything in it."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        try:
            self.data = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+), column \d+\)", str(error))
            line = int(found.group(1)) if found else text.count("\n") + 1
            raise BadData(file, f"not TOML: {str(error).split(' (at')[0]}", line) from None
        except RecursionError:
            raise BadData(file, "nested too deeply") from None
        except ValueError as error:  # a number of thousands of digits
            raise BadData(file, f"a number that nobody needs: {error}") from None
        self.places = {path: (file, line) for path, line in toml_lines(text).items()}

    def place(self, path: Path) -> tuple[str, int | None]:
        """File and line of the key, or of the nearest thing around it."""
        while path not in self.places and path:
            path = path[:-1]
        return self.places.get(path, (self.file, None))

    def patch(self, name: str, own: Document) -> list[Override]:
        """Replace tables, and tables of a list by their id, with a player's."""
        told = []
        source = own.data.pop("source", PLAYER)
        for key, value in own.data.items():
            if key not in self.data or type(value) is not type(self.data[key]):
                raise BadData(own.file, f"{name} has no {key} of that kind to replace", own.place((key,))[1], key)
            if isinstance(value, list) and all(isinstance(item, dict) and "id" in item for item in value):
                for j, item in enumerate(value):
                    i = self._index(name, own, key, j)
                    self.data[key][i] = self._replace(own, (key, i), (key, j), item, source)
                    told.append(Override(*self.place((key, i)), f"{name} {key} {item['id']}"))
            elif _list_of_tables(value) and _list_of_tables(self.data[key]):
                told += self._patch_tables(name, own, key, value.get("source", source))
            else:
                self.data[key] = self._replace(own, (key,), (key,), value, source)
                told.append(Override(*self.place((key,)), f"{name} {key}"))
        return told

    def _patch_tables(self, name: str, own: Document, key: str, source: str) -> list[Override]:
        """Replace single tables of a table of tables."""
        told = []
        for inner, table in own.data[key].items():
            if inner == "source":
                continue
            path = (key, inner)
            if inner not in self.data[key]:
                raise BadData(own.file, f"{name} has no such table to replace", own.place(path)[1], f"{key}.{inner}")
            self.data[key][inner] = self._replace(own, path, path, table, source)
            told.append(Override(*self.place(path), f"{name} {key}.{inner}"))
        return told

    def _index(self, name: str, own: Document, key: str, j: int) -> int:
        wanted = own.data[key][j]["id"]
        for i, item in enumerate(self.data[key]):
            if isinstance(item, dict) and item.get("id") == wanted:
                return i
        raise BadData(own.file, f"{name} has no {key} {wanted} to replace", own.place((key, j, "id"))[1], key)

    def _replace(self, own: Document, here: Path, there: Path, value: Any, source: str) -> Any:
        """Move the places of a player's value to where it now stands, and give it a source."""
        if isinstance(value, dict):
            value = {"source": source} | value
            read_source(own.file, value["source"], own.place((*there, "source"))[1], player=True)
        depth = len(here)
        self.places = {path: place for path, place in self.places.items() if path[:depth] != here}
        self.places |= {here + path[depth:]: place for path, place in own.places.items() if path[:depth] == there}
        return value


def _list_of_tables(value: Any) -> bool:
    """A table that holds nothing but tables, such as [tec.clear] and [tec.forest] in [tec]."""
    return isinstance(value, dict) and all(isinstance(item, dict) for name, item in value.items() if name != "source")


class Section:
    """A table of a TOML file: what it holds, where it stands, where it comes from."""

    def __init__(self, document: Document, path: Path, data: dict[str, Any]) -> None:
        self._document = document
        self.path = path
        self.data = data

    def __contains__(self, key: str) -> bool:
        return key in self.data

    @property
    def name(self) -> str:
        return ".".join(map(str, self.path))

    @property
    def origin(self) -> Origin:
        """Provenance and place; an error if nothing here or above states a source."""
        data: Any = self._document.data
        at: Path = ()
        stated = data.get("source")
        for depth, step in enumerate(self.path, 1):
            data = data[step]
            if isinstance(data, dict) and "source" in data:
                stated, at = data["source"], self.path[:depth]
        file, line = self._document.place((*at, "source") if stated else self.path)
        source, fields = read_source(file, stated, line, player=file != self._document.file)
        return Origin(source, *self._document.place(self.path), fields)

    def error(self, reason: str, *keys: str | int) -> BadData:
        """The error to raise about something in this table."""
        file, line = self._document.place((*self.path, *keys))
        return BadData(file, reason, line, ".".join(map(str, (*self.path, *keys))))

    def section(self, key: str) -> Section:
        """A table inside this one."""
        data = self.data.get(key)
        if not isinstance(data, dict):
            raise self.error("the table is missing" if data is None else "is not a table", key)
        return Section(self._document, (*self.path, key), data)

    def sections(self, key: str) -> tuple[Section, ...]:
        """The tables of a list (`[[turn]]`), or the tables named inside a table (`[turn.1]`, `[turn.2]`)."""
        data = self.data.get(key, [])
        items: list[tuple[str | int, Any]] = []
        if isinstance(data, dict):
            items = [(step, item) for step, item in data.items() if step != "source"]
        elif isinstance(data, list):
            items = list(enumerate(data))
        if not isinstance(data, dict | list) or not all(isinstance(item, dict) for _, item in items):
            raise self.error("is not a list of tables", key)
        return tuple(Section(self._document, (*self.path, key, step), item) for step, item in items)

    def record(self, row: type[R], *, words: Vocabularies | None = None, beside: Iterable[str] = ()) -> R:
        """This table as a row. `beside` names the keys that somebody else reads."""
        fields = fields_of(row, words or {}, text=False)
        known = {field.name for field in fields} | {"source"} | set(beside)
        for key in self.data:
            if key not in known:
                raise self.error(f"there is no such key; known are {', '.join(sorted(known))}", key)
        values = {}
        for field in fields:
            if field.name in self.data:
                values[field.name] = self._value(field.name, field.read)
            elif field.default is MISSING:
                raise self.error("the key is missing", field.name)
            else:
                values[field.name] = field.default
        return row(**values)

    def rows(self, key: str, row: type[R], *, id: str = "id", words: Vocabularies | None = None) -> Rows[R]:
        """The tables under `key` as rows. In a table of tables the name of each is its id."""
        rows: dict[Any, R] = {}
        origins = []
        for section in self.sections(key):
            if isinstance(section.path[-1], str):
                section = Section(self._document, section.path, {id: section.path[-1]} | section.data)
            made = section.record(row, words=words)
            if getattr(made, id) in rows:
                raise section.error(f"{getattr(made, id)} stands there twice", id)
            rows[getattr(made, id)] = made
            origins.append(section.origin)
        return Rows(f"{self.name}.{key}".strip("."), rows.values(), origins, rows)

    def take(self, key: str, kind: type[R], default: R | None = None) -> R:
        """One value of a simple type; without a default it must be there."""
        if key in self.data:
            value: R = self._value(key, reader_of(kind))
            return value
        if default is None:
            raise self.error("the key is missing", key)
        return default

    def _value(self, key: str, read: Reader) -> Any:
        try:
            return read(self.data[key])
        except ValueError as error:
            raise self.error(str(error), key) from None
