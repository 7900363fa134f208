"""14-4 and all that changes it: when defenders must retreat. One function holds the whole order of precedence (H-6)."""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason

_NO_LOSS = Reason("14-4", "there is nobody whom a loss could force to retreat")


class Stand(NamedTuple):
    """What decides whether the units of a hex hold it against a result."""

    strength: int  #: 14-4, 14-17, 29-14, DW-R42: points of infantry and cavalry that did not retreat into the hex
    fortress: bool = False  #: 14-4, 21-5
    surrounded: bool = False  #: 20-7
    mountain: bool = False  #: 14-18: mountain or alpine terrain is open to the defender
    city: bool = False  #: 14-4: a city center or a port, or urban terrain was chosen
    trench: bool = False  #: 22-8: one that counts (20-12, 22-17, 22-18)
    works: bool = False  #: 22-16: hasty works that count (22-17, 22-18, 33-9)
    third: bool = False  #: 40-4, 41-2, 42-2, 47-2: a nation that gives way at one third
    works_hold: bool = True  #: 47-2, DW-R55: trenches and works hold such a nation too
    assault: bool = False  #: 33-3, 33-8: a full strength Assault unit attacks
    shock: bool = False  #: 33-3: in the first turn of Assault units against this country


class Verdict(NamedTuple):
    """Whether the units must retreat, and the rule that says so."""

    forced: bool
    rule: str
    text: str


def verdict(stand: Stand, losses: int) -> Verdict:
    """H-6: the first line that applies decides. Only whole numbers are compared.

    >>> [verdict(Stand(8), n).forced for n in (3, 4)], [verdict(Stand(7), n).forced for n in (3, 4)]
    ([False, True], [False, True])
    """
    s, half = stand, 2 * losses >= stand.strength
    if not s.strength:
        return Verdict(False, _NO_LOSS.rule, _NO_LOSS.text)
    if s.shock and s.assault and half and (s.surrounded or not s.mountain):  # 33-3.1
        return Verdict(True, "33-3", "the first blow of Assault units takes half of their strength")
    if s.fortress:
        return _with_fort(s, half)
    if s.surrounded:
        return Verdict(4 * losses >= s.strength, "20-7", "surrounded units give way at a quarter of their strength")
    if s.mountain:
        return Verdict(False, "14-18", "nobody is driven out of mountains")
    if s.city:  # 14-4.1
        return Verdict(False, "14-4", "nobody is driven out of a city or a port")
    return _in_the_open(s, losses, half)


def _with_fort(s: Stand, half: bool) -> Verdict:
    """14-4.2, 21-5, 33-8: a fort holds its garrison, unless an Assault unit strikes where nothing else protects."""
    if s.assault and half and not s.trench and not s.works:  # 33-8.1
        return Verdict(True, "33-8", "a full strength Assault unit takes half of the strength beside the fort")
    return Verdict(False, "14-4", "nobody is driven out of a fortress")


def _in_the_open(s: Stand, losses: int, half: bool) -> Verdict:
    """22-8, 22-16, then the nations that give way early, then one half."""
    if s.works_hold or not s.third:
        if s.trench:
            return Verdict(losses >= s.strength, "22-8", "from a trench only when all is lost")
        if s.works:
            return Verdict(losses >= s.strength, "22-16", "from works in such terrain only when all is lost")
    if s.third:
        return Verdict(3 * losses >= s.strength, "40-4", "this nation gives way at a third of its strength")
    return Verdict(half, "14-4", "units give way at half of their strength")
