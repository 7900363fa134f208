"""The goal card, the score strip and the objectives, as a newcomer meets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.desk import PHONE, Desk

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
    desk.until(lambda: "Hold 8 of the 14 cities when turn 4 ends." in card.inner_text())
    desk.until(lambda: card.locator(".hints li").count() == 3)
    card.get_by_role("button", name="Begin").click()
    card.wait_for(state="detached")
    desk.page.keyboard.press("v")
    card.wait_for()
    desk.page.keyboard.press("Escape")
    card.wait_for(state="detached")
    desk.open_game(game)  # it was read: it does not come by itself any more
    desk.page.wait_for_selector(".score .trio")
    desk.until(lambda: card.count() == 0)


def test_the_strip_says_who_is_winning_and_the_map_marks_what_counts(sit: Callable[..., Desk]) -> None:
    desk = sit()
    desk.open("/")
    desk.open_game(begin(desk, setup="historical"))
    strip = desk.page.locator(".score")
    desk.until(lambda: "Cities held" in strip.inner_text())
    desk.until(lambda: "Entente" in strip.locator(".foretold").inner_text())
    desk.until(lambda: strip.locator(".pips i").count() == 14)
    desk.until(lambda: desk.page.locator("#g-objectives .pennant").count() == 18)
    desk.page.click("#tab-goal")
    desk.until(lambda: desk.page.locator(".objlist li").first.inner_text().split()[0] in ("Liège", "Aachen"))
    desk.page.locator("#board").focus()
    desk.page.keyboard.press("x")
    desk.until(lambda: desk.page.locator("#g-objectives .pennant").count() == 0)


WHOLE = """() => { const card = document.querySelector('dialog.goal'), edge = card.getBoundingClientRect();
  const boxes = [...card.querySelectorAll('h2, p, li, button')].map((e) => e.getBoundingClientRect());
  return card.scrollLeft === 0 && card.scrollWidth <= card.clientWidth
    && boxes.every((b) => b.left >= edge.left && b.right <= edge.right + 1); }"""


def test_on_a_phone_nothing_of_the_card_is_cut_off(sit: Callable[..., Desk]) -> None:
    desk = sit(viewport=PHONE, is_mobile=True, has_touch=True)
    desk.open("/")
    desk.page.evaluate("localStorage.setItem('front1914.goals', '[]')")
    desk.open_game(begin(desk, "germany_at_war"))
    desk.page.wait_for_selector("dialog.goal .btn.go:visible")
    desk.until(lambda: desk.page.evaluate(WHOLE))
