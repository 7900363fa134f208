"""3.1 to 3.3: stacking, who lies on top, Forces, zones of control."""

from __future__ import annotations

import pytest

from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import (
    COMBAT_LIMIT,
    LIMIT,
    MOST_ASSETS,
    MOST_GUNS,
    STEEP_GUNS,
    STEEP_LIMIT,
    load,
    ordered,
    overfull,
)
from front1914.titles.offensive_a_outrance.organisation.forces import force_of, forces, formation_of
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import DIVISION, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, refused, situation, where

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"
FULL: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "f-25/13": C, "f-Epinal": C}  # 3 and a half
END = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "attack"], ["check_stacks"]]


def state(units: dict[str, Placed], **more: object) -> OAOState:
    found: OAOState = situation({"g-3/2": "64.28", **units}, **more).state  # type: ignore[arg-type]
    return found


def words(s: OAOState, units: list[int] | tuple[int, ...]) -> list[str]:
    return [str(UNITS[u]) for u in units]


# ---- limits


@rule("3.1.1", "1.1.j")
def test_three_and_a_half_divisions() -> None:
    """OAO-3.1.1-01, OAO-3.1.1-02: a regiment more is too much."""
    s = state(FULL)
    assert load(s, s.own(HEXES.number(C), "allied")) == LIMIT == 3 * DIVISION + DIVISION // 2
    assert overfull(s, "allied") == []
    s = state({**FULL, "f-Ch-13": C})
    assert load(s, s.own(HEXES.number(C), "allied")) == 30
    assert overfull(s, "allied") == [HEXES.number(C)]


@rule("3.1.1")
def test_trains_count_and_depots_do_not() -> None:
    """B34, 15.6."""
    s = state({"f-t21": C, "f-dFIRST": C, "f-13/21": C})
    assert load(s, s.own(HEXES.number(C), "allied")) == 16


@rule("3.1.2", "3.1.2.a", "3.1.2a", "3.1.2a.a")
def test_combat_stacking() -> None:
    """OAO-3.1.2-01, OAO-3.1.2a-01."""
    assert (COMBAT_LIMIT, MOST_ASSETS, MOST_GUNS) == (18, 2, 1)
    assert (STEEP_LIMIT, MOST_ASSETS, STEEP_GUNS) == (10, 2, 0)


@rule("3.1.4", "7.7.4.d")
def test_trains_in_rail_mode_do_not_count() -> None:
    """OAO-3.1.4-01."""
    s = state({"f-13/21": (C, "rail entrained"), "f-43/21": C})
    assert load(s, s.own(HEXES.number(C), "allied")) == 8


@rule("3.1.3")
def test_the_excess_is_eliminated_by_its_owner() -> None:
    units = {**FULL, "f-Ch-13": C, "f-Ch-27": C, "g-3/2": "64.28"}
    game = situation(units, flow=END, active="allied")
    assert asked(game) == ("allied", "overstack")
    assert set(args(game, "unit")) == {*FULL, "f-Ch-13", "f-Ch-27"}
    game.act("unit", "f-Ch-13")
    assert where(game, "f-Ch-13") == "eliminated"
    assert asked(game) == ("allied", "overstack")
    game.act("unit", "f-Ch-27")
    assert asked(game)[1] != "overstack"


@rule("3.1.3.a")
@pytest.mark.parametrize(("markers", "excused"), [(1, False), (3, False), (4, True)])
def test_only_what_prepared_attacks_made_incurable_is_excused(markers: int, excused: bool) -> None:
    """Four divisions: one marker holds one of them, the others could have gone; four hold all."""
    crowd = ("f-13/21", "f-43/21", "f-25/13", "f-26/13")
    foes = dict(zip(("g-3/2", "g-4/2", "g-5/3", "g-6/3"), (N, NE, SE, S), strict=True))
    units: dict[str, Placed] = dict.fromkeys(crowd, C)
    units |= {unit: (place, f"pa {C}") if n < markers else place for n, (unit, place) in enumerate(foes.items())}
    game = situation(units, flow=END, active="allied", phase="counter_movement", phasing="german")
    assert (asked(game)[1] != "overstack") == excused


@rule("3.1.3.b")
def test_retreats_and_reactions_may_overfill_a_hex() -> None:
    """Cavalry reacts into a full hex; only the end of its owner's movement phase judges that."""
    game = situation({**FULL, "f-6-c": S, "g-3/2": "07.62"}, side="german")
    game.act("unit", "g-3/2")
    game.act("to", "07.61")
    game.act("to", C)
    assert overfull(game.state, "allied") == [HEXES.number(C)]
    assert asked(game) == ("german", "march")


@rule("3.1")
def test_enemies_never_share_a_hex() -> None:
    game = situation({"f-13/21": C, "g-3/2": N}, side="allied")
    game.act("unit", "f-13/21")
    assert N not in args(game, "to")
    assert refused(game, "to", N) == "7.1.2"


# ---- who lies on top (3.1.5)


@rule("3.1.5")
@pytest.mark.parametrize(
    ("units", "order"),
    [
        pytest.param(["f-6-c", "f-13/21"], ["f-6-c", "f-13/21"], id="OAO-3.1.5-01"),
        pytest.param(["f-71r", "f-13/21"], ["f-13/21", "f-71r"], id="the best proficiency"),
        pytest.param(
            ["f-t21", "f-Ch-13", "f-13/21", "f-dFIRST"], ["f-13/21", "f-Ch-13", "f-dFIRST", "f-t21"], id="supply last"
        ),
    ],
)
def test_far_from_the_enemy(units: list[str], order: list[str]) -> None:
    s = state(dict.fromkeys(units, C))
    found = words(s, ordered(s, HEXES.number(C), "allied"))
    assert found[:2] == order[:2]
    assert set(found) == set(order)


@rule("3.1.5.a")
def test_beside_the_enemy_the_largest_and_best() -> None:
    """OAO-3.1.5-02: both are of division-size: the better one lies on top."""
    near: dict[str, Placed] = {"f-6-c": C, "f-13/21": C, "g-4/2": N}
    s = state(near)
    assert words(s, ordered(s, HEXES.number(C), "allied"))[0] == "f-13/21"
    s = state({"f-71r": C, "f-13/21": C, "f-Ch-13": C, "g-4/2": N})
    assert words(s, ordered(s, HEXES.number(C), "allied")) == ["f-13/21", "f-71r", "f-Ch-13"]


@rule("3.1.5")
def test_the_demoralised_and_forts_come_after() -> None:
    units: dict[str, Placed] = {"f-71r": C, "f-13/21": (C, "ce D1"), "f-Ch-13": C}
    s = state(units)
    assert words(s, ordered(s, HEXES.number(C), "allied")) == ["f-71r", "f-13/21", "f-Ch-13"]
    s = state({"f-fort-Montmedy": "49.41", "f-Ch-13": "49.41", "f-13/21": "49.41"})
    assert words(s, ordered(s, HEXES.number("49.41"), "allied")) == ["f-13/21", "f-fort-Montmedy", "f-Ch-13"]


@rule("3.1.5.b")
def test_equals_lie_as_their_owner_likes() -> None:
    game = situation({"f-13/21": C, "f-43/21": C, "g-3/2": "64.28"})
    h = HEXES.number(C)
    first, second = words(game.state, ordered(game.state, h, "allied"))
    game.act("top", second)
    assert words(game.state, ordered(game.state, h, "allied")) == [second, first]
    assert refused(game, "top", second) == "3.1.5"


# ---- Forces (3.2)


@rule("3.2", "1.1.l", "1.1.c", "5.5.1")
def test_forces_of_a_hex() -> None:
    s = state({"f-13/21": C, "f-43/21": C, "f-Ch-13": C, "f-Ch-27": C, "f-Ch-28": C, "f-Ch-29": C, "f-Ch-43": C})
    found = forces(s, HEXES.number(C), "allied")
    assert [len(force) for force in found] == [3, 3, 1]
    assert all(sum(u in (UNITS.number("f-13/21"), UNITS.number("f-43/21")) for u in force) <= 1 for force in found)


@rule("1.1.c", "5.5.1")
def test_the_owner_assigns() -> None:
    s = state({"f-13/21": C, "f-43/21": C, "f-Ch-13": (C, "assigned f-43/21"), "f-Ch-27": (C, "assigned f-43/21")})
    assert words(s, force_of(s, UNITS.number("f-43/21"))) == ["f-43/21", "f-Ch-13", "f-Ch-27"]
    assert formation_of(s, UNITS.number("f-Ch-13")) == UNITS.number("f-43/21")


@rule("3.2", "5.5.1")
def test_assets_alone() -> None:
    s = state({"f-Ch-13": C, "f-Ch-27": C})
    assert [len(force) for force in forces(s, HEXES.number(C), "allied")] == [2]
    assert formation_of(s, UNITS.number("f-Ch-13")) is None


@rule("3.2", "1.1.l")
def test_a_fort_goes_with_a_force() -> None:
    s = state({"f-13/21": "49.41", "f-Ch-13": "49.41", "f-Ch-27": "49.41", "f-fort-Montmedy": "49.41"})
    assert [len(force) for force in forces(s, HEXES.number("49.41"), "allied")] == [4]


# ---- zones (3.3)


@rule("3.3", "12.1.2")
@pytest.mark.parametrize(
    ("unit", "at", "has"),
    [
        ("f-13/21", C, True),
        ("f-6-c", C, True),
        ("f-Ch-13", C, True),
        ("f-fx-Longwy", "53.42", True),
    ],
)
def test_who_has_a_zone(unit: str, at: str, has: bool) -> None:
    s = state({unit: at})
    assert bool(s.ground("allied").zone) == has


@rule("3.3.b", "7.7.4.c", "15.6.a")
@pytest.mark.parametrize(
    ("unit", "placed"),
    [
        ("f-t21", C),
        ("f-dFIRST", C),
        ("f-fort-Montmedy", "49.41"),
        ("f-fx-Longwy", ("53.42", "face")),
        ("f-13/21", (C, "rail entrained")),
    ],
)
def test_who_has_none(unit: str, placed: Placed) -> None:
    s = state({unit: placed})
    assert s.ground("allied").zone == 0
