"""15, 16: who takes a hex that was emptied, and Column Attacks."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg.board import BOARD, CLOSED, HEXES
from front1914.titles.der_weltkrieg.combat import column
from front1914.titles.der_weltkrieg.combat.advance import waiting
from front1914.titles.der_weltkrieg.combat.battle import ALL_UNITS, LAST, UNSUPPLIED, Battle
from front1914.titles.der_weltkrieg.combat.terrain import column_passes
from front1914.titles.der_weltkrieg.entering import enter
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_S, NE, SE, SW, N, S, arena, attack, record, supplied, until
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    situation,
    strength,
    unit,
    verbs,
    where,
)

THREE: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": S}


def won(*dice: int) -> Game:
    """A French division is driven out of the centre; the advance is asked for."""
    game = arena(supplied({**THREE, "f-1": CENTRE}), *dice)
    attack(game, CENTRE, *THREE)
    return until(game, "advance", "attack")


# ---- 15


@pytest.mark.rule("15-1")
def test_attackers_may_take_the_vacated_hex_or_not() -> None:
    game = won(6, 1)
    assert asked(game) == ("central", "advance")
    assert verbs(game) == {"unit", "done"}
    game.act("done")
    assert asked(game)[1] != "advance"
    assert where(game, "g-3") == S


@pytest.mark.rule("15-1")
def test_only_attackers_advance_and_only_into_an_empty_hex() -> None:
    game = arena(supplied({**THREE, "g-6": SE, "f-1": CENTRE}), 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance")
    assert refused(game, "unit", "g-6") == "15-1"
    game = arena(supplied({**THREE, "f-1": CENTRE}), 1, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "attack", "advance")
    assert not happened(game, "advance"), "the defender stood"


@pytest.mark.rule("15-2")
def test_no_more_advance_than_may_stand_together() -> None:
    many: dict[str, Placed] = {**{f"g-{n}": S for n in (3, 4, 5, 6, 7, 8)}, "g-9": SE}
    game = arena(supplied({**many, "f-88T": CENTRE}), 6, 1)
    attack(game, CENTRE, *many)
    until(game, "advance")
    while asked(game)[1] == "advance":
        game.act("unit", args(game, "unit")[0])
    assert sum(where(game, u) == CENTRE for u in many) == 6


@pytest.mark.rule("15-3")
def test_artillery_does_not_advance() -> None:
    game = arena(supplied({**THREE, "g-21b": S, "f-1": CENTRE}), 6, 1)
    attack(game, CENTRE, *THREE, "g-21b")
    until(game, "advance")
    assert refused(game, "unit", "g-21b") == "15-3"


@pytest.mark.rule("15-4")
def test_who_lost_the_greater_part_of_its_strength_advances_first() -> None:
    """DW-E083: an 8-5 that lost two and a 2-4 that lost one."""
    units: dict[str, Placed] = {"g-3": S, "g-10Lw": S, "g-4": S, "g-21b": SE, "g-21c": SW}
    game = arena(supplied({**units, "f-88T": (CENTRE, 4)}), 6, 4)
    attack(game, CENTRE, "g-3", "g-10Lw", "g-4", "g-21b", "g-21c")
    until(game, "advance")
    s, b = game.state, record(game)
    s.strength[unit("g-3")], s.strength[unit("g-4")], s.strength[unit("g-10Lw")] = 6, 8, 1
    from front1914.titles.der_weltkrieg.combat.advance import share

    shares = [share(s, b, unit(u)) for u in ("g-3", "g-10Lw", "g-4")]
    assert [float(x) for x in shares] == [0.25, 0.5, 0.0]
    assert game.step.legal_of["unit"](s) == [unit("g-10Lw")]
    game._decision = game._raw = None
    assert refused(game, "unit", "g-3") == "15-4"
    game.act("unit", "g-10Lw")
    assert args(game, "unit") == ["g-3"]
    game.act("unit", "g-3")
    assert args(game, "unit") == ["g-4"]


@pytest.mark.rule("15-1", "22-4.1", "22-4")
@pytest.mark.parametrize("defender", [{"f-1": CENTRE}, {"f-88T": (CENTRE, 2)}])
def test_works_left_by_retreat_are_gone_before_the_advance(defender: dict[str, Placed]) -> None:
    """The first defender retreats; the second is eliminated, and the marker goes with him."""
    works = {CENTRE: {"work": "construction", "builder": "entente"}}
    game = arena(supplied({**THREE, **defender}), 6, 1, hexes=works, month=9)
    attack(game, CENTRE, *THREE)
    until(game, "advance")
    assert game.position().get("hexes", {}).get(CENTRE, {}).get("work", "open") == "open"


@pytest.mark.rule("15-1", "14-9")
def test_who_attacked_several_hexes_advances_into_one_of_them() -> None:
    """A stack that retreated among enemies attacks all around it; when two hexes are vacated it moves once."""
    s = situation({"g-3": CENTRE}).state
    mine, centre, first, second = unit("g-3"), *(HEXES.number(word) for word in (CENTRE, N, NE))
    b = Battle("battle", LAST, 0, (first, second), (mine,), (UNSUPPLIED,), (8,), (), ALL_UNITS, origins=(centre,))
    assert waiting(s, b, first) == waiting(s, b, second) == [mine]
    enter(s, [mine], first)
    assert BOARD.link[first, second] not in CLOSED
    assert waiting(s, b, second) == []


@pytest.mark.rule("15-1")
def test_eliminated_defenders_leave_the_hex_to_the_attackers() -> None:
    """DW-R51."""
    game = arena(supplied({**THREE, "f-88T": (CENTRE, 2)}), 6, 1)
    attack(game, CENTRE, *THREE)
    until(game, "advance")
    assert where(game, "f-88T") == "eliminated"


# ---- 16


def charge(units: dict[str, Placed], *dice: int, target: str = CENTRE, by: tuple[str, ...] = ("g-3", "g-4")) -> Game:
    """A stack in the Movement Phase prepares a Column Attack."""
    game = arena(supplied(units), *dice, step="move")
    column.begin(game.state, [unit(u) for u in by], HEXES.number(target))
    game._decision = game._raw = None
    return game


@pytest.mark.rule("16-1", "16-8", "16-8.1", "16-8.2")
def test_a_column_attack_halves_the_attacker_and_doubles_the_defender() -> None:
    """DW-E071."""
    game = charge({"g-3": S, "g-4": S, "f-1": CENTRE}, 1, 1)
    assert asked(game) == ("central", "attackers")
    game.act("commit")
    until(game, "move", "advance", "loss")
    assert happened(game, "strength")[-1]["points"] == 8
    assert happened(game, "counter_strength")[-1]["points"] == 7 * 6
    assert mark(game, "g-1A", "supply") == 90 - 4, "16-8.1: supply is spent as in any combat"
    assert mark(game, "f-1A", "supply") == 90 - 4


@pytest.mark.rule("16-8", "19-11")
def test_without_supply_a_column_attacks_at_a_quarter() -> None:
    game = arena({"g-3": S, "g-4": S, "f-1": CENTRE}, 1, 1, step="move")
    column.begin(game.state, [unit("g-3"), unit("g-4")], HEXES.number(CENTRE))
    game._decision = game._raw = None
    game.act("commit")
    until(game, "move", "advance", "loss")
    assert happened(game, "strength")[-1]["points"] == 4


@pytest.mark.rule("16-1.1", "16-5", "12-9")
def test_who_charged_may_attack_in_the_combat_phase_but_not_charge_again() -> None:
    game = charge({"g-3": S, "g-4": S, "f-1": CENTRE, "f-2": SE}, 1, 1)
    game.act("commit")
    until(game, "move")
    s = game.state
    assert (mark(game, "g-3", "charged"), mark(game, "g-3", "attacked")) == (1, 0)
    reason = column.refuse(s, [unit("g-3")], HEXES.number(SE))
    assert reason is not None
    assert reason.rule == "16-5"


@pytest.mark.rule("16-4")
def test_artillery_makes_no_column_attack() -> None:
    game = arena(supplied({"g-3": S, "g-21b": S, "f-1": CENTRE}), step="move")
    s, h = game.state, HEXES.number(CENTRE)
    assert column.able(s, [unit("g-3"), unit("g-21b")], h) == [unit("g-3")]
    reason = column.refuse(s, [unit("g-21b")], h)
    assert reason is not None
    assert reason.rule == "16-4"


@pytest.mark.rule("16-4", "16-2", "16-3")
def test_a_stack_attacks_from_where_it_stands_at_no_cost_whether_it_moved_or_not() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "g-5": SE, "f-1": CENTRE}), 1, 1, step="move")
    s = game.state
    assert column.targets(s, [unit("g-3"), unit("g-4")]) == [HEXES.number(CENTRE)]
    assert column.targets(s, [unit("g-3"), unit("g-5")]) == [], "they are no stack"
    column.begin(s, [unit("g-3"), unit("g-4")], HEXES.number(CENTRE))
    game._decision = game._raw = None
    assert refused(game, "unit", "g-5") == "16-4"
    game.act("commit")
    until(game, "move")
    assert mark(game, "g-3", "spent") == 0


@pytest.mark.rule("16-4", "12-4", "12-14")
def test_who_has_no_strength_to_attack_with_is_not_offered_for_a_column_attack() -> None:
    """Engineers and a Headquarters moved in the stack; they are no part of its attack."""
    game = arena(supplied({"g-3": S, "g-4": S, "g-E20": S, "g-2A": S, "f-1": CENTRE}), 1, 1, step="move")
    column.begin(game.state, [unit(word) for word in ("g-3", "g-4", "g-E20", "g-2A")], HEXES.number(CENTRE))
    game._decision = game._raw = None
    game.act("leave", "g-4")
    assert args(game, "unit") == ["g-4"]
    assert refused(game, "unit", "g-E20") == "12-4"
    assert refused(game, "unit", "g-2A") == "12-14"


@pytest.mark.rule("11-10", "16-4", "16-8.2")
def test_a_column_attack_on_a_narrow_hex_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the hex held one division: two attack, and the third only in the place of another."""
    from front1914.titles.der_weltkrieg.combat import ability

    monkeypatch.setattr(ability, "LIMIT", [(6, 3)] + [(2, 1)] * (len(ability.LIMIT) - 1))
    monkeypatch.setattr(ability, "_OPEN_LIMIT", (6, 3))
    game = arena(supplied({"g-3": S, "g-4": S, "g-5": S, "f-1": CENTRE}), 1, 1, step="move")
    column.begin(game.state, [unit(word) for word in ("g-3", "g-4", "g-5")], HEXES.number(CENTRE))
    game._decision = game._raw = None
    assert args(game, "leave") == ["g-3", "g-4"]
    assert refused(game, "unit", "g-5") == "11-10"
    game.act("leave", "g-3")
    assert args(game, "unit") == ["g-3", "g-5"]


@pytest.mark.rule("16-2", "16-3", "16-4", "16-6", "16-7")
def test_stack_after_stack_charges_the_same_hex_at_any_moment() -> None:
    """One has not moved, the other comes up first: it pays for its march alone; then both are done."""
    game = arena(supplied({"g-3": S, "g-4": "5106", "f-1": CENTRE}), 1, 1, 1, 1, step="move")
    game.act("unit", "g-3")
    game.act("charge", CENTRE)
    game.act("commit")
    until(game, "move")
    assert (mark(game, "g-3", "spent"), mark(game, "g-3", "moved")) == (0, 1)
    game.act("unit", "g-4")
    game.act("to", SE)
    paid = mark(game, "g-4", "spent")
    assert paid > 0
    game.act("charge", CENTRE)
    game.act("cancel")
    assert asked(game)[1] == "march", "it was called off: the march goes on"
    game.act("charge", CENTRE)
    game.act("commit")
    until(game, "move")
    assert (mark(game, "g-4", "spent"), mark(game, "g-4", "moved")) == (paid, 1)
    assert len(happened(game, "strength")) == 2, "f-1 was attacked twice"


@pytest.mark.rule("16-6", "16-7")
def test_a_hex_and_a_unit_may_be_charged_any_number_of_times() -> None:
    game = charge({"g-3": S, "g-4": S, "g-5": SE, "f-1": CENTRE}, 1, 1, 1, 1)
    game.act("commit")
    until(game, "move")
    s = game.state
    assert s.struck[HEXES.number(CENTRE)] == 0
    assert column.refuse(s, [unit("g-5")], HEXES.number(CENTRE)) is None


@pytest.mark.rule("16-9")
def test_charged_units_may_retreat_and_the_column_advances_without_spending_points() -> None:
    game = charge({"g-3": S, "g-4": S, "f-1": CENTRE}, 1, 1)
    game.act("commit")
    until(game, "advance", stand="retreat")
    assert happened(game, "counter_strength")[-1]["points"] == 7 * 4, "doubled twice"
    game.act("unit", args(game, "unit")[0])
    assert CENTRE in (where(game, "g-3"), where(game, "g-4"))
    assert mark(game, "g-3", "spent") == 0


@pytest.mark.rule("16-10")
def test_hexsides_that_no_column_attack_crosses() -> None:
    pairs = {
        "mountain": ("2523", "2623"),
        "urban": ("0717", "0816"),
        "wooded rough": ("2108", "2109"),
        "major river": ("2603", "2604"),
        "alpine": ("4107", "4207"),
        "lake": ("5501", "5601"),
    }
    for kind, (a, b) in pairs.items():
        assert not column_passes(HEXES.number(a), HEXES.number(b)), kind
    assert column_passes(HEXES.number(S), HEXES.number(CENTRE))
    assert column_passes(HEXES.number("2817"), HEXES.number("2816")), "woods do not matter"
    game = situation({"g-3": "2604", "f-1": "2603"}, step="move")
    reason = column.refuse(game.state, [unit("g-3")], HEXES.number("2603"))
    assert reason is not None
    assert reason.rule == "16-10"


@pytest.mark.rule("16-1")
def test_only_the_phasing_player_charges() -> None:
    game = arena(supplied({"g-3": S, "f-1": CENTRE}), step="move")
    reason = column.refuse(game.state, [unit("f-1")], HEXES.number(S))
    assert reason is not None
    assert column.targets(game.state, [unit("f-1")]) == []


@pytest.mark.rule("15-1", "30-3")
def test_headquarters_alone_are_driven_out_and_advanced_upon() -> None:
    game = arena({"g-1A": (FAR_S, "supply 20"), **THREE, "f-1A": (CENTRE, "supply 20")}, 6, 1)
    attack(game, CENTRE, *THREE)
    until(game, "advance")
    assert where(game, "f-1A") in (N, NE, "4904", "eliminated")
    assert strength(game, "g-3") == 8
