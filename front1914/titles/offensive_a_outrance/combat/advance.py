"""11.2: advance after combat into a hex that the defender has left."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import LIMIT, load
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import ONE, Stand, refuse_two_hexes
from front1914.titles.offensive_a_outrance.manoeuvre.ways import garrison_range
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.state import RETREATED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ARTILLERY,
    IS_FORMATION,
    IS_GARRISON,
    IS_LOC,
    IS_SIEGE,
    UNITS,
)


def vacated(s: OAOState, target: int) -> bool:
    """11.2, 11.2.1.e: nobody of the defender's is left there but a Fortress without garrison."""
    return not s.ground(FOE[s.active]).wall >> target & 1


def offer(s: OAOState, b: Battle) -> None:
    """9.1.1.k, 11.2, 11.2.1.a: the attacker may advance."""
    if vacated(s, b.target) and any(
        refuse_advance(s, u, alone=True) is None or refuse_extend(s, u) is None for u in b.attackers
    ):
        s.flow.append(("advance",))


def companions(s: OAOState, u: int, straddling: bool = False) -> tuple[int, ...]:
    """Who advances when a unit is chosen: a Formation with the Assets of its Force that fought and may come, into two
    hexes without guns (19.1.1)."""
    if not IS_FORMATION[u]:
        return (u,)
    b = battle(s)
    mates = [v for v in force_of(s, u) if v != u and v in b.attackers and _barred(s, v) is None]
    return (u, *(v for v in mates if not straddling or refuse_two_hexes(s, (v,)) is None))


def stand(s: OAOState, u: int, target: int) -> Stand:
    """11.2.1.b, B192: where a unit stands that has advanced one hex. Of a Two-Hex Unit that stands beside the hex with
    one half alone, that half enters and the other follows it into the hex that it leaves."""
    near = [h for h in s.hexes(u) if RING[target] >> h & 1]
    if s.second[u] < 0 or len(near) > 1:
        return target, ONE
    return min(target, *near), max(target, *near)


def _barred(s: OAOState, u: int) -> Reason | None:
    b = battle(s)
    if u not in b.attackers:
        return Reason("11.2.2", "it did not attack there")  # 11.2.2.a, 11.2.b
    if s.at[u] >= SIZE or s.did[u] & RETREATED:
        return Reason("11.2.2", "who has retreated does not advance")  # 11.2.2.b
    if b.target in s.hexes(u):
        return Reason("11.2.1", "it has advanced")  # 11.2.1.b
    if not any(RING[b.target] >> h & 1 for h in s.hexes(u)):
        return Reason("11.2.1", "it no longer stands beside the hex")
    if not (s.is_combat(u) or IS_ARTILLERY[u]) or (IS_SIEGE[u] and s.face[u]):
        return Reason("11.2", "it cannot advance")  # 11.2.a, 8.5.g
    if IS_GARRISON[u] and not garrison_range(s, u) >> b.target & 1:  # it would leave of its own will
        return Reason("8.6.1", "a garrison does not leave its place")
    return None


def refuse_advance(s: OAOState, u: int, alone: bool = False, straddling: bool = False) -> Reason | None:
    """11.2: why a unit cannot advance, with its companions or alone; with one half (`straddling`) if it likes."""
    if (reason := _barred(s, u)) is not None:
        return reason
    b = battle(s)
    straddling = straddling or stand(s, u, b.target)[1] != ONE
    if straddling and s.ground(s.active).twice >> b.target & 1:
        return Reason("19.1.2", "another Two-Hex Force stands there")
    escorted = any(s.is_combat(v) and not IS_LOC[v] for v in s.own(b.target, s.active))
    if IS_LOC[u] and not escorted and s.ground(FOE[s.active]).zone >> b.target & 1:
        return Reason("8.7.2", "a LOC unit does not advance into an enemy zone alone")
    size = sum(s.whole(v) for v in ((u,) if alone else companions(s, u, straddling)))
    if load(s, s.own(b.target, s.active)) + (size // 2 if straddling else size) > LIMIT:  # 19.1.3
        return Reason("3.1.1", "there is no room for it")  # 11.2.1.c, 3.1.3.b
    return None


def refuse_extend(s: OAOState, u: int) -> Reason | None:
    """19.1.1.a, 11.2.1.d: why a unit cannot stretch into the hex."""
    if (reason := refuse_advance(s, u, straddling=True)) is not None:
        return reason
    if s.second[u] >= 0:
        return Reason("19.1.1", f"{UNITS.name(u)} stands in two hexes already")
    if s.ground(s.active).twice >> s.at[u] & 1:
        return Reason("19.1.2", "another Two-Hex Force stands there")
    return refuse_two_hexes(s, (u,))


class Advance(Step):
    """11.2.1: one hex, voluntary, whoever the attacker likes; a Force may advance with one half (19.1.1)."""

    name, rule, ends = "advance", "11.2", ("done",)

    def prompt(self, s: OAOState) -> str:
        return f"Who advances into {HEXES.name(battle(s).target)}?"

    def scope_unit(self, s: OAOState) -> Iterable[int]:
        return battle(s).attackers

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        return refuse_advance(s, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        place = stand(s, u, battle(s).target)
        self._go(s, companions(s, u, place[1] != ONE), *place)

    def scope_solo(self, s: OAOState) -> Iterable[int]:
        return battle(s).attackers

    def refuse_solo(self, s: OAOState, u: int) -> Reason | None:
        if (reason := refuse_advance(s, u, alone=True)) is not None:
            return reason
        return None if len(companions(s, u)) > 1 else Reason("11.2.1", "nobody would go with it")

    def do_solo(self, s: OAOState, u: int) -> None:
        """11.2.1: a Formation advances, its Assets stay."""
        self._go(s, (u,), *stand(s, u, battle(s).target))

    def scope_extend(self, s: OAOState) -> Iterable[int]:
        return battle(s).attackers

    def refuse_extend(self, s: OAOState, u: int) -> Reason | None:
        return refuse_extend(s, u)

    def do_extend(self, s: OAOState, u: int) -> None:
        a, b = sorted((s.at[u], battle(s).target))
        self._go(s, companions(s, u, straddling=True), a, b)

    def _go(self, s: OAOState, units: tuple[int, ...], first: int, second: int) -> None:
        s.tell("advanced", units=units, hex=battle(s).target)
        s.flow[-1] = ("onward",)
        enter(s, units, first, second)


class Onward(Step):
    """11.2.1: others may follow."""

    name, rule = "onward", "11.2.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        offer(s, battle(s))


STEPS = (Advance(), Onward())
