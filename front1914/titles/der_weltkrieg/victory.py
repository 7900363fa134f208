"""Victory: what a scenario's [victory] says, tested when a phase or a turn is over. The scenarios are reconstructions.

fortress      the Central Powers win if it is reduced to nothing by the end of the turn `by`, decisively if a Ground
              Combat Unit of theirs is in its hex at the end; the Entente wins if it falls later, and decisively if it
              stands
entente, central   nations whose Demoralization Points are counted: the Entente's less those of the Central Powers;
              from `marginal` on a marginal, from `decisive` on a decisive victory for whose enemies have more
capital       hexsides; with them and `center` in hand at the end of an Entente phase the Central Powers win at once
"""

from __future__ import annotations

from typing import Any

from front1914.titles.der_weltkrieg.board import BOARD
from front1914.titles.der_weltkrieg.nations import CENTRAL, ENTENTE, NATIONS
from front1914.titles.der_weltkrieg.scenarios import date
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.terms import terms
from front1914.titles.der_weltkrieg.world import HOME, UNIT_ROWS, UNITS

FELL_EARLY = 1  #: `points`, in a game about a fortress


def margin(s: DWState) -> int:
    """26: Demoralization Points of the Entente nations that count, less those of the Central Powers."""
    told = terms(s).victory
    entente, central = (
        sum(s.demoralization[NATIONS.number(word)] for word in told[side]) for side in (ENTENTE, CENTRAL)
    )
    return entente - central


def standing(s: DWState) -> int:
    """How the game stands, as its score would be: positive for the Central Powers."""
    told = terms(s).victory
    if "fortress" in told:
        return _fortress_score(s, told)
    return margin(s) if "entente" in told else 0


# ---- a capital


def capital(s: DWState) -> int:
    """Bitset of the hexes of the capital that decides the game at once; 0 if there is none."""
    told = terms(s).victory
    if "center" not in told:
        return 0
    return BOARD.bits({told["center"], *(word for side in told["capital"] for word in side.split("/"))})


def after_phase(s: DWState) -> None:
    """A whole capital in German hands at the end of an Entente phase ends the game."""
    if s.active != ENTENTE:
        return
    whole = capital(s)
    if whole and whole & s.ground(CENTRAL).units == whole:
        s.finish(CENTRAL, "decisive victory", "the enemy's capital has fallen", "a.5", standing(s))


# ---- the end of a turn


def after_turn(s: DWState) -> None:
    """Notes how far things have come; after the last turn the game is judged."""
    told = terms(s).victory
    if "fortress" in told and in_time(s, told):
        s.points = FELL_EARLY
    if (s.year, s.month, s.turn) >= s.rules.last:
        _judge(s, told)


def _judge(s: DWState, told: dict[str, Any]) -> None:
    if "fortress" in told:
        _judge_fortress(s, told)
    elif "entente" in told:
        _judge_margin(s, told)
    else:
        s.finish(None, "draw", "the last turn is over", "a.5", 0)


def fallen(s: DWState, told: dict[str, Any]) -> bool:
    """Whether the fortress of the scenario is gone."""
    return not s.on_map(UNITS.number(told["fortress"]))


def in_time(s: DWState, told: dict[str, Any]) -> bool:
    """Whether it has fallen, and not too late for the attacker."""
    early = s.points == FELL_EARLY or (s.year, s.month, s.turn) <= date(told["by"])
    return fallen(s, told) and early


def inside(s: DWState, told: dict[str, Any]) -> bool:
    """Whether a unit of the Central Powers stands where it was."""
    return bool(s.ground(CENTRAL).units >> HOME[UNITS.number(told["fortress"])] & 1)


def _fortress_score(s: DWState, told: dict[str, Any]) -> int:
    """2 or 1, -1 or -2: how far the attacker has got, and how long the defender has held out."""
    if not fallen(s, told):
        return -2
    if not in_time(s, told):
        return -1
    return 2 if inside(s, told) else 1


def _judge_fortress(s: DWState, told: dict[str, Any]) -> None:
    score = _fortress_score(s, told)
    name = UNIT_ROWS[
        UNITS.number(told["fortress"])
    ].name  # plain letters: the reason is part of the state and its digest
    if score == 2:
        s.finish(CENTRAL, "decisive victory", f"{name} fell in time and is held", "a.6", score)
    elif score == 1:
        s.finish(CENTRAL, "marginal victory", f"{name} fell in time", "a.6", score)
    elif score == -1:
        s.finish(ENTENTE, "marginal victory", f"{name} fell too late", "a.6", score)
    else:
        s.finish(ENTENTE, "decisive victory", f"{name} holds out", "a.6", score)


def _judge_margin(s: DWState, told: dict[str, Any]) -> None:
    lead = margin(s)
    winner = CENTRAL if lead > 0 else ENTENTE
    text = f"the Entente nations have {abs(lead)} Demoralization Points {'more' if lead > 0 else 'less'}"
    if abs(lead) >= told["decisive"]:
        s.finish(winner, "decisive victory", text, "a.5", lead)
    elif abs(lead) >= told["marginal"]:
        s.finish(winner, "marginal victory", text, "a.5", lead)
    else:
        s.finish(None, "draw", text, "a.5", lead)
