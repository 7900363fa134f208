"""The game: decisions, refusals, undo, copies, past moments."""

import json
import random
from pathlib import Path

import pytest

import front1914
from front1914 import CHANCE, Action, BadInput, BadScenario, DiceExhausted, IllegalAction, NoUndo, UnknownTitle
from tests.ford.positions import after, ford


def random_game(seed: int, **kwargs) -> front1914.Game:
    rng, game = random.Random(seed), front1914.new("ford", seed=seed, **kwargs)
    while decision := game.decision:
        game.act(rng.choice(decision.actions))
    return game


def test_the_shelf():
    assert "ford" in [info.id for info in front1914.titles()]
    with pytest.raises(UnknownTitle, match=r"no title 'chess'; there is .*ford"):
        front1914.new("chess")


@pytest.mark.parametrize(
    ("scenario", "options", "words"),
    [
        ("nowhere", {}, "scenario: no scenario 'nowhere'"),
        ("campaign", {"fog": True}, "options.fog: no such option"),
        ("campaign", {"open": "yes"}, "options.open: 'yes' is not one of False, True"),
        ("campaign", {"open": 1}, "options.open: 1 is not one of"),
    ],
)
def test_a_bad_choice_names_the_place(scenario, options, words):
    with pytest.raises(BadScenario, match=words):
        front1914.new("ford", scenario, options)


def test_a_decision_says_who_what_and_why():
    d = ford(b1="0301", r1="0506").decision
    assert (d.side, d.step, d.rule) == ("blue", "move", "3.0")
    assert d.prompt == "Choose a unit to march, or finish marching."
    assert d.actions == (Action("unit", "b1"), Action("done"))


def test_act_takes_an_action_or_words_and_returns_events():
    game = ford(b1="0301", r1="0506")
    assert game.act(Action("unit", "b1")) == []
    (event,) = game.act("to", "0302")
    assert (event.kind, event.text) == ("march", "B1 marches to hex 0302.")
    assert event.data == {"unit": "b1", "path": ["0301", "0302"], "to": "0302"}


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (("to", "0302"), "3.0", "that cannot be done now"),
        (("unit", "b9"), "3.0", "there is no unit b9"),
        (("unit", None), "3.0", "there is no unit None"),
        (("done", "b1"), "3.0", "takes no argument"),
        (("unit", "r1"), "3.0", "not your unit"),
        (("fly", "b1"), "3.0", "cannot be done now"),
    ],
)
def test_an_illegal_action_changes_nothing(action, rule, words):
    game = ford(b1="0301", r1="0506")
    before = game.digest()
    assert game.why_not(*action).rule == rule
    with pytest.raises(IllegalAction, match=words):
        game.act(*action)
    assert (game.digest(), game.log) == (before, [])


@pytest.mark.parametrize("verb", [3, None, ("unit", "b1")])
def test_nonsense_is_no_action(verb):
    with pytest.raises(BadInput, match="an action is a verb"):
        ford(b1="0301", r1="0506").act(verb, True)


def test_who_does_not_decide_learns_nothing():
    game = ford(b1="0301", r1="0506")
    assert game.why_not("unit", "b1", side="red").text == "it is not your decision"
    assert game.view("red")["decision"] is None
    assert game.view("blue")["decision"]["actions"] == [["unit", "b1"], ["done"]]
    with pytest.raises(BadInput, match="no side 'green'"):
        game.view("green")


def test_undo_goes_back_to_the_last_die():
    game = ford("fight", b1="0301", b2="0701", r1="0302", r2="0702")
    start = game.digest()
    after(game, "to 0302", "unit b1")
    assert game.undoable == 2
    game.undo()
    assert game.why_not("unit", "b1") is None
    game.undo()
    assert (game.digest(), game.log, game.events) == (start, [], [])
    after(game, "to 0302", "unit b1", "commit")
    with pytest.raises(NoUndo):
        game.undo()
    after(game, "die 3", "to 0702", "unit b2")
    game.undo(2)
    with pytest.raises(NoUndo, match="nothing can be taken back"):
        game.undo()


def test_undo_ends_when_the_decision_passes_on():
    game = after(ford(b1="0301", r1="0506"), "unit b1", "to 0302", "done", "done")
    assert (game.decision.side, game.undoable) == ("red", 0)


def test_more_than_there_is_cannot_be_taken_back():
    game = after(ford(b1="0301", r1="0506"), "unit b1")
    with pytest.raises(NoUndo, match="only 1"):
        game.undo(2)
    with pytest.raises(NoUndo):
        game.undo(0)


def test_copies_are_independent():
    game = front1914.new("ford", seed=5)
    twin, probe = game.copy(), game.copy(history=False)
    for other in (twin, probe):
        other.act("to", "0204")
    assert game.digest() != twin.digest() == probe.digest()
    assert len(game.log) + 1 == len(twin.log)
    assert probe.log == probe.events == []


def test_scripted_dice_do_not_run_dry_in_a_copy():
    game = ford("fight", b1="0301", r1="0302")
    game.script_dice([3, 4])
    after(game.copy(), "to 0302", "unit b1", "commit")
    after(game, "to 0302", "unit b1", "commit")
    assert game.log[-1].action == Action("die", 3)


def test_scripted_dice_that_run_out_change_nothing():
    game = ford("fight", b1="0301", r1="0302")
    game.script_dice([])
    after(game, "to 0302", "unit b1")
    before, undoable = game.digest(), game.undoable
    with pytest.raises(DiceExhausted, match="all been thrown"):
        game.act("commit")
    assert (game.digest(), game.undoable) == (before, undoable)
    game.script_dice([7])
    with pytest.raises(DiceExhausted, match="the next scripted outcome is 7"):
        game.act("commit")
    game.script_dice([2])
    after(game, "commit")
    assert game.decision.step == "cost"


def test_typed_dice_are_decisions_with_probabilities():
    game = after(ford("fight", b1="0301", r1="0302"), "to 0302", "unit b1", "commit")
    d = game.decision
    assert d.side == CHANCE
    assert [(o.action.arg, str(o.probability)) for o in d.outcomes] == [(n, "1/6") for n in range(1, 7)]
    assert json.dumps(d.plain())
    with pytest.raises(IllegalAction, match="there is no die 7"):
        game.act("die", 7)


def test_any_past_moment_can_be_opened():
    game = random_game(8)
    digests, twin = [], front1914.new("ford", seed=8, dice="manual")
    digests.append(twin.digest())
    for entry in game.log:
        twin.act(entry.action)
        digests.append(twin.digest())
    for n in (0, 1, 7, len(game.log) // 2, len(game.log)):
        assert game.at(n).digest() == digests[n]
        assert len(game.at(n).log) == n
    with pytest.raises(BadInput):
        game.at(len(game.log) + 1)


def test_a_branch_goes_its_own_way():
    game = random_game(8)
    end = game.digest()
    branch = game.at(10)
    while branch.decision:
        branch.act(branch.decision.actions[-1])
    assert game.digest() == end
    assert branch.log[:10] == game.log[:10]


def test_rewind_brings_the_same_dice_again():
    game = ford("fight", dice="seeded", b1="0301", r1="0302")
    after(game, "to 0302", "unit b1", "commit")
    thrown = [e for e in game.log if e.side == CHANCE]
    game.rewind(0)
    after(game, "to 0302", "unit b1", "commit")
    assert [e for e in game.log if e.side == CHANCE] == thrown


def test_resigning_ends_the_game_at_any_moment(tmp_path):
    game = front1914.new("ford", seed=5)
    game.resign("blue")
    assert (game.result.winner, game.result.level, game.decision) == ("red", "resignation", None)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.resign("red")
    with pytest.raises(IllegalAction, match="the game is over"):
        game.act("done")
    with pytest.raises(BadInput):
        front1914.new("ford").resign("green")
    game.save(tmp_path / "x")
    assert front1914.load(tmp_path / "x").result == game.result


def test_equal_seeds_play_equal_games_and_others_do_not():
    assert random_game(3).digest() == random_game(3).digest()
    assert [e.action for e in front1914.new("ford", seed=3).log] != [
        e.action for e in front1914.new("ford", seed=4).log
    ]


def test_reasons_are_open_to_the_other_side_after_the_end():
    game = ford(b1="0301", r1="0506")
    game.act("unit", "b1", reasons=["because"])
    assert game.reasons("blue") == [(0, ("because",))]
    with pytest.raises(BadInput, match="open after the game"):
        game.reasons("blue", viewer="red")
    game.undo()
    assert game.reasons("blue") == []
    game.act("unit", "b1", reasons=["because"])
    game.resign("red")
    assert game.reasons("blue", viewer="red") == [(0, ("because",))]


def test_a_loop_without_a_decision_is_found():
    game = front1914.new("ford", seed=1)
    step = type("Idle", (type(game.title.step["turn"]),), {"run": lambda self, s: None})()
    title = type("Broken", (type(game.title),), {"steps": (step, *game.title.steps[1:])})()
    with pytest.raises(RuntimeError, match="no decision in sight after the step turn"):
        front1914.Game(title, title.read_position(game.position() | {"flow": [["turn"]]}))


def test_a_trusted_replay_goes_the_same_way():
    game = random_game(8)
    checked, trusted = (front1914.new("ford", seed=8, dice="manual") for _ in range(2))
    for entry in game.log:
        checked.retake(entry)
        trusted.retake(entry, trusted=True)
    assert checked.digest() == trusted.digest() == game.digest()
    assert trusted.log == game.log
    with pytest.raises(IllegalAction, match="the game is over"):
        trusted.retake(game.log[-1])


def test_a_replay_is_held_to_whose_decision_it_is():
    game = ford(b1="0301", r1="0506")
    with pytest.raises(IllegalAction, match="blue decides here, not red"):
        game.retake(front1914.Entry("red", Action("done")), trusted=True)
    with pytest.raises(IllegalAction, match="cannot be done now"):
        game.retake(front1914.Entry("blue", Action("fly")), trusted=True)


def test_a_draw_by_agreement_ends_the_game_and_replays(tmp_path: Path) -> None:
    game = front1914.new("ford", seed=1)
    game.agree("blue")
    assert game.result is not None
    assert (game.result.winner, game.result.level) == (None, "agreement")
    with pytest.raises(IllegalAction):
        game.agree("red")
    game.save(tmp_path / "drawn", share=True)
    assert front1914.load(tmp_path / "drawn").digest() == game.digest()
