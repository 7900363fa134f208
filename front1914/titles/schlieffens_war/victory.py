"""4.0: how the game is won."""

from __future__ import annotations

from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import GERMAN_CITY, LAST_TURN, PARIS


def end_of_turn(s: SWState) -> None:
    """5.6: sudden death on Turns 1 to 9 (R03), Plan XVII on Turn 7 after it (R05), points at the end of the last.

    A scenario that ends before Turn 10 tests sudden death on its last turn too, before the points are counted.
    """
    if s.rules.victory.sudden_death and s.turn < LAST_TURN:  # 4.3.b
        sudden_death(s)
    if s.result is None:
        plan_xvii(s)
    if s.result is None and s.turn == s.rules.last_turn:  # 5.6.d
        points(s)


def sudden_death(s: SWState) -> None:
    """4.2, 4.3: a Paris hex in German hands, a German city in Entente hands; both at once are a draw (R04)."""
    paris, city = bool(s.held("german") & PARIS), bool(s.held("entente") & GERMAN_CITY)  # 4.2.a, 4.3.a
    if paris and city:
        s.finish(None, "draw", "Paris and a German city have both fallen.", "5.6", s.vp)
    elif paris:
        s.finish("german", "sudden death", "The German Army is in Paris.", "4.2", s.vp)
    elif city:
        s.finish("entente", "sudden death", "The Entente holds a German city.", "4.3", s.vp)


def plan_xvii(s: SWState) -> None:
    """4.4, R01: too few French attacks into Germany by the end of Turn 7 lose the game at once."""
    due = s.rules.plan_xvii
    if due is not None and s.turn == due.turn and s.plan17 < due.attacks:  # 4.4.c, 5.6.b
        reason = f"The French made only {s.plan17} of {due.attacks} attacks into Germany."
        s.finish("german", "plan xvii", reason, "4.4", s.vp)


def withdrawal_refused(s: SWState) -> None:
    """4.5, 5.6.a, 9.4.b, R06: the German did not send two corps east on Turn 7."""
    s.finish("entente", "east front", "The German Army sent no two corps to the East Front.", "4.5", s.vp)


def points(s: SWState) -> None:
    """4.1, 4.6, 4.7: victory points; without Paris endangered the German cannot win (R02)."""
    vp, needed = s.vp, s.rules.victory
    if vp < needed.draw:
        s.finish("entente", "points", f"The German Army holds only {vp} cities.", "4.7", vp)
    elif vp < needed.german:  # 4.7.b
        s.finish(None, "draw", f"The German Army holds {vp} cities.", "4.7", vp)
    elif needed.paris_endangered and not s.paris:  # 4.7.c
        s.finish(None, "draw", f"The German Army holds {vp} cities, but Paris was never endangered.", "4.1", vp)
    else:
        s.finish("german", "points", f"The German Army holds {vp} cities.", "4.7", vp)
