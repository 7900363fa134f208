"""The Ford, as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from front1914.engine.position import Cell, Form, Table
from front1914.engine.shapes import Display, Scene
from front1914.engine.state import Frame
from front1914.engine.title import Title
from front1914.engine.words import Numbers
from tests.ford import INFO, judgement, presentation
from tests.ford.combat import Assault, Clash, Cost, Fight, Stand
from tests.ford.movement import LAST_TURN, March, Move, Turn
from tests.ford.setup import Mine, Quality, opening
from tests.ford.state import (
    FOE,
    FORDS,
    HEXES,
    OFF,
    OWN,
    RIVER,
    SIDE_OF,
    SIDES,
    STACK,
    STEPS_FULL,
    UNITS,
    VETERANS,
    FordState,
    blank,
)

START = {"blue": "0301 0401 0501 0601 0701 0801", "red": "0506 0406 0305 0505 0705 0606"}


class Ford(Title):
    info = INFO
    state = FordState
    steps = (Turn(), Quality(), Mine(), Move(), March(), Fight(), Assault(), Clash(), Cost(), Stand())
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
        "clash": "A {die} on the die makes {score} at {hex}.",
        "loss": "{unit} loses a step and has {left} left.",
        "retreat": "{units} retreat to {to}.",
    }
    form = Form(
        scalars={
            "turn": Cell("turn", 1, low=1, high=6),
            "active": Cell("active", "blue"),
            "mined": Cell("mined", OFF, HEXES),
        },
        tables={
            "units": Table(
                UNITS,
                {
                    "at": Cell("at", OFF, HEXES),
                    "steps": Cell("steps", STEPS_FULL, high=STEPS_FULL),
                    "veteran": Cell("veteran", 0, high=1),
                    "known": Cell("known", 0, high=1),
                    "moved": Cell("moved", 0, high=1, low=-1),
                    "fought": Cell("fought", 0, high=1),
                },
            )
        },
    )
    hidden = True
    judgement: ClassVar[Any] = judgement.JUDGEMENT

    def blank(self, scenario: str, options: Mapping[str, Any]) -> FordState:
        return blank()

    def start(self, scenario: str, options: Mapping[str, Any]) -> FordState:
        s = blank()
        for side, places in START.items():
            for unit, place in zip(OWN[side], places.split(), strict=True):
                if scenario == "campaign" or unit % 2 == 0:
                    s.at[unit] = HEXES.number(place)
                else:
                    s.steps[unit] = 0
        s.moved[0] = -1
        s.flow = opening()
        return s

    def flow_at(self, s: FordState, step: str, side: str) -> list[Frame] | None:
        flows: dict[str, list[Frame]] = {
            "move": [("turn",), ("fight",), ("move",)],
            "fight": [("turn",), ("fight",)],
        }
        if step in flows:
            s.active = side
        return flows.get(step)

    def scene(self, s: FordState) -> Scene:
        return presentation.scene(s)

    def show(self, s: FordState, side: str) -> Display:
        return presentation.show(s, side)

    def know(self, s: FordState, side: str) -> dict[str, Any]:
        return {
            "mined": HEXES[s.mined] if s.mined != OFF and side == "red" else None,
            "first": s.moved[0] == -1,
            "units": {str(UNITS[u]): _unit(s, u, side) for u in UNITS.numbers if s.at[u] != OFF},
            "lost": [[str(UNITS[u]), s.veteran[u]] for u in UNITS.numbers if s.at[u] == OFF and s.known[u]],
            "flow": self._flow(s, side),
        }

    def sheet(self) -> dict[str, Any]:
        return presentation.sheet()

    def overlay(self, s: FordState, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return presentation.overlay(s, side, name, subject)

    def _flow(self, s: FordState, side: str) -> list[Any]:
        """The moment of play; who is being chosen for an attack is the attacker's own business."""
        flow = s.flow if not s.flow or s.flow[-1][0] != "assault" or side == s.active else s.flow[:-1]
        written: list[Any] = self.form.write_flow(self, flow)
        return written

    def imagine(self, view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        units = {u: dict(row) for u, row in view["units"].items()}
        for row in units.values():
            row["moved"], row["fought"] = row.get("moved", 0), row.get("fought", 0)
            del row["side"]
        for u in UNITS:
            units.setdefault(str(u), {"steps": 0})
        for u, veteran in view["lost"]:
            units[u] |= {"veteran": veteran, "known": 1}
        drawn = not any(frame[0] == "quality" for frame in view["flow"])
        for side in SIDES:
            own = [str(UNITS[u]) for u in OWN[side]]
            missing = VETERANS - sum(units[u].get("veteran", 0) for u in own)
            if side == FOE.get(view["side"]) or view["side"] not in SIDES:
                pool = [u for u in own if "veteran" not in units[u] and self._may_be(view, u)]
                for u in rng.sample(pool, min(missing, len(pool)) if drawn else 0):
                    units[u]["veteran"] = 1
        if view["first"]:
            units["b1"] = units.get("b1", {}) | {"moved": -1}
        position: dict[str, Any] = {
            "title": "ford",
            "scenario": view["scenario"],
            "options": view["options"],
            "turn": view["turn"],
            "active": view["active"],
            "units": units,
        }
        mined = view["mined"] if view["side"] == "red" else rng.choice([None, *(HEXES[h] for h in FORDS)])
        if mined and not any(frame[0] == "mine" for frame in view["flow"]):
            position["mined"] = mined
        if view["result"]:
            return position | {"result": list(view["result"].values())}
        return position | {"flow": view["flow"]}

    def _may_be(self, view: Mapping[str, Any], unit: str) -> bool:
        """In a skirmish half of the units were never there."""
        return view["scenario"] == "campaign" or UNITS.number(unit) % 2 == 0

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
        if not 1 <= s.turn <= LAST_TURN[s.scenario]:
            yield "no such turn"

    def outcome(self, s: FordState) -> str:
        return s.flow[-1][0] if s.flow else "over"


def _unit(s: FordState, u: int, side: str) -> dict[str, Any]:
    row = {"side": SIDE_OF[u], "at": HEXES[s.at[u]], "steps": s.steps[u]}
    if s.known[u] or side == SIDE_OF[u]:
        row["veteran"] = s.veteran[u]
    for key in ("known", "moved", "fought"):
        if getattr(s, key)[u] == 1:
            row[key] = 1
    return row
