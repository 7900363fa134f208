"""Saves of older rules are never lost: each is replayed whole, or opened at its last good moment with a clear word.

The suite opens every save of version 1 and, of each later version, the shortest of every scenario; `make games` opens
all.
"""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from record_games import FOLDER, OLD

import front1914
from front1914 import BadSave, Game

SAVES = sorted((FOLDER / OLD).glob("*/*.save.xz"))
EVERY = os.environ.get("FRONT1914_GAMES") == "all"


def short() -> Iterator[Path]:
    """What the suite opens."""

    def kind(file: Path) -> tuple[str, str, str]:
        name, version = file.name.split(".")[:2]
        return file.parent.name, version, name.split("-")[0]

    for (_, version, _), files in groupby(sorted(SAVES, key=kind), kind):
        found = sorted(files, key=lambda file: file.stat().st_size)
        yield from found if version == "rules1" else found[:1]


CASES = SAVES if EVERY else list(short())


def opened(path: Path) -> tuple[Game, str]:
    """The game as far as it goes under these rules, and the word about it."""
    try:
        return front1914.load(path), ""
    except BadSave as bad:
        good: Game = bad.good
        return good, str(bad)


@pytest.mark.parametrize("file", CASES, ids=[f"{file.parent.name}-{file.name[:-8]}" for file in CASES])
def test_a_save_of_older_rules_is_opened(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    header, title = front1914.header(path), front1914.title(file.parent.name)
    written = sum(line[:2] not in ("= ", ". ", "") for line in path.read_text(encoding="utf-8").split("\n")[2:])
    game, word = opened(path)
    if word:
        assert f"played under version {header['rules']} of the rules of {title.info.id}" in word
        assert f"this program has {title.rules_version}" in word
        assert f"{path}:" in word or "actions are legal" in word
    else:
        assert len(game.log) == written
    assert game.decision is not None or game.result is not None
    assert not game.faults()
    game.save(path)
    again = front1914.load(path)
    assert (again.digest(), again.log) == (game.digest(), game.log)


def test_there_is_a_save_of_version_1_of_every_title() -> None:
    kept = {file.parent.name for file in CASES if ".rules1." in file.name}
    assert kept == {info.id for info in front1914.titles()} - {"ford"}
