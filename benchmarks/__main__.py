"""`python -m benchmarks`: ours and every peer that is here, turn and turn about, with medians, spread and ratios.

Each line of history.jsonl is one run. With --hold it is compared with the last one, scenario by scenario, as ratios
against python-chess in the same run, so that the machine and its neighbours do not count; a loss above 15 % ends with
exit code 1.
"""

from __future__ import annotations

import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import front1914
from benchmarks.peers import CHESS, OURS, measures

HISTORY = Path(__file__).parent / "history.jsonl"
LOSS = 0.15  #: that --hold lets pass


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often each is measured, turn and turn about.")
@click.option("--seconds", default=1.0, show_default=True, help="Processor time of each measurement.")
@click.option(
    "--rally",
    "modules",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="A module of Rally the Troops; repeatable.",
)
@click.option("--only", multiple=True, help="Only measures whose names begin so; python-chess always.")
@click.option("--keep", is_flag=True, help="Write the run down in history.jsonl.")
@click.option("--label", default="", help="What to call the run in the chart; the version if nothing is said.")
@click.option(
    "--hold", is_flag=True, help="Compare with the last run that was written down; fail on a loss above 15 %."
)
def main(
    rounds: int, seconds: float, modules: tuple[Path, ...], only: tuple[str, ...], keep: bool, label: str, hold: bool
) -> None:
    """Measure ours beside every peer that is installed."""
    jobs = {n: m for n, m in measures(list(modules)) if not only or n == CHESS or n.startswith(only)}
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            found[name].append(job(seconds))
    run = _run(found) | ({"label": label} if label else {})
    _show(run)
    last = _last()
    if keep:
        with HISTORY.open("a", encoding="utf-8") as file:
            file.write(json.dumps(run) + "\n")
    if hold:
        sys.exit(_held(run, last))


def _run(found: dict[str, list[float]]) -> dict[str, Any]:
    rates = {
        name: {"median": round(median(all_)), "low": round(min(all_)), "high": round(max(all_))}
        for name, all_ in found.items()
    }
    here = {"date": datetime.now(UTC).date().isoformat(), "version": front1914.__version__}
    return here | {"python": platform.python_version(), "rates": rates}


def _show(run: dict[str, Any]) -> None:
    rates = run["rates"]
    peers = [name for name in rates if name.split(" ")[0] not in OURS]
    table = Table(box=None, header_style="bold")
    for head in ("decisions a second", "median", "lowest", "highest", *(f"against {name}" for name in peers)):
        table.add_column(head, justify="left" if head == "decisions a second" else "right")
    for name, rate in rates.items():
        against = [f"{rate['median'] / rates[peer]['median']:.2f}" for peer in peers]
        table.add_row(name, *(f"{rate[key]:,}" for key in ("median", "low", "high")), *against)
    Console(width=200).print(table)


def _last() -> dict[str, Any] | None:
    if not HISTORY.exists():
        return None
    rows = HISTORY.read_text(encoding="utf-8").splitlines()
    return json.loads(rows[-1]) if rows else None


def _held(run: dict[str, Any], last: dict[str, Any] | None) -> int:
    """0 if nothing of ours has become slower, in plies of python-chess of the same run."""
    if last is None or CHESS not in run["rates"] or CHESS not in last["rates"]:
        click.echo(f"Nothing to compare with: no run is written down, or {CHESS} is not installed.")
        return 0
    slower = 0
    for name in run["rates"]:
        if name.split(" ")[0] in OURS and name in last["rates"]:
            now, before = (one["rates"][name]["median"] / one["rates"][CHESS]["median"] for one in (run, last))
            if now < (1 - LOSS) * before:
                click.echo(
                    f"{name}: {now:.3f} plies of {CHESS}, {before:.3f} on {last['date']}: {now / before - 1:+.0%}"
                )
                slower = 1
    return slower


if __name__ == "__main__":
    main()
