"""27, 28: divisions and their regiments, corps markers."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg.corps import face, under
from tests.titles.der_weltkrieg.positions import args, asked, bare, refused, situation, strength, unit, verbs, where

rule = pytest.mark.rule
REGIMENTS = ("g-r1", "g-r2", "g-r3", "g-r4")


@rule("27-1")
def test_a_division_breaks_down_into_regiments() -> None:
    game = situation({"g-3": ("2306", 7)})
    game.act("split", "g-3")
    game.act("all")
    assert where(game, "g-3") == "broken"
    assert [strength(game, word) for word in REGIMENTS] == [2, 2, 2, 1]
    assert {where(game, word) for word in REGIMENTS} == {"2306"}
    game.act("unit", "g-r1")
    assert "2307" in args(game, "to")


@rule("27-1")
def test_only_at_the_beginning_of_the_phase() -> None:
    game = situation({"g-3": "2306", "g-4": "2306", "f-1": "1409"})
    assert {"g-3", "g-4"} <= set(args(game, "split"))
    game.act("unit", "g-4")
    game.act("to", "2307")
    game.act("stop")
    assert refused(game, "split", "g-3") == "27-1"
    assert refused(game, "split", "g-2KD") == "27-1"


@rule("27-1")
def test_what_finds_no_regiment_is_given_up() -> None:
    used = {f"g-r{n}": "2405" for n in range(1, 15)}
    game = situation({"g-3": "2306", **used})
    game.act("split", "g-3")
    assert "4 would be lost" in game.decision.prompt
    game.act("all")
    assert sum(strength(game, word) for word in ("g-r15", "g-r16")) == 4
    game = situation({"g-3": "2306", **{f"g-r{n}": "2405" for n in range(1, 17)}})
    assert refused(game, "split", "g-3") == "27-1"


@rule("27-2")
def test_regiments_make_up_a_division_again() -> None:
    units = {"g-r1": "2306", "g-r2": ("2306", 1), "g-r5": "2306", "g-r9": "2406"}
    game = situation({**units, "g-4": ("broken", 0), "f-1": "1409"})
    game.act("done")
    assert asked(game) == ("central", "assemble")
    assert args(game, "to") == ["2306"]
    game.act("to", "2306")
    assert (where(game, "g-4"), strength(game, "g-4")) == ("2306", 5)
    assert {where(game, word) for word in ("g-r1", "g-r2", "g-r5")} == {"absent"}
    assert where(game, "g-r9") == "2406"


@rule("27-2")
def test_they_need_not() -> None:
    game = situation({"g-r1": "2306", "g-r2": "2306", "g-4": ("broken", 0), "f-1": "1409"})
    game.act("done")
    game.act("done")
    assert where(game, "g-r1") == "2306"


# ---- 28


@rule("28-1", "28-2", "28-5")
def test_a_corps_marker_shows_units_together() -> None:
    game = situation({"g-3": "2306", "g-4": "2306", "g-21a": "2306", "g-5": "2405"})
    game.act("corps")
    assert refused(game, "unit", "f-K1") == "28-2"
    game.act("unit", "g-K1")
    for word in ("g-3", "g-4", "g-21a"):
        game.act("join", word)
    assert refused(game, "join", "g-5") == "28-2"
    box = next(box for box in game.view("entente")["boxes"] if box["id"] == "g-K1")
    assert set(box["pieces"]) == {"g-3", "g-4", "g-21a"}
    before = [game.state.strength[unit(word)] for word in ("g-3", "g-4")]
    game.act("leave", "g-4")
    game.act("done")
    game.act("done")
    assert [game.state.strength[unit(word)] for word in ("g-3", "g-4")] == before  # 28-5: nothing is lost
    assert {"unit", "done"} <= verbs(game)


@rule("28-2")
def test_a_corps_holds_what_may_stack() -> None:
    words = ["g-3", "g-4", "g-5", "g-6", "g-7", "g-8", "g-13"]
    game = situation(dict.fromkeys(words, "2306"))
    game.act("corps")
    game.act("unit", "g-K1")
    for word in words[:6]:
        game.act("join", word)
    assert refused(game, "join", "g-13") == "28-2"


@rule("28-3", "28-1")
def test_three_divisions_show_their_sum() -> None:
    words = ("g-3", "g-4", "g-5")
    s = bare(dict.fromkeys(words, "2306"))
    units = [unit(word) for word in words]
    assert face(s, units) == "24-5"
    for u in units:
        s.strength[u] = 6
    assert face(s, units) == "18-5"
    s.strength[units[0]] = 5
    assert face(s, units) == ""
    assert face(s, units[:2]) == ""


@rule("28-4", "11-4")
def test_three_guns_make_an_artillery_division_and_fill_a_hex() -> None:
    from front1914.titles.der_weltkrieg.stacking import LIMIT, load

    words = ("g-21b", "g-21c", "g-21f")
    s = bare(dict.fromkeys(words, "2306"))
    units = [unit(word) for word in words]
    assert face(s, units) == "12-4"
    assert load(s, units)[1] == LIMIT[s.at[units[0]]][1]


@rule("28-5")
def test_who_leaves_the_hex_leaves_the_corps() -> None:
    game = situation({"g-3": "2306", "g-4": "2306", "f-1": "1409"})
    game.act("corps")
    game.act("unit", "g-K1")
    game.act("join", "g-3")
    game.act("join", "g-4")
    game.act("done")
    game.act("done")
    game.act("unit", "g-4")
    game.act("to", "2307")
    game.act("stop")
    game.act("done")
    assert under(game.state, unit("g-K1")) == [unit("g-3")]
