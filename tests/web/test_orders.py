"""Orders and prospects in a real browser: the calendar, the order of battle, losses, where somebody is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import front1914
from tests.server.house import Process
from tests.web.desk import PHONE, Desk
from tests.web.test_review import finished
from tests.web.test_screens import AXE, RUN_AXE

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
SEATS = {"german": {"kind": "human"}, "entente": {"kind": "computer", "level": "recruit"}}
INTRODUCTION = {"title": "schlieffens_war", "scenario": "introduction", "options": {"setup": "historical"}, "seed": 7}


def leaf(desk: Desk, name: str) -> None:
    desk.page.locator(f"[data-leaf={name}]").click()


@pytest.mark.parametrize("title", [info.id for info in front1914.titles() if info.id != "ford"])
def test_every_title_has_its_orders(sit: Sit, title: str) -> None:
    desk = sit(bypass_csp=True)
    game = finished(desk, title)
    desk.open_game(game)
    desk.press("o")
    desk.page.locator(".calendar .due").first.wait_for()
    desk.until(lambda: "count" in desk.text(".orders").lower())
    leaf(desk, "armies")
    desk.page.locator(".armies summary").first.click()
    desk.page.locator(".armies .chip").first.wait_for()
    leaf(desk, "losses")
    desk.until(lambda: desk.page.locator(".cost li").count() >= 2)
    if AXE.exists():
        desk.page.add_script_tag(content=AXE.read_text("utf-8"))
        assert desk.page.evaluate(RUN_AXE) == []


def test_enter_goes_to_who_is_searched(sit: Sit, server: Process) -> None:
    game = server.post("/api/games", **INTRODUCTION, seats=SEATS)["game"]["id"]
    desk = sit()
    desk.open_game(game)
    desk.press("q")
    desk.page.keyboard.type("Guard Corps")
    desk.until(lambda: desk.page.locator(".units .chip").count() == 1)
    desk.press("Enter")
    desk.until(lambda: "German Guard Corps" in desk.text(".side > .card"))
    desk.page.locator(".units input").fill("Antwerp")
    desk.page.locator(".hits button").first.wait_for()
    desk.until(lambda: "Antwerp" in desk.text(".hits"))


def test_of_hidden_enemies_the_search_finds_nothing(sit: Sit, server: Process) -> None:
    """6.6: whoever lies below another counter is in no list."""
    game = server.post("/api/games", **INTRODUCTION, seats=SEATS)["game"]["id"]
    table = front1914.new("schlieffens_war", "introduction", {"setup": "historical"}, seed=7)
    seen = {troop.unit for troop in table.muster("german")}
    secret = next(troop.unit for troop in table.title.muster(table.state) if troop.unit not in seen)
    desk = sit()
    desk.open_game(game)
    desk.press("o")
    desk.page.locator(".calendar").wait_for()
    leaf(desk, "armies")
    for army in desk.page.locator(".armies summary").all():
        army.click()
    name = front1914.title("schlieffens_war").sheet()["pieces"][secret]["name"]
    assert name not in desk.text(".orders")
    assert not any(f'"{secret}"' in heard for heard in desk.heard)


def test_orders_fit_a_phone(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    game = finished(desk, "schlieffens_war")
    desk.open_game(game)
    desk.page.click(".handle")
    desk.page.click("#tab-units")
    leaf(desk, "calendar")
    desk.page.locator(".calendar .due").first.wait_for()
    desk.until(lambda: fits(desk))


def fits(desk: Desk) -> bool:
    """Whether nothing lies beyond the edge of a phone."""
    box = desk.page.locator(".ordersbody").bounding_box()
    wide = desk.page.evaluate("document.documentElement.scrollWidth")
    return bool(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] and wide <= PHONE["width"])


def test_prospects_can_be_switched_off_and_on(sit: Sit, server: Process) -> None:
    if not front1914.title("schlieffens_war").fits:
        pytest.skip("no prospects were fitted yet")
    game = server.post("/api/games", **INTRODUCTION, seats=SEATS)["game"]["id"]
    desk = sit()
    desk.open_game(game)
    bar = desk.page.locator(".prospects")
    bar.locator(".twobar").wait_for()
    desk.until(lambda: "%" in bar.inner_text())
    bar.get_by_role("button", name="Hide").click()
    desk.until(lambda: not bar.is_visible())
    desk.page.click("#menu")
    desk.page.click("dialog >> text=Settings")
    desk.page.get_by_label("Show the prospects").check()
    desk.page.keyboard.press("Escape")
    desk.until(lambda: bar.is_visible())


def test_two_players_at_one_screen_are_told_no_prospects(sit: Sit, server: Process) -> None:
    game = server.post("/api/games", **INTRODUCTION, seats={})["game"]["id"]
    desk = sit()
    desk.open_game(game, ready=True)
    desk.page.wait_for_timeout(400)
    desk.until(lambda: not desk.page.locator(".prospects").is_visible())
    assert not any("prospects" in heard for heard in desk.heard)
