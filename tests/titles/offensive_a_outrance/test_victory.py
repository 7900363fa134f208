"""27: Victory Points: of a Player Turn, of an Inter-Phase, of the end; levels of victory."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance import victory
from front1914.titles.offensive_a_outrance.board import BOARD, COAST, HEXES, NEAR, OPEN, RIDGES
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, POINTS, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, situation, verbs

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"f-13/21": "07.59", "g-3/2": "64.28"}
MUELHAUSEN = ["55.70", "56.69", "56.70"]
CITIES = ["53.56", "55.59", "55.62"]


def h(word: str) -> int:
    return HEXES.number(word)


def scored(units: dict[str, Placed] | None = None, side: str = "allied", **more: Any) -> Game:
    """The end of a Player Turn."""
    return situation(
        {**FAR, **(units or {})}, side=side, phase="finishing", step="score", **{"scenario": "campaign", **more}
    )


def inter(turn: int, units: dict[str, Placed] | None = None, **more: Any) -> Game:
    """The scoring of the Inter-Phase after a turn."""
    flow = [["turn"], ["end_inter_phase"], ["score_inter_phase"]]
    placed = {**FAR, **(units or {})}
    return situation(placed, flow=flow, turn=turn, phase="inter", **{"scenario": "campaign", **more})


GUARDS = {
    "allied": ("f-14/7", "f-41/7", "f-57r"),
    "german": ("g-31/21", "g-42/21", "g-1B/1B"),
}


def taken(side: str, words: list[str]) -> dict[str, Any]:
    """Places that a side controls, deep in enemy country: somebody stands in each, else they would be cut off (3.4)."""
    return {"units": dict(zip(GUARDS[side], words, strict=False)), "held": {side: words}}


def gained(game: Game, rule_: str) -> list[int]:
    return [event["points"] for event in happened(game, "points") if event["rule"] == rule_]


# ---- 27.0, 27.2, 27.3


@rule("27.0", "4.2.9.d")
def test_one_net_count() -> None:
    """German points count up, Allied ones down; everybody sees the track."""
    s = situation(FAR).state
    victory.award(s, "27.2", "allied", 10)
    assert s.vp == -10
    victory.award(s, "27.7", "german", 25)
    assert s.vp == 15
    victory.award(s, "27.5", "german", -4)
    assert s.vp == 11
    game = scored(**taken("allied", MUELHAUSEN), turn=3)
    for side in ("allied", "german"):
        assert {t["id"]: t["value"] for t in game.view(side)["tracks"]}["vp"] == -10


@rule("27.2", "4.2.9.d")
@pytest.mark.parametrize(
    ("held", "turn", "side", "points"),
    [
        (MUELHAUSEN, 6, "allied", [-10]),
        (MUELHAUSEN, 1, "german", [-10]),  # at the end of any Player Turn
        (MUELHAUSEN[:2], 6, "allied", []),  # all of it
        (MUELHAUSEN, 7, "allied", []),
    ],
)
def test_muelhausen(held: list[str], turn: int, side: str, points: list[int]) -> None:
    """OAO-27.2-01."""
    assert gained(scored(**taken("allied", held), turn=turn, side=side), "27.2") == points


@rule("27.2")
def test_muelhausen_counts_once() -> None:
    assert gained(scored(**taken("allied", MUELHAUSEN), turn=4, events={"vp_27_2": 3}), "27.2") == []


@rule("27.3", "4.2.9.d")
def test_the_german_takes_lorraine_or_waits() -> None:
    """OAO-27.3-01: five points for each city that he controls, once, at the end of a Player Turn of his choosing."""
    game = scored(**taken("german", CITIES[:2]), turn=4)
    assert asked(game) == ("german", "claim")
    assert verbs(game) == {"take", "done"}
    game.act("done")
    assert (game.state.vp, game.state.events[victory.LORRAINE]) == (0, 0)
    again = scored(**taken("german", CITIES[:2]), turn=4, side="german")
    again.act("take")
    assert (gained(again, "27.3"), again.state.vp) == ([10], 10)
    spent = scored(**taken("german", CITIES[:2]), turn=5, events={"vp_27_3": 4})
    assert gained(spent, "27.3") == []
    assert asked(spent)[1] != "claim"


@rule("27.3")
@pytest.mark.parametrize(
    ("held", "turn", "side", "points"),
    [
        (CITIES, 3, "allied", [15]),  # P3: nothing to wait for
        (CITIES[:1], 6, "german", [5]),  # the last opportunity
        (CITIES, 7, "allied", []),
        ([], 6, "german", []),
    ],
)
def test_lorraine_without_a_question(held: list[str], turn: int, side: str, points: list[int]) -> None:
    game = scored(**taken("german", held), turn=turn, side=side)
    assert gained(game, "27.3") == points
    assert asked(game)[1] != "claim"


# ---- 27.4


@rule("27.4")
@pytest.mark.parametrize(
    ("word", "points"), [("29.34", 5), ("15.32", 17), ("25.23", -2), ("44.50", 6), ("45.50", None)]
)
def test_what_a_hex_is_worth(word: str, points: int | None) -> None:
    """OAO-27.4-01 to 04."""
    assert victory.worth(h(word)) == points


@rule("27.4", "4.3.2.c")
def test_the_furthest_advance() -> None:
    """The best hex of an infantry Formation counts; neither Cavalry nor Assets; it may be negative."""
    units: dict[str, Placed] = {"g-4/2": "29.34", "g-2-c": "15.32", "g-5/3": "40.20"}
    assert victory.furthest(inter(6, units).state) == 5
    assert gained(inter(6, units), "27.4") == [5]
    assert gained(inter(9, units), "27.4") == [5]  # B92: each Inter-Phase anew
    assert gained(inter(3, units), "27.4") == []  # from the second on
    assert gained(inter(6, {"g-4/2": "25.23"}), "27.4") == [-2]
    assert gained(inter(6, {"g-4/2": "46.60"}), "27.4") == []
    assert gained(inter(6, {"g-2-c": "15.32"}), "27.4") == []
    assert gained(inter(6, {"g-4/2": ("25.23", "25.24")}), "27.4") == [-1]


# ---- 27.5


def line(a: str, b: str) -> list[str]:
    return [str(HEXES[n]) for n in BOARD.line(h(a), h(b))]


LINE = line("50.71", "47.45")


def allied_gaps(units: dict[str, Placed], held: list[str]) -> int:
    rest = [str(HEXES[n]) for n in range(OPEN.bit_length()) if OPEN >> n & 1 and str(HEXES[n]) not in held]
    return victory.gaps(situation({**FAR, **units}, held={"german": rest, "allied": held}).state, "allied")


@rule("27.5", "27.5.a", "4.3.2.c")
def test_gaps_in_the_allied_line() -> None:
    """From the Swiss border to Verdun: every hex that nobody occupies costs a point."""
    assert NEAR["switzerland"] >> h("50.71") & 1
    assert not any(RIDGES >> BOARD.link[h(a), n] & 1 for a in LINE for n in BOARD.neighbours[h(a)])
    assert allied_gaps({}, LINE) == len(LINE)
    assert allied_gaps({"f-11/20": LINE[3], "f-39/20": LINE[-1]}, LINE) == len(LINE) - 2
    assert allied_gaps({"f-11/20": (LINE[3], LINE[4])}, LINE) == len(LINE) - 2  # 19.0: in two hexes


@rule("27.5.c")
@pytest.mark.parametrize(
    ("unit", "holds"),
    [
        ("f-11/20", 1),
        ("f-2-c", 1),  # Cavalry is a Combat unit
        ("f-Ch-13", 1),
        ("f-t20", 0),  # Supply is none
        ("be-Gd-Civique-1", 0),  # LOC
        ("be-LOC-c", 0),
    ],
)
def test_who_holds_a_hex_of_the_line(unit: str, holds: int) -> None:
    assert allied_gaps({unit: LINE[5]}, LINE) == len(LINE) - holds


@rule("27.5.c")
@pytest.mark.parametrize(("marks", "holds"), [((), 1), (("face",), 0)])
def test_a_fortress_holds_with_its_garrison(marks: tuple[str, ...], holds: int) -> None:
    """A Fortress without exterior garrison leaves a gap; a Fort never does."""
    base = allied_gaps({}, LINE)
    found = allied_gaps({"f-fx-Verdun-3": ("47.45", *marks)}, LINE)
    assert base - found == holds


@rule("27.5.c")
def test_a_fort_holds() -> None:
    fort, place = "f-fort-Troyon", "46.47"
    held = [*line("50.71", place), *line(place, "47.45")]
    assert allied_gaps({}, held) - allied_gaps({fort: place}, held) == 1


@rule("27.5")
def test_who_has_no_line_loses_all_of_it() -> None:
    """H9: without a way over own ground, the hexes of the shortest way over land."""
    found = allied_gaps({}, LINE[:5])
    assert found == min(BOARD.distance(n, h("47.45")) for n in members(NEAR["switzerland"])) + 1


@rule("27.5", "27.5.a")
def test_the_line_is_the_front_not_the_fortresses_behind_it() -> None:
    """What is occupied two hexes behind the front closes no gap in it, however short the way by there is."""
    west = [str(HEXES[n]) for n in members(OPEN) if int(str(HEXES[n])[:2]) <= 52]
    held = {"german": "all", "allied": west}
    guards = dict(zip([*GUARDS["allied"], "f-43/21", "f-25/13", "f-26/13"], line("50.71", "47.45")[2:], strict=False))
    empty, manned = (victory.gaps(situation({**FAR, **who}, held=held).state, "allied") for who in ({}, guards))
    front = victory.southern_line(situation(FAR, held=held).state, "allied").front
    assert {str(HEXES[n])[:2] for n in members(front)} == {"52"}
    assert empty == manned > 0


@rule("27.5")
def test_in_september_the_line_of_the_south_is_what_the_set_up_says() -> None:
    """The hexes that count lie on the line of the scenario from Verdun to Switzerland, beside German ground."""
    s = front1914.new("offensive_a_outrance", "race", seed=1).state
    front, start, end = victory.southern_line(s, "allied")
    assert start == 1 << h("52.71")
    assert all(BOARD.distance(n, h("47.45")) == 1 for n in members(end))
    assert not front & ~BOARD.spread(OPEN & ~s.held("allied"))
    assert len(victory.gap_hexes(s, "allied")) == 9  # the Vosges
    assert all(front >> n & 1 for n in victory.gap_hexes(s, "allied"))


@rule("27.5", "27.5.d")
def test_hexes_behind_a_ridge_need_nobody() -> None:
    """Every hexside towards the enemy is a Mountain Ridge, and there is one."""
    ridge = next(BOARD.links[n] for n in members(RIDGES) if all(OPEN >> end & 1 for end in BOARD.links[n]))
    mine, theirs = (str(HEXES[n]) for n in ridge)
    s = situation(FAR, held={"allied": "all", "german": [theirs]}).state
    lone = [n for n in BOARD.neighbours[h(mine)] if str(HEXES[n]) == theirs]
    assert lone
    assert victory.shielded(s, "allied") >> h(mine) & 1
    other = next(str(HEXES[n]) for n in BOARD.neighbours[h(mine)] if not RIDGES >> BOARD.link[h(mine), n] & 1)
    open_ = situation(FAR, held={"allied": "all", "german": [theirs, other]}).state
    assert not victory.shielded(open_, "allied") >> h(mine) & 1
    calm = situation(FAR, held={"allied": "all"}).state
    assert victory.shielded(calm, "allied") == 0


@rule("27.5.b", "27.5")
def test_gaps_in_the_german_line() -> None:
    """From the Swiss border to row 42."""
    way = line("60.73", "60.42")
    assert NEAR["switzerland"] >> h("60.73") & 1
    rest = [str(HEXES[n]) for n in members(OPEN) if str(HEXES[n]) not in way]
    held = {"allied": rest, "german": way}
    guards = dict(zip((*GUARDS["german"], "g-3/2", "g-4/2"), way[4:20:3], strict=False))
    s = situation({"f-13/21": "07.59", **guards}, held=held).state
    assert victory.gaps(s, "german") == len(way) - 5
    short = {"allied": [*rest, way[-1]], "german": way[:-1]}
    cut = situation({"f-13/21": "07.59", **guards}, held=short).state
    assert victory.gaps(cut, "german") > len(way) - 5  # row 43 is not enough


@rule("27.5", "4.3.2.c")
def test_both_players_lose_for_gaps() -> None:
    """From the second Inter-Phase on."""
    game = inter(6)
    allied, german = gained(game, "27.5")
    s = game.state
    assert (allied, german) == (victory.gaps(s, "allied"), -victory.gaps(s, "german"))
    assert allied > 0 > german
    assert gained(inter(3), "27.5") == []


# ---- 27.6, 27.7


@rule("27.6")
@pytest.mark.parametrize(
    ("turn", "place", "points"),
    [
        (24, None, [-3]),  # P4: not in play
        (24, "37.11", [-3]),
        (24, "37.10", []),
        (24, "42.10", []),
        (21, None, []),  # from the eighth Inter-Phase on
        (30, "37.11", [-3]),
    ],
)
def test_the_marine_division(turn: int, place: str | None, points: list[int]) -> None:
    """OAO-27.6-01."""
    assert COAST >> h("37.10") & 1
    assert not COAST >> h("37.11") & 1
    game = inter(turn, {"g-Marine": place} if place else {}, scenario="race")
    assert gained(game, "27.6") == points


@rule("27.7")
def test_a_german_unit_enters_paris() -> None:
    """OAO-27.7-01: 25 points at once, and once (B92); any unit will do."""
    units: dict[str, Placed] = {"g-2-c": "17.37", "f-13/21": "07.59"}
    everything = {"german": "all"}
    game = situation(units, side="german", scenario="campaign", turn=12, held=everything)
    game.act("unit", "g-2-c")
    game.act("to", "16.36")
    assert gained(game, "27.7") == [25]
    assert game.state.vp == 25
    again = situation(units, side="german", scenario="campaign", turn=12, held=everything, events={"vp_27_7": 11})
    again.act("unit", "g-2-c")
    again.act("to", "16.36")
    assert gained(again, "27.7") == []


def ended(
    held: dict[str, Any], units: dict[str, Placed] | None = None, scenario: str = "campaign", **more: Any
) -> Game:
    """The end of a scenario."""
    flow = [["turn"], ["end_inter_phase"]]
    turn = SCENARIOS[scenario].last_turn
    return situation(
        {**FAR, **(units or {})}, flow=flow, phase="inter", turn=turn, held=held, scenario=scenario, **more
    )


@rule("27.7.a")
@pytest.mark.parametrize(("hexes", "winner"), [(["16.36"], "german"), ([], "allied")])
def test_paris_decides(hexes: list[str], winner: str) -> None:
    """Control of 16.36 at the end overrides the count of points, however bad it is."""
    result = ended({"allied": "all", "german": hexes}, dict(zip(GUARDS["german"], hexes, strict=False)), vp=-100).result
    assert result is not None
    assert result.winner == winner
    assert (result.level == "automatic") == (winner == "german")


# ---- 27.8 and levels


@rule("27.8", "27.8.a")
def test_geographic_objectives() -> None:
    """OAO-27.8-01: thirty, three points each, for either side; every hex of a place or nothing."""
    assert len(OBJECTIVES) == 30
    assert POINTS.objective * len(OBJECTIVES) == 90
    allied = situation(FAR, held={"allied": "all"}, scenario="campaign").state
    points = dict(victory.final_points(allied))
    assert all(points[name] == -3 for name in OBJECTIVES)
    split = situation(FAR, held={"allied": "all", "german": ["35.39", "24.31"]}, scenario="campaign").state
    found = dict(victory.final_points(split))
    assert "Reims" not in found
    assert found["Compiègne"] == 3
    german = situation(FAR, held={"allied": "all", "german": ["34.38", "35.38", "35.39"]}, scenario="campaign").state
    assert dict(victory.final_points(german))["Reims"] == 3


@rule("27.8.1", "27.8.a")
def test_special_cities() -> None:
    s = situation(FAR, held={"allied": "all", "german": ["52.16", "08.25", "51.54"]}, scenario="campaign").state
    found = dict(victory.final_points(s))
    assert {name: found.get(name, 0) for name in SPECIAL_CITIES} == {
        "Antwerpen": 15,
        "Rouen": 0,
        "Troyes": -15,
        "Nancy": 15,
    }


ALL_ALLIED = -3 * 30 - 15 * 4


@rule("27.0", "27.8")
@pytest.mark.parametrize(
    ("net", "winner", "level"),
    [
        (0, None, "draw"),
        (10, None, "draw"),
        (-10, None, "draw"),
        (11, "german", "minor victory"),
        (-40, "allied", "minor victory"),
        (41, "german", "major victory"),
        (-41, "allied", "major victory"),
    ],
)
def test_levels_of_the_campaign(net: int, winner: str | None, level: str) -> None:
    """A14: up to ten a draw, up to forty minor, beyond that major."""
    result = ended({"allied": "all"}, vp=net - ALL_ALLIED).result
    assert result is not None
    assert (result.winner, result.level, result.score) == (winner, level, net)


@rule("27.0")
@pytest.mark.parametrize("scenario", ["marne", "race", "last_battles"])
def test_levels_are_counted_from_par(scenario: str) -> None:
    """P6."""
    rules = SCENARIOS[scenario].victory
    assert rules.par
    for net, winner in ((rules.par, None), (rules.par + 11, "german"), (rules.par - 11, "allied")):
        result = ended({"allied": "all"}, scenario=scenario, vp=net - ALL_ALLIED).result
        assert result is not None
        assert (result.winner, result.score) == (winner, net)


@rule("27.0")
@pytest.mark.usefixtures("window")
def test_lorraine_is_won_by_points() -> None:
    """A14: plans abandoned (27.1), the cities (27.3), Nancy 15, the Donon 3; the side with more wins."""
    assert SCENARIOS["lorraine"].victory.rules == ("27.1", "27.3")
    flow = [["turn"], ["end_of_turn"]]
    units: dict[str, Placed] = {"f-13/21": "50.62", "g-3B/2B": "62.52"}
    for held, winner in (((), "allied"), (("51.54", "59.60"), "german")):
        ground = {"allied": ["51.54", "59.60"], "german": list(held)}
        guards = dict(zip(GUARDS["german"], held, strict=False))
        result = situation(units | guards, flow=flow, turn=5, held=ground).result
        assert result is not None
        assert (result.winner, result.level) == (winner, "victory")


@rule("27.3")
def test_the_staff_takes_two_cities() -> None:
    from front1914.titles.offensive_a_outrance.command.replies import answer

    for number, verb in ((1, "done"), (2, "take")):
        game = scored(**taken("german", CITIES[:number]), turn=4)
        assert game.decision is not None
        found = answer(game.state, "german", "claim", game.decision.actions, {})
        assert found is not None
        assert found[0].verb == verb
        assert args(game, "take") == [None]


# ---- what players see


@rule("27.5")
@pytest.mark.parametrize("scenario", ["campaign", "race", "last_battles"])
def test_gaps_are_shown_where_they_are(scenario: str) -> None:
    """Nobody stands in them; with somebody in each the line is whole."""
    game = front1914.new("offensive_a_outrance", scenario, seed=1)
    s = game.state
    for side in ("allied", "german"):
        holes = victory.gap_hexes(s, side)
        assert len(set(holes)) == len(holes) == victory.gaps(s, side) > 0
        kept = victory.occupied(s, side) | victory.shielded(s, side)
        assert not any(kept >> n & 1 for n in holes)
        found = game.overlay(side, "points")
        marked = {word for word, cells in found["places"].items() if cells["mark"] == "gap"}
        assert marked == {str(HEXES[n]) for n in holes}
        assert f"{len(holes)} gaps" in found["text"]
    filled = sum(1 << n for n in victory.gap_hexes(s, "allied")) | victory.occupied(s, "allied")
    front, start, end = victory.southern_line(s, "allied")
    assert victory._unkept(front, front & (filled | victory.shielded(s, "allied")), start, end) == []


@rule("26.0")
def test_a_game_without_plans() -> None:
    """An option of the foreword."""
    game = front1914.new("offensive_a_outrance", "lorraine", seed=1, options={"plans": False})
    assert not any(game.state.plan)
    assert any(front1914.new("offensive_a_outrance", "lorraine", seed=1).state.plan)
