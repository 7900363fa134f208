"""9.4, 15.8.3, 23.1.2, 24.3: Ammo: every Force needs it, or fights at half strength.

What costs nothing is provided without a question. The owner is asked only where supply units in Extended Mode, or an
army with a Shortage or Base Transfer marker, would spend some of what they may give out.
"""

from __future__ import annotations

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
    return all(
        (side == "allied" and PORT >> h & 1)
        or (h in CAMP_OF and CAMP_SIDE[CAMP_OF[h]] == side and (CAMP_OF[h] == PARIS or garrisoned(s, CAMP_OF[h])))
        for h in s.hexes(force[0])
    )


def army_of(s: OAOState, u: int) -> int:
    """The army whose supply units provide for a unit: its Formation's."""
    lead = formation_of(s, u)
    return int(s.army[u if lead is None else lead])


def counter(s: OAOState, u: int) -> int:
    """15.7.1: where a supply unit's Ammo is counted: that of both Depots on the primary one."""
    primary = DEPOT_OF[s.army[u]] if IS_DEPOT[u] and s.army[u] != NO_ARMY else u
    return primary if primary >= 0 else u


def room(s: OAOState, u: int) -> bool:
    """2.6.2, 9.4.2: whether a supply unit in Extended Mode may still give out an increment."""
    return s.ammo[counter(s, u)] < (SUPPLY.depot_limit if IS_DEPOT[u] else SUPPLY.train_limit)


def chain(s: OAOState, u: int, modes: dict[int, int] | None = None) -> tuple[int, ...] | None:
    """The supply units that would provide, those first that give without a limit."""
    found = None
    for source in sources(s, u, modes):
        limited = [v for v in source.chain if (modes or {}).get(v, s.face[v]) == EXTENDED]
        if not limited:
            return source.chain
        if all(room(s, v) for v in limited) and (found is None or len(source.chain) < len(found)):
            found = source.chain
    return found


def offer(s: OAOState, u: int) -> tuple[int, ...] | None:
    """9.4.1: who can provide a Force: as supply units stand, else if one of them turns to Extended Mode."""
    army = army_of(s, u)
    most = limit(s, army) if army != NO_ARMY else 0
    if most and s.used[army] >= most:
        return None
    found = chain(s, u)
    if found is not None:
        return found
    stood = [v for v in (*s.depots(army), *trains_for(s, u)) if s.face[v] == NORMAL]
    for v in stood:
        if (found := chain(s, u, {v: EXTENDED})) is not None:
            return found
    return chain(s, u, dict.fromkeys(stood, EXTENDED))


def truck(s: OAOState, u: int) -> bool:
    """25.3, B154: the Truck on the army's Depot can bring Ammo: the Depot's own reach in Normal Mode."""
    army = army_of(s, u)
    if army == NO_ARMY or not s.trucks[army]:
        return False
    near = dict.fromkeys(s.depots(army), NORMAL)
    return any(len(source.chain) == 1 and source.chain[0] in near for source in sources(s, u, near))


def free(s: OAOState, u: int, providers: tuple[int, ...]) -> bool:
    """9.4.2: nothing need be recorded: all in Normal Mode and in range, and no marker on its army."""
    army = army_of(s, u)
    if army != NO_ARMY and limit(s, army):
        return False
    return any(source.normal for source in sources(s, u)) and all(s.face[v] == NORMAL for v in providers)


def load(s: OAOState, b: Battle) -> None:
    """9.1.1.c, B113: Ammo for both sides, the attacker first; those whom nobody can provide fight at half strength."""
    for units, side in ((b.defenders, FOE[s.active]), (b.attackers, s.active)):
        for force in parties(s, units, side):
            _load(s, force)


def _load(s: OAOState, force: Force) -> None:
    if magazine(s, force) or all(IS_FORT[u] or IS_FORTRESS[u] for u in force):
        return
    providers = offer(s, force[0])
    if providers is None and not truck(s, force[0]):
        run_dry(s, force)
    elif providers is None or not free(s, force[0], providers):
        s.flow.append(("ammo", force))


def run_dry(s: OAOState, force: Force) -> None:
    """9.4: half strength and half Artillery Value."""
    note(s, dry=(*battle(s).dry, *force))
    s.tell("no_ammo", unit=force[0])


class Ammo(Step):
    """9.4, 9.4.2: provide Ammo that will be counted, or save it."""

    name, rule, frame = "ammo", "9.4.2", ("unit",)

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        return f"Provide {UNITS.name(s.flow[-1][1][0])} with Ammo? It is limited."

    def refuse_provide(self, s: OAOState, _: None) -> Reason | None:
        """Refused when another Force of this combat has used the last of it."""
        found = offer(s, s.flow[-1][1][0])
        return None if found is not None else Reason("9.4.1", "no supply unit can provide it")

    def do_provide(self, s: OAOState, _: None) -> None:
        force = s.flow.pop()[1]
        providers = offer(s, force[0])
        assert providers is not None
        self._spend(s, force[0], providers)

    def refuse_truck(self, s: OAOState, _: None) -> Reason | None:
        return None if truck(s, s.flow[-1][1][0]) else Reason("25.3", "no Truck of its army can reach it")

    def do_truck(self, s: OAOState, _: None) -> None:
        """25.3: beside the Depot's limit; twice, the Third Army's once."""
        force = s.flow.pop()[1]
        army = army_of(s, force[0])
        s.trucks[army] -= 1
        s.tell("trucks", army=army, unit=force[0])

    def _spend(self, s: OAOState, u: int, providers: tuple[int, ...]) -> None:
        if not any(source.chain == providers for source in sources(s, u)):
            for v in providers:
                if s.face[v] == NORMAL:
                    extend(s, v)
        for v in providers:
            if s.face[v] == EXTENDED:
                s.ammo[counter(s, v)] += 1
        army = army_of(s, u)
        if army != NO_ARMY and limit(s, army):
            s.used[army] += 1
        s.changed()

    def do_save(self, s: OAOState, _: None) -> None:
        run_dry(s, s.flow.pop()[1])


STEPS = (Ammo(),)
