"""17-5: the Supply Track is secret: twins that differ in it alone look the same and answer the same."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import Game
from front1914.analysis.twins import check_twins, imagined_twin
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_S, NE, S, attack, until
from tests.titles.der_weltkrieg.positions import asked, bare, mark, situation, unit

UNITS = {"g-1A": (FAR_S, "supply 60"), "f-1A": ("5002", "supply 33"), "g-3": S, "g-4": NE, "f-1": CENTRE}


def stocks(game: Game, side: str) -> dict[str, object]:
    view = game.view(side)
    rows = {word: row.get("supply") for word, row in view["position"]["units"].items() if word in ("g-1A", "f-1A")}
    return rows | {piece["id"]: piece.get("badge") for piece in view["pieces"] if piece["id"] in rows}


@pytest.mark.rule("17-5")
def test_a_side_sees_its_own_track_alone():
    game = situation(UNITS, step="combat")
    assert stocks(game, "central") == {"g-1A": "60", "f-1A": None}
    assert stocks(game, "entente") == {"g-1A": None, "f-1A": "33"}
    tracks = {track["id"] for track in game.view("entente")["tracks"]}
    assert "supply-f-1A" in tracks
    assert "supply-g-1A" not in tracks
    assert "33" not in str(stocks(game, "observer"))


@pytest.mark.rule("17-5")
def test_two_games_that_differ_in_a_stock_look_the_same():
    poor = situation(UNITS | {"f-1A": "5002"}, step="combat")
    assert situation(UNITS, step="combat").view("central") == poor.view("central")


@pytest.mark.rule("17-5")
def test_the_attacker_does_not_see_whether_a_defender_can_be_supplied():
    """Whatever the French Headquarters holds, its side is asked."""
    steps = []
    for held in (0, 1, 90):
        game = situation(UNITS | {"f-1A": ("5002", f"supply {held}")}, step="combat", dice=[1, 1])
        attack(game, CENTRE, "g-3", "g-4")
        until(game, "defend", "stand")
        steps.append(asked(game))
    assert len(set(steps)) == 1


@pytest.mark.rule("17-5")
def test_samples_agree_with_the_view_and_vary():
    game = situation(UNITS, step="combat", month=9)
    view = game.view("central")
    found = set()
    for seed in range(12):
        position = front1914.imagine(view, seed)
        assert position == front1914.imagine(view, seed)
        twin = front1914.from_position(position)
        assert twin.view("central") == view
        found.add(mark(twin, "f-1A", "supply"))
        assert mark(twin, "g-1A", "supply") == 60
    assert len(found) > 3


@pytest.mark.rule("17-5")
@pytest.mark.parametrize("scenario", ["liege", "danube"])
def test_twins_through_a_random_game(scenario):
    game, rng = front1914.new("der_weltkrieg", scenario, seed=5), random.Random(5)
    taken = 0
    while game.decision is not None and taken < 90:
        if taken % 3 == 0:
            for side in game.sides:
                check_twins(game, side, rng)
        game.act(rng.choice(game.decision.actions))
        taken += 1
    assert taken > 40


@pytest.mark.rule("17-5")
def test_an_imagined_headquarters_can_pay_for_whom_it_has_pledged_to():
    game = situation(UNITS, step="combat", dice=[1, 1])
    attack(game, CENTRE, "g-3", "g-4")
    until(game, "defend")
    twin = imagined_twin(game, game.view("central"), random.Random(1))
    assert mark(twin, "f-1A", "supply") >= 4
    twin.act("commit")
    assert mark(twin, "f-1A", "supply") >= 0


@pytest.mark.rule("17-5", "25-7")
def test_of_imagined_supply_that_another_distributes_some_is_left():
    """A what-if from a moment at which the other distributes his income can be played on."""
    game, rng = front1914.new("der_weltkrieg", "danube", seed=5), random.Random(5)
    assert game.step.name == "distribute"
    other = next(side for side in game.sides if side != game.decision.side)
    for seed in range(20):
        twin = imagined_twin(game, game.view(other), random.Random(seed))
        twin.act(rng.choice(twin.decision.actions))
        assert twin.step.name == "portion"
        assert twin.decision.actions, seed


@pytest.mark.rule("17-5", "14-9")
def test_who_pays_for_a_last_stand_is_asked_of_its_own_side_only() -> None:
    """Units of the side that does not move attack after their retreat: the question is theirs, not the mover's."""
    from front1914.titles.der_weltkrieg.view import flow_for

    s = bare({"g-3": "2306", "be-1": "1805"}, side="entente")
    s.flow.append(("payer", unit("g-3")))
    assert s.active == "entente"
    assert flow_for(s, "central")[-1] == ("payer", unit("g-3"))
    assert all(frame[0] != "payer" for frame in flow_for(s, "entente"))


def has_railways(game: Game, who: str) -> bool:
    """Whether a French division has somewhere to go by rail."""
    return who.startswith("f-") and who[2:].isdigit() and bool(game.overlay("entente", "rail", who)["places"])


@pytest.mark.rule("17-5")
def test_what_the_enemys_trains_have_carried_does_not_show_in_where_his_units_could_go():
    """8-1: a Headquarters weighs what it holds on a train, so the load that is left would tell it."""
    fresh, spent = (front1914.new("der_weltkrieg", "schlieffen_plan", seed=1) for _ in range(2))
    who = next(p["id"] for p in fresh.view("entente")["pieces"] if has_railways(fresh, p["id"]))
    for column in (spent.state.hauled, spent.state.trains):
        for n in range(len(column)):
            column[n] = 9
    assert spent.overlay("central", "rail", who) == fresh.overlay("central", "rail", who)
    assert spent.overlay("entente", "rail", who) != fresh.overlay("entente", "rail", who), "its own side knows"


@pytest.mark.rule("17-5")
def test_nobody_asks_where_the_enemys_headquarters_could_go_by_rail():
    game = situation(UNITS, step="combat")
    with pytest.raises(front1914.BadInput, match="not known"):
        game.overlay("central", "rail", "f-1A")
    game.overlay("entente", "rail", "f-1A")
