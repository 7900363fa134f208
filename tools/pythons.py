"""Replay every recorded game on every Python from 3.11 on that is here: on the path, of pyenv and of uv.

    python tools/pythons.py [PYTHON ...]      those that are named, or all that are found

A game is the same on all of them: digests that differ would make a save of one Python unreadable on another.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("/usr/bin", "/usr/local/bin", "~/.local/bin", "~/.pyenv/versions/*/bin", "~/.local/share/uv/python/*/bin")
OLDEST = (3, 11)


def found() -> list[str]:
    """One Python of each version."""
    versions: dict[tuple[int, int], str] = {}
    for place in PLACES:
        at = Path(place).expanduser()
        for file in sorted(Path(at.anchor).glob(f"{at.relative_to(at.anchor)}/python3.*")):
            name = re.fullmatch(r"python(3)\.(\d+)", file.name)
            if name and (version := (int(name[1]), int(name[2]))) >= OLDEST:
                versions.setdefault(version, str(file))
    return [versions[version] for version in sorted(versions)]


def replay(python: str) -> bool:
    """In an environment of its own; whether all games are the same there."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        own = f"{folder}/bin/python"
        pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", str(ROOT / "requirements.txt")], check=True)
        words, here = [own, "tools/record_games.py", "--check"], {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(words, cwd=ROOT, env=here, check=False).returncode == 0


def main(words: list[str]) -> int:
    failed = 0
    for python in words or found():
        print(subprocess.check_output([python, "--version"], text=True).strip(), python, flush=True)
        failed += not replay(python)
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
