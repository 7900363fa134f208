"""18.3 to 18.5, 18.6.1, 18.6.4: what German units set off when they come near, and Belgians when they sally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP,
    EDGE,
    HEXES,
    NETWORK,
    ON_RAIL,
    OPEN,
    RAIL_OF_SIDE,
    RAILS,
)
from front1914.titles.offensive_a_outrance.logistics.supply import has_line, network
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.railways import bottlenecks
from front1914.titles.offensive_a_outrance.railways.engineering import SPARED, clear, operational
from front1914.titles.offensive_a_outrance.railways.structures import ENDS, LINK, cut
from front1914.titles.offensive_a_outrance.sequence import begin_phase
from front1914.titles.offensive_a_outrance.state import (
    DOOMED,
    DOWN,
    EVENTS,
    POOLS,
    REBUILT,
    STANDING,
    STRUCTURE_WORDS,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import args, happened, situation

RUNNING: dict[str, dict[str, Any]] = {str(HEXES[n]): {"operational": 1} for n in members(ON_RAIL)}
GERMAN_LINES: dict[str, dict[str, Any]] = {str(HEXES[n]): {"operational": 2} for n in members(ON_RAIL)}
FAR = {"f-11/20": "40.60", "g-31/21": "60.50"}


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def at_distance(word: str, distance: int) -> Iterator[str]:
    """Open hexes at some distance from another."""
    return (str(HEXES[n]) for n in members(OPEN) if BOARD.distance(h(word), n) == distance)


def near_structure(name: str, distance: int) -> str:
    """A hex at some distance from the nearer hex of a structure's hexside."""
    a, b = ENDS[STRUCTURE_WORDS.number(name)]
    found = (n for n in members(OPEN) if min(BOARD.distance(n, a), BOARD.distance(n, b)) == distance)
    return str(HEXES[next(found)])


def comes(unit: str, word: str, **more: Any) -> Game:
    """A unit comes into a hex; nobody else is near."""
    more.setdefault("side", "german" if unit.startswith("g-") else "allied")
    placed = dict(FAR)
    placed.setdefault(unit, "40.61" if unit.startswith("f-") else "60.51")
    game = situation(placed, **more)
    enter(game.state, (u(unit),), h(word))
    return game


def state(s: OAOState, name: str) -> int:
    return int(s.structures[STRUCTURE_WORDS.number(name)])


def event(s: OAOState, name: str) -> int:
    return int(s.events[EVENTS.number(name)])


def runs(s: OAOState, word: str, side: str = "allied") -> bool:
    return bool(operational(s, side) >> h(word) & 1)


def preliminary(turn: int = 5, side: str = "allied", **more: Any) -> Game:
    """A game whose Preliminary Phase brings its special events."""
    return situation(dict(FAR), phase="preliminary", step="special_events", turn=turn, side=side, **more)


def engineering(turn: int, side: str, units: dict[str, Any] | None = None, **more: Any) -> Game:
    """A game whose RR Engineering Phase has just been."""
    return situation(units or dict(FAR), phase="engineering", step="rebuild", turn=turn, side=side, **more)


# ---- Réseau du Nord (18.3)


@pytest.mark.rule("18.3")
def test_the_two_areas_of_the_reseau_du_nord() -> None:
    """18.3: from Hirson to the Seine and the sea, divided by the Somme, whose two named hexes are western."""
    east, west = NETWORK["east"], NETWORK["west"]
    assert not east & west
    for word in ("40.30", "20.19", "28.13", "35.18", "32.28"):
        assert east >> h(word) & 1, word
    for word in ("19.19", "31.29", "22.23", "01.21", "14.33"):
        assert west >> h(word) & 1, word
    for word in ("16.36", "42.34", "36.43"):  # Paris, and what lies beyond the Oise
        assert not (east | west) >> h(word) & 1, word


@pytest.mark.rule("18.3.1.a")
def test_germans_within_eight_hexes_of_amiens_trigger_the_eastern_clearing() -> None:
    """OAO-18.3.1-01: within eight hexes of 22.23, before GT 10."""
    near, far = next(at_distance("22.23", 8)), next(at_distance("22.23", 9))
    assert event(comes("g-31/21", near, turn=9).state, "reseau_east") == 1
    assert event(comes("g-31/21", far, turn=9).state, "reseau_east") == 0
    assert event(comes("g-31/21", near, turn=10).state, "reseau_east") == 0
    assert event(comes("f-39/20", near, turn=9).state, "reseau_east") == 0


@pytest.mark.rule("18.3.1.b")
def test_the_western_clearing_needs_the_eastern_one() -> None:
    """OAO-18.3.1-01, B117: within eight hexes of 20.32, before GT 10, when the East has been cleared."""
    near, far = next(at_distance("20.32", 8)), next(at_distance("20.32", 9))
    for east, turn, word, expected in (
        (2, 9, near, 1),
        (1, 9, near, 0),  # triggered is not cleared
        (0, 9, near, 0),
        (2, 10, near, 0),
        (2, 9, far, 0),
    ):
        game = comes("g-31/21", word, turn=turn, events={"reseau_east": east})
        assert event(game.state, "reseau_west") == expected


@pytest.mark.rule("18.3.1.c", "18.3.1.d", "4.2.1.e")
def test_the_eastern_clearing() -> None:
    """18.3.1: the next Allied Player Turn; from Abbeville to St.Omer trains go on running, German lines stay."""
    s = preliminary(events={"reseau_east": 1}, hexes=RUNNING).state
    assert event(s, "reseau_east") == 2
    lost = ON_RAIL & NETWORK["east"] & ~SPARED
    assert lost
    assert not operational(s, "allied") & lost
    for word in ("20.19", "22.11", "26.09", "28.13"):  # by Boulogne and Calais
        assert runs(s, word), word
    assert runs(s, "22.23")  # Amiens is western
    german = situation(dict(FAR), events={"reseau_east": 1}, hexes=RUNNING | {"32.28": {"operational": 2}}).state
    clear(german)
    assert german.operational[h("32.28")] == 2
    s = preliminary(side="german", events={"reseau_east": 1}, hexes=RUNNING).state
    assert event(s, "reseau_east") == 1  # not yet
    assert s.operational[h("35.18")] & 1


@pytest.mark.rule("18.3.1.e")
def test_the_western_clearing_takes_the_rest() -> None:
    s = preliminary(events={"reseau_east": 2, "reseau_west": 1}, hexes=RUNNING).state
    assert event(s, "reseau_west") == 2
    assert not operational(s, "allied") & ON_RAIL & (NETWORK["east"] | NETWORK["west"])
    assert runs(s, "16.36")


@pytest.mark.rule("18.3.2")
def test_cleared_lines_are_not_repaired_before_gt_14() -> None:
    cleared = {"reseau_east": 2, "reseau_west": 2}
    for turn, expected in ((13, False), (14, True)):
        s = engineering(turn, "allied", events=cleared).state
        assert runs(s, "22.23") is expected
        assert runs(s, "35.18") is expected
        assert runs(s, "16.36")
    east = engineering(13, "allied", events={"reseau_east": 2}).state
    assert runs(east, "22.23")
    assert not runs(east, "35.18")


# ---- structures (18.4)


@pytest.mark.rule("18.4.1.a")
@pytest.mark.parametrize("name", ["chauny", "la-fere", "montmedy", "hirson"])
def test_orange_structures_are_doomed_by_germans_within_eight_hexes(name: str) -> None:
    """18.4.1, H5.6: eight hexes from either hex; yellow sites fall like orange ones (L3)."""
    assert state(comes("g-31/21", near_structure(name, 8)).state, name) == DOOMED
    assert state(comes("g-31/21", near_structure(name, 9)).state, name) == STANDING
    assert state(comes("f-39/20", near_structure(name, 1)).state, name) == STANDING


@pytest.mark.rule("18.4.1.b")
@pytest.mark.parametrize(
    ("name", "hexes"),
    [
        ("amiens", ("23.24", "23.25")),
        ("chauny-red", ("29.31", "30.31")),
        ("la-fere-red", ("30.30", "31.31")),
    ],
)
def test_red_bridges_are_doomed_by_allied_units_if_germans_ever_held_both_sides(
    name: str, hexes: tuple[str, str]
) -> None:
    """18.4.1, B8: any Allied unit that comes to the hexside."""
    for taken, expected in ((3, DOOMED), (1, STANDING), (2, STANDING), (0, STANDING)):
        game = comes("f-39/20", hexes[0], structures={name: {"taken": taken}})
        assert state(game.state, name) == expected
    assert state(comes("b-1/1", hexes[1], structures={name: {"taken": 3}}, side="allied").state, name) == DOOMED
    beside = next(w for w in at_distance(hexes[0], 1) if BOARD.distance(h(w), h(hexes[1])) == 2)
    assert state(comes("f-39/20", beside, structures={name: {"taken": 3}}).state, name) == STANDING
    assert state(comes("g-31/21", hexes[0], structures={name: {"taken": 3}}).state, name) == STANDING


@pytest.mark.rule("18.4.1.b")
def test_what_the_germans_held_is_remembered() -> None:
    """18.4.1: controlled at any point during the game."""
    number = STRUCTURE_WORDS.number("chauny-red")
    held = {"german": [str(HEXES[n]) for n in members(BOARD.within(h("30.30"), 6))]}
    s = situation({"f-11/20": "40.60", "g-31/21": "30.28"}, held=held).state
    assert s.taken[number] == 0
    begin_phase(s, "counter_movement")
    assert s.taken[number] == 3
    for n in ENDS[number]:
        s.control[n] = 1
    begin_phase(s, "attack")
    assert s.taken[number] == 3


@pytest.mark.rule("18.4", "4.2.1.e")
def test_demolition_takes_effect_in_the_next_allied_player_turn() -> None:
    doomed = {"chauny": {"state": "doomed"}, "pontoise": {"state": "standing"}}
    game = preliminary(structures=doomed)
    assert state(game.state, "chauny") == DOWN
    assert state(game.state, "pontoise") == STANDING
    assert happened(game, "demolished")
    assert state(preliminary(side="german", structures=doomed).state, "chauny") == DOOMED


@pytest.mark.rule("18.4.1.c")
def test_the_red_bridge_at_amiens_is_rebuilt_on_gt_21() -> None:
    """OAO-18.4.1-02: 21, not 25 as the map has it."""
    down = {"amiens": {"state": "down"}}
    for turn, expected in ((20, DOWN), (21, REBUILT), (25, DOWN)):
        assert state(engineering(turn, "allied", structures=down).state, "amiens") == expected


@pytest.mark.rule("18.4.1a")
def test_the_pont_de_pontoise() -> None:
    """18.4.1a: only a German unit at its hexside; never rebuilt."""
    assert state(comes("g-31/21", "15.33").state, "pontoise") == DOOMED
    assert state(comes("g-31/21", "15.34").state, "pontoise") == DOOMED
    assert state(comes("g-31/21", near_structure("pontoise", 1)).state, "pontoise") == STANDING
    assert state(comes("f-39/20", "15.33").state, "pontoise") == STANDING
    for turn in range(2, 31):
        s = engineering(turn, "allied", structures={"pontoise": {"state": "down"}}).state
        assert state(s, "pontoise") == DOWN


@pytest.mark.rule("18.4.2")
def test_a_demolished_structure_stops_lines_depots_and_engineering() -> None:
    """18.4.2: at Pontoise: nothing crosses the hexside, neither a LOC nor a Depot nor RR Engineering."""
    down = {"pontoise": {"state": "down"}}
    edge = "15.33"
    alone = {word: {"operational": 1} for word in (edge, "15.34", *(str(HEXES[n]) for n in _to_edge("15.34", edge)))}
    whole = situation({"f-dSIXTH": edge}, hexes=alone).state
    assert has_line(whole, u("f-dSIXTH"))
    broken = situation({"f-dSIXTH": edge}, hexes=alone, structures=down).state
    assert not has_line(broken, u("f-dSIXTH"))
    assert not network(broken, "allied") >> h(edge) & 1
    assert cut(broken, "allied") == cut(broken, "german") == 1 << LINK[STRUCTURE_WORDS.number("pontoise")]
    game = situation({"f-dSIXTH": edge}, hexes=RUNNING)
    game.act("unit", "f-dSIXTH")
    assert game.why_not("to", "15.34") is None
    game = situation({"f-dSIXTH": edge}, hexes=alone | {"15.32": {"operational": 1}}, structures=down)
    game.act("unit", "f-dSIXTH")
    assert game.why_not("to", "15.34") is not None
    cutoff = {str(HEXES[n]): "german" for n in members(BOARD.within(h(edge), 3)) if n not in ENDS[_pontoise()]}
    held = {"german": [word for word in cutoff if word not in _west("15.34", edge)]}
    assert not runs(engineering(5, "allied", held=held, structures=down).state, edge)
    assert runs(engineering(5, "allied", held=held).state, edge)


def _pontoise() -> int:
    return STRUCTURE_WORDS.number("pontoise")


def _to_edge(start: str, without: str) -> tuple[int, ...]:
    """The way by rail from a hex to the western edge that keeps clear of another."""
    return RAILS.path(1 << h(start), EDGE["allied"] & ON_RAIL, ON_RAIL & ~(1 << h(without)))


def _west(start: str, without: str) -> set[str]:
    return {str(HEXES[n]) for n in _to_edge(start, without)}


@pytest.mark.rule("18.4.3", "4.2.4.a")
def test_structures_with_a_number_are_rebuilt_on_that_turn() -> None:
    """OAO-18.4.3-01: Chauny on GT 15, La Fère on GT 16, the red ones there never."""
    down = {name: {"state": "down"} for name in ("chauny", "la-fere", "chauny-red", "la-fere-red")}
    rebuilt: dict[str, list[int]] = {name: [] for name in down}
    for turn in range(2, 31):
        s = engineering(turn, "allied", structures=down).state
        for name in down:
            if state(s, name) == REBUILT:
                rebuilt[name].append(turn)
    assert rebuilt == {"chauny": [15], "la-fere": [16], "chauny-red": [], "la-fere-red": []}


@pytest.mark.rule("18.4.3")
def test_an_orange_and_a_red_bridge_at_one_hexside() -> None:
    """B116: it serves when neither is down."""
    both = {"chauny": {"state": "rebuilt"}, "chauny-red": {"state": "down"}}
    assert cut(situation(dict(FAR), structures=both).state, "allied")
    assert not cut(situation(dict(FAR), structures={"chauny": {"state": "rebuilt"}}).state, "allied")


# ---- special German engineering (18.5)


@pytest.mark.rule("18.5")
def test_yellow_sites_are_rebuilt_by_the_germans_only() -> None:
    down = {"hirson": {"state": "down"}, "montmedy": {"state": "down"}}
    for name, turn in (("hirson", 12), ("montmedy", 15)):
        assert state(engineering(turn, "allied", structures=down).state, name) == DOWN
        assert state(engineering(turn, "german", structures=down).state, name) == REBUILT
        assert state(engineering(turn - 1, "german", structures=down).state, name) == DOWN


@pytest.mark.rule("18.5", "18.5.a")
def test_yellow_sites_serve_german_supply_and_depots_only() -> None:
    s = situation(dict(FAR), structures={"hirson": {"state": "rebuilt"}}).state
    link = 1 << RAIL_OF_SIDE[BOARD.link[h("40.29"), h("40.30")]]
    assert cut(s, "german") == 0  # lines of communication
    assert cut(s, "german", troops=True) == link
    assert cut(s, "allied") == cut(s, "allied", troops=True) == link
    game = situation({"g-dFIRST": "40.29"}, side="german", hexes=GERMAN_LINES, structures={"hirson": {"state": "down"}})
    game.act("unit", "g-dFIRST")
    around = args(game, "to")
    first = situation(
        {"g-dFIRST": "40.29"}, side="german", hexes=GERMAN_LINES, structures={"hirson": {"state": "rebuilt"}}
    )
    first.act("unit", "g-dFIRST")
    assert len(args(first, "to")) > len(around)  # with 18 MPs it comes further over the viaduct


# ---- bottlenecks (18.6.1)


@pytest.mark.rule("18.6.1.a")
def test_french_bottlenecks_come_with_germans_near_creil() -> None:
    near, far = next(at_distance("20.32", 8)), next(at_distance("20.32", 9))
    for word, expected in ((near, 7), (far, None)):
        s = comes("g-31/21", word, turn=12).state
        assert [bottlenecks.room(s, "allied", h(w)) for w in ("08.25", "15.34", "16.18")] == [expected] * 3


# ---- the Belgian sortie (18.6.4)


def prepare(turn: int, start: str, target: str, unit: str = "be-1", **more: Any) -> Game:
    """A unit places a Prepared Attack marker."""
    game = situation({unit: start, "g-31/21": target}, turn=turn, side="allied", **more)
    game.act("unit", unit)
    game.act("prepare", target)
    return game


@pytest.mark.rule("18.6.4")
def test_a_belgian_sortie() -> None:
    """OAO-18.6.4-01: from GT 10; not in the camp of Antwerpen, nor northwest of the Dender, nor outside Belgium."""
    start, target = "52.20", "52.21"
    assert event(prepare(10, start, target).state, "sortie") == 1
    assert event(prepare(9, start, target).state, "sortie") == 0
    assert event(prepare(12, start, target, unit="f-11/20").state, "sortie") == 0
    camp = next(n for n in members(CAMP["Antwerpen"]))
    out = next(n for n in BOARD.neighbours[camp] if not CAMP["Antwerpen"] >> n & 1 and OPEN >> n & 1)
    assert event(prepare(12, str(HEXES[camp]), str(HEXES[out])).state, "sortie") == 0
    assert event(prepare(12, "46.17", "46.18").state, "sortie") == 0
    assert event(prepare(12, "34.18", "34.19").state, "sortie") == 0  # Lille


@pytest.mark.rule("18.6.4.a")
def test_the_sortie_points_come_with_the_next_inter_phase() -> None:
    """OAO-18.6.4-01: two uses, which stay until they are used."""
    flow = [["turn"], ["end_inter_phase"], ["sortie_points"]]
    for known, expected in ((1, 2), (0, 0), (2, 0)):
        more: dict[str, Any] = {"scenario": "campaign", "turn": 12, "phase": "inter", "events": {"sortie": known}}
        s = situation(dict(FAR), flow=flow, **more).state
        assert s.pools[POOLS.number("sortie_rp")] == expected
    assert event(s, "sortie") == 2


# ---- later scenarios


@pytest.mark.rule("18.4.3")
def test_a_later_scenario_begins_with_what_had_fallen() -> None:
    s = front1914.new("offensive_a_outrance", "race", seed=1).state
    assert state(s, "amiens") == DOWN  # until GT 21
    assert state(s, "chauny") == REBUILT
    assert state(s, "hirson") == REBUILT
    assert state(s, "pontoise") == STANDING
    s = front1914.new("offensive_a_outrance", "campaign", seed=1).state
    assert set(s.structures) == {STANDING}


@pytest.mark.rule("18.4.3")
def test_a_structure_falls_once() -> None:
    """L4: what was rebuilt stands; what falls after its number stays down."""
    near = near_structure("chauny", 8)
    assert state(comes("g-31/21", near, structures={"chauny": {"state": "rebuilt"}}).state, "chauny") == REBUILT
    assert state(engineering(17, "allied", structures={"chauny": {"state": "down"}}).state, "chauny") == DOWN
