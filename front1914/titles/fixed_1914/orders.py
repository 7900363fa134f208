"""The order of battle and the calendar: RI, PP-4, PP-10, BA, BN, GT-2.

The Turn Record lies open, and so does what brings in Britain and opens Belgium; the length of the game is German
knowledge until the last turn begins.
"""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.accounts import ARRIVE, COMING, END, EVENT, FIELD, LEFT, LOST, Due, Troop
from front1914.titles.fixed_1914.arrivals import ANY_PORT, RECORD, Arrival, due_turn
from front1914.titles.fixed_1914.board import HEXES, SIZE
from front1914.titles.fixed_1914.charts import CLOCKS, LENGTH, TURNS, dates
from front1914.titles.fixed_1914.expedition import BEF
from front1914.titles.fixed_1914.neutrality import NEVER, activation, entry_turn, landing
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.view import known, length_known
from front1914.titles.fixed_1914.world import (
    ABSENT,
    ATTACK,
    ELIMINATED,
    GROUP,
    IS_FIGHTING,
    NATION,
    OWN,
    REMOVED,
    RUSSIA,
    SIDE,
    TRACK,
    TYPE,
    UNITS,
)


def muster(s: FXState, side: str | None) -> Iterator[Troop]:
    """PP-16: infantry and cavalry by their attack factors, as far as the side may know them."""
    for u, place in enumerate(s.at):
        if place == ABSENT or not IS_FIGHTING[u] or (side is not None and not known(s, u, side)):
            continue
        where = (
            FIELD if place < SIZE else LOST if place == ELIMINATED else LEFT if place in (RUSSIA, REMOVED) else COMING
        )
        at = str(HEXES[place]) if place < SIZE else None
        strength = ATTACK[u][s.step[u]] if place < SIZE else 0
        yield Troop(str(UNITS[u]), SIDE[u], NATION[u], ARMY_NAMES.get(GROUP[u], ""), strength, ATTACK[u][0], where, at)


ARMY_NAMES = {
    "bef": "BEF",
    "north_army": "North Army",
    "north_african": "North Africans",
    "territorial": "Territorials",
}


def calendar(s: FXState, side: str | None) -> Iterator[Due]:
    """The lines of the Turn Record that this scenario reaches, Britain, Belgium, and the end."""
    yield _end(s, side)
    if s.rules.points is not None:
        return  # VC-5: the short game has no reinforcements
    for arrival in RECORD:
        yield _line(s, arrival)
    yield _bef(s)
    if (opens := entry_turn(s)) != NEVER:
        yield Due(opens, EVENT, "Belgium opens", "Allied units may enter Belgium.", "allied", "belgian", rule="BN-2")


def _line(s: FXState, arrival: Arrival) -> Due:
    units = tuple(
        str(UNITS[u])
        for u in OWN[arrival.side]
        if GROUP[u] == arrival.pool and TYPE[u].id == arrival.type and s.at[u] == TRACK
    )
    nation = next(NATION[u] for u in UNITS.numbers if TYPE[u].id == arrival.type)
    kind = next(TYPE[u].name for u in UNITS.numbers if TYPE[u].id == arrival.type)
    where = "at a French port" if arrival.at == ANY_PORT else f"at {arrival.at}"
    text = f"{arrival.number} × {kind}, {where}"
    if arrival.pool == "eliminated":
        text += ", if so many were eliminated"
    due = due_turn(s, arrival)
    sure = due != NEVER
    if arrival.when == "britain" and not sure:
        text += ", once Britain is in the war"
    turn = due if sure else arrival.turn
    head = "Rebuilt units" if arrival.pool == "eliminated" else ARMY_NAMES.get(arrival.pool, "Reinforcements")
    return Due(turn, ARRIVE, head, f"{text}.", arrival.side, nation, units, "RI-1", sure)


def _bef(s: FXState) -> Due:
    units = tuple(str(UNITS[u]) for u in BEF if s.at[u] not in (ABSENT, REMOVED) and s.at[u] >= SIZE)
    text = "In French ports it holds."
    if activation(s) != NEVER:
        return Due(landing(s), ARRIVE, "The BEF lands", text, "allied", "british", units, "BA-3")
    first = s.turn + CLOCKS.bef_activation + CLOCKS.bef_landing_after_activation
    text = "At the earliest, if Belgium or Holland is invaded now."
    return Due(first, ARRIVE, "The BEF lands", text, "allied", "british", units, "BA-1", sure=False)


def _end(s: FXState, side: str | None) -> Due:
    """GT-2: who does not know the length reads between which turns it lies."""
    if s.phase != "setup" and (side is None or length_known(s, side)):
        return Due(s.last_turn, END, "The last turn", "Then points are counted.", rule="GT-1")
    if s.rules.last_turn:
        return Due(s.rules.last_turn, END, "The last turn", "Then points are counted.", rule="GT-1")
    text = f"The game ends between turns {LENGTH[0]} and {LENGTH[-1]}: the German's corps in Russia decide."
    return Due(min(LENGTH), END, "The end is near", text, rule="GT-2", sure=False)


def when(turn: int) -> str:
    """The days of a turn; of one beyond the track, none."""
    return dates(turn) if 1 <= turn <= len(TURNS.turns) else ""
