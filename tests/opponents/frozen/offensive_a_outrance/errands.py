"""What a staff answers when the schedule asks: where new armies are placed and what they receive, who leaves."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.decision import Action
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.schedule import BELGIEN
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    CORPS,
    DEPOT_OF,
    FOE,
    IS_DEPOT,
    IS_FORMATION,
    IS_LINE,
    IS_TRAIN,
    OWN,
    TRAIN_OF,
    UNITS,
)
from tests.opponents.frozen.offensive_a_outrance.strategy import second_line

Answer = tuple[Action, str]
NEAR, CLEAR = 6, 4  #: hexes that a Depot serves; hexes from the enemy at which it is safe
FIRST_CORPS = 2  #: what a new army receives at first
HISTORY = ("g-c11", "g-cGDR", "g-8-c")  #: who left for the East


def site(s: OAOState, side: str, actions: Sequence[Action]) -> Answer | None:
    """17.1: near Formations that are far from every Depot, and not too near to the enemy."""
    depots = [s.at[u] for u in OWN[side] if IS_DEPOT[u] and s.at[u] < SIZE]
    foes = [s.at[u] for u in OWN[FOE[side]] if IS_FORMATION[u] and s.at[u] < SIZE]
    far = {
        s.at[u]: min((BOARD.distance(s.at[u], d) for d in depots), default=NEAR)
        for u in OWN[side]
        if IS_LINE[u] and s.at[u] < SIZE
    }

    def worth(action: Action) -> tuple[float, str]:
        h = HEXES.number(str(action.arg))
        served = sum(need for place, need in far.items() if BOARD.distance(h, place) <= NEAR)
        threat = min((BOARD.distance(h, foe) for foe in foes), default=CLEAR)
        return served - 20.0 * max(0, CLEAR - threat), str(action)

    ways = [action for action in actions if action.verb == "to"]
    if not ways:
        return None
    best = max(ways, key=worth)
    return best, f"its Depot stands in {best.arg}, near Formations that are far from any other"


def endowment(s: OAOState, side: str, actions: Sequence[Action]) -> Answer | None:
    """5.1.2: the corps nearest to its Depot, two of them; Formations if there is no corps.

    Army Group Belgien watches Antwerpen: active corps are too good for it.
    """
    army = s.flow[-1][1]
    here = s.at[DEPOT_OF[army]]
    mine = sum(IS_TRAIN[u] and s.army[u] == army and s.at[u] < SIZE for u in OWN[side])
    some = any(IS_FORMATION[u] and s.army[u] == army and s.at[u] < SIZE for u in OWN[side])

    def apart(action: Action) -> tuple[int, str]:
        word = str(action.arg)
        u = TRAIN_OF[CORPS.number(word)] if action.verb == "corps" else UNITS.number(word)
        return BOARD.distance(here, s.at[u]), word

    def fit(action: Action) -> bool:
        word = str(action.arg)
        second = word.endswith("R") if action.verb == "corps" else second_line(UNITS.number(word))
        return army != BELGIEN or second

    offers = [a for verb in ("corps", "unit") for a in actions if a.verb == verb and fit(a)]
    corps = [action for action in offers if action.verb == "corps"]
    if (some and mine >= FIRST_CORPS) or not offers or (some and not corps):
        back = next(action for action in actions if action.verb == "back")
        return back, "the new army has enough to begin with"
    best = min(corps or offers, key=apart)
    return best, f"{best.arg} is nearest to its Depot"


def departure(s: OAOState, side: str, actions: Sequence[Action]) -> Answer | None:
    """25.2: as in history; else whoever is farthest from the enemy."""
    foes = [s.at[u] for u in OWN[FOE[side]] if IS_FORMATION[u] and s.at[u] < SIZE]

    def worth(action: Action) -> tuple[bool, int, str]:
        word = str(action.arg)
        u = TRAIN_OF[CORPS.number(word)] if action.verb == "corps" else UNITS.number(word)
        return word in HISTORY, min((BOARD.distance(s.at[u], foe) for foe in foes), default=0), word

    best = max(actions, key=worth)
    return best, f"{best.arg} leaves: it is the least missed"


def brigade(s: OAOState, side: str, actions: Sequence[Action]) -> Answer | None:
    """25.4.1: the weakest leaves."""
    best = min(actions, key=lambda a: (s.attack(UNITS.number(str(a.arg))), str(a)))
    return best, f"{best.arg} is the weakest"
