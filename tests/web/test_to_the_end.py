"""The small scenarios of the two monsters, clicked against the computer as a person would play them.

The suite plays the first turn and a little more; `make lessons` plays to the end.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.server.house import Process
from tests.web.desk import Desk
from tests.web.player import Answer, Decision, Player

pytestmark = pytest.mark.browser
MUELHAUSEN = "56.69"
SEATS = {"kind": "computer", "level": "recruit"}
WHOLE = os.environ.get("FRONT1914_LESSONS") == "all"


def sit_down(sit: Callable[..., Desk], server: Process, title: str, scenario: str, side: str, foe: str) -> Player:
    """A person at one side, a recruit at the other, nothing shown slowly."""
    seats = {side: {"kind": "human"}, foe: SEATS}
    game = server.post("/api/games", title=title, scenario=scenario, seats=seats, seed="1914")["game"]["id"]
    desk = sit()
    desk.context.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    desk.open_game(game)
    return Player(desk, server, game, side)


def phase(player: Player) -> str:
    """The turn and the phase, as the server tells them: a busy screen may still show those before."""
    view = player.server.call("GET", f"/api/games/{player.game}/view?side={player.side}").json["view"]
    return f"{view['turn']} {view['phase']}"


def nearest(player: Player, places: list[str], goal: str) -> str:
    return min(places, key=lambda place: player.distance(place, goal))


class Advance:
    """Two divisions march on Mülhausen and attack what stands there; supply closes up by one word."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.phase = ""

    def move(self, player: Player, decision: Decision) -> Answer:
        now = phase(player)
        if now != self.phase:
            self.phase, self.waiting = now, [] if "Counter" in now else ["f-14/7", "f-41/7", "follow"]
        while self.waiting:
            order = self.waiting.pop(0)
            if order in decision["actions"]:
                return order, None
            if order in decision["actions"].get("unit", []):
                return "unit", order
        return "done", None

    def march(self, player: Player, decision: Decision) -> Answer:
        hints = decision["hints"]
        plain = [to for to in decision["actions"].get("to", []) if "mark" not in hints.get(f"to {to}", {})]
        if "repulse" in decision["actions"] or not plain:
            return "stop", None
        return "to", nearest(player, plain, MUELHAUSEN)

    def attack(self, player: Player, decision: Decision) -> Answer:
        goals = decision["actions"].get("to")
        counter = "Counter" in phase(player)
        return ("to", goals[0]) if goals and not counter and "indicated" not in decision["prompt"] else ("done", None)

    def attackers(self, player: Player, decision: Decision) -> Answer:
        units = decision["actions"].get("unit")
        return ("unit", units[0]) if units else ("done", None)

    def intensity(self, player: Player, decision: Decision) -> Answer:
        return "intense", None


def march_on_muelhausen(sit: Callable[..., Desk], server: Process) -> Player:
    """One who has sat down as the Allied player and knows what he wants."""
    player = sit_down(sit, server, "offensive_a_outrance", "introduction", "allied", "german")
    plan = Advance()
    player.choices = {
        "move": plan.move,
        "march": plan.march,
        "attack": plan.attack,
        "attackers": plan.attackers,
        "intensity": plan.intensity,
    }
    return player


def test_the_road_to_muelhausen(sit: Callable[..., Desk], server: Process) -> None:
    """The introduction, or its turns up to the first attack: marches, attacks with their odds, supply, by the mouse."""
    wanted = {"adjust", "organise", "move", "march", "attack", "intensity"}
    for _ in range(3):  # no two recruits are alike: one may leave the road open, and then nobody is attacked
        player = march_on_muelhausen(sit, server)
        for turns in (3,) if WHOLE else (1, 2):
            player.play(60, turns)
            wanted -= player.seen
            if not wanted:
                break
        if not wanted:
            break
    assert not wanted
    if WHOLE:
        assert set(player.clicks) == {1, 2, 3}
        player.desk.until(lambda: player.desk.text(".who b").endswith((" wins", " win")))
        player.desk.page.wait_for_selector("dialog .verdict")


def test_the_assault_on_liege(sit: Callable[..., Desk], server: Process) -> None:
    """Five turns, or the first: whatever is clicked on the map, every question can be answered there."""
    player = sit_down(sit, server, "der_weltkrieg", "liege", "central", "entente")
    player.curiosity = 6
    player.play(60, turns=5 if WHOLE else 1)
    assert player.clicks[1] > player.curiosity
    if WHOLE:
        assert set(player.clicks) == {1, 2, 3, 4, 5}
        player.desk.page.wait_for_selector("dialog .verdict")
