"""13, 9.1, 1.2: Siege-Artillery: modes, Siege-Train HQs, their markers; Fortress Bombardment."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, HEXES, ON_RAIL
from front1914.titles.offensive_a_outrance.charts import BOMBARDMENT
from front1914.titles.offensive_a_outrance.sieges.bombardment import chances, coordinated, dice_of, prospects
from front1914.titles.offensive_a_outrance.sieges.siege import HQ_OF, TUBES, pack, undeploy
from front1914.titles.offensive_a_outrance.world import FACES, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)

RAILS = {str(HEXES[h]): {"operational": 3} for h in members(ON_RAIL)}
#: beside Lier's neighbour only the line of 20.6.1, in 53.20
LINE = {
    word: cells
    for word, cells in RAILS.items()
    if word == "53.20" or BOARD.distance(HEXES.number(word), HEXES.number("52.19")) > 1
}
SHELLS = {"shots_42": 7, "shots_305": 25, "shots_prep": 5}
HQ, HQ2 = "g-Siege-Train-1", "g-Siege-Train-2"
SKM, KMK = "g-30.5cm-1-sKM", "g-42cm-2-kMK"  #: markers of the first HQ
KMK1, METZ = "g-42cm-1-kMK", "g-21cm-METZ"  #: of the second
LIGHT, TWIN, HEAVY, BIG = "g-21cm-3/1", "g-21cm-2+3/4", "g-42cm-3-kMK", "g-30.5cm-5+6-sKM"
AUSTRIAN = "ah-30.5cm-1"
LIER, LIER_FORT = "52.18", "be-fx-Antwerpen-6"  #: the hex and the Fortress of the example of 20.6.1: Class B, two steps
NIJLEN_FORT = "be-fx-Antwerpen-7"  #: its neighbour in 53.18
NEAR, NEXT = "52.19", "53.19"  #: German hexes beside Lier
CHARLEMONT, GIVET = "f-fx-Charlemont", "48.31"  #: Class C, one step


def n(word: str) -> int:
    return UNITS.number(word)


def siege(placed: dict[str, Placed], **more: Any) -> Game:
    """A German Attack Phase at Antwerpen; a division stands with the guns."""
    more = {"side": "german", "phase": "attack", "step": "begin_attacks", "turn": 10, "pools": SHELLS} | more
    return situation({"g-5r/3R": NEAR, LIER_FORT: LIER} | placed, hexes=RAILS, **more)


def march(placed: dict[str, Placed], **more: Any) -> Game:
    """A German Movement Phase."""
    more = {"side": "german", "phase": "movement", "step": "move", "turn": 3, "pools": SHELLS} | more
    return situation(placed, **({"hexes": RAILS} | more))


def gun(hex_: str, *marks: str) -> tuple[str, ...]:
    """A gun in Deployed Mode."""
    return (hex_, "face", *marks)


# ---- modes (13.2)


@pytest.mark.rule("13.2")
def test_a_gun_is_mobile_or_deployed() -> None:
    game = march({"g-5r/3R": "56.25", LIGHT: "56.25", TWIN: gun("56.25")})
    assert LIGHT in args(game, "unit")
    assert TWIN not in args(game, "unit")
    assert refused(game, "unit", TWIN) == "13.2"  # it does not move while it is deployed
    game.act("unit", "g-5r/3R")
    assert args(game, "join") == []  # LIGHT goes with its Formation as an Asset, TWIN is none
    game.act("to", "56.24")
    assert (where(game, LIGHT), where(game, TWIN)) == ("56.24", "56.25")


@pytest.mark.rule("13.2", "13.1")
def test_only_deployed_guns_bombard() -> None:
    game = siege({HQ: NEAR, LIGHT: NEAR, TWIN: gun(NEAR)})
    game.act("unit", LIER_FORT)
    assert asked(game) == ("german", "fire")
    assert args(game, "unit") == [TWIN]
    assert refused(game, "unit", LIGHT) == "13.2"
    nobody = siege({HQ: NEAR, LIGHT: NEAR})
    assert asked(nobody)[1] == "attack"  # nothing to decide: no question


@pytest.mark.rule("13.2.1")
def test_deploying_takes_a_whole_phase() -> None:
    placed: dict[str, Placed] = {LIGHT: "56.25", HEAVY: "56.25", BIG: "56.25", AUSTRIAN: "56.25", TWIN: "57.26"}
    game = march({**placed, "g-6r/3R": "57.26"})
    game.act("unit", TWIN)
    game.act("to", "57.25")
    game.act("stop")
    assert refused(game, "deploy", TWIN) == "13.2.1"  # it has moved
    assert set(args(game, "deploy")) == {LIGHT, HEAVY, BIG, AUSTRIAN}
    game.act("deploy", LIGHT)
    assert mark(game, LIGHT, "face") == 1
    assert refused(game, "unit", LIGHT)
    assert refused(game, "undeploy", LIGHT) == "13.2.1"


@pytest.mark.rule("13.2.1")
def test_in_the_counter_movement_phase_only_21cm_and_austrians_deploy() -> None:
    placed: dict[str, Placed] = {LIGHT: "56.25", HEAVY: "56.25", BIG: "56.25", AUSTRIAN: "56.25"}
    game = march(placed, phase="counter_movement")
    assert set(args(game, "deploy")) == {LIGHT, AUSTRIAN}
    assert refused(game, "deploy", HEAVY) == refused(game, "deploy", BIG) == "13.2.1"


@pytest.mark.rule("13.2.1.a")
def test_a_gun_fires_in_the_player_turn_in_which_it_was_deployed() -> None:
    game = march({"g-5r/3R": NEAR, HQ: NEAR, LIGHT: NEAR, LIER_FORT: LIER}, turn=10)
    game.act("deploy", LIGHT)
    game.act("done")
    while asked(game)[1] != "bombard":
        assert game.decision is not None
        game.act("done" if "done" in verbs(game) else game.decision.actions[0])
    assert game.state.turn == 10
    assert args(game, "unit") == [LIER_FORT]


@pytest.mark.rule("13.2.1.b")
def test_becoming_mobile_costs_nothing() -> None:
    game = march({"g-5r/3R": "56.25", TWIN: gun("56.25")})
    game.act("undeploy", TWIN)
    assert mark(game, TWIN, "face") == mark(game, TWIN, "spent") == 0
    game.act("unit", TWIN)
    assert args(game, "to")


@pytest.mark.rule("13.2", "13.3.3.a")
def test_deployed_guns_take_no_part_in_combat_and_retreat_with_the_others() -> None:
    """13.3.3: a marker that must retreat is eliminated; a gun becomes Mobile (8.8.1: else it would be lost)."""
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-39/20": "55.54",
        "g-31/21": ("55.53", "army g-SIXTH"),
        TWIN: gun("55.53", "army g-SIXTH"),
        METZ: gun("55.53", "army g-SIXTH"),
        "f-dSECOND": "52.54",
        "g-dSIXTH": "58.51",
    }
    game = situation(
        placed, side="allied", phase="attack", step="attack", hexes=RAILS, dice=["1-2", 2, 2, 2, 2, 2, 2, 2, 2]
    )
    game.act("to", "55.53")
    game.act("unit", "f-11/20")
    game.act("unit", "f-39/20")
    game.act("done")
    game.act("done")
    while asked(game)[1] != "intensity":
        game.act("done")
    assert game.state.flow[-2][3] == (n("g-31/21"),)  # defenders
    game.act("intense")
    game.act("calm")
    while asked(game)[1] in ("retreat", "rally", "lend"):
        assert game.decision is not None
        game.act(game.decision.actions[0])
    assert where(game, METZ) == "eliminated"
    assert mark(game, TWIN, "face") == 0
    assert where(game, TWIN) not in ("55.53", "eliminated")


# ---- coordination (13.1.1)


@pytest.mark.rule("13.1.1", "13.1.1.b", "13.3.1")
def test_with_an_hq_any_number_fires_from_beside() -> None:
    game = siege({HQ: NEAR, LIGHT: gun(NEAR), AUSTRIAN: gun(NEXT), "g-6r/3R": NEXT, TWIN: gun("54.20")})
    game.act("unit", LIER_FORT)
    assert set(args(game, "unit")) == {LIGHT, AUSTRIAN}
    assert refused(game, "unit", TWIN) == "13.1.1"  # too far


@pytest.mark.rule("13.1.1", "13.3.1")
def test_an_hq_beside_any_hex_of_the_camp_coordinates() -> None:
    """B62: in the camp itself too."""
    far = str(HEXES[next(h for h in members(BOARD.spread(CAMP["Antwerpen"])) if not CAMP["Antwerpen"] >> h & 1)])
    for place in (far, "51.18"):
        game = siege({HQ: place, LIGHT: gun(NEAR)})
        assert coordinated(game.state, "german", n(LIER_FORT))
    game = siege({HQ: "55.22", LIGHT: gun(NEAR)})
    assert not coordinated(game.state, "german", n(LIER_FORT))


@pytest.mark.rule("13.1.1", "13.1.1.a", "13.2.2", "13.1.3")
def test_without_an_hq_one_gun_fires_out_of_the_fortress_hex() -> None:
    """OAO-13.1.3-01: 3/1 bombards Charlemont; 1 to 4 destroy it, 5 and 6 do not."""
    for face in range(1, 7):
        game = situation(
            {
                CHARLEMONT: (GIVET, "face"),
                "g-5r/3R": GIVET,
                LIGHT: gun(GIVET),
                TWIN: gun(GIVET),
                BIG: gun(GIVET),
                AUSTRIAN: gun(GIVET),
            },
            side="german",
            phase="attack",
            step="begin_attacks",
            turn=10,
            pools=SHELLS,
            dice=[face, *[1] * 9],
        )
        game.act("unit", CHARLEMONT)
        assert set(args(game, "unit")) == {LIGHT, TWIN, AUSTRIAN}
        assert refused(game, "unit", BIG) == "13.2.2"  # 13.2.2, B60: only German heavy guns need an HQ
        game.act("unit", LIGHT)
        assert where(game, CHARLEMONT) == ("eliminated" if face <= 4 else GIVET)
        assert len(happened(game, "fires")) == 1
        assert game.decision is None or asked(game)[1] != "fire"  # B61: one unit


@pytest.mark.rule("13.1.1.a")
def test_without_an_hq_nobody_fires_from_beside() -> None:
    game = siege({LIGHT: gun(NEAR), AUSTRIAN: gun(NEAR)})
    assert asked(game)[1] == "attack"


# ---- the procedure (13.1.2, 9.1)


@pytest.mark.rule("9.1.b", "9.1.c", "13.1.2.1", "4.2.7", "13.2.a")
def test_all_targets_are_indicated_and_fired_at_before_attacks() -> None:
    placed: dict[str, Placed] = {HQ: NEXT, "g-6r/3R": NEXT, LIGHT: gun(NEXT), TWIN: gun(NEXT), NIJLEN_FORT: "53.18"}
    game = siege(placed, dice=[6, 6, 6])
    assert asked(game) == ("german", "bombard")
    assert set(args(game, "unit")) == {LIER_FORT, NIJLEN_FORT}
    game.act("unit", LIER_FORT)
    assert refused(game, "unit", LIER_FORT) == "9.1"
    game.act("unit", NIJLEN_FORT)
    assert asked(game)[1] == "choose_target"
    game.act("unit", NIJLEN_FORT)
    assert asked(game)[1] == "fire"
    assert refused(game, "done") == "9.1"  # what was indicated is bombarded
    game.act("unit", LIGHT)
    assert asked(game)[1] == "fire"
    game.act("done")
    assert asked(game)[1] == "fire"
    assert args(game, "unit") == [TWIN]  # 13.2: LIGHT has fired
    assert refused(game, "unit", LIGHT) == "13.2"
    game.act("unit", TWIN)
    assert asked(game)[1] == "attack"  # 9.1: only now


@pytest.mark.rule("9.1.b")
def test_what_was_not_indicated_is_not_fired_at() -> None:
    placed: dict[str, Placed] = {HQ: NEXT, "g-6r/3R": NEXT, LIGHT: gun(NEXT), TWIN: gun(NEXT), NIJLEN_FORT: "53.18"}
    game = siege(placed, dice=[6, 6, 6])
    game.act("unit", LIER_FORT)
    game.act("done")
    assert asked(game)[1] == "fire"
    game.act("unit", LIGHT)
    game.act("done")
    assert asked(game)[1] == "attack"
    assert {event["hex"] for event in happened(game, "fires")} == {LIER}


@pytest.mark.rule("4.2.8", "9.1.b", "13.2.a")
def test_guns_fire_in_the_counter_attack_phase_too() -> None:
    game = siege({HQ: NEAR, LIGHT: gun(NEAR)}, phase="counter_attack")
    assert asked(game) == ("german", "bombard")
    assert game.state.phasing == "allied"


@pytest.mark.rule("1.2.d")
def test_bombardment_is_not_combat() -> None:
    """Who stands with the guns may attack afterwards; the Fortress was not attacked; nobody needs Ammo of a Depot."""
    game = siege({HQ: NEAR, LIGHT: gun(NEAR)}, dice=[6])
    game.act("unit", LIER_FORT)
    game.act("unit", LIGHT)
    assert game.state.did[n(LIER_FORT)] == game.state.did[n("g-5r/3R")] == 0
    assert not happened(game, "battle")
    assert not happened(game, "no_ammo")
    assert args(game, "to") == [LIER]
    game.act("to", LIER)
    assert LIGHT not in args(game, "unit")
    game.act("unit", "g-5r/3R")
    assert refused(game, "unit", LIGHT) == "13.2"  # and a deployed gun never attacks


@pytest.mark.rule("13.1.2.2", "13.4")
def test_heavy_bombardments_are_counted() -> None:
    """OAO-13.4-01, B60: seven of 42cm, twenty-five of 30.5cm, the Austro-Hungarian ones among them."""
    game = siege({HQ: NEAR, HEAVY: gun(NEAR), BIG: gun(NEAR), AUSTRIAN: gun(NEAR), LIGHT: gun(NEAR)}, dice=[6] * 5)
    game.act("unit", LIER_FORT)
    for unit in (LIGHT, AUSTRIAN, BIG):
        game.act("unit", unit)
    assert game.position()["pools"] == {"shots_42": 7, "shots_305": 23, "shots_prep": 5}
    game.act("unit", HEAVY)
    assert game.position()["pools"]["shots_42"] == 6
    start = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert {key: value for key, value in start.position()["pools"].items() if "shots" in key} == SHELLS


@pytest.mark.rule("13.4")
def test_without_ammunition_a_calibre_is_silent() -> None:
    pools = {"shots_42": 0, "shots_305": 1}
    game = siege({HQ: NEAR, HEAVY: gun(NEAR), BIG: gun(NEAR), AUSTRIAN: gun(NEAR)}, pools=pools, dice=[6])
    game.act("unit", LIER_FORT)
    assert refused(game, "unit", HEAVY) == "13.4"
    game.act("unit", AUSTRIAN)
    assert asked(game)[1] == "attack"  # that was the last 30.5cm bombardment


@pytest.mark.rule("13.1.2.3", "13.2.c", "2.5.6")
def test_one_gun_after_the_other_with_its_dice() -> None:
    """OAO-13.2-01: x1, x2 and x4 throw one, two and four dice."""
    assert [TUBES[n(unit)] for unit in (LIGHT, TWIN, METZ)] == [1, 2, 4]
    for unit, dice in ((LIGHT, 1), (TWIN, 2), (METZ, 4)):
        game = siege({HQ: NEAR, unit: gun(NEAR)}, dice=[6] * 4)
        game.act("unit", LIER_FORT)
        game.act("unit", unit)
        assert len(happened(game, "shelled")) == dice


@pytest.mark.rule("13.1.3", "13.1.3.b", "13.1.3.c", "13.1.2.3")
def test_steps_are_lost_one_by_one_and_excess_is_ignored() -> None:
    placed: dict[str, Placed] = {HQ: NEAR, METZ: gun(NEAR), HEAVY: gun(NEAR), NIJLEN_FORT: "53.18"}
    game = siege(placed, dice=[1, 6, 1, 1])
    strength = game.state.defence(n(LIER_FORT))
    assert strength == FACES[n(LIER_FORT)][0][1] > 0
    game.act("unit", LIER_FORT)
    game.act("unit", METZ)
    assert [event["die"] for event in happened(game, "shelled")] == [1, 6, 1]  # the fourth die falls for nothing
    assert where(game, LIER_FORT) == "eliminated"
    assert where(game, NIJLEN_FORT) == "53.18"
    assert mark(game, NIJLEN_FORT, "sr") == 0
    assert asked(game)[1] == "attack"
    half = siege({HQ: NEAR, LIGHT: gun(NEAR)}, dice=[1])
    half.act("unit", LIER_FORT)
    half.act("unit", LIGHT)
    assert mark(half, LIER_FORT, "sr") == 1
    assert half.state.defence(n(LIER_FORT)) == strength


@pytest.mark.rule("13.1.3.a")
@pytest.mark.parametrize(
    ("unit", "dice", "lost"),
    [
        (LIGHT, [4], 0),  # ●
        (LIGHT, [2], 1),  # 1
        (LIGHT, [3, 3], 1),  # + and 1 to 3
        (LIGHT, [3, 4], 0),  # + and 4 to 6
        (BIG, [4], 1),  # * for the 5+6 sKM
        (AUSTRIAN, [4], 0),  # and for nobody else
        (HEAVY, [4], 1),
        (HEAVY, [2], 2),  # B57
    ],
)
def test_result_symbols(unit: str, dice: list[int], lost: int) -> None:
    """OAO-13.1.3-03: 42cm on the Antwerpen Fortress: 1 and 2 destroy both steps, 4 destroys one."""
    game = siege({HQ: NEAR, unit: gun(NEAR)}, dice=dice)
    game.act("unit", LIER_FORT)
    game.act("unit", unit)
    assert (where(game, LIER_FORT) == "eliminated") == (lost == 2)
    assert lost == 2 or mark(game, LIER_FORT, "sr") == lost


@pytest.mark.rule("13.1.2.3")
def test_columns_by_calibre_and_class() -> None:
    """A6: every calibre against every Class; better guns and worse forts never do worse."""
    for face in range(1, 7):
        for grade in "ABC":
            steps = [_mean(f"{calibre}{grade}", face) for calibre in ("21", "30.5", "42")]
            assert steps == sorted(steps)
        for calibre in ("21", "30.5", "42"):
            steps = [_mean(f"{calibre}{grade}", face) for grade in "ABC"]
            assert steps == sorted(steps)


def _mean(column: str, face: int) -> float:
    cell = BOMBARDMENT.read(BOMBARDMENT.at(column), face)
    return {"-": 0.0, "+": 0.5, "*": 0.6, "1": 1.0, "2": 2.0}[cell]


@pytest.mark.rule("13.3.4", "2.5.6")
def test_the_pionier_marker_helps_one_die() -> None:
    """OAO-13.3.4-01, OAO-13.3.4-02: 5+6 sKM rolls 5, modified 4: a step. B59: of several dice one."""
    placed: dict[str, Placed] = {HQ: NEAR, BIG: gun(NEAR), AUSTRIAN: gun(NEXT), "g-6r/3R": NEXT, TWIN: gun(NEAR)}
    game = siege(placed, dice=[5, 3, 3, 6])
    game.act("unit", LIER_FORT)
    assert refused(game, "assist", AUSTRIAN) == "13.3.4"  # not stacked with the HQ
    game.act("assist", BIG)
    assert mark(game, LIER_FORT, "sr") == 1
    assert game.position()["pools"]["shots_305"] == 24
    assert refused(game, "assist", TWIN) == "13.3.4"  # once in a phase
    twice = siege({HQ: NEAR, TWIN: gun(NEAR)}, dice=[4, 4, 4])
    twice.act("unit", LIER_FORT)
    twice.act("assist", TWIN)
    twice.act("fire")
    assert [event["modifier"] for event in happened(twice, "shelled")] == [
        -1,
        0,
        0,
    ]  # 3: roll again; the second die is plain
    assert [event["die"] for event in happened(twice, "shelled")] == [4, 4, 4]
    later = siege({HQ: NEAR, TWIN: gun(NEAR)}, dice=[6, 6])
    later.act("unit", LIER_FORT)
    later.act("assist", TWIN)
    later.act("save")  # the owner says at which die
    assert [event["modifier"] for event in happened(later, "shelled")] == [0, -1]


@pytest.mark.rule("13.1.3", "13.3.4", "2.5.5")
def test_chances_of_the_example() -> None:
    """OAO-13.1.3-04: 3 kMK, 5+6 sKM with the Pionier marker and two Austro-Hungarian guns: 97 per cent."""
    target = n(LIER_FORT)
    dice = [chances(n(HEAVY), target), chances(n(BIG), target, -1), *(chances(n(AUSTRIAN), target) for _ in range(2))]
    assert round(100 * prospects(dice, 2)[2]) == 97
    assert sum(prospects(dice, 2).values()) == 1
    assert len(dice_of(n(METZ), target)) == 4


@pytest.mark.rule("13.1.2.1")
def test_chances_are_shown_before_the_dice() -> None:
    game = siege({HQ: NEAR, HEAVY: gun(NEAR), LIGHT: gun(NEAR)})
    assert game.hints()[f"unit {LIER_FORT}"]["mark"].endswith("% to fall")
    game.act("unit", LIER_FORT)
    battle = game.view("german")["battle"]
    assert set(battle["attackers"]) == {LIGHT, HEAVY}
    assert sum(Fraction(row["probability"]) for row in battle["chart"]) == 1
    assert game.view("allied")["battle"] is None  # 3.1.6: the guns lie under the division


@pytest.mark.rule("13.1.2.4")
def test_the_fall_of_an_invested_fortress_lets_a_unit_advance() -> None:
    ring = [h for h in members(BOARD.spread(CAMP["Namur"])) if not CAMP["Namur"] >> h & 1]
    divisions = [str(UNITS[u]) for u in UNITS.numbers if str(UNITS[u]).startswith("g-") and "/" in str(UNITS[u])]
    guards = dict(zip([d for d in divisions if "cm" not in d], (str(HEXES[h]) for h in ring), strict=False))
    forts = {f"be-fx-Namur-{i}": place for i, place in enumerate(("50.26", "50.27", "51.27", "51.28"), 1)}
    near = next(place for place in guards.values() if BOARD.ring[HEXES.number(place)] >> HEXES.number("51.28") & 1)
    game = situation(
        {**guards, **forts, HQ: near, HEAVY: gun(near)},
        side="german",
        phase="attack",
        step="begin_attacks",
        turn=4,
        pools=SHELLS,
        hexes=RAILS,
        dice=[1],
    )
    game.act("unit", "be-fx-Namur-4")
    if asked(game)[1] == "bombard":
        game.act("done")
    game.act("unit", HEAVY)
    assert asked(game) == ("german", "storm")
    unit = args(game, "unit")[0]
    game.act("unit", unit)
    assert where(game, unit) == "51.28"


# ---- Siege-Train HQs and their markers (13.3)


@pytest.mark.rule("13.3", "13.3.3")
def test_markers_begin_in_reserve_with_their_hq() -> None:
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert {where(game, marker) for marker in (SKM, KMK, KMK1, METZ)} == {"reserve"}
    assert {str(UNITS[m]): str(UNITS[hq]) for m, hq in HQ_OF.items()} == {SKM: HQ, KMK: HQ, KMK1: HQ2, METZ: HQ2}
    late = front1914.new("offensive_a_outrance", "race", seed=1)
    assert where(late, METZ) == "absent"  # 13.3.3: withdrawn on GT 12
    assert where(late, SKM) == "reserve"


@pytest.mark.rule("13.3.3.b", "13.3.3", "13.3.3.c")
def test_a_marker_is_deployed_one_turn_later_beside_its_hq() -> None:
    """OAO-20.1-01: begun on GT 20, ready on GT 21. B110: in the HQ's hex."""
    game = march({HQ: NEAR, "g-5r/3R": NEAR, SKM: "reserve", KMK: "reserve"}, turn=20)
    game.act("deploy", SKM)
    assert (where(game, SKM), mark(game, SKM, "due")) == ("track", 21)
    assert mark(game, HQ, "face") == 1
    assert refused(game, "unit", HQ) in ("13.3.3", "7.1.2")
    game.act("deploy", KMK)  # marker(s): both at once
    assert mark(game, KMK, "due") == 21
    placed: dict[str, Placed] = {HQ: gun(NEAR), "g-5r/3R": NEAR, SKM: ("track", "due 21"), KMK: "reserve"}
    before = situation(placed, side="german", phase="preliminary", step="siege_markers", turn=20, hexes=RAILS)
    assert where(before, SKM) == "track"
    assert mark(before, HQ, "face") == 1
    after = situation(placed, side="german", phase="preliminary", step="siege_markers", turn=21, hexes=RAILS)
    assert where(after, SKM) == NEAR
    assert mark(after, SKM, "face") == 1
    assert mark(after, HQ, "face") == 0
    allied = situation(placed, side="allied", phase="preliminary", step="siege_markers", turn=21, hexes=RAILS)
    assert where(allied, SKM) == "track"  # in the German Preliminary Phase


@pytest.mark.rule("13.3.3.b")
def test_an_hq_needs_a_quiet_movement_phase_and_a_railway() -> None:
    game = march({HQ: NEAR, "g-5r/3R": NEAR, SKM: "reserve"}, hexes={})
    assert refused(game, "deploy", SKM) == "13.3.3"  # no trains
    game = march({HQ: NEAR, "g-5r/3R": NEAR, SKM: "reserve"}, hexes=LINE)
    assert args(game, "deploy") == [SKM]  # adjacent to the line in 53.20 (20.6.1)
    game = march({HQ: NEAR, "g-5r/3R": NEAR, SKM: "reserve"}, phase="counter_movement")
    assert refused(game, "deploy", SKM) == "13.3.3"
    game = march({HQ: (NEAR, "origin 53.20"), "g-5r/3R": NEAR, SKM: "reserve"})
    assert refused(game, "deploy", SKM) == "13.3.3"


@pytest.mark.rule("13.3.3.c")
def test_a_deploying_hq_stays_and_breaks_off_in_a_retreat() -> None:
    placed: dict[str, Placed] = {HQ: gun(NEAR), "g-5r/3R": NEAR, SKM: ("track", "due 4")}
    game = march(placed)
    assert refused(game, "unit", HQ) == "13.3.3"
    s = game.state
    assert pack(s, (n("g-5r/3R"), n(HQ))) == (n("g-5r/3R"), n(HQ))
    assert mark(game, HQ, "face") == 0
    assert (where(game, SKM), mark(game, SKM, "due")) == ("reserve", 0)


@pytest.mark.rule("13.3.3", "13.3.3.d", "13.3.3.e")
def test_a_deployed_marker_cannot_move_and_is_taken_back() -> None:
    game = march({HQ: NEAR, "g-5r/3R": NEAR, SKM: gun(NEAR), METZ: gun(NEAR)}, phase="counter_movement")
    assert refused(game, "unit", SKM) == "13.3.3"
    game.act("undeploy", SKM)
    assert where(game, SKM) == "reserve"
    assert mark(game, SKM, "face") == 0
    game.act("undeploy", METZ)
    assert where(game, METZ) == "withdrawn"


@pytest.mark.rule("13.3.3", "13.1.1.b")
def test_a_deployed_marker_bombards_like_a_gun() -> None:
    game = siege({HQ: NEAR, SKM: gun(NEAR)}, dice=[1])
    game.act("unit", LIER_FORT)
    game.act("unit", SKM)
    assert mark(game, LIER_FORT, "sr") == 1
    assert game.position()["pools"]["shots_305"] == 24


@pytest.mark.rule("13.3.3.e", "25.3.a")
@pytest.mark.parametrize("place", [gun(NEAR), ("reserve",), ("track", "due 13")])
def test_metz_leaves_on_turn_twelve(place: tuple[str, ...]) -> None:
    placed: dict[str, Placed] = {HQ2: NEAR, "g-5r/3R": NEAR, METZ: place}
    armies = {"g-FIRST": {"trucks": 2}, "g-THIRD": {"trucks": 1}}
    for turn, box in ((11, placed[METZ][0]), (12, "withdrawn")):
        game = situation(
            placed, side="german", phase="preliminary", step="siege_markers", turn=turn, hexes=RAILS, armies=armies
        )
        assert where(game, METZ) == box
        assert sum(game.state.trucks) == (3 if turn == 11 else 0)


@pytest.mark.rule("13.3", "13.3.3")
def test_markers_are_lost_with_their_hq() -> None:
    """B151: those in reserve; a deployed one stays, and has nowhere to return to."""
    game = march({HQ: "eliminated", "g-5r/3R": NEAR, SKM: gun(NEAR), KMK: "reserve"})
    game.act("unit", "g-5r/3R")
    game.act("to", "53.20")
    assert where(game, KMK) == "eliminated"
    s = march({HQ: "eliminated", "g-5r/3R": NEAR, SKM: gun(NEAR)}).state
    undeploy(s, n(SKM))
    assert s.at[n(SKM)] == s.at[n(HQ)]


@pytest.mark.rule("3.1.6")
def test_the_enemy_learns_of_a_gun_when_it_fires() -> None:
    game = march({HQ: NEAR, "g-5r/3R": NEAR, LIGHT: NEAR, LIER_FORT: LIER}, turn=3)
    game.act("deploy", LIGHT)
    told = [event for event in game.events if event.kind == "deployed" and event.seen("allied")]
    assert not told
    assert LIGHT not in str(game.view("allied")["pieces"])
    game = siege({HQ: NEAR, LIGHT: gun(NEAR)}, dice=[6])
    game.act("unit", LIER_FORT)
    assert LIGHT not in str(game.view("allied")["pieces"])
    game.act("unit", LIGHT)
    assert happened(game, "fires")[0]["unit"] == LIGHT


def test_what_a_player_sees_of_his_guns() -> None:
    game = march({HQ: gun(NEAR), "g-5r/3R": NEAR, LIGHT: gun(NEAR), SKM: ("track", "due 4")}, turn=3)
    view = game.view("german")
    marks = {piece["id"]: piece["marks"] for piece in view["pieces"]}
    assert "deployed" in marks[LIGHT]
    assert "deploying" in marks[HQ]
    tracks = {track["id"]: track["value"] for track in view["tracks"]}
    assert (tracks["shots_42"], tracks["shots_305"], tracks["shots_prep"]) == (7, 25, 5)
