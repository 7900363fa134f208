"""All as the staff proposes: one word instead of the routine questions of the Attachment and Supply Phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from front1914.titles.offensive_a_outrance.state import OAOState

if TYPE_CHECKING:
    from front1914.engine.errors import Reason

#: questions whose proposal can be taken unseen, and whether one is asked
ROUTINE = ("areas", "organising", "organise", "relocate", "second_depot", "lines", "tracks", "port_line")
ACCEPTED = 1  #: in the frame of a phase: its routine questions are not asked


class AsProposed:
    """A step whose `done` takes what is proposed: `accept` does so, and for the routine questions that follow."""

    def refuse_accept(self, s: OAOState, _: None) -> Reason | None:
        refuse: Any = getattr(self, "refuse_done", None)
        found: Reason | None = None if refuse is None else refuse(s, None)
        return found

    def do_accept(self, s: OAOState, _: None) -> None:
        """The rest as proposed."""
        done: Any = getattr(self, "do_done")  # noqa: B009 - the step has it, this mixin does not
        done(s, None)
        while s.flow[-1][0] in ROUTINE:
            s.flow.pop()
        for i, frame in enumerate(s.flow):
            if frame == ("phase", "supply"):
                s.flow[i] = ("phase", "supply", ACCEPTED)
