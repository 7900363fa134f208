"""What a program that learns sees of a game: numbers by hex or area, only such as the side may know.

A title says where its counters stand, how strong each face of a counter is, who can be identified and who holds the
ground; `front1914.environments` makes arrays of it. The tests hold every lens against twins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Lens:
    """How the state of a title is looked at, by the names of its columns: they are compared, and read as arrays."""

    #: what is counted in each hex or area, in this order
    planes: ClassVar[tuple[str, ...]] = (
        "own_counters",
        "own_strength",
        "own_done",  #: counters whose move is over
        "enemy_counters",  #: those that can be identified
        "enemy_strength",  #: of those, as far as it can be seen
        "closed_counters",  #: enemy counters that cannot be identified
        "held_by_us",
        "held_by_them",
        "asked",  #: where the question is about, if it is ours
    )

    nodes: int  #: hexes or areas; places from there on are boxes beside the map
    side: Sequence[str]  #: of each unit
    face: str  #: the column of what is up, or left, of a unit
    strength: Sequence[Sequence[float]]  #: of each unit, by what stands there: whole numbers and halves
    open_face: bool  #: whether the face of an enemy counter that is identified is open too
    done: str  #: the column that is not 0 when a unit's move is over
    ground: str  #: the column by node on which its holder rests
    #: of each node, by what stands there: 1 for the first side of the title, 2 for the second, 0 for nobody
    holder: Sequence[Sequence[int]]
    #: the column, and the value in it, of units that the enemy cannot identify; None if there are no such or if it
    #: takes more than a column to tell
    closed: tuple[str, int] | None = None
    #: then: title, state, side: whom of its enemies on the map the side cannot identify; asked at every decision
    hidden: Callable[[Any, Any, str], frozenset[int]] | None = None
    sides: Callable[[str], str] = str  #: the side of a seat, where several seats play one
