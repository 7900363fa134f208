"""9.10: who suffers reductions, when there is nobody left to do so."""

from __future__ import annotations

from tests.titles.offensive_a_outrance.positions import Placed, asked, on_map, situation

GUARDS = ("be-Gd-Civique-2", "be-LOC-c")


def test_nobody_is_asked_for_those_who_are_gone() -> None:
    """Two Assets that can be reduced no further, and three reductions asked of them: no question is left."""
    units: dict[str, Placed] = dict.fromkeys(GUARDS, ("44.14", "sr 1")) | {"f-13/21": "54.58"}
    loss = ["loss", list(GUARDS)]
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], [*loss, 1], [*loss, 2]]
    game = situation(units, phase="attack", flow=flow, active="german", phasing="german", scenario="campaign")
    game.act("unit", GUARDS[0])
    assert asked(game)[1] != "loss"
    assert not on_map(game) & set(GUARDS)
