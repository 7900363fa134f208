"""The timeline is marked while a game is played: nothing is played twice for it."""

from __future__ import annotations

import random

import pytest

from front1914 import Game
from front1914.server.marks import walk
from front1914.server.record import begin
from front1914.server.table import Table
from tests.server.house import House

pytestmark = pytest.mark.asyncio


async def play(table: Table, rng: random.Random, actions: int) -> None:
    """At random, and sometimes taken back."""
    for _ in range(actions):
        decision = table.game.decision
        if decision is None:
            return
        if table.game.undoable and rng.random() < 0.1:
            await table.undo(decision.side, 1)
        else:
            await table.act(decision.side, rng.choice(decision.actions))


def walked(table: Table) -> list[dict[str, object]]:
    """The marks of the whole game, played again."""
    row = table.row
    twin = begin(row.title, row.scenario, row.options, row.start).copy(history=False)
    return walk(twin, 0, table.record.entries, table.record.public, None)[0]


@pytest.mark.parametrize("title", ["ford", "schlieffens_war", "der_weltkrieg"])
async def test_marks_found_on_the_way_are_those_of_a_replay(house: House, title: str) -> None:
    table = await house.library.table(await house.begin(title=title))
    await play(table, random.Random(title), 120)
    assert len({mark["kind"] for mark in table.marks()}) >= 2
    assert table.marks() == walked(table)
    assert table.row.summary["turn"] == table.game.scene.turn


async def test_an_action_plays_nothing_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.library.table(await house.begin())
    line = await house.look(table.row.id, "blue")
    await line.next()

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a game was copied or replayed")

    monkeypatch.setattr(Game, "copy", never)
    monkeypatch.setattr(Game, "retake", never)
    await house.play(table.row.id, "red to 0204", "blue unit b1", "blue to 0303", "blue done")
    assert {mark["kind"] for mark in table.marks()} >= {"turn", "phase"}


async def test_a_game_of_before_gets_the_marks_of_its_last_change(house: House) -> None:
    """Older versions wrote the marks of a change with the next one: of the last one they are found at the opening."""
    game = await house.begin()
    await house.play(game, "red to 0204", "blue done")
    table = await house.library.table(game)
    last = table.record.changes[-1].cut
    marks = table.marks()
    assert [mark["at"] for mark in marks][-1] > last
    del table.row.summary["marked"]
    table.record.marks = [mark for mark in marks if mark["at"] <= last]
    await table.begin_marks()
    assert table.marks() == marks
    await house.play(game, "blue done")
    assert table.record.marks == table.marks() == walked(table), "written with the next one"
