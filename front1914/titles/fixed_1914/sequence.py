"""SP: the turn: the German player turn, the Allied player turn, the end of the turn.

The flow at any moment, bottom first: `turn`, then what is left of the turn (`end_of_turn`, a `player_turn` to come,
`phase` frames to come), then what is left of the phase. Each phase names its work in WORK.
"""

from __future__ import annotations

from array import array

from front1914.engine.flow import Step
from front1914.engine.state import Frame
from front1914.titles.fixed_1914.board import RAIL_NODES, RING, SIZE
from front1914.titles.fixed_1914.neutrality import note_occupation
from front1914.titles.fixed_1914.state import BEGAN, NOT_FOUGHT, FXState
from front1914.titles.fixed_1914.victory import end_of_turn
from front1914.titles.fixed_1914.world import FOE, OWN, UNITS

PHASES = ("reinforcement", "movement", "combat", "supply")
PHASE_NAMES = {
    "setup": "Set-up",
    "reinforcement": "Reinforcement and Replacement",
    "movement": "Movement",
    "combat": "Combat",
    "supply": "Supply",
    "end": "End of the turn",
}
#: what is done in each phase, in order
WORK: dict[str, tuple[Frame, ...]] = {
    "reinforcement": (("replacements",), ("expedition",), ("arrivals", 0, 0)),
    "movement": (("move",), ("stacking",)),
    "combat": (("combat",), ("stacking",)),
    "supply": (("supply",),),
}
_ZEROS = array("b", bytes(len(UNITS)))
_UNUSED = array("b", bytes(len(RAIL_NODES)))
_NOBODY = array("h", [NOT_FOUGHT] * len(UNITS))


def begin_phase(s: FXState, phase: str) -> None:
    """A new phase: what was remembered of units for the last one is forgotten."""
    s.phase, s.last_battle = phase, 0
    s.spent, s.moved, s.turned = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.attacked, s.defended, s.against = _ZEROS[:], _ZEROS[:], _NOBODY[:]
    s.near = _ZEROS[:]
    live = s.ground(FOE[s.active]).live
    for u in OWN[s.active]:
        if s.at[u] < SIZE and RING[s.at[u]] & live:
            s.near[u] = BEGAN
    s.tell("phase", phase=phase, side=s.active, turn=s.turn, reveals=True)  # nobody goes back to a finished phase


def player_turn_frames(after: str | None = None) -> list[Frame]:
    """The phases of a player turn that come after one, or all."""
    phases = PHASES[PHASES.index(after) + 1 :] if after else PHASES
    return [("phase", phase) for phase in reversed(phases)]


def flow_in_phase(side: str, phase: str) -> list[Frame]:
    """The whole flow when the side is about to begin the work of a phase."""
    flow: list[Frame] = [("turn",), ("end_of_turn",)]
    if side == "german":
        flow.append(("player_turn", FOE[side]))
    return [*flow, *player_turn_frames(phase), ("phase_end",), *reversed(WORK[phase])]


class Turn(Step):
    """SP-0, SP-7: one turn after the other; at the start of the last one its being the last is told (GT-2)."""

    name, rule = "turn", "SP-0"

    def run(self, s: FXState) -> None:
        s.tell("turn", turn=s.turn)
        if s.turn == s.last_turn:
            s.tell("last_turn", turn=s.turn, reveals=True)
        s.flow += [("end_of_turn",), ("player_turn", "allied"), ("player_turn", "german")]


class PlayerTurn(Step):
    """SP-1, SP-4: the side becomes active; its phases follow."""

    name, rule, frame = "player_turn", "SP-1", ("",)

    def run(self, s: FXState) -> None:
        s.active = s.flow.pop()[1]
        s.used, s.replaced = _UNUSED[:], _ZEROS[:]
        s.trains = array("b", bytes(len(s.trains)))
        s.flow += player_turn_frames()


class Phase(Step):
    """SP: a phase begins."""

    name, rule, frame = "phase", "SP-1", ("",)

    def run(self, s: FXState) -> None:
        phase = s.flow.pop()[1]
        begin_phase(s, phase)
        s.flow += [("phase_end",), *reversed(WORK[phase])]


class PhaseEnd(Step):
    """B-20: at the end of a German phase, who stands in the four Belgian places is noted."""

    name, rule = "phase_end", "BN-2"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        if s.active == "german":
            note_occupation(s)


class EndOfTurn(Step):
    """SP-7: victory is tested, else the turn marker advances."""

    name, rule = "end_of_turn", "SP-7"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        s.phase = "end"
        end_of_turn(s)
        if s.result is None:
            s.turn += 1


STEPS = (Turn(), PlayerTurn(), Phase(), PhaseEnd(), EndOfTurn())
