"""21.3, 22.5, 23.1, 23.2, 23.4, 24.3, 24.6, 24.7: bases and their transfers, bound Depots, Ports, the pontoon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.engine.errors import Reason
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, IN, ON_RAIL, OPEN, PONTOON, PORT, RAILS
from front1914.titles.offensive_a_outrance.combat.ammo import free, ways
from front1914.titles.offensive_a_outrance.combat.parties import barred
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_NUMBER, FLOODS
from front1914.titles.offensive_a_outrance.logistics.bases import FRENCH_PORTS, limit, refuse_flood
from front1914.titles.offensive_a_outrance.logistics.provisions import havens
from front1914.titles.offensive_a_outrance.logistics.supply import ends, has_line, isolated, supplied
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.prepared import prepare_cost
from front1914.titles.offensive_a_outrance.manoeuvre.repulse import wet
from front1914.titles.offensive_a_outrance.manoeuvre.ways import march, side_cost
from front1914.titles.offensive_a_outrance.sequence import begin_phase
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    on_map,
    refused,
    situation,
    verbs,
    where,
)

RUNNING: dict[str, dict[str, Any]] = {str(HEXES[n]): {"operational": 1} for n in members(ON_RAIL)}
FAR: dict[str, Placed] = {"f-11/20": "40.60", "f-15/8": "50.60", "g-31/21": "60.50"}
BEF, BELGIAN = ARMIES.number("b-BEF"), ARMIES.number("be-BELGIAN")
LE_HAVRE = {"b-BEF": {"base": "01.21"}}
ANTWERPEN = {"be-BELGIAN": {"base": "52.16"}}
OOSTENDE = {"be-BELGIAN": {"base": "37.10"}}


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def event(s: OAOState, name: str) -> int:
    return int(s.events[EVENTS.number(name)])


def base(s: OAOState, army: int) -> str:
    return str(HEXES[s.base[army]])


def words(bits: int) -> set[str]:
    return {str(HEXES[n]) for n in members(bits)}


def preliminary(turn: int, dice: Sequence[int] = (), units: dict[str, Placed] | None = None, **more: Any) -> Game:
    """The Allied Preliminary Phase, from where bases are moved."""
    more.setdefault("side", "allied")
    placed = dict(FAR) | (units or {})
    return situation(placed, phase="preliminary", step="transfers", turn=turn, dice=list(dice), **more)


def attachment(turn: int, dice: Sequence[int] = (), units: dict[str, Placed] | None = None, **more: Any) -> Game:
    """The Allied Attachment Phase, at the boundaries of the armies."""
    more.setdefault("side", "allied")
    placed = dict(FAR) | (units or {})
    return situation(placed, phase="attachment", step="leave_oostende", turn=turn, dice=list(dice), **more)


def near(word: str, distance: int) -> str:
    return next(str(HEXES[n]) for n in members(OPEN) if BOARD.distance(h(word), n) == distance)


# ---- the British base (23.1)


@pytest.mark.rule("23.1")
def test_british_lines_end_at_their_base() -> None:
    s = front1914.new("offensive_a_outrance", "campaign", seed=1).state
    assert words(ends(s, "allied", BEF)) == {"01.21"}
    way = RAILS.path(1 << h("22.23"), 1 << h("01.21"), ON_RAIL)
    lines = {str(HEXES[n]): {"operational": 1} for n in way}
    units = {"b-dBEF": "22.23", "f-dFIFTH": "20.40"}
    assert has_line(situation(units, hexes=lines, armies=LE_HAVRE).state, u("b-dBEF"))
    moved = {"b-BEF": {"base": "02.36"}}
    assert not has_line(situation(units, hexes=lines, armies=moved).state, u("b-dBEF"))
    assert has_line(situation(units, hexes=RUNNING, armies=moved).state, u("b-dBEF"))
    french = situation({"f-dFIFTH": "22.23"}, hexes=lines, armies=moved).state
    assert has_line(french, u("f-dFIFTH"))


@pytest.mark.rule("23.1.1", "23.1.1.a", "4.2.1.d")
def test_the_british_base_flees_from_germans_near_amiens() -> None:
    """OAO-23.1.1-01: triggered on GT 7, begun on GT 8, complete on GT 10, in 02.36 or 02.46; 4 Ammo a GT."""
    game = situation(dict(FAR), side="german", turn=7, armies=LE_HAVRE)
    enter(game.state, (u("g-31/21"),), h(near("22.23", 8)))
    assert event(game.state, "bef_threat") == 1
    assert base(game.state, BEF) == "01.21"  # not yet
    game = preliminary(8, armies=LE_HAVRE, events={"bef_threat": 1})
    assert asked(game) == ("allied", "bef_base")
    assert args(game, "to") == ["02.36", "02.46"]
    assert refused(game, "to", "01.21") == "23.1.1"
    game.act("to", "02.46")
    s = game.state
    assert base(s, BEF) == "02.46"
    assert event(s, "bef_transfer") == 10
    assert limit(s, BEF) == 4
    later = preliminary(10, armies={"b-BEF": {"base": "02.46"}}, events={"bef_threat": 1, "bef_transfer": 10})
    assert happened(later, "base_ready")
    assert limit(later.state, BEF) == 0


@pytest.mark.rule("23.1.1")
def test_the_involuntary_transfer_is_triggered_before_gt_9_within_eight_hexes() -> None:
    for turn, distance, expected in ((8, 8, 1), (9, 8, 0), (8, 9, 0)):
        game = situation(dict(FAR), side="german", turn=turn, armies=LE_HAVRE)
        enter(game.state, (u("g-31/21"),), h(near("22.23", distance)))
        assert event(game.state, "bef_threat") == expected


@pytest.mark.rule("23.1.2")
def test_during_the_transfer_the_bef_provides_four_increments_a_gt() -> None:
    units: dict[str, Placed] = {"b-dBEF": "36.26", "b-1/1": "36.27", "g-31/21": "60.50"}
    more: dict[str, Any] = {"hexes": RUNNING, "turn": 8, "phase": "attack", "step": "attack"}
    calm = situation(units, armies=LE_HAVRE, **more).state
    assert free(calm, u("b-1/1"), ways(calm, u("b-1/1"))[0])
    moving = {"armies": {"b-BEF": {"base": "02.36"}}, "events": {"bef_transfer": 10}}
    s = situation(units, **moving, **more).state
    assert ways(s, u("b-1/1"))[0].chain == (u("b-dBEF"),)
    assert not free(s, u("b-1/1"), ways(s, u("b-1/1"))[0])  # it is counted
    s.used[BEF] = 3
    assert ways(s, u("b-1/1"))
    s.used[BEF] = 4
    assert not ways(s, u("b-1/1"))
    s.shortage[BEF] = 2
    assert limit(s, BEF) == 2  # the lower of both


@pytest.mark.rule("23.1.3")
def test_the_british_base_may_be_moved_from_gt_7_on() -> None:
    game = attachment(7, armies=LE_HAVRE)
    assert asked(game) == ("allied", "areas")
    assert args(game, "transfer") == ["b-BEF"]
    game.act("transfer", "b-BEF")
    game.act("to", "02.36")
    assert base(game.state, BEF) == "02.36"
    assert event(game.state, "bef_transfer") == 9
    assert asked(game) == ("allied", "areas")
    assert refused(game, "transfer", "b-BEF") == "23.1.1"
    assert refused(attachment(6, armies=LE_HAVRE), "transfer", "b-BEF") == "23.1.3"


# ---- Samson, British Port supply (23.2, 23.4)


@pytest.mark.rule("23.2")
def test_samson_stays_within_nine_hexes_of_dunkerque() -> None:
    """OAO-23.2-01."""
    start, beyond = next(
        (str(HEXES[a]), str(HEXES[b]))
        for a in members(OPEN & IN["france"])
        for b in BOARD.neighbours[a]
        if BOARD.distance(h("31.11"), a) == 9 and BOARD.distance(h("31.11"), b) == 10 and OPEN >> b & 1
    )
    game = situation({"b-Samson": start, "g-31/21": "60.50"}, turn=10)
    game.act("unit", "b-Samson")
    reached = args(game, "to")
    assert reached
    assert all(BOARD.distance(h("31.11"), h(word)) <= 9 for word in reached)
    assert refused(game, "to", beyond) == "23.2"


@pytest.mark.rule("23.2.a")
def test_samson_is_supplied_from_french_ports_at_any_length() -> None:
    far = near("31.11", 9)
    s = situation({"b-Samson": far}, turn=10).state  # no trains run, no Depot
    assert supplied(s, (u("b-Samson"),))
    assert not isolated(s, u("b-Samson"))
    other = situation({"f-11/20": far}, turn=10).state
    assert not supplied(other, (u("f-11/20"),))
    ring = {f"g-{name}": word for name, word in zip(("31/21", "42/21", "3/2", "4/2"), _around(far), strict=False)}
    shut = situation({"b-Samson": far, **ring}, turn=10, side="german").state
    assert not supplied(shut, (u("b-Samson"),))


def _around(word: str) -> list[str]:
    """Every second hex around a hex: zones from there close it."""
    return [str(HEXES[n]) for n in BOARD.neighbours[h(word)] if OPEN >> n & 1][::2]


@pytest.mark.rule("23.4")
def test_from_gt_22_one_british_train_in_a_port_has_a_line() -> None:
    """OAO-23.4-01: one at most."""
    units: dict[str, Placed] = {"b-t1": "37.10", "b-t2": "31.11", "f-t1": "26.09"}
    lines = {name: has_line(situation(units, turn=22).state, u(name)) for name in units}
    assert lines == {"b-t1": True, "b-t2": False, "f-t1": False}
    assert not has_line(situation(units, turn=21).state, u("b-t1"))
    inland: dict[str, Placed] = {"b-t1": "35.18", "b-t2": "31.11"}
    s = situation(inland, turn=22).state
    assert [has_line(s, u(name)) for name in inland] == [False, True]


# ---- the Belgian base (24.3)


@pytest.mark.rule("24.3")
def test_belgian_lines_end_at_their_base() -> None:
    for armies, expected in (
        (ANTWERPEN, {"52.16", "51.16"}),
        (OOSTENDE, {"37.10"}),
        ({"be-BELGIAN": {"base": "31.11"}}, words(PORT & IN["france"])),
    ):
        s = situation(dict(FAR), armies=armies).state
        assert words(ends(s, "allied", BELGIAN)) == expected
    assert {"26.09", "22.11", "31.11"} <= words(FRENCH_PORTS)


@pytest.mark.rule("24.3.1")
def test_germans_beside_both_hexes_of_antwerpen_threaten_the_base() -> None:
    """24.3.1: adjacent to 51.17 and to 52.16, by one unit or by several."""
    only = next(w for w in words(BOARD.ring[h("51.17")] & OPEN) if BOARD.distance(h(w), h("52.16")) > 1)
    other = next(w for w in words(BOARD.ring[h("52.16")] & OPEN) if BOARD.distance(h(w), h("51.17")) > 1)
    both = next(w for w in words(BOARD.ring[h("52.16")] & BOARD.ring[h("51.17")] & OPEN))
    for first, second, expected in ((only, only, 0), (other, other, 0), (both, both, 1), (only, other, 1)):
        game = situation(
            dict(FAR) | {"g-31/21": first if first != second else "60.50", "g-42/21": "60.51"},
            side="german",
            turn=21,
            armies=ANTWERPEN,
        )
        enter(game.state, (u("g-42/21"),), h(second))
        assert event(game.state, "belgian_threat") == expected, (first, second)


@pytest.mark.rule("24.3.1", "24.3.1.b", "24.3.1a", "24.3.3", "4.2.1.d")
def test_the_transfer_to_oostende() -> None:
    """OAO-24.3.1-01: triggered on GT 21, begun on GT 22, complete on GT 24; 4 to 6 is a Strength Reduction."""
    units: dict[str, Placed] = {"be-1": "44.15", "be-2": "44.16", "be-3": "45.16", "be-c": "43.16"}
    game = preliminary(22, [3, 4, 6], units, armies=ANTWERPEN, events={"belgian_threat": 1})
    s = game.state
    assert base(s, BELGIAN) == "37.10"
    assert event(s, "belgian_transfer") == 24
    assert [mark(game, name, "sr") for name in ("be-1", "be-2", "be-3", "be-c")] == [0, 1, 1, 0]  # no cavalry
    assert limit(s, BELGIAN) == 4
    s.turn = 24
    assert limit(s, BELGIAN) == 0
    done = preliminary(24, (), armies=OOSTENDE, events={"belgian_threat": 1, "belgian_transfer": 24})
    assert happened(done, "base_ready")


@pytest.mark.rule("24.3.1")
def test_the_belgian_base_may_be_moved_in_any_turn() -> None:
    """L1: it is announced with the first decision of the Player Turn, beside the boundaries of the armies."""
    game = attachment(2, [1], {"be-1": "44.15"}, armies=ANTWERPEN)
    assert args(game, "transfer") == ["be-BELGIAN"]
    game.act("transfer", "be-BELGIAN")
    assert base(game.state, BELGIAN) == "37.10"
    assert asked(game) == ("allied", "areas")


@pytest.mark.rule("24.3.1.a", "24.3.2a")
def test_if_the_germans_are_in_oostende_the_base_goes_to_france() -> None:
    units: dict[str, Placed] = {"be-1": "35.12", "g-42/21": "37.10"}
    game = preliminary(22, [6], units, armies=ANTWERPEN, events={"belgian_threat": 1})
    assert asked(game) == ("allied", "belgian_base")
    game.act("to", "31.11")
    assert base(game.state, BELGIAN) == "31.11"
    assert event(game.state, "fled") == 1
    assert mark(game, "be-1", "sr") == 1


@pytest.mark.rule("24.3.2")
def test_fleeing_from_oostende() -> None:
    """24.3.2: forced in the Attachment Phase after Germans came beside Oostende, or by the owner's will."""
    beside = next(w for w in words(BOARD.ring[h("37.10")] & OPEN))
    game = situation(dict(FAR), side="german", turn=23, armies=OOSTENDE)
    enter(game.state, (u("g-31/21"),), h(beside))
    assert event(game.state, "oostende_threat") == 1
    game = attachment(24, (), armies=OOSTENDE, events={"oostende_threat": 1})
    assert asked(game) == ("allied", "belgian_base")
    assert set(args(game, "to")) == words(FRENCH_PORTS)
    assert refused(game, "to", "35.11") == "24.3.2"
    game = attachment(24, (), armies=OOSTENDE)
    assert asked(game) == ("allied", "areas")
    game.act("transfer", "be-BELGIAN")
    game.act("to", "26.09")
    assert base(game.state, BELGIAN) == "26.09"
    assert refused(game, "transfer", "be-BELGIAN") == "24.3.2"


@pytest.mark.rule("24.3.2", "24.3.3")
def test_the_flight_to_france_costs_strength_too() -> None:
    """L5: a die for each infantry division when it leaves Oostende, as when it came there."""
    units: dict[str, Placed] = {"be-1": "35.12", "be-2": "35.12", "be-c": "34.12"}
    game = attachment(24, [5, 2], units, armies=OOSTENDE, events={"oostende_threat": 1})
    game.act("to", "31.11")
    assert [event["hit"] for event in happened(game, "shaken")] == [True, False]
    assert [mark(game, name, "sr") for name in ("be-1", "be-2", "be-c")] == [1, 0, 0]


@pytest.mark.rule("24.3.1", "24.3.2")
def test_germans_already_beside_oostende_threaten_the_new_base() -> None:
    """L2: they need not come again."""
    beside = next(w for w in words(BOARD.ring[h("37.10")] & OPEN))
    game = preliminary(22, (), {"g-42/21": beside}, armies=ANTWERPEN, events={"belgian_threat": 1})
    assert asked(game) == ("allied", "belgian_base")  # in the Attachment Phase of the same turn


@pytest.mark.rule("24.3.2a", "24.3.2a.a")
def test_who_has_fled_is_limited_for_good_and_leaves_three_assets() -> None:
    units: dict[str, Placed] = {
        "be-LOC-c": "36.11",
        "be-Gd-Civique-1": "36.12",
        "be-Gd-Civique-2": "36.12",
        "be-Antwerpen-1": "36.11",
    }
    game = attachment(24, (), units, armies=OOSTENDE, events={"oostende_threat": 1})
    game.act("to", "26.09")
    assert not on_map(game) & {"be-LOC-c", "be-Gd-Civique-1", "be-Gd-Civique-2"}
    assert where(game, "be-LOC-c") == "withdrawn"
    assert "be-Antwerpen-1" in on_map(game)
    for turn in (24, 27, 30):
        game.state.turn = turn
        assert limit(game.state, BELGIAN) == 4


# ---- Depots that are bound to a place (22.5, 24.7)


@pytest.mark.rule("22.5.a")
def test_the_depot_of_alsace_stays_near_its_towns() -> None:
    """OAO-22.5-01: six hexes from Besançon (read 40.70), Belfort or Mülhausen."""
    _bound("f-dALSACE", "51.69", ("40.70", "50.68", "55.70"), 6, "22.5")


@pytest.mark.rule("24.7.a")
def test_the_depot_of_antwerpen_stays_near_the_city() -> None:
    """OAO-24.7-01: five hexes from 52.16."""
    _bound("be-dANTWERPEN", "52.16", ("52.16",), 5, "24.7")


def _bound(depot: str, start: str, places: tuple[str, ...], most: int, rule: str) -> None:
    def far(word: str) -> int:
        return min(BOARD.distance(h(word), h(place)) for place in places)

    game = situation({depot: start}, hexes=RUNNING)
    game.act("unit", depot)
    reached = args(game, "to")
    assert max(far(word) for word in reached) == most
    first = next(w for w in words(ON_RAIL & OPEN) if far(w) == most + 1)
    assert refused(game, "to", first) == rule
    hexes = havens(game.state, u(depot))
    assert hexes
    assert max(far(str(HEXES[n])) for n in hexes) <= most


# ---- the pontoon bridge (24.6)


@pytest.mark.rule("24.6")
def test_one_force_crosses_the_pontoon_in_a_movement_phase() -> None:
    """OAO-24.6-01: it is a Roadway Bridge for one Force; the next finds a Grand River."""
    units: dict[str, Placed] = {"be-1": "52.16", "be-2": "52.16", "g-31/21": "60.50"}
    game = situation(units)
    cheap = march(game.state, (u("be-2"),)).costs
    bridged = side_cost(game.state, h("52.16"), h("51.16"))
    assert cheap[h("51.16")] == bridged
    game.act("unit", "be-1")
    game.act("to", "51.16")
    game.act("stop")
    assert where(game, "be-1") == "51.16"
    unbridged = side_cost(game.state, h("52.16"), h("51.16"))
    assert bridged is not None
    assert unbridged is not None
    assert unbridged > bridged
    assert march(game.state, (u("be-2"),)).costs[h("51.16")] > bridged
    begin_phase(game.state, "counter_movement")
    assert game.state.blown[BRIDGE_NUMBER[PONTOON]] == 0  # open again


@pytest.mark.rule("24.6.a")
@pytest.mark.parametrize("word", ["51.16", "52.16"])
def test_germans_destroy_the_pontoon(word: str) -> None:
    """24.6: for good: nobody repairs it, even where the Germans held both hexes."""
    game = situation(dict(FAR), side="german", held={"german": ["51.16", "52.16"]})
    enter(game.state, (u("g-31/21"),), h(word))
    assert game.state.blown[BRIDGE_NUMBER[PONTOON]]
    bridge = str(game.title.nouns["bridge"][BRIDGE_NUMBER[PONTOON]])
    for state, expected in ((2, 2), (1, 0)):
        repaired = situation(dict(FAR), phase="preliminary", step="repair_bridges", bridges={bridge: state})
        assert repaired.state.blown[BRIDGE_NUMBER[PONTOON]] == expected


# ---- the IJzer Inundation (21.3)


@pytest.mark.rule("21.3", "4.2.1.e")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_inundation(die: int) -> None:
    """OAO-21.3-01: 1 to 5 creates it; B94: one attempt in a game; L1: beside the boundaries of the armies."""
    game = attachment(26, [die], {"be-2": "35.11"}, armies={"be-BELGIAN": {"base": "26.09"}})
    assert "flood" in verbs(game)
    game.act("flood")
    assert event(game.state, "inundation") == (die <= 5)
    assert refused(game, "flood") == "21.3"


@pytest.mark.rule("21.3")
def test_the_sluices_need_a_division_in_nieuwpoort() -> None:
    """21.3: one Allied infantry division-equivalent in 35.11."""
    assert refused(attachment(26, (), {"be-2": "35.12"}), "flood") == "21.3"
    assert refused(attachment(26, (), {"be-Antwerpen-1": "35.11"}), "flood") == "21.3"  # a brigade
    two: dict[str, Placed] = {"be-Antwerpen-1": "35.11", "be-Antwerpen-2": "35.11"}
    assert attachment(26, (), two).why_not("flood") is None
    german = attachment(26, (), {"be-2": "35.11"}, side="german").state
    assert refuse_flood(german) == Reason("21.3", "the Allied player may")


@pytest.mark.rule("21.3", "7.1.5")
def test_the_flood_stops_attacks_and_who_did_not_begin_beside_it() -> None:
    a, b = sorted(FLOODS)[0]
    units: dict[str, Placed] = {"g-31/21": str(HEXES[b]), "be-2": "31.12"}
    dry = situation(units, side="german", turn=26).state
    flood = situation(units, side="german", turn=26, events={"inundation": 1}).state
    dry.phase = flood.phase = "attack"
    assert not barred(dry, b, a)
    assert barred(flood, b, a)
    dry.phase = flood.phase = "movement"
    assert not wet(dry, b, a)
    assert wet(flood, b, a)
    assert prepare_cost(dry, b, a) is not None
    assert prepare_cost(flood, b, a) is None
    more, less = side_cost(flood, b, a), side_cost(dry, b, a)
    assert more is not None
    assert less is not None
    assert more > less
    assert h(str(HEXES[a])) in march(flood, (u("g-31/21"),)).costs  # it began beside it
    back = next(n for n in BOARD.neighbours[b] if OPEN >> n & 1 and (n, a) not in BOARD.link and (n, b) not in FLOODS)
    far: dict[str, Placed] = {"g-31/21": str(HEXES[back]), "be-2": "31.12"}
    for events, through in (({}, True), ({"inundation": 1}, False)):
        s = situation(far, side="german", turn=26, events=events).state
        path = march(s, (u("g-31/21"),)).path_to(a)
        steps = set() if path is None else set(zip(path.nodes, path.nodes[1:], strict=False))
        assert bool(steps & FLOODS) is through


# ---- later scenarios


@pytest.mark.rule("23.1", "24.3")
def test_later_scenarios_begin_with_bases_that_were_moved() -> None:
    race = front1914.new("offensive_a_outrance", "race", seed=1).state
    assert [base(race, army) for army in (BEF, BELGIAN)] == ["02.36", "52.16"]
    assert [limit(race, army) for army in (BEF, BELGIAN)] == [0, 0]
    assert [event(race, name) for name in ("reseau_east", "reseau_west", "creil")] == [2, 2, 1]
    last = front1914.new("offensive_a_outrance", "last_battles", seed=1).state
    assert [base(last, army) for army in (BEF, BELGIAN)] == ["02.36", "26.09"]
    assert limit(last, BELGIAN) == 4
