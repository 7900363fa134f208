"""Railways (RM, H7): lines have places of their own in each hex; engineers and railroad guns have their own rates."""

from __future__ import annotations

from collections import deque
from functools import cache

from front1914 import Game
from tests.titles.fixed_1914.referee.sheet import CHARTS, HEXES, RAILS, side
from tests.titles.fixed_1914.referee.table import Piece, Table

Node = tuple[str, str]  #: hex and line
RAILWAYS = {"german": "german", "french": "franco_british", "british": "franco_british", "belgian": "belgian"}


@cache
def links() -> dict[Node, tuple[Node, ...]]:
    """Places joined by a line from hex to hex, or in a hex where the lines meet."""
    found: dict[Node, set[Node]] = {}
    for a, b, lines in RAILS:
        for line in lines:
            found.setdefault((a, line), set()).add((b, line))
            found.setdefault((b, line), set()).add((a, line))
    for h, places in by_hex(tuple(found)).items():
        if not HEXES[h].apart:
            for here in places:
                found[here] |= {other for other in places if other != here}
    return {node: tuple(sorted(others)) for node, others in found.items()}


def by_hex(nodes: tuple[Node, ...]) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in nodes:
        found.setdefault(node[0], []).append(node)
    return found


@cache
def places(h: str) -> tuple[Node, ...]:
    return tuple(sorted(node for node in links() if node[0] == h))


def countries(piece: Piece) -> set[str]:
    """RM-2: where its nation runs trains."""
    found: set[str] = set(CHARTS["rail"][RAILWAYS[piece.nation]]["countries"]) if piece.nation in RAILWAYS else set()
    return found


def at_home(a: str, b: str, lands: set[str]) -> bool:
    """RM-1, B-116: both hexes are in the country, and the hexside does not lie wholly abroad."""
    if not HEXES[a].countries & lands or not HEXES[b].countries & lands:
        return False
    line = side(a, b).countries
    return not line or bool(line & lands)


def free_for_trains(table: Table, piece: Piece, h: str) -> bool:
    """RM-1, B-42: no enemy counter in or beside the hex, no city of the enemy's."""
    if table.enemies_in(h, piece.side) or table.counter_beside(h, piece.side):
        return False
    return not (HEXES[h].city and table.controller(h) not in (piece.side, ""))


def ride(table: Table, piece: Piece, taken: set[str], left: int, *, peaceful: bool = False) -> set[str]:
    """Hexes that a train reaches from where the unit stands, without the hexes taken (and without beginning a war)."""
    lands = countries(piece)
    if not HEXES[piece.at].countries & lands:
        return set()
    begin = list(places(piece.at))
    seen = dict.fromkeys(begin, 0)
    todo = deque(begin)
    while todo:
        node = todo.popleft()
        for other in links()[node]:
            far = seen[node] + (other[0] != node[0])
            if far > left or (other in seen and seen[other] <= far):
                continue
            if other[0] != node[0] and not passable(table, piece, node[0], other[0], taken, lands):
                continue
            if peaceful and other[0] != node[0] and table.invades(piece, node[0], other[0]):
                continue
            seen[other] = far
            todo.append(other) if other[0] != node[0] else todo.appendleft(other)
    return {h for h, _ in seen} - {piece.at}


def passable(table: Table, piece: Piece, a: str, b: str, taken: set[str], lands: set[str]) -> bool:
    if b in taken or not at_home(a, b, lands) or not free_for_trains(table, piece, b):
        return False
    return table.open_to(piece, a, b)


def check_train(game: Game) -> list[str]:
    """RM-1 to RM-3: a train goes where no way is missing and no line is used twice."""
    assert game.decision
    table = Table.of(game)
    frame = table.position["flow"][-1]
    piece = table.pieces[frame[1]]
    offered = {str(a.arg) for a in game.decision.actions if a.verb in ("to", "invade")}
    if piece.railbound:
        return check_railbound(table, piece, offered)
    limit = CHARTS["rail"][RAILWAYS[piece.nation]]["hexes"]
    used = {name.split("/")[0] for name in table.position.get("rails", {})}
    may = ride(table, piece, set(), limit)
    said = []
    if wrong := sorted(offered - may):
        said.append(f"no train takes {piece.id} from {piece.at} to {wrong}")
    if not frame[2] and not frame[3] and piece.at not in used:
        must = ride(table, piece, used, limit, peaceful=True)
        if missing := sorted(must - offered):
            said.append(f"{piece.id} in {piece.at} may go by rail to {missing}, which is not offered")
    return said


def check_railbound(table: Table, piece: Piece, offered: set[str]) -> list[str]:
    """RM-5, RM-6: never further than the rate, and only along rails."""
    rates = CHARTS["rail_troops"]
    rate = rates["railroad_artillery"] if piece.type.kind == "railroad" else rates["engineers_together"]
    seen, edge = {piece.at}, {piece.at}
    for _ in range(rate):
        edge = {node[0] for h in edge for here in places(h) for node in links()[here]} - seen
        edge = {h for h in edge if not any(p.defence for p in table.enemies_in(h, piece.side))}
        seen |= edge
    wrong = sorted(offered - seen)
    return [f"{piece.id} may not go along the rails from {piece.at} to {wrong}"] if wrong else []


def check_quota(game: Game) -> list[str]:
    """RM-1, RM-2: a train is offered to who stood on rails at home and beside no enemy when the phase began."""
    assert game.decision
    table = Table.of(game)
    frame = table.position["flow"][-1]
    if frame[0] != "march" or not any(a.verb == "rail" for a in game.decision.actions):
        return []
    piece = table.pieces[frame[1]]
    if piece.railbound:
        return []
    said = []
    if not piece.real or not HEXES[piece.at].countries & countries(piece) or not places(piece.at):
        said.append(f"{piece.id} in {piece.at} stands on no rails of its country")
    if piece.row.get("spent", 0) or frame[2]:
        said.append(f"{piece.id} has marched and may not go by rail")
    if table.counter_beside(piece.at, piece.side):
        said.append(f"{piece.id} stands beside the enemy and may not go by rail")
    return said
