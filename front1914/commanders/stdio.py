"""A commander of ours for others: answers JSON lines, as docs/commander_protocol.md says."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO, Any

import front1914
from front1914 import Action, BadInput, Decision, FrontError, Seat
from front1914.commanders.base import Commander, make
from front1914.commanders.programs import PROTOCOL


def serve(level: str, lines: Iterable[str], out: IO[str]) -> None:
    """Answers until `quit` or the end of the lines. What is wrong with a line is answered in words."""
    commander: Commander | None = None
    for line in lines:
        try:
            message = _read(line)
            kind = message.get("type")
            if kind == "quit":
                return
            if kind == "hello":
                commander, answer = _greet(level, message)
                _tell(out, answer)
            elif kind == "decide":
                if commander is None:
                    raise BadInput("type", "the first line is hello")
                _tell(out, _decide(commander, message))
            elif kind not in ("stop", "ponder"):  # it answers as soon as it can, and thinks only when it is asked
                raise BadInput("type", f"hello, decide, stop, ponder or quit, not {kind!r}")
        except FrontError as bad:
            _tell(out, {"type": "error", "text": str(bad)})


def _read(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as bad:
        raise BadInput("line", f"not JSON: {bad}") from None
    if not isinstance(message, dict):
        raise BadInput("line", "not a JSON object")
    return message


def _greet(level: str, message: dict[str, Any]) -> tuple[Commander, dict[str, Any]]:
    if message.get("protocol") != PROTOCOL:
        raise BadInput("protocol", f"{PROTOCOL}, not {message.get('protocol')!r}")
    title, budget = str(message.get("title")), message.get("budget")
    if budget is not None and (not isinstance(budget, int) or budget < 1):
        raise BadInput("budget", "a whole number above 0")
    found = front1914.title(title)
    if message.get("rules_version", found.rules_version) != found.rules_version:
        text = f"{found.info.name} is played here by version {found.rules_version} of its rules"
        raise BadInput("rules_version", f"{text}, not {message['rules_version']}")
    made = make(level, title, message.get("seed", 0), budget)
    looks = getattr(made, "looks", True) is not False
    return made, {"type": "hello", "protocol": PROTOCOL, "name": f"front1914 {level}", "looks": looks}


def _decide(commander: Commander, message: dict[str, Any]) -> dict[str, Any]:
    action = commander.decide(_seat(message.get("seat")))
    reasons = [why.plain() for why in commander.reasons]
    plain = [action.verb] if action.arg is None else list(action)
    return {"type": "action", "id": message.get("id"), "action": plain, "reasons": reasons}


def _seat(plain: Any) -> Seat:
    if not isinstance(plain, dict):
        raise BadInput("seat", "missing")
    try:
        title, side, view, asked = (plain[key] for key in ("title", "side", "view", "decision"))
        actions = tuple(Action(*action) for action in asked["actions"])
        decision = Decision(asked["side"], asked["step"], asked["prompt"], asked["rule"], actions)
    except (KeyError, TypeError, ValueError) as bad:
        raise BadInput(
            "seat", f"title, side, view and decision as they are sent; {type(bad).__name__}: {bad}"
        ) from None
    if not actions:
        raise BadInput("seat.decision.actions", "nothing is offered")
    return Seat(title, side, view, decision)


def _tell(out: IO[str], message: dict[str, Any]) -> None:
    out.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
    out.flush()
