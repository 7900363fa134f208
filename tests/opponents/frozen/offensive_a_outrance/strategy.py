"""What the armies of a campaign go for: objectives of the plans (26), and what Victory Points are given for (27).

Worths are steps of an average division. What lies behind one's own line counts as ours: it is defended where the enemy
can come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from front1914.kit.bits import members
from front1914.kit.sight import Goal
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, IN, OPEN, SIZE
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, POINTS, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.plans import ACTIVE, REQUIRED, loss
from front1914.titles.offensive_a_outrance.scenarios import OBJECTIVES_OF
from front1914.titles.offensive_a_outrance.schedule import BELGIEN
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import LORRAINE, MUELHAUSEN, PARIS, counts
from front1914.titles.offensive_a_outrance.victory import worth as advance
from front1914.titles.offensive_a_outrance.world import (
    ARMY_SIDE,
    FOE,
    IS_FORMATION,
    IS_INFANTRY,
    KINDS,
    NATION,
    OWN,
)

VP = 0.6  #: a Victory Point
PRIMARY, OPERATIONAL = 4.0, 1.5  #: an objective of a plan in force, to the army that has it
DEPTH = 0.2  #: a point of the furthest advance, which counts in each Inter-Phase that is left (27.4)
ENTERED = 8.0  #: Paris (27.7)
MANDATE = 0.5  #: a Mandated Attack (26.4.2)
PLAN_ENDS = 8  #: the turn from which plans draw nobody any more: who has not got there will not
CHEAP = -6  #: what it may cost to abandon a plan that only binds (27.1)
HOPELESS, TRIED = (
    1.8,
    5,
)  #: enemies before an army, by its own strength, above which it needs its freedom; from this turn
WHEEL_ENDS, PUSH = 14, 0.4  #: the last turn of the war of movement; what it is worth to attack in the West until then
WEST = frozenset(h for h in members(OPEN) if int(str(HEXES[h])[3:]) < 42)  #: where the armies wheel: north of Verdun
ANTWERPEN, SHIELD, STRANGE = HEXES.number("52.16"), 4, 0.25  #: and what lies around it; how little a goal suits others
SECOND_LINE = ("r", "Lw", "Ez", "BELGIEN", "Marine")
SIGHT = 4  #: hexes in front of an army that count for it

Make = Callable[[OAOState, str, str, float, int, str], Goal]


def campaign(s: OAOState, side: str, turns: int, goal: Make) -> list[Goal]:
    """The goals of a side in a scenario that is decided by points."""
    worth: dict[int, tuple[float, str]] = {}

    def add(h: int, value: float, rule: str) -> None:
        before, told = worth.get(h, (0.0, rule))
        worth[h] = before + value, told if before >= value else rule

    for name in s.rules.victory.objectives:
        hexes = OBJECTIVES.get(name) or SPECIAL_CITIES[name]
        for word in hexes:
            h = HEXES.number(word)
            add(h, VP * (POINTS.objective if name in OBJECTIVES else POINTS.special / 2) / len(hexes), "27.8")
            if counts(s, "27.4"):
                add(h, DEPTH * max(0, advance(h) or 0) / len(hexes), "27.4")
    for army in _planned(s):
        mine = 1.0 if ARMY_SIDE[army] == side else 0.3
        for bits in OBJECTIVES_OF[army].every:
            for h in list(members(bits))[:1]:
                add(h, mine * (PRIMARY if bits == OBJECTIVES_OF[army].primary else OPERATIONAL), "26.1")
    if counts(s, "27.7"):
        add(PARIS, ENTERED, "27.7")
    _early(s, add)
    return [goal(s, side, str(HEXES[h]), value, turns, rule) for h, (value, rule) in sorted(worth.items())]


def _planned(s: OAOState) -> list[int]:
    """The armies whose plans still draw them."""
    return [a for a in OBJECTIVES_OF if s.plan[a] == ACTIVE and s.turn < PLAN_ENDS]


def _early(s: OAOState, add: Callable[[int, float, str], None]) -> None:
    """27.2, 27.3: what counts in August only."""
    if s.turn >= POINTS.early:
        return
    for rule, event, words, points in (
        ("27.2", MUELHAUSEN, POINTS.muelhausen_hexes, POINTS.muelhausen / 3),
        ("27.3", LORRAINE, POINTS.lorraine_hexes, POINTS.lorraine),
    ):
        if counts(s, rule) and not s.events[event]:
            for word in words:
                add(HEXES.number(word), VP * points, rule)


# ---- the wheel through Belgium


def attacks(s: OAOState, side: str) -> bool:
    """27.4: the German must be deep in France before the war of movement ends, and every Inter-Phase counts."""
    return side == "german" and s.turn <= WHEEL_ENDS


def spirit(s: OAOState, side: str) -> dict[str, float]:
    """How a side marches: who attacks leaves few to hold lines, and does not shy from whoever might come."""
    return {"line": 0.2, "fear": 0.3} if attacks(s, side) else {"fear": 0.6}


def second_line(u: int) -> bool:
    """Reserve, Ersatz and Landwehr units."""
    return any(mark in KINDS[u].short for mark in SECOND_LINE)


def fitness(s: OAOState, u: int, h: int) -> float:
    """Who is for what: the active corps for the wheel, the rest for Antwerpen; British and Belgians near the sea.

    Beseler besieged Antwerpen with Reserve, Ersatz, Marines and Landwehr; the active corps were on the Marne.
    """
    nation, belgian = NATION[u], bool(IN["belgium"] >> h & 1)
    if nation == "german" and attacks(s, "german"):
        behind = BOARD.distance(h, ANTWERPEN) <= SHIELD
        if behind:
            return 1.0 if second_line(u) else STRANGE
        return STRANGE if s.army[u] == BELGIEN else 1.0
    if nation == "belgian":
        return 1.0 if belgian else STRANGE
    if nation == "british":
        return STRANGE if BOARD.distance(h, ANTWERPEN) <= SHIELD or h not in WEST else 1.0
    return 1.0


def push(s: OAOState, side: str, target: int) -> float:
    """What an attack by the right wing is worth for the time that it gains."""
    return PUSH if attacks(s, side) and target in WEST else 0.0


# ---- Strategic Plans


def owes(s: OAOState, army: int) -> bool:
    """26.4.2: whether an army owes attacks before it may abandon its plan."""
    return army in REQUIRED and s.plan[army] == ACTIVE and s.mandated[army] < REQUIRED[army]


def duty_of(s: OAOState, leads: Sequence[int]) -> float:
    """What it is worth that these attack: one Mandated Attack less is owed."""
    owing = any(IS_INFANTRY[u] and IS_FORMATION[u] and owes(s, s.army[u]) for u in leads)
    return MANDATE if owing else 0.0


def hopeless(s: OAOState, side: str, armies: Sequence[int]) -> int | None:
    """26.3: the army that had better abandon its plan: bound where the enemy is too strong, or for little."""
    for army in armies:
        own = [u for u in OWN[side] if s.army[u] == army and IS_FORMATION[u] and s.at[u] < SIZE]
        hexes = {s.at[u] for u in own}
        near = [
            v
            for v in OWN[FOE[side]]
            if IS_FORMATION[v] and s.at[v] < SIZE and any(BOARD.distance(s.at[v], h) <= SIGHT for h in hexes)
        ]
        strength, against = sum(s.attack(u) for u in own), sum(s.attack(v) for v in near)
        pressed = s.turn >= TRIED and against > HOPELESS * strength
        if pressed or (s.turn >= PLAN_ENDS and loss(s, army) >= CHEAP):
            return army
    return None
