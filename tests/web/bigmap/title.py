"""Units march six hexes over a made-up country of rivers, woods, hills and railways."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from typing import Any

from front1914.engine.flow import Step
from front1914.engine.position import Cell, Form, Table
from front1914.engine.shapes import Display, Scene, Shown
from front1914.engine.state import Column, State
from front1914.engine.title import Title
from front1914.engine.words import Words
from front1914.kit.bits import members
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import DOTTED
from tests.web.bigmap import INFO

WIDE, HIGH, COUNT, MOVEMENT = 72, 70, 600, 6
BOARD = HexBoard.rectangle(DOTTED, WIDE, HIGH)
HEXES = BOARD.words
NATIONS = ("german", "french", "british", "belgian")
UNITS = Words("unit", [f"u{n}" for n in range(COUNT)])


def _nation(u: int) -> str:
    return "german" if u < COUNT // 2 else NATIONS[1 + u % 3]


class BigState(State):
    active: str
    at: Column


class Order(Step):
    """Choose a unit."""

    name, rule = "order", "1"

    def prompt(self, s: BigState) -> str:
        return "Choose a unit to march."

    def legal_unit(self, s: BigState) -> list[int]:
        half = COUNT // 2
        return list(range(half) if s.active == "german" else range(half, COUNT))

    def refuse_unit(self, s: BigState, unit: int) -> None:
        return None

    def do_unit(self, s: BigState, unit: int) -> None:
        s.flow.append(("march", unit))

    def do_done(self, s: BigState, _: None) -> None:
        s.active = "entente" if s.active == "german" else "german"


class March(Step):
    """Choose where it goes."""

    name, rule, frame = "march", "2", ("unit",)

    def prompt(self, s: BigState) -> str:
        return "March where?"

    def legal_to(self, s: BigState) -> list[int]:
        start = s.at[s.flow[-1][1]]
        return [h for h in members(BOARD.within(start, MOVEMENT)) if h != start]

    def refuse_to(self, s: BigState, h: int) -> None:
        return None

    def hints(self, s: BigState) -> dict[str, dict[str, Any]]:
        start = s.at[s.flow[-1][1]]
        return {
            f"to {HEXES[h]}": {
                "left": MOVEMENT - BOARD.distance(start, h),
                "path": [HEXES[n] for n in BOARD.line(start, h)],
            }
            for h in members(BOARD.within(start, MOVEMENT))
        }

    def do_to(self, s: BigState, h: int) -> None:
        unit = s.flow.pop()[1]
        s.tell("march", unit=unit, to=h)
        s.at[unit] = h


class BigMap(Title):
    info = INFO
    state = BigState
    steps = (Order(), March())
    nouns = {"unit": UNITS, "hex": HEXES, "to": HEXES}
    verbs = {"unit": "unit", "to": "hex", "done": None}
    stories = {"march": "{unit} marches to {to}."}
    form = Form(
        scalars={"active": Cell("active", "german")},
        tables={"units": Table(UNITS, {"at": Cell("at", -1, HEXES)})},
    )

    def blank(self, scenario: str, options: Mapping[str, Any]) -> BigState:
        return BigState(active="german", at=array("h", [-1] * COUNT))

    def start(self, scenario: str, options: Mapping[str, Any]) -> BigState:
        s = self.blank(scenario, options)
        rng = random.Random("bigmap")
        for u in range(COUNT):
            column = rng.randint(38, WIDE) if u < COUNT // 2 else rng.randint(1, 35)
            s.at[u] = HEXES.number(DOTTED.word(column, rng.randint(1, HIGH)))
        s.flow = [("order",)]
        return s

    def scene(self, s: BigState) -> Scene:
        return Scene(1, "March", s.active)

    def show(self, s: BigState, side: str) -> Display:
        order: dict[int, int] = {}
        pieces: list[Shown] = []
        for u in range(COUNT):
            depth = order[s.at[u]] = order.get(s.at[u], -1) + 1
            pieces.append({"id": f"u{u}", "at": HEXES[s.at[u]], "face": int(u % 5 == 0), "marks": [], "order": depth})
        return {"pieces": pieces}

    def sheet(self) -> dict[str, Any]:
        rng = random.Random("sheet")
        left, top = DOTTED.point("01.01")
        places: dict[str, dict[str, Any]] = {}
        for h in members(BOARD.exists):
            word = str(HEXES[h])
            x, y = DOTTED.point(word)
            column = int(word[:2])
            terrain = rng.choices(("clear", "forest", "rough", "marsh"), (80, 9, 9, 2))[0]
            places[word] = {"x": round(x - left, 4), "y": round(y - top, 4), "terrain": terrain}
            places[word]["nation"] = "german" if column > 36 else "belgian" if int(word[3:]) < 24 else "french"
        for n, word in enumerate(rng.sample(sorted(places), 320)):
            tags = ["city", "fortress"] if n < 12 else ["city"] if n < 40 else []
            places[word] |= {"name": rng.choice(("Saint-", "Neu", "Mont", "Ober")) + f"bourg {n}", "tags": tags}
        return {
            "kind": "hex",
            "name": "The big map",
            "orientation": "flat",
            "places": places,
            "links": [link for n in range(14) for link in _river(n, rng)],
            "lines": [_rail(n, rng) for n in range(30)],
            "pieces": {f"u{u}": _piece(u) for u in range(COUNT)},
            "sides": {
                "german": {"name": "German Empire", "nations": ["german"]},
                "entente": {"name": "Entente", "nations": ["french", "british", "belgian"]},
            },
            "nations": {n: {"name": n.capitalize(), "letter": n[0].upper()} for n in NATIONS},
            "overlays": [],
            "labels": {"done": "Finish"},
        }


def _piece(u: int) -> dict[str, Any]:
    return {
        "name": f"{u} Division",
        "short": str(u),
        "side": "german" if u < COUNT // 2 else "entente",
        "nation": _nation(u),
        "army": str(u % 7 + 1),
        "symbol": "cavalry" if u % 9 == 0 else "infantry",
        "size": "xx",
        "faces": [{"text": "6-5"}, {"text": "3-5"}],
    }


def _river(n: int, rng: random.Random) -> list[dict[str, str]]:
    """Along the hexsides between two rows, from the east to somewhere in the west."""
    row, links = 3 + n * 5, []
    for column in range(rng.randint(1, 12), rng.randint(40, WIDE - 1)):
        here, below = DOTTED.word(column, row), DOTTED.word(column, row + 1)
        onward = (below, DOTTED.word(column + 1, row)) if column % 2 else (here, DOTTED.word(column + 1, row + 1))
        links += [(here, below), onward]
    return [{"a": a, "b": b, "kind": "river", "name": f"River {n}"} for a, b in links]


def _rail(n: int, rng: random.Random) -> dict[str, Any]:
    a, b = (HEXES.number(DOTTED.word(rng.randint(1, WIDE), rng.randint(1, HIGH))) for _ in range(2))
    return {"kind": "rail", "places": [str(HEXES[h]) for h in BOARD.line(a, b)], "name": f"Line {n}"}
