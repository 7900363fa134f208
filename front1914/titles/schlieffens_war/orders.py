"""The order of battle and the calendar: 4.4, 4.5, 9.1 to 9.5, 11.24. All of the calendar lies open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from front1914.engine.accounts import ARRIVE, COMING, END, EVENT, FIELD, LEAVE, LEFT, LOST, Due, Troop
from front1914.kit.sentences import army_name
from front1914.titles.schlieffens_war.charts import TURNS, dates
from front1914.titles.schlieffens_war.combat.shifts import FINAL_EFFORT
from front1914.titles.schlieffens_war.reinforcements import BEF_ACTS, WITHDRAWN_FACTOR
from front1914.titles.schlieffens_war.scenarios import WITHDRAWAL, WITHDRAWAL_TURN
from front1914.titles.schlieffens_war.sequence import TABLE
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.view import flow_for, known_to
from front1914.titles.schlieffens_war.world import (
    ABSENT,
    ARMY,
    ARRIVAL,
    CORPS,
    DISPLAY,
    FACTOR,
    FULL,
    HEXES,
    IS_COMBAT,
    IS_FORT,
    NATION,
    REMOVED,
    SIDE,
    SIZE,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.schlieffens_war.title import SchlieffensWar


def muster(title: SchlieffensWar, s: SWState, side: str | None) -> Iterator[Troop]:
    """2.7, 6.6: combat units and their factors: those in the boxes are open, of enemy stacks those that are known."""
    known = None if side is None else known_to(title, s, side, flow_for(title, s, side))
    east = _sent_east(s)
    for u, place in enumerate(s.at):
        if place == ABSENT or not IS_COMBAT[u] or (place < SIZE and known is not None and u not in known):
            continue
        army = "Forts" if IS_FORT[u] else army_name(ARMY[u])
        at = str(HEXES[place]) if place < SIZE else None
        strength = FACTOR[u][s.steps[u]] if place < SIZE else 0
        yield Troop(
            str(UNITS[u]),
            SIDE[u],
            NATION[u],
            army,
            strength,
            FACTOR[u][FULL[u]],
            LEFT if u in east else _where(place),
            at,
        )


def _sent_east(s: SWState) -> set[int]:
    """9.4: the corps that left. The state tells how many: if others were destroyed for good, the first ones count."""
    gone = [u for u in CORPS["german"] if s.at[u] == REMOVED and FACTOR[u][FULL[u]] == WITHDRAWN_FACTOR]
    return set(gone[: s.withdrawn])


def _where(place: int) -> str:
    return FIELD if place < SIZE else LOST if place in (DISPLAY, REMOVED) else COMING


def calendar(s: SWState) -> Iterator[Due]:
    """What the Turn Track and the rules bring in this scenario."""
    rules = s.rules
    comers: dict[tuple[int, str], list[str]] = {}
    for u in rules.track:
        comers.setdefault((ARRIVAL[u], NATION[u]), []).append(str(UNITS[u]))
    for (turn, nation), units in comers.items():
        head, text, rule = ENTRIES[nation]
        yield Due(turn, ARRIVE, head, text, "entente", nation, tuple(units), rule)
    since = TABLE.of["regroup"].since
    yield Due(
        since, EVENT, "Regrouping begins", "From now on tired corps recover and destroyed ones return.", rule="5.1"
    )
    if any(nation == "british" for _, nation in comers):
        text = "British units move and attack from this turn on."
        yield Due(BEF_ACTS, EVENT, "The British may act", text, "entente", "british", rule="9.2")
    if rules.plan_xvii is not None:
        turn, attacks = rules.plan_xvii.turn, rules.plan_xvii.attacks
        text = f"The French must have made {attacks} attacks into Germany by the end of this turn: {s.plan17} so far."
        yield Due(turn, END, "Plan XVII is counted", text, "entente", "french", rule="4.4")
    if rules.last_turn >= WITHDRAWAL_TURN:
        text = f"{WITHDRAWAL} full corps of strength 4 in supply, or the German loses."
        yield Due(WITHDRAWAL_TURN, LEAVE, "Corps for the East", text, "german", "german", rule="9.4")
    for turn in FINAL_EFFORT:
        if rules.first_turn <= turn <= rules.last_turn:
            text = "Entente attacks one column better."
            yield Due(turn, EVENT, "Final effort", text, "entente", rule="11.24")
    win = rules.victory.german
    yield Due(rules.last_turn, END, "The count", f"{win} cities win for the German.", rule="4.7")


ENTRIES = {
    "british": ("The British land", "At Dunkirk, Calais or Boulogne.", "9.2"),
    "french": ("The French 6th Army", "At the west edge of the map.", "9.3"),
}


def when(turn: int) -> str:
    """The days of a turn; of one beyond the track, none."""
    return dates(turn) if 1 <= turn <= len(TURNS.turns) else ""
