"""The reader of handbooks: what it understands, and what it refuses with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import front1914
from front1914 import BadData, BadInput
from front1914.kit.data import DataFolder
from front1914.play.handbook import Handbook, _Reader

CHAPTER = """---
id: march
title: Marching
lead: How units go.
source: rulebook
---
## first: The first step [2.0]

A [[boat]] crosses **once**, *slowly*. See [the next](march.second).
It goes on here.

- one
- two

1. first of all

## second: Points [2.1]

{chart: prices}
{example: none}
"""
GLOSSARY = "---\nid: glossary\ntitle: Glossary\nlead: Words.\nsource: rulebook\n---\nboat: It floats.\n"
FIGURES = """source = "rulebook"
[chart.prices]
head = "Prices"
corner = "Ground"
columns = ["move"]
words = { move = "Points" }
[example.none]
scenario = "ford"
ask = "answers"
head = "What is offered"
text = "So many: {count}."
[log]
turn = "2.0"
"""
CHARTS = 'source = "rulebook"\n[prices.hill]\nmove = 2\n[prices.plain]\nmove = 1\n'
RULES = "rule,title,summary,kind,reason\n2.0,a,b,rule,\n2.0.a,a,b,rule,\n2.1,a,b,rule,\n2.2,a,b,rule,\n"
RULINGS = 'source = "rulebook"\n[[ruling]]\nid = "R1"\ntitle = "T"\nquestion = "Q?"\ndecision = "D."\nrules = ["2.1"]\n'


def data(folder: Path, **other: str) -> DataFolder:
    files = {
        "handbook/01.md": CHAPTER,
        "handbook/02.md": GLOSSARY,
        "handbook/figures.toml": FIGURES,
        "charts.toml": CHARTS,
        "rules.csv": RULES,
        "rulings.toml": RULINGS,
    } | {name.replace("__", "/").replace("_md", ".md").replace("_toml", ".toml"): text for name, text in other.items()}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return DataFolder(folder)


@pytest.fixture
def ford(monkeypatch: pytest.MonkeyPatch) -> front1914.Title:
    from tests import ford

    return ford.load()


def read(title: front1914.Title, found: DataFolder) -> Handbook:
    reader = _Reader(title, found)
    chapters = [reader.chapter(f"handbook/{name}") for name in ("01.md", "02.md")]
    reader.check_links(chapters)
    return Handbook("ford", "Ford", (chapters[0],), reader.terms, tuple(reader.rulings.values()), reader.figures.log)


def scenario(title: front1914.Title) -> str:
    return FIGURES.replace('"ford"', f'"{title.info.scenarios[0].id}"')


def test_a_chapter_is_read(ford: front1914.Title, tmp_path: Path) -> None:
    book = read(ford, data(tmp_path, handbook__figures_toml=scenario(ford)))
    first, second = book.paragraphs.values()
    assert [block["kind"] for block in first.blocks] == ["text", "list", "steps"]
    looks = [(span["text"], span.get("look")) for span in first.blocks[0]["lines"][0]]
    assert looks[:6] == [
        ("A ", None),
        ("boat", "term"),
        (" crosses ", None),
        ("once", "strong"),
        (", ", None),
        ("slowly", "em"),
    ]
    assert "It goes on here." in first.text
    chart, example = second.blocks
    assert chart["columns"] == ["Ground", "Points"]
    assert chart["rows"] == [["hill", "2"], ["plain", "1"]]
    assert chart["source"] == "rulebook"
    assert example["rows"]
    assert "So many: " in second.text
    assert book.terms == {"boat": "It floats."}


def test_a_rule_leads_to_its_paragraph_or_the_nearest_above(ford: front1914.Title, tmp_path: Path) -> None:
    book = read(ford, data(tmp_path, handbook__figures_toml=scenario(ford)))
    for rule, wanted in (
        ("2.0", "march.first"),
        ("2.0.a", "march.first"),
        ("2", "march.first"),
        ("2.1", "march.second"),
    ):
        found = book.find(rule)
        assert found is not None, rule
        assert found.id == wanted
    assert book.find("9.9") is None
    assert [p.id for p in book.look_up("march")] == ["march.first", "march.second"]
    with pytest.raises(BadInput, match="no chapter, paragraph or rule"):
        book.look_up("nonsense")
    plain = book.plain()
    assert plain["chapters"][0]["paragraphs"][1]["rulings"] == ["R1"]
    assert plain["log"] == {"turn": "march.first"}


def test_searching_finds_paragraphs_terms_and_rulings(ford: front1914.Title, tmp_path: Path) -> None:
    book = read(ford, data(tmp_path, handbook__figures_toml=scenario(ford)))
    assert [(f.kind, f.id) for f in book.search("points")] == [("paragraph", "march.second")]
    assert [f.kind for f in book.search("boat")] == ["term", "paragraph"]  # a heading comes first
    assert [f.id for f in book.search("D.")] == ["R1"]
    assert book.search("") == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("id: march\n", "", "01.md:.*lacks id"),
        ("[2.0]", "[3.7]", "01.md:7.*no rule 3.7"),
        ("## first: The first step [2.0]", "## The first step", "01.md:7.*heading"),
        ("[[boat]]", "[[raft]]", "01.md:9.*glossary has no raft"),
        ("(march.second)", "(march.third)", "01.md:9.*handbook has no march.third"),
        ("**once**", "**once", "01.md:9.*cannot be read"),
        ("{chart: prices}", "{chart: costs}", "missing"),
        ("{chart: prices}", "{ruling: R9}", "no ruling R9"),
        ("{chart: prices}", "{map: x}", "a figure is"),
    ],
)
def test_what_is_wrong_is_named(ford: front1914.Title, tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in CHAPTER
    changed = CHAPTER.replace(old, new)
    with pytest.raises(BadData, match=complaint):
        read(ford, data(tmp_path, handbook__01_md=changed, handbook__figures_toml=scenario(ford)))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("{count}", "7", "typed by hand"),
        ("{count}", "{odds}", "no figure 'odds'"),
        ('ask = "answers"', 'ask = "luck"', "an example asks for"),
        ("[example.none]", "[sketch.none]", "no such kind"),
        ('ask = "answers"', 'ask = "answers"\nplay = ["blue fly"]', "not offered"),
    ],
)
def test_a_figure_typed_by_hand_is_refused(
    ford: front1914.Title, tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    changed = scenario(ford).replace(old, new)
    with pytest.raises(BadData, match=complaint):
        read(ford, data(tmp_path, handbook__figures_toml=changed))
