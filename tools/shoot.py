"""Take pictures of the client as a player sees it.

    python tools/shoot.py cards [TITLE ...]    front1914/web/img/cards/TITLE.webp, 972 by 406: the library's cards
    python tools/shoot.py docs                 docs/img/*.webp: the screens that docs/client.md shows
    python tools/shoot.py titles [TITLE ...]   docs/img/titles/*.webp: every screen of every title, wide and on a phone
    python tools/shoot.py club                 docs/img/club*.webp: a club, its invitation and its clocks

Needs Playwright, Chromium and Pillow. Run it again when a map or the look of the client changed.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import random
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright

import front1914

ROOT = Path(__file__).resolve().parents[1]
CARDS = ROOT / "front1914" / "web" / "img" / "cards"
DOCS = ROOT / "docs" / "img"
CHROMIUM = os.environ.get("FRONT1914_CHROMIUM", "/usr/bin/chromium")
WIDE, HIGH = 972, 406
SCREEN = {"width": 1600, "height": 1000}
DESK = {"width": 1600, "height": 900}
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


AROUND = (".dock", ".side", ".bar .answers")  #: where the next answer of a battle may stand


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

    def upload(self, text: str, seats: dict[str, Any]) -> str:
        """A saved game on the desk, with these players."""
        path = f"{self.address}/api/games/upload?name=shown"
        request = urllib.request.Request(path, text.encode(), {"Content-Type": "text/plain"})
        with urllib.request.urlopen(request, timeout=180) as answer:
            game: str = json.load(answer)["game"]["id"]
        if seats:
            asked = {"seats": {s: seat for s, seat in seats.items() if seat["kind"] != "human"}, "consent": list(seats)}
            path, body = f"{self.address}/api/games/{game}/seats", json.dumps(asked).encode()
            put = urllib.request.Request(path, body, {"Content-Type": "application/json"}, method="PUT")
            urllib.request.urlopen(put, timeout=60).close()
        return game

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
def house(port: int = 0, public: str | None = None) -> Iterator[tuple[House, Browser]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        ask = f"port={port}, open_browser=False, public={public!r}"
        code = f"from front1914.server.app import run; raise SystemExit(run({ask}))"
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
        page.goto(f"{home.address}/sandtable/der_weltkrieg")
        page.wait_for_selector("#counters .unit")
        page.wait_for_timeout(1500)
        page.locator('#counters [data-id="be-F-Liege"]').click(force=True)
        page.click("[data-odds]")
        page.wait_for_timeout(1500)
        shoot("sandtable")
        phone = browser.new_page(viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
        sit(phone, home, fight)
        shoot("phone", phone, 480)


def titles(wanted: list[str]) -> None:
    """The screens of every title, as a newcomer meets them; on a phone too."""
    with house() as (home, browser):
        for title in home.ask("/api/titles")["titles"]:
            if wanted and title["id"] not in wanted:
                continue
            for size, options in (
                ("", {"viewport": DESK}),
                ("-phone", {"viewport": PHONE, "is_mobile": True, "has_touch": True}),
            ):
                page = browser.new_page(**options)  # type: ignore[arg-type]
                for name, picture in (screens if not size else slips)(page, home, title):
                    save(picture, DOCS / "titles" / f"{title['id']}-{name}{size}.webp", 320 if size else 800, 58)
                page.close()


def beginning(home: House, title: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """The marked scenario of a title, the side that a newcomer plays there, and the staff at the others."""
    scenario = next((s["id"] for s in title["scenarios"] if s["first"]), title["scenarios"][0]["id"])
    first = home.ask(f"/api/titles/{title['id']}")["sides"][0]
    seats = {side: {"kind": "computer", "level": "recruit"} for side in title["sides"] if side != first}
    return scenario, first, {first: {"kind": "human"}, **seats}


def fight(home: House, title: dict[str, Any]) -> str:
    """A game that the staff has led to the first attack of the newcomer's side, ready to be committed."""
    scenario, side, seats = beginning(home, title)
    game = front1914.new(title["id"], scenario, seed="5")
    staff = {one: front1914.commander("staff", title["id"], seed=1) for one in title["sides"]}
    while (decision := game.decision) is not None:
        battle = game.screen(side).get("battle") if decision.side == side else None
        if battle and battle.get("attackers") and battle.get("eyes") == "attacker" and battle.get("losses"):
            break
        game.act(staff[decision.side].decide(game.seat(decision.side)))
    with tempfile.TemporaryDirectory() as folder:
        game.save(Path(folder) / "fight.front")
        return home.upload((Path(folder) / "fight.front").read_text(), seats)


def over(home: House, title: dict[str, Any]) -> str:
    """A recorded game of the marked scenario that somebody has won."""
    folder = ROOT / "tests" / "games" / title["id"]
    scenario, _, _ = beginning(home, title)
    games = json.loads((folder / "games.json").read_text())
    won = [g for g in games if g["scenario"] == scenario and g["result"] and g["result"]["winner"] and not g["resign"]]
    best = max(won, key=lambda g: list(g["players"].values()).count("staff"))
    return home.upload(lzma.decompress((folder / f"{best['name']}.save.xz").read_bytes()).decode(), {})


def screens(page: Page, home: House, title: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """What a newcomer sees on a desk, screen by screen."""
    scenario, _, seats = beginning(home, title)
    game = home.begin(title["id"], scenario=scenario, seats=seats, seed="1914")["id"]
    page.goto(f"{home.address}/game/{game}")
    page.wait_for_selector("dialog.goal")
    page.wait_for_timeout(2500)
    yield "goal", page.screenshot()
    page.click("dialog.goal .btn.go")
    page.wait_for_timeout(800)
    yield "board", page.screenshot()
    for name, keys, pause in (
        ("counter", ".i", 900),
        ("staff", "w", 6000),
        ("handbook", "k", 3000),
        ("calendar", "o", 1500),
    ):
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_timeout(pause)
        yield name, page.screenshot()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Armies").click()
    page.wait_for_timeout(900)
    yield "armies", page.screenshot()
    page.click('[data-do="over"]')
    page.get_by_role("button", name="Legend").click()
    page.wait_for_timeout(1500)
    yield "legend", page.screenshot()
    page.keyboard.press("Escape")
    page.click('[data-do="over"]')
    lesson = home.ask(f"/api/titles/{title['id']}/lessons")["lessons"][0]["id"]
    taught = home.ask(f"/api/titles/{title['id']}/lessons/{lesson}", {})["game"]["id"]
    page.goto(f"{home.address}/game/{taught}")
    page.click(".coach .btn.go")
    page.wait_for_timeout(1500)
    yield "lesson", page.screenshot()
    page.goto(f"{home.address}/game/{fight(home, title)}")
    page.wait_for_selector(".dock:visible")
    page.wait_for_timeout(2500)
    yield "battle", page.screenshot()
    yield from outcome(page)
    page.goto(f"{home.address}/review/{over(home, title)}")
    page.wait_for_selector(".rev .won", timeout=180_000)
    page.wait_for_timeout(6000)
    yield "review", page.screenshot(full_page=True)


def outcome(page: Page) -> Iterator[tuple[str, bytes]]:
    """Attacks, and answers what follows, until the result lies there."""
    for _ in range(30):
        if page.query_selector(".result:visible"):
            page.wait_for_timeout(900)
            yield "result", page.screenshot()
            return
        for where in ("#end-it", ".btn.war", ".btn.dared", '[data-verb="done"]', ".chip.able", ".btn.line", ".btn"):
            if found := next(filter(None, (page.query_selector(f"{root} {where}:visible") for root in AROUND)), None):
                with suppress(Error):  # it was drawn anew meanwhile
                    found.click(timeout=3000)
                break
        page.wait_for_timeout(1500)


def slips(page: Page, home: House, title: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The board and the combat panel under a thumb."""
    scenario, _, seats = beginning(home, title)
    game = home.begin(title["id"], scenario=scenario, seats=seats, seed="1914")["id"]
    page.goto(f"{home.address}/game/{game}")
    page.click("dialog.goal .btn.go")
    page.wait_for_timeout(2000)
    yield "board", page.screenshot()
    page.goto(f"{home.address}/game/{fight(home, title)}")
    page.wait_for_selector(".dock:visible")
    page.wait_for_timeout(2500)
    yield "battle", page.screenshot()


def club() -> None:
    """Two people in a club: the library with its open games, the invitation, and the board with both clocks."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with house(port, f"http://127.0.0.1:{port}") as (home, browser):
        anna, paul = (browser.new_context(viewport=SCREEN).new_page() for _ in range(2))  # type: ignore[arg-type]
        anna.goto(home.address)
        anna.click(".sign-in")
        anna.fill("dialog input", "Marianne")
        anna.click("dialog button[type=submit]")
        anna.wait_for_selector('.sign-in:text-is("Marianne")')
        anna.click('[data-title="schlieffens_war"] .scen.first')
        anna.select_option('[data-side="entente"]', "guest")
        anna.select_option("#pace", "live")
        save(anna.screenshot(), DOCS / "club-new.webp", 1000, 66)
        anna.click("#begin")
        anna.wait_for_selector('[data-banner="free"]', timeout=90_000)
        anna.keyboard.press("Escape")
        anna.click('[data-banner="free"] button')
        link = anna.input_value("dialog.club input")
        anna.keyboard.press("Escape")
        paul.goto(link)
        paul.wait_for_selector("#accept")
        save(paul.screenshot(), DOCS / "club-invited.webp", 1000, 66)
        paul.click("#accept")
        paul.fill("dialog input", "Paul")
        paul.click("dialog button[type=submit]")
        anna.wait_for_selector("[data-clock]", timeout=90_000)
        anna.wait_for_timeout(3000)
        save(anna.screenshot(), DOCS / "club.webp", 1000, 66)
        paul.goto(home.address)
        paul.wait_for_selector(".club-room .own li")
        paul.wait_for_timeout(1000)
        save(paul.screenshot(), DOCS / "club-lobby.webp", 1000, 66)


def main(words: list[str]) -> int:
    if words[:1] == ["cards"]:
        cards(words[1:])
    elif words[:1] == ["titles"]:
        titles(words[1:])
    elif words == ["club"]:
        club()
    elif words == ["docs"]:
        docs()
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
