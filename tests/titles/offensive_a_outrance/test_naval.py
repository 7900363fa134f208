"""7.9, 23.3: Naval Transport, the Royal Naval Division; 16.1.1: reinforcements in Rail Mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.combat.parties import overload
from front1914.titles.offensive_a_outrance.command import judgement, replies
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import load
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.railways.transport import waiting
from front1914.titles.offensive_a_outrance.state import BY_FOOT, DETRAINING, ENTRAINED, ENTRAINING, POOLS
from front1914.titles.offensive_a_outrance.world import KINDS, RND, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, mark, on_map, refused, situation, where
from tests.titles.offensive_a_outrance.rails import running
from tests.titles.offensive_a_outrance.sheet import around, hexes, marked, rows

rule = pytest.mark.rule
HAVRE, DUNKERQUE, CALAIS, OOSTENDE, ANTWERPEN = "01.21", "31.11", "26.09", "37.10", "52.16"
FAR: dict[str, Placed] = {"g-3/2": "64.28"}
NAVAL = ("b-Marine", "b-1-Naval", "b-2-Naval")


def number(unit: str) -> int:
    return int(UNITS.number(unit))


def ports(units: Mapping[str, Placed], **more: Any) -> Game:
    """The Allied Movement Phase."""
    return situation({**FAR, **units}, scenario="campaign", **more)


def begun(units: Mapping[str, Placed], phase: str = "movement", side: str = "allied", **more: Any) -> Game:
    """A movement phase of a side has just begun."""
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["move"], ["transports"], ["ships"], ["begin_movement"]]
    other = "german" if side == "allied" else "allied"
    phasing = side if phase == "movement" else other
    more.setdefault("hexes", running(allied="all"))
    return situation(
        {**FAR, **units}, flow=flow, phase=phase, phasing=phasing, active=side, scenario="campaign", **more
    )


def preliminary(units: Mapping[str, Placed], side: str = "allied", **more: Any) -> Game:
    """The arrivals of the Preliminary Phase."""
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["move"], ["naval_division"], ["arrivals"], ["returns"]]
    return situation(
        {**FAR, **units}, flow=flow, phase="preliminary", phasing=side, active=side, scenario="campaign", **more
    )


def at_sea(goal: str, *more: str) -> Placed:
    return ("sea", f"goal {goal}", "due 6", *more)


# ---- embarking (7.9.1 (1), (2))


@rule("7.9", "7.9.1.1", "7.9.1.2", "7.9.1.3", "7.9.2", "4.2.5.a")
def test_from_le_havre_to_dunkerque() -> None:
    """OAO-7.9.1-01: embarked on GT 5 without an MP, at sea until the Allied Movement Phase of GT 6 begins."""
    game = ports({"f-87t": HAVRE}, turn=5)
    game.act("embark", "f-87t")
    assert asked(game) == ("allied", "sail")
    game.act("to", DUNKERQUE)
    assert where(game, "f-87t") == "sea"
    assert (mark(game, "f-87t", "goal"), mark(game, "f-87t", "due")) == (HEXES.number(DUNKERQUE), 6)
    assert {"f-87t"}.isdisjoint(on_map(game))
    assert {"id": "sea", "name": "At sea", "pieces": ["f-87t"]} in game.view("allied")["boxes"]
    for turn, phase, place in ((5, "counter_movement", "sea"), (6, "movement", DUNKERQUE)):
        later = begun({"f-87t": at_sea(DUNKERQUE)}, phase, turn=turn)
        assert where(later, "f-87t") == place
    later.act("unit", "f-87t")
    assert args(later, "to")  # it moves normally


@rule("7.9", "4.2.5.a")
def test_only_the_allies_and_only_in_the_movement_phase() -> None:
    game = situation({"g-3/2": DUNKERQUE, "f-87t": HAVRE}, side="german", scenario="campaign")
    assert refused(game, "embark", "g-3/2") == "7.9"
    game = ports({"f-87t": HAVRE}, phase="counter_movement")
    assert refused(game, "embark", "f-87t") == "7.9.1.1"
    assert args(game, "embark") == []


@rule("7.9")
def test_one_unit_in_a_turn() -> None:
    game = ports({"f-87t": HAVRE, "f-80t": DUNKERQUE})
    assert set(args(game, "embark")) == {"f-87t", "f-80t"}
    game.act("embark", "f-87t")
    game.act("to", CALAIS)
    assert args(game, "embark") == []
    assert refused(game, "embark", "f-80t") == "7.9"
    assert begun({"f-80t": DUNKERQUE}, pools={"naval_transport": 2}).why_not("embark", "f-80t") is None


@rule("7.9.1.1")
def test_it_must_begin_in_the_port_and_expend_nothing() -> None:
    game = ports({"f-87t": (HAVRE, "spent 1"), "f-80t": (DUNKERQUE, "origin 31.12"), "f-13/21": "31.12"})
    assert {refused(game, "embark", u) for u in ("f-87t", "f-80t", "f-13/21")} == {"7.9.1.1"}
    assert refused(ports({"f-dFIRST": HAVRE}), "embark", "f-dFIRST") == "7.9"


@rule("7.9.1.1")
def test_an_enemy_beside_the_port_does_not_matter() -> None:
    game = ports({"f-80t": DUNKERQUE, "g-4/2": "31.12"})
    game.act("embark", "f-80t")
    game.act("to", HAVRE)
    assert where(game, "f-80t") == "sea"


@rule("7.9.1.2")
def test_ports_that_are_friendly_and_not_beside_an_enemy() -> None:
    near = next(n for n in around(CALAIS) if hexes()[n]["country"] == "france")
    held = {"german": [OOSTENDE]}
    game = ports({"f-87t": HAVRE, "g-4/2": near}, held=held)
    game.act("embark", "f-87t")
    offered = set(args(game, "to"))
    assert DUNKERQUE in offered
    assert offered == marked("port") - {HAVRE, CALAIS, OOSTENDE}
    assert {refused(game, "to", name) for name in (HAVRE, CALAIS, OOSTENDE, "31.12")} == {"7.9.1.2"}


@rule("12.3.2")
def test_nobody_leaves_an_invested_camp_by_sea() -> None:
    ring = marked("camp", "Antwerpen")
    outside = sorted({m for n in ring for m in around(n) if m in hexes() and hexes()[m]["country"] == "belgium"} - ring)
    divisions = (row["id"] for row in rows("units.csv") if row["nation"] == "german" and row["size"] == "division")
    foes = dict(zip(divisions, outside, strict=False))
    assert set(foes.values()) == set(outside)
    units: dict[str, Placed] = {"be-5": ANTWERPEN, "be-fx-Antwerpen-1": "50.15"}
    assert ports(units, turn=20).why_not("embark", "be-5") is None
    assert refused(situation({**units, **foes}, scenario="campaign", turn=20), "embark", "be-5") == "12.3.2"


# ---- debarking, and Ports that are lost (7.9.1 (3))


@rule("7.9.1.3.b", "7.9.1.2")
@pytest.mark.parametrize(("step", "to"), [("37.11", OOSTENDE), ("37.12", "37.11")])
def test_a_lost_port_is_changed_at_once(step: str, to: str) -> None:
    """A German enters it, or comes beside it; the unit lands elsewhere and does not move in that turn."""
    units: dict[str, Placed] = {**FAR, "f-87t": at_sea(OOSTENDE), "g-4/2": step}
    pools = {"naval_transport": 2}
    game = situation(units, side="german", scenario="campaign", turn=5, pools=pools, held={"german": [step]})
    game.act("unit", "g-4/2")
    game.act("to", to)
    assert asked(game) == ("allied", "divert")
    assert refused(game, "to", OOSTENDE) == "7.9.1.2"
    game.act("to", DUNKERQUE)
    assert mark(game, "f-87t", "goal") == HEXES.number(DUNKERQUE)
    later = begun({"f-87t": at_sea(DUNKERQUE, "trip diverted")}, turn=6)
    assert where(later, "f-87t") == DUNKERQUE
    assert refused(later, "unit", "f-87t") == "7.9.1.3"
    again = begun({"f-87t": (DUNKERQUE, "trip diverted")}, "counter_movement", turn=6)
    assert refused(again, "unit", "f-87t") == "7.9.1.3"
    next_turn = begun({"f-87t": (DUNKERQUE, "trip diverted")}, turn=7)
    assert next_turn.why_not("unit", "f-87t") is None


@rule("7.9.1.3.a", "7.9.1.3")
def test_nobody_lands_beside_an_enemy() -> None:
    """A Corps Train has no zone, but it is an enemy unit."""
    game = begun({"f-87t": at_sea(DUNKERQUE), "g-t2": "31.12", "g-4/2": "40.30"}, turn=6)
    assert asked(game) == ("allied", "divert")
    assert refused(game, "to", DUNKERQUE) == "7.9.1.2"
    game.act("to", HAVRE)
    assert where(game, "f-87t") == HAVRE
    assert refused(game, "unit", "f-87t") == "7.9.1.3"


@rule("7.9.1.3.b", "7.9.2")
def test_without_a_port_it_stays_at_sea() -> None:
    """B172."""
    german = {"german": "all"}
    game = begun({"f-87t": at_sea(DUNKERQUE), "g-t2": "31.12"}, turn=6, held=german)
    assert where(game, "f-87t") == "sea"
    assert asked(game) == ("allied", "move")


# ---- the Royal Naval Division (23.3)


@rule("23.3")
def test_three_units_are_the_division() -> None:
    assert {str(UNITS[u]) for u in RND} == set(NAVAL)
    assert {KINDS[u].nation for u in RND} == {"british"}
    assert all(KINDS[u].type == "infantry" for u in RND)


@rule("23.3.1")
def test_it_comes_to_england() -> None:
    """From the turn on which it is due; then only ships bring it anywhere."""
    waits = dict.fromkeys(NAVAL, ("track", "due 20"))
    assert where(preliminary(waits, turn=19), "b-Marine") == "track"
    game = preliminary(waits, turn=20)
    assert {where(game, unit) for unit in NAVAL} == {"holding"}
    game = ports({"b-Marine": "holding", "f-87t": HAVRE})
    assert refused(game, "unit", "b-Marine") == "7.0"
    assert set(args(game, "embark")) == {"b-Marine", "f-87t"}
    game.act("embark", "b-Marine")
    assert refused(game, "england") == "23.3.1"
    game.act("to", ANTWERPEN)
    assert where(game, "b-Marine") == "sea"


@rule("7.9.1.2.a", "23.3.1")
def test_only_the_division_goes_to_england() -> None:
    game = ports({"b-Marine": ANTWERPEN, "f-87t": HAVRE})
    game.act("embark", "f-87t")
    assert refused(game, "england") == "23.3.1"
    game.act("back")
    game.act("embark", "b-Marine")
    game.act("england")
    assert (where(game, "b-Marine"), mark(game, "b-Marine", "goal")) == ("sea", -1)
    game = begun({"b-Marine": ("sea", "due 6")}, turn=6)
    assert where(game, "b-Marine") == "holding"


@rule("7.9", "23.3.2.a")
def test_the_division_embarks_together() -> None:
    """B99: its units count as one; nobody else may then embark."""
    game = ports({**dict.fromkeys(NAVAL, "holding"), "f-87t": HAVRE})
    for unit in NAVAL:
        game.act("embark", unit)
        game.act("to", ANTWERPEN)
    assert {where(game, unit) for unit in NAVAL} == {"sea"}
    assert refused(game, "embark", "f-87t") == "7.9"


@rule("23.3.2.a")
def test_in_one_hex_it_is_one_brigade() -> None:
    game = ports(dict.fromkeys(NAVAL, ANTWERPEN))
    s, units = game.state, [number(unit) for unit in NAVAL]
    assert [load(s, units[:n]) for n in (1, 2, 3)] == [2, 4, 4]
    extra = number("b-Samson")
    assert overload(s, [*units, extra], steep=False) is None  # two Assets, not four
    others = [number(u) for u in ("f-Ch-13", "f-Ch-14", "b-Samson")]
    assert overload(s, others, steep=False) is not None


@rule("23.3.2.b")
def test_it_serves_with_belgian_formations() -> None:
    """B174: the three count as one of the two Assets; with British or French Formations they do not serve."""
    game = ports({"be-5": ANTWERPEN, **dict.fromkeys(NAVAL, ANTWERPEN)})
    assert set(force_of(game.state, number("be-5"))) == {number(u) for u in ("be-5", *NAVAL)}
    game = ports({"f-87t": ANTWERPEN, "b-Marine": ANTWERPEN})
    assert force_of(game.state, number("f-87t")) == (number("f-87t"),)
    game.act("unit", "f-87t")
    assert refused(game, "join", "b-Marine") == "5.2.5"


@rule("23.3.2.c")
def test_its_rail_point_serves_all_three_in_one_phase() -> None:
    """B171; it never expires, and is used once."""
    pools = {"rnd_rp": 1}
    units = dict.fromkeys(NAVAL, ANTWERPEN)
    game = ports(units, pools=pools, hexes=running(allied="all"), turn=20)
    for unit in NAVAL:
        game.act("unit", unit)
        assert refused(game, "entrain") == "7.7.1"
        game.act("special")
        game.act("to", OOSTENDE)
    assert game.state.pools[POOLS.number("rnd_rp")] == -1
    assert all(mark(game, unit, "rail") != ENTRAINING for unit in NAVAL)
    assert {where(game, unit) for unit in NAVAL} == {OOSTENDE}
    later = begun(units, pools={"rnd_rp": -1})
    assert later.state.pools[POOLS.number("rnd_rp")] == 0
    later.act("unit", "b-Marine")
    assert refused(later, "special") == "7.7.1"
    game = ports({"f-87t": ANTWERPEN}, pools=pools, hexes=running(allied="all"))
    game.act("unit", "f-87t")
    assert refused(game, "special") == "7.7.1"


@rule("23.3.2.c")
def test_the_point_comes_with_the_sixth_interphase() -> None:
    for turn, expected in ((15, 0), (18, 1)):
        game = situation(FAR, flow=[["turn"], ["end_inter_phase"], ["allotments"]], turn=turn, scenario="campaign")
        assert game.state.pools[POOLS.number("rnd_rp")] == expected


@rule("23.3.3")
def test_antwerpen_surrenders() -> None:
    """Wherever its units are, they leave the game in the next Allied Preliminary Phase, or never come."""
    units: dict[str, Placed] = {"b-Marine": ANTWERPEN, "b-1-Naval": "holding", "b-2-Naval": ("track", "due 25")}
    game = preliminary(units, turn=22, events={"antwerpen": 21})
    assert {where(game, unit) for unit in NAVAL} == {"withdrawn"}
    assert {where(preliminary(units, turn=22), unit) for unit in NAVAL} == {ANTWERPEN, "holding", "track"}


# ---- reinforcements in Rail Mode (16.1.1)


@rule("16.1.1", "7.7.3.1.a", "7.7.3.2.b", "16.1.a", "16.1")
def test_the_new_corps_arrive_by_rail() -> None:
    """At the edge, in Rail Mode, attached to an army and a corps, without Rail Points; first the destination."""
    units: dict[str, Placed] = {"g-43r/22R": ("track", "due 23")}
    game = preliminary(units, "german", turn=23, hexes=running(german="all"), pools={"german_rp": 0})
    assert asked(game) == ("german", "board")
    assert (where(game, "g-43r/22R"), mark(game, "g-43r/22R", "rail")) == ("70.29", ENTRAINED)
    row = game.position()["units"]["g-43r/22R"]
    assert (row["army"], row["corps"]) == ("g-FOURTH", "g-c22R")
    game.act("to", "49.21")
    assert mark(game, "g-43r/22R", "goal") == HEXES.number("49.21")
    assert game.state.pools[POOLS.number("german_rp")] == 0
    ride: dict[str, Placed] = {"g-43r/22R": ("70.29", "rail entrained", "goal 49.21")}
    later = begun(ride, side="german", turn=23, hexes=running(german="all"), pools={"german_rp": 0})
    assert where(later, "g-43r/22R") == "49.21"
    assert mark(later, "g-43r/22R", "rail") == DETRAINING
    assert later.position()["bottlenecks"]["59.29"] == 2


@rule("7.7.3.2.b", "16.1.1", "7.7.3.a")
def test_it_may_wait_for_its_destination() -> None:
    units: dict[str, Placed] = {"g-43r/22R": ("70.29", "rail entrained")}
    game = begun(units, side="german", turn=23, hexes=running(german="all"))
    assert waiting(game.state, "german") == [number("g-43r/22R")]
    assert refused(game, "unit", "g-43r/22R") == "7.7.3"
    game.act("ride", "g-43r/22R")
    game.act("to", "49.21")
    assert where(game, "g-43r/22R") == "49.21"
    assert refused(game, "ride", "g-43r/22R") == "7.7.3.2"


@rule("16.1", "16.1.1")
def test_a_lost_hex_of_entry_is_changed_for_the_edge() -> None:
    """A13 (8): f-38 comes to 43.30; if that is the enemy's it comes by rail, a British one at its Army Base."""
    units: dict[str, Placed] = {"f-38": ("track", "due 2"), "b-3/2": ("track", "due 3")}
    trains = running(allied="all")
    game = preliminary(units, turn=2, hexes=trains)
    assert (where(game, "f-38"), mark(game, "f-38", "rail")) == ("43.30", BY_FOOT)
    lost = preliminary({**units, "g-4/2": "43.31"}, turn=3, hexes=trains, armies={"b-BEF": {"base": HAVRE}})
    assert mark(lost, "f-38", "rail") == ENTRAINED
    assert where(lost, "f-38") in marked("edge", "france")
    taken = preliminary({**units, "g-4/2": "37.27"}, turn=3, hexes=trains, armies={"b-BEF": {"base": HAVRE}})
    assert (where(taken, "b-3/2"), mark(taken, "b-3/2", "rail")) == (HAVRE, ENTRAINED)


@rule("7.7.1")
@pytest.mark.parametrize(
    ("scenario", "allied", "german"), [("race", 18, 14), ("last_battles", 14, 8), ("campaign", 0, 0)]
)
def test_later_scenarios_begin_with_rail_points(scenario: str, allied: int, german: int) -> None:
    """B173: the Race begins after the fifth Inter-Phase, the Last Battles after the eighth."""
    s = front1914.new("offensive_a_outrance", scenario, seed=1).state
    assert (s.pools[POOLS.number("allied_rp")], s.pools[POOLS.number("german_rp")]) == (allied, german)
    assert s.pools[POOLS.number("belgian_rp")] == (scenario != "campaign")


def test_a_staff_sends_reinforcements_on() -> None:
    """Units in Rail Mode get a destination near their army; the RND sails to the Belgians."""
    wait: dict[str, Placed] = {"g-43r/22R": ("70.29", "rail entrained"), "g-45r/23R": "36.20", "f-13/21": "07.59"}
    game = begun(wait, side="german", turn=23, hexes=running(german="all"))
    for verb in ("ride", "to"):
        action = _closing(game, "german") if verb == "ride" else _reply(game, "german")
        assert action.verb == verb
        game.act(action)
    assert hexes()[where(game, "g-43r/22R")]["country"] in ("belgium", "france")
    game = ports({"b-Marine": "holding", "be-5": ANTWERPEN, "f-87t": HAVRE})
    action = _closing(game, "allied")
    assert str(action) == "embark b-Marine"
    game.act(action)
    assert str(_reply(game, "allied")) == f"to {ANTWERPEN}"


def _closing(game: Game, side: str) -> Any:
    assert game.decision is not None
    return judgement.closing(game.view(side), game.decision.actions)


def _reply(game: Game, side: str) -> Any:
    assert game.decision is not None
    found = replies.answer(game.state, side, asked(game)[1], game.decision.actions, {})
    assert found is not None
    return found[0]
