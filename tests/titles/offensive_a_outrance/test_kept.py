"""What is kept from one moment to the next, or found by a short cut, is what a look at everything gives."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from itertools import islice

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, ON_RAIL, OPEN, SIZE
from front1914.titles.offensive_a_outrance.combat.parties import aiming
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_LINKS
from front1914.titles.offensive_a_outrance.ground import pile, survey
from front1914.titles.offensive_a_outrance.logistics.provisions import needy
from front1914.titles.offensive_a_outrance.logistics.supply import beside_rails, by_rail, network, supplied
from front1914.titles.offensive_a_outrance.manoeuvre.entry import unnoticed
from front1914.titles.offensive_a_outrance.manoeuvre.forts import abandonable, refuse_abandon
from front1914.titles.offensive_a_outrance.manoeuvre.movement import refuse_start
from front1914.titles.offensive_a_outrance.manoeuvre.movers import movers
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import contenders, crowds, rivals
from front1914.titles.offensive_a_outrance.manoeuvre.ways import FAR, bridges, price, prices
from front1914.titles.offensive_a_outrance.organisation.combinations import BY_RESULT, combinable, refuse_combine
from front1914.titles.offensive_a_outrance.organisation.forces import forces
from front1914.titles.offensive_a_outrance.setup import FEW, refuse_shift, shifts
from front1914.titles.offensive_a_outrance.state import D1, MOVED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    DIVISION,
    EIGHTHS,
    ELIMINATED,
    FOE,
    IS_ARTILLERY,
    IS_FORMATION,
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


@pytest.mark.parametrize("scenario", ["lorraine", "race"])
def test_a_step_brings_ground_and_stacks_up_to_date(scenario: str) -> None:
    rng = random.Random(2)
    for s in islice(moments(scenario, 3), 0, None, 4):
        for _ in range(6):
            side = rng.choice(SIDES)
            u = rng.choice([u for u in s.ground(side).here if not IS_FORT[u]])
            together = tuple(v for v in s.own(s.at[u], side) if (s.at[v], s.second[v]) == (s.at[u], s.second[u]))
            place = rng.choice(BOARD.neighbours[s.at[u]])
            s.step(rng.choice(((u,), together)), place, rng.choice((-1, s.at[u])))
            assert s.stacks() == pile(s)
            for each in SIDES:
                assert s.ground(each) == survey(s, each)


@pytest.mark.parametrize("scenario", ["lorraine", "race"])
def test_prices_and_bridges_are_those_of_every_step(scenario: str) -> None:
    rng = random.Random(4)
    for s in islice(moments(scenario, 2), 0, None, 3):
        for number in rng.sample(range(len(s.blown)), 5):
            s.blown[number] ^= 1
        for side in SIDES:
            held = s.held(side)
            ends = [BOARD.links[link] for link in BRIDGE_LINKS]
            standing = [n for n, (a, b) in enumerate(ends) if held >> a & 1 and held >> b & 1 and not s.blown[n]]
            assert members(bridges(s, side)) == standing
            for u in rng.sample(s.ground(side).here, 8):
                found = [
                    FAR if (cost := price(s, (u,), s.at[u], b)) is None else cost for b in BOARD.neighbours[s.at[u]]
                ]
                assert [min(cost, FAR) for cost in prices(s, (u,), s.at[u], 0)] == found


def test_games_side_by_side_do_not_disturb_each_other() -> None:
    """What is kept outlives a game: it must be found to belong to another."""
    alone = {seed: list(offers(seed)) for seed in (1, 2)}
    together = {1: offers(1), 2: offers(2)}
    found: dict[int, list[int]] = {1: [], 2: []}
    for _ in range(OFFERS):
        for seed, play in together.items():
            found[seed].append(next(play))
    assert found == alone


OFFERS = 150  #: of each game


def offers(seed: int) -> Iterator[int]:
    """What is offered and what has become of it, one decision of a random game after the other."""
    game, rng = front1914.new("offensive_a_outrance", "introduction", seed=seed), random.Random(seed)
    for _ in range(OFFERS):
        decision = game.decision
        assert decision is not None
        yield hash((decision, game.digest()))
        game.act(rng.choice(decision.actions))


@pytest.mark.parametrize(("scenario", "seed"), [("introduction", 1), ("lorraine", 2), ("campaign", 3)])
def test_a_long_way_comes_to_the_same_as_its_steps(scenario: str, seed: int) -> None:
    """Hexes that are only passed leave the same behind as those that are entered. Nobody holds the bridges here."""
    game, rng, compared = front1914.new("offensive_a_outrance", scenario, seed=seed), random.Random(seed), 0
    while compared < FAR_WAYS:
        decision = game.decision
        assert decision is not None
        if decision.step == "march":
            compared += compare_ways(game, rng)
        begin = [action for action in decision.actions if action.verb in ("done", "accept") and decision.step != "move"]
        game.act(rng.choice(begin or decision.actions))


def compare_ways(game: Game, rng: random.Random) -> int:
    """Whether a way of several hexes was found, and was gone to its end both at once and step by step."""
    state = game.state.copy()
    state.control = array("b", bytes(SIZE))
    at_once, by_steps = (Game(game.title, state.copy(), game.dice) for _ in range(2))
    ways = [hint["path"] for name, hint in at_once.hints().items() if len(hint.get("path", ())) > 3]
    path = rng.choice(sorted(ways)) if ways else [""]
    if at_once.why_not("to", path[-1]) is not None:
        return 0
    at_once.act("to", path[-1])
    for h in path[1:]:
        if by_steps.step == game.step and by_steps.why_not("to", h) is None:
            by_steps.act("to", h)
    if at_once.state.flow != by_steps.state.flow:  # where something stopped it, the rest of the way is lost
        return 0
    assert at_once.digest() == by_steps.digest()
    return 1


FAR_WAYS = 40  #: compared in each game


@pytest.mark.rule("6.4.e", "6.4.h")
def test_a_march_does_not_put_off_a_flight() -> None:
    """Hunger may have left somebody Demoralized in an enemy zone: he flees as soon as anybody has made a step."""
    game, rng = front1914.new("offensive_a_outrance", "last_battles", seed=4), random.Random(4)
    path: list[str] = []
    while not path:
        decision = game.decision
        assert decision is not None
        quiet = unnoticed(game.state, game.state.active)
        ways = [
            hint["path"]
            for hint in game.hints().values()
            if len(hint.get("path", ())) > 4 and all(quiet >> HEXES.number(h) & 1 for h in hint["path"][:3])
        ]
        path = rng.choice(sorted(ways)) if decision.step == "march" and ways else []
        begin = [action for action in decision.actions if action.verb in ("done", "accept") and decision.step != "move"]
        if not path:
            game.act(rng.choice(begin or decision.actions))
    s: OAOState = game.state.copy()
    zone, mover = s.ground(FOE[s.active]).zone, s.flow[-1][1][0]
    shaky = next(
        u for u in s.ground(s.active).here if IS_FORMATION[u] and zone >> s.at[u] & 1 and s.at[u] != s.at[mover]
    )
    s.ce[shaky], s.rolled[shaky] = D1, 0
    game = Game(game.title, s, game.dice)
    game.act("to", path[-1])
    assert any(event.kind == "flees" for event in game.events)
    assert game.decision is not None
    assert game.decision.step == "retreat"
    assert HEXES[game.state.at[mover]] == path[1]
