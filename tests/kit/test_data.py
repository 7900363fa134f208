"""Data files: typed rows, provenance, a player's own folder, and errors that name file, line, field and reason."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.engine.errors import BadData
from front1914.engine.words import Words
from front1914.kit.data import PLAYER, DataFolder, Ref, Split, Within
from front1914.kit.toml_lines import toml_lines

HEXES = Words("hex", ["0811", "0812", "0912"])


class Nation(Enum):
    GERMAN = "german"
    FRENCH = "french"


@dataclass(frozen=True)
class Unit:
    id: str
    nation: Nation
    factor: Annotated[int, Within(0, 8)]
    at: Annotated[int, Ref("hex")]
    hexes: Annotated[tuple[int, ...], Ref("hex"), Split(";")]
    size: Literal["corps", "division"] = "corps"
    weight: Fraction = Fraction(1)
    elan: bool = False
    arrives: date | None = None
    note: str = ""


HEADER = "id,nation,factor,at,hexes,size,weight,elan,arrives,source"
LINE = "g-10,german,4,0812,0811;0912,division,3.5,yes,1914-08-10,rulebook"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


def units(folder: Path, text: str, own: Path | None = None) -> Any:
    (folder / "units.csv").write_text(text, encoding="utf-8")
    return DataFolder(folder, own).csv("units.csv", Unit, words={"hex": HEXES})


def test_a_row_is_read_by_the_types_of_its_class(home: Path) -> None:
    (unit,) = units(home, f"{HEADER}\n{LINE}\n")
    assert unit == Unit("g-10", Nation.GERMAN, 4, 1, (0, 2), "division", Fraction(7, 2), True, date(1914, 8, 10), "")


def test_absent_columns_and_empty_cells_take_their_default(home: Path) -> None:
    (unit,) = units(home, "id,nation,factor,at,hexes,source,note\nf-1,french,3,0811,,history,\n")
    assert (unit.hexes, unit.size, unit.weight, unit.elan, unit.arrives, unit.note) == ((), "corps", 1, False, None, "")


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (("german", "prussian"), "nation", "'prussian' is not one of german, french"),
        ((",4,", ",four,"), "factor", "'four' is not a whole number"),
        ((",4,", ",9,"), "factor", "9 is more than 8"),
        ((",4,", ",-1,"), "factor", "-1 is less than 0"),
        ((",4,", ",,"), "factor", "is empty"),
        (("0812", "0813"), "at", "no hex '0813'"),
        (("0811;", "0810;"), "hexes", "no hex '0810'"),
        (("division", "army"), "size", "'army' is not one of corps, division"),
        (("3.5", "1/0"), "weight", "'1/0' is not a number"),
        (("yes", "maybe"), "elan", "'maybe' is neither yes nor no"),
        (("1914-08-10", "10 August"), "arrives", "'10 August' is not a date such as 1914-08-02"),
        (("rulebook", "a friend"), "source", "'a friend' is not one of rulebook, history, geography, reconstructed"),
        (("rulebook", ""), "source", "nothing says where this comes from"),
        (("rulebook", "player"), "source", "'player' is not one of rulebook, history, geography, reconstructed"),
    ],
)
def test_a_bad_cell_is_named(home: Path, change: tuple[str, str], field: str, reason: str) -> None:
    with pytest.raises(BadData) as caught:
        units(home, f"{HEADER}\n\n{LINE.replace(*change)}\n")
    assert (caught.value.file, caught.value.line, caught.value.field) == ("data/units.csv", 3, field)
    assert caught.value.reason == reason
    assert str(caught.value) == f"data/units.csv:3 [{field}]: {reason}"


@pytest.mark.parametrize(
    ("text", "line", "field", "reason"),
    [
        ("", 1, "", "there is no header line"),
        (HEADER.replace("factor,", ""), 1, "factor", "the column is missing"),
        (f"{HEADER},colour", 1, "colour", "there is no such column"),
        (f"{HEADER},size", 1, "size", "the column stands twice"),
        (f"{HEADER}\n{LINE},more", 2, "", "11 cells under 10 columns"),
        (f"{HEADER}\n{LINE}\n{LINE}", 3, "id", "g-10 stands already on line 2"),
        (f'{HEADER}\n{LINE}\n"g-9,german', 3, "", "not a CSV row"),
    ],
)
def test_a_bad_file_is_named(home: Path, text: str, line: int, field: str, reason: str) -> None:
    with pytest.raises(BadData, match=reason) as caught:
        units(home, text)
    assert (caught.value.line, caught.value.field) == (line, field)


def test_a_cell_over_several_lines_does_not_upset_the_count(home: Path) -> None:
    text = f'{HEADER},note\n{LINE},"two\nlines"\n{LINE.replace("g-10", "g-9").replace("german", "dutch")},\n'
    with pytest.raises(BadData) as caught:
        units(home, text)
    assert caught.value.line == 4


def test_a_file_that_is_no_text_or_not_there(home: Path) -> None:
    (home / "units.csv").write_bytes(b"id\nfran\xe7ais\n")
    with pytest.raises(BadData, match="not UTF-8") as caught:
        DataFolder(home).csv("units.csv", Unit, words={"hex": HEXES})
    assert caught.value.line == 2
    with pytest.raises(BadData, match=r"data/none.csv: cannot be read"):
        DataFolder(home).csv("none.csv", Unit, words={"hex": HEXES})
    with pytest.raises(BadData, match="there is no such folder"):
        DataFolder(home, home / "nowhere")


def test_provenance_by_row_and_by_file(home: Path) -> None:
    rows = units(home, f"# a list\n# source: geography\n{HEADER}\n{LINE}\n{LINE.replace('g-10', 'g-9')[:-8]}\n")
    assert [(o.source, o.line) for o in rows.origins] == [("rulebook", 4), ("geography", 5)]
    assert rows.sources() == {"rulebook": 1, "geography": 1}
    assert str(rows.error(1, "too far", "at")) == "data/units.csv:5 [at]: too far"


def test_provenance_by_field(home: Path) -> None:
    line = LINE.replace("rulebook", "factor=rulebook at=reconstructed size=history")
    (origin,) = units(home, f"{HEADER}\n{line}\n").origins
    assert (origin.of("factor"), origin.of("size"), origin.of("nation")) == ("rulebook", "history", "reconstructed")
    for wrong, reason in (("factor=hearsay", "'hearsay' is not one of"), ("power=history", "no column power")):
        with pytest.raises(BadData, match=reason) as caught:
            units(home, f"{HEADER}\n{LINE.replace('rulebook', wrong)}\n")
        assert (caught.value.line, caught.value.field) == (2, "source")
    with pytest.raises(BadData, match="'factor=rulebook history' is not one of"):
        units(home, f"{HEADER}\n{LINE.replace('rulebook', 'factor=rulebook history')}\n")


def test_rows_are_found_by_id_and_make_a_vocabulary(home: Path) -> None:
    rows = units(home, f"{HEADER},note\n{LINE},Tenth Corps\n")
    assert len(rows) == 1
    assert rows[0] is rows.by_id["g-10"]
    assert rows[:1] == (rows[0],)
    assert rows.words("unit", names="note").name(0) == "Tenth Corps"


@dataclass(frozen=True)
class Area:
    id: str
    lat: float
    fort: str | None
    near: Annotated[tuple[str, ...], Split("|")] = ()


def test_numbers_with_a_point_and_what_may_be_nothing(home: Path) -> None:
    (home / "areas.csv").write_text("# source: geography\nid,lat,near\n17,50.25,16|18\n")
    assert DataFolder(home).csv("areas.csv", Area)[0] == Area("17", 50.25, None, ("16", "18"))
    top = toml(home, 'source = "history"\n[[area]]\nid = "17"\nlat = 50.25\nnear = "16"\n')
    with pytest.raises(BadData, match="'16' is not a list") as caught:
        top.rows("area", Area)
    assert (caught.value.line, caught.value.field) == (5, "area.0.near")


def test_the_folder_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some_title" / "data").mkdir(parents=True)
    (tmp_path / "some_title" / "__init__.py").write_text("")
    (tmp_path / "some_title" / "data" / "t.toml").write_text("n = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert DataFolder.of("some_title").toml("t.toml").take("n", int) == 3


def test_a_row_class_that_cannot_be_read(home: Path) -> None:
    @dataclass(frozen=True)
    class Odd:
        id: bytes

    with pytest.raises(TypeError, match="no reader for a column of type"):
        DataFolder(home).csv("odd.csv", Odd)


def test_keys_of_several_columns(home: Path) -> None:
    @dataclass(frozen=True)
    class Icon:
        area: int
        kind: str

    (home / "icons.csv").write_text("# source: reconstructed\narea,kind\n11,Infantry\n11,Cavalry\n")
    assert list(DataFolder(home).csv("icons.csv", Icon, key=("area", "kind")).by_id) == [
        (11, "Infantry"),
        (11, "Cavalry"),
    ]
    (home / "icons.csv").write_text("# source: reconstructed\narea,kind\n11,Infantry\n011,Infantry\n")
    with pytest.raises(BadData, match="stands there twice") as caught:
        DataFolder(home).csv("icons.csv", Icon, key=("area", "kind"))
    assert caught.value.line == 4


# A player's own folder


def test_a_player_replaces_values_by_id_and_every_change_is_told(home: Path, own: Path) -> None:
    (own / "units.csv").write_text("id,factor,at\ng-9,5,0812\n")
    (home / "units.csv").write_text(f"{HEADER}\n{LINE}\n{LINE.replace('g-10', 'g-9')}\n")
    folder = DataFolder(home, own)
    rows = folder.csv("units.csv", Unit, words={"hex": HEXES})
    assert [row.factor for row in rows] == [4, 5]
    assert rows.by_id["g-9"].size == "division"
    assert [rows.origins[1].of(field) for field in ("factor", "at")] == [PLAYER, "rulebook"]
    assert rows.sources() == {"rulebook": 2, PLAYER: 1}
    (told,) = folder.finish()
    assert str(told) == f"{own / 'units.csv'}:2: units.csv g-9: factor 4 -> 5"


@pytest.mark.parametrize(
    ("text", "line", "field", "reason"),
    [
        ("id,factor\ng-11,5\n", 2, "", "there is no row g-11 to replace"),
        ("id,factor\ng-10,50\n", 2, "factor", "50 is more than 8"),
        ("id,power\ng-10,5\n", 1, "power", "there is no such column"),
        ("factor\n5\n", 1, "id", "the column is missing"),
        ("id,factor,source\ng-10,5,hearsay\n", 2, "source", "'hearsay' is not one of"),
    ],
)
def test_what_a_player_gets_wrong_is_refused(
    home: Path, own: Path, text: str, line: int, field: str, reason: str
) -> None:
    (own / "units.csv").write_text(text)
    with pytest.raises(BadData, match=reason) as caught:
        units(home, f"{HEADER}\n{LINE}\n", own)
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(own / "units.csv"), line, field)


def test_a_file_that_nobody_reads_is_refused(home: Path, own: Path) -> None:
    (own / "unit.csv").write_text("id,factor\n")
    (own / ".hidden").write_text("")
    with pytest.raises(BadData, match=r"unit.csv: this title reads no data file of that name"):
        DataFolder(home, own).finish()


# TOML


@dataclass(frozen=True)
class Turn:
    id: str
    day: date
    rp: Fraction = Fraction(0)
    costs: dict[str, int] | None = None
    pair: tuple[int, str] | None = None


TRACK = """source = "rulebook"
[track]
name = "1914"
[track.turn.1]
day = 1914-08-02
rp = 0.5
[track.turn.2]
day = 1914-08-06
costs = { clear = 1, forest = 2 }
pair = [1, "a"]
source = "history"
"""


def toml(home: Path, text: str, own: Path | None = None) -> Any:
    (home / "t.toml").write_text(text)
    return DataFolder(home, own).toml("t.toml")


def test_tables_are_read_as_rows(home: Path) -> None:
    track = toml(home, TRACK).section("track")
    rows = track.rows("turn", Turn)
    assert rows[0] == Turn("1", date(1914, 8, 2), Fraction(1, 2))
    assert rows[1] == Turn("2", date(1914, 8, 6), costs={"clear": 1, "forest": 2}, pair=(1, "a"))
    assert [(o.source, o.line) for o in rows.origins] == [("rulebook", 4), ("history", 7)]
    assert track.take("name", str) == "1914"
    assert track.take("turns", int, 10) == 10


@pytest.mark.parametrize(
    ("change", "line", "field", "reason"),
    [
        (("day = 1914-08-06\n", ""), 7, "track.turn.2.day", "the key is missing"),
        (("day = 1914-08-06", 'day = "6 Aug"'), 8, "track.turn.2.day", "'6 Aug' is not a date"),
        (("rp = 0.5", "rp = true"), 6, "track.turn.1.rp", "True is not a number"),
        (("forest = 2", 'forest = "2"'), 9, "track.turn.2.costs", "'2' is not a whole number"),
        (("{ clear = 1, forest = 2 }", "3"), 9, "track.turn.2.costs", "3 is not a table"),
        (('[1, "a"]', "[1]"), 10, "track.turn.2.pair", "1 items instead of 2"),
        (("rp =", "rail ="), 6, "track.turn.1.rail", "there is no such key"),
        (('source = "history"', 'source = "hearsay"'), 11, "source", "'hearsay' is not one of"),
        (('source = "rulebook"\n', ""), 3, "source", "nothing says where this comes from"),
        (('source = "rulebook"', 'source = "player"'), 1, "source", "'player' is not one of"),
    ],
)
def test_a_bad_table_is_named(home: Path, change: tuple[str, str], line: int, field: str, reason: str) -> None:
    with pytest.raises(BadData, match=reason) as caught:
        toml(home, TRACK.replace(*change)).section("track").rows("turn", Turn)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("data/t.toml", line, field)


def test_lists_of_tables_and_what_is_not_one(home: Path) -> None:
    top = toml(
        home, 'source = "history"\n[[turn]]\nid = "1"\nday = 1914-08-02\n\n[[turn]]\nid = "1"\nday = 1914-08-06\n'
    )
    with pytest.raises(BadData, match="1 stands there twice") as caught:
        top.rows("turn", Turn)
    assert caught.value.line == 7
    with pytest.raises(BadData, match="the table is missing"):
        top.section("track")
    with pytest.raises(BadData, match="is not a list of tables") as caught:
        top.sections("source")
    assert caught.value.line == 1
    with pytest.raises(BadData, match="is not a table"):
        top.section("source")
    with pytest.raises(BadData, match=r"\[rail\]: the key is missing"):
        top.take("rail", int)


def test_no_toml(home: Path) -> None:
    with pytest.raises(BadData, match="not TOML") as caught:
        toml(home, "[a]\nb = = 3\n")
    assert caught.value.line == 2


def test_a_player_replaces_whole_charts(home: Path, own: Path) -> None:
    (home / "t.toml").write_text('source = "reconstructed"\n[crt]\na = 1\nb = 2\n[tec]\nc = 3\n')
    (own / "t.toml").write_text('\n[crt]\na = "printed"\n')
    folder = DataFolder(home, own)
    top = folder.toml("t.toml")
    assert "b" not in top.section("crt")
    assert top.section("crt").origin.source == PLAYER
    assert top.section("tec").origin.source == "reconstructed"
    assert [str(told) for told in folder.finish()] == [f"{own / 't.toml'}:2: t.toml crt"]
    with pytest.raises(BadData) as caught:
        top.section("crt").take("a", int)
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(own / "t.toml"), 3, "crt.a")


def test_a_player_replaces_tables_of_a_list_by_id(home: Path, own: Path) -> None:
    (home / "t.toml").write_text(
        '[[s]]\nid = "a"\nn = 1\nsource = "history"\n[[s]]\nid = "b"\nn = 2\nsource = "history"\n'
    )
    (own / "t.toml").write_text('source = "rulebook"\n[[s]]\nid = "b"\nn = "x"\n')
    folder = DataFolder(home, own)
    first, second = folder.toml("t.toml").sections("s")
    assert (first.take("n", int), first.origin.source, second.origin.source) == (1, "history", "rulebook")
    with pytest.raises(BadData) as caught:
        second.take("n", int)
    assert (caught.value.file, caught.value.line) == (str(own / "t.toml"), 4)
    assert folder.overrides[0].what == "t.toml s b"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("\n[tac]\nx = 1\n", 2, "t.toml has no tac of that kind to replace"),
        ("\ncrt = 3\n", 2, "t.toml has no crt of that kind to replace"),
        ('\n[[s]]\nid = "z"\n', 3, "t.toml has no s z to replace"),
        ('\n[crt]\nsource = "hearsay"\n', 3, "'hearsay' is not one of"),
    ],
)
def test_a_chart_that_replaces_nothing_is_refused(home: Path, own: Path, text: str, line: int, reason: str) -> None:
    (own / "t.toml").write_text(text)
    with pytest.raises(BadData, match=reason) as caught:
        toml(home, 'source = "reconstructed"\n[crt]\na = 1\n[[s]]\nid = "a"\n', own)
    assert (caught.value.file, caught.value.line) == (str(own / "t.toml"), line)


# The lines of a TOML text


def test_lines_of_every_kind_of_toml() -> None:
    text = '''# a comment with [brackets] = and "quotes
title = """
[not.a.table]
"""
"quoted key" = 'a # b'   # c

[a.b]
c.d = [1, [2,  # two
   3], { x = "]", y = [ ] }]
[[list]]
[list.sub]
k = 1979-05-27T07:32:00Z
[[list]]
[[list.deep]]
[[list.deep]]
z = -1
'''
    tomllib.loads(text)
    lines = toml_lines(text)
    assert lines[("title",)] == 2
    assert lines[("quoted key",)] == 5
    assert lines[("a",)] == lines[("a", "b")] == 7
    assert lines[("a", "b", "c")] == lines[("a", "b", "c", "d")] == 8
    assert [lines[("a", "b", "c", "d", i)] for i in range(3)] == [8, 8, 9]
    assert (lines[("a", "b", "c", "d", 1, 1)], lines[("a", "b", "c", "d", 2, "y")]) == (9, 9)
    assert lines[("list", 0, "sub", "k")] == 12
    assert lines[("list", 1)] == 13
    assert lines[("list", 1, "deep", 1, "z")] == 16


KEYS = st.text(alphabet='ab1-_." =[]#', min_size=1, max_size=4)
LEAVES = st.integers(-9, 9) | st.booleans() | st.text(alphabet="ab\"'\\#[]{}=,\n ", max_size=6)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def written(value: Any, breaks: bool) -> str:
    """TOML for a value; with `breaks` every list item stands on a line of its own."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        gap = "\n" if breaks else " "
        return "[" + gap + ("," + gap).join(written(item, breaks) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(k)} = {written(v, False)}" for k, v in value.items()) + "}"
    return str(value)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [p for key, item in items for p in [(*path, key), *paths(item, (*path, key))]]


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.booleans())
def test_every_key_of_every_text_is_found(data: dict[str, Any], breaks: bool) -> None:
    text = "".join(f"{quoted(key)} = {written(value, breaks)}\n" for key, value in data.items())
    assert tomllib.loads(text) == data
    lines = toml_lines(text)
    assert set(lines) == set(paths(data))
    for key in data:
        assert text.split("\n")[lines[(key,)] - 1].startswith(quoted(key))
