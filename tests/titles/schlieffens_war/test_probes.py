"""11.1: probing attacks."""

from __future__ import annotations

import pytest

from front1914.titles.schlieffens_war.world import HEXES
from tests.titles.schlieffens_war.arena import CENTRE, NE, NW, E, W, arena, happened, step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, where


def probing(units: dict[str, Placed], **more: object):  # type: ignore[no-untyped-def]
    return arena(units, step="probe", **more)  # type: ignore[arg-type]


@pytest.mark.rule("11.1", "11.1.b")
def test_a_probe_is_a_step_into_a_free_hex_beside_the_enemy() -> None:
    """No odds, no die."""
    game = probing({"g-1-II": NE, "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    assert set(args(game, "to")) == {NW, E}
    game.act("to", NW)
    assert where(game, "g-1-II") == NW
    assert game.state.held("german") >> HEXES.number(NW) & 1
    assert happened(game, "odds") == []


@pytest.mark.rule("11.1.a")
def test_the_hex_must_be_beside_an_enemy_and_free_of_him() -> None:
    game = probing({"g-1-II": NE, "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    assert refused(game, "to", "2115") == "11.1"
    assert refused(game, "to", CENTRE) == "11.1"
    assert refused(game, "to", W) == "11.1"


@pytest.mark.rule("11.1.c")
def test_a_probe_goes_from_zone_to_zone() -> None:
    game = probing({"g-1-II": NE, "f-5-I": CENTRE})
    zone = game.state.zone("entente")
    assert zone >> HEXES.number(NE) & zone >> HEXES.number(NW) & 1
    game.act("unit", "g-1-II")
    assert set(args(game, "to")) == {NW, E}
    assert all(zone >> HEXES.number(place) & 1 for place in (NW, E))


@pytest.mark.rule("11.1.d")
def test_who_has_probed_does_not_attack() -> None:
    game = probing({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    game.act("to", NW)
    assert "g-1-II" not in args(game, "unit")
    game.act("done")
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-1-II") == "11.1"
    assert game.why_not("unit", "g-1-III") is None


@pytest.mark.rule("11.1")
def test_probes_come_before_all_attacks() -> None:
    """Once they are over they are not resumed."""
    game = probing({"g-1-II": NE, "f-5-I": CENTRE})
    game.act("done")
    assert step(game) == ("german", "attack")
    game.act("to", CENTRE)
    game.act("cancel")
    assert step(game) == ("german", "attack")


@pytest.mark.rule("11.1.e", "9.6")
def test_fatigued_corps_do_not_probe() -> None:
    game = probing({"g-1-II": (NE, "fatigued"), "g-1-III": NE, "f-5-I": CENTRE})
    assert refused(game, "unit", "g-1-II") == "11.1"
    game.act("unit", "g-1-III")
    assert refused(game, "join", "g-1-II") == "11.1"


@pytest.mark.rule("11.1.f", "4.4.e")
def test_a_probe_is_no_plan_xvii_attack() -> None:
    game = probing({"f-1-VII": "2606", "g-7-XIV": "2604"}, side="entente")
    game.act("unit", "f-1-VII")
    game.act("to", "2605")
    assert game.state.plan17 == 0
    assert where(game, "f-1-VII") == "2605"


@pytest.mark.rule("11.1")
def test_several_units_of_a_stack_probe_together_an_hq_only_with_a_corps() -> None:
    """R64."""
    game = probing({"g-1-II": NE, "g-1-HQ": NE, "g-1-III": NE, "g-1-D": NE, "f-5-I": CENTRE})
    assert refused(game, "unit", "g-1-HQ") == "11.1"
    game.act("unit", "g-1-II")
    assert refused(game, "join", "g-1-D") == "11.1"
    assert refused(game, "join", "g-1-II") == "11.1"
    game.act("join", "g-1-HQ")
    game.act("to", E)
    assert [where(game, u) for u in ("g-1-II", "g-1-HQ", "g-1-III")] == [E, E, NE]


@pytest.mark.rule("11.1", "9.2.b")
def test_the_bef_does_not_probe_on_turn_3() -> None:
    game = probing({"b-I": NE, "f-5-I": NW, "g-1-II": CENTRE}, side="entente", turn=3)
    assert refused(game, "unit", "b-I") == "9.2"
    game = probing({"b-I": NE, "f-5-I": NW, "g-1-II": CENTRE}, side="entente", turn=4)
    assert "b-I" in args(game, "unit")


@pytest.mark.rule("11.1", "6.3")
def test_nobody_probes_onto_another_nation() -> None:
    game = probing({"b-I": NE, "f-5-I": NW, "g-1-II": CENTRE}, side="entente", turn=5)
    game.act("unit", "b-I")
    assert refused(game, "to", NW) == "6.3"


@pytest.mark.rule("10.8", "11.1")
def test_belgians_probe_only_in_their_area() -> None:
    """R62: 1108 is German."""
    game = probing({"be-1": "1109", "g-1-II": "1107"}, side="entente")
    assert "be-1" not in args(game, "unit")
    near = probing({"be-1": "1109", "g-1-II": "1111"}, side="entente")
    near.act("unit", "be-1")
    assert args(near, "to") == ["1110"]


@pytest.mark.rule("11.1")
def test_a_probe_has_no_effect_on_morale() -> None:
    game = probing({"g-1-II": (NE, "elan"), "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    game.act("to", NW)
    assert mark(game, "g-1-II", "morale") == 2


@pytest.mark.rule("11.1")
def test_the_choice_can_be_taken_back_until_the_hex_is_named() -> None:
    game = probing({"g-1-II": NE, "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    game.act("cancel")
    assert step(game) == ("german", "probe")
    assert where(game, "g-1-II") == NE


@pytest.mark.rule("11.1", "6.6")
def test_under_fog_the_enemy_sees_a_probe_and_its_top_unit() -> None:
    game = probing({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE}, fog=True)
    game.act("unit", "g-1-II")
    game.act("join", "g-1-III")
    game.act("to", NW)
    seen = [event.data for event in game.events_for("entente") if event.kind == "probe_seen"]
    assert [(data["count"], data["to"], len(data["units"])) for data in seen] == [(2, NW, 1)]


@pytest.mark.rule("2.3.b", "11.1")
def test_a_factor_in_parentheses_probes_only_in_company() -> None:
    """A probe is an attack: the Landwehr makes none out of a hex where it stands alone (R64, R97)."""
    game = probing({"g-5-LW": NE, "g-1-II": E, "f-5-I": CENTRE})
    assert refused(game, "unit", "g-5-LW") == "2.3"
    assert "g-5-LW" not in args(game, "unit")
    game = probing({"g-5-LW": NE, "g-1-II": NE, "f-5-I": CENTRE})
    game.act("unit", "g-5-LW")
    game.act("to", NW)
    assert where(game, "g-5-LW") == NW
