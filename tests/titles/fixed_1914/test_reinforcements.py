"""RI, PP-2, PP-4, PP-10: units that come into play later."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914 import neutrality
from tests.titles.fixed_1914.positions import Placed, args, asked, happened, refused, situation, where

QUIET: dict[str, Placed] = {"g-XXV": "OO15", "f-COL": "AA36"}
NORTH_AFRICAN = ("f-NA37", "f-NA38", "f-NA45", "f-NAMOR", "f-NAB")
NORTH_ARMY = ("g-IXR", "g-LW4-4")


def phase(units: dict[str, Placed], turn: int, side: str, **more: object) -> Game:
    """The arrivals of a player turn."""
    flow = [
        ["turn"], ["end_of_turn"], *([["player_turn", "allied"]] if side == "german" else []),
        ["phase", "supply"], ["phase", "combat"], ["phase", "movement"], ["phase_end"], ["arrivals", 0, 0],
    ]  # fmt: skip
    game = situation({**QUIET, **units}, side=side, turn=turn, phase="reinforcement", flow=flow, **more)  # type: ignore[arg-type]
    while asked(game)[1] == "bank":
        game.act("bank", args(game, "bank")[0])
    return game


@pytest.mark.rule("PP-10.1", "RI-1", "RI-2.1", "PP-10a", "PP-10b", "SP-4.1")
def test_the_north_african_army_comes_to_dijon_on_turn_four() -> None:
    waiting = dict.fromkeys(NORTH_AFRICAN, "track")
    assert {where(phase(waiting, 3, "allied"), unit) for unit in NORTH_AFRICAN} == {"track"}
    game = phase(waiting, 4, "allied")
    assert {where(game, unit) for unit in NORTH_AFRICAN} == {"BB36"}


@pytest.mark.rule("RI-2.2", "ST-2.1")
def test_arrivals_may_overfill_a_hex_and_move_at_once() -> None:
    """FX-E257: six units at Dijon; three at most at the end of movement."""
    game = phase({**dict.fromkeys(NORTH_AFRICAN, "track"), "f-TDijon": "BB36"}, 4, "allied")
    assert asked(game) == ("allied", "move")
    assert set(NORTH_AFRICAN) <= set(args(game, "unit"))
    assert refused(game, "done") == "ST-1"


@pytest.mark.rule("RI-2.1")
def test_they_wait_while_their_hex_is_in_enemy_hands() -> None:
    """B-94: turn by turn."""
    waiting = dict.fromkeys(NORTH_AFRICAN, "track")
    assert {where(phase({**waiting, "g-I": "BB36"}, 4, "allied"), unit) for unit in NORTH_AFRICAN} == {"track"}
    lost = phase(waiting, 4, "allied", control={"BB36": "german"})
    assert {where(lost, unit) for unit in NORTH_AFRICAN} == {"track"}
    assert {where(phase(waiting, 6, "allied"), unit) for unit in NORTH_AFRICAN} == {"BB36"}


@pytest.mark.rule("PP-4.1", "SP-1.1", "PP-4a", "PP-4b")
@pytest.mark.parametrize(
    ("invaded", "due"),
    [
        pytest.param({"belgium": 1}, 7, id="FX-E069 FX-E067"),
        pytest.param({"belgium": 2}, 8, id="FX-E069 second"),
        pytest.param({"belgium": 3}, 9, id="FX-E068"),
        pytest.param({"belgium": 4}, 10, id="FX-E069 third"),
        pytest.param({}, 7, id="B-28"),
    ],
)
def test_the_north_army_two_turns_after_the_bef_but_not_before_turn_seven(invaded: dict[str, int], due: int) -> None:
    waiting = dict.fromkeys(NORTH_ARMY, "track")
    early, late = (phase(waiting, turn, "german", invaded=invaded) for turn in (due - 1, due))
    assert {where(early, unit) for unit in NORTH_ARMY} == {"track"}
    assert {where(late, unit) for unit in NORTH_ARMY} == {"LL16"}
    assert neutrality.north_army(late.state) == due


@pytest.mark.rule("PP-4.1")
def test_the_north_army_has_other_cities_if_coln_is_lost() -> None:
    """A5: the owner chooses (D7)."""
    game = phase(dict.fromkeys(NORTH_ARMY, "track"), 7, "german", control={"LL16": "allied"})
    assert asked(game) == ("german", "arrive")
    assert "LL16" not in args(game, "to")
    assert {"HH26", "PP34"} <= set(args(game, "to"))
    assert refused(game, "to", "LL16") == "RI-2"
    assert refused(game, "to", "K20") == "RI-2"


@pytest.mark.rule("PP-2.2", "RI-1")
def test_later_arrivals_are_made_of_eliminated_units() -> None:
    """At full initial strength, on their very turn or never."""
    game = phase({"g-IR": "eliminated", "g-IIIR": "eliminated", "g-II": "eliminated"}, 14, "german")
    assert (where(game, "g-IR"), where(game, "g-IIIR"), where(game, "g-II")) == ("LL16", "eliminated", "eliminated")
    assert where(phase({"g-IR": "eliminated"}, 15, "german"), "g-IR") == "eliminated"
    assert not happened(phase({}, 14, "german"), "arrived"), "without eliminated units nobody comes"


@pytest.mark.rule("PP-2.2", "RI-2.1")
def test_who_is_made_of_eliminated_units_waits_too_while_the_hex_is_in_enemy_hands() -> None:
    """B-94: the unit of turn 14 was there to be taken; who is eliminated only afterwards is not."""
    enemy: dict[str, Placed] = {"f-I": "LL16"}
    game = phase({**enemy, "g-IR": "eliminated", "g-IIIR": "eliminated"}, 14, "german")
    assert (where(game, "g-IR"), where(game, "g-IIIR")) == ("track", "eliminated")
    later: dict[str, Placed] = {"g-IR": "track", "g-IIIR": "eliminated"}
    blocked, free = phase({**enemy, **later}, 15, "german"), phase(later, 15, "german")
    assert where(blocked, "g-IR") == "track"
    assert (where(free, "g-IR"), where(free, "g-IIIR")) == ("LL16", "eliminated")


@pytest.mark.rule("BA-2.7", "RI-1")
def test_later_british_units_come_to_a_port_if_britain_is_in_the_war() -> None:
    """B-30; units sent home are not among them (BA-2)."""
    russia = dict.fromkeys(("g-G", "g-I", "g-II", "g-III", "g-IV", "g-V", "g-VI", "g-VII"), "russia")
    game = phase({**russia, "b-4D": "eliminated", "b-6D": "removed"}, 25, "allied")
    assert asked(game) == ("allied", "arrive")
    game.act("to", "K4")
    assert where(game, "b-4D") == "K4"
    assert where(game, "b-6D") == "removed"
    out = phase({**russia, "b-4D": "eliminated"}, 25, "allied", invaded={})
    assert where(out, "b-4D") == "eliminated"


@pytest.mark.rule("RI-2.1", "MB-4.1")
def test_in_a_river_hex_the_owner_names_the_bank() -> None:
    """D7, H5 (2): Coln lies on the Rhine."""
    flow = [["turn"], ["end_of_turn"], ["player_turn", "allied"], ["phase_end"], ["arrivals", 0, 0]]
    units: dict[str, Placed] = {**QUIET, **dict.fromkeys(NORTH_ARMY, "track")}
    game = situation(units, side="german", turn=7, phase="reinforcement", flow=flow)
    assert asked(game) == ("german", "bank")
    assert set(args(game, "bank")) == {"left", "right"}


@pytest.mark.rule("PP-17.1", "RI-2.1")
def test_reinforcements_lie_face_up() -> None:
    """B-8."""
    game = phase(dict.fromkeys(NORTH_AFRICAN, "track"), 4, "allied")
    assert not any(game.state.hidden)


@pytest.mark.rule("PP-4.1", "OU-2.3")
@pytest.mark.parametrize(("extra", "turn"), [(0, 9), (1, 10), (2, 11)])
def test_additional_belgian_corps_delay_the_north_army_with_the_bef(extra: int, turn: int) -> None:
    """Invasion on turn 3, activation on 4 and a turn later for each corps, landing three turns on, the Army in two."""
    game = situation({"g-XXV": "MM15", "f-COL": "B20"}, turn=5, invaded={"belgium": 3}, extra=extra)
    assert neutrality.north_army(game.state) == turn
