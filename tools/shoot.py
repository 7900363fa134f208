"""Take pictures of the client as a player sees it.

    python tools/shoot.py cards [TITLE ...]    front1914/web/img/cards/TITLE.webp, 972 by 406: the library's cards
    python tools/shoot.py docs                 docs/img/*.webp: the screens that docs/client.md shows

Needs Playwright, Chromium and Pillow. Run it again when a map or the look of the client changed.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
CARDS = ROOT / "front1914" / "web" / "img" / "cards"
DOCS = ROOT / "docs" / "img"
CHROMIUM = os.environ.get("FRONT1914_CHROMIUM", "/usr/bin/chromium")
WIDE, HIGH = 972, 406
SCREEN = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}


@dataclass(frozen=True)
class View:
    """Which opening, and which part of its map: a place in the middle and a zoom."""

    scenario: str | None = None
    place: str | None = None
    zoom: float = 0.95


VIEWS = {
    "schlieffens_war": View("introduction", "1109", 1.5),
    "germany_at_war": View("introduction", "10", 1.4),
    "fixed_1914": View("introduction", "JJ30", 1.5),
    "der_weltkrieg": View("schlieffen_plan", "2417", 1.25),
    "offensive_a_outrance": View("lorraine", "56.56", 1.15),
}
HIDE = ".tools, .hexinfo, .banners, .dock, .tray, .bubble { display: none !important } .may { stroke: none !important }"
LOOK = """([x, y, zoom]) => {
  const sheet = document.querySelector('#sheet'), box = document.querySelector('#live').viewBox.baseVal;
  const k = zoom * 0.72, board = document.querySelector('#board').getBoundingClientRect();
  sheet.dataset.zoom = zoom < 0.65 ? 'far' : 'mid';
  const [left, top] = [board.width / 2 - (x - box.x) * k, board.height / 2 - (y - box.y) * k];
  sheet.style.transform = `translate(${left}px,${top}px) scale(${k})`;
}"""


class House:
    """A server of its own, with an empty desk."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def begin(self, title: str, **ask: Any) -> Any:
        """A hot seat whose map is drawn before the page asks for it."""
        with urllib.request.urlopen(f"{self.address}/api/titles/{title}/art", timeout=60) as answer:
            answer.read()
        return self.ask("/api/games", {"title": title, "seats": {}, **ask})["game"]

    def play(self, game: str, until: Callable[[dict[str, Any]], bool], seed: int, most: int = 600) -> None:
        """Random moves, rather forward than idle, until a decision is met."""
        rng = random.Random(seed)
        for _ in range(most):
            side = self.ask(f"/api/games/{game}")["game"]["deciding"]
            if side is None:
                return
            decision = self.ask(f"/api/games/{game}/decision?side={side}")["decision"]
            if until(decision):
                return
            choices = [(v, a) for v, args in decision["actions"].items() for a in (args or [None])]
            bold = [c for c in choices if c[0] not in ("done", "stay", "cancel", "pass", "order", "top", "join")]
            verb, arg = rng.choice(bold or choices)
            self.ask(f"/api/games/{game}/act", {"side": side, "verb": verb} | ({} if arg is None else {"arg": arg}))


@contextmanager
def house() -> Iterator[tuple[House, Browser]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        code = "from front1914.server.app import run; raise SystemExit(run(port=0, open_browser=False))"
        environ = os.environ | {"FRONT1914_DATA": folder}
        server = subprocess.Popen(
            [sys.executable, "-c", code], env=environ, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield House(address), browser
        finally:
            browser.close()
            server.terminate()
            server.wait(20)


def sit(page: Page, home: House, game: str) -> None:
    page.goto(f"{home.address}/game/{game}")
    page.wait_for_timeout(1500)
    if page.query_selector("#ready"):
        page.click("#ready")
    page.wait_for_selector("#counters .unit")
    page.wait_for_timeout(2500)


def save(picture: bytes, file: Path, wide: int | None = None, quality: int = 74) -> None:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    if wide is not None:
        image = image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file, quality=quality, method=6)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


# ---- cards


def cards(wanted: list[str]) -> None:
    with house() as (home, browser):
        for title in home.ask("/api/titles")["titles"]:
            if not wanted or title["id"] in wanted:
                page = browser.new_page(viewport=SCREEN, bypass_csp=True)  # type: ignore[arg-type]
                card(page, home, title["id"])
                page.close()


def card(page: Page, home: House, title: str) -> None:
    view = VIEWS.get(title, View())
    game = home.begin(title, **({"scenario": view.scenario} if view.scenario else {}))
    sit(page, home, game["id"])
    page.add_style_tag(content=HIDE)
    if view.place:
        place = home.ask(game["sheet"])["places"][view.place]
        page.evaluate(LOOK, [place["x"] * 100, place["y"] * 100, view.zoom])
    page.wait_for_timeout(1500)
    box = page.locator("#board").bounding_box()
    assert box is not None
    left, top = box["x"] + (box["width"] - WIDE) / 2, box["y"] + (box["height"] - HIGH) / 2
    save(page.screenshot(clip={"x": left, "y": top, "width": WIDE, "height": HIGH}), CARDS / f"{title}.webp")


# ---- screens


def docs() -> None:
    with house() as (home, browser):
        page = browser.new_page(viewport=SCREEN)  # type: ignore[arg-type]

        def shoot(name: str, of: Page = page, wide: int = 1200) -> None:
            save(of.screenshot(), DOCS / f"{name}.webp", wide, 70)

        march = home.begin("schlieffens_war", scenario="introduction", seed="5")["id"]
        sit(page, home, march)
        page.keyboard.press(".")
        page.keyboard.press(".")
        page.keyboard.press(".")
        page.keyboard.press("Enter")
        page.wait_for_timeout(800)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(500)
        page.click('[data-do="over"]')
        page.wait_for_timeout(600)
        shoot("march")
        page.click('[data-do="over"]')
        fight = home.begin("schlieffens_war", scenario="introduction", seed="5")["id"]
        home.play(fight, lambda d: "commit" in d["actions"], 3)
        sit(page, home, fight)
        shoot("battle")
        page.keyboard.press("[")
        page.keyboard.press("[")
        page.keyboard.press("k")
        page.wait_for_timeout(1500)
        shoot("past")
        areas = home.begin("germany_at_war", scenario="introduction", seed="3")["id"]
        sit(page, home, areas)
        shoot("areas")
        page.goto(f"{home.address}/game/{fight}")
        page.wait_for_selector("#ready")
        shoot("handover")
        page.goto(f"{home.address}/")
        page.wait_for_timeout(1500)
        shoot("library")
        phone = browser.new_page(viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
        sit(phone, home, fight)
        shoot("phone", phone, 480)


def main(words: list[str]) -> int:
    if words[:1] == ["cards"]:
        cards(words[1:])
    elif words == ["docs"]:
        docs()
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
