"""Map, blocks, icons, numbers, ledger and rulings: true to the rulebook, whole, and each with its source."""

import csv
import itertools
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import front1914
from front1914.engine import ledger as ledgers
from front1914.titles import package
from front1914.titles.germany_at_war import world

DATA = Path(front1914.__file__).parent / "titles" / "germany_at_war" / "data"
SOURCES = {"rulebook", "history", "geography", "reconstructed"}
rule = pytest.mark.rule


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def areas() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows("areas.csv")}


@cache
def links() -> dict[frozenset[str], str]:
    return {frozenset((row["a"], row["b"])): row["river"] for row in rows("links.csv")}


@cache
def tables() -> dict[str, dict[str, int]]:
    return tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))


def beside(area: str) -> set[str]:
    return {b for pair, river in links().items() if area in pair and river != "sea" for b in pair if b != area}


def named(name: str) -> str:
    return next(row["id"] for row in rows("areas.csv") if row["name"] == name)


def blocks(**wanted: str) -> list[dict[str, str]]:
    return [row for row in rows("blocks.csv") if all(row[key] == value for key, value in wanted.items())]


# Blocks


@rule("0.a", "1.1.a")
def test_the_german_armies():
    """GAW-X001."""
    assert Counter(row["army"] for row in blocks(power="german")) == {
        "1": 10,
        "2": 7,
        "3": 6,
        "4": 11,
        "5": 7,
        "6": 9,
        "7": 8,
    }
    assert len(rows("blocks.csv")) == 119


@rule("0.b", "1.1.a")
def test_the_french_armies():
    assert Counter(row["army"] for row in blocks(power="french")) == {
        "foch": 1,
        "1": 9,
        "2": 9,
        "3": 6,
        "4": 5,
        "5": 9,
        "reserve": 7,
        "paris": 1,
    }


@rule("0.c", "0.d")
def test_the_belgians_and_the_british():
    """GAW-X003."""
    belgian, british = blocks(power="belgian"), blocks(power="british")
    assert (len(belgian), len(british)) == (8, 6)
    assert [row["name"] for row in belgian + british if row["kind"] == "leader"] == ["King Albert I", "Sir John French"]


@rule("7.3.1.e", "7.3.1.a", "7.3.1.b", "7.3.1.3.b")
def test_the_leaders():
    """GAW-X055: each Army but those of the French Reserves and of Paris has one; stars, then a heart."""
    leaders = blocks(kind="leader")
    assert Counter(row["power"] for row in leaders) == {"german": 7, "french": 6, "british": 1, "belgian": 1}
    for row in leaders:
        assert (row["move"], row["steps"], row["dots"]) == ("5", "4 3 2 1", "SSSH")
    known = [u for u in world.BLOCKS.numbers if world.IS_LEADER[u]]  # and the game takes them for Leaders
    assert [str(world.BLOCKS[u]) for u in known] == [row["id"] for row in leaders]


@rule("4.0.a", "4.0.b", "4.0.c", "7.4.1.a", "7.4.1.b")
def test_every_block_has_its_figures():
    """GAW-X056: allowances by type; a track of dots or stars that falls; an Army with a colour."""
    armies = {(row["power"], row["id"]): row["colour"] for row in tables()["army"]}
    for row in rows("blocks.csv"):
        assert row["kind"] in ("leader", "infantry", "cavalry")
        steps = [int(n) for n in row["steps"].split()]
        assert 2 <= len(steps) == len(row["dots"]) <= 4
        assert all(a == b + 1 for a, b in itertools.pairwise(steps))
        assert set(row["dots"]) <= set("SH" if row["kind"] == "leader" else "BWRU")
        static = row["army"] == "paris"
        assert int(row["move"]) == (0 if static else 3 if row["kind"] == "infantry" else 5)
        assert row["name"]
        assert armies[row["power"], row["army"]]


def test_what_the_text_says_of_single_blocks():
    assert len(blocks(power="british", kind="infantry")) == 3
    assert len(blocks(power="french", army="1", kind="infantry")) == 6  # GAW-X030
    assert [row["army"] for row in rows("blocks.csv") if row["name"].startswith("44th")] == ["1"]
    assert blocks(power="french", army="4", kind="cavalry")
    assert not blocks(power="german", army="2", kind="cavalry")
    assert len(blocks(power="belgian", kind="cavalry")) == 1
    colours = {(row["power"], row["id"]): row["colour"] for row in tables()["army"]}
    assert [colours["german", str(n)] for n in range(1, 8)] == [
        "blue",
        "yellow",
        "green",
        "red",
        "celeste",
        "pink",
        "brown",
    ]
    assert [colours["french", str(n)] for n in range(1, 6)] == ["red", "yellow", "brown", "green", "pink"]


@rule("4.2.b", "6.1.a")
def test_green_numbers():
    """GAW-X037."""
    german = Counter(row["arrives"] for row in blocks(power="german"))
    entente = Counter(row["arrives"] for row in rows("blocks.csv") if row["power"] != "german")
    assert sum(german[n] for n in "234") == 8
    assert sum(entente[n] for n in "234") == 3
    assert (german["2"], entente["2"]) == (1, 2)
    assert all(german[n] for n in "34")
    assert blocks(army="foch")[0]["arrives"] == "2"


# The map


@rule("2.0.a", "2.0.b", "2.1", "2.2.b")
def test_ninety_four_areas():
    """GAW-X011."""
    assert set(areas()) == {"GB", *map(str, range(1, 94))}
    assert {row["colour"] for row in areas().values()} == {"green", "yellow", "red", "sea"}
    assert [name for name, row in areas().items() if row["colour"] == "sea"] == ["GB"]
    bonuses = {name: int(row["bonus"]) for name, row in areas().items()}
    assert bonuses["GB"] == 0
    assert (min(bonuses.values()), max(bonuses.values())) == (0, 4)
    for number, row in enumerate(areas().values()):
        assert (world.COLOUR[number], world.BONUS[number]) == (row["colour"], int(row["bonus"]))
        assert bool(world.GREEN >> number & 1) is (row["colour"] == "green")
        assert bool(world.RED >> number & 1) is (row["colour"] == "red")


@rule("2.2.c")
def test_the_stated_circles():
    """GAW-X012."""
    stated = {name: (areas()[name]["colour"], areas()[name]["bonus"]) for name in ("1", "27", "93")}
    assert stated == {"1": ("green", "1"), "27": ("yellow", "1"), "93": ("red", "2")}


def test_places_whose_numbers_are_stated():
    assert [named(n) for n in ("Le Havre", "Calais", "Antwerp", "Lille-Maubeuge", "Sedan")] == [
        "1",
        "5",
        "7",
        "17",
        "35",
    ]
    assert (areas()[named("Liege")]["bonus"], areas()[named("Namur")]["bonus"]) == ("1", "1")
    for name in ("17", "23", "34", named("Liege")):
        assert areas()[name]["colour"] == "green"
    assert areas()["52"]["colour"] != "red"
    for name in ("2", "8"):
        assert not areas()[name]["city"]
        assert not areas()[name]["fortresses"]


def test_borders_that_are_stated():
    assert len(beside("8")) == 4
    assert {areas()[name]["country"] for name in beside("8")} == {"belgium"}
    assert links()[frozenset(("49", "52"))] == "major"
    assert named("Ypres") in beside("7")
    assert {frozenset(pair) for pair in (("GB", "1"), ("GB", "5"))} == {p for p, r in links().items() if r == "sea"}
    assert Counter(links().values()) == {"none": 118, "minor": 72, "major": 56, "sea": 2}


@rule("2.6.2.a", "2.6.2.b")
def test_the_map_hangs_together_without_holland():
    """No Area is Dutch, so nothing can enter Holland or be traced through it: Antwerp and Hasselt end there."""
    assert {row["country"] for row in areas().values()} == {"britain", "france", "belgium", "germany", "luxembourg"}
    found, edge = {"1"}, {"1"}
    while edge:
        edge = {n for name in edge for n in beside(name)} - found
        found |= edge
    assert found == set(areas()) - {"GB"}
    assert not {"11", "12", "13"} & beside("7")
    assert not {"11", "12", "13"} & beside("8")


@rule("2.7.a")
def test_victory_areas():
    """GAW-X018."""
    assert {row["name"] for row in areas().values() if row["victory"]} == {
        "Paris",
        "Calais",
        "Épinal",
        "Verdun",
        "Cologne",
        "Frankfurt",
        "Strassburg",
    }


@rule("2.9.a", "2.11.d")
def test_capitals():
    """GAW-X019: each Power keeps its Valour in its own."""
    capitals = {row["country"]: row["name"] for row in areas().values() if row["city"] == "capital"}
    assert capitals == {
        "britain": "Great Britain (London)",
        "france": "Paris",
        "belgium": "Brussels",
        "germany": "Frankfurt",
    }


@rule("2.10.a", "2.10.b", "2.10.c", "2.10.d", "2.4.i")
def test_fortresses():
    """GAW-X021, GAW-X016."""
    forts = {
        name: (row["country"], int(discs))
        for row in areas().values()
        if row["fortresses"]
        for name, discs in zip(row["fortresses"].split("+"), row["garrisons"].split(), strict=True)
    }
    assert Counter(country for country, _ in forts.values()) == {"germany": 6, "belgium": 4, "france": 10}
    two = {"Metz", "Strassburg", "Épinal", "Toul", "Verdun", "Belfort"}
    assert {name for name, (_, discs) in forts.items() if discs == 2} == two
    assert all(discs == 1 for name, (_, discs) in forts.items() if name not in two)
    assert areas()["17"]["fortresses"] == "Lille+Maubeuge"


@rule("2.6.1.a", "2.6.1.b", "2.6.1.c", "2.6.1.d", "2.6.2.c", "5.0.a")
def test_who_controls_what_at_the_start():
    game = front1914.new("germany_at_war", seed=1)
    assert "control" not in game.position()
    held = {"germany": 0, "luxembourg": 0, "france": 1, "belgium": 1, "britain": 1}
    for number, row in enumerate(rows("areas.csv")):
        assert game.state.control[number] == held[row["country"]]
    assert not [row for row in game.position()["blocks"].values() if row["at"] == named("Luxembourg")]


# Icons and numbers


@rule("5.0.f", "5.0.g", "2.5.a")
def test_icons():
    """GAW-X031, GAW-X017: 46 and 42 icons, four of them in Great Britain; each in its country, none overstacked."""
    country = {"german": "germany", "french": "france", "belgian": "belgium", "british": "britain"}
    counts: Counter[str] = Counter()
    crowd: Counter[str] = Counter()
    for row in rows("icons.csv"):
        counts[row["power"]] += int(row["count"])
        crowd[row["area"]] += int(row["count"])
        assert areas()[row["area"]]["country"] == country[row["power"]]
    assert counts == {"german": 42, "french": 34, "belgian": 8, "british": 4}
    stack = {"green": 4, "yellow": 2, "red": 2, "sea": 6}
    assert all(count <= stack[areas()[name]["colour"]] for name, count in crowd.items())
    assert crowd["GB"] == 4
    assert "37" not in crowd


@rule("1.1.b", "4.1.a", "4.1.b", "1.6.a", "1.6.b")
def test_numbers():
    """GAW-X005, GAW-X008."""
    assert tables()["discs"] == {"french": 20, "german": 10, "belgian": 5, "british": 0}
    assert sum(tables()["discs"].values()) == 35
    assert tables()["strategic_value"] == {"german": 7, "entente": 5}


@rule("1.2.a", "5.0.j")
def test_four_months():
    """GAW-X007."""
    from front1914.titles.germany_at_war.world import MONTHS

    assert MONTHS == ("August", "September", "October", "November")
    campaign = tomllib.loads((DATA / "scenarios" / "campaign.toml").read_text(encoding="utf-8"))
    assert campaign["turns"] == 4
    assert campaign["losses"] == {"german": 10, "entente": 20}  # GAW-X009
    assert (campaign["victory"]["valour"], campaign["victory"]["all"]) == (10, 7)
    assert front1914.new("germany_at_war", seed=1).view("german")["date"] == "August 1914"


# Provenance, rulings, ledger


@pytest.mark.parametrize("name", ["areas.csv", "links.csv", "blocks.csv", "icons.csv"])
def test_every_row_names_its_source(name):
    for row in rows(name):
        words = {part.partition("=")[2] or part for part in row["source"].split()}
        assert words
        assert words <= SOURCES, row


def test_rulings_are_whole():
    found = tomllib.loads((DATA / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
    known = {row.rule for row in ledgers.read(DATA / "rules.csv")}
    heads = {name.rsplit(".", 1)[0] for name in known}
    ids = [row["id"] for row in found]
    assert len(set(ids)) == len(ids) >= 60
    for row in found:
        assert all(row[key] for key in ("title", "question", "decision", "reason", "rules")), row["id"]
        for name in row["rules"]:
            assert name in known or name in heads, (row["id"], name)


def test_no_rule_is_open():
    found = ledgers.ledger(package("germany_at_war"))
    assert not found.faults
    assert [row.rule for row in found.open] == []


@rule("2.0.a", "2.6.2.a", "2.6.2.b", "2.7.a", "2.10.a", "2.10.b", "2.10.c", "2.10.d")
def test_the_game_plays_on_the_map_of_the_files():
    """The tests above read the files; whatever is played rests on what the game has read of them."""
    assert list(world.AREAS) == list(areas())
    for name, row in areas().items():
        h = world.AREAS.number(name)
        assert {world.AREAS[n] for n in world.BOARD.neighbours[h]} == beside(name)
        assert bool(world.VICTORY >> h & 1) == bool(row["victory"])
        assert world.COUNTRY[h] == row["country"]
        forts = [fort for fort in row["fortresses"].split("+") if fort]
        assert [world.FORTS[f] for f in world.FORTS_IN.get(h, ())] == forts
        assert [world.FORT_START[f] for f in world.FORTS_IN.get(h, ())] == [int(n) for n in row["garrisons"].split()]


@rule("4.0.a", "4.0.b", "4.0.c", "7.3.1.a", "7.3.1.b", "7.4.1.a", "7.4.1.b", "1.1.a")
def test_the_game_plays_with_the_blocks_of_the_files():
    assert list(world.BLOCKS) == [row["id"] for row in rows("blocks.csv")]
    for row in rows("blocks.csv"):
        u = world.BLOCKS.number(row["id"])
        assert (world.POWER[u], world.KIND[u], world.ARMY[u]) == (
            row["power"],
            row["kind"],
            f"{row['power']} {row['army']}",
        )
        assert (world.MOVE[u], "".join(world.DOTS[u])) == (int(row["move"]), row["dots"])
        assert list(world.STRENGTH[u]) == [int(n) for n in row["steps"].split()]
        assert (world.IS_LEADER[u], world.IS_INFANTRY[u]) == (row["kind"] == "leader", row["kind"] == "infantry")
