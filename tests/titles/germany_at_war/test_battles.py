"""7.5, 7.2, 7.5.1.1, 7.5.1.2: which Battles are fought, the Initiative Disc, and retreats."""

import pytest

from tests.titles.germany_at_war.positions import (
    activate,
    args,
    at,
    attack,
    discs,
    happened,
    hits,
    holder_of,
    march,
    mark,
    parts,
    play,
    refused,
    resolve,
    result,
    situation,
    step,
    tactical,
    valour,
    verbs,
)

rule = pytest.mark.rule
FIELD = {"G1-L1": "9", "G1-I1": "9", "G1-I2": "9", "BA-I1": "8", "BA-I2": "18", "BA-L1": "18"}


# Which Battles


@rule("7.5.a", "7.5.b", "7.5.h")
def test_new_engagements_are_mandatory_and_come_first():
    blocks = FIELD | {"G2-L1": "11", "G3-I1": "20", "BA-I3": "20", "G2-I1": "9"}
    game = tactical(situation(blocks, holder="entente"), "G1-L1", "G2-L1")
    march(game, "G1-I1", "8")
    play(game, "done")
    assert args(game, "to") == ["8"]
    assert refused(game, "done") == "7.5"
    assert "fought first" in game.why_not("to", "20").text  # an old fight waits
    assert refused(game, "to", "18") == "7.5"  # nobody meets there
    resolve(game, "to 8")
    assert step(game) == ("german", "battle")
    assert args(game, "to") == ["20"]


@rule("7.5.c")
def test_old_fights_are_at_the_attackers_discretion():
    blocks = FIELD | {"G1-I3": "20", "BA-I3": "20"}
    game = play(tactical(situation(blocks, holder="entente"), "G1-L1"), "done")
    assert step(game) == ("german", "battle")
    play(game, "done")
    assert not happened(game, "battle")
    assert step(game)[0] == "entente"


@rule("7.5.e", "7.3.1.d")
def test_one_battle_for_each_leader():
    """Ruling B50."""
    blocks = FIELD | {"G1-I3": "20", "BA-I3": "20", "BA-C1": "10", "G1-I4": "10"}
    game = play(tactical(situation(blocks, holder="entente"), "G1-L1"), "done")
    assert sorted(args(game, "to")) == ["10", "20"]
    resolve(game, "to 20")
    assert step(game)[0] == "entente"
    two = situation(blocks | {"G2-L1": "11"}, holder="entente")
    game = play(tactical(two, "G1-L1", "G2-L1"), "done")
    resolve(game, "to 20")
    assert args(game, "to") == ["10"]


@rule("7.5.d")
def test_isolated_units_do_not_attack():
    """Ruling B51: they add nothing and are no Cavalry, but are shown and may be hit."""
    blocks = {"G1-L1": "9", "G1-I1": "8", "G1-C1": "8", "BA-I1": "8"}
    game = tactical(situation(blocks, holder="entente"), "G1-L1")
    game.state.isolated[9] = 1  # the Cavalry
    play(game, "done", "to 8")
    assert happened(game, "battle")[-1]["cavalry"] == 0
    resolve(game)
    assert parts(game, "attack_parts") == {"7.5.1.5": 5, "7.3.1.1": 4}
    assert "G1-C1" in happened(game, "showdown")[-1]["units"]
    alone = tactical(situation({"G1-L1": "9", "G1-I1": ("30", "isolated"), "F5-I1": "30"}, holder="entente"), "G1-L1")
    play(alone, "done")
    assert step(alone)[0] == "entente"  # no Battle could be chosen


@rule("7.5.g", "7.5.1.3", "1.3.c")
def test_nothing_is_shown_before_the_showdown():
    blocks = FIELD | {"G2-L1": "11", "G2-I1": "9", "BA-I3": "20"}
    game = tactical(situation(blocks, holder="entente"), "G1-L1", "G2-L1")
    march(game, "G1-I1", "8")
    march(game, "G2-I1", "20")
    play(game, "done")
    for side, unit in (("entente", "G1-I1"), ("german", "BA-I1")):
        assert unit not in {piece["id"] for piece in game.view(side)["pieces"]}
    play(game, "to 8")
    assert "G1-I1" not in {piece["id"] for piece in game.view("entente")["pieces"]}
    play(game, "done")
    shown = happened(game, "showdown")[-1]["units"]
    assert sorted(shown) == ["BA-I1", "G1-I1"]
    assert "BA-I3" not in {piece["id"] for piece in game.view("german")["pieces"]}


@rule("7.5.1", "7.5.1.16.a")
def test_the_order_of_a_battle():
    blocks = FIELD | {"G2-L1": "9"}
    game = attack(situation(blocks, forts={"Liege": {}}), "8", "G1-I1", leaders=["G1-L1", "G2-L1"])
    seen = [step(game)[1]]
    play(game, "pontoon")
    seen.append(step(game)[1])
    play(game, "done")
    kinds = [e.kind for e in game.events if e.kind in ("battle", "edge", "showdown", "result", "eliminated")]
    assert seen == ["edge", "retreat"]
    assert kinds == ["battle", "edge", "showdown", "result", "eliminated"]
    assert len(happened(game, "result")) == 1  # one round only


@rule("7.5.1.16.a")
def test_a_battle_is_not_fought_again_in_the_same_impulse():
    """Two Leaders allow two Battles, but the Area that is still contested has had its round."""
    blocks = {"G1-L1": "9", "G2-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-I2": "8", "BA-I3": "8", "BA-I4": "8"}
    game = attack(situation(blocks), "8", "G1-I1", leaders=["G1-L1", "G2-L1"])
    resolve(game)
    assert game.state.contested() >> 8 & 1
    assert len(happened(game, "result")) == 1
    assert step(game) == ("entente", "action")


# The Initiative Disc of the Attacker


@rule("7.2.b", "7.2.c", "3.3.c")
def test_one_advantage_for_the_phasing_holder():
    game = attack(situation(FIELD), "8", "G1-I1")
    assert step(game) == ("german", "edge")
    assert verbs(game) == {"pontoon", "done"}
    game = attack(situation(FIELD, holder="entente"), "8", "G1-I1")
    assert step(game) == ("entente", "retreat")
    game = play(situation(FIELD), "strategic")  # spent already
    march(game, "G1-I1", "8")
    play(game, "done", "to 8")
    assert step(game) == ("entente", "retreat")


@rule("7.2.d")
def test_the_disc_passes_after_the_battle():
    blocks = FIELD | {"G2-L1": "11", "G2-I1": "9", "BA-I3": "20", "BA-I4": "19"}
    game = tactical(situation(blocks), "G1-L1", "G2-L1")
    march(game, "G1-I1", "8")
    march(game, "G2-I1", "20")
    play(game, "done", "to 8", "pontoon")
    assert refused(game, "general") == "7.5.1.2"
    resolve(game)
    assert game.state.holder == "entente"
    play(game, "to 20")
    assert step(game) == ("entente", "retreat")
    assert game.why_not("general") is None


@rule("7.2.1.a", "7.2.1.b", "7.2.1.c", "7.5.1.4.b", "7.5.1.4.c")
@pytest.mark.parametrize(
    ("start", "target", "plain", "bridged"),
    [("9", "10", 2, 5), ("34", "10", 5, 10)],  # a Major and a Minor River, two corps of 5
)
def test_pontoon_engineers(start, target, plain, bridged):
    """GAW-X046."""
    blocks = {"G1-L1": start, "G1-I1": start, "G1-I2": start, "BA-I1": target, "BA-I2": target}
    game = resolve(attack(situation(blocks), target, "G1-I1", "G1-I2"))
    assert parts(game, "attack_parts")["7.5.1.4"] == plain
    game = resolve(attack(situation(blocks), target, "G1-I1", "G1-I2"), "pontoon")
    assert result(game)[0] - 4 == bridged


@rule("7.2.1.c")
def test_pontoons_only_in_a_new_engagement():
    blocks = FIELD | {"G1-I3": "8"}
    game = play(tactical(situation(blocks), "G1-L1"), "done", "to 8")
    assert step(game)[1] == "edge"
    assert refused(game, "pontoon") == "7.2.1"


@rule("7.2.2.a", "7.2.2.b")
def test_pioneers():
    """GAW-X047: up to two Garrisons, before the Showdown."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "20", "BA-L1": "18"}
    game = attack(situation(blocks, forts={"Namur": {"belgian": 3}}), "20", "G1-I1")
    play(game, "pioneers")
    assert refused(game, "done") == "7.2.2"  # one at least
    play(game, "disc Namur/belgian")
    one = play(game.copy(), "done")
    assert discs(one, "Namur") == {"belgian": 2}
    play(game, "disc Namur/belgian")
    assert discs(game, "Namur") == {"belgian": 1}
    assert not happened(game, "showdown")
    resolve(game)
    assert parts(game, "defence_parts")["4.1"] == 5
    none = attack(situation(FIELD), "8", "G1-I1")
    assert refused(none, "pioneers") == "7.2.2"


@rule("7.2.2.a", "7.5.1.17.b")
def test_pioneers_may_clear_an_area():
    """Ruling B55."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-L1": "18"}
    game = attack(situation(blocks, forts={"Namur": {"belgian": 1}}), "20", "G1-I1")
    play(game, "pioneers", "disc Namur/belgian")
    assert not happened(game, "showdown")
    assert holder_of(game, "20") == "german"
    assert valour(game) == {"german": 1}
    assert game.state.holder == "entente"


@rule("7.3.1.7.a", "7.3.1.7.b", "7.2.b")
def test_the_attack_of_foch():
    blocks = {"FF-L1": "19", "F5-I1": "19", "F5-I2": "19", "G1-I1": "20", "BA-L1": "18", "BA-I1": "18"}
    game = situation(blocks, side="entente", holder="entente", control={"20": "german"})
    attack(game, "20", "F5-I1", "F5-I2", "BA-I1", leaders=["FF-L1", "BA-L1"])
    resolve(game, "foch")
    assert parts(game, "attack_parts") == {"7.5.1.5": 19, "7.3.1.1": 8}  # 8 + 8, and 3 that are not French
    assert game.state.holder == "german"
    far = situation(blocks | {"FF-L1": "17"}, side="entente", holder="entente", control={"20": "german"})
    attack(far, "20", "F5-I1", leaders=["FF-L1"])
    assert refused(far, "foch") == "7.3.1.7"
    idle = situation(blocks | {"F5-L1": "18"}, side="entente", holder="entente", control={"20": "german"})
    attack(idle, "20", "F5-I1", leaders=["F5-L1"])
    assert refused(idle, "foch") == "7.3.1.7"
    german = attack(situation(FIELD), "8", "G1-I1")
    assert refused(german, "foch") == "7.3.1.7"


# Retreat


@rule("7.5.1.1.a")
@pytest.mark.parametrize(("unit", "cavalry"), [("G1-I1", 0), ("G1-C1", 1), ("G1-L1", 0)])
def test_the_attacker_declares_cavalry(unit, cavalry):
    """Leaders do not count."""
    blocks = {"G1-L1": "9", unit: "9", "BA-I1": "8"}
    game = play(situation(blocks), "strategic")
    march(game, unit, "8")
    play(game, "done", "to 8")
    assert happened(game, "battle")[-1]["cavalry"] == cavalry


@rule("7.5.1.1.b", "7.5.1.2.c", "7.5.1.2.e", "7.5.1.2.f")
def test_cavalry_and_leaders_fall_back_before_foot():
    blocks = {"G1-L1": "9", "G1-I1": "9", "G1-C1": "9", "BA-I1": "8", "BA-C1": "8", "BA-L1": "8", "BA-I2": "18"}
    game = attack(situation(blocks | {"BA-I3": "20"}, holder="entente"), "8", "G1-I1")
    assert sorted(args(game, "unit")) == ["BA-C1", "BA-L1"]
    assert refused(game, "unit", "BA-I1") == "7.5.1.1"
    play(game, "unit BA-C1")
    assert sorted(args(game, "to")) == ["18", "20"]
    assert refused(game, "to", "7") == "7.5.1.2"  # friendly, but nobody is there
    assert refused(game, "to", "9") == "7.5.1.2"
    assert refused(game, "to", "19") == "7.5.1.2"
    play(game, "to 20", "unit BA-L1", "to 18", "done")
    assert (at(game, "BA-C1"), at(game, "BA-L1")) == ("20", "18")
    assert happened(game, "showdown")[-1]["units"] == ["G1-I1", "BA-I1"]
    game = attack(situation(blocks, holder="entente"), "8", "G1-I1", "G1-C1")
    assert refused(game, "unit", "BA-C1") == "7.5.1.1"
    game = attack(situation(blocks), "8", "G1-C1")
    play(game, "done")
    assert happened(game, "showdown")  # with Cavalry against him and no Disc he is not even asked


@rule("7.5.1.2.a", "7.5.1.2.b", "3.3.d", "7.5.1.17.b")
def test_a_general_retreat():
    """Ruling B54: with everybody gone there is no Showdown, and the Area is conquered."""
    blocks = {"G1-L1": "9", "G1-C1": "9", "G1-I1": "9", "BA-I1": "20", "BA-I2": "20", "BA-I3": "19"}
    game = attack(situation(blocks, holder="entente"), "20", "G1-C1", "G1-I1")
    assert verbs(game) == {"general", "done"}
    play(game, "general")
    assert game.state.holder == "entente"
    play(game, "unit BA-I1", "to 19", "unit BA-I2", "to 19", "done")
    assert not happened(game, "showdown")
    assert (holder_of(game, "20"), valour(game)) == ("german", {"german": 1})
    assert game.state.holder == "german"
    assert mark(game, "G1-C1", "shown") == 0
    assert step(game) == ("entente", "action")  # no Impetus either (ruling B48)


@rule("7.5.1.2.b", "7.5.1.2.f")
def test_the_disc_is_spent_even_if_nobody_goes():
    """Ruling B52."""
    game = attack(situation(FIELD, holder="entente"), "8", "G1-I1")
    resolve(game, "general", "done")
    assert result(game) == (9, 3)
    assert game.state.holder == "german"


@rule("7.5.1.2.d", "7.5.1.2.c")
def test_retreats_do_not_overstack():
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-I2": "8", **{f"F5-I{n}": "18" for n in (1, 2, 3)}}
    game = play(attack(situation(blocks, holder="entente"), "8", "G1-I1"), "general", "unit BA-I1", "to 18")
    assert refused(game, "unit", "BA-I2") == "7.5.1.2"


@rule("7.5.1.2.c")
def test_a_garrison_is_company_enough_but_no_unit_that_came_with_them():
    """Ruling B53."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-I2": "8"}
    game = attack(situation(blocks, holder="entente", forts={"Antwerp": {"belgian": 1}}), "8", "G1-I1")
    play(game, "general", "unit BA-I1")
    assert args(game, "to") == ["7"]
    alone = attack(situation(blocks, holder="entente"), "8", "G1-I1")
    assert refused(alone, "general") == "7.5.1.2"


@rule("4.2.2.e")
def test_paris_does_not_retreat():
    blocks = {"G1-L1": "49", "G1-I1": "49", "FP-I1": "51", "F5-I1": "51", "F5-I2": "52", "G2-I1": "11"}
    road = dict.fromkeys(("9", "20", "19", "32", "45", "33"), "german")
    game = attack(situation(blocks, holder="entente", control=road), "51", "G1-I1")
    play(game, "general")
    assert args(game, "unit") == ["F5-I1"]
    assert refused(game, "unit", "FP-I1") == "4.2.2"


@rule("7.2.d", "3.3.d")
def test_the_disc_may_come_back_in_the_same_impulse():
    """Ruling B26: spent in the first Battle, called for a General Retreat in the second, back in the third."""
    blocks = FIELD | {
        "G2-L1": "11",
        "G3-L1": "21",
        "G2-I1": "9",
        "G3-I1": "21",
        "BA-I3": "20",
        "BA-I4": "19",
        "BA-I5": "34",
    }
    game = situation(blocks)
    play(game, "tactical")
    activate(game, "G1-L1", "G2-L1", "G3-L1")
    play(game, "done")
    march(game, "G1-I1", "8")
    march(game, "G2-I1", "20")
    march(game, "G3-I1", "34")
    resolve(play(game, "done"), "to 8", "pontoon")
    resolve(game, "to 20", "general", "unit BA-I3", "to 19", "done")
    play(game, "to 34")
    assert step(game) == ("german", "edge")


def test_the_pauses_tell_nothing():
    """Ruling B68: with a concealed block the Defender is asked, whatever it is; with only known foot he is not."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-I2": "18"}
    assert step(play(attack(situation(blocks), "8", "G1-I1"), "done"))[1] == "retreat"
    seen = {"G1-L1": "9", "G1-I1": "9", "BA-I1": ("8", "attacker"), "G1-I2": "8", "BA-I2": "18"}
    game = play(tactical(situation(seen), "G1-L1"), "done", "to 8")
    play(game, "done")
    assert happened(game, "showdown")
    assert hits(game) is not None
