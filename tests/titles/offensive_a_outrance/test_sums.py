"""The sums of the rulebook's own examples, number by number (9, 10, 14, 15); whole combats are in test_halves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, ON_RAIL
from front1914.titles.offensive_a_outrance.charts import CRT, SMALL_MAGNITUDE, artillery_modifier
from front1914.titles.offensive_a_outrance.combat import shifts as shifts_module
from front1914.titles.offensive_a_outrance.combat.battle import CALM, INTENSE, Battle, retreat_of
from front1914.titles.offensive_a_outrance.combat.checks import followers, hexes_of, suffer_check
from front1914.titles.offensive_a_outrance.combat.course import may_be_intense, reductions
from front1914.titles.offensive_a_outrance.combat.shifts import die_modifier, odds_column, proficiency, shifts
from front1914.titles.offensive_a_outrance.combat.strength import (
    attack_total,
    defence_total,
    ground,
    guns_of,
    guns_total,
)
from front1914.titles.offensive_a_outrance.logistics.depots import MARKERS, gather
from front1914.titles.offensive_a_outrance.logistics.provisions import TRAIN_RETREAT
from front1914.titles.offensive_a_outrance.logistics.supply import isolated, sources
from front1914.titles.offensive_a_outrance.organisation.effectiveness import margin
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.state import STATUSES
from front1914.titles.offensive_a_outrance.world import BASE_CE, MOST_SR, PROFICIENCY, UNITS
from tests.titles.offensive_a_outrance.battlefield import (
    T,
    belgian_divisions,
    field,
    h,
    indicate,
    record,
    settle,
    units,
)
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, mark, situation, where

rule = pytest.mark.rule


# ---- odds and dice (9.6, 9.7, 9.9)


@rule("9.6.a", "9.6")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(14, 8, "2:1"), (7, 4, "2:1"), (7, 2, "4:1"), (14, 2, "8:1"), (37, 15, "2:1"), (12, 3, "4:1"), (10, 3, "3:1")],
)
def test_odds_round_from_the_midpoint(attack: int, defence: int, column: str) -> None:
    """OAO-9.6-01, -02, -03, -04, -05, -06, -07."""
    assert CRT.head.label(min(odds_column(4 * attack, 4 * defence), odds_column(8, 1))) == column


@rule("9.6.2", "9.6.1.e", "9.6.1.c")
@pytest.mark.parametrize(
    ("attack", "defence", "net", "final"), [(37, 15, -1, "3:2"), (10, 3, -1, "2:1"), (14, 1, -2, "10:1")]
)
def test_shifted_odds(attack: int, defence: int, net: int, final: str) -> None:
    """OAO-9.6.1-02, OAO-9.6.1-05, OAO-9.6.2-01: 10:1 is read in the column 8:1."""
    column = odds_column(attack, defence) + net
    assert CRT.head.label(column) == final
    if final == "10:1":
        assert all(CRT.read(column, w, 0, b) == CRT.read(odds_column(8, 1), w, 0, b) for w in (1, 6) for b in (1, 6))


@rule("9.6.1.a")
def test_no_shift_unless_all_have_prepared() -> None:
    """OAO-9.6.1-03: one of three divisions bears a marker."""
    placed: dict[str, Placed] = {"f-11/20": ("54.53", f"pa {T}"), "f-39/20": "55.54", "f-29/15": "55.54", "g-31/21": T}
    s = field(placed).state
    assert not [
        note for note in shifts(s, h(T), units("f-11/20", "f-39/20", "f-29/15"), units("g-31/21")) if note[0] > 0
    ]


@rule("9.7", "9.7.a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "modifier"), [((5, 3), (3, 4), -1), ((6, 6), (2, 2), -2), ((5, 5), (4, 4), -1)]
)
def test_best_against_best(
    attackers: tuple[int, int], defenders: tuple[int, int], modifier: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OAO-9.7-01, -02, -03: the last one makes a white 6 a 5."""
    mine, theirs = units("g-31/21", "g-42/21"), units("f-11/20", "f-Ch-29")
    skill = dict(zip((*mine, *theirs), (*attackers, *defenders), strict=True))
    found = [skill.get(n, PROFICIENCY[n]) for n in UNITS.numbers]
    monkeypatch.setattr(shifts_module, "PROFICIENCY", tuple(found))
    s = field({"g-31/21": "54.53", "g-42/21": "54.53", "f-11/20": T, "f-Ch-29": T}, supply=False).state
    assert die_modifier(s, h(T), mine, theirs) == modifier
    column = odds_column(3, 2)
    assert CRT.read(column, 6, -1, 3) == CRT.read(column, 5, 0, 3)


@rule("9.7.1", "9.7.2")
def test_fortresses_and_chasseurs() -> None:
    """OAO-9.7.1-01: 5 with a Fortress. OAO-9.7.2-01: Chasseurs Alpins in the mountains, 5 instead of 4."""
    s = field({"g-fx-Metz-1": "53.48", "f-Ch-27": "51.64"}, supply=False).state
    assert proficiency(s, units("g-fx-Metz-1"), h("53.48")) == 5
    assert PROFICIENCY[UNITS.number("f-Ch-27")] == 4
    assert proficiency(s, units("f-Ch-27"), h("51.64")) == 5


@rule("9.9.1")
@pytest.mark.parametrize(
    ("column", "white", "black", "attacker", "defender", "retreat"),
    [("2:1", 3, 3, 0, 3, (1, True)), ("3:2", 5, 3, 3, 3, (1, True)), ("6:1", 0, 4, -1, 4, (1, False))],
)
def test_cells(column: str, white: int, black: int, attacker: int, defender: int, retreat: tuple[int, bool]) -> None:
    """OAO-9.9.1-01, -02, -03."""
    a, d = (int(part) for part in column.split(":"))
    cell = CRT.read(odds_column(a, d), max(white, 1), white - max(white, 1), black)
    assert (cell.attacker.modifier, cell.defender.modifier) == (attacker, defender)
    assert (cell.defender.retreat, cell.defender.white) == retreat


# ---- strength (9.3, 9.4)


@rule("9.3.1", "9.3.2")
def test_ground() -> None:
    """OAO-9.3.1-01: two points on a mountain are six. OAO-9.3.2-01: 13 each, two of them across a minor river: 37."""
    mountain = next(word for word in ("53.63", "51.64", "51.65", "52.63") if ground(h(word)) == 4)
    s = field({"g-2-c": (mountain, "sr 1")}, supply=False).state
    assert s.defence(UNITS.number("g-2-c")) == 2
    assert defence_total(s, units("g-2-c"), h(mountain)) == 6 * 4
    across: dict[str, Placed] = {"f-11/20": "46.60", "f-15/8": "47.61", "f-17/9": "45.61", "g-31/21": "46.61"}
    s = field(across, supply=False).state
    assert attack_total(s, units("f-11/20", "f-15/8", "f-17/9"), h("46.61")) == 37 * 4


@rule("9.4", "9.4.c")
def test_without_ammo() -> None:
    """OAO-9.4-01: twelve points and four guns are six and two."""
    placed: dict[str, Placed] = {"f-13/21": "54.53", "g-31/21": T}
    s = field(placed, supply=False).state
    force = units("f-13/21")
    assert attack_total(s, force, h(T)) == 12 * 4
    assert attack_total(s, force, h(T), force) == 6 * 4
    assert (guns_of(s, force, h(T)), guns_of(s, force, h(T), force)) == (4, 2)


@rule("9.4.2.a")
def test_ammo_through_an_extended_train_is_counted_on_both() -> None:
    """OAO-9.4.2-01: two divisions: two on the Depot and two on the Train."""
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-39/20": "54.53",
        "g-31/21": T,
        "f-t20": ("48.55", "face"),
        "f-dSECOND": ("43.56", "face"),
        "g-dSIXTH": "58.51",
    }
    game = field(placed, supply=False)
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    while asked(game)[1] in ("hold", "ammo"):
        game.act("done" if asked(game)[1] == "hold" else "provide")
    assert (mark(game, "f-dSECOND", "ammo"), mark(game, "f-t20", "ammo")) == (2, 2)


# ---- intensity and reductions (9.8, 9.10)


def cell(kind: str) -> tuple[int, int, str]:
    """White, black and column of a cell with such a retreat."""
    wanted = {"none": (0, False), "white1": (1, True), "black1": (1, False), "black2": (2, False)}[kind]
    for column in ("1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "6:1"):
        for white in range(1, 7):
            for black in range(1, 7):
                b = record(column, white, black)
                d = b.outcome.defender
                if (d.retreat, d.white) == wanted:
                    return white, black, column
    raise AssertionError(kind)


@rule("9.8.1", "9.8.2.a", "9.8.2.b", "9.8.2.c", "9.8.2.d", "9.8.2.e")
@pytest.mark.parametrize(
    ("bold", "expected"),
    [
        ((CALM, CALM), {"none": (0, 0, 0), "white1": (0, 0, 0), "black1": (1, 0, 0), "black2": (2, 0, 0)}),
        ((INTENSE, CALM), {"none": (0, 1, 0), "white1": (1, 1, 0), "black1": (1, 0, 0), "black2": (2, 0, 0)}),
        ((CALM, INTENSE), {"none": (0, 0, 0), "white1": (0, 0, 1), "black1": (0, 0, 1), "black2": (2, 0, 0)}),
        ((INTENSE, INTENSE), {"none": (0, 1, 0), "white1": (0, 1, 1), "black1": (1, 0, 1), "black2": (2, 0, 1)}),
    ],
)
def test_what_intensity_does(bold: tuple[int, int], expected: dict[str, tuple[int, int, int]]) -> None:
    """OAO-9.8.1-01, -02, -03, -04; OAO-9.8.2-01, -02, -03, -04, -05: retreat, reductions of attacker and defender."""
    for kind, (hexes, first, second) in expected.items():
        white, black, column = cell(kind)
        b = record(column, white, black, bold)
        base = reductions(record(column, white, black))
        assert retreat_of(b) == hexes, kind
        assert tuple(now - before for now, before in zip(reductions(b), base, strict=True)) == (first, second), kind


@rule("9.8.c")
def test_the_belgian_sixth_division() -> None:
    """OAO-9.8-01: after three reductions it is not Intense, unless it defends a position."""
    division = str(UNITS[belgian_divisions()[0]])
    for hexes, allowed in (({}, False), ({T: {"ip": 1}}, True)):
        s = field({division: (T, "sr 3"), "g-31/21": "54.53"}, supply=False, hexes=hexes).state
        assert may_be_intense(s, Battle("battle", h(T), units("g-31/21"), units(division)), 1) == allowed


@rule("9.10.3", "9.10.4")
def test_reductions_of_a_division() -> None:
    """OAO-9.10.3-01, -02: reduced side, -2, -4; the fourth costs a Replacement."""
    game = field({"f-13/21": T}, supply=False, pools={"french_repl": 5})
    force = units("f-13/21")
    seen = []
    for _ in range(4):
        suffer(game.state, force, 1)
        seen.append((game.state.attack(force[0]), game.position()["pools"]["french_repl"]))
    reduced = seen[0][0]
    assert seen == [(reduced, 5), (reduced - 2, 5), (reduced - 4, 5), (reduced - 4, 4)]


@rule("9.10.1", "9.10.1.b")
def test_small_magnitude() -> None:
    """The faces that cost strength; OAO-9.10.1-03 and -04 are played in test_halves."""
    assert set(SMALL_MAGNITUDE.quarter_one) == {5, 6}
    assert set(SMALL_MAGNITUDE.half_one) == {3, 4, 5, 6}


# ---- guns and checks (10)


@rule("10.1.2")
@pytest.mark.parametrize(
    ("value", "divisions", "modifier"),
    [(12, 1, 1), (12, 3, 0), (4, Fraction(1, 4), 0), (2, Fraction(1, 4), 0), (10, Fraction(7, 2), 0)],
)
def test_the_artillery_table(value: int, divisions: Fraction | int, modifier: int) -> None:
    """OAO-10.1.2-01, -02, -03, -04, -06, -07."""
    assert artillery_modifier(value, int(8 * divisions)) == modifier


@rule("10.1.1a.b", "10.1.1a.c")
def test_guns_in_the_mountains_and_up_an_escarpment() -> None:
    """OAO-10.1.1a-01: two for a Force in mountains, totals rounded up. OAO-10.1.1a-02: one of one in each hex."""
    s = field({"f-13/21": "51.64", "g-Bodungen": ("55.70", "55.71")}, supply=False).state
    assert guns_of(s, units("f-13/21"), h("51.64")) == 2
    assert guns_total([Fraction(1, 2)]) == 1
    assert guns_total([guns_of(s, units("g-Bodungen"), h("55.70"))]) == 1


@rule("10.3.a", "10.3.b", "10.3.c", "10.2")
@pytest.mark.parametrize(
    ("status", "failed", "after", "hexes", "sr"),
    [
        *(("sound", n, "-1", 0, 0) for n in (1, 2, 3)),
        *(("sound", n, "-2", 0, 0) for n in (4, 5, 6)),
        *(("sound", n, "-3", 1, 1) for n in (7, 8)),
        ("-3", 8, "D2", 3, 1),
        ("CI", 0, "CI", 1, 0),
        ("-3", 6, "D1", 2, 0),
    ],
)
def test_margins_of_failure(status: str, failed: int, after: str, hexes: int, sr: int) -> None:
    """OAO-10.3-01, -02, -03, -04, -05."""
    s = field({"f-13/21": (T, f"ce {status}") if status != "sound" else T}, supply=False).state
    force = units("f-13/21")
    assert hexes_of(s, force, failed) == hexes
    suffer_check(s, force, failed)
    assert STATUSES[s.ce[force[0]]] == after
    assert s.sr[force[0]] == sr


@rule("10.0", "10.2")
@pytest.mark.parametrize(
    ("base", "status", "roll", "drm", "failed"),
    [
        (11, "sound", 11, 2, 2),
        (10, "-3", 11, 2, 6),
        (11, "sound", 8, 3, 0),
        (11, "-1", 8, 3, 1),
        (11, "sound", 3, 3, -5),
    ],
)
def test_one_roll_for_a_hex(base: int, status: str, roll: int, drm: int, failed: int) -> None:
    """OAO-10.3-04, -05; OAO-10.0-01: 8 and 3 against 11 and 10; OAO-10.2-02: 3 and 3 against 11."""
    unit = next(str(UNITS[n]) for n in UNITS.numbers if BASE_CE[n][0] == base and MOST_SR[n] >= 2)
    s = field({unit: (T, f"ce {status}") if status != "sound" else T}, supply=False).state
    assert margin(s, units(unit), roll, drm) == failed


@rule("9.2.5.a", "9.2.5", "9.2.5.D3")
def test_who_was_withheld_stays_with_those_who_stay() -> None:
    """OAO-9.2.5-01: A fails by six, B by seven and becomes CI: two hexes for B; C, withheld, stays with A."""
    s = field({"g-31/21": T, "g-42/21": (T, "ce -1"), "g-3B/2B": T, "f-11/20": "54.53"}).state
    a, b = units("g-31/21"), units("g-42/21")
    owed = [(force, hexes_of(s, force, failed)) for force, failed in ((a, 6), (b, 7))]
    assert [hexes for _, hexes in owed] == [0, 2]
    battle = Battle("battle", h(T), units("f-11/20"), (*a, *b), units("g-3B/2B"))
    assert followers(s, battle, owed) == [(units("g-3B/2B"), 0)]


@rule("11.2.1.b")
def test_an_advance_is_one_hex() -> None:
    """OAO-11.2.1-01: into the hex that was vacated, and no farther."""
    game = field(
        {"f-11/20": "54.53", "f-39/20": "54.53", "f-29/15": "54.53", "g-Jaeger-1": (T, "sr 1")}, dice=["1-2", 2, 2, 2]
    )
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    settle(game)
    while asked(game) == ("german", "retreat"):
        game.act("to", args(game, "to")[0])
        settle(game)
    assert asked(game) == ("allied", "advance")
    game.act("unit", "f-11/20")
    assert where(game, "f-11/20") == T


# ---- positions, supply (6.4, 14, 15)


@rule("14.1", "15.6.2a")
def test_positions_and_trains() -> None:
    """OAO-14.1-01, OAO-15.6.2a-01."""
    for where_, level in ((T, -1), ("53.48", -2)):
        foe = "g-31/21" if where_ == T else "g-fx-Metz-1"
        near = "54.53" if where_ == T else "52.48"
        s = field({"f-11/20": near, foe: where_}, hexes={T: {"ip": 1}}).state
        assert level in [note[0] for note in shifts(s, h(where_), units("f-11/20"), units(foe))]
    assert TRAIN_RETREAT == 3  # played in test_supply


@rule("15.8.1")
def test_markers_of_the_inter_phases() -> None:
    """OAO-15.8.1-01: markers after the Inter-Phases 3 to 9."""
    s = situation({}).state
    found = []
    for number in range(3, 10):
        gather(s, number)
        found.append(s.pools[MARKERS["allied"]])
    assert found == [0, 1, 2, 3, 4, 5, 6]


@rule("15.3.1", "15.5", "3.3.2", "3.3.2.a")
def test_the_division_in_59_54() -> None:
    """OAO-15.3.2-02, OAO-15.5-01: every hex around is an enemy's or in a zone (the figure shows whose; here others).

    A friend whose zone reaches 58.54 opens the way to the Train in 56.55; its own zone is enough not to be isolated,
    unless an enemy in 58.55 closes the way behind that hex.
    """
    foes: dict[str, Placed] = {"g-31/21": "60.53", "g-42/21": "60.54", "g-3B/2B": "58.52", "g-4B/2B": "60.55"}
    base: dict[str, Placed] = {"f-11/20": "59.54", "f-t20": "56.55", "f-dSECOND": "52.54", **foes}
    b: dict[str, Placed] = {"g-5B/3B": "58.55", "g-6B/3B": "57.53"}
    seeker = UNITS.number("f-11/20")
    lost = {str(HEXES[n]): {"operational": 2} for n in members(BOARD.within(h("59.54"), 2) & ON_RAIL)}
    alone = field({**base, **b}, supply=False).state
    assert all(
        (alone.ground("german").zone | alone.ground("german").units) >> n & 1 for n in BOARD.neighbours[h("59.54")]
    )
    assert not sources(alone, seeker)
    helped = field({**base, **b, "f-39/20": "57.54"}, supply=False).state
    assert sources(helped, seeker)
    shut: dict[str, Placed] = {**base, **b, "g-1B/1B": "57.55", "g-2B/1B": "58.53"}
    assert isolated(field(shut, supply=False, hexes=lost).state, seeker)
    assert not isolated(field(base, supply=False, hexes=lost).state, seeker)
