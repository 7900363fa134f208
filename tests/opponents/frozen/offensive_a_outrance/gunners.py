"""How a computer commander uses siege guns: when to deploy them, what to bombard, when to prepare attacks (13, 20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from front1914.engine.decision import Action
from front1914.titles.offensive_a_outrance.board import RING, SIZE
from front1914.titles.offensive_a_outrance.sieges.bombardment import (
    FORTRESSES_OF,
    coordinated,
    dice_of,
    fall,
    prospects,
)
from front1914.titles.offensive_a_outrance.sieges.fortress import steps_left
from front1914.titles.offensive_a_outrance.sieges.preparation import LEAST, LIGHT
from front1914.titles.offensive_a_outrance.sieges.siege import CALIBRE, HQ_OF, HQS, LIMITED, SIEGE_OF, TUBES
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_DIVISION, NATION, UNITS

Prized = Mapping[int, float]
Answer = tuple[Action, str]
ORDER = ("21", "30.5", "42")  #: the calibres that are not counted fire first
SPARED = 5  #: 30.5cm bombardments that are kept for Fortresses


def unit_of(action: Action) -> int:
    """The unit that an action names."""
    return UNITS.number(str(action.arg))


def prey(s: OAOState, u: int, h: int) -> bool:
    """Whether a gun in a hex could bombard a Fortress of the enemy there or beside it."""
    pool = LIMITED.get(CALIBRE[u])
    if pool is not None and s.pools[pool] <= 0:
        return False
    heavy = NATION[u] == "german" and CALIBRE[u] != LIGHT
    for target in FORTRESSES_OF[FOE["german"]]:
        there = s.at[target]
        near = there < SIZE and (there == h or RING[there] >> h & 1)
        if near and ((there == h and not heavy) or coordinated(s, "german", target)):
            return True
    return False


def wanted(s: OAOState, u: int) -> bool:
    """Whether a gun is of use where it stands, a marker where its HQ does: against a Fortress, or in a Routine."""
    h = s.at[HQ_OF[u]] if u in HQ_OF and s.at[u] >= SIZE else s.at[u]
    if h >= SIZE:
        return False
    routine = any(s.routine[hq] and s.at[hq] == h for hq in HQS)
    return prey(s, u, h) or (routine and CALIBRE[u] == LIGHT)


def emplace(s: OAOState, actions: Sequence[Action]) -> Action | None:
    """At the end of a movement phase: guns are deployed where they are of use, and packed up where they are not."""
    for verb, use in (("deploy", True), ("undeploy", False)):
        for action in actions:
            if action.verb == verb and wanted(s, unit_of(action)) == use:
                return action
    return None


def _bombard(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """9.1: every Fortress in reach."""
    targets = [a for a in actions if a.verb == "unit"]
    if not targets:
        return None
    best = max(targets, key=lambda a: (fall(s, unit_of(a)), str(a)))
    return best, f"{best.arg} is bombarded: {float(fall(s, unit_of(best))):.0%} that it falls"


def _fire(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """13.1.2: the guns first whose shells are not counted; the Pioniere where they help."""
    target = s.flow[-1][1]
    left = steps_left(s, target)

    def hit(action: Action) -> float:
        shots = dice_of(unit_of(action), target, -1 if action.verb == "assist" else 0)
        return float(1 - prospects(shots, left).get(0, 0))

    shots = [a for a in actions if a.verb in ("unit", "assist")]
    if not shots:
        return None
    best = min(shots, key=lambda a: (ORDER.index(CALIBRE[unit_of(a)]), -hit(a), str(a)))
    return best, f"{best.arg} fires: {hit(best):.0%} that it hits"


def _initiate(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """20.1: with guns enough, a division, and something worth it before it."""
    for action in (a for a in actions if a.verb == "initiate"):
        h = s.at[unit_of(action)]
        tubes = sum(TUBES[u] for u in SIEGE_OF[side] if s.at[u] == h and CALIBRE[u] == LIGHT)
        worth = any(prized.get(n) or s.stack(n) for n in range(SIZE) if RING[h] >> n & 1)
        if tubes >= LEAST and worth and any(IS_DIVISION[u] for u in s.own(h, side)):
            return action, f"{action.arg} has {tubes} units of 21cm with it"
    done = next((a for a in actions if a.verb == "done"), None)
    return None if done is None else (done, "too few guns for a Prep Bombardment")


def _prep(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """20.4: all guns of 21cm, and one of 30.5cm if its shells can be spared."""
    guns = s.flow[-1][2]
    if all(CALIBRE[u] == LIGHT for u in guns) and s.pools[LIMITED["30.5"]] > SPARED:
        for action in actions:
            if action.verb == "unit" and CALIBRE[unit_of(action)] == "30.5":
                return action, f"{action.arg} takes part: the enemy's check is harder"
    fire = next((a for a in actions if a.verb in ("fire", "save")), None)
    return None if fire is None else (fire, "the guns prepare the attack")


def _go_on(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """20.1: as long as an enemy is before it."""
    h = s.at[s.flow[-1][1]]
    verb = "go" if RING[h] & s.ground(FOE[side]).units else "stop"
    return next(a for a in actions if a.verb == verb), "the enemy is still there" if verb == "go" else "nobody is left"


def _naval(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """21.2: the first attack on the coast."""
    return next(a for a in actions if a.verb == "support"), "the ships have nothing better to do"


THOUGHTS: dict[str, Callable[[OAOState, str, Sequence[Action], Prized], Answer | None]] = {
    "bombard": _bombard,
    "choose_target": _bombard,
    "fire": _fire,
    "initiate": _initiate,
    "prep": _prep,
    "go_on": _go_on,
    "naval": _naval,
}
