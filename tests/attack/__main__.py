"""`python -m tests.attack`: all attacks at length, or those named; `--scale 0.1` for a tenth of each."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.attack import commands, crowd, line, papers, power

TITLES = ("ford", "germany_at_war", "schlieffens_war", "fixed_1914", "der_weltkrieg", "offensive_a_outrance")


def attacks(scale: float, seed: int) -> dict[str, Callable[[Path], Any]]:
    """By name, each with its full number."""

    def n(count: float) -> int:
        return max(1, round(count * scale))

    return {
        "saves": lambda folder: papers.attack(folder, seed, n(50_000), TITLES),
        "commands": lambda folder: commands.attack(folder, seed, n(2_000)),
        "requests": lambda folder: line.attack_requests(folder, seed, n(20_000)),
        "sockets": lambda folder: line.attack_sockets(folder, seed, n(2_000)),
        "power": lambda folder: power.attack_power(folder, seed, n(200)),
        "kills": lambda folder: power.attack_kills(folder, seed, n(200)),
        "crowd": lambda folder: asyncio.run(crowd.attack_crowd(folder, n(500))),
        "upload": lambda folder: crowd.attack_upload(folder, seed, n(80_000)),
        "memory": lambda folder: crowd.attack_memory(folder, 3_600 * scale),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="ATTACK")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1914)
    given = parser.parse_args()
    known = attacks(given.scale, given.seed)
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"no attack {', '.join(unknown)}; there is {', '.join(known)}")
    os.environ["FRONT1914_TITLES"] = "tests.ford"
    for name, run in known.items():
        if not given.names or name in given.names:
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                found = run(Path(folder))
            print(f"{name}: {json.dumps(found)} in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
