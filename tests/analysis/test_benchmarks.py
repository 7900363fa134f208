"""Ours beside peers: the comparison with the run before, and the loop that all are measured with."""

import json
import random

import pytest

from benchmarks import __main__ as bench
from benchmarks import growth, pages
from benchmarks.peers import CHESS, ours


def run(chess, **rates):
    plain = {name.replace("__", " "): {"median": rate} for name, rate in rates.items()}
    return {"date": "2026-11-18", "rates": {**plain, CHESS: {"median": chess}}}


@pytest.mark.parametrize(
    ("chess", "rate", "code"),
    [(20_000, 10_000, 0), (20_000, 8_600, 0), (20_000, 8_400, 1), (10_000, 5_000, 0), (40_000, 10_000, 1)],
)
def test_a_loss_counts_in_plies_of_the_same_run(chess, rate, code, capsys):
    before = run(20_000, schlieffens_war__campaign=10_000)
    assert bench._held(run(chess, schlieffens_war__campaign=rate), before) == code
    assert ("schlieffens_war campaign" in capsys.readouterr().out) == bool(code)


def test_without_a_run_before_nothing_is_lost(capsys):
    assert bench._held(run(1, schlieffens_war__campaign=1), None) == 0
    assert "Nothing to compare with" in capsys.readouterr().out


def test_peers_are_not_held():
    before = run(20_000, OpenSpiel__chess=10_000)
    assert bench._held(run(20_000, OpenSpiel__chess=10), before) == 0


def test_random_play_is_measured():
    assert ours("ford", "skirmish")(0.05) > 100


def test_what_is_written_down_can_be_read():
    for row in bench.HISTORY.read_text(encoding="utf-8").splitlines() if bench.HISTORY.exists() else ():
        assert {"date", "python", "rates", "version"} <= set(json.loads(row))


def test_the_page_is_made_from_what_was_written_down():
    page = pages.PAGE.read_text(encoding="utf-8")
    assert pages.written(page) == page
    assert (pages.PICTURES / "performance-history.svg").read_text(encoding="utf-8") == pages.history_chart()
    for by in ("hexes", "units"):
        assert (pages.PICTURES / f"performance-{by}.svg").read_text(encoding="utf-8") == pages.growth_chart(by)


def test_a_page_without_its_marks_is_refused():
    with pytest.raises(ValueError, match="the mark peers stands there 0 times"):
        pages.written("# Performance")


def test_an_invented_campaign_is_played_and_measured():
    found = growth.measure(300, 40, decisions=20, rounds=1)
    assert (found["hexes"], found["units"]) == (300, 40)
    assert all(value > 0 for value in found.values())


def test_the_armies_of_an_invented_campaign_march_and_do_not_meet_in_one_hex():
    game = growth.begin(300, 40)
    growth._play(game, random.Random(1), 200)
    assert any(event.kind == "march" for event in game.events)
    west, east = set(game.state.at[:20]), set(game.state.at[20:])
    assert not west & east
