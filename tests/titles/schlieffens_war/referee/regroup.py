"""Reinforcement, withdrawal and regrouping (9.0)."""

from __future__ import annotations

from front1914 import Game
from tests.referee import position
from tests.titles.schlieffens_war.referee.sheet import HEXES, Counter
from tests.titles.schlieffens_war.referee.stacking import fits, may_share
from tests.titles.schlieffens_war.referee.supply import Lines, lines_of
from tests.titles.schlieffens_war.referee.table import Piece, Table, laid
from tests.titles.schlieffens_war.referee.zones import enemy_zone


def may_regroup(table: Table, lines: Lines, piece: Piece) -> bool:
    """9.5, R99: in supply or fortress supply, in command, and not in an enemy zone."""
    return not piece.out and piece.at not in enemy_zone(table, piece.side) and lines.commanded(piece)


def check_regroup(game: Game) -> list[str]:
    """9.5: who may shed his fatigue, and who may return to full strength (9.6: nobody who is fatigued)."""
    assert game.decision is not None
    table = laid(position(game))
    lines = lines_of(table, table.active)
    rallying = game.decision.step == "rally"
    expected = {
        p.id
        for p in table.of(table.active)
        if p.corps
        and (p.morale == "fatigued" if rallying else p.steps < len(p.counter.factors) and p.morale != "fatigued")
        and may_regroup(table, lines, p)
    }
    return _offered(game, "unit", expected, "may regroup")


def _room(table: Table, piece: Piece, h: str) -> bool:
    """R52: stacking limits bind who is placed."""
    there = table.at(h)
    return table.inside(h) and fits([piece, *there]) and may_share([piece, *there])


def homes(table: Table, piece: Piece) -> set[str]:
    """9.5: where an eliminated unit may return."""
    side, zone = piece.side, enemy_zone(table, piece.side)
    lines = lines_of(table, side)
    if piece.nation == "belgian":
        return set()
    own = {h for h in HEXES if table.control(h) == side and h not in zone and _room(table, piece, h)}
    if piece.nation == "german":
        return own & lines.cities
    if piece.nation == "british":
        ports = {h for h in own if HEXES[h].port}
        staff = table.pieces["b-HQ"]
        return ports if piece.kind == "hq" else ports & {staff.at}

    def connected(h: str) -> bool:
        line = lines.rail_from(h, strict=True)
        edge = any(HEXES[x].country == "france" and HEXES[x].edges & {"south", "west"} for x in line)
        return edge or any(HEXES[x].port and x not in zone for x in line)

    return {h for h in own if HEXES[h].city and HEXES[h].country == "france" and connected(h)}


def check_return(game: Game) -> list[str]:
    """Every unit in the display for which there is a place."""
    table = laid(position(game))
    expected = {p.id for p in table.pieces.values() if p.at == "display" and p.side == table.active and homes(table, p)}
    return _offered(game, "unit", expected, "may return")


def check_return_to(game: Game) -> list[str]:
    table = laid(position(game))
    piece = table.pieces[table.frame("return_to")[1]]
    return _offered(game, "to", homes(table, piece), f"{piece.id} may return to")


def check_withdraw(game: Game) -> list[str]:
    """9.4, R08, R99: German corps in supply, at full strength, with a printed factor of four."""
    table = laid(position(game))
    expected = {
        p.id
        for p in table.of("german")
        if p.corps and _full(p.counter, p.steps) and p.counter.factors[0] == 4 and not p.out
    }
    return _offered(game, "unit", expected, "may go east")


def _full(counter: Counter, steps: int) -> bool:
    return steps == len(counter.factors)


def check_land(game: Game) -> list[str]:
    """9.2, R46: friendly French ports with room."""
    table = laid(position(game))
    piece = table.pieces[table.frame("land")[1][0]]
    ports = {h for h, x in HEXES.items() if x.port and table.control(h) == "entente"}
    return _offered(game, "to", {h for h in ports if _room(table, piece, h)}, f"{piece.id} may land in")


def check_arrive(game: Game) -> list[str]:
    """9.3: friendly hexes of the west edge outside enemy zones."""
    table = laid(position(game))
    piece = table.pieces[table.frame("arrive")[1][0]]
    zone = enemy_zone(table, "entente")
    west = {h for h, x in HEXES.items() if "west" in x.edges and table.control(h) == "entente" and h not in zone}
    west -= {p.at for p in table.of("german")}
    return _offered(game, "to", {h for h in west if _room(table, piece, h)}, f"{piece.id} may enter in")


def _offered(game: Game, verb: str, expected: set[str], what: str) -> list[str]:
    assert game.decision is not None
    offered = {str(a.arg) for a in game.decision.actions if a.verb == verb}
    if offered == expected:
        return []
    return [f"{what}: against the rules {sorted(offered - expected)}, not offered {sorted(expected - offered)}"]
