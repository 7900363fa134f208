"""Every title through a turn with one hand: by keyboard alone, and on a phone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.desk import PHONE, Desk
from tests.web.test_flow import FIRST, begin

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
SETTINGS = "localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))"
MOST = 60  #: answers in which a turn, or an Impulse, must be over
SECONDS = 240


def situation(server: Process, game: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = server.call("GET", f"/api/games/{game}/view?side={side}").json
    return found


def play(
    desk: Desk, server: Process, title: str, game: str, side: str, give: Callable[[dict[str, Any], int], None]
) -> int:
    """Answers until the other side has had its turn; the number of answers."""
    taken, others, end = 0, False, time.monotonic() + SECONDS
    last = -1
    while time.monotonic() < end:
        now = situation(server, game, side)
        mine = now["view"]["active"] == side
        others = others or not mine
        if now["view"]["result"] is not None or (others and mine):
            return taken
        if now["decision"] is None or now["seq"] == last or desk.page.query_selector("body.busy"):
            desk.page.wait_for_timeout(60)
            if now["decision"] is None:
                last = -1
            continue
        assert taken < MOST, f"{taken} answers, and it is still {desk.prompt()!r}"
        desk.until(lambda text=now["decision"]["prompt"]: text[:20] in desk.prompt(), 20)
        give(now["decision"], taken)
        taken += 1
        last = now["seq"]
        waited = time.monotonic() + 8
        while situation(server, game, side)["seq"] == last and time.monotonic() < waited:
            desk.page.wait_for_timeout(60)
        last = -1
    raise AssertionError(f"no end after {taken} answers: {desk.prompt()!r}")


def ends(desk: Desk, decision: dict[str, Any]) -> str | None:
    """A verb with which the decision can simply be left."""
    onward = [
        *desk.sheet.get("onward", ()),
        "accept",
        "done",
        "stop",
        "stay",
        "pass",
        "calm",
        "save",
        "stand",
        "commit",
    ]
    return next((verb for verb in onward if verb in decision["actions"] and decision["actions"][verb] is None), None)


@pytest.mark.parametrize("title", FIRST)
def test_a_turn_by_keyboard_alone(sit: Sit, server: Process, title: str) -> None:
    side = FIRST[title][0]
    game = begin(server, title, level="recruit")
    desk = sit()
    desk.context.add_init_script(SETTINGS)
    desk.open_game(game)

    def give(decision: dict[str, Any], taken: int) -> None:
        pieces = [verb for verb in decision["actions"] if desk.sheet["takes"].get(verb) == "piece"]
        if taken < 3 and pieces and decision["actions"][pieces[0]]:
            desk.page.focus("#board")
            desk.press(".", "Enter")  # the first unit, or the slip that asks which
            desk.page.wait_for_timeout(150)
            if desk.page.query_selector(".bubble .chooser:visible"):
                desk.press("Tab", "Enter")
            return
        verb = ends(desk, decision)
        desk.press("c")
        wanted = f'#choices button[data-verb="{verb}"]:not([data-arg])' if verb else "#choices button[data-verb]"
        desk.page.wait_for_selector(wanted)
        for _ in range(200):
            if desk.page.evaluate(f"document.activeElement?.matches({wanted!r}) ?? false"):
                break
            desk.press("Tab")
        desk.press("Enter")
        desk.page.wait_for_timeout(120)
        if desk.page.query_selector("#end-it:visible"):
            desk.page.focus("#board")
            desk.press("Enter")
        elif desk.page.query_selector("dialog[open]"):
            desk.press("Enter")

    assert play(desk, server, title, game, side, give) > 1


@pytest.mark.parametrize("title", FIRST)
def test_a_turn_on_a_phone(sit: Sit, server: Process, title: str) -> None:
    side = FIRST[title][0]
    game = begin(server, title, level="recruit")
    desk = sit(viewport=PHONE, has_touch=True)
    desk.context.add_init_script(SETTINGS)
    desk.open_game(game)

    def give(decision: dict[str, Any], taken: int) -> None:
        verb = ends(desk, decision)
        where = f'[data-verb="{verb}"]:not([data-arg])' if verb else "[data-verb]"
        button = desk.page.query_selector(f".phone-acts button{where}:visible, .dock button{where}:visible")
        if button is None:
            if "sheet-up" not in (desk.page.get_attribute("body", "class") or ""):
                desk.page.tap(".handle")
            desk.page.tap('[role=tab]:has-text("Choices")')
            button = desk.page.wait_for_selector(f"#choices button{where}:visible")
        button.tap()
        desk.page.wait_for_timeout(150)
        sure = desk.page.query_selector("#end-it:visible, dialog[open] .btn.go:visible")
        if sure:
            sure.tap()

    assert play(desk, server, title, game, side, give) > 0
    desk.until(lambda: desk.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
