"""5: the month: a Monthly Special Turn, then seven turns of four Central and four Entente phases.

The AT_ and AFTER_ tuples name functions that run when something begins or ends. Each chapter enters its own there.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from front1914.engine.flow import Step
from front1914.play import sequence
from front1914.play.sequence import apart, phase
from front1914.titles.der_weltkrieg import corps, east, railways, victory
from front1914.titles.der_weltkrieg.board import BOARD, SIZE
from front1914.titles.der_weltkrieg.combat import phase as combat
from front1914.titles.der_weltkrieg.combat import trenches
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import COUNT, SPAN

TABLE = sequence.Sequence(
    ("central", "entente"),
    apart("setup", "Set-up", "4.1"),
    apart("special", "Monthly Special Turn", "5.2", "completion", "initiation"),
    phase(
        *("reinforcement", "Reinforcement Arrival", "5.5"),
        *("staffs", "withdrawals", "arrivals", "income", "overstack"),
    ),
    phase("movement", "Movement", "5.6", "move", "absorb", "rebuild", "overstack"),
    phase("combat", "Combat", "5.7", "sieges", "river_battles", "combat", "overstack"),
    phase("recombination", "Replacement and Recombination", "5.8", "arms", "recombine", "overstack"),
    apart("end", "End of the turn", "5.9"),
    closing=(("phase_end",),),
    ending=(("half_end",),),
    player_turn="half",
)
PHASE_NAMES = TABLE.names
TURNS = 7  #: 5.1
Hook = Callable[[DWState], None]

AT_TURN: tuple[Hook, ...] = (trenches.spring_of_1915,)  #: a turn begins
AT_HALF: tuple[Hook, ...] = (combat.begin_half,)  #: the half turn of `s.active` begins
AT_PHASE: tuple[Hook, ...] = (trenches.at_movement,)  #: the phase `s.phase` of `s.active` begins, before its frames
AFTER_PHASE: tuple[Hook, ...] = (
    combat.end_phase,
    railways.lose_capacity,
    railways.strand,
    corps.dissolve,
    victory.after_phase,
)  #: the frames of the phase are done
AFTER_HALF: tuple[Hook, ...] = (combat.end_half,)
AFTER_TURN: tuple[Hook, ...] = (
    railways.dig_out,
    east.crumble,
    victory.after_turn,
)  #: after the Entente's last phase; may end the game (`s.finish`)

_UNITS = array("b", bytes(COUNT))
_SHORTS = array("h", bytes(2 * COUNT))
_INTS = array("i", bytes(4 * COUNT))
_HEXES = array("b", bytes(SIZE))
_HEX_SHORTS = array("h", bytes(2 * SIZE))
_SIDES = array("b", bytes(len(BOARD.links)))
_NATIONS = array("h", bytes(2 * len(NATIONS)))


def call(s: DWState, hooks: tuple[Hook, ...]) -> None:
    """Runs hooks until one of them ends the game."""
    for hook in hooks:
        if s.result is None:
            hook(s)


def begin_turn(s: DWState) -> None:
    """A new turn: what was remembered for one turn is forgotten."""
    s.deeds, s.arrived, s.hauls, s.hauled = _UNITS[:], _UNITS[:], _INTS[:], _NATIONS[:]


def begin_phase(s: DWState, phase: str) -> None:
    """A new phase: what was remembered for one phase is forgotten (6-8: unused points among it)."""
    s.phase = phase
    s.spent, s.mode, s.moved, s.strayed = _SHORTS[:], _UNITS[:], _UNITS[:], _UNITS[:]
    s.attacked, s.charged, s.retreated, s.passed = _UNITS[:], _UNITS[:], _UNITS[:], _UNITS[:]
    s.struck, s.bridged, s.trains = _HEXES[:], _HEX_SHORTS[:], _SIDES[:]
    if phase == "movement":
        span = SPAN[s.active]
        began = [-1] * COUNT
        began[span] = [place if place < SIZE else -1 for place in s.at[span]]
        s.began = array("h", began)
        railways.take_positions(s)
    s.tell("phase", phase=phase, side=s.active, reveals=True)  # nobody goes back to a finished phase


class Turn(sequence.Turn):
    """5.1, 5.4: one turn after the other; the turn 0 of a month is its Special Turn."""

    rule, table = "5.1", TABLE

    def run(self, s: DWState) -> None:
        begin_turn(s)
        s.tell("turn", year=s.year, month=s.month, turn=s.turn)
        s.flow += TABLE.turn() if s.turn else [("end_of_turn",), ("phase", "special")]
        call(s, AT_TURN)


class Half(sequence.PlayerTurn):
    """5.4: the side becomes the phasing one; its four phases follow."""

    name, rule, table = "half", "5.4", TABLE

    def begin(self, s: DWState) -> None:
        call(s, AT_HALF)


class Phase(sequence.PhaseBegins):
    """5.5 to 5.8: a phase begins."""

    rule, table = "5.4", TABLE

    def run(self, s: DWState) -> None:
        super().run(s)
        call(s, AT_PHASE)

    def begin(self, s: DWState, id: str) -> None:
        if id == "special":
            s.active = "central"
        begin_phase(s, id)


class PhaseEnd(Step):
    """5.4: a phase is over."""

    name, rule = "phase_end", "5.4"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        call(s, AFTER_PHASE)


class HalfEnd(Step):
    """5.4: the phases of a side are over."""

    name, rule = "half_end", "5.4"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        call(s, AFTER_HALF)


class EndOfTurn(sequence.EndOfTurn):
    """5.9: the turn marker advances; after the seventh turn the month does."""

    rule, table = "5.9", TABLE

    def close(self, s: DWState) -> None:
        s.phase = "end"
        if s.turn:
            call(s, AFTER_TURN)

    def advance(self, s: DWState) -> None:
        advance(s)


def advance(s: DWState) -> None:
    """5.9: the next turn, or the Special Turn of the next month."""
    s.turn += 1
    if s.turn > TURNS:
        s.turn = 0
        s.month += 1
        if s.month > 12:
            s.month, s.year = 1, s.year + 1


STEPS = (Turn(), Half(), Phase(), PhaseEnd(), HalfEnd(), EndOfTurn())
