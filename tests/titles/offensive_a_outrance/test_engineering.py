"""18: rail line states, RR Engineering, the Réseau du Nord, structures, bottlenecks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, ON_RAIL, RAILS
from front1914.titles.offensive_a_outrance.railways import bottlenecks
from front1914.titles.offensive_a_outrance.railways.engineering import operational, railheads
from front1914.titles.offensive_a_outrance.sequence import begin_phase
from front1914.titles.offensive_a_outrance.state import (
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import asked, happened, situation

EVERYWHERE: dict[str, dict[str, Any]] = {str(HEXES[n]): {"operational": 1} for n in members(ON_RAIL)}


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def runs(s: OAOState, side: str, word: str) -> bool:
    """Whether trains of a side run in a hex."""
    return bool(operational(s, side) >> h(word) & 1)


def words(bits: int) -> set[str]:
    return {str(HEXES[n]) for n in members(bits)}


def allied(lines: Iterable[int]) -> dict[str, dict[str, Any]]:
    """Hexes in which Allied trains run."""
    return {str(HEXES[n]): {"operational": 1} for n in lines}


def next_phase(game: Game, phase: str) -> None:
    """Until a phase begins; every question is answered by going on."""
    for _ in range(80):
        if game.state.phase == phase:
            return
        verbs = {a.verb for a in game.decision.actions}
        game.act(next(v for v in ("done", "stay", "stop", "calm", "accept") if v in verbs))
    raise AssertionError(f"no {phase}")


def march(game: Game, unit: str, *path: str) -> None:
    game.act("unit", unit)
    for word in path:
        game.act("to", word)
    game.act("stop")


# ---- line states (18.1)


@pytest.mark.rule("18.1.1")
def test_a_line_is_operational_only_where_it_leads_to_a_friendly_edge() -> None:
    """18.1.1: a hex cut off from the edge is non-operational, whatever the Railheads say."""
    way = RAILS.path(1 << h("22.23"), 1 << h("01.21"), ON_RAIL)
    s = situation({"f-11/20": "20.40"}, hexes=allied(way)).state
    assert all(runs(s, "allied", str(HEXES[n])) for n in way)
    gap = way[len(way) // 2]
    s = situation({"f-11/20": "20.40"}, hexes=allied(n for n in way if n != gap)).state
    assert runs(s, "allied", str(HEXES[way[-1]]))
    assert not runs(s, "allied", str(HEXES[way[0]]))


@pytest.mark.rule("18.1.1")
def test_belgian_lines_are_operational_from_the_belgian_base() -> None:
    """B65: in Belgium the Army Base of the Belgians counts as a friendly edge."""
    belgian = {w: c for w, c in EVERYWHERE.items() if BOARD.distance(h(w), h("52.16")) <= 3}
    s = situation({"f-11/20": "20.40"}, hexes=belgian).state
    assert not operational(s, "allied")
    s = situation({"f-11/20": "20.40"}, hexes=belgian, armies={"be-BELGIAN": {"base": "52.16"}}).state
    assert runs(s, "allied", "51.17")


@pytest.mark.rule("18.1.2")
def test_railheads_lie_where_operational_lines_end() -> None:
    way = RAILS.path(1 << h("22.23"), 1 << h("01.21"), ON_RAIL)
    s = situation({"f-11/20": "20.40"}, hexes=allied(way)).state
    heads = words(railheads(s, "allied"))
    assert "22.23" in heads  # lines lead on to Arras and Tergnier
    assert heads <= {str(HEXES[n]) for n in way}
    behind = [n for n in way if {other for other, _ in RAILS.ways[n]} <= set(way)]
    assert behind
    assert not heads & {str(HEXES[n]) for n in behind}


@pytest.mark.rule("18.1.3")
def test_an_enemy_who_passes_takes_the_line() -> None:
    """18.1.3 (1): passing through is enough, and at once; what lies beyond has lost its edge."""
    game = situation({"g-31/21": "56.53", "f-11/20": "40.60"}, side="german", hexes=EVERYWHERE, held={"allied": "all"})
    line = [w for w in EVERYWHERE if BOARD.ring[h("56.53")] >> h(w) & 1]
    target = line[0]
    assert runs(game.state, "allied", target)
    march(game, "g-31/21", target)
    assert not runs(game.state, "allied", target)
    assert not game.state.operational[h(target)] & 1


@pytest.mark.rule("18.1.3", "4.2.4.b")
def test_lines_behind_the_enemys_front_are_lost_when_a_phase_begins() -> None:
    """18.1.3 (2), B76."""
    s = situation({"f-11/20": "40.60", "g-31/21": "56.53"}, hexes=EVERYWHERE).state
    assert runs(s, "allied", "54.49")
    begin_phase(s, "counter_movement")
    assert not s.operational[h("54.49")] & 1
    assert s.operational[h("52.54")] & 1


# ---- engineering (18.2)


@pytest.mark.rule("18.2", "4.2.4.b")
def test_engineering_opens_what_lies_behind_the_front_and_is_connected() -> None:
    game = situation({"f-11/20": "40.60", "g-31/21": "35.20"}, phase="engineering", step="rebuild")
    s = game.state
    assert asked(game) == ("allied", "move")
    assert runs(s, "allied", "22.23")
    assert runs(s, "allied", "47.45")
    assert not runs(s, "allied", "54.49")  # Metz is German
    assert runs(s, "allied", "52.16")  # Antwerpen: Allied, joined to France by Allied lines
    assert happened(game, "railheads")


@pytest.mark.rule("18.2")
def test_engineering_does_not_reach_what_is_cut_off() -> None:
    ring = dict.fromkeys(words(BOARD.within(h("52.54"), 3) & ~BOARD.within(h("52.54"), 2)), "german")
    held = {"german": list(ring)}
    game = situation({"f-11/20": "40.60"}, phase="engineering", step="rebuild", held=held)
    assert not runs(game.state, "allied", "52.54")
    game = situation({"f-11/20": "40.60"}, phase="engineering", step="rebuild")
    assert runs(game.state, "allied", "52.54")


@pytest.mark.rule("18.2.a")
def test_the_territorial_group_does_not_take_lines_back() -> None:
    """18.2: ground that only the GDT covers stays as it was; the same divisions in an army take it."""
    lost = list(words(BOARD.within(h("33.20"), 2)))
    units = {"f-81t/GDT": "32.19", "f-82t/GDT": "34.19", "f-84t/GDT": "33.21"}
    lines = words(ON_RAIL & BOARD.within(h("33.20"), 1))

    def opened(army: str) -> set[str]:
        placed = {unit: (place, f"army {army}") for unit, place in units.items()} | {"g-31/21": "35.20"}
        more: dict[str, Any] = {"phase": "supply", "step": "begin_supply", "held": {"german": lost}, "turn": 3}
        game = situation(placed, **more)
        next_phase(game, "movement")
        return {word for word in lines if runs(game.state, "allied", word)}

    assert not opened("f-GDT")
    assert opened("f-FIFTH")


# ---- bottlenecks (18.6)


def left(s: OAOState, side: str, *words: str) -> list[int | None]:
    """What may still go into some hexes, in halves of a Rail Point."""
    return [bottlenecks.room(s, side, h(word)) for word in words]


@pytest.mark.rule("18.6.1.b")
def test_arlon_and_liege_are_narrow_from_the_start() -> None:
    s = front1914.new("offensive_a_outrance", "campaign", seed=1).state
    assert left(s, "german", "54.40", "59.29", "51.28") == [7, 7, None]
    assert left(s, "allied", "08.25", "15.34", "16.18", "59.29") == [None] * 4  # a marker binds its own side


@pytest.mark.rule("18.6.1.b")
def test_namur_is_narrow_after_the_sixth_inter_phase() -> None:
    for turn, expected in ((18, None), (19, 7)):
        assert left(situation({"f-11/20": "40.60"}, turn=turn).state, "german", "51.28") == [expected]


@pytest.mark.rule("18.6.2", "18.6.2.a")
def test_traffic_uses_a_bottleneck_up() -> None:
    """18.6.2, B79: a unit whose cost exceeds the rest may not ride in."""
    s = situation({"f-11/20": "40.60"}).state
    for _ in range(3):
        assert not bottlenecks.shut(s, "german", 2)
        bottlenecks.use(s, "german", h("59.29"), 2)
    assert left(s, "german", "59.29") == [1]
    assert bottlenecks.shut(s, "german", 2) == 1 << h("59.29")
    assert not bottlenecks.shut(s, "german", 1)
    bottlenecks.use(s, "german", h("59.29"), 1)
    assert bottlenecks.shut(s, "german", 1) == 1 << h("59.29")


@pytest.mark.rule("18.6.2.b", "4.3.2.a")
def test_the_inter_phase_resets_bottlenecks() -> None:
    flow = [["turn"], ["end_inter_phase"], ["sortie_points"], ["allotments"]]
    units = {"f-11/20": "40.60", "g-31/21": "60.50"}
    more: dict[str, Any] = {"scenario": "campaign", "phase": "inter", "bottlenecks": {"59.29": 5, "54.40": 7}}
    s = situation(units, turn=3, flow=flow, **more).state
    assert left(s, "german", "59.29", "54.40") == [7, 7]
    s = situation(units, turn=3, flow=flow[:2], **more).state
    assert left(s, "german", "59.29", "54.40") == [2, 0]


@pytest.mark.rule("18.6.3")
def test_the_new_reserve_corps_double_the_capacity() -> None:
    """OAO-18.6.3-01: 3 1/2 on GT 22, 7 on GT 23: in halves 7 and 14."""
    found = {}
    for turn in (22, 23):
        s = situation({"f-11/20": "40.60"}, turn=turn, events={"creil": 1}).state
        found[turn] = [*left(s, "german", "59.29", "54.40", "51.28"), *left(s, "allied", "08.25")]
    assert found == {22: [7, 7, 7, 7], 23: [14, 14, 14, 7]}


# ---- what a player sees


@pytest.mark.rule("18.1.2")
def test_the_map_shows_railways_railheads_structures_bottlenecks_and_bases() -> None:
    game = situation(
        {"f-11/20": "40.60", "g-31/21": "60.50"},
        hexes=EVERYWHERE,
        structures={"chauny": {"state": "down"}, "pontoise": {"state": "doomed"}},
        bottlenecks={"59.29": 4},
        armies={"b-BEF": {"base": "02.36"}},
        events={"bef_transfer": 9},
        turn=8,
    )
    for side in ("allied", "german"):
        shown = {(m["kind"], m["at"]): m["text"] for m in game.view(side)["markers"]}
        assert shown["structure", "29.31"].startswith("Railway bridge at Chauny: demolished")
        assert "to be demolished" in shown["structure", "15.33"]
        assert shown["bottleneck", "59.29"] == "Bottleneck: 1½ RPs left (18.6)"
        assert shown["base", "02.36"].endswith("moving: 4 Ammo a turn")
    way = RAILS.path(1 << h("22.23"), 1 << h("01.21"), ON_RAIL)
    game = situation({"f-11/20": "20.40"}, hexes=allied(way))
    overlay = game.overlay("german", "railways", "allied")
    assert set(overlay["places"]) == {str(HEXES[n]) for n in way}
    assert overlay["places"]["22.23"]["mark"] == "railhead"
    assert len(overlay["lines"]) >= len(way) - 1
    assert not game.overlay("german", "railways")["places"]
    with pytest.raises(front1914.BadInput):
        game.overlay("german", "railways", "nobody")
