"""The Ford, as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from front1914.engine.position import Cell, Form, Knowledge, Table
from front1914.engine.shapes import Display, Scene
from front1914.engine.state import Frame
from front1914.engine.title import Title
from front1914.engine.words import Numbers
from tests.ford import INFO, combat, imagine, judgement, lens, movement, presentation, sequence, setup
from tests.ford.state import FordState, blank
from tests.ford.world import HEXES, OFF, RIVER, SIDE_OF, STACK, STEPS, UNITS


class Ford(Title):
    info = INFO
    state = FordState
    steps = (*sequence.STEPS, *setup.STEPS, *movement.STEPS, *combat.STEPS)
    nouns = {
        "unit": UNITS,
        "units": UNITS,
        "hex": HEXES,
        "to": HEXES,
        "path": HEXES,
        "die": Numbers("die", 1, 6),
    }
    verbs = {
        "unit": "unit",
        "draw": "unit",
        "to": "hex",
        "die": "die",
        "pass": None,
        "done": None,
        "stay": None,
        "commit": None,
        "cancel": None,
        "stand": None,
    }
    stories = {
        "turn": "Turn {turn}: {side} moves.",
        "veteran": "{unit} is a veteran.",
        "mined": "The ford {hex} is mined.",
        "march": "{unit} marches to {to}.",
        "mine": "{unit} strikes a mine in {hex}.",
        "attack": "{units} attack {hex}.",
        "shown": lambda e: f"{e['unit']} is " + ("a veteran." if e["veteran"] else "green."),
        "clash": "A {die} on the die at {odds} decides the attack on {hex}.",
        "loss": "{unit} loses a step and has {left} left.",
        "retreat": "{units} retreat to {to}.",
    }
    form = Form(
        scalars={
            "turn": Cell("turn", 1, low=1, high=6),
            "active": Cell("active", "blue"),
            "phase": Cell("phase", "setup"),
            "mined": Cell("mined", OFF, HEXES),
        },
        tables={
            "units": Table(
                UNITS,
                {
                    "at": Cell("at", OFF, HEXES),
                    "steps": Cell("steps", max(STEPS), high=max(STEPS)),
                    "veteran": Cell("veteran", 0, high=1),
                    "known": Cell("known", 0, high=1),
                    "moved": Cell("moved", 0, high=1),
                    "fought": Cell("fought", 0, high=1),
                },
            )
        },
    )
    hidden = True
    judgement: ClassVar[Any] = judgement.JUDGEMENT
    lens: ClassVar[Any] = lens.LENS

    def blank(self, scenario: str, options: Mapping[str, Any]) -> FordState:
        return blank()

    def start(self, scenario: str, options: Mapping[str, Any]) -> FordState:
        s = blank()
        s.scenario, s.options = scenario, options
        setup.begin(s)
        return s

    def flow_at(self, s: FordState, step: str, side: str) -> list[Frame] | None:
        return sequence.TABLE.flow_at(s, step, side)

    def scene(self, s: FordState) -> Scene:
        return presentation.scene(s)

    def show(self, s: FordState, side: str) -> Display:
        return presentation.show(s, side)

    def know(self, s: FordState, side: str) -> Knowledge:
        return imagine.know(self, s, side)

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: FordState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return presentation.overlay(s, side, name, subject)

    def imagine(self, view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return imagine.imagine(view, rng)

    def faults(self, s: FordState) -> Iterable[str]:
        if s.occupied("blue") & s.occupied("red"):
            yield "both sides stand in one hex"
        for u in UNITS.numbers:
            if s.at[u] != OFF and not s.steps[u]:
                yield f"{UNITS[u]} stands on the map without a step"
            if s.at[u] != OFF and len(s.units_in(s.at[u], SIDE_OF[u])) > STACK:
                yield f"more than {STACK} units in {HEXES[s.at[u]]}"
        if s.mined != OFF and not RIVER >> s.mined & 1:
            yield "a mine outside the fords"
        if not 1 <= s.turn <= s.rules.last_turn or s.phase not in sequence.TABLE.names:
            yield "no such moment"

    def outcome(self, s: FordState) -> str:
        return s.flow[-1][0] if s.flow else "over"
