"""The introduction of a real title, played to its end against the computer in a real browser."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from tests.server.house import Process
from tests.web.desk import Desk

pytestmark = pytest.mark.browser

#: takes one of the offered answers: any of them at first, later only those that end a phase if there is one
PRESS = """([chance, late]) => {
  const tab = [...document.querySelectorAll('[role=tab]')].find((e) => e.textContent === 'Choices');
  if (tab?.getAttribute('aria-selected') !== 'true') tab?.click();
  const all = [...document.querySelectorAll('#choices button[data-verb]')];
  const ends = late ? all.filter((b) => !b.dataset.arg) : [];
  const list = ends.length ? ends : all;
  list[Math.floor(chance * list.length)]?.click();
  document.querySelector('#end-it')?.click();
  return list.length;
}"""


@pytest.mark.parametrize(("title", "side"), [("schlieffens_war", "german")])
def test_an_introduction_is_played_to_its_end(sit: Callable[..., Desk], server: Process, title: str, side: str) -> None:
    """Whatever is pressed, no question is left without an answer, and nothing breaks on the page."""
    sides = server.call("GET", f"/api/titles/{title}").json["sides"]
    seats = {one: {"kind": "computer", "level": "recruit"} for one in sides} | {side: {"kind": "human"}}
    game = server.post("/api/games", title=title, scenario="introduction", seats=seats)["game"]["id"]
    desk = sit()
    desk.context.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    desk.open_game(game)
    rng, pressed, end = random.Random(1914), 0, time.monotonic() + 240
    while "over" not in desk.text(".who").lower():
        assert time.monotonic() < end, f"no end after {pressed} answers; the prompt is {desk.prompt()!r}"
        pressed += bool(desk.page.evaluate(PRESS, [rng.random(), pressed > 20]))
        desk.page.wait_for_timeout(30)
    assert pressed > 20
    desk.until(lambda: desk.text(".who b").endswith((" wins", " win")) or "draw" in desk.text(".who b").lower())
    desk.page.wait_for_selector("dialog .verdict")
