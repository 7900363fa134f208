"""Marching with six hundred units, to see how large messages become."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.position import Cell, Form, Table
from front1914.engine.shapes import Display, Scene, Shown
from front1914.engine.state import Column, State
from front1914.engine.title import Title
from front1914.engine.words import Words
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS
from tests.server.grand import INFO

BOARD = HexBoard.rectangle(COLUMNS, 72, 70)
HEXES = BOARD.words
UNITS = Words("unit", [f"{side}-{army}-{n:02d}" for side in "ns" for army in "12345" for n in range(60)])
POINTS = 12


class GrandState(State):
    turn: int
    active: str
    at: Column
    moved: Column


def reach(s: GrandState, unit: int) -> dict[int, list[int]]:
    """The hexes in reach, with the way to each."""
    ways = {s.at[unit]: [s.at[unit]]}
    frontier = [s.at[unit]]
    for _ in range(POINTS):
        following = []
        for h in frontier:
            for n in BOARD.neighbours[h]:
                if n not in ways:
                    ways[n] = [*ways[h], n]
                    following.append(n)
        frontier = following
    del ways[s.at[unit]]
    return ways


class Move(Step):
    name, rule = "move", "1"

    def prompt(self, s: GrandState) -> str:
        return "Choose a unit to march, or finish."

    def legal_unit(self, s: GrandState) -> list[int]:
        half = len(UNITS) // 2
        own = range(half) if s.active == "north" else range(half, 2 * half)
        return [u for u in own if not s.moved[u]]

    def refuse_unit(self, s: GrandState, unit: int) -> Reason | None:
        return None if unit in self.legal_unit(s) else Reason("1", "not now")

    def do_unit(self, s: GrandState, unit: int) -> None:
        s.flow.append(("march", unit))

    def do_done(self, s: GrandState, _: None) -> None:
        s.moved = array("b", bytes(len(UNITS)))
        s.active = "south" if s.active == "north" else "north"
        s.turn += 1
        s.tell("turn", turn=s.turn)


class March(Step):
    name, rule, frame = "march", "2", ("unit",)

    def prompt(self, s: GrandState) -> str:
        return f"March {UNITS[s.flow[-1][1]]} where?"

    def legal_to(self, s: GrandState) -> list[int]:
        return list(reach(s, s.flow[-1][1]))

    def refuse_to(self, s: GrandState, h: int) -> Reason | None:
        return None if h in reach(s, s.flow[-1][1]) else Reason("2", "too far")

    def do_to(self, s: GrandState, h: int) -> None:
        unit = s.flow.pop()[1]
        s.tell("march", unit=unit, path=tuple(reach(s, unit)[h]))
        s.at[unit], s.moved[unit] = h, 1

    def hints(self, s: GrandState) -> dict[str, dict[str, Any]]:
        ways = reach(s, s.flow[-1][1])
        return {
            f"to {HEXES[h]}": {"left": POINTS + 1 - len(way), "path": [HEXES[n] for n in way]}
            for h, way in ways.items()
        }


class Grand(Title):
    info = INFO
    state = GrandState
    steps = (Move(), March())
    nouns = {"unit": UNITS, "hex": HEXES, "path": HEXES}
    verbs = {"unit": "unit", "to": "hex", "done": None}
    form = Form(
        scalars={"turn": Cell("turn", 1, low=1), "active": Cell("active", "north")},
        tables={"units": Table(UNITS, {"at": Cell("at", -1, HEXES), "moved": Cell("moved", 0, high=1)})},
    )

    def start(self, scenario: str, options: Mapping[str, Any]) -> GrandState:
        places = array("h", [HEXES.number(f"{2 + u % 60:02d}{5 + 6 * (u // 60):02d}") for u in UNITS.numbers])
        return GrandState(turn=1, active="north", at=places, moved=array("b", bytes(len(UNITS))), flow=[("move",)])

    def scene(self, s: GrandState) -> Scene:
        return Scene(s.turn, "March", s.active)

    def show(self, s: GrandState, side: str) -> Display:
        pieces: list[Shown] = [
            {"id": UNITS[u], "at": HEXES[s.at[u]], "face": 0, "marks": ["moved"] if s.moved[u] else [], "order": 0}
            for u in UNITS.numbers
        ]
        return {"pieces": pieces, "battle": None}
