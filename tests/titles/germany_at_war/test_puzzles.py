"""Positions that a staff must master: the question is put by the situation, the answer is any play that achieves it."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.titles.germany_at_war.world import AREAS, BLOCKS, DEAD
from tests.titles.germany_at_war.positions import march, situation, tactical
from tests.titles.germany_at_war.positions import play as act

TITLE = "germany_at_war"
#: a few of each Side far from everything, so that nobody is short of what he needs to go on
FAR = {"F5-I6": "47", "G4-I9": "77"}
#: strong French forces wherever something could be had for nothing, and Germans in their own cities
WALL = (
    {f"F2-I{n}": "69" for n in (1, 2, 3, 4)} | {f"F1-I{n}": "87" for n in (1, 2, 3, 4)} | {"F4-I1": "82", "F4-I2": "82"}
)
GUARDS = {"G4-I1": "58", "G4-I2": "83", "G4-I3": "92", "G4-I4": "59", "G4-I5": "38", "G4-I6": "88", "G4-I7": "70"}


def impulse(game: Game, level: str = "staff", seed: int = 1) -> Game:
    """Lets commanders play to the end of the Impulse."""
    commanders = {side: make(level, TITLE, seed) for side in game.sides}
    now = game.state.turn, game.state.impulse
    while game.decision is not None and (game.state.turn, game.state.impulse) == now:
        play(game, commanders, most=1)
    return game


def at(game: Game, block: str) -> str:
    """The Area of a block, or nothing if it is dead."""
    place = game.state.at[BLOCKS.number(block)]
    return "" if place == DEAD else str(AREAS[place])


def held(game: Game, area: str) -> str:
    return "german" if game.state.held("german") >> AREAS.number(area) & 1 else "entente"


def battles(game: Game) -> list[str]:
    return [event.data["area"] for event in game.events if event.kind == "battle"]


FULL = {name: {"french": 4} for name in ("Verdun", "Toul", "Reims", "Langres")} | {"Belfort": {"french": 4}}
VERDUN = {"Verdun": {"french": 5}}


@pytest.mark.parametrize("seed", [1, 2])
def test_walk_into_an_open_city(seed: int) -> None:
    """Nancy is empty and one march away (2.8)."""
    game = situation(FAR | {"G6-L1": "70", "G6-I1": "70", "G6-I2": "70", "F2-I1": "81"}, forts=FULL)
    impulse(game, seed=seed)
    assert held(game, "69") == "german"
    assert game.state.side_valour("german") >= 1


def test_win_now() -> None:
    """Nine Valour Points, and the tenth lies open (1.7)."""
    blocks = FAR | {"G6-L1": "70", "G6-I1": "70", "F2-I1": "81", "F2-I2": "87", "F2-L1": "81"}
    game = situation(blocks, forts=FULL, valour={"german": 9})
    impulse(game)
    assert game.result is not None
    assert game.result.winner == "german"


def test_no_assault_on_a_full_fortress() -> None:
    """One corps against five Garrisons: it would be thrown away."""
    game = situation(FAR | GUARDS | WALL | {"G5-L1": "57", "G5-I1": "57", "F3-I1": "55"}, forts=FULL)
    impulse(game)
    assert battles(game) == []
    assert at(game, "G5-I1") != ""


def test_strike_the_weak_with_the_strong() -> None:
    """A lone French cavalry division in front of three corps and their Leader."""
    blocks = {"G5-L1": "57", "G5-I1": "57", "G5-I2": "57", "G5-I3": "57", "F3-C1": "56", "F3-I1": "66"}
    game = situation(FAR | GUARDS | WALL | blocks, forts=FULL)
    impulse(game)
    assert at(game, "F3-C1") != "56"
    assert held(game, "56") == "german"


def test_the_capital_is_not_left_open() -> None:
    """German cavalry is two marches from an empty Paris; a corps stands within reach of it."""
    ours = dict.fromkeys(("57", "56", "35", "46", "45", "44", "31", "32"), "german")
    blocks = {"G1-C1": "44", "G1-L1": "45", "G1-I1": "45", "F5-I1": "52", "F5-L1": "52"}
    game = situation(FAR | GUARDS | WALL | blocks, side="entente", turn=4, control=ours, forts=FULL)
    impulse(game)
    assert game.state.present("entente") >> AREAS.number("51") & 1 or at(game, "G1-C1") == ""


def test_take_back_the_deciding_area_on_the_last_turn() -> None:
    """The German has four Victory Areas and has passed: another Pass would lose (1.7, 3.0)."""
    blocks = {"F1-I1": "89", "F1-L1": "89", "F1-I2": "89", "G7-I1": "83", "G7-L1": "83"}
    game = situation(FAR | blocks, side="entente", turn=4, passes=1, control={"87": "german"}, forts=VERDUN)
    impulse(game)
    assert held(game, "87") == "entente"
    assert game.result is None or game.result.winner == "entente"


def test_pass_when_a_pass_wins() -> None:
    """The Entente has passed in the last turn and the German has what he needs."""
    blocks = {"G7-I1": "87", "G7-L1": "83", "F1-I1": "89", "F1-I2": "89", "F1-I3": "89", "F1-L1": "89"}
    game = situation(FAR | blocks, turn=4, passes=1, control={"87": "german"}, forts=VERDUN)
    impulse(game)
    assert game.result is not None
    assert game.result.winner == "german"


def test_a_leader_at_heart_level_is_not_spent_for_nothing() -> None:
    """7.7: activated at his last step he would be eliminated."""
    game = situation(
        FAR | GUARDS | WALL | {"G5-L1": ("57", 3), "G5-I1": "57", "F3-I1": "55", "F3-I2": "55"}, forts=FULL
    )
    impulse(game)
    assert at(game, "G5-L1") != ""


def test_a_leader_rides_away_from_a_lost_battle() -> None:
    """7.5.1.1: no Cavalry attacks, so he may fall back to the corps behind him."""
    blocks = {"G5-L1": "57", "G5-I1": "57", "G5-I2": "57", "G5-I3": "57", "F3-L1": ("56", 2), "F3-I1": "55"}
    game = tactical(situation(FAR | blocks, forts={"Verdun": {"french": 1}}), "G5-L1")
    for corps in ("G5-I1", "G5-I2"):
        march(game, corps, "56")
    act(game, "done", "to 56")
    impulse(game)
    assert at(game, "F3-L1") == "55"


@pytest.mark.parametrize("seed", [3, 8])
def test_the_first_impulse_opens_belgium(seed: int) -> None:
    """Surprise or not: the first German Impulse takes a Fortress or a city, and loses nobody."""
    game = front1914.new(TITLE, seed=seed)
    impulse(game, seed=seed)
    assert game.state.side_valour("german") >= 1
    assert game.state.dead("german") == 0
