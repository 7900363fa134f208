"""`python -m benchmarks.growth`: what a decision costs as maps and armies grow, on invented campaigns.

An invented campaign has hexes of clear, rough and forest, two armies that face each other, zones of control and
marches of six points by the search of the kit: choose a unit, say where it goes, or finish. One row grows the map with
the same armies, the other the armies on the same map. With --keep the rows are written to growth.json, from which
docs/performance.md is made (`python -m benchmarks.pages`).
"""

from __future__ import annotations

import json
import random
import tracemalloc
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table as Rows

from front1914.engine.dice import SeededDice
from front1914.engine.flow import Step
from front1914.engine.game import Game
from front1914.engine.kept import kept
from front1914.engine.position import Cell, Form, Table
from front1914.engine.shapes import Display, Scene, Shown
from front1914.engine.state import Column, State
from front1914.engine.title import Scenario, Title, TitleInfo
from front1914.engine.words import Words
from front1914.kit.bits import members
from front1914.kit.costs import CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import Layout
from front1914.kit.reach import reach
from front1914.kit.zones import ZoneRule

GROWTH = Path(__file__).parent / "growth.json"
HEXES = (500, 2_000, 5_000, 20_000, 50_000)
UNITS = (100, 300, 1_000, 3_000, 10_000)
ARMY, MAP = 600, 50_000  #: units while the map grows, hexes while the armies grow
POINTS = 6
RULE = ZoneRule(enter=1, stop=True)
EARLY = 50  #: decisions that do not count


class Wide(Layout):
    """Columns with three digits: more hexes than any map that was printed."""

    def word(self, a: int, b: int) -> str:
        return f"{a:03d}{b:03d}"

    def numbers(self, word: str) -> tuple[int, int]:
        return int(word[:3]), int(word[3:])


class Host(State):
    """Who marches, and where everybody is."""

    turn: int
    active: str
    at: Column
    moved: Column


@dataclass(frozen=True)
class Land:
    """A map with its costs, and as many units as stand on it."""

    hexes: int
    units: int

    @cached_property
    def board(self) -> HexBoard:
        lines = round(self.hexes**0.5)
        return HexBoard.rectangle(Wide(), lines, -(-self.hexes // lines))

    @cached_property
    def costs(self) -> CostTable:
        rng = random.Random(1914)
        ground = [rng.choice((1, 1, 1, 1, 2, 2, 3)) for _ in range(self.board.size)]
        return CostTable.build(self.board, lambda a, b, link: ground[b])

    def deployed(self) -> Column:
        """The armies west and east of the middle, from the front to the rear, four units to a hex at most."""
        places = sorted(self.board.words.numbers)
        middle, depth = len(places) // 2, -(-self.units // 2)
        step = max(1, min(8, middle // depth))
        west = [places[middle - 1 - (n * step) % middle] for n in range(depth)]
        east = [places[middle + (n * step) % middle] for n in range(self.units - depth)]
        return array("i", west + east)


def campaign(hexes: int, units: int) -> Title:
    """The invented campaign of a size."""
    land = Land(hexes, units)
    words = Words("unit", [f"u{n:05d}" for n in range(units)])
    board, costs, half = land.board, land.costs, -(-units // 2)
    own = {"west": range(half), "east": range(half, units)}
    foe = {"west": "east", "east": "west"}

    @kept("at")
    def ground(s: Host, side: str) -> tuple[int, int]:
        """Where a side is, and its zone of control."""
        bits = 0
        for h in set(s.at[own[side].start : own[side].stop]):
            bits |= 1 << h
        return bits, board.spread(bits)

    class Choose(Step):
        name, rule = "choose", "1"

        def legal_unit(self, s: Host) -> list[int]:
            return [u for u in own[s.active] if not s.moved[u]]

        def do_unit(self, s: Host, u: int) -> None:
            s.flow.append(("march", u))

        def do_done(self, s: Host, _: None) -> None:
            s.moved = array("b", bytes(units))
            s.active, s.turn = foe[s.active], s.turn + 1
            s.tell("turn", turn=s.turn)

    class March(Step):
        name, rule, frame = "march", "2", ("unit",)

        def legal_to(self, s: Host) -> list[int]:
            blocked, zone = ground(s, foe[s.active])
            u = s.flow[-1][1]
            return members(reach(costs, s.at[u], POINTS, RULE, zone=zone, blocked=blocked).bits)

        def do_to(self, s: Host, h: int) -> None:
            u = s.flow.pop()[1]
            s.tell("march", unit=u, hex=h)
            s.at[u], s.moved[u] = h, 1

        def do_stay(self, s: Host, _: None) -> None:
            s.moved[s.flow.pop()[1]] = 1

    class Campaign(Title):
        info = TitleInfo("growth", "Growth", 2026, (2, 2), ("west", "east"), (Scenario("campaign", "Campaign"),))
        state = Host
        steps = (Choose(), March())
        nouns = {"unit": words, "hex": board.words}
        verbs = {"unit": "unit", "to": "hex", "stay": None, "done": None}
        form = Form(
            scalars={"turn": Cell("turn", 1, low=1), "active": Cell("active", "west")},
            tables={"units": Table(words, {"at": Cell("at", -1, board.words), "moved": Cell("moved", 0, high=1)})},
        )

        def start(self, scenario: str, options: Mapping[str, Any]) -> Host:
            return Host(turn=1, active="west", at=land.deployed(), moved=array("b", bytes(units)), flow=[("choose",)])

        def scene(self, s: Host) -> Scene:
            return Scene(s.turn, "March", s.active)

        def show(self, s: Host, side: str) -> Display:
            pieces: list[Shown] = [
                {"id": words[u], "at": board.words[h], "face": 0, "marks": ["moved"] if s.moved[u] else [], "order": 0}
                for u, h in enumerate(s.at)
            ]
            return {"pieces": pieces, "battle": None}

    return Campaign()


def begin(hexes: int, units: int) -> Game:
    """A game of the invented campaign."""
    title = campaign(hexes, units)
    state = title.start("campaign", {})
    state.scenario, state.options = "campaign", {}
    return Game(title, state, SeededDice(1914))


def measure(hexes: int, units: int, decisions: int, rounds: int = 3) -> dict[str, float]:
    """Microseconds for a decision of random play, act and undo, a copy and a view; bytes of view and history."""
    game = begin(hexes, units)
    rng = random.Random(1914)
    _play(game, rng, EARLY)
    rates = [_timed(lambda: _play(game, rng, decisions)) / decisions for _ in range(rounds)]
    there = [_timed(lambda: _there_and_back(game, rng, 50)) / 50 for _ in range(rounds)]
    copies = [_timed(lambda: [game.copy(history=False) for _ in range(50)]) / 50 for _ in range(rounds)]
    views = [_timed(lambda: [game.screen("west") for _ in range(5)]) / 5 for _ in range(rounds)]
    tracemalloc.start()
    _play(game, rng, decisions)
    kept_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "hexes": hexes,
        "units": units,
        "decision": round(median(rates) * 1e6, 1),
        "act and undo": round(median(there) * 1e6, 1),
        "copy": round(median(copies) * 1e6, 1),
        "view": round(median(views) * 1e6),
        "view bytes": len(msgspec.json.encode(game.screen("west"))),
        "history bytes": round(kept_bytes / decisions),
    }


def _timed(work: Any) -> float:
    began = process_time()
    work()
    return process_time() - began


def _play(game: Game, rng: random.Random, decisions: int) -> None:
    """Random play that seldom finishes a turn, so that units march."""
    for _ in range(decisions):
        decision = game.decision
        assert decision is not None
        actions = decision.actions[:-1] if len(decision.actions) > 1 and rng.random() < 0.95 else decision.actions
        game.act(actions[int(rng.random() * len(actions))])


def _there_and_back(game: Game, rng: random.Random, times: int) -> None:
    decision = game.decision
    assert decision is not None
    for _ in range(times):
        game.act(decision.actions[int(rng.random() * (len(decision.actions) - 1))])
        game.undo()


@click.command()
@click.option("--decisions", default=400, show_default=True, help="Of each size, three times.")
@click.option("--keep", is_flag=True, help="Write the rows to growth.json.")
def main(decisions: int, keep: bool) -> None:
    """Measure how costs grow with the map and with the armies."""
    sizes = {"hexes": [(n, ARMY) for n in HEXES], "units": [(MAP, n) for n in UNITS]}
    found = {by: [measure(*size, decisions) for size in row] for by, row in sizes.items()}
    for by, rows in found.items():
        table = Rows(*rows[0], title=f"by {by}", box=None)
        for row in rows:
            table.add_row(*(f"{value:,g}" for value in row.values()))
        Console(width=120).print(table)
    if keep:
        GROWTH.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
