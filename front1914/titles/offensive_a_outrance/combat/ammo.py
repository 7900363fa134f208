"""9.4, 15.8.3, 23.1.2, 24.3: Ammo: every Force needs it, or fights at half strength.

What costs nothing is provided without a question. The owner is asked only where supply units in Extended Mode, or an
army with a Shortage or Base Transfer marker, would spend some of what they may give out.
"""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import CAMP_OF, PORT
from front1914.titles.offensive_a_outrance.charts import SUPPLY
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle, note
from front1914.titles.offensive_a_outrance.combat.parties import parties
from front1914.titles.offensive_a_outrance.logistics.bases import limit
from front1914.titles.offensive_a_outrance.logistics.provisions import extend
from front1914.titles.offensive_a_outrance.logistics.supply import EXTENDED, NORMAL, sources, trains_for
from front1914.titles.offensive_a_outrance.organisation.forces import Force, formation_of
from front1914.titles.offensive_a_outrance.sieges.camps import CAMP_SIDE, PARIS, garrisoned
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    DEPOT_OF,
    FOE,
    IS_DEPOT,
    IS_FORT,
    IS_FORTRESS,
    NO_ARMY,
    SIDE,
    UNITS,
)


def magazine(s: OAOState, force: Force) -> bool:
    """9.4.3, B143: Allied units in a Port, and units within a Fortified Camp of their side, need no supply unit."""
    side = SIDE[force[0]]
    return any(  # 19.0: of two hexes the nearer one counts
        (side == "allied" and PORT >> h & 1)
        or (h in CAMP_OF and CAMP_SIDE[CAMP_OF[h]] == side and (CAMP_OF[h] == PARIS or garrisoned(s, CAMP_OF[h])))
        for h in s.hexes(force[0])
    )


def army_of(s: OAOState, u: int) -> int:
    """The army whose supply units provide for a unit: its Formation's."""
    lead = formation_of(s, u)
    return int(s.army[u if lead is None else lead])


def counter(s: OAOState, u: int) -> int:
    """15.7.1, 15.7.1.a: where a supply unit's Ammo is counted: that of both Depots on the primary one."""
    primary = DEPOT_OF[s.army[u]] if IS_DEPOT[u] and s.army[u] != NO_ARMY else u
    return primary if primary >= 0 else u


def room(s: OAOState, u: int) -> bool:
    """2.6.2, 9.4.2, 15.6.1.c: whether a supply unit in Extended Mode may still give out an increment."""
    return s.ammo[counter(s, u)] < (SUPPLY.depot_limit if IS_DEPOT[u] else SUPPLY.train_limit)


class Way(NamedTuple):
    """How a Force can be provided: the supply units that hand it on, and those that turn to Extended Mode for it."""

    chain: tuple[int, ...]
    flips: tuple[int, ...] = ()


def ways(s: OAOState, u: int) -> list[Way]:
    """9.4.1, 9.4.1.a, 9.4.2, 15.1.3.b: all ways to provide a Force that are not exhausted, the cheapest first.

    As supply units stand, those first that give without a limit; else a Train extends its range, which limits only its
    own corps, else a Depot, else both.
    """
    army = army_of(s, u)
    most = limit(s, army) if army != NO_ARMY else 0
    if most and s.used[army] >= most:  # 9.4.2.c
        return []
    found = sorted(_ways(s, u, ()), key=lambda w: (_limited(s, w), len(w.chain)))
    if found and not _limited(s, found[0]):
        return found
    trains = [v for v in trains_for(s, u) if s.face[v] == NORMAL]
    depots = [v for v in s.depots(army) if s.face[v] == NORMAL]
    for flips in (*((v,) for v in trains), *((v,) for v in depots), *((t, d) for t in trains for d in depots)):
        known = {way.chain for way in found}
        found += [way for way in _ways(s, u, flips) if way.chain not in known]
    return found


def _limited(s: OAOState, way: Way) -> int:
    """How many of those who hand it on give out a limited store."""
    return sum(s.face[v] == EXTENDED for v in way.chain)


def _ways(s: OAOState, u: int, flips: tuple[int, ...]) -> list[Way]:
    """The ways when some supply units turn to Extended Mode, all of which are needed, 9.4.1.c."""
    modes = dict.fromkeys(flips, EXTENDED)
    return [
        Way(source.chain, flips)
        for source in sources(s, u, modes)
        if set(flips) <= set(source.chain)
        and all(room(s, v) for v in source.chain if modes.get(v, s.face[v]) == EXTENDED)
    ]


def truck(s: OAOState, u: int) -> bool:
    """25.3, B154: the Truck on the army's Depot can bring Ammo: the Depot's own reach in Normal Mode."""
    army = army_of(s, u)
    if army == NO_ARMY or not s.trucks[army]:
        return False
    near = dict.fromkeys(s.depots(army), NORMAL)
    return any(len(source.chain) == 1 and source.chain[0] in near for source in sources(s, u, near))


def free(s: OAOState, u: int, way: Way) -> bool:
    """9.4.2: nothing need be recorded: all in Normal Mode and in range, and no marker on its army."""
    army = army_of(s, u)
    return not (army != NO_ARMY and limit(s, army)) and not way.flips and not _limited(s, way)


def load(s: OAOState, b: Battle) -> None:
    """9.1.1.c, B113: Ammo for both sides, the attacker first; those whom nobody can provide fight at half strength.

    What is told, and what is not, shows whether hidden Trains and Depots of the enemy reach: the attack stands now.
    """
    s.seal()
    for units, side in ((b.defenders, FOE[s.active]), (b.attackers, s.active)):
        for force in parties(s, units, side):
            load_force(s, force)


def load_force(s: OAOState, force: Force) -> None:
    """9.4, 9.4.c, 15.0: Ammo for one Force: what costs nothing is provided, what is limited is asked for."""
    if magazine(s, force) or all((IS_FORT[u] and not s.face[u]) or IS_FORTRESS[u] for u in force):  # 8.5.f
        return
    found = ways(s, force[0])
    if not found and not truck(s, force[0]):
        run_dry(s, force)
    elif not found or not free(s, force[0], found[0]):
        s.flow.append(("ammo", force))


def run_dry(s: OAOState, force: Force) -> None:
    """9.4, 15.0: half strength and half Artillery Value."""
    note(s, dry=(*battle(s).dry, *force))
    s.tell("no_ammo", unit=force[0], reveals=True)


class Ammo(Step):
    """9.4, 9.4.2, 9.4.a, 9.4.b: provide Ammo that will be counted, or save it."""

    name, rule, frame = "ammo", "9.4.2", ("unit",)
    else_unit = Reason("9.4.1", "it provides anyway, or cannot")
    else_extend = Reason("15.6.1", "it would not reach the Force by that")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        return f"Provide {UNITS.name(s.flow[-1][1][0])} with Ammo? It is limited."

    def refuse_provide(self, s: OAOState, _: None) -> Reason | None:
        """Refused when another Force of this combat has used the last of it."""
        found = ways(s, s.flow[-1][1][0])
        return None if found else Reason("9.4.1", "no supply unit can provide it")

    def do_provide(self, s: OAOState, _: None) -> None:
        self._spend(s, ways(s, s.flow[-1][1][0])[0])

    # -- by whom, if there is a choice

    def by_source(self, s: OAOState) -> dict[int, Way]:
        """By the supply unit that hands it over: the cheapest way, if it is not that of `provide`."""
        every, found = ways(s, s.flow[-1][1][0]), dict[int, Way]()
        for way in every[1:]:
            if way.chain[0] != every[0].chain[0]:
                found.setdefault(way.chain[0], way)
        return found

    def legal_unit(self, s: OAOState) -> list[int]:
        return sorted(self.by_source(s))

    def do_unit(self, s: OAOState, u: int) -> None:
        """9.4.1: this supply unit provides, not the one that is proposed."""
        self._spend(s, self.by_source(s)[u])

    def by_flip(self, s: OAOState) -> dict[int, Way]:
        """By the supply unit that would extend its range for it alone."""
        return {way.flips[0]: way for way in reversed(ways(s, s.flow[-1][1][0])) if len(way.flips) == 1}

    def legal_extend(self, s: OAOState) -> list[int]:
        return sorted(self.by_flip(s))

    def do_extend(self, s: OAOState, u: int) -> None:
        """15.6.1: this one turns to Extended Mode."""
        self._spend(s, self.by_flip(s)[u])

    def refuse_truck(self, s: OAOState, _: None) -> Reason | None:
        return None if truck(s, s.flow[-1][1][0]) else Reason("25.3", "no Truck of its army can reach it")

    def do_truck(self, s: OAOState, _: None) -> None:
        """25.3, 25.3.b: beside the Depot's limit; twice, the Third Army's once."""
        force = s.flow.pop()[1]
        army = army_of(s, force[0])
        s.trucks[army] -= 1
        s.tell("trucks", army=army, unit=force[0])

    def _spend(self, s: OAOState, way: Way) -> None:
        u = s.flow.pop()[1][0]
        for v in way.flips:
            extend(s, v)
        for v in way.chain:
            if s.face[v] == EXTENDED:
                s.ammo[counter(s, v)] += 1  # 9.4.2.a
        army = army_of(s, u)
        if army != NO_ARMY and limit(s, army):  # 9.4.2.b
            s.used[army] += 1

    def do_save(self, s: OAOState, _: None) -> None:
        run_dry(s, s.flow.pop()[1])


STEPS = (Ammo(),)
