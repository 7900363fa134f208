"""Two browsers on two accounts play an introduction to its end against each other, over a club.

The suite clicks the first answers of one title and lets the pages send the others, as few as end it, without the mouse;
`make duels` plays every title's, and every answer is clicked.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.player import Answer, Decision, Player
from tests.web.test_club import SHOWN, club, sign_in
from tests.web.test_club_rooms import Sit, call

pytestmark = pytest.mark.browser
WHOLE = os.environ.get("FRONT1914_DUELS") == "all"
PASSWORD = "to Paris by autumn"
INTRODUCTIONS = {
    "schlieffens_war": "introduction",
    "germany_at_war": "introduction",
    "fixed_1914": "introduction",
    "der_weltkrieg": "liege",
    "offensive_a_outrance": "introduction",
}
MOST = 2_000  #: actions of such a game
CLICKED = MOST if WHOLE else 3  #: answers of each side that are given with the mouse; its page sends the others
SECONDS = 60.0  #: that a question may take to come up

__all__ = ["club"]


class Member(Player):
    """Somebody who plays at a club: he asks as whom his browser has signed in."""

    def decision(self) -> Decision | None:
        found: Decision | None = call(self.desk, f"games/{self.game}/decision?side={self.side}", method="GET")[
            "decision"
        ]
        return found

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.desk.page.evaluate(SHOWN, self.game)["game"]
        return found

    def length(self) -> int:
        return int(self.shown()["seq"])

    def choose(self, decision: Decision) -> Answer:
        """Mostly what ends a question; now and then any answer, so that nobody goes round in a circle."""
        if WHOLE and self.tried and self.rng.random() < 0.3:
            verb = self.rng.choice(sorted(decision["actions"]))
            return verb, self.rng.choice(decision["actions"][verb] or [None])
        return super().choose(decision)

    def click_one(self) -> None:
        """Answers the question that the page asks, with the mouse."""
        self.desk.until(lambda: self.mine() and (self.decision() or {})["prompt"] in self.desk.prompt(), SECONDS)
        decision, before = self.decision(), self.length()
        assert decision is not None
        self.answer(*self.choose(decision))
        self.desk.until(lambda: self.went_on(before), SECONDS)

    def send_one(self) -> None:
        """Answers without the mouse, so that the game comes on."""
        decision = self.decision()
        assert decision is not None
        verb, arg = self.choose(decision)
        sent = {"side": self.side, "verb": verb, **({} if arg is None else {"arg": arg})}
        assert "seq" in call(self.desk, f"games/{self.game}/act", sent)


def account(sit: Sit, club: Process, name: str) -> Any:
    """A browser of somebody who has an account, and has signed in by it."""
    desk = sit(club.address)
    desk.context.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    sign_in(desk, name)
    assert call(desk, "me/account", {"name": name, "password": PASSWORD}, "PUT")["login"] == name.lower()
    call(desk, "me/leave")
    assert call(desk, "me/login", {"name": name, "password": PASSWORD})["person"]["name"] == name
    return desk


def duel(sit: Sit, club: Process, title: str) -> dict[str, Member]:
    """Both at the board of one game, each at a machine of his own."""
    anna, bert = account(sit, club, "Anna"), account(sit, club, "Bert")
    sides = call(anna, f"titles/{title}", method="GET")["sides"][:2]
    asked = {"title": title, "scenario": INTRODUCTIONS[title], "seats": {}, "mine": [sides[0]]}
    game = call(anna, "games", asked)["game"]["id"]
    token = call(anna, f"games/{game}/invitations", {"side": sides[1]})["token"]
    assert call(bert, "invitations/accept", {"token": token})["game"]["mine"] == [sides[1]]
    found = {}
    for side, desk in zip(sides, (anna, bert), strict=True):
        desk.open_game(game)
        found[side] = Member(desk, club, game, side, curiosity=1)
    return found


@pytest.mark.parametrize("title", list(INTRODUCTIONS) if WHOLE else ["schlieffens_war"])
def test_two_accounts_play_an_introduction_to_its_end(sit: Sit, club: Process, title: str) -> None:
    players = duel(sit, club, title)
    first, clicked = next(iter(players.values())), dict.fromkeys(players, 0)
    while not (shown := first.shown())["result"]:
        assert shown["length"] < MOST, "it never ends"
        player = players[shown["deciding"]]
        if clicked[player.side] < CLICKED:
            player.click_one()
            clicked[player.side] += 1
        else:
            player.send_one()
    assert all(clicked.values()), "both had something to decide"
    told = []
    for player in players.values():
        player.desk.page.wait_for_selector("dialog .verdict")
        told.append(player.desk.text("dialog .verdict"))
        player.desk.until(player.over)
    assert told[0] == told[1]
    ends = [
        call(player.desk, f"games/{player.game}/view?side={player.side}", method="GET") for player in players.values()
    ]
    assert ends[0]["seq"] == ends[1]["seq"] == first.shown()["seq"]
