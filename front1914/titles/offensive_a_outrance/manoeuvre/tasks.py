"""7.5, 7.8, 14.3: tasks: Formations recover effectiveness and dig positions, if need be over several phases."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.kit.bits import members, places
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, PRINTED_IP, RING, SIZE
from front1914.titles.offensive_a_outrance.charts import INTER_PHASES
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, near_enemy, pinned
from front1914.titles.offensive_a_outrance.state import (
    CONTROL,
    D1,
    DIG,
    MOVED,
    NO_TASK,
    NOBODY,
    RECOVER,
    RIGHTS,
    SOUND,
    TASKS,
    UNLIMITED,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import IS_FORMATION, IS_INFANTRY, NATION, SIDE, SIDES, SPAN

TASK_COST = {RECOVER: 9, DIG: 13}  #: 7.5, 14.3.1
FAR, FAR_DEMORALISED, FAR_CITY = 3, 5, 2  #: 7.5.1, 7.5.2: hexes to the nearest enemy
TRENCH_TURN = 19  #: 7.5.1: from this GT on a Level 1 position will do
DIG_WITHIN = 4  #: 14.3.2
CITIES = {"french": CAMP["Paris"], "belgian": CAMP["Antwerpen"]}  #: 7.5.2

_EVERY = (1 << SIZE) - 1
_NO_POSITIONS = bytearray(SIZE)  #: the column `ip` when nothing was built: compared as a piece of memory


def grant_rights(s: OAOState, number: int) -> None:
    """4.3.2.b, 14.3.4, 14.3.4.a, IPC.c, B103: the positions that each side may build until the next Inter-Phase.

    A position that is begun is finished in the turns to come, and counts among theirs.
    """
    most = INTER_PHASES[number - 1].positions
    for side, right in RIGHTS.items():
        begun = sum(task == DIG for task in s.task[SPAN[side]])
        s.pools[right] = most if most == UNLIMITED else max(0, most - begun)


def level(s: OAOState, h: int) -> int:
    """12.2.1b.a, 14.0, 14.5: the level of the Improved Position in a hex, 0 for none."""
    if PRINTED_IP >> h & 1 and not s.ruined[h]:  # 14.5.a
        return 2
    return 1 if s.ip[h] else 0


def stood_before(s: OAOState, h: int) -> bool:
    """7.5.1a, 7.5.1a.a: whether the position in a hex is older than this movement phase."""
    return level(s, h) == 2 or s.ip[h] == 1


def refuse_task(s: OAOState, u: int, task: str) -> Reason | None:
    """Why a unit cannot begin a task now."""
    if not IS_FORMATION[u]:
        return Reason("7.5" if task == "recover" else "14.3", "only Formations do that")
    if s.spent[u] >= allowance(s):
        return Reason("7.8.1", "it has no MPs left for a task")  # 7.5.a
    if s.task[u]:
        return Reason("7.8.1", "it has another task")  # 7.8.1.a
    if pinned(s, (u,)):
        more = "" if task == "recover" else ": it may not begin to dig"
        return Reason("7.3.3", f"a Prepared Attack holds it{more}")  # 7.3.3.a
    return refuse_recovery(s, u) if task == "recover" else refuse_digging(s, u)


def refuse_recovery(s: OAOState, u: int) -> Reason | None:
    """7.5: why a Formation cannot recover."""
    side, hexes = SIDE[u], s.hexes(u)
    if s.ce[u] == SOUND:
        return Reason("7.5", "its effectiveness is whole")
    if s.ce[u] >= D1:
        city = CITIES.get(NATION[u], 0)  # 6.4.d
        far = FAR_CITY if all(city >> h & 1 for h in hexes) else FAR_DEMORALISED  # 7.5.2.a
        if any(near_enemy(s, h, side, far - 1) for h in hexes):
            return Reason("7.5.2", f"Demoralized: an enemy is less than {far} hexes away")
        return None
    if not any(near_enemy(s, h, side, FAR - 1) for h in hexes):  # 19.0.a, 7.5.1.a
        return None
    if any(near_enemy(s, h, side, 1) for h in hexes):  # 19.0.a
        return _refuse_in_contact(s, u)
    if all(_screened(s, side, h) for h in hexes) or _dug_in(s, u):  # B179: who may beside an enemy may farther off
        return None
    return Reason("7.5.1", f"an enemy is less than {FAR} hexes away")


def _refuse_in_contact(s: OAOState, u: int) -> Reason | None:
    """7.5.1, 7.5.1a: beside an enemy only in a position, and all at once."""
    if not _dug_in(s, u):
        return Reason("7.5.1", f"beside an enemy, and not in a Level {_need(s)} position")
    if allowance(s) - s.spent[u] < TASK_COST[RECOVER]:
        return Reason("7.5.1a", "beside an enemy it must recover within one phase")
    return None


def _need(s: OAOState) -> int:
    """7.5.1, 7.5.1.b, 7.5.1.d: the level of a position in which a Formation recovers beside an enemy."""
    return 1 if s.turn >= TRENCH_TURN else 2


def _dug_in(s: OAOState, u: int) -> bool:
    """7.5.1, 7.5.1a: whether a Formation stands in such a position, one that is older than this phase."""
    return all(level(s, h) >= _need(s) and stood_before(s, h) for h in s.hexes(u))


def _screened(s: OAOState, side: str, h: int) -> bool:
    """7.5.1, 7.5.1.c: every enemy two hexes away is kept off by friends in positions in all the hexes between."""
    foes = BOARD.within(h, 2) & s.ground("german" if side == "allied" else "allied").units
    for g in members(foes):
        between = RING[h] & RING[g]
        if not all(s.own(n, side) and level(s, n) for n in members(between)):
            return False
    return True


def refuse_digging(s: OAOState, u: int) -> Reason | None:
    """14.3, 8.1.e: why a Formation cannot begin a position."""
    if not IS_INFANTRY[u]:
        return Reason("14.3", "only an infantry Formation digs")
    if s.ce[u] >= D1:
        return Reason("14.3.3", "it is Demoralized")  # 6.4.b
    h = site(s, u)
    if level(s, h):
        return Reason("14.0", "there is a position already")
    if any(s.digs_in(v) == h for v in s.own(h, SIDE[u])):
        return Reason("14.3.1", "others dig there")  # 14.3.1.a
    if not near_enemy(s, h, SIDE[u], DIG_WITHIN):
        return Reason("14.3.2", f"no enemy is within {DIG_WITHIN} hexes")
    if s.pools[RIGHTS[SIDE[u]]] == 0:
        return Reason("14.3.4", "you have no right to build another position")
    return None


def abandon_positions(s: OAOState) -> None:
    """14.4: at the end of a phase positions without a Combat unit of those who built them are removed."""
    if s.ip == _NO_POSITIONS:
        return
    for h in members(_EVERY & ~places(s.ip.tobytes(), 0)):
        if not any(s.ground(side).combat >> h & 1 for side in SIDES if s.dug_by[h] in (NOBODY, CONTROL[side])):
            s.ip[h] = s.dug_by[h] = NOBODY
            s.tell("position_gone", hex=h)


def sites(s: OAOState, u: int) -> list[int]:
    """19.1.5: where a Formation could dig: of two hexes in either, unless others dig there or a position is there."""
    return [
        h for h in s.hexes(u) if not level(s, h) and not any(s.digs_in(v) == h for v in s.own(h, SIDE[u]) if v != u)
    ]


def site(s: OAOState, u: int) -> int:
    """19.1.5: where a Formation digs if nobody says otherwise."""
    return next(iter(sites(s, u)), s.at[u])


def begin_task(s: OAOState, u: int, task: str, where: int = -1) -> None:
    """14.3.4: a Formation sets to work with what MPs it has."""
    if TASKS.number(task) == DIG:
        s.site[u] = site(s, u) if where < 0 else where
        if s.pools[RIGHTS[SIDE[u]]] > 0:
            s.pools[RIGHTS[SIDE[u]]] -= 1  # B103
    s.task[u] = TASKS.number(task)
    s.tell("task", unit=u, task=s.task[u])
    work(s, u)


def work(s: OAOState, u: int) -> None:
    """7.8, 7.8.2, 7.5.b, 7.2.2.a: expends MPs on the task that a unit has; it may go on if some are left (7.2.2)."""
    cost = TASK_COST[s.task[u]]
    points = min(cost - s.done[u], max(0, allowance(s) - s.spent[u]))
    s.spent[u] += points
    s.done[u] += points
    if s.done[u] >= cost:
        complete(s, u)
    if s.task[u] or s.spent[u] >= allowance(s):
        s.did[u] |= MOVED


def complete(s: OAOState, u: int) -> None:
    """7.5, 14.3.1: the task is done."""
    h, task = s.digs_in(u), s.task[u]
    s.task[u], s.done[u], s.site[u] = NO_TASK, 0, -1
    if task == RECOVER:
        s.ce[u] -= 1
        s.tell("recovered", only=SIDE[u], unit=u, status=s.ce[u])
    else:
        s.ip[h], s.dug_by[h] = 2, CONTROL[SIDE[u]]  # 2: of this phase (7.5.1a)
        s.tell("dug", unit=u, hex=h)
