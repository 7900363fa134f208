"""Questions that are put as long as there is something to answer."""

from __future__ import annotations

from typing import Any

from front1914.engine.flow import Step
from front1914.engine.state import Frame


class AsLongAs(Step):
    """Puts a question, again and again, as long as there is something to decide; then it is over.

    Its frame lies under that of the question, which removes only itself when it has been answered. So attacks are
    made one after the other while anybody can attack, and hexes with too many units are settled until none is left.
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
