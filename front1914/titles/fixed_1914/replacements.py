"""RP: replacement factors: how many, who may receive them, what they rebuild. They come before arrivals (B-99)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.steps import GONE
from front1914.titles.fixed_1914.board import CITIES, SIZE
from front1914.titles.fixed_1914.charts import CHARTS
from front1914.titles.fixed_1914.landwehr import regroupable
from front1914.titles.fixed_1914.neutrality import activation, landing
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.supply import supplied_units
from front1914.titles.fixed_1914.victory import occupies
from front1914.titles.fixed_1914.world import CHAIN, IS_INFANTRY, IS_LANDWEHR, NATION, OWN, SIDE, TYPE, UNITS

RECEIVING = ("german", "french", "british")  #: RP-5, RP-10: the order of the column `factors`


@dataclass(frozen=True)
class Rates:
    """RP-1, RP-3, RP-8: factors in a turn."""

    rule: str
    first_turn: int
    german: tuple[int, ...]  #: by corps sent to Russia
    french: int
    french_with_britain: int
    cities_for_one_less: int
    french_least: int
    british: int


RATES = CHARTS.section("replacements").record(Rates)


# ---- how many


def german_rate(s: FXState) -> int:
    """RP-1: less for an army that sends corps to Russia; a scenario may say how many are thought to be there."""
    return RATES.german[s.rules.russia or s.in_russia]  # RP-1a, RP-1b


def lost_cities(s: FXState) -> int:
    """RP-8, B-66: French cities that hold supplied German infantry or cavalry now."""
    return sum(occupies(s, "german", h) for h in members(CITIES["france"]))


def french_rate(s: FXState) -> int:
    """RP-8: more from the turn after Britain's activation on, less for lost cities, never fewer than the least."""
    if s.turn <= activation(s):  # RP-8.1, RP-8.4
        return RATES.french
    # RP-8.2, RP-8.3, RP-8.5
    return max(RATES.french_least, RATES.french_with_britain - lost_cities(s) // RATES.cities_for_one_less)


def rates(s: FXState) -> tuple[int, int, int]:
    """The factors that the active side receives in this turn, by RECEIVING."""
    begun = s.turn >= RATES.first_turn  # RP-1.1
    if s.active == "german":
        return (german_rate(s) if begun else 0), 0, 0  # SP-1.2
    british = RATES.british if s.turn > landing(s) else 0
    return 0, (french_rate(s) if begun else 0), british  # SP-4.2


# ---- who


def account(u: int) -> int:
    """RP-5, RP-11: the place in `factors` of the factors that the unit would use, -1 if there are none for it."""
    return RECEIVING.index(NATION[u]) if NATION[u] in RECEIVING else -1


def cost(u: int) -> int:
    """RP-4: factors for a step."""
    return TYPE[u].cost


def objection(s: FXState, u: int) -> Reason | None:
    """UL-9: why a unit may not receive replacements."""
    if SIDE[u] != s.active:
        return Reason("RP-5", "it is not yours")
    if s.at[u] >= SIZE:  # RP-12.2
        return Reason("RP-12", "a unit that is not on the map cannot be rebuilt")
    if account(u) < 0:  # UL-11.2
        return Reason("RP-10", "Belgian and Dutch units receive no replacements")
    if IS_LANDWEHR[u]:  # RP-12.3
        return Reason("RP-12", "Landwehr receives no replacements")
    if not IS_INFANTRY[u]:  # RP-4.1, UL-10.2
        return Reason("RP-4", "only infantry receives replacements")
    if not any(step != GONE for step in CHAIN[u].gain):  # RP-12.1, RP-13.3
        return Reason("RP-12", "units of its type receive no replacements")
    if s.replaced[u]:
        return Reason("RP-6", "it has regained a step in this turn")
    if CHAIN[u].gain[s.step[u]] == GONE:  # UL-6.3, RP-13.1
        return Reason("RP-13", "it can be rebuilt no further") if s.step[u] else Reason("RP-4", "it has lost nothing")
    if cost(u) > s.factors[account(u)]:  # RP-4.2, RP-4.3
        return Reason("RP-4", f"a step costs {cost(u)} and {s.factors[account(u)]} factors are left")
    if s.near[u]:  # RP-9.2
        return Reason("RP-9", "it began the turn beside an enemy")
    return None if u in supplied_units(s, s.active) else Reason("RP-9", "it is out of supply")  # RP-9.1


def eligible(s: FXState) -> list[int]:
    """Everybody who may receive a step now."""
    if not any(s.factors):
        return []
    return [u for u in OWN[s.active] if s.at[u] < SIZE and s.step[u] and objection(s, u) is None]


class Replacements(Step):
    """RP-1, RP-7: the factors of the turn, of which none are kept; the German rate is public from its first turn."""

    name, rule = "replacements", "RP-1"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        for i, rate in enumerate(rates(s)):
            s.factors[i] = rate
            if rate:
                s.tell("factors", nation=i, factors=rate, reveals=True)
        if eligible(s):
            s.flow.append(("replace",))
        else:
            spend_rest(s)


def spend_rest(s: FXState) -> None:
    """RP-7: what is left is lost."""
    for i in range(len(s.factors)):
        s.factors[i] = 0


class Replace(Step):
    """RP-4, D8: choose a unit that regains a step, or keep the rest."""

    name, rule = "replace", "RP-4"

    def prompt(self, s: FXState) -> str:
        left = ", ".join(f"{n} {RECEIVING[i].capitalize()}" for i, n in enumerate(s.factors) if n)
        return f"Which unit regains a step? Replacement factors: {left}."

    def legal_unit(self, s: FXState) -> list[int]:
        return eligible(s)

    def refuse_unit(self, s: FXState, u: int) -> Reason | None:
        return objection(s, u)

    def do_unit(self, s: FXState, u: int) -> None:
        s.factors[account(u)] -= cost(u)
        s.step[u] = CHAIN[u].gain[s.step[u]]
        s.replaced[u] = 1
        s.mention("replaced", u, face=s.step[u])
        if not eligible(s):
            self.do_done(s, None)

    def refuse_regroup(self, s: FXState, _: None) -> Reason | None:
        return None if regroupable(s) else Reason("CE-2", "there is no Landwehr to break down or recombine")

    def do_regroup(self, s: FXState, _: None) -> None:
        s.flow.append(("regroup",))

    def do_done(self, s: FXState, _: None) -> None:
        s.flow.pop()
        spend_rest(s)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        return {f"unit {UNITS[u]}": {"mark": CHAIN[u].labels[CHAIN[u].gain[s.step[u]]]} for u in eligible(s)}


STEPS = (Replacements(), Replace())
