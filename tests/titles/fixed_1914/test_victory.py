"""VC: control, occupation, automatic victories, points, the draw."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import BOARD, CITY, ECONOMIC, FORT, HEXES, HOME_HEXES, KEY, MAJOR, PLACE
from front1914.titles.fixed_1914.charts import POINTS
from front1914.titles.fixed_1914.neutrality import BELGIUM
from front1914.titles.fixed_1914.victory import (
    allied_points,
    end_of_turn,
    german_points,
    objectives,
    occupies,
    total,
)
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.positions import Placed, situation
from tests.titles.fixed_1914.sheet import rows

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "BB36"}
SIX = ("KK38", "II33", "FF28", "HH29", "DD23", "DD33")


def ended(units: dict[str, Placed], turn: int = 9, russia: int = 0, **more: object) -> Game:
    """The end of a turn; as many German corps in Russia as said."""
    corps = ("g-G", "g-XI", "g-XII", "g-XIII", "g-XIV", "g-XV")[:russia]
    away: dict[str, Placed] = dict.fromkeys(corps, "russia")
    game = situation({**FAR, **away, **units}, turn=turn, **more)  # type: ignore[arg-type]
    end_of_turn(game.state)
    return game


def chain(first: str, last: str, units: list[str]) -> dict[str, Placed]:
    """Units from hex to hex, so that the first of them is in supply if the last is."""
    a, b = HEXES.number(first), HEXES.number(last)
    way = BOARD.line(a, b)
    places = [str(HEXES[h]) for h in way[::3]]
    return dict(zip(units, places, strict=False))


GERMANS = [f"g-{name}" for name in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")]


@rule("VC-1a")
def test_paris_occupied_wins_at_the_end_of_any_turn() -> None:
    """FX-E074: by a chain of corps from Lorraine."""
    game = ended(chain("N18", "HH26", GERMANS))
    assert occupies(game.state, "german", PLACE["Paris"])
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("german", "VC-1a")


@rule("VC-1a")
def test_paris_is_not_won_by_passing_through() -> None:
    """The German was the last in Paris and has left it: he controls it and does not occupy it."""
    assert ended({}, control={"N18": "german"}).result is None


@rule("VC-3.1", "VC-4")
@pytest.mark.parametrize(("lead", "winner", "by"), [(-1, "allied", "VC-3"), (0, None, "VC-4"), (1, "german", "VC-3")])
def test_more_points_win_at_the_end_of_the_game(lead: int, winner: str | None, by: str) -> None:
    """Every Allied corps that fell is a point for the German: as many as make up for his lag, one fewer, one more."""
    state = ended({}).state
    lag = total(allied_points(state)) - total(german_points(state))
    game = ended({}, turn=15, lost={"allied": lag + lead})
    assert game.result is not None
    assert (game.result.winner, game.result.rule, game.result.score) == (winner, by, lead)


@rule("VC-5.1")
def test_occupied_means_in_supply() -> None:
    """FX-E075."""
    game = ended({"g-I": "N18"})
    assert not occupies(game.state, "german", PLACE["Paris"])
    assert game.result is None
    assert not occupies(situation({**FAR, "f-AL1": "N18"}).state, "allied", PLACE["Paris"])  # no artillery


def line_of_forts(count: int) -> dict[str, Placed]:
    """German corps in the first of Toul, Nancy and Verdun, with links behind."""
    places = ("HH29", "FF28", "DD23")
    units: dict[str, Placed] = dict(zip(("g-I", "g-II", "g-III"), places[:count], strict=False))
    return units | {"g-IV": "GG26", "g-V": "EE24", "g-VI": "GG28"}


@rule("VC-1b.1", "VC-1b.2", "VC-1b.3", "VC-1.1")
@pytest.mark.parametrize(
    ("count", "turn", "winner"),
    [
        pytest.param(3, 15, "VC-1b", id="FX-E076"),
        pytest.param(3, 14, None, id="FX-E077"),
        pytest.param(2, 15, "VC-3", id="FX-E078"),
    ],
)
def test_the_fortress_line_at_the_end_of_the_game(count: int, turn: int, winner: str | None) -> None:
    game = ended(line_of_forts(count), turn=turn)
    assert objectives(game.state, "german", True) == count
    assert (game.result.rule if game.result else None) == winner


@rule("VC-1b.2", "VC-1.1")
def test_three_of_the_fortress_line_are_occupied_not_only_controlled() -> None:
    """The German was the last in Verdun and has left it: he controls three of the six cities and occupies two."""
    game = ended(line_of_forts(2), turn=15, control=dict.fromkeys(("HH29", "FF28", "DD23"), "german"))
    assert (objectives(game.state, "german", True), objectives(game.state, "german", False)) == (2, 3)
    assert game.result is not None
    assert game.result.rule == "VC-3"


@rule("VC-1.1")
def test_the_six_cities_and_no_other() -> None:
    """Each that falls is one less for who controls it; Reims and Metz are not on the list."""
    assert objectives(situation(FAR).state, "allied", False) == 6
    for place in SIX:
        assert objectives(situation(FAR, control={place: "german"}).state, "allied", False) == 5
    lost = {"W20": "german", "HH26": "allied"}
    assert objectives(situation(FAR, control=lost).state, "allied", False) == 6


@rule("VC-2a.1", "VC-2a.2", "VC-2a.3", "VC-2a.4")
@pytest.mark.parametrize(("lost", "wins"), [pytest.param(2, True, id="FX-E079"), pytest.param(3, False, id="FX-E080")])
def test_metz_and_strasburg_with_the_fortress_line(lost: int, wins: bool) -> None:
    control = dict.fromkeys(SIX[:lost], "german") | {"HH26": "allied", "PP34": "allied"}
    units: dict[str, Placed] = {"f-I": "HH26", "f-II": "PP34", "f-III": "GG28", "f-IV": "NN34", "f-V": "LL33"}
    game = ended({**units, "f-VI": "JJ31", "f-VII": "MM34"}, control=control)
    assert occupies(game.state, "allied", PLACE["Metz"])
    assert occupies(game.state, "allied", PLACE["Strasburg"])
    assert (game.result is not None) == wins
    if game.result:
        assert (game.result.winner, game.result.rule) == ("allied", "VC-2a")


@rule("VC-3a", "VC-3b", "VC-3c", "VC-3d", "VC-3e", "VC-3f", "VC-3g", "VC-3h")
def test_the_schedule() -> None:
    """FX-E081."""
    assert (POINTS.german_major_city, POINTS.corps_in_russia, POINTS.french_major_city, POINTS.resource) == (5, 1, 2, 1)
    assert (POINTS.german_fort, POINTS.all_belgian_cities, POINTS.belgian_major_city) == (1, 4, 2)
    assert POINTS.corps_eliminated == 1
    state = situation(FAR).state
    german, allied = {i.rule for i in german_points(state)}, {i.rule for i in allied_points(state)}
    assert german - allied == {"VC-3b", "VC-3f"}
    assert allied - german == {"VC-3e", "VC-3g"}


@rule("VC-3.1", "VC-3b", "VC-3d", "VC-3c", "VC-3f", "VC-3h", "PP-14")
def test_a_german_total() -> None:
    """FX-E082, FX-E028: escorts in Russia count for nothing."""
    cities = {"R8": "german", "W20": "german"}
    belgian = dict.fromkeys(("Y10", "Y7", "V7", "EE14"), "german")
    links: dict[str, Placed] = {"g-I": "Y10", "g-II": "Y7", "g-III": "V7", "g-IV": "EE14", "g-EB1": "AA11"}
    links |= {"g-V": "BB12", "g-VI": "X9", "g-305-1": "russia", "g-C1": "russia"}
    corps = dict.fromkeys(("g-G", "g-XI", "g-XII", "g-XIII"), "russia")
    resources = {"Q9": "german", "U11": "german"}
    game = situation({**FAR, **links, **corps}, control={**cities, **belgian, **resources}, lost={"allied": 5}, turn=9)
    points = {item.rule: item.points for item in german_points(game.state)}
    own = 4  # the German resource centres, which the example leaves out; Liege is the third captured one
    assert points["VC-3b"] == 4
    assert points["VC-3h"] == 5
    assert points["VC-3d"] == 3 + own
    assert points["VC-3c"] == 4
    assert points["VC-3f"] == 4
    assert total(german_points(game.state)) - points["VC-3a"] - own == 20


@rule("VC-3.1", "VC-3a", "VC-3e", "VC-3g")
def test_an_allied_total() -> None:
    """FX-E083: one German major city, four French, two German forts, three Belgian cities, six corps."""
    lost = [row["id"] for row in rows("map/hexes.csv") if row["city"] == "major" and row["country"] == "france"][4:]
    control = {"HH26": "allied", "EE14": "german"} | dict.fromkeys(lost, "german")
    units: dict[str, Placed] = {"f-I": "HH26", "f-II": "HH24", "f-III": "GG27"}
    game = situation({**FAR, **units}, control=control, lost={"german": 6}, turn=9)
    points = {item.rule: item.points for item in allied_points(game.state)}
    assert points["VC-3a"] == 5
    assert points["VC-3e"] == 2
    assert points["VC-3g"] == 6
    assert points["VC-3h"] == 6
    assert points["VC-3c"] == 8


@rule("VC-3g")
def test_neutral_belgium_scores_for_nobody() -> None:
    """FX-E084."""
    game = situation(FAR, invaded={})
    assert not game.state.invaded[BELGIUM]
    points = {item.rule: item.points for item in allied_points(game.state)}
    assert points["VC-3g"] == 0


@rule("VC-3f")
@pytest.mark.parametrize("left", ["Y10", "Y7", "V7", "EE14"])
def test_all_belgian_cities_are_occupied_or_none_counts(left: str) -> None:
    """Brussels, Antwerp, Ghent and Liege are held; who has left one of them occupies three."""
    belgian = dict.fromkeys(("Y10", "Y7", "V7", "EE14"), "german")
    corps: dict[str, Placed] = {"g-I": "Y10", "g-II": "Y7", "g-III": "V7", "g-IV": "EE14"}
    links: dict[str, Placed] = {"g-EB1": "AA11", "g-V": "BB12", "g-VI": "X9"}
    for gone, points in (("", 4), (left, 0)):
        units = {unit: place for unit, place in corps.items() if place != gone}
        state = situation({**FAR, **links, **units}, control=belgian, turn=9).state
        assert {item.rule: item.points for item in german_points(state)}["VC-3f"] == points


@rule("VC-3e")
def test_german_forts_are_occupied_to_count_and_french_ones_never_do() -> None:
    """A corps in Diedenhofen HH24 is worth a point; to have been there, or to stand in Verdun, nothing."""
    for units, points in (({"f-II": "HH24", "f-III": "GG25"}, 1), ({}, 0), ({"f-II": "DD23"}, 0)):
        state = situation({**FAR, **units}, control={"HH24": "allied"}, turn=9).state
        assert {item.rule: item.points for item in allied_points(state)}["VC-3e"] == points


@rule("VC-3h")
def test_only_a_and_r_corps_count_when_they_fall() -> None:
    """On both sides; no division, cavalry, gun or Landwehr, and no corps that has only lost steps."""
    state = situation(FAR).state
    for unit in ("g-I", "g-IR", "g-19E", "g-C1", "g-210-1", "g-LW4-1", "f-I", "f-44D", "f-C1"):
        state.put(UNITS.number(unit), HEXES.number("K20"))
        state.eliminate(UNITS.number(unit))
    state.put(UNITS.number("g-II"), HEXES.number("K20"))
    state.lose_step(UNITS.number("g-II"))
    german, allied = ({i.rule: i.points for i in points(state)} for points in (german_points, allied_points))
    assert (german["VC-3h"], allied["VC-3h"]) == (1, 2)


@rule("VC-4")
def test_equal_points_are_a_draw() -> None:
    """FX-E085."""
    state = situation(FAR, turn=15).state
    state.lost[0] += max(0, total(german_points(state)) - total(allied_points(state)))
    state.lost[1] += max(0, total(allied_points(state)) - total(german_points(state)))
    end_of_turn(state)
    assert state.result is not None
    assert (state.result.winner, state.result.rule, state.result.score) == (None, "VC-4", 0)


@rule("MB-11.1", "MB-11.3", "MB-12.1", "VC-5.3")
def test_at_the_start_everything_is_its_own_country_s() -> None:
    state = situation(FAR).state
    for h in KEY:
        if HOME_HEXES["germany"] >> h & 1:
            assert state.holds("german", h)
        elif not HOME_HEXES["luxembourg"] >> h & 1:
            assert state.holds("allied", h)
        else:
            assert not state.holds("german", h) and not state.holds("allied", h)  # noqa: PT018
    assert {c: m.bit_count() for c, m in MAJOR.items() if m} == {"germany": 3, "france": 13, "belgium": 4}
    assert ECONOMIC.bit_count() == 12
    assert (FORT & HOME_HEXES["germany"]).bit_count() == 9
    assert CITY & MAJOR["france"] == MAJOR["france"]


@rule("MB-11.2", "MB-12.2", "VC-5.2", "VC-5.5")
def test_control_passes_to_who_comes_through_in_supply() -> None:
    """Longwy is a city, a fort and a resource centre."""
    for mark, taken in (((), True), (("out",), False)):
        game = situation({**FAR, "g-I": ("GG23", *mark)})
        game.act("unit", "g-I")
        game.act("to", "FF22")
        assert game.state.holds("german", PLACE["Longwy"]) == taken


@rule("VC-1b.1")
@pytest.mark.parametrize("lost", ["HH26", "PP34"])
def test_the_fortress_line_does_not_count_without_metz_and_strasburg(lost: str) -> None:
    game = ended(line_of_forts(3), turn=15, control={lost: "allied"})
    assert objectives(game.state, "german", True) == 3
    assert game.result is not None
    assert game.result.rule == "VC-3"


RHINE: dict[str, Placed] = {
    "f-I": "HH26", "f-II": "PP34", "f-III": "GG28", "f-IV": "NN34", "f-V": "LL33", "f-VI": "JJ31", "f-VII": "MM34",
}  # fmt: skip


@rule("VC-2a.1", "VC-2a.2")
@pytest.mark.parametrize(
    ("gone", "control", "wins"),
    [((), {}, True), (("f-I",), {}, False), (("f-II",), {}, False), ((), {"N18": "german"}, False)],
)
def test_each_condition_of_the_allied_victory(gone: tuple[str, ...], control: dict[str, str], wins: bool) -> None:
    """Metz, Strasburg and Paris are all needed, and to have passed through Metz or Strasburg is not to occupy it."""
    held = {"HH26": "allied", "PP34": "allied"} | control
    game = ended({unit: place for unit, place in RHINE.items() if unit not in gone}, control=held)
    assert (game.result is not None and game.result.rule == "VC-2a") == wins


@rule("VC-2a.4")
def test_the_allied_victory_comes_at_the_end_of_any_turn() -> None:
    held = {"HH26": "allied", "PP34": "allied"}
    for turn in (2, 14, 15):
        game = ended(RHINE, turn=turn, control=held)
        assert game.result is not None
        assert game.result.winner == "allied"


@rule("VC-3.1", "VC-3a", "VC-3c", "VC-3b")
@pytest.mark.parametrize("russia", range(11))
def test_a_game_without_a_move_is_no_german_win(russia: int) -> None:
    """IN-4, B-118: the German must take the offensive, however many corps he sends to Russia."""
    state = situation({"g-XXV": "MM15", "f-COL": "BB36"}, invaded={}, turn=1).state
    german = {item.rule: item.points for item in german_points(state)}
    assert german["VC-3b"] == 0
    assert sum(german.values()) + russia < total(allied_points(state))


@rule("VC-5.2")
def test_control_stays_when_the_occupant_has_gone() -> None:
    """Cavalry rides through Longwy: it is German until an Ally comes who is in supply."""
    game = situation({**FAR, "g-C2": "GG23"})
    game.act("unit", "g-C2")
    game.act("to", "FF22")
    game.act("to", "GG23")
    assert game.state.holds("german", PLACE["Longwy"])
    for mark, ours in (((), False), (("out",), True)):
        back = situation({**FAR, "f-I": ("EE22", *mark)}, side="allied", control={"FF22": "german"})
        back.act("unit", "f-I")
        back.act("to", "FF22")
        assert back.state.holds("german", PLACE["Longwy"]) == ours
