"""34, 37 to 49: winter, and what is particular to each nation. Most of it on the sheets of other fronts."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg import arms, austria, east, supply
from front1914.titles.der_weltkrieg.board import BOARD
from front1914.titles.der_weltkrieg.combat.defence import stand_of
from front1914.titles.der_weltkrieg.combat.holding import verdict
from front1914.titles.der_weltkrieg.combat.losses import due
from front1914.titles.der_weltkrieg.combat.strength import multiplier
from front1914.titles.der_weltkrieg.combat.supplying import DEFENCE, bills
from front1914.titles.der_weltkrieg.entering import enter
from front1914.titles.der_weltkrieg.nations import NATIONS, gives_way_early, serves
from front1914.titles.der_weltkrieg.rail import load
from front1914.titles.der_weltkrieg.sheets import ITALY, MESOPOTAMIA, PALESTINE, WEST
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.troops import is_mountain
from front1914.titles.der_weltkrieg.weather import snowed_in, winter, winter_at
from front1914.titles.der_weltkrieg.world import SIDE
from tests.titles.der_weltkrieg import positions
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_N, FAR_S, NE, SE, S, attack, record, until
from tests.titles.der_weltkrieg.positions import Placed, args, asked, hexes, refused, strength, unit, where


def situation(units: dict[str, Placed], **more: Any) -> Game:
    """October 1915, everybody at war."""
    return positions.situation(units, **{"scenario": "danube", "year": 1915, "month": 10, **more})


def bare(units: dict[str, Placed], **more: Any) -> DWState:
    state: DWState = situation(units, **more).state
    return state


# ---- 34: winter


@pytest.mark.rule("34-1")
@pytest.mark.parametrize(("month", "wintry"), [(11, False), (12, True), (1, True), (2, True), (3, False)])
def test_winter_lasts_from_december_to_february(month, wintry):
    assert winter(WEST, month) == wintry


@pytest.mark.rule("34-5")
@pytest.mark.parametrize(("month", "wintry"), [(11, False), (12, True), (3, True), (4, True), (5, False)])
def test_in_italy_it_lasts_through_april(month, wintry):
    assert winter(ITALY, month) == wintry
    assert winter_at(bare({}, month=month), *hexes("6403")) == wintry


@pytest.mark.rule("34-6")
def test_there_is_none_in_mesopotamia_and_south_of_galilee():
    assert not winter(MESOPOTAMIA, 1)
    assert (winter(PALESTINE, 1, 23), winter(PALESTINE, 1, 24)) == (True, False)
    s = bare({}, month=1)
    assert [winter_at(s, h) for h in hexes("6802", "7223", "7224", "4304")] == [False, True, False, True]


@pytest.mark.rule("34-4")
@pytest.mark.parametrize(("month", "trench", "adjust"), [(10, False, 0), (12, False, 1), (12, True, 0)])
def test_in_winter_the_counterattack_is_better_unless_all_attackers_come_from_trenches(month, trench, adjust):
    units = {"g-3": S, "g-4": SE, "f-1": CENTRE, "g-1A": (FAR_S, "supply 60"), "f-1A": (FAR_N, "supply 60")}
    works = {h: {"work": "trench", "builder": "central"} for h in ((S, SE) if trench else ())}
    game = positions.situation(units, step="combat", dice=[1, 1], month=month, scenario="danube", hexes=works)
    attack(game, CENTRE, "g-3", "g-4")
    while not happened_counter(game):
        step(game)
    told = [event.data for event in game.events if event.kind == "counter_strength"]
    assert told[-1]["adjust"] == adjust


def happened_counter(game: Game) -> bool:
    return any(event.kind == "counter_strength" for event in game.events)


def step(game: Game) -> None:
    usual = {"defend": "commit", "stand": "stand", "counter": "commit", "advance": "done"}
    verb = usual.get(game.decision.step)
    game.act(verb) if verb else game.act(game.decision.actions[0])


@pytest.mark.rule("34-5.1")
def test_snow_takes_a_quarter_of_an_attack_in_italy():
    assert [snowed_in(ITALY, 2, "clear", n) for n in (8, 9, 12, 1)] == [2, 3, 3, 1]
    assert snowed_in(ITALY, 7, "clear", 8) == 0
    assert snowed_in(ITALY, 2, "mountain", 8) == 0
    columns = []
    for month in (10, 12):
        units = {"ah-3": "6403", "ah-36": "6403", "ah-5A": ("6402", "supply 60"), "i-4": "6404"}
        game = situation(units, step="combat", dice=[1, 1], month=month)
        attack(game, "6404", "ah-3", "ah-36")
        until(game, "stand", "counter")
        columns.append(record(game).column)
    assert columns == [12, 9]


# ---- 37: Germany (37-1 to 37-5: rail, see test_rail; 37-6: test_morale; 37-7: pockets)


@pytest.mark.rule("37-1", "39-1", "40-1", "41-1", "42-1", "43-3", "44-1", "45-1", "46-2", "47-1", "48-1")
def test_rail_capacities():
    wanted = {"german": 20, "french": 15, "austro_hungarian": 10, "russian": 10, "italian": 7, "belgian": 5}
    wanted |= {"romanian": 3, "bulgarian": 2, "ottoman": 2, "greek": 2, "serbian": 1}
    s = bare({})
    assert {str(NATIONS[n]): s.capacity[n] for n in NATIONS.numbers if s.capacity[n]} == wanted


@pytest.mark.parametrize(
    ("giver", "takers"),
    [
        pytest.param("german", {"austro_hungarian", "bulgarian", "ottoman", "polish"}, marks=pytest.mark.rule("37-8")),
        pytest.param(
            "british",
            {"belgian", "serbian", "greek", "dutch", "russian", "american"},
            marks=pytest.mark.rule("38-3"),
        ),
        pytest.param(
            "french",
            {"belgian", "dutch", "swiss", "serbian", "greek", "russian", "american"},
            marks=pytest.mark.rule("39-2"),
        ),
        pytest.param("austro_hungarian", {"bulgarian", "ottoman"}, marks=pytest.mark.rule("40-7")),
        pytest.param("russian", {"romanian", "serbian"}, marks=pytest.mark.rule("41-6")),
        pytest.param("italian", {"serbian"}, marks=pytest.mark.rule("42-4")),
        pytest.param("bulgarian", {"ottoman"}, marks=pytest.mark.rule("45-3")),
        pytest.param("belgian", set(), marks=pytest.mark.rule("18-13")),
    ],
)
def test_whom_headquarters_serve(giver, takers):
    s = bare({})
    found = {str(NATIONS[n]) for n in NATIONS.numbers if serves(s, NATIONS.number(giver), n)}
    assert found - {giver} == takers


@pytest.mark.rule("38-3.1", "39-2.1")
@pytest.mark.parametrize("level", ["steady", "shaken"])
def test_italy_is_served_when_its_morale_is_shaken(level):
    s = bare({}, nations={"italian": {"morale": level}})
    for giver in ("british", "french"):
        assert serves(s, NATIONS.number(giver), NATIONS.number("italian")) == (level == "shaken")


@pytest.mark.rule("37-8")
def test_german_headquarters_pay_for_austrians_and_not_the_other_way_round():
    s = bare({"g-11A": ("4303", "supply 9"), "ah-5A": ("4303", "supply 9"), "ah-3": "4304", "g-105": "4304"})
    assert set(supply.payers(s, unit("ah-3"), True)) == {unit("g-11A"), unit("ah-5A")}
    assert supply.payers(s, unit("g-105"), True) == [unit("g-11A")]


@pytest.mark.rule("37-9")
def test_all_german_infantry_recombines():
    """Prussians, Bavarians, Saxons and Wurttembergers; Austrians of two colours do not."""
    from front1914.titles.der_weltkrieg.recombination import kind
    from front1914.titles.der_weltkrieg.world import CONTINGENT, IS_INFANTRY, KIND, OF_NATION

    s = bare({})
    for nation, one in (("german", True), ("austro_hungarian", False)):
        foot = [u for u in OF_NATION[NATIONS.number(nation)] if IS_INFANTRY[u] and KIND[u] == "infantry"]
        assert len({CONTINGENT[u] for u in foot}) > 1
        assert (len({kind(s, u) for u in foot}) == 1) == one


# ---- 40: Austria-Hungary


@pytest.mark.rule("40-2")
def test_no_column_movement_towards_the_enemy():
    game = situation({"ah-3": "4102", "s-1M": "4305"})
    game.act("unit", "ah-3")
    game.act("column")
    assert refused(game, "to", "4103") == "40-2"
    start, enemy = hexes("4102", "4305")
    far = BOARD.distance(start, enemy)
    offered = {BOARD.distance(h, enemy) for h in hexes(*args(game, "to"))}
    assert min(offered) == far  # as near as before is not nearer
    german = situation({"g-105": "4102", "s-1M": "4305"})
    german.act("unit", "g-105")
    german.act("column")
    assert "4103" in args(german, "to")


@pytest.mark.parametrize(
    ("defender", "attackers", "goes"),
    [
        pytest.param("ah-7C", {"r-11C": 1, "r-2Cos": 1}, False, marks=pytest.mark.rule("40-3")),
        pytest.param("ah-7C", {"ro-1C": 1, "r-11C": 1, "f-1DC": 1}, True, marks=pytest.mark.rule("40-3")),
        pytest.param("ah-4C", {"ro-1C": 1, "r-11C": 1, "f-1DC": 1}, False, marks=pytest.mark.rule("40-3")),
        pytest.param("ah-4C", {"r-2Cos": 1, "r-3Cos": 1, "f-1DC": 1}, True, marks=pytest.mark.rule("40-3.1")),
    ],
)
def test_weak_cavalry_gives_way_before_stronger_cavalry(defender, attackers, goes):
    units: dict[str, Placed] = dict.fromkeys(attackers, NE)
    units |= {defender: CENTRE, "ah-5A": (FAR_S, "supply 9")}
    game = situation(units, side="entente", step="combat", dice=[1, 1])
    attack(game, CENTRE, *attackers)
    for _ in range(4):
        if game.decision is not None and game.decision.step in ("retreat_hex", "retreat"):
            game.act(game.decision.actions[0])
    assert (where(game, defender) != CENTRE) == goes


@pytest.mark.rule("40-3.2")
def test_against_a_column_attack_six_times_are_needed():
    from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, COLUMN, Battle
    from front1914.titles.der_weltkrieg.combat.evasion import driven

    riders = ("r-11C", "ro-1C", "f-1DC", "f-2DC", "f-3DC", "f-4DC")
    s = bare(dict.fromkeys(riders, NE) | {"ah-7C": CENTRE})
    h = hexes(CENTRE)[0]
    for kind, number, goes in ((ASSAULT, 2, 0), (ASSAULT, 3, 1), (COLUMN, 5, 0), (COLUMN, 6, 1)):
        units = tuple(unit(word) for word in riders[:number])
        made = Battle("battle", kind, 1, (h,), units, units, units, (), 0)
        assert len(driven(s, made, h)) == goes
    guarded = bare(dict.fromkeys(riders, NE) | {"ah-7C": CENTRE, "ah-3": CENTRE})
    units = tuple(unit(word) for word in riders)
    assert driven(guarded, Battle("battle", ASSAULT, 1, (h,), units, units, units, (), 0), h) == []


def attacked(defenders: dict[str, Placed], die: int = 1, **more: Any) -> Game:
    """Germans, or French, attack the centre; as it stands after the attack die."""
    central = SIDE[unit(next(iter(defenders)))] == "entente"
    own = ("g-3", "g-4", "g-5") if central else ("f-1", "f-2", "f-3")
    units: dict[str, Placed] = dict.fromkeys(own, NE) | {("g-1A" if central else "f-1A"): (FAR_S, "supply 60")}
    game = situation(units | defenders, side="central" if central else "entente", step="combat", dice=[die, 1], **more)
    attack(game, CENTRE, *own)
    while not record(game).die:
        step(game)
    return game


def thresholds(game: Game) -> list[bool]:
    """For losses of 1, 2 ...: whether the defenders must go."""
    b, h = record(game), hexes(CENTRE)[0]
    stand = stand_of(game.state, b, h)
    return [verdict(stand, n).forced for n in range(1, stand.strength + 1)]


@pytest.mark.rule("40-4")
@pytest.mark.parametrize(("year", "first"), [(1914, 3), (1915, 3), (1916, 5)])
def test_austrians_give_way_at_a_third_until_1915(year, first):
    """Nine points: 3 of them are a third, 5 are half."""
    forced = thresholds(attacked({"ah-3": (CENTRE, 5), "ah-36": (CENTRE, 4)}, year=year))
    assert forced.index(True) + 1 == first


@pytest.mark.rule("40-5")
def test_with_germans_they_stand_as_others_do():
    forced = thresholds(attacked({"ah-3": (CENTRE, 5), "g-105": (CENTRE, 4)}, year=1914))
    assert forced.index(True) + 1 == 5


@pytest.mark.rule("40-6", "42-3")
@pytest.mark.parametrize(("word", "reduced"), [("ah-3", False), ("i-4", False), ("f-42", True)])
def test_retreat_does_not_lessen_austrian_and_italian_losses(word, reduced):
    from front1914.titles.der_weltkrieg.combat.battle import DRIVEN

    b = record(attacked({word: CENTRE}))._replace(losses=6, fates=(DRIVEN,))
    assert due(attacked({word: CENTRE}).state, b) == (4 if reduced else 6)


@pytest.mark.rule("40-8", "40-8.1")
def test_austrians_on_the_western_front():
    s = positions.bare({"ah-305": "2306"})
    h = hexes("2306")[0]
    assert austria.refuse_west(s, unit("ah-305"), h) is None
    assert austria.refuse_west(s, unit("ah-3"), h).rule == "40-8"
    assert not list(austria.western_faults(s))
    three = dict.fromkeys(("ah-3", "ah-36", "ah-21"), "2306")
    late = positions.bare(three, nations={"german": {"morale": "collapsed"}})
    assert austria.refuse_west(late, unit("ah-40"), h) is None
    late.put(unit("ah-40"), h)
    assert austria.refuse_west(late, unit("ah-PL"), h).rule == "40-8"
    assert austria.refuse_west(late, unit("ah-305"), h) is None


@pytest.mark.rule("40-8.1")
def test_a_position_with_austrians_in_the_west_is_refused():
    from front1914 import BadPosition

    with pytest.raises(BadPosition, match="40-8"):
        positions.situation({"ah-3": "2306"})


# ---- 41: Russia


@pytest.mark.rule("41-2")
@pytest.mark.parametrize(("year", "first"), [(1914, 3), (1915, 3), (1916, 5)])
def test_russians_give_way_at_a_third_until_1915(year, first):
    forced = thresholds(attacked({"r-9": (CENTRE, 5), "r-42": (CENTRE, 4)}, year=year))
    assert forced.index(True) + 1 == first


CITIES = {"Kovno": "5801", "Grodno": "5802", "Bialystock": "5803", "Brest-Litovsk": "5804", "Rowno": "5906"}


@pytest.mark.rule("41-3")
@pytest.mark.parametrize(("others", "ended"), [(3, False), (4, True)])
def test_warsaw_and_four_cities_teach_them_to_stand(others, ended):
    taken = ["5604", *list(CITIES.values())[:others]]
    held = {h: {"holder": "central"} for h in taken[1:]} | {"5707": {"holder": "entente"}}  # Lemberg is Russian
    s = bare({"g-105": "5505"}, hexes=held)
    assert gives_way_early(s, NATIONS.number("russian"))
    enter(s, [unit("g-105")], *hexes("5604"))
    assert s.relieved == ended
    assert gives_way_early(s, NATIONS.number("russian")) != ended
    s.holder[hexes("5604")[0]] = 2
    assert s.relieved == ended  # for good


@pytest.mark.rule("41-3")
def test_without_warsaw_they_learn_nothing():
    s = bare({"g-105": "5505"}, hexes={h: {"holder": "central"} for h in CITIES.values()})
    east.relieve(s)
    assert not s.relieved


@pytest.mark.rule("41-4")
def test_russian_fortresses_are_not_tripled():
    game = attacked({"r-9": CENTRE, "r-F-Nov": CENTRE})
    b = record(game)
    assert multiplier(game.state, b, unit("r-F-Nov")) == 1
    other = attacked({"s-1M": CENTRE, "s-F-Bel": CENTRE})
    assert multiplier(other.state, record(other), unit("s-F-Bel")) == 3


def besieged(fort: int, ringed: bool = True) -> DWState:
    ring = dict(zip(("g-3", "g-105", "g-4"), ("5803", "5704", "5905"), strict=True)) if ringed else {}
    return bare(ring | {"r-F-Nov": ("5804", fort)}, side="entente")


@pytest.mark.rule("41-4.1", "41-4.2")
@pytest.mark.parametrize(("before", "after"), [(22, 16), (10, 4), (9, 0)])
def test_a_surrounded_russian_fortress_crumbles(before, after):
    s = besieged(before)
    east.crumble(s)
    assert s.strength[unit("r-F-Nov")] == after
    assert s.on_map(unit("r-F-Nov")) == (after > 0)


@pytest.mark.rule("41-4.1")
def test_one_in_communication_does_not():
    s = besieged(22, ringed=False)
    east.crumble(s)
    assert s.strength[unit("r-F-Nov")] == 22


@pytest.mark.rule("41-4.2")
def test_below_four_points_it_is_gone_at_once():
    from front1914.titles.der_weltkrieg.combat.toll import suffer

    s = bare({"r-F-Kov": "5801"})
    suffer(s, unit("r-F-Kov"), 6)
    assert s.strength[unit("r-F-Kov")] == 4
    suffer(s, unit("r-F-Kov"), 1)
    assert not s.on_map(unit("r-F-Kov"))


# ---- mountain units by nation


@pytest.mark.parametrize(
    ("word", "mountain"),
    [
        *(
            pytest.param(word, True, marks=pytest.mark.rule("41-5"))
            for word in ("r-Ar", "r-Ku", "r-FG", "r-CosI", "r-Geo", "r-Bdr")
        ),
        pytest.param("r-9", False, marks=pytest.mark.rule("41-5")),
        pytest.param("r-Op", False, marks=pytest.mark.rule("41-5")),
        pytest.param("s-1M", True, marks=pytest.mark.rule("43-5")),
        pytest.param("s-A1", False, marks=pytest.mark.rule("43-5")),
        pytest.param("bu-1", True, marks=pytest.mark.rule("45-2")),
        pytest.param("o-28", True, marks=pytest.mark.rule("46-3")),
        pytest.param("o-2C", False, marks=pytest.mark.rule("46-3")),
        pytest.param("gr-2", True, marks=pytest.mark.rule("48-2")),
        pytest.param("i-4", False, marks=pytest.mark.rule("32-1")),
    ],
)
def test_mountain_units_by_nation(word, mountain):
    s = bare({word: "4306"})
    assert is_mountain(s, unit(word)) == mountain


@pytest.mark.rule("43-5", "45-2", "48-2", "41-5")
@pytest.mark.parametrize("word", ["s-1M", "bu-1", "gr-2", "r-Geo", "o-28"])
def test_they_move_over_mountains_as_mountain_units_do(word):
    """4606/4607 costs 6, for them 5: a minimum move, so they have nothing left; the table shows the price."""
    from front1914.titles.der_weltkrieg.marching import gait

    s = bare({word: "4606"}, side=SIDE[unit(word)])
    walk = gait(s, unit(word), 0)
    assert walk.table.step(*hexes("4606", "4607")) == 5


@pytest.mark.rule("46-3")
def test_ottomans_are_no_mountaineers_in_winter():
    assert not is_mountain(bare({"o-28": "4306"}, month=1), unit("o-28"))
    assert is_mountain(bare({"o-28": "7224"}, month=1), unit("o-28"))
    assert is_mountain(bare({"s-1M": "4306"}, month=1), unit("s-1M"))


# ---- 42 to 49


@pytest.mark.rule("42-2")
@pytest.mark.parametrize(("year", "first"), [(1915, 3), (1917, 3), (1918, 5)])
def test_italians_give_way_at_a_third_until_1917(year, first):
    forced = thresholds(attacked({"i-4": (CENTRE, 5), "i-7": (CENTRE, 4)}, year=year))
    assert forced.index(True) + 1 == first


@pytest.mark.rule("43-1", "43-2", "46-1")
@pytest.mark.parametrize(
    ("word", "year", "free"),
    [("s-1M", 1915, True), ("s-1M", 1916, False), ("m-1", 1916, True), ("o-28", 1917, True), ("ro-1", 1915, False)],
)
def test_who_counterattacks_without_supply(word, year, free):
    s = bare({word: "4306"}, year=year)
    assert supply.free(s, unit(word), False) == free
    assert not supply.free(s, unit(word), True)


@pytest.mark.rule("43-1")
def test_serbs_counterattack_at_full_strength_even_surrounded():
    ring = {"g-3": "5003", "g-4": NE, "g-5": SE, "g-6": S, "g-7": "4905", "g-8": "4904"}
    game = situation(ring | {"s-1M": CENTRE, "g-11A": (FAR_S, "supply 9")}, step="combat", dice=[1, 1])
    attack(game, CENTRE, "g-3")
    while not happened_counter(game):
        step(game)
    told = [event.data for event in game.events if event.kind == "counter_strength"]
    assert told[-1]["points"] == 3 * 5


@pytest.mark.rule("43-2")
@pytest.mark.parametrize(("year", "due_"), [(1915, 0), (1916, 3)])
def test_price_of_a_serbian_counterattack(year, due_):
    s = bare({"s-1M": "4306", "s-2A": ("4307", "supply 9")}, year=year)
    paid = {} if supply.free(s, unit("s-1M"), False) else {unit("s-1M"): unit("s-2A")}
    assert sum(bills(s, paid, DEFENCE).values()) == due_


@pytest.mark.rule("43-4")
def test_serbian_headquarters_feed_montenegrins_but_send_them_nothing():
    s = bare({"s-2A": ("4307", "supply 9"), "m-1": "4306", "gr-Ser": "4306", "gr-Cr": "4306"})
    assert supply.feeds(s, unit("s-2A"), unit("m-1"))
    assert not supply.feeds(s, unit("s-2A"), unit("gr-Ser")), "nor anybody else's"
    assert not serves(s, NATIONS.number("serbian"), NATIONS.number("montenegrin"))


@pytest.mark.rule("46-4")
def test_in_palestine_ottoman_headquarters_feed_germans_and_austrians():
    here = bare({"o-3A": ("7224", "supply 9"), "g-105": "7225", "ah-3": "7225", "bu-1": "7225"})
    assert [supply.feeds(here, unit("o-3A"), unit(word)) for word in ("g-105", "ah-3", "bu-1")] == [True, True, False]
    there = bare({"o-3A": ("6802", "supply 9"), "g-105": "6803"})
    assert not supply.feeds(there, unit("o-3A"), unit("g-105"))


@pytest.mark.rule("45-4")
def test_german_replacements_become_bulgarian_ones_in_bulgaria():
    game = situation({"g-RPL1": ("5005", 5), "g-RPL2": ("4803", 5), "ro-1": "4801"}, step="arms")
    assert asked(game) == ("central", "exchange")
    assert args(game, "unit") == ["g-RPL1"]
    assert refused(game, "unit", "g-RPL2") == "45-4"
    game.act("unit", "g-RPL1")
    assert where(game, "g-RPL1") == "absent"
    assert (where(game, "bu-RPL1"), strength(game, "bu-RPL1")) == ("5005", 3)


@pytest.mark.rule("47-3")
def test_russian_replacements_become_romanian_ones_in_romania():
    game = situation({"r-RPL1": ("4803", 3), "r-RPL2": ("4803", 2), "bu-1": "5006"}, side="entente", step="arms")
    assert args(game, "unit") == ["r-RPL1"]
    assert refused(game, "unit", "r-RPL2") == "47-3"
    game.act("unit", "r-RPL1")
    assert (where(game, "ro-RPL1"), strength(game, "ro-RPL1")) == ("4803", 3)
    assert arms.ARMS_POINTS == 3


@pytest.mark.rule("47-2")
@pytest.mark.parametrize(("trench", "first"), [(False, 3), (True, 3)])
def test_romanians_give_way_at_a_third_even_from_trenches(trench, first):
    works = {CENTRE: {"work": "trench", "builder": "entente"}} if trench else {}
    forced = thresholds(attacked({"ro-1": (CENTRE, 4), "ro-2": (CENTRE, 4)}, year=1917, hexes=works))
    assert forced.index(True) + 1 == first


@pytest.mark.rule("41-2", "22-8")
def test_russians_in_trenches_do_not():
    works = {CENTRE: {"work": "trench", "builder": "entente"}}
    forced = thresholds(attacked({"r-9": (CENTRE, 5), "r-42": (CENTRE, 4)}, year=1915, hexes=works))
    assert forced.index(True) + 1 == 9


@pytest.mark.rule("49-1")
def test_american_units_are_twice_as_large():
    from front1914.titles.der_weltkrieg.stacking import HALVES

    s = bare({"us-1": CENTRE, "us-1b": CENTRE, "us-4M": CENTRE})
    assert [HALVES[unit(word)] // 2 for word in ("us-1", "us-4M", "us-1b")] == [2, 1, 1]
    assert [load(s, unit(word)) for word in ("us-1", "us-4M", "us-1b")] == [2, 1, 1]
