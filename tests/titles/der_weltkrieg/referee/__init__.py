"""A second Der Weltkrieg, written from the rulebook and its rulings alone: a module is a chapter.

sheet         map, counters and charts as printed (3)
table         what lies on the map, zones of control, stacking (10, 11)
marching      ground movement (6)
feeding       supply lines and communications (19, 20)
fighting      targets, strengths, modifiers, results, forced retreats (12, 13, 16, 21, 29)
falling_back  losses, retreats and advances (13-23, 13-24, 14, 15)
holding       stacking at the end of a phase, demoralization, the verdict of Liege (11, 26)
"""

from __future__ import annotations

from tests.referee import Check, Referee, Watch
from tests.titles.der_weltkrieg.referee import falling_back, fighting, holding, marching

REFEREE = Referee(
    "der_weltkrieg",
    checks=(
        Check(marching.check_march, 2, ("march",)),
        Check(marching.check_zones, 20),
        Check(fighting.check_targets, 1, ("attack",)),
        Check(fighting.check_terrain, 1, ("terrain",)),
        Check(fighting.check_stand, 1, ("stand",)),
        Check(falling_back.check_losses, 1, ("loss",)),
        Check(falling_back.check_retreat, 1, ("retreat",)),
        Check(falling_back.check_advance, 1, ("advance",)),
        Check(holding.check_stacks, 1, ("move", "attack", "staff")),
    ),
    watches=(
        Watch(fighting.watch_spending, 1, ("attackers", "evade")),
        Watch(fighting.watch_strength, 1, ("attackers", "evade", "terrain", "defend")),
        Watch(fighting.watch_counter, 1, ("counter",)),
        Watch(fighting.watch_dice, 1, ("attack_die", "counter_die")),
        Watch(falling_back.watch_reduction, 1, ("loss",)),
        Watch(holding.watch_morale, 1, ("loss", "counter_die", "attack_die", "counter", "stand")),
        Watch(holding.watch_liege, 1, ("attack", "staff", "depot", "move")),
    ),
)
