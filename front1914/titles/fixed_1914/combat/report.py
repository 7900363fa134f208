"""What the combat panel shows of an attack, before and after the die (docs/presentation.md).

Whoever stands beside an enemy lies face up (PP-17), and an attack on neutrals begins by turning them up (B-19), so
nothing need be assumed: everybody in a battle is known to both sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.shapes import Panel, PanelChance
from front1914.titles.fixed_1914.board import HEXES
from front1914.titles.fixed_1914.combat.battle import NO_RESULT, Battle, battle, in_battle
from front1914.titles.fixed_1914.combat.declaration import aimed
from front1914.titles.fixed_1914.combat.parties import hosts
from front1914.titles.fixed_1914.combat.strength import Reckoning, reckon
from front1914.titles.fixed_1914.combat.table import COLUMNS, CRT, RESULTS, SECTIONS
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import UNITS

#: how the attacker likes a result, in the order of table.CODES
TONES = ("bad", "worst", "bad", "good", "good", "best")


def report(s: FXState, side: str) -> Panel | None:
    """The attack that is being prepared or resolved; while it is prepared only its owner sees it."""
    if not s.flow:
        return None
    if in_battle(s):
        return _resolved(s, battle(s))
    if s.flow[-1][0] == "attackers" and side == s.active:
        aim = aimed(s)
        r = reckon(s, aim.target, aim.attacked, aim.attackers)
        rolls = bool(aim.attackers and hosts(s, aim.attacked))
        return panel(aim.target, aim.attackers, aim.attacked, r, rolls)
    return None


def panel(target: int, attackers: Sequence[int], attacked: Sequence[int], r: Reckoning, rolls: bool) -> Panel:
    """JSON-ready. There are no column shifts: what changed the factors is listed, in factors."""
    allowed = rolls and r.column >= 0
    odds = COLUMNS[r.column] if allowed else None
    return {
        "target": str(HEXES[target]),
        "attackers": [str(UNITS[u]) for u in attackers],
        "defenders": [str(UNITS[u]) for u in attacked],
        "attack": r.attack,
        "defence": r.defence,
        "assumed": None,
        "columns": list(COLUMNS),
        "base": odds,
        "final": odds,
        "section": SECTIONS[r.section] if allowed else None,
        "free": r.free,
        "shifts": [{"amount": amount, "rule": rule, "text": text} for amount, rule, text in r.notes],
        "chart": chart(r.section, r.column) if allowed else [],
        "die": None,
        "result": None,
    }


def chart(section: int, column: int) -> list[PanelChance]:
    """The exact chance of each result, the worst for the attacker first."""
    chances = CRT[SECTIONS[section]].odds(column)
    return [
        {
            "result": RESULTS[code].code,
            "text": RESULTS[code].text,
            "probability": str(chances[code]),
            "tone": TONES[code],
        }
        for code in ORDER
        if code in chances
    ]


ORDER = (1, 0, 2, 3, 4, 5)  #: places in table.CODES: the ladder of the table from the attacker's worst to his best


def _resolved(s: FXState, b: Battle) -> Panel:
    """The record of the attack; before cavalry has decided whether it stays there are no odds (CV-4)."""
    r = Reckoning(b.attack, b.defence, b.column, b.section, bool(b.silent), bool(b.free), b.notes)
    told = panel(b.target, b.attackers, b.attacked, r, bool(b.defence))
    if b.code != NO_RESULT:
        told |= {"die": b.die, "result": b.result.code}
    return told
