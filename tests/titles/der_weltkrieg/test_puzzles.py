"""Puzzles: what a staff must find, as a predicate on what comes of it, never a list of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.commanders.plan import LEAD, posture
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import judgement, siege, supply
from front1914.titles.der_weltkrieg.board import BOARD, COUNTRY, HEXES, OPEN_RING
from front1914.titles.der_weltkrieg.combat.pockets import connected
from front1914.titles.der_weltkrieg.terms import TERMS
from front1914.titles.der_weltkrieg.world import IS_INFANTRY, OWN, UNITS
from tests.titles.der_weltkrieg.positions import Placed, hexes, mark, situation, strength, where

TITLE = "der_weltkrieg"
LIEGE = "2107"
GUNS = ("g-21a", "g-21b", "g-42a", "g-30a")
BRIGADES = ("g-34B", "g-27B", "g-11B", "g-14B", "g-38B", "g-43B")
#: the third turn of the introduction: the heavy guns have come up
SIEGE: dict[str, Placed] = {
    "g-1A": ("2306", "supply 56"),
    "g-21b": "2206",
    "g-21a": "2207",
    "g-42a": "2306",
    "g-30a": "2307",
    "g-34B": "2206",
    "g-27B": "2206",
    "g-11B": "2207",
    "g-14B": "2207",
    "g-38B": "2306",
    "g-43B": "2306",
    "g-2KD": "2206",
    "g-4KD": "2208",
    "be-F-Liege": (LIEGE, 34),
    "be-3": LIEGE,
    "be-1": "1906",
    "be-5": "1906",
    "be-CAV": "1907",
    "be-GHQ": ("1805", "supply 16"),
}


def puzzle(units: Mapping[str, Placed], side: str = "central", step: str = "move", **more: Any) -> Game:
    neutral = ("dutch", "luxembourg", "swiss", "french", "british")
    more = {"scenario": "liege", "turn": 3, "neutral": neutral, **more}
    return situation(units, side=side, step=step, **more)


def play_while(game: Game, *phases: str) -> Game:
    """Both sides are led by staffs until the phases of the side that begins are over."""
    side = game.state.active
    staffs = {who: make("staff", TITLE, 1) for who in game.sides}
    while game.decision is not None and game.state.active == side and game.state.phase in phases:
        play(game, staffs, most=1)
    return game


def at(game: Game, h: str, side: str = "central", kind: tuple[bool, ...] = IS_INFANTRY) -> int:
    """Strength Points of a kind that a side has in a hex."""
    s = game.state
    return sum(s.strength[u] for u in s.own(side, hexes(h)[0]) if kind[u])


def gun_hexes(game: Game) -> set[str]:
    ring = {str(HEXES[h]) for h in members(OPEN_RING[hexes(LIEGE)[0]])}
    return {where(game, gun) for gun in GUNS} & ring


def test_the_guns_come_from_four_sides():
    """29-10, 29-11: with twelve points of infantry in the fortress only four sides double the guns."""
    game = puzzle(SIEGE | {"be-1": LIEGE, "be-5": LIEGE})
    play_while(game, "movement")
    assert len(gun_hexes(game)) == 4


def test_no_gun_stands_alone():
    """29-13: guns alone are walked over."""
    game = play_while(puzzle(SIEGE), "movement")
    for gun in GUNS:
        assert at(game, where(game, gun)) > 0


def test_every_gun_is_within_reach_of_the_headquarters():
    """29-4, 19-14."""
    game = play_while(puzzle(SIEGE), "movement")
    s = game.state
    for gun in GUNS:
        u = next(v for v in OWN["central"] if str(game.title.nouns["unit"][v]) == gun)
        assert supply.payers(s, u, True), gun
    assert not s.zone("entente") >> s.at[supply.payers(s, u, True)[0]] & 1 or at(game, where(game, "g-1A")) > 0


def test_the_guns_fire_and_the_infantry_waits():
    """21-3: who storms a fortress of 34 points meets a counterattack of more than a hundred."""
    game = play_while(puzzle(SIEGE), "movement", "combat")
    assert strength(game, "be-F-Liege") <= 34 - 5
    assert [strength(game, unit) for unit in BRIGADES] == [2] * 6


def test_supply_is_kept_for_the_guns():
    """Twelve Supply Points are what one bombardment costs; a weak enemy in the field is bait."""
    bait = {"be-1": ("2005", 2), "be-5": "1805", "g-1A": ("2306", "supply 12"), "g-18": "2105", "g-13": "2105"}
    posts = {"g-21b": "2106", "g-21a": "2108", "g-42a": "2206", "g-30a": "2207", "g-34B": "2106", "g-11B": "2108"}
    game = puzzle(SIEGE | bait | posts | {"be-F-Liege": (LIEGE, 9)}, turn=5)
    play_while(game, "movement", "combat")
    assert strength(game, "be-F-Liege") == 0


def test_the_fallen_fortress_is_entered_on_the_last_turn():
    """a.6: a decisive victory wants somebody in the hex."""
    units = {unit: h for unit, h in SIEGE.items() if unit not in ("be-F-Liege", "be-3")}
    game = puzzle(units | {"g-18": "2206"}, turn=6, points=1)
    staffs = {who: make("staff", TITLE, 1) for who in game.sides}
    play(game, staffs)
    assert game.result is not None
    assert (game.result.winner, game.result.level) == ("central", "decisive victory")


def test_the_last_garrison_is_stormed():
    """The fortress is gone, two points hold the town: the infantry takes it."""
    units = {unit: h for unit, h in SIEGE.items() if unit != "be-F-Liege"}
    units |= {"be-3": (LIEGE, 1), "g-18": "2206", "g-13": "2207"}
    game = play_while(puzzle(units, turn=6, points=1, dice=[6, 1, 6, 1, 6, 1]), "movement", "combat")
    assert at(game, LIEGE) > 0


def test_guns_with_a_weak_escort_are_driven_off():
    """14-4, 29-13: who drives off the escort takes the guns."""
    units: dict[str, Placed] = {"g-21b": "1012", "g-11B": ("1012", 1), "g-1A": ("1308", "supply 30")}
    units |= {"f-1": "1013", "f-2": "1014", "f-3": "0914", "f-5A": ("1015", "supply 40")}
    game = situation(units, side="entente", month=9, dice=[4, 1, 4, 1])
    play_while(game, "movement", "combat")
    assert where(game, "g-21b") == "eliminated"


def test_the_field_army_goes_into_the_fortress():
    """29-11: eight points of infantry spare the fortress the doubled fire from two sides."""
    posts = {"g-42a": "2206", "g-30a": "2207", "g-38B": "2206", "g-43B": "2207"}
    game = play_while(puzzle(SIEGE | posts, side="entente"), "movement", "combat")
    assert at(game, LIEGE, "entente") >= 8


def test_open_sides_of_the_fortress_are_shut_to_the_guns():
    """29-10, 29-11: each side from which guns fire counts; eight points inside are enough against two of them."""
    game = play_while(puzzle(SIEGE, side="entente"), "movement")
    assert where(game, "be-CAV") == "2108"
    assert at(game, "2106", "entente") > 0
    assert at(game, LIEGE, "entente") >= 8


#: the first turn: two guns, and nobody on the sides of the fortress yet
FIRST = {unit: h for unit, h in SIEGE.items() if unit not in ("g-42a", "g-30a")} | {"be-F-Liege": (LIEGE, 36)}


@pytest.mark.parametrize("other", ["2106", "2108"])
def test_the_open_sides_of_the_fortress_are_taken_before_the_heavy_guns_come(other):
    """29-10, 29-11: who stands there first keeps the side open to guns."""
    game = play_while(puzzle(FIRST, turn=2), "movement")
    assert at(game, other) > 0


@pytest.mark.parametrize("side", ["2106", "2108"])
def test_who_shuts_a_side_of_the_fortress_is_attacked(side):
    """29-10: a division of cavalry shuts as much as an army corps would."""
    posts = {"g-42a": "2206", "g-30a": "2207", "g-38B": "2206", "g-43B": "2207", "be-CAV": side}
    game = play_while(puzzle(SIEGE | posts), "movement", "combat")
    assert {event.data["hex"] for event in game.events if event.kind == "attack"} == {LIEGE, side}


def test_who_has_not_got_what_decides_is_not_told_to_keep_what_he_has():
    """The chance that Liege falls in five turns is good, but it has not fallen."""
    assert posture(puzzle(FIRST, turn=2).seat("central")) is not LEAD
    assert posture(puzzle(SIEGE, turn=6, side="entente").seat("entente")) is LEAD


def test_all_go_into_the_fortress_when_a_third_side_is_lost():
    """29-11: twelve points against three sides."""
    posts = {"g-34B": "2106", "g-27B": "2106", "g-11B": "2106"}
    game = play_while(puzzle(SIEGE | posts, side="entente"), "movement")
    assert at(game, LIEGE, "entente") >= 12


#: four sides are lost, so that twelve points inside would spare it nothing; the field army is beside one of them
FOUR_SIDES = FIRST | {"g-38B": "2206", "g-4KD": "2206", "g-43B": "2207", "g-2KD": "2207", "be-F-Liege": (LIEGE, 33)}


@pytest.mark.parametrize("weak", ["2106", "2108"])
def test_a_side_that_is_weakly_held_is_taken_back(weak):
    """29-10: each side fewer is one less on the die; who sallies goes there, for inside he spares nobody anything."""
    strong = {"2106": "2108", "2108": "2106"}[weak]
    posts: dict[str, Placed] = {"g-34B": strong, "g-27B": strong, "g-11B": (weak, 1), "g-14B": "2207"}
    near = {"2106": "2006", "2108": "2008"}[weak]
    posts |= {"be-1": near, "be-5": near}
    game = play_while(puzzle(FOUR_SIDES | posts, side="entente", turn=2, dice=[6, 1, 6, 1]), "movement", "combat")
    assert at(game, weak, "entente") > 0


@pytest.mark.parametrize(("left", "inside"), [(30, 0), (12, 1)])
def test_a_fortress_that_may_fall_at_once_is_not_left(left, inside):
    """Thirteen points are the most that a bombardment takes; until then the garrison is free where it is of no use."""
    game = puzzle(FOUR_SIDES | {"g-34B": "2106", "g-11B": "2108", "be-F-Liege": (LIEGE, left)}, side="entente")
    vital = [goal for goal in judgement.goals(game.view("entente"), "entente") if goal.vital]
    assert len(vital) == inside


def test_who_must_stay_in_the_fortress_attacks_out_of_it_and_stays():
    """12: an attack takes nobody out of his hex; the garrison of a fortress that may fall helps to open its side."""
    posts: dict[str, Placed] = {"g-34B": "2106", "g-27B": "2106", "g-11B": "2108", "g-14B": "2108"}
    units = FOUR_SIDES | posts | {"be-1": "2006", "be-5": "2006", "be-F-Liege": (LIEGE, 12)}
    game = play_while(puzzle(units, side="entente", dice=[6, 1, 6, 1]), "movement", "combat")
    struck = {str(unit) for event in game.events if event.kind == "attack" for unit in event.data["units"]}
    assert "be-3" in struck
    assert where(game, "be-3") == LIEGE


@pytest.mark.parametrize("seed", range(6))
def test_the_ground_is_chosen_by_exact_odds(seed):
    """13-3, 29-10: broken ground takes one from the die, also where the fortress falls in any case."""
    posts: dict[str, Placed] = {"g-21b": "2106", "g-21a": "2108", "g-42a": "2206", "g-30a": "2207", "g-34B": "2106"}
    posts |= {"g-11B": "2108", "be-F-Liege": (LIEGE, 3)}
    game = puzzle(SIEGE | posts, step="combat", dice=[6])
    game.act("to", LIEGE)
    for gun in GUNS:
        game.act("unit", gun)
    game.act("aim")
    game.act("commit")
    play(game, {"entente": make("staff", TITLE, seed)})
    chosen = [event.data["terrain"] for event in game.events if event.kind == "terrain"]
    assert [str(word) for word in chosen] == ["broken"]


def test_the_town_is_stormed_when_the_fortress_has_fallen():
    """a.6: four points still hold the town: guns and Headquarters stay for the last attack."""
    units = {unit: h for unit, h in SIEGE.items() if unit != "be-F-Liege"}
    units |= {"g-1A": ("2306", "supply 20"), "g-21b": "2106", "g-21a": "2108", "g-42a": "2206", "g-30a": "2207"}
    units |= {"g-34B": "2106", "g-27B": "2106", "g-11B": "2108", "g-14B": "2108", "g-38B": "2206", "g-43B": "2207"}
    units |= {"g-18": "2206", "g-13": "2207", "be-1": "2007", "be-CAV": "2006"}
    game = puzzle(units, turn=6, points=1, dice=[4, 1, 4, 1, 4, 1])
    assert siege.fort_under_siege(game.state, "central") == hexes(LIEGE)[0]
    play_while(game, "movement", "combat")
    assert at(game, LIEGE) > 0
    assert siege.fort_under_siege(game.state, "central") is None


def test_nobody_leaves_the_fortress_to_be_starved():
    """14-1: the garrison stands, whatever the guns do; a retreat would give up the fortress too (21-5)."""
    units = SIEGE | {"g-18": "2206", "g-13": "2207", "g-42a": "2206", "g-30a": "2207"}
    game = puzzle(units, step="combat", dice=[5, 3])
    game.act("to", LIEGE)
    for unit in ("g-18", "g-13", "g-42a", "g-30a"):
        game.act("unit", unit)
    game.act("commit")
    staff = make("staff", TITLE, 1)
    while game.decision is not None and game.decision.side == "entente":
        play(game, {"entente": staff}, most=1)
    assert at(game, LIEGE, "entente") > 0


def test_an_open_city_is_taken():
    """26-3: Reims counts fifteen points when a German is first there."""
    units = {"g-3": "1412", "g-4": "1212", "g-3A": ("1411", "supply 30"), "f-1": "1121", "f-5A": ("0921", "supply 30")}
    game = situation(units, month=9, turn=2)
    play_while(game, "movement")
    assert game.state.demoralization[game.title.nouns["nation"].number("french")] >= 15


def test_a_headquarters_does_not_go_where_it_is_alone_among_enemies():
    game = play_while(puzzle(SIEGE), "movement")
    assert where(game, "g-1A") not in ("2006", "2007", "2106", "2108") or at(game, where(game, "g-1A")) >= 2
    assert mark(game, "g-1A", "supply") == 56


@pytest.mark.parametrize("level", ["recruit", "staff"])
def test_twins_get_the_same_orders(level):
    """What the enemy's Headquarters holds is not known, so it changes nothing."""
    logs = []
    for held in (0, 16, 40):
        game = puzzle(SIEGE | {"be-GHQ": ("1805", f"supply {held}")})
        commander = make(level, TITLE, 3)
        while game.decision is not None and game.decision.side == "central" and game.state.phase == "movement":
            play(game, {"central": commander}, most=1)
        logs.append([str(entry.action) for entry in game.log])
    assert logs[0] == logs[1] == logs[2]
    assert len(logs[0]) > 8


def test_guns_are_not_left_behind_for_nothing():
    """29-13: a retreat destroys the guns in the hex; one point lost is no reason for it."""
    units = SIEGE | {"g-42a": "2106", "g-34B": "2106", "g-27B": "2106", "be-1": "2005"}
    game = puzzle(units, side="entente", step="combat", dice=[3, 3])
    game.act("to", "2106")
    for unit in ("be-1", "be-3"):
        game.act("unit", unit)
    game.act("commit")
    staffs = {who: make("staff", TITLE, 1) for who in game.sides}
    while game.decision is not None and any(frame[0] == "battle" for frame in game.state.flow):
        play(game, staffs, most=1)
    assert where(game, "g-42a") == "2106"


# ---- what counts, and what does not


@pytest.mark.parametrize("scenario", ["frontiers", "schlieffen_plan"])
def test_only_cities_of_nations_that_are_counted_are_goals(scenario):
    """26-2: nobody counts the Demoralization Points of Belgium: its cities draw no army."""
    game = front1914.new(TITLE, scenario, seed=1)
    for side in game.sides:
        goals = judgement.sight(game.view(side)).goals
        assert goals
        assert all(COUNTRY[goal.node] in TERMS[scenario].tracked for goal in goals)


def test_a_fortress_that_decides_nothing_gets_guns_and_an_escort_but_no_army():
    """29-11: each hex of guns has one escort; in a scenario about the fortress everybody guards them."""
    guards = {}
    for decides in (False, True):
        s = puzzle(SIEGE).state
        guns = [UNITS.number(gun) for gun in GUNS]
        posts = tuple(hexes("2206")[0] for _ in GUNS[:2]) + tuple(hexes("2207")[0] for _ in GUNS[2:])
        foot = [UNITS.number(unit) for unit in BRIGADES]
        reach = {u: set(posts) for u in foot}
        guards[decides] = siege._guards(s, foot, siege._wards(s, guns, posts, []), reach, decides)
    assert sorted(guards[False].values()) == sorted(hexes("2206", "2207"))
    assert len(guards[True]) == len(BRIGADES)


@pytest.mark.parametrize("wanders", ["g-3", "g-4"])
def test_where_no_line_leads_home_nobody_likes_to_stand(wanders):
    """20-13, 26-3: behind the enemy one would surrender, which counts twice."""
    units: dict[str, Placed] = {wanders: "1412", "g-3A": ("1411", "supply 30"), "f-1": "1121"}
    game = situation(units, month=9, turn=2)
    sight = judgement.sight(game.view("central"))
    piece = next(p for p in sight.own if p.id == wanders)
    home = connected(game.state, "central")
    beyond = next(h for h in HEXES.numbers if not (home | BOARD.spread(home)) >> h & 1)
    assert judgement.stand(sight, piece, piece.at) == 0
    assert judgement.stand(sight, piece, beyond) < 0


#: the Danube: what stands on the northern bank, and the Headquarters of both
BANKS: dict[str, Placed] = {
    "ah-3": "4304",
    "ah-36": "4304",
    "ah-A1": "4304",
    "ah-E1": "4304",
    "ah-5A": ("4303", "supply 40"),
    "g-11A": ("4102", "supply 20"),
    "s-2A": ("4508", "supply 12"),
}
#: hexes of the southern bank beside Belgrade, and what lies behind them
SOUTH = ("4105", "4205", "4306", "4405", "4505", "4106", "4206", "4406", "4506", "4307", "4308", "4207", "4407")


def on_the_danube(units: Mapping[str, Placed], side: str, turn: int) -> Game:
    return situation(BANKS | units, scenario="danube", year=1915, month=10, turn=turn, side=side, step="move")


@pytest.mark.parametrize(("left", "right"), [("g-105", "ah-40"), ("ah-40", "g-105")])
def test_who_cannot_storm_a_city_goes_round_it(left, right):
    """35-1, 14-4, 26-3: nobody is driven out of Belgrade, and Nish behind it is open and enough to win."""
    serbs: dict[str, Placed] = {"s-1M": "4305", "s-1D": "4305", "s-1T": "4305"}
    game = on_the_danube({left: "4204", right: "4404"} | serbs, "central", 2)
    staffs = {who: make("staff", TITLE, 1) for who in game.sides}
    while game.decision is not None and game.state.turn < 3:
        play(game, staffs, most=1)
    assert any(where(game, unit) in SOUTH for unit in (left, right, "ah-3", "ah-36"))


@pytest.mark.parametrize("there", ["4105", "4205"])
def test_a_city_that_decides_is_not_left_to_who_has_crossed(there):
    """26-3, a.5: Nish is worth fifteen points, ten win; Belgrade needs no more than one division."""
    units: dict[str, Placed] = {"g-105": there, "s-1M": "4305", "s-1D": "4306", "s-1T": "4406"}
    game = play_while(on_the_danube(units, "entente", 2), "movement")
    assert at(game, "4305", "entente") > 0
    assert at(game, "4308", "entente") > 0
