"""7.7.1 to 7.7.3: where trains with units run, what a ride is paid with, who may entrain, and for where."""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.kit.rail import RailRow, Rails
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP_OF,
    HEXES,
    IN,
    RAIL_ROWS,
    RAILS,
    SIZE,
)
from front1914.titles.offensive_a_outrance.charts import INTER_PHASES, RAIL_COST
from front1914.titles.offensive_a_outrance.manoeuvre.ways import (
    allowance,
    garrison_range,
    loc_bounds,
    near_enemy,
)
from front1914.titles.offensive_a_outrance.nations.territorials import barred, keeps, of_group
from front1914.titles.offensive_a_outrance.plans import ends, refuse_end
from front1914.titles.offensive_a_outrance.railways.bottlenecks import shut
from front1914.titles.offensive_a_outrance.railways.engineering import operational
from front1914.titles.offensive_a_outrance.railways.structures import cut
from front1914.titles.offensive_a_outrance.railways.trains import RAIL_POINTS
from front1914.titles.offensive_a_outrance.sieges.camps import besieged
from front1914.titles.offensive_a_outrance.state import (
    BY_FOOT,
    NO_TASK,
    POOLS,
    STOOD,
    STUCK,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_FORT,
    IS_GARRISON,
    IS_LOC,
    MOBILE,
    NATION,
    RND,
    SIDE,
    SIDES,
)

POINTS, SPECIAL, FREE = "points", "special", "free"  #: how a ride is paid for: RPs, a special RP, not at all (16.1.1)
ORDINARY = {side: POOLS.number(f"{side}_rp") for side in SIDES}
BELGIAN_RP, RND_RP, SORTIE_RP = (POOLS.number(name) for name in ("belgian_rp", "rnd_rp", "sortie_rp"))
SPECIAL_COMES = {BELGIAN_RP: 2, RND_RP: 6}  #: 24.5, 23.3.2: the Inter-Phases that bring them
IN_USE = -1  #: of `rnd_rp`: it is being used in this phase
PURPLE = "Abancourt - Eu - Abbeville"  #: 7.7.2: the single track that Allied units may use
BELGIAN_LINE = "Liege - Landen - Leuven - Brussels"  #: 18.6.4
LIEGE = 1 << HEXES.number("59.29")
CAMPS = from_members(CAMP_OF)


# ---- the tracks (7.7.2)


def _net(side: str) -> Rails:
    """7.7.2, 18.1.a, 7.7.2.a: double track; Allied units also use one single track."""
    rows = [row for row in RAIL_ROWS if row.track == "double" or (side == "allied" and PURPLE in row.lines)]
    return Rails(SIZE, [RailRow(HEXES.number(row.a), HEXES.number(row.b), row.track, row.lines) for row in rows])


NET = {side: _net(side) for side in SIDES}  #: 7.7.2: what trains with units use


def _sortie_line() -> int:
    """18.6.4: the hexes of the line from Brussel to Liège."""
    line = [row for row in RAIL_ROWS if BELGIAN_LINE in row.lines]
    rails = Rails(SIZE, [RailRow(HEXES.number(row.a), HEXES.number(row.b)) for row in line])
    return from_members(rails.path(1 << HEXES.number("49.21"), 1 << HEXES.number("58.28"), rails.exists))


SORTIE_LINE = _sortie_line()


@kept(*STOOD, operational)
def way(s: OAOState, side: str) -> int:
    """7.7.3 (4), 7.7.3.4.c: bitset of the hexes through which trains with units of a side run, in whatever zones."""
    return operational(s, side) & NET[side].hexes & s.rules.area & ~s.ground(FOE[side]).units


def broken(s: OAOState, side: str) -> int:
    """18.4.2, 18.5: bitset of the links of NET that no train with units passes."""
    bits = cut(s, side, troops=True)
    return _broken(side, bits) if bits else 0


@lru_cache(maxsize=256)
def _broken(side: str, bits: int) -> int:
    pairs = {RAILS.links[number][:2] for number in members(bits)}
    return from_members(number for number, link in enumerate(NET[side].links) if link[:2] in pairs)


def part(s: OAOState, side: str, h: int, full: int = 0) -> int:
    """The hexes that trains of a side reach from a hex, itself among them; none if they do not run there."""
    lines, shut = way(s, side) & ~full, broken(s, side)
    if not lines >> h & 1:
        return 0
    parts = _parts(side, lines, shut)
    for found in parts:
        if found >> h & 1:
            return found
    parts.append(NET[side].connected(1 << h, lines, cut=shut))
    return parts[-1]


@lru_cache(maxsize=64)
def _parts(side: str, lines: int, shut: int) -> list[int]:
    """The parts into which the lines of a side fall, as far as `part` has found them."""
    return []


def too_near(s: OAOState, side: str) -> int:
    """7.7.3.2: bitset of the hexes less than six from an enemy; those inside a Fortified Camp count twice."""
    return _near(s.ground(FOE[side]).units)


@lru_cache(maxsize=64)
def _near(foes: int) -> int:
    """7.7.3.2.a: ring by ring; the way into a hex of a camp takes two."""
    within = [0, foes]
    for _ in range(RAIL_COST.far_from_enemy - 1):
        plain, inside = BOARD.spread(within[-1]) & ~CAMPS, BOARD.spread(within[-2]) & CAMPS
        within.append(within[-1] | plain | inside)
    return within[-1]


# ---- who may ride where


def special_pool(u: int) -> int | None:
    """18.6.4, 23.3.2, 24.5: the special Rail Points that a unit may use."""
    if SIDE[u] == "german":
        return SORTIE_RP
    return RND_RP if u in RND else BELGIAN_RP if NATION[u] == "belgian" else None  # 23.3.2.c


def affords(s: OAOState, u: int, how: str) -> bool:
    """7.7.1: whether there are Rail Points for it."""
    if how == POINTS:
        return s.pools[ORDINARY[SIDE[u]]] >= RAIL_POINTS[u]
    pool = special_pool(u)
    return pool is not None and (s.pools[pool] > 0 or (pool == RND_RP and s.pools[pool] == IN_USE))


def busy(s: OAOState, u: int, h: int) -> bool:
    """7.7.3, 7.7.3.3.a: whether another unit has entrained or detrained in a hex in this phase; the RND counts as one
    (B171)."""
    return s.station[h] == 1 or (s.station[h] == 2 and u not in RND)


def refuse_entrain(s: OAOState, u: int, how: str) -> Reason | None:
    """7.7: why a unit cannot begin to entrain where it is."""
    if not s.rules.rail:
        return Reason("7.7", "nobody rides by rail in this scenario")
    if IS_DEPOT[u] or not (MOBILE[u] or IS_FORT[u]):
        return Reason("7.7", "Depots move by their own rule, Forts and Fortresses not at all")
    if not affords(s, u, how):
        return Reason(
            "7.7.1", "there are not enough Rail Points" if how == POINTS else "there is no special Rail Point"
        )
    return _refuse_work(s, u) or _refuse_station(s, u) or refuse_ride(s, u, how) or refuse_end(s, (u,))


def _refuse_work(s: OAOState, u: int) -> Reason | None:
    """Why a unit in its present state cannot entrain."""
    if s.rail[u] != BY_FOOT:
        return Reason("7.7.3", "it is on the rails already")
    if s.task[u] != NO_TASK:
        return Reason("7.8.1", "it has another task")  # 7.8.1.a
    if s.did[u] & STUCK:
        return Reason("7.4.5", "after a Repulse that failed it does nothing of the kind")
    if s.second[u] >= 0:
        return Reason("7.7.3.3", "it stands in two hexes")
    if IS_ARTILLERY[u] and s.face[u]:
        return Reason("7.7.3.3", "it is deployed")
    if s.spent[u] >= allowance(s):
        return Reason("7.7.3.3", "MPs of a Forced March do not serve to entrain")  # 7.7.3.3.c
    return None


def _refuse_station(s: OAOState, u: int) -> Reason | None:
    """7.7.3 (3): why a unit cannot entrain in its hex."""
    h, side = s.at[u], SIDE[u]
    if not NET[side].hexes >> h & 1:
        return Reason("7.7.3.3", "no double track runs there")  # 7.7.3.3.e
    if near_enemy(s, h, side, RAIL_COST.near_enemy - 1):
        return Reason("7.7.3.3", f"an enemy is less than {RAIL_COST.near_enemy} hexes away")
    if busy(s, u, h):
        return Reason("7.7.3.3", "another unit has entrained or detrained there in this phase")
    if not way(s, side) >> h & 1:
        return Reason("7.7.3.3", "the railway there is not friendly and operational")  # 7.7.3.3.e
    return refuse_leave(s, u)


def refuse_leave(s: OAOState, u: int) -> Reason | None:
    """12.3.2, 22.3.2: why a unit may not leave its hex at all."""
    if besieged(s, SIDE[u]) >> s.at[u] & 1:
        return Reason("12.3.2", "its Fortified Camp is Invested")
    return None if keeps(s, (u,), ()) else Reason("22.3.2", "the line of the Territorial Group would be broken")


def refuse_ride(s: OAOState, u: int, how: str) -> Reason | None:
    if destinations(s, u, how):
        return None
    return Reason("7.7.3.2", "no destination can be reached that is far enough from the enemy")


def home_ground(s: OAOState, u: int) -> int:
    """8.6.1, 8.7.1, 22.3.1: the hexes where a unit may be at all, however it comes there."""
    found = -1
    if IS_GARRISON[u]:
        found &= garrison_range(s, u)
    if of_group(s, u):
        found &= ~barred(s)  # 22.3.1
    if IS_LOC[u] and NATION[u] == "belgian":
        found &= IN["belgium"]
    return found


def bounds(s: OAOState, u: int) -> int:
    """8.6.1, 8.7.1, 22.3.1, 24.7: the hexes where a unit may go in a movement phase."""
    found = home_ground(s, u)
    return found & ~loc_bounds(s, u) if IS_LOC[u] else found


def bound_by(u: int) -> str:
    """The rule that keeps a unit where it may be."""
    return "8.6.1" if IS_GARRISON[u] else "8.7.1" if IS_LOC[u] else "22.3.1"


def penned(s: OAOState, u: int) -> int:
    """12.3.2, 8.7.1, B195: hexes into which no train goes with a unit: out of an Invested camp, or through one; out of
    Belgium with a Belgian LOC unit."""
    camps = besieged(s, SIDE[u])
    found = ~camps if camps >> s.at[u] & 1 else camps
    return found | ~IN["belgium"] if IS_LOC[u] and NATION[u] == "belgian" else found


def closed(s: OAOState, u: int, sortie: bool) -> int:
    """18.6.2, 18.6.4, 18.6.4.c: bottlenecks without room for a unit, and where no train goes with it."""
    found = shut(s, SIDE[u], RAIL_POINTS[u]) & ~(1 << s.at[u])
    return (found & ~LIEGE if sortie else found) | penned(s, u)


def destinations(s: OAOState, u: int, how: str) -> int:
    """7.7.3.2: bitset of the hexes that a unit may designate."""
    side, h = SIDE[u], s.at[u]
    sortie = how == SPECIAL and side == "german"
    found = part(s, side, h, closed(s, u, sortie)) & ~too_near(s, side) & ~(1 << h) & bounds(s, u)
    found &= ends(s, (u,))  # 26.2.1
    return found & SORTIE_LINE if sortie else found  # 18.6.4.b


def refuse_destination(s: OAOState, u: int, how: str, h: int) -> Reason | None:
    """7.7.3 (2): why a unit cannot designate a hex."""
    side = SIDE[u]
    if destinations(s, u, how) >> h & 1:
        return None
    if h == s.at[u]:
        return Reason("7.7.3.2", "it is there")
    if not NET[side].hexes >> h & 1:
        return Reason("7.7.2", "no double track runs there")
    if not way(s, side) >> h & 1:
        return Reason("7.7.3.4", "the railway there is not friendly and operational")
    if too_near(s, side) >> h & 1:
        return Reason("7.7.3.2", f"an enemy is less than {RAIL_COST.far_from_enemy} hexes away")
    if not bounds(s, u) >> h & 1:
        return Reason(bound_by(u), "the unit may not be there")
    if not ends(s, (u,)) >> h & 1:
        return Reason("26.2.1", "it is no nearer to an objective of its army")
    if how == SPECIAL and side == "german" and not SORTIE_LINE >> h & 1:
        return Reason("18.6.4", "these Rail Points bring units to the line from Brussel to Liège")
    if part(s, side, s.at[u], penned(s, u)) >> h & 1:
        return Reason("18.6.2", "a bottleneck on the way has no room left")
    if part(s, side, s.at[u]) >> h & 1:
        return Reason("8.7.1", "it would leave Belgium") if IS_LOC[u] else Reason("12.3.2", "a camp is Invested")
    return Reason("7.7.3.4", "no friendly operational double track leads there")


# ---- Rail Points (7.7.1)


def receive(s: OAOState, number: int) -> None:
    """7.7.1, IPC.a: the Rail Points of an Inter-Phase; what is left of the old ones is lost."""
    row = INTER_PHASES[number - 1]
    s.pools[ORDINARY["allied"]], s.pools[ORDINARY["german"]] = row.allied_rail, row.german_rail
    receive_special(s, number)


def receive_special(s: OAOState, number: int) -> None:
    """23.3.2, 24.5: the special Rail Points of the Belgians and of the RND, which are never lost."""
    for pool, inter_phase in SPECIAL_COMES.items():
        if number == inter_phase:
            s.pools[pool] = 1
