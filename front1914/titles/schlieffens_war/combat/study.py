"""An attack named by its target alone, for exact odds: who takes part, and what the defender is taken to do."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.decision import Action
from front1914.engine.errors import BadInput
from front1914.engine.title import Assault
from front1914.titles.schlieffens_war.combat.declaration import Attack, fit, objection
from front1914.titles.schlieffens_war.combat.defence import Defend
from front1914.titles.schlieffens_war.combat.strength import attack_factor, defence_factor
from front1914.titles.schlieffens_war.command import in_command
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import HEXES, IS_CORPS, UNITS

NOTE = "The defender takes part as strongly as he may; no coup de main and no heavy artillery."
_ATTACK, _DEFEND = Attack(), Defend()


def everybody(s: SWState, target: int) -> list[int]:
    """11.3 to 11.7: those who may attack the target together: corps first, those in command, the strongest."""
    order = sorted(fit(s), key=lambda u: (not IS_CORPS[u], not in_command(s, u), -attack_factor(s, u)))
    chosen: list[int] = []
    for u in order:
        if objection(s, target, chosen, u) is None:
            chosen.append(u)
    return chosen


def assault(s: SWState, target: str, units: Sequence[str]) -> Assault:
    """The attack on a hex by the units named, or by all who may take part together."""
    if not s.flow or s.flow[-1][0] not in ("probe", "attack"):
        raise BadInput("position", "no attack can be declared here: give the step attack and the side")
    place = HEXES.find(target)
    if place is None:
        raise BadInput("target", f"no hex {target!r}")
    if (reason := _ATTACK.refuse_to(s, place)) is not None:
        raise BadInput("target", f"{target}: {reason.text} ({reason.rule})")
    # Whatever comes after the attack is left alone: the question for the next one is put in any case.
    s.flow[-2:] = [("combat", 1), ("attack",), ("attack",)]
    words = [str(UNITS[u]) for u in everybody(s, place)] if not units else list(units)
    actions = (Action("to", target), *(Action("unit", word) for word in words), Action("commit"))
    return Assault(actions, reply, NOTE)


def reply(s: SWState) -> Action | None:
    """What is taken for granted between the declaration of an attack and its result."""
    if s.flow[-1][0] == "bombard":
        return Action("done")
    if s.flow[-1][0] != "defend":
        return None
    legal = _DEFEND.legal_unit(s)
    if not legal:
        return Action("commit")
    return Action("unit", UNITS[max(legal, key=lambda u: defence_factor(s, u))])
