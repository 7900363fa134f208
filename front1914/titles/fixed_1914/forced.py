"""FM, H4: forced marches: one hex more, to come beside an enemy."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.kit.bits import from_members, members
from front1914.titles.fixed_1914.board import BOARD, COUNTRY_BIT, HEXES, NEUTRALS, RING, SIZE, VIOLATES
from front1914.titles.fixed_1914.charts import FORCED_MARCH
from front1914.titles.fixed_1914.displacement import begin_entry
from front1914.titles.fixed_1914.entry import cross, step_into, tell_march, turn_up
from front1914.titles.fixed_1914.marching import AFTER_RAIL, BY_FOOT, allowance, closed, march
from front1914.titles.fixed_1914.neutrality import ARMY, barred, frozen, invasions, strangers
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.ways import bank_after
from front1914.titles.fixed_1914.world import CLASS, COUNTED, FOE, IS_INFANTRY, SIDE, UNITS

LEAST_ODDS = 4  #: CB-7: attacks below 1:4 are not allowed
CLASSES = ("A", "R")


def refuse_marcher(s: FXState, u: int) -> Reason | None:
    """FM-1, B-41: why a unit may not attempt a forced march at all."""
    if not COUNTED[u]:  # FM-1.1
        return Reason("FM-1", "only A and R corps force march")
    if s.spent[u] > allowance(u, BY_FOOT):  # FM-1.3
        return Reason("FM-1", "it has used the strategic bonus")
    crowd = excess(s, s.stack(s.at[u]))
    return Reason(crowd.rule, f"it could not stay if it failed: {crowd.text}") if crowd else None


def force_to(s: FXState, u: int) -> list[int]:
    """FM-1: the hexes to which a unit may attempt a forced march now."""
    if not COUNTED[u]:
        return []
    h = s.at[u]
    beside = s.ground(FOE[SIDE[u]]).beside
    for _, ring in strangers(s, u):
        beside |= ring
    near = RING[h] & s.rules.area & beside & ~closed(s, u)  # FM-1.2
    if not near or refuse_marcher(s, u) is not None:
        return []
    return [n for n in members(near) if refuse_goal(s, u, n) is None]


def refuse_goal(s: FXState, u: int, n: int) -> Reason | None:
    """H4: why the hex beside it cannot be the goal."""
    h = s.at[u]
    d = BOARD.direction(h, n)
    if d is None or not s.rules.area >> n & 1:
        return Reason("FM-1", "a forced march goes one hex")
    if closed(s, u) >> n & 1:
        return Reason("MV-4", "an enemy is there")
    if VIOLATES[6 * h + d] & barred(s, u):
        return Reason("BN-2", "the country is neutral, or not open yet")
    reach = march(s, u, BY_FOOT)
    if n in reach.hexes and reach.least(n) <= allowance(u, BY_FOOT):
        return Reason("FM-1", "it can go there without a forced march")
    if not any(can_attack(s, u, target) for target in members(RING[n] & _defended(s, u, n))):
        return Reason("FM-1", "it would come beside no enemy that it could attack")
    return None


def _defended(s: FXState, u: int, n: int) -> int:
    """Hexes of enemies with a defence; the units of a country that the step invades are enemies to it (B-114)."""
    foe, begun = s.ground(FOE[SIDE[u]]), invasions(s, u, s.at[u], n)
    armies = [ARMY[i] for i, country in enumerate(NEUTRALS) if begun & COUNTRY_BIT[country]]
    return foe.live & foe.wall | from_members(
        s.at[v] for army in armies for v in army if s.at[v] < SIZE and s.defence(v)
    )


def can_attack(s: FXState, u: int, target: int) -> bool:
    """FM-1, B-41: whether the marcher, with friends who stand beside the target, could reach odds of 1:4; friends whose
    country is neutral do not attack (BN-1).

    Of counters that have not been turned up anything may be hoped.
    """
    top = s.stack(target)[0]
    if s.hidden[top]:
        return True
    beside = [v for n in members(RING[target]) for v in s.stack(n) if SIDE[v] == SIDE[u] and v != u]
    friends = [v for v in beside if IS_INFANTRY[v] and not frozen(s, v)]
    total = s.attack(u) + sum(s.attack(v) for v in friends)
    return s.attack(u) > 0 and total * LEAST_ODDS >= s.defence(top)  # FM-1.5


def refuse_force(s: FXState, u: int, mode: int, n: int) -> Reason | None:
    """Why a unit may not force march to a hex."""
    if mode == AFTER_RAIL:
        return Reason("FM-1", "not after a rail move")
    return refuse_marcher(s, u) or refuse_goal(s, u, n)


def forced_odds(u: int) -> str:
    """FM-2: what the die of a forced march may bring, in sixths."""
    column = CLASSES.index(CLASS[u])
    results = [FORCED_MARCH.read(column, face) for face in range(1, 7)]
    words = (("stay", "it stays"), ("loss", "it loses a step"), ("choice", "it stays or loses a step"))
    return ", ".join(f"{results.count(word)} in 6 {text}" for word, text in words if word in results)


def begin_forced_march(s: FXState, u: int, h: int) -> None:
    """FM-2: the attempt shows that it is a corps; if it lay inverted it is turned up."""
    if s.hidden[u]:
        turn_up(s, u)
    s.tell("forced", unit=u, to=h)
    s.flow.append(("forced_march", u, h))


class ForcedMarch(Die):
    """FM-2: one die for each unit that tries."""

    name, rule, frame = "forced_march", "FM-2", ("unit", "hex")

    def prompt(self, s: FXState) -> str:
        return f"Forced march of {UNITS.name(s.flow[-1][1])} to {HEXES.name(s.flow[-1][2])}."

    def do_die(self, s: FXState, face: int) -> None:
        _, u, h = s.flow.pop()
        s.tell("forced_march", unit=u, die=face)
        result = FORCED_MARCH.read(CLASSES.index(CLASS[u]), face)
        if result == "choice":
            s.flow.append(("falter", u, h))
            return
        s.moved[u] = 1
        if result != "stay":  # FM-2.1, FM-2.2
            press_on(s, u, h, result == "loss")  # FM-2.3, FM-2.4


class Falter(Step):
    """FM-3: an R unit that threw a 5 may stay and be spared the loss."""

    name, rule, frame = "falter", "FM-3", ("unit", "hex")

    def prompt(self, s: FXState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} would lose a step: go on to {HEXES.name(s.flow[-1][2])}, or stay?"

    def do_go(self, s: FXState, _: None) -> None:
        _, u, h = s.flow.pop()
        s.moved[u] = 1
        press_on(s, u, h, True)

    def do_stay(self, s: FXState, _: None) -> None:
        _, u, _ = s.flow.pop()
        s.moved[u] = 1


def press_on(s: FXState, u: int, h: int, loss: bool) -> None:
    """The extra hex, where zero-defence enemies make room first (MV-4), then the loss (FM-2, FM-4)."""
    before, hidden = s.at[u], s.hidden[u]
    if loss:
        s.flow.append(("strain", u))
    bank = bank_after(before, h, s.bank[u])
    if cross(s, u, h):
        return begin_entry(s, u, h, bank)
    step_into(s, u, h, bank)
    return tell_march(s, u, (before, h), hidden)


class Strain(Step):
    """FM-2, FM-4: what a forced march costs, when it is completed."""

    name, rule, frame = "strain", "FM-4", ("unit",)

    def run(self, s: FXState) -> None:
        s.lose_step(s.flow.pop()[1])  # FM-4.1, FM-4.2


STEPS = (ForcedMarch(), Falter(), Strain())
