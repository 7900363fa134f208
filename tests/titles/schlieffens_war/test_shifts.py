"""11.8 to 11.17, 11.24: odds, column shifts, and the Combat Results Table."""

from __future__ import annotations

import pytest

from front1914.kit.tables import mean, unsteady
from front1914.titles.schlieffens_war.charts import CONCENTRIC, CRT
from front1914.titles.schlieffens_war.combat.battle import odds_column
from front1914.titles.schlieffens_war.combat.report import distribution
from front1914.titles.schlieffens_war.combat.shifts import encloses
from tests.titles.schlieffens_war.arena import (
    CENTRE,
    NE,
    NW,
    RING,
    SE,
    SW,
    E,
    W,
    arena,
    attack,
    final_odds,
    happened,
    shifts,
)
from tests.titles.schlieffens_war.positions import mark, where


def odds(attack: int, defence: int) -> str:
    return CRT.head.label(odds_column(attack, defence))


@pytest.mark.rule("11.8")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (27, 7, "3:1"),  # the rulebook's example
        (14, 7, "2:1"),
        (13, 7, "1:1"),
        (7, 7, "1:1"),
        (28, 7, "4:1"),
        (6, 7, "1:2"),
        (4, 7, "1:2"),
        (4, 8, "1:2"),
        (4, 9, "1:3"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, expected: str) -> None:
    assert odds(attack, defence) == expected


@pytest.mark.rule("11.9")
def test_columns_of_the_crt() -> None:
    assert (CRT.head.labels[0], CRT.head.labels[-1]) == ("1:2", "7:1")


@pytest.mark.rule("11.9.a", "11.9.b")
@pytest.mark.parametrize(
    ("attack", "defence", "shift", "final", "result"),
    [(8, 1, 0, "8:1", (0, 3)), (6, 1, 2, "8:1", (0, 3)), (4, 9, 0, "1:3", (2, 0)), (1, 1, -2, "1:3", (2, 0))],
)
def test_beyond_the_table_no_die_is_needed(
    attack: int, defence: int, shift: int, final: str, result: tuple[int, int]
) -> None:
    column = odds_column(attack, defence) + shift
    assert (CRT.head.label(column), CRT.automatic(column)) == (final, result)


@pytest.mark.rule("11.9.a")
def test_ten_to_one_less_two_columns_is_still_automatic() -> None:
    assert CRT.automatic(odds_column(10, 1) - 2) == (0, 3)


@pytest.mark.rule("11.17.a")
def test_the_stated_cell() -> None:
    assert CRT.read(odds_column(27, 7), 3) == (1, 2)


@pytest.mark.rule("11.18")
def test_left_is_the_attacker_right_the_defender() -> None:
    from front1914.titles.schlieffens_war.charts import losses

    assert losses("2/3") == (2, 3)


@pytest.mark.rule("11.17")
@pytest.mark.parametrize(("face", "result"), [(1, (2, 0)), (2, (2, 1)), (3, (1, 1)), (6, (1, 2))])
def test_every_face_has_its_result(face: int, result: tuple[int, int]) -> None:
    """Two corps of 4 against one of 4: 2:1."""
    game = arena({"g-1-II": NE, "g-1-III": NE, "f-5-I": CENTRE}, dice=[face])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    assert final_odds(game) == "2:1"
    (told,) = happened(game, "result")
    assert (told["attacker"], told["defender"], told["die"]) == (*result, face)


@pytest.mark.rule("11.17")
def test_the_reconstructed_table_is_steady() -> None:
    """The better the odds and the die, the less the attacker and the more the defender loses."""
    assert unsteady(CRT, lambda cell: cell[0], columns=-1, rows=-1) == []
    assert unsteady(CRT, lambda cell: cell[1], columns=1, rows=1) == []
    assert mean(CRT.odds(2), lambda cell: cell[0] - cell[1]) > 0 > mean(CRT.odds(3), lambda cell: cell[0] - cell[1])


# ---- terrain


@pytest.mark.rule("11.17")
def test_the_die_is_read_in_the_column_of_the_final_odds() -> None:
    """11 against 3 is 3:1; a 3 gives 1/2, as in the rulebook's example."""
    game = arena({"g-1-II": NE, "g-1-III": NE, "g-1-IIIR": NE, "f-5-I": CENTRE}, dice=[3])
    attack(game, CENTRE, "g-1-II", "g-1-III", "g-1-IIIR")
    assert final_odds(game) == "3:1"
    assert happened(game, "result") == [{"hex": CENTRE, "die": 3, "attacker": 1, "defender": 2}]


@pytest.mark.rule("11.10")
@pytest.mark.parametrize("target", [CENTRE, "2415"])
def test_clear_and_forest_give_no_shift(target: str) -> None:
    game = arena({"g-1-II": "2414", "g-1-III": NE, "f-5-I": target}, dice=[1])
    attack(game, target, "g-1-II" if target == "2415" else "g-1-III")
    assert shifts(game) == []


@pytest.mark.rule("11.10")
def test_marsh_gives_no_shift() -> None:
    """St Gond: no rule grants a shift there."""
    game = arena({"g-1-II": "2015", "f-5-I": "2014"}, dice=[1])
    attack(game, "2014", "g-1-II")
    assert shifts(game) == []


@pytest.mark.rule("11.11")
def test_rough_ground() -> None:
    game = arena({"g-1-II": "1310", "f-5-I": "1309"}, dice=[1])
    attack(game, "1309", "g-1-II")
    assert shifts(game) == [(-1, "11.11")]


@pytest.mark.rule("11.12")
def test_a_river_that_all_attack_across() -> None:
    """The Oise, 1413/1513."""
    game = arena({"g-1-II": "1413", "f-5-I": "1513"}, dice=[1])
    attack(game, "1513", "g-1-II")
    assert shifts(game) == [(-1, "11.12")]


@pytest.mark.rule("11.12", "2.1.c")
def test_one_stack_on_the_near_bank_cancels_the_river() -> None:
    game = arena({"g-1-II": "1413", "g-1-III": "1512", "g-1-HQ": "1412", "f-5-I": "1513"}, dice=[1])
    attack(game, "1513", "g-1-II", "g-1-III")
    assert shifts(game) == []


@pytest.mark.rule("11.12")
def test_a_river_adds_to_rough_ground() -> None:
    target, origin = rough_behind_river()
    game = arena({"g-1-II": origin, "f-5-I": target}, dice=[1])
    attack(game, target, "g-1-II")
    assert sorted(shifts(game)) == [(-1, "11.11"), (-1, "11.12")]


def rough_behind_river() -> tuple[str, str]:
    """The first rough hex of the map that has a river, and the hex across it."""
    from front1914.kit.bits import lowest
    from front1914.titles.schlieffens_war.world import HEXES, RIVER, TERRAIN

    for h in HEXES.numbers:
        beside = lowest(RIVER[h])
        if TERRAIN[h] == "rough" and beside is not None:
            return str(HEXES[h]), str(HEXES[beside])
    raise AssertionError("no rough hex behind a river")


@pytest.mark.rule("11.13")
def test_a_city() -> None:
    """Arras, no fortress."""
    game = arena({"g-1-II": "1316", "f-5-I": "1317"}, dice=[1])
    attack(game, "1317", "g-1-II")
    assert shifts(game) == [(-1, "11.13")]


@pytest.mark.rule("11.14", "11.14.a", "2.1.a")
@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("1112", [(-1, "11.13"), (-1, "11.14")]),
        ("1311", [(-1, "11.12"), (-1, "11.13"), (-1, "11.14")]),  # across the Meuse
    ],
)
def test_city_fortress_and_river_add_up(origin: str, expected: list[tuple[int, str]]) -> None:
    """Namur."""
    game = arena({"g-1-II": (origin, "out"), "be-1": "1211"}, dice=[1])
    attack(game, "1211", "g-1-II")
    assert sorted(shifts(game), key=lambda shift: shift[1]) == expected


@pytest.mark.rule("11.14.b")
def test_a_fort_adds_its_factor_and_gives_no_shift_of_its_own() -> None:
    """Namur: fort 2 and corps 2 against 4: 1:1 less city and fortress."""
    game = arena({"g-1-II": ("1112", "out"), "g-1-III": ("1112", "out"), "fort-namur": "1211", "be-1": "1211"})
    attack(game, "1211", "g-1-II", "g-1-III")
    told = happened(game, "odds")[0]
    assert (told["attack"], told["defence"]) == (4, 4)
    assert sorted(shifts(game)) == [(-1, "11.13"), (-1, "11.14")]


# ---- concentric attacks


@pytest.mark.rule("11.15")
@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ([0, 3], True),
        ([0, 2, 4], True),
        ([0, 1, 2, 3], True),
        ([0, 1, 2], False),
        ([0, 1], False),
        ([0, 2], False),
        ([0, 1, 3], True),
        ([0], False),
    ],
)
def test_hexsides_of_a_concentric_attack(sides: list[int], expected: bool) -> None:
    for turn in range(6):
        assert encloses(sum(1 << (side + turn) % 6 for side in sides)) is expected


@pytest.mark.rule("11.15.a")
@pytest.mark.parametrize(("face", "columns"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_concentric_die(face: int, columns: int) -> None:
    assert CONCENTRIC.read(0, face) == columns
    game = arena({"g-1-II": NE, "g-1-HQ": NE, "g-1-III": SW, "g-2-HQ": SW, "f-5-I": CENTRE}, dice=[face, 1])
    attack(game, CENTRE, "g-1-II", "g-1-III")
    assert shifts(game) == ([(columns, "11.15")] if columns else [])


@pytest.mark.rule("11.15")
def test_who_is_not_in_the_attack_does_not_enclose() -> None:
    """A second corps on the far side that takes no part gives no die."""
    game = arena({"g-1-II": NE, "g-1-HQ": NE, "g-1-III": SW, "g-2-HQ": SW, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert happened(game, "concentric") == []


@pytest.mark.rule("11.13.a", "11.15.b")
def test_no_concentric_die_against_a_city() -> None:
    """Arras from 1316 and 1318."""
    game = arena({"g-1-II": "1316", "g-1-HQ": "1316", "g-1-III": "1318", "g-2-HQ": "1318", "f-5-I": "1317"}, dice=[1])
    attack(game, "1317", "g-1-II", "g-1-III")
    assert happened(game, "concentric") == []
    assert shifts(game) == [(-1, "11.13")]


@pytest.mark.rule("11.15.b")
def test_the_panel_says_why_a_city_cannot_be_enclosed() -> None:
    game = arena({"g-1-II": "1316", "g-1-HQ": "1316", "g-1-III": "1318", "g-2-HQ": "1318", "f-5-I": "1317"})
    game.act("to", "1317")
    game.act("unit", "g-1-II")
    game.act("unit", "g-1-III")
    from front1914.titles.schlieffens_war.combat.report import report

    panel = report(game.state, "german")
    assert panel is not None
    assert {"amount": 0, "rule": "11.15", "text": "A concentric attack gains nothing against a city"} in panel["shifts"]


# ---- morale and the last effort


@pytest.mark.rule("11.16.c", "11.16.d", "9.6.b")
@pytest.mark.parametrize(
    ("morale", "shift"),
    [
        (("elan", "elan"), 1),
        (("elan", "normal"), 0),
        (("elan", "fatigued"), -1),
        (("normal", "normal"), 0),
        (("fatigued",), -1),
    ],
)
def test_morale_of_the_attackers(morale: tuple[str, ...], shift: int) -> None:
    units = dict(zip(("g-1-II", "g-1-III"), morale, strict=False))
    game = arena({**{u: (NE, level) for u, level in units.items()}, "f-5-I": CENTRE}, dice=[6])
    attack(game, CENTRE, *units)
    assert shifts(game) == ([(shift, "11.16")] if shift else [])


@pytest.mark.rule("11.16.a", "11.16.b", "9.6.c", "9.6.j")
@pytest.mark.parametrize(
    ("morale", "shift"),
    [
        (("elan", "elan"), -1),
        (("elan", "normal"), 0),
        (("elan", "fatigued"), 1),
        (("normal",), 0),
        (("fatigued", "fatigued"), 1),
    ],
)
def test_morale_of_the_defenders(morale: tuple[str, ...], shift: int) -> None:
    units = dict(zip(("f-5-I", "f-5-II"), morale, strict=False))
    game = arena({**{u: (CENTRE, level) for u, level in units.items()}, "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert shifts(game) == ([(shift, "11.16")] if shift else [])


@pytest.mark.rule("11.16.c")
def test_an_hq_does_not_spoil_the_elan_of_the_corps() -> None:
    """R69: HQs and forts have no morale."""
    game = arena({"g-1-II": (NE, "elan"), "g-1-HQ": NE, "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II", "g-1-HQ")
    assert shifts(game) == [(1, "11.16")]


@pytest.mark.rule("11.16.b")
def test_a_fatigued_corps_that_takes_no_part_does_not_count() -> None:
    game = arena({"f-5-I": CENTRE, "f-5-II": CENTRE, "f-5-III": (CENTRE, "fatigued"), "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    assert shifts(game) == []


@pytest.mark.rule("11.24", "2.1.f")
@pytest.mark.parametrize(("turn", "shift"), [(8, 0), (9, 1), (10, 1)])
def test_the_allied_final_effort(turn: int, shift: int) -> None:
    game = arena({"f-5-I": NE, "g-1-II": CENTRE}, side="entente", turn=turn, dice=[6])
    attack(game, CENTRE, "f-5-I")
    assert shifts(game) == ([(1, "11.24")] if shift else [])


@pytest.mark.rule("11.24")
def test_the_german_makes_no_final_effort() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE}, turn=9, dice=[1])
    attack(game, CENTRE, "g-1-II")
    assert shifts(game) == []


@pytest.mark.rule("11.8", "11.17")
def test_a_whole_chain() -> None:
    """12 against 3 on rough ground, attackers with elan, a fatigued defender: 4:1, -1 +1 +1 makes 5:1."""
    units = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), ("1310", "elan"))
    game = arena({**units, "f-5-I": ("1309", "fatigued")}, dice=[3])
    attack(game, "1309", *units)
    assert final_odds(game) == "5:1"
    assert sorted(shifts(game)) == [(-1, "11.11"), (1, "11.16"), (1, "11.16")]


@pytest.mark.rule("11.8")
def test_the_rulebooks_27_against_7_on_the_table() -> None:
    """27 against 7 with one column left and two right is 4:1."""
    assert CRT.head.label(odds_column(27, 7) - 1 + 1 + 1) == "4:1"


# ---- factors


@pytest.mark.rule("11.8.a", "11.8.b", "11.8.c", "8.7.c")
def test_out_of_supply_units_count_half_each_rounded_up() -> None:
    """Attack 4 and 3 halve to 2 and 2; defence 3 and 2 to 2 and 1."""
    game = arena(
        {
            "g-1-II": (NE, "out"),
            "g-1-IIIR": (NE, "out"),
            "f-5-I": (CENTRE, "out"),
            "f-5-NA": (CENTRE, "out"),
        },
        dice=[6],
    )
    attack(game, CENTRE, "g-1-II", "g-1-IIIR")
    told = happened(game, "odds")[0]
    assert (told["attack"], told["defence"]) == (4, 3)


@pytest.mark.rule("8.9.c", "8.9.d")
def test_fortress_supply_halves_the_attack_not_the_defence() -> None:
    """A corps of 4 in fortress supply attacks with 2; one of 3 defends with 3."""
    game = arena({"g-1-II": (NE, "fortress"), "f-5-I": (CENTRE, "fortress")}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    told = happened(game, "odds")[0]
    assert (told["attack"], told["defence"]) == (2, 3)


@pytest.mark.rule("2.7.c", "8.7.c")
def test_an_hq_out_of_supply_uses_the_back_of_its_counter() -> None:
    """A German HQ has 3, on its back 2; it is not halved again (R41)."""
    game = arena({"g-1-II": NE, "g-1-HQ": (NE, "out"), "f-5-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-1-II", "g-1-HQ")
    assert happened(game, "odds")[0]["attack"] == 4 + 2


@pytest.mark.rule("11.8.b")
def test_the_defence_counts_two_corps_and_the_hq() -> None:
    units = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III", "f-5-HQ"), CENTRE)
    game = arena({**units, "g-1-II": NE}, dice=[1])
    attack(game, CENTRE, "g-1-II")
    for unit in ("f-5-I", "f-5-II", "f-5-HQ"):
        game.act("unit", unit)
    assert happened(game, "odds")[0]["defence"] == 3 + 3 + 2


# ---- results that need no die


@pytest.mark.rule("11.9.b", "11.17")
def test_below_the_table_the_attacker_loses_two_steps_without_a_die() -> None:
    """2 against 6 is 1:3: 2/0."""
    game = arena({"g-1-2C": NE, "f-5-I": CENTRE, "f-5-II": CENTRE}, dice=[])
    attack(game, CENTRE, "g-1-2C")
    assert happened(game, "result") == [{"hex": CENTRE, "die": 0, "attacker": 2, "defender": 0}]
    assert where(game, "g-1-2C") == "display"


@pytest.mark.rule("11.9.a")
def test_above_the_table_the_defender_loses_three_steps_without_a_die() -> None:
    units = dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), (NE, "elan"))
    game = arena({**units, "f-5-NA": (CENTRE, 1)}, dice=[])
    attack(game, CENTRE, *units)
    assert final_odds(game) == "13:1"
    assert where(game, "f-5-NA") == "display"
    assert [mark(game, u, "steps") for u in units] == [2, 2, 2]


@pytest.mark.rule("11.17")
def test_the_panel_gives_the_exact_chances_of_a_concentric_attack() -> None:
    """Every throw of both dice: 36 pairs."""
    chances = distribution(2, rolls=True)
    assert sum(chances.values()) == 1
    counted = {
        result: sum(CRT.read(2 + CONCENTRIC.read(0, a), b) == result for a in range(1, 7) for b in range(1, 7))
        for result in chances
    }
    assert {result: chance * 36 for result, chance in chances.items()} == counted


def test_the_arena_is_what_it_says() -> None:
    from front1914.titles.schlieffens_war.world import BOARD, HEXES, RIVER, TERRAIN

    h = HEXES.number(CENTRE)
    assert tuple(HEXES[n] for n in BOARD.neighbours[h]) == RING == (NE, E, SE, SW, W, NW)
    assert TERRAIN[h] == "clear"
    assert not RIVER[h]
