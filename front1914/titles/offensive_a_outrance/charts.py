"""The charts of the game, from data/charts.toml: what they hold beyond the rulebook's own words is reconstructed."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, NamedTuple

from front1914.kit.calendar import Track, TurnRow
from front1914.kit.data import DataFolder
from front1914.kit.tables import read_table
from front1914.titles.offensive_a_outrance.board import RIVERS, SIDE_TERRAINS, TERRAINS


@dataclass(frozen=True)
class SideEffect:
    """What a kind of hexside does: MPs to cross it, points of Attack Strength of each Force that attacks across."""

    rule: str
    cost: int
    attack: int


@dataclass(frozen=True)
class RiverEffect:
    """What a river hexside adds: MPs without and with a bridge, Attack Strength, columns to the left (9.6.1)."""

    rule: str
    cost: int
    bridge: int
    attack: int
    shift: int


@dataclass(frozen=True)
class Zones:
    """7.1.6, 7.1.6a, 12.1.3: MPs for enemy zones of control and empty enemy Fortresses."""

    rule: str
    enter: int
    leave: int
    between: int
    between_to_friends: int
    fortress: int


@dataclass(frozen=True)
class Allowance:
    """7.1.1, 7.7.2: MPs of a phase, and hexes by rail for one MP."""

    rule: str
    movement: int
    counter_movement: int
    rail_hexes: int


@dataclass(frozen=True)
class Stacking:
    """3.1: limits in eighths of a division-equivalent, and in Asset and Artillery units."""

    rule: str
    hex: int
    combat: int
    steep: int
    assets: int
    artillery: int


@dataclass(frozen=True)
class Check:
    """10.3: margins of a failed check: from and to for one level and for two, and from where it is a rout."""

    rule: str
    one: tuple[int, int]
    two: tuple[int, int]
    rout: int


@dataclass(frozen=True)
class SmallMagnitude:
    """9.10.1: dice on which a Strength Reduction is suffered, by the enemy's size and the number of reductions."""

    rule: str
    half_one: tuple[int, ...]
    half_two: tuple[int, ...]
    quarter_one: tuple[int, ...]
    quarter_two: tuple[int, ...]


@dataclass(frozen=True)
class RailCost:
    """7.7.1, 7.7.3: halves of a Rail Point, MPs to entrain or detrain, distances from enemies."""

    rule: str
    large: int
    small: int
    entrain_large: int
    entrain_middle: int
    entrain_small: int
    far_from_enemy: int
    near_enemy: int


@dataclass(frozen=True)
class Supply:
    """15.1, 15.5, 15.6, 15.8: ranges in hexes, limits in increments of Ammo."""

    rule: str
    depot_range: int
    depot_extended: int
    depot_limit: int
    train_range: int
    train_extended: int
    train_limit: int
    rail_range: int
    fortress_range: int
    isolation: int
    shortage_limits: tuple[int, ...]
    base_transfer_limit: int


@dataclass(frozen=True)
class Bottlenecks:
    """18.6: where the railways are narrow, and for how many halves of a Rail Point."""

    rule: str
    capacity: int
    allied: tuple[str, ...]
    german: tuple[str, ...]
    german_later: tuple[str, ...]


@dataclass(frozen=True)
class InterPhase:
    """4.3, IPC: a line of the Inter-Phase chart; Rail Points in halves, -1 positions for unlimited."""

    id: str
    allied_rail: int
    german_rail: int
    french_repl: int
    french_most: int
    british_repl: int
    german_repl: int
    german_most: int
    german_armies: tuple[str, ...]
    positions: int
    shortages: int


@dataclass(frozen=True)
class Points:
    """27: Victory Points."""

    rule: str
    objective: int
    special: int
    paris: int
    muelhausen: int
    lorraine: int
    marine: int
    abandoned: tuple[int, ...]
    draw: int
    minor: int
    muelhausen_hexes: tuple[str, ...]
    lorraine_hexes: tuple[str, ...]
    paris_hex: str
    early: int
    advance_from: int
    advance_below: int
    marine_from: int
    marine_unit: str
    allied_end: tuple[str, ...]
    german_row: int


@dataclass(frozen=True)
class PlanRules:
    """26: when plans may be abandoned, expire and are activated."""

    rule: str
    abandon_from: int
    belgian_until: int
    sixth_from: int
    sixth_die: int
    sixth_sure: int


class Half(NamedTuple):
    """9.9.2: what one side gets: the modifier of its check, whether every Force loses effectiveness (E), a Strength
    Reduction (s), and how many hexes it retreats; a retreat of two brings a further reduction. `white` marks the
    retreat that only an intense attack brings."""

    modifier: int = 0
    exhausted: bool = False
    reduced: bool = False
    retreat: int = 0
    white: bool = False


class Outcome(NamedTuple):
    """9.9: a cell of the Combat Results Table."""

    attacker: Half
    defender: Half
    text: str

    @property
    def black(self) -> bool:
        """Whether it holds a black retreat result."""
        return self.defender.retreat > 0 and not self.defender.white


class March(NamedTuple):
    """7.2.3a: what a failed check of a forced march brings."""

    levels: int = 0
    reduced: bool = False
    unprepared: bool = False
    eliminated: bool = False


class Barrage(NamedTuple):
    """20.5: what a Prep Bombardment brings: shifts to the right, Strength Reductions, levels of effectiveness."""

    shifts: int = 0
    reductions: int = 0
    levels: int = 0


_HALF = re.compile(r"(?P<drm>-|[+-]\d)(?P<e>E?)(?P<s>s?)(?P<retreat>|B1|B2|W1)")


def half(text: str) -> Half:
    """One side of a result.

    >>> half("+5sB1")
    Half(modifier=5, exhausted=False, reduced=True, retreat=1, white=False)
    >>> half("-") == Half(), half("+3W1").white
    (True, True)
    """
    found = _HALF.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no result such as +5sB1")
    modifier = 0 if found["drm"] == "-" else int(found["drm"])
    retreat = int(found["retreat"][1:] or 0)
    return Half(modifier, bool(found["e"]), bool(found["s"]), retreat, found["retreat"].startswith("W"))


def outcome(cell: Any) -> Outcome:
    """A cell of the Combat Results Table, attacker before defender."""
    attacker, _, defender = str(cell).partition("/")
    return Outcome(half(attacker), half(defender), str(cell))


def march(cell: Any) -> March:
    """A cell of the Forced March Results Table.

    >>> march("2ESR")
    March(levels=2, reduced=True, unprepared=True, eliminated=False)
    """
    found = re.fullmatch(r"-|X|(\d)E(S?)(R?)", str(cell))
    if found is None:
        raise ValueError(f"{cell!r} is no result such as 2ESR")
    if cell in ("-", "X"):
        return March(eliminated=cell == "X")
    return March(int(found[1]), bool(found[2]), bool(found[3]))


def barrage(cell: Any) -> Barrage:
    """A cell of the Prep Bombardment Results Table."""
    return Barrage() if cell == "-" else Barrage(*map(int, str(cell).split("/")))


def word(cell: Any) -> str:
    """A cell that is a word."""
    return str(cell)


CHARTS = DataFolder.of(__package__).toml("charts.toml")
SIDE_EFFECT = {kind: CHARTS.section("side").section(kind).record(SideEffect) for kind in SIDE_TERRAINS}
RIVER_EFFECT = {kind: CHARTS.section("river").section(kind).record(RiverEffect) for kind in (*RIVERS[1:], "inundation")}
ESCARPMENT_EFFECT = CHARTS.section("escarpment").record(SideEffect)
_hex = CHARTS.section("hex")
HEX_DEFENCE = {kind: _hex.take(kind, int) for kind in TERRAINS if kind != "sea"}  #: 9.3.1
WOODED_DEFENCE = _hex.take("wooded", int)
ZONES = CHARTS.section("zones").record(Zones)
ALLOWANCE = CHARTS.section("allowance").record(Allowance)
STACKING = CHARTS.section("stacking").record(Stacking)
CRT = read_table(CHARTS.section("crt"), outcome)  #: 9.9: the white die with its modifiers, then the black one
FORCED_MARCH = read_table(CHARTS.section("forced_march"), march)  #: 7.2.3a
BOMBARDMENT = read_table(CHARTS.section("bombardment"), word)  #: 13.1.3
PREP = read_table(CHARTS.section("prep"), barrage)  #: 20.5
CHECK = CHARTS.section("check").record(Check)
SMALL_MAGNITUDE = CHARTS.section("small_magnitude").record(SmallMagnitude)
RAIL_COST = CHARTS.section("rail_cost").record(RailCost)
SUPPLY = CHARTS.section("supply").record(Supply)
BOTTLENECKS = CHARTS.section("bottlenecks").record(Bottlenecks)
_limits = CHARTS.section("bombardment_limits")
SHOTS = {kind: _limits.take(kind, int) for kind in ("42", "30.5", "prep")}  #: 13.4, 20.2
_reserve = CHARTS.section("reserve_roll")
RESERVE_ROLL = dict(enumerate(_reserve.take("success", tuple[int, ...]), _reserve.take("first", int)))  #: 22.4.1
_victory = CHARTS.section("victory")
POINTS = _victory.record(Points, beside=("objectives", "special_cities"))
OBJECTIVES: dict[str, tuple[str, ...]] = {
    name: _victory.section("objectives").take(name, tuple[str, ...]) for name in _victory.section("objectives").data
}  #: 27.8: each counts only when all its hexes are held
SPECIAL_CITIES: dict[str, tuple[str, ...]] = {
    name: _victory.section("special_cities").take(name, tuple[str, ...])
    for name in _victory.section("special_cities").data
}  #: 27.8.1
_plans = CHARTS.section("plans")
PLAN_RULES = _plans.record(PlanRules, beside=("mandated",))
MANDATED = {army: _plans.section("mandated").take(army, int) for army in _plans.section("mandated").data}  #: 26.4.2
INTER_PHASES = tuple(CHARTS.rows("interphase", InterPhase))  #: 4.3, the first at 0
TURNS = Track.read(CHARTS.rows("turn", TurnRow))  #: 4.0, A12

_artillery = CHARTS.section("artillery")
_results = _artillery.take("results", tuple[int, ...])
_quarters = _artillery.take("quarters", tuple[int, ...])
_least = _artillery.take("least", tuple[tuple[int, ...], ...])


def artillery_modifier(value: int, eighths: int) -> int:
    """10.1.2: the modifier of the check of a side of that size (in eighths) that faces that Artillery Value.

    >>> artillery_modifier(12, 8), artillery_modifier(12, 24), artillery_modifier(2, 2), artillery_modifier(1, 8)
    (1, 0, 0, -1)
    """
    quarters = -(-eighths // 2)
    line = next(i for i, most in enumerate(_quarters) if quarters <= most or i == len(_quarters) - 1)
    return _results[bisect_right(_least[line], value) - 1]


def dates(turn: int) -> str:
    """The days of a turn.

    >>> dates(1), dates(9), dates(23)
    ('16 to 17 Aug 1914', '1 to 2 Sep 1914', '11 to 14 Oct 1914')
    """
    return TURNS[turn].dates
