"""Rules broken on purpose: breaks are found where a rule is named, and rows of the Ford are noticed by its tests."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

import front1914
from front1914.analysis.breaks import applied, of_python, of_toml
from front1914.analysis.mutants import MISSED, NOTICED, Plan, study
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


def test_a_constant_that_names_its_rule_is_changed() -> None:
    assert [applied(CODE, change) for change in of_python(CODE, 1)] == [CODE.replace("LIMIT = 3", "LIMIT = 4")]


def test_numbers_of_a_table_that_names_its_rule_are_changed() -> None:
    text = '# 6.2\n[stacking]\nmost = 3  # corps\nname = "é 4"\n\n[other]\nmost = 9\n'
    assert [applied(text, change) for change in of_toml(text, 1)] == [text.replace("most = 3", "most = 4")]


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


def test_a_row_that_does_not_exist_is_a_clear_error(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["mutants", "ford", "--rule", "99.9", "--folder", str(tmp_path)])
    assert done.exit_code != 0
    assert "99.9" in str(done.output) + str(done.exception)
