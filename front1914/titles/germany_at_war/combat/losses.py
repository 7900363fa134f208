"""7.5.1.3, 7.5.1.10 to 7.5.1.17: the Showdown, the hits and what they do, and what is left of the Battle."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.germany_at_war.combat.firepower import defence, offence, valour_power
from front1914.titles.germany_at_war.combat.segment import attackers
from front1914.titles.germany_at_war.control import conquer, cover, settle
from front1914.titles.germany_at_war.sequence import give_disc
from front1914.titles.germany_at_war.state import ATTACKER, OFF, ON_BATTLE, SHOWDOWN, GWState
from front1914.titles.germany_at_war.world import (
    AREAS,
    BANDS,
    BIT,
    BLOCKS,
    BUILDERS,
    FOE,
    GREEN,
    IN_SEAT,
    IS_CAVALRY,
    NEED,
    POWERS,
    STRENGTH,
    TOUGHNESS,
)

ATTACK, DEFENCE, ATTACKER_HITS, DEFENDER_HITS = range(4)  #: in `firepower`


def capacity(s: GWState, side: str, h: int) -> int:
    """7.5.1.11, 7.5.1.14, ruling B60: the hits that would eliminate everything of a Side in an Area."""
    return sum(TOUGHNESS[u][s.face[u]] for u in s.units_in(h, side)) + s.discs_in(h, side)


def winner_hits(difference: int, incurred: int) -> int:
    """7.5.1.11.b, 7.5.1.11.c, 7.5.1.11.d: what the winner loses: part of the loser's hits, rounded up.

    >>> [winner_hits(6, 4), winner_hits(2, 2), winner_hits(17, 4), winner_hits(5, 5), winner_hits(10, 9)]
    [1, 1, 1, 3, 3]
    """
    for band in BANDS:
        if difference <= band.up_to:
            return -(-incurred // band.share)
    return 1


class Showdown(Step):
    """7.5.1.3: all blocks in the Area are shown, and the Final Result fixes the hits of both Sides."""

    name, rule = "showdown", "7.5.1.3"

    def run(self, s: GWState) -> None:
        s.flow.pop()
        h, defender = s.battle, FOE[s.active]
        if not s.present(defender) & BIT[h]:
            return  # rulings B54, B55: nobody is left to fight
        defending, every = s.units_in(h, defender), s.units_in(h, s.active)
        for u in (*every, *defending):
            s.show(u, SHOWDOWN)
        s.tell("showdown", area=h, units=(*every, *defending), reveals=True)
        self.resolve(s, attackers(s, h), defending)

    def resolve(self, s: GWState, attacking: list[int], defending: list[int]) -> None:
        """7.5.1.10.a, 7.5.1.10.b: the Final Result, who has won, and the hits."""
        h, defender = s.battle, FOE[s.active]
        for index, side in enumerate((s.active, defender)):
            power = valour_power(s, side, h)
            s.powers[index] = OFF if power is None else POWERS.index(power)
        attack, defend = offence(s, attacking, defending), defence(s, defending)
        of, df = sum(p.amount for p in attack), sum(p.amount for p in defend)
        result = of - df
        loser = defender if result > 0 else s.active  # 7.5.1.10.c, 7.5.1.10.p
        incurred = min(abs(result), capacity(s, loser, h))  # 7.5.1.11.a
        returned = min(winner_hits(abs(result), incurred), capacity(s, FOE[loser], h)) if result else 0
        s.firepower[ATTACK], s.firepower[DEFENCE] = of, df
        hits = {loser: incurred, FOE[loser]: returned}
        s.firepower[ATTACKER_HITS], s.firepower[DEFENDER_HITS] = hits[s.active], hits[defender]
        s.tell(
            "result",
            area=h,
            attack=of,
            defence=df,
            result=result,
            attack_parts=tuple(attack),
            defence_parts=tuple(defend),
            attacker_hits=hits[s.active],
            defender_hits=hits[defender],
        )
        s.flow += [("losses", FOE[loser]), ("losses", loser)]  # 7.5.1.12.a: the loser first


# ---- hits (7.5.1.13)


def hits_left(s: GWState, side: str) -> int:
    """What a Side still has to take."""
    return s.firepower[ATTACKER_HITS if side == s.active else DEFENDER_HITS]


def strongest(s: GWState, side: str) -> list[int]:
    """7.5.1.13: the blocks among which the next hit must be placed."""
    units = s.units_in(s.battle, side)
    most = max((STRENGTH[u][s.face[u]] for u in units), default=0)
    return [u for u in units if STRENGTH[u][s.face[u]] == most]  # 7.5.1.13.f


def hit(s: GWState, side: str, u: int) -> None:
    """7.5.1.13, 7.3.1.3.e: one hit on a block; enough of them for its dots reduce it."""
    s.firepower[ATTACKER_HITS if side == s.active else DEFENDER_HITS] -= 1
    s.hits[u] += 1
    if s.hits[u] >= NEED[u][s.face[u]]:  # 7.5.1.13.c, 7.5.1.13.d, 7.5.1.13.e
        s.hits[u] = 0
        s.reduce(u)
    else:
        s.tell("absorbed", unit=u)


def hit_disc(s: GWState, side: str, kind: int) -> None:
    """4.1.f: one hit eliminates a Garrison."""
    s.firepower[ATTACKER_HITS if side == s.active else DEFENDER_HITS] -= 1
    s.remove_disc(kind)


def best_shield(s: GWState, units: list[int]) -> int:
    """h.8: who takes a hit best: who is not eliminated by it, then who absorbs most, then who is reduced least."""

    def price(u: int) -> tuple[bool, int, int, int]:
        damage = s.hits[u] + 1 >= NEED[u][s.face[u]]
        fatal = damage and s.face[u] + 1 == len(STRENGTH[u])
        return fatal, s.hits[u] - NEED[u][s.face[u]], s.face[u], u

    return min(units, key=price)


def take(s: GWState, side: str, free: bool) -> bool:
    """Places the next hit if there is nothing to choose, or freely; False if the owner must choose."""
    units = strongest(s, side)
    if units:  # 4.1.g, 7.5.1.13.h
        if len(units) > 1 and not free:  # 7.5.1.12.b, 7.5.1.13.g
            return False
        hit(s, side, best_shield(s, units))
        return True
    kinds = s.garrison_kinds(s.battle, side)
    if len(kinds) > 1 and not free:
        return False
    hit_disc(s, side, kinds[0])
    return True


class Losses(Step):
    """7.5.1.12: a Side takes its hits; it is asked where it has a choice."""

    name, rule, frame = "losses", "7.5.1.12", ("",)

    def run(self, s: GWState) -> None:
        side = s.flow[-1][1]
        everything = hits_left(s, side) >= capacity(s, side, s.battle) - sum(
            s.hits[u] for u in s.units_in(s.battle, side)
        )
        while hits_left(s, side) > 0:
            if not take(s, side, everything):
                s.flow.append(("hit", side))
                return
            if s.result is not None:
                return
        s.flow.pop()


def decider(s: GWState, side: str) -> str:
    """1.5, 7.5.1.12, ruling B70: the player of the units that may be hit; among units of two players the chief."""
    units = strongest(s, side)
    owners = {seat for seat in s.seats(side) if any(u in IN_SEAT[seat] for u in units)}
    if not units:
        owners = {s.seat_of(BUILDERS[kind % len(BUILDERS)]) for kind in s.garrison_kinds(s.battle, side)}
    return owners.pop() if len(owners) == 1 else s.chief(side)


class Hit(Step):
    """7.5.1.13: which of the strongest units takes the hit, or which Garrison."""

    name, rule, frame = "hit", "7.5.1.13", ("",)

    def side(self, s: GWState) -> str:
        return decider(s, s.flow[-1][1])

    def prompt(self, s: GWState) -> str:
        left = hits_left(s, s.flow[-1][1])
        return f"{AREAS.name(s.battle)}: who takes the next hit? {left} {'is' if left == 1 else 'are'} left."

    def legal_unit(self, s: GWState) -> list[int]:
        return strongest(s, s.flow[-1][1])

    def why_unit(self, s: GWState, u: int) -> Reason:
        side = s.flow[-1][1]
        if u not in s.units_in(s.battle, side):
            return Reason("7.5.1.13", "it is not a unit of yours in the Battle")
        return Reason("7.5.1.13", "the strongest unit must be hit first")

    def do_unit(self, s: GWState, u: int) -> None:
        side = s.flow.pop()[1]
        hit(s, side, u)

    def legal_disc(self, s: GWState) -> list[int]:
        side = s.flow[-1][1]
        return [] if strongest(s, side) else s.garrison_kinds(s.battle, side)  # 4.1.h

    def why_disc(self, s: GWState, kind: int) -> Reason:
        side = s.flow[-1][1]
        if kind not in s.garrison_kinds(s.battle, side):
            return Reason("7.5.1.13", "no such Garrison of yours is in the Battle")
        return Reason("4.1", "Garrisons take hits last")

    def do_disc(self, s: GWState, kind: int) -> None:
        side = s.flow.pop()[1]
        hit_disc(s, side, kind)

    def do_spread(self, s: GWState, _: None) -> None:
        """All that is left for this player is placed so that fewest units die and most of it is absorbed."""
        side = s.flow.pop()[1]
        player = decider(s, side)
        while hits_left(s, side) > 0 and s.result is None and decider(s, side) == player:
            take(s, side, True)


# ---- what is left (7.5.1.15 to 7.5.1.17)


class Aftermath(Step):
    """7.5.1.16, 7.5.1.17: control, concealment, Impetus, Plan XVII and the Disc."""

    name, rule = "aftermath", "7.5.1.16"

    def run(self, s: GWState) -> None:
        s.flow.pop()
        h, defender = s.battle, FOE[s.active]
        fought = s.powers[0] != OFF
        for u in BLOCKS.numbers:
            s.hits[u] = 0
        if s.contested() & BIT[h]:
            self.stand_off(s, h)
        else:
            self.clear(s, h, fought)
            if s.result is not None:
                return
            if fought and not s.present(defender) & BIT[h] and GREEN & BIT[h]:  # 7.6.b
                for u in attackers(s, h):
                    s.impetus[u] = int(IS_CAVALRY[u])
        self.close(s, h)

    def stand_off(self, s: GWState, h: int) -> None:
        """7.5.1.16.c: the Area is still contested: attackers stay visible, defenders are concealed."""
        for u in s.units_in(h, s.active):
            s.shown[u] = ATTACKER
        for u in s.units_in(h, FOE[s.active]):
            s.conceal(u)
        s.tell("stand_off", area=h)

    def clear(self, s: GWState, h: int, fought: bool) -> None:
        """7.5.1.16, 7.5.1.17, ruling B04: who is left is concealed and controls the Area."""
        for side in FOE:  # 7.5.1.16.b
            for u in s.units_in(h, side):
                s.conceal(u)
        cover(s, h)
        alone = next((side for side in FOE if s.present(side) & BIT[h]), None)
        if alone is None:
            winner = s.active if s.firepower[ATTACK] > s.firepower[DEFENCE] else FOE[s.active]
            if not s.held(winner) & BIT[h]:
                conquer(s, h, winner, None)
        elif fought and not s.held(alone) & BIT[h]:
            power = s.powers[0 if alone == s.active else 1]  # 2.11.1.b
            conquer(s, h, alone, POWERS[power] if s.units_in(h, alone) else None)
        else:
            settle(s, h)

    def close(self, s: GWState, h: int) -> None:
        if s.plan:  # 8.4.b: whatever the result
            s.gain("french", 1, h)  # 8.4.a
        if s.result is not None:
            return
        if s.disc == ON_BATTLE:
            give_disc(s)
        s.battle, s.cavalry, s.edge, s.general, s.plan = OFF, OFF, "", 0, 0
        s.powers[0] = s.powers[1] = OFF
        for index in range(len(s.firepower)):
            s.firepower[index] = 0


STEPS = (Showdown(), Losses(), Hit(), Aftermath())
