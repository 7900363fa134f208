"""18.6: bottlenecks: railway hexes through which only so much goes between two Inter-Phases.

What has gone through stands in `traffic`, in halves of a Rail Point. Each side is held up by its own bottlenecks only.
"""

from __future__ import annotations

from array import array

from front1914.kit.bits import from_members
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.charts import BOTTLENECKS
from front1914.titles.offensive_a_outrance.state import EVENTS, NARROWS, OAOState

NAMUR_TURN = 19  #: 18.6.1: the first GT after the sixth Inter-Phase
DOUBLED = (23, 24)  #: 18.6.3: from this GT to the Inter-Phase after that one
PLACES = tuple(HEXES.number(str(NARROWS[n])) for n in NARROWS.numbers)  #: the hexes, as NARROWS has them
_GERMAN = range(len(BOTTLENECKS.allied), len(NARROWS))
_OF = {"allied": range(len(BOTTLENECKS.allied)), "german": _GERMAN}
_LATER = tuple(NARROWS.number(word) for word in BOTTLENECKS.german_later)
_CREIL = EVENTS.number("creil")


def capacity(s: OAOState, number: int) -> int | None:
    """18.6.1, 18.6.3, 18.6.1.a, 18.6.1.b: what a bottleneck carries between two Inter-Phases, in halves; None while
    it is not active."""
    if number not in _GERMAN:
        return BOTTLENECKS.capacity if s.events[_CREIL] else None
    if number in _LATER and s.turn < NAMUR_TURN:
        return None
    return BOTTLENECKS.capacity * (2 if DOUBLED[0] <= s.turn <= DOUBLED[1] else 1)


def room(s: OAOState, side: str, h: int) -> int | None:
    """18.6.2: what may still go into a hex, in halves of a Rail Point; None where there is no limit."""
    for number in _OF[side]:
        if PLACES[number] == h:
            most = capacity(s, number)
            return None if most is None else max(0, most - s.traffic[number])
    return None


def shut(s: OAOState, side: str, halves: int) -> int:
    """18.6.2, B79, 18.6.2.a: bitset of the hexes into which a unit that costs so much may not be carried now."""
    found = []
    for number in _OF[side]:
        most = capacity(s, number)
        if most is not None and most - s.traffic[number] < halves:
            found.append(PLACES[number])
    return from_members(found)


def use(s: OAOState, side: str, h: int, halves: int) -> None:
    """18.6.2: a unit is carried into a hex."""
    for number in _OF[side]:
        if PLACES[number] == h and capacity(s, number) is not None:
            s.traffic[number] += halves


def reset(s: OAOState) -> None:
    """18.6.2, 18.6.2.b, 4.3.2.a: at the Inter-Phase all have their full capacity again."""
    s.traffic = array("b", bytes(len(NARROWS)))
