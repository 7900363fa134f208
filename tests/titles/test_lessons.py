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
