"""The referee of Schlieffen's War, written from the rulebook and the rulings of docs/titles/schlieffens_war.md.

sheet      2.0, 3.2   map, counters, charts
table      3.0        where everything is
control    3.3        who owns which hex
setup      3.1        who is placed where
victory    4.0        when the game ends, and who wins
stacking   6.0        how many, of which nations, who leaves
zones      7.0        zones of control
supply     6.7, 8.0   lines of supply and command, attrition
regroup    9.0        reinforcement, withdrawal, regrouping
movement   10.0       who goes where at what price
combat     11.1       who may attack, odds and shifts, results
losses     11.18      losses, retreat, advance, morale
"""

from __future__ import annotations

from tests.referee import Check, Referee, Watch
from tests.titles.schlieffens_war.referee.combat import (
    check_attackers,
    check_bombard,
    check_probe,
    check_probe_to,
    check_targets,
    watch_defence,
    watch_odds,
    watch_plan17,
    watch_result,
)
from tests.titles.schlieffens_war.referee.control import watch_control
from tests.titles.schlieffens_war.referee.losses import (
    check_advance,
    check_attacker_losses,
    check_defender_losses,
    check_retreat,
    check_retreat_loss,
    watch_morale,
    watch_retreat_morale,
)
from tests.titles.schlieffens_war.referee.movement import (
    check_march,
    check_movers,
    watch_forced,
    watch_forced_die,
    watch_march,
    watch_rest,
)
from tests.titles.schlieffens_war.referee.regroup import (
    check_arrive,
    check_land,
    check_regroup,
    check_return,
    check_return_to,
    check_withdraw,
)
from tests.titles.schlieffens_war.referee.setup import watch_place
from tests.titles.schlieffens_war.referee.stacking import check_crowds, check_displace, check_overstack, watch_phase
from tests.titles.schlieffens_war.referee.supply import watch_attrition, watch_supply
from tests.titles.schlieffens_war.referee.victory import watch_end, watch_paris

#: the steps whose answer may end a battle
BATTLE = ("attacker_losses", "advance", "combat_die", "defender_losses", "retreat", "retreat_loss")

REFEREE = Referee(
    "schlieffens_war",
    checks=(
        Check(check_march, 4, ("march",)),
        Check(check_movers, 20, ("move",)),
        Check(check_crowds, 1, ("crowds",)),
        Check(check_overstack, 1, ("overstack",)),
        Check(check_displace, 1, ("displace",)),
        Check(check_regroup, 2, ("rally", "recover")),
        Check(check_return, 1, ("return",)),
        Check(check_return_to, 1, ("return_to",)),
        Check(check_withdraw, 1, ("withdraw",)),
        Check(check_land, 1, ("land",)),
        Check(check_arrive, 1, ("arrive",)),
        Check(check_probe, 2, ("probe",)),
        Check(check_probe_to, 2, ("probe_to",)),
        Check(check_targets, 2, ("attack",)),
        Check(check_attackers, 2, ("attackers",)),
        Check(check_bombard, 1, ("bombard",)),
        Check(check_defender_losses, 1, ("defender_losses",)),
        Check(check_attacker_losses, 1, ("attacker_losses",)),
        Check(check_retreat, 1, ("retreat",)),
        Check(check_retreat_loss, 1, ("retreat_loss",)),
        Check(check_advance, 1, ("advance",)),
    ),
    watches=(
        Watch(watch_place, 4, ("place",)),
        Watch(watch_control, 4),
        Watch(watch_paris, 4),
        Watch(watch_end),
        Watch(watch_march, 1, ("march",)),
        Watch(watch_forced, 2, ("march",)),
        Watch(watch_forced_die, 1, ("forced_march",)),
        Watch(watch_rest, 1, ("move",)),
        Watch(watch_phase),
        Watch(watch_odds),
        Watch(watch_defence),
        Watch(watch_result),
        Watch(watch_plan17, 4),
        Watch(watch_morale, 1, BATTLE),
        Watch(watch_retreat_morale, 1, ("retreat", "retreat_loss")),
        Watch(watch_supply),
        Watch(watch_attrition, 1, ("attrition",)),
    ),
)
