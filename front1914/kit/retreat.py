"""Ways to retreat: step by step, with priorities in their order, and never into a dead end that could be avoided.

All complete ways are searched first; then each priority keeps the best of what is left. So a unit that must go three
hexes is never offered a first hex from which it could go only two, if another lets it go three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Path: TypeAlias = tuple[int, ...]  #: the node that is left, then each node entered
StepScore: TypeAlias = Callable[[Path, int], Any]  #: the path so far and the next node; the least is best
PathScore: TypeAlias = Callable[[Path], Any]  #: a complete path; the least is best


@dataclass(frozen=True)
class Retreat:
    """The rules of one retreat.

    `may_enter` is the bitset of nodes that may be entered, or one for each step (the last counts for all further
    ones); `may_step` is a further condition on the path so far and the next node. No node is entered twice. A complete
    path is as long as it can be, up to the length asked for. Among complete paths, `steps` are priorities at each
    step in turn, `ways` priorities between whole paths.

    >>> row = ((1,), (0, 2, 4), (1, 3), (2,), (1,))     # 0 - 1 - 2 - 3, and 4 beside 1
    >>> retreat = Retreat(row, 0b11111, steps=[lambda path, node: -node])
    >>> retreat.paths((1,), 1), retreat.paths((1,), 2)
    ([(1, 4)], [(1, 2, 3)])
    """

    neighbours: Sequence[Sequence[int]]
    may_enter: int | Sequence[int]
    may_step: Callable[[Path, int], bool] | None = None
    steps: Sequence[StepScore] = ()
    ways: Sequence[PathScore] = ()

    def paths(self, walked: Path, length: int) -> list[Path]:
        """Every best complete path that begins with `walked` and goes up to `length` nodes further.

        Without a legal step that is `walked` itself.
        """
        found = self._longest(walked, length)
        for at in range(len(walked), len(found[0])):
            found = self._best_steps(found, at)
        for score in self.ways:
            found = _least(found, [score(path) for path in found])
        return found

    def next(self, walked: Path, length: int) -> tuple[int, ...]:
        """The nodes that may be entered next, in the order of the map; () if there are none.

        Asked again after each step with the path so far and the length that is left, this leads along the paths that
        `paths` gave at the start.
        """
        at = len(walked)
        options = {path[at] for path in self.paths(walked, length) if len(path) > at}
        return tuple(node for node in self.neighbours[walked[-1]] if node in options)

    def reaches(self, walked: Path, length: int) -> bool:
        """Whether the whole length can be gone."""
        return len(self._longest(walked, length)[0]) == len(walked) + length

    def _longest(self, walked: Path, length: int) -> list[Path]:
        """All legal paths of the greatest length that there is."""
        found = [walked]
        for step in range(length):
            mask = (
                self.may_enter
                if isinstance(self.may_enter, int)
                else self.may_enter[min(step, len(self.may_enter) - 1)]
            )
            further = [
                (*path, node)
                for path in found
                for node in self.neighbours[path[-1]]
                if mask >> node & 1 and node not in path and (self.may_step is None or self.may_step(path, node))
            ]
            if not further:
                break
            found = further
        return found

    def _best_steps(self, paths: list[Path], at: int) -> list[Path]:
        """Keep the paths whose node at a place is best among those that share the path so far."""
        groups: dict[Path, list[Path]] = {}
        for path in paths:
            groups.setdefault(path[:at], []).append(path)
        kept = []
        for before, group in groups.items():
            kept += _least(group, [tuple(score(before, path[at]) for score in self.steps) for path in group])
        return kept


def _least(paths: list[Path], scores: Sequence[Any]) -> list[Path]:
    best = min(scores)
    return [path for path, score in zip(paths, scores, strict=True) if score == best]


def first_complete(options: Sequence[tuple[Retreat, int]], walked: Path) -> int | None:
    """The first of several rules, tried in order, by which the whole of its length can be gone; None if none can.

    1914 - Fixed CB-18: one hex to a free hex; failing that two, through a full one.
    """
    return next((i for i, (rule, length) in enumerate(options) if rule.reaches(walked, length)), None)
