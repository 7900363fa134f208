"""Running railways for the tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.titles.offensive_a_outrance.sheet import hexes, rails

ALLIED, GERMAN = 1, 2


def on_rail() -> set[str]:
    """Every hex with a railway."""
    return {name for pair in rails() for name in pair}


def running(
    german: str | Iterable[str] = (), allied: str | Iterable[str] = (), *, without: Iterable[str] = ()
) -> dict[str, dict[str, Any]]:
    """Whose trains run where: countries or hexes; both may be "all"."""
    found: dict[str, dict[str, Any]] = {}
    for name in on_rail() - set(without):
        country = hexes()[name]["country"]
        bits = sum(
            bit
            for bit, chosen in ((ALLIED, allied), (GERMAN, german))
            if chosen == "all" or name in chosen or country in chosen
        )
        if bits:
            found[name] = {"operational": bits}
    return found


def merged(*tables: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Several tables of hexes as one."""
    found: dict[str, dict[str, Any]] = {}
    for table in tables:
        for name, cells in table.items():
            found[name] = {**found.get(name, {}), **cells}
    return found
