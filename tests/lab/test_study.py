"""Studies: the same results wherever and however often they are played."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from front1914 import BadInput, FrontError
from front1914.analysis.simulate import simulate
from front1914.lab import work
from front1914.lab.record import Job
from front1914.lab.store import Store
from front1914.lab.study import Study, gather, open_study, study
from tests.lab.conftest import PLAN, needs

WORDS = ("--title", "schlieffens_war", "--scenario", "introduction", "--commander", "recruit")
FORD = {"name": "ford", "title": "ford", "games": 24, "commanders": "random", "seed": 7}


def test_recording_does_not_touch_the_games(small: Study) -> None:
    """The same games as `simulate` plays, which looks at nothing."""
    levels = {"german": "recruit", "entente": "recruit"}
    plain = simulate("schlieffens_war", 4, levels, scenario="introduction", seed=str(PLAN["seed"]))
    assert small.table("games")["digest"].to_list() == [game.digest for game in plain.games]
    assert small.table("games")["winner"].to_list() == [game.winner for game in plain.games]


def test_processes_give_what_one_gives(small: Study, folder: Path) -> None:
    told: list[int] = []
    twin = study(PLAN, folder=folder, on="local", jobs=2, batch=2, progress=lambda now: told.append(now.done))
    assert twin.manifest["results"] == small.manifest["results"]
    assert sorted(told) == [2, 4]
    for name in ("games", "turns", "battles", "losses", "fronts", "ground", "rules", "marches"):
        assert twin.table(name).equals(small.table(name)), name


def test_ray_gives_what_one_process_gives(small: Study, folder: Path) -> None:
    """In a process of its own, which Ray may fill with threads and files as it likes."""
    needs("ray")
    words = (*WORDS, "--games", str(PLAN["games"]), "--seed", str(PLAN["seed"]))
    told = command("study", "small", *words, "--on", "ray", "--jobs", "2", folder=folder)
    assert told["manifest"]["results"] == small.manifest["results"]


def command(*words: str, folder: Path) -> dict[str, Any]:
    """What `front1914 ... --json` prints."""
    line = [sys.executable, "-m", "front1914", *words, "--folder", str(folder), "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_study_that_was_killed_goes_on(folder: Path) -> None:
    """Killed with no word, at an arbitrary moment."""
    whole = study(FORD, folder=folder / "whole", on="here")
    plan = folder / "ford.toml"
    folder.mkdir(exist_ok=True)
    plan.write_text('title = "ford"\ngames = 24\nseed = 7\ncommanders = "random"\n', encoding="utf-8")
    command = [sys.executable, "-m", "front1914", "study", "ford", "--plan", str(plan), "--batch", "2", "--jobs", "1"]
    begun = subprocess.Popen([*command, "--folder", str(folder)], stderr=subprocess.DEVNULL, start_new_session=True)
    parts = folder / "ford" / "parts"
    until = time.monotonic() + 60
    while not list(parts.glob("*.part")) and time.monotonic() < until:
        time.sleep(0.01)
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()
    before = len(list(parts.glob("*.part")))
    assert before
    if not (folder / "ford" / "games.parquet").exists():
        assert gather(folder / "ford").done == before * 2, "what there is can be looked at"
    again = study(FORD, folder=folder, on="here")
    assert again.manifest["results"] == whole.manifest["results"]
    assert again.done == 24


def test_a_damaged_part_is_played_again(folder: Path) -> None:
    whole = study(FORD, folder=folder, on="here", batch=4)
    parts = sorted((whole.folder / "parts").glob("*.part"))
    parts[0].write_bytes(parts[0].read_bytes()[:-20])
    parts[1].unlink()
    (whole.folder / "games.parquet").unlink()
    again = study(FORD, folder=folder, on="here")
    assert again.manifest["results"] == whole.manifest["results"]


def _dies(batch: work.Batch) -> work.Played:
    """Plays a batch, and dies the first time."""
    mark = Path(os.environ["FRONT1914_TEST_MARK"])
    if batch.number == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return work.play_batch(batch)


def test_the_games_of_a_worker_that_died_are_played_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    monkeypatch.setenv("FRONT1914_TEST_MARK", str(folder / "died"))
    local = work.Local({}, 2)
    submit = local._submit

    def deadly(batch: work.Batch) -> object:
        submit_one = submit
        if local.pool is None:
            submit_one(batch).cancel()
        assert local.pool is not None
        return local.pool.submit(_dies, batch)

    local._submit = deadly  # type: ignore[method-assign,assignment]
    jobs = [Job(n, 0, n, "ford", "battle", {}, {"blue": "random", "red": "random"}, {}, f"7:{n}") for n in range(8)]
    jobs = [job._replace(scenario=_scenario()) for job in jobs]
    played = [rows for _, batch in local.play(work.batches(jobs, 2, {})) for rows in batch]
    local.close()
    assert (folder / "died").exists(), "one of them died"
    assert sorted(rows["games"][0][0] for rows in played if isinstance(rows, dict)) == list(range(8))


def _scenario() -> str:
    import front1914

    return front1914.title("ford").info.scenarios[0].id


def test_one_who_always_dies_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    local = work.Local({}, 1)

    def dead(batch: work.Batch) -> object:
        from concurrent.futures import Future
        from concurrent.futures.process import BrokenProcessPool

        future: Future[work.Played] = Future()
        future.set_exception(BrokenProcessPool())
        return future

    local._submit = dead  # type: ignore[method-assign,assignment]
    job = Job(0, 0, 0, "ford", _scenario(), {}, {"blue": "random", "red": "random"}, {}, "7:0")
    with pytest.raises(FrontError, match="died"):
        list(local.play(work.batches([job], 1, {})))


def test_a_worker_with_another_program_refuses() -> None:
    with pytest.raises(FrontError, match="another program"):
        work.play_batch(work.Batch(0, (), {}, "0000"))


def test_a_game_that_fails_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(job: Job) -> None:
        raise ValueError("no such hill")

    monkeypatch.setattr("front1914.lab.record.play", broken)
    with pytest.raises(FrontError, match=r"game 0 \(dice seed 7:0\) failed: ValueError: no such hill"):
        study(FORD, folder=folder, on="here")


def test_another_plan_of_the_same_name_is_refused(folder: Path) -> None:
    study(FORD | {"games": 2}, folder=folder, on="here")
    with pytest.raises(BadInput, match="another plan"):
        study(FORD | {"games": 2, "seed": 8}, folder=folder, on="here")
    with pytest.raises(BadInput, match="more than 1"):
        study(FORD | {"games": 1}, folder=folder, on="here")
    more = study(FORD | {"games": 4}, folder=folder, on="here")
    assert more.done == 4, "more games of the same grid are the same study"
    assert more.table("games")["number"].to_list() == [0, 1, 2, 3]


def test_a_program_plays_a_side(folder: Path) -> None:
    file = Path(__file__).parents[1] / "commanders" / "programs" / "first_legal.py"
    plan = FORD | {"games": 2, "commanders": {"blue": f"stdio:{sys.executable} {file}", "red": "random"}}
    games = study(plan, folder=folder, on="here").table("games")
    assert len(games) == 2
    assert "resignation" not in games["level"].to_list(), "it answered every question"


def test_a_plan_of_which_nothing_was_played_binds_nobody(folder: Path) -> None:
    with pytest.raises(BadInput, match="not 'mars'"):
        study(FORD | {"games": 2}, folder=folder, on="mars")
    assert study(FORD | {"games": 2, "seed": 8}, folder=folder, on="here").done == 2


def test_another_program_does_not_go_on_with_it(folder: Path) -> None:
    made = study(FORD | {"games": 2}, folder=folder, on="here")
    file = made.folder / "manifest.json"
    file.write_text(json.dumps(dict(made.manifest) | {"code": "other"}), encoding="utf-8")
    with pytest.raises(BadInput, match="another version of the program"):
        study(FORD | {"games": 4}, folder=folder, on="here")


def test_two_do_not_work_at_once(folder: Path) -> None:
    with Store(folder / "ford").lock(), pytest.raises(FrontError, match="somebody is at work"):
        study(FORD, folder=folder, on="here")


def test_a_study_can_be_looked_at_while_it_is_played(folder: Path) -> None:
    made = study(FORD | {"games": 2}, folder=folder, on="here")
    before = (made.folder / "games.parquet").stat().st_mtime_ns
    with Store(made.folder).lock():
        found = gather(made.folder)
    assert found.folder == made.folder / "so_far"
    assert found.done == 2
    assert (found.folder / "report.html").exists()
    assert (made.folder / "games.parquet").stat().st_mtime_ns == before, "whoever plays is not disturbed"


def test_the_manifest_is_enough_to_make_it_again(small: Study, folder: Path) -> None:
    plan = small.manifest["plan"]
    given = {"title": plan["titles"], "scenario": plan["scenarios"], "games": plan["games"], "seed": plan["seed"]}
    again = study(given | {"name": "again", "commanders": plan["commanders"]}, folder=folder, on="here")
    assert again.manifest["results"] == small.manifest["results"]
    assert {"versions", "titles", "code", "own", "plan", "cells"} <= small.manifest.keys()
    assert small.manifest["titles"]["schlieffens_war"]["data"]


def test_where_it_runs_must_exist(folder: Path) -> None:
    with pytest.raises(BadInput, match="local, ray"):
        study(FORD, folder=folder, on="moon")


def test_a_study_is_opened_by_its_folder(small: Study, folder: Path) -> None:
    assert open_study(small.folder).manifest["results"] == small.manifest["results"]
    with pytest.raises(BadInput, match="there is no study"):
        open_study(folder / "nothing")
    with pytest.raises(BadInput, match="no table"):
        small.table("weather")


def test_own_data_make_another_cell(folder: Path) -> None:
    """The same program with another corps, each in processes of its own."""
    folder.mkdir()
    own = folder / "own" / "schlieffens_war"
    own.mkdir(parents=True)
    (own / "units.csv").write_text("id,factors\ng-1-II,9 5\ng-1-III,9 5\n", encoding="utf-8")
    plan = PLAN | {"name": "own", "games": 1, "data": {"printed": "", "strong": str(folder / "own")}}
    found = study(plan, folder=folder, on="local", jobs=1)
    assert [cell.data for cell in found.cells] == ["printed", "strong"]
    one, two = found.table("games")["digest"].to_list()
    assert one != two
    assert found.manifest["own"]["strong"] != found.manifest["own"]["printed"] == ""
