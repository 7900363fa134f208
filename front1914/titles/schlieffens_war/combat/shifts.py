"""11.10 to 11.16, 11.24: column shifts, each with its reason; those that come to nothing say why.

Left is negative and favours the defender. The concentric die (11.15) and the markers (11.23) are added by the battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from front1914.kit.bits import members
from front1914.kit.tables import Shift
from front1914.titles.schlieffens_war.charts import TEC
from front1914.titles.schlieffens_war.state import ELAN, FATIGUED, SWState
from front1914.titles.schlieffens_war.world import BOARD, CITY, FORTRESS, IS_CORPS, RIVER, TERRAIN

FINAL_EFFORT = (9, 10)  #: 11.24, 2.1.f: turns


def encloses(sides: int) -> bool:
    """11.15, R72: hexsides (a bitset of directions) that make an attack concentric.

    Two opposite ones, or three with one between each; any four of six hold an opposite pair.
    """
    opposite = sides & sides >> 3 & 0b111
    return bool(opposite) or sides & 0b010101 == 0b010101 or sides & 0b101010 == 0b101010


_ENCLOSES = tuple(encloses(sides) for sides in range(64))


def concentric(target: int, origins: Iterable[int]) -> bool:
    """11.15: the hexes attacked from enclose the target."""
    sides = 0
    for h in origins:
        side = BOARD.direction(target, h)
        if side is not None:
            sides |= 1 << side
    return _ENCLOSES[sides]


def open_ground(target: int) -> bool:
    """11.13, 11.15: ground on which a concentric attack counts: no city and no heavy fortress."""
    return TEC[TERRAIN[target]].concentric and (TEC["fortress"].concentric or not FORTRESS >> target & 1)


_GROUND = {
    "clear": Shift(-TEC["clear"].defence, "11.10", "Clear ground"),
    "forest": Shift(-TEC["forest"].defence, "11.10", "Forest gives no shift"),
    "marsh": Shift(-TEC["marsh"].defence, "11.10", "Marsh gives no shift"),
    "rough": Shift(-TEC["rough"].defence, "11.11", "The defender holds rough ground"),
    "city": Shift(-TEC["city"].defence, "11.13", "The defender holds a city"),
}


def terrain(target: int, origins: Sequence[int]) -> list[Shift]:
    """11.10 to 11.14, 11.14.a, 2.1.a, 2.1.c: the ground of the hex, its rivers if all attack over one; they add up."""
    found = [_GROUND[TERRAIN[target]]]
    if FORTRESS >> target & 1:
        found.append(Shift(-TEC["fortress"].defence, "11.14", "The defender holds a heavy fortress"))
    across = [RIVER[h] >> target & 1 for h in origins]
    if across and all(across):
        found.append(Shift(-TEC["river"].defence, "11.12", "All attack across a river"))
    elif any(across):
        found.append(Shift(0, "11.12", "Not all attack across a river"))
    return found


def encirclement(target: int, origins: Iterable[int]) -> list[Shift]:
    """11.13.a, 11.15.b: why a concentric attack gives nothing, where it does not."""
    if not concentric(target, origins) or open_ground(target):
        return []
    where = "city" if CITY >> target & 1 else "heavy fortress"
    return [Shift(0, "11.15", f"A concentric attack gains nothing against a {where}")]


def attack_morale(levels: Sequence[int]) -> list[Shift]:
    """11.16: levels of the attacking corps; one fatigued corps spoils it, all must have elan to help (R69)."""
    if FATIGUED in levels:
        # 11.16.d, 9.6.b
        return [Shift(-1, "11.16", "An attacking corps is fatigued")]
    if levels and all(level == ELAN for level in levels):
        # 11.16.c
        return [Shift(1, "11.16", "All attacking corps have elan")]
    return [Shift(0, "11.16", "Not all attacking corps have elan")] if ELAN in levels else []


def defence_morale(levels: Sequence[int]) -> list[Shift]:
    """11.16: levels of the participating defending corps."""
    if FATIGUED in levels:
        # 11.16.b, 9.6.c
        return [Shift(1, "11.16", "A defending corps is fatigued")]
    if levels and all(level == ELAN for level in levels):
        # 11.16.a
        return [Shift(-1, "11.16", "All defending corps have elan")]
    return [Shift(0, "11.16", "Not all defending corps have elan")] if ELAN in levels else []


def final_effort(s: SWState) -> list[Shift]:
    """11.24, 2.1.f: the Entente attacks with its last strength on Turns 9 and 10."""
    if s.active == "entente" and s.turn in FINAL_EFFORT:
        return [Shift(1, "11.24", "Allied final effort")]
    return []


def morale_of(s: SWState, units: Iterable[int]) -> list[int]:
    """9.6, R69: only corps have morale."""
    return [s.morale[u] for u in units if IS_CORPS[u]]


def origins_of(s: SWState, units: Iterable[int]) -> tuple[int, ...]:
    """The hexes that the units stand in, each once, in ascending order."""
    bits = 0
    for u in units:
        bits |= 1 << s.at[u]
    return tuple(members(bits))


def shifts(s: SWState, target: int, attackers: Sequence[int], defence: Sequence[int]) -> tuple[Shift, ...]:
    """Every shift that is certain before a die; `defence` holds the morale of the defending corps."""
    origins = origins_of(s, attackers)
    return (
        *terrain(target, origins),
        *encirclement(target, origins),
        *attack_morale(morale_of(s, attackers)),
        *defence_morale(defence),
        *final_effort(s),
    )
