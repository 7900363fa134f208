"""What the staff does for all at once."""

from __future__ import annotations

import pytest

from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, ON_RAIL
from tests.titles.offensive_a_outrance.positions import Placed, asked, mark, refused, situation, where


def distance(a: str, b: str) -> int:
    return BOARD.distance(HEXES.number(a), HEXES.number(b))


def test_trains_close_up() -> None:
    """A Train six hexes behind its corps comes nearer, not beside the enemy; another one is well where it is."""
    units: dict[str, Placed] = {"f-13/21": "07.57", "f-43/21": "07.57", "f-t21": "07.62", "g-3/2": "07.55"}
    units |= {"f-25/13": "09.58", "f-t13": "09.60"}
    game = situation(units)
    game.act("follow")
    assert asked(game) == ("allied", "move")
    assert distance(where(game, "f-t21"), "07.57") < 5
    assert distance(where(game, "f-t21"), "07.55") > 1
    assert where(game, "f-t13") == "09.60"
    assert mark(game, "f-t21", "spent") <= 9
    assert refused(game, "follow") == "7.1.2"


@pytest.mark.parametrize(("enemy", "goes"), [("20.40", True), ("58.29", False)])
def test_depots_follow_by_rail(enemy: str, goes: bool) -> None:
    """A Depot goes along the line to where its army fights, not to where an enemy is near."""
    units: dict[str, Placed] = {"g-3/2": "52.25", "g-4/2": "53.25", "g-5/3": "54.26", "g-dFIRST": "64.28"}
    hexes = {str(HEXES[h]): {"operational": 3} for h in members(ON_RAIL)}
    game = situation(units | {"f-13/21": enemy}, side="german", held={"german": "all"}, hexes=hexes)
    before = distance("64.28", "53.25")
    game.act("follow")
    assert (distance(where(game, "g-dFIRST"), "53.25") < before - 4) == goes
    assert mark(game, "g-dFIRST", "spent") <= 9


def test_the_tired_recover() -> None:
    units: dict[str, Placed] = {"f-13/21": ("07.57", "ce -2"), "f-43/21": ("07.60", "ce -1"), "g-3/2": "07.55"}
    game = situation(units)
    game.act("recover")
    assert (mark(game, "f-13/21", "ce"), mark(game, "f-43/21", "ce")) == (2, 0)  # the first is too near the enemy
    assert refused(game, "recover") == "7.5"
