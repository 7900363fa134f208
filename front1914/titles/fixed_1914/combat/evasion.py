"""CV-4 to CV-6, H9a: cavalry that infantry attacks may go back two hexes before the die is thrown."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.retreat import Path
from front1914.kit.retreat import Retreat as Ways
from front1914.titles.fixed_1914.board import BOARD, HEXES, RING
from front1914.titles.fixed_1914.combat.battle import EVADED, Battle, battle, note
from front1914.titles.fixed_1914.combat.retreat import crossable, free_hexes, step_back
from front1914.titles.fixed_1914.neutrality import barred, invasions
from front1914.titles.fixed_1914.stacking import fits
from front1914.titles.fixed_1914.state import COMBAT, FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, war_hints
from front1914.titles.fixed_1914.world import FOE, IS_CAVALRY, UNITS

FAR = 2  #: CV-4.2: hexes


def may_evade(b: Battle) -> bool:
    """CV-4: no cavalry among the attackers."""
    return not any(IS_CAVALRY[u] for u in b.attackers)  # CV-4.1


def begin(s: FXState, b: Battle) -> None:
    """Every attacked cavalry unit decides, the top one first."""
    cavalry = tuple(u for u in b.attacked if IS_CAVALRY[u])
    if cavalry and may_evade(b):
        s.flow.append(("evaders", cavalry))


def routes(s: FXState, u: int, walked: Path) -> Ways:
    """CV-4, CV-6: two hexes away, through full stacks but not into one; no closed border on the way."""
    start, shut = walked[0], barred(s, u)
    far = BOARD.within(start, FAR) & ~BOARD.within(start, FAR - 1)

    def may_step(path: Path, h: int) -> bool:
        if shut and not crossable(s, u, path[-1], h):
            return False
        return path[-1] == start or fits(s, h, u)  # CV-6.1, CV-6.2

    free = free_hexes(s, u)
    return Ways(BOARD.neighbours, (free & RING[start], free & far)[len(walked) - 1 :], may_step)


@kept(*COMBAT, "options")
def ways(s: FXState, u: int, path: Path) -> tuple[int, ...]:
    """The hexes that the cavalry may enter next, on a way that can be finished."""
    left = FAR + 1 - len(path)
    found = routes(s, u, path)
    return found.next(path, left) if found.reaches(path, left) else ()


class Evaders(Step):
    """The attacked cavalry, one unit after the other; who has no way is not asked (CV-6)."""

    name, rule, frame = "evaders", "CV-4", ("unit",)

    def run(self, s: FXState) -> None:
        name, units = s.flow.pop()
        if not units:
            return
        s.flow.append((name, units[1:]))
        u, target = units[0], battle(s).target
        if s.at[u] == target and ways(s, u, (target,)):  # CV-6.3
            s.flow.append(("evade", u, (target,)))


class Evade(Step):
    """CV-4: the cavalry retreats two hexes, or stays and is attacked."""

    name, rule, frame, ends = "evade", "CV-4", ("unit", "hex"), ("stay",)
    else_unit = Reason("CV-4", "it is no other cavalry that has still to decide")

    def side(self, s: FXState) -> str:
        return FOE[s.active]

    def prompt(self, s: FXState) -> str:
        _, u, path = s.flow[-1]
        if len(path) > 1:
            return f"Where does {UNITS.name(u)} end its retreat?"
        return f"Does {UNITS.name(u)} retreat two hexes before the attack, and by which way?"

    def legal_to(self, s: FXState) -> tuple[int, ...]:
        _, u, path = s.flow[-1]
        return ways(s, u, path)

    def why_to(self, s: FXState, h: int) -> Reason:
        _, u, path = s.flow[-1]
        if not RING[path[-1]] >> h & 1:
            return Reason("CV-4", "it goes hex by hex")
        if not free_hexes(s, u) >> h & 1:
            return Reason("CV-4", "it is closed, or an enemy is there")
        if not crossable(s, u, path[-1], h):
            return Reason("BN-2", "the border is closed to it")
        if len(path) > 1 and not fits(s, h, u):
            return Reason("CV-6", "there is no room for it at the end of its retreat")
        return Reason("CV-6", f"no retreat of two hexes leads over {HEXES[h]}")

    def do_to(self, s: FXState, h: int) -> None:
        _, u, path = s.flow[-1]
        war = invasions(s, u, path[-1], h)
        if war:
            ask(s, "to", h, war)
        else:
            self.ride(s, h)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        _, u, path = s.flow[-1]
        return war_hints(s, u, path[-1], ways(s, u, path))

    def legal_unit(self, s: FXState) -> list[int]:
        """Others under it who have still to decide: there may be room for one alone."""
        _, u, path = s.flow[-1]
        target = battle(s).target
        if len(path) > 1:
            return []
        return [v for v in s.flow[-2][1] if s.at[v] == target and s.order[v] > s.order[u] and ways(s, v, (target,))]

    def do_unit(self, s: FXState, v: int) -> None:
        """Another one decides first."""
        _, u, path = s.flow[-1]
        name, units = s.flow[-2]
        s.flow[-2:] = [(name, tuple(u if w == v else w for w in units)), (self.name, v, path)]

    def ride(self, s: FXState, h: int) -> None:
        _, u, path = s.flow.pop()
        if len(path) == 1:
            s.tell("evades", unit=u, hex=path[0])
            note(s, cause=EVADED)
        step_back(s, (u,), h)
        if len(path) < FAR:
            s.flow.append(("evade", u, (*path, h)))
            only = ways(s, u, (*path, h))
            if len(only) == 1 and not invasions(s, u, h, only[0]):
                self.ride(s, only[0])

    def refuse_stay(self, s: FXState, _: None) -> Reason | None:
        return None if len(s.flow[-1][2]) == 1 else Reason("CV-4", "it is on its way: the retreat is two hexes long")


EVADE = Evade()
CONFIRMED["evade", "to"] = EVADE.ride
STEPS = (Evaders(), EVADE)
