"""The sand table in a real browser: counters are dragged and taken off, an attack is imagined, a game begins there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.house import Process
from tests.web.desk import Desk
from tests.web.player import COUNTER
from tests.web.test_handbook import axe

pytestmark = pytest.mark.browser


def test_a_position_is_laid_out_tried_and_played(sit: Callable[..., Desk], server: Process) -> None:
    desk = sit(bypass_csp=True)
    desk.open("/sandtable/schlieffens_war?scenario=introduction")
    page = desk.page
    page.wait_for_selector("#counters .unit")
    desk.until(lambda: "nothing against" in desk.text(".verdict-line"))

    x, y = page.evaluate(COUNTER, "g-1-IX")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 9, steps=3)
    page.mouse.move(*desk.spot("1108"), steps=6)
    page.mouse.up()
    desk.until(lambda: desk.at("g-1-IX") == "1108")
    desk.until(lambda: "IX Corps" in desk.text(".sand-piece h2"))

    desk.click("1109")  # Liege
    page.click('[data-odds="german"]')
    page.wait_for_selector(".dock:visible")
    desk.until(lambda: "Liège falls" in desk.text(".dock .aimed"))
    desk.until(lambda: page.query_selector('.dock [data-verb="leave"][data-arg="g-1-IX"]'))
    whole = desk.text(".dock .forces .party b")
    page.click('.dock [data-verb="leave"][data-arg="g-1-IX"]')
    desk.until(lambda: page.query_selector('.dock [data-verb="unit"][data-arg="g-1-IX"]'))
    desk.until(lambda: int(desk.text(".dock .forces .party b")) < int(whole))
    assert axe(desk) == []
    page.click('.dock [data-verb="close"]')
    page.wait_for_selector(".dock", state="hidden")

    page.click("#sand-off")  # the fort: Liege without it
    desk.until(lambda: page.query_selector('[data-piece="fort-liege"]'))
    page.click("#undo")
    desk.until(lambda: page.query_selector('[data-piece="fort-liege"]') is None)

    page.fill("#sand-where", "0812")  # a fort that walks to Antwerp
    page.click(".sand-where button:has-text('Put there')")
    page.wait_for_selector(".verdict-line.bad")
    desk.until(lambda: "Fort" in desk.text(".verdict-line"))
    page.click("#begin-here")
    page.wait_for_selector(".notice.alarm")
    page.click("#undo")
    page.wait_for_selector(".verdict-line.good")
    page.click("#begin-here")
    desk.until(lambda: "/game/" in page.url)
    page.wait_for_selector("#counters .unit")
    desk.until(lambda: desk.at("g-1-IX") == "1108")
