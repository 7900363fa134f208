"""An army handed over to the staff for a phase: ordinary actions of its own units, from what its player sees."""

from __future__ import annotations

from pathlib import Path

import pytest

import front1914
from front1914 import BadInput, Game
from front1914.commanders import delegate, make, play
from front1914.commanders.delegate import groups
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, happened, situation, where

TITLE = "offensive_a_outrance"
pytestmark = pytest.mark.usefixtures("window")


@pytest.fixture(scope="module")
def moving() -> Game:
    """Lorraine, when the Allies first move."""
    game = front1914.new(TITLE, "lorraine", seed=4)
    commanders = {side: make("staff", TITLE, 4) for side in game.sides}
    while game.decision is not None and game.decision.step != "move":
        play(game, commanders, most=1)
    return game


def staff() -> dict[str, front1914.commanders.Commander]:
    return {"german": make("staff", TITLE, 4)}


def moved(game: Game, since: Game) -> set[str]:
    """The armies of the Allied units that do not stand where they stood."""
    s, old = game.state, since.state
    return {
        str(ARMIES[s.army[u]])
        for u in UNITS.numbers
        if s.at[u] != old.at[u] and str(UNITS[u]).startswith(("f-", "b-")) and s.army[u] >= 0
    }


def test_the_armies_of_the_side_can_be_handed_over(moving: Game) -> None:
    found = groups(moving.seat("allied"))
    assert list(found) == ["all", "f-FIRST", "f-SECOND"]
    assert found["all"].units == found["f-FIRST"].units | found["f-SECOND"].units
    assert found["f-FIRST"].name == "French First Army"
    assert "f-13/21" in found["f-FIRST"].units
    assert not found["f-FIRST"].units & found["f-SECOND"].units


def test_it_marches_and_nobody_else_does(moving: Game, tmp_path: Path) -> None:
    """The command comes back in the same phase; the log holds ordinary actions, which replay without any staff."""
    game = moving.copy()
    taken = delegate(game, "allied", "f-SECOND", others=staff())
    assert taken > 10
    assert moved(game, moving) == {"f-SECOND"}
    decision = game.decision
    assert decision is not None
    assert (decision.side, decision.step, game.state.phase) == ("allied", "move", "movement")
    allied = [entry.action.verb for entry in game.log[len(moving.log) :] if entry.side == "allied"]
    assert len(allied) == taken
    assert set(allied) <= {"unit", "to", "stop", "prepare", "stay", "rest", "top"}
    game.save(tmp_path / "game")
    assert front1914.load(tmp_path / "game").digest() == game.digest()


def test_the_player_goes_on_with_the_rest(moving: Game) -> None:
    game = moving.copy()
    delegate(game, "allied", "f-SECOND", others=staff())
    delegate(game, "allied", "f-FIRST", others=staff())
    assert moved(game, moving) == {"f-FIRST", "f-SECOND"}


def test_who_holds_does_not_go_for_what_the_enemy_has(moving: Game) -> None:
    """On hold an army ends no nearer to the enemy, all in all, than on its plan; and it attacks nobody."""
    far = {}
    for order in ("plan", "hold"):
        game = moving.copy()
        delegate(game, "allied", "f-SECOND", order, others=staff())
        s = game.state
        foes = [s.at[u] for u in UNITS.numbers if str(UNITS[u]).startswith("g-") and s.at[u] < BOARD.size]
        army = ARMIES.number("f-SECOND")
        own = [s.at[u] for u in UNITS.numbers if s.army[u] == army and s.at[u] < BOARD.size]
        far[order] = sum(min(BOARD.distance(h, g) for g in foes) for h in own)
    assert far["hold"] > far["plan"]


@pytest.mark.parametrize(("order", "attackers"), [("plan", {"f-14/7", "f-41/7"}), ("hold", set())])
def test_it_attacks_with_its_own_units_alone(order: str, attackers: set[str]) -> None:
    """Another army's division stands beside the same brigade, and is left to its player."""
    units: dict[str, Placed] = {"f-14/7": "54.70", "f-41/7": "55.71", "f-66r": ("56.71", "army f-FIRST")}
    units |= {"g-Bodungen": "55.70", "f-dALSACE": "51.69", "g-dSEVENTH": "60.69"}
    game = situation(units, step="attack", phase="attack", turn=3, scenario="introduction")
    delegate(game, "allied", "f-ALSACE", order)
    assert {str(UNITS[u]) for u in UNITS.numbers if game.state.target[u] >= 0} == attackers
    assert game.decision is not None
    assert game.decision.step == "attack"
    assert happened(game, "battle") == []


def test_nothing_else_can_be_handed_over(moving: Game) -> None:
    with pytest.raises(BadInput, match="nothing to hand over called 'g-SIXTH'"):
        delegate(moving.copy(), "allied", "g-SIXTH")
    with pytest.raises(BadInput, match="no order 'charge'"):
        delegate(moving.copy(), "allied", "f-FIRST", "charge")
    game = front1914.new(TITLE, "lorraine", seed=4)
    with pytest.raises(BadInput, match="where they are picked"):
        delegate(game, "allied", "f-FIRST")


def test_it_sees_what_its_player_sees() -> None:
    """Two positions that look alike to the Allies: who lies under the top unit differs; the orders are the same."""
    logs = []
    for under, away in (("g-55-Lw", "g-110-Lw"), ("g-110-Lw", "g-55-Lw")):
        units: dict[str, Placed] = {"f-14/7": "54.70", "f-41/7": "54.69", "g-29/14": "55.70", under: "55.70"}
        units |= {away: "60.66", "f-dALSACE": "51.69", "g-dSEVENTH": "60.69"}
        game = situation(units, scenario="introduction")
        delegate(game, "allied", "f-ALSACE", others={"german": make("random", TITLE, 1)})
        logs.append([str(entry) for entry in game.log if entry.side == "allied"])
        assert HEXES.find(where(game, "f-14/7")) is not None
    assert logs[0] == logs[1]
    assert logs[0]
