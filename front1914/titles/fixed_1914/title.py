"""1914 - Fixed, as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from front1914.engine.accounts import Due, Troop
from front1914.engine.position import Cell, Form, Knowledge, Table
from front1914.engine.shapes import Display, Scene
from front1914.engine.state import Frame
from front1914.engine.terms import Objective, Terms
from front1914.engine.title import Title
from front1914.engine.words import Numbers, Words
from front1914.play.briefing import brief
from front1914.play.lessons import Lesson, read_lessons
from front1914.play.prospects import Fits, read_fits
from front1914.titles.fixed_1914 import (
    INFO,
    allocation,
    arrivals,
    banks,
    crowding,
    deployment,
    displacement,
    expedition,
    forced,
    goals,
    imagine,
    judgement,
    landwehr,
    lens,
    movement,
    order,
    orders,
    overlays,
    presentation,
    rail,
    replacements,
    sequence,
    setup,
    supply,
    view,
    war,
)
from front1914.titles.fixed_1914.board import BANKS, HEXES, NEUTRALS, RAIL_NODES
from front1914.titles.fixed_1914.combat import phase as combat
from front1914.titles.fixed_1914.combat.table import CODES
from front1914.titles.fixed_1914.position import faults
from front1914.titles.fixed_1914.scenarios import PLANS
from front1914.titles.fixed_1914.state import BOX_NAMES, NOT_FOUGHT, FXState, blank
from front1914.titles.fixed_1914.stories import STORIES
from front1914.titles.fixed_1914.world import ABSENT, BLANKS, PLACES, UNITS

BOXES = Words(
    "box", BOX_NAMES, {"coln": "Cöln", "metz": "Metz", "strasburg": "Strassburg", "russia": "the Russian front"}
)
HOLDERS = Words("holder", ["home", "german", "allied"])
FLAGS = ("hidden", "supply", "moved", "attacked", "defended", "replaced")


class Fixed1914(Title):
    info = INFO
    rules_version = 7  #: 2, 6: readings of the rulebook; 3 to 5: what the referee found; 7: Lorraine without IX Corps
    state = FXState
    attacks_at = {"step": "combat"}
    steps = (
        *sequence.STEPS,
        *setup.STEPS,
        *allocation.STEPS,
        *deployment.STEPS,
        *banks.STEPS,
        *replacements.STEPS,
        *expedition.STEPS,
        *arrivals.STEPS,
        *movement.STEPS,
        *displacement.STEPS,
        *combat.STEPS,
        *forced.STEPS,
        *rail.STEPS,
        *landwehr.STEPS,
        *order.STEPS,
        *crowding.STEPS,
        *supply.STEPS,
        *war.STEPS,
    )
    nouns = {
        "unit": UNITS,
        "units": UNITS,
        "defenders": UNITS,
        "hex": HEXES,
        "to": HEXES,
        "path": HEXES,
        "die": Numbers("die", 1, 6),
        "bank": BANKS,
        "box": BOXES,
        "number": Numbers("number", 0, len(BLANKS)),
        "plan": PLANS,
        "rail": RAIL_NODES,
        "country": Words("country", NEUTRALS),
    }
    verbs: ClassVar[dict[str, str | None]] = {
        "unit": "unit",
        "join": "unit",
        "top": "unit",
        "bottom": "unit",
        "show": "unit",
        "split": "unit",
        "merge": "unit",
        "against": "unit",
        "above": "unit",
        "under": "unit",
        "to": "hex",
        "force": "hex",
        "invade": "hex",
        "bank": "bank",
        "box": "box",
        "blanks": "number",
        "plan": "plan",
        "upgrade": "unit",
        "extra": "hex",
        "die": "die",
        "done": None,
        "stay": None,
        "stop": None,
        "go": None,
        "rail": None,
        "line": None,
        "war": None,
        "order": None,
        "regroup": None,
        "cancel": None,
        "guns": None,
        "italians": None,
        "eliminate": None,
        "commit": None,
        "retreat": None,
        "stand": None,
    }
    form = Form(
        scalars={
            "turn": Cell("turn", 1, low=1, high=32),
            "active": Cell("active", "german"),
            "phase": Cell("phase", "setup"),
            "last_battle": Cell("last_battle", 0, high=6),
            "released": Cell("released", False),
            "upgrades": Cell("upgrades", 0, high=2),
            "extra": Cell("extra", 0, high=2),
        },
        tables={
            "units": Table(
                UNITS,
                {
                    "at": Cell("at", ABSENT, PLACES),
                    "step": Cell("step", 0, high=9),
                    "order": Cell("order", 0, high=127),
                    "bank": Cell("bank", 0, BANKS),
                    "box": Cell("box", 0, BOXES),
                    "spent": Cell("spent", 0, high=127),
                    "turned": Cell("turned", 0, high=7),
                    "near": Cell("near", 0, high=3),
                    "against": Cell("against", NOT_FOUGHT, HEXES),
                    **{flag: Cell(flag, 0, high=1) for flag in FLAGS},
                },
            ),
            "control": Table(HEXES, {"": Cell("holder", 0, HOLDERS)}),
            "invaded": Table(Words("country", NEUTRALS), {"": Cell("invaded", 0, high=32)}),
            "taken": Table(Words("place", ["capital", "fortress"]), {"": Cell("taken", 0, high=32)}),
            "rails": Table(RAIL_NODES, {"": Cell("used", 0, high=1)}),
            "trains": Table(Words("quota", rail.QUOTAS), {"": Cell("trains", 0, high=9)}),
            "factors": Table(Words("nation", ["german", "french", "british"]), {"": Cell("factors", 0, high=9)}),
            "lost": Table(Words("side", ["german", "allied"]), {"": Cell("lost", 0, high=127)}),
        },
    )
    stories: ClassVar[dict[str, str | Callable[[dict[str, Any]], str]]] = STORIES
    hidden = True
    judgement: ClassVar[Any] = judgement.JUDGEMENT
    lens: ClassVar[Any] = lens.LENS
    fits: ClassVar[Fits] = read_fits(__package__)

    def blank(self, scenario: str, options: Mapping[str, Any]) -> FXState:
        return blank()

    def imagined(self, view: Mapping[str, Any], rng: random.Random) -> FXState:
        found: FXState = self.described(self.imagine(view, rng))
        return found

    def start(self, scenario: str, options: Mapping[str, Any]) -> FXState:
        s = blank()
        s.scenario, s.options = scenario, options
        setup.begin(s)
        return s

    def scene(self, s: FXState) -> Scene:
        return view.scene(s)

    def show(self, s: FXState, side: str) -> Display:
        return view.show(self, s, side)

    def know(self, s: FXState, side: str) -> Knowledge:
        return view.know(self, s, side)

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: FXState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return overlays.overlay(s, side, name, subject)

    def imagine(self, view_: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return imagine.imagine(view_, rng)

    def outcome(self, s: FXState) -> str:
        """The result of an attack, such as 1/0; else what is asked next."""
        if s.last_battle:
            return CODES[s.last_battle - 1]
        return s.flow[-1][0] if s.flow else "over"

    def terms(self, s: FXState, side: str | None = None) -> Terms:
        return goals.terms(s, side)

    def measure(self, s: FXState, side: str | None = None) -> dict[str, int]:
        return goals.measure(s, side)

    def figures(self, s: FXState) -> dict[str, int]:
        return goals.figures(s)

    def briefing(self, s: FXState, side: str) -> dict[str, Any]:
        return brief(goals.CARDS, s.scenario, side, goals.figures(s))

    def lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(__package__, {"unit": UNITS, "place": HEXES})

    def objectives(self, s: FXState, terms: Terms) -> list[Objective]:
        return goals.standing(s, terms)

    def muster(self, s: FXState, side: str | None = None) -> Iterable[Troop]:
        return orders.muster(s, side)

    def when(self, s: FXState, turn: int) -> str:
        return orders.when(turn)

    def calendar(self, s: FXState, side: str | None = None) -> Iterable[Due]:
        return orders.calendar(s, side)

    def faults(self, s: FXState) -> Iterable[str]:
        return faults(s)

    def flow_at(self, s: FXState, step: str, side: str) -> list[Frame] | None:
        flow = sequence.TABLE.flow_at(s, step, side)
        if step == "replacements":  # the turn begins: who is beside an enemy now began it there (RP-9)
            sequence.note_neighbours(s)
        return flow
