"""6.0, 7.1 B, 7.10: Reinforcements are drawn from the Pool and placed; Leaders are restored.

What was drawn only its owner learns. The owner is asked in any case, even if nothing can be placed, so that nobody
learns from a pause what it was.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Chance, Step
from front1914.kit.bits import members
from front1914.titles.germany_at_war.seats import Shared
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import (
    BIT,
    BLOCKS,
    FOE,
    GREEN_NUMBER,
    HAND,
    HOME,
    ICONS,
    ICONS_OF,
    IS_LEADER,
    LEADERS,
    OWN,
    POOL,
    POWER,
    PRIZES,
    SEAT_SIDE,
    SIDE,
    SIZE,
    SV,
    WAITING,
)


def release(s: GWState) -> None:
    """6.1: units whose Green Number is up go to the Pools."""
    units = [u for u in BLOCKS.numbers if s.at[u] == WAITING and GREEN_NUMBER[u] <= s.turn]  # 6.1.a, 6.1.b, 4.2.b
    for u in units:
        s.at[u] = POOL
    for side in FOE:
        count = sum(SIDE[u] == side for u in units)
        if count:
            s.tell("released", side=side, count=count)


def pool(s: GWState, side: str) -> list[int]:
    """The blocks in the Pool of a Side."""
    at = s.at
    return [u for u in OWN[side] if at[u] == POOL]


def event_frames(s: GWState, side: str, count: int) -> list[tuple[object, ...]]:
    """h.11: a draw of so many blocks, then their deployment; the first thing last."""
    frames: list[tuple[object, ...]] = [("deploy", s.seats(side), (), ())]
    if count:
        s.tell("reinforcements", side=side, count=count)
        frames.append(("draw", side, count))
    return frames


class Reinforce(Step):
    """7.10: a Side draws its Strategic Value in units, places them, and restores as many steps of its Leaders."""

    name, rule, frame = "reinforce", "7.10", ("",)

    def run(self, s: GWState) -> None:
        side = s.flow.pop()[1]
        s.active, s.used = side, 0
        count = min(SV[side], len(pool(s, side)))  # 6.0.b, 1.6.e
        s.flow += [("restore", s.seats(side)), *event_frames(s, side, count)]  # 7.10.p


class Draw(Chance):
    """6.0: one block after the other, each equally likely."""

    name, rule, frame = "draw", "6.0", ("", "")
    else_draw = Reason("6.0", "it is not in the Pool")

    def prompt(self, s: GWState) -> str:
        return "Draw a Reinforcement."

    def secret(self, s: GWState) -> tuple[str, ...]:
        return s.seats(s.flow[-1][1])

    def legal_draw(self, s: GWState) -> list[int]:
        return pool(s, s.flow[-1][1])

    def do_draw(self, s: GWState, u: int) -> None:
        name, side, left = s.flow.pop()
        s.at[u] = HAND
        s.tell("drawn", unit=u, only=s.seats(side))
        if left > 1:
            s.flow.append((name, side, left - 1))


# ---- where they enter (6.0, 7.1 B; rulings B33 to B37)


def roomy(s: GWState, side: str) -> int:
    """2.4: bitset of the friendly uncontested Areas in which one more block may stand."""
    return s.friendly(side) & ~s.full(side)


def icon_entries(s: GWState, u: int, icons: tuple[int, ...]) -> list[int]:
    """6.0.c: free icons of the block's Army and type in friendly uncontested Areas with room."""
    open_ = roomy(s, SIDE[u])
    return [i for i in ICONS_OF[u] if i not in icons and open_ >> ICONS[i].area & 1]


def city_entries(s: GWState, u: int, cities: tuple[int, ...]) -> list[int]:
    """6.0.d, 6.0.e: friendly uncontested Home Areas with a Major City or Fortress that nobody used yet."""
    return [h for h in members(roomy(s, SIDE[u]) & HOME[POWER[u]]) if cities.count(h) < PRIZES[h]]  # 6.0.f


def entries(s: GWState, u: int, icons: tuple[int, ...], cities: tuple[int, ...]) -> list[int]:
    """Where a drawn block may be placed: by icon if it can be, else by city or Fortress."""
    by_icon = icon_entries(s, u, icons)
    if by_icon:
        return list(dict.fromkeys(ICONS[i].area for i in by_icon))
    return city_entries(s, u, cities)


class Deploy(Shared):
    """6.0: choose a drawn block to place. The frame holds the seats, and the icons and cities that are used up."""

    name, rule, frame = "deploy", "6.0", ("", "", "area")

    def prompt(self, s: GWState) -> str:
        return "Choose a Reinforcement to place; what cannot be placed returns to the Pool."

    def hand(self, s: GWState) -> list[int]:
        return [u for u in OWN[SEAT_SIDE[s.flow[-1][1][0]]] if s.at[u] == HAND and self.mine(s, u)]

    def legal_unit(self, s: GWState) -> list[int]:
        _, _, icons, cities = s.flow[-1]
        return [u for u in self.hand(s) if entries(s, u, icons, cities)]

    def refuse_unit(self, s: GWState, u: int) -> Reason | None:
        if (reason := self.not_mine(s, u)) is not None:
            return reason
        if s.at[u] != HAND:
            return Reason("6.0", "it was not drawn")
        _, _, icons, cities = s.flow[-1]
        return None if entries(s, u, icons, cities) else Reason("6.0", "there is no Area in which it may be placed")

    def do_unit(self, s: GWState, u: int) -> None:
        s.flow.append(("deploy_to", u))

    def refuse_done(self, s: GWState, _: None) -> Reason | None:
        return Reason("6.0", "a unit that can be placed must be placed") if self.legal_unit(s) else None

    def do_done(self, s: GWState, _: None) -> None:
        back = self.hand(s)
        for u in back:  # 6.0.g, 7.1.k
            s.at[u] = POOL
            s.tell("returned", unit=u, only=s.seats(SIDE[u]))
        if back:
            s.tell("returned_seen", count=len(back), only=s.others(SIDE[back[0]]))
        self.pass_on(s)


class DeployTo(Step):
    """6.0: where it enters."""

    name, rule, frame = "deploy_to", "6.0", ("unit",)

    def side(self, s: GWState) -> str:
        seat: str = s.flow[-2][1][0]
        return seat

    def prompt(self, s: GWState) -> str:
        return f"Where does {BLOCKS.name(s.flow[-1][1])} enter?"

    def legal_to(self, s: GWState) -> list[int]:
        _, _, icons, cities = s.flow[-2]
        return entries(s, s.flow[-1][1], icons, cities)

    def why_to(self, s: GWState, h: int) -> Reason:
        u = s.flow[-1][1]
        if not s.friendly(SIDE[u]) & BIT[h]:
            return Reason("6.0", "the Area is not friendly and uncontested")
        if s.full(SIDE[u]) & BIT[h]:
            return Reason("2.4", "there is no room for it")
        if icon_entries(s, u, s.flow[-2][2]):
            return Reason("6.0", "it enters where a free icon of its Army and type is")
        return Reason("6.0", "it enters in a Home Area by a Major City or Fortress, one unit each")

    def do_to(self, s: GWState, h: int) -> None:
        u = s.flow.pop()[1]
        name, seats, icons, cities = s.flow.pop()
        used = next((i for i in icon_entries(s, u, icons) if ICONS[i].area == h), None)
        if used is None:
            s.flow.append((name, seats, icons, (*cities, h)))
        else:
            s.flow.append((name, seats, (*icons, used), cities))
        s.appear(u, h)
        s.mention("arrived", u, area=h)


# ---- Leaders (7.10)


class Restore(Shared):
    """7.10: a Leader gets a step back; the Side has its Strategic Value in steps."""

    name, rule, frame = "restore", "7.10", ("",)

    def prompt(self, s: GWState) -> str:
        return f"Choose a Leader to restore by a step: {SV[s.active] - s.used} left."

    def legal_unit(self, s: GWState) -> list[int]:
        if s.used >= SV[s.active]:  # 1.6.f, 7.10.c
            return []
        worn = [u for u in LEADERS[s.active] if s.face[u]]  # 7.10.f
        return [u for u in worn if s.at[u] < SIZE and not s.isolated[u] and self.mine(s, u)]  # 7.10.e

    def refuse_unit(self, s: GWState, u: int) -> Reason | None:
        if (reason := self.not_mine(s, u)) is not None:
            return reason
        if not IS_LEADER[u]:
            return Reason("7.10", "only Leaders are restored")
        if s.at[u] >= SIZE:
            return Reason("7.10", "he is not on the map")
        if s.isolated[u]:
            return Reason("7.10", "he is Isolated")
        if not s.face[u]:
            return Reason("7.10", "he is at full strength")
        return Reason("7.10", "all steps are used up") if s.used >= SV[s.active] else None

    def do_unit(self, s: GWState, u: int) -> None:
        s.face[u] -= 1  # 7.10.d
        s.used += 1
        s.tell("restored", unit=u, only=s.seats(SIDE[u]))
        s.tell("restored_seen", side=s.active, count=s.used, only=s.others(SIDE[u]))

    def do_done(self, s: GWState, _: None) -> None:
        self.pass_on(s)

    def leave(self, s: GWState) -> None:
        s.used = 0


STEPS = (Reinforce(), Draw(), Deploy(), DeployTo(), Restore())
