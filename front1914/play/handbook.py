"""The handbook of a title: its rules as prose for players, in chapters, as data files (`data/handbook/*.md`).

A file is a chapter, in a small part of Markdown; whatever else stands there is refused with file and line:

    ---
    id: movement
    title: Movement
    lead: Every unit may march once in your Movement Phase.
    source: rulebook
    ---
    ## zones: Enemy zones of control [7.0, 7.1 to 7.5]

    A corps in the open watches the six hexes around it: its [[zone of control]]. See [supply](supply.lines).

    - a list; *slanted* and **strong** words; {unit:g-2-GD} and {place:1109} become names
    1. a list with numbers

    {chart: crt} {picture: ring} {example: guard} {ruling: R27} {sequence: turn}    each on a line of its own

A heading is a paragraph with its id and the rules that it restates; `7.1 to 7.5` are all rows of the ledger between
the two; a number that only heads other rows will do as well; `+28.0` is a number of another book, such as a
scenario's. `[[zones|zone of control]]` shows another word. The chapter `glossary` holds lines `term: one sentence`.
Charts, pictures, examples and cards of the sequence are described in `figures.toml` (`play.figures`) and worked out by
the engine: no figure is typed by hand.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from front1914.engine.errors import BadData, BadInput
from front1914.engine.mentions import lineage
from front1914.engine.shapes import HandbookBlock, HandbookPaper, Ruling, Span
from front1914.engine.title import Title
from front1914.kit.data import DataFolder, Section
from front1914.play.figures import Figures

HEADING = re.compile(r"## (?P<id>[a-z][a-z0-9_]*): (?P<head>[^\[\]]+?) \[(?P<rules>[^\]]*)\]")
FIGURE = re.compile(r"\{(?P<kind>chart|picture|example|ruling|sequence): (?P<name>[\w.\-]+)\}")
NAMED = re.compile(r"\{(unit|place):([^}]+)\}")
SPANS = re.compile(
    r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*]+)\*|\[\[(?P<term>[^\]]+)\]\]|\[(?P<link>[^\]]+)\]\((?P<to>[^)]+)\)"
)
GLOSSARY = "glossary"
HEAD_KEYS = ("id", "title", "lead", "source")


class Paragraph(NamedTuple):
    """A headed part of a chapter, with the rules that it restates."""

    id: str  #: "movement.zones"
    chapter: str
    head: str
    rules: tuple[str, ...]
    blocks: tuple[HandbookBlock, ...]

    @property
    def text(self) -> str:
        """All words of it, for searching and for a terminal."""
        return "\n".join(words_of(block) for block in self.blocks)


class Chapter(NamedTuple):
    """A chapter: a lead and its paragraphs."""

    id: str
    title: str
    lead: str
    paragraphs: tuple[Paragraph, ...]


class Found(NamedTuple):
    """Something that a search found."""

    kind: str  #: paragraph, term or ruling
    id: str
    head: str
    text: str


@dataclass(frozen=True)
class Handbook:
    """The rules of one title as prose."""

    title: str
    name: str
    chapters: tuple[Chapter, ...]
    terms: Mapping[str, str]  #: the glossary
    rulings: tuple[Mapping[str, Any], ...]
    log: Mapping[str, str]  #: by kind of event: the rule that it is about

    @cached_property
    def paragraphs(self) -> dict[str, Paragraph]:
        """By id, in their order."""
        return {p.id: p for chapter in self.chapters for p in chapter.paragraphs}

    @cached_property
    def _by_rule(self) -> dict[str, Paragraph]:
        found: dict[str, Paragraph] = {}
        for paragraph in self.paragraphs.values():
            for rule in paragraph.rules:
                found.setdefault(rule, paragraph)
        return found

    def find(self, rule: str) -> Paragraph | None:
        """The paragraph that restates a rule, or the nearest one above it; of a heading, its first paragraph."""
        for number in lineage(rule):
            found = self._by_rule.get(number) or self._by_rule.get(f"{number}.0")
            if found is not None:
                return found
        return next((p for number, p in self._by_rule.items() if rule in lineage(number)), None)

    def look_up(self, where: str) -> tuple[Paragraph, ...]:
        """A chapter, a paragraph or a rule by its name; BadInput if there is none."""
        for chapter in self.chapters:
            if where == chapter.id:
                return chapter.paragraphs
        paragraph = self.paragraphs.get(where) or self.find(where)
        if paragraph is None:
            known = ", ".join(chapter.id for chapter in self.chapters)
            raise BadInput("handbook", f"no chapter, paragraph or rule {where!r}; the chapters are {known}")
        return (paragraph,)

    def search(self, words: str) -> list[Found]:
        """Paragraphs, terms and rulings that hold all the words; those with a word in their heading first."""
        wanted = words.casefold().split()
        found = []
        for entry in self._entries():
            text = f"{entry.head} {entry.id} {entry.text}".casefold()
            if wanted and all(word in text for word in wanted):
                headed = sum(word in entry.head.casefold() for word in wanted)
                found.append((-headed, entry))
        return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]

    def _entries(self) -> Iterator[Found]:
        for p in self.paragraphs.values():
            yield Found("paragraph", p.id, p.head, f"{p.text} {' '.join(p.rules)}")
        for term, text in self.terms.items():
            yield Found("term", term, term, text)
        for ruling in self.rulings:
            yield Found("ruling", ruling["id"], ruling.get("title", ruling["id"]), ruling["decision"])

    def plain(self) -> HandbookPaper:
        """JSON-ready; `rules` leads from every number of the ledger and of the log to a paragraph."""
        return {
            "title": self.title,
            "name": self.name,
            "chapters": [
                {
                    "id": chapter.id,
                    "title": chapter.title,
                    "lead": chapter.lead,
                    "paragraphs": [
                        {
                            "id": p.id,
                            "head": p.head,
                            "rules": list(p.rules),
                            "rulings": self._ruled.get(p.id, []),
                            "blocks": list(p.blocks),
                        }
                        for p in chapter.paragraphs
                    ],
                }
                for chapter in self.chapters
            ],
            "terms": dict(self.terms),
            "rules": {rule: p.id for rule, p in self._by_rule.items()},
            "log": {kind: p.id for kind, rule in self.log.items() if (p := self.find(rule)) is not None},
            "rulings": [cast(Ruling, dict(ruling)) for ruling in self.rulings],
        }

    @cached_property
    def _ruled(self) -> dict[str, list[str]]:
        """By paragraph: the rulings on the rules that it restates."""
        found: dict[str, list[str]] = {}
        for ruling in self.rulings:
            near = {p.id: p for rule in ruling.get("rules", ()) if (p := self.find(rule)) is not None}
            for id in near:
                found.setdefault(id, []).append(ruling["id"])
        return found


def words_of(block: HandbookBlock) -> str:
    """The words of a block, one line for each of its lines."""
    lines = ["".join(span["text"] for span in line) for line in block.get("lines", ())]
    head = [block["head"]] if block.get("head") else []
    table = [", ".join([*block["columns"]])] if block.get("columns") else []
    rows = [" · ".join(cell for cell in row if cell) for row in block.get("rows", ())]
    return "\n".join([*head, *lines, *table, *rows])


def read_handbook(title: Title, package: str) -> Handbook:
    """The handbook of a title; BadData says what is wrong and where, or that there is none."""
    shelf = DataFolder.of(package)
    folder = shelf.home / "handbook"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".md")) if folder.is_dir() else []
    if not names:
        raise BadData(f"{title.info.id}/handbook", "this title has no handbook yet")
    reader = _Reader(title, shelf)
    chapters = [reader.chapter(f"handbook/{name}") for name in names]
    reader.check_links(chapters)
    return Handbook(
        title.info.id,
        title.info.name,
        tuple(chapter for chapter in chapters if chapter.id != GLOSSARY),
        reader.terms,
        tuple(reader.rulings.values()),
        reader.figures.log,
    )


class _Reader:
    """Reads the chapters of one title."""

    def __init__(self, title: Title, shelf: DataFolder) -> None:
        self.title, self.shelf = title, shelf
        self.sheet = title.sheet()
        self.ledger = _ledger(shelf)
        self.numbers = {number for rule in self.ledger for number in lineage(rule)}
        self.rulings = _rulings(shelf)
        self.terms: dict[str, str] = {}
        self.links: list[tuple[str, int, str, str]] = []  #: file, line, kind, target
        self.figures = Figures(title, shelf, self.sheet, self.spans_of)
        self.file, self.line = "", 0

    def error(self, reason: str) -> BadData:
        return BadData(self.file, reason, self.line)

    def chapter(self, name: str) -> Chapter:
        """One file."""
        self.file = name
        lines = (self.shelf.home / name).read_text(encoding="utf-8").splitlines()
        head, body = self._front(lines)
        if head["id"] == GLOSSARY:
            self._glossary(lines, body)
            return Chapter(GLOSSARY, head["title"], head["lead"], ())
        parts: list[tuple[int, re.Match[str], list[tuple[int, str]]]] = []
        for number, line in enumerate(lines[body:], body + 1):
            self.line = number
            if line.startswith("#"):
                heading = HEADING.fullmatch(line)
                if heading is None:
                    raise self.error("a heading is `## id: Heading [rules]`")
                parts.append((number, heading, []))
            elif not parts:
                if line.strip():
                    raise self.error("a chapter begins with a heading")
            else:
                parts[-1][2].append((number, line))
        paragraphs = tuple(self._paragraph(head["id"], *part) for part in parts)
        return Chapter(head["id"], head["title"], head["lead"], paragraphs)

    def _front(self, lines: Sequence[str]) -> tuple[dict[str, str], int]:
        self.line = 1
        if not lines or lines[0] != "---" or "---" not in lines[1:]:
            raise self.error("a chapter begins with its head between two lines `---`")
        end = lines.index("---", 1)
        head = {}
        for self.line, line in enumerate(lines[1:end], 2):
            key, colon, value = line.partition(": ")
            if key not in HEAD_KEYS or not colon or not value.strip():
                raise self.error(f"the head holds {', '.join(HEAD_KEYS)}")
            head[key] = self._names(value.strip())
        missing = [key for key in HEAD_KEYS if key not in head]
        if missing:
            raise self.error(f"the head lacks {', '.join(missing)}")
        return head, end + 1

    def _glossary(self, lines: Sequence[str], body: int) -> None:
        for self.line, line in enumerate(lines[body:], body + 1):
            if line.strip():
                term, colon, text = line.partition(": ")
                if not colon or term in self.terms:
                    raise self.error("the glossary holds lines `term: one sentence`, each term once")
                self.terms[term] = self._names(text.strip())

    def _paragraph(self, chapter: str, at: int, heading: re.Match[str], text: list[tuple[int, str]]) -> Paragraph:
        self.line = at
        rules = tuple(self._rules(heading["rules"]))
        blocks: list[HandbookBlock] = []
        open_block: HandbookBlock | None = None
        for self.line, raw in text:
            line = raw.strip()
            kind = _kind(line)
            if not line:
                open_block = None
            elif kind == "figure":
                found = FIGURE.fullmatch(line)
                if found is None:
                    raise self.error("a figure is {chart|picture|example|ruling|sequence: name} on a line of its own")
                blocks.append(self._figure(found["kind"], found["name"]))
                open_block = None
            elif kind == "text" and open_block is not None:
                self._go_on(open_block, line)
            else:
                same = open_block is not None and open_block["kind"] == kind
                if not same or open_block is None:
                    open_block = {"kind": kind, "lines": []}
                    blocks.append(open_block)
                open_block["lines"].append(self.spans(re.sub(r"^(- |\d+\. )", "", line)))
        if not blocks:
            raise self.error("an empty paragraph")
        return Paragraph(f"{chapter}.{heading['id']}", chapter, heading["head"], rules, tuple(blocks))

    def _go_on(self, block: HandbookBlock, line: str) -> None:
        """The next line of the same sentence."""
        block["lines"][-1] += [{"text": " "}, *self.spans(line)]

    def _rules(self, text: str) -> Iterator[str]:
        for part in filter(None, (part.strip() for part in text.split(","))):
            if part.startswith("+"):
                yield part[1:]
                continue
            first, to, last = part.partition(" to ")
            for rule in (first, last) if to else (first,):
                if rule not in self.numbers:
                    raise self.error(f"the ledger has no rule {rule}")
            if not to:
                yield first
                continue
            begin, end = min(self._rows(first)), max(self._rows(last))
            if begin > end:
                raise self.error(f"{first} comes after {last} in the ledger")
            yield from (rule for rule, n in self.ledger.items() if begin <= n <= end)

    def _rows(self, number: str) -> list[int]:
        """Where a rule and its clauses stand in the ledger."""
        return [n for rule, n in self.ledger.items() if number in lineage(rule)]

    def _figure(self, kind: str, name: str) -> HandbookBlock:
        if kind != "ruling":
            return self.figures.make(kind, name)
        ruling = self.rulings.get(name)
        if ruling is None:
            raise self.error(f"there is no ruling {name}")
        text: list[list[Span]] = [[{"text": ruling["question"]}], [{"text": ruling["decision"]}]]
        return {"kind": "ruling", "head": ruling.get("title", name), "id": name, "lines": text}

    # -- words -----------------------------------------------------------------------------------------------------

    def _names(self, text: str) -> str:
        """The text with the names of units and places in it."""

        def name(match: re.Match[str]) -> str:
            kind, word = match.groups()
            found = self.sheet["pieces" if kind == "unit" else "places"].get(word)
            if found is None:
                raise self.error(f"no {kind} {word!r}")
            return str(found.get("name") or word)

        return NAMED.sub(name, text)

    def spans_of(self, section: Section, key: str, text: str) -> list[Span]:
        """The same for a text of `figures.toml`."""
        before = self.file, self.line
        self.file, self.line = section.error("", key).place, 0
        try:
            return self.spans(text)
        finally:
            self.file, self.line = before

    def spans(self, text: str) -> list[Span]:
        """A line as runs of words, each with its look."""
        text = self._names(text)
        found: list[Span] = []
        at = 0
        for match in SPANS.finditer(text):
            if match.start() > at:
                found.append({"text": text[at : match.start()]})
            found.append(self._span(match))
            at = match.end()
        if at < len(text):
            found.append({"text": text[at:]})
        if any(sign in span["text"] for span in found for sign in ("*", "[[", "]]", "{", "}")):
            raise self.error(f"cannot be read: {text}")
        return found

    def _span(self, match: re.Match[str]) -> Span:
        if match["strong"]:
            return {"text": match["strong"], "look": "strong"}
        if match["em"]:
            return {"text": match["em"], "look": "em"}
        kind = "term" if match["term"] else "link"
        shown, _, target = (match["term"] or "").partition("|")
        word, to = (shown, target or shown) if kind == "term" else (match["link"], match["to"])
        self.links.append((self.file, self.line, kind, to))
        return {"text": word, "look": kind, "to": to}  # type: ignore[typeddict-item]

    def check_links(self, chapters: Sequence[Chapter]) -> None:
        """Every term is in the glossary, every link leads to a paragraph."""
        known = {p.id for chapter in chapters for p in chapter.paragraphs}
        for file, line, kind, to in self.links:
            self.file, self.line = file, line
            if to not in (self.terms if kind == "term" else known):
                raise self.error(f"the {'glossary' if kind == 'term' else 'handbook'} has no {to}")


def _kind(line: str) -> Any:
    if line.startswith("{") and not NAMED.match(line):
        return "figure"
    return "list" if line.startswith("- ") else "steps" if re.match(r"\d+\. ", line) else "text"


def _ledger(shelf: DataFolder) -> dict[str, int]:
    """The numbers of the ledger, with their places in it."""
    text = (shelf.home / "rules.csv").read_text(encoding="utf-8")
    return {row["rule"]: n for n, row in enumerate(csv.DictReader(text.splitlines()))}


def _rulings(shelf: DataFolder) -> dict[str, Mapping[str, Any]]:
    found = shelf.toml("rulings.toml").data.get("ruling", ())
    return {str(ruling["id"]): ruling for ruling in found}
