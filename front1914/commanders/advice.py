"""What the staff would do: one suggestion with its reasons, from what the side can see.

A suggestion is a chain of ordinary answers: who marches and where to, what is attacked and by whom. It ends where the
same question would be asked again, where somebody else decides, or before anything that cannot be taken back: a die is
thrown by the player himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import front1914
from front1914 import Action, Decision, FrontError, Game, Seat
from front1914.commanders.base import Why, make

MOST = 12  #: answers of one suggestion


class Advice(NamedTuple):
    """What the staff would answer, one after the other, and why."""

    actions: tuple[Action, ...]
    reasons: tuple[Why, ...]

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "actions": [list(a) if a.arg is not None else [a.verb] for a in self.actions],
            "reasons": [why.plain() for why in self.reasons],
        }


def advise(seat: Seat, seed: int | str = 0, level: str = "staff") -> Advice:
    """A suggestion for the decision of a seat."""
    assert seat.decision is not None
    commander = make(level, seat.title, seed)
    action = commander.decide(seat)
    actions, reasons = [action], list(commander.reasons)
    stays = _final(seat.title)
    game = _imagined(seat.view, seat.decision, seed)
    moment, asked = _moment(game), {seat.decision.step}
    while game is not None and len(actions) < MOST and actions[0].arg is not None and action.verb not in stays:
        try:
            game.act(action)
        except FrontError:
            break  # what was imagined is not quite so: the first answers stand
        after = game.decision
        if after is None or after.side != seat.side or _moment(game) != moment or after.step == seat.decision.step:
            break
        if after.step in asked and action.arg is None:
            break
        asked.add(after.step)
        action = commander.decide(game.seat(seat.side))
        if action.arg is None and action.verb in stays:
            break
        actions.append(action)
        reasons += [why for why in commander.reasons if why.kind not in {known.kind for known in reasons}]
    return Advice(tuple(actions), tuple(reasons[:3]))


def _moment(game: Game | None) -> object:
    """A suggestion is good for one phase."""
    return None if game is None else (game.scene.turn, game.scene.phase, game.scene.active)


def _final(title: str) -> frozenset[str]:
    """Verbs without an argument that only the player gives: they end a phase, or something follows that stays."""
    sheet: Mapping[str, Any] = front1914.title(title).sheet()
    throws = {key.partition(": ")[2] or key for key in sheet.get("throws", {})}
    return frozenset([*sheet.get("ends", ()), *sheet.get("risky", ()), *throws])


def _imagined(view: Mapping[str, Any], decision: Decision, seed: int | str) -> Game | None:
    """A game that agrees with what the side sees, to look a few answers ahead; None if there is none."""
    try:
        game = front1914.from_position(front1914.imagine(view, f"advice:{seed}"), dice="manual")
    except FrontError:
        return None
    same = game.decision is not None and game.decision.step == decision.step and game.decision.side == decision.side
    return game if same else None
