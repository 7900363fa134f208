"""Crowded fronts fought out at random: no dead end, no broken invariant, nothing offered that is refused."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import UNEXPLAINED, Action, Game
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import BANKS, BANKS_OF, BOARD, HEXES, ON_RAIL, OPEN, ROW
from front1914.titles.fixed_1914.world import (
    CHAIN,
    DEFENCE,
    EIGHTHS,
    GUNS,
    IS_ARTILLERY,
    IS_BLANK,
    IS_GUN,
    LANDWEHR,
    OWN,
    RAIL_BOUND,
    SIDE,
    SIDES,
    UNITS,
)
from tests.titles.fixed_1914.positions import Placed, position

FIGHTING = ("france", "germany", "belgium")
CENTRES = [h for h in members(OPEN) if (row := ROW[h]) is not None and row.country in FIGHTING]
FIELDED = {
    side: [u for u in OWN[side] if not IS_BLANK[u] and not IS_GUN[u] and u not in LANDWEHR[8:]] for side in SIDES
}


def stack_of(pool: list[int], h: int, rng: random.Random) -> list[int]:
    """Up to three units of a side that may stand together in a hex."""
    found: list[int] = []
    wanted = rng.choice((1, 1, 2, 2, 3))
    for u in [u for u in pool if not RAIL_BOUND[u] or ON_RAIL >> h & 1]:
        if len(found) == wanted:
            break
        room = sum(EIGHTHS[v] for v in found) + EIGHTHS[u] <= 16
        if room and not (IS_ARTILLERY[u] and any(IS_ARTILLERY[v] for v in found)):
            found.append(u)
            pool.remove(u)
    return found


def brawl(seed: int) -> Game:
    """Both sides in disorder about some hex, many of them reduced; one of them may attack."""
    rng = random.Random(seed)
    pools = {side: rng.sample(FIELDED[side], len(FIELDED[side])) for side in SIDES}
    units: dict[str, Placed] = {}
    for h in members(BOARD.within(rng.choice(CENTRES), rng.choice((2, 3, 4))) & OPEN):
        side = rng.choice((*SIDES, ""))
        stack = stack_of(pools[side], h, rng) if side else []
        steps = {u: rng.randrange(len(CHAIN[u].labels)) for u in stack}
        for u in sorted(stack, key=lambda u: not DEFENCE[u][steps[u]]):
            units[str(UNITS[u])] = (str(HEXES[h]), CHAIN[u].labels[steps[u]], str(BANKS[rng.choice(BANKS_OF[h])]))
        if side and h in GUNS and SIDE[GUNS[h]] == side and stack:
            units[str(UNITS[GUNS[h]])] = str(HEXES[h])
    found = position(units, side=rng.choice(SIDES), step="combat", turn=rng.choice((2, 6)))
    return front1914.from_position(found, seed=seed)


def choose(game: Game, rng: random.Random) -> Action:
    """Rather to attack than to put it off."""
    assert game.decision is not None
    actions = game.decision.actions
    for verb, chance in (("commit", 0.5), ("to", 0.8)):
        wanted = [action for action in actions if action.verb == verb]
        if wanted and rng.random() < chance:
            return rng.choice(wanted)
    return rng.choice(actions)


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.rule("CB-2.1", "CB-18.1")
def test_a_brawl_comes_to_an_end(seed: int) -> None:
    game, rng = brawl(seed), random.Random(seed)
    words = list(game.vocabulary())
    for _ in range(120):
        if game.decision is None or game.state.phase not in ("combat", "supply"):
            return
        assert not game.faults()
        assert game.decision.actions, game.decision.step
        offered = set(game.decision.actions)
        for action in rng.sample(words, 20):
            reason = game.why_not(action)
            assert (reason is None) == (action in offered)
            assert reason is None or (reason.rule and reason.text != UNEXPLAINED)
        game.act(choose(game, rng))
