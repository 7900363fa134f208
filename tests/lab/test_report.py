"""The report and the comparison: true figures, one file, nothing from outside."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from front1914 import BadInput
from front1914.analysis.simulate import wilson
from front1914.cli import main
from front1914.lab import charts, display, history
from front1914.lab.compare import arm_of, compare, page
from front1914.lab.figures import CellFigures, Ending
from front1914.lab.reckoning import holm, paired
from front1914.lab.report import _rules
from front1914.lab.study import Study

SECTIONS = ("who", "length", "score", "losses", "front", "film", "heat", "rules", "odds", "paces")


@pytest.fixture(scope="module")
def figures(small: Study) -> CellFigures:
    return CellFigures(small, small.cells[0])


def test_the_page_is_one_file_without_network(small: Study) -> None:
    text = (small.folder / "report.html").read_text(encoding="utf-8")
    for name in SECTIONS:
        assert f'id="{name}"' in text, name
    assert not re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', text)
    assert not re.findall(r"url\((?!data:)", text)
    assert "http" not in re.sub(r"data:font[^)]*", "", text)
    pictures = re.findall(r"<svg [^>]*>", text)
    assert all("aria-label=" in picture or "aria-hidden=" in picture for picture in pictures)
    assert text.count("<details>") >= 7
    assert len(text) < 1_000_000


def test_rules_that_every_game_used_are_not_said_to_be_used_in_some(small: Study) -> None:
    figures = CellFigures(small, small.cells[0])
    assert f"in some of {figures.count} games and not in all" in _rules(figures)
    effects = [effect._replace(share=1.0) for effect in figures.rules()]
    figures.rules = lambda: effects  # type: ignore[method-assign]
    assert f"Rules that had a part in all {figures.count} games." in _rules(figures)


def test_every_setting_of_a_grid_has_its_part(grid: Study) -> None:
    text = grid.report()
    assert 'id="cell0"' in text
    assert 'id="cell1"' in text
    assert "chooser (Blue) against random (Red)" in text


def test_winners_have_their_intervals(figures: CellFigures, small: Study) -> None:
    rows = figures.endings()
    assert sum(row.share.times for row in rows) == 4
    for row in rows:
        chosen = small.table("games").filter((pl.col("winner") == row.winner) & (pl.col("level") == row.level))
        assert row.share == wilson(len(chosen), 4)


def test_bands_hold_the_games_and_a_game_that_is_over_stays(figures: CellFigures, small: Study) -> None:
    name, bands, marks = figures.score()
    assert name == "Cities held"
    assert marks
    last = sorted(small.table("games")["score"].to_list())
    assert (bands[-1].low, bands[-1].high) == pytest.approx((last[0], last[-1]), abs=last[-1] - last[0])
    assert all(b.low <= b.lower <= b.middle <= b.upper <= b.high for b in bands)


def test_shares_of_ground_are_those_of_the_games(figures: CellFigures, small: Study) -> None:
    """Counted once by sums of changes, and once game by game."""
    fronts = figures.fronts()
    games = figures.lines([front.turn for front in fronts], most=99)
    for front in fronts:
        for place, share in front.shares.items():
            assert share == pytest.approx(sum(game[place] for game in games[front.turn]) / 4)


def test_the_front_of_history_is_no_distance_from_itself() -> None:
    line = history.line_near("schlieffens_war", date(1914, 9, 6))
    assert line is not None
    points = set(history._along(line.points, 0.1))
    assert history.Distances("schlieffens_war", line, points).mean(points) < 2
    east = {(x + 2, y) for x, y in points}
    away = history.Distances("schlieffens_war", line, east).mean(east)
    assert away is not None
    assert 10 < away <= 52, "two hexes of 26 km to the east"


def test_history_adds_up() -> None:
    losses = history.losses()
    assert [loss.men for loss in losses["french"]] == [206515, 206515 + 213445, 854000]
    assert losses["british"][-1].men == 89864
    assert not losses["belgian"][0].sure
    assert history.line_near("schlieffens_war", date(1915, 1, 1)) is None


def test_rules_that_never_came_up_were_not_used(figures: CellFigures, small: Study) -> None:
    used = set(small.table("rules")["rule"])
    assert not used & {rule for rule, _ in figures.unused()}
    assert {effect.rule for effect in figures.rules()} == used
    assert all(effect.difference is None for effect in figures.rules()), "four games say nothing of effects"


def test_odds_count_every_attack(figures: CellFigures, small: Study) -> None:
    rows, battles = figures.odds(), small.table("battles")
    assert sum(row.made + row.declined for row in rows) == len(battles.filter(pl.col("column").is_not_null()))


def test_a_contour_parts_who_holds_from_who_does_not() -> None:
    land = charts.Ground("schlieffens_war").land
    middle = sum(x for x, _ in land.spots.values()) / len(land.spots)
    values = {place: float(x > middle) for place, (x, _) in land.spots.items()}
    from front1914.lab.ground import contour

    for a, b in contour("schlieffens_war", values):
        assert abs(a[0] - middle) <= 1
        assert abs(b[0] - middle) <= 1


def test_the_german_side_has_its_grey_whoever_is_named_first() -> None:
    rows = [Ending(side, "victory", side, wilson(5, 10)) for side in ("allied", "german")]
    fills = re.findall(r'class="fill (\w+)"', charts.endings(rows, "german", 10))
    assert fills == ["theirs0", "ours0"]


def test_a_map_shows_the_part_where_something_happened(figures: CellFigures, small: Study) -> None:
    part = figures.part()
    assert part is not None
    whole, land = charts.Ground("schlieffens_war"), charts.Ground("schlieffens_war", part)
    assert land.width / land.height == pytest.approx(whole.width / whole.height)
    assert land.scale > whole.scale
    for place in small.table("battles")["place"]:
        x, y = land.at(*land.land.spots[place])
        assert 0 < x < land.width
        assert 0 < y < land.height


# -- two of them --------------------------------------------------------------------------------------------------


def test_pairs_are_compared_and_chance_is_called_chance(grid: Study) -> None:
    found = compare(arm_of(grid, 0), arm_of(grid, 1))
    assert found.basis.startswith("12 pairs")
    won = found.rows[0]
    by_cell = [grid.table("games").filter(pl.col("cell") == n).sort("number")["winner"].to_list() for n in (0, 1)]
    gaps = [100.0 * ((b == "blue") - (a == "blue")) for a, b in zip(*by_cell, strict=True)]
    assert won.difference == pytest.approx(sum(gaps) / 12)
    assert won.p == pytest.approx(paired(gaps).p)
    same = compare(arm_of(grid, 0), arm_of(grid, 0))
    assert all(row.difference == 0 and not row.sure for row in same.rows)
    assert [row.sure for row in found.rows] == holm([row.p for row in found.rows])


def test_two_titles_cannot_be_compared(grid: Study, small: Study) -> None:
    with pytest.raises(BadInput, match="no measures in common"):
        compare(grid, small)


def test_compare_at_the_command_line(grid: Study, tmp_path: Path) -> None:
    page_file = tmp_path / "two.html"
    words = ["compare", f"{grid.folder}:0", f"{grid.folder}:1", "--html", str(page_file)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "B less A" in done.output
    assert "12 pairs" in done.output
    assert "Two studies side by side" in page_file.read_text(encoding="utf-8")
    told = json.loads(CliRunner().invoke(main, [*words[:3], "--json"]).output)
    assert told["a"]["games"] == 12
    wrong = CliRunner().invoke(main, ["compare", f"{grid.folder}:0", f"{grid.folder}:7"])
    assert wrong.exit_code == 1
    assert "2 cells" in wrong.output
    assert page(compare(arm_of(grid, 0), arm_of(grid, 1)))


def test_study_at_the_command_line(tmp_path: Path) -> None:
    words = ["study", "cli", "--title", "ford", "--games", "3", "--blue", "random,chooser", "--red=random"]
    words += ["--jobs", "1", "--folder", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "cli: 6 of 6 games" in done.output
    assert (tmp_path / "cli" / "report.html").exists()
    again = CliRunner().invoke(main, [*words, "--gather", "--json"])
    assert json.loads(again.output)["manifest"]["done"] == 6
    for bad, told in (
        (["study", "x", "--folder", str(tmp_path)], "title"),
        (["study", "x", "--title", "ford", "--green", "staff", "--folder", str(tmp_path)], "green"),
        (["study", "x", "--title", "ford", "--temperament", "a:mark", "--folder", str(tmp_path)], "KEY=NUMBER"),
        (["study", "x", "--title", "ford", "--own", "a", "--folder", str(tmp_path)], "NAME=FOLDER"),
        (["study", "x", "--gather", "--folder", str(tmp_path)], "there is no study"),
    ):
        refused = CliRunner().invoke(main, bad)
        assert refused.exit_code in (1, 2), bad
        assert told in refused.output
        assert "Traceback" not in refused.output


# -- notebooks ----------------------------------------------------------------------------------------------------


def test_things_show_themselves(small: Study, grid: Study) -> None:
    import front1914

    game = front1914.new("schlieffens_war", "introduction", seed=3)
    for thing in (game, display.board(game.position()), display.front(game)):
        shown = display.html(thing)
        assert shown is not None
        assert shown.startswith("<svg")
        assert "aria-label" in shown
    ford = front1914.new("ford", seed=1)
    assert "per cent" in (display.html(ford.odds(ford.decision.actions[0])) or "")  # type: ignore[union-attr]
    assert "4 of 4 games" in small._repr_html_()
    shown = compare(arm_of(grid, 0), arm_of(grid, 1))._repr_html_()
    assert "Two studies" in shown
    assert shown.count("<svg") == shown.count("<style>") > 5, "a notebook has no style of ours"
    assert display.html(3) is None
    assert display.register() in (True, False)


def test_a_board_shows_only_what_a_side_may_see() -> None:
    import front1914

    game = front1914.new("schlieffens_war", "introduction", {"fog": True}, seed=3)
    view = game.view("german")
    shown = display.board(game, "german")._repr_svg_()
    on_map = {piece["at"] for piece in view["pieces"] if piece.get("at") in game.title.printed()["places"]}
    assert shown.count('class="counter') == len(on_map)
    cards = game.title.printed()["pieces"]
    known = {cards[piece["id"]]["short"] for piece in view["pieces"] if piece["id"] in cards}
    names = set(re.findall(r'class="short"[^>]*>([^<]*)<', shown))
    assert {name for name in names if name and not name.isdigit()} <= {short[:9] for short in known}
