"""RM, H7: movement by rail: limits by nation, one unit for each line and hex, engineers and railroad artillery.

A unit that entrains goes from rail hex to rail hex until it stops; a far hex is reached by a shortest way over lines
that nobody has used in this player turn, and never over the border of a neutral (B-108): a hex beyond such a border is
chosen by itself, and asked about again. A node is a line in a hex, as the kit's `Rails` count them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from functools import cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.kit.rail import Link
from front1914.kit.sentences import left as still
from front1914.titles.fixed_1914.board import (
    BOARD,
    CITY,
    COUNTRY_BIT,
    HEXES,
    ON_RAIL,
    RAIL_NODE,
    RAIL_NUMBER,
    RAILS,
    SIZE,
    VIOLATES,
)
from front1914.titles.fixed_1914.charts import RAIL_TROOPS, TRAINS
from front1914.titles.fixed_1914.displacement import GO_ON, begin_entry
from front1914.titles.fixed_1914.entry import cross, step_into, tell_march
from front1914.titles.fixed_1914.marching import AFTER_RAIL, BY_FOOT, closed
from front1914.titles.fixed_1914.neutrality import barred, invasions, landing, wary
from front1914.titles.fixed_1914.state import SUPPLY, FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, warning
from front1914.titles.fixed_1914.ways import bank_after
from front1914.titles.fixed_1914.world import (
    FOE,
    GROUP,
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
    war: dict[int, tuple[int, int]]  #: by hex beyond the border of a neutral: its node, and the one before it

    def path(self, h: int) -> list[int]:
        """The nodes on the way to a hex, both ends among them."""
        found = [self.hexes[h]] if h in self.hexes else list(self.war[h])
        while found[-1] in self.came:
            found.append(self.came[found[-1]])
        return found[::-1]

    def left(self, h: int, most: int) -> int:
        """Hexes that a train could go on from there."""
        return most - (self.steps[self.hexes[h]] if h in self.hexes else self.steps[self.war[h][1]] + 1)


NO_LINE = Line({}, {}, {}, {})


def quota(s: FXState, u: int) -> int | None:
    """RM-2a, RM-2b, RM-2c, BA-5: the quota on which a unit would travel, None if all are used up. The bonus of the
    BEF is over and above the common limit: its units use it first, so that nothing of that limit is lost."""
    index = QUOTA_OF.get(NATION[u])
    if index is None:
        return None
    if GROUP[u] == "bef" and s.turn == landing(s) and s.trains[BEF] < TRAINS["bef"].units:  # BA-5.2
        return BEF
    return index if s.trains[index] < TRAINS[QUOTAS[index]].units else None


def refuse_rail(s: FXState, u: int) -> Reason | None:
    """RM-1, RM-5.3, B-42: why a unit that has not moved may not entrain."""
    h = s.at[u]
    if IS_BLANK[u]:
        return Reason("PP-18", "a blank is not carried by rail")
    if RAIL_BOUND[u]:  # RM-6.2
        return None if ON_RAIL >> h & 1 else Reason("RM-5", "it is not on a railway")
    index = QUOTA_OF.get(NATION[u])
    if index is None:
        return Reason("RM-2", "its nation has no rail movement")
    if not (ON_RAIL & TRAINS[QUOTAS[index]].area) >> h & 1:  # RM-1.1
        return Reason("RM-1", "it is not on a railway of its own country")
    if s.near[u]:  # RM-1.5
        return Reason("RM-1", "it is, or began, beside an enemy")
    if quota(s, u) is None:  # RM-2a.1, RM-2b.1, RM-2c.1
        return Reason("RM-2", "no more units can be carried in this turn")
    if CITY >> h & 1 and s.holds(FOE[SIDE[u]], h):
        return Reason("RM-1", "the enemy controls the city")
    through, cut = open_nodes(s, u)[0], abroad(s, u)
    ends = members(RAILS.nodes(1 << h) & through)
    if any(through >> other & 1 and not cut >> link & 1 for node in ends for other, link in RAILS.ways[node]):
        return None
    return Reason("RM-1", "no free line leads anywhere")


def limit(s: FXState, u: int) -> int:
    """RM-2a, RM-2b, RM-2c, RM-5, RM-6: hexes in a turn."""
    if IS_RAILROAD[u]:
        return RAIL_TROOPS.railroad_artillery  # RM-5.2
    if IS_ENGINEER[u]:
        return RAIL_TROOPS.engineers  # RM-6.5
    return TRAINS[QUOTAS[QUOTA_OF[NATION[u]]]].hexes  # RM-2a.2, RM-2b.2, RM-2c.2


def open_nodes(s: FXState, u: int) -> tuple[int, int]:
    """H7: nodes that the train may pass, and nodes that it may only enter."""
    foe = s.ground(FOE[SIDE[u]])
    lost = CITY & s.held(FOE[SIDE[u]])
    if IS_ENGINEER[u]:  # RM-6.4
        # engineers enter hexes of zero-defence enemies as anybody does (MV-4), and pause beside inverted ones (B-108)
        met = foe.every | foe.live
        pause = (met | BOARD.spread(foe.hidden)) & s.rules.area & ~closed(s, u)
        return RAILS.nodes(s.rules.area & ~closed(s, u) & ~pause), RAILS.nodes(pause)
    free = s.rules.area & ~foe.live & ~foe.every & ~lost  # RM-5.5, RM-5.9
    if IS_RAILROAD[u]:
        nodes = RAILS.nodes(free & TRAINS["german"].area) | behind_engineers(s, free)  # RM-5.4
        return nodes & ~RAILS.nodes(foe.beside), nodes & RAILS.nodes(foe.beside)  # RM-5.7, RM-5.8
    # RM-1.2, RM-1.3
    nodes = RAILS.nodes(free & ~foe.beside & TRAINS[QUOTAS[QUOTA_OF[NATION[u]]]].area)
    if USED in s.used:  # RM-3.1: a line carries one unit
        nodes &= ~from_members(RAIL_NODE[i] for i, taken in enumerate(s.used) if taken)
    return nodes, 0


def _over(link: Link) -> int:
    """The countries that are violated by going over a link, in either direction (H2)."""
    a, b = link.a % SIZE, link.b % SIZE
    there, back = BOARD.direction(a, b), BOARD.direction(b, a)
    assert there is not None
    assert back is not None
    return VIOLATES[6 * a + there] | VIOLATES[6 * b + back]


OVER = tuple(map(_over, RAILS.links))  #: by link
_NODE_BYTES, _LINK_BYTES = (RAILS.exists.bit_length() + 7) // 8, (len(OVER) + 7) // 8  #: of bitsets of nodes and links


@cache
def _abroad(quota_: str) -> int:
    own = sum(COUNTRY_BIT[country] for country in TRAINS[quota_].countries)
    # RM-2a.3, RM-2b.3, RM-2c.3
    return from_members(i for i, countries in enumerate(OVER) if countries & ~own)


def abroad(s: FXState, u: int) -> int:
    """RM-1, RM-2a, RM-2b, RM-2c: links between border hexes that lie wholly in a country where the unit's nation has
    no trains.
    Engineers use any railway, the railroad gun foreign ones behind engineers (RM-5, RM-6)."""
    if IS_ENGINEER[u]:
        return 0
    found = _abroad(QUOTAS[QUOTA_OF[NATION[u]]])
    if not IS_RAILROAD[u]:
        return found
    opened = behind_engineers(s, s.rules.area & ~s.ground("allied").live & ~s.ground("allied").every)
    ends = set(members(opened))
    return from_members(i for i in members(found) if not {RAILS.links[i].a, RAILS.links[i].b} <= ends)


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
            # RM-5.6, RM-5.10
            found |= from_members(node for node in back.steps if out.steps.get(node, far + 1) <= far)
    return found


@kept(*SUPPLY, "used")
def line(s: FXState, u: int, start: int, hexes: int, last: bool = False) -> Line:
    """Where the unit can go by rail from a hex, or from the node that it has reached. Where two lines run side by side
    it keeps to the first by name, or to the last."""
    through, into = open_nodes(s, u)
    starts = RAILS.nodes(1 << start) if start < SIZE and start == s.at[u] else 1 << start
    if not RAIL_BOUND[u]:
        starts &= through
    cut, shut, wary_ = abroad(s, u), barred(s, u), wary(s, u)
    # bytes are asked much quicker than long bitsets
    passing, entered = through.to_bytes(_NODE_BYTES, "little"), (through | into).to_bytes(_NODE_BYTES, "little")
    crossed, switches = cut.to_bytes(_LINK_BYTES, "little"), IS_ENGINEER[u]
    cost = dict.fromkeys(members(starts), (0, 0, 0))
    came: dict[int, int] = {}
    war: dict[int, tuple[int, int]] = {}
    queue = [(points, node) for node, points in cost.items()]
    while queue:
        points, node = heappop(queue)
        if points > cost[node] or (node in came and not passing[node >> 3] >> (node & 7) & 1):
            continue
        gone, touched, liked = points
        for other, more, link in _nearby(node, switches, gone < hexes):
            if not entered[other >> 3] >> (other & 7) & 1:
                continue
            if link >= 0:
                over = OVER[link]
                if crossed[link >> 3] >> (link & 7) & 1 or over & shut:
                    continue
                if over & wary_ and invasions(s, u, node % SIZE, other % SIZE) & wary_:
                    war.setdefault(other % SIZE, (other, node))
                    continue
            then = gone + more, touched + 1, liked + _rank(other, last)
            if other not in cost or then < cost[other]:
                cost[other], came[other] = then, node
                heappush(queue, (then, other))
    nearest: dict[int, int] = {}
    for node in sorted(cost, key=lambda node: cost[node]):
        if node % SIZE != s.at[u]:
            nearest.setdefault(node % SIZE, node)
    beyond = {h: ends for h, ends in war.items() if h not in nearest and h != s.at[u]}
    return Line({node: points[0] for node, points in cost.items()}, came, nearest, beyond)


@cache
def _nearby(node: int, switches: bool, on: bool) -> tuple[tuple[int, int, int], ...]:
    """RM-6.7: the nodes beside a node, each with the hexes to it and the link: other lines that meet it, without one;
    and, if the train goes on, those along its line."""
    found = [(other, 0, -1) for other in RAILS.meets(node, switches)]
    # RM-4: along the line a hex is one hex, whatever its terrain
    return (*found, *((other, 1, link) for other, link in RAILS.ways[node])) if on else tuple(found)


@cache
def _rank(node: int, last: bool) -> int:
    """The place of a line among those of its hex, by name, from the front or from the back."""
    return sorted(RAILS.lines_in(node % SIZE), reverse=last).index(RAILS.line_of(node))


def parallel(hexes: Iterable[int]) -> bool:
    """RM-3: whether two lines run side by side between some hexes."""
    return any(PARALLEL >> h & 1 for h in hexes)


_pairs = Counter(frozenset((link.a % SIZE, link.b % SIZE)) for link in RAILS.links)
PARALLEL = from_members(h for pair, number in _pairs.items() if number > 1 for h in pair)


class Train(Step):
    """RM-1: where the train goes. The frame holds the unit, the nodes gone over, engineers who go with it, and whether
    it keeps to the last of parallel lines."""

    name, rule, frame = "train", "RM-1", ("unit", "rail", "unit", "")
    else_join = Reason("RM-6", "only engineers who start in the same hex go together")

    def data(self, s: FXState) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        _, u, gone, others, _ = s.flow[-1]
        return u, gone, others

    def left(self, s: FXState) -> int:
        """Hexes that it may still go."""
        u, gone, others = self.data(s)
        if gone and IS_RAILROAD[u] and s.ground(FOE[SIDE[u]]).beside >> s.at[u] & 1:
            return 0  # RM-5: it stops on first coming beside an enemy
        return (RAIL_TROOPS.engineers_together if others else limit(s, u)) - hexes_gone(gone)  # RM-6.6

    def found(self, s: FXState) -> Line:
        u, gone, _ = self.data(s)
        left, start = self.left(s), RAIL_NODE[gone[-1]] if gone else s.at[u]
        return line(s, u, start, left, bool(s.flow[-1][4])) if left else NO_LINE

    def prompt(self, s: FXState) -> str:
        return f"{UNITS.name(self.data(s)[0])} goes by rail where? {still(self.left(s), 'hex', 'hexes')}."

    def legal_to(self, s: FXState) -> list[int]:
        found = self.found(s)
        return [*found.hexes, *found.war]

    def why_to(self, s: FXState, h: int) -> Reason:
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
        found = self.found(s)
        if h in found.hexes:
            roll(s, h)
        else:
            node, before = found.war[h]
            ask(s, "to", h, invasions(s, self.data(s)[0], before % SIZE, node % SIZE))

    def refuse_line(self, s: FXState, _: None) -> Reason | None:
        h = s.at[self.data(s)[0]]
        if parallel((h, *self.found(s).hexes)):
            return None
        return Reason("RM-3", "no two lines run side by side where it can go")

    def do_line(self, s: FXState, _: None) -> None:
        """RM-3, D13: it keeps to the other of parallel lines."""
        *frame, last = s.flow.pop()
        s.flow.append((*frame, 1 - last))

    def legal_join(self, s: FXState) -> list[int]:
        u, gone, others = self.data(s)
        if gone or not IS_ENGINEER[u]:
            return []
        return [v for v in s.stack(s.at[u]) if IS_ENGINEER[v] and v != u and v not in others and not s.moved[v]]

    def do_join(self, s: FXState, v: int) -> None:
        name, u, gone, others, last = s.flow.pop()
        s.flow.append((name, u, gone, (*others, v), last))

    def refuse_stop(self, s: FXState, _: None) -> Reason | None:
        return None if self.data(s)[1] else Reason("RM-1", "it has not left yet")

    def do_stop(self, s: FXState, _: None) -> None:
        arrive(s)

    def refuse_cancel(self, s: FXState, _: None) -> Reason | None:
        return Reason("RM-1", "it has left already") if self.data(s)[1] else None

    def do_cancel(self, s: FXState, _: None) -> None:
        """It does not entrain after all, and may still do anything else (MV-1)."""
        s.flow[-1] = ("march", self.data(s)[0], BY_FOOT)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        u, left, found = self.data(s)[0], self.left(s), self.found(s)
        hints: dict[str, dict[str, Any]] = {}
        for h in self.legal_to(s):
            way = [node for node, _ in itertools.groupby(n % SIZE for n in found.path(h))]
            hints[f"to {HEXES[h]}"] = {"left": found.left(h, left), "path": [HEXES[n] for n in way]}
            if h in found.war:
                hints[f"to {HEXES[h]}"]["mark"] = warning(invasions(s, u, way[-2], way[-1]))
        return hints


def hexes_gone(gone: tuple[int, ...]) -> int:
    """How many hexes a train has entered."""
    hexes = [RAIL_NODE[i] % SIZE for i in gone]
    return sum(a != b for a, b in itertools.pairwise(hexes))


def roll(s: FXState, h: int) -> None:
    """The train goes to a hex of its line."""
    path = TRAIN.found(s).path(h)
    name, u, gone, others, last = s.flow.pop()
    numbers = tuple(RAIL_NUMBER[n] for n in path)
    s.flow.append((name, u, (*gone, *(numbers[1:] if gone else numbers)), others, last))
    ride(s, (u, *others), tuple(h for h, _ in itertools.groupby(n % SIZE for n in path)))
    if s.flow[-1][0] == name:
        roll_on(s)


def ride(s: FXState, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """The units go along; terrain costs nothing (RM-4), banks follow the way (H5). Where enemies must make room in the
    last hex (MV-4) they enter it one after the other."""
    entering = []
    for u in units:
        hidden, way = s.hidden[u], hexes
        for before, h in itertools.pairwise(hexes):
            bank = bank_after(before, h, s.bank[u])
            if cross(s, u, h):
                entering.append((u, h, bank))
                way = hexes[:-1]
                break
            step_into(s, u, h, bank)
        tell_march(s, u, way, hidden, "train")
    for u, h, bank in reversed(entering):
        begin_entry(s, u, h, bank)


def roll_on(s: FXState) -> None:
    """The train goes on if it can."""
    if s.at[TRAIN.data(s)[0]] >= SIZE or not TRAIN.legal_to(s):
        arrive(s)


def arrive(s: FXState) -> None:
    """The rail move is over: lines are used, the quota charged; one movement factor is left (SM-1)."""
    u, gone, others = TRAIN.data(s)
    s.flow.pop()
    if RAIL_BOUND[u] or s.at[u] >= SIZE:  # RM-6.2
        for v in (u, *others):
            s.moved[v] = 1
        return
    index = quota(s, u)
    assert index is not None
    s.trains[index] += 1
    for number in gone:
        s.used[number] = 1  # RM-3.1
    s.flow.append(("march", u, AFTER_RAIL))


TRAIN = Train()
GO_ON["train"] = roll_on
CONFIRMED["train", "to"] = roll
STEPS = (TRAIN,)
