"""How a judgement looks at a view: the units that a side knows, and a state that agrees with what it sees."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from front1914.engine.title import Title
from front1914.engine.words import Words


def rows(view: Mapping[str, Any], units: Words, places: Words) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """The units on the map that the side knows: unit, place, row of the position.

    >>> view = {"position": {"units": {"a": {"at": "x", "steps": 2}, "b": {"at": "box"}, "c": {}}}}
    >>> list(rows(view, Words("unit", "abc"), Words("hex", "xy")))
    [(0, 0, {'at': 'x', 'steps': 2})]
    """
    for word, row in view["position"].get("units", {}).items():
        place = places.find(row.get("at"))
        if place is not None:
            yield units.number(word), place, row


@cache
def _loaded(package: str) -> Title:
    title: Title = import_module(package).load()
    return title


def state_of(package: str, view: Mapping[str, Any]) -> Any:
    """A state of the title in a package that agrees with a view: one sample of what is hidden, always the same one.

    What is open to the side is exact in it.
    """
    title = _loaded(package)
    return title.imagined(view, random.Random(0))
