"""Questions that are put as long as there is something to answer."""

from __future__ import annotations

from typing import Any

from front1914.engine.flow import Step
from front1914.engine.state import Frame


class AsLongAs(Step):
    """Puts a question, again and again, as long as there is something to decide; then it is over.

    It lies under its question, which takes only its own frame away when it has been answered. So attacks are made one
    after the other while anybody can attack, and hexes with too many units are looked at until there is none.
    """

    def run(self, s: Any) -> None:
        question = self.question(s)
        if question is None:
            s.flow.pop()
        else:
            s.flow.append(question)

    def question(self, s: Any) -> Frame | None:
        """The frame of the next question, None if there is nothing left to ask."""
        raise NotImplementedError
