"""7.5.1.11 to 7.5.1.16, 7.6: losses, what is left of a Battle, and Impetus."""

import random

import pytest

import front1914
from front1914.analysis.twins import check_twins
from front1914.titles.germany_at_war.combat.losses import best_shield, winner_hits
from front1914.titles.germany_at_war.world import BLOCKS
from tests.titles.germany_at_war.positions import (
    args,
    at,
    attack,
    discs,
    halt,
    hits,
    holder_of,
    mark,
    play,
    refused,
    resolve,
    result,
    situation,
    step,
    valour,
)

rule = pytest.mark.rule


@rule("7.5.1.11.b", "7.5.1.11.c", "7.5.1.11.d")
@pytest.mark.parametrize(
    ("difference", "incurred", "found"),
    [(4, 4, 2), (5, 5, 3), (5, 1, 1), (6, 6, 2), (6, 4, 1), (8, 8, 2), (9, 9, 3), (10, 10, 3), (11, 11, 1), (17, 4, 1)],
)
def test_what_the_winner_loses(difference, incurred, found):
    """GAW-X075 to GAW-X084."""
    assert winner_hits(difference, incurred) == found


def defended(defenders, **more):
    """Germans attack Hasselt; the Battle is chosen and nobody has answered yet."""
    blocks = {"G1-L1": "9", "G2-L1": "9", "G1-I1": "9", "G1-I2": "9", "BA-I6": "18"}
    return situation(blocks | {unit: ("8", face) for unit, face in defenders.items()}, **more)


@rule("7.5.1.11.a", "7.5.1.13.a", "7.5.1.13.b", "7.5.1.15.a")
def test_the_loser_is_limited_to_what_he_can_suffer():
    game = resolve(attack(defended({"BA-I1": 0}), "8", "G1-I1", "G1-I2", leaders=["G1-L1", "G2-L1"]))
    assert result(game) == (18, 3)
    assert hits(game) == (1, 3)  # 15 called, 3 suffered
    assert at(game, "BA-I1") == "dead"
    assert "BA-I1" in [
        piece for box in game.view("german")["boxes"] if box["id"] == "dead-entente" for piece in box["pieces"]
    ]


@rule("7.5.1.11.a")
def test_shields_count_for_what_a_side_can_suffer():
    """Ruling B60: a white corps of three steps can take six hits."""
    game = resolve(attack(defended({"BA-I4": 0}), "8", "G1-I1", "G1-I2", leaders=["G1-L1", "G2-L1"]))
    assert hits(game)[1] == 6


@rule("7.5.1.12.a", "7.5.1.12.b", "7.5.1.13.g")
def test_the_loser_goes_first_and_each_owner_chooses():
    blocks = {"G1-L1": "9", "G1-I5": "9", "G1-I6": "9", "F5-I2": "8", "F5-I3": "8"}
    game = play(attack(situation(blocks), "8", "G1-I5", "G1-I6"), "done", "done")
    assert result(game) == (12, 8)
    assert hits(game) == (2, 4)
    assert step(game) == ("entente", "hit")
    assert sorted(args(game, "unit")) == ["F5-I2", "F5-I3"]
    play(game, "unit F5-I2")
    assert mark(game, "F5-I2", "face") == 1
    while step(game) == ("entente", "hit"):
        play(game, f"unit {args(game, 'unit')[0]}")
    assert step(game) == ("german", "hit")


@rule("7.5.1.13.f", "7.5.1.13.g")
@pytest.mark.parametrize(("second", "faces"), [("F5-I2", (2, 0)), ("F5-I6", (1, 1))])
def test_the_strongest_first(second, faces):
    """GAW-X068: a 4 and a 3 take two hits: the first falls on the 4, the second on either."""
    blocks = {"G1-L1": ("9", 2), "G1-I1": "9", "F5-I2": "8", "F5-I6": "8", "G1-I2": "9"}
    game = play(attack(situation(blocks, valour={"french": 3}), "8", "G1-I1", "G1-I2"), "done", "done")
    assert result(game) == (12, 10)
    assert step(game) == ("entente", "hit")  # the first hit had nowhere else to go
    assert mark(game, "F5-I2", "face") == 1
    play(game, f"unit {second}")
    assert (mark(game, "F5-I2", "face"), mark(game, "F5-I6", "face")) == faces


@rule("7.5.1.13.f")
def test_a_weaker_unit_cannot_be_named():
    blocks = {"G1-L1": "9", "G1-I1": "9", "F5-I2": "8", "F5-I3": "8", "F5-I6": "8"}
    game = play(attack(situation(blocks, valour={"german": 5}), "8", "G1-I1"), "done", "done")
    assert step(game) == ("entente", "hit")
    assert refused(game, "unit", "F5-I6") == "7.5.1.13"
    assert refused(game, "unit", "G1-I1") == "7.5.1.13"
    assert refused(game, "disc", "Liege/belgian") == "7.5.1.13"


@rule("7.5.1.13.c", "7.5.1.13.d", "7.5.1.13.e", "7.5.1.13.g")
@pytest.mark.parametrize(
    ("units", "absorbed"),
    [
        (("F5-I2", "F5-I3", "F5-I4"), 0),  # black, GAW-X066
        (("F5-I1", "F1-I5", "F2-I5"), 3),  # white
    ],
)
def test_shielding(units, absorbed):
    """Three 4-strong units absorb nothing when black, three hits when white, none of them damaged."""
    blocks = {"G1-L1": ("9", 1), "G1-I1": "9", "G1-I2": "9", **dict.fromkeys(units, "8")}
    game = play(
        attack(situation(blocks, valour={"german": max(absorbed, 1) - 1}), "8", "G1-I1", "G1-I2"), "done", "done"
    )
    assert result(game)[0] - result(game)[1] == max(absorbed, 1)
    while step(game) == ("entente", "hit"):
        open_ = [unit for unit in args(game, "unit") if not mark(game, unit, "hits")]
        play(game, f"unit {(open_ or args(game, 'unit'))[0]}")
    damaged = sum(mark(game, unit, "face") for unit in units)
    assert damaged == (0 if absorbed else 1)


@rule("7.5.1.13.e", "7.3.1.3.e")
def test_red_dots_and_hearts_take_three():
    """GAW-X050, GAW-X061."""
    blocks = {"BA-L1": "18", "BA-I1": "18", "BA-I2": "18", "BA-I3": "18", "G1-C1": "8"}
    game = situation(blocks, side="entente", holder="entente", control={"8": "german"})
    play(game, "strategic")
    for unit in ("BA-I1", "BA-I2"):
        play(game, f"unit {unit}", "to 8")
    resolve(play(game, "done", "to 8"), "done")
    assert hits(game)[1] == 2
    assert mark(game, "G1-C1", "face") == 0
    heart = {"G1-L1": ("8", 3), "BA-I1": "18", "BA-I2": "18"}
    for valour_, end in ((0, "8"), (1, "dead")):
        game = situation(heart | {"BA-I1": ("18", 1), "BA-I2": ("18", 2)}, side="entente", holder="entente",
                         control={"8": "german"}, valour={"belgian": valour_})  # fmt: skip
        play(game, "strategic")
        for unit in ("BA-I1", "BA-I2"):
            play(game, f"unit {unit}", "to 8")
        resolve(play(game, "done", "to 8"), "done")
        assert at(game, "G1-L1") == end


@rule("7.5.1.13.d")
def test_absorbed_hits_are_forgotten():
    """Ruling B61."""
    blocks = {"G1-L1": ("9", 3), "G1-I1": "9", "F5-I1": "8", "G2-L1": "9"}
    game = resolve(attack(situation(blocks), "8", "G1-I1"))
    assert hits(game) == (1, 1)
    assert (mark(game, "F5-I1", "face"), mark(game, "F5-I1", "hits")) == (0, 0)


@rule("7.5.1.13.h", "4.1.g")
def test_which_garrison_is_lost():
    """In Area 17 with discs of two Powers the owner names it."""
    blocks = {"G1-L1": "19", "G1-I1": "19", "G1-I2": "19", "F5-I6": ("17", 2), "G2-I1": "11", "F5-I2": "15"}
    forts = {"Lille": {"french": 1}, "Maubeuge": {"french": 1, "belgian": 1}}
    game = situation(blocks, forts=forts, control={"20": "german", "9": "german"}, valour={"german": 6})
    play(attack(game, "17", "G1-I1", "G1-I2"), "done", "done")
    assert result(game) == (20, 17)
    assert at(game, "F5-I6") == "dead"
    assert step(game) == ("entente", "hit")
    assert set(args(game, "disc")) == {"Lille/french", "Maubeuge/french", "Maubeuge/belgian"}
    play(game, "disc Maubeuge/belgian")
    assert discs(game, "Maubeuge") == {"french": 1}


@rule("4.1.h", "4.1.g")
def test_no_garrison_is_given_up_to_spare_a_unit():
    """Two corps of equal strength take the hits; only when they are gone is a Garrison asked for."""
    blocks = {"G1-L1": "19", "G1-I1": "19", "G1-I2": "19", "F5-I2": "17", "F5-I3": "17", "G2-I1": "11"}
    game = situation(
        blocks, forts={"Lille": {"french": 1}}, control={"20": "german", "9": "german"}, valour={"german": 4}
    )
    play(attack(game, "17", "G1-I1", "G1-I2"), "done", "done")
    assert step(game) == ("entente", "hit")
    assert set(args(game, "unit")) == {"F5-I2", "F5-I3"}
    assert args(game, "disc") == []
    assert refused(game, "disc", "Lille/french") == "4.1"


@rule("7.5.1.15.b", "1.7.p", "1.7.e")
def test_the_loss_of_the_last_unit_ends_the_game():
    """GAW-X085, ruling B19: the loser's losses are tested first."""
    dead = {f"G{n}-I{k}": "dead" for n in (4, 5) for k in range(1, 5)} | {"G6-I1": "dead"}
    gone = {f"F{n}-I{k}": "dead" for n in (1, 2, 3) for k in range(1, 5)} | {f"FR-I{k}": "dead" for k in range(1, 8)}
    blocks = {"G1-L1": "9", "G1-I7": ("9", 2), "G1-I1": "9", "BA-I1": ("8", 2)} | dead | gone
    game = situation(blocks)
    assert (game.state.dead("german"), game.state.dead("entente")) == (9, 19)
    assert game.result is None
    resolve(attack(game, "8", "G1-I7"))
    assert (game.result.winner, game.result.level) == ("german", "decisive")


@rule("1.7.q", "4.1.j")
def test_garrisons_are_no_eliminated_units():
    """Nineteen Entente units are lost; the fall of two Garrisons does not end the game, that of a corps does."""
    gone = {f"F{n}-I{k}": "dead" for n in (1, 2, 3) for k in range(1, 5)} | {f"FR-I{k}": "dead" for k in range(1, 8)}
    blocks = {"G1-L1": "11", "G1-I1": "11", "G1-I2": "11", "G1-I3": "11", "F5-L1": "46"} | gone
    game = situation(blocks, forts={"Liege": {"belgian": 2}})
    resolve(attack(game, "9", "G1-I1", "G1-I2", "G1-I3"))
    assert discs(game, "Liege") == {}
    assert game.state.dead("entente") == 19
    assert game.result is None
    last = situation(blocks | {"BA-I1": ("9", 2)})
    resolve(attack(last, "9", "G1-I1", "G1-I2", "G1-I3"))
    assert last.result.winner == "german"


@rule("7.5.1.16.c")
def test_attackers_stay_visible_while_the_area_is_contested():
    """Ruling B62: until they leave, or the fight is over."""
    blocks = {"G1-L1": "9", "G1-I1": "9", "F5-I1": "8", "F5-I2": "8", "F5-L1": "18", "F5-I3": "18"}
    game = resolve(attack(situation(blocks, holder="entente"), "8", "G1-I1"))
    assert "G1-I1" in {piece["id"] for piece in game.view("entente")["pieces"]}
    assert "F5-I1" not in {piece["id"] for piece in game.view("german")["pieces"]}
    left = play(game.copy(), "pass", "unit F5-I1", "to 18")
    assert "G1-I1" in {piece["id"] for piece in left.view("entente")["pieces"]}
    again = play(game.copy(), "tactical", "unit F5-L1", "reveal", "done", "unit F5-I1", "to 18")
    halt(again)
    play(again, "unit F5-I2", "to 18")
    assert "G1-I1" not in {piece["id"] for piece in again.view("entente")["pieces"]}
    assert holder_of(again, "8") == "german"
    fled = play(game.copy(), "pass", "done", "pass", "unit G1-I1", "to 9")
    assert "G1-I1" not in {piece["id"] for piece in fled.view("entente")["pieces"]}


@rule("7.5.1.16.b", "7.5.1.17.b")
def test_survivors_are_concealed_and_control_the_area():
    game = resolve(attack(defended({"BA-I1": 0}), "8", "G1-I1"))
    assert holder_of(game, "8") == "german"
    assert "G1-I1" not in {piece["id"] for piece in game.view("entente")["pieces"]}


def test_nobody_is_left():
    """Ruling B04: the winner controls the Area, without Valour."""
    blocks = {"G1-L1": ("9", 3), "G1-I7": ("9", 2), "BA-I1": ("20", 2), "BA-I2": "18", "G1-I1": "9"}
    even = situation(blocks | {"G2-L1": ("9", 2)}, valour={"german": 1})
    resolve(attack(even, "20", "G1-I7", leaders=["G1-L1", "G2-L1"]))
    assert result(even) == (4, 2)
    assert (at(even, "G1-I7"), at(even, "BA-I1")) == ("dead", "dead")
    assert holder_of(even, "20") == "german"
    assert valour(even) == {"german": 1}


# Impetus (7.6)


def chased(**changes):
    blocks = {"G1-L1": "9", "G1-C1": "9", "BA-I1": "8", "G1-I1": "9"}
    return resolve(attack(situation(blocks | changes, holder="entente"), "8", "G1-C1"))


@rule("7.6.a", "7.6.b")
def test_impetus():
    """GAW-X087, ruling B47: one point, into a green or yellow Area without enemies, not over a Major River."""
    game = chased()
    assert step(game) == ("german", "pursue")
    assert args(game, "unit") == ["G1-C1"]
    assert refused(game, "unit", "G1-I1") == "7.6"
    play(game, "unit G1-C1")
    assert sorted(args(game, "to")) == ["18", "20", "7", "9"]
    play(game, "to 18")
    assert at(game, "G1-C1") == "18"
    assert valour(game) == {"german": 1}
    assert step(game) == ("entente", "action")
    blocked = play(chased(**{"BA-I2": "18"}), "unit G1-C1")
    assert refused(blocked, "to", "18") == "7.6"
    river = {"G1-L1": "34", "G1-C1": "34", "BA-I1": ("10", 2)}
    game = resolve(attack(situation(river, holder="entente"), "10", "G1-C1"))
    play(game, "unit G1-C1")
    assert sorted(args(game, "to")) == ["34", "35"]  # over Minor Rivers; not over the Meuse, not into the red 21
    assert refused(game, "to", "20") == "7.6"
    assert refused(game, "to", "21") == "7.6"


@rule("7.6.a", "7.6.b")
def test_no_impetus():
    """For foot, in yellow Areas, or when the enemy still stands."""
    foot = resolve(attack(situation({"G1-L1": "9", "G1-I1": "9", "BA-I1": "8"}, holder="entente"), "8", "G1-I1"))
    assert step(foot) == ("entente", "action")
    still = chased(**{"BA-I2": "8", "BA-I3": "8"})
    assert step(still) == ("entente", "action")
    yellow = {"G3-L1": "34", "G3-C1": "37", "BA-I1": ("36", 2)}
    game = resolve(attack(situation(yellow, holder="entente"), "36", "G3-C1", leaders=["G3-L1"]))
    assert at(game, "BA-I1") == "dead"
    assert step(game) == ("entente", "action")


def test_a_pursuit_may_be_left():
    game = play(chased(), "done")
    assert at(game, "G1-C1") == "8"


@rule("7.5.1.12.b", "1.5.b")
@pytest.mark.parametrize(
    ("units", "player"),
    [(("EX-I1", "EX-I2", "EX-I3"), "british"), (("F5-I2", "F5-I3", "F5-I4"), "french"), (("EX-I1", "F5-I1"), "french")],
)
def test_with_three_players_each_takes_the_hits_of_his_own_units(units, player):
    """Ruling B70: only among tied units of both does the French player decide."""
    blocks = {"G1-L1": ("9", 1), "G1-I1": "9", "G1-I2": "9", **dict.fromkeys(units, "8")}
    game = attack(situation(blocks, options={"seats": 3}, valour={"german": 6}), "8", "G1-I1", "G1-I2")
    while step(game)[1] != "hit":
        play(game, "done")
    while step(game)[0] == "german":
        play(game, "spread")
    assert step(game) == (player, "hit")


@rule("7.5.1.13.g", "7.5.1.13.b")
def test_spreading_the_rest_kills_nobody_whom_a_choice_would_save():
    """Tied at the same strength: a unit at its last step is spared while another can be reduced instead."""
    state = situation({"BA-I1": ("8", 2), "BA-I2": ("8", 1)}).state
    last, other = BLOCKS.number("BA-I1"), BLOCKS.number("BA-I2")
    assert best_shield(state, [last, other]) == best_shield(state, [other, last]) == other


@rule("2.6.a", "7.5.1.17.a")
@pytest.mark.parametrize("eyes", ["german", "entente"])
def test_an_area_changes_hands_only_when_its_battle_is_over(eyes):
    """The attackers are alone already and still take hits: a written position and an imagined one say so too."""
    blocks = {"G1-L1": "9", "G2-L1": "9", "G1-I1": "9", "G1-I2": "9", "BA-I6": "18", "BA-I1": "8"}
    game = play(attack(situation(blocks), "8", "G1-I1", "G1-I2", leaders=["G1-L1", "G2-L1"]), "done", "done")
    assert step(game) == ("german", "hit")
    assert at(game, "BA-I1") == "dead"
    assert holder_of(game, "8") == "entente"
    assert front1914.from_position(game.position(), dice="manual").digest() == game.digest()
    check_twins(game, eyes, random.Random(1))
