"""20: Preparatory Bombardment; 21.2 Naval Support; 25.3 Trucks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, COAST, ESCARPMENT, HEXES, MOUNTAIN_HEXES, RIVER
from front1914.titles.offensive_a_outrance.charts import PREP, Barrage
from front1914.titles.offensive_a_outrance.combat.battle import battle
from front1914.titles.offensive_a_outrance.sieges.preparation import count, modifiers, outcome, refuse_barrage
from front1914.titles.offensive_a_outrance.sieges.siege import pack
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
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
from tests.titles.offensive_a_outrance.test_bombardment import LINE, RAILS, SHELLS

HQ, SKM, KMK = "g-Siege-Train-1", "g-30.5cm-1-sKM", "g-42cm-2-kMK"
TWINS = ("g-21cm-2+3/4", "g-21cm-2+3/7", "g-21cm-1+2/9")  #: x2 each
BIG, HEAVY, AUSTRIANS = "g-30.5cm-5+6-sKM", "g-42cm-3-kMK", ("ah-30.5cm-1", "ah-30.5cm-2")
METZ, LIGHT = "g-21cm-METZ", "g-21cm-3/1"
LIER, NEAR, NEXT = "52.18", "52.19", "53.19"
ROUTINE = (NEAR, "face", "routine 21")  #: an HQ whose marker is ready on GT 21


def n(word: str) -> int:
    return UNITS.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def guns(place: str, *units: str) -> dict[str, Placed]:
    """Guns in Deployed Mode."""
    return dict.fromkeys(units, (place, "face", "army g-BELGIEN"))


#: 20.6.1: everybody around Lier on GT 21, the 3rd Reserve Corps and two units that are attached to it for the day
ANTWERPEN: dict[str, Placed] = {
    "be-fx-Antwerpen-6": LIER,
    "be-3": LIER,
    "be-fx-Antwerpen-7": "53.18",
    "be-5": "53.18",
    "be-fx-Antwerpen-5": "51.19",
    "be-dBELGIAN": "50.16",
    HQ: (*ROUTINE, "army g-BELGIEN"),
    **guns(NEAR, *TWINS, BIG, HEAVY, SKM),
    KMK: "reserve",
    "g-5r/3R": (NEAR, f"pa {LIER}", "army g-BELGIEN"),
    "g-BELGIEN-Marine": (NEAR, f"pa {LIER}", "corps g-c3R"),
    "g-6r/3R": (NEXT, f"pa {LIER}", "army g-BELGIEN"),
    "g-BELGIEN-26-Lw": (NEXT, f"pa {LIER}", "corps g-c3R"),
    **guns(NEXT, *AUSTRIANS),
    "g-dBELGIEN": "54.20",
}
BASE = {"be-BELGIAN": {"base": "52.16"}}


def barrage(placed: dict[str, Placed], **more: Any) -> Game:
    """A German Attack Phase on GT 21."""
    more = {"side": "german", "phase": "attack", "step": "begin_attacks", "turn": 21, "pools": SHELLS} | more
    return situation(placed, **({"hexes": RAILS, "armies": BASE} | more))


def to_prep(game: Game) -> Game:
    """Through the bombardments and the declarations, to the question of the guns or what comes instead."""
    while asked(game)[1] in ("bombard", "attack"):
        game.act("done")
    return game


SMALL: dict[str, Placed] = {
    "be-3": LIER,
    HQ: (*ROUTINE, "army g-BELGIEN"),
    "g-5r/3R": (NEAR, f"pa {LIER}", "army g-BELGIEN"),
    **guns(NEAR, *TWINS),
    "g-dBELGIEN": "54.20",
    "be-dBELGIAN": "52.16",
}


# ---- initiating (20.1, 4.2.3)


@pytest.mark.rule("20.1.a", "20.0", "4.2.3.d", "20.1", "13.3.2")
def test_an_hq_begins_its_routine_in_the_supply_phase() -> None:
    """OAO-20.1-01: GT 20; the marker is ready on GT 21."""
    game = situation(
        {HQ: NEAR, "g-5r/3R": NEAR, "be-3": LIER, SKM: "reserve"},
        side="german",
        phase="supply",
        step="open_routine",
        turn=20,
        pools=SHELLS,
        hexes=LINE,  # the line of the example, adjacent to the HQ
    )
    assert asked(game) == ("german", "initiate")
    assert args(game, "initiate") == [HQ]
    game.act("initiate", HQ)
    assert mark(game, HQ, "routine") == 21
    assert mark(game, HQ, "face") == 1
    placed: dict[str, Placed] = {HQ: (NEAR, "face", "routine 21"), "g-5r/3R": NEAR, "be-3": LIER, SKM: "reserve"}
    game = situation(placed, side="german", turn=20, pools=SHELLS, hexes=LINE)
    assert refused(game, "unit", HQ) == "20.1"  # it cannot move again
    game.act("deploy", SKM)  # 20.6.1: in the Movement Phase a marker is deployed as well
    assert mark(game, SKM, "due") == 21


@pytest.mark.rule("20.1.a", "20.6.1", "20.6", "20.0")
def test_when_no_routine_can_begin() -> None:
    def moment(turn: int = 20, **more: Any) -> Game:
        found = {"pools": SHELLS, "hexes": RAILS, "side": "german"} | more
        placed = {HQ: found.pop("hq", NEAR), "g-5r/3R": NEAR, "be-3": LIER}
        return situation(placed, phase="supply", step="second_depot", turn=turn, **found)

    assert args(moment(), "initiate") == [HQ]
    assert args(moment(22), "initiate") == [HQ]
    assert refused(moment(23), "initiate", HQ) == "20.6.1"
    assert refused(moment(hexes={}), "initiate", HQ) == "20.1"
    assert refused(moment(pools={}), "initiate", HQ) == "20.6"
    assert refused(moment(hq=(NEAR, "routine 20", "face")), "initiate", HQ) == "20.0"
    assert refused(moment(side="allied"), "initiate", HQ) == "20.1"


@pytest.mark.rule("20.1.a", "20.1")
def test_the_marker_is_ready_in_the_next_preliminary_phase() -> None:
    placed: dict[str, Placed] = {**SMALL, SKM: ("track", "due 21")}
    game = situation(
        placed, side="german", phase="preliminary", step="siege_markers", turn=21, hexes=RAILS, armies=BASE
    )
    assert happened(game, "routine")
    assert where(game, SKM) == NEAR
    assert mark(game, HQ, "face") == 1  # held by the Routine
    early = barrage({**SMALL, HQ: (NEAR, "face", "routine 22")})
    assert refuse_barrage(early.state, n(HQ), h(LIER)) is not None
    assert asked(to_prep(early))[1] != "prep"


# ---- conducting (20.1 to 20.4)


@pytest.mark.rule("20.1.b", "20.2", "20.2.a", "20.4")
def test_what_a_prep_bombardment_needs() -> None:
    """OAO-20.2-01, OAO-20.2-02: three x2 count six, four are needed, METZ counts four."""
    assert count(tuple(map(n, TWINS))) == 6
    assert (count((n(METZ),)), count((n(LIGHT),)), count((n(BIG),))) == (4, 1, 0)

    def rule(**changed: Placed) -> str | None:
        found = {**SMALL, **{key.replace("_", "-"): value for key, value in changed.items()}}
        reason = refuse_barrage(barrage(found).state, n(HQ), h(LIER))
        return reason.rule if reason else None

    assert rule() is None
    assert refuse_barrage(barrage({**SMALL, "be-5": "53.18"}).state, n(HQ), h("53.18")) is not None  # not adjacent
    cut = {unit: at for unit, at in SMALL.items() if unit not in TWINS}
    two: dict[str, Placed] = {**cut, **guns(NEAR, TWINS[0], LIGHT)}
    reason = refuse_barrage(barrage(two).state, n(HQ), h(LIER))
    assert reason is not None
    assert reason.rule == "20.2"  # three units of 21cm
    mobile: dict[str, Placed] = {**SMALL, TWINS[0]: NEAR, TWINS[1]: NEAR}
    assert refuse_barrage(barrage(mobile).state, n(HQ), h(LIER)) is not None  # not deployed
    metz: dict[str, Placed] = {**cut, **guns(NEAR, METZ)}
    assert refuse_barrage(barrage(metz).state, n(HQ), h(LIER)) is None
    unprepared: dict[str, Placed] = {**SMALL, "g-5r/3R": NEAR, "g-6r/3R": (NEXT, f"pa {LIER}")}
    assert refuse_barrage(barrage(unprepared).state, n(HQ), h(LIER)) is not None
    brigade: dict[str, Placed] = {**SMALL, "g-5r/3R": NEAR, "g-BELGIEN-26-Lw": (NEAR, f"pa {LIER}")}
    assert refuse_barrage(barrage(brigade).state, n(HQ), h(LIER)) is not None  # not of division-size


@pytest.mark.rule("20.1.b", "20.4")
def test_it_comes_just_before_the_attack_and_only_in_the_german_attack_phase() -> None:
    game = to_prep(barrage(SMALL))
    assert asked(game) == ("german", "prep")
    assert battle(game.state).target == h(LIER)
    assert not happened(game, "odds")
    counter = barrage({**SMALL, "g-5r/3R": NEAR}, phase="counter_attack")
    assert refuse_barrage(counter.state, n(HQ), h(LIER)) is not None


@pytest.mark.rule("20.3")
def test_terrain_forbids_it() -> None:
    """Into Mountainous hexes; across Great and Grand Rivers and an Inundation."""

    def rule(a: int, b: int, **more: Any) -> str | None:
        here, there = str(HEXES[a]), str(HEXES[b])
        placed: dict[str, Placed] = {
            HQ: (here, "face", "routine 21"),
            "g-5r/3R": (here, f"pa {there}"),
            "f-11/20": there,
            **guns(here, *TWINS),
        }
        reason = refuse_barrage(situation(placed, **(_moment() | more)).state, n(HQ), b)
        return reason.rule if reason else None

    def _moment() -> dict[str, Any]:
        return {"side": "german", "phase": "attack", "step": "attack", "turn": 21, "pools": SHELLS}

    from front1914.titles.offensive_a_outrance.board import GREAT, INUNDATIONS, OPEN, SEA_SIDES

    def pairs(test: Any) -> tuple[int, int]:
        return next(
            (a, b)
            for link, (a, b) in enumerate(BOARD.links)
            if OPEN >> a & OPEN >> b & 1 and not SEA_SIDES >> link & 1 and test(link, a, b)
        )

    flat = lambda a, b: not (MOUNTAIN_HEXES >> a | MOUNTAIN_HEXES >> b) & 1  # noqa: E731
    assert rule(*pairs(lambda link, a, b: flat(a, b) and RIVER[link] == 0)) is None
    assert rule(*pairs(lambda link, a, b: MOUNTAIN_HEXES >> b & 1 and RIVER[link] == 0)) == "20.3"
    for size in (GREAT, GREAT + 1):
        assert rule(*pairs(lambda link, a, b, size=size: flat(a, b) and RIVER[link] == size)) == "20.3"
    wet = pairs(lambda link, a, b: INUNDATIONS >> link & 1 and RIVER[link] < GREAT)
    assert rule(*wet) is None
    assert rule(*wet, events={"inundation": 1}) == "20.3"


@pytest.mark.rule("13.2.b", "20.4")
def test_a_gun_bombards_a_fortress_or_prepares_an_attack() -> None:
    placed: dict[str, Placed] = {**SMALL, "be-fx-Antwerpen-6": LIER, **guns(NEAR, LIGHT)}
    game = barrage(placed, dice=[6, 6, 6])
    game.act("unit", "be-fx-Antwerpen-6")
    game.act("unit", TWINS[0])
    game.act("done")
    to_prep(game)
    assert asked(game)[1] == "prep"
    assert refused(game, "unit", TWINS[0]) == "13.2"
    assert set(args(game, "withhold")) == {TWINS[1], TWINS[2], LIGHT}


@pytest.mark.rule("20.4", "20.1.b", "13.4")
def test_guns_are_chosen_and_heavy_ones_counted() -> None:
    game = to_prep(barrage({**SMALL, **guns(NEAR, BIG, HEAVY, SKM)}, dice=[5], pools={**SHELLS, "shots_305": 1}))
    assert set(args(game, "withhold")) == set(TWINS)  # all of 21cm unless they are withheld
    game.act("unit", SKM)
    assert refused(game, "unit", BIG) == "13.4"  # one shot of 30.5cm is left
    game.act("withhold", TWINS[0])
    game.act("withhold", TWINS[1])
    assert refused(game, "fire") == "20.2"
    game.act("unit", TWINS[1])
    game.act("fire")
    assert game.position()["pools"]["shots_42"] == 7
    assert "shots_305" not in game.position()["pools"]
    assert happened(game, "prepped")[0]["modifier"] == outcome((n(TWINS[1]), n(TWINS[2]), n(SKM)), 5, 0).levels == 3


@pytest.mark.rule("20.1.b")
def test_an_hq_may_keep_silent() -> None:
    game = to_prep(barrage(SMALL, dice=["3-3"]))
    game.act("save")
    assert asked(game)[1] == "intensity"
    assert battle(game.state).added == ()


# ---- the table (20.5)


@pytest.mark.rule("20.5", "9.6.1.g")
def test_results() -> None:
    """OAO-20.5-01: three x2 guns and a 30.5cm, die 5: three shifts, one reduction, +4 (3 and 1)."""
    twins = tuple(map(n, TWINS))
    assert outcome((*twins, n(SKM)), 5, 0) == Barrage(3, 1, 4)
    assert outcome(twins, 5, 0) == Barrage(3, 1, 3)
    assert outcome((*twins, n(METZ)), 5, 0) == Barrage(3, 1, 3)  # beyond six nothing more
    assert outcome((*twins, n(SKM)), 6, 3) == Barrage()  # no effect: the heavy gun adds nothing
    shifts = {PREP.read(PREP.at(units), face).shifts for units in (4, 5, 6) for face in range(1, 7)}
    assert (min(shifts), max(shifts)) == (1, 7)  # OAO-9.6.1-01


@pytest.mark.rule("20.5.b", "20.5.c", "20.5")
def test_modifiers() -> None:
    """OAO-20.5-02: +2 up an elevation, +1 across an Escarpment; B152: as 3.6 has it."""
    from front1914.titles.offensive_a_outrance.board import FORESTED, LEVEL, TRANSITIONS

    def found(a: int, b: int) -> list[int]:
        return sorted(shift.amount for shift in modifiers(a, b))

    seen = set()
    for link, (a, b) in enumerate(BOARD.links):
        if not LEVEL[a] or not LEVEL[b]:
            continue
        for one, other in ((a, b), (b, a)):
            up = LEVEL[other] > LEVEL[one] and not (FORESTED | TRANSITIONS) >> link & 1
            steep = link in ESCARPMENT
            assert found(one, other) == [1] * steep + [2] * up
            seen.add((up, steep))
    assert len(seen) >= 3
    assert found(h(NEAR), h(LIER)) == []


@pytest.mark.rule("20.5.a", "20.5")
def test_a_fortress_makes_the_shifts_void() -> None:
    for fortress in (True, False):
        placed: dict[str, Placed] = {**SMALL, **({"be-fx-Antwerpen-6": LIER} if fortress else {})}
        game = to_prep(barrage(placed, dice=[5]))
        game.act("fire")
        b = battle(game.state)
        assert [shift.amount for shift in b.added] == ([] if fortress else [3])
        assert b.shock == 3
        assert mark(game, "be-3", "sr") == 1


@pytest.mark.rule("20.5")
def test_nobody_may_be_left_to_attack() -> None:
    """B106: reductions come before the odds; an Asset alone is gone, and the attackers may advance."""
    placed: dict[str, Placed] = {**SMALL, "be-Gd-Civique-1": (LIER, "sr 1")}
    del placed["be-3"]
    game = to_prep(barrage(placed, dice=[5]))
    game.act("fire")
    assert where(game, "be-Gd-Civique-1") == "eliminated"
    assert asked(game) == ("german", "advance")


def test_chances_are_shown_before_the_die() -> None:
    game = to_prep(barrage(SMALL))
    panel = game.view("german")["battle"]
    assert sum(Fraction(row["probability"]) for row in panel["chart"]) == 1
    assert panel["final"] == "6+"


# ---- the comprehensive example (20.6.1)


@pytest.mark.rule("20.4", "20.5", "9.1.c", "9.6.1.g", "13.1.2.1", "13.3.4", "20.6")
def test_the_bombardment_of_lier() -> None:
    """OAO-9.6-09, OAO-9.6.2-02, OAO-9.7-05, OAO-9.9.1-05, OAO-11.1.2-02, OAO-24.2.1-01, OAO-10.1.1-02,
    OAO-10.1.2-08, OAO-10.3-06, OAO-13.1.3-03, OAO-13.3.4-01, OAO-20.5-01: the whole of it."""
    game = barrage(ANTWERPEN, dice=[4, 5, 6, 6, 5, "5-3", 2, 5, 5, 7])
    game.act("unit", "be-fx-Antwerpen-6")
    game.act("unit", "be-fx-Antwerpen-7")
    game.act("done") if asked(game)[1] == "bombard" else None
    game.act("unit", "be-fx-Antwerpen-6")
    game.act("unit", HEAVY)  # a 4: one step
    assert mark(game, "be-fx-Antwerpen-6", "sr") == 1
    game.act("assist", BIG)  # a 5, modified 4: the other
    assert where(game, "be-fx-Antwerpen-6") == "eliminated"
    assert asked(game)[1] == "fire"  # now the neighbour
    for gun in AUSTRIANS:
        game.act("unit", gun)
    assert mark(game, "be-fx-Antwerpen-7", "sr") == 0
    assert game.position()["pools"] == {"shots_42": 6, "shots_305": 22, "shots_prep": 5}
    to_prep(game)
    game.act("unit", SKM)
    game.act("fire")
    assert game.position()["pools"]["shots_305"] == 21
    assert mark(game, "be-3", "sr") == 1  # primary reduced
    assert game.state.defence(n("be-3")) == 14
    b = battle(game.state)
    assert (b.attack, b.defence) == (39 * 4, 14 * 4)
    assert {shift.amount for shift in b.shifts} == {1, -2, 3}
    assert game.view("german")["battle"]["base"] == "3:1"
    assert game.view("german")["battle"]["final"] == "6:1"
    assert b.modifier == -2
    game.act("intense")
    game.act("intense")
    assert happened(game, "result")[0]["result"] == "-1/+5❶"
    assert mark(game, "be-3", "sr") == 2  # secondary full; the die of 2 costs nothing more
    assert asked(game) == ("allied", "retreat")
    game.act("to", "51.18")
    assert asked(game) == ("allied", "lend")
    while asked(game)[1] == "lend":
        unit = args(game, "unit")
        game.act("unit", unit[0]) if unit else game.act("done")
    guns_told = happened(game, "guns")[0]
    assert (guns_told["attacker"], guns_told["defender"]) == (12, 10)
    assert (guns_told["first"], guns_told["second"]) == (0, 1)
    assert [event["modifier"] for event in happened(game, "check")] == [-1, -1, 10]
    assert mark(game, "be-3", "ce") == 3  # -3
    assert mark(game, "be-3", "sr") == 3  # secondary reduced
    game.act("to", "50.17")
    assert asked(game) == ("german", "advance")
    game.act("unit", "g-5r/3R")
    game.act("unit", "g-6r/3R")
    game.act("done")
    assert (where(game, "g-5r/3R"), where(game, "g-6r/3R")) == (LIER, LIER)
    assert where(game, HQ) == NEAR


# ---- ending (20.1, 20.6)


def finish(placed: dict[str, Placed], **more: Any) -> Game:
    """A German Finishing Phase."""
    more = {"side": "german", "phase": "finishing", "step": "end_of_routines", "turn": 21, "pools": SHELLS} | more
    return situation(placed, **({"hexes": RAILS, "armies": BASE} | more))


@pytest.mark.rule("20.1.c", "4.2.9.c", "20.6", "20.1")
def test_a_routine_goes_on_or_ends() -> None:
    placed: dict[str, Placed] = {**SMALL, **guns(NEAR, SKM), KMK: "reserve"}
    game = finish(placed)
    assert asked(game) == ("german", "go_on")
    assert game.position()["pools"]["shots_prep"] == 4  # fired or not
    game.act("go")
    assert where(game, HQ) == NEAR
    over = finish(placed)
    over.act("stop")
    assert {where(over, unit) for unit in (HQ, SKM, KMK)} == {"withdrawn"}
    assert where(over, TWINS[0]) == NEAR  # guns stay
    early = finish({**placed, HQ: (NEAR, "face", "routine 22")})
    assert early.position()["pools"]["shots_prep"] == 5  # B155: not active yet
    allied = finish(placed, side="allied")
    assert allied.position()["pools"]["shots_prep"] == 5  # only in the German Player Turn


@pytest.mark.rule("20.6.a", "20.1.c", "20.6")
def test_five_turns_and_no_more() -> None:
    """OAO-20.6-01: with the fifth the Routine ends by itself."""
    for left in range(5, 0, -1):
        game = finish(SMALL, pools={**SHELLS, "shots_prep": left})
        assert where(game, HQ) == (NEAR if left > 1 else "withdrawn")


@pytest.mark.rule("20.1.a")
def test_a_routine_is_broken_off_by_a_retreat() -> None:
    """B150: the HQ cannot leave its hex: it is removed, as when the Routine ends."""
    game = barrage(SMALL)
    assert pack(game.state, (n("g-5r/3R"), n(HQ))) == (n("g-5r/3R"),)
    assert where(game, HQ) == "withdrawn"


# ---- Naval Support (21.2, 9.6.1)

OOSTENDE, INLAND = "37.10", "37.11"
COASTERS: dict[str, Placed] = {
    "be-3": OOSTENDE,
    "be-5": "38.10",
    "be-dBELGIAN": "37.10",
    "g-5r/3R": "37.11",
    "g-6r/3R": "38.11",
    "g-dFIRST": "38.13",
}


def landing(*attacks: str, **more: Any) -> Game:
    """A German attack phase on the coast."""
    more = {"side": "german", "phase": "attack", "step": "begin_attacks", "turn": 24} | more
    game = situation(
        {**COASTERS, **more.pop("placed", {})}, hexes=RAILS, armies={"be-BELGIAN": {"base": "37.10"}}, **more
    )
    for target, unit in zip(attacks[::2], attacks[1::2], strict=True):
        game.act("to", target)
        game.act("unit", unit)
        game.act("done")
    game.act("done")
    while asked(game)[1] in ("hold", "order", "ammo", "defend"):
        assert game.decision is not None
        game.act(next((a for a in game.decision.actions if a.verb in ("done", "provide")), game.decision.actions[0]))
    return game


@pytest.mark.rule("21.2", "9.6.1.f")
def test_ships_support_a_defender_on_the_coast() -> None:
    """OAO-21.2-01: two columns to the left, once in an attack phase; B56: when the odds are reckoned."""
    game = landing(OOSTENDE, "g-5r/3R", dice=["3-3"])
    assert asked(game) == ("allied", "naval")
    game.act("support")
    assert [shift.amount for shift in battle(game.state).shifts if shift.rule == "21.2"] == [-2]
    other = landing(OOSTENDE, "g-5r/3R", dice=["3-3"])
    other.act("save")
    assert battle(other.state).column - battle(game.state).column == 2


@pytest.mark.rule("21.2")
def test_ships_support_once_in_an_attack_phase() -> None:
    game = landing(OOSTENDE, "g-5r/3R", "38.10", "g-6r/3R", seed=5)
    game.act("support")
    again = 0
    while asked(game)[1] != "retire" and game.state.phase == "attack":
        again += asked(game)[1] == "naval"
        assert game.decision is not None
        game.act(
            next(
                (a for a in game.decision.actions if a.verb in ("done", "calm", "provide", "stay")),
                game.decision.actions[0],
            )
        )
    assert again == 0
    fresh = landing(OOSTENDE, "g-5r/3R", pools={"naval_support": 1})
    assert asked(fresh) == ("allied", "naval")  # used in the phase before


@pytest.mark.rule("21.2")
def test_ships_support_only_the_allies_and_only_the_coast() -> None:
    assert COAST >> h("01.21") & COAST >> h("42.10") & 1
    assert not COAST >> h("43.10") & 1 if HEXES.find("43.10") is not None else True
    placed: dict[str, Placed] = {"be-3": "37.12", "be-5": "38.12"}
    game = landing("37.12", "g-5r/3R", placed=placed, dice=["3-3"])
    assert asked(game)[1] == "intensity"
    mirrored = situation(
        {"g-5r/3R": OOSTENDE, "be-3": INLAND, "be-dBELGIAN": "37.12", "g-dFIRST": "38.10"},
        side="allied",
        phase="attack",
        step="begin_attacks",
        turn=24,
        hexes=RAILS,
        dice=["3-3"],
    )
    mirrored.act("to", OOSTENDE)
    mirrored.act("unit", "be-3")
    mirrored.act("done")
    mirrored.act("done")
    while asked(mirrored)[1] in ("hold", "ammo"):
        mirrored.act("done" if asked(mirrored)[1] == "hold" else "save")
    assert asked(mirrored)[1] == "intensity"


# ---- Trucks (25.3)


def convoy(trucks: int, ammo: int, *, depot: str = "58.51", **more: Any) -> Game:
    """The First Army's Depot in Extended Mode with its limit used up, or nearly; its division attacks."""
    game = situation(
        {
            "f-11/20": "55.53",
            "f-dSECOND": "52.54",
            "g-5r/3R": "56.53",
            "g-dFIRST": (depot, "face", f"ammo {ammo}"),
        },
        side="german",
        phase="attack",
        step="begin_attacks",
        turn=5,
        hexes=RAILS,
        armies={"g-FIRST": {"trucks": trucks}},
        **more,
    )
    game.act("to", "55.53")
    game.act("unit", "g-5r/3R")
    game.act("done")
    game.act("done")
    game.act("done")
    return game


@pytest.mark.rule("25.3", "25.3.b")
def test_trucks_bring_ammo_beside_the_limit() -> None:
    game = convoy(2, 8)
    assert asked(game) == ("german", "ammo")
    assert verbs(game) == {"truck", "save"}
    assert refused(game, "provide") == "9.4.1"  # the Depot has given all that it may
    game.act("truck")
    assert game.state.trucks[ARMIES.number("g-FIRST")] == 1
    assert mark(game, "g-dFIRST", "ammo") == 8
    assert battle(game.state).dry == ()
    choice = convoy(2, 3)
    assert verbs(choice) == {"provide", "truck", "save"}
    choice.act("provide")
    assert (mark(choice, "g-dFIRST", "ammo"), choice.state.trucks[ARMIES.number("g-FIRST")]) == (4, 2)


@pytest.mark.rule("25.3.b", "25.3")
def test_trucks_are_used_up() -> None:
    """OAO-25.3-01: First and Second Army twice, the Third once; not at all without one, or out of reach."""
    game = convoy(1, 8)
    game.act("truck")
    assert game.state.trucks[ARMIES.number("g-FIRST")] == 0
    assert happened(convoy(0, 8), "no_ammo")
    far = convoy(2, 8, depot="63.52")
    assert happened(far, "no_ammo")  # B154: beyond the Depot's normal range
    import front1914

    start = front1914.new("offensive_a_outrance", "campaign", seed=1).state
    assert {str(ARMIES[a]): uses for a, uses in enumerate(start.trucks) if uses} == {
        "g-FIRST": 2,
        "g-SECOND": 2,
        "g-THIRD": 1,
    }
    late = front1914.new("offensive_a_outrance", "race", seed=1).state
    assert not any(late.trucks)
