"""BN, MB-8, PP-9, PP-17: borders and invasions, when the Allies may enter, Territorials, inverted counters."""

from __future__ import annotations

from itertools import pairwise

import pytest

import front1914
from front1914 import Game
from front1914.titles.fixed_1914 import neutrality
from front1914.titles.fixed_1914.board import BOARD, COUNTRY_BIT, HEXES, IN, INTERIOR, OPEN, VIOLATES
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.positions import Placed, args, happened, mark, refused, situation

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM18", "f-COL": "B20"}
PEACE: dict[str, int] = {}


def picked(unit: str, units: dict[str, Placed], side: str = "german", **more: object) -> Game:
    game = situation({**FAR, **units}, side=side, **{"invaded": PEACE, **more})  # type: ignore[arg-type]
    game.act("unit", unit)
    return game


def border(country: str, other: str) -> list[int]:
    """Open hexes that belong to both countries."""
    return [h for h in HEXES.numbers if (IN[country] & IN[other] & OPEN) >> h & 1]


def interior_beside(h: int, country: str) -> str:
    return str(HEXES[next(n for n in BOARD.neighbours[h] if INTERIOR[country] >> n & 1)])


# ---- invasion (MB-8, BN-3)


@rule("MB-8.1", "BN-2.1")
def test_entering_the_interior_is_an_invasion() -> None:
    edge = next(
        h for h in border("germany", "belgium") if any(INTERIOR["belgium"] >> n & 1 for n in BOARD.neighbours[h])
    )
    game = picked("g-I", {"g-I": str(HEXES[edge])})
    assert not game.state.invaded[neutrality.BELGIUM]
    game.act("to", interior_beside(edge, "belgium"))
    game.act("war")
    assert game.state.invaded[neutrality.BELGIUM] == 2
    assert [e["country"] for e in happened(game, "invasion")] == ["belgium"]


@rule("MB-8.2", "BN-3.2")
def test_along_the_border_nothing_is_violated() -> None:
    """Between border hexes of Germany and Holland: GG12 and GG13 share a hexside of both countries, GG13 and GG14 one
    that is Dutch alone."""
    assert {"GG12", "GG13", "GG14"} <= {HEXES[h] for h in border("germany", "holland")}
    game = picked("g-I", {"g-I": "GG13"})
    here, free, dutch = map(HEXES.number, ("GG13", "GG12", "GG14"))
    assert neutrality.invasions(game.state, UNITS.number("g-I"), here, free) == 0
    assert neutrality.invasions(game.state, UNITS.number("g-I"), here, dutch) == COUNTRY_BIT["holland"]
    game.act("to", "GG12")
    assert not game.state.invaded[neutrality.HOLLAND]
    game.act("to", "GG13")
    assert not game.state.invaded[neutrality.HOLLAND]


def test_a_far_move_does_not_begin_a_war_on_the_way() -> None:
    """Only the last step of a move invades; whoever goes further decides again."""
    game = picked("g-I", {"g-I": "II14"})
    for place in args(game, "to"):
        twin = game.copy()
        twin.act("to", place)
        if happened(twin, "invasion"):
            path = [HEXES.number(p) for p in happened(twin, "march")[-1]["path"]]
            steps = [VIOLATES[6 * a + BOARD.steps.index(b, 6 * a) - 6 * a] for a, b in pairwise(path)]
            neutral = COUNTRY_BIT["belgium"] | COUNTRY_BIT["holland"] | COUNTRY_BIT["luxembourg"]
            assert steps[-1] & neutral
            assert not any(violated & neutral for violated in steps[:-1])


# ---- who may not move, who may not enter (BN-1, BN-2)


@rule("BN-1.1", "BN-1.2")
def test_neutrals_stand_still() -> None:
    game = situation({**FAR, "be-1": "Y10", "nl-I": "DD8", "f-I": "N18"}, side="allied", invaded=PEACE)
    assert refused(game, "unit", "be-1") == "BN-1"
    assert refused(game, "unit", "nl-I") == "BN-1"
    game = situation({**FAR, "be-1": "Y10", "nl-I": "DD8"}, side="allied", invaded={"belgium": 1})
    assert "be-1" in args(game, "unit")
    assert "nl-I" not in args(game, "unit")


def first_entry(turns: range = range(1, 16), **state: object) -> int | None:
    """The first turn in which a French corps may go into Belgium."""
    edge = next(
        h for h in border("france", "belgium") if any(INTERIOR["belgium"] >> n & 1 for n in BOARD.neighbours[h])
    )
    goal = interior_beside(edge, "belgium")
    events = (*dict(state.get("invaded", {})).values(), *dict(state.get("taken", {})).values())  # type: ignore[call-overload]
    for turn in turns:
        if turn < max(events, default=1):
            continue
        game = picked("f-I", {"f-I": str(HEXES[edge])}, side="allied", turn=turn, **state)
        if goal in args(game, "to"):
            return turn
        assert refused(game, "to", goal) == "BN-2"
    return None


@rule("BN-2.1", "BN-2.2", "BN-2.3", "BN-3.1", "OU-1.3")
@pytest.mark.parametrize(
    ("state", "turn"),
    [
        pytest.param({"invaded": {}}, None, id="peace"),
        pytest.param({"invaded": {"belgium": 1}}, None, id="invaded only"),
        pytest.param({"invaded": {"belgium": 1}, "taken": {"fortress": 2}}, 7, id="FX-E053"),
        pytest.param({"invaded": {"belgium": 1}, "taken": {"fortress": 2}, "upgrades": 1}, 8, id="FX-E054"),
        pytest.param({"invaded": {"belgium": 1}, "taken": {"fortress": 2}, "upgrades": 2}, 9, id="FX-E055"),
        pytest.param({"invaded": {"belgium": 1}, "taken": {"capital": 6}}, 7, id="FX-E063"),
        pytest.param({"invaded": {"belgium": 1}, "taken": {"fortress": 3}}, 8, id="FX-E064"),
        pytest.param({"invaded": {"belgium": 1}, "taken": {"fortress": 2, "capital": 4}}, 5, id="FX-E065"),
        pytest.param({"invaded": {"holland": 3}}, 4, id="FX-E066"),
    ],
)
def test_when_belgium_opens(state: dict[str, object], turn: int | None) -> None:
    assert first_entry(**state) == turn


@rule("BN-2.2", "BN-2.3")
def test_an_occupation_is_noted_at_the_end_of_a_german_phase() -> None:
    game = situation(
        {**FAR, "g-I": "EE14", "g-EB1": "EE14"}, control={"EE14": "german"}, turn=3, invaded={"belgium": 1}
    )
    assert list(game.state.taken) == [0, 0]
    game.act("done")
    assert list(game.state.taken) == [0, 3]
    assert happened(game, "entry")[0]["turn"] == 8


# ---- Territorials (PP-9)


@rule("PP-9.1", "PP-8a", "PP-8b", "PP-8c")
def test_territorials_wait() -> None:
    game = situation({**FAR, "f-TParis": "N18", "f-I": "N18"}, side="allied")
    assert refused(game, "unit", "f-TParis") == "PP-9"
    game = situation({**FAR, "f-TParis": "N18"}, side="allied", released=True)
    assert "f-TParis" in args(game, "unit")


@rule("PP-9.2")
@pytest.mark.parametrize(("goal", "released"), [("N12", False), ("N13", True)])
def test_an_enemy_within_five_hexes_releases_all(goal: str, released: bool) -> None:
    """FX-E052: six hexes from Paris, and five."""
    game = picked("g-I", {"g-I": "N10", "f-TParis": "N18", "f-TDijon": "BB36"})
    game.act("to", goal)
    assert game.state.released == released


# ---- inverted counters (PP-17)


@rule("PP-17.1", "PP-17.5")
def test_counters_are_turned_up_beside_an_enemy() -> None:
    """FX-E051: two hexes off they stay as they are; beside each other both are shown."""
    units: dict[str, Placed] = {"g-I": ("RR25", "hidden"), "f-I": ("RR28", "hidden")}
    game = picked("g-I", units)
    game.act("to", "RR26")
    assert (mark(game, "g-I", "hidden"), mark(game, "f-I", "hidden")) == (1, 1)
    game.act("to", "RR27")
    assert (mark(game, "g-I", "hidden"), mark(game, "f-I", "hidden")) == (0, 0)


@rule("PP-17.1")
def test_no_position_has_inverted_counters_beside_an_enemy() -> None:
    """H10: it is never so when somebody is asked, so a position made by hand must not be so either."""
    with pytest.raises(front1914.BadPosition, match="g-I lies inverted beside an enemy"):
        situation({"g-I": ("RR25", "hidden"), "f-I": "RR26"})
    situation({"g-I": ("RR25", "hidden"), "f-I": "RR27"})


@rule("PP-17.2")
def test_counters_are_turned_up_abroad() -> None:
    """A border hex is still at home."""
    edge, home = next(
        (h, n)
        for h in border("france", "germany")
        for n in BOARD.neighbours[h]
        if INTERIOR["germany"] >> n & 1 and any(INTERIOR["france"] >> m & 1 for m in BOARD.neighbours[h])
    )
    game = picked("g-I", {"g-I": (str(HEXES[home]), "hidden")})
    game.act("to", str(HEXES[edge]))
    assert mark(game, "g-I", "hidden") == 1
    game.act("to", interior_beside(edge, "france"))
    assert mark(game, "g-I", "hidden") == 0


@rule("PP-17.3", "PP-16.5")
def test_a_blank_beside_an_enemy_is_removed_and_shows_nobody() -> None:
    game = picked("g-blank1", {"g-blank1": ("RR24", "hidden"), "f-I": ("RR26", "hidden")})
    game.act("to", "RR25")
    assert game.state.at[UNITS.number("g-blank1")] >= len(game.state.holder)
    assert mark(game, "f-I", "hidden") == 1


@rule("PP-17.4", "PP-17.5")
def test_an_owner_may_turn_up_his_own() -> None:
    game = situation({**FAR, "g-I": ("RR24", "hidden"), "g-II": "RR24", "f-I": ("B21", "hidden")})
    assert args(game, "show") == ["g-I"]
    assert refused(game, "show", "f-I") == "PP-17"
    assert refused(game, "show", "g-II") == "PP-17"
    game.act("show", "g-I")
    assert mark(game, "g-I", "hidden") == 0
    assert game.undoable == 0


def test_neutrals_turn_up_nobody() -> None:
    """B-24: a German corps beside a Belgian one stays inverted while Belgium is neutral."""
    edge = next(
        h for h in border("germany", "belgium") if any(INTERIOR["belgium"] >> n & 1 for n in BOARD.neighbours[h])
    )
    home = next(n for n in BOARD.neighbours[edge] if INTERIOR["germany"] >> n & 1)
    there = interior_beside(edge, "belgium")
    for invaded, hidden in ((PEACE, 1), ({"belgium": 1}, 0)):
        units: dict[str, Placed] = {"g-I": (str(HEXES[home]), "hidden"), "be-1": there}
        game = picked("g-I", units, invaded=invaded)
        game.act("to", str(HEXES[edge]))
        assert mark(game, "g-I", "hidden") == hidden
