"""Rows of the ledger that could be broken without a test that cites them failing: each has one here that does."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914.kit.bits import members
from front1914.kit.tables import Shift
from front1914.titles.offensive_a_outrance import board
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, ON_RAIL
from front1914.titles.offensive_a_outrance.combat import shifts
from front1914.titles.offensive_a_outrance.combat.ammo import ways as providers
from front1914.titles.offensive_a_outrance.combat.battle import Battle
from front1914.titles.offensive_a_outrance.combat.shifts import odds_column, proficiency
from front1914.titles.offensive_a_outrance.logistics.supply import EXTENDED, NORMAL, depot_range, sources
from front1914.titles.offensive_a_outrance.manoeuvre.repulse import reckon
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import COMBAT, ways
from front1914.titles.offensive_a_outrance.organisation import effectiveness
from front1914.titles.offensive_a_outrance.organisation.effectiveness import cel
from front1914.titles.offensive_a_outrance.world import BASE_CE, PROFICIENCY
from tests.titles.offensive_a_outrance.battlefield import T, field, h, indicate, units
from tests.titles.offensive_a_outrance.positions import Placed, args, happened, mark, situation
from tests.titles.offensive_a_outrance.sheet import marked
from tests.titles.offensive_a_outrance.test_eastern import ALL, sixth
from tests.titles.offensive_a_outrance.test_halves import carry_on, example

rule = pytest.mark.rule
C, N = "07.59", "07.58"


@rule("9.6.2")
@pytest.mark.parametrize(
    ("columns", "net"), [((-2,), -2), ((1, -2), -1), ((2, -1), 1), ((1, -1), 0), ((-1, -2, 1), -2)]
)
def test_shifts_to_both_sides_offset_each_other(columns: tuple[int, ...], net: int) -> None:
    shifted = tuple(Shift(count, "9.6.1", "") for count in columns)
    b = Battle("battle", 0, (), attack=12 * 4, defence=3 * 4, shifts=shifted)
    assert b.base == odds_column(12, 3)
    assert b.column == b.base + net


@rule("9.6.2", "7.4.3")
def test_so_they_do_in_a_repulse() -> None:
    """A position takes a column off."""
    placed: dict[str, Placed] = {"f-13/21": N, "g-Jaeger-1": (C, "sr 1")}
    plain, dug = (
        reckon(situation(placed, turn=6, hexes=hexes).state, units("f-13/21"), h(C)) for hexes in ({}, {C: {"ip": 1}})
    )
    assert dug.column == plain.column - 1


@rule("5.5.1.e", "2.3.3", "2.3.6")
def test_two_assets_use_the_better_of_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is the more skilled, the other the more steadfast."""
    one, other = pair = units("f-Ch-13", "f-Ch-29")
    skill, base = list(PROFICIENCY), list(BASE_CE)
    skill[one], skill[other], base[one], base[other] = 5, 3, (8, 8), (10, 10)
    monkeypatch.setattr(shifts, "PROFICIENCY", tuple(skill))
    monkeypatch.setattr(effectiveness, "BASE_CE", tuple(base))
    s = field({"f-Ch-13": T, "f-Ch-29": T}).state
    for force in (pair, pair[::-1]):
        assert (cel(s, force), proficiency(s, force, h(T))) == (10, 5)


@rule("11.1.1.a")
def test_towards_the_rear_though_no_supply_unit_of_his_draws_him() -> None:
    """Only the Depot of another army is there: it is his rear, and he does not retreat away from it."""
    s = situation({"f-13/21": C, "f-dSECOND": "07.63", "g-3/2": "64.28"}, held={"allied": "all"}).state
    ends = {way.path[-1] for way in ways(s, units("f-13/21"), h(C), 2, COMBAT)}
    limit = BOARD.distance(h(C), h("07.63"))
    assert ends
    assert all(BOARD.distance(end, h("07.63")) <= limit for end in ends)
    assert any(BOARD.distance(n, h("07.63")) > limit for n in members(BOARD.within(h(C), 2)))


@rule("1.1.n")
@pytest.mark.parametrize(("camp", "inside"), [("Antwerpen", "52.16"), ("Antwerpen", "51.17"), ("Paris", "16.36")])
def test_a_camp_is_its_ring_and_all_within(camp: str, inside: str) -> None:
    assert board.CAMP[camp] >> h(inside) & 1
    assert not board.CAMP_RING[camp] >> h(inside) & 1
    assert {str(HEXES[n]) for n in members(board.CAMP[camp])} == marked("camp", camp)
    assert board.CAMP_OF[h(inside)] == camp


@rule("15.6.1.a", "2.6.1", "2.6.2", "15.6.1.c")
def test_extended_mode_reaches_farther_and_gives_less() -> None:
    """Depot 6 and 9 hexes, 8 increments; Train 5 and 8 hexes, 4 increments."""
    here = h("54.53")
    off = next(n for n in members(BOARD.within(here, 8) & ~BOARD.within(here, 7) & ~ON_RAIL) if str(HEXES[n]) < "50")
    near = next(n for n in members(BOARD.within(off, 5) & ON_RAIL) if BOARD.distance(n, here) > 9)
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-dSECOND": str(HEXES[near])}
    more: dict[str, Any] = {"supply": False, "held": {"allied": "all"}}
    for face, ammo, found in ((), 0, False), (("face",), 0, True), (("face",), 3, True), (("face",), 4, False):
        s = field({**placed, "f-t20": (str(HEXES[off]), *face, f"ammo {ammo}")}, **more).state
        train, depot = units("f-t20", "f-dSECOND")
        assert bool(sources(s, units("f-11/20")[0])) == bool(face)
        given = [way for way in providers(s, units("f-11/20")[0]) if not way.flips]
        assert bool(given) == found
        assert (depot_range(s, train, NORMAL), depot_range(s, train, EXTENDED)) == (5, 8)
        assert (depot_range(s, depot, NORMAL), depot_range(s, depot, EXTENDED)) == (6, 9)


@rule("19.1.6.c")
@pytest.mark.parametrize("first", ["55.70", "55.71"])
def test_the_worse_modifier_decides_the_one_check(first: str) -> None:
    """+4 and +2: the throw fails by the worse only, whichever attack comes first."""
    base = BASE_CE[units("g-Bodungen")[0]][0]
    dice: list[str | int] = ["2-4", "4-4", 6, 4, 4] if first == "55.70" else ["4-4", 6, "2-4", 4, 4]
    for total, failed in ((base - 3, True), (2, False)):
        game = example([*dice, total])
        game.act("to", first)
        carry_on(game)
        thrown = [event["dice"] for event in happened(game, "check") if event["side"] == "german"]
        assert len(thrown) == 1
        assert (mark(game, "g-Bodungen", "ce") > 0) == failed


@rule("12.1", "12.1.2")
def test_the_back_side_has_neither_zone_nor_wall_nor_garrison() -> None:
    for face, whole in ((), True), (("face",), False):
        s = situation({"f-fx-Longwy": ("53.42", *face), "g-3/2": "60.40"}).state
        ground = s.ground("allied")
        sets = (ground.wall >> h("53.42"), ground.guard >> h("53.42"), ground.zone >> h("53.41"))
        assert [bool(bits & 1) for bits in sets] == [whole] * 3
        assert bool(ground.shells >> h("53.42") & 1) != whole


@rule("25.2.2")
@pytest.mark.parametrize(("army", "spared"), [("g-SIXTH", True), ("g-SEVENTH", True), ("g-FIFTH", False)])
def test_the_option_names_two_armies(army: str, spared: bool) -> None:
    placed: dict[str, Placed] = {unit: (at, f"army {army}") for unit, at in TWENTY_FIRST.items()}
    game = sixth({**ALL, **placed}, options={"eastern": True})
    assert ("g-c21" not in args(game, "corps")) == spared


TWENTY_FIRST = {"g-31/21": "62.54", "g-42/21": "62.55", "g-t21": "63.54"}


@rule("20.6", "13.4")
def test_there_is_ammunition_for_five_turns_of_preparation() -> None:
    pools = front1914.new("offensive_a_outrance", "campaign", seed=1).position()["pools"]
    assert (pools["shots_prep"], pools["shots_42"], pools["shots_305"]) == (5, 7, 25)


@rule("15.7.1.a", "15.7.1")
def test_what_the_secondary_depot_gives_is_counted_with_the_primary() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T, "g-dSIXTH": "58.51", "f-dSECOND": ("40.70", "face")}
    placed["a-d2"] = ("52.54", "face", "army f-SECOND")
    game = field(placed, supply=False)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    game.act("provide")
    assert (mark(game, "f-dSECOND", "ammo"), mark(game, "a-d2", "ammo")) == (1, 0)
