"""Is a proved row really proved? Each rule is broken on purpose, and the tests that cite it must notice.

For every row the functions, tables and data that name the rule are broken in small ways (`breaks`), one at a time, in a
scratch copy of the checkout (`trials`). Those come first that lie where the citing tests run, and among them the most
pointed ones: a line that names the row speaks of the row, a long function that names ten rows speaks mostly of others.
Each time the tests that cite the row are run. Breaks that none of them notices are looked for in games at random: if
these go another way it is a hole in the tests, if they do not it may be a change that changes nothing, and a reader has
to judge. A row that no break shows to its tests is tried again with all tests of its title that come there. What was
found is written down row by row, so that an interrupted run goes on.
"""

from __future__ import annotations

import difflib
import json
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from math import log2
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import front1914
from front1914 import BadInput
from front1914.analysis.breaks import applied, of_csv, of_python, of_toml
from front1914.analysis.trials import Place, Trials, function_at

if TYPE_CHECKING:
    from front1914 import Ledger

NOTICED, ELSEWHERE, MISSED, NOWHERE = "noticed", "elsewhere", "missed", "nowhere"
#: modules that name rules and make none: the commander's judgement, what is shown and told, goals, lists of chapters
ABOUT = frozenset(
    {
        "__init__",
        "judgement",
        "assaults",
        "drafting",
        "openings",
        "values",
        "forecast",
        "goals",
        "imagine",
        "orders",
        "outlines",
    }
    | {"overlays", "presentation", "recipe", "show", "stories"}
)
WHOLE = 3  #: survivors of a row, the most pointed, that are looked for in play and for which all tests are run


@dataclass(frozen=True)
class Verdict:
    """What was found about one row."""

    rule: str
    state: str  #: noticed by the citing tests, by others (elsewhere), by none (missed), or there is nothing to break
    tried: int
    survivor: str = ""  #: a break that the citing tests did not notice, as a diff
    survived: int = 0  #: how many of those tried the citing tests did not notice
    shows: bool = True  #: whether the survivor is known to change games: it is noticed elsewhere or seen in play
    by: str = ""  #: the other test that noticed it

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
    every: bool = False  #: go on after a break was noticed: which others would not be?
    citing: bool = False  #: leave it at the citing tests; what they do not notice counts as missed

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
            _copies(ledger, root, workers) as copies,
            kept.open("a", encoding="utf-8") as file,
            ThreadPoolExecutor(workers) as pool,
            ExitStack() as stack,
        ):
            stack.callback(pool.shutdown, cancel_futures=True)  # what goes wrong ends the run
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
def _copies(ledger: Ledger, root: Path, number: int) -> Iterator[SimpleQueue[Trials]]:
    """Scratch copies of the checkout, one for each that works at the same time."""
    copies: SimpleQueue[Trials] = SimpleQueue()
    package = ".".join(ledger.file.parents[1].resolve().relative_to(root).parts)
    tests = [str(folder.resolve().relative_to(root)) for folder in ledger.tests]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ExitStack() as stack:
        for n in range(number):
            made = Trials.of(root, Path(folder).resolve() / str(n), ledger.title, package, tests)
            stack.callback(made.close)
            copies.put(made)
        yield copies


def _row(plan: Plan, ledger: Ledger, rule: str, root: Path, copies: SimpleQueue[Trials]) -> Verdict:
    tests = _nodes(ledger.proofs[rule], root)
    rng = random.Random(f"{plan.seed} {rule}")
    trials = copies.get()
    try:
        places = _places(ledger, rule, root, trials.copy, rng)
        if not places:
            return Verdict(rule, NOWHERE, 0)
        touched = trials.touched(tests)
        places.sort(key=lambda place: not _reached(place, trials.copy, touched))
        return _try(rule, places[: plan.breaks], tests, trials, plan)
    finally:
        copies.put(trials)


def _places(ledger: Ledger, rule: str, root: Path, copy: Path, rng: random.Random) -> list[Place]:
    """Where a row can be broken, the most pointed first: the fewer breaks the piece has that names it, the better.
    They are looked for in the copy: the checkout may be worked on meanwhile.

    Where only the paragraph of the row is named, pieces come first that have words of the row in them. A line that
    names a rule and a file of data speaks of that file, and of nothing else if it names what in the file is meant. What
    only speaks about a rule comes last.
    """
    sides = front1914.title(ledger.title).info.sides
    trace, data = ledger.trace(rule), copy / ledger.file.parent.resolve().relative_to(root)
    named = trace.code
    wanted = set() if trace.named == rule else _stems(" ".join((trace.rows[0].title, trace.rows[0].summary)))
    lines = sorted({(m.file, m.line) for m in named if not any(words for _, words in _tables(m.text, data))})
    sites = [_breaks_at(copy / Path(file).resolve().relative_to(root), line, sides) for file, line in lines]
    sites += [
        [Place(file, change) for change in of_csv(file.read_text(encoding="utf-8"), words)]
        for file, words in sorted({table for m in named for table in _tables(m.text, data)})
    ]
    found: dict[Place, tuple[bool, float, int, float]] = {}
    for breaks in sites:
        shared = len(wanted & _stems(_said(breaks))) / log2(2 + len(breaks)) if wanted and breaks else 0.0
        for place in breaks:
            about = not ABOUT.isdisjoint((*place.file.parts, place.file.stem))
            rank = (about, -shared, len(breaks), rng.random())
            found[place] = min(rank, found.get(place, rank))
    return [Place(p.file.relative_to(copy), p.change) for p in sorted(found, key=found.__getitem__)]


def _stems(text: str) -> set[str]:
    """The beginnings of its longer words."""
    return {word[:5] for word in re.findall(r"[a-z]{4,}", text.lower())}


def _said(breaks: Sequence[Place]) -> str:
    """The lines of a piece of code or data, with the one above it."""
    lines = [int(place.change.what.split(":")[0]) for place in breaks]
    return "\n".join(breaks[0].file.read_text(encoding="utf-8").splitlines()[min(lines) - 2 : max(lines)])


def _tables(text: str, data: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The CSV files that a line names, with what it says of them: "units.csv", "units.csv [steps]" or "[g-1-II]"."""
    for name, words in re.findall(r"([\w/]+\.csv)(?: \[([^]]+)\])?", text):
        file = data.parent / name if name.startswith("data/") else data / name
        if file.is_file():
            yield file, tuple(words.split())


def _reached(place: Place, root: Path, touched: Mapping[Path, set[int]]) -> bool:
    """Whether the tests come there; a break in a long statement counts with the lines just above it.

    Data and what is no function are read while a title is loaded, before any test.
    """
    source = (root / place.file).read_text(encoding="utf-8")
    if place.file.suffix != ".py" or not function_at(source, place.change.start)[0]:
        return True
    line = int(place.change.what.split(":")[0])
    return not touched.get(place.file, set()).isdisjoint(range(line - 2, line + 1))


def _breaks_at(file: Path, line: int, sides: Sequence[str]) -> list[Place]:
    source = file.read_text(encoding="utf-8")
    breaks = of_toml(source, line) if file.suffix == ".toml" else of_python(source, line, sides)
    return [Place(file, change) for change in breaks]


def _nodes(citations: Sequence[Any], root: Path) -> list[str]:
    """The citing tests as pytest names them; a case counts with all cases of its test."""
    found = dict.fromkeys(
        f"{Path(c.file).resolve().relative_to(root)}::{c.test.split('[')[0].replace('.', '::')}" for c in citations
    )
    return list(found)


def _try(rule: str, places: Sequence[Place], tests: list[str], trials: Trials, plan: Plan) -> Verdict:
    survivors: list[Place] = []
    tried = 0
    for place in places:
        tried += 1
        if not trials.fail(tests, place):
            survivors.append(place)
        elif not plan.every:
            return Verdict(rule, NOTICED, tried, survived=len(survivors))
    if len(survivors) < tried:
        diff = _diff(survivors[0], trials.copy) if survivors else ""
        return Verdict(rule, NOTICED, tried, diff, len(survivors))
    asked = survivors[: 1 if plan.citing else WHOLE]
    seen = next((place for place in asked if trials.shows(place)), None)
    for place in () if plan.citing else asked:
        if test := trials.noticing(place):
            return Verdict(rule, ELSEWHERE, tried, _diff(place, trials.copy), tried, by=test)
    return Verdict(rule, MISSED, tried, _diff(seen or asked[0], trials.copy), tried, seen is not None)


def _diff(place: Place, root: Path) -> str:
    before = (root / place.file).read_text(encoding="utf-8")
    name = str(place.file)
    after = applied(before, place.change)
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), name, f"{name} ({place.change.what})", lineterm="", n=2
    )
    return "\n".join(lines)
