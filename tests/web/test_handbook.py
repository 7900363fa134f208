"""The handbook beside the board and on its own page, as a newcomer uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk import PHONE, Desk
from tests.web.test_screens import AXE, RUN_AXE

pytestmark = pytest.mark.browser


def begin(desk: Desk, title: str = "schlieffens_war", **options: Any) -> str:
    body = {"title": title, "scenario": "introduction", "options": options}
    found = desk.page.request.post(f"http://{desk.address}/api/games", data=body)
    return str(found.json()["game"]["id"])


def axe(desk: Desk) -> list[str]:
    if not Path(AXE).exists():
        return []
    desk.page.add_script_tag(path=str(AXE))
    found: list[str] = desk.page.evaluate(RUN_AXE)
    return found


def test_a_rule_in_the_prompt_opens_its_paragraph_beside_the_board(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    desk.open_game(begin(desk, setup="historical"))
    link = desk.page.locator(".prompt .rule")
    desk.until(lambda: link.inner_text() == "Movement points")  # the name of the paragraph, once the book is here
    link.click()
    here = desk.page.locator(".para.here")
    here.wait_for()
    desk.until(lambda: here.locator("h3").inner_text().startswith("Movement points"))
    desk.until(lambda: "what it may spend in one phase" in here.inner_text())
    desk.until(lambda: "Choose a unit to move" in desk.page.locator(".hb .foot").inner_text())
    assert desk.page.evaluate("document.documentElement.scrollTop + document.querySelector('#app').scrollTop") == 0
    here.locator(".drawn").first.scroll_into_view_if_needed()
    here.locator("svg.cutting .unit").first.wait_for()  # the picture: real counters on the real map
    desk.until(lambda: here.locator("svg.cutting .m-base path").count() > 20)
    assert axe(desk) == []
    desk.page.keyboard.press("k")
    desk.until(lambda: desk.page.locator("#leaf-log").is_visible())


def test_a_refusal_and_a_log_line_open_theirs(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    desk.open_game(begin(desk, setup="historical"))
    desk.asked("Movement points")  # the book is here: links carry the names of paragraphs
    desk.page.wait_for_selector("#base .rail-in")  # the drawn map has come, and the view rests
    desk.page.wait_for_timeout(800)
    desk.click("1308")
    desk.asked("Guard")
    why = desk.page.locator(".bubble .rule")
    for _ in range(5):  # an offer that comes late on a busy machine takes the slip away
        desk.click("1109")
        desk.page.wait_for_timeout(700)
        if why.is_visible():
            break
    desk.until(lambda: why.inner_text() == "Enemy units")
    why.click()
    desk.page.locator(".para.here").wait_for()
    desk.until(lambda: "even if it is only a headquarters" in desk.page.locator(".para.here").inner_text())
    desk.click("1209")
    desk.page.click("#tab-log")
    line = desk.page.locator('#leaf-log li[data-kind="march"]').first
    line.wait_for()
    line.hover()
    line.locator(".why").click()
    desk.until(lambda: desk.page.locator(".para.here h3").inner_text().startswith("Movement points"))


def test_it_is_searched(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    desk.open_game(begin(desk, setup="historical"))
    desk.page.keyboard.press("k")
    desk.page.locator(".hb .contents").wait_for()
    desk.until(lambda: desk.page.locator(".hb .contents li").count() == 12)
    desk.page.fill(".hb input[type=search]", "forced")
    found = desk.page.locator(".hb .found button")
    desk.until(lambda: found.first.inner_text().startswith("Forced marches"))
    assert axe(desk) == []
    found.first.click()
    desk.until(lambda: desk.page.locator(".para.here h3").inner_text().startswith("Forced marches"))


def test_the_page_of_its_own_holds_every_chapter_and_the_ledger_behind_it(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    desk.open("/handbook/schlieffens_war/11.15")
    desk.page.locator(".para.here").wait_for()
    desk.until(lambda: desk.page.locator(".para.here h3").inner_text().startswith("From all sides"))
    desk.until(lambda: desk.page.locator(".hb .chap").count() == 13)
    desk.page.locator(".record summary").first.click()
    desk.until(lambda: "1.2.a" in desk.page.locator(".record").first.inner_text())
    assert axe(desk) == []


def test_on_a_phone_it_opens_as_a_sheet(sit: Callable[..., Desk]) -> None:
    desk = sit(viewport=PHONE, bypass_csp=True)
    desk.open_game(begin(desk, setup="historical"))
    desk.page.wait_for_timeout(500)
    desk.page.locator(".prompt .rule").click()
    desk.page.locator(".para.here").wait_for()
    desk.until(lambda: 0 <= desk.page.locator(".para.here").bounding_box()["y"] < PHONE["height"])
    assert json.dumps(axe(desk)) == "[]"


def test_a_pointer_that_rests_on_a_counter_is_told_what_every_figure_and_sign_means(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    desk.open_game(begin(desk, setup="historical"))
    desk.page.wait_for_selector("#base .rail-in")
    desk.page.wait_for_timeout(500)
    x, y = desk.spot("1308")
    desk.page.mouse.move(x, y)
    card = desk.page.locator(".bubble.cardlike")
    card.wait_for()
    for words in (
        "German Guard Corps",
        "4-4: strength 4, moves 4",
        "Elan: one column better if all who fight have it",
        "2 of 2 left, full",
    ):
        desk.until(lambda words=words: words in card.inner_text())
    desk.page.mouse.move(x - 300, y + 200)
    card.wait_for(state="hidden")
    desk.page.mouse.move(x, y)
    desk.page.keyboard.press("i")
    card.wait_for()


def test_the_legend_has_pictures_of_the_real_map_and_counters(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    desk.open_game(begin(desk, setup="historical"))
    desk.page.wait_for_selector("#base .rail-in")
    if desk.page.query_selector(".overlays button.legend:visible") is None:
        desk.page.click('[data-do="over"]')
    desk.page.click(".overlays button.legend")
    legend = desk.page.locator("dialog.legendary")
    legend.wait_for()
    desk.until(lambda: legend.locator(".patch").count() == 9)
    desk.until(lambda: legend.locator(".patch .m-base path").count() > 50)
    desk.until(lambda: "leads units within its reach" in legend.inner_text())
    desk.until(lambda: "half movement, one column worse" in legend.inner_text())
    assert axe(desk) == []


def test_the_log_is_grouped_by_phase_and_filtered_and_follows_the_replay(sit: Callable[..., Desk]) -> None:
    desk = sit(bypass_csp=True)
    game = begin(desk, setup="historical")
    for verb, arg in (
        ("unit", "g-2-GD"),
        ("to", "1209"),
        ("stop", None),
        ("unit", "g-2-X"),
        ("to", "1208"),
        ("stop", None),
    ):
        body = {"side": "german", "verb": verb} | ({} if arg is None else {"arg": arg})
        assert desk.page.request.post(f"http://{desk.address}/api/games/{game}/act", data=body).ok
    desk.open_game(game)
    desk.until(lambda: desk.page.locator("#leaf-log li[data-kind=march]").count() == 2)
    head = desk.page.locator("#leaf-log h3").first
    desk.until(lambda: "Turn 1" in head.inner_text() and "GERMAN MOVEMENT PHASE" in head.inner_text().upper())
    desk.until(lambda: "south-west of" in desk.log())
    desk.page.fill(".logfilter input", "Guard")
    desk.until(lambda: desk.page.locator("#leaf-log li[data-kind=march]").count() == 1)
    desk.page.fill(".logfilter input", "")
    desk.page.click('[data-only="battles"]')
    desk.until(lambda: "Nothing of that kind" in desk.log())
    desk.page.click('[data-only="battles"]')
    desk.click("1209")
    desk.page.click('[data-only="unit"]')
    desk.until(lambda: desk.page.locator("#leaf-log li[data-kind=march]").count() == 1)
    desk.until(lambda: "Guard" in desk.log())
    desk.page.click('[data-only="unit"]')
    assert axe(desk) == []
    desk.page.locator("#board").focus()
    for _ in range(3):
        desk.page.keyboard.press("[")
    desk.until(lambda: desk.page.locator("#leaf-log li[data-kind=march]").count() == 1)  # as it was then


def test_a_printer_gets_every_picture(sit: Callable[..., Desk]) -> None:
    desk = sit()
    desk.open("/handbook/schlieffens_war")
    desk.until(lambda: desk.page.locator(".hb .drawn").count() == 5)
    desk.page.pdf()
    desk.until(lambda: desk.page.locator(".hb .drawn svg.cutting").count() == 5)
