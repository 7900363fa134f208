"""Rules are tested on the whole map: the scenario `lorraine` has no window, unless a test asks for it."""

from __future__ import annotations

import pytest

from front1914.titles.offensive_a_outrance.board import OPEN
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS

LORRAINE = SCENARIOS["lorraine"]
WIDE = LORRAINE._replace(id="wide", area=OPEN, beyond=0, rim=0)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window."""
    monkeypatch.setitem(SCENARIOS, "lorraine", WIDE)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, wide: None) -> None:
    """The scenario as it is."""
    monkeypatch.setitem(SCENARIOS, "lorraine", LORRAINE)
