"""Charts, units and scenarios of a player's own: `--data DIR` and `front1914.own_data(DIR)`.

A title reads its data once in a process, so each case runs in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TITLE = "schlieffens_war"
CRT = """[crt]
rule = "11.17"
odds = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
round = "defender"
beyond = 1
below = { always = "2/0" }
above = { always = "0/3" }
shifts = "free"
die = 6

[crt.rows]
"""


def own(folder: Path, **files: str) -> Path:
    """A player's folder; `scenarios__campaign_toml` names scenarios/campaign.toml."""
    for name, text in files.items():
        path = folder / "own" / TITLE / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "own"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FRONT1914_")}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


def cli(*words: object) -> subprocess.CompletedProcess[str]:
    return run("-c", "from front1914.cli import main; main()", *words)


def test_a_unit_a_chart_and_a_scenario_are_replaced_and_told(tmp_path: Path) -> None:
    rows = "\n".join(f"{die} = {['1/1'] * 8}" for die in range(1, 7))
    folder = own(
        tmp_path,
        units_csv="id,factors\ng-1-II,9 5\n",
        charts_toml=CRT + rows + "\n\n[tec.forest]\nmove = 5\ndefence = 1\nconcentric = true\nrule = '10.4'\n",
        scenarios__campaign_toml="last_turn = 6\n",
    )
    code = f"""
import front1914
front1914.own_data({str(folder)!r})
title = front1914.title("{TITLE}")
from front1914.titles.schlieffens_war.charts import CRT, TEC
from front1914.titles.schlieffens_war.world import FACTOR, UNITS
from front1914.titles.schlieffens_war.scenarios import SCENARIOS
print(FACTOR[UNITS.number("g-1-II")], CRT.read(CRT.head.labels.index("3:1"), 1))
print(TEC["forest"].move, TEC["clear"].move, SCENARIOS["campaign"].last_turn)
print(*front1914.overrides(), sep="\\n")
"""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    here = folder / TITLE
    assert done.stdout.splitlines() == [
        "(0, 5, 9) (1, 1)",
        "5 1 6",
        f"{here}/charts.toml:1: charts.toml crt",
        f"{here}/charts.toml:19: charts.toml tec.forest",
        f"{here}/units.csv:2: units.csv g-1-II: factors 4 2 -> 9 5",
        f"{here}/scenarios/campaign.toml:1: scenarios/campaign.toml last_turn",
    ]


def test_from_the_command_line_and_the_saved_game_knows(tmp_path: Path) -> None:
    folder, file = own(tmp_path, units_csv="id,factors\ng-1-II,9 5\n"), tmp_path / "game.f14"
    begun = cli("--data", folder, "new", TITLE, file)
    assert begun.returncode == 0
    assert begun.stderr == f"front1914: own data: {folder}/{TITLE}/units.csv:2: units.csv g-1-II: factors 4 2 -> 9 5\n"
    assert cli("--data", folder, "show", file).returncode == 0
    bare = cli("show", file)
    assert bare.returncode == 1
    assert bare.stderr.startswith(f"front1914: {file}:2: played with data of a player's own (")
    (folder / TITLE / "units.csv").write_text("id,factors\ng-1-II,8 5\n", encoding="utf-8")
    assert cli("--data", folder, "show", file).returncode == 1
    usual = tmp_path / "usual.f14"
    assert cli("new", TITLE, usual).returncode == 0
    refused = cli("--data", folder, "show", usual)
    assert refused.returncode == 1
    assert "played with the usual data" in refused.stderr


@pytest.mark.parametrize(
    ("file", "text", "place", "reason"),
    [
        ("units.csv", "id,factors\ng-1-II,x\n", "units.csv:2 [factors]", "not a whole number"),
        ("units.csv", "id,factors\ng-1-II,\n", "units.csv:2 [factors]", "1 to 4 faces"),
        ("units.csv", "id,factors\ng-1-II,2 4\n", "units.csv:2 [factors]", "strongest face"),
        ("units.csv", "id,ma\ng-1-II,-1\n", "units.csv:2 [ma]", "less than 0"),
        ("units.csv", "id,hex\ng-1-II,9999\n", "units.csv:2 [hex]", "no hex '9999'"),
        ("units.csv", "id,turn\ng-1-II,11\n", "units.csv:2 [turn]", "more than 10"),
        ("units.csv", "id,kind\ng-1-II,hq\n", "units.csv:2 [kind]", "cannot be changed"),
        ("units.csv", "id,factors\ng-9-II,4 2\n", "units.csv:2", "no row g-9-II"),
        ("charts.toml", "[crt]\nrule = '11.17'\n", "charts.toml:1 [crt]", "exactly one of"),
        ("charts.toml", "[tec.dunes]\nmove = 1\n", "charts.toml:1 [tec.dunes]", "no such table"),
        ("charts.toml", "crt", "charts.toml:1", "not TOML"),
        ("chart.toml", "[crt]\n", "chart.toml", "reads no data file"),
        ("scenarios/campaign.toml", "last_turn = 11\n", "scenarios/campaign.toml:1 [last_turn]", "1 to 10"),
        ("scenarios/campaign.toml", "id = 'other'\n", "scenarios/campaign.toml:1 [id]", "'campaign'"),
        ("scenarios/campaign.toml", "[setup]\nhq = 9\n", "scenarios/campaign.toml:1 [setup]", "3.1"),
        ("scenarios/campaign.toml", "[deployment.german]\ng-1-II = '0806'\n", "[deployment.german]", "nowhere"),
        ("map/hexes.csv", "id,terrain\n0812,swamp\n", "map/hexes.csv:2 [terrain]", "not one of"),
        ("charts.toml", "a = " + "[" * 2000 + "]" * 2000 + "\n", "charts.toml", "nested too deeply"),
        ("charts.toml", f"a = {'9' * 5000}\n", "charts.toml", "a number that nobody needs"),
        ("units.csv", f"id,factors\ng-1-II,{'9' * 5000} 5\n", "units.csv:2", "beyond all numbers"),
        ("charts.toml", f"[tec.forest]\nmove = {10**30}\n", "charts.toml:2", "beyond all numbers"),
        ("charts.toml", "[tec.forest]\nmove = 5.0e9999999\n", "charts.toml:2", ""),
    ],
)
def test_what_does_not_validate_is_refused(tmp_path: Path, file: str, text: str, place: str, reason: str) -> None:
    path, game = tmp_path / "own" / TITLE / file, tmp_path / "game.f14"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    done = cli("--data", tmp_path / "own", "new", TITLE, game)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert str(path) in done.stderr
    assert place in done.stderr
    assert reason in done.stderr
    assert not game.exists()


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    done = cli("--data", tmp_path / "nowhere", "titles")
    assert (done.returncode, done.stderr) == (1, f"front1914: {tmp_path}/nowhere: there is no such folder\n")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "charts.toml").write_text("[crt]\n", encoding="utf-8")
    done = cli("--data", tmp_path / "own", "titles")
    assert done.returncode == 1
    assert "in a folder named like their title: schlieffens_war" in done.stderr


def test_too_late(tmp_path: Path) -> None:
    folder = own(tmp_path, units_csv="id,factors\ng-1-II,9 5\n")
    done = run("-c", f"import front1914\nfront1914.title('{TITLE}')\nfront1914.own_data({str(folder)!r})")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"own data: too late: {TITLE} has been loaded without them")
