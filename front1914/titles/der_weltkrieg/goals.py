"""What wins, as data: a fortress, or the Demoralization Points of both coalitions (26), or a capital."""

from __future__ import annotations

from typing import Any

from front1914.engine.terms import PHASE, Meter, Need, Objective, Outcome, Prize, Terms
from front1914.kit.bits import members
from front1914.kit.sentences import listed
from front1914.play.briefing import read_briefings
from front1914.play.objectives import objectives as find
from front1914.titles.der_weltkrieg.board import BOARD, HEXES
from front1914.titles.der_weltkrieg.nations import CENTRAL, ENTENTE, NATIONS, SIDES
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, date
from front1914.titles.der_weltkrieg.state import HOLDER, DWState
from front1914.titles.der_weltkrieg.terms import terms as told_by
from front1914.titles.der_weltkrieg.victory import capital, fallen, in_time, inside, margin
from front1914.titles.der_weltkrieg.world import HOME, UNITS

TURNS, MONTHS = 7, 12  #: 5.1: turns of a month

CARDS = read_briefings(__package__)  #: the goal cards, by scenario and side


def turn(s: DWState) -> int:
    """The turn, counted from the first of the scenario as 1."""
    return number(s.year, s.month, s.turn) - number(*SCENARIOS[s.scenario].first) + 1


def number(year: int, month: int, turn: int) -> int:
    """The turns up to that one since the year 0: for differences."""
    return (year * MONTHS + month) * TURNS + turn


def terms(s: DWState, side: str | None = None) -> Terms:
    """The victory terms of the scenario."""
    told, last = told_by(s).victory, last_turn(s.scenario)
    if "fortress" in told:
        meters, outcomes, prizes = _fortress(told, deadline(s.scenario, told))
    elif "entente" in told:
        meters, outcomes, prizes = margin_terms(told)
    else:
        meters, outcomes, prizes = [], [Outcome(None, "draw", (), rule="a.5", text="the last turn is over")], []
    if whole := capital(s):
        size = whole.bit_count()
        meters.append(Meter("capital", "Hexes of the capital", CENTRAL, size, rule="a.5"))
        test, text = Need("capital", least=size), "the whole capital is in German hands"
        outcomes.insert(0, Outcome(CENTRAL, "decisive victory", (test,), PHASE, rule="a.5", text=text))
        places = tuple(str(HEXES[h]) for h in members(whole))
        why = "wins when an Entente phase ends"
        prizes.append(Prize(places, "capital", "The capital", {CENTRAL: size}, size, "a.5", why))
    return Terms(tuple(meters), tuple(outcomes), tuple(prizes), last)


_Parts = tuple[list[Meter], list[Outcome], list[Prize]]


def _fortress(told: dict[str, Any], by: int) -> _Parts:
    u = UNITS.number(told["fortress"])
    name = UNITS.name(u)
    meters = [
        Meter("fallen", f"{name} fallen", CENTRAL, 1, rule="a.6"),
        Meter("early", f"{name} fallen in time", CENTRAL, 1, rule="a.6", help=f"By turn {by}."),
        Meter("inside", "A German unit in its hex", CENTRAL, 1, rule="a.6"),
    ]
    gone, early, held = (Need(meter.id, least=1) for meter in meters)
    soon = f"{name} falls by turn {by}"
    outcomes = [
        Outcome(CENTRAL, "decisive victory", (gone, early, held), rule="a.6", text=f"{soon} and is held"),
        Outcome(CENTRAL, "marginal victory", (gone, early), rule="a.6", text=soon),
        Outcome(ENTENTE, "marginal victory", (gone,), rule="a.6", text=f"{name} falls later"),
        Outcome(ENTENTE, "decisive victory", (), rule="a.6", text=f"{name} holds out"),
    ]
    return meters, outcomes, [Prize((str(HEXES[HOME[u]]),), "fallen", name, {CENTRAL: 1}, 1, "a.6", "decides the game")]


def deadline(scenario: str, told: dict[str, Any]) -> int:
    """The turn by which the fortress must have fallen, counted as `turn` counts."""
    return number(*date(told["by"])) - number(*SCENARIOS[scenario].first) + 1


def last_turn(scenario: str) -> int:
    """Its turns, counted from the first as 1."""
    rules = SCENARIOS[scenario]
    return number(*rules.last) - number(*rules.first) + 1


def margin_terms(told: dict[str, Any]) -> _Parts:
    """What the Demoralization Points of both coalitions come to (26)."""
    much, enough = told["decisive"], told["marginal"]
    lost = "Demoralization Points that the enemy has suffered beyond one's own"
    meters = [Meter("margin", "Demoralization", CENTRAL, rule="26", help=f"{lost}, from the Central Powers' side.")]
    for side in (ENTENTE, CENTRAL):
        names = listed([word.replace("_", "-").title() for word in told[side]])
        meters.append(Meter(f"lost_{side}", f"{names} Demoralization", side, loss=True, rule="26"))
    outcomes = [
        Outcome(CENTRAL, "decisive victory", (Need("margin", least=much),), rule="a.5", text=f"a lead of {much}"),
        Outcome(ENTENTE, "decisive victory", (Need("margin", most=-much),), rule="a.5", text=f"a lead of {much}"),
        Outcome(CENTRAL, "marginal victory", (Need("margin", least=enough),), rule="a.5", text=f"a lead of {enough}"),
        Outcome(ENTENTE, "marginal victory", (Need("margin", most=-enough),), rule="a.5", text=f"a lead of {enough}"),
        Outcome(None, "draw", (), rule="a.5", text=f"neither leads by {enough}"),
    ]
    return meters, outcomes, []


def measure(s: DWState, side: str | None = None) -> dict[str, int]:
    """The meters; all of them lie open."""
    told = told_by(s).victory
    found: dict[str, int] = {}
    if "fortress" in told:
        gone = fallen(s, told)
        found |= {"fallen": int(gone), "early": int(in_time(s, told)), "inside": int(gone and inside(s, told))}
    elif "entente" in told:
        found["margin"] = margin(s)
        for who in (ENTENTE, CENTRAL):
            found[f"lost_{who}"] = sum(s.demoralization[NATIONS.number(word)] for word in told[who])
    if whole := capital(s):
        found["capital"] = (whole & s.ground(CENTRAL).units).bit_count()
    return found


def objectives(s: DWState, terms: Terms) -> list[Objective]:
    """How it stands with the fortress or the capital."""
    held = {side: sum(1 << h for h, holder in enumerate(s.holder) if holder == HOLDER[side]) for side in SIDES}
    stood = {side: s.ground(side).units for side in SIDES}
    return find(terms.prizes, HEXES, held, stood, lambda bits: bits | BOARD.spread(bits))


def figures(s: DWState) -> dict[str, int]:
    """What the goal card fills in."""
    told = told_by(s).victory
    found = {"last": last_turn(s.scenario)}
    if "fortress" in told:
        found["early"] = deadline(s.scenario, told)
    if "entente" in told:
        found |= {"marginal": told["marginal"], "decisive": told["decisive"]}
    return found
