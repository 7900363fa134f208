"""How a position stands by what came of such positions in played games (data/chances.toml, tools/fit_chances.py).

A logistic curve over what 1.7 and the means of both Sides amount to. It is fitted to whole games, so a star of a
Leader, the Disc or a British corps that has not landed counts for what it brought to those who had it.
"""

from __future__ import annotations

from front1914.kit.bits import members
from front1914.kit.data import DataFolder
from front1914.titles.germany_at_war.communication import supplied
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import (
    GB,
    IS_LEADER,
    OWN,
    POOL,
    POWER,
    POWERS,
    SIDE_OF,
    SIDES,
    SIZE,
    STARS,
    STRENGTH,
)

POINTS = 40.0  #: a unit of the curve (odds of e to 1), in points of strength
#: stars of Leaders, strength with and without communication, strength not yet there
MEANS = ("stars", "free", "cut", "away")
BOTH = ("dead", "fatal", "discs", "stars", "free")  #: what is counted for each Side
#: all that is counted; of the rest games told nothing, or what cannot be: who of the Entente is cut off counts nothing
FACTS = (
    *("areas", "ahead", "disc", "move", "ends", "valour_german", "much_german", "cut_german", "away_entente"),
    *(f"{name}_{side}" for side in SIDES for name in BOTH),
)
MANY = 6  #: Valour Points from which each further one counts more


def facts(s: GWState) -> dict[str, float]:
    """What is counted of a position."""
    held = s.held("german") & s.rules.goals
    ahead = held.bit_count() >= s.rules.german
    found: dict[str, float] = {"areas": held.bit_count(), "ahead": ahead}
    for side in SIDES:
        valour, dead = s.side_valour(side), s.dead(side) / s.rules.losses[side]
        found |= {f"valour_{side}": valour, f"dead_{side}": dead, f"fatal_{side}": dead * dead}
        found[f"much_{side}"] = max(0, valour - MANY)
        found[f"discs_{side}"] = sum(s.discs_in(h, side) for h in members(s.rules.goals & s.held(side)))
        for name, amount in zip(MEANS, means(s, side), strict=True):
            found[f"{name}_{side}"] = amount
    found["disc"] = 1 if s.holder == "german" else -1
    found["move"] = 1 if s.active == "german" else -1
    ends = s.passes and (s.active == "german") == ahead  # another Pass wins (3.0)
    found["ends"] = (1 if ahead else -1) if ends else 0
    return found


def means(s: GWState, side: str) -> tuple[int, int, int, int]:
    """What a Side has to fight with, by MEANS."""
    stars = free = cut = away = 0
    reach = {power: supplied(s, power) for power in POWERS if SIDE_OF[power] == side}
    for u in OWN[side]:
        h, face = s.at[u], s.face[u]
        if h >= SIZE or h == GB:
            away += STRENGTH[u][face] if h in (GB, POOL) else 0
        elif not reach[POWER[u]] >> h & 1:
            cut += 0 if IS_LEADER[u] else STRENGTH[u][face]
        elif IS_LEADER[u]:
            stars += STARS[u][face]
        else:
            free += STRENGTH[u][face]
    return stars, free, cut, away


def _read(scenario: str) -> dict[str, float]:
    """What each fact counts in a scenario; `even` is what is left when there is nothing."""
    curve = DataFolder.of(__package__).toml("chances.toml").section(scenario)
    return {name: curve.take(name, float) for name in ("even", *FACTS)}


CURVES = {"introduction": _read("introduction")}  #: by scenario


def learnt(s: GWState, side: str) -> float | None:
    """How a position stands for a Side, in points of strength; None where no games have told."""
    curve = CURVES.get(s.rules.id)
    if curve is None:
        return None
    found = facts(s)
    total = curve["even"] + sum(curve[name] * found[name] for name in FACTS)
    return POINTS * (total if side == "german" else -total)
