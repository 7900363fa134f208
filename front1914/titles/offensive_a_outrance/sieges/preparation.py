"""20: Preparatory Bombardment: a Siege-Train HQ begins its Routine, pounds hexes that are attacked, and ends it.

The Routine itself (who has begun one, what becomes of the HQ) is in siege.py; this is when its owner is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.engine.shapes import Panel, PanelChance
from front1914.kit.tables import Shift, net
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    ESCARPMENT,
    FORESTED,
    GREAT,
    HEXES,
    LEVEL,
    MOUNTAIN_HEXES,
    RING,
    RIVER,
    SIZE,
    TRANSITIONS,
)
from front1914.titles.offensive_a_outrance.charts import PREP, Barrage
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle, note
from front1914.titles.offensive_a_outrance.combat.parties import able
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.sieges.bombardment import shoot, unready
from front1914.titles.offensive_a_outrance.sieges.siege import (
    CALIBRE,
    HQS,
    LIMITED,
    SHOTS_PREP,
    SIEGE_OF,
    TUBES,
    active_routines,
    end_routine,
    initiate,
    refuse_initiate,
)
from front1914.titles.offensive_a_outrance.state import PREPPED, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_DIVISION, IS_FORTRESS, SIDE, UNITS

LEAST = 4  #: 20.2: units of 21cm that must take part
UPHILL, UPON_ESCARPMENT, HEAVY = 2, 1, 1  #: 20.5: modifiers of the die; what a heavier gun adds to the checks (A7)
LIGHT = "21"

# ---- initiating (4.2.3, 20.1)


class OpenRoutine(Step):
    """4.2.3 (4), 4.2.3.d: asks only if an HQ that may begin its Routine has an enemy beside it; else see
    `second_depot`."""

    name, rule = "open_routine", "4.2.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if beginners(s):
            s.flow.append(("initiate",))


def beginners(s: OAOState) -> list[int]:
    """The HQs with an enemy beside them that may begin now."""
    return [hq for hq in HQS if refuse_initiate(s, hq) is None and RING[s.at[hq]] & s.ground(FOE[s.phasing]).units]


class Initiate(Step):
    """13.3.2, 20.1: an HQ begins its Routine, once in the game; from then on it cannot move."""

    name, rule, ends = "initiate", "20.1", ("done",)

    def prompt(self, s: OAOState) -> str:
        left = s.pools[SHOTS_PREP]
        return f"Begin a Prep Bombardment Routine? The HQ will not move again. Ammunition for {left} turns."

    def scope_initiate(self, s: OAOState) -> Iterable[int]:
        return HQS

    def refuse_initiate(self, s: OAOState, u: int) -> Reason | None:
        return refuse_initiate(s, u)

    def do_initiate(self, s: OAOState, u: int) -> None:
        initiate(s, u)
        if not beginners(s):
            s.flow.pop()


# ---- conducting (20.1 to 20.4)


def refuse_barrage(s: OAOState, hq: int, target: int) -> Reason | None:
    """20.1, 20.2, 20.3: why an HQ cannot conduct a Prep Bombardment of a hex now."""
    if hq not in active_routines(s) or SIDE[hq] != s.active or s.phase != "attack":
        return Reason("20.1", "its Routine is not active in this phase")
    if s.did[hq] & PREPPED:
        return Reason("20.1", "it bombards one hex in a phase")
    here = s.at[hq]
    if not RING[here] >> target & 1:
        return Reason("20.1", "the hex is not adjacent")
    link = BOARD.link[here, target]
    if MOUNTAIN_HEXES >> target & 1:
        return Reason("20.3", "not into Mountainous terrain")
    if RIVER[link] >= GREAT or s.flooded(*BOARD.links[link]):
        return Reason("20.3", "not across an Inundation, a Great or a Grand River")
    if not any(IS_DIVISION[u] and s.pa[u] == target for u in s.own(here, s.active)):
        return Reason("20.2", "no infantry division in its hex has prepared an attack on it")
    if count(light_guns(s, hq)) < LEAST:
        return Reason("20.2", "there are fewer than four units of 21cm with it in Deployed Mode")
    return None


def guns_with(s: OAOState, hq: int) -> list[int]:
    """20.2, B153: the guns stacked with an HQ that may take part: deployed, and they have not fired (13.2)."""
    return [gun for gun in SIEGE_OF[s.active] if s.at[gun] == s.at[hq] and unready(s, gun) is None]


def light_guns(s: OAOState, hq: int) -> tuple[int, ...]:
    """The 21cm guns among them."""
    return tuple(gun for gun in guns_with(s, hq) if CALIBRE[gun] == LIGHT)


def count(guns: tuple[int, ...]) -> int:
    """20.2, 20.2.a: 21cm units: x2 counts two, METZ four."""
    return sum(TUBES[gun] for gun in guns if CALIBRE[gun] == LIGHT)


def offer(s: OAOState, b: Battle) -> None:
    """20.4: just before the attack on the hex is resolved."""
    for hq in active_routines(s):
        if refuse_barrage(s, hq, b.target) is None:
            s.flow.append(("prep", hq, light_guns(s, hq)))


class Prep(Step):
    """20.4 (1): which guns take part; all of 21cm do unless they are withheld. The frame: the HQ, the guns."""

    name, rule, frame, ends = "prep", "20.4", ("unit", "unit"), ("save",)
    else_withhold = Reason("20.4", "it does not take part")

    def prompt(self, s: OAOState) -> str:
        _, hq, guns = s.flow[-1]
        heavy = sum(CALIBRE[gun] != LIGHT for gun in guns)
        more = f" and {heavy} heavier" if heavy else ""
        where = HEXES.name(battle(s).target)
        return f"Prep Bombardment of {where} by {UNITS.name(hq)}: {count(guns)} units of 21cm{more}. Fire?"

    def scope_unit(self, s: OAOState) -> Iterable[int]:
        return guns_with(s, s.flow[-1][1])

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        _, hq, guns = s.flow[-1]
        if u in guns:
            return Reason("20.4", "it takes part")
        if (reason := unready(s, u)) is not None:
            return reason
        if s.at[u] != s.at[hq]:
            return Reason("20.2", "it is not stacked with the HQ")
        pool = LIMITED.get(CALIBRE[u])
        if pool is not None and s.pools[pool] <= sum(CALIBRE[gun] == CALIBRE[u] for gun in guns):
            return Reason("13.4", f"there is no {CALIBRE[u]}cm ammunition left")
        return None

    def do_unit(self, s: OAOState, u: int) -> None:
        _, hq, guns = s.flow[-1]
        s.flow[-1] = ("prep", hq, (*guns, u))

    def legal_withhold(self, s: OAOState) -> list[int]:
        return list(s.flow[-1][2])

    def do_withhold(self, s: OAOState, u: int) -> None:
        _, hq, guns = s.flow[-1]
        s.flow[-1] = ("prep", hq, tuple(gun for gun in guns if gun != u))

    def refuse_fire(self, s: OAOState, _: None) -> Reason | None:
        if count(s.flow[-1][2]) >= LEAST:
            return None
        return Reason("20.2", "four units of 21cm must take part")

    def do_fire(self, s: OAOState, _: None) -> None:
        _, hq, guns = s.flow.pop()
        s.did[hq] |= PREPPED
        for gun in guns:
            shoot(s, gun)
        s.tell("prep", unit=hq, hex=battle(s).target, units=guns, reveals=True)
        s.flow.append(("prep_die", hq, guns))


# ---- the result (20.5)


def modifiers(hq_hex: int, target: int) -> tuple[Shift, ...]:
    """20.5, B152: modifiers of the die; an Elevation Transition or a Forested hexside hides the height (3.6)."""
    link = BOARD.link[hq_hex, target]
    found = []
    if LEVEL[target] > LEVEL[hq_hex] and not (TRANSITIONS | FORESTED) >> link & 1:
        found.append(Shift(UPHILL, "20.5", "The target lies higher than the HQ"))  # 20.5.b
    if link in ESCARPMENT:
        found.append(Shift(UPON_ESCARPMENT, "20.5", "Across an Escarpment"))  # 20.5.c
    return tuple(found)


def outcome(guns: tuple[int, ...], face: int, modifier: int) -> Barrage:
    """20.5, A7: the cell of the table; guns above 21cm add one to the checks if there is any effect."""
    found = PREP.read(PREP.at(count(guns)), face, modifier)
    if found != Barrage() and any(CALIBRE[gun] != LIGHT for gun in guns):
        return found._replace(levels=found.levels + HEAVY)
    return found


class PrepDie(Die):
    """20.4 (2), 20.5: one die; shifts, Strength Reductions before the odds (B106), a modifier of the checks."""

    name, rule, frame = "prep_die", "20.5", ("unit", "unit")

    def prompt(self, s: OAOState) -> str:
        return f"The guns prepare the attack on {HEXES.name(battle(s).target)}."

    def do_die(self, s: OAOState, face: int) -> None:
        _, hq, guns = s.flow.pop()
        b = battle(s)
        found = outcome(guns, face, net(modifiers(s.at[hq], b.target)))
        fortress = any(IS_FORTRESS[u] for u in s.own(b.target, FOE[s.active]))
        shifts = 0 if fortress else found.shifts  # 20.5.a
        told = (Shift(shifts, "20.5", "Preparatory Bombardment"),) if shifts else ()  # 9.6.1.g
        note(s, added=(*b.added, *told), shock=b.shock + found.levels)
        s.tell("prepped", hex=b.target, die=face, shifts=shifts, count=found.reductions, modifier=found.levels)
        units = tuple(u for u in able(s, b.target) if not IS_FORTRESS[u])
        if units and found.reductions:
            suffer(s, units, found.reductions)


def barrages(s: OAOState, target: int) -> dict[int, Fraction]:
    """20.4: the columns that the best Prep Bombardment of a hex may win, with their chances; {} if there is none."""
    hqs = [hq for hq in active_routines(s) if refuse_barrage(s, hq, target) is None]
    if not hqs or any(IS_FORTRESS[u] for u in s.own(target, FOE[s.active])):  # 20.5.a
        return {}
    hq = max(hqs, key=lambda hq: count(light_guns(s, hq)))
    guns = light_guns(s, hq)
    found: dict[int, Fraction] = {}
    for face in range(1, 7):
        columns = outcome(guns, face, net(modifiers(s.at[hq], target))).shifts
        found[columns] = found.get(columns, Fraction(0)) + Fraction(1, 6)
    return found


# ---- ending (4.2.9, 20.1, 20.6)


class EndOfRoutines(Step):
    """20.6, 20.6.a, 4.2.9.c: with a Routine active a turn's ammunition is gone, fired or not; without any left all
    Routines end."""

    name, rule = "end_of_routines", "20.6"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        found = active_routines(s) if s.phasing == "german" else []
        if not found:
            return
        s.pools[SHOTS_PREP] -= 1
        if s.pools[SHOTS_PREP] > 0:
            s.flow += [("go_on", hq) for hq in reversed(found)]
            return
        for hq in HQS:
            if s.routine[hq] and s.at[hq] < SIZE:
                end_routine(s, hq)


class GoOn(Step):
    """20.1, 20.1.c: the German player ends a Routine, or goes on with it. The frame: the HQ."""

    name, rule, frame = "go_on", "20.1", ("unit",)

    def prompt(self, s: OAOState) -> str:
        left = s.pools[SHOTS_PREP]
        turns = f"{left} turn{'s' if left > 1 else ''}"
        return f"Go on with the Prep Bombardment Routine of {UNITS.name(s.flow[-1][1])}? Ammunition for {turns}."

    def do_go(self, s: OAOState, _: None) -> None:
        s.flow.pop()

    def do_stop(self, s: OAOState, _: None) -> None:
        end_routine(s, s.flow.pop()[1])


# ---- what the combat panel shows


def report(s: OAOState, side: str) -> Panel | None:
    """The Prep Bombardment that is being laid on, with the chance of each result; the enemy sees who fires (3.1.6)."""
    if not s.flow or s.flow[-1][0] not in ("prep", "prep_die") or (s.flow[-1][0] == "prep" and side != s.active):
        return None
    _, hq, guns = s.flow[-1]
    target = battle(s).target
    told = modifiers(s.at[hq], target)
    ready = count(guns) >= LEAST
    label = PREP.head.label(PREP.at(count(guns))) if ready else None
    return {
        "target": str(HEXES[target]),
        "attackers": [str(UNITS[gun]) for gun in guns],
        "defenders": [str(UNITS[u]) for u in able(s, target)],
        "attack": count(guns),
        "defence": 0,
        "assumed": None,
        "columns": list(PREP.head.labels),
        "base": label,
        "final": label,
        "shifts": [
            {"amount": 0, "value": f"{amount:+d}", "rule": rule, "text": f"{text}: {amount:+d} to the die"}
            for amount, rule, text in told
        ],
        "chart": chart(guns, net(told)) if ready else [],
        "die": None,
        "result": None,
    }


def chart(guns: tuple[int, ...], modifier: int) -> list[PanelChance]:
    """What the die may bring, the best first."""
    found: dict[Barrage, Fraction] = {}
    for face in range(1, 7):
        cell = outcome(guns, face, modifier)
        found[cell] = found.get(cell, Fraction(0)) + Fraction(1, 6)
    return [
        {
            "result": f"{cell.shifts}/{cell.reductions}s/{cell.levels}e",
            "text": f"{cell.shifts} columns, {cell.reductions} reductions, checks {cell.levels:+d}",
            "probability": str(chance),
            "tone": "best" if cell.shifts > 4 else "good" if cell.shifts else "bad",
        }
        for cell, chance in found.items()
    ]


STEPS = (OpenRoutine(), Initiate(), Prep(), PrepDie(), EndOfRoutines(), GoOn())
