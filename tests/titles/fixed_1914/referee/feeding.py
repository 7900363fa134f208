"""Supply (SU, FT-11, H13): sources, rails, units that are fed, round after round until nothing changes."""

from __future__ import annotations

from tests.referee import Deed
from tests.titles.fixed_1914.referee.sheet import CHARTS, HEXES, beside
from tests.titles.fixed_1914.referee.table import HOME, Piece, Table
from tests.titles.fixed_1914.referee.trains import Node, links, places

GROUP = {"german": "german", "french": "allied", "british": "allied", "belgian": "belgian", "dutch": ""}


def clear(table: Table, piece: Piece, h: str) -> bool:
    """SU-7, B-60, B-61, B-105: a hex through which a line may run; the same for all units of a nation."""
    key = piece.nation, h
    if key not in table.clear:
        table.clear[key] = passable(table, piece, h)
    return table.clear[key]


def passable(table: Table, piece: Piece, h: str) -> bool:
    if HEXES[h].closed or table.enemies_in(h, piece.side):
        return False
    if HEXES[h].city and table.controller(h) not in (piece.side, ""):
        return False
    return not neutral_ground(table, piece, h)


def neutral_ground(table: Table, piece: Piece, h: str) -> bool:
    lands = HEXES[h].countries
    if len(lands) != 1:
        return False
    (land,) = lands
    if land not in ("belgium", "holland", "luxembourg") or land in HOME[piece.nation]:
        return False
    return land not in table.invaded or (piece.side == "allied" and table.forbidden(piece, land))


def sources(table: Table, piece: Piece) -> set[str]:
    """SU-4 to SU-6, SU-9, B-63."""
    return {h for h, it in HEXES.items() if it.source == GROUP[piece.nation] and it.source and clear(table, piece, h)}


def rail_links(table: Table, piece: Piece) -> set[str]:
    """SU-3b, B-62: rail hexes at home that lines join to a source."""
    lands = HOME[piece.nation]
    todo: list[Node] = [n for h in sources(table, piece) if HEXES[h].countries & lands for n in places(h)]
    seen = set(todo)
    while todo:
        node = todo.pop()
        for other in links()[node]:
            if other in seen or not clear(table, piece, other[0]):
                continue
            if other[0] == node[0] or HEXES[other[0]].countries & lands:
                seen.add(other)
                todo.append(other)
    return {h for h, _ in seen}


def engineer_links(table: Table, piece: Piece) -> set[str]:
    """SU-3c: engineers whose rails reach a German source, through any country."""
    todo: list[Node] = [n for h in sources(table, piece) for n in places(h)]
    seen = set(todo)
    while todo:
        for other in links()[todo.pop()]:
            if other not in seen and clear(table, piece, other[0]):
                seen.add(other)
                todo.append(other)
    reached = {h for h, _ in seen}
    return {p.at for p in table.pieces.values() if p.type.kind == "engineer" and p.at in reached}


def near(table: Table, piece: Piece) -> set[str]:
    """SU-2, B-64: its own hex and what clear hexes reach in three."""
    seen, edge = {piece.at}, {piece.at}
    for _ in range(CHARTS["supply"]["reach"]):
        edge = {n for h in edge for n in beside(h) if n not in seen and clear(table, piece, n)}
        seen |= edge
    return seen


def fed(table: Table, side: str) -> set[str]:
    """Ids of the side's units that a line reaches; forts and the Dutch at home are not in it."""
    if side not in table.fed:
        table.fed[side] = reached(table, side)
    return table.fed[side]


def reached(table: Table, side: str) -> set[str]:
    units = [p for p in table.pieces.values() if p.side == side and p.type.kind not in ("fort", "blank")]
    # SU-10: the Dutch are supplied at home, and nowhere else; neutrals feed nobody (B-59)
    units = [p for p in units if p.nation != "dutch" and table.at_war(p)]
    ends: dict[str, set[str]] = {}
    reach: dict[tuple[str, str], set[str]] = {}
    for p in units:
        if p.nation not in ends:
            ends[p.nation] = sources(table, p) | rail_links(table, p)
            ends[p.nation] |= engineer_links(table, p) if side == "german" else set()
        if (p.nation, p.at) not in reach:
            reach[p.nation, p.at] = near(table, p)
    found = {p.id for p in units if reach[p.nation, p.at] & ends[p.nation]}
    while True:
        held = {table.pieces[id].at for id in found}
        more = {p.id for p in units if p.id not in found and reach[p.nation, p.at] & held}
        if not more:
            return found
        found |= more


def starving(table: Table, side: str) -> tuple[set[str], set[str]]:
    """Who certainly loses a step, and who may (a fort feeds some of them, and its owner chooses)."""
    lines = fed(table, side)
    hungry = [p for p in table.pieces.values() if p.side == side and p.type.kind not in ("fort", "blank")]
    hungry = [p for p in hungry if p.id not in lines and table.at_war(p)]
    hungry = [p for p in hungry if not (p.nation == "dutch" and "holland" in HEXES[p.at].countries)]
    sure, doubtful = set(), set()
    for p in hungry:
        inside = [q for q in hungry if q.at == p.at and feeds(q)]
        room = 8 * HEXES[p.at].internal
        if not feeds(p) or not room:
            sure.add(p.id)
        elif sum(q.type.eighths for q in inside) > room:
            doubtful.add(p.id)
    return sure, doubtful


def feeds(piece: Piece) -> bool:
    """FT-11, B-117: the fort of its home country; not Italians."""
    return HEXES[piece.at].country in HOME[piece.nation] and not piece.type.id.endswith("-IT")


def watch_supply(deed: Deed) -> list[str]:
    """SU-1: who is told out of supply at the end of a segment."""
    events = list(deed.events)
    begin = next((i for i, e in enumerate(events) if e.kind == "phase" and e.data["phase"] == "supply"), None)
    if begin is None or any(e.kind not in ("phase", "stacked") for e in events[:begin]):
        return []
    side = events[begin].data["side"]
    told = {e.data["unit"] for e in events[begin:] if e.kind == "out_of_supply"}
    if any(e.kind == "phase" and e.data["phase"] == "supply" for e in events[begin + 1 :]):
        return []
    table = Table.of(deed.before)
    sure, doubtful = starving(table, side)
    asked = deed.game.decision is not None and deed.game.decision.step == "rations"
    said = []
    if wrong := sorted(told - sure - doubtful):
        said.append(f"{[(u, table.pieces[u].at) for u in wrong]} are in supply, but told to be out of it")
    if (missing := sorted(sure - told)) and not asked:
        said.append(f"{[(u, table.pieces[u].at) for u in missing]} are out of supply, but not told so")
    return said
