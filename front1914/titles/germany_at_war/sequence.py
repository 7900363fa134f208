"""3.0, 7.0: the turn: Reinforcement Phase, Impulses until two Passes in a row, Final Phase.

The flow, bottom first: `turn`, `end_of_turn`, the Final Phase, then `next_impulse`, and above it what is left of the
Impulse. Every segment is a frame; what an Action consists of stands in SEGMENTS.
"""

from __future__ import annotations

from array import array

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.state import Frame
from front1914.kit.bits import members
from front1914.play import sequence
from front1914.play.sequence import apart, phase
from front1914.titles.germany_at_war.activation import candidates
from front1914.titles.germany_at_war.communication import isolation_check
from front1914.titles.germany_at_war.reinforcements import event_frames, pool, release
from front1914.titles.germany_at_war.state import HELD, OFF, OLD, ON_TRACK, GWState
from front1914.titles.germany_at_war.victory import NAMES, final_count
from front1914.titles.germany_at_war.world import COUNT, FOE, MONTHS, SIZE, SV

#: the sequence of play: the phases of a turn and the segments of an Impulse, with the questions that they ask
TABLE = (
    apart("setup", "Set-up", "5.0", "muster", "lot", "post"),
    phase("reinforcement", "Reinforcement Phase", "7.10", "reinforce", "restore", since=2),
    phase("arrival", "Reinforcements", "6.0", "draw", "deploy", "deploy_to"),
    phase("impulse", "Impulse", "3.0", "action"),
    phase("activation", "Activation Segment", "7.2", "activate", "ride"),
    phase("movement", "Movement Segment", "7.4", "orders", "march"),
    phase("combat", "Combat Segment", "7.5", "battles", "battle"),
    phase("impetus", "Impetus Segment", "7.6", "impetus", "impetus_to"),
    phase("final", "Final Phase", "7.9", "attrition", "ruin"),
)
PHASES = {step: line.name for line in TABLE for (step,) in line.work}  #: by question
#: 7.0.c, 7.0.d, 7.3.1.2.c: the segments of an Action, in order; ASKED are those that ask one seat after the other
SEGMENTS: dict[str, tuple[str, ...]] = {
    "tactical": ("activate", "orders", "battles", "impetus", "deactivate"),
    "strategic": ("orders", "battles", "impetus"),
    "call": (),
    "pass": ("orders",),  # 7.8.q
}
ASKED = ("activate", "orders", "impetus")
_ZEROS, _NO_FRONT = array("b", bytes(COUNT)), array("b", bytes(SIZE))


def segment(s: GWState, name: str) -> Frame:
    """The frame of a segment."""
    return (name, s.seats(s.active)) if name in ASKED else (name,)


def segment_frames(s: GWState, action: str, since: str | None = None) -> list[Frame]:
    """The segments of an Action from one of them on, the first one last."""
    names = SEGMENTS[action]
    if since is not None:
        names = names[names.index(since) :]
    return [segment(s, name) for name in reversed(names)]


def base(s: GWState) -> tuple[Frame, ...]:
    """What lies below the Impulses: the turn and the Final Phase, with the Side that has the Initiative: the one that
    held the Disc when the turn began (3.1, ruling B72); in a bare position the one that holds it."""
    return ("turn",), ("end_of_turn",), ("final_phase", s.holder)


def flow_at(s: GWState, step: str, side: str) -> list[Frame] | None:
    """The whole flow when a Side (its first seat) begins a step; None if a bare position cannot tell."""
    if step == "turn":
        return [*base(s)[:1]]
    if step in ("final_phase", "end_of_turn"):
        return [*base(s)[: 3 if step == "final_phase" else 2]]
    if step == "reinforce":
        return [*base(s), ("impulse", s.holder), (step, side)]
    if step == "impulse":
        return [*base(s), (step, side)]
    if step == "action":
        s.active = side
        return [*base(s), ("next_impulse",), (step,)]
    action = s.action or "tactical"
    if step in SEGMENTS[action]:
        s.active, s.action = side, action
        return [*base(s), ("next_impulse",), *segment_frames(s, action, step)]
    if step == "battle" and "battles" in SEGMENTS[action]:
        s.active, s.action = side, action
        return [*base(s), ("next_impulse",), *segment_frames(s, action, "battles"), (step,)]
    return None


class Turn(Step):
    """3.0, 3.1: a turn begins: Reinforcement Phase (not in the first), then the Side with the Disc plays."""

    name, rule = "turn", "3.0"

    def run(self, s: GWState) -> None:
        """1.1.e, 7.10, 3.3.a: the turn is told; who holds the Disc reinforces second."""
        s.impulse, s.passes = 1, 0
        s.tell("turn", turn=s.turn, month=MONTHS[s.turn - 1], side=s.holder)
        s.flow += [*base(s)[1:], ("impulse", s.holder)]  # 3.1.a, 7.0.a
        if s.turn > 1:  # 7.0.b, 7.10.a, 3.0.d
            release(s)
            s.flow += [("reinforce", s.holder), ("reinforce", FOE[s.holder])]  # 7.10.b


class Impulse(Step):
    """7.0.1: an Impulse begins with the Isolation Check; who is contested now is remembered (7.5)."""

    name, rule, frame = "impulse", "7.0", ("",)

    def run(self, s: GWState) -> None:
        """3.2: the Side whose Impulse it is becomes the Phasing Side."""
        s.active = s.flow[-1][1]
        begin_impulse(s)
        s.flow[-1:] = [("next_impulse",), ("action",)]


def begin_impulse(s: GWState) -> None:
    """7.0: what is remembered for an Impulse is forgotten, and the Isolation Check made."""
    s.action, s.surprise, s.leaders, s.used, s.fights = "", 0, 0, 0, 0
    s.acted, s.river, s.impetus = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.front = _NO_FRONT[:]
    for h in members(s.contested()):
        s.front[h] = OLD
    s.battle = OFF
    isolation_check(s, s.active)
    s.tell("impulse", side=s.active, number=s.impulse, reveals=True)  # 3.0: nobody goes back to a finished Impulse


class NextImpulse(Step):
    """3.0, 7.1: the Disc spent for the Action changes hands; two Passes end the Impulses, else the other Side plays."""

    name, rule = "next_impulse", "3.0"

    def run(self, s: GWState) -> None:
        """7.8.e: two Passes one after the other lead on to the Final Phase."""
        if s.disc == ON_TRACK:  # 7.1.m
            give_disc(s)
        s.passes = s.passes + 1 if s.action == "pass" else 0
        s.action, s.surprise = "", 0
        s.flow.pop()
        if s.passes < 2:  # 3.0.c
            s.impulse += 1
            s.flow.append(("impulse", FOE[s.active]))  # 3.0.b, 7.0.a


def give_disc(s: GWState) -> None:
    """1.1.d, 3.3, 7.2.d, ruling B25: the spent Disc goes to the other Side."""
    s.holder, s.disc = FOE[s.holder], HELD
    s.tell("disc", side=s.holder)


class EndOfTurn(sequence.EndOfTurn):
    """3.0, 1.1.e, 1.7: the marker advances; after the last turn the Victory Areas are counted."""

    rule = "3.0"

    def close(self, s: GWState) -> None:
        if s.turn == s.rules.turns:  # 1.2.a, 3.0.e
            final_count(s)


class ChooseAction(Step):
    """3.0.a: what the Phasing Side does with its Impulse; all its Powers do the same (1.5)."""

    name, rule = "action", "3.0"

    def side(self, s: GWState) -> str:
        return s.chief(s.active)

    def prompt(self, s: GWState) -> str:
        return f"{NAMES[s.active]} Impulse {s.impulse}: choose an Action."

    def refuse_tactical(self, s: GWState, _: None) -> Reason | None:
        return None if candidates(s, s.active) else Reason("7.2", "no Leader can be activated")

    def do_tactical(self, s: GWState, _: None) -> None:
        self.begin(s, "tactical")

    def refuse_surprise(self, s: GWState, _: None) -> Reason | None:
        if s.active != "german" or s.turn != 1 or s.impulse != 1:  # 7.2.3.a
            return Reason("7.2.3", "the surprise is for the German Army, in the first Impulse of the first turn")
        if s.holder != "german":
            return Reason("7.2.3", "you do not hold the Initiative Disc")
        return self.refuse_tactical(s, None)

    def do_surprise(self, s: GWState, _: None) -> None:
        """7.2.3: the Disc lies on Luxembourg until the end of the Impulse (rulings B25, B27)."""
        s.surprise, s.disc = 1, ON_TRACK
        s.tell("surprise", side=s.active)
        self.begin(s, "tactical")

    def _no_disc(self, s: GWState) -> Reason | None:
        if s.holder == s.active and s.disc == HELD:  # 7.1.a, 3.3.b
            return None
        return Reason("7.1", "a Strategic Action needs the Initiative Disc")

    def refuse_strategic(self, s: GWState, _: None) -> Reason | None:
        return self._no_disc(s)

    def do_strategic(self, s: GWState, _: None) -> None:
        s.disc = ON_TRACK
        self.begin(s, "strategic")

    def legal_call(self, s: GWState) -> list[int]:
        if self._no_disc(s) is not None:
            return []
        return list(range(1, 1 + min(SV[s.active], len(pool(s, s.active)))))

    def refuse_call(self, s: GWState, count: int) -> Reason | None:
        if (reason := self._no_disc(s)) is not None:
            return reason
        if count > SV[s.active]:
            return Reason("7.1", f"the Strategic Value is {SV[s.active]}")
        return None if count <= len(pool(s, s.active)) else Reason("7.1", "there are not so many blocks in the Pool")

    def do_call(self, s: GWState, count: int) -> None:
        """7.1 B, ruling B32: so many blocks are drawn."""
        s.disc = ON_TRACK
        self.begin(s, "call")
        s.flow += event_frames(s, s.active, count)

    def do_pass(self, s: GWState, _: None) -> None:
        self.begin(s, "pass")

    def begin(self, s: GWState, action: str) -> None:
        s.flow.pop()
        s.action = action
        s.tell("action", side=s.active, action=action)
        s.flow += segment_frames(s, action)


STEPS = (Turn(), Impulse(), NextImpulse(), EndOfTurn(), ChooseAction())
