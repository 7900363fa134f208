"""Supply lines (19, 34-2, 34-3; H-3) and lines of communication (20; H-8), found by trying every way."""

from __future__ import annotations

from tests.titles.der_weltkrieg.referee.marching import ground
from tests.titles.der_weltkrieg.referee.sheet import CLOSED, HEXES, beside, side
from tests.titles.der_weltkrieg.referee.table import OTHER, Piece, Table

FAR = 10**6


def passable(table: Table, who: str, b: str) -> bool:
    """19-7, 21-2: whether a line may be traced into the hex."""
    if table.stack(b, OTHER[who]) and any(p.kind != "flotilla" for p in table.stack(b, OTHER[who])):
        return False
    return not table.zoned(b, who) or table.occupied(b, who) or table.fort(b, who)


def length(table: Table, who: str, start: str, goal: str, *, empty: str = "") -> int:
    """19-8, DW-R30: Movement Points from the unit to the Headquarters; `empty` is a hex that is being given up."""
    best, todo = {start: 0}, [start]
    while todo:
        a = todo.pop(0)
        for b in beside(a):
            cost = ground(table, a, b)
            if cost is None or (b == empty and b != goal) or not passable(table, who, b):
                continue
            if best[a] + cost < best.get(b, FAR):
                best[b] = best[a] + cost
                todo.append(b)
    return best.get(goal, FAR)


def winter(table: Table) -> bool:
    """34-1."""
    return table.month in (12, 1, 2)


def in_communication(table: Table, piece: Piece) -> bool:
    """20-1, H-8: to a friendly map edge, or to a friendly country's interior."""
    seen, todo = {piece.at}, [piece.at]
    cities: set[str] = set()
    food: set[str] = set()
    while todo:
        a = todo.pop()
        it = HEXES[a]
        if it.edge == piece.side:
            return True
        if it.city == "personnel" and a:
            cities.add(it.country)
        if it.food:
            food.add(it.country)
        for b in beside(a):
            if b in seen or side(a, b).terrain in CLOSED or table.neutral(b):
                continue
            foes = [p for p in table.stack(b, OTHER[piece.side]) if p.counter.ground or p.kind == "fortress"]
            held = table.occupied(b, piece.side) or table.fort(b, piece.side)
            if not foes and (held or not table.zoned(b, piece.side)):
                seen.add(b)
                todo.append(b)
    return bool(cities & food)
