"""The rules of the Ford, as its rulebook would have them."""

import pytest

import front1914
from front1914 import CHANCE, IllegalAction
from tests.ford.positions import after, ford

rule = pytest.mark.rule


@rule("1.1")
def test_blue_goes_first_and_six_turns_are_played():
    game = front1914.new("ford", seed=3)
    after(game, "pass")
    assert game.decision.side == "blue"
    turns = []
    while game.result is None:
        turns.append((game.state.turn, game.decision.side))
        after(game, "done", "done")
    assert turns == [(t, s) for t in range(1, 7) for s in ("blue", "red")]


@rule("1.2")
@pytest.mark.parametrize(("place", "winner"), [("0506", "red"), ("0606", "blue")])
def test_the_town_decides(place, winner):
    game = front1914.from_position(
        {
            "title": "ford",
            "turn": 6,
            "step": "fight",
            "side": "red",
            "units": {"b1": {"at": "0101"}, "r1": {"at": place}},
        }
    )
    after(game, "done")
    assert (game.result.winner, game.result.rule) == (winner, "1.2")


@rule("1.3", "4.3", "4.4")
def test_a_side_without_units_has_lost():
    game = ford("fight", b1="0301", r1={"at": "0302", "steps": 1})
    after(game, "to 0302", "unit b1", "commit", "die 6", "stand")
    assert game.decision.side == "red"
    after(game, "unit r1")
    assert (game.result.winner, game.result.level) == ("blue", "annihilation")


@rule("2.1")
def test_two_veterans_a_side_whom_only_their_owner_knows():
    game = front1914.new("ford", seed=3)
    for side, foe in (("blue", "red"), ("red", "blue")):
        rows = game.view(side)["position"]["units"].values()
        assert sum(row["veteran"] for row in rows if row["side"] == side) == 2
        assert not any("veteran" in row for row in rows if row["side"] == foe)
        assert {e.data["unit"][0] for e in game.events_for(side) if e.kind == "veteran"} == {side[0]}
    opened = front1914.new("ford", options={"open": True}, seed=3)
    assert sum(row.get("veteran", 0) for row in opened.view("blue")["position"]["units"].values()) == 4


@rule("2.2")
def test_the_mine_is_secret_and_costs_a_step():
    game = after(front1914.new("ford", seed=3), "to 0504")
    assert game.view("red")["position"]["mined"] == "0504"
    assert game.view("blue")["position"]["mined"] is None
    assert not any(e.kind == "mined" for e in game.events_for("blue"))
    game = front1914.from_position(
        {
            "title": "ford",
            "mined": "0504",
            "step": "move",
            "side": "blue",
            "units": {"b1": {"at": "0503"}, "r1": {"at": "0506"}},
        }
    )
    after(game, "unit b1", "to 0504")
    assert game.view("blue")["position"]["units"]["b1"]["steps"] == 1
    assert game.undoable == 0


@rule("2.2")
def test_only_a_ford_is_mined():
    assert front1914.new("ford", seed=3).why_not("to", "0304").rule == "2.2"


@rule("3.0")
def test_a_unit_marches_once():
    game = after(ford(b1="0301", r1="0506"), "unit b1", "to 0302")
    assert game.why_not("unit", "b1").rule == "3.0"
    assert game.why_not("unit", "r1").rule == "3.0"
    assert game.why_not("unit", "b2").rule == "1.3"


@rule("3.1")
def test_three_points_and_two_for_the_river():
    game = after(ford(b1="0302", r1="0508"), "unit b1")
    assert game.why_not("to", "0304") is None
    assert game.why_not("to", "0305").rule == "3.1"


@rule("3.2")
def test_a_zone_of_control_stops():
    game = after(ford(b1="0301", r1="0401"), "unit b1")
    assert game.why_not("to", "0302") is None
    assert game.why_not("to", "0402").rule is not None
    game = after(ford(b1="0101", r1="0401"), "unit b1")
    assert game.why_not("to", "0301") is None
    assert game.why_not("to", "0402").rule == "3.2"


@rule("3.3")
def test_stacking():
    game = after(ford(b1="0301", b2="0302", b3="0302", r1="0201"), "unit b1")
    for place in ("0302", "0201"):
        with pytest.raises(IllegalAction, match=r"3\.3"):
            game.act("to", place)


@rule("4.1")
def test_only_adjacent_units_attack_and_only_once():
    game = ford("fight", b1="0301", b2="0801", r1="0302")
    assert game.why_not("to", "0301").rule == "4.1"
    after(game, "to 0302")
    assert game.why_not("commit").rule == "4.1"
    assert game.why_not("unit", "b2").rule == "4.1"
    after(game, "unit b1")
    assert game.why_not("unit", "b1").text == "it takes part already"
    after(game, "commit", "die 3")
    assert game.why_not("to", "0302").rule == "4.1"


@rule("4.2")
@pytest.mark.parametrize(
    ("attackers", "defender", "odds", "struck"),
    [
        ({"b1": 1}, 2, "1:2", "cost"),
        ({"b1": 2}, 2, "1:1", ""),
        ({"b1": 2, "b2": 2}, 2, "2:1", ""),
        ({"b1": 2, "b2": 2, "b3": 2}, 1, "6:1", "stand"),
        ({"b1": 2, "b2": 1, "b3": 1}, 1, "4:1", "stand"),
    ],
)
def test_the_ratio_is_the_column_of_the_table(attackers, defender, odds, struck):
    places = {"b1": "0301", "b2": "0202", "b3": "0402"}
    rows = {u: {"at": places[u], "steps": n} for u, n in attackers.items()}
    game = ford("fight", r1={"at": "0302", "steps": defender}, **rows)
    after(game, "to 0302", *(f"unit {u}" for u in attackers), "commit")
    assert game.decision.side == CHANCE
    events = game.act("die", 3)
    assert next(e for e in events if e.kind == "clash").data["odds"] == odds
    assert game.decision.step == (struck or "fight")


@rule("4.2")
def test_who_fights_is_shown():
    game = ford("fight", b1={"at": "0301", "veteran": 1}, r1={"at": "0302", "veteran": 1})
    assert "veteran" not in game.view("red")["position"]["units"]["b1"]
    after(game, "to 0302", "unit b1", "commit")
    assert game.view("red")["position"]["units"]["b1"]["veteran"] == 1
    assert game.view("blue")["position"]["units"]["r1"]["veteran"] == 1


@rule("4.3")
@pytest.mark.parametrize(
    ("die", "step", "side"), [(2, "cost", "blue"), (3, "fight", "blue"), (4, "fight", "blue"), (5, "stand", "red")]
)
def test_the_die(die, step, side):
    game = after(ford("fight", b1="0301", r1="0302"), "to 0302", "unit b1", "commit", f"die {die}")
    assert (game.decision.step, game.decision.side) == (step, side)


@rule("4.4")
def test_the_owner_chooses_the_loss():
    game = ford("fight", b1="0301", b2="0301", r1="0302", r2="0302")
    after(game, "to 0302", "unit b1", "unit b2", "commit", "die 1")
    assert [a.arg for a in game.decision.actions] == ["b1", "b2"]
    after(game, "unit b2")
    assert game.view("blue")["position"]["units"]["b2"]["steps"] == 1


@rule("4.5")
def test_retreat_away_from_zones():
    game = after(ford("fight", b1="0301", r1="0302"), "to 0302", "unit b1", "commit", "die 6")
    places = {a.arg for a in game.decision.actions if a.verb == "to"}
    assert places == {"0303", "0202", "0402"}
    assert game.why_not("to", "0301").rule == "4.5"
    assert game.why_not("to", "0305").rule == "4.5"
    after(game, "to 0303")
    assert game.view("red")["position"]["units"]["r1"]["at"] == "0303"
