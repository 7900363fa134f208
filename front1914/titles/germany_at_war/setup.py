"""5.0, 8.1: units are drawn, or chosen, for the icons of their Army and type; the rest wait in the Pool.

The Entente is set up first. A token is the number of the icon, so that it says of a block what its icon says to all:
Army and type, not which unit.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Chance, Step
from front1914.titles.germany_at_war.state import BY_ICON, GWState
from front1914.titles.germany_at_war.world import (
    ARMY,
    ARRIVES,
    BLOCKS,
    BUILDERS,
    FORT_AREA,
    FORT_START,
    FORTS,
    GREEN_NUMBER,
    ICONS,
    ICONS_OF,
    KIND,
    OWNER,
    PLACES,
    POOL,
    SIDE,
    SIDE_OF,
    WAITING,
)

#: by icon: the blocks that may stand on it
CANDIDATES = tuple(
    tuple(u for u in BLOCKS.numbers if i in ICONS_OF[u] and ARRIVES[u] == "setup") for i in range(len(ICONS))
)
ICON_SIDE = tuple(SIDE_OF[icon.army.split()[0]] for icon in ICONS)
FREE = {"none": (), "german": ("german",), "entente": ("entente",), "both": ("german", "entente")}


def begin(s: GWState) -> None:
    """5.0, 3.1: everybody off the map, Garrisons in their Fortresses, the Disc with the German."""
    for u in s.rules.blocks:
        s.at[u] = WAITING if GREEN_NUMBER[u] else POOL  # 5.0.f, 5.0.g
    for f in FORTS.numbers:
        if s.rules.area >> FORT_AREA[f] & 1:
            owner = OWNER[FORT_AREA[f]]
            assert owner in BUILDERS
            s.discs_of(owner)[f] = FORT_START[f]  # 5.0.i
    s.flow = [("turn",), ("muster", 0, ())]


def in_scenario(s: GWState, i: int) -> bool:
    """Whether an icon is used: its Army and its Area are in the scenario."""
    return bool(s.rules.area >> ICONS[i].area & 1) and CANDIDATES[i][0] in s.rules.blocks


def candidates(s: GWState, i: int) -> list[int]:
    """The blocks that are left for an icon."""
    return [u for u in CANDIDATES[i] if s.at[u] == POOL]  # 5.0.d


def free(s: GWState, side: str) -> bool:
    """8.1: whether the Side chooses its units."""
    return side in FREE[s.options["setup"]]


def seat_of(s: GWState, i: int) -> str:
    """Who chooses for an icon."""
    seats = s.seats(ICON_SIDE[i])
    return seats[-1] if ICONS[i].army.split()[0] in ("british", "belgian") else seats[0]


def put(s: GWState, u: int, i: int) -> None:
    """5.0: the unit stands on the icon; all know its Army and type."""
    s.appear(u, ICONS[i].area, BY_ICON)
    s.tell("set_up", unit=u, area=ICONS[i].area, only=s.seats(SIDE[u]))


class Muster(Step):
    """5.0: one icon after the other. The frame holds the next icon and the seats that let chance do the rest."""

    name, rule, frame = "muster", "5.0", ("", "")

    def run(self, s: GWState) -> None:
        _, i, drawing = s.flow[-1]
        while i < len(ICONS):
            if not in_scenario(s, i):
                i += 1
                continue
            left = candidates(s, i)
            if len(left) > 1:  # 5.0.c
                s.flow[-1] = ("muster", i + 1, drawing)
                chosen = free(s, ICON_SIDE[i]) and seat_of(s, i) not in drawing  # 8.1.a, 8.1.c
                s.flow.append(("post" if chosen else "lot", i))
                return
            put(s, left[0], i)
            i += 1
        s.flow.pop()
        s.tell("ready", reveals=True)


class Lot(Chance):
    """5.0: chance says which unit stands on the icon; only its owner learns it."""

    name, rule, frame = "lot", "5.0", ("",)
    else_draw = Reason("5.0", "it is not of the Army and type of that icon, or it stands already")

    def prompt(self, s: GWState) -> str:
        return f"Draw a unit for {PLACES.name(ICONS[s.flow[-1][1]].area)}."

    def secret(self, s: GWState) -> tuple[str, ...]:
        return s.seats(ICON_SIDE[s.flow[-1][1]])

    def legal_draw(self, s: GWState) -> list[int]:
        return candidates(s, s.flow[-1][1])

    def do_draw(self, s: GWState, u: int) -> None:
        put(s, u, s.flow.pop()[1])


class Post(Step):
    """8.1: the owner says which unit stands on the icon, or lets chance do the rest."""

    name, rule, frame = "post", "8.1", ("",)

    def side(self, s: GWState) -> str:
        return seat_of(s, s.flow[-1][1])

    def prompt(self, s: GWState) -> str:
        return f"Which unit stands in {PLACES.name(ICONS[s.flow[-1][1]].area)}?"

    def legal_unit(self, s: GWState) -> list[int]:
        return candidates(s, s.flow[-1][1])

    def why_unit(self, s: GWState, u: int) -> Reason:
        icon = ICONS[s.flow[-1][1]]
        if icon.army != ARMY[u] or icon.kind != KIND[u]:
            return Reason("5.0", "it is not of the Army and type of that icon")
        return Reason("5.0", "it stands on another icon" if s.at[u] != WAITING else "it comes later")

    def do_unit(self, s: GWState, u: int) -> None:
        put(s, u, s.flow.pop()[1])

    def do_lots(self, s: GWState, _: None) -> None:
        _, i = s.flow.pop()
        name, following, drawing = s.flow.pop()
        s.flow += [(name, following, (*drawing, seat_of(s, i))), ("lot", i)]


STEPS = (Muster(), Lot(), Post())
