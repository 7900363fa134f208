"""The staff: what it would do, what is left before a phase ends, and handing the rest over, in every title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.desk import PHONE, WIDE, Desk
from tests.web.test_flow import FIRST, begin, decision
from tests.web.test_handbook import axe

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
#: steps before the first march, and what answers them
BEFORE = {"adjust": "done", "organise": "accept", "areas": "accept", "action": "tactical"}


def moving(server: Process, title: str) -> tuple[str, str, dict[str, Any]]:
    """A hot seat when its first side can march, or activate somebody."""
    game, sides = begin(server, title), server.call("GET", f"/api/titles/{title}").json["sides"]
    while True:
        side, now = next((s, d) for s in sides if (d := decision(server, game, s)) is not None)
        if now["step"] not in BEFORE:
            return game, side, now
        server.post(f"/api/games/{game}/act", side=side, verb=BEFORE[now["step"]])


def seq(server: Process, game: str) -> int:
    found: int = server.call("GET", f"/api/games/{game}").json["game"]["seq"]
    return found


@pytest.mark.parametrize("title", FIRST)
def test_the_staff_suggests_says_why_and_is_taken_with_one_click(sit: Sit, server: Process, title: str) -> None:
    game, _, _ = moving(server, title)
    desk = sit()
    desk.open_game(game, ready=server.call("GET", f"/api/titles/{title}").json["hidden"])
    desk.page.wait_for_selector("#advise")
    before = seq(server, game)
    desk.press("w")
    desk.page.wait_for_selector("#take-advice", timeout=60000)
    desk.until(lambda: len(desk.text(".staff h3")) > 3)
    desk.until(lambda: len(desk.text(".staff p")) > 3)
    desk.until(lambda: desk.page.query_selector("#g-plan .suggested"))
    assert seq(server, game) == before, "a suggestion changes nothing"
    desk.page.click("#take-advice")
    desk.until(lambda: seq(server, game) > before)


@pytest.mark.parametrize("title", [t for t in FIRST if t != "germany_at_war"])
def test_before_a_phase_ends_it_is_said_what_is_left(sit: Sit, server: Process, title: str) -> None:
    game, side, now = moving(server, title)
    left = len(now["undone"]["units"])
    assert left == len(now["actions"]["unit"])
    desk = sit()
    desk.open_game(game, ready=server.call("GET", f"/api/titles/{title}").json["hidden"])
    desk.page.click(f'.bar [data-verb="done"]:has-text("{left} left")')
    desk.page.wait_for_selector(".undone")
    desk.until(lambda: f"{left}" in desk.text(".undone"))
    desk.until(lambda: desk.page.query_selector("#g-plan .coach-ring"))
    desk.press("Escape")
    desk.until(lambda: desk.page.query_selector(".undone") is None)
    assert decision(server, game, side)["step"] == now["step"]
    desk.page.click('.bar [data-verb="done"]')
    desk.page.wait_for_selector("#end-it")
    desk.page.focus("#board")
    desk.press("Enter")
    desk.until(lambda: (decision(server, game, side) or {"step": ""})["step"] != now["step"])


def test_nothing_is_asked_when_nothing_is_left(sit: Sit, server: Process) -> None:
    """The demo title leaves nothing that counts: its phases end at once."""
    game: str = server.post("/api/games", title="ford", seats={}, seed="7")["game"]["id"]
    server.post(f"/api/games/{game}/act", side="red", verb="pass")
    desk = sit()
    desk.open_game(game, ready=True)
    desk.asked("Choose a unit")
    desk.answer("done")
    desk.until(lambda: "Choose a unit" not in desk.prompt())
    desk.until(lambda: desk.page.query_selector(".undone") is None)


@pytest.mark.parametrize("title", FIRST)
def test_the_staff_does_the_rest(sit: Sit, server: Process, title: str) -> None:
    game, side, now = moving(server, title)
    if title == "germany_at_war":  # where no Leader is activated yet, the phase cannot be ended, nor handed over
        server.post(f"/api/games/{game}/act", side=side, verb="unit", arg=now["actions"]["unit"][0])
        server.post(f"/api/games/{game}/act", side=side, verb="reveal")
        server.post(f"/api/games/{game}/act", side=side, verb="done")
        now = decision(server, game, side)
    assert now["delegable"]
    desk = sit()
    desk.open_game(game, ready=server.call("GET", f"/api/titles/{title}").json["hidden"])
    before = seq(server, game)
    desk.page.click('.bar [data-verb="done"]')
    desk.page.click(".staff .wide")
    desk.page.click('[data-group="all"][data-order="plan"]')
    desk.until(lambda: seq(server, game) > before + 1, 60)

    def back() -> bool:
        state = server.call("GET", f"/api/games/{game}/view?side={side}").json
        return state["computer"]["state"] == "idle" and state["decision"] is not None

    desk.until(back, 90)
    assert decision(server, game, side)["step"] == now["step"], "the player ends the phase himself"


def test_on_a_phone_the_question_can_be_answered(sit: Sit, server: Process) -> None:
    game, side, now = moving(server, "schlieffens_war")
    desk = sit(viewport=PHONE, has_touch=True)
    desk.open_game(game, ready=True)
    desk.page.tap('.phone-acts [data-verb="done"]')
    desk.page.tap("#end-it")
    desk.until(lambda: (decision(server, game, side) or {"step": ""})["step"] != now["step"])


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
def test_axe_finds_nothing_serious_where_the_staff_speaks(sit: Sit, server: Process, viewport: dict[str, int]) -> None:
    game, _, _ = moving(server, "schlieffens_war")
    desk = sit(viewport=viewport, bypass_csp=True)
    desk.open_game(game, ready=True)
    desk.press("w")
    desk.page.wait_for_selector("#take-advice", timeout=60000)
    assert axe(desk) == []
    desk.press("Escape")
    desk.page.click('button[data-verb="done"]:visible')
    desk.page.wait_for_selector(".undone")
    assert axe(desk) == []
    desk.page.click(".staff .wide")
    desk.page.wait_for_selector(".staff .groups li")
    assert axe(desk) == []
