"""ST, CE: how much a hex holds, the order of a stack, Landwehr."""

from __future__ import annotations

import pytest

from front1914 import BadPosition, Game
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.world import EIGHTHS, LANDWEHR, STRENGTH, TYPE_ROWS, UNIT_ROWS, UNITS
from tests.titles.fixed_1914.arena import CENTRE, N
from tests.titles.fixed_1914.positions import Placed, args, asked, factors, refused, situation, where

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}


def legal(*units: str, **options: bool) -> bool:
    game = situation(FAR, options=options)
    return excess(game.state, [UNITS.number(unit) for unit in units]) is None


def eighths(*units: str) -> int:
    return sum(EIGHTHS[UNITS.number(unit)] for unit in units)


@rule("ST-1a")
def test_two_corps_in_a_hex() -> None:
    """FX-E128."""
    assert legal("g-I", "g-II")
    assert not legal("g-I", "g-II", "g-III")


@rule("ST-1b")
def test_one_artillery_unit_in_a_hex() -> None:
    """FX-E129."""
    assert legal("g-I", "g-210-1")
    assert not legal("g-I", "g-210-1", "g-305-1")


@rule("ST-1.1")
def test_three_units_in_a_hex() -> None:
    assert legal("g-LW1-1", "g-LW1-2", "g-LW1-3")
    assert not legal("g-LW1-1", "g-LW1-2", "g-LW1-3", "g-LW1-4")
    assert not legal("g-LW1-1", "g-LW1-2", "g-LW1-3", "g-blank1")  # B-9


@rule("CE-1.1", "UC-7")
def test_corps_equivalents() -> None:
    """FX-E130, in eighths of a corps."""
    sizes: dict[str, set[int]] = {}
    for row in TYPE_ROWS:
        sizes.setdefault(row.size, set()).add(row.eighths)
    assert sizes == {"corps": {8}, "division": {4}, "brigade": {2}, "regiment": {1}, "battalion": {0}, "none": {0}}


@rule("CE-1.2")
def test_artillery_counts_as_a_brigade() -> None:
    """FX-E131: the mix of the text makes two corps, though six units may not share a hex."""
    mix = ("g-19E", "g-C2", "f-CH1", "g-210-1", "g-210-2", "g-305-1")
    assert eighths(*mix) == 16
    assert not legal(*mix)


@rule("ST-1a")
def test_small_units_count() -> None:
    """FX-E254; with the option off only corps do (B-46)."""
    assert legal("g-I", "g-19E", "g-BE")
    assert not legal("f-I", "f-II", "f-CH1")
    assert legal("g-I", "g-C2", "g-305-1")
    assert legal("f-I", "f-II", "f-CH1", stacking_counts_small_units=False)


@rule("FA-1.2")
def test_fortification_artillery_does_not_count() -> None:
    """FX-E132: a gun of the field and a gun of the fortress in one hex."""
    game = situation({**FAR, "g-I": "HH26", "g-305-1": "HH26", "fort-metz": "HH26"})
    game.act("done")
    assert asked(game)[0] == "allied"


@rule("CE-3")
@pytest.mark.parametrize("small_units", [True, False])
def test_a_corps_stays_a_corps(small_units: bool) -> None:
    """FX-E133: two corps on their last step fill a hex, a third finds no room."""
    units: dict[str, Placed] = {**FAR, "g-I": (N, "2-7-3"), "g-II": (CENTRE, "2-7-3"), "g-III": (CENTRE, "2-7-3")}
    game = situation(units, options={"stacking_counts_small_units": small_units})
    for unit, fits in (("g-II", True), ("g-III", False)):
        game.act("unit", unit)
        game.act("to", N)
        game.act("stop")
        assert (game.why_not("done") is None) is fits


@rule("ST-1.1", "ST-2.1")
def test_the_phase_does_not_end_while_a_full_hex_can_be_cleared() -> None:
    game = situation({**FAR, "g-I": N, "g-II": N, "g-III": CENTRE})
    game.act("unit", "g-III")
    game.act("to", N)
    game.act("stop")
    assert refused(game, "done") == "ST-1"
    game.act("unit", "g-I")
    game.act("to", CENTRE)
    game.act("stop")
    game.act("done")
    assert asked(game)[0] == "allied"


@rule("ST-1.1")
def test_who_is_too_many_at_the_end_is_given_up() -> None:
    game = situation({**FAR, "g-I": (N, "moved"), "g-II": (N, "moved"), "g-III": (N, "moved")})
    game.act("done")
    assert asked(game) == ("german", "overstack")
    assert sorted(args(game, "unit")) == ["g-I", "g-II", "g-III"]
    game.act("unit", "g-II")
    assert where(game, "g-II") == "eliminated"


@rule("CE-2.1")
def test_nothing_but_landwehr_is_broken_down() -> None:
    game = situation({**FAR, "g-I": N, "g-LW4-1": N})
    game.act("regroup")
    assert refused(game, "split", "g-I") == "CE-2"
    assert refused(game, "merge", "g-I") == "CE-2"
    assert args(game, "split") == ["g-LW4-1"]


# ---- Landwehr (CE-2, UL-8)


def landwehr(game: Game) -> list[str]:
    """The Landwehr counters on the map, by their factors."""
    return sorted(factors(game, str(UNITS[u])) for u in LANDWEHR if game.state.on_map(u))


@rule("CE-2.2")
def test_landwehr_breaks_down_and_recombines() -> None:
    """FX-E137: 2 + 1 + 1 become 4, or 2 + 2; nothing else is offered."""
    start: dict[str, Placed] = {**FAR, "g-LW2-1": N, "g-LW1-1": N, "g-LW1-2": N}
    game = situation(start)
    game.act("regroup")
    assert sorted(args(game, "merge")) == ["g-LW1-1", "g-LW1-2"]
    game.act("merge", "g-LW1-1")
    assert landwehr(game) == ["2-2-2", "2-2-2"]
    game.act("merge", "g-LW2-1")
    assert landwehr(game) == ["4-4-2"]
    game = situation({**FAR, "g-LW4-1": N})
    game.act("regroup")
    game.act("split", "g-LW4-1")
    assert landwehr(game) == ["2-2-2", "2-2-2"]


@rule("CE-2.2", "PP-3c")
def test_strength_is_kept() -> None:
    """FX-E138: eighteen points at the start."""
    initial = sum(STRENGTH[u] for u in LANDWEHR if UNIT_ROWS[u].group == "initial")
    assert initial == 18
    game = situation({**FAR, "g-LW4-1": N, "g-LW1-1": CENTRE})
    game.act("regroup")
    assert refused(game, "merge", "g-LW1-1") == "CE-2"  # not in the same hex as another
    assert refused(game, "split", "g-LW1-1") == "CE-2"


@rule("UL-8")
def test_a_loss_of_landwehr_is_one_point() -> None:
    """FX-E134 to FX-E136."""
    state = situation({**FAR, "g-LW4-1": N}).state
    heirs = state.lose_step(UNITS.number("g-LW4-1"))
    assert sorted(STRENGTH[u] for u in heirs) == [1, 2]
    two = next(u for u in heirs if STRENGTH[u] == 2)
    assert [STRENGTH[u] for u in state.lose_step(two)] == [1]
    one = next(u for u in heirs if STRENGTH[u] == 1)
    assert state.lose_step(one) == ()


# ---- the order of a stack (CB-12, CB-15)


@rule("CB-12.1", "CB-15.1")
def test_the_owner_orders_his_stack() -> None:
    game = situation({**FAR, "g-I": N, "g-II": N, "g-210-1": N})
    game.act("order")
    assert args(game, "top") == ["g-II"]
    assert refused(game, "top", "g-210-1") == "CB-15"
    game.act("top", "g-II")
    assert [str(UNITS[u]) for u in game.state.stack(game.state.at[UNITS.number("g-I")])] == ["g-II", "g-I", "g-210-1"]
    game.act("bottom", "g-I")
    assert [str(UNITS[u]) for u in game.state.stack(game.state.at[UNITS.number("g-I")])] == ["g-II", "g-210-1", "g-I"]


@rule("CB-15.1")
def test_a_gun_never_lies_on_top_of_a_corps() -> None:
    game = situation({**FAR, "g-210-1": N, "g-I": CENTRE})
    game.act("unit", "g-I")
    game.act("to", N)
    assert [str(UNITS[u]) for u in game.state.stack(game.state.at[UNITS.number("g-I")])] == ["g-I", "g-210-1"]


@rule("PP-3c", "PP-3d", "PP-3e", "PP-4b", "CE-2.2")
def test_there_is_never_more_landwehr_than_there_was() -> None:
    """Three 4-4-2, one 2-2-2, four 1-1-2 and the North Army's 4-4-2 are 22 points; a position with 23 is refused."""
    whole: dict[str, Placed] = {
        f"g-LW4-{n}": place for n, place in zip((1, 2, 3), ("MM16", "MM17", "NN18"), strict=True)
    }
    whole |= {"g-LW2-1": "NN19", "g-LW1-1": "OO20", "g-LW1-2": "OO20", "g-LW1-3": "OO22", "g-LW1-4": "OO22"}
    initial = [u for u in LANDWEHR if UNIT_ROWS[u].group == "initial"]
    north = [u for u in LANDWEHR if UNIT_ROWS[u].group == "north_army"]
    assert sorted(STRENGTH[u] for u in initial) == [1, 1, 1, 1, 2, 4, 4, 4]
    assert [STRENGTH[u] for u in north] == [4]
    full = {**FAR, **whole, str(UNITS[north[0]]): "PP23"}
    situation(full)
    spare = next(u for u in LANDWEHR if STRENGTH[u] == 1 and str(UNITS[u]) not in full)
    with pytest.raises(BadPosition, match="more Landwehr"):
        situation({**full, str(UNITS[spare]): "PP24"})
