"""Programs that play over standard input and output: docs/commander_protocol.md."""

import io
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

import front1914
from front1914 import BadInput, Seat
from front1914.commanders import play
from front1914.commanders.base import CommanderFailed, levels, make
from front1914.commanders.programs import Card, Program, named, plain_seat
from front1914.commanders.stdio import serve

HERE = Path(__file__).parent / "programs"
FIRST_LEGAL = f"stdio:{sys.executable} {HERE / 'first_legal.py'}"
OURS = f"stdio:{sys.executable} -m front1914 commander"


def finish(blue, red, title="ford", **kwargs):
    game = front1914.new(title, seed=3, **kwargs)
    one, other = game.sides
    play(game, {one: make(blue, title, 3), other: make(red, title, 3)})
    return game


def program(body: str, tmp_path: Path, **limits) -> Card:
    """A program that greets, and then does what the body says with every question `q`."""
    file = tmp_path / "program.py"
    greet = 'print(json.dumps({"type": "hello", "protocol": 1, "name": "it"}), flush=True)'
    file.write_text(
        f"import json, sys, time\nsys.stdin.readline()\n{greet}\nfor line in sys.stdin:\n    q = json.loads(line)\n"
        + "".join(f"    {line}\n" for line in body.splitlines())
    )
    return Card("it", (sys.executable, str(file)), **limits)


def ask(card: Card):
    game = front1914.new("ford", seed=1)
    made = Program("ford", 1, None, card)
    try:
        return made.decide(game.seat(game.decision.side)), made
    finally:
        made.close()


def test_ten_lines_of_python_play_a_game_to_its_end():
    game = finish(FIRST_LEGAL, "random")
    assert game.result is not None
    assert game.result.level != "resignation"
    assert len((HERE / "first_legal.py").read_text().splitlines()) <= 10


def test_who_goes_round_in_circles_gives_up(monkeypatch):
    """In Schlieffen's War the first legal answer turns stacks over and back for ever."""
    monkeypatch.setattr("front1914.commanders.programs.CIRCLES", 30)
    game = front1914.new("schlieffens_war", "introduction", seed=1)
    made = make(FIRST_LEGAL, "schlieffens_war")

    def play() -> None:
        for _ in range(200):
            game.act(made.decide(game.seat(game.decision.side)))

    with pytest.raises(CommanderFailed, match="round in circles: 30 answers"):
        play()


def test_another_language_plays_a_game_to_its_end():
    node = shutil.which("node")
    if node is None:
        assert os.environ.get("FRONT1914_BROWSER") != "required", "no node here"
        pytest.skip("no node here")
    assert finish("random", f"stdio:{node} {HERE / 'first_legal.mjs'}").result.level != "resignation"


@pytest.mark.parametrize("level", ["recruit", "staff"])
def test_our_own_commander_decides_the_same_over_lines(level):
    """Views and decisions survive the way through text: nothing is lost that a commander uses."""
    there = finish(f"{OURS} {level} --stdio", "random", scenario="skirmish")
    assert there.log == finish(level, "random", scenario="skirmish").log


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_every_title_is_decided_the_same_over_lines(title):
    game = front1914.new(title, seed=5)
    direct, heard = make("staff", title, 5), io.StringIO()
    hello = {"type": "hello", "protocol": 1, "title": title, "seed": 5}
    lines, expected = [json.dumps(hello)], []
    for n in range(12):
        if (decision := game.decision) is None:
            break
        seat = game.seat(decision.side)
        lines.append(json.dumps({"type": "decide", "id": n, "seat": plain_seat(seat)}))
        expected.append(direct.decide(seat))
        game.act(expected[-1])
    serve("staff", lines, heard)
    answers = [json.loads(line) for line in heard.getvalue().splitlines()][1:]
    assert [tuple(answer["action"]) for answer in answers] == [tuple(filter(None, action)) for action in expected]


def test_what_is_sent_is_the_seat_and_nothing_else(tmp_path):
    body = 'print(json.dumps({"type": "error", "text": json.dumps(q)}), flush=True)'
    game = front1914.new("ford", seed=1)
    seat = game.seat(game.decision.side)
    assert set(plain_seat(seat)) == {"title", "side", "view", "decision"}
    with pytest.raises(CommanderFailed, match="the program says: ") as told:
        ask(program(body, tmp_path))
    assert '"seed"' not in str(told.value)


def test_reasons_and_thoughts_come_along(tmp_path):
    body = """print(json.dumps({"type": "info", "text": "thinking"}), flush=True)
why = [{"kind": "task", "text": "to win", "numbers": {"odds": 3}}]
action = q["seat"]["decision"]["actions"][0]
print(json.dumps({"type": "action", "id": q["id"], "action": action, "reasons": why}), flush=True)"""
    action, made = ask(program(body, tmp_path))
    assert action is not None
    assert made.info == ["thinking"]
    assert made.reasons[0].plain() == {"kind": "task", "text": "to win", "numbers": {"odds": 3.0}}


def test_a_program_that_is_stopped_in_time_may_still_answer(tmp_path):
    body = """if q["type"] == "decide": asked = q
if q["type"] == "stop":
    action = asked["seat"]["decision"]["actions"][0]
    print(json.dumps({"type": "action", "id": q["id"], "action": action}), flush=True)"""
    action, _ = ask(program(body, tmp_path, seconds=0.2))
    assert action is not None


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("pass", "did not answer in time"),
        ("sys.exit()", "has ended"),
        ('print("go north", flush=True)', "wrote a line that is no JSON object: 'go north"),
        ('print("x" * (1 << 21), flush=True)', "has ended"),
        ('print(json.dumps({"type": "action", "id": q.get("id"), "action": ["fly"]}), flush=True)', "was not offered"),
        ('print(json.dumps({"type": "action", "id": q.get("id")}), flush=True)', "answered null, which was not"),
    ],
)
def test_a_program_that_does_not_play_has_failed(body, says, tmp_path):
    with pytest.raises(CommanderFailed, match=says):
        ask(program(body, tmp_path, seconds=0.3))


@pytest.mark.skipif(sys.platform == "win32", reason="memory is not limited there")
def test_memory_is_limited(tmp_path):
    with pytest.raises(CommanderFailed, match="has ended"):
        ask(program("hoard = bytearray(600 << 20)", tmp_path, memory=200))


def test_who_fails_gives_up_the_game(tmp_path):
    card = program("sys.exit()", tmp_path)
    game = front1914.new("ford", seed=3)
    one, other = game.sides
    play(game, {one: Program("ford", 3, None, card), other: make("random", "ford", 3)})
    assert (game.result.winner, game.result.level) == (other, "resignation")


def test_who_wants_to_ponder_is_shown_what_he_may_see(tmp_path):
    seen = tmp_path / "seen"
    file = tmp_path / "ponders.py"
    file.write_text((HERE / "first_legal.py").read_text().replace('"name"', '"ponders": True, "name"'))
    text = file.read_text().replace(
        "for line in sys.stdin:", f"for line in sys.stdin:\n    open({str(seen)!r}, 'a').write(line)"
    )
    file.write_text(text)
    finish(f"stdio:{sys.executable} {file}", "random", scenario="skirmish")
    shown = [json.loads(line) for line in seen.read_text().splitlines()]
    pondered = [line for line in shown if line["type"] == "ponder"]
    assert pondered
    assert all(line["seat"]["side"] == "blue" and line["seat"]["decision"] is None for line in pondered)


def test_programs_are_named_in_a_file(tmp_path, monkeypatch):
    file = tmp_path / "programs.toml"
    monkeypatch.setenv("FRONT1914_PROGRAMS", str(file))
    assert named() == {}
    file.write_text(f'[mine]\ncommand = ["{sys.executable}", "{HERE / "first_legal.py"}"]\nseconds = 5\n')
    assert "program:mine" in levels()
    assert finish("program:mine", "random").result.level != "resignation"
    for text, place in [
        ("[mine]\n", "mine: needs command"),
        ('[mine]\ncommand = "x"\nseconds = 0\n', "mine.seconds: more than 0"),
        ('[mine]\ncommand = "x"\nmemory = "1"\n', "mine.memory: megabytes"),
        ('[mine]\ncommand = "x"\nspeed = 1\n', "mine: no setting speed"),
        ("[mine", "not a file of programs"),
    ]:
        file.write_text(text)
        with pytest.raises(BadInput, match=place):
            levels()


def test_a_command_that_is_none_is_refused_in_words():
    with pytest.raises(CommanderFailed, match="has ended"):
        make("stdio:no-such-program-anywhere", "ford")
    with pytest.raises(BadInput, match="needs a command line"):
        make("stdio:", "ford")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line: not JSON"),
        ("[]", "line: not a JSON object"),
        ('{"type": "decide"}', "type: the first line is hello"),
        ('{"type": "dance"}', "type: hello, decide, stop, ponder or quit, not 'dance'"),
        ('{"type": "hello", "protocol": 9}', "protocol: 1, not 9"),
        ('{"type": "hello", "protocol": 1, "title": "chess"}', "chess"),
        ('{"type": "hello", "protocol": 1, "title": "ford", "rules_version": 99}', "rules_version: "),
        ('{"type": "hello", "protocol": 1, "title": "ford", "budget": "much"}', "budget: a whole number"),
    ],
)
def test_bad_lines_are_answered_in_words(line, says):
    out = io.StringIO()
    serve("random", [line], out)
    answer = json.loads(out.getvalue())
    assert answer["type"] == "error"
    assert says in answer["text"]


@pytest.mark.parametrize("seat", [None, {}, {"title": "ford", "side": "blue", "view": {}, "decision": {"actions": 3}}])
def test_bad_seats_are_answered_in_words(seat):
    out = io.StringIO()
    hello = json.dumps({"type": "hello", "protocol": 1, "title": "ford"})
    serve("random", [hello, json.dumps({"type": "decide", "id": 1, "seat": seat})], out)
    assert json.loads(out.getvalue().splitlines()[1])["text"].startswith("seat")


def test_a_seat_is_data():
    assert set(Seat.__dataclass_fields__) == {"title", "side", "view", "decision", "answer"}
