"""Step losses: what a unit becomes when it loses a step, and what it may be rebuilt to.

The state of a game keeps one small number for each unit, its step: the place in its chain. 0 is the unit as it
enters play; GONE is elimination.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

V = TypeVar("V")

GONE = -1  #: the step after the last


class Chain(Generic[V]):
    """The steps of a kind of unit. `loss[step]` and `gain[step]` are the steps that follow; GONE if there is none.

    `text` is the way down, `restore` the way up, which may lead to steps that no loss leads to: those lose to the
    step they were rebuilt from. `parse` gives each printed step its value.

    >>> corps = Chain("7-12-3 > 4-9-3 > 2-7-3", restore="2-7-3 > 4-9-3 > 5-10-3", parse=factors)
    >>> corps.values[corps.after(0, 1)], corps.left, corps.values[corps.gain[1]]
    ((4, 9, 3), (3, 2, 1, 3), (5, 10, 3))
    >>> corps.after(0, 3) == GONE, corps.labels[corps.loss[corps.step("5-10-3")]]
    (True, '4-9-3')
    """

    def __init__(self, text: str, restore: str = "", parse: Callable[[str], V] | None = None) -> None:
        down, up = _names(text), _names(restore) if restore else []
        if len(set(down)) != len(down) or len(set(up)) != len(up):
            raise ValueError("the same step twice")
        if up and up[0] not in down:
            raise ValueError(f"{up[0]} cannot be rebuilt: no loss leads to it")
        self.labels = (*down, *(name for name in up if name not in down))
        self.values: tuple[V, ...] = tuple(parse(name) if parse else name for name in self.labels)  # type: ignore[misc]
        above = dict(itertools.pairwise(up))
        self.gain = tuple(self.step(above[name]) if name in above else GONE for name in self.labels)
        before = {after: name for name, after in above.items()}
        self.loss = tuple(self._loss(down, before, name) for name in self.labels)
        self.left = tuple(self._left(step) for step in range(len(self.labels)))

    def step(self, label: str) -> int:
        """The number of a printed step."""
        return self.labels.index(label)

    def after(self, step: int, losses: int) -> int:
        """The step after some losses."""
        while losses > 0 and step != GONE:
            step = self.loss[step]
            losses -= 1
        return step

    def _loss(self, down: Sequence[str], before: Mapping[str, str], name: str) -> int:
        if name not in down:
            return self.step(before[name])
        at = down.index(name) + 1
        return self.step(down[at]) if at < len(down) else GONE

    def _left(self, step: int) -> int:
        count = 0
        while step != GONE:
            step = self.loss[step]
            count += 1
        return count


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(">")]
    if not all(names):
        raise ValueError(f"{text!r} is not a chain such as 4 > 3 > 2")
    return names


def factors(label: str) -> tuple[int, ...]:
    """The numbers of a printed step; brackets around one are left to the title.

    >>> factors("(4)-3-4")
    (4, 3, 4)
    """
    try:
        return tuple(int(part.strip("()")) for part in label.split("-"))
    except ValueError:
        raise ValueError(f"{label!r} is not a row of numbers such as 4-9-3") from None


class Strength(NamedTuple):
    """A counter whose losses are points: its printed strengths, 0 for a back that is not there.

    >>> division = Strength(8, 6)
    >>> division.shows_back(6), division.shows_back(7), division.marker(7), division.marker(3)
    (True, False, 1, 3)
    """

    front: int
    back: int = 0

    def shows_back(self, strength: int) -> bool:
        """Which side is up at this strength."""
        return 0 < strength <= self.back

    def marker(self, strength: int) -> int:
        """By how much a reduction marker lowers the number that is up."""
        return (self.back if self.shows_back(strength) else self.front) - strength


def change(strength: int, sizes: Sequence[int], available: Mapping[int, int] | None = None) -> dict[int, int] | None:
    """Counters of these sizes that add up to a strength, the largest first; None if there are not enough.

    Each size must divide the next larger one, so that taking the largest first misses nothing.

    >>> change(7, (4, 2, 1))
    {4: 1, 2: 1, 1: 1}
    >>> change(7, (4, 2, 1), {4: 0, 2: 3, 1: 1}), change(7, (4, 2, 1), {4: 1, 2: 1, 1: 0})
    ({2: 3, 1: 1}, None)
    """
    ordered = sorted(sizes, reverse=True)
    if any(large % small for large, small in itertools.pairwise(ordered)):
        raise ValueError("each size must divide the next larger one")
    found = {}
    for size in ordered:
        count = strength // size
        if available is not None:
            count = min(count, available.get(size, 0))
        if count:
            found[size] = count
            strength -= count * size
    return found if strength == 0 else None
