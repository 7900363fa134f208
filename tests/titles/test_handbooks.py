"""The handbooks of the titles: every rule is there, every example is the engine's, every link leads somewhere."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import front1914
from front1914.engine.mentions import lineage
from front1914.play.handbook import Handbook

TITLES = [
    info.id
    for info in front1914.titles()
    if (Path(front1914.__file__).parent / "titles" / info.id / "data" / "handbook").is_dir()
]
FEWEST_CHAPTERS = 6


@cache
def book(title: str) -> Handbook:
    return front1914.handbook(title)


@pytest.mark.parametrize("title", TITLES)
def test_every_row_of_the_ledger_has_its_paragraph(title: str) -> None:
    """A paragraph names the rule, or the number above it; the bare number of a chapter is not enough."""
    lost = []
    for row in front1914.ledger(title, tests=()).rows:
        found = book(title).find(row.rule)
        near = lineage(row.rule)
        enough = near if len(near) <= 2 else near[:-1]
        if found is None or not any(number in found.rules or f"{number}.0" in found.rules for number in enough):
            lost.append(row.rule)
    assert not lost


def _texts(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.mark.parametrize("title", TITLES)
def test_every_number_that_players_are_told_leads_to_a_paragraph(title: str) -> None:
    """Rules of steps, reasons, modifiers and options: whatever in the code is spelt like a rule of the ledger."""
    ledger = front1914.ledger(title, tests=())
    known = {number for row in ledger.rows for number in lineage(row.rule)}
    cited = {text for text in _texts(ledger.file.parent.parent) if text in known and any(c.isdigit() for c in text)}
    steps = {step.rule for step in front1914.title(title).step.values() if step.rule}
    options = {option.rule for option in front1914.title(title).info.options if option.rule}
    assert len(cited) > 50
    assert not [rule for rule in sorted(cited | steps | options) if book(title).find(rule) is None]


@pytest.mark.parametrize("title", TITLES)
def test_what_a_game_cites_leads_to_a_paragraph(title: str) -> None:
    """Prompts, refusals, modifiers and log lines of a game played at random."""
    game, rng = front1914.new(title, seed=18), random.Random(18)
    lost, kinds = set(), set()
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        cited = [decision.rule]
        battle = game.screen(decision.side).get("battle") if decision.side in game.sides else None
        cited += [shift["rule"] for shift in (battle or {}).get("shifts", ())]
        lost |= {rule for rule in cited if rule and book(title).find(rule) is None}
        kinds |= {event.kind for event in game.act(rng.choice(decision.actions))}
    assert not lost
    assert kinds <= set(book(title).log)


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_log_line_leads_to_a_paragraph(title: str) -> None:
    found = book(title)
    assert set(found.log) == set(front1914.title(title).stories)
    assert not [kind for kind, rule in found.log.items() if found.find(rule) is None]


@pytest.mark.parametrize("title", TITLES)
def test_it_is_a_book(title: str) -> None:
    """Chapters, a card that names every phase, charts with their source, pictures, examples, a glossary."""
    found = book(title)
    blocks = [block for paragraph in found.paragraphs.values() for block in paragraph.blocks]
    kinds = [block["kind"] for block in blocks]
    assert len(found.chapters) >= FEWEST_CHAPTERS
    assert len(found.terms) >= 8
    assert all(kinds.count(kind) >= 2 for kind in ("chart", "picture", "example", "ruling"))
    phases = {row[0] for block in blocks if block["kind"] == "sequence" for row in block["rows"]}
    assert phases >= set(front1914.title(title).sheet().get("phases", ())) - {"Set-up", "Set up", "Setup"}
    assert all(block["source"] for block in blocks if block["kind"] == "chart")
    assert all(block["rows"] for block in blocks if block["kind"] == "example")


@pytest.mark.parametrize("title", TITLES)
def test_pictures_show_pieces_of_the_real_map(title: str) -> None:
    sheet = front1914.title(title).sheet()
    for paragraph in book(title).paragraphs.values():
        for block in paragraph.blocks:
            picture = block.get("picture")
            if picture is None:
                continue
            assert picture["frame"], (paragraph.id, block.get("id"))
            assert set(picture["frame"]) | set(picture["trail"]) | set(picture["labels"]) <= set(sheet["places"])
            assert all(piece.get("at") in sheet["places"] for piece in picture["pieces"])
