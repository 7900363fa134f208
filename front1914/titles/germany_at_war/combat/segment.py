"""7.5, 7.5.1.1, 7.2: which Battles are fought, what the Attacker declares, and how he spends the Initiative Disc."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.state import Frame
from front1914.kit.bits import members
from front1914.play.asking import AsLongAs
from front1914.titles.germany_at_war.movement import most_engagements
from front1914.titles.germany_at_war.state import ACTIVATED, FOUGHT, HELD, NEW, OFF, ON_BATTLE, GWState
from front1914.titles.germany_at_war.world import (
    AREAS,
    BIT,
    FOCH,
    FOE,
    GERMANY,
    IS_CAVALRY,
    POWER,
    RING,
    SIZE,
)

MOST_SAPPED = 2  #: 7.2.2.a


def pending(s: GWState) -> int:
    """7.5: bitset of the newly contested Areas whose Battle is still to be fought."""
    found = 0
    for h, flags in enumerate(s.front):
        if flags & NEW and not flags & FOUGHT:
            found |= BIT[h]
    return found & s.contested()


def attackers(s: GWState, h: int) -> list[int]:
    """7.5, ruling B51: the Phasing Side's blocks in an Area that are not Isolated."""
    return [u for u in s.units_in(h, s.active) if not s.isolated[u]]  # 7.5.d


def refuse_battle(s: GWState, h: int) -> Reason | None:
    """7.5, 7.5.a: why no Battle can be chosen in an Area."""
    if not s.contested() & BIT[h]:
        return Reason("7.5", "no enemies meet there")
    if s.front[h] & FOUGHT:  # 7.5.1.16.a
        return Reason("7.5", "it has been fought")
    new = pending(s)
    if new:  # 7.5.h
        return None if new & BIT[h] else Reason("7.5", "new engagements are fought first")
    if s.fights >= most_engagements(s):  # 7.5.e
        return Reason("7.5", f"no more than {most_engagements(s)} Battles may be fought")
    return None if attackers(s, h) else Reason("7.5", "no unit there can attack")  # 4.1.c


def open_battles(s: GWState) -> list[int]:
    """The Areas in which a Battle may be chosen now."""
    return [h for h in members(pending(s) or s.contested()) if refuse_battle(s, h) is None]


class Battles(AsLongAs):
    """7.5: goes on as long as a Battle can be chosen."""

    name, rule = "battles", "7.5"

    def question(self, s: GWState) -> Frame | None:
        return ("battle",) if open_battles(s) else None


class ChooseBattle(Step):
    """7.5: the Attacker chooses the next Battle; those in newly contested Areas are mandatory and come first."""

    name, rule = "battle", "7.5"

    def side(self, s: GWState) -> str:
        return s.chief(s.active)

    def prompt(self, s: GWState) -> str:
        return "Choose the next Battle." if pending(s) else "Choose a Battle to fight, or finish."

    def legal_to(self, s: GWState) -> list[int]:
        return open_battles(s)

    def refuse_to(self, s: GWState, h: int) -> Reason | None:
        return refuse_battle(s, h)

    def do_to(self, s: GWState, h: int) -> None:
        s.flow.pop()
        s.battle, s.edge, s.general = h, "", 0
        s.fights += 1
        units = attackers(s, h)
        new = s.front[h] & NEW
        s.front[h] |= FOUGHT
        s.cavalry = int(any(IS_CAVALRY[u] for u in units))  # 7.5.1.1.a
        french = all(POWER[u] == "french" for u in s.units_in(h, s.active))
        s.plan = int(bool(s.options["plan17"] and new and GERMANY & BIT[h] and french))
        s.powers[0] = s.powers[1] = OFF
        s.tell("battle", area=h, side=s.active, cavalry=s.cavalry, reveals=True)
        s.flow += [("aftermath",), ("showdown",), ("defence",)]
        if s.action == "tactical" and s.holder == s.active and s.disc == HELD:  # 7.2.c
            s.flow.append(("edge",))

    def refuse_done(self, s: GWState, _: None) -> Reason | None:
        return Reason("7.5", "newly contested Areas must be fought for") if pending(s) else None  # 7.5.b, 7.5.c

    def do_done(self, s: GWState, _: None) -> None:
        s.flow[-2:] = []


# ---- the Initiative Disc in a Tactical Action (7.2)


class Edge(Step):
    """7.2: the Attacker may spend the Disc on one advantage in this Battle."""

    name, rule, ends = "edge", "7.2", ("done",)

    def side(self, s: GWState) -> str:
        return s.chief(s.active)

    def prompt(self, s: GWState) -> str:
        return f"Spend the Initiative Disc on the Battle of {AREAS.name(s.battle)}?"

    def refuse_pontoon(self, s: GWState, _: None) -> Reason | None:
        return None if s.front[s.battle] & NEW else Reason("7.2.1", "the Area is not newly contested")  # 7.2.1.c

    def do_pontoon(self, s: GWState, _: None) -> None:
        self.spend(s, "pontoon")

    def refuse_pioneers(self, s: GWState, _: None) -> Reason | None:
        return None if s.discs_in(s.battle, FOE[s.active]) else Reason("7.2.2", "no enemy Garrison is there")  # 7.2.2.b

    def do_pioneers(self, s: GWState, _: None) -> None:
        self.spend(s, "pioneers")
        s.flow.append(("sap", MOST_SAPPED))

    def refuse_foch(self, s: GWState, _: None) -> Reason | None:
        if s.active != "entente":
            return Reason("7.3.1.7", "Foch is not yours")
        if s.shown[FOCH] != ACTIVATED or s.at[FOCH] >= SIZE:  # 7.3.1.7.b
            return Reason("7.3.1.7", "Foch is not activated")
        return None if RING[s.battle] & BIT[s.at[FOCH]] else Reason("7.3.1.7", "Foch is not in an adjacent Area")

    def do_foch(self, s: GWState, _: None) -> None:
        self.spend(s, "foch")

    def spend(self, s: GWState, edge: str) -> None:
        """7.2.b: one advantage, in this Battle alone."""
        s.flow.pop()
        s.edge, s.disc = edge, ON_BATTLE
        s.tell("edge", side=s.active, edge=edge, area=s.battle)


class Sap(Step):
    """7.2.2: Pioneers remove one or two enemy Garrisons. The frame holds how many they still may."""

    name, rule, frame, ends = "sap", "7.2.2", ("",), ("done",)
    else_disc = Reason("7.2.2", "no such Garrison is there")

    def side(self, s: GWState) -> str:
        return s.chief(s.active)

    def prompt(self, s: GWState) -> str:
        return "Choose a Garrison that the Pioneers remove."

    def legal_disc(self, s: GWState) -> list[int]:
        return s.garrison_kinds(s.battle, FOE[s.active])

    def do_disc(self, s: GWState, kind: int) -> None:
        name, left = s.flow.pop()
        s.remove_disc(kind)
        if left > 1 and s.discs_in(s.battle, FOE[s.active]):
            s.flow.append((name, left - 1))

    def refuse_done(self, s: GWState, _: None) -> Reason | None:
        return None if s.flow[-1][1] < MOST_SAPPED else Reason("7.2.2", "they remove one at least")


STEPS = (Battles(), ChooseBattle(), Edge(), Sap())
