"""A study: begun, gone on with where it was interrupted, opened again; and its tables.

done = front1914.study({"name": "plan", "title": "schlieffens_war", "games": 100})
study.table("games")           a polars DataFrame
study.report()                 the page as HTML
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import front1914
from front1914 import BadInput, FrontError
from front1914.analysis.simulate import Share, wilson
from front1914.lab.plan import Cell, Plan, own_digest, plan_of, read_plan
from front1914.lab.record import Job
from front1914.lab.store import (
    FORM,
    MANIFEST,
    REPORT,
    SO_FAR,
    Busy,
    Store,
    frames,
    results_digest,
    studies_folder,
    write,
)
from front1914.lab.tables import TABLES, Rows
from front1914.lab.work import Failure, batches, code_digest, data_digest, hands

if TYPE_CHECKING:
    import polars

    from front1914.lab.compare import Comparison

MOST_BATCH = 25  #: games in a batch: what is lost when everything stops, and how often somebody hears of it


class Progress(NamedTuple):
    """How far a study has come, told after each batch."""

    done: int
    games: int
    seconds: float  #: since it was begun or gone on with
    left: float | None  #: seconds that it will take yet, at this pace
    winners: Mapping[str, Share]  #: so far, with intervals


@dataclass(frozen=True, repr=False)
class Study:
    """A study in its folder."""

    folder: Path
    manifest: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<study {self.name}: {self.done} of {self.games} games>"

    @property
    def name(self) -> str:
        return str(self.manifest["plan"]["name"])

    @property
    def done(self) -> int:
        """Games that were played."""
        return int(self.manifest["done"])

    @property
    def games(self) -> int:
        """Games of the whole plan."""
        return int(self.manifest["games"])

    @cached_property
    def cells(self) -> list[Cell]:
        """The grid."""
        return [Cell(**cell) for cell in self.manifest["cells"]]

    def table(self, name: str) -> polars.DataFrame:
        """A table, one of those in `front1914.lab.tables`."""
        return Store(self.folder).table(name)

    def report(self) -> str:
        """The page of the study: one file of HTML, without network."""
        from front1914.lab.report import page

        return page(self)

    def write_report(self) -> Path:
        """Keeps the page in the folder of the study."""
        file = self.folder / REPORT
        write(file, self.report().encode())
        return file

    def compare(self, other: Study) -> Comparison:
        """This study and another, side by side."""
        from front1914.lab.compare import compare

        return compare(self, other)

    def _repr_html_(self) -> str:
        from front1914.lab.display import study_html

        return study_html(self)


def study(
    plan: Plan | Mapping[str, Any] | str | Path,
    *,
    folder: str | Path | None = None,
    on: str = "local",
    jobs: int | None = None,
    batch: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Study:
    """Plays a study, or goes on with it; its tables and its report stand in `folder/NAME` afterwards.

    `plan` is a plan, its tables, or a study file. `on` says where: `local` (all cores, or `jobs` processes), `here`
    (this process), `ray` or `ray://HOST:PORT`. BadInput if a study of that name was begun with another plan.
    """
    frames()
    made = plan if isinstance(plan, Plan) else read_plan(Path(plan)) if isinstance(plan, str | Path) else plan_of(plan)
    cells = made.check()
    store = Store(studies_folder(folder) / made.name)
    with store.lock():
        played = store.played()
        manifest = _begin(store, made, cells, bool(played))
        rest = [job for job in made.jobs() if job.game not in played]
        _play(store, made, cells, rest, played, on, jobs, batch, progress)
        return _finish(store, manifest, played)


def open_study(folder: str | Path) -> Study:
    """The study in a folder; a name alone is looked for where studies are kept."""
    found = Path(folder)
    if not (found / MANIFEST).exists() and (studies_folder() / found / MANIFEST).exists():
        found = studies_folder() / found
    manifest = Store(found).manifest()
    if manifest is None:
        raise BadInput(str(folder), "there is no study")
    return Study(found, manifest)


def gather(folder: str | Path) -> Study:
    """A study that is still being played, or was interrupted, with the tables of what there is."""
    found = open_study(folder)
    store = Store(found.folder)
    played = store.played()
    if not played:
        raise BadInput(str(folder), "no game of this study has been played yet")
    try:
        with store.lock():
            return _finish(store, dict(found.manifest), played)
    except Busy:  # whoever plays will write the tables himself: ours stand beside them meanwhile
        return _finish(Store(found.folder / SO_FAR), dict(found.manifest), played)


# -- playing ------------------------------------------------------------------------------------------------------


def _begin(store: Store, plan: Plan, cells: list[Cell], played: bool) -> dict[str, Any]:
    """The manifest of a study that begins, or of one that is gone on with; where no game was played yet it begins."""
    new: dict[str, Any] = {
        "form": FORM,
        "plan": plan.plain(),
        "digest": plan.digest(),
        "code": code_digest(),
        "versions": {"front1914": front1914.__version__, "python": platform.python_version()},
        "titles": {title: _about(title) for title in plan.titles},
        "own": {name: own_digest(files) for name, files in plan.data.items()},
        "cells": [cell.plain() for cell in cells],
        "games": plan.games * len(cells),
        "done": 0,
    }
    old = store.manifest()
    if old is None or not played:
        store.write_manifest(new)
        return new
    where = str(store.folder)
    if old["digest"] != new["digest"]:
        # More games of the same grid are no other study: those that were played stay as they are.
        if replace(plan, games=old["plan"]["games"]).digest() != old["digest"]:
            raise BadInput(where, "a study of that name was begun with another plan; give this one another name")
        if plan.games < old["plan"]["games"]:
            raise BadInput(where, f"it was begun with {old['plan']['games']} games a cell, more than {plan.games}")
    if old["code"] != new["code"]:
        told = f"{old['code']} then, {new['code']} now"
        raise BadInput(where, f"it was begun with another version of the program ({told}): games would not be alike")
    kept = old | {key: new[key] for key in ("plan", "digest", "games")}
    store.write_manifest(kept)
    return kept


def _about(title: str) -> dict[str, Any]:
    return {"rules_version": front1914.title(title).rules_version, "data": data_digest(title)}


def _play(
    store: Store,
    plan: Plan,
    cells: list[Cell],
    rest: list[Job],
    played: dict[int, Rows],
    on: str,
    jobs: int | None,
    size: int | None,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Plays what is left, one kind of own data after the other: a process reads the data of a title once."""
    began, before = perf_counter(), len(played)
    whole = plan.games * len(cells)
    for name, own in plan.data.items():
        wanted = [job for job in rest if cells[job.cell].data == name]
        if not wanted:
            continue
        workers = hands(on, own, jobs)
        slots = getattr(workers, "slots", getattr(workers, "jobs", 1))
        most = size or max(1, min(MOST_BATCH, len(wanted) // (slots * 8)))
        try:
            for _, done in workers.play(batches(wanted, most, own)):
                games = _sound(done)
                store.add(games)
                played |= {int(rows["games"][0][0]): rows for rows in games}
                if progress is not None:
                    spent = perf_counter() - began
                    left = spent / (len(played) - before) * (whole - len(played))
                    progress(Progress(len(played), whole, spent, left, _winners(played.values())))
        finally:
            workers.close()


def _sound(done: Iterable[Rows | Failure]) -> list[Rows]:
    found = []
    for rows in done:
        if isinstance(rows, Failure):
            raise FrontError(f"game {rows.game} (dice seed {rows.seed}) failed: {rows.text}\n{rows.trace}")
        found.append(rows)
    return found


def _winners(games: Iterable[Rows]) -> dict[str, Share]:
    counts: dict[str, int] = {}
    total = 0
    for rows in games:
        winner = rows["games"][0][4] or "nobody"
        counts[winner] = counts.get(winner, 0) + 1
        total += 1
    return {winner: wilson(counts[winner], total) for winner in sorted(counts)}


def _finish(store: Store, manifest: dict[str, Any], played: dict[int, Rows]) -> Study:
    played = dict(sorted(played.items()))
    store.write_tables(played)
    manifest |= {"done": len(played), "results": results_digest(played), "tables": list(TABLES)}
    store.write_manifest(manifest)
    made = Study(store.folder, manifest)
    made.write_report()
    return made
