"""Spoilt saved games and positions: each is refused in words or it is a game that can be played."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import front1914
from front1914 import FrontError, Game
from tests.attack import mutate


class Paper(NamedTuple):
    """A sound game: what its saved file and its position look like."""

    title: str
    save: str
    position: dict[str, Any]


def papers(folder: Path, titles: tuple[str, ...], actions: int = 60) -> list[Paper]:
    """Games of each title, begun at random."""
    found = []
    for title in titles:
        for scenario in front1914.title(title).info.scenarios[:2]:
            game = front1914.new(title, scenario.id, seed=1914)
            rng = random.Random(title)
            while (decision := game.decision) is not None and len(game.log) < actions:
                game.act(rng.choice(decision.actions))
            game.save(folder / "paper")
            text = (folder / "paper").read_text(encoding="utf-8")
            found.append(Paper(title, text, json.loads(json.dumps(game.position()))))
    return found


def sealed(text: str) -> str:
    """The same text with digests that fit, so that what was spoilt is not found by them."""
    lines = text.split("\n")
    if len(lines) < 2:
        return text
    head = lines[1].rpartition("\t")[0]
    chain = _short(f"{lines[0]}\n{head}")
    made = [lines[0], f"{head}\t{chain}"]
    for line in lines[2:]:
        if line[:2] in ("= ", ". ") or not line:
            made.append(line)
            continue
        word = line.rpartition("\t")[0] or line
        chain = _short(f"{chain}\n{word}")
        made.append(f"{word}\t{chain}")
    return "\n".join(made)


def _short(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def spoilt_save(rng: random.Random, paper: Paper) -> str:
    """A saved game with a mistake: in its lines, in its header, or in the position that it says it began from."""
    way = rng.randrange(4)
    if way == 0:
        return mutate.text(rng, paper.save)
    if way == 1:
        return sealed(mutate.text(rng, paper.save))
    first, head, *rest = paper.save.split("\n")
    header = json.loads(head.rpartition("\t")[0])
    if way == 2:
        header["start"] = json.loads(json.dumps(paper.position))
        rest = []
    spoilt = mutate.plain(rng, header)
    with contextlib.suppress(ValueError):
        head = json.dumps(spoilt, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.05:
        head = re.sub(r"\d+", "9" * 5000, head, count=1)
    return sealed("\n".join([first, f"{head}\tx", *rest]))


def save_is_handled(folder: Path, text: str) -> bool:
    """Whether a text is a saved game; whatever else it is, it is said in words."""
    file = folder / "spoilt"
    file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    try:
        playable(front1914.load(file))
        return True
    except FrontError as no:
        good = getattr(no, "good", None)
        if good is not None:
            with contextlib.suppress(FrontError):  # it may have begun from a position that cannot be played on
                playable(good)
        return False


def position_is_handled(position: Any) -> bool:
    """Whether something is a position; if so, it can be played, or play ends with a word."""
    try:
        game = front1914.from_position(position, seed=7)
        game.probe()
        playable(game)
        return True
    except FrontError:
        return False


def playable(game: Game, actions: int = 6) -> None:
    """What a server or a player does with a game: looks at it, plays on, keeps it."""
    rng = random.Random(1)
    for _ in range(actions):
        decision = game.decision
        for side in (*game.sides, front1914.OBSERVER):
            json.dumps(game.view(side))
        game.hints()
        if decision is None:
            break
        game.act(rng.choice(decision.actions))
    game.digest()
    json.dumps(game.position())


def spoilt(seed: int, found: list[Paper], count: int) -> Iterator[tuple[str, Any]]:
    """So many spoilt saves and positions, in turn."""
    for n in range(count):
        rng = random.Random(f"{seed}:{n}")
        paper = rng.choice(found)
        if n % 2:
            yield "save", spoilt_save(rng, paper)
        else:
            spoilt_one = json.loads(json.dumps(paper.position))
            for _ in range(rng.choice((1, 1, 2, 5))):
                spoilt_one = mutate.plain(rng, spoilt_one)
            yield "position", spoilt_one


def attack(folder: Path, seed: int, count: int, titles: tuple[str, ...]) -> dict[str, int]:
    """Runs so many; an exception that is no word of ours ends it."""
    tally = {"save": 0, "position": 0, "sound": 0}
    for number, (kind, what) in enumerate(spoilt(seed, papers(folder, titles), count)):
        try:
            fine = save_is_handled(folder, what) if kind == "save" else position_is_handled(what)
        except Exception as bad:
            raise AssertionError(f"{kind} {number} of seed {seed}: {type(bad).__name__}: {bad}") from bad
        tally[kind] += 1
        tally["sound"] += fine
    return tally
