"""Surveys and stacks made from earlier ones are what a look at everything gives; zones are tested elsewhere."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914.kit.units import units_at, units_in
from front1914.titles.offensive_a_outrance.board import BOARD
from front1914.titles.offensive_a_outrance.ground import repile, resurvey, survey
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import ELIMINATED, SIDES, UNITS


def stir(s: OAOState, side: str, count: int, rng: random.Random) -> None:
    """Some units go elsewhere, straddle, turn over, board trains or leave the map."""
    for u in rng.sample(s.ground(side).here, count):
        near = rng.choice(BOARD.neighbours[s.at[u]])
        match rng.randrange(5):
            case 0:
                s.at[u], s.second[u] = near, -1
            case 1:
                s.second[u] = near if s.second[u] < 0 else -1
            case 2:
                s.face[u] ^= 1
            case 3:
                s.rail[u] = rng.randrange(4)
            case 4:
                s.at[u], s.second[u] = ELIMINATED, -1


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(3))
def test_what_changed_is_enough(side: str, seed: int) -> None:
    s, rng = front1914.new("offensive_a_outrance", "race", seed=1).state.copy(), random.Random(seed)
    grounds, stacks = {which: s.ground(which) for which in SIDES}, s.stacks()
    for count in (1, 1, 2, 0, 3, 5, 8, 13, 60, 1, 2, 3):
        was = tuple(bytearray(column) for column in (s.at, s.second, s.face, s.rail))
        stir(s, side, count, rng)
        hexes = {h for u in UNITS.numbers for h in s.hexes(u)}
        stacks = repile(s, stacks, was)
        assert stacks == s.stacks() == {h: units_at(s.at, h) + units_at(s.second, h) for h in hexes}
        grounds = {which: resurvey(s, ground, was, which) for which, ground in grounds.items()}
        assert grounds == {which: survey(s, which) for which in SIDES} == {which: s.ground(which) for which in SIDES}


@pytest.mark.parametrize("side", SIDES)
def test_a_step_brings_what_is_known_up_to_date(side: str) -> None:
    s, rng = front1914.new("offensive_a_outrance", "race", seed=1).state.copy(), random.Random(4)
    with front1914.distrust():  # what the step lays down is held against the work
        for _ in range(30):
            u = rng.choice(s.ground(side).here)
            near = rng.choice(BOARD.neighbours[s.at[u]])
            s.step((u,), near, rng.choice([-1, s.at[u]]))
            assert u in s.stack(near)


def test_units_are_found_in_a_column_of_places() -> None:
    """Halves of two places beside each other can look like a third."""
    s = front1914.new("offensive_a_outrance", "race", seed=1).state.copy()
    s.at[3], s.at[4], s.at[5], s.at[6] = 0x0102, 0x0101, 0x0101, 0x0201
    for h in (0x0101, 0x0102, 0x0201):
        assert units_in(s.at.tobytes(), h) == [u for u, place in enumerate(s.at) if place == h]
