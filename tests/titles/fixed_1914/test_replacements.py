"""RP: replacement factors."""

from __future__ import annotations

from unittest.mock import patch

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.fixed_1914 import replacements, victory
from front1914.titles.fixed_1914.board import CITIES, HEXES
from front1914.titles.fixed_1914.world import COUNTED, GROUP, SIDE, UNITS
from tests.titles.fixed_1914.positions import Placed, args, asked, factors, happened, refused, situation

# LL16 is Coln, MM14 lies behind it; BB36 is Dijon, N18 Paris: all near a source of supply, far from any enemy.
HOME, FRANCE = "MM15", "O20"
FAR: dict[str, Placed] = {"f-COL": FRANCE, "g-XXV": HOME}
CORPS = [str(UNITS[u]) for u in UNITS.numbers if COUNTED[u] and SIDE[u] == "german" and GROUP[u] == "initial"]


def phase(units: dict[str, Placed], *, side: str = "german", turn: int = 5, **more: object) -> Game:
    """The reinforcement phase of a side, with reduced units somewhere at home."""
    return situation({**FAR, **units}, side=side, step="replacements", turn=turn, **more)  # type: ignore[arg-type]


def told(game: Game) -> dict[str, int]:
    """The rates of the turn, by nation."""
    return {("german", "french", "british")[e["nation"]]: e["factors"] for e in happened(game, "factors")}


# ---- how many


@pytest.mark.rule("RP-1.1", "RP-1a", "RP-1b", "RP-2")
@pytest.mark.parametrize(
    ("corps", "rate"),
    [
        pytest.param(0, 6, id="FX-E148"),
        pytest.param(1, 6, id="FX-E149"),
        pytest.param(2, 6, id="FX-E150"),
        pytest.param(3, 5, id="FX-E151"),
        pytest.param(6, 5, id="FX-E154"),
        pytest.param(7, 4, id="FX-E155"),
        pytest.param(8, 4, id="FX-E156"),
        pytest.param(9, 4, id="FX-E157"),
        pytest.param(10, 4, id="FX-E158"),
    ],
)
def test_the_german_rate_follows_from_the_corps_in_russia(corps: int, rate: int) -> None:
    """And it is told to everybody, the Allied player too (RP-2)."""
    game = phase(_russia(corps))
    assert told(game) == {"german": rate}
    assert [e.data["factors"] for e in game.events if e.kind == "factors" and e.seen("allied")] == [rate]


@pytest.mark.rule("RP-2")
@pytest.mark.parametrize(("turn", "rate"), [(2, None), (3, 5), (4, 5)])
def test_the_rate_is_known_from_turn_three_on(turn: int, rate: int | None) -> None:
    """What the Allied player may know of four corps in Russia."""
    game = situation({**FAR, **_russia(4)}, turn=turn)
    assert game.view("allied")["secrets"]["rate"] == rate


def _russia(corps: int) -> dict[str, Placed]:
    return dict.fromkeys([unit for unit in CORPS if unit != "g-XXV"][:corps], "russia")


@pytest.mark.rule("RP-1.1")
@pytest.mark.parametrize(("turn", "rate"), [(1, 0), (2, 0), (3, 6), (4, 6)])
def test_replacements_begin_on_turn_three(turn: int, rate: int) -> None:
    """FX-E159: both sides, Britain not in the war."""
    expected = {"german": rate} if rate else {}
    assert told(phase({}, turn=turn, invaded={})) == expected
    expected = {"french": rate} if rate else {}
    assert told(phase({}, side="allied", turn=turn, invaded={})) == expected


@pytest.mark.rule("RP-8.1", "RP-8.4", "RP-8.5")
@pytest.mark.parametrize(("invaded", "turn", "rate"), [({}, 5, 6), ({"belgium": 3}, 4, 6), ({"belgium": 3}, 5, 8)])
def test_with_britain_france_raises_more(invaded: dict[str, int], turn: int, rate: int) -> None:
    """From the turn after activation: invasion in 3, activation in 4."""
    assert told(phase({}, side="allied", turn=turn, invaded=invaded))["french"] == rate


def occupied(number: int, invaded: dict[str, int] | None = None) -> int:
    """The French rate on turn 9 when so many French cities hold supplied German units."""
    cities = [str(HEXES[h]) for h in members(CITIES["france"])]
    units: dict[str, Placed] = {"g-XXV": HOME}
    game = situation(units, side="allied", step="replacements", turn=9, invaded=invaded)
    state = game.state
    placed = [UNITS.number(unit) for unit in CORPS[:number]]
    for u, city in zip(placed, cities, strict=False):
        state.put(u, HEXES.number(city))
    with patch.object(victory, "supplied_units", lambda s, side: frozenset(placed)):
        return replacements.french_rate(state)


@pytest.mark.rule("RP-8.2", "RP-8.3")
@pytest.mark.parametrize(
    ("cities", "rate"),
    [
        pytest.param(0, 8, id="FX-E160"),
        (1, 8),
        pytest.param(2, 7, id="FX-E162"),
        pytest.param(3, 7, id="FX-E163"),
        pytest.param(4, 6, id="FX-E164"),
        pytest.param(9, 4, id="FX-E167"),
        pytest.param(12, 4, id="FX-E168"),
    ],
)
def test_two_lost_cities_cost_a_factor_down_to_four(cities: int, rate: int) -> None:
    assert occupied(cities) == rate


@pytest.mark.rule("RP-8.4")
def test_without_britain_lost_cities_cost_nothing() -> None:
    assert occupied(6, invaded={}) == 6


@pytest.mark.rule("RP-3")
@pytest.mark.parametrize(("turn", "rate"), [(5, 0), (6, 2), (7, 2)])
def test_britain_has_two_from_the_turn_after_arrival(turn: int, rate: int) -> None:
    """FX-E170: invasion in turn 1, arrival in 5."""
    assert told(phase({}, side="allied", turn=turn)).get("british", 0) == rate


# ---- who, and what it costs


@pytest.mark.rule("RP-4.3", "RP-13.2", "UL-6.3", "SP-1.2")
def test_two_factors_raise_an_a_corps() -> None:
    """FX-E143."""
    game = phase({"g-II": (HOME, "4-9-3")})
    assert asked(game) == ("german", "replace")
    game.act("unit", "g-II")
    assert factors(game, "g-II") == "5-10-3"


@pytest.mark.rule("RP-4.3", "UL-6.3", "SP-4.2")
def test_a_french_a_corps_rises_to_its_second_level() -> None:
    """FX-E144."""
    game = phase({"f-I": (FRANCE, "3-7-3")}, side="allied")
    game.act("unit", "f-I")
    assert factors(game, "f-I") == "4-8-3"


@pytest.mark.rule("RP-13.1", "UL-6.3")
def test_nobody_regains_its_original_strength() -> None:
    """FX-E145."""
    game = phase({"g-II": (HOME, "5-10-3"), "g-III": (HOME, "4-9-3")})
    assert refused(game, "unit", "g-II") == "RP-13"


@pytest.mark.rule("RP-4.3")
def test_six_factors_are_three_steps_of_a_corps() -> None:
    """FX-E171."""
    units: dict[str, Placed] = {
        "g-I": (HOME, "4-9-3"),
        "g-II": ("NN15", "4-9-3"),
        "g-III": ("NN15", "2-7-3"),
        "g-IV": ("NN16", "2-7-3"),
    }
    game = phase(units)
    for unit in ("g-I", "g-II", "g-III"):
        game.act("unit", unit)
    assert asked(game)[1] != "replace", "all six factors are spent"
    assert [factors(game, unit) for unit in units] == ["5-10-3", "5-10-3", "4-9-3", "2-7-3"]


@pytest.mark.rule("RP-4.2")
def test_one_factor_for_r_corps_and_other_infantry() -> None:
    game = phase({"g-IR": (HOME, "3-6-3"), "g-33R": ("NN15", "2-3-2"), "g-II": ("NN16", "2-7-3")})
    game.act("unit", "g-IR")
    assert game.state.factors[0] == 5
    game.act("unit", "g-33R")
    assert game.state.factors[0] == 4
    assert (factors(game, "g-IR"), factors(game, "g-33R")) == ("4-7-3", "3-4-2")


@pytest.mark.rule("RP-4.3")
def test_one_factor_is_not_enough_for_an_a_corps() -> None:
    units: dict[str, Placed] = {"g-II": (HOME, "2-7-3"), "g-III": ("NN15", "2-7-3")}
    rs: dict[str, Placed] = dict.fromkeys(("g-IR", "g-IIIR"), ("NN16", "1-4-3")) | {"g-IVR": ("OO17", "1-4-3")}
    game = phase({**units, **rs})
    for unit in ("g-II", "g-IR", "g-IIIR", "g-IVR"):
        game.act("unit", unit)
    assert asked(game)[1] != "replace", "one factor is left, and nobody whom it could raise"


@pytest.mark.rule("RP-6")
def test_one_step_in_a_turn() -> None:
    """FX-E173."""
    game = phase({"g-IR": (HOME, "1-4-3"), "g-II": ("NN15", "4-9-3")})
    game.act("unit", "g-IR")
    assert refused(game, "unit", "g-IR") == "RP-6"


@pytest.mark.rule("RP-7")
def test_what_is_left_is_lost() -> None:
    """FX-E174."""
    game = phase({"g-IR": (HOME, "1-4-3"), "g-II": ("NN15", "4-9-3")})
    game.act("unit", "g-IR")
    game.act("done")
    assert list(game.state.factors) == [0, 0, 0]


@pytest.mark.rule("RP-5", "RP-10", "UL-11.2")
def test_factors_are_for_their_own_nation() -> None:
    units: dict[str, Placed] = {"b-I": (FRANCE, "4-10-3"), "f-I": ("P21", "3-7-3"), "be-1": ("Y10", "4-6-2")}
    game = phase(units, side="allied", turn=5)  # the British have none before turn 6
    assert args(game, "unit") == ["f-I"]
    assert refused(game, "unit", "b-I") == "RP-4"
    assert refused(game, "unit", "be-1") == "RP-10"
    game = phase(units, side="allied", turn=6)
    game.act("unit", "b-I")
    assert factors(game, "b-I") == "6-12-3"
    assert game.state.factors[2] == 0


@pytest.mark.rule("RP-11")
def test_italians_use_german_factors() -> None:
    game = phase({"g-IT1": (HOME, "1-3-3")})
    game.act("unit", "g-IT1")
    assert factors(game, "g-IT1") == "2-4-3"


@pytest.mark.rule("RP-4.1", "UL-10.2", "RP-12.1", "RP-12.2", "RP-12.3", "RP-13.3", "UL-9")
@pytest.mark.parametrize(
    ("unit", "placed", "rule"),
    [
        ("g-C1", (HOME, "(3)-2-4"), "RP-4"),
        ("g-LW2-1", HOME, "RP-12"),
        ("g-III", "eliminated", "RP-12"),
        ("g-I", HOME, "RP-4"),
        ("f-I", (FRANCE, "3-7-3"), "RP-5"),
    ],
)
def test_who_receives_none(unit: str, placed: Placed, rule: str) -> None:
    game = phase({"g-II": (HOME, "4-9-3"), unit: placed})
    assert refused(game, "unit", unit) == rule


@pytest.mark.rule("RP-13.3", "RP-12.1", "UL-9")
def test_territorials_receive_none() -> None:
    """FX-E147."""
    game = phase({"f-I": (FRANCE, "3-7-3"), "f-TParis": ("N18", "4-4-2")}, side="allied")
    assert refused(game, "unit", "f-TParis") == "RP-12"


@pytest.mark.rule("RP-9.1", "RP-9.2")
def test_only_in_supply_and_away_from_the_enemy() -> None:
    """FX-E175: the first is at home, the second stands beside a Frenchman, the third is cut off in France."""
    units: dict[str, Placed] = {
        "g-I": (HOME, "4-9-3"), "g-II": ("NN15", "4-9-3", "near"), "f-I": "NN14", "g-III": ("J20", "4-9-3"),
    }  # fmt: skip
    game = phase(units)
    assert "g-I" in args(game, "unit")
    assert refused(game, "unit", "g-II") == "RP-9"
    assert refused(game, "unit", "g-III") == "RP-9"


@pytest.mark.rule("RP-9.3")
def test_who_received_them_moves_in_the_same_turn() -> None:
    game = phase({"g-II": (HOME, "4-9-3")})
    game.act("unit", "g-II")
    while asked(game)[1] != "move":
        game.act(game.decision.actions[0])  # type: ignore[union-attr]
    assert "g-II" in args(game, "unit")


@pytest.mark.rule("RP-8.5")
def test_the_french_rate_rises_again_when_cities_are_left() -> None:
    """Two cities cost a factor in one turn; when the Germans have gone it is there again in the next."""
    units: dict[str, Placed] = {"g-I": "HH29", "g-II": "GG25", "g-III": "II28", "g-XXV": HOME, "f-COL": "B20"}
    game = situation(units, side="allied", step="replacements", turn=5)
    while game.state.turn == 5:
        _pass(game)
    for unit, place in (("g-I", "II29"), ("g-II", "HH26")):
        while asked(game)[1] != "move":
            _pass(game)
        game.act("unit", unit)
        game.act("to", place)
        while asked(game)[1] in ("march", "ford"):
            game.act("stop") if asked(game)[1] == "march" else game.act("bank", args(game, "bank")[0])
    while asked(game) != ("allied", "move"):
        _pass(game)
    rates = [
        event["factors"]
        for event in happened(game, "factors")
        if event["nation"] == replacements.RECEIVING.index("french")
    ]
    assert rates == [7, 8]


def _pass(game: Game) -> None:
    """Whoever is asked does nothing."""
    game.act("done")


@pytest.mark.rule("RP-1a")
def test_in_the_introduction_five_corps_are_thought_to_be_in_russia() -> None:
    """Its scenario file says so; the German then has five factors a turn, not six."""
    game = front1914.new("fixed_1914", "introduction", seed="rate")
    while not (told := [e for e in game.events if e.kind == "factors"]):
        game.act("done")
    assert told[0].data == {"nation": 0, "factors": 5}
