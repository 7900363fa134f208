"""What a computer commander of Schlieffen's War values, in steps of an average corps: pure functions over views."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from front1914.engine.decision import Action
from front1914.kit.bits import from_members, members
from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.guess import rows, state_of
from front1914.play.judgement import Judgement, Role
from front1914.titles.schlieffens_war.charts import CONCENTRIC, CRT, TEC
from front1914.titles.schlieffens_war.combat.battle import odds_column
from front1914.titles.schlieffens_war.combat.shifts import (
    FINAL_EFFORT,
    attack_morale,
    concentric,
    defence_morale,
    open_ground,
    terrain,
)
from front1914.titles.schlieffens_war.movement import (
    FORCED,
    allowance,
    exempt,
    half,
    reach_of,
    refuse_forced_march,
    refuse_start,
)
from front1914.titles.schlieffens_war.stacking import foreign
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import (
    BELGIAN_AREA,
    BOARD,
    CITY,
    DEPOT,
    EXITS,
    FACTOR,
    FORTRESS,
    FULL,
    GERMAN_CITY,
    GERMANY,
    HEXES,
    IS_COMBAT,
    IS_CORPS,
    IS_DEPOT,
    IS_FORT,
    IS_HQ,
    MA,
    NATION,
    ON_RAIL,
    PARIS,
    PERIMETER,
    SCORING,
    SIDE,
    SIZE,
    TERRAIN,
    UNITS,
)
from tests.opponents.frozen.schlieffens_war import trains

roles: dict[str, Role] = {
    "move": "mover",
    "march": "place",
    "attack": "target",
    "attackers": "attacker",
    "advance": "advance",
    "return_to": "opening",
}
habits = {
    "place": ("historical",),
    "array": ("done",),
    "rally": ("withdraw", "bef", "sixth", "all", "unit"),
    "recover": ("withdraw", "bef", "sixth", "unit"),
    "return": ("withdraw", "bef", "sixth", "unit"),
    "landing": ("bef",),
    "withdraw": ("unit",),
    "bombard": ("coup", "artillery"),
    "probe": ("done",),
}

VP = 3.0  #: a victory point (4.6)
ENDANGER = 12.0  #: Paris endangered: without it the German cannot win (4.1)
SUDDEN = 60.0  #: what ends the game at once (4.2, 4.3)
RAID = 0.8  #: an enemy corps in Germany
PRICE = 0.3  #: what each further German corps must add to an attack: there are more places to attack than corps
LAST = 0.2  #: what a step is worth on the last turn, when only ground counts
PLAN_XVII = 7  #: attacks, by the end of this turn (4.4)
TYPICAL = {"german": 3.5, "french": 2.7, "british": 3.5, "belgian": 2.0}  #: a counter that is not seen
#: what a step is worth by nation: the French return to the cities behind their front (9.5), the Belgians never
STEP_WORTH = {"german": 0.8, "french": 0.4, "british": 0.5, "belgian": 1.5}
PRESSED = 8.0  #: how much the Entente looks to enemies near the city to which a corps returns
MORALE = {"fatigued": 0, "elan": 2}
FAILED, WON = 0.15, 0.05  #: what a level of morale lost or won is worth (11.20)
STEP = 1.75  #: the factor of one step of an average corps

HQ_OF = {depot: hq for hq, depot in DEPOT.items()}
COST = [max((cost for _, cost in exits), default=0) and TEC[TERRAIN[h]].move for h, exits in enumerate(EXITS)]
DEFENCE = [1.0 + 0.4 * (TEC[TERRAIN[h]].defence + (FORTRESS >> h & 1)) if TERRAIN[h] else 1.0 for h in range(SIZE)]

MILD = {"noise": 3.0}  #: of the recruit: the campaign forgives an Entente that merely stands its ground


def _piece(u: int, h: int, row: Mapping[str, Any], own: bool) -> Piece:
    steps = row.get("steps", FULL[u])
    morale = MORALE.get(row.get("morale", ""), 1)
    supply = row.get("supply", "in")
    factor = FACTOR[u][steps] if IS_COMBAT[u] else FACTOR[u][supply != "out"]
    if supply != "in" and IS_CORPS[u] and (own or supply == "out"):
        factor = half(factor)
    moves = MA[u] if supply == "in" else half(MA[u])
    moves = half(moves) if morale == 0 else moves
    return Piece(
        str(UNITS[u]),
        h,
        float(factor) if IS_COMBAT[u] or IS_HQ[u] else 0.0,
        steps,
        0 if IS_FORT[u] or (own and row.get("marched")) else moves,
        worth=_step_worth(u, supply) if IS_COMBAT[u] else 1.0,
        kind="fort" if IS_FORT[u] else "foot" if IS_CORPS[u] else "staff",
        fresh=(IS_CORPS[u] or IS_HQ[u]) and not row.get("attacked") and not row.get("probed"),
        holds=IS_FORT[u],
        area=BELGIAN_AREA if NATION[u] == "belgian" else -1,
        level=morale,
        size=1 if IS_COMBAT[u] else 0,
        extra=(NATION[u], u, IS_CORPS[u]),
    )


def _step_worth(u: int, supply: str) -> float:
    """What a step of the unit is worth; out of supply it is lost for good (8.8)."""
    forever = 2.0 if supply == "out" and IS_CORPS[u] else 1.0
    return forever * STEP_WORTH[NATION[u]] * max(FACTOR[u][FULL[u]] / FULL[u] / STEP, 0.3)


def sight(view: Mapping[str, Any]) -> Sight:
    """The map as the side sees it; a counter below the top of a stack is taken for a typical corps (6.6)."""
    side = view["side"]
    own: list[Piece] = []
    enemy: list[Piece] = []
    for u, h, row in rows(view, UNITS, HEXES):
        (own if SIDE[u] == side else enemy).append(_piece(u, h, row, SIDE[u] == side))
    for piece in view["pieces"]:
        if piece.get("hidden"):
            strength = TYPICAL[piece["nation"]]
            extra = (piece["nation"], -1, True)
            area = BELGIAN_AREA if piece["nation"] == "belgian" else -1
            enemy.append(Piece(piece["id"], HEXES.number(piece["at"]), strength, 2, 4, area=area, extra=extra))
    turn, turns = view["turn"], view["turns"] - view["turn"] + 1
    found = Sight(BOARD, side, turn, turns, own, enemy, goals(view, side), COST, DEFENCE, room=3, worst=3)
    found.final = side == "entente" and turns == 1
    found.extra = view
    found.temper = {"plan17": float(view["position"]["plan17"]), "campaign": float(view["scenario"] == "campaign")}
    if side == "german":
        found.temper["price"] = PRICE
    if turns == 1:
        for p in own + enemy:
            p.worth *= LAST
    return found


def prepare(s: Sight) -> SWState:
    """The state behind a sight, made once; with it, where the army could be supplied at the end of its marches."""
    if not isinstance(s.extra, SWState):
        s.extra = state_of("front1914.titles.schlieffens_war", s.extra)
        s.supplied = trains.prospect(s.extra, s.side)
    return s.extra


def reach(s: Sight, piece: Piece) -> dict[int, int]:
    """10.0: where a unit can go, with the points that it costs; forced marches only where they cost nothing (10.6)."""
    state, u = prepare(s), piece.extra[1]
    free = exempt(state) and refuse_forced_march(state, u) is None
    found = {state.at[u]: 0}
    if refuse_start(state, u) is None:
        away = foreign(state, NATION[u])
        for points, level in enumerate(reach_of(state, u, allowance(state, u) + (FORCED if free else 0)).levels):
            for h in members(level & ~away) if points else ():
                found[h] = points
    return found


def arrive(s: Sight, piece: Piece, node: int, points: int) -> Piece:
    """10.2: who stays gains a level of morale, who spends more than half its allowance loses one."""
    state, level = prepare(s), piece.level
    if not points:
        level = min(level + 1, 2)
    elif points > half(allowance(state, piece.extra[1])) and not exempt(state):
        level = max(level - 1, 0)
    return replace(piece, at=node, level=level)


def support(s: Sight, survey: Any) -> dict[str, tuple[int, str]]:
    """8.3 to 8.6: HQs and depots go where they keep the army in supply, and command."""
    found, s.supplied = trains.orders(prepare(s), s, survey.threat)
    return found


def held_by_german(view: Mapping[str, Any]) -> int:
    """3.3: bitset of the hexes under German control."""
    bits = GERMANY
    for word in view["control"]:
        bits ^= 1 << HEXES.number(word)
    return bits


def _perimeter(view: Mapping[str, Any]) -> list[int]:
    """4.1: the hexes of the Paris perimeter that are nearest to German corps: one entered is enough."""
    far = trains.distances(
        from_members(h for u, h, _ in rows(view, UNITS, HEXES) if SIDE[u] == "german" and IS_CORPS[u])
    )
    return sorted(members(PERIMETER & ~PARIS), key=lambda h: (far[h], h))[:4]


def goals(view: Mapping[str, Any], side: str) -> list[Goal]:
    """4.1 to 4.7: cities, Paris and its perimeter, German cities."""
    german = held_by_german(view)
    left = view["turns"] - view["turn"] + 1
    ours = german if side == "german" else ~german
    found = [Goal(h, VP, bool(ours >> h & 1), left, "4.6") for h in members(SCORING)]
    if view["scenario"] != "campaign":
        return found
    if left == 1:  # 5.6: sudden death ends with Turn 9; only points count, and whether Paris was endangered
        near = _perimeter(view) if side == "german" and not view["position"]["paris"] else []
        return found + [Goal(h, ENDANGER, False, left, "4.1") for h in near]
    found += [Goal(h, 8.0, bool(ours >> h & 1), left, "4.2", side == "entente") for h in members(PARIS)]
    if side == "entente":
        found += [Goal(h, 4.0, bool(ours >> h & 1), left, "4.3") for h in members(GERMAN_CITY)]
        found += [Goal(h, 5.0, False, left, "4.4") for h in _plan_xvii(view)]
    else:
        found += [Goal(h, 8.0, bool(ours >> h & 1), left, "4.3", True) for h in members(GERMAN_CITY)]
        found += [Goal(h, RAID, False, left, "8.6") for h in _raiders(view)]
        if not view["position"]["paris"]:
            found += [Goal(h, min(ENDANGER, 2.0 * view["turn"]), False, left, "4.1") for h in _perimeter(view)]
    return found


def _raiders(view: Mapping[str, Any]) -> list[int]:
    """Hexes of enemies in Germany or beside rails in German hands: they endanger cities (4.3) or cut supply (8.6)."""
    rails = held_by_german(view) & ON_RAIL
    ours = GERMANY | rails | BOARD.spread(rails)
    found = {
        h for u, h, _ in rows(view, UNITS, HEXES) if SIDE[u] == "entente" and IS_CORPS[u] and ours & ~SCORING >> h & 1
    }
    return sorted(found)


def _plan_xvii(view: Mapping[str, Any]) -> list[int]:
    """4.4: German-held hexes in Germany that French corps can get at soon, while attacks are still owed."""
    if view["turn"] > PLAN_XVII or view["position"]["plan17"] >= PLAN_XVII:
        return []
    french = enemy = 0
    for u, h, _ in rows(view, UNITS, HEXES):
        if NATION[u] == "french" and IS_CORPS[u]:
            french |= 1 << h
        elif SIDE[u] == "german" and GERMANY >> h & 1:
            enemy |= 1 << h
    near = french
    for _ in range(3):
        near |= BOARD.spread(near)
    return members(enemy & near)


def opening(view: Mapping[str, Any], step: str, actions: Sequence[Action], rng: random.Random) -> Action:
    """9.5: where a unit returns: a depot near its HQ, an HQ near corps, a corps where it is wanted most."""
    u = UNITS.number(view["position"]["flow"][-1][1])
    homes = [(HEXES.number(str(action.arg)), action) for action in actions if action.verb == "to"]
    return max(homes, key=lambda home: (_wanted(view, u, home[0]), rng.random()))[1]


def _wanted(view: Mapping[str, Any], u: int, h: int) -> float:
    near, side = trains.nearness(h), SIDE[u]
    hq = HEXES.find(view["position"]["units"].get(str(UNITS[HQ_OF[u]]), {}).get("at")) if IS_DEPOT[u] else None
    if hq is not None:
        return near[hq]
    corps = [(unit, at) for unit, at, _ in rows(view, UNITS, HEXES) if IS_CORPS[unit]]
    if not IS_CORPS[u]:
        return sum(near[at] for unit, at in corps if NATION[unit] == NATION[u])
    taken = sum(goal.worth * near[goal.node] for goal in goals(view, side) if not goal.mine)
    enemy = sum(near[at] for unit, at in corps if SIDE[unit] != side)
    own = sum(at == h for _, at in corps)
    return taken + (PRESSED if side == "entente" else 1.0) * enemy / (1 + own)


def mover(view: Mapping[str, Any]) -> tuple[str, int]:
    """The first of the units that are marching, and where it is."""
    unit = view["position"]["flow"][-1][1][0]
    return unit, HEXES.number(view["position"]["units"][unit]["at"])


def attack(view: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    _, target, chosen = view["position"]["flow"][-1]
    return HEXES.number(target), chosen


def advance(view: Mapping[str, Any]) -> int:
    """The hex that the defenders have left (11.22)."""
    return HEXES.number(next(frame[1] for frame in view["position"]["flow"] if frame[0] == "battle"))


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """11.8 to 11.20: every result of the table, with what the defender will make of it."""
    there = sorted((p for p in s.enemy if p.at == target), key=lambda p: -p.strength)
    fighting = [p for p in there if p.kind != "staff"] or there  # an HQ or a depot alone must defend itself (R98)
    staffs = [p for p in there if p.kind == "staff" and p.strength] if fighting is not there else []
    defenders = [*fighting[:2], *staffs[:1]]  # one HQ may take part (11.2)
    defence = max(1, round(sum(p.strength for p in defenders)))
    origins = sorted({p.at for p in pieces})
    shifts = [
        *terrain(target, origins),
        *attack_morale([p.level for p in pieces if p.extra[2]]),
        *defence_morale([p.level for p in defenders if p.extra[2]]),
    ]
    column = odds_column(round(sum(p.strength for p in pieces)), defence) + sum(shift.amount for shift in shifts)
    column += s.side == "entente" and s.turn in FINAL_EFFORT
    steps = sum(p.steps for p in fighting)
    stays = any(p.holds for p in there) or bool((FORTRESS | CITY) >> target & 1)  # who can, holds on to a city
    british = s.side == "german" and any(p.extra[0] == "british" for p in there)
    tired = sum(1 for p in pieces if p.level == 0 and p.extra[2])
    found = []
    for share, more in _columns(concentric(target, origins) and open_ground(target)):
        for (own, his), chance in CRT.odds(column + more).items():
            p = share * float(chance)
            found += _course(p, own + british, his, steps, stays, tired, len(pieces))
    return found


def _columns(enclosed: bool) -> list[tuple[float, int]]:
    """11.15: the die of a concentric attack."""
    return [(1 / 6, CONCENTRIC.read(0, face)) for face in range(1, 7)] if enclosed else [(1.0, 0)]


def _course(p: float, own: int, his: int, steps: int, stays: bool, tired: int, many: int) -> list[Fight]:
    """Who loses two or more may give way instead; who attacked in vain is the worse for it (11.20)."""
    failed = own + FAILED * (many - tired) + tired
    if his >= steps:
        return [Fight(p, own - WON * many, steps, True)]
    if his < 2 or stays:
        return [Fight(p, failed, his, False)]
    return [Fight(0.7 * p, own - WON * many, his - 0.5, True), Fight(0.3 * p, failed, his, False)]


def duty(s: Sight, target: int, pieces: list[Piece]) -> float:
    """4.4: seven attacks into Germany by French corps alone, by the end of Turn 7."""
    if s.side != "entente" or s.turn > PLAN_XVII or not s.temper["campaign"] or s.temper["plan17"] >= PLAN_XVII:
        return 0.0
    if not GERMANY >> target & 1 or any(p.extra[0] != "french" for p in pieces):
        return 0.0
    owed = (PLAN_XVII - s.temper["plan17"]) / (PLAN_XVII + 1 - s.turn)  # attacks a turn from now on
    return 6.0 * min(owed, 2.0)


def _soon_german(view: Mapping[str, Any]) -> int:
    """3.3: as `held_by_german`; a hex that a battle has emptied counts as taken, since it soon will be (11.22)."""
    german = held_by_german(view)
    for frame in view["position"]["flow"]:
        if frame[0] == "battle" and not any(row["at"] == frame[1] for row in view["position"]["units"].values()):
            bit = 1 << HEXES.number(frame[1])
            german = german | bit if view["active"] == "german" else german & ~bit
    return german


def evaluate(view: dict[str, Any], side: str) -> float:
    """For the small choices: steps, morale and supply of both sides, ground, and how near the end is."""
    if view["result"]:
        winner = view["result"]["winner"]
        return 0.0 if winner is None else 500.0 if winner == side else -500.0
    german = _soon_german(view)
    score: float = VP * (german & SCORING).bit_count() + SUDDEN * (german & PARIS).bit_count()
    score -= SUDDEN * (GERMAN_CITY & ~german).bit_count()
    score += ENDANGER * view["position"]["paris"] + 2.0 * view["position"]["coup"]
    if view["scenario"] == "campaign" and view["turn"] <= PLAN_XVII:
        score -= 3.0 * min(view["position"]["plan17"], PLAN_XVII)
    for u, _, row in rows(view, UNITS, HEXES):
        steps = row.get("steps", FULL[u])
        worth = FACTOR[u][steps] / STEP if IS_COMBAT[u] else 1.5
        worth += 0.4 * (MORALE.get(row.get("morale", ""), 1) - 1) if IS_CORPS[u] else 0.0
        worth -= 0.8 if row.get("supply") == "out" else 0.0
        score += worth if SIDE[u] == "german" else -worth
    for box in view["boxes"]:
        if box["id"] == "display":  # they may return (9.5)
            for word in box["pieces"]:
                u = UNITS.number(word)
                score += (0.5 if NATION[u] != "belgian" else 0.0) * (1 if SIDE[u] == "german" else -1)
    return score if side == "german" else -score


JUDGEMENT = Judgement(
    roles=roles,
    habits=habits,
    mild=MILD,
    evaluate=evaluate,
    sight=sight,
    mover=mover,
    attack=attack,
    battle=battle,
    advance=advance,
    reach=reach,
    arrive=arrive,
    support=support,
    duty=duty,
    opening=opening,
)
