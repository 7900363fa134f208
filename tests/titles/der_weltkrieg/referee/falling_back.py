"""Losses, retreats and advances (13-23, 13-24, 14, 15, 20-7; H-7, H-9, H-13)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from front1914 import Event, Game
from tests.referee import Deed
from tests.titles.der_weltkrieg.referee.feeding import FAR, in_communication, length
from tests.titles.der_weltkrieg.referee.marching import ground, minimum
from tests.titles.der_weltkrieg.referee.sheet import CHARTS, COUNTERS, INFANTRY, ZONED, beside
from tests.titles.der_weltkrieg.referee.table import OTHER, Piece, Table

ATTACKER_ORDER = ("light", "infantry", "guns")
DEFENDER_ORDER = ("infantry", "light", "guns", "fortress", "headquarters")


def group(piece: Piece) -> str:
    """13-23: the type that loses together; heavy cavalry is infantry."""
    if piece.kind in INFANTRY or (piece.kind == "cavalry" and not piece.counter.light):
        return "infantry"
    return {"cavalry": "light", "artillery": "guns", "siege": "guns"}.get(piece.kind, piece.kind)


def check_losses(game: Game) -> list[str]:
    """13-23, 13-24: who may lose a point now: first type first, front sides before any back side."""
    assert game.decision
    table = Table.of(game)
    record = table.battle()
    if record is None or len(record.targets) != 1:
        return []
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    attacking = bool(offered & set(record.units))
    names = record.units if attacking else record.defenders
    units = [table.pieces[u] for u in names if u in table.pieces and table.pieces[u].strength]
    assault = ("assault", "mountain_assault")
    special = any(p.kind in assault or p.row.get("retreated") for p in units)
    if special or not offered <= set(names) or not all(in_communication(table, p) for p in units):
        return []
    since = [event.kind for event in _since(game, record.units)]
    fort = any(p.kind == "fortress" for p in units)
    if (
        not attacking
        and fort
        and ("declares_retreat" in since or all(table.pieces[u].gun for u in record.units if u in table.pieces))
    ):
        return []
    for kind in ATTACKER_ORDER if attacking else DEFENDER_ORDER:
        those = [p for p in units if group(p) == kind]
        if those:
            fresh = [p for p in those if p.strength > p.counter.back]
            expected = {p.id for p in (fresh or those)}
            return [] if offered == expected else [f"{sorted(expected)} may lose a point, offered is {sorted(offered)}"]
    return []


def classes(table: Table, piece: Piece, hq: Piece, start: str) -> dict[str, int]:
    """14-8: the priority of every hex beside it; hexes that cannot be entered at all are left out."""
    who = piece.side
    own = length(table, who, start, hq.at)
    found = {}
    for h in beside(start):
        cost = ground(table, start, h, piece.mountaineer)
        if cost is None or h not in table.area or any(p.kind != "flotilla" for p in table.stack(h, OTHER[who])):
            continue
        if not minimum(table, piece, start, h, cost) or not roomy(table, piece, h):
            continue
        far = length(table, who, h, hq.at, empty=start)
        zone, friends = table.zoned(h, who), table.occupied(h, who)
        if zone and not friends:
            found[h] = 7
        elif not zone:
            found[h] = 1 if far < own else 2 if far == own and far < FAR else 5
        else:
            found[h] = 3 if far < own else 4 if far == own and far < FAR else 6
    return found


def roomy(table: Table, piece: Piece, h: str) -> bool:
    """14-10, 27-3: a component may find room in a division that others of its kind make up there."""
    halves, _ = table.load(h, piece.side, *([piece] if piece.kind in ZONED else []))
    limit: int = 2 * CHARTS["limits"]["divisions"]
    return halves <= limit


def check_retreat(game: Game) -> list[str]:
    """14-7, 14-8, 14-11: one unit that its Headquarters has paid for goes to the best hexes there are."""
    assert game.decision
    table = Table.of(game)
    record = table.battle()
    frame = next((f for f in reversed(table.flow) if f[0] == "withdrawal"), None)
    if (
        record is None
        or frame is None
        or len(frame[2]) != 1
        or len(record.targets) != 1
        or frame[1] != record.targets[0]
    ):
        return []
    unit, start = frame[2][0], frame[1]
    piece = table.pieces.get(unit)
    if piece is None or unit not in record.defenders or piece.kind not in ZONED or not in_communication(table, piece):
        return []
    place = record.defenders.index(unit)
    payer = record.replies[place] if place < len(record.replies) else None  # before combat nobody has paid
    hq = table.pieces.get(payer) if isinstance(payer, str) else None
    if hq is None or hq.at == start or length(table, piece.side, start, hq.at) >= FAR:
        return []
    if any(p.id != unit for p in table.stack(start, piece.side) if p.kind != "fortress"):
        return []
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    ranks = classes(table, piece, hq, start)
    best = min(ranks.values(), default=0)
    expected = {h for h, rank in ranks.items() if rank == best}
    if best in (0, 7) or offered == expected:
        return []
    return [f"{unit} may retreat from {start} to {sorted(expected)} ({best}), offered is {sorted(offered)}: {ranks}"]


def check_advance(game: Game) -> list[str]:
    """15-1 to 15-4: attackers who have lost most go first; no guns."""
    assert game.decision
    table = Table.of(game)
    record = table.battle()
    if record is None:
        return []
    target = table.flow[-1][1]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    gone = {e.data["unit"] for e in _since(game, record.units) if e.kind == "advance"}
    lost: dict[str, int] = {}
    for e in _since(game, record.units):
        if e.kind == "loss":
            lost[e.data["unit"]] = lost.get(e.data["unit"], 0) + e.data["points"]
    waiting = [
        p
        for u in record.units
        if u not in gone and (p := table.pieces.get(u)) and not p.gun and p.kind in ZONED and target in beside(p.at)
    ]
    if any(p.kind not in INFANTRY and p.kind != "cavalry" for p in waiting):
        return []
    share = {p.id: Fraction(lost.get(p.id, 0), p.strength + lost.get(p.id, 0)) for p in waiting if p.strength}
    worst = max(share.values(), default=Fraction(0))
    expected = {u for u, part in share.items() if part == worst and roomy(table, table.pieces[u], target)}
    extra = {u for u in offered if u in COUNTERS and COUNTERS[u].kind not in ZONED}
    if offered - extra == expected:
        return []
    return [f"{sorted(expected)} may advance into {target}, offered is {sorted(offered)} ({share})"]


def _since(game: Game, attackers: Sequence[str]) -> list[Event]:
    """What happened since these units were declared to attack; another attack may lie between (14-9)."""
    found = []
    for event in reversed(game.events):
        if event.kind == "attack" and set(event.data["units"]) == set(attackers):
            break
        found.append(event)
    return found


def watch_reduction(deed: Deed) -> list[str]:
    """14-3, 40-6, 42-3: who retreats loses a third less; exactly so many points go."""
    if deed.decision.step != "loss":
        return []
    before, after = Table.of(deed.before), Table.of(deed.game)
    unit = str(deed.action.arg)
    if unit not in before.pieces:
        return []
    now = after.pieces[unit].strength if unit in after.pieces else 0
    lost = before.pieces[unit].strength - now
    told = sum(e.data["points"] for e in deed.events if e.kind == "loss" and e.data["unit"] == unit)
    gone = any(e.kind in ("eliminated", "lost") and e.data["unit"] == unit for e in deed.events)  # 20-4: it surrendered
    return [] if gone or lost == told else [f"{unit} is told to lose {told} and has lost {lost}"]
