"""The processes that think while the server listens."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from front1914.server.worker import LENGTH, frame

MOST_BYTES = 256 << 20


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
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, key: str | None, job: str, arguments: tuple[Any, ...], limit: float | None) -> Any:
        self.waiting += 1
        try:
            async with self.lock:
                self.doing = key
                try:
                    return await asyncio.wait_for(self._ask(job, arguments), limit)
                except TimeoutError:
                    await self.stop()
                    raise JobFailed(f"it took longer than {limit:.0f} seconds") from None
                except asyncio.CancelledError:
                    await self.stop()  # the process is busy with a cancelled job
                    raise
                finally:
                    self.doing = None
        finally:
            self.waiting -= 1

    async def _ask(self, job: str, arguments: tuple[Any, ...]) -> Any:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await _start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(frame([job, arguments]))
            await process.stdin.drain()
            head = await process.stdout.readexactly(LENGTH)
            body = await process.stdout.readexactly(int.from_bytes(head, "big"))
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.stop()
            raise JobFailed("its process ended unexpectedly") from None
        fine, value = msgspec.msgpack.decode(body)
        if not fine:
            kind = "" if value["no"] else f"{value['kind']}: "
            raise JobFailed(f"{kind}{value['text']}", value["no"], value["kind"])
        return value

    async def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        process, self._process = self._process, None
        self.keys.clear()
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
    """A few processes. The commanders of a game stay in one of them, so that they remember their plans."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or max(2, os.cpu_count() or 1)
        self._workers: list[Worker] = []

    async def ask(self, job: str, *arguments: Any, key: str | None = None, limit: float | None = None) -> Any:
        """Runs a job; JobFailed if it went wrong. Jobs of the same key run in the same process."""
        worker = self._choose(key)
        if key is not None:
            worker.keys.add(key)
        return await worker.ask(key, job, arguments, limit)

    def _choose(self, key: str | None) -> Worker:
        for worker in self._workers:
            if key is not None and key in worker.keys:
                return worker
        idle = [worker for worker in self._workers if not worker.waiting]
        if not idle and len(self._workers) < self.most:
            self._workers.append(Worker())
            return self._workers[-1]
        return min(idle or self._workers, key=lambda worker: (worker.waiting, len(worker.keys)))

    async def release(self, key: str) -> None:
        """The game was deleted: stops the work on it."""
        for worker in self._workers:
            if key in worker.keys:
                if worker.doing == key:
                    await worker.stop()
                else:
                    worker.keys.discard(key)
                    with contextlib.suppress(JobFailed):
                        await worker.ask(None, "forget", (key,), 10)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
