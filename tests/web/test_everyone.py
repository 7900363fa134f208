"""Every screen that a newcomer meets, in every title, on a desk and on a phone: axe finds nothing serious."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

import front1914
from tests.server.house import Process
from tests.web.desk import PHONE, WIDE, Desk
from tests.web.test_flow import FIRST, begin
from tests.web.test_handbook import axe
from tests.web.test_lessons import begin as begin_lesson

pytestmark = pytest.mark.browser
EVERY = os.environ.get("FRONT1914_SCREENS") == "all"  #: `make screens`; the suite looks at one title on each size
CASES = [(title, size) for title in FIRST for size in ("desk", "phone")]
SHORT = [("germany_at_war", "phone"), ("schlieffens_war", "desk")]
Sit = Callable[..., Desk]


def screens(desk: Desk, phone: bool) -> Iterator[str]:
    """One screen after another; each stays until the next is asked for."""
    page = desk.page
    desk.press("v")
    page.wait_for_selector("dialog.goal")
    yield "goal"
    desk.press("Escape")
    yield "board"
    page.click(".phone-acts .aid" if phone else "#advise")
    page.wait_for_selector("#take-advice", timeout=60_000)
    yield "advice"
    desk.press("Escape")
    if phone:
        page.click(".handle")
    page.click('[role=tab]:has-text("Orders")')
    for leaf in ("calendar", "armies", "losses"):
        page.click(f'[data-leaf="{leaf}"]')
        page.wait_for_timeout(400)
        yield leaf
    page.click('[role=tab]:has-text("Goal")')
    yield "objectives"


@pytest.mark.parametrize(("title", "size"), CASES if EVERY else SHORT)
def test_axe_finds_nothing_serious_on_any_screen(sit: Sit, server: Process, title: str, size: str) -> None:
    desk = sit(viewport=PHONE if size == "phone" else WIDE, bypass_csp=True)
    desk.open_game(begin(server, title, level="recruit"))
    found = {name: axe(desk) for name in screens(desk, size == "phone")}
    assert {name: serious for name, serious in found.items() if serious} == {}


@pytest.mark.parametrize("title", FIRST if EVERY else ["schlieffens_war"])
def test_axe_finds_nothing_serious_in_a_lesson(sit: Sit, title: str) -> None:
    desk = sit(bypass_csp=True)
    begin_lesson(desk, title, front1914.title(title).lessons()[0].id)
    desk.page.click(".coach .btn.go")
    desk.page.wait_for_selector(".coach .asked")
    assert axe(desk) == []
