"""From rule to code: the code of a title names each of its rules, or the paragraph that it stands in."""

from __future__ import annotations

import pytest

import front1914

TITLES = [info.id for info in front1914.titles() if info.stage == "complete"]


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_leads_to_code(title: str) -> None:
    book = front1914.ledger(title)
    lost = [row.rule for row in book.rows if row.kind == "rule" and not book.paragraph(row.rule)]
    assert not lost, f"nothing in the code of {title} names these rules: put them where they are carried out"
