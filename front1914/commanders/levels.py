"""What makes one commander stronger than another: abilities, never knowledge or bonuses."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Temper:
    """The numbers behind a commander's choices. One number, one behaviour."""

    pull: float = 1.0  #: towards the goal of a task, by march turn
    guard: float = 1.5  #: keeping own goals that are threatened
    front: float = 4.0  #: closing the line between the armies
    danger: float = 1.0  #: avoiding places that the enemy could attack
    line: float = 0.3  #: staying beside friends
    care: float = 4.0  #: keeping within supply
    rest: float = 0.25  #: keeping morale up by marching little
    mark: float = 0.3  #: the least value of an attack that is made
    loss: float = 1.0  #: how own losses count against the enemy's
    share: float = 1.0  #: of the strength that a task asks for
    masses: bool = True  #: marches are planned for the attacks that follow them, and for the end of the game
    noise: float = 0.0  #: how much luck enters each choice
    wide: bool = False  #: in games of impulses: more kinds of impulses are drafted
    history: float = 0.0  #: whether armies make for what they made for in 1914, where the title knows it


STAFF = Temper()
#: characters: a staff of the same ability that likes other risks; the staff itself is the steady one
CAUTIOUS = replace(STAFF, danger=1.5, mark=0.6, loss=1.25, guard=2.0, front=5.0)
BOLD = replace(STAFF, danger=0.6, mark=0.1, loss=0.8, guard=1.2, front=3.0)
HISTORICAL = replace(STAFF, history=1.0)
RECRUIT = Temper(
    pull=0.5,
    guard=0.4,
    front=0.0,
    danger=0.1,
    line=0.0,
    care=0.6,
    rest=0.0,
    mark=0.8,
    loss=1.5,
    masses=False,
    noise=1.0,
)
