"""MB-8, BN, BA, B-108: a war is begun by nobody who has not said so: what would invade a neutral is asked again.

Whoever chooses a march, a train, an attack, an advance or a retreat that invades a neutral comes to the question `war`,
before anything has happened. To call it off leads back to where the choice was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import COUNTRY_BIT, HEXES, NEUTRALS
from front1914.titles.fixed_1914.neutrality import BELGIUM, HOLLAND, LUXEMBOURG, NEVER, activation, invasions
from front1914.titles.fixed_1914.state import FXState

VERBS = ("to", "invade", "force", "unit", "commit", "retreat")  #: answers that can begin a war
#: by step and verb: what such an answer does once it is confirmed; the modules of the steps enter themselves
CONFIRMED: dict[tuple[str, str], Callable[[FXState, int], None]] = {}


def ask(s: FXState, verb: str, arg: int, countries: int) -> None:
    """An answer to the step on top would invade these countries: its side is asked whether that is meant."""
    s.flow.append(("war", VERBS.index(verb), arg, countries))


def named(countries: int) -> str:
    """Countries of a bitset in words.

    >>> named(COUNTRY_BIT["belgium"] | COUNTRY_BIT["luxembourg"])
    'Belgium and Luxembourg'
    """
    return " and ".join(c.capitalize() for c in NEUTRALS if countries & COUNTRY_BIT[c])


def warning(countries: int) -> str:
    """What a hint says of an answer that begins a war."""
    return f"invades {named(countries)}"


def war_hints(s: FXState, u: int, here: int, hexes: Iterable[int]) -> dict[str, dict[str, Any]]:
    """Hints for steps of a unit to neighbouring hexes that would begin a war."""
    found = {HEXES[n]: invasions(s, u, here, n) for n in hexes}
    return {f"to {word}": {"mark": warning(countries)} for word, countries in found.items() if countries}


class War(Step):
    """B-19, B-108: begin the war, or think again. The frame holds the answer that would begin it, and the countries."""

    name, rule, frame, ends = "war", "MB-8", ("", "", ""), ("cancel",)

    def side(self, s: FXState) -> str:
        return "german"

    def prompt(self, s: FXState) -> str:
        countries = s.flow[-1][3]
        told = f"This is the invasion of {named(countries)}"
        if activation(s) == NEVER and self.brings_britain(s, countries):
            told += ", and brings Britain into the war"
        return f"{told}. Begin it?"

    def brings_britain(self, s: FXState, countries: int) -> bool:
        """BA-1, BA-2, B-21."""
        counted = (BELGIUM, HOLLAND, *((LUXEMBOURG,) if s.options["bef_trigger_luxembourg"] else ()))
        return any(countries & COUNTRY_BIT[NEUTRALS[i]] for i in counted)

    def do_war(self, s: FXState, _: None) -> None:
        _, verb, arg, _ = s.flow.pop()
        CONFIRMED[s.flow[-1][0], VERBS[verb]](s, arg)


STEPS = (War(),)
