"""The rest of the client in a real browser: past and replay, hot seat, server loss, phone, accessibility."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error

from tests.server.house import Process
from tests.web.desk import PHONE, Desk
from tests.web.test_play import CONTACT, begin

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter((v) => ['serious', 'critical'].includes(v.impact))
  .map((v) => `${v.id}: ${v.help}; ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`)"""


def test_the_server_dies_in_a_battle_and_comes_back(sit: Sit, tmp_path: Path) -> None:
    server = Process(tmp_path)
    try:
        port = int(server.address.split(":")[1])
        game = begin(server, f"{CONTACT}|blue to 0505|blue unit b3")
        desk = sit(server.address)
        desk.open_game(game, ready=True)
        desk.page.wait_for_selector('.dock [data-verb="commit"]')
        server.kill()
        desk.page.wait_for_selector('[data-banner="link"].alarm')
        desk.answer("commit")  # nothing happens, and it says so
        desk.page.wait_for_selector(".notice.alarm")
        server = Process(tmp_path, port)
        desk.until(lambda: desk.page.query_selector('[data-banner="link"].alarm') is None)
        desk.until(lambda: "0505" in desk.text(".dock h2"))
        desk.answer("commit")
        desk.until(lambda: desk.page.query_selector("#ready") is not None or "on the die" in desk.log())
    finally:
        server.end()


def test_a_whole_game_against_the_computer_then_its_replay(sit: Sit, server: Process) -> None:
    seats = {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": "recruit"}}
    game = begin(server, scenario="skirmish", seats=seats)
    desk = sit()
    desk.context.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    desk.open_game(game)
    for _ in range(60):  # blue only ever finishes: march, fight
        desk.until(lambda: desk.page.query_selector(".answers [data-verb], .dock [data-verb]") or over(desk), 30)
        if over(desk):
            break
        ask = desk.page.query_selector('.answers [data-verb="done"], .dock [data-verb]')
        if ask is not None:
            with suppress(Error):  # it was drawn anew while the hand was on its way
                ask.click(timeout=3000)
        desk.page.wait_for_timeout(120)
    assert over(desk)
    desk.until(lambda: desk.text(".who b").endswith((" wins", " win")))
    desk.page.wait_for_selector("dialog .verdict")
    desk.page.click("dialog >> text=Look at the map")
    desk.until(lambda: len(desk.page.query_selector_all(".track text")) >= 3)
    desk.press("[", "[")
    desk.page.wait_for_selector('[data-banner="past"]')
    length = int(re.search(r"of (\d+)", desk.text('[data-banner="past"]')).group(1))  # type: ignore[union-attr]
    desk.page.focus(".track")
    desk.press("Home")
    desk.until(lambda: f"moment 0 of {length}" in desk.text('[data-banner="past"]'))
    desk.press("PageDown")
    desk.until(lambda: "moment 0 " not in desk.text('[data-banner="past"]'))
    desk.press("End")
    desk.until(lambda: desk.page.query_selector('[data-banner="past"]') is None)
    desk.page.click("#menu")
    desk.page.click("text=Look through the eyes of Red")
    desk.until(lambda: any("side=red" in url for url in desk.sockets))


def over(desk: Desk) -> bool:
    return "over" in desk.text(".who").lower()


def test_scrubbing_and_what_if(sit: Sit, server: Process) -> None:
    desk = sit()
    game = begin(server, CONTACT)
    desk.open_game(game, ready=True)
    desk.asked("Choose a hex to attack")
    box = desk.page.query_selector(".track").bounding_box()
    desk.page.mouse.click(box["x"] + 14, box["y"] + 24)
    desk.page.wait_for_selector('[data-banner="past"]')
    desk.until(lambda: desk.at("b3") == "0501")
    desk.page.click('[data-banner="past"] >> text=What if')
    desk.page.click('dialog [data-level="recruit"]')
    desk.until(lambda: game not in desk.page.url)
    records = server.call("GET", "/api/games").json["games"]
    branch = next(record for record in records if record["id"] == desk.page.url.rsplit("/", 1)[1])
    assert branch["branch"]["game"] == game
    assert branch["seats"] == {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": "recruit"}}


def test_what_happened_since_i_looked(sit: Sit, server: Process) -> None:
    seats = {"blue": {"kind": "human"}, "red": {"kind": "human"}}
    game = begin(server, "red pass", seats=seats, options={"open": True})
    desk = sit()
    desk.open_game(game, ready=True)
    desk.asked("Choose a unit")
    desk.open("/")
    for text in (
        "blue done",
        "blue done",
        "red unit r4",
        "red to 0504",
        "red unit r1",
        "red to 0507",
        "red done",
        "red done",
    ):
        side, verb, *arg = text.split(" ")
        server.post(f"/api/games/{game}/act", side=side, verb=verb, **({"arg": arg[0]} if arg else {}))
    desk.open_game(game, ready=True)
    desk.page.wait_for_selector('[data-banner="since"]')
    desk.page.click('[data-banner="since"] >> text=Show')
    desk.page.wait_for_selector('[data-banner="past"]')
    desk.until(lambda: desk.page.query_selector('[data-banner="past"]') is None, 30)
    desk.until(lambda: desk.at("r4") == "0504")


def test_a_hot_seat_tells_a_player_nothing_of_the_other(sit: Sit, server: Process) -> None:
    """Red mines a ford in secret: what reaches blue's screen is the same wherever the mine lies."""
    game = begin(server)
    red = sit()
    red.open_game(game, ready=True)
    red.asked("Mine which ford?")
    red.click("0804")
    red.page.wait_for_selector("#ready")
    assert "0804" not in red.page.content()  # nothing of the map is left on the page
    blue = sit()
    blue.open_game(game, ready=True)
    blue.asked("Choose a unit")
    told = [message for message in blue.heard if '"type":"table"' in message.replace(" ", "")]
    assert told
    for message in told:
        assert "mined" not in message
    assert any("mined" in message for message in red.heard)
    assert blue.page.query_selector("#g-markers .marker") is None
    assert red.heard != blue.heard


def test_phone(sit: Sit, server: Process) -> None:
    desk = sit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.asked("Choose a unit")
    desk.until(lambda: desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])
    x, y = desk.spot("0501")
    desk.page.touchscreen.tap(x, y)
    desk.asked("March b3 where?")
    desk.until(lambda: "Blue 3" in desk.text(".card"))
    x, y = desk.spot("0503")
    desk.page.touchscreen.tap(x, y)
    desk.until(lambda: desk.at("b3") == "0503")
    desk.page.click(".phone-acts >> text=Undo")
    desk.asked("March b3 where?")
    desk.page.click(".handle")
    desk.page.wait_for_selector("#leaf-log:visible")


def test_overlays_settings_and_luck(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.asked("Choose a unit")
    desk.press("z")
    desk.page.wait_for_selector("#g-overlays .zone", state="attached")
    desk.press("n")
    desk.page.wait_for_selector("#ids text", state="attached")
    desk.press("h")
    desk.until(lambda: not desk.page.is_visible("#counters .unit"))
    desk.page.reload()
    desk.page.click("#ready")
    desk.page.wait_for_selector("#ids text", state="attached")  # settings last
    desk.page.click("#menu")
    desk.page.click("text=Luck report")
    desk.until(lambda: "percentile" in desk.text("dialog"))


def test_save_download_and_upload(sit: Sit, server: Process, tmp_path: Path) -> None:
    desk = sit()
    desk.open_game(begin(server, CONTACT), ready=True)
    desk.page.click("#menu")
    desk.page.click("text=Download the game")
    with desk.page.expect_download() as coming:  # two people: both must agree to a file with all secrets
        desk.page.click("text=We all agree")
    file = tmp_path / "kept.txt"
    coming.value.save_as(file)
    desk.open("/")
    desk.page.set_input_files("#upload", str(file))
    desk.until(lambda: "/game/" in desk.page.url)
    damaged = tmp_path / "damaged.txt"
    damaged.write_text("nonsense", "utf-8")
    desk.open("/")
    desk.page.set_input_files("#upload", str(damaged))
    desk.page.wait_for_selector(".notice.alarm")


def test_a_game_that_is_not_there(sit: Sit) -> None:
    desk = sit()
    desk.open("/game/nosuchgame12")
    desk.page.wait_for_selector(".sorry")
    desk.page.click("text=Library")
    desk.page.wait_for_selector(".shelf .game-card")


def test_no_serious_finding_of_axe(sit: Sit, server: Process) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core in node_modules (npm install): accessibility is not checked")
    desk = sit(bypass_csp=True)
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        desk.page.add_script_tag(path=str(AXE))
        found[name] = desk.page.evaluate(RUN_AXE)

    desk.open("/")
    desk.page.wait_for_selector(".game-card")
    check("library")
    desk.page.click('[data-title="ford"] .acts2 .ghost')
    check("new game")
    desk.open_game(begin(server, f"{CONTACT}|blue to 0505|blue unit b3"), ready=True)
    desk.page.wait_for_selector('.dock [data-verb="commit"]')
    desk.page.wait_for_timeout(800)  # until the drawn map has taken the place of the plain one under the panels
    check("battle")
    for leaf in ("choices", "units", "rules"):
        desk.page.click(f"#tab-{leaf}")
        desk.page.wait_for_timeout(300)
        check(leaf)
    desk.open("/rules/ford")
    desk.page.wait_for_selector(".law")
    check("rulebook")
    assert not any(found.values()), json.dumps(found, indent=1)
