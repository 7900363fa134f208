"""1914 Offensive a outrance, as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from front1914.engine.accounts import Due, Troop
from front1914.engine.position import Knowledge
from front1914.engine.shapes import Display, Scene
from front1914.engine.state import Frame, News
from front1914.engine.terms import Objective, Terms
from front1914.engine.title import Title
from front1914.engine.words import Numbers, Words
from front1914.play.briefing import brief
from front1914.play.lessons import Lesson, read_lessons
from front1914.play.prospects import Fits, read_fits
from front1914.titles.offensive_a_outrance import INFO, goals, lens, plans, sequence, setup, victory
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.combat import phase as combat
from front1914.titles.offensive_a_outrance.command import imagine, judgement
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_WORDS
from front1914.titles.offensive_a_outrance.dice import PAIRS, SUMS
from front1914.titles.offensive_a_outrance.logistics import bases, depots, provisions
from front1914.titles.offensive_a_outrance.manoeuvre import (
    cavalry,
    entry,
    forts,
    marches,
    marching,
    movement,
    repulse,
    retreat,
    stacking,
    straddle,
)
from front1914.titles.offensive_a_outrance.nations import belgians, belgien, eastern
from front1914.titles.offensive_a_outrance.organisation import (
    armies,
    attachment,
    combinations,
    demoralised,
    losses,
    overlap,
    reinforcements,
    replacements,
)
from front1914.titles.offensive_a_outrance.position import FORM, faults
from front1914.titles.offensive_a_outrance.railways import engineering, naval, structures, transport
from front1914.titles.offensive_a_outrance.show import orders, overlays, presentation, veil, view
from front1914.titles.offensive_a_outrance.show.stories import STORIES
from front1914.titles.offensive_a_outrance.sieges import bombardment, fortress, preparation, siege
from front1914.titles.offensive_a_outrance.state import PLANS, STATUSES, STRUCTURE_WORDS, TASKS, OAOState, blank
from front1914.titles.offensive_a_outrance.world import ARMIES, CORPS, FOE, UNITS


class OffensiveAOutrance(Title):
    info = INFO
    state = OAOState
    attacks_at = {"step": "attack"}
    steps = (
        *sequence.STEPS,
        *setup.STEPS,
        *siege.STEPS,
        *bombardment.STEPS,
        *preparation.STEPS,
        *stacking.STEPS,
        *losses.STEPS,
        *retreat.STEPS,
        *entry.STEPS,
        *forts.STEPS,
        *fortress.STEPS,
        *belgians.STEPS,
        *marches.STEPS,
        *transport.STEPS,
        *naval.STEPS,
        *movement.STEPS,
        *marching.STEPS,
        *straddle.STEPS,
        *repulse.STEPS,
        *cavalry.STEPS,
        *combat.STEPS,
        *provisions.STEPS,
        *demoralised.STEPS,
        *depots.STEPS,
        *attachment.STEPS,
        *structures.STEPS,
        *engineering.STEPS,
        *bases.STEPS,
        *overlap.STEPS,
        *armies.STEPS,
        *combinations.STEPS,
        *reinforcements.STEPS,
        *eastern.STEPS,
        *belgien.STEPS,
        *replacements.STEPS,
        *plans.STEPS,
        *victory.STEPS,
    )
    nouns: ClassVar[dict[str, Words]] = {
        "unit": UNITS,
        "units": UNITS,
        "other": UNITS,
        "old": UNITS,
        "parent": UNITS,
        "defenders": UNITS,
        "hex": HEXES,
        "hexes": HEXES,
        "to": HEXES,
        "path": HEXES,
        "link": BOARD.link_words,
        "bridge": BRIDGE_WORDS,
        "structure": STRUCTURE_WORDS,
        "army": ARMIES,
        "hosts": ARMIES,
        "corps": CORPS,
        "status": STATUSES,
        "task": TASKS,
        "plan": PLANS,
        "die": Numbers("die", 1, 6),
        "dice": SUMS,
        "pair": PAIRS,
    }
    verbs: ClassVar[dict[str, str | None]] = {
        "unit": "unit",
        "join": "unit",
        "drop": "unit",
        "abandon": "unit",
        "top": "unit",
        "withhold": "unit",
        "solo": "unit",
        "assign": "unit",
        "first": None,
        "ride": "unit",
        "embark": "unit",
        "entrain": None,
        "special": None,
        "england": None,
        "extend": "unit",
        "combine": "unit",
        "split": "unit",
        "integrate": "unit",
        "deploy": "unit",
        "undeploy": "unit",
        "initiate": "unit",
        "assist": "unit",
        "army": "army",
        "raise": "army",
        "dissolve": "army",
        "endow": "army",
        "overlap": "army",
        "transfer": "army",
        "flood": None,
        "remove": None,
        "take": None,
        "all": None,
        "intense": None,
        "calm": None,
        "provide": None,
        "truck": None,
        "support": None,
        "fire": None,
        "save": None,
        "flee": None,
        "draw": None,
        "turn": None,
        "bend": "hex",
        "back": None,
        "corps": "corps",
        "independent": None,
        "paris": None,
        "release": None,
        "to": "hex",
        "straddle": "link",
        "prepare": "hex",
        "repulse": "hex",
        "recover": None,
        "follow": None,
        "accept": None,
        "dig": None,
        "site": "hex",
        "die": "die",
        "dice": "dice",
        "pair": "pair",
        "done": None,
        "stay": None,
        "stop": None,
        "stand": None,
        "go": None,
        "rest": None,
    }
    form = FORM
    stories: ClassVar[dict[str, str | Callable[[dict[str, Any]], str]]] = STORIES
    #: 2: questions without a choice are not asked; set-up of the introduction and of later starts
    #: 3: the second reading: stacks retreat together, the front of 27.5, and what CHANGELOG.md lists
    #: 4: what the referee found; 5: garrisons that come out again; 6: a fourth reading
    #: 7: Two-Hex Forces that retreat; 8: areas without a hex; 9: a sixth reading
    #: 10: what does not isolate; 11: a seventh reading, of what happens behind the front
    #: 12: nothing is asked about Replacements that nobody can have
    rules_version = 12
    hidden = True
    displayed = veil.DISPLAYED
    judgement: ClassVar[Any] = judgement.JUDGEMENT
    lens: ClassVar[Any] = lens.LENS
    fits: ClassVar[Fits] = read_fits(__package__)

    def blank(self, scenario: str, options: Mapping[str, Any]) -> OAOState:
        return blank()

    def start(self, scenario: str, options: Mapping[str, Any]) -> OAOState:
        s = blank()
        s.scenario, s.options = scenario, options
        setup.begin(s)
        return s

    def scene(self, s: OAOState) -> Scene:
        return view.scene(s)

    def show(self, s: OAOState, side: str) -> Display:
        return view.show(self, s, side)

    def glance(self, s: OAOState, side: str) -> Display:
        return view.glance(s)

    def know(self, s: OAOState, side: str) -> Knowledge:
        return view.know(self, s, side)

    def veil(self, s: OAOState, news: News) -> tuple[News, ...]:
        return veil.veil(s, news)

    def imagine(self, view_: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return imagine.imagine(view_, rng)

    def imagined(self, view_: Mapping[str, Any], rng: random.Random) -> OAOState:
        return imagine.imagined(self, view_, rng)

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: OAOState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return overlays.overlay(s, side, name, subject)

    def terms(self, s: OAOState, side: str | None = None) -> Terms:
        return goals.terms(s, side)

    def measure(self, s: OAOState, side: str | None = None) -> dict[str, int]:
        return goals.measure(s, side)

    def figures(self, s: OAOState) -> dict[str, int]:
        return goals.figures(s)

    def briefing(self, s: OAOState, side: str) -> dict[str, Any]:
        return brief(goals.CARDS, s.scenario, side, goals.figures(s))

    def lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(__package__, {"unit": UNITS, "place": HEXES})

    def objectives(self, s: OAOState, terms: Terms) -> list[Objective]:
        return goals.objectives(s, terms)

    def muster(self, s: OAOState, side: str | None = None) -> Iterable[Troop]:
        return orders.muster(s, side)

    def when(self, s: OAOState, turn: int) -> str:
        return orders.when(turn)

    def calendar(self, s: OAOState, side: str | None = None) -> Iterable[Due]:
        return orders.calendar(s)

    def faults(self, s: OAOState) -> Iterable[str]:
        return faults(s)

    def flow_at(self, s: OAOState, step: str, side: str) -> list[Frame] | None:
        """The moment when a side begins a step that is the work of a phase; its Player Turn if it can be."""
        flow = sequence.TABLE.flow_at(s, step, side)
        if flow is not None:
            s.phasing = FOE[side] if sequence.TABLE.of[s.phase].other else side
        return flow
