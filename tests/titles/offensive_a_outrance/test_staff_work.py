"""What a staff must see to besides marching at the enemy: lines, railways, bread, spades; and who is for what."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Action, Game
from front1914.commanders import make, play
from front1914.commanders.battle import Assault
from front1914.commanders.staff import Staff
from front1914.kit.bits import members
from front1914.kit.sight import Goal
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, IN, ON_RAIL, OPEN
from front1914.titles.offensive_a_outrance.command import judgement
from front1914.titles.offensive_a_outrance.command.errands import endowment
from front1914.titles.offensive_a_outrance.command.larder import pantry, trains_to, want
from front1914.titles.offensive_a_outrance.command.lines import open_front, railways, southern
from front1914.titles.offensive_a_outrance.command.strategy import fitness, second_line
from front1914.titles.offensive_a_outrance.logistics.supply import network
from front1914.titles.offensive_a_outrance.schedule import BELGIEN
from front1914.titles.offensive_a_outrance.state import CONTROL, DIG, OAOState
from front1914.titles.offensive_a_outrance.victory import gaps, occupied
from front1914.titles.offensive_a_outrance.world import ABSENT, DEPOT_OF, OWN, SIDES, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, asked, mark, situation, where

TITLE = "offensive_a_outrance"


@pytest.fixture(scope="module")
def start() -> OAOState:
    state: OAOState = front1914.new(TITLE, "campaign", seed=1).state
    return state


def move(game: Game, side: str) -> Game:
    """The staff of a side marches; the other reacts as it likes."""
    staff = {name: make("staff" if name == side else "random", TITLE, 1) for name in SIDES}
    while asked(game)[1] in ("move", "march", "react"):
        play(game, staff, most=1)
    return game


# ---- the line


@pytest.mark.parametrize("side", SIDES)
def test_the_southern_line_is_kept_where_it_stands_and_filled_where_it_does_not(start: OAOState, side: str) -> None:
    """27.5: one hex is asked for each point that gaps would cost; whoever stands in the line is to stay."""
    found = southern(start, side, 30)
    assert all(goal.post for goal in found)
    assert sum(not goal.mine for goal in found) == gaps(start, side)
    assert {goal.node for goal in found if goal.mine} <= {
        h for h in range(BOARD.size) if occupied(start, side) >> h & 1
    }


def test_who_stands_in_the_line_does_not_leave_it_for_an_open_town() -> None:
    """27.5: both divisions are needed where they are, though Lunéville lies open."""
    units: dict[str, Placed] = {"f-13/21": "52.70", "f-43/21": "52.71", "f-dFIRST": "50.61", "g-28/14": "58.70"}
    game = situation(units, scenario="campaign", turn=5)
    manned = {str(HEXES[goal.node]) for goal in southern(game.state, "allied", 9) if goal.mine}
    assert manned & {"52.70", "52.71"}
    move(game, "allied")
    assert manned <= {where(game, "f-13/21"), where(game, "f-43/21")}


def test_the_open_front_wants_somebody_where_the_enemy_could_walk_in(start: OAOState) -> None:
    """3.4: a German division stands at Laon and nobody is near: around it somebody is wanted, until he is there."""
    s = start.copy()
    laon, guest, guard = HEXES.number("33.33"), UNITS.number("g-28/14"), UNITS.number("f-13/21")
    s.put(guest, laon)
    s.control[laon] = CONTROL["german"]

    def near() -> set[int]:
        return {g.node for g in open_front(s, "allied", 9) if BOARD.distance(g.node, laon) <= 3}

    wanted = near()
    assert wanted
    assert not any(s.stack(h) for h in wanted)
    s.put(guard, min(wanted))
    assert min(wanted) not in near()


# ---- railways and bread


def test_a_raider_on_the_railway_is_met(start: OAOState) -> None:
    """15.0: a hex in an enemy zone, over which much is reached, is open again as soon as somebody stands in it."""
    s = start.copy()
    for u in [u for u in OWN["allied"] if s.at[u] < BOARD.size and IN["belgium"] >> s.at[u] & 1]:
        s.put(u, ABSENT)
    for h in members(IN["belgium"] & ON_RAIL):
        s.control[h] = CONTROL["german"]
        s.operational[h] |= CONTROL["german"]
    goals: list[Goal] = []
    for h in members(IN["belgium"] & OPEN & ~ON_RAIL & ~s.ground("german").units):
        s.put(UNITS.number("f-13/21"), h)
        goals = [goal for goal in railways(s, "german", 9) if goal.post and not goal.mine]
        if goals:
            break
    assert goals
    before = network(s, "german").bit_count()
    s.put(UNITS.number("g-28/14"), max(goals, key=lambda goal: goal.worth).node)
    assert network(s, "german").bit_count() > before + 4


def test_hunger_grows_with_the_distance_from_what_feeds(start: OAOState) -> None:
    """15.1.3: nothing where a railway is near; deep in France a German division would starve."""
    u = UNITS.number("g-3/2")
    assert want(start, "german", u, start.at[u]) == 0.0
    near, far = HEXES.number("45.24"), HEXES.number("22.37")
    assert 0 < want(start, "german", u, near) <= want(start, "german", u, far)
    assert pantry(start, "german").feeds(start, u) >> start.at[u] & 1


def test_a_train_goes_where_it_feeds_its_corps_and_is_fed(start: OAOState) -> None:
    """15.2: behind the divisions, but not farther from its Depot than that reaches."""
    train = UNITS.number("g-t2")
    at = {UNITS.number(word): HEXES.number("53.24") for word in ("g-3/2", "g-4/2")}
    found = trains_to(start, "german", at)
    assert BOARD.distance(found[train], HEXES.number("53.24")) < BOARD.distance(start.at[train], HEXES.number("53.24"))
    assert pantry(start, "german").stands[train] >> found[train] & 1


# ---- spades and preparations


@pytest.mark.parametrize(("rights", "digs"), [(3, True), (0, False)])
def test_a_threatened_division_digs_in_if_it_has_the_right(rights: int, digs: bool) -> None:
    """14.3.4: it stands where it should, the enemy is near and strong."""
    units: dict[str, Placed] = {
        "f-11/20": "51.54",
        "f-dSECOND": "48.54",
        "g-28/14": "53.52",
        "g-29/14": "53.52",
        "g-30/15": "53.53",
        "g-dSIXTH": "60.51",
    }
    game = situation(units, scenario="lorraine", turn=4, pools={"allied_ip": rights})
    move(game, "allied")
    assert (mark(game, "f-11/20", "task") == DIG) is digs


@pytest.mark.parametrize(("value", "third", "prepared"), [(3.0, "", 2), (0.3, "", 0), (3.0, "f-8-c", 2)])
def test_an_attack_that_is_sure_is_prepared_by_all_who_can(value: float, third: str, prepared: int) -> None:
    """7.3, 9.6.1: one column more, and the enemy cannot slip away; with Cavalry no column, but he is held (7.3.3)."""
    units: dict[str, Placed] = {"f-14/7": "54.70", "f-41/7": "54.69", "g-Bodungen": "55.70", "f-8-c": "55.71"}
    game = situation(units, scenario="introduction", turn=3)
    sight = judgement.sight(game.view("allied"))
    party = [p for p in sight.own if p.id in ("f-14/7", "f-41/7", third)]
    assault = Assault(value, HEXES.number("55.70"), party, 0.9)
    found = judgement.chores(sight, [assault], [], [0.0] * BOARD.size, {})
    assert list(found.values()) == [Action("prepare", "55.70")] * prepared


# ---- who is for what


def test_active_corps_are_too_good_for_army_group_belgien(start: OAOState) -> None:
    """25.4: of what is offered it takes a Reserve corps, and if there is none nobody."""
    s = start.copy()
    s.put(DEPOT_OF[BELGIEN], HEXES.number("56.27"))
    s.flow.append(("endow", BELGIEN))
    back = Action("back")
    found = endowment(s, "german", [Action("corps", "g-c2"), Action("corps", "g-c3R"), back])
    assert found is not None
    assert found[0] == Action("corps", "g-c3R")
    found = endowment(s, "german", [Action("corps", "g-c2"), Action("unit", "g-3/2"), back])
    assert found is not None
    assert found[0] == back


def test_antwerpen_is_for_the_second_line_while_the_wheel_lasts(start: OAOState) -> None:
    active, reserve, antwerpen = UNITS.number("g-3/2"), UNITS.number("g-5r/3R"), HEXES.number("52.16")
    assert second_line(reserve)
    assert not second_line(active)
    assert fitness(start, active, antwerpen) < fitness(start, reserve, antwerpen)
    later = start.copy()
    later.turn = 20
    assert fitness(later, active, antwerpen) == fitness(later, reserve, antwerpen)


def test_posts_are_no_prizes(start: OAOState) -> None:
    """What is wanted for the sake of the line changes no small choice: it is seen when marches are planned only."""
    assert not any(goal.post for goal in judgement.goals(start, "allied", 30))


def test_who_has_forgotten_his_plan_looks_around_before_he_marches() -> None:
    """A march that goes on after a forced choice: the orders are worked out anew, so the map must be seen."""
    game = situation({"f-14/7": "54.70", "g-Bodungen": "57.70"}, scenario="introduction", turn=3)
    staff = make("staff", TITLE, 1)
    assert isinstance(staff, Staff)
    play(game, {"allied": staff}, most=1)
    assert asked(game)[1] == "march"
    assert game.decision is not None
    assert not staff.looks(game.decision)
    staff._survey = None
    assert staff.looks(game.decision)
    play(game, {"allied": staff}, most=1)
