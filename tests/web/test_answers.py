"""Where a player gives an answer: on a place, on a piece, by a button, or by picking two places."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

MODULE = Path(__file__).resolve().parents[2] / "front1914" / "web" / "js" / "answers.js"
SCRIPT = """
const { Answers } = await import(MODULE);
const places = { "01": {}, "02": {}, "03": {}, "04": {} };
const takes = { to: "place", charge: "place", unit: "piece", pair: "pair", lone: "pair", corps: "choice" };
const words = { labels: { pair: "Two hexes" }, takes, onward: ["done"], ends: ["done"], risky: ["commit"] };
const sheet = { places, pieces: { x: { name: "X" } }, ...words };
const pair = ["01/02", "02/03", "03/04"];
const actions = { to: ["02"], unit: ["x"], pair, lone: ["01/02"], corps: ["a/b"], done: null };
const all = new Answers(sheet, { actions, verbs: ["to", "charge", "unit"] });
const bare = (verb) => ({ verb, arg: null });
const show = (a) => ({ buttons: a.buttons, places: Object.fromEntries(a.onPlace), main: a.main });
const out = { all: show(all), label: all.label(all.buttons.find((b) => b.pick)), first: show(all.picking("pair", null)),
  second: show(all.picking("pair", "02")), why: [all.candidates("place"), all.candidates("piece")],
  asked: ["done", "commit", "independent"].map((v) => [all.ending(bare(v)), all.risky(bare(v))]) };
console.log(JSON.stringify(out));
"""


def test_two_places_are_picked_one_after_the_other() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    script = SCRIPT.replace("MODULE", json.dumps(MODULE.as_uri()))
    run = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    buttons = [(b["verb"], b["arg"], b.get("pick")) for b in found["all"]["buttons"]]
    assert buttons == [
        ("corps", "a/b", None),  # no places: a button like any other
        ("done", None, None),
        ("pair", None, "first"),  # one button for all pairs
        ("lone", "01/02", None),  # a single one needs no picking
    ]
    assert found["all"]["main"]["verb"] == "done"
    assert list(found["all"]["places"]) == ["02"]
    assert found["label"] == "Two hexes"
    assert found["why"] == [["to", "charge"], ["unit"]]  # verbs of this step, by what the sheet says that they take
    assert found["asked"] == [[True, False], [False, True], [False, False]]  # no guess from how a verb is spelt
    first = {place: answers[0] for place, answers in found["first"]["places"].items()}
    assert first["01"] == {"verb": "pair", "arg": "01/02"}  # of one pair only
    assert first["02"]["pick"] == first["03"]["pick"] == "second"
    assert found["first"]["buttons"][0]["pick"] == "back"
    assert {place: answers[0]["arg"] for place, answers in found["second"]["places"].items()} == {
        "01": "01/02",
        "03": "02/03",
    }
