"""What a sheet or a view says becomes text on the page, never markup, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.conftest import CHROMIUM
from tests.web.desk import Desk

pytestmark = pytest.mark.browser

EVIL = 'x"><image href="x" class="evil"/><g a="'
DRAW = """async ([evil, symbol, look]) => {
  const { face } = await import("/js/counters.js");
  const { symbols } = await import("/js/symbols.js");
  const { token } = await import("/js/blocks.js");
  const faces = [{ text: evil, dots: symbol }];
  const piece = { name: evil, short: evil, army: evil, size: evil, symbol, nation: evil, colour: symbol, faces };
  const sides = { [evil]: { name: evil, nations: [evil] } };
  const sheet = { look, nations: { [evil]: { name: evil, letter: evil } }, sides, pieces: { p: piece } };
  const ground = { centre: () => [0, 0], place: () => undefined };
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shown = [{ id: "p", marks: [evil, symbol], text: evil, face: 0 }, { id: "q", nation: evil }];
  const garrison = { at: "a", kind: "garrison", text: evil, nation: symbol, count: evil, fortress: evil };
  made.innerHTML = shown.map((one) => face(sheet, one).markup).join("") + symbols(sheet) + token(ground, garrison);
  return [made.querySelectorAll(".evil").length, made.innerHTML.includes("native code")];
}"""


@pytest.fixture(scope="module")
def desk(launch: Callable[[Path], Any], server: Process) -> Iterator[Desk]:
    """One page for all: what is drawn is put nowhere on it."""
    found = Desk(launch(CHROMIUM), server.address)
    found.open("/")
    yield found
    found.close()


@pytest.mark.parametrize("look", ["counters", "blocks"])
@pytest.mark.parametrize("symbol", [EVIL, "constructor", "toString", "__proto__"])
def test_nothing_becomes_markup(desk: Desk, symbol: str, look: str) -> None:
    found: list[Any] = desk.page.evaluate(DRAW, [EVIL, symbol, look])
    assert found == [0, False]
