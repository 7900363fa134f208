"""OU, PP-13: Belgian options and what the German gets for them; the secret allocation of his corps."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import SIZE
from front1914.titles.fixed_1914.charts import MOST_IN_RUSSIA, escorts
from front1914.titles.fixed_1914.scenarios import PLANS
from front1914.titles.fixed_1914.setup import allocate, rules, stand
from front1914.titles.fixed_1914.state import NO_BOX, TO_RUSSIA, FXState
from front1914.titles.fixed_1914.world import (
    ABSENT,
    BLANKS,
    CLASS,
    COUNTED,
    OWN,
    POOL,
    RUSSIA,
    SET_UP,
    UNIT_ROWS,
    UNITS,
)


class BelgianOptions(Step):
    """OU-1, OU-2: the Allied player may enlarge the Belgian army, before the German allocates."""

    name, rule = "belgian_options", "OU-1"
    else_upgrade = Reason("OU-1", "only the two Belgian divisions can be replaced by corps, each once")

    def side(self, s: FXState) -> str:
        return "allied"

    def prompt(self, s: FXState) -> str:
        return "Enlarge the Belgian army? Corps for divisions delay your entry, more corps delay the British."

    def legal_upgrade(self, s: FXState) -> list[int]:
        return [u for u in rules(s).upgrades if s.at[u] < SIZE]

    def do_upgrade(self, s: FXState, u: int) -> None:
        corps = rules(s).upgrades[u]
        s.remove(u, ABSENT)
        stand(s, corps, SET_UP[u])  # OU-1.2
        s.arrange([corps, *(v for v in s.stack(SET_UP[u]) if v != corps)])
        s.upgrades += 1  # OU-1.2
        s.tell("upgrade", unit=corps, hex=SET_UP[u])

    def legal_extra(self, s: FXState) -> list[int]:
        return list(rules(s).extra_at) if s.extra < len(rules(s).extra) else []  # OU-2.1, OU-2.4

    def why_extra(self, s: FXState, h: int) -> Reason:
        if s.extra >= len(rules(s).extra):
            return Reason("OU-2", "there are only two more corps")
        return Reason("OU-2", "they start in Brussels or Ghent")

    def do_extra(self, s: FXState, h: int) -> None:
        u = rules(s).extra[s.extra]
        s.extra += 1
        stand(s, u, h)
        s.tell("extra", unit=u, hex=h)

    def do_done(self, s: FXState, _: None) -> None:
        s.flow.pop()
        s.active = "german"
        if s.extra or not s.upgrades:  # there is nothing to choose
            COMPENSATION.grant(s, (*rules(s).guns, *rules(s).italians) if s.extra else ())  # OU-2.2


class Compensation(Step):
    """OU-1: what the German gets for corps in place of divisions: the railroad gun or the Italians, if he wants either.
    For additional corps he gets both and is not asked (OU-2)."""

    name, rule = "compensation", "OU-1"

    def side(self, s: FXState) -> str:
        return "german"

    def prompt(self, s: FXState) -> str:
        return "The Belgian army was enlarged: take the 420 mm railroad gun or the two Italian corps?"

    def do_guns(self, s: FXState, _: None) -> None:
        self.grant(s, rules(s).guns)

    def do_italians(self, s: FXState, _: None) -> None:
        self.grant(s, rules(s).italians)

    def do_done(self, s: FXState, _: None) -> None:
        self.grant(s, ())

    def grant(self, s: FXState, units: tuple[int, ...]) -> None:
        for u in units:
            s.put(u, POOL)  # OU-1.4
        if units:
            s.tell("compensation", units=units)
        s.flow.pop()
        s.active = "allied"


# ---- the secret boxes (PP-13)

CORPS = tuple(sorted((u for u in OWN["german"] if COUNTED[u]), key=lambda u: (CLASS[u], u)))


def sent(s: FXState, grade: str) -> int:
    """Corps of a class that go to Russia."""
    return sum(s.box[u] == TO_RUSSIA and CLASS[u] == grade for u in CORPS)


class Allocate(Step):
    """PP-13: corps after corps, the active ones first; then escorts follow, and blanks may be added."""

    name, rule = "allocate", "PP-13"
    else_plan = Reason("PP-13", "it is not a German plan, or corps have been allocated already")

    def side(self, s: FXState) -> str:
        return "german"

    def corps(self, s: FXState) -> int | None:
        """The corps that is allocated next."""
        return next((u for u in CORPS if s.at[u] == POOL and s.box[u] == NO_BOX), None)

    def prompt(self, s: FXState) -> str:
        u = self.corps(s)
        if u is None:
            return "How many blanks lie in the Russian box?"
        return f"Where does {UNITS.name(u)} go? {sent(s, 'A') + sent(s, 'R')} corps go to Russia so far."

    def scope_box(self, s: FXState) -> Iterable[int]:
        if self.corps(s) is None:
            return []
        return range(NO_BOX + 1, TO_RUSSIA + 1)  # PP-13.1

    def refuse_box(self, s: FXState, box: int) -> Reason | None:
        u = self.corps(s)
        if u is None:
            return Reason("PP-13", "all corps are allocated")
        if box == NO_BOX:
            return Reason("PP-13", "every corps is allocated")
        if box != TO_RUSSIA:
            return None
        if sent(s, "A") + sent(s, "R") >= MOST_IN_RUSSIA:
            return Reason("GT-1", "no more than ten corps go to Russia")
        if CLASS[u] == "R" and sent(s, "R") >= sent(s, "A"):
            return Reason("PP-13a", "no more R than A corps go to Russia")
        return None

    def do_box(self, s: FXState, box: int) -> None:
        u = self.corps(s)
        assert u is not None
        s.box[u] = box
        if box == TO_RUSSIA:
            s.put(u, RUSSIA)
        s.tell("allocated", only="german", unit=u, box=box)  # PP-16.3
        if self.corps(s) is None:
            escort(s)

    def legal_blanks(self, s: FXState) -> range | list[int]:
        return range(len(BLANKS) + 1) if self.corps(s) is None else []  # PP-16.5

    def why_blanks(self, s: FXState, count: int) -> Reason:
        if self.corps(s) is not None:
            return Reason("PP-13", "first the corps are allocated")
        return Reason("PP-16", "there are ten blanks")

    def do_blanks(self, s: FXState, count: int) -> None:
        for u in BLANKS[len(BLANKS) - count :]:  # PP-18.2
            s.put(u, RUSSIA)
        self.close(s)

    def legal_plan(self, s: FXState) -> list[int]:
        if any(s.box[u] for u in CORPS):
            return []
        return [PLANS.number(plan.id) for plan in s.rules.plans_of("german")]

    def do_plan(self, s: FXState, plan: int) -> None:
        allocate(s, s.rules.plans[str(PLANS[plan])])
        s.tell("planned", only="german", plan=plan)
        self.close(s)

    def close(self, s: FXState) -> None:
        s.flow.pop()
        s.active = "allied"


def escort(s: FXState) -> None:
    """PP-13b.1, PP-13b.2: artillery and cavalry that must go to Russia with the corps: the last of their types."""
    for kind, number in escorts(s.in_russia).items():
        units = [u for u in OWN["german"] if UNIT_ROWS[u].type == kind and s.at[u] == POOL]
        for u in units[len(units) - number :]:
            s.put(u, RUSSIA)


COMPENSATION = Compensation()
STEPS = (BelgianOptions(), COMPENSATION, Allocate())
