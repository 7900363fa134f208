"""27, A14: Victory Points, and who has won. The net count is German less Allied points (27.0)."""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.flow import Step
from front1914.kit.bits import from_members, members
from front1914.kit.flood import flood
from front1914.titles.offensive_a_outrance.board import BOARD, COAST, HEXES, NEAR, OPEN, RIDGES
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, POINTS, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.manoeuvre.entry import WATCH, Watch
from front1914.titles.offensive_a_outrance.manoeuvre.front import DRY, refresh_control
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_INFANTRY,
    IS_LOC,
    OWN,
    SIDES,
    UNITS,
)

NAMES = {"german": "The German player", "allied": "The Allied player"}
MUELHAUSEN, LORRAINE, PARIS_ENTERED = map(EVENTS.number, ("vp_27_2", "vp_27_3", "vp_27_7"))
PARIS, MARINES = HEXES.number(POINTS.paris_hex), UNITS.number(POINTS.marine_unit)
TITLES = {
    "27.1": "A Strategic Plan is abandoned",
    "27.2": "Mülhausen",
    "27.3": "Lorraine",
    "27.4": "Furthest advance",
    "27.5": "Gaps in the front line",
    "27.6": "The Marine Division is not at the sea",
    "27.7": "Paris is entered",
}


def counts(s: OAOState, rule: str) -> bool:
    """Whether points of a rule count in the scenario."""
    return rule in s.rules.victory.rules


def award(s: OAOState, rule: str, side: str, points: int, name: str = "") -> None:
    """27.0: a side earns points, or loses them."""
    if points:
        net = points if side == "german" else -points
        s.vp += net
        s.tell("points", rule=rule, name=name or TITLES[rule], points=net)


def holds_all(s: OAOState, side: str, words: tuple[str, ...]) -> bool:
    """Whether a side controls every one of some hexes."""
    held = s.held(side)
    return all(held >> HEXES.number(word) & 1 for word in words)


# ---- at the end of a Player Turn (4.2.9)


def score_player_turn(s: OAOState) -> None:
    """4.2.9.d: control is looked at; Mülhausen (27.2); the German may take his award for Lorraine (27.3)."""
    refresh_control(s)
    if s.turn >= POINTS.early:
        return
    if counts(s, "27.2") and not s.events[MUELHAUSEN] and holds_all(s, "allied", POINTS.muelhausen_hexes):
        s.events[MUELHAUSEN] = s.turn
        award(s, "27.2", "allied", POINTS.muelhausen)
    if counts(s, "27.3") and not s.events[LORRAINE] and (cities := lorraine(s)):
        if cities == len(POINTS.lorraine_hexes) or _last_chance(s):
            take_lorraine(s)  # there is nothing to wait for
        else:
            s.flow.append(("claim",))


def lorraine(s: OAOState) -> int:
    """27.3: how many of the three cities the German controls."""
    return sum(holds_all(s, "german", (word,)) for word in POINTS.lorraine_hexes)


def _last_chance(s: OAOState) -> bool:
    return s.turn in (POINTS.early - 1, s.rules.last_turn) and s.phasing == SIDES[-1]


def take_lorraine(s: OAOState) -> None:
    """27.3, B91: once, for all cities that are controlled then."""
    s.events[LORRAINE] = s.turn
    award(s, "27.3", "german", POINTS.lorraine * lorraine(s))


class Claim(Step):
    """27.3: the German takes the award for the cities of Lorraine now, or waits for more of them."""

    name, rule, ends = "claim", "27.3", ("done",)

    def side(self, s: OAOState) -> str:
        return "german"

    def prompt(self, s: OAOState) -> str:
        number = lorraine(s)
        return (
            f"You control {number} of the three cities of Lorraine: take {POINTS.lorraine * number} Victory Points "
            f"now, once in the game, or wait for more (before turn {POINTS.early})?"
        )

    def do_take(self, s: OAOState, _: None) -> None:
        s.flow.pop()
        take_lorraine(s)


# ---- Paris (27.7)


def in_paris(s: OAOState) -> int | None:
    """27.7: a German unit in Paris Central, the first time."""
    if s.events[PARIS_ENTERED] or not s.ground("german").units >> PARIS & 1 or not counts(s, "27.7"):
        return None
    return s.own(PARIS, "german")[0]


def enter_paris(s: OAOState, u: int) -> None:
    """27.7, B92: once."""
    s.events[PARIS_ENTERED] = s.turn
    award(s, "27.7", "german", POINTS.paris)


WATCH.append(Watch(in_paris, enter_paris))


# ---- in an Inter-Phase (4.3.2)


def score_inter_phase(s: OAOState, number: int) -> None:
    """4.3.2, B92, 4.3.2.c: furthest advance, gaps in the front line, the Marine Division; each Inter-Phase anew."""
    refresh_control(s)
    if number >= POINTS.advance_from:
        if counts(s, "27.4"):
            award(s, "27.4", "german", furthest(s))
        if counts(s, "27.5"):
            for side in SIDES:
                award(s, "27.5", side, -gaps(s, side))
    if number >= POINTS.marine_from and counts(s, "27.6") and not at_sea(s):
        award(s, "27.6", "german", POINTS.marine)


def worth(h: int) -> int | None:
    """27.4: what a hex is worth to the German who advances so far: its row less its column; None if it does not count.

    >>> [worth(HEXES.number(word)) for word in ("29.34", "15.32", "25.23", "45.50")]
    [5, 17, -2, None]
    """
    column, row = map(int, str(HEXES[h]).split("."))
    return row - column if column < POINTS.advance_below else None


def furthest(s: OAOState) -> int:
    """27.4: the best hex of a German infantry Formation; it may be worth less than nothing."""
    hexes = {h for u in OWN["german"] if IS_FORMATION[u] and IS_INFANTRY[u] for h in s.hexes(u)}
    return max((value for h in hexes if (value := worth(h)) is not None), default=0)


def at_sea(s: OAOState) -> bool:
    """27.6: whether the Marine Division stands in a Coastal hex."""
    return any(COAST >> h & 1 for h in s.hexes(MARINES))


# ---- the contiguous front line (27.5, H9)

LINE_END = {
    "allied": BOARD.bits(POINTS.allied_end),
    "german": sum(1 << h for h in members(OPEN) if str(HEXES[h]).endswith(f".{POINTS.german_row}")),
}


def occupied(s: OAOState, side: str) -> int:
    """27.5, 27.5.c: hexes with a Fort, a garrisoned Fortress or a Combat unit other than LOC units."""
    found = 0
    for u in OWN[side]:
        holds = not s.face[u] if IS_FORTRESS[u] else IS_FORT[u] or (s.is_combat(u) and not IS_LOC[u])
        if holds:
            for h in s.hexes(u):
                found |= 1 << h
    return found


class Line(NamedTuple):
    """27.5, H9: the hexes that are a side's front, and where the southern part of it begins and ends."""

    front: int
    start: int
    end: int


def southern_line(s: OAOState, side: str) -> Line:
    """3.4, 27.5, H9: the front is what a side holds beside the enemy's ground, which hangs together with his own edge.

    It begins at Switzerland. It ends at Verdun, or in row 42; where that lies behind the front, in the hexes of the
    front that are nearest to it.
    """
    land = OPEN & s.rules.area
    own = land & (s.held(side) | s.ground(side).units)
    rest = land & ~own
    beyond = flood(DRY, s.rules.edge(FOE[side], s.held(FOE[side])) & rest, rest) or rest
    front = own & DRY.spread(beyond)
    goals = LINE_END[side] & own
    if goals and not goals & front:
        far = {h: min(BOARD.distance(h, g) for g in members(goals)) for h in members(front)}
        goals = from_members(h for h, away in far.items() if away == min(far.values()))
    return Line(front, front & NEAR["switzerland"], front & goals)


def shielded(s: OAOState, side: str) -> int:
    """27.5, 27.5.d: hexes that face the enemy across Mountain Ridges, and across nothing else."""
    lost, found = s.held(FOE[side]), 0
    for link in members(RIDGES):
        for h, beyond in (BOARD.links[link], BOARD.links[link][::-1]):
            if lost >> beyond & 1 and not lost >> h & 1:
                found |= 1 << h
    return sum(
        1 << h
        for h in members(found)
        if all(RIDGES >> BOARD.link[h, n] & 1 for n in BOARD.neighbours[h] if lost >> n & 1)
    )


def gaps(s: OAOState, side: str) -> int:
    """27.5: how many points the gaps in the southern part of a side's line cost."""
    return len(gap_hexes(s, side))


def gap_hexes(s: OAOState, side: str) -> list[int]:
    """27.5, H9: the unoccupied hexes of the front from Switzerland to the end of its southern part.

    Where the front is wider than a hex the line takes the way with the fewest. If the front does not lead there, all
    hexes of the shortest way over land are missing.
    """
    front, start, end = southern_line(s, side)
    found = _unkept(front, front & (occupied(s, side) | shielded(s, side)), start, end)
    if found is None:
        land = OPEN & s.rules.area
        found = _unkept(land, 0, NEAR["switzerland"] & land, LINE_END[side])
    return found or []


def _unkept(own: int, kept: int, start: int, end: int) -> list[int] | None:
    """The hexes that are not kept on a way over some hexes that has the fewest; None if there is no way."""
    reached = [flood(DRY, start & kept, kept)]  # with no gap, with one, with two ...
    while not reached[-1] & end:
        fresh = (start | DRY.spread(reached[-1])) & own & ~reached[-1]
        if not fresh:
            return None
        reached.append(reached[-1] | flood(DRY, fresh, kept))
    found: list[int] = []
    way = reached[-1] & end
    for before, after in zip(reached[-2::-1], reached[::-1], strict=False):  # back from the end, gap by gap
        way = flood(DRY, way, kept) & ~before
        fresh = after & ~before & ~kept
        found.append(members(way & fresh or DRY.spread(way) & fresh)[0])
        way = DRY.spread(1 << found[-1]) & before
    return found


# ---- the end


def final_points(s: OAOState) -> list[tuple[str, int]]:
    """27.8, 27.8.1, 27.8.a: the points for objectives at the end of a scenario, German ones positive."""
    found: list[tuple[str, int]] = []
    for name in s.rules.victory.objectives:
        hexes = OBJECTIVES.get(name) or SPECIAL_CITIES[name]
        points = POINTS.objective if name in OBJECTIVES else POINTS.special
        for side, sign in (("german", 1), ("allied", -1)):
            if holds_all(s, side, hexes):
                found.append((name, sign * points))
    return found


def end_game(s: OAOState) -> None:
    """A14, 27.7: the end of the scenario."""
    refresh_control(s)
    victory = s.rules.victory
    if victory.kind == "hexes":
        won = holds_all(s, victory.holder, victory.hexes)
        winner = victory.holder if won else FOE[victory.holder]
        places = ", ".join(dict.fromkeys(HEXES.name(HEXES.number(word)) for word in victory.hexes))
        reason = f"{NAMES[victory.holder]} {'controls' if won else 'does not control'} {places}."
        s.finish(winner, "victory", reason, "27.2", None)
        return
    for name, points in final_points(s):
        award(s, "27.8", "german", points, name)
    if counts(s, "27.7") and s.held("german") >> PARIS & 1:  # 27.7.a
        s.finish("german", "automatic", "The German player controls Paris.", "27.7", s.vp)
        return
    net = s.vp - victory.par
    reason = f"Net Victory Points: {s.vp}" + (f", where history comes to {victory.par}." if victory.par else ".")
    if abs(net) <= victory.draw:
        s.finish(None, "draw", reason, "27.0", s.vp)
        return
    s.finish("german" if net > 0 else "allied", level(net, victory.minor), reason, "27.0", s.vp)


def level(net: int, minor: int) -> str:
    """A14: how great a victory is; some scenarios have no levels.

    >>> level(11, 40), level(-41, 40), level(3, 0)
    ('minor victory', 'major victory', 'victory')
    """
    if not minor:
        return "victory"
    return "minor victory" if abs(net) <= minor else "major victory"


STEPS = (Claim(),)
