"""22-1 to 22-15, 22-22: trenches and devastation: who digs, when a work is done, when it is lost."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.kit.units import where
from front1914.titles.der_weltkrieg.board import BOARD, HEXES, OPEN_RING, RING, SIZE, TERRAIN
from front1914.titles.der_weltkrieg.combat.cavalry import perished
from front1914.titles.der_weltkrieg.combat.terrain import NO_WORKS
from front1914.titles.der_weltkrieg.nations import FOE, SIDES
from front1914.titles.der_weltkrieg.state import (
    CONSTRUCTION,
    DEVASTATION,
    HINDENBURG,
    HOLDER,
    NOBODY,
    OPEN,
    REBUILDING,
    TRENCH,
    DWState,
)

LATER = (1915, 4)  #: 22-9 to 22-12: from the first turn of April 1915
SEVEN = 7  #: 22-22: turns that optional construction takes
UNFINISHED = (CONSTRUCTION, REBUILDING)
FINISHED = (TRENCH, HINDENBURG)


def later(s: DWState) -> bool:
    """22-9: whether the rules of April 1915 are in force."""
    return (s.year, s.month) >= LATER


def set_work(s: DWState, h: int, work: int, side: str | None = None) -> None:
    """Puts a marker into a hex; who built it matters for works."""
    s.work[h] = work
    s.builder[h] = HOLDER[side] if side is not None else NOBODY
    s.begun[h] = s.now if work in UNFINISHED else 0


# ---- the front line (H-12)


@kept("holder", "war")
def front(s: DWState, side: str) -> int:
    """22-9: hexes held by a side beside one that the enemy holds, not across closed hexsides."""
    own, foe = (where(s.holder, HOLDER[x]) & ~s.neutral for x in (side, FOE[side]))
    return from_members(h for h in members(own & BOARD.spread(foe)) if OPEN_RING[h] & foe)


# ---- works that are lost (22-4, 22-10 to 22-12)


def tidy(s: DWState) -> None:
    """At any instant: a work without its builders, or overrun, or off the front line."""
    if not any(s.work):
        return
    for h in members(where(s.work, *UNFINISHED, *FINISHED)):
        _look_at(s, h)


def _look_at(s: DWState, h: int) -> None:
    """22-3, 22-4, 22-12, 22-12.1: a work without its builders, in their hex or taken by the enemy."""
    side = SIDES[s.builder[h] - 1]
    manned = s.ground(side).infantry >> h & 1
    taken = s.ground(FOE[side]).units >> h & 1
    if s.work[h] in UNFINISHED:
        if not manned:
            lose_construction(s, h)
    elif not later(s):
        if not manned:
            set_work(s, h, OPEN)
    elif taken or (s.work[h] == TRENCH and not front(s, side) >> h & 1):  # 22-11, DW-R131
        set_work(s, h, DEVASTATION)


def on_entry(s: DWState, units: Sequence[int], h: int) -> None:
    """22-4, 22-12.1: units have left some hex and entered another."""
    tidy(s)


def lose_construction(s: DWState, h: int) -> None:
    """22-4: what was begun is gone; devastation on which it was built stays."""
    set_work(s, h, DEVASTATION if s.work[h] == REBUILDING else OPEN)


def spring_of_1915(s: DWState) -> None:
    """22-9, DW-R65, DW-R131: at the beginning of April 1915 trenches behind the front are removed once."""
    if (s.year, s.month, s.turn) == (*LATER, 1):
        for h in range(SIZE):
            if s.work[h] == TRENCH and not front(s, SIDES[s.builder[h] - 1]) >> h & 1:
                set_work(s, h, OPEN)


def at_movement(s: DWState) -> None:
    """22-9.2: when a friendly Movement Phase starts, construction behind the front is removed."""
    if s.phase == "movement" and later(s):
        line = front(s, s.active)
        for h in range(SIZE):
            if s.work[h] in UNFINISHED and s.builder[h] == HOLDER[s.active] and not line >> h & 1:
                lose_construction(s, h)


# ---- digging (22-1, 22-2, 22-5)


def refuse_digging(s: DWState, side: str, h: int) -> Reason | None:
    """Why construction may not begin in a hex."""
    if not s.ground(side).infantry >> h & 1:
        return Reason("22-1", "only infantry, assault, mountain and marine units dig")
    if s.work[h] in UNFINISHED or s.work[h] in FINISHED:
        return Reason("22-1", "there is a work already")
    enemy = members(RING[h] & s.ground(FOE[side]).every)
    if enemy and all(TERRAIN[BOARD.link[h, n]] in NO_WORKS for n in enemy):
        return Reason("22-2", "only mountains or marsh lie between the hex and the enemy")
    if later(s) and not front(s, side) >> h & 1:  # 22-9.1
        return Reason("22-9", "from April 1915 on trenches are built in the front line only")
    return None


def sites(s: DWState, side: str) -> list[int]:
    """The hexes where construction may begin."""
    return [h for h in members(s.ground(side).infantry) if refuse_digging(s, side, h) is None]


class Completion(Step):
    """5.2, 22-5, 22-14, 30-4.2: what was begun becomes a trench; cavalry that starved is gone."""

    name, rule = "completion", "22-5"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if not s.options["trenches_any_turn"]:
            for h in range(SIZE):
                if s.work[h] in UNFINISHED:
                    finish(s, h)
        for u in perished(s):
            s.tell("horses_died", unit=u, hex=s.at[u])
            s.eliminate(u)


def finish(s: DWState, h: int) -> None:
    """22-5: the construction is complete."""
    set_work(s, h, TRENCH, SIDES[s.builder[h] - 1])
    s.tell("trench", hex=h)


def seven_turns_later(s: DWState) -> None:
    """22-22: at the beginning of the owner's part of a turn, works begun seven turns before are complete."""
    if s.options["trenches_any_turn"]:
        for h in range(SIZE):
            if s.work[h] in UNFINISHED and s.builder[h] == HOLDER[s.active] and s.now - s.begun[h] >= SEVEN:
                finish(s, h)
        if sites(s, s.active):
            s.flow.append(("dig", s.active))


class Initiation(Step):
    """5.3, 22-1: one side after the other begins works, unless they are begun in any turn (22-22)."""

    name, rule = "initiation", "22-1"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if not s.options["trenches_any_turn"]:
            s.flow += [("dig", side) for side in reversed(SIDES) if sites(s, side)]


class Dig(Step):
    """22-1, D02: in which hexes construction begins."""

    name, rule, frame, ends = "dig", "22-1", ("",), ("done",)

    def side(self, s: DWState) -> str:
        side: str = s.flow[-1][1]
        return side

    def prompt(self, s: DWState) -> str:
        return "Choose a hex in which to begin a trench, or finish."

    def legal_to(self, s: DWState) -> list[int]:
        return sites(s, s.flow[-1][1])

    def refuse_to(self, s: DWState, h: int) -> Reason | None:
        return refuse_digging(s, s.flow[-1][1], h)

    def do_to(self, s: DWState, h: int) -> None:
        side = s.flow[-1][1]
        set_work(s, h, REBUILDING if s.work[h] == DEVASTATION else CONSTRUCTION, side)
        s.tell("construction", hex=h, name=HEXES.name(h))
        if not sites(s, side):
            s.flow.pop()


STEPS = (Completion(), Initiation(), Dig())
