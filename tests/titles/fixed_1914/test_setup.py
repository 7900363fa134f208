"""PP, OU, GT, DP-2: the set-up from the Belgian options to the last blank, and the length of the game."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import Game
from front1914.titles.fixed_1914.allocation import CORPS, sent
from front1914.titles.fixed_1914.board import BOARD, HEXES, IN, OPEN
from front1914.titles.fixed_1914.charts import CLOCKS, LENGTH, escorts
from front1914.titles.fixed_1914.deployment import FRENCH_FIELD, GERMAN_FIELD, near_corps
from front1914.titles.fixed_1914.expedition import crowd
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.world import (
    CLASS,
    COUNTED,
    GROUP,
    GUNS,
    IS_BLANK,
    IS_CAVALRY,
    NATION,
    RUSSIA,
    SET_UP,
    SIDE,
    TRACK,
    UNIT_ROWS,
    UNITS,
)
from tests.titles.fixed_1914.positions import args, asked, factors, happened, refused, verbs, where

rule = pytest.mark.rule


def new(**options: object) -> Game:
    return front1914.new("fixed_1914", "campaign", options, seed=1)  # type: ignore[arg-type]


def at(step: str, game: Game | None = None, seed: int = 1) -> Game:
    """Random set-up until a step is asked, without ready plans and without options."""
    game, rng = game or new(), random.Random(seed)
    while game.decision is not None and game.decision.step != step:
        offered = [a for a in game.decision.actions if a.verb not in ("plan", "upgrade", "extra")]
        game.act(rng.choice(offered))
    return game


def allocated(active: int, reserve: int, blanks: int = 0) -> Game:
    """So many A and R corps to Russia, the others to Metz; then the French take a plan."""
    game = at("allocate")
    for _ in CORPS:
        u = game.title.step["allocate"].corps(game.state)  # type: ignore[attr-defined]
        if u is None:
            break
        grade = CLASS[u]
        go = sent(game.state, grade) < (active if grade == "A" else reserve)
        game.act("box", "russia" if go else "metz")
    game.act("blanks", blanks)
    return game


# ---- Belgians and Dutch (PP-12, OU)


@rule("PP-12.1", "PP-12.2", "PP-12.3")
def test_the_belgians_stand_where_the_text_puts_them() -> None:
    """FX-E013."""
    game = new()
    found: dict[str, list[str]] = {}
    for u in UNITS.numbers:
        if NATION[u] == "belgian" and game.state.on_map(u) and GROUP[u] != "fort":
            found.setdefault(HEXES.name(game.state.at[u]), []).append(factors(game, str(UNITS[u])))
    assert {name: sorted(units) for name, units in found.items()} == {
        "Brussels": ["(2)-1-3", "6-8-2"],
        "Ghent": ["6-8-2"],
        "Namur": ["1-1-2", "3-4-2"],
        "Liège": ["1-1-2", "3-4-2"],
    }


@rule("PP-12.9", "PP-12.11")
def test_neutrals_and_fort_guns_stand_before_the_allocation() -> None:
    game = at("allocate")
    assert all(game.state.at[u] == h for h, u in GUNS.items())
    assert all(game.state.on_map(u) for u in UNITS.numbers if NATION[u] == "dutch")
    assert not any(game.state.on_map(u) for u in CORPS)


@rule("PP-12.4", "PP-12.5", "PP-12.6", "PP-12.7", "PP-12.8")
def test_the_allies_place_the_dutch() -> None:
    """FX-E014, FX-E015."""
    game = at("dutch_place")
    assert asked(game)[0] == "allied"
    rim = [h for h in HEXES.numbers if len(BOARD.neighbours[h]) < 6]
    dutch = [h for h in HEXES.numbers if IN["holland"] & OPEN & 1 << h]
    inside = [h for h in dutch if sum(IN[country] >> h & 1 for country in IN) == 1]
    far = [h for h in inside if min(BOARD.distance(h, edge) for edge in rim) >= 2]
    assert len(dutch) > len(inside) > len(far)
    assert set(args(game, "to")) == {HEXES[h] for h in far}
    for h in set(dutch) - set(far):  # on a border, or beside the edge
        assert refused(game, "to", str(HEXES[h])) == "PP-12"
    assert refused(game, "to", "LL16") == "PP-12"
    at("allocate", game)
    dutch = [u for u in UNITS.numbers if NATION[u] == "dutch"]
    assert sorted(factors(game, str(UNITS[u])) for u in dutch) == ["(1)-1-3", *["3-4-2"] * 4]


@rule("OU-1.1", "OU-1.2", "OU-1.4", "PP-6")
def test_corps_for_divisions() -> None:
    """FX-E059: then the German takes the railroad gun or the Italians, not both."""
    game = new()
    assert asked(game) == ("allied", "belgian_options")
    game.act("upgrade", "be-3D")
    assert refused(game, "upgrade", "be-3D") == "OU-1"
    assert where(game, "be-3D") == "absent"
    assert game.state.upgrades == 1
    game.act("done")
    assert asked(game) == ("german", "compensation")
    gun, italians, none = game.copy(), game.copy(), game.copy()
    gun.act("guns")
    assert (where(gun, "g-420RR"), where(gun, "g-IT1")) == ("pool", "absent")
    italians.act("italians")
    assert (where(italians, "g-420RR"), where(italians, "g-IT2")) == ("absent", "pool")
    none.act("done")
    assert (where(none, "g-420RR"), where(none, "g-IT1")) == ("absent", "absent")


@rule("OU-2.1", "OU-2.2", "OU-2.4")
def test_more_corps() -> None:
    """FX-E061: two at most, in Brussels or Ghent; the German gets everything."""
    game = new()
    assert args(game, "extra") == ["Y10", "V7"]
    assert refused(game, "extra", "Y7") == "OU-2"
    game.act("extra", "Y10")
    game.act("extra", "V7")
    assert refused(game, "extra", "V7") == "OU-2"
    game.act("done")
    assert asked(game) == ("allied", "dutch_place")  # both are his: there is nothing to ask
    assert {where(game, unit) for unit in ("g-420RR", "g-IT1", "g-IT2")} == {"pool"}
    assert game.state.extra == 2


@rule("PP-6")
def test_without_options_no_compensation() -> None:
    """FX-E006: nor is it said that the Belgian army was enlarged."""
    game = new()
    game.act("done")
    assert asked(game) == ("allied", "dutch_place")
    assert where(game, "g-420RR") == "absent"


# ---- the allocation (PP-13, GT-1)


@rule("PP-13.1", "DP-2.1", "PP-16.3")
def test_every_corps_is_allocated_before_a_frenchman_stands() -> None:
    assert args(at("allocate"), "box") == ["coln", "metz", "strasburg", "russia"]
    game = allocated(2, 2)
    assert all(game.state.box[u] for u in CORPS if GROUP[u] == "initial")
    assert asked(game) == ("allied", "french_place")
    assert not any(e.seen("allied") for e in game.events if e.kind in ("allocated", "planned"))


@rule("PP-13a", "PP-13b.1", "PP-13b.2", "PP-14")
@pytest.mark.parametrize(
    ("active", "reserve", "guns", "cavalry"),
    [
        pytest.param(0, 0, 0, 0, id="FX-E017"),
        pytest.param(1, 0, 1, 1, id="FX-E018"),
        pytest.param(1, 1, 1, 1, id="FX-E019"),
        pytest.param(2, 2, 1, 1, id="FX-E022 FX-E028"),
        pytest.param(3, 2, 2, 1, id="FX-E023"),
        pytest.param(4, 0, 1, 1, id="FX-E024"),
        pytest.param(5, 0, 2, 1, id="FX-E025"),
        pytest.param(5, 5, 2, 1, id="FX-E027"),
    ],
)
def test_escorts_to_russia(active: int, reserve: int, guns: int, cavalry: int) -> None:
    game = allocated(active, reserve)
    gone = [u for u in UNITS.numbers if game.state.at[u] == RUSSIA]
    assert sum(str(UNITS[u]).startswith("g-305") for u in gone) == guns
    assert sum(IS_CAVALRY[u] for u in gone) == cavalry
    assert game.state.in_russia == active + reserve == sum(COUNTED[u] for u in gone)
    assert sum(escorts(active + reserve).values()) == guns + cavalry


@rule("PP-13a")
@pytest.mark.parametrize(
    ("active", "reserve"),
    [pytest.param(0, 1, id="FX-E020"), pytest.param(1, 2, id="FX-E021"), pytest.param(2, 3, id="FX-E026")],
)
def test_no_more_reserve_than_active_corps(active: int, reserve: int) -> None:
    with pytest.raises(front1914.IllegalAction, match="PP-13a"):
        allocated(active, reserve)


@rule("PP-16.5", "PP-18.2")
def test_ten_blanks_at_most_lie_in_the_russian_box() -> None:
    """First every corps has its box."""
    game = at("allocate")
    assert refused(game, "blanks", 0) == "PP-13"
    while args(game, "box"):
        game.act("box", "metz")
    assert args(game, "blanks") == list(range(11))
    game.act("blanks", 3)
    assert sum(where(game, f"g-blank{n}") == "russia" for n in range(1, 11)) == 3
    assert not any(row.get("at") == "russia" for row in game.view("allied")["position"]["units"].values())


@rule("GT-1k", "PP-13.1")
def test_no_more_than_ten_corps() -> None:
    with pytest.raises(front1914.IllegalAction, match="GT-1"):
        allocated(11, 0)


@rule("GT-1a", "GT-1b", "GT-1c", "GT-1d", "GT-1e", "GT-1f", "GT-1g", "GT-1h", "GT-1i", "GT-1j", "GT-1k", "DP-5.2")
@pytest.mark.parametrize("corps", range(11))
def test_the_length_of_the_game(corps: int) -> None:
    """FX-E029 to FX-E038."""
    turns = (15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 32)
    assert turns == LENGTH
    game = allocated((corps + 1) // 2, corps // 2)
    assert game.state.last_turn == turns[corps]


# ---- the French (PP-15)


@rule("PP-15.1", "DP-2.2", "PP-15c", "PP-15d", "PP-15a", "PP-7b.1", "ST-3")
def test_the_french_deploy_inverted_in_france() -> None:
    """FX-E044: a 6-9-3 in each of four fortresses, four are free."""
    game = at("french_place")
    assert sorted(where(game, unit) for unit in ("f-toul", "f-belfort", "f-epinal", "f-verdun")) == [
        "DD23",
        "FF28",
        "II33",
        "KK38",
    ]
    assert refused(game, "to", "LL16") == "PP-15"
    edge = next(h for h in HEXES.numbers if (IN["france"] & IN["germany"] & OPEN) >> h & 1)
    assert refused(game, "to", str(HEXES[edge])) == "PP-15c"
    game = at("german_place", game)
    french = [u for u in UNITS.numbers if NATION[u] == "french" and GROUP[u] == "initial"]
    assert len(french) == 49
    assert all(game.state.on_map(u) and game.state.hidden[u] for u in french)
    assert not any(IN["germany"] >> game.state.at[u] & 1 for u in french)
    assert not any(excess(game.state, stack) for stack in game.state.stacks().values() if SIDE[stack[0]] == "allied")


@rule("PP-15b", "PP-16b")
def test_cavalry_stands_near_a_corps() -> None:
    """FX-E045, FX-E046: two hexes for the French, three for the Germans."""
    for step, side, hexes in (("french_place", "allied", 2), ("german_place", "german", 3)):
        game, rng = at(step), random.Random(4)
        while not IS_CAVALRY[game.title.step[step].unit(game.state)]:  # type: ignore[attr-defined]
            offered = [a for a in game.decision.actions if a.verb != "plan"]  # type: ignore[union-attr]
            game.act(rng.choice(offered))
            at(step, game)
        corps = [u for u in UNITS.numbers if SIDE[u] == side and COUNTED[u] and game.state.on_map(u)]
        near = near_corps(game.state, side, hexes)
        for h in HEXES.numbers:
            assert bool(near >> h & 1) == any(BOARD.distance(h, game.state.at[u]) <= hexes for u in corps)
        assert all(near >> HEXES.number(place) & 1 for place in args(game, "to"))
        field = GERMAN_FIELD if side == "german" else FRENCH_FIELD
        away = str(HEXES[next(h for h in HEXES.numbers if (field & ~near) >> h & 1)])
        assert refused(game, "to", away) == ("PP-15b" if side == "allied" else "PP-16b")


# ---- the Germans (PP-16)


@rule("PP-13.2", "PP-13.3", "PP-13.4", "PP-16.1", "PP-16a")
def test_corps_stand_in_the_circle_of_their_box() -> None:
    """FX-E041 to FX-E043."""
    centres = {"coln": ("LL16", 3), "metz": ("HH26", 4), "strasburg": ("PP34", 5)}
    for box, (centre, hexes) in centres.items():
        game = at("allocate")
        while args(game, "box"):
            game.act("box", box)
        game.act("blanks", 0)
        game = at("german_place", game)
        places = args(game, "to")
        away = [BOARD.distance(HEXES.number(centre), HEXES.number(place)) for place in places]
        assert max(away) == hexes
        assert all(GERMAN_FIELD >> HEXES.number(place) & 1 for place in places)
        outside = next(
            h for h in HEXES.numbers if GERMAN_FIELD >> h & 1 and BOARD.distance(h, HEXES.number(centre)) == hexes + 1
        )
        assert refused(game, "to", str(HEXES[outside])) == "PP-13"
        edge = next(h for h in HEXES.numbers if (IN["germany"] & IN["france"] & OPEN) >> h & 1)
        assert refused(game, "to", str(HEXES[edge])) == "PP-16a"


@rule("PP-16c", "PP-16d", "PP-3k.1", "PP-16.4", "PP-16.5")
def test_the_rest_of_the_german_army() -> None:
    """FX-E047, FX-E048: garrisons in Metz and Strasburg, others anywhere, at most ten blanks, all inverted."""
    game = at("german_place")
    assert (where(game, "g-33R"), where(game, "g-30R")) == ("HH26", "PP34")
    rng = random.Random(2)
    inland = IN["germany"] & OPEN & ~(IN["france"] | IN["belgium"] | IN["holland"])
    seen = set()
    while asked(game)[1] in ("german_place", "bank"):
        if asked(game)[1] == "german_place":
            u = game.title.step["german_place"].unit(game.state)  # type: ignore[attr-defined]
            seen.add(u)
            if not COUNTED[u] and not IS_CAVALRY[u] and not IS_BLANK[u]:
                empty = {HEXES[h] for h in HEXES.numbers if inland >> h & 1 and not game.state.stack(h)}
                assert empty <= set(args(game, "to"))  # all over Germany
                assert all(inland >> HEXES.number(place) & 1 for place in args(game, "to"))
        offered = [a for a in game.decision.actions if a.verb not in ("plan", "done", "show", "regroup")]  # type: ignore[union-attr]
        game.act(rng.choice(offered))
    germans = [u for u in UNITS.numbers if SIDE[u] == "german" and game.state.on_map(u) and GROUP[u] != "fort"]
    assert all(game.state.hidden[u] for u in germans)
    assert sum(IS_BLANK[u] for u in UNITS.numbers if game.state.at[u] != RUSSIA and IS_BLANK[u]) <= 10
    assert (
        len([u for u in seen if IS_BLANK[u]]) + sum(IS_BLANK[u] for u in UNITS.numbers if game.state.at[u] == RUSSIA)
        == 10
    )


@rule("PP-16.4")
def test_a_german_unit_may_be_placed_face_up() -> None:
    """PP-16: he may place his units inverted; whoever he turns up is seen by everybody, a blank never is."""
    game = at("german_place")
    assert {"g-33R", "g-30R"} <= set(args(game, "show"))
    assert "g-33R" not in game.view("allied")["position"]["units"]
    game.act("show", "g-33R")
    assert game.view("allied")["position"]["units"]["g-33R"]["at"] == "HH26"
    assert refused(game, "show", "g-33R") == "PP-16"
    assert refused(game, "show", "g-blank1") == "PP-16"


@rule("PP-16.2", "PP-17.1")
def test_nobody_is_turned_up_before_the_war_begins() -> None:
    game = at("german_place")
    assert not happened(game, "revealed")
    french = {str(UNITS[u]) for u in UNITS.numbers if NATION[u] == "french" and GROUP[u] == "initial"}
    assert not french & set(game.view("german")["position"]["units"])
    at("move", game)
    for stack in game.state.stacks().values():
        for u in stack:
            if game.state.hidden[u]:
                foe = game.state.ground("allied" if SIDE[u] == "german" else "german").units
                assert not BOARD.ring[game.state.at[u]] & foe


@rule("PP-2.1", "SP-7")
def test_reinforcements_wait_on_the_record() -> None:
    game = at("move")
    assert {str(UNITS[u]) for u in UNITS.numbers if game.state.at[u] == TRACK} == {
        str(UNITS[u]) for u in UNITS.numbers if GROUP[u] in ("north_african", "north_army", "bef")
    }
    assert (game.state.turn, game.state.active) == (1, "german")


# ---- ready plans


@pytest.mark.parametrize("german", ["moltke", "schlieffen", "east"])
@pytest.mark.parametrize("allied", ["plan17", "michel", "reserve"])
def test_ready_plans(german: str, allied: str) -> None:
    game = new()
    game.act("done")
    game.act("plan", allied)
    game.act("plan", german)
    game.act("plan", allied)
    while asked(game)[1] == "order":
        game.act("done")
    assert args(game, "plan") == [german]
    game.act("plan", german)
    at("move", game)
    assert not game.faults()
    assert not any(excess(game.state, s) for h, s in game.state.stacks().items() if NATION[s[0]] != "belgian")


def test_a_plan_is_taken_before_anybody_is_placed() -> None:
    game = at("french_place")
    game.act("to", args(game, "to")[0])
    at("french_place", game)
    assert args(game, "plan") == []
    assert refused(game, "plan", "plan17") == "PP-15"


@rule("UC-1")
def test_counters_for_reduced_units_never_run_out() -> None:
    """Twenty corps are reduced at once, and once more."""
    corps = [u for u in UNITS.numbers if UNIT_ROWS[u].type == "g-A"][:20]
    state = new().state
    for face in (1, 2):
        assert [state.lose_step(u) for u in corps] == [(u,) for u in corps]
        assert {state.step[u] for u in corps} == {face}


@rule("UC-1", "UC-5", "UC-8", "UC-9.2")
def test_the_kinds_of_units() -> None:
    from front1914.titles.fixed_1914.world import CALIBRES, KIND, LANDWEHR, NATIONS, STRENGTH

    assert set(KIND) == {"infantry", "landwehr", "cavalry", "artillery", "railroad", "engineer", "blank", "fort"}
    assert NATIONS == ("german", "french", "british", "belgian", "dutch")
    guns = {CALIBRES[u] for u in UNITS.numbers if KIND[u] in ("artillery", "railroad") and NATION[u] == "german"}
    assert guns == {210, 305, 420}
    ones = sum(STRENGTH[u] == 1 for u in LANDWEHR)
    assert ones == 22  # counters never run out: as many as there are points


@rule("PP-15.1")
def test_all_french_units_are_placed_after_the_allocation_and_before_the_germans() -> None:
    """DP-2: the boxes are filled in secret, then the French stand, every one of them, then the Germans."""
    game, rng, order = new(), random.Random(3), []
    french = [u for u in UNITS.numbers if NATION[u] == "french" and GROUP[u] == "initial" and SET_UP[u] < 0]
    while asked(game)[1] != "german_place":
        step = asked(game)[1]
        order.append(step)
        if step == "allocate":
            assert not any(game.state.on_map(u) for u in french)
        if step == "french_place":
            assert all(
                game.state.box[u] for u in UNITS.numbers if SIDE[u] == "german" and COUNTED[u] and GROUP[u] == "initial"
            )
            assert "done" not in verbs(game)
        offered = [a for a in game.decision.actions if a.verb != "plan"]  # type: ignore[union-attr]
        ends = [a for a in offered if a.verb == "done"]
        game.act(ends[0] if ends and step in ("belgian_options", "order") else rng.choice(offered))
    assert order.count("french_place") == len(french)
    assert order.index("allocate") < order.index("french_place")
    assert all(game.state.on_map(u) for u in french)
    germans = [u for u in UNITS.numbers if SIDE[u] == "german" and COUNTED[u]]
    assert not any(game.state.on_map(u) for u in germans)


def test_standing_still_in_the_historical_set_up_costs_no_british_unit() -> None:
    """BA-2: at most two French corps and cavalry divisions lie in the zone, the garrison of Verdun among them."""
    game = front1914.new("fixed_1914", "campaign", options={"setup": "historical"})
    assert crowd(game.state) <= CLOCKS.bef_french_allowed


@rule("PP-15d", "PP-16.4")
def test_a_ready_plan_lies_inverted_and_the_introduction_face_up() -> None:
    game = front1914.new("fixed_1914", "campaign", {"setup": "historical"}, seed="plan")
    rows = game.position()["units"]
    for unit in ("f-I", "f-VIII", "f-C1", "f-AL1", "g-II", "g-XIV"):
        assert rows[unit].get("hidden") == 1
    assert "hidden" not in rows["f-TParis"]  # B-111
    rows = front1914.new("fixed_1914", "introduction", seed="plan").position()["units"]
    assert not any("hidden" in row for row in rows.values())
