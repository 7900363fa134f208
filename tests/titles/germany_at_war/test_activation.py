"""7.3, 7.7: Leaders."""

import pytest

from tests.titles.germany_at_war.positions import (
    activate,
    args,
    at,
    attack,
    happened,
    holder_of,
    march,
    mark,
    parts,
    play,
    refused,
    resolve,
    situation,
    step,
    tactical,
    verbs,
)

rule = pytest.mark.rule


@rule("7.3.1.2.a", "7.3.1.2.e")
def test_he_rides_four_points_and_is_revealed():
    """GAW-X048."""
    game = play(situation({"G1-L1": "11"}), "tactical", "unit G1-L1")
    assert game.why_not("reveal") is None  # without moving at all
    assert "4 movement points" in game.decision.prompt
    assert game.hints()["to 25"] == {"left": 2, "path": ["11", "22", "25"]}
    assert refused(game, "to", "61") == "7.3.1.2"
    play(game, "to 25")
    assert mark(game, "G1-L1", "shown") == 0  # he moves first
    play(game, "reveal")
    assert mark(game, "G1-L1", "shown") == 1
    assert refused(game, "unit", "G1-L1") == "7.3"
    far = play(situation({"G1-L1": "11"}), "tactical", "unit G1-L1", "to 27")  # four points: he is revealed there
    assert step(far)[1] == "activate"
    assert at(far, "G1-L1") == "27"


@rule("7.3.1.2.b")
def test_not_among_enemies():
    game = play(situation({"G1-L1": "11", "BA-I1": "9"}), "tactical", "unit G1-L1")
    assert refused(game, "to", "9") == "7.3.1.2"
    among = play(situation({"G1-L1": "11", "BA-I1": "11"}), "tactical", "unit G1-L1")  # nor where he stands among them
    assert refused(among, "reveal") == "7.3.1.2"
    assert "reveal" not in verbs(among)


@rule("7.3.1.2.d")
def test_not_where_he_would_overstack():
    blocks = {"G1-L1": "25", "G2-I1": "24", "G2-I2": "24"}
    game = play(situation(blocks), "tactical", "unit G1-L1")
    assert game.why_not("to", "39") is None
    play(game, "to 39")
    assert refused(game, "to", "24") in ("2.4", "7.3.1.2")
    full_ = {"G1-L1": "23", "G2-I1": "24", "G2-I2": "24"}
    game = play(situation(full_), "tactical", "unit G1-L1", "to 24")  # he may pass through
    assert refused(game, "reveal") == "7.3.1.2"
    assert game.why_not("to", "38") is None


@rule("7.3.1.2.f", "7.3.1.2.g")
def test_he_disengages_into_a_friendly_area():
    """GAW-X049: one for the Area, one for contact, one to be revealed; two are left to ride on."""
    game = play(situation({"G1-L1": "11", "BA-I1": "11"}), "tactical", "unit G1-L1")
    assert refused(game, "reveal") == "7.3.1.2"
    assert refused(game, "to", "9") == "7.3.1.2"  # next to him, but not friendly
    assert game.hints()["to 22"]["left"] == 2
    play(game, "to 22", "to 26")
    play(game, "reveal")
    assert at(game, "G1-L1") == "26"
    stuck = {"G1-L1": "11", "BA-I1": "11", "G1-I1": "12"}
    lost = dict.fromkeys(("12", "22", "23"), "entente")
    game = situation(stuck | {"G1-I1": "13", "G2-L1": "26"}, control=lost)
    game.state.isolated[0] = 0
    play(game, "tactical")
    assert refused(game, "unit", "G1-L1") == "7.3.1.2"


@rule("7.3.1.2.c")
def test_only_in_a_tactical_action():
    for action in ("strategic", "pass"):
        game = play(situation({"G1-L1": "11"}), action, "unit G1-L1")
        assert "reveal" not in verbs(game)
        assert refused(game, "reveal")
    game = play(situation({"G1-L1": "11"}), "tactical")
    assert step(game) == ("german", "activate")
    play(game, "unit G1-L1", "reveal", "done")
    assert step(game) == ("german", "orders")  # the segment is over
    assert refused(game, "unit", "G1-L1") == "7.4"


@rule("7.3.1.2.a")
def test_he_takes_empty_enemy_areas_on_his_way():
    """Ruling B44."""
    game = play(situation({"G1-L1": "23"}), "tactical", "unit G1-L1", "to 10")
    assert {area: holder_of(game, area) for area in ("34", "10")} == {"34": "german", "10": "german"}


@rule("7.3.1.2.a", "7.4.d")
def test_an_activated_leader_does_not_move_again():
    """Ruling B43."""
    game = tactical(situation({"G1-L1": "11", "G1-I1": "11"}), "G1-L1")
    assert refused(game, "unit", "G1-L1") == "7.4"


@rule("7.3.1.c", "1.5.e")
def test_command_is_by_army_and_power():
    blocks = {"G1-L1": "11", "G1-I1": "11", "G2-I1": "11"}
    game = tactical(situation(blocks), "G1-L1")
    assert args(game, "unit") == ["G1-I1"]
    allies = {"BA-L1": "18", "BA-I1": "18", "EX-I1": "18", "F5-I1": "18"}
    game = tactical(situation(allies, side="entente"), "BA-L1")
    assert args(game, "unit") == ["BA-I1"]
    assert refused(game, "unit", "F5-I1") == "7.3.1.5"


@rule("4.2.1", "7.4.2.b")
def test_any_french_leader_commands_the_reserves():
    blocks = {"F5-L1": "46", "FR-I1": "45", "F4-I1": "45"}
    game = tactical(situation(blocks, side="entente"), "F5-L1")
    assert args(game, "unit") == ["FR-I1"]
    play(game, "unit FR-I1")
    assert "4 movement points" in game.decision.prompt
    foch = tactical(situation({"FF-L1": "46", "FR-I1": "45"}, side="entente"), "FF-L1")
    assert args(foch, "unit") == ["FR-I1"]


@rule("7.3.1.6.a", "7.4.2.c")
def test_foch_commands_all_french_and_boosts_all_but_leaders():
    blocks = {"FF-L1": "46", "F1-I1": "45", "F2-C1": "45", "F3-L1": "45", "BA-I1": "45"}
    game = tactical(situation(blocks, side="entente"), "FF-L1")
    assert args(game, "unit") == ["F1-I1", "F2-C1", "F3-L1"]
    points = {}
    for unit in args(game, "unit"):
        points[unit] = int(play(game.copy(), f"unit {unit}").decision.prompt.split("? ")[1][0])
    assert points == {"F1-I1": 4, "F2-C1": 6, "F3-L1": 5}


@rule("7.3.1.1", "7.3.1.4.a", "1.5.f")
def test_support_by_an_ally():
    """GAW-X024: the Belgian Leader helps a British and a French unit, unasked."""
    blocks = {"EX-I1": "19", "F5-I1": "19", "BA-L1": ("18", 1), "F5-L1": "17", "EX-L1": "17", "G1-I1": "20"}
    game = situation(blocks, side="entente", control={"20": "german"})
    attack(game, "20", "EX-I1", "F5-I1", leaders=["BA-L1", "F5-L1", "EX-L1"])
    resolve(game)
    assert parts(game, "attack_parts")["7.3.1.1"] == 3  # those in 17 are not adjacent


@rule("7.3.1.3.c", "7.3.1.4.a")
def test_a_heart_gives_no_support():
    blocks = {"G1-L1": "9", "G2-L1": ("9", 3), "G1-I1": "9", "BA-I1": "8"}
    game = resolve(attack(situation(blocks), "8", "G1-I1", leaders=["G1-L1", "G2-L1"]))
    assert parts(game, "attack_parts") == {"7.5.1.5": 5, "7.3.1.1": 4}


@rule("7.1.g", "7.3.1.4.b", "7.3.1.3.b", "7.5.1.5")
@pytest.mark.parametrize(("face", "strength"), [(0, 4), (2, 2), (3, 1)])
def test_a_leader_in_the_battle_adds_his_strength(face, strength):
    """GAW-X044, GAW-X050."""
    game = play(situation({"G1-L1": ("9", face), "BA-I1": "8"}), "strategic")
    march(game, "G1-L1", "8")
    resolve(play(game, "done", "to 8"))
    assert parts(game, "attack_parts") == {"7.5.1.5": strength}


@rule("7.7.a", "7.7.b", "7.3.1.3.a")
def test_deactivation():
    """GAW-X088: four Tactical Actions, the last of them his last."""
    game = situation({"G1-L1": "11", "F5-L1": "46", "F5-I1": "46"}, holder="entente")
    seen = []
    for _ in range(4):
        play(game, "tactical")
        activate(game, "G1-L1")
        play(game, "done", "done")
        seen.append(at(game, "G1-L1") if at(game, "G1-L1") == "dead" else mark(game, "G1-L1", "face"))
        assert mark(game, "G1-L1", "shown") == 0
        play(game, "pass", "done")
    assert seen == [1, 2, 3, "dead"]
    assert game.state.dead("german") == 1
    assert happened(game, "eliminated")[-1]["unit"] == "G1-L1"
