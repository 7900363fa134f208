"""4: the set-up: nobody chooses, the scenario says where units stand (4.1)."""

from __future__ import annotations

from front1914.titles.der_weltkrieg.entering import settle
from front1914.titles.der_weltkrieg.nations import SIDES
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, Rules
from front1914.titles.der_weltkrieg.state import HOLDER, NOBODY, WORKS, DWState
from front1914.titles.der_weltkrieg.world import SCHEDULE, SIDE


def rules(s: DWState) -> Rules:
    """What is particular to the scenario."""
    return SCENARIOS[s.scenario]


def equip(s: DWState) -> None:
    """The countries, the railways and the works of the scenario, before anybody stands on the map."""
    scenario = rules(s)
    for nation in range(len(s.war)):
        s.war[nation] = int(nation in scenario.war)
    for nation, capacity in scenario.capacity.items():
        s.capacity[nation] = capacity
    for h, nation in scenario.networks.items():
        s.network[h] = nation
    for h in scenario.inoperative:
        s.operative[h] = 0
    for h, side in scenario.held.items():
        s.holder[h] = HOLDER[side]
    for h, (work, side) in scenario.works.items():
        s.work[h] = WORKS.index(work)
        s.builder[h] = NOBODY if work == "devastation" else HOLDER[side]
    for h in scenario.occupied:
        s.occupied[h] = 1
    for nation, points in scenario.demoralization.items():
        s.demoralization[nation] = points


def begin(s: DWState) -> None:
    """4.1: the state before the first decision."""
    scenario = rules(s)
    s.year, s.month, s.turn = scenario.first
    for placed in scenario.placed:
        u = placed.unit
        s.strength[u] = placed.strength
        s.supply[u] = placed.supply
        s.put(u, placed.at if placed.turn is None else SCHEDULE)
    for h, units in s.stacks().items():
        for side in SIDES:
            if any(SIDE[u] == side for u in units):
                settle(s, side, h)
    s.flow = [("turn",)]
