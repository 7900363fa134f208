"""7.0.1, 7.3.1.5: lines of communication, Isolation, and the Tactical Range that is traced like them."""

from __future__ import annotations

from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.germany_at_war.state import ACTIVATED, MARCHING, GWState
from front1914.titles.germany_at_war.world import (
    ARMY,
    BASES,
    BIT,
    BUILDERS,
    FOCH,
    FOE,
    FORT_AREA,
    FORTS,
    GB,
    IS_RESERVE,
    LEADERS,
    OF_POWER,
    OWN,
    OWNER,
    POWER,
    POWERS,
    RANGE,
    SIDE,
    SIDE_OF,
    SIZE,
    STARS,
    STRENGTH,
    beside,
    within,
)


@kept(*MARCHING)
def supplied(s: GWState, power: str) -> int:
    """7.0.1, B38, B39: bitset of the Areas from which a block of the Power can trace a line of communication.

    What hangs together with a base through friendly uncontested Areas, and what borders on that: a line may start
    in a contested or enemy Area, but not cross or end in one. The British in Great Britain need none.
    """
    open_ = s.friendly(SIDE_OF[power])
    network = within(BASES[power] & open_, open_)  # 7.0.1.f, 7.0.1.g
    return network | beside(network) | (BIT[GB] if power == "british" else 0)  # 7.0.1.h


@kept(*MARCHING)
def hinges(s: GWState, side: str) -> dict[int, int]:
    """Areas near the enemy on which communication hangs: points of strength that would be cut off without each."""
    near = beside(s.blocks(FOE[side]))
    found = {h: severed(s, side, h) for h in members((near | beside(near)) & s.friendly(side))}
    return {h: strength for h, strength in found.items() if strength}


def severed(s: GWState, side: str, h: int) -> int:
    """Points of strength of a Side that could trace no more if the enemy took an Area."""
    open_, total = s.friendly(side) & ~BIT[h], 0
    for power in POWERS:
        if SIDE_OF[power] == side:
            network = within(BASES[power] & open_, open_)
            lost = supplied(s, power) & ~(network | beside(network) | BIT[GB])
            total += sum([STRENGTH[u][s.face[u]] for u in OF_POWER[power] if s.at[u] < SIZE and lost >> s.at[u] & 1])
    return total


def fort_power(s: GWState, f: int, side: str) -> str:
    """h.3: the Power for which a Fortress traces: that with most discs in it, else its own."""
    discs = [(s.discs_of(power)[f], power) for power in BUILDERS if SIDE_OF[power] == side]
    count, power = max(discs, key=lambda pair: pair[0])
    owner = OWNER[FORT_AREA[f]]
    if count:
        return power
    return owner if SIDE_OF[owner] == side else ("german" if side == "german" else "french")


def isolation_check(s: GWState, side: str) -> None:
    """7.0.1: the blocks and Fortresses of a Side are marked as Isolated or not (ruling B40)."""
    reach = {power: supplied(s, power) for power in POWERS if SIDE_OF[power] == side}
    at, isolated = s.at, s.isolated
    for u in OWN[side]:
        isolated[u] = int(at[u] < SIZE and not reach[POWER[u]] >> at[u] & 1)  # 7.0.1.a, 7.0.1.b
    for f in FORTS.numbers:
        if s.held(side) >> FORT_AREA[f] & 1:
            s.cut[f] = not reach[fort_power(s, f, side)] >> FORT_AREA[f] & 1


def tactical_range(s: GWState, leader: int) -> int:
    """7.3.1.3, 7.3.1.5, 7.3.1.6: how far a Leader commands; Foch as far as he has stars."""
    stars = STARS[leader][s.face[leader]]
    if leader == FOCH:
        return stars  # 7.3.1.6.b
    return RANGE[POWER[leader]] - (0 if stars else 1)  # 7.3.1.5.a, 7.3.1.3.d


@kept(*MARCHING)
def commanded(s: GWState, leader: int) -> int:
    """7.3.1.5: bitset of the Areas in a revealed Leader's Tactical Range, traced like a line of communication."""
    open_ = s.friendly(SIDE_OF[POWER[leader]])
    found = BIT[s.at[leader]]
    for _ in range(tactical_range(s, leader)):
        found |= beside(found & open_)  # 7.3.1.5.b, 7.3.1.5.c
    return found


def may_command(leader: int, u: int) -> bool:
    """7.3.1, 4.2.1, 7.3.1.6, 1.5: own Army; any French Leader the Reserves; Foch all French."""
    if POWER[leader] != POWER[u] or leader == u:  # 1.5.e
        return False
    return leader == FOCH or ARMY[leader] == ARMY[u] or IS_RESERVE[u]  # 7.3.1.6.a, 7.4.2.b


#: by Leader: the blocks that he may command
COMMANDS = {
    leader: frozenset(u for u in OF_POWER[POWER[leader]] if may_command(leader, u))
    for side in LEADERS
    for leader in LEADERS[side]
}


def commander_of(s: GWState, u: int) -> int | None:
    """7.4, 7.3.1.c: an activated Leader in whose Tactical Range the block stands, None without one (ruling B45)."""
    for leader in LEADERS[SIDE[u]]:
        if s.shown[leader] == ACTIVATED and u in COMMANDS[leader] and commanded(s, leader) >> s.at[u] & 1:
            return leader
    return None
