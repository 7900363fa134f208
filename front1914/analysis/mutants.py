"""Is a proved row really proved? Each rule is broken on purpose, and the tests that cite it must notice.

For every row the functions, tables and data that name the rule are broken in small ways (`breaks`), one at a time, in a
scratch copy of the checkout. First the tests that cite the row are run; a row that no break shows to them is tried
again with all tests of its title. What was found is written down row by row, so that an interrupted run goes on.
"""

from __future__ import annotations

import compileall
import difflib
import json
import os
import py_compile
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import front1914
from front1914 import BadInput
from front1914.analysis.breaks import Break, applied, of_python, of_toml

if TYPE_CHECKING:
    from front1914 import Ledger

NOTICED, ELSEWHERE, MISSED, NOWHERE = "noticed", "elsewhere", "missed", "nowhere"
#: what is not copied: it is large, or made anew
LEFT_OUT = (".git", ".venv", "node_modules", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", "mutants")
MOST_SECONDS = 300  #: of one run of tests; a break that hangs them is noticed
PASSED, FAILED = 0, 1  #: exit codes of pytest


@dataclass(frozen=True)
class Verdict:
    """What was found about one row."""

    rule: str
    state: str  #: noticed by the citing tests, by others (elsewhere), by none (missed), or there is nothing to break
    tried: int
    survivor: str = ""  #: a break that the citing tests did not notice, as a diff

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Plan:
    """What is asked: rows of a title, by seed."""

    title: str
    rows: int
    seed: str
    breaks: int = 8  #: at most for one row
    rules: tuple[str, ...] = ()  #: these rows instead of a sample

    def chosen(self, ledger: Ledger) -> list[str]:
        """The rows, in the order of the ledger."""
        proved = [row.rule for row in ledger.proved]
        if self.rules:
            unknown = [rule for rule in self.rules if rule not in proved]
            if unknown:
                raise BadInput("rule", f"{self.title} has no proved row {unknown[0]!r}")
            return list(self.rules)
        rng = random.Random(f"{self.title} {self.seed}")
        return sorted(rng.sample(proved, min(self.rows, len(proved))), key=proved.index)


def study(plan: Plan, root: Path, kept: Path, jobs: int, told: Callable[[int], None]) -> list[Verdict]:
    """Breaks the chosen rows and says what noticed it; `kept` holds what an earlier run found."""
    ledger = front1914.ledger(plan.title)
    rows = plan.chosen(ledger)
    found = {v.rule: v for v in _earlier(kept)}
    todo = [rule for rule in rows if rule not in found]
    told(len(rows) - len(todo))
    if todo:
        workers = min(jobs, len(todo))
        with (
            _copies(root, workers) as copies,
            kept.open("a", encoding="utf-8") as file,
            ThreadPoolExecutor(workers) as pool,
        ):
            for done in as_completed([pool.submit(_row, plan, ledger, rule, root, copies) for rule in todo]):
                verdict = done.result()
                found[verdict.rule] = verdict
                file.write(json.dumps(verdict.plain()) + "\n")
                file.flush()
                told(len([rule for rule in rows if rule in found]))
    return [found[rule] for rule in rows]


def _earlier(kept: Path) -> Iterator[Verdict]:
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else ():
        try:
            yield Verdict(**json.loads(line))
        except (ValueError, TypeError):
            continue  # the line that was being written when the run was interrupted


@contextmanager
def _copies(root: Path, number: int) -> Iterator[SimpleQueue[Path]]:
    """Scratch copies of the checkout, one for each that works at the same time."""
    copies: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for n in range(number):
            copy = Path(folder) / str(n)
            shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
            compileall.compile_dir(
                copy, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
            )  # compiled once, and known by content: a file with a break in it is read anew
            copies.put(copy)
        yield copies


def _row(plan: Plan, ledger: Ledger, rule: str, root: Path, copies: SimpleQueue[Path]) -> Verdict:
    trace = ledger.trace(rule)
    tests = _nodes(ledger.proofs[rule], root)
    sites = sorted({(Path(m.file), m.line) for m in trace.code})
    breaks = [(file, change) for file, line in sites for change in _breaks_at(file, line)]
    if not breaks:
        return Verdict(rule, NOWHERE, 0)
    rng = random.Random(f"{plan.seed} {rule}")
    some = rng.sample(breaks, min(plan.breaks, len(breaks)))
    copy = copies.get()
    try:
        return _try(rule, some, tests, ledger, root, copy)
    finally:
        copies.put(copy)


def _breaks_at(file: Path, line: int) -> list[Break]:
    source = file.read_text(encoding="utf-8")
    return of_toml(source, line) if file.suffix == ".toml" else of_python(source, line)


def _nodes(citations: Sequence[Any], root: Path) -> list[str]:
    """The citing tests as pytest names them; a case counts with all cases of its test."""
    found = dict.fromkeys(
        f"{Path(c.file).resolve().relative_to(root)}::{c.test.split('[')[0].replace('.', '::')}" for c in citations
    )
    return list(found)


def _try(
    rule: str, breaks: Sequence[tuple[Path, Break]], tests: list[str], ledger: Ledger, root: Path, copy: Path
) -> Verdict:
    survivors: list[tuple[Path, Break]] = []
    for file, change in breaks:
        with _broken(file, change, root, copy):
            if _run(tests, copy) != PASSED:
                return Verdict(rule, NOTICED, len(survivors) + 1)
        survivors.append((file, change))
    diff = _diff(*survivors[0], root)
    every = [str(folder.resolve().relative_to(root)) for folder in ledger.tests]
    for file, change in survivors:
        with _broken(file, change, root, copy):
            if _run(every, copy) != PASSED:
                return Verdict(rule, ELSEWHERE, len(breaks), diff)
    return Verdict(rule, MISSED, len(breaks), diff)


@contextmanager
def _broken(file: Path, change: Break, root: Path, copy: Path) -> Iterator[None]:
    """The copy with one break in it."""
    target = copy / file.resolve().relative_to(root)
    before = target.read_text(encoding="utf-8")
    target.write_text(applied(before, change), encoding="utf-8")
    try:
        yield
    finally:
        target.write_text(before, encoding="utf-8")


def _run(tests: Sequence[str], copy: Path) -> int:
    """The exit code of pytest on some tests in the copy."""
    more = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0", *tests]
    try:
        done = subprocess.run(
            command, cwd=copy, env=os.environ | more, capture_output=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return FAILED
    return done.returncode


def _diff(file: Path, change: Break, root: Path) -> str:
    before = file.read_text(encoding="utf-8")
    name = str(file.resolve().relative_to(root))
    lines = difflib.unified_diff(
        before.splitlines(), applied(before, change).splitlines(), name, f"{name} ({change.what})", lineterm="", n=2
    )
    return "\n".join(lines)
