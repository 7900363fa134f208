"""3.0, 3.1: set-up."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.schlieffens_war import INFO
from front1914.titles.schlieffens_war.scenarios import SCENARIOS
from front1914.titles.schlieffens_war.setup import QUEUE, field
from front1914.titles.schlieffens_war.stacking import surplus
from front1914.titles.schlieffens_war.world import (
    ARMY,
    BOARD,
    FORTS,
    FRANCE,
    HEXES,
    HOME,
    IS_CORPS,
    IS_DEPOT,
    IS_HQ,
    NATION,
    POOL,
    UNITS,
)
from tests.titles.schlieffens_war.positions import args, mark, refused, where

rule = pytest.mark.rule


def free(seed: int = 1, **options: bool) -> Game:
    return front1914.new("schlieffens_war", options={"setup": "free", **options}, seed=seed)


def ready(scenario: str = "campaign") -> Game:
    return front1914.new("schlieffens_war", scenario, options={"setup": "historical"}, seed=1)


def waiting(game: Game) -> str:
    """The unit that is to be placed."""
    return next(str(UNITS[u]) for u in QUEUE[game.state.active] if game.state.at[u] == POOL)


def place_until(game: Game, unit: str, seed: int = 0) -> None:
    """Places units at random until it is the turn of one."""
    rng = random.Random(seed)
    while waiting(game) != unit:
        game.act("to", rng.choice(args(game, "to")))


def asked(game: Game) -> tuple[str, str]:
    assert game.decision is not None
    return game.decision.side, game.decision.step


# ---- who and when


@rule("3.0")
def test_the_entente_sets_up_first() -> None:
    """SW-EX-017."""
    game = free(fog=False)
    assert asked(game) == ("entente", "place")
    game.act("historical")
    assert asked(game) == ("german", "place")
    assert game.state.turn == 1
    game.act("historical")
    assert asked(game) == ("german", "move")


@rule("6.6")
def test_with_fog_of_war_each_side_orders_its_stacks_after_its_set_up() -> None:
    game = free()
    for side in ("entente", "german"):
        assert asked(game) == (side, "place")
        game.act("historical")
        assert asked(game) == (side, "array")
        game.act("top", args(game, "top")[0])
        game.act("done")
    assert asked(game) == ("german", "move")


@rule("3.0")
@pytest.mark.parametrize("seed", range(4))
def test_every_choice_leads_to_a_legal_set_up(seed: int) -> None:
    """No unit is left without a hex, and no hex holds too many."""
    game, rng = free(seed), random.Random(seed)
    while asked(game)[1] in ("place", "array"):
        assert game.decision is not None
        actions = [action for action in game.decision.actions if action.verb != "historical"]
        game.act(rng.choice(actions))
    state = game.state
    assert not any(place == POOL for place in state.at)
    assert not any(surplus(h, stack) for h, stack in state.stacks().items())


# ---- what is not a choice


@rule("3.1.a")
def test_forts_stand_on_their_printed_hexes() -> None:
    game = free()
    assert {fort: where(game, fort) for fort in ("fort-liege", "fort-verdun", "fort-metz", "fort-antwerp")} == {
        "fort-liege": "1109",
        "fort-verdun": "1910",
        "fort-metz": "1908",
        "fort-antwerp": "0812",
    }


@rule("3.1.k")
def test_the_bef_and_the_6th_army_wait_on_the_turn_track() -> None:
    """SW-EX-024: an HQ and four corps."""
    game = free()
    sixth = [str(UNITS[u]) for u in UNITS.numbers if str(UNITS[u]).startswith("f-6-")]
    assert len(sixth) == 5
    assert [where(game, unit) for unit in (*sixth, "b-HQ", "b-I", "b-II", "b-C")] == ["track"] * 9


@rule("3.1.g")
def test_german_corps_begin_with_elan() -> None:
    """SW-EX-026."""
    game = ready()
    assert (mark(game, "g-1-II", "morale"), mark(game, "g-1-2C", "morale")) == (2, 2)
    assert (mark(game, "g-1-HQ", "morale"), mark(game, "f-5-I", "morale"), mark(game, "be-1", "morale")) == (1, 1, 1)


@rule("3.1.l", "11.23")
def test_the_tracks_at_the_start() -> None:
    """SW-EX-025, 150."""
    tracks = {track["id"]: track["value"] for track in ready().view("german")["tracks"]}
    assert tracks == {"turn": 1, "plan17": 0, "vp": 0, "paris": 0, "coup": 1, "artillery": 3}


def test_everybody_begins_in_supply() -> None:
    """R14."""
    assert not any(ready().state.supply)


# ---- HQs


@rule("3.1.b")
@pytest.mark.parametrize("unit", ["f-5-HQ", "f-1-HQ"])
def test_an_hq_stands_in_its_printed_hex_or_beside_it(unit: str) -> None:
    """SW-EX-021, 022: 5th Army Rethel (1713), 1st Army Epinal (2407)."""
    printed = {"f-5-HQ": "1713", "f-1-HQ": "2407"}[unit]
    game = free()
    place_until(game, unit)
    near = {str(word) for word in BOARD.ids(BOARD.within(HEXES.number(printed), 1))}
    assert printed in args(game, "to")
    assert set(args(game, "to")) <= near
    assert len(args(game, "to")) == 7
    assert refused(game, "to", "2320") == "3.1"


@rule("3.1.d")
def test_hqs_and_corps_stand_in_their_own_country() -> None:
    game = free()
    state = game.state
    for unit, printed in (("f-3-HQ", "1910"), ("g-2-HQ", "1207")):
        u = UNITS.number(unit)
        found = field(state, u)
        assert found
        assert not found & ~HOME[NATION[u]]
        assert HEXES.number(printed) in members(found)
    while asked(game)[0] == "entente":
        game.act("historical") if game.why_not("historical") is None else game.act("done")
    place_until(game, "g-2-HQ")
    assert refused(game, "to", "1209") == "3.1"  # Belgium


# ---- corps


@rule("3.1.c")
def test_corps_stand_within_the_radius_of_their_own_hq() -> None:
    """SW-EX-020: another HQ nearby does not help."""
    game = free()
    place_until(game, "f-2-IX")
    hq = HEXES.number(where(game, "f-2-HQ"))
    allowed = BOARD.within(hq, 2) & FRANCE
    assert {HEXES.number(word) for word in args(game, "to")} <= set(members(allowed))
    far = next(h for h in members(FRANCE) if BOARD.distance(h, hq) == 3)
    assert refused(game, "to", str(HEXES[far])) == "3.1"


@rule("3.1.c", "3.1.d")
def test_corps_stand_in_the_country_of_their_hq() -> None:
    """The HQ of the French 5th Army near the border: its corps have the French part of the circle, and all of it."""
    game = free()
    place_until(game, "f-5-I")
    hq = HEXES.number("1513")
    game.state.put(UNITS.number("f-5-HQ"), hq)
    circle = BOARD.within(hq, game.state.factor(UNITS.number("f-5-HQ")))
    assert circle & ~FRANCE
    assert field(game.state, UNITS.number("f-5-I")) == circle & FRANCE


@rule("3.1.f", "3.1.n")
def test_corps_of_the_french_1st_army_stand_anywhere_in_the_south() -> None:
    """SW-EX-018, 019: French hexes from row 22 on (R13)."""
    game = free()
    place_until(game, "f-1-VII")
    offered = set(args(game, "to"))
    assert {"2221", "2606", "2720"} <= offered
    assert refused(game, "to", "2115") == "3.1"
    assert refused(game, "to", "2504") == "3.1"  # row 25, but in Germany
    hq = HEXES.number(where(game, "f-1-HQ"))
    assert all(int(word[:2]) >= 22 or BOARD.distance(HEXES.number(word), hq) <= 2 for word in offered)


@rule("3.1.e")
def test_stacking_limits_hold_during_set_up() -> None:
    game = free()
    place_until(game, "f-1-VII")
    corps = ["f-1-VII", "f-1-VIII", "f-1-XIII"]
    for unit in corps:
        assert waiting(game) == unit
        game.act("to", "2221")
    assert refused(game, "to", "2221") == "6.2"


@rule("3.1.i")
def test_the_belgian_hq_stands_anywhere_in_belgium() -> None:
    game = free()
    place_until(game, "be-HQ")
    assert {HEXES.number(word) for word in args(game, "to")} == set(members(HOME["belgian"]))
    assert refused(game, "to", "1314") == "3.1"


@rule("3.1.m", "3.1.j")
def test_belgian_corps_stand_within_its_radius_one_to_a_hex() -> None:
    """SW-EX-023."""
    game = free()
    place_until(game, "be-HQ")
    game.act("to", "1112")
    place_until(game, "be-1")
    near = {str(word) for word in BOARD.ids(BOARD.within(HEXES.number("1112"), 2) & HOME["belgian"])}
    assert set(args(game, "to")) == near
    game.act("to", "1112")
    assert waiting(game) == "be-2"
    assert refused(game, "to", "1112") == "6.2"
    assert set(args(game, "to")) == near - {"1112"}
    game.act("to", "1211")  # with the fort of Namur
    assert waiting(game) == "be-3"


# ---- depots


def test_a_depot_stands_on_a_rail_near_its_hq() -> None:
    """R12: two hexes, rail hexes counting one half, so that the HQ is supplied at the start (8.6)."""
    game = free(fog=False)
    game.act("historical")
    place_until(game, "g-1-HQ")
    game.act("to", "1006")
    place_until(game, "g-1-D")
    assert {"1006", "1005", "1108"} <= set(args(game, "to"))
    assert refused(game, "to", "1906") == "8.6"
    assert refused(game, "to", "1109") == "3.1"


def test_wherever_an_hq_stands_its_army_finds_room() -> None:
    """Room for every corps, however those placed before it crowd its hexes, and a rail hex for the depot."""
    state = free(fog=False).state
    for side, queue in QUEUE.items():
        for hq in [u for u in queue if IS_HQ[u] and NATION[u] != "belgian"]:
            army = [u for u in queue if ARMY[u] == ARMY[hq] and NATION[u] == NATION[hq] and u != hq]
            for h in members(field(state, hq)):
                state.put(hq, h)
                for u in army:
                    hexes = field(state, u)
                    room = 3 * hexes.bit_count() - sum(hexes >> state.at[fort] & 1 for fort in FORTS[side])
                    before = sum(IS_CORPS[v] and NATION[v] == NATION[u] for v in queue[: queue.index(u)])
                    assert hexes if IS_DEPOT[u] else room > before, f"{UNITS[u]}, HQ in {HEXES[h]}"


# ---- the ready set-up


@rule("3.1.c", "3.1.e")
@pytest.mark.parametrize("scenario", ["campaign", "introduction"])
def test_the_ready_set_up_is_legal(scenario: str) -> None:
    game = ready(scenario)
    rules = SCENARIOS[scenario]
    for u, h in {**rules.where["german"], **rules.where["entente"]}.items():
        assert where(game, str(UNITS[u])) == HEXES[h]
        if scenario == "campaign" or not IS_HQ[u]:
            assert field(game.state, u) >> h & 1, f"{UNITS[u]} in {HEXES[h]}"
    assert not any(surplus(h, stack) for h, stack in game.state.stacks().items())


@rule("3.1.e")
def test_the_ready_set_up_is_offered_only_before_the_first_unit() -> None:
    game = free()
    assert game.why_not("historical") is None
    game.act("to", args(game, "to")[0])
    assert refused(game, "historical") == "3.1"


def test_info_and_scenario_files_say_the_same() -> None:
    for told in INFO.scenarios:
        rules = SCENARIOS[told.id]
        assert (told.name, told.about, told.turns, told.minutes) == (
            rules.name,
            rules.about,
            rules.last_turn - rules.first_turn + 1,
            rules.minutes,
        )


# ---- the introduction


def test_the_introduction_has_its_own_end() -> None:
    """Four turns, points for cities, no Paris, no Plan XVII."""
    game, rng = ready("introduction"), random.Random(3)
    while game.decision is not None:
        verbs = [action.verb for action in game.decision.actions]
        game.act("done" if "done" in verbs else rng.choice(game.decision.actions))
    assert game.state.turn == 4
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("entente", "4.7")


@pytest.mark.parametrize(("more", "winner"), [(-1, "entente"), (0, "german"), (1, "german")])
def test_points_of_the_introduction(more: int, winner: str | None) -> None:
    needed = SCENARIOS["introduction"].victory
    assert needed.german == needed.draw, "nobody is content with a draw"
    cities = ["1109", "1012", "1211", "1212", "1213", "0914", "0815", "1116"][: needed.german + more]
    held = dict.fromkeys(cities, "german")
    start = {"title": "schlieffens_war", "scenario": "introduction", "turn": 4, "control": held, "active": "entente"}
    game = front1914.from_position(start | {"flow": [["turn"], ["end_of_turn"]]}, seed=1)
    assert game.result is not None
    assert game.result.winner == winner


def test_nobody_chooses_a_set_up_in_the_introduction() -> None:
    """Whatever the option says."""
    game = front1914.new("schlieffens_war", "introduction", options={"setup": "free"}, seed=1)
    assert asked(game) == ("german", "move")
    assert where(game, "f-1-VII") == "absent"


def test_nobody_leaves_the_area_of_the_introduction() -> None:
    game = ready("introduction")
    game.act("unit", "g-2-GD")
    assert "1308" in game.position()["units"]["g-2-GD"]["at"]
    assert refused(game, "to", "1408") == "2.1"
    assert all(int(place[:2]) <= 13 for place in args(game, "to"))


@rule("4.3")
def test_a_german_city_held_at_the_end_of_the_introduction_wins_at_once() -> None:
    """Its last turn comes before the end of Turn 10, so sudden death is tested before the points are counted."""
    held = dict.fromkeys(["1109", "1012", "1211", "1212", "1213", "0914", "0815", "1116"], "german")
    start = {"title": "schlieffens_war", "scenario": "introduction", "turn": 4, "active": "entente"}
    flow = {"flow": [["turn"], ["end_of_turn"]]}
    game = front1914.from_position(start | flow | {"control": held | {"1108": "entente"}}, seed=1)
    assert game.result is not None
    assert (game.result.winner, game.result.level) == ("entente", "sudden death")


@rule("3.1.b", "8.6.b")
def test_a_depot_may_be_set_up_in_a_zone_of_the_enemy() -> None:
    """R12: any rail hex in Germany within reach of its HQ."""
    game = free(fog=False)
    game.act("historical")
    place_until(game, "g-6-HQ")
    game.act("to", "1907")
    state = game.state
    zone = [h for h in ("1908", "2007") if state.zone("entente") >> HEXES.number(h) & 1]
    assert zone, "the French do not stand at the frontier beside a rail"
    place_until(game, "g-6-D")
    assert set(zone) <= set(args(game, "to"))
