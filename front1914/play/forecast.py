"""What the combat panels of all games say in the same way: the chance of the aim, its price, and when to think again.

A title lists the results that may come, each with its chance, what it costs both parties and whether it brings what the
attacker wants. Everything else follows here, so that the same figures mean the same in every game.

>>> rows = [{"result": "1/2", "text": "", "probability": "2/3", "attacker": 1, "defender": 2, "aim": "yes"},
...         {"result": "2/0", "text": "", "probability": "1/3", "attacker": 2, "defender": 0, "aim": "no"}]
>>> told = complete({"target": "1109", "attackers": [], "defenders": [], "chart": rows}, Stakes("Liege falls", "steps"))
>>> told["aim"], told["losses"]["attacker"], told["losses"]["defender"], told["warning"]
({'text': 'Liege falls', 'probability': '2/3'}, 1.33, 1.33, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from front1914.engine.shapes import Panel, PanelChance, PanelLosses, PanelWarning

HALF = Fraction(1, 2)


class Stakes(NamedTuple):
    """What is at stake in an attack, in the unit in which its losses are told."""

    aim: str  #: what the attacker wants, as a sentence
    unit: str  #: what is lost: steps, points, hits
    attacker: float | None = None  #: all that the attackers have to lose
    defender: float | None = None
    worth: float = 1.0  #: what the aim is worth
    slack: float = 0.5  #: how much worse than doing nothing an attack may be before it is called so


class Prospects(NamedTuple):
    """An attack in figures."""

    aim: Fraction  #: the chance that it succeeds whatever the enemy does
    most: Fraction  #: and if he gives way whenever he may
    attacker: Fraction  #: mean losses
    defender: Fraction
    fatal: Fraction  #: the chance that all attackers are lost


def prospects(rows: Iterable[PanelChance], attackers: float | None = None) -> Prospects:
    """The figures of an attack from the results that may come."""
    aim = most = own = his = fatal = Fraction(0)
    for row in rows:
        chance = Fraction(row["probability"])
        cost = Fraction(row.get("attacker", 0)).limit_denominator(1000)
        own += chance * cost
        his += chance * Fraction(row.get("defender", 0)).limit_denominator(1000)
        aim += chance * (row.get("aim") == "yes")
        most += chance * (row.get("aim") in ("yes", "maybe"))
        fatal += chance * bool(attackers and cost >= Fraction(attackers))
    return Prospects(aim, most, own, his, fatal)


def complete(found: Panel, stakes: Stakes) -> Panel:
    """The panel with aim, losses and warning, which follow from the rows of its chart."""
    rows: Sequence[PanelChance] = found.get("chart", ())
    if not rows:
        return found
    told = prospects(rows, stakes.attacker)
    losses: PanelLosses = {"attacker": _plain(told.attacker), "defender": _plain(told.defender), "unit": stakes.unit}
    if stakes.attacker is not None:
        losses["attacker_all"] = stakes.attacker
    if stakes.defender is not None:
        losses["defender_all"] = stakes.defender
    found |= {
        "aim": {"text": stakes.aim, "probability": str(told.aim)},
        "losses": losses,
        "warning": warning(told, stakes),
    }
    if told.most > told.aim and found["aim"] is not None:
        found["aim"]["most"] = str(told.most)
    return found


def warning(told: Prospects, stakes: Stakes) -> PanelWarning | None:
    """What should make the attacker think again, the gravest reason alone.

    >>> warning(Prospects(Fraction(0), Fraction(0), Fraction(2), Fraction(1), Fraction(0)), Stakes("", "steps"))
    {'level': 'stop', 'why': 'hopeless'}
    >>> warning(Prospects(HALF, HALF, Fraction(1), Fraction(1), Fraction(0)), Stakes("", "steps")) is None
    True
    """
    if told.fatal > HALF:
        return {"level": "stop", "why": "fatal"}
    if not told.most and told.attacker > told.defender:
        return {"level": "stop", "why": "hopeless"}
    balance = told.defender - told.attacker + (told.aim + told.most) / 2 * Fraction(stakes.worth).limit_denominator(100)
    if balance < -Fraction(stakes.slack).limit_denominator(100):
        return {"level": "stop", "why": "costly"}
    if balance < 0 or (told.attacker > told.defender and told.most < HALF):
        return {"level": "care", "why": "dear"}
    return None


def _plain(value: Fraction) -> float:
    return round(float(value), 2)
