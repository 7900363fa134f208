"""CB-2, CB-11 to CB-15, CV-1, AR-2 to AR-4: an attack is declared: the hex, how deep it goes, who attacks.

Nothing is binding before it is committed, except that an attack on a neutral country begins the war with it (B-19).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import BOARD, COUNTRY_BIT, EXTERNAL, HEXES, INTERNAL, NEUTRALS, RING, SIZE
from front1914.titles.fixed_1914.combat.battle import open_battle
from front1914.titles.fixed_1914.combat.parties import Party, hosts, only_cavalry, open_parties, together
from front1914.titles.fixed_1914.combat.strength import half, reckon
from front1914.titles.fixed_1914.combat.table import COLUMNS, LEAST_ODDS
from front1914.titles.fixed_1914.landwehr import regroupable
from front1914.titles.fixed_1914.neutrality import frozen, invade
from front1914.titles.fixed_1914.order import has_order
from front1914.titles.fixed_1914.state import COMBAT, FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, warning
from front1914.titles.fixed_1914.world import (
    COUNTRY_OF_NATION,
    FOE,
    IS_ARTILLERY,
    IS_BLANK,
    IS_CAVALRY,
    IS_ENGINEER,
    IS_GUN,
    IS_INFANTRY,
    NATION,
    OWN,
    SIDE,
    UNITS,
)


def unfit(s: FXState, u: int) -> Reason | None:
    """Why a unit may not attack anywhere in this phase."""
    if SIDE[u] != s.active:
        return Reason("CB-1", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("CB-1", "it is not on the map")
    if IS_GUN[u]:
        return Reason("AR-1", "fortification artillery does not attack")
    if IS_ENGINEER[u] or IS_BLANK[u]:
        return Reason("CB-3", "it has no attack factor")
    if s.attacked[u]:  # CB-12.4, CB-14.1
        return Reason("CB-12", "it has attacked in this phase")
    return Reason("BN-1", "its country is neutral") if frozen(s, u) else None


@kept(*COMBAT)
def fit(s: FXState) -> list[int]:
    """The active side's units beside an enemy hex that may attack something."""
    near = BOARD.spread(s.ground(FOE[s.active]).every)
    at = s.at
    return [u for u in OWN[s.active] if at[u] < SIZE and near >> at[u] & 1 and unfit(s, u) is None]


@kept(*COMBAT)
def by_hex(s: FXState) -> dict[int, list[int]]:
    """Those who may attack something, by their hex."""
    found: dict[int, list[int]] = {}
    for u in fit(s):
        found.setdefault(s.at[u], []).append(u)
    return found


def supported(s: FXState, target: int) -> Reason | None:
    """AR-3, AR-4, B-86: why no further artillery may support an attack on the hex in this phase."""
    for u in OWN[s.active]:
        if IS_ARTILLERY[u] and s.attacked[u] and s.at[u] < SIZE:
            if s.against[u] == target:  # AR-3
                return Reason("AR-3", "artillery has supported an attack on this hex in this turn")
            if RING[target] >> s.against[u] & 1:  # AR-4
                return Reason("AR-4", "other artillery has supported an attack on an adjacent hex in this turn")
    return None


def objection(s: FXState, target: int, attacked: Sequence[int], chosen: Sequence[int], u: int) -> Reason | None:
    """Why a unit that may attack may not join those chosen."""
    if u in chosen:
        return Reason("CB-11", "it takes part already")
    if not RING[target] >> s.at[u] & 1:  # CB-2.2
        return Reason("CB-2", "it is not adjacent to the target")
    infantry = [v for v in chosen if IS_INFANTRY[v]]
    if IS_ARTILLERY[u]:
        if not any(s.at[v] == s.at[u] for v in infantry):  # AR-2.2
            return Reason("AR-2", "artillery supports infantry of its own hex: choose that first")
        if any(IS_ARTILLERY[v] for v in chosen):  # AR-3
            return Reason("AR-3", "one artillery unit supports this attack already")
        return supported(s, target)
    if IS_CAVALRY[u] and not infantry and not only_cavalry(s, attacked):  # CV-1.1, CV-1.5, UC-2.2
        return Reason("CV-1", "cavalry attacks infantry only together with infantry: choose that first")
    return None


def no_attack(s: FXState, target: int, attacked: Sequence[int], chosen: Sequence[int]) -> Reason | None:
    """Why the attack cannot be made as it stands."""
    if not chosen:
        return Reason("CB-2", "nobody attacks yet")
    if not only_cavalry(s, attacked) and not any(IS_INFANTRY[u] for u in chosen):  # AR-2.1, CV-1.1
        return Reason("CV-1", "cavalry alone may not attack infantry")
    r = reckon(s, target, attacked, chosen)
    if not r.attack:
        return Reason("CB-3", "the attackers have no attack factor")
    if hosts(s, attacked) and r.column < 0:
        return Reason("CB-7", f"{r.attack} against {r.defence}: the odds are below {COLUMNS[0]}")
    return None


# ---- what can be attacked at all


def surely(s: FXState, u: int, target: int, attacked: Party) -> bool:
    """A quick yes: whether one unit alone, even halved, reaches the least odds, where no fort is in the way."""
    if INTERNAL[target] or (s.at[u], target) in EXTERNAL or not IS_INFANTRY[u]:
        return False
    return half(s.attack(u)) * LEAST_ODDS >= sum(s.defence(v) for v in attacked)


def possible(s: FXState, target: int) -> bool:
    """Whether some attack on the top of the stack is allowed: all who can join it, with any one gun."""
    open_ = open_parties(s, target)
    if not open_:
        return False
    attacked = open_[0]
    ready = by_hex(s)
    near = sorted(u for h in BOARD.neighbours[target] if h in ready for u in ready[h])
    infantry = [u for u in near if IS_INFANTRY[u]]
    cavalry = [u for u in near if IS_CAVALRY[u]] if infantry or only_cavalry(s, attacked) else []
    strong = infantry + cavalry
    if not strong:
        return False
    if any(surely(s, u, target, attacked) for u in strong) or no_attack(s, target, attacked, strong) is None:
        return True
    guns = [u for u in near if IS_ARTILLERY[u] and objection(s, target, attacked, strong, u) is None]
    return any(no_attack(s, target, attacked, [*strong, gun]) is None for gun in guns)


def neutral(s: FXState, target: int) -> bool:
    """B-19, B-24: whether the hex is held by units of a country that is not at war."""
    stack = s.stack(target)
    return bool(stack) and not s.at_war(NATION[stack[0]])


def concealed(s: FXState, target: int) -> bool:
    """B-98: whether neutrals lie there inverted, so that nobody can tell whether an attack is possible."""
    return neutral(s, target) and any(s.hidden[u] for u in s.stack(target))


@kept(*COMBAT)
def targets(s: FXState) -> int:
    """CB-1: enemy hexes that can be attacked by somebody."""
    reach = found = 0
    for h, units in by_hex(s).items():
        if any(IS_INFANTRY[u] or IS_CAVALRY[u] for u in units):
            reach |= RING[h]
    for h in members(reach & s.ground(FOE[s.active]).every):
        if concealed(s, h) or possible(s, h):
            found |= 1 << h
    return found


def drawn_in(s: FXState, attacked: Sequence[int]) -> int:
    """B-19: the neutral countries whose units would be attacked; to attack them is to invade these (bits)."""
    nations = {NATION[u] for u in attacked if SIDE[u] != "german" and not s.at_war(NATION[u])}
    return sum(COUNTRY_BIT[COUNTRY_OF_NATION[nation]] for nation in nations)


def open_war(s: FXState, countries: int) -> None:
    """B-19, B-98: the invasion by an attack; then counters that meet turn up (H10)."""
    for i, country in enumerate(NEUTRALS):
        if countries & COUNTRY_BIT[country]:
            invade(s, i)


def aim(s: FXState, h: int) -> None:
    """The attack on a hex is prepared, in the open if its top unit was neutral until now (B-98)."""
    open_war(s, drawn_in(s, s.stack(h)[:1]))
    s.flow[-1] = ("attackers", h, 1, ())


class Attack(Step):
    """CB-1, CB-2: choose a hex to attack, or finish: combat is voluntary."""

    name, rule = "attack", "CB-2"

    def prompt(self, s: FXState) -> str:
        if not targets(s):
            return "No attack is left. Order stacks, regroup Landwehr, or finish the Combat Phase."
        return "Choose a hex to attack, or finish the Combat Phase."

    def legal_to(self, s: FXState) -> list[int]:
        return members(targets(s))

    def refuse_to(self, s: FXState, h: int) -> Reason | None:
        if targets(s) >> h & 1:
            return None
        if not s.ground(FOE[s.active]).every >> h & 1:
            return Reason("CB-1", "no enemy stands there")
        if not any(RING[h] >> s.at[u] & 1 for u in fit(s)):
            return Reason("CB-1", "nobody who may attack stands beside it")
        if not open_parties(s, h):
            return Reason("CB-2", "every unit there has been attacked in this phase")
        return Reason("CB-7", "nobody beside it can attack at sufficient odds")

    def do_to(self, s: FXState, h: int) -> None:
        countries = drawn_in(s, s.stack(h)[:1])
        if countries:
            ask(s, "to", h, countries)
        else:
            aim(s, h)

    def refuse_order(self, s: FXState, _: None) -> Reason | None:
        return None if has_order(s) else Reason("CB-12", "there is no stack to order")

    def do_order(self, s: FXState, _: None) -> None:
        """B-92: stacks are ordered at any time in the own player turn."""
        s.flow.append(("order",))

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        found = {HEXES[h]: drawn_in(s, s.stack(h)[:1]) for h in members(targets(s))}
        return {f"to {word}": {"mark": warning(countries)} for word, countries in found.items() if countries}

    def refuse_regroup(self, s: FXState, _: None) -> Reason | None:
        return None if regroupable(s) else Reason("CE-2", "there is no Landwehr to break down or recombine")

    def do_regroup(self, s: FXState, _: None) -> None:
        s.flow.append(("regroup",))

    def do_done(self, s: FXState, _: None) -> None:
        del s.flow[-2:]


class Aim(NamedTuple):
    """An attack in preparation."""

    target: int
    parties: list[Party]  #: all that could be attacked, the top one first
    attacked: Party  #: the units that are attacked as it stands
    attackers: tuple[int, ...]


def aimed(s: FXState) -> Aim:
    """The attack in preparation, from the frame of its step."""
    _, target, depth, chosen = s.flow[-1]
    open_ = open_parties(s, target)
    return Aim(target, open_, together(open_[:depth]), chosen)


class Attackers(Step):
    """CB-2, CB-12: who is attacked, from the top of the stack down, and by whom; until it is committed it can be
    called off."""

    name, rule, frame, ends = "attackers", "CB-2", ("hex", "", "unit"), ("cancel",)

    def prompt(self, s: FXState) -> str:
        return f"Who attacks {HEXES.name(s.flow[-1][1])}, and how deep?"

    def legal_unit(self, s: FXState) -> list[int]:
        target, _, attacked, chosen = aimed(s)
        return [u for u in fit(s) if objection(s, target, attacked, chosen, u) is None]

    def refuse_unit(self, s: FXState, u: int) -> Reason | None:
        target, _, attacked, chosen = aimed(s)
        return unfit(s, u) or objection(s, target, attacked, chosen, u)

    def do_unit(self, s: FXState, u: int) -> None:
        name, target, depth, chosen = s.flow[-1]
        s.flow[-1] = (name, target, depth, (*chosen, u))

    def legal_against(self, s: FXState) -> list[int]:
        open_ = aimed(s).parties
        return [party[0] for depth, party in enumerate(open_, 1) if depth != s.flow[-1][2]]  # CB-12.3

    def refuse_against(self, s: FXState, u: int) -> Reason | None:
        target, open_ = aimed(s)[:2]
        if u in [party[0] for party in open_]:
            deepest = open_[s.flow[-1][2] - 1][0]
            return Reason("CB-12", "the attack goes down to this unit already") if u == deepest else None
        if s.at[u] != target or SIDE[u] == s.active:
            return Reason("CB-14", "it is not in the hex that is attacked")
        if IS_GUN[u] or u in together(open_):
            return Reason("CB-15", "it is attacked with the unit to which it is attached")
        return Reason("CB-2", "it has been attacked in this phase")

    def do_against(self, s: FXState, u: int) -> None:
        _, open_, _, chosen = aimed(s)
        depth = 1 + [party[0] for party in open_].index(u)  # CB-12.1
        s.flow[-1] = ("attackers", s.flow[-1][1], depth, chosen)

    def refuse_commit(self, s: FXState, _: None) -> Reason | None:
        aim = aimed(s)
        return no_attack(s, aim.target, aim.attacked, aim.attackers)

    def do_commit(self, s: FXState, _: None) -> None:
        countries = drawn_in(s, aimed(s).attacked)
        if countries:
            ask(s, "commit", 0, countries)
        else:
            commit(s, 0)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        """The odds that each unit would bring about."""
        target, _, attacked, chosen = aimed(s)
        found = {}
        for u in self.legal_unit(s):
            r = reckon(s, target, attacked, (*chosen, u))
            found[f"unit {UNITS[u]}"] = {"mark": COLUMNS[r.column] if r.column >= 0 else "too weak"}
        for depth, party in enumerate(aimed(s).parties, 1):
            countries = drawn_in(s, together(aimed(s).parties[:depth]))
            if countries:
                found[f"against {UNITS[party[0]]}"] = {"mark": warning(countries)}
        return found


def commit(s: FXState, _: int) -> None:
    """The attack is made as it was prepared."""
    open_war(s, drawn_in(s, aimed(s).attacked))
    aim, depth = aimed(s), s.flow.pop()[2]
    declare(s, aim.target, tuple(aim.parties[:depth]), aim.attackers)


def declare(s: FXState, target: int, parties: tuple[Party, ...], attackers: tuple[int, ...]) -> None:
    """CB-12: the attack can no longer be withdrawn; nobody who takes part fights again in this phase."""
    attacked = together(parties)
    s.tell("attack", hex=target, units=attackers, defenders=attacked)
    for u in attackers:
        s.attacked[u], s.against[u] = 1, target  # CB-12.4, CB-14.1, CB-11
    for u in attacked:
        s.defended[u] = 1  # CB-2.3
    s.flow.append(open_battle(target, attackers, parties))


CONFIRMED["attack", "to"] = aim
CONFIRMED["attackers", "commit"] = commit
STEPS = (Attack(), Attackers())
