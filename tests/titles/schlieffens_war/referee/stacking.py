"""Stacking (6.0): how many, of which nations, and who leaves an overstacked hex for where."""

from __future__ import annotations

from collections.abc import Sequence

from front1914 import Game
from tests.referee import Deed, position
from tests.titles.schlieffens_war.referee.sheet import BELGIAN_AREA, HEXES, ON_RAIL, PASSABLE, distance
from tests.titles.schlieffens_war.referee.supply import BRITISH_FORTRESSES
from tests.titles.schlieffens_war.referee.table import OTHER, Piece, Table, laid
from tests.titles.schlieffens_war.referee.zones import enemy_zone

CORPS, HQS = 3, 1  #: 6.2


def may_share(pieces: Sequence[Piece]) -> bool:
    """6.3, 8.4: one nation; a British unit may join the fort of Liege or Maubeuge."""
    nations = {piece.nation for piece in pieces}
    if nations == {"british"} | nations and len(nations) > 1:
        mobile = {piece.nation for piece in pieces if piece.mobile}
        return mobile == {"british"} and pieces[-1].at in BRITISH_FORTRESSES
    return len(nations) <= 1


def fits(pieces: Sequence[Piece]) -> bool:
    """6.2, 6.4, R16: three corps, forts counted, and one HQ; depots are free."""
    corps = sum(piece.corps or piece.kind == "fort" for piece in pieces)
    return corps <= CORPS and sum(piece.kind == "hq" for piece in pieces) <= HQS


def overstacked(table: Table, h: str) -> bool:
    """6.5, R26."""
    return not fits(table.at(h)) or not may_share(table.at(h))


def crowds(table: Table, side: str) -> set[str]:
    """The overstacked hexes of a side."""
    return {h for h in {piece.at for piece in table.of(side)} if overstacked(table, h)}


def watch_phase(deed: Deed) -> list[str]:
    """6.1: when a phase begins no hex is overstacked."""
    if not any(event.kind == "phase" for event in deed.events):
        return []
    table = laid(deed.now)
    return [f"{h} is overstacked when a phase begins" for side in OTHER for h in sorted(crowds(table, side))]


def check_crowds(game: Game) -> list[str]:
    """R120: the owner chooses among all of his overstacked hexes."""
    assert game.decision is not None
    offered = {str(action.arg) for action in game.decision.actions if action.verb == "to"}
    expected = crowds(laid(position(game)), game.decision.side)
    return [f"overstacked are {sorted(expected)}, offered {sorted(offered)}"] if offered != expected else []


def check_overstack(game: Game) -> list[str]:
    """6.5: any unit of the kind that is too much, a fort too (R106)."""
    assert game.decision is not None
    table = laid(position(game))
    h = table.frame("overstack")[1]
    here = table.at(h)
    offered = {str(action.arg) for action in game.decision.actions if action.verb == "unit"}
    expected = set()
    if sum(piece.corps or piece.kind == "fort" for piece in here) > CORPS:
        expected |= {piece.id for piece in here if piece.corps or piece.kind == "fort"}
    if sum(piece.kind == "hq" for piece in here) > HQS:
        expected |= {piece.id for piece in here if piece.kind == "hq"}
    if not may_share(here):
        expected |= {piece.id for piece in here}
    return [f"{h}: {sorted(expected)} may leave, offered {sorted(offered)}"] if offered != expected else []


def sources(table: Table, nation: str) -> set[str]:
    """Working sources of supply of a nation: edge hexes on a railway, for the British ports too (8.3 to 8.6).

    Belgians are in supply in any hex of Belgium (8.5), so that all of it draws them (R19).
    """
    enemy = "entente" if nation == "german" else "german"
    if nation == "german":
        found = {h for h, x in HEXES.items() if x.country == "germany" and "east" in x.edges and h in ON_RAIL}
    else:
        found = {h for h in ON_RAIL if HEXES[h].country == "france" and HEXES[h].edges & {"south", "west"}}
        if nation == "british":
            found |= {h for h, x in HEXES.items() if x.port and table.control(h) == "entente"}
        elif nation == "belgian":
            found |= {h for h, x in HEXES.items() if x.country == "belgium"}
    return {h for h in found if table.holder(h) != enemy}


def check_displace(game: Game) -> list[str]:
    """6.5, R19, R105: one hex nearer to some source of supply, not into an enemy zone unless a friend stands there."""
    assert game.decision is not None
    table = laid(position(game))
    piece = table.pieces[table.frame("displace")[1]]
    left = _left(game, piece)
    offered = {str(action.arg) for action in game.decision.actions if action.verb == "to"}
    expected = {h for h in PASSABLE[piece.at] if _may_leave_for(table, piece, h)} - left
    return [f"{piece.id} in {piece.at}: may go to {sorted(expected)}, offered {sorted(offered)}"] * (
        offered != expected
    )


def _left(game: Game, piece: Piece) -> set[str]:
    """The hexes that the unit had to leave in this check: since the phase was told."""
    found = set()
    for event in reversed(game.events):
        if event.kind == "phase":
            break
        if event.kind == "displaced" and piece.id in event.data["units"]:
            found.add(str(event.data["path"][0]))
    return found


def _may_leave_for(table: Table, piece: Piece, h: str) -> bool:
    if table.holder(h) == OTHER[piece.side] or not table.inside(h) or not piece.mobile:
        return False
    if h in enemy_zone(table, piece.side) and table.holder(h) != piece.side:
        return False
    if piece.nation == "belgian":
        if h not in BELGIAN_AREA:
            return False
        if HEXES[piece.at].country == "belgium":
            return HEXES[h].country == "belgium"
    return any(distance(h, s) < distance(piece.at, s) for s in sources(table, piece.nation))
