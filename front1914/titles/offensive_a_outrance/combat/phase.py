"""9.1: the attack phases."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.combat import (
    advance,
    ammo,
    checks,
    course,
    declaration,
    defence,
    guns,
    halves,
    naval,
)

STEPS = (
    *declaration.STEPS,
    *defence.STEPS,
    *ammo.STEPS,
    *course.STEPS,
    *guns.STEPS,
    *halves.STEPS,
    *naval.STEPS,
    *checks.STEPS,
    *advance.STEPS,
)
