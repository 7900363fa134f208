"""11, 27-3: how much may stand in a hex."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg.stacking import LIMIT, fits, groups, load, overfull
from tests.titles.der_weltkrieg.positions import args, asked, bare, hexes, refused, situation, unit, where

rule = pytest.mark.rule
SIX = ["g-3", "g-4", "g-5", "g-6", "g-7", "g-8"]


def at(words: list[str], place: str = "2306") -> dict[str, str]:
    """Some units in one hex."""
    return dict.fromkeys(words, place)


@rule("11-1", "11-3")
def test_six_divisions_and_no_more_at_the_end_of_a_phase() -> None:
    game = situation({**at([*SIX, "g-13"]), "f-1": "1409"})
    game.act("done")
    assert asked(game) == ("central", "excess")
    assert set(args(game, "unit")) == {*SIX, "g-13"}
    game.act("unit", "g-13")
    assert where(game, "g-13") == "eliminated"
    assert asked(game)[1] != "excess"
    game = situation({**at(SIX), "f-1": "1409"})
    game.act("done")
    assert asked(game)[1] != "excess"


@rule("11-3")
def test_during_a_phase_a_hex_may_be_overfull() -> None:
    game = situation({**at(SIX), "g-13": "2307", "f-1": "1409"})
    game.act("unit", "g-13")
    assert game.step is not None
    hints = game.step.hints(game.state)
    assert (hints["to 2306"]["mark"], "mark" in hints["to 2308"]) == ("overfull", False)
    game.act("to", "2306")
    assert where(game, "g-13") == "2306"
    assert overfull(game.state, "central") == hexes("2306")


@rule("11-2")
def test_reduced_divisions_count_in_full() -> None:
    s = bare({"g-3": ("2306", 1)})
    assert load(s, [unit("g-3")]) == (2, 0)


@rule("11-4", "29-3", "11-5")
def test_guns_staffs_engineers_and_forts_come_on_top() -> None:
    words = [*SIX, "g-21a", "g-21b", "g-21c", "g-E20", "g-1A", "g-2A", "g-S1"]
    s = bare({**at(words, "2316"), "g-F-Metz": "2316"})
    units = [unit(word) for word in [*words, "g-F-Metz"]]
    (h,) = hexes("2316")
    assert load(s, units) == (12, 3)
    assert fits(s, units, h)
    assert not fits(s, [*units, unit("g-21d")], h)


@rule("11-4", "11-3")
def test_of_too_many_guns_a_gun_goes() -> None:
    words = ["g-21a", "g-21b", "g-21c", "g-42a", "g-3"]
    game = situation({**at(words), "f-1": "1409"})
    game.act("done")
    assert set(args(game, "unit")) == {"g-21a", "g-21b", "g-21c", "g-42a"}
    assert refused(game, "unit", "g-3") == "11-3"


@rule("11-6", "24-2")
def test_brigades_count_half_and_replacements_whole() -> None:
    s = bare(at(["g-34B", "g-RPL1", "g-2KD"]))
    assert load(s, [unit("g-34B")]) == (1, 0)
    assert load(s, [unit("g-RPL1")]) == (2, 0)
    assert load(s, [unit("g-2KD")]) == (2, 0)


@rule("11-7")
def test_nations_and_types_mix() -> None:
    game = situation({"f-1": "1409", "b-1": "1309", "be-1": "1409", "f-1A": "1409", "g-3": "2306"}, side="entente")
    game.act("unit", "b-1")
    game.act("to", "1409")
    assert {where(game, word) for word in ("f-1", "b-1", "be-1")} == {"1409"}
    nations = ["f-1", "f-2", "b-1", "b-2", "be-1", "be-2"]
    s = bare(at([*nations, "f-1DC", "f-3"], "1409"))
    units = [unit(word) for word in nations]
    assert load(s, units) == (12, 0), "six divisions of three nations are six divisions"
    assert fits(s, units, hexes("1409")[0])
    assert not fits(s, [*units, unit("f-1DC")], hexes("1409")[0])


@rule("11-8", "13-22")
def test_a_reduction_holds_for_each_unit_by_itself() -> None:
    """DW-R36: markers over a stack are a picture of the strength of each unit in it."""
    game = situation({"g-3": ("2306", 5), "g-4": ("2306", 3)})
    faces = {piece["id"]: piece["face"] for piece in game.view("central")["pieces"]}
    sheet = game.title.sheet()["pieces"]
    assert [sheet[word]["faces"][faces[word]]["text"] for word in ("g-3", "g-4")] == ["5-5", "3-5"]


@rule("11-9")
def test_hexes_with_little_land_hold_less() -> None:
    assert LIMIT[hexes("2306")[0]] == (12, 3)
    assert LIMIT[hexes("1202")[0]] == (8, 2)
    words = ["be-1", "be-2", "be-3", "be-4", "be-5"]
    game = situation({**at(words, "1202"), "g-3": "2306"}, side="entente", turn=2, neutral=())
    game.act("done")
    assert asked(game) == ("entente", "excess")


@rule("11-9")
@pytest.mark.parametrize(("sides", "limit"), [(6, (12, 3)), (3, (12, 3)), (2, (8, 2)), (1, (4, 1)), (0, (2, 1))])
def test_the_limit_by_land_hexsides(sides: int, limit: tuple[int, int]) -> None:
    from front1914.titles.der_weltkrieg.stacking import limit_of

    assert limit_of(sides) == limit


@rule("27-3")
def test_five_regiments_are_two_divisions() -> None:
    regiments = ["g-r1", "g-r2", "g-r3", "g-r4", "g-r5"]
    s = bare(at(regiments))
    assert groups([2, 2, 2, 2, 2], 8) == 2
    assert load(s, [unit(word) for word in regiments]) == (4, 0)
    assert load(s, [unit(word) for word in regiments[:4]]) == (2, 0)
    assert load(s, [unit("g-r1")]) == (1, 0)


@rule("49-1")
def test_american_infantry_is_twice_as_large() -> None:
    s = bare(at(["us-1", "us-4M", "us-1b", "us-369"], "0113"))
    assert [load(s, [unit(word)])[0] for word in ("us-1", "us-4M", "us-1b", "us-369")] == [4, 2, 2, 2]
