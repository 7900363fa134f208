"""Where chapters meet, seventh reading (docs/titles, "Where chapters meet"): what happens behind the front.

Railways, arrivals and departures, exchanges, Replacements and set-ups, each beside combat, retreats, zones, supply,
stacks and Forces in two hexes.
"""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, DISTRICT, HEXES, IN, SIZE
from front1914.titles.offensive_a_outrance.combat.parties import immune, unfit
from front1914.titles.offensive_a_outrance.logistics.bases import flee
from front1914.titles.offensive_a_outrance.logistics.depots import destinations
from front1914.titles.offensive_a_outrance.logistics.supply import network, sources, supplied
from front1914.titles.offensive_a_outrance.nations.territorials import holds
from front1914.titles.offensive_a_outrance.organisation.armies import disband
from front1914.titles.offensive_a_outrance.organisation.exchanges import in_place_of_lost, substitute
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.railways.rail import NET
from front1914.titles.offensive_a_outrance.railways.transport import leg
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.setup import refuse_shift, shifts
from front1914.titles.offensive_a_outrance.state import BY_FOOT, POOLS
from front1914.titles.offensive_a_outrance.world import ARMIES
from tests.titles.offensive_a_outrance.battlefield import field, h, indicate, units
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    both,
    happened,
    mark,
    refused,
    situation,
    where,
)
from tests.titles.offensive_a_outrance.rails import merged, running
from tests.titles.offensive_a_outrance.sheet import around, distance
from tests.titles.offensive_a_outrance.test_bases import OOSTENDE, preliminary
from tests.titles.offensive_a_outrance.test_eastern import ELEVENTH, GUARD, HORSE, sixth
from tests.titles.offensive_a_outrance.test_examples import figure
from tests.titles.offensive_a_outrance.test_fortress import VERDUN
from tests.titles.offensive_a_outrance.test_rail import (
    BRUSSEL,
    FAR,
    LUXEMBURG,
    _line_by_namur,
    begun,
)

rule = pytest.mark.rule
RIDER: dict[str, Placed] = {"g-37-Lw": (LUXEMBURG, "rail entrained", f"goal {BRUSSEL}")}
BESIDE = "51.34"  #: beside the line, half-way
PASSED = ("52.33", "52.34")  #: the hexes of the line there


def passing(placed: dict[str, Placed], **more: Any) -> Game:
    """A brigade rides from Luxemburg past BESIDE to Brussel; there is no other way."""
    more.setdefault("held", {"german": "all"})
    return begun({**RIDER, **placed}, hexes=running(german=_line_by_namur()), **more)


# ---- trains, and who stands beside their way


@rule("7.1.4a", "7.7.3.4")
def test_a_train_that_comes_beside_a_bridge_at_the_front_blows_it() -> None:
    """It is a unit that comes adjacent to the bridge, though it goes on (B21)."""
    game = passing(FAR, held={"german": "all", "allied": ["50.28"]})
    assert where(game, "g-37-Lw") == BRUSSEL
    assert "50.28/51.29" in game.position()["bridges"]
    assert "50.27/51.28" not in game.position()["bridges"]


@rule("7.8.3.a", "7.7.3.4")
def test_a_train_that_passes_disturbs_who_recovers() -> None:
    game = passing({"f-13/21": (BESIDE, "task recover", "done 3", "ce -1")})
    assert where(game, "g-37-Lw") == BRUSSEL
    assert (mark(game, "f-13/21", "task"), mark(game, "f-13/21", "done")) == (0, 0)


@rule("8.2.1.a", "7.7.3.4")
def test_cavalry_may_react_to_a_train_that_passes() -> None:
    game = passing({"f-8-c": BESIDE})
    assert asked(game) == ("allied", "react")
    game.act("stay")
    assert asked(game) == ("allied", "react")  # from beside it to beside it: Trigger 2
    game.act("stay")
    assert where(game, "g-37-Lw") == BRUSSEL


@rule("8.2.1.a", "7.7.5.a")
def test_a_train_to_which_cavalry_comes_near_is_interrupted() -> None:
    game = passing({"f-8-c": BESIDE})
    game.act("to", next(n for n in args(game, "to") if distance(n, where(game, "g-37-Lw")) == 1))
    assert where(game, "g-37-Lw") == "track"


@rule("8.5.3", "8.5.3.b", "7.7.3.4")
def test_a_fort_beside_the_line_may_be_abandoned() -> None:
    ride: dict[str, Placed] = {"g-37-Lw": ("46.31", "rail entrained", "goal 44.34")}
    placed: dict[str, Placed] = {"f-fort-LesAyvelles": "45.36", "f-13/21": "07.59"}
    game = begun({**ride, **placed}, hexes=running(german="all"), dice=[6])
    assert happened(game, "fort")
    assert asked(game) == ("allied", "retreat")
    game.act("to", args(game, "to")[0])
    assert where(game, "g-37-Lw") == "44.34"


@rule("7.7.3.4", "8.8.1.c", "15.6.2a")
@pytest.mark.parametrize("unit", ["ah-30.5cm-1", "g-t2"])
def test_zones_do_not_touch_who_is_on_rails(unit: str) -> None:
    """The train of guns, or of a corps, stops beside a Fortress for the night."""
    ride: dict[str, Placed] = {unit: ("50.40", "rail entrained", "goal 50.30", "spent 8"), **FAR}
    game = begun({**ride, "f-fx-Charlemont": "48.31"}, hexes=running(german="all"))
    assert (asked(game), where(game, unit)) == (("german", "move"), "49.32")
    assert game.state.ground("allied").zone >> h("49.32") & 1
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["move"], ["settle"]]
    foot = situation({unit: "49.32", **FAR, "f-fx-Charlemont": "48.31"}, flow=flow, phase="movement", active="german")
    assert asked(foot)[1] == "retreat" or where(foot, unit) != "49.32"  # who is not on rails does not stay


@rule("12.3.2", "7.7.3.4")
def test_no_train_leaves_an_invested_camp() -> None:
    siege = ("49.16", "49.19", "52.19", "54.15", "54.17")
    foes = dict(zip(("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10"), siege, strict=True))
    placed: dict[str, Placed] = {"be-5": ("51.17", "rail entrained", "goal 44.15"), "be-fx-Antwerpen-1": "50.15"}
    army = {"be-BELGIAN": {"base": "52.16"}}
    more: dict[str, Any] = {"armies": army, "turn": 20, "held": {"allied": "all"}}
    open_ = begun(placed | FAR | {"g-3/2": "49.16"}, "allied", **more)
    assert where(open_, "be-5") == "44.15"
    game = begun(placed | foes, "allied", **more)
    assert CAMP["Antwerpen"] >> h(where(game, "be-5")) & 1
    assert mark(game, "be-5", "rail") != BY_FOOT  # it waits


@rule("12.3.2", "7.7.3.4", "18.6.2")
def test_nor_does_one_pass_through_it() -> None:
    """B195: from 47.18 to 53.15 it is by the camp alone, with these hexes."""
    line = ("47.18", "48.18", "49.18", "50.18", "51.19", "51.18", "51.17", "51.16", "52.16", "52.15", "53.15")
    siege = ("49.16", "49.19", "52.19", "54.15", "54.17")
    foes = dict(zip(("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10"), siege, strict=True))
    placed: dict[str, Placed] = {"be-5": ("47.18", "rail entrained", "goal 53.15"), "be-fx-Antwerpen-1": "50.15"}
    more: dict[str, Any] = {"armies": {"be-BELGIAN": {"base": "52.16"}}, "hexes": running(allied=line)}
    for gone, way in ("g-13/7", line[1:]), ("", ()):
        camp = {**placed, **{unit: at for unit, at in foes.items() if unit != gone}}
        s = situation(camp, scenario="campaign", turn=20, held={"allied": "all"}, **more).state
        assert tuple(str(HEXES[n]) for n in leg(s, units("be-5")[0])) == way


@rule("8.7.1.e", "8.7.1.f")
def test_a_belgian_loc_unit_does_not_ride_through_france() -> None:
    """Where the nearest way leads through France its train takes another one, or waits."""
    units_: dict[str, Placed] = {"be-Gd-Civique-1": ("37.20", "rail entrained"), "f-13/21": ("37.20", "rail entrained")}
    s = situation({**units_, "g-3/2": "64.28"}, scenario="campaign", turn=5, hexes=running(allied="all")).state
    loc, french = units("be-Gd-Civique-1", "f-13/21")
    abroad = 0
    for goal in members(IN["belgium"] & NET["allied"].hexes):
        s.goal[loc] = s.goal[french] = goal
        abroad += any(not IN["belgium"] >> n & 1 for n in leg(s, french))
        assert all(IN["belgium"] >> n & 1 for n in leg(s, loc))
    assert abroad


# ---- zones and supply of who is still entraining (3.3, 7.7.4)


@rule("3.3.b", "7.7.4.c", "15.3.1")
def test_who_is_entraining_still_keeps_a_supply_line_open() -> None:
    """The figure of 15.3.2: Unit A is not in Rail Mode before it has entrained."""

    marks = ("57.55", "rail entraining", "task entrain", "done 4", "goal 40.30")
    for unit_a, fed in ((marks, True), (("57.55", "rail entrained", "goal 40.30"), False)):
        s = figure({"f-21/11": unit_a}).state
        assert supplied(s, units("f-22/11")) == fed


@rule("3.3.b", "7.7.4.c", "8.2.3.a")
def test_cavalry_does_not_react_into_the_zone_of_who_is_entraining() -> None:
    placed: dict[str, Placed] = {"g-31/21": "55.53", "f-8-c": "54.52"}
    placed["g-42/21"] = ("52.52", "rail entraining", "task entrain", "done 4", "goal 58.51")
    offered = []
    for extra in (placed, {unit: at for unit, at in placed.items() if unit != "g-42/21"}):
        game = situation({**extra, "g-31/21": "56.53"}, side="german", turn=12)
        game.act("unit", "g-31/21")
        game.act("to", "55.53")
        assert asked(game) == ("allied", "react")
        offered.append(set(args(game, "to")))
    assert offered[1] - offered[0] == set(around("52.52")) & offered[1] != set()


@rule("7.7.4.b", "5.5.1", "15.4.3")
def test_an_asset_on_foot_is_not_fed_by_its_formation_on_rails() -> None:
    """Whoever is in Rail Mode is in Full Supply; who stands beside him is not."""
    s = situation({"f-11/20": ("07.59", "rail entrained", "goal 20.31"), "f-Ch-13": "07.59", "g-3/2": "64.28"}).state

    assert force_of(s, units("f-Ch-13")[0]) == units("f-Ch-13")
    assert not supplied(s, units("f-Ch-13"))


# ---- stacks


@rule("3.1.4", "3.1.3", "7.7.4.d")
def test_who_is_on_rails_is_not_among_the_excess() -> None:
    four: dict[str, Placed] = dict.fromkeys(("g-31/21", "g-42/21", "g-3/2", "g-4/2"), "57.43")
    four["g-37-Lw"] = ("57.43", "rail entrained", f"goal {BRUSSEL}")
    game = situation({**four, "f-13/21": "07.59"}, side="german", step="check_stacks", scenario="campaign", turn=6)
    assert asked(game) == ("german", "overstack")
    assert set(args(game, "unit")) == {"g-31/21", "g-42/21", "g-3/2", "g-4/2"}
    assert refused(game, "unit", "g-37-Lw") == "3.1.3"


@rule("3.1.3", "19.1.3")
def test_who_is_lost_in_two_hexes_is_lost_where_too_many_stand() -> None:
    """Referee, `marne`, seed rearc-random-2: the log named his other hex."""
    three: dict[str, Placed] = dict.fromkeys(("f-13/21", "f-43/21", "f-1/1"), "20.31")
    placed = {**three, "f-Ch-13": "20.31", "f-2/1": ("20.30", "20.31"), "g-3/2": "64.28"}
    game = situation(placed, step="check_stacks", scenario="campaign", turn=6)
    assert asked(game) == ("allied", "overstack")
    game.act("unit", "f-2/1")
    assert [event["hex"] for event in happened(game, "crushed")] == ["20.31"]


@rule("3.1.4", "3.1.1", "7.7.3.5")
def test_who_detrains_into_a_full_hex_makes_it_too_full() -> None:
    three: dict[str, Placed] = dict.fromkeys(("g-31/21", "g-42/21", "g-3/2"), BRUSSEL)
    three["g-38-Lw"] = BRUSSEL
    three["g-37-Lw"] = (BRUSSEL, "rail detraining", "task detrain", "done 4", f"goal {BRUSSEL}")
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["check_stacks"], ["transports"]]
    phase: dict[str, Any] = {"phase": "movement", "phasing": "german", "active": "german", "scenario": "campaign"}
    game = situation({**three, "f-13/21": "07.59"}, flow=flow, hexes=running(german="all"), **phase)
    assert asked(game) == ("german", "overstack")


@rule("19.1.1", "7.7.3.3", "8.2.4a", "7.7.3.3.c")
def test_neither_a_force_in_two_hexes_nor_one_that_owes_its_mps_entrains() -> None:
    """Cavalry that reacted has expended what it owes: of nine MPs five are left for a division's five."""
    for placed, why in (((LUXEMBURG, "56.42"), "7.7.3.3"), ((LUXEMBURG, "spent 9"), "7.7.3.3")):
        game = situation({"g-3/2": placed, **FAR}, scenario="campaign", side="german", **RICH)
        game.act("unit", "g-3/2")
        assert refused(game, "entrain") == why
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["move"], ["begin_movement"]]
    phase: dict[str, Any] = {"phase": "movement", "phasing": "german", "active": "german", "scenario": "campaign"}
    game = situation({"g-2-c": (LUXEMBURG, "owed 4"), **FAR}, flow=flow, **phase, **RICH)
    game.act("unit", "g-2-c")
    game.act("entrain")
    game.act("to", BRUSSEL)
    assert (mark(game, "g-2-c", "rail"), mark(game, "g-2-c", "spent")) == (2, 9)


RICH: dict[str, Any] = {"pools": {"german_rp": 8}, "hexes": running(german="all")}


@rule("7.7.4.c", "8.2", "8.3")
def test_cavalry_on_rails_neither_reacts_nor_retires() -> None:
    placed: dict[str, Placed] = {"g-2-c": ("54.40", "rail entrained", f"goal {BRUSSEL}"), "f-t21": "54.42"}
    game = situation({**placed, "f-13/21": "07.59"}, side="allied", scenario="campaign", turn=5, **RICH)
    game.act("unit", "f-t21")
    game.act("to", "54.41")
    assert asked(game)[1] != "react"
    game = situation({**placed, "f-13/21": "54.42"}, phase="finishing", step="retirement", scenario="campaign", **RICH)
    assert asked(game)[1] != "retire"


@rule("16.1", "3.1.3", "3.1.1")
def test_a_reinforcement_may_come_into_a_full_hex_until_the_phase_ends() -> None:
    full = dict.fromkeys(("f-1/1", "f-2/1", "f-13/21"), "43.30")
    game = arriving({**full, "f-38": ("track", "due 2"), "g-3/2": "64.28"}, "allied", turn=2, held={"allied": "all"})
    assert where(game, "f-38") == "43.30"
    game = situation({**full, "f-38": "43.30", "g-3/2": "64.28"}, step="check_stacks", scenario="campaign")
    assert asked(game) == ("allied", "overstack")


@rule("16.2.2", "7.7.5.a")
def test_whoever_takes_the_place_of_a_lost_asset_is_noticed_at_once() -> None:
    placed: dict[str, Placed] = {"g-Brussel-2": "eliminated", "g-3/2": "64.28", "be-5": "44.15"}
    beside = next(n for n in around("48.20") if n != "49.21")
    placed["be-4"] = (beside, "rail entrained", "goal 44.15")
    s = situation(placed, scenario="campaign", held={"german": ["48.20"]}, hexes=running(allied="all")).state
    assert in_place_of_lost(s, *units("g-Brussel-2", "g-2-r-Ez"), h("48.20"))
    assert s.at[units("g-2-r-Ez")[0]] == h("48.20")
    assert s.at[units("be-4")[0]] >= SIZE


@rule("17.1", "15.6.2", "15.6.4")
def test_no_depot_is_placed_in_a_zone_where_it_could_not_stay() -> None:
    """A Fortress without its garrison keeps the line open, but protects nobody."""
    placed: dict[str, Placed] = {"f-fx-Longwy": ("53.42", "face"), "g-3/2": "53.43", "f-13/21": "50.60"}
    game = situation(placed, scenario="campaign", held={"allied": "all"}, hexes=running(allied="all"))
    foe = game.state.ground("german").zone
    assert foe >> h("53.42") & 1
    assert network(game.state, "allied") >> h("53.42") & 1
    assert not destinations(game.state, "allied") >> h("53.42") & 1


# ---- trains and combat


@rule("7.8.a", "7.7.3.5")
def test_who_has_detrained_attacks_and_who_is_still_at_it_does_not() -> None:
    """A brigade that has left its train may attack; one of which the train still holds MPs may not."""
    riding = (BRUSSEL, "rail detraining", "task detrain", "done 1", f"goal {BRUSSEL}")
    placed: dict[str, Placed] = {"g-37-Lw": BRUSSEL, "g-38-Lw": riding, "f-13/21": "48.21"}
    s = situation(placed, side="german", step="attack", phase="attack", scenario="campaign").state
    mine, his = units("g-37-Lw", "g-38-Lw")
    assert unfit(s, mine) is None
    reason = unfit(s, his)
    assert reason is not None
    assert reason.rule == "7.8"


@rule("7.7.5.a", "11.2", "11.1")
def test_an_advance_or_a_retreat_beside_a_train_interrupts_it() -> None:
    rider: dict[str, Placed] = {"g-37-Lw": ("54.40", "rail entrained", f"goal {BRUSSEL}")}
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"]]
    more: dict[str, Any] = {"phase": "attack", "phasing": "allied", "active": "allied", "scenario": "campaign"}
    retreat = [*flow, ["retreat", ["f-13/21"], 1, "54.43", 0]]
    game = situation({**rider, "f-13/21": "54.42", "g-3/2": "54.43"}, flow=retreat, **more)
    game.act("to", next(n for n in args(game, "to") if distance(n, "54.40") == 1))
    assert where(game, "g-37-Lw") == "track"


@rule("15.1.2")
def test_a_corps_train_on_rails_feeds_its_corps() -> None:
    """Nothing in 7.7.4 takes its supply away, and it stands on a railway."""
    for train in ("50.61", ("50.61", "rail entrained", "goal 40.30")):
        placed: dict[str, Placed] = {"f-13/21": "52.61", "f-t21": train, "f-dFIRST": "48.59", "g-3/2": "64.28"}
        s = situation(placed, hexes=running(allied="all")).state
        assert units("f-t21")[0] in {source.chain[0] for source in sources(s, units("f-13/21")[0])}


# ---- Assets that come to a Force in two hexes (19.1.1)


@rule("19.1.1.b", "7.7.3.5")
def test_an_asset_that_detrains_beside_a_force_in_two_hexes_becomes_part_of_it() -> None:
    goal = "goal 20.31"
    asset: dict[str, Placed] = {"f-Ch-13": ("20.31", "rail detraining", "task detrain", "done 2", goal)}
    game = begun({**asset, "f-13/21": ("20.31", "20.32"), "g-3/2": "64.28"}, "allied")
    assert both(game, "f-Ch-13") == {"20.31", "20.32"}


@rule("19.1.1.b", "7.9.1.3")
def test_so_does_one_that_lands() -> None:
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["move"], ["ships"]]
    more: dict[str, Any] = {"phase": "movement", "phasing": "allied", "active": "allied", "scenario": "campaign"}
    placed: dict[str, Placed] = {
        "f-Ch-13": ("sea", "goal 31.11", "due 6"),
        "f-80t": ("31.11", "31.12"),
        "g-3/2": "64.28",
    }
    game = situation(placed, flow=flow, turn=6, pools={"naval_transport": 2}, **more)
    assert both(game, "f-Ch-13") == {"31.11", "31.12"}


# ---- interrupted trains (7.7.5)


def back(unit: str, side: str = "german", **more: Any) -> Game:
    """The Preliminary Phase in which an interrupted unit returns."""
    flow = [["turn"], ["end_of_turn"], ["phase", "attachment"], ["returns"]]
    placed: dict[str, Placed] = {unit: ("track", "due 8", "trip interrupted"), **more.pop("placed", FAR)}
    every = {"phasing": side, "active": side, "phase": "preliminary", "scenario": "campaign", "turn": 8} | more
    return situation(placed, flow=flow, **every)


@rule("7.7.5", "8.6.1", "8.6.2")
def test_an_interrupted_garrison_returns_near_its_place() -> None:
    game = back("g-Metz-1", hexes=running(german="all"))
    assert args(game, "to")
    assert all(distance(n, "54.48") <= 6 for n in args(game, "to"))
    assert refused(game, "to", BRUSSEL) == "8.6.1"


@rule("7.7.5", "8.7.1.e", "22.3.1")
def test_an_interrupted_belgian_loc_unit_returns_in_belgium_and_the_group_outside_areas() -> None:
    rails = running(allied="all")
    game = back("be-Gd-Civique-1", "allied", hexes=rails, placed={"g-3/2": "64.28"})
    assert args(game, "to")
    assert all(IN["belgium"] >> h(n) & 1 for n in args(game, "to"))
    areas = {"20.31": {"allied_area": "f-FIFTH"}}
    game = back("f-82t/GDT", "allied", hexes=merged(rails, areas), placed={"g-3/2": "64.28"})
    assert "20.30" in args(game, "to") or args(game, "to")
    assert "20.31" not in args(game, "to")
    assert refused(game, "to", "20.31") == "22.3.1"


@rule("24.3.2a.a", "7.7.5")
def test_the_flight_of_the_base_takes_who_waits_on_the_track_too() -> None:

    placed: dict[str, Placed] = {"be-Gd-Civique-1": ("track", "due 12", "trip interrupted"), "be-LOC-c": "44.15"}
    game = preliminary(10, units={**placed, "be-5": "40.12", "g-3/2": "64.28"}, armies=OOSTENDE)

    flee(game.state, h("31.11"))
    assert (where(game, "be-LOC-c"), where(game, "be-Gd-Civique-1")) == ("withdrawn", "withdrawn")


@rule("25.4.1.c", "7.7.5")
def test_brussel_2_is_exchanged_when_it_has_returned() -> None:
    """Its train was interrupted, and it is not on the map three GTs after Antwerpen surrendered."""
    events = {"antwerpen": 20}
    flow = [["turn"], ["end_of_turn"], ["phase", "attachment"], ["after_surrender"], ["returns"]]
    base: dict[str, Any] = {"phasing": "german", "active": "german", "phase": "preliminary", "scenario": "campaign"}
    placed: dict[str, Placed] = {"g-Brussel-2": ("track", "due 25", "trip interrupted"), "f-13/21": "07.59"}
    game = situation(placed, flow=flow, turn=23, events=events, hexes=running(german="all"), **base)
    assert where(game, "g-Brussel-2") == "track"
    game = situation(placed, flow=flow, turn=25, events=events, hexes=running(german="all"), **base)
    game.act("to", args(game, "to")[0])
    assert where(game, "g-Brussel-2") == "absent"
    assert where(game, "g-2-r-Ez") not in ("absent", "track")


# ---- arrivals and zones


def arriving(placed: dict[str, Placed], side: str = "german", **more: Any) -> Game:
    """The arrivals of the Preliminary Phase."""
    flow = [["turn"], ["end_of_turn"], ["phase", "attachment"], ["arrivals"]]
    every = {"phasing": side, "active": side, "phase": "preliminary", "scenario": "campaign"} | more
    return situation(placed, flow=flow, **every)


@rule("16.1.a", "15.6.2a", "7.7.5.a")
def test_whoever_arrives_is_noticed_at_once() -> None:
    """f-38 comes to 43.30: a Train beside it does not stay, a train of troops is interrupted."""
    placed: dict[str, Placed] = {"f-38": ("track", "due 2"), "g-t2": "43.29", "g-dSECOND": "57.43"}
    placed["g-37-Lw"] = ("42.30", "rail entrained", f"goal {BRUSSEL}")
    game = arriving(placed, "allied", turn=2, held={"allied": "all"}, hexes=running(german="all"))
    assert where(game, "f-38") == "43.30"
    assert where(game, "g-37-Lw") == "track"
    assert (asked(game)[0], where(game, "g-t2")) == ("german", "43.29") or where(game, "g-t2") != "43.29"


# ---- departures


@rule("16.5", "15.6.2a", "8.8.1.c", "25.2")
def test_who_was_protected_by_those_who_leave_does_not_stay_alone() -> None:

    near: dict[str, Placed] = {**ELEVENTH, **GUARD, "g-8-c": HORSE["g-8-c"]}
    near |= {"ah-30.5cm-1": "62.34", "g-t2": "62.34", "f-13/21": "61.34", "g-dFIRST": "66.34"}
    game = sixth(near)
    for corps in ("g-c11", "g-cGDR"):
        game.act("corps", corps)
    assert where(game, "g-22/11") == "withdrawn"
    assert where(game, "ah-30.5cm-1") == "eliminated"
    assert asked(game)[1] in ("retreat", "fly") or where(game, "g-t2") != "62.34"


@rule("16.5", "14.3.4.b")
def test_who_leaves_at_work_gives_his_right_back() -> None:

    near: dict[str, Placed] = {**ELEVENTH, **GUARD, "g-8-c": HORSE["g-8-c"], "f-13/21": "60.34"}
    near["g-22/11"] = ("62.34", "task dig", "done 5")
    game = sixth(near, pools={"german_ip": 1})
    for corps in ("g-c11", "g-cGDR"):
        game.act("corps", corps)
    assert where(game, "g-22/11") == "withdrawn"
    assert game.state.pools[POOLS.number("german_ip")] == 2


# ---- exchanges, and what they leave


@rule("16.4.1", "6.4.e", "6.4.h")
def test_a_cavalry_corps_that_is_formed_demoralized_beside_an_enemy_flees() -> None:
    """CI and D2 have the mean D1: two divisions stood together, one apart from the enemy."""
    placed: dict[str, Placed] = {"f-1-c": ("46.30", "ce CI"), "f-3-c": ("46.31", "ce D2"), "f-5-c": "eliminated"}
    game = situation({**placed, "g-31/21": "46.29"}, scenario="campaign", turn=12)
    game.act("done")
    assert asked(game) == ("allied", "form")
    game.act("to", "46.30")
    assert happened(game, "flees")


@rule("25.5", "6.4.e")
def test_so_does_a_brigade_of_a_division_that_is_split() -> None:
    placed: dict[str, Placed] = {"g-1-B.Lw": ("59.67", "ce CI"), "g-2-B.Lw": ("59.68", "ce D2"), "f-31/16": "59.66"}
    game = situation(placed, scenario="campaign", side="german", turn=12)
    game.act("combine", "g-Eichhorn")
    assert happened(game, "flees")


@rule("16.2.1", "6.4.e")
def test_a_substitute_in_a_camp_has_fled_once_like_the_other() -> None:

    s = situation({"f-84t/GDT": ("18.35", "ce D1", "rolled"), "g-3/2": "19.35"}, turn=18).state
    substitute(s, *units("f-84t/GDT", "f-84t"))
    assert s.rolled[units("f-84t")[0]] == 1


@rule("25.4.2", "15.6.2a", "15.6.4")
def test_a_train_that_is_on_its_way_with_the_depot_of_an_army_that_ends() -> None:
    """B180: it goes on to the nearest Depot of its nation."""

    placed: dict[str, Placed] = {
        "g-dBELGIEN": ("track", "due 26", "goal 49.21", "army g-BELGIEN"),
        "g-t3R": ("track", "due 26", "goal 49.21", "army g-BELGIEN"),
        "g-dFOURTH": ("57.43", "army g-FOURTH"),
        "f-13/21": "07.59",
    }
    game = situation(placed, scenario="campaign", turn=25, hexes=running(german="all"))
    disband(game.state, ARMIES.number("g-BELGIEN"))
    assert where(game, "g-t3R") == "57.43"
    assert mark(game, "g-t3R", "army") == ARMIES.number("g-FOURTH")


@rule("22.3.4", "7.7.5")
def test_the_train_of_the_group_leaves_play_from_the_track_too() -> None:
    placed: dict[str, Placed] = {"f-tGDT": ("track", "due 19", "trip interrupted", "army f-GDT"), "f-84t/GDT": "22.23"}
    game = situation(
        {**placed, "f-dFIFTH": "32.28", "g-3/2": "64.28"},
        phase="preliminary",
        step="scheduled",
        turn=18,
        scenario="campaign",
        hexes=running(allied="all"),
    )
    assert where(game, "f-84t") == "22.23"
    assert where(game, "f-tGDT") == "absent"


# ---- Replacements


def segment(placed: dict[str, Placed], turn: int = 24, **pools: int) -> Game:
    """The Replacement Segment after a turn."""
    return situation(
        {"g-3/2": "64.28", **placed},
        scenario="campaign",
        phase="finishing",
        turn=turn,
        flow=[["turn"], ["inter_phase"]],
        phasing="german",
        active="german",
        pools=pools,
    )


@rule("16.6.2", "23.3.1")
def test_replacements_reach_the_naval_division_in_england() -> None:
    """Nothing ties them to the map; at sea nothing touches a unit (7.9.2), and eliminated ones stay so."""
    game = segment({"b-Marine": ("holding", "sr 1")})
    assert mark(game, "b-Marine", "sr") == 0
    game = segment({"b-Marine": ("sea", "sr 1", "due 26", "goal 31.11")}, naval_transport=1)
    assert mark(game, "b-Marine", "sr") == 1
    game = segment({"b-Marine": ("eliminated", "sr 1")})
    assert mark(game, "b-Marine", "sr") == 1


@rule("16.6.2", "7.7.4.a", "19.1.3")
def test_replacements_reach_trains_and_forces_in_two_hexes() -> None:
    placed: dict[str, Placed] = {"f-13/21": ("50.60", "51.60", "sr 1")}
    placed["f-11/20"] = ("50.53", "sr 1", "rail entrained", "goal 20.31")
    game = segment(placed)
    assert (mark(game, "f-13/21", "sr"), mark(game, "f-11/20", "sr")) == (0, 0)


@rule("16.6.2", "16.6.b")
def test_replacements_reach_who_is_cut_off_or_beside_the_enemy() -> None:
    """Neither zones nor hunger nor an Invested camp keep them away: 16.6 knows no such condition."""
    placed: dict[str, Placed] = {"f-13/21": ("30.10", "sr 1"), "g-4/2": "30.11", "g-13/7": "31.11", "g-14/7": "29.11"}
    game = segment(placed)
    assert mark(game, "f-13/21", "sr") == 0


@rule("16.6.1", "9.10.4", "16.6")
def test_where_replacements_are_owed_and_nobody_can_have_one_nothing_is_asked() -> None:
    """Excess reductions of a combat leave the store below zero."""
    game = segment({"f-13/21": ("50.60", "sr 1")}, french_repl=-20, british_repl=-3)
    assert asked(game)[1] != "replace"
    assert mark(game, "f-13/21", "sr") == 1


@rule("16.6.3", "22.3")
def test_the_territorial_group_is_no_army_whose_replacements_are_limited() -> None:
    """At the second Inter-Phase an army receives two; the Group, which is none (3.4.2, 22.3.1), all that it needs."""
    worn: dict[str, Placed] = {f"f-{n}t/GDT": (at, "sr 1") for n, at in ((81, "31.12"), (82, "32.14"), (88, "33.17"))}
    game = segment({**worn, "f-1/1": ("34.18", "sr 1")}, turn=6)
    assert [mark(game, unit, "sr") for unit in worn] == [0, 0, 0]


# ---- set-ups (28.0)


@rule("8.6.1", "22.2.2", "8.7.1.e", "22.5.a", "22.3.1", "22.3.2")
def test_units_are_not_shifted_where_they_may_not_be() -> None:
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert asked(game) == ("allied", "adjust")

    def offered(unit: str) -> set[int]:
        game.act("unit", unit)
        found = {h(n) for n in args(game, "to")}
        game.act("stay")
        return found

    assert offered("f-Paris-Nord") <= set(members(DISTRICT["Nord"]))
    assert offered("f-Paris-1") <= set(members(CAMP["Paris"]))
    assert offered("be-Gd-Civique-2") <= set(members(IN["belgium"]))
    bound = ("40.70", "50.68", "55.70")  # Besançon, Belfort, Mülhausen
    assert all(min(BOARD.distance(n, h(place)) for place in bound) <= 6 for n in offered("f-dALSACE"))
    barred = {n for n, army in enumerate(game.state.allied_area) if army >= 0 and army != GROUP}
    for unit in ("f-81t/GDT", "f-82t/GDT", "f-84t/GDT", "f-88t/GDT"):
        assert not offered(unit) & barred - {h(where(game, unit))}
    game.act("unit", "f-Paris-Nord")
    assert refused(game, "to", "16.36") == "8.6.1"


@rule("3.1.1", "19.1.3")
def test_a_force_in_two_hexes_is_shifted_where_a_whole_one_finds_room() -> None:
    """It will stand in one: three divisions and its half would be few enough, it is not."""
    game = front1914.new("offensive_a_outrance", "last_battles", seed=1)
    s, u = game.state, units("f-44")[0]
    assert s.second[u] >= 0
    place = next(n for n in shifts(s, u) if n != s.at[u] and not s.stack(n))
    for other in units("f-4/2", "f-32/16", "f-59r"):
        s.put(other, place)
    assert place not in shifts(s, u)
    reason = refuse_shift(s, u, place)
    assert reason is not None
    assert reason.rule == "3.1.1"


@rule("22.3.2")
def test_the_line_of_the_group_is_not_broken_before_the_first_turn() -> None:
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert holds(game.state)
    for unit in ("f-81t/GDT", "f-82t/GDT", "f-84t/GDT", "f-88t/GDT"):
        game.act("unit", unit)
        home = where(game, unit)
        for place in args(game, "to"):
            u = units(unit)[0]
            game.state.put(u, h(place))
            assert place == home or holds(game.state)
            game.state.put(u, h(home))
        game.act("stay")


# ---- what could be read in two ways


def storm(placed: dict[str, Placed], **more: Any) -> Game:
    """Germans have indicated attacks on 48.46, beside Verdun, and on a Fortress of the camp, in this order."""
    camp: dict[str, Placed] = {f"f-fx-Verdun-{n}": at for n, at in enumerate(VERDUN, 1)}
    strong: dict[str, Placed] = {"g-3/2": "48.45", "g-4/2": "48.45", "g-13/7": "49.47", "g-14/7": "49.47"}
    game = field({**camp, **strong, **placed}, side="german", supply=False, turn=12, **more)
    for target, *attackers in (("48.46", "g-13/7", "g-14/7"), ("47.46", "g-3/2", "g-4/2")):
        indicate(game, target, *attackers)
    game.act("done")
    game.act("to", "48.46")
    return game


@rule("12.2.2", "9.1.1.a")
def test_an_attack_lapses_when_a_division_has_come_into_the_camp() -> None:
    """B197: a division beside Verdun is driven into the camp: the Fortress cannot be attacked any more."""
    game = storm({"f-72r": ("48.46", "army f-THIRD")}, dice=["6-1", 12, 2, 2, 2, 2])
    while asked(game)[1] in ("hold", "intensity", "lend", "retreat", "rally", "loss", "advance", "ammo"):
        step = asked(game)[1]
        if step == "retreat":
            inside = [n for n in args(game, "to") if n in VERDUN]
            game.act("to", (inside or args(game, "to"))[0])
        elif step == "loss":
            game.act("unit", args(game, "unit")[0])
        else:
            game.act({"intensity": "calm", "rally": "go", "ammo": "provide"}.get(step, "done"))
    assert where(game, "f-72r") in VERDUN
    assert [event["hex"] for event in happened(game, "lapsed")] == ["47.46"]
    assert len(happened(game, "battle")) == 1


@rule("12.2.2", "7.7.4.d")
def test_a_division_on_rails_shields_a_camp_too() -> None:
    """B197: nothing in 7.7.4 takes it out of the camp."""
    camp: dict[str, Placed] = {f"f-fx-Verdun-{n}": at for n, at in enumerate(VERDUN, 1)}
    s = situation({**camp, "f-72r": ("46.45", "rail entrained", "goal 40.30"), "g-3/2": "48.45"}, side="german").state
    assert all(immune(s, h(place)) for place in VERDUN)


@rule("8.2.1.b", "19.1.1")
def test_who_comes_together_beside_cavalry_triggers_no_reaction() -> None:
    """B198: he enters no hex that he did not occupy; one who wheels on beside it does."""
    placed: dict[str, Placed] = {"g-31/21": ("55.53", "54.53"), "f-8-c": "54.52"}
    assert {"55.53", "54.53"} <= {*around("54.52")}
    game = situation(placed, side="german", turn=12)
    game.act("unit", "g-31/21")
    game.act("to", "55.53")
    assert asked(game)[0] == "german"
    game = situation(placed, side="german", turn=12)
    game.act("unit", "g-31/21")
    wheel = next(
        pair for pair in args(game, "straddle") if set(pair.split("/")) & set(around("54.52")) - {"55.53", "54.53"}
    )
    game.act("straddle", wheel)
    assert asked(game) == ("allied", "react")


def lent(placed: dict[str, Placed], **areas: str) -> set[str]:
    """Who may lend his guns to 7/4, of the Fourth Army, when 48.44 is attacked out of 48.45."""
    hexes = {"hexes": {place.replace("_", "."): {"allied_area": army} for place, army in areas.items()}}
    every: dict[str, Placed] = {"f-7/4": ("48.44", "army f-FOURTH"), "g-3/2": "48.45", **placed}
    game = field(every, dice=["6-4", 4, 4], side="german", supply=False, **hexes)
    indicate(game, "48.44", "g-3/2")
    for word in ("done", "done", "calm", "calm"):
        game.act(word)
    return set(args(game, "unit")) if asked(game) == ("allied", "lend") else set()


@rule("10.1.1.c", "12.2.a", "12.1")
def test_the_guns_of_a_fortress_speak_without_its_garrison() -> None:
    """B199: they stand in the fort; not when the enemy stands around it (B105)."""
    assert lent({"f-fx-Verdun-3": ("47.45", "face")}) == {"f-fx-Verdun-3"}
    assert lent({"f-fx-Verdun-3": ("47.45", "face"), "g-Bodungen": "47.45"}) == set()


@rule("10.1.1.c", "5.3.1.c")
def test_a_fortress_helps_the_army_in_whose_area_it_stands() -> None:
    """B84: it is attached to that army, to none where no area lies."""
    verdun: dict[str, Placed] = {"f-fx-Verdun-3": "47.45"}
    assert lent(verdun) == lent(verdun, **{"47_45": "f-FOURTH"}) == {"f-fx-Verdun-3"}
    assert lent(verdun, **{"47_45": "f-THIRD"}) == set()


@rule("10.1.1.c", "5.5.a")
def test_so_does_a_fort() -> None:
    """A Fort that is held is an Asset of the army in whose area it stands."""
    placed: dict[str, Placed] = {"f-fort-Troyon": "46.47", "f-7/4": ("47.47", "army f-FOURTH"), "g-3/2": "47.48"}
    for army, helps in (("f-FOURTH", True), ("f-THIRD", False)):
        more: dict[str, Any] = {"hexes": {"46.47": {"allied_area": army}}}
        game = field(placed, dice=["6-4", 4, 4, 4, 4, 4], side="german", supply=False, **more)
        indicate(game, "47.47", "g-3/2")
        for word in ("done", "done", "calm", "calm"):
            game.act(word)
        assert (asked(game) == ("allied", "lend")) == helps
