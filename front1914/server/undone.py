"""What is left undone where a side may end a phase: who can still act, what can be attacked, what lies open.

It follows from the answers that are offered, from the sheet, which says what a verb of a step is for (`leaves`), and
from what the side is shown: nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from front1914 import Decision, Game, Screen, Title

NEAR = 3.6  #: hexes: an enemy so near to an own place that counts, where nobody stands, could be there next turn


@lru_cache(16)
def _sheet(title: Title) -> Mapping[str, Any]:
    """Made once: it is the whole map and every counter, and a decision is looked at after every action."""
    found: Mapping[str, Any] = title.sheet()
    return found


def of(game: Game, side: str, decision: Decision, view: Screen) -> dict[str, Any] | None:
    """What is left; None where no phase can be ended, or nothing is."""
    sheet = _sheet(game.title)
    leaves = {key: kind for key, kind in sheet.get("leaves", {}).items() if key.startswith(f"{decision.step}: ")}
    ends = sheet.get("ends", ())
    if not leaves or not any(action.arg is None and action.verb in ends for action in decision.actions):
        return None
    found: dict[str, list[str]] = {"move": [], "attack": []}
    for verb, arg in decision.actions:
        kind = leaves.get(f"{decision.step}: {verb}")
        if kind is not None and arg is not None:
            found[kind].append(str(arg))
    danger = open_places(sheet, side, view)
    if not (found["move"] or found["attack"] or danger):
        return None
    return {"units": found["move"], "attacks": found["attack"], "danger": danger}


def open_places(sheet: Mapping[str, Any], side: str, view: Screen) -> list[str]:
    """Own places that count, in which nobody stands, with an enemy near by."""
    score = view.get("score")
    if score is None:
        return []
    places, pieces = sheet["places"], sheet["pieces"]
    mine, enemies = set(), []
    nations = set(sheet["sides"].get(side, {}).get("nations", ()))
    for piece in view.get("pieces", ()):
        at, nation = piece.get("at"), piece.get("nation") or pieces.get(piece["id"], {}).get("nation")
        if at not in places:
            continue
        if nation in nations:
            mine.add(at)
        else:
            enemies.append((places[at]["x"], places[at]["y"]))
    found = []
    for place in score["places"]:
        here = places.get(place["id"])
        if place["owner"] != side or here is None or place["id"] in mine:
            continue
        if any((here["x"] - x) ** 2 + (here["y"] - y) ** 2 <= NEAR**2 for x, y in enemies):
            found.append(place["id"])
    return found
