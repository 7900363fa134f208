"""The prospects of a side: how likely it is to win, from its own view alone, calibrated on played games.

A logistic curve over three things that the side knows: the title's judgement of its view, who would win if the game
ended now, and how much of the game is over: the same judgement is worth less where one should be further by then.
The figures stand in the title's `data/prospects.toml`, by scenario and side, with their date and the number of games;
`tools/fit_prospects.py` works them out. Where no games were played there is no curve, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from front1914.engine.accounts import Prospects
from front1914.engine.game import Game
from front1914.engine.terms import FOREVER
from front1914.kit.data import DataFolder

FILE = "prospects.toml"
MOST = 95  #: percent that are shown at most: nothing is certain before it has happened
FAR = 150.0  #: steps beyond which a judgement only says "won" or "lost"


class Fit(NamedTuple):
    """The curve of a side in a scenario."""

    even: float  #: the log-odds when nothing speaks for anybody
    value: float  #: for each ten steps of average infantry by the title's judgement
    lead: float  #: for who would win if the game ended now, at the end of the game; before in proportion
    games: int
    dated: str
    over: float = 0.0  #: for the part of the game that is over, where one has to make headway to win


Fits = Mapping[tuple[str, str], Fit]  #: by scenario and side


class Facts(NamedTuple):
    """What a side knows that its prospects rest on."""

    value: float  #: tens of steps
    lead: float  #: 1 if it would win, -1 if it would lose, times the part of the game that is over
    over: float = 0.0  #: the part of the game that is over


def read_fits(package: str) -> Fits:
    """All curves of a title; none if it was never fitted."""
    folder = DataFolder.of(package)
    if not (folder.home / FILE).is_file():
        return {}
    top = folder.toml(FILE)
    found: dict[tuple[str, str], Fit] = {}
    for row in top.sections("fit"):
        key = row.take("scenario", str), row.take("side", str)
        even, value, lead = (row.take(name, float) for name in ("even", "value", "lead"))
        over = row.take("over", float, 0.0)
        found[key] = Fit(even, value, lead, row.take("games", int), row.take("dated", str), over)
    return found


def facts(game: Game, side: str, imagined: bool = False) -> Facts | None:
    """The facts from the side's own view, or of an imagined game as it is; None if the title judges no views."""
    judgement = game.title.judgement
    if judgement is None or judgement.evaluate is None:
        return None
    view = judgement.look(game, side) if imagined else game.view(side)
    value = float(judgement.evaluate(view, side))
    terms, standing = game.terms(side), game.standing(side)
    winner = None if standing.verdict is None else standing.verdict.winner
    turns = standing.turn if judgement.elapsed is None else standing.turn - 1 + judgement.elapsed(view)
    over = 0.0 if terms.last_turn >= FOREVER else min(1.0, turns / terms.last_turn)
    lead = 0.0 if winner is None else over if winner == side else -over
    return Facts(max(-FAR, min(FAR, value)) / 10, lead, over)


def share(fit: Fit, known: Facts) -> float:
    """The chance to win; a draw counts half.

    >>> round(share(Fit(0.0, 1.0, 0.0, 10, ""), Facts(0.0, 0.0)), 2), round(share(Fit(0, 0, 2, 1, ""), Facts(0, 1)), 2)
    (0.5, 0.88)
    """
    return 1 / (1 + exp(-(fit.even + fit.value * known.value + fit.lead * known.lead + fit.over * known.over)))


def chance(game: Game, side: str, imagined: bool = False) -> float | None:
    """The chance of a side to win, from 0 to 1; None if nothing is known of such games."""
    if game.result is not None:
        winner = game.result.winner
        return 0.5 if winner is None else float(winner == side)
    fit = game.title.fits.get((game.state.scenario, side))
    if fit is None or (known := facts(game, side, imagined)) is None:
        return None
    return share(fit, known)


def prospects(game: Game, side: str) -> Prospects | None:
    """The prospects as a client shows them."""
    fit = game.title.fits.get((game.state.scenario, side))
    found = chance(game, side)
    if fit is None or found is None or game.result is not None:
        return None
    basis = f"From what you can see, and from {fit.games} games between commanders of the computer."
    win = max(100 - MOST, min(MOST, round(100 * found)))
    return {"side": side, "win": win, "games": fit.games, "dated": fit.dated, "basis": basis}
