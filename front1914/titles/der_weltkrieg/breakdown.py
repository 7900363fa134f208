"""24-3, 27: divisions into regiments and back; replacement units into smaller and larger ones."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg.board import HEXES, SIZE
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    BROKEN,
    COLOUR,
    FRONT,
    FULL,
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


def refuse_split(s: DWState, u: int) -> Reason | None:
    """24-3, 27-1: why a unit cannot be divided now."""
    if SIDE[u] != s.active or s.at[u] >= SIZE:
        return Reason("27-1", "it is no unit of yours on the map")
    if IS_RPL[u]:
        if s.strength[u] < 2:
            return Reason("24-3", "a single point cannot be split")
        return None if spare(s, u) is not None else Reason("24-3", "there is no replacement counter left")
    if not (IS_INFANTRY[u] and IS_DIVISION[u]):
        return Reason("27-1", "only divisions break down")
    if has_begun(s):
        return Reason("27-1", "divisions break down at the beginning of the Movement Phase")
    return None if pool(s, u) else Reason("27-1", "there are no regiments of its type left")


def splittable(s: DWState) -> list[int]:
    """Units of the phasing side that can be divided now."""
    found = [u for u in REPLACEMENTS[s.active] if s.at[u] < SIZE and refuse_split(s, u) is None]
    if not has_begun(s):
        found += [u for u in DIVISIONS[s.active] if s.at[u] < SIZE and pool(s, u)]
    return found


def break_down(s: DWState, u: int) -> None:
    """27-1, DW-R89: regiments take the place of a division; strength for which there are none is given up."""
    h, left = s.at[u], s.strength[u]
    parts = []
    for v in pool(s, u):
        if left:
            s.strength[v] = min(FRONT[v], left)
            left -= s.strength[v]
            s.deeds[v], s.began[v], s.arrived[v] = s.deeds[u], s.began[u], s.arrived[u]
            s.put(v, h)
            parts.append(v)
    s.tell("broken", unit=u, units=tuple(parts), hex=h)
    s.set_aside(u, BROKEN)


# ---- 27-2: components make a division


def assembly(s: DWState, h: int) -> tuple[int, tuple[int, ...]] | None:
    """27-2: the division that regiments in a hex would make up, and the regiments; None if they cannot."""
    here = [u for u in s.own(s.active, h) if IS_COMPONENT[u] and s.strength[u]]
    for u in here:
        alike = sorted((v for v in here if _alike(u, v)), key=lambda v: -s.strength[v])
        for division in OF_NATION[NATION[u]]:
            if s.at[division] == BROKEN and KIND[division] == KIND[u]:
                taken: list[int] = []
                for v in alike:
                    if sum(s.strength[w] for w in taken) + s.strength[v] <= FRONT[division]:
                        taken.append(v)
                if len(taken) > 1:
                    return division, tuple(taken)
    return None


def _alike(u: int, v: int) -> bool:
    return NATION[u] == NATION[v] and KIND[u] == KIND[v]


def assemble(s: DWState, h: int) -> None:
    """27-2: regiments give way to a division with their strength, whatever division they came from."""
    found = assembly(s, h)
    assert found is not None
    division, parts = found
    s.strength[division] = sum(s.strength[v] for v in parts)
    for v in parts:
        s.deeds[division] |= s.deeds[v]
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
        assemble(s, h)
        if not assemblies(s):
            s.flow.pop()


# ---- 24-3: replacement units


def spare(s: DWState, u: int) -> int | None:
    """A replacement counter of the same kind that is not in use."""
    return next((v for v in OF_NATION[NATION[u]] if IS_RPL[v] and COLOUR[v] == COLOUR[u] and s.at[v] >= SIZE), None)


def partners(s: DWState, u: int) -> list[int]:
    """24-3: replacement units with which one can merge."""
    return [
        v
        for v in s.own(SIDE[u], s.at[u])
        if v != u and IS_RPL[v] and NATION[v] == NATION[u] and COLOUR[v] == COLOUR[u]
        and s.strength[u] + s.strength[v] <= FULL[v]
    ]  # fmt: skip


def mergeable(s: DWState) -> list[int]:
    """Replacement units of the phasing side that can merge with another."""
    return [u for u in REPLACEMENTS[s.active] if s.at[u] < SIZE and not s.moved[u] and partners(s, u)]


class Split(Step):
    """24-3: how many points leave a replacement unit."""

    name, rule, frame = "split", "24-3", ("unit",)
    else_number = Reason("24-3", "it has not so many to give")

    def prompt(self, s: DWState) -> str:
        return f"How many points leave {UNITS.name(s.flow[-1][1])}?"

    def legal_number(self, s: DWState) -> list[int]:
        return list(range(1, s.strength[s.flow[-1][1]]))

    def do_number(self, s: DWState, n: int) -> None:
        u = s.flow.pop()[1]
        v = spare(s, u)
        assert v is not None
        for column in (s.deeds, s.began, s.arrived, s.spent, s.mode, s.moved, s.entrained):
            column[v] = column[u]
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
        s.set_aside(u, ABSENT)
        s.tell("rpl_merged", unit=v)


STEPS = (Rebuild(), Assemble(), Split(), Merge())
