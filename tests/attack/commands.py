"""Command lines that nobody means: each ends with an exit code and words, never with a traceback."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

from click.testing import CliRunner

import front1914
from front1914.cli import COMMANDS, main
from tests.attack import mutate

OPTIONS = (
    "--json",
    "--help",
    "--side",
    "--at",
    "--seed",
    "--scenario",
    "--option",
    "--dice",
    "--position",
    "--force",
    "--events",
    "--from",
    "--to",
    "--quiet",
    "--recover",
    "--games",
    "--decisions",
    "--all",
    "--tests",
    "--unit",
    "--target",
    "--blue",
    "--red=random",
)
WORDS = (
    "ford",
    "atlantis",
    "game",
    "missing",
    "folder",
    "spoilt",
    "position",
    "blue",
    "red",
    "chance",
    "observer",
    "unit",
    "b1",
    "to",
    "0302",
    "done",
    "pass",
    "die",
    "6",
    "manual",
    "seeded",
    "skirmish",
    "campaign",
    "open=true",
    "open=",
    "=",
    "open=9",
    "-",
    "--",
    "1e9",
    "0x10",
)
#: commands that work for as long as they are told to: only what they refuse, or very little, is asked of them
LONG = {
    "simulate": ["--games", "1", "--jobs", "1", "ford"],
    "fuzz": ["--decisions", "3", "ford"],
    "bench": ["--nonsense"],
}


def set_up(folder: Path) -> None:
    """Files of every kind."""
    game = front1914.new("ford", seed=7)
    game.act("pass")
    game.save(folder / "game")
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "position").write_text(json.dumps(game.position()), encoding="utf-8")
    (folder / "spoilt").write_bytes(b"front1914 1\n\xff\xfe{}\n")


def command(rng: random.Random, folder: Path) -> list[str]:
    """A command line; its first word is always a command, so that nothing is served."""
    name = rng.choice([*COMMANDS, *COMMANDS, "nonsense"])
    if name in LONG:
        words = [*LONG[name], *(_word(rng, folder) for _ in range(rng.randrange(2)))]
        return [name, *words] if name != "bench" else [name, "--nonsense", *words]
    usual = {"new": ["ford", str(folder / f"new{rng.random()}")]}.get(name, [str(folder / "game")])
    start = usual if rng.random() < 0.7 else []
    return [name, *start, *(_word(rng, folder) for _ in range(rng.randrange(6)))]


def _word(rng: random.Random, folder: Path) -> str:
    way = rng.random()
    if way < 0.3:
        return rng.choice(OPTIONS)
    if way < 0.75:
        word = rng.choice(WORDS)
        return str(folder / word) if word in ("game", "missing", "folder", "spoilt", "position") else word
    found = mutate.spelled(rng.choice(mutate.NASTY))
    return found.replace("\x00", "")  # no shell can give that


def attack(folder: Path, seed: int, count: int) -> dict[str, int]:
    """Runs so many; returns how often each exit code came."""
    set_up(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    codes: Counter[int] = Counter()
    # The library of whoever runs this is out of reach: backup and restore work on a folder of their own.
    runner = CliRunner(env={"COLUMNS": "100", "FRONT1914_DATA": str(folder / "data")})
    for number in range(count):
        rng = random.Random(f"{seed}:{number}")
        words = command(rng, folder)
        result = runner.invoke(main, words, input=rng.choice(("", "unit b1\n", "²\n")))
        stray = result.exception
        if stray is not None and not isinstance(stray, SystemExit):
            raise AssertionError(
                f"command {number} of seed {seed}: {words!r}: {type(stray).__name__}: {stray}"
            ) from stray
        assert result.exit_code in (0, 1, 2), (words, result.exit_code)
        assert "Traceback" not in result.output, words
        if result.exit_code and words[0] not in ("act", "undo", "resign", "new", "replay"):
            now = {name: (folder / name).read_bytes() for name in before}
            assert now == before or words[0] == "act", words
        codes[result.exit_code] += 1
        set_up(folder)
    return {str(code): n for code, n in sorted(codes.items())}
