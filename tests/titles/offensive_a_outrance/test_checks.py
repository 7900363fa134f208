"""10, 11.2: guns, Post-Combat Effectiveness Checks, advance."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.charts import artillery_modifier
from front1914.titles.offensive_a_outrance.combat.battle import Battle, in_battle
from front1914.titles.offensive_a_outrance.combat.strength import (
    attack_of,
    guns_of,
    guns_total,
)
from tests.titles.offensive_a_outrance.battlefield import (
    DEPOTS,
    T,
    carry_on,
    field,
    fight,
    h,
    indicate,
    settle,
    units,
)
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    where,
)

# ---- guns (10.1)


@pytest.mark.rule("10.1.2", "9.1.1.i")
@pytest.mark.parametrize(
    ("value", "eighths", "result"), [(12, 8, 1), (12, 24, 0), (10, 28, 0), (4, 2, 0), (2, 2, 0), (1, 8, -1)]
)
def test_the_artillery_table(value: int, eighths: int, result: int) -> None:
    assert artillery_modifier(value, eighths) == result


@pytest.mark.rule("10.1.1.a", "10.1.1.b", "10.1.1.c", "10.1.1.e")
def test_neighbours_lend_their_guns_once() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "g-31/21": T,
        "g-42/21": "54.52",  # beside the defender and the attacker
        "g-3B/2B": "56.52",  # beside the defender only
        "g-28/14": "55.54",  # another army
    }
    game = field(placed, dice=["3-4", "7", "7"])
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    game.act("calm")
    game.act("calm")
    assert asked(game) == ("german", "lend")
    assert args(game, "unit") == ["g-42/21"]
    game.act("unit", "g-42/21")
    told = happened(game, "guns")[0]
    assert (told["attacker"], told["defender"]) == (4, 14)


@pytest.mark.rule("10.1.1.c")
def test_a_hex_that_is_attacked_itself_lends_nothing() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T, "g-42/21": "54.52"}
    game = field(placed, dice=["3-4", "7", "7", "3-4", "7", "7"])
    indicate(game, T, "f-11/20")
    indicate(game, "54.52", "f-39/20")
    game.act("done")
    game.act("to", T)
    carry_on(game)
    assert happened(game, "guns")[0]["defender"] == 7


@pytest.mark.rule("10.1.1a.a", "10.1.1a.b", "10.1.1a.c")
def test_escarpments_and_mountains_weaken_guns() -> None:
    up = ("48.49", "47.49")
    s = field({"f-11/20": up[0], "g-31/21": up[1]}, supply=False).state
    assert guns_of(s, units("f-11/20"), h(up[1]), attacking=True) == 2
    assert guns_of(s, units("f-11/20"), h("51.64")) == 2
    s = field({"g-5-B.Lw": (T, "55.52")}).state
    assert guns_total([guns_of(s, units("g-5-B.Lw"), h(T))]) == 1  # half a point, rounded up


# ---- checks (10.2, 10.3)


def checked(status: str, roll: int) -> Game:
    """An attack by two divisions that brings nothing but the check of the defender."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": (T, f"ce {status}") if status else T, "f-2-c": "53.53"}
    return fight(placed, "f-11/20", dice=["3-4", "2", str(roll)])


@pytest.mark.rule("10.0", "10.0.c", "9.1.1.j")
def test_each_hex_throws_once_the_attacker_first() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "f-30/15": "55.54", "g-31/21": T, "g-42/21": T}
    game = fight(placed, "f-11/20", "f-39/20", "f-30/15", dice=["3-4", "2", "3", "4"])
    if in_battle(game.state):
        game.act("unit", args(game, "unit")[0])
    assert [(e["side"], e["dice"]) for e in happened(game, "check")] == [("allied", 2), ("allied", 3), ("german", 4)]


@pytest.mark.rule("10.0.a")
def test_no_check_of_the_defender_below_one_to_four() -> None:
    placed: dict[str, Placed] = {"f-2-c": "54.53", "g-31/21": T, "g-42/21": T}
    game = fight(placed, "f-2-c", dice=["3-4", "2"])
    assert [event["side"] for event in happened(game, "check")] == ["allied"]


@pytest.mark.rule("10.3.a", "10.3.b", "10.3.c")
@pytest.mark.parametrize(
    ("margin", "levels", "reduced", "hexes"),
    [(0, 0, 0, 0), (1, 1, 0, 0), (3, 1, 0, 0), (4, 2, 0, 0), (6, 2, 0, 0), (7, 3, 1, 1)],
)
def test_the_margin_of_failure_decides(margin: int, levels: int, reduced: int, hexes: int) -> None:
    from front1914.titles.offensive_a_outrance.combat.checks import hexes_of, suffer_check

    s = field({"g-31/21": T}).state
    assert hexes_of(s, units("g-31/21"), margin) == hexes
    suffer_check(s, units("g-31/21"), margin)
    assert (s.ce[units("g-31/21")[0]], s.sr[units("g-31/21")[0]]) == (levels, reduced)


@pytest.mark.rule("10.3.d", "10.3.e", "10.3.f")
@pytest.mark.parametrize(
    ("status", "margin", "after", "hexes", "reduced"),
    [("-3", 8, "D2", 3, 1), ("CI", 0, "CI", 1, 0), ("-3", 6, "D1", 2, 0), ("D2", 1, "D2", 0, 1), ("-3", 1, "CI", 1, 0)],
)
def test_ineffective_and_demoralised_formations_go_back(
    status: str, margin: int, after: str, hexes: int, reduced: int
) -> None:
    from front1914.titles.offensive_a_outrance.combat.checks import hexes_of, suffer_check
    from front1914.titles.offensive_a_outrance.state import STATUSES

    s = field({"g-31/21": (T, f"ce {status}")}).state
    u = units("g-31/21")[0]
    assert hexes_of(s, (u,), margin) == hexes
    suffer_check(s, (u,), margin)
    assert (STATUSES[s.ce[u]], s.sr[u]) == (after, reduced)


@pytest.mark.rule("9.2.5.D2", "9.2.5.D3")
def test_withheld_defenders_follow_only_if_all_must_go() -> None:
    from front1914.titles.offensive_a_outrance.combat.checks import followers

    s = field({"g-31/21": T, "g-42/21": T, "g-3B/2B": T}).state
    b = Battle("battle", h(T), (), units("g-31/21", "g-42/21"), units("g-3B/2B"))
    first, second = units("g-31/21"), units("g-42/21")
    assert followers(s, b, [(first, 0), (second, 2)]) == [(units("g-3B/2B"), 0)]
    assert followers(s, b, [(first, 1), (second, 2)]) == [(units("g-3B/2B"), 1)]


# ---- advance (11.2)


def driven_out() -> Game:
    """A cavalry division is driven out of the target by two divisions."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "55.54", "g-7-c": T}
    game = fight(placed, "f-11/20", "f-39/20", dice=["1-1", "2", "2", "2"])
    settle(game)
    return game


@pytest.mark.rule("11.2", "11.2.a", "11.2.b", "11.2.1.a", "11.2.1.b", "11.2.1.c", "9.1.1.k")
def test_the_attacker_may_advance_into_the_hex_that_was_left() -> None:
    game = driven_out()
    assert asked(game) == ("allied", "advance")
    assert set(args(game, "unit")) == {"f-11/20", "f-39/20"}
    game.act("unit", "f-11/20")
    assert where(game, "f-11/20") == T
    assert refused(game, "unit", "f-11/20") == "11.2.1"
    game.act("done")
    assert where(game, "f-39/20") == "55.54"


@pytest.mark.rule("3.1.3.b", "3.1.1", "11.2.1.c")
def test_an_advance_does_not_overfill_a_hex() -> None:
    """Three divisions fit, and a brigade would; the fourth division stays."""
    four = ("f-11/20", "f-39/20", "f-29/15", "f-30/15")
    placed: dict[str, Placed] = dict(zip(four, ("54.53", "54.53", "55.54", "55.54"), strict=True))
    game = fight({**placed, "g-7-c": T}, *four, dice=["1-1", "2", "2", "2"])
    settle(game)
    for word in four[:3]:
        game.act("unit", word)
    assert [where(game, word) for word in four] == [T, T, T, "55.54"]
    assert asked(game)[1] != "advance" or refused(game, "unit", four[3]) == "3.1.1"


@pytest.mark.rule("11.2.1.d", "19.1.1", "19.1.1.a")
def test_an_advance_may_stretch_over_two_hexes() -> None:
    game = driven_out()
    game.act("extend", "f-11/20")
    assert {HEXES[n] for n in game.state.hexes(units("f-11/20")[0])} == {T, "54.53"}


@pytest.mark.rule("11.2.2.b")
def test_who_has_retreated_does_not_advance() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "ce -3"), "f-39/20": "55.54", "g-7-c": T}
    game = fight(placed, "f-11/20", "f-39/20", dice=["1-1", "12", "2", "2"], hexes={})
    settle(game)
    assert mark(game, "f-11/20", "ce") > 3
    assert args(game, "unit") == ["f-39/20"]


@pytest.mark.rule("11.2.1.e", "11.1.2.e", "12.1.1.f")
def test_a_garrison_is_driven_in_and_the_attacker_may_enter() -> None:
    placed: dict[str, Placed] = {"f-11/20": "52.48", "f-39/20": "52.48", "g-fx-Metz-1": "53.48"}
    game = fight(placed, "f-11/20", "f-39/20", target="53.48", dice=["1-1", "2", "2"])
    assert mark(game, "g-fx-Metz-1", "face") == 1
    assert asked(game) == ("allied", "advance")
    game.act("unit", "f-11/20")
    assert where(game, "f-11/20") == "53.48"


@pytest.mark.rule("9.1.1.c")
@pytest.mark.parametrize(("depot", "dry"), [("f-dSECOND", ["g-31/21"]), ("g-dSIXTH", ["f-11/20"]), ("", [])])
def test_ammo_is_checked_for_both_sides(depot: str, dry: list[str]) -> None:
    """Only one side has a Depot near: the other fights at half strength, whoever attacks."""
    near = {word: place for word, place in DEPOTS.items() if word == depot or not depot}
    game = fight({**near, "f-11/20": "54.53", "g-31/21": T}, "f-11/20", dice=["6-6", "7", "7"], supply=False)
    assert [event["unit"] for event in happened(game, "no_ammo")] == dry


@pytest.mark.rule("9.1.1.d", "2.3.1")
def test_attack_of_a_force_keeps_its_order() -> None:
    s = field({"f-11/20": "54.53", "g-31/21": T}).state
    full = attack_of(s, units("f-11/20"), h(T))
    assert full == 4 * 13, "13-15 is printed on it"
    assert attack_of(s, units("f-11/20"), h(T), dry=units("f-11/20")) * 2 == full
