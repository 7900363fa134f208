"""docs/presentation.md: the sheet, what stands beside the map, the Battle panel and the overlays."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from front1914.engine.errors import BadInput
from front1914.engine.shapes import Box, Marker, Panel, PanelShift, Track
from front1914.kit import sheet as sheets
from front1914.kit.bits import members
from front1914.kit.spelling import spelled
from front1914.play.forecast import Stakes, complete
from front1914.titles.germany_at_war.activation import stations
from front1914.titles.germany_at_war.combat.firepower import Part, defence, offence, support
from front1914.titles.germany_at_war.combat.segment import Edge, attackers
from front1914.titles.germany_at_war.communication import commanded, supplied
from front1914.titles.germany_at_war.forecast import cases, chart, lanes
from front1914.titles.germany_at_war.movement import ahead, allowance
from front1914.titles.germany_at_war.outlines import UNIT_KM, outlines, river_names
from front1914.titles.germany_at_war.state import CONCEALED, NEW, OFF, GWState
from front1914.titles.germany_at_war.world import (
    ACTIVATION,
    AREA_ROWS,
    AREAS,
    ARMIES,
    ARMY,
    BIT,
    BLOCK_ROWS,
    BLOCKS,
    BUILDERS,
    CAPITAL,
    DEAD,
    DISC_WORDS,
    FOE,
    FORT_AREA,
    FORTS,
    HAND,
    IS_LEADER,
    LINK_ROWS,
    POOL,
    POWER,
    POWERS,
    SEAT_SIDE,
    SIDE,
    SIDES,
    SIZE,
    TERRAIN,
    TOKENS,
    VICTORY,
    WAITING,
    AreaRow,
    LinkRow,
)

NATIONS = {"german": "German", "french": "French", "british": "British", "belgian": "Belgian"}
LETTERS = {"german": "G", "french": "F", "british": "E", "belgian": "B"}  #: E as in England
SYMBOLS = {"leader": "leader", "infantry": "infantry", "cavalry": "cavalry"}
DOT_NAMES = {"B": "black", "W": "white", "R": "red", "U": "blue", "S": "star", "H": "heart"}


# ---- the sheet


@cache
def sheet() -> dict[str, Any]:
    """The map, the pieces and the words."""
    return {
        "kind": "area",
        "look": "blocks",
        "name": "1914: Germany at War",
        "unit_km": UNIT_KM,
        "places": {row.id: _place(h) for h, row in enumerate(AREA_ROWS)},
        "links": [_link(row) for row in LINK_ROWS],
        "lines": [],
        "outline": {area: row.outline for area, row in outlines().items()},
        "pieces": {str(BLOCKS[u]): _piece(u) for u in BLOCKS.numbers},
        "sides": {
            "german": {"name": "German Empire", "nations": ["german"]},
            "entente": {"name": "Entente", "nations": ["french", "british", "belgian"]},
            "french": {"name": "France", "nations": ["french"]},
            "british": {"name": "Britain and Belgium", "nations": ["british", "belgian"]},
        },
        "nations": {power: {"name": NATIONS[power], "letter": LETTERS[power]} for power in POWERS},
        **sheets.signs(__package__, LEGEND),
        "overlays": OVERLAYS,
        "labels": LABELS,
        "marks": MARKS,
        "onward": ["tactical", "done", "stop", "pass"],
        "ends": ["done", "pass"],
        "stops": ["stop"],
        "throws": {"call": "draw", "reveal": "reveal", "battle: to": "reveal"},
        "leaves": {"activate: unit": "move", "orders: unit": "move", "battle: to": "attack"},
        "asks": ASKS,
        "risky": ["general", "pontoon", "pioneers", "foch"],
        "garrisons": {
            str(DISC_WORDS[kind]): {
                "at": str(AREAS[FORT_AREA[kind // len(BUILDERS)]]),
                "fortress": FORTS.name(kind // len(BUILDERS)),
                "nation": BUILDERS[kind % len(BUILDERS)],
            }
            for kind in DISC_WORDS.numbers
        },
    }


#: what an answer does that a new player would not guess
ASKS = {
    "surprise": "The Initiative Disc is spent on it and goes to the enemy after this Impulse.",
    "strategic": "The Initiative Disc is spent on it and goes to the enemy after this Impulse. No Leader is activated.",
    "pass": "Your Impulse is over after one unit has moved: no Leader acts, nobody attacks. If the enemy passes "
    "after you, the month ends.",
}
LEGEND = [
    {"tag": "green", "text": "Green: 1 movement point, 4 units of a Side (2.3, 2.4)"},
    {"tag": "yellow", "text": "Yellow: 1 movement point, 2 units of a Side"},
    {"tag": "red", "text": "Red: 2 movement points, 2 units of a Side"},
    {"tag": "victory", "text": "Victory Area (2.7)"},
    {"tag": "city", "text": "Major City: 1 Valour Point to its conqueror (2.8)"},
    {"tag": "capital", "text": "Capital: keeps the Valour of its Power (2.9)"},
    {"tag": "fortress", "text": "Fortress: up to five Garrisons, 1 Valour Point (2.10)"},
]
OVERLAYS = [
    {"id": "reach", "name": "Reach of a unit", "of": "unit", "key": "R", "look": "reach"},
    {"id": "range", "name": "Tactical Range of a Leader", "of": "unit", "key": "T"},
    {"id": "communication", "name": "Lines of communication", "of": "side", "key": "C"},
    {"id": "support", "name": "Leaders that support a Battle here", "of": "place", "key": "S"},
]
LABELS = {
    "tactical": "Tactical Action",
    "surprise": "Tactical with Surprise",
    "strategic": "Strategic: move units",
    "call": "Strategic: call Reinforcements",
    "pass": "Pass",
    "reveal": "Reveal him here",
    "stop": "Stop here",
    "pontoon": "Pontoon Engineers",
    "pioneers": "Pioneers",
    "foch": "Foch attacks",
    "general": "General Retreat",
    "spread": "Spread the rest",
    "lots": "Draw the rest by lot",
    "partner": "Let your ally go on",
    "done": "Finish",
    "edge: done": "Keep the Disc",
}
MARKS = {
    "activated": "Activated",
    "attacker": "Seen as attacker",
    "showdown": "Shown in Battle",
    "isolated": "Isolated",
    "acted": "Has acted",
    "impetus": "May go on by Impetus",
}


def _link(row: LinkRow) -> dict[str, Any]:
    name = river_names().get(frozenset((row.a, row.b)))
    return {"a": row.a, "b": row.b, "kind": row.river} | ({"name": name} if name else {})


def _place(h: int) -> dict[str, Any]:
    row = AREA_ROWS[h]
    shape = outlines()[row.id]
    terrain = TERRAIN[row.colour]
    tags: list[str] = [row.colour] if row.colour != "sea" else []
    tags += {"major": ["city"], "capital": ["city", "capital"]}.get(row.city, [])
    tags += ["fortress"] if row.fortresses else []
    tags += ["victory"] if VICTORY & BIT[h] else []
    if row.colour == "sea":
        facts = ["British units only; they leave by Sea Transport (2.5)"]
    else:
        facts = [f"{row.colour.capitalize()}: {terrain.cost} MP, {terrain.stack} units of a Side, bonus {row.bonus}"]
    facts += [f"Fortress {spelled(name)} (2.10)" for name in filter(None, row.fortresses.split("+"))]
    return {
        "x": shape.x,
        "y": shape.y,
        "label": [shape.name_x, shape.name_y],
        "name": spelled(row.name),
        "terrain": row.colour,
        "bonus": row.bonus,
        "tags": tags,
        "nation": {"germany": "german", "france": "french", "belgium": "belgian", "britain": "british"}.get(
            row.country, "german"
        ),
        "country": row.country,
        "fortresses": _fortresses(row),
        "facts": facts,
    }


def _fortresses(row: AreaRow) -> list[dict[str, Any]]:
    """The Fortresses of an Area, each with its place on the sheet."""
    shape = outlines()[row.id]
    names = row.fortresses.split("+") if row.fortresses else []
    return [
        {"name": spelled(name), "x": round((shape.fort_x or 0.0) + 0.4 * i, 2), "y": shape.fort_y}
        for i, name in enumerate(names)
    ]


def _piece(u: int) -> dict[str, Any]:
    row, army = BLOCK_ROWS[u], ARMIES[ARMY[u]]
    return {
        "name": row.name,
        "short": row.short,
        "side": SIDE[u],
        "nation": row.power,
        "army": army.name,
        "colour": army.colour,
        "symbol": SYMBOLS[row.kind],
        "size": "xxx" if row.kind == "infantry" else "xxxx" if row.kind == "leader" else "xxx",
        "faces": [
            {"text": f"{n}-{row.move}", "strength": n, "dots": DOT_NAMES[dot]}
            for n, dot in zip(row.steps, row.dots, strict=True)
        ],
    }


# ---- beside the map


def tracks(s: GWState) -> list[Track]:
    """The turn, the Valour of each Power, the losses, the Disc."""
    found: list[Track] = [
        {"id": "turn", "name": "Turn", "value": s.turn, "low": 1, "high": s.rules.turns},
        {"id": "impulse", "name": "Impulse", "value": s.impulse, "low": 1, "high": 99},
        {
            "id": "disc",
            "name": "Initiative Disc",
            "value": SIDES.index(s.holder),
            "low": 0,
            "high": 1,
            "text": s.holder,
        },
    ]
    for i, power in enumerate(POWERS):
        name = f"{NATIONS[power]} Valour"
        found.append({"id": f"valour-{power}", "name": name, "value": s.valour[i], "low": 0, "high": s.rules.valour})
    for side in SIDES:
        name = "German losses" if side == "german" else "Entente losses"
        found.append(
            {"id": f"losses-{side}", "name": name, "value": s.dead(side), "low": 0, "high": s.rules.losses[side]}
        )
    held = (s.held("german") & s.rules.goals).bit_count()
    found.append(
        {"id": "areas", "name": "German Victory Areas", "value": held, "low": 0, "high": s.rules.goals.bit_count()}
    )
    return found


def boxes(s: GWState, side: str | None) -> list[Box]:
    """Pools, what was drawn, and the Dead Piles; of the enemy's only how many of which Power."""
    found: list[Box] = []
    for own in SIDES:
        name = "German" if own == "german" else "Entente"
        for key, place, title in (("pool", POOL, "Pool"), ("hand", HAND, "drawn")):
            units = [u for u in BLOCKS.numbers if s.at[u] == place and SIDE[u] == own]
            if not units:
                continue
            found.append(
                {
                    "id": f"{key}-{own}",
                    "name": f"{name} {title}",
                    "count": len(units),
                    "pieces": [str(BLOCKS[u]) for u in units] if own == side else [],
                    "nations": dict(sorted(Counter(POWER[u] for u in units).items())),
                }
            )
        for key, place, title in (("waiting", WAITING, "to come"), ("dead", DEAD, "Dead Pile")):
            units = [u for u in BLOCKS.numbers if s.at[u] == place and SIDE[u] == own]
            if units:
                pieces = [str(BLOCKS[u]) for u in units]
                found.append({"id": f"{key}-{own}", "name": f"{name} {title}", "count": len(units), "pieces": pieces})
    return found


def markers(s: GWState) -> list[Marker]:
    """Garrisons, contested Areas, the Disc where it was played."""
    found: list[Marker] = []
    for f in FORTS.numbers:
        for power in BUILDERS:
            if count := s.discs_of(power)[f]:
                text = f"{FORTS.name(f)}: {count} {NATIONS[power]} Garrison{'s' if count > 1 else ''}"
                row: Marker = {
                    "at": str(AREAS[FORT_AREA[f]]),
                    "kind": "garrison",
                    "nation": power,
                    "count": count,
                    "text": text,
                    "fortress": FORTS.name(f),
                }
                if s.cut[f]:
                    row["isolated"] = True
                found.append(row)
    for h in members(s.contested()):
        text = "newly contested" if s.front[h] & NEW else "contested"
        found.append({"at": str(AREAS[h]), "kind": "contested", "text": text})
    if s.surprise:
        found.append({"at": "37", "kind": "disc", "text": "Surprise Bonus (7.2.3)"})
    elif s.edge and s.battle != OFF:
        found.append({"at": str(AREAS[s.battle]), "kind": "disc", "text": s.edge})
    else:
        home = AREAS[CAPITAL["german" if s.holder == "german" else "french"]]
        found.append({"at": str(home), "kind": "disc", "text": f"Initiative: {s.holder}"})
    return found


# ---- the Battle panel


def _shown_id(s: GWState, u: int, side: str | None) -> str:
    return str(BLOCKS[u]) if SIDE[u] == side or s.shown[u] else str(TOKENS[s.token[u]])


def battle_report(s: GWState, side: str | None) -> Panel | None:
    """7.5.1: the Battle that goes on, from what the Side may know."""
    if s.battle == OFF:
        return None
    h, defender = s.battle, FOE[s.active]
    attacking, defending = s.units_in(h, s.active), s.units_in(h, defender)
    found: Panel = {
        "target": str(AREAS[h]),
        "attackers": sorted(_shown_id(s, u, side) for u in attacking),
        "defenders": sorted(_shown_id(s, u, side) for u in defending),
        "attack": None,
        "defence": None,
        "assumed": None,
        "columns": [],
        "base": None,
        "final": None,
        "shifts": [],
        "chart": [],
        "die": None,
        "result": None,
        "cavalry": bool(s.cavalry),
        "edge": s.edge or None,
        "dice_free": True,
        "eyes": None if side is None else "attacker" if side == s.active else "defender",
    }
    if s.powers[0] != OFF:
        attack, defend = s.firepower[0], s.firepower[1]
        found |= {"attack": attack, "defence": defend, "result": f"{attack - defend:+d}"}
        found["hits"] = {"attacker": s.firepower[2], "defender": s.firepower[3]}
    elif side is not None and s.result is None:  # the enemy may have fallen back, and the game be over by it
        _estimate(found, s, side, defending)
    return found


def _estimate(found: Panel, s: GWState, side: str, defending: list[int]) -> None:
    """Before the Showdown: the firepower of what the Side can read, enemy blocks left out."""
    can = [u for u in attackers(s, s.battle) if SIDE[u] == side or s.shown[u] != CONCEALED]
    seen = [u for u in defending if SIDE[u] == side or s.shown[u] != CONCEALED]
    parts = [*_parts(offence(s, can, seen), 1), *_parts(defence(s, seen), -1)]
    unread = len(attackers(s, s.battle)) - len(can) + len(defending) - len(seen)
    attack, defend = (
        sum(p["amount"] for p in parts if p["amount"] > 0),
        -sum(p["amount"] for p in parts if p["amount"] < 0),
    )
    found |= {"attack": attack, "defence": defend, "shifts": parts, "chart": chart(cases(s, side))}
    if unread:
        many = "1 enemy block cannot be read: it" if unread == 1 else f"{unread} enemy blocks cannot be read: each"
        found["assumed"] = f"{many} counts nothing in the sums, and may be any that you have not seen elsewhere."
    complete(found, Stakes(f"The attacker wins at {AREAS.name(s.battle)}", "hits", worth=3.0, slack=1.0))
    if s.flow[-1][0] == "edge" and side == s.active:
        ways = [(verb, LABELS[verb]) for verb in EDGES if getattr(EDGE, f"refuse_{verb}")(s, None) is None]
        found["lanes"] = lanes(s, side, ways)


EDGE, EDGES = Edge(), ("pontoon", "pioneers", "foch")  #: 7.2: what the Disc can be spent on


def _parts(parts: list[Part], sign: int) -> list[PanelShift]:
    return [
        {"amount": sign * part.amount, "value": f"{sign * part.amount:+d}", "rule": part.rule, "text": part.text}
        for part in parts
    ]


# ---- overlays


def _own_unit(s: GWState, side: str, subject: str | None) -> int:
    u = BLOCKS.find(subject)
    own = SEAT_SIDE.get(side)
    if u is None or s.at[u] >= SIZE or not (SIDE[u] == own or s.shown[u]):
        raise BadInput("subject", f"no unit {subject!r} that you can read on the map")
    return u


def overlay(s: GWState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map, from what the side may know."""
    if name == "reach":
        return _reach(s, _own_unit(s, side, subject))
    if name == "range":
        u = _own_unit(s, side, subject)
        if not IS_LEADER[u]:
            raise BadInput("subject", f"{subject} is no Leader")
        places: dict[str, Any] = {str(AREAS[h]): {} for h in members(commanded(s, u))}
        return {"places": places, "lines": [], "text": f"Tactical Range of {BLOCKS.name(u)} (7.3.1.5)."}
    if name == "communication":
        return _communication(s, side, subject)
    if name == "support":
        return _support(s, subject)
    raise BadInput("overlay", f"Germany at War has no overlay {name!r}")


def _reach(s: GWState, u: int) -> dict[str, Any]:
    """7.4, 7.3.1.2: where a block can go in the Action that is being played; else in a Tactical Action of its Side, for
    which its Leader would have been activated."""
    playing = s.active == SIDE[u] and s.action != ""
    if not playing:
        s = s.copy()
        s.active, s.action, s.leaders, s.surprise = SIDE[u], "tactical", 1, 0
    rides = IS_LEADER[u] and (not playing or s.flow[-1][0] in ("activate", "ride"))
    if rides:
        found, fit = stations(s, u, ACTIVATION)
        fit &= ~BIT[s.at[u]]
    else:
        found, fit = ahead(s, u, allowance(s, u))
    places = {str(AREAS[h]): {"left": found.left(h)} for h in members(fit)}
    when = "in a Pass" if s.action == "pass" else f"in a {s.action.capitalize()} Action"
    told = f"{BLOCKS.name(u)} can {'be revealed in' if rides else 'march to'} {len(places)} Areas {when}"
    return {"places": places, "lines": [], "text": f"{told}, but is Isolated." if s.isolated[u] else f"{told}."}


def _communication(s: GWState, side: str, subject: str | None) -> dict[str, Any]:
    whole = SEAT_SIDE.get(subject or "") or SEAT_SIDE.get(side) or "german"
    places: dict[str, dict[str, Any]] = {}
    for u in BLOCKS.numbers:
        if SIDE[u] == whole and s.at[u] < SIZE:
            cut = not supplied(s, POWER[u]) & BIT[s.at[u]]
            row = places.setdefault(str(AREAS[s.at[u]]), {"cut": False})
            row["cut"] = row["cut"] or cut
    return {"places": places, "lines": [], "text": "Where units can trace a line of communication now (7.0.1)."}


def _support(s: GWState, subject: str | None) -> dict[str, Any]:
    h = AREAS.find(subject)
    if h is None:
        raise BadInput("subject", f"no Area {subject!r}")
    found = support(s, s.active, h)
    lines = [[str(AREAS[s.at[u]]), str(subject)] for u, _ in found]
    total = sum(stars for _, stars in found)
    return {
        "places": {line[0]: {} for line in lines},
        "lines": lines,
        "text": f"Activated Leaders add {total} (7.3.1.1).",
    }
