"""24-3, 27: divisions into regiments and back; replacement units into smaller and larger ones."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.sentences import left as still
from front1914.titles.der_weltkrieg.board import HEXES, SIZE
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    BROKEN,
    COLOUR,
    ELIMINATED,
    FRONT,
    IS_COMPONENT,
    IS_DIVISION,
    IS_INFANTRY,
    IS_RPL,
    KIND,
    NATION,
    OF_NATION,
    OWN,
    SIDE,
    SPAN,
    UNITS,
)

COMPONENTS = {side: tuple(u for u in OWN[side] if IS_COMPONENT[u]) for side in FOE}
DIVISIONS = {side: tuple(u for u in OWN[side] if IS_INFANTRY[u] and IS_DIVISION[u]) for side in FOE}
REPLACEMENTS = {side: tuple(u for u in OWN[side] if IS_RPL[u]) for side in FOE}

# ---- 27-1: a division breaks down


def pool(s: DWState, u: int) -> list[int]:
    """27-1, DW-R103: the counters of its type into which a division can break down."""
    return [v for v in OF_NATION[NATION[u]] if IS_COMPONENT[v] and KIND[v] == KIND[u] and s.at[v] == ABSENT]


def has_begun(s: DWState) -> bool:
    """Whether anybody has moved in this phase."""
    span = SPAN[s.active]
    return any(s.moved[span]) or any(s.mode[span])


def refuse_breakdown(s: DWState, u: int) -> Reason | None:
    """27-1: why a division cannot break down now."""
    if not (IS_INFANTRY[u] and IS_DIVISION[u]):
        return Reason("27-1", "only divisions break down")
    if s.phase != "movement" or has_begun(s):
        return Reason("27-1", "divisions break down at the beginning of the Movement Phase")
    return None if pool(s, u) else Reason("27-1", "there are no regiments of its type left")


def refuse_split(s: DWState, side: str, u: int) -> Reason | None:
    """24-3, 27-1: why a unit cannot be divided now."""
    if SIDE[u] != side or s.at[u] >= SIZE:
        return Reason("27-1", "it is no unit of yours on the map")
    if not IS_RPL[u]:
        return refuse_breakdown(s, u) if side == s.active else Reason("27-1", "it is not your Movement Phase")
    if s.strength[u] < 2:
        return Reason("24-3", "a single point cannot be split")
    return None if spare(s, u) is not None else Reason("24-3", "there is no replacement counter left")


def splittable(s: DWState, side: str) -> list[int]:
    """Units of a side that can be divided now."""
    found = [u for u in REPLACEMENTS[side] if s.at[u] < SIZE and refuse_split(s, side, u) is None]
    if s.phase == "movement" and side == s.active and not has_begun(s):
        found += [u for u in DIVISIONS[side] if s.at[u] < SIZE and pool(s, u)]
    return found


class Parts(Step):
    """27-1, DW-R89: which regiments take the place of a division; all who are needed with one answer.

    A regiment comes at its full strength as long as there is enough left; what nobody takes is given up.
    """

    name, rule, frame, ends = "parts", "27-1", ("unit", "unit"), ("cancel",)
    else_unit = Reason("27-1", "no free regiment of its type, or no points left")

    def prompt(self, s: DWState) -> str:
        _, u, chosen = s.flow[-1]
        left = s.strength[u] - sum(shares(s, u, chosen))
        lost = s.strength[u] - sum(shares(s, u, self._fill(s)))
        warning = f" {lost} would be lost for want of counters." if lost else ""
        return f"Which regiments take the place of {UNITS.name(u)}? {still(left, 'point')}.{warning}"

    def _fill(self, s: DWState) -> tuple[int, ...]:
        _, u, chosen = s.flow[-1]
        return fill(s, u, chosen)

    def legal_unit(self, s: DWState) -> list[int]:
        _, u, chosen = s.flow[-1]
        full = sum(shares(s, u, chosen)) == s.strength[u]
        return [] if full else [v for v in pool(s, u) if v not in chosen]

    def do_unit(self, s: DWState, v: int) -> None:
        name, u, chosen = s.flow[-1]
        s.flow[-1] = (name, u, (*chosen, v))

    def do_all(self, s: DWState, _: None) -> None:
        """The rest of the points goes to whoever is free, in order."""
        units = self._fill(s)
        break_down(s, s.flow.pop()[1], units)

    def refuse_commit(self, s: DWState, _: None) -> Reason | None:
        return None if s.flow[-1][2] else Reason("27-1", "no regiment is named yet")

    def do_commit(self, s: DWState, _: None) -> None:
        _, u, chosen = s.flow.pop()
        break_down(s, u, chosen)


def shares(s: DWState, u: int, parts: Sequence[int]) -> list[int]:
    """The points of each of some regiments that take the place of a division, in their order."""
    left, found = s.strength[u], []
    for v in parts:
        found.append(min(FRONT[v], left))
        left -= found[-1]
    return found


def fill(s: DWState, u: int, chosen: Sequence[int]) -> tuple[int, ...]:
    """The regiments named and as many more as the points need."""
    parts = list(chosen)
    for v in pool(s, u):
        if v not in parts and sum(shares(s, u, parts)) < s.strength[u]:
            parts.append(v)
    return tuple(parts)


#: what a counter that takes the place of another inherits
INHERITED = ("deeds", "began", "arrived", "spent", "mode", "moved", "entrained", "retreated", "doomed", "attacked")


def inherit(s: DWState, v: int, u: int) -> None:
    """What has happened to a unit has happened to those who take its place: it stays doomed (20-13), moved ..."""
    for name in INHERITED:
        column = getattr(s, name)
        column[v] = column[u]


def break_down(s: DWState, u: int, parts: Sequence[int]) -> None:
    """27-1, DW-R89: regiments take the place of a division; strength for which there are none is given up."""
    h = s.at[u]
    for v, points in zip(parts, shares(s, u, parts), strict=True):
        s.strength[v] = points
        inherit(s, v, u)
        s.put(v, h)
    s.tell("broken", unit=u, units=tuple(parts), hex=h)
    s.set_aside(u, BROKEN)


# ---- 27-2: components make a division


def candidates(s: DWState, h: int, u: int) -> list[int]:
    """27-2, DW-R103: the divisions that regiments such as this one could make up."""
    alike = (d for d in OF_NATION[NATION[u]] if s.at[d] == BROKEN and KIND[d] == KIND[u])
    return [d for d in alike if len(muster(s, h, d)) > 1]


def muster(s: DWState, h: int, division: int) -> tuple[int, ...]:
    """The regiments in a hex that would make up a division, the strongest first, as many as it holds."""
    here = [v for v in s.own(s.active, h) if IS_COMPONENT[v] and s.strength[v] and _alike(v, division)]
    taken: list[int] = []
    for v in sorted(here, key=lambda v: -s.strength[v]):
        if sum(s.strength[w] for w in taken) + s.strength[v] <= FRONT[division]:
            taken.append(v)
    return tuple(taken)


def assembly(s: DWState, h: int) -> tuple[int, tuple[int, ...]] | None:
    """27-2: the division that regiments in a hex would make up, and the regiments; None if they cannot."""
    for u in s.own(s.active, h):
        if IS_COMPONENT[u] and s.strength[u]:
            for division in candidates(s, h, u):
                return division, muster(s, h, division)
    return None


def _alike(u: int, v: int) -> bool:
    return NATION[u] == NATION[v] and KIND[u] == KIND[v]


def assemble(s: DWState, h: int, division: int, parts: Sequence[int]) -> None:
    """27-2: regiments give way to a division with their strength, whatever division they came from."""
    s.strength[division] = sum(s.strength[v] for v in parts)
    inherit(s, division, parts[0])
    for v in parts:
        s.deeds[division] |= s.deeds[v]
        s.doomed[division] &= s.doomed[v]
        s.retreated[division] &= s.retreated[v]
        s.set_aside(v, ABSENT)
    s.put(division, h)
    s.tell("assembled", unit=division, hex=h)


def assemblies(s: DWState) -> list[int]:
    """27-2: the hexes where regiments can make up a division."""
    crowds: dict[int, int] = {}
    for u in COMPONENTS[s.active]:
        if s.at[u] < SIZE:
            crowds[s.at[u]] = crowds.get(s.at[u], 0) + 1
    return [h for h, count in sorted(crowds.items()) if count > 1 and assembly(s, h) is not None]


class Rebuild(Step):
    """27-2: at the end of a Movement Phase; asked only where regiments stand together."""

    name, rule = "rebuild", "27-2"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if assemblies(s):
            s.flow.append(("assemble",))


class Assemble(Step):
    """27-2, D17: where regiments make up a division."""

    name, rule, ends = "assemble", "27-2", ("done",)
    else_to = Reason("27-2", "no regiments of one type and a division for them there")

    def prompt(self, s: DWState) -> str:
        return "Where do regiments make up a division?"

    def legal_to(self, s: DWState) -> list[int]:
        return assemblies(s)

    def do_to(self, s: DWState, h: int) -> None:
        found = assembly(s, h)
        assert found is not None, "asked before"
        division, parts = found
        all_of_them = len(parts) == sum(s.at[v] == h for v in COMPONENTS[s.active])
        if all_of_them and candidates(s, h, parts[0]) == [division]:
            assemble(s, h, division, parts)
        else:
            s.flow.append(("muster", h, division, parts))


class Muster(Step):
    """27-2: which division is made up, by which regiments; asked only where there is a choice."""

    name, rule, frame, ends = "muster", "27-2", ("hex", "unit", "unit"), ("cancel",)
    else_unit = Reason("27-2", "no other division of that type broke down")
    else_join = Reason("27-2", "not of its type, not there, or too strong for it")
    else_leave = Reason("27-2", "it is not among them")

    def prompt(self, s: DWState) -> str:
        _, h, division, parts = s.flow[-1]
        points = sum(s.strength[v] for v in parts)
        return f"{len(parts)} regiments in {HEXES.name(h)} make up {UNITS.name(division)} with {points} points. Others?"

    def legal_unit(self, s: DWState) -> list[int]:
        """Another division."""
        _, h, division, _ = s.flow[-1]
        return [d for d in candidates(s, h, division) if d != division]

    def do_unit(self, s: DWState, d: int) -> None:
        name, h, *_ = s.flow[-1]
        s.flow[-1] = (name, h, d, muster(s, h, d))

    def legal_join(self, s: DWState) -> list[int]:
        _, h, division, parts = s.flow[-1]
        room = FRONT[division] - sum(s.strength[v] for v in parts)
        here = [v for v in s.own(s.active, h) if IS_COMPONENT[v] and _alike(v, division) and v not in parts]
        return [v for v in here if 0 < s.strength[v] <= room]

    def do_join(self, s: DWState, v: int) -> None:
        name, h, division, parts = s.flow[-1]
        s.flow[-1] = (name, h, division, (*parts, v))

    def legal_leave(self, s: DWState) -> list[int]:
        return list(s.flow[-1][3])

    def do_leave(self, s: DWState, v: int) -> None:
        name, h, division, parts = s.flow[-1]
        s.flow[-1] = (name, h, division, tuple(w for w in parts if w != v))

    def refuse_commit(self, s: DWState, _: None) -> Reason | None:
        return None if len(s.flow[-1][3]) > 1 else Reason("27-2", "several regiments make up a division")

    def do_commit(self, s: DWState, _: None) -> None:
        _, h, division, parts = s.flow.pop()
        assemble(s, h, division, parts)
        if not assemblies(s):
            s.flow.pop()


# ---- 24-3: replacement units


def spare(s: DWState, u: int) -> int | None:
    """A replacement counter of the same kind that is not in use, nor about to arrive (25-1)."""
    free = (v for v in OF_NATION[NATION[u]] if IS_RPL[v] and s.at[v] in (ABSENT, ELIMINATED))
    return next((v for v in free if COLOUR[v] == COLOUR[u]), None)


def partners(s: DWState, u: int) -> list[int]:
    """24-3: replacement units with which one can merge."""
    return [
        v
        for v in s.own(SIDE[u], s.at[u])
        if v != u and IS_RPL[v] and NATION[v] == NATION[u] and COLOUR[v] == COLOUR[u]
        and s.strength[u] + s.strength[v] <= FRONT[v]
    ]  # fmt: skip


def mergeable(s: DWState, side: str) -> list[int]:
    """Replacement units of a side that can merge with another."""
    return [u for u in REPLACEMENTS[side] if s.at[u] < SIZE and partners(s, u)]


class Regroupings:
    """24-3, 28-5, DW-R118: what a side may do between its acts in any phase: replacements, corps markers."""

    def side(self, s: DWState) -> str:
        return s.active

    def legal_split(self, s: DWState) -> list[int]:
        return splittable(s, self.side(s))

    def refuse_split(self, s: DWState, u: int) -> Reason | None:
        return refuse_split(s, self.side(s), u)

    def do_split(self, s: DWState, u: int) -> None:
        s.flow.append(("split", u) if IS_RPL[u] else ("parts", u, ()))

    def legal_merge(self, s: DWState) -> list[int]:
        return mergeable(s, self.side(s))

    def why_merge(self, s: DWState, u: int) -> Reason:
        return Reason("24-3", "nobody with whom it could merge")

    def do_merge(self, s: DWState, u: int) -> None:
        s.flow.append(("merge", u))

    def do_corps(self, s: DWState, _: None) -> None:
        s.flow.append(("corps",))


class Split(Step):
    """24-3: how many points leave a replacement unit."""

    name, rule, frame = "split", "24-3", ("unit",)
    else_number = Reason("24-3", "it has not so many to give")

    def prompt(self, s: DWState) -> str:
        return f"How many points leave {UNITS.name(s.flow[-1][1])}?"

    def side(self, s: DWState) -> str:
        return SIDE[s.flow[-1][1]]

    def legal_number(self, s: DWState) -> list[int]:
        return list(range(1, s.strength[s.flow[-1][1]]))

    def do_number(self, s: DWState, n: int) -> None:
        u = s.flow.pop()[1]
        v = spare(s, u)
        assert v is not None
        inherit(s, v, u)
        s.strength[v] = n
        s.strength[u] -= n
        s.put(v, s.at[u])
        s.tell("rpl_split", unit=u, other=v, number=n)


class Merge(Step):
    """24-3: with whom a replacement unit merges."""

    name, rule, frame, ends = "merge", "24-3", ("unit",), ("cancel",)
    else_unit = Reason("24-3", "not of its kind, not there, or too many points")

    def prompt(self, s: DWState) -> str:
        u = s.flow[-1][1]
        return f"With whom does {UNITS.name(u)} merge in {HEXES.name(s.at[u])}?"

    def side(self, s: DWState) -> str:
        return SIDE[s.flow[-1][1]]

    def legal_unit(self, s: DWState) -> list[int]:
        return partners(s, s.flow[-1][1])

    def do_unit(self, s: DWState, v: int) -> None:
        """The one that has moved further decides what the merged unit may still do."""
        u = s.flow.pop()[1]
        s.strength[v] += s.strength[u]
        s.spent[v] = max(s.spent[u], s.spent[v])
        s.mode[v] = max(s.mode[u], s.mode[v])
        s.deeds[v] |= s.deeds[u]
        s.moved[v] |= s.moved[u]
        s.doomed[v] |= s.doomed[u]
        s.hauls[v] |= s.hauls[u]
        s.set_aside(u, ABSENT)
        s.tell("rpl_merged", unit=v)


STEPS = (Parts(), Rebuild(), Assemble(), Muster(), Split(), Merge())
