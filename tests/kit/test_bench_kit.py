"""The benchmark asks everybody the same question, and gets the same answer from everybody."""

from __future__ import annotations

import pytest

from front1914.analysis import bench_kit
from front1914.analysis.rivals import rivals
from front1914.kit import kernels


@pytest.fixture(autouse=True)
def plain_again() -> None:
    kernels.unload()


def test_the_invented_map() -> None:
    made = bench_kit.synthetic_board()
    assert made.board.exists.bit_count() == 72 * 70
    assert len(made.units) == 600
    assert all(s.enemies.bit_count() == 60 for s in made.situations)
    assert len({s.zone for s in made.situations}) == len(made.situations)


def test_every_search_gives_the_same_answer() -> None:
    jobs = bench_kit.reach_jobs()
    names = ("plain", "bucket queue", "kernel", "scipy", "networkx", "rustworkx", "igraph")
    same = [jobs[f"reach, {name}"] for name in names if f"reach, {name}" in jobs]
    assert len(same) >= 5
    for situation in bench_kit.synthetic_board().situations[:5]:
        first, *others = [job(situation) for job in same]
        assert first.bit_count() > 20
        assert others == [first] * len(others)


def test_every_flood_gives_the_same_answer_where_the_edge_is_one_piece() -> None:
    jobs = bench_kit.flood_jobs()
    for situation in bench_kit.synthetic_board().situations[:3]:
        answers = {jobs[name](situation) for name in rivals("flood")}
        assert len(answers) == 1
        found = jobs["flood"](situation)
        assert found & min(answers) == min(answers)
        assert found.bit_count() > 4000


def test_figures_for_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    few = bench_kit.synthetic_board().situations[:2]
    monkeypatch.setattr(
        bench_kit, "medians", lambda jobs, rounds: {n: sum(bool(j(s)) for s in few) for n, j in jobs.items()}
    )
    lines = {line.name: line for line in bench_kit.measure_kit(0.1)}
    assert lines["kit: reach, kernel"].target == 40
    assert "networkx takes 1 times as long" in lines["kit: reach, kernel"].note
    assert lines["kit: flood"].target == 200
    assert not kernels.ready()
