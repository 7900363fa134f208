"""45-4, 47-3: arms for Bulgaria and Romania: replacements of a great ally are exchanged for those of the country."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg.board import COUNTRY
from front1914.titles.der_weltkrieg.nations import ARMS_POINTS, GERMAN, NATIONS, RUSSIAN
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import ABSENT, ELIMINATED, IS_RPL, NATION, OF_NATION, OWN, UNITS

BULGARIAN, ROMANIAN = NATIONS.number("bulgarian"), NATIONS.number("romanian")
#: by nation that sends arms: the country that gets them, the points of the RPL that is given, the rule
DEALS = {GERMAN: (BULGARIAN, 5, "45-4"), RUSSIAN: (ROMANIAN, 3, "47-3")}


def _counter(s: DWState, nation: int) -> int | None:
    """An RPL counter of a nation that is not in use."""
    return next((u for u in OF_NATION[nation] if IS_RPL[u] and s.at[u] in (ABSENT, ELIMINATED)), None)


def refuse_exchange(s: DWState, u: int) -> Reason | None:
    """45-4, 47-3: why a unit cannot be exchanged."""
    deal = DEALS.get(NATION[u]) if IS_RPL[u] and u in OWN[s.active] else None
    if deal is None:
        return Reason("45-4", "only German and Russian RPL units are exchanged")
    taker, points, rule = deal
    if not s.on_map(u) or COUNTRY[s.at[u]] != taker:
        return Reason(rule, f"{UNITS.name(u)} is not in the country that needs arms")
    if s.strength[u] != points:
        return Reason(rule, f"only an RPL unit of {points} points is exchanged")
    if _counter(s, taker) is None:
        return Reason(rule, "no RPL counter is left for it")
    return None


class Arms(Step):
    """Asked only where there is something to exchange."""

    name, rule = "arms", "45-4"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if any(refuse_exchange(s, u) is None for u in OWN[s.active] if IS_RPL[u]):
            s.flow.append(("exchange",))


class Exchange(Step):
    """45-4, 47-3: one RPL unit after the other."""

    name, rule, ends = "exchange", "45-4", ("done",)

    def prompt(self, s: DWState) -> str:
        return "Exchange replacements for those of the country they are in, or go on."

    def scope_unit(self, s: DWState) -> list[int]:
        return [u for u in OWN[s.active] if IS_RPL[u] and s.on_map(u)]

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        return refuse_exchange(s, u)

    def do_unit(self, s: DWState, u: int) -> None:
        taker = DEALS[NATION[u]][0]
        counter, h = _counter(s, taker), s.at[u]
        assert counter is not None, "asked before"
        s.eliminate(u, ABSENT)
        s.strength[counter] = ARMS_POINTS
        s.put(counter, h)
        s.tell("arms", unit=counter, hex=h)
        if not self.scope_unit(s) or all(refuse_exchange(s, v) is not None for v in self.scope_unit(s)):
            s.flow.pop()


STEPS = (Arms(), Exchange())
