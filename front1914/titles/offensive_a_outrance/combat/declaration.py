"""9.0, 9.1, 9.2: all attacks of a phase are indicated before the first is resolved; then they are, one by one."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.combat.battle import Battle
from front1914.titles.offensive_a_outrance.combat.parties import (
    able,
    aiming,
    fights,
    fronts,
    host,
    immune,
    leads,
    mixed,
    objection,
    refuse_target,
    targets,
)
from front1914.titles.offensive_a_outrance.manoeuvre.entry import drop_task
from front1914.titles.offensive_a_outrance.organisation.forces import force_of, hold_together
from front1914.titles.offensive_a_outrance.state import ATTACKED, DEFENDED, NO_PLACES, POOLS, RETREATED, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, OWN, SIDE

SHIPS = POOLS.number("naval_support")  #: 21.2: used in this attack phase


def pending(s: OAOState) -> list[int]:
    """The hexes whose attacks are indicated and not yet resolved."""
    return sorted({s.target[u] for u in aiming(s) if SIDE[u] == s.active and not s.did[u] & ATTACKED})


def called(s: OAOState, target: int) -> tuple[int, ...]:
    """The units that were indicated for an attack and can still take part (9.2.5)."""
    return tuple(
        u
        for u in aiming(s)
        if s.target[u] == target and SIDE[u] == s.active and s.at[u] < SIZE and not s.did[u] & (ATTACKED | RETREATED)
        if fronts(s, u, target)
    )


def _prepared(s: OAOState) -> list[int]:
    """The units of the active side with Prepared Attack markers (7.3)."""
    return [u for u in OWN[s.active] if s.pa[u] >= 0] if s.pa != NO_PLACES else []


class BeginAttacks(Step):
    """9.1 (1), 9.2.3: markers that point at nobody are removed; all other prepared units attack."""

    name, rule = "begin_attacks", "9.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        s.pools[SHIPS] = 0  # 21.2
        for u in _prepared(s):
            if s.at[u] >= SIZE or refuse_target(s, s.pa[u]) is not None:  # 9.1.a
                s.pa[u] = -1
            elif objection(s, s.pa[u], u) is None:
                s.target[u] = s.pa[u]  # 9.2.3.a
        beside = s.ground(s.active).combat & s.ground(FOE[s.active]).beside
        if not beside and ("attack",) in s.flow[-2:]:
            s.flow[s.flow.index(("attack",), -2)] = ("attacks",)  # no enemy is near: there is nothing to decide


class Attack(Step):
    """9.0, 9.1 (4), 9.1.d: choose a hex to attack; attacking is voluntary, except for those who have prepared it
    (9.2.3)."""

    name, rule = "attack", "9.1"

    def prompt(self, s: OAOState) -> str:
        count = len(pending(s))
        done = "" if not count else f" {count} {'attack is' if count == 1 else 'attacks are'} indicated."
        return f"Choose a hex to attack, or go on.{done}"

    def legal_to(self, s: OAOState) -> list[int]:
        return sorted({*targets(s), *pending(s)})

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        if h in targets(s) or h in pending(s):
            return None
        if (reason := refuse_target(s, h)) is not None:
            return reason
        near = [u for n in BOARD.neighbours[h] for u in s.own(n, s.active)]
        reasons = [objection(s, h, u) for u in near]
        return next((reason for reason in reasons if reason), Reason("9.2", "nobody of yours stands beside it"))

    def do_to(self, s: OAOState, h: int) -> None:
        s.flow.append(("attackers", h))

    def do_done(self, s: OAOState, _: None) -> None:
        s.flow[-1] = ("attacks",)
        for h in pending(s):
            s.tell("indicated", hex=h, units=called(s, h), reveals=True)


class Attackers(Step):
    """9.2.1, 9.2.2: who attacks a hex: a Formation brings the Assets assigned to it, as many as may fight.

    An Asset of another Formation of the hex that is picked is assigned to the one that attacks (5.5.1).
    """

    name, rule, frame, ends = "attackers", "9.2.1", ("hex",), ("done",)

    def prompt(self, s: OAOState) -> str:
        return f"Who attacks {HEXES.name(s.flow[-1][1])}?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return leads(s, s.flow[-1][1])

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        return objection(s, s.flow[-1][1], u)

    def do_unit(self, s: OAOState, u: int) -> None:
        target = s.flow[-1][1]
        lead = host(s, target, u)
        if lead is not None and not any(s.target[v] == target for v in force_of(s, u)):
            s.assigned[u] = lead  # 5.5.1: just in time
        for v in (u, *(v for v in force_of(s, u) if v != u)):
            if objection(s, target, v) is None:
                s.target[v] = target

    def scope_withhold(self, s: OAOState) -> list[int]:
        return list(called(s, s.flow[-1][1]))

    def refuse_withhold(self, s: OAOState, u: int) -> Reason | None:
        return refuse_withholding(s, s.flow[-1][1], u)

    def do_withhold(self, s: OAOState, u: int) -> None:
        s.target[u] = -1

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        from front1914.titles.offensive_a_outrance.combat.report import forecast  # rests on the course of a battle

        return forecast(s, s.flow[-1][1])


def refuse_withholding(s: OAOState, target: int, u: int) -> Reason | None:
    """9.2.5: why an attacking unit cannot be withheld; those who prepared may only make way for another corps (B52)."""
    if u not in called(s, target):
        return Reason("9.2.5", "it was not going to attack there")
    if s.pa[u] != target:
        return None
    waiting = [v for v in OWN[SIDE[u]] if s.pa[v] == target and s.target[v] < 0 and s.at[v] < SIZE]
    if any(mixed(s, target, v) is not None for v in waiting):  # 9.2.5.C1
        return None
    return Reason("9.2.5", "it bears a Prepared Attack marker that points there")  # 9.2.5.C1, 9.2.3.a


class Attacks(Step):
    """9.1 (5), 9.1.e: the next attack, which the attacker chooses if there are several. B108: then the markers are
    removed."""

    name, rule = "attacks", "9.1"

    def run(self, s: OAOState) -> None:
        left = pending(s)
        if len(left) > 1:
            s.flow.append(("order",))
        elif left:
            open_battle(s, left[0])
        else:
            s.flow.pop()
            for u in _prepared(s):
                s.pa[u] = -1


class Order(Step):
    """9.1 (5), 9.1.e: the attacker chooses which attack is resolved next."""

    name, rule = "order", "9.1"
    else_to = Reason("9.1", "no attack on it was indicated")

    def prompt(self, s: OAOState) -> str:
        return "Which attack is resolved next?"

    def legal_to(self, s: OAOState) -> list[int]:
        return pending(s)

    def do_to(self, s: OAOState, h: int) -> None:
        s.flow.pop()
        open_battle(s, h)


def open_battle(s: OAOState, target: int) -> None:
    """9.1.1.a, B51: an attack begins; it lapses if the defenders or the attackers are gone, or if nobody may attack the
    hex any more (12.2.2, B197)."""
    attackers = called(s, target)
    for u in aiming(s):
        if s.target[u] == target and SIDE[u] == s.active:
            s.did[u] |= ATTACKED
    if not attackers or not fights(s, able(s, target)) or immune(s, target):
        s.tell("lapsed", hex=target)
        return
    for u in s.stack(target):
        s.did[u] |= DEFENDED
        if s.digs_in(u) == target:  # 7.8.3.b, 7.8.3
            drop_task(s, u)
        s.rouse(u)  # 1.1: who is attacked is active and defends normally
    for h, side in ((target, FOE[s.active]), *((h, s.active) for h in {h for u in attackers for h in s.hexes(u)})):
        hold_together(s, h, side)
    s.tell("battle", hex=target, units=attackers, defenders=tuple(able(s, target)), reveals=True)
    s.flow.append(Battle("battle", target, attackers))


STEPS = (BeginAttacks(), Attack(), Attackers(), Attacks(), Order())
