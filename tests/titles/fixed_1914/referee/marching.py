"""Movement on foot (MV, SM, MB-4, MB-5, H3, H5) and forced marches (FM, H4): hex by hex, every way tried."""

from __future__ import annotations

import itertools
from functools import cache
from typing import NamedTuple

from front1914 import Game
from tests.referee import Deed
from tests.titles.fixed_1914.referee.sheet import CHARTS, GROUPS, HEXES, RIVERS, beside, way_to
from tests.titles.fixed_1914.referee.table import NEUTRAL, Piece, Table

COST = CHARTS["movement"]


class Stand(NamedTuple):
    """Where a marching unit has come: hex, bank, half points spent, beside the enemy on the way, wars it began."""

    at: str
    bank: str
    spent: int
    near: bool
    begun: frozenset[str] = frozenset()
    paused: bool = False  #: a far move does not go on from here by itself (B-108)
    first: bool = False  #: nothing was moved this turn before
    ended: bool = False  #: the one hex of MV-8 was more than it could pay for


def entry_cost(piece: Piece, h: str) -> int:
    """MB-5."""
    if HEXES[h].terrain == "forest" and piece.type.cavalry:
        return int(COST["forest_cavalry"])
    return int(COST[HEXES[h].terrain])


@cache
def crossings(a: str, b: str, bank: str, free: bool) -> list[tuple[int, str]]:
    """H5: what it costs to leave `a` for `b`, with the bank on which the unit then stands in `b`."""
    found = []
    for cost, own in leaving(a, b, bank, free):
        found += [(cost, there) for there in arriving(a, b, own)]
    return found


def leaving(a: str, b: str, bank: str, free: bool) -> list[tuple[int, str]]:
    if a not in RIVERS:
        return [(0, "")]
    over = RIVERS[a][way_to(a, b)].split("|")
    dear = 0 if free or HEXES[a].city else int(COST["river"])
    return [(0 if own == bank else dear, own) for own in dict.fromkeys(over)]


def arriving(a: str, b: str, own: str) -> list[str]:
    if b not in RIVERS:
        return [""]
    here = RIVERS[b][way_to(b, a)].split("|")
    if len(here) == 1:
        return here
    there = RIVERS[a][way_to(a, b)].split("|") if a in RIVERS else []
    if len(there) == 2 and own in there and there[0] != there[1]:
        return [here[1 - there.index(own)]]  # the banks are written the other way round beyond the hexside
    return list(dict.fromkeys(here))


def barred(table: Table, piece: Piece, h: str, begun: frozenset[str]) -> bool:
    """MV-4, B-37, B-106: who stands there keeps the unit out."""
    foes = [p for p in table.stack(h) if p.side != piece.side]
    if not foes:
        return False
    if any(p.hidden for p in foes):
        return True
    if any(p.defence for p in foes):
        return True
    if any(p.type.kind != "fort" and not table.at_war(p, begun) for p in foes):
        return True
    return any(p.type.cavalry for p in foes) and not piece.attack


def budget(piece: Piece, railed: bool) -> int:
    return 0 if railed else 2 * piece.move


def steps(table: Table, piece: Piece, stand: Stand, start: str, railed: bool) -> list[Stand]:
    """Every single step that the text allows from there."""
    if stand.ended:
        return []
    basic = budget(piece, railed)
    found = []
    for h in beside(stand.at):
        if not table.open_to(piece, stand.at, h):
            continue
        begun = stand.begun | table.invades(piece, stand.at, h)
        if barred(table, piece, h, begun):
            continue
        if not piece.real and (table.enemies_in(h, piece.side, begun)):
            continue
        near = stand.near or table.counter_beside(h, piece.side, begun)
        for crossing, bank in crossings(stand.at, h, stand.bank, stand.at == start and not railed):
            spent = stand.spent + entry_cost(piece, h) + crossing
            minimum = stand.first and not railed and spent > basic
            if spent <= basic or minimum or with_bonus(table, piece, h, spent, near, railed):
                found.append(Stand(h, bank, spent, near, begun, pauses(table, piece, h, begun), False, minimum))
    return found


def with_bonus(table: Table, piece: Piece, h: str, spent: int, near: bool, railed: bool) -> bool:
    """SM-1, MB-5, B-39, B-43: the extra factor."""
    if near or spent > budget(piece, railed) + COST["strategic"]:
        return False
    if not (railed or piece.type.infantry or piece.type.cavalry):
        return False
    return not (piece.type.infantry and HEXES[h].broken)


def pauses(table: Table, piece: Piece, h: str, begun: frozenset[str]) -> bool:
    """B-108: beside inverted enemies, among enemies without defence, and where a war begins."""
    if begun or table.enemies_in(h, piece.side):
        return True
    return any(p.hidden for n in beside(h) for p in table.enemies_in(n, piece.side))


Ways = dict[str, list[Stand]]  #: by hex, how a unit can come there


def reach(table: Table, piece: Piece, railed: bool) -> tuple[Ways, Ways]:
    """How the unit can come anywhere: hex by hex without end, and without going on after a pause."""
    row = piece.row
    first = not railed and not row.get("spent", 0)
    start = piece.at if first else ""
    # SM-1 asks about the start of the unit's own movement (and what it passed since: 2), not of the phase (1)
    near = bool(row.get("near", 0) & 2) or table.counter_beside(piece.at, piece.side)
    spent = row.get("spent", 0)
    begin = Stand(piece.at, piece.bank if piece.at in RIVERS else "", spent, near, first=first)
    onward: dict[Stand, list[Stand]] = {}
    todo = [begin]
    while todo:
        stand = todo.pop()
        if stand not in onward:
            onward[stand] = steps(table, piece, stand, start, railed)
            todo += onward[stand]
    return walk(begin, onward, True), walk(begin, onward, False)


def walk(begin: Stand, onward: dict[Stand, list[Stand]], far: bool) -> Ways:
    """Everywhere that one comes from a place; only a `far` walk goes on after a pause."""
    seen, todo, found = {begin}, [begin], Ways()
    while todo:
        stand = todo.pop()
        for nxt in onward[stand] if far or not stand.paused else ():
            if nxt not in seen:
                seen.add(nxt)
                todo.append(nxt)
                found.setdefault(nxt.at, []).append(nxt)
    return found


def marcher(game: Game, table: Table) -> tuple[Piece, bool] | None:
    """The unit that is asked where it goes on foot, and whether it came by rail."""
    frame = table.position["flow"][-1] if "flow" in table.position else [""]
    if frame[0] != "march":
        return None
    return table.pieces[frame[1]], bool(frame[2])


def check_march(game: Game) -> list[str]:
    """Where a unit may go: hexes reached without a pause must be offered, hexes that no way reaches must not."""
    assert game.decision
    table = Table.of(game)
    found = marcher(game, table)
    if found is None or found[0].railbound or not found[0].real:
        return []
    piece, railed = found
    offered = {str(a.arg) for a in game.decision.actions if a.verb in ("to", "invade")}
    may, must = reach(table, piece, railed)
    may.pop(piece.at, None), must.pop(piece.at, None)
    said = []
    if wrong := sorted(offered - set(may)):
        said.append(f"{piece.id} in {piece.at} may not go to {wrong}")
    if missing := sorted(set(must) - offered):
        said.append(f"{piece.id} in {piece.at} may go to {missing}, which is not offered")
    invade = {str(a.arg) for a in game.decision.actions if a.verb == "invade"}
    if wrong := sorted(h for h in invade if not any(s.begun for s in may.get(h, ()))):
        said.append(f"{piece.id} in {piece.at} begins no war on the way to {wrong}")
    return said + check_force(game, table, piece, railed, may, must)


def check_force(game: Game, table: Table, piece: Piece, railed: bool, may: Ways, must: Ways) -> list[str]:
    """FM-1, H4, B-41, B-112: where a forced march may be tried: not where a way round is cheap enough."""
    assert game.decision
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "force"}
    paid, unsure = ({h for h in ways if any(s.spent <= budget(piece, railed) for s in ways[h])} for ways in (must, may))
    expected = forced_to(table, piece, railed) - paid
    said = []
    if wrong := sorted(offered - expected):
        said.append(f"{piece.id} in {piece.at} may not force its march to {wrong}")
    if missing := sorted(expected - offered - unsure):
        said.append(f"{piece.id} in {piece.at} may force its march to {missing}, which is not offered")
    return said


def forced_to(table: Table, piece: Piece, railed: bool) -> set[str]:
    spent = piece.row.get("spent", 0)
    basic = budget(piece, railed)
    if railed or piece.type.grade not in ("A", "R") or not spent or spent > basic:
        return set()
    if not table.fits(piece.at, piece.side, []):
        return set()
    found = set()
    for h in beside(piece.at):
        begun = table.invades(piece, piece.at, h)
        if not table.open_to(piece, piece.at, h) or barred(table, piece, h, begun):
            continue
        bank = piece.bank if piece.at in RIVERS else ""
        cheapest = min(cost for cost, _ in crossings(piece.at, h, bank, False)) + entry_cost(piece, h)
        if spent + cheapest > basic and could_attack(table, piece, h, begun):
            found.add(h)
    return found


def could_attack(table: Table, piece: Piece, h: str, begun: frozenset[str]) -> bool:
    """B-112: four times the printed factors of infantry beside the enemy reach his top unit's printed defence."""
    for target in beside(h):
        foes = [p for p in table.enemies_in(target, piece.side, begun) if p.type.kind != "fort"]
        if not foes:
            continue
        if any(p.hidden for p in foes):
            return True
        top = foes[0]
        friends = [
            p
            for n in beside(target)
            for p in table.stack(n)
            if p.side == piece.side and p.type.infantry and p.id != piece.id and able(table, p)
        ]
        total = piece.attack + sum(p.attack for p in friends)
        if top.defence and total and 4 * total >= top.defence:
            return True
    return False


def able(table: Table, piece: Piece) -> bool:
    """BN-1, B-23: units of a neutral do nothing."""
    return NEUTRAL.get(piece.nation) is None or table.at_war(piece)


def watch_march(deed: Deed) -> list[str]:
    """MB-4, MB-5: what the way has cost, on which bank the unit stands, and whether it came beside the enemy."""
    before, after = Table.of(deed.before), Table.of(deed.game)
    said: list[str] = []
    if any(frame[0] in ("enter", "displace") for frame in after.position.get("flow", [])):
        return said  # the next hex is paid for, and somebody has to leave it first
    for event in deed.events:
        if event.kind != "march":
            continue
        unit, path = event.data["unit"], event.data["path"]
        piece, came = before.pieces.get(unit), after.pieces.get(unit)
        if piece is None or came is None or not piece.real or piece.at != path[0] or came.at != path[-1]:
            continue
        if deed.decision.step not in ("march", "war", "ford"):
            continue
        frame = next(f for f in before.position["flow"] if f[0] == "march")
        said += account(before, piece, came, path, bool(frame[2]))
    return said


def account(table: Table, piece: Piece, came: Piece, path: list[str], railed: bool) -> list[str]:
    """Adds the way up hex by hex; the unit may choose between banks where the text lets it."""
    first = not piece.row.get("spent", 0) and not railed
    stands = {(piece.bank if piece.at in RIVERS else "", piece.row.get("spent", 0))}
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        free = first and i == 0 and not railed
        stands = {
            (bank, spent + entry_cost(piece, b) + cost)
            for own, spent in stands
            for cost, bank in crossings(a, b, own, free)
        }
    if first and len(path) == 2:  # MV-8: one hex whatever it costs, and then nothing is left
        most = budget(piece, railed)
        stands = {(bank, min(spent, most) if spent > most else spent) for bank, spent in stands}
    bank = came.bank if came.at in RIVERS else ""
    if (bank, came.row.get("spent", 0)) in stands:
        return []
    return [f"{piece.id} went {path} for {came.row.get('spent', 0)} to bank {bank!r}; the text says one of {stands}"]


def waits(table: Table, piece: Piece) -> bool:
    """PP-9: Territorials before they are released."""
    return GROUPS[piece.id] == "territorial" and not table.position.get("released")


def check_movers(game: Game) -> list[str]:
    """PP-9, BN-1, MV-1: who may be moved: everybody once."""
    assert game.decision
    table = Table.of(game)
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    expected = {
        id
        for id, piece in table.pieces.items()
        if piece.side == game.decision.side
        and piece.type.kind != "fort"
        and able(table, piece)
        and not waits(table, piece)
        and not piece.row.get("moved")
    }
    return [] if offered == expected else [f"may move but not offered, or the reverse: {sorted(offered ^ expected)}"]
