"""Programs that play: JSON lines over standard input and output, as docs/commander_protocol.md says.

A program is named by a command line, `stdio:./mine --deep`, or by a name in a file `programs.toml`, and then stands
wherever a level can. It is told what its seat may know, and nothing else. Its time and its memory are limited; one that
does not answer, or answers what was not offered, has failed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
import sys
import tomllib
import weakref
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Any, NamedTuple

from platformdirs import user_data_path

import front1914
from front1914 import Action, BadInput, Seat
from front1914.commanders.base import CommanderFailed, Why

PROTOCOL = 1
PREFIX = "stdio:"  #: before a command line that is given in place of a level
FILE = "FRONT1914_PROGRAMS"  #: the file that names programs, if it is not programs.toml in the data folder
SECONDS, HELLO, GRACE = 10.0, 20.0, 2.0  #: for a decision, for the first word, and after `stop`
MEMORY = 1024  #: megabytes
CIRCLES = 1000  #: answers one after the other of which none is new
LONGEST = 1 << 20  #: characters of a line that a program may write

#: sets the limit and becomes the program; run without site packages, so that it starts quickly
_CONFINED = """
import os, resource, sys
most = int(sys.argv[1]) << 20
resource.setrlimit(resource.RLIMIT_AS, (most, most))
os.execvp(sys.argv[2], sys.argv[2:])
"""


class Card(NamedTuple):
    """How a program is started, and what it may use."""

    name: str
    command: tuple[str, ...]
    seconds: float = SECONDS  #: for a decision
    memory: int = MEMORY  #: megabytes; not limited where the platform cannot


def named() -> dict[str, Card]:
    """The programs that the player has named, by name; BadInput says what is wrong with the file."""
    path = Path(os.environ.get(FILE) or _data_folder() / "programs.toml")
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as bad:
        raise BadInput(str(path), f"not a file of programs: {bad}") from None
    return {name: _card(f"{path}: {name}", name, row) for name, row in rows.items()}


def _data_folder() -> Path:
    given = os.environ.get("FRONT1914_DATA")
    return Path(given).expanduser() if given else user_data_path("front1914", appauthor=False)


def _card(place: str, name: str, row: Any) -> Card:
    if not isinstance(row, dict) or not (command := row.get("command")):
        raise BadInput(place, 'needs command = ["program", "argument", ...]')
    words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(map(str, command))
    seconds, memory = row.get("seconds", SECONDS), row.get("memory", MEMORY)
    if not isinstance(seconds, int | float) or not 0 < seconds <= 3600:
        raise BadInput(f"{place}.seconds", "more than 0, at most 3600")
    if not isinstance(memory, int) or not 16 <= memory <= 1 << 20:
        raise BadInput(f"{place}.memory", "megabytes, at least 16")
    if unknown := set(row) - {"command", "seconds", "memory"}:
        raise BadInput(place, f"no setting {', '.join(sorted(unknown))}")
    return Card(name, words, float(seconds), memory)


def given(level: str) -> Card:
    """The program behind `stdio:COMMAND`."""
    words = shlex.split(level.removeprefix(PREFIX))
    if not words:
        raise BadInput("commander", f"{PREFIX} needs a command line")
    return Card(level, tuple(words))


def plain_seat(seat: Seat) -> dict[str, Any]:
    """A seat as a program is told of it."""
    decision = None if seat.decision is None else seat.decision.plain()
    return {"title": seat.title, "side": seat.side, "view": seat.view, "decision": decision}


class Program:
    """A commander in a process of its own."""

    def __init__(self, title: str, seed: int | str, budget: int | None, card: Card) -> None:
        self.card = card
        self.reasons: list[Why] = []
        self.info: list[str] = []  #: what the program has said of its thoughts on the last decision
        self._asked = 0
        self._marks: set[int] = set()  #: what it was asked and answered
        self._idle = 0  #: answers one after the other that it had given to the same question before
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._process = _start(card)
        self._end = weakref.finalize(self, _stop, self._process)
        assert self._process.stdout is not None
        Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()
        found = front1914.title(title)
        hello = {"type": "hello", "protocol": PROTOCOL, "program": f"front1914 {front1914.__version__}"}
        hello |= {"title": found.info.id, "rules_version": found.rules_version, "seed": str(seed)}
        self._send(hello | ({} if budget is None else {"budget": budget}))
        answer = self._await("hello", monotonic() + HELLO)
        if answer.get("protocol") != PROTOCOL:
            raise self._failed(f"speaks protocol {answer.get('protocol')!r}, not {PROTOCOL}")
        self.name = str(answer.get("name") or card.name)[:80]
        self.looks = answer.get("looks", True) is not False  #: whether it wants views
        self.ponders = answer.get("ponders") is True  #: whether it wants to know while the others think

    def decide(self, seat: Seat) -> Action:
        """Asks the program; CommanderFailed if nothing that can be used comes back in time."""
        assert seat.decision is not None
        self._asked += 1
        self.info = []
        told = plain_seat(seat)
        self._send({"type": "decide", "id": self._asked, "seat": told, "seconds": self.card.seconds})
        answer = self._await("action", monotonic() + self.card.seconds)
        action = _action(answer.get("action"))
        if action is None or action not in seat.decision.actions:
            raise self._failed(f"answered {json.dumps(answer.get('action'))[:80]}, which was not offered")
        self._watch(told, action)
        self.reasons = [_why(item) for item in answer.get("reasons") or [] if isinstance(item, dict)][:20]
        return action

    def _watch(self, told: dict[str, Any], action: Action) -> None:
        """Chooses and cancels without end: who never does anything new would play for ever."""
        mark = hash((json.dumps(told, sort_keys=True), action))
        self._idle = self._idle + 1 if mark in self._marks else 0
        self._marks.add(mark)
        if self._idle >= CIRCLES:
            raise self._failed(f"goes round in circles: {CIRCLES} answers one after the other that it had given before")

    def ponder(self, seat: Seat) -> None:
        """Shows a program that wants it what its side sees while another decides."""
        self._send({"type": "ponder", "seat": plain_seat(seat)})

    def close(self) -> None:
        """Ends the program."""
        self._end()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, OSError, ValueError):
            raise self._failed("has ended") from None

    def _await(self, kind: str, until: float) -> dict[str, Any]:
        stopped = False
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - monotonic()))
            except Empty:
                if stopped or kind != "action":
                    raise self._failed("did not answer in time") from None
                stopped, until = True, monotonic() + GRACE
                self._send({"type": "stop", "id": self._asked})
                continue
            if line is None:
                raise self._failed("has ended")
            message = self._read(line)
            if message.get("type") == kind and (kind == "hello" or message.get("id") == self._asked):
                return message
            if message.get("type") == "info":
                self.info = [*self.info[-99:], str(message.get("text", ""))[:500]]

    def _read(self, line: str) -> dict[str, Any]:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._failed(f"wrote a line that is no JSON object: {line[:80]!r}")
        if message.get("type") == "error":
            raise self._failed(f"says: {str(message.get('text'))[:200]}")
        return message

    def _failed(self, what: str) -> CommanderFailed:
        self.close()
        return CommanderFailed(f"{self.card.name}: the program {what}")


def _start(card: Card) -> subprocess.Popen[str]:
    command: list[str] = list(card.command)
    if sys.platform != "win32":
        command = [sys.executable, "-I", "-S", "-c", _CONFINED, str(card.memory), *command]
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as bad:
        raise CommanderFailed(f"{card.name}: cannot be started: {bad.strerror}") from None


def _stop(process: subprocess.Popen[str]) -> None:
    """Asks it to leave, and makes it."""
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.write('{"type":"quit"}\n')
            process.stdin.close()
    try:
        process.wait(0.2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            process.stdout.close()


def _listen(stream: IO[str], lines: SimpleQueue[str | None]) -> None:
    """Hands on what the program writes, line by line; None at its end, or when a line has none."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST):
            if not line.endswith("\n"):
                break
            lines.put(line)
    lines.put(None)


def _action(plain: Any) -> Action | None:
    if not isinstance(plain, list) or not 1 <= len(plain) <= 2 or not isinstance(plain[0], str):
        return None
    arg = plain[1] if len(plain) == 2 else None
    return Action(plain[0], arg) if arg is None or isinstance(arg, str | int) else None


def _why(item: Mapping[str, Any]) -> Why:
    numbers = item.get("numbers")
    counted = numbers if isinstance(numbers, dict) else {}
    found = {str(key)[:80]: float(value) for key, value in counted.items() if isinstance(value, int | float)}
    words = {key: str(item.get(key, ""))[:500] for key in ("kind", "text", "subject", "rule", "beaten")}
    return Why(words["kind"] or "program", words["text"], words["subject"], found, words["rule"], words["beaten"])
