"""Battles (7.5): who fights, Firepower, hits, retreats, Impetus (7.6) and Deactivation (7.7)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from front1914 import Game
from tests.referee import Deed, position
from tests.titles.germany_at_war.referee.sheet import ABSORBS, AREAS, CHASSEURS, FOCH, ORDER, OTHER, SIDE, STATIC
from tests.titles.germany_at_war.referee.table import Block, Table, laid

GARRISON = 5  #: firepower (4.1)


def foremost(table: Table, area: str, side: str, blocks: Sequence[Block]) -> str | None:
    """2.11.1, B15, B16: the Power whose Valour counts."""
    count: dict[str, int] = {}
    for block in blocks:
        count[block.power] = count.get(block.power, 0) + 1
    if not count:
        count = dict(table.garrisons(area, side))
    return min(count, key=lambda power: (-count[power], ORDER.index(power)), default=None)


def pontoons(table: Table) -> bool:
    """7.2.1, 7.2.3."""
    return table.position.get("edge") == "pontoon" or bool(table.position.get("surprise"))


def crossed(table: Table, block: Block, area: str) -> str:
    """7.5.1.4, 7.2.1: the river that weakens it: none, minor or major."""
    if "new" not in table.front.get(area, ""):
        return "none"
    river = block.river or "none"
    if pontoons(table):
        return {"major": "minor", "minor": "none"}.get(river, "none")
    return river


def offence(table: Table, area: str, blocks: Sequence[Block], defenders: Sequence[Block], discs: int) -> int:
    """7.5.1.4 to 7.5.1.8: doublings first, then sums by class and river, then the river (B58)."""
    side = table.active
    fighting = [b for b in blocks if not b.isolated]
    no_horse = not any(b.kind == "cavalry" for b in defenders)
    charge = AREAS[area].colour == "green" and no_horse and not discs  # 7.5.1.9
    groups: dict[tuple[str, str], int] = {}
    for block in fighting:
        strength = block.strength
        if block.id == CHASSEURS and AREAS[area].colour == "red":
            strength *= 2
        if table.position.get("edge") == "foch" and block.power == "french":
            strength *= 2
        river = crossed(table, block, area)
        if block.kind == "cavalry" and charge and river == "none":
            strength *= 2
        key = (block.kind, river)
        groups[key] = groups.get(key, 0) + strength
    total = 0
    for (_, river), strength in groups.items():
        part = {"none": 1, "minor": 2, "major": 4}[river]
        total += max(1, strength // part)
    for leader in table.of(side):
        if leader.activated and leader.at in table.near(area) and leader.dot == "S":
            total += leader.strength
    power = foremost(table, area, side, blocks)
    return total + (table.valour.get(power, 0) if power else 0)


def defence(table: Table, area: str, blocks: Sequence[Block], discs: int, attacker_discs: int) -> int:
    """7.5.1.6, 7.5.1.7, 4.2.2."""
    side = OTHER[table.active]
    total = GARRISON * discs
    for block in blocks:
        doubled = block.id == CHASSEURS and AREAS[area].colour == "red"
        total += block.strength * (2 if doubled else 1)
        if block.kind == "infantry" and not attacker_discs:
            total += AREAS[area].bonus
        if block.power == "british" and block.kind == "infantry" and block.dot == "U":
            total += 1
    power = foremost(table, area, side, blocks)
    return total + (table.valour.get(power, 0) if power else 0)


def capacity(blocks: Sequence[Block], discs: int) -> int:
    """B60: the hits that would eliminate everything."""
    return discs + sum(ABSORBS[dot] for block in blocks for dot in block.is_a.dots[block.face :])


def winners_share(difference: int, incurred: int) -> int:
    """7.5.1.11."""
    if difference > 10:
        return 1
    return math.ceil(incurred / (2 if difference <= 5 else 4))


def watch_result(deed: Deed) -> list[str]:
    """Both Firepowers, the result and the hits."""
    told = next((e for e in deed.events if e.kind == "result"), None)
    if told is None:
        return []
    table, area = laid(deed.was), told.data["area"]
    shown = next(e.data["units"] for e in deed.events if e.kind == "showdown")
    blocks = [table.blocks[u] for u in shown]
    attackers = [b for b in blocks if b.side == table.active]
    defenders = [b for b in blocks if b.side != table.active]
    lost = sum(e.kind == "disc_lost" for e in deed.events[: deed.events.index(told)])
    discs = sum(table.garrisons(area, OTHER[table.active]).values()) - lost
    own = sum(table.garrisons(area, table.active).values())
    edge = next((e.data["edge"] for e in deed.events if e.kind == "edge"), None)
    if edge and table.position.get("edge") != edge:
        table = Table({**table.position, "edge": edge})
    attack = offence(table, area, attackers, defenders, discs)
    defend = defence(table, area, defenders, discs, own)
    wrong = []
    if (attack, defend) != (told.data["attack"], told.data["defence"]):
        wrong.append(f"{area}: {attack} against {defend}, told {told.data}")
        return wrong
    result = attack - defend
    holds = {"attacker": capacity(attackers, own), "defender": capacity(defenders, discs)}
    loser, winner = ("defender", "attacker") if result > 0 else ("attacker", "defender")
    incurred = min(abs(result), holds[loser])
    hits = {loser: incurred, winner: min(winners_share(abs(result), incurred), holds[winner]) if result else 0}
    given = {"attacker": told.data["attacker_hits"], "defender": told.data["defender_hits"]}
    if hits != given:
        wrong.append(f"{area}: hits {hits}, told {given}")
    return wrong


def check_hit(game: Game) -> list[str]:
    """7.5.1.13: the strongest blocks; Garrisons last."""
    assert game.decision is not None
    table = laid(position(game))
    area = table.position["battle"]
    side = table.frame("hit")[1]
    blocks = table.at(area, SIDE.get(side, side))
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    most = max((b.strength for b in blocks), default=0)
    expected = {b.id for b in blocks if b.strength == most}
    if len(game.sides) > 2:  # B70: each player places hits among his own
        return [] if offered <= expected else [f"{area}: {sorted(offered)} offered, strongest {sorted(expected)}"]
    return [f"{area}: {sorted(expected)} may be hit, offered {sorted(offered)}"] if offered != expected else []


def check_battle(game: Game) -> list[str]:
    """7.5: new engagements first; then Areas contested before, within the limit of Battles."""
    assert game.decision is not None
    table = laid(position(game))
    side = table.active
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    new = {a for a, text in table.front.items() if "new" in text and "fought" not in text}
    if new:
        expected = {a for a in new if table.contested(a)}
    else:
        limit = 1 if table.action == "strategic" else table.position.get("leaders", 0)
        left = limit - table.position.get("fights", 0)
        expected = {
            a
            for a in table.areas
            if left > 0
            and table.contested(a)
            and "fought" not in table.front.get(a, "")
            and any(not b.isolated for b in table.at(a, side))
        }
    return [f"battles: {sorted(expected)}, offered {sorted(offered)}"] if offered != expected else []


def havens(table: Table, block: Block) -> set[str]:
    """7.5.1.2, B53: adjacent, friendly, uncontested, with a friend there before, and with room."""
    area = table.position["battle"]
    before = set(table.frame("retreat")[2])
    return {
        there
        for there in table.near(area)
        if there != "GB" and table.safe(there, block.side) and there in before and table.room(there, block.side)
    }


def check_retreat(game: Game) -> list[str]:
    """7.5.1.1, 7.5.1.2, B52: Cavalry and Leaders if no Cavalry attacks; everybody in a General Retreat."""
    assert game.decision is not None
    table = laid(position(game))
    area, side = table.position["battle"], OTHER[table.active]
    here = table.at(area, side)
    horse = any(b.kind == "cavalry" and not b.isolated for b in table.at(area, table.active))
    general = bool(table.position.get("general"))
    may = [b for b in here if b.id != STATIC and (general or (not horse and b.kind != "infantry"))]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    expected = {b.id for b in may if havens(table, b)}
    if len(game.sides) > 2:
        return [] if offered <= expected else [f"{area}: may retreat {sorted(expected)}, offered {sorted(offered)}"]
    return [f"{area}: may retreat {sorted(expected)}, offered {sorted(offered)}"] if offered != expected else []


def check_fall_back(game: Game) -> list[str]:
    assert game.decision is not None
    table = laid(position(game))
    block = table.blocks[table.frame("fall_back")[1]]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    expected = havens(table, block)
    return [f"{block.id}: {sorted(expected)} open, offered {sorted(offered)}"] if offered != expected else []


def check_haven_list(game: Game) -> list[str]:
    """B53: the Areas noted when the retreat began held a friend then."""
    table = laid(position(game))
    area, side = table.position["battle"], OTHER[table.active]
    noted = set(table.frame("retreat")[2])
    wrong = [n for n in noted if not (n in table.near(area) and table.safe(n, side) and table.present(n, side))]
    return [f"{area}: no haven in {sorted(wrong)}"] if wrong else []


def check_pursue(game: Game) -> list[str]:
    """7.6, B47: a green or yellow Area without enemies, not over a Major River, with room."""
    assert game.decision is not None
    table = laid(position(game))
    block = table.blocks[table.frame("pursue_to")[1]]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    expected = {
        there
        for there, river in table.near(block.at).items()
        if there != "GB"
        and AREAS[there].colour in ("green", "yellow")
        and not table.present(there, OTHER[block.side])
        and river != "major"
        and table.room(there, block.side)
    }
    return [f"{block.id} pursues to {sorted(expected)}, offered {sorted(offered)}"] if offered != expected else []


def watch_deactivation(deed: Deed) -> list[str]:
    """7.7: every activated Leader loses a step; at the Heart he is eliminated."""
    gone = [e.data["unit"] for e in deed.events if e.kind == "deactivated"]
    before, after = laid(deed.was), laid(deed.now)
    wrong = []
    for name in gone:
        was, now = before.blocks[name], after.blocks[name]
        if was.face != now.face and was.last:
            wrong.append(f"{name} lost a step beyond the Heart")
        if was.dot == "H" and now.at != "dead" and was.face == now.face:
            wrong.append(f"{name} at the Heart is not eliminated")
        if was.dot == "S" and now.at == was.at and now.face != was.face + 1:
            wrong.append(f"{name} should lose one step, has face {now.face} after {was.face}")
    ended = deed.game.result is not None  # the loss of one may end the game before the next is turned
    still = [b.id for b in after.of(before.active) if b.activated] if gone and not ended else []
    return wrong + ([f"{still} are still activated"] if still else [])


def check_edge(game: Game) -> list[str]:
    """7.2.1, 7.2.2, 7.3.1.7: what the Disc may buy before a Battle."""
    assert game.decision is not None
    table = laid(position(game))
    area, side = table.position["battle"], table.active
    offered = {a.verb for a in game.decision.actions} - {"done"}
    expected = set()
    if "new" in table.front.get(area, ""):
        expected.add("pontoon")
    if table.garrisons(area, OTHER[side]):
        expected.add("pioneers")
    foch = table.blocks.get(FOCH)
    if foch and foch.activated and foch.at in table.near(area):
        expected.add("foch")
    return [f"{area}: {sorted(expected)} may be bought, offered {sorted(offered)}"] if offered != expected else []
