"""Lessons played by hand in a real browser: what the coach asks is done on the map and with the buttons, nothing else.

The suite plays the second lesson of every title, which nobody played before the browser did; `make lessons` plays all.
With FRONT1914_SHOTS=FOLDER a picture is taken of every step that asks.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import front1914
from tests.server.house import Process
from tests.web.desk import Desk
from tests.web.player import Player
from tests.web.test_lessons import begin

pytestmark = pytest.mark.browser
EVERY = os.environ.get("FRONT1914_LESSONS") == "all"
LESSONS = [
    (info.id, lesson.id)
    for info in front1914.titles()
    if info.id != "ford"
    for number, lesson in enumerate(front1914.title(info.id).lessons(), 1)
    if EVERY or number == 2
]
DONE = "JSON.parse(localStorage.getItem('front1914.lessons'))"
CLICKS = 6  #: that one answer may take: a pile is fanned, a slip asks which is meant


class Pupil:
    """Somebody who reads what the coach says and does what he asks, with the mouse."""

    def __init__(self, desk: Desk, server: Process, title: str, lesson: str) -> None:
        self.desk = desk
        self.lesson = next(each for each in front1914.title(title).lessons() if each.id == lesson)
        self.coach = desk.page.locator(".coach")
        game = begin(desk, title, lesson)
        self.player = Player(desk, server, game, self.lesson.side)
        self.step = 0
        self.name = f"{title}-{lesson}"

    def learn(self) -> None:
        """Until the lesson is over."""
        while not self.coach.locator("h3").count():
            before = self.coach.inner_text()
            go = self.coach.get_by_role("button", name="Go on", exact=True)
            if go.count():
                go.click()
            else:
                self.obey()
            self.desk.until(lambda before=before: self.said_more(before), 60)
            self.rest()
        self.desk.until(lambda: self.coach.locator("h3").inner_text() == self.lesson.head)

    def said_more(self, before: str) -> bool:
        self.player.confirm()
        return self.coach.inner_text() != before

    def rest(self) -> None:
        """Until nothing is on its way."""
        self.desk.page.wait_for_timeout(60)
        while self.desk.page.query_selector("body.busy"):
            self.desk.page.wait_for_timeout(30)

    def obey(self) -> None:
        """Does what is asked, as the map and the buttons offer it."""
        asked = self.coach.locator(".asked").inner_text()
        self.step = next(n for n, step in enumerate(self.lesson.steps) if n >= self.step and step.ask == asked)
        self.picture()
        step = self.lesson.steps[self.step]
        self.desk.until(lambda: self.offered(step.expect[0].verb))
        decision: Any = self.player.decision()
        wanted = step.expect[0]
        args = decision["actions"][wanted.verb]
        arg = None if args is None else next(a for a in args if not wanted.args or a in wanted.args)
        before = self.player.clicks_in_all
        self.player.answer(wanted.verb, arg)
        assert self.player.clicks_in_all - before <= CLICKS, f"{self.name}, step {self.step}"
        self.step += 1

    def offered(self, verb: str) -> bool:
        decision = self.player.decision()
        return decision is not None and verb in decision["actions"] and decision["prompt"] in self.desk.prompt()

    def picture(self) -> None:
        if folder := os.environ.get("FRONT1914_SHOTS"):
            self.desk.page.wait_for_timeout(250)
            self.desk.page.screenshot(path=str(Path(folder) / f"{self.name}-{self.step:02d}.png"))


@pytest.mark.parametrize(("title", "lesson"), LESSONS)
def test_a_lesson_is_played_by_hand_to_its_end(
    sit: Callable[..., Desk], server: Process, title: str, lesson: str
) -> None:
    desk = sit(viewport={"width": 1400, "height": 900})
    pupil = Pupil(desk, server, title, lesson)
    try:
        pupil.learn()
    except BaseException:
        if folder := os.environ.get("FRONT1914_SHOTS"):
            desk.page.screenshot(path=str(Path(folder) / f"FAILED-{pupil.name}-{pupil.step:02d}.png"))
        raise
    desk.until(lambda: desk.page.evaluate(DONE) == [f"{title}/{lesson}"])
