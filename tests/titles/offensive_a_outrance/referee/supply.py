"""15.3, 15.4: who is in Full Supply, held against those who are found hungry in the Supply Phase.

The referee does not follow Lines of Communication, which rest on choices of the owner: it says who is certainly fed
(by a railway or a Port), and who certainly is not (no source of any kind within its farthest range).
"""

from __future__ import annotations

from tests.referee import Deed

from .board import CHARTS, HEXES, Hex, neighbours, river, side, spanned, window
from .situation import Situation, Unit, other, read, zone

RANGES = CHARTS["supply"]


def traced(now: Situation, unit: Unit, most: int) -> set[Hex]:
    """15.3, 15.3.1, 15.3.2: the hexes from which a line of so many hexes can be traced to the unit.

    It is walked backwards, from the unit to the source: a Grand River without a bridge or a Mountain Ridge can only be
    the last step towards the unit, so only the first one here.
    """
    mine = unit.side
    friends = set[Hex]()
    for each in now.units:
        if each.side == mine and not set(each.hexes) & set(unit.hexes):
            friends |= zone(each)
    found, edge = set(unit.hexes), set(unit.hexes)
    for step in range(most):
        further = set()
        for at in edge:
            for b in neighbours(at):
                if b in found or side(at, b).get("sea") or now.blocked(b, mine):
                    continue
                barrier = side(at, b).get("ridge") or unbridged(now, at, b)
                if (barrier and step > 0) or not passable(now, b, mine, friends):
                    continue
                further.add(b)
        found |= further
        edge = further
    return found


def unbridged(now: Situation, a: Hex, b: Hex) -> bool:
    """15.3.2, 7.1.4a: a Grand River without a bridge that can be used."""
    return river(a, b) == "grand" and (not spanned(a, b) or "/".join(sorted((a, b))) in now.position.get("bridges", {}))


def passable(now: Situation, at: Hex, mine: str, friends: set[Hex]) -> bool:
    """15.3.1: no enemy zone, unless a friend stands there or has it in his zone; on the map of the scenario alone."""
    if HEXES[at]["terrain"] == "sea" or at not in window(now.scenario) or now.here(at, other(mine)):
        return False
    return at not in now.zone_of[other(mine)] or at in friends or bool(now.here(at, mine))


def operational(now: Situation, at: Hex, mine: str) -> bool:
    return bool(int(now.hex(at).get("operational", 0)) & (1 if mine == "allied" else 2))


def surely_fed(now: Situation, unit: Unit) -> bool:
    """15.1.3, 15.1.5, 7.7.4: in Rail Mode, in a Port, or near a railway that counts for its nation."""
    if unit.railed or (unit.side == "allied" and any(HEXES[h]["port"] for h in unit.hexes)):
        return True
    lines = {h for h in traced(now, unit, RANGES["rail_range"]) if operational(now, h, unit.side)}
    if unit.counter.nation in ("french", "british") and unit.get("army") != "be-BELGIAN":
        lines = {h for h in lines if HEXES[h]["country"] != "belgium"}
    return bool(lines)


def surely_hungry(now: Situation, unit: Unit) -> bool:
    """No source of any kind within its farthest range."""
    reach = traced(now, unit, RANGES["depot_extended"])
    sources = {
        h for u in now.units if u.side == unit.side and (u.counter.supply or u.counter.fortress) for h in u.hexes
    }
    sources |= {h for h in reach if operational(now, h, unit.side)}
    sources |= {h for h in HEXES if HEXES[h]["camp"] or (HEXES[h]["port"] and unit.side == "allied")}
    return not reach & sources


def watch_supply(deed: Deed) -> list[str]:
    """15.4: who is hungry when the Supply Phase ends."""
    if not any(e.kind == "phase" and e.data["phase"] == "engineering" for e in deed.events):
        return []
    before = read(deed.before)
    if before.phase not in ("attachment", "supply"):
        return []
    events = list(deed.game.events)
    end = max(n for n, e in enumerate(events) if e.kind == "phase" and e.data["phase"] == "engineering")
    start = max(n for n, e in enumerate(events[:end]) if e.kind == "phase" and e.data["phase"] == "supply")
    mine = events[start].data["side"]
    hungry = {e.data["unit"] for e in events[start:end] if e.kind == "hungry"}
    if any(e.kind in ("eliminated", "retreated") for e in events[start:end]):
        return []
    wrong = []
    for unit in before.units:
        if unit.side != mine or not unit.formation or not unit.counter.combat:
            continue
        if unit.id in hungry and surely_fed(before, unit):
            wrong.append(f"{unit.id} in {unit.at} is hungry beside its railway")
        if unit.id not in hungry and not unit.railed and surely_hungry(before, unit):
            wrong.append(f"{unit.id} in {unit.at} is fed from nowhere")
    return wrong
