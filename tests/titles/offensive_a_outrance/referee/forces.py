"""Strengths of counters, and how units group to Forces (1.1, 3.2, 5.5.1, 8.1.1, 9.10.3, 19.1.6, 24.2.1)."""

from __future__ import annotations

from fractions import Fraction

from .board import Hex
from .situation import Situation, Unit


def face(values: tuple[int, ...], unit: Unit) -> int:
    """The printed figure that shows, less Strength Reduction markers (9.10.3, B20, B112)."""
    counter, lost = unit.counter, unit.reductions
    if counter.kind == "infantry" and unit.back and "GDT" in counter.id:
        return max(1, values[0] - 2) if not lost else max(1, values[min(lost, len(values) - 1)])
    if lost < len(values):
        return values[lost]
    return max(1, values[-1] - 2 * (lost - len(values) + 1))


def attack(unit: Unit) -> Fraction:
    """Attack Strength in one of its hexes (19.1.6)."""
    return Fraction(face(unit.counter.attack, unit) if unit.counter.attack else 0) / len(unit.hexes)


def defence(unit: Unit) -> Fraction:
    """Defense Strength in one of its hexes; a Fortress on its back side has the figure of that side."""
    if unit.counter.fortress:
        return Fraction(unit.counter.defence[1 if unit.back else 0])
    if unit.counter.kind == "fort":
        return Fraction(unit.counter.defence[0])
    return Fraction(face(unit.counter.defence, unit) if unit.counter.defence else 0) / len(unit.hexes)


def force_of(now: Situation, unit: Unit, at: Hex) -> str:
    """The Force to which a unit of a hex belongs: the id of its Formation, or "" for Assets by themselves (5.5.1)."""
    if unit.formation:
        return unit.id
    assigned = unit.get("assigned")
    if assigned == unit.id:  # so the position says that it is with nobody
        return ""
    formations = {u.id for h in unit.hexes for u in now.here(h, unit.side) if u.formation and not u.railed}
    if assigned in formations:
        return str(assigned)
    here = sorted(u.id for u in now.here(at, unit.side) if u.id in formations)
    return here[0] if len(here) == 1 else ""


def base_ce(unit: Unit) -> int:
    """6.1, 22.4: the second side of an Attachment marker has another Base CE."""
    return unit.counter.second_ce if unit.get("marker") and unit.counter.second_ce else unit.counter.ce


def level(unit: Unit) -> int:
    """6.1.2, 6.1.4: the CEL of a Formation; that of an Asset is constant (5.5.2)."""
    return base_ce(unit) - (min(unit.status, 3) if unit.formation else 0)
