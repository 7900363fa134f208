"""Control and points (3.3, 4.1, 4.6): a hex changes hands when a unit of the other side enters it, and only then."""

from __future__ import annotations

from tests.referee import Deed
from tests.titles.schlieffens_war.referee.sheet import HEXES
from tests.titles.schlieffens_war.referee.table import OTHER, laid

#: events that lead units through hexes, and those that put a unit into one
WAYS = ("march", "probe", "displaced")
PUT = ("entered", "returned", "advance")


def entered(deed: Deed) -> list[tuple[str, str]]:
    """Who entered which hex, in the order of the events."""
    before = laid(deed.was)
    found = []
    for event in deed.events:
        if event.kind in WAYS and event.data.get("units"):
            side = before.pieces[event.data["units"][0]].side
            found.extend((side, h) for h in event.data["path"][1:])
        elif event.kind == "retreats" and event.data["units"]:
            found.append((before.pieces[event.data["units"][0]].side, event.data["to"]))
        elif event.kind in PUT:
            found.append((before.pieces[event.data["unit"]].side, event.data["hex"]))
    return found


def watch_control(deed: Deed) -> list[str]:
    """After every action each hex belongs to the side that entered it last."""
    before, after = laid(deed.was), laid(deed.now)
    expected = {h: before.control(h) for h in HEXES}
    expected.update((h, side) for side, h in entered(deed))
    wrong = [f"{h} should be {side}, is {after.control(h)}" for h, side in expected.items() if after.control(h) != side]
    for piece in after.on_map():
        if after.control(piece.at) == OTHER[piece.side]:
            wrong.append(f"{piece.id} stands in {piece.at}, which is not controlled by its side")
    return wrong
