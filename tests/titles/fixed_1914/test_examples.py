"""Worked examples of places, forces and dates; the others stand with the tests of their rules, by FX-E numbers."""

from __future__ import annotations

from collections import Counter

import pytest

import front1914
from front1914.titles.fixed_1914.board import CALIBRE, EXTERNAL, HEXES, INTERNAL, PLACE
from front1914.titles.fixed_1914.charts import dates
from front1914.titles.fixed_1914.world import CALIBRES, CHAIN, GROUP, NATION, SET_UP, UNITS

rule = pytest.mark.rule


def counts(*groups: str, nation: str = "") -> Counter[str]:
    """Printed factors at full strength, by group and nation."""
    chosen = [u for u in UNITS.numbers if GROUP[u] in groups and nation in ("", NATION[u])]
    return Counter(CHAIN[u].labels[0] for u in chosen)


@rule("MB-13")
@pytest.mark.parametrize(
    ("name", "place", "column", "number"),
    [
        pytest.param("Paris", "N18", 14, 18, id="FX-E001"),
        pytest.param("Brussels", "Y10", 25, 10, id="FX-E002"),
        pytest.param("Verdun", "DD23", 30, 23, id="FX-E003"),
        pytest.param("Sedan", "BB20", 28, 20, id="FX-E004"),
    ],
)
def test_coordinates_of_the_text(name, place, column, number):
    assert str(HEXES[PLACE[name]]) == place
    letters = place.rstrip("0123456789")
    assert (len(letters) - 1) * 26 + ord(letters[0]) - 64 == column
    assert int(place.removeprefix(letters)) == number


@rule("PP-4a")
def test_the_north_army():
    """FX-E008."""
    assert counts("north_army") == {"5-8-3": 1, "4-4-2": 1}


@rule("PP-7a")
def test_the_french_army_at_the_start():
    """FX-E009."""
    found = counts("initial", nation="french")
    assert found == {"6-10-3": 21, "6-9-3": 8, "2-4-3": 3, "1-1-3": 2, "1-2-4": 1, "6-0-2": 4, "(2)-1-4": 10}
    assert found.total() == 49


@rule("PP-8a")
def test_territorials_and_where_they_stand():
    """FX-E010."""
    found = {HEXES.name(SET_UP[u]): CHAIN[u].labels[0] for u in UNITS.numbers if GROUP[u] == "territorial"}
    assert found == {
        "Paris": "6-6-2",
        "Calais": "6-6-2",
        "Dijon": "6-6-2",
        "Rouen": "6-6-2",
        "Le Havre": "1-1-3",
        "Langres": "1-1-2",
    }


@rule("PP-12.10")
def test_guns_of_hexes_with_external_forts_only():
    """FX-E016: two or more sides with forts bring a gun of the calibre printed there, one or none do not."""
    sides = Counter(a for a, _ in EXTERNAL)
    owed = {h for h, number in sides.items() if number >= 2 and not INTERNAL[h]}
    game = front1914.new("fixed_1914", "campaign", {}, seed=1)
    placed = [(game.state.at[u], CALIBRES[u]) for u in UNITS.numbers if GROUP[u] == "fort"]
    assert sorted(pair for pair in placed if not INTERNAL[pair[0]]) == sorted((h, CALIBRE[h]) for h in owed)
    assert owed


@rule("SP-0")
def test_the_first_day():
    """FX-E256."""
    assert dates(1).startswith("14")
    assert "Aug 1914" in dates(1)
