"""Exact odds of an attack that is named by its target alone."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from front1914 import Action, BadInput, IllegalAction
from front1914.cli import main
from front1914.titles.schlieffens_war.charts import CRT
from tests.titles.schlieffens_war.arena import CENTRE, NE, SE, SW
from tests.titles.schlieffens_war.positions import position, situation

TWO = {"g-2-X": NE, "g-2-VII": NE, "f-5-I": CENTRE}


def test_all_who_may_attack_do() -> None:
    """Two corps of four against one: 2:1, read off the table."""
    found = situation(TWO, step="attack").attack_odds(CENTRE)
    assert found.actions == (Action("to", CENTRE), Action("unit", "g-2-VII"), Action("unit", "g-2-X"), Action("commit"))
    column = CRT.head.labels.index("2:1")
    assert found.odds.by() == {f"{a}/{d}": chance for (a, d), chance in sorted(CRT.odds(column).items(), key=_likely)}


def _likely(item: tuple[tuple[int, int], Fraction]) -> tuple[Fraction, str]:
    (attacker, defender), chance = item
    return -chance, f"{attacker}/{defender}"


def test_those_who_are_named_attack() -> None:
    found = situation(TWO, step="attack").attack_odds(CENTRE, "g-2-X")
    assert [action.arg for action in found.actions] == [CENTRE, "g-2-X", None]
    with pytest.raises(IllegalAction, match="not adjacent"):
        situation(TWO | {"g-1-II": "1109"}, step="attack").attack_odds(CENTRE, "g-1-II")


def test_an_hq_joins_and_nobody_more_than_may() -> None:
    """11.3: three corps and one HQ out of a hex; 11.4: those out of command do not join other hexes."""
    units = dict.fromkeys(("g-2-X", "g-2-VII", "g-2-GD", "g-2-HQ"), NE) | {"g-1-II": SE, "f-5-I": CENTRE}
    found = situation(units, step="attack").attack_odds(CENTRE)
    assert {action.arg for action in found.actions[1:-1]} == {"g-2-X", "g-2-VII", "g-2-GD", "g-2-HQ"}


def test_the_concentric_die_is_part_of_it() -> None:
    """11.15: six faces for the shift and six for the result."""
    units = {"g-1-II": NE, "g-1-HQ": NE, "g-1-III": SW, "g-2-HQ": SW, "f-5-I": CENTRE, "f-5-II": CENTRE}
    found = situation(units, step="attack").attack_odds(CENTRE)
    assert sum(branch.probability for branch in found.odds) == 1
    assert {len(branch.throws) for branch in found.odds} == {2}


def test_the_defender_takes_part_as_strongly_as_he_may() -> None:
    """11.2: the two strongest of three corps, and the HQ."""
    weak = {"f-5-I": (CENTRE, 1), "f-5-II": CENTRE, "f-5-III": CENTRE, "f-5-HQ": CENTRE}
    found = situation({"g-2-X": NE, "g-2-VII": NE} | weak, step="attack").attack_odds(CENTRE)
    battle = next(frame for frame in found.odds[0].game.position()["flow"] if frame[0] == "battle")
    assert ["f-5-II", "f-5-III", "f-5-HQ"] in battle


def test_the_last_enemy_on_the_map() -> None:
    """The walk ends with the result, not with the dice of the phases that follow."""
    units = {"g-2-X": NE, "g-2-VII": NE, "g-2-GD": NE, "g-7-XV": ("2610", "out"), "f-5-1C": (CENTRE, 1)}
    found = situation(units, step="attack").attack_odds(CENTRE)
    assert all("/" in word for word in found.odds.by())
    assert {len(branch.throws) for branch in found.odds} <= {0, 1}


def test_the_game_is_left_alone() -> None:
    game = situation(TWO, step="attack")
    before = game.digest()
    game.attack_odds(CENTRE)
    assert (game.digest(), game.thrown) == (before, 0)


@pytest.mark.parametrize(
    ("target", "step", "reason"),
    [
        ("9999", "attack", "target: no hex '9999'"),
        ("2317", "attack", "no enemy stands there (11.0)"),
        (CENTRE, "move", "no attack can be declared here"),
    ],
)
def test_what_cannot_be_attacked(target: str, step: str, reason: str) -> None:
    with pytest.raises(BadInput) as bad:
        situation(TWO, step=step).attack_odds(target)
    assert reason in str(bad.value)


def test_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position(TWO, step="combat")), encoding="utf-8")
    result = CliRunner().invoke(main, ["odds", "schlieffens_war", str(file), CENTRE])
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"to {CENTRE} unit g-2-VII unit g-2-X commit\n")
    result = CliRunner().invoke(main, ["odds", str(file), CENTRE, "g-2-X", "--json"])
    found = json.loads(result.output)
    assert sum(Fraction(outcome["probability"]) for outcome in found["outcomes"]) == 1
    assert found["actions"][1] == ["unit", "g-2-X"]
    refused = CliRunner().invoke(main, ["odds", str(file), "9999"])
    assert (refused.exit_code, refused.stderr) == (1, f"front1914: {file}: target: no hex '9999'\n")
