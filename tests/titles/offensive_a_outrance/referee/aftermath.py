"""9.8, 9.9.2, 9.10, 10.1 to 10.3: what a result costs, what the guns do, and the checks after a combat."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from front1914 import Event
from tests.referee import Deed

from .board import CHARTS, HEXES, MOUNTAINOUS, Hex, camp, elevation, neighbours, side
from .combat import LADDER, Battle, column, under_way
from .counters import COUNTERS
from .forces import force_of, level
from .situation import STATUS, Situation, Unit, other, read

LOSSES = ("reduced", "replacement_lost", "eliminated")


class Cell(NamedTuple):
    """A result of the table, read."""

    check: tuple[int, int]  #: modifiers of the checks, attacker and defender
    reduced: tuple[bool, bool]
    level: tuple[bool, bool]
    black: int
    white: int


def parsed(text: str) -> Cell:
    halves = text.split("/")
    numbers = [re.match(r"[+-]\d+", half) for half in halves]
    return Cell(
        (int(numbers[0][0]) if numbers[0] else 0, int(numbers[1][0]) if numbers[1] else 0),
        ("s" in halves[0], "s" in halves[1]),
        ("E" in halves[0], "E" in halves[1]),
        2 if "❷" in text else 1 if "❶" in text else 0,
        1 if "①" in text else 0,
    )


def reductions(cell: Cell, intense: Sequence[int]) -> tuple[int, int]:
    """9.8.2, 9.9.2: Strength Reductions of attacker and defender."""
    ours, theirs = intense[0] == 1, intense[1] == 1
    first = cell.reduced[0] + (ours and not cell.black)
    second = cell.reduced[1] + (cell.black == 2)
    if ours and theirs:
        second += bool(cell.black or cell.white)
    elif theirs:
        second += bool(cell.black == 1 or cell.white)
    return first, second


def retreat(cell: Cell, intense: Sequence[int]) -> int:
    """9.8.2: how many hexes the defender retreats."""
    ours, theirs = intense[0] == 1, intense[1] == 1
    if ours and not theirs:
        return max(cell.black, cell.white)
    if theirs and not ours:
        return 2 if cell.black == 2 else 0
    return cell.black


def magnitude(total: int, enemy: Fraction) -> tuple[int, ...] | int:
    """9.10.1 (B40): how many reductions are suffered for certain, or the dice on which one is."""
    if total == 0 or enemy >= 4:
        return total
    if enemy >= 2:
        return (3, 4, 5, 6) if total == 1 else 1
    return (5, 6) if total == 1 else (4, 5, 6)


def of_side(events: Sequence[Event], mine: str) -> list[Event]:
    return [e for e in events if e.kind in LOSSES and COUNTERS[e.data["unit"]].side == mine]


def since_result(deed: Deed) -> list[Event]:
    """What has happened since the result of this combat was found, up to the guns."""
    events = list(deed.game.events)
    guns = max(n for n, e in enumerate(events) if e.kind == "guns")
    start = max((n for n, e in enumerate(events[:guns]) if e.kind == "result"), default=guns)
    return events[start:guns]


def watch_losses(deed: Deed) -> list[str]:
    """9.8.2, 9.10.1: Strength Reductions of a combat, told up to the moment when the guns are reckoned."""
    if not any(e.kind == "guns" for e in deed.events):
        return []
    battle = under_way(read(deed.before))
    story = since_result(deed)
    if battle is None or not story or any(u.second for u in battle.attackers + battle.defenders):
        return []
    if any(e.kind in ("retreated", "must_retreat", "wavers", "abandoned") for e in story):
        return []
    cell, wrong = parsed(story[0].data["result"]), []
    intense = intensities(deed, battle)
    due = reductions(cell, intense)
    size = (battle.sizes[1], battle.sizes[0])
    for n, mine in enumerate((battle.side, other(battle.side))):
        meant = magnitude(due[n], size[n])
        dice = [e for e in story if e.kind == "magnitude" and e.data["side"] == mine]
        if isinstance(meant, tuple):
            meant = int(bool(dice) and dice[-1].data["die"] in meant)
        meant += converted(battle, (battle.attackers, battle.defenders)[n]) if cell.level[n] else 0
        told = len(of_side(story, mine))
        alone = n == 1 and all(u.counter.fortress for u in battle.defenders)
        if told != meant and not alone:
            wrong.append(f"{battle.hex} {story[0].data['result']} {intense}: {mine} loses {told} times, meant {meant}")
    return wrong


def converted(battle: Battle, units: Sequence[Unit]) -> int:
    """5.5.2, 6.1.3: Forces that turn the lost level of an E result into a Strength Reduction."""
    there = {u.id for u in units}
    assets = {
        u.at for u in units if not u.formation and u.counter.combat and force_of(battle.now, u, u.at) not in there
    }
    return len(assets) + sum(u.status == 6 for u in units if u.formation)


def intensities(deed: Deed, battle: Battle) -> list[int]:
    """Whether attacker and defender fought with full intensity; who was not asked did not."""
    events = list(deed.game.events)
    guns = max(n for n, e in enumerate(events) if e.kind == "guns")
    start = max((n for n, e in enumerate(events[:guns]) if e.kind == "odds"), default=0)
    said = {e.data["side"]: int(e.data["intense"]) for e in events[start:guns] if e.kind == "intensity"}
    return [said.get(battle.side, 0), said.get(other(battle.side), 0)]


def values(now: Situation, units: Sequence[Unit], at: dict[str, Hex], target: Hex, hungry: set[str]) -> Fraction:
    """10.1.1, 10.1.1a: Artillery Values by Force, at most 2 in Mountainous Terrain, halved up an Escarpment."""
    forces: dict[tuple[Hex, str], Fraction] = {}
    for unit in units:
        worth = Fraction(unit.counter.artillery, len(unit.hexes))
        if unit.id in hungry:
            worth /= 2
        own = unit.id if unit.counter.fortress else force_of(now, unit, at[unit.id])
        key = (at[unit.id], own)
        forces[key] = forces.get(key, Fraction(0)) + worth
    total = Fraction(0)
    for (start, _), worth in forces.items():
        if HEXES[target]["terrain"] in MOUNTAINOUS:
            worth = min(worth, Fraction(2))
        if start != target and side(start, target).get("escarpment") == target:
            worth /= 2
        total += worth
    return total


def modifier(guns: int, fired_at: Fraction) -> int:
    """10.1.2: the Artillery Table."""
    table = CHARTS["artillery"]
    line = next(n for n, most in enumerate(table["quarters"]) if fired_at <= most)
    found = [result for result, least in zip(table["results"], table["least"][line], strict=True) if guns >= least]
    return int(found[-1])


def watch_guns(deed: Deed) -> list[str]:
    """10.1: the attacker's guns exactly, the defender's with what his neighbours may add, and both modifiers."""
    told = [e for e in deed.events if e.kind == "guns"]
    now = read(deed.before)
    battle = under_way(now)
    if not told or battle is None or not battle.attackers or not battle.defenders:
        return []
    if any(u.second or "-fort-" in u.id for u in battle.attackers + battle.defenders):
        return []  # a Fort that had to leave is infantry without guns by now
    guns, wrong = told[0].data, []
    where = {u.id: battle.start(u) for u in battle.attackers if battle.hexes(u)}
    if len(where) < len(battle.attackers):
        return []
    ours = math.ceil(values(now, battle.attackers, where, battle.hex, battle.hungry))
    if guns["attacker"] != ours:
        wrong.append(f"attacker's guns {guns['attacker']}, meant {ours}")
    own = values(now, battle.defenders, {u.id: battle.hex for u in battle.defenders}, battle.hex, battle.hungry)
    most = own + neighbours_guns(now, battle)
    if not math.ceil(own) <= guns["defender"] <= math.ceil(most):
        wrong.append(f"defender's guns {guns['defender']}, meant {own} to {most}")
    first = modifier(guns["defender"], battle.sizes[0])
    second = modifier(guns["attacker"], battle.sizes[1])
    if (guns["first"], guns["second"]) != (first, second):
        wrong.append(f"modifiers {guns['first']} and {guns['second']}, meant {first} and {second}")
    return [f"{[u.id for u in battle.attackers]} on {battle.hex}: {text}" for text in wrong]


def neighbours_guns(now: Situation, battle: Battle) -> Fraction:
    """10.1.1 (B47): the most that neighbours can add: per hex one Force, two if it is higher, and a Fortress."""
    total = Fraction(0)
    starts = {battle.start(u) for u in battle.attackers}
    armies = {u.get("army") for u in battle.defenders} - {None}
    armies = armies or {a for u in battle.defenders for a in attached(now, u, battle.hex)}
    for at in neighbours(battle.hex):
        beside = starts & set(neighbours(at))
        if not beside or any(u.get("target") == at or u.get("pa") == at for u in now.units):
            continue
        worth: dict[str, Fraction] = {}
        for unit in now.here(at, other(battle.side)):
            mine = attached(now, unit, at)
            besieged = unit.counter.fortress and bool(now.here(at, battle.side))  # B105
            if (not armies or not mine or armies & mine) and not unit.railed and not besieged:
                key = f"!{unit.id}" if unit.counter.fortress else force_of(now, unit, at)
                worth[key] = worth.get(key, Fraction(0)) + Fraction(unit.counter.artillery, len(unit.hexes))
        if HEXES[battle.hex]["terrain"] in MOUNTAINOUS:
            worth = {key: min(number, Fraction(2)) for key, number in worth.items()}
        forces = sorted((number for key, number in worth.items() if key[:1] != "!"), reverse=True)
        high = all(elevation(at) > elevation(h) for h in beside)
        total += sum(forces[: 2 if high else 1], Fraction(0))
        total += sum((number for key, number in worth.items() if key[:1] == "!"), Fraction(0))
    return total


def attached(now: Situation, unit: Unit, at: Hex) -> set[str]:
    """5.1, B84: the army of a unit; of Forts, Fortresses and whoever has none that in whose area he stands.

    Empty where it may be any: nobody's ground, Paris (22.2), areas that may overlap (5.1.4).
    """
    if unit.get("army"):
        return {unit.get("army")}
    loose = unit.side == "allied" and (now.turn >= 22 or camp(at) == "Paris")
    area = now.hex(at).get(f"{unit.side}_area")
    return set() if loose or area in (None, "f-GDT") else {area}


def watch_check(deed: Deed) -> list[str]:
    """10.0, 10.2, 10.3: the modifier of a check, who passes, and how far the others fall."""
    told = [e for e in deed.events if e.kind == "check"]
    now = read(deed.before)
    battle = under_way(now)
    if not told or battle is None or any(u.second for u in battle.attackers + battle.defenders):
        return []
    check, wrong = told[0].data, []
    story = list(deed.game.events)
    place = max(n for n, e in enumerate(story) if e is told[0] or (e.kind == "check" and e.data == check))
    result = next(e for e in reversed(story[:place]) if e.kind == "result")
    guns = next(e for e in reversed(story[:place]) if e.kind == "guns")
    n = 0 if check["side"] == battle.side else 1
    meant = parsed(result.data["result"]).check[n] + guns.data[("first", "second")[n]]
    if n == 1 and any(rule == "9.5.2" for _, rule in battle.shifts):
        meant += 1
    if check["modifier"] != meant and not any(rule.startswith("20") for _, rule in battle.shifts):
        wrong.append(f"modifier {check['modifier']}, meant {meant}")
    if n == 1 and column(battle.attack / battle.defence) + sum(s for s, _ in battle.shifts) < LADDER.index(
        Fraction(1, 4)
    ):
        wrong.append("the defender is checked below 1:4")
    total = check["dice"] + check["modifier"]
    for event in [e for e in deed.events if e.kind == "checked"]:
        unit = now.by_id.get(event.data["unit"])
        if unit is None:
            continue
        cel = force_level(now, unit, battle)
        if event.data["passed"] != (total <= cel):
            wrong.append(f"{unit.id} at {total} with CEL {cel}: passed {event.data['passed']}")
        elif not event.data["passed"] and unit.formation:
            wrong += fallen(unit, total - cel, deed.events)
    return [f"check of {check['side']} in {check['hex']}: {text}" for text in wrong]


def force_level(now: Situation, unit: Unit, battle: Battle) -> int:
    """5.5.1 (2), 6.1.2, 12.2.1b: a Formation's own, the highest of Assets by themselves, 11 for a Fortress."""
    if unit.formation or unit.counter.fortress:
        return level(unit)
    part = [u for u in battle.attackers + battle.defenders if u.side == unit.side and u.at == unit.at]
    return max(level(u) for u in part if not u.formation and not u.counter.fortress)


def fallen(unit: Unit, by: int, events: Sequence[Event]) -> list[str]:
    """10.3: levels lost by the margin; the first word about the unit's status must be that."""
    lost = 1 if by <= 3 else 2 if by <= 6 else 3
    meant = STATUS[min(6, unit.status + lost)]
    start = next(n for n, e in enumerate(events) if e.kind == "checked" and e.data["unit"] == unit.id)
    said = [e for e in events[start:] if e.kind == "effectiveness" and e.data["unit"] == unit.id]
    if unit.status == 6:
        return []
    if not said:
        return [f"{unit.id} fails by {by} and stays {STATUS[unit.status]!r}"]
    return (
        [] if said[0].data["status"] == meant else [f"{unit.id} fails by {by}: {said[0].data['status']}, meant {meant}"]
    )
