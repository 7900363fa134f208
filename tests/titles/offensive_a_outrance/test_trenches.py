"""14: Improved Positions: who digs them, where, how long they last; those that are printed."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, PRINTED_IP
from front1914.titles.offensive_a_outrance.combat.shifts import shifts
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import level
from front1914.titles.offensive_a_outrance.sequence import begin_phase
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import Placed, happened, mark, refused, situation

rule = pytest.mark.rule
C, N, S = "07.59", "07.58", "07.60"


def h(word: str) -> int:
    return HEXES.number(word)


def field(units: dict[str, Placed], **more: Any) -> Game:
    more.setdefault("pools", {"allied_ip": 2, "german_ip": 2})
    return situation(units, **more)


def digging(unit: str, **more: Any) -> Game:
    game = field({unit: C, "g-4/2": "07.56"}, **more)
    game.act("unit", unit)
    return game


@rule("14.3", "14.3.1")
def test_an_infantry_formation_digs_with_thirteen_points() -> None:
    """OAO-14.3.1-01: nine in the Movement Phase, four in the next one."""
    game = digging("f-13/21")
    game.act("dig")
    assert (mark(game, "f-13/21", "done"), level(game.state, h(C))) == (9, 0)
    assert refused(digging("f-Ch-13"), "dig") == "14.3"
    assert refused(digging("f-2-c"), "dig") == "14.3"


@rule("14.3")
def test_even_in_an_enemy_zone() -> None:
    game = field({"f-13/21": C, "g-4/2": N})
    game.act("unit", "f-13/21")
    assert game.why_not("dig") is None


@rule("14.3.1.a")
def test_nobody_helps_with_a_position() -> None:
    game = field({"f-13/21": C, "f-43/21": (C, "task dig", "done 5"), "g-4/2": "07.56"})
    game.act("unit", "f-13/21")
    assert refused(game, "dig") == "14.3.1"


@rule("14.3.2")
@pytest.mark.parametrize(("enemy", "allowed"), [("07.55", True), ("07.54", False)])
def test_within_four_hexes_of_an_enemy(enemy: str, allowed: bool) -> None:
    """OAO-14.3.2-01."""
    game = field({"f-13/21": C, "g-4/2": enemy})
    game.act("unit", "f-13/21")
    assert (game.why_not("dig") is None) == allowed
    if not allowed:
        assert refused(game, "dig") == "14.3.2"


@rule("14.0", "14.0.a")
def test_positions_have_two_levels_and_are_seen_by_all() -> None:
    game = field({"f-13/21": C, "g-4/2": "07.56"}, hexes={C: {"ip": 1}})
    assert level(game.state, h(C)) == 1
    assert level(game.state, h(N)) == 0
    assert level(game.state, members(PRINTED_IP)[0]) == 2
    for side in ("german", "observer"):
        assert game.view(side)["position"]["hexes"][C]["ip"] == 1
    works = field({"f-13/21": (C, "task dig", "done 5"), "g-4/2": "07.56"})
    row = works.view("german")["position"]["units"]["f-13/21"]
    assert (row["task"], row["done"]) == ("dig", 5)


@rule("14.4")
def test_a_position_is_gone_when_a_phase_ends_without_its_owner() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "origin 07.59"), "f-t21": S, "g-4/2": "07.56"}
    game = field(units, hexes={C: {"ip": 1}, S: {"ip": 1}})
    begin_phase(game.state, "counter_movement")
    assert (game.state.ip[h(C)], game.state.ip[h(S)]) == (1, 0)  # a Train is no Combat unit
    assert [event["hex"] for event in happened(game, "position_gone")] in ([], [S])


@rule("14.4")
def test_the_enemy_does_not_keep_it() -> None:
    """He entered the hex in this phase; those who stood there have gone back."""
    units: dict[str, Placed] = {"f-13/21": (S, f"origin {C}"), "g-4/2": (C, f"origin {N}")}
    game = field(units, hexes={C: {"ip": 1, "dug_by": "allied"}})
    begin_phase(game.state, "counter_attack")
    assert game.state.ip[h(C)] == 0
    relieved: dict[str, Placed] = {"f-13/21": (S, f"origin {C}"), "f-43/21": (C, f"origin {S}"), "g-4/2": N}
    game = field(relieved, hexes={C: {"ip": 1, "dug_by": "allied"}})
    begin_phase(game.state, "counter_attack")
    assert game.state.ip[h(C)] == 1


@rule("14.4", "19.0")
def test_a_half_keeps_it_too() -> None:
    """Whoever controls the hex: a Combat unit of those who built it stands there."""
    units: dict[str, Placed] = {"f-13/21": (S, C, f"origin {S}"), "g-4/2": "07.56"}
    game = field(units, hexes={C: {"ip": 1, "dug_by": "allied", "control": "german"}})
    begin_phase(game.state, "counter_attack")
    assert game.state.ip[h(C)] == 1


@rule("14.5")
def test_a_printed_position_outlasts_its_garrison_but_not_an_enemy() -> None:
    place = next(n for n in members(PRINTED_IP) if str(HEXES[n]).startswith("5") and "Metz" in _camp(n))
    game = field({"f-13/21": C, "g-4/2": "64.28"})
    begin_phase(game.state, "attack")
    assert level(game.state, place) == 2
    outside = next(n for n in BOARD.neighbours[place] if not PRINTED_IP >> n & 1)
    game = field({"f-13/21": str(HEXES[outside]), "g-4/2": "64.28"}, held={"allied": "all"})
    game.act("unit", "f-13/21")
    game.act("to", str(HEXES[place]))
    assert level(game.state, place) == 0


def _camp(n: int) -> str:
    from front1914.titles.offensive_a_outrance.board import CAMP_OF

    return CAMP_OF.get(n, "")


@rule("14.5.a", "14.1")
def test_a_fortress_alone_has_the_position_around_it() -> None:
    units: dict[str, Placed] = {"f-11/20": "52.48", "g-fx-Metz-1": "53.48"}
    attackers, defenders = (UNITS.number("f-11/20"),), (UNITS.number("g-fx-Metz-1"),)
    whole = field(units, phase="attack", step="attack").state
    ruins = field(units, phase="attack", step="attack", hexes={"53.48": {"ruined": 1}}).state
    assert level(whole, h("53.48")) == 2
    total = [sum(shift[0] for shift in shifts(s, h("53.48"), attackers, defenders)) for s in (whole, ruins)]
    assert total[0] == total[1] - 2
