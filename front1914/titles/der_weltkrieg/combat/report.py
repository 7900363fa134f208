"""What the combat panel shows of an attack, before and after the dice (docs/presentation.md).

Strengths and works are open to both sides; only the stocks of Headquarters are secret (17-5). So while an attack is
prepared its owner sees it with the supply that he means to spend, and the defender is taken to be fully supplied.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from front1914.engine.shapes import Panel, PanelChance, PanelCurve, PanelLoss, PanelShift
from front1914.kit.tables import Shift
from front1914.play.forecast import Stakes, complete
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.charts import losses
from front1914.titles.der_weltkrieg.combat.arithmetic import row
from front1914.titles.der_weltkrieg.combat.battle import GUNS_ONLY, NEEDS_NONE, Battle, battle, in_battle
from front1914.titles.der_weltkrieg.combat.course import DEFENDED, STAGES, reply
from front1914.titles.der_weltkrieg.combat.defence import stand_of, terrains
from front1914.titles.der_weltkrieg.combat.forces import garrison
from front1914.titles.der_weltkrieg.combat.holding import Stand, verdict
from front1914.titles.der_weltkrieg.combat.pockets import surrounded
from front1914.titles.der_weltkrieg.combat.strength import Reckoning, attack, counter, counterattackers
from front1914.titles.der_weltkrieg.nations import SIDES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, IS_HQ, SIDE, UNITS

FACES = range(1, 7)
ASSUMED = "The defender is taken to choose the best terrain, to stand, and to counterattack fully supplied."
Chances = dict[tuple[int, int], Fraction]


def drafted(s: DWState, frame: Sequence[Any]) -> Battle | None:
    """The attack in preparation as it would be fought: best terrain, everybody supplied, nobody retreats."""
    _, kind, targets, units, payers, aim, _ = frame
    if not units:
        return None
    side = SIDES.index(SIDE[units[0]])
    b = Battle("battle", kind, side, targets, units, payers, tuple(s.strength[u] for u in units), (), aim)
    foes = tuple(u for h in targets for u in garrison(s, b.defender, h))
    b = b._replace(
        ringed=tuple(u for u in units if surrounded(s, b.attacker, s.at[u])),
        defenders=foes,
        backers=(NEEDS_NONE,) * len(foes),
        beset=tuple(h for h in targets if surrounded(s, b.defender, h)),
    )
    return b._replace(terrain=best_terrain(s, b))


def best_terrain(s: DWState, b: Battle) -> int:
    """13-3: what a defender would choose who wants to lose little and to cost much."""
    return max(terrains(s, b), key=lambda terrain: (_gain(s, b._replace(terrain=terrain)), -terrain))


def _gain(s: DWState, b: Battle) -> Fraction:
    return sum((chance * (his - mine) for (mine, his), chance in distribution(s, b).items()), Fraction(0))


def distribution(s: DWState, b: Battle) -> Chances:
    """The exact chance of each pair of losses, the defender's first, over the dice that are still to be thrown."""
    first, second = attack(s, b), counter(s, b)
    mine = _throws(s, first) if not b.die else {b.losses: Fraction(1)}
    his = _throws(s, second) if not b.reply_die else {b.reply_losses: Fraction(1)}
    if not b.reply_die and not counterattackers(s, b):
        his = {0: Fraction(1)}
    found: Chances = {}
    for a, p in mine.items():
        for d, q in his.items():
            found[a, d] = found.get((a, d), Fraction(0)) + p * q
    return found


def _throws(s: DWState, r: Reckoning) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for face in FACES:
        points = losses(r.column, row(face, r.adjust), s.year)
        found[points] = found.get(points, Fraction(0)) + Fraction(1, len(FACES))
    return found


def report(s: DWState, side: str) -> Panel | None:
    """The attack that is being prepared or resolved; while it is prepared only its owner sees it."""
    if not s.flow:
        return None
    i = next((i for i in range(len(s.flow) - 1, -1, -1) if s.flow[i][0] in ("attackers", "battle")), -1)
    if i < 0:
        return None
    if s.flow[i][0] == "attackers":
        units = s.flow[i][3]
        owner = SIDE[units[0]] if units else s.active
        b = drafted(s, s.flow[i]) if side == owner else None
        if b is None:
            return _bare(s, s.flow[i]) if side == owner else None
        return panel(s, b, ASSUMED) | {"eyes": "attacker"}
    if not in_battle(s):
        return None
    b = battle(s)
    return _resolved(s, b) | {"eyes": "attacker" if side == b.attacker else "defender"}


def _bare(s: DWState, frame: Sequence[Any]) -> Panel:
    """A target without attackers yet."""
    found = _head(frame[2], (), ())
    return found | {"assumed": None, "chart": []}


def _resolved(s: DWState, b: Battle) -> Panel:
    """The record of the Combat; before the defender has chosen there are no odds."""
    if b.stage <= DEFENDED or b.terrain < 0:
        return _head(b.targets, b.attackers, b.defenders)
    if b.stage > STAGES.index(reply) and (b.reply_die or b.die):
        told = _told(_head(b.targets, b.attackers, b.defenders), b)
    else:
        told = _told(panel(s, b, None), b)
    if b.die:
        told["die"] = b.die
        told["result"] = f"{b.losses}/{b.reply_losses}" if b.reply_die else f"{b.losses}/-"
    return told


def _told(shown: Panel, b: Battle) -> Panel:
    """What has been reckoned, from the record."""
    shown |= {"attack": b.column, "base": str(b.column), "final": str(b.column)}
    shown["shifts"] = _shifts(b.notes, b.reply_notes)
    if b.reply_column:
        shown["defence"] = b.reply_column
    return shown


def _head(targets: Sequence[int], attackers: Sequence[int], defenders: Sequence[int]) -> Panel:
    return {
        "target": str(HEXES[targets[0]]),
        "attackers": [str(UNITS[u]) for u in attackers],
        "defenders": [str(UNITS[u]) for u in defenders],
        "attack": 0,
        "defence": 0,
        "assumed": None,
        "columns": [],
        "base": None,
        "final": None,
        "shifts": [],
        "chart": [],
        "die": None,
        "result": None,
    }


def panel(s: DWState, b: Battle, assumed: str | None) -> Panel:
    """JSON-ready: the columns are numbers of points; the shifts are modifiers of the two dice."""
    first, second = attack(s, b), counter(s, b)
    found = _head(b.targets, b.attackers, b.defenders)
    found |= {
        "attack": first.column,
        "defence": second.column,
        "assumed": assumed,
        "base": str(first.points),
        "final": str(first.column),
        "shifts": _shifts(first.notes, second.notes),
        "chart": chart(s, b),
    }
    complete(found, stakes(s, b))
    if not b.die:  # two throws that know nothing of each other: each is drawn by itself
        found["chart"], found["curves"] = [], curves(s, b)
    return found


def stakes(s: DWState, b: Battle) -> Stakes:
    """What both have to lose, in points; a hex is worth about what a brigade is, and a fortress much more."""
    own, his = (float(sum(s.strength[u] for u in units if not IS_HQ[u])) for units in (b.attackers, b.defenders))
    return Stakes(f"{HEXES.name(b.targets[0])} is taken", "points", own, his, HEX_WORTH, SLACK)


HEX_WORTH, SLACK = 4.0, 2.0  #: in points of strength, of which an infantry division has four


def curves(s: DWState, b: Battle) -> list[PanelCurve]:
    """13-13: what each of the two throws costs its enemy, by the faces of its die."""
    told = stakes(s, b)
    found: list[PanelCurve] = [{"party": "defender", "losses": _faces(s, attack(s, b)), "all": int(told.defender or 0)}]
    if counterattackers(s, b):
        found.append({"party": "attacker", "losses": _faces(s, counter(s, b)), "all": int(told.attacker or 0)})
    return found


def _faces(s: DWState, r: Reckoning) -> list[PanelLoss]:
    found: dict[int, list[int]] = {}
    for face in FACES:
        found.setdefault(losses(r.column, row(face, r.adjust), s.year), []).append(face)
    return [{"value": value, "faces": faces} for value, faces in sorted(found.items())]


def _shifts(attack_notes: Sequence[Shift], counter_notes: Sequence[Shift]) -> list[PanelShift]:
    told: list[PanelShift] = [{"amount": amount, "rule": rule, "text": text} for amount, rule, text in attack_notes]
    return told + [
        {"amount": amount, "rule": rule, "text": f"Counterattack: {text}"} for amount, rule, text in counter_notes
    ]


def chart(s: DWState, b: Battle) -> list[PanelChance]:
    """The chance of each pair of losses, the best for the attacker first."""
    order = sorted(distribution(s, b).items(), key=lambda item: (item[0][1] - item[0][0], item[0]))
    told, holds = stakes(s, b), [stand_of(s, b, h) for h in b.targets]
    marches = b.aim != GUNS_ONLY and not all(IS_ARTILLERY[u] for u in b.attackers)
    return [
        {
            "result": f"{mine}/{his}",
            "text": f"defender loses {mine}, attacker loses {his}",
            "probability": str(chance),
            "tone": _tone(mine, his),
            "attacker": min(his, told.attacker or 0),
            "defender": min(mine, told.defender or 0),
            "aim": "yes" if marches and _cleared(holds, mine, told.defender or 0) else "no",
        }
        for (mine, his), chance in order
    ]


def _cleared(holds: Sequence[Stand], lost: int, there: float) -> bool:
    """14-4: whether a loss leaves nobody in the hexes, or drives out whoever is left."""
    return lost >= there or all(verdict(stand, lost).forced for stand in holds)


def _tone(mine: int, his: int) -> str:
    if mine == 0:
        return "worst"
    if his == 0:
        return "best"
    return "good" if mine >= his else "bad"


def outcome(s: DWState) -> str:
    """The two results of the last Combat of this phase, the defender's losses first; else what is asked next."""
    if s.last_losses >= 0:
        return f"{s.last_losses}/{s.last_reply}"
    return s.flow[-1][0] if s.flow else "over"
