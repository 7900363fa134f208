"""Saved games and positions that were made to break the program: each is refused with a place and a reason."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import front1914
from front1914 import BadInput, BadPosition, BadSave
from tests.ford.positions import ford

DEEP = "[" * 50_000 + "]" * 50_000


def paper(folder: Path, header: str, *lines: str) -> Path:
    """A file whose digests fit, whatever stands in it."""
    chain = _short(f"front1914 1\n{header}")
    text = ["front1914 1", f"{header}\t{chain}"]
    for line in lines:
        chain = _short(f"{chain}\n{line}")
        text.append(f"{line}\t{chain}")
    file = folder / "paper"
    file.write_text("\n".join([*text, ""]), encoding="utf-8")
    return file


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def header(**more: Any) -> str:
    usual = {"title": "ford", "rules": 1, "scenario": "campaign", "options": {}, "dice": "manual"}
    return json.dumps(usual | more)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ('{"title": "ford", "own": ' + DEEP + "}", "nested too deeply"),
        (header()[:-1] + ', "x": ' + "9" * 5000 + "}", "Exceeds the limit"),
        (header(seed="\ud800", dice="hmac-sha256/1"), "surrogates not allowed"),
        (header(start={"title": "ford", "step": [], "side": "blue"}), "no step"),
        (header(start={"title": "ford", "flow": [[[]]]}), "begins with a step"),
        (header(start={"title": "ford", "flow": [["assault", "0303", "b1"]]}), "not iterable"),
        (header(start={"title": "ford", "result": ["blue", [], {}, 5, "x"]}), "must be [winner"),
    ],
)
def test_a_header_made_to_break(tmp_path: Path, head: str, reason: str) -> None:
    with pytest.raises(BadSave, match="paper:2") as bad:
        front1914.load(paper(tmp_path, head))
    assert reason in bad.value.reason


@pytest.mark.parametrize("word", ["²", "٣", "--5", "-", "9" * 5000, "9" * 17, "-²"])
def test_odd_digits(tmp_path: Path, word: str) -> None:
    game = front1914.new("ford", dice="manual")
    decision = game.decision
    assert decision is not None
    verb = next(action.verb for action in decision.actions)
    with pytest.raises(BadSave) as bad:
        front1914.load(paper(tmp_path, header(), f"{decision.side} {verb} {word}"))
    assert bad.value.place.endswith("paper:3")
    assert bad.value.good is not None


@pytest.mark.parametrize("seed", [1.5, [], {}, True, "x" * 1001, 10**101, "\ud800"])
def test_seeds_that_cannot_be_kept(seed: Any) -> None:
    with pytest.raises(BadInput, match="seed"):
        front1914.new("ford", seed=seed)


@pytest.mark.parametrize(
    "position",
    [
        {"title": "ford", "step": ["move"], "side": "blue"},
        {"title": "ford", "step": {"a": 1}, "side": "blue"},
        {"title": "ford", "flow": [[["move"]]]},
        {"title": "ford", "flow": [["assault", "0303", json.loads("[" * 400 + "]" * 400)]]},
        {"title": "ford", "step": "move", "side": ["blue"]},
        {"title": "ford", "step": "move", "side": "blue", "units": {"b1": {"at": ["0301"]}}},
        {"title": "ford", "result": [[], "a", "b"]},
        {"title": "ford", "result": ["blue", 5, 6]},
    ],
)
def test_positions_with_parts_of_the_wrong_kind(position: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        front1914.from_position(position).probe()


def test_a_position_that_fails_in_play_is_blamed_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accepted, and only an answer shows that it cannot be: the game stays where it was."""
    game = ford(b1="0301", r1="0506")
    step = game.step
    assert step is not None

    def fails(s: Any, number: int) -> None:
        s.active = "red"
        raise IndexError("list index out of range")

    monkeypatch.setitem(step.do_of, "unit", fails)
    before = game.digest()
    with pytest.raises(BadPosition, match="cannot go on from what was written there"):
        game.act("unit", "b1")
    assert game.digest() == before
    plain = front1914.new("ford", seed=1)
    plain.act("pass")
    assert plain.start is None
    with pytest.raises(IndexError):  # here nobody but the program is to blame
        plain.act("unit", "b1")


def test_a_position_that_leaves_somebody_without_an_answer_is_blamed_for_it() -> None:
    """A depot is placed beside its HQ, and the HQ was left out: found by spoilt positions."""
    game, rng = front1914.new("schlieffens_war", options={"setup": "free"}, seed=1), random.Random(1)
    while game.decision is not None and "German 3rd Army depot" not in game.decision.prompt:
        game.act(rng.choice(game.decision.actions))
    written = game.position()
    assert front1914.from_position(written).decision is not None
    del written["units"]["g-3-HQ"]
    with pytest.raises(BadPosition, match="cannot go on from what was written there: Where does"):
        front1914.from_position(written).probe()
