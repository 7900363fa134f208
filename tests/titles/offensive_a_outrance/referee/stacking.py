"""3.1: how many may stand in a hex, and how many may fight from and in one."""

from __future__ import annotations

from collections.abc import Sequence

from front1914 import Game
from tests.referee import Deed

from .board import CHARTS, HEXES, Hex
from .combat import under_way
from .situation import Situation, Unit, read

LIMITS = CHARTS["stacking"]
NAVAL = ("b-RND-Marine", "b-RND-1-Naval", "b-RND-2-Naval")


def load(now: Situation, at: Hex, side: str) -> int:
    """3.1.1, 3.1.4, 15.6, 19.1.3, 23.3.2: eighths of a division-equivalent in a hex."""
    total = naval = 0
    for unit in now.here(at, side):
        if unit.railed:
            continue
        if "Naval" in unit.id or unit.id.startswith("b-RND"):
            naval += unit.eighths
        else:
            total += unit.eighths
    return total + min(naval, 4)  # the Royal Naval Division counts as one brigade


def watch_stacking(deed: Deed) -> list[str]:
    """3.1.1, 3.1.3: nobody is over the limit when his movement phase has ended, and nobody is lost who is not."""
    if not any(e.kind in ("phase", "crushed") for e in deed.events):
        return []
    before, after, wrong = read(deed.before), read(deed.game), []
    for event in deed.events:
        if event.kind == "crushed" and deed.decision.step == "overstack":
            at, unit = event.data["hex"], before.by_id[event.data["unit"]]
            if load(before, at, unit.side) <= LIMITS["hex"]:
                wrong.append(f"{unit.id} is lost in {at}, where there is room")
    arrived = any(e.kind == "arrived" for e in deed.events)
    if before.phase not in ("movement", "counter_movement") or after.phase == before.phase or arrived:
        return wrong
    side = before.phasing if before.phase == "movement" else {"allied": "german", "german": "allied"}[before.phasing]
    for at in sorted({h for u in after.units if u.side == side for h in u.hexes}):
        pinned = any(u.get("pa") == at for u in after.units)
        if load(after, at, side) > LIMITS["hex"] and not pinned:
            wrong.append(
                f"{at} holds {load(after, at, side)} eighths of {side}: {[u.id for u in after.here(at, side)]}"
            )
    return wrong


def crowd(units: Sequence[Unit], steep: bool, eighths: int) -> list[str]:
    """3.1.2, 3.1.2a: division-equivalents, Assets and Artillery units that fight from or in one hex."""
    wrong = []
    if eighths > (LIMITS["steep"] if steep else LIMITS["combat"]):
        wrong.append(f"{eighths} eighths fight")
    assets = [u for u in units if (u.counter.combat and not u.formation) or u.counter.gun]
    if len(assets) > LIMITS["assets"]:
        wrong.append(f"{len(assets)} Assets fight")
    guns = [u for u in units if u.counter.gun]
    if len(guns) > (0 if steep else LIMITS["artillery"]):
        wrong.append(f"{len(guns)} Artillery units fight")
    return wrong


def check_participants(game: Game) -> list[str]:
    """3.1.2, 3.1.2a, 5.3.1 (3), 9.2.2, 9.2.3: who may take part in a combat together."""
    now = read(game)
    battle = under_way(now)
    if battle is None or not battle.attackers or not battle.defenders:
        return []
    steep = HEXES[battle.hex]["terrain"] == "steep_mountain"
    wrong = []
    for at in sorted({h for u in battle.attackers for h in battle.hexes(u)}):
        units = [u for u in battle.attackers if at in u.hexes]
        from_steep = steep or HEXES[at]["terrain"] == "steep_mountain"
        wrong += [f"from {at}: {text}" for text in crowd(units, from_steep, sum(u.eighths for u in units))]
    wrong += crowd(battle.defenders, steep, sum(u.eighths for u in battle.defenders))
    for units in (battle.attackers, battle.defenders):
        armies = {u.get("army") for u in units if u.formation}
        if len(armies) > 1:
            wrong.append(f"units of {sorted(map(str, armies))} fight together")
        bodies = {u.get("corps") or f"independent in {u.at}" for u in units if u.formation}
        if len(bodies) > 2:
            wrong.append(f"units of {sorted(bodies)} fight together")
    weak = [u.id for u in battle.attackers if u.formation and u.status >= 4]
    if weak:
        wrong.append(f"{weak} attack and are Combat Ineffective")
    return [f"{battle.hex}: {text}" for text in wrong]
