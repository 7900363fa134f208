"""Somebody who plays by clicking: counters and places on the map where the answer is there, buttons where it is not.

What is offered is read from the server, as a person reads it from the screen; every answer is given with the mouse.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error

from tests.server.house import Process
from tests.web.desk import Desk

Decision = dict[str, Any]
Answer = tuple[str, str | None]
#: by step: which of the offered answers is taken
Choice = Callable[["Player", Decision], Answer]
COUNTER = """id => { const node = document.querySelector(`#g-fan [data-id="${id}"]`)
    ?? document.querySelector(`#counters [data-id="${id}"]`);
  if (!node) return null;
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2]; }"""
COVERED = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.dock'))"
IN_SIGHT = """([x, y]) => { const node = document.elementFromPoint(x, y);
  return Boolean(node?.closest('#board') && !node.closest('.dock, button')); }"""
#: answers that end a question without doing anything, the most welcome first
ENDS = ("accept", "done", "commit", "attack", "stop", "stay", "rest", "go", "calm", "save", "provide", "back")


@dataclass
class Player:
    """One side at a desk; `clicks` counts the mouse, by turn."""

    desk: Desk
    server: Process
    game: str
    side: str
    choices: dict[str, Choice] = field(default_factory=dict)
    curiosity: int = 0  #: so many answers of each turn are any that is offered
    rng: random.Random = field(default_factory=lambda: random.Random(1914))
    tried: dict[int, int] = field(default_factory=dict)
    clicks: dict[int, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    # ---- looking

    def decision(self) -> Decision | None:
        path = f"/api/games/{self.game}/decision?side={self.side}"
        found: Decision | None = self.server.call("GET", path).json["decision"]
        return found

    def distance(self, a: str, b: str) -> float:
        """Hexes from centre to centre, as the eye sees them."""
        here, there = (self.desk.sheet["places"][place] for place in (a, b))
        return float(((here["x"] - there["x"]) ** 2 + (here["y"] - there["y"]) ** 2) ** 0.5)

    # ---- the hand

    def click(self) -> None:
        turn = self.turn()
        self.clicks[turn] = self.clicks.get(turn, 0) + 1

    @property
    def clicks_in_all(self) -> int:
        return sum(self.clicks.values())

    def turn(self) -> int:
        return int(self.desk.text(".turn .sc").split()[1])

    def press(self, verb: str, arg: str | None) -> None:
        """A button of the bar or of the combat panel; the list of choices where it has no room there."""
        where = f'[data-verb="{verb}"]' + (f'[data-arg="{arg}"]' if arg is not None else ":not([data-arg])")
        page = self.desk.page
        if page.query_selector(f"button{where}:visible") is None:
            page.click('[role=tab]:has-text("Choices")')
            self.click()
        page.locator(f"button{where}:visible").first.click()
        self.click()
        self.confirm()

    def confirm(self) -> None:
        """Whoever is asked once more means what he said."""
        sure = self.desk.page.query_selector("#end-it:visible, dialog[open]:not(:has(.verdict)) .btn.go:visible")
        if sure is not None:
            with suppress(Error):  # it was drawn anew while the hand was on its way: who plays looks again
                sure.click(timeout=5000)
            self.click()

    def went_on(self, before: int) -> bool:
        """Whether the last answer was taken; whoever is asked once more only now says so now."""
        self.confirm()
        return self.length() != before

    def take(self, verb: str, piece: str) -> None:
        """A counter; a pile is fanned first, and a slow answer is waited for."""
        before = self.length()
        for _ in range(4):
            at = self.spot(piece)
            if at is None or self.length() != before:
                return
            if self.desk.page.evaluate(COVERED, at):
                self.press(verb, piece)  # the combat panel lies over it and shows the same counter
                return
            self.desk.page.mouse.click(*at)
            self.click()
            self.desk.page.wait_for_timeout(150)
            while self.desk.page.query_selector("body.busy"):
                self.desk.page.wait_for_timeout(30)
            if self.settle(verb, piece):
                return

    def spot(self, piece: str) -> list[float] | None:
        """Where a counter lies, once it has come to rest."""
        before: list[float] | None = None
        while True:
            now: list[float] | None = self.desk.page.evaluate(COUNTER, piece)
            if now is None or now == before:
                return now
            before = now
            self.desk.page.wait_for_timeout(100)

    def point(self, verb: str, place: str) -> None:
        """A place; one that lies out of sight is found in the list of choices."""
        if not self.desk.page.evaluate(IN_SIGHT, self.desk.spot(place)):
            self.press(verb, place)
            return
        self.desk.click(place)
        self.click()
        self.desk.page.wait_for_timeout(60)
        self.settle(verb, place)

    def settle(self, verb: str, arg: str) -> bool:
        """Where several answers meet, the slip says which is meant."""
        slip = self.desk.page.query_selector(".bubble .chooser:visible")
        if slip is None:
            return False
        decision = self.decision() or {"actions": {}}
        rows = [v for v, args in decision["actions"].items() if arg in (args or ())]
        slip.query_selector_all("button")[rows.index(verb)].click()
        self.click()
        return True

    # ---- playing

    def answer(self, verb: str, arg: str | None) -> None:
        if arg is not None and arg in self.desk.sheet["places"]:
            self.point(verb, arg)
        elif arg is not None and arg in self.desk.sheet["pieces"] and self.desk.page.evaluate(COUNTER, arg):
            self.take(verb, arg)
        else:
            self.press(verb, arg)

    def choose(self, decision: Decision) -> Answer:
        """What is wanted in this step; else what ends it, or the first of all answers."""
        wish = self.choices.get(decision["step"])
        if wish is not None:
            return wish(self, decision)
        turn = self.turn()
        if self.tried.get(turn, 0) < self.curiosity:
            self.tried[turn] = self.tried.get(turn, 0) + 1
            verb = self.rng.choice([v for v, args in decision["actions"].items() if args] or list(decision["actions"]))
            return verb, self.rng.choice(decision["actions"][verb] or [None])
        for verb in ENDS:
            if verb in decision["actions"]:
                return verb, None
        verb, args = next(iter(decision["actions"].items()))
        return verb, (args or [None])[0]

    def over(self) -> bool:
        return "over" in self.desk.text(".who").lower()

    def play(self, seconds: float, turns: int) -> None:
        """Answers until so many turns, or the game, are over; no question may take longer than so many seconds."""
        last = -1

        def asked() -> bool:
            return self.over() or (self.mine() and self.went_on(last))

        while True:
            self.desk.until(asked, seconds)
            if self.over() or self.turn() > turns:
                return
            decision, last = self.decision(), self.length()
            if decision is not None and decision["prompt"] in self.desk.prompt():
                self.seen.add(decision["step"])
                self.answer(*self.choose(decision))
            else:
                last = -1

    def mine(self) -> bool:
        """Whether the page asks the player, and waits for nothing."""
        asks = "your decision" in self.desk.text(".who").lower()
        return asks and self.desk.page.query_selector("body.busy") is None

    def length(self) -> int:
        """How far the game has come."""
        found: int = self.server.call("GET", f"/api/games/{self.game}").json["game"]["seq"]
        return found
