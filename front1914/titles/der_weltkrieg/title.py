"""Der Weltkrieg, as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from front1914.engine.accounts import Due, Troop
from front1914.engine.position import Cell, Form, Knowledge, Table
from front1914.engine.shapes import Display, Scene
from front1914.engine.state import Frame
from front1914.engine.terms import Objective, Terms
from front1914.engine.title import Assault, Title
from front1914.engine.words import Numbers, Words
from front1914.play.briefing import brief
from front1914.play.lessons import Lesson, read_lessons
from front1914.play.prospects import Fits, read_fits
from front1914.titles.der_weltkrieg import (
    INFO,
    arms,
    arrivals,
    breakdown,
    corps,
    flotillas,
    goals,
    imagine,
    judgement,
    lens,
    movement,
    orders,
    overlays,
    presentation,
    rail,
    railways,
    recombination,
    sequence,
    setup,
    stacking,
    transfer,
    view,
)
from front1914.titles.der_weltkrieg.board import HEXES, SIDES, TERRAINS
from front1914.titles.der_weltkrieg.combat import phase as combat
from front1914.titles.der_weltkrieg.combat import report, study
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.position import HomeTable, faults
from front1914.titles.der_weltkrieg.state import MODES, MORALES, WORKS, DWState, blank
from front1914.titles.der_weltkrieg.stories import STORIES
from front1914.titles.der_weltkrieg.world import ABSENT, PLACES, UNITS

HOLDERS = Words("holder", ["nobody", "central", "entente"])
FLAGS = ("moved", "attacked", "charged", "retreated", "entrained", "arrived", "strayed", "doomed", "strengthened")


_BLANK = blank()


class DerWeltkrieg(Title):
    info = INFO
    #: 2, 4: second and third reading of the rulebook; 3: what the referee found; 5: narrow hexes (CHANGELOG.md)
    rules_version = 10
    state = DWState
    attacks_at = {"step": "combat"}
    steps = (
        *sequence.STEPS,
        *movement.STEPS,
        *rail.STEPS,
        *railways.STEPS,
        *stacking.STEPS,
        *arrivals.STEPS,
        *recombination.STEPS,
        *breakdown.STEPS,
        *corps.STEPS,
        *transfer.STEPS,
        *flotillas.STEPS,
        *arms.STEPS,
        *combat.STEPS,
    )
    nouns = {
        "unit": UNITS,
        "units": UNITS,
        "other": UNITS,
        "ship": UNITS,
        "hex": HEXES,
        "to": HEXES,
        "path": HEXES,
        "hexside": SIDES,
        "nation": NATIONS,
        "terrain": Words("terrain", TERRAINS),
        "die": Numbers("die", 1, 6),
        "number": Numbers("number", 0, 100),
    }
    verbs: ClassVar[dict[str, str | None]] = {
        "unit": "unit",
        "join": "unit",
        "leave": "unit",
        "split": "unit",
        "merge": "unit",
        "from": "unit",
        "transfer": "unit",
        "part": "unit",
        "to": "hex",
        "repair": "hex",
        "charge": "hex",
        "heir": "nation",
        "die": "die",
        "number": "number",
        "supply": "unit",
        "hq": "unit",
        "hold": "unit",
        "terrain": "terrain",
        "unsupplied": None,
        "aim": None,
        "abandon": None,
        "forts": None,
        "commit": None,
        "stand": None,
        "retreat": None,
        "done": None,
        "cancel": None,
        "corps": None,
        "all": None,
        "column": None,
        "rail": None,
        "detrain": None,
        "stay": None,
        "stop": None,
        "interdict": None,
        "pass": None,
    }
    form = Form(
        scalars={
            "year": Cell("year", 1914, low=1914, high=1918),
            "month": Cell("month", 8, low=1, high=12),
            "turn": Cell("turn", 1, high=7),
            "active": Cell("active", "central"),
            "phase": Cell("phase", "setup"),
            "relieved": Cell("relieved", False),
            "points": Cell("points", 0, low=-9999, high=9999),
            "last_losses": Cell("last_losses", -1, low=-1),
            "last_reply": Cell("last_reply", -1, low=-1),
        },
        tables={
            "units": Table(
                UNITS,
                {
                    "at": Cell("at", ABSENT, PLACES),
                    "strength": Cell("strength", 0, high=99),
                    "supply": Cell("supply", 0, high=100),
                    "spent": Cell("spent", 0, high=2000),
                    "mode": Cell("mode", 0, Words("mode", MODES)),
                    "deeds": Cell("deeds", 0, high=15),
                    "began": Cell("began", -1, HEXES),
                    "hauls": Cell("hauls", 0, high=(1 << len(NATIONS)) - 1),
                    "clock": Cell("clock", 0),
                    "corps": Cell("corps", -1, UNITS),
                    "passed": Cell("passed", 0, high=100),
                    "paid": Cell("paid", 0),
                    **{flag: Cell(flag, 0, high=1) for flag in FLAGS},
                },
            ),
            "hexes": HomeTable(
                HEXES,
                {
                    "holder": Cell("holder", 0, HOLDERS),
                    "operative": Cell("operative", 0, high=1),
                    "network": Cell("network", -1, NATIONS),
                    "work": Cell("work", 0, Words("work", WORKS)),
                    "builder": Cell("builder", 0, HOLDERS),
                    "begun": Cell("begun", 0),
                    "occupied": Cell("occupied", 0, high=1),
                    "struck": Cell("struck", 0, high=1),
                    "bridged": Cell("bridged", 0),
                },
                {"holder": _BLANK.holder, "operative": _BLANK.operative, "network": _BLANK.network},
            ),
            "hexsides": Table(SIDES, {"trains": Cell("trains", 0, high=9), "fallen": Cell("fallen", 0, high=1)}),
            "nations": HomeTable(
                NATIONS,
                {
                    "demoralization": Cell("demoralization", 0),
                    "hauled": Cell("hauled", 0),
                    "capacity": Cell("capacity", 0),
                    "morale": Cell("morale", 0, Words("morale", MORALES)),
                    "assaulted": Cell("assaulted", 0),
                    "war": Cell("war", 1, high=1),
                },
                {"capacity": _BLANK.capacity},
            ),
        },
    )
    hidden = True
    judgement: ClassVar[Any] = judgement.JUDGEMENT
    lens: ClassVar[Any] = lens.LENS
    fits: ClassVar[Fits] = read_fits(__package__)
    stories: ClassVar[dict[str, str | Callable[[dict[str, Any]], str]]] = STORIES

    def blank(self, scenario: str, options: Mapping[str, Any]) -> DWState:
        s: DWState = _BLANK.copy()
        s.scenario, s.options = scenario, options
        return s

    def imagined(self, view: Mapping[str, Any], rng: random.Random) -> DWState:
        found: DWState = self.described(self.imagine(view, rng))
        return found

    def start(self, scenario: str, options: Mapping[str, Any]) -> DWState:
        s = self.blank(scenario, options)
        setup.equip(s)
        setup.begin(s)
        return s

    def outcome(self, s: DWState) -> str:
        """The losses of the last Combat, the defender's first; else what is asked next."""
        return report.outcome(s)

    def assault(self, s: DWState, target: str, units: Sequence[str]) -> Assault:
        return study.assault(s, target, units)

    def scene(self, s: DWState) -> Scene:
        return view.scene(s)

    def show(self, s: DWState, side: str) -> Display:
        return view.show(self, s, side)

    def know(self, s: DWState, side: str) -> Knowledge:
        return view.know(self, s, side)

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: DWState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return overlays.overlay(s, side, name, subject)

    def imagine(self, view_: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return imagine.imagine(view_, rng)

    def turn(self, s: DWState) -> int:
        return goals.turn(s)

    def terms(self, s: DWState, side: str | None = None) -> Terms:
        return goals.terms(s, side)

    def measure(self, s: DWState, side: str | None = None) -> dict[str, int]:
        return goals.measure(s, side)

    def figures(self, s: DWState) -> dict[str, int]:
        return goals.figures(s)

    def briefing(self, s: DWState, side: str) -> dict[str, Any]:
        return brief(goals.CARDS, s.scenario, side, goals.figures(s))

    def lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(__package__, {"unit": UNITS, "place": HEXES})

    def objectives(self, s: DWState, terms: Terms) -> list[Objective]:
        return goals.objectives(s, terms)

    def muster(self, s: DWState, side: str | None = None) -> Iterable[Troop]:
        return orders.muster(s)

    def when(self, s: DWState, turn: int) -> str:
        return orders.when(s, turn)

    def calendar(self, s: DWState, side: str | None = None) -> Iterable[Due]:
        return orders.calendar(s)

    def faults(self, s: DWState) -> Iterable[str]:
        return faults(s)

    def flow_at(self, s: DWState, step: str, side: str) -> list[Frame] | None:
        return sequence.TABLE.flow_at(s, step, side)
