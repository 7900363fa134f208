"""Take the pictures of the library's cards: the opening of each title on its own map, as a player sees it.

    python tools/shoot_cards.py [TITLE ...]

Writes front1914/web/img/cards/TITLE.webp, 972 by 406 pixels. Needs Playwright, Chromium and Pillow; run it again when
a map or the look of the counters changed.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
CARDS = ROOT / "front1914" / "web" / "img" / "cards"
CHROMIUM = os.environ.get("FRONT1914_CHROMIUM", "/usr/bin/chromium")
WIDE, HIGH = 972, 406


@dataclass(frozen=True)
class View:
    """Which opening, and which part of its map: a place in the middle and a zoom."""

    scenario: str | None = None
    place: str | None = None
    zoom: float = 0.95


VIEWS = {"schlieffens_war": View("introduction", "1109", 1.5)}
HIDE = ".tools, .hexinfo, .banners, .dock, .tray, .bubble { display: none !important } .may { stroke: none !important }"
LOOK = """([x, y, zoom]) => {
  const sheet = document.querySelector('#sheet'), box = document.querySelector('#live').viewBox.baseVal;
  const k = zoom * 0.72, board = document.querySelector('#board').getBoundingClientRect();
  sheet.dataset.zoom = zoom < 0.65 ? 'far' : 'mid';
  const [left, top] = [board.width / 2 - (x - box.x) * k, board.height / 2 - (y - box.y) * k];
  sheet.style.transform = `translate(${left}px,${top}px) scale(${k})`;
}"""


def main(wanted: list[str]) -> int:
    CARDS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        code = "from front1914.server.app import run; raise SystemExit(run(port=0, open_browser=False))"
        server = subprocess.Popen(
            [sys.executable, "-c", code],
            env=os.environ | {"FRONT1914_DATA": folder},
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for title in ask(f"{address}/api/titles")["titles"]:
                if not wanted or title["id"] in wanted:
                    page = browser.new_page(viewport={"width": 1600, "height": 1000}, bypass_csp=True)
                    shoot(page, address, title["id"])
                    page.close()
        finally:
            browser.close()
            server.terminate()
            server.wait(20)
    return 0


def shoot(page: Page, address: str, title: str) -> None:
    view = VIEWS.get(title, View())
    body = {"title": title, "seats": {}} | ({"scenario": view.scenario} if view.scenario else {})
    game = ask(f"{address}/api/games", body)["game"]
    sheet = ask(f"{address}{game['sheet']}")
    ask_quietly(f"{address}/api/titles/{title}/art")
    page.goto(f"{address}/game/{game['id']}")
    page.wait_for_timeout(1500)
    if page.query_selector("#ready"):
        page.click("#ready")
    page.wait_for_selector("#counters .unit")
    page.add_style_tag(content=HIDE)
    page.wait_for_timeout(2500)
    if view.place:
        place = sheet["places"][view.place]
        page.evaluate(LOOK, [place["x"] * 100, place["y"] * 100, view.zoom])
        page.wait_for_timeout(1500)
    box = page.query_selector("#board").bounding_box()  # type: ignore[union-attr]
    assert box is not None
    left, top = box["x"] + (box["width"] - WIDE) / 2, box["y"] + (box["height"] - HIGH) / 2
    picture = Image.open(io.BytesIO(page.screenshot(clip={"x": left, "y": top, "width": WIDE, "height": HIGH})))
    file = CARDS / f"{title}.webp"
    picture.convert("RGB").save(file, quality=74, method=6)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


def ask(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def ask_quietly(address: str) -> None:
    """Has the map drawn before the page asks for it."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        answer.read()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
