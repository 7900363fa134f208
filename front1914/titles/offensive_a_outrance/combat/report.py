"""What the combat panel shows of an attack, before and after the dice (docs/presentation.md), from what a side knows.

Nobody ever sees the strength of an enemy unit (3.1.6); until the odds are told a unit that can be identified is taken
at its full printed strength, one that cannot for a common division.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from front1914.engine.shapes import Panel, PanelChance, PanelShift, PanelSpend
from front1914.kit.tables import Shift, net
from front1914.play.forecast import Prospects, Stakes, complete, prospects, warning
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.charts import CRT, Outcome
from front1914.titles.offensive_a_outrance.combat import naval
from front1914.titles.offensive_a_outrance.combat.battle import (
    CALM,
    INTENSE,
    UNSAID,
    Battle,
    battle,
    in_battle,
    retreat_by,
)
from front1914.titles.offensive_a_outrance.combat.course import (
    ATTACKER,
    DEFENDER,
    ROLLED,
    may_be_intense,
    printed,
    reductions_by,
)
from front1914.titles.offensive_a_outrance.combat.declaration import called
from front1914.titles.offensive_a_outrance.combat.doctrine import unlucky
from front1914.titles.offensive_a_outrance.combat.parties import able
from front1914.titles.offensive_a_outrance.combat.shifts import die_modifier, odds_column, shifts
from front1914.titles.offensive_a_outrance.combat.strength import QUARTERS, attack_total, by_hexsides, ground
from front1914.titles.offensive_a_outrance.sieges.preparation import barrages
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    FACES,
    IS_ARTILLERY,
    IS_DIVISION,
    IS_FORMATION,
    IS_FORTRESS,
    IS_INFANTRY,
    SIDE,
    UNITS,
)

#: what a unit that nobody has seen is taken for: the commonest defence of an infantry division
COMMON = max(
    sorted({FACES[u][0][1] for u in UNITS.numbers if IS_DIVISION[u]}),
    key=[FACES[u][0][1] for u in UNITS.numbers if IS_DIVISION[u]].count,
)
_DIE = Fraction(1, 6)
SEVERITY = (None, "care", "stop")  #: of a warning


def report(s: OAOState, side: str, known: frozenset[int]) -> Panel | None:
    """The attack that is being prepared or resolved; while it is prepared only its owner sees it."""
    if not s.flow:
        return None
    if in_battle(s):
        b = battle(s)
        if b.defence:
            return _resolved(s, b) | {"eyes": "attacker" if side == s.active else "defender"}
        return expected(s, side, b.target, b.attackers, frozenset(UNITS.numbers), b.added)
    if s.flow[-1][0] == "attackers" and side == s.active:
        target = s.flow[-1][1]
        return expected(s, side, target, called(s, target), known)
    return None


def expected(
    s: OAOState,
    side: str,
    target: int,
    attackers: Sequence[int],
    known: frozenset[int],
    added: Sequence[Shift] = (),
) -> Panel:
    """What a side can reckon of an attack before the odds are told; `added` are shifts that were won by then."""
    stack = able(s, target)
    seen = [u for u in stack if u in known]
    hidden = sum(u not in known and not IS_ARTILLERY[u] for u in stack)
    own = SIDE[stack[0]] == side if stack else False
    points = sum(s.defence(u) if own or IS_FORTRESS[u] else FACES[u][0][1] for u in seen)
    defence = points + hidden * COMMON + ground(target)
    mine = not attackers or SIDE[attackers[0]] == side
    attack = attack_total(s, attackers, target) if mine else QUARTERS * sum(FACES[u][0][0] for u in attackers)
    told = (*shifts(s, target, attackers, seen), *added) if attackers else ()
    modifier = die_modifier(s, target, attackers, seen) if attackers and seen else 0
    assumed = f"Full strength, and {COMMON} points for each of {hidden} hidden units." if hidden else "Full strength."
    again = unlucky(s, s.active, seen)
    wary = hidden > 0 or _wary(seen)
    found = panel(target, attackers, seen, attack, defence * QUARTERS, told, modifier, again, wary=wary)
    column = odds_column(attack, defence * QUARTERS) + net(told)

    def charted(bold: tuple[int, int], more: int) -> list[PanelChance]:
        return chart(column + more, modifier, again, bold, wary)

    if found["chart"] and naval.at_hand(s, target):
        _reckon_with_ships(found, prospects(charted((CALM, CALM), naval.COLUMNS)))
    if found["chart"] and side == s.active:
        _add_later(s, found, target, attackers, charted)
    found["shifts"] = [*_sums(s, target, attackers if mine else ()), *found["shifts"]]
    return found | {
        "assumed": None if own and mine else assumed,
        "eyes": "attacker" if side == s.active else "defender",
    }


#: the chart of an attack at some intensities, so many columns to the right
Charted: TypeAlias = Callable[[tuple[int, int], int], list[PanelChance]]


def _reckon_with_ships(found: Panel, shelled: Prospects) -> None:
    """21.2: the defender may still have the ships fire: sure is only what they leave."""
    text = "British Naval Support may fire for the defender"
    found["shifts"].append({"amount": 0, "value": "2 left?", "rule": "21.2", "text": text})
    if (aim := found["aim"]) is not None:
        aim.setdefault("most", aim["probability"])
        aim["probability"] = str(shelled.aim)


def _add_later(s: OAOState, found: Panel, target: int, attackers: Sequence[int], charted: Charted) -> None:
    """9.8, 20.4: what the attacker may still add when the attack is resolved: full intensity, a Prep Bombardment."""
    hot = INTENSE if may_be_intense(s, Battle("battle", target, tuple(attackers)), ATTACKER) else CALM
    columns = {} if in_battle(s) else barrages(s, target)  # then it was fired, or not wanted

    def rows(bold: int, columns: Mapping[int, Fraction]) -> list[PanelChance]:
        mixed = [(row, chance) for more, chance in columns.items() for row in charted((bold, CALM), more)]
        return [row | {"probability": str(Fraction(row["probability"]) * chance)} for row, chance in mixed]

    none = {0: Fraction(1)}
    plain = prospects(rows(CALM, none))
    ways = [("intense", "9.8", "Full intensity", rows(hot, none))] if hot else []
    ways += [("fire", "20.4", "Preparatory Bombardment", rows(CALM, columns))] if columns else []
    if not ways:
        return
    found["spend"] = [_spend(verb, rule, text, plain, prospects(with_it)) for verb, rule, text, with_it in ways]
    every = [prospects(with_it) for *_, with_it in ways] + [prospects(rows(hot, columns or none))]
    best, aim = max(told.most for told in every), found["aim"]
    if aim is not None and best > Fraction(aim.get("most", aim["probability"])):
        aim["most"] = str(best)
    doubts = [warning(told, _stakes(target)) for told in (plain, *every)]
    found["warning"] = min(doubts, key=lambda doubt: SEVERITY.index(doubt and doubt["level"]))  # that of the best way


def _sums(s: OAOState, target: int, attackers: Sequence[int]) -> list[PanelShift]:
    """What ground adds to the sums of the counters, so that they can be added up."""
    found: list[PanelShift] = []
    if lost := by_hexsides(s, attackers, target):
        text = "Rivers and slopes on the way, to the attack"
        found.append({"amount": 0, "value": f"{_points(lost):+g}", "rule": "9.3.2", "text": text})
    if gained := ground(target):
        found.append({"amount": 0, "value": f"{gained:+d}", "rule": "9.3.1", "text": "Ground, to the defence"})
    return found


def _resolved(s: OAOState, b: Battle) -> Panel:
    """The record of the attack: totals, odds and modifiers are open (9.1.1)."""
    again = unlucky(s, s.active, b.defenders)
    bold, wary = _declared(b), b.bold[1] == UNSAID and _wary(b.defenders)
    found = panel(b.target, b.attackers, b.defenders, b.attack, b.defence, b.shifts, b.modifier, again, bold, wary)
    found["warning"] = None  # nobody can think again
    if s.flow[-1][0] == "intensity":
        found["spend"] = [_intensity(b, again, s.flow[-1][1], wary)]
    if b.stage >= ROLLED and b.dice[0]:
        found |= {"die": b.dice[0], "dice": list(b.dice), "result": LABELS[kind_of(b.outcome)]}
        found["printed"] = printed(b.outcome.text)
    return found


def _wary(defenders: Sequence[int]) -> bool:
    """9.8, 3.1.6: whether defenders may fight with full intensity, by their kind; nobody knows who is worn."""
    return any(IS_FORMATION[u] and IS_INFANTRY[u] for u in defenders)


def _declared(b: Battle) -> tuple[int, int]:
    """9.8: the intensities of both as far as they are declared."""
    return max(CALM, b.bold[0]), max(CALM, b.bold[1])


def _intensity(b: Battle, again: int, party: int, wary: bool) -> PanelSpend:
    """9.8.2: what full intensity of one party would change."""
    bold = _declared(b)
    hot = (INTENSE, bold[1]) if party == ATTACKER else (bold[0], INTENSE)
    wary = wary and party == ATTACKER  # the defender knows what he will do
    plain, intense = (prospects(chart(b.column, b.modifier, again, each, wary)) for each in (bold, hot))
    return _spend("intense", "9.8", "Full intensity", plain, intense)


def _spend(verb: str, rule: str, text: str, plain: Prospects, with_it: Prospects) -> PanelSpend:
    """An attack without and with what may be added; the chances are those if the enemy does not stand firm."""
    return {
        "verb": verb,
        "rule": rule,
        "text": text,
        "aim": [float(plain.most), float(with_it.most)],
        "attacker": [float(plain.attacker), float(with_it.attacker)],
        "defender": [float(plain.defender), float(with_it.defender)],
    }


def panel(
    target: int,
    attackers: Sequence[int],
    defenders: Sequence[int],
    attack: int,
    defence: int,
    told: Sequence[Shift],
    modifier: int,
    again: int = 0,
    bold: tuple[int, int] = (CALM, CALM),
    wary: bool = False,
) -> Panel:
    """JSON-ready, as docs/presentation.md has it. `wary`: the defender may still declare full intensity."""
    notes: list[PanelShift] = [{"amount": amount, "rule": rule, "text": text} for amount, rule, text in told]
    if again:
        text = f"Black {again}: both dice are thrown again"
        notes.append({"amount": 0, "value": "again", "rule": "21.1", "text": text})
    if modifier:
        notes.append({"amount": 0, "value": f"{modifier:+d}", "rule": "9.7", "text": "Proficiency, to the white die"})
    found: Panel = {
        "target": str(HEXES[target]),
        "attackers": [str(UNITS[u]) for u in attackers],
        "defenders": [str(UNITS[u]) for u in defenders],
        "attack": _points(attack),
        "defence": _points(defence),
        "assumed": None,
        "columns": list(CRT.head.labels),
        "base": None,
        "final": None,
        "shifts": notes,
        "chart": [],
        "die": None,
        "result": None,
        "worded": True,
    }
    if attackers and attack > 0:
        base = odds_column(attack, defence)
        final = base + net(Shift(*entry) for entry in told)
        found |= {"base": CRT.head.label(base), "final": CRT.head.label(final)}
        found["chart"] = chart(final, modifier, again, bold, wary)
        complete(found, _stakes(target))
    return found


def _stakes(target: int) -> Stakes:
    return Stakes(f"The defender of {HEXES.name(target)} gives way", "reductions")


def _points(quarters: int) -> int | float:
    """Points as a player counts them."""
    return quarters // QUARTERS if quarters % QUARTERS == 0 else quarters / QUARTERS


def chances(column: int, modifier: int, again: int = 0) -> dict[Outcome, Fraction]:
    """9.9.1, 21.1: the exact chance of each result of the table; with one black die the throw is made again."""
    found: dict[Outcome, Fraction] = {}
    for white in range(1, 7):
        for black in range(1, 7):
            result = CRT.read(column, white, modifier, black)
            weight = (black != again) + (_DIE if again else 0)
            found[result] = found.get(result, Fraction(0)) + _DIE * _DIE * weight
    return found


#: what the table can do to the defender, the attacker's worst first, with how he likes it
KINDS = (
    ("stands", "The defender stands, the attacker suffers", "worst"),
    ("holds", "The defender stands", "bad"),
    ("white", "The defender retreats one hex if only the attack is Intense", "bad"),
    ("black", "The defender retreats one hex unless only he is Intense", "good"),
    ("two", "The defender retreats two hexes and is reduced", "best"),
)


def kind_of(result: Outcome) -> str:
    """Which of KINDS a result is."""
    d = result.defender
    if d.retreat:
        return "white" if d.white else ("black", "two")[d.retreat - 1]
    return "stands" if result.attacker.reduced else "holds"


#: what each of KINDS is called in the chart
LABELS = {"stands": "–s", "holds": "–", "white": "①", "black": "❶", "two": "❷"}


def chart(
    column: int, modifier: int, again: int = 0, bold: tuple[int, int] = (CALM, CALM), wary: bool = False
) -> list[PanelChance]:
    """The chance of each kind of result, the best for the attacker first; the 60 cells of a column would be too many.

    `bold` are the intensities of both, as far as they are declared (9.8.2): with them go reductions and retreats;
    `wary`: the defender may still declare his.
    """
    found: dict[str, list[tuple[Fraction, Outcome]]] = {}
    for result, chance in chances(column, modifier, again).items():
        found.setdefault(kind_of(result), []).append((chance, result))
    return [_row(found[kind], kind, text, tone, bold, wary) for kind, text, tone in reversed(KINDS) if kind in found]


def _row(
    cells: Sequence[tuple[Fraction, Outcome]], kind: str, text: str, tone: str, bold: tuple[int, int], wary: bool
) -> PanelChance:
    share = sum((chance for chance, _ in cells), Fraction(0))
    own, his = (
        sum((chance * reductions_by(result, bold)[party] for chance, result in cells), Fraction(0)) / share
        for party in (ATTACKER, DEFENDER)
    )
    return {
        "result": LABELS[kind],
        "text": text,
        "probability": str(share),
        "tone": tone,
        "attacker": round(float(own), 3),
        "defender": round(float(his), 3),
        "aim": _gives_way(cells[0][1], bold, wary),
    }


def _gives_way(result: Outcome, bold: tuple[int, int], wary: bool) -> Literal["yes", "maybe", "no"]:
    """9.8.2: whether the defender retreats, whatever he may still declare."""
    if not retreat_by(result, bold):
        return "no"
    return "yes" if not wary or retreat_by(result, (bold[0], INTENSE)) else "maybe"


def forecast(s: OAOState, target: int) -> dict[str, dict[str, Any]]:
    """Hints while attackers are chosen: the odds as they stand."""
    chosen = called(s, target)
    if not chosen:
        return {}
    told = expected(s, s.active, target, chosen, frozenset())
    return {"done": {"mark": told["final"] or ""}}
