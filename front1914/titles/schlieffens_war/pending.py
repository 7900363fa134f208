"""Steps that are still to be written; each passes at once. A chapter that brings its step takes it off this list."""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.schlieffens_war.state import SWState


class Pending(Step):
    def __init__(self, name: str) -> None:
        self.name = name  # type: ignore[misc]

    def run(self, s: SWState) -> None:
        s.flow.pop()


STEPS = tuple(Pending(name) for name in ("regroup", "withdrawal_check", "probe", "attack", "administer"))
