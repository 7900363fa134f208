"""1, 2: the units, corps and armies, the boxes beside the map, and what they are.

What a unit is stands in tuples indexed by unit; corps and armies have tuples of their own. The units of a side are
numbered together. Sizes are counted in eighths of a division-equivalent, so that half of a regiment is still whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from front1914.engine.words import Words
from front1914.kit.board import SlotWords
from front1914.kit.data import DataFolder, Split
from front1914.kit.spelling import spelled
from front1914.titles.offensive_a_outrance.board import HEXES, SIZE

SIDES = ("allied", "german")
FOE = {"allied": "german", "german": "allied"}
NATIONS = ("french", "british", "belgian", "german", "austrian")
SIDE_OF_NATION = {n: "german" if n in ("german", "austrian") else "allied" for n in NATIONS}  #: 1.2.a, 2.0, 2.0.a
Nation = Literal["french", "british", "belgian", "german", "austrian"]
Type = Literal[
    "infantry",
    "chasseurs",
    "garrison",
    "loc_infantry",
    "cavalry",
    "jaeger",
    "loc_cavalry",
    "artillery",
    "siege_artillery",
    "siege_train",
]
INFANTRY = ("infantry", "chasseurs", "garrison", "loc_infantry")  #: 1.2.h
CAVALRY = ("cavalry", "jaeger", "loc_cavalry")  #: 1.2.e, 8.1, 8.1.f
ARTILLERY = ("artillery", "siege_artillery", "siege_train")  #: 1.2.b


# ---- what the data files hold


@dataclass(frozen=True)
class UnitRow:
    """2.5: a Combat or Artillery unit as its counter is printed: data/units.csv."""

    id: str
    name: str
    short: str
    nation: Nation
    role: Literal["formation", "asset"]
    type: Type
    size: Literal["corps", "division", "brigade", "regiment", "none"]
    attack: int
    defence: int
    army: str = ""
    corps: str = ""
    proficiency: int = 0
    artillery: int = 0
    ce: int = 0
    reduced_attack: int = -1
    reduced_defence: int = -1
    second_attack: int = -1
    second_defence: int = -1
    second_reduced_attack: int = -1
    second_reduced_defence: int = -1
    second_ce: int = 0
    hex: str = ""
    turn: int = 0
    group: str = ""
    home: str = ""
    range: int = 0
    bound: bool = False
    calibre: str = ""
    guns: int = 0
    model: str = ""
    battalions: str = ""
    squadrons: str = ""
    field_guns: str = ""
    quality: str = ""
    note: str = ""


@dataclass(frozen=True)
class CorpsRow:
    """A corps and its Train: data/corps.csv."""

    id: str
    name: str
    short: str
    nation: Nation
    army: str
    limit: str
    train: str
    hex: str = ""
    turn: int = 0
    note: str = ""


@dataclass(frozen=True)
class ArmyRow:
    """An army and its Depot: data/armies.csv."""

    id: str
    name: str
    short: str
    nation: Nation
    boxes: int
    depot: str = ""
    hex: str = ""
    base: str = ""
    turn: int = 0
    active: int = 0
    last: int = 0
    near: Annotated[tuple[str, ...], Split(" ")] = ()
    within: int = 0
    trucks: int = 0
    note: str = ""


@dataclass(frozen=True)
class DepotRow:
    """A further Depot of an army: data/depots.csv."""

    id: str
    name: str
    short: str
    army: str
    hex: str = ""
    near: Annotated[tuple[str, ...], Split(" ")] = ()
    within: int = 0
    note: str = ""


@dataclass(frozen=True)
class FortressRow:
    """2.7: a Fortress or Fort unit as it is printed: data/fortresses.csv."""

    id: str
    name: str
    place: str
    nation: Nation
    kind: Literal["fortress1", "fortress2", "fort"]
    hex: str
    defence: int
    artillery: int
    proficiency: int
    ce: int
    back_defence: int
    back_attack: int = 0
    steps: int = 0
    abandonment: int = 0
    grade: str = ""
    note: str = ""


#: 2.4: fortresses.csv [fort back_attack back_defence]
#: 2.4.1: fortresses.csv [fort defence]
#: 2.4.2: fortresses.csv [fort proficiency]
#: 2.4.3: fortresses.csv [fort artillery]
#: 2.4.4: fortresses.csv [fort ce]
#: 2.5.1: units.csv [siege_artillery siege_train attack]
#: 2.5.2: units.csv [siege_artillery siege_train defence]
#: 2.5.3: units.csv [siege_artillery siege_train artillery]
#: 2.7.1: fortresses.csv [fortress1 fortress2 defence]
#: 2.7.2: fortresses.csv [fortress1 fortress2 artillery]
#: 2.7.3: fortresses.csv [fortress1 fortress2 back_defence]
#: 2.7.4: fortresses.csv [fortress1 fortress2 kind]
_folder = DataFolder.of(__package__)
UNIT_ROWS = _folder.csv("units.csv", UnitRow)
CORPS_ROWS = _folder.csv("corps.csv", CorpsRow)
ARMY_ROWS = _folder.csv("armies.csv", ArmyRow)
DEPOT_ROWS = _folder.csv("depots.csv", DepotRow)
FORTRESS_ROWS = _folder.csv("fortresses.csv", FortressRow)
SECOND_DEPOTS = {"allied": "a-d2", "german": "g-d2"}  #: 15.7: one Secondary Depot a side

# ---- armies and corps (2.8, 5.2)

ARMIES = Words("army", [row.id for row in ARMY_ROWS], {row.id: row.name for row in ARMY_ROWS})
CORPS = Words("corps", [row.id for row in CORPS_ROWS], {row.id: row.name for row in CORPS_ROWS})
NO_ARMY = NO_CORPS = -1  #: a unit on the map always has an army (1.1.a, 5.0)
ARMY_SIDE = tuple(SIDE_OF_NATION[row.nation] for row in ARMY_ROWS)
ARMIES_OF = {side: tuple(a for a in ARMIES.numbers if ARMY_SIDE[a] == side) for side in SIDES}  #: 1.1.x
ARMY_NATION = tuple(row.nation for row in ARMY_ROWS)
BOXES_OF = tuple(row.boxes for row in ARMY_ROWS)  #: 5.1.3: corps boxes
CORPS_NATION = tuple(row.nation for row in CORPS_ROWS)
CORPS_ARMY = tuple(ARMIES.number(row.army) for row in CORPS_ROWS)  #: at the start
CORPS_LIMIT = tuple(round(float(row.limit) * 8) for row in CORPS_ROWS)  #: 2.8.4, in eighths


@dataclass(frozen=True)
class Kind:
    """What a unit is, whatever file it comes from."""

    id: str
    name: str
    short: str
    nation: str
    role: str  #: formation, asset, fort, fortress or supply
    type: str
    size: str
    faces: tuple[tuple[int, int], ...]  #: attack and defence by the number of Strength Reductions suffered
    proficiency: int = 0
    artillery: int = 0
    ce: tuple[int, int] = (0, 0)  #: Base CE, and that of the second side of the Attachment marker
    army: int = NO_ARMY
    corps: int = NO_CORPS
    hex: str = ""
    turn: int = 0
    group: str = ""
    home: str = ""
    range: int = 0
    back: tuple[int, int] = (0, 0)  #: of a Fort's infantry side, of a Fortress without garrison
    calibre: str = ""  #: of Siege-Artillery in cm
    guns: int = 0  #: the number beside it: dice of a bombardment


def _faces(row: UnitRow) -> tuple[tuple[int, int], ...]:
    """2.3, 9.10.3, 8.1.1, 8.1.1.b, B20, B112: the strength after each reduction; the last is the most it can suffer."""
    found = [(row.attack, row.defence)]
    if row.reduced_attack >= 0:
        found.append((row.reduced_attack, row.reduced_defence))
    if row.second_attack >= 0:
        found.append((row.second_attack, row.second_defence))
        if row.second_reduced_attack >= 0:
            found.append((row.second_reduced_attack, row.second_reduced_defence))
    if row.role == "formation" and row.size == "division" and row.type in INFANTRY and row.reduced_attack >= 0:
        attack, defence = found[-1]
        found += [(max(1, attack - less), max(1, defence - less)) for less in (2, 4)]
    return tuple(found)


def _unit(row: UnitRow) -> Kind:
    return Kind(
        row.id,
        row.name,
        row.short,
        row.nation,
        row.role,
        row.type,
        row.size,
        _faces(row),
        row.proficiency,
        row.artillery,
        (row.ce, row.second_ce or row.ce),  # 2.8.a
        ARMIES.number(row.army) if row.army else NO_ARMY,
        CORPS.number(row.corps) if row.corps else NO_CORPS,
        row.hex,
        row.turn,
        row.group,
        row.home,
        row.range,
        calibre=row.calibre,
        guns=row.guns,
    )


def _train(corps: int, row: CorpsRow) -> Kind:
    army = CORPS_ARMY[corps]
    name, faces = f"{row.name} Train", ((0, 0),)
    return Kind(row.train, name, row.short, row.nation, "supply", "train", "corps", faces, 0, 0, (0, 0), army, corps)


def _depot(army: int, row: ArmyRow) -> Kind:
    name, faces = f"{row.name} Depot", ((0, 0),)
    return Kind(row.depot, name, row.short, row.nation, "supply", "depot", "none", faces, army=army)


def _more(row: DepotRow) -> Kind:
    army = ARMIES.number(row.army)
    nation = ARMY_NATION[army]
    return Kind(row.id, row.name, row.short, nation, "supply", "depot", "none", ((0, 0),), army=army, hex=row.hex)


def _second(side: str) -> Kind:
    nation = "german" if side == "german" else "french"
    name = f"{side.capitalize()} Secondary Depot"
    return Kind(SECOND_DEPOTS[side], name, "2nd", nation, "supply", "depot", "none", ((0, 0),))


def _fortress(row: FortressRow) -> Kind:
    role = "fort" if row.kind == "fort" else "fortress"
    return Kind(
        row.id,
        row.name,
        row.name,
        row.nation,
        role,
        row.kind,
        "none",
        ((0, row.defence),) * max(1, row.steps),
        row.proficiency,
        row.artillery,
        (row.ce, row.ce),
        hex=row.hex,
        turn=1,
        group="initial",
        home=row.place,
        back=(row.back_attack, row.back_defence),
    )


_kinds = [
    *(_unit(row) for row in UNIT_ROWS),
    *(_train(i, row) for i, row in enumerate(CORPS_ROWS)),
    *(_depot(i, row) for i, row in enumerate(ARMY_ROWS) if row.depot),
    *map(_more, DEPOT_ROWS),
    *map(_second, SIDES),
    *map(_fortress, FORTRESS_ROWS),
]
KINDS = tuple(sorted(_kinds, key=lambda kind: SIDES.index(SIDE_OF_NATION[kind.nation])))

# ---- the units (2.1)

UNITS = Words("unit", [kind.id for kind in KINDS], {kind.id: spelled(kind.name) for kind in KINDS})
NATION = tuple(kind.nation for kind in KINDS)
SIDE = tuple(SIDE_OF_NATION[nation] for nation in NATION)
TYPE = tuple(kind.type for kind in KINDS)
IS_INFANTRY = tuple(kind.type in INFANTRY for kind in KINDS)
IS_CAVALRY = tuple(kind.type in CAVALRY for kind in KINDS)
IS_COMBAT = tuple(
    a or b for a, b in zip(IS_INFANTRY, IS_CAVALRY, strict=True)
)  #: 1.1.h, 2.1; a Fort is one on its back (8.5)
IS_ARTILLERY = tuple(kind.type in ARTILLERY for kind in KINDS)
IS_SIEGE = tuple(kind.type == "siege_artillery" for kind in KINDS)
IS_HQ = tuple(kind.type == "siege_train" for kind in KINDS)
IS_FORT = tuple(kind.role == "fort" for kind in KINDS)
IS_FORTRESS = tuple(kind.role == "fortress" for kind in KINDS)  #: 1.2.g
IS_FORTRESS2 = tuple(kind.type == "fortress2" for kind in KINDS)  #: 12.0, 12.0.b
IS_TRAIN = tuple(kind.type == "train" for kind in KINDS)
IS_DEPOT = tuple(kind.type == "depot" for kind in KINDS)
IS_SUPPLY = tuple(kind.role == "supply" for kind in KINDS)
BOUND = frozenset(UNITS.number(row.id) for row in UNIT_ROWS if row.bound)  #: 2.2.1, 5.4: with an army's ID
RND = frozenset(UNITS.number(word) for word in ("b-Marine", "b-1-Naval", "b-2-Naval"))  #: 23.3: Royal Naval Division
#: 5.2.5: who may join the Belgian Army besides Belgians; of French divisions one (B85)
GUESTS = RND | {UNITS.number("b-Naval-Artillery"), UNITS.number("f-Marine")}
IS_LOC = tuple(kind.type in ("loc_infantry", "loc_cavalry") for kind in KINDS)
IS_LOC_CAVALRY = tuple(kind.type == "loc_cavalry" for kind in KINDS)  #: 8.7.3.c
IS_CHASSEURS = tuple(kind.type == "chasseurs" for kind in KINDS)
IS_GARRISON = tuple(bool(kind.home) and kind.role == "asset" for kind in KINDS)  #: 8.6, 8.8.2
IS_FORMATION = tuple(kind.role == "formation" for kind in KINDS)  #: 1.1.m, 2.8, 2.8.1
IS_ASSET = tuple(kind.role in ("asset", "fort") for kind in KINDS)  #: 1.1.b, 5.5
IS_DIVISION = tuple(kind.size == "division" and kind.type in INFANTRY for kind in KINDS)  #: infantry of division-size
#: infantry Formations that make a front line (3.4.1)
IS_LINE = tuple(kind.role == "formation" and kind.type in INFANTRY and kind.type != "loc_infantry" for kind in KINDS)
MOBILE = tuple(kind.role in ("formation", "asset", "supply") for kind in KINDS)  #: 7.0, 12.1.1.a
RANK = tuple(("none", "regiment", "brigade", "division", "corps").index(kind.size) for kind in KINDS)  #: 1.1.ac, 2.2.2
PROFICIENCY = tuple(kind.proficiency for kind in KINDS)
GUNS = tuple(kind.artillery for kind in KINDS)  #: Artillery Value
#: 2.8, 2.8.b: the unit whose Attachment marker it uses: its own, or that of the ID without plus or minus
MARKER_OF = tuple(UNITS.number(re.sub(r"(?<=\d)[+-](?=/)", "", kind.id)) for kind in KINDS)
BASE_CE = tuple(kind.ce for kind in KINDS)
FACES = tuple(kind.faces for kind in KINDS)
MOST_SR = tuple(len(kind.faces) - 1 for kind in KINDS)  #: 9.10.2, B112; of a Fortress its steps less one
BACK = tuple(kind.back for kind in KINDS)
STEPS_OF = tuple(len(kind.faces) if kind.role == "fortress" else 0 for kind in KINDS)  #: 1.1.y, 2.7.6


def _eighths(kind: Kind) -> int:
    """1.1.j, 1.2.f, 12.1.1.b, 15.6.b: division-equivalents, in eighths; Artillery has no size (8.8), nor a Depot."""
    if kind.type == "train":
        return 8
    if kind.type in INFANTRY:
        return {"division": 8, "brigade": 4, "regiment": 2}[kind.size]
    if kind.type in CAVALRY:
        return {"corps": 8, "division": 4, "brigade": 2, "regiment": 0}[kind.size]
    return 0


EIGHTHS = tuple(map(_eighths, KINDS))
#: 22.3.3: detachment -> the Territorial division from which it was taken
PARENT_OF = {
    u: UNITS.number(f"f-{str(UNITS[u]).removeprefix('f-det-')}/GDT")
    for u in UNITS.numbers
    if str(UNITS[u]).startswith("f-det-")
}
#: 22.3.3, 22.3.4: divisions that may lack a detachment; their `face` says whether it is away
IS_TERRITORIAL = tuple(
    u in PARENT_OF.values() or kind.id in ("f-81t", "f-82t", "f-84t", "f-88t") for u, kind in enumerate(KINDS)
)
DETACHED = 2  #: B20: what the marker for it takes from attack and defence
DIVISION, REGIMENT = 8, 2  #: eighths of a division-equivalent: infantry of those sizes

START_ARMY = tuple(kind.army for kind in KINDS)
START_CORPS = tuple(kind.corps for kind in KINDS)
SET_UP = tuple(HEXES.number(kind.hex) if kind.hex else -1 for kind in KINDS)
ARRIVAL = tuple(kind.turn for kind in KINDS)
TRAIN_OF = tuple(UNITS.number(row.train) for row in CORPS_ROWS)
DEPOT_OF = tuple(UNITS.number(row.depot) if row.depot else -1 for row in ARMY_ROWS)
SECOND_DEPOT = {side: UNITS.number(word) for side, word in SECOND_DEPOTS.items()}
TRAIN_HEX = tuple(HEXES.number(row.hex) if row.hex else -1 for row in CORPS_ROWS)
DEPOT_HEX = tuple(HEXES.number(row.hex) if row.hex else -1 for row in ARMY_ROWS)
_allied = sum(side == "allied" for side in SIDE)
SPAN = {"allied": slice(0, _allied), "german": slice(_allied, len(KINDS))}
OWN = {side: tuple(u for u in UNITS.numbers if SIDE[u] == side) for side in SIDES}
DEPOTS_OF = {side: tuple(u for u in OWN[side] if IS_DEPOT[u]) for side in SIDES}

# ---- places: the hexes, then the boxes beside the map

BOXES = ("absent", "track", "sea", "holding", "eliminated", "withdrawn", "reserve")
ABSENT, TRACK, SEA_BOX, HOLDING, ELIMINATED, WITHDRAWN, RESERVE = range(SIZE, SIZE + len(BOXES))
#: not in the game; on the Game Turn Record Track; embarked (7.9); Naval Holding Box (23.3.1); lost; sent away (25.2);
#: siege markers that travel with their HQ (13.3.3)
PLACES = SlotWords("place", [*map(str, HEXES.ids), *BOXES], {str(HEXES[h]): HEXES.name(h) for h in HEXES.numbers})
BIT = tuple(1 << h if h < SIZE else 0 for h in range(SIZE + len(BOXES)))  #: the bit of a place, none for a box
