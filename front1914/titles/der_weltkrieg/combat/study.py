"""An attack named by its target alone, for exact odds: who takes part, and what the defender is taken to do."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.decision import Action
from front1914.engine.errors import BadInput
from front1914.engine.title import Assault
from front1914.titles.der_weltkrieg.board import HEXES, TERRAINS
from front1914.titles.der_weltkrieg.combat.ability import beside, objection
from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, NEEDS_NONE, Battle, battle
from front1914.titles.der_weltkrieg.combat.declaration import Attack
from front1914.titles.der_weltkrieg.combat.report import best_terrain
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, UNITS

NOTE = (
    "All who may attack do so, supplied as far as the stocks go; the defender chooses the terrain that serves him "
    "best, spends supply, stands unless he must retreat, and counterattacks with all he has."
)
_ATTACK = Attack()
#: what a side is taken to answer until both dice are thrown
ANSWERS = {"evade": "done", "defend": "commit", "stand": "stand", "counter": "commit"}


def everybody(s: DWState, target: int) -> list[int]:
    """12-6: those who may attack the target together, the strongest first; guns after the others."""
    chosen: list[int] = []
    for u in sorted(beside(s, target), key=lambda u: (IS_ARTILLERY[u], -s.strength[u], u)):
        if objection(s, ASSAULT, target, chosen, u) is None:
            chosen.append(u)
    return chosen


def assault(s: DWState, target: str, units: Sequence[str]) -> Assault:
    """The attack on a hex by the units named, or by all who may take part."""
    if not s.flow or s.flow[-1][0] != "attack":
        raise BadInput("position", "no attack can be declared here: give the step combat and the side")
    place = HEXES.find(target)
    if place is None:
        raise BadInput("target", f"no hex {target!r}")
    if (reason := _ATTACK.refuse_to(s, place)) is not None:
        raise BadInput("target", f"{target}: {reason.text} ({reason.rule})")
    words = [str(UNITS[u]) for u in everybody(s, place)] if not units else list(units)
    actions = (Action("to", target), *(Action("unit", word) for word in words), Action("commit"))
    return Assault(actions, reply, NOTE)


def reply(s: DWState) -> Action | None:
    """What is taken for granted between the declaration of an attack and its results."""
    name = s.flow[-1][0] if s.flow else ""
    if name == "terrain":
        return Action("terrain", TERRAINS[best_terrain(s, _taken(s))])
    if name == "attrition":
        return Action("unit", UNITS[s.flow[-1][1][0]])
    verb = ANSWERS.get(name)
    return None if verb is None else Action(verb)


def _taken(s: DWState) -> Battle:
    """The Combat with a defender who is fully supplied."""
    b = battle(s)
    return b._replace(backers=(NEEDS_NONE,) * len(b.defenders))
