"""HQs and depots as a commander moves them: behind the army, so that it stays in supply and in command (6.7, 8.0)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from front1914.kit.bits import from_members, members
from front1914.kit.sight import Sight
from front1914.titles.schlieffens_war.movement import allowance, reach_of, refuse_start
from front1914.titles.schlieffens_war.rails import entente_rail, german_rail, port_rail
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.supply import along_rails, around, passable, supplied
from front1914.titles.schlieffens_war.world import (
    BELGIUM,
    BIT,
    BOARD,
    DEPOT,
    FRANCE,
    GERMAN_CITY,
    GERMANY,
    HQS,
    IS_CORPS,
    NATION,
    ON_RAIL,
    OWN,
    PORT,
    SIDE,
    SIZE,
    UNITS,
)

NATIONS_OF = {"german": ("german",), "entente": ("french", "british", "belgian")}
ALONE = 0.05  #: how much the strength that could strike an HQ counts against its place
DRAWN = (
    0.15  #: how much nearness to corps counts besides, so that HQs that are not needed now will be there when they are
)
BARE = 0.15  #: hexes that a depot goes farther for each point of strength that could strike it
FADES = 0.75  #: what that is worth one hex farther off
STARVED = 1.0  #: what it costs to put an HQ where it is out of supply itself: it serves nobody, and may be lost (8.8)
AGAIN = 0.3  #: what it is worth to serve a corps that another HQ serves


def _goes(s: SWState, u: int) -> int:
    """Where an HQ or a depot can be at the end of the phase, without a forced march."""
    here = BIT[s.at[u]]
    if not here or refuse_start(s, u) is not None:
        return here
    return here | reach_of(s, u, allowance(s, u)).bits


def _works(s: SWState, hq: int) -> int:
    """Where an HQ could go and would itself be in supply, its depot coming after it."""
    goes, nation = _goes(s, hq), NATION[hq]
    if nation == "german":
        return goes & _german_bases(s, hq, goes)
    if nation == "french":
        return goes & entente_rail(s)
    if nation == "british":
        return goes & (entente_rail(s) | port_rail(s) | PORT & s.held("entente"))
    return goes & (BELGIUM | entente_rail(s))


def _german_bases(s: SWState, hq: int, goes: int) -> int:
    """8.6: near a rail in Germany, or within two hexes of a place of its depot, rail hexes counting one half."""
    rail, through = german_rail(s), passable(s, "german")
    found = around(rail & GERMANY, through)
    depots = _goes(s, DEPOT[hq]) & rail
    friendly = through & (s.held("german") | goes)
    for h in members(depots):
        found |= along_rails(BIT[h], friendly, ON_RAIL)
    return found


def _covers(s: SWState, nation: str, bases: int) -> int:
    """Hexes in which a corps would be supplied by HQs there."""
    if nation == "german":
        return around(bases, passable(s, "german"))
    if nation == "french":
        return along_rails(bases, passable(s, "entente"), FRANCE)
    return around(bases, passable(s, "entente"))


def prospect(s: SWState, side: str) -> int:
    """Hexes in which the side's corps could be in supply at the end of the phase, if the HQs go where they are wanted.

    For the Entente those of any of its nations: its armies keep to their own ground anyhow.
    """
    found = 0
    for nation in NATIONS_OF[side]:
        bases = 0
        for hq in HQS[nation]:
            bases |= _works(s, hq)
        found |= _covers(s, nation, bases)
    if side == "german":
        return found | around(GERMAN_CITY & german_rail(s) & s.held("german"), passable(s, "german"))
    return found | BELGIUM


def orders(before: SWState, sight: Sight, threat: Sequence[float]) -> tuple[dict[str, tuple[int, str]], int]:
    """Where each HQ and depot goes, the army standing as the sight has it; and the hexes that are then in supply."""
    s: SWState = before.copy()
    for piece in sight.own:
        u = piece.extra[1]
        if s.at[u] < SIZE and s.at[u] != piece.at:
            s.enter(u, piece.at)
    found: dict[str, tuple[int, str]] = {}
    for nation in NATIONS_OF[sight.side]:
        _place_hqs(s, before, nation, threat, found)
    if sight.side == "german":
        _place_depots(s, before, threat, found)
    covered = 0
    for nation in NATIONS_OF[sight.side]:
        covered |= supplied(s, nation)
    return found, covered


def _place_hqs(
    s: SWState, before: SWState, nation: str, threat: Sequence[float], found: dict[str, tuple[int, str]]
) -> None:
    """One after the other, each where it supplies most of those who are not yet supplied."""
    left = {u: 1.0 for u in OWN["german" if nation == "german" else "entente"] if _is_of(s, u, nation)}
    if nation == "german":
        home = around(GERMAN_CITY & german_rail(s) & s.held("german"), passable(s, "german"))
        left = {u: 0.2 if home >> s.at[u] & 1 else 1.0 for u in left}
    taken = 0
    waiting = [hq for hq in HQS[nation] if s.at[hq] < SIZE]
    ways = {hq: (_goes(before, hq), _works(before, hq)) for hq in waiting}
    kept: dict[tuple[int, int], int] = {}
    while waiting:
        best = max(
            ((*_best_post(s, hq, *ways[hq], left, threat, taken, kept), hq) for hq in waiting),
            key=lambda way: (way[0], -way[2]),
        )
        _, node, hq = best
        waiting.remove(hq)
        taken |= BIT[node]
        served = [u for u in left if _covers(s, nation, BIT[node]) >> s.at[u] & 1]
        for u in served:
            left[u] *= AGAIN
        s.enter(hq, node)
        found[str(UNITS[hq])] = (node, f"{UNITS[hq]} keeps {len(served)} corps in supply from there (8.0)")


def _is_of(s: SWState, u: int, nation: str) -> bool:
    return IS_CORPS[u] and NATION[u] == nation and s.at[u] < SIZE


def _best_post(
    s: SWState,
    hq: int,
    goes: int,
    works: int,
    left: dict[int, float],
    threat: Sequence[float],
    taken: int,
    kept: dict[tuple[int, int], int],
) -> tuple[float, int]:
    """`kept` has what an HQ covers from a hex, by the ground that is open to its side."""
    nation = NATION[hq]
    open_ = passable(s, SIDE[hq])
    corps: dict[int, float] = {}
    for u, weight in left.items():
        corps[s.at[u]] = corps.get(s.at[u], 0.0) + weight
    places = list(corps.items())
    drawn = drawn_to(tuple(places))
    best = (-1e9, s.at[hq])
    for h in members(goes & ~taken):
        value = DRAWN * drawn[h] - ALONE * threat[h] * (0.3 if h in corps else 1.0)
        if works >> h & 1:
            cover = kept.get((open_, h))
            if cover is None:
                cover = kept[open_, h] = _covers(s, nation, BIT[h])
            value += sum([weight for at, weight in places if cover >> at & 1])
        else:
            value -= STARVED
        best = max(best, (value, h))
    return best


@lru_cache(maxsize=64)
def drawn_to(places: tuple[tuple[int, float], ...]) -> list[float]:
    """By hex: how near it is to some places, by their weights."""
    found = [0.0] * SIZE
    for at, weight in places:
        found = [sum_ + weight * near for sum_, near in zip(found, nearness(at), strict=True)]
    return found


@cache
def nearness(h: int) -> tuple[float, ...]:
    """By hex: 1 here, less the farther off it is."""
    return tuple(FADES**far for far in distances(BIT[h]))


def distances(sources: int) -> list[int]:
    """Hexes from each hex to the nearest of a set, over any ground; 0 everywhere if the set is empty."""
    found, reached, far = [0] * SIZE, sources, 0
    front = sources
    while front:
        far += 1
        front = BOARD.spread(front) & ~reached
        reached |= front
        for h in members(front):
            found[h] = far
    return found


def _place_depots(s: SWState, before: SWState, threat: Sequence[float], found: dict[str, tuple[int, str]]) -> None:
    """8.6: each depot where its HQ is in supply; of such places one that is near to the HQ and not exposed."""
    guarded = from_members(s.at[u] for u in OWN["german"] if _is_of(s, u, "german"))
    exposed = [danger * (0.2 if guarded >> h & 1 else 1.0) for h, danger in enumerate(threat)]
    rail, friendly = german_rail(s), passable(s, "german") & s.held("german")
    for hq, depot in DEPOT.items():
        if s.at[hq] >= SIZE or s.at[depot] >= SIZE:
            continue
        serves = along_rails(BIT[s.at[hq]], friendly, ON_RAIL) & rail
        ways = members(_goes(before, depot))
        far = distances(BIT[s.at[hq]])
        node = min(ways, key=lambda h: (not serves >> h & 1, not rail >> h & 1, far[h] + BARE * exposed[h], h))
        s.enter(depot, node)
        found[str(UNITS[depot])] = (node, f"{UNITS[depot]} follows its HQ along the rails (8.6)")
