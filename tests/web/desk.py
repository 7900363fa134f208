"""A player at a desk: what a person does with a browser, in words."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error

SPOT = """([x, y]) => { const m = document.querySelector('#live').getScreenCTM();
  return [m.a * x + m.e, m.d * y + m.f]; }"""
WIDE = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}


class Desk:
    """One browser context. `heard` is every message of a socket and every answer of the API that reached it."""

    def __init__(self, browser: Any, address: str, viewport: dict[str, int] = WIDE, **options: Any) -> None:
        self.address = address
        self.context = browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
        self.context.add_init_script(
            "localStorage.getItem('front1914.goals') ?? localStorage.setItem('front1914.goals', '[\"*\"]')"
        )
        self.page = self.context.new_page()
        self.heard: list[str] = []
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.sockets: list[str] = []
        self.page.on("websocket", self._socket)
        self.page.on("response", self._response)
        self.sheet: dict[str, Any] = {}

    def _socket(self, socket: Any) -> None:
        self.sockets.append(socket.url)
        socket.on("framereceived", self._frame)

    def _frame(self, frame: Any) -> None:
        self.heard.append(str(frame))

    def _response(self, response: Any) -> None:
        if "/sheet" in response.url:
            self.sheet = response.json()
        elif "/api/" in response.url and response.status == 200 and "/art" not in response.url:
            with suppress(Error):  # the page may have gone on before its answer was read
                self.heard.append(response.text())

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors

    # ---- going about

    def open(self, path: str) -> None:
        self.page.goto(f"http://{self.address}{path}")

    def open_game(self, game: str, ready: bool = False) -> None:
        self.open(f"/game/{game}")
        if ready:
            self.page.click("#ready")
        self.page.wait_for_selector("#counters .unit")

    def until(self, check: Callable[[], Any], seconds: float = 15) -> None:
        """Waits until something is so: what a click sets going is there a moment later, not at once.

        (The page forbids eval, so the page itself cannot be asked to wait.)
        """
        end = time.monotonic() + seconds
        while not self.holds(check):
            assert time.monotonic() < end, f"it never came about; the prompt is {self.prompt()!r}"
            self.page.wait_for_timeout(30)

    @staticmethod
    def holds(check: Callable[[], Any]) -> bool:
        """What is drawn anew while it is looked at is not there yet."""
        try:
            return bool(check())
        except (Error, AssertionError):
            return False

    # ---- looking

    def prompt(self) -> str:
        node = self.page.query_selector("#prompt")
        return node.inner_text() if node else ""

    def asked(self, words: str, seconds: float = 15) -> None:
        self.until(lambda: words in self.prompt(), seconds)

    def text(self, selector: str) -> str:
        found: str = self.page.inner_text(selector)
        return found

    def log(self) -> str:
        return self.text("#leaf-log")

    def at(self, piece: str) -> str:
        """The place where a piece is drawn."""
        node = self.page.query_selector(f'#counters [data-id="{piece}"]')
        assert node is not None, f"{piece} is not on the map"
        found: str = node.evaluate("e => e.parentElement.dataset.at")
        return found

    # ---- the hand

    def spot(self, place: str) -> tuple[float, float]:
        """Where a place is on the screen, once the map has come to rest."""
        data = self.sheet["places"][place]
        before: list[float] = []
        while True:
            now: list[float] = self.page.evaluate(SPOT, [data["x"] * 100, data["y"] * 100])
            if now == before:
                return now[0], now[1]
            before = now
            self.page.wait_for_timeout(120)

    def click(self, place: str) -> None:
        x, y = self.spot(place)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.up()

    def drag(self, start: str, end: str) -> None:
        x, y = self.spot(start)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 9, steps=3)
        x, y = self.spot(end)
        self.page.mouse.move(x, y, steps=6)
        self.page.mouse.up()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self, verb: str) -> None:
        """Clicks the button of a verb, wherever it stands."""
        self.page.click(f'button[data-verb="{verb}"]:visible')
