"""What a Battle may bring before the Showdown, from what a Side may know. There are no dice: all chance lies in blocks
that it cannot read.

A block that cannot be read is taken for any that it may still be, each equally likely: of its Power, not seen
elsewhere, and like whatever is known of it. It is as worn as it was when it was last seen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from front1914.engine.shapes import PanelChance, PanelLane, PanelSpot
from front1914.titles.germany_at_war.combat.firepower import defence, offence
from front1914.titles.germany_at_war.combat.losses import winner_hits
from front1914.titles.germany_at_war.combat.segment import MOST_SAPPED, attackers
from front1914.titles.germany_at_war.state import BY_SIGHT, CONCEALED, UNKNOWN, GWState
from front1914.titles.germany_at_war.world import (
    ARMY,
    DEAD,
    DOTS,
    FACES,
    FOE,
    FORTRESS_FIRE,
    GREEN_NUMBER,
    KIND,
    POWER,
    SIDE,
    STRENGTH,
    TOUGHNESS,
    WAITING,
)

MOST_CASES = 240  #: deals of the unread blocks that are reckoned, evenly chosen if there are more


class Case(NamedTuple):
    """One deal of what cannot be read."""

    difference: int  #: Offensive less Defensive Firepower (7.5.1.10)
    attacker: int  #: hits
    defender: int


def reads(s: GWState, u: int, side: str) -> bool:
    """1.3, 1.4: whether a Side can read a block."""
    return SIDE[u] == side or s.shown[u] != CONCEALED or s.at[u] in (DEAD, WAITING)


def suspects(s: GWState, side: str, u: int) -> list[int]:
    """Which blocks one may be that the Side cannot read, as far as it can tell."""
    known = s.known[u]
    found = [
        v
        for v in sorted(s.rules.blocks)
        if POWER[v] == POWER[u] and not reads(s, v, side) and GREEN_NUMBER[v] <= s.turn and FACES[v] > s.last[u]
    ]
    if known != UNKNOWN:
        found = [v for v in found if ARMY[v] == ARMY[u] and KIND[v] == KIND[u]]
    if known == BY_SIGHT:
        found = [v for v in found if STRENGTH[v] == STRENGTH[u] and DOTS[v] == DOTS[u]]
    return found or [u]


def deals(s: GWState, side: str, unread: Sequence[int]) -> list[tuple[int, ...]]:
    """Blocks in the place of those that cannot be read: every way, or as many as can be reckoned."""
    ways = (deal for deal in itertools.product(*(suspects(s, side, u) for u in unread)) if len(set(deal)) == len(deal))
    found = list(itertools.islice(ways, 40 * MOST_CASES))
    return found[:: -(-len(found) // MOST_CASES)] if len(found) > MOST_CASES else found


def cases(s: GWState, side: str, edge: str = "") -> list[Case]:
    """Every deal with what would come of it; `edge`: with the Disc spent on that advantage (7.2)."""
    twin = s.copy()
    if edge:
        twin.edge = edge
    mine, his = attackers(s, s.battle), s.units_in(s.battle, FOE[s.active])
    unread = [u for u in (*mine, *his) if not reads(s, u, side)]
    sapped = min(MOST_SAPPED, s.discs_in(s.battle, FOE[s.active])) if edge == "pioneers" else 0
    found = []
    for deal in deals(s, side, unread):
        taken = dict(zip(unread, deal, strict=True))
        for u, v in taken.items():
            twin.face[v], twin.river[v] = min(s.last[u], FACES[v] - 1), s.river[u]
        found.append(_reckon(twin, [taken.get(u, u) for u in mine], [taken.get(u, u) for u in his], sapped))
        for v in deal:
            twin.face[v], twin.river[v] = s.face[v], s.river[v]
    return found


def _reckon(s: GWState, mine: list[int], his: list[int], sapped: int) -> Case:
    """7.5.1.10, 7.5.1.11: the Final Result and the hits of both."""
    discs = s.discs_in(s.battle, FOE[s.active]) - sapped
    attack = sum(part.amount for part in offence(s, mine, his))
    defend = sum(part.amount for part in defence(s, his)) - sapped * FORTRESS_FIRE
    result = attack - defend
    own = sum(TOUGHNESS[u][s.face[u]] for u in mine) + s.discs_in(s.battle, s.active)
    theirs = sum(TOUGHNESS[u][s.face[u]] for u in his) + discs
    lost = min(abs(result), theirs if result > 0 else own)
    won = min(winner_hits(abs(result), lost), own if result > 0 else theirs) if result else 0
    return Case(result, won, lost) if result > 0 else Case(result, lost, won)


def chart(found: Sequence[Case]) -> list[PanelChance]:
    """The Final Results that are possible, the attacker's best first."""
    rows: list[PanelChance] = []
    for difference, group in _groups(found):
        share = Fraction(len(group), len(found))
        own, his = (Fraction(sum(case[k] for case in group), len(group)) for k in (1, 2))
        rows.append(
            {
                "result": f"{difference:+d}",
                "text": f"attacker {_hits(own)}, defender {_hits(his)}",
                "probability": str(share),
                "tone": "best"
                if difference > 5
                else "good"
                if difference > 0
                else "bad"
                if difference > -5
                else "worst",
                "attacker": round(float(own), 2),
                "defender": round(float(his), 2),
                "aim": "yes" if difference > 0 else "no",
            }
        )
    return rows


def _groups(found: Sequence[Case]) -> Iterator[tuple[int, list[Case]]]:
    ordered = sorted(found, key=lambda case: -case.difference)
    for difference, group in itertools.groupby(ordered, key=lambda case: case.difference):
        yield difference, list(group)


def _hits(mean: Fraction) -> str:
    count = round(float(mean))
    return "no hit" if not count else "1 hit" if count == 1 else f"{count} hits"


def lanes(s: GWState, side: str, edges: Sequence[tuple[str, str]]) -> list[PanelLane]:
    """The Final Results with the Disc kept, and spent in each way that is allowed: verb and words."""
    return [_lane(s, side, None, "The Disc is kept"), *(_lane(s, side, verb, text) for verb, text in edges)]


def _lane(s: GWState, side: str, verb: str | None, text: str) -> PanelLane:
    found = cases(s, side, verb or "")
    values: list[PanelSpot] = [
        {"value": difference, "count": len(group), "of": len(found)} for difference, group in _groups(found)
    ]
    return {"verb": verb, "text": text, "values": values}
