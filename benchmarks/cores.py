"""`python -m benchmarks.cores`: the same study on one core, on two, and on as many as there are.

The studies are cut into slices that are played by turns, so that each meets the same neighbours; all must come to the
same results. What a live game costs a server is measured by `python -m tests.load live` (docs/operations.md).
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import click

from front1914.lab.study import study


@click.command()
@click.option("--title", default="schlieffens_war", show_default=True)
@click.option("--scenario", default="introduction", show_default=True)
@click.option("--level", default="staff", show_default=True)
@click.option("--games", default=200, show_default=True, help="Played by each.")
@click.option("--slices", default=4, show_default=True)
def main(title: str, scenario: str, level: str, games: int, slices: int) -> None:
    """Measure how much quicker a study is on more cores."""
    cores = sorted({1, 2, os.cpu_count() or 1})
    clock, digests = dict.fromkeys(cores, 0.0), dict[int, str]()
    plan = {"title": title, "scenario": scenario, "commanders": level, "seed": "cores"}
    with tempfile.TemporaryDirectory() as folder:
        for part in range(1, slices + 1):
            for jobs in cores if part % 2 else reversed(cores):
                began = time.perf_counter()
                name = f"on {jobs}"
                done = study(plan | {"name": name, "games": games * part // slices}, folder=Path(folder), jobs=jobs)
                clock[jobs] += time.perf_counter() - began
                digests[jobs] = str(done.manifest["results"])
    for jobs in cores:
        ratio = clock[1] / clock[jobs]
        click.echo(
            f"{jobs} processes: {clock[jobs]:.1f} s, {games / clock[jobs]:.2f} games a second, {ratio:.2f} times one"
        )
    if len(set(digests.values())) > 1:
        raise click.ClickException(f"not the same results: {digests}")


if __name__ == "__main__":
    main()
