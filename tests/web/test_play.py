"""Playing the Ford in a real browser: set-up, marches by click, drag and keyboard, battles, undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.desk import Desk

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
#: b3 stands before r4, who holds the far bank, and blue may attack
CONTACT = "red pass|blue unit b3|blue to 0503|blue done|blue done|red done|red done|blue unit b3|blue to 0504|blue done"


def begin(server: Process, moves: str = "", **ask: Any) -> str:
    """A hot seat, played up to a moment."""
    game: str = server.post("/api/games", **{"title": "ford", "seats": {}, "seed": "7", **ask})["game"]["id"]
    for text in filter(None, moves.split("|")):
        side, verb, *arg = text.split(" ")
        server.post(f"/api/games/{game}/act", side=side, verb=verb, **({"arg": arg[0]} if arg else {}))
    return game


def test_from_the_library_into_a_game(sit: Sit) -> None:
    desk = sit()
    desk.open("/")
    desk.page.click('[data-title="ford"] .btn.go')
    desk.asked("Choose a unit to march")
    assert desk.page.url.split("/")[-2] == "game"
    desk.until(lambda: desk.text(".who b") == "Blue")
    desk.open("/")
    desk.page.wait_for_selector(".games li")
    desk.until(lambda: "Your move" in desk.text(".games"))


def test_set_up_a_hot_seat_in_the_dialog(sit: Sit) -> None:
    desk = sit()
    desk.open("/")
    desk.page.click('[data-title="ford"] .acts2 .ghost')
    desk.page.check("input[value=skirmish]")
    desk.page.select_option('[data-side="red"]', "human")
    desk.page.click("#begin")
    desk.page.click("#ready")
    desk.asked("Mine which ford?")
    desk.click("0504")
    desk.page.wait_for_selector("#ready")
    desk.until(lambda: "Hand over to Blue" in desk.text("main"))
    desk.page.click("#ready")
    desk.asked("Choose a unit to march")
    desk.until(lambda: len(desk.page.query_selector_all("#counters .unit")) == 6)


def test_march_by_click_drag_and_keyboard(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.asked("Choose a unit")
    desk.click("0501")
    desk.asked("March b3 where?")
    desk.click("0503")
    desk.until(lambda: desk.at("b3") == "0503")

    desk.asked("Choose a unit")
    desk.drag("0401", "0403")
    desk.until(lambda: desk.at("b2") == "0403")

    desk.asked("Choose a unit")
    desk.page.focus("#board")
    desk.press(".")  # the first unit that may be chosen: b1 in 0301
    desk.until(lambda: "0301" in desk.text("#announce"))
    desk.press("Enter")
    desk.asked("March b1 where?")
    desk.press("ArrowDown", "ArrowDown", "Enter")
    desk.until(lambda: desk.at("b1") == "0303")
    desk.until(lambda: "B1 marches to hex 0303" in desk.log())


def test_another_counter_instead_of_the_chosen_one(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.click("0301")
    desk.asked("March b1 where?")
    desk.click("0801")  # not in reach, but b6 could have been chosen before
    desk.asked("March b6 where?")
    desk.press("Escape")
    desk.asked("Choose a unit")


def test_what_is_not_allowed_says_why(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.click("0501")
    desk.asked("March b3 where?")
    desk.click("0508")
    desk.page.wait_for_selector(".bubble:visible")
    desk.until(lambda: "Too far" in desk.text(".bubble"))
    desk.page.click(".bubble .rule")
    desk.page.wait_for_selector('.law.now[data-rule="3.1"]')
    x, y = desk.spot("0505")
    desk.page.mouse.move(x, y)  # a pointer that rests asks too
    desk.until(lambda: "An enemy stands there" in desk.text(".bubble"))
    desk.press("Escape")
    desk.until(lambda: desk.page.query_selector(".bubble:visible") is None)


def test_undo_one_step_to_a_point_and_the_whole_turn(sit: Sit, server: Process) -> None:
    desk = sit()
    moves = "red pass|blue unit b3|blue to 0503|blue unit b2|blue to 0403|blue unit b1|blue to 0303"
    desk.open_game(begin(server, moves), ready=True)
    desk.asked("Choose a unit")
    desk.press("u")
    desk.asked("March b1 where?")
    desk.press("u")
    desk.until(lambda: desk.at("b1") == "0301")
    desk.page.click('li[data-kind="march"]:has-text("b2 marches") .back')
    desk.until(lambda: desk.at("b2") == "0401")
    desk.until(lambda: desk.at("b3") == "0503")
    desk.page.click("#menu")
    desk.page.click("text=Reset my turn")
    desk.until(lambda: desk.at("b3") == "0501")
    desk.until(lambda: desk.page.is_disabled("#undo"))


def test_a_battle_shows_its_odds_and_the_loser_retreats(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, CONTACT), ready=True)
    desk.asked("Choose a hex to attack")
    desk.click("0505")
    desk.asked("Who attacks 0505?")
    desk.click("0504")
    desk.page.wait_for_selector('.dock [data-verb="commit"]')
    desk.until(lambda: "1:1" in desk.text(".dock"))
    desk.until(lambda: desk.text(".dock").count("33 %") == 3)
    desk.until(lambda: "Defenders that nobody has met count as green" in desk.text(".dock"))
    desk.until(lambda: desk.page.query_selector("#g-attack .arrow") is not None)
    desk.answer("commit")
    desk.until(lambda: "on the die" in desk.log() or desk.page.query_selector("#ready") is not None)


def test_loss_and_retreat_are_chosen_by_clicking(sit: Sit, server: Process) -> None:
    for seed in range(40):  # find dice that strike the defender
        game = begin(server, f"{CONTACT}|blue to 0505", seed=str(seed))
        server.post(f"/api/games/{game}/act", side="blue", verb="unit", arg="b3")
        server.post(f"/api/games/{game}/act", side="blue", verb="commit")
        decision = server.call("GET", f"/api/games/{game}/decision?side=red").json["decision"]
        if decision and decision["step"] == "stand" and "to" in decision["actions"]:
            break
    else:
        pytest.fail("no seed strikes the defender")
    desk = sit()
    desk.open_game(game, ready=True)
    desk.asked("Stand and lose a step")
    desk.until(lambda: "Thrown" in desk.text(".dock") or "THROWN" in desk.text(".dock"))
    refuge = decision["actions"]["to"][0]
    desk.click(refuge)
    desk.page.wait_for_selector("#ready")
    desk.page.click("#ready")
    desk.asked("Choose a hex to attack")
    desk.until(lambda: desk.at("r4") == refuge)


def test_reload_in_the_middle_of_a_battle(sit: Sit, server: Process) -> None:
    desk = sit()
    game = begin(server, f"{CONTACT}|blue to 0505|blue unit b3")
    desk.open_game(game, ready=True)
    desk.page.wait_for_selector('.dock [data-verb="commit"]')
    desk.page.reload()
    desk.page.click("#ready")
    desk.page.wait_for_selector('.dock [data-verb="commit"]')
    desk.until(lambda: "0505" in desk.text(".dock h2"))


def test_choices_are_a_list_of_buttons_too(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.asked("Choose a unit")
    desk.press("c")
    desk.page.click('#choices button[data-arg="b3"]')
    desk.asked("March b3 where?")
    desk.page.click('#choices button[data-arg="0503"]')
    desk.until(lambda: desk.at("b3") == "0503")


def test_real_dice_are_typed_in(sit: Sit, server: Process) -> None:
    """With dice of one's own, qualities are drawn and dice thrown by saying what fell."""
    game: str = server.post("/api/games", title="ford", seats={}, dice="manual")["game"]["id"]
    for unit in ("b1", "b2", "r1", "r2"):
        server.post(f"/api/games/{game}/act", side="chance", verb="draw", arg=unit)
    for text in f"{CONTACT}|blue to 0505|blue unit b3|blue commit".split("|"):
        side, verb, *arg = text.split(" ")
        server.post(f"/api/games/{game}/act", side=side, verb=verb, **({"arg": arg[0]} if arg else {}))
    desk = sit()
    desk.open_game(game, ready=True)
    desk.page.wait_for_selector(".btn.face")
    desk.until(lambda: len(desk.page.query_selector_all(".btn.face")) == 6)
    desk.page.click('.btn.face[data-arg="3"]')
    desk.until(lambda: "A 3 on the die" in desk.log())


def test_a_change_redraws_the_offers_once(sit: Sit, server: Process) -> None:
    desk = sit()
    desk.open_game(begin(server, "red pass"), ready=True)
    desk.asked("Choose a unit")
    desk.page.evaluate(
        """async () => {
          const main = document.querySelector("script[src$='main.js']").src;  // the modules of this very page
          const { GamePage } = await import(main.replace("main.js", "page.js"));
          const { offer } = GamePage.prototype;
          window.offers = 0;
          GamePage.prototype.offer = function () { window.offers += 1; return offer.call(this); };
        }"""
    )
    desk.click("0501")
    desk.asked("March b3 where?")
    assert desk.page.evaluate("() => window.offers") == 1
    desk.click("0503")
    desk.until(lambda: desk.at("b3") == "0503")
    desk.asked("Choose a unit")
    assert desk.page.evaluate("() => window.offers") == 2


def test_a_second_look_asks_for_the_page_and_the_game_alone(sit: Sit, server: Process) -> None:
    desk = sit()
    game = begin(server)
    desk.open_game(game, ready=True)
    desk.page.wait_for_timeout(500)
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.open_game(game, ready=True)
    assert sum(url.endswith(f"/api/games/{game}") for url in asked) == 1  # asked for early, and not once more
    parts = desk.page.evaluate(PARTS)
    assert parts["count"] > 60
    assert parts["sent"] == []  # modules, styles and the drawn map lie in the browser


PARTS = """() => {
  const kept = performance.getEntriesByType("resource").filter((one) => /\\/v\\/|\\/art|\\/sheet/.test(one.name));
  return { count: kept.length, sent: kept.filter((one) => one.transferSize).map((one) => one.name) };
}"""
