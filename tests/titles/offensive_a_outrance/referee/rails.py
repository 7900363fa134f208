"""7.7.2, 7.7.3 (2): where a unit may ride to, held against the destinations that are offered."""

from __future__ import annotations

import heapq

from front1914 import Game

from .board import HEXES, Hex, camp, neighbours, table, window
from .situation import Situation, Unit, other, read
from .supply import operational

FAR = 6  #: 7.7.3 (2): hexes from the nearest enemy unit
PURPLE = "Abancourt - Eu - Abbeville"  #: 7.7.2: the one single track, for the Allies


def tracks(side: str) -> dict[Hex, set[Hex]]:
    """7.7.2: which rail hexes trains with units connect."""
    found: dict[Hex, set[Hex]] = {}
    for row in table("map/rail.csv"):
        if row["track"] == "double" or (side == "allied" and PURPLE in row["lines"]):
            found.setdefault(row["a"], set()).add(row["b"])
            found.setdefault(row["b"], set()).add(row["a"])
    return found


TRACKS = {side: tracks(side) for side in ("allied", "german")}
STRUCTURES = {row["id"]: row for row in table("map/structures.csv")}


def cut(now: Situation) -> set[frozenset[Hex]]:
    """18.4.2, 18.5: hexsides that no train with units crosses: what is down, and what was rebuilt at a yellow site."""
    found = set()
    for name, note in now.position.get("structures", {}).items():
        row, state = STRUCTURES[name], note.get("state")
        if state == "down" or (state == "rebuilt" and row["colour"] == "yellow"):
            found.add(frozenset((row["a"], row["b"])))
    return found


def near_enemies(now: Situation, mine: str) -> set[Hex]:
    """7.7.3 (2): less than six hexes from an enemy unit; a hex inside a Fortified Camp counts as two."""
    best = {h: 0 for u in now.units if u.side == other(mine) for h in u.hexes}
    queue = [(0, h) for h in best]
    while queue:
        so_far, at = heapq.heappop(queue)
        for b in neighbours(at):
            cost = so_far + (2 if camp(b) else 1)
            if cost < FAR and cost < best.get(b, FAR):
                best[b] = cost
                heapq.heappush(queue, (cost, b))
    return set(best)


def reached(now: Situation, mine: str, start: Hex) -> set[Hex]:
    """7.7.3 (4): the hexes to which operational lines lead; zones do not matter, enemies on the line do."""

    def runs(at: Hex) -> bool:
        return operational(now, at, mine) and at in window(now.scenario) and not now.here(at, other(mine))

    if not runs(start):
        return set()
    found, edge, shut = {start}, [start], cut(now)
    while edge:
        at = edge.pop()
        for b in TRACKS[mine].get(at, ()):
            if b not in found and runs(b) and frozenset((at, b)) not in shut:
                found.add(b)
                edge.append(b)
    return found


def tied(now: Situation, unit: Unit, how: str) -> bool:
    """Whether rules of its own, or of the lines, shut some destinations to a unit that are not looked at here."""
    position = now.position
    hindered = position.get("bottlenecks") or camp(unit.at)
    plan = position.get("armies", {}).get(unit.get("army", ""), {}).get("plan") == "active"
    bound = unit.counter.loc or unit.counter.home or unit.get("army") == "f-GDT"
    return bool(hindered or plan or bound or how == "special")


def check_destinations(game: Game) -> list[str]:
    """7.7.3 (2): every destination that is offered, and none that is not."""
    now = read(game)
    _, name, how = now.position["flow"][-1]
    unit = now.by_id[name]
    assert game.decision is not None
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    meant = reached(now, unit.side, unit.at) - near_enemies(now, unit.side) - {unit.at}
    wrong = [f"{at} is offered to {name} in {unit.at}" for at in sorted(offered - meant)]
    if not tied(now, unit, how):
        wrong += [f"{at} is not offered to {name} in {unit.at}" for at in sorted(meant - offered)]
    assert all(at in HEXES for at in offered)
    return wrong[:6]
