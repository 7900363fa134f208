"""5: the Attachment Phase: Areas of Attachment, corps to armies, Formations to corps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.logistics.bases import Announced
from front1914.titles.offensive_a_outrance.nations.paris import PARIS, refuse_paris, refuse_release, remains
from front1914.titles.offensive_a_outrance.nations.territorials import of_group
from front1914.titles.offensive_a_outrance.organisation.areas import (
    ALONG,
    LINES,
    MOST_BENDS,
    TURNS,
    WAYS,
    Bend,
    Line,
    armies_in_line,
    bend_hexes,
    divide,
    draw,
    drawn,
    half,
    keep,
    lines_of,
    misplaced,
    overcrowded,
    rear_of,
    refuse_lines,
    regions,
    seed_of,
    write,
)
from front1914.titles.offensive_a_outrance.organisation.armies import (
    dissolve,
    refuse_dissolve,
    refuse_endow,
    refuse_raise,
)
from front1914.titles.offensive_a_outrance.organisation.membership import admits, bound, has_box, join
from front1914.titles.offensive_a_outrance.organisation.overlap import refuse_guest
from front1914.titles.offensive_a_outrance.proposals import AsProposed
from front1914.titles.offensive_a_outrance.schedule import DETACHMENT, GROUP
from front1914.titles.offensive_a_outrance.state import BY_FOOT, POOLS, STOOD, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_NATION,
    CORPS,
    CORPS_LIMIT,
    CORPS_NATION,
    EIGHTHS,
    IS_CAVALRY,
    IS_DEPOT,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    NATION,
    NO_ARMY,
    NO_CORPS,
    OWN,
    SIDE,
    SIDES,
    START_CORPS,
    TRAIN_OF,
    UNITS,
)

MOST_VARIABLE = 3  #: 5.2.2a: Formations of a side in the whole game
VARIABLE = {side: POOLS.number(f"{side}_variable") for side in ("allied", "german")}


# ---- areas (5.1)


class Areas(Announced, AsProposed, Step):
    """5.1.2: the Phasing Player accepts the lines between his armies, or shifts one."""

    name, rule = "areas", "5.1.2"
    else_army = Reason("5.1.1", "no boundary begins with that army")

    def prompt(self, s: OAOState) -> str:
        return "Accept the boundaries between your armies, or shift one."

    def legal_army(self, s: OAOState) -> list[int]:
        return lines_of(s, s.phasing)[0][:-1]

    def do_army(self, s: OAOState, army: int) -> None:
        s.flow.append(("boundary", army))

    def refuse_raise(self, s: OAOState, army: int) -> Reason | None:
        return refuse_raise(s, army)

    def legal_raise(self, s: OAOState) -> list[int]:
        return [DETACHMENT] if refuse_raise(s, DETACHMENT) is None else []

    def do_raise(self, s: OAOState, army: int) -> None:
        """17.2.1: the Army Detachment is activated."""
        s.flow.append(("raise_army", army))

    def refuse_dissolve(self, s: OAOState, army: int) -> Reason | None:
        return refuse_dissolve(s, army)

    def legal_dissolve(self, s: OAOState) -> list[int]:
        return [DETACHMENT] if refuse_dissolve(s, DETACHMENT) is None else []

    def do_dissolve(self, s: OAOState, army: int) -> None:
        """17.2.2: the Army Detachment is deactivated."""
        dissolve(s, army)

    def refuse_endow(self, s: OAOState, army: int) -> Reason | None:
        return refuse_endow(s, army)

    def do_endow(self, s: OAOState, army: int) -> None:
        """5.1.2: an army without Formations receives some."""
        s.flow.append(("endow", army))

    def refuse_overlap(self, s: OAOState, army: int) -> Reason | None:
        return refuse_guest(s, army)

    def do_overlap(self, s: OAOState, army: int) -> None:
        """5.1.4: the area of the BEF or of the Belgian Army overlaps French ones."""
        s.flow.append(("overlap", army))

    def do_draw(self, s: OAOState, _: None) -> None:
        """As the staff would draw them."""
        draw(s, s.phasing)

    def refuse_done(self, s: OAOState, _: None) -> Reason | None:
        army = self.crowded(s)
        if army is None:
            return None
        return Reason("5.1.3", f"the area of {ARMIES.name(army)} holds more Corps Trains than it has boxes")

    def crowded(self, s: OAOState) -> int | None:
        """5.1.3: an army with too many Trains in its area, if the staff knows a remedy.

        Where it finds none either, Trains stand misplaced for a while (5.1.2).
        """
        return _crowded(s, s.phasing)

    def do_done(self, s: OAOState, _: None) -> None:
        s.flow.pop()
        attach(s, s.phasing)


#: what the areas of the armies rest on
AREAS = (*LINES, *STOOD, "turn", "scenario", "allied_area", "german_area", "second_area")


@kept(*AREAS)
def _crowded(s: OAOState, side: str) -> int | None:
    army = overcrowded(s, side, regions(s, *lines_of(s, side)))
    helpless = army is not None and overcrowded(s, side, regions(s, *drawn(s, side))) is not None
    return None if helpless else army


def _line_after(s: OAOState, side: str, first: int) -> Line:
    """The line that begins with an army."""
    armies, lines = lines_of(s, side)
    return lines[armies.index(first)]


@kept(*AREAS)
def _shifts(s: OAOState, side: str, first: int) -> list[int]:
    """The hexes beyond which the boundary of an army can be shifted, one for each line."""
    way = _line_after(s, side, first).way
    armies, _ = lines_of(s, side)
    second = armies[armies.index(first) + 1]
    low, high = ALONG[way][seed_of(s, first)], ALONG[way][seed_of(s, second)]
    digits = bytes(49 if army in (first, second) else 48 for army in range(256))
    areas = int(s.area(side).tobytes().translate(digits)[::-1], 2)
    seen: dict[int, list[int]] = {}  # the hexes of each line that is different
    for h in members(areas & half(way, high) & ~half(way, low)):
        seen.setdefault(ALONG[way][h], []).append(h)
    a, b = seed_of(s, first), seed_of(s, second)  # the hex that stands for a line lies between the armies
    return sorted(min((BOARD.distance(h, a) + BOARD.distance(h, b), h) for h in hexes)[1] for hexes in seen.values())


@kept(*AREAS)
def _bends(s: OAOState, side: str, first: int) -> list[int]:
    """The hexes in which the boundary of an army may bend."""
    return bend_hexes(s, side, _line_after(s, side, first), first)


class Boundary(Step):
    """5.1.1: one boundary: a line just beyond a hex, in one of twelve directions; it may bend twice on its way back."""

    name, rule, frame, ends = "boundary", "5.1.1", ("army",), ("back",)

    def prompt(self, s: OAOState) -> str:
        first = s.flow[-1][1]
        return f"The boundary of {ARMIES.name(first)}: shift it beyond a hex, bend it in a hatched one, or turn it."

    def tried(self, s: OAOState, line: Line) -> Reason | None:
        """5.1.1, 5.1.3: why the line cannot run so."""
        first = s.flow[-1][1]
        armies, lines = lines_of(s, s.phasing)
        i = armies.index(first)
        if not (line.before(seed_of(s, first)) and not line.before(seed_of(s, armies[i + 1]))):
            return Reason("5.1.1", "both armies would be on the same side of it")
        lines[i] = line
        return refuse_lines(s, s.phasing, armies, lines)

    def current(self, s: OAOState) -> Line:
        return _line_after(s, s.phasing, s.flow[-1][1])

    # -- shift

    def through(self, s: OAOState, h: int) -> Line:
        """The straight line in the direction of the present one, just beyond a hex."""
        way = self.current(s).way
        return Line(way, ALONG[way][h] + 1)

    def scope_to(self, s: OAOState) -> list[int]:
        return _shifts(s, s.phasing, s.flow[-1][1])

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        reason = self.tried(s, self.through(s, h))
        if reason is None and h not in self.scope_to(s):
            return Reason("5.1.1", "another hex stands for that line, or it lies outside both areas")
        return reason

    def do_to(self, s: OAOState, h: int) -> None:
        self.set(s, self.through(s, h))

    # -- bend

    def bent(self, s: OAOState, h: int) -> Line:
        """The present line with one more bend at a hex, the least one."""
        line = self.current(s)
        bend = Bend(h, TURNS[0], rear_of(s, s.phasing, line))
        return line._replace(bends=(*line.bends, bend))

    def scope_bend(self, s: OAOState) -> list[int]:
        return _bends(s, s.phasing, s.flow[-1][1])

    def refuse_bend(self, s: OAOState, h: int) -> Reason | None:
        if len(self.current(s).bends) >= MOST_BENDS:
            return Reason("5.1.1", f"a boundary has no more than {MOST_BENDS} bends")
        if h not in self.scope_bend(s):
            return Reason("5.1.1", "it bends in a hex of the army beside it, behind its last bend")
        return self.tried(s, self.bent(s, h))

    def do_bend(self, s: OAOState, h: int) -> None:
        self.set(s, self.bent(s, h))

    # -- turn

    def turned(self, s: OAOState) -> Line | None:
        """Its last piece turned about its bend, a straight line about the middle between both armies, if it can be."""
        return next((line for line in self.turns(s) if self.tried(s, line) is None), None)

    def turns(self, s: OAOState) -> Iterator[Line]:
        line, first = self.current(s), s.flow[-1][1]
        if line.bends:
            *others, last = line.bends
            i = TURNS.index(last.turn)
            for turn in (*TURNS[i + 1 :], *TURNS[:i]):
                yield line._replace(bends=(*others, last._replace(turn=turn)))
            return
        armies, _ = lines_of(s, s.phasing)
        second = armies[armies.index(first) + 1]
        for k in range(1, WAYS):
            way = (line.way + k) % WAYS
            yield Line(way, (ALONG[way][seed_of(s, first)] + ALONG[way][seed_of(s, second)]) // 2)

    def refuse_turn(self, s: OAOState, _: None) -> Reason | None:
        return None if self.turned(s) else Reason("5.1.1", "no other direction parts the armies")

    def do_turn(self, s: OAOState, _: None) -> None:
        line = self.turned(s)
        assert line is not None
        self.set(s, line)

    def set(self, s: OAOState, line: Line) -> None:
        first = s.flow.pop()[1]
        armies, lines = lines_of(s, s.phasing)
        lines[armies.index(first)] = line
        keep(s, armies, lines)
        write(s, s.phasing, divide(s, s.phasing, armies, lines))
        s.tell("boundary", army=first)

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        return {f"bend {HEXES[h]}": {"mark": "a bend towards the rear"} for h in self.scope_bend(s)}


# ---- armies (5.1.2, H3.4)


def attach(s: OAOState, side: str) -> None:
    """5.0, 5.1.2.b, 5.2.2, 5.5, 5.5.a, 5.0.a: corps go with their Train, Formations with their corps, all others with
    their area."""
    area = s.area(side)
    for corps in CORPS.numbers:
        train = TRAIN_OF[corps]
        if SIDE[train] == side and s.at[train] < SIZE and s.rail[train] == BY_FOOT and not of_group(s, train):
            army = area[s.at[train]]
            if _open(army) and ARMY_NATION[army] == CORPS_NATION[corps] and has_box(s, army, train):
                join(s, train, army)
            if s.army[train] == NO_ARMY:
                _adopt(s, corps)
    for u in OWN[side]:
        if s.at[u] >= SIZE or IS_DEPOT[u] or bound(s, u) or s.rail[u] != BY_FOOT or u in TRAIN_OF or of_group(s, u):
            continue
        corps = s.corps[u]
        if IS_FORMATION[u] and corps != NO_CORPS and s.at[TRAIN_OF[corps]] < SIZE:
            join(s, u, s.army[TRAIN_OF[corps]])
        elif not IS_FORTRESS[u] and not (IS_FORT[u] and not s.face[u]):  # 8.5: an abandoned Fort is an Asset
            army = area[s.at[u]]
            if _open(army) and admits(s, army, u) and not remains(s, u):  # 5.1.2.a, 5.1.2.d
                join(s, u, army)


def _open(army: int) -> bool:
    """Whether the owner of an area is an army; the Territorial Group takes nobody in (22.3.1)."""
    return army not in (NO_ARMY, GROUP)


def _adopt(s: OAOState, corps: int) -> None:
    """5.1.2, 5.1.2.f: every corps belongs to an army: one that stands in no area of its nation joins the nearest with
    a box."""
    train = TRAIN_OF[corps]
    near = [
        (BOARD.distance(s.at[train], seed_of(s, army)), army)
        for army in armies_in_line(s, SIDE[train])
        if ARMY_NATION[army] == CORPS_NATION[corps] and has_box(s, army, train)
    ]
    if near:
        join(s, train, min(near)[1])


# ---- corps (5.2)


def weight(s: OAOState, corps: int) -> int:
    """5.2.3: eighths of a division-equivalent of the Formations of a corps."""
    return _weights(s)[corps]


@kept(*STOOD, "corps")
def _weights(s: OAOState) -> list[int]:
    found = [0] * len(CORPS)
    for side in SIDES:
        for u in s.ground(side).here:
            if IS_FORMATION[u] and s.corps[u] != NO_CORPS:
                found[s.corps[u]] += EIGHTHS[u]
    return found


def refuse_corps(s: OAOState, u: int, corps: int) -> Reason | None:
    """5.2, 1.1.i, 5.2.4: why a Formation cannot be attached to a corps, or be Independent (NO_CORPS)."""
    if corps == s.corps[u]:
        return Reason("5.2.2", "it is there already")
    if corps != NO_CORPS:
        if IS_CAVALRY[u]:
            return Reason("5.2.4", "Cavalry is always Independent")  # 5.2.4.a
        if s.at[TRAIN_OF[corps]] >= SIZE or s.army[TRAIN_OF[corps]] != s.army[u]:
            return Reason("5.2.2", "the corps is not of its army")  # 5.1.2.e
        if CORPS_NATION[corps] != NATION[u]:
            return Reason("5.2.5", "the corps is of another nation")
        if weight(s, corps) + EIGHTHS[u] > CORPS_LIMIT[corps]:
            return Reason("5.2.3", "the corps would be larger than its limit")
    printed = START_CORPS[u]
    leaves = printed != NO_CORPS and corps != printed and not s.variable[u]  # 5.2.2.a
    if leaves and s.pools[VARIABLE[SIDE[u]]] >= MOST_VARIABLE:
        return Reason("5.2.2a", "three Formations of the side have left their corps already")  # 5.2.2a.a
    return None


class Organising(Step):
    """4.2.2.b, 5.2: nothing is asked where no Formation could go anywhere else."""

    name, rule = "organising", "5.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if any(IS_FORMATION[u] and ORGANISE.refuse_unit(s, u) is None for u in s.ground(s.phasing).here):
            s.flow.append((ORGANISE.name,))


class Organise(AsProposed, Step):
    """5.2: Formations may change their corps within the army."""

    name, rule, ends = "organise", "5.2", ("done",)

    def prompt(self, s: OAOState) -> str:
        return "Attached as the rules require. Change it, or go on."

    def scope_unit(self, s: OAOState) -> list[int]:
        return [u for u in s.ground(s.phasing).here if IS_FORMATION[u]]

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if SIDE[u] != s.phasing or not IS_FORMATION[u] or s.at[u] >= SIZE:
            return Reason("5.2", "no Formation of yours on the map")  # 5.2.4.b
        if s.rail[u] != BY_FOOT:
            return Reason("5.1.2", "it is entrained")  # 5.1.2.c
        if refuse_display(s, u) is None or refuse_release(s, u) is None:
            return None
        if IS_CAVALRY[u]:
            return Reason("5.2.4", "Cavalry is always Independent")
        return None if next(choices(s, u), None) is not None else Reason("5.2", "it has no other place to go to")

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow.append(("subordinate", u))


def choices(s: OAOState, u: int) -> Iterator[int]:
    """The corps to which a Formation may be attached, NO_CORPS among them."""
    printed = START_CORPS[u]
    if printed != NO_CORPS and not s.variable[u] and s.pools[VARIABLE[SIDE[u]]] >= MOST_VARIABLE:
        return iter((printed,) if refuse_corps(s, u, printed) is None else ())  # 5.2.2a: it can only come home
    return (c for c in (NO_CORPS, *_corps_of(s, s.army[u])) if refuse_corps(s, u, c) is None)


def _corps_of(s: OAOState, army: int) -> list[int]:
    """The corps of an army whose Trains are on the map."""
    return _corps_by_army(s).get(army, [])


@kept("at", "army")
def _corps_by_army(s: OAOState) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for corps, train in enumerate(TRAIN_OF):
        if s.at[train] < SIZE:
            found.setdefault(s.army[train], []).append(corps)
    return found


def refuse_display(s: OAOState, u: int) -> Reason | None:
    """22.2.4, 5.2.2a: why a Formation cannot go to the Paris display; it leaves its corps."""
    reason = refuse_paris(s, u)
    if reason is None and s.corps[u] != NO_CORPS:
        return refuse_corps(s, u, NO_CORPS)
    return reason


class Subordinate(Step):
    """5.2.2, 5.2.2a: where one Formation goes."""

    name, rule, frame, ends = "subordinate", "5.2.2", ("unit",), ("back",)

    def prompt(self, s: OAOState) -> str:
        return f"To which corps does {UNITS.name(s.flow[-1][1])} belong?"

    def legal_corps(self, s: OAOState) -> list[int]:
        return [c for c in choices(s, s.flow[-1][1]) if c != NO_CORPS]

    def refuse_corps(self, s: OAOState, corps: int) -> Reason | None:
        return refuse_corps(s, s.flow[-1][1], corps)

    def do_corps(self, s: OAOState, corps: int) -> None:
        self._set(s, corps)

    def refuse_independent(self, s: OAOState, _: None) -> Reason | None:
        return refuse_corps(s, s.flow[-1][1], NO_CORPS)

    def do_independent(self, s: OAOState, _: None) -> None:
        self._set(s, NO_CORPS)

    def refuse_paris(self, s: OAOState, _: None) -> Reason | None:
        return refuse_display(s, s.flow[-1][1])

    def do_paris(self, s: OAOState, _: None) -> None:
        """22.2.4: its marker is placed on the Paris display."""
        u = s.flow[-1][1]
        if s.corps[u] != NO_CORPS:
            self._set(s, NO_CORPS)
        else:
            s.flow.pop()
        join(s, u, PARIS)

    def refuse_release(self, s: OAOState, _: None) -> Reason | None:
        return refuse_release(s, s.flow[-1][1])

    def do_release(self, s: OAOState, _: None) -> None:
        """5.1.2: it joins the army in whose area it stands."""
        u = s.flow.pop()[1]
        join(s, u, s.allied_area[s.at[u]])

    def _set(self, s: OAOState, corps: int) -> None:
        u = s.flow.pop()[1]
        printed = START_CORPS[u]
        if printed != NO_CORPS and corps != printed and not s.variable[u]:
            s.variable[u] = 1
            s.pools[VARIABLE[SIDE[u]]] += 1
        s.corps[u] = corps
        if corps == NO_CORPS:
            s.tell("independent", unit=u)
        else:
            s.tell("subordinated", unit=u, corps=corps)


MARCHED_ON = 8  #: Formations and Trains outside their areas for whose sake the staff draws the boundaries anew


class Attachment(Step):
    """4.2.2, 5.1: the work of the Attachment Phase; where a side has one army there are no boundaries to draw."""

    name, rule = "attachment", "5.1"

    def run(self, s: OAOState) -> None:
        s.flow[-1] = ("organising",)
        if s.rules.areas and len(lines_of(s, s.phasing)[0]) > 1:
            armies, lines = lines_of(s, s.phasing)
            areas, fresh = divide(s, s.phasing, armies, lines), divide(s, s.phasing, *drawn(s, s.phasing))
            gone = misplaced(s, areas) - misplaced(s, fresh) >= MARCHED_ON
            if gone or not all(areas.values()):  # an army has marched out of its area altogether
                (armies, lines), areas = drawn(s, s.phasing), fresh
            keep(s, armies, lines)
            write(s, s.phasing, areas)
            s.flow.append(("areas",))
        elif s.rules.areas:
            attach(s, s.phasing)


ORGANISE = Organise()
STEPS = (Areas(), Boundary(), Organising(), ORGANISE, Subordinate(), Attachment())
