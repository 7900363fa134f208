"""How the server says no."""

from __future__ import annotations

from typing import Any

from front1914 import BadInput, BadSave, FrontError, IllegalAction, UnknownTitle


class Refused(Exception):
    """A request that changes nothing, with the status, the place and the reason (docs/protocol.md, "Errors")."""

    def __init__(self, status: int, place: str, reason: str, rule: str = "", **more: Any) -> None:
        super().__init__(f"{place}: {reason}")
        self.status = status
        self.error: dict[str, Any] = {"place": place, "reason": reason, "rule": rule, **more}


def refusal(no: FrontError) -> Refused:
    """What the engine refuses, for the wire."""
    if isinstance(no, IllegalAction):
        return Refused(409, "action", no.reason.text, no.reason.rule)
    if isinstance(no, UnknownTitle):
        return Refused(404, no.place, no.reason)
    if isinstance(no, BadSave):
        return Refused(422, no.place, no.reason)
    if isinstance(no, BadInput):
        return Refused(422, no.place, no.reason)
    return Refused(409, "game", str(no))
