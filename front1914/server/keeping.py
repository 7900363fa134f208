"""Keeping the games safe: copies while they are played, a useless file set aside, and what can be saved of it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from front1914.server.claim import Claim
from front1914.server.sqlite import FILE, TABLES, SqliteStorage, check_ours, copy_game, migrate, newer_than_us
from front1914.server.storage import NotOurs, StorageFailed


class Saved(NamedTuple):
    """What was saved of a damaged file: games that are whole, those of which a part is, and those that are lost."""

    whole: int
    part: int
    lost: int


def backup(folder: Path, target: Path) -> int:
    """Copies all games into one file, also while they are played; returns their number."""
    source = folder / FILE
    if not source.is_file():
        raise StorageFailed(f"{source}: there are no games")
    if target.exists():
        raise StorageFailed(f"{target}: there is a file of that name already")
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with _reading(source) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy)
            check_ours(copy)
            (count,) = copy.execute("select count(*) from game").fetchone()
        part.replace(target)
    except sqlite3.Error as bad:
        raise StorageFailed(f"{source}: {bad}") from bad
    finally:
        _wipe(part)
    return int(count)


def restore(folder: Path, source: Path) -> tuple[int, Path | None]:
    """Puts the games of a copy in the place of the present ones, which are set aside; returns how many, and where to.

    Nothing may have the folder open meanwhile.
    """
    if not source.is_file():
        raise StorageFailed(f"{source}: there is no such file")
    claim = Claim(folder)
    if not claim.ours:
        raise StorageFailed(f"Front 1914 is open at {claim.address or 'an unknown address'}: end it first")
    part = folder / f"{FILE}.part"
    try:
        _wipe(part)
        count = _copied(source, part)
        aside = set_aside(folder, "before-restore") if (folder / FILE).exists() else None
        part.replace(folder / FILE)
    except (sqlite3.Error, StorageFailed) as bad:
        raise StorageFailed(f"{source}: {bad}") from bad
    finally:
        _wipe(part)
        claim.release()
    return count, aside


def _copied(source: Path, part: Path) -> int:
    """A copy of games, checked and with its tables up to date."""
    with _reading(source) as games, closing(sqlite3.connect(part, isolation_level=None)) as copy:
        newer_than_us(games)
        check_ours(games)
        if not games.execute("pragma user_version").fetchone()[0]:
            raise NotOurs("there are no games in it")
        games.backup(copy)
        migrate(copy)
        (count,) = copy.execute("select count(*) from game").fetchone()
        copy.execute("pragma journal_mode = delete")
    return int(count)


def set_aside(folder: Path, why: str) -> Path:
    """Renames the file of the games, with what belongs to it; returns its new name."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    target, more = folder / f"{FILE}.{why}-{stamp}", 0
    while target.exists():
        more += 1
        target = folder / f"{FILE}.{why}-{stamp}-{more}"
    for ending in ("-wal", "-shm", ""):
        file = folder / f"{FILE}{ending}"
        if file.exists():
            file.rename(f"{target}{ending}")
    return target


def open_games(folder: Path) -> tuple[SqliteStorage, str | None]:
    """The games of a folder. A file that is no use is set aside with a word, and what is sound in it is taken over."""
    try:
        return SqliteStorage(folder), None
    except NotOurs as bad:
        aside = set_aside(folder, "damaged")
        storage = SqliteStorage(folder)
        saved = salvage(aside, folder / FILE)
        words = f"{bad}. It was set aside as {aside.name}, and a new file was begun."
        if any(saved):
            words += f" Of its games {saved.whole} could be saved whole, {saved.part} in part, {saved.lost} not at all."
        else:
            words += " No game could be read in it."
        return storage, f"{words} `front1914 restore` brings back a copy, if there is one."


def salvage(source: Path, target: Path) -> Saved:
    """Takes over every game of a damaged file as far as its rows are sound."""
    found = {"whole": 0, "part": 0, "lost": 0}
    with closing(sqlite3.connect(target, isolation_level=None, timeout=10)) as into:
        into.execute("pragma foreign_keys = on")
        with suppress(sqlite3.Error), _reading(source) as games:  # what came before an error is saved
            for row in TABLES.games(games):
                found[copy_game(games, into, row)] += 1
    return Saved(**found)


def _reading(file: Path) -> closing[sqlite3.Connection]:
    """A file that must be there, to be read; `rw`, because a log that was not written back yet belongs to it."""
    return closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=10))


def _wipe(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)
