"""1914: Germany at War, as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from front1914.engine.accounts import Due, Troop
from front1914.engine.position import Knowledge
from front1914.engine.shapes import Display, Scene
from front1914.engine.state import Frame
from front1914.engine.terms import Objective, Terms
from front1914.engine.title import Title
from front1914.engine.words import Numbers
from front1914.play.briefing import brief
from front1914.play.lessons import Lesson, read_lessons
from front1914.play.prospects import Fits, read_fits
from front1914.titles.germany_at_war import (
    INFO,
    activation,
    attrition,
    goals,
    imagine,
    impetus,
    judgement,
    lens,
    movement,
    orders,
    presentation,
    reinforcements,
    sequence,
    setup,
    view,
)
from front1914.titles.germany_at_war.combat import losses, retreat, segment
from front1914.titles.germany_at_war.position import FORM, complete, faults
from front1914.titles.germany_at_war.state import GWState, blank
from front1914.titles.germany_at_war.stories import STORIES
from front1914.titles.germany_at_war.world import AREAS, BLOCKS, DISC_WORDS, FORTS, SEAT_SIDE, SV, TOKENS


class GermanyAtWar(Title):
    info = INFO
    rules_version = 3  #: 3: the introduction asks for seven places (CHANGELOG.md)
    state = GWState
    attacks_at = {"step": "battle", "action": "tactical", "leaders": max(SV.values())}
    steps = (
        *setup.STEPS,
        *sequence.STEPS,
        *reinforcements.STEPS,
        *activation.STEPS,
        *movement.STEPS,
        *segment.STEPS,
        *retreat.STEPS,
        *losses.STEPS,
        *impetus.STEPS,
        *attrition.STEPS,
    )
    nouns = {
        "unit": BLOCKS,
        "units": BLOCKS,
        "token": TOKENS,
        "area": AREAS,
        "path": AREAS,
        "fort": FORTS,
        "garrison": DISC_WORDS,
        "call": Numbers("number", 1, max(SV.values())),
    }
    verbs: ClassVar[dict[str, str | None]] = {
        "draw": "unit",
        "unit": "unit",
        "to": "area",
        "rail": "area",
        "build": "fort",
        "disc": "garrison",
        "call": "call",
        "tactical": None,
        "surprise": None,
        "strategic": None,
        "pass": None,
        "reveal": None,
        "stop": None,
        "pontoon": None,
        "pioneers": None,
        "foch": None,
        "general": None,
        "spread": None,
        "lots": None,
        "partner": None,
        "done": None,
    }
    stories = STORIES
    judgement: ClassVar[Any] = judgement.JUDGEMENT
    lens: ClassVar[Any] = lens.LENS
    fits: ClassVar[Fits] = read_fits(__package__)
    form = FORM
    hidden = True

    def blank(self, scenario: str, options: Mapping[str, Any]) -> GWState:
        return blank()

    def start(self, scenario: str, options: Mapping[str, Any]) -> GWState:
        s = blank()
        s.scenario, s.options = scenario, options
        setup.begin(s)
        return s

    def read_position(self, position: Mapping[str, Any]) -> GWState:
        s: GWState = super().read_position(position)
        complete(s)
        return s

    def flow_at(self, s: GWState, step: str, side: str) -> list[Frame] | None:
        whole = SEAT_SIDE.get(side)
        if whole is None or side != s.chief(whole):
            return None
        return sequence.flow_at(s, step, whole)

    def scene(self, s: GWState) -> Scene:
        return view.scene(s)

    def show(self, s: GWState, side: str) -> Display:
        return view.show(self, s, side)

    def know(self, s: GWState, side: str) -> Knowledge:
        return view.know(self, s, side)

    def imagine(self, view_: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return imagine.imagine(view_, rng)

    def terms(self, s: GWState, side: str | None = None) -> Terms:
        return goals.terms(s.rules)

    def measure(self, s: GWState, side: str | None = None) -> dict[str, int]:
        return goals.measure(s, side)

    def figures(self, s: GWState) -> dict[str, int]:
        return goals.figures(s)

    def briefing(self, s: GWState, side: str) -> dict[str, Any]:
        return brief(goals.CARDS, s.scenario, SEAT_SIDE.get(side, side), goals.figures(s))

    def lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(__package__, {"unit": BLOCKS, "place": AREAS})

    def objectives(self, s: GWState, terms: Terms) -> list[Objective]:
        return goals.objectives(s, terms)

    def muster(self, s: GWState, side: str | None = None) -> Iterable[Troop]:
        return orders.muster(s, side)

    def when(self, s: GWState, turn: int) -> str:
        return orders.when(turn)

    def calendar(self, s: GWState, side: str | None = None) -> Iterable[Due]:
        return orders.calendar(s)

    def faults(self, s: GWState) -> Iterable[str]:
        return faults(s)

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: GWState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return presentation.overlay(s, side, name, subject)

    def outcome(self, s: GWState) -> str:
        if s.result is not None:
            return f"{s.result.winner}: {s.result.level}"
        return str(s.flow[-1][0])
