"""PP-12, PP-15, PP-16, ST-3: the Dutch, the French and the Germans are placed unit by unit, inverted."""

from __future__ import annotations

from typing import ClassVar

from front1914.engine.errors import Reason
from front1914.play.placing import Placing
from front1914.titles.fixed_1914.banks import place
from front1914.titles.fixed_1914.board import BOARD, HEXES, IN, INTERIOR, OPEN, SIZE
from front1914.titles.fixed_1914.entry import turn_up
from front1914.titles.fixed_1914.scenarios import PLANS, Plan
from front1914.titles.fixed_1914.setup import deploy, dismiss, rules
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.state import BOX_NAMES, FXState
from front1914.titles.fixed_1914.world import (
    COUNTED,
    FOE,
    GROUP,
    IS_BLANK,
    IS_CAVALRY,
    IS_ITALIAN,
    OF_NATION,
    OWN,
    POOL,
    SET_UP,
    SIDE,
    UNITS,
)

FRENCH_FIELD = IN["france"] & OPEN & ~IN["germany"]  #: PP-15c
GERMAN_FIELD = IN["germany"] & OPEN & ~(IN["france"] | IN["belgium"] | IN["holland"])  #: PP-16a, PP-16c, B-6
_rim = [h for h in HEXES.numbers if len(BOARD.neighbours[h]) < len(BOARD.offsets)]


def dutch_field(from_edge: int) -> int:
    """Dutch mainland hexes, away from the edge and not on a border."""
    near = 0
    for h in _rim:
        near |= BOARD.within(h, from_edge - 1)  # PP-12.7
    return INTERIOR["holland"] & OPEN & ~near  # PP-12.6, PP-12.8


def _queue(units: tuple[int, ...]) -> tuple[int, ...]:
    """Corps first, since cavalry stands near them; blanks last."""
    return tuple(sorted(units, key=lambda u: (IS_BLANK[u], IS_CAVALRY[u], not (COUNTED[u] or IS_ITALIAN[u]), u)))


class Army(Placing):
    """One unit after the other; or, before the first, a ready plan."""

    units = UNITS
    who: ClassVar[str]
    queue: ClassVar[tuple[int, ...]]

    def side(self, s: FXState) -> str:
        return self.who

    def waiting(self, s: FXState) -> int | None:
        return next((u for u in self.queue if s.at[u] == POOL), None)

    def crowded(self, s: FXState, u: int, node: int) -> Reason | None:
        """ST-3: the limits hold from the first unit on."""
        return excess(s, [*s.stack(node), u])  # ST-3

    def put(self, s: FXState, u: int, node: int) -> None:
        place(s, u, node)
        s.hidden[u] = 1  # PP-15d, PP-16.2, PP-16.4
        s.tell("placed", only=SIDE[u], unit=u, hex=node)
        s.tell("placed_seen", only=(FOE[SIDE[u]], "observer"), side=SIDE[u], hex=node)

    def begun(self, s: FXState) -> bool:
        return any(s.at[u] < SIZE and SET_UP[u] < 0 for u in self.queue)

    def plans(self, s: FXState) -> list[Plan]:
        return s.rules.plans_of(self.who)

    def legal_plan(self, s: FXState) -> list[int]:
        return [] if self.begun(s) else [PLANS.number(plan.id) for plan in self.plans(s)]

    def why_plan(self, s: FXState, plan: int) -> Reason:
        return Reason(self.rule, "it is not a plan for this army, or units have been placed already")

    def do_plan(self, s: FXState, plan: int) -> None:
        chosen = s.rules.plans[str(PLANS[plan])]
        deploy(s, chosen, tuple(u for u in chosen.hexes if u in self.queue and s.at[u] == POOL))
        self.go_on(s, len(s.flow) - 1)


class DutchPlace(Army):
    """PP-12: the Allied player places the Dutch army."""

    name, rule = "dutch_place", "PP-12"
    who, queue = "allied", _queue(OF_NATION["dutch"])  # PP-12.5

    def field(self, s: FXState, u: int) -> int:
        return dutch_field(rules(s).from_edge)

    def reason(self, s: FXState, u: int, node: int) -> Reason:
        if not (INTERIOR["holland"] & OPEN) >> node & 1:
            return Reason("PP-12", "Dutch units start inside Holland, not on its borders")
        return Reason("PP-12", "Dutch units start at least two hexes from the edge")


class FrenchPlace(Army):
    """PP-15: the Allied player places the French army."""

    name, rule = "french_place", "PP-15"
    who, queue = "allied", _queue(tuple(u for u in OF_NATION["french"] if GROUP[u] == "initial"))  # PP-15.1

    def field(self, s: FXState, u: int) -> int:
        if IS_CAVALRY[u]:
            return FRENCH_FIELD & near_corps(s, "allied", rules(s).french_cavalry)
        return FRENCH_FIELD

    def reason(self, s: FXState, u: int, node: int) -> Reason:
        if not (IN["france"] & OPEN) >> node & 1:
            return Reason("PP-15", "French units start in France")
        if IN["germany"] >> node & 1:
            return Reason("PP-15c", "no unit starts on the German border")
        return Reason("PP-15b", f"cavalry starts within {rules(s).french_cavalry} hexes of an infantry corps")


class GermanPlace(Army):
    """PP-16: the German places his army by its allocation; what is left of his blanks he may keep."""

    name, rule = "german_place", "PP-16"
    else_show = Reason("PP-16", "only a unit that has been placed inverted can be turned up, and no blank")
    who = "german"
    queue = _queue(tuple(u for u in OWN["german"] if GROUP[u] in ("initial", "optional", "blank")))

    def field(self, s: FXState, u: int) -> int:
        if COUNTED[u]:
            return rules(s).zones[BOX_NAMES[s.box[u]]].area & GERMAN_FIELD  # PP-16.1
        if IS_CAVALRY[u]:
            return GERMAN_FIELD & near_corps(s, "german", rules(s).german_cavalry)
        return GERMAN_FIELD

    def reason(self, s: FXState, u: int, node: int) -> Reason:
        if not (IN["germany"] & OPEN) >> node & 1:
            return Reason("PP-16", "German units start in Germany")
        if not GERMAN_FIELD >> node & 1:
            return Reason("PP-16a", "no unit starts on the French, Belgian or Dutch border")
        if COUNTED[u]:
            zone = rules(s).zones[BOX_NAMES[s.box[u]]]
            return Reason("PP-13", f"it starts within {zone.hexes} hexes of {HEXES.name(zone.centre)}")
        return Reason("PP-16b", f"cavalry starts within {rules(s).german_cavalry} hexes of an infantry corps")

    def plans(self, s: FXState) -> list[Plan]:
        """Those that agree with the allocation."""
        return [
            plan
            for plan in super().plans(s)
            if all(s.box[u] == BOX_NAMES.index(name) for name, units in plan.boxes.items() for u in units if COUNTED[u])
            and all(s.at[u] == POOL for u in plan.hexes if SET_UP[u] < 0)
        ]

    def legal_show(self, s: FXState) -> list[int]:
        return [u for u in self.queue if s.at[u] < SIZE and s.hidden[u] and not IS_BLANK[u]]

    def do_show(self, s: FXState, u: int) -> None:
        """PP-16: he may place his units inverted, and need not."""
        turn_up(s, u)

    def refuse_done(self, s: FXState, _: None) -> Reason | None:
        return None if IS_BLANK[self.unit(s)] else Reason("PP-16", "first all units are placed")

    def do_done(self, s: FXState, _: None) -> None:
        dismiss(s)
        s.flow.pop()


def near_corps(s: FXState, side: str, hexes: int) -> int:
    """PP-15b, PP-16b, B-7: hexes near an infantry corps that has been placed."""
    found = 0
    for u in OWN[side]:
        if (COUNTED[u] or IS_ITALIAN[u]) and s.at[u] < SIZE:
            found |= BOARD.within(s.at[u], hexes)
    return found


STEPS = (DutchPlace(), FrenchPlace(), GermanPlace())
