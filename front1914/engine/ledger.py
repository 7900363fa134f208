"""The ledger: which rules of a title a test proves, which need no proof, and which are still open.

`data/rules.csv` of a title lists every rule once:

    rule,title,summary,kind,reason
    2.1,Movement points,"A unit has 3 movement points; a hex costs 1, the ford 2.",rule,
    0.1,The set,The box holds twelve counters and a die.,physical,Nothing to hold in the hand.

A row of the kind `rule` is proved when at least one test cites it with `@pytest.mark.rule("2.1")`; the other kinds
(`reference`, `physical`, `advice`) say in `reason` why software has nothing to do. The tests are read, not run: a
citation counts when it stands on a test that runs and does something.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from front1914.engine.citations import Citation, citations
from front1914.engine.errors import BadData, BadInput
from front1914.engine.mentions import Mention, lineage, mentions

KINDS = ("rule", "reference", "physical", "advice")
RULINGS = "rulings.toml"
PROSE = frozenset({"handbook", "lessons"})  #: folders of data that explain rules and make none
COLUMNS = ("rule", "title", "summary", "kind", "reason")


class Row(NamedTuple):
    """One rule of a title."""

    rule: str
    title: str
    summary: str
    kind: str
    reason: str
    line: int  #: where it stands in the file


class Trace(NamedTuple):
    """All that belongs to one number: its rows, where the code names it, the tests that cite it."""

    rule: str
    rows: tuple[Row, ...]  #: the rule and its clauses
    named: str  #: the number under which the code was found: the rule's own, or that of the paragraph it stands in
    code: tuple[Mention, ...]
    rulings: tuple[Mention, ...]
    tests: tuple[Citation, ...]

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "rule": self.rule,
            "rows": [row._asdict() for row in self.rows],
            "named": self.named,
            "code": [mention._asdict() for mention in self.code],
            "rulings": [mention._asdict() for mention in self.rulings],
            "tests": [citation._asdict() for citation in self.tests],
        }


@dataclass(frozen=True)
class Ledger:
    """The rules of one title held against the tests that cite them."""

    title: str
    stage: str
    file: Path
    rows: tuple[Row, ...]
    tests: tuple[Path, ...]  #: the folders that were searched; none if this is no source checkout
    citations: tuple[Citation, ...]

    @cached_property
    def proofs(self) -> dict[str, list[Citation]]:
        """The citations that count, by rule."""
        found: dict[str, list[Citation]] = {}
        for citation in self.citations:
            if not citation.idle:
                found.setdefault(citation.rule, []).append(citation)
        return found

    @cached_property
    def proved(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.kind == "rule" and row.rule in self.proofs)

    @cached_property
    def open(self) -> tuple[Row, ...]:
        """Rules that no test proves."""
        return tuple(row for row in self.rows if row.kind == "rule" and row.rule not in self.proofs)

    def of(self, kind: str) -> tuple[Row, ...]:
        """The rows of a kind."""
        return tuple(row for row in self.rows if row.kind == kind)

    @cached_property
    def faults(self) -> tuple[str, ...]:
        """What is wrong whatever the stage: citations of rules that the ledger does not have."""
        known = {row.rule for row in self.rows}
        return tuple(
            f"{c.file}:{c.line}: {c.test} cites the rule {c.rule}, which {self.title} does not have"
            for c in self.citations
            if c.rule not in known
        )

    @cached_property
    def mentions(self) -> dict[str, list[Mention]]:
        """Where the title's code and data name its rules and their paragraphs."""
        home = self.file.parent.parent
        others = {self.file.with_name(RULINGS), *home.rglob("test_*.py")}
        files = {*home.rglob("*.py"), *home.rglob("*.toml")} - others
        files = {file for file in files if PROSE.isdisjoint(file.relative_to(home).parts)}
        return mentions(files, [row.rule for row in self.rows])

    @cached_property
    def rulings(self) -> dict[str, list[Mention]]:
        """Where the title's rulings name its rules."""
        file = self.file.with_name(RULINGS)
        return mentions([file] if file.is_file() else [], [row.rule for row in self.rows])

    def paragraph(self, rule: str) -> str:
        """The number under which the code names a rule: its own, or the nearest one above it; nothing if none does.

        A chapter alone does not count: it would name half a title.
        """
        names = lineage(rule)
        return next((name for name in (names[:-1] if len(names) > 1 else names) if name in self.mentions), "")

    def trace(self, rule: str) -> Trace:
        """Rule, code and tests of a number; BadInput if the title has no such rule."""
        rows = tuple(row for row in self.rows if rule in lineage(row.rule))
        if not rows:
            near = get_close_matches(rule, [row.rule for row in self.rows], 5, 0.5)
            hint = f"; there is {', '.join(near)}" if near else ""
            raise BadInput("rule", f"{self.title} has no rule {rule!r}{hint}")
        named = self.paragraph(rule)
        tests = tuple(c for row in rows for c in self.proofs.get(row.rule, ()))
        rulings = tuple(place for row in rows for place in self.rulings.get(row.rule, ()))
        return Trace(rule, rows, named, tuple(self.mentions.get(named, ())), rulings, tests)

    @property
    def sound(self) -> bool:
        """No fault; and no open row, if the title calls itself complete."""
        return not self.faults and not (self.stage == "complete" and self.open)

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "title": self.title,
            "stage": self.stage,
            "rows": len(self.rows),
            "proved": len(self.proved),
            **{kind: len(self.of(kind)) for kind in KINDS[1:]},
            "open": [row.rule for row in self.open],
            "faults": list(self.faults),
            "tests": [str(folder) for folder in self.tests],
        }


def ledger(package: ModuleType, tests: Iterable[Path] | None = None) -> Ledger:
    """The ledger of the title that a package holds; `tests` are the folders to search instead of the usual ones."""
    info, home = package.INFO, folder_of(package)
    file = home / "data" / "rules.csv"
    folders = tuple(tests) if tests is not None else usual_tests(package)
    cited = [citation for folder in folders for citation in citations(folder)]
    return Ledger(info.id, info.stage, file, read(file), folders, tuple(cited))


def folder_of(package: ModuleType) -> Path:
    """Where a package lies."""
    if package.__file__ is None:
        raise BadData(package.__name__, "not a package with files")
    return Path(package.__file__).parent


def usual_tests(package: ModuleType) -> tuple[Path, ...]:
    """Where the tests of a title lie in a source checkout; nothing in an installed package.

    A package may name its own folders, relative to itself, in `TESTS`; otherwise it is `tests/titles/<id>`.
    """
    home = folder_of(package)
    own: Sequence[str] | None = getattr(package, "TESTS", None)
    if own is not None:
        return tuple(found for name in own if (found := (home / name).resolve()).is_dir())
    root = checkout()
    if root is None:
        return ()
    folder = root / "tests" / "titles" / package.INFO.id
    return (folder,) if folder.is_dir() else ()


def checkout() -> Path | None:
    """The root of the source checkout that this program runs from, if it does."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def read(file: Path) -> tuple[Row, ...]:
    """The rows of a ledger; BadData names line and field of what is wrong."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as bad:
        reason = bad.strerror if isinstance(bad, OSError) and bad.strerror else "not a text file"
        raise BadData(str(file), reason) from None
    reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
    if reader.fieldnames is None or tuple(reader.fieldnames) != COLUMNS:
        raise BadData(str(file), f"the columns must be {','.join(COLUMNS)}", 1)
    rows: list[Row] = []
    lines: dict[str, int] = {}
    begins = reader.line_num + 1  # a row may go over several lines
    try:
        for record in reader:
            row, begins = _row(file, record, begins), reader.line_num + 1
            if row.rule in lines:
                raise BadData(str(file), f"the rule {row.rule} stands in line {lines[row.rule]} too", row.line, "rule")
            lines[row.rule] = row.line
            rows.append(row)
    except csv.Error as bad:
        raise BadData(str(file), str(bad), begins) from None
    return tuple(rows)


def _row(file: Path, record: dict[str, Any], line: int) -> Row:
    if None in record or None in record.values():
        raise BadData(str(file), f"a row has {len(COLUMNS)} fields", line)
    row = Row(**{name: record[name].strip() for name in COLUMNS}, line=line)
    for name in ("rule", "title", "summary"):
        if not getattr(row, name):
            raise BadData(str(file), "must not be empty", line, name)
    if row.kind not in KINDS:
        raise BadData(str(file), f"one of {', '.join(KINDS)}, not {row.kind!r}", line, "kind")
    if row.kind != "rule" and not row.reason:
        raise BadData(str(file), f"a {row.kind} row says why no test can prove it", line, "reason")
    return row
