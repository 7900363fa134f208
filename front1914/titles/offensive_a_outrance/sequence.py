"""4: the turn: the Allied Player Turn, the German Player Turn, after every third turn the Inter-Phase."""

from __future__ import annotations

import sys
from array import array

from front1914.engine.flow import Step
from front1914.engine.state import Column
from front1914.play import sequence
from front1914.play.sequence import apart, phase
from front1914.titles.offensive_a_outrance.board import BOARD, SIZE
from front1914.titles.offensive_a_outrance.charts import INTER_PHASES
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_LINKS
from front1914.titles.offensive_a_outrance.logistics.depots import gather
from front1914.titles.offensive_a_outrance.manoeuvre.front import refresh_control
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import abandon_positions, grant_rights
from front1914.titles.offensive_a_outrance.nations.belgians import note_surrender
from front1914.titles.offensive_a_outrance.plans import note_achieved
from front1914.titles.offensive_a_outrance.proposals import ROUTINE
from front1914.titles.offensive_a_outrance.railways.bottlenecks import reset
from front1914.titles.offensive_a_outrance.railways.engineering import lose_lines
from front1914.titles.offensive_a_outrance.railways.rail import receive
from front1914.titles.offensive_a_outrance.railways.structures import note_control
from front1914.titles.offensive_a_outrance.railways.triggers import CROSSED, DESTROYED, PONTOON_BRIDGE
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import end_game, score_inter_phase, score_player_turn
from front1914.titles.offensive_a_outrance.world import FOE, SIDES, UNITS

_MOVEMENT = (
    "begin_movement",
    "ships",
    "transports",
    "move",
    "end_movement",
    "assemble",
    "check_stacks",
)  #: 4.2.5, 4.2.6
_ATTACK = ("begin_attacks", "begin_bombardment", "attack")  #: 4.2.7, 4.2.8
TABLE = sequence.Sequence(
    SIDES,
    apart("setup", "Set-up", "4.0"),
    phase(
        *("preliminary", "Preliminary Phase", "4.2.1"),
        *("siege_markers", "return_depots", "returns", "arrivals", "scheduled", "naval_division", "repair_bridges"),
        *("transfers", "special_events", "leave_antwerpen", "garrisons_return", "fortress_repairs", "plans"),
        "activate",
    ),
    phase("attachment", "Attachment Phase", "4.2.2", "leave_oostende", "attachment", "relocate"),
    phase(
        *("supply", "Supply Phase", "4.2.3"),
        *("begin_supply", "second_depot", "lines", "check_depots", "provisions", "shortages", "open_routine"),
    ),
    phase("engineering", "RR Engineering Phase", "4.2.4", "rebuild", "railheads"),
    phase("movement", "Movement Phase", "4.2.5", *_MOVEMENT),
    phase("counter_movement", "Counter Movement Phase", "4.2.6", *_MOVEMENT, other=True),
    phase("attack", "Attack Phase", "4.2.7", *_ATTACK),
    phase("counter_attack", "Counter Attack Phase", "4.2.8", *_ATTACK, other=True),  # 1.1.e
    phase("finishing", "Finishing Phase", "4.2.9", "retirement", "surrenders", "end_of_routines", "score"),
    # nobody's
    apart(
        *("inter", "Inter-Phase", "4.3"),
        *("replacements", "reserves", "allotments", "sortie_points", "score_inter_phase", "end_inter_phase"),
    ),
)
PHASE_NAMES = TABLE.names
_COUNT = len(UNITS)
_ZEROS, _NOTHING = array("b", bytes(_COUNT)), array("h", bytes(2 * _COUNT))
_NOBODY = array("h", [-1] * _COUNT)


def begin_phase(s: OAOState, phase: str) -> None:
    """A new phase: what was remembered for the last one is forgotten; control is looked at anew (B75)."""
    abandon_positions(s)
    s.phase = phase
    s.active = FOE[s.phasing] if TABLE.of[phase].other else s.phasing
    s.spent, s.did, s.target = _ZEROS[:], _NOTHING[:], _NOBODY[:]  # 7.1.1.a
    s.origin = _hexes(s)
    if s.blown[PONTOON_BRIDGE] == CROSSED:  # 24.6
        s.blown[PONTOON_BRIDGE] = 0
    if phase in ("preliminary", "attack", "counter_attack", "finishing"):
        s.ip = array("b", s.ip.tobytes().replace(b"\2", b"\1"))
    refresh_control(s)
    note_control(s)
    lose_lines(s)
    s.tell("phase", phase=phase, side=s.active, turn=s.turn, reveals=True)  # nobody goes back to a finished phase


def _hexes(s: OAOState) -> Column:
    """Where each unit stands, -1 when it is not on the map: of all at once, as one number with 16 bits for each."""
    places = int.from_bytes(s.at.tobytes(), sys.byteorder)
    away = (places + _LIFT) >> 15 & _ONES  # a place that is no hex is lifted into its highest bit
    return array("h", (places | away * 0xFFFF).to_bytes(2 * _COUNT, sys.byteorder))


_ONES = sum(1 << 16 * u for u in range(_COUNT))
_LIFT = (0x8000 - SIZE) * _ONES


class Turn(sequence.Turn):
    """4.1: one turn after the other."""

    rule, table = "4.1", TABLE


class PlayerTurn(sequence.PlayerTurn):
    """4.1, 4.2: a side becomes the Phasing Player; its phases follow."""

    rule, table = "4.1", TABLE

    def begin(self, s: OAOState) -> None:
        s.phasing = s.active


class Phase(sequence.PhaseBegins):
    """4.2: a phase begins. The frame may say that what the routine proposes was accepted."""

    rule, table = "4.2", TABLE

    def run(self, s: OAOState) -> None:
        _, phase, *accepted = s.flow.pop()
        begin_phase(s, phase)
        s.flow += [frame for frame in TABLE.work(phase) if not (accepted and frame[0] in ROUTINE)]


class RepairBridges(Step):
    """4.2.1.c, 7.1.4b: damaged bridges between two hexes of the Phasing Player are repaired."""

    name, rule = "repair_bridges", "7.1.4b"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        held = s.held(s.phasing)
        for number, damaged in enumerate(s.blown):
            if damaged and damaged != DESTROYED:
                a, b = _ends(number)
                if held >> a & 1 and held >> b & 1:
                    s.blown[number] = 0
                    s.tell("repaired", bridge=number)


def _ends(number: int) -> tuple[int, int]:

    return BOARD.links[BRIDGE_LINKS[number]]


class Activate(Step):
    """4.2.1a, 4.2.1a.d: armies and units of both sides that are due this turn become active."""

    name, rule = "activate", "4.2.1a"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for army, turn in enumerate(s.army_active):
            if turn and turn <= s.turn:
                s.army_active[army] = 0
                s.tell("army_active", army=army)
        for u, turn in enumerate(s.inactive):
            if 0 < turn <= s.turn:
                s.inactive[u] = 0


class Score(Step):
    """4.2.9.d, 26.1.1: Victory Points of the Player Turn, and the plans that it achieved."""

    name, rule = "score", "4.2.9"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        score_player_turn(s)
        note_achieved(s)


class EndOfTurn(sequence.EndOfTurn):
    """4.0, 24.4: the end of the game, or of the turn, with an Inter-Phase after every third."""

    rule, table = "4.0", TABLE

    def close(self, s: OAOState) -> None:
        note_surrender(s)
        if s.turn in s.rules.interphases:
            s.flow.append(("inter_phase",))
        elif s.turn >= s.rules.last_turn:
            end_game(s)

    def advance(self, s: OAOState) -> None:
        if s.flow[-1] == ("turn",):
            s.turn += 1


class InterPhase(Step):
    """4.3: the Inter-Phase begins."""

    name, rule = "inter_phase", "4.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        s.phase = "inter"
        s.tell("inter_phase", number=s.rules.interphases[s.turn])
        s.flow += TABLE.work("inter")


class Allotments(Step):
    """4.3.2: Rail Points and rights to build positions are received; old ones are lost (7.7.1, 14.3.4).

    The Final Inter-Phase only scores (B95): the chart has no row for it.
    """

    name, rule = "allotments", "4.3.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        number = s.rules.interphases[s.turn]
        if number > len(INTER_PHASES):
            return
        gather(s, number)
        reset(s)
        receive(s, number)
        grant_rights(s, number)


class ScoreInterPhase(Step):
    """4.3.2: Victory Points of the Inter-Phase."""

    name, rule = "score_inter_phase", "4.3.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        score_inter_phase(s, s.rules.interphases[s.turn])


class EndInterPhase(Step):
    """4.0: the next turn, or the end of the game."""

    name, rule = "end_inter_phase", "4.0"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.turn >= s.rules.last_turn:
            end_game(s)
        else:
            s.turn += 1


STEPS = (
    Turn(),
    PlayerTurn(),
    Phase(),
    RepairBridges(),
    Activate(),
    Score(),
    EndOfTurn(),
    InterPhase(),
    Allotments(),
    ScoreInterPhase(),
    EndInterPhase(),
)
