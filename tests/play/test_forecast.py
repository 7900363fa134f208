"""What every combat panel says in the same way."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from front1914.engine.shapes import Panel, PanelChance
from front1914.play.forecast import Prospects, Stakes, complete, prospects, warning


def row(chance: str, attacker: float, defender: float, aim: Literal["yes", "maybe", "no"]) -> PanelChance:
    return {
        "result": "",
        "text": "",
        "probability": chance,
        "attacker": attacker,
        "defender": defender,
        "aim": aim,
    }


def told(aim: str, most: str, own: str, his: str, fatal: str = "0") -> Prospects:
    return Prospects(Fraction(aim), Fraction(most), Fraction(own), Fraction(his), Fraction(fatal))


def test_means_and_chances_are_exact() -> None:
    found = prospects([row("1/2", 1, 2, "yes"), row("1/3", 2, 2, "maybe"), row("1/6", 4, 0, "no")], 4)
    assert found == (Fraction(1, 2), Fraction(5, 6), Fraction(11, 6), Fraction(5, 3), Fraction(1, 6))


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        (told("0", "0", "3", "1", "2/3"), {"level": "stop", "why": "fatal"}),
        (told("0", "0", "2", "1"), {"level": "stop", "why": "hopeless"}),
        (told("1/10", "1/10", "2", "1"), {"level": "stop", "why": "costly"}),
        (told("1/5", "1/5", "1", "3/4"), {"level": "care", "why": "dear"}),
        (told("2/3", "2/3", "1", "1"), None),
        (told("0", "0", "1/2", "2"), None),
    ],
)
def test_the_gravest_reason_alone_is_told(figures: Prospects, said: dict[str, str] | None) -> None:
    assert warning(figures, Stakes("", "steps")) == said


def test_a_panel_without_results_stays_as_it_is() -> None:
    bare: Panel = {"target": "1109", "attackers": [], "defenders": [], "chart": []}
    assert complete(bare, Stakes("", "steps")) == {"target": "1109", "attackers": [], "defenders": [], "chart": []}
