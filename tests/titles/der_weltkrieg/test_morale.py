"""26: Demoralization Points, and nations that break."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg import morale, terms
from front1914.titles.der_weltkrieg.combat.toll import remove, suffer
from front1914.titles.der_weltkrieg.entering import enter
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.state import DWState
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_S, NE, S, arena, attack, dm, supplied, until
from tests.titles.der_weltkrieg.positions import args, asked, bare, hexes, refused, situation, unit, where

FRENCH, GERMAN = NATIONS.number("french"), NATIONS.number("german")


def points(s: DWState, nation: str = "french") -> int:
    return int(s.demoralization[NATIONS.number(nation)])


# ---- 26-3: losses


@pytest.mark.parametrize(
    ("word", "lost", "surrendered", "due"),
    [
        pytest.param("f-1", 3, False, 3, marks=pytest.mark.rule("26-3.1")),
        pytest.param("f-1", 3, True, 6, marks=pytest.mark.rule("26-3.3")),
        pytest.param("f-MB", 1, False, 1, marks=pytest.mark.rule("26-3.1")),
        pytest.param("f-1DC", 1, False, 2, marks=pytest.mark.rule("26-3.4")),
        pytest.param("f-1DC", 1, True, 4, marks=pytest.mark.rule("26-3.6")),
        pytest.param("f-H1", 1, False, 2, marks=pytest.mark.rule("26-3.4")),
        pytest.param("f-H1", 1, True, 4, marks=pytest.mark.rule("26-3.6")),
        pytest.param("f-F-Maubeuge", 1, False, 1, marks=pytest.mark.rule("26-3.2")),
    ],
)
def test_points_for_strength_that_is_lost(word, lost, surrendered, due):
    s = bare({word: "1409"})
    suffer(s, unit(word), lost, surrendered)
    assert points(s) == due


@pytest.mark.rule("26-3.2")
def test_a_fortress_that_its_owner_destroys_costs_nothing():
    from front1914.titles.der_weltkrieg.combat.forts import abandon

    s = bare({"f-F-Maubeuge": "1409"})
    abandon(s, unit("f-F-Maubeuge"))
    assert points(s) == 0


@pytest.mark.rule("26-3.5", "26-3.7")
def test_engineers_and_army_headquarters():
    s = bare({"f-E1": "1409", "f-5A": ("1409", "supply 9"), "f-CHQ1": "1409"})
    remove(s, unit("f-E1"))
    assert points(s) == 2
    remove(s, unit("f-5A"))
    assert points(s) == 12
    remove(s, unit("f-CHQ1"))  # DW-R76: not an army Headquarters
    assert points(s) == 12


@pytest.mark.rule("26-3.5")
def test_engineers_that_are_overrun_count():
    game = situation({"g-3": "1608", "f-E1": "1609"}, month=9)
    game.act("unit", "g-3")
    game.act("to", "1609")
    assert where(game, "f-E1") == "eliminated"
    assert points(game.state) == 2


@pytest.mark.rule("26-3.1", "26-3.2", "26-3.3", "26-3.5", "26-3.7", "26-3.8")
def test_a_day_of_losses():
    units = {"f-1": "1408", "f-1DC": "1408", "f-2": "1408", "f-F-Maubeuge": "1409", "f-E1": "1408", "f-5A": "1408"}
    s = bare(units | {"g-3": "1313"})
    suffer(s, unit("f-1"), 6)
    suffer(s, unit("f-1DC"), 1)
    suffer(s, unit("f-2"), 3, surrendered=True)
    suffer(s, unit("f-F-Maubeuge"), 10)
    remove(s, unit("f-E1"))
    remove(s, unit("f-5A"))
    enter(s, [unit("g-3")], *hexes("1414"))  # Reims
    assert points(s) == 51


@pytest.mark.rule("26-3.1", "31-4")
def test_strengthened_cavalry_counts_as_infantry():
    s = bare({"f-1DC": ("1409", "strengthened")}, year=1916)
    suffer(s, unit("f-1DC"), 1)
    assert points(s) == 1


@pytest.mark.rule("26-3.3", "20-4")
def test_points_of_surrounded_units_count_twice():
    """Six French points with enemies all around, one of them lost: they cannot go anywhere, so all surrender."""
    ring = {"g-3": "5003", "g-4": "5104", "g-5": "5105", "g-6": "5005", "g-7": "4905", "g-8": "4904"}
    game = arena({**ring, "f-1": (CENTRE, 6), "g-1A": (FAR_S, "supply 90")}, 6, 1)
    attack(game, CENTRE, *ring)
    until(game, "attack", "advance")
    assert where(game, "f-1") == "lost"
    assert dm(game, "french") == 12


# ---- 26-3, 26-4: cities


@pytest.mark.rule("26-3.8", "26-4")
def test_a_city_that_is_first_occupied():
    s = bare({"g-3": "1413"})
    enter(s, [unit("g-3")], *hexes("1414"))
    assert points(s) == 15


@pytest.mark.rule("26-4.1", "26-4")
def test_nothing_is_given_back_and_nothing_counts_twice():
    s = bare({"g-3": "1413", "f-1": "1415"})
    enter(s, [unit("g-3")], *hexes("1414"))
    enter(s, [unit("g-3")], *hexes("1413"))
    enter(s, [unit("f-1")], *hexes("1414"))
    enter(s, [unit("f-1")], *hexes("1415"))
    enter(s, [unit("g-3")], *hexes("1414"))
    assert points(s) == 15


@pytest.mark.rule("26-4")
def test_only_ground_combat_units_occupy():
    s = bare({"g-1A": ("1413", "supply 9"), "g-RPL1": "1413"})
    enter(s, [unit("g-1A"), unit("g-RPL1")], *hexes("1414"))
    assert points(s) == 0


@pytest.mark.rule("26-3.9", "26-4", "26-3.8")
def test_an_urban_hexside_counts_when_both_its_hexes_are_occupied():
    """Lille 1007 and Roubaix 1107: the center has an urban hexside, so the city itself counts nothing."""
    s = bare({"g-3": "1008", "g-4": "1108"})
    enter(s, [unit("g-3")], *hexes("1007"))
    assert points(s) == 0
    enter(s, [unit("g-4")], *hexes("1107"))
    assert points(s) == 25


@pytest.mark.rule("26-3.10")
def test_a_capital_counts_double():
    """Paris: two urban hexsides of 0717."""
    s = bare({"g-3": "0718", "g-4": "0818"})
    enter(s, [unit("g-3")], *hexes("0717"))
    assert points(s) == 0
    enter(s, [unit("g-4")], *hexes("0817"))
    assert points(s) == 50


@pytest.mark.rule("26-3.10")
def test_a_capital_without_urban_hexsides_counts_double():
    """Belgrade, a personnel center: 30; Nish: 15. The scenario does not track Serbia, so the sums are listened to."""
    s = bare({"ah-3": "4306"})
    counted: list[int] = []
    real, morale.add = morale.add, lambda _, __, amount: counted.append(amount)
    try:
        enter(s, [unit("ah-3")], *hexes("4305"))
        enter(s, [unit("ah-3")], *hexes("4308"))
    finally:
        morale.add = real
    assert counted == [30, 15]


@pytest.mark.rule("37-6")
def test_german_cities_count_double():
    s = bare({"f-1": "2822"})
    enter(s, [unit("f-1")], *hexes("2823"))  # Muelhausen
    assert points(s, "german") == 30
    urban = bare({"f-1": "2604", "f-2": "2705"})
    enter(urban, [unit("f-1")], *hexes("2605"))
    enter(urban, [unit("f-2")], *hexes("2706"))  # Cologne
    assert points(urban, "german") == 50


# ---- 26-2, 26-5 to 26-7


@pytest.mark.rule("26-2")
def test_only_the_nations_of_the_scenario_are_counted():
    s = bare({"be-1": "1606", "f-1": "1607"})
    suffer(s, unit("be-1"), 2)
    suffer(s, unit("f-1"), 2)
    assert (points(s, "belgian"), points(s)) == (0, 2)


@pytest.mark.rule("26-2")
def test_without_a_list_all_but_belgium_are_counted():
    rules = terms.SCENARIOS["schlieffen_plan"]
    found = terms._read(rules._replace(tracked=()))
    assert found.tracked == frozenset(rules.war) - {NATIONS.number("belgian")}


@pytest.fixture
def breaking(monkeypatch):
    """The Schlieffen Plan with thresholds, as a campaign has them."""
    told = terms.TERMS["schlieffen_plan"]._replace(thresholds={FRENCH: (10, 20, 30)})
    monkeypatch.setitem(terms.TERMS, "schlieffen_plan", told)


@pytest.mark.rule("26-5", "26-7")
def test_a_nation_is_shaken_collapses_and_surrenders(breaking):
    s = bare({"f-1": "1409", "f-2": "1409", "b-3": "1410"})
    levels = []
    for amount in (9, 1, 10, 10):
        morale.add(s, FRENCH, amount)
        levels.append(s.morale[FRENCH])
    assert levels == [0, 1, 2, 3]
    assert not s.on_map(unit("f-1"))
    assert not s.on_map(unit("f-2"))
    assert s.on_map(unit("b-3"))


@pytest.mark.rule("26-6")
@pytest.mark.parametrize("level", ["steady", "shaken", "collapsed"])
def test_a_shaken_nation_makes_no_attack_without_supply(level):
    game = arena({"g-3": S, "f-1": CENTRE, "g-4": NE}, nations={"german": {"morale": level}})
    if level == "steady":
        game.act("to", CENTRE)
        game.act("unit", "g-3")
        assert game.why_not("commit") is None
        return
    assert asked(game)[1] != "attack"  # nobody can
    fed = arena(supplied({"g-3": S, "f-1": CENTRE}), nations={"german": {"morale": level}})
    fed.act("to", CENTRE)
    assert "g-3" in args(fed, "unit")
    fed.act("unit", "g-3")
    assert fed.why_not("commit") is None
    game = arena({"g-3": S, "f-1": CENTRE, "ah-3": NE}, nations={"german": {"morale": level}})
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-3") == "26-6"
