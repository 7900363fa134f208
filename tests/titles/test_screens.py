"""What every title shows, in every scenario: the cheap scene is the one in the views, and all of it has its type."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

import front1914
from front1914 import OBSERVER, Game
from front1914.engine.shapes import Screen, Sheet

CASES = [(info.id, scenario.id) for info in front1914.titles() for scenario in info.scenarios]
DECISIONS = 250


def moments(title: str, scenario: str) -> Iterator[Game]:
    """A game played at random, before each decision."""
    rng, game = random.Random(f"{title} {scenario}"), front1914.new(title, scenario, seed=1914, dice="manual")
    for _ in range(DECISIONS):
        yield game
        if game.decision is None:
            return
        game.act(rng.choice(game.decision.actions))


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_the_scene_is_what_everybody_sees(title: str, scenario: str) -> None:
    for n, game in enumerate(moments(title, scenario)):
        panel = game.title.show(game.state, OBSERVER).get("battle")
        assert game.scene.place == (None if panel is None else panel["target"]), game.step
        if n % 25 == 0:
            for side in (*game.sides, OBSERVER):
                view = game.view(side)
                assert {key: view[key] for key in game.scene.plain()} == game.scene.plain()


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_what_is_shown_has_its_type(title: str, scenario: str) -> None:
    """Each key is known and holds what its type says: JSON would make texts of ids that are numbers."""
    for n, game in enumerate(moments(title, scenario)):
        if n % 5 == 0 or game.scene.place is not None:
            for side in (*game.sides, OBSERVER):
                screen = game.screen(side)
                assert msgspec.convert(screen, Screen) == screen
                assert msgspec.json.decode(msgspec.json.encode(screen)) == screen


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_what_was_shown_stays_as_it_was(title: str) -> None:
    """The server keeps what a side saw last: nothing in it may change when the game goes on."""
    kept: list[tuple[Screen, bytes]] = []
    for n, game in enumerate(moments(title, front1914.title(title).info.scenarios[0].id)):
        if n % 10 == 0:
            screen = game.screen(game.sides[n % 2])
            kept.append((screen, msgspec.json.encode(screen)))
    assert all(msgspec.json.encode(screen) == then for screen, then in kept)


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_sheets_have_their_type(title: str) -> None:
    sheet = front1914.title(title).printed()
    plain = msgspec.json.decode(msgspec.json.encode(sheet))
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(plain, Sheet))) == plain


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_a_client_is_told_what_each_verb_takes(title: str) -> None:
    found = front1914.title(title)
    sheet = found.printed()
    assert set(sheet["takes"]) == set(found.verbs)
    assert {"piece", "place", "nothing"} <= set(sheet["takes"].values())
    for key in ("risky", "onward", "ends"):
        assert all(sheet["takes"][verb] == "nothing" for verb in sheet[key]), key  # type: ignore[literal-required]
    assert set(sheet["ends"]) <= set(sheet["onward"])
