"""Losses, retreats and advances (UL, CB-9 to CB-18, CV-4 to CV-6; H9, H9a, H9b)."""

from __future__ import annotations

from front1914 import Event, Game
from tests.referee import Deed
from tests.titles.fixed_1914.referee.fighting import entitled
from tests.titles.fixed_1914.referee.sheet import HEXES, UNITS, beside, distance, side
from tests.titles.fixed_1914.referee.table import Piece, Table
from tests.titles.fixed_1914.referee.trains import links, places


def open_for_retreat(table: Table, piece: Piece, a: str, b: str) -> bool:
    """H9, B-103: open ground without any counter of the other side, over no forbidden border."""
    if not table.open_to(piece, a, b) or any(p.side != piece.side for p in table.stack(b)):
        return False
    if piece.railbound:
        return any(node[0] == b for here in places(a) for node in links()[here])
    return True


def retreats(table: Table, party: list[Piece], start: str) -> set[str]:
    """CB-18: where a party may go first: one hex; into full ones on the way to a second only if there is no other."""
    lead = party[0]
    near = {h for h in beside(start) if open_for_retreat(table, lead, start, h)}
    found = {h for h in near if table.fits(h, lead.side, party)}
    return found or {h for h in near if onward(table, party, start, h)}


def onward(table: Table, party: list[Piece], start: str, full: str) -> set[str]:
    """CB-18: the second hexes to which a party may go on from a full one, not back to where it comes from."""
    lead = party[0]
    return {
        far
        for far in beside(full)
        if far != start and open_for_retreat(table, lead, full, far) and table.fits(far, lead.side, party)
    }


def check_retreat(game: Game) -> list[str]:
    """CB-18: where one unit alone may go; with those attached to it somebody may find less room."""
    assert game.decision
    table = Table.of(game)
    start = table.position["flow"][-1][1]
    waiting = next(f for f in reversed(table.position["flow"]) if f[0] == "withdrawal")[1]
    if not waiting or len(waiting[0]) != 1:
        return []
    piece = table.pieces[waiting[0][0]]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    target = battle(game)[0]
    if start == target:
        expected = retreats(table, [piece], start)
    else:  # in a full hex on its way to the second one
        expected = onward(table, [piece], target, start)
    if offered == expected:
        return []
    return [f"{piece.id} may retreat from {start} to {sorted(expected)}, offered is {sorted(offered)}"]


def exempt(table: Table, target: str, attackers: list[str], defenders: list[Piece]) -> bool:
    """TC-1b, TC-1c, FT-9, B-51: nobody has to leave."""
    if HEXES[target].broken:
        return True
    solid = [p for p in defenders if p.defence]
    country = HEXES[target].country
    if HEXES[target].internal and solid and all(entitled(p, country) for p in solid):
        return True
    fronts = {table.pieces[u].at for u in attackers if u in table.pieces}
    if not solid or not fronts:
        return False
    return all(
        (fort := side(h, target)).external and all(entitled(p, fort.owner) for p in solid) for h in sorted(fronts)
    )


def battle(game: Game) -> tuple[str, list[str], list[str]]:
    """Hex, attackers and defenders of the last battle declared."""
    event = next(e for e in reversed(game.events) if e.kind == "attack")
    return event.data["hex"], list(event.data["units"]), list(event.data["defenders"])


def check_decide(game: Game) -> list[str]:
    """UL-2, CB-18, B-76, B-80: whether they may retreat, and whether standing costs a step."""
    assert game.decision
    table = Table.of(game)
    target, attackers, names = battle(game)
    if any(e.kind in ("loss", "eliminated") and e.data["unit"] in attackers for e in lately(game)):
        attackers = []  # what stood where before the loss is no longer to be seen
    party = [table.pieces[u] for u in names if u in table.pieces and table.pieces[u].at == target]
    verbs = {a.verb for a in game.decision.actions}
    said = []
    if attackers and party and all(p.defence for p in party):  # Landwehr that loses a step is another counter
        free = exempt(table, target, attackers, party)
        if free != ("stay" in verbs) or free == ("stand" in verbs):
            said.append(f"standing in {target} is {'free' if free else 'not free'}, offered is {sorted(verbs)}")
    if len(party) == 1 and bool(retreats(table, party, target)) != ("retreat" in verbs):
        said.append(f"{party[0].id} may go to {sorted(retreats(table, party, target))}, offered is {sorted(verbs)}")
    return said


def lately(game: Game) -> list[Event]:
    """What happened since the last attack was declared."""
    found = []
    for event in reversed(game.events):
        if event.kind == "attack":
            break
        found.append(event)
    return found[::-1]


def check_evade(game: Game) -> list[str]:
    """CV-4, CV-6, H9a: two hexes away, and room there."""
    assert game.decision
    table = Table.of(game)
    _, unit, path = table.position["flow"][-1]
    piece = table.pieces[unit]
    start = path[0]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}

    def ends(h: str) -> set[str]:
        return {
            far
            for far in beside(h)
            if distance(start, far) == 2
            and open_for_retreat(table, piece, h, far)
            and table.fits(far, piece.side, [piece])
        }

    if len(path) == 1:
        expected = {h for h in beside(start) if open_for_retreat(table, piece, start, h) and ends(h)}
    else:
        expected = ends(path[-1])
    if offered == expected or not offered <= set(beside(path[-1])):
        return []
    return [f"{unit} may give way from {path} to {sorted(expected)}, offered is {sorted(offered)}"]


def check_advance(game: Game) -> list[str]:
    """CB-16, CB-17, CV-4: who may enter the empty hex, one by one."""
    assert game.decision
    table = Table.of(game)
    target, attackers, _ = battle(game)
    since = lately(game)
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    entered = {e.data["unit"] for e in since if e.kind == "advance"}
    stood = any(e.kind == "stands" for e in since)
    evaded = any(e.kind == "evades" for e in since) and not any(e.kind == "result" for e in since)
    took_part = set(attackers) | (set() if stood or evaded else earlier(game, target))
    may = set()
    for u in took_part - entered:
        piece = table.pieces.get(u)
        if piece is None or target not in beside(piece.at) or piece.railbound:
            continue
        if (stood and not piece.type.cavalry) or (evaded and not piece.type.infantry):
            continue
        if table.open_to(piece, piece.at, target) and table.fits(target, piece.side, [piece]):
            may.add(u)
    forced = stood and not any(e.kind == "stands" and e.data.get("free", 1) for e in since)
    changed = {u for u in offered ^ may if UNITS[u].kind == "landwehr"}  # UL-8: another counter stands for who attacked
    if offered - changed == may - changed or forced:
        return []
    return [f"{sorted(may)} may advance into {target}, offered is {sorted(offered)}"]


def earlier(game: Game, target: str) -> set[str]:
    """Who attacked the hex in other battles of this player turn."""
    found: set[str] = set()
    for event in reversed(game.events):
        if event.kind == "phase":
            break
        if event.kind == "attack" and event.data["hex"] == target:
            found |= set(event.data["units"])
    return found


def strength(table: Table, ids: set[str]) -> int:
    """Steps that units can still lose; Landwehr is counted as a whole, for its counters are changed (UL-8)."""
    landwehr = any(UNITS[id].kind == "landwehr" for id in ids)
    found = sum(p.steps_left for p in table.pieces.values() if p.id in ids and p.type.kind != "landwehr")
    if landwehr:
        found += sum(p.steps_left for p in table.pieces.values() if p.type.kind == "landwehr")
    return found


def watch_losses(deed: Deed) -> list[str]:
    """CB-10, CV-2, UL-1: the attacker's loss of a result, when one attacker alone can take it."""
    result = next((e for e in deed.events if e.kind == "result"), None)
    if result is None:
        return []
    before, after = Table.of(deed.before), Table.of(deed.game)
    _target, attackers, defenders = battle(deed.game)
    infantry = [u for u in attackers if UNITS[u].kind in ("infantry", "landwehr")]
    cavalry = [u for u in attackers if UNITS[u].kind == "cavalry"]
    lost = strength(before, set(attackers)) - strength(after, set(attackers))
    waiting = deed.game.decision is not None and deed.game.decision.step in ("attacker_loss", "defender_loss")
    if result.data["result"].startswith("1"):
        expected = 1 + len(cavalry) if infantry else 1
    else:
        expected = 0
    if expected and waiting and deed.game.decision is not None and deed.game.decision.step == "attacker_loss":
        return []
    if any(e.kind in ("out_of_supply", "turn") for e in deed.events) or any(
        UNITS[u].kind == "landwehr" for u in defenders
    ):
        return []
    if lost != expected:
        return [f"{result.data['result']} costs the attackers {attackers} {expected} steps, not {lost}"]
    return []
