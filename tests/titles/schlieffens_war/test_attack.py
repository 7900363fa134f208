"""11.0, 11.2 to 11.7, 4.4: who may attack whom, and who defends."""

from __future__ import annotations

import pytest

from tests.titles.schlieffens_war.arena import (
    CENTRE,
    NE,
    NW,
    QUARREL,
    SE,
    SW,
    E,
    arena,
    attack,
    declare,
    happened,
    step,
)
from tests.titles.schlieffens_war.positions import args, mark, refused, situation

# ---- targets


@pytest.mark.rule("11.0", "5.4.a")
def test_combat_is_voluntary() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE}, dice=[6] * 9)
    assert step(game) == ("german", "attack")
    game.act("done")
    assert step(game)[1] not in ("attack", "probe")


@pytest.mark.rule("11.0.c", "11.0.a", "5.4")
def test_only_adjacent_enemies_are_attacked_by_the_active_side() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE, "f-5-II": "2416", "f-5-III": "2118"})
    assert args(game, "to") == [CENTRE, "2611"]
    assert refused(game, "to", "2416") == "11.0"
    assert refused(game, "to", "2217") == "11.0"
    assert game.decision is not None
    assert game.decision.side == "german"


@pytest.mark.rule("11.0.c")
def test_a_unit_attacks_only_a_hex_beside_it() -> None:
    game = arena({"g-1-II": NE, "g-1-III": "2115", "f-5-I": CENTRE})
    declare(game, CENTRE)
    assert args(game, "unit") == ["g-1-II"]
    assert refused(game, "unit", "g-1-III") == "11.0"
    assert refused(game, "unit", "f-5-I") == "11.0"


@pytest.mark.rule("11.6", "11.6.a", "11.0.b")
def test_one_attack_after_the_other() -> None:
    """No limit on attacks; each is over before the next is declared."""
    game = arena({"g-1-II": NE, "f-5-I": CENTRE}, dice=[1, 1])
    attack(game, CENTRE, "g-1-II")
    assert step(game) == ("german", "attack")
    attack(game, "2611", "g-7-ERS")
    assert len(happened(game, "result")) == 2


@pytest.mark.rule("11.6.a")
def test_until_committed_an_attack_can_be_called_off() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II")
    game.act("cancel")
    assert step(game) == ("german", "attack")
    assert mark(game, "g-1-II", "attacked") == 0


@pytest.mark.rule("11.0")
def test_nobody_cannot_attack() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE})
    declare(game, CENTRE)
    assert refused(game, "commit") == "11.0"


# ---- attackers


@pytest.mark.rule("11.5.b", "11.3", "11.5", "5.4.f")
def test_a_unit_attacks_once() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE, "f-5-II": "2115"}, dice=[4])
    attack(game, CENTRE, "g-1-II")
    assert "2115" not in args(game, "to")
    game.act("to", "2611")
    assert refused(game, "unit", "g-1-II") == "11.5"


@pytest.mark.rule("11.3.c", "11.3")
def test_a_stack_may_divide() -> None:
    """Two corps of one hex attack two hexes, the third none."""
    game = arena(
        {"g-1-II": NE, "g-1-III": NE, "g-1-IV": NE, "f-5-I": CENTRE, "f-5-II": "2115"},
        dice=[4, 4],
    )
    attack(game, CENTRE, "g-1-II")
    attack(game, "2115", "g-1-III")
    assert [mark(game, u, "attacked") for u in ("g-1-II", "g-1-III", "g-1-IV")] == [1, 1, 0]


@pytest.mark.rule("11.5.c", "11.5.a", "11.2", "5.4.g")
def test_a_defender_is_attacked_once() -> None:
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE, "f-5-II": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert CENTRE not in args(game, "to")
    assert refused(game, "to", CENTRE) == "11.5"


@pytest.mark.rule("11.3.b")
def test_a_hex_is_attacked_from_all_around() -> None:
    units = {"g-1-II": NE, "g-1-III": E, "g-1-IV": SE, "g-1-IX": SW, "g-1-HQ": E, "g-2-HQ": SW}
    game = arena({**units, "f-5-I": CENTRE}, dice=[1, 6])
    attack(game, CENTRE, "g-1-II", "g-1-III", "g-1-IV", "g-1-IX")
    assert happened(game, "odds")[0]["attack"] == 16


@pytest.mark.rule("11.3.a", "6.2.b")
def test_three_corps_and_an_hq_attack_out_of_a_hex() -> None:
    units = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV", "g-1-IX", "g-1-HQ", "g-2-HQ"), NE)
    game = arena({**units, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III", "g-1-IV", "g-1-HQ")
    assert refused(game, "unit", "g-1-IX") == "11.3"
    assert refused(game, "unit", "g-2-HQ") == "11.3"
    assert game.why_not("commit") is None


@pytest.mark.rule("11.3.a")
def test_earlier_attacks_out_of_the_hex_count() -> None:
    units = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV", "g-1-IX"), NE)
    game = arena({**units, "f-5-I": CENTRE, "f-5-II": "2115"}, dice=[3])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    game.act("unit", "g-1-II")  # 1/1: who loses the step
    declare(game, "2115", "g-1-IV")
    assert refused(game, "unit", "g-1-IX") == "11.3"


@pytest.mark.rule("11.4", "6.7.h", "5.4.b", "5.4.c")
def test_several_hexes_attack_together_only_in_command() -> None:
    game = arena({"g-1-II": NE, "g-1-III": E, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II")
    assert refused(game, "unit", "g-1-III") == "11.4"
    assert game.why_not("commit") is None


@pytest.mark.rule("11.4", "6.7.h", "5.4.b")
def test_several_hexes_attack_together_in_command() -> None:
    game = arena({"g-1-II": NE, "g-1-HQ": NE, "g-1-III": E, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III")
    assert game.why_not("commit") is None


@pytest.mark.rule("11.4", "6.7.h")
def test_units_of_one_hex_need_no_command() -> None:
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III")
    assert game.why_not("commit") is None


@pytest.mark.rule("11.4")
def test_one_unit_out_of_command_keeps_the_others_away() -> None:
    """The corps in the south-west has no HQ; whoever is chosen first, the two cannot join."""
    game = arena({"g-1-II": NE, "g-1-HQ": NE, "g-1-III": SW, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-III")
    assert refused(game, "unit", "g-1-II") == "11.4"


@pytest.mark.rule("11.4.a", "6.7.c")
def test_attackers_may_depend_on_different_hqs() -> None:
    game = arena({"g-1-II": NE, "g-7-HQ": NE, "g-1-III": SW, "g-6-HQ": SW, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III")
    assert game.why_not("commit") is None


@pytest.mark.rule("11.4", "6.7.a")
def test_a_french_hq_does_not_command_the_british() -> None:
    """R21."""
    units = {"f-5-I": NE, "f-5-HQ": NE, "b-I": E, "g-1-II": CENTRE}
    game = arena(units, side="entente", turn=5)
    declare(game, CENTRE, "f-5-I")
    assert refused(game, "unit", "b-I") == "11.4"


@pytest.mark.rule("2.3.b")
def test_a_factor_in_parentheses_needs_company() -> None:
    """The Landwehr attacks only if a unit without parentheses stands with it; that one need not attack (R97)."""
    game = arena({"g-5-LW": NE, "g-1-II": E, "f-5-I": CENTRE})
    declare(game, CENTRE)
    assert refused(game, "unit", "g-5-LW") == "2.3"
    game = arena({"g-5-LW": NE, "g-1-II": NE, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-5-LW")
    assert game.why_not("commit") is None


@pytest.mark.rule("2.3.b", "11.7.b")
def test_an_hq_attacks_only_with_others() -> None:
    game = arena({"g-1-HQ": NE, "g-1-II": NE, "f-5-I": CENTRE})
    declare(game, CENTRE)
    assert refused(game, "unit", "g-1-HQ") == "11.7"
    game.act("unit", "g-1-II")
    assert game.why_not("unit", "g-1-HQ") is None
    lone = arena({"g-1-HQ": NE, "g-1-II": E, "f-5-I": CENTRE})
    declare(lone, CENTRE, "g-1-II")
    assert refused(lone, "unit", "g-1-HQ") == "2.3"


@pytest.mark.rule("11.7.b")
def test_an_hq_alone_makes_no_target() -> None:
    game = arena({"g-1-HQ": NE, "f-5-I": CENTRE})
    assert CENTRE not in args(game, "to")


@pytest.mark.rule("11.7.a", "2.5.a")
def test_forts_do_not_attack() -> None:
    game = arena({"fort-metz": "1908", "g-1-II": "1908", "f-5-I": "1909"})
    declare(game, "1909")
    assert refused(game, "unit", "fort-metz") == "11.7"


@pytest.mark.rule("11.8.a")
def test_depots_take_no_part_in_an_attack() -> None:
    game = arena({"g-1-D": "2215", "g-1-II": NE, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II")
    assert refused(game, "unit", "g-1-D") == "11.8"


@pytest.mark.rule("11.7.c", "9.2.b")
def test_the_bef_does_not_attack_on_turn_3() -> None:
    units = {"b-I": NE, "f-5-I": NW, "g-1-II": CENTRE}
    game = arena(units, side="entente", turn=3)
    declare(game, CENTRE)
    assert refused(game, "unit", "b-I") == "9.2"
    later = arena(units, side="entente", turn=4)
    declare(later, CENTRE, "b-I")
    assert later.why_not("commit") is None


@pytest.mark.rule("11.7.d", "10.8")
def test_belgians_attack_only_in_their_area() -> None:
    """Two hexes from Belgium in France, yes; into Germany, no."""
    game = arena({"be-1": "1109", "g-1-II": "1108", "g-1-III": "1209"}, side="entente")
    assert "1209" in args(game, "to")
    assert refused(game, "to", "1108") == "11.0"
    joint = arena({"be-1": "1109", "f-5-I": "1208", "f-5-HQ": "1208", "g-1-II": "1108"}, side="entente")
    declare(joint, "1108", "f-5-I")
    assert refused(joint, "unit", "be-1") == "10.8"


# ---- Plan XVII


@pytest.mark.rule("4.4.a", "4.4.d", "4.4.c")
@pytest.mark.parametrize("turn", [1, 7])
def test_a_french_attack_into_germany_counts(turn: int) -> None:
    game = arena({"f-1-VII": "2606", "g-7-XIV": "2605"}, side="entente", turn=turn, dice=[1])
    attack(game, "2605", "f-1-VII")
    assert game.state.plan17 == 1


@pytest.mark.rule("4.4.a")
def test_an_attack_in_france_does_not_count() -> None:
    game = arena({"f-5-I": NE, "g-1-II": CENTRE}, side="entente", dice=[1])
    attack(game, CENTRE, "f-5-I")
    assert game.state.plan17 == 0


@pytest.mark.rule("4.4.b")
def test_an_attack_with_british_units_does_not_count() -> None:
    units = {"f-1-VII": "2606", "f-1-HQ": "2606", "b-I": "2706", "b-HQ": "2706", "g-7-XIV": "2605"}
    game = arena(units, side="entente", turn=5, dice=[1])
    attack(game, "2605", "f-1-VII", "b-I")
    assert game.state.plan17 == 0


@pytest.mark.rule("4.4.a")
def test_an_automatic_result_counts_too() -> None:
    """R10: 1:3 needs no die."""
    units = {"f-1-1GRD": ("2606", 1), "g-7-XIV": "2605", "g-7-XV": "2605"}
    game = situation({**units, "f-5-I": NE, "g-1-II": CENTRE}, side="entente", step="attack", dice=[])
    attack(game, "2605", "f-1-1GRD")
    assert game.state.plan17 == 1


# ---- the defender's choice


@pytest.mark.rule("11.2.a", "6.2.c")
def test_the_owner_names_two_of_three_corps() -> None:
    units = dict.fromkeys(("f-5-I", "f-5-II", "f-5-NA"), CENTRE)
    game = arena({**units, "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert step(game) == ("entente", "defend")
    assert refused(game, "commit") == "11.2"
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-NA")
    assert happened(game, "defence") == [{"hex": CENTRE, "units": ["f-5-I", "f-5-NA"]}]
    assert happened(game, "odds")[0]["defence"] == 5


@pytest.mark.rule("11.2", "11.2.a")
def test_two_corps_both_defend_without_a_question() -> None:
    game = arena({"f-5-I": CENTRE, "f-5-II": CENTRE, "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert happened(game, "defence")[0]["units"] == ["f-5-I", "f-5-II"]


@pytest.mark.rule("11.2.a", "6.2.a")
def test_a_fort_counts_as_a_corps_and_may_be_left_out() -> None:
    units = {"fort-toul": "2109", "f-2-XX": "2109", "f-2-IX": "2109"}
    game = arena({**units, "g-1-II": "2008"}, dice=[])
    attack(game, "2109", "g-1-II")
    game.act("unit", "f-2-XX")
    game.act("unit", "f-2-IX")
    game.act("done")  # no marker
    assert happened(game, "odds")[0]["defence"] == 6


@pytest.mark.rule("6.2.c", "11.8.b")
@pytest.mark.parametrize(("use", "defence"), [(True, 5), (False, 3)])
def test_the_owner_says_whether_the_hq_defends(use: bool, defence: int) -> None:
    game = arena({"f-5-I": CENTRE, "f-5-HQ": CENTRE, "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert step(game) == ("entente", "defend")
    game.act(*(("unit", "f-5-HQ") if use else ("commit",)))
    assert happened(game, "odds")[0]["defence"] == defence


@pytest.mark.rule("11.8.b")
def test_an_hq_alone_must_defend() -> None:
    game = arena({"f-5-HQ": CENTRE, "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert happened(game, "odds")[0]["defence"] == 2


@pytest.mark.rule("11.8.b", "8.8.g")
def test_a_depot_defends_only_alone() -> None:
    """R98."""
    alone = arena({"g-1-D": "2215", "f-5-I": "2115"}, side="entente", dice=[1])
    attack(alone, "2215", "f-5-I")
    assert happened(alone, "odds")[0]["defence"] == 1
    beside = arena({"g-1-D": "2215", "g-1-II": "2215", "f-5-I": "2115"}, side="entente", dice=[1])
    attack(beside, "2215", "f-5-I")
    assert happened(beside, "odds")[0]["defence"] == 4


# ---- fog of war


@pytest.mark.rule("6.6", "11.2.a")
def test_the_attacker_is_seen_before_the_defender_chooses_and_chooses_before_he_sees() -> None:
    units = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III"), CENTRE)
    game = arena({**units, "g-1-II": NE, "g-1-III": NE}, fog=True, dice=[1])
    declare(game, CENTRE, "g-1-III")
    assert game.events_for("entente") == []
    panel = game.view("entente")["battle"]
    assert panel is None
    game.act("commit")
    seen = [event.kind for event in game.events_for("entente")]
    assert "attack" in seen
    assert "defence" not in seen


def test_the_quarrel_stands_apart() -> None:
    from front1914.titles.schlieffens_war.world import BOARD, HEXES

    assert all(BOARD.distance(HEXES.number(str(h)), HEXES.number(CENTRE)) > 3 for h in QUARREL.values())


@pytest.mark.rule("11.0.a")
def test_each_side_chooses_for_its_own_units() -> None:
    """The active side attacks; the other names its defenders (11.2) and apportions its own losses (11.20)."""
    stack = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III"), CENTRE)
    game = arena({**dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), NE), "g-2-GD": E, "g-2-X": E, **stack}, dice=[4])
    attack(game, CENTRE, "g-1-II", "g-1-III", "g-1-IV")
    assert step(game)[0] == "entente"
    assert set(args(game, "unit")) == set(stack)
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert step(game) == ("entente", "defender_losses")
    assert set(args(game, "unit")) <= set(stack)
    assert refused(game, "unit", "g-1-II") == "11.20"


@pytest.mark.rule("11.0.b", "11.0.c")
def test_only_units_beside_the_target_join() -> None:
    units = {"g-1-II": NE, "g-1-III": "2115", "g-1-HQ": "2214", "f-5-I": CENTRE}
    game = arena({**units, "g-1-IV": "2417"})
    declare(game, CENTRE, "g-1-II")
    assert refused(game, "unit", "g-1-III") == "11.0"
    assert refused(game, "unit", "g-1-IV") == "11.0"
    assert args(game, "unit") == []


@pytest.mark.rule("11.8.a", "11.3")
def test_the_attack_is_the_sum_of_all_corps_and_the_hq() -> None:
    """Three corps of factor 4 and an HQ out of one hex, two corps out of another."""
    here, there = ("g-1-II", "g-1-III", "g-1-IV", "g-1-HQ"), ("g-2-GD", "g-2-X")
    game = arena({**dict.fromkeys(here, NE), **dict.fromkeys(there, E), "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, *here, *there)
    assert happened(game, "odds")[-1]["attack"] == 3 * 4 + 3 + 2 * 4


@pytest.mark.rule("11.2", "11.5.c")
def test_all_units_of_an_attacked_hex_have_been_attacked() -> None:
    stack = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III"), CENTRE)
    game = arena({**dict.fromkeys(("g-1-II", "g-1-III"), NE), "g-2-GD": E, **stack}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert [mark(game, unit, "defended") for unit in stack] == [1, 1, 1]
