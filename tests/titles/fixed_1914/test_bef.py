"""BA: activation, staging and landing of the British Expeditionary Force."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914 import neutrality
from front1914.titles.fixed_1914.board import BOARD, HEXES, IN
from front1914.titles.fixed_1914.expedition import BEF, ZONE
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.positions import Placed, args, asked, happened, refused, situation, verbs, where

NAMES = tuple(str(UNITS[u]) for u in BEF)
QUIET: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "BB36"}


def phase(units: dict[str, Placed], turn: int, *, box: str = "staging", **more: object) -> Game:
    """The BEF's part of the Allied reinforcement phase; Belgium was invaded in turn 1."""
    force = dict.fromkeys(NAMES, box)
    options: dict[str, object] = {"invaded": {"belgium": 1}} | more
    return situation({**QUIET, **force, **units}, side="allied", step="expedition", turn=turn, **options)  # type: ignore[arg-type]


def near_belgium(number: int) -> dict[str, Placed]:
    """French corps about Lille."""
    places = ("R8", "Q8", "Q9", "P8", "S10")
    return {unit: places[i] for i, unit in enumerate(("f-I", "f-II", "f-III", "f-C1", "f-C2")[:number])}


# ---- clocks


@pytest.mark.rule("BA-1.1", "BA-3.1", "OU-2.3")
@pytest.mark.parametrize(
    ("invasion", "extra", "active", "lands"),
    [
        pytest.param(1, 0, 2, 5, id="FX-E056 FX-E067"),
        pytest.param(1, 1, 3, 6, id="FX-E057"),
        pytest.param(1, 2, 4, 7, id="FX-E058"),
        pytest.param(3, 0, 4, 7, id="FX-E068"),
    ],
)
def test_activation_the_turn_after_the_invasion_and_landing_three_later(
    invasion: int, extra: int, active: int, lands: int
) -> None:
    game = phase({}, 8, invaded={"belgium": invasion}, extra=extra)
    assert (neutrality.activation(game.state), neutrality.landing(game.state)) == (active, lands)


@pytest.mark.rule("BA-1.1", "BA-2.1")
@pytest.mark.parametrize(
    ("country", "option", "active"),
    [("belgium", True, 3), ("holland", True, 3), ("luxembourg", True, 3), ("luxembourg", False, neutrality.NEVER)],
)
def test_any_of_three_countries_brings_britain_in(country: str, option: bool, active: int) -> None:
    """B-21: Luxembourg by default."""
    game = phase({}, 4, invaded={country: 2}, options={"bef_trigger_luxembourg": option})
    assert neutrality.activation(game.state) == active


@pytest.mark.rule("BA-2.1")
def test_on_activation_all_units_go_to_the_staging_area() -> None:
    game = phase({}, 2, box="track")
    assert {where(game, unit) for unit in NAMES} == {"staging"}
    assert len(NAMES) == 7
    early = phase({}, 2, box="track", invaded={})
    assert {where(early, unit) for unit in NAMES} == {"track"}


# ---- removal (BA-2)


@pytest.mark.rule("BA-2.3", "BA-2.5")
@pytest.mark.parametrize(("french", "removed"), [(0, 0), (2, 0), (3, 2), (5, 2)])
def test_more_than_two_french_units_in_the_zone_cost_two_british(french: int, removed: int) -> None:
    """FX-E070."""
    game = phase(near_belgium(french), 3)
    for _ in range(removed):
        assert asked(game) == ("allied", "send_home")
        game.act("unit", args(game, "unit")[0])
    assert sum(where(game, unit) == "removed" for unit in NAMES) == removed
    assert asked(game)[1] != "send_home"


@pytest.mark.rule("BA-2.2")
@pytest.mark.parametrize(("turn", "checked"), [(2, False), (3, True), (4, True), (5, True), (6, False)])
def test_three_checks_after_activation(turn: int, checked: bool) -> None:
    """FX-E067: turns 3, 4 and 5."""
    game = phase(near_belgium(4), turn)
    assert (asked(game)[1] == "send_home") is checked
    assert bool(happened(game, "bef_check")) is checked


@pytest.mark.rule("BA-2.4")
def test_the_zone() -> None:
    """FX-E071: two hexes from a French-Belgian border hex, four from Dunkirk or Lille."""
    border = IN["france"] & IN["belgium"]
    for h in HEXES.numbers:
        near = bool(BOARD.within(h, 2) & border)
        town = min(BOARD.distance(h, HEXES.number(place)) for place in ("O3", "R8")) <= 4
        assert bool(ZONE >> h & 1) is (near or town)


@pytest.mark.rule("BA-2.3")
def test_territorials_and_divisions_do_not_count() -> None:
    """B-25."""
    game = phase({"f-I": "R8", "f-C1": "Q8", "f-44D": "Q9", "f-TRouen": "P8", "f-AL1": "S10"}, 3)
    assert not [e for e in happened(game, "bef_check") if e["failed"]]


@pytest.mark.rule("BA-2.5", "BA-2.6")
def test_the_allied_player_chooses_and_they_never_come() -> None:
    game = phase(near_belgium(3), 5)
    assert set(args(game, "unit")) == set(NAMES)
    assert refused(game, "unit", "f-I") == "BA-2"
    game.act("unit", "b-19")
    game.act("unit", "b-5CB")
    assert asked(game) == ("allied", "landing"), "after the third check the rest may land (BA-3)"
    assert refused(game, "unit", "b-19") == "BA-3"


@pytest.mark.rule("BA-2.5")
def test_if_no_more_than_two_are_left_nobody_is_asked() -> None:
    game = phase({**near_belgium(3), **dict.fromkeys(NAMES[2:], "removed")}, 4)
    assert {where(game, unit) for unit in NAMES} == {"removed"}


# ---- landing (BA-3)


@pytest.mark.rule("BA-3.1", "BA-3.2")
def test_the_bef_lands_in_french_ports_on_the_third_turn_after_activation() -> None:
    assert asked(phase({}, 4))[1] != "landing"
    game = phase({}, 5)
    assert asked(game) == ("allied", "landing")
    game.act("unit", "b-I")
    assert set(args(game, "to")) == {"C8", "K4", "L3", "O3"}
    assert refused(game, "to", "R4") == "BA-3", "Ostend is no French port"
    game.act("to", "K4")
    assert where(game, "b-I") == "K4"


@pytest.mark.rule("BA-3.1")
def test_the_rest_may_wait_and_land_later() -> None:
    """B-26."""
    game = phase({}, 5)
    game.act("unit", "b-I")
    game.act("to", "K4")
    assert verbs(game) >= {"unit", "done"}
    game.act("done")
    assert where(game, "b-II") == "staging"
    assert asked(phase({}, 7)) == ("allied", "landing")


@pytest.mark.rule("BA-3.2")
def test_a_port_in_enemy_hands_is_closed() -> None:
    """B-27."""
    game = phase({"g-I": "K4"}, 5, control={"L3": "german"})
    game.act("unit", "b-I")
    assert set(args(game, "to")) == {"C8", "O3"}
    assert refused(game, "to", "K4") == "RI-2"
    assert refused(game, "to", "L3") == "RI-2"


@pytest.mark.rule("BA-3.2")
def test_without_a_port_nobody_lands() -> None:
    game = phase({}, 5, control=dict.fromkeys(("C8", "K4", "L3", "O3"), "german"))
    assert asked(game)[1] != "landing"
    assert where(game, "b-I") == "staging"


@pytest.mark.rule("BA-3.2", "ST-2.1")
def test_all_may_land_in_one_port() -> None:
    """B-47: stacking is checked at the end of movement."""
    game = phase({}, 5)
    for unit in NAMES:
        game.act("unit", unit)
        game.act("to", "K4")
    assert {where(game, unit) for unit in NAMES} == {"K4"}


@pytest.mark.rule("BA-4.1")
def test_who_has_landed_moves_in_the_same_turn() -> None:
    game = phase({}, 5)
    game.act("unit", "b-I")
    game.act("to", "K4")
    game.act("done")
    while asked(game)[1] != "move":
        game.act(game.decision.actions[0])  # type: ignore[union-attr]
    assert "b-I" in args(game, "unit")


@pytest.mark.rule("BA-4.2")
def test_belgian_neutrality_binds_the_british() -> None:
    game = phase({}, 5)
    assert neutrality.barred(game.state, UNITS.number("b-I")) & 0b100
    game = phase({}, 5, taken={"capital": 2})
    assert not neutrality.barred(game.state, UNITS.number("b-I")) & 0b100


@pytest.mark.rule("BA-5.1", "BA-5.2")
def test_two_units_have_a_rail_bonus_on_the_turn_of_arrival() -> None:
    """FX-E073: the bonus is open in the turn of landing only."""
    from front1914.titles.fixed_1914.rail import BEF as BONUS
    from front1914.titles.fixed_1914.rail import quota

    for turn, expected in ((5, BONUS), (6, None)):
        game = phase({"b-I": "K4"}, turn)
        game.state.trains[1] = 2
        assert quota(game.state, UNITS.number("b-I")) == expected
