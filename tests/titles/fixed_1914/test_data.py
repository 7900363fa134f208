"""Types, units, charts, turn record, ledger and rulings: true to the rulebook, whole, and each with its source."""

import datetime
import itertools
from collections import Counter
from functools import cache

import pytest

from front1914.kit.calendar import Track, TurnRow
from front1914.kit.data import DataFolder
from front1914.kit.sections import Section
from front1914.kit.spelling import spelled
from front1914.kit.steps import GONE, Chain, factors
from front1914.kit.tables import ResultTable, mean, read_table, unsteady
from front1914.titles.fixed_1914 import world
from tests.titles.fixed_1914.sheet import DATA, TYPES, UNITS, at, hexes, kind, marked, rows, steps, toml

SOURCES = {"rulebook", "history", "geography", "reconstructed"}
ORDER = ("1/-", "-/-", "1/0", "1/1", "-/0", "-/1")  # CB-10, from the worst for the attacker to the best


def force(group: str, nation: str) -> Counter[str]:
    """The counters of a group as the force lists write them."""
    found = [u for u, row in UNITS.items() if row["group"] == group and kind(u)["nation"] == nation]
    return Counter(steps(UNITS[u]["type"])[0] for u in found)


# Forces


@pytest.mark.rule(
    "PP-3a", "PP-3b", "PP-3c", "PP-3d", "PP-3e", "PP-3f", "PP-3g", "PP-3h", "PP-3i", "PP-3k", "PP-3l", "PP-3n"
)
def test_initial_german_forces() -> None:
    assert force("initial", "german") == {
        "7-12-3": 26, "5-8-3": 16, "4-4-2": 3, "2-2-2": 1, "1-1-2": 4, "(4)-3-4": 11, "8-0-2": 4, "0-0-2": 4 + 3,
        "0-0-1": 1, "3-4-2": 3, "2-4-3": 3,
    }  # fmt: skip
    assert Counter(UNITS[u]["type"] for u in UNITS if UNITS[u]["type"] in ("g-305", "g-EB")) == {"g-305": 4, "g-EB": 3}


@pytest.mark.rule("PP-3j", "PP-3m", "PP-6")
def test_optional_german_units() -> None:
    assert force("optional", "german") == {"0-0-0": 1, "3-5-3": 2}


@pytest.mark.rule("PP-4a", "PP-4b")
def test_north_army() -> None:
    assert force("north_army", "german") == {"5-8-3": 1, "4-4-2": 1}


@pytest.mark.rule("PP-7a", "PP-7b", "PP-7c", "PP-7d", "PP-7e", "PP-7f", "PP-7g")
def test_initial_french_forces() -> None:
    assert force("initial", "french") == {
        "6-10-3": 21, "6-9-3": 8, "2-4-3": 3, "1-1-3": 2, "1-2-4": 1, "6-0-2": 4, "(2)-1-4": 10,
    }  # fmt: skip


@pytest.mark.rule("PP-8a", "PP-8b", "PP-8c")
def test_territorials() -> None:
    found = {hexes()[r["hex"]]["name"]: steps(r["type"])[0] for r in UNITS.values() if r["group"] == "territorial"}
    assert found == {
        "Paris": "6-6-2", "Calais": "6-6-2", "Dijon": "6-6-2", "Rouen": "6-6-2", "Le Havre": "1-1-3",
        "Langres": "1-1-2",
    }  # fmt: skip


@pytest.mark.rule("PP-10a", "PP-10b")
def test_north_african_army() -> None:
    assert force("north_african", "french") == {"2-4-3": 4, "1-1-3": 1}


@pytest.mark.rule("PP-11a", "PP-11b", "PP-11c", "PP-11d", "PP-11e")
def test_bef() -> None:
    assert force("bef", "british") == {"8-14-3": 2, "4-7-3": 2, "(7)-3-4": 1, "(2)-1-4": 1, "1-2-3": 1}


def test_belgian_and_dutch_armies() -> None:
    stands = Counter(
        (hexes()[r["hex"]]["name"], steps(r["type"])[0]) for r in UNITS.values() if r["group"] == "belgian"
    )
    assert stands == {
        ("Brussels", "6-8-2"): 1, ("Ghent", "6-8-2"): 1, ("Brussels", "(2)-1-3"): 1, ("Namur", "3-4-2"): 1,
        ("Liege", "3-4-2"): 1, ("Namur", "1-1-2"): 1, ("Liege", "1-1-2"): 1,
    }  # fmt: skip
    assert force("dutch", "dutch") == {"3-4-2": 4, "(1)-1-3": 1}
    assert force("upgrade", "belgian") == {"6-8-2": 2}
    assert force("extra", "belgian") == {"6-8-2": 2}


def test_blanks_and_spare_landwehr() -> None:
    assert sum(row["group"] == "blank" for row in UNITS.values()) == 10
    counters = Counter(row["type"] for row in UNITS.values())
    points = sum(
        int(t[-1])
        for t in ("g-LW4", "g-LW2", "g-LW1")
        for u in UNITS.values()
        if (u["type"], u["group"]) == (t, "initial")
    )
    points += 4  # the North Army
    assert points == 22
    assert (counters["g-LW4"], counters["g-LW2"], counters["g-LW1"]) == (points // 4, points // 2, points)


@pytest.mark.rule("PP-12.9")
def test_a_gun_for_every_fort_hex() -> None:
    guns = {row["hex"]: row for row in UNITS.values() if row["group"] == "fort"}
    assert set(guns) == marked("calibre")
    letter = {"germany": "german", "france": "french", "belgium": "belgian"}
    for name, row in guns.items():
        assert TYPES[row["type"]]["calibre"] == hexes()[name]["calibre"]
        assert TYPES[row["type"]]["nation"] == letter[hexes()[name]["country"]]


def test_ids_and_names() -> None:
    assert len({row["name"] for row in UNITS.values()}) == len(UNITS)
    prefix = {"german": "g-", "french": "f-", "british": "b-", "belgian": "be-", "dutch": "nl-"}
    for name, row in UNITS.items():
        assert name.startswith("fort-" if row["group"] == "fort" else prefix[kind(name)["nation"]])
        assert not row["hex"] or not hexes()[row["hex"]]["closed"]


# Step chains


def chain(name: str) -> Chain[tuple[int, ...]]:
    return Chain(TYPES[name]["steps"], TYPES[name]["restore"], factors)


def after(name: str, *, losses: int, gains: int = 0) -> str:
    made = chain(name)
    step = made.after(0, losses)
    for _ in range(gains):
        step = made.gain[step]
    return made.labels[step]


def test_stated_steps_of_corps() -> None:
    assert (after("g-A", losses=1), after("g-A", losses=1, gains=1)) == ("4-9-3", "5-10-3")
    assert (after("f-A", losses=1), after("f-A", losses=1, gains=1)) == ("3-7-3", "4-8-3")


@pytest.mark.parametrize("name", ["g-A", "g-R", "f-A", "f-R", "b-A", "g-IT"])
def test_corps_have_three_steps_and_never_return_to_the_first(name: str) -> None:
    made = chain(name)
    assert made.left[0] == 3
    assert 0 not in made.gain
    if name != "g-IT":
        ceiling = made.step(TYPES[name]["restore"].split(" > ")[-1])
        assert made.left[ceiling] == 3
        assert made.labels[made.loss[ceiling]] == steps(name)[1]


@pytest.mark.parametrize("name", ["f-T", "be-K", "be-D", "be-C"])
def test_four_steps(name: str) -> None:
    assert chain(name).left[0] == 4
    assert set(chain(name).gain) == {GONE}


def test_steps_fall_and_movement_stays() -> None:
    for name, row in TYPES.items():
        values = chain(name).values[: len(steps(name))]
        for above, below in itertools.pairwise(values):
            assert above[0] >= below[0], name
            assert above[1] >= below[1], name
            assert above[:2] != below[:2], name
            assert above[2] == below[2], name
        assert bool(row["restore"]) == bool(row["cost"]), name
        assert ("(" in row["steps"]) == (row["kind"] == "cavalry"), name


def test_costs_and_sections() -> None:
    assert {TYPES[name]["cost"] for name in TYPES if TYPES[name]["grade"] == "A"} == {"2"}
    assert {row["cost"] for row in TYPES.values() if row["grade"] != "A"} == {"", "1"}
    assert {row["nation"] for row in TYPES.values() if row["cost"]} == {"german", "french", "british"}  # RP-10
    for row in TYPES.values():
        if row["kind"] == "cavalry":
            assert (row["section"], row["reduced"]) == ("C", "C")
        elif row["grade"]:
            assert (row["section"], row["reduced"]) == (
                {"A": "AR", "R": "RI"}[row["grade"]][0],
                {"A": "R", "R": "I"}[row["grade"]],
            )
        elif row["kind"] in ("infantry", "landwehr") and row["id"] not in ("be-K", "g-IT"):
            assert (row["section"], row["reduced"]) == ("I", "I")
    assert (TYPES["be-K"]["section"], TYPES["be-K"]["reduced"]) == ("R", "R")  # CB-8


def test_corps_equivalents() -> None:
    sizes = {"corps": "8", "division": "4", "brigade": "2", "regiment": "1", "battalion": "0", "none": "0"}
    assert all(row["eighths"] == sizes[row["size"]] for row in TYPES.values())


def test_fortification_artillery() -> None:
    guns = {(row["calibre"], steps(name)[0]) for name, row in TYPES.items() if row["kind"] == "fort"}
    assert ("305", "0-4-0") in guns  # FA-2
    assert guns == {("120", "0-1-0"), ("150", "0-2-0"), ("155", "0-2-0"), ("210", "0-3-0"), ("305", "0-4-0")}
    assert {key: value for key, value in toml("charts.toml")["calibres"].items() if key.isdigit()} == {
        calibre: int(text.split("-")[1]) for calibre, text in guns
    }


# Charts


@cache
def charts() -> Section:
    return DataFolder(DATA).toml("charts.toml")


@cache
def crt(section: str) -> ResultTable[str]:
    return read_table(charts().section("crt").section(section), str)


def test_codes_and_columns_of_the_results_table() -> None:
    for section in "ARIC":
        table = crt(section)
        assert {cell for column in table.cells for cell in column} <= set(ORDER)
        assert list(table.head.labels) == ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
        assert table.refused(table.at_odds(1, 5))
        assert not table.refused(table.at_odds(1, 4))
        assert table.read(table.at_odds(40, 1), 6) == "-/1"
    assert {cell for section in "ARIC" for column in crt(section).cells for cell in column} == set(ORDER)


def test_sections_are_one_ladder() -> None:
    for stronger, weaker in itertools.pairwise("ARIC"):
        assert crt(weaker).cells[:-1] == crt(stronger).cells[1:]


def test_results_improve_with_the_die_and_hurt_the_defender_more_with_odds() -> None:
    for section in "ARIC":
        assert unsteady(crt(section), ORDER.index, columns=1, rows=1) == []
    gain = [[mean(crt(s).odds(c), ORDER.index) for c in range(9)] for s in "ARIC"]
    for stronger, weaker in itertools.pairwise(gain):
        assert all(a < b for a, b in zip(stronger, weaker, strict=True))


@pytest.mark.rule("FM-2.1")
def test_forced_march() -> None:
    table = read_table(charts().section("forced_march"), str)
    assert [table.read(0, die) for die in range(1, 7)] == ["stay", "stay", "go", "go", "go", "loss"]
    assert [table.read(1, die) for die in range(1, 7)] == ["stay", "stay", "go", "go", "choice", "loss"]


@pytest.mark.rule("SP-0")
def test_turns_of_two_days() -> None:
    track = Track.read(charts().rows("turn", TurnRow))
    assert len(track) == 32
    assert track[1].first == datetime.date(1914, 8, 14)
    assert all((turn.last - turn.first).days == 1 for turn in track)
    assert track[32].last == datetime.date(1914, 10, 16)
    assert track.marked("may_be_last") == tuple(charts().section("game_length").data["turns"])


def test_length_and_replacements_by_corps_in_russia() -> None:
    made = toml("charts.toml")
    assert made["game_length"]["turns"] == [15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 32]
    assert made["replacements"]["german"] == [6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4]
    assert len(made["game_length"]["turns"]) == made["russia"]["most"] + 1


def test_victory_places_exist() -> None:
    made = toml("charts.toml")["victory"]
    assert {at(name) for name in made["objectives"]} == marked("objective")
    assert {at(name) for name in made["prizes"]} <= marked("city", "major")
    assert at(made["german_city"]) == "N18"
    assert all(at(name) for name in toml("charts.toml")["clocks"]["bef_towns"])


def test_every_chart_has_a_source() -> None:
    for key, table in charts().data.items():
        if isinstance(table, dict):
            parts = charts().sections(key) if key in ("crt", "rail", "turn") else (charts().section(key),)
            assert all(part.origin.source in SOURCES for part in parts)


def test_the_turn_record() -> None:
    record = rows("reinforcements.csv")
    for row in record:
        assert row["type"] in TYPES
        assert row["at"] == "port" or at(row["at"])
        assert row["pool"] == "eliminated" or int(row["turn"]) <= 12  # PP-2
        assert set(row["source"].replace("=", " ").split()) & SOURCES
    for group in ("north_african", "north_army"):
        listed = Counter({r["type"]: int(r["number"]) for r in record if r["pool"] == group})
        assert listed == Counter(r["type"] for r in UNITS.values() if r["group"] == group)
        assert {r["turn"] for r in record if r["pool"] == group} == {
            r["turn"] for r in UNITS.values() if r["group"] == group
        }


# Ledger and rulings


def test_the_ledger_lists_every_rule_once() -> None:
    ledger = rows("rules.csv")
    assert len({row["rule"] for row in ledger}) == len(ledger) == 496
    for row in ledger:
        assert bool(row["reason"]) == (row["kind"] != "rule"), row["rule"]
        assert row["title"]
        assert row["summary"]
    assert Counter(row["kind"] for row in ledger) == {"rule": 449, "reference": 42, "physical": 5}


def test_rulings() -> None:
    rulings = toml("rulings.toml")["ruling"]
    known = {row["rule"] for row in rows("rules.csv")}
    ids = [ruling["id"] for ruling in rulings]
    assert [i for i in ids if i[0] == "B"] == [f"B-{n}" for n in range(1, 120)]
    assert {i for i in ids if i[0] == "H"} == {f"H{n}" for n in range(1, 18)} | {"H9a", "H9b"}
    for ruling in rulings:
        assert set(ruling) - {"doubt"} == {"id", "title", "question", "decision", "reason", "rules"}
        assert all(ruling.values()), ruling["id"]
        assert set(ruling["rules"]) <= known, ruling["id"]


@pytest.mark.parametrize(
    ("name", "free"),
    [
        ("units.csv", {"id", "short", "note", "source"}),
        ("types.csv", {"id", "name", "nation", "kind", "note", "source"}),
    ],
)
def test_every_figure_has_a_source(name: str, free: set[str]) -> None:
    for row in rows(name):
        said = dict(pair.split("=") for pair in row["source"].split())
        assert set(said) == {column for column, value in row.items() if value and column not in free}, row["id"]
        assert set(said.values()) <= SOURCES


@pytest.mark.rule("UC-2", "UC-3", "UC-5", "UC-7", "UC-8", "UC-9.2", "MB-13")
def test_the_game_plays_with_what_the_files_say() -> None:
    """The tests above read the files; whatever is played rests on what the game has read of them."""
    for name, row in UNITS.items():
        u, of = world.UNITS.number(name), TYPES[row["type"]]
        assert (world.NATION[u], world.KIND[u], world.GROUP[u]) == (of["nation"], of["kind"], row["group"])
        assert world.IS_CORPS[u] == (of["size"] == "corps")
        assert world.IS_INFANTRY[u] == (of["kind"] in ("infantry", "landwehr"))  # Landwehr is infantry (PP-16c)
        assert (world.IS_CAVALRY[u], world.IS_ENGINEER[u]) == (of["kind"] == "cavalry", of["kind"] == "engineer")
        assert (world.IS_ARTILLERY[u], world.IS_GUN[u]) == (
            of["kind"] in ("artillery", "railroad"),
            of["kind"] == "fort",
        )
        assert world.CALIBRES[u] == int(of["calibre"] or 0)
        attack, defence, move = of["steps"].split(" > ")[0].replace("(", "").replace(")", "").split("-")
        assert (world.ATTACK[u][0], world.MOVE[u]) == (int(attack), int(move)), name
        assert world.DEFENCE[u][0] + world.GUN_FACTOR[u] == int(defence), name
        assert not (world.IS_GUN[u] and world.DEFENCE[u][0]), name
    for name, row in hexes().items():
        assert not row["name"] or world.HEXES.name(world.HEXES.number(name)).startswith(spelled(row["name"]))
