"""Positions: what is written, what is read, what is refused; and what never happens in play."""

from __future__ import annotations

import json
import random

import pytest

import front1914
from front1914 import BadPosition, Game
from front1914.titles.schlieffens_war.position import BELOW
from front1914.titles.schlieffens_war.stacking import overstacked
from front1914.titles.schlieffens_war.world import IS_FORT, SIZE, UNITS
from tests.titles.schlieffens_war.positions import position, situation

rule = pytest.mark.rule


def played(seed: int, decisions: int, **options: object) -> Game:
    """A game after so many random decisions."""
    game, rng = front1914.new("schlieffens_war", options=options, seed=seed), random.Random(seed)
    for _ in range(decisions):
        if game.decision is None:
            break
        game.act(rng.choice(game.decision.actions))
    return game


@rule("2.1", "2.1.g")
def test_a_position_names_units_and_hexes_by_their_printed_ids() -> None:
    written = situation({"g-1-II": ("1108", 1, "elan"), "f-5-I": "1713"}, turn=3, plan17=2).position()
    assert written["units"] == {
        "g-1-II": {"at": "1108", "steps": 1, "morale": "elan"},
        "f-5-I": {"at": "1713"},
    }
    assert (written["turn"], written["plan17"], written["step"], written["side"]) == (3, 2, "move", "german")


def test_what_is_as_usual_is_left_out() -> None:
    written = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=1).position()
    assert "control" not in written
    assert "artillery" not in written
    assert written["units"]["f-5-HQ"] == {"at": "1713"}


@pytest.mark.parametrize("seed", range(6))
def test_positions_survive_the_round_trip(seed: int) -> None:
    game = played(seed, 150 * (seed + 1), setup="historical", fog=bool(seed % 2))
    twin = front1914.from_position(json.loads(json.dumps(game.position())), dice="manual")
    assert twin.digest() == game.digest()
    assert twin.position() == game.position()


@pytest.mark.parametrize(
    ("units", "more", "place", "reason"),
    [
        ({"g-9-II": "1108"}, {}, "units.g-9-II", "no unit"),
        ({"g-1-II": "9901"}, {}, r"units.g-1-II.at", "no place"),
        ({"g-1-II": ("1108", 3)}, {}, "position", "3 steps of 2"),
        ({"g-1-HQ": ("1108", "elan")}, {}, "position", "morale"),
        ({"fort-liege": "1108"}, {}, "position", "has moved"),
        ({"g-1-II": "1108", "f-5-I": "1108"}, {}, "position", "both sides"),
        ({"g-1-II": "pool"}, {}, "position", "never set up"),
        ({}, {"turn": 11}, "turn", "from 1 to 10"),
        ({}, {"step": "nonsense"}, "step", "no step"),
        ({}, {"side": "french"}, "side", "no side"),
    ],
)
def test_what_cannot_be_is_refused(units: dict[str, object], more: dict[str, object], place: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as refusal:
        front1914.from_position(position(units, **more))  # type: ignore[arg-type]
    assert refusal.value.place == place


def test_who_stands_in_a_hex_controls_it() -> None:
    """A position need not say it; nor that Paris is endangered by who stands before it."""
    game = situation({"g-1-II": "1717"})
    assert game.position()["control"] == {"1717": "german"}
    assert game.position()["paris"] is True


@rule("2.8", "2.8.d", "2.8.a", "2.8.b", "2.7", "2.7.d", "9.5.j", "8.8.c", "8.8.d")
@pytest.mark.parametrize(
    ("unit", "marks", "losses", "place"),
    [
        ("f-5-I", (), 1, "2316"),
        ("f-5-I", (), 2, "display"),
        ("f-5-I", (1,), 1, "display"),
        ("f-5-I", (1, "fortress"), 1, "display"),
        ("f-5-I", (1, "out"), 1, "removed"),
        ("be-1", (1,), 1, "removed"),
        ("f-5-HQ", (), 1, "display"),
        ("f-5-HQ", ("out",), 1, "display"),
        ("be-HQ", (), 1, "removed"),
        ("g-1-D", ("out",), 1, "display"),
        ("g-1-D", (), 1, "display"),
        ("fort-liege", (), 1, "1109"),
        ("fort-liege", (), 2, "removed"),
        ("fort-verdun", (), 3, "1910"),
        ("fort-verdun", (), 4, "removed"),
    ],
)
def test_where_step_losses_lead(unit: str, marks: tuple[str | int, ...], losses: int, place: str) -> None:
    """SW-EX-014 to 016, R94."""
    start = {"fort-liege": "1109", "fort-verdun": "1910"}.get(unit, "2316")
    game = situation({unit: (start, *marks)})
    for _ in range(losses):
        game.state.lose_step(UNITS.number(unit))
    assert game.position()["units"][unit]["at"] == place


@rule("2.7.a", "2.7.b", "2.7")
def test_the_steps_of_verdun() -> None:
    """SW-EX-013: four, three, then the second counter with two; its last side is reconstructed."""
    state, fort = situation({"fort-verdun": "1910"}).state, UNITS.number("fort-verdun")
    factors = []
    while state.at[fort] < SIZE:
        factors.append(state.factor(fort))
        state.lose_step(fort)
    assert factors == [4, 3, 2, 1]


@rule("2.7.c")
def test_the_faces_of_hqs_and_depots() -> None:
    for unit, faces in (("g-1-HQ", [3, 2]), ("f-5-HQ", [2, 1]), ("g-1-D", [1, 1])):
        found = [situation({unit: ("2316", supply)}).state.factor(UNITS.number(unit)) for supply in ("in", "out")]
        assert found == faces


@rule("2.7", "2.7.e")
def test_the_steps_of_the_five_kinds() -> None:
    """SW-EX-015."""
    steps = situation({}).state.steps
    assert [steps[UNITS.number(unit)] for unit in ("g-1-II", "g-1-2C", "fort-liege", "g-1-HQ", "g-1-D")] == [
        2,
        2,
        2,
        1,
        1,
    ]


@pytest.mark.parametrize("seed", range(5))
def test_what_holds_throughout_a_game(seed: int) -> None:
    """Nobody overstacked when a phase begins; flags and counts never fall; forts stay; control has an owner."""
    game, rng = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=seed), random.Random(seed)
    forts = {u: game.state.at[u] for u in UNITS.numbers if IS_FORT[u]}
    plan17, paris, phase = 0, False, ""
    while game.decision is not None:
        s = game.state
        assert game.faults() == []
        assert s.plan17 >= plan17
        assert s.paris >= paris
        assert all(s.at[u] in (h, SIZE + 4) for u, h in forts.items())
        assert not s.occupied("german") & ~s.held("german")
        assert not s.occupied("entente") & ~s.held("entente")
        now = f"{s.turn} {s.active} {s.phase}"
        if now != phase:
            assert overstacked(s) == []
        plan17, paris, phase = s.plan17, s.paris, now
        game.act(rng.choice(game.decision.actions))
    assert game.result is not None


@pytest.mark.parametrize(
    ("flow", "place", "reason"),
    [
        ([["attack"]], "position", "attack does not come at the bottom"),
        ([["turn"], ["combat_die"]], "position", "combat_die does not come on top of turn"),
        ([["turn"], ["march", [], 4]], "position", "march does not come on top of turn"),
        ([["turn"], ["array"]], "flow[1]", "array takes 2 data, not 0"),
        ([["turn"], ["array", "french", 0]], "flow", "no such moment"),
        ([["turn"], ["end_of_turn"], ["player_turn", "french"]], "flow", "no such moment"),
        ([["turn"], ["place"]], "flow", "no such moment"),
    ],
)
def test_a_flow_that_cannot_be_is_refused(flow: list[list[object]], place: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as refusal:
        situation({"g-1-II": "1005"}, flow=flow, fog=True)
    assert refusal.value.place == place


def test_every_step_has_its_place_in_the_flow() -> None:
    assert set(BELOW) == set(front1914.title("schlieffens_war").step)
