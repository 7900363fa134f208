"""The rooms of a club in a browser: lobby, account, agreement, looking on, notes, seats that pass on, notices."""

from __future__ import annotations

import json
import random
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.desk import PHONE, Desk
from tests.web.test_club import ACT, SHOWN, sign_in
from tests.web.test_handbook import axe

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]

CALL = """async ([path, body, method]) => {
  const sent = { method, headers: { "Content-Type": "application/json" } };
  const found = await fetch(`/api/${path}`, method === "GET" ? {} : { ...sent, body: JSON.stringify(body) });
  return found.status === 204 ? {} : found.json();
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club")


@pytest.fixture(scope="module")
def club(folder: Path) -> Iterator[Process]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = Process(folder, port=port, public=f"http://127.0.0.1:{port}")
    yield found
    found.end()


@pytest.fixture
def open_desk(sit: Sit) -> Sit:
    """Opens a desk into which axe may be brought."""
    return lambda address, **options: sit(address, bypass_csp=True, **options)


def call(desk: Desk, path: str, body: Any = None, method: str = "POST") -> Any:
    return desk.page.evaluate(CALL, [path, body or {}, method])


def two(sit: Sit, club: Process, **more: Any) -> tuple[Desk, Desk, str]:
    """Anna plays blue, Bert red."""
    anna, bert = sit(club.address), sit(club.address)
    sign_in(anna, "Anna")
    sign_in(bert, "Bert")
    asked = {"title": "ford", "seats": {}, "mine": ["blue"], "open": True, **more}
    game = call(anna, "games", asked)["game"]["id"]
    call(bert, f"lobby/{game}", {"side": "red"})
    return anna, bert, game


def play(anna: Desk, bert: Desk, game: str, until: Callable[[dict[str, Any]], bool]) -> None:
    rng = random.Random(5)
    for _ in range(200):
        shown: dict[str, Any] = anna.page.evaluate(SHOWN, game)["game"]
        if until(shown):
            return
        (anna if shown["deciding"] == "blue" else bert).page.evaluate(ACT, [game, rng.random()])
    raise AssertionError("it never came about")


def test_the_lobby_lists_my_games_by_whose_move_with_the_clock(open_desk: Sit, club: Process) -> None:
    pace = {"kind": "days", "days": 2, "holidays": 7, "lapse": "staff"}
    anna, bert, game = two(open_desk, club, pace=pace)
    bert.open("/")
    line = f'.club-room .hot [data-shared="{game}"]'
    bert.page.wait_for_selector(line)
    bert.until(lambda: "left" in bert.text(f"{line} .deadline"))
    bert.until(lambda: "Anna" in bert.text(line))
    assert axe(bert) == []
    anna.open("/")
    anna.page.wait_for_selector(f'.club-room [data-shared="{game}"]')
    anna.until(lambda: anna.page.query_selector(line) is None)
    bert.page.click(f"{line} a")
    bert.page.wait_for_selector("#counters .unit")
    bert.until(lambda: bert.page.title().startswith("● Your move"))


def test_everything_about_me_is_in_one_place(open_desk: Sit, club: Process) -> None:
    anna = open_desk(club.address)
    sign_in(anna, "Anna")
    anna.page.click(".sign-in")
    page = anna.page
    page.click('summary:text-is("Set a password")')
    name = f"Anna {random.random()}"
    form = 'section[aria-label="Password"] form'
    page.fill(f'{form} input[type="text"]', name)
    page.fill(f'{form} input[type="password"]', "to Paris by autumn")
    page.click(f'{form} button[type="submit"]')
    page.wait_for_selector("text=You can sign in as")
    page.click('section[aria-label="Holiday"] button:text-is("7 days")')
    page.wait_for_selector("text=You are on holiday until")
    page.check('section[aria-label="Profile and ratings"] input[type="checkbox"]')
    anna.until(lambda: call(anna, "me", method="GET")["profile"]["shown"])
    assert axe(anna) == []
    other = open_desk(club.address)
    other.open("/")
    other.page.click(".sign-in")
    other.page.click('summary:text-is("Sign in by name and password")')
    other.page.fill('dialog details[open] input[type="text"]', name)
    other.page.fill('dialog details[open] input[type="password"]', "to Paris by autumn")
    other.page.click('dialog details[open] button[type="submit"]')
    other.page.wait_for_selector('.sign-in:text-is("Anna")')


def test_what_is_agreed_on_is_read_before_one_sits_down(open_desk: Sit, club: Process) -> None:
    anna, bert = open_desk(club.address), open_desk(club.address)
    sign_in(anna, "Anna")
    anna.page.click('[data-title="ford"] .acts2 button:has-text("Set up")')
    anna.page.select_option('[data-side="red"]', "guest")
    anna.page.select_option("#pace", "days")
    anna.page.select_option("#daysoff", "14")
    anna.page.select_option("#watch", "2")
    anna.page.check("#hidden")
    for words in ("3 days a move, 14 days off each", "both views, 2 turns late", "hidden from them", "ratings"):
        anna.until(lambda words=words: words in anna.text(".agreed"))
    assert axe(anna) == []
    anna.page.click("#begin")
    anna.page.click('[data-banner="free"] button')
    link = anna.page.input_value("dialog input")
    bert.page.goto(link)
    bert.page.wait_for_selector("#accept")
    for words in ("14 days off each", "both views, 2 turns late", "hidden from them", "ratings"):
        bert.until(lambda words=words: words in bert.text("main"))


def sides_seen(desk: Desk) -> set[str]:
    """Through whose eyes the page has looked back."""
    return {json.loads(text)["view"]["side"] for text in desk.heard if text.startswith('{"n":')}


def test_who_looks_on_sees_a_sides_view_late(open_desk: Sit, club: Process) -> None:
    anna, bert, game = two(open_desk, club, watch={"views": "late", "delay": 1, "open": True})
    play(anna, bert, game, lambda shown: (shown["turn"] or 0) >= 3)
    carl = open_desk(club.address)
    sign_in(carl, "Carl")
    carl.page.click(f'.towatch [data-open="{game}"]')
    carl.page.wait_for_selector('[data-eyes="red"]')
    assert axe(carl) == []
    carl.page.click('[data-eyes="red"]')
    carl.page.wait_for_selector('[data-banner="past"]')
    carl.until(lambda: "As Bert saw it, 1 turn late" in carl.text('[data-banner="past"]'))
    carl.until(lambda: sides_seen(carl) == {"red"})
    carl.page.click('[data-banner="past"] button:text-is("Back to now")')
    carl.until(lambda: carl.page.query_selector('[data-banner="past"]') is None)
    assert sides_seen(carl) == {"red"}


def test_a_note_stands_on_the_map_and_nobody_else_sees_it(open_desk: Sit, club: Process) -> None:
    anna, bert, game = two(open_desk, club)
    anna.open_game(game)
    anna.page.click("#menu")
    anna.page.click('dialog button:text-is("Notes to myself")')
    anna.page.fill("dialog.club form input[type=text]", "Guns arrive in turn 6")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_selector(".notes >> text=Guns arrive")
    assert axe(anna) == []
    call(anna, f"games/{game}/notes", {"text": "Here", "place": "0305"})
    anna.open_game(game)
    anna.page.wait_for_selector("#g-notes .pin", state="attached")
    bert.open_game(game)
    assert bert.page.query_selector("#g-notes .pin") is None


def test_what_happened_over_days_is_told_when_one_comes_back(open_desk: Sit, club: Process, folder: Path) -> None:
    anna, bert, game = two(open_desk, club)
    call(anna, f"games/{game}/looked", {"length": 0}, "PUT")
    with sqlite3.connect(folder / "games.sqlite3", timeout=10) as db:
        db.execute("update looked set at = at - 260000 where game = ?", (game,))
    db.close()
    play(anna, bert, game, lambda shown: (shown["turn"] or 0) >= 2)
    anna.open_game(game)
    anna.page.wait_for_selector(".since:not([hidden])")
    anna.until(lambda: "3 days" in anna.text(".since"))
    assert axe(anna) == []
    anna.page.click('.since button:text-is("Play it step by step")')
    anna.page.wait_for_selector('[data-banner="past"]')
    anna.until(lambda: (call(anna, f"games/{game}/looked", method="GET")["length"] or 0) >= 0)


def test_a_seat_goes_to_the_staff_and_comes_back(sit: Sit, club: Process) -> None:
    anna, _, game = two(sit, club)
    anna.open_game(game)
    anna.page.click("#menu")
    anna.page.click('dialog button:has-text("Let the staff play")')
    anna.page.click('[data-days="3"]')
    anna.page.wait_for_selector('[data-banner="lent"]')
    anna.until(lambda: anna.page.evaluate(SHOWN, game)["game"]["seats"]["blue"]["kind"] == "computer")
    anna.page.click('[data-banner="lent"] button')
    anna.until(lambda: anna.page.query_selector('[data-banner="lent"]') is None)
    anna.until(lambda: anna.page.evaluate(SHOWN, game)["game"]["seats"]["blue"]["kind"] == "human")


def test_a_seat_is_handed_over_by_a_link(sit: Sit, club: Process) -> None:
    _, bert, game = two(sit, club)
    bert.open_game(game)
    bert.page.click("#menu")
    bert.page.click('dialog button:has-text("Hand my seat over")')
    link = bert.page.input_value("dialog.club input")
    carl = sit(club.address)
    sign_in(carl, "Carl")
    carl.page.goto(link)
    carl.page.click("#accept")
    carl.page.wait_for_selector("#counters .unit")
    carl.until(lambda: carl.page.evaluate(SHOWN, game)["game"]["mine"] == ["red"])


def test_a_rematch_is_asked_and_begins_when_the_other_agrees(sit: Sit, club: Process) -> None:
    anna, bert, game = two(sit, club)
    call(bert, f"games/{game}/resign", {"side": "red"})
    anna.open("/")
    anna.page.click(f'[data-shared="{game}"] button:text-is("Ask for a rematch")')
    bert.open(f"/game/{game}")
    bert.page.wait_for_selector('[data-banner="asked"]')
    bert.until(lambda: "rematch" in bert.text('[data-banner="asked"]'))
    anna.open(f"/game/{game}")
    anna.page.wait_for_selector("#counters .unit")
    bert.page.click('[data-banner="asked"] button:text-is("Agree")')
    anna.page.click('[data-banner="rematch"] button')
    anna.until(lambda: anna.page.url.rsplit("/", 1)[-1] != game)
    made = anna.page.url.rsplit("/", 1)[-1]
    anna.until(lambda: anna.page.evaluate(SHOWN, made)["game"]["mine"] == ["red"])


def test_the_lobby_fits_a_phone(open_desk: Sit, club: Process) -> None:
    anna, _, game = two(open_desk, club)
    phone = open_desk(club.address, viewport=PHONE)
    phone.context.add_cookies(anna.context.cookies())
    phone.open("/")
    phone.page.wait_for_selector(f'[data-shared="{game}"]')
    phone.until(lambda: phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    assert axe(phone) == []


# -- a browser that is left for the night ------------------------------------------------------------------------

SUBSCRIBE = """async () => {
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  return worker.scope;
}"""
NOTES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((n) => ({ title: n.title, body: n.body, tag: n.tag, link: n.data.link }))"""


@pytest.mark.whole_browser
def test_a_browser_left_for_the_night_gets_its_notice_and_opens_the_right_seat(sit: Sit, club: Process) -> None:
    """What the server sends to a push service is in tests/server/test_notices.py; here it comes out at the browser."""
    anna, bert, game = two(sit, club)
    origin = f"http://{club.address}"
    anna.context.grant_permissions(["notifications"], origin=origin)
    anna.open("/")
    assert anna.page.evaluate(SUBSCRIBE) == f"{origin}/"
    cdp = anna.context.new_cdp_session(anna.page)
    heard: list[Any] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: heard.extend(told["registrations"]))
    cdp.send("ServiceWorker.enable")
    anna.until(lambda: bool(heard))
    link = f"{origin}/game/{game}?seat=blue"
    told = {"title": "Front 1914: Ford", "body": "It is your move.", "tag": f"{game}-move-3", "link": link}
    for _ in range(2):  # the same notice twice is shown once
        sent = {"origin": origin, "registrationId": heard[-1]["registrationId"], "data": json.dumps(told)}
        cdp.send("ServiceWorker.deliverPushMessage", sent)
    anna.until(lambda: len(anna.page.evaluate(NOTES)) == 1)
    assert anna.page.evaluate(NOTES) == [told]
    play(anna, bert, game, lambda shown: shown["deciding"] == "blue")
    anna.page.goto(told["link"])
    anna.page.wait_for_selector("#counters .unit")
    anna.until(lambda: anna.page.title().startswith("● Your move"))
    anna.until(lambda: any('"side":"blue"' in text for text in anna.heard if '"type":"table"' in text))


def test_the_tab_says_that_it_is_my_move_while_i_look_elsewhere(sit: Sit, club: Process) -> None:
    anna, bert, game = two(sit, club)
    anna.context.grant_permissions(["notifications"], origin=f"http://{club.address}")
    anna.context.add_init_script(
        """window.slips = []; window.Notification = class { static permission = "granted";
        constructor(title, more) { window.slips.push([title, more.tag]); } addEventListener() {} };
        Object.defineProperty(document, "hidden", { get: () => true });"""
    )
    anna.open_game(game)
    assert not anna.page.title().startswith("●")
    play(anna, bert, game, lambda shown: shown["deciding"] == "blue")
    anna.until(lambda: anna.page.title().startswith("● Your move"))
    anna.until(lambda: anna.page.evaluate("window.slips"))
    slips = anna.page.evaluate("window.slips")
    assert len(slips) == 1
    assert slips[0][1].startswith(f"{game}-move-")
