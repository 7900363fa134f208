"""RM, H7: movement by rail: limits by nation, one unit for each line and hex, engineers and railroad artillery.

A unit that entrains goes from rail hex to rail hex until it stops; a far hex is reached by a shortest way over lines
that nobody has used in this player turn. A node is a line in a hex, as the kit's `Rails` count them.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import from_members, members
from front1914.titles.fixed_1914.board import (
    CITY,
    ON_RAIL,
    RAIL_NODE,
    RAIL_NUMBER,
    RAILS,
    SIZE,
)
from front1914.titles.fixed_1914.charts import RAIL_TROOPS, TRAINS
from front1914.titles.fixed_1914.entry import step_into
from front1914.titles.fixed_1914.marching import AFTER_RAIL
from front1914.titles.fixed_1914.neutrality import landing
from front1914.titles.fixed_1914.state import HAS_BEEN, FXState
from front1914.titles.fixed_1914.ways import bank_after
from front1914.titles.fixed_1914.world import (
    FOE,
    IS_BLANK,
    IS_ENGINEER,
    IS_RAILROAD,
    NATION,
    OWN,
    RAIL_BOUND,
    SIDE,
    UNITS,
)

QUOTAS = tuple(TRAINS)  #: the order of the column `trains`
GERMAN, FRANCO_BRITISH, BELGIAN, BEF = range(len(QUOTAS))
QUOTA_OF = {"german": GERMAN, "french": FRANCO_BRITISH, "british": FRANCO_BRITISH, "belgian": BELGIAN}


USED = 1  #: in the column `used`


class Line(NamedTuple):
    """Where a train can go from where it is."""

    steps: dict[int, int]  #: by node: hexes from the start
    came: dict[int, int]
    hexes: dict[int, int]  #: by hex: its nearest node


def quota(s: FXState, u: int) -> int | None:
    """RM-2, BA-5: the quota on which a unit would travel, None if all are used up. The BEF bonus is used last."""
    index = QUOTA_OF.get(NATION[u])
    if index is None:
        return None
    if s.trains[index] < TRAINS[QUOTAS[index]].units:
        return index
    if NATION[u] == "british" and s.turn == landing(s) and s.trains[BEF] < TRAINS["bef"].units:
        return BEF
    return None


def refuse_rail(s: FXState, u: int) -> Reason | None:
    """RM-1, B-42: why a unit that has not moved may not entrain."""
    h = s.at[u]
    if IS_BLANK[u]:
        return Reason("PP-18", "a blank is not carried by rail")
    if RAIL_BOUND[u]:
        return None if ON_RAIL >> h & 1 else Reason("RM-5", "it is not on a railway")
    index = QUOTA_OF.get(NATION[u])
    if index is None:
        return Reason("RM-2", "its nation has no rail movement")
    if not (ON_RAIL & TRAINS[QUOTAS[index]].area) >> h & 1:
        return Reason("RM-1", "it is not on a railway of its own country")
    if s.near[u]:
        return Reason("RM-1", "it began beside an enemy")
    if quota(s, u) is None:
        return Reason("RM-2", "no more units can be carried in this turn")
    if CITY >> h & 1 and s.holds(FOE[SIDE[u]], h):
        return Reason("RM-1", "the enemy controls the city")
    through = open_nodes(s, u)[0]
    ends = members(RAILS.nodes(1 << h) & through)
    if any(through >> other & 1 for node in ends for other, _ in RAILS.ways[node]):
        return None
    return Reason("RM-1", "no free line leads anywhere")


def limit(s: FXState, u: int) -> int:
    """RM-2, RM-5, RM-6: hexes in a turn."""
    if IS_RAILROAD[u]:
        return RAIL_TROOPS.railroad_artillery
    if IS_ENGINEER[u]:
        return RAIL_TROOPS.engineers
    return TRAINS[QUOTAS[QUOTA_OF[NATION[u]]]].hexes


def open_nodes(s: FXState, u: int) -> tuple[int, int]:
    """H7: nodes that the train may pass, and nodes that it may only enter."""
    foe = s.ground(FOE[SIDE[u]])
    lost = CITY & s.held(FOE[SIDE[u]])
    if IS_ENGINEER[u]:
        return RAILS.nodes(s.rules.area & ~foe.wall & ~(foe.every | foe.live)), 0
    free = s.rules.area & ~foe.live & ~foe.every & ~lost
    if IS_RAILROAD[u]:
        nodes = RAILS.nodes(free & TRAINS["german"].area) | behind_engineers(s, free)
        return nodes & ~RAILS.nodes(foe.beside), nodes & RAILS.nodes(foe.beside)
    nodes = RAILS.nodes(free & ~foe.beside & TRAINS[QUOTAS[QUOTA_OF[NATION[u]]]].area)
    if USED in s.used:
        nodes &= ~from_members(RAIL_NODE[i] for i, taken in enumerate(s.used) if taken)
    return nodes, 0


def behind_engineers(s: FXState, free: int) -> int:
    """RM-5, H7: foreign nodes on a clear line from a German or Luxembourg railway to an engineer, none of them further
    from that railway than the engineer is by the shortest way."""
    home, through = RAILS.nodes(TRAINS["german"].area & free), RAILS.nodes(free)
    posts = [s.at[u] for u in OWN["german"] if IS_ENGINEER[u] and s.at[u] < SIZE and free >> s.at[u] & 1]
    foreign = [h for h in posts if ON_RAIL >> h & 1 and not TRAINS["german"].area >> h & 1]
    if not foreign:
        return 0
    found = 0
    out = RAILS.ride(home, SIZE, through)
    for h in foreign:
        ends = [node for node in members(RAILS.nodes(1 << h)) if node in out.steps]
        if ends:
            far = min(out.steps[node] for node in ends)
            back = RAILS.ride(from_members(ends), far, through)
            found |= from_members(node for node in back.steps if out.steps.get(node, far + 1) <= far)
    return found


def line(s: FXState, u: int, start: int, hexes: int) -> Line:
    """Where the unit can go by rail from a hex, or from the node that it has reached."""
    through, into = open_nodes(s, u)
    starts = RAILS.nodes(1 << start) if start < SIZE and start == s.at[u] else 1 << start
    if not RAIL_BOUND[u]:
        starts &= through
    ride = RAILS.ride(starts, hexes, through, into, switch=IS_ENGINEER[u])
    nearest: dict[int, int] = {}
    for node, steps in ride.steps.items():
        h = node % SIZE
        if h != s.at[u] and (h not in nearest or steps < ride.steps[nearest[h]]):
            nearest[h] = node
    return Line(ride.steps, ride.came, nearest)


class Train(Step):
    """RM-1: where the train goes. The frame holds the unit, the nodes gone over, and engineers who go with it."""

    name, rule, frame = "train", "RM-1", ("unit", "rail", "unit")
    else_join = Reason("RM-6", "only engineers who start in the same hex go together")

    def data(self, s: FXState) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        _, u, gone, others = s.flow[-1]
        return u, gone, others

    def found(self, s: FXState) -> Line:
        u, gone, others = self.data(s)
        key = ("line", u, gone, others)
        found: Line | None = s.memo.get(key)
        if found is None:
            most = RAIL_TROOPS.engineers_together if others else limit(s, u)
            start = RAIL_NODE[gone[-1]] if gone else s.at[u]
            left = most - hexes_gone(gone)
            if gone and IS_RAILROAD[u] and s.ground(FOE[SIDE[u]]).beside >> s.at[u] & 1:
                left = 0  # RM-5: it stops on first coming beside an enemy
            found = line(s, u, start, left) if left else Line({}, {}, {})
            s.memo[key] = found
        return found

    def prompt(self, s: FXState) -> str:
        u, gone, others = self.data(s)
        most = RAIL_TROOPS.engineers_together if others else limit(s, u)
        return f"{UNITS.name(u)} goes by rail where? {most - hexes_gone(gone)} hexes are left."

    def legal_to(self, s: FXState) -> list[int]:
        return list(self.found(s).hexes)

    def refuse_to(self, s: FXState, h: int) -> Reason | None:
        if h in self.found(s).hexes:
            return None
        u = self.data(s)[0]
        if not ON_RAIL >> h & 1:
            return Reason("RM-1", "there is no railway")
        if s.at[u] == h:
            return Reason("RM-1", "it is there")
        through, into = open_nodes(s, u)
        if not RAILS.nodes(1 << h) & (through | into):
            return Reason("RM-1", "the railway there is not open to it, used in this turn, or beside an enemy")
        return Reason("RM-2", "too far, or no free line leads there")

    def do_to(self, s: FXState, h: int) -> None:
        u, gone, others = self.data(s)
        found = self.found(s)
        node = found.hexes[h]
        path = [node]
        while path[-1] in found.came:
            path.append(found.came[path[-1]])
        path.reverse()
        s.flow.pop()
        numbers = tuple(RAIL_NUMBER[n] for n in path)
        s.flow.append(("train", u, (*gone, *(numbers[1:] if gone else numbers)), others))
        ride(s, (u, *others), tuple(h for h, _ in itertools.groupby(n % SIZE for n in path)))
        if s.at[u] != h or not self.legal_to(s):
            arrive(s)

    def legal_join(self, s: FXState) -> list[int]:
        u, gone, others = self.data(s)
        if gone or not IS_ENGINEER[u]:
            return []
        return [v for v in s.stack(s.at[u]) if IS_ENGINEER[v] and v != u and v not in others and not s.moved[v]]

    def do_join(self, s: FXState, v: int) -> None:
        u, gone, others = self.data(s)
        s.flow.pop()
        s.flow.append(("train", u, gone, (*others, v)))

    def refuse_stop(self, s: FXState, _: None) -> Reason | None:
        return None if self.data(s)[1] else Reason("RM-1", "it has not left yet")

    def do_stop(self, s: FXState, _: None) -> None:
        arrive(s)

    def refuse_cancel(self, s: FXState, _: None) -> Reason | None:
        return Reason("RM-1", "it has left already") if self.data(s)[1] else None

    def do_cancel(self, s: FXState, _: None) -> None:
        """It stays where it is for this phase."""
        for v in (self.data(s)[0], *self.data(s)[2]):
            s.moved[v] = 1
        s.flow.pop()


def hexes_gone(gone: tuple[int, ...]) -> int:
    """How many hexes a train has entered."""
    hexes = [RAIL_NODE[i] % SIZE for i in gone]
    return sum(a != b for a, b in itertools.pairwise(hexes))


def ride(s: FXState, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """The units go along; terrain costs nothing (RM-4), banks follow the way (H5)."""
    from front1914.titles.fixed_1914.movement import tell_march

    foe = s.ground(FOE[SIDE[units[0]]])
    for u in units:
        hidden = s.hidden[u]
        for before, h in itertools.pairwise(hexes):
            if foe.beside >> h & 1:
                s.near[u] |= HAS_BEEN
            step_into(s, u, h, bank_after(before, h, s.bank[u]))
        tell_march(s, u, hexes, hidden, "train")


def arrive(s: FXState) -> None:
    """The rail move is over: lines are used, the quota charged; one movement factor is left (SM-1)."""
    u, gone, others = TRAIN.data(s)
    s.flow.pop()
    if RAIL_BOUND[u] or s.at[u] >= SIZE:
        for v in (u, *others):
            s.moved[v] = 1
        return
    index = quota(s, u)
    assert index is not None
    s.trains[index] += 1
    for number in gone:
        s.used[number] = 1
    s.flow.append(("march", u, AFTER_RAIL))


TRAIN = Train()
STEPS = (TRAIN,)
