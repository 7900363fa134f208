"""What is kept from one moment to the next, or found by a short cut, is what a look at everything gives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import front1914
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, ON_RAIL, OPEN
from front1914.titles.offensive_a_outrance.combat.parties import aiming
from front1914.titles.offensive_a_outrance.logistics.provisions import needy
from front1914.titles.offensive_a_outrance.logistics.supply import beside_rails, by_rail, network, supplied
from front1914.titles.offensive_a_outrance.manoeuvre.forts import abandonable, refuse_abandon
from front1914.titles.offensive_a_outrance.manoeuvre.movement import refuse_start
from front1914.titles.offensive_a_outrance.manoeuvre.movers import movers
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import contenders, crowds, rivals
from front1914.titles.offensive_a_outrance.organisation.combinations import BY_RESULT, combinable, refuse_combine
from front1914.titles.offensive_a_outrance.organisation.forces import forces
from front1914.titles.offensive_a_outrance.setup import FEW, refuse_shift, shifts
from front1914.titles.offensive_a_outrance.state import D1, MOVED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    DIVISION,
    EIGHTHS,
    ELIMINATED,
    IS_ARTILLERY,
    IS_FORT,
    SIDE,
    SIDES,
    UNITS,
)

FACES = 5  #: of what can change: only of Forts and guns do they matter


def stir(s: OAOState, kind: int, units: list[int], rng: random.Random) -> None:
    """Some units go elsewhere or leave the map, move, tire, turn over, ride, aim: all the same."""
    for u in units:
        near = rng.choice(BOARD.neighbours[s.at[u]])
        match kind:
            case 0:
                s.at[u], s.second[u] = near, -1
            case 1:
                s.second[u] = near if s.second[u] < 0 and not IS_FORT[u] else -1
            case 2:
                s.at[u], s.second[u] = ELIMINATED, -1
            case 3:
                s.did[u] ^= MOVED
            case 4:
                s.ce[u] = rng.randrange(D1 + 1)
            case 5:  # FACES
                s.face[u] ^= 1
            case 6:
                s.rail[u] ^= 1
            case 7:
                s.order[u] = rng.randrange(3)
            case 8:
                s.target[u] = near if s.target[u] < 0 else -1
    s.changed()


def moments(scenario: str, seed: int) -> Iterator[OAOState]:
    """A position that changes little by little, in the movement phase of each side."""
    s, rng = front1914.new("offensive_a_outrance", scenario, seed=1).state.copy(), random.Random(seed)
    s.phase = "movement"
    for kind in rng.choices(range(9), k=25):
        for side in SIDES:
            here = [u for u in s.ground(side).here if kind != FACES or IS_FORT[u] or IS_ARTILLERY[u]]
            stir(s, kind, rng.sample(here, min(len(here), rng.randrange(9))), rng)
            s.active = side
            yield s


@pytest.mark.parametrize("scenario", ["race", "lorraine"])
@pytest.mark.parametrize("seed", [3, 5])
def test_those_who_can_move_or_do_something_else(scenario: str, seed: int) -> None:
    for s in moments(scenario, seed):
        assert list(movers(s, s.active)) == [u for u in UNITS.numbers if refuse_start(s, u) is None]
        assert abandonable(s) == [u for u in UNITS.numbers if refuse_abandon(s, u) is None]
        assert combinable(s) == [u for u in BY_RESULT if refuse_combine(s, u) is None]
        assert list(aiming(s)) == [u for u in UNITS.numbers if s.target[u] >= 0]


@pytest.mark.parametrize("scenario", ["race", "lorraine"])
@pytest.mark.parametrize("seed", [3, 5])
def test_stacks_and_those_who_could_lie_on_top(scenario: str, seed: int) -> None:
    for s in moments(scenario, seed):
        for side in SIDES:
            stacks = {h: s.own(h, side) for h in s.stacks()}
            assert crowds(s, side) == {h: units for h, units in stacks.items() if len(units) > 1}
            assert contenders(s, side) == sorted({u for h in stacks for u in rivals(s, h, side)})


def scatter(s: OAOState, rng: random.Random) -> None:
    """Units stand all over the map, bridges are blown, and railways run in few places."""
    for side in SIDES:
        for u in rng.sample(s.ground(side).here, 10):
            s.put(u, rng.choice(members(OPEN & s.rules.area)))
    for number in rng.sample(range(len(s.blown)), 20):
        s.blown[number] = 1
    for h in members(BOARD.within(rng.choice(members(s.rules.area & ON_RAIL)), 5)):
        s.operational[h] = 0
    s.changed()


@pytest.mark.rule("15.1.3")
@pytest.mark.parametrize("scenario", ["race", "lorraine"])
def test_whoever_stands_beside_a_railway_is_supplied(scenario: str) -> None:
    rng = random.Random(1)
    for s in islice(moments(scenario, 1), 0, None, 5):
        scatter(s, rng)
        for side in SIDES:
            near = beside_rails(s, side)
            assert near & ~network(s, side)
            assert all(by_rail(s, u) for h in members(near & s.ground(side).units) for u in s.own(h, side))
            assert needy(s, side) == [
                force
                for h in members(s.ground(side).units)
                for force in forces(s, h, side)
                if s.at[force[0]] == h and not (IS_ARTILLERY[force[0]] and s.face[force[0]]) and not supplied(s, force)
            ]


@pytest.mark.parametrize("scenario", ["lorraine", "campaign"])
def test_where_units_may_begin(scenario: str) -> None:
    s, rng = front1914.new("offensive_a_outrance", scenario, seed=1).state.copy(), random.Random(5)
    placed = [u for u in s.rules.placed if s.second[u] < 0]
    for u in rng.sample(placed, 20):
        near = members(BOARD.within(s.rules.placed[u], s.rules.adjust + 1))
        assert shifts(s, u) == [h for h in near if refuse_shift(s, u, h) is None]
        for v in rng.sample([v for v in placed if SIDE[v] == SIDE[u] and EIGHTHS[v] == DIVISION], FEW):
            s.put(v, s.rules.placed[u])
