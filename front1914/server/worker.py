"""A process that works for the server: reads jobs from its standard input, writes answers to its standard output.

Each message is four bytes of length and MessagePack: a job is [name, arguments], an answer [fine, value]. The process
ends when the server does.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

LENGTH = 4
MEGABYTES, MOST_MEGABYTES = "FRONT1914_WORKER_MB", 2_048  #: memory of a process; the variable sets another limit


def read(stream: BinaryIO) -> Any:
    """The next message; None at the end."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    body = stream.read(int.from_bytes(head, "big"))
    return msgspec.msgpack.decode(body)


def frame(message: Any) -> bytes:
    """A message with its length before it."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Does the jobs one after the other. A job that fails is told in words and harms no other."""
    from front1914 import FrontError
    from front1914.server import progress
    from front1914.server.jobs import JOBS

    def told(done: int, of: int) -> None:
        _say(sink, [None, [done, of]])

    progress.tell = told
    jobs: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, jobs), daemon=True).start()
    while True:
        name, arguments = jobs.get()
        try:
            answer = [True, JOBS[name](*arguments)]
        except FrontError as no:
            answer = [False, {"no": True, "kind": type(no).__name__, "text": str(no)}]
        except MemoryError:
            answer = [False, {"no": False, "kind": "MemoryError", "text": "it needed more memory than it may have"}]
        except Exception as bad:
            traceback.print_exc()
            answer = [False, {"no": False, "kind": type(bad).__name__, "text": str(bad)}]
        _say(sink, answer)


def _say(sink: BinaryIO, message: Any) -> None:
    try:
        sink.write(frame(message))
        sink.flush()
    except OSError:  # the server was killed: nobody is there to hear it
        os._exit(0)


def _listen(source: BinaryIO, jobs: SimpleQueue[Any]) -> None:
    """Runs beside the work, so that the end of the server is noticed in the middle of a long thought."""
    while (message := read(source)) is not None:
        jobs.put(message)
    os._exit(0)


def limit_memory(megabytes: int) -> None:
    """Whatever needs more fails with MemoryError here, and the server and the machine go on."""
    try:
        import resource
    except ImportError:  # not on this platform
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes << 20
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def main() -> None:
    limit_memory(int(os.environ.get(MEGABYTES, "") or MOST_MEGABYTES))
    # Prints go to the standard error, so that they do not mix with the answers.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
