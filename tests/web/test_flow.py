"""The flow of clicks: as few as can be, none that is taken for another, and a screen that stays where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.desk import Desk
from tests.web.player import ENDS, IN_SIGHT

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
#: by title: the side that decides first in its marked scenario, and that scenario
FIRST = {
    "schlieffens_war": ("german", "introduction"),
    "germany_at_war": ("german", "introduction"),
    "fixed_1914": ("german", "introduction"),
    "der_weltkrieg": ("central", "liege"),
    "offensive_a_outrance": ("allied", "introduction"),
}
#: whether the question lies under a button, or ends beyond the bar
COVERED = """() => {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const prompt = document.querySelector('#prompt').getBoundingClientRect();
  const acts = document.querySelector('.acts').getBoundingClientRect();
  return prompt.width < 150 || prompt.right > acts.left + 1 || acts.right > bar.right + 1;
}"""


#: where the page remembers that the player looks
EYE = "() => Object.entries(sessionStorage).find(([key]) => key.startsWith('front1914.eye.'))?.[1]"


def begin(server: Process, title: str, moves: str = "", side: str | None = None, level: str | None = None) -> str:
    """A game that is played up to a moment; both sides by people unless a level is given."""
    human, scenario = FIRST[title]
    human = side or human
    sides = server.call("GET", f"/api/titles/{title}").json["sides"]
    seats: dict[str, Any] = {one: {"kind": "computer", "level": level} for one in sides} if level else {}
    seats[human] = {"kind": "human"}
    game: str = server.post("/api/games", title=title, scenario=scenario, seats=seats, seed="7")["game"]["id"]
    for text in filter(None, moves.split("|")):
        verb, *arg = text.split(" ")
        server.post(f"/api/games/{game}/act", side=human, verb=verb, **({"arg": arg[0]} if arg else {}))
    return game


def decision(server: Process, game: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = server.call("GET", f"/api/games/{game}/decision?side={side}").json["decision"]
    return found


def counters(desk: Desk) -> dict[str, str]:
    """Where each counter stands."""
    script = """() => [...document.querySelectorAll('#counters [data-id]')]
      .map((e) => [e.dataset.id, e.parentElement.dataset.at])"""
    return dict(desk.page.evaluate(script))


def test_taking_up_another_counter_ends_the_march_of_the_first(sit: Sit, server: Process) -> None:
    game = begin(server, "schlieffens_war")
    desk = sit()
    desk.open_game(game, ready=True)
    offered = decision(server, game, "german")["actions"]["unit"]
    stands = counters(desk)
    alone = [unit for unit in offered if list(stands.values()).count(stands.get(unit, "")) == 1]
    first, second = alone[:2]
    desk.click(stands[first])
    desk.asked(desk.sheet["pieces"][first]["name"])
    hints = decision(server, game, "german")["hints"]
    near = next(
        key.split()[1]
        for key, hint in hints.items()
        if hint["left"] > 1 and not hint.get("stop") and not hint.get("mark") and key.split()[1] not in stands.values()
    )
    desk.click(near)
    desk.until(lambda: desk.at(first) == near)
    desk.page.wait_for_selector('.bar [data-verb="stop"]')
    desk.click(stands[second])
    name = desk.sheet["pieces"][second]["name"]
    desk.asked(name)
    desk.until(lambda: desk.at(first) == near)
    assert decision(server, game, "german")["step"] == "march"


def test_all_attackers_are_chosen_with_one_click(sit: Sit, server: Process) -> None:
    game = begin(server, "schlieffens_war", "done|done")
    now = decision(server, game, "german")
    while now["step"] != "attack":
        server.post(f"/api/games/{game}/act", side="german", verb="done")
        now = decision(server, game, "german")
    target = now["actions"]["to"][0]
    server.post(f"/api/games/{game}/act", side="german", verb="to", arg=target)
    able = len(decision(server, game, "german")["actions"]["unit"])
    assert able > 1
    desk = sit()
    desk.open_game(game, ready=True)
    desk.page.click(f'button[data-pick="all"]:has-text("All {able}")')
    desk.until(lambda: "unit" not in decision(server, game, "german")["actions"])
    desk.page.wait_for_selector('.dock button[data-verb="commit"]')
    desk.until(lambda: len(desk.page.query_selector_all(".dock .forces .row:first-of-type svg")) > 1)


@pytest.mark.parametrize("width", [1366, 1400, 1600])
@pytest.mark.parametrize("title", FIRST)
def test_the_question_never_lies_under_a_button(sit: Sit, server: Process, title: str, width: int) -> None:
    game = begin(server, title, level="recruit")
    desk = sit(viewport={"width": width, "height": 820})
    desk.open_game(game)
    desk.until(lambda: "your decision" in desk.text(".who").lower(), 60)
    desk.until(lambda: not desk.page.evaluate(COVERED))


def test_passing_says_what_it_does_and_asks(sit: Sit, server: Process) -> None:
    game = begin(server, "germany_at_war", level="recruit")
    desk = sit()
    desk.open_game(game)
    desk.asked("choose an Action", 60)
    desk.press("c")
    desk.page.click('#choices [data-verb="pass"]')
    desk.page.wait_for_selector("dialog[open]")
    desk.until(lambda: "one unit" in desk.text("dialog[open]"))
    desk.press("Escape")
    desk.page.wait_for_timeout(100)
    assert decision(server, game, "german")["step"] == "action"
    desk.page.click('#choices [data-verb="pass"]')
    desk.page.click("dialog .btn.go")
    desk.until(lambda: decision(server, game, "german")["step"] != "action")


def test_a_second_block_on_the_way_is_asked_about(sit: Sit, server: Process) -> None:
    """Whoever hits a block of his own may mean the block, not the Area under it."""
    game = begin(server, "germany_at_war", "strategic", level="recruit")
    now = decision(server, game, "german")
    pieces = server.call("GET", f"/api/games/{game}/view?side=german").json["view"]["pieces"]
    stands = {piece["id"]: piece["at"] for piece in pieces}
    units = [unit for unit in now["actions"]["unit"] if unit in stands]
    for first in units:
        server.post(f"/api/games/{game}/act", side="german", verb="unit", arg=first)
        reach = decision(server, game, "german")["actions"].get("to", [])
        second = next((u for u in units if stands[u] in reach and stands[u] != stands[first]), None)
        server.post(f"/api/games/{game}/undo", side="german")
        if second:
            break
    desk = sit()
    desk.open_game(game)
    desk.asked("Choose a unit")

    def hit(piece: str) -> None:
        x, y = desk.page.evaluate(
            'id => { const b = document.querySelector(`#counters [data-id="${id}"]`).getBoundingClientRect();'
            " return [b.x + b.width / 2, b.y + b.height / 2]; }",
            piece,
        )
        desk.page.mouse.click(x, y)

    mover = desk.sheet["pieces"][first]["name"]
    hit(first)
    desk.asked(mover)
    hit(second)
    desk.page.wait_for_selector(".bubble .chooser")
    desk.page.click(".chooser button:has-text('instead')")
    desk.until(lambda: mover not in desk.prompt() and decision(server, game, "german")["step"] == "march")
    desk.until(lambda: stands[first] == desk.at(first))


def test_a_map_that_is_being_drawn_says_so(sit: Sit, server: Process) -> None:
    game = begin(server, "schlieffens_war", level="recruit")
    desk = sit()
    held: list[Any] = []
    hold = True
    desk.page.route("**/art*", lambda route: held.append(route) if hold else route.continue_())
    desk.open_game(game)
    desk.page.wait_for_selector('[data-banner="art"]')
    desk.until(lambda: "being drawn" in desk.text('[data-banner="art"]'))
    hold = False  # whoever asks from now on is answered at once
    for route in held:
        route.continue_()
    desk.until(lambda: desk.page.query_selector('[data-banner="art"]') is None, 60)


def test_the_view_stays_where_the_player_was(sit: Sit, server: Process) -> None:
    game = begin(server, "schlieffens_war", level="recruit")
    desk = sit()
    desk.open_game(game)
    desk.page.wait_for_timeout(300)
    first = desk.spot("1109")
    desk.page.mouse.move(600, 500)
    desk.page.mouse.wheel(0, -600)
    desk.until(lambda: desk.spot("1109") != first and desk.page.evaluate(EYE))
    desk.page.wait_for_timeout(600)  # until the map rests
    before = desk.spot("1109")
    desk.page.reload()
    desk.page.wait_for_selector("#counters .unit")
    desk.until(lambda: desk.spot("1109") == pytest.approx(before, abs=3))


def test_the_map_goes_where_alone_something_can_be_answered(sit: Sit, server: Process) -> None:
    """The BEF lands far from where the armies meet: nobody has to search the map for the hexes that are offered."""
    sides = {"german": {"kind": "human"}, "entente": {"kind": "human"}}
    asked = {"title": "schlieffens_war", "scenario": "introduction", "seats": sides, "seed": "1914"}
    game: str = server.post("/api/games", **asked)["game"]["id"]
    while (deciding := server.call("GET", f"/api/games/{game}").json["game"]["deciding"]) is not None:
        offered = decision(server, game, deciding)["actions"]
        if "bef" in offered:
            break
        verb = next((verb for verb in ENDS if verb in offered), next(iter(offered)))
        arg = {} if offered[verb] is None else {"arg": offered[verb][0]}
        server.post(f"/api/games/{game}/act", side=deciding, verb=verb, **arg)
    desk = sit(server.address)
    desk.open_game(game, ready=True)
    desk.until(lambda: "BEF" in desk.prompt() or "British" in desk.prompt())
    server.post(f"/api/games/{game}/act", side="entente", verb="bef")
    places = decision(server, game, "entente")["actions"]["to"]
    desk.until(lambda: any(desk.page.evaluate(IN_SIGHT, desk.spot(place)) for place in places))
