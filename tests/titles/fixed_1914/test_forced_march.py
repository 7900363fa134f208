"""FM: forced marches."""

from __future__ import annotations

import pytest

from front1914 import Game
from tests.titles.fixed_1914.positions import Placed, args, asked, factors, mark, refused, situation, where

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}
#: the German stands three hexes short of M22, beside which the enemy stands in N23
START, HALT, GOAL, ENEMY = "K19", "M21", "M22", "N23"


def marched(unit: str, die: int | None = None, *, units: dict[str, Placed] | None = None, step: str = "") -> Game:
    """The unit has gone its three hexes; M22 is the next."""
    here: Placed = (START, step) if step else START
    game = situation({**FAR, unit: here, "f-I": ENEMY, **(units or {})}, dice=[] if die is None else [die])
    game.act("unit", unit)
    for place in ("L20", "L21", HALT):
        game.act("to", place)
    return game


@rule("FM-1.1", "FM-1.2")
def test_one_hex_more_to_come_beside_an_enemy() -> None:
    game = marched("g-I")
    assert args(game, "force") == [GOAL, "N22"]
    assert refused(game, "force", "M20") == "FM-1"  # beside nobody
    assert refused(game, "force", "M24") == "FM-1"  # too far


@rule("FM-1.1")
@pytest.mark.parametrize("unit", ["g-IT1", "g-19E", "g-C2", "g-LW4-1"])
def test_only_a_and_r_corps(unit: str) -> None:
    game = situation({**FAR, unit: HALT, "f-I": ENEMY})
    game.act("unit", unit)
    assert refused(game, "force", GOAL) == "FM-1"


@rule("FM-1.1")
def test_what_can_be_reached_is_not_forced() -> None:
    game = situation({**FAR, "g-I": "L21", "f-I": ENEMY})
    game.act("unit", "g-I")
    assert refused(game, "force", "L22") == "FM-1"


@rule("FM-1.1")
def test_what_can_be_reached_over_a_border_is_not_forced() -> None:
    """B-41: the last factor pays for the step from GG15 into Belgium; the way through Holland takes the bonus."""
    units: dict[str, Placed] = {**FAR, "g-X": "II15", "be-3D": "EE14", "f-I": "B21"}
    game = situation(units, invaded={"holland": 2, "luxembourg": 2}, turn=2)
    game.act("unit", "g-X")
    for place in ("HH15", "GG15"):
        game.act("to", place)
    assert mark(game, "g-X", "spent") == 4
    assert "FF14" in args(game, "invade")
    assert "FF14" in args(game, "to")
    assert refused(game, "force", "FF14") == "FM-1"


@rule("FM-1.3")
def test_not_after_the_strategic_bonus() -> None:
    """Four hexes and then a fifth."""
    game = situation({**FAR, "g-I": "J18", "f-I": ENEMY})
    game.act("unit", "g-I")
    for place in ("K19", "L20", "L21", HALT):
        game.act("to", place)
    assert mark(game, "g-I", "spent") == 8
    assert asked(game)[1] == "move"  # nothing more is offered, no forced march either


@rule("FM-1.4")
def test_nobody_must_attack_after_it() -> None:
    game = marched("g-I", 4)
    game.act("force", GOAL)
    game.act("done")
    assert asked(game) == ("german", "attack")
    game.act("done")
    assert mark(game, "g-I", "attacked") == 0


@rule("FM-1.5")
def test_it_must_be_able_to_attack_who_is_there() -> None:
    """A 2-7-3 against 14 cannot reach 1:4 alone, with a friend beside the enemy it can."""
    weak = {"b-I": "N23", "f-I": "B21"}
    game = marched("g-I", units=weak, step="2-7-3")
    assert refused(game, "force", GOAL) == "FM-1"
    game = marched("g-I", units={**weak, "g-II": "N22"}, step="2-7-3")
    assert GOAL in args(game, "force")
    game = marched("g-I", units={"f-I": "B21", "f-AL1": ENEMY})
    assert refused(game, "force", GOAL) == "FM-1"  # a gun alone is entered, not attacked


@rule("FM-1.5", "BN-1.1")
@pytest.mark.parametrize("invaded", [{}, {"belgium": 1}])
def test_a_neutral_beside_the_enemy_does_not_help_to_attack_him(invaded: dict[str, int]) -> None:
    """A 1-5-3 against 9 needs a friend who may attack: Belgians may, once their country is invaded (B-23)."""
    enemy: dict[str, Placed] = {"g-XXV": "MM15", "g-I": ("N23", "4-9-3")}
    units: dict[str, Placed] = {**enemy, "f-I": (START, "1-5-3"), "be-3D": "O23"}
    game = situation(units, side="allied", invaded=invaded, turn=3)
    game.act("unit", "f-I")
    for place in ("L20", "L21", HALT):
        game.act("to", place)
    assert (GOAL in args(game, "force")) == bool(invaded)


@rule("FM-2.1", "FM-2.2", "FM-2.3", "FM-2.4", "FM-2.5")
@pytest.mark.parametrize(
    ("unit", "die", "moves", "loss"),
    [
        pytest.param("g-I", 1, False, 0, id="FX-E102"),
        pytest.param("g-I", 2, False, 0, id="FX-E103"),
        pytest.param("g-I", 3, True, 0, id="FX-E104"),
        pytest.param("g-I", 4, True, 0, id="A-4"),
        pytest.param("g-I", 5, True, 0, id="FX-E106"),
        pytest.param("g-I", 6, True, 1, id="FX-E107"),
        pytest.param("g-IR", 1, False, 0, id="FX-E108"),
        pytest.param("g-IR", 2, False, 0, id="FX-E109"),
        pytest.param("g-IR", 3, True, 0, id="FX-E110"),
        pytest.param("g-IR", 4, True, 0, id="FX-E111"),
        pytest.param("g-IR", 6, True, 1, id="R-6"),
    ],
)
def test_the_die(unit: str, die: int, moves: bool, loss: int) -> None:
    game = marched(unit, die)
    game.act("force", GOAL)
    assert where(game, unit) == (GOAL if moves else HALT)
    assert mark(game, unit, "step") == loss
    assert refused(game, "unit", unit) == "MV-6"


@rule("FM-3", "FM-2.4")
def test_a_reserve_corps_that_throws_a_5_may_stay() -> None:
    game = marched("g-IR", 5)
    game.act("force", GOAL)
    assert asked(game) == ("german", "falter")
    stay, go = game.copy(), game.copy()
    stay.act("stay")
    assert (where(stay, "g-IR"), mark(stay, "g-IR", "step")) == (HALT, 0)
    go.act("go")
    assert (where(go, "g-IR"), factors(go, "g-IR")) == (GOAL, "3-6-3")


@rule("FM-4.1")
def test_the_loss_leads_to_the_next_step() -> None:
    """FX-E114."""
    game = marched("g-I", 6)
    game.act("force", GOAL)
    assert factors(game, "g-I") == "4-9-3"


@rule("FM-4.2")
def test_the_last_step_is_lost() -> None:
    """FX-E115; with a friend, so that it could attack."""
    game = marched("g-I", 6, units={"g-II": "N22"}, step="2-7-3")
    game.act("force", GOAL)
    assert where(game, "g-I") == "eliminated"


@rule("FM-2.1", "ST-1.1")
def test_where_it_stands_there_must_be_room_if_it_fails() -> None:
    """B-41."""
    game = marched("g-I", units={"g-II": HALT, "g-III": HALT})
    assert refused(game, "force", GOAL) == "ST-1a"


def test_an_attempt_shows_who_it_is() -> None:
    game = marched("g-I", 1)
    game.state.hidden[1] = 1
    game.act("force", GOAL)
    assert mark(game, "g-I", "hidden") == 0


@rule("FM-1.2", "BA-1.1")
def test_the_army_of_a_country_that_it_invades_is_an_enemy_to_the_step() -> None:
    """Beside Liege stands nobody's enemy until the step over the border has begun the war (B-114)."""
    game = situation({**FAR, "g-VR": "JJ16", "be-3D": "EE14", "f-I": "B21"}, dice=[4], invaded={})
    game.act("unit", "g-VR")
    game.act("to", "GG15")
    assert args(game, "force") == ["FF14", "FF15"]
    game.act("force", "FF15")
    assert asked(game) == ("german", "war")
    game.act("war")
    assert where(game, "g-VR") == "FF15"
    assert game.position()["invaded"] == {"belgium": 2}


@rule("FM-1.2")
def test_neutrals_that_the_step_leaves_in_peace_are_no_enemies() -> None:
    """From GG14 to GG15 the border of Holland is crossed; the Belgian beside it in FF15 stays neutral."""
    game = situation({**FAR, "g-VR": "JJ16", "be-3D": "FF15", "f-I": "B21"}, invaded={})
    game.act("unit", "g-VR")
    game.act("to", "GG14")
    assert args(game, "force") == []
