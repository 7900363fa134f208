"""1.3, 1.4: each side sees only what it may, and the log tells each only what it saw."""

import json
import random

import pytest

import front1914
from front1914 import OBSERVER
from front1914.analysis.fuzz import fuzz
from front1914.analysis.twins import check_twins
from front1914.titles.germany_at_war.world import BLOCKS, SIDE
from tests.titles.germany_at_war.positions import (
    at,
    attack,
    march,
    play,
    resolve,
    situation,
    step,
    tactical,
)

rule = pytest.mark.rule


def ids(view):
    return {piece["id"] for piece in view["pieces"]}


@rule("1.3.a", "1.3.b", "1.5.d")
def test_own_blocks_by_name_others_as_blocks():
    game = front1914.new("germany_at_war", seed=7)
    for side in ("german", "entente"):
        view = game.view(side)
        for piece in view["pieces"]:
            if piece["id"].startswith("?"):
                assert piece["hidden"]
                assert (piece["nation"] == "german") == (side != "german")
            else:
                assert SIDE[BLOCKS.number(piece["id"])] == side
        text = json.dumps(view)
        for u in BLOCKS.numbers:
            if SIDE[u] != side and at(game, str(BLOCKS[u])) != "waiting":
                assert f'"{BLOCKS[u]}"' not in text
    assert all(name.startswith("?") for name in ids(game.view(OBSERVER)))


@rule("1.4", "1.3.c")
def test_a_revealed_unit_shows_its_face():
    game = play(situation({"G1-L1": ("11", 1), "F5-L1": "46"}), "tactical", "unit G1-L1", "reveal")
    piece = next(p for p in game.view("entente")["pieces"] if p["id"] == "G1-L1")
    assert (piece["face"], piece["marks"]) == (1, ["activated"])
    play(game, "done", "done")
    assert "G1-L1" not in ids(game.view("entente"))


@rule("1.3.c")
def test_events_are_told_to_those_who_saw_them():
    game = situation({"G1-I1": "11", "G1-I2": "pool", "F5-L1": "46", "BA-I1": "18"}, dice=["G1-I2"])
    play(game, "call 1", "unit G1-I2", "to 11", "done")
    for side in ("entente", OBSERVER):
        told = " ".join(e.text for e in game.events_for(side))
        assert "III Inf" not in told
        assert [e.data["area"] for e in game.events_for(side) if e.kind == "arrived_seen"] == ["11"]
        assert not [e for e in game.events_for(side) if e.kind in ("drawn", "arrived")]
    assert [e.data["unit"] for e in game.events_for("german") if e.kind == "drawn"] == ["G1-I2"]
    play(game, "pass", "unit BA-I1", "to 8", "stop")
    moved = [e for e in game.events_for("german") if e.kind == "move_seen"]
    assert moved[-1].data["path"] == ["18", "8"]
    assert "BA-I1" not in json.dumps([e.plain() for e in game.events_for("german")])


@rule("1.3.a", "1.3.c")
def test_the_flow_tells_nothing_of_choices_in_the_making():
    """Who was picked up, and on which icon a Reinforcement stands, is the owner's business."""
    game = situation({"G1-L1": "11", "G2-I1": "pool", "F5-L1": "46"}, dice=["G2-I1"])
    play(game, "call 1", "unit G2-I1")
    assert game.view("german")["position"]["flow"][-1] == ["deploy_to", "G2-I1"]
    assert game.view("entente")["position"]["flow"][-1] == ["deploy", ["german"], [], []]
    play(game, "to 23")
    assert game.view("german")["position"]["flow"][-1][2] != []
    assert game.view("entente")["position"]["flow"][-1] == ["deploy", ["german"], [], []]
    game = play(situation({"G1-I1": "11", "F5-L1": "46"}), "pass", "unit G1-I1")
    assert game.view("entente")["position"]["flow"][-1] == ["orders", ["german"]]


def test_tokens_can_be_followed():
    game = situation({"G1-I1": "11", "F5-L1": "46"})
    token = next(p["id"] for p in game.view("entente")["pieces"] if p["at"] == "11")
    march(play(game, "pass"), "G1-I1", "22")
    assert next(p["at"] for p in game.view("entente")["pieces"] if p["id"] == token) == "22"
    assert next(p["token"] for p in game.view("german")["pieces"] if p["id"] == "G1-I1") == token


@rule("1.3.a")
def test_tokens_say_nothing_about_who_it_is():
    """Two units of the same Army and type may stand on each other's icons: nobody can tell."""
    game = front1914.new("germany_at_war", seed=3)
    position = game.position()
    here = next(name for name, row in position["blocks"].items() if row["at"] == "23")
    pool = next(name for name in (f"G2-I{n}" for n in range(1, 7)) if position["blocks"][name]["at"] == "pool")
    rows = position["blocks"]
    rows[here], rows[pool] = rows[pool], rows[here]
    twin = front1914.from_position(position)
    assert twin.view("entente") == game.view("entente")
    assert twin.view("german") != game.view("german")


def test_what_was_seen_is_remembered_without_a_name():
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-I1": "8", "F5-L1": "46"}
    game = resolve(attack(situation(blocks, holder="entente"), "8", "G1-I1"))
    piece = next(p for p in game.view("entente")["pieces"] if p["at"] == "8")
    assert (piece["known"], piece["army"], piece["steps"], piece["dots"]) == ("sight", "german 1", [5, 4, 3, 2], "WWWW")
    assert "G1-I1" not in json.dumps(game.view("entente"))


@pytest.mark.parametrize("seats", [2, 3])
def test_allies_share_what_they_know(seats):
    game = front1914.new("germany_at_war", options={"seats": seats}, seed=7)
    views = [game.view(side) for side in game.sides if side != "german"]
    for view in views:
        view.pop("side")
    assert all(view == views[0] for view in views)


# Twins: states that differ only in what a side may not know


def twins(game, rounds=6):
    for n in range(rounds):
        for side in game.sides:
            check_twins(game, side, random.Random(n))


def test_twins_at_the_set_up():
    for setup in ("none", "both"):
        game = front1914.new("germany_at_war", options={"setup": setup}, seed=11)
        twins(game)


def test_twins_of_reinforcements():
    blocks = {"G1-L1": "11", "F5-L1": "46", **{f"G{n}-I1": "pool" for n in range(1, 8)}}
    game = play(situation(blocks), "call 4")
    while step(game) != ("entente", "action"):
        twins(game)
        verbs_ = {a.verb for a in game.decision.actions}
        game.act(game.decision.actions[0] if verbs_ != {"done"} else "done")
    twins(game)


def test_twins_of_moves_retreats_and_losses():
    blocks = {"G1-L1": "9", "G1-I1": "9", "G1-I2": "9", "G1-C1": "9", "BA-I1": "8", "BA-C1": "8", "BA-I2": "18"}
    game = tactical(situation(blocks, holder="entente"), "G1-L1")
    for action in ("unit G1-I1", "to 8", "done", "to 8", "unit BA-C1", "to 18", "done"):
        twins(game)
        play(game, action)
    while step(game)[1] == "hit":
        twins(game)
        play(game, "spread")
    twins(game)


def test_the_fuzzer_finds_nothing():
    report = fuzz("germany_at_war", decisions=600, seed=5)
    assert report.fault is None, report.fault
