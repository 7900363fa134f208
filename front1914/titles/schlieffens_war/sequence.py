"""5.0: the turn: German player turn, Entente player turn, End of Turn Phase.

The flow at any moment, bottom first: `turn`, then what is left of the turn (`end_of_turn`, a `player_turn` to come,
`phase` frames to come), then what is left of the phase (its work, then `stacking`). Each phase names its work in WORK;
every phase ends with the stacking check of 6.5.
"""

from __future__ import annotations

from array import array

from front1914.engine.flow import Step
from front1914.engine.state import Frame
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.victory import end_of_turn
from front1914.titles.schlieffens_war.world import FOE, UNITS

PHASES = ("regroup", "movement", "combat", "administrative")
PHASE_NAMES = {
    "setup": "Set-up",
    "regroup": "Regroup & Reinforcement",
    "movement": "Movement",
    "combat": "Combat",
    "administrative": "Administrative",
    "end": "End of Turn",
}
#: what is done in each phase, in order, before its stacking check
WORK: dict[str, tuple[Frame, ...]] = {
    "regroup": (("regroup", 1),),
    "movement": (("move",), ("rest",)),
    "combat": (("combat", 0), ("reorder",)),
    "administrative": (("administer",),),
}
#: questions that are asked while the work of a phase goes on, and how far it has got then
ASKED: dict[str, Frame] = {
    "rally": ("regroup", 1),
    "recover": ("regroup", 2),
    "return": ("regroup", 3),
    "probe": ("combat", 0),
    "attack": ("combat", 1),
}
_ZEROS = array("b", bytes(len(UNITS)))


def begin_phase(s: SWState, phase: str) -> None:
    """A new phase: what was remembered of units for the last one is forgotten."""
    s.phase, s.last_battle = phase, 0
    s.morale_was = s.morale[:]
    s.spent, s.marched, s.turned = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.probed, s.attacked, s.defended = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.tell("phase", phase=phase, side=s.active, turn=s.turn, reveals=True)  # 5.0: nobody goes back to a finished phase


def phase_frames(phase: str) -> list[Frame]:
    """The work of a phase and its stacking check (6.1), the first thing last."""
    return [("stacking", ()), *reversed(WORK[phase])]


def player_turn_frames(s: SWState, after: str | None = None) -> list[Frame]:
    """The phases of a player turn that come after one, or all; Turn 1 has no Regroup & Reinforcement Phase (5.1)."""
    phases = PHASES[PHASES.index(after) + 1 :] if after else PHASES
    return [("phase", phase) for phase in reversed(phases) if s.turn > 1 or phase != "regroup"]


def flow_in_phase(s: SWState, side: str, phase: str) -> list[Frame]:
    """The whole flow when the side is about to begin the work of a phase."""
    flow: list[Frame] = [("turn",), ("end_of_turn",)]
    if side == "german":
        flow.append(("player_turn", FOE[side]))
    return [*flow, *player_turn_frames(s, phase), *phase_frames(phase)]


class Turn(Step):
    """5.0: one turn after the other."""

    name, rule = "turn", "5.0"

    def run(self, s: SWState) -> None:
        s.tell("turn", turn=s.turn)
        s.flow += [("end_of_turn",), ("player_turn", "entente"), ("player_turn", "german")]


class PlayerTurn(Step):
    """5.0, 5.1: the side becomes active; its phases follow."""

    name, rule, frame = "player_turn", "5.1", ("",)

    def run(self, s: SWState) -> None:
        s.active = s.flow.pop()[1]
        s.flow += player_turn_frames(s)


class Phase(Step):
    """5.1: a phase begins."""

    name, rule, frame = "phase", "5.1", ("",)

    def run(self, s: SWState) -> None:
        phase = s.flow.pop()[1]
        begin_phase(s, phase)
        s.flow += phase_frames(phase)


class EndOfTurn(Step):
    """5.6: victory is tested, else the turn marker advances."""

    name, rule = "end_of_turn", "5.6"

    def run(self, s: SWState) -> None:
        s.flow.pop()
        s.phase = "end"
        end_of_turn(s)
        if s.result is None:
            s.turn += 1


STEPS = (Turn(), PlayerTurn(), Phase(), EndOfTurn())
