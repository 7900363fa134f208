"""PP, DP-2: the order of the set-up, what stands without a choice, ready plans.

The choices are in allocation.py (Belgian options, the secret boxes) and deployment.py (unit by unit).
"""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.fixed_1914.banks import default_bank
from front1914.titles.fixed_1914.entry import meet
from front1914.titles.fixed_1914.landwehr import regroupable
from front1914.titles.fixed_1914.order import has_order
from front1914.titles.fixed_1914.scenarios import Plan, SetUp
from front1914.titles.fixed_1914.state import BOX_NAMES, FXState
from front1914.titles.fixed_1914.world import (
    ABSENT,
    COUNTED,
    GROUP,
    IS_GUN,
    NATION,
    POOL,
    RUSSIA,
    SET_UP,
    TRACK,
    UNITS,
)

WAITING = ("initial", "dutch", "blank")  #: groups of units that the players place


def rules(s: FXState) -> SetUp:
    """The rules of set-up of the scenario, which must have some."""
    found = s.rules.setup
    assert found is not None
    return found


def stand(s: FXState, u: int, h: int) -> None:
    """A unit stands where nobody chose."""
    s.put(u, h, 0 if IS_GUN[u] else default_bank(h, NATION[u]))


def muster(s: FXState) -> None:
    """PP-2, PP-12: what is not a choice: Belgians, Territorials, garrisons and fort guns stand, others wait."""
    if s.rules.setup is None:
        for u in s.rules.present:
            stand(s, u, SET_UP[u])
        return
    for u in rules(s).fixed:
        stand(s, u, SET_UP[u])
    for u in rules(s).track:  # PP-2.1
        s.put(u, TRACK)
    for u in rules(s).staging:
        s.put(u, TRACK)  # to the staging area only when they are activated (BA-2)
    for u in UNITS.numbers:
        if GROUP[u] in WAITING:
            s.put(u, POOL)
            if SET_UP[u] >= 0:  # PP-15a, PP-16d, PP-3k.1, PP-7b.1: garrisons of fortresses
                stand(s, u, SET_UP[u])
                s.hidden[u] = 1


def begin(s: FXState) -> None:
    """DP-2: the state before the first decision."""
    muster(s)
    s.turn = s.rules.first_turn
    if s.rules.setup is not None and s.options["setup"] == "free":
        # what comes first lies last: DP-2.2, then DP-2.1, PP-12.11
        s.flow = [("turn",), ("ready",), ("arrange", "german"), ("german_place",), ("unveil",), ("arrange", "allied")]
        s.flow += [("french_place",), ("allocate",), ("dutch_place",), ("compensation",), ("belgian_options",)]
        s.active = "allied"
        return
    for side in ("allied", "german"):
        plan = s.rules.plans_of(side)[0]
        allocate(s, plan)
        deploy(s, plan, tuple(plan.hexes))
    dismiss(s)
    s.flow = [("turn",), ("ready",)]


def allocate(s: FXState, plan: Plan) -> None:
    """PP-13: the secret allocation of a ready plan."""
    for name, units in plan.boxes.items():
        for u in units:
            if COUNTED[u]:
                s.box[u] = BOX_NAMES.index(name)
            if name == "russia":
                s.put(u, RUSSIA)


def deploy(s: FXState, plan: Plan, units: tuple[int, ...]) -> None:
    """The hexes of a ready plan, for some units of it."""
    for u in units:
        stand(s, u, plan.hexes[u])
        s.hidden[u] = int(s.rules.setup is not None)  # PP-15d, PP-16
    s.tell("deployed", only=plan.side, side=plan.side)


def dismiss(s: FXState) -> None:
    """Blanks that nobody wanted."""
    for u in UNITS.numbers:
        if s.at[u] == POOL:
            s.remove(u, ABSENT)


class Arrange(Step):
    """B-92, B-18: the side orders its stacks, and regroups Landwehr, before the other goes on."""

    name, rule, frame = "arrange", "CB-12", ("",)

    def run(self, s: FXState) -> None:
        s.active = s.flow.pop()[1]
        if has_order(s) or regroupable(s):
            s.flow.append(("order",))


class Unveil(Step):
    """B-2, PP-18: before the German places his units, everybody sees how many counters lie in the Russian box."""

    name, rule = "unveil", "PP-18"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        s.active = "german"
        s.tell("russian_box", count=sum(place == RUSSIA for place in s.at), reveals=True)


class Ready(Step):
    """PP-17, PP-18: set-up is over; counters beside an enemy are turned up, and the war begins."""

    name, rule = "ready", "PP-18"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        s.active = "german"
        dismiss(s)
        for h in list(s.stacks()):
            meet(s, h)


STEPS = (Arrange(), Unveil(), Ready())
