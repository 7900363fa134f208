"""Movement (10.0): who may march, how far, at what price, and what it does to morale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from front1914 import Action, Game
from tests.referee import Deed, position
from tests.titles.schlieffens_war.referee.sheet import (
    BELGIAN_AREA,
    CHARTS,
    HEXES,
    PASSABLE,
    RAIL,
    RIVERS,
)
from tests.titles.schlieffens_war.referee.stacking import may_share
from tests.titles.schlieffens_war.referee.supply import lines_of
from tests.titles.schlieffens_war.referee.table import OTHER, Piece, Table, laid
from tests.titles.schlieffens_war.referee.zones import enemy_zone

LEVELS = ("fatigued", "normal", "elan")
FORCED = 2  #: points more (10.6)


def half(number: int) -> int:
    """Half, rounded up."""
    return math.ceil(number / 2)


def allowance(piece: Piece) -> int:
    """2.9 after supply and fatigue (8.7, 8.9, 9.6, R41, R44)."""
    printed = piece.counter.allowances
    if piece.out:
        points = printed[1] if piece.kind in ("hq", "depot") else half(printed[0])
    elif piece.supply == "fortress":
        points = half(printed[0])
    else:
        points = printed[0]
    return half(points) if piece.morale == "fatigued" else points


def may_force(table: Table, piece: Piece) -> bool:
    """10.6: a corps or HQ in command, in supply, not fatigued, that does not begin in an enemy zone."""
    return (
        (piece.corps or piece.kind == "hq")
        and piece.supply == "in"
        and piece.morale != "fatigued"
        and piece.at not in enemy_zone(table, piece.side)
        and lines_of(table, piece.side).commanded(piece)
    )


def cost(a: str, b: str, depot: bool) -> int:
    """10.4, 10.5: the hex and the river, which a city at either end negates; by rail a depot pays one (10.7)."""
    if depot:
        return 1
    city = HEXES[a].city or HEXES[b].city
    river = frozenset((a, b)) in RIVERS and not city
    return int(CHARTS["tec"][HEXES[b].terrain]["move"]) + (1 if river else 0)


def may_enter(table: Table, group: Sequence[Piece], a: str, b: str) -> bool:
    """10.3, 10.7, 10.8: whether units may go from one hex to the next at all."""
    if b not in PASSABLE[a] or not table.inside(b) or table.holder(b) == OTHER[group[0].side]:
        return False
    if any(piece.nation == "belgian" for piece in group) and b not in BELGIAN_AREA:
        return False
    return not any(piece.kind == "depot" for piece in group) or frozenset((a, b)) in RAIL


def reach(table: Table, group: Sequence[Piece], points: int) -> dict[str, int]:
    """Every hex that the group can enter with so many points, with the fewest that it takes (7.1)."""
    start, zone = group[0].at, enemy_zone(table, group[0].side)
    depot = any(piece.kind == "depot" for piece in group)
    found = {start: 0}
    waiting = [start]
    while waiting:
        here = min(waiting, key=lambda h: found[h])
        waiting.remove(here)
        if here != start and here in zone:
            continue
        for there in PASSABLE[here]:
            price = found[here] + cost(here, there, depot)
            if price > points or not may_enter(table, group, here, there) or (here in zone and there in zone):
                continue
            if there not in found or price < found[there]:
                found[there] = price
                waiting.append(there)
    del found[start]
    return found


def destinations(table: Table, group: Sequence[Piece], points: int) -> set[str]:
    """Where the group may be told to go: a hex of another nation only if it can go on from there (6.3, R25, R26)."""
    reached = reach(table, group, points)
    zone = enemy_zone(table, group[0].side)
    places = {*reached, group[0].at}  # a unit may come back to where it was
    ends = {h for h in places if may_share([*group, *(p for p in table.at(h) if p not in group)])}

    def goes_on(h: str) -> bool:
        moved = [_elsewhere(piece, h) for piece in group]
        return h not in zone and bool(ends & set(reach(table, moved, points - reached[h])))

    return {h for h in reached if h in ends or goes_on(h)}


def _elsewhere(piece: Piece, h: str) -> Piece:
    return Piece(piece.id, piece.counter, h, piece.steps, piece.morale, piece.supply, piece.spent, piece.marks)


def waiting(table: Table, piece: Piece) -> bool:
    """9.2: the British may not move in the turn in which they land, if that is Turn 3."""
    return piece.nation == "british" and table.turn == 3


def check_march(game: Game) -> list[str]:
    """At a march: the points of a group that has not moved, and every hex that it is offered."""
    table = laid(position(game))
    _, names, points = table.frame("march")
    group = [table.pieces[name] for name in names]
    left = points - max(piece.spent for piece in group)
    wrong = []
    if all(piece.spent == 0 for piece in group):
        due = min(allowance(p) + (FORCED if may_force(table, p) else 0) for p in group)
        if points != due:
            wrong.append(f"{names} should have {due} points, have {points}")
    offered = {str(action.arg) for action in _decision(game) if action.verb == "to"}
    expected = destinations(table, group, left)
    if offered != expected:
        wrong.append(f"{names} with {left} at {group[0].at}: {_apart(offered, expected)}")
    return wrong


def check_movers(game: Game) -> list[str]:
    """At the choice of a unit: every unit that has not moved and can, and no other.

    Whether one is offered whose only way ends among allies makes no difference: it can only stay.
    """
    table = laid(position(game))
    offered = {str(action.arg) for action in _decision(game) if action.verb == "unit"}
    expected = set()
    for piece in table.of(table.active):
        if piece.mobile and "marched" not in piece.marks and not waiting(table, piece):
            points = allowance(piece) + (FORCED if may_force(table, piece) else 0)
            if destinations(table, [piece], points):
                expected.add(piece.id)
            elif reach(table, [piece], points):
                offered.discard(piece.id)
    return [f"movers: {_apart(offered, expected)}"] if offered != expected else []


def watch_march(deed: Deed) -> list[str]:
    """10.1: a march goes by a legal way, and costs what the way costs."""
    before = laid(deed.was)
    wrong = []
    for event in deed.events:
        if event.kind == "march":
            group = [before.pieces[name] for name in event.data["units"]]
            path = event.data["path"]
            zone = enemy_zone(before, group[0].side)
            depot = any(piece.kind == "depot" for piece in group)
            paid = sum(cost(a, b, depot) for a, b in pairwise(path))
            if paid != event.data["spent"]:
                wrong.append(f"{path} costs {paid}, not {event.data['spent']}")
            for a, b in pairwise(path):
                if not may_enter(before, group, a, b):
                    wrong.append(f"{path}: no way from {a} to {b}")
                if a in zone and (b in zone or a != path[0]):
                    wrong.append(f"{path}: through the zone in {a}")
    return wrong


def watch_forced(deed: Deed) -> list[str]:
    """10.6, R58: who spent more than his allowance rolls when his move ends; Germans on Turn 1 do not."""
    before, after = laid(deed.was), laid(deed.now)
    moving = before.frame("march")[1]
    if any(frame[0] == "march" for frame in after.flow):
        return []
    exempt = before.turn == 1 and before.active == "german"
    due = {u for u in moving if after.pieces[u].spent > allowance(before.pieces[u]) and not exempt}
    asked = set(after.frame("forced_march")[1]) if any(f[0] == "forced_march" for f in after.flow) else set()
    return [f"{sorted(due)} should roll for attrition, {sorted(asked)} do"] if due != asked else []


def watch_forced_die(deed: Deed) -> list[str]:
    """10.6, R59: the Attrition Table; a corps loses a step, an HQ is eliminated."""
    before, after = laid(deed.was), laid(deed.now)
    piece = before.pieces[before.frame("forced_march")[1][0]]
    rows = CHARTS["attrition"]["rows"]
    lost = rows["1"][0] if deed.action.arg == 1 else rows["2..6"][0]
    now = after.pieces[piece.id]
    left = 0 if now.at not in HEXES else now.steps
    return [f"{piece.id} had {piece.steps} steps, has {left}"] if left != max(0, piece.steps - lost) else []


def watch_rest(deed: Deed) -> list[str]:
    """10.2, 10.6, 9.6: at the end of the Movement Phase who rested gains a level, who went far loses one (R96)."""
    if deed.action.verb != "done" or deed.decision.step != "move":
        return []
    before, after = laid(deed.was), laid(deed.now)
    crowded = {event.data["hex"] for event in deed.events if event.kind == "overstacked"}
    wrong = []
    for piece in before.of(before.active):
        if not piece.corps or piece.at in crowded or after.pieces[piece.id].at != piece.at:
            continue
        expected = LEVELS[max(0, min(2, LEVELS.index(piece.morale) + change(before, piece)))]
        if after.pieces[piece.id].morale != expected:
            wrong.append(f"{piece.id} was {piece.morale}, should be {expected}, is {after.pieces[piece.id].morale}")
    return wrong


def change(table: Table, piece: Piece) -> int:
    """Levels gained in this Movement Phase."""
    if piece.spent == 0:
        return 1
    free = table.turn == 1 and piece.nation == "german"
    return -1 if piece.spent > half(allowance(piece)) and not free else 0


def _decision(game: Game) -> Sequence[Action]:
    assert game.decision is not None
    return game.decision.actions


def _apart(offered: set[str], expected: set[str]) -> str:
    return f"offered against the rules {sorted(offered - expected)}, not offered {sorted(expected - offered)}"
