"""The Narrows, as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from front1914.engine.position import Cell, Form, Table
from front1914.engine.shapes import Scene, Screen
from front1914.engine.state import Frame
from front1914.engine.title import Title
from front1914.engine.words import Numbers
from tests.narrows import INFO, combat, judgement, movement, sequence, setup
from tests.narrows.state import NarrowsState, blank
from tests.narrows.world import AREAS, LAST_TURN, PLACES, ROOM, SIDE, SIDES, SIZE, UNIT_ROWS, UNITS, WAITING


class Narrows(Title):
    info = INFO
    state = NarrowsState
    steps = (*sequence.STEPS, *setup.STEPS, *movement.STEPS, *combat.STEPS)
    nouns = {"unit": UNITS, "area": AREAS, "die": Numbers("die", 1, 6)}
    verbs = {"unit": "unit", "to": "area", "die": "die", "done": None, "cancel": None}
    stories = {
        "turn": "Turn {turn}.",
        "phase": "{side} marches.",
        "placed": "{unit} stands in {area}.",
        "march": "{unit} marches to {area}.",
        "attack": "{unit} attacks {area}.",
        "thrown": "A {die} on the die at {area}.",
        "lost": "{unit} is lost.",
        "advance": "{unit} advances to {area}.",
    }
    form = Form(
        scalars={
            "turn": Cell("turn", 1, low=1, high=4),
            "active": Cell("active", "north"),
            "phase": Cell("phase", "setup"),
        },
        tables={
            "units": Table(UNITS, {"at": Cell("at", WAITING, PLACES), "marched": Cell("marched", 0, high=1)}),
        },
    )
    judgement: ClassVar[Any] = judgement.JUDGEMENT

    def blank(self, scenario: str, options: Mapping[str, Any]) -> NarrowsState:
        return blank()

    def start(self, scenario: str, options: Mapping[str, Any]) -> NarrowsState:
        s = blank()
        s.scenario, s.options = scenario, options
        s.flow = [("turn",), ("place", "south"), ("place", "north")]
        return s

    def flow_at(self, s: NarrowsState, step: str, side: str) -> list[Frame] | None:
        return sequence.TABLE.flow_at(s, step, side)

    def scene(self, s: NarrowsState) -> Scene:
        return Scene(s.turn, sequence.TABLE.names[s.phase], s.active)

    def show(self, s: NarrowsState, side: str) -> Screen:
        return {
            "turns": LAST_TURN[s.scenario],
            "pieces": [
                {
                    "id": str(UNITS[u]),
                    "at": str(AREAS[s.at[u]]),
                    "face": 0,
                    "marks": ["marched"] if s.marched[u] else [],
                    "order": 0,
                }
                for u in UNITS.numbers
                if s.at[u] < SIZE
            ],
            "control": {},
            "battle": None,
        }

    def sheet(self) -> dict[str, Any]:
        places = {
            str(AREAS[n]): {"x": n % 2, "y": n, "name": AREAS.name(n), "terrain": "clear", "label": [n % 2, n]}
            for n in AREAS.numbers
        }
        pieces = {
            row.id: {"name": row.name, "short": row.id, "side": row.side, "nation": row.side, "symbol": "infantry"}
            | {"size": "ii", "faces": [{"text": "1"}]}
            for row in UNIT_ROWS
        }
        names = {side: {"name": side.capitalize(), "nations": [side]} for side in SIDES}
        nations = {side: {"name": side.capitalize(), "letter": side[0].upper()} for side in SIDES}
        return {
            "kind": "area",
            "name": "The Narrows",
            "unit_km": 1,
            "places": places,
            "links": [],
            "lines": [],
            "outline": {},
            "pieces": pieces,
            "sides": names,
            "nations": nations,
            "phases": list(sequence.TABLE.names.values()),
            "marks": {"marched": "Has marched"},
            "legend": [],
            "overlays": [],
            "labels": {"done": "Finish", "cancel": "Another unit"},
        }

    def faults(self, s: NarrowsState) -> Iterable[str]:
        for place, units in s.stacks().items():
            if len({SIDE[u] for u in units}) > 1:
                yield f"both sides stand in {AREAS[place]}"
            if len(units) > ROOM:
                yield f"more than {ROOM} units in {AREAS[place]}"
        if s.active not in SIDES or s.phase not in sequence.TABLE.names or s.turn > LAST_TURN[s.scenario]:
            yield "no such moment"

    def outcome(self, s: NarrowsState) -> str:
        return s.flow[-1][0] if s.flow else "over"
