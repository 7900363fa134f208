"""The sand table: positions that somebody lays out by hand, held against the rules, and attacks imagined on them.

These are jobs for another process. They know no game that is played: a position comes with the request, and whoever
begins from a game of his gets one that was imagined from what his side knows. So everything here may be told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import front1914
from front1914 import BadInput, BadPosition, FrontError, Game, IllegalAction, Title

MOST_WORDS = 40  #: a field with more words than these is no choice but a map or an army list
MOST_UNITS = 80  #: of one attack
MOMENT = ("flow", "step", "side", "result")  #: what a position says of where the game stands


@cache
def _sheet(title: str) -> Mapping[str, Any]:
    """The sheet of a title, made once: the map of a monster takes a second."""
    return front1914.title(title).sheet()


def told(no: FrontError) -> dict[str, Any]:
    """Why not, as data: the place, the reason and the rule."""
    if isinstance(no, IllegalAction):
        return {"error": {"place": str(no.action), "reason": no.reason.text, "rule": no.reason.rule}}
    place, reason = (no.place, no.reason) if isinstance(no, BadInput) else ("position", str(no))
    return {"error": {"place": place, "reason": reason, "rule": ""}}


def opening(title: str, scenario: str | None) -> dict[str, Any]:
    """The set-up of a scenario as a position, and what may be changed of a piece."""
    try:
        position = front1914.new(title, scenario, seed=1914).position()
        return {"position": position, "form": fields(front1914.title(title)), **lay(title, position)}
    except FrontError as no:
        return told(no)


def lay(title: str, position: dict[str, Any]) -> dict[str, Any]:
    """A position as it lies on the table: every piece as its own side sees it; or what the rules say against it."""
    try:
        game = _open(title, position)
    except FrontError as no:
        return told(no)
    sheet = _sheet(title)
    pieces: dict[str, Any] = {}
    for side in game.sides:
        own = sheet["sides"].get(side, {}).get("nations", ())
        for piece in game.screen(side).get("pieces", ()):
            printed = sheet["pieces"].get(piece["id"])
            if printed is not None and (printed["side"] == side or printed["nation"] in own):
                pieces[piece["id"]] = piece
    decision = game.decision
    asks = None if decision is None else {"side": decision.side, "prompt": decision.prompt}
    shown = game.screen(game.sides[0])
    scene = {key: shown.get(key) for key in ("turn", "date", "phase", "control", "markers")}
    return {"pieces": list(pieces.values()), "sides": list(game.sides), "asks": asks, **scene}


def attack(title: str, position: dict[str, Any], side: str, target: str, units: Sequence[str] | None) -> dict[str, Any]:
    """The combat panel of an attack by these units, or by all who may take part, as the attacker reads it."""
    try:
        return _attack(title, position, side, target, units)
    except FrontError as no:
        return told(no)


def _attack(
    title: str, position: dict[str, Any], side: str, target: str, units: Sequence[str] | None
) -> dict[str, Any]:
    moment = front1914.title(title).attacks_at
    if not moment:
        raise BadInput("title", f"{title} tells of no attack that is not made")
    bare = {key: value for key, value in position.items() if key not in MOMENT}
    game = _open(title, bare | dict(moment) | {"side": side})
    step = moment.get("step")
    decision = game.decision
    if decision is None or decision.side != side or not any(action.verb == "to" for action in decision.actions):
        raise BadPosition("target", f"nobody of the side {side} stands where it could attack at {step!r}")
    game.act("to", target)
    for unit in [] if units is None else list(units)[:MOST_UNITS]:
        game.act("unit", unit)
    while units is None and (able := _able(game, side)) and len(game.log) <= MOST_UNITS:
        game.act("unit", able[0])
    shown = game.screen(side)
    battle = shown.get("battle")
    fights = set() if battle is None else {*battle["attackers"], *battle["defenders"]}
    pieces = [piece for piece in shown.get("pieces", ()) if piece["id"] in fights]
    return {"battle": battle, "able": _able(game, side), "pieces": pieces}


def _able(game: Game, side: str) -> list[str]:
    """Who may still join the attack."""
    decision = game.decision
    gathers = _sheet(game.title.info.id).get("gathers", ())
    if decision is None or decision.side != side or f"{decision.step}: unit" not in gathers:
        return []
    return [str(action.arg) for action in decision.actions if action.verb == "unit"]


def _open(title: str, position: dict[str, Any]) -> Game:
    if position.setdefault("title", title) != title:
        raise BadPosition("title", f"this is a position of {position['title']}, not of {title}")
    return front1914.from_position(position, dice="manual")


def fields(title: Title) -> dict[str, Any]:
    """In which table of a position the pieces stand, and what else may be said of each of them."""
    name, table = next((key, table) for key, table in title.form.tables.items() if "at" in table.cells)
    found: dict[str, Any] = {}
    for key, cell in table.cells.items():
        if key == "at":
            continue
        if cell.words is None:
            if type(cell.default) is int:
                found[key] = {"kind": "number", "low": cell.low, "high": cell.high, "usual": cell.default}
        elif len(cell.words) <= MOST_WORDS:
            usual = cell.write(cell.default)
            found[key] = {"kind": "word", "words": list(cell.words), "usual": None if usual == -1 else usual}
    places = _sheet(title.info.id)["places"]
    beside = [str(word) for word in table.cells["at"].words or () if str(word).isalpha() and word not in places]
    return {"table": name, "fields": found, "off": beside}
