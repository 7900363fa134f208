"""What a client draws: the sheet of the map and the counters (docs/presentation.md)."""

from __future__ import annotations

from typing import Any

from front1914.engine.words import Words
from front1914.kit import sheet as sheets
from front1914.kit.spelling import spelled
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    HEX_ROWS,
    HEXES,
    ON_RAIL,
    RAIL_ROWS,
    SIDE_ROWS,
    HexRow,
    SideRow,
)
from front1914.titles.offensive_a_outrance.sequence import PHASE_NAMES
from front1914.titles.offensive_a_outrance.show.overlays import OVERLAYS
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_ROWS,
    CORPS,
    KINDS,
    NATIONS,
    SIDE,
    SIDE_OF_NATION,
    Kind,
)

SIDE_NAMES = {"allied": "Allies", "german": "German Empire"}
NATION_OF = {"germany": "german", "france": "french", "belgium": "belgian", "luxemburg": "german"}
SYMBOLS = {
    "infantry": "infantry",
    "chasseurs": "infantry",
    "garrison": "landwehr",
    "loc_infantry": "landwehr",
    "cavalry": "cavalry",
    "jaeger": "cavalry",
    "loc_cavalry": "cavalry",
    "artillery": "artillery",
    "siege_artillery": "artillery",
    "siege_train": "hq",
    "train": "supply",
    "depot": "supply",
    "fort": "fort",
    "fortress1": "fort",
    "fortress2": "fort",
}
SIZES = {"corps": "xxx", "division": "xx", "brigade": "x", "regiment": "III"}
TAGS = {
    "city": "Town",
    "port": "Port",
    "fortress": "Fortified Camp, a Level 2 Improved Position",
    "wooded": "Wooded",
    "rail": "Railway",
}
LABELS = {
    "done": "Finish",
    "stay": "Stay",
    "stop": "Stop here",
    "rest": "Stay, ask no more",
    "recover": "Recover effectiveness",
    "follow": "Supply closes up",
    "accept": "All as proposed",
    "dig": "Build a position",
    "site": "Build a position in",
    "straddle": "Stand in two hexes",
    "draw": "Draw them anew",
    "turn": "Turn it",
    "back": "Back",
    "paris": "To the Paris display",
    "release": "To the army of its area",
    "entrain": "Entrain",
    "special": "Entrain with a special Rail Point",
    "england": "To England",
    "stand": "It cannot retreat",
    "go": "Go on",
    "intense": "Intense",
    "calm": "Not intense",
    "flee": "Flee",
    "flood": "Open the sluices of Nieuwpoort",
    "fire": "Fire",
    "support": "Naval Support",
    "truck": "By Truck",
    "save": "Save it",
    "deploy": "Deploy",
    "undeploy": "Take out of Deployed Mode:",
    "initiate": "Begin the Prep Bombardment Routine of",
    "assist": "Fire with the help of the Pioniere:",
    "combine": "Form",
    "split": "Split",
    "integrate": "Rejoin its division:",
    "raise": "Activate",
    "dissolve": "Deactivate",
    "endow": "Hand units over to",
    "overlap": "Share French areas:",
    "unit": "Choose",
    "drop": "Leave behind",
    "top": "On top of its stack",
    "join": "Takes part",
    "withhold": "Withhold",
    "to": "To",
    "prepare": "Prepare an attack on",
    "repulse": "Repulse the enemy in",
    "bend": "Bend it at",
    "corps": "To",
    "independent": "Independent of a corps",
    "ride": "By rail",
    "embark": "By sea",
    "extend": "Extended Mode",
    "army": "Army:",
    "provide": "Provide it",
    "abandon": "Abandon",
    "remove": "Take it away",
    "take": "Take the points",
    "all": "All of them",
    "transfer": "Transfer the base of",
    # by step, where the same word means something else
    "adjust: done": "Begin",
    "areas: army": "Boundary of",
    "areas: done": "As drawn",
    "organise: done": "Go on",
    "relocate: done": "Go on",
    "second_depot: done": "Go on",
    "contribute: withhold": "Leave out",
    "contribute: done": "These two",
    "oppose: unit": "Takes part:",
    "oppose: done": "So be it",
    "port_line: unit": "The line of the Port goes to",
    "port_line: done": "As it is",
    "parting: unit": "Reductions first to",
    "parting: turn": "Change places",
    "parting: done": "Split it so",
    "pioniere: fire": "With the Pioniere now",
    "pioniere: save": "Keep them for the next die",
    "solo": "Advances without its Assets:",
    "assign": "To another Formation:",
    "first": "The Trains go first",
    "tracks: army": "First the lines of",
    "tracks: done": "Leave it so",
    "fly: to": "To the Depot in",
    "boundary: to": "Shift it beyond",
    "boundary: back": "Leave it so",
    "march: to": "March to",
    "march: unit": "Instead",
    "attack: to": "Attack",
    "attackers: unit": "Attacks",
    "attackers: done": "These attack",
    "hold: done": "Attack",
    "order: to": "Resolve",
    "retreat: to": "Retreat to",
    "ammo: unit": "Provided by",
    "ammo: extend": "It extends its range:",
    "retreat: unit": "By itself, or first:",
    "rally: unit": "Designate",
    "provide: all": "Extend all that are needed",
    "provide: done": "Go on",
    "primary_moves: take": "Move it",
    "abandon_plan: army": "Abandon the plan of",
    "abandon_plan: done": "Keep them",
}
#: by step: the overlay that helps to decide it
AIDS = {"areas": "areas", "boundary": "areas", "provide": "supply", "second_depot": "supply", "abandon_plan": "plans"}
MARKS = {
    "moved": "Has moved",
    "inactive": "Inactive",
    "detachment away": "A detachment is away",
    "two hexes": "Two-Hex Status",
    "CI": "Combat Ineffective",
    "deployed": "Deployed: ready to bombard",
    "deploying": "Deploying a siege marker",
    "prep": "Prep Bombardment Routine",
    "D1": "Demoralized",
    "D2": "Demoralized, second degree",
}


#: what terrain is drawn as; the Clear kinds differ in elevation only (3.5.3)
GROUND = {"moor": "marsh", "foothills": "hills", "mountain": "mountain", "steep_mountain": "mountain", "sea": "sea"}


_ORDINALS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH")
ARMY_LETTERS = {word: str(i) for i, word in enumerate(_ORDINALS, 1)}  #: what stands for an army on its counters

ONWARD = ("accept", "done", "stay", "stop")  #: verbs with which play goes on


def sheet() -> dict[str, Any]:
    """The map, the counters and the words: the same for everybody."""
    at = sheets.corner(BOARD, HEXES.numbers)
    return {
        "kind": "hex",
        "name": "1914 Offensive à outrance",
        "unit_km": 8,
        "orientation": "flat",
        "places": {row.id: _place(row, at) for row in HEX_ROWS},
        "links": [link for row in SIDE_ROWS for link in _links(row)],
        "lines": [
            {
                "kind": "rail" if row.track == "double" else "rail single",
                "places": [row.a, row.b],
                "name": "; ".join(row.lines),
            }
            for row in RAIL_ROWS
        ],
        "pieces": {kind.id: _piece(u, kind) for u, kind in enumerate(KINDS)},
        "sides": sheets.sides(SIDE_NAMES, SIDE_OF_NATION),
        "nations": sheets.nations(NATIONS),
        **sheets.words(PHASE_NAMES, MARKS, TAGS, OVERLAYS, LABELS | _names(ARMIES) | _names(CORPS), (), ONWARD),
        **sheets.signs(__package__.rpartition(".")[0], [{"tag": tag, "text": text} for tag, text in TAGS.items()]),
        "aids": AIDS,
        "stops": ["stop"],
        "throws": {
            "repulse": "die",
            "intense": "die",
            "calm": "die",
            "flood": "die",
            "fire": "die",
            "combine": "reveal",
        },
        "leaves": {"move: unit": "move", "attack: to": "attack"},
        "gathers": ["attackers: unit"],
        "spare": ["adjust: unit", "organise: unit"],
        "minor": ["top"],
        "weak": ["march: unit"],
    }


def _names(words: Words) -> dict[str, str]:
    """What armies or corps are called on a button."""
    return {str(words[n]): words.name(n) for n in words.numbers}


def _links(row: SideRow) -> list[dict[str, Any]]:
    """What lies along a hexside."""
    found = []
    if row.river:
        found.append({"a": row.a, "b": row.b, "kind": "river", "name": row.name or row.river, "size": row.river})
    if row.ridge:
        found.append({"a": row.a, "b": row.b, "kind": "ridge", "name": "Mountain Ridge"})
    if row.terrain in ("forest", "deep_forest"):
        name = row.terrain.replace("_", " ").capitalize()
        found.append({"a": row.a, "b": row.b, "kind": "forest", "name": name})
    if row.escarpment:
        found.append({"a": row.a, "b": row.b, "kind": "broken", "name": f"Escarpment, up to {row.escarpment}"})
    return found


def _place(row: HexRow, at: sheets.Corner) -> dict[str, Any]:
    nation = NATION_OF.get(row.country, "")
    terrain = _ground(row)
    told = row.terrain.replace("_", " ") + (", wooded" if row.wooded else "")
    facts = [] if told == terrain else [told.capitalize()]
    ground = (BOARD, HEXES.number(row.id), at, terrain)
    return sheets.place(*ground, name=row.name, nation=nation, tags=_tags(row), facts=facts)


def _ground(row: HexRow) -> str:
    """What the hex is drawn as; the facts tell its elevation."""
    return "woods" if row.wooded else GROUND.get(row.terrain, "clear")


def _tags(row: HexRow) -> dict[str, object]:
    return {
        "city": row.city,
        "port": row.port,
        "fortress": row.part == "ring",
        "wooded": row.wooded,
        "rail": ON_RAIL >> HEXES.number(row.id) & 1,
    }


def _piece(u: int, kind: Kind) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": spelled(kind.name),
        "short": spelled(kind.short),
        "side": SIDE[u],
        "nation": kind.nation,
        "symbol": SYMBOLS[kind.type],
        "faces": [{"text": text} for text in _texts(kind)],
    }
    if kind.army >= 0:
        found["army"] = ARMY_LETTERS.get(ARMY_ROWS[kind.army].short, ARMY_ROWS[kind.army].short[:1])
    if kind.size in SIZES:
        found["size"] = SIZES[kind.size]
    if facts := _facts(kind):
        found["facts"] = [facts]
    return found


def _facts(kind: Kind) -> str:
    """What stands on a counter beside its strength."""
    held = " while it is held" if kind.role == "fort" else ""  # 8.5: an abandoned Fort has no guns
    told = {"proficiency {}": kind.proficiency, f"artillery {{}}{held}": kind.artillery, "effectiveness {}": kind.ce[0]}
    return ", ".join(words.format(value) for words, value in told.items() if value).capitalize()


def _texts(kind: Kind) -> list[str]:
    """Attack, defence and proficiency on each face."""
    if kind.role == "supply":
        return ["", "extended"]
    if kind.role in ("fort", "fortress"):
        return [f"{kind.faces[0][1]}", f"{kind.back[0]}-{kind.back[1]}"]
    faces = [f"{attack}-{defence}" for attack, defence in kind.faces]
    if kind.type == "siege_artillery":
        faces.append(f"{kind.calibre}cm" + (f" x{kind.guns}" if kind.guns > 1 else ""))
    elif kind.type == "siege_train":
        faces.append("deploying")
    return faces
