"""PP, OU: the armies are set up: Belgian options, the Dutch, the secret allocation, the French, the Germans.

Everybody may place unit by unit, or, before the first, take a ready plan. What lies inverted is told to its owner alone.
"""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import BANKS_OF, BOARD, HEXES, IN, INTERIOR, OPEN
from front1914.titles.fixed_1914.entry import meet
from front1914.titles.fixed_1914.scenarios import Plan, SetUp
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import (
    ABSENT,
    COUNTED,
    GROUP,
    POOL,
    RUSSIA,
    SET_UP,
    STAGING,
    TRACK,
    UNITS,
)

BOX_NAMES = ("", "coln", "metz", "strasburg", "russia")
#: PP-12: Dutch mainland hexes, away from the edge and not on a border
_edge = BOARD.bits(str(HEXES[h]) for h in HEXES.numbers if BOARD.ring[h].bit_count() < 6)


def dutch_field(from_edge: int) -> int:
    """PP-12: where Dutch units may start."""
    near = 0
    for h in members(_edge):
        near |= BOARD.within(h, from_edge - 1)
    return INTERIOR["holland"] & OPEN & ~near


FRENCH_FIELD = IN["france"] & OPEN & ~IN["germany"]  #: PP-15c
GERMAN_FIELD = IN["germany"] & OPEN & ~(IN["france"] | IN["belgium"] | IN["holland"])  #: PP-16a, B-6


def rules(s: FXState) -> SetUp:
    """The rules of set-up of the scenario, which must have some."""
    found = s.rules.setup
    assert found is not None
    return found


# ---- who stands where without a choice


def muster(s: FXState) -> None:
    """PP-2, PP-12: what is not a choice: Belgians, Territorials and fort guns stand, reinforcements wait."""
    if s.rules.setup is None:
        for u in s.rules.present:
            s.put(u, SET_UP[u])
        return
    for u in rules(s).fixed:
        s.put(u, SET_UP[u], home_bank(u))
    for u in rules(s).track:
        s.put(u, TRACK)
    for u in rules(s).staging:
        s.put(u, STAGING)
    for u in UNITS.numbers:
        if GROUP[u] in ("initial", "dutch", "blank"):
            s.put(u, POOL)


def home_bank(u: int) -> int:
    """H5: the bank on which a unit stands that nobody places: the first."""
    return BANKS_OF[SET_UP[u]][0]


def begin(s: FXState) -> None:
    """DP-2: the state before the first decision."""
    muster(s)
    s.turn = s.rules.first_turn
    if s.rules.setup is not None and s.options["setup"] == "free":
        s.active = "allied"
        s.flow = [("turn",), ("ready",), ("german_place",), ("french_place",), ("allocate",), ("dutch_place",)]
        s.flow += [("compensation",), ("belgian_options",)]
        return
    for side in ("allied", "german"):
        deploy(s, s.rules.plans_of(side)[0])
    for u in UNITS.numbers:
        if s.at[u] == POOL:
            s.remove(u, ABSENT)
    s.flow = [("turn",), ("ready",)]


def deploy(s: FXState, plan: Plan) -> None:
    """A ready plan: the allocation and the hexes of one side."""
    for name, units in plan.boxes.items():
        for u in units:
            if COUNTED[u]:
                s.box[u] = BOX_NAMES.index(name)
            if name == "russia":
                s.put(u, RUSSIA)
    for u, h in plan.hexes.items():
        s.put(u, h, BANKS_OF[h][0])
        s.hidden[u] = int(s.rules.setup is not None)
    s.changed()
    s.tell("deployed", only=plan.side, side=plan.side)


class Ready(Step):
    """PP-17, PP-18: set-up is over; counters beside an enemy are turned up, and the war begins."""

    name, rule = "ready", "PP-18"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        s.active = "german"
        for h in list(s.stacks()):
            meet(s, h)


STEPS: tuple[Step, ...] = (Ready(),)
