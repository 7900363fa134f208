"""The order of battle and the calendar: 16.0, 17, 25. The track and the schedule lie open (3.1.6)."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.accounts import ARRIVE, COMING, END, EVENT, FIELD, LEAVE, LEFT, LOST, Due, Troop
from front1914.kit.sentences import at_places
from front1914.titles.offensive_a_outrance.board import HEXES, SIZE
from front1914.titles.offensive_a_outrance.charts import TURNS, dates
from front1914.titles.offensive_a_outrance.schedule import ROWS, ScheduleRow
from front1914.titles.offensive_a_outrance.show.view import known, open_to
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMIES,
    ELIMINATED,
    FACES,
    HOLDING,
    IS_COMBAT,
    NATION,
    NO_ARMY,
    SEA_BOX,
    SIDE,
    TRACK,
    UNITS,
    WITHDRAWN,
)

KIND_OF = {"army": ARRIVE, "train": ARRIVE, "withdraw": LEAVE, "end": LEAVE, "remove": LEAVE}


def muster(s: OAOState, side: str | None) -> Iterator[Troop]:
    """3.1.6: combat units by their attack strength, which of enemies nobody knows."""
    seen = None if side is None or open_to(s, side) else known(s, side)
    for u, place in enumerate(s.at):
        if place == ABSENT or not IS_COMBAT[u] or (seen is not None and u not in seen):
            continue
        mine = seen is None or SIDE[u] == side
        army = ARMIES.name(s.army[u]) if mine and s.army[u] != NO_ARMY else ""
        strength: int | None = 0 if place >= SIZE else FACES[u][s.sr[u]][0] if mine else None
        at = str(HEXES[place]) if place < SIZE else None
        yield Troop(str(UNITS[u]), SIDE[u], NATION[u], army, strength, FACES[u][0][0], _where(place), at)


def _where(place: int) -> str:
    if place < SIZE:
        return FIELD
    if place in (TRACK, SEA_BOX, HOLDING):
        return COMING
    return LOST if place == ELIMINATED else LEFT if place == WITHDRAWN else COMING


def calendar(s: OAOState) -> Iterator[Due]:
    """16.1: units by turn and nation; 16.0: what else the schedule brings to this scenario."""
    rules = s.rules
    comers: dict[tuple[int, str], list[int]] = {}
    for u, (turn, _) in rules.arrivals.items():
        if IS_COMBAT[u]:
            late = s.due[u] if s.at[u] == TRACK and s.due[u] else turn
            comers.setdefault((late, NATION[u]), []).append(u)
    for (turn, nation), units in sorted(comers.items()):
        text = at_places(HEXES.name(rules.arrivals[u][1]) for u in units)
        words = tuple(str(UNITS[u]) for u in units)
        yield Due(turn, ARRIVE, "Reinforcements", text, SIDE[units[0]], nation, words, "16.1")
    for row in ROWS:
        if rules.first_turn < row.turn <= rules.last_turn and (due := _scheduled(s, row)) is not None:
            yield due
    yield Due(rules.last_turn, END, "The last turn", "Then points are counted.", rule="27.0")


def _scheduled(s: OAOState, row: ScheduleRow) -> Due | None:
    """A line of the schedule in words; None if whom it concerns does not take part."""
    head, text = WORDS[row.kind, row.units[0] if row.kind in ("event", "remove") else ""]
    units: tuple[str, ...] = ()
    nation = "german" if row.side == "german" else ""
    if row.kind in ("army", "end"):
        army = ARMIES.number(row.units[0])
        if army not in s.rules.armies:
            return None
        head = head.format(ARMIES.name(army))
    elif row.kind in ("combine", "substitute"):
        found = [UNITS.find(word) for word in (*row.units, row.into)]
        present = [u for u in found if u is not None and s.at[u] != ABSENT]
        if not present:
            return None
        units = tuple(word for word in row.units if UNITS.find(word) is not None)
        into = UNITS.find(row.into)
        if row.kind == "substitute" and into is not None:
            return None  # 22.3.4: told with the end of their group
        head = head.format(ARMIES.name(ARMIES.number(row.into)) if into is None else UNITS.name(into))
        nation = nation or NATION[present[0]]
    sure = row.kind not in ("combine", "withdraw")
    return Due(row.turn, KIND_OF.get(row.kind, EVENT), head, text, row.side, nation, units, row.rule, sure)


WORDS = {
    ("army", ""): ("{}", "Its Depot is placed, and units may be attached to it."),
    ("end", ""): ("{} is dissolved", "Its units go to other armies or stand alone."),
    ("train", ""): ("A Train for the Territorials", ""),
    ("combine", ""): ("{} can be formed", "From this turn on, when its parts stand together."),
    ("substitute", ""): ("{} takes over", "It is exchanged for the older unit."),
    ("withdraw", ""): ("Corps for the East", "Two corps and a cavalry division leave when the rules call for them."),
    ("remove", "trucks"): ("The last lorries", "Truck markers that were not used are taken away."),
    ("remove", "metz"): ("The siege train of Metz", "Its marker is taken away."),
    ("event", "shortage"): ("Shells run short", "Ammo Shortage for both sides from this turn on."),
    ("event", "network"): ("The Réseau du Nord", "Its railways may be repaired."),
    ("event", "new_corps"): ("New corps by rail", "Bottlenecks of the railway carry twice as much."),
}


def when(turn: int) -> str:
    """The days of a turn; of one beyond the track, none."""
    return dates(turn) if 1 <= turn <= len(TURNS.turns) else ""
