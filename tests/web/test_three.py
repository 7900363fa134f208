"""Three people at one screen: the dialog asks for three sides, and the seat goes from one to the next of them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.server.house import Process
from tests.web.desk import Desk

pytestmark = pytest.mark.browser

NAMES = {"german": "German Empire", "french": "France", "british": "Britain and Belgium"}


def test_three_people_play_germany_at_war(sit: Callable[..., Desk], server: Process) -> None:
    desk = sit()
    desk.context.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    desk.open("/")
    desk.page.click('[data-title="germany_at_war"] .acts2 button:last-of-type')
    seats = ".newgame select[data-side]"
    desk.until(
        lambda: (
            [node.get_attribute("data-side") for node in desk.page.query_selector_all(seats)] == ["german", "entente"]
        )
    )
    desk.page.check("input[value=introduction]")
    desk.page.locator("label.field", has_text="Players").locator("select").select_option("3")
    desk.page.locator("label.field", has_text="Free set-up").locator("select").select_option("both")
    desk.until(lambda: [node.get_attribute("data-side") for node in desk.page.query_selector_all(seats)] == list(NAMES))
    for side in NAMES:
        desk.page.select_option(f'[data-side="{side}"]', "human")
    desk.page.click("#begin")
    desk.page.wait_for_selector("#ready")
    game = desk.page.url.rsplit("/", 1)[-1]
    rng, sat = random.Random(1914), []
    while set(sat) != set(NAMES):
        assert len(sat) < 60, sat
        desk.page.wait_for_selector("#ready")
        side = server.call("GET", f"/api/games/{game}").json["game"]["deciding"]
        desk.until(lambda side=side: f"Hand over to {NAMES[side]}" in desk.text("main"))
        assert not desk.page.query_selector_all(".unit"), "nothing of the game is on the page meanwhile"
        desk.page.click("#ready")
        desk.page.wait_for_selector(f'.who b:text-is("{NAMES[side]}")')
        sat.append(side)
        while server.call("GET", f"/api/games/{game}").json["game"]["deciding"] == side:
            actions = server.call("GET", f"/api/games/{game}/decision?side={side}").json["decision"]["actions"]
            verb = rng.choice(sorted(actions))
            arg = {} if actions[verb] is None else {"arg": rng.choice(actions[verb])}
            server.post(f"/api/games/{game}/act", side=side, verb=verb, **arg)
