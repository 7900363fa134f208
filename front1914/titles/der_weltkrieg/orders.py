"""The order of battle and the calendar: 25. Both lie open (3.3): only Supply Points are secret."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.accounts import ARRIVE, COMING, END, EVENT, FIELD, LEAVE, LEFT, LOST, Due, Troop
from front1914.kit.sentences import army_name, at_places
from front1914.titles.der_weltkrieg.board import HEXES, SIZE
from front1914.titles.der_weltkrieg.charts import dates
from front1914.titles.der_weltkrieg.goals import MONTHS, TURNS, number
from front1914.titles.der_weltkrieg.nations import NATION as NATION_RULES
from front1914.titles.der_weltkrieg.nations import NATIONS, SIDE_OF
from front1914.titles.der_weltkrieg.scenarios import Date, Placed
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    BROKEN,
    FRONT,
    FULL,
    IS_FORTRESS,
    IS_GROUND,
    NATION,
    SCHEDULE,
    SIDE,
    UNIT_ROWS,
    UNITS,
    WITHDRAWN,
)


def muster(s: DWState) -> Iterator[Troop]:
    """3.6: ground units and fortresses with their Strength Points; divisions broken down stand as their parts."""
    for u, place in enumerate(s.at):
        if place in (ABSENT, BROKEN) or not (IS_GROUND[u] or IS_FORTRESS[u]):
            continue
        army = "Fortresses" if IS_FORTRESS[u] else army_name(UNIT_ROWS[u].army)
        where = FIELD if place < SIZE else COMING if place == SCHEDULE else LEFT if place == WITHDRAWN else LOST
        at = str(HEXES[place]) if place < SIZE else None
        strength = s.strength[u] if place < SIZE else 0
        full = max(FULL[u], FRONT[u])
        yield Troop(str(UNITS[u]), SIDE[u], str(NATIONS[NATION[u]]), army, strength, full, where, at)


def calendar(s: DWState) -> Iterator[Due]:
    """25-1, 25-8: who arrives, who may march for the first time, who leaves, and the last turn."""
    rules = s.rules
    first = number(*rules.first) - 1

    def turn(date: Date) -> int:
        return number(*date) - first

    dated: dict[tuple[int, str, int], list[Placed]] = {}
    for placed in rules.placed:
        dates = ((placed.turn, ARRIVE), (placed.leaves, LEAVE), (placed.wakes, EVENT))
        for date, kind in dates:
            if date is not None and turn(date) >= 1 and date <= rules.last:
                dated.setdefault((turn(date), kind, NATION[placed.unit]), []).append(placed)
    for (when, kind, nation), rows in sorted(dated.items()):
        head, rule = HEADS[kind]
        units = tuple(str(UNITS[row.unit]) for row in rows)
        text = at_places(HEXES.name(row.at) for row in rows) if kind == ARRIVE else ""
        yield Due(when, kind, head, text, SIDE_OF[nation], str(NATIONS[nation]), units, rule)
    for nation, points in rules.income.items():
        text = f"{points} Supply Points in this turn and in every other."
        name = f"{NATION_RULES[nation].name} supply"
        yield Due(1, EVENT, name, text, SIDE_OF[nation], str(NATIONS[nation]), rule="25-7")
    yield Due(turn(rules.last), END, "The last turn", "Then the game is decided.", rule="a.5")


HEADS = {ARRIVE: ("Reinforcements", "25-1"), LEAVE: ("Withdrawn", "25-8"), EVENT: ("Mobilized", "25-4")}


def when(s: DWState, turn: int) -> str:
    """5.1: the days of a turn that is counted from the first of the scenario."""
    months, left = divmod(number(*s.rules.first) + turn - 2, TURNS)  # a month has turns 1 to 7
    year, month = divmod(months - 1, MONTHS)
    return dates(year, month + 1, left + 1)
