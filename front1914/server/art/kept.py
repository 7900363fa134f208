"""Drawn maps, packed: our titles are shipped with theirs; any other is drawn when it is first asked for, and kept.

A large map takes seconds to draw and is the same until its title changes. A file's name holds the version of what it
was drawn from, so a title with other data (`--data`) does not find the shipped one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from front1914 import Title
from front1914.server.art import art_of, draw, ground

STYLE = 5  #: rises when the way of drawing changes, so that kept maps are drawn anew


class Drawing(NamedTuple):
    """A drawn map as gzip-packed JSON, with a version that changes when it does."""

    version: str
    body: bytes


def version(title: Title) -> str:
    """What the map of a title would be drawn from now, in sixteen signs."""
    told = json.dumps([STYLE, land(title.sheet()), ground(title)], sort_keys=True, ensure_ascii=False).encode()
    return hashlib.blake2b(told, digest_size=8).hexdigest()


def found(title: Title, folder: Path | None = None) -> Drawing | None:
    """The drawing that was shipped with a title, or is kept in a folder; none if the map has to be drawn."""
    now = version(title)
    for place in (art_of(title), folder):
        body = _read(place, f"{title.info.id}-{now}.json.gz")
        if body:
            return Drawing(now, body)
    return None


def drawing(title: Title, folder: Path | None = None) -> Drawing:
    """The map of a title, drawn if it has to be, and then kept in the folder."""
    ready = found(title, folder)
    if ready is not None:
        return ready
    made = Drawing(version(title), pack(title))
    if folder is not None:
        with suppress(OSError):  # it can be drawn again
            keep(made, title, folder)
    return made


def land(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """What a map is drawn from: neither pieces nor words about places."""
    places = {name: {key: place[key] for key in place if key != "facts"} for name, place in sheet["places"].items()}
    return {key: sheet[key] for key in ("kind", "orientation", "links", "lines", "outline") if key in sheet} | {
        "places": places
    }


def pack(title: Title) -> bytes:
    """The map of a title as it is drawn now."""
    found = draw(land(title.sheet()), ground(title))
    return gzip.compress(json.dumps(found, ensure_ascii=False).encode(), 6, mtime=0)


def keep(made: Drawing, title: Title, folder: Path) -> None:
    """Writes a drawing at once and whole, and takes older ones of the title away."""
    name = f"{title.info.id}-{made.version}.json.gz"
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{name}.{os.getpid()}"
    part.write_bytes(made.body)
    part.replace(folder / name)
    for old in folder.glob(f"{title.info.id}-*.json.gz"):
        if old.name != name:
            old.unlink(missing_ok=True)


def _read(folder: Path | None, name: str) -> bytes:
    """A drawing that lies in a folder; nothing if there is none or it is damaged."""
    if folder is None:
        return b""
    try:
        body = (folder / name).read_bytes()
        gzip.decompress(body)
    except (OSError, EOFError, gzip.BadGzipFile):
        return b""
    return body
