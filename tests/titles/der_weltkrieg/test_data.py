"""Counters, charts, scenarios, ledger and rulings: true to the rulebook, whole, and each with its source."""

import itertools
import re
from collections import Counter

import pytest

import front1914
from front1914.kit.tables import unsteady
from front1914.titles.der_weltkrieg import INFO
from front1914.titles.der_weltkrieg import world as w
from front1914.titles.der_weltkrieg.board import HEXES, NATION_OF_COUNTRY
from front1914.titles.der_weltkrieg.charts import EARLY, LATE, dates, losses, sufficient
from front1914.titles.der_weltkrieg.nations import NATIONS, SIDE_OF, SIDES
from front1914.titles.der_weltkrieg.recombination import givers
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, date
from front1914.titles.der_weltkrieg.stacking import HALVES, LIMIT
from front1914.titles.der_weltkrieg.state import WORKS
from tests.titles.der_weltkrieg.positions import bare, situation, unit
from tests.titles.der_weltkrieg.sheet import DATA, hexes, rows, sides, toml, units

SOURCES = {"rulebook", "history", "geography", "reconstructed"}
CAMPAIGN = {row["unit"]: row for row in rows("scenarios/schlieffen_plan.csv")}
LIEGE = {row["unit"]: row for row in rows("scenarios/liege.csv")}
#: by how the word of a counter begins
NATION_OF_PREFIX = {
    "g": "german", "f": "french", "b": "british", "be": "belgian", "ah": "austro_hungarian", "r": "russian",
    "s": "serbian", "ro": "romanian", "bu": "bulgarian", "o": "ottoman", "i": "italian", "gr": "greek",
    "us": "american", "m": "montenegrin", "pt": "portuguese", "po": "polish",
}  # fmt: skip
#: kinds that come in one size
SIZE_OF_KIND = {
    "headquarters": "army", "corps_headquarters": "corps", "corps": "corps", "replacement": "division",
    "artillery": "brigade", "siege": "brigade", "engineer": "regiment", "fortress": "none", "supply": "none",
    "flotilla": "none",
}  # fmt: skip


def printed(word: str) -> tuple[int, int, int, int]:
    """Front, back, movement and full strength of a counter."""
    u = unit(word)
    return w.FRONT[u], w.BACK[u], w.MOVE[u][0], w.FULL[u]


# Components (section 3)


@pytest.mark.rule("2.1")
def test_two_sides_share_all_nations() -> None:
    assert INFO.sides == SIDES == ("central", "entente")
    sides_of = {str(NATIONS[n]): SIDE_OF[n] for n in NATIONS.numbers}
    assert {n for n, side_ in sides_of.items() if side_ == "central"} == {
        "german",
        "austro_hungarian",
        "bulgarian",
        "ottoman",
        "polish",
    }
    game = situation({"g-3": "2307", "ah-305": "2307", "f-1": "1511", "be-1": "1906"}, step="move", side="central")
    movers = {str(action.arg) for action in game.decision.actions if action.arg} if game.decision else set()
    assert {"g-3", "ah-305"} & movers
    assert not {"f-1", "be-1"} & movers


@pytest.mark.rule("3.4", "3.13")
def test_every_unit_has_a_nation_and_a_name_of_its_own() -> None:
    assert w.UNITS.name(unit("g-39")) == "39th Division"  # the unit of Figure 1
    assert str(NATIONS[w.NATION[unit("g-39")]]) == "german"
    names = Counter((row["nation"], row["name"]) for row in units().values())
    assert max(names.values()) == 1
    assert {row["nation"] for row in units().values()} <= {str(n) for n in NATIONS.ids}
    for u in w.UNITS.numbers:  # counters are named after their nation
        assert str(NATIONS[w.NATION[u]]) == NATION_OF_PREFIX[str(w.UNITS[u]).split("-")[0]]


@pytest.mark.rule("3.5")
def test_three_classes_of_units() -> None:
    ground = {u for u in w.UNITS.numbers if w.IS_GROUND[u]}
    fortresses = {u for u in w.UNITS.numbers if w.IS_FORTRESS[u]}
    headquarters = {u for u in w.UNITS.numbers if w.IS_HQ[u]}
    assert not ground & fortresses | ground & headquarters | fortresses & headquarters
    others = set(w.UNITS.numbers) - ground - fortresses - headquarters
    assert {w.KIND[u] for u in others} == {"replacement", "flotilla", "supply", "corps"}
    s = bare({"be-F-Liege": "2107", "be-GHQ": "1706", "be-1": "1906"})
    assert s.ground("entente").units == 1 << HEXES.number("1906")


@pytest.mark.rule("3.6")
def test_sizes() -> None:
    assert set(w.UNIT_SIZE) <= {"army", "corps", "division", "brigade", "regiment", "battalion", "company", "none"}
    for u, size in enumerate(w.UNIT_SIZE):
        named = [each for each in ("division", "brigade", "regiment") if each.capitalize() in w.UNITS.name(u)]
        assert size == SIZE_OF_KIND.get(w.KIND[u], *named or [size])
    halves = {word: HALVES[unit(word)] for word in ("g-3", "g-11B", "g-r1", "us-1", "us-1b")}
    assert halves == {"g-3": 2, "g-11B": 1, "g-r1": 1, "us-1": 4, "us-1b": 2}


@pytest.mark.rule("3.7", "3.9")
def test_printed_values_that_the_rulebook_states() -> None:
    assert printed("g-3") == (8, 6, 5, 8)  # 15-4, Figures 9 and 13
    assert printed("g-5R")[:2] == (6, 4)  # Figure 13: 6-5, back 4-5
    assert printed("g-11B") == (2, 1, 4, 8)  # 15-4, Figure 13
    assert printed("g-r1")[::2] == (2, 5)  # 27-3: four make a division
    assert 4 * printed("g-r1")[0] == printed("g-r1")[3] == 8
    assert printed("g-RPL1")[::2] == (5, 4)  # Figure 13, 45-4
    assert printed("r-RPL1")[::2] == (3, 3)  # 47-3
    assert printed("g-AD1")[::2] == (12, 5)  # 33-4
    assert printed("g-AD1")[3] == 8
    assert printed("f-87T")[:2] == printed("f-88T")[:2] == (4, 3)  # Figure 9
    assert sorted(printed(word)[0] for word in ("g-21a", "g-21b", "g-42a", "g-30a")) == [3, 4, 8, 8]  # Figure 12
    for word, row in units().items():
        front, back, move = int(row["front"] or 0), int(row["back"] or 0), int(row["move"] or 0)
        assert (w.FRONT[unit(word)], w.BACK[unit(word)]) == (front, back)
        assert w.MOVE[unit(word)] == (move, int(row["back_move"] or move))
    s = bare({"g-3": ("2307", 6), "g-4": ("2306", 7)})
    assert (s.reduced(unit("g-3")), s.reduced(unit("g-4"))) == (True, False)


def test_cavalry_full_strengths() -> None:
    """30-1, 30-4: light cavalry has a full strength of 1, British and German of 2, and is fast."""
    for u in w.UNITS.numbers:
        if w.IS_LIGHT[u]:
            western = str(NATIONS[w.NATION[u]]) in ("german", "british")
            assert w.FULL[u] == (2 if western else 1)
            assert w.MOVE[u][0] > (5 if western else 4)
    assert not w.IS_LIGHT[unit("g-5C")]


@pytest.mark.rule("3.10")
def test_fortresses() -> None:
    liege = unit("be-F-Liege")
    assert (w.FRONT[liege], HEXES[w.HOME[liege]], w.UNITS.name(liege)) == (36, "2107", "Liège")  # Figure 12
    for row in units().values():
        if row["kind"] == "fortress" and row["hex"]:
            country = hexes()[row["hex"]]["country"]
            assert NATION_OF_COUNTRY[country] == NATION_OF_COUNTRY[row["nation"]], row["id"]
            assert int(row["front"]) > 0


@pytest.mark.rule("3.8")
def test_only_symbols_of_one_colour_recombine() -> None:
    s = bare({"f-5A": "1613", "f-1": ("1613", 3), "f-2": "1613", "f-3C": "1613", "f-37": "1613"}, side="entente")
    here = HEXES.number("1613")
    assert givers(s, here, unit("f-1")) == [unit("f-2")]  # neither the Colonial nor the Algerian division
    assert givers(s, here, unit("f-3C")) == []


@pytest.mark.rule("50-4.1", "50-5.1")
def test_contingents_that_rules_ask_for() -> None:
    yellow = {str(w.UNITS[u]) for u in w.UNITS.numbers if "yellow" in w.FLAGS[u]}
    assert yellow == {"ah-7C"}
    assert w.CONTINGENT[unit("ah-7C")] == "polish"
    assert w.CONTINGENT[unit("ah-4C")] == "hungarian"
    for flag in ("cossack", "armenian", "kuban", "frontier", "georgian", "border"):
        found = [u for u in w.UNITS.numbers if flag in w.FLAGS[u]]
        assert found, flag
        assert {str(NATIONS[w.NATION[u]]) for u in found} == {"russian"}


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_units_begin_where_the_scenario_puts_them(scenario: str) -> None:
    game = front1914.new("der_weltkrieg", scenario=scenario, seed=1)
    standing = game.position()["units"]
    for row in rows(f"scenarios/{scenario}.csv"):
        if not row["turn"]:
            assert standing[row["unit"]]["at"] == row["at"]
            assert standing[row["unit"]].get("supply", 0) == int(row["supply"] or 0)
        else:
            assert standing[row["unit"]]["at"] == "schedule"


@pytest.mark.rule("3.3", "3.11")
def test_markers_and_tracks_are_kept() -> None:
    s = bare(
        {"g-1A": ("2307", "supply 47"), "g-3": ("2306", 5, "entrained"), "g-S1": ("2306", "supply 10")},
        hexes={"2306": {"work": "construction", "builder": "central"}, "1906": {"operative": 0}},
    )
    assert (s.supply[unit("g-1A")], s.supply[unit("g-S1")], s.entrained[unit("g-3")]) == (47, 10, 1)
    assert WORKS[s.work[HEXES.number("2306")]] == "construction"
    assert set(WORKS) >= {"open", "construction", "trench", "devastation", "hindenburg"}
    assert s.operative[HEXES.number("1906")] == 0
    assert s.strength[unit("g-3")] == 5
    again = situation(
        {"g-1A": ("2307", "supply 47")}, nations={"german": {"demoralization": 12}, "luxembourg": {"war": 0}}
    )
    assert again.position()["nations"]["german"]["demoralization"] == 12


# Charts


@pytest.mark.rule("13-13", "13-1")
def test_result_tables() -> None:
    assert (losses(20, 1, 1914), losses(24, 7, 1914)) == (2, 6)  # Figure 9
    for table in (EARLY, LATE):
        assert table.head.labels[:-1] == tuple(map(str, range(1, 50)))
        assert table.rows == range(-1, 9)
        assert not unsteady(table, int, columns=1, rows=1)
    assert all(a != b for table in (EARLY, LATE) for a, b in itertools.pairwise(table.cells))
    cells = [(c, r) for c in range(50) for r in range(-1, 9)]
    harder = [LATE.read(c, r) - EARLY.read(c, r) for c, r in cells]
    assert min(harder) == 0
    assert sum(more > 0 for more in harder) == 350


@pytest.mark.rule("13-19")
def test_more_than_fifty_points() -> None:
    for row in range(-1, 9):
        assert losses(135, row, 1914) == 2 * losses(50, row, 1914) + losses(35, row, 1914)
        assert losses(108, row, 1914) == 2 * losses(50, row, 1914) + losses(8, row, 1914)
        sums = [losses(points, row, 1914) for points in range(401)]
        assert sums == sorted(sums)


@pytest.mark.rule("13-26")
def test_the_bloodier_table() -> None:
    assert losses(50, 6, 1916) < losses(50, 6, 1917) == losses(50, 6, 1918)


@pytest.mark.rule("22-20")
def test_sufficient_artillery() -> None:
    table = {year: [sufficient(year, front) for front in ("west", "italy", "east")] for year in range(1914, 1919)}
    assert table == {1914: [0, 0, 0], 1915: [3, 2, 2], 1916: [6, 2, 2], 1917: [9, 4, 2], 1918: [12, 6, 2]}


def test_seven_turns_fill_a_month() -> None:
    assert [dates(1914, 8, turn) for turn in (1, 5, 7)] == ["1 to 4 Aug 1914", "18 to 22 Aug 1914", "27 to 31 Aug 1914"]
    assert dates(1914, 11, 4) == "13 to 17 Nov 1914"
    assert dates(1915, 2, 7) == "26 to 28 Feb 1915"


# Scenarios


def test_scenarios_of_the_title() -> None:
    assert {scenario.id for scenario in INFO.scenarios} == set(SCENARIOS)
    for scenario in INFO.scenarios:
        first, last = SCENARIOS[scenario.id].first, SCENARIOS[scenario.id].last
        assert (last[1] - first[1]) * 7 + last[2] - first[2] + 1 == scenario.turns


def test_liege_is_the_lesson_of_figures_5_and_12() -> None:
    placed = {(row["unit"], row["at"], row["turn"]) for row in LIEGE.values()}
    assert {
        ("be-F-Liege", "2107", ""),
        ("be-3", "2107", ""),
        ("be-CAV", "1907", ""),
        ("be-GHQ", "1805", ""),
        ("g-1A", "2306", ""),
        ("g-21b", "2206", ""),
        ("g-21a", "2207", ""),
        ("g-E20", "2306", ""),
        ("g-42a", "2306", "1914-08-3"),
        ("g-30a", "2307", "1914-08-3"),
    } <= placed
    brigades = Counter(row["at"] for row in LIEGE.values() if row["unit"].endswith("B"))
    assert brigades == {"2206": 2, "2207": 2, "2306": 2}
    assert (LIEGE["g-1A"]["supply"], LIEGE["be-GHQ"]["supply"]) == ("60", "16")
    arrive = [word for word, row in LIEGE.items() if row["turn"] == "1914-08-4"]
    assert [printed(word)[::2] for word in arrive] == [(8, 5), (8, 5)]
    inside = SCENARIOS["liege"].area
    assert all(inside >> HEXES.number(row["at"]) & 1 for row in LIEGE.values())
    assert bin(inside).count("1") == 49


def test_order_of_battle() -> None:
    divisions = Counter(
        (units()[word]["nation"], units()[word]["kind"])
        for word in CAMPAIGN
        if units()[word]["size"] == "division" and units()[word]["kind"] in ("infantry", "cavalry")
    )
    assert divisions["german", "infantry"] >= 85
    assert divisions["french", "infantry"] >= 80
    assert (divisions["german", "cavalry"], divisions["french", "cavalry"]) == (10, 10)
    assert (divisions["belgian", "infantry"], divisions["belgian", "cavalry"]) == (6, 1)
    assert divisions["british", "infantry"] == 10
    assert CAMPAIGN["g-1A"]["supply"] == "99"
    stocks = {word: int(row["supply"]) for word, row in CAMPAIGN.items() if row["supply"]}
    assert all(w.IS_HQ[unit(word)] and stock <= 100 for word, stock in stocks.items())


@pytest.mark.parametrize("scenario", ["frontiers", "schlieffen_plan"])
def test_everybody_finds_room_even_if_nobody_moves(scenario: str) -> None:
    """11-1: and reinforcements arrive on railways (25-3)."""
    served = {name for pair, row in sides().items() if row["track"] for name in pair}
    divisions: Counter[str] = Counter()
    guns: Counter[str] = Counter()
    for row in rows(f"scenarios/{scenario}.csv"):
        word = row["unit"]
        divisions[row["at"]] += HALVES[unit(word)]
        guns[row["at"]] += w.IS_ARTILLERY[unit(word)]
        if row["turn"]:
            assert row["at"] in served, word
    for name in divisions:
        limit = LIMIT[HEXES.number(name)]
        assert divisions[name] <= limit[0], name
        assert guns[name] <= limit[1], name


def test_the_frontiers_are_the_campaign_later_on() -> None:
    """Who is there by the middle of August stands there; the sides do not share a hex."""
    later = {row["unit"]: row for row in rows("scenarios/frontiers.csv")}
    for word, row in CAMPAIGN.items():
        if row["turn"] and date(row["turn"]) <= (1914, 8, 4):
            assert later[word]["turn"] == ""
    assert set(later) < set(CAMPAIGN)
    held: dict[str, str] = {}
    for word, row in later.items():
        if not row["turn"]:
            assert held.setdefault(row["at"], w.SIDE[unit(word)]) == w.SIDE[unit(word)], row["at"]
    guns = {row["at"] for word, row in later.items() if not row["turn"] and w.IS_ARTILLERY[unit(word)]}
    assert {"2106", "2108", "2206", "2207"} <= guns  # Figure 12


def test_nobody_starts_abroad() -> None:
    allies = {"british": ("france", "belgium"), "austro_hungarian": ("germany",), "german": ("germany", "luxembourg")}
    for word, row in CAMPAIGN.items():
        nation = units()[word]["nation"]
        home = allies.get(nation, {"french": ("france",), "belgian": ("belgium",)}.get(nation, ()))
        assert hexes()[row["at"]]["country"] in home, word


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_dates_are_turns_of_the_game(scenario: str) -> None:
    first, last = SCENARIOS[scenario].first, SCENARIOS[scenario].last
    for row in rows(f"scenarios/{scenario}.csv"):
        for key in ("turn", "leaves", "wakes"):
            if row[key]:
                assert first <= date(row[key]) <= last
                assert 1 <= date(row[key])[2] <= 7
        if row["turn"] and row["leaves"]:
            assert date(row["turn"]) < date(row["leaves"])


# Ledger and rulings


def test_the_ledger_lists_every_rule_once() -> None:
    ledger = rows("rules.csv")
    assert len({row["rule"] for row in ledger}) == len(ledger) == 594
    for row in ledger:
        assert bool(row["reason"]) == (row["kind"] != "rule"), row["rule"]
        assert row["title"]
        assert row["summary"]
    assert Counter(row["kind"] for row in ledger) == {"rule": 566, "reference": 27, "physical": 1}


def test_rulings() -> None:
    rulings = toml("rulings.toml")["ruling"]
    known = {row["rule"] for row in rows("rules.csv")}
    assert [ruling["id"] for ruling in rulings] == [f"DW-R{n:02d}" for n in range(1, len(rulings) + 1)]
    assert len(rulings) >= 95
    for ruling in rulings:
        assert set(ruling) - {"doubt"} == {"id", "title", "question", "decision", "reason", "rules"}
        assert all(ruling.values()), ruling["id"]
        assert set(ruling["rules"]) <= known, ruling["id"]


def test_every_ruling_that_the_program_cites_is_told() -> None:
    known = {ruling["id"] for ruling in toml("rulings.toml")["ruling"]}
    for file in sorted(DATA.parent.rglob("*.py")):
        cited = set(re.findall(r"DW-R\d+", file.read_text(encoding="utf-8")))
        assert cited <= known, f"{file.name}: {sorted(cited - known)}"


def test_every_figure_has_a_source() -> None:
    for name, figures in (
        ("units.csv", ("front", "back", "move", "full", "hex", "strong")),
        ("scenarios/frontiers.csv", ("at", "turn", "strength", "supply", "leaves")),
        ("scenarios/schlieffen_plan.csv", ("at", "turn", "strength", "supply", "leaves", "wakes")),
        ("scenarios/liege.csv", ("at", "turn", "supply")),
    ):
        for row in rows(name):
            said = dict(pair.split("=") for pair in row["source"].split() if "=" in pair)
            if said:
                assert {column for column in figures if row[column]} <= set(said), row
            assert set(said.values() or [row["source"]]) <= SOURCES


@pytest.mark.rule("21-12", "4.1")
@pytest.mark.parametrize("scenario", ["liege", "frontiers", "schlieffen_plan"])
def test_no_fortress_opens_its_gates_in_the_set_up(scenario: str) -> None:
    """Longwy, among the Germans from the start, is no city center: it stood its siege until 26 August."""
    from front1914.titles.der_weltkrieg.combat.open_city import gives_in
    from front1914.titles.der_weltkrieg.world import FORTRESSES

    s = front1914.new("der_weltkrieg", scenario).state
    forts = [fort for side in FORTRESSES for fort in FORTRESSES[side] if s.on_map(fort)]
    assert [str(w.UNITS[fort]) for fort in forts if gives_in(s, fort) is not None] == []
