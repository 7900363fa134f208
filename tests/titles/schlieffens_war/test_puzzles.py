"""Positions that a staff must master: the question is put by the situation, the answer is any play that achieves it."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.titles.schlieffens_war import judgement
from front1914.titles.schlieffens_war.paths import ON_FOOT, reach
from front1914.titles.schlieffens_war.world import (
    BOARD,
    CORPS,
    GERMAN_CITY,
    HEXES,
    IS_CORPS,
    MA,
    NATION,
    OWN,
    SCORING,
    SIZE,
    UNITS,
)
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

#: twelve cities, so that nothing but the last one is near St Quentin; and thirteen, with nothing near but it
NEAR = NORTH | captured("1317", "1418", "1614")
DISTANT = captured(
    *["0812", "0815", "0914", "0918", "0919", "1012", "1019", "1109", "1211", "1212", "2108", "2109", "1516"]
)


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


@pytest.mark.parametrize("ahead", ["1314", "1213"])
def test_headquarters_do_not_outrun_their_depot(ahead):
    """8.6, 8.8: while Liege bars the railway an HQ beyond its depot feeds nobody, and may be lost."""
    units = {"g-1-II": ahead, "g-1-III": ahead, "g-1-HQ": "1110", "g-1-D": "1208", "fort-liege": "1109", "be-3": "1109"}
    path = captured("1110", "1111", "1112", "1113", "1208", "1209", "1210", "1212", "1213", "1312", "1313", "1314")
    game = situation(units, turn=3, scenario="introduction", control=path)
    play_while(game, "movement", "combat", "administrative")
    assert game.position()["units"]["g-1-HQ"].get("supply", "in") == "in"


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


# ---- what loses the game at once


def open_to(game: Game, place: str, side: str) -> bool:
    """Whether a corps of the side could simply walk into a hex in its next move."""
    s, target = game.state, HEXES.number(place)
    foe = "german" if side == "entente" else "entente"
    corps = [u for u in OWN[side] if IS_CORPS[u] and s.at[u] < SIZE]
    zone, held_by = s.zone(foe), s.occupied(foe)
    return any(reach(ON_FOOT, s.at[u], 4, zone, held_by).bits >> target & 1 for u in corps)


LORRAINE = {"fort-metz": "1908", "g-5-V": "1908", "g-5-HQ": "1907", "g-5-D": "1906", "f-3-HQ": "1910"}


@pytest.mark.parametrize(
    ("city", "ours", "theirs"),
    [
        ("1906", {"g-5-VR": "1906", "g-5-LW": "1906"}, {"f-3-IV": "1808", "f-3-V": "1808", "f-3-VI": "1909"}),
        ("1606", {"g-4-VI": "1606", "g-4-VIII": "1607"}, {"f-4-XII": "1710", "f-4-XVII": "1710", "f-3-VI": "1709"}),
    ],
)
def test_a_fortress_stops_nobody_who_marches_past_it(city, ours, theirs):
    """7.0: those in Metz have no zone: the city behind it is held, however much is to be won before it."""
    game = situation(LORRAINE | ours | theirs, turn=4, paris=True)
    play_while(game, "movement", "combat")
    assert not open_to(game, city, "entente")


@pytest.mark.parametrize(
    ("city", "ours", "theirs"),
    [
        ("2504", {"g-7-XIV": "2504", "g-7-XV": "2404", "g-7-XIVR": "2403"}, ("2507", "2607")),
        ("1606", {"g-4-VI": "1606", "g-4-VIII": "1607", "g-4-XVIII": "1506"}, ("1711", "1811")),
    ],
)
def test_enough_stay_within_a_march_of_a_city_that_may_be_threatened(city, ours, theirs):
    """Three French corps are two marches away: four steps could be there when they come."""
    french = dict(zip(("f-1-VII", "f-1-VIII", "f-1-XIII"), (*theirs, theirs[0]), strict=True))
    units = ours | french | {"g-7-HQ": "2304", "g-4-HQ": "1506", "f-1-HQ": "2708"}
    game = situation(units, turn=4, paris=True)
    play_while(game, "movement", "combat")
    near = [u for u in ours if BOARD.distance(HEXES.number(where(game, u)), HEXES.number(city)) <= 3]
    assert sum(game.state.steps[UNITS.number(u)] for u in near) >= 4


def ridden(game: Game) -> list[str]:
    """German cities that the French cavalry could simply ride into in its next move."""
    s, rider = game.state, UNITS.number("f-2-2C")
    if s.at[rider] >= SIZE:
        return []
    way = reach(ON_FOOT, s.at[rider], 6, s.zone("german"), s.occupied("german")).bits
    return [str(HEXES[h]) for h in members(way & GERMAN_CITY)]


GUARDED = {"fort-strasbourg": "2203", "fort-metz": "1908", "g-5-LW": "1906", "g-7-ERS": "1906", "g-7-XIV": "2504"}


@pytest.mark.parametrize(("ours", "open_"), [("1904", ["1801", "2001"]), ("2003", [])])
def test_one_corps_bars_the_way_to_two_cities(ours, open_):
    """4.3: a lone cavalry corps could ride into Mannheim or Karlsruhe; who goes into one of them leaves the other."""
    units = GUARDED | {"g-6-XXI": ours, "g-6-HQ": "1905", "g-4-VI": "1606", "f-2-2C": "2105", "f-2-HQ": "2207"}
    game = situation(units, turn=6, paris=True)
    assert ridden(game) == open_
    play_while(game, "movement", "combat")
    assert ridden(game) == []


def test_a_depot_that_will_leave_stops_nobody():
    """It stands in the rider's way now, but it goes where its HQ goes; the corps beside it would like to attack."""
    units = {
        "g-6-IIIB": "2104",
        "g-6-XXI": "2104",
        "g-5-D": "2104",
        "g-5-HQ": "2303",
        "g-6-HQ": "1905",
        "g-5-XIII": "2005",
    }
    units |= {"fort-strasbourg": "2203", "g-6-3C": "2203", "fort-metz": "1908", "f-2-HQ": "2207"}
    units |= {"f-2-2C": "2205", "f-2-2GRD": ("2006", 1)}
    game = situation(units, turn=5, paris=True)
    play_while(game, "movement", "combat")
    assert ridden(game) == []


FRENCH_HORSE = [str(UNITS[u]) for u in CORPS["entente"] if NATION[u] == "french" and MA[u] > 4]
LINES = {"fort-strasbourg": "2203", "fort-metz": "1908", "g-6-HQ": "1905", "f-2-HQ": "2207"}


@pytest.mark.parametrize("rider", ["2109", "1909"])
def test_a_way_past_the_line_is_found_by_the_rules_themselves(rider):
    """4.3, 10.4, 10.5: what a march costs depends on the side from which a hex is entered."""
    units = LINES | {"g-7-XIV": "2504", "g-4-VI": "1806", "g-6-XXI": "1906", "g-6-D": "1905"}
    game = situation(units | {"f-2-2C": rider, "f-3-IV": "1709"}, turn=6, paris=True)
    play_while(game, "movement", "combat")
    assert ridden(game) == []


@pytest.mark.parametrize(("bars", "near"), [("1902", ("2505", "2605")), ("2003", ("2506", "2606"))])
def test_who_bars_the_way_is_not_called_to_a_city_that_is_held(bars, near):
    """The second corps that Freiburg wants may come from elsewhere; into Karlsruhe the cavalry would simply ride."""
    units = GUARDED | {"g-7-XIV": "absent", "g-4-VI": "1606", "g-6-3C": bars, "g-6-IBR": "2504", "g-6-HQ": "1904"}
    units |= {"g-7-HQ": "2403", "f-2-2C": "2205", "f-2-HQ": "2207", "f-1-VII": near[0], "f-1-VIII": near[1]}
    game = situation(units, turn=6, paris=True)
    assert ridden(game) == []
    play_while(game, "movement", "combat")
    assert ridden(game) == []


@pytest.mark.parametrize(("at", "foe"), [("2003", "2104"), ("1903", "1904")])
@pytest.mark.parametrize("left", [1, 2])
def test_who_bars_the_way_attacks_only_if_he_survives_it(at, foe, left):
    """11.18: an attack may cost its last step; behind it Karlsruhe lies open (4.3)."""
    units = GUARDED | {"g-6-XXI": (at, left), "g-6-HQ": "1902", "g-4-VI": "1606", "f-2-HQ": "2207"}
    game = situation(units | {"f-2-2C": "2105", "f-2-2GRD": (foe, 1, "fatigued")}, turn=6, paris=True, step="attack")
    assert ridden(game) == []
    play_while(game, "combat")
    assert attacks(game) == ([foe] if left == 2 else [])
    assert ridden(game) == []


@pytest.mark.parametrize(("covered", "open_"), [("f-5-1C", True), ("f-5-X", False)])
def test_a_covered_counter_may_be_the_fastest(covered, open_):
    """6.6: the lower counter in Toul may be cavalry, as long as the cavalry is not seen elsewhere."""
    units = LINES | {"g-4-VI": "1605", "f-4-COL": "2109"} | dict.fromkeys(FRENCH_HORSE, "display") | {covered: "2109"}
    game = situation(units, turn=6, paris=True, fog=True)
    view = game.view("german")
    assert covered not in view["position"]["units"]
    assert bool(judgement.walked(judgement.sight(view), {"g-6-HQ"}) >> HEXES.number("1606") & 1) == open_


# ---- supply


@pytest.mark.parametrize(
    ("hq", "start", "foe"), [("1111", "1112", "1214"), ("1110", "1112", "1215"), ("1112", "1113", "1115")]
)
def test_nobody_outruns_his_supply(hq, start, foe):
    """8.6 to 8.8: three cities lie open, but one HQ does not feed three corps in three places."""
    units = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), start) | {"g-1-HQ": hq, "g-1-D": "1109"}
    way = captured("0812", "1012", "1109", "1110", "1111", "1112", "1113", "1210", "1211", "1212", "1213")
    game = situation(units | {"f-5-I": (foe, 1), "f-5-II": "1516", "f-5-HQ": "1516"}, turn=5, paris=True, control=way)
    before = game.state.vp
    play_while(game, "movement", "combat", "administrative")
    rows = game.position()["units"]
    assert [u for u in units if rows[u].get("supply", "in") == "out"] == []
    assert game.state.vp > before


# ---- the last turn


@pytest.mark.parametrize(("start", "hq"), [("1515", "1514"), ("1713", "1613")])
def test_paris_is_endangered_while_there_is_time(start, hq):
    """4.1: with enough cities the German still only draws; one hex of the perimeter within a march wins."""
    units = {"g-1-II": start, "g-1-III": start, "g-1-HQ": hq, "f-5-I": "2018", "f-5-II": "1919", "f-5-HQ": "2018"}
    game = situation(units, turn=10, control=captured(*SCORED[:14]))
    play_while(game, "movement", "combat")
    assert game.state.paris


@pytest.mark.parametrize(("start", "city"), [("1412", "1614"), ("1211", "1116")])
def test_a_forced_march_on_the_last_turn(start, city):
    """10.6: nobody asks on the last turn what it costs; the city is one hex farther than a march."""
    taken = captured(*[c for c in SCORED if c != city][:13])
    units = {"g-1-II": start, "g-1-HQ": start, "g-1-D": start, "f-5-I": "2018", "f-5-II": "1919", "f-5-HQ": "2018"}
    game = situation(units, turn=10, control=taken, paris=True)
    before = game.state.vp
    play_while(game, "movement", "combat")
    assert game.state.vp > before


@pytest.mark.parametrize(("city", "foe", "bait"), [("1614", "1616", "1516"), ("1213", "1215", "1116")])
def test_one_city_is_not_grabbed_where_the_same_march_gives_one_away(city, foe, bait):
    """The corps holds a city that an enemy could walk into after it: on the last turn nobody comes back."""
    taken = captured(*[c for c in SCORED if c not in (city, bait)][:12], city)
    units = {"g-1-II": city, "g-1-HQ": city, "f-5-I": foe, "f-5-II": "1919", "f-5-III": "2018", "f-5-HQ": "2018"}
    game = situation(units, turn=10, control=taken, paris=True)
    assert game.state.vp == 13
    play_while(game, "movement", "combat", "administrative")
    assert game.state.vp >= 13
    assert not open_to(game, city, "entente")


# ---- choices that are made once


@pytest.mark.parametrize(("near", "far"), [("1613", "1108"), ("2206", "1606")])
def test_who_goes_east_is_whom_the_front_misses_least(near, far):
    """9.4: two corps leave on Turn 7."""
    units = {"g-1-II": near, "g-1-III": near, "g-1-IV": far, "g-1-IX": far, "g-1-HQ": near, "f-5-I": "1715"}
    game = situation(units | {"f-1-VII": "2308"}, turn=7, step="regroup", paris=True)
    play_while(game, "regroup")
    assert {where(game, u) for u in ("g-1-II", "g-1-III")} == {near}


@pytest.mark.parametrize("front", ["1516", "1317"])
def test_who_lands_lands_together(front):
    """9.2: the corps of the BEF come to one port, the nearest to the army."""
    units = {"b-I": "track", "b-II": "track", "b-C": "track", "b-HQ": "track", "f-5-I": front, "f-5-HQ": front}
    game = situation(units | {"g-1-II": "1213", "g-1-HQ": "1213"}, side="entente", turn=3, step="regroup")
    play_while(game, "regroup")
    landed = {where(game, u) for u in ("b-I", "b-II", "b-C")} - {"track", "absent"}
    assert len(landed) == 1


# ---- a duty of each side, and what is left alone


@pytest.mark.parametrize(("at", "fort"), [("1909", "1910"), ("2107", "2108")])
def test_no_attack_at_bad_odds_in_a_quiet_sector(at, fort):
    """Nothing is to be won there but losses."""
    units = {"g-5-V": at, "g-5-HQ": "1908", "g-5-D": "1908", "fort-metz": "1908"}
    units |= dict.fromkeys(("f-3-IV", "f-3-V", "f-3-VI"), fort) | {"f-3-HQ": fort}
    game = situation(units, step="attack", turn=5, paris=True)
    play_while(game, "combat")
    assert attacks(game) == []


@pytest.mark.parametrize(("stack", "city"), [("1413", "1314"), ("1112", "1012")])
def test_whoever_takes_a_city_holds_it_with_what_the_reply_cannot_drive_out(stack, city):
    """Three corps drive out one step; two French corps are a march away: more than one steps up."""
    german = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), stack) | {"g-1-HQ": stack, "g-1-D": "1211"}
    french = {"f-5-I": (city, 1), "f-5-II": "1416", "f-5-III": "1416", "f-5-X": "1115", "f-5-HQ": "1516"}
    game = situation(german | french, step="attack", turn=5, paris=True, control=captured("1211", "1212", "1109"))
    play_while(game, "combat")
    if held(game, city) == "german":
        assert steps(game, city) >= 3


@pytest.mark.parametrize(("stack", "city"), [("1113", "1012"), ("1112", "1012")])
def test_headquarters_do_not_follow_into_what_was_taken(stack, city):
    """8.6: they have been put where they feed the army; from the city they might feed nobody."""
    german = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), stack) | {"g-1-HQ": stack, "g-1-D": "1211"}
    units = german | {"f-5-I": (city, 1), "f-5-II": "1416", "f-5-HQ": "1516"}
    game = situation(units, step="attack", turn=5, paris=True, control=captured("1211", "1212", "1109"))
    play_while(game, "combat")
    assert attacks(game) == [city]
    assert where(game, "g-1-HQ") == stack


@pytest.mark.parametrize(
    ("hq", "near", "least", "most"), [("1110", "1919", 1, 1), ("1110", "1115", 0, 0), ("1112", "1115", 2, 3)]
)
def test_beyond_supply_one_takes_what_nobody_menaces(hq, near, least, most):
    """8.7, 8.8: an HQ feeds two hexes far. Who goes farther is half as strong: nobody does before three French corps;
    where they are fed more than one goes in."""
    german = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), "1112") | {"g-1-HQ": hq, "g-1-D": "1109"}
    french = {"f-5-I": ("1012", 1), "f-5-HQ": "1516"} | dict.fromkeys(("f-5-II", "f-5-III", "f-5-X"), near)
    way = captured("1211", "1212", "1109", "1110", "1111", "1112")
    game = situation(german | french, step="attack", turn=5, paris=True, control=way)
    play_while(game, "combat")
    assert attacks(game) == ["1012"]
    assert least <= len([u for u in german if where(game, u) == "1012"]) <= most


@pytest.mark.parametrize(("ours", "theirs"), [("1515", "1413"), ("1813", "1612")])
def test_a_unit_does_not_stay_alone_before_a_strong_enemy(ours, theirs):
    """One step against three corps, friends a march behind: it goes back to them or they come up."""
    units = {"f-5-I": (ours, 1), "f-5-II": "1716", "f-5-III": "1716", "f-5-HQ": "1716"}
    units |= {"f-6-NA": "1919", "f-6-PGRD": "2018"}
    units |= dict.fromkeys(("g-2-VII", "g-2-X", "g-2-GD"), theirs) | {"g-2-HQ": theirs}
    game = situation(units, side="entente", turn=6, control=captured("1614", "1516", "1813"))
    play_while(game, "movement")
    lone, foe = HEXES.number(where(game, "f-5-I")), HEXES.number(theirs)
    friends = [HEXES.number(where(game, u)) for u in ("f-5-II", "f-5-III", "f-6-NA", "f-6-PGRD")]
    assert BOARD.distance(lone, foe) > 1 or any(BOARD.distance(lone, at) <= 1 for at in friends)


@pytest.mark.parametrize(
    ("side", "units", "cities"),
    [
        ("german", {"g-1-II": "1616", "f-5-I": "1615", "f-5-III": "1416"}, NEAR),
        ("entente", {"f-5-I": "1616", "g-1-II": "1615", "g-1-III": "1416"}, DISTANT),
    ],
)
def test_on_the_last_turn_a_city_that_cannot_be_walked_into_is_probed(side, units, cities):
    """11.1: from one zone of control into another nobody marches; a probing attack goes there."""
    game = situation(units, side=side, turn=10, control=cities, paris=True, step="probe")
    play_while(game, "combat")
    assert held(game, "1516") == side


def test_whoever_probes_on_the_last_turn_marches_beside_the_city_first():
    """The enemy's zones close every way into it."""
    units = {"f-5-I": "1617", "g-1-II": "1615", "g-1-III": "1416"}
    game = situation(units, side="entente", turn=10, control=DISTANT, paris=True)
    play_while(game, "movement", "combat")
    assert held(game, "1516") == "entente"


@pytest.mark.parametrize(
    ("side", "places", "corps", "units"),
    [
        ("german", ["2504"], "g-7-XIV", {"g-7-XIV": "2404", "f-1-XIV": "2505", "f-1-XIII": "2505", "f-1-VIII": "2505"}),
        (
            "entente",
            ["1919", "2018"],
            "f-5-I",
            {"f-5-I": "2019", "g-1-II": "1918", "g-1-III": "1918", "g-1-IV": "1918"},
        ),
    ],
)
def test_whoever_cannot_march_into_what_must_not_be_lost_probes_into_it(side, places, corps, units):
    """4.2, 4.3, 11.1: the enemy would simply walk in."""
    game = situation(units, side=side, turn=4, control=NORTH, step="probe")
    play_while(game, "combat")
    assert where(game, corps) in places


def test_a_german_city_that_nobody_holds_is_probed_into():
    """4.3: that wins at the end of the turn."""
    game = situation({"f-1-XIV": "2505", "g-7-XIV": "2404", "g-7-XV": "2404"}, side="entente", turn=5, step="probe")
    play_while(game, "combat")
    assert held(game, "2504") == "entente"


def test_nobody_probes_out_of_what_would_be_open_then():
    """The corps in Karlsruhe is all that stands there; Mannheim is not worth more."""
    game = situation({"g-7-XIV": "2001", "f-1-XIV": "2002", "f-1-XIII": "1902"}, turn=4, step="probe")
    play_while(game, "combat")
    assert where(game, "g-7-XIV") == "2001"
