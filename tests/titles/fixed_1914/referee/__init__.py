"""A second 1914 - Fixed, written from the rulebook and its rulings alone: a module is a chapter.

sheet         map, counters and charts as printed (MB, UC)
table         what lies on the map, who is whose enemy, stacking (PP-17, BN, ST)
marching      movement on foot and forced marches (MV, SM, FM, MB-4, MB-5)
trains        railways (RM)
feeding       supply (SU, FT-11)
fighting      targets, strengths, odds and results (CB, CV, AR, FT, FA, TC)
falling_back  losses, retreats and advances (UL, CB-16 to CB-18, CV-4 to CV-6)
holding       control, clocks, replacements, points and the verdict (VC, BA, RP, ST-1, PP-17)
"""

from __future__ import annotations

from tests.referee import Check, Referee, Watch
from tests.titles.fixed_1914.referee import falling_back, feeding, fighting, holding, marching, trains

#: the questions after which a phase may end
ENDS = ("attack", "move", "order", "advance", "decide", "retreat", "evade", "insert", "combat_die", "overstack")

REFEREE = Referee(
    "fixed_1914",
    checks=(
        Check(marching.check_march, 2, ("march",)),
        Check(marching.check_movers, 2, ("move",)),
        Check(trains.check_train, 1, ("train",)),
        Check(trains.check_quota, 2, ("march",)),
        Check(fighting.check_targets, 1, ("attack",)),
        Check(fighting.check_who_attacks, 1, ("attackers",)),
        Check(fighting.check_commit, 1, ("attackers",)),
        Check(falling_back.check_retreat, 1, ("retreat",)),
        Check(falling_back.check_decide, 1, ("decide",)),
        Check(falling_back.check_evade, 1, ("evade",)),
        Check(falling_back.check_advance, 1, ("advance",)),
        Check(holding.check_turned_up, 4),
        Check(holding.check_stacks, 1, ("attack", "move")),
        Check(holding.check_replace, 1, ("replace",)),
    ),
    watches=(
        Watch(marching.watch_march, 2, ("march", "war", "ford")),
        Watch(feeding.watch_supply, 1, ENDS),
        Watch(fighting.watch_odds, 1, ("attackers", "evade")),
        Watch(fighting.watch_die, 1, ("combat_die",)),
        Watch(falling_back.watch_losses, 1, ("combat_die",)),
        Watch(holding.watch_control, 2),
        Watch(holding.watch_release, 4),
        Watch(holding.watch_factors, 1, ENDS),
        Watch(holding.watch_expedition, 1, ENDS),
        Watch(holding.watch_verdict, 1, ENDS),
    ),
)
