"""Twins: games that differ only in what a side may not know look the same to it, and answer it the same.

Whatever a side can ask for is compared, as the text that would be sent: the order of keys and lists tells as much as
what stands in them. Odds need no comparison of their own: they are worked out from the view and nothing else.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from msgspec.json import encode

import front1914
from front1914 import OBSERVER, Action, BadInput, FrontError, Game, Title

ASKED = 12  #: actions of which a side asks why not
LAID = 3  #: units and places of which it asks for an overlay, of each overlay


class Fault(Exception):
    """A promise that does not hold."""

    def __init__(self, promise: str, detail: str) -> None:
        super().__init__(f"{promise}: {detail}")
        self.promise = promise
        self.detail = detail


def check_twins(game: Game, side: str, rng: random.Random) -> None:
    """Everything that the side is shown or can ask for is the same in a twin of the game."""
    view = game.view(side)
    twin = imagined_twin(game, view, rng)
    _compare_looks(view, twin.view(side), side)
    _compare_looks(dict(game.screen(side)), dict(twin.screen(side)), side)
    _compare_looks(game.view(OBSERVER), twin.view(OBSERVER), OBSERVER)  # any side may look through these eyes too
    _compare_looks(dict(game.screen(OBSERVER)), dict(twin.screen(OBSERVER)), OBSERVER)
    if (game.terms(side), game.standing(side)) != (twin.terms(side), twin.standing(side)):
        raise Fault("twins stand the same", f"{side} reads {game.standing(side)} or {twin.standing(side)}")
    if game.briefing(side) != twin.briefing(side):
        raise Fault("twins stand the same", f"{side} is briefed otherwise")
    for eyes in (side, OBSERVER):
        if (game.muster(eyes), game.calendar(eyes)) != (twin.muster(eyes), twin.calendar(eyes)):
            raise Fault("twins have the same orders", f"{eyes} reads {_orders_apart(game, twin, eyes)}")
    if front1914.prospects(game, side) != front1914.prospects(twin, side):
        raise Fault("twins have the same prospects", f"{side} at {game.step and game.step.name}")
    _compare_overlays(game, twin, side, view, rng)
    mine, his = game.decision, twin.decision
    if mine is None or his is None or mine.side != side:
        return
    _compare_answers(game, twin, side, rng)
    compare_deeds(game, twin, side, rng.choice(mine.actions))


def imagined_twin(game: Game, view: dict[str, Any], rng: random.Random) -> Game:
    """A game at the same moment with other secrets and the same dice."""
    key = rng.getrandbits(32)
    position = front1914.imagine(view, key)
    if position != front1914.imagine(view, key):
        raise Fault("a sample depends on view and seed alone", f"seed {key}")
    try:
        twin = front1914.from_position(json.loads(json.dumps(position)), dice="manual")
    except FrontError as bad:
        raise Fault("a sample is legal", str(bad)) from bad
    twin.dice, twin.thrown = game.dice, game.thrown
    return twin


def _compare_looks(a: dict[str, Any], b: dict[str, Any], side: str, after: str = "") -> None:
    if a != b:
        raise Fault("twins look the same", f"{side}{after} sees {_first(a, b, [k for k in a if a[k] != b.get(k)])}")
    if encode(a) != encode(b):
        keys = [k for k in a if encode(a[k]) != encode(b[k])]
        raise Fault("twins are listed alike", f"{side}{after} sees {_first(a, b, keys) or 'other keys'}")


def _compare_overlays(game: Game, twin: Game, side: str, view: dict[str, Any], rng: random.Random) -> None:
    for overlay in _sheet(game.title).get("overlays", ()):
        for subject in _subjects(overlay.get("of", ""), game, view, rng):
            mine, his = (_overlay(g, side, overlay["id"], subject) for g in (game, twin))
            if mine != his:
                told = f"{side} asks for {overlay['id']} of {subject}: {_apart(mine.decode(), his.decode())}"
                raise Fault("twins have the same overlays", told)


@lru_cache(maxsize=8)
def _sheet(title: Title) -> Any:
    return title.sheet()


def _subjects(of: str, game: Game, view: dict[str, Any], rng: random.Random) -> Iterator[str | None]:
    """What an overlay is asked of: some that are in sight, and one of all that there are."""
    if of == "side":
        yield from game.sides
    elif of in ("unit", "place"):
        sheet = _sheet(game.title)
        key, every = ("id", sheet["pieces"]) if of == "unit" else ("at", sheet["places"])
        near = sorted({piece[key] for piece in view.get("pieces", ()) if not piece.get("hidden")})
        yield from rng.sample(near, min(LAID, len(near)))
        yield rng.choice(sorted(every))
    else:
        yield None


def _overlay(game: Game, side: str, name: str, subject: str | None) -> bytes:
    try:
        return encode(game.overlay(side, name, subject))
    except BadInput as no:
        return str(no).encode()


def _compare_answers(game: Game, twin: Game, side: str, rng: random.Random) -> None:
    step = game.step and game.step.name
    words = list(game.vocabulary())
    for action in rng.sample(words, min(ASKED, len(words))):
        if game.why_not(action) != twin.why_not(action):
            raise Fault("twins answer the same", f"{side} asks {action} at {step}")
    mine, his = json.dumps(game.hints()), json.dumps(twin.hints())
    if mine != his:
        raise Fault("twins give the same hints", f"{side} at {step}: {_apart(mine, his)}")


def compare_deeds(game: Game, twin: Game, side: str, action: Action) -> None:
    """Somebody acts: what the side is told, how much of it and how many throws there were, and what it sees then."""
    mine, his = game.copy(), twin.copy()
    told = [_told(g, action, side) for g in (mine, his)]
    if any(reveals for *_, reveals in told):
        return  # the rules reveal a secret here
    if told[0][0] != told[1][0]:
        raise Fault("twins tell the same", f"{side} after {action}: {_apart(told[0][0], told[1][0])}")
    if told[0][1] != told[1][1]:
        raise Fault("twins count the same", f"{side} after {action}: {told[0][1]} or {told[1][1]} actions and throws")
    if mine.result is None:  # a game that is over is open
        _compare_looks(mine.view(side), his.view(side), side, f" after {action}")


def _told(game: Game, action: Action, side: str) -> tuple[str, int, bool]:
    """What the side hears of an action, as it is sent; how much longer the log is then; whether a secret came out."""
    length = len(game.log)
    events = game.act(action)
    heard = [event.plain() | {"at": event.at - length} for event in events if event.seen(side)]
    return json.dumps(heard), len(game.log) - length, any(event.reveals for event in events)


def _orders_apart(game: Game, twin: Game, side: str) -> str:
    for ask in (Game.muster, Game.calendar):
        for mine, his in zip_longest(ask(game, side), ask(twin, side)):
            if mine != his:
                return f"{mine} or {his}"
    return "the same"


def _first(a: dict[str, Any], b: dict[str, Any], keys: list[str]) -> str:
    return "; ".join(f"{k}: {_apart(repr(a.get(k)), repr(b.get(k)))}" for k in keys[:2])


def _apart(a: str, b: str) -> str:
    """Two texts from a little before where they part."""
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"{a[max(0, at - 80) : at + 160]} or {b[max(0, at - 80) : at + 160]}"
