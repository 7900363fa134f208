"""What the combat panel shows of an attack, before and after the die (docs/presentation.md).

Whoever stands beside an enemy lies face up (PP-17), and an attack on neutrals begins by turning them up (B-19), so
nothing need be assumed: everybody in a battle is known to both sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.shapes import Panel, PanelChance
from front1914.play.forecast import Stakes, complete
from front1914.titles.fixed_1914.board import HEXES, RING
from front1914.titles.fixed_1914.combat.battle import NO_RESULT, Battle, battle, in_battle
from front1914.titles.fixed_1914.combat.declaration import aimed
from front1914.titles.fixed_1914.combat.parties import hosts, parties
from front1914.titles.fixed_1914.combat.strength import Reckoning, reckon
from front1914.titles.fixed_1914.combat.table import COLUMNS, CRT, RESULTS, SECTIONS
from front1914.titles.fixed_1914.forecast import STEPS_LEFT
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import IS_CAVALRY, IS_INFANTRY, UNITS

#: how the attacker likes a result, in the order of table.CODES
TONES = ("bad", "worst", "bad", "good", "good", "best")


def report(s: FXState, side: str) -> Panel | None:
    """The attack that is being prepared or resolved; while it is prepared only its owner sees it."""
    if not s.flow:
        return None
    if in_battle(s):
        return _resolved(s, side, battle(s))
    if s.flow[-1][0] == "attackers" and side == s.active:
        aim = aimed(s)
        r = reckon(s, aim.target, aim.attacked, aim.attackers)
        rolls = bool(aim.attackers and hosts(s, aim.attacked))
        return weighed(s, side, panel(aim.target, aim.attackers, aim.attacked, r, rolls), r)
    return None


def weighed(s: FXState, side: str, found: Panel, r: Reckoning) -> Panel:
    """The panel with what each result costs, whether it takes the hex, and what follows from that."""
    target = HEXES.number(found["target"])
    attackers = [UNITS.number(u) for u in found["attackers"]]
    party = [UNITS.number(u) for u in found["defenders"]]
    found["eyes"] = "attacker" if side == s.active else "defender"
    if not found["chart"]:
        return found
    left = STEPS_LEFT[party[0]][s.step[party[0]]]
    alone = len(parties(s, target)) == 1 or not found["attackers"]
    shut = r.free or not RING[target] & s.rules.area & ~s.ground(s.active).every
    infantry = any(IS_INFANTRY[u] for u in attackers)
    price = 1 + (sum(IS_CAVALRY[u] for u in attackers) if infantry else 0)
    for row in found["chart"]:
        result = BY_CODE[row["result"]]
        lost = int(result.defender) + (result.retreat and shut and not r.free)
        row["attacker"], row["defender"] = price * result.attacker, min(lost, left)
        falls = alone and lost >= left
        row["aim"] = "yes" if falls else "maybe" if alone and result.retreat and not shut else "no"
        row["faces"] = [f for f in range(1, 7) if CRT[SECTIONS[r.section]].read(r.column, f) == RESULTS.index(result)]
    own, his = (float(sum(STEPS_LEFT[u][s.step[u]] for u in units)) for units in (attackers, party))
    return complete(found, Stakes(f"{HEXES.name(target)} is taken", "steps", own, his))


BY_CODE = {result.code: result for result in RESULTS}


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
    """The exact chance of each result, the best for the attacker first."""
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


ORDER = (5, 4, 3, 2, 0, 1)  #: places in table.CODES: the ladder of the table from the attacker's best to his worst


def _resolved(s: FXState, side: str, b: Battle) -> Panel:
    """The record of the attack; before cavalry has decided whether it stays there are no odds (CV-4)."""
    r = Reckoning(b.attack, b.defence, b.column, b.section, bool(b.silent), bool(b.free), b.notes)
    told = panel(b.target, b.attackers, b.attacked, r, bool(b.defence))
    if b.code != NO_RESULT:
        return told | {"die": b.die, "result": b.result.code, "eyes": "attacker" if side == s.active else "defender"}
    return weighed(s, side, told, r)
