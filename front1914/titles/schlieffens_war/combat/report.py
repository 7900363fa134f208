"""What the combat panel shows of an attack, before and after the die (docs/presentation.md), from what a side knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from front1914.engine.shapes import Panel, PanelChance, PanelReached, PanelSpend
from front1914.kit.tables import Shift, net
from front1914.play.forecast import Stakes, complete, prospects, warning
from front1914.titles.schlieffens_war.charts import CONCENTRIC, CRT, HEAVY_ARTILLERY, Losses
from front1914.titles.schlieffens_war.combat.battle import battle, in_battle, odds_column
from front1914.titles.schlieffens_war.combat.course import RESOLVE
from front1914.titles.schlieffens_war.combat.markers import ARTILLERY, BOMBARD, COUP, NAMES, at_hand
from front1914.titles.schlieffens_war.combat.shifts import (
    concentric,
    morale_of,
    open_ground,
    origins_of,
    shifts,
)
from front1914.titles.schlieffens_war.combat.strength import attack_total, defence_total
from front1914.titles.schlieffens_war.state import NORMAL, SWState
from front1914.titles.schlieffens_war.world import (
    CITY,
    FACTOR,
    FOE,
    FORTRESS,
    FULL,
    HEXES,
    IS_COMBAT,
    IS_CORPS,
    IS_FORT,
    IS_HQ,
    NATION,
    NATIONS,
    OF_NATION,
    SIDE,
    UNITS,
)

MOST_DEFENDERS = 2  #: as in `defence`


def _typical(nation: str) -> int:
    factors = [FACTOR[u][FULL[u]] for u in OF_NATION[nation] if IS_CORPS[u]]
    return max(sorted(set(factors)), key=factors.count)


#: the commonest factor of a nation's corps at full strength: what a corps that nobody sees is taken for
TYPICAL = {nation: _typical(nation) for nation in NATIONS}


class Prospect(NamedTuple):
    """An attack as one side sees it."""

    target: int
    attackers: Sequence[int]
    defenders: Sequence[int]  #: those who take part, as far as the side knows
    attack: int
    defence: int
    shifts: Sequence[Shift]
    rolls: bool  #: a concentric die is still to be thrown (11.15)
    british: bool  #: German losses rise by one (11.19)
    assumed: str | None
    eyes: Literal["attacker", "defender"]  #: who looks
    steps: int  #: what the defenders have to lose, as far as the side knows
    shut: bool  #: 11.21: nobody can give way
    own_steps: int


def report(s: SWState, side: str) -> Panel | None:
    """The attack that is being prepared or resolved; while it is prepared only its owner sees it."""
    if not s.flow:
        return None
    if in_battle(s):
        return _resolved(s, side)
    name = s.flow[-1][0]
    if name == "attackers" and side == s.active:
        return _prepared(s, prospect(s, side, s.flow[-1][1], s.flow[-1][2]))
    if name == "defend":
        return panel(prospect(s, side, s.flow[-1][1], s.flow[-1][2], s.flow[-1][3]))
    return None


def _prepared(s: SWState, p: Prospect) -> Panel:
    """With what markers could add (11.23): an attack is not hopeless while they are at hand."""
    told, kinds = panel(p), at_hand(s, p.target, p.attackers)
    if not p.attackers or not kinds:
        return told
    told["spend"] = _markers(p, kinds)
    shots = HEAVY_ARTILLERY.odds(0)
    for _ in kinds[1:]:
        shots = _both(shots, HEAVY_ARTILLERY.odds(0))
    rows = _chart(p, _column(p), shots)
    most, aim = prospects(rows).most, told["aim"]
    if aim is not None and most > Fraction(aim.get("most", aim["probability"])):
        aim["most"] = str(most)
    told["warning"] = warning(prospects(rows, p.own_steps), _stakes(p))
    return told


def _both(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The columns that two throws give together."""
    found: dict[int, Fraction] = {}
    for (a, first), (b, second) in product(one.items(), other.items()):
        found[a + b] = found.get(a + b, Fraction(0)) + first * second
    return found


def prospect(s: SWState, side: str, target: int, attackers: Sequence[int], named: Sequence[int] = ()) -> Prospect:
    """What a side can reckon of an attack on the target.

    Who sees the whole stack reckons with those named for the defence and the strongest of the others, the HQ too. Who
    sees its top and its fort alone takes a counter below it for a full corps of normal morale (6.6).
    """
    stack = s.stack(target)
    nation = NATION[stack[0]]
    known = [u for u in stack if side == FOE[s.active] or IS_FORT[u] or s.seen(u)]
    hidden = len(stack) - len(known)
    defenders = _defenders(s, known, named if side == FOE[s.active] else ())
    filled = min(hidden, MOST_DEFENDERS - len(defenders)) if hidden and IS_COMBAT[stack[0]] else 0
    return Prospect(
        target,
        attackers,
        defenders,
        attack_total(s, attackers),
        defence_total(s, defenders) + filled * TYPICAL[nation],
        shifts(s, target, attackers, [*morale_of(s, defenders), *[NORMAL] * filled]),
        concentric(target, origins_of(s, attackers)) and open_ground(target),
        s.active == "german" and any(NATION[u] == "british" for u in known),
        _assumed(nation, hidden, filled),
        "attacker" if side == s.active else "defender",
        _steps_of(s, known) + 2 * filled,
        _shut(target, known),
        sum(s.steps[u] for u in attackers),
    )


def _steps_of(s: SWState, stack: Sequence[int]) -> int:
    """11.20: the steps that must go until nobody is left: of corps and forts, or of whoever stands there alone."""
    fighting = [u for u in stack if IS_COMBAT[u]]
    return sum(s.steps[u] for u in fighting or stack)


def _shut(target: int, stack: Sequence[int]) -> bool:
    """11.21: in a fort or a heavy fortress there is no retreat."""
    return any(IS_FORT[u] for u in stack) or bool(FORTRESS >> target & 1)


def _defenders(s: SWState, known: Sequence[int], named: Sequence[int]) -> list[int]:
    """11.2, R98: those named, then the strongest corps and forts up to two, and the HQ; else the depots."""
    corps = sorted((u for u in known if IS_COMBAT[u]), key=lambda u: (u not in named, -defence_total(s, (u,))))
    hqs = [u for u in known if IS_HQ[u]]
    return [*corps[:MOST_DEFENDERS], *hqs[:1]] or list(known)


def _assumed(nation: str, hidden: int, filled: int) -> str | None:
    if not hidden:
        return None
    unseen = "One counter of this stack is hidden" if hidden == 1 else f"{hidden} counters of this stack are hidden"
    if not filled:
        return f"{unseen}; none of them is taken to strengthen the defence."
    which = "it" if hidden == 1 else "one of them"
    return f"{unseen}; {which} is taken for a full corps of {TYPICAL[nation]} with normal morale."


def _resolved(s: SWState, side: str) -> Panel:
    """The record of the attack: both sides have shown who takes part (R71)."""
    b = battle(s)
    rolls, waits = s.flow[-1][0] == "concentric", s.flow[-1][0] == "combat_die"
    british = s.active == "german" and any(NATION[u] == "british" for u in b.defenders)
    eyes: Literal["attacker", "defender"] = "attacker" if side == s.active else "defender"
    stack = [u for u in s.stack(b.target) if SIDE[u] != s.active]
    known = [u for u in stack if side == FOE[s.active] or IS_FORT[u] or s.seen(u) or u in b.defenders]
    steps, own = _steps_of(s, known), sum(s.steps[u] for u in b.attackers)
    p = Prospect(
        b.target,
        b.attackers,
        b.defenders,
        b.attack,
        b.defence,
        b.shifts,
        rolls,
        british,
        None,
        eyes,
        steps,
        bool(b.shut),
        own,
    )
    told: Panel = panel(p) | {"warning": None}  # nobody can think again
    if b.stage > RESOLVE and not waits:
        return told | {"die": b.die or None, "result": _label(CRT.read(b.column, b.die))}
    if s.flow[-1][0] == "bombard":
        refused = {COUP: BOMBARD.refuse_coup(s, None), ARTILLERY: BOMBARD.refuse_artillery(s, None)}
        told["spend"] = _markers(p, [kind for kind, reason in refused.items() if reason is None])
    return told


def _markers(p: Prospect, kinds: Sequence[int]) -> list[PanelSpend]:
    """11.23: what each of these markers by itself would change."""
    base = _column(p)
    plain, shot = prospects(_chart(p, base)), prospects(_chart(p, base, HEAVY_ARTILLERY.odds(0)))
    return [
        {
            "verb": ("coup", "artillery")[kind],
            "rule": "11.23",
            "text": NAMES[kind],
            "aim": [float(plain.aim), float(shot.aim)],
            "attacker": [float(plain.attacker), float(shot.attacker)],
            "defender": [float(plain.defender), float(shot.defender)],
        }
        for kind in kinds
    ]


def _column(p: Prospect) -> int:
    """The column of an attack, before any throw that moves it."""
    return odds_column(p.attack, p.defence) + net(Shift(*entry) for entry in p.shifts)


def _stakes(p: Prospect) -> Stakes:
    worth = CITY_WORTH if CITY >> p.target & 1 else 1.0
    return Stakes(f"{HEXES.name(p.target)} falls", "steps", p.own_steps, p.steps, worth)


def panel(p: Prospect) -> Panel:
    """JSON-ready, as docs/presentation.md has it."""
    told: Panel = {
        "target": str(HEXES[p.target]),
        "attackers": [str(UNITS[u]) for u in p.attackers],
        "defenders": [str(UNITS[u]) for u in p.defenders],
        "attack": p.attack,
        "defence": p.defence,
        "assumed": p.assumed,
        "columns": list(CRT.head.labels),
        "base": None,
        "final": None,
        "shifts": [{"amount": amount, "rule": rule, "text": text} for amount, rule, text in p.shifts],
        "chart": [],
        "die": None,
        "result": None,
        "eyes": p.eyes,
    }
    if p.rolls:
        told["shifts"].append(
            {"amount": 0, "rule": "11.15", "text": "Concentric attack: a die gives up to three columns"}
        )
    if p.british:
        told["shifts"].append({"amount": 0, "rule": "11.19", "text": "British defenders: one German step more"})
    if p.attackers:
        base, final = odds_column(p.attack, p.defence), _column(p)
        told |= {"base": CRT.head.label(base), "final": CRT.head.label(final), "chart": _chart(p, final)}
        if p.rolls:
            told["reached"] = _reached(final)
        complete(told, _stakes(p))
    return told


CITY_WORTH = 2.0  #: what a city is worth more than another hex, in steps: it counts a point (4.0)


def _reached(column: int) -> list[PanelReached]:
    """11.15: the columns that the concentric die may lead to."""
    found: dict[str, Fraction] = {}
    for columns, chance in CONCENTRIC.odds(0).items():
        label = CRT.head.label(column + columns)
        found[label] = found.get(label, Fraction(0)) + chance
    return [{"column": label, "probability": str(chance)} for label, chance in found.items()]


def distribution(column: int, rolls: bool, shots: Mapping[int, Fraction] | None = None) -> dict[Losses, Fraction]:
    """11.9, 11.15, 11.17: the exact chance of each result, over the concentric die (if any) and the combat die.

    `shots`: the columns that a marker may give, with their chances (11.23).
    """
    ahead = CONCENTRIC.odds(0) if rolls else {0: Fraction(1)}
    found: dict[Losses, Fraction] = {}
    for more, odds in (shots or {0: Fraction(1)}).items():
        for columns, chance in ahead.items():
            for result, share in CRT.odds(column + columns + more).items():
                found[result] = found.get(result, Fraction(0)) + odds * chance * share
    return found


def _chart(p: Prospect, column: int, shots: Mapping[int, Fraction] | None = None) -> list[PanelChance]:
    """Every result, the attacker's best first."""
    chances = distribution(column, p.rolls, shots)
    order = sorted(chances.items(), key=lambda item: (item[0][0] - item[0][1], item[0][0]))
    rows = [_row(p, result, chance) for result, chance in order]
    if not p.rolls and shots is None:
        for row, (result, _) in zip(rows, order, strict=True):
            row["faces"] = [face for face in range(1, 7) if CRT.read(column, face) == result]
    return rows


def _row(p: Prospect, result: Losses, chance: Fraction) -> PanelChance:
    attacker, defender = result[0] + p.british, result[1]
    falls = defender >= p.steps
    return {
        "result": _label(result),
        "text": _text(attacker, defender),
        "probability": str(chance),
        "tone": _tone(attacker, defender),
        "attacker": min(attacker, p.own_steps),
        "defender": min(defender, p.steps),
        "aim": "yes" if falls else "maybe" if defender > 1 and not p.shut else "no",
    }


def _label(result: Losses) -> str:
    return f"{result[0]}/{result[1]}"


def _text(attacker: int, defender: int) -> str:
    return f"attacker {_steps(attacker)}, defender {_steps(defender)}"


def _steps(count: int) -> str:
    return ("no step", "1 step")[count] if count < 2 else f"{count} steps"


def _tone(attacker: int, defender: int) -> str:
    """How the attacker likes it: the worst has cost him steps for nothing."""
    if not defender:
        return "worst"
    if defender > attacker:
        return "best" if not attacker else "good"
    return "bad"
