"""What the counter card and the legend say: every figure, mark and sign of every title has words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import front1914

HOME = Path(front1914.__file__).parent / "titles"
TITLES = [info.id for info in front1914.titles() if (HOME / info.id).is_dir()]


def figures(text: str) -> list[str]:
    """The figures of a counter: "(4)-3-4", "HQ 5"; a word such as "extended" is none."""
    return [part for part in re.split(r"[-\u2013 ]", text) if part] if re.search(r"\d", text) else []


@pytest.mark.parametrize("title", TITLES)
def test_every_figure_of_every_counter_has_a_name(title: str) -> None:
    sheet = front1914.title(title).sheet()
    nameless = set()
    for piece in sheet["pieces"].values():
        for face in piece.get("faces", ()):
            printed = figures(face.get("text", ""))
            names = sheet["figures"].get(f"{piece['symbol']} {len(printed)}", sheet["figures"].get(piece["symbol"], ()))
            if printed and len(names) != len(printed):
                nameless.add((piece["symbol"], face["text"]))
    assert not nameless


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_mark_and_tag_is_explained(title: str) -> None:
    sheet = front1914.title(title).sheet()
    assert {piece["symbol"] for piece in sheet["pieces"].values()} <= set(sheet["kinds"])
    assert set(sheet["marks"]) <= set(sheet["effects"])
    assert not [sign["tag"] for sign in sheet["legend"] if not sign["effect"]]
    dots = {face.get("dots") for piece in sheet["pieces"].values() for face in piece.get("faces", ())} - {None}
    assert dots <= set(sheet["dots"])


@pytest.mark.parametrize("title", TITLES)
def test_the_log_knows_its_kinds(title: str) -> None:
    found = front1914.title(title)
    for kinds in found.sheet()["log"].values():
        assert kinds
        assert set(kinds) <= set(found.stories)
