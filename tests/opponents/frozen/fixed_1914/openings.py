"""PP: how commanders set up: which plan, and where whoever no plan places goes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from front1914.engine.decision import Action
from front1914.kit.bits import from_members
from front1914.titles.fixed_1914.board import BOARD, HEXES
from front1914.titles.fixed_1914.world import IS_GUN, SIDE, UNITS

PLANS = {"moltke": 5, "schlieffen": 4, "east": 1, "plan17": 4, "michel": 2, "reserve": 3}  #: how often each is taken


def opening(view: Mapping[str, Any], step: str, actions: Sequence[Action], rng: random.Random) -> Action | None:
    """PP: a ready plan, drawn anew for each game; blanks, and whoever no plan places, where they look like an army."""
    plans = [action for action in actions if action.verb == "plan"]
    if plans:
        return rng.choices(plans, [PLANS.get(str(action.arg), 1) for action in plans])[0]
    if step == "belgian_options":
        return next(action for action in actions if action.verb == "done")
    if step == "allocate":
        return _allocate(actions, rng)
    places = [action for action in actions if action.verb == "to"]
    ours = _stands(view)
    likely = [a for a in places if (h := HEXES.number(str(a.arg))) in ours or BOARD.ring[h] & from_members(ours)]
    return rng.choice(likely or places)


def _allocate(actions: Sequence[Action], rng: random.Random) -> Action:
    """PP-13: boxes in the proportions of a strong right wing; some blanks with those who go to Russia."""
    boxes = {str(action.arg): action for action in actions if action.verb == "box"}
    if boxes:
        weights = {"coln": 16, "metz": 11, "strasburg": 10, "russia": 5}
        names = sorted(boxes)
        return boxes[rng.choices(names, [weights[name] for name in names])[0]]
    return rng.choice([action for action in actions if action.verb == "blanks"][:6])


def _stands(view: Mapping[str, Any]) -> set[int]:
    """Hexes in which the side has placed somebody."""
    found = set()
    for word, row in view["position"]["units"].items():
        u, h = UNITS.number(word), HEXES.find(row["at"])
        if h is not None and SIDE[u] == view["side"] and not IS_GUN[u]:
            found.add(h)
    return found
