"""Rules broken on purpose: which rows of a ledger do their tests really prove?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from front1914.cli.common import emit, json_option
from front1914.cli.study import progress

ROOT = Path(__file__).resolve().parents[2]


@click.command()
@click.argument("title")
@click.option("--rows", type=click.IntRange(min=1), default=30, show_default=True, help="How many rows, at random.")
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="This row; repeatable.")
@click.option("--seed", default="0", show_default=True, help="The same seed breaks the same rows in the same way.")
@click.option("--breaks", type=click.IntRange(min=1), default=8, show_default=True, help="At most, for one row.")
@click.option("--every", is_flag=True, help="Go on after a break was noticed, and list what was not.")
@click.option("--citing", is_flag=True, help="Run only the tests that cite a row: quick, and nothing else notices.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Scratch copies at work.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("mutants"),
    show_default=True,
    help="Where the verdicts are kept, so that an interrupted run goes on.",
)
@json_option
@click.pass_context
def mutants(
    ctx: click.Context,
    title: str,
    rows: int,
    rules: tuple[str, ...],
    seed: str,
    breaks: int,
    every: bool,
    citing: bool,
    jobs: int,
    folder: Path,
    as_json: bool,
) -> None:
    """Break rows of TITLE's ledger, one small fault at a time, and see whether the tests that cite them notice.

    A row that no break shows is listed with a break that survived. The exit code is 1 if no test of the title notices
    any break of some row. It needs a source checkout, and leaves it as it is: the faults are made in scratch copies.
    """
    from front1914.analysis.mutants import ELSEWHERE, MISSED, NOTICED, NOWHERE, Plan, study

    if not (ROOT / "tests").is_dir():
        raise click.UsageError("this needs a source checkout with its tests")
    plan = Plan(title, rows, seed, breaks, rules, every, citing)
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{title}-{seed}" + ("-" + "-".join(rules)[:100] if rules else "")  # a file holds rows, whichever
    kept = folder / f"{name}-{breaks}{'-every' * every}{'-citing' * citing}.jsonl"
    with progress(f"{title}: rows broken", len(rules) or rows, as_json) as told:
        found = study(plan, ROOT, kept, jobs, told)
    count = Counter(verdict.state for verdict in found)
    if as_json:
        emit({"title": title, "seed": seed, "counts": count, "rows": [verdict.plain() for verdict in found]})
    else:
        broken = len(found) - count[NOWHERE]
        click.echo(f"{title}, seed {seed}: the citing tests notice {count[NOTICED]} of {broken} broken rows.")
        if every:
            tried, survived = sum(v.tried for v in found), sum(v.survived for v in found)
            click.echo(f"Of all {tried} breaks they notice {tried - survived}.")
        for state, words in (
            (MISSED, f"No {'citing test' if citing else 'test of the title'} notices any break of"),
            (ELSEWHERE, "Only other tests of the title notice a break of"),
            *([(NOTICED, "The tests that cite it notice a break, but not every one, of")] if every else []),
        ):
            for verdict in (v for v in found if v.state == state and v.survivor):
                note = "" if verdict.shows else "; games at random show no difference either, so it may change nothing"
                note = f"; {verdict.by} does" if verdict.by else note
                share = f"{verdict.survived} of {verdict.tried} survived"
                click.echo(f"\n{words} {verdict.rule} ({share}{note}), such as\n{verdict.survivor}")
        if nowhere := [v.rule for v in found if v.state == NOWHERE]:
            click.echo(f"\nNo code or data name these rows, so nothing was broken: {', '.join(nowhere)}.")
    ctx.exit(1 if count[MISSED] else 0)
