"""7.5.1.4 to 7.5.1.10: firepower."""

import pytest

from front1914.titles.germany_at_war.combat.firepower import divided
from tests.titles.germany_at_war.positions import (
    attack,
    happened,
    hits,
    march,
    parts,
    play,
    resolve,
    result,
    situation,
    tactical,
)

rule = pytest.mark.rule


@rule("7.5.1.4.e", "7.5.1.4.b", "7.5.1.4.c")
@pytest.mark.parametrize(
    ("total", "river", "found"), [(14, 1, 7), (14, 2, 3), (4, 1, 2), (5, 1, 2), (1, 1, 1), (3, 2, 1), (0, 2, 0)]
)
def test_halving_and_quartering(total, river, found):
    """GAW-X069."""
    assert divided(total, river) == found


@rule("7.5.1.4.d", "7.5.1.4.c")
def test_classes_are_summed_before_they_are_divided():
    """Infantry 5 + 5 + 5 and Cavalry 4 over the Meuse: 15 / 4 and 4 / 4."""
    own = {"G1-I1": "9", "G1-I2": "9", "G1-I3": "9", "G1-C1": "9"}
    game = situation({"G1-L1": "11", **own, "BA-I1": "10"})
    game = resolve(attack(game, "10", *own))
    amounts = [(part[0], part[2]) for part in happened(game, "result")[-1]["attack_parts"]]
    assert amounts == [
        (3, "Infantry 15, a quarter across a Major River"),
        (1, "Cavalry 4, a quarter across a Major River"),
    ]


@rule("7.5.1.4.a")
def test_rivers_count_only_in_new_engagements():
    blocks = {"G1-L1": "9", "G1-I1": "9", "G1-I2": "10", "BA-I1": "10"}
    game = resolve(attack(situation(blocks), "10", "G1-I1"))
    assert parts(game, "attack_parts")["7.5.1.5"] == 10
    fresh = {"G1-L1": "9", "G1-I1": "9", "G1-I2": "21", "BA-I1": "10"}  # over the Meuse, over a Minor River
    game = resolve(attack(situation(fresh), "10", "G1-I1", "G1-I2"))
    amounts = sorted(part[0] for part in happened(game, "result")[-1]["attack_parts"] if part[1] == "7.5.1.4")
    assert amounts == [1, 2]  # ruling B56


@rule("7.5.1.5")
@pytest.mark.parametrize(("face", "strength"), [(0, 5), (1, 4), (2, 3), (3, 2)])
def test_strength_is_what_the_step_shows(face, strength):
    game = resolve(attack(situation({"G1-L1": "9", "G1-I1": ("9", face), "BA-I1": "8"}), "8", "G1-I1"))
    assert parts(game, "attack_parts")["7.5.1.5"] == strength


@rule("7.5.1.6.c", "2.2.a", "7.5.1.6.b")
def test_the_terrain_bonus_is_for_each_infantry():
    blocks = {"G1-L1": "23", "G1-I1": "23", "BA-I1": "34", "BA-I2": "34", "BA-C1": "34", "BA-L1": "34"}
    game = attack(situation(blocks), "34", "G1-I1")
    resolve(game)
    assert parts(game, "defence_parts") == {"7.5.1.5": 3 + 3 + 2 + 4, "7.5.1.6": 4}  # bonus 2, two Infantry


@rule("7.5.1.7.a", "7.5.1.7.b")
@pytest.mark.parametrize(("face", "bonus"), [(0, 3), (1, 3), (2, 0)])
def test_the_mad_minute(face, bonus):
    """GAW-X071: one each for British Infantry in defence, while a blue step is left."""
    british = {f"EX-I{n}": ("8", face) for n in (1, 2, 3)} | {"EX-C1": "8"}
    game = resolve(attack(situation({"G1-L1": "9", "G1-I1": "9", **british}), "8", "G1-I1"))
    assert parts(game, "defence_parts").get("7.5.1.7", 0) == bonus


@rule("7.5.1.7.a")
def test_the_mad_minute_is_for_defence():
    blocks = {"EX-I1": "19", "EX-L1": "17", "G1-I1": "20"}
    game = situation(blocks, side="entente", holder="entente", control={"20": "german"})
    resolve(attack(game, "20", "EX-I1", leaders=["EX-L1"]))
    assert result(game)[0] == 4


@rule("7.5.1.8.a", "7.5.1.8.d")
def test_a_cavalry_charge():
    """Doubled in green Areas against no Cavalry; a Leader counts neither way."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "G1-C1": "9", "BA-I1": "8", "BA-L1": "8"}
    game = resolve(attack(situation(blocks), "8", "G1-I1", "G1-C1"))
    assert parts(game, "attack_parts")["7.5.1.5"] == 5 + 8
    game = resolve(attack(situation(blocks | {"BA-C1": "8"}), "8", "G1-I1", "G1-C1"))
    assert parts(game, "attack_parts")["7.5.1.5"] == 5 + 4
    leader = play(situation({"G1-L1": "9", "BA-I1": "8"}), "strategic")
    march(leader, "G1-L1", "8")
    resolve(play(leader, "done", "to 8"))
    assert parts(leader, "attack_parts")["7.5.1.5"] == 4
    yellow = {"G3-L1": "34", "G3-C1": "37", "BA-I1": "36"}
    game = resolve(attack(situation(yellow), "36", "G3-C1", leaders=["G3-L1"]))
    assert parts(game, "attack_parts")["7.5.1.5"] == 3


@rule("7.5.1.8.c", "7.5.1.4.b")
def test_a_charge_does_not_cross_a_river():
    """GAW-X072: of two, only the one that came over land is doubled; ruling B57 for Pontoons."""
    blocks = {"G1-L1": "34", "G1-C1": "34", "G3-C1": "36", "G3-L1": "36", "BA-I1": "35"}
    game = attack(situation(blocks), "35", "G1-C1", "G3-C1", leaders=["G1-L1", "G3-L1"])
    amounts = [part[0] for part in happened(resolve(game.copy()), "result")[-1]["attack_parts"]]
    assert amounts[:2] == [2, 6]  # 4 / 2 over the Minor River; 3 x 2 by land
    resolve(game, "pontoon")
    assert parts(game, "attack_parts")["7.5.1.5"] == 14  # the bridged Minor River has no effect at all


@rule("7.5.1.8.b", "7.5.1.9.a", "7.5.1.9.b")
def test_no_charge_against_a_dominant_position():
    blocks = {"G1-L1": "9", "G1-C1": "9", "BA-I1": "20"}
    game = resolve(attack(situation(blocks, forts={"Namur": {"belgian": 1}}), "20", "G1-C1"))
    assert parts(game, "attack_parts")["7.5.1.5"] == 4
    game = resolve(attack(situation(blocks), "20", "G1-C1"))  # a Fortress without a Garrison does not dominate
    assert parts(game, "attack_parts")["7.5.1.5"] == 8


@rule("7.5.1.9.a", "7.5.1.9.b", "7.5.1.6.d")
def test_a_sortie():
    """GAW-X100, rulings B12 and B63: the besieger has no Terrain Bonus, and the Garrison adds nothing to the attack."""
    blocks = {"BA-I1": "7", "BA-L1": "18", "G1-I5": "7"}
    game = situation(blocks, side="entente", forts={"Antwerp": {"belgian": 2}}, holder="entente")
    tactical(game, "BA-L1")
    resolve(play(game, "done", "to 7"))
    assert parts(game, "defence_parts") == {"7.5.1.5": 4}
    assert parts(game, "attack_parts") == {"7.5.1.5": 3, "7.3.1.1": 4}
    bare = situation(blocks, side="entente", holder="entente", control={"7": "entente"})
    tactical(bare, "BA-L1")
    resolve(play(bare, "done", "to 7"))
    assert parts(bare, "defence_parts") == {"7.5.1.5": 4, "7.5.1.6": 2}


@rule("4.2.2.c")
def test_the_44th_division_fights_double_in_the_mountains():
    """GAW-X030: attacking and defending."""
    blocks = {"F1-I6": "87", "F1-L1": "87", "G7-I1": "82"}
    game = situation(blocks, side="entente", holder="entente", control={"82": "german"})
    resolve(attack(game, "82", "F1-I6", leaders=["F1-L1"]), "pontoon")
    assert parts(game, "attack_parts")["7.5.1.5"] == 6
    game = resolve(attack(situation({"G7-L1": "83", "G7-I1": "83", "F1-I6": "82"}), "82", "G7-I1", leaders=["G7-L1"]))
    assert parts(game, "defence_parts") == {"7.5.1.5": 6, "7.5.1.6": 4}  # the bonus is not doubled
    green = situation({"F1-I6": "87", "F1-L1": "87", "G7-I1": "69"}, side="entente", control={"69": "german"})
    resolve(attack(green, "69", "F1-I6", leaders=["F1-L1"]))
    assert parts(green, "attack_parts")["7.5.1.5"] == 3


@rule("7.5.1.10.b")
def test_a_tie_costs_nothing():
    blocks = {"G1-L1": ("9", 3), "G1-I5": "9", "F5-I1": "8"}
    game = resolve(attack(situation(blocks), "8", "G1-I5"))
    assert result(game) == (4, 4)
    assert hits(game) == (0, 0)


@rule("7.5.1.10.p", "2.11.g")
def test_the_defender_may_win_and_adds_his_valour():
    blocks = {"G1-L1": ("9", 3), "G1-I5": "9", "F5-I1": "8"}
    game = resolve(attack(situation(blocks, valour={"french": 3}), "8", "G1-I5"))
    assert result(game) == (4, 7)
    assert hits(game) == (3, 2)
