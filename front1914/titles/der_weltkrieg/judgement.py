"""What a computer commander of Der Weltkrieg values, in steps: two Strength Points of infantry are one step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from front1914.engine.decision import Action
from front1914.engine.terms import Terms
from front1914.kit.bits import members
from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.guess import rows, state_of
from front1914.play.judgement import Judgement, Role
from front1914.play.purpose import GAME, Purpose
from front1914.titles.der_weltkrieg import siege
from front1914.titles.der_weltkrieg.board import (
    BOARD,
    CAPITAL,
    CITY,
    COUNTRY,
    HEXES,
    OPEN_RING,
    SIZE,
    TERRAIN,
    TERRAINS,
    WATER,
)
from front1914.titles.der_weltkrieg.charts import TEC, losses
from front1914.titles.der_weltkrieg.combat.arithmetic import row as die_row
from front1914.titles.der_weltkrieg.combat.battle import ALL_UNITS, ASSAULT, GUNS_ONLY, NEEDS_NONE, Battle
from front1914.titles.der_weltkrieg.combat.battle import battle as fought
from front1914.titles.der_weltkrieg.combat.defence import stand_of, terrains
from front1914.titles.der_weltkrieg.combat.forces import garrison
from front1914.titles.der_weltkrieg.combat.holding import verdict
from front1914.titles.der_weltkrieg.combat.payer import against
from front1914.titles.der_weltkrieg.combat.pockets import connected, surrounded
from front1914.titles.der_weltkrieg.combat.strength import attack as strike
from front1914.titles.der_weltkrieg.combat.strength import counter, counterattackers
from front1914.titles.der_weltkrieg.combat.supplying import assign, bills
from front1914.titles.der_weltkrieg.costs import crossing
from front1914.titles.der_weltkrieg.danube import over_danube
from front1914.titles.der_weltkrieg.goals import last_turn, margin_terms
from front1914.titles.der_weltkrieg.history import follows
from front1914.titles.der_weltkrieg.marching import march, refuse_start
from front1914.titles.der_weltkrieg.nations import FOE, GERMAN, NATIONS, SIDE_OF, SIDES
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS
from front1914.titles.der_weltkrieg.state import IDLE, DWState
from front1914.titles.der_weltkrieg.terms import TERMS
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
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
    "terrain": "opening",
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
CITY_WORTH = 0.35  #: a Demoralization Point: two are a step, which is worth something besides
POCKET = 1.0  #: a step where no line of communication leads home: who surrenders counts twice (20-13, 26-3)
SIDE_WORTH = 4.0  #: a side of it that is shut to the guns
HEAVY = 13  #: points that the heaviest bombardment takes
FORTRESS_GOAL = 14.0  #: the fortress of a scenario about one
SUPPLY = 0.06  #: a Supply Point
MOST_LOSS = 5  #: steps that one attack may cost those in a fortress
DEEP = 2  #: divisions of the enemy that are reckoned with in one hex
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


@cache
def _cost(scenario: str) -> list[int]:
    """The same on the ground of a scenario: nobody goes beyond it."""
    area = SCENARIOS[scenario].area
    return [cost if area >> h & 1 else 0 for h, cost in enumerate(COST)]


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
    cost = _cost(view["scenario"])
    found = Sight(BOARD, side, turn, turns, own, enemy, goals(view, side), cost, DEFENCE, room=12, worst=MOST_LOSS)
    found.final = side == "entente" and turns == 1
    found.extra = view
    found.temper = {"strikes_first": 1.0, "bends": 1.0}
    decides = fortress(view)
    if decides is not None and side == "entente":
        found.worst = max(0, _spared(view, decides) - 1)
        found.temper["sallies"] = 1.0
    return found


def _spared(view: Mapping[str, Any], fort: int) -> int:
    """29-11: steps of infantry that spare a fortress the doubled guns, by the sides from which they can fire; 0 where
    there are not so many: they are of more use outside."""
    units = [(u, h, row.get("strength", 0)) for u, h, row in rows(view, UNITS, HEXES)]
    sides = OPEN_RING[fort] & sum(1 << h for h in {h for u, h, _ in units if SIDE[u] == "central"})
    need = siege.GARRISON * sides.bit_count()
    foot = sum(points for u, _, points in units if SIDE[u] == "entente" and IS_INFANTRY[u])
    return max(1, round(need / STEP)) if foot >= need else 0


def prepare(s: Sight) -> DWState:
    """A state that agrees with the view behind a sight, made once."""
    if not isinstance(s.extra, DWState):
        s.extra = state_of(__package__, s.extra)
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
        found = [Goal(decides, FORTRESS_GOAL, mine, left, "a.6", side == "entente" and mine and _needs(view, decides))]
        return found + (_sides(view, decides, left, side) if mine == (side == "entente") else [])
    area, told = SCENARIOS[view["scenario"]].area, view["position"].get("hexes", {})
    counted, wants = _counted(view["scenario"]), purpose(view, side)
    decided = "center" in TERMS[view["scenario"]].victory  # there a capital ends the game
    found = []
    for h in members(CITY & area):
        owner = COUNTRY[h]
        if owner not in counted or told.get(str(HEXES[h]), {}).get("occupied"):
            continue  # 26-2, a.5: the cities of others decide nothing
        points = (
            (STREETS if CAPITAL >> h & 1 else TOWN) * (2 if CAPITAL >> h & 1 else 1) * (2 if owner == GERMAN else 1)
        )
        mine = SIDE_OF[owner] == side
        worth = max(CITY_WORTH * points, _price(wants, points if SIDE_OF[owner] == "entente" else -points))
        found.append(Goal(h, worth, mine, left, "26-3", mine and bool(CAPITAL >> h & 1) and decided))
    return found


def _needs(view: Mapping[str, Any], fort: int) -> bool:
    """Whether infantry is of use in the fortress: it is spared the doubled guns, or may fall at once."""
    left = next((row.get("strength", 0) for u, h, row in rows(view, UNITS, HEXES) if IS_FORTRESS[u] and h == fort), 0)
    return left <= HEAVY or _spared(view, fort) > 0


@cache
def _counted(scenario: str) -> frozenset[int]:
    """a.5: nations whose Demoralization Points decide."""
    told = TERMS[scenario].victory
    return frozenset(NATIONS.number(word) for side in SIDES for word in told.get(side, ()))


def purpose(view: Mapping[str, Any], side: str) -> Purpose | None:
    """a.5: how the side stands by the margin of Demoralization Points; None where something else decides."""
    told = TERMS[view["scenario"]].victory
    if "entente" not in told:
        return None
    lost = {track["id"]: int(track["value"]) for track in view["tracks"]}
    entente, central = (sum(lost.get(f"dm-{word}", 0) for word in told[each]) for each in ("entente", "central"))
    later = view["turns"] - view["turn"]
    return _purpose(view["scenario"], entente - central, view["turn"], side, later, view["active"] == "central")


@lru_cache(maxsize=512)
def _purpose(scenario: str, margin: int, turn: int, side: str, later: int, first: bool) -> Purpose:
    meters, outcomes, _ = margin_terms(TERMS[scenario].victory)
    told = Terms(tuple(meters[:1]), tuple(outcomes), (), last_turn(scenario))
    moves = later + first, later + 1  # of the Central Powers, who move first, and of the Entente
    own, other = (moves, "entente") if side == "central" else (moves[::-1], "central")
    return Purpose(told, {"margin": margin}, turn, side, other, own)


@lru_cache(maxsize=4096)
def _price(wants: Purpose | None, points: int) -> float:
    """What it is worth that the margin changes by so many points, in steps."""
    return 0.0 if wants is None else GAME * abs(wants.chance({"margin": points}) - wants.chance())


def _sides(view: Mapping[str, Any], fort: int, left: int, side: str) -> list[Goal]:
    """29-10, 29-11: sides of the fortress from which guns could fire, if nobody stood there to shut them out."""
    units = [(u, h) for u, h, _ in rows(view, UNITS, HEXES)]
    fights = {h for u, h in units if SIDE[u] == "entente" and (IS_INFANTRY[u] or IS_CAVALRY[u])}
    ring = members(OPEN_RING[fort])
    if side == "central":
        return [Goal(h, SIDE_WORTH, False, left, "29-11") for h in ring if h in fights]
    enemy = {h for u, h in units if SIDE[u] != "entente"}
    near = {h for h in enemy if BOARD.distance(h, fort) <= 2}
    open_ = [h for h in ring if h not in enemy and any(BOARD.distance(h, e) == 1 for e in near)]
    posts = [Goal(h, SIDE_WORTH, h in fights, left, "29-11", post=True) for h in open_]
    return posts + [Goal(h, SIDE_WORTH, False, left, "29-11") for h in ring if h in enemy]


def suits(s: Sight, piece: Piece, goal: Goal) -> float:
    """29-11: only infantry counts in a fortress; cavalry is as good as anybody beside it."""
    if goal.vital:
        return 0.2 if piece.kind == "horse" else 1.0
    return follows(prepare(s), piece.extra, goal.node) if s.temper.get("history") and not goal.mine else 1.0


def stand(s: Sight, piece: Piece, node: int) -> float:
    """20: what it costs to end the turn where no line of communication would lead home."""
    if fortress_of(s):
        return 0.0
    home = connected(prepare(s), s.side)
    return 0.0 if (home | BOARD.spread(home)) >> node & 1 else -POCKET * piece.steps


def fortress_of(s: Sight) -> bool:
    """Whether a fortress decides the scenario: then who is shut up in it is where he should be."""
    return "fortress" in TERMS[prepare(s).scenario].victory


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
    return state, _fought(state, s.side, target, tuple(p.extra for p in pieces))


def _fought(state: DWState, side: str, target: int, units: tuple[int, ...]) -> Battle:
    """The attack of some units of a side."""
    paid = assign(state, units, against(state, target, side))
    guns = all(IS_ARTILLERY[u] for u in units)
    aim = GUNS_ONLY if guns and state.ground(FOE[side]).forts >> target & 1 else ALL_UNITS
    before = tuple(state.strength[u] for u in units)
    b = Battle("battle", ASSAULT, SIDES.index(side), (target,), units, tuple(paid[u] for u in units), before, (), aim)
    foes = tuple(garrison(state, FOE[side], target))
    ringed = tuple(u for u in units if surrounded(state, side, state.at[u]))
    beset = (target,) if surrounded(state, FOE[side], target) else ()
    return b._replace(defenders=foes, backers=(NEEDS_NONE,) * len(foes), ringed=ringed, beset=beset)


FACES = range(1, 7)


class Throws(NamedTuple):
    """What the two throws of a Combat may come to."""

    spares: float  #: what the attacker loses more than the defender, on average
    chances: dict[tuple[int, int], float]  #: of each pair of losses, the defender's first


def _on(s: DWState, b: Battle, terrain: int) -> Throws:
    """A Combat on certain ground."""
    on = b._replace(terrain=terrain)
    first, second = strike(s, on), counter(s, on) if counterattackers(s, on) else None
    return _thrown(first.column, first.adjust, *(second[1:3] if second is not None else (0, 0)), s.year)


@lru_cache(maxsize=65536)
def _thrown(first: int, adjust: int, second: int, other: int, year: int) -> Throws:
    """The same by the columns of the two throws, and what is added to their dice."""
    his, mine = (
        [losses(column, die_row(a, by), year) for a in FACES] for column, by in ((first, adjust), (second, other))
    )
    found: dict[tuple[int, int], float] = {}
    for a in his:
        for c in mine:
            found[a, c] = found.get((a, c), 0.0) + 1 / 36
    return Throws((sum(mine) - sum(his)) / 6, found)


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """13, 14: every pair of losses, with a defender who chooses his ground well and stands as long as he may."""
    return _fights(*_drafted(s, target, pieces))


def _fights(state: DWState, b: Battle) -> list[Fight]:
    if not b.defenders:
        return [Fight(1.0, 0.0, 0.0, True)]
    stand = stand_of(state, b, b.target)
    there = sum(state.strength[u] for u in b.defenders if not IS_HQ[u])
    guns = sum(state.strength[u] for u in b.defenders if IS_ARTILLERY[u])
    goes = not all(IS_ARTILLERY[u] for u in b.attackers)
    found = []
    best = max((_on(state, b, terrain) for terrain in terrains(state, b)), key=lambda throws: throws.spares)
    for (his, mine), chance in best.chances.items():
        gone = his >= there
        driven = not gone and b.aim != GUNS_ONLY and verdict(stand, his).forced
        lost = min(his, there) if not driven else (2 * his + 1) // 3 + guns
        found.append(Fight(chance, mine / STEP, lost / STEP, (gone or driven) and goes))
    return found


def lost(s: Sight, node: int, defenders: list[Piece], enemies: list[Piece]) -> float:
    """13, 14: the chance that a place falls to those who could come, or that they simply walk in."""
    strikers = sorted((p for p in enemies if p.kind in ("foot", "horse")), key=lambda p: (-p.strength, p.id))
    if not strikers or not any(p.kind in ("foot", "horse") for p in defenders):
        return float(bool(strikers))
    state, ours = prepare(s).copy(), {p.extra for p in defenders}
    for piece in s.own:  # who is not to stay is elsewhere
        if piece.extra in ours:
            state.at[piece.extra] = node
        elif piece.at == node and piece.kind in ("foot", "horse"):
            state.at[piece.extra] = ABSENT
    sides = list(members(OPEN_RING[node] & ~state.ground(s.side).units & ~state.neutral))
    units: list[int] = []
    for piece in strikers:
        near = [h for h in sides if BOARD.distance(piece.at, h) <= piece.moves and not _drowned(state, s.side, h, node)]
        full = [sum(state.at[u] == h for u in units) for h in near]
        ways = [(many, BOARD.distance(piece.at, h), h) for many, h in zip(full, near, strict=True) if many < DEEP]
        if ways:
            state.at[piece.extra] = min(ways)[2]
            units.append(piece.extra)
    if not units:
        return 0.0
    return sum(
        fight.probability for fight in _fights(state, _fought(state, FOE[s.side], node, tuple(units))) if fight.taken
    )


def _drowned(state: DWState, side: str, origin: int, node: int) -> bool:
    """35-3: whether the Danube lies between, and no engineer of the enemy is there."""
    return over_danube(origin, node) and not any(IS_ENGINEER[u] for u in state.own(FOE[side], origin))


def duty(s: Sight, target: int, pieces: list[Piece]) -> float:
    """19-2: what the attack costs in Supply Points, which a siege needs more than anything else."""
    state = prepare(s)
    units = [p.extra for p in pieces]
    use = against(state, target, s.side)
    due = bills(state, assign(state, units, use), use)
    cost = SUPPLY * sum(due.values())
    opens = any(goal.node == target and goal.rule == "29-11" for goal in s.goals)  # a side more for the guns
    if siege.reserve(state, s.side, s.turns) and not opens and not all(IS_ARTILLERY[u] for u in units):
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
    """25-7: Supply Points from home go to the poorest Headquarters, all at once. 13, 14: which ground, stand or go."""
    if step == "retreat":
        return _way_back(view, actions)
    if step == "stand":
        return _stand_or_go(view, actions)
    if step == "terrain":
        return _best_ground(view, actions)
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


def _best_ground(view: Mapping[str, Any], actions: Sequence[Action]) -> Action:
    """13-3: the ground on which the attacker loses most for what he gains, by exact odds; no fortress is given up."""
    state = state_of(__package__, view)
    b = fought(state)
    ways = [action for action in actions if action.verb == "terrain"]
    return max(ways, key=lambda action: _on(state, b, TERRAINS.index(str(action.arg))).spares)


JUDGEMENT = Judgement(
    roles=roles,
    habits=habits,
    steady=True,
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
    stand=stand,
    suits=suits,
    lost=lost,
    opening=opening,
)
