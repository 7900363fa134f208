"""9.8 to 9.10: intensity, the results of the table, Strength Reductions."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.charts import CRT
from front1914.titles.offensive_a_outrance.combat.battle import CALM, INTENSE, Battle, battle, retreat_of
from front1914.titles.offensive_a_outrance.combat.course import may_be_intense, reductions
from front1914.titles.offensive_a_outrance.combat.shifts import (
    odds_column,
)
from front1914.titles.offensive_a_outrance.world import BASE_CE, MOST_SR, UNITS
from tests.titles.offensive_a_outrance.battlefield import (
    T,
    belgian_divisions,
    carry_on,
    field,
    fight,
    h,
    indicate,
    record,
    settle,
    units,
)
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    asked,
    happened,
    mark,
    verbs,
)

# ---- intensity (9.8)


@pytest.mark.rule("9.8", "9.1.1.f")
def test_the_attacker_declares_first_and_the_defender_knows_it() -> None:
    game = field({"f-11/20": "54.53", "g-31/21": T})
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "intensity")
    assert verbs(game) == {"intense", "calm"}
    game.act("intense")
    assert asked(game) == ("german", "intensity")
    assert battle(game.state).bold[0] == INTENSE


@pytest.mark.rule("9.8.a")
def test_worn_infantry_is_not_intense_except_in_a_position() -> None:
    def who(hexes: dict[str, dict[str, int]]) -> Game:
        game = field({"f-11/20": ("54.53", "sr 3"), "g-31/21": (T, "sr 3")}, hexes=hexes)
        indicate(game, T, "f-11/20")
        game.act("done")
        game.act("done")
        return game

    assert battle(who({T: {"ip": 1}}).state).bold == (CALM, -1)  # the defender is asked
    assert who({T: {"ip": 1}}).decision.side == "german"  # type: ignore[union-attr]
    assert not happened(who({}), "intensity")  # and here nobody is


@pytest.mark.rule("9.8.b")
def test_cavalry_assets_and_fortresses_alone_are_not_intense() -> None:
    s = field({"f-2-c": "54.53", "f-Ch-29": "55.54", "g-31/21": T}).state
    for attackers in (units("f-2-c"), units("f-Ch-29"), units("f-2-c", "f-Ch-29")):
        assert not may_be_intense(s, Battle("battle", h(T), attackers, units("g-31/21")), 0)
    assert may_be_intense(s, Battle("battle", h(T), units("f-2-c"), units("g-31/21")), 1)


@pytest.mark.rule("9.8.c")
def test_belgians_on_their_second_counter_are_not_intense() -> None:
    division = UNITS[belgian_divisions()[0]]
    for worn, allowed in ((2, True), (3, False)):
        s = field({str(division): (T, f"sr {worn}"), "g-31/21": "54.53"}, supply=False).state
        assert may_be_intense(s, Battle("battle", h(T), units("g-31/21"), units(str(division))), 1) is allowed


#: dice for each retreat result at 2:1 with the table of the data: none, white, black one, black two
RESULTS = {"none": (3, 4), "white1": (3, 3), "black1": (2, 2), "black2": (1, 1)}
INTENSITY = {
    "9.8.2.a": ((CALM, CALM), {"none": (0, 0, 0), "white1": (0, 0, 0), "black1": (1, 0, 0), "black2": (2, 0, 0)}),
    "9.8.2.b": ((INTENSE, CALM), {"none": (0, 1, 0), "white1": (1, 1, 0), "black1": (1, 0, 0), "black2": (2, 0, 0)}),
    "9.8.2.c": ((CALM, INTENSE), {"none": (0, 0, 0), "white1": (0, 0, 1), "black1": (0, 0, 1), "black2": (2, 0, 0)}),
    "9.8.2.d": ((INTENSE, INTENSE), {"none": (0, 1, 0), "white1": (0, 1, 1), "black1": (1, 0, 1), "black2": (2, 0, 1)}),
}


@pytest.mark.rule(
    "9.8.1", "9.8.2.a", "9.8.2.b", "9.8.2.c", "9.8.2.d", "9.8.2.e", "9.9.2.d", "9.9.2.e", "9.9.2.f", "9.9.2.c"
)
@pytest.mark.parametrize("rule", INTENSITY)
@pytest.mark.parametrize("result", RESULTS)
def test_intensity_decides_who_retreats_and_bleeds(rule: str, result: str) -> None:
    bold, expected = INTENSITY[rule]
    white, black = RESULTS[result]
    b = record("2:1", white, black, bold)
    kind = b.outcome.defender
    assert (kind.retreat, kind.white) == {
        "none": (0, False),
        "white1": (1, True),
        "black1": (1, False),
        "black2": (2, False),
    }[result]
    retreat, first, second = expected[result]
    own = int(b.outcome.attacker.reduced), int(kind.reduced) + int(kind.retreat == 2)
    assert retreat_of(b) == retreat
    assert reductions(b) == (own[0] + first, own[1] + second)


# ---- results (9.9, 9.10)


@pytest.mark.rule("9.9.1", "9.1.1.g")
@pytest.mark.parametrize(
    ("column", "white", "black", "cell"),
    [
        ("2:1", 3, 3, "-/+3W1"),
        ("2:1", 3, 4, "+2s/+2s"),
        ("3:2", 5, 3, "+3/+3W1"),
        ("6:1", 0, 4, "-1/+4B1"),
        ("6:1", 3, 3, "-1/+5B1"),
    ],
)
def test_the_stated_cells_of_the_table(column: str, white: int, black: int, cell: str) -> None:
    attack, defence = (int(part) for part in column.split(":"))
    assert CRT.read(odds_column(attack, defence), white, 0, black).text == cell


@pytest.mark.rule("9.9.1.a", "9.9.2.a", "9.10.a", "9.1.1.h")
def test_e_strikes_every_force_and_s_only_one_unit() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T, "g-42/21": T}
    game = fight(placed, "f-11/20", "f-39/20", dice=["6-6", "2", "2"])
    cell = CRT.read(odds_column(26, 37), 6, 0, 6)
    assert cell.attacker.exhausted
    assert cell.attacker.reduced
    assert asked(game) == ("allied", "loss")
    game.act("unit", "f-39/20")
    assert [mark(game, u, "ce") for u in ("f-11/20", "f-39/20")] == [1, 1]
    assert [mark(game, u, "sr") for u in ("f-11/20", "f-39/20")] == [0, 1]


@pytest.mark.rule("9.9.2.b", "10.0.b", "10.2")
def test_the_table_modifies_the_checks() -> None:
    game = fight({"f-11/20": "54.53", "g-31/21": T}, "f-11/20", dice=["3-4", "7", "7"])
    b = happened(game, "guns")[0]
    cell = CRT.read(odds_column(13, 19), 3, 0, 4)
    found = {event["side"]: event["modifier"] for event in happened(game, "check")}
    assert found == {
        "allied": cell.attacker.modifier + b["first"],
        "german": cell.defender.modifier + b["second"],
    }


@pytest.mark.rule("9.10.1", "9.10.1.a", "9.10.1.b")
@pytest.mark.parametrize(
    ("defender", "die", "hit"),
    [("g-5-B.Lw", 2, False), ("g-5-B.Lw", 3, True), ("f-Ch-27", 4, False), ("f-Ch-27", 5, True)],
)
def test_small_enemies_do_not_always_hurt(defender: str, die: int, hit: bool) -> None:
    if defender.startswith("f-"):
        placed: dict[str, Placed] = {"g-31/21": "54.53", defender: T}
        game = field(placed, side="german", dice=["6-6", die, "2", "2"])
        attacker = "g-31/21"
    else:
        placed = {"f-11/20": "54.53", defender: T}
        game = field(placed, dice=["3-4", die, "2", "2"])
        attacker = "f-11/20"
    indicate(game, T, attacker)
    game.act("done")
    carry_on(game, (attacker == "f-11/20", False))  # the regiment brings an s in any case
    assert happened(game, "magnitude")[0]["hit"] is hit
    assert mark(game, attacker, "sr") == int(hit)


@pytest.mark.rule("9.10.1.a", "9.10.1.b")
@pytest.mark.parametrize(
    ("attacker", "defender", "die", "lost"),
    [("f-11/20", "g-5-B.Lw", None, 1), ("g-31/21", "f-Ch-27", 3, 0), ("g-31/21", "f-Ch-27", 4, 1)],
)
def test_of_two_reductions_by_a_small_enemy_one_is_left(
    attacker: str, defender: str, die: int | None, lost: int
) -> None:
    """An s of the table and one for the attacker's intensity: one against a brigade, one on 4 to 6 by a regiment."""
    game = field(
        {attacker: "54.53", defender: T},
        side="allied" if attacker[0] == "f" else "german",
        dice=["6-6", die or 2, "2", "2"],
    )
    indicate(game, T, attacker)
    game.act("done")
    carry_on(game, (True, False))
    assert len(happened(game, "magnitude")) == int(die is not None)
    assert mark(game, attacker, "sr") == lost


@pytest.mark.rule("9.10.2", "9.10.4")
def test_formations_bleed_first_then_their_assets_then_replacements() -> None:
    """Formations that can; then whole Assets of theirs with a second side; nobody else of a Formation's Force."""
    from front1914.titles.offensive_a_outrance.organisation.losses import candidates, suffer

    both, asset = ("f-11/20", "f-39/20"), "f-Ch-29"
    everybody = units(*both, asset)

    def first(*reductions: int) -> list[str]:
        marks = (f"sr {n}" for n in reductions)
        s = field({unit: (T, next(marks)) for unit in (*both, asset)}).state
        return [str(UNITS[u]) for u in candidates(s, everybody)]

    most = MOST_SR[everybody[0]]
    assert first(0, most, 0) == [both[0]]
    assert first(1, most - 1, 0) == list(both)
    assert first(most, most, 0) == [asset]
    assert first(most, most, 1) == []  # reduced already: it is not eliminated while its Formation stands
    alone = field({asset: (T, "sr 1")}).state
    assert candidates(alone, units(asset)) == list(units(asset))
    game = field({unit: (T, f"sr {n}") for unit, n in zip((*both, asset), (most, most, 0), strict=True)})
    before = game.position().get("pools", {}).get("french_repl", 0)
    suffer(game.state, everybody, 2)
    assert mark(game, asset, "sr") == 1
    assert game.position()["pools"]["french_repl"] == before - 1


@pytest.mark.rule("3.2.1.c", "10.2")
def test_each_force_makes_its_own_check() -> None:
    """One throw for a hex, held against the level of every Force in it, an Asset's Force by that of its Formation."""
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "ce -3"), "f-39/20": "54.53", "g-31/21": T}
    base = BASE_CE[UNITS.number("f-39/20")][0]
    assert base == BASE_CE[UNITS.number("f-11/20")][0]
    game = fight(placed, "f-11/20", "f-39/20", dice=["3-4", str(base - 4), "2"])
    settle(game)
    assert [event["modifier"] for event in happened(game, "check") if event["side"] == "allied"] == [3]
    passed = {event["unit"]: event["passed"] for event in happened(game, "checked")}
    assert passed["f-39/20"]
    assert not passed["f-11/20"]
    assert mark(game, "f-39/20", "ce") == 0
    assert mark(game, "f-11/20", "ce") > 3


@pytest.mark.rule("8.1.d", "9.8.a")
def test_cavalry_does_not_fight_with_intensity() -> None:
    for attacker, asked_ in (("f-2-c", False), ("f-11/20", True)):
        game = field({attacker: "54.53", "g-31/21": T})
        indicate(game, T, attacker)
        game.act("done")
        while asked(game)[1] in ("hold", "ammo"):
            game.act("done" if asked(game)[1] == "hold" else "provide")
        assert (asked(game) == ("allied", "intensity")) == asked_
        assert may_be_intense(game.state, battle(game.state), 0) == asked_
