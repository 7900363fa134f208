"""1, 2: what the words of the rules mean: armies, effectiveness, lines of communications, paths, ranges, stacks."""

from __future__ import annotations

import itertools

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, RAILS, SIZE
from front1914.titles.offensive_a_outrance.combat.strength import size_of
from front1914.titles.offensive_a_outrance.logistics.supply import has_line, rings, sources
from front1914.titles.offensive_a_outrance.organisation.effectiveness import base, cel
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.state import STATUSES
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    CORPS,
    IS_FORMATION,
    IS_SUPPLY,
    START_CORPS,
    UNITS,
)
from tests.titles.offensive_a_outrance.positions import Placed, situation

rule = pytest.mark.rule
pytestmark = pytest.mark.usefixtures("window")  # the western edge of Lorraine is where trains come from
DEPOT, NANCY = "f-dSECOND", "51.54"


def number(word: str) -> int:
    return UNITS.number(word)


def way_out() -> list[str]:
    """The railway from Nancy to the western edge of the window of Lorraine."""
    goal = 1 << HEXES.number("46.53")
    found = RAILS.path(1 << HEXES.number(NANCY), goal, RAILS.exists)
    assert found
    return [str(HEXES[h]) for h in found]


def lorraine(units: dict[str, Placed]) -> Game:
    """The Second Army's Depot in Nancy, trains running to the edge of the window."""
    running = {name: {"operational": 1} for name in way_out()}
    return situation({DEPOT: NANCY, **units}, hexes=running)


@rule("1.1.a", "2.0")
@pytest.mark.parametrize("scenario", ["introduction", "lorraine"])
def test_everybody_belongs_to_one_army(scenario: str) -> None:
    """Units stand on the map; to which army and corps they belong is kept beside it, by Formation and Train."""
    game = front1914.new("offensive_a_outrance", scenario, seed=1914)
    s, seen = game.state, 0
    for u in UNITS.numbers:
        if s.at[u] < SIZE and (IS_FORMATION[u] or IS_SUPPLY[u]):
            seen += 1
            assert s.army[u] in s.rules.armies, UNITS[u]
            assert s.corps[u] == START_CORPS[u]
    assert seen > 10
    rows = game.position()["units"]
    assert rows["f-14/7" if scenario == "introduction" else "f-13/21"]["army"] in map(str, ARMIES)
    on_map = {row["at"] for row in rows.values()}
    assert not on_map & {*map(str, ARMIES), *map(str, CORPS)}


@rule("1.1.f", "1.1.g")
def test_the_level_is_the_base_less_the_status() -> None:
    """OAO-6.1.2: base 11; -1 to -3 subtract as they say, CI and the demoralised three."""
    assert list(STATUSES) == ["sound", "-1", "-2", "-3", "CI", "D1", "D2"]
    levels = []
    for status in STATUSES:
        game = situation({"f-13/21": ("50.55", f"ce {status}"), "g-3/2": "60.55"})
        u = number("f-13/21")
        assert base(game.state, u) == 11
        levels.append(cel(game.state, force_of(game.state, u)))
    assert levels == [11, 10, 9, 8, 8, 8, 8]


@rule("1.1.k")
def test_forts_and_fortresses_have_a_size_under_fire() -> None:
    """OAO-1.1-02: half a division-equivalent and a whole one."""
    game = situation({"f-fort-Frouard": "51.53", "f-fx-Toul-1": "47.53", "f-Ch-13": "50.55", "g-3/2": "60.55"})
    sizes = [size_of(game.state, [number(word)]) for word in ("f-fort-Frouard", "f-fx-Toul-1", "f-Ch-13")]
    assert sizes == [4, 8, 2]


@rule("1.1.u")
def test_a_line_of_communications() -> None:
    """Along running rails to the edge; an enemy zone cuts it, a friendly unit in the hex restores it."""
    path = way_out()
    middle = path[len(path) // 2]
    on_it = {HEXES.number(name) for name in path}
    beside = next(str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(middle)] if n not in on_it)
    free = lorraine({"g-3/2": "60.55"})
    cut = lorraine({"g-3/2": beside})
    held = lorraine(
        {"g-3/2": beside, **{f"f-Ch-{n}": at for n, at in zip((13, 27, 28, 43), _beside(path, beside), strict=False)}}
    )
    assert [has_line(game.state, number(DEPOT)) for game in (free, cut, held)] == [True, False, True]
    idle = situation({DEPOT: NANCY, "g-3/2": "60.55"}, hexes={name: {"operational": 1} for name in path[:-2]})
    assert not has_line(idle.state, number(DEPOT))  # not as far as the edge


def _beside(path: list[str], enemy: str) -> list[str]:
    """The hexes of a path in the zone of an enemy."""
    near = {str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(enemy)]}
    return [name for name in path if name in near]


@rule("1.1.z")
def test_a_supply_line_avoids_the_enemy() -> None:
    """Hexes that an enemy holds or covers are no part of it, unless a friend stands in or covers them."""
    alone = lorraine({"f-11/20": "51.60", "g-3/2": "51.57"}).state
    covered = lorraine({"f-11/20": "51.60", "f-39/20": "52.57", "g-3/2": "51.57"}).state

    def reached(s: object) -> set[str]:
        found = list(rings(s, (HEXES.number("51.60"),), "allied", 3))  # type: ignore[arg-type]
        return {str(name) for bits in found for name in BOARD.ids(bits)}

    assert not {"51.57", "51.58"} & reached(alone)
    assert "52.57" not in reached(alone)
    assert "51.57" not in reached(covered)
    assert "51.58" in reached(covered)  # in the zone of the other division


@rule("1.2.j")
def test_a_path_goes_from_hex_to_hex() -> None:
    s = lorraine({"f-11/20": "51.60", "g-3/2": "60.55"}).state
    found = list(rings(s, (HEXES.number("51.60"),), "allied", 5))
    assert len(found) == 6
    for before, after in itertools.pairwise(found):
        assert after & ~BOARD.spread(before) == 0
        assert after


@rule("1.2.k")
@pytest.mark.parametrize(("at", "fed"), [("51.60", True), ("51.61", False)])
def test_ranges_leave_out_the_first_hex(at: str, fed: bool) -> None:
    """A Depot of range 6 reaches the sixth hex from its own."""
    s = lorraine({"f-59r": at, "g-3/2": "60.55"}).state
    assert BOARD.distance(HEXES.number(NANCY), HEXES.number(at)) == (6 if fed else 7)
    assert bool(sources(s, number("f-59r"))) is fed


@rule("1.2.l")
def test_a_stack_is_what_stands_in_a_hex() -> None:
    s = situation(
        {"f-13/21": "50.55", "f-Ch-13": "50.55", "f-t21": "50.55", "f-43/21": "50.56", "g-3/2": "60.55"}
    ).state
    assert {str(UNITS[u]) for u in s.stack(HEXES.number("50.55"))} == {"f-13/21", "f-Ch-13", "f-t21"}
    assert [str(UNITS[u]) for u in s.stack(HEXES.number("50.56"))] == ["f-43/21"]
    assert not s.stack(HEXES.number("50.57"))
