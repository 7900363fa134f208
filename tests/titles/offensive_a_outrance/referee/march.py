"""7.1, 7.2: what a march costs and how far it goes, held against what is offered to a Force on the march.

The referee walks from hex to hex, cheapest first, and keeps for each hex the fewest MPs.
Ways that are offered must be affordable, what is affordable must be offered, and both must leave the same MPs.
"""

from __future__ import annotations

import heapq
import re

from front1914 import Game

from .board import CHARTS, HEXES, Hex, camp, neighbours, river, side, spanned, table, window
from .counters import Counter
from .situation import Situation, Unit, other, read

GROUND, RIVERS, ZONES = CHARTS["side"], CHARTS["river"], CHARTS["zones"]
HALTED = 256  #: the mark in a position of a Force that may move no further after a Repulse that failed (7.4.5)
OBJECTIVES: dict[str, list[Hex]] = {}
for _row in table("plans.csv"):
    OBJECTIVES.setdefault(_row["army"], []).extend(_row["hexes"].split())


class March:
    """A Force on the march."""

    def __init__(self, now: Situation, force: list[Unit]) -> None:
        self.now, self.force = now, force
        self.side = force[0].side
        self.counters: list[Counter] = [u.counter for u in force]
        self.enemy = now.zone_of[other(self.side)]
        self.drawn = now.areas(self.side)
        self.start = force[0].at
        self.origins = {u.get("origin", u.at) for u in force}
        self.spent = max(int(u.get("spent", 0)) for u in force)

    def allowance(self) -> int:
        """7.1.1."""
        return int(CHARTS["allowance"][self.now.phase])

    def forced(self) -> int:
        """7.2, 7.2.1, 7.2.2a, 8.8.1, 22.1: how many MPs more by Forced March."""
        now = self.now
        if not all(c.combat for c in self.counters):
            return 0
        if now.turn == 1 and now.phase == "movement" and any(c.nation == "french" for c in self.counters):
            return 0
        return 7 if all(c.horse for c in self.counters) else 3

    def ground(self, a: Hex, b: Hex) -> int:
        """7.1.3: the hexside itself, with an escarpment towards its upper hex."""
        edge = side(a, b)
        cost = int(GROUND[edge.get("terrain") or "clear"]["cost"])
        return cost + (int(CHARTS["escarpment"]["cost"]) if edge.get("escarpment") == b else 0)

    def water(self, a: Hex, b: Hex) -> int | None:
        """7.1.4, 7.1.4a, 7.1.5: what a river costs; None where it cannot be crossed."""
        if side(a, b).get("inundation") and self.now.flooded():
            return int(RIVERS["inundation"]["cost"]) if self.began(a, b) else None
        kind = river(a, b)
        if not kind:
            return 0
        if self.bridged(a, b):
            return int(RIVERS[kind]["bridge"])
        if kind == "grand" and not self.began(a, b):
            return None
        return int(RIVERS[kind]["cost"])

    def began(self, a: Hex, b: Hex) -> bool:
        """7.1.5: it began the phase beside the hexside, and is there now: who goes away and back goes step by step."""
        return a == self.start and self.origins <= {a, b}

    def bridged(self, a: Hex, b: Hex) -> bool:
        """7.1.4a: a bridge whose hexes were not both friendly is blown as soon as the Force comes to it."""
        if river(a, b) == "minor":
            return True
        if not spanned(a, b) or "/".join(sorted((a, b))) in self.now.position.get("bridges", {}):
            return False
        safe = self.now.controls(a, self.side) and self.now.controls(b, self.side)
        return safe or a == self.start

    def zones(self, a: Hex, b: Hex) -> int:
        """7.1.6, 7.1.6a (B11)."""
        leaves, enters = a in self.enemy, b in self.enemy
        if leaves and enters:
            friends = [u for u in self.now.here(b, self.side) if u not in self.force]
            held = any(u.formation or u.counter.fortress for u in friends)
            return int(ZONES["between_to_friends"] if held else ZONES["between"])
        return int(ZONES["enter"]) * enters + int(ZONES["leave"]) * leaves

    def cost(self, a: Hex, b: Hex) -> int | None:
        """What the step costs; None if it is not allowed."""
        now, edge = self.now, side(a, b)
        if b not in window(now.scenario) or edge.get("sea") or edge.get("ridge") or now.blocked(b, self.side):
            return None
        if not self.allowed(b):
            return None
        water = self.water(a, b)
        if water is None:
            return None
        fortress = int(ZONES["fortress"]) if now.here(b, other(self.side)) else 0
        return self.ground(a, b) + water + self.zones(a, b) + fortress

    def allowed(self, b: Hex) -> bool:
        """5.3.1 (2), 8.4, 8.7.1, 8.6, 24.7: who may not go there."""
        now = self.now
        if now.beside_enemy(b, self.side) and not all(self.in_area(u, b) for u in self.force):
            return False
        if b in self.enemy and not self.covered(b):
            return False
        for counter in self.counters:
            if counter.loc and b in self.enemy:
                return False
            if counter.horse and now.phase == "counter_movement" and now.turn <= 9 and self.watched(b):
                return False
            if counter.kind == "loc_infantry" and counter.nation == "belgian" and HEXES[b]["country"] != "belgium":
                return False
        return True

    def covered(self, b: Hex) -> bool:
        """15.6.2, 8.8.1: supply and Artillery units are in an EZOC only with a Combat unit or a garrisoned Fortress."""
        if any(c.combat for c in self.counters):
            return True
        return any(u.counter.combat or (u.counter.fortress and not u.back) for u in self.now.here(b, self.side))

    def in_area(self, unit: Unit, b: Hex) -> bool:
        """5.3.1 (2): within the AoA of its army; a unit of no army has none (B82, B84)."""
        # 5.5.1 (1): an Asset is part of its Formation's Force
        leader = next((u for u in self.force if u.formation), unit)
        army = leader.get("army")
        if army is None:
            return True
        if army == "f-PARIS":  # 22.2.1
            return camp(b) == "Paris"
        area = self.now.hex(b).get(f"{self.side}_area")
        return bool(area == army) if army in self.drawn else area is None

    def watched(self, b: Hex) -> bool:
        """8.4: in the zone of an enemy infantry Formation."""
        return any(
            u.formation and u.counter.foot and not u.railed
            and not (side(h, b).get("sea") or side(h, b).get("ridge"))
            for h in neighbours(b)
            for u in self.now.here(h, other(self.side))
        )  # fmt: skip

    def reach(self) -> dict[Hex, int]:
        """The fewest MPs to every hex, from where the Force is now."""
        most = self.allowance() + self.forced() - self.spent
        best, queue = {self.start: 0}, [(0, self.start)]
        while queue:
            so_far, at = heapq.heappop(queue)
            if so_far > best[at]:
                continue
            for b in neighbours(at):
                cost = self.cost(at, b)
                if cost is not None and so_far + cost <= most and so_far + cost < best.get(b, 99):
                    best[b] = so_far + cost
                    heapq.heappush(queue, (so_far + cost, b))
        del best[self.start]
        return best


def on_the_march(game: Game) -> March | None:
    """The Force that is asked where it goes, if it marches on the ordinary way."""
    now = read(game)
    frame = now.position["flow"][-1]
    force = [now.by_id[name] for name in frame[1]]
    if now.turn >= 22 and any(u.get("army") in ("b-BEF", "be-BELGIAN") for u in force):
        return None  # 5.1.4: their areas overlap with others, which a position does not say
    if now.phase == "counter_movement" and any(u.get("pa") in {f.at for f in force} for u in now.units):
        return None  # 7.3.3: somebody of the hex must stay, the owner says who
    if any(int(u.get("did", 0)) & HALTED for u in force):
        return None
    if any(u.second or u.railed or u.get("rail") or u.counter.kind == "depot" for u in force):
        return None
    return March(now, force)


def planned(march: March) -> bool:
    """26.2: whether a Strategic Plan binds somebody of the Force."""
    for unit in march.force:
        plan = march.now.position.get("armies", {}).get(unit.get("army", ""), {}).get("plan")
        free = unit.status >= 4 and unit.counter.nation != "belgian"
        if plan == "active" and unit.formation and unit.counter.foot and not free:
            return True
    return False


def tethered(march: March) -> bool:
    """8.6, 8.7.1, 22.2.2, 22.3.2, 23.2: garrisons, LOC units and others whose ways have an end of their own."""
    if any(c.loc or c.home for c in march.counters) or any(u.get("army") == "f-GDT" for u in march.force):
        return True
    return any(camp(u.at) for u in march.force)


def check_reach(game: Game) -> list[str]:
    """7.1, 7.2: costs, forced marches and the hexes that can be reached."""
    march = on_the_march(game)
    if march is None:
        return []
    meant, free = march.reach(), not (planned(march) or tethered(march))
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}  # type: ignore[union-attr]
    wrong = [f"{at} is offered and out of reach" for at in sorted(offered - set(meant))]
    if free:
        wrong += [f"{at} is in reach for {meant[at]} MPs and not offered" for at in sorted(set(meant) - offered)]
    hints = game.hints()
    for at in sorted(offered & set(meant)):
        hint = hints.get(f"to {at}", {})
        if "left" not in hint:
            continue
        left = march.allowance() - march.spent - meant[at]
        mark = re.search(r"forced march (\d+)", hint.get("mark", ""))
        said = -int(mark[1]) if mark else hint["left"]
        if said != left and free:
            wrong.append(f"{at}: {said} MPs left are shown, {left} are meant; {hint}")
    names = ", ".join(u.id for u in march.force)
    if len(wrong) > 3:
        wrong = [f"{len(wrong)} hexes: " + "; ".join(w[:60] for w in wrong[:6])]
    notes = [u.note for u in march.force]
    return [f"{names} in {march.start}, spent {march.spent}: {text} {notes}" for text in wrong]
