"""Somebody who has never seen the rulebook plays the first turn of every title: what glows, and the buttons in sight.

Nothing else is used: no key, no list of choices, no counter that does not glow, no button that cannot be seen. With
FRONT1914_CLICKS=FILE the clicks are written down, one line a title.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.server.house import Process
from tests.web.desk import Desk
from tests.web.player import COUNTER, Player
from tests.web.test_flow import FIRST, counters

pytestmark = pytest.mark.browser
FIRST_MOVE = 4  #: clicks in which a newcomer has moved somebody, once the board lies before him
MARCHES = 3  #: that he makes in a turn before he is content
SECONDS = 300
#: buttons that stand out, the most striking first
GOLD = (
    "dialog[open] .btn.go",
    "#end-it",
    ".dock .btn.war",
    ".bar .btn.go",
    ".dock .btn",
    ".bar .answers .btn:not(.more):not(#advise)",
)
SEEN = """([x, y]) => { const hit = document.elementFromPoint(x, y); return Boolean(hit?.closest('#board'))
  && !hit.closest('[data-ui], .overlays, .tools'); }"""
SETTINGS = """localStorage.setItem('front1914.settings', JSON.stringify({pace: 0, results: 'none'}));
  localStorage.setItem('front1914.goals', '[]')"""


class Newcomer:
    """Takes up what glows, marches where it glows, and presses the golden button when nothing is left that he wants."""

    def __init__(self, desk: Desk, server: Process, title: str) -> None:
        self.desk, self.server = desk, server
        self.side = FIRST[title][0]
        self.marched: set[str] = set()
        self.taken = ""
        self.stands: dict[str, str] = {}
        self.to_first_move = 0
        self.player = self.sit_down(title)

    def sit_down(self, title: str) -> Player:
        """Play on the card of the title, then Begin under the goal."""
        self.desk.open("/")
        self.desk.page.click(f"[data-title={title}] .acts2 .btn:text-is('Play')")
        self.desk.page.click("dialog.goal .btn.go", timeout=60_000)
        self.desk.page.wait_for_selector("#counters .unit")
        game = self.desk.page.url.rsplit("/", 1)[1]
        seats = {side: {"kind": "computer", "level": "recruit"} for side in self.others(game)}
        self.server.call("PUT", f"/api/games/{game}/seats", {"seats": seats, "consent": [self.side]})  # a quick enemy
        self.stands = counters(self.desk)
        return Player(self.desk, self.server, game, self.side)

    def others(self, game: str) -> list[str]:
        seats = self.server.call("GET", f"/api/games/{game}").json["game"]["seats"]
        return [side for side, seat in seats.items() if seat["kind"] == "computer"]

    # ---- what lies in sight

    def glowing(self) -> list[str]:
        """Counters that glow and can be hit."""
        found: list[str] = self.desk.page.evaluate(
            "() => [...document.querySelectorAll('#board:not(.spare) #counters .unit.able')].map((e) => e.dataset.id)"
        )
        fresh = [unit for unit in found if unit not in self.marched]
        return [unit for unit in fresh if self.in_sight(self.desk.page.evaluate(COUNTER, unit))]

    def in_sight(self, spot: list[float] | None) -> bool:
        return spot is not None and bool(self.desk.page.evaluate(SEEN, spot))

    def golden(self) -> Any:
        """The button that stands out."""
        for where in GOLD:
            for button in self.desk.page.query_selector_all(f"{where}:visible"):
                return button
        return None

    # ---- the hand

    def turn(self) -> None:
        """Until the enemy has had his turn and it is the newcomer's again, or the game is over."""
        begun, end = self.player.length(), time.monotonic() + SECONDS
        while time.monotonic() < end:
            decision = self.player.decision() if self.player.mine() else None
            if self.player.over() or (self.theirs(begun) and self.player.mine()):
                return
            if decision is None or decision["prompt"] not in self.desk.prompt():
                self.desk.page.wait_for_timeout(60)
                continue
            self.act(decision)
            self.look()
        raise AssertionError(f"the turn never ended: {self.desk.prompt()!r}")

    def theirs(self, begun: int) -> bool:
        """Whether the enemy has had his turn: the record knows it, however quickly it was over."""
        marks = self.server.call("GET", f"/api/games/{self.player.game}/timeline").json["marks"]
        return any(mark["at"] > begun and mark["active"] != self.side for mark in marks)

    def act(self, decision: dict[str, Any]) -> None:
        before = self.player.length()
        place = self.nearest(decision) if self.taken and decision["step"] != "attack" else None
        self.desk.until(lambda: place or self.golden() is not None or self.glowing())  # what answers has been drawn
        units = self.glowing() if len(self.marched) < MARCHES or self.golden() is None else []
        if place:
            self.player.point("to", place)
            self.taken = ""
        elif units and "done" not in self.battle(decision):
            self.taken = units[0]
            self.marched.add(units[0])
            self.player.take("unit", units[0])
        else:
            self.taken = ""
            with suppress(Error, AttributeError):  # it was drawn anew while the hand was on its way: he looks again
                self.golden().click(timeout=3000)
                self.player.click()
        self.wait(before)

    def battle(self, decision: dict[str, Any]) -> tuple[str, ...]:
        """In a fight the newcomer only looks."""
        return ("done",) if decision["step"] in ("attack", "attackers", "battle", "losses", "advance") else ()

    def nearest(self, decision: dict[str, Any]) -> str | None:
        """The place in sight to which it costs least to go."""
        places = sorted(decision["actions"].get("to") or (), key=lambda place: self.costs(decision, place))
        return next((place for place in places if self.in_sight(list(self.desk.spot(place)))), None)

    def costs(self, decision: dict[str, Any], place: str) -> tuple[int, str]:
        """What asks for no die and for no risk comes first."""
        hint = decision["hints"].get(f"to {place}", {})
        return len(set(hint) & {"throws", "mark", "stop"}), place

    def wait(self, before: int) -> None:
        end = time.monotonic() + 3
        while self.player.length() == before and time.monotonic() < end and self.golden_asks() is None:
            self.desk.page.wait_for_timeout(50)

    def golden_asks(self) -> Any:
        return self.desk.page.query_selector("dialog[open] .btn.go:visible, #end-it:visible, .bubble .chooser:visible")

    def look(self) -> None:
        """Has one of his counters come to another place?"""
        if self.to_first_move:
            return
        now = counters(self.desk)
        if any(now.get(unit, at) != at for unit, at in self.stands.items()):
            self.to_first_move = self.player.clicks_in_all


@pytest.mark.parametrize("title", FIRST)
def test_the_first_turn_of_a_newcomer(sit: Callable[..., Desk], server: Process, title: str) -> None:
    desk = sit(viewport={"width": 1600, "height": 900})
    desk.context.add_init_script(SETTINGS)
    newcomer = Newcomer(desk, server, title)
    newcomer.turn()
    told = f"{title}: {newcomer.to_first_move} clicks to the first move, {newcomer.player.clicks_in_all} in the turn"
    print(told)
    if file := os.environ.get("FRONT1914_CLICKS"):
        with Path(file).open("a", encoding="utf-8") as sheet:
            sheet.write(f"{told}\n")
    assert 0 < newcomer.to_first_move <= FIRST_MOVE, told
