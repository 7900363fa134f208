"""What a computer commander of Schlieffen's War values, in steps of an average corps: pure functions over views."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from front1914.engine.decision import Action
from front1914.engine.game import Game
from front1914.engine.terms import Objective, Terms
from front1914.kit.bits import from_members, members
from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.guess import rows, state_of
from front1914.play.judgement import Judgement, Role
from front1914.play.purpose import Aim, Purpose
from front1914.titles.schlieffens_war import paths, trains
from front1914.titles.schlieffens_war.charts import CONCENTRIC, CRT, HEAVY_ARTILLERY, TEC
from front1914.titles.schlieffens_war.combat.battle import odds_column
from front1914.titles.schlieffens_war.combat.markers import battery
from front1914.titles.schlieffens_war.combat.shifts import (
    FINAL_EFFORT,
    attack_morale,
    concentric,
    defence_morale,
    open_ground,
    terrain,
)
from front1914.titles.schlieffens_war.combat.strength import all_supplied
from front1914.titles.schlieffens_war.goals import terms
from front1914.titles.schlieffens_war.history import follows
from front1914.titles.schlieffens_war.movement import (
    FORCED,
    allowance,
    exempt,
    half,
    reach_of,
    refuse_forced_march,
    refuse_start,
)
from front1914.titles.schlieffens_war.scenarios import SCENARIOS
from front1914.titles.schlieffens_war.stacking import foreign
from front1914.titles.schlieffens_war.state import OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.supply import supplied
from front1914.titles.schlieffens_war.world import (
    ARMY,
    BELGIAN_AREA,
    BIT,
    BOARD,
    CITY,
    DEPOT,
    DISPLAY,
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
    NEXT,
    ON_RAIL,
    PARENTHESES,
    PARIS,
    PERIMETER,
    SCORING,
    SIDE,
    SIZE,
    TERRAIN,
    UNIT_ROWS,
    UNITS,
)

roles: dict[str, Role] = {
    "move": "mover",
    "march": "place",
    "attack": "target",
    "attackers": "attacker",
    "advance": "advance",
    "probe": "prober",
    "probe_to": "prober",
    "return_to": "opening",
    "withdraw": "reply",
    "land": "reply",
    "arrive": "reply",
}
habits = {
    "place": ("historical",),
    "array": ("done",),
    "rally": ("withdraw", "bef", "sixth", "all", "unit"),
    "recover": ("withdraw", "bef", "sixth", "unit"),
    "return": ("withdraw", "bef", "sixth", "unit"),
    "landing": ("bef",),
    "bombard": ("coup", "artillery"),
}

VP = 3.0  #: a victory point (4.6)
ENDANGER = 12.0  #: Paris endangered: without it the German cannot win (4.1)
SUDDEN = 60.0  #: what ends the game at once (4.2, 4.3)
RAID = 0.8  #: an enemy corps in Germany
PRICE = 0.3  #: what each further German corps must add to an attack: there are more places to attack than corps
ERRAND = 0.5  #: the same where few corps have much to walk into, by what a city is worth: half of one that it takes so
HUNGRY = 1.5  #: what it costs a corps to be out of supply at the end of its turn (8.8)
SHUT_UP = 0.5  #: the same in a heavy fortress (8.9)
LAST = 0.2  #: what a step is worth on the last turn, when only ground counts
PLAN_XVII = 7  #: attacks, by the end of this turn (4.4)
TYPICAL = {"german": 3.5, "french": 2.7, "british": 3.5, "belgian": 2.0}  #: a counter that is not seen
#: what a step is worth by nation: the French return to the cities behind their front (9.5), the Belgians never
STEP_WORTH = {"german": 0.8, "french": 0.4, "british": 0.5, "belgian": 1.5}
PRESSED = 8.0  #: how much the Entente looks to enemies near the city to which a corps returns
MORALE = {"fatigued": 0, "elan": 2}
FAILED, WON = 0.15, 0.05  #: what a level of morale lost or won is worth (11.20)
STRIKING = 4  #: corps of the enemy that are reckoned with at one place
STEP = 1.75  #: the factor of one step of an average corps

BAND, ASTRAY = 3, 0.25  #: rows on either side of its own that belong to an army; what goals far beyond still count
EFFORT = 1.3  #: how much more Paris counts for the right wing than for itself
RIDES = 2.0  #: and for cavalry, which is missed least elsewhere
NEAREST = 4  #: hexes around Paris that are made for
USUAL_MA = 4  #: what infantry marches
#: the rows of armies that are not those of their HQs: a strong right wing, for most cities and Paris lie there
ROWS = {("german", "3"): 13, ("german", "4"): 14, ("german", "5"): 16}
#: by corps: the row of its army
ZONES = {
    u: ROWS.get((NATION[hq], ARMY[hq]), int(UNIT_ROWS[hq].hex[:2]))
    for hq in UNITS.numbers
    if IS_HQ[hq] and UNIT_ROWS[hq].hex and ARMY[hq]
    for u in UNITS.numbers
    if IS_CORPS[u] and (NATION[u], ARMY[u]) == (NATION[hq], ARMY[hq])
}
WING = frozenset("1234")  #: the armies of the right wing: they make for Paris (4.1)
HQ_OF = {depot: hq for hq, depot in DEPOT.items()}
COST = [max((cost for _, cost in exits), default=0) and TEC[TERRAIN[h]].move for h, exits in enumerate(EXITS)]
DEFENCE = [1.0 + 0.4 * (TEC[TERRAIN[h]].defence + (FORTRESS >> h & 1)) if TERRAIN[h] else 1.0 for h in range(SIZE)]

MILD = {"noise": 3.0}  #: of the recruit: the campaign forgives an Entente that merely stands its ground


def _piece(u: int, h: int, row: Mapping[str, Any], own: bool, more: int | None = None) -> Piece:
    """`more` is None for who marches with what it has now; an enemy whom nobody pins rests before he marches (9.5), and
    may go on by so much more."""
    steps = row.get("steps", FULL[u])
    morale = MORALE.get(row.get("morale", ""), 1)
    supply = row.get("supply", "in")
    factor = FACTOR[u][steps] if IS_COMBAT[u] else FACTOR[u][supply != "out"]
    if supply != "in" and IS_CORPS[u] and (own or supply == "out"):
        factor = half(factor)
    moves = MA[u] if supply == "in" else half(MA[u])
    if morale == 0 and more is None:
        moves = half(moves)
    elif more is not None and supply == "in":
        moves += more
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
        extra=(NATION[u], u, IS_CORPS[u], 0),
    )


def _step_worth(u: int, supply: str) -> float:
    """What a step of the unit is worth; out of supply it is lost for good (8.8)."""
    forever = 2.0 if supply == "out" and IS_CORPS[u] else 1.0
    return forever * STEP_WORTH[NATION[u]] * max(FACTOR[u][FULL[u]] / FULL[u] / STEP, 0.3)


def sight(view: Mapping[str, Any]) -> Sight:
    """The map as the side sees it; a counter below the top of a stack is taken for a typical corps (6.6)."""
    side = view["side"]
    own = [_piece(u, h, row, True) for u, h, row in rows(view, UNITS, HEXES) if SIDE[u] == side]
    pins = _zones(own)
    more = FORCED if side == "german" and view["turn"] == view["turns"] else 0  # when nobody asks what it costs (10.6)
    enemy = [
        _piece(u, h, row, False, None if pins >> h & 1 or not IS_CORPS[u] else more)
        for u, h, row in rows(view, UNITS, HEXES)
        if SIDE[u] != side
    ]
    for piece in view["pieces"]:
        if piece.get("hidden"):
            strength = TYPICAL[piece["nation"]]
            extra = (piece["nation"], -1, True, _fastest(view, piece["nation"]))
            area = BELGIAN_AREA if piece["nation"] == "belgian" else -1
            enemy.append(Piece(piece["id"], HEXES.number(piece["at"]), strength, 2, 4, area=area, extra=extra))
    turn, turns = view["turn"], view["turns"] - view["turn"] + 1
    found = Sight(BOARD, side, turn, turns, own, enemy, goals(view, side), COST, DEFENCE, room=3, worst=3)
    found.final = side == "entente" and turns == 1
    found.zoneless = FORTRESS
    found.extra = view
    found.temper = {"plan17": float(view["position"]["plan17"]), "campaign": float(view["scenario"] == "campaign")}
    found.temper["reserve"] = float(view["scenario"] == "campaign")
    found.temper["keeps_first"] = float(turns == 1)  # before that a field army does more for a place than a garrison
    found.temper["unwatched"] = float(turns > 1)  # a corps in a fortress is besieged with it
    if side == "german":
        found.temper["price"] = PRICE if view["scenario"] == "campaign" else _errand(found)
    if turns == 1:
        for p in own + enemy:
            p.worth *= LAST
    return found


def _fastest(view: Mapping[str, Any], nation: str) -> int:
    """6.6: how far a corps of a nation could march of which only its counter is seen: nobody knows who it is."""
    known = {*view["position"]["units"], *(word for box in view["boxes"] for word in box["pieces"])}
    corps = (u for u in UNITS.numbers if IS_CORPS[u] and NATION[u] == nation and str(UNITS[u]) not in known)
    return max((MA[u] for u in corps), default=0)


def _zones(pieces: Sequence[Piece]) -> int:
    """7.0: bitset of the hexes in a zone of control of some corps; who is in a fortress has none."""
    return BOARD.spread(from_members(p.at for p in pieces if p.extra[2] and not FORTRESS >> p.at & 1))


def _errand(s: Sight) -> float:
    """What a corps does meanwhile that takes no part in an attack, as long as there are turns to do it in."""
    open_ = [goal.worth for goal in s.goals if not goal.mine]
    return ERRAND * min(open_, default=0.0) if s.turns > 1 else PRICE


def prepare(s: Sight) -> SWState:
    """The state behind a sight, made once; with it, where the army could be supplied at the end of its marches."""
    if not isinstance(s.extra, SWState):
        s.extra = state_of(__package__, s.extra)
        s.supplied = trains.prospect(s.extra, s.side)
    return s.extra


def reach(s: Sight, piece: Piece) -> dict[int, int]:
    """10.0: where a unit can go, with the points that it costs; forced marches only where they cost nothing (10.6), and
    on the last turn to what counts, when nobody asks any more what they cost."""
    state, u = prepare(s), piece.extra[1]
    free, last = exempt(state), s.turns == 1
    forced = (free or last) and refuse_forced_march(state, u) is None
    found = {state.at[u]: 0}
    if refuse_start(state, u) is None:
        away, most = foreign(state, NATION[u]), allowance(state, u)
        aims = from_members(goal.node for goal in s.goals if not goal.mine)
        for points, level in enumerate(reach_of(state, u, most + (FORCED if forced else 0)).levels):
            open_ = level & ~away & (aims if points > most and not free else -1)
            for h in members(open_) if points else ():
                found[h] = points
    return found


def goes(s: Sight, piece: Piece) -> dict[int, int]:
    """Where a commander sends it: a German corps of the campaign keeps to the rows of its army, or comes nearer to
    them; cities that must not be lost lie everywhere."""
    found, u = reach(s, piece), piece.extra[1]
    if u not in ZONES or s.side != "german" or not s.temper["campaign"]:
        return found
    first, last = ZONES[u] - BAND, ZONES[u] + BAND + (s.turn // 2 if ARMY[u] in WING else 0)  # the wing wheels

    def beyond(h: int) -> int:
        return max(first - _row(h), _row(h) - last, 0)

    here, vital = beyond(next(iter(found))), {goal.node for goal in s.goals if goal.vital}
    return {h: cost for h, cost in found.items() if not cost or beyond(h) <= max(0, here - 1) or h in vital}


def arrive(s: Sight, piece: Piece, node: int, points: int) -> Piece:
    """10.2: who stays gains a level of morale, who spends more than half its allowance loses one."""
    state, level = prepare(s), piece.level
    if not points:
        level = min(level + 1, 2)
    elif points > half(allowance(state, piece.extra[1])) and not exempt(state):
        level = max(level - 1, 0)
    return replace(piece, at=node, level=level)


def probes(s: Sight, piece: Piece, node: int) -> int:
    """11.1: bitset of the hexes into which a corps could probe from there: free of enemies, beside one."""
    u = piece.extra[1]
    if not IS_CORPS[u] or PARENTHESES[u] or not piece.level:
        return 0
    enemy = from_members(p.at for p in s.enemy)
    found = NEXT[node] & BOARD.spread(enemy) & ~enemy & ~foreign(prepare(s), NATION[u])
    return found & piece.area & prepare(s).rules.area


def walked(s: Sight, without: Container[str]) -> int:
    """7.1, 10.3: where a corps of the enemy could march next; who is not seen (6.6) may be the fastest of all."""
    ours = [p for p in s.own if p.id not in without]
    zone, there = _zones(ours), from_members(p.at for p in ours)
    rules, found = prepare(s).rules, 0
    for at, points, area in {(p.at, max(p.moves, p.extra[3]), p.area) for p in s.enemy if p.extra[2]}:
        found |= paths.reach(paths.ON_FOOT, at, points, zone, there | rules.beyond | ~area).bits
    return found


def suits(s: Sight, piece: Piece, goal: Goal) -> float:
    """An army has its zone, the rows around its place in the array: armies that swap theirs are nowhere in the end.

    The German zones reach further south with every turn, as the right wing wheels.
    """
    zone = ZONES.get(piece.extra[1])
    if zone is None or not s.temper["campaign"] or goal.vital:
        return 1.0
    told = follows(piece.extra[1], goal.node, s.turn) if s.temper.get("history") else 1.0
    if goal.rule == "4.1":
        rides = RIDES if MA[piece.extra[1]] > USUAL_MA else 1.0
        return told * rides * (EFFORT if ARMY[piece.extra[1]] in WING else ASTRAY)
    row, german = _row(goal.node), s.side == "german"
    beyond = max(zone - BAND - row, row - zone - BAND - (s.turn // 2 if german else 0), 0)
    return told * (1.0 if not beyond else max(ASTRAY, 1.0 - 0.15 * beyond))


def _row(h: int) -> int:
    """The row of a hex: they run from north to south."""
    return int(str(HEXES[h])[:2])


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


def _perimeter(view: Mapping[str, Any]) -> tuple[int, ...]:
    """4.1: the hexes of the Paris perimeter that are nearest to German corps: one entered is enough."""
    corps, there, enemy = 0, 0, 0
    for u, h, _ in rows(view, UNITS, HEXES):
        if SIDE[u] == "entente":
            there |= BIT[h]
            enemy |= BIT[h] if IS_CORPS[u] else 0
        elif IS_CORPS[u]:
            corps |= BIT[h]
    return _nearest_perimeter(corps, there, BOARD.spread(enemy & ~FORTRESS))


@lru_cache(maxsize=512)
def _nearest_perimeter(corps: int, there: int, zones: int) -> tuple[int, ...]:
    """By ways past the enemy: nobody enters his hexes (10.3) or goes on in his zones (7.1)."""
    found: list[int] = []
    reached = front = corps
    while front and len(found) < NEAREST:
        front = BOARD.spread(front) & ~(reached | there)
        reached |= front
        found += members(front & PERIMETER & ~PARIS)
        front &= ~zones
    return tuple(found[:NEAREST])


def purpose(view: Mapping[str, Any], side: str) -> Purpose:
    """4.0: how the side stands by the victory terms."""
    german, told = held_by_german(view), view["position"]
    values = {
        "vp": (german & SCORING).bit_count(),
        "endangered": int(told["paris"]),
        "in_paris": (german & PARIS).bit_count(),
        "in_germany": (GERMAN_CITY & ~german).bit_count(),
        "plan17": told["plan17"],
        "owed": 0,
    }
    later = view["turns"] - view["turn"]
    moves = later + (view["active"] == "german"), later + 1
    return _purpose(view["scenario"], tuple(values.items()), view["turn"], side, moves)


@lru_cache(maxsize=512)
def _purpose(
    scenario: str, values: tuple[tuple[str, int], ...], turn: int, side: str, moves: tuple[int, int]
) -> Purpose:
    """`moves` are those of the German and of the Entente; the same question is asked again and again in a turn."""
    other, own = ("entente", moves) if side == "german" else ("german", moves[::-1])
    return Purpose(_terms(scenario), dict(values), turn, side, other, own, _par(scenario))


@cache
def _terms(scenario: str) -> Terms:
    return terms(SCENARIOS[scenario])


@cache
def _par(scenario: str) -> dict[str, float]:
    """Between equals about as many cities fall as decide."""
    return {"vp": SCENARIOS[scenario].victory.german - 1.0}


def goals(view: Mapping[str, Any], side: str) -> list[Goal]:
    """4.1 to 4.7: cities, Paris and its perimeter, German cities, at the prices of the victory terms."""
    german = held_by_german(view)
    left = view["turns"] - view["turn"] + 1
    found = [
        Goal(HEXES.number(aim.place), aim.worth, aim.mine, left, aim.rule)
        for aim in _cities(purpose(view, side), german)
    ]
    if view["scenario"] != "campaign":
        return found  # sudden death counts there too, but nobody gets so far
    if left == 1:  # 5.6: sudden death ends with Turn 9; only points count, and whether Paris was endangered
        near = _perimeter(view) if side == "german" and not view["position"]["paris"] else ()
        return found + [Goal(h, ENDANGER, False, left, "4.1") for h in near]
    ours = german if side == "german" else ~german
    found += [Goal(h, 8.0, bool(ours >> h & 1), left, "4.2", side == "entente") for h in members(PARIS)]
    if side == "entente":
        found += [Goal(h, 4.0, bool(ours >> h & 1), left, "4.3", True) for h in members(GERMAN_CITY)]
        found += [Goal(h, 5.0, False, left, "4.4") for h in _plan_xvii(view)]
    else:
        found += [Goal(h, 8.0, bool(ours >> h & 1), left, "4.3", True) for h in members(GERMAN_CITY)]
        found += [Goal(h, RAID, False, left, "8.6") for h in _raiders(view)]
        if not view["position"]["paris"]:
            found += [Goal(h, min(ENDANGER, 2.0 * view["turn"]), False, left, "4.1") for h in _perimeter(view)]
    return found


@lru_cache(maxsize=512)
def _cities(wants: Purpose, german: int) -> list[Aim]:
    """4.6: the cities at the prices of the victory terms; `german` are the hexes under German control."""
    return wants.aims(
        Objective(prize, "german" if german >> HEXES.number(prize.places[0]) & 1 else "entente", False, False)
        for prize in wants.terms.prizes
        if prize.meter == "vp"
    )


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
    wanted = _wanted(view, u)
    return max(homes, key=lambda home: (wanted(home[0]), rng.random()))[1]


def _wanted(view: Mapping[str, Any], u: int) -> Callable[[int], float]:
    """How much a unit that returns is wanted at a hex."""
    side, nearness = SIDE[u], trains.nearness
    hq = HEXES.find(view["position"]["units"].get(str(UNITS[HQ_OF[u]]), {}).get("at")) if IS_DEPOT[u] else None
    if hq is not None:
        return lambda h: nearness(h)[hq]
    corps = [(unit, at) for unit, at, _ in rows(view, UNITS, HEXES) if IS_CORPS[unit]]
    if not IS_CORPS[u]:
        return lambda h: sum(nearness(h)[at] for unit, at in corps if NATION[unit] == NATION[u])
    takes = [(goal.node, goal.worth) for goal in goals(view, side) if not goal.mine]

    def value(h: int) -> float:
        near = nearness(h)
        taken = sum(worth * near[node] for node, worth in takes)
        enemy = sum(near[at] for unit, at in corps if SIDE[unit] != side)
        own = sum(at == h for _, at in corps)
        return taken + (PRESSED if side == "entente" else 1.0) * enemy / (1 + own)

    return value


def reply(view: Mapping[str, Any], step: str, actions: Sequence[Action]) -> tuple[Action, str] | None:
    """9.2 to 9.4: who lands lands together; who goes east is whom the front misses least."""
    corps = [(u, h) for u, h, _ in rows(view, UNITS, HEXES) if IS_CORPS[u]]
    units = [action for action in actions if action.verb == "unit"]
    places = [action for action in actions if action.verb == "to"]
    if step == "withdraw" and units:
        foes, at = [h for u, h in corps if SIDE[u] == "entente"], dict(corps)
        far = {a: min((BOARD.distance(at[UNITS.number(str(a.arg))], h) for h in foes), default=0) for a in units}
        best = max(units, key=lambda a: (far[a], str(a)))
        return best, f"{best.arg} goes east: it is {far[best]} hexes from the enemy"
    if step != "withdraw" and places:
        ours = [h for u, h in corps if SIDE[u] == view["side"]]
        near = {a: trains.nearness(HEXES.number(str(a.arg))) for a in places}
        best = max(places, key=lambda a: (sum(near[a][h] for h in ours), str(a)))
        return best, f"{best.arg}: where most of the army is, so that they come together"
    return None


def storms(view: Mapping[str, Any]) -> bool:
    """4.7: four turns are short for the German of the introduction; in the campaign who storms has lost his army."""
    return bool(view["side"] == "german" and view["scenario"] == "introduction")


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


def hunger(s: Sight, piece: Piece, node: int) -> float:
    """8.7 to 8.9: who is out of supply may lose a step, is half as strong and half as fast in the next turn, and who is
    beaten then is gone for good; in a fortress he is only slow, and attacks with half. On the last turn nobody asks."""
    return 0.0 if s.turns == 1 else SHUT_UP if FORTRESS >> node & 1 else HUNGRY


def follow(s: Sight, piece: Piece, node: int) -> float:
    """8.8: the same of who takes what others have left, the HQs standing where they stand; a fortress is a shelter."""
    if FORTRESS >> node & 1:
        return 0.0
    u, after = piece.extra[1], prepare(s).copy()
    after.enter(u, node)
    return 0.0 if supplied(after, NATION[u]) >> node & 1 else hunger(s, piece, node)


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
    enclosed = concentric(target, origins) and open_ground(target)
    guns = _markers(s, target, there, pieces) if s.side == "german" else 0
    return _fights(column, enclosed, british, steps, stays, tired, len(pieces), guns)


def _markers(s: Sight, target: int, there: list[Piece], pieces: list[Piece]) -> int:
    """11.23: how many markers would support an attack: the coup de main, and one of heavy artillery.

    In the campaign, where the way to Paris is long, who reckons with them besieges too much.
    """
    if s.temper["campaign"] or not any(p.holds for p in there) or not CITY >> target & 1:
        return 0
    state = prepare(s)
    return state.coup + (battery(state) is not None) if all_supplied(state, [p.extra[1] for p in pieces]) else 0


@lru_cache(maxsize=4096)
def _fights(
    column: int, enclosed: bool, british: bool, steps: int, stays: bool, tired: int, many: int, guns: int = 0
) -> list[Fight]:
    """The results of the table; those that come to the same are taken together."""
    found: dict[tuple[float, float, bool], float] = {}
    for share, more in _columns(enclosed, guns):
        for (own, his), chance in CRT.odds(column + more).items():
            for p, *end in _course(share * float(chance), own + british, his, steps, stays, tired, many):
                key = (end[0], end[1], bool(end[2]))
                found[key] = found.get(key, 0.0) + p
    return [Fight(p, *end) for end, p in found.items()]


def lost(s: Sight, node: int, defenders: list[Piece], enemies: list[Piece]) -> float:
    """11.8 to 11.20: the chance that a place falls to those who could come, or that they simply walk in."""
    corps = [p for p in enemies if p.extra[2]]
    fighting = sorted((p for p in defenders if p.kind != "staff"), key=lambda p: -p.strength)
    if not fighting or not corps:
        return float(bool(corps))
    attack = sum(sorted((p.strength for p in corps), reverse=True)[:STRIKING])
    shifts = [*terrain(node, []), *defence_morale([p.level for p in fighting[:2] if p.extra[2]])]
    column = odds_column(round(attack), max(1, round(sum(p.strength for p in fighting[:2]))))
    column += sum(shift.amount for shift in shifts) + (s.side == "german" and s.turn in FINAL_EFFORT)
    stays = any(p.holds for p in fighting) or bool((FORTRESS | CITY) >> node & 1)
    fights = _fights(column, False, False, sum(p.steps for p in fighting), stays, 0, STRIKING)
    return sum(fight.probability for fight in fights if fight.taken)


def _columns(enclosed: bool, guns: int) -> list[tuple[float, int]]:
    """11.15, 11.23: the dice of a concentric attack and of markers: the columns that they add, each with its chance."""
    found = {0: 1.0}
    for table in [CONCENTRIC] * enclosed + [HEAVY_ARTILLERY] * guns:
        before, found = found, {}
        for columns, chance in before.items():
            for face in range(1, 7):
                total = columns + table.read(0, face)
                found[total] = found.get(total, 0.0) + chance / 6
    return [(chance, columns) for columns, chance in found.items()]


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
        morale, out = MORALE.get(row.get("morale", ""), 1), row.get("supply") == "out"
        worth = _unit_worth(u, row.get("steps", FULL[u]), morale, out)
        score += worth if SIDE[u] == "german" else -worth
    for box in view["boxes"]:
        if box["id"] == "display":
            score += sum(map(_returning, map(UNITS.number, box["pieces"])))
    return score if side == "german" else -score


def _unit_worth(u: int, steps: int, morale: int, out: bool) -> float:
    worth = FACTOR[u][steps] / STEP if IS_COMBAT[u] else 1.5
    worth += 0.4 * (morale - 1) if IS_CORPS[u] else 0.0
    return worth - (0.8 if out else 0.0)


def _returning(u: int) -> float:
    """What an eliminated unit is worth to the German: it may return (9.5)."""
    return (0.5 if NATION[u] != "belgian" else 0.0) * (1 if SIDE[u] == "german" else -1)


def appraise(game: Game, side: str) -> float:
    """As `evaluate`, of an imagined game: every counter is known there."""
    s = game.state
    assert isinstance(s, SWState)
    if s.result is not None:
        return 0.0 if s.result.winner is None else 500.0 if s.result.winner == side else -500.0
    german = s.held("german")
    for frame in s.flow:
        if frame[0] == "battle" and frame[1] not in s.at:
            german = german | BIT[frame[1]] if s.active == "german" else german & ~BIT[frame[1]]
    score: float = VP * (german & SCORING).bit_count() + SUDDEN * (german & PARIS).bit_count()
    score -= SUDDEN * (GERMAN_CITY & ~german).bit_count()
    score += ENDANGER * s.paris + 2.0 * s.coup
    if s.rules.plan_xvii is not None and s.turn <= PLAN_XVII:
        score -= 3.0 * min(s.plan17, PLAN_XVII)
    for u, (at, steps, morale, supply) in enumerate(zip(s.at, s.steps, s.morale, s.supply, strict=True)):
        if at < SIZE:
            worth = _unit_worth(u, steps, morale, supply == OUT_OF_SUPPLY)
            score += worth if SIDE[u] == "german" else -worth
        elif at == DISPLAY:
            score += _returning(u)
    return score if side == "german" else -score


JUDGEMENT = Judgement(
    roles=roles,
    habits=habits,
    steady=True,
    mild=MILD,
    evaluate=evaluate,
    appraise=appraise,
    sight=sight,
    mover=mover,
    attack=attack,
    battle=battle,
    advance=advance,
    reach=goes,
    arrive=arrive,
    probes=probes,
    support=support,
    suits=suits,
    duty=duty,
    follow=follow,
    hunger=hunger,
    walked=walked,
    storms=storms,
    lost=lost,
    opening=opening,
    reply=reply,
)
