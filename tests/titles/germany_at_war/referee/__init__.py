"""The referee of Germany at War, written from the rulebook and the rulings of docs/titles/germany_at_war.md.

sheet           2.0, 4.0   map, blocks, icons
table           2.4, 2.6   what stands where
control         2.6, 1.7   control, Valour, victory, stacking
lines           7.0.1      Isolation, Tactical Range, attrition
movement        7.3, 7.4   who moves where at what price; Garrisons, Leaders
combat          7.5        Battles, Firepower, hits, retreats, Impetus
reinforcements  6.0        who enters where
"""

from __future__ import annotations

from tests.referee import Check, Referee, Watch
from tests.titles.germany_at_war.referee.combat import (
    check_battle,
    check_edge,
    check_fall_back,
    check_haven_list,
    check_hit,
    check_pursue,
    check_retreat,
    watch_deactivation,
    watch_result,
)
from tests.titles.germany_at_war.referee.control import (
    check_going_on,
    check_restore,
    check_stacking,
    watch_control,
    watch_end,
    watch_valour,
)
from tests.titles.germany_at_war.referee.lines import watch_attrition, watch_isolation
from tests.titles.germany_at_war.referee.movement import (
    check_activate,
    check_march,
    check_orders,
    check_ride,
    watch_move,
)
from tests.titles.germany_at_war.referee.reinforcements import check_deploy

REFEREE = Referee(
    "germany_at_war",
    checks=(
        Check(check_march, 4, ("march",)),
        Check(check_orders, 20, ("orders",)),
        Check(check_ride, 2, ("ride",)),
        Check(check_activate, 2, ("activate",)),
        Check(check_battle, 1, ("battle",)),
        Check(check_edge, 1, ("edge",)),
        Check(check_retreat, 1, ("retreat",)),
        Check(check_haven_list, 1, ("retreat",)),
        Check(check_fall_back, 1, ("fall_back",)),
        Check(check_hit, 1, ("hit",)),
        Check(check_pursue, 1, ("pursue_to",)),
        Check(check_deploy, 1, ("deploy_to",)),
        Check(check_restore, 1, ("restore",)),
        Check(check_stacking, 1, ("action",)),
        Check(check_going_on, 8),
    ),
    watches=(
        Watch(watch_control, 4),
        Watch(watch_valour, 4),
        Watch(watch_end),
        Watch(watch_isolation),
        Watch(watch_attrition),
        Watch(watch_move, 2, ("march", "ride")),
        Watch(watch_result),
        Watch(watch_deactivation),
    ),
)
