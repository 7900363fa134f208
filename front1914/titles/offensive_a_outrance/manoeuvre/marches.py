"""7.2, 7.8.2, 8.2.4: what movement phases begin and end with: tasks, debts of the Cavalry, checks of Forced Marches."""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.charts import FORCED_MARCH
from front1914.titles.offensive_a_outrance.dice import Sum
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import TASK_COST, work
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, forced, most_forced, pinned
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower, margin
from front1914.titles.offensive_a_outrance.organisation.forces import formation
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.state import DIG, MOVED, NO_MARKS, OAOState
from front1914.titles.offensive_a_outrance.world import IS_CAVALRY, IS_LOC_CAVALRY, UNITS


class BeginMovement(Step):
    """7.8.2, 8.2.4a: tasks that are begun come first; Cavalry pays for its reactions."""

    name, rule = "begin_movement", "7.8.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        here = s.ground(s.active).here
        for u in here if s.task != NO_MARKS else ():
            if s.task[u] in TASK_COST:
                if s.task[u] == DIG or not pinned(s, (u,)):  # 7.3.3, B15
                    work(s, u)
                else:
                    s.did[u] |= MOVED
        for u in here if s.owed != NO_MARKS else ():
            if s.owed[u]:
                self.pay(s, u)

    def pay(self, s: OAOState, u: int) -> None:
        """7.1.1.b, 8.2.4a, 8.2.4a.a: what was expended in reactions counts first; who owes more than he has stays
        where he is."""
        most = allowance(s) + most_forced(s, (u,))
        s.spent[u] = min(most, s.spent[u] + s.owed[u])
        if s.owed[u] > most:
            s.owed[u] -= most
            s.did[u] |= MOVED
            s.flow.append(("march_check", (u,)))
        else:
            s.owed[u] = 0


class EndMovement(Step):
    """8.2.4a: Cavalry that stayed, and owed a Forced March, is checked too."""

    name, rule = "end_movement", "7.2.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for u in s.ground(s.active).here:
            if not s.did[u] & MOVED and forced(s, u):
                s.did[u] |= MOVED
                s.flow.append(("march_check", (u,)))


class MarchCheck(Sum):
    """7.2.3: an Effectiveness Check, +1 for each MP of Forced March."""

    name, rule, frame = "march_check", "7.2.3", ("unit",)

    def prompt(self, s: OAOState) -> str:
        force = s.flow[-1][1]
        return f"Forced March of {UNITS.name(force[0])}: check with +{forced(s, force[0])}."

    def do_dice(self, s: OAOState, total: int) -> None:
        _, force = s.flow.pop()
        force = tuple(u for u in force if s.at[u] < SIZE)
        if not force:
            return
        failed = margin(s, force, total, forced(s, force[0]))
        s.tell("march_check", unit=force[0], dice=total, passed=int(failed <= 0), reveals=True)  # how far it marched
        if failed > 0:
            fail(s, force, failed)


def column(s: OAOState, force: tuple[int, ...]) -> str:
    """7.2.3a, 8.7.3.a, A5: the column of a Force: that of its Formation, else cavalry only if all are."""
    if any(IS_LOC_CAVALRY[u] for u in force):
        return "loc_cavalry"
    lead = formation(force)
    mounted = IS_CAVALRY[lead] if lead is not None else all(IS_CAVALRY[u] for u in force)
    return "cavalry" if mounted else "infantry"


def fail(s: OAOState, force: tuple[int, ...], failed: int) -> None:
    """7.2.3a, 7.2.3a.a, 7.2.3a.b: what a failed check brings."""
    result = FORCED_MARCH.read(FORCED_MARCH.at(column(s, force)), failed)
    settle(s)
    if result.eliminated:
        for u in force:
            s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
            s.remove(u)
        return
    if result.unprepared:
        for u in force:
            s.pa[u] = -1
    if result.reduced:
        suffer(s, force, 1)
    lower(s, tuple(u for u in force if s.at[u] < SIZE), result.levels)


STEPS = (BeginMovement(), EndMovement(), MarchCheck())
