"""Stacking at the end of a phase (11), demoralization (26-3, 26-4) and the verdict of the assault on Liege."""

from __future__ import annotations

from front1914 import Game
from tests.referee import Deed
from tests.titles.der_weltkrieg.referee.sheet import CHARTS, COUNTERS, GUNS, INFANTRY, SCENARIOS
from tests.titles.der_weltkrieg.referee.table import Table

PRICES = CHARTS["demoralization"]


def check_stacks(game: Game) -> list[str]:
    """11-1, 11-4: no hex holds more than six divisions and three guns of a side when a phase begins."""
    assert game.decision
    if game.events and game.events[-1].kind != "phase":
        return []
    table = Table.of(game)
    said = []
    for h in table.stacks:
        for who in ("central", "entente"):
            halves, guns = table.load(h, who)
            if halves > 2 * CHARTS["limits"]["divisions"] or guns > CHARTS["limits"]["guns"]:
                said.append(
                    f"{halves} half divisions and {guns} guns lie in {h}: {[p.id for p in table.stack(h, who)]}"
                )
    return said


def watch_morale(deed: Deed) -> list[str]:
    """26-3: a point for each point of infantry or fortress lost in combat, two for horse and guns; more if trapped."""
    table = Table.of(deed.before)
    tracked = set(SCENARIOS[table.scenario].get("tracked", ()))
    told: dict[str, int] = {}
    least: dict[str, int] = {}
    most: dict[str, int] = {}
    if any(e.kind in ("city_occupied", "urban_occupied", "abandoned", "turn", "half") for e in deed.events):
        return []
    for event in deed.events:
        if event.kind == "demoralization":
            told[event.data["nation"]] = told.get(event.data["nation"], 0) + event.data["points"]
        if event.kind == "loss":
            counter, points = COUNTERS[event.data["unit"]], event.data["points"]
            if counter.kind not in INFANTRY and counter.kind not in (*GUNS, "cavalry", "fortress"):
                continue
            price = PRICES["horse_or_gun"] if counter.kind in (*GUNS, "cavalry") else PRICES["infantry"]
            least[counter.nation] = least.get(counter.nation, 0) + price * points
            most[counter.nation] = most.get(counter.nation, 0) + 2 * price * points
    if any(e.kind in ("eliminated", "lost", "overrun", "surrenders", "surrendered", "interned") for e in deed.events):
        return []
    said = []
    for nation, low in least.items():
        if nation in tracked and not low <= told.get(nation, 0) <= most[nation]:
            said.append(f"{nation} is told {told.get(nation, 0)} points for losses worth {low} to {most[nation]}")
    return said


def watch_liege(deed: Deed) -> list[str]:
    result = deed.game.result
    if result is None or deed.game.position()["scenario"] != "liege" or result.level == "resignation":
        return []
    table = Table.of(deed.game)
    terms = SCENARIOS["liege"]["victory"]
    stands = any(p.id == terms["fortress"] for p in table.stack(terms["hex"]))
    german = any(p.side == "central" and p.counter.fights for p in table.stack(terms["hex"]))
    early = bool(deed.game.position().get("points"))
    if stands or not early:
        expected = "entente", "decisive victory" if stands else "marginal victory"
    else:
        expected = "central", "decisive victory" if german else "marginal victory"
    found = result.winner, result.level
    return [] if found == expected else [f"{found} won, but by the terms it was {expected}"]
