"""27, A14: Victory Points, and who has won."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, POINTS, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.front import refresh_control
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import FOE

NAMES = {"german": "The German player", "allied": "The Allied player"}
LORRAINE = EVENTS.number("vp_27_3")


def holds_all(s: OAOState, side: str, words: tuple[str, ...]) -> bool:
    """Whether a side controls every one of some hexes."""
    held = s.held(side)
    return all(held >> HEXES.number(word) & 1 for word in words)


def score_player_turn(s: OAOState) -> None:
    """4.2.9: the points of a Player Turn that no choice is needed for."""
    refresh_control(s)


def final_points(s: OAOState) -> list[tuple[str, int]]:
    """27.3, 27.8: the points that the end of a scenario brings, German ones positive."""
    found: list[tuple[str, int]] = []
    victory = s.rules.victory
    if "27.3" in victory.rules and not s.events[LORRAINE]:
        cities = sum(holds_all(s, "german", (word,)) for word in POINTS.lorraine_hexes)
        if cities:
            found.append(("27.3", POINTS.lorraine * cities))
    for name in victory.objectives:
        hexes = OBJECTIVES.get(name) or SPECIAL_CITIES[name]
        worth = POINTS.objective if name in OBJECTIVES else POINTS.special
        for side, sign in (("german", 1), ("allied", -1)):
            if holds_all(s, side, hexes):
                found.append((name, sign * worth))
    return found


def end_game(s: OAOState) -> None:
    """A14: the end of the scenario."""
    refresh_control(s)
    victory = s.rules.victory
    if victory.kind == "hexes":
        won = holds_all(s, victory.holder, victory.hexes)
        winner = victory.holder if won else FOE[victory.holder]
        places = ", ".join(dict.fromkeys(HEXES.name(HEXES.number(word)) for word in victory.hexes))
        reason = f"{NAMES[victory.holder]} {'controls' if won else 'does not control'} {places}."
        s.finish(winner, "victory", reason, "27.2", None)
        return
    for name, points in final_points(s):
        s.vp += points
        s.tell("points", name=name, points=points)
    if abs(s.vp) <= victory.draw:
        s.finish(None, "draw", f"Net Victory Points: {s.vp}.", "27.0", s.vp)
        return
    winner = "german" if s.vp > 0 else "allied"
    s.finish(winner, "victory", f"{NAMES[winner]} has {abs(s.vp)} Victory Points more.", "27.0", s.vp)
