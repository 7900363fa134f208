"""The order of battle and the calendar: 1.3, 1.4, 6.0, 6.1, 7.10."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.accounts import ARRIVE, COMING, END, FIELD, LOST, Due, Troop
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.view import own_side, sees
from front1914.titles.germany_at_war.world import (
    ABSENT,
    AREAS,
    ARMIES,
    ARMY,
    BLOCKS,
    DEAD,
    GREEN_NUMBER,
    MONTHS,
    POWER,
    SIDE,
    SIDES,
    SIZE,
    STRENGTH,
    SV,
    WAITING,
)


def muster(s: GWState, seat: str | None) -> Iterator[Troop]:
    """1.3, 1.4: the blocks that the Side may read, by their Combat Value."""
    side = None if seat is None else own_side(seat)
    for u, place in enumerate(s.at):
        if place == ABSENT or (seat is not None and not sees(s, u, side)):
            continue
        where = FIELD if place < SIZE else LOST if place == DEAD else COMING
        at = str(AREAS[place]) if place < SIZE else None
        strength = STRENGTH[u][s.face[u]] if place < SIZE else 0
        yield Troop(str(BLOCKS[u]), SIDE[u], POWER[u], ARMIES[ARMY[u]].name, strength, STRENGTH[u][0], where, at)


def calendar(s: GWState) -> Iterator[Due]:
    """6.1, 7.10: what joins the Pools, who draws how much, and the count."""
    for turn in range(2, s.rules.turns + 1):
        for side in SIDES:
            blocks = f"{SV[side]} {'block' if SV[side] == 1 else 'blocks'}"
            yield Due(turn, ARRIVE, "Reinforcements", f"{blocks} are drawn from the Pool.", side, rule="7.10")
            due = [u for u in BLOCKS.numbers if s.at[u] == WAITING and SIDE[u] == side and GREEN_NUMBER[u] == turn]
            if due:
                units = tuple(str(BLOCKS[u]) for u in due)
                nations = {POWER[u] for u in due}
                nation = nations.pop() if len(nations) == 1 else ""
                yield Due(turn, ARRIVE, "Joins the Pool", "Can be drawn from now on.", side, nation, units, "6.1")
    win = s.rules.german
    yield Due(s.rules.turns, END, "The count", f"{win} Victory Areas win for the German Army.", rule="1.7")


def when(turn: int) -> str:
    """1.2: the month of a turn."""
    return f"{MONTHS[turn - 1]} 1914" if 1 <= turn <= len(MONTHS) else ""
