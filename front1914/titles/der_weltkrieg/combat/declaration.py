"""12, 11-10, 16, 29-2, 29-7, 33-7: an attack is declared: the hex, the attackers one by one, who pays for each.

Nothing is binding before it is committed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import danube, supply
from front1914.titles.der_weltkrieg.board import BOARD, HEXES, MOUNTAIN, OPEN_RING, RING, SIZE, TERRAIN, TRACK
from front1914.titles.der_weltkrieg.combat.battle import (
    ALL_UNITS,
    ASSAULT,
    COLUMN,
    GUNS_ONLY,
    LAST,
    UNSUPPLIED,
    Battle,
)
from front1914.titles.der_weltkrieg.combat.forces import fights, full_assault
from front1914.titles.der_weltkrieg.combat.payer import against, plan_at
from front1914.titles.der_weltkrieg.combat.pockets import surrounded
from front1914.titles.der_weltkrieg.combat.supplying import (
    best_payer,
    bills,
    needs_none,
    open_choice,
    refuse_payer,
    refuse_unsupplied,
)
from front1914.titles.der_weltkrieg.combat.terrain import column_passes
from front1914.titles.der_weltkrieg.nations import FOE, SIDES
from front1914.titles.der_weltkrieg.stacking import LIMIT, load
from front1914.titles.der_weltkrieg.state import FOUGHT, HINDENBURG, STEADY, TRENCH, DWState
from front1914.titles.der_weltkrieg.world import (
    FLAGS,
    IS_ARTILLERY,
    IS_ASSAULT,
    IS_CAVALRY,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_INFANTRY,
    IS_SIEGE,
    NATION,
    OWN,
    SIDE,
    UNITS,
)

NARROW = 3  #: 11-9, 11-10: hexes with fewer land hexsides are attacked by a limited force
NARROW_FACTOR = 2

# ---- who may attack at all


def unfit(s: DWState, u: int) -> Reason | None:
    """Why a unit may not attack anywhere in this phase."""
    if SIDE[u] != s.active:
        return Reason("12-1", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("12-4", "it is not on the map")
    if IS_FORTRESS[u]:
        return Reason("21-3", "fortresses never attack")
    if "defence_only" in FLAGS[u]:
        return Reason("12-14", "its strength counts in defence only")
    if not (IS_INFANTRY[u] or IS_CAVALRY[u] or IS_ARTILLERY[u] or IS_FLOTILLA[u]) or not s.strength[u]:
        return Reason("12-4", "it has no combat strength")
    if s.entrained[u]:
        return Reason("7-11", "it is on a train")
    return Reason("12-9", "it has attacked in this phase") if s.attacked[u] else None


def fit(s: DWState) -> dict[int, list[int]]:
    """12-4: by hex, the units of the active side that may attack something."""
    found: dict[int, list[int]] | None = s.memo.get("fit")
    if found is None:
        near = BOARD.spread(s.ground(FOE[s.active]).every)
        found = {}
        at = s.at
        for u in OWN[s.active]:
            h = at[u]
            if h < SIZE and (near >> h & 1 or IS_ASSAULT[u]) and unfit(s, u) is None:
                found.setdefault(h, []).append(u)
        s.memo["fit"] = found
    return found


def beside(s: DWState, target: int) -> list[int]:
    """Those who may attack and stand beside a hex."""
    by = fit(s)
    return [u for h in members(RING[target]) for u in by.get(h, ())]


# ---- who may attack this hex


def unreachable(s: DWState, target: int, u: int) -> Reason | None:
    """12-4, 12-5, DW-R101: why a unit cannot attack a hex from where it stands."""
    h = s.at[u]
    if not RING[target] >> h & 1:
        return Reason("12-4", "it is not adjacent to the hex")
    if not OPEN_RING[target] >> h & 1:
        return Reason("12-5", "nobody attacks across sea, lakes or alpine hexsides")
    link = BOARD.link[h, target]
    if IS_ARTILLERY[u] and TERRAIN[link] == MOUNTAIN and not TRACK[link]:
        return Reason("12-5", "artillery could not cross these mountains")
    return None


def siege_objection(s: DWState, target: int, u: int) -> Reason | None:
    """29-2, 29-15: siege guns fire at fortresses; from 1915 on also at trenches."""
    if not IS_SIEGE[u] or any(IS_FORTRESS[v] and SIDE[v] != SIDE[u] for v in s.stack(target)):
        return None
    if s.year < 1915:
        return Reason("29-2", "in 1914 siege artillery attacks fortresses only")
    return None if s.work[target] in (TRENCH, HINDENBURG) else Reason("29-15", "siege artillery fires at trenches only")


def crowded(s: DWState, target: int, units: Sequence[int]) -> Reason | None:
    """11-10: a narrow hex is attacked by twice what it could hold at most."""
    most, guns = LIMIT[target]
    if (most, guns) == _OPEN_LIMIT:
        return None
    halves, barrels = load(s, units)
    if halves > NARROW_FACTOR * most or barrels > NARROW_FACTOR * guns:
        return Reason("11-10", "so many units cannot attack such a narrow hex")
    return None


_OPEN_LIMIT = max(LIMIT)


def objection(s: DWState, kind: int, target: int, chosen: Sequence[int], u: int) -> Reason | None:
    """Why a unit that may attack may not join those chosen."""
    if u in chosen:
        return Reason("12-9", "it takes part already")
    if (reason := unreachable(s, target, u) or siege_objection(s, target, u)) is not None:
        return reason
    if kind == COLUMN:
        return column_objection(s, target, u)
    if vacant(s, target) and not IS_ASSAULT[u]:
        return Reason("33-7", "only Assault units attack a vacant hex")
    if IS_FLOTILLA[u]:
        return flotilla_objection(s, target, chosen, u)
    return danube.refuse_attack(s, u, target) or crowded(s, target, [*chosen, u]) or dry(s, target, u)


def dry(s: DWState, target: int, u: int) -> Reason | None:
    """19-11, 26-6, 29-4: why a unit whom no Supply Line reaches may not attack.

    Stocks do not matter here: whether a Combat Phase asks for anything must not tell them (17-5)."""
    if vacant(s, target) or not must_be_funded(s, u) or needs_none(s, u, True) or supply.payers(s, u, True):
        return None
    return refuse_unsupplied(s, {}, u, against(s, target, SIDE[u]))


def flotilla_objection(s: DWState, target: int, chosen: Sequence[int], u: int) -> Reason | None:
    """36-6: flotillas support ground units of their own hex against a hex on the Danube."""
    if not danube.BANKS >> target & 1:
        return Reason("36-6", "the hex does not border the Danube")
    if not any(s.at[v] == s.at[u] and not IS_FLOTILLA[v] for v in chosen):
        return Reason("36-6", "choose ground units of its hex first")
    return None


def column_objection(s: DWState, target: int, u: int) -> Reason | None:
    """16-4, 16-5, 16-10."""
    if IS_ARTILLERY[u]:
        return Reason("16-4", "artillery makes no Column Attack")
    if s.charged[u]:
        return Reason("16-5", "it has made a Column Attack in this phase")
    if not column_passes(s.at[u], target):
        return Reason("16-10", "no Column Attack crosses such a hexside")
    return dry(s, target, u)


def vacant(s: DWState, target: int) -> bool:
    """33-7: nobody is in the hex."""
    return not s.ground(FOE[s.active]).every >> target & 1


# ---- what can be attacked


def targets(s: DWState) -> int:
    """12-2, 12-7: enemy hexes that somebody can attack, and vacant ones beside Assault units (33-7)."""
    found: int | None = s.memo.get("targets")
    if found is None:
        foe = s.ground(FOE[s.active]).every
        found = 0
        for h, units in fit(s).items():
            near = OPEN_RING[h] & foe
            if any(IS_ASSAULT[u] for u in units):
                near |= OPEN_RING[h] & ~s.neutral & ~s.ground(s.active).every
            for target in members(near & ~found):
                if not s.struck[target] and any(objection(s, ASSAULT, target, (), u) is None for u in units):
                    found |= 1 << target
        s.memo["targets"] = found
    return found


def affordable(s: DWState, target: int, u: int) -> bool:
    """19-2: whether a unit that must be supplied to attack can be, from what Headquarters hold."""
    return not must_be_funded(s, u) or best_payer(s, {}, u, against(s, target, SIDE[u])) != UNSUPPLIED


def open_targets(s: DWState) -> list[int]:
    """Of the hexes that somebody can attack, those for which the Supply Points suffice."""
    found: list[int] | None = s.memo.get("open_targets")
    if found is None:
        found = s.memo["open_targets"] = [
            h
            for h in members(targets(s))
            if any(objection(s, ASSAULT, h, (), u) is None and affordable(s, h, u) for u in beside(s, h))
        ]
    return found


class Attack(Step):
    """12-1, 12-2: choose a hex to attack, or end the phase: nobody is compelled (12-8)."""

    name, rule = "attack", "12-2"

    def prompt(self, s: DWState) -> str:
        return "Choose a hex to attack, or finish the Combat Phase."

    def legal_to(self, s: DWState) -> list[int]:
        return open_targets(s)

    def refuse_to(self, s: DWState, h: int) -> Reason | None:
        if targets(s) >> h & 1:
            return (
                None if h in open_targets(s) else Reason("19-2", "there are too few Supply Points for any attack on it")
            )
        if s.struck[h]:
            return Reason("12-7", "it has been attacked in this phase")
        near = beside(s, h)
        if not near:
            text = "nobody who may attack stands beside it"
            return Reason("12-2", "no enemy stands there" if vacant(s, h) else text)
        reasons = (objection(s, ASSAULT, h, (), u) for u in near)
        return next((reason for reason in reasons if reason), Reason("12-2", "no enemy stands there"))

    def do_to(self, s: DWState, h: int) -> None:
        s.flow.append(("attackers", ASSAULT, (h,), (), (), ALL_UNITS, ()))

    def do_done(self, s: DWState, _: None) -> None:
        del s.flow[-2:]


class Attackers(Step):
    """12-6, 13-7: who attacks, supplied by whom. The frame: kind, targets, units, payers, aim, pool.

    The pool holds those among whom a Column Attack is made up; it is empty in the Combat Phase.
    """

    name, rule, frame = "attackers", "12-6", ("", "hex", "unit", "unit", "", "unit")

    def side(self, s: DWState) -> str:
        units = s.flow[-1][3] or s.flow[-1][6]
        return SIDE[units[0]] if units else s.active

    def prompt(self, s: DWState) -> str:
        _, kind, targets_, units, *_ = s.flow[-1]
        if kind == LAST:
            return "The units that retreated among enemies attack all around them: choose their supply."
        points = sum(bills(s, plan_at(s, -1).paid, plan_at(s, -1).use).values()) if units else 0
        return f"Who attacks {HEXES.name(targets_[0])}? {points} Supply Points are meant to be spent."

    def _pool(self, s: DWState) -> Sequence[int]:
        _, kind, targets_, _, _, _, pool = s.flow[-1]
        return beside(s, targets_[0]) if kind == ASSAULT else pool

    def legal_unit(self, s: DWState) -> list[int]:
        if s.flow[-1][1] == LAST:
            return []
        return [u for u in self._pool(s) if self._refuse(s, u) is None]

    def _refuse(self, s: DWState, u: int) -> Reason | None:
        _, kind, targets_, chosen, payers, *_ = s.flow[-1]
        if (reason := objection(s, kind, targets_[0], chosen, u)) is not None or not must_be_funded(s, u):
            return reason
        paid = funded(s, targets_[0], (*chosen, u), dict(zip(chosen, payers, strict=True)))
        if any(payer == UNSUPPLIED and must_be_funded(s, v) for v, payer in paid.items()):
            return Reason("19-2", "the Supply Points do not suffice for it too")
        return None

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        _, kind, _, _, _, _, pool = s.flow[-1]
        if kind == LAST:
            return Reason("14-9", "all units that retreated together attack, and nobody else")
        if kind == COLUMN and u not in pool:
            return Reason("16-4", "it did not move in this stack")
        return unfit(s, u) or self._refuse(s, u)

    def do_unit(self, s: DWState, u: int) -> None:
        name, kind, targets_, units, payers, aim, pool = s.flow[-1]
        paid = funded(s, targets_[0], (*units, u), dict(zip(units, payers, strict=True)))
        if not IS_ARTILLERY[u]:
            aim = ALL_UNITS
        s.flow[-1] = (name, kind, targets_, tuple(paid), tuple(paid.values()), aim, pool)

    def legal_supply(self, s: DWState) -> list[int]:
        plan = plan_at(s, -1)
        return [u for u in plan.paid if open_choice(s, plan.paid, u, plan.use)]

    def refuse_supply(self, s: DWState, u: int) -> Reason | None:
        if u not in s.flow[-1][3]:
            return Reason("13-7", "it does not take part")
        return None if u in self.legal_supply(s) else Reason("19-6", "there is nothing to choose for it")

    def do_supply(self, s: DWState, u: int) -> None:
        s.flow.append(("payer", u))

    def refuse_aim(self, s: DWState, _: None) -> Reason | None:
        targets_, units = s.flow[-1][2:4]
        if not units or not all(IS_ARTILLERY[u] for u in units):
            return Reason("29-7", "only an attack by artillery alone can be aimed")
        if not any(SIDE[v] != s.active and (IS_FORTRESS[v] or IS_ARTILLERY[v]) for v in s.stack(targets_[0])):
            return Reason("29-7", "neither a fortress nor artillery is there")
        return None

    def do_aim(self, s: DWState, _: None) -> None:
        frame = s.flow[-1]
        s.flow[-1] = (*frame[:5], GUNS_ONLY - frame[5], frame[6])

    def refuse_commit(self, s: DWState, _: None) -> Reason | None:
        units, payers = s.flow[-1][3:5]
        if not units:
            return Reason("12-6", "nobody attacks yet")
        plan = plan_at(s, -1)
        dry_ = (u for u, payer in zip(units, payers, strict=True) if payer == UNSUPPLIED)
        return next((reason for u in dry_ if (reason := refuse_unsupplied(s, plan.paid, u, plan.use))), None)

    def do_commit(self, s: DWState, _: None) -> None:
        _, kind, targets_, units, payers, aim, _ = s.flow.pop()
        declare(s, kind, targets_, units, payers, aim)

    def refuse_cancel(self, s: DWState, _: None) -> Reason | None:
        return Reason("14-9", "this attack must be made") if s.flow[-1][1] == LAST else None

    def do_cancel(self, s: DWState, _: None) -> None:
        s.flow.pop()

    def hints(self, s: DWState) -> dict[str, dict[str, Any]]:
        """The points that each unit would add."""
        return {f"unit {UNITS[u]}": {"mark": f"{s.strength[u]} points"} for u in self.legal_unit(s)}


def funded(s: DWState, target: int, units: Sequence[int], paid: Mapping[int, int]) -> dict[int, int]:
    """13-7: everybody's payer when units join: guns first, for they cannot attack without; then as it was before."""
    use = against(s, target, SIDE[units[0]])
    found: dict[int, int] = {}
    for v in sorted(units, key=lambda v: not IS_ARTILLERY[v]):
        payer = paid.get(v)
        kept = payer is not None and (payer < 0 or refuse_payer(s, found, v, payer, use) is None)
        found[v] = payer if kept and payer is not None else best_payer(s, found, v, use)
    return {v: found[v] for v in units}


def must_be_funded(s: DWState, u: int) -> bool:
    """19-11, 26-6: guns and units of shaken countries do not attack without supply."""
    return IS_ARTILLERY[u] or s.morale[NATION[u]] > STEADY


# ---- the attack is made


def declare(
    s: DWState, kind: int, targets_: tuple[int, ...], units: tuple[int, ...], payers: tuple[int, ...], aim: int
) -> None:
    """12-7, 12-9, 16-5: the attack can no longer be withdrawn; who takes part has fought in this turn (23-2)."""
    side = SIDE[units[0]]
    s.tell("attack", hex=targets_[0], units=units)
    for u in units:
        s.deeds[u] |= FOUGHT
        if kind == ASSAULT:
            s.attacked[u] = 1
        elif kind == COLUMN:
            s.charged[u] = 1
    if kind == ASSAULT:
        s.struck[targets_[0]] = 1
    danube.note_attack(s, units, targets_[0])
    _note_shock(s, side, targets_, units)
    ringed = tuple(u for u in units if surrounded(s, side, s.at[u]))
    before = tuple(s.strength[u] for u in units)
    origins = tuple(s.at[u] for u in units)
    s.flow.append(
        Battle("battle", kind, SIDES.index(side), targets_, units, payers, before, ringed, aim, origins=origins)
    )


def _note_shock(s: DWState, side: str, targets_: Sequence[int], units: Sequence[int]) -> None:
    """33-3, DW-R80: the first turn in which full strength Assault units attack a country."""
    if any(full_assault(s, u) for u in units):
        for v in [v for h in targets_ for v in s.stack(h) if SIDE[v] != side and fights(s, v)]:
            if not s.assaulted[NATION[v]]:
                s.assaulted[NATION[v]] = s.now


STEPS = (Attack(), Attackers())
