"""Units, corps, armies, Fortresses, charts, ledger and rulings: true to the rulebook, whole, each with its source."""

import datetime
import itertools
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from front1914.titles.offensive_a_outrance import charts, world
from front1914.titles.offensive_a_outrance.board import COUNTRIES
from front1914.titles.offensive_a_outrance.charts import Half, Outcome, artillery_modifier
from front1914.titles.offensive_a_outrance.world import KINDS, UNITS
from tests.titles.offensive_a_outrance.sheet import hexes, rows, toml, units, values

TOOLS = Path(__file__).resolve().parents[3] / "tools"
SOURCES = {"rulebook", "history", "geography", "reconstructed"}


def number(word: str) -> int:
    return UNITS.number(word)


def of(**wanted: str) -> list[dict[str, str]]:
    """The units with these data."""
    return [row for row in rows("units.csv") if all(row[key] == value for key, value in wanted.items())]


# ---- Units: what the text says of them (2, A9)


def test_values_follow_the_model() -> None:
    """data/README.md: battalions, squadrons, guns and quality give every figure."""
    tool = TOOLS / "values_offensive_a_outrance.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("unit", "fields", "stated"),
    [
        ("f-22/11", "attack defence artillery proficiency", [13, 15, 4, 5]),  # 15.3.2
        ("f-23/12", "attack artillery", [13, 4]),  # 11.2.2
        ("f-3/2", "attack artillery ce", [13, 4, 11]),
        ("f-4/2", "attack artillery", [13, 4]),
        ("f-14/7", "attack proficiency artillery", [12, 5, 4]),  # 19.1.7
        ("f-66r", "attack proficiency artillery", [10, 4, 2]),
        ("f-31/16", "ce", [11]),  # 2.8
        ("g-8-Ez", "defence proficiency artillery ce", [15, 4, 5, 11]),  # 11.2.2, B5
        ("g-12/6", "artillery", [7]),
        ("g-11/6", "ce", [11]),
        ("g-5r/3R", "attack proficiency", [13, 5]),  # 20.6.1
        ("g-BELGIEN-Marine", "attack", [10]),
        ("g-6r/3R", "attack", [12]),
        ("g-BELGIEN-26-Lw", "attack", [4]),
        ("g-Bodungen", "defence proficiency artillery", [6, 3, 1]),  # 19.1.7
        ("be-3", "reduced_defence proficiency artillery ce", [14, 3, 3, 10]),  # 20.6.1
    ],
)
def test_quoted_values(unit: str, fields: str, stated: list[int]) -> None:
    assert values(unit, fields) == stated


def test_quoted_sums_of_artillery() -> None:
    """20.6.1 and 11.2.2: six in each of two hexes, seven with two Fortresses, twelve of three divisions."""
    assert values("g-5r/3R", "artillery")[0] + values("g-BELGIEN-Marine", "artillery")[0] == 6
    assert values("g-6r/3R", "artillery")[0] + values("g-BELGIEN-26-Lw", "artillery")[0] == 6
    assert sum(values(unit, "artillery")[0] for unit in ("f-23/12", "f-3/2", "f-4/2")) == 12
    ring = next(row for row in rows("fortresses.csv") if row["hex"] == "53.18")
    assert values("be-5", "artillery")[0] + 2 * int(ring["artillery"]) == 7


@pytest.mark.rule("2.3", "2.3.1", "2.3.2", "2.3.3", "2.3.4")
def test_combat_units_have_their_figures() -> None:
    for u in UNITS.numbers:
        if world.IS_COMBAT[u]:
            row = units()[str(UNITS[u])]
            assert world.FACES[u][0] == (int(row["attack"]), int(row["defence"]))
            assert world.PROFICIENCY[u] == int(row["proficiency"]) in (2, 3, 4, 5)
            assert world.GUNS[u] == int(row["artillery"])
            if row["reduced_attack"]:
                assert world.FACES[u][1] == (int(row["reduced_attack"]), int(row["reduced_defence"]))
                assert world.FACES[u][1] <= world.FACES[u][0]
    second = {row["id"] for row in rows("units.csv") if row["second_attack"]}
    assert second == {row["id"] for row in of(size="corps")} | {f"be-{n}" for n in range(1, 7)}  # 8.1.1, 24.2.1
    assert world.FACES[number("be-3")][:4] == ((14, 17), (11, 14), (8, 11), (5, 8))
    assert world.FACES[number("g-4-CC")] == ((7, 7), (6, 6), (5, 5), (4, 4))


@pytest.mark.rule("2.3.5", "2.5.4")
def test_garrisons_have_a_range() -> None:
    """8.6.2: the number in the hexagon; Artillery with one would read the same column."""
    garrisons = [row for row in of(type="garrison") if not row["home"].startswith("Paris")]  # 22.2.2: those have none
    assert all(int(row["range"]) > 0 for row in garrisons if row["home"])
    assert {row["id"] for row in rows("units.csv") if row["range"]} == {row["id"] for row in garrisons}
    assert all(KINDS[number(row["id"])].range == int(row["range"]) for row in garrisons)
    assert not [row["id"] for row in of(type="artillery") if row["range"]]


@pytest.mark.rule("2.3.6")
def test_combat_assets_have_a_base_ce() -> None:
    assets = [u for u in UNITS.numbers if world.IS_COMBAT[u] and world.IS_ASSET[u]]
    assert len(assets) > 40
    assert all(7 <= world.BASE_CE[u][0] <= 11 for u in assets)


@pytest.mark.rule("2.4", "2.4.1", "2.4.2", "2.4.3", "2.4.4", "2.4.5")
def test_forts() -> None:
    forts = {row["id"]: row for row in rows("fortresses.csv") if row["kind"] == "fort"}
    assert len(forts) == 9
    for word, row in forts.items():
        u = number(word)
        assert world.IS_FORT[u]
        assert world.FACES[u] == ((0, int(row["defence"])),) == ((0, 3),)
        assert world.BACK[u] == (1, 2)  # the infantry side
        assert (world.PROFICIENCY[u], world.GUNS[u], world.BASE_CE[u][0]) == (3, 1, 8)
        assert 1 <= int(row["abandonment"]) <= 6
    assert forts["f-fort-Montmedy"]["hex"] == "49.41"
    assert forts["f-fort-Montmedy"]["abandonment"] == "1"  # 8.5.3


@pytest.mark.rule("2.5.1", "2.5.2", "2.5.3", "2.5.5", "2.5.6")
def test_artillery() -> None:
    for row in rows("units.csv"):
        if row["type"] in ("artillery", "siege_artillery", "siege_train"):
            u = number(row["id"])
            assert world.FACES[u] == ((int(row["attack"]), int(row["defence"])),)
            assert world.GUNS[u] == int(row["artillery"])
            printed = {"artillery": ((1, 1), 3), "siege_artillery": ((1, 1), 0), "siege_train": ((0, 1), 0)}
            assert (world.FACES[u][0], world.GUNS[u]) == printed[row["type"]]
            assert bool(row["calibre"]) == bool(row["guns"]) == (row["type"] == "siege_artillery")
    assert {row["calibre"] for row in of(type="siege_artillery")} == {"21", "30.5", "42"}
    guns = {row["id"]: int(row["guns"]) for row in of(type="siege_artillery")}
    assert set(guns.values()) == {1, 2, 4}  # 20.2: METZ counts four
    twice = {"g-21cm-2+3/4", "g-21cm-2+3/7", "g-21cm-1+2/9"}  # 20.6.1
    assert {guns[unit] for unit in twice} == {2}
    assert guns["g-21cm-3/1"] == guns["g-42cm-3-kMK"] == 1


@pytest.mark.rule("2.6.1", "2.6.2", "2.6.3")
def test_supply_units() -> None:
    """OAO-2.6-01: the Depot of the Sixth Army: 6, extended 9 with a limit of 8, by rail only."""
    assert (charts.SUPPLY.depot_range, charts.SUPPLY.depot_extended, charts.SUPPLY.depot_limit) == (6, 9, 8)
    assert charts.SUPPLY.train_range == 5  # 15.3.2
    assert charts.SUPPLY.train_extended > charts.SUPPLY.train_range
    on_rail = {name for row in rows("map/rail.csv") for name in (row["a"], row["b"])}
    depots = [row["hex"] for row in (*rows("armies.csv"), *rows("depots.csv")) if row["hex"]]
    assert len(depots) == 16
    assert set(depots) <= on_rail


@pytest.mark.rule("2.7.1", "2.7.2", "2.7.3", "2.7.5", "2.7.6")
def test_fortresses() -> None:
    found = [row for row in rows("fortresses.csv") if row["kind"] != "fort"]
    assert len(found) == 65
    for row in found:
        u = number(row["id"])
        assert world.IS_FORTRESS[u]
        assert world.FACES[u][0] == (0, int(row["defence"]))
        assert world.BACK[u] == (0, int(row["back_defence"]))
        assert int(row["back_defence"]) < int(row["defence"])  # the front has the exterior garrison
        assert world.GUNS[u] == int(row["artillery"])
        printed = {"fortress1": ((0, 6), (0, 4), 2), "fortress2": ((0, 9), (0, 6), 4)}
        assert (world.FACES[u][0], world.BACK[u], world.GUNS[u]) == printed[row["kind"]]
        assert row["grade"] in ("A", "B", "C")
        assert world.STEPS_OF[u] == int(row["steps"])
        assert (world.PROFICIENCY[u], world.BASE_CE[u][0]) == (5, 11)
    charlemont = next(row for row in found if row["place"] == "Charlemont")
    assert (charlemont["grade"], charlemont["steps"]) == ("C", "1")  # 12.4, 13.1.3
    antwerpen = [row for row in found if row["place"] == "Antwerpen"]
    assert {(row["kind"], row["steps"]) for row in antwerpen} == {("fortress1", "2")}  # 20.6.1
    assert {row["kind"] for row in found if row["place"] == "Verdun"} == {"fortress2"}  # 12.2.2
    longwy = next(row for row in found if row["place"] == "Longwy")
    assert (longwy["hex"], longwy["kind"]) == ("53.42", "fortress1")  # 25.6


@pytest.mark.rule("2.7.4")
def test_fortress2_units_are_sources_of_supply() -> None:
    """15.1.4: the kind says it, whatever symbol a counter lacks."""
    second = {u for u in UNITS.numbers if world.IS_FORTRESS2[u]}
    assert {KINDS[u].home for u in second} == {
        *("Verdun", "Namur", "Maubeuge", "Toul", "Epinal", "Belfort", "Metz", "Diedenhofen", "Straßburg"),
    }


@pytest.mark.rule("1.1.y")
def test_only_fortresses_have_steps() -> None:
    assert {u for u in UNITS.numbers if world.STEPS_OF[u]} == {u for u in UNITS.numbers if world.IS_FORTRESS[u]}


@pytest.mark.rule("2.0.a", "1.2.a")
def test_nationalities() -> None:
    """Austro-Hungarian units are German ones; French, British and Belgian ones Allied."""
    assert set(world.NATIONS) == {"french", "belgian", "british", "german", "austrian"} == set(world.NATION)
    sides = {nation: world.SIDE_OF_NATION[nation] for nation in world.NATIONS}
    allied = {"french": "allied", "british": "allied", "belgian": "allied"}
    assert sides == {"german": "german", "austrian": "german", **allied}
    assert all(world.SIDE[u] == sides[world.NATION[u]] for u in UNITS.numbers)


@pytest.mark.rule("2.1", "1.1.h", "1.2.b", "1.2.e", "1.2.g", "1.2.h")
def test_categories_and_types() -> None:
    infantry = {"infantry", "chasseurs", "garrison", "loc_infantry"}
    cavalry = {"cavalry", "jaeger", "loc_cavalry"}
    artillery = {"artillery", "siege_artillery", "siege_train"}
    rest = {"fort", "train", "depot", "fortress1", "fortress2"}
    assert set(world.TYPE) == infantry | cavalry | artillery | rest
    for u, kind in enumerate(world.TYPE):
        assert world.IS_INFANTRY[u] == (kind in infantry)
        assert world.IS_CAVALRY[u] == (kind in cavalry)
        assert world.IS_COMBAT[u] == (kind in infantry | cavalry)
        assert world.IS_ARTILLERY[u] == (kind in artillery)
        assert world.IS_FORTRESS[u] == (kind in ("fortress1", "fortress2"))
        assert world.IS_SUPPLY[u] == (kind in ("train", "depot"))


@pytest.mark.rule("1.1.b", "1.1.m")
def test_formations_and_assets() -> None:
    """A Combat unit with an Attachment marker is a Formation; other Combat units, Forts and Artillery are Assets."""
    for u in UNITS.numbers:
        combat = world.IS_COMBAT[u]
        assert world.IS_FORMATION[u] == (combat and units()[str(UNITS[u])]["role"] == "formation")
        assert world.IS_ASSET[u] == (
            (combat and not world.IS_FORMATION[u]) or world.IS_FORT[u] or world.IS_ARTILLERY[u]
        )
        assert not (world.IS_ASSET[u] and world.IS_FORMATION[u])


@pytest.mark.rule("1.1.j", "1.2.f")
def test_division_equivalents() -> None:
    """OAO-1.1-01."""
    sizes = {
        "g-3/2": 8,  # infantry division
        "f-1-CC": 8,  # cavalry corps
        "f-t13": 8,  # Corps Train
        "g-Bodungen": 4,  # infantry brigade
        "f-8-c": 4,  # cavalry division
        "f-Ch-13": 2,  # infantry regiment
        "b-5-c": 2,  # cavalry brigade
        "b-Samson": 0,  # cavalry regiment
        "g-OHL": 0,  # artillery
        "g-Siege-Train-1": 0,  # HQ
        "f-fort-Montmedy": 0,
        "f-fx-Toul-1": 0,
        "f-dFIRST": 0,
    }
    assert {word: world.EIGHTHS[number(word)] for word in sizes} == sizes
    assert world.IS_FORMATION[number("f-1-CC")]  # no corps, but a Formation without a Train
    assert not [corps for corps in world.CORPS if "CC" in str(corps)]


@pytest.mark.rule("1.1.ac", "2.2.2", "2.8.1")
def test_sizes() -> None:
    order = ["none", "regiment", "brigade", "division", "corps"]
    assert {row["size"] for row in rows("units.csv")} == set(order)
    assert all(world.RANK[number(row["id"])] == order.index(row["size"]) for row in rows("units.csv"))
    assert {row["size"] for row in of(role="formation")} == {"brigade", "division", "corps"}
    assert {KINDS[u].size for u in UNITS.numbers if world.IS_FORMATION[u]} == {"brigade", "division", "corps"}
    assert world.RANK[number("f-8-c")] > world.RANK[number("g-Bodungen")]  # yet both are half a division-equivalent
    assert world.EIGHTHS[number("f-8-c")] == world.EIGHTHS[number("g-Bodungen")]


@pytest.mark.rule("2.2.1", "2.2.1.a", "1.1.t", "1.1.i")
def test_identifiers() -> None:
    """OAO-2.2.1-01 to 03."""
    eighty = units()["f-80t"]
    assert eighty["name"] == "French 80th Territorial Division"
    assert (eighty["role"], eighty["corps"]) == ("formation", "")  # independent
    assert world.START_CORPS[number("f-80t")] == world.NO_CORPS
    thirty_nine = units()["g-39/15"]
    assert (thirty_nine["name"], thirty_nine["corps"]) == ("German 39th Division", "g-c15")
    assert world.CORPS.name(world.START_CORPS[number("g-39/15")]) == "German 15th Corps"
    marine = number("g-BELGIEN-Marine")
    assert world.START_CORPS[marine] == world.NO_CORPS
    assert world.ARMIES[world.START_ARMY[marine]] == "g-BELGIEN"
    assert frozenset(map(number, ("g-BELGIEN-Marine", "g-BELGIEN-26-Lw"))) == world.BOUND


@pytest.mark.rule("2.8", "2.8.b", "2.8.2", "2.8.4", "2.8.a")
def test_attachment_markers() -> None:
    """OAO-2.8-01, OAO-2.8-02."""
    formations = [u for u in UNITS.numbers if world.IS_FORMATION[u]]
    assert all(8 <= world.BASE_CE[u][0] <= 12 for u in formations)
    assert world.MARKER_OF[number("g-26-/13")] == number("g-26/13")
    assert all(world.MARKER_OF[u] == u for u in formations if u != number("g-26-/13"))
    assert world.BASE_CE[number("f-31/16")][0] == 11
    assert world.CORPS_LIMIT[world.CORPS.number("f-c16")] == 28  # 3 1/2 in eighths
    assert world.BASE_CE[number("f-66r")] == (9, 11)  # a marker with two sides, the first one first
    gdt = [u for u in formations if str(UNITS[u]).endswith("/GDT")]
    assert {world.BASE_CE[u] for u in gdt} == {(8, 10)}  # 22.3.4
    trains = {world.TRAIN_OF[c] for c in world.CORPS.numbers}
    assert len(trains) == len(world.CORPS) == 67
    assert all(world.IS_TRAIN[u] for u in trains)


@pytest.mark.rule("1.1.x")
def test_displays() -> None:
    """5.2.1: every army has its boxes; every corps of the start finds one."""
    boxes = {row["id"]: int(row["boxes"]) for row in rows("armies.csv")}
    held = Counter(row["army"] for row in rows("corps.csv") if row["turn"] == "1")
    assert all(held[army] <= boxes[army] for army in held)
    assert boxes["be-BELGIAN"] == 0  # 24.1
    for side in ("allied", "german"):
        mine = {row["id"] for row in rows("armies.csv") if (row["nation"] == "german") == (side == "german")}
        assert {str(world.ARMIES[army]) for army in world.ARMIES_OF[side]} == mine
    assert all(world.BOXES_OF[army] == boxes[str(world.ARMIES[army])] for army in world.ARMIES.numbers)
    for corps in rows("corps.csv"):
        mine = [row for row in of(role="formation", corps=corps["id"]) if row["group"] in ("initial", "reinforcement")]
        sizes = sum(Fraction(1, 2) if row["size"] == "brigade" else 1 for row in mine)
        assert sizes <= Fraction(corps["limit"]), corps["id"]


def test_order_of_battle() -> None:
    """Nearly every division and brigade of history, and where they begin."""
    field = [row for row in rows("units.csv") if row["group"] in ("initial", "reinforcement")]
    divisions = [row for row in field if row["size"] in ("division", "brigade") and row["type"] != "garrison"]
    assert len(divisions) == 241
    for row in field:
        assert row["hex"], row["id"]
        assert hexes()[row["hex"]]["country"] in COUNTRIES[:4], row["id"]
        assert not row["corps"] or row["corps"] in {corps["id"] for corps in rows("corps.csv")}
        assert not row["army"] or row["army"] in {army["id"] for army in rows("armies.csv")}
    load: Counter[str] = Counter()
    for u in UNITS.numbers:
        if KINDS[u].turn == 1 and KINDS[u].hex:
            load[KINDS[u].hex] += world.EIGHTHS[u]
    for row in rows("corps.csv"):
        if row["turn"] == "1":
            load[row["hex"]] += 8
    assert max(load.values()) <= 28  # 3.1.1


def test_schedule() -> None:
    """16, 17, 22.3, 25: what comes and goes on its turn names units and armies that exist."""
    known = {*map(str, UNITS), *map(str, world.ARMIES), *map(str, world.CORPS)}
    words = {"trucks", "metz", "shortage", "network", "new_corps"}
    found = rows("schedule.csv")
    assert [int(row["turn"]) for row in found] == sorted(int(row["turn"]) for row in found)
    for row in found:
        assert set(row["units"].split()) <= known | words, row
        assert set(row["into"].split()) <= known, row
        assert row["rule"] in {rule["rule"] for rule in rows("rules.csv")}, row
    armies = {row["units"]: int(row["turn"]) for row in found if row["kind"] == "army"}
    assert all(world.ARMY_ROWS[world.ARMIES.number(army)].turn == turn for army, turn in armies.items())


def test_every_row_has_a_source() -> None:
    for name in ("units", "corps", "armies", "depots", "fortresses", "plans", "schedule"):
        for row in rows(f"{name}.csv"):
            words = {part.rpartition("=")[2] for part in row["source"].split()}
            assert words, (name, row)
            assert words <= SOURCES, (name, row)


# ---- Charts


def cells() -> dict[tuple[int, int, int], Outcome]:
    """Column, white and black die."""
    return {
        (o, white, black): charts.CRT.read(o, white, second=black)
        for o in range(10)
        for white in range(-1, 9)
        for black in range(1, 7)
    }


def column(odds: str) -> int:
    attack, defence = (int(part) for part in odds.split(":"))
    return charts.CRT.at_odds(attack, defence)


@pytest.mark.parametrize(
    ("odds", "white", "black", "text"),
    [
        ("2:1", 3, 3, "-/+3W1"),  # 9.10.1
        ("2:1", 3, 4, "+2s/+2s"),
        ("3:2", 5, 3, "+3/+3W1"),
        ("6:1", 0, 4, "-1/+4B1"),
        ("6:1", 3, 3, "-1/+5B1"),
    ],
)
def test_stated_cells(odds: str, white: int, black: int, text: str) -> None:
    found = cells()[column(odds), white, black]
    assert found.text == text
    assert found == charts.outcome(text)


def test_a_black_retreat_is_stated_at_four_to_one() -> None:
    found = cells()[column("4:1"), 2, 2]
    assert found.black


def rank(found: Half) -> tuple[int, int]:
    """How bad a defender's result is: retreat, then effectiveness."""
    return (0 if not found.retreat else 1 if found.white else 1 + found.retreat, int(found.exhausted))


def test_the_table_is_steady() -> None:
    """A better column, a lower white or black die never helps the defender nor hurts the attacker."""
    table = cells()
    for (o, white, black), found in table.items():
        for better in ((o + 1, white, black), (o, white - 1, black), (o, white, black - 1)):
            if better in table:
                other = table[better]
                assert other.defender.modifier >= found.defender.modifier, better
                assert rank(other.defender) >= rank(found.defender), better
                assert other.attacker.modifier <= found.attacker.modifier, better
                assert other.attacker.exhausted <= found.attacker.exhausted, better
                assert other.attacker.reduced <= found.attacker.reduced, better


def test_chances_of_a_black_retreat() -> None:
    """Without a difference of skill: 0 at 1:4 to 72 per cent at 8:1."""
    table = cells()
    dice = list(itertools.product(range(1, 7), range(1, 7)))
    chances = [round(100 * sum(table[o, w, b].black for w, b in dice) / 36) for o in range(10)]
    assert chances == [0, 6, 14, 22, 31, 39, 47, 56, 64, 72]


def test_artillery_table() -> None:
    """A4: (AV, size) -> DRM as the text states them; more guns never help, more troops never hurt."""
    stated = [(12, 8, 1), (12, 24, 0), (10, 28, 0), (4, 2, 0), (2, 2, 0), (1, 8, -1)]
    assert [artillery_modifier(value, size) for value, size, _ in stated] == [drm for *_, drm in stated]
    for size in range(0, 48, 2):
        found = [artillery_modifier(value, size) for value in range(130)]
        assert found[0] == -2
        assert found == sorted(found)
        assert all(artillery_modifier(value, size + 2) <= found[value] for value in range(130))


def test_bombardment_table() -> None:
    """13.1.3, 20.6.1: 21cm on C, 42cm and 30.5cm on Antwerpen; four shots destroy two steps in 97 per cent."""
    table = charts.BOMBARDMENT
    assert [table.read(table.at("21C"), die) for die in range(1, 7)] == ["1", "1", "1", "1", "-", "-"]
    assert [table.read(table.at("42B"), die) for die in (1, 2, 4)] == ["2", "2", "1"]
    assert table.read(table.at("30.5B"), 4) == "*"

    def steps(name: str, die: int, sole: bool) -> dict[int, Fraction]:
        cell = table.read(table.at(name), die)
        if cell == "+":
            return {0: Fraction(1, 2), 1: Fraction(1, 2)}
        return {{"-": 0, "*": int(sole), "1": 1, "2": 2}[cell]: Fraction(1)}

    def shot(name: str, less: int, sole: bool) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for die in range(1, 7):
            for lost, chance in steps(name, max(1, die - less), sole).items():
                found[lost] = found.get(lost, Fraction(0)) + chance / 6
        return found

    sums = {0: Fraction(1)}
    for name, less, sole in (("42B", 0, False), ("30.5B", 1, True), ("30.5B", 0, False), ("30.5B", 0, False)):
        after: dict[int, Fraction] = {}
        for had, p in sums.items():
            for lost, q in shot(name, less, sole).items():
                after[had + lost] = after.get(had + lost, Fraction(0)) + p * q
        sums = after
    assert round(100 * float(sum(p for lost, p in sums.items() if lost >= 2))) == 97


def test_forced_march_table() -> None:
    """A5: cavalry fares better, LOC Cavalry is lost on any failure (8.7.3), a worse failure is never milder."""
    table = charts.FORCED_MARCH
    for margin in range(1, 10):
        foot, horse, loc = (table.read(table.at(name), margin) for name in ("infantry", "cavalry", "loc_cavalry"))
        assert loc.eliminated
        assert horse.levels <= foot.levels
        assert horse.reduced <= foot.reduced
        if margin > 1:
            assert table.read(table.at("infantry"), margin - 1).levels <= foot.levels


def test_prep_table() -> None:
    """20.6.1: six 21cm units, die 5: three shifts, one reduction, three levels."""
    table = charts.PREP
    assert table.read(table.at(6), 5) == charts.Barrage(3, 1, 3)
    shifts = [table.read(table.at(guns), die).shifts for guns in (4, 5, 6) for die in range(1, 7)]
    assert min(shifts) == 1
    assert max(shifts) == 7  # 9.6.1


def test_terrain_effects() -> None:
    """A2: what the text states of costs and attacks."""
    side, river = charts.SIDE_EFFECT, charts.RIVER_EFFECT
    assert (side["clear"].cost, side["forest"].cost, side["forest"].attack) == (2, 3, 0)
    assert side["mountain"].cost < side["steep_mountain"].cost  # 7.1.3
    assert (river["major"].bridge, river["major"].cost) == (1, 2)  # 7.1.4b
    assert side["clear"].cost + river["great"].cost == 5  # 7.3
    assert river["minor"].attack == -1  # 11.2.2
    assert [river[kind].shift for kind in ("minor", "major", "great", "grand")] == [0, 0, 1, 2]  # 9.6.1
    assert charts.HEX_DEFENCE["mountain"] == 4  # 9.3.1


def test_allowances_and_limits() -> None:
    """OAO-1.1-03; 3.1, 7.1.6, 7.7.1, 7.7.3."""
    assert (charts.ALLOWANCE.movement, charts.ALLOWANCE.counter_movement, charts.ALLOWANCE.rail_hexes) == (9, 5, 10)
    assert (charts.STACKING.hex, charts.STACKING.combat, charts.STACKING.steep) == (28, 18, 10)
    zones = charts.ZONES
    assert (zones.enter, zones.leave, zones.between, zones.between_to_friends) == (2, 1, 6, 4)
    rail = charts.RAIL_COST
    assert (rail.entrain_large, rail.entrain_middle, rail.entrain_small) == (9, 5, 3)
    assert (rail.large, rail.small, rail.far_from_enemy, rail.near_enemy) == (2, 1, 6, 4)
    assert charts.SHOTS == {"42": 7, "30.5": 25, "prep": 5}
    assert charts.RESERVE_ROLL == {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6}  # 22.4.1
    bottlenecks = charts.BOTTLENECKS
    assert bottlenecks.capacity == 7  # 18.6.3: doubled by 3 1/2
    assert (bottlenecks.allied, bottlenecks.german) == (("08.25", "15.34", "16.18"), ("54.40", "59.29"))


def test_victory_points() -> None:
    """OAO-27.1-02, OAO-27.2-01, OAO-27.3-01, OAO-27.6-01, OAO-27.7-01, OAO-27.8-01."""
    points = charts.POINTS
    assert points.abandoned == (-3, -6, -10, -10, -15)
    assert (points.objective, points.special, points.paris, points.muelhausen, points.lorraine) == (3, 15, 25, 10, 5)
    assert points.marine == -3
    assert points.muelhausen_hexes == ("55.70", "56.69", "56.70")
    assert points.lorraine_hexes == ("53.56", "55.59", "55.62")
    assert charts.OBJECTIVES["Reims"] == ("34.38", "35.38", "35.39")
    assert charts.SPECIAL_CITIES == {
        "Antwerpen": ("52.16",),
        "Rouen": ("08.25", "09.25"),
        "Troyes": ("28.50", "29.50"),
        "Nancy": ("51.54",),
    }


BRUSSEL_LIEGE = [
    "49.21",
    "50.21",
    "51.22",
    "52.22",
    "53.23",
    "54.23",
    "54.24",
    "55.25",
    "55.26",
    "56.26",
    "57.27",
    "58.27",
    "58.28",
]


def test_limits_of_depots() -> None:
    """OAO-17.1.1-01, OAO-22.5-01: the misprinted ids of Straßburg and Besançon are corrected (B1)."""
    limits = {row["id"]: (row["near"].split(), row["within"]) for row in rows("armies.csv") if row["near"]}
    assert limits == {
        "f-ALSACE": (["40.70", "50.68", "55.70"], "6"),
        "g-STRASSB": (["65.62"], "5"),
        "g-METZ": (["54.49"], "5"),
        "g-BELGIEN": (BRUSSEL_LIEGE, ""),  # 25.4
    }
    assert [(row["near"], row["within"]) for row in rows("depots.csv")] == [("52.16", "5")]  # 24.7
    armies = {row["id"]: row for row in rows("armies.csv")}
    assert armies["f-NINTH"]["turn"] == "10"  # OAO-17.2.3-01
    assert {army: row["trucks"] for army, row in armies.items() if row["trucks"]} == {
        "g-FIRST": "2",
        "g-SECOND": "2",
        "g-THIRD": "1",
    }


def test_plans() -> None:
    """26.4.1, 26.5.1, 26.6.1: objectives of every army that begins with a plan."""
    primary = {row["army"]: row["hexes"].split() for row in rows("plans.csv") if row["kind"] == "primary"}
    assert primary == {
        "f-FIRST": ["60.55"],
        "f-SECOND": ["57.51", "60.52"],
        "f-THIRD": ["54.40"],
        "f-FOURTH": ["52.37"],
        "g-FIRST": ["49.21"],
        "g-SECOND": ["50.23"],
        "g-THIRD": ["50.30"],
        "g-FOURTH": ["49.35"],
        "g-SIXTH": ["55.57"],
    }
    others = Counter(row["army"] for row in rows("plans.csv") if row["kind"] == "operational")
    assert others["f-FIRST"] == 4
    assert others["be-BELGIAN"] == 2
    assert others["g-FIFTH"] == 3


@pytest.mark.rule("IPC")
def test_inter_phase_chart() -> None:
    """OAO-IPC-01 to 09."""
    found = charts.INTER_PHASES
    assert [row.allied_rail / 2 for row in found] == [3, 6, 7, 9, 9, 9, 9, 7, 7]
    assert [row.german_rail / 2 for row in found] == [0, 0, 3.5, 7, 7, 7, 1, 4, 4]
    assert [row.french_repl for row in found] == [0, 8, 10, 12, 14, 14, 14, 14, 14]
    assert [row.french_most for row in found] == [0, 2, 3, 3, 4, 4, 5, 5, 5]
    assert [row.british_repl for row in found] == [0, 0, 0, 3, 2, 1, 1, 1, 1]
    assert [row.german_repl for row in found] == [0, 4, 8, 12, 14, 14, 14, 14, 14]
    assert [row.german_most for row in found] == [0, 2, 3, 3, 4, 4, 5, 5, 5]
    assert [len(row.german_armies) for row in found] == [0, 2, 4, 5, 0, 0, 0, 0, 0]
    assert found[3].german_armies == ("g-SEVENTH", "g-SIXTH", "g-FIFTH", "g-FOURTH", "g-THIRD")
    assert [row.positions for row in found] == [2, 3, 5, 8, 12, 15, -1, -1, -1]
    assert [row.shortages for row in found] == [0, 0, 0, 1, 2, 3, 4, 5, 6]


def test_calendar() -> None:
    """A12: thirty turns of two to four days that meet every date of the notes."""
    turns = list(charts.TURNS)
    assert len(turns) == 30
    days = [(turn.last - turn.first).days + 1 for turn in turns]
    assert days == [2] * 12 + [3] * 8 + [4] * 10
    assert all(b.first == a.last + datetime.timedelta(1) for a, b in itertools.pairwise(turns))
    on = {text: charts.TURNS.on(datetime.date.fromisoformat(f"1914-{text}")) for text in ("08-20", "08-26", "09-01")}
    assert on == {"08-20": 3, "08-26": 6, "09-01": 9}
    assert charts.TURNS.on(datetime.date(1914, 10, 11)) == 23  # 18.6.3
    assert charts.TURNS.marked("inter_phase") == tuple(range(3, 31, 3))  # 4.3


# ---- Ledger and rulings


def test_the_ledger_lists_every_rule_once() -> None:
    ledger = rows("rules.csv")
    assert len({row["rule"] for row in ledger}) == len(ledger) == 1056
    for row in ledger:
        assert bool(row["reason"]) == (row["kind"] != "rule"), row["rule"]
    assert Counter(row["kind"] for row in ledger) == {"rule": 998, "reference": 57, "advice": 1}


def test_rulings() -> None:
    rulings = toml("rulings.toml")["ruling"]
    known = {row["rule"] for row in rows("rules.csv")}
    ids = [ruling["id"] for ruling in rulings]
    assert set(ids) >= {*(f"B{n}" for n in range(1, 122)), *(f"H{n}" for n in range(1, 14))}
    assert len(set(ids)) == len(ids)
    for ruling in rulings:
        assert set(ruling) == {"id", "title", "question", "decision", "reason", "rules"}
        assert all(ruling.values()), ruling["id"]
        assert set(ruling["rules"]) <= known, ruling["id"]
