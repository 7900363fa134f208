"""What the panel of a result tells: the dice that decided, in their colours, and what they meant in words."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

MODULE = Path(__file__).resolve().parents[2] / "front1914" / "web" / "js" / "panels" / "result.js"
SCRIPT = """
globalThis.localStorage = { getItem: () => null, setItem() {} };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { Result } = await import(MODULE);
const sheet = { pieces: { f: { side: "allied" }, g: { side: "german" } }, log: { battles: ["thrown"], losses: [] } };
const table = { side: "allied", sheet };
const panel = Object.assign(Object.create(Result.prototype), { table, queue: [], going: null });
const pieces = (face) => [{ id: "f", at: "01", face }, { id: "g", at: "02", face: 0 }];
const chart = [{ result: "s", text: "stands" }];
const result = FREE ? "+13" : null;
const battle = { target: "02", attackers: ["f"], defenders: ["g"], chart, dice_free: FREE, result };
const event = (kind, text, data) => ({ kind, text, data, at: 1 });
panel.follow({ pieces: pieces(0) }, { pieces: pieces(0), battle }, []);
const stays = panel.follow({ pieces: pieces(0), battle }, { pieces: pieces(1) }, EVENTS.map((e) => event(...e)));
const told = panel.queue[0];
console.log(JSON.stringify({ stays, dice: told.dice, black: told.black, words: panel.inWords(told),
  losses: told.losses.map((l) => [l.before.id, l.face]), mine: told.mine }));
"""


def told(*events: tuple[str, str, dict[str, Any]], free: bool = False) -> dict[str, Any]:
    """A battle of f against g in which these events came and f lost a step, as the panel tells it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    script = SCRIPT.replace("MODULE", json.dumps(MODULE.as_uri()))
    script = script.replace("EVENTS", json.dumps(events)).replace("FREE", json.dumps(free))
    run = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_a_white_die_and_a_black_one_decide_and_the_checks_that_follow_do_not() -> None:
    found = told(
        ("thrown_again", "White 4, black 1: both dice are thrown again.", {"white": 4, "black": 1}),
        ("result", "White 1, black 6: attacker: a reduction (+5Es/-1).", {"white": 1, "black": 6, "result": "+5Es/-1"}),
        ("check", "Effectiveness Check: 12 +6.", {"dice": 12, "modifier": 6}),
    )
    assert found["stays"]
    assert found["mine"]
    assert (found["dice"], found["black"]) == ([1, 6], True)
    assert found["words"] == "Attacker: a reduction"  # no chart held this row: the log's sentence without dice and code
    assert found["losses"] == [["f", 1]]


def test_a_single_die_is_as_it_was() -> None:
    found = told(("result", "A 6 on the die at Liege: the attacker loses 1 (1/0).", {"die": 6, "result": "1/0"}))
    assert (found["dice"], found["black"], found["words"]) == ([6], False, "The attacker loses 1")


def test_where_two_dice_are_thrown_one_after_the_other_both_are_told() -> None:
    found = told(
        ("thrown", "The attack throws 6: the defender must lose 2 points.", {"die": 6}),
        ("thrown", "The counterattack throws 1: the attacker must lose nothing.", {"die": 1}),
    )
    assert found["words"] == "The defender must lose 2 points. The attacker must lose nothing"


def test_where_nothing_is_thrown_the_showdown_is_told_and_not_the_forecast() -> None:
    found = told(("shown", "Liege: 22 against 9, the attacker wins.", {"result": 13}), free=True)
    assert (found["dice"], found["words"]) == ([], "22 against 9, the attacker wins")
