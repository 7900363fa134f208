"""11.22, 7.4: advance after combat."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.world import HEXES
from tests.titles.schlieffens_war.arena import CENTRE, NE, NW, SE, SW, E, W, arena, attack, happened, step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, where

GERMANS = ("g-1-II", "g-1-III", "g-1-IV")


def won(more: dict[str, Placed] | None = None, attackers: tuple[str, ...] = GERMANS, **kwargs: object) -> Game:
    """A lone reduced corps is gone after an automatic 0/3; the attackers may advance."""
    units: dict[str, Placed] = dict.fromkeys(GERMANS, (NE, "elan"))
    game = arena({**units, "f-5-NA": (CENTRE, 1), **(more or {})}, **kwargs)  # type: ignore[arg-type]
    attack(game, CENTRE, *attackers)
    return game


@pytest.mark.rule("11.22", "11.22.g")
def test_any_of_the_attackers_may_advance_or_none() -> None:
    game = won()
    assert step(game) == ("german", "advance")
    assert args(game, "unit") == list(GERMANS)
    game.act("unit", "g-1-III")
    game.act("done")
    assert [where(game, u) for u in GERMANS] == [NE, CENTRE, NE]


@pytest.mark.rule("11.22.e")
def test_the_advance_comes_before_anything_else() -> None:
    game = won()
    assert refused(game, "to", "2611") == "11.22"
    game.act("done")
    assert step(game) == ("german", "attack")


@pytest.mark.rule("11.22.b", "3.3")
def test_an_advance_takes_the_hex_and_costs_no_points() -> None:
    game = won()
    game.act("unit", "g-1-II")
    assert game.state.held("german") >> HEXES.number(CENTRE) & 1
    assert mark(game, "g-1-II", "spent") == 0


@pytest.mark.rule("11.22.d", "7.4")
def test_enemy_zones_do_not_stop_an_advance() -> None:
    game = won({"f-5-I": W, "f-5-II": SE})
    assert game.state.zone("entente") >> HEXES.number(CENTRE) & 1
    assert args(game, "unit") == list(GERMANS)


@pytest.mark.rule("11.22.a")
def test_three_corps_and_one_hq_at_most() -> None:
    more: dict[str, Placed] = {"g-1-IX": E, "g-1-HQ": NE, "g-2-HQ": E}
    attackers = (*GERMANS, "g-1-IX", "g-1-HQ", "g-2-HQ")
    game = won(more, attackers)
    for unit in (*GERMANS, "g-1-HQ"):
        game.act("unit", unit)
    assert step(game) == ("german", "attack"), "there is no room for more, so nobody is asked"
    assert [where(game, u) for u in ("g-1-IX", "g-2-HQ")] == [E, E]


@pytest.mark.rule("11.22.a")
def test_a_fourth_corps_finds_no_room() -> None:
    more: dict[str, Placed] = {"g-1-IX": E, "g-1-HQ": NE, "g-2-HQ": E}
    game = won(more, (*GERMANS, "g-1-IX", "g-1-HQ"))
    for unit in GERMANS:
        game.act("unit", unit)
    assert refused(game, "unit", "g-1-IX") == "11.22"
    assert args(game, "unit") == ["g-1-HQ"]


@pytest.mark.rule("11.22")
def test_who_took_no_part_stays() -> None:
    game = won({"g-1-IX": NW}, GERMANS[:2])
    assert refused(game, "unit", "g-1-IV") == "11.22"
    assert refused(game, "unit", "g-1-IX") == "11.22"


@pytest.mark.rule("11.22", "11.22.f")
def test_no_advance_while_the_hex_is_held_and_never_by_the_defender() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II")  # 2/0: the attacker is destroyed
    assert where(game, "g-1-II") == "display"
    assert step(game) == ("german", "attack")
    assert where(game, "f-5-I") == CENTRE
    lost = won({"f-5-I": W})
    assert refused(lost, "unit", "f-5-I") == "11.22", "nor into the hex that its side has lost"
    assert args(lost, "unit") == list(GERMANS)


@pytest.mark.rule("11.22.a", "6.3")
def test_two_nations_do_not_advance_together() -> None:
    units: dict[str, Placed] = {
        "f-5-I": (NE, "elan"), "f-5-II": (NE, "elan"), "f-5-HQ": NE, "b-I": (E, "elan"), "b-HQ": E,
        "g-7-XIVR": (CENTRE, 1),
    }  # fmt: skip
    game = arena(units, side="entente", turn=9, dice=[4])
    attack(game, CENTRE, "f-5-I", "f-5-II", "b-I")  # 10:2, two right: 7:1
    assert step(game) == ("entente", "advance")
    game.act("unit", "b-I")
    assert step(game) == ("entente", "attack"), "the French have no place beside the British"


@pytest.mark.rule("11.22.c", "10.8")
def test_belgians_advance_only_in_their_area() -> None:
    """R62: beside the French they may attack 1309 in Belgium and go there."""
    units: dict[str, Placed] = {"be-1": ("1310", "elan"), "be-2": ("1310", "elan"), "g-1-2C": ("1309", 1)}
    game = arena(units, side="entente", dice=[6])
    attack(game, "1309", "be-1", "be-2")  # 4:1, rough and elan: 4:1, 0/3
    assert args(game, "unit") == ["be-1", "be-2"]


@pytest.mark.rule("4.1", "11.22")
def test_an_advance_into_the_perimeter_endangers_paris() -> None:
    """2317 lies inside the perimeter, 2316 outside."""
    units: dict[str, Placed] = dict.fromkeys(GERMANS, (CENTRE, "elan"))
    game = arena({**units, "f-5-NA": (W, 1)}, dice=[])
    attack(game, W, *GERMANS)
    assert not game.state.paris
    game.act("unit", "g-1-II")
    assert game.state.paris
    assert happened(game, "paris")


@pytest.mark.rule("4.6", "11.22")
def test_an_advance_captures_a_city() -> None:
    units: dict[str, Placed] = dict.fromkeys(GERMANS, ("1316", "elan"))
    game = arena({**units, "f-5-NA": ("1317", 1)}, dice=[])
    attack(game, "1317", *GERMANS)
    assert game.state.vp == 0
    game.act("unit", "g-1-II")
    assert game.state.vp == 1


@pytest.mark.rule("11.22")
def test_after_a_retreat_the_hex_is_free_to_be_taken() -> None:
    game = arena({**dict.fromkeys(GERMANS, NE), "f-5-I": CENTRE}, dice=[3])
    attack(game, CENTRE, *GERMANS)
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    game.act("unit", "g-1-II")
    assert step(game) == ("german", "advance")


def test_the_south_west_is_no_neighbour_of_the_attackers() -> None:
    assert SW not in (NE, NW, E)
