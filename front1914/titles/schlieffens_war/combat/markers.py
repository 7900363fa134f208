"""11.23: the German coup de main and heavy artillery markers."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.titles.schlieffens_war.charts import ARTILLERY_SURVIVAL, HEAVY_ARTILLERY
from front1914.titles.schlieffens_war.combat.battle import battle, shift
from front1914.titles.schlieffens_war.combat.strength import all_supplied
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import CITY, IS_FORT

COUP, ARTILLERY = 0, 1  #: in the frame of a bombardment
NAMES = ("Coup de main", "Heavy artillery")


def barred(s: SWState, target: int, attackers: Sequence[int]) -> Reason | None:
    """Why no marker may support such an attack (R83)."""
    if s.active != "german":
        return Reason("11.23", "the markers are German")
    if not CITY >> target & 1:  # 11.23.b
        return Reason("11.23", "the target is not a city")
    if not any(IS_FORT[u] for u in s.stack(target)):  # 11.23.b
        return Reason("11.23", "there is no fort in the target")
    if not all_supplied(s, attackers):  # 11.23.b
        return Reason("11.23", "not all attackers are in supply")
    return None


def used(s: SWState, marker: int) -> bool:
    """Whether such a marker supports this attack already."""
    return any(entry[1] == "11.23" and entry[2].startswith(NAMES[marker]) for entry in battle(s).shifts)


def battery(s: SWState) -> int | None:
    """A heavy artillery marker that is available now."""
    return next((i for i, turn in enumerate(s.artillery) if 0 < turn <= s.turn), None)


def at_hand(s: SWState, target: int, attackers: Sequence[int]) -> list[int]:
    """The kinds of marker that could support such an attack: their owner is asked once it is declared."""
    if barred(s, target, attackers) is not None:
        return []
    return [*[COUP] * bool(s.coup), *[ARTILLERY] * (battery(s) is not None)]


def may_commit(s: SWState) -> bool:
    """Whether there is anything to decide."""
    return BOMBARD.refuse_coup(s, None) is None or BOMBARD.refuse_artillery(s, None) is None


def _attack(s: SWState) -> tuple[int, Sequence[int]]:
    b = battle(s)
    return b.target, b.attackers


class Bombard(Step):
    """11.23: commit the coup de main, one heavy artillery marker, both one after the other (R117), or none."""

    name, rule, ends = "bombard", "11.23", ("done",)

    def prompt(self, s: SWState) -> str:
        return "Commit a marker to this attack?"

    def refuse_coup(self, s: SWState, _: None) -> Reason | None:
        reason = barred(s, *_attack(s))
        if reason is None and not s.coup:
            reason = Reason("11.23", "the coup de main has been used")
        return reason

    def do_coup(self, s: SWState, _: None) -> None:
        s.coup = 0  # 11.23.e
        s.tell("coup", hex=battle(s).target)
        s.flow[-1] = ("bombardment", COUP, 0)

    def refuse_artillery(self, s: SWState, _: None) -> Reason | None:
        reason = barred(s, *_attack(s))
        if reason is None and used(s, ARTILLERY):  # 11.23.a
            reason = Reason("11.23", "one heavy artillery marker supports this attack already")
        if reason is None and battery(s) is None:
            reason = Reason("11.23", "no heavy artillery marker is available")
        return reason

    def do_artillery(self, s: SWState, _: None) -> None:
        marker = battery(s)
        assert marker is not None
        s.tell("artillery", hex=battle(s).target, marker=marker)
        s.flow[-1] = ("bombardment", ARTILLERY, marker)


BOMBARD = Bombard()


class Bombardment(Die):
    """11.23: the marker's die on the German Heavy Artillery Table."""

    name, rule, frame = "bombardment", "11.23", ("", "")

    def prompt(self, s: SWState) -> str:
        return f"{NAMES[s.flow[-1][1]]}: the die gives a shift of no, one or two columns."

    def do_die(self, s: SWState, face: int) -> None:
        _, kind, marker = s.flow.pop()
        columns = HEAVY_ARTILLERY.read(0, face)
        shift(s, columns, "11.23", f"{NAMES[kind]}: {face} on the die")  # 11.23.h
        s.tell("bombardment", die=face, columns=columns)
        if may_commit(s):  # 11.23.j
            s.flow.append(("bombard",))
        if kind == ARTILLERY:
            spend(s, marker)


def spend(s: SWState, marker: int) -> None:
    """11.23, R85: on Turn 1 the marker is back next turn; later a die decides."""
    s.artillery[marker] = s.turn + 1  # 11.23.k
    if s.turn > 1:  # 11.23.g
        s.flow.append(("artillery_die", marker))


class ArtilleryDie(Die):
    """11.23: on a 1 the marker may be used again from the next turn on; else it is gone."""

    name, rule, frame = "artillery_die", "11.23", ("",)

    def prompt(self, s: SWState) -> str:
        return "Heavy artillery: on a 1 the marker can be used again."

    def do_die(self, s: SWState, face: int) -> None:
        marker = s.flow.pop()[1]
        kept = ARTILLERY_SURVIVAL.read(0, face)
        if not kept:  # 11.23.f
            s.artillery[marker] = 0
        s.tell("artillery_left", die=face, marker=marker, kept=kept)


STEPS = (BOMBARD, Bombardment(), ArtilleryDie())
