"""Schlieffen's War, as the engine sees it."""

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
from front1914.titles.schlieffens_war import (
    INFO,
    attrition,
    fog,
    goals,
    imagine,
    judgement,
    lens,
    movement,
    orders,
    presentation,
    regroup,
    reinforcements,
    sequence,
    setup,
    stacking,
    view,
)
from front1914.titles.schlieffens_war.combat import phase as combat
from front1914.titles.schlieffens_war.combat import study
from front1914.titles.schlieffens_war.control import ControlTable
from front1914.titles.schlieffens_war.position import UnitTable, faults, take_ground
from front1914.titles.schlieffens_war.state import SWState, blank
from front1914.titles.schlieffens_war.stories import STORIES
from front1914.titles.schlieffens_war.world import ABSENT, HEXES, LAST_TURN, PLACES, UNITS

MORALE = Words("morale", ["fatigued", "normal", "elan"])
SUPPLY = Words("supply", ["in", "fortress", "out"])
FLAGS = ("marched", "probed", "attacked", "defended", "turned")


class SchlieffensWar(Title):
    info = INFO
    state = SWState
    attacks_at = {"step": "attack"}
    steps = (
        *sequence.STEPS,
        *setup.STEPS,
        *regroup.STEPS,
        *reinforcements.STEPS,
        *movement.STEPS,
        *combat.STEPS,
        *attrition.STEPS,
        *stacking.STEPS,
        *fog.STEPS,
    )
    nouns = {
        "unit": UNITS,
        "units": UNITS,
        "hex": HEXES,
        "to": HEXES,
        "path": HEXES,
        "die": Numbers("die", 1, 6),
        "level": MORALE,
        "supply": SUPPLY,
    }
    verbs: ClassVar[dict[str, str | None]] = {
        "unit": "unit",
        "join": "unit",
        "top": "unit",
        "to": "hex",
        "die": "die",
        "done": None,
        "order": None,
        "stay": None,
        "stop": None,
        "eliminate": None,
        "historical": None,
        "all": None,
        "bef": None,
        "sixth": None,
        "withdraw": None,
        "refuse": None,
        "cancel": None,
        "commit": None,
        "coup": None,
        "artillery": None,
        "retreat": None,
    }
    form = Form(
        scalars={
            "turn": Cell("turn", 1, low=1, high=LAST_TURN),
            "active": Cell("active", "german"),
            "phase": Cell("phase", "setup"),
            "plan17": Cell("plan17", 0),
            "paris": Cell("paris", False),
            "coup": Cell("coup", 1, high=1),
            "withdrawn": Cell("withdrawn", 0, high=2),
            "last_battle": Cell("last_battle", 0),
        },
        tables={
            "units": UnitTable(
                UNITS,
                {
                    "at": Cell("at", ABSENT, PLACES),
                    "steps": Cell("steps", -1, high=4),
                    "morale": Cell("morale", 1, MORALE),
                    "morale_was": Cell("morale_was", 1, MORALE),
                    "supply": Cell("supply", 0, SUPPLY),
                    "order": Cell("order", 0, high=127),
                    "spent": Cell("spent", 0, high=127),
                    **{flag: Cell(flag, 0, high=1) for flag in FLAGS},
                },
            ),
            "control": ControlTable(HEXES, {}),
            "artillery": Table(
                Words("heavy artillery marker", ["1", "2", "3"]), {"": Cell("artillery", 1, high=LAST_TURN + 1)}
            ),
        },
    )
    stories: ClassVar[dict[str, str | Callable[[dict[str, Any]], str]]] = STORIES
    hidden = True
    rules_version = (
        4  #: 2: the findings of the second reading, 3: those of the referee, 4: the introduction (CHANGELOG.md)
    )
    judgement: ClassVar[Any] = judgement.JUDGEMENT
    lens: ClassVar[Any] = lens.LENS
    fits: ClassVar[Fits] = read_fits(__package__)

    def blank(self, scenario: str, options: Mapping[str, Any]) -> SWState:
        return blank()

    def start(self, scenario: str, options: Mapping[str, Any]) -> SWState:
        s = blank()
        s.scenario, s.options = scenario, options
        setup.begin(s)
        return s

    def scene(self, s: SWState) -> Scene:
        return view.scene(s)

    def show(self, s: SWState, side: str) -> Display:
        return view.show(self, s, side)

    def know(self, s: SWState, side: str) -> Knowledge:
        return view.know(self, s, side)

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: SWState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return presentation.overlay(s, side, name, subject)

    def imagine(self, view_: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return imagine.imagine(view_, rng)

    def outcome(self, s: SWState) -> str:
        """The result of an attack, such as 1/2; else what is asked next."""
        if s.last_battle:
            attacker, defender = divmod(s.last_battle - 1, 10)
            return f"{attacker}/{defender}"
        return s.flow[-1][0] if s.flow else "over"

    def assault(self, s: SWState, target: str, units: Sequence[str]) -> Assault:
        return study.assault(s, target, units)

    def terms(self, s: SWState, side: str | None = None) -> Terms:
        return goals.terms(s.rules)

    def measure(self, s: SWState, side: str | None = None) -> dict[str, int]:
        return goals.measure(s, side)

    def figures(self, s: SWState) -> dict[str, int]:
        return goals.figures(s)

    def briefing(self, s: SWState, side: str) -> dict[str, Any]:
        return brief(goals.CARDS, s.scenario, side, goals.figures(s))

    def lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(__package__, {"unit": UNITS, "place": HEXES})

    def objectives(self, s: SWState, terms: Terms) -> list[Objective]:
        return goals.objectives(s, terms)

    def muster(self, s: SWState, side: str | None = None) -> Iterable[Troop]:
        return orders.muster(self, s, side)

    def when(self, s: SWState, turn: int) -> str:
        return orders.when(turn)

    def calendar(self, s: SWState, side: str | None = None) -> Iterable[Due]:
        return orders.calendar(s)

    def faults(self, s: SWState) -> Iterable[str]:
        return faults(s)

    def read_position(self, position: Mapping[str, Any]) -> SWState:
        s: SWState = super().read_position(position)
        take_ground(s)
        return s

    def flow_at(self, s: SWState, step: str, side: str) -> list[Frame] | None:
        return sequence.flow_at(s, step, side)
