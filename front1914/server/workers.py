"""The processes that think while the server listens."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from front1914.server.worker import LENGTH, frame

MOST_BYTES = 256 << 20
MOST_JOBS = 400  #: that wait for their turn; more are turned away at once
CLERKS = 2  #: processes for all that is not a commander's thought and does not take long
LONG = ("read_save", "review")  #: jobs that may take minutes: each kind has a process of its own
LATE = "it took too long"  #: kinds of failure
BUSY = "too much is being worked out already"
MEMORY = "MemoryError"

Told: TypeAlias = Callable[[int, int], None] | None  #: is told how much of a job is done, and of how much


class JobFailed(Exception):
    """A job did not end well; the text says why. `refused` if the game said no, rather than the program failing.

    `kind` tells what went wrong without any particulars, which may be somebody's secret.
    """

    def __init__(self, text: str, refused: bool = False, kind: str | None = None) -> None:
        super().__init__(text)
        self.refused = refused
        self.kind = text if kind is None else kind


class Worker:
    """One process. It does one job at a time; others wait."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.keys: set[str] = set()  #: games whose commanders live here
        self.doing: str | None = None
        self.waiting = 0
        self.forgotten: set[str] = set()  #: games that its commanders need not remember any more
        self._process: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None

    async def ask(self, key: str | None, job: str, arguments: tuple[Any, ...], limit: float | None, told: Told) -> Any:
        """Runs a job. The limit counts from now on, so that it includes waiting for the turn."""
        clock = asyncio.get_running_loop().time
        end = None if limit is None else clock() + limit
        self.waiting += 1
        try:
            try:
                await asyncio.wait_for(self.lock.acquire(), limit)
            except TimeoutError:
                raise JobFailed(f"it waited longer than {limit:.0f} seconds for its turn", kind=LATE) from None
            try:
                return await self._turn(key, job, arguments, limit, None if end is None else end - clock(), told)
            finally:
                self.lock.release()
        finally:
            self.waiting -= 1

    async def _turn(
        self, key: str | None, job: str, arguments: tuple[Any, ...], limit: float | None, left: float | None, told: Told
    ) -> Any:
        self.doing = key
        try:
            return await asyncio.wait_for(self._work(job, arguments, told), left)
        except TimeoutError:
            await self.stop()
            raise JobFailed(f"it took longer than {limit:.0f} seconds", kind=LATE) from None
        except asyncio.CancelledError:
            await self.stop()  # the process is busy with a cancelled job
            raise
        finally:
            self.doing = None

    async def _work(self, job: str, arguments: tuple[Any, ...], told: Told) -> Any:
        while self.forgotten:
            await self._ask("forget", (self.forgotten.pop(),), None)
        return await self._ask(job, arguments, told)

    async def _ask(self, job: str, arguments: tuple[Any, ...], told: Told) -> Any:
        try:
            message = frame([job, arguments])
        except OverflowError:  # whole numbers of JSON have no end, those of a frame have 64 bits
            raise JobFailed("it has a number with too many digits", refused=True) from None
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(message)
            await process.stdin.drain()
            fine: bool | None = None
            value: Any = None
            while fine is None:  # until then it only says how far it has come
                if told is not None and value is not None:
                    told(*value)
                head = await process.stdout.readexactly(LENGTH)
                body = await process.stdout.readexactly(int.from_bytes(head, "big"))
                fine, value = msgspec.msgpack.decode(body)
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.stop()
            raise JobFailed("its process ended unexpectedly") from None
        if not fine:
            if value["kind"] == MEMORY:
                await self.stop()  # what it has heaped up goes with it
            kind = "" if value["no"] else f"{value['kind']}: "
            raise JobFailed(f"{kind}{value['text']}", value["no"], value["kind"])
        return value

    async def _running(self) -> asyncio.subprocess.Process:
        """The process, started if there is none.

        A start is never cancelled half-way: Python would then wait for ever for the end of what never began. Whoever
        is cancelled meanwhile leaves the start to `stop`.
        """
        if self._process is None or self._process.returncode is not None:
            self._starting = self._starting or asyncio.ensure_future(_start())
            self._process = await asyncio.shield(self._starting)
            self._starting = None
        return self._process

    async def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        if (starting := self._starting) is not None:
            begun = await asyncio.shield(starting)
            if self._starting is starting:  # nobody else has come to end it meanwhile
                self._starting, self._process = None, begun
        process, self._process = self._process, None
        self.keys.clear()
        self.forgotten.clear()
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def _start() -> asyncio.subprocess.Process:
    # What can be imported here can be imported there: titles kept elsewhere, a checkout that is not installed.
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "front1914.server.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environ,
        limit=MOST_BYTES,
    )


class Workers:
    """A few processes. The commanders of a game stay in one of them, so that they remember their plans.

    Commanders have processes of their own: one that hangs never stands in the way of odds, uploads or pictures, and
    another game's commander moves to a free process rather than wait behind it. So have uploads and reviews, which may
    take minutes.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most or max(2, os.cpu_count() or 1)
        self._workers: list[Worker] = []
        self._clerks: list[Worker] = []
        self._long: dict[str, Worker] = {}
        self.closing = False  #: the server ends: nothing new is begun

    async def ask(
        self, job: str, *arguments: Any, key: str | None = None, limit: float | None = None, told: Told = None
    ) -> Any:
        """Runs a job; JobFailed if it went wrong. Jobs of the same key run in the same process if it is free."""
        if self.closing:
            raise JobFailed("the server ends")
        if sum(worker.waiting for worker in self._every()) >= MOST_JOBS:
            raise JobFailed(BUSY, kind=BUSY)
        worker = self._long.setdefault(job, Worker()) if job in LONG else self._choose(key)
        if key is not None:
            worker.keys.add(key)
        return await worker.ask(key, job, arguments, limit, told)

    def _every(self) -> tuple[Worker, ...]:
        return (*self._workers, *self._clerks, *self._long.values())

    def _choose(self, key: str | None) -> Worker:
        pool, most = (self._clerks, min(CLERKS, self.most)) if key is None else (self._workers, self.most)
        home = next((worker for worker in pool if key in worker.keys), None) if key is not None else None
        if home is not None and (not home.waiting or home.doing == key):
            return home
        idle = [worker for worker in pool if not worker.waiting]
        if not idle and len(pool) < most:
            pool.append(Worker())
            idle = [pool[-1]]
        if home is not None:
            if not idle:
                return home
            home.keys.discard(str(key))
        return min(idle or pool, key=lambda worker: (worker.waiting, len(worker.keys)))

    async def release(self, key: str) -> None:
        """The game was deleted: stops the work on it."""
        for worker in self._workers:
            if worker.doing == key:
                await worker.stop()
            elif key in worker.keys:
                worker.keys.discard(key)
                worker.forgotten.add(key)  # told before its next job: nobody waits for that

    async def close(self) -> None:
        self.closing = True
        for worker in self._every():
            await worker.stop()
