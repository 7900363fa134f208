"""How a computer commander answers what a fight asks of it: where to retreat, who suffers, how hard to fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from front1914.engine.decision import Action
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.combat.battle import CALM, INTENSE, battle
from front1914.titles.offensive_a_outrance.combat.parties import fronts, parties
from front1914.titles.offensive_a_outrance.command import errands, gunners
from front1914.titles.offensive_a_outrance.command.forecast import Prospect, odds, prospect
from front1914.titles.offensive_a_outrance.command.strategy import MANDATE, hopeless, owes
from front1914.titles.offensive_a_outrance.plans import mandated_by
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import lorraine
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    FACES,
    FOE,
    IS_DEPOT,
    IS_FORMATION,
    MOST_SR,
    OWN,
    UNITS,
)

Prized = Mapping[int, float]  #: by hex: what it is worth to have it
Answer = tuple[Action, str]
CLEAR = 5  #: hexes from the enemy at which a Depot is safe
OPEN = 0.4  #: what ground is worth that is no goal


def answer(s: OAOState, side: str, step: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """The answer to a step, and why; None if there is no thought for it."""
    thought = _THOUGHTS.get(step)
    return thought(s, side, actions, prized) if thought is not None else None


def _retreat(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """11.1: out of enemy zones, into what counts if it can be, else towards the Depots and among friends."""
    foe, mine = s.ground(FOE[side]), s.ground(side)
    depots = [s.at[u] for u in OWN[side] if IS_DEPOT[u] and s.at[u] < SIZE]

    def badness(action: Action) -> tuple[float, str]:
        h = HEXES.number(str(action.arg))
        bad = 4.0 * (foe.zone >> h & 1) - prized.get(h, 0.0) - 0.3 * (mine.combat >> h & 1)
        return bad + 0.3 * min((BOARD.distance(h, d) for d in depots), default=0), str(action)

    ways = [action for action in actions if action.verb == "to"]
    if not ways:
        return _shut_in(s, actions)
    best = min(ways, key=badness)
    return best, f"back to {best.arg}: clear of the enemy if it can be, towards the Depot"


def _shut_in(s: OAOState, actions: Sequence[Action]) -> Answer | None:
    """11.1.5: a Force of the stack may still find room by itself; who lets others go first ends nothing."""
    stand = next((action for action in actions if action.verb == "stand"), None)
    if stand is None:
        return None
    apart = [a for a in actions if a.verb == "unit" and UNITS.number(str(a.arg)) in s.flow[-1][1]]
    if apart:
        return apart[0], f"{apart[0].arg} looks for a way by itself: there is none for all of them"
    return stand, "there is no way back"


def _haven(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """15.6.2: a Depot goes behind the army that it serves, out of the enemy's reach."""
    army = s.army[s.flow[-1][1]]
    flock = [s.at[u] for u in OWN[side] if IS_FORMATION[u] and s.army[u] == army and s.at[u] < SIZE]
    foes = [s.at[u] for u in OWN[FOE[side]] if IS_FORMATION[u] and s.at[u] < SIZE]

    def badness(action: Action) -> tuple[float, str]:
        h = HEXES.number(str(action.arg))
        near = min((BOARD.distance(h, g) for g in foes), default=CLEAR)
        far = sum(BOARD.distance(h, g) for g in flock) / max(1, len(flock))
        return far + 3 * max(0, CLEAR - near), str(action)

    best = min((action for action in actions if action.verb == "to"), key=badness)
    return best, f"the Depot goes to {best.arg}, behind its army"


def _loss(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """9.10.2: whoever loses least by it."""

    def cost(action: Action) -> tuple[int, str]:
        u = UNITS.number(str(action.arg))
        after = FACES[u][s.sr[u] + 1] if s.sr[u] < MOST_SR[u] else (-2, -2)
        return s.attack(u) + s.defence(u) - sum(after), str(action)

    best = min((a for a in actions if a.verb == "unit"), key=cost)
    return best, f"{best.arg} suffers the reduction: it loses {cost(best)[0]} points, the others more"


def _intensity(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """9.8: with full intensity if the ground is worth what it costs."""
    b = battle(s)
    defending = s.flow[-1][1] == 1
    party = [(h, force) for force in parties(s, b.attackers, s.active) for h in fronts(s, force[0], b.target)[:1]]
    found = odds(s, b.target, party)
    if found is None:
        return None
    found = found._replace(column=b.column, modifier=b.modifier)
    worth = OPEN + prized.get(b.target, 0.0)

    def value(bold: int) -> float:
        chance: Prospect = prospect(found, (b.bold[0], bold) if defending else (bold, CALM))
        total = chance.enemy - chance.own + worth * chance.taken
        return -total if defending else total

    gain = value(INTENSE) - value(CALM)
    if not defending and any(owes(s, army) for army in mandated_by(s, b.attackers)):
        gain += MANDATE
    verb = "intense" if gain > 0 else "calm"
    action = next(a for a in actions if a.verb == verb)
    return action, f"{verb}: full intensity changes the outcome by {gain:+.2f} steps"


def _arrival(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """16.1: the strongest comes."""
    best = max(actions, key=lambda a: (s.attack(UNITS.number(str(a.arg))), str(a)))
    return best, f"{best.arg} comes: it is the strongest"


def _entry(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """16.1: where what counts is nearest."""
    ways = [a for a in actions if a.verb == "to"]
    if not ways or not prized:
        return None
    best = min(ways, key=lambda a: (min(BOARD.distance(HEXES.number(str(a.arg)), g) for g in prized), str(a)))
    return best, f"it enters at {best.arg}, nearest to what counts"


def _quiet(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """8.2, 8.3: Cavalry stays where it is, if it may."""
    found = next((a for verb in ("rest", "stay", "done") for a in actions if a.verb == verb), None)
    return (found, "it stays where it was put") if found is not None else _retreat(s, side, actions, prized)


def _excess(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """3.1.3: the weakest goes."""
    best = min(actions, key=lambda a: (s.attack(UNITS.number(str(a.arg))), str(a)))
    return best, f"{best.arg} is the least of those who find no room"


def _claim(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """27.3: with two cities in hand he does not wait for the third; for one he waits."""
    number = lorraine(s)
    verb = "take" if number > 1 else "done"
    action = next(a for a in actions if a.verb == verb)
    return action, f"{number} of three cities: {'enough' if number > 1 else 'there is time for more'}"


def _station(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """7.7.3: a unit on the rails goes where its army fights, or its side if the army has nobody there yet."""
    u = s.flow[-1][1]
    flock = [v for v in OWN[side] if IS_FORMATION[v] and s.at[v] < SIZE and v != u and not s.rail[v]]
    mine = [s.at[v] for v in flock if s.army[v] == s.army[u]] or [s.at[v] for v in flock]
    ways = [action for action in actions if action.verb == "to"]
    if not ways or not mine:
        return next(((a, "it waits") for a in actions if a.verb in ("back", "stay")), None)

    def far(action: Action) -> tuple[int, str]:
        h = HEXES.number(str(action.arg))
        return sum(sorted(BOARD.distance(h, g) for g in mine)[: len(mine) // 2 + 1]), str(action)

    best = min(ways, key=far)
    return best, f"by rail to {best.arg}, where its army fights"


def _storm(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """12.3.4: the weakest takes the hex: it is enough to hold it."""
    able = [a for a in actions if a.verb == "unit"]
    best = min(able, key=lambda a: (s.defence(UNITS.number(str(a.arg))), str(a)))
    return best, f"{best.arg} takes the ruins: the camp is split, and the strong go on watching it"


def _mend(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """12.4: the Fortress with the fewest steps left, so that none is lost."""
    best = max(actions, key=lambda a: (s.sr[UNITS.number(str(a.arg))], s.at[UNITS.number(str(a.arg))] < SIZE, str(a)))
    return best, f"{best.arg} has suffered most"


def _abandon(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """26.3: a plan is given up when it only holds back an army that needs its freedom."""
    offered = {ARMIES.number(str(a.arg)): a for a in actions if a.verb == "army"}
    army = hopeless(s, side, list(offered))
    if army is None:
        return next(a for a in actions if a.verb == "done"), "the plans are kept"
    return offered[army], f"{ARMIES.name(army)} needs its freedom more than its plan"


def _rear(s: OAOState, side: str, actions: Sequence[Action], prized: Prized) -> Answer | None:
    """15.7, 17.1: close behind the own Formations, out of the enemy's reach."""
    own = [s.at[u] for u in OWN[side] if IS_FORMATION[u] and s.at[u] < SIZE]
    foes = [s.at[u] for u in OWN[FOE[side]] if IS_FORMATION[u] and s.at[u] < SIZE]

    def badness(action: Action) -> tuple[float, str]:
        h = HEXES.number(str(action.arg))
        near = min((BOARD.distance(h, g) for g in foes), default=CLEAR)
        return min((BOARD.distance(h, g) for g in own), default=0) + 3.0 * max(0, CLEAR - near) + 0.1 * near, str(
            action
        )

    ways = [a for a in actions if a.verb == "to"]
    if not ways:
        return None
    best = min(ways, key=badness)
    return best, f"{best.arg}: behind the own Formations"


_THOUGHTS: dict[str, Callable[[OAOState, str, Sequence[Action], Prized], Answer | None]] = {
    "retreat": _retreat,
    "half_back": _retreat,
    "displace": _haven,
    "loss": _loss,
    "intensity": _intensity,
    "choose_arrival": _arrival,
    "place_arrival": _entry,
    "react": _quiet,
    "retire": _quiet,
    "overstack": _excess,
    "storm": _storm,
    "make_room": _retreat,
    "mend": _mend,
    "claim": _claim,
    "board": _station,
    "return": _station,
    "divert": _station,
    "sail": _station,
    **gunners.THOUGHTS,
    "army_arrival": lambda s, side, actions, _: errands.site(s, side, actions),
    "endow": lambda s, side, actions, _: errands.endowment(s, side, actions),
    "eastern": lambda s, side, actions, _: errands.departure(s, side, actions),
    "eastern_divisions": lambda s, side, actions, _: errands.departure(s, side, actions),
    "eastern_cavalry": lambda s, side, actions, _: errands.departure(s, side, actions),
    "landwehr": lambda s, side, actions, _: errands.brigade(s, side, actions),
    "abandon_plan": _abandon,
    "second_place": _rear,
    "destination": _rear,
}
