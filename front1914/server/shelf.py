"""The titles as the server uses them: loaded once, their sheets and drawn maps packed and kept."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import front1914
from front1914 import FrontError, Title, TitleInfo
from front1914.server import rubbish, wire
from front1914.server.art import kept
from front1914.server.jobs import MOST_SECONDS
from front1914.server.refusals import Refused, refusal
from front1914.server.workers import JobFailed, Workers


def info_plain(info: TitleInfo) -> dict[str, Any]:
    """What the library shows of a title."""
    return asdict(info) | {"facts": dict(info.facts)}


class Paper(NamedTuple):
    """Something large that stays the same until its title changes: packed JSON, and a version that changes with it."""

    version: str
    body: bytes


def sheet_of(title: Title) -> Paper:
    """The sheet of a title."""
    plain = wire.encode(title.printed())
    return Paper(blake2b(plain, digest_size=8).hexdigest(), gzip.compress(plain, 6, mtime=0))


class Shelf:
    """Titles, sheets and maps."""

    def __init__(self, workers: Workers, folder: Path | None = None) -> None:
        self.workers = workers
        self.folder = folder  #: where drawn maps are kept
        self._sheets: dict[str, Paper] = {}
        self._maps: dict[str, Paper] = {}
        self._handbooks: dict[str, Paper] = {}
        self._texts: dict[tuple[str, str], bytes] = {}
        self._settled: set[str] = set()
        self._loading = asyncio.Lock()
        self._drawing = asyncio.Lock()

    async def title(self, name: object) -> Title:
        """A title, loaded once; beside the other work, because maps are large."""
        try:
            async with self._loading:
                found = await asyncio.to_thread(front1914.title, name)  # type: ignore[arg-type]
        except FrontError as no:
            raise refusal(no) from no
        if found.info.id not in self._settled:
            self._settled.add(found.info.id)
            rubbish.settle()
        return found

    async def sheet(self, name: str) -> Paper:
        title = await self.title(name)
        if name not in self._sheets:
            self._sheets[name] = await asyncio.to_thread(sheet_of, title)
        return self._sheets[name]

    async def art(self, name: str) -> Paper:
        """The drawn map of a title; one that was not shipped is drawn in another process, in seconds if it is large."""
        title = await self.title(name)
        folder = None if self.folder is None else self.folder / "art"
        async with self._drawing:
            if name not in self._maps:
                ready = await asyncio.to_thread(kept.found, title, folder)
                self._maps[name] = Paper(*(ready or await self._drawn(name, folder)))
            return self._maps[name]

    async def _drawn(self, name: str, folder: Path | None) -> tuple[str, bytes]:
        where = None if folder is None else str(folder)
        try:
            made: tuple[str, bytes] = await self.workers.ask("draw", name, where, limit=MOST_SECONDS)
        except JobFailed as bad:
            raise Refused(404, "art", f"no map could be drawn: {bad}") from bad
        return made

    async def handbook(self, name: str) -> Paper:
        """The handbook of a title, worked out in another process: its examples are moments of real games."""
        await self.title(name)
        async with self._drawing:
            if name not in self._handbooks:
                try:
                    self._handbooks[name] = Paper(*await self.workers.ask("handbook", name, limit=MOST_SECONDS))
                except JobFailed as bad:
                    raise Refused(404, "handbook", f"there is no handbook: {bad}") from bad
            return self._handbooks[name]

    async def text(self, kind: str, name: str, made: Callable[[Title], Any]) -> bytes:
        """Something of a title as JSON, made once: who asks again and again costs nothing."""
        title = await self.title(name)
        if (kind, title.info.id) not in self._texts:
            self._texts[kind, title.info.id] = wire.encode(await asyncio.to_thread(made, title))
        return self._texts[kind, title.info.id]

    def papers(self, title: str) -> dict[str, str]:
        """Where sheet and map of a title are found; with a version, if it is known, they can be kept for ever."""
        known = {"sheet": self._sheets.get(title), "art": self._maps.get(title)}
        base = f"/api/titles/{title}"
        return {name: f"{base}/{name}" + (f"?v={paper.version}" if paper else "") for name, paper in known.items()}
