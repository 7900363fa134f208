"""The command line, as somebody types it: what it prints, what it writes, and how it says no."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import front1914
from front1914.cli import COMMANDS, main

ATTACK = {
    "title": "ford",
    "step": "fight",
    "side": "blue",
    "units": {"b1": {"at": "0505", "veteran": 1}, "b2": {"at": "0406"}, "r1": {"at": "0506"}},
}


def run(*words: object, stdin: str | None = None) -> Result:
    """Runs a command; whatever is no exit code is an error of the test."""
    result = CliRunner(env={"COLUMNS": "120"}).invoke(main, [str(word) for word in words], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def fine(*words: object, stdin: str | None = None) -> str:
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def answer(*words: object) -> Any:
    """What a program gets."""
    return json.loads(fine(*words, "--json"))


def refused(*words: object, stdin: str | None = None, code: int = 1) -> str:
    """The one line on the standard error when the game says no."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    if code == 1:
        assert len(lines) == 1, result.stderr
        assert lines[0].startswith("front1914: ")
    return lines[-1].removeprefix("front1914: ")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in which red has passed and blue is to march."""
    path = tmp_path / "game.f14"
    fine("new", "ford", path, "--seed", 3)
    fine("act", path, "pass")
    return path


@pytest.fixture
def attack(tmp_path: Path) -> Path:
    path = tmp_path / "attack.json"
    path.write_text(json.dumps(ATTACK), encoding="utf-8")
    return path


# -- the whole ---------------------------------------------------------------------------------------------------


def test_the_help_lists_every_command() -> None:
    text = fine("--help")
    for name, entry in COMMANDS.items():
        assert name in text
        assert entry.help in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_speaks_json(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    assert command.help
    for part in command.commands.values() if isinstance(command, click.Group) else [command]:
        assert part.help
        if name == "commander":  # it speaks nothing else
            continue
        assert "--json" in [flag for option in part.params for flag in option.opts]
    assert "Usage: " in fine(name, "--help")


def test_the_version_is_told() -> None:
    assert fine("--version") == f"front1914 {front1914.__version__}\n"


def test_the_help_loads_nothing_that_it_does_not_need() -> None:
    """A start within 150 ms rests on this; the time itself is for `front1914 bench`."""
    script = (
        "import sys\nfrom front1914.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: print(*sorted(sys.modules), file=sys.stderr)"
    )
    environment = {key: value for key, value in os.environ.items() if key != "FRONT1914_TITLES"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "front1914.engine.game" in loaded
    for heavy in ("rich", "msgspec", "numpy", "numba", "scipy", "starlette", "uvicorn", "asyncio", "multiprocessing"):
        assert heavy not in loaded
    for room in ("kit", "commanders", "analysis", "server"):
        assert f"front1914.{room}" not in loaded


def test_without_a_command_the_library_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    app = ModuleType("front1914.server.app")
    app.__dict__["run"] = lambda: opened.append(True) or 0
    monkeypatch.setitem(sys.modules, "front1914.server.app", app)
    fine()
    app.__dict__["run"] = lambda: 1
    assert run().exit_code == 1
    assert opened == [True]


def test_without_a_server_the_bare_command_shows_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "front1914.server.app", None)
    assert "Begin a game in a file." in fine()


def test_an_unknown_command_is_a_usage_error() -> None:
    assert "No such command 'conquer'" in refused("conquer", code=2)


def test_the_installed_program_gives_the_exit_code(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from front1914.cli import main; main()", "show", str(tmp_path / "none.f14")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"front1914: {tmp_path / 'none.f14'}: No such file or directory\n"


# -- titles ------------------------------------------------------------------------------------------------------


def test_titles_are_listed() -> None:
    assert "The Ford" in fine("titles")
    assert "ford" in [info["id"] for info in answer("titles")]


def test_one_title_shows_scenarios_and_options() -> None:
    text = fine("titles", "ford")
    assert "skirmish" in text
    assert "Both sides see who is a veteran. (rule 2.1)" in text
    assert answer("titles", "ford")["sides"] == ["blue", "red"]


def test_an_unknown_title_is_refused() -> None:
    assert "no title 'risk'; there is" in refused("titles", "risk")


def test_a_package_of_titles_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONT1914_TITLES", "tests.ford,nowhere.at_all")
    assert refused("titles") == "FRONT1914_TITLES: no package nowhere.at_all"


# -- new ---------------------------------------------------------------------------------------------------------


def test_new_begins_a_game(tmp_path: Path) -> None:
    text = fine("new", "ford", tmp_path / "game.f14", "--seed", 1914)
    assert "red: Mine which ford?" in text
    assert front1914.commitment(1914) in text
    assert front1914.load(tmp_path / "game.f14").dice.seed == 1914  # type: ignore[union-attr]


def test_new_never_replaces_a_file_unasked(tmp_path: Path) -> None:
    path = tmp_path / "game.f14"
    path.write_text("precious", encoding="utf-8")
    assert "there is a file of that name already" in refused("new", "ford", path)
    assert path.read_text(encoding="utf-8") == "precious"
    fine("new", "ford", path, "--force")
    assert front1914.load(path).title.info.id == "ford"


@pytest.mark.parametrize(
    ("given", "value"), [("open", True), ("open=yes", True), ("open=TRUE", True), ("open=off", False)]
)
def test_options_are_read_as_their_own_kind(tmp_path: Path, given: str, value: bool) -> None:
    assert answer("new", "ford", tmp_path / "x", "--option", given)["options"] == {"open": value}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["risk", "FILE"], "title: no title 'risk'"),
        (["ford", "FILE", "--scenario", "x"], "scenario: no scenario 'x' in ford; there is campaign, skirmish"),
        (["ford", "FILE", "--option", "open=maybe"], "options.open: 'maybe' is not one of False, True"),
        (["ford", "FILE", "--option", "fog=yes"], "options.fog: no such option; there is open"),
        (["ford", "FOLDER/none/x"], "none"),
    ],
)
def test_new_refuses_and_writes_nothing(tmp_path: Path, words: list[str], reason: str) -> None:
    words = [word.replace("FILE", str(tmp_path / "x")).replace("FOLDER", str(tmp_path)) for word in words]
    assert reason in refused("new", *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["ford"],
        ["ford", "x", "--option", "fog"],
        ["ford", "x", "--option", "open=yes", "--option", "open=no"],
        ["ford", "x", "--dice", "loaded"],
        ["ford", "x", "--dice", "manual", "--seed", "1"],
        ["ford", "x", "--position", "p.json", "--scenario", "skirmish"],
    ],
)
def test_what_is_not_understood_is_a_usage_error(words: list[str]) -> None:
    refused("new", *words, code=2)


def test_new_begins_from_a_position(tmp_path: Path, attack: Path) -> None:
    found = answer("new", "ford", tmp_path / "x", "--position", attack)
    assert (found["deciding"], found["decision"]["step"]) == ("blue", "fight")
    assert answer("position", tmp_path / "x")["units"]["b1"] == {"at": "0505", "veteran": 1}


def test_a_position_is_read_from_the_standard_input(tmp_path: Path) -> None:
    fine("new", "ford", tmp_path / "x", "--position", "-", stdin=json.dumps(ATTACK))
    assert front1914.load(tmp_path / "x").position()["units"] == ATTACK["units"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"title": "ford",\n "units": }', ":2:11: not JSON: Expecting value"),
        ('{"title": "ford", "title": "ford"}', ": the entry 'title' stands there twice"),
        ("[]", ": a position is a table"),
        ('{"title": "risk"}', ": title: this is a position of risk, not of ford"),
        ('{"step": "fight", "side": "blue", "units": {"b9": {}}}', ": units.b9: no unit 'b9'"),
        ('{"step": "fight", "side": "blue", "units": {"b1": {"at": "9901"}}}', ": units.b1.at: no hex '9901'"),
        ("\udcff", ": not a text file"),
        ("[" * 100_000, ": nested too deeply"),
    ],
)
def test_a_bad_position_is_refused_with_file_and_place(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert refused("new", "ford", tmp_path / "x", "--position", path).startswith(f"{path}{reason}")
    assert not (tmp_path / "x").exists()


# -- show, act, undo ---------------------------------------------------------------------------------------------


def test_show_tells_what_happened_and_what_is_asked(file: Path) -> None:
    text = fine("show", file)
    assert "Turn 1: blue moves." in text
    assert "blue: Choose a unit to march, or finish marching.  (rule 3.0)" in text
    assert "  unit  b1  b2  b3  b4  b5  b6\n  done  (Finish)\n" in text


def test_show_as_json_has_the_decision(file: Path) -> None:
    found = answer("show", file)
    assert found["deciding"] == found["side"] == "blue"
    assert found["decision"]["actions"][:2] == [["unit", "b1"], ["unit", "b2"]]
    assert found["actions"] == 5
    assert [event["kind"] for event in found["events"]] == ["veteran", "veteran", "turn"]


def test_show_keeps_the_other_sides_secrets(file: Path) -> None:
    veterans = [u for u, row in front1914.load(file).position()["units"].items() if row.get("veteran")]
    for side, other in (("blue", "r"), ("red", "b"), ("observer", "")):
        text = json.dumps(answer("show", file, "--side", side, "--events", 99)) + fine("show", file, "--side", side)
        for unit in veterans:
            if unit.startswith(other):
                assert f"{unit} is a veteran" not in text
    assert answer("show", file, "--side", "red")["decision"] is None


def test_show_can_look_back(file: Path) -> None:
    assert answer("show", file, "--at", 4)["decision"]["step"] == "mine"
    assert "the log has 5 actions, not 6" in refused("show", file, "--at", 6)


def test_show_tells_the_end(file: Path) -> None:
    fine("act", file, *["done"] * 24)
    text = fine("show", file)
    assert "The game is over: red wins, town held." in text
    assert "Red holds the town. Score 12. (rule 1.2)" in text
    assert answer("show", file)["result"]["winner"] == "red"
    assert fine("legal", file) == ""
    assert refused("act", file, "done") == f"{file}: done: the game is over"


def test_act_takes_several_decisions(file: Path) -> None:
    text = fine("act", file, "unit", "b1", "to:0303", "unit:b2")
    assert "B1 marches to hex 0303." in text
    assert "blue: March b2 where?" in text
    assert [str(entry) for entry in front1914.load(file).log[-3:]] == ["blue unit b1", "blue to 0303", "blue unit b2"]


def test_act_reads_actions_from_the_standard_input(file: Path) -> None:
    fine("act", file, "-", stdin="unit b1\nto 0303\n\ndone done\n")
    assert len(front1914.load(file).log) == 9


def test_act_shows_the_actor_and_not_the_next_side(file: Path) -> None:
    found = answer("act", file, "done", "done")
    assert (found["side"], found["deciding"], found["decision"]) == ("blue", "red", None)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["to", "0303"], "to 0303: that cannot be done now"),
        (["unit", "r1"], "unit r1: not your unit (3.0)"),
        (["unit", "b9"], "unit b9: there is no unit b9 (3.0)"),
        (["unit"], "action: unit needs a unit"),
        (["fly"], "action: no verb 'fly'; there is"),
        (["done:now"], "done now: done takes no argument (3.0)"),
        (["unit", "b1", "to", "0310"], "action 2 of 2: to 0310: there is no hex 0310 (3.1)"),
        (["unit", "b1", "to", "0306"], "action 2 of 2: to 0306: too far (3.1)"),
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(file: Path, words: list[str], reason: str) -> None:
    before = file.read_bytes()
    assert refused("act", file, *words).startswith(f"{file}: {reason}")
    assert file.read_bytes() == before


def test_an_action_from_the_standard_input_is_refused_with_its_line(file: Path) -> None:
    assert refused("act", file, "-", stdin="unit b1\nfly\n").startswith(f"{file}: standard input:2: no verb 'fly'")


def test_undo_works_from_one_process_to_the_next(file: Path) -> None:
    before = front1914.load(file).digest()
    fine("act", file, "unit", "b1", "to", "0303")
    assert "1 decision can be taken back." in fine("undo", file)
    fine("undo", file)
    assert front1914.load(file).digest() == before


def test_undo_stops_at_the_other_side_and_at_the_dice(tmp_path: Path, attack: Path, file: Path) -> None:
    assert refused("undo", file) == f"{file}: nothing can be taken back"
    fine("act", file, "unit", "b1", "to", "0303")
    assert refused("undo", file, 3) == f"{file}: only 2 can be taken back"
    assert len(front1914.load(file).log) == 7
    path = tmp_path / "fight"
    fine("new", "ford", path, "--position", attack, "--seed", 1)
    fine("act", path, "to", "0506", "unit", "b1")
    assert answer("show", path)["undoable"] == 2
    fine("act", path, "commit")
    assert refused("undo", path) == f"{path}: nothing can be taken back"


def test_real_dice_are_typed_in(tmp_path: Path, attack: Path) -> None:
    path = tmp_path / "x"
    fine("new", "ford", path, "--position", attack, "--dice", "manual")
    assert "chance: " in fine("act", path, "to", "0506", "unit", "b1", "commit")
    assert fine("legal", path).splitlines() == [f"die {face}" for face in range(1, 7)]
    assert refused("act", path, "die", "7").startswith(f"{path}: die 7: there is no die 7")
    assert "A 6 on the die" in fine("act", path, "die", "6")


def test_resigning_ends_the_game(file: Path) -> None:
    assert "The game is over: red wins, resignation." in fine("resign", file, "blue")
    assert refused("resign", file, "red").endswith("the game is over")
    assert fine("verify", file)


def test_a_game_shared_without_its_seed_is_for_looking(file: Path) -> None:
    game = front1914.load(file)
    game.save(file, share=True)
    before = file.read_bytes()
    assert "blue: Choose a unit" in fine("show", file)
    for words in (("act", file, "done"), ("undo", file), ("resign", file, "blue")):
        assert "shared without its seed" in refused(*words)
    assert file.read_bytes() == before


# -- looking -----------------------------------------------------------------------------------------------------


def test_legal_gives_what_act_takes(file: Path) -> None:
    lines = fine("legal", file).splitlines()
    assert lines == [str(a) for a in front1914.load(file).decision.actions]  # type: ignore[union-attr]
    fine("act", file, *lines[0].split())
    assert answer("legal", file)[-1] == ["stay"]


def test_why_names_the_rule(file: Path) -> None:
    assert fine("why", file, "unit", "b1") == "unit b1 is legal.\n"
    assert fine("why", file, "unit", "r1") == "unit r1 is not legal: not your unit (rule 3.0)\n"
    assert answer("why", file, "unit", "r1") == {
        "action": ["unit", "r1"],
        "legal": False,
        "rule": "3.0",
        "reason": "not your unit",
    }
    refused("why", file, "done", "done", code=2)


def test_a_view_holds_what_the_side_may_know(file: Path) -> None:
    assert answer("view", file, "red") == json.loads(fine("view", file, "red")) == front1914.load(file).view("red")
    refused("view", file, "green", code=2)


def test_a_position_goes_round(tmp_path: Path, file: Path) -> None:
    (tmp_path / "p.json").write_text(fine("position", file), encoding="utf-8")
    fine("new", "ford", tmp_path / "again", "--position", tmp_path / "p.json")
    assert front1914.load(tmp_path / "again").digest() == front1914.load(file).digest()
    assert answer("position", tmp_path / "again") == answer("position", file)


# -- odds --------------------------------------------------------------------------------------------------------


def test_odds_are_exact(attack: Path) -> None:
    text = fine("odds", attack, "to", "0506", "unit", "b1", "commit")
    assert "stand     33.3%      1/3  ████" in text
    found = answer("odds", "ford", attack, "to", "0506", "unit", "b1", "unit", "b2", "commit")
    assert {o["outcome"]: o["probability"] for o in found["outcomes"]} == {
        "stand": "1/2",
        "fight": "1/3",
        "cost": "1/6",
    }
    assert sum(Fraction(s["probability"]) for s in found["situations"]) == 1


def test_odds_of_a_saved_game_leave_it_alone(tmp_path: Path, attack: Path) -> None:
    path = tmp_path / "x"
    fine("new", "ford", path, "--position", attack, "--seed", 1)
    before = path.read_bytes()
    assert "1/3" in fine("odds", path, "to", "0506", "unit", "b1", "commit", "--throws")
    assert "100.0%" in fine("odds", path)
    assert path.read_bytes() == before


def test_odds_that_cannot_be_are_refused(tmp_path: Path, attack: Path, file: Path) -> None:
    assert refused("odds", attack, "commit").startswith(f"{attack}: commit: that cannot be done now")
    assert refused("odds", tmp_path / "none", "commit") == f"{tmp_path / 'none'}: No such file or directory"
    assert "a position of ford, not of risk" in refused("odds", "risk", attack, "commit")
    refused("odds", attack, "commit", "--at", 1, code=2)


# -- replay and verify -------------------------------------------------------------------------------------------


def test_replay_tells_the_game_again(file: Path) -> None:
    text = fine("replay", file)
    assert "    5  red pass\n       Turn 1: blue moves.\n" in text
    assert text.endswith("is sound: 5 actions, every digest as recorded.\n")
    assert fine("replay", file, "--from", 5, "--to", 5).splitlines()[0] == "    5  red pass"
    lines = [json.loads(line) for line in fine("replay", file, "--json").splitlines()]
    assert lines[4]["action"] == ["pass"]
    assert lines[-1] == {"file": str(file), "sound": True, "actions": 5}


def test_replay_through_the_eyes_of_a_side_keeps_secrets(file: Path) -> None:
    fine("act", file, "unit", "b1", "to", "0303")
    text = fine("replay", file, "--side", "red")
    assert "red pass" in text
    assert "B1 marches to hex 0303." in text
    assert "unit b1" not in text
    assert sum(" is a veteran." in line for line in text.splitlines()) == 2
    refused("replay", file, "--side", "green", code=2)


def test_a_changed_file_is_found_and_its_sound_part_recovered(tmp_path: Path, file: Path) -> None:
    fine("act", file, "unit", "b1", "to", "0303")
    damaged, saved = tmp_path / "damaged", tmp_path / "saved"
    damaged.write_text(file.read_text(encoding="utf-8").replace("blue unit b1", "blue unit b2"), encoding="utf-8")
    result = run("replay", damaged, "--quiet")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"front1914: {damaged}:8: this line was changed (the 5 actions before it")
    hint = f"`front1914 replay {damaged} --recover NEW` keeps the 5 actions before it"
    assert refused("show", damaged) == f"{damaged}:8: this line was changed ({hint})"
    assert "The 5 actions before it are sound" in fine("replay", damaged, "--quiet", "--recover", saved)
    assert front1914.load(saved).log == front1914.load(file).log[:5]
    assert "already" in refused("replay", damaged, "--recover", saved)


def test_a_game_of_older_rules_is_never_lost(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.engine.test_save import reseal
    from tests.ford.title import Ford

    fine("act", file, "unit", "b1", "to", "0303")
    monkeypatch.setattr(Ford, "rules_version", 2)
    assert "is sound" in fine("replay", file, "--quiet")  # it goes the same way under these rules
    reseal(file, {"rules": 1}, lambda lines: [*lines[:5], "blue to 9999\t", *lines[5:]])
    text = refused("show", file)
    assert (
        "played under version 1 of the rules of ford; this program has 2, under which the game goes another way" in text
    )
    assert "keeps the 5 actions before it" in text
    before = file.read_text(encoding="utf-8")
    fine("replay", file, "--quiet", "--recover", tmp_path / "saved")
    assert len(front1914.load(tmp_path / "saved").log) == 5
    assert file.read_text(encoding="utf-8") == before


def test_a_sound_file_needs_no_recovery(tmp_path: Path, file: Path) -> None:
    fine("replay", file, "--quiet", "--recover", tmp_path / "saved")
    assert not (tmp_path / "saved").exists()


@pytest.mark.parametrize("text", ["", "front1914 9\n", "something else", "front1914 1\n{}\t00000000\n"])
def test_a_foreign_file_is_refused_at_its_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8")
    for command in (["show"], ["act"], ["replay"], ["verify"]):
        words = [*command, path, *(["done"] if command == ["act"] else [])]
        assert refused(*words).startswith(f"{path}:")


def test_the_ledger_leads_from_a_rule_to_its_code_and_its_tests() -> None:
    text = fine("ledger", "ford", "3.2")
    assert text.startswith("3.2 ")
    assert "tests/ford/" in text[text.index("Code") : text.index("Tests")]
    assert "test_" in text[text.index("Tests") :]
    assert answer("ledger", "ford", "3.2")["rows"][0]["rule"] == "3.2"
    assert "ford has no rule '9.9.9'" in refused("ledger", "ford", "9.9.9")


def test_the_dice_are_verified(file: Path) -> None:
    text = fine("verify", file)
    assert "all 4 throws fell as it says" in text
    assert answer("verify", file)["commitment"] == front1914.commitment(3)
    assert "not the one committed to" in refused("verify", file, "--seed", 4)


def test_a_die_that_the_seed_does_not_give_is_found(tmp_path: Path, attack: Path) -> None:
    game = front1914.from_position(ATTACK, seed=1)
    honest = game.copy()
    for twin in (game, honest):
        twin.act("to", "0506")
        twin.act("unit", "b1")
    honest.act("commit")
    fell = next(entry.action.arg for entry in honest.log if entry.side == "chance")
    assert isinstance(fell, int)
    wrong = fell % 6 + 1
    game.script_dice([wrong])
    game.act("commit")
    game.dice = front1914.SeededDice(1)
    game.save(tmp_path / "x")
    said = refused("verify", tmp_path / "x")
    assert said == f"{tmp_path / 'x'}: throw 1 (action 4) is recorded as die {wrong}, the seed gives die {fell}"


def test_dice_without_a_seed_cannot_be_verified_yet(tmp_path: Path, file: Path) -> None:
    front1914.load(file).save(file, share=True)
    assert "the seed is not in the file yet" in refused("verify", file)
    assert "all 4 throws" in fine("verify", file, "--seed", 3)
    fine("new", "ford", tmp_path / "by_hand", "--dice", "manual")
    assert "thrown by hand" in refused("verify", tmp_path / "by_hand")


# -- ledger, simulate, fuzz, bench -------------------------------------------------------------------------------


def test_the_ledger_counts(tmp_path: Path) -> None:
    assert [book["title"] for book in answer("ledger")].count("ford") == 1
    (tmp_path / "test_it.py").write_text(
        'import pytest\n@pytest.mark.rule("1.1")\ndef test_a(): assert f()\n', encoding="utf-8"
    )
    result = run("ledger", "ford", "--tests", tmp_path)
    assert result.exit_code == 1  # it calls itself complete
    assert "3.2   open   Zones of control" in result.stdout
    assert "1.1" not in result.stdout
    assert result.stderr == "front1914: ford calls itself complete and has 13 open rules\n"


def test_the_ledger_finds_a_citation_of_nothing(tmp_path: Path) -> None:
    source = 'import pytest\n@pytest.mark.rule("99")\ndef test_a(): assert f()\n'
    (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
    result = run("ledger", "ford", "--tests", tmp_path)
    assert result.exit_code == 1
    assert f"{tmp_path / 'test_it.py'}:2: test_a cites the rule 99, which ford does not have" in result.stderr


def test_the_ledger_of_a_title_that_is_being_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no rules yet; then rules, but no tests that could be found; it need not be fit to play."""
    package = tmp_path / "sketch_of_a_title"
    (package / "data").mkdir(parents=True)
    source = "from types import SimpleNamespace\nINFO = SimpleNamespace(id='sketch', stage='draft')\n"
    (package / "__init__.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("FRONT1914_TITLES", "sketch_of_a_title")
    assert "none yet" in fine("ledger")
    assert "rules.csv: No such file or directory" in refused("ledger", "sketch")
    rules = "rule,title,summary,kind,reason\n1,Turns,Take turns.,rule,\n"
    (package / "data" / "rules.csv").write_text(rules, encoding="utf-8")
    text = fine("ledger", "sketch")
    assert "No tests were found for sketch" in text
    assert "Take turns." in text


def test_simulate_reports(tmp_path: Path) -> None:
    words = ("simulate", "ford", "--games", 3, "--scenario", "skirmish", "--jobs", 1, "--seed", 7, "--blue=random")
    text = fine(*words, "--save", tmp_path)
    assert "The Ford · A skirmish: 3 games, random (blue) against random (red)" in text
    assert "decisions and" in text
    found = answer(*words)
    assert sum(share["times"] for share in found["winners"].values()) == 3
    saved = [front1914.load(file) for file in sorted(tmp_path.iterdir())]
    assert [game.digest() for game in saved] == [game["digest"] for game in found["games"]]


def test_ladder_measures_one_commander_against_another() -> None:
    words = ("ladder", "ford", "staff", "random", "--games", 4, "--scenario", "skirmish", "--seed", 7)
    told = run(*words).output
    assert "staff against random" in told
    assert "as blue" in told
    (rung,) = json.loads(run(*words, "--json").output)
    assert rung["both"]["games"] == 4
    assert set(rung["sides"]) == {"blue", "red"}


def test_follies_are_counted_by_side() -> None:
    words = ("follies", "schlieffens_war", "recruit", "random", "--games", 1, "--scenario", "introduction")
    assert "german (recruit)" in run(*words).output
    found = json.loads(run(*words, "--json").output)
    assert found["figures"]["german"]["attacks"] >= 0


def test_simulate_in_pairs_plays_whole_pairs() -> None:
    words = ("simulate", "ford", "--games", 3, "--scenario", "skirmish", "--jobs", 1, "--pairs")
    assert len(answer(*words, "--red", "random")["games"]) == 4
    assert "Pairs with equal dice" in fine(*words)


@pytest.mark.parametrize("words", [["--green", "random"], ["--blue"], ["--blue", "--red", "random"], ["blue"]])
def test_simulate_with_a_side_that_is_none_is_a_usage_error(words: list[str]) -> None:
    refused("simulate", "ford", *words, code=2)


def test_simulate_with_a_commander_that_is_none_is_refused() -> None:
    assert "no commander 'genius'" in refused("simulate", "ford", "--blue", "genius")


def test_fuzz_plays_and_reports(tmp_path: Path) -> None:
    assert "60 decisions" in fine("fuzz", "ford", "--decisions", 60, "--folder", tmp_path / "faults")
    found = answer("fuzz", "ford", "--decisions", 60, "--folder", tmp_path / "faults")
    assert (found["decisions"], found["fault"]) == (60, None)
    assert not (tmp_path / "faults").exists()
    refused("fuzz", code=2)
    refused("fuzz", "ford", "--all", code=2)


def test_bench_prints_each_figure_with_its_target() -> None:
    text = fine("bench", "--quick", "--only", "state")
    assert "state of 600 units: copy" in text
    assert "targets met." in text
    assert {line["name"]: line["target"] for line in answer("bench", "--quick", "--only", "state")}[
        "state of 600 units: on disk, without log"
    ] == 12_000


def test_names_that_cannot_be_written_down(tmp_path: Path) -> None:
    """Half a letter in a name is refused, not a traceback."""
    for word in ("\ud800", "\udcff"):
        assert refused("restore", word, "--data-dir", tmp_path)
        assert refused("new", "ford", tmp_path / "game", "--seed", word)


# ---- the handbook


def test_the_handbook_is_read_by_chapter_paragraph_rule_and_search() -> None:
    assert "Movement" in fine("handbook", "schlieffens_war")
    zones = fine("handbook", "schlieffens_war", "7.1.a")
    assert "Enemy zones of control" in zones
    assert zones == fine("handbook", "schlieffens_war", "movement.zones")
    assert "Enemy zones of control" in fine("handbook", "schlieffens_war", "movement")
    assert "Forced marches" in fine("handbook", "schlieffens_war", "--search", "forced march")
    assert "Nothing" in fine("handbook", "schlieffens_war", "--search", "zeppelin")
    assert answer("handbook", "schlieffens_war")["rules"]["7.1"] == "movement.zones"
    assert "no chapter, paragraph or rule" in refused("handbook", "schlieffens_war", "99.9")
    assert "no handbook yet" in refused("handbook", "ford")


def test_a_position_goes_round_as_text(tmp_path: Path, file: Path) -> None:
    (tmp_path / "p.txt").write_text(fine("position", file, "--text"), encoding="utf-8")
    assert "units 0" in (tmp_path / "p.txt").read_text(encoding="utf-8")
    fine("new", "ford", tmp_path / "again", "--position", tmp_path / "p.txt")
    assert answer("position", tmp_path / "again") == answer("position", file)
    refusal = refused("new", "ford", tmp_path / "third", "--position", "-", stdin="ford skirmish\nspeed=3")
    assert "line 2: no entry 'speed'" in refusal


def test_perft_counts(tmp_path: Path, attack: Path) -> None:
    counts = answer("perft", attack, 2)
    assert counts[0] == len(answer("perft", attack, 1, "--divide"))
    assert sum(answer("perft", attack, 2, "--divide").values()) == counts[1]
    assert fine("perft", attack, 1) == f"1: {counts[0]:,}\n"
    (tmp_path / "empty.txt").touch()
    assert "empty.txt: there is nothing in it" in refused("perft", tmp_path / "empty.txt", 1)


def test_a_game_is_exported(tmp_path: Path, file: Path) -> None:
    assert fine("export", file, "--to", tmp_path / "g.html").startswith(f"{tmp_path / 'g.html'}: ")
    assert (tmp_path / "g.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "--force replaces it" in refused("export", file, "--to", tmp_path / "g.html")
    assert fine("export", file, "--svg", "--to", "-").startswith("<svg")
    assert json.loads(fine("export", file, "--jsonl", "--to", "-").splitlines()[0])["game"]["title"] == "ford"
