"""The introduction, played as its lesson wants it: Figure 12 is reached, the fortress falls, the city is entered."""

import front1914
from front1914 import Game
from tests.titles.der_weltkrieg.positions import strength, verbs, where

FORT = "be-F-Liege"
GUNS = ("g-21b", "g-21a", "g-42a", "g-30a")


def march(game: Game, to: str, *units: str) -> None:
    """Units of one hex go together."""
    game.act("unit", units[0])
    for other in units[1:]:
        game.act("join", other)
    game.act("to", to)
    if game.decision and game.decision.step == "march":
        game.act("stop")


def bombard(game: Game, *guns: str) -> None:
    """Guns alone fire at the forts (29-7); the defender uses broken ground (21-4)."""
    game.act("done")
    game.act("to", "2107")
    for gun in guns:
        game.act("unit", gun)
    game.act("aim")
    game.act("commit")
    game.act("terrain", "broken")
    game.act("done")


def wait(game: Game) -> None:
    """The Belgians do nothing."""
    while game.decision and game.decision.side == "entente":
        assert "done" in verbs(game)
        game.act("done")


def stock(game: Game, hq: str) -> int:
    return int(game.position()["units"][hq]["supply"])


def opening() -> Game:
    """The first turn: brigades secure the ground for the guns, and keep their Supply Line open behind them."""
    game = front1914.new("der_weltkrieg", scenario="liege", seed=1, dice="manual")
    game.script_dice([4] * 12)
    march(game, "2106", "g-34B", "g-27B")
    march(game, "2108", "g-11B", "g-14B")
    march(game, "2206", "g-38B")
    march(game, "2207", "g-43B")
    march(game, "2106", "g-21b")
    march(game, "2108", "g-21a")
    return game


def test_the_lesson_of_liege() -> None:
    game = opening()
    bombard(game, "g-21b", "g-21a")
    assert strength(game, FORT) == 36 - 3  # 7 points doubled, a 4 with +2 and -1
    assert stock(game, "g-1A") == 60 - 4
    wait(game)
    march(game, "2206", "g-42a")
    march(game, "2207", "g-30a")
    bombard(game, *GUNS)  # the position of Figure 12: column 46, +4 for four hexsides, -1 for broken ground
    assert strength(game, FORT) == 33 - 12
    assert stock(game, "g-1A") == 56 - 12
    wait(game)
    bombard(game, *GUNS)
    assert strength(game, FORT) == 21 - 12
    wait(game)
    march(game, "2206", "g-18", "g-13")
    bombard(game, *GUNS)
    assert where(game, FORT) != "2107"
    assert where(game, "be-3") == "2107"
    wait(game)
    assert where(game, "be-3") == "lost"  # 20-13: the garrison, cut off for a whole half turn, lays down its arms
    march(game, "2107", "g-18")
    game.act("done")
    wait(game)
    assert game.result is not None
    assert (game.result.winner, game.result.level) == ("central", "decisive victory")


def test_guns_without_a_supply_line_stay_silent() -> None:
    """29-4: when the brigades leave 2207 bare, the gun in 2108 has no line to its Headquarters (19-7)."""
    game = front1914.new("der_weltkrieg", scenario="liege", seed=1)
    march(game, "2108", "g-11B", "g-14B")
    march(game, "2108", "g-21a")
    game.act("done")
    game.act("to", "2107")
    assert game.why_not("unit", "g-21a") is not None
    assert game.why_not("unit", "g-21b") is None


def test_who_waits_loses() -> None:
    game = front1914.new("der_weltkrieg", scenario="liege", seed=1)
    while game.decision:
        game.act("done")
    assert game.result is not None
    assert game.result.winner == "entente"
