"""The ledger: rules held against the tests that cite them, found without running a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import front1914
from front1914 import BadData, BadInput
from front1914.engine.citations import citations
from front1914.engine.ledger import Ledger, ledger, read

HEAD = "rule,title,summary,kind,reason\n"
ROWS = HEAD + (
    '1.1,Turns,"Six turns, two sides.",rule,\n'
    "1.2,Victory,The town decides.,rule,\n"
    "2.1,History,How it came about.,reference,It regulates nothing.\n"
    "3.1,The box,Twelve counters.,physical,Nothing to hold in the hand.\n"
    "4.1,Play well,Keep a reserve.,advice,It is up to the player.\n"
)


def cited(folder: Path, source: str) -> list[tuple[str, int, str, bool]]:
    """What is read from one file of tests: rule, line, test, idle."""
    folder.mkdir(exist_ok=True)
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    return [(c.rule, c.line, c.test, c.idle) for c in citations(folder)]


def book(folder: Path, tests: str = "", rows: str = ROWS, stage: str = "playable") -> Ledger:
    """The ledger of an invented title with one file of tests."""
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "rules.csv").write_text(rows, encoding="utf-8")
    package = ModuleType("invented")
    package.__file__ = str(folder / "__init__.py")
    package.__dict__["INFO"] = SimpleNamespace(id="invented", stage=stage)
    cited(folder / "tests", tests)
    return ledger(package, [folder / "tests"])


# -- citations ---------------------------------------------------------------------------------------------------


def test_a_decorator_cites_several_rules_each_with_its_line(tmp_path: Path) -> None:
    source = 'import pytest\n\n@pytest.mark.rule("1.1",\n  "1.2")\ndef test_a():\n    assert f()\n'
    assert cited(tmp_path, source) == [("1.1", 3, "test_a", False), ("1.2", 4, "test_a", False)]


@pytest.mark.parametrize(
    "head",
    [
        "import pytest\nrule = pytest.mark.rule\n",
        "import pytest as p\nrule = p.mark.rule\n",
        "from pytest import mark\nrule = mark.rule\n",
        "import pytest\nmark = pytest.mark\nrule = mark.rule\n",
        "import pytest\nrule: object = pytest.mark.rule\n",
    ],
)
def test_a_short_name_is_understood(tmp_path: Path, head: str) -> None:
    assert [c[0] for c in cited(tmp_path, head + '@rule("7")\ndef test_a(): assert f()\n')] == ["7"]


def test_a_mark_with_its_rules_can_have_a_name(tmp_path: Path) -> None:
    source = 'import pytest\nmarching = pytest.mark.rule("3.1", "3.2")\n@marching\ndef test_a(): assert f()\n'
    assert [c[:2] for c in cited(tmp_path, source)] == [("3.1", 3), ("3.2", 3)]


def test_a_mark_of_the_module_counts_for_each_of_its_tests(tmp_path: Path) -> None:
    source = (
        "import pytest\n"
        'pytestmark = [pytest.mark.browser, pytest.mark.rule("5")]\n'
        "def test_a(): assert f()\n"
        "class TestB:\n"
        '    pytestmark = pytest.mark.rule("6")\n'
        "    def test_c(self): assert f()\n"
    )
    assert [(c[0], c[2]) for c in cited(tmp_path, source)] == [
        ("5", "test_a"),
        ("5", "TestB.test_c"),
        ("6", "TestB.test_c"),
    ]


def test_a_mark_of_a_module_without_tests_cites_nothing(tmp_path: Path) -> None:
    assert cited(tmp_path, 'import pytest\npytestmark = pytest.mark.rule("5")\ndef helper(): assert f()\n') == []


def test_a_class_and_a_coroutine_can_cite(tmp_path: Path) -> None:
    source = 'import pytest\n@pytest.mark.rule("8")\nclass TestB:\n    async def test_c(self): assert f()\n'
    assert cited(tmp_path, source) == [("8", 2, "TestB.test_c", False)]


def test_single_cases_can_cite(tmp_path: Path) -> None:
    source = (
        "import pytest\n"
        'MORE = [pytest.param(3, marks=[pytest.mark.rule("9.2")])]\n'
        '@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("9.1")), *MORE])\n'
        "def test_a(n): assert f(n)\n"
    )
    assert [(c[0], c[2]) for c in cited(tmp_path, source)] == [("9.1", "test_a[0]"), ("9.2", "test_a[1]")]


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.skip\n@pytest.mark.rule("1")\ndef test_a(): assert f()\n',
        '@pytest.mark.xfail(reason="later")\n@pytest.mark.rule("1")\ndef test_a(): assert f()\n',
        'pytestmark = pytest.mark.skip(reason="later")\n@pytest.mark.rule("1")\ndef test_a(): assert f()\n',
        '@pytest.mark.rule("1")\ndef test_a():\n    """To be written."""\n    ...\n',
        '@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.rule("1"), pytest.mark.skip])])\n'
        "def test_a(n): assert f()\n",
    ],
)
def test_a_test_that_does_not_run_or_does_nothing_proves_nothing(tmp_path: Path, source: str) -> None:
    assert [(c[0], c[3]) for c in cited(tmp_path, "import pytest\n" + source)] == [("1", True)]


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("@pytest.mark.rule(RULE)\ndef test_a(): assert f()\n", 2, "plain text, not RULE"),
        ("@pytest.mark.rule(1.1)\ndef test_a(): assert f()\n", 2, "plain text, not 1.1"),
        ("@pytest.mark.rule\ndef test_a(): assert f()\n", 2, "cites rules as text"),
        ('@pytest.mark.rule("1")\ndef helper(): assert f()\n', 2, "helper cites the rule 1 but is no test"),
        ("def test_a(:\n", 2, "cannot be read as Python"),
    ],
)
def test_an_unclear_citation_is_an_error_with_its_place(tmp_path: Path, source: str, line: int, words: str) -> None:
    with pytest.raises(BadData, match=words) as bad:
        cited(tmp_path, "import pytest\n" + source)
    assert bad.value.place == f"{tmp_path / 'test_it.py'}:{line}"


# -- the rows ----------------------------------------------------------------------------------------------------


def test_rows_are_read_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "rules.csv").write_text(ROWS, encoding="utf-8")
    rows = read(tmp_path / "rules.csv")
    assert [(row.rule, row.kind, row.line) for row in rows[:3]] == [
        ("1.1", "rule", 2),
        ("1.2", "rule", 3),
        ("2.1", "reference", 4),
    ]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("rule,title\n", ":1", "the columns must be rule,title,summary,kind,reason"),
        ("", ":1", "the columns must be"),
        (HEAD + "1,A,B,rule\n", ":2", "a row has 5 fields"),
        (HEAD + "1,A,B,rule,,x\n", ":2", "a row has 5 fields"),
        (HEAD + "1,A,,rule,\n", ":2 [summary]", "must not be empty"),
        (HEAD + "1,A,B,law,\n", ":2 [kind]", "not 'law'"),
        (HEAD + "1,A,B,rule,\n2,A,B,physical, \n", ":3 [reason]", "why no test can prove it"),
        (HEAD + "1,A,B,rule,\n1,A,B,rule,\n", ":3 [rule]", "stands in line 2 too"),
        (HEAD + '1,A,"B,rule,\n', ":2", "unexpected end of data"),
    ],
)
def test_a_bad_row_is_named_by_line_and_field(tmp_path: Path, text: str, place: str, words: str) -> None:
    file = tmp_path / "rules.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as bad:
        read(file)
    assert bad.value.place == f"{file}{place}"
    assert words in bad.value.reason


def test_a_missing_ledger_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"rules\.csv: No such file"):
        read(tmp_path / "rules.csv")


# -- rows and citations ------------------------------------------------------------------------------------------


def test_a_rule_is_proved_by_a_citation_and_open_without_one(tmp_path: Path) -> None:
    found = book(tmp_path, 'import pytest\n@pytest.mark.rule("1.1", "3.1")\ndef test_a(): assert f()\n')
    assert [row.rule for row in found.proved] == ["1.1"]
    assert [row.rule for row in found.open] == ["1.2"]
    assert [len(found.of(kind)) for kind in ("reference", "physical", "advice")] == [1, 1, 1]
    assert found.plain()["open"] == ["1.2"]
    assert found.faults == ()


def test_an_idle_test_leaves_its_rule_open(tmp_path: Path) -> None:
    found = book(tmp_path, 'import pytest\n@pytest.mark.skip\n@pytest.mark.rule("1.1")\ndef test_a(): assert f()\n')
    assert [row.rule for row in found.open] == ["1.1", "1.2"]


def test_citing_a_rule_that_does_not_exist_is_a_fault_with_file_and_line(tmp_path: Path) -> None:
    found = book(tmp_path, 'import pytest\n\n@pytest.mark.rule("9.9")\ndef test_a(): assert f()\n')
    file = tmp_path / "tests" / "test_it.py"
    assert found.faults == (f"{file}:3: test_a cites the rule 9.9, which invented does not have",)
    assert not found.sound


@pytest.mark.parametrize(("stage", "sound"), [("draft", True), ("playable", True), ("complete", False)])
def test_only_a_complete_title_must_have_no_open_rule(tmp_path: Path, stage: str, sound: bool) -> None:
    assert book(tmp_path, stage=stage).sound is sound


def test_without_tests_nothing_is_proved(tmp_path: Path) -> None:
    found = book(tmp_path)
    assert (len(found.proved), len(found.open)) == (0, 2)


# -- the titles on the shelf -------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_no_title_claims_more_than_its_tests_prove(title: str, record_property: Callable[[str, object], None]) -> None:
    """Fails on an open rule of a complete title; the others are reported at the end of the run (tests/conftest.py)."""
    found = front1914.ledger(title)
    record_property("ledger", f"{title} ({found.stage}): {len(found.proved)} rules proved, {len(found.open)} open")
    assert found.tests, "its tests were not found"
    assert not found.faults
    if found.stage == "complete":
        assert [row.rule for row in found.open] == []


# -- from rule to code -------------------------------------------------------------------------------------------

CLAUSES = HEAD + "".join(
    f"{rule},T,S,rule,\n" for rule in ("1.1", "1.2", "1.2.a", "1.3", "1.4", "11.2", "2.1.a", "3.1")
)


def traced(folder: Path, source: str) -> Ledger:
    """The ledger of an invented title whose code is the text given."""
    found = book(folder, 'import pytest\n@pytest.mark.rule("1.2.a")\ndef test_a():\n    assert f()\n', CLAUSES)
    (folder / "code.py").write_text(source, encoding="utf-8")
    return found


def test_code_names_a_rule_in_comments_docstrings_and_texts(tmp_path: Path) -> None:
    source = (
        'class March:\n    """1.1: on."""\n\n    def run(self):\n        x = 1.3  # 1.4 says so\n        return "1.4"\n'
    )
    found = traced(tmp_path, source).mentions
    assert [(m.line, m.where) for m in found["1.1"]] == [(2, "March")]
    assert [(m.line, m.where, m.text) for m in found["1.4"]] == [
        (5, "March.run", "x = 1.3  # 1.4 says so"),
        (6, "March.run", 'return "1.4"'),
    ]
    assert "1.3" not in found  # a number of the program is no rule


def test_a_number_inside_another_one_names_nothing(tmp_path: Path) -> None:
    found = traced(tmp_path, "# 11.2 and 1.2.a, 1.1.7, v1.1, 1.1-a\n").mentions
    assert set(found) == {"11.2", "1.2.a"}


def test_a_span_names_what_lies_between(tmp_path: Path) -> None:
    assert {"1.1", "1.2", "1.3"} == set(traced(tmp_path, "# 1.1 to 1.3: marching\n").mentions)


def test_a_docstring_of_several_lines_names_its_line(tmp_path: Path) -> None:
    (place,) = traced(tmp_path, '"""Marching.\n\nAs 1.1 has it.\n"""\n').mentions["1.1"]
    assert (place.line, place.text) == (3, "As 1.1 has it.")


def test_a_clause_is_found_by_its_paragraph_but_not_by_its_chapter(tmp_path: Path) -> None:
    found = traced(tmp_path, "# 2.1 and 3\n")
    assert (found.paragraph("2.1.a"), found.paragraph("3.1"), found.paragraph("1.1")) == ("2.1", "", "")


def test_the_trace_of_a_rule_holds_its_clauses_its_code_and_its_tests(tmp_path: Path) -> None:
    book = traced(tmp_path, "# 1.2: retreats\n")
    (tmp_path / "data" / "rulings.toml").write_text('rules = ["1.2.a"]\n', encoding="utf-8")
    trace = book.trace("1.2")
    assert [row.rule for row in trace.rows] == ["1.2", "1.2.a"]
    assert [(Path(place.file).name, place.line) for place in trace.code] == [("code.py", 1)]
    assert [(Path(place.file).name, place.line) for place in trace.rulings] == [("rulings.toml", 1)]
    assert [test.test for test in trace.tests] == ["test_a"]
    assert book.trace("1.2.a").named == "1.2"
    assert trace.plain()["code"][0]["text"] == "# 1.2: retreats"


def test_a_number_that_the_title_does_not_have_is_refused_with_those_like_it(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"invented has no rule '1.22'; there is 1\.2"):
        traced(tmp_path, "").trace("1.22")
