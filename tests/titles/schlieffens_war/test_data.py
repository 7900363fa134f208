"""Units, charts, ledger and rulings: true to the rulebook, whole, and each with its source."""

import colorsys
import datetime
import itertools
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import front1914
from front1914.kit.calendar import Track, TurnRow
from front1914.kit.data import DataFolder
from front1914.kit.sections import Section
from front1914.kit.spelling import spelled
from front1914.kit.tables import ResultTable, mean, read_table, unsteady
from front1914.titles.schlieffens_war import world
from tests.titles.schlieffens_war.sheet import CORPS, DATA, HOME, UNITS, figures, hexes, marked, rows

SOURCES = {"rulebook", "history", "geography", "reconstructed"}


# Units


@pytest.mark.rule("2.3.c")
def test_the_sample_corps() -> None:
    corps = UNITS["g-2-X"]
    assert (corps["nation"], corps["army"], corps["kind"]) == ("german", "2", "infantry")
    assert (figures("g-2-X", "factors")[0], figures("g-2-X", "ma")[0]) == (4, 4)


def test_the_forts_and_their_successive_counters() -> None:
    assert figures("fort-verdun", "factors")[:3] == [4, 3, 2]
    forts = {name: figures(name, "factors") for name, row in UNITS.items() if row["kind"] == "fort"}
    assert len(forts) == 10
    for name, steps in forts.items():
        assert len(steps) in (2, 4), name  # one counter or two
        assert all(a == b + 1 for a, b in itertools.pairwise(steps)), name
    assert sum(len(steps) for steps in forts.values()) == 26  # 13 counters


@pytest.mark.rule("2.2.a")
def test_the_misprinted_fort() -> None:
    assert (UNITS["fort-maubeuge"]["short"], UNITS["fort-maubeuge"]["name"]) == ("Maube", "Fort Maubeuge")


@pytest.mark.rule("2.4")
def test_four_nations() -> None:
    assert {row["nation"] for row in UNITS.values()} == {"german", "french", "british", "belgian"}
    of_prefix = {"g": "german", "f": "french", "b": "british", "be": "belgian"}  # counters are named after their nation
    of_country = {"germany": "german", "france": "french", "belgium": "belgian"}  # forts stand at home
    for name, row in UNITS.items():
        fort = row["kind"] == "fort"
        assert row["nation"] == (of_country[hexes()[row["hex"]]["country"]] if fort else of_prefix[name.split("-")[0]])


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(
    ("nation", "hues", "vivid", "light"),
    [
        ("belgian", (15, 40), (0.6, 1.0), (0.7, 1.0)),  # orange
        ("british", (30, 50), (0.25, 0.6), (0.7, 1.0)),  # tan
        ("french", (200, 240), (0.4, 1.0), (0.3, 0.8)),  # blue
        ("german", (0, 360), (0.0, 0.2), (0.3, 0.7)),  # grey
    ],
)
def test_the_colours_of_the_nations(
    nation: str, hues: tuple[int, int], vivid: tuple[float, float], light: tuple[float, float]
) -> None:
    script = (Path(front1914.__file__).parent / "web/js/nations.js").read_text(encoding="utf-8")
    found = re.search(rf'{nation}: {{ body: "#(..)(..)(..)"', script)
    assert found is not None
    hue, saturation, value = colorsys.rgb_to_hsv(*(int(part, 16) / 255 for part in found.groups()))
    assert hues[0] <= hue * 360 <= hues[1]
    assert vivid[0] <= saturation <= vivid[1]
    assert light[0] <= value <= light[1]


@pytest.mark.rule("2.4.a")
def test_abbreviations_on_the_counters() -> None:
    words = {word for row in UNITS.values() for word in row["short"].split()}
    listed = {"BAV", "BEF", "Bel", "C", "COL", "GD", "GRD", "ERS", "LW", "NA", "R"}
    assert listed <= words
    places = {row["short"] for row in UNITS.values() if row["kind"] == "fort"}
    others = words - listed - places - {"HQ", "D", "Paris"}  # headquarters, depots (2.5), a garrison
    assert all(re.fullmatch(r"[IVX]+|\d", word) for word in others), others
    for name, row in UNITS.items():  # whose guard, whose reserve: the abbreviation belongs to the unit's name
        long = {"BAV": "Bavarian", "COL": "Colonial", "GRD": "Reserve Divisions", "ERS": "Ersatz", "LW": "Landwehr"}
        for word in row["short"].split():
            assert word not in long or long[word] in row["name"], name


@pytest.mark.rule("2.5", "1.2.b")
def test_five_types_of_units() -> None:
    kinds = Counter(row["kind"] for row in UNITS.values())
    assert set(kinds) == {"infantry", "cavalry", "hq", "fort", "depot"}
    assert {row["nation"] for row in UNITS.values() if row["kind"] == "depot"} == {"german"}
    armies = {(row["nation"], row["army"]) for row in UNITS.values() if row["army"]}
    for kind, wanted in (("hq", armies), ("depot", {army for army in armies if army[0] == "german"})):
        found = [(row["nation"], row["army"]) for row in UNITS.values() if row["kind"] == kind]
        assert sorted(found) == sorted(wanted)


@pytest.mark.rule("2.3")
def test_depots_are_alike() -> None:
    """No rule tells one from another: what is reconstructed of them is the same for all seven."""
    depots = [u for u in world.UNITS.numbers if world.IS_DEPOT[u]]
    assert len(depots) == 7
    found = {(world.FACTOR[u], world.MA[u], world.MA_OUT[u], world.PARENTHESES[u]) for u in depots}
    assert found == {((1, 1), 2, 1, True)}


@pytest.mark.rule("2.3")
def test_every_unit_has_its_figures() -> None:
    for name, row in UNITS.items():
        factors, ma = figures(name, "factors"), figures(name, "ma")
        assert factors == sorted(factors, reverse=True)
        assert min(factors) > 0
        if row["kind"] == "fort":
            assert ma == [0]
        elif name in CORPS:
            assert len(factors) == 2
            assert len(ma) == 1
            assert factors[1] < factors[0]
        else:  # the back is the state out of supply: the halves, rounded up, of 8.7
            assert factors[1] == (factors[0] + 1) // 2
            assert ma[1] == (ma[0] + 1) // 2
            assert row["parentheses"]


@pytest.mark.rule("2.3.a")
def test_headquarters_and_forts_print_their_hex_or_turn() -> None:
    for name, row in UNITS.items():
        if row["kind"] == "fort":
            assert row["hex"] in marked("fortress")
            assert hexes()[row["hex"]]["name"] == row["name"].removeprefix("Fort ")
        elif row["kind"] == "hq" and row["nation"] in ("german", "french"):
            assert bool(row["hex"]) != bool(row["turn"]), name
        if row["hex"]:
            assert hexes()[row["hex"]]["country"] == HOME[row["nation"]]


@pytest.mark.rule("9.1")
def test_reinforcements_wait_for_their_turn() -> None:
    late = {name: row["turn"] for name, row in UNITS.items() if row["turn"]}
    assert {name for name, turn in late.items() if turn == "3"} == {"b-HQ", "b-I", "b-II", "b-C"}
    sixth = [UNITS[name] for name, turn in late.items() if turn == "7"]
    assert {(row["nation"], row["army"]) for row in sixth} == {("french", "6")}
    assert Counter(row["kind"] for row in sixth) == {"hq": 1, "infantry": 4}
    assert set(late.values()) == {"3", "7"}


def test_the_belgian_army() -> None:
    kinds = Counter(row["kind"] for row in UNITS.values() if row["nation"] == "belgian")
    assert kinds == {"hq": 1, "infantry": 3, "fort": 3}


def test_the_example_of_the_first_army() -> None:
    assert {"g-1-HQ", "g-1-II", "g-1-III", "g-1-IV"} <= set(UNITS)  # 6.2


def test_the_counter_sheet_adds_up() -> None:
    """2.0: 176 counters. 40 German corps, 32 French; 8 track and siege markers, 43 morale and 12 supply markers."""
    corps = Counter(UNITS[name]["nation"] for name in CORPS)
    assert corps == {"german": 40, "french": 32, "british": 3, "belgian": 3}
    others = sum(row["kind"] in ("hq", "depot") for row in UNITS.values())
    assert len(CORPS) + others + 13 + 8 + 43 + 12 == 176


def test_enough_corps_for_the_withdrawal() -> None:
    """9.4 singles out a factor of 4: most German corps have it, not all."""
    strong = [n for n in CORPS if UNITS[n]["nation"] == "german" and figures(n, "factors")[0] == 4]
    assert len(strong) == 23


def test_unit_ids_and_names() -> None:
    assert len({row["name"] for row in UNITS.values()}) == len(UNITS) == 110
    letters = {"german": "g", "french": "f", "british": "b", "belgian": "be"}
    for name, row in UNITS.items():
        if row["kind"] == "fort":
            assert re.fullmatch(r"fort-[a-z]+", name)
        elif row["nation"] in ("german", "french"):
            assert re.fullmatch(rf"{letters[row['nation']]}-{row['army']}-\w+", name)
        else:
            assert re.fullmatch(rf"{letters[row['nation']]}-\w+", name)


def test_every_figure_of_a_unit_has_a_source() -> None:
    for name, row in UNITS.items():
        said = dict(pair.split("=") for pair in row["source"].split())
        held = ("name", "army", "kind", "factors", "parentheses", "ma", "hex", "turn")
        assert set(said) == {column for column in held if row[column]}, name
        assert set(said.values()) <= SOURCES


# Charts


@cache
def charts() -> Section:
    return DataFolder.of("front1914.titles.schlieffens_war").toml("charts.toml")


def losses(cell: Any) -> tuple[int, int]:
    attacker, defender = str(cell).split("/")
    return int(attacker), int(defender)


@pytest.fixture
def crt() -> ResultTable[tuple[int, int]]:
    return read_table(charts().section("crt"), losses)


@pytest.mark.rule("11.17.a")
def test_the_stated_cell(crt: ResultTable[tuple[int, int]]) -> None:
    assert crt.read(crt.at_odds(27, 7), 3) == (1, 2)


@pytest.mark.rule("11.9")
def test_the_columns(crt: ResultTable[tuple[int, int]]) -> None:
    assert list(crt.head.labels) == ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    assert crt.automatic(crt.at_odds(8, 1)) == (0, 3)
    assert crt.automatic(crt.at_odds(1, 3)) == (2, 0)
    assert crt.automatic(crt.at_odds(1, 2)) is None


def test_results_improve_with_odds_and_die(crt: ResultTable[tuple[int, int]]) -> None:
    assert unsteady(crt, lambda cell: cell[0], columns=-1, rows=-1) == []
    assert unsteady(crt, lambda cell: cell[1], columns=1, rows=1) == []
    found = {cell for column in crt.cells for cell in column}
    assert {cell[0] for cell in found} == {0, 1, 2}  # an attacker's result of zero exists (11.19)
    assert {cell[1] for cell in found} == {0, 1, 2, 3}  # and a defender's of three (11.20)


def test_losses_break_even_between_two_and_three_to_one(crt: ResultTable[tuple[int, int]]) -> None:
    gain = [mean(crt.odds(c), lambda cell: cell[1] - cell[0]) for c in range(len(crt.cells))]
    assert gain[2] < 0 < gain[3]


def test_small_tables() -> None:
    tables = {name: read_table(charts().section(name), int) for name in ("attrition", "heavy_artillery")}
    march = [tables["attrition"].read(0, die) for die in range(1, 7)]
    guns = [tables["heavy_artillery"].read(0, die) for die in range(1, 7)]
    assert set(march) == {0, 1}
    assert march == sorted(march, reverse=True)
    assert sum(march) < 2  # milder than being out of supply
    assert set(guns) == {0, 1, 2}
    assert guns == sorted(guns)
    assert sum(guns) == 6


def test_attrition_out_of_supply() -> None:
    table = read_table(charts().section("out_of_supply"), int)
    assert [table.read(0, die) for die in range(1, 7)] == [1, 1, 0, 0, 0, 0]


def test_survival_of_heavy_artillery() -> None:
    table = read_table(charts().section("artillery_survival"), int)
    assert [table.read(0, die) for die in range(1, 7)] == [1, 0, 0, 0, 0, 0]


def test_concentric_die() -> None:
    table = read_table(charts().section("concentric"), int)
    assert [table.read(0, die) for die in range(1, 7)] == [die // 2 for die in range(1, 7)]


def test_terrain_effects() -> None:
    tec = charts().section("tec").data
    assert {row["terrain"] for row in hexes().values()} <= set(tec)
    assert all(line["move"] >= 1 for name, line in tec.items() if name != "fortress")
    assert (tec["forest"]["move"], tec["river"]["move"]) == (2, 1)
    assert {name: line["defence"] for name, line in tec.items()} == {
        "clear": 0, "forest": 0, "rough": 1, "marsh": 0, "city": 1, "fortress": 1, "river": 1, "rail": 0,
    }  # fmt: skip
    assert {name for name, line in tec.items() if not line["concentric"]} == {"city", "fortress"}


@pytest.mark.rule("1.2.a")
def test_turns_of_four_days() -> None:
    track = Track.read(charts().rows("turn", TurnRow))
    assert len(track) == 10
    assert (track[7].dates, track[10].dates) == ("26 to 29 Aug 1914", "7 to 10 Sep 1914")
    for turn in track:
        assert (turn.last - turn.first).days == 3
        assert turn.first == datetime.date(1914, 8, 2) + datetime.timedelta(days=4 * (turn.number - 1))
    assert track.marked("final_effort") == (9, 10)
    assert track.marked("bef") == (3,)
    assert track.marked("sixth_army") == track.marked("withdrawal") == track.marked("plan_xvii") == (7,)


def test_every_chart_has_a_source() -> None:
    for key, table in charts().data.items():
        if isinstance(table, dict):
            parts = charts().sections(key) if key in ("tec", "turn") else (charts().section(key),)
            assert all(part.origin.source in SOURCES for part in parts)


# Ledger and rulings


def test_the_ledger_lists_every_rule_once() -> None:
    ledger = rows("rules.csv")
    assert len({row["rule"] for row in ledger}) == len(ledger) == 391
    for row in ledger:
        assert row["kind"] in ("rule", "reference", "physical", "advice")
        assert bool(row["reason"]) == (row["kind"] != "rule"), row["rule"]
        assert row["title"]
        assert row["summary"]
    assert Counter(row["kind"] for row in ledger) == {"rule": 377, "reference": 14}


def test_rulings() -> None:
    with (DATA / "rulings.toml").open("rb") as file:
        rulings = tomllib.load(file)["ruling"]
    known = {row["rule"] for row in rows("rules.csv")}
    numbers = sorted(int(r["id"].removeprefix("R")) for r in rulings)
    assert numbers == list(range(1, len(rulings) + 1))
    assert len(rulings) >= 104
    for ruling in rulings:
        assert set(ruling) - {"doubt"} == {"id", "title", "question", "decision", "reason", "rules"}
        assert all(ruling.values())
        assert set(ruling["rules"]) <= known, ruling["id"]


@pytest.mark.rule("2.3", "2.3.c", "2.4", "2.5", "4.7.a", "2.1.h")
def test_the_game_plays_with_what_the_files_say() -> None:
    """The tests above read the files; whatever is played rests on what the game has read of them."""
    for name, row in UNITS.items():
        u = world.UNITS.number(name)
        assert (world.NATION[u], world.KIND[u], world.ARMY[u]) == (row["nation"], row["kind"], row["army"])
        steps, points = figures(name, "factors"), figures(name, "ma")
        stored = list(reversed(world.FACTOR[u]))  # of corps and forts a last one for no step at all
        assert stored == [*steps, 0] if world.IS_COMBAT[u] else stored == steps, name
        assert (world.MA[u], world.MA_OUT[u]) == (points[0], points[-1]), name
    for name, row in hexes().items():
        bit = 1 << world.HEXES.number(name)
        assert bool(world.CITY & bit) == bool(row["city"])
        assert bool(world.SCORING & bit) == bool(row["vp"])
        assert not row["name"] or world.HEXES.name(world.HEXES.number(name)).startswith(spelled(row["name"]))
