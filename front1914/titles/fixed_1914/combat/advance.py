"""CB-16, CB-17, CV-4, H9b: attackers may take a hex that its defenders have left; why it is empty decides who."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.play import advance
from front1914.titles.fixed_1914.board import HEXES, RING, SIZE
from front1914.titles.fixed_1914.combat.battle import EVADED, STOOD, Battle, battle
from front1914.titles.fixed_1914.combat.retreat import by_rail, crossable, put_in_order
from front1914.titles.fixed_1914.entry import cross, step_into
from front1914.titles.fixed_1914.neutrality import invasions
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, warning
from front1914.titles.fixed_1914.ways import bank_after
from front1914.titles.fixed_1914.world import IS_CAVALRY, IS_INFANTRY, OWN, RAIL_BOUND, SIDE, UNITS


def vacated(s: FXState, b: Battle) -> bool:
    """CB-16, B-101: no defender is left; artillery and engineers alone do not hold a hex (AR-6)."""
    return not any(SIDE[u] != s.active and (s.defence(u) or IS_CAVALRY[u]) for u in s.stack(b.target))


def _excluded(s: FXState, b: Battle, u: int) -> Reason | None:
    """Who attacked the hex, and whom the way in which it was left excludes."""
    if SIDE[u] != s.active or not s.attacked[u] or s.against[u] != b.target:  # CB-16.1, CB-16.3
        return Reason("CB-16", "it did not attack that hex")
    if b.cause == STOOD and not (IS_CAVALRY[u] and u in b.attackers):  # CB-17
        return Reason("CB-17", "the last defender stood: only cavalry that supported this attack advances")
    if b.cause == EVADED and not (IS_INFANTRY[u] and u in b.attackers):  # CV-4.3
        return Reason("CV-4", "cavalry left the hex: only infantry of this attack enters it")
    return None


def objection(s: FXState, b: Battle, u: int) -> Reason | None:
    """Why a unit may not advance."""
    if (reason := _excluded(s, b, u)) is not None:
        return reason
    h = s.at[u]
    if h >= SIZE or not RING[b.target] >> h & 1:
        return Reason("CB-16", "it has advanced" if h == b.target else "it is not beside the hex any more")
    if RAIL_BOUND[u] and not by_rail(h, b.target):
        return Reason("MV-8", "it moves by rail only")
    if not crossable(s, u, h, b.target):
        return Reason("BN-2", "the border is closed to it")
    own = [v for v in s.stack(b.target) if SIDE[v] == s.active]  # CB-16.2
    return excess(s, [*own, u])


class Advance(advance.Advance):
    """CB-16, B-81: choose who advances, at once or not at all."""

    rule = "CB-16"

    def place(self, s: FXState) -> str:
        return HEXES.name(battle(s).target)

    def candidates(self, s: FXState) -> list[int]:
        return [u for u in OWN[s.active] if s.attacked[u]]

    def objection(self, s: FXState, u: int) -> Reason | None:
        return objection(s, battle(s), u)

    def do_unit(self, s: FXState, u: int) -> None:
        war = invasions(s, u, s.at[u], battle(s).target)
        if war:
            ask(s, "unit", u, war)
        else:
            self.enter(s, u)

    def enter(self, s: FXState, u: int) -> None:
        """The advance of a unit that was confirmed, if it had to be."""
        super().do_unit(s, u)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        target = battle(s).target
        found = {u: invasions(s, u, s.at[u], target) for u in self.candidates(s) if self.objection(s, u) is None}
        return {f"unit {UNITS[u]}": {"mark": warning(countries)} for u, countries in found.items() if countries}

    def go(self, s: FXState, u: int) -> None:
        """Who cannot defend the hex is lost, its fortification artillery too (FA-4): now all are enemies."""
        target = battle(s).target
        cross(s, u, target)
        gun = s.gun(target)
        if gun is not None and SIDE[gun] != s.active:  # FA-4.2
            s.eliminate(gun)
        for other in [v for v in s.stack(target) if SIDE[v] != s.active]:
            s.eliminate(other)
        step_into(s, u, target, bank_after(s.at[u], target, s.bank[u]))
        s.tell("advance", unit=u, hex=target)

    def followed(self, s: FXState, u: int) -> None:
        put_in_order(s, (u,))


ADVANCE = Advance()
CONFIRMED["advance", "unit"] = ADVANCE.enter
STEPS = (ADVANCE,)
