"""A plugin of pytest that collects tests once and then waits: each request runs some of them in a fork of the process.

`mutants` breaks a rule hundreds of times, and starting Python, importing a title and collecting its tests takes longer
than most tests. `pytest -p front1914.analysis.waiting`, with FRONT1914_WAITING naming two file descriptors (requests,
answers), does that once. A request is a line of JSON:

    {"tests": ["tests/x.py::test_a"], "code": {"file", "name", "text"}, "seconds": 30, "told": "calls" or "lines"}

`code` is a file with a break in one function: the fork puts that function in the place of the sound one, wherever it is
already bound. The answer has the exit code (None if the break cannot be made so), the seconds of processor time, and
the test that failed or, for `told`, what the tests ran. `play` asks for a `course` instead of tests.

`python -m front1914.analysis.waiting` is the same without tests: `load` names modules to import, all but the title,
and its forks collect the tests they are asked for, so they read files of the copy that are broken by then.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeAlias

from front1914.analysis.course import course

Call: TypeAlias = tuple[str, int]  #: a file and the first line of a function in it
NO_TESTS = 5  #: exit code of pytest
MEMORY = 6 << 30  #: of a fork; a break that fills it is noticed
WAITING = "FRONT1914_WAITING"  #: the setting that names the file descriptors
WATCHED = "FRONT1914_WATCHED"  #: the folder whose functions are watched

folder = os.environ.get(WATCHED, "")
called: set[Call] = set()  #: functions of the folder that ran while the tests were collected


# -- what ran ------------------------------------------------------------------------------------------------------


def _profiled(frame: FrameType, event: str, arg: Any) -> None:
    if event == "call" and frame.f_code.co_filename.startswith(folder):
        called.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))


class Lines:
    """The lines of the folder's files that run, and the files that are opened."""

    def __init__(self) -> None:
        self.seen: dict[str, set[int]] = {}

    def begin(self) -> None:
        sys.addaudithook(self._audited)
        threading.settrace(self._called)
        sys.settrace(self._called)

    def _called(self, frame: FrameType, event: str, arg: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(folder):
            return None
        seen = self.seen.setdefault(name, set())
        seen.add(frame.f_lineno)

        def line(frame: FrameType, event: str, arg: Any) -> Any:
            seen.add(frame.f_lineno)
            return line

        return line

    def _audited(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str) and args[0].startswith(folder):
            self.seen.setdefault(args[0], set())

    def plain(self) -> dict[str, list[int]]:
        return {name: sorted(seen) for name, seen in self.seen.items()}


# -- a function replaced ---------------------------------------------------------------------------------------------


def functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """The functions of the folder that exist: by file, name and first line."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(folder):
            code = thing.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(thing)
    return found


def compiled(file: str, text: str) -> Iterator[CodeType]:
    """The code of all functions of a file that stand in the module itself or in a class."""
    inner: list[CodeType] = [compile(text, file, "exec", dont_inherit=True)]
    while inner:
        for part in inner.pop().co_consts:
            if isinstance(part, CodeType):
                yield part
                if not part.co_flags & 0x2:  # no function: the body of a class
                    inner.append(part)


def replaced(code: dict[str, str], known: dict[tuple[str, str, int], list[FunctionType]]) -> bool:
    """Whether the broken function could be put in the place of the sound one."""
    file, name, text = code["file"], code["name"], code["text"]
    new = [part for part in compiled(file, text) if part.co_qualname == name]
    old = sorted(key for key in known if key[:2] == (file, name))
    if len(new) != 1 or len(old) != 1 or (file, old[0][2]) in called:
        return False
    for function in known[old[0]]:
        try:
            function.__code__ = new[0]
        except ValueError:  # it uses other names of the function around it
            return False
    return True


# -- requests --------------------------------------------------------------------------------------------------------


def serve(run: Callable[[dict[str, Any]], tuple[int | None, Any]]) -> None:
    """Answers requests, each in a fork, until there are no more."""
    read, write = map(int, os.environ[WAITING].split(","))
    with os.fdopen(read) as requests, os.fdopen(write, "w") as answers:
        answers.write(json.dumps({"modules": sorted(sys.modules), "called": sorted(called)}) + "\n")
        answers.flush()
        for line in requests:
            request = json.loads(line)
            for name in request.get("load", ()):
                with suppress(BaseException):
                    importlib.import_module(name)
            gc.collect()
            gc.freeze()  # what is there is shared with the forks
            answers.write(json.dumps(_forked(run, request)) + "\n")
            answers.flush()


def _forked(run: Callable[[dict[str, Any]], tuple[int | None, Any]], request: dict[str, Any]) -> dict[str, Any]:
    inside, outside = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(inside)
            seconds = int(request.get("seconds", 300))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(60 * seconds)  # a break that waits for ever, on a machine that is busy
            code, said = run(request)
            with os.fdopen(outside, "w") as pipe:
                json.dump({"exit": code, "said": said, "seconds": time.process_time()}, pipe)
        except Exception:
            with os.fdopen(outside, "w") as pipe:
                json.dump({"error": traceback.format_exc()}, pipe)
        finally:
            os._exit(0)
    os.close(outside)
    with os.fdopen(inside) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    if not text:  # it was ended: too long, too large
        return {"exit": 1, "said": None, "seconds": 0.0}
    answer: dict[str, Any] = json.loads(text)
    return answer


# -- with the tests collected ------------------------------------------------------------------------------------------


if WAITING in os.environ and __name__ != "__main__":
    sys.setprofile(_profiled)

    def pytest_runtestloop(session: Any) -> bool:
        """Instead of running the tests: waits for requests."""
        sys.setprofile(None)
        known = functions()

        def run(request: dict[str, Any]) -> tuple[int | None, Any]:
            if "code" in request and not replaced(request["code"], known):
                return None, None
            if "play" in request:
                return 0, course(*request["play"])
            return _run(session, request)

        serve(run)
        return True


def _run(session: Any, request: dict[str, Any]) -> tuple[int, Any]:
    items = _wanted(session.items, request.get("tests"))
    told: dict[str, Any] = {}
    lines = Lines()
    if request.get("told") == "lines":
        lines.begin()
    for item, following in zip(items, [*items[1:], None], strict=True):
        if request.get("told") == "calls":
            called.clear()
            began = time.process_time()
            sys.setprofile(_profiled)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if request.get("told") == "calls":
            sys.setprofile(None)
            told[item.nodeid] = {"seconds": time.process_time() - began, "calls": sorted(called)}
        if session.testsfailed and "told" not in request:
            return 1, item.nodeid
    sys.settrace(None)
    if request.get("told") == "lines":
        told = lines.plain()
    return (int(session.testsfailed > 0) if items else NO_TESTS), told


def _wanted(items: list[Any], tests: list[str] | None) -> list[Any]:
    """The tests that are asked for, in that order; all of them if none are named."""
    if tests is None:
        return items
    found: dict[str, list[Any]] = {}
    for item in items:
        for name in {item.nodeid, item.nodeid.split("[")[0]}:
            found.setdefault(name, []).append(item)
    return [item for test in tests for item in found.get(test, ())]


# -- without -----------------------------------------------------------------------------------------------------------


def _fresh(request: dict[str, Any]) -> tuple[int, Any]:
    if "load" in request:
        return 0, sorted(sys.modules)
    if "play" in request:
        return 0, course(*request["play"])
    import pytest

    return int(pytest.main([*request["arguments"], *request["tests"]])), None


if __name__ == "__main__":
    import pytest  # noqa: F401

    sys.path.insert(0, str(Path.cwd()))
    serve(_fresh)
