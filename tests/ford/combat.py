"""4: one enemy hex at a time, by as many as stand beside it."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.kit.bits import members
from tests.ford.state import BOARD, FOE, HEXES, OFF, OWN, STACK, FordState


def ready(s: FordState, h: int, chosen: tuple[int, ...] = ()) -> list[int]:
    """4.1: the active side's units that may still strike at the hex."""
    ring = BOARD.ring[h]
    return [u for u in OWN[s.active] if s.at[u] != OFF and ring >> s.at[u] & 1 and not s.fought[u] and u not in chosen]


class Fight(Step):
    """4.1: choose a hex to attack."""

    name, rule, ends = "fight", "4.1", ("done",)

    def prompt(self, s: FordState) -> str:
        return "Choose a hex to attack, or finish the turn."

    def legal_to(self, s: FordState) -> list[int]:
        return [h for h in members(s.occupied(FOE[s.active])) if ready(s, h)]

    def refuse_to(self, s: FordState, h: int) -> Reason | None:
        if not s.occupied(FOE[s.active]) >> h & 1:
            return Reason("4.1", "no enemy stands there")
        return None if ready(s, h) else Reason("4.1", "no unit of yours that has not fought stands beside it")

    def do_to(self, s: FordState, h: int) -> None:
        s.flow.append(("assault", h, ()))


class Assault(Step):
    """4.1: choose who attacks, then commit."""

    name, rule, frame, ends = "assault", "4.1", ("hex", "unit"), ("cancel",)

    def prompt(self, s: FordState) -> str:
        return f"Who attacks {HEXES[s.flow[-1][1]]}?"

    def legal_unit(self, s: FordState) -> list[int]:
        _, h, chosen = s.flow[-1]
        return ready(s, h, chosen)

    def refuse_unit(self, s: FordState, unit: int) -> Reason | None:
        _, h, chosen = s.flow[-1]
        if unit in ready(s, h, chosen):
            return None
        return Reason("4.1", "it takes part already" if unit in chosen else "it cannot attack there")

    def do_unit(self, s: FordState, unit: int) -> None:
        name, h, chosen = s.flow.pop()
        s.flow.append((name, h, (*chosen, unit)))

    def refuse_commit(self, s: FordState, _: None) -> Reason | None:
        return None if s.flow[-1][2] else Reason("4.1", "nobody attacks yet")

    def do_commit(self, s: FordState, _: None) -> None:
        _, h, chosen = s.flow.pop()
        for unit in chosen:
            s.fought[unit] = 1
        s.tell("attack", units=chosen, hex=h)
        s.show([*chosen, *s.units_in(h, FOE[s.active])])
        s.flow.append(("clash", h, chosen))


def modifier(s: FordState, h: int, chosen: tuple[int, ...]) -> int:
    """4.2: the strengths, as a ratio in favour of the defender."""
    attack = sum(s.strength(u) for u in chosen)
    defence = sum(s.strength(u) for u in s.units_in(h, FOE[s.active]))
    return -1 if attack < defence else min(attack // defence - 1, 2)


class Clash(Die):
    """4.3: the die."""

    name, rule, frame = "clash", "4.3", ("hex", "unit")

    def do_die(self, s: FordState, face: int) -> None:
        _, h, chosen = s.flow.pop()
        score = face + modifier(s, h, chosen)
        s.tell("clash", hex=h, die=face, score=score)
        if score <= 2:
            s.flow.append(("cost", s.active, chosen))
        elif score >= 5:
            s.flow.append(("stand", h))


class Cost(Step):
    """4.3, 4.4: a unit of the side that lost takes the loss; its owner says which."""

    name, rule, frame = "cost", "4.4", ("", "unit")
    else_unit = Reason("4.4", "it did not fight")

    def side(self, s: FordState) -> str:
        side: str = s.flow[-1][1]
        return side

    def prompt(self, s: FordState) -> str:
        return "Which unit loses a step?"

    def legal_unit(self, s: FordState) -> tuple[int, ...]:
        units: tuple[int, ...] = s.flow[-1][2]
        return units

    def do_unit(self, s: FordState, unit: int) -> None:
        s.flow.pop()
        s.hit(unit)


def retreats(s: FordState, h: int) -> list[int]:
    """4.5: neighbours without an enemy zone of control that have room for the whole stack."""
    foe, count = FOE[s.active], len(s.units_in(h, FOE[s.active]))
    closed = s.zone(s.active) | s.occupied(s.active)
    free = BOARD.ring[h] & ~closed
    return [n for n in members(free) if len(s.units_in(n, foe)) + count <= STACK]


class Stand(Step):
    """4.4, 4.5: the defender loses a step, or gives way."""

    name, rule, frame = "stand", "4.4", ("hex",)

    def side(self, s: FordState) -> str:
        return FOE[s.active]

    def prompt(self, s: FordState) -> str:
        return "Stand and lose a step, or retreat where?"

    def do_stand(self, s: FordState, _: None) -> None:
        h = s.flow.pop()[1]
        side = FOE[s.active]
        s.flow.append(("cost", side, tuple(s.units_in(h, side))))

    def legal_to(self, s: FordState) -> list[int]:
        return retreats(s, s.flow[-1][1])

    def refuse_to(self, s: FordState, n: int) -> Reason | None:
        h = s.flow[-1][1]
        if n in retreats(s, h):
            return None
        if not BOARD.ring[h] >> n & 1:
            return Reason("4.5", "a retreat is one hex long")
        return Reason("4.5", "an enemy, his zone of control or too many units are there")

    def do_to(self, s: FordState, n: int) -> None:
        h = s.flow.pop()[1]
        units = s.units_in(h, FOE[s.active])
        s.tell("retreat", units=tuple(units), to=n)
        for unit in units:
            s.at[unit] = n
