"""The review of a finished game in a real browser: read, jumped from, played again."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.house import Process
from tests.web.desk import PHONE, Desk
from tests.web.test_screens import AXE, RUN_AXE

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
GAMES = Path(__file__).resolve().parents[1] / "games"
RECORDED = {
    "schlieffens_war": "introduction-german-points",
    "germany_at_war": "introduction-german-marginal",
    "fixed_1914": "introduction-allied-points",
    "der_weltkrieg": "danube-central-marginal_victory",
    "offensive_a_outrance": "introduction-german-victory",
}


def finished(desk: Desk, title: str) -> str:
    """A recorded game of a title on the desk."""
    content = lzma.decompress((GAMES / title / f"{RECORDED[title]}.save.xz").read_bytes())
    sent = {"content-type": "text/plain"}
    answer = desk.page.request.post(f"http://{desk.address}/api/games/upload", data=content, headers=sent)
    found: str = answer.json()["game"]["id"]
    return found


def read(desk: Desk, game: str) -> None:
    desk.open(f"/review/{game}")
    desk.page.locator(".rev .battles").wait_for(timeout=90_000)


@pytest.mark.parametrize("title", RECORDED)
def test_every_title_has_its_review(sit: Sit, title: str) -> None:
    desk = sit(bypass_csp=True)
    game = finished(desk, title)
    read(desk, game)
    desk.until(lambda: desk.text(".won h2").endswith((" wins", " win")))
    desk.until(lambda: desk.page.locator(".meters li").count() >= 1)
    desk.until(lambda: desk.page.locator(".battles tbody tr").count() >= 1)
    last = int(desk.page.locator(".controls input").get_attribute("max") or 0)
    desk.until(lambda: f"After turn {last}" in desk.text(".when"))
    drawn = desk.page.evaluate("document.querySelector('.bigmap').toDataURL()")
    desk.page.locator("[data-frame='0']").click() if last > 1 else desk.page.locator(".controls input").press("Home")
    desk.until(lambda: desk.text(".when") == "Before the first turn")
    desk.until(lambda: desk.page.evaluate("document.querySelector('.bigmap').toDataURL()") != drawn)
    if AXE.exists():
        desk.page.add_script_tag(content=AXE.read_text("utf-8"))
        assert desk.page.evaluate(RUN_AXE) == []


def test_a_battle_leads_to_its_moment_on_the_map(sit: Sit) -> None:
    desk = sit()
    game = finished(desk, "schlieffens_war")
    read(desk, game)
    desk.page.locator(".battles .link").first.click()
    desk.page.wait_for_selector('[data-banner="past"]')
    desk.until(lambda: desk.page.url.partition("#at=")[2] in desk.text('[data-banner="past"]'))
    desk.page.go_back()
    desk.page.locator(".rev .battles").wait_for()


def test_the_film_runs_to_the_end(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    game = finished(desk, "fixed_1914")
    read(desk, game)
    desk.until(lambda: desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])
    desk.page.get_by_role("button", name="Film").click()
    desk.until(lambda: desk.text(".when").startswith("After turn 4"), 20)
    desk.until(lambda: desk.page.get_by_role("button", name="Film").count() == 1)


def test_a_rematch_swaps_the_sides(sit: Sit, server: Process) -> None:
    desk = sit()
    seats = {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": "recruit"}}
    game = server.post("/api/games", title="ford", scenario="skirmish", seats=seats, seed=7)["game"]["id"]
    server.post(f"/api/games/{game}/resign", side="blue")
    desk.open("/")
    desk.page.locator(f'[data-game="{game}"] .revlink').click()
    desk.page.locator("#rematch").click()
    desk.page.wait_for_selector("#counters .unit")
    again = desk.page.url.rsplit("/", 1)[1]
    found = server.call("GET", f"/api/games/{again}").json["game"]
    assert {side: seat["kind"] for side, seat in found["seats"].items()} == {"blue": "computer", "red": "human"}


def test_the_verdict_leads_to_the_review(sit: Sit, server: Process) -> None:
    desk = sit()
    seats = {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": "recruit"}}
    game = server.post("/api/games", title="ford", scenario="skirmish", seats=seats, seed=7)["game"]["id"]
    desk.open_game(game)
    desk.page.click("#menu")
    desk.page.click("dialog >> text=Resign")
    desk.page.locator("dialog .btn.war").click()
    desk.page.locator("dialog #review").click()
    desk.page.locator(".rev .now").wait_for(timeout=60_000)
    desk.until(lambda: desk.page.url.endswith(f"/review/{game}"))


@pytest.mark.parametrize("phone", [False, True])
def test_the_board_of_a_game_that_is_over_leads_to_its_review(sit: Sit, server: Process, phone: bool) -> None:
    desk = sit(viewport=PHONE) if phone else sit()
    game = server.post("/api/games", title="ford", scenario="skirmish", seats={}, seed=7)["game"]["id"]
    server.post(f"/api/games/{game}/resign", side="blue")
    desk.open(f"/game/{game}")
    desk.page.locator(".phone-acts .go" if phone else "#to-review").click()
    desk.page.locator(".rev .now").wait_for(timeout=60_000)
    desk.until(lambda: desk.page.url.endswith(f"/review/{game}"))
