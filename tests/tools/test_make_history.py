"""History laid over the maps is what the layers and the sheets of today give."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_ground_of_reports_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "make_history.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
