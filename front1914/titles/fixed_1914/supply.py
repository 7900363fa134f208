"""SU, H13: who can trace a line of supply, and what it costs not to.

Lines are followed from their far end: sources and railways linked to them feed hexes at most three away; supplied
units there feed others at full length again, until nothing changes.
"""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.titles.fixed_1914.board import (
    BOARD,
    CITY,
    COUNTRY_BIT,
    HEXES,
    HOME_HEXES,
    IN,
    INTERIOR,
    INTERNAL,
    NEUTRALS,
    ON_RAIL,
    OPEN,
    RAILS,
    SIZE,
    SOURCES,
)
from front1914.titles.fixed_1914.charts import SUPPLY_REACH
from front1914.titles.fixed_1914.entry import capture
from front1914.titles.fixed_1914.landwehr import offer_change
from front1914.titles.fixed_1914.neutrality import barred, peaceful
from front1914.titles.fixed_1914.state import SUPPLY, FXState
from front1914.titles.fixed_1914.world import (
    BIT,
    COUNTRY_OF_NATION,
    EIGHTHS,
    FOE,
    IS_BLANK,
    IS_ENGINEER,
    IS_FIGHTING,
    IS_GUN,
    IS_ITALIAN,
    NATION,
    OF_GROUP,
    OWN,
)

CORPS = 8  #: eighths of a corps that an internal fort symbol supplies (FT-11, B-50)
#: SU-3b: where rails are links, by the nation that a unit is traced as
RAIL_HOME = {"german": IN["germany"], "french": IN["france"], "belgian": IN["belgium"]}


def clear(s: FXState, side: str, group: str) -> int:
    """SU-7, B-60, B-61: hexes that a line may pass: no enemy, no city that he controls, no neutral territory.

    Inverted enemy counters block whatever they are, so that tracing tells nothing of them.
    """
    foe = s.ground(FOE[side])
    found = OPEN & ~(foe.units | foe.hidden) & ~(CITY & s.held(FOE[side]))  # SU-7.1, SU-7.3
    return found & ~_neutral(s, group)  # SU-7.2


def _neutral(s: FXState, group: str) -> int:
    """B-60: interiors of countries that nobody has invaded, or that the nation may not enter yet."""
    shut = peaceful(s) if group == "german" else peaceful(s) | barred(s, OF_GROUP[group][0])
    return sum(INTERIOR[c] for c in NEUTRALS if shut & COUNTRY_BIT[c])


def feeders(s: FXState, group: str, through: int) -> int:
    """Sources that are not in enemy hands (SU-4 to SU-6, B-63), home railways linked to them (SU-3b), engineers on
    any railway linked to them (SU-3c)."""
    found = SOURCES[group] & through
    start = RAILS.nodes(found)
    linked = _linked(start, RAILS.nodes(RAIL_HOME[group] & through))
    if group == "german":
        engineers = 0
        for u in OF_GROUP["german"]:
            if IS_ENGINEER[u]:
                engineers |= BIT[s.at[u]]
        if engineers & ON_RAIL:
            linked |= engineers & _linked(start, RAILS.nodes(through))
    return found | linked


@lru_cache(maxsize=256)
def _linked(start: int, through: int) -> int:
    """Hexes joined to a start by rail. Few enemies stand on a line, so that the same is asked again and again."""
    return RAILS.to_hexes(RAILS.connected(start, through))


def around(start: int, through: int) -> int:
    """SU-2: hexes from which a line of at most three hexes leads to one of the start."""
    near = start
    for _ in range(SUPPLY_REACH):
        near = start | BOARD.spread(start | near & through)
    return near


def traced(s: FXState, side: str) -> frozenset[int]:
    """SU-2, SU-3: the units of the side that can trace a line; the order of tracing cannot matter."""
    groups = [group for group in GROUPS[side] if s.at_war(group)]
    through = {group: clear(s, side, group) for group in groups}
    feeding = {group: feeders(s, group, through[group]) for group in groups}
    waiting = {group: [u for u in OF_GROUP[group] if s.at[u] < SIZE and not _apart(u)] for group in groups}
    found: set[int] = set()
    fed = dict.fromkeys(groups, 0)
    while True:
        links = 0
        for group, units in waiting.items():
            if not units or not feeding[group]:
                continue
            area = fed[group] = fed[group] | around(feeding[group], through[group])
            new = [u for u in units if area >> s.at[u] & 1]
            if new:
                found.update(new)
                waiting[group] = [u for u in units if not area >> s.at[u] & 1]
                for u in new:
                    links |= BIT[s.at[u]]
        if not links:
            return frozenset(found)
        feeding = {group: links & through[group] for group in groups}  # SU-3a


def _apart(u: int) -> bool:
    return IS_BLANK[u] or IS_GUN[u]


#: who traces lines: British units as French ones (SU-9); Dutch units trace none (SU-10)
GROUPS = {"german": ("german",), "allied": ("french", "belgian")}


@kept(*SUPPLY)
def supplied_units(s: FXState, side: str) -> frozenset[int]:
    """All units of the side that are in supply: by tracing, in Holland (SU-10), in an internal fort (SU-8)."""
    found = supplied_otherwise(s, side)
    for h, wanting in _besieged(s, side, found).items():
        found |= set(_provided(wanting, h))
    return found


def supplied_otherwise(s: FXState, side: str) -> frozenset[int]:
    """Who is in supply without the stores of a fort; units of neutral countries need none."""
    line = traced(s, side)
    extra = set()
    for u in OWN[side]:
        if u not in line and s.at[u] < SIZE:
            if NATION[u] == "dutch":
                if IN["holland"] >> s.at[u] & 1:  # SU-10
                    extra.add(u)
            elif not s.at_war(NATION[u]):
                extra.add(u)
    return line | extra


def _besieged(s: FXState, side: str, found: frozenset[int]) -> dict[int, list[int]]:
    """FT-11, SU-8: by hex, units without a line in an internal fort of their home country, the top one first."""
    wanting: dict[int, list[int]] = {}
    for h, stack in s.stacks().items():
        if INTERNAL[h]:
            for u in stack:
                if u in OWN_SET[side] and u not in found and not _apart(u) and _at_home(u, h):  # FT-11.1
                    wanting.setdefault(h, []).append(u)
    return wanting


OWN_SET = {side: frozenset(units) for side, units in OWN.items()}


def _at_home(u: int, h: int) -> bool:
    """FT-11, H8: whether the fort is one of the unit's home country, which for Italians Germany is not."""
    return bool(HOME_HEXES[COUNTRY_OF_NATION[NATION[u]]] >> h & 1) and not IS_ITALIAN[u]


def _provided(units: list[int], h: int) -> list[int]:
    """FT-11, SU-8, B-50: as many as the symbols of the fort supply, from the top of the stack down."""
    room, found = CORPS * INTERNAL[h], []
    for u in units:
        if EIGHTHS[u] <= room:  # FT-11.2, SU-8.1
            room -= EIGHTHS[u]
            found.append(u)
    return found


def contested(s: FXState, side: str) -> dict[int, list[int]]:
    """D29: by hex, face-up units in a fort that cannot supply all of them; concealed ones are fed from the top down
    (B-104)."""
    return {
        h: wanting
        for h, wanting in _besieged(s, side, supplied_otherwise(s, side)).items()
        if len(_provided(wanting, h)) < len(wanting) and not any(s.hidden[u] for u in wanting)
    }


class Supply(Step):
    """SU-1, B-16: at the end of a player turn its units that cannot trace a line lose a step."""

    name, rule = "supply", "SU-1"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        forts = tuple(contested(s, s.active))
        if forts:
            s.flow.append(("rations", forts, ()))
        else:
            starve(s, supplied_units(s, s.active))


class Rations(Step):
    """FT-11, B-50, D29: whom an internal fort supplies that cannot supply all. The frame holds the forts still to be
    asked about and the units that are fed."""

    name, rule, frame = "rations", "FT-11", ("hex", "unit")

    def prompt(self, s: FXState) -> str:
        return f"The fort of {HEXES.name(s.flow[-1][1][0])} cannot supply all its units: whom does it feed?"

    def legal_unit(self, s: FXState) -> list[int]:
        h = s.flow[-1][1][0]
        return [u for u in contested(s, s.active)[h] if self._room(s, h, u) is None]

    def _room(self, s: FXState, h: int, u: int) -> Reason | None:
        fed = [v for v in s.flow[-1][2] if s.at[v] == h]
        if u in fed:
            return Reason("FT-11", "it is fed already")
        if EIGHTHS[u] + sum(EIGHTHS[v] for v in fed) > CORPS * INTERNAL[h]:
            return Reason("FT-11", "a fort supplies one corps, or its equivalent, for each symbol")
        return None

    def refuse_unit(self, s: FXState, u: int) -> Reason | None:
        h = s.flow[-1][1][0]
        if u not in contested(s, s.active)[h]:
            return Reason("FT-11", "it does not depend on the stores of that fort")
        return self._room(s, h, u)

    def do_unit(self, s: FXState, u: int) -> None:
        name, forts, fed = s.flow[-1]
        s.flow[-1] = (name, forts, (*fed, u))
        if self.legal_unit(s):
            return
        s.flow.pop()
        if forts[1:]:
            s.flow.append((name, forts[1:], (*fed, u)))
        else:
            hungry = {v for wanting in contested(s, s.active).values() for v in wanting}
            starve(s, (supplied_units(s, s.active) - hungry) | {*fed, u})


def starve(s: FXState, fed: frozenset[int]) -> None:
    """SU-1: everything is evaluated before the first loss; Landwehr may be changed into smaller counters (D30)."""
    hungry = []
    for u in OWN[s.active]:
        if s.at[u] >= SIZE or _apart(u):
            continue
        s.supply[u] = 0 if u in fed else 1  # SU-1.2
        if u not in fed:  # SU-1.2
            hungry.append(u)
    take_hold(s, s.active, fed)
    for u in hungry:
        s.mention("out_of_supply", u, hex=s.at[u])
        offer_change(s, s.lose_step(u))


def take_hold(s: FXState, side: str, fed: frozenset[int]) -> None:
    """VC-5, B-31: who entered a city, an economic hex or a fort out of supply controls it once it is supplied there."""
    for u in OWN[side]:
        if s.at[u] < SIZE and IS_FIGHTING[u] and u in fed:
            capture(s, side, s.at[u])


STEPS = (Supply(), Rations())
