"""What an enemy zone of control does to a mover: every flavour of the rulebooks as one frozen value.

`zone` is always a bitset of nodes under enemy influence; who projects it, and over which hexsides, is the
business of the title. Where own units cancel a zone altogether, take their nodes out of the bitset.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

BARRED = -1  #: instead of points: not allowed


@dataclass(frozen=True)
class ZoneRule:
    """The effects on one kind of mover; the default has none.

    >>> ZoneRule(enter=2, leave=1, between=6, between_held=4).tolls
    ((0, 2, 2), (1, 6, 4))
    >>> STOP_AND_NEVER_BETWEEN.tolls
    ((0, 0, 0), (0, -1, -1))
    """

    enter: int = 0  #: extra points to enter a zone; BARRED: may not enter one
    leave: int = 0  #: extra points to leave a zone
    between: int | None = None  #: from zone to zone, in place of leave + enter; BARRED: not at all
    between_held: int | None = None  #: the same into a node with own units (`held`)
    stop: bool = False  #: the move ends on entering a zone
    negated: bool = False  #: own units (`held`) cancel the zone for who enters, but not for who leaves
    first_exempt: bool = False  #: the first step pays and respects no zone (it still ends in one)
    minimum: bool = False  #: one step may always be made, whatever it costs, with nothing left after it
    minimum_between: int | None = None  #: but not from zone to zone over ground of so many points or more

    def __post_init__(self) -> None:
        extras = (self.enter, self.leave, self.between or 0, self.between_held or 0)
        if min(extras) < BARRED or self.leave < 0:
            raise ValueError("extra points may not be negative")

    @cached_property
    def tolls(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Extra points from outside and from inside a zone: to no zone, to a zone, to a zone with own units."""
        between = self.between
        if between is None:
            between = BARRED if self.enter == BARRED else self.enter + self.leave
        held = between if self.between_held is None else self.between_held
        return (0, self.enter, self.enter), (self.leave, between, held)

    @cached_property
    def idle(self) -> bool:
        """Whether no step is dearer or barred for a zone (it may still end there)."""
        return not any(map(any, self.tolls))

    @cached_property
    def additive(self) -> bool:
        """Whether a step from zone to zone costs leaving and entering."""
        outside, inside = self.tolls
        return inside == tuple(BARRED if toll == BARRED else toll + self.leave for toll in outside)

    @cached_property
    def charges(self) -> tuple[int, ...]:
        """Every toll that may be asked, nothing among them."""
        return tuple(sorted({0, *self.tolls[0], *self.tolls[1]} - {BARRED}))

    @cached_property
    def largest(self) -> int:
        """The largest toll."""
        return max(max(row) for row in self.tolls)


#: No zones of control (1914 - Fixed)
FREE = ZoneRule()
#: Schlieffen's War 7.1: stop on entry, never from zone to zone, own units do not matter
STOP_AND_NEVER_BETWEEN = ZoneRule(stop=True, between=BARRED)
