"""The example of the first Impulse: three Leaders, eleven moves, the Battles of Liege, Namur and Sedan."""

import pytest

from tests.titles.germany_at_war.positions import (
    activate,
    args,
    at,
    discs,
    happened,
    hits,
    holder_of,
    march,
    mark,
    parts,
    play,
    refused,
    result,
    situation,
    step,
    valour,
    verbs,
)

rule = pytest.mark.rule

GERMANS = {
    "G1-L1": "12",
    **dict.fromkeys(("G1-I4", "G1-I6", "G1-I7"), "12"),
    **dict.fromkeys(("G1-I1", "G1-I2", "G1-I5", "G1-C1"), "11"),
    "G2-L1": "24",
    "G2-I6": "24",
    **dict.fromkeys(("G2-I1", "G2-I2", "G2-I3", "G2-I4"), "23"),
    **dict.fromkeys(("G3-L1", "G3-I1", "G3-C1"), "38"),
    **dict.fromkeys(("G3-I2", "G3-I3"), "39"),
}
ENTENTE = {"BA-I1": "9", "BA-I4": "20", "F5-C1": "35", "F5-C2": "35"}
FORTS = {"Liege": {"belgian": 1}, "Namur": {"belgian": 1}}


def opened(**changes):
    """The three Leaders are activated under the Surprise Bonus."""
    game = situation(GERMANS | ENTENTE | changes, turn=1, impulse=1, forts=FORTS)
    play(game, "surprise")
    activate(game, "G2-L1 10", "G1-L1 10", "G3-L1 36")
    return play(game, "done")


def engaged(**changes):
    """All eleven units have moved."""
    game = opened(**changes)
    for unit in ("G3-I1", "G3-C1"):
        march(game, unit, "35")
    for unit in ("G2-I1", "G2-I2", "G2-I3", "G2-I4"):
        march(game, unit, "34")
    march(game, "G1-C1", "20")
    for unit in ("G1-I1", "G1-I2", "G1-I5"):
        march(game, unit, "9")
    return march(game, "G2-I6", "10")


@rule("7.2.3.a", "7.2.3.b", "7.3.1.5.a", "7.3.1.5.b", "7.3.1.c", "7.4.d", "7.4.2.a", "1.6.c")
def test_the_moves():
    """GAW-X057: who is in range, who is not, and that rivers cost nothing under the surprise."""
    game = opened()
    for unit in ("G1-I4", "G1-I6", "G1-I7", "G3-I2", "G3-I3"):
        assert refused(game, "unit", unit) == "7.3.1.5"
    game = engaged()
    assert step(game) == ("german", "orders")
    assert game.state.used == 11
    assert [data["area"] for data in happened(game, "engaged")] == ["35", "20", "9"]
    play(game, "done")
    assert sorted(args(game, "to")) == ["20", "35", "9"]


@rule("7.4.4.a", "7.4.g", "7.2.1.d")
def test_the_rivers_cost_without_the_surprise():
    game = situation({"G1-L1": "11", "G1-I1": "11", "BA-I1": "9"}, forts=FORTS)
    play(game, "tactical", "unit G1-L1", "reveal", "done", "unit G1-I1")
    assert game.hints()["to 9"]["left"] == 1  # of 4: the Area, contact, the Meuse
    game = opened()
    play(game, "unit G1-I1")
    assert game.hints()["to 9"]["left"] == 2


@rule(
    "7.5.1.4.c",
    "7.5.1.4.d",
    "7.5.1.6.a",
    "7.5.1.6.b",
    "7.5.1.6.c",
    "7.5.1.10.a",
    "7.5.1.10.c",
    "7.5.1.11.a",
    "7.5.1.11.c",
    "7.5.1.13.c",
    "7.5.1.16.b",
    "7.2.3.c",
    "4.1.d",
    "4.1.f",
)
def test_liege():
    """GAW-X060."""
    game = play(engaged(), "done", "to 9", "done")
    assert parts(game, "attack_parts") == {"7.5.1.4": 7, "7.3.1.1": 8}
    assert parts(game, "defence_parts") == {"7.5.1.5": 3, "7.5.1.6": 1, "4.1": 5}
    assert result(game) == (15, 9)
    assert hits(game) == (1, 4)
    assert step(game) == ("german", "hit")  # two units are the strongest, with five dots each
    assert sorted(args(game, "unit")) == ["G1-I1", "G1-I2"]
    play(game, "unit G1-I2")
    assert at(game, "BA-I1") == "dead"
    assert discs(game, "Liege") == {}
    assert [mark(game, unit, "face") for unit in ("G1-I1", "G1-I2", "G1-I5")] == [0, 0, 0]
    assert holder_of(game, "9") == "german"
    assert valour(game) == {"german": 1}
    assert [mark(game, unit, "shown") for unit in ("G1-I1", "G1-I2", "G1-I5")] == [0, 0, 0]


@rule("7.2.3.d", "7.5.1.1.a", "7.5.1.1.b")
def test_nobody_retreats_from_liege():
    """GAW-X060: no Cavalry attacks, so the Defender is asked, but the surprise forbids him a General Retreat."""
    game = play(engaged(), "done", "to 9")
    assert step(game) == ("entente", "retreat")
    assert verbs(game) == {"done"}
    assert refused(game, "general") == "7.2.3"
    assert refused(game, "unit", "BA-I1") == "7.5.1.1"


@rule("7.5.1.11.b", "7.5.1.13.d", "7.5.1.13.e", "7.5.1.16.c", "7.5.1.17.d", "2.11.g", "7.5.1.8.b")
def test_namur_after_liege():
    """GAW-X061, GAW-X063: the Valour won in Liege counts at once."""
    game = play(engaged(), "done", "to 9", "done", "spread", "to 20")
    assert parts(game, "attack_parts") == {"7.5.1.4": 2, "7.3.1.1": 8, "2.11": 1}
    assert result(game) == (11, 9)
    assert hits(game) == (1, 2)
    assert (mark(game, "BA-I4", "face"), mark(game, "G1-C1", "face")) == (1, 0)
    assert discs(game, "Namur") == {"belgian": 1}
    assert holder_of(game, "20") == "entente"
    assert mark(game, "G1-C1", "shown") == 2  # stays visible as attacker
    assert mark(game, "BA-I4", "shown") == 0


@rule("7.5.1.11.d", "7.5.1.14", "7.3.1.1", "7.3.1.4.a")
def test_sedan_last():
    """GAW-X062, GAW-X063."""
    game = play(engaged(), "done", "to 9", "done", "spread", "to 20", "to 35")
    assert parts(game, "attack_parts") == {"7.5.1.5": 8, "7.3.1.1": 12, "2.11": 1}
    assert result(game) == (21, 4)
    assert hits(game) == (1, 4)
    assert (at(game, "F5-C1"), at(game, "F5-C2")) == ("dead", "dead")
    assert [mark(game, unit, "face") for unit in ("G3-I1", "G3-C1")] == [0, 0]
    assert [mark(game, unit, "shown") for unit in ("G3-I1", "G3-C1")] == [0, 0]
    assert valour(game) == {"german": 1}


@rule("7.2.3.d", "7.7.a", "7.2.3.a")
def test_after_the_impulse():
    """The Leaders are worn and concealed, the Disc goes to the Entente, and the surprise is over."""
    game = play(engaged(), "done", "to 9", "done", "spread", "to 20", "to 35")
    if step(game)[1] == "pursue":
        play(game, "done")
    assert step(game) == ("entente", "action")
    assert [mark(game, unit, "face") for unit in ("G1-L1", "G2-L1", "G3-L1")] == [1, 1, 1]
    assert [mark(game, unit, "shown") for unit in ("G1-L1", "G2-L1", "G3-L1")] == [0, 0, 0]
    assert game.state.holder == "entente"
    assert game.state.surprise == 0
    play(game, "pass", "done")
    assert refused(game, "surprise") == "7.2.3"
