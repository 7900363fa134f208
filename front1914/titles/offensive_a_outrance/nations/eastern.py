"""25.2: two corps, four divisions and a cavalry division leave for the Eastern Front on GT 6.

What cannot leave then leaves as soon as it can (B97). What has left is counted in the box of the withdrawn.
"""

from __future__ import annotations

import re

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.organisation.effectiveness import is_demoralised
from front1914.titles.offensive_a_outrance.schedule import EASTERN_TURN
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    CORPS_ROWS,
    IS_CAVALRY,
    IS_DIVISION,
    IS_FORMATION,
    IS_TRAIN,
    KINDS,
    NO_CORPS,
    OWN,
    SIDE,
    TRAIN_OF,
    WITHDRAWN,
)

CORPS_OWED, DIVISIONS_OWED, CAVALRY_OWED = 2, 4, 1
#: 25.2.a, 25.2: corps whose ID is only a number, and those of the Guard
FIRST_LINE = frozenset(
    c
    for c, row in enumerate(CORPS_ROWS)
    if row.nation == "german" and (row.short in ("GD", "GD R") or re.fullmatch(r"\d+", row.short))
)
SPARED = tuple(ARMIES.number(word) for word in ("g-SIXTH", "g-SEVENTH"))  #: 25.2.2
_BAVARIAN = tuple("Bavarian" in kind.name for kind in KINDS)
_HORSE = tuple(IS_CAVALRY[u] and IS_FORMATION[u] and kind.size == "division" for u, kind in enumerate(KINDS))


def in_force(s: OAOState) -> bool:
    """Whether the scenario comes to GT 6, and has."""
    return s.rules.first_turn <= EASTERN_TURN <= s.turn


def owed(s: OAOState) -> tuple[int, int, int]:
    """How many corps, infantry divisions and cavalry divisions are still to leave."""
    gone = [u for u in OWN["german"] if s.at[u] == WITHDRAWN]
    return (
        max(0, CORPS_OWED - sum(IS_TRAIN[u] for u in gone)),
        max(0, DIVISIONS_OWED - sum(IS_DIVISION[u] for u in gone)),
        max(0, CAVALRY_OWED - sum(_HORSE[u] for u in gone)),
    )


def refuse_formation(s: OAOState, u: int) -> Reason | None:
    """25.2, 25.2.1, 25.2.2: why a Formation cannot be sent to the East."""
    if SIDE[u] != "german" or s.at[u] >= SIZE or not (_HORSE[u] or (IS_DIVISION[u] and IS_FORMATION[u])):
        return Reason("25.2", "no German division on the map")
    if _BAVARIAN[u]:
        return Reason("25.2.1", "no Bavarian Formation leaves")
    if is_demoralised(s, u):
        return Reason("25.2.1", "it is Demoralized")
    if IS_DIVISION[u] and s.options.get("eastern", False) and s.army[u] in SPARED:
        return Reason("25.2.2", "none leaves from the Sixth and Seventh Armies")
    return None


def divisions(s: OAOState, corps: int) -> list[int]:
    """The infantry divisions attached to a corps that may leave."""
    return [u for u in OWN["german"] if s.corps[u] == corps and IS_DIVISION[u] and refuse_formation(s, u) is None]


def horse(s: OAOState) -> list[int]:
    """The cavalry divisions that may leave."""
    return [u for u in OWN["german"] if _HORSE[u] and refuse_formation(s, u) is None]


def candidates(s: OAOState, chosen: tuple[int, ...]) -> list[int]:
    """25.2: the corps that may be chosen next: those with which as many divisions leave as can."""
    corps_owed, needed, _ = owed(s)
    size = {c: len(divisions(s, c)) for c in sorted(FIRST_LINE) if s.at[TRAIN_OF[c]] < SIZE and c not in chosen}
    size = {c: n for c, n in size.items() if n}
    left = corps_owed - len(chosen)
    if left <= 0:
        return []
    have = sum(len(divisions(s, c)) for c in chosen)

    def most(c: int) -> int:
        rest = sorted((n for other, n in size.items() if other != c), reverse=True)[: left - 1]
        return min(needed, have + size[c] + sum(rest))

    best = max(map(most, size), default=0)
    return [c for c in size if most(c) == best]


class Eastern(Step):
    """25.2: which corps of the first line leaves. The frame: those chosen."""

    name, rule, frame = "eastern", "25.2", ("corps",)

    def side(self, s: OAOState) -> str:
        return "german"

    def prompt(self, s: OAOState) -> str:
        return "OHL sends two corps with four divisions, and a cavalry division, to the East: which corps?"

    def legal_corps(self, s: OAOState) -> list[int]:
        return candidates(s, s.flow[-1][1])

    def why_corps(self, s: OAOState, corps: int) -> Reason:
        if corps not in FIRST_LINE:
            return Reason("25.2", "no corps of the first line")
        return Reason("25.2", "it has too few divisions that may leave, or is chosen already")

    def do_corps(self, s: OAOState, corps: int) -> None:
        chosen = (*s.flow.pop()[1], corps)
        if candidates(s, chosen):
            s.flow.append(("eastern", chosen))
        else:
            depart(s, chosen, ())


class EasternDivisions(Step):
    """25.2: which divisions of the chosen corps leave, where there are more than four. The frame: corps, divisions."""

    name, rule, frame = "eastern_divisions", "25.2", ("corps", "unit")

    def side(self, s: OAOState) -> str:
        return "german"

    def pool(self, s: OAOState) -> list[int]:
        _, corps, chosen = s.flow[-1]
        return [u for c in corps for u in divisions(s, c) if u not in chosen]

    def prompt(self, s: OAOState) -> str:
        return "Which division leaves for the East?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return self.pool(s)

    def why_unit(self, s: OAOState, u: int) -> Reason:
        return refuse_formation(s, u) or Reason("25.2", "it is not of those corps")

    def do_unit(self, s: OAOState, u: int) -> None:
        _, corps, chosen = s.flow.pop()
        depart(s, corps, (*chosen, u))


class EasternCavalry(Step):
    """25.2: which cavalry division leaves."""

    name, rule = "eastern_cavalry", "25.2"

    def side(self, s: OAOState) -> str:
        return "german"

    def prompt(self, s: OAOState) -> str:
        return "Which cavalry division leaves for the East?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return horse(s)

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if not _HORSE[u]:
            return Reason("25.2", "no cavalry division")
        return refuse_formation(s, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow.pop()
        withdraw(s, (u,))


def withdraw(s: OAOState, units: tuple[int, ...]) -> None:
    """16.5: units leave the map for good."""
    for u in units:
        s.tell("withdrawn", unit=u, reveals=True)
        s.remove(u, WITHDRAWN)
    settle(s)


def depart(s: OAOState, corps: tuple[int, ...], chosen: tuple[int, ...]) -> None:
    """25.2: the Trains of the corps and the divisions leave; whoever stays behind is Independent."""
    pool = [u for c in corps for u in divisions(s, c)]
    needed = min(owed(s)[1], len(pool))
    if len(chosen) < needed and len(pool) > needed:
        s.flow.append(("eastern_divisions", corps, chosen))
        return
    withdraw(s, (*(TRAIN_OF[c] for c in corps), *(chosen if len(chosen) >= needed else pool)))
    for u in OWN["german"]:
        if s.corps[u] in corps and s.at[u] != WITHDRAWN:
            s.corps[u] = NO_CORPS


class Departure(Step):
    """25.2: asks for what is still to leave, corps first."""

    name, rule = "departure", "25.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if not in_force(s):
            return
        corps, _, cavalry = owed(s)
        if cavalry and (found := horse(s)):
            s.flow.append(("eastern_cavalry",)) if len(found) > 1 else withdraw(s, (found[0],))
        if corps and candidates(s, ()):
            s.flow.append(("eastern", ()))


STEPS = (Eastern(), EasternDivisions(), EasternCavalry(), Departure())
