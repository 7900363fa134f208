"""A game for others: one page, lines of JSON, a picture."""

import json
import random
import re

import pytest

import front1914
from front1914.commanders import make, play
from front1914.lab.export import lines, page


def finished(title="ford", scenario="skirmish", level="random"):
    game = front1914.new(title, scenario=scenario, seed=4)
    play(game, {side: make(level, title, 4) for side in game.sides})
    return game


def shown(text):
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])


def test_the_page_holds_every_moment_and_needs_nothing_else():
    game = finished()
    text = page(game)
    data = shown(text)
    assert not re.search(r'(src|href)="(?!#)|https?://(?!www\.w3\.org)|@[A-Z]+@|url\(', text)
    told = [line for frame in data["frames"] for line in frame["log"]]
    assert told == [event.text for event in game.events if event.seen(None)]
    standing = {}
    for frame in data["frames"]:
        standing |= frame["pieces"]
    alive = {name: row[0] for name, row in standing.items() if row is not None}
    assert alive == {p["id"]: p["at"] for side in game.sides for p in game.view(side)["pieces"] if not p.get("hidden")}


def test_a_game_that_goes_on_shows_what_everybody_may_know():
    game = front1914.new("ford", seed=2)
    rng = random.Random(2)
    for _ in range(30):
        game.act(rng.choice(game.decision.actions))
    assert game.result is None
    seen = {p["id"] for p in game.view("observer")["pieces"] if not p.get("hidden")}
    data = shown(page(game))
    assert {name for name, row in data["frames"][-1]["pieces"].items() if row} <= seen
    told = [line for frame in data["frames"] for line in frame["log"]]
    assert told == [event.text for event in game.events if event.seen("observer")]
    rows = [json.loads(line) for line in lines(game)]
    assert all("action" not in row for row in rows)
    assert [row["side"] for row in rows[1:]] == [entry.side for entry in game.log]


def test_lines_tell_the_whole_game():
    game = finished()
    head, *rows, last = [json.loads(line) for line in lines(game)]
    assert head["game"]["title"] == "ford"
    assert [tuple(row["action"]) for row in rows] == [tuple(filter(None, entry.action)) for entry in game.log]
    assert [event["text"] for row in rows for event in row["events"]] == [
        event.text for event in game.events if event.seen(None) and event.at
    ]
    assert last["result"]["winner"] == game.result.winner


def test_a_resignation_ends_the_page_too():
    game = front1914.new("ford", seed=2)
    game.act(game.decision.actions[0])
    game.resign(game.sides[0])
    assert shown(page(game))["frames"][-1]["at"] == len(game.log)


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_every_title_has_a_page(title):
    names = [scenario.id for scenario in front1914.title(title).info.scenarios]
    game = front1914.new(title, scenario="introduction" if "introduction" in names else names[0], seed=1)
    play(game, {side: make("random", title, 1) for side in game.sides}, most=60)
    data = shown(page(game))
    assert len(data["frames"]) > 1
    assert all(row is None or row[0] in data["spots"] for f in data["frames"] for row in f["pieces"].values())
