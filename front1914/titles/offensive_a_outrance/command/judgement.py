"""What a computer commander of Offensive a outrance values, in steps of an average division: pure functions over views.

A piece is a Force: its lead stands for the Assets that march and fight with it. Supply units follow by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from front1914.engine.decision import Action
from front1914.engine.game import Game
from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.kit.sight import Fight, Goal, Group, Piece, Sight
from front1914.kit.units import nonzero
from front1914.play.guess import state_of as agreeing
from front1914.play.judgement import Judgement, Role
from front1914.play.purpose import GAME, Purpose
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN, PRINTED_IP, SIZE
from front1914.titles.offensive_a_outrance.charts import ALLOWANCE
from front1914.titles.offensive_a_outrance.combat.battle import CALM, INTENSE
from front1914.titles.offensive_a_outrance.combat.strength import ground
from front1914.titles.offensive_a_outrance.command import gunners
from front1914.titles.offensive_a_outrance.command.chores import chores
from front1914.titles.offensive_a_outrance.command.forecast import admitted, odds, prospect, stormed
from front1914.titles.offensive_a_outrance.command.history import astray, fell_back, follows
from front1914.titles.offensive_a_outrance.command.larder import trains_to, want
from front1914.titles.offensive_a_outrance.command.lines import lines
from front1914.titles.offensive_a_outrance.command.replies import answer
from front1914.titles.offensive_a_outrance.command.siege_staff import posts
from front1914.titles.offensive_a_outrance.command.strategy import STRANGE, campaign, duty_of, fitness, push, spirit
from front1914.titles.offensive_a_outrance.goals import chapter, measure, objectives, terms_of
from front1914.titles.offensive_a_outrance.logistics.provisions import state_of
from front1914.titles.offensive_a_outrance.manoeuvre.movement import refuse_start
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import COMBAT_LIMIT, LIMIT
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import level
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, ground_cost, march
from front1914.titles.offensive_a_outrance.organisation.effectiveness import may_attack
from front1914.titles.offensive_a_outrance.organisation.forces import Force, forces, marchers
from front1914.titles.offensive_a_outrance.plans import ends
from front1914.titles.offensive_a_outrance.railways.rail import ORDINARY
from front1914.titles.offensive_a_outrance.railways.trains import RAIL_POINTS
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS
from front1914.titles.offensive_a_outrance.sequence import PHASE_NAMES
from front1914.titles.offensive_a_outrance.state import D1, NO_TASK, OAOState
from front1914.titles.offensive_a_outrance.victory import counts
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_SIDE,
    FOE,
    HOLDING,
    IS_CAVALRY,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_LINE,
    IS_LOC,
    IS_SUPPLY,
    MOST_SR,
    OWN,
    SIDE,
    SPAN,
    UNITS,
)

TITLE = __package__.rpartition(".")[0]
roles: dict[str, Role] = {
    "move": "mover",
    "march": "place",
    "attack": "target",
    "attackers": "attacker",
    "advance": "advance",
    "retreat": "reply",
    "half_back": "reply",
    "loss": "reply",
    "intensity": "reply",
    "choose_arrival": "reply",
    "place_arrival": "reply",
    "react": "reply",
    "retire": "reply",
    "displace": "reply",
    "overstack": "reply",
    "claim": "reply",
    "board": "rail",
    "return": "reply",
    "divert": "reply",
    "sail": "reply",
    **dict.fromkeys(gunners.THOUGHTS, "reply"),
    "abandon_plan": "reply",
    "storm": "reply",
    "make_room": "reply",
    "mend": "reply",
    "second_place": "reply",
    "destination": "reply",
    "army_arrival": "reply",
    "endow": "reply",
    "eastern": "reply",
    "eastern_divisions": "reply",
    "eastern_cavalry": "reply",
    "landwehr": "reply",
}
habits = {
    "adjust": ("done",),
    "shift": ("stay",),
    "areas": ("flood", "endow", "accept", "done", "draw"),
    "organise": ("accept", "done"),
    "relocate": ("accept", "done"),
    "subordinate": ("back",),
    "boundary": ("back",),
    "second_depot": ("done",),
    "primary_moves": ("stay",),
    "tracks": ("done",),
    "contribute": ("done",),
    "oppose": ("done", "unit"),
    "port_line": ("done",),
    "parting": ("done",),
    "pioniere": ("fire",),
    "fly": ("to",),
    "provide": ("all", "done"),
    "shortage": ("army",),
    "order": ("to",),
    "hold": ("done",),
    "defend": ("done", "unit"),
    "ammo": ("provide", "truck", "save"),
    "lend": ("unit", "done"),
    "rally": ("go",),
    "shelter": ("stay",),
    "bef_base": ("to",),
    "belgian_base": ("to",),
    "raise_army": ("back",),
    "overlap": ("back",),
    "form": ("to", "straddle"),
    "place_ohl": ("to",),
    "replace": ("accept",),
}

MILD = {"noise": 6.0}  #: of the recruit: the road to Mülhausen forgives a French player almost everything
LAST = 0.2  #: what a step is worth on the last turn
POINT = 3.0  #: attack points that count one of strength
LONG, QUIET = 9, 5  #: hexes to a goal from which the railway is taken; hexes from the enemy at which it can be
SIDES_STRUCK, STRIKES = 3, 2  #: hexes from which a hex is attacked as a rule; attacks of the enemy before we move again
FEAR = 0.4  #: how much those who could come are feared where a few divisions decide: defenders hold well (9.8)
REDOUBT = 0.6  #: of the game: a hex that alone denies the enemy his victory
STRAYED = 0.6  #: a hex from where an army stood in 1914, for who plays it as it was
ZEAL = 3.0  #: what a Mandated Attack counts for him: in August 1914 the French attacked wherever they met the enemy
UNFIT = 0.3  #: what Forces that may not attack still count for

COST = [
    max(1, min(cost for n in BOARD.neighbours[h] if (cost := ground_cost(n, h)) is not None))
    if OPEN >> h & 1 and any(ground_cost(n, h) is not None for n in BOARD.neighbours[h])
    else 0
    for h in range(SIZE)
]
DEFENCE_AT = [1.2 + 0.06 * ground(h) if OPEN >> h & 1 else 1.0 for h in range(SIZE)]


# ---- what is seen


def state(view: Mapping[str, Any]) -> OAOState:
    """A state that agrees with a view: always the same one, which nobody changes."""
    seen, found = _latest[0]
    if seen is not view:
        found = view["state"] if "state" in view else agreeing(TITLE, view)
        found.look = {}  # nobody writes on it any more: what is compared once need not be compared again
        _latest[0] = view, found
    result: OAOState = found
    return result


_latest: list[tuple[Any, Any]] = [(None, None)]  #: the last view that was looked at, and the state that agrees with it


def sight(view: Mapping[str, Any]) -> Sight:
    """The map as the side sees it; who lies hidden under a stack is dealt from those who could."""
    s, side = state(view), str(view["side"])
    own: list[Piece] = []
    enemy: list[Piece] = []
    for h in sorted(s.stacks()):
        for owner, pieces in ((side, own), (FOE[side], enemy)):
            for force in forces(s, h, owner):
                if s.at[force[0]] == h:
                    pieces.append(_piece(s, force, owner == side))
            pieces += [_idle(s, u) for u in s.own(h, owner) if (IS_SUPPLY[u] or IS_FORTRESS[u]) and s.at[u] == h]
    turns = view["turns"] - view["turn"] + 1
    cost = _window(s.scenario)
    aims = _merged([*goals(s, side, turns), *(lines(s, side, turns) if counts(s, "27.4") else ())])
    found = Sight(BOARD, side, view["turn"], turns, own, enemy, aims, cost, _defence(s), room=LIMIT)
    found.worst, found.luck, found.extra = 2, 0.2, s
    found.temper = {"price": 0.05, "astray": 1.0}
    found.temper["covers"] = float(s.rules.victory.kind == "points" and not counts(s, "27.4"))  # a few dear towns
    found.temper |= spirit(s, side) if counts(s, "27.4") else {"fear": FEAR}
    if turns == 1:  # only ground counts in the end (27)
        for piece in own + enemy:
            piece.worth *= LAST
    return found


def _merged(aims: list[Goal]) -> list[Goal]:
    """One goal for each hex: what is worth something twice is worth more."""
    found: dict[int, Goal] = {}
    for goal in aims:
        other = found.get(goal.node)
        if other is not None:
            first = max(goal, other, key=lambda g: g.worth)
            goal = first._replace(worth=goal.worth + other.worth, post=goal.post and other.post)
        found[goal.node] = goal
    return list(found.values())


@cache
def _window(scenario: str) -> list[int]:
    """The costs of the hexes of a scenario; all others are closed."""
    area = SCENARIOS[scenario].area
    return [cost if area >> h & 1 else 0 for h, cost in enumerate(COST)]


@kept("ip", "ruined")
def _defence(s: OAOState) -> list[float]:
    found = DEFENCE_AT[:]
    for h in members(OPEN & PRINTED_IP | from_members(nonzero(s.ip))):
        if (works := level(s, h)) and OPEN >> h & 1:
            found[h] += 0.3 * works
    return found


def _idle(s: OAOState, u: int) -> Piece:
    """A supply unit, which takes room and follows by itself, or a Fortress."""
    if IS_FORTRESS[u]:
        return Piece(str(UNITS[u]), s.at[u], 0.0, 3, 0, kind="fort", fresh=False, holds=True, size=0, extra=(u,))
    return Piece(str(UNITS[u]), s.at[u], 0.0, 1, 0, kind="staff", fresh=False, size=s.whole(u), extra=(u,))


def _piece(s: OAOState, force: Force, own: bool) -> Piece:
    """A Force."""
    lead = force[0]
    fort = IS_FORT[lead] and not s.face[lead]
    fit = not IS_FORMATION[lead] or may_attack(s, lead)
    strength = sum(s.attack(u) for u in force) / POINT * (1.0 if fit else UNFIT)
    steps = sum(max(1, MOST_SR[u] - s.sr[u] + IS_FORMATION[u]) for u in force if s.is_combat(u)) or 1
    moves = ALLOWANCE.movement
    if own:
        free = refuse_start(s, lead) is None and s.task[lead] == NO_TASK
        moves = max(0, allowance(s) - s.spent[lead]) if free else 0
    fights = any(s.is_combat(u) for u in force)
    chosen = own and (s.target[lead] >= 0 or s.pa[lead] >= 0 or (s.did[lead] != 0 and s.phase.endswith("attack")))
    return Piece(
        str(UNITS[lead]),
        s.at[lead],
        strength if fights else 0.0,
        steps,
        0 if fort or not fights or IS_LOC[lead] else moves,
        worth=0.8 if IS_CAVALRY[lead] else 1.0,
        kind="fort" if fort else "staff" if not fights else "horse" if IS_CAVALRY[lead] else "foot",
        fresh=fit and fights and not chosen,
        holds=fort or (s.second[lead] >= 0 and counts(s, "27.4")) or s.ce[lead] >= D1,  # 19: long fronts want them
        level=1 if s.ce[lead] < 2 else 0,
        size=sum(s.whole(u) for u in force),
        extra=force,
    )


# ---- what matters


def goals(s: OAOState, side: str, turns: int) -> list[Goal]:
    """27, A14: the hexes that count at the end, at the prices of the victory terms, and who has them."""
    if counts(s, "27.4"):
        return campaign(s, side, turns, _goal)
    wants = purpose(s, side)
    found = [_goal(s, side, aim.place, aim.worth, turns, aim.rule) for aim in wants.aims(objectives(s, wants.terms))]
    victory = s.rules.victory
    if victory.kind != "hexes":
        return found
    return _together(wants, found) if victory.holder == side else _redoubt(s, side, found)


def _together(wants: Purpose, found: list[Goal]) -> list[Goal]:
    """A14: hexes that count only together: each that is missing is a part of what all of them would bring."""
    missing = sum(not goal.mine for goal in found)
    whole = wants.chance({"hexes": missing})
    last = whole - wants.chance({"hexes": missing - 1})
    part = (whole - wants.chance()) / max(1, missing)
    return [
        goal._replace(worth=max(goal.worth, GAME * (last / (1 + missing) if goal.mine else part))) for goal in found
    ]


def _redoubt(s: OAOState, side: str, found: list[Goal]) -> list[Goal]:
    """A14: of several hexes that the enemy must all have one is enough: that in which we are strongest, or nearest to.

    It is worth most of the game; what else we have is not worth a garrison that would be missed there.
    """
    mine = [goal for goal in found if goal.mine]
    if not mine:
        return found
    flock = [(s.at[u], s.defence(u)) for u in s.ground(side).here if s.is_combat(u)]
    flock += [(s.at[u], -s.attack(u)) for u in s.ground(FOE[side]).here if s.is_combat(u)]

    def strength(goal: Goal) -> float:
        return sum(weight / (1 + BOARD.distance(goal.node, h)) ** 2 for h, weight in flock if h < SIZE)

    best = max(mine, key=lambda goal: (strength(goal), goal.node))
    return [best._replace(worth=REDOUBT * GAME), *(goal for goal in found if not goal.mine)]


def purpose(s: OAOState, side: str) -> Purpose:
    """27, A14: how the side stands by the victory terms; both move in every player turn that is left."""
    return _purpose(chapter(s), s.turn, side, s.rules.last_turn - s.turn, tuple(measure(s).items()))


@lru_cache(maxsize=500)
def _purpose(
    of: tuple[str, bool, bool, bool, bool], turn: int, side: str, later: int, meters: tuple[tuple[str, int], ...]
) -> Purpose:
    return Purpose(terms_of(*of), dict(meters), turn, side, FOE[side], (later, later))


def _goal(s: OAOState, side: str, word: str, worth: float, turns: int, rule: str) -> Goal:
    """A hex is as good as ours when our line stands in it, whatever control says until the next phase (3.4)."""
    h = HEXES.number(word)
    here = s.own(h, side)
    foe = s.own(h, FOE[side])
    mine = any(IS_LINE[u] for u in here) or (bool(s.held(side) >> h & 1) and not foe)
    return Goal(h, worth, mine, turns, rule)


# ---- marching


def reach(s: Sight, piece: Piece) -> dict[int, int]:
    """7.1: where a Force can go, with the MPs that it costs; by a Forced March only to what counts."""
    st: OAOState = s.extra
    lead = piece.extra[0]
    here = st.at[lead]
    found = {here: 0}
    most, prized = allowance(st) - st.spent[lead], {goal.node for goal in s.goals}
    force = marchers(st, lead)
    costs, allowed = march(st, force).costs, ends(st, force)  # 26.2.1
    return found | {
        h: cost for h, cost in costs.items() if allowed >> h & 1 and (cost <= most or (h in prized and s.turns == 1))
    }


def arrive(s: Sight, piece: Piece, node: int, points: int) -> Piece:
    """7.2: a Forced March wears off."""
    return replace(piece, at=node, level=piece.level if points <= ALLOWANCE.movement else 0)


def mover(view: Mapping[str, Any]) -> tuple[str, int]:
    """The unit that is marching, and where it is."""
    s = state(view)
    units = s.flow[-1][1]
    lead = units if isinstance(units, int) else units[0]
    return str(UNITS[lead]), s.at[lead] if s.at[lead] < SIZE else 0  # who arrives by rail is nowhere yet


def hurried(s: Sight, piece: Piece, goal: int) -> bool:
    """7.7: reserves go by rail when the way is long and nobody is near whom they should face."""
    st: OAOState = s.extra
    lead, side = piece.extra[0], s.side
    if BOARD.distance(piece.at, goal) < LONG or st.pools[ORDINARY[side]] < RAIL_POINTS[lead]:
        return False
    return not any(BOARD.distance(piece.at, p.at) <= QUIET for p in s.enemy if p.moves)


def prelude(view: Mapping[str, Any], actions: Sequence[Action]) -> Action | None:
    """13.2.1: siege guns that stand where they can fire are deployed before their hosts march off."""
    guns = [a for a in actions if a.verb in ("deploy", "undeploy")]
    return gunners.emplace(state(view), guns) if guns else None


def closing(view: Mapping[str, Any], actions: Sequence[Action]) -> Action | None:
    """When all have marched: reinforcements ride and sail on, units combine, the tired recover, Trains close up."""
    sent = [a for a in actions if a.verb in ("ride", "embark")]  # 7.7.3, 23.3.1
    sails = (a for a in sent if a.verb == "ride" or state(view).at[UNITS.number(str(a.arg))] == HOLDING)
    if (found := next(sails, None)) is not None:
        return found
    joined = next((a for verb in ("combine", "integrate") for a in actions if a.verb == verb), None)  # 16.3, 22.3.3
    return joined or next(
        (a for verb in ("recover", "follow") for a in actions if a.verb == verb and a.arg is None), None
    )


def suits(s: Sight, piece: Piece, goal: Goal) -> float:
    """How well a goal suits a Force: what its army is there for, or was in 1914."""
    lead, told = piece.extra[0], 1.0
    if s.temper.get("history"):
        kept = goal.mine or goal.post
        told = _on_the_way(s.extra, lead, goal.node) if kept else follows(s.extra, lead, goal.node)
    return told * fitness(s.extra, lead, goal.node)


def _on_the_way(s: OAOState, u: int, place: int) -> float:
    """Who is late for where his army stood in 1914 keeps nothing that lies behind him: others follow."""
    late = astray(s, u, s.at[u])
    return STRANGE if late and astray(s, u, place) >= late else 1.0


def stand(s: Sight, piece: Piece, node: int) -> float:
    """15: what it is worth to be fed; and to be where the army stood in 1914, for who plays it as it was."""
    st: OAOState = s.extra
    lead = piece.extra[0]
    back = STRAYED * astray(st, lead, node) if s.temper.get("history") else 0.0
    return -want(st, s.side, lead, node) - back


def support(s: Sight, survey: Any) -> dict[str, tuple[int, str]]:
    """13.3, 15.2: where siege guns and the HQs of the siege trains go, and Corps Trains."""
    st: OAOState = s.extra
    at = {piece.extra[0]: piece.at for piece in s.own if piece.kind in ("foot", "horse")}
    fed = trains_to(st, s.side, at)
    return {str(UNITS[u]): (h, f"{UNITS[u]} follows its corps, and stays near its Depot") for u, h in fed.items()} | {
        str(UNITS[u]): (h, f"{UNITS[u]} goes to the Fortress that is watched")
        for u, h in posts(st, s.side).items()
        if str(UNITS[u]) in survey.pieces
    }


def inside(game: Game, side: str) -> dict[str, Any]:
    """What the hooks read of an imagined game: its state, which nobody has to write down first."""
    s: OAOState = game.state
    return {
        "title": game.title.info.id,
        "side": side,
        "turn": s.turn,
        "turns": s.rules.last_turn,
        "active": s.active,
        "phase": PHASE_NAMES[s.phase],
        "result": None if s.result is None else s.result._asdict(),
        "state": s.copy(),
    }


def groups(view: Mapping[str, Any]) -> dict[str, Group]:
    """The armies of the side that have units on the map: each may be handed over for a phase."""
    side = str(view["side"])
    found: dict[str, set[str]] = {}
    for word, row in view["position"]["units"].items():
        army = row.get("army")
        if army is not None and ARMY_SIDE[ARMIES.number(army)] == side and HEXES.find(row["at"]) is not None:
            found.setdefault(army, set()).add(word)
    return {army: Group(ARMIES.name(ARMIES.number(army)), frozenset(found[army])) for army in sorted(found)}


# ---- fighting


def attack(view: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    s = state(view)
    target: int = s.flow[-1][1]
    return target, [str(UNITS[u]) for u in OWN[str(view["side"])] if s.target[u] == target]


def adjust(view: Mapping[str, Any], actions: Sequence[Action]) -> Action | None:
    """Everybody who is wanted takes part: go on."""
    return next((a for a in actions if a.verb == "done"), None)


def advance(view: Mapping[str, Any]) -> int:
    """The hex that the defenders have left."""
    target: int = next(frame[1] for frame in reversed(state(view).flow) if frame[0] == "battle")
    return target


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """9, 10: taken or not, with the mean losses; nobody attacks twice what is attacked already."""
    st: OAOState = s.extra
    taking_part = {u for piece in pieces for u in piece.extra}
    if target in st.target[SPAN[s.side]] and any(st.target[u] == target for u in set(OWN[s.side]) - taking_part):
        return [Fight(1.0, 9.0, 0.0, False)]
    found = odds(st, target, admitted(st, target, [(p.at, p.extra) for p in pieces]))
    if found is None:
        return [Fight(1.0, 9.0, 0.0, False)]
    prized = any(goal.node == target for goal in s.goals)
    taken, own, enemy = prospect(found, (INTENSE if prized else CALM, CALM))
    return [Fight(taken, own, enemy, True), Fight(1 - taken, own, enemy, False)]


def lost(s: Sight, node: int, defenders: list[Piece], enemies: list[Piece]) -> float:
    """9, 4.2: the chance that a hex falls in the enemy's next attacks, in his own turn and in ours."""
    st: OAOState = s.extra
    strikers: list[Force] = []
    room = SIDES_STRUCK * COMBAT_LIMIT
    for piece in sorted(enemies, key=lambda p: (-p.strength, p.id)):
        if piece.strength and piece.size <= room and piece.fresh:
            room -= piece.size
            strikers.append(piece.extra)
    one = stormed(st, node, [p.extra for p in defenders if p.kind != "staff"], strikers)
    return 1 - (1 - one) ** STRIKES


def duty(s: Sight, target: int, pieces: list[Piece]) -> float:
    """26.4.2: what a Mandated Attack is worth by itself."""
    zeal = ZEAL if s.temper.get("history") else 1.0
    return zeal * duty_of(s.extra, [p.extra[0] for p in pieces]) + push(s.extra, s.side, target)


def hungry(view: Mapping[str, Any]) -> set[str]:
    """15.4, 15.5: Forces out of supply, or isolated."""
    s = state(view)
    here = s.ground(str(view["side"])).here
    return {str(UNITS[u]) for u in here if s.at[u] < SIZE and s.is_combat(u) and state_of(s, u) != "full"}


# ---- the small choices


def reply(view: Mapping[str, Any], step: str, actions: Sequence[Action]) -> tuple[Action, str] | None:
    """Retreats, losses, intensity, arrivals: the answer and why."""
    s = state(view)
    prized = {goal.node: goal.worth for goal in goals(s, str(view["side"]), 1)}
    return answer(s, str(view["side"]), step, actions, prized)


def recalled(view: Mapping[str, Any], step: str, actions: Sequence[Action]) -> tuple[Action, str] | None:
    """26.3: the plan of an army that fell back in 1914 is given up as soon as it may be."""
    s = state(view)
    bound = [a for a in actions if a.verb == "army" and fell_back(s, ARMIES.number(str(a.arg)))]
    if not bound:
        return None
    return bound[0], f"{ARMIES.name(ARMIES.number(str(bound[0].arg)))} fell back in 1914"


def evaluate(view: dict[str, Any], side: str) -> float:
    """Strength of both sides, and the places that count."""
    if view["result"]:
        winner = view["result"]["winner"]
        return 0.0 if winner is None else 500.0 if winner == side else -500.0
    s = state(view)
    score = sum(goal.worth if goal.mine else -goal.worth for goal in goals(s, side, 1)) / 2
    for u in UNITS.numbers:
        if s.at[u] < SIZE and s.is_combat(u):
            worth = (s.attack(u) + s.defence(u)) / (2 * POINT) - 0.3 * s.ce[u]
            score += worth if SIDE[u] == side else -worth
    return score


JUDGEMENT = Judgement(
    roles=roles,
    habits=habits,
    mild=MILD,
    steady=True,
    seconds=20.0,
    horizon=1,  # few whole games tell nothing
    evaluate=evaluate,
    inside=inside,
    sight=sight,
    mover=mover,
    attack=attack,
    battle=battle,
    advance=advance,
    reach=reach,
    arrive=arrive,
    support=support,
    lost=lost,
    duty=duty,
    adjust=adjust,
    stand=stand,
    suits=suits,
    reply=reply,
    recalled=recalled,
    prelude=prelude,
    closing=closing,
    chores=chores,
    hurried=hurried,
    groups=groups,
    strikes="done",
    hungry=hungry,
)
