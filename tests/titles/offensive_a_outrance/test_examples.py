"""The worked examples of 11.2.2, 15.3.2 and 15.5, and what is left of combat and supply beside them."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, IN, OPEN, PORT, SEA_SIDES
from front1914.titles.offensive_a_outrance.combat.guns import lenders
from front1914.titles.offensive_a_outrance.combat.parties import able, objection
from front1914.titles.offensive_a_outrance.logistics.supply import (
    by_rail,
    isolated,
    rings,
    self_supplied,
    sources,
    supplied,
)
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import load
from front1914.titles.offensive_a_outrance.state import RETREATED
from front1914.titles.offensive_a_outrance.world import FACES, GUNS, PROFICIENCY, UNITS
from tests.titles.offensive_a_outrance.battlefield import RAILS, carry_on, field, indicate, units
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, mark, situation, where

rule = pytest.mark.rule


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


# ---- the comprehensive combat example (11.2.2)

BATTLE: dict[str, Placed] = {
    "g-8-Ez": ("43.40", "army g-FOURTH"),
    "g-12/6": "42.39",
    "f-23/12": ("43.41", "pa 43.40"),
    "f-3/2": ("42.40", "ce -1"),
    "f-4/2": "42.40",
    "f-dFOURTH": "42.42",
    "g-dFOURTH": "43.36",
}


@rule("9.1.1.d", "9.1.1.e", "9.1.1.g", "9.1.1.i", "9.6.1.e", "9.7", "9.8.2.d", "9.9.1", "10.0.b", "10.1.1.a", "10.1.2")
@rule("10.2", "10.3.a", "11.2")
def test_the_comprehensive_combat_example() -> None:
    """OAO-10.1.1-01 and its sisters: white 6, black 3; the checks 8, 3 and 7."""
    game = situation(BATTLE, phase="attack", step="begin_attacks", hexes=RAILS, dice=["6-3", 8, 3, 7])
    indicate(game, "43.40", "f-3/2", "f-4/2")
    game.act("done")
    while asked(game)[1] != "loss":
        step = asked(game)[1]
        if step == "intensity":
            game.act("intense")
        elif step == "ammo":
            game.act("provide")
        else:
            game.act("done")
    assert asked(game) == ("allied", "loss")
    game.act("unit", "f-3/2")
    assert asked(game) == ("german", "lend")
    assert args(game, "unit") == ["g-12/6"]
    game.act("unit", "g-12/6")
    odds = happened(game, "odds")[0]
    assert (odds["odds"], odds["modifier"]) == ("3:2", -1)
    assert happened(game, "result")[0]["result"] == "+3/+3①"
    guns = happened(game, "guns")[0]
    assert (guns["attacker"], guns["defender"], guns["first"], guns["second"]) == (12, 12, 0, 1)
    checks = [(event["side"], event["hex"], event["dice"], event["modifier"]) for event in happened(game, "check")]
    assert checks == [("allied", "42.40", 8, 3), ("allied", "43.41", 3, 3), ("german", "43.40", 7, 4)]
    assert [mark(game, unit, "sr") for unit in ("f-3/2", "f-4/2", "f-23/12", "g-8-Ez")] == [1, 0, 0, 1]
    assert [mark(game, unit, "ce") for unit in ("f-3/2", "f-4/2", "f-23/12", "g-8-Ez")] == [2, 0, 0, 0]
    assert where(game, "g-8-Ez") == "43.40"
    assert asked(game)[1] != "advance"  # the hex was not vacated


# ---- the figures of supply (15.3.2, 15.5)

ENEMIES: dict[str, Placed] = {"g-31/21": "58.53", "g-42/21": "59.53", "g-3B/2B": "61.54", "g-4B/2B": "59.56"}


def figure(more: dict[str, Placed]) -> Game:
    """The 22/11 in 59.54, its Train in 56.55 with a line of its own, no other railway."""
    hexes: dict[str, dict[str, Any]] = {}
    placed: dict[str, Placed] = {"f-22/11": "59.54", "f-t11": "56.55", "f-dFOURTH": "52.54", **ENEMIES, **more}
    line = {word: cells for word, cells in RAILS.items() if BOARD.distance(h(word), h("59.54")) > 6}
    hexes |= line
    return situation(placed, phase="supply", step="move", hexes=hexes)


@rule("15.3.1", "15.3.2")
def test_the_figure_of_supply_lines() -> None:
    """OAO-15.3.2-01, -03."""
    n = u("f-22/11")
    assert (FACES[n][0], GUNS[n], PROFICIENCY[n]) == ((13, 15), 4, 5)
    without, with_a = figure({}).state, figure({"f-21/11": "57.55"}).state
    assert not sources(without, n)
    assert sources(with_a, n)
    near = list(rings(with_a, (h("59.54"),), "allied", 5))
    assert near[1] >> h("58.54") & 1
    assert not list(rings(without, (h("59.54"),), "allied", 5))[1:]


@rule("15.5", "15.5.a")
def test_the_figure_of_isolation() -> None:
    """OAO-15.5-02."""
    n = u("f-22/11")
    with_b, without = figure({"g-5B/3B": "58.55"}).state, figure({}).state
    assert isolated(with_b, n)
    assert not isolated(without, n)
    assert not supplied(without, (n,))


# ---- what is left of 15


@rule("15.1.3.a")
def test_french_use_belgian_rails_only_if_linked_to_france() -> None:
    belgian = {word: cells for word, cells in RAILS.items() if IN["belgium"] >> h(word) & 1}
    place = "48.20"
    placed: dict[str, Placed] = {"f-11/20": place, "be-dBELGIAN": "52.21", "g-31/21": "64.50"}
    army = {"be-BELGIAN": {"base": "52.16"}}
    cut = situation(placed, phase="supply", step="move", hexes=belgian, armies=army).state
    assert not by_rail(cut, u("f-11/20"))
    linked = situation(placed, phase="supply", step="move", hexes=RAILS, armies=army).state
    assert by_rail(linked, u("f-11/20"))
    guest: dict[str, Placed] = {**placed, "f-11/20": (place, "army be-BELGIAN")}
    assert by_rail(situation(guest, phase="supply", step="move", hexes=belgian, armies=army).state, u("f-11/20"))


@rule("15.1.3.b")
def test_rails_bring_no_ammo() -> None:
    """Both are in supply by rail; without a Depot neither has Ammo, and strengths are halved."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": "55.53"}
    game = field(placed, supply=False)
    assert by_rail(game.state, u("f-11/20"))
    assert not sources(game.state, u("f-11/20"))
    indicate(game, "55.53", "f-11/20")
    game.act("done")
    carry_on(game)
    assert {event["unit"] for event in happened(game, "no_ammo")} == {"f-11/20", "g-31/21"}
    rich = field(placed)
    indicate(rich, "55.53", "f-11/20")
    rich.act("done")
    carry_on(rich)
    assert not happened(rich, "no_ammo")


@rule("15.1.5")
def test_ports_supply_the_allies() -> None:
    port = next(n for n in members(PORT) if OPEN >> n & 1)
    s = situation({"f-11/20": str(HEXES[port]), "g-31/21": "64.50"}).state
    assert self_supplied(s, u("f-11/20"))
    s = situation({"f-11/20": "54.53", "g-31/21": str(HEXES[port])}, held={"german": "all"}).state
    assert not self_supplied(s, u("g-31/21"))
    assert not self_supplied(s, u("f-11/20"))


@rule("15.3.a")
def test_no_supply_over_the_sea() -> None:
    ends = [BOARD.links[n] for n in members(SEA_SIDES)]
    a, b = next((a, b) for a, b in ends if OPEN >> a & 1 and OPEN >> b & 1)
    s = situation({"f-11/20": str(HEXES[a]), "g-31/21": "64.50"}).state
    first = list(rings(s, (a,), "allied", 1))
    assert len(first) == 2
    assert not first[1] >> b & 1


@rule("15.6.b", "15.6.a")
def test_depots_neither_count_nor_hold_ground() -> None:
    s = situation({"f-dSECOND": "54.53", "f-11/20": "52.53", "g-31/21": "64.50"}).state
    assert load(s, [u("f-dSECOND")]) == 0
    assert load(s, [u("f-11/20")]) > 0
    assert not s.ground("allied").zone >> h("55.53") & 1


@rule("15.6.2a.a", "15.6.2a")
def test_a_train_that_cannot_go_three_hexes_flies_to_its_depot() -> None:
    around: dict[str, Placed] = {"g-42/21": "52.52", "g-3B/2B": "54.55", "g-4B/2B": "52.54"}
    placed: dict[str, Placed] = {"f-t20": "54.53", "f-dSECOND": "48.54", "g-31/21": "56.52", **around}
    game = situation(placed, side="german", hexes=RAILS, held={"german": "all"})
    game.act("unit", "g-31/21")
    game.act("to", "55.53")
    assert where(game, "f-t20") == where(game, "f-dSECOND")
    assert mark(game, "f-t20", "face") == 1


# ---- what is left of 9, 10 and 19


@rule("9.2.5.A3")
def test_who_has_retreated_takes_no_part() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": ("55.53", f"did {RETREATED}"), "g-42/21": "55.53"}
    s = field(placed).state
    assert able(s, h("55.53")) == [u("g-42/21")]
    s = field({"f-11/20": ("54.53", f"did {RETREATED}"), "g-31/21": "55.53"}).state
    reason = objection(s, h("55.53"), u("f-11/20"))
    assert reason is not None
    assert reason.rule == "9.2.5"


@rule("10.1.1.d")
def test_one_force_of_a_neighbouring_hex_lends_its_guns() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": "55.53", "g-42/21": "54.52", "g-3B/2B": "54.52"}
    game = field(placed, dice=["3-4", 2, 2])
    indicate(game, "55.53", "f-11/20")
    game.act("done")
    while asked(game)[1] != "lend":
        game.act("calm" if asked(game)[1] == "intensity" else "done")
    assert set(lenders(game.state)) == set(units("g-42/21", "g-3B/2B"))
    game.act("unit", "g-3B/2B")
    assert asked(game)[1] != "lend"  # the other one may not
    assert happened(game, "guns")[0]["defender"] == GUNS[u("g-31/21")] + GUNS[u("g-3B/2B")]


@rule("19.1.6.a")
def test_a_stretched_force_attacks_once() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "54.52"), "g-31/21": "55.53", "g-42/21": "53.52"}
    game = field(placed)
    assert set(args(game, "to")) == {"55.53", "53.52"}
    indicate(game, "55.53", "f-11/20")
    reason = objection(game.state, h("53.52"), u("f-11/20"))
    assert reason is not None
    assert reason.rule == "9.2"
