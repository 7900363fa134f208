"""What somebody installs who has no checkout: the wheel holds everything, and starts without the source beside it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import front1914

ROOT = Path(__file__).resolve().parents[1]
NOT_INSIDE = ("__pycache__", ".pyc")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    order = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(order, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it lies in somebody's packages."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def start(installed: Path, *words: str) -> list[str]:
    """The order that starts the program from its packages alone: this checkout is not on the path."""
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from front1914.cli import main; main()"
    return [sys.executable, "-P", "-c", code, *words]


def environment(home: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "FRONT1914_TITLES")}
    return kept | {"FRONT1914_DATA": str(home), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}


def test_the_version_stands_in_one_place(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "front1914/__init__.py"
    assert wheel.name.startswith(f"front1914-{front1914.__version__}-")


def test_the_wheel_holds_all_files_of_the_package(wheel: Path) -> None:
    """Code, data, pages and, where they were fetched, the fonts."""
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if name.startswith("front1914/")}
    source = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "front1914").rglob("*")
        if path.is_file() and not any(part in path.as_posix() for part in NOT_INSIDE)
    }
    assert inside == source
    assert "front1914/titles/fixed_1914/data/rules.csv" in inside
    fonts = {path.name for path in (ROOT / "front1914" / "web" / "fonts").glob("*.woff2")}
    assert fonts == {Path(name).name for name in inside if name.endswith(".woff2")}


def test_the_installed_program_knows_its_titles(installed: Path, tmp_path: Path) -> None:
    order = start(installed, "titles")
    found = subprocess.run(order, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=True)
    for info in front1914.titles():
        assert (info.name in found.stdout) == (info.id != "ford")


def test_the_installed_program_begins_a_game_of_every_title(installed: Path, tmp_path: Path) -> None:
    names = [info.id for info in front1914.titles() if info.id != "ford"]
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r}); import front1914\n"
        f"for name in {names}:\n"
        "    game = front1914.new(name, seed=1)\n"
        "    print(name, front1914.__file__, len(game.decision.actions))"
    )
    order = [sys.executable, "-P", "-c", code]
    found = subprocess.run(order, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=True)
    rows = [line.split() for line in found.stdout.splitlines()]
    assert [row[0] for row in rows] == names
    assert all(Path(row[1]).is_relative_to(installed) and int(row[2]) > 0 for row in rows)


def test_the_installed_server_answers_with_page_and_fonts(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path) as address:
        page = urllib.request.urlopen(f"{address}/", timeout=20).read().decode()
        assert "<title>Front 1914" in page
        assert b'"fixed_1914"' in urllib.request.urlopen(f"{address}/api/titles", timeout=20).read()
        for font in (ROOT / "front1914" / "web" / "fonts").glob("*.woff2"):
            sent = urllib.request.urlopen(f"{address}/fonts/{font.name}", timeout=20).read()
            assert sent == font.read_bytes()


@contextmanager
def serving(installed: Path, home: Path) -> Iterator[str]:
    """The address at which the installed program serves its library."""
    order = start(installed, "--no-browser", "--port", "0")
    with subprocess.Popen(
        order, cwd=home, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            limit = time.monotonic() + 60
            while time.monotonic() < limit and (line := process.stdout.readline()):
                if found := re.search(r"http://[\w.:\[\]]+", line):
                    yield found.group()
                    break
            else:
                pytest.fail("the server did not say where it is")
        finally:
            process.terminate()
