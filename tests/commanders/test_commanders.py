"""Commanders: fair, repeatable, and better than chance."""

import multiprocessing

import pytest

import front1914
from front1914 import FrontError
from front1914.commanders import make, play
from front1914.commanders.base import levels
from tests.ford.positions import ford

SHORT = {"general": 400}  #: decisions that it imagines here


def finish(blue: str, red: str, seed: int, **kwargs) -> front1914.Game:
    game = front1914.new("ford", seed=seed, **kwargs)
    levels = {"blue": blue, "red": red}
    play(game, {side: make(level, "ford", seed, SHORT.get(level)) for side, level in levels.items()})
    return game


def test_the_levels():
    assert {"random", "chooser"} <= set(levels())
    with pytest.raises(FrontError, match="no commander 'napoleon'; there is random, chooser, recruit, staff"):
        front1914.commander("napoleon", "ford")


LEVELS = ["random", "chooser", "recruit", "staff", "general"]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game(level):
    assert finish(level, level, 5, scenario="skirmish").log == finish(level, level, 5, scenario="skirmish").log


def test_play_stops_where_a_person_decides():
    game = front1914.new("ford", seed=1)
    assert play(game, {"red": make("random", "ford")}) == 1
    assert game.decision.side == "blue"
    watched = []
    assert play(game, {"blue": make("random", "ford")}, most=2, watch=lambda g, e: watched.append(len(g.log))) == 2
    assert len(watched) == 2


def test_the_chooser_beats_chance_on_both_sides():
    wins = sum(finish("chooser", "random", seed, scenario="skirmish").result.winner == "blue" for seed in range(6))
    wins += sum(finish("random", "chooser", seed, scenario="skirmish").result.winner == "red" for seed in range(6))
    assert wins >= 9


@pytest.mark.parametrize(("level", "least"), [("recruit", 9), ("staff", 11)])
def test_levels_beat_chance_on_both_sides(level, least):
    """The recruit is meant to be mild: he need not win as surely as the staff."""
    wins = sum(finish(level, "random", seed).result.winner == "blue" for seed in range(6))
    wins += sum(finish("random", level, seed).result.winner == "red" for seed in range(6))
    assert wins >= least


def test_the_staff_attacks_with_enough_and_says_so():
    game = ford("fight", b1="0301", b2="0301", b3="0202", r1={"at": "0302", "steps": 1}, r2="0508")
    staff = make("staff", "ford", 1)
    play(game, {"blue": staff}, most=1)
    assert [e.action.arg for e in game.log] == ["0302"]
    (why,) = staff.reasons
    assert why.kind == "attack"
    assert why.numbers["value"] > 0
    play(game, {"blue": staff}, most=4)
    assert "commit" in [e.action.verb for e in game.log]


def test_the_staff_does_not_attack_at_bad_odds():
    game = ford("fight", b1={"at": "0301", "steps": 1}, r1="0302", r2="0302")
    play(game, {"blue": make("staff", "ford", 1)}, most=1)
    assert game.log[0].action.verb == "done"


def test_the_chooser_takes_the_town():
    game = ford(r1="0507", b1="0101", side="red")
    game.act("unit", "r1")
    chooser = make("chooser", "ford", 1)
    assert chooser.decide(game.seat("red")).arg == "0506"
    (why,) = chooser.reasons
    assert why.kind == "value"
    assert why.numbers["margin"] > 0
    assert why.beaten


def test_every_decision_has_a_reason():
    game = finish("chooser", "random", 2, scenario="skirmish")
    taken = [n for n, entry in enumerate(game.log) if entry.side == "blue"]
    assert [at for at, _ in game.reasons("blue")] == taken
    assert all(why.text for _, whys in game.reasons("blue") for why in whys)


@pytest.mark.parametrize("level", LEVELS)
def test_twins_get_the_same_decision_and_reasons(level):
    """Two games that differ only in what blue may not know."""
    units = {"b1": {"at": "0503"}, "b2": {"at": "0603"}, "r1": {"at": "0505", "veteran": 1}, "r2": {"at": "0506"}}
    one = {"title": "ford", "step": "move", "side": "blue", "mined": "0504", "units": units}
    two = one | {"mined": "0204", "units": units | {"r1": {"at": "0505"}, "r2": {"at": "0506", "veteran": 1}}}
    games = [front1914.from_position(p, seed=1) for p in (one, two)]
    commanders = [make(level, "ford", 3, SHORT.get(level)) for _ in games]
    for game, commander in zip(games, commanders, strict=True):
        play(game, {"blue": commander}, most=4)
    assert games[0].log == games[1].log
    assert games[0].reasons("blue") == games[1].reasons("blue")


def _sit(pipe, level):
    from tests import conftest  # noqa: F401  the shelf of this process

    commander = make(level, "ford", 9)
    while (seat := pipe.recv()) is not None:
        pipe.send(commander.decide(seat))


def test_a_commander_in_another_process_plays_a_whole_game_from_seats_alone():
    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_sit, args=(there, "chooser"))
    process.start()
    try:
        game = front1914.new("ford", "skirmish", seed=6)
        other = make("random", "ford", 6)
        while decision := game.decision:
            if decision.side == "red":
                here.send(game.seat("red"))
                game.act(here.recv())
            else:
                game.act(other.decide(game.seat("blue")))
        here.send(None)
        process.join(10)
    finally:
        process.kill()
    assert game.result is not None


@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_sample_agrees_with_the_view_and_varies(side):
    game = front1914.new("ford", seed=12)
    game.act("to", "0504")
    view = game.view(side)
    samples = [front1914.imagine(view, seed) for seed in range(12)]
    assert len({str(sample) for sample in samples}) > 3
    for sample in samples:
        twin = front1914.from_position(sample)
        assert twin.view(side) == view
        assert twin.faults() == []


def test_the_staff_looks_when_something_else_is_asked_in_the_middle_of_a_march():
    """It needs no view to lead a unit to its post, but to weigh any other question it does."""
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    staffs = {side: make("staff", "offensive_a_outrance", 1) for side in game.sides}
    while (staff := staffs[game.decision.side])._moving is None or len(game.decision.actions) == 1:
        play(game, staffs, most=1)
    place = next(step for step, role in staff.roles.items() if role == "place")
    assert staff._steady
    assert game.decision.step == place
    assert not staff.looks(game.decision)
    others = tuple(front1914.Action("unit", unit) for unit in list(staff._orders)[:2])
    assert staff.looks(game.decision._replace(actions=others))
    staff._orders = {}
    assert staff.looks(game.decision)
