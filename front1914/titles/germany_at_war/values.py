"""How a position stands for a Side, in points of strength: what computer commanders play for (1.7, 2.11, 7.5.1.15)."""

from __future__ import annotations

from functools import cache, lru_cache

from front1914.kit.bits import members
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import (
    BIT,
    BOARD,
    BONUS,
    DIVISOR,
    FACES,
    FOE,
    HAND,
    IS_INFANTRY,
    IS_LEADER,
    OWN,
    OWNER,
    POOL,
    POWERS,
    PRIZES,
    RING,
    RIVER,
    SIDE_OF,
    SIZE,
    STARS,
    STRENGTH,
    beside,
)

WIN = 400.0
LOST = {"german": 9.0, "entente": 4.5}  #: an eliminated unit: ten or twenty of them lose the game
POINT = {"german": 0.7, "entente": 0.6}  #: a point of strength on the map
AWAITED = 0.6  #: share of a unit that waits in the Pool and comes by itself, one turn or another
STAR = 0.9  #: a star of a Leader that can still be used
VALOUR = 8.0
GOAL = 9.0  #: a Victory Area, growing towards the end of the game
LAST = 45.0  #: the majority of them in the last turn
DISC = 3.0
CUT = 1.6  #: a unit without communication
OPEN = 0.55  #: share of a place that the enemy can simply walk into
RISK = 0.22  #: share of the hits that the enemy could inflict next
LONELY = 3.0  #: a Leader alone beside the enemy
NEAR = 0.16  #: a unit one Area nearer to where it is wanted
GROUND = 0.25  #: an Area of the enemy's country
MASSED = 24.0  #: as much as an attack musters


@cache
def distances() -> tuple[tuple[int, ...], ...]:
    """By Area, by Area: how many borders lie between."""
    found = []
    for start in range(SIZE):
        row, edge, far = [SIZE] * SIZE, BIT[start], 0
        seen = 0
        while edge:
            for h in members(edge):
                row[h] = far
            seen |= edge
            edge = beside(edge) & ~seen
            far += 1
        found.append(tuple(row))
    return tuple(found)


def pressing(s: GWState) -> float:
    """How much the count at the end weighs: more with every turn (1.7)."""
    return 0.6 + 0.8 * s.turn / s.rules.turns


def place(s: GWState, side: str, h: int) -> float:
    """What it is worth to a Side to take an Area from the enemy."""
    owner = OWNER[h]
    found = GROUND
    if s.rules.goals & BIT[h]:
        found += 2 * GOAL * pressing(s)
    if PRIZES[h]:
        found += (VALOUR if owner and SIDE_OF[owner] != side else 1.5) * PRIZES[h]
    return found


def decided(s: GWState, side: str) -> float | None:
    """What a game is worth that is over; None before that."""
    if s.result is None:
        return None
    return WIN if s.result.winner == side else -WIN if s.result.winner else 0.0


def standing(s: GWState, side: str, careful: float = 1.0) -> float:
    """All that a Side has, less all that the enemy has."""
    if (end := decided(s, side)) is not None:
        return end
    foe = FOE[side]
    total = _goals(s, side) + (DISC if s.holder == side else -DISC)
    total += holdings(s, side) - holdings(s, foe)
    total += _ways(s, side) - _ways(s, foe)
    if careful:
        total -= careful * (_open_places(s, side) + _risk(s, side) + LONELY * lonely(s, side))
        total += 0.5 * careful * (_open_places(s, foe) + _risk(s, foe))
    return total


def _goals(s: GWState, side: str) -> float:
    """1.7: the Victory Areas, and who would win by them."""
    german = (s.held("german") & s.rules.goals).bit_count()
    own = german if side == "german" else s.rules.goals.bit_count() - german
    foe = s.rules.goals.bit_count() - own
    total = GOAL * pressing(s) * (own - foe)
    ahead = (german >= s.rules.german) == (side == "german")
    return total + (LAST if ahead else -LAST) * (s.turn / s.rules.turns) ** 3


def holdings(s: GWState, side: str) -> float:
    """Blocks, Leaders, Garrisons, Valour, losses."""
    total, at, face = 0.0, s.at, s.face
    for u in OWN[side]:
        if at[u] >= SIZE:
            total += POINT[side] * STRENGTH[u][0] * AWAITED if at[u] in (POOL, HAND) else 0.0
            continue
        if IS_LEADER[u]:
            total += 2.0 + STAR * STARS[u][face[u]] if face[u] + 1 < FACES[u] else 1.0
        else:
            total += POINT[side] * (STRENGTH[u][face[u]] + 0.4)
        if s.isolated[u]:
            total -= CUT
    share = s.dead(side) / s.rules.losses[side]
    limit = s.rules.losses[side]
    total -= LOST[side] * limit * 0.5 * (share + share * share)
    total += VALOUR * s.side_valour(side)
    discs = sum(s.german) if side == "german" else sum(s.french) + sum(s.belgian)
    return total + 0.8 * discs + GROUND * s.held(side).bit_count()


def lonely(s: GWState, side: str) -> int:
    """Leaders without a unit to fight for them, beside the enemy: he who comes has them for nothing (7.5.1.15)."""
    at, foes = s.at, s.blocks(FOE[side])
    escorted = {at[u] for u in OWN[side] if not IS_LEADER[u]}
    return sum(at[u] < SIZE and at[u] not in escorted and bool(RING[at[u]] & foes) for u in OWN[side] if IS_LEADER[u])


def _ways(s: GWState, side: str) -> float:
    """Units near to where they are wanted: what can be taken, or what must be held."""
    wanted = goals(s, side)
    if not wanted:
        return 0.0
    total, best = 0.0, nearness(tuple(wanted))
    for u in OWN[side]:
        if s.at[u] < SIZE and not IS_LEADER[u]:
            total -= NEAR * best[s.at[u]]
    return total


@lru_cache(maxsize=512)
def nearness(wanted: tuple[tuple[int, float], ...]) -> tuple[float, ...]:
    """By Area: how far it is to the nearest of some places, less its bonus."""
    far = distances()
    return tuple(min((far[h][g] - bonus for g, bonus in wanted), default=0.0) for h in range(SIZE))


def goals(s: GWState, side: str) -> list[tuple[int, float]]:
    """Where a Side wants its units, with a bonus in Areas: prizes of the enemy, and its own that lie open to him."""
    foe = FOE[side]
    theirs = s.held(foe) & s.rules.area
    found = [
        (h, 2.0 * bool(s.rules.goals & BIT[h]) + 0.5 * PRIZES[h])
        for h in members(theirs)
        if PRIZES[h] or s.rules.goals & BIT[h]
    ]
    near = beside(s.blocks(foe))
    mine = s.held(side) & (near | beside(near)) & ~s.blocks(side)
    found += [(h, 1.0 * bool(s.rules.goals & BIT[h])) for h in members(mine) if PRIZES[h] or s.rules.goals & BIT[h]]
    return found


def walkable(s: GWState, side: str) -> int:
    """Bitset of the empty Areas of the enemy of a Side into which that Side could walk in an Impulse, roughly."""
    foe = FOE[side]
    free = s.rules.area & ~s.present(foe)
    one = beside(s.blocks(side)) & free
    return (one | (beside(one) & free)) & s.held(foe)


def _open_places(s: GWState, side: str) -> float:
    """What the enemy could walk into: nobody is there."""
    found = walkable(s, FOE[side]) & ~s.present(side)
    return OPEN * sum(place(s, FOE[side], h) for h in members(found) if PRIZES[h] or s.rules.goals & BIT[h])


def defence_of(s: GWState, side: str, h: int) -> int:
    """7.5.1.6, roughly: what a Side has to defend an Area with."""
    units = s.units_in(h, side)
    return (
        sum(STRENGTH[u][s.face[u]] + (BONUS[h] if IS_INFANTRY[u] else 0) for u in units)
        + 5 * s.discs_in(h, side)
        + max(v for v, power in zip(s.valour, POWERS, strict=True) if SIDE_OF[power] == side)
    )


def _strengths(s: GWState, side: str) -> tuple[dict[int, int], dict[int, int]]:
    """By Area: the strength of the units of a Side, and the stars of its Leaders."""
    strength: dict[int, int] = {}
    stars: dict[int, int] = {}
    for u in OWN[side]:
        h = s.at[u]
        if h < SIZE:
            if IS_LEADER[u]:
                stars[h] = stars.get(h, 0) + STARS[u][s.face[u]]
            else:
                strength[h] = strength.get(h, 0) + STRENGTH[u][s.face[u]]
    return strength, stars


class Menace:
    """What the enemy of a Side could bring against an Area, if he brought up what is near."""

    def __init__(self, s: GWState, side: str) -> None:
        foe = FOE[side]
        self.strength, self.stars = _strengths(s, foe)
        self.valour = max(v for v, power in zip(s.valour, POWERS, strict=True) if SIDE_OF[power] == foe)
        self.led: dict[int, int] = {}  #: by Area: stars beside it
        for h, stars in self.stars.items():
            for n in BOARD.neighbours[h]:
                self.led[n] = self.led.get(n, 0) + stars

    def against(self, h: int) -> float:
        """7.5.1.6, roughly: the Offensive Firepower."""
        strength, stars, led = self.strength, self.stars, self.led
        attack = float(strength.get(h, 0))
        for n in BOARD.neighbours[h]:
            if n in strength or n in stars or n in led:
                attack += strength.get(n, 0) / DIVISOR[RIVER[n, h]] + 0.7 * stars.get(n, 0) + 0.1 * led.get(n, 0)
        return min(attack, MASSED)


def _risk(s: GWState, side: str) -> float:
    """What the enemy could do next to the units of a Side, if he brought up what is near."""
    foe = FOE[side]
    menace = Menace(s, side)
    total = 0.0
    for h in members(s.blocks(side) & (s.contested() | beside(s.blocks(foe)))):
        over = menace.against(h) - defence_of(s, side, h)
        if over > 0:
            hits = sum(STRENGTH[u][s.face[u]] for u in s.units_in(h, side)) + s.discs_in(h, side)
            lost = min(over, hits)
            total += RISK * (lost + (LOST[side] + place(s, foe, h) * bool(PRIZES[h]) if over >= hits else 0.0))
    return total
