"""What a coach says of figures is what happened: strengths, odds and dice are held against the game.

What would have been (a sentence with "would") is not held: nobody played it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import front1914
from front1914.play.lessons import Lesson
from tests.titles.test_lessons import LESSONS, NAMES

WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen"""
ONES = WORDS.split()
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
#: what the game tells nobody, so that it cannot be held against it
UNTOLD = {("offensive_a_outrance", "front"): ["step 3: 16 against 6", "step 3: 3:1"]}  # a Repulse tells no strengths
AGAINST = re.compile(r"\b([\w-]+) (?:against|meet) ([\w-]+)", re.IGNORECASE)
ODDS = re.compile(r"\b(\d+:\d+)\b")
DIE = re.compile(r"\b(?:die shows|throw is|throw of|throws) an? (\w+)")


def number(word: str) -> int | None:
    """
    >>> [number(word) for word in ("12", "Twenty-seven", "sixteen", "nobody")]
    [12, 27, 16, None]
    """
    word = word.lower()
    if word.isdigit():
        return int(word)
    tens, _, one = word.partition("-")
    if tens in TENS:
        return TENS[tens] + (ONES.index(one) if one in ONES else 0)
    return ONES.index(word) if word in ONES else None


def pairs(text: str) -> Iterator[tuple[int, int]]:
    for match in AGAINST.finditer(text):
        one, other = (number(word) for word in match.groups())
        if one is not None and other is not None:
            yield one, other


class Witness:
    """Everything that could be seen and heard of figures in a lesson so far."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.pairs: set[tuple[int, int]] = set()
        self.odds: set[str] = set()
        self.dice: set[int] = set()
        self.heard = 0

    def look(self, game: front1914.Game) -> None:
        for event in game.events[self.heard :]:
            self.pairs.update(pairs(event.text))
            self.odds.update(ODDS.findall(event.text))
            self.dice.update(d for key in ("die", "dice") for d in _flat(event.data.get(key)))
            self.dice.update(
                int(d) for d in re.findall(r"[Aa] (\d) on the die|throws (\d)", event.text) for d in d if d
            )
        self.heard = len(game.events)
        battle: dict[str, Any] = game.screen(self.side).get("battle") or {}
        if isinstance(battle.get("attack"), int) and isinstance(battle.get("defence"), int):
            self.pairs.add((battle["attack"], battle["defence"]))
        self.odds.update(str(battle[key]) for key in ("base", "final") if battle.get(key))
        self.odds.update(str(row["column"]) for row in battle.get("reached") or ())

    def disputes(self, text: str) -> list[str]:
        """Figures that nobody saw. Odds count only beside strengths: elsewhere they may be those of a rule."""
        found = []
        for sentence in re.split(r"(?<=[.;]) ", text):
            if "would" in sentence:
                continue
            found += [f"{a} against {b}" for a, b in pairs(sentence) if (a, b) not in self.pairs]
            if any(pairs(sentence)):
                found += [odds for odds in ODDS.findall(sentence) if odds not in self.odds]
        said = [number(word) for word in DIE.findall(text)]
        return found + [f"a {die} on a die" for die in said if die is not None and die not in self.dice]


def _flat(value: Any) -> list[int]:
    return [d for d in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(d, int)]


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=NAMES)
def test_the_figures_of_a_lesson_are_those_of_the_game(title: str, lesson: Lesson) -> None:
    game = front1914.new(title, lesson.scenario, lesson.options, seed=lesson.seed)
    witness, wrong = Witness(lesson.side), []

    def act(action: front1914.Action) -> None:
        assert game.decision is not None
        game.act(next(a for a in game.decision.actions if str(a) == str(action)))
        witness.look(game)

    witness.look(game)
    for step, one in enumerate(lesson.steps):
        for _, action in lesson.quiet(step):
            act(action)
        if one.expect and game.decision is not None:
            act(next(a for a in game.decision.actions if one.expect[0].meets(a)))
    for step, one in enumerate(lesson.steps):  # the coach may also say beforehand what is going to happen
        wrong += [f"step {step}: {text}" for said in (one.say, one.after) for text in witness.disputes(said)]
    assert wrong == UNTOLD.get((title, lesson.id), [])


def test_a_wrong_figure_is_found() -> None:
    witness = Witness("german")
    witness.pairs, witness.odds, witness.dice = {(16, 4)}, {"4:1"}, {1}
    assert witness.disputes("Sixteen against four is 4:1, and the die shows a one.") == []
    assert witness.disputes("Sixteen against three is 5:1.") == ["16 against 3", "5:1"]
    assert witness.disputes("The die shows a six.") == ["a 6 on a die"]
