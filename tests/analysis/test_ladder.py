"""The ladder: ratings that follow from who won against whom, and their picture."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from front1914.analysis.ladder import Rung, picture, points_of, ratings
from front1914.cli import main


def rung(better: str, worse: str, won: int, games: int) -> Rung:
    points = points_of([1.0] * won + [0.0] * (games - won))
    return Rung("ford", "battle", better, worse, points, {}, 0.0)


def test_three_wins_of_four_are_about_two_hundred_points():
    found = ratings([rung("staff", "recruit", 300, 400)])
    assert found["staff"] - found["recruit"] == pytest.approx(191, abs=4)
    assert sum(found.values()) == pytest.approx(0)


def test_who_beats_the_better_is_rated_higher_than_who_beats_the_worse():
    found = ratings([rung("b", "a", 15, 20), rung("c", "b", 15, 20), rung("d", "a", 15, 20)])
    assert next(iter(found)) == "c"
    assert found["d"] == pytest.approx(found["b"], abs=60)
    assert list(found)[-1] == "a"


def test_who_has_won_everything_is_not_beyond_measure():
    found = ratings([rung("staff", "random", 20, 20)])
    assert 300 < found["staff"] - found["random"] < 1000


def test_the_picture_names_everybody_with_his_rating():
    drawn = ElementTree.fromstring(picture({"staff": 120.4, "a<b": -120.4}, "Ford & battle"))
    texts = [element.text for element in drawn.iter() if element.text and element.text.strip()]
    assert texts == ["Ford & battle", "staff", "+120", "a<b", "-120"]


def test_everybody_plays_everybody(monkeypatch, tmp_path):
    monkeypatch.setenv("FRONT1914_TITLES", "tests.narrows")
    drawing = tmp_path / "ladder.svg"
    asked = ["ladder", "narrows", "--among", "random,chooser", "--games", "4", "--picture", str(drawing), "--json"]
    run = CliRunner().invoke(main, asked)
    assert run.exit_code == 0, run.output
    told = json.loads(run.output)
    assert set(told["ratings"]) == {"random", "chooser"}
    assert [(one["better"], one["worse"]) for one in told["rungs"]] == [("chooser", "random")]
    assert drawing.read_text(encoding="utf-8").startswith("<svg")


def test_one_commander_alone_is_not_rated():
    run = CliRunner().invoke(main, ["ladder", "schlieffens_war", "--among", "staff"])
    assert run.exit_code != 0
    assert "two commanders" in str(run.output) + str(run.exception)
