"""Ground movement (6, 10-7, 29, 32, 33-2; H-1): hexside by hexside, every way tried."""

from __future__ import annotations

from front1914 import Game
from tests.titles.der_weltkrieg.referee.sheet import CHARTS, CLOSED, RIVERS, TEC, beside, side
from tests.titles.der_weltkrieg.referee.table import Piece, Table

ROADS = CHARTS["roads"]
#: 22-6, 22-13: markers that cost two points; a devastation on which a new trench is begun is still one
MARKED = ("trench", "devastation", "hindenburg", "rebuilding")
assert len({CHARTS["markers"][name]["move"] for name in MARKED[:3]}) == 1


def ground(table: Table, a: str, b: str, mountaineer: bool = False) -> int | None:
    """H-1 steps 1 to 5: what the hexside and the hex entered cost without zones; None where nobody passes."""
    edge = side(a, b)
    if edge.terrain in CLOSED or table.neutral(b):
        return None
    normal = TEC[edge.terrain]["move"] + (RIVERS[edge.water]["move"] if edge.water else 0)
    cost = normal
    if mountaineer and edge.terrain in ("wooded_rough", "mountain"):
        cost -= 1
    double = edge.track == "double" or edge.terrain == "urban"
    single = edge.track == "single"
    least = ROADS["single_mountain"] if mountaineer else ROADS["single"]
    if (double and normal >= ROADS["double"]) or (single and normal >= least):
        cost -= ROADS["saves"]
    if table.marker(b) in MARKED and edge.terrain not in ("mountain", "swamp"):
        cost += CHARTS["markers"]["trench"]["move"]
    return int(cost)


def pass_cost(table: Table, piece: Piece, a: str, b: str) -> tuple[int, int] | None:
    """Terrain and zones; None where it is impossible."""
    cost = ground(table, a, b, piece.mountaineer)
    if cost is None or b not in table.area or table.barred(b, piece.side):
        return None
    out, into = table.zoned(a, piece.side), table.zoned(b, piece.side)
    if out and into and side(a, b).water in ("major", "danube"):
        return None
    if piece.gun and out and into and table.marker(a) in MARKED and table.marker(b) in MARKED:
        return None  # 29-16
    zone = int(out and not piece.assault)
    zone += int(into and not (piece.gun and any(p.infantry for p in table.stack(b, piece.side))))
    return cost, zone


def minimum(table: Table, piece: Piece, a: str, b: str, cost: int) -> bool:
    """6-9, 29-12, 32-3: one hexside in any case, but not from zone to zone over hard ground."""
    both = table.zoned(a, piece.side) and table.zoned(b, piece.side)
    if both and (cost > 6 if piece.mountaineer else cost >= 4):
        return False
    return not (piece.gun and side(a, b).terrain == "mountain" and not side(a, b).track)


def reach(table: Table, piece: Piece, *, through: bool) -> set[str]:
    """Hexes that the unit can come to; `through`: also beyond enemies that it walks over and over the Danube."""
    mode = piece.row.get("mode", "foot")
    allowance = piece.move * 3 // 2 if mode == "column" else piece.move
    spent = -(-piece.row.get("spent", 0) // 60)
    best = {piece.at: spent}
    todo = [piece.at]
    while todo:
        a = todo.pop()
        for b in beside(a):
            priced = pass_cost(table, piece, a, b)
            if priced is None or (table.zoned(b, piece.side) and forbidden_zone(piece, mode)):
                continue
            if not through and side(a, b).water == "danube":
                continue
            total = best[a] + sum(priced)
            first = a == piece.at and not spent
            if total > allowance and not (first and minimum(table, piece, a, b, priced[0])):
                continue
            total = min(total, max(allowance, 1)) if total <= allowance else 10**6
            if b in best and best[b] <= total:
                continue
            best[b] = total
            if total <= allowance and (through or not table.stack(b, OTHER_SIDE[piece.side])):
                todo.append(b)
    return set(best) - {piece.at}


OTHER_SIDE = {"central": "entente", "entente": "central"}


def forbidden_zone(piece: Piece, mode: str) -> bool:
    """6-10, 7-8."""
    return mode == "column" or (mode == "rail" and piece.nation not in ("german", "british"))


def plain(table: Table, piece: Piece) -> bool:
    """Units whose march this module knows wholly."""
    if piece.kind not in (
        "infantry",
        "mountain",
        "marine",
        "assault",
        "mountain_assault",
        "cavalry",
        "artillery",
        "siege",
    ):
        return False
    if piece.nation == "ottoman" and table.month in (12, 1, 2):
        return False  # 46-3
    if "rail_bound" in piece.counter.flags or (piece.kind == "cavalry" and table.month not in (7, 8, 9, 10)):
        return False
    return not (piece.nation == "austro_hungarian" and piece.row.get("mode") == "column")


def check_march(game: Game) -> list[str]:
    """6-3 to 6-11: where one unit may go on foot or in column."""
    assert game.decision
    table = Table.of(game)
    units = table.flow[-1][1]
    piece = table.pieces[units[0]]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    if not all(plain(table, table.pieces[u]) for u in units):
        return []
    may = set.intersection(*(reach(table, table.pieces[u], through=True) for u in units))
    said = []
    if wrong := sorted(offered - may):
        said.append(f"{units} in {piece.at} may not go to {wrong}")
    if len(units) == 1 and (missing := sorted(reach(table, piece, through=False) - offered)):
        said.append(f"{units} in {piece.at} may go to {missing}, which is not offered")
    return said


def check_zones(game: Game) -> list[str]:
    """6-11, 10: no unit of either side shares a hex with enemies that must be fought."""
    table = Table.of(game)
    said = []
    for h, stack in table.stacks.items():
        sides = {p.side for p in stack if p.kind in ("infantry", "cavalry", "fortress", "headquarters")}
        if len(sides) > 1:
            said.append(f"{h} is held by both sides: {[p.id for p in stack]}")
        if table.neutral(h):
            said.append(f"{[p.id for p in stack]} stand on neutral ground in {h}")
    return said
