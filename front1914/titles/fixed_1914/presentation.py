"""What a client draws: the sheet of the map and the counters (docs/presentation.md)."""

from __future__ import annotations

import csv
from importlib import resources
from typing import Any

from front1914.kit import sheet as sheets
from front1914.kit.spelling import spelled
from front1914.titles.fixed_1914.board import (
    BANKS,
    BOARD,
    HEX_ROWS,
    HEXES,
    ON_RAIL,
    RAIL_ROWS,
    SIDE_ROWS,
    HexRow,
    SideRow,
)
from front1914.titles.fixed_1914.overlays import OVERLAYS
from front1914.titles.fixed_1914.scenarios import PLANS
from front1914.titles.fixed_1914.sequence import PHASE_NAMES
from front1914.titles.fixed_1914.world import (
    CHAIN,
    IS_TERRITORIAL,
    KIND,
    NATIONS,
    SIDE,
    SIDE_OF_NATION,
    TYPE,
    UNIT_ROWS,
    UnitRow,
)

SIDE_NAMES = {"german": "German Empire", "allied": "Allies"}
NATION_OF = {"germany": "german", "france": "french", "belgium": "belgian", "holland": "dutch"}
SYMBOLS = {
    "infantry": "infantry",
    "landwehr": "landwehr",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "railroad": "artillery",
    "engineer": "engineer",
    "blank": "blank",
    "fort": "fort",
}
SIZES = {"corps": "xxx", "division": "xx", "brigade": "x", "regiment": "III", "battalion": "II"}
TERRAIN_NAMES = {"clear": "Clear", "forest": "Forest", "rough": "Rough", "sea": "Sea"}
TAGS = {
    "city": "City",
    "major": "Major city",
    "port": "Port",
    "economic": "Resource centre",
    "objective": "City of the fortress line (VC-1, VC-2)",
    "fortress": "Internal forts",
    "ridge": "Ridge",
    "rail": "Railway",
    "source": "Source of supply",
    "closed": "Closed to all units",
}
LABELS = {
    "done": "Finish",
    "stay": "Stay here",
    "stop": "Stop here",
    "go": "Go on, with a loss",
    "rail": "By rail",
    "line": "By the other line",
    "invade": "Over the border to",
    "war": "Begin the war",
    "order": "Order stacks",
    "regroup": "Regroup Landwehr",
    "cancel": "Call it off",
    "guns": "Take the railroad gun",
    "italians": "Take the Italians",
    "eliminate": "Give it up",
    "commit": "Attack",
    "retreat": "Retreat",
    "stand": "Stand",
    "show": "Turn up",
    "upgrade": "A corps for",
    "extra": "A further corps in",
    "box coln": "To Cologne",
    "box metz": "To Metz",
    "box strasburg": "To Strassburg",
    "box russia": "To Russia",
    **{f"plan {plan}": PLANS.name(number) for number, plan in enumerate(PLANS.ids)},
    **{f"bank {bank}": f"{str(bank).capitalize()} bank" for bank in BANKS.ids},
}
MARKS = {
    "inverted": "Inverted: the enemy does not see what it is",
    "out of supply": "Out of supply",
    "moved": "Has moved",
    "attacked": "Has attacked",
    "was attacked": "Was attacked",
    "replaced": "Has received replacements",
    "left bank": "On the left bank",
    "right bank": "On the right bank",
    "middle bank": "Between two arms of the river",
}


def _courses() -> list[dict[str, Any]]:
    """Rivers as lines through hexes, from the source down: data/map/drawing/rivers.csv."""
    file = resources.files(__package__) / "data" / "map" / "drawing" / "rivers.csv"
    found: dict[str, list[str]] = {}
    for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines()):
        found.setdefault(row["river"], []).append(row["hex"])
    return [{"kind": "river", "places": places, "name": name} for name, places in found.items() if len(places) > 1]


def sheet() -> dict[str, Any]:
    """The map, the counters and the words: the same for everybody."""
    at = sheets.corner(BOARD, HEXES.numbers)
    rails = [{"kind": "rail", "places": [row.a, row.b], "name": "; ".join(row.lines)} for row in RAIL_ROWS]
    return {
        "kind": "hex",
        "name": "1914 - Fixed",
        "unit_km": 16,
        "orientation": "flat",
        "places": {row.id: _place(row, at) for row in HEX_ROWS},
        "links": [link for row in SIDE_ROWS for link in _links(row)],
        "lines": [*rails, *_courses()],
        "pieces": {row.id: _piece(u, row) for u, row in enumerate(UNIT_ROWS)},
        "sides": sheets.sides(SIDE_NAMES, SIDE_OF_NATION),
        "nations": sheets.nations(NATIONS),
        **sheets.words(PHASE_NAMES, MARKS, TAGS, OVERLAYS, LABELS, ["commit", "eliminate", "war"]),
        **sheets.signs(__package__, [{"tag": tag, "text": text} for tag, text in TAGS.items()]),
        "stops": ["stop"],
        "throws": {"attackers: commit": "die", "force": "die", "show": "reveal", "war": "reveal"},
        "leaves": {"move: unit": "move", "attack: to": "attack"},
        "gathers": ["attackers: unit"],
    }


def _links(row: SideRow) -> list[dict[str, Any]]:
    """What lies along a hexside: external forts and slopes."""
    found = []
    if row.forts:
        found.append(
            {"a": row.a, "b": row.b, "kind": "fort", "name": f"{spelled(row.name)}: {row.forts} external forts (FT-6)"}
        )
    if row.slope:
        found.append({"a": row.a, "b": row.b, "kind": "ridge", "name": f"slope up to {row.slope} (TC-1d)"})
    return found


def _place(row: HexRow, at: sheets.Corner) -> dict[str, Any]:
    nation = NATION_OF.get(row.country, "")
    ground = (BOARD, HEXES.number(row.id), at, row.terrain)
    return sheets.place(*ground, name=row.name, nation=nation, tags=_tags(row), facts=_facts(row))


def _tags(row: HexRow) -> dict[str, object]:
    return {
        "city": row.city,
        "major": row.city == "major",
        "port": row.port,
        "economic": row.economic,
        "objective": row.objective,
        "fortress": row.forts,
        "ridge": row.ridge,
        "rail": ON_RAIL >> HEXES.number(row.id) & 1,
        "source": row.supply or row.edges,
        "closed": row.closed,
    }


def _facts(row: HexRow) -> list[str]:
    """What a player asks of a hex, with the rules."""
    if row.closed:
        return ["Nobody may enter (MV-7, MB-9)"]
    told = []
    if row.terrain == "rough":
        told.append("Rough: half a point more; a defender need not retreat; half an attack out of it (MB-5, TC-1b)")
    if row.terrain == "forest":
        told.append("Forest: half a point more, not for cavalry; a defender need not retreat (MB-5, TC-1c)")
    if len(row.countries) > 1:
        told.append(f"Border hex of {', '.join(c.capitalize() for c in row.countries)} (MB-8)")
    if row.forts:
        forts = f"{row.forts} internal fort{'s' * (row.forts != 1)}"
        told.append(f"{forts}: each infantry unit inside has {row.forts} more in defence, guns add to it (FT-7, FA-2)")
    if row.city == "major":
        told.append("Major city: points for who controls it (VC-3)")
    if row.economic:
        told.append("Resource centre: one point (VC-3d)")
    if row.objective:
        told.append("One of the six cities of the fortress line (VC-1b, VC-2a)")
    if row.name == "Paris":
        told.append("Occupied by the German at the end of a turn it wins the game (VC-1a)")
    if row.ridge:
        told.append(f"{row.ridge}: attacks up its slope are halved (TC-1d)")
    return told


def _piece(u: int, row: UnitRow) -> dict[str, Any]:
    kind = KIND[u]
    found: dict[str, Any] = {
        "name": spelled(row.name),
        "short": spelled(row.short),
        "side": SIDE[u],
        "nation": TYPE[u].nation,
        "symbol": SYMBOLS[kind],
        "faces": [{"text": "" if kind == "blank" else label} for label in CHAIN[u].labels],
    }
    if TYPE[u].size in SIZES:
        found["size"] = SIZES[TYPE[u].size]
    if TYPE[u].grade == "R" or IS_TERRITORIAL[u]:
        found["reserve"] = True
    if TYPE[u].calibre:
        found["calibre"] = TYPE[u].calibre
    return found
