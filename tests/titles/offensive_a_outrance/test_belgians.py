"""24.2, 24.4: Belgian losses, the surrender of Antwerpen."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.nations.belgians import COUNTERS, NAMED, counter
from front1914.titles.offensive_a_outrance.organisation import losses
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.organisation.replacements import NATIONS, refuse_replacement
from front1914.titles.offensive_a_outrance.state import EVENTS, POOLS
from front1914.titles.offensive_a_outrance.world import FACES, IS_DIVISION, IS_FORMATION, NATION, OWN, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, happened, mark, situation, where

THIRD = UNITS.number("be-3")
DIVISIONS = [u for u in OWN["allied"] if NATION[u] == "belgian" and IS_DIVISION[u] and IS_FORMATION[u]]


# ---- losses (24.2)


@pytest.mark.rule("24.2")
def test_belgians_never_recover_strength() -> None:
    s = situation({"be-3": ("52.18", "sr 1")}, turn=3, scenario="campaign", pools={"belgian_repl": 5}).state
    reason = refuse_replacement(s, THIRD)
    assert reason is not None
    assert "belgian" not in NATIONS["allied"]


@pytest.mark.rule("24.2.1")
def test_the_second_counter_takes_the_place_of_a_reduced_one() -> None:
    """OAO-24.2.1-01."""
    s = situation({"be-3": "52.18"}).state
    states = []
    for _ in ("preparatory bombardment", "intensity", "check"):
        suffer(s, (THIRD,), 1)
        states.append(counter(s, THIRD))
    assert states == ["primary reduced", "secondary full", "secondary reduced"]
    assert (s.attack(THIRD), s.defence(THIRD)) == FACES[THIRD][3]


@pytest.mark.rule("24.2.1", "24.2.1.b")
def test_the_ladder_of_a_belgian_division() -> None:
    """OAO-24.2.1-02, B112: the sixth reduction eliminates it, and costs no Replacement."""
    for u in DIVISIONS:
        s = situation({str(UNITS[u]): "52.18"}).state
        found = [counter(s, u)]
        for _ in range(6):
            suffer(s, (u,), 1)
            found.append(counter(s, u))
        assert found == [*COUNTERS, "eliminated"]
        assert s.pools[POOLS.number("belgian_repl")] == 0
        reduced, less, least = (FACES[u][n] for n in (3, 4, 5))
        assert less == (max(1, reduced[0] - 2), max(1, reduced[1] - 2))
        assert least == (max(1, reduced[0] - 4), max(1, reduced[1] - 4))


@pytest.mark.rule("24.2.1.a")
def test_a_reduced_brigade_becomes_a_regiment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of battle has no Belgian brigade: the cavalry stands in for one."""
    brigade, regiment = UNITS.number("be-c"), UNITS.number("be-Gd-Civique-1")
    monkeypatch.setitem(losses.REGIMENT_OF, brigade, regiment)
    s = situation({"be-c": ("52.18", "sr 1", "ce -2", "army be-BELGIAN")}).state
    suffer(s, (brigade,), 1)
    assert s.own(s.at[regiment], "allied") == [regiment]
    assert (s.sr[regiment], s.ce[regiment], s.army[regiment]) == (0, 0, s.army[brigade])
    assert not IS_FORMATION[regiment]  # no Attachment marker any more


# ---- Antwerpen (24.4)

CITY: dict[str, Placed] = {"g-3/2": "51.17", "g-4/2": "52.16"}
GARRISON: dict[str, Placed] = {
    "be-fx-Antwerpen-1": "50.15",
    "be-fx-Antwerpen-2": ("eliminated", "sr 1", "face"),
    "be-Antwerpen-1": "51.18",
    "be-dANTWERPEN": "51.16",
    "be-1": "50.16",
    "be-dBELGIAN": "44.15",
}


def evening(placed: dict[str, Placed], turn: int = 22, **more: Any) -> Game:
    """The end of a GT."""
    flow = [["turn"], ["end_of_turn"]]
    held = {"german": [str(place) for place in placed.values() if place in ("51.17", "52.16")]}
    return situation(
        placed | {"f-1/1": "20.50", "f-dFIRST": "20.50"},
        scenario="campaign",
        turn=turn,
        flow=flow,
        phase="finishing",
        phasing="german",
        active="german",
        held=held,
        **more,
    )


@pytest.mark.rule("24.4", "24.4.a")
def test_antwerpen_surrenders_at_the_end_of_a_turn_and_its_garrison_is_removed() -> None:
    """OAO-24.4-01."""
    game = evening(CITY | GARRISON)
    assert game.state.events[EVENTS.number("antwerpen")] == 22
    assert happened(game, "antwerpen")[0]["turn"] == 25
    assert game.state.phasing == "allied"  # the next Preliminary Phase has come
    for unit in GARRISON:
        if "ntwerpen" in unit or "ANTWERPEN" in unit:
            assert where(game, unit) == "withdrawn", unit
    assert where(game, "be-1") == "50.16"
    assert {UNITS[u] for u in NAMED} >= {"be-fx-Antwerpen-11", "be-Antwerpen-3", "be-dANTWERPEN"}


@pytest.mark.rule("24.4")
@pytest.mark.parametrize("missing", sorted(CITY))
def test_both_hexes_must_be_german(missing: str) -> None:
    game = evening({unit: place for unit, place in CITY.items() if unit != missing} | GARRISON)
    assert game.state.events[EVENTS.number("antwerpen")] == 0
    assert where(game, "be-fx-Antwerpen-1") == "50.15"


@pytest.mark.rule("24.4.a", "12.4.2")
def test_what_has_surrendered_is_never_repaired() -> None:
    game = evening(GARRISON | CITY, events={"antwerpen": 21})
    assert where(game, "be-fx-Antwerpen-2") == "withdrawn"
    assert mark(game, "be-fx-Antwerpen-2", "sr") == 1
