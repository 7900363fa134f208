"""11.18 to 11.20, 2.8: step losses, apportioned by their owners."""

from __future__ import annotations

import pytest

from front1914 import Game
from tests.titles.schlieffens_war.arena import CENTRE, NE, NW, SW, E, arena, attack, declare, happened, step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, where

THREE_CORPS = ("f-5-I", "f-5-II", "f-5-III")
GERMANS = ("g-1-II", "g-1-III", "g-1-IV")


def steps(game: Game, *units: str) -> list[int]:
    return [mark(game, unit, "steps") for unit in units]


def strong_attack(defenders: dict[str, Placed], die: int = 6, target: str = CENTRE, **more: object) -> Game:
    """Nine corps of 4 from three neighbouring hexes, all in command, on a corps or two: 0/3 at 6:1 and a 6."""
    corps = ("g-1-II", "g-1-III", "g-1-IV", "g-1-IX", "g-2-GD", "g-2-VII", "g-2-X", "g-2-GDR", "g-3-XI")
    units = {unit: (NE, E, NW)[i // 3] for i, unit in enumerate(corps)} | {"g-1-HQ": NE, "g-2-HQ": E, "g-3-HQ": NW}
    game = arena({**units, **defenders}, dice=[die], **more)  # type: ignore[arg-type]
    attack(game, target, *corps)
    return game


# ---- the defender


@pytest.mark.rule("11.20", "11.20.c", "11.20.g", "11.20.d", "11.21.f")
@pytest.mark.parametrize(("losses", "retreat"), [(1, 2), (2, 1), (3, 0)])
def test_the_rulebooks_example_of_three_corps_and_three_losses(losses: int, retreat: int) -> None:
    """One step and two hexes, two steps and one hex, or three steps and no retreat."""
    game = strong_attack(dict.fromkeys(THREE_CORPS, CENTRE))
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert happened(game, "result")[0]["defender"] == 3
    for unit in THREE_CORPS[:losses]:
        assert step(game) == ("entente", "defender_losses")
        game.act("unit", unit)
    if retreat:
        game.act("retreat")
        while step(game)[1] == "retreat":
            game.act("to", args(game, "to")[0])
    assert steps(game, *THREE_CORPS) == [2 - (i < losses) for i in range(3)]
    assert [where(game, unit) == CENTRE for unit in THREE_CORPS] == [not retreat] * 3


@pytest.mark.rule("11.20.c", "11.20.d")
def test_the_first_loss_cannot_be_a_retreat() -> None:
    game = strong_attack(dict.fromkeys(THREE_CORPS, CENTRE))
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert refused(game, "retreat") == "11.20"


@pytest.mark.rule("11.20.c")
def test_the_first_loss_is_taken_by_a_participant() -> None:
    game = strong_attack(dict.fromkeys(THREE_CORPS, CENTRE))
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert args(game, "unit") == ["f-5-I", "f-5-II"]
    assert refused(game, "unit", "f-5-III") == "11.20"
    game.act("unit", "f-5-I")
    assert "f-5-III" in args(game, "unit")


@pytest.mark.rule("11.20.k")
def test_nobody_loses_two_steps_before_all_have_lost_one() -> None:
    game = strong_attack(dict.fromkeys(THREE_CORPS, CENTRE))
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    game.act("unit", "f-5-I")
    assert refused(game, "unit", "f-5-I") == "11.20"
    game.act("unit", "f-5-II")
    assert args(game, "unit") == ["f-5-III"]


@pytest.mark.rule("11.20.k")
def test_a_reduced_corps_that_dies_has_suffered_its_loss() -> None:
    """R74: then the others are next, and may lose a second step only after all have lost one."""
    game = strong_attack({"f-5-I": (CENTRE, 1), "f-5-II": CENTRE})
    game.act("unit", "f-5-I")
    assert where(game, "f-5-I") == "display"
    assert args(game, "unit") == ["f-5-II"]
    game.act("unit", "f-5-II")
    assert args(game, "unit") == ["f-5-II"]


@pytest.mark.rule("11.18.d", "11.18.c")
def test_losses_beyond_the_last_step_are_ignored() -> None:
    """One step against a result of three."""
    game = strong_attack({"f-5-I": (CENTRE, 1)})
    assert happened(game, "result")[0]["defender"] == 3
    assert where(game, "f-5-I") == "display"
    assert step(game) == ("german", "advance")
    game.act("done")
    assert steps(game, "f-1-1GRD") == [2]


@pytest.mark.rule("11.18.a")
def test_a_result_is_a_total() -> None:
    """1/1 with two corps on each side costs each side one step."""
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE, "f-5-II": CENTRE}, dice=[4])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    game.act("unit", "f-5-I")
    game.act("unit", "g-1-II")
    assert steps(game, "f-5-I", "f-5-II", "g-1-II", "g-1-III") == [1, 2, 1, 2]


@pytest.mark.rule("11.18", "11.18.b")
def test_the_defender_loses_before_the_attacker() -> None:
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE, "f-5-II": CENTRE}, dice=[4])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    assert step(game) == ("entente", "defender_losses")
    game.act("unit", "f-5-I")
    assert step(game) == ("german", "attacker_losses")
    (result,) = [event.data for event in game.events if event.kind == "result"]
    assert (result["attacker"], result["defender"]) == (1, 1)
    game.act("unit", "g-1-II")
    assert [mark(game, unit, "steps") for unit in ("g-1-II", "g-1-III", "f-5-I", "f-5-II")] == [1, 2, 1, 2]


@pytest.mark.rule("11.20.h", "11.2.b")
def test_when_all_participants_are_gone_the_third_corps_answers_for_the_rest() -> None:
    """Two reduced corps die; the third must lose the last step or retreat."""
    game = strong_attack({"f-5-I": (CENTRE, 1), "f-5-II": (CENTRE, 1), "f-5-III": CENTRE})
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert args(game, "unit") == ["f-5-III"]
    assert game.why_not("retreat") is None


@pytest.mark.rule("11.20.k")
def test_a_participating_hq_takes_its_share() -> None:
    """R73: two corps and an HQ that takes part lose three steps: one each."""
    game = strong_attack({"f-5-I": CENTRE, "f-5-II": CENTRE, "f-5-HQ": CENTRE}, die=6)
    game.act("unit", "f-5-HQ")
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert args(game, "unit") == ["f-5-HQ"]
    game.act("unit", "f-5-HQ")
    assert where(game, "f-5-HQ") == "display"


@pytest.mark.rule("11.20.c")
def test_an_hq_that_took_no_part_is_left_alone_while_others_stand() -> None:
    game = strong_attack({"f-5-I": CENTRE, "f-5-HQ": CENTRE})
    game.act("commit")
    assert args(game, "unit") == ["f-5-I"]
    assert refused(game, "unit", "f-5-HQ") == "11.20"


@pytest.mark.rule("11.20.h")
def test_an_hq_left_alone_answers_for_the_rest() -> None:
    game = strong_attack({"f-5-I": (CENTRE, 1), "f-5-HQ": CENTRE})
    game.act("commit")
    assert where(game, "f-5-I") == "display"
    assert args(game, "unit") == ["f-5-HQ"]


@pytest.mark.rule("2.8.a", "8.8.g")
def test_a_depot_may_take_a_loss_after_the_first() -> None:
    """R98."""
    units = {"g-1-D": CENTRE, "g-1-II": CENTRE}
    game = arena({**units, "f-5-I": NE, "f-5-II": NE, "f-5-III": NE}, side="entente", dice=[6])
    attack(game, CENTRE, "f-5-I", "f-5-II", "f-5-III")  # 9:4, 1/2
    assert mark(game, "g-1-II", "steps") == 1
    assert set(args(game, "unit")) == {"g-1-II", "g-1-D"}
    game.act("unit", "g-1-D")
    assert where(game, "g-1-D") == "display"


# ---- where the lost go


@pytest.mark.rule("2.8", "2.8.d", "11.20.u")
def test_a_reduced_corps_in_supply_goes_to_the_display() -> None:
    game = strong_attack({"f-5-I": (CENTRE, 1)})
    assert where(game, "f-5-I") == "display"


@pytest.mark.rule("8.8.c", "11.20.b")
def test_a_corps_eliminated_out_of_supply_is_gone_for_good() -> None:
    game = strong_attack({"f-5-I": (CENTRE, 1, "out")})
    assert where(game, "f-5-I") == "removed"


@pytest.mark.rule("11.20.u")
def test_a_corps_eliminated_in_fortress_supply_may_return() -> None:
    """R94."""
    game = strong_attack({"f-5-I": (CENTRE, 1, "fortress")})
    assert where(game, "f-5-I") == "display"


@pytest.mark.rule("8.8.d")
def test_an_hq_eliminated_out_of_supply_may_return() -> None:
    game = strong_attack({"f-5-HQ": (CENTRE, "out")})
    assert where(game, "f-5-HQ") == "display"


@pytest.mark.rule("9.5.j")
def test_belgians_are_gone_for_good() -> None:
    units = dict.fromkeys(GERMANS, "1110")
    game = arena({**units, "be-1": ("1111", 1)}, dice=[6])
    attack(game, "1111", *GERMANS)
    assert where(game, "be-1") == "removed"


# ---- the attacker


@pytest.mark.rule("11.20.m", "11.20.s")
def test_the_first_loss_falls_on_an_attacker_then_others_of_the_stack_may_help() -> None:
    """R88: corps that stand with an attacker, not those in other hexes."""
    game = arena({"g-1-II": NE, "g-1-III": NE, "g-1-IV": E, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II")  # 1:1, 2/0
    assert mark(game, "g-1-II", "steps") == 1
    assert mark(game, "g-1-III", "steps") == 1, "the second step may not fall on the same corps"
    assert mark(game, "g-1-IV", "steps") == 2


@pytest.mark.rule("11.20.m")
def test_a_bystander_cannot_take_the_first_loss() -> None:
    game = arena({"g-1-II": NE, "g-1-III": NE, "g-1-IV": NE, "f-5-I": CENTRE}, dice=[2])
    attack(game, CENTRE, "g-1-II", "g-1-III")  # 2:1, 2/1
    assert args(game, "unit") == ["g-1-II", "g-1-III"]
    assert refused(game, "unit", "g-1-IV") == "11.20"


@pytest.mark.rule("11.20.n")
def test_no_attacker_loses_two_before_all_have_lost_one() -> None:
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE}, dice=[2])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    game.act("unit", "g-1-II")
    assert steps(game, "g-1-II", "g-1-III") == [1, 1]


@pytest.mark.rule("11.20.o")
def test_when_all_attackers_are_gone_the_rest_of_the_stack_pays() -> None:
    game = arena({"g-1-II": (NE, 1), "g-1-III": NE, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II")  # 1:2, 2/0
    assert where(game, "g-1-II") == "display"
    assert mark(game, "g-1-III", "steps") == 1


@pytest.mark.rule("11.20.l", "11.20.t")
def test_attackers_never_retreat() -> None:
    """All that they lose are steps, and they stand where they stood."""
    game = arena({"g-1-II": NE, "g-1-III": NE, "g-1-IV": NE, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    assert step(game) == ("german", "attacker_losses")
    assert refused(game, "retreat") == "11.20"
    due = happened(game, "result")[0]["attacker"]
    assert due == 2
    before = sum(steps(game, *GERMANS))
    for _ in range(due):
        game.act("unit", args(game, "unit")[0])

    assert before - sum(steps(game, *GERMANS)) == due
    assert [where(game, unit) for unit in GERMANS] == [NE] * 3


# ---- morale


@pytest.mark.rule("11.20.q", "11.20.r", "9.6.f", "9.6.h", "5.4.e")
def test_a_failed_attack_tires_and_costs_the_fatigued_a_step() -> None:
    """Elan becomes normal, normal fatigued; the fatigued corps stays so and loses a step."""
    units = {"g-1-II": (NE, "elan"), "g-1-III": NE, "g-1-IV": (NE, "fatigued")}
    game = arena({**units, "f-5-I": CENTRE, "f-5-II": CENTRE}, dice=[3])
    attack(game, CENTRE, *GERMANS)  # 12:6 less one column for the fatigued corps: 1:1, 2/1
    game.act("unit", "f-5-I")
    game.act("unit", "g-1-II")
    game.act("unit", "g-1-III")
    assert [mark(game, u, "morale") for u in GERMANS] == [1, 0, 0]
    assert steps(game, *GERMANS) == [1, 1, 1], "the fatigued corps loses its step besides the result"


@pytest.mark.rule("11.20.q", "5.4.e")
def test_a_failed_attack_without_losses_tires_all_the_same() -> None:
    """0 attacker losses are possible only from 5:1 on: three steps, and the defender holds."""
    game = strong_attack(dict.fromkeys(THREE_CORPS, CENTRE))
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    for unit in THREE_CORPS:
        game.act("unit", unit)
    assert step(game) == ("german", "attack")
    assert mark(game, "g-1-II", "steps") == 2
    assert mark(game, "g-1-II", "morale") == 0


@pytest.mark.rule("11.20.p", "9.6.g", "5.4.d")
def test_a_successful_attack_lifts_morale() -> None:
    """Fatigued becomes normal, normal elan, elan stays; HQs have none."""
    units = {"g-1-II": (NE, "fatigued"), "g-1-III": NE, "g-1-IV": (NE, "elan"), "g-1-HQ": NE}
    game = arena({**units, "f-5-NA": (CENTRE, 1)}, dice=[])
    attack(game, CENTRE, *GERMANS, "g-1-HQ")
    assert [mark(game, u, "morale") for u in GERMANS] == [1, 2, 2]
    assert mark(game, "g-1-HQ", "morale") == 1


@pytest.mark.rule("11.20.q")
def test_who_took_no_part_is_not_tired() -> None:
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert [mark(game, u, "morale") for u in ("g-1-II", "g-1-III")] == [0, 1]


@pytest.mark.rule("11.20.q")
def test_a_defender_that_holds_keeps_its_morale() -> None:
    """R77."""
    game = arena({"g-1-II": NE, "f-5-I": (CENTRE, "elan")}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert mark(game, "f-5-I", "morale") == 2


# ---- British proficiency


@pytest.mark.rule("11.19")
def test_germans_lose_one_step_more_against_the_british() -> None:
    game = strong_attack({"b-I": (CENTRE, 1)}, turn=5)
    assert happened(game, "result")[0]["attacker"] == 1
    assert step(game) == ("german", "attacker_losses")


@pytest.mark.rule("11.19")
def test_british_proficiency_holds_for_automatic_results() -> None:
    """0/3 becomes 1/3; the British lose three."""
    units = dict.fromkeys(GERMANS, (NE, "elan"))
    game = arena({**units, "b-C": (CENTRE, 1)}, dice=[], turn=5)
    attack(game, CENTRE, *units)
    assert happened(game, "result") == [{"hex": CENTRE, "die": 0, "attacker": 1, "defender": 3}]


@pytest.mark.rule("11.19")
def test_no_proficiency_for_the_french_or_in_attack() -> None:
    game = strong_attack({"f-5-I": (CENTRE, 1)})
    assert happened(game, "result")[0]["attacker"] == 0
    british = arena({"b-I": NE, "g-1-II": CENTRE}, side="entente", turn=5, dice=[1])
    attack(british, CENTRE, "b-I")
    assert happened(british, "result")[0] == {"hex": CENTRE, "die": 1, "attacker": 2, "defender": 0}


def test_corps_in_the_south_west_take_no_losses_for_others() -> None:
    game = arena({"g-1-II": NE, "g-1-III": SW, "f-5-I": CENTRE}, dice=[1])
    declare(game, CENTRE, "g-1-II")
    game.act("commit")
    assert mark(game, "g-1-III", "steps") == 2
    assert where(game, "g-1-II") == "display"


@pytest.mark.rule("6.6", "11.20.g")
def test_under_fog_a_third_corps_comes_to_light_when_it_takes_a_loss() -> None:
    """And the choice can no longer be taken back."""
    game = strong_attack(dict.fromkeys(THREE_CORPS, CENTRE), fog=True)
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    game.act("unit", "f-5-I")
    assert not [event for event in game.events_for("german") if event.kind == "unveiled"]
    game.act("unit", "f-5-III")
    assert [event.data["unit"] for event in game.events_for("german") if event.kind == "unveiled"] == ["f-5-III"]
    assert game.undoable == 0
