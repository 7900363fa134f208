"""Who may call whom (docs/architecture.md, "The rooms"): the contracts of pyproject.toml hold, and would notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
LINT = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache"]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs import-linter on the package that lies in a folder beside a pyproject.toml."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1", "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.run(LINT, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_every_arrow_between_the_rooms_is_allowed() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a house in which every contract is broken once."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", folder)
    imports = {
        "__init__": "",
        "engine/__init__": "",
        "engine/game": "import front1914.kit.hexes",
        "engine/words": "",
        "kit/__init__": "",
        "kit/hexes": "import front1914.engine.words",
        "kit/paths": "from front1914.engine import game",
        "kit/steps": "from front1914.play import battle",
        "kit/zones": "from front1914.titles import one",
        "play/__init__": "",
        "play/battle": "from front1914.engine import words",
        "play/losses": "from front1914.titles.one import combat",
        "titles/__init__": "",
        "titles/one/__init__": "",
        "titles/one/combat": "def f():\n    import front1914.titles.two.supply",
        "titles/two/__init__": "",
        "titles/two/supply": "import front1914.commanders",
        "commanders/__init__": "import front1914.server",
        "analysis/__init__": "import front1914.titles.one.combat",
        "lab/__init__": "",
        "environments/__init__": "",
        "server/__init__": "",
        "mail/__init__": "import front1914.play.battle",
        "cli/__init__": "import front1914.engine.game\nimport front1914.play.battle",
    }
    for name, source in imports.items():
        file = folder / "front1914" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source + "\n", encoding="utf-8")
    done = lint(folder)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("contract", "arrow"),
    [
        ("Callers stand one above the other", "front1914.commanders -> front1914.server"),
        ("Callers use the public API alone", "front1914.cli -> front1914.engine.game"),
        ("Callers use the public API alone", "front1914.analysis -> front1914.titles.one.combat"),
        ("Callers use the public API alone", "front1914.cli -> front1914.play.battle"),
        ("Callers use the public API alone", "front1914.mail -> front1914.play.battle"),
        ("The engine knows no kit, no game and no caller", "front1914.engine.game -> front1914.kit.hexes"),
        ("The kit knows no step, no game and no caller", "front1914.kit.steps -> front1914.play.battle"),
        ("The kit knows no step, no game and no caller", "front1914.kit.zones -> front1914.titles.one"),
        (
            "What titles play in the same way knows no game and no caller",
            "front1914.play.losses -> front1914.titles.one.combat",
        ),
        (
            "The kit shares words and errors with the engine, nothing else",
            "front1914.kit.paths -> front1914.engine.game",
        ),
        ("Titles know no caller", "front1914.titles.two.supply -> front1914.commanders"),
        ("Titles never import one another", "front1914.titles.one.combat -> front1914.titles.two.supply"),
    ],
)
def test_a_forbidden_arrow_is_found(broken: str, contract: str, arrow: str) -> None:
    assert f"{contract} BROKEN" in broken
    assert arrow in broken


def test_an_allowed_arrow_is_no_fault(broken: str) -> None:
    assert "front1914.kit.hexes -> front1914.engine.words" not in broken
    assert "front1914.play.battle -> front1914.engine.words" not in broken


def test_engine_kit_play_and_titles_do_not_lean_on_the_public_api() -> None:
    graph = grimp.build_graph("front1914", cache_dir=None)
    rooms = ("front1914.engine", "front1914.kit", "front1914.play", "front1914.titles")
    leaning = [m for m in graph.find_modules_that_directly_import("front1914") if m.startswith(rooms)]
    assert leaning == []
