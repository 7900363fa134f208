"""Every lesson is played by its own script: all it asks for can be done, and all that it answers can happen."""

from __future__ import annotations

import pytest

import front1914
from front1914.play.lessons import Lesson, play_through

LESSONS = [
    (info.id, lesson)
    for info in front1914.titles()
    if info.id != "ford"
    for lesson in front1914.title(info.id).lessons()
]
NAMES = [f"{title}-{lesson.id}" for title, lesson in LESSONS]


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=NAMES)
def test_a_lesson_can_be_played_as_it_is_written(title: str, lesson: Lesson) -> None:
    game = front1914.new(title, lesson.scenario, lesson.options, seed=lesson.seed)
    assert play_through(lesson, game) == []


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=NAMES)
def test_a_lesson_is_short_and_points_at_what_is_there(title: str, lesson: Lesson) -> None:
    found = front1914.title(title)
    places = found.nouns["area" if "area" in found.nouns else "hex"]
    units = found.nouns["unit"]
    for step in lesson.steps:
        assert len(step.say.split()) <= 60, step.say
        assert bool(step.ask) == bool(step.expect), step.say
        for sign in step.show:
            assert all(
                place in places for place in [sign.get("ring"), sign.get("look"), *sign.get("trail", [])] if place
            )
            assert sign.get("unit") is None or sign["unit"] in units
    words = sum(len(text.split()) for step in lesson.steps for text in (step.say, step.ask, step.after))
    assert words <= 900, f"{words} words are more than six minutes"
    assert len(lesson.learnt) == 3


def test_lessons_of_a_title_follow_one_another() -> None:
    for info in front1914.titles():
        orders = [lesson.order for lesson in front1914.title(info.id).lessons()]
        assert orders == list(range(1, len(orders) + 1)), info.id


TOLD = [(title, lesson) for title, lesson in LESSONS if lesson.steps[-1].start >= 0]


@pytest.mark.parametrize(("title", "lesson"), TOLD, ids=[title for title, _ in TOLD])
def test_a_game_that_is_told_is_told_to_its_end(title: str, lesson: Lesson) -> None:
    """And what was played already is not played again when somebody comes back to a step."""
    game = front1914.new(title, lesson.scenario, lesson.options, seed=lesson.seed)
    assert play_through(lesson, game) == []
    assert game.result is not None
    played = sum(entry.side != front1914.CHANCE for entry in game.log)
    assert lesson.quiet(len(lesson.steps) - 1, played) == []


def test_every_title_has_six_lessons_and_a_game_that_is_told() -> None:
    for info in front1914.titles():
        if info.id != "ford":
            assert len(front1914.title(info.id).lessons()) >= 7, info.id
            assert [title for title, _ in TOLD].count(info.id) == 1


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=NAMES)
def test_a_lesson_takes_less_than_six_minutes_of_reading_and_clicking(title: str, lesson: Lesson) -> None:
    """Two hundred words a minute, three seconds a click, and a second click for every pile that must be fanned."""
    texts = [text for step in lesson.steps for text in (step.why, step.say, step.ask, step.after)]
    words = sum(len(text.split()) for text in (*texts, lesson.head, *lesson.learnt))
    clicks = sum(2 + bool(step.after) if step.expect else 1 for step in lesson.steps)
    minutes = words / 200 + clicks * 3 / 60
    assert minutes < 6, f"{minutes:.1f} minutes"
    assert minutes <= lesson.minutes, f"it says {lesson.minutes} and takes {minutes:.1f}"
