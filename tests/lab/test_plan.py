"""Plans: the grid, study files, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from front1914 import BadInput, BadScenario, FrontError
from front1914.commanders import make
from front1914.lab.plan import plan_of, read_plan, unpack_own


def test_every_value_is_tried_with_every_other() -> None:
    plan = plan_of(
        {
            "title": "schlieffens_war",
            "scenario": ["introduction", "campaign"],
            "options": {"setup": ["free", "historical"]},
            "commanders": {"german": ["recruit", "staff", "staff/bold"], "entente": "recruit"},
            "temperaments": {"bold": {"mark": 0.1}},
            "games": 3,
        }
    )
    cells = plan.check()
    assert len(cells) == 2 * 2 * 3
    assert {(c.scenario, c.options["setup"], c.commanders["german"]) for c in cells} == {
        (scenario, setup, level)
        for scenario in ("introduction", "campaign")
        for setup in ("free", "historical")
        for level in ("recruit", "staff", "staff/bold")
    }
    jobs = list(plan.jobs())
    assert [job.game for job in jobs] == list(range(36))
    assert len({job.seed for job in jobs}) == 3, "the n-th games of all cells have the same dice"
    bold = next(job for job in jobs if cells[job.cell].commanders["german"] == "staff/bold")
    assert bold.commanders["german"] == "staff"
    assert bold.tempers == {"german": {"mark": 0.1}}


def test_a_cell_says_what_tells_it_from_the_others() -> None:
    plan = plan_of({"title": "ford", "commanders": {"blue": ["random", "chooser"]}})
    cells = plan.check()
    assert [cell.words(cells) for cell in cells] == [
        "random (blue) against staff (red)",
        "chooser (blue) against staff (red)",
    ]


def test_a_study_file(tmp_path: Path) -> None:
    (tmp_path / "own" / "ford").mkdir(parents=True)
    (tmp_path / "own" / "ford" / "charts.toml").write_text("source = 'player'\n", encoding="utf-8")
    file = tmp_path / "guns.toml"
    file.write_text('title = "ford"\ngames = 7\nseed = 3\n[data]\nprinted = ""\nmine = "own"\n', encoding="utf-8")
    plan = read_plan(file)
    assert (plan.name, plan.games, plan.seed) == ("guns", 7, "3")
    assert plan.data == {"printed": {}, "mine": {"ford/charts.toml": "source = 'player'\n"}}
    assert read_plan(file, games=2).games == 2, "what is given besides replaces what stands there"


def test_own_data_are_laid_out_the_same_everywhere() -> None:
    files = {"ford/charts.toml": "x = 1\n"}
    folder = unpack_own(files)
    assert folder is not None
    assert folder == unpack_own(files)
    assert (Path(folder) / "ford" / "charts.toml").read_text(encoding="utf-8") == "x = 1\n"
    assert folder != unpack_own({"ford/charts.toml": "x = 2\n"})
    assert unpack_own({}) is None


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({}, "title"),
        ({"title": "ford", "gmaes": 3}, "gmaes"),
        ({"title": "ford", "games": 0}, "games"),
        ({"title": "ford", "games": "many"}, "games"),
        ({"title": "ford", "commanders": {"green": "staff"}}, "commanders.green"),
        ({"title": "ford", "commanders": {"blue": "staff/bold"}}, "commanders: staff/bold"),
        ({"title": "ford", "commanders": "staff/x", "temperaments": {"x": {"marc": 1}}}, "temperament.marc"),
        ({"title": "ford", "commanders": "staff/x", "temperaments": {"x": {"mark": "1"}}}, "temperament.mark"),
        ({"title": "ford", "commanders": "random/x", "temperaments": {"x": {"mark": 1}}}, "temperament"),
        ({"title": "ford", "temperaments": {"x": 1}}, "temperaments.x"),
        ({"title": "ford", "data": {"x": "nowhere"}}, "data.x"),
        ({"title": "ford", "name": "../x"}, "name"),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, object], place: str) -> None:
    with pytest.raises(BadInput) as bad:
        plan_of(given).check()
    assert bad.value.place == place


def test_titles_scenarios_options_and_levels_must_exist(tmp_path: Path) -> None:
    with pytest.raises(FrontError, match="no title"):
        plan_of({"title": "nothing"}).check()
    with pytest.raises(BadScenario, match="no scenario"):
        plan_of({"title": "ford", "scenario": "moon"}).check()
    with pytest.raises(BadScenario, match="no such option"):
        plan_of({"title": "ford", "options": {"moon": [1]}}).check()
    with pytest.raises(FrontError, match="no commander"):
        plan_of({"title": "ford", "commanders": "napoleon"}).check()
    file = tmp_path / "bad.toml"
    file.write_text("title = \n", encoding="utf-8")
    with pytest.raises(BadInput, match="not TOML"):
        read_plan(file)


def test_a_temperament_changes_the_numbers_of_a_level() -> None:
    bold = make("staff", "schlieffens_war", temper={"mark": 0.05, "loss": 0.5})
    assert bold.temper.mark == 0.05  # type: ignore[attr-defined]
    assert make("staff", "schlieffens_war").temper.mark != 0.05  # type: ignore[attr-defined]
