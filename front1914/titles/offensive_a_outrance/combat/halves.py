"""19.1.6, 19.1.7: Two-Hex Units in combat: half of them retreats, or both halves are attacked at once.

When both hexes of a Two-Hex Force are attacked in a phase, the second attack is resolved inside the first: up to its
checks. The Force makes one check, with the worse modifier, and retreats after it (B48); then both attackers advance.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.combat.battle import RECORDS, Battle, battle, note
from front1914.titles.offensive_a_outrance.combat.declaration import open_battle, pending
from front1914.titles.offensive_a_outrance.combat.parties import parties
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import (
    COMBAT,
    arduous,
    company,
    in_zone,
    note_owed,
    possible,
    send,
    stacks,
)
from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.state import RETREATED, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, SIDE, UNITS


def outer(s: OAOState) -> Battle | None:
    """The attack on the other half of a Two-Hex Force inside which this one is resolved."""
    i = RECORDS.index(s, RECORDS.index(s))
    return Battle._make(s.flow[i]) if i >= 0 else None


def shared(s: OAOState, b: Battle) -> list[Force]:
    """The Two-Hex Forces of a battle whose results wait for those of the other half."""
    first = outer(s)
    if first is None:
        return [f for f in parties(s, b.defenders, FOE[s.active]) if b.burden and s.second[f[0]] >= 0]
    return [f for f in parties(s, b.defenders, FOE[s.active]) if set(f) & set(first.defenders)]


def other_attack(s: OAOState, b: Battle) -> int | None:
    """The other hex of a defending Two-Hex Force, if an attack on it is still to come."""
    if b.burden or outer(s) is not None:
        return None
    left = pending(s)
    for u in b.defenders:
        for h in s.hexes(u) if s.at[u] < SIZE and s.second[u] >= 0 else ():
            if h != b.target and h in left:
                return h
    return None


def nest(s: OAOState, target: int) -> None:
    """19.1.6, 19.1.6.b: the attack on the other half is resolved now."""
    note(s, burden=(target, 0, 0, ()))
    open_battle(s, target)


def burden(s: OAOState, hexes: int, modifier: int) -> None:
    """The inner attack leaves its results to the outer one."""
    inner = battle(s)
    i = RECORDS.index(s, RECORDS.index(s))
    if i >= 0:
        s.flow[i] = Battle._make(s.flow[i])._replace(burden=(inner.target, hexes, modifier, inner.attackers))


def push_back(s: OAOState, parties: Sequence[Force], hexes: int, hit: int) -> None:
    """11.1.3, 19.1.7, 19.1.7.a: Forces retreat together; one hex moves only the half of a Two-Hex Force that was
    hit."""
    half = [f for f in parties if hexes == 1 and s.second[f[0]] >= 0 and hit in s.hexes(f[0])]
    whole = [f for f in parties if f not in half]
    if half and whole:  # they are of one company
        mine = [(units, hexes) for units in stacks(s, whole)]
        send(s, [*mine, *((f, GOES) for f in half)], hit, COMBAT)
        for force in half:
            note_owed(s, len(s.flow) - 1, force, 0)
    else:
        send(s, [(units, hexes) for units in stacks(s, whole)], hit, COMBAT)
    s.flow += [("half_back", force, hit) for force in half]


GOES = 1  #: a half is of the company; it goes by itself


class HalfBack(Step):
    """19.1.7: the half that was hit joins the other one, or wheels around it."""

    name, rule, frame = "half_back", "19.1.7", ("unit", "hex")
    else_to = Reason("19.1.7", "it consolidates, or wheels around its other half")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        _, force, hit = s.flow[-1]
        return f"Where does the half of {UNITS.name(force[0])} in {HEXES.name(hit)} retreat?"

    def places(self, s: OAOState) -> list[int]:
        _, force, hit = s.flow[-1]
        lead = force[0]
        other = next((h for h in s.hexes(lead) if h != hit), hit)
        taken = s.ground(SIDE[lead]).twice & ~sum(1 << h for h in s.hexes(lead))
        wheel = [
            n
            for n in BOARD.neighbours[hit]
            if n != other and RING[other] >> n & 1 and possible(s, SIDE[lead], hit, n) and not taken >> n & 1
        ]
        return [other, *wheel]

    def legal_to(self, s: OAOState) -> list[int]:
        return self.places(s)

    def do_to(self, s: OAOState, h: int) -> None:
        _, force, hit = s.flow.pop()
        other = next((n for n in s.hexes(force[0]) if n != hit), hit)
        zone = h != other and in_zone(s, company(s, force), h)
        hard = h != hit and arduous(hit, h)  # 11.1.4: also over a hexside that it straddles
        units = tuple(u for u in force if s.at[u] < SIZE)
        for u in units:
            s.did[u] |= RETREATED
        if zone or hard:
            s.flow.append(("toll", units, zone + hard, int(hard)))
        s.tell("retreated", units=units, hex=h)
        first, second = (other, -1) if h == other else (min(h, other), max(h, other))
        enter(s, units, first, second)


class PushBack(Step):
    """B48: a retreat of the CRT that waited for the check."""

    name, rule, frame = "push_back", "19.1.7", ("unit", "", "hex")

    def run(self, s: OAOState) -> None:
        _, force, hexes, hit = s.flow.pop()
        units = tuple(u for u in force if s.at[u] < SIZE)
        if units and hexes and hit in s.hexes(units[0]):
            push_back(s, [units], hexes, hit)


STEPS = (HalfBack(), PushBack())
