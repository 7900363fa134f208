"""A game for others: one page that replays it on the map, lines for data work, a picture of any moment.

Of a game that goes on only what everybody may know is written; of one that is over, everything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from importlib import resources
from typing import Any

from front1914 import OBSERVER, Event, Game
from front1914.lab import charts

MOST_FRAMES = 3_000  #: moments of a page; a longer game is shown phase by phase
MARKED = {"city", "capital", "major", "fortress"}  #: tags of places whose names are written
Pieces = dict[str, list[Any]]  #: by id: place, face, order


def lines(game: Game) -> Iterator[str]:
    """The game as JSON lines: what it is, then each decision with what it caused, then the result."""
    eyes = None if game.result is not None else OBSERVER
    head = {"title": game.title.info.id, "scenario": game.state.scenario, "options": game.state.options}
    yield json.dumps({"game": head | {"rules_version": game.title.rules_version}}, ensure_ascii=False)
    told = _by_action(game, eyes)
    for n, entry in enumerate(game.log, 1):
        row: dict[str, Any] = {"at": n, "side": entry.side}
        if eyes is None:  # what a side chose may be its secret as long as the game goes on
            row["action"] = [entry.action.verb] if entry.action.arg is None else list(entry.action)
        yield json.dumps(row | {"events": [event.plain() for event in told.get(n, ())]}, ensure_ascii=False)
    if game.result is not None:
        yield json.dumps({"result": game.result._asdict()}, ensure_ascii=False)


def _by_action(game: Game, side: str | None) -> dict[int, list[Event]]:
    found: dict[int, list[Event]] = {}
    for event in game.events:
        if event.seen(side):
            found.setdefault(event.at, []).append(event)
    return found


# ---- the page


def page(game: Game) -> str:
    """One HTML file without network: map, counters, log, a slider and keys."""
    sheet, land = game.title.printed(), charts.Ground(game.title.info.id)
    frames = list(_frames(game))
    seen = {name for frame in frames for name in frame["pieces"]}
    spots = {place: land.at(spot["x"], spot["y"]) for place, spot in sheet["places"].items()}
    data = {
        "spots": {place: [round(x, 1), round(y, 1)] for place, (x, y) in spots.items()},
        "pieces": {name: _card(sheet["pieces"][name]) for name in sorted(seen) if name in sheet["pieces"]},
        "size": round(max(5.0, min(15.0, 0.8 * land.scale)), 1),
        "frames": _changes(frames),
    }
    info = game.title.info
    scenario = next((one.name for one in info.scenarios if one.id == game.state.scenario), game.state.scenario)
    filled = {
        "TITLE": escape(f"{info.name}: {scenario}"),
        "RESULT": escape(game.result.reason if game.result is not None else "The game goes on."),
        "STYLE": charts.style("colours") + charts.style("charts") + charts.style("export"),
        "MAP": land.picture("The map", '<g id="pieces"></g>', alone=True),
        "NAMES": land.names((spot["name"], spots[place]) for place, spot in towns(sheet)),
        "DATA": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": (resources.files("front1914.lab") / "export.js").read_text(encoding="utf-8"),
    }
    text = (resources.files("front1914.lab") / "export.html").read_text(encoding="utf-8")
    for key, value in filled.items():
        text = text.replace(f"@{key}@", value)
    return text


def towns(sheet: Any) -> list[tuple[str, Any]]:
    """The places whose names help to find one's way: cities, and those that count."""
    named = [(place, spot) for place, spot in sheet["places"].items() if spot.get("name")]
    marked = [(place, spot) for place, spot in named if MARKED & set(spot.get("tags", ()))]
    return (marked or named)[:60]


def _card(piece: Any) -> dict[str, Any]:
    """What a counter shows: nation, name, a short name and its faces."""
    faces = [face.get("text", "") for face in piece.get("faces", ())]
    return {"name": piece["name"], "short": piece.get("short", ""), "nation": piece["nation"], "faces": faces}


def _frames(game: Game) -> Iterator[dict[str, Any]]:
    """The moments that are shown: after each action, or in a long game at the end of each phase."""
    eyes = None if game.result is not None else OBSERVER
    told, coarse = _by_action(game, eyes), len(game.log) > MOST_FRAMES
    waiting: list[str] = []
    scene: Any = None
    for at, moment in _moments(game):
        waiting += [event.text for event in told.get(at, ())]
        before, scene = scene, moment.scene[:3]
        if at not in (0, len(game.log)) and (scene == before if coarse else not told.get(at)):
            continue
        now = moment.scene
        caption = f"Turn {now.turn}, {now.phase}" + (f", {now.date}" if now.date else "")
        yield {"at": at, "caption": caption, "log": waiting, "pieces": _pieces(moment, eyes is None)}
        waiting = []


def _moments(game: Game) -> Iterator[tuple[int, Game]]:
    """The game at its beginning, and after each action: one twin that goes along."""
    twin = game.at(0)
    twin.dice = None  # what fell is in the log
    yield 0, twin
    for at, entry in enumerate(game.log, 1):
        twin.retake(entry, trusted=True)
        yield at, twin


def _pieces(game: Game, everything: bool) -> Pieces:
    """The counters by id: where they stand, which face is up, how deep they lie."""
    found: Pieces = {}
    cards = game.title.printed()["pieces"]
    for side in game.sides if everything else (OBSERVER,):
        for piece in game.pieces(side):
            name = piece["id"]
            own = name in cards and cards[name]["side"] == side
            if not piece.get("hidden") and (own or name not in found):  # the owner knows his stacks best
                found[name] = [piece["at"], piece.get("face", 0), piece.get("order", 0)]
    return found


def _changes(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each frame by what is otherwise than in the one before; null for who has left."""
    found: list[dict[str, Any]] = []
    last: Pieces = {}
    for frame in frames:
        pieces: Pieces = frame["pieces"]
        changed: dict[str, Any] = {name: row for name, row in pieces.items() if last.get(name) != row}
        changed |= dict.fromkeys((name for name in last if name not in pieces), None)
        found.append({key: frame[key] for key in ("at", "caption", "log")} | {"pieces": changed})
        last = pieces
    return found
