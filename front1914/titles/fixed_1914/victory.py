"""VC, H17: who occupies, who controls, both automatic victories, the points, the draw."""

from __future__ import annotations

from typing import NamedTuple

from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import ECONOMIC, FORT, HOME_HEXES, HOME_SIDE, INTERIOR, MAJOR, PLACE
from front1914.titles.fixed_1914.charts import POINTS
from front1914.titles.fixed_1914.neutrality import BELGIUM
from front1914.titles.fixed_1914.scenarios import Count
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.supply import supplied_units, take_hold
from front1914.titles.fixed_1914.world import BIT, COUNTED, FOE, IS_FIGHTING, OWN, SIDE, SIDES

PARIS, PRIZES = PLACE[POINTS.german_city], tuple(PLACE[name] for name in POINTS.prizes)
SIX = tuple(PLACE[name] for name in POINTS.objectives)


class Item(NamedTuple):
    """A line of the count."""

    rule: str
    text: str
    number: int
    points: int


def occupies(s: FXState, side: str, h: int) -> bool:
    """VC-5.1: whether the side has infantry or cavalry in the hex that can trace supply now (B-17)."""
    stack = s.stack(h)
    if not stack or SIDE[stack[0]] != side:
        return False
    fed = supplied_units(s, side)
    return any(IS_FIGHTING[u] and u in fed for u in stack)


def objectives(s: FXState, side: str, occupied: bool) -> int:
    """How many of the six cities of VC-1 the side occupies, or controls."""
    return sum(occupies(s, side, h) if occupied else s.holds(side, h) for h in SIX)  # VC-1.1


def german_points(s: FXState) -> list[Item]:
    """VC-3, B-32 to B-35: what the German scores."""
    held = s.held("german")
    belgian = members(MAJOR["belgium"])
    whole = int(all(occupies(s, "german", h) for h in belgian))
    return [
        _item("VC-3a", "German major cities", (held & MAJOR["germany"]).bit_count(), POINTS.german_major_city),
        _item("VC-3b", "corps sent to Russia", s.in_russia, POINTS.corps_in_russia),
        _item("VC-3c", "French major cities", (held & MAJOR["france"]).bit_count(), POINTS.french_major_city),
        _item("VC-3d", "resource centres", (held & ECONOMIC).bit_count(), POINTS.resource),
        _item("VC-3f", "all Belgian major cities", whole, POINTS.all_belgian_cities),
        _item("VC-3h", "Allied corps eliminated", s.lost[1], POINTS.corps_eliminated),
    ]


def allied_points(s: FXState) -> list[Item]:
    """VC-3: what the Allies score; neutral Belgium counts for nobody."""
    held = s.held("allied")
    forts = sum(occupies(s, "allied", h) for h in members(FORT & HOME_HEXES["germany"]))
    belgian = (held & MAJOR["belgium"]).bit_count() if s.invaded[BELGIUM] else 0
    return [
        _item("VC-3a", "German major cities", (held & MAJOR["germany"]).bit_count(), POINTS.german_major_city),
        _item("VC-3c", "French major cities", (held & MAJOR["france"]).bit_count(), POINTS.french_major_city),
        _item("VC-3d", "resource centres", (held & ECONOMIC).bit_count(), POINTS.resource),
        _item("VC-3e", "German interior forts", forts, POINTS.german_fort),
        _item("VC-3g", "Belgian major cities", belgian, POINTS.belgian_major_city),
        _item("VC-3h", "German corps eliminated", s.lost[0], POINTS.corps_eliminated),
    ]


def _item(rule: str, text: str, number: int, each: int) -> Item:
    return Item(rule, text, number, number * each)


def total(items: list[Item]) -> int:
    return sum(item.points for item in items)


def end_of_scenario(s: FXState, count: Count) -> None:
    """A short scenario: after its last turn deeds on enemy ground are counted."""
    if s.turn < s.last_turn:
        return None
    points = {side: total(deeds(s, count, side)) for side in SIDES}
    german, allied = points["german"], points["allied"]
    if german == allied:
        return s.finish(None, "draw", f"{german} points each.", "VC-4", 0)
    winner = "german" if german > allied else "allied"
    return s.finish(winner, "points", f"{german} points against {allied}.", "VC-3", german - allied)


def deeds(s: FXState, count: Count, side: str) -> list[Item]:
    """What a side has done in a short scenario: corps on enemy ground, corps eliminated, cities taken."""
    fed, ground = supplied_units(s, side), INTERIOR["france" if side == "german" else "germany"]
    corps = sum(COUNTED[u] and u in fed and bool(BIT[s.at[u]] & ground) for u in OWN[side])
    cities = sum(s.holds(side, PLACE[name]) and HOME_SIDE[PLACE[name]] != side for name in count.objectives)
    return [
        _item("VC-5", "corps on enemy ground", corps, count.corps_on_enemy_ground),
        _item("VC-3h", "corps eliminated", s.lost[SIDES.index(FOE[side])], count.corps_eliminated),
        _item("VC-5", "enemy cities", cities, count.city),
    ]


def end_of_turn(s: FXState) -> None:
    """H17: after the Allied supply determination, the German condition first."""
    for side in SIDES:
        take_hold(s, side, supplied_units(s, side))
    if s.rules.points is not None:
        return end_of_scenario(s, s.rules.points)
    over = s.turn >= s.last_turn  # VC-1b.3
    if occupies(s, "german", PARIS):
        return s.finish("german", "automatic", "Paris is occupied.", "VC-1a")
    rhine = all(occupies(s, "allied", h) for h in PRIZES)  # VC-2a.1
    # VC-2a.2, VC-2a.3, VC-2a.4
    if rhine and s.holds("allied", PARIS) and objectives(s, "allied", False) >= POINTS.allied_objectives:
        return s.finish("allied", "automatic", "Metz and Strasburg are occupied, the fortress line is held.", "VC-2a")
    if not over:
        return None
    safe = all(s.holds("german", h) for h in PRIZES)  # VC-1b.1
    if safe and objectives(s, "german", True) >= POINTS.german_objectives:  # VC-1b.2
        return s.finish("german", "fortress line", "Three cities of the French fortress line are occupied.", "VC-1b")
    german, allied = total(german_points(s)), total(allied_points(s))
    score, reason = german - allied, f"{german} points against {allied}."
    if not score:
        return s.finish(None, "draw", f"{german} points each.", "VC-4", 0)
    return s.finish("german" if score > 0 else "allied", "points", reason, "VC-3", score)  # VC-3.1
