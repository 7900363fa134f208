"""1.3, 1.4: all that a side may know.

Of a concealed enemy block: its Power, where it stands, a token by which it can be followed as on a table, and what was
seen of it: Army and type by the icon it was set up on (5.0), its face when it lay open, steps that it lost in sight of
all. Never which block it is.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from front1914.engine.position import Knowledge
from front1914.engine.shapes import Display, Scene, Shown
from front1914.engine.state import Frame
from front1914.titles.germany_at_war.position import FRONT, KNOWN, SHOWN
from front1914.titles.germany_at_war.presentation import battle_report, boxes, markers, tracks
from front1914.titles.germany_at_war.sequence import PHASES
from front1914.titles.germany_at_war.state import BY_SIGHT, UNKNOWN, GWState
from front1914.titles.germany_at_war.world import (
    ABSENT,
    AREAS,
    ARMY,
    BLOCKS,
    BUILDERS,
    DEAD,
    DOTS,
    FIRST,
    FORTS,
    HAND,
    KIND,
    MONTHS,
    PLACES,
    POOL,
    POWER,
    POWERS,
    RIVER_NAMES,
    SEAT_SIDE,
    SIDE,
    SIDES,
    SIZE,
    STRENGTH,
    TOKENS,
    WAITING,
)

if TYPE_CHECKING:
    from front1914.titles.germany_at_war.title import GermanyAtWar

#: steps whose frame is the business of the deciding Side alone; without it the flow is that of a moment before
PRIVATE = frozenset({"march", "ride", "deploy_to", "fall_back", "pursue_to"})
SCALARS = (
    "turn",
    "impulse",
    "active",
    "holder",
    "disc",
    "passes",
    "action",
    "surprise",
    "leaders",
    "used",
    "fights",
    "cavalry",
    "edge",
    "general",
    "plan",
)


def own_side(side: str) -> str | None:
    """The Side of a seat; None for somebody who looks on."""
    return SEAT_SIDE.get(side)


def sees(s: GWState, u: int, side: str | None) -> bool:
    """1.3, 1.4: whether the Side may read the block: its own, face up, dead, or with a Green Number to come."""
    return SIDE[u] == side or s.shown[u] > 0 or s.at[u] in (DEAD, WAITING)  # 1.3.a, 1.3.b, 1.3.c


def flow_for(title: GermanyAtWar, s: GWState, side: str | None) -> list[Frame]:
    """The flow of play as the Side may know it."""
    if not s.flow or (side is not None and own_side(title.step[s.flow[-1][0]].side(s)) == side):
        return s.flow
    flow = [frame for frame in s.flow if frame[0] not in PRIVATE]
    # the icons on which Reinforcements were placed tell what they are
    return [(*frame[:2], (), ()) if frame[0] == "deploy" else frame for frame in flow]


def scene(s: GWState) -> Scene:
    """When and where the game is."""
    place = str(AREAS[s.battle]) if s.battle >= 0 else None
    return Scene(s.turn, phase(s), s.active, f"{MONTHS[s.turn - 1]} 1914", place)


def show(title: GermanyAtWar, s: GWState, seat: str) -> Display:
    """What a client draws, listing what may be shown."""
    side = own_side(seat)
    return {
        "turns": s.rules.turns,
        "pieces": pieces(s, side),
        "control": {str(AREAS[h]): SIDES[c] for h, c in enumerate(s.control) if c != FIRST[h]},
        "tracks": tracks(s),
        "boxes": boxes(s, side),
        "markers": markers(s),
        "battle": battle_report(s, side),
    }


def know(title: GermanyAtWar, s: GWState, seat: str) -> Knowledge:
    """The position as far as the Side knows it."""
    return {"position": _position(title, s, own_side(seat))}


def phase(s: GWState) -> str:
    """The name of the moment for people."""
    if not s.flow:
        return ""
    return PHASES.get(s.flow[-1][0], "Combat Segment" if s.battle >= 0 or s.action else "Impulse")


# ---- pieces


def pieces(s: GWState, side: str | None) -> list[Shown]:
    """The blocks on the map, by Area and token: by name, or as blocks that nobody can read."""
    on_map = sorted((u for u in BLOCKS.numbers if s.at[u] < SIZE), key=lambda u: (s.at[u], s.token[u]))
    depth: Counter[tuple[int, str]] = Counter()
    found: list[Shown] = []
    for u in on_map:
        key = s.at[u], SIDE[u]
        row = _open(s, u, side) if sees(s, u, side) else _closed(s, u)
        row["order"] = depth[key]
        found.append(row)
        depth[key] += 1
    return found


def _open(s: GWState, u: int, side: str | None) -> Shown:
    marks = [str(SHOWN[s.shown[u]])] if s.shown[u] else []
    marks += ["isolated"] if s.isolated[u] else []
    marks += ["acted"] if s.acted[u] == 1 and SIDE[u] == side else []
    marks += ["impetus"] if s.impetus[u] else []
    token = str(TOKENS[s.token[u]])
    return {"id": str(BLOCKS[u]), "at": str(AREAS[s.at[u]]), "token": token, "face": s.face[u], "marks": marks}


def _closed(s: GWState, u: int) -> Shown:
    """What is known of a block that the Side cannot read."""
    row: Shown = {
        "id": str(TOKENS[s.token[u]]),
        "at": str(AREAS[s.at[u]]),
        "hidden": True,
        "nation": POWER[u],
        "face": 0,
    }
    row["marks"] = (["isolated"] if s.isolated[u] else []) + (["impetus"] if s.impetus[u] else [])
    row |= {"known": str(KNOWN[s.known[u]]), "lost": s.last[u]}
    if s.river[u]:
        row["river"] = RIVER_NAMES[s.river[u]]
    if s.known[u] != UNKNOWN:
        row |= {"army": ARMY[u], "kind": KIND[u]}
    if s.known[u] == BY_SIGHT:
        row |= {"steps": list(STRENGTH[u]), "dots": DOTS[u]}
    return row


# ---- what `imagine` needs beside the pieces


def _position(title: GermanyAtWar, s: GWState, side: str | None) -> dict[str, Any]:
    form = title.form
    found: dict[str, Any] = {key: getattr(s, key) for key in SCALARS}
    found["battle"] = None if s.battle < 0 else str(AREAS[s.battle])
    found["flow"] = form.write_flow(title, flow_for(title, s, side))
    found["blocks"] = {
        str(BLOCKS[u]): _row(s, u, side) for u in BLOCKS.numbers if s.at[u] != ABSENT and sees(s, u, side)
    }
    hidden = [u for u in BLOCKS.numbers if s.at[u] in (POOL, HAND) and SIDE[u] != side]
    for name, box in (("pool", POOL), ("hand", HAND)):
        counts = Counter(POWER[u] for u in hidden if s.at[u] == box)
        found[name] = {power: counts[power] for power in POWERS if counts[power]}
    found["front"] = {str(AREAS[h]): str(FRONT[flags]) for h, flags in enumerate(s.front) if flags}
    found["fortresses"] = _fortresses(s)
    found["valour"] = {power: s.valour[i] for i, power in enumerate(POWERS) if s.valour[i]}
    found["firepower"] = form.tables["firepower"].write(s)
    found["powers"] = form.tables["powers"].write(s)
    return found


def _row(s: GWState, u: int, side: str | None) -> dict[str, Any]:
    """A block that the Side may read, as a position writes it."""
    row: dict[str, Any] = {"at": str(PLACES[s.at[u]])}
    for key in ("face", "isolated", "impetus", "hits", "token", "last"):
        if value := getattr(s, key)[u]:
            row[key] = value
    if s.acted[u] and SIDE[u] == side:
        row["acted"] = s.acted[u]
    for key, words in (("shown", SHOWN), ("known", KNOWN)):
        if value := getattr(s, key)[u]:
            row[key] = str(words[value])
    if s.river[u]:
        row["river"] = RIVER_NAMES[s.river[u]]
    return row


def _fortresses(s: GWState) -> dict[str, dict[str, int]]:
    found = {}
    for f in FORTS.numbers:
        row = {power: s.discs_of(power)[f] for power in BUILDERS if s.discs_of(power)[f]}
        if s.cut[f]:
            row["cut"] = 1
        if row:
            found[str(FORTS[f])] = row
    return found
