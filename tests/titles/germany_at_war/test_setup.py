"""5.0, 8.1: the set-up, by lot and by choice, in two scenarios."""

from collections import Counter

import pytest

import front1914
from front1914.titles.germany_at_war.world import ARMY, BLOCKS, GREEN_NUMBER, KIND, SIDE
from tests.titles.germany_at_war.positions import args, at, play, refused, step, verbs

rule = pytest.mark.rule


def start(scenario="campaign", seed=1914, **options):
    return front1914.new("germany_at_war", scenario, options, seed=seed)


def places(game, side):
    return {u: at(game, str(BLOCKS[u])) for u in BLOCKS.numbers if SIDE[u] == side}


@rule("5.0.c", "5.0.d", "5.0.e", "5.0.f", "5.0.g")
def test_who_stands_where():
    """GAW-X031, GAW-X032: one unit on each icon of its Army and type, at full strength; the rest in the boxes."""
    from tests.titles.germany_at_war.test_data import rows

    game = start()
    icons = Counter()
    for row in rows("icons.csv"):
        icons[row["area"], f"{row['power']} {row['army']}", row["kind"]] += int(row["count"])
    found = Counter()
    for side, deployed, boxed, numbered in (("entente", 46, 15, 3), ("german", 42, 16, 8)):
        where = places(game, side)
        on_map = [u for u, place in where.items() if place not in ("pool", "waiting")]
        assert len(on_map) == deployed
        assert len(where) - deployed == boxed
        assert sum(place == "waiting" for place in where.values()) == numbered
        assert all(GREEN_NUMBER[u] for u, place in where.items() if place == "waiting")
        for u in on_map:
            found[where[u], ARMY[u], KIND[u]] += 1
    assert found == icons
    assert not any("face" in row for row in game.position()["blocks"].values())
    reserves = [u for u in BLOCKS.numbers if ARMY[u] == "french reserve"]
    assert {at(game, str(BLOCKS[u])) for u in reserves} == {"pool"}


@rule("5.0.c")
def test_the_draw_is_random():
    assert len({str(start(seed=seed).position()["blocks"]) for seed in range(5)}) == 5
    drawn = {frozenset(u for u, p in places(start(seed=n), "german").items() if p == "23") for n in range(12)}
    assert len(drawn) > 3


@rule("5.0.h")
def test_the_second_army():
    """GAW-X033."""
    game = start()
    where = Counter(at(game, f"G2-I{n}") for n in range(1, 7))
    assert where == {"23": 4, "24": 1, "pool": 1}
    assert at(game, "G2-L1") == "24"


@rule("4.2.2.a")
def test_paris():
    assert at(start(), "FP-I1") == "51"


@rule("5.0.i")
def test_garrisons():
    forts = start().position()["fortresses"]
    totals = Counter()
    for row in forts.values():
        totals.update(row)
    assert totals == {"belgian": 4, "french": 14, "german": 8}
    assert forts["Metz"] == {"german": 2}
    assert forts["Liege"] == {"belgian": 1}


@rule("5.0.k", "3.1.b", "1.1.d", "1.1.e", "5.0.j")
def test_the_german_begins():
    """GAW-X035."""
    game = start()
    assert step(game) == ("german", "action")
    assert (game.state.holder, game.state.turn) == ("german", 1)


@rule("5.0.b")
def test_the_entente_is_set_up_first():
    game = start(setup="both")
    seen = []
    while game.decision.step == "post":
        if game.decision.side not in seen:
            seen.append(game.decision.side)
        game.act("unit", args(game, "unit")[0])
    assert seen == ["entente", "german"]


@rule("8.1.a", "8.1.c")
def test_free_set_up_is_chosen_by_one_side_or_both():
    game = start(setup="german")
    assert step(game) == ("german", "post")
    assert set(args(game, "unit")) == {f"G1-I{n}" for n in range(1, 8)}
    assert refused(game, "unit", "G2-I1") == "5.0"
    assert refused(game, "unit", "G1-I8") == "5.0"  # it has a Green Number
    play(game, "unit G1-I7")
    assert at(game, "G1-I7") == "11"
    assert refused(game, "unit", "G1-I7") == "5.0"
    play(game, "lots")
    assert step(game) == ("german", "action")
    assert start(setup="entente").decision.side == "entente"
    assert step(start(setup="none")) == ("german", "action")


@rule("8.1.b")
def test_free_set_up_does_not_choose_reinforcements():
    game = play(start(setup="both"), "lots", "lots")
    assert step(game) == ("german", "action")
    game.act("call", 3)
    drawn = [entry for entry in game.log if str(entry.action).startswith("draw")]
    assert [entry.side for entry in drawn[-3:]] == ["chance"] * 3


@rule("8.0")
def test_optional_rules_are_off_unless_chosen():
    info = front1914.title("germany_at_war").info
    options = {option.id: option.default for option in info.options}
    assert options == {"seats": 2, "setup": "none", "paris": False, "rail": False, "plan17": False}


def test_the_introduction():
    game = start("introduction")
    armies = {ARMY[u] for u in BLOCKS.numbers if at(game, str(BLOCKS[u])) not in ("absent", "pool", "waiting")}
    assert armies == {"german 1", "german 2", "german 3", "french 5", "belgian royal", "british bef"}
    assert game.view("german")["turns"] == 1
    play(game, "strategic", "unit G3-L1")
    assert refused(game, "to", "59") == "2.0"
    while game.result is None:
        pass_ = "pass" if "pass" in verbs(game) else "done" if "done" in verbs(game) else "stop"
        game.act(pass_)
    assert (game.result.winner, game.result.level) == ("entente", "marginal")


@rule("1.5.b")
def test_three_players():
    game = start(seats=3)
    assert game.sides == ("german", "french", "british")
    assert start().sides == ("german", "entente")
    free = start(seats=3, setup="entente")
    assert step(free) == ("french", "post")
    play(free, "lots")
    assert step(free) == ("british", "post")
    assert set(args(free, "unit")) == {f"BA-I{n}" for n in range(1, 7)}
