"""A scratch copy of the checkout in which tests are run again and again, each time with one break in the code or data.

Two processes wait in it (`waiting`). One has collected the tests of a title: a break inside a function is made in a
fork of it, and nothing is read or imported again. The other has imported all but the title: for every other break (a
constant, a table, data, a function that ran while the title was loaded) the file of the copy is broken, and a fork of
that process reads it. So a break costs little more than the tests that are run.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from front1914.analysis.breaks import Break, Places, applied
from front1914.analysis.waiting import WAITING, WATCHED

#: what is not copied: it is large, or made anew
LEFT_OUT = (".git", ".venv", "node_modules", ".mypy_cache", ".pytest_cache", ".ruff_cache", "mutants")
ARGUMENTS = ("-x", "-q", "-p", "no:cacheprovider", "-n", "0")
QUIET = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  #: plugins are imported already
PASSED = 0  #: exit code of pytest
COURSE = ("course", 400)  #: seed and decisions of the games in which a break is looked for


@dataclass(frozen=True)
class Place:
    """A file of the checkout and a break of it."""

    file: Path  #: relative to the root
    change: Break


@dataclass
class Trials:
    """The copy, and what waits in it."""

    copy: Path
    title: str
    package: str  #: of the title
    tests: tuple[str, ...]  #: its folders of tests, relative to the root
    _open: list[_Waiting] = field(default_factory=list)
    _seconds: dict[tuple[str, ...], float] = field(default_factory=dict)  #: processor time of tests as they are
    _passed: set[tuple[str, ...]] = field(default_factory=set)  #: tests that pass as they are, read anew

    @classmethod
    def of(cls, root: Path, copy: Path, title: str, package: str, tests: Sequence[str]) -> Trials:
        """Copies the checkout, with what is compiled of it."""
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        return cls(copy, title, package, tuple(tests))

    def close(self) -> None:
        for waiting in self._open:
            waiting.close()

    # -- runs ----------------------------------------------------------------------------------------------------

    def touched(self, tests: Sequence[str]) -> dict[Path, set[int]]:
        """The lines that the tests run, by file; none for a file that is only read. The tests must pass as they are."""
        answer = self._warm.ask(tests=list(tests), told="lines")
        if answer["exit"] != PASSED or answer["said"] is None:
            raise RuntimeError(f"tests fail although nothing is broken: {', '.join(tests)}")
        self._seconds[tuple(tests)] = answer["seconds"]
        return {Path(name).relative_to(self.copy): set(lines) for name, lines in answer["said"].items()}

    def fail(self, tests: Sequence[str], place: Place) -> bool:
        """Whether some of the tests fail with the break."""
        return self._exit(place, tests)[0] != PASSED

    def noticing(self, place: Place) -> str:
        """A test of the title that fails with the break; nothing if none does.

        Only those are run that come to the function, the quick ones first; all of them, if it is no function.
        """
        name, first = self._function(place)
        if not name:
            return "a test of the title" if self._exit(place, self.tests)[0] != PASSED else ""
        file, line = str(self.copy / place.file), int(place.change.what.split(":")[0])
        come = [
            test
            for test, ran in sorted(self._calls.items(), key=lambda each: each[1]["seconds"])
            if any(each == file and first <= at <= line for each, at in ran["calls"])
        ]
        code, said = self._exit(place, come) if come else (PASSED, "")
        return said or "a test of the title" if code != PASSED else ""

    def shows(self, place: Place) -> bool:
        """Whether games at random go another way with the break."""
        game = [self.title, *COURSE]
        answer = self._answer(place, play=game)
        if answer["exit"] is None:
            with self._broken(place):
                answer = self._cold.ask(play=game)
        return bool(answer["exit"] != PASSED or answer["said"] != self._course)

    def _exit(self, place: Place, tests: Sequence[str]) -> tuple[int, str]:
        """The exit code of the tests with the break, and the test that failed if it is known."""
        seconds = int(3 * self._seconds.get(tuple(tests), 100)) + 5
        answer = self._answer(place, tests=list(tests), seconds=seconds)
        if answer["exit"] is None:
            if tests is not self.tests:
                self._sound(tuple(tests))
            with self._broken(place):
                if place.file.name == "__init__.py":
                    return self._alone(tests), ""
                answer = self._read_anew(tests, seconds)
        return int(answer["exit"]), answer["said"] or ""

    def _read_anew(self, tests: Sequence[str], seconds: int = 300) -> dict[str, Any]:
        """The answer of a fork that reads the title from the files of the copy."""
        return self._cold.ask(tests=list(tests), arguments=[*ARGUMENTS, *QUIET], seconds=seconds + 30)

    def _sound(self, tests: tuple[str, ...]) -> None:
        """What is read anew passes as long as nothing is broken."""
        if tests not in self._passed:
            self._passed.add(tests)
            if self._read_anew(tests)["exit"] != PASSED:
                raise RuntimeError(f"tests fail although nothing is broken: {', '.join(tests)}")

    def _answer(self, place: Place, **request: Any) -> dict[str, Any]:
        """The answer of a fork in which the function is broken; its exit code is None if it is no function."""
        name, _ = self._function(place)
        if not name:
            return {"exit": None}
        file = self.copy / place.file
        text = applied(file.read_text(encoding="utf-8"), place.change)
        return self._warm.ask(code={"file": str(file), "name": name, "text": text}, **request)

    def _function(self, place: Place) -> tuple[str, int]:
        if place.file.suffix != ".py":
            return "", 0
        return function_at((self.copy / place.file).read_text(encoding="utf-8"), place.change.start)

    @contextmanager
    def _broken(self, place: Place) -> Iterator[None]:
        """The copy with one break in it."""
        target = self.copy / place.file
        before, times = target.read_text(encoding="utf-8"), target.stat()
        target.write_text(applied(before, place.change), encoding="utf-8")
        try:
            yield
        finally:
            target.write_text(before, encoding="utf-8")
            os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns))  # what is compiled of it is good again

    def _alone(self, tests: Sequence[str]) -> int:
        """In a process of its own: for what is imported with everything else."""
        command = [sys.executable, "-m", "pytest", *ARGUMENTS, *tests]
        settings = self._settings | {"PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=self.copy, env=settings, capture_output=True, check=False)
        return done.returncode

    # -- what waits ------------------------------------------------------------------------------------------------

    @cached_property
    def _settings(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.copy), WATCHED: str(self.copy / Path(*self.package.split(".")))}

    @cached_property
    def _warm(self) -> _Waiting:
        found = _Waiting(
            ["-m", "pytest", *ARGUMENTS, "-p", "front1914.analysis.waiting", *self.tests], self.copy, self._settings
        )
        self._open.append(found)
        return found

    @cached_property
    def _cold(self) -> _Waiting:
        settings = self._settings | {"PYTHONDONTWRITEBYTECODE": "1"}  # a broken file leaves no trace
        found = _Waiting(["-m", "front1914.analysis.waiting"], self.copy, settings)
        self._open.append(found)
        others = [name for name in self._warm.ready["modules"] if not _inside(name, (self.package, "tests"))]
        early = {name for name in found.ask(load=others)["said"] if _inside(name, (self.package, "tests"))}
        if not early <= {self.package, "tests"}:
            found.close()
            raise RuntimeError(f"{', '.join(sorted(early))} cannot be read anew")
        return found

    @cached_property
    def _calls(self) -> Mapping[str, Any]:
        """By test of the title: how long it takes, and the functions that it calls."""
        calls: Mapping[str, Any] = self._warm.ask(told="calls", seconds=3600)["said"]
        return calls

    @cached_property
    def _course(self) -> list[int]:
        said: list[int] = self._warm.ask(play=[self.title, *COURSE])["said"]
        return said


class _Waiting:
    """A process that waits, and the pipes to it."""

    def __init__(self, arguments: Sequence[str], copy: Path, settings: Mapping[str, str]) -> None:
        inside, request = os.pipe()
        answer, outside = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=copy,
            env={**settings, WAITING: f"{inside},{outside}"},
            pass_fds=(inside, outside),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(inside)
        os.close(outside)
        self.requests = os.fdopen(request, "w")
        self.answers = os.fdopen(answer)
        self.ready = self._read()

    def ask(self, **request: Any) -> dict[str, Any]:
        self.requests.write(json.dumps(request) + "\n")
        self.requests.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        line = self.answers.readline()
        if not line:
            raise RuntimeError("the tests of the title cannot be collected")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def close(self) -> None:
        self.requests.close()
        self.process.wait(60)
        self.answers.close()


def _inside(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def function_at(source: str, start: int) -> tuple[str, int]:
    """The function of a module or class in whose body a byte lies, and its first line; an empty name elsewhere.

    >>> function_at("class A:\\n    n = 1\\n    def f(self):\\n        return 2\\n", 45)
    ('A.f', 3)
    """
    return next(((name, line) for name, line, first, last in _bodies(source) if first <= start < last), ("", 0))


@lru_cache(maxsize=64)
def _bodies(source: str) -> list[tuple[str, int, int, int]]:
    """The functions of a file and its classes: name, first line, and the bytes of the body."""
    places = Places(source)
    found: list[tuple[str, int, int, int]] = []
    inside: list[tuple[str, ast.stmt]] = [("", node) for node in ast.parse(source).body]
    while inside:
        outer, node = inside.pop()
        if isinstance(node, ast.ClassDef):
            inside += [(f"{outer}{node.name}.", part) for part in node.body]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            line = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found.append((f"{outer}{node.name}", line, places.span(node.body[0])[0], places.span(node)[1]))
    return found
