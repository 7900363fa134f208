"""8.7, 8.8: what befalls units out of supply."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.combat.strength import attack_factor, defence_factor, half
from front1914.titles.schlieffens_war.world import UNITS
from tests.titles.schlieffens_war.arena import happened
from tests.titles.schlieffens_war.positions import Placed, mark, refused, situation, where
from tests.titles.schlieffens_war.test_supply import EAST_EDGES, FRENCH_CORPS

LOST = "1715"  #: far from every HQ, rail hex or fortress of the Germans


def administered(units: dict[str, Placed], dice: list[int], side: str = "german", **more: object) -> Game:
    return situation(units, side=side, step="administer", dice=dice, **more)  # type: ignore[arg-type]


@pytest.mark.rule("8.8", "8.8.a", "8.7.e", "5.5.a", "5.5.b")
@pytest.mark.parametrize(("face", "lost"), [(1, 1), (2, 1), (3, 0), (4, 0), (5, 0), (6, 0)])
def test_a_corps_out_of_supply_loses_a_step_on_1_or_2(face: int, lost: int) -> None:
    game = administered({"g-1-II": LOST}, [face])
    assert mark(game, "g-1-II", "supply") == 2
    assert mark(game, "g-1-II", "steps") == 2 - lost


@pytest.mark.rule("8.8.f", "8.8.d", "2.8.a", "5.5.b", "8.7.e")
@pytest.mark.parametrize(("face", "end"), [(1, "display"), (2, "display"), (3, LOST), (6, LOST)])
def test_an_hq_out_of_supply_is_eliminated_on_1_or_2(face: int, end: str) -> None:
    assert where(administered({"g-1-HQ": LOST}, [face]), "g-1-HQ") == end


@pytest.mark.rule("8.8.c")
def test_a_reduced_corps_lost_by_attrition_is_gone_for_good() -> None:
    assert where(administered({"g-1-II": (LOST, 1)}, [2]), "g-1-II") == "removed"


@pytest.mark.rule("8.8.c")
def test_even_one_that_is_found_out_of_supply_only_now() -> None:
    """R90: its state is determined before the die is thrown."""
    game = administered({"g-1-II": (LOST, 1, "in")}, [1])
    assert where(game, "g-1-II") == "removed"


@pytest.mark.rule("8.8.b", "8.8.h", "8.8.g", "2.7.c")
def test_depots_turn_over_and_do_not_roll() -> None:
    cut: dict[str, Placed] = dict(zip(FRENCH_CORPS, EAST_EDGES, strict=False))
    game = administered({"g-1-D": "0703", **cut}, [])
    assert mark(game, "g-1-D", "supply") == 2
    back = administered({"g-1-D": ("0703", "out")}, [])
    assert mark(back, "g-1-D", "supply") == 0


@pytest.mark.rule("8.8.e", "8.9")
def test_nobody_rolls_in_fortress_supply() -> None:
    game = administered({"f-3-IV": "1910"}, [], side="entente")
    assert happened(game, "attrition") == []
    assert mark(game, "f-3-IV", "steps") == 2


@pytest.mark.rule("8.8")
def test_supplied_units_do_not_roll() -> None:
    game = administered({"g-1-II": "1007"}, [])
    assert mark(game, "g-1-II", "supply") == 0


@pytest.mark.rule("8.8", "8.1")
def test_one_die_for_each_unit_of_the_active_side() -> None:
    """The French corps, out of supply as well, does not roll in the German phase."""
    units: dict[str, Placed] = {"g-1-II": LOST, "g-1-III": LOST, "g-1-HQ": LOST, "f-5-I": ("1815", "out")}
    game = administered(units, [1, 6, 6])
    assert sorted(told["die"] for told in happened(game, "attrition")) == [1, 6, 6]
    assert mark(game, "f-5-I", "steps") == 2


@pytest.mark.rule("8.1", "8.8.f")
def test_an_hq_lost_by_attrition_takes_no_supply_from_others() -> None:
    """R90: both HQ and corps are determined first; the corps at a German city stays in supply."""
    units: dict[str, Placed] = {"g-1-HQ": LOST, "g-1-II": "1110"}
    game = administered(units, [1])
    assert where(game, "g-1-HQ") == "display"
    assert mark(game, "g-1-II", "supply") == 0


@pytest.mark.rule("8.7.c", "8.7.a", "8.7")
@pytest.mark.parametrize(("factor", "halved"), [(4, 2), (3, 2), (2, 1), (1, 1), (5, 3), (6, 3)])
def test_halves_are_rounded_up(factor: int, halved: int) -> None:
    assert half(factor) == halved


@pytest.mark.rule("8.7.c", "8.9.c", "8.9.d")
@pytest.mark.parametrize(("state", "attack", "defence"), [("in", 4, 4), ("out", 2, 2), ("fortress", 2, 4)])
def test_factors_by_supply(state: str, attack: int, defence: int) -> None:
    game = situation({"g-1-II": (LOST, state)}, step="move")
    u = UNITS.number("g-1-II")
    assert (attack_factor(game.state, u), defence_factor(game.state, u)) == (attack, defence)


@pytest.mark.rule("8.7.d", "9.5.a")
def test_out_of_supply_units_do_not_regroup() -> None:
    units: dict[str, Placed] = {"g-1-II": ("1005", "fatigued", "out"), "g-1-III": ("1005", "fatigued")}
    game = situation(units, step="rally")
    assert refused(game, "unit", "g-1-II") == "8.7"
    assert game.why_not("unit", "g-1-III") is None


@pytest.mark.rule("8.8", "6.6")
def test_under_fog_the_die_is_seen_but_not_the_hidden_unit() -> None:
    units: dict[str, Placed] = {"g-1-II": LOST, "g-1-III": LOST}
    game = administered(units, [3, 4], fog=True)
    seen = [(event.kind, event.data.get("unit"), event.data["die"]) for event in game.events_for("entente")
            if event.kind.startswith("attrition")]  # fmt: skip
    assert sorted(die for _, _, die in seen) == [3, 4]
    assert len([unit for _, unit, _ in seen if unit]) == 1
