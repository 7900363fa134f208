"""Lessons in a real browser: a newcomer reads, does what is asked, is answered kindly, leaves and comes back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error

import front1914
from tests.web.desk import Desk

pytestmark = pytest.mark.browser

FIRST = [
    (info.id, front1914.title(info.id).lessons()[0].id)
    for info in front1914.titles()
    if info.id != "ford" and front1914.title(info.id).lessons()
]


def begin(desk: Desk, title: str, lesson: str) -> str:
    """From the library, as a newcomer: Learn, then the lesson."""
    desk.open("/")
    desk.page.locator(f"[data-title={title}] .learn").click()
    desk.page.locator(f"[data-lesson={lesson}]").click()
    desk.page.locator(".coach .body").wait_for()
    return desk.page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize(("title", "lesson"), FIRST)
def test_the_first_lesson_is_played_to_its_end(sit: Callable[..., Desk], title: str, lesson: str) -> None:
    desk = sit()
    begin(desk, title, lesson)
    coach = desk.page.locator(".coach")
    steps = len(front1914.title(title).lessons()[0].steps)
    for _ in range(4 * steps):
        if coach.locator("h3").count():
            break
        before = coach.inner_text()
        with suppress(Error):  # the coach went on by himself while the hand was on its way
            coach.locator(".body:not(:has(h3)) .buttons button").click(timeout=5000)
        desk.until(lambda before=before: coach.inner_text() != before or coach.locator(".hint").count())
    desk.until(lambda: coach.locator("h3").inner_text() == front1914.title(title).lessons()[0].head)
    desk.open("/")
    done = desk.page.evaluate("JSON.parse(localStorage.getItem('front1914.lessons'))")
    assert done == [f"{title}/{lesson}"]


def test_a_wrong_answer_is_answered_kindly_and_nothing_is_done(sit: Callable[..., Desk]) -> None:
    desk = sit()
    game = begin(desk, "schlieffens_war", "march")
    coach = desk.page.locator(".coach")
    coach.get_by_role("button", name="Go on").click()
    coach.locator(".asked").wait_for()
    desk.page.locator(".bar [data-verb=done]").click()
    coach.locator(".said").wait_for()
    desk.until(lambda: "Not yet" in coach.locator(".said").inner_text())
    assert desk.page.request.get(f"http://{desk.address}/api/games/{game}").json()["game"]["length"] == 0
    desk.open_game(game)  # who leaves comes back to the same step
    coach.locator(".asked").wait_for()
    desk.until(lambda: "Guard Corps" in coach.locator(".asked").inner_text())
