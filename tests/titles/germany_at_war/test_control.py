"""2.4 to 2.11: stacking, control, conquest and Valour."""

import pytest

from front1914.titles.germany_at_war.world import AREAS
from tests.titles.germany_at_war.positions import (
    args,
    at,
    attack,
    full,
    halt,
    happened,
    holder_of,
    in_supply,
    march,
    play,
    refused,
    resolve,
    situation,
    step,
    tactical,
    valour,
)

rule = pytest.mark.rule


# Stacking


@rule("2.4.a", "2.4.f", "2.4.j", "7.4.i")
@pytest.mark.parametrize(("target", "limit"), [("8", 4), ("17", 4)])
def test_four_units_in_a_green_area(target, limit):
    """GAW-X014, GAW-X015, GAW-X016: enemies there do not count."""
    start = {"8": "18", "17": "19"}[target]
    own = {f"F5-I{n}": start for n in range(1, 5)} | {"F5-I5": "16"}
    enemy = {f"G1-I{n}": target for n in range(1, 5)}
    game = play(situation(own | enemy, side="entente", holder="entente"), "strategic")
    for n in range(1, limit + 1):
        play(game, f"unit F5-I{n}", f"to {target}")
    play(game, "unit F5-I5")
    assert full(game, target)


@rule("2.4.b", "2.4.c")
@pytest.mark.parametrize(("target", "start"), [("27", "13"), ("24", "23")])
def test_two_units_in_a_yellow_or_red_area(target, start):
    game = play(situation({f"G1-I{n}": start for n in range(1, 4)}), "strategic")
    for n in (1, 2):
        march(game, f"G1-I{n}", target)
    play(game, "unit G1-I3")
    assert full(game, target)


@rule("2.4.d", "2.5.b", "2.5.g")
def test_great_britain():
    """GAW-X017: six British units; nobody else may be there."""
    from front1914 import BadPosition

    situation({f"EX-{name}": "GB" for name in ("L1", "I1", "I2", "I3", "C1", "C2")})
    with pytest.raises(BadPosition, match="Great Britain"):
        situation({"F5-I1": "GB"})
    game = play(situation({"EX-I1": "pool", "EX-C2": "pool"}, side="entente", holder="entente"), "call 2")
    play(game, f"unit {args(game, 'unit')[0]}")
    assert args(game, "to") == ["GB"]


@rule("2.4.g", "2.4.h")
def test_allies_stack_together_and_garrisons_do_not_count():
    blocks = {"F5-I1": "18", "BA-I1": "18", "EX-I1": "18", "F5-I2": "19", "F5-I3": "19"}
    game = play(situation(blocks, side="entente", holder="entente"), "strategic")
    march(game, "F5-I2", "18")
    play(game, "unit F5-I3")
    assert full(game, "18")
    assert game.state.full("entente") == 1 << AREAS.number("18")  # four of one Side, of three Powers
    crowded = {"F5-I1": "7", "BA-I1": "7", "EX-I1": "7", "F5-I2": "18"}
    forts = {"Antwerp": {"belgian": 3, "french": 2}}
    game = play(situation(crowded, side="entente", holder="entente", forts=forts), "strategic")
    march(game, "F5-I2", "7")
    assert at(game, "F5-I2") == "7"


# Great Britain and the sea


@rule("2.5.c", "2.5.d", "2.5.f", "7.4.k", "2.3.d", "2.5.h")
def test_sea_transport():
    blocks = {"EX-I1": "GB", "EX-I2": "5", "EX-L1": "5", "G1-I1": "1"}
    game = play(situation(blocks, side="entente", holder="entente"), "strategic", "unit EX-I1")
    assert args(game, "to") == ["5"]
    assert refused(game, "to", "1") == "2.5"
    assert refused(game, "to", "4") == "2.5"
    play(game, "to 5")
    assert step(game)[1] == "orders"  # and no further
    play(game, "unit EX-I2")
    assert refused(game, "to", "GB") == "2.5"
    game = tactical(situation(blocks | {"EX-L1": "GB"}, side="entente"), "EX-L1")
    assert refused(game, "unit", "EX-I1") == "7.4"  # in range of its Leader, but there is no Sea Transport


@rule("7.3.2.c", "2.5.d")
def test_a_landing_must_be_friendly_uncontested_and_have_room():
    full = {f"F5-I{n}": "5" for n in range(1, 5)} | {"EX-I1": "GB", "G1-I1": "1", "F5-I5": "1"}
    game = play(situation(full, side="entente", holder="entente"), "strategic")
    assert refused(game, "unit", "EX-I1") == "7.4"
    game = play(situation(full | {"F5-I4": "6", "F4-I1": "GB"} | {"F4-I1": "6"}, side="entente"), "pass", "unit EX-I1")
    assert args(game, "to") == ["5"]
    assert refused(game, "to", "1") == "2.5"  # contested
    play(game, "to 5")
    assert at(game, "EX-I1") == "5"


# Control


@rule("2.6.a", "2.6.b", "2.6.c", "7.5.1.17.a")
def test_control_in_passing():
    """Empty Areas fall to whoever passes through; one that is left stays with who was there last."""
    game = play(situation({"G1-C1": "23"}), "strategic", "unit G1-C1")
    play(game, "to 21", "to 9")
    assert (holder_of(game, "21"), holder_of(game, "9"), holder_of(game, "10")) == ("german", "german", "entente")
    assert valour(game) == {"german": 1}  # Liege had no Garrison
    assert holder_of(game, "23") == "german"


@rule("2.6.d", "2.6.3")
def test_a_contested_area_belongs_to_its_first_owner():
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-I2": "8"}
    game = attack(situation(blocks), "8", "G1-I1")
    assert holder_of(game, "8") == "entente"
    assert game.view("german")["control"] == {"9": "german"}
    resolve(game)
    assert holder_of(game, "8") == "entente"
    assert game.state.contested() >> 8 & 1


@rule("2.6.a", "7.5.1.17.b")
def test_leaving_a_contested_area_hands_it_over():
    """Ruling B05: with Valour for the Fortress."""
    blocks = {"BA-I1": "9", "BA-L1": "18", "G1-I1": "9", "BA-I2": "20"}
    game = play(situation(blocks, side="entente"), "pass", "unit BA-I1", "to 20")
    assert holder_of(game, "9") == "german"
    assert valour(game) == {"german": 1}


@rule("2.6.3")
def test_a_control_marker_is_removed_when_the_owner_returns():
    game = play(situation({"BA-I1": "18", "G1-I1": "11"}, side="entente", control={"8": "german"}), "pass")
    assert game.view("entente")["control"] == {"8": "german"}
    play(game, "unit BA-I1", "to 8")
    assert game.view("entente")["control"] == {}


# Valour


@rule("2.8", "2.11.a", "2.9.b", "2.9.d", "2.10.e")
@pytest.mark.parametrize(
    ("unit", "start", "target", "power", "points"),
    [
        ("G1-C1", "16", "18", "german", 1),  # a Capital is a Major City
        ("G1-C1", "30", "29", "german", 1),  # Amiens, a Major City
        ("G1-C1", "8", "9", "german", 1),  # a Fortress
        ("G1-C1", "30", "17", "german", 2),  # GAW-X086
        ("F5-C1", "21", "11", "french", 1),
        ("BA-C1", "21", "11", "belgian", 1),
    ],
)
def test_what_a_conquest_earns(unit, start, target, power, points):
    side = "german" if power == "german" else "entente"
    more = {"german": {"G2-I1": "11"}, "entente": {"F5-I6": "17", "BA-I6": "7"}}[side]
    supplied = {
        name: side for name in ("9", "20", "19", "8", "18", "16", "30", "21", "17", "31", "32", "10") if name != target
    }
    game = situation({unit: start} | more, side=side, holder=side, control=supplied)
    play(game, "strategic", f"unit {unit}", f"to {target}")
    assert valour(game) == {power: points}


@rule("7.5.1.17.c")
def test_the_double_fortress_counts_twice():
    """GAW-X086."""
    blocks = {"G1-L1": "19", "G1-I1": "19", "F5-I6": ("17", 2), "G2-I1": "11"}
    game = situation(blocks, control={"20": "german", "9": "german"})
    resolve(attack(game, "17", "G1-I1"))
    assert happened(game, "valour")[-1]["points"] == 2


@rule("2.11.a", "2.8")
def test_ones_own_city_earns_nothing():
    """Ruling B14."""
    blocks = {"BA-I1": "8", "BA-L1": "18"}
    game = play(situation(blocks, side="entente", control={"9": "german"}), "pass", "unit BA-I1", "to 9")
    assert holder_of(game, "9") == "entente"
    assert valour(game) == {}


@rule("2.9.e", "2.9.f", "2.11.e", "2.9.c", "2.11.b", "2.11.c")
def test_a_lost_capital_costs_all_valour_and_blocks_more():
    """GAW-X020, ruling B18: the allies keep theirs, nobody gets what was lost, and it does not come back."""
    blocks = {"G1-C1": "8", "G2-I1": "11", "G2-I2": "9", "BA-I1": "7", "BA-C1": "7", "F5-I1": "46"}
    game = situation(blocks, holder="german", valour={"belgian": 2, "french": 3, "german": 1}, control={"11": "german"})
    play(game, "strategic", "unit G1-C1", "to 18")
    halt(game)
    assert valour(game) == {"french": 3, "german": 2}
    game = situation({"BA-C1": "21", "BA-I1": "7", "F5-I1": "46"}, side="entente", control={"18": "german"})
    in_supply(game)
    play(game, "pass", "unit BA-C1", "to 11")
    assert valour(game) == {}
    assert happened(game, "no_valour") == [{"power": "belgian"}]
    back = situation(
        {"BA-C1": "16", "F5-C1": "19", "BA-I1": "7", "F5-I1": "46"}, side="entente", control={"18": "german"}
    )
    play(back, "pass", "unit F5-C1", "to 18")
    halt(back)
    assert happened(back, "capital_back")
    assert valour(back) == {}
    assert not back.state.blocked("belgian")


@rule("2.11.1.a", "2.11.1.b", "2.11.1.c", "2.11.1.d")
@pytest.mark.parametrize(
    ("units", "power"),
    [
        (("F5-I1", "EX-I1", "BA-I1"), "french"),  # GAW-X022
        (("EX-I1", "BA-I1"), "british"),  # GAW-X023
        (("F5-I1", "BA-I1", "BA-I2"), "belgian"),
        (("F5-I1", "EX-I1", "EX-L1"), "british"),  # ruling B15: a Leader in the Area counts
    ],
)
def test_a_combined_force(units, power):
    """The most numerous Power adds its Valour and gains the point; Garrisons and Leaders nearby do not count."""
    blocks = dict.fromkeys(units, "19") | {"G1-I7": ("20", 2), "BA-L1": "18", "BA-I6": "7", "F5-I6": "17", "EX-I3": "5"}
    points = {"french": 2, "british": 3, "belgian": 1}
    game = situation(blocks, side="entente", holder="entente", valour=points, control={"20": "german"})
    play(game, "strategic")
    for unit in units:
        march(game, unit, "20")
    resolve(play(game, "done", "to 20"))
    found = happened(game, "result")[-1]
    assert [part[2] for part in found["attack_parts"] if part[1] == "2.11"] == [f"{power.capitalize()} Valour"]
    assert game.state.powers[0] == -1
    defended = situation(
        dict.fromkeys(units, "20") | {"G1-I1": "9", "G1-L1": "9"},
        valour=points,
        forts={"Namur": {"belgian": 3}},
    )
    resolve(attack(defended, "20", "G1-I1"))
    parts_ = happened(defended, "result")[-1]["defence_parts"]
    assert [part[2] for part in parts_ if part[1] == "2.11"] == [f"{power.capitalize()} Valour"]


@rule("2.11.1.b")
def test_the_most_numerous_power_gains_the_point():
    blocks = {"F5-I1": "19", "BA-I1": "19", "BA-I2": "19", "G1-I7": ("26", 2), "BA-I6": "7", "F5-I6": "17"}
    game = situation({**blocks, "F5-I1": "12", "BA-I1": "12", "BA-I2": "12"}, side="entente", holder="entente")
    in_supply(game)
    play(game, "strategic")
    for unit in ("F5-I1", "BA-I1", "BA-I2"):
        march(game, unit, "26")
    resolve(play(game, "done", "to 26"))
    assert valour(game) == {"belgian": 1}


@rule("2.11.1.b", "2.11.1.a")
def test_the_power_is_fixed_at_the_showdown():
    """Ruling B15: what the losses leave does not matter."""
    units = ("F5-I6", "BA-I1", "BA-I2")
    blocks = dict.fromkeys(units, ("12", 2)) | {"G1-I7": ("26", 2), "BA-I6": "7", "F5-I5": "17"}
    game = in_supply(situation(blocks, side="entente", holder="entente"))
    play(game, "strategic")
    for unit in units:
        march(game, unit, "26")
    play(game, "done", "to 26", "done")
    assert step(game) == ("entente", "hit")
    play(game, "unit BA-I1")
    assert (at(game, "BA-I1"), valour(game)) == ("dead", {"belgian": 1})
