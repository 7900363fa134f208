"""Positions that a staff must master: the question is put by the situation, the answer is any play that achieves it."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.commanders import make, play
from front1914.titles.schlieffens_war.paths import ON_FOOT, reach
from front1914.titles.schlieffens_war.world import BOARD, HEXES, SCORING, UNITS
from tests.titles.schlieffens_war.positions import situation, where

TITLE = "schlieffens_war"
SCORED = [str(HEXES[h]) for h in HEXES.numbers if SCORING >> h & 1]


def moment(game: Game) -> tuple[int, str, str]:
    return game.state.turn, game.state.active, game.state.phase


def play_while(game: Game, *phases: str, level: str = "staff", seed: int = 1) -> Game:
    """Lets commanders play as long as one of these phases of the side that is active now goes on."""
    commanders = {side: make(level, TITLE, seed) for side in game.sides}
    turn, active, _ = moment(game)
    while game.decision is not None and moment(game) in {(turn, active, phase) for phase in phases}:
        play(game, commanders, most=1)
    return game


def steps(game: Game, place: str) -> int:
    """Steps of corps and forts that stand in a hex."""
    return sum(game.state.steps[u] for u in UNITS.numbers if where(game, str(UNITS[u])) == place)


def held(game: Game, place: str) -> str:
    return "german" if game.state.held("german") >> HEXES.number(place) & 1 else "entente"


def captured(*places: str) -> dict[str, str]:
    return dict.fromkeys(places, "german")


NORTH = captured("0812", "0815", "0914", "1109", "1116", "1211", "1212", "1213", "1314")


def attacks(game: Game) -> list[str]:
    return [event.data["hex"] for event in game.events if event.kind == "odds"]


def test_take_the_open_city_now():
    game = situation({"g-1-II": "1010", "g-1-HQ": "1109", "g-1-D": "1109", "f-5-I": "1516"}, turn=4, control=NORTH)
    play_while(game, "movement")
    assert held(game, "1012") == "german"


def test_one_corps_is_enough_for_an_open_city():
    """The other one has something else to do."""
    game = situation({"g-1-II": "1010", "g-1-III": "1010", "g-1-HQ": "1109", "f-5-I": "1516"}, turn=4, control=NORTH)
    play_while(game, "movement")
    assert held(game, "1012") == "german"
    assert [where(game, u) for u in ("g-1-II", "g-1-III")].count("1012") == 1


def test_an_open_city_is_entered_on_the_way_back_too():
    game = situation(
        {"f-5-I": "1515", "f-5-HQ": "1516", "g-1-II": "1109", "g-1-HQ": "1109"},
        side="entente",
        turn=6,
        control=captured("1614"),
    )
    play_while(game, "movement")
    assert held(game, "1614") == "entente"


@pytest.mark.parametrize("bait", ["1717", "2017"])
def test_paris_is_not_left_open(bait):
    """A weak German corps stands beside Paris; both corps could attack it, but others are near."""
    units = {
        "f-5-I": "1919",
        "f-5-II": "2018",
        "f-5-HQ": "2018",
        "g-2-VII": (bait, 1),
        "g-2-X": "1715",
        "g-2-GD": "1715",
    }
    game = situation(units | {"g-2-HQ": "1614"}, side="entente", turn=6)
    play_while(game, "movement", "combat")
    assert steps(game, "1919") > 0
    assert steps(game, "2018") > 0


def test_a_german_city_keeps_more_steps_than_one_attack_can_cost():
    units = {"g-4-VI": "1606", "g-4-VIII": "1606", "g-4-HQ": "1506", "g-4-D": "1606"}
    units |= {"g-5-V": "1906", "g-5-XVI": "1906", "fort-metz": "1908"}
    game = situation(units | {"f-5-X": "1708", "f-5-XI": "1708", "f-5-1C": ("1808", 1), "f-5-HQ": "1711"}, turn=3)
    play_while(game, "movement", "combat")
    assert steps(game, "1606") >= 4


def test_a_hopeless_attack_is_refused():
    units = {"g-5-V": "1909", "g-5-HQ": "1908", "f-3-IV": "1910", "f-3-V": "1910", "fort-verdun": "1910"}
    game = situation(units | {"fort-metz": "1908", "g-5-D": "1908"}, step="attack", turn=4)
    play_while(game, "combat")
    assert attacks(game) == []


def test_a_weak_garrison_is_driven_out_and_the_city_entered():
    german = {
        "g-1-II": "1112",
        "g-1-III": "1112",
        "g-1-IV": "1111",
        "g-1-IX": "1112",
        "g-1-HQ": "1111",
        "g-1-D": "1109",
    }
    game = situation(german | {"be-1": ("1012", 1), "be-HQ": "0914"}, step="attack", turn=4)
    play_while(game, "combat")
    assert held(game, "1012") == "german"


def test_mass_then_strike():
    """Two stacks a march away from a garrison of one corps arrive together and attack."""
    german = {"g-1-II": "1111", "g-1-III": "1111", "g-1-IV": "1111", "g-1-IX": "1110", "g-1-IIIR": "1110"}
    game = situation(
        german | {"g-1-HQ": "1110", "g-1-D": "1109", "f-5-I": "1012", "f-5-HQ": "1116"}, turn=4, control=NORTH
    )
    play_while(game, "movement", "combat")
    assert attacks(game) == ["1012"]


def test_headquarters_and_depot_follow_so_that_the_corps_is_supplied():
    """Nothing is urgent: Paris has been endangered, and what could be taken at once has been taken."""
    units = {"g-1-II": "1113", "g-1-III": "1113", "g-1-HQ": "1109", "g-1-D": "1108", "f-5-I": "1919", "f-5-II": "2018"}
    path = NORTH | captured("1012", "1110", "1111", "1112", "1113", "1210")
    game = situation(units, turn=4, control=path, paris=True)
    play_while(game, "movement", "combat", "administrative")
    rows = game.position()["units"]
    assert [rows[u].get("supply", "in") for u in ("g-1-II", "g-1-III", "g-1-HQ")] == ["in"] * 3


def test_the_breach_is_sealed():
    """Neither city right behind the breach can be entered in the enemy's next move."""
    french = {"f-5-I": "1615", "f-5-II": "1615", "f-5-III": "1515", "f-5-X": "1515", "f-5-HQ": "1616"}
    french |= {"f-6-NA": "1919", "f-6-PGRD": "2018"}
    game = situation(french | {"g-2-VII": "1413", "g-2-X": "1413", "g-2-HQ": "1312"}, side="entente", turn=6)
    play_while(game, "movement")
    s = game.state
    for unit in ("g-2-VII", "g-2-X"):
        found = reach(ON_FOOT, s.at[UNITS.number(unit)], 4, s.zone("entente"), s.occupied("entente")).bits
        assert not any(found >> HEXES.number(city) & 1 for city in ("1614", "1516"))


def test_plan_xvii_is_fulfilled_when_it_is_due():
    units = {"f-1-VII": "2206", "f-1-VIII": "2206", "f-1-HQ": "2207", "g-6-XXI": "2205", "g-6-IB": "2205"}
    guard = {"g-6-HQ": "2105", "fort-metz": "1908", "g-5-V": "1906", "fort-strasbourg": "2203", "g-7-XIV": "2504"}
    game = situation(units | guard, side="entente", turn=7, plan17=6)
    play_while(game, "movement", "combat")
    assert game.state.plan17 == 7


def test_the_last_city_is_taken_on_the_last_turn():
    taken = captured(*SCORED[:12])
    units = {"g-1-II": "1515", "g-1-III": "1713", "g-1-HQ": "1514", "f-5-I": "2018", "f-5-II": "1919", "f-5-HQ": "2018"}
    game = situation(units, turn=10, control=taken, paris=True)
    assert game.state.vp == 12
    play_while(game, "movement", "combat")
    assert game.state.vp >= 13


def test_the_german_victory_is_denied_on_the_last_turn():
    taken = captured(*SCORED[:13])
    units = {"f-5-I": "1515", "f-5-HQ": "1616", "g-1-II": "1109", "g-1-HQ": "1109", "f-5-II": "1919", "f-5-III": "2018"}
    game = situation(units, side="entente", turn=10, control=taken, paris=True)
    assert game.state.vp == 13
    play_while(game, "movement", "combat", "administrative")
    assert game.result is not None
    assert game.result.winner != "german"


def test_who_defends_a_city_does_not_retreat_from_it():
    """Two steps of four are lost rather than the city."""
    units = {"f-5-I": "1614", "f-5-II": "1614", "f-5-HQ": "1616", "g-2-HQ": "1613"}
    units |= dict.fromkeys(("g-2-VII", "g-2-X", "g-2-GD"), "1613") | dict.fromkeys(("g-3-XI", "g-3-XII"), "1513")
    game = situation(units, step="attack", turn=6, dice=[4, 4, 4])
    game.act("to", "1614")
    for unit in ("g-2-VII", "g-2-X", "g-2-GD", "g-2-HQ"):
        game.act("unit", unit)
    game.act("commit")
    while game.decision.side == "entente":
        play(game, {"entente": make("staff", TITLE, 1)}, most=1)
    assert steps(game, "1614") > 0


def test_who_returns_does_so_where_it_is_wanted():
    """9.5: a corps near cities that can be taken, the depot near its HQ; German cities lie as far back as the Rhine."""
    units = {"g-1-II": "display", "g-1-III": "display", "g-7-D": "display", "g-7-HQ": "2205", "g-7-XV": "2205"}
    others = {"g-1-HQ": "1110", "g-1-D": "1109", "g-1-IV": "1110", "f-5-I": "1213", "f-1-VII": "2407"}
    game = situation(units | others, turn=4, control=captured("1109", "1110"), step="regroup")
    play_while(game, "regroup")
    ahead = [HEXES.number(city) for city in SCORED if held(game, city) == "entente"]
    for corps in ("g-1-II", "g-1-III"):
        assert min(BOARD.distance(HEXES.number(where(game, corps)), city) for city in ahead) <= 2
    depot, hq = (HEXES.number(where(game, u)) for u in ("g-7-D", "g-7-HQ"))
    assert BOARD.distance(depot, hq) <= 2


def test_a_city_is_not_left_open_for_an_attack_elsewhere():
    """The corps in Charleroi could help against a weak corps; another enemy would walk in behind it."""
    german = {"g-1-II": "1212", "g-1-III": "1112", "g-1-IV": "1112", "g-1-HQ": "1111", "g-1-D": "1110"}
    game = situation(
        german | {"f-5-I": ("1013", 1), "f-5-II": "1413", "f-5-HQ": "1516"}, turn=4, control=NORTH | captured("1112")
    )
    play_while(game, "movement", "combat")
    assert steps(game, "1212") > 0


def test_a_depot_does_not_stay_alone_before_the_enemy():
    """There is a place behind the corps from which it serves its HQ as well."""
    path = captured("1109", "1110", "1111", "1112", "1210")
    units = {"g-1-II": "1112", "g-1-III": "1112", "g-1-HQ": "1111", "g-1-D": "1210", "f-5-I": "1212", "f-5-II": "1212"}
    game = situation(units | {"f-5-HQ": "1314", "f-5-III": "1311"}, turn=4, control=path, paris=True)
    play_while(game, "movement", "combat")
    depot = where(game, "g-1-D")
    near = [HEXES.number(where(game, u)) for u in ("f-5-I", "f-5-II", "f-5-III") if where(game, u) != "display"]
    assert steps(game, depot) > 1 or all(BOARD.distance(HEXES.number(depot), at) > 1 for at in near)
