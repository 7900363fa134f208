"""17 to 19, 34: Supply Points, Headquarters and Supply Lines."""

from __future__ import annotations

import pytest

import front1914
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.board import BOARD, IN
from front1914.titles.der_weltkrieg.combat.supplying import ATTACK, DEFENCE, bills
from front1914.titles.der_weltkrieg.marching import refuse_start
from front1914.titles.der_weltkrieg.nations import FRENCH, NATIONS
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_HQ, IS_INFANTRY, NATION, OF_NATION
from tests.titles.der_weltkrieg.positions import bare, hexes, unit

#: Figure 11: the units that its examples name, with somebody to hold 1711 (DW-R93)
FIGURE_11 = {
    "g-2A": ("1809", "supply 60"),
    "g-3": "1608",
    "g-4": ("1709", 6),
    "g-11B": ("1710", 2),
    "g-5": ("1712", 5),
    "g-6": ("1812", 8),
    "g-13": ("1812", 5),
    "g-14B": "1711",
    "f-5A": ("1411", "supply 40"),
    "f-87T": ("1713", 4),
}


def line(s: DWState, hq: str, h: str) -> int | None:
    return supply.length(s, unit(hq), *hexes(h))


def names(s: DWState, path: tuple[int, ...]) -> list[str]:
    return [str(BOARD.words[h]) for h in path]


# ---- 19-2, 29-6: the price


@pytest.mark.rule("19-2")
@pytest.mark.parametrize(("points", "due"), [(1, 1), (4, 1), (5, 2), (8, 2), (19, 5), (20, 5), (21, 6)])
def test_one_supply_point_supplies_four_attacking_points(points, due):
    assert supply.price(points, 0, True) == due


@pytest.mark.rule("19-2")
@pytest.mark.parametrize(("points", "due"), [(1, 1), (2, 1), (3, 2), (4, 2), (8, 4)])
def test_one_supply_point_supplies_two_counterattacking_points(points, due):
    assert supply.price(points, 0, False) == due


@pytest.mark.rule("19-2")
def test_example_1_of_figure_11_costs_five_points_and_two():
    """19 Strength Points attack 1609; two Supply Points mean three or four Strength Points of the defender."""
    s = bare({"g-2A": ("1809", "supply 60"), "g-3": "1608", "g-4": "1709", "g-11B": ("1710", 2), "g-14B": ("1710", 1)})
    units = [unit(word) for word in ("g-3", "g-4", "g-11B", "g-14B")]
    assert sum(s.strength[u] for u in units) == 19
    assert bills(s, dict.fromkeys(units, unit("g-2A")), ATTACK) == {unit("g-2A"): 5}
    assert [n for n in range(1, 9) if supply.price(n, 0, False) == 2] == [3, 4]


@pytest.mark.rule("19-2")
def test_each_headquarters_rounds_for_itself():
    s = bare({"g-1A": ("1809", "supply 9"), "g-2A": ("1809", "supply 9"), "g-3": ("1608", 5), "g-4": ("1709", 5)})
    paid = {unit("g-3"): unit("g-1A"), unit("g-4"): unit("g-2A")}
    assert bills(s, paid, ATTACK) == {unit("g-1A"): 2, unit("g-2A"): 2}


@pytest.mark.rule("19-2")
def test_nobody_spends_more_than_there_is():
    s = bare({"g-1A": ("1809", "supply 4"), "g-3": "1709"})
    assert supply.refuse_bill(s, {unit("g-1A"): 4}, True) is None
    assert supply.refuse_bill(s, {unit("g-1A"): 5}, True).rule == "19-2"


# ---- 19-4 to 19-8: the line


@pytest.mark.rule("19-5", "19-8")
def test_lines_of_figure_11():
    s = bare(FIGURE_11)
    assert line(s, "g-2A", "1712") == 5
    assert line(s, "g-2A", "1812") == 6
    assert line(s, "f-5A", "1713") == 6
    found = names(s, supply.path(s, unit("g-2A"), *hexes("1712")))
    assert found == ["1712", "1711", "1710", "1809"]
    assert names(s, supply.path(s, unit("f-5A"), *hexes("1713")))[:2] == ["1713", "1613"]


@pytest.mark.rule("19-8")
def test_enemy_zones_do_not_make_a_line_longer():
    """1711 and 1712 lie in zones of French units; with friends in them the line costs the same."""
    units = {"g-2A": ("1809", "supply 60"), "g-5": "1712", "g-14B": "1711", "g-11B": "1710"}
    free, beside = bare(units), bare(units | {"f-1": "1611", "f-2": "1713"})
    assert line(free, "g-2A", "1712") == line(beside, "g-2A", "1712") == 5


@pytest.mark.rule("19-7")
def test_no_line_through_an_enemy_zone_that_nobody_holds():
    units = {"g-2A": ("1809", "supply 60"), "g-5": "1712", "f-1": "1611", "f-2": "1911", "f-3": "1612"}
    s = bare(units)
    assert "1711" not in names(s, supply.path(s, unit("g-2A"), *hexes("1712")))
    held = bare(units | {"g-14B": "1711"})
    assert names(held, supply.path(held, unit("g-2A"), *hexes("1712"))) == ["1712", "1711", "1710", "1809"]


@pytest.mark.rule("19-7")
@pytest.mark.parametrize(("word", "held"), [("g-E20", True), ("g-21a", True), ("g-RPL1", False), ("g-1A", False)])
def test_engineers_and_guns_hold_a_hex_for_a_line(word: str, held: bool):
    """9-9 counts engineers among the Ground Combat Units; replacements (24-1) and Headquarters are none (DW-R126)."""
    s = bare({"g-2A": ("1809", "supply 60"), "g-5": "1712", "f-1": "1611", "f-2": "1911", "f-3": "1612", word: "1711"})
    assert ("1711" in names(s, supply.path(s, unit("g-2A"), *hexes("1712")))) is held


@pytest.mark.rule("19-7")
def test_no_line_through_a_hex_with_an_enemy():
    """Engineers have no zone of control, but they stand in the way."""
    s = bare({"g-2A": ("1809", "supply 60"), "g-5": "1712", "f-E1": "1711"})
    assert "1711" not in names(s, supply.path(s, unit("g-2A"), *hexes("1712")))


@pytest.mark.rule("19-7", "21-2")
def test_a_fortress_keeps_a_line_open():
    units = {"be-GHQ": ("1906", "supply 9"), "be-3": "2107", "g-3": "2106", "g-4": "2108", "g-5": "1905"}
    s = bare(units)
    assert supply.passable(s, "entente") >> hexes("2107")[0] & 1
    assert not supply.passable(s, "entente") >> hexes("2007")[0] & 1
    fort = bare({"be-F-Namur": "1808", "g-3": "1909", "g-4": "1908"})
    assert supply.passable(fort, "entente") >> hexes("1808")[0] & 1


@pytest.mark.rule("19-7.1")
def test_no_line_across_an_alpine_hexside():
    s = bare({"s-2A": ("4107", "supply 9"), "s-1M": "4207"})
    assert names(s, supply.path(s, unit("s-2A"), *hexes("4207"))) == ["4207", "4108", "4107"]


@pytest.mark.rule("19-4")
def test_a_headquarters_alone_in_an_enemy_zone_is_no_end_of_a_line():
    units = {"g-2A": ("1809", "supply 60"), "g-5": "1909", "f-1": "1709"}
    assert line(bare(units), "g-2A", "1909") is None
    assert line(bare(units | {"g-6": "1809"}), "g-2A", "1909") is not None


@pytest.mark.rule("19-4", "19-6")
def test_payers_are_of_the_same_nation_and_have_a_line():
    s = bare(FIGURE_11 | {"f-1A": ("1014", "supply 50"), "b-GHQ": ("1412", "supply 50")})
    assert supply.payers(s, unit("f-87T"), False) == [unit("f-5A"), unit("f-1A")]
    assert supply.refuse_payer(s, unit("b-GHQ"), unit("f-87T"), False).rule == "19-6"
    assert supply.refuse_payer(s, unit("g-2A"), unit("f-87T"), False).rule == "19-2"
    cut = bare({"g-2A": ("1809", "supply 60"), "g-5": "1909", "f-1": "1709"})
    assert supply.refuse_payer(cut, unit("g-2A"), unit("g-5"), True).rule == "19-4"


@pytest.mark.rule("19-6")
def test_payers_do_not_depend_on_what_is_held():
    """17-5: whether somebody could be supplied must not show what a Headquarters holds."""
    rich, poor = bare(FIGURE_11), bare(FIGURE_11 | {"f-5A": "1411"})
    assert supply.payers(rich, unit("f-87T"), False) == supply.payers(poor, unit("f-87T"), False) == [unit("f-5A")]


# ---- 19-9 to 19-14: the length and what it costs


@pytest.mark.rule("19-9")
def test_example_2_of_figure_11():
    s = bare(FIGURE_11)
    hq, units = unit("g-2A"), [unit(word) for word in ("g-5", "g-6", "g-13")]
    assert [supply.shortfall(s, hq, u, True) for u in units] == [1, 2, 2]
    assert [supply.supplied_strength(s, hq, u, True) for u in units] == [4, 6, 3]
    assert 4 + (9 - 2) + 3 == 14  # the figure has a unit of 9 where this has 8
    assert supply.price(5 + 9 + 5, 0, True) == 5
    assert bills(s, dict.fromkeys(units, hq), ATTACK) == {hq: 5}


@pytest.mark.rule("19-10")
def test_a_counterattack_is_not_weaker_up_to_a_line_of_eight():
    s = bare(FIGURE_11)
    assert supply.shortfall(s, unit("f-5A"), unit("f-87T"), False) == 0
    assert bills(s, {unit("f-87T"): unit("f-5A")}, DEFENCE) == {unit("f-5A"): 2}


def stretched(far: int, **more: object) -> DWState:
    """A division so many points from its Headquarters, somewhere in France."""
    s = bare({"f-1": "0612", "f-5A": ("0613", "supply 40")}, side="entente", **more)
    for h in members(IN[NATIONS.number("french")]):
        s.put(unit("f-5A"), h)
        if supply.length(s, unit("f-5A"), s.at[unit("f-1")]) == far:
            return s
    raise AssertionError(f"no place for a line of {far} points")


@pytest.mark.rule("19-10", "19-8")
@pytest.mark.parametrize(("far", "lost"), [(6, 0), (8, 0), (9, 1), (12, 4)])
def test_a_counterattack_loses_a_point_for_each_over_eight(far, lost):
    assert supply.shortfall(stretched(far), unit("f-5A"), unit("f-1"), False) == lost


@pytest.mark.rule("34-2")
@pytest.mark.parametrize(("far", "lost"), [(3, 0), (4, 1), (6, 3)])
def test_in_winter_an_attack_suffers_from_a_line_of_more_than_three(far, lost):
    assert supply.shortfall(stretched(far, month=12), unit("f-5A"), unit("f-1"), True) == lost
    summer = max(0, far - 4)
    assert supply.shortfall(stretched(far), unit("f-5A"), unit("f-1"), True) == summer


@pytest.mark.rule("34-3")
@pytest.mark.parametrize(("far", "lost"), [(6, 0), (7, 1), (9, 3)])
def test_in_winter_a_counterattack_suffers_from_a_line_of_more_than_six(far, lost):
    assert supply.shortfall(stretched(far, month=1, year=1915), unit("f-5A"), unit("f-1"), False) == lost


#: 4607 lies among mountains, 4608 behind them; the railway ends at 4508, across an alpine hexside from both
VALLEY = {"s-2A": ("4607", "supply 9"), "s-1M": "4606"}


@pytest.mark.rule("19-13")
def test_beside_its_headquarters_a_unit_attacks_undiminished():
    s = bare(VALLEY)
    assert line(s, "s-2A", "4606") == 6
    assert supply.communicates(s, unit("s-2A"))
    assert supply.shortfall(s, unit("s-2A"), unit("s-1M"), True) == 0
    s.put(unit("s-1M"), hexes("4605")[0])
    assert supply.shortfall(s, unit("s-2A"), unit("s-1M"), True) == 7 - 4


@pytest.mark.rule("19-14", "29-4")
def test_guns_beside_their_headquarters_attack_whatever_the_hexside_costs():
    s = bare({"s-2A": ("4607", "supply 9"), "s-A1": "4606"})
    assert line(s, "s-2A", "4606") == 6
    assert supply.refuse_payer(s, unit("s-2A"), unit("s-A1"), True) is None
    assert supply.refuse_payer(s, unit("s-2A"), unit("s-A1"), False).rule == "29-4"


# ---- 19-15: communication of a Headquarters


LINE = ("4305", "4306", "4307", "4308", "4408", "4508")  #: all railways that the Serbs have


def cut_off(where: str) -> DWState:
    """A Serbian Headquarters without a railway."""
    units = {"s-2A": (where, "supply 9"), "s-1M": "4605"}
    return bare(units, hexes={h: {"operative": 0} for h in LINE})


@pytest.mark.rule("19-15", "19-15.4")
def test_without_communication_the_limits_are_two_and_three():
    s = cut_off("4606")
    assert not supply.communicates(s, unit("s-2A"))
    assert [supply.limit(s, unit("s-2A"), s.at[unit("s-1M")], attack) for attack in (True, False)] == [2, 3]
    free = bare({"s-2A": ("4606", "supply 9"), "s-1M": "4605"})
    assert supply.communicates(free, unit("s-2A"))
    assert [supply.limit(free, unit("s-2A"), free.at[unit("s-1M")], attack) for attack in (True, False)] == [4, 8]


@pytest.mark.rule("19-15.5")
def test_without_communication_it_is_no_help_to_be_beside():
    s = bare(VALLEY, hexes={h: {"operative": 0} for h in LINE})
    assert supply.shortfall(s, unit("s-2A"), unit("s-1M"), True) == 6 - 2


@pytest.mark.rule("19-15.6")
def test_without_communication_nothing_is_spent_in_an_enemy_zone():
    units = {"s-2A": ("4606", "supply 9"), "s-1M": "4606", "g-3": "4607"}
    cut = bare(units, hexes={h: {"operative": 0} for h in LINE})
    assert supply.refuse_payer(cut, unit("s-2A"), unit("s-1M"), True).rule == "19-15"
    assert supply.refuse_payer(bare(units), unit("s-2A"), unit("s-1M"), True) is None


@pytest.mark.rule("19-15.1")
def test_communication_does_not_pass_an_enemy_zone_unless_somebody_is_there():
    """Germans across columns 44 and 45: their zones reach from the river to the edge."""
    wall = {"g-3": "4405", "g-4": "4407", "g-5": "4507"}
    units = {"s-2A": ("4606", "supply 9")}
    assert not supply.communicates(bare(units | wall), unit("s-2A"))
    assert supply.communicates(bare(units), unit("s-2A"))
    through = {"s-1M": "4506", "s-1D": "4406", "s-1T": "4307"}
    assert supply.communicates(bare(units | wall | through), unit("s-2A"))


@pytest.mark.rule("19-15.2")
def test_communication_crosses_one_mountain_and_no_more():
    assert supply.communicates(bare({"s-2A": ("4607", "supply 9")}), unit("s-2A"))
    assert not supply.communicates(bare({"s-2A": ("4608", "supply 9")}), unit("s-2A"))


@pytest.mark.rule("19-15.3")
def test_communication_does_not_cross_a_prohibited_hexside():
    """Enemies shut both mountain ways; across the alpine hexside the railway would be at hand."""
    s = bare({"s-2A": ("4607", "supply 9"), "g-E20": "4606", "g-E24": "4507"})
    assert s.rails("entente") >> hexes("4508")[0] & 1
    assert not supply.communicates(s, unit("s-2A"))


# ---- 17: points and who holds them


@pytest.mark.rule("17-4")
def test_points_are_counted_for_each_headquarters():
    s = bare({"g-1A": ("1809", "supply 9"), "g-2A": ("1809", "supply 60")})
    supply.spend(s, unit("g-1A"), 4)
    assert (s.supply[unit("g-1A")], s.supply[unit("g-2A")]) == (5, 60)
    assert s.paid[unit("g-1A")] == 4


@pytest.mark.rule("18-12")
def test_markers_count_on_their_front():
    s = bare({"g-1A": ("1809", "supply 9"), "g-S1": ("2306", 0, "supply 7"), "g-2A": ("5505", "supply 30")})
    assert supply.on_front(s, "central", [0]) == 16


@pytest.mark.rule("18-13")
def test_nobody_is_fed_by_strangers():
    s = bare({"f-1A": ("1411", "supply 9"), "b-3": "1412", "b-4": "1412", "b-GHQ": "1413"})
    assert not supply.feeds(s, unit("f-1A"), unit("b-3"))


@pytest.mark.rule("18-13.1")
def test_a_small_contingent_is_fed_by_the_primary_nation():
    units = {"f-1A": ("1411", "supply 9"), "b-3": "1412"}
    assert supply.feeds(bare(units), unit("f-1A"), unit("b-3"))
    assert not supply.feeds(bare(units | {"b-4": "1412"}), unit("f-1A"), unit("b-3"))
    assert not supply.feeds(bare(units | {"b-GHQ": "0912"}), unit("f-1A"), unit("b-3"))


@pytest.mark.rule("18-14")
def test_headquarters_spend_before_they_may_move():
    """In The Schlieffen Plan the French armies still mobilize in the first turn."""
    game = front1914.new("der_weltkrieg", "schlieffen_plan", seed=1)
    s = game.state
    s.active = "entente"
    asleep = [hq for hq in s.rules.wakes if IS_HQ[hq] and s.on_map(hq) and s.supply[hq] and NATION[hq] == FRENCH]
    assert asleep
    for hq in asleep:
        assert refuse_start(s, hq).rule == "25-4"
        fed = [u for u in OF_NATION[FRENCH] if s.on_map(u) and IS_INFANTRY[u] and hq in supply.payers(s, u, False)]
        assert fed
        assert supply.refuse_bill(s, {hq: 3}, False) is None


@pytest.mark.rule("18-18.1")
def test_corps_headquarters_together_spend_little():
    s = bare({"g-CHQ1": ("1809", "supply 9"), "g-3": "1809", "g-1A": ("1809", "supply 20")})
    hq = unit("g-CHQ1")
    assert supply.refuse_bill(s, {hq: 2}, True) is None
    assert supply.refuse_bill(s, {hq: 3}, True).rule == "18-18"
    assert supply.refuse_bill(s, {hq: 4}, False) is None
    assert supply.refuse_bill(s, {hq: 5}, False).rule == "18-18"
    assert supply.refuse_bill(s, {hq: 2, unit("g-1A"): 9}, True) is None
