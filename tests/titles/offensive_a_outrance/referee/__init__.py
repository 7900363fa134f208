"""A second reading of the rulebook as a program: the core of the game, written from the text alone.

| module | chapter |
|---|---|
| `board`, `counters`, `situation` | the map, the counters, a position (1 to 3) |
| `zones` | Zones of Control (3.3) |
| `march` | Movement and Forced March (7.1, 7.2) |
| `stacking` | Stacking, and who may fight together (3.1, 9.2.2) |
| `forces`, `combat` | strengths, shifts, odds, results (9.3 to 9.9) |
| `aftermath` | losses, guns and Effectiveness Checks of a combat (9.8 to 10.3) |
| `retreats` | Retreat (11.1) |
| `supply` | Supply (15.3, 15.4) |
| `rails` | destinations by rail (7.7.2, 7.7.3) |
| `replacements` | Replacements (16.6) |
| `victory` | Victory Points (27) |

It is naive and slow, shares no code with the title, and reads nothing of it but the data files, positions, questions
and events. Where the text is silent it follows the rulings of docs/titles/offensive_a_outrance.md.
"""

from __future__ import annotations

from tests.referee import Check, Referee, Watch

from .aftermath import watch_check, watch_guns, watch_losses
from .combat import check_odds, watch_result
from .march import check_reach
from .rails import check_destinations
from .replacements import check_replacements
from .retreats import check_retreat
from .stacking import check_participants, watch_stacking
from .supply import watch_supply
from .victory import watch_abandoned, watch_points
from .zones import check_zones

REFEREE = Referee(
    "offensive_a_outrance",
    checks=(
        Check(check_zones, 20),
        Check(check_reach, 4, ("march",)),
        Check(check_odds, 1, ("combat_dice",)),
        Check(check_participants, 1, ("combat_dice",)),
        Check(check_retreat, 1, ("retreat",)),
        Check(check_destinations, 1, ("board",)),
        Check(check_replacements, 1, ("replace",)),
    ),
    watches=(
        Watch(watch_result, 1, ("combat_dice",)),
        Watch(watch_losses, 1, ("combat_dice", "magnitude", "loss", "retreat")),
        Watch(watch_guns, 1, ("combat_dice", "magnitude", "loss", "retreat", "support")),
        Watch(watch_check, 1, ("check",)),
        Watch(watch_stacking, 1, ("move", "march", "overstack")),
        Watch(watch_supply, 1, ("organise", "areas", "relocate", "second_depot", "range", "shortage", "prep")),
        Watch(watch_points),
        Watch(watch_abandoned, 1, ("plans",)),
    ),
)
