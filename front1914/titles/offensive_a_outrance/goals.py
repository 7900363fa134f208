"""27 and A14 as data: net Victory Points against what history comes to, or hexes that must be held."""

from __future__ import annotations

from functools import cache

from front1914.engine.terms import Meter, Need, Objective, Outcome, Prize, Terms
from front1914.kit.sentences import counted
from front1914.play.briefing import read_briefings
from front1914.play.objectives import objectives as find
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, POINTS, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS, Victory
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import (
    LORRAINE,
    MUELHAUSEN,
    PARIS,
    PARIS_ENTERED,
    final_points,
    level,
)
from front1914.titles.offensive_a_outrance.world import FOE, SIDES

CARDS = read_briefings(__package__)  #: the goal cards, by scenario and side


def terms(s: OAOState, side: str | None = None) -> Terms:
    """The victory terms of the scenario, without what can no longer be had."""
    return terms_of(*chapter(s))


def chapter(s: OAOState) -> tuple[str, bool, bool, bool, bool]:
    """All that the terms depend on: the scenario, whether it is early, and which prizes were had."""
    had = [bool(s.events[event]) for event in (MUELHAUSEN, LORRAINE, PARIS_ENTERED)]
    return s.scenario, s.turn < POINTS.early, had[0], had[1], had[2]


@cache
def terms_of(scenario: str, early: bool, muelhausen: bool, lorraine: bool, entered: bool) -> Terms:
    victory, last = SCENARIOS[scenario].victory, SCENARIOS[scenario].last_turn
    if victory.kind == "hexes":
        return _hexes(victory, last)
    paris = "27.7" in victory.rules
    meters = [
        Meter(
            "vp", "Net Victory Points", "german", rule="27.0", help="German points less Allied ones, as things stand."
        ),
        *([Meter("paris", "Paris controlled", "german", 1, rule="27.7")] if paris else []),
    ]
    return Terms(
        tuple(meters),
        (*(_paris() if paris else ()), *_levels(victory)),
        _prizes(victory, early, muelhausen, lorraine, entered),
        last,
    )


def _hexes(victory: Victory, last: int) -> Terms:
    number, names = len(victory.hexes), [HEXES.name(HEXES.number(word)) for word in victory.hexes]
    places = ", ".join(dict.fromkeys(names))
    holder, other = victory.holder, FOE[victory.holder]
    prizes = tuple(
        Prize((word,), "hexes", name, {holder: 1, other: -1}, rule="27.2", why="all of them decide")
        for word, name in zip(victory.hexes, names, strict=True)
    )
    holds = {"allied": "the Allies hold", "german": "the German Army holds"}[holder]
    outcomes = (
        Outcome(holder, "victory", (Need("hexes", least=number),), rule="27.2", text=f"{holds} all of {places}"),
        Outcome(other, "victory", (), rule="27.2", text=f"{holds} less than all of {places}"),
    )
    return Terms((Meter("hexes", f"Hexes of {places}", holder, number, rule="27.2"),), outcomes, prizes, last)


def _paris() -> tuple[Outcome, ...]:
    text = "Paris is controlled at the end"
    return (Outcome("german", "automatic", (Need("paris", least=1),), rule="27.7", text=text),)


def _levels(victory: Victory) -> list[Outcome]:
    """A14: from the greatest German victory to the greatest Allied one, counted from what history comes to."""
    par, draw, minor = victory.par, victory.draw, victory.minor
    small, floor = par + draw + 1, par - draw - 1
    found = []
    if minor:
        great = par + minor + 1
        found.append(_points("german", level(minor + 1, minor), great, f"{counted(great, 'net point')} or more"))
    found.append(_points("german", level(draw + 1, minor), small, f"{counted(small, 'net point')} or more"))
    even = f"{floor + 1} to {small - 1} net points" if draw else counted(par, "net point")
    found.append(_points(None, "draw", floor + 1, even))
    fewer = f"{counted(floor, 'net point')} or fewer"
    if not minor:
        return [*found, _points("allied", level(draw + 1, 0), None, fewer)]
    least = par - minor
    found.append(_points("allied", level(draw + 1, minor), least, fewer))
    return [*found, _points("allied", level(minor + 1, minor), None, f"{counted(least - 1, 'net point')} or fewer")]


def _points(side: str | None, how: str, least: int | None, text: str) -> Outcome:
    """An outcome by net Victory Points: so many at least, or all that are left."""
    return Outcome(side, how, () if least is None else (Need("vp", least=least),), rule="27.0", text=text)


def _prizes(victory: Victory, early: bool, muelhausen: bool, lorraine: bool, entered: bool) -> tuple[Prize, ...]:
    """27.2, 27.3, 27.7, 27.8: places that bring points, those that can still bring them."""
    found = []
    for name in victory.objectives:
        hexes = OBJECTIVES.get(name) or SPECIAL_CITIES[name]
        points = POINTS.objective if name in OBJECTIVES else POINTS.special
        why = f"{points} points at the end"
        found.append(Prize(tuple(hexes), "vp", name, {"german": points, "allied": -points}, len(hexes), "27.8", why))
    if "27.2" in victory.rules and early and not muelhausen:
        hexes, points = POINTS.muelhausen_hexes, POINTS.muelhausen
        why = f"{points} points before turn {POINTS.early}"
        found.append(Prize(tuple(hexes), "vp", "Mülhausen", {"allied": -points}, len(hexes), "27.2", why))
    if "27.3" in victory.rules and early and not lorraine:
        why = f"{POINTS.lorraine} points before turn {POINTS.early}"
        found += [
            Prize((word,), "vp", HEXES.name(HEXES.number(word)), {"german": POINTS.lorraine}, 1, "27.3", why)
            for word in POINTS.lorraine_hexes
        ]
    if "27.7" in victory.rules:
        points = 0 if entered else POINTS.paris
        why = "wins if it is controlled at the end"
        found.append(Prize((str(HEXES[PARIS]),), "vp", "Paris", {"german": points}, 1, "27.7", why))
    return tuple(found)


def measure(s: OAOState, side: str | None = None) -> dict[str, int]:
    """The meters, with what the objectives would bring if the scenario ended now."""
    victory = s.rules.victory
    if victory.kind == "hexes":
        held = s.held(victory.holder)
        return {"hexes": sum(held >> HEXES.number(word) & 1 for word in victory.hexes)}
    coming = 0 if s.result is not None else sum(points for _, points in final_points(s))
    return {"vp": s.vp + coming, "paris": s.held("german") >> PARIS & 1}


def objectives(s: OAOState, terms: Terms) -> list[Objective]:
    """How it stands with the places that bring points."""
    held = {side: s.held(side) for side in SIDES}
    stood = {side: s.ground(side).units for side in SIDES}
    return find(terms.prizes, HEXES, held, stood, lambda bits: bits | BOARD.spread(bits))


def figures(s: OAOState) -> dict[str, int]:
    """What the goal card fills in."""
    victory = s.rules.victory
    par, draw, minor = victory.par, victory.draw, victory.minor
    return {
        "last": s.rules.last_turn,
        "hexes": len(victory.hexes),
        "german_small": par + draw + 1,
        "german_great": par + minor + 1,
        "allied_small": par - draw - 1,
        "allied_great": par - minor - 1,
    }
