"""Where chapters meet (docs/titles/germany_at_war_meetings.md): one unit, Area or moment that several rules touch."""

import pytest

import front1914
from front1914.titles.germany_at_war.world import BLOCKS, FORTS
from tests.titles.germany_at_war.positions import (
    activate,
    args,
    at,
    attack,
    discs,
    happened,
    hits,
    holder_of,
    in_supply,
    march,
    mark,
    parts,
    play,
    position,
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


def isolate(game, *units):
    """Marks units as Isolated, as an Isolation Check would have done."""
    for unit in units:
        game.state.isolated[BLOCKS.number(unit)] = 1
    return game


def cut_off(game, fort):
    """Whether a Fortress is marked as Isolated."""
    return bool(game.state.cut[FORTS.number(fort)])


# Rail and contested Areas


@rule("8.3.a", "8.3.d", "2.6.c")
def test_rail_does_not_pass_a_friendly_area_with_enemies_in_it():
    """Areas 12, 22 and 23 are German and contested, 21 Belgian: from Aachen no train reaches Cologne."""
    siege = {"G1-I2": "12", "BA-I1": "12", "G1-I3": "22", "BA-I2": "22", "G1-I4": "23", "BA-I3": "23"}
    game = situation({"G1-I1": "11"} | siege, options={"rail": True})
    game.state.isolated[BLOCKS.number("G1-I1")] = 0
    play(game, "pass", "unit G1-I1")
    assert refused(game, "rail", "26") == "8.3"
    assert args(game, "rail") == []
    game = situation({"G1-I1": "11"} | siege | {"BA-I2": "absent", "G1-I3": "absent"}, options={"rail": True})
    play(game, "pass", "unit G1-I1")
    assert "26" in args(game, "rail")  # through 22


# Engagements


@rule("7.5.b", "7.5.a", "7.4.3.a")
def test_an_area_that_was_left_and_entered_again_is_newly_contested():
    """All attackers leave an old fight, another unit comes: a new engagement, with its river, and mandatory."""
    blocks = {"G1-L1": "11", "G1-I1": "9", "G1-I2": "11", "BA-I1": "9", "BA-I2": "8", "G1-I3": "11", "G1-C1": "21"}
    game = tactical(situation(blocks, holder="entente", control={"21": "german"}), "G1-L1")
    march(game, "G1-I1", "11")
    assert holder_of(game, "9") == "entente"
    march(game, "G1-I2", "9")
    assert [data["area"] for data in happened(game, "engaged")] == ["9"]
    play(game, "done")
    assert refused(game, "done") == "7.5"
    play(game, "to 9", "done")
    assert parts(game, "attack_parts") == {"7.5.1.4": 1, "7.3.1.1": 4}  # five over the Meuse, quartered
    stays = tactical(situation(blocks, holder="entente", control={"21": "german"}), "G1-L1")
    march(stays, "G1-I2", "9")  # the first unit is still there: no new engagement
    assert happened(stays, "engaged") == []
    play(stays, "done", "done")
    assert step(stays)[0] == "entente"


@rule("7.5.f", "7.5.b")
def test_entering_again_counts_against_the_limit():
    blocks = {"G1-L1": "11", "G1-I1": "9", "G1-I2": "11", "G1-I3": "11", "BA-I1": "9", "BA-I2": "21"}
    game = tactical(situation(blocks, holder="entente"), "G1-L1")
    march(game, "G1-I3", "21")
    march(game, "G1-I1", "11")
    play(game, "unit G1-I2")
    assert refused(game, "to", "9") == "7.5"


# Losses


@rule("7.5.1.11.a", "7.5.1.11.d")
def test_the_winner_suffers_no_more_than_he_can():
    """Ruling B60: a lone black step wins with the Leader's help, and owes half of what the loser suffers: five hits."""
    blocks = {"G1-L1": "9", "G2-L1": "9", "G1-I7": ("9", 2), "F5-I1": "8", "F5-I2": ("8", 3)}
    game = attack(situation(blocks, holder="entente", valour={"german": 1}), "8", "G1-I7", leaders=["G1-L1", "G2-L1"])
    resolve(game)
    assert result(game) == (10, 5)
    assert hits(game) == (1, 5)  # three by the table, but one eliminates him
    assert at(game, "G1-I7") == "dead"


@rule("7.5.1.13.c", "7.5.1.13.f")
def test_stars_and_garrisons_absorb_nothing():
    """One hit is one damage for a Leader's stars; a Garrison falls to one hit."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-L1": "8", "F5-L1": "46"}
    game = attack(situation(blocks), "8", "G1-I1")
    resolve(play(game, "done", "done"))
    assert result(game) == (9, 4)
    assert hits(game)[1] == 5
    assert happened(game, "reduced")[:3] == [{"unit": "BA-L1"}] * 3  # by the first three hits
    assert happened(game, "absorbed")[:2] == [{"unit": "BA-L1"}] * 2  # the Heart takes three
    assert at(game, "BA-L1") == "8"
    fort = situation({"G1-L1": "9", "G1-I1": "20"}, forts={"Namur": {"belgian": 2}}, valour={"german": 2})
    resolve(play(tactical(fort, "G1-L1"), "done", "to 20"))
    assert result(fort) == (11, 10)
    assert discs(fort, "Namur") == {"belgian": 1}


@rule("7.3.1.3.b", "7.5.1.5", "7.5.1.13.f")
def test_a_heart_defends_with_one_and_is_the_weakest():
    blocks = {"G1-L1": ("9", 1), "G1-I1": "9", "BA-L1": ("8", 3), "BA-I1": ("8", 1)}
    game = resolve(attack(situation(blocks), "8", "G1-I1"))
    assert parts(game, "defence_parts") == {"7.5.1.5": 3}  # one and two
    assert result(game) == (8, 3)
    assert happened(game, "reduced")[0] == {"unit": "BA-I1"}  # the stronger one first


# Retreats


@rule("7.5.1.2.a", "7.5.1.1.b", "3.3.d")
def test_only_the_holder_of_the_disc_calls_a_general_retreat():
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-C1": "8", "BA-I2": "18"}
    game = play(attack(situation(blocks), "8", "G1-I1"), "done")
    assert step(game) == ("entente", "retreat")
    assert "general" not in verbs(game)
    assert refused(game, "general") == "7.5.1.2"
    assert refused(game, "unit", "BA-I1") == "7.5.1.1"  # foot stays
    held = attack(situation(blocks, holder="entente"), "8", "G1-I1")
    assert refused(held, "unit", "BA-I1") == "7.5.1.1"  # before it is called
    play(held, "general", "unit BA-I1", "to 18")
    assert at(held, "BA-I1") == "18"


@rule("7.2.2.a", "7.5.1.2.a", "7.5.1.17.b")
def test_pioneers_work_before_the_defender_decides():
    """Ruling B74: he sees the Fortress without its Garrison, falls back, and it is conquered without a Showdown."""
    blocks = {"G1-L1": "9", "G1-I1": "20", "BA-C1": "20", "BA-I1": "18"}
    game = play(tactical(situation(blocks, forts={"Namur": {"belgian": 1}}), "G1-L1"), "done", "to 20", "pioneers")
    play(game, "disc Namur/belgian")
    assert (step(game), discs(game, "Namur")) == (("entente", "retreat"), {})
    play(game, "unit BA-C1", "to 18", "done")
    assert not happened(game, "showdown")
    assert (holder_of(game, "20"), valour(game)) == ("german", {"german": 1})


# Isolation in battle


@rule("2.11.1.a", "2.11.1.c", "7.5.d")
def test_isolated_attackers_count_for_the_combined_force():
    """Ruling B73: two Isolated Belgians outnumber the French corps that attacks: Belgian Valour, not French."""
    blocks = {"BA-I1": "34", "BA-I2": "34", "F5-I1": "34", "G1-I1": "34", "F5-L1": "46"}
    game = situation(blocks, side="entente", holder="entente", valour={"belgian": 1, "french": 3})
    isolate(game, "BA-I1", "BA-I2")
    game.state.isolated[BLOCKS.number("F5-I1")] = 0
    resolve(play(game, "strategic", "done", "to 34"))
    assert parts(game, "attack_parts") == {"7.5.1.5": 4, "2.11": 1}


@rule("7.6.a", "7.5.d")
def test_isolated_cavalry_has_no_impetus():
    """Ruling B51: it stood in the Area that others cleared, but did not attack."""
    blocks = {"G1-L1": "9", "G1-I1": "8", "G1-C1": "8", "BA-I1": ("8", 2)}
    for cut, asked in ((False, ("german", "pursue")), (True, ("entente", "action"))):
        game = tactical(situation(blocks, holder="entente"), "G1-L1")
        if cut:
            isolate(game, "G1-C1")
        resolve(play(game, "done", "to 8"))
        assert at(game, "BA-I1") == "dead"
        assert step(game) == asked


# Valour of Garrisons, Fortresses and their marks


@rule("2.11.g", "2.11.1.d")
@pytest.mark.parametrize(("french", "belgian", "points"), [(1, 1, 3), (1, 2, 1), (2, 1, 3)])
def test_garrisons_alone_add_the_valour_of_the_greater_part(french, belgian, points):
    """Ruling B16: with as many discs of both the French count."""
    blocks = {"G1-L1": "9", "G1-I1": "20"}
    forts = {"Namur": {"french": french, "belgian": belgian}}
    game = situation(blocks, forts=forts, valour={"french": 3, "belgian": 1})
    resolve(play(tactical(game, "G1-L1"), "done", "to 20"))
    assert parts(game, "defence_parts")["2.11"] == points


@rule("7.0.1.f", "7.9.c", "7.0.1.d")
def test_a_fortress_traces_for_the_power_that_garrisons_it():
    """The other Belgian bases are lost, France is near: Belgian discs in Liege are Isolated, French are not."""
    lost = dict.fromkeys(("6", "7", "18", "20"), "german")
    for power, cut in (("french", False), ("belgian", True)):
        blocks = {"G1-I1": "9", "F5-I1": "46"}
        game = situation(blocks, side="entente", forts={"Liege": {power: 1}}, control=lost)
        assert cut_off(game, "Liege") is cut


@rule("7.9.c", "7.0.1.b", "7.5.1.17.b")
def test_the_mark_of_a_fortress_does_not_survive_its_conquest():
    """Ruling B40: Liege was Isolated under the Belgians; the German who takes it inherits no mark."""
    blocks = {"G1-L1": "11", "G1-I1": "9", "G1-I2": "9", "F5-L1": "46"}
    around = dict.fromkeys(("8", "10", "20", "21"), "german")
    game = situation(blocks, forts={"Liege": {"belgian": 1, "cut": 1}}, control=around, valour={"german": 2})
    resolve(play(tactical(game, "G1-L1"), "done", "to 9"))
    assert holder_of(game, "9") == "german"
    assert not cut_off(game, "Liege")


# The Surprise


@rule("7.2.3.b", "7.3.1.2.a", "7.4.4.a")
def test_leaders_pay_for_rivers_while_riding_under_the_surprise():
    """Ruling B27: from Aachen over the Meuse to Liege costs two even under the Surprise; Infantry crosses for one."""
    blocks = {"G1-L1": "11", "G1-I1": "11"}
    for action in ("surprise", "tactical"):
        game = play(situation(blocks, turn=1, impulse=1, control={"9": "german"}), action, "unit G1-L1", "to 9")
        assert game.state.flow[-1] == ("ride", BLOCKS.number("G1-L1"), 2)
    game = activate(play(situation(blocks, turn=1, impulse=1, control={"9": "german"}), "surprise"), "G1-L1")
    play(game, "done", "unit G1-I1", "to 9")
    assert game.state.flow[-1][2] == 3  # four with the boost, one spent


# Great Britain


@rule("7.3.1.d", "7.3.1.1", "7.3.1.5.a", "2.5.c")
def test_the_british_leader_is_activated_in_great_britain():
    """Ruling B75: it buys a Battle for a step; he neither rides, nor commands, nor supports over the sea."""
    blocks = {"EX-L1": "GB", "EX-I1": "GB", "EX-I2": "5", "G1-I1": "5"}
    game = play(situation(blocks, side="entente"), "tactical", "unit EX-L1")
    assert verbs(game) == {"reveal"}
    play(game, "reveal", "done")
    assert args(game, "unit") == []
    resolve(play(game, "done"), "to 5")
    assert parts(game, "attack_parts") == {"7.5.1.5": 4}
    assert mark(game, "EX-L1", "face") == 1


# Three players


@rule("1.5.b", "7.4.b")
def test_allies_move_in_any_order():
    """French, British, French, British: the word goes to and fro until both are done."""
    blocks = {"F5-I1": "46", "F5-I2": "46", "BA-I1": "18", "BA-I2": "18"}
    game = play(situation(blocks, side="french", holder="entente", options={"seats": 3}), "strategic")
    for player, unit, area in (("french", "F5-I1", "45"), ("british", "BA-I1", "16"), ("french", "F5-I2", "32")):
        assert step(game) == (player, "orders")
        march(game, unit, area)
        play(game, "partner")
    march(game, "BA-I2", "19")
    play(game, "done")
    assert step(game) == ("french", "orders")
    assert refused(game, "partner") == "1.5"  # his ally is done
    play(game, "done")
    assert step(game)[0] == "german"


@rule("7.5.1.2.a", "1.5.b")
def test_a_general_retreat_asks_an_ally_who_was_done():
    """Ruling B76: the British player fell back with his Cavalry first; his Infantry may go when the Disc is spent."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "F5-I1": "8", "BA-I1": "8", "BA-C1": "8", "BA-I2": "18"}
    game = attack(situation(blocks, holder="entente", options={"seats": 3}), "8", "G1-I1")
    assert step(game) == ("french", "retreat")
    play(game, "partner")
    assert step(game) == ("british", "retreat")
    assert refused(game, "partner") == "1.5"
    play(game, "unit BA-C1", "to 18", "done")
    assert step(game) == ("french", "retreat")
    play(game, "general", "unit F5-I1", "to 18", "done")
    assert step(game) == ("british", "retreat")
    play(game, "unit BA-I1", "to 18", "done")
    assert not happened(game, "showdown")
    assert holder_of(game, "8") == "german"


# Reinforcements


@rule("6.0.d", "7.1.j")
@pytest.mark.parametrize("drawn", ["FR-I1", "F5-I1"])
def test_no_entry_by_a_city_that_is_contested_or_lost(drawn):
    """Reims is besieged, Dijon lost; icons of the 5th Army are taken; without any place the unit returns."""
    icons = dict.fromkeys(("32", "33", "46"), "german")
    blocks = {drawn: "pool", "G1-I1": "50", "F4-I1": "50"}
    more = {"side": "entente", "holder": "entente", "control": icons | {"85": "german"}, "dice": [drawn]}
    game = play(situation(blocks, **more), "call 1", f"unit {drawn}")
    assert "29" in args(game, "to")
    assert (refused(game, "to", "50"), refused(game, "to", "85"), refused(game, "to", "31")) == ("6.0",) * 3
    assert refused(game, "to", "18") == "6.0"  # a Major City, but not at home


@rule("8.1.b", "6.0.b", "7.10.a")
def test_free_set_up_ends_with_the_set_up():
    """Reinforcements are drawn by lot, and no more than were called: the others stay in the Pool."""
    game = play(front1914.new("germany_at_war", "campaign", {"setup": "both"}, seed=1914), "lots", "lots")
    before = [u for u, row in game.position()["blocks"].items() if row["at"] == "pool" and u.startswith("G")]
    game.act("call", 3)
    rows = game.position()["blocks"]
    assert sum(rows[u]["at"] == "pool" for u in before) == len(before) - 3
    assert len(args(game, "unit")) <= 3


# Garrisons by Action


@rule("7.3.2.d")
@pytest.mark.parametrize(("action", "builders"), [("pass", 1), ("strategic", 5)])
def test_how_many_build(action, builders):
    """One Infantry in a Pass, the Strategic Value in a Strategic Action; each as many steps as it has."""
    blocks = {f"F5-I{n}": area for n, area in enumerate(("17", "17", "17", "45", "50", "55"), 1)}
    game = play(situation(blocks, side="entente", holder="entente"), action)
    forts = ("Lille", "Maubeuge", "Lille", "Laon", "Reims")
    for n, fort in enumerate(forts[:builders], 1):
        play(game, f"unit F5-I{n}", f"build {fort}")
        if step(game)[1] == "march":
            play(game, "stop")
    assert step(game)[0] == "german" or step(game)[1] == "battle"
    assert sum(sum(discs(game, fort).values()) for fort in set(forts)) == builders


# The Disc


@rule("1.1.d", "3.3.c", "7.2.d")
def test_there_is_one_disc_and_one_side_has_it():
    """It passes to the other Side with each use, and nobody can use it twice without getting it back."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "BA-I2": "18", "F5-L1": "46", "F5-I1": "46"}
    game = situation(blocks)
    assert "strategic" in verbs(game)
    resolve(attack(game, "8", "G1-I1"), "pontoon")
    assert game.state.holder == "entente"
    assert "strategic" in verbs(game)
    play(game, "strategic", "done")
    assert (game.state.holder, step(game)[0]) == ("german", "german")
    assert "strategic" in verbs(game)
    play(game, "pass", "done")
    assert refused(game, "strategic") == "7.1"
    assert position(blocks, holder="entente")["holder"] == "entente"


# Leaders


@rule("7.7.b", "7.5.1.15.b", "1.7.b")
def test_a_leader_worn_out_may_be_the_tenth_loss():
    """Nine units are lost; the tenth is a Leader at Heart Level who is deactivated after a Battle that was won."""
    dead = {f"G{n}-I{k}": "dead" for n in (4, 5) for k in range(1, 5)} | {"G6-I1": "dead"}
    blocks = {"G1-L1": ("9", 3), "G1-I1": "9", "BA-I1": ("8", 2), "F5-L1": "46"} | dead
    game = resolve(attack(situation(blocks, holder="entente"), "8", "G1-I1"))
    assert holder_of(game, "8") == "german"
    assert (game.result.winner, game.result.level) == ("entente", "decisive")


@rule("7.3.1.2.f", "2.6.a", "7.5.1.17.b")
def test_a_leader_who_disengages_to_be_revealed_gives_up_the_area():
    """He stood alone in Namur against Germans: when he rides off they control it and gain the Fortress, at once."""
    blocks = {"BA-L1": "20", "G1-I1": "20", "BA-I1": "18", "G2-I1": "11"}
    game = play(situation(blocks, side="entente"), "tactical", "unit BA-L1", "to 18")
    assert (holder_of(game, "20"), valour(game)) == ("german", {"german": 1})


@rule("7.3.1.6.a", "7.1.g", "7.4.2.c")
def test_a_leader_moved_by_foch_may_engage_without_a_boost_or_support():
    """He is not activated: he fights with his stars in the Area, and helps no Battle beside him."""
    blocks = {"FF-L1": "46", "F5-L1": "46", "F5-I1": "46", "G1-I1": "32"}
    game = tactical(situation(blocks, side="entente"), "FF-L1")
    play(game, "unit F5-L1")
    assert game.state.flow[-1][2] == 5
    play(game, "to 32", "done")
    resolve(play(game, "to 32"))
    assert parts(game, "attack_parts") == {"7.5.1.5": 4, "7.3.1.1": 4}  # his strength, the support of Foch


# Retreats and what is left behind


@rule("7.5.1.2.e", "7.5.1.6.b", "2.11.g", "7.5.1.9.a")
def test_a_fortress_whose_blocks_fell_back_still_fights():
    """The Cavalry goes, the Garrison stays: no Terrain Bonus without Infantry, no charge against the Fortress."""
    blocks = {"G1-L1": "9", "G1-I1": "20", "BA-C1": "20", "BA-I1": "18"}
    game = situation(blocks, forts={"Namur": {"belgian": 1}}, valour={"belgian": 2}, holder="entente")
    play(tactical(game, "G1-L1"), "done", "to 20", "unit BA-C1", "to 18", "done")
    assert parts(game, "defence_parts") == {"4.1": 5, "2.11": 2}


@rule("7.5.1.2.c", "7.0.1.e", "7.0.1.b")
def test_an_isolated_unit_that_fell_back_stays_isolated_until_the_next_check():
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-C1": ("8", "isolated"), "BA-I1": "18", "F5-L1": "46"}
    game = attack(situation(blocks), "8", "G1-I1")
    play(game, "done", "unit BA-C1", "to 18")
    assert mark(game, "BA-C1", "isolated") == 1
    play(game, "done")
    while step(game) != ("entente", "action"):
        play(game, "done")
    assert mark(game, "BA-C1", "isolated") == 0


# Impetus


@rule("7.6.a", "2.5.e", "2.4.c")
def test_impetus_does_not_cross_the_channel_nor_overstack():
    """Cavalry clears Calais: one point takes it to free Areas by land, not to Great Britain, not where two stand."""
    road = dict.fromkeys(("9", "20", "19", "17", "15", "4"), "german")
    full = {f"G2-I{n}": "15" for n in range(1, 5)}
    blocks = {"G1-L1": "15", "G1-C1": "5", "BA-I1": ("5", 2), "G3-I1": "11"}
    blocks |= dict(list(full.items())[:3])  # with the Leader four
    game = situation(blocks, holder="entente", control=road)
    for unit in ("G1-L1", "G1-C1"):
        game.state.isolated[BLOCKS.number(unit)] = 0
    resolve(play(tactical(game, "G1-L1"), "done", "to 5"))
    play(game, "unit G1-C1")
    assert sorted(args(game, "to")) == ["4", "6"]
    assert refused(game, "to", "GB") == "7.6"
    assert refused(game, "to", "15") == "2.4"


# Building and fighting


@rule("4.1.m", "7.5.1.9.a", "7.5.1.6.b", "7.3.2.d")
def test_infantry_that_built_attacks_in_the_same_impulse():
    """It has not moved: its steps become Garrisons, what is left of it sorties, and the besieger has no bonus."""
    blocks = {"BA-L1": "18", "BA-I1": "20", "G1-I1": "20"}
    game = tactical(situation(blocks, side="entente", holder="german", forts={"Namur": {"belgian": 1}}), "BA-L1")
    play(game, "unit BA-I1", "build Namur", "stop", "done")
    resolve(play(game, "to 20"))
    assert parts(game, "attack_parts") == {"7.5.1.5": 2, "7.3.1.1": 4}
    assert parts(game, "defence_parts") == {"7.5.1.5": 5}


# Positions


@rule("7.5.1.2.a", "7.5.1.17.b")
def test_a_position_between_the_last_retreat_and_the_end_of_the_battle_keeps_the_prize():
    """The last defender is gone, the Battle is not over: whoever opens that position still conquers the Fortress."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-C1": "20", "BA-I1": "18"}
    game = play(attack(situation(blocks), "20", "G1-I1"), "done", "unit BA-C1", "to 18")
    assert (step(game), holder_of(game, "20")) == (("entente", "retreat"), "entente")
    opened = front1914.from_position(game.position(), seed=1)
    for one in (game, opened):
        play(one, "done")
        assert (holder_of(one, "20"), valour(one)) == ("german", {"german": 1})


@rule("7.3.1.2.a", "2.6.c", "7.5.1.17.a")
def test_a_leader_who_rides_through_an_empty_city_conquers_it():
    """Brussels (18) is empty: he takes it before he is revealed."""
    game = situation({"G1-L1": "9", "G1-I1": "9", "BA-I1": "7", "F5-L1": "46"})
    play(game, "tactical", "unit G1-L1", "to 18")
    assert holder_of(game, "18") == "german"
    assert valour(game) == {"german": 1}


@rule("7.6.a", "1.7.a", "7.5.1.17.a")
def test_impetus_may_bring_the_tenth_point():
    blocks = {"G1-L1": "9", "G1-C1": "9", "BA-I1": "8", "G1-I1": "9"}
    game = resolve(attack(situation(blocks, holder="entente", valour={"german": 9}), "8", "G1-C1"))
    play(game, "unit G1-C1", "to 18")
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("german", "1.7")


@rule("8.4.b", "7.5.1.2.a")
def test_plan_xvii_is_paid_when_the_defender_retreats():
    """A Battle was declared: it ends without a Showdown, and the point is collected in any case."""
    blocks = {"F5-I1": "34", "G1-C1": "23", "G1-I2": "24", "F5-I2": "46"}
    game = situation(blocks, side="entente", holder="entente", options={"plan17": True}, control={"34": "entente"})
    in_supply(game)
    play(game, "strategic")
    march(game, "F5-I1", "23")
    play(game, "done", "to 23")
    while game.decision.step in ("edge", "declare"):
        play(game, "done")
    assert step(game) == ("german", "retreat")
    play(game, "unit G1-C1", "to 24")
    while game.decision is not None and game.decision.step in ("retreat", "fall_back"):
        play(game, "done")
    assert at(game, "G1-C1") == "24"
    assert valour(game)["french"] >= 1
