"""9.5 to 9.7: flanks, odds, shifts, proficiency."""

from __future__ import annotations

import pytest

from front1914.kit.bits import members
from front1914.kit.tables import Shift
from front1914.titles.offensive_a_outrance.board import BOARD, GRAND, GREAT, HEXES, LINKS, OPEN, RIDGES, RIVER
from front1914.titles.offensive_a_outrance.charts import CRT
from front1914.titles.offensive_a_outrance.combat.shifts import (
    die_modifier,
    flanked,
    odds_column,
    proficiency,
    shifts,
    uphill,
    wide_river,
)
from front1914.titles.offensive_a_outrance.crossings import FLOODS
from tests.titles.offensive_a_outrance.battlefield import (
    T,
    field,
    fight,
    h,
    record,
    settle,
    units,
)
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    happened,
)

# ---- flanks, shifts, proficiency (9.5 to 9.7)

AROUND: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "56.52", "f-2-c": "55.54"}


@pytest.mark.rule("9.5", "9.5.1", "9.5.1.c", "9.6.1.b")
def test_flanked_by_zones_of_attacking_formations() -> None:
    s = field({**AROUND, "g-31/21": T}).state
    attackers = units("f-11/20", "f-39/20")
    assert flanked(s, h(T), attackers, units("g-31/21"))
    assert (2, "9.5.2") in [shift[:2] for shift in shifts(s, h(T), attackers, units("g-31/21"))]
    assert not flanked(s, h(T), units("f-2-c"), units("g-31/21"))  # smaller than the defender
    s = field({**AROUND, "g-31/21": T, "g-42/21": "55.52", "g-8-c": "56.53"}).state
    assert not flanked(s, h(T), attackers, units("g-31/21"))  # two hexes hold his friends
    s = field({"f-11/20": "54.53", "f-2-c": "56.52", "f-39/20": "55.54", "g-31/21": T}).state
    assert not flanked(s, h(T), units("f-11/20"), units("g-31/21"))  # zones of those who do not attack count nothing


@pytest.mark.rule("9.5.1.a", "9.5.1.b")
def test_five_hexes_without_his_friends_flank_him() -> None:
    """One friend beside him leaves five, two leave four; where nobody attacks from, zones do it."""
    attackers = units("f-11/20", "f-39/20")
    for friends, flank in ((("55.52",), True), (("55.52", "56.53"), False)):
        placed: dict[str, Placed] = dict(zip(("g-42/21", "g-8-c"), friends, strict=False))
        s = field({"f-11/20": "54.53", "f-39/20": "56.52", "f-2-c": "55.54", "g-31/21": T, **placed}).state
        assert flanked(s, h(T), attackers, units("g-31/21")) == flank
    s = field({"f-11/20": "54.53", "f-39/20": "55.54", "g-31/21": T}).state
    assert not flanked(s, h(T), attackers, units("g-31/21"))  # side by side they reach four


@pytest.mark.rule("9.5.1")
def test_equal_size_is_enough_to_flank() -> None:
    s = field({**AROUND, "g-31/21": T, "g-42/21": T, "g-Bodungen": T}).state
    attackers = units("f-11/20", "f-39/20")
    assert flanked(s, h(T), attackers, units("g-31/21", "g-42/21"))
    assert not flanked(s, h(T), attackers, units("g-31/21", "g-42/21", "g-Bodungen"))


@pytest.mark.rule("9.5.1.c")
def test_zones_of_assets_do_not_flank() -> None:
    """In one hex a Formation attacks, in the other a brigade or only a regiment; the defender is a regiment."""
    for far, flank in (("f-39/20", True), ("f-Ch-29", False)):
        s = field({"f-11/20": "54.53", far: "56.52", "g-Jaeger-1": T}).state
        assert flanked(s, h(T), units("f-11/20", far), units("g-Jaeger-1")) == flank


def _barriers(kind: str) -> dict[int, set[int]]:
    """By hex: the neighbours behind a barrier of some kind."""
    found: dict[int, set[int]] = {}
    links = {
        "great": [n for n in range(LINKS) if RIVER[n] == GREAT],
        "grand": [n for n in range(LINKS) if RIVER[n] == GRAND],
        "flood": [BOARD.link[pair] for pair in FLOODS],
        "ridge": members(RIDGES),
    }[kind]
    for link in links:
        a, b = BOARD.links[link]
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


@pytest.mark.rule("9.5.3", "9.5.3.a", "9.5.3.b")
@pytest.mark.parametrize("kind", ["great", "grand", "flood", "ridge"])
def test_hexes_behind_a_barrier_do_not_flank(kind: str) -> None:
    """Enemies stand all around a regiment: one barrier leaves five of them, two leave four."""
    every = {other: _barriers(other) for other in ("great", "grand", "flood", "ridge")}
    ring = ("f-11/20", "f-39/20", "f-29/15", "f-30/15", "f-13/21", "f-43/21")
    seen = set()
    for place, behind in sorted(every[kind].items()):
        mixed = any(place in found for other, found in every.items() if other != kind)
        around = BOARD.neighbours[place]
        if mixed or len(around) < 6 or not all(OPEN >> n & 1 for n in around) or len(behind) in seen:
            continue
        placed: dict[str, Placed] = dict(zip(ring, (str(HEXES[n]) for n in around), strict=True))
        flooded = {"inundation": 1} if kind == "flood" else {}
        s = field({**placed, "g-Jaeger-1": str(HEXES[place])}, supply=False, events=flooded).state
        assert flanked(s, place, units(*ring), units("g-Jaeger-1")) == (len(behind) < 2)
        seen.add(len(behind))
    assert max(seen) > 1, "no such place on the map"


@pytest.mark.rule("9.5.2", "10.0.b")
def test_a_flanked_defender_checks_with_one_more() -> None:
    game = fight({**AROUND, "g-31/21": T}, "f-11/20", "f-39/20", dice=["6-6", "7", "7", "7"])
    settle(game)
    defender = next(event for event in happened(game, "check") if event["side"] == "german")
    b = next(event for event in happened(game, "guns"))
    column = CRT.head.labels.index(happened(game, "odds")[0]["odds"])
    cell = CRT.read(column, 6, 0, 6)
    assert defender["modifier"] == cell.defender.modifier + b["second"] + 1
    assert [list(shift)[:2] for shift in happened(game, "odds")[0]["shifts"]] == [[2, "9.5.2"]]


@pytest.mark.rule("9.5.3")
def test_great_rivers_keep_a_flank_safe() -> None:
    s = field({"g-28/14": "61.65", "f-11/20": "61.66", "f-39/20": "60.64", "f-30/15": "62.64"}, supply=False).state
    attackers = units("f-11/20", "f-39/20", "f-30/15")
    assert not flanked(s, h("61.65"), attackers, units("g-28/14"))


@pytest.mark.rule("9.6.a", "9.1.1.e", "9.6")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (14, 8, "2:1"),
        (7, 4, "2:1"),
        (7, 2, "4:1"),
        (14, 2, "8:1"),
        (37, 15, "2:1"),
        (12, 3, "4:1"),
        (10, 3, "3:1"),
        (39, 14, "3:1"),
    ],
)
def test_odds_are_rounded_from_the_middle(attack: int, defence: int, column: str) -> None:
    assert CRT.head.label(odds_column(attack * 4, defence * 4)) == column


@pytest.mark.rule("9.6", "9.6.2", "9.6.2.a", "9.6.2.b", "9.9")
def test_shifts_count_beyond_the_table() -> None:
    start = odds_column(14, 1)
    assert CRT.head.label(start) == "14:1"
    assert CRT.head.label(start - 2) == "10:1"
    assert CRT.read(start - 2, 3, 0, 3) == CRT.read(odds_column(8, 1), 3, 0, 3)
    low = odds_column(1, 6)
    assert (CRT.head.label(low), CRT.head.label(low + 1)) == ("1:6", "1:5")
    assert CRT.read(low, 3, 0, 3) == CRT.read(odds_column(1, 4), 3, 0, 3)
    for odds, columns, final in (("14:1", -2, "10:1"), ("14:1", 1, "16:1"), ("1:6", 1, "1:5"), ("1:6", -1, "1:7")):
        b = record(odds, 3, 3)._replace(shifts=(Shift(columns, "14.1", ""),))
        assert CRT.head.label(b.column) == final


@pytest.mark.rule("9.6.1.a")
def test_a_prepared_attack_shifts_only_if_all_combat_units_prepared() -> None:
    both: dict[str, Placed] = {"f-11/20": ("54.53", f"pa {T}"), "f-39/20": ("55.54", f"pa {T}"), "g-31/21": T}
    s = field(both).state
    assert [shift[:2] for shift in shifts(s, h(T), units("f-11/20", "f-39/20"), units("g-31/21"))] == [(1, "9.6.1")]
    s = field({**both, "f-39/20": "55.54"}).state
    assert shifts(s, h(T), units("f-11/20", "f-39/20"), units("g-31/21")) == ()


@pytest.mark.rule("9.6.1.c", "14.1")
def test_positions_shift_by_their_level() -> None:
    s = field({"f-11/20": "54.53", "g-31/21": T}, hexes={T: {"ip": 1}}).state
    assert [shift[0] for shift in shifts(s, h(T), units("f-11/20"), units("g-31/21"))] == [-1]
    s = field({"f-11/20": "52.48", "g-fx-Metz-1": "53.48"}).state
    assert -2 in [shift[0] for shift in shifts(s, h("53.48"), units("f-11/20"), units("g-fx-Metz-1"))]


@pytest.mark.rule("9.6.1.d")
def test_grand_rivers_shift_if_all_cross_them() -> None:
    s = field({"f-11/20": "60.65", "f-39/20": "61.66", "g-31/21": "61.65"}, supply=False).state
    assert wide_river(s, h("61.65"), units("f-39/20")) == 2
    assert wide_river(s, h("61.65"), units("f-11/20", "f-39/20")) == 0


@pytest.mark.rule("9.6.1.e", "3.6.1", "3.6.2")
def test_uphill_counts_if_all_bare_hexsides_lead_up() -> None:
    s = field({"f-11/20": "46.62", "g-31/21": "47.63"}, supply=False).state
    assert uphill(s, h("47.63"), units("f-11/20"))
    s = field({"f-11/20": "47.63", "g-31/21": "46.62"}, supply=False).state
    assert not uphill(s, h("46.62"), units("f-11/20"))


@pytest.mark.rule("9.7", "9.7.a")
def test_the_white_die_is_modified_by_proficiency() -> None:
    s = field({"f-59r": "54.53", "f-11/20": "54.53", "g-30r": T, "g-5-B.Lw": "55.52"}).state
    assert die_modifier(s, h(T), units("f-59r", "f-11/20"), units("g-30r")) == -1  # 4 less 5
    assert die_modifier(s, h(T), units("f-59r"), units("g-30r")) == 0
    assert die_modifier(s, h("55.52"), units("f-11/20"), units("g-5-B.Lw")) == -2


@pytest.mark.rule("9.7.2")
def test_chasseurs_alpins_are_better_in_mountains() -> None:
    s = field({"f-59r": "54.53", "f-Ch-27": "54.53", "g-31/21": T}, supply=False).state
    assert proficiency(s, units("f-59r", "f-Ch-27"), h(T)) == 4
    assert proficiency(s, units("f-59r", "f-Ch-27"), h("51.64")) == 5
