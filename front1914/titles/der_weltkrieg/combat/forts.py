"""21-8 to 21-12: fortresses given up and besieged, and cities that open their gates (open_city.py says when)."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.charts import holds_out
from front1914.titles.der_weltkrieg.combat.pockets import cut_off
from front1914.titles.der_weltkrieg.combat.retreat import OPENED, begin
from front1914.titles.der_weltkrieg.combat.toll import remove
from front1914.titles.der_weltkrieg.nations import FOE, RUSSIAN, SIDES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    ELIMINATED,
    FORTRESSES,
    FRONT,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_RPL,
    NATION,
    OF_NATION,
    SIDE,
    UNITS,
)

CONVERSION = (1914, 11)  #: 21-9: the first month
CONVERTED = 3  #: 21-9: fortress points for one RPL point


# ---- given up by the owner (21-8, 21-9)


def refuse_abandon(s: DWState, fort: int) -> Reason | None:
    """21-8: why a fortress may not be given up."""
    if not IS_FORTRESS[fort] or s.at[fort] >= SIZE:
        return Reason("21-8", "that is no fortress on the map")
    if cut_off(s, SIDE[fort], s.at[fort]):
        return Reason("21-8", "a surrounded fortress cannot be abandoned")
    return None


def abandon(s: DWState, fort: int) -> None:
    """21-8, 26-3: it is removed; what its owner destroys demoralizes nobody."""
    s.tell("abandoned", unit=fort, hex=s.at[fort])
    s.eliminate(fort)


def refuse_conversion(s: DWState, fort: int) -> Reason | None:
    """21-9: why points of a fortress may not be turned into replacements."""
    if (s.year, s.month) < CONVERSION:
        return Reason("21-9", "fortresses give up troops from November 1914 on")
    if IS_FORTRESS[fort] and NATION[fort] == RUSSIAN:
        return Reason("21-9", "Russian fortresses give up no troops")
    return refuse_abandon(s, fort)


def reduce_by_choice(s: DWState, fort: int, points: int) -> int:
    """21-9, DW-R63: the fortress gives up points; the RPL points that its owner receives for them.

    A third of what is removed, rounded down.
    """
    if points >= s.strength[fort]:
        abandon(s, fort)
    else:
        s.lose(fort, points)
    return points // CONVERTED


def spare_counters(s: DWState, nation: int) -> list[int]:
    """The RPL counters of a nation that are not in use."""
    return [u for u in OF_NATION[nation] if IS_RPL[u] and s.at[u] in (ABSENT, ELIMINATED)]


def draft(s: DWState, nation: int, h: int, points: int) -> None:
    """21-9, DW-R117: RPL points appear in a hex, on as many counters as they need."""
    for counter in spare_counters(s, nation):
        if points:
            s.strength[counter] = min(points, FRONT[counter])
            points -= s.strength[counter]
            s.put(counter, h)
            s.tell("drafted", unit=counter, hex=h, points=s.strength[counter])


def own_forts(s: DWState) -> list[int]:
    """The fortresses of the active side that it could give up."""
    return [fort for fort in FORTRESSES[s.active] if s.at[fort] < SIZE and refuse_abandon(s, fort) is None]


class FortressOrders:
    """What a Movement Phase offers besides moving: the verb `forts`."""

    def refuse_forts(self, s: DWState, _: None) -> Reason | None:
        some = any(s.at[fort] < SIZE and refuse_abandon(s, fort) is None for fort in FORTRESSES[s.active])
        return None if some else Reason("21-8", "there is no fortress that you could give up")

    def do_forts(self, s: DWState, _: None) -> None:
        s.flow.append(("forts",))


class Forts(Step):
    """21-8, 21-9, D14: fortresses given up, or reduced to make replacements of their garrisons."""

    name, rule, ends = "forts", "21-8", ("done",)

    def prompt(self, s: DWState) -> str:
        return "Choose a fortress to abandon or to draw troops from, or go on."

    def legal_unit(self, s: DWState) -> list[int]:
        return own_forts(s)

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        if SIDE[u] != s.active:
            return Reason("21-8", "it is not yours")
        return refuse_abandon(s, u)

    def do_unit(self, s: DWState, u: int) -> None:
        s.flow[-1] = ("fort", u)


class Fort(Step):
    """21-8, 21-9: what becomes of one fortress: the points that it gives up, or all of it."""

    name, rule, frame, ends = "fort", "21-8", ("unit",), ("cancel",)

    def prompt(self, s: DWState) -> str:
        return f"Abandon {UNITS.name(s.flow[-1][1])}, or how many of its points are turned into replacements?"

    def scope_number(self, s: DWState) -> Iterable[int]:
        fort = s.flow[-1][1]
        return range(CONVERTED, s.strength[fort] + 1, CONVERTED)

    def refuse_number(self, s: DWState, points: int) -> Reason | None:
        fort = s.flow[-1][1]
        if (reason := refuse_conversion(s, fort)) is not None:
            return reason
        if points < CONVERTED or points > s.strength[fort] or points % CONVERTED:
            return Reason("21-9", "a third of the points given up becomes replacements")
        if sum(FRONT[u] for u in spare_counters(s, NATION[fort])) < points // CONVERTED:
            return Reason("21-9", "no RPL counters are left for so many points")
        return None

    def do_number(self, s: DWState, points: int) -> None:
        _, fort = s.flow.pop()
        h = s.at[fort]
        draft(s, NATION[fort], h, reduce_by_choice(s, fort, points))

    def do_abandon(self, s: DWState, _: None) -> None:
        _, fort = s.flow.pop()
        abandon(s, fort)


# ---- besieged (21-10, 21-11)


def watch(s: DWState) -> None:
    """21-10, DW-R61: whoever is found in communication once begins to count anew. `doomed` says: cut off ever since."""
    for side in SIDES:
        for fort in FORTRESSES[side]:
            if s.at[fort] < SIZE and (s.clock[fort] or s.doomed[fort]) and not cut_off(s, side, s.at[fort]):
                s.clock[fort] = s.doomed[fort] = 0


def end_of_combat(s: DWState) -> None:
    """21-10.1: a turn of siege begins when an enemy Combat Phase ends."""
    if s.phase != "combat":
        return
    side = FOE[s.active]
    for fort in FORTRESSES[side]:
        if s.at[fort] < SIZE and cut_off(s, side, s.at[fort]):
            s.doomed[fort] = 1


def turns_prone(s: DWState, fort: int) -> int:
    """21-10, 21-11: the turns for which a fortress has been prone to surrender."""
    return max(0, s.clock[fort] - holds_out(s.strength[fort]))


class Sieges(Step):
    """21-10.1: the turn of siege ends when the enemy Combat Phase begins; who is prone then may surrender."""

    name, rule = "sieges", "21-10"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        watch(s)
        for fort in FORTRESSES[FOE[s.active]]:
            if s.at[fort] < SIZE and s.doomed[fort]:
                s.clock[fort] += 1
                if turns_prone(s, fort):
                    s.flow.append(("siege_die", fort, 0))


class SiegeDie(Die):
    """21-11: two dice less one, not above the number of turns prone: the fortress surrenders with all in its hex."""

    name, rule, frame = "siege_die", "21-11", ("unit", "")

    def prompt(self, s: DWState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} may surrender."

    def do_die(self, s: DWState, face: int) -> None:
        _, fort, first = s.flow.pop()
        if not first:
            s.flow.append(("siege_die", fort, face))
            return
        fallen = first + face - 1 <= turns_prone(s, fort)
        s.tell("siege", unit=fort, dice=first + face, fallen=int(fallen))
        if fallen:
            capitulate(s, fort)


def capitulate(s: DWState, fort: int) -> None:
    """21-11.1, DW-R114: the fortress and everybody in its hex surrender; ships on the river do not."""
    for u in [u for u in s.own(SIDE[fort], s.at[fort]) if not IS_FLOTILLA[u]]:
        remove(s, u, surrendered=True)


# ---- open cities (21-12)


class OpenCity(Step):
    """21-12.4: the fortress goes without demoralization, everybody else leaves at once."""

    name, rule, frame = "open_city", "21-12", ("unit",)

    def run(self, s: DWState) -> None:
        _, fort = s.flow.pop()
        h = s.at[fort]
        if h >= SIZE:
            return
        s.tell("open_city", hex=h)
        s.eliminate(fort)
        if s.own(SIDE[fort], h):
            begin(s, SIDE[fort], h, OPENED)


STEPS = (Forts(), Fort(), Sieges(), SiegeDie(), OpenCity())
