"""Where games are played: the cores of this machine, or Ray; by the same code, a batch of whole games at a time.

A batch whose worker died is played again, wherever it was. What a batch brings depends on its games alone.
"""

from __future__ import annotations

import inspect
import os
import traceback
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import front1914
from front1914 import FrontError
from front1914.analysis.simulate import cores
from front1914.lab import record
from front1914.lab.plan import own_digest, unpack_own
from front1914.lab.record import Job
from front1914.lab.tables import Rows

MOST_DEATHS = 3  #: workers that may die one after the other before a study gives up
AHEAD = 2  #: batches that wait for each worker
PASSED_ON = ("FRONT1914_TITLES", "FRONT1914_COMMANDERS")  #: what workers elsewhere must know of the environment
OWN, OWN_MARK = "FRONT1914_OWN", "FRONT1914_OWN_DIGEST"
ROOMS = ("engine", "kit", "play", "titles", "commanders")  #: what the results of a study rest on,
RECORDING = ("ground.py", "record.py", "tables.py")  #: and of this one what writes them down
MOST_TRIES = 5  #: to begin Ray on this machine
SOURCES = (".py", ".csv", ".toml")


class Batch(NamedTuple):
    """Games that are played together."""

    number: int
    jobs: tuple[Job, ...]
    own: Mapping[str, str]  #: own data: the files of the folder
    code: str  #: what the program of whoever sent it looks like


class Failure(NamedTuple):
    """A game that could not be played, which is an error of the program."""

    game: int
    seed: str
    text: str
    trace: str


Played = list[Rows | Failure]


class Hands:
    """Somebody who plays batches. `own` is the same for all of them: a process reads the data of a title once."""

    name = "hands"

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = own

    def play(self, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Played]]:
        """Plays them in any order, and gives each as soon as it is done."""
        raise NotImplementedError

    def close(self) -> None:
        """Lets the workers go."""


class Here(Hands):
    """This process alone."""

    name = "here"

    def play(self, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Played]]:
        for batch in batches:
            yield batch, play_batch(batch)


class Local(Hands):
    """Processes of this machine, each begun afresh: safe whatever threads this one has, the same on every system."""

    name = "local"

    def __init__(self, own: Mapping[str, str], jobs: int | None = None) -> None:
        super().__init__(own)
        self.jobs = jobs or cores()
        self.pool: ProcessPoolExecutor | None = None

    def _submit(self, batch: Batch) -> Future[Played]:
        if self.pool is None:
            folder = unpack_own(self.own)
            self.pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _begin, (folder,))
        return self.pool.submit(play_batch, batch)

    def play(self, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Played]]:
        rest, again = iter(batches), list[Batch]()
        waiting: dict[Future[Played], Batch] = {}
        deaths = 0
        while True:
            while (
                len(waiting) < self.jobs * AHEAD and (batch := again.pop() if again else next(rest, None)) is not None
            ):
                waiting[self._submit(batch)] = batch
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                batch = waiting.pop(future)
                try:
                    played = future.result()
                except BrokenProcessPool:
                    again.append(batch)
                    continue
                deaths = 0
                yield batch, played
            if again:  # a worker died, and took the pool with it
                again += waiting.values()
                waiting.clear()
                self.close()
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise FrontError(f"{deaths} times one after the other a process died while it played")

    def close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


class OnRay(Hands):
    """A Ray cluster: `ray` begins one on this machine or joins the usual one, `ray://host:port` names it."""

    name = "ray"

    def __init__(self, own: Mapping[str, str], address: str = "ray", jobs: int | None = None) -> None:
        super().__init__(own)
        try:
            import ray
        except ImportError:
            raise FrontError("Ray is not installed: pip install 'front1914[ray]'") from None
        self.ray: Any = ray
        self.begun = not ray.is_initialized()
        if self.begun:
            self._begin(address, jobs)
        given = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        given |= {OWN: "", OWN_MARK: own_digest(own)}  # so that no worker of other data is used
        # Ray itself plays a batch again whose worker or machine was lost.
        self.task = ray.remote(play_batch).options(num_cpus=1, max_retries=-1, runtime_env={"env_vars": given})
        self.slots = max(1, int(self.ray.cluster_resources().get("CPU", jobs or 1)))

    def _begin(self, address: str, jobs: int | None) -> None:
        """Joins a cluster, or begins one: on a busy machine Ray gives up after some seconds, so it is tried again."""
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        where = {"include_dashboard": False, "num_cpus": jobs} if address == "ray" else {"address": address}
        for left in reversed(range(MOST_TRIES if address == "ray" else 1)):
            try:
                self.ray.init(**quiet, **where)
                return
            except Exception as bad:  # Ray says most things with a bare Exception
                self.ray.shutdown()
                if not left:
                    raise FrontError(f"Ray did not begin: {' '.join(str(bad).split())[:200]}") from None

    def play(self, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Played]]:
        rest = iter(batches)
        waiting: dict[Any, Batch] = {}
        while True:
            while len(waiting) < self.slots * AHEAD and (batch := next(rest, None)) is not None:
                waiting[self.task.remote(batch)] = batch
            if not waiting:
                return
            done, _ = self.ray.wait(list(waiting), num_returns=1)
            for reference in done:
                batch = waiting.pop(reference)
                yield batch, self.ray.get(reference)

    def close(self) -> None:
        if self.begun:
            self.ray.shutdown()


def hands(on: str, own: Mapping[str, str], jobs: int | None) -> Hands:
    """Who plays: `local`, `here`, `ray`, or the address of a cluster."""
    if on == "local":
        return Local(own, jobs)
    if on == "here":
        return Here(own)
    if on == "ray" or on.startswith("ray://"):
        return OnRay(own, on, jobs)
    raise front1914.BadInput("on", f"local, ray or ray://HOST:PORT, not {on!r}")


def batches(jobs: Iterable[Job], size: int, own: Mapping[str, str]) -> Iterator[Batch]:
    """Games put together by so many."""
    code, some = code_digest(), list[Job]()
    number = 0
    for job in jobs:
        some.append(job)
        if len(some) == size:
            yield Batch(number, tuple(some), own, code)
            number, some = number + 1, []
    if some:
        yield Batch(number, tuple(some), own, code)


def play_batch(batch: Batch) -> Played:
    """Plays the games of a batch, in a worker."""
    if batch.code != code_digest():
        there = f"{front1914.__version__} ({code_digest()})"
        raise FrontError(f"the worker has another program than whoever sent it the games: {there}, not {batch.code}")
    _use_own(unpack_own(batch.own))
    return [_play(job) for job in batch.jobs]


def _play(job: Job) -> Rows | Failure:
    try:
        return record.play(job)
    except Exception as bad:  # an exception of a title may not survive the way between processes; its text does
        return Failure(job.game, job.seed, f"{type(bad).__name__}: {bad}", traceback.format_exc())


def _begin(folder: str | None) -> None:
    """What a process of this machine does first; it has the environment of the one that began it."""
    os.environ.pop(OWN, None)
    _use_own(folder)


def _use_own(folder: str | None) -> None:
    """Named before the first title is loaded, which stays as it was read."""
    if not os.environ.get(OWN):
        os.environ.pop(OWN, None)  # Ray can only empty it
    if folder is not None and os.environ.get(OWN) != folder:
        front1914.own_data(folder)


@cache
def code_digest() -> str:
    """What the results rest on: every source and data file of the rooms that play. Equal where results are equal."""
    found = blake2b(digest_size=8)
    package = resources.files("front1914")
    for room in ROOMS:
        for way, file in _files(package / room, room):
            found.update(f"{way}\n".encode() + _bytes(file))
    for name in RECORDING:
        found.update(_bytes(package / "lab" / name))
    return found.hexdigest()


def data_digest(title: str) -> str:
    """Equal for equal data of a title."""
    found = blake2b(digest_size=8)
    folder = Path(inspect.getfile(type(front1914.title(title)))).parent / "data"
    for way, file in _files(folder, "data") if folder.is_dir() else ():
        found.update(f"{way}\n".encode() + _bytes(file))
    return found.hexdigest()


def _bytes(file: Traversable) -> bytes:
    return file.read_bytes().replace(b"\r\n", b"\n")


def _files(folder: Traversable, way: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name not in ("__pycache__", "handbook", "lessons", "art"):
                yield from _files(entry, f"{way}/{entry.name}")
        elif entry.name.endswith(SOURCES):
            yield f"{way}/{entry.name}", entry
