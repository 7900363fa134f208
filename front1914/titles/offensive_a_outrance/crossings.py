"""3.3.1, 3.5.4: what hexsides let through: zones of control, and roadway bridges."""

from __future__ import annotations

from front1914.engine.words import Words
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    BRIDGES,
    HEXES,
    INUNDATIONS,
    RIDGES,
    RING,
    SEA_SIDES,
    SIZE,
)

FLOODS = frozenset(pair for pair, link in BOARD.link.items() if INUNDATIONS >> link & 1)  #: 21.3: steps over them


def _zone(h: int) -> int:
    """3.3.1: the neighbours into which a unit's zone of control extends: not across Sea or Mountain Ridge."""
    closed = SEA_SIDES | RIDGES
    return sum(1 << n for n in BOARD.neighbours[h] if not closed >> BOARD.link[h, n] & 1)


ZONE = tuple(_zone(h) if RING[h] else 0 for h in range(SIZE))
BRIDGE_LINKS = tuple(members(BRIDGES))  #: the hexsides with a Roadway Bridge, in the order of their small numbers
_ENDS = {str(BOARD.link_words[link]): BOARD.links[link] for link in BRIDGE_LINKS}
BRIDGE_WORDS = Words(
    "bridge", _ENDS, {word: f"between {HEXES.name(a)} and {HEXES.name(b)}" for word, (a, b) in _ENDS.items()}
)
BRIDGE_NUMBER = {link: i for i, link in enumerate(BRIDGE_LINKS)}  #: by hexside
#: by hex: the bridges of its hexsides, as small numbers, each with the hex beyond (B21)
BRIDGES_OF = tuple(
    tuple((BRIDGE_NUMBER[BOARD.link[h, n]], n) for n in BOARD.neighbours[h] if BOARD.link[h, n] in BRIDGE_NUMBER)
    for h in range(SIZE)
)
