"""Rules broken on purpose: breaks are found where a rule is named, and rows of the Ford are noticed by its tests."""

from __future__ import annotations

import ast
import json
import random
import shutil
from pathlib import Path

from click.testing import CliRunner

import front1914
from front1914.analysis.breaks import Break, applied, of_csv, of_python, of_toml
from front1914.analysis.mutants import MISSED, NOTICED, Plan, _places, _reached, study
from front1914.analysis.trials import Place, Trials
from front1914.cli import main
from front1914.engine.mentions import Mention

ROOT = Path(__file__).resolve().parents[2]

CODE = """\
LIMIT = 3  #: 6.2: how many stand together


def fits(side, units):
    \'\'\'6.2: whether they may.\'\'\'
    if len(units) > LIMIT and side:
        return Reason("6.2", "too many")
    return FOE[side] in min(units, default=0)
"""


def test_conditions_bounds_guards_and_sides_are_broken() -> None:
    texts = {applied(CODE, change) for change in of_python(CODE, 5)}
    assert CODE.replace("> LIMIT", ">= LIMIT") in texts
    assert CODE.replace("if len(units) > LIMIT and side", "if not (len(units) > LIMIT and side)") in texts
    assert CODE.replace('return Reason("6.2", "too many")', "return None") in texts
    assert CODE.replace("FOE[side]", "(side)") in texts
    assert CODE.replace("min(", "max(") in texts
    assert all("LIMIT = 3 " in text for text in texts), "only the function that names the rule is broken"


def test_a_refusal_that_names_its_rule_is_broken_with_its_condition_alone() -> None:
    texts = [applied(CODE, change) for change in of_python(CODE, 7)]
    assert CODE.replace('return Reason("6.2", "too many")', "return None") in texts
    assert CODE.replace("> LIMIT", ">= LIMIT") in texts
    assert all("min(" in text for text in texts)


def test_sums_names_and_switches_are_broken() -> None:
    code = 'KINDS = ("foot", "horse")  #: 6.2\n'
    assert [applied(code, change) for change in of_python(code, 1)] == [
        code.replace('"foot"', "'horse'"),
        code.replace('"horse"', "'foot'"),
    ]
    code = "def f(a):\n    return g(a + b - 1, deep=True)\n"
    texts = {applied(code, change) for change in of_python(code, 1)}
    assert code.replace("a + b", "a - (b)") in texts
    assert code.replace("- 1", "+ (1)") in texts
    assert code.replace("True", "False") in texts
    assert of_python('def f(a):\n    return "x" + a\n', 1) == []
    code = "def f(a):\n    if a and b:\n        return\n    g([c for c in a if d])\n"
    texts = {applied(code, change) for change in of_python(code, 1)}
    assert code.replace("a and b", "False") in texts, "the guard is removed"
    assert {code.replace("a and b", "(" + rest + ")") for rest in ("(a)", "(b)")} <= texts, "half of it is"
    assert code.replace("if d", "if True") in texts
    code = "def f(a):\n    return a == 'red' or a is BLUE\n"
    texts = {applied(code, change) for change in of_python(code, 1, ("red", "blue"))}
    assert {code.replace("red", "blue"), code.replace("BLUE", "RED")} <= texts
    code = "def f(a):\n    a.points += b\n"
    assert {applied(code, change) for change in of_python(code, 1)} == {
        code.replace("+=", "-="),
        code.replace("a.points += b", "pass"),
    }
    code = "def f(a):\n    a.at[0], b = 1, 2\n    a.tell(3)\n    a.tire()\n"
    texts = {applied(code, change) for change in of_python(code, 1)}
    assert {code.replace("a.at[0], b = 1, 2", "pass"), code.replace("a.tire()", "pass")} <= texts
    assert code.replace("a.tell(3)", "pass") not in texts


def test_the_head_of_a_file_speaks_of_all_of_it() -> None:
    code = '"""6.2."""\n\nA = 1\n\n\ndef f(a):\n    return 2\n'
    assert [change.what for change in of_python(code, 1)] == ["3:4 1 -> 2", "7:11 2 -> 3"]


def test_what_is_no_rule_is_not_broken() -> None:
    code = (
        "class A(Step):\n    name, rule, frame = 'a', '6.2', ('x', 'y')\n\n"
        "    def prompt(self, s):\n        return 1\n\n"
        "    def f(self, a: int | None) -> str | None:\n        del s.flow[-1:]\n        return f'{a + 1}'\n"
    )
    assert of_python(code, 1) == []


def test_a_constant_that_names_its_rule_is_changed() -> None:
    assert [applied(CODE, change) for change in of_python(CODE, 1)] == [CODE.replace("LIMIT = 3", "LIMIT = 4")]


def test_numbers_of_a_table_that_names_its_rule_are_changed() -> None:
    text = '# 6.2\n[stacking]\nmost = 3  # corps\nname = "é 4"\nflat = true\nday = 1914-08-31\n\n[other]\nmost = 9\n'
    changed = [text.replace("most = 3", "most = 4"), text.replace("true", "false"), text.replace("08-31", "09-01")]
    assert [applied(text, change) for change in of_toml(text, 1)] == changed


def test_values_of_a_table_are_changed() -> None:
    text = '# source: rulebook\nid,name,kind,move,note\na,"Löwen, the",foot,3,5 men\nb,B,horse,,\n'
    assert [applied(text, change) for change in of_csv(text)] == [
        text.replace("foot,3", "foot,4"),
        text.replace("horse", "foot"),
    ]
    assert [change.what for change in of_csv("id,city\na,yes\n")] == ["2: city yes -> "]
    assert [change.what for change in of_csv(text, ("kind",))] == ["4: kind horse -> foot"]
    assert [change.what for change in of_csv(text, ("a",))] == ["3: left out", "3: move 3 -> 4"]
    assert applied(text, of_csv(text, ("a",))[0]) == text.replace('a,"Löwen, the",foot,3,5 men\n', "")


def test_breaks_keep_other_letters_whole() -> None:
    code = 'def f(a):\n    """Liège."""\n    return ("é", a < 2)\n'
    assert code.replace("a < 2", "a <= 2") in [applied(code, change) for change in of_python(code, 1)]


def breakable(place: Mention) -> bool:
    """Whether a function names the rule there, with a condition in it."""
    file = Path(place.file)
    return file.suffix == ".py" and any("negated" in b.what for b in of_python(file.read_text("utf-8"), place.line))


def test_rows_of_the_ford_are_noticed_and_what_was_found_is_kept(tmp_path: Path) -> None:
    ledger = front1914.ledger("ford")
    rule = next(row.rule for row in ledger.proved if any(breakable(m) for m in ledger.trace(row.rule).code))
    kept = tmp_path / "ford.jsonl"
    told: list[int] = []
    found = study(Plan("ford", 1, "0", 3, (rule,)), ROOT, kept, 1, told.append)
    assert [verdict.state for verdict in found] == [NOTICED]
    assert told == [0, 1]
    kept.write_text(json.dumps({"rule": rule, "state": MISSED, "tried": 1, "survivor": ""}) + "\nhalf a line")
    again = study(Plan("ford", 1, "0", 3, (rule,)), ROOT, kept, 1, told.append)
    assert [verdict.state for verdict in again] == [MISSED], "what is written down is not tried again"


def test_breaks_are_those_of_the_copy_while_the_checkout_is_worked_on(tmp_path: Path) -> None:
    """Every line of the copy is longer than that of the checkout: what is broken there is still Python."""
    copy = tmp_path.resolve() / "copy"
    shutil.copytree(ROOT / "tests" / "ford", copy / "tests" / "ford")
    for file in (copy / "tests" / "ford").glob("*.py"):
        lines = file.read_text("utf-8").split("\n")
        file.write_text(
            "\n".join(f"{line}  # changed" if line.endswith((":", ")")) else line for line in lines), "utf-8"
        )
    ledger = front1914.ledger("ford")
    places = [p for row in ledger.proved for p in _places(ledger, row.rule, ROOT, copy, random.Random(1))]
    assert len(places) > 20
    for place in places:
        if place.file.suffix == ".py":
            ast.parse(applied((copy / place.file).read_text("utf-8"), place.change))


RULE = """\
'''A rule.'''

LIMIT = 3


def f(a):
    if a:
        return 1


    # 6.2


    return LIMIT


def g():
    return 7


SEVEN = g()
"""
CASES = """\
from rules.rule import SEVEN, f, g


def test_f():
    assert f(1) == 1


def test_limit():
    assert f(0) == 3


def test_seven():
    assert SEVEN == 7


def test_g():
    assert g()
"""


def small(tmp_path: Path) -> Trials:
    """A checkout with one rule and its tests, copied."""
    root = tmp_path / "root"
    (root / "rules").mkdir(parents=True)
    (root / "rules" / "__init__.py").touch()
    (root / "rules" / "rule.py").write_text(RULE)
    (root / "tests").mkdir()
    (root / "tests" / "__init__.py").touch()
    (root / "tests" / "test_rule.py").write_text(CASES)
    (root / "front1914").symlink_to(ROOT / "front1914")
    return Trials.of(root, tmp_path / "copy", "ford", "rules", ["tests"])


def place(what: str, line: int) -> Place:
    return Place(Path("rules/rule.py"), next(b for b in of_python(RULE, line) if b.what.endswith(what)))


def test_breaks_are_seen_in_functions_constants_and_what_follows_from_them(tmp_path: Path) -> None:
    trials = small(tmp_path)
    try:
        assert trials.fail(["tests/test_rule.py::test_f"], place("1 -> 2", 6)), "a function"
        assert not trials.fail(["tests/test_rule.py::test_limit"], place("1 -> 2", 6)), "another test of it"
        assert trials.fail(["tests/test_rule.py::test_limit"], place("3 -> 4", 3)), "a constant"
        assert not trials.fail(["tests/test_rule.py::test_f"], place("3 -> 4", 3))
        assert trials.fail(["tests/test_rule.py::test_seven"], place("7 -> 8", 17)), "it ran while loading"
        assert trials.noticing(place("1 -> 2", 6)) == "tests/test_rule.py::test_f"
        assert (trials.copy / "rules" / "rule.py").read_text() == RULE, "it is as it was"
    finally:
        trials.close()


def test_a_break_that_changes_nothing_in_play_is_told_apart(tmp_path: Path) -> None:
    trials = Trials.of(ROOT, tmp_path / "copy", "ford", "tests.ford", ["tests/ford/test_rules.py"])
    file = Path("tests/ford/movement.py")
    source = (ROOT / file).read_text(encoding="utf-8")
    lines = [n for n, line in enumerate(source.split("\n"), 1) if line.startswith("def ")]
    try:
        seen = {trials.shows(Place(file, change)) for line in lines for change in of_python(source, line)}
        docstring = source.encode().index(b'"""') + 3
        assert True in seen
        assert not trials.shows(Place(file, Break(docstring, docstring, "So: ", "1:3 said otherwise")))
    finally:
        trials.close()


def test_breaks_where_the_citing_tests_come_are_tried_first(tmp_path: Path) -> None:
    trials = small(tmp_path)
    try:
        touched = trials.touched(["tests/test_rule.py::test_f"])
    finally:
        trials.close()
    found = [Place(Path("rules/rule.py"), change) for line in (3, 6, 17) for change in of_python(RULE, line)]
    assert {p.change.what: _reached(p, trials.copy, touched) for p in found} == {
        "3:8 3 -> 4": True,  # read before any test
        "7:7 negated": True,
        "7:7 no guard": True,
        "8:15 1 -> 2": True,
        "18:11 7 -> 8": False,
    }


def test_a_row_that_does_not_exist_is_a_clear_error(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["mutants", "ford", "--rule", "99.9", "--folder", str(tmp_path)])
    assert done.exit_code != 0
    assert "99.9" in str(done.output) + str(done.exception)
