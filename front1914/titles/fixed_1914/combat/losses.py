"""UL, CB-9, CB-10, CV-2: the owner names who loses a step; the defender retreats or stands.

Where only one unit can take a loss, nobody is asked.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import HEXES, SIZE
from front1914.titles.fixed_1914.combat.battle import STOOD, Battle, battle, note, present, suffer
from front1914.titles.fixed_1914.combat.parties import Party
from front1914.titles.fixed_1914.combat.retreat import begin, no_retreat, war_needed
from front1914.titles.fixed_1914.landwehr import offer_change
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, warning
from front1914.titles.fixed_1914.world import FOE, IS_CAVALRY, IS_INFANTRY


def lose(s: FXState, u: int) -> bool:
    """UL-5: a step of a unit; whether anything is left. Landwehr may change (D30)."""
    heirs = suffer(s, u)
    offer_change(s, heirs)
    return bool(heirs)


# ---- the attacker (CB-10, CV-2, B-74, B-75)


def attacker_choices(s: FXState, b: Battle) -> list[int]:
    """An infantry unit; cavalry only where no infantry attacked. Artillery only supports (B-75)."""
    alive = [u for u in b.attackers if s.at[u] < SIZE]
    return [u for u in alive if IS_INFANTRY[u]] or [u for u in alive if IS_CAVALRY[u]]


def attacker_loses(s: FXState, u: int) -> None:
    """CV-2: supporting cavalry loses a step with the infantry."""
    supporters = [v for v in battle(s).attackers if IS_CAVALRY[v]] if IS_INFANTRY[u] else []
    lose(s, u)
    for v in supporters:
        lose(s, v)


class AttackerLoss(Step):
    """CB-10: one attacking unit loses a step."""

    name, rule = "attacker_loss", "CB-10b"

    def prompt(self, s: FXState) -> str:
        return "Which attacking unit loses a step?"

    def legal_unit(self, s: FXState) -> list[int]:
        return attacker_choices(s, battle(s))

    def why_unit(self, s: FXState, u: int) -> Reason:
        b = battle(s)
        if u not in b.attackers:
            return Reason("CB-10b", "it takes no part in the attack")
        if IS_CAVALRY[u]:
            return Reason("CV-2", "supporting cavalry loses its step besides the infantry")
        return Reason("AR-2", "artillery only supports; infantry takes the loss")

    def do_unit(self, s: FXState, u: int) -> None:
        s.flow.pop()
        attacker_loses(s, u)


# ---- the defender (CB-9, UL-4)


def leaders(s: FXState, b: Battle) -> list[int]:
    """CB-9: the attacked units that may take a loss; those attached share the fate of their host (UL-3, B-100)."""
    return [party[0] for party in present(s, b)]


class DefenderLoss(Step):
    """CB-9: one of the attacked units loses a step. The frame says whether it is the loss of the table (0) or that for
    standing (1): it decides about those attached (UL-4)."""

    name, rule, frame = "defender_loss", "CB-9", ("",)

    def side(self, s: FXState) -> str:
        return FOE[s.active]

    def prompt(self, s: FXState) -> str:
        return f"Which unit loses {'the step for standing' if s.flow[-1][1] else 'a step'}?"

    def legal_unit(self, s: FXState) -> list[int]:
        return leaders(s, battle(s))

    def why_unit(self, s: FXState, u: int) -> Reason:
        b = battle(s)
        if u in b.attacked:
            return Reason("UL-3", "it shares the fate of the unit to which it is attached")
        return Reason("UL-3", "it was not attacked in this battle")

    def do_unit(self, s: FXState, u: int) -> None:
        standing = s.flow.pop()[1]
        party: Party = next(party for party in present(s, battle(s)) if party[0] == u)
        if lose(s, u):
            return
        if standing:  # UL-4.1, B-102: each of those attached goes for itself
            for attached in reversed(party[1:]):
                begin(s, [(attached,)])
        else:  # UL-4.2
            for attached in party[1:]:
                s.eliminate(attached)


def defender_loses(s: FXState, standing: int) -> None:
    """Asks for a loss, or takes it where there is no choice."""
    s.flow.append(("defender_loss", standing))
    found = leaders(s, battle(s))
    if len(found) == 1:  # CB-9.1, CB-9.2
        DEFENDER.do_unit(s, found[0])


# ---- retreat or stand (UL-2)


def give_way(s: FXState, b: Battle) -> None:
    """UL-2, TC-1, FT-9, B-76, B-80: the defender chooses; without a retreat he must stand (B-97)."""
    parties = present(s, b)
    if not parties:
        return
    if no_retreat(s, parties, b.target) is None:
        s.flow.append(("decide",))
    elif not b.free:  # CB-18.3
        s.tell("cornered", hex=b.target)
        defender_loses(s, 1)


class Decide(Step):
    """UL-2, B-77: all attacked units retreat, or one of them loses a step; in rough, forest and forts they may simply
    stay."""

    name, rule = "decide", "UL-2"

    def side(self, s: FXState) -> str:
        return FOE[s.active]

    def prompt(self, s: FXState) -> str:
        b = battle(s)
        price = "stay without a loss" if b.free else "stand and lose a step"
        war = war_needed(s, present(s, b), b.target)
        told = f" A retreat {warning(war)}." if war else ""
        return f"Do the attacked units in {HEXES.name(b.target)} retreat, or {price}?{told}"

    def do_retreat(self, s: FXState, _: None) -> None:
        b = battle(s)
        war = war_needed(s, present(s, b), b.target)
        if war:
            ask(s, "retreat", 0, war)
        else:
            withdraw(s, 0)

    def refuse_stand(self, s: FXState, _: None) -> Reason | None:
        return Reason("UL-2", "here they may stay without a loss") if battle(s).free else None  # UL-2.1

    def do_stand(self, s: FXState, _: None) -> None:
        s.flow.pop()
        s.tell("stands", hex=battle(s).target)
        note(s, cause=STOOD)
        defender_loses(s, 1)

    def refuse_stay(self, s: FXState, _: None) -> Reason | None:
        return None if battle(s).free else Reason("UL-2", "to stand costs a further step here")  # UL-2.1

    def do_stay(self, s: FXState, _: None) -> None:
        s.flow.pop()
        s.tell("stays", hex=battle(s).target)


def withdraw(s: FXState, _: int) -> None:
    """UL-2: the attacked units retreat."""
    s.flow.pop()
    b = battle(s)
    parties = present(s, b)
    s.tell("retreat", hex=b.target, units=tuple(u for party in parties for u in party))
    begin(s, parties)


DEFENDER = DefenderLoss()
CONFIRMED["decide", "retreat"] = withdraw
STEPS = (AttackerLoss(), DEFENDER, Decide())
