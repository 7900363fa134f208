"""What the staff goes for in a campaign: plans, Victory Points, Fortresses, railways."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.kit.sight import Goal
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.command import judgement
from front1914.titles.offensive_a_outrance.command.siege_staff import posts, watched
from front1914.titles.offensive_a_outrance.command.strategy import duty_of, hopeless, owes
from front1914.titles.offensive_a_outrance.plans import ACHIEVED
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import MUELHAUSEN
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, asked, mark, situation, where

TITLE = "offensive_a_outrance"
BRUSSEL, WAVRE, MEAUX, DUNKERQUE, PARIS = "49.21", "50.23", "22.37", "31.11", "16.36"


@pytest.fixture(scope="module")
def start() -> OAOState:
    state: OAOState = front1914.new(TITLE, "campaign", seed=1).state
    return state


def goals(s: OAOState, side: str) -> dict[str, Goal]:
    return {str(HEXES[goal.node]): goal for goal in judgement.goals(s, side, 30)}


def test_an_army_goes_for_what_its_plan_says(start: OAOState) -> None:
    """26.1: Brussel draws the German First Army as long as its plan is in force; the Belgians have it to keep."""
    german, allied = goals(start, "german"), goals(start, "allied")
    assert not german[BRUSSEL].mine
    assert allied[BRUSSEL].mine
    assert german[BRUSSEL].rule == "26.1"
    assert german[BRUSSEL].worth > allied[BRUSSEL].worth
    later = start.copy()
    later.plan[ARMIES.number("g-FIRST")] = ACHIEVED
    assert BRUSSEL not in goals(later, "german")
    assert WAVRE in goals(later, "german")


def test_the_further_into_france_the_better(start: OAOState) -> None:
    """27.4: Meaux brings fifteen points in each Inter-Phase, Dunkerque none; Paris is worth more than either."""
    found = goals(start, "german")
    assert found[PARIS].worth > found[MEAUX].worth > found[DUNKERQUE].worth > 0


def test_what_has_been_awarded_draws_nobody(start: OAOState) -> None:
    """27.2: Mülhausen, once the points are taken."""
    assert goals(start, "allied")["55.70"].rule == "27.2"
    later = start.copy()
    later.events[MUELHAUSEN] = 2
    assert "55.70" not in goals(later, "allied")


FRONT: dict[str, Placed] = {"f-13/21": "54.58", "f-43/21": "54.58", "f-dFIRST": "50.61", "g-dSIXTH": "60.51"}


def bound(units: dict[str, Placed], **more: int) -> Game:
    """A position in which the French First Army has its plan, with so many attacks made."""
    army = {"plan": "active", **more}
    return situation(FRONT | units, scenario="campaign", turn=5, armies={"f-FIRST": army})


def test_a_mandated_attack_is_a_duty_until_enough_are_made() -> None:
    """26.4.2: four of the First Army."""
    army, lead = ARMIES.number("f-FIRST"), UNITS.number("f-13/21")
    s = bound({}).state
    assert owes(s, army)
    assert duty_of(s, [lead]) > 0
    s = bound({}, mandated=4).state
    assert not owes(s, army)
    assert duty_of(s, [lead]) == 0


def test_a_plan_is_given_up_before_a_strong_enemy() -> None:
    """26.3: not while nobody is there."""
    army = ARMIES.number("f-FIRST")
    assert hopeless(bound({}, mandated=4).state, "allied", [army]) is None
    strong: dict[str, Placed] = {"g-28/14": "55.57", "g-29/14": "56.57", "g-30/15": "56.58", "g-39/15": "55.58"}
    assert hopeless(bound(strong, mandated=4).state, "allied", [army]) == army


def test_no_plan_is_given_up_when_its_freedom_comes_too_late() -> None:
    """27.1: the points are lost at once, and nobody can make anything of the last two turns."""
    army = ARMIES.number("f-FIRST")
    strong: dict[str, Placed] = {"g-28/14": "55.57", "g-29/14": "56.57", "g-30/15": "56.58", "g-39/15": "55.58"}
    state = bound(strong, mandated=4).state
    state.turn = state.rules.last_turn - 2
    assert hopeless(state, "allied", [army]) is None


SIEGE: dict[str, Placed] = {
    "be-fx-Namur-1": "50.26",
    "g-13/7": "51.25",
    "g-14/7": "51.26",
    "g-Siege-Train-1": "56.27",
    "g-42cm-3-kMK": "57.27",
    "g-dSECOND": "63.29",
}


def test_the_siege_train_follows_to_the_fortress_that_is_watched() -> None:
    game = situation(SIEGE, side="german", scenario="campaign", held={"german": ["51.25", "51.26"]})
    s = game.state
    assert watched(s, "german") >> HEXES.number("50.26") & 1
    found = posts(s, "german")
    for word in ("g-Siege-Train-1", "g-42cm-3-kMK"):
        u = UNITS.number(word)
        assert BOARD.distance(found[u], HEXES.number("51.26")) < BOARD.distance(s.at[u], HEXES.number("51.26"))
    staff = {"german": make("staff", TITLE, 1), "allied": make("random", TITLE, 1)}
    while asked(game)[1] in ("move", "march", "react"):
        play(game, staff, most=1)
    assert where(game, "g-42cm-3-kMK") != "57.27"


def test_guns_beside_a_fortress_are_deployed() -> None:
    """13.2.1: in the Movement Phase, when an HQ coordinates them (13.2.2)."""
    units = SIEGE | {"g-Siege-Train-1": "51.26", "g-42cm-3-kMK": "51.26"}
    more = {"held": {"german": ["51.25", "51.26"]}, "pools": {"shots_42": 4}}
    game = situation(units, side="german", scenario="campaign", **more)
    staff = {"german": make("staff", TITLE, 1), "allied": make("random", TITLE, 1)}
    while asked(game)[1] in ("move", "march", "react"):
        play(game, staff, most=1)
    assert mark(game, "g-42cm-3-kMK", "face") == 1


@pytest.mark.parametrize(("foe", "points", "rides"), [("60.40", 4, True), ("52.60", 4, False), ("60.40", 0, False)])
def test_reserves_go_by_rail_when_the_way_is_long_and_nobody_is_near(foe: str, points: int, rides: bool) -> None:
    """7.7.1: and only while there are Rail Points."""
    units: dict[str, Placed] = {"f-13/21": "50.61", "f-dFIRST": "50.61", "g-28/14": foe}
    game = situation(units, scenario="campaign", turn=10, pools={"allied_rp": points})
    sight = judgement.sight(game.view("allied"))
    piece = next(p for p in sight.own if p.id == "f-13/21")
    assert judgement.hurried(sight, piece, HEXES.number("29.21")) is rides
    assert not judgement.hurried(sight, piece, HEXES.number("50.58"))


def test_who_finds_no_train_that_goes_nearer_marches() -> None:
    """7.7.3: the question is not put again and again: every phase of movement comes to its end."""
    game = front1914.new(TITLE, "last_battles", seed=3)
    staff = {side: make("staff", TITLE, 3) for side in game.sides}
    play(game, staff, most=260)
    boarded = sum(entry.action.verb in ("entrain", "back") for entry in game.log)
    assert boarded < 30
