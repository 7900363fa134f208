"""Drawn maps, packed and kept: a large one takes seconds to draw and is the same until its title changes."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from pathlib import Path

from front1914 import Title
from front1914.server.art import draw, ground

STYLE = 4  #: rises when the way of drawing changes, so that kept maps are drawn anew


class Drawing:
    """A drawn map as gzip-packed JSON, with a version that changes when it does."""

    def __init__(self, title: Title, folder: Path | None = None) -> None:
        sheet, below = title.sheet(), ground(title)
        told = json.dumps([STYLE, sheet, below], sort_keys=True, ensure_ascii=False).encode()
        self.version = hashlib.blake2b(told, digest_size=8).hexdigest()
        file = None if folder is None else folder / f"{title.info.id}-{self.version}.json.gz"
        self.body = self._read(file) or self._draw(sheet, below, file)

    def _read(self, file: Path | None) -> bytes:
        """The kept drawing; nothing if there is none or it is damaged."""
        if file is None:
            return b""
        try:
            body = file.read_bytes()
            gzip.decompress(body)
        except (OSError, EOFError, gzip.BadGzipFile):
            return b""
        return body

    def _draw(self, sheet: dict[str, object], below: dict[str, object], file: Path | None) -> bytes:
        body = gzip.compress(json.dumps(draw(sheet, below), ensure_ascii=False).encode(), 6, mtime=0)
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                for old in file.parent.glob(f"{file.name.rsplit('-', 1)[0]}-*.json.gz"):
                    old.unlink(missing_ok=True)
                part = file.with_suffix(f".{os.getpid()}")
                part.write_bytes(body)
                part.replace(file)
            except OSError:
                pass  # it can be drawn again
        return body
