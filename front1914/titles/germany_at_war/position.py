"""How a position is written, what reading one adds, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from front1914.engine.errors import BadPosition
from front1914.engine.position import Cell, Form, Table
from front1914.engine.words import Words
from front1914.titles.germany_at_war.state import ACTIVATED, BY_ICON, OFF, GWState
from front1914.titles.germany_at_war.world import (
    ABSENT,
    AREAS,
    BIT,
    BLOCKS,
    BUILDERS,
    COUNT,
    DISCS,
    FACES,
    FIRST,
    FORT_AREA,
    FORTRESS_MOST,
    FORTS,
    GB,
    IS_LEADER,
    LAST_TURN,
    PLACES,
    POWER,
    POWERS,
    RIVER_NAMES,
    SIDE,
    SIDE_OF,
    SIDES,
    SIZE,
    STACK,
    SV,
)

SHOWN = Words("face", ["concealed", "activated", "attacker", "showdown"])
KNOWN = Words("knowledge", ["unknown", "icon", "sight"])
RIVERS = Words("river", RIVER_NAMES)
FRONT = Words(
    "front",
    ["none", "old", "new", "old new", "fought", "old fought", "new fought", "old new fought"],
)
POWER_WORDS = Words("power", POWERS)


@dataclass(frozen=True)
class ControlTable(Table):
    """Areas by the Side that controls them, where it is not the first one (2.6.3)."""

    def write(self, state: GWState) -> dict[str, Any]:
        return {str(AREAS[h]): SIDES[c] for h, c in enumerate(state.control) if c != FIRST[h]}

    def read(self, place: str, state: GWState, rows: Any) -> None:
        if not isinstance(rows, Mapping):
            raise BadPosition(place, "must be a table")
        for word, side in rows.items():
            number = AREAS.find(word)
            if number is None:
                raise BadPosition(f"{place}.{word}", f"no area {word!r}")
            if side not in SIDES:
                raise BadPosition(f"{place}.{word}", f"no side {side!r}; there is {', '.join(SIDES)}")
            state.control[number] = SIDES.index(side)


FORM = Form(
    scalars={
        "turn": Cell("turn", 1, low=1, high=LAST_TURN),
        "impulse": Cell("impulse", 1, low=1),
        "active": Cell("active", "german"),
        "holder": Cell("holder", "german"),
        "disc": Cell("disc", 0, high=2),
        "passes": Cell("passes", 0, high=2),
        "action": Cell("action", ""),
        "surprise": Cell("surprise", 0, high=1),
        "leaders": Cell("leaders", 0, high=max(SV.values())),
        "used": Cell("used", 0, high=COUNT),
        "fights": Cell("fights", 0, high=SIZE),
        "battle": Cell("battle", OFF, AREAS),
        "cavalry": Cell("cavalry", OFF, low=OFF, high=1),
        "edge": Cell("edge", ""),
        "general": Cell("general", 0, high=1),
        "plan": Cell("plan", 0, high=1),
    },
    tables={
        "blocks": Table(
            BLOCKS,
            {
                "at": Cell("at", ABSENT, PLACES),
                "face": Cell("face", 0, high=3),
                "shown": Cell("shown", 0, SHOWN),
                "isolated": Cell("isolated", 0, high=1),
                "acted": Cell("acted", 0, high=2),
                "river": Cell("river", 0, RIVERS),
                "impetus": Cell("impetus", 0, high=1),
                "hits": Cell("hits", 0, high=2),
                "token": Cell("token", 0, high=COUNT),
                "known": Cell("known", 0, KNOWN),
                "last": Cell("last", 0, high=3),
            },
        ),
        "control": ControlTable(AREAS, {}),
        "front": Table(AREAS, {"": Cell("front", 0, FRONT)}),
        "fortresses": Table(
            FORTS,
            {
                **{power: Cell(power, 0, high=FORTRESS_MOST) for power in BUILDERS},
                "cut": Cell("cut", 0, high=1),
            },
        ),
        "valour": Table(POWER_WORDS, {"": Cell("valour", 0, high=99)}),
        "firepower": Table(
            Words("figure", ["attack", "defence", "attacker_hits", "defender_hits"]), {"": Cell("firepower", 0)}
        ),
        "powers": Table(Words("role", ["attacker", "defender"]), {"": Cell("powers", OFF, POWER_WORDS)}),
    },
)


def complete(s: GWState) -> None:
    """What no position need say: tokens of the blocks on the map, and control of who is alone in an Area.

    Where a Battle is being fought the Area changes hands at its end (7.5.1.17), even if only one Side is left.
    """
    _give_tokens(s)
    for h in AREAS.numbers:
        if h != s.battle and s.present("german") >> h & 1 != s.present("entente") >> h & 1:
            side = "german" if s.present("german") >> h & 1 else "entente"
            if not s.held(side) & BIT[h]:
                s.control[h] = SIDES.index(side)


def _give_tokens(s: GWState) -> None:
    """Tokens by Area and Power, mixed within each group by what only the whole position tells."""
    bare = [u for u in BLOCKS.numbers if s.at[u] < SIZE and not s.token[u]]
    if not bare:
        return
    key = blake2b(s.at.tobytes() + s.face.tobytes(), digest_size=16).digest()

    def place(u: int) -> tuple[int, int, bytes]:
        return s.at[u], POWERS.index(POWER[u]), blake2b(bytes([u]), digest_size=8, key=key).digest()

    first = 1 + max(s.token)
    for number, u in enumerate(sorted(bare, key=place), first):
        s.token[u] = number


def faults(s: GWState) -> Iterator[str]:
    """What never holds, at whatever moment."""
    if s.active not in SIDES or s.holder not in SIDES:
        yield f"no such side: {s.active}, {s.holder}"
        return
    if s.turn > s.rules.turns:
        yield f"the scenario has no turn {s.turn}"
    for side in SIDES:
        slack = int(side == s.active)  # a unit on the march may pass through a full Area (7.4)
        for h in AREAS.numbers:
            if s.stacked(h, side) > STACK[h] + slack:
                yield f"{s.stacked(h, side)} units of the {side} in {AREAS[h]} (2.4)"
    yield from _block_faults(s)
    for f in FORTS.numbers:
        if sum(s.discs_of(power)[f] for power in BUILDERS) > FORTRESS_MOST:
            yield f"too many Garrisons in {FORTS.name(f)} (2.4)"
        for power in BUILDERS:
            if s.discs_of(power)[f] and not s.held(SIDE_OF[power]) & BIT[FORT_AREA[f]]:
                yield f"{power} Garrisons in {FORTS.name(f)}, which the enemy controls (4.1)"
    for power in BUILDERS:
        if s.supply_of(power) < 0:
            yield f"more than {DISCS[power]} {power} Garrisons (4.1)"
    if len(s.result or ()) == 0 and not s.flow:
        yield "nothing is to be done"


def _block_faults(s: GWState) -> Iterator[str]:
    tokens = [s.token[u] for u in BLOCKS.numbers if s.token[u]]
    if len(set(tokens)) != len(tokens):
        yield "two blocks have the same token"
    for u in BLOCKS.numbers:
        if s.face[u] >= FACES[u]:
            yield f"{BLOCKS[u]} has no face {s.face[u]} (4.0)"
        if s.at[u] < SIZE and not s.rules.area & BIT[s.at[u]]:
            yield f"{BLOCKS[u]} stands beyond the area of the scenario"
        if s.at[u] == GB and POWER[u] != "british":
            yield f"{BLOCKS[u]} is in Great Britain (2.5)"
        if s.shown[u] == ACTIVATED and (not IS_LEADER[u] or SIDE[u] != s.active):
            yield f"{BLOCKS[u]} cannot be activated (7.3)"
        if s.known[u] == BY_ICON and not s.token[u]:
            yield f"{BLOCKS[u]} is known without having been set up"
