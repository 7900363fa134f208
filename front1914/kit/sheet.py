"""The parts that the sheets of hex titles have in common: what a client draws once a game (docs/presentation.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from front1914.kit.data import DataFolder
from front1914.kit.hexes import HexBoard
from front1914.kit.spelling import spelled

Corner = tuple[float, float]


def corner(board: HexBoard, nodes: Iterable[int]) -> Corner:
    """The left-most x and the top-most y of some hexes: a sheet begins there."""
    spots = [board.centre(h) for h in nodes]
    return min(x for x, _ in spots), min(y for _, y in spots)


def place(
    board: HexBoard,
    h: int,
    at: Corner,
    terrain: str,
    *,
    name: str = "",
    nation: str = "",
    tags: Mapping[str, object],
    facts: list[str],
) -> dict[str, Any]:
    """A hex of the sheet, with the tags that apply to it; fields without a value are left out."""
    x, y = board.centre(h)
    found: dict[str, Any] = {"x": round(x - at[0], 4), "y": round(y - at[1], 4), "terrain": terrain}
    if name:
        found["name"] = spelled(name)
    elif near := board.words.near(h):
        found["near"] = near
    if nation:
        found["nation"] = nation
    if true := [tag for tag, value in tags.items() if value]:
        found["tags"] = true
    found["facts"] = facts
    return found


def sides(names: Mapping[str, str], side_of: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Each side's name and its nations, of the side of each nation.

    >>> sides({"german": "German Empire"}, {"german": "german", "french": "entente"})
    {'german': {'name': 'German Empire', 'nations': ['german']}}
    """
    return {
        side: {"name": name, "nations": [nation for nation, whose in side_of.items() if whose == side]}
        for side, name in names.items()
    }


def nations(ids: Iterable[str]) -> dict[str, dict[str, str]]:
    """Each nation's name and what stands for it on a counter, of ids that are its name in small letters.

    >>> nations(["belgian"])
    {'belgian': {'name': 'Belgian', 'letter': 'Be'}}
    """
    return {nation: {"name": nation.capitalize(), "letter": nation[:2].capitalize()} for nation in ids}


def signs(package: str, legend: Iterable[Mapping[str, str]]) -> dict[str, Any]:
    """What the figures and signs of counters mean (`data/signs.toml`), and the legend with the effect of each sign."""
    found = DataFolder.of(package).toml("signs.toml")
    ground = found.data.get("ground", {})
    return {
        "figures": {str(kind): [str(name) for name in names] for kind, names in found.section("figures").data.items()},
        "kinds": dict(found.section("kinds").data),
        "effects": dict(found.section("effects").data),
        "dots": dict(found.data.get("dots", {})),
        "log": {key: list(kinds) for key, kinds in found.section("log").data.items()},
        "legend": [{**sign, "effect": str(ground.get(sign["tag"], ""))} for sign in legend],
    }


def words(
    phases: Mapping[str, str],
    marks: Mapping[str, str],
    tags: Mapping[str, str],
    overlays: Iterable[Mapping[str, str]],
    labels: Mapping[str, str],
    risky: Iterable[str] = (),
    onward: Iterable[str] = ("done", "stay", "stop"),
    ends: Iterable[str] = ("done",),
) -> dict[str, Any]:
    """What is written: phases, marks on counters, the legend of tags, overlays, verbs.

    After `risky` verbs a die falls, with `onward` ones play goes on, and those of them that are `ends` end a phase.
    """
    return {
        "phases": list(phases.values()),
        "marks": dict(marks),
        "legend": [{"tag": tag, "text": text} for tag, text in tags.items()],
        "overlays": [dict(overlay) for overlay in overlays],
        "labels": dict(labels),
        "risky": list(risky),
        "onward": list(onward),
        "ends": list(ends),
    }
