"""18, 29: where a computer commander sends guns and Headquarters: around a fortress, or behind the infantry."""

from __future__ import annotations

from itertools import product
from typing import Any

from front1914.kit.bits import members
from front1914.kit.sight import Sight
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.board import BOARD, HEXES, OPEN_RING, TERRAINS
from front1914.titles.der_weltkrieg.charts import TEC, losses
from front1914.titles.der_weltkrieg.combat.arithmetic import row
from front1914.titles.der_weltkrieg.combat.terrain import choices
from front1914.titles.der_weltkrieg.marching import march, refuse_start
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.state import IDLE, DWState
from front1914.titles.der_weltkrieg.terms import terms
from front1914.titles.der_weltkrieg.world import (
    HEADQUARTERS,
    HOME,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_HQ,
    IS_INFANTRY,
    IS_SIEGE,
    NATION,
    OWN,
    UNITS,
)

Orders = dict[str, tuple[int, str]]
GUNS_HERE = 3  #: 11-4
MOST_GUNS = 5  #: guns whose places are worked out together
GARRISON = 4  #: 29-11: infantry points for each hexside that spare a fortress the doubled guns
SIEGE_RANGE = 5  #: hexes from a fortress within which guns and troops belong to its siege
MOST_STAFFS, BASE_RANGE = 3, 5  #: Headquarters that a siege looks at, the nearest ones; hexes from the fortress
ESCORT = 2  #: Strength Points of infantry that guns want beside them


def fort_under_siege(s: DWState, side: str) -> int | None:
    """The enemy fortress hex that the side's guns are nearest to, or the one that decides the scenario."""
    forts = (s.ground(FOE[side]).forts | _town(s, side)) & s.rules.area
    guns = [s.at[u] for u in OWN[side] if IS_ARTILLERY[u] and s.on_map(u)]
    if not forts or not guns:
        return None
    near = {h: min(BOARD.distance(h, g) for g in guns) for h in members(forts)}
    fort = min(near, key=lambda h: (near[h], h))
    return fort if near[fort] <= SIEGE_RANGE else None


def _town(s: DWState, side: str) -> int:
    """What is left of a fortress that decides the scenario is besieged until nobody holds it any more."""
    word = terms(s).victory.get("fortress")
    return 0 if word is None or side != "central" else 1 << HOME[UNITS.number(word)] & s.ground(FOE[side]).units


def reserve(s: DWState, side: str, turns: int) -> int:
    """Supply Points that the bombardments of the turns left will cost, where a fortress decides the game."""
    if "fortress" not in terms(s).victory or side != "central" or fort_under_siege(s, side) is None:
        return 0
    guns = sum(s.strength[u] for u in OWN[side] if IS_ARTILLERY[u] and (s.on_map(u) or s.strength[u]))
    return -(-guns // 2) * turns


def _reach(s: DWState, u: int) -> list[int]:
    """Where a unit can be at the end of its move."""
    if refuse_start(s, u) is not None or s.entrained[u] or s.moved[u]:
        return [s.at[u]]
    return [s.at[u], *members(march(s, (u,), IDLE).hexes)]


def orders(sight: Sight, survey: Any, after: DWState) -> Orders:
    """Guns, those who guard them, Headquarters; who plans ahead lays siege as a whole."""
    now: DWState = sight.extra
    fort = fort_under_siege(now, sight.side)
    careful = bool(sight.temper.get("masses", 1.0))
    if careful and fort is not None and (plan := investment(now, sight, fort)) is not None:
        return plan
    found: Orders = {}
    guns = sorted(
        (u for u in OWN[sight.side] if IS_ARTILLERY[u] and now.on_map(u)), key=lambda u: (-now.strength[u], u)
    )
    taken: dict[int, int] = {}
    for u in guns:
        h = _post(now, after, survey, u, fort, taken)
        taken[h] = taken.get(h, 0) + 1
        after.put(u, h)
        if h != now.at[u]:
            found[str(UNITS[u])] = h, f"{UNITS[u]} to {HEXES[h]}: guns stand where they can fire, with infantry"
    for hq in HEADQUARTERS[sight.side]:
        if now.on_map(hq):
            h = _headquarters(now, after, survey, hq, guns)
            if h != now.at[hq]:
                found[str(UNITS[hq])] = h, f"{UNITS[hq]} to {HEXES[h]}: to keep guns and army within its supply lines"
                after.put(hq, h)
    return found


# ---- a siege as a whole


def investment(now: DWState, sight: Sight, fort: int) -> Orders | None:
    """29-10, 29-11: guns on as many hexsides of a fortress as make the bombardment heaviest, each with an escort, all
    within reach of one Headquarters; None if no gun gets there."""
    side = sight.side
    near = [u for u in OWN[side] if now.on_map(u) and BOARD.distance(now.at[u], fort) <= SIEGE_RANGE]
    guns = sorted((u for u in near if IS_ARTILLERY[u]), key=lambda u: (-now.strength[u], u))[:MOST_GUNS]
    foot = [u for u in near if (IS_INFANTRY[u] or IS_CAVALRY[u]) and now.strength[u]]
    staffs = sorted((u for u in near if IS_HQ[u]), key=lambda u: (BOARD.distance(now.at[u], fort), u))[:MOST_STAFFS]
    reach = {u: set(_reach(now, u)) for u in (*guns, *foot, *staffs)}
    ring = members(OPEN_RING[fort] & ~now.neutral & now.rules.area & ~now.ground(FOE[side]).wall)
    ring = [h for h in ring if any(h in reach[u] for u in foot if IS_INFANTRY[u])]
    if not ring or not staffs or not any(h in reach[u] for u in guns for h in ring):
        return None
    best = _bombardment(now, side, fort, guns, staffs, reach, ring)
    if best is None:
        return None
    _, hq, base, posts = best
    found: Orders = {}
    decides = "fortress" in terms(now).victory
    worth = _wards(now, guns, posts, ring if decides else [])
    for u, h in _guards(now, foot, worth, reach, decides).items():
        why = "to guard the guns around" if h in posts else "to keep a side open to guns of"
        found[str(UNITS[u])] = h, f"{UNITS[u]} to {HEXES[h]}: {why} {HEXES[fort]}"
    for u, h in zip(guns, posts, strict=True):
        found[str(UNITS[u])] = h, f"{UNITS[u]} to {HEXES[h]}: to bombard {HEXES[fort]} from another side"
    found[str(UNITS[hq])] = base, f"{UNITS[hq]} to {HEXES[base]}: within four points of the guns"
    return found


def _bombardment(
    now: DWState, side: str, fort: int, guns: list[int], staffs: list[int], reach: dict[int, set[int]], ring: list[int]
) -> tuple[float, int, int, tuple[int, ...]] | None:
    """The heaviest bombardment: its worth, the Headquarters and its place, the place of each gun."""
    held = now.copy()  # lines are measured as if somebody already stood on each side of the fortress
    spare = [u for u in OWN[side] if IS_INFANTRY[u] and not now.on_map(u)]
    for u, h in zip(spare, ring, strict=False):
        held.strength[u] = 1
        held.put(u, h)
    infantry = _foot(now, FOE[side], fort)
    best: tuple[float, int, int, tuple[int, ...]] | None = None
    options = [[h for h in ring if h in reach[u]] or [now.at[u]] for u in guns]
    heaviest: dict[frozenset[int], tuple[float, tuple[int, ...]]] = {}  # many places feed the same sides
    for hq in staffs:
        for base in sorted(h for h in reach[hq] if BOARD.distance(h, fort) <= BASE_RANGE):
            if now.zone(FOE[side]) >> base & 1 and base not in ring and not now.ground(side).held >> base & 1:
                continue
            held.put(hq, base)
            fed = frozenset(h for h in ring if _fed(held, hq, h))
            if fed not in heaviest:
                heaviest[fed] = _heaviest(now, fort, infantry, guns, options, fed)
            worth, posts = heaviest[fed]
            worth -= (0.4 if base in ring else 0.05) * (base != now.at[hq]) + 0.3 * (base in ring)
            if best is None or worth > best[0]:
                best = worth, hq, base, posts
    return best


def _heaviest(
    s: DWState, fort: int, infantry: int, guns: list[int], options: list[list[int]], fed: frozenset[int]
) -> tuple[float, tuple[int, ...]]:
    """The best places of the guns, if those on some sides are supplied: what that takes, less a little for moving."""
    taken: dict[tuple[int, frozenset[int]], float] = {}  # by Strength Points that fire, and sides from which they do
    best: tuple[float, tuple[int, ...]] | None = None
    for posts in product(*options):
        firing = [(s.strength[u], h) for u, h in zip(guns, posts, strict=True) if h in fed]
        if not firing or any(posts.count(h) > GUNS_HERE for h in posts):
            worth = -9.0
        else:
            key = sum(points for points, _ in firing), frozenset(h for _, h in firing)
            if key not in taken:
                taken[key] = _weight(s, fort, infantry, *key)
            worth = taken[key]
        worth -= 0.02 * sum(s.at[u] != h for u, h in zip(guns, posts, strict=True))
        if best is None or worth > best[0]:
            best = worth, posts
    assert best is not None
    return best


def _fed(s: DWState, hq: int, h: int) -> bool:
    """29-4, 19-14: whether guns in a hex could be supplied."""
    far = supply.length(s, hq, h)
    return far is not None and (far <= supply.GUN_LINE or BOARD.distance(s.at[hq], h) <= 1)


def _weight(s: DWState, fort: int, infantry: int, points: int, sides: frozenset[int]) -> float:
    """What a bombardment by so many Strength Points from some sides takes on average."""
    column = points * (2 if infantry < GARRISON * len(sides) else 1)
    ground = min(TEC[TERRAINS[terrain]].attack for terrain in choices(s, fort, set(sides), True))
    adjust = max(-4, min(4, len(sides) + ground))
    return sum(losses(column, row(die, adjust), s.year) for die in range(1, 7)) / 6


def _wards(now: DWState, guns: list[int], posts: tuple[int, ...], sides: list[int]) -> dict[int, float]:
    """Where somebody is wanted, and what is there: guns; and the other sides of a fortress that decides the game, for
    who stands there first keeps them open to guns (29-10, 29-11), or shuts them."""
    worth = dict.fromkeys((*posts, *sides), 1.0)
    for u, h in zip(guns, posts, strict=True):
        worth[h] += now.strength[u]
    return worth


def _guards(
    now: DWState, foot: list[int], worth: dict[int, float], reach: dict[int, set[int]], decides: bool
) -> dict[int, int]:
    """Infantry and cavalry, the strongest first, to the places that have least protection for what they are worth; an
    escort is enough where no fortress decides the game: the others are wanted elsewhere."""
    guard = dict.fromkeys(worth, 0.0)
    found: dict[int, int] = {}
    order = sorted(foot, key=lambda u: (sum(h in reach[u] for h in worth), -now.strength[u], u))
    for bare in (True, False) if decides else (True,):  # first somebody everywhere
        for u in order:
            ways = [h for h in worth if h in reach[u] and (not bare or not guard[h])]
            if u in found or not ways or (bare and not IS_INFANTRY[u]):
                continue
            h = min(ways, key=lambda h: (guard[h] / (2.0 + 0.3 * worth[h]), h != now.at[u], h))
            found[u] = h
            guard[h] += now.strength[u]
    return found


# ---- one by one


def _foot(s: DWState, side: str, h: int) -> int:
    """Strength Points of infantry of a side in a hex."""
    return sum(s.strength[u] for u in s.own(side, h) if IS_INFANTRY[u])


def _post(now: DWState, after: DWState, survey: Any, u: int, fort: int | None, taken: dict[int, int]) -> int:
    """The best place for a gun: beside the fortress, or behind the front, where infantry is."""
    side = survey.sight.side
    ring = OPEN_RING[fort] if fort is not None else 0
    strike = BOARD.spread(now.ground(FOE[side]).wall)

    def worth(h: int) -> tuple[float, int]:
        if taken.get(h, 0) >= GUNS_HERE:
            return -99.0, -h
        value = 0.0
        if ring >> h & 1:
            value += 8.0
        elif fort is not None:
            value -= BOARD.distance(h, fort)
        elif strike >> h & 1 and not IS_SIEGE[u]:
            value += 3.0
        guarded = _foot(after, side, h)
        value += 3.0 if guarded >= ESCORT else -6.0 if survey.threat[h] or ring >> h & 1 else 0.0
        return value - 0.1 * (h != now.at[u]), -h

    return max(_reach(now, u), key=worth)


def _headquarters(now: DWState, after: DWState, survey: Any, hq: int, guns: list[int]) -> int:
    """Where most guns are within four points, and most of the army near, out of the enemy's way."""
    side = survey.sight.side
    zone, held = now.zone(FOE[side]), after.ground(side).held
    own = [u for u in OWN[side] if IS_INFANTRY[u] and NATION[u] == NATION[hq] and after.on_map(u)]
    near = sorted(own, key=lambda u: (BOARD.distance(after.at[u], now.at[hq]), u))[:12]
    mine = [u for u in guns if NATION[u] == NATION[hq] and BOARD.distance(after.at[u], now.at[hq]) <= 6]
    home = after.at[hq]

    def worth(h: int) -> tuple[float, int]:
        if zone >> h & 1 and not held >> h & 1:
            return -99.0, -h
        after.put(hq, h)
        value = 0.0
        for u in mine:
            far = supply.length(after, hq, after.at[u])
            value += 3.0 if far is not None and (far <= supply.GUN_LINE or supply.beside(after, hq, u)) else 0.0
        for u in near:
            far = supply.length(after, hq, after.at[u])
            value -= 0.15 * max(0, far - 3) if far is not None else 1.5
        if h not in (now.at[hq],):
            value -= 0.3
        if zone >> h & 1:
            value -= 2.0
        return value - 0.2 * survey.threat[h] / (1 + _foot(after, side, h)), -h

    best = max(_reach(now, hq)[:40], key=worth)
    after.put(hq, home)
    return best
