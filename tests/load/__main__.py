"""`python -m tests.load`: all loads at length, or those named; `--scale 0.1` for a tenth of each."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.load import club

TITLES = ["ford", "schlieffens_war", "germany_at_war", "fixed_1914", "der_weltkrieg", "offensive_a_outrance"]


def main() -> None:
    os.environ["FRONT1914_TITLES"] = "tests.ford"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="LOAD")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--rest", type=float, default=4.0, help="Seconds between two actions of a game.")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--titles", default=",".join(TITLES))
    given = parser.parse_args()
    titles = given.titles.split(",")

    def n(count: float) -> int:
        return max(1, round(count * given.scale))

    loads: dict[str, Callable[[Path], Coroutine[Any, Any, Any]]] = {
        "live": lambda folder: club.live(folder, n(300), max(5, 60 * given.scale), given.rest, titles, given.processes),
        "idle": lambda folder: club.idle(folder, n(2_000), titles),
        "kills": lambda folder: club.kills(folder, 20, n(100), 0),
        "postgres": lambda folder: club.kills(folder, 20, 0, n(20)),
        "takeover": lambda folder: club.takeover(folder, n(40)),
    }
    for name, load in loads.items():
        if not given.names or name in given.names:
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                found = asyncio.run(load(Path(folder)))
            print(f"{name}: {json.dumps(found)} in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
