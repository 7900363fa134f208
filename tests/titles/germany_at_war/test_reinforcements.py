"""6.0, 7.1 B, 7.10: Reinforcements and restored Leaders."""

import pytest

from front1914 import Game
from tests.titles.germany_at_war.positions import (
    args,
    at,
    happened,
    mark,
    play,
    refused,
    situation,
    step,
    verbs,
)

rule = pytest.mark.rule


def called(blocks, count, *drawn, side="german", **more) -> Game:
    """A Side calls Reinforcements and draws these."""
    game = situation(blocks, side=side, holder=side, dice=list(drawn), **more)
    return play(game, f"call {count}")


def place(game, unit, area):
    return play(game, f"unit {unit}", f"to {area}")


@rule("6.0.b", "1.6.e", "7.10.c", "7.0.b", "6.1.a", "6.1.b", "4.2.b")
def test_the_start_of_the_second_turn():
    """GAW-X089: five and seven are drawn, the Entente first, with the units of Green Number 2 in the Pools."""
    blocks = {"G1-L1": "11", "F5-L1": "46"}
    blocks |= {f"G{n}-I{k}": "pool" for n in (1, 2) for k in range(1, 7)} | {"G1-I8": "waiting", "G4-I6": "waiting"}
    blocks |= {f"F5-I{k}": "pool" for k in range(1, 7)} | {"FF-L1": "waiting", "EX-I3": "waiting", "EX-C2": "waiting"}
    game = situation(blocks, step="turn", turn=2)
    assert [(data["side"], data["count"]) for data in happened(game, "released")] == [("german", 1), ("entente", 2)]
    assert (at(game, "G4-I6"), at(game, "EX-C2")) == ("waiting", "waiting")
    assert at(game, "FF-L1") in ("pool", "hand")
    assert step(game) == ("entente", "deploy")
    assert happened(game, "reinforcements") == [{"side": "entente", "count": 5}]
    while step(game) == ("entente", "deploy"):
        play(game, f"unit {args(game, 'unit')[0]}") if args(game, "unit") else play(game, "done")
        if step(game)[1] == "deploy_to":
            play(game, f"to {args(game, 'to')[0]}")
    assert step(game) == ("entente", "restore")
    play(game, "done")
    assert happened(game, "reinforcements")[-1] == {"side": "german", "count": 7}
    third = situation(blocks | {"G1-I8": "11"}, step="turn", turn=3)
    assert [(d["side"], d["count"]) for d in happened(third, "released")] == [("german", 1), ("entente", 3)]


@rule("6.0.b")
def test_a_small_pool_is_drawn_whole():
    game = situation({"G1-L1": "11", "G1-I1": "pool"}, step="reinforce", side="german")
    assert happened(game, "reinforcements") == [{"side": "german", "count": 1}]


@rule("6.0.c", "7.1.i", "7.1.h")
def test_entry_by_icon():
    """One unit for each icon of its Army and type, at full strength; it may not prefer a city (ruling B36)."""
    pool = {f"G2-I{n}": "pool" for n in range(1, 7)}
    game = called({"G1-L1": "11"} | pool, 6, *pool)
    play(game, "unit G2-I1")
    assert sorted(args(game, "to")) == ["23", "24"]
    assert refused(game, "to", "26") == "6.0"
    assert refused(game, "to", "9") == "6.0"
    play(game, "to 24", "unit G2-I2")
    assert args(game, "to") == ["23"]  # the one icon of 24 is used
    play(game, "to 23")
    for n in (3, 4, 5):
        place(game, f"G2-I{n}", "23")
    assert mark(game, "G2-I1", "face") == 0
    play(game, "unit G2-I6")
    assert {"26", "63"} <= set(args(game, "to"))  # no icon left: by city or Fortress
    assert refused(game, "to", "22") == "6.0"


@rule("6.0.c", "7.1.i")
@pytest.mark.parametrize("state", ["enemy", "contested", "full"])
def test_icon_areas_must_be_friendly_uncontested_and_have_room(state):
    """Ruling B34."""
    blocks = {"G1-L1": "11", "G3-L1": "pool"}
    more = {}
    if state == "enemy":
        more = {"control": {"38": "entente"}}
    elif state == "contested":
        blocks |= {"BA-I1": "38", "G1-I1": "38"}
    else:
        blocks |= {f"G1-I{n}": "38" for n in range(1, 5)}
    game = play(called(blocks, 1, "G3-L1", **more), "unit G3-L1")
    assert "38" not in args(game, "to")
    assert "26" in args(game, "to")


@rule("6.0.d", "6.0.e", "6.0.f", "7.1.j", "7.1.n", "2.9.b")
def test_entry_by_city():
    """GAW-X036: Foch and the Reserves by Major City, Capital or Fortress at home, one each, two in Area 17."""
    pool = {"FF-L1": "pool"} | {f"FR-I{n}": "pool" for n in range(1, 5)}
    game = called({"F5-L1": "46"} | pool, 5, *pool, side="entente")
    play(game, "unit FF-L1")
    assert {"51", "17", "29", "55"} <= set(args(game, "to"))
    assert not {"18", "7", "46", "GB"} & set(args(game, "to"))
    play(game, "to 51", "unit FR-I1")
    assert "51" not in args(game, "to")
    play(game, "to 17", "unit FR-I2")
    assert "17" in args(game, "to")
    play(game, "to 17", "unit FR-I3")
    assert "17" not in args(game, "to")


@rule("2.5.b")
def test_the_british_enter_in_great_britain():
    game = called({"F5-L1": "46", "EX-I3": "pool", "EX-C2": "pool"}, 2, "EX-I3", "EX-C2", side="entente", turn=3)
    for unit in ("EX-I3", "EX-C2"):
        play(game, f"unit {unit}")
        assert args(game, "to") == ["GB"]
        play(game, "to GB")


@rule("6.0.g", "7.1.k")
def test_what_cannot_be_placed_returns():
    lost = {str(n): "german" for n in (6, 7, 9, 18, 19, 20)}
    game = called({"F5-L1": "46", "BA-I1": "pool", "F5-I1": "pool"}, 2, "BA-I1", "F5-I1", side="entente", control=lost)
    assert args(game, "unit") == ["F5-I1"]
    assert refused(game, "unit", "BA-I1") == "6.0"
    assert refused(game, "done") == "6.0"  # who can be placed must be
    place(game, "F5-I1", "33")
    play(game, "done")
    assert at(game, "BA-I1") == "pool"
    assert len(happened(game, "drawn")) == 2  # no other was drawn


@rule("6.0.a")
def test_nothing_arrives_otherwise():
    game = situation({"G1-L1": "11", "G1-I1": "pool", "F5-L1": "46"})
    play(game, "tactical", "unit G1-L1", "reveal", "done", "done", "pass", "done", "pass", "done")
    assert at(game, "G1-I1") == "pool"


# Restoring (7.10)


@rule("7.10.d", "7.10.f", "1.6.f", "7.10.c")
def test_restoring_in_the_example():
    """GAW-X090: five steps: the Belgian from his heart, the French 5th and the British from two stars."""
    blocks = {"BA-L1": ("18", 3), "F5-L1": ("46", 2), "EX-L1": ("5", 2), "F4-L1": ("67", 1), "F1-L1": "87"}
    game = play(situation(blocks, step="reinforce", side="entente"), "done")
    assert step(game) == ("entente", "restore")
    assert refused(game, "unit", "F1-L1") == "7.10"  # at full strength
    assert "F1-L1" not in args(game, "unit")
    for leader in ("BA-L1", "F5-L1", "F5-L1", "EX-L1", "EX-L1"):
        play(game, f"unit {leader}")
    assert [mark(game, leader, "face") for leader in ("BA-L1", "F5-L1", "EX-L1")] == [2, 0, 0]
    assert verbs(game) == {"done"}
    assert refused(game, "unit", "F4-L1") == "7.10"
    german = {f"G{n}-L1": (area, 3) for n, area in ((1, "11"), (2, "23"), (3, "38"))}
    game = play(situation(german, step="reinforce", side="german"), "done")
    for _ in range(7):
        play(game, f"unit {args(game, 'unit')[0]}")
    assert verbs(game) == {"done"}


@rule("7.10.e")
def test_isolated_leaders_are_not_restored():
    """Ruling B40: the mark of the last Isolation Check counts."""
    blocks = {"BA-L1": ("18", 1, "isolated"), "F5-L1": ("46", 1), "F5-I1": "46"}
    game = play(situation(blocks, step="reinforce", side="entente"), "done")
    assert args(game, "unit") == ["F5-L1"]
    assert refused(game, "unit", "BA-L1") == "7.10"
    assert refused(game, "unit", "F5-I1") == "7.10"


@rule("7.10.p")
def test_units_before_leaders():
    game = situation({"G1-L1": ("11", 1), "G1-I1": "pool"}, step="reinforce", side="german", dice=["G1-I1"])
    assert step(game) == ("german", "deploy")
    place(game, "G1-I1", "11")
    play(game, "done")
    assert step(game) == ("german", "restore")


def test_each_player_places_his_own():
    """Ruling B31; both are asked, so that nobody learns what was drawn."""
    blocks = {"F5-L1": "46", "BA-I1": "pool", "F5-I1": "pool"}
    game = situation(blocks, side="french", holder="entente", options={"seats": 3}, dice=["BA-I1"])
    play(game, "call 1")
    assert step(game) == ("french", "deploy")
    assert verbs(game) == {"partner", "done"}
    play(game, "done")
    assert step(game) == ("british", "deploy")
    place(game, "BA-I1", "18")
