"""What a computer commander asks a title: hooks with types and defaults.

A title fills in a `Judgement` with functions of its own. A hook that is misspelt, or takes something else, fails in the
type check and when the title is loaded. With `evaluate` alone the one-step chooser already plays; a commander that
marches and attacks wants `roles`, `sight`, `mover`, `attack` and `battle` too, and one that plays whole impulses wants
`drafting`.

>>> Judgement(evaluate=lambda view, side: 1.0).roles
{}
>>> Judgement(evalaute=lambda view, side: 1.0)
Traceback (most recent call last):
TypeError: Judgement.__init__() got an unexpected keyword argument 'evalaute'
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from front1914.engine.decision import Action, Decision
from front1914.engine.game import Game
from front1914.kit.sight import Fight, Goal, Group, Piece, Sight

View: TypeAlias = dict[str, Any]
Actions: TypeAlias = Sequence[Action]
#: what a step asks: who marches, where it goes, where its train goes, what is attacked, by whom, who goes forward
#: before that, who advances, part of the set-up, or what the title answers itself; the rest are small choices
Role: TypeAlias = Literal["mover", "place", "rail", "target", "attacker", "prober", "advance", "opening", "reply"]


def _as_any_other(sight: Sight, piece: Piece, goal: Goal) -> float:
    return 1.0


def _missing(*_: Any) -> Any:
    raise NotImplementedError("a commander that marches and attacks wants a hook that the title's judgement lacks")


def _out_of_supply(view: View) -> set[str]:
    rows: dict[str, Any] = view["position"].get("units", {})
    return {word for word, row in rows.items() if row.get("supply") == "out"}


@dataclass(frozen=True)
class Drafting:
    """A game of impulses: what shall be done is drafted as a whole, tried on imagined games, and followed.

    Every game handed to these functions was imagined from the view of the side: there is nothing behind it.
    """

    moment: Callable[[View], Any]  #: what a draft is good for: it is kept as long as this stays the same
    drafts: Callable[[Game, str, Any, random.Random], Iterable[Any]]  #: game, side, temper: each draft with a `text`
    #: what a draft answers, or what is usual at this step (always, if asked so); None if it must be weighed
    follow: Callable[[Any, Game, Decision, bool], Action | None]
    settled: Callable[[Game, Any], bool]  #: whether what is tried has been played out since a moment
    value: Callable[[Game, str, Any], float]  #: how a position stands for a side, in steps of average infantry
    begun: Callable[[Game], Any] | None = None  #: the moment, of a game: with it the enemy's reply is foreseen
    #: what a good commander does not leave behind: places that stand `empty`, leaders `alone`, units cut off (`hungry`)
    follies: Callable[[Game, str], Mapping[str, int]] | None = None


@dataclass(frozen=True)
class Judgement:
    """All that a commander may ask. Values are in steps of average infantry."""

    evaluate: Callable[[View, str], float] | None = None  #: the value of a view for a side: for the small choices
    appraise: Callable[[Game, str], float] | None = None  #: the same of an imagined game, where that is quicker
    #: what these hooks read of an imagined game, in which nothing is hidden, where that is quicker than its view
    inside: Callable[[Game, str], View] | None = None
    elapsed: Callable[[View], float] | None = None  #: the part of the present turn that is over, in games of impulses
    roles: Mapping[str, Role] = field(default_factory=dict)  #: by step
    habits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: by step, verbs simply taken when offered
    mild: Mapping[str, float] = field(default_factory=dict)  #: what makes the recruit of this game milder still
    #: whether a movement phase ends only when its player says so: then nobody need look around between two marches
    steady: bool = False
    #: whether a general compares plans by playing games out; where nothing is gained by that it plays as the staff does
    played_out: bool = True
    #: turns for which it plays a plan before the prospects of the scenario tell what it is worth; 0: to the end
    horizon: int = 0
    #: whether a side that has not yet got what wins has no time for lines, garrisons and losses
    storms: Callable[[View], bool] | None = None
    seconds: float = 5.0  #: how long a general may think about a phase by the clock, unless its player says otherwise

    # -- of a commander that marches and attacks ---------------------------------------------------------------

    sight: Callable[[View], Sight] = _missing  #: the map as the side sees it
    mover: Callable[[View], tuple[str, int]] = _missing  #: the unit that is marching, and where it is
    attack: Callable[[View], tuple[int, Sequence[str]]] = _missing  #: what is attacked, and who takes part
    battle: Callable[[Sight, int, list[Piece]], Iterable[Fight]] = _missing  #: every way it may end
    advance: Callable[[View], int] = _missing  #: the node into which units may advance

    reach: Callable[[Sight, Piece], Mapping[int, int]] | None = None  #: where a piece can go, with the points it costs
    arrive: Callable[[Sight, Piece, int, int], Piece] | None = None  #: the piece after that march: node, points
    #: bitset of the nodes into which a piece that ends its march there could still go before anybody attacks
    probes: Callable[[Sight, Piece, int], int] | None = None
    #: bitset of the nodes that an enemy could enter in his next move, exactly, our pieces as they stand but those named
    walked: Callable[[Sight, Container[str]], int] | None = None
    #: where headquarters and the like go, when everybody else has been given a place, and why
    support: Callable[[Sight, Any], Mapping[str, tuple[int, str]]] | None = None
    #: the chance that a node is lost to some enemies before we move again, if these pieces of ours stand in it
    lost: Callable[[Sight, int, list[Piece], list[Piece]], float] | None = None
    duty: Callable[[Sight, int, list[Piece]], float] | None = None  #: what making an attack is worth by itself
    #: what else to choose for an attack whose attackers are named: how it is aimed ...
    adjust: Callable[[View, Actions], Action | None] | None = None
    stand: Callable[[Sight, Piece, int], float] | None = None  #: what it is worth to end the turn there, goals apart
    follow: Callable[[Sight, Piece, int], float] | None = None  #: what it costs a piece to advance there after a battle
    suits: Callable[[Sight, Piece, Goal], float] = _as_any_other  #: how fit a piece is for a goal, beyond its nearness
    opening: Callable[[View, str, Actions, random.Random], Action | None] = _missing  #: a step of the set-up
    hunger: Callable[[Sight, Piece, int], float] | None = None  #: what it costs a piece to be out of supply there
    fed: Callable[[Sight], set[str]] | None = None  #: who would be in supply, the pieces standing where they stand
    #: the answer to a step and why, where `roles` says so; None if it must be tried
    reply: Callable[[View, str, Actions], tuple[Action, str] | None] | None = None
    #: the same for who plays it as it was in 1914, where that is known
    recalled: Callable[[View, str, Actions], tuple[Action, str] | None] | None = None
    prelude: Callable[[View, Actions], Action | None] | None = None  #: what is done before anybody marches
    closing: Callable[[View, Actions], Action | None] | None = None  #: what is done when everybody has marched
    #: what pieces do besides where their march ends: sight, assaults, who stays, threat, costs
    chores: Callable[[Sight, Any, Any, Sequence[float], Any], dict[str, Action]] | None = None
    hurried: Callable[[Sight, Piece, int], bool] | None = None  #: whether a piece should go to its goal by rail
    groups: Callable[[View], Mapping[str, Group]] | None = None  #: what a player may hand over to his staff

    # -- of follies that are counted ---------------------------------------------------------------------------

    strikes: str = "commit"  #: the verb with which an attack is made, its attackers being named
    hungry: Callable[[View], Collection[str]] = _out_of_supply  #: units that are out of supply, or isolated

    drafting: Drafting | None = None  #: of a commander that plays whole impulses

    def worth(self, game: Game, side: str) -> float:
        """How an imagined game stands for a side; 0 if the title has no opinion."""
        if self.appraise is not None:
            return self.appraise(game, side)
        return 0.0 if self.evaluate is None else self.evaluate(game.view(side, drawn=False), side)

    def look(self, game: Game, side: str) -> View:
        """What a commander sees of an imagined game."""
        return game.view(side, drawn=False) if self.inside is None else self.inside(game, side)
