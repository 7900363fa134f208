"""The combat panel before the die, and the result after it, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.house import Process
from tests.web.desk import PHONE, WIDE, Desk
from tests.web.test_flow import begin, decision
from tests.web.test_handbook import axe

pytestmark = pytest.mark.browser
Sit = Callable[..., Desk]
INSIDE = """() => { const dock = document.querySelector('.dock'); const board = document.querySelector('#board');
  const [a, b] = [dock.getBoundingClientRect(), board.getBoundingClientRect()];
  return a.top >= b.top && a.bottom <= b.bottom && a.right <= b.right && dock.scrollWidth <= dock.clientWidth + 1; }"""

WHOLE = """() => { const button = document.querySelector('#seen').getBoundingClientRect();
  const panel = document.querySelector('.result').getBoundingClientRect();
  const found = document.elementFromPoint(button.left + button.width / 2, button.top + button.height / 2);
  return button.bottom <= panel.bottom && Boolean(found?.closest('#seen')); }"""


def attack(server: Process, title: str, side: str, units: int = 99) -> str:
    """A game in which an attack on the first hex that can be attacked is prepared by so many units."""
    game = begin(server, title)
    while (now := decision(server, game, side))["step"] != "attack":
        server.post(f"/api/games/{game}/act", side=side, verb="done")
    server.post(f"/api/games/{game}/act", side=side, verb="to", arg=now["actions"]["to"][0])
    for _ in range(units):
        able = decision(server, game, side)["actions"].get("unit")
        if not able:
            break
        server.post(f"/api/games/{game}/act", side=side, verb="unit", arg=able[0])
    return game


def test_counters_in_the_panel_are_buttons_that_say_what_they_change(sit: Sit, server: Process) -> None:
    game = attack(server, "schlieffens_war", "german", 0)
    desk = sit()
    desk.open_game(game, ready=True)
    able = decision(server, game, "german")["actions"]["unit"]
    chip = desk.page.wait_for_selector(f'.dock .chip.able[data-arg="{able[0]}"]')
    assert "aim" in chip.get_attribute("title")
    chip.click()
    desk.page.wait_for_selector(".dock .price")
    desk.until(lambda: len(desk.page.query_selector_all(".dock .forces svg")) > 1)


#: Labels of the two throws that lie over each other.
OVERLAPPING = """() => {
  const texts = [...document.querySelectorAll(".dock .curves text")];
  const labels = texts.map((t) => [t.textContent, t.getBoundingClientRect()]);
  return labels.flatMap(([a, p], i) => labels.slice(i + 1).filter(([, q]) =>
    Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 &&
    Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3)
    .map(([b]) => `${a} / ${b}`));
}"""


@pytest.mark.parametrize("size", [(1366, 768), (1400, 900), (1600, 1000), tuple(PHONE.values())])
@pytest.mark.parametrize(("title", "side"), [("schlieffens_war", "german"), ("der_weltkrieg", "central")])
def test_the_panel_fits_the_screen_and_warns(
    sit: Sit, server: Process, title: str, side: str, size: tuple[int, int]
) -> None:
    game = attack(server, title, side, 7)
    desk = sit(viewport={"width": size[0], "height": size[1]})
    desk.open_game(game, ready=True)
    desk.page.wait_for_selector(".dock .warning.stop")
    desk.until(lambda: "Worse than not attacking" in desk.text(".dock .warning"))
    desk.until(lambda: "on average" in desk.text(".dock .price"))
    desk.until(lambda: "all the same" in desk.text('.dock [data-verb="commit"]'))
    desk.until(lambda: desk.page.evaluate(INSIDE), 5)
    if title == "der_weltkrieg":
        desk.until(lambda: len(desk.page.query_selector_all(".dock .curves .bar")) > 6)
        desk.until(lambda: desk.page.query_selector(".dock .chart") is None)
        assert desk.page.evaluate(OVERLAPPING) == []


def test_the_result_stays_until_it_is_seen(sit: Sit, server: Process) -> None:
    game = attack(server, "schlieffens_war", "german")
    server.call(
        "PUT",
        f"/api/games/{game}/seats",
        {"seats": {"entente": {"kind": "computer", "level": "recruit"}}, "consent": ["german", "entente"]},
    )
    desk = sit(viewport={"width": 1366, "height": 768}, bypass_csp=True)
    desk.open_game(game)
    desk.page.click('.dock [data-verb="commit"]')
    for _ in range(75):  # half a minute: a busy machine takes its time between two answers
        desk.page.wait_for_timeout(400)
        if desk.page.query_selector(".result:visible"):
            break
        for choice in ('.dock [data-verb="done"]:visible', ".dock .chip.able:visible", ".dock .btn.line:visible"):
            if desk.page.query_selector(choice):
                desk.page.click(choice)
                break
    desk.page.wait_for_selector(".result:visible")
    desk.until(lambda: desk.page.query_selector(".result .throw svg"))
    desk.until(lambda: desk.page.query_selector(".result .lost svg"))
    desk.until(lambda: "Next:" in desk.text(".result footer"))
    desk.until(lambda: desk.page.evaluate(WHOLE))  # its button too, however much is told
    desk.page.wait_for_timeout(1500)
    desk.until(lambda: desk.page.query_selector(".result:visible"))
    assert axe(desk) == []
    desk.page.focus("#board")
    desk.press("Enter")
    desk.until(lambda: desk.page.query_selector(".result:visible") is None)


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
@pytest.mark.parametrize(("title", "side"), [("schlieffens_war", "german"), ("der_weltkrieg", "central")])
def test_axe_finds_nothing_serious_in_the_panel(
    sit: Sit, server: Process, title: str, side: str, viewport: dict[str, int]
) -> None:
    game = attack(server, title, side, 3)
    desk = sit(viewport=viewport, bypass_csp=True)
    desk.open_game(game, ready=True)
    desk.page.wait_for_selector(".dock .price")
    assert axe(desk) == []
