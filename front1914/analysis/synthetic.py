"""An invented map with armies on it, on which the kit and others are measured."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from front1914.kit.bits import from_members, members
from front1914.kit.costs import CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS

POINTS = 12  #: that a unit may spend


@dataclass(frozen=True)
class Situation:
    """A unit that wants to move, 60 enemy units and their zones."""

    start: int
    enemies: int
    zone: int


@dataclass(frozen=True)
class Synthetic:
    """The map, what it costs to cross, where 600 units stand, and situations that all differ."""

    board: HexBoard
    costs: CostTable
    rivers: tuple[int, ...]
    units: tuple[int, ...]
    situations: tuple[Situation, ...]


@cache
def synthetic_board(seed: int = 1914) -> Synthetic:
    """72 x 70 hexes: clear, rough and forest at 1 to 3 points, rivers for one more, two armies of 300 units."""
    rng = random.Random(seed)
    board = HexBoard.rectangle(COLUMNS, 72, 70)
    nodes = list(board.words.numbers)
    ground = {h: rng.choice((1, 1, 1, 1, 2, 2, 3)) for h in nodes}
    rivers = frozenset(link for link in range(len(board.links)) if rng.random() < 0.08)
    costs = CostTable.build(board, lambda a, b, link: ground[b] + (link in rivers))
    units = tuple(rng.choice(nodes) for _ in range(600))
    situations = []
    middle = members(board.within(board.words.number("3635"), 15))
    for _ in range(50):
        start = rng.choice(middle)
        enemies = from_members(rng.sample([h for h in nodes if h != start], 60))
        situations.append(Situation(start, enemies, board.spread(enemies)))
    return Synthetic(board, costs, tuple(sorted(rivers)), units, tuple(situations))
