"""16.2 to 16.4, 22.3.3, 25.5, 25.7: substitutions and combinations."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance.organisation.combinations import BY_RESULT, refuse
from front1914.titles.offensive_a_outrance.organisation.exchanges import average, in_place_of_lost, substitute
from front1914.titles.offensive_a_outrance.organisation.losses import REPL
from front1914.titles.offensive_a_outrance.schedule import COMBINATIONS
from front1914.titles.offensive_a_outrance.state import CI, D1
from front1914.titles.offensive_a_outrance.world import ARMIES, MOST_SR, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    both,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-31/21": "62.54"}
SORDET: dict[str, Placed] = {"f-1-c": "46.30", "f-3-c": "46.30", "f-5-c": "46.30"}
BAVARIANS: dict[str, Placed] = {"g-1-B.Lw": "59.67", "g-2-B.Lw": "59.67", "f-31/16": "50.60"}


def u(word: str) -> int:
    return UNITS.number(word)


def moving(units: dict[str, Placed], **more: Any) -> Game:
    return situation(units, scenario=more.pop("scenario", "campaign"), **more)


# ---- substitution (16.2)


@rule("16.2", "16.2.1")
def test_a_substitute_keeps_reductions_and_status() -> None:
    """OAO-16.2.1-01: division A takes the place of brigade B, whose CE Status is -2."""
    game = moving({"f-81t/GDT": ("31.12", "sr 1", "ce -2", "army f-GDT"), **FAR})
    s = game.state
    substitute(s, u("f-81t/GDT"), u("f-81t"))
    assert (mark(game, "f-81t", "sr"), mark(game, "f-81t", "ce")) == (1, 2)
    assert (where(game, "f-81t"), where(game, "f-81t/GDT")) == ("31.12", "absent")


@rule("16.2.1")
def test_an_asset_gives_reductions_but_no_status() -> None:
    game = moving({"g-Brussel-2": ("48.20", "sr 1"), "f-31/16": "30.60"})
    substitute(game.state, u("g-Brussel-2"), u("g-2-r-Ez"))
    assert (mark(game, "g-2-r-Ez", "sr"), mark(game, "g-2-r-Ez", "ce")) == (1, 0)


@rule("16.2.2")
def test_in_place_of_a_lost_asset_a_formation_lacks_its_steps() -> None:
    """B100: as many reductions as the Asset could suffer; what is beyond the Formation costs Replacements (9.10.4)."""
    game = moving({"g-Brussel-2": "eliminated", "f-31/16": "30.60", "g-31/21": "62.54"}, held={"german": ["49.21"]})
    s = game.state
    assert MOST_SR[u("g-Brussel-2")] + 1 == 2
    assert in_place_of_lost(s, u("g-Brussel-2"), u("g-2-r-Ez"), s.at[u("g-31/21")])
    assert mark(game, "g-2-r-Ez", "sr") == 1
    assert s.pools[REPL["german"]] == -1


# ---- Cavalry Corps (16.4)


@rule("16.4", "16.4.1")
def test_a_cavalry_corps_is_formed_when_the_phase_ends() -> None:
    """OAO-16.4.1-01: -1, -1 and -2 have the mean -1.33, rounded down -2."""
    assert average([1, 1, 2]) == 2
    units: dict[str, Placed] = {"f-1-c": ("46.30", "ce -1"), "f-3-c": ("46.30", "ce -1"), "f-5-c": ("46.30", "ce -2")}
    game = moving({**units, **FAR})
    game.act("done")
    assert where(game, "f-1-CC") == "46.30"
    assert mark(game, "f-1-CC", "ce") == 2
    assert {where(game, word) for word in SORDET} == {"absent"}
    assert happened(game, "combined")[0]["unit"] == "f-1-CC"


@rule("16.4.1")
def test_the_corps_keeps_reductions_and_army() -> None:
    game = moving({"f-1-c": ("46.30", "sr 1"), "f-3-c": ("46.30", "sr 1"), "f-5-c": "46.30", **FAR})
    game.act("done")
    assert mark(game, "f-1-CC", "sr") == 2
    assert mark(game, "f-1-CC", "army") == ARMIES.number("f-FIFTH")


@rule("16.4")
def test_divisions_apart_are_not_a_corps_nor_before_its_turn() -> None:
    game = moving({**SORDET, "f-5-c": "46.33", **FAR})
    game.act("done")
    assert where(game, "f-1-CC") == "absent"
    early = moving({**SORDET, **FAR}, turn=1)
    early.act("done")
    assert where(early, "f-1-CC") == "absent"


@rule("16.4.1")
def test_from_adjacent_hexes_its_owner_chooses() -> None:
    game = moving({**SORDET, "f-5-c": "46.31", **FAR})
    game.act("done")
    assert asked(game) == ("allied", "form")
    assert set(args(game, "to")) == {"46.30", "46.31"}
    assert refused(game, "to", "46.32") == "16.4.1"
    link = args(game, "straddle")[0]
    assert refused(game, "straddle", "46.31/46.32") == "16.4.1"
    game.act("straddle", link)
    assert both(game, "f-1-CC") == {"46.30", "46.31"}


@rule("16.4", "16.3")
def test_a_lost_division_counts_as_lost() -> None:
    """B130: two divisions are enough; the lost one counts with its reductions and one more."""
    game = moving({**SORDET, "f-5-c": "eliminated", **FAR})
    game.act("done")
    assert (where(game, "f-1-CC"), mark(game, "f-1-CC", "sr")) == ("46.30", 2)
    alone = moving({**SORDET, "f-3-c": "eliminated", "f-5-c": "eliminated", **FAR})
    alone.act("done")
    assert where(alone, "f-1-CC") == "absent"


@rule("16.4")
def test_not_in_rail_mode_and_not_while_one_is_still_to_come() -> None:
    game = moving({**SORDET, "f-5-c": ("46.30", "rail entrained", "goal 46.30"), **FAR})
    part = next(part for part in COMBINATIONS if part.into == u("f-1-CC"))
    assert str(refuse(game.state, part)).startswith("16.4")
    waiting = moving({**SORDET, "f-5-c": ("track", "due 4"), **FAR})
    reason = refuse(waiting.state, part)
    assert reason is not None
    assert reason.rule == "16.4"


# ---- combinations (16.3, 25.5, 25.7)


@rule("16.3", "16.3.1", "25.5")
def test_landwehr_becomes_eichhorn_and_is_split_again() -> None:
    game = moving({**BAVARIANS, "g-1-B.Lw": ("59.67", "sr 1", "ce -1")}, side="german")
    assert args(game, "combine") == ["g-Eichhorn"]
    game.act("combine", "g-Eichhorn")
    assert (where(game, "g-Eichhorn"), mark(game, "g-Eichhorn", "sr"), mark(game, "g-Eichhorn", "ce")) == (
        "59.67",
        1,
        1,
    )
    assert where(game, "g-1-B.Lw") == "absent"
    assert "g-Eichhorn" not in args(game, "unit")  # its move is over (B132)
    assert args(game, "split") == ["g-Eichhorn"]
    game.act("split", "g-Eichhorn")
    game.act("done")
    assert where(game, "g-Eichhorn") == "absent"
    assert {where(game, "g-1-B.Lw"), where(game, "g-2-B.Lw")} == {"59.67"}
    assert (mark(game, "g-1-B.Lw", "sr"), mark(game, "g-2-B.Lw", "sr")) == (1, 0)
    assert (mark(game, "g-1-B.Lw", "ce"), mark(game, "g-2-B.Lw", "ce")) == (1, 1)


@rule("16.3")
def test_from_adjacent_hexes_a_two_hex_unit() -> None:
    game = moving({**BAVARIANS, "g-2-B.Lw": "59.68"}, side="german")
    game.act("combine", "g-Eichhorn")
    assert both(game, "g-Eichhorn") == {"59.67", "59.68"}
    game.act("split", "g-Eichhorn")
    game.act("done")
    assert (where(game, "g-1-B.Lw"), where(game, "g-2-B.Lw")) == ("59.67", "59.68")


@rule("25.5")
def test_the_owner_says_who_of_eichhorn_is_worn_and_where_each_goes() -> None:
    game = moving({**BAVARIANS, "g-1-B.Lw": ("59.67", "sr 1"), "g-2-B.Lw": "59.68"}, side="german")
    game.act("combine", "g-Eichhorn")
    game.act("split", "g-Eichhorn")
    assert asked(game) == ("german", "parting")
    game.act("unit", "g-2-B.Lw")
    game.act("turn")
    game.act("done")
    assert (where(game, "g-1-B.Lw"), where(game, "g-2-B.Lw")) == ("59.68", "59.67")
    assert (mark(game, "g-1-B.Lw", "sr"), mark(game, "g-2-B.Lw", "sr")) == (0, 1)


@rule("16.3")
def test_parts_apart_do_not_combine_and_a_lost_one_is_missed() -> None:
    game = moving({**BAVARIANS, "g-2-B.Lw": "59.70"}, side="german")
    assert refused(game, "combine", "g-Eichhorn") == "16.3"
    assert refused(game, "combine", "g-28/14") == "16.3"
    lost = moving({**BAVARIANS, "g-2-B.Lw": "eliminated"}, side="german")
    lost.act("combine", "g-Eichhorn")
    assert mark(lost, "g-Eichhorn", "sr") == 2


@rule("25.5")
def test_only_eichhorn_is_split_and_not_if_its_brigades_could_not_bear_it() -> None:
    game = moving({"g-Eichhorn": ("59.67", "sr 3"), "g-28/14": "60.66", "f-31/16": "50.60"}, side="german")
    assert refused(game, "split", "g-28/14") == "25.5"
    assert refused(game, "split", "g-Eichhorn") == "25.5"
    allied = moving({"g-Eichhorn": "59.67", "f-31/16": "50.60"})
    assert "split" not in verbs(allied)


@rule("16.3.1", "25.5", "7.3")
def test_prepared_attacks_stay_when_all_have_prepared() -> None:
    """B189: the marker lies on the new unit, and on the brigades again; not if only one of them bore it."""
    placed: dict[str, Placed] = dict.fromkeys(("g-1-B.Lw", "g-2-B.Lw"), ("59.67", "pa 58.66"))
    game = moving({**placed, "f-31/16": "58.66"}, side="german")
    game.act("combine", "g-Eichhorn")
    assert game.position()["units"]["g-Eichhorn"]["pa"] == "58.66"
    game.act("split", "g-Eichhorn")
    assert {game.position()["units"][word]["pa"] for word in placed} == {"58.66"}
    game = moving({**placed, "g-1-B.Lw": "59.67", "f-31/16": "58.66"}, side="german")
    game.act("combine", "g-Eichhorn")
    assert "pa" not in game.position()["units"]["g-Eichhorn"]


@rule("7.8.2", "16.3", "25.5")
def test_whoever_has_a_task_finishes_it_first() -> None:
    """14.3.1: a position that was begun is not given up by an exchange."""
    digs = ("59.67", "task dig", "done 5")
    game = moving({**BAVARIANS, "g-1-B.Lw": digs}, side="german")
    assert refused(game, "combine", "g-Eichhorn") == "7.8.2"
    game = moving({"g-Eichhorn": digs, "f-31/16": "56.67"}, side="german")
    assert refused(game, "split", "g-Eichhorn") == "7.8.2"


@rule("16.3.1")
def test_the_mean_goes_over_the_whole_ladder() -> None:
    """B98: CI and Demoralized among them."""
    assert average([0, CI]) == 2
    assert average([CI, D1]) == D1
    assert average([0, 0, 1]) == 1


LONGWY: dict[str, Placed] = {"g-Kaempffer": "54.43", "g-26-/13": "54.43", "g-t13": "55.45", "f-31/16": "40.60"}


@rule("25.7.1", "25.7.2")
def test_kaempffer_rejoins_his_division_when_longwy_has_fallen() -> None:
    game = moving({**LONGWY, "f-fx-Longwy": "53.42"}, side="german")
    assert refused(game, "combine", "g-26/13") == "25.7.2"
    fallen = moving({**LONGWY, "f-fx-Longwy": "eliminated"}, side="german")
    fallen.act("combine", "g-26/13")
    assert where(fallen, "g-26/13") == "54.43"
    assert mark(fallen, "g-26/13", "corps") == mark(fallen, "g-t13", "corps")
    assert {part.into for part in BY_RESULT.values()} == {u("g-Eichhorn"), u("g-26/13")}


@rule("25.7.1")
def test_the_option_brings_kaempffer() -> None:
    plain = front1914.new("offensive_a_outrance", "marne")
    chosen = front1914.new("offensive_a_outrance", "marne", options={"kaempffer": True})
    assert (where(plain, "g-26/13"), where(plain, "g-Kaempffer")) == ("55.44", "absent")
    assert (where(chosen, "g-26-/13"), where(chosen, "g-Kaempffer"), where(chosen, "g-26/13")) == (
        "55.44",
        "55.44",
        "absent",
    )
