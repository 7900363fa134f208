"""What makes one commander stronger than another: abilities, never knowledge or bonuses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Temper:
    """The numbers behind a commander's choices. One number, one behaviour."""

    pull: float = 1.0  #: towards goals
    guard: float = 1.0  #: keeping own goals that are threatened
    danger: float = 0.6  #: avoiding what could be struck
    strike: float = 0.8  #: standing where something can be attacked with others
    line: float = 0.15  #: staying beside friends
    mark: float = 0.0  #: the least value of an attack that is made
    loss: float = 1.0  #: how own losses count against the enemy's
    noise: float = 0.0  #: how much luck enters each choice


STAFF = Temper()
RECRUIT = Temper(guard=0.5, danger=0.0, strike=0.4, line=0.0, mark=0.6, loss=1.6, noise=0.5)
