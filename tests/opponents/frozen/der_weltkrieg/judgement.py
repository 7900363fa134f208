"""What a computer commander of Der Weltkrieg values, in steps: two Strength Points of infantry are one step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from front1914.engine.decision import Action
from front1914.kit.bits import members
from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.guess import rows, state_of
from front1914.play.judgement import Judgement, Role
from front1914.titles.der_weltkrieg.board import BOARD, CAPITAL, CITY, COUNTRY, HEXES, SIZE, TERRAIN, TERRAINS, WATER
from front1914.titles.der_weltkrieg.charts import TEC, losses
from front1914.titles.der_weltkrieg.combat.arithmetic import row as die_row
from front1914.titles.der_weltkrieg.combat.battle import ALL_UNITS, ASSAULT, GUNS_ONLY, NEEDS_NONE, Battle
from front1914.titles.der_weltkrieg.combat.defence import stand_of, terrains
from front1914.titles.der_weltkrieg.combat.forces import garrison
from front1914.titles.der_weltkrieg.combat.holding import verdict
from front1914.titles.der_weltkrieg.combat.payer import against
from front1914.titles.der_weltkrieg.combat.pockets import surrounded
from front1914.titles.der_weltkrieg.combat.strength import attack as strike
from front1914.titles.der_weltkrieg.combat.strength import counter, counterattackers
from front1914.titles.der_weltkrieg.combat.supplying import assign, bills
from front1914.titles.der_weltkrieg.costs import crossing
from front1914.titles.der_weltkrieg.marching import march, refuse_start
from front1914.titles.der_weltkrieg.nations import FOE, GERMAN, SIDE_OF, SIDES
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS
from front1914.titles.der_weltkrieg.state import IDLE, DWState
from front1914.titles.der_weltkrieg.terms import TERMS
from front1914.titles.der_weltkrieg.world import (
    BACK,
    HOME,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_DIVISION,
    IS_ENGINEER,
    IS_FORTRESS,
    IS_HQ,
    IS_INFANTRY,
    IS_RPL,
    MOVE,
    SIDE,
    UNITS,
)
from tests.opponents.frozen.der_weltkrieg import siege

roles: dict[str, Role] = {
    "move": "mover",
    "march": "place",
    "attack": "target",
    "attackers": "attacker",
    "advance": "advance",
    "distribute": "opening",
    "portion": "opening",
    "retreat": "opening",
    "stand": "opening",
}
habits = {
    "defend": ("commit",),
    "counter": ("commit",),
    "depot": ("unit", "done"),
    "intake": ("cancel",),
    "parts": ("all",),
    "muster": ("commit",),
    "berth": ("all",),
    "consign": ("cancel",),
    "train": ("detrain",),
    "corps": ("done",),
    "display": ("done",),
    "forts": ("done",),
    "fort": ("cancel",),
    "assemble": ("done",),
    "staff": ("done",),
    "voyage": ("cancel",),
    "river_battle": ("done",),
    "create": ("done",),
    "exchange": ("done",),
    "dig": ("to", "done"),
}

STEP = 2.0  #: Strength Points of a step
GUN_WORTH = 1.6  #: a step of artillery, which counts twice in demoralization (26-3) and is not replaced
FORT_WORTH = 1.2  #: a step of a fortress that decides the game
CITY_WORTH = 0.25  #: of a Demoralization Point that a city would cost
FORTRESS_GOAL = 14.0  #: the fortress of a scenario about one
SUPPLY = 0.06  #: a Supply Point
MOST_LOSS = 5  #: steps that one attack may cost those in a fortress
COSTLY = 3  #: Strength Points from which a retreat saves enough of them (14-3)
TOWN, STREETS = 15, 25  #: 26-3


def _ground(h: int) -> int:
    """Points to enter a hex, as a rule; 0 where nobody enters."""
    costs = [cost for b in BOARD.neighbours[h] if (cost := crossing(BOARD.link[h, b])) is not None]
    return max(1, round(sum(costs) / len(costs))) if costs else 0


def _shelter(h: int) -> float:
    """By how much a hex helps its defenders: the best hexsides that an attack would come through."""
    found = []
    for b in BOARD.neighbours[h]:
        chart = TEC[TERRAINS[TERRAIN[BOARD.link[h, b]]]]
        found.append(1.2 if chart.halved else -0.15 * chart.attack + 0.1 * chart.counterattack)
        found[-1] += 0.2 if WATER[BOARD.link[h, b]] else 0.0
    found.sort()
    return 1.6 + (sum(found[2:]) / max(1, len(found[2:])) if found else 0.0)


COST = [_ground(h) if h in HEXES.numbers else 0 for h in range(SIZE)]
DEFENCE = [_shelter(h) if h in HEXES.numbers else 1.0 for h in range(SIZE)]


# ---- what is seen


def _kind(u: int) -> str:
    if IS_FORTRESS[u]:
        return "fort"
    if IS_ARTILLERY[u]:
        return "gun"
    return "horse" if IS_CAVALRY[u] else "foot" if IS_INFANTRY[u] else "staff"


def _piece(u: int, h: int, row: Mapping[str, Any], own: bool) -> Piece:
    points, kind = row.get("strength", 0), _kind(u)
    reduced = bool(BACK[u]) and points <= BACK[u]
    still = kind in ("fort", "gun") or (own and row.get("moved"))  # guns get their orders with the headquarters
    return Piece(
        str(UNITS[u]),
        h,
        points / STEP if kind != "fort" else 1.5 * points / STEP,
        {"staff": 1, "fort": 0}.get(kind, max(1, round(points / STEP))),  # a fortress alone is no garrison
        0 if still else MOVE[u][reduced],
        worth={"gun": GUN_WORTH, "fort": FORT_WORTH}.get(kind, 1.0),
        kind=kind,
        fresh=kind in ("foot", "horse", "gun") and not row.get("attacked") and not row.get("entrained"),
        holds=kind in ("fort", "gun"),
        level=2 if kind == "gun" else 1,
        size=0 if kind in ("fort", "gun", "staff") else 2 if IS_DIVISION[u] else 1,
        extra=u,
    )


def sight(view: Mapping[str, Any]) -> Sight:
    """The map as the side sees it: everything but the enemy's Supply Points is open."""
    side = view["side"]
    own: list[Piece] = []
    enemy: list[Piece] = []
    for u, h, row in rows(view, UNITS, HEXES):
        (own if SIDE[u] == side else enemy).append(_piece(u, h, row, SIDE[u] == side))
    turn, turns = view["turn"], view["turns"] - view["turn"] + 1
    found = Sight(BOARD, side, turn, turns, own, enemy, goals(view, side), COST, DEFENCE, room=12, worst=MOST_LOSS)
    found.final = side == "entente" and turns == 1
    found.extra = view
    return found


def prepare(s: Sight) -> DWState:
    """A state that agrees with the view behind a sight, made once."""
    if not isinstance(s.extra, DWState):
        s.extra = state_of("front1914.titles.der_weltkrieg", s.extra)
    return s.extra


# ---- what matters


def fortress(view: Mapping[str, Any]) -> int | None:
    """The hex of the fortress that decides the scenario."""
    word = TERMS[view["scenario"]].victory.get("fortress")
    return None if word is None else HOME[UNITS.number(word)]


def goals(view: Mapping[str, Any], side: str) -> list[Goal]:
    """26-3: cities that nobody has occupied yet, or the fortress that decides."""
    left = view["turns"] - view["turn"] + 1
    decides = fortress(view)
    if decides is not None:
        mine = view["control"].get(str(HEXES[decides]), "entente") == side
        return [Goal(decides, FORTRESS_GOAL, mine, left, "a.6", side == "entente" and mine)]
    area, told = SCENARIOS[view["scenario"]].area, view["position"].get("hexes", {})
    found = []
    for h in members(CITY & area):
        owner = COUNTRY[h]
        if owner < 0 or told.get(str(HEXES[h]), {}).get("occupied"):
            continue
        points = (
            (STREETS if CAPITAL >> h & 1 else TOWN) * (2 if CAPITAL >> h & 1 else 1) * (2 if owner == GERMAN else 1)
        )
        mine = SIDE_OF[owner] == side
        found.append(Goal(h, CITY_WORTH * points, mine, left, "26-3", mine and bool(CAPITAL >> h & 1)))
    return found


# ---- marching


def reach(s: Sight, piece: Piece) -> dict[int, int]:
    """6, 10: where a unit can go on foot, with the points that it costs."""
    state, u = prepare(s), piece.extra
    found = {state.at[u]: 0}
    if refuse_start(state, u) is None and not state.entrained[u]:
        ways = march(state, (u,), IDLE)
        for h in members(ways.hexes):
            found[h] = ways.spent(h)
    return found


def placed(s: Sight) -> DWState:
    """The state with the pieces where they are planned to be."""
    after: DWState = prepare(s).copy()
    for piece in s.own:
        after.at[piece.extra] = piece.at
    return after


def support(s: Sight, survey: Any) -> dict[str, tuple[int, str]]:
    """18, 29: guns go where they can bombard a fortress, or with the infantry; Headquarters follow the guns."""
    return siege.orders(s, survey, placed(s))


def mover(view: Mapping[str, Any]) -> tuple[str, int]:
    """The first of the units that are marching, and where it is."""
    frame = view["position"]["flow"][-1]
    unit = frame[1][0] if isinstance(frame[1], list) else frame[1]
    return unit, HEXES.number(view["position"]["units"][unit]["at"])


# ---- fighting


def attack(view: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    frame = view["position"]["flow"][-1]
    return HEXES.number(frame[2][0]), frame[3]


def advance(view: Mapping[str, Any]) -> int:
    """The hex that the defenders have left (15-1)."""
    return HEXES.number(next(frame[3][0] for frame in reversed(view["position"]["flow"]) if frame[0] == "battle"))


def adjust(view: Mapping[str, Any], actions: Sequence[Action]) -> Action | None:
    """29-7: guns alone aim at the fortress."""
    aim = next((action for action in actions if action.verb == "aim"), None)
    return aim if aim is not None and view["position"]["flow"][-1][5] == ALL_UNITS else None


def _drafted(s: Sight, target: int, pieces: Sequence[Piece]) -> tuple[DWState, Battle]:
    """The attack as it would be fought, the pieces standing where they are planned to be."""
    state = prepare(s)
    if any(state.at[p.extra] != p.at for p in pieces):
        state = state.copy()
        for piece in pieces:
            state.at[piece.extra] = piece.at
    units = tuple(p.extra for p in pieces)
    paid = assign(state, units, against(state, target, s.side))
    guns = all(IS_ARTILLERY[u] for u in units)
    aim = GUNS_ONLY if guns and state.ground(FOE[s.side]).forts >> target & 1 else ALL_UNITS
    side = SIDES.index(s.side)
    before = tuple(state.strength[u] for u in units)
    b = Battle("battle", ASSAULT, side, (target,), units, tuple(paid[u] for u in units), before, (), aim)
    foes = tuple(garrison(state, FOE[s.side], target))
    ringed = tuple(u for u in units if surrounded(state, s.side, state.at[u]))
    beset = (target,) if surrounded(state, FOE[s.side], target) else ()
    return state, b._replace(defenders=foes, backers=(NEEDS_NONE,) * len(foes), ringed=ringed, beset=beset)


FACES = range(1, 7)


def _chances(s: DWState, b: Battle) -> dict[tuple[int, int], float]:
    """The chance of each pair of losses, the defender's first, on the ground that serves him best."""
    best: dict[tuple[int, int], float] = {}
    least = 0.0
    for terrain in terrains(s, b):
        on = b._replace(terrain=terrain)
        first, second = strike(s, on), counter(s, on) if counterattackers(s, on) else None
        found: dict[tuple[int, int], float] = {}
        gain = 0.0
        for a in FACES:
            his = losses(first.column, die_row(a, first.adjust), s.year)
            for c in FACES:
                mine = losses(second.column, die_row(c, second.adjust), s.year) if second is not None else 0
                found[his, mine] = found.get((his, mine), 0.0) + 1 / 36
                gain += mine - his
        if not best or gain > least:
            best, least = found, gain
    return best


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """13, 14: every pair of losses, with a defender who chooses his ground well and stands as long as he may."""
    state, b = _drafted(s, target, pieces)
    if not b.defenders:
        return [Fight(1.0, 0.0, 0.0, True)]
    stand = stand_of(state, b, target)
    there = sum(state.strength[u] for u in b.defenders if not IS_HQ[u])
    guns = sum(state.strength[u] for u in b.defenders if IS_ARTILLERY[u])
    goes = not all(IS_ARTILLERY[u] for u in b.attackers)
    found = []
    for (his, mine), chance in _chances(state, b).items():
        gone = his >= there
        driven = not gone and b.aim != GUNS_ONLY and verdict(stand, his).forced
        lost = min(his, there) if not driven else (2 * his + 1) // 3 + guns
        found.append(Fight(chance, mine / STEP, lost / STEP, (gone or driven) and goes))
    return found


def duty(s: Sight, target: int, pieces: list[Piece]) -> float:
    """19-2: what the attack costs in Supply Points, which a siege needs more than anything else."""
    state = prepare(s)
    units = [p.extra for p in pieces]
    use = against(state, target, s.side)
    due = bills(state, assign(state, units, use), use)
    cost = SUPPLY * sum(due.values())
    if siege.reserve(state, s.side, s.turns) and not all(IS_ARTILLERY[u] for u in units):
        kept = sum(state.supply[hq] - points for hq, points in due.items())
        if due and kept < siege.reserve(state, s.side, s.turns):
            cost += 2.0
    return -cost


# ---- small choices


def evaluate(view: dict[str, Any], side: str) -> float:
    """Strength, fortresses, Supply Points and Demoralization of both sides, and who stands in what decides."""
    if view["result"]:
        winner = view["result"]["winner"]
        return 0.0 if winner is None else 500.0 if winner == side else -500.0
    score = 0.0
    decides = fortress(view)
    for u, h, row in rows(view, UNITS, HEXES):
        sign = 1.0 if SIDE[u] == side else -1.0
        points = row.get("strength", 0) / STEP
        if IS_FORTRESS[u]:
            score += sign * points * (FORT_WORTH if h == decides else 0.5)
        elif IS_HQ[u]:
            score += sign * 4.0 + (SUPPLY * row.get("supply", 0) if SIDE[u] == side else 0.0)
        elif IS_ENGINEER[u] or IS_RPL[u]:
            score += sign * 1.0
        else:
            score += sign * points * (GUN_WORTH if IS_ARTILLERY[u] else 1.0)
        if h == decides and (IS_INFANTRY[u] or IS_CAVALRY[u]):
            score += sign * 1.5
    for goal in goals(view, side):
        score += goal.worth if goal.mine else 0.0
    return score


def opening(view: Mapping[str, Any], step: str, actions: Sequence[Action], rng: random.Random) -> Action:
    """25-7: Supply Points from home go to the poorest Headquarters, all at once. 14: stand or go, and where to."""
    if step == "retreat":
        return _way_back(view, actions)
    if step == "stand":
        return _stand_or_go(view, actions)
    if step == "portion":
        return max(actions, key=lambda action: int(action.arg or 0))
    held = {str(UNITS[u]): row.get("supply", 0) for u, _, row in rows(view, UNITS, HEXES)}
    takers = [action for action in actions if action.verb == "unit"]
    rest = [action for action in actions if action.verb == "done"]
    return min(takers, key=lambda action: (held.get(str(action.arg), 0), str(action.arg))) if takers else rest[0]


def _way_back(view: Mapping[str, Any], actions: Sequence[Action]) -> Action:
    """14-8: among the hexes that the rule leaves, to friends and forts, away from the enemy."""
    s = sight(view)
    friends = Counter(p.at for p in s.own)
    near = {h for p in s.enemy if not p.holds for h in BOARD.neighbours[p.at]}
    kept = {goal.node for goal in s.goals if goal.mine}
    ways = [(action, HEXES.find(action.arg)) for action in actions if action.verb == "to"]
    if not ways:
        return actions[0]
    return max(ways, key=lambda way: (way[1] in kept, way[1] not in near, friends[way[1] or 0], str(way[0])))[0]


def _stand_or_go(view: Mapping[str, Any], actions: Sequence[Action]) -> Action:
    """14-1, 14-3, 29-13: who leaves guns, a fortress or a goal behind loses more than a retreat saves."""
    frame = next(frame for frame in reversed(view["position"]["flow"]) if frame[0] == "battle")
    points = frame[Battle._fields.index("losses")]
    s, h = sight(view), HEXES.number(view["position"]["flow"][-1][1])
    here = [p for p in s.own if p.at == h]
    kept = any(p.kind in ("gun", "fort") for p in here) or any(goal.node == h and goal.mine for goal in s.goals)
    verb = "stand" if kept or points < COSTLY else "retreat"
    return next((action for action in actions if action.verb == verb), actions[0])


JUDGEMENT = Judgement(
    roles=roles,
    habits=habits,
    evaluate=evaluate,
    sight=sight,
    mover=mover,
    attack=attack,
    battle=battle,
    advance=advance,
    reach=reach,
    support=support,
    duty=duty,
    adjust=adjust,
    opening=opening,
)
