"""Result tables: columns, shifts, modifiers, dice, exact chances, validators and the TOML form."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.engine.errors import BadData
from front1914.kit.columns import NO_ATTACK, NO_DEFENCE, Brackets, Names, Odds
from front1914.kit.data import DataFolder
from front1914.kit.tables import Always, ResultTable, Shift, mean, net, read_table, unsteady

SW = Odds(["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"])
FX = Odds(["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"])
OAO = Odds(["1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "6:1", "8:1"], "nearest", beyond=2)


def label(odds: Odds, attack: int, defence: int, shift: int = 0) -> str:
    return odds.label(odds.column(attack, defence) + shift)


def test_ratios_rounded_down_for_the_defender() -> None:
    """Schlieffen's War 11.8 and its rulings on odds below 1:1 and beyond the printed columns."""
    assert label(SW, 27, 7) == "3:1"
    assert [label(SW, a, 10) for a in (10, 9, 5, 4, 3)] == ["1:1", "1:2", "1:2", "1:3", "1:4"]
    assert label(SW, 10, 1, shift=-2) == "8:1"


def test_ratios_rounded_to_the_nearest() -> None:
    """Offensive a outrance 9.6: half-way rounds up; 3.5 is 4:1, 7 is 8:1; above 8:1 a shift counts two."""
    assert label(OAO, 14, 8) == "2:1"
    assert label(OAO, 7, 2) == "4:1"
    assert label(OAO, 7, 1) == "8:1"
    assert label(OAO, 14, 1, shift=-2) == "10:1"
    assert label(OAO, 13, 1) == "14:1"
    assert label(OAO, 1, 9, shift=0) == "1:9"
    assert label(OAO, 9, 40) == "1:4", "half-way between 1:4 and 1:5"
    assert [label(OAO, a, 100) for a in (23, 22, 18, 17)] == ["1:4", "1:5", "1:6", "1:6"]


def test_no_strength_at_all() -> None:
    assert SW.column(0, 5) == NO_ATTACK
    assert SW.column(5, 0) == NO_DEFENCE


def nearest_by_search(odds: Odds, ratio: Fraction) -> int:
    """The column as the rule words it: look at every column and take the one that fits."""
    every = range(-60, 80)
    if odds.rounding == "defender":
        return max(c for c in every if odds.ratio(c) <= ratio)
    if odds.rounding == "attacker":
        return min(c for c in every if odds.ratio(c) >= ratio)
    return max(every, key=lambda c: (-abs(odds.ratio(c) - ratio), c))


@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(["defender", "attacker", "nearest"]), st.integers(1, 2))
def test_every_ratio_finds_its_column(attack: int, defence: int, rounding: Any, beyond: int) -> None:
    odds = Odds(OAO.labels, rounding, beyond)
    assert odds.column(attack, defence) == nearest_by_search(odds, Fraction(attack, defence))


@pytest.mark.parametrize("labels", [["1:1", "3"], ["2:1", "1:1"], ["2:3", "1:1"], ["1:1", "3:2"], ["1:0"], ["a:1"]])
def test_odds_that_are_none(labels: list[str]) -> None:
    with pytest.raises(ValueError, match="odds"):
        Odds(labels)


def test_columns_of_points_and_of_names() -> None:
    with pytest.raises(ValueError, match="rise"):
        Brackets([1, 1])
    assert Brackets([4, 5]).label(-1) == "below 4"
    with pytest.raises(ValueError, match="twice"):
        Names(["a", "a"])


def test_a_table_knows_what_its_columns_are() -> None:
    march = ResultTable("march", Names(["infantry", "cavalry"]), range(1, 2), [["-1E"], ["-"]])
    assert march.read(march.at("cavalry"), 9) == "-"
    assert march.reading(1).last == "cavalry"
    for wrong in (lambda: march.at(3), lambda: march.at_odds(1, 2), lambda: march.repeated(3, 1)):
        with pytest.raises(TypeError, match="march"):
            wrong()


# Shifts and modifiers


def crt(**more: Any) -> ResultTable[str]:
    cells = [["2/0", "2/1", "1/1"], ["2/1", "1/1", "1/2"], ["1/1", "1/2", "0/2"]]
    return ResultTable("crt", Odds(["1:1", "2:1", "3:1"]), range(1, 4), cells, faces=3, **more)


RIVER = Shift(-1, "11.12", "all attackers cross a river")
CITY = Shift(-1, "11.13", "the defender is in a city")
CLEAR = Shift(0, "11.10", "clear terrain gives no shift")


def test_a_reading_keeps_every_reason() -> None:
    reading = crt().reading(4, [RIVER, CITY, CLEAR], [Shift(3, "9.7", "better troops")])
    assert reading == ("5:1", (RIVER, CITY, CLEAR), 2, "3:1", (Shift(3, "9.7", "better troops"),), 3)


def test_free_shifts_lead_out_of_the_table_and_back() -> None:
    table = crt(below=Always("2/0"), above=Always("0/3"))
    assert table.automatic(table.shifted(5, [RIVER, CITY])) == "0/3"
    assert table.read(table.shifted(4, [RIVER, CITY]), 1) == "1/1"
    assert table.automatic(-1) == "2/0"
    assert table.automatic(0) is None


def test_clamped_shifts_count_from_the_last_printed_column() -> None:
    table = crt(shifts="clamp")
    assert table.shifted(9, [RIVER]) == 1
    assert table.shifted(0, [RIVER, CITY]) == 0


def test_without_other_rules_the_ends_hold() -> None:
    table = crt()
    for die in (1, 2, 3):
        assert table.read(7, die) == table.read(2, die)
        assert table.read(-7, die) == table.read(0, die)
    assert table.read(7, 1) != table.read(1, 1)
    assert table.automatic(7) is None


def test_refused_columns() -> None:
    table = crt(below="refuse")
    assert table.refused(-1)
    assert not table.refused(0)
    assert not table.refused(9)
    with pytest.raises(ValueError, match="1:2 is not allowed"):
        table.read(-1, 1)


def test_a_cap_holds_in_both_directions() -> None:
    """Der Weltkrieg 13-25: never more than four either way, then the die stays within the rows."""
    assert net([Shift(3, "", ""), Shift(3, "", "")], cap=4) == 4
    assert net([Shift(-5, "", "")], cap=4) == -4
    assert net([Shift(-5, "", ""), Shift(3, "", "")], cap=4) == -2
    table = ResultTable("crt", Brackets([1]), range(-1, 9), [list(range(-1, 9))], cap=4)
    assert table.read(0, 6, table.reading(0, (), [Shift(9, "", "")]).modifier) == 8
    assert table.read(0, 1, -4) == -1


def test_points_beyond_the_last_column() -> None:
    """Der Weltkrieg 13-19: 108 is twice the column of 50, then the column of 8, with the same die."""
    cells = [[(2 * points * rate + 100) // 200 for rate in (10, 20)] for points in range(1, 51)]
    table = ResultTable("crt", Brackets(range(1, 51)), range(1, 3), cells, faces=2)
    for die in (1, 2):
        assert table.repeated(108, die) == 2 * table.read(49, die) + table.read(7, die)
        assert table.repeated(100, die) == 2 * table.read(49, die)
        assert table.repeated(50, die) == table.read(49, die)
        assert table.repeated(105, die) == 2 * table.read(49, die) + table.read(4, die)
        assert table.repeated(20, die) == table.read(19, die)
        assert table.repeated(0, die) == 0


def test_two_dice_read_apart() -> None:
    """Offensive a outrance 9.9: the white die is modified, the black one is not."""
    table = ResultTable(
        "crt", Odds(["1:1", "2:1"]), range(4), [[f"{c}{w}{b}" for w in range(4) for b in (1, 2)] for c in "ab"],
        second=range(1, 3), faces=3,
    )  # fmt: skip
    assert table.read(1, 2, -1, second=2) == "b12"
    assert table.read(1, 1, -2, second=1) == "b01"
    assert table.odds(0)["a31"] == Fraction(1, 6)
    rerolled = {1: Fraction(1, 4), 2: Fraction(3, 4)}
    assert table.odds(0, second=rerolled)["a31"] == Fraction(1, 12)
    for second in (None, 3):
        with pytest.raises(ValueError, match="second die"):
            table.read(0, 1, second=second)


@given(st.integers(-3, 6), st.integers(-5, 5))
def test_chances_are_those_of_the_dice(column: int, modifier: int) -> None:
    table = crt(below=Always("2/0"))
    odds = table.odds(column, modifier)
    assert sum(odds.values()) == 1
    for result, chance in odds.items():
        assert chance == Fraction(sum(table.read(column, die, modifier) == result for die in (1, 2, 3)), 3)
    assert table.odds(column, modifier) is odds


def test_a_table_must_be_full() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        ResultTable("t", Names(["a"]), range(1, 3), [["x"]])


# Validators


def attacker(cell: str) -> int:
    return int(cell[0])


def defender(cell: str) -> int:
    return int(cell[2])


def test_a_steady_table_has_no_complaints() -> None:
    table = crt(below=Always("2/0"), above=Always("0/3"))
    assert unsteady(table, attacker, columns=-1, rows=-1) == []
    assert unsteady(table, defender, columns=1, rows=1) == []
    assert mean(table.odds(1), defender) == Fraction(4, 3)


def test_an_unsteady_table_says_where() -> None:
    table = ResultTable("t", Odds(["1:1", "2:1"]), range(1, 3), [["2/0", "1/1"], ["2/1", "2/1"]], above=Always("1/0"))
    assert unsteady(table, attacker, columns=-1, rows=-1) == ["1:1 to 2:1 at 2: 1 to 2"]
    assert unsteady(table, defender, columns=1) == ["2:1 to above at 1: 1 to 0", "2:1 to above at 2: 1 to 0"]
    falling = ResultTable("t", Names(["a"]), range(1, 3), [[5, 1]])
    assert unsteady(falling, int, rows=1) == ["1 to 2 in a: 5 to 1"]
    ones = ResultTable("t", Brackets([2, 4]), range(1, 2), [[1], [0]])
    assert ones.repeated(6, 1) == 1, "the column of 2 counts once more"
    two = ResultTable("t", Names(["a"]), range(1, 3), [[5, 1, 5, 0]], second=range(1, 3))
    assert unsteady(two, int, rows=1) == ["1 to 2 in a: 1 to 0"]


# TOML

CRT = """[crt]
rule = "11.17"
source = "reconstructed"
odds = ["1:2", "1:1", "2:1"]
below = { always = "2/0" }
above = "refuse"
stated = [
  ["2:1", 1, "1/1"],
]
[crt.rows]
1 = ["2/0", "2/0", "1/1"]
2 = ["2/0", "2/1", "1/1"]
"3..6" = ["2/1", "1/1", "1/2"]
"""


def result(cell: Any) -> str:
    if not isinstance(cell, str) or len(cell) != 3 or cell[1] != "/":
        raise ValueError("losses are written 1/2")
    return cell


def load(folder: Path, text: str) -> ResultTable[str]:
    (folder / "charts.toml").write_text(text)
    return read_table(DataFolder(folder).toml("charts.toml").section("crt"), result)


def test_a_table_from_toml(tmp_path: Path) -> None:
    table = load(tmp_path, CRT)
    assert (table.name, table.rule, table.rows) == ("crt", "11.17", range(1, 7))
    assert table.read(2, 5) == "1/2"
    assert table.automatic(-1) == "2/0"
    assert table.refused(3)
    assert table.odds(0) == {"2/0": Fraction(1, 3), "2/1": Fraction(2, 3)}


def test_two_dice_from_toml(tmp_path: Path) -> None:
    text = """[crt]
source = "rulebook"
points = [1, 4]
cap = 2
die = 3
stated = [[4, 1, 2, "9/9"]]
[crt.rows.1]
1 = ["1/0", "2/0"]
2 = ["3/0", "4/0"]
[crt.rows."2..3"]
1 = ["5/0", "9/9"]
2 = ["7/0", "8/0"]
"""
    table = load(tmp_path, text)
    assert table.second == range(1, 4)
    assert table.cap == 2
    assert [table.read(table.at(4), 2, second=b) for b in (1, 2, 3)] == ["4/0", "8/0", "8/0"]
    for wrong in ('[4, 1, 4, "9/9"]', '[0, 1, 2, "9/9"]', '["4", 1, 2, "9/9"]'):
        with pytest.raises(BadData, match="no such cell"):
            load(tmp_path, text.replace('[4, 1, 2, "9/9"]', wrong))
    load(tmp_path, text.replace('[4, 1, 2, "9/9"]', '[1, 1, 2, "5/0"]'))
    with pytest.raises(BadData, match="not the same rows") as caught:
        load(tmp_path, text.replace('2 = ["3/0", "4/0"]\n', ""))
    assert caught.value.field == "crt.rows"


@pytest.mark.parametrize(
    ("change", "line", "field", "reason"),
    [
        (('"2/0", "2/1", "1/1"]', '"2/0", "2.1", "1/1"]'), 12, "crt.rows.2.1", "'2.1' is not a result: losses are"),
        (('"2/0", "2/1", "1/1"]', '"2/0", "2/1"]'), 12, "crt.rows.2", "is not a list of 3 results"),
        (('"3..6"', '"4..6"'), 10, "crt.rows", r"the dice \[1, 2, 4, 5, 6\] leave a gap"),
        (('"3..6"', '"2..6"'), 13, "crt.rows.2..6", "the row 2 stands there twice"),
        (('"3..6"', "three"), 13, "crt.rows.three", "is not a die such as 3 or 3..5"),
        (('["2:1", 1, "1/1"]', '["2:1", 1, "1/2"]'), 8, "crt.stated.0", "the table has 1/1 where the rulebook has 1/2"),
        (('["2:1", 1, "1/1"]', '["9:1", 1, "1/1"]'), 8, "crt.stated.0", "the table has no such cell"),
        (('["2:1", 1, "1/1"]', '["2:1", 1]'), 8, "crt.stated.0", "a stated cell is a column, its dice and a result"),
        (('["1:2",', '["1:1",'), 4, "crt.odds", "the odds do not rise"),
        (('"refuse"', '{ never = "0/3" }'), 6, "crt.above", "is neither clamp, refuse nor"),
        (('["2:1", 1, "1/1"]', '["2:1", 7, "1/2"]'), 8, "crt.stated.0", "the table has no such cell"),
        (('"refuse"', '"perhaps"'), 6, "crt.above", "is neither clamp, refuse nor"),
        (('"2/0" }', '"2-0" }'), 5, "crt.below", "'2-0' is not a result"),
        (('rule = "11.17"', "points = [1]"), 1, "crt", "exactly one of odds, points and names"),
        (('rule = "11.17"', "caps = 1"), 2, "crt.caps", "there is no such key"),
        (('rule = "11.17"', 'round = "down"'), 2, "crt.round", "'down' is not one of defender, attacker, nearest"),
        (('source = "reconstructed"', ""), 1, "source", "nothing says where this comes from"),
    ],
)
def test_what_is_wrong_with_a_table(
    tmp_path: Path, change: tuple[str, str], line: int, field: str, reason: str
) -> None:
    assert change[0] in CRT
    with pytest.raises(BadData, match=reason) as caught:
        load(tmp_path, CRT.replace(*change))
    assert (caught.value.file, caught.value.line, caught.value.field) == (f"{tmp_path.name}/charts.toml", line, field)
