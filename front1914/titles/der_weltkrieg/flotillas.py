"""36: River Flotillas: they sail the Danube, shoot at those who cross it, and fight one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.kit.bits import members
from front1914.kit.flood import flood
from front1914.titles.der_weltkrieg.board import BOARD, HEXES, RING
from front1914.titles.der_weltkrieg.charts import losses
from front1914.titles.der_weltkrieg.combat.toll import remove, suffer
from front1914.titles.der_weltkrieg.danube import BANKS, FLOTILLAS, interdictors
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import BIT, IS_ENGINEER, IS_HQ, SIDE, UNITS

BROADSIDE = 3  #: 36-7.1: a flotilla interdicts with so many times its strength
BATTLE = 2  #: 36-9: flotillas fight one another with so many times their strength


# ---- 36-1 to 36-4: sailing


def waters(s: DWState, u: int) -> int:
    """36-1 to 36-4: the hexes that a flotilla can sail to."""
    foe = FOE[SIDE[u]]
    enemy = s.ground(foe)
    shut = enemy.held | s.neutral
    for other in FLOTILLAS[foe]:
        shut |= BIT[s.at[other]]
    return flood(BOARD, 1 << s.at[u], BANKS & ~shut) & ~(1 << s.at[u])


def _afloat(s: DWState, side: str) -> list[int]:
    return [u for u in FLOTILLAS[side] if s.on_map(u)]


def refuse_sailing(s: DWState, u: int) -> Reason | None:
    """36-1, 36-2: why a flotilla does not move now; each moves once in a Movement Phase, whenever its owner likes."""
    if u not in FLOTILLAS[s.active] or not s.on_map(u):
        return Reason("36-1", "only your own River Flotillas sail")
    if s.moved[u]:
        return Reason("36-2", f"{UNITS.name(u)} has moved in this phase")
    return None if waters(s, u) else Reason("36-4", f"{UNITS.name(u)} is shut in")


class Voyage(Step):
    """36-1 to 36-4: up and down the river as far as it is free."""

    name, rule, frame, ends = "voyage", "36-3", ("unit",), ("cancel",)

    def prompt(self, s: DWState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} sail?"

    def legal_to(self, s: DWState) -> list[int]:
        return members(waters(s, s.flow[-1][1]))

    def why_to(self, s: DWState, h: int) -> Reason:
        if not BANKS >> h & 1:
            return Reason("36-3", f"{HEXES[h]} does not border the Danube")
        return Reason("36-4", f"the way to {HEXES[h]} is barred")

    def do_to(self, s: DWState, h: int) -> None:
        _, u = s.flow.pop()
        s.moved[u] = 1
        s.put(u, h)
        s.tell("sailed", unit=u, hex=h)


# ---- 36-7, 36-8: interdiction


def crossed(s: DWState, units: Sequence[int], a: int, b: int) -> None:
    """36-7: units have gone from a hex to its neighbour: enemy flotillas may strike at each of them."""
    ships = interdictors(s, SIDE[units[0]], a, b)
    if ships:
        s.flow.append(("crossing", tuple(x for u in units if u not in ships for ship in ships for x in (u, ship))))


class Crossing(Step):
    """36-8: one crossing unit and one flotilla after the other."""

    name, rule, frame = "crossing", "36-8", ("unit",)

    def run(self, s: DWState) -> None:
        _, pairs = s.flow.pop()
        u, ship, *rest = pairs
        if rest:
            s.flow.append(("crossing", tuple(rest)))
        if s.on_map(u) and s.on_map(ship):
            s.flow.append(("interdict", u, ship))


class Interdict(Step):
    """36-7: the owner of the flotilla decides."""

    name, rule, frame, ends = "interdict", "36-7", ("unit", "unit"), ("pass",)

    def side(self, s: DWState) -> str:
        return SIDE[s.flow[-1][2]]

    def prompt(self, s: DWState) -> str:
        _, u, ship = s.flow[-1]
        return f"Does {UNITS.name(ship)} interdict the crossing of {UNITS.name(u)}?"

    def do_interdict(self, s: DWState, _: None) -> None:
        _, u, ship = s.flow.pop()
        s.tell("interdicted", unit=u, ship=ship)
        if IS_ENGINEER[u]:  # 36-8.1
            remove(s, u)
            _leave_march(s, u)
        else:
            s.flow.append(("broadside", u, ship))


class Broadside(Die):
    """36-7, DW-R83: three times its strength, an unmodified die, no counterattack."""

    name, rule, frame = "broadside", "36-7", ("unit", "unit")

    def do_die(self, s: DWState, face: int) -> None:
        _, u, ship = s.flow.pop()
        points = losses(BROADSIDE * s.strength[ship], face, s.year)
        s.tell("broadside", unit=u, ship=ship, die=face, points=points)
        if not points:
            return
        if IS_HQ[u]:
            s.supply[u] = 0  # 36-8.2
            s.tell("supply_lost", unit=u)
        else:
            suffer(s, u, points)  # a Supply Point Marker has no strength, and is gone
        _leave_march(s, u)


def _leave_march(s: DWState, u: int) -> None:
    """Whoever is gone is out of the march, or the train, that it was part of; as are all when a nation surrenders."""
    for i in range(len(s.flow) - 1, -1, -1):
        name, *data = s.flow[i]
        if name == "train" and not s.on_map(data[0]):
            del s.flow[i]
        elif name == "march":
            left = tuple(v for v in data[0] if s.on_map(v))
            s.flow[i : i + 1] = [("march", left)] if left else []


# ---- 36-9: flotillas against flotillas


def _foes(s: DWState, u: int) -> list[int]:
    """The enemy flotillas in adjacent hexes."""
    near = RING[s.at[u]] | BIT[s.at[u]]
    return [v for v in FLOTILLAS[FOE[SIDE[u]]] if near & BIT[s.at[v]]]


class RiverBattles(Step):
    """36-9, DW-R92: in the Combat Phase of their owner; asked only where flotillas meet."""

    name, rule = "river_battles", "36-9"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if any(_foes(s, u) for u in _afloat(s, s.active)):
            s.flow.append(("river_battle",))


class RiverBattle(Step):
    """36-9: which flotilla attacks; each once (12-9)."""

    name, rule, ends = "river_battle", "36-9", ("done",)

    def prompt(self, s: DWState) -> str:
        return "Choose a River Flotilla that attacks another, or go on."

    def scope_unit(self, s: DWState) -> Iterable[int]:
        return _afloat(s, s.active)

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        if u not in FLOTILLAS[s.active] or not s.on_map(u):
            return Reason("36-9", "only your own River Flotillas attack others")
        if s.attacked[u]:
            return Reason("12-9", f"{UNITS.name(u)} has attacked in this phase")
        return None if _foes(s, u) else Reason("36-9", "no enemy River Flotilla is adjacent")

    def do_unit(self, s: DWState, u: int) -> None:
        s.flow.append(("river_target", u))


class RiverTarget(Step):
    """36-9: which one it attacks."""

    name, rule, frame, ends = "river_target", "36-9", ("unit",), ("cancel",)
    else_unit = Reason("36-9", "only an adjacent enemy River Flotilla")

    def prompt(self, s: DWState) -> str:
        return f"Which enemy River Flotilla does {UNITS.name(s.flow[-1][1])} attack?"

    def legal_unit(self, s: DWState) -> list[int]:
        return _foes(s, s.flow[-1][1])

    def do_unit(self, s: DWState, v: int) -> None:
        _, u = s.flow.pop()
        s.attacked[u] = 1
        s.flow.append(("river_fire", u, v))


class RiverFire(Die):
    """36-9: the attack, at double strength."""

    name, rule, frame = "river_fire", "36-9", ("unit", "unit")

    def do_die(self, s: DWState, face: int) -> None:
        _, u, v = s.flow.pop()
        s.flow.append(("river_reply", u, v, losses(BATTLE * s.strength[u], face, s.year)))


class RiverReply(Die):
    """36-9: the counterattack, at double strength too; only then losses are taken."""

    name, rule, frame = "river_reply", "36-9", ("unit", "unit", "")

    def do_die(self, s: DWState, face: int) -> None:
        _, u, v, his = s.flow.pop()
        mine = losses(BATTLE * s.strength[v], face, s.year)
        s.tell("river_battle", unit=u, ship=v, points=his, own=mine)
        for ship, points in ((u, mine), (v, his)):
            if points:
                s.lose(ship, points)


STEPS = (
    Voyage(),
    Crossing(),
    Interdict(),
    Broadside(),
    RiverBattles(),
    RiverBattle(),
    RiverTarget(),
    RiverFire(),
    RiverReply(),
)
