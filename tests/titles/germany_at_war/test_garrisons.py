"""4.1, 7.4: Garrisons."""

import pytest

from tests.titles.germany_at_war.positions import (
    args,
    at,
    attack,
    discs,
    happened,
    mark,
    parts,
    play,
    refused,
    resolve,
    situation,
    step,
    tactical,
)

rule = pytest.mark.rule


@rule("4.1.p", "4.1.q", "4.1.o", "4.1.l", "7.3.2.d", "7.4.j")
def test_the_example_of_antwerp():
    """GAW-X025: two Infantry of the activated Leader's Army become four Garrisons, two others move."""
    blocks = {"BA-L1": "6", "BA-I1": "7", "BA-I2": "7", "BA-I3": "6", "BA-C1": "6"}
    game = tactical(situation(blocks, side="entente", forts={"Antwerp": {"belgian": 1}}), "BA-L1")
    for unit in ("BA-I1", "BA-I2"):
        play(game, f"unit {unit}", "build Antwerp")
        assert refused(game, "to", "18") == "4.1"
        play(game, "build Antwerp")
        assert step(game)[1] == "orders"  # at its minimum: no third
        assert (mark(game, unit, "face"), at(game, unit)) == (2, "7")
    assert discs(game, "Antwerp") == {"belgian": 5}
    play(game, "unit BA-C1", "to 16", "stop")


@rule("4.1.a", "1.1.b")
def test_the_supply_of_discs():
    """GAW-X026, ruling B08."""
    forts = {"Antwerp": {"belgian": 1}, "Liege": {"belgian": 1}, "Namur": {"belgian": 1}, "Ypres": {"belgian": 1}}
    game = play(situation({"BA-I1": "7", "BA-I2": "18"}, side="entente", forts=forts), "pass", "unit BA-I1")
    play(game, "build Antwerp")
    assert step(game)[0] == "german"  # the fifth brown disc was the last
    assert discs(game, "Antwerp") == {"belgian": 2}
    game = situation(
        {"BA-I1": "7"}, side="entente", holder="entente", forts=forts | {"Liege": {}, "Namur": {}, "Ypres": {}}
    )
    play(game, "strategic", "unit BA-I1", "build Antwerp", "build Antwerp")
    assert discs(game, "Antwerp") == {"belgian": 3}


@rule("4.1.k", "2.4.e")
def test_five_to_a_fortress():
    """GAW-X016: in Area 17 five in each of two."""
    blocks = {"F5-I1": "17", "F5-I2": "17", "F5-I3": "17"}
    forts = {"Lille": {"french": 4}, "Maubeuge": {"french": 3}}
    game = play(situation(blocks, side="entente", holder="entente", forts=forts), "strategic", "unit F5-I1")
    assert args(game, "build") == ["Lille", "Maubeuge"]
    play(game, "build Lille")
    assert refused(game, "build", "Lille") == "2.4"
    play(game, "build Maubeuge", "build Maubeuge")
    assert (discs(game, "Lille"), discs(game, "Maubeuge")) == ({"french": 5}, {"french": 5})


@rule("4.1.n", "4.1.b", "7.4.j")
def test_who_builds():
    blocks = {"F5-L1": "17", "F5-C1": "17", "EX-I1": "17", "F5-I1": "17"}
    game = play(situation(blocks, side="entente", holder="entente"), "strategic")
    for unit, rule_ in (("F5-L1", "4.1"), ("F5-C1", "4.1"), ("EX-I1", "7.4")):
        play(game, f"unit {unit}")
        assert refused(game, "build", "Lille") == rule_
        play(game, "stop")
    play(game, "unit F5-I1")
    assert refused(game, "build", "Laon") == "4.1"


@rule("4.1.o")
def test_not_after_moving():
    game = play(situation({"F5-I1": "19"}, side="entente"), "pass", "unit F5-I1", "to 17")
    assert refused(game, "build", "Lille") == "4.1"


@rule("4.1.m", "7.4.j")
def test_building_under_siege():
    """Ruling B10: the defender builds in a contested Fortress, the besieger does not."""
    blocks = {"BA-I1": "9", "G1-I1": "9", "BA-L1": "20", "G1-L1": "11", "BA-I2": "20"}
    game = play(situation(blocks, side="entente", forts={"Liege": {"belgian": 1}}), "pass", "unit BA-I1", "build Liege")
    assert discs(game, "Liege") == {"belgian": 2}
    game = play(situation(blocks, forts={"Liege": {"belgian": 1}}), "pass", "unit G1-I1")
    assert refused(game, "build", "Liege") == "7.4"


@rule("7.3.2.e", "2.4.h")
def test_the_disc_is_of_the_builders_power():
    """Ruling B09."""
    game = play(situation({"F5-I1": "7", "F5-I2": "46"}, side="entente", forts={"Antwerp": {"belgian": 1}}), "pass")
    play(game, "unit F5-I1", "build Antwerp")
    assert discs(game, "Antwerp") == {"belgian": 1, "french": 1}


@rule("7.3.2.d")
def test_building_needs_range_in_a_tactical_action():
    blocks = {"BA-L1": "6", "BA-I1": "20", "BA-I2": "7"}
    game = tactical(situation(blocks, side="entente"), "BA-L1")
    assert args(game, "unit") == ["BA-I2"]
    assert refused(game, "unit", "BA-I1") == "7.3.1.5"


@rule("4.1.c", "4.1.h")
def test_garrisons_do_nothing_by_themselves():
    """No order names one: they are neither moved, nor made to attack or retreat, nor given up."""
    blocks = {"BA-L1": "18", "G1-I1": "9", "G1-L1": "11"}
    game = play(situation(blocks, side="entente", holder="entente", forts={"Liege": {"belgian": 2}}), "strategic")
    assert args(game, "unit") == ["BA-L1"]
    play(game, "done")
    assert not happened(game, "battle")  # the Garrison does not attack the besieger
    play(game, "tactical", "unit G1-L1", "reveal", "done", "done", "to 9")
    assert step(game)[1] == "edge"  # the attacker's Disc; nobody is asked to retreat
    play(game, "done")
    assert happened(game, "showdown")[-1]["units"] == ["G1-I1"]


@rule("4.1.d", "4.1.e", "4.1.f", "4.1.g", "7.5.1.13.h", "4.1.i", "4.1.j", "7.5.1.15.c")
def test_garrisons_in_battle():
    """GAW-X029: 5 each, no Terrain Bonus, hit last, one hit each; they do not count as losses and may be rebuilt."""
    blocks = {"G1-L1": "9", "G2-L1": "9", "G1-I1": "9", "G1-I2": "9", "BA-I1": ("20", 2), "BA-L1": "19", "BA-I2": "19"}
    game = situation(blocks, forts={"Namur": {"belgian": 2}}, holder="german")
    attack(game, "20", "G1-I1", "G1-I2", leaders=["G1-L1", "G2-L1"])
    resolve(game)
    assert parts(game, "defence_parts") == {"7.5.1.5": 1, "7.5.1.6": 1, "4.1": 10}
    assert parts(game, "attack_parts") == {"7.5.1.5": 10, "7.3.1.1": 8}
    kinds = [e.kind for e in game.events if e.kind in ("eliminated", "disc_lost")]
    assert kinds == ["eliminated", "disc_lost", "disc_lost"]
    assert game.state.dead("entente") == 1
    assert game.state.supply_of("belgian") == 5
