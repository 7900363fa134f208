"""What a commander sees of a map game, the same for every title: pieces, ground, goals, and what a fight may bring.

A title's `judgement.py` makes a `Sight` from a view; everything that thinks about it is shared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from front1914.kit.board import Board


@dataclass(slots=True)
class Piece:
    """A unit, one's own or an enemy's; strengths that are not known are expected ones."""

    id: str
    at: int
    strength: float
    steps: int
    moves: int
    worth: float = 1.0  #: of one step, in steps of average infantry
    kind: str = "foot"  #: foot, horse, staff (headquarters and the like), fort
    fresh: bool = True  #: can still attack in this phase
    holds: bool = False  #: does not move by itself
    area: int = -1  #: bitset of the nodes that it may enter; -1 if all
    level: int = 1  #: of morale: 0 is worn, 2 is high
    size: int = 1  #: how much of the room of a node it takes
    extra: Any = None  #: what the title's own functions want to know of it

    def there(self, node: int) -> Piece:
        """The same elsewhere; asked so often that it is written out."""
        p = self
        rest = p.worth, p.kind, p.fresh, p.holds, p.area, p.level, p.size, p.extra
        return Piece(p.id, node, p.strength, p.steps, p.moves, *rest)


class Goal(NamedTuple):
    """A place that matters: what it is worth to have it, and until when."""

    node: int
    worth: float
    mine: bool  #: do we have it now?
    turns: int = 99  #: turns until it no longer counts
    rule: str = ""
    vital: bool = False  #: who loses it loses the game: it is never left open
    post: bool = False  #: somebody should stand there, whether an enemy can come or not, and one is enough


class Group(NamedTuple):
    """A part of a side that its player may hand over to the staff: what it is called, and its units."""

    name: str
    units: frozenset[str]


class Fight(NamedTuple):
    """One way in which an attack may end; steps are those lost."""

    probability: float
    own: float
    enemy: float
    taken: bool


@dataclass(slots=True)
class Sight:
    """One side's picture of the map."""

    board: Board
    side: str
    turn: int
    turns: int  #: left to play, this one included
    own: list[Piece]
    enemy: list[Piece]
    goals: list[Goal]
    cost: list[int]  #: points to enter each node, by the usual mover; 0 if closed
    defence: list[float]  #: by how much each node multiplies the strength of who stands there
    final: bool = False  #: the enemy does not move any more: nothing need be kept
    room: int = 3  #: how much may stand in one node, by the sizes of the pieces
    worst: int = 1  #: the most steps that one attack can cost a defender
    supplied: int = -1  #: bitset of the nodes in which our units could be supplied; -1 if all
    lines: bool = True  #: whether a thin line stops an enemy; else places must be held in strength
    zoneless: int = 0  #: bitset of the nodes from which nobody stops an enemy beside them
    luck: float = 0.0  #: how far apart posts may be in value and still be drawn from, so that games differ
    temper: dict[str, float] = field(default_factory=dict)  #: what the title wants otherwise than usual
    extra: Any = None  #: what the title's own functions want to know besides
