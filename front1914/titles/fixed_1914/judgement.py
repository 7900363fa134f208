"""What a computer commander of 1914 - Fixed values, in steps of an average corps: pure functions over views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from front1914.engine.decision import Action
from front1914.engine.game import Game
from front1914.kit.bits import from_members, members
from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.play.guess import rows, state_of
from front1914.play.judgement import Judgement, Role
from front1914.titles.fixed_1914.board import (
    BOARD,
    CITY,
    ECONOMIC,
    FORT,
    HEXES,
    HOME_HEXES,
    HOME_SIDE,
    INTERIOR,
    INTERNAL,
    MAJOR,
    NEUTRALS,
    OPEN,
    PLACE,
    RIVER,
    SIZE,
)
from front1914.titles.fixed_1914.charts import POINTS
from front1914.titles.fixed_1914.forecast import STEPS_LEFT, expected, falls, supply_area, weigh
from front1914.titles.fixed_1914.goals import measure
from front1914.titles.fixed_1914.history import follows
from front1914.titles.fixed_1914.marching import BY_FOOT, march, refuse_start
from front1914.titles.fixed_1914.openings import opening
from front1914.titles.fixed_1914.scenarios import SCENARIOS
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.supply import supplied_units
from front1914.titles.fixed_1914.victory import PARIS, PRIZES, SIX
from front1914.titles.fixed_1914.view import HOLDERS, known
from front1914.titles.fixed_1914.ways import BROKEN, POINT, ground_cost
from front1914.titles.fixed_1914.world import (
    ATTACK,
    COUNTED,
    DEFENCE,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_CORPS,
    IS_GUN,
    IS_INFANTRY,
    MOVE,
    RAIL_BOUND,
    SIDE,
    UNITS,
)

roles: dict[str, Role] = {
    "move": "mover",
    "march": "place",
    "train": "rail",
    "attack": "target",
    "attackers": "attacker",
    "advance": "advance",
    "decide": "reply",
    "belgian_options": "opening",
    "allocate": "opening",
    "dutch_place": "opening",
    "french_place": "opening",
    "german_place": "opening",
}
habits = {
    "war": ("war",),  # it was reckoned with when the way, the attack or the retreat was chosen
    "compensation": ("guns", "done"),
    "order": ("done",),
    "bank": ("bank",),
    "ford": ("bank",),
    "replace": ("unit",),
    "landing": ("unit",),
    "land": ("to",),
    "arrive": ("to",),
    "send_home": ("unit",),
    "regroup": ("done",),
    "overstack": ("merge",),
    "change": ("stay",),
    "rations": ("unit",),
    "insert": ("above", "under"),
    "decide": ("stay",),  # TC-1, FT-9: where standing is free, one stands
}

VP = {"campaign": 1.5, "introduction": 3.0}  #: a point
PARIS_WORTH = 25.0  #: VC-1a: it ends the game
RHINE = 8.0  #: VC-2a: Metz and Strasburg, both of which end the game
FORTRESS_LINE = 2.0  #: VC-1b, VC-2a: points that each of the six is worth besides
TYPICAL = {"german": 5.5, "french": 5.0, "dutch": 3.0, "belgian": 4.0, "british": 7.0}  #: a counter not turned up
STEP = 2.5  #: attack factors of a step of an average corps
NEAR = 6  #: hexes within which an enemy keeps the garrison of a fortress at home
ROOM, CORPS, SMALL = 24, 12, 8  #: ST-1: two corps, or three units; narrower than the rule, so that it is never broken
LUCK = 0.35  #: without zones of control many posts are as good as one another
STEP_WORTH = 1.0  #: of a step of an average corps: three of them are a corps, whose end is a point (VC-3h)
HUNGER = 3.0  #: steps that it costs to end a turn out of supply: one at once, and the way back (SU-1)
LAST_STEPS = (0.1, 0.25, 0.4, 0.5)  #: the same in a short scenario, by turns left: in the end only points count
DRIVEN_OUT = 0.35  #: how often a corps that is driven back leaves the ground on which it counts
INVASION = 8  #: VC-3g: points that an invasion of Belgium hands to the Allies at once, four cities
ENTRAIN = 24  #: half points to its goal from which a unit takes the train

COST = [ground_cost(h, False) if OPEN >> h & 1 else 0 for h in range(SIZE)]
#: printed defence factors are higher than attack factors by half; broken ground spares the retreat, forts add to it
DEFENCE_AT = [
    2.2 + 0.3 * (BROKEN >> h & 1) + 0.25 * INTERNAL[h] + 0.2 * (RIVER >> h & 1) if OPEN >> h & 1 else 1.0
    for h in range(SIZE)
]
NEUTRAL = HOME_HEXES["belgium"] | HOME_HEXES["luxembourg"] | HOME_HEXES["holland"]
PAST_HOLLAND = [0 if HOME_HEXES["holland"] >> h & 1 else cost for h, cost in enumerate(COST)]
AT_PEACE = [0 if NEUTRAL >> h & 1 else cost for h, cost in enumerate(COST)]  #: nobody's way leads through neutral land
ENEMY_LAND = {"german": INTERIOR["france"], "allied": INTERIOR["germany"]}


# ---- what is seen


def _piece(u: int, h: int, row: Mapping[str, Any], own: bool, scale: float) -> Piece:
    step = row.get("step", 0)
    attack = float(ATTACK[u][step])
    kind = "fort" if IS_GUN[u] else "horse" if IS_CAVALRY[u] else "foot" if IS_INFANTRY[u] else "staff"
    steps = STEPS_LEFT[u][step]
    return Piece(
        str(UNITS[u]),
        h,
        attack * (0.4 if IS_CAVALRY[u] else 1.0) if kind != "fort" else 0.0,
        steps if kind != "staff" else 1,
        0 if IS_GUN[u] or (own and row.get("moved")) else MOVE[u] * POINT,
        worth=scale * max(0.3, ATTACK[u][0] / STEP / len(ATTACK[u])) if kind != "fort" else 1.0,
        kind=kind,
        fresh=not row.get("attacked") and attack > 0 and not IS_GUN[u],
        holds=IS_GUN[u],
        size=0 if IS_GUN[u] else CORPS if IS_CORPS[u] else SMALL,
        extra=u,
    )


def sight(view: Mapping[str, Any]) -> Sight:
    """The map as the side sees it; a counter that lies inverted is taken for a typical one."""
    side = view["side"]
    turn, turns = view["turn"], view["turns"] - view["turn"] + 1
    scale = STEP_WORTH if view["scenario"] == "campaign" else LAST_STEPS[min(turns, len(LAST_STEPS)) - 1]
    own: list[Piece] = []
    enemy: list[Piece] = []
    for u, h, row in rows(view, UNITS, HEXES):
        (own if SIDE[u] == side else enemy).append(_piece(u, h, row, SIDE[u] == side, scale))
    for piece in view["pieces"]:
        if piece.get("hidden"):
            strength = TYPICAL[piece["nation"]]
            enemy.append(Piece(piece["id"], HEXES.number(piece["at"]), strength, 3, 6, worth=0.4, extra=-1))
    found = Sight(BOARD, side, turn, turns, own, enemy, goals(view, side), COST, DEFENCE_AT, room=ROOM, worst=2)
    found.final = side == "allied" and turns == 1
    found.luck = LUCK
    found.lines = False  # there are no zones of control: who holds a place must stand in it
    found.extra = view
    if not found.final:
        _garrison(found)
    found.temper = {"vp": VP[view["scenario"]], "short": float(view["scenario"] != "campaign")}
    if at_peace(found):
        found.cost = AT_PEACE
    return found


def _garrison(s: Sight) -> None:
    """The weakest infantry of a fortress stays in it while enemies are near."""
    near = from_members(p.at for p in s.enemy if not p.holds)
    for h in {p.at for p in s.own if INTERNAL[p.at] and CITY >> p.at & 1}:
        guards = [p for p in s.own if p.at == h and p.kind == "foot"]
        if guards and BOARD.within(h, NEAR) & near:
            guard = min(guards, key=lambda p: (p.strength, p.id))
            guard.holds, guard.fresh, guard.moves = True, False, 0


def prepare(s: Sight) -> FXState:
    """A state that agrees with the view behind a sight, made once; with it, where the army could be supplied."""
    if not isinstance(s.extra, FXState):
        s.extra = state_of(__package__, s.extra)
        s.supplied = expected(s.extra, s.side)
    return s.extra


# ---- what matters


def goals(view: Mapping[str, Any], side: str) -> list[Goal]:
    """VC: the places that count, and who has them."""
    held = _held(view)
    for frame in view["position"]["flow"]:  # what a battle has emptied will soon be taken
        if frame[0] == "battle" and not any(row["at"] == frame[1] for row in view["position"]["units"].values()):
            held[HEXES.number(frame[1])] = view["active"]
    left = view["turns"] - view["turn"] + 1
    return _goals(side, view["scenario"], held, view["position"]["invaded"], left)


def _goals(side: str, scenario: str, held: _Holders, invaded: Mapping[str, int], left: int) -> list[Goal]:
    rules, vp = SCENARIOS[scenario], VP[scenario]
    if rules.points is not None:
        worth = vp * rules.points.city
        return [
            Goal(PLACE[name], worth, held[PLACE[name]] == side, left, "VC-5")
            for name in rules.points.objectives
            if rules.area >> PLACE[name] & 1
        ]
    found = []
    for h in members(KEYS):
        points = _points(h, side, invaded)
        if points:
            vital = (h == PARIS and side == "allied") or (h in PRIZES and side == "german")
            worth = max(vp * points, PARIS_WORTH if vital and h == PARIS else 0.0)
            found.append(Goal(h, worth, held[h] == side, left, "VC-3", vital and held[h] == side))
    if side == "german":
        found.append(Goal(PARIS, PARIS_WORTH, held[PARIS] == side, left, "VC-1"))
    else:
        found += [Goal(h, RHINE, held[h] == side, left, "VC-2a") for h in PRIZES]
    return found


KEYS = MAJOR["germany"] | MAJOR["france"] | MAJOR["belgium"] | ECONOMIC | from_members(SIX)


def _points(h: int, side: str, invaded: Mapping[str, int]) -> float:
    """What it makes of a difference in points who has the place."""
    bit = 1 << h
    points = 0.0
    if bit & MAJOR["germany"]:
        points += 2 * POINTS.german_major_city
    if bit & MAJOR["france"]:
        points += 2 * POINTS.french_major_city
    if bit & ECONOMIC:
        points += 2 * POINTS.resource
    if bit & MAJOR["belgium"]:
        points += POINTS.belgian_major_city + (POINTS.all_belgian_cities / 4 if side == "german" else 0)
        if side == "german" and not _at_war(invaded, h):
            points = 0.0  # VC-3g: as long as the country is neutral its cities count for nobody
    if h in SIX:
        points += FORTRESS_LINE
    if side == "allied" and bit & (HOME_HEXES["belgium"] | HOME_HEXES["luxembourg"]) and not _at_war(invaded, h):
        return 0.0
    return points


def _at_war(invaded: Mapping[str, int], h: int) -> bool:
    return any(invaded[country] for country in ("belgium", "luxembourg") if HOME_HEXES[country] >> h & 1)


class _Holders(dict[int, str]):
    def __missing__(self, h: int) -> str:
        return HOME_SIDE[h]


def _held(view: Mapping[str, Any]) -> _Holders:
    """VC-5: by hex, the side that controls it."""
    return _Holders({HEXES.number(word): holder for word, holder in view["control"].items() if holder != "home"})


def stand(s: Sight, piece: Piece, node: int) -> float:
    """What a corps counts for where it ends the turn: in the short scenario those on enemy ground are counted; in the
    long one who goes hungry pays for it."""
    if not s.temper["short"]:
        prepare(s)
        return 0.0 if s.supplied == -1 or s.supplied >> node & 1 else -HUNGER * piece.worth
    if not COUNTED[piece.extra] or not ENEMY_LAND[s.side] >> node & 1:
        return 0.0
    sure = s.supplied == -1 or s.supplied >> node & 1
    return s.temper["vp"] * (1.0 if s.turns == 1 else 0.6) * (1.0 if sure else 0.2)


def suits(s: Sight, piece: Piece, goal: Goal) -> float:
    """What the nations made for in 1914, for a commander who plays it as it was."""
    return follows(piece.extra, goal.node, s.turn) if _as_it_was(s) and not goal.mine and piece.extra >= 0 else 1.0


def _as_it_was(s: Sight) -> bool:
    return bool(s.temper.get("history")) and not s.temper["short"]


def hurried(s: Sight, piece: Piece, goal: int) -> bool:
    """RM: by rail if it is far from its goal."""
    return BOARD.distance(piece.at, goal) * POINT >= ENTRAIN and COUNTED[piece.extra]


# ---- marching


def reach(s: Sight, piece: Piece) -> dict[int, int]:
    """MV: where a unit can go, with the half points that it costs."""
    state, u = prepare(s), piece.extra
    if _as_it_was(s):
        s.cost = PAST_HOLLAND
    found = {state.at[u]: 0}
    if refuse_start(state, u) is None and not RAIL_BOUND[u]:
        ways = march(state, u, BY_FOOT)
        for h in ways.peace if at_peace(s) else ways.hexes:
            found[h] = ways.best(h).cost
    return {h: points for h, points in found.items() if not (points and _spared(s, h))}


def _spared(s: Sight, h: int) -> bool:
    """Moltke went round Holland."""
    return _as_it_was(s) and s.side == "german" and bool(HOME_HEXES["holland"] >> h & 1)


def at_peace(s: Sight) -> bool:
    """VC-3: a German who is not far behind as things stand invades nobody: what is neutral counts for nobody, the
    cities of an enemy for the Allies. Looked at once for a sight."""
    if "peace" not in s.temper:
        s.temper["peace"] = 0.0
        if s.side != "german" or s.temper["short"]:
            return False
        state = prepare(s)
        quiet = not any(state.invaded)
        s.temper["peace"] = float(quiet and measure(state, s.side)["score"] > -INVASION)
    return bool(s.temper["peace"]) and not _as_it_was(s)  # in 1914 nobody counted what it would cost


def _placed(s: Sight) -> FXState:
    """The state with the pieces where they are planned to be."""
    after: FXState = prepare(s).copy()
    for piece in s.own:
        after.at[piece.extra] = piece.at
    return after


def fed(s: Sight) -> set[str]:
    """SU: who would be in supply."""
    return {str(UNITS[u]) for u in supplied_units(_placed(s), s.side)}


def support(s: Sight, survey: Any) -> dict[str, tuple[int, str]]:
    """AR: guns go with the infantry that they can reach, nearest to the enemy; and it is seen who will be supplied."""
    s.supplied = supply_area(_placed(s), s.side)
    found: dict[str, tuple[int, str]] = {}
    taken: set[int] = set()
    for gun in s.own:
        if not IS_ARTILLERY[gun.extra] or RAIL_BOUND[gun.extra] or not gun.moves:
            continue
        ways = [
            (survey.enemy_near[h] + 0.5 * survey.own_at[h] - (survey.own_at[h] == 0) * 20, -points, h)
            for h, points in survey.reach(gun).items()
            if h not in taken and (h == gun.at or survey.count_at[h] + gun.size <= s.room) and _hosted(s, h)
        ]
        if ways:
            h = max(ways)[2]
            taken.add(h)
            found[gun.id] = h, f"{gun.id} to {HEXES[h]}: guns stand with the infantry"
    return found


def _hosted(s: Sight, h: int) -> bool:
    return any(p.at == h and p.kind == "foot" for p in s.own)


def mover(view: Mapping[str, Any]) -> tuple[str, int]:
    """The unit that is marching, or on a train, and where it is."""
    unit = view["position"]["flow"][-1][1]
    return unit, HEXES.number(view["position"]["units"][unit]["at"])


# ---- fighting


def attack(view: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    _, target, _, chosen = view["position"]["flow"][-1]
    return HEXES.number(target), list(chosen)


def advance(view: Mapping[str, Any]) -> int:
    """The hex that the defenders have left."""
    return HEXES.number(next(frame[1] for frame in view["position"]["flow"] if frame[0] == "battle"))


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """CB, UL: every face of the die; the end of a corps counts a point (VC-3h)."""
    if (NEUTRAL >> target & 1 and at_peace(s)) or _spared(s, target):  # it would begin a war
        return [Fight(1.0, 0.0, 0.0, False)]
    his = [p.worth for p in s.enemy if p.at == target and p.kind != "fort"]
    found = weigh(prepare(s), target, pieces, s.temper["vp"] * len(his) / (sum(his) or 1.0))
    if all(p.steps == 1 and COUNTED[p.extra] for p in pieces):  # then a loss is the end of a corps too
        more = s.temper["vp"] / (sum(p.worth for p in pieces) / len(pieces))
        found = [fight._replace(own=fight.own * (1 + more)) for fight in found]
    if any(goal.node == target for goal in s.goals):
        return found
    return [fight._replace(taken=fight.taken and fight.enemy > 0) for fight in found]  # who only rides away is no gain


def lost(s: Sight, node: int, defenders: list[Piece], enemies: list[Piece]) -> float:
    """CB: the chance that a place falls in the enemy's next turn; counters that lie inverted are not reckoned with."""
    units = [p.extra for p in defenders if p.extra >= 0]
    strikers = [p for p in enemies if p.extra >= 0 and p.strength > 0]
    return falls(prepare(s), node, units, strikers)


def reply(view: Mapping[str, Any], step: str, actions: Sequence[Action]) -> tuple[Action, str] | None:
    """UL-2: in a place that counts the defender stands as long as a step is left to him; else it is tried."""
    found = {a.verb: a for a in actions}
    frame = next((f for f in reversed(view["position"]["flow"]) if f[0] == "battle"), None)
    if frame is None or "stand" not in found:
        return None
    node = HEXES.number(frame[1])
    dear = any(goal.node == node and goal.mine for goal in goals(view, view["side"]))
    here = [(u, row.get("step", 0)) for u, h, row in rows(view, UNITS, HEXES) if h == node and not IS_GUN[u]]
    if dear and sum(STEPS_LEFT[u][step] for u, step in here) > 1:
        return found["stand"], f"{HEXES[node]} counts: a step is the price of holding it"
    return None


def duty(s: Sight, target: int, pieces: list[Piece]) -> float:
    """In the short scenario: a corps that is driven from our ground may lose the point that it counts there."""
    if not s.temper["short"] or not ENEMY_LAND["allied" if s.side == "german" else "german"] >> target & 1:
        return 0.0
    if not any(p.at == target and p.extra >= 0 and COUNTED[p.extra] for p in s.enemy):
        return 0.0
    return DRIVEN_OUT * s.temper["vp"] * sum(fight.probability for fight in battle(s, target, pieces) if fight.taken)


# ---- the small choices


def evaluate(view: dict[str, Any], side: str) -> float:
    """Steps of both sides, the places that count, corps on enemy ground."""
    if view["result"]:
        winner = view["result"]["winner"]
        return 0.0 if winner is None else 500.0 if winner == side else -500.0
    score: float = sum(goal.worth if goal.mine else -goal.worth for goal in goals(view, side)) / 2
    lost = view["position"]["lost"]
    score += VP[view["scenario"]] * (lost["allied"] - lost["german"]) * (1 if side == "german" else -1)
    held = _held(view)
    units = [(u, h, row.get("step", 0), bool(held.get(h))) for u, h, row in rows(view, UNITS, HEXES)]
    return _balanced(score, side, view["scenario"], units)


def appraise(game: Game, side: str) -> float:
    """As `evaluate`, of an imagined game, without writing down what the side sees of it."""
    s = game.state
    assert isinstance(s, FXState)
    if s.result is not None:
        return 0.0 if s.result.winner is None else 500.0 if s.result.winner == side else -500.0
    taken = {h: HOLDERS[holder] for h, holder in enumerate(s.holder) if holder and HOLDERS[holder] != "home"}
    held = _Holders(taken)
    for frame in s.flow:
        if frame[0] == "battle" and frame[1] not in s.at:
            held[frame[1]] = s.active
    invaded = dict(zip(NEUTRALS, s.invaded, strict=True))
    score: float = sum(g.worth if g.mine else -g.worth for g in _goals(side, s.scenario, held, invaded, 1)) / 2
    score += VP[s.scenario] * (s.lost[1] - s.lost[0]) * (1 if side == "german" else -1)
    units = [(u, h, s.step[u], h in taken) for u, h in enumerate(s.at) if h < SIZE and known(s, u, side)]
    return _balanced(score, side, s.scenario, units)


def _balanced(score: float, side: str, scenario: str, units: Iterable[tuple[int, int, int, bool]]) -> float:
    """With what the units count for where they stand: unit, hex, step, whether somebody has taken the hex."""
    vp, short = VP[scenario], scenario != "campaign"
    for u, h, step, taken in units:
        worth = 0.5 * max(0.3, ATTACK[u][0] / STEP / len(ATTACK[u])) * STEPS_LEFT[u][step]
        worth += 0.05 * DEFENCE[u][step] * (1.5 if taken and CITY >> h & 1 else 1.0)
        if (CITY | FORT) >> h & 1:
            worth += 0.5
        if short and COUNTED[u] and ENEMY_LAND[SIDE[u]] >> h & 1:
            worth += 0.6 * vp
        score += worth if SIDE[u] == side else -worth
    return score


def hungry(view: Mapping[str, Any]) -> set[str]:
    """SU-1: who was out of supply when it was last determined."""
    return {word for word, row in view["position"]["units"].items() if row.get("supply")}


JUDGEMENT = Judgement(
    roles=roles,
    habits=habits,
    steady=True,
    evaluate=evaluate,
    appraise=appraise,
    sight=sight,
    mover=mover,
    attack=attack,
    battle=battle,
    advance=advance,
    reach=reach,
    support=support,
    lost=lost,
    duty=duty,
    reply=reply,
    stand=stand,
    suits=suits,
    fed=fed,
    hurried=hurried,
    opening=opening,
    hungry=hungry,
)
