"""What the armies of 1914 made for, turn by turn: for a commander who plays it as it was (data/plans.toml of a title).

    [[axis]] # the right wing
    armies = ["german 1", "german 2"]
    first = 1
    last = 4
    places = ["1109", "1012"]

    [[line]] # where armies stood when the turn was over
    armies = ["british"]
    ...

What is not named is left to the judgement of the commander.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from front1914.engine.words import Words
from front1914.kit.bits import from_members
from front1914.kit.board import Board
from front1914.kit.data import DataFolder
from front1914.kit.hexes import HexBoard

AXIS, ASIDE = 2.0, 0.6  #: what a place on the axis of an army counts for, and any other


@dataclass(frozen=True)
class Axis:
    """Where some armies went from one turn to another."""

    armies: tuple[str, ...]
    first: int
    last: int
    places: tuple[str, ...]


class Axes:
    """The axes of all armies of a title, read when they are first asked for."""

    def __init__(self, package: str, places: Words, armies: Collection[str], board: Board | None = None) -> None:
        self.package, self.places, self.armies, self.board = package, places, armies, board

    @cached_property
    def ways(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """By army and turn: the places that it made for."""
        return self._read("axis")

    @cached_property
    def lines(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """By army and turn: the places where it stood when the turn was over."""
        return self._read("line")

    def _read(self, kind: str) -> dict[tuple[str, int], tuple[int, ...]]:
        found: dict[tuple[str, int], tuple[int, ...]] = {}
        for section in DataFolder.of(self.package).toml("plans.toml").sections(kind):
            axis = section.record(Axis)
            for army in axis.armies:
                if army not in self.armies:
                    raise section.error(f"no army {army!r}", "armies")
            for place in axis.places:
                if self.places.find(place) is None:
                    raise section.error(f"no place {place!r}", "places")
            places = tuple(map(self.places.number, axis.places))
            for key in ((army, turn) for army in axis.armies for turn in range(axis.first, axis.last + 1)):
                found[key] = found.get(key, ()) + places
        return found

    @cached_property
    def _around(self) -> dict[tuple[str, int], int]:
        """Bitsets of the same, with the nodes around them."""
        assert self.board is not None
        bits = {key: from_members(places) for key, places in self.ways.items()}
        return {key: found | self.board.spread(found) for key, found in bits.items()}

    def follows(self, army: str, node: int, turn: int) -> float:
        """How far going there is what the army did: for the worth of a goal."""
        axis = self._around.get((army, turn))
        return 1.0 if axis is None else AXIS if axis >> node & 1 else ASIDE

    def astray(self, army: str, node: int, turn: int) -> int:
        """Nodes to the line on which the army stood in that turn; 0 if none is known."""
        assert isinstance(self.board, HexBoard)
        return min((self.board.distance(node, place) for place in self.lines.get((army, turn), ())), default=0)
