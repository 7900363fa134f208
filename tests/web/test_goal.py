"""The goal card, the score strip and the objectives, as a newcomer meets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.desk import Desk

pytestmark = pytest.mark.browser


def begin(desk: Desk, title: str = "schlieffens_war", **options: Any) -> str:
    body = {"title": title, "scenario": "introduction", "options": options}
    found = desk.page.request.post(f"http://{desk.address}/api/games", data=body)
    return str(found.json()["game"]["id"])


def test_a_newcomer_reads_the_goal_before_the_first_move_and_again_with_a_key(sit: Callable[..., Desk]) -> None:
    desk = sit()
    desk.open("/")
    desk.page.evaluate("localStorage.removeItem('front1914.goals')")
    desk.context.add_init_script("")  # the card is not switched off any more
    game = begin(desk, setup="historical")
    desk.page.evaluate("localStorage.setItem('front1914.goals', '[]')")
    desk.open_game(game)
    card = desk.page.locator("dialog.goal")
    card.wait_for()
    assert "Hold 6 of the 14 cities when turn 4 ends." in card.inner_text()
    assert card.locator(".hints li").count() == 3
    card.get_by_role("button", name="Begin").click()
    card.wait_for(state="detached")
    desk.page.keyboard.press("v")
    card.wait_for()
    desk.page.keyboard.press("Escape")
    card.wait_for(state="detached")
    desk.open_game(game)  # it was read: it does not come by itself any more
    desk.page.wait_for_selector(".score .trio")
    assert card.count() == 0


def test_the_strip_says_who_is_winning_and_the_map_marks_what_counts(sit: Callable[..., Desk]) -> None:
    desk = sit()
    desk.open("/")
    desk.open_game(begin(desk, setup="historical"))
    strip = desk.page.locator(".score")
    assert "Cities held" in strip.inner_text()
    assert "Entente" in strip.locator(".foretold").inner_text()
    assert strip.locator(".pips i").count() == 14
    assert desk.page.locator("#g-objectives .pennant").count() == 18
    desk.page.click("#tab-goal")
    assert desk.page.locator(".objlist li").first.inner_text().split()[0] in ("Liege", "Aachen")
    desk.page.locator("#board").focus()
    desk.page.keyboard.press("x")
    desk.until(lambda: desk.page.locator("#g-objectives .pennant").count() == 0)
