"""FT, FA: forts inside hexes and on hexsides, and their artillery."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import HEXES, INTERNAL
from front1914.titles.fixed_1914.combat import forts, strength
from front1914.titles.fixed_1914.stacking import excess, fits
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.arena import arena, attack, declare, face, figures
from tests.titles.fixed_1914.positions import Placed, args, asked, factors, happened, refused, situation, verbs, where

# Verdun DD23: two symbols, forts to DD22 and EE23, 155 guns. Longwy FF22: one symbol, 120. Antwerp Y7: two, 305.
# Belfort KK38: two, a fort to LL39. Nancy HH29: a fort to II29 alone. DD24: a fort to EE24, up a ridge.


def reckoned(units: dict[str, Placed], target: str, *attackers: str, side: str = "german") -> tuple[int, int]:
    """Attack and defence as the panel shows them."""
    game = arena(units, side=side)
    declare(game, target, *attackers)
    panel = game.view(side)["battle"]
    return panel["attack"], panel["defence"]


# ---- internal forts (FT-1, FT-7)


@pytest.mark.rule("FT-1.1", "FT-7", "FT-3.1")
def test_each_symbol_adds_one_to_every_infantry_unit() -> None:
    """Reims has one symbol; without its guns a 6-9-3 and a 2-4-3 defend with 10 and 5."""
    game = arena({"g-I": "W19", "g-II": "W19", "f-1GRD": "W20", "f-44D": "W20"})
    declare(game, "W20", "g-I", "g-II")
    assert game.view("german")["battle"]["defence"] == 10
    game.act("against", "f-44D")
    assert game.view("german")["battle"]["defence"] == 15


@pytest.mark.rule("FT-3.2")
def test_cavalry_has_nothing_of_a_fort() -> None:
    assert reckoned({"g-I": "W19", "f-C1": "W20"}, "W20", "g-I")[1] == 1


@pytest.mark.rule("FT-2.1", "FT-2.3", "FT-2.4", "FT-2.5", "FT-2.2")
@pytest.mark.parametrize(
    ("unit", "country", "helps"),
    [
        ("f-I", "france", True),
        ("f-I", "belgium", False),
        ("f-I", "germany", False),
        ("b-I", "france", True),
        ("b-I", "belgium", True),
        ("b-I", "germany", False),
        ("g-I", "germany", True),
        ("g-I", "france", False),
        ("be-1", "belgium", True),
        ("be-1", "france", False),
        ("g-IT1", "germany", False),
        ("g-LW4-1", "germany", True),
        ("f-C1", "france", False),
        ("f-AL1", "france", False),
    ],
)
def test_forts_help_the_infantry_of_their_country(unit: str, country: str, helps: bool) -> None:
    """British infantry in France and Belgium; Italians nowhere."""
    assert forts.entitled(UNITS.number(unit), country) is helps


@pytest.mark.rule("FT-2.1", "FT-2.4")
def test_germans_in_a_french_fort_defend_as_in_the_open() -> None:
    assert reckoned({"f-I": "W19", "g-IR": "W20"}, "W20", "f-I", side="allied")[1] == 8


@pytest.mark.rule("FT-2.2")
def test_the_british_defend_in_belgian_forts() -> None:
    assert reckoned({"g-I": "Z14", "b-4D": "AA14"}, "AA14", "g-I")[1] == 7
    namur = {"g-I": "AA14", "b-4D": "BB14"}
    assert reckoned(namur, "BB14", "g-I")[1] == 8
    assert reckoned({**namur, "fort-namur": "BB14"}, "BB14", "g-I")[1] == 11


# ---- external forts (FT-1, FT-6)


@pytest.mark.rule("FT-1.2", "FT-6.1", "FT-4", "FT-3.1")
def test_an_attack_across_a_fort_loses_a_factor_for_each_symbol() -> None:
    """FT-4: the forts between Belfort and LL39 help the French on either side, the Germans on none."""
    assert reckoned({"g-I": "LL39", "f-44D": "KK38"}, "KK38", "g-I")[0] == 6
    assert reckoned({"g-I": "KK38", "f-44D": "LL39"}, "LL39", "g-I")[0] == 6
    assert reckoned({"f-I": "KK38", "g-19E": "LL39"}, "LL39", "f-I", side="allied")[0] == 6, "all of its factors"


@pytest.mark.rule("FT-6.3")
@pytest.mark.parametrize(
    ("factors_", "symbols", "each", "left"),
    [
        pytest.param(2, 3, 1, 1, id="FX-E177"),
        pytest.param(28, 2, 5, 18, id="FX-E183"),
        pytest.param(4, 2, 1, 2, id="FX-E178"),
    ],
)
def test_never_below_one(monkeypatch: pytest.MonkeyPatch, factors_: int, symbols: int, each: int, left: int) -> None:
    monkeypatch.setattr(strength, "external", lambda h, target: (symbols, "france"))
    monkeypatch.setattr(strength, "worth", lambda *_: each)
    game = arena({"g-I": "K19", "f-I": "K20"})
    hexes = {HEXES.number("K19"): factors_}
    found = strength.across_forts(game.state, HEXES.number("K20"), (UNITS.number("f-I"),), hexes, False, [])
    assert found == left


@pytest.mark.rule("FT-6.3")
def test_a_lone_regiment_keeps_its_last_factor() -> None:
    assert reckoned({"g-LW1-1": "EE24", "f-CH1": "DD24"}, "DD24", "g-LW1-1")[0] == 1


@pytest.mark.rule("FT-6.2")
def test_forts_count_after_halving() -> None:
    """FX-E178 in kind: up the heights of the Meuse 7 become 4, less a symbol."""
    assert reckoned({"g-I": "EE24", "f-44D": "DD24"}, "DD24", "g-I")[0] == 3


@pytest.mark.rule("FT-3.2")
def test_external_forts_do_nothing_for_cavalry() -> None:
    """B-53."""
    assert reckoned({"g-I": "KK38", "f-C1": "LL39"}, "LL39", "g-I")[0] == 7


@pytest.mark.rule("FT-10")
def test_internal_and_external_benefits_add_up() -> None:
    """FX-E184 in kind: Verdun without guns from DD22: 14 less one, 9 and two."""
    units: dict[str, Placed] = {"g-I": "DD22", "g-II": "DD22", "f-verdun": "DD23"}
    assert reckoned(units, "DD23", "g-I", "g-II") == (13, 11)


@pytest.mark.rule("FT-5")
def test_forts_are_part_of_the_map() -> None:
    assert INTERNAL[HEXES.number("DD23")] == 2
    assert "forts" not in arena({"g-I": "EE23", "f-verdun": "DD23"}).state.fields


# ---- fortification artillery (FA)


@pytest.mark.rule("FA-2.1", "FA-3.2", "FA-2.2")
def test_guns_raise_every_symbol() -> None:
    """FX-E181: 305 guns make a symbol worth 5; two symbols give each infantry unit of Antwerp ten."""
    units: dict[str, Placed] = {"g-I": "Z8", "g-II": "Z8", "be-1": "Y7", "be-3D": "Y7", "fort-antwerp": "Y7"}
    game = arena(units)
    declare(game, "Y7", "g-I", "g-II")
    assert game.view("german")["battle"]["defence"] == 18
    game.act("against", "be-3D")
    assert game.view("german")["battle"]["defence"] == 18 + 14


@pytest.mark.rule("FA-2.1", "FA-2.2")
def test_guns_raise_external_forts_of_their_hex() -> None:
    """Verdun: 155 guns of factor 2: a symbol is worth three, inside and on the hexside."""
    units: dict[str, Placed] = {"g-I": "DD22", "g-II": "DD22", "f-verdun": "DD23", "fort-verdun": "DD23"}
    assert reckoned(units, "DD23", "g-I", "g-II") == (14 - 3, 9 + 6)


@pytest.mark.rule("FA-2.2")
def test_guns_of_another_hex_do_not_count() -> None:
    units: dict[str, Placed] = {"g-I": "EE24", "f-44D": "DD24", "fort-verdun": "DD23"}
    assert reckoned(units, "DD24", "g-I") == (3, 4)


@pytest.mark.rule("FA-1.5", "FT-3.1")
def test_guns_never_defend_themselves() -> None:
    game = arena({"g-I": "EE23", "fort-verdun": "DD23"})
    assert refused(game, "to", "DD23") == "CB-1"
    assert game.state.defence(UNITS.number("fort-verdun")) == 0
    assert game.state.defence(UNITS.number("f-verdun")) == 9


@pytest.mark.rule("FA-3.1")
def test_the_factor_of_the_guns_is_no_defence_by_itself() -> None:
    """Their 2 raises each of the two symbols for the corps; cavalry has its own factor and no more."""
    units: dict[str, Placed] = {"g-I": "CC22", "g-II": "CC22", "f-C1": "DD23", "fort-verdun": "DD23"}
    assert reckoned(units, "DD23", "g-I", "g-II")[1] == 1
    assert reckoned({**units, "f-C1": "B20", "f-verdun": "DD23"}, "DD23", "g-I", "g-II")[1] == 9 + 2 * (1 + 2)


@pytest.mark.rule("FA-1.2")
def test_guns_are_outside_the_stacking_limits() -> None:
    """FX-E132: two corps and field artillery would fill the hex; the fort's own guns do not count."""
    game = arena({"f-I": "DD23", "f-AL1": "DD23", "fort-verdun": "DD23", "g-I": "K20", "f-II": "K19"})
    assert excess(game.state, game.state.stack(HEXES.number("DD23"))) is None
    assert fits(game.state, HEXES.number("DD23"), UNITS.number("f-44D"))


@pytest.mark.rule("FA-5")
@pytest.mark.parametrize(("gun", "silent"), [("g-210-1", False), ("g-305-1", False), ("g-420-1", True)])
def test_heavier_guns_silence_them(gun: str, silent: bool) -> None:
    """FX-E185: only a 420 silences 305."""
    units: dict[str, Placed] = {"g-I": "Z8", gun: "Z8", "be-1": "Y7", "fort-antwerp": "Y7"}
    assert reckoned(units, "Y7", "g-I", gun)[1] == (10 if silent else 18)


@pytest.mark.rule("FA-5", "FA-2.1")
def test_silenced_guns_help_neither_inside_nor_on_the_hexside() -> None:
    """FX-E186, FX-E251, FX-E252 in kind; B-56: for all hexes of the attack."""
    units: dict[str, Placed] = {
        "g-I": "DD22", "g-210-1": "DD22", "g-II": "CC22", "f-verdun": "DD23", "f-44D": "DD23", "fort-verdun": "DD23",
    }  # fmt: skip
    assert reckoned(units, "DD23", "g-I", "g-II") == (7 - 3 + 7, 9 + 6)
    assert reckoned(units, "DD23", "g-I", "g-210-1", "g-II") == (15 - 1 + 7, 9 + 2)


@pytest.mark.rule("FA-7")
def test_only_the_supported_attack_is_free_of_them() -> None:
    units: dict[str, Placed] = {
        "g-I": "DD22", "g-210-1": "DD22", "g-II": "CC22", "f-verdun": "DD23", "f-44D": "DD23", "fort-verdun": "DD23",
    }  # fmt: skip
    game = arena(units, dice=[face("R", "1:1", "1/-")])
    attack(game, "DD23", "g-I", "g-210-1")
    assert figures(game)["defence"] == 11
    declare(game, "DD23", "g-II")
    assert game.view("german")["battle"]["defence"] == 4 + 6


@pytest.mark.rule("FA-8")
def test_french_guns_never_silence_german_ones() -> None:
    """FX-E187: Neubreisach has 120, the French 155."""
    units: dict[str, Placed] = {"f-I": "OO36", "f-AL1": "OO36", "g-33R": "OO37", "fort-neubreisach": "OO37"}
    assert reckoned(units, "OO37", "f-I", "f-AL1", side="allied")[1] == 4 + 2


def storm(code: str, odds: str, units: dict[str, Placed] | None = None, gun: str = "g-210-1") -> Game:
    """Longwy with its 120 guns and a brigade, attacked by two corps with artillery."""
    defenders: dict[str, Placed] = units or {"f-44D": "FF22"}
    placed: dict[str, Placed] = {"g-I": "GG22", "g-II": "GG22", gun: "GG22", **defenders, "fort-longwy": "FF22"}
    game = arena(placed, dice=[face("I", odds, code)])
    attack(game, "FF22", "g-I", "g-II", gun)
    assert figures(game)["odds"] == odds, figures(game)
    return game


@pytest.mark.rule("FA-6.1")
@pytest.mark.parametrize("choice", ["retreat", "stay"])
def test_a_step_of_the_table_destroys_silenced_guns(choice: str) -> None:
    """FX-E190, FX-E191 in kind: whatever the defender does then."""
    game = storm("1/1", "4:1")
    game.act("unit", "g-I")
    assert where(game, "fort-longwy") == "eliminated"
    game.act(choice)


@pytest.mark.rule("FA-6.2")
@pytest.mark.parametrize("code", ["-/0", "1/0"])
def test_a_nought_does_not_destroy_them(code: str) -> None:
    """FX-E188, FX-E189, FX-E192: in a fort the defender simply stays."""
    game = storm(code, "4:1")
    if code == "1/0":
        game.act("unit", "g-I")
    game.act("stay")
    assert where(game, "fort-longwy") == "FF22"


@pytest.mark.rule("FA-6.1")
def test_lighter_guns_destroy_nothing() -> None:
    """Antwerp's 305 against a 210: the Belgian division loses a step, the guns stay."""
    units: dict[str, Placed] = {
        "g-I": "Z8", "g-II": "Z8", "g-210-1": "Z8", "g-III": "Z7", "g-IV": "Z7", "be-3D": "Y7", "fort-antwerp": "Y7",
    }  # fmt: skip
    game = arena(units, dice=[face("I", "2:1", "1/1")])
    attack(game, "Y7", "g-I", "g-II", "g-210-1", "g-III", "g-IV")
    assert figures(game)["odds"] == "2:1"
    game.act("unit", "g-I")
    assert factors(game, "be-3D") == "2-3-2"
    assert where(game, "fort-antwerp") == "Y7"


@pytest.mark.rule("FA-4.1", "FA-4.3")
def test_guns_that_are_left_alone_are_lost() -> None:
    game = storm("-/0", "4:1")
    game.act("retreat")
    while asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert where(game, "fort-longwy") == "eliminated"


@pytest.mark.rule("FA-4.2")
def test_guns_are_lost_when_their_defenders_die() -> None:
    """B-55: whether anybody advances or not."""
    game = storm("-/1", "5:1", {"f-44D": ("FF22", "1-3-3")})
    assert where(game, "f-44D") == "eliminated"
    assert where(game, "fort-longwy") == "eliminated"
    assert asked(game) == ("german", "advance")


@pytest.mark.rule("FA-4.3")
def test_guns_stay_with_those_who_were_not_attacked() -> None:
    game = storm("-/0", "4:1", {"f-44D": "FF22", "f-61D": "FF22"})
    game.act("retreat")
    while asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert where(game, "fort-longwy") == "FF22"


@pytest.mark.rule("FT-5")
def test_a_fort_outlives_its_guns() -> None:
    """A 210 destroys the guns of Longwy: the symbol still adds its one, and the next attack meets it again."""
    game = storm("1/1", "4:1")
    assert strength.fort_bonus(game.state, HEXES.number("FF22"), UNITS.number("f-44D"), False) == 1 + 1
    game.act("unit", "g-I")
    assert where(game, "fort-longwy") == "eliminated"
    assert strength.fort_bonus(game.state, HEXES.number("FF22"), UNITS.number("f-44D"), False) == 1
    assert reckoned({"g-I": "GG22", "f-44D": "FF22"}, "FF22", "g-I")[1] == 4 + 1


# ---- standing in forts (FT-9)


@pytest.mark.rule("FT-9.1")
def test_in_an_internal_fort_nobody_need_retreat() -> None:
    game = storm("-/0", "4:1")
    assert verbs(game) == {"retreat", "stay"}


@pytest.mark.rule("FT-9.1", "FT-3.2")
def test_cavalry_in_a_fort_has_no_such_right() -> None:
    """B-51: nor has infantry that is attacked together with it."""
    units: dict[str, Placed] = {"g-I": "W19", "g-II": "W19", "g-C1": "W19", "f-44D": "W20", "f-C1": "W20"}
    game = arena(units, dice=[face("I", "3:1", "1/0")])
    attack(game, "W20", "g-I", "g-II", "g-C1", against="f-C1")
    game.act("unit", "g-I")
    assert verbs(game) == {"retreat", "stand"}


@pytest.mark.rule("FT-9.2", "FT-9.3")
@pytest.mark.parametrize(("attackers", "free"), [(("g-I", "g-II"), True), (("g-I", "g-II", "g-LW1-1"), False)])
def test_external_forts_on_every_hexside_of_the_attack(attackers: tuple[str, ...], free: bool) -> None:
    """FX-E193: a single factor across another hexside is enough to lose the right. Nancy HH29, with a fort to II29."""
    units: dict[str, Placed] = {
        "g-I": "II29", "g-II": "II29", "g-LW1-1": "HH28", "f-44D": "HH29",
    }  # fmt: skip
    game = arena(units)
    declare(game, "HH29", *attackers)
    assert game.view("german")["battle"]["free"] is free


@pytest.mark.rule("FT-9.3")
@pytest.mark.parametrize(("rider", "free"), [(("be-C", "(0)-0-3"), True), (("f-C1", "(2)-1-4"), False)])
def test_who_brings_no_factor_over_another_hexside_changes_nothing(rider: tuple[str, str], free: bool) -> None:
    """From Metz against GG26, across the fort between them; cavalry supports from GG27, with a factor or with none."""
    units: dict[str, Placed] = {"f-I": "HH26", rider[0]: ("GG27", rider[1]), "g-19E": "GG26"}
    game = arena(units, side="allied")
    declare(game, "GG26", "f-I", rider[0])
    assert game.view("allied")["battle"]["free"] is free


@pytest.mark.rule("FT-3.3")
def test_attached_units_share_the_fort() -> None:
    """The artillery stays with the infantry that need not retreat."""
    game = storm("-/0", "4:1", {"f-44D": "FF22", "f-AL1": "FF22"})
    game.act("stay")
    assert where(game, "f-AL1") == "FF22"
    assert not happened(game, "retreats")


# ---- supply in forts (FT-11, D29)


def besieged(units: dict[str, Placed]) -> Game:
    """Langres with one fort symbol, shut in by Germans; the Allied supply determination."""
    ring: dict[str, Placed] = {
        "g-I": "DD32",
        "g-II": "EE33",
        "g-III": "EE34",
        "g-IV": "DD34",
        "g-V": "CC33",
        "g-VI": "CC32",
    }
    return situation({**units, **ring}, side="allied", step="supply")


@pytest.mark.rule("FT-11.1", "SU-8.1")
def test_a_fort_supplies_a_corps_for_each_symbol() -> None:
    """FX-E194: one symbol, one corps; nobody is asked."""
    game = besieged({"f-1GRD": "DD33"})
    assert factors(game, "f-1GRD") == "6-9-3"


@pytest.mark.rule("FT-11.2", "SU-8.1")
def test_the_owner_chooses_whom_a_fort_supplies() -> None:
    """D29, FX-E194: two corps on one symbol."""
    game = besieged({"f-1GRD": "DD33", "f-2GRD": "DD33"})
    assert asked(game) == ("allied", "rations")
    assert args(game, "unit") == ["f-1GRD", "f-2GRD"]
    assert refused(game, "unit", "f-3GRD") == "FT-11"
    game.act("unit", "f-2GRD")
    assert (factors(game, "f-1GRD"), factors(game, "f-2GRD")) == ("3-6-3", "6-9-3")


@pytest.mark.rule("FT-11.2")
def test_a_fort_feeds_equivalents_of_a_corps() -> None:
    """Two divisions, then there is no room for the corps."""
    game = besieged({"f-1GRD": "DD33", "f-44D": "DD33", "f-61D": "DD33"})
    game.act("unit", "f-44D")
    assert args(game, "unit") == ["f-61D"]
    assert refused(game, "unit", "f-1GRD") == "FT-11"
    game.act("unit", "f-61D")
    assert [factors(game, u) for u in ("f-1GRD", "f-44D", "f-61D")] == ["3-6-3", "2-4-3", "2-4-3"]


@pytest.mark.rule("UL-8", "SU-1.2")
def test_starving_landwehr_is_changed_as_its_owner_likes() -> None:
    """D30 outside combat."""
    game = situation({"g-LW4-1": "K20", "f-I": "K19"}, side="german", step="supply")
    assert asked(game) == ("german", "change")
    game.act("split", args(game, "split")[0])
    left = [u for u, line in game.position()["units"].items() if line["at"] == "K20"]
    assert [factors(game, u) for u in left] == ["1-1-2"] * 3


@pytest.mark.rule("FT-6.1")
def test_a_hexside_of_three_symbols_costs_three_factors() -> None:
    """The example of FT-6, on the eastern side of Verdun, without its guns: fourteen factors up the slope are seven."""
    units: dict[str, Placed] = {"g-I": "EE23", "g-II": "EE23", "f-verdun": "DD23"}
    attack_, _ = reckoned(units, "DD23", "g-I", "g-II")
    assert attack_ == 8 - 3


@pytest.mark.rule("FA-2.1", "FA-2.2")
def test_the_guns_of_antwerp_on_a_hexside() -> None:
    """The example of FA-2: with a 305 an external symbol costs five factors, and one only when a 420 silences it."""
    units: dict[str, Placed] = {"g-I": "Y8", "g-II": "Y8", "be-1": "Y7", "fort-antwerp": "Y7"}
    assert reckoned(units, "Y7", "g-I", "g-II")[0] == 14 - 5
    assert reckoned({**units, "g-420-1": "Y8"}, "Y7", "g-I", "g-II", "g-420-1")[0] == 14 - 1
