"""Two people on two machines meet by a link or in the lobby; test_duel.py plays a real title to its end."""

from __future__ import annotations

import random
import socket
from collections.abc import Callable, Iterator

import pytest

from tests.server.house import Process
from tests.web.desk import Desk

pytestmark = pytest.mark.browser


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = Process(tmp_path_factory.mktemp("club"), port=port, public=f"http://127.0.0.1:{port}")
    yield found
    found.end()


def sign_in(desk: Desk, name: str) -> None:
    desk.open("/")
    desk.page.click(".sign-in")
    desk.page.fill("dialog input", name)
    desk.page.click("dialog button[type=submit]")
    desk.page.wait_for_selector(f'.sign-in:text-is("{name}")')


def begin(desk: Desk, other: str) -> None:
    """A game of the Ford; the other side is for somebody who is invited, or for whoever comes."""
    desk.page.click('[data-title="ford"] .acts2 button:has-text("Set up")')
    desk.page.select_option('[data-side="blue"]', "human")
    desk.page.select_option('[data-side="red"]', other)
    desk.page.select_option("#pace", "quick")
    desk.page.click("#begin")
    desk.page.wait_for_selector('[data-banner="free"]')


ACT = """async ([game, pick]) => {
  const ask = async (path, body) => (await fetch(`/api/games/${game}${path}`, body && { method: "POST",
    headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const side = (await ask("")).game.deciding;
  const { decision } = await ask(`/decision?side=${side}`);
  const verbs = Object.keys(decision.actions).sort();
  const verb = verbs[Math.floor(pick * verbs.length)];
  const args = decision.actions[verb];
  return ask("/act", args ? { side, verb, arg: args[Math.floor(pick * args.length)] } : { side, verb });
}"""
SHOWN = "game => fetch(`/api/games/${game}`).then((answer) => answer.json())"


def act(desk: Desk, rng: random.Random) -> None:
    """One of the offered answers, sent by the page of whoever decides."""
    found = desk.page.evaluate(ACT, [desk.page.url.rsplit("/", 1)[-1], rng.random()])
    assert "seq" in found, found


def test_two_people_meet_by_a_link_and_talk(sit: Callable[..., Desk], club: Process) -> None:
    anna, bert = sit(club.address), sit(club.address)
    for desk in (anna, bert):
        desk.context.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    sign_in(anna, "Anna")
    begin(anna, "guest")
    anna.page.click('[data-banner="free"] button')
    link = anna.page.input_value("dialog input")
    anna.page.keyboard.press("Escape")

    bert.page.goto(link)
    bert.until(lambda: "with Anna" in bert.text("main"))
    bert.page.click("#accept")
    bert.page.fill("dialog input", "Bert")
    bert.page.click("dialog button[type=submit]")
    bert.page.wait_for_selector("#counters .unit")
    anna.until(lambda: anna.page.query_selector('[data-banner="free"]') is None)

    anna.page.wait_for_selector('[data-clock="red"].running')
    talk(anna, bert)
    act(bert, random.Random(7))
    anna.until(lambda: anna.page.evaluate(SHOWN, anna.page.url.rsplit("/", 1)[-1])["game"]["seq"] == 1)


def talk(anna: Desk, bert: Desk) -> None:
    bert.page.click("#menu")
    bert.page.click('dialog button:text-is("Talk")')
    bert.page.fill("dialog.club input", "Good luck")
    bert.page.keyboard.press("Enter")
    anna.page.wait_for_selector('[data-banner="talk"]')
    anna.until(lambda: "Bert: Good luck" in anna.text('[data-banner="talk"]'))
    bert.page.keyboard.press("Escape")


def test_a_free_seat_is_taken_from_the_open_games(sit: Callable[..., Desk], club: Process) -> None:
    anna, bert = sit(club.address), sit(club.address)
    sign_in(anna, "Anna")
    begin(anna, "open")
    sign_in(bert, "Bert")
    bert.page.click(".lobby [data-open]")
    bert.page.wait_for_selector("#counters .unit")
    anna.until(lambda: anna.page.query_selector('[data-banner="free"]') is None)


def test_taking_back_is_asked_of_the_other(sit: Callable[..., Desk], club: Process) -> None:
    anna, bert = sit(club.address), sit(club.address)
    sign_in(anna, "Anna")
    begin(anna, "open")
    sign_in(bert, "Bert")
    bert.page.click(".lobby [data-open]")
    bert.page.wait_for_selector("#counters .unit")
    game = bert.page.url.rsplit("/", 1)[-1]
    began = bert.page.evaluate(SHOWN, game)["game"]
    act(bert if began["deciding"] == "red" else anna, random.Random(1))
    ask = """([g, to]) => fetch(`/api/games/${g}/proposals`, { method: "POST",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kind: "rewind", to }) })"""
    bert.page.evaluate(ask, [game, began["length"]])
    anna.page.wait_for_selector('[data-banner="asked"]')
    anna.until(lambda: "Bert asks to take back" in anna.text('[data-banner="asked"]'))
    anna.page.click('[data-banner="asked"] button:text-is("Agree")')
    bert.until(lambda: bert.page.evaluate(SHOWN, game)["game"]["length"] == began["length"])
