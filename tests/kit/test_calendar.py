"""Turn tracks and schedules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.engine.errors import BadData
from front1914.kit.calendar import Schedule, Track, Turn, TurnRow
from front1914.kit.data import DataFolder

MONTHS = """# source: reconstructed
id,first,last,marks
Aug T6,1914-08-23,1914-08-26,
Aug T7,1914-08-27,1914-08-31,replacements
Sep T1,1914-09-01,1914-09-04,replacements plan
Sep T2,1914-09-05,1914-09-08,
"""


def track(folder: Path, text: str) -> Track:
    (folder / "turns.csv").write_text(text)
    return Track.read(DataFolder(folder).csv("turns.csv", TurnRow))


def test_a_track_from_data(tmp_path: Path) -> None:
    """Der Weltkrieg has seven turns a month, and a special turn before the first of a new one."""
    found = track(tmp_path, MONTHS)
    assert [turn.number for turn in found] == [1, 2, 3, 4]
    assert found.number("Sep T1") == 3
    assert found.number("Oct T1") is None
    assert [n for n in range(1, 5) if found.opens_month(n)] == [3]
    assert found.marked("replacements") == (2, 3)
    assert found[3].dates == "1 to 4 Sep 1914"
    assert track(tmp_path, MONTHS.replace("1914-09-05,1914-09-08", "1914-09-05,1914-09-05"))[4].dates == "5 Sep 1914"


@pytest.mark.parametrize(
    ("change", "line", "field", "reason"),
    [
        (("1914-08-26", "1914-08-22"), 3, "last", "the turn ends on 1914-08-22, before it begins"),
        (("1914-09-01", "1914-08-31"), 5, "first", "the turn before lasts until 1914-08-31"),
        (("1914-09-05", "5.9.1914"), 6, "first", "is not a date"),
    ],
)
def test_days_that_do_not_follow(tmp_path: Path, change: tuple[str, str], line: int, field: str, reason: str) -> None:
    with pytest.raises(BadData, match=reason) as caught:
        track(tmp_path, MONTHS.replace(*change))
    assert (caught.value.file, caught.value.line, caught.value.field) == (f"{tmp_path.name}/turns.csv", line, field)


def test_turns_outside_the_track() -> None:
    found = Track.regular(date(1914, 8, 14), days=2, turns=32)
    assert len(found) == 32
    assert found[32].last == date(1914, 10, 16)
    for number in (0, 33, -1):
        with pytest.raises(IndexError):
            found[number]
    assert found.on(date(1914, 8, 13)) is None


def test_one_day_and_a_change_of_year() -> None:
    assert Turn(1, "1", date(1914, 8, 4), date(1914, 8, 4)).dates == "4 Aug 1914"
    assert Turn(1, "1", date(1914, 12, 29), date(1915, 1, 1)).dates == "29 Dec to 1 Jan 1915"


@given(st.integers(1, 9), st.integers(1, 40), st.integers(-3, 400))
def test_every_day_falls_into_the_turn_that_holds_it(days: int, turns: int, offset: int) -> None:
    first = date(1914, 8, 2)
    found = Track.regular(first, days, turns).on(first + timedelta(days=offset))
    assert found == (offset // days + 1 if 0 <= offset < days * turns else None)


@dataclass(frozen=True)
class Arrival:
    id: str
    turn: str
    at: str = ""


def test_a_schedule_by_turn(tmp_path: Path) -> None:
    turns = track(tmp_path, MONTHS)
    (tmp_path / "arrivals.csv").write_text("# source: history\nid,turn,at\nb,Sep T1,Paris\na,Aug T6,\nc,Sep T1,Lille\n")
    schedule = Schedule(DataFolder(tmp_path).csv("arrivals.csv", Arrival), turns)
    assert [row.id for row in schedule.due(3)] == ["b", "c"]
    assert schedule.due(2) == ()
    assert [row.id for row in schedule.until(3)] == ["a", "b", "c"]
    assert [row.id for row in schedule.until(2)] == ["a"]
    assert schedule.turns == (1, 3)
    (tmp_path / "arrivals.csv").write_text("# source: history\nid,turn,at\nb,Sep T9,Paris\n")
    with pytest.raises(BadData, match="there is no turn 'Sep T9'") as caught:
        Schedule(DataFolder(tmp_path).csv("arrivals.csv", Arrival), turns)
    assert (caught.value.line, caught.value.field) == (3, "turn")
