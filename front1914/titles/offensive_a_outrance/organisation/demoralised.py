"""6.4, H4.8, B49: Demoralized Formations in an enemy zone flee three hexes at once, and suffer for it.

`rolled` of a Formation says that it has fled from, or stayed in, the zone in which it now stands.
"""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.titles.offensive_a_outrance.board import CAMP_OF, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import WATCH, Watch
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import DEMORALISED, begin, exposed, ways
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.state import BY_FOOT, D1, FLED, OAOState
from front1914.titles.offensive_a_outrance.world import BIT, FOE, IS_FORMATION, SIDE, SIDES, UNITS

FLIGHT = 3  #: 6.4: hexes


@kept("ce")
def demoralised(s: OAOState) -> tuple[int, ...]:
    """6.4: the Demoralized Formations, wherever they are."""
    return tuple(u for u, ce in enumerate(s.ce) if ce >= D1 and IS_FORMATION[u])


def endangered(s: OAOState) -> int | None:
    """6.4, 6.4.h: a Demoralized Formation that has come into an enemy zone; friendly units do not negate it."""
    shaky = demoralised(s)
    if not shaky:
        return None
    at, second, rail, rolled = s.at, s.second, s.rail, s.rolled
    zone = {side: s.ground(FOE[side]).zone for side in SIDES}
    for u in shaky:
        if at[u] < SIZE and rail[u] == BY_FOOT:
            here = BIT[at[u]] if second[u] < 0 else BIT[at[u]] | BIT[second[u]]
            if not here & zone[SIDE[u]]:
                if rolled[u]:
                    rolled[u] = 0
                    s.look = None if s.look is None else {}  # what one looked at is another state now
            elif not rolled[u]:
                return u
    return None


def flee(s: OAOState, u: int) -> None:
    """6.4, 6.4.e: it loses strength and flees; in a Fortified Camp it may stay; if every way is shut it is lost."""
    s.rolled[u] = 1
    s.tell("flees", unit=u, hex=s.at[u], reveals=True)
    home = CAMP_OF.get(s.at[u])
    if home and s.held(SIDE[u]) >> s.at[u] & 1:
        s.flow.append(("shelter", u))
    else:
        s.flow.append(("flight", u))
    suffer(s, (u,), 1)


class Shelter(Step):
    """6.4, B49, 6.4.g: inside a camp it may stay where it is."""

    name, rule, frame = "shelter", "6.4", ("unit",)

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1]])

    def prompt(self, s: OAOState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} is Demoralized: does it stay in the camp?"

    def do_stay(self, s: OAOState, _: None) -> None:
        s.flow.pop()

    def do_flee(self, s: OAOState, _: None) -> None:
        s.flow[-1] = ("flight", s.flow[-1][1])


class Flight(Step):
    """6.4, 6.4.f: three hexes, not through a zone that no friend negates."""

    name, rule, frame = "flight", "6.4", ("unit",)

    def run(self, s: OAOState) -> None:
        u = s.flow.pop()[1]
        if s.at[u] >= SIZE:
            return
        force = force_of(s, u)
        found = ways(s, force, s.at[u], FLIGHT, DEMORALISED)
        if s.did[u] & FLED:  # C5: out of one zone into another: it is surrounded, unless it gets clear
            found = [way for way in found if not exposed(s, u, way.path[-1])]
        s.did[u] |= FLED
        if found:  # 6.4.i: else it is surrounded
            begin(s, force, FLIGHT, s.at[u], DEMORALISED)
        else:
            s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
            s.remove(u)


WATCH.append(Watch(endangered, flee))
STEPS = (Shelter(), Flight())
