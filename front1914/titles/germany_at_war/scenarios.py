"""The scenarios: how many turns, which part of the map, which armies, what decides (data/scenarios)."""

from __future__ import annotations

from typing import NamedTuple

from front1914.kit.data import DataFolder, Section
from front1914.titles.germany_at_war.world import ALL, ARMIES, ARMY, BLOCKS, BOARD, SIDES, VICTORY


class Rules(NamedTuple):
    """A scenario."""

    id: str
    turns: int
    area: int  #: bitset of the Areas in play
    blocks: frozenset[int]  #: the blocks in the game
    losses: dict[str, int]  #: 1.7: units of a Side whose elimination ends the game
    valour: int  #: 1.7: Valour Points of a Side that end it
    goals: int  #: bitset of the Victory Areas
    all: int  #: 1.7: how many of them end it at once
    german: int  #: how many of them make the German the winner at the end


def _read(top: Section) -> Rules:
    victory, area, blocks = top.section("victory"), ALL, frozenset(BLOCKS.numbers)
    if "part" in top:
        part = top.section("part")
        area = BOARD.bits(part.take("areas", tuple[str, ...]))
        armies = part.take("armies", tuple[str, ...])
        for name in armies:
            if name not in ARMIES:
                raise part.error(f"no army {name}", "armies")
        blocks = frozenset(u for u in BLOCKS.numbers if ARMY[u] in armies)
    goals = BOARD.bits(victory.take("areas", tuple[str, ...])) if "areas" in victory else VICTORY
    losses = top.section("losses")
    return Rules(
        top.take("id", str),
        top.take("turns", int),
        area,
        blocks,
        {side: losses.take(side, int) for side in SIDES},
        victory.take("valour", int),
        goals,
        victory.take("all", int),
        victory.take("german", int, goals.bit_count() // 2 + 1),
    )


_folder = DataFolder.of(__package__)
SCENARIOS = {name: _read(_folder.toml(f"scenarios/{name}.toml")) for name in ("campaign", "introduction")}
