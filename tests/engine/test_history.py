"""Going back in a game that opens with steps that nobody decides, and in one that comes from a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import front1914
from front1914 import Action, DiceExhausted, Entry
from front1914.engine.game import LISTED
from tests.ford.positions import ford

OPENING = {
    "title": "ford",
    "flow": [["turn"], ["end_of_turn"], ["player_turn", "red"]],  # automatic: it begins red's half of the turn
    "units": {"b1": {"at": "0301"}, "b2": {"at": "0401"}, "r1": {"at": "0506"}, "r2": {"at": "0406"}},
}


def test_every_moment_of_a_game_that_opens_by_itself_can_be_seen_again() -> None:
    game = front1914.from_position(OPENING, seed=1)
    first = game.digest()
    game.act("done")
    second = game.digest()
    assert [game.at(n).digest() for n in (0, 1)] == [first, second]
    assert game.at(0).decision == front1914.from_position(OPENING, seed=1).decision
    assert [event.kind for event in game.at(0).events] == ["turn"]


@pytest.mark.parametrize("seed", range(12))
def test_a_loaded_game_allows_exactly_the_undo_that_the_saved_one_did(tmp_path: Path, seed: int) -> None:
    """Dice, secrets and the other side's decisions cut the way back in a file as they do at the table."""
    live, rng, allowed = front1914.new("ford", seed=seed), random.Random(seed), set()
    while live.decision is not None and len(live.log) < 80:
        live.act(rng.choice(live.decision.actions))
        live.save(tmp_path / "game.f14")
        loaded = front1914.load(tmp_path / "game.f14")
        assert loaded.undoable == live.undoable
        allowed.add(live.undoable)
        for count in range(1, live.undoable + 1):
            one, two = live.copy(), front1914.load(tmp_path / "game.f14")
            one.undo(count)
            two.undo(count)
            assert one.digest() == two.digest()
            assert one.log == two.log
    assert {0, 1, 2} <= allowed


@pytest.mark.parametrize("seed", range(4))
def test_a_past_moment_allows_the_undo_of_its_time(seed: int) -> None:
    """What was decided after it is not there to be taken back."""
    game, rng = front1914.new("ford", seed=seed), random.Random(seed)
    known = {len(game.log): (game.digest(), 0)}
    while game.decision is not None and len(game.log) < 80:
        game.act(rng.choice(game.decision.actions))
        known[len(game.log)] = game.digest(), game.undoable
    for length, (_, undoable) in known.items():
        then = game.at(length)
        assert then.undoable == undoable
        for _ in range(undoable):
            then.undo()
            assert then.digest() == known[len(then.log)][0]


def test_a_replayed_action_that_fails_in_the_middle_changes_nothing() -> None:
    """The state before it was not kept: it is made again."""
    game = ford("fight", b1="0301", r1="0302")
    game.script_dice([])
    for action in Action("to", "0302"), Action("unit", "b1"):
        game.retake(Entry("blue", action))
    before = game.digest(), game.undoable, game.log[:], len(game.events)
    with pytest.raises(DiceExhausted):
        game.retake(Entry("blue", Action("commit")))
    assert (game.digest(), game.undoable, game.log, len(game.events)) == before
    game.undo(2)
    assert game.log == []


def test_the_way_back_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wavers for ever does not fill the memory; what is kept can still be taken back."""
    monkeypatch.setattr("front1914.engine.game.MOST_UNDO", 3)
    game = front1914.from_position(OPENING, seed=1)
    states = []
    for answer in ("unit", "r1"), ("to", "0505"), ("unit", "r2"), ("to", "0405"):
        states.append(game.digest())
        game.act(*answer)
    assert game.undoable == 3
    game.undo(3)
    assert (len(game.log), game.digest()) == (1, states[1])


@pytest.mark.parametrize("seed", range(6))
def test_moments_stand_whatever_is_done_after_them(seed: int) -> None:
    """Kept states hold columns together; neither play, nor going back, nor a twin at play writes on them."""
    game, rng = front1914.new("ford", seed=seed), random.Random(seed)
    digests = [""] * len(game.log) + [game.digest()]  # by the length of the log; "" where nobody was asked
    while game.decision is not None and len(game.log) < 120:
        if game.undoable and rng.random() < 0.4:
            twin, count = game.copy(), rng.randint(1, game.undoable)
            twin.undo(count)
            assert twin.digest() == digests[len(twin.log)]
            assert twin.decision is not None
            twin.act(rng.choice(twin.decision.actions))
            game.undo(rng.randint(1, game.undoable))
            del digests[len(game.log) + 1 :]
            assert game.digest() == digests[-1]
        assert game.decision is not None
        game.act(rng.choice(game.decision.actions))
        digests += [""] * (len(game.log) - len(digests)) + [game.digest()]
    assert all(game.at(n).digest() == digest for n, digest in enumerate(digests) if digest)


def test_what_was_asked_before_is_asked_again_when_decisions_are_taken_back() -> None:
    """The last answers are remembered, the older ones listed anew: both are what a game made anew would list."""
    game = front1914.new("schlieffens_war", scenario="campaign", seed=3)
    rng, asked = random.Random(3), [game.decision]
    while game.undoable < 3 * LISTED and len(game.log) < 2000:
        decision = game.decision
        assert decision is not None
        game.act(rng.choice(decision.actions))
        asked = asked[-game.undoable :] if game.undoable else []
        asked.append(game.decision)
    assert game.undoable == 3 * LISTED
    for decision in reversed(asked[:-1]):
        game.undo()
        fresh = front1914.from_position(game.position()).decision
        assert game.decision == decision
        assert fresh is not None
        assert decision is not None
        assert fresh.actions == decision.actions
