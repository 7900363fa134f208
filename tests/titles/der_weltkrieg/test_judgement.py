"""What a commander of Der Weltkrieg is told: exact where the rules are open."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg import judgement
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat.report import distribution, drafted
from front1914.titles.der_weltkrieg.siege import fort_under_siege, reserve
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_S, NE, S
from tests.titles.der_weltkrieg.positions import args, hexes, situation, unit
from tests.titles.der_weltkrieg.test_puzzles import SIEGE, puzzle


def test_the_state_behind_a_view_is_exact_where_nothing_is_hidden():
    game = puzzle(SIEGE)
    found = judgement.prepare(judgement.sight(game.view("central")))
    for side in ("central", "entente"):
        assert found.ground(side) == game.state.ground(side)
    assert found.supply[unit("g-1A")] == 56


def test_reach_is_what_the_march_offers():
    game = puzzle(SIEGE)
    sight = judgement.sight(game.view("central"))
    for word in ("g-38B", "g-2KD", "g-34B"):
        piece = next(p for p in sight.own if p.id == word)
        twin = game.copy(history=False)
        twin.act("unit", word)
        assert {str(sight.board.words[h]) for h in judgement.reach(sight, piece)} - {
            str(sight.board.words[piece.at])
        } == set(args(twin, "to"))


def test_the_chances_of_a_battle_are_those_of_the_panel():
    units = {"g-1A": (FAR_S, "supply 60"), "f-1A": ("5002", "supply 33"), "g-3": S, "g-4": NE, "f-1": CENTRE}
    game = situation(units, step="combat", scenario="danube", year=1915, month=10)
    sight = judgement.sight(game.view("central"))
    pieces = [p for p in sight.own if p.id in ("g-3", "g-4")]
    fights = judgement.battle(sight, hexes(CENTRE)[0], pieces)
    assert sum(fight.probability for fight in fights) == pytest.approx(1.0)
    game.act("to", CENTRE)
    game.act("unit", "g-3")
    game.act("unit", "g-4")
    b = drafted(game.state, game.state.flow[-1])
    assert b is not None
    wanted = sum(float(chance) * mine for (_, mine), chance in distribution(game.state, b).items())
    assert sum(f.probability * f.own for f in fights) * judgement.STEP == pytest.approx(wanted)


def test_guns_alone_meet_no_counterattack():
    game = puzzle(SIEGE, step="combat")
    sight = judgement.sight(game.view("central"))
    guns = [p for p in sight.own if p.id in ("g-21a", "g-21b")]
    fights = judgement.battle(sight, hexes("2107")[0], guns)
    assert sum(f.own for f in fights) == 0
    with_infantry = [*guns, *(p for p in sight.own if p.id == "g-34B")]
    assert sum(f.probability * f.own for f in judgement.battle(sight, hexes("2107")[0], with_infantry)) > 0


def test_supply_for_the_siege_is_set_aside():
    game = puzzle(SIEGE)
    assert fort_under_siege(game.state, "central") == hexes("2107")[0]
    assert reserve(game.state, "central", 4) == 4 * 12
    assert reserve(game.state, "entente", 4) == 0


def test_the_fortress_is_the_goal_and_vital_to_the_belgians():
    game = puzzle(SIEGE)
    mine, *sides = judgement.goals(game.view("entente"), "entente")
    assert {str(HEXES[goal.node]) for goal in sides} >= {"2106", "2108"}  # 29-11: shut to the guns by standing there
    assert not any(goal.vital for goal in sides)
    assert {str(HEXES[goal.node]) for goal in sides if goal.post} == {"2106", "2108"}
    assert {str(HEXES[goal.node]) for goal in sides if not goal.post} == {"2206", "2207"}  # to be taken back
    (his,) = judgement.goals(game.view("central"), "central")
    assert (mine.mine, mine.vital, his.mine, his.vital) == (True, True, False, False)
    assert mine.node == his.node == hexes("2107")[0]


def test_evaluation_likes_what_hurts_the_enemy():
    whole, hurt = puzzle(SIEGE), puzzle(SIEGE | {"be-F-Liege": ("2107", 20)})
    for side, sign in (("central", 1), ("entente", -1)):
        values = [judgement.evaluate(game.view(side), side) for game in (whole, hurt)]
        assert sign * (values[1] - values[0]) > 0


def test_income_goes_to_the_poorest_headquarters():
    import random

    from front1914 import Action

    game = situation({"g-1A": ("2306", "supply 30"), "g-2A": ("2307", "supply 4"), "f-1": "0912"}, step="income")
    actions = game.decision.actions
    assert game.decision.step == "distribute"
    chosen = judgement.opening(game.view("central"), "distribute", actions, random.Random(1))
    assert chosen == Action("unit", "g-2A")
    game.act(chosen)
    assert judgement.opening(game.view("central"), "portion", game.decision.actions, random.Random(1)).arg == 30
