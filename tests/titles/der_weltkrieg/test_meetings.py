"""Where chapters meet: what else happens to the same unit, in the same hex, at the same moment.

docs/titles/der_weltkrieg_meetings.md lists the cases.
"""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.der_weltkrieg import railways, stacking, transfer, world
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat.forces import garrison, hold_points
from front1914.titles.der_weltkrieg.combat.forts import capitulate
from front1914.titles.der_weltkrieg.combat.pockets import condemned
from front1914.titles.der_weltkrieg.combat.retreat import can_go, hard
from front1914.titles.der_weltkrieg.combat.strength import able
from front1914.titles.der_weltkrieg.rail import SIXTH, TENTH, each
from front1914.titles.der_weltkrieg.state import WITHDREW
from front1914.titles.der_weltkrieg.world import FRONT, SIDE
from tests.titles.der_weltkrieg.arena import (
    CENTRE,
    FAR_N,
    FAR_S,
    NE,
    NW,
    SE,
    SW,
    N,
    S,
    arena,
    attack,
    record,
    supplied,
    until,
)
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    bare,
    happened,
    hexes,
    mark,
    refused,
    situation,
    strength,
    unit,
    verbs,
    where,
)

rule = pytest.mark.rule
THREE: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": S}


def driven_north(units: dict[str, Placed], *dice: int) -> Game:
    """Three divisions drive the French out of the centre to the north, where guns without a zone stand beside them."""
    game = arena(supplied({**THREE, "g-21a": NW, "f-1": CENTRE, **units}), 5, 1, *dice)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance")
    game.act("done")
    assert where(game, "f-1") == N
    return game


# ---- 14-15 and 12, 16, 30: who retreated is attacked again


@rule("14-15", "16-7", "12-6", "14-15.3")
def test_who_retreated_to_an_empty_hex_fights_when_attacked_again() -> None:
    game = driven_north({}, 6, 1)
    before = strength(game, "f-1")
    attack(game, N, "g-21a")
    until(game, "attack", "recombine", "staff", "distribute", "move")
    assert happened(game, "strength")[-1]["points"] == FRONT[unit("g-21a")]
    assert strength(game, "f-1") < before


@rule("14-15", "14-15.1", "14-17")
def test_who_retreated_to_friends_rests_behind_them() -> None:
    game = driven_north({"f-2": N}, 6, 1)
    before = strength(game, "f-1")
    attack(game, N, "g-21a")
    until(game, "stand", "attack", "staff", "distribute", "move")
    assert record(game).defenders == (unit("f-2"),)
    until(game, "attack", "staff", "distribute", "move")
    assert strength(game, "f-1") == before
    assert strength(game, "f-2") < FRONT[unit("f-2")]


@rule("14-15", "18-15", "29-13.1", "24-1")
@pytest.mark.parametrize("friend", ["f-1A", "f-E1", "f-RPL1"])
def test_nobody_rests_behind_staffs_engineers_or_replacements(friend: str) -> None:
    game = driven_north({friend: N})
    assert mark(game, "f-1", "retreated") == 0
    assert unit("f-1") in garrison(game.state, "entente", HEXES.number(N))


@rule("14-15", "14-9", "14-15.3")
def test_those_who_retreat_together_are_no_friends_to_each_other() -> None:
    game = driven_north({"f-2": (CENTRE, 1)})
    assert {where(game, word) for word in ("f-1", "f-2")} == {N}
    assert len(garrison(game.state, "entente", HEXES.number(N))) == 2


@rule("14-15", "16-6", "16-7")
def test_when_the_friends_are_gone_whoever_retreated_to_them_fights() -> None:
    s = bare({"f-1": (N, "retreated"), "f-2": N, "g-3": CENTRE}, step="combat")
    h = HEXES.number(N)
    assert garrison(s, "entente", h) == [unit("f-2")]
    s.eliminate(unit("f-2"))
    assert garrison(s, "entente", h) == [unit("f-1")]


@rule("14-15", "30-2")
def test_cavalry_that_evades_one_after_the_other_stands_together() -> None:
    game = arena(supplied({"g-3": S, "f-1DC": CENTRE, "f-2DC": CENTRE}))
    attack(game, CENTRE, "g-3")
    game.act("unit", "f-1DC")
    game.act("unit", "f-2DC")
    assert [mark(game, word, "retreated") for word in ("f-1DC", "f-2DC")] == [0, 0]


# ---- 24-1, 18-11, 30-3 and 29: guns alone


@rule("24-1.1", "29-7")
def test_guns_alone_destroy_replacements_that_are_alone() -> None:
    game = arena(supplied({"g-21a": S, "f-RPL1": CENTRE}))
    attack(game, CENTRE, "g-21a")
    assert where(game, "f-RPL1") == "eliminated"
    assert mark(game, "g-1A", "supply") == 90, "nothing is fought for"


@rule("18-11.1", "29-7", "18-11.2")
def test_guns_alone_destroy_a_marker_that_is_alone() -> None:
    game = arena(supplied({"g-21a": S, "f-S1": (CENTRE, 0, "supply 7")}))
    attack(game, CENTRE, "g-21a")
    assert where(game, "f-S1") == "eliminated"
    assert mark(game, "f-S1", "supply") == 0


@rule("29-7", "29-13.1")
def test_guns_alone_throw_dice_at_guns_alone() -> None:
    game = arena(supplied({"g-21a": S, "f-H1": CENTRE}), 1)
    attack(game, CENTRE, "g-21a")
    until(game, "attack", "staff", "distribute", "move")
    assert happened(game, "strength")
    assert mark(game, "g-1A", "supply") < 90


@rule("30-3", "29-7")
def test_guns_pay_nothing_for_a_hex_that_cavalry_has_left() -> None:
    game = arena(supplied({"g-21a": S, "f-1DC": CENTRE}))
    attack(game, CENTRE, "g-21a")
    game.act("unit", "f-1DC")
    assert mark(game, "g-1A", "supply") == 90
    assert not happened(game, "strength"), "nobody throws at an empty hex"
    assert mark(game, "g-21a", "attacked") == 0, "and the guns may fire elsewhere"


@rule("30-3", "30-3.1", "12-9", "30-3.2")
def test_only_those_who_advance_into_a_hex_left_before_combat_have_fought() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-1DC": CENTRE, "f-1": SE}), 1, 1)
    attack(game, CENTRE, "g-3", "g-4")
    game.act("unit", "f-1DC")
    game.act("unit", "g-3")
    game.act("done")
    assert [mark(game, word, "attacked") for word in ("g-3", "g-4")] == [1, 0]
    game.act("to", SE)
    assert args(game, "unit") == ["g-4"], "who stayed back attacks elsewhere"
    assert refused(game, "unit", "g-3") == "12-9"


@rule("30-3.1", "16-5", "16-4", "30-3.2")
def test_who_stays_back_from_a_column_attack_may_make_another_but_not_move() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-1DC": CENTRE, "f-1": SE}), 1, 1, step="move")
    game.act("unit", "g-3")
    game.act("all")
    game.act("charge", CENTRE)
    game.act("commit")
    game.act("unit", "f-1DC")
    game.act("unit", "g-3")
    game.act("done")
    assert asked(game) == ("central", "march")
    assert args(game, "to") == []
    assert args(game, "charge") == [SE]
    game.act("charge", SE)
    assert args(game, "unit") == []
    game.act("commit")
    assert record(game).attackers == (unit("g-4"),)


@rule("24-1.1", "23-2.1")
def test_who_attacks_replacements_has_fought() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-RPL1": CENTRE, "f-1": SE}))
    attack(game, CENTRE, "g-3", "g-4")
    assert [mark(game, word, "attacked") for word in ("g-3", "g-4")] == [1, 1]


# ---- 18 and 6, 14, 21: Headquarters


@rule("18-6", "6-3", "18-6.2")
def test_a_headquarters_that_has_sent_supply_points_does_not_move() -> None:
    game = situation({"g-1A": ("2306", "supply 40"), "be-1": "1805"})
    game.act("transfer", "g-1A")
    game.act("number", 4)
    assert refused(game, "unit", "g-1A") == "18-6"
    game.act("unit", "g-S1")
    assert refused(game, "join", "g-1A") == "18-6"


@rule("18-6", "14-8")
def test_a_headquarters_that_retreated_in_the_enemys_half_may_still_transfer() -> None:
    """It has not moved in its own Movement Phase."""
    s = bare({"f-1A": (N, "supply 9", f"deeds {WITHDREW}"), "g-3": FAR_S}, side="entente")
    assert transfer.refuse_sender(s, unit("f-1A")) is None


@rule("18-16", "21-12.4")
def test_a_headquarters_that_must_leave_an_open_city_loses_its_supply_points() -> None:
    units: dict[str, Placed] = {"g-3": "1209", "g-4": "1209", "g-5": "1209", "g-1A": ("1310", "supply 20")}
    city: dict[str, Placed] = {"f-F-Lille": "1007", "f-88T": "1007", "f-5A": ("1007", "supply 30")}
    game = situation({**units, **city}, step="move")
    game.act("unit", "g-3")
    game.act("all")
    game.act("to", "1108")
    while asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert where(game, "f-5A") not in ("1007", "eliminated")
    assert mark(game, "f-5A", "supply") == 0


@rule("18-15", "29-13", "14-4")
def test_a_headquarters_with_guns_fights_alone_and_is_driven_out() -> None:
    """DW-R116: the guns count as alone: they have no strength, do not answer, and are lost when it must go."""
    game = arena(supplied({**THREE, "f-2A": CENTRE, "f-H1": CENTRE}), 5, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "counter")
    b = record(game)
    assert [able(game.state, b, unit(word)) for word in ("f-2A", "f-H1")] == [True, False]
    assert hold_points(game.state, b.defenders) == 1
    assert happened(game, "driven")
    until(game, "advance", "attack", "staff", "distribute", "move")
    assert where(game, "f-H1") == "eliminated"


# ---- 9 and 5: engineers


@rule("9-5", "9-6", "5.6")
def test_an_engineer_that_did_not_begin_the_phase_on_its_own_railway_repairs_nothing() -> None:
    """E18 begins on Operative rail and repairs the hex of E20, which then may not go on."""
    works = {h: {"operative": 0} for h in ("2206", "2107", "2007")}
    units: dict[str, Placed] = {"g-E18": "2306", "g-E20": "2206", "be-1": "1805", "g-1A": "2405"}
    game = situation(units, step="income", hexes=works)
    while asked(game)[1] != "move":
        game.act(*_usual(game))
    game.act("unit", "g-E18")
    game.act("repair", "2206")
    game.act("stop")
    assert game.state.operative[HEXES.number("2206")] == 1
    game.act("unit", "g-E20")
    assert "repair" not in verbs(game)
    assert refused(game, "repair", args(game, "to")[0]) == "9-5"


def _usual(game: Game) -> tuple[str, Any]:
    decision = game.decision
    assert decision is not None
    action = next((a for a in decision.actions if a.verb in ("done", "commit")), decision.actions[0])
    return action.verb, action.arg


@rule("9-7", "14-6")
def test_an_engineer_that_retreated_has_not_dug_for_a_whole_turn() -> None:
    works = {"2206": {"operative": 0, "work": "devastation"}}
    for deeds, operative in ((0, 1), (WITHDREW, 0)):
        s = bare({"g-E20": ("2206", f"deeds {deeds}"), "g-3": "2206"}, hexes=works)
        railways.dig_out(s)
        assert s.operative[HEXES.number("2206")] == operative


@rule("9-8.1", "9-7", "22-13")
@pytest.mark.parametrize(
    ("work", "enemy", "operative"),
    [("devastation", "", 1), ("devastation", "f-1", 0), ("trench", "f-1", 1), ("hindenburg", "f-1", 1)],
)
def test_among_enemies_a_line_is_repaired_under_trenches_only(work: str, enemy: str, operative: int) -> None:
    """The infantry beside the engineer holds the hex; devastation gives no cover (DW-R127)."""
    units: dict[str, Placed] = {"g-E20": "2206", "g-3": "2206"} | ({enemy: "2106"} if enemy else {})
    works = {"2206": {"operative": 0, "work": work, "builder": "central"}}
    s = bare(units, hexes=works)
    railways.dig_out(s)
    assert s.operative[HEXES.number("2206")] == operative


# ---- 7, 30 and 19: what cuts a line between the declaration of an attack and its payment


@rule("19-4", "7-11", "13-7")
@pytest.mark.parametrize(
    ("mark_", "others", "spent", "points"),
    [
        ("", {}, {}, 4),  # its zone cuts the line from the beginning
        ("entrained", {}, {}, 4),
        ("entrained", {"g-3A": (FAR_S, "supply 9")}, {"g-3A": 2}, 8),
        ("entrained", {"g-4": SE}, {"g-2A": 2}, 8),
    ],
)
def test_who_leaves_a_train_may_cut_the_line_of_the_attack(
    mark_: str, others: dict[str, Placed], spent: dict[str, int], points: int
) -> None:
    """The Headquarters stands beside the enemy, who exerts a zone as soon as he is attacked (DW-R129)."""
    train: Placed = (CENTRE, mark_) if mark_ else CENTRE
    game = arena({"g-3": S, "g-2A": (SE, "supply 9"), "f-1": train, **others}, 1, 1)
    until(attack(game, CENTRE, "g-3"), "attack_die", "attack", "staff", "distribute")
    told = {event["unit"]: event["points"] for event in happened(game, "supply_spent")}
    assert told == spent
    assert happened(game, "strength")[-1]["points"] == points


@rule("19-4", "30-2", "13-7")
@pytest.mark.parametrize(("goes", "spent", "points"), [(False, {"g-2A": 2}, 7), (True, {}, 4)])
def test_cavalry_that_goes_may_cut_the_line_of_the_attack(goes: bool, spent: dict[str, int], points: int) -> None:
    """Infantry holds the hex; the cavalry rides towards its own staff, which is beside that of the attacker."""
    units: dict[str, Placed] = {"g-3": NE, "g-2A": ("5106", "supply 9"), "f-1": CENTRE, "f-1DC": CENTRE, "f-1A": FAR_S}
    game = until(attack(arena(units, 1, 1), CENTRE, "g-3"), "evade")
    if goes:
        game.act("unit", "f-1DC")
        assert where(game, "f-1DC") == S
    until(game, "attack_die", "defend", "attack", "staff", "distribute")
    told = {event["unit"]: event["points"] for event in happened(game, "supply_spent")}
    assert told == spent
    until(game, "attack_die", "stand", "counter", "attack", "staff", "distribute")
    assert happened(game, "strength")[-1]["points"] == points


# ---- 11 and 27


@rule("11-6", "27-3")
def test_brigades_that_are_no_components_are_half_a_division_each() -> None:
    """DW-R78: twelve Landwehr brigades fill a hex, whatever their strength; regiments make up divisions."""
    brigades = ("g-10Lw", "g-13Lw", "g-25Lw", "g-26Lw", "g-27Lw", "g-29Lw")
    s = bare(dict.fromkeys(brigades, "2306"))
    units = [unit(word) for word in brigades]
    assert stacking.load(s, units)[0] == len(units)
    regiments = [f"g-r{n}" for n in range(1, 6)]
    s = bare(dict.fromkeys(regiments, "2306"))
    assert stacking.load(s, [unit(word) for word in regiments])[0] == 4, "one division of four, one of the fifth"


@rule("20-13", "27-1")
@pytest.mark.parametrize("word", ["g-3", "g-RPL1"])
def test_who_is_doomed_stays_so_in_pieces(word: str) -> None:
    """A division or replacements in a pocket that cannot live do not escape by splitting."""
    game = situation({word: ("2306", "doomed"), "g-4": "2405"})
    game.act("split", word)
    if word == "g-3":
        game.act("all")
        parts = ["g-r1", "g-r2", "g-r3", "g-r4"]
    else:
        game.act("number", 2)
        parts = ["g-RPL1", "g-RPL2"]
    assert [mark(game, part, "doomed") for part in parts] == [1] * len(parts)


@rule("24-3", "25-1")
def test_replacements_that_are_to_arrive_are_no_spare_counters() -> None:
    """The last replacements of Austria-Hungary are due: those on the map cannot be split on their counter."""
    units: dict[str, Placed] = {"ah-RPL1": ("schedule", 4), "ah-RPL2": "4101", "s-1M": "4308"}
    game = situation(units, scenario="danube", year=1915, month=10)
    assert refused(game, "split", "ah-RPL2") == "24-3"


@rule("24-3", "23-4.1")
def test_replacements_merge_up_to_the_strength_of_their_counter() -> None:
    game = situation({"g-RPL1": ("2306", 3), "g-RPL2": ("2306", 3), "g-RPL3": ("2306", 2), "be-1": "1805"})
    game.act("merge", "g-RPL1")
    assert args(game, "unit") == ["g-RPL3"], "3 and 2 are 5; 3 and 3 are too many for a 5-4"


# ---- 31-4 and 7, 9, 22, 29, 40: strengthened cavalry is infantry


STRONG: dict[str, Placed] = {"g-1C": (CENTRE, 5, "strengthened")}


@rule("31-4", "22-1", "31-4.2")
def test_strengthened_cavalry_digs() -> None:
    s = bare({**STRONG, "f-1": N}, year=1916)
    assert s.ground("central").infantry >> HEXES.number(CENTRE) & 1
    assert not bare({"g-1C": CENTRE, "f-1": N}, year=1916).ground("central").infantry


@rule("31-4", "7-5", "31-4.3")
def test_strengthened_cavalry_rides_as_infantry_does() -> None:
    u = unit("g-1C")
    assert [each(bare({"g-1C": place}, year=1916), u) for place in ((CENTRE, 5, "strengthened"), CENTRE)] == [
        TENTH,
        SIXTH,
    ]


@rule("31-4", "9-3", "31-4.4")
def test_strengthened_cavalry_cuts_railways() -> None:
    for marks, operative in ((("strengthened",), 0), ((), 1)):
        game = situation({"g-1C": ("2206", *marks), "be-GHQ": "1805"}, year=1916)
        game.act("unit", "g-1C")
        game.act("to", "2106")
        assert game.state.operative[HEXES.number("2106")] == operative


@rule("31-2", "23-5", "31-2.1")
def test_replacements_strengthen_existing_cavalry_only() -> None:
    base: dict[str, Placed] = {"g-RPL1": "2306", "g-1A": "2306", "be-1": "1805"}
    game = situation({**base, "g-1C": ("eliminated", 0)}, step="recombine", year=1916)
    assert asked(game)[1] != "staff" or "2306" not in args(game, "to") or _receivers(game, "g-1C") is False
    game = situation({**base, "g-1C": "2306"}, step="recombine", year=1916)
    assert _receivers(game, "g-1C")


def _receivers(game: Game, word: str) -> bool:
    game.act("to", "2306")
    return word in args(game, "unit")


# ---- 33-4 and 13-24


@rule("33-4", "13-24", "33-4.1")
def test_an_assault_unit_that_has_reverted_loses_as_other_divisions_do() -> None:
    """The 12-5 comes down to 8-5; then it and a full 8-5 are reduced to their backs before anybody loses more."""
    from front1914.titles.der_weltkrieg.combat import casualties
    from front1914.titles.der_weltkrieg.combat.forces import bodies

    s = bare({"g-AD1": (S, 8), "g-3": S, "g-4": (S, 6)}, year=1917)
    units = [unit(word) for word in ("g-AD1", "g-3", "g-4")]
    assert casualties.next_losers(bodies(s, units), casualties.AS_ATTACKER) == units[:2]
    s.strength[units[0]] = 6
    assert casualties.next_losers(bodies(s, units), casualties.AS_ATTACKER) == [units[1]]


# ---- 36-2 and 6


@rule("36-2")
def test_flotillas_move_whenever_their_owner_likes_in_the_movement_phase() -> None:
    game = situation({"ah-FL": "4304", "ah-3": "4204", "ah-5A": "4303", "s-1M": "4308"})
    game.act("unit", "ah-3")
    game.act("to", "4203")
    game.act("stop")
    game.act("unit", "ah-FL")
    game.act("to", "4604")
    assert where(game, "ah-FL") == "4604"
    game.act("unit", "ah-5A")
    assert asked(game)[1] == "march"


# ---- 7-7


@rule("7-7", "7-3")
def test_who_has_left_a_train_may_entrain_again() -> None:
    """Five points: one to entrain, one lost fraction, one to entrain again."""
    game = situation({"g-3": "2306"})
    game.act("unit", "g-3")
    game.act("rail")
    game.act("to", "2406")
    game.act("detrain")
    game.act("rail")
    assert asked(game) == ("central", "train")
    assert mark(game, "g-3", "spent") == 3 * 60


# ---- 23-2 and 14


@rule("23-2.1", "14-6")
@pytest.mark.parametrize("word", ["f-RPL1", "f-2A"])
def test_who_retreated_does_not_recombine_in_the_same_turn(word: str) -> None:
    game = driven_north({word: CENTRE})
    assert where(game, word) == N
    assert mark(game, word, "deeds") & WITHDREW


# ---- 21-9 and 24-2


@rule("21-9", "24-2")
def test_a_fortress_gives_up_as_many_replacement_units_as_its_points_need() -> None:
    """36 points of Epinal: 12 of replacements, on counters of five, five and two."""
    game = situation({"f-F-Epinal": "2521", "g-3": "2307"}, side="entente", month=11)
    game.act("forts")
    game.act("unit", "f-F-Epinal")
    game.act("number", 36)
    found = [strength(game, f"f-RPL{n}") for n in range(1, 17) if where(game, f"f-RPL{n}") == "2521"]
    assert found == [5, 5, 2]
    assert stacking.load(game.state, game.state.stack(HEXES.number("2521")))[0] == 6


# ---- 18-10, 25-7 and 18-6


@rule("18-10", "25-7.1", "18-6.1")
def test_a_large_marker_is_taken_in_turn_by_turn() -> None:
    game = situation({"g-1A": ("2306", "supply 5"), "g-S1": ("2306", 0, "supply 23"), "be-1": "1805"}, step="absorb")
    assert asked(game) == ("central", "depot")
    game.act("unit", "g-S1")
    assert (mark(game, "g-1A", "supply"), mark(game, "g-S1", "supply")) == (15, 13)
    assert refused(game, "unit", "g-S1") == "18-6.1"


@rule("18-10")
def test_a_part_of_a_marker_may_be_taken_in() -> None:
    game = situation({"g-1A": ("2306", "supply 5"), "g-S1": ("2306", 0, "supply 8"), "be-1": "1805"}, step="absorb")
    game.act("part", "g-S1")
    assert args(game, "number") == list(range(1, 9))
    assert refused(game, "number", 9) == "18-6.1"
    game.act("number", 3)
    assert (mark(game, "g-1A", "supply"), mark(game, "g-S1", "supply")) == (8, 5)
    assert where(game, "g-S1") == "2306"


# ---- 20-13, 21-11 and 36


@rule("20-13", "36-9")
def test_ships_are_in_no_pocket_and_do_not_surrender_with_a_fortress() -> None:
    ring = dict(zip(("s-1D", "s-1T", "s-2T", "m-1"), ("4303", "4404", "4204", "4205"), strict=False))
    s = bare({"ah-FL": "4304", "ah-3": "4304", **{k: v for k, v in ring.items() if k != "s-2T"}})
    assert unit("ah-FL") not in condemned(s, "central")
    s = bare({"s-F-Bel": "4305", "r-FL": "4305", "s-1M": "4305", "ah-3": "4304"})
    capitulate(s, unit("s-F-Bel"))
    assert s.on_map(unit("r-FL"))
    assert not s.on_map(unit("s-1M"))


# ---- 14-10 and 11: room for a retreat


def six(h: str, start: int, count: int) -> dict[str, Placed]:
    words = [f"f-{n}" for n in (*range(3, 25), *range(27, 37))]
    return dict.fromkeys(words[start : start + count], h)


@rule("14-1", "14-10")
def test_a_stack_retreats_by_choice_only_if_there_is_room_for_all_of_it() -> None:
    """One place is left beside the hex: one division may go, two may not (DW-R97)."""
    crowd = {**six(N, 0, 5), **six(NE, 5, 6), **six(NW, 11, 6), "g-3": S, "g-4": SE, "g-5": SW}
    h = HEXES.number(CENTRE)
    assert can_go(bare({**crowd, "f-1": CENTRE}), "entente", h)
    assert not can_go(bare({**crowd, "f-1": CENTRE, "f-2": CENTRE}), "entente", h)


@rule("14-6", "14-10", "14-14")
def test_the_owner_says_who_gets_the_last_place() -> None:
    crowd = {**six(N, 0, 5), **six(NE, 5, 6), **six(NW, 11, 6)}
    units = supplied({**THREE, "g-6": SE, "g-7": SW, **crowd, "f-1": CENTRE, "f-2": (CENTRE, 6)})
    game = arena(units, 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5", "g-6", "g-7")
    until(game, "retreat")
    assert asked(game) == ("entente", "retreat")
    first = args(game, "unit")[0]
    game.act("unit", first)
    game.act("to", N)
    assert where(game, first) == N
    assert {where(game, word) for word in ("f-1", "f-2")} == {N, "eliminated"}


@rule("14-10", "24-3", "11-1")
def test_replacements_merge_to_make_room() -> None:
    crowd = {**six(N, 0, 4), "f-RPL1": (N, 2), "f-RPL2": (N, 2), "f-RPL3": (N, 1)}
    game = situation({**crowd, "g-3": FAR_S}, side="entente", step="overstack")
    assert asked(game) == ("entente", "excess")
    game.act("merge", "f-RPL1")
    game.act("unit", "f-RPL2")
    assert strength(game, "f-RPL2") == 4
    assert asked(game)[1] != "excess"
    assert SIDE[unit("f-RPL2")] == "entente"


# ---- 12-8 and 16: nobody is compelled


@rule("12-8", "16-4", "16-5")
def test_who_takes_no_part_in_a_column_attack_may_make_his_own() -> None:
    game = arena(supplied({"g-3": S, "g-4": S, "f-1": CENTRE, "f-2": SE}), 1, 1, 1, 1, step="move")
    game.act("unit", "g-3")
    game.act("all")
    game.act("charge", CENTRE)
    game.act("leave", "g-4")
    game.act("commit")
    assert record(game).attackers == (unit("g-3"),)
    until(game, "march", "move")
    assert asked(game)[1] == "march"
    assert (mark(game, "g-3", "charged"), mark(game, "g-4", "charged")) == (1, 0)
    assert SE in args(game, "charge")


# ---- 20-11 and 19


@rule("20-11", "19-12")
def test_the_owner_says_who_is_supplied_first_in_a_pocket() -> None:
    ring: dict[str, Placed] = {"g-3": S, "g-4": SE, "g-5": SW, "g-6": "5102", "g-7": "4902", "g-8": "5001"}
    units = {**ring, "g-1A": (FAR_S, "supply 50"), "f-1": CENTRE, "f-2": CENTRE, "f-1A": (N, "supply 4")}
    game = arena(units, 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "defend")
    if record(game).beset:
        first = next(word for word in ("f-1", "f-2") if _backer(game, word) >= 0)
        other = "f-2" if first == "f-1" else "f-1"
        game.act("supply", first)
        game.act("unsupplied")
        assert refused(game, "commit") == "20-11", "somebody must use the points"
        game.act("supply", other)
        game.act("hq", "f-1A")
        game.act("commit")
        assert mark(game, "f-1A", "supply") == 0
        until(game, "counter")
        assert record(game).backers[record(game).defenders.index(unit(other))] == unit("f-1A")
    else:
        pytest.fail("they should be surrounded")


def _backer(game: Game, word: str) -> int:
    paid = dict(zip(record(game).defenders, game.state.flow[-1][1], strict=True))
    return int(paid[unit(word)])


# ---- 27-1, 27-2: regiments


@rule("27-1")
def test_nothing_is_given_up_in_a_breakdown_without_the_owners_word() -> None:
    """One regiment is left for an 8-5: six points would be lost; he may call it off."""
    game = situation({"g-3": "2306", **{f"g-r{n}": "2405" for n in range(1, 16)}})
    game.act("split", "g-3")
    assert "6 would be lost" in game.decision.prompt  # type: ignore[union-attr]
    game.act("cancel")
    assert (where(game, "g-3"), strength(game, "g-3")) == ("2306", 8)


@rule("27-1")
def test_the_owner_chooses_the_regiments() -> None:
    game = situation({"g-3": ("2306", 5)})
    game.act("split", "g-3")
    for word in ("g-r9", "g-r4"):
        game.act("unit", word)
    assert refused(game, "unit", "g-r9") == "27-1"
    game.act("commit")
    assert [strength(game, word) for word in ("g-r9", "g-r4", "g-r1")] == [2, 2, 0]
    assert where(game, "g-3") == "broken"


@rule("27-2")
def test_the_owner_chooses_the_division_and_its_regiments() -> None:
    units: dict[str, Placed] = {"g-r1": "2306", "g-r2": "2306", "g-r3": "2306", "f-1": "1409"}
    game = situation({**units, "g-4": ("broken", 0), "g-11R": ("broken", 0)})
    game.act("done")
    game.act("to", "2306")
    assert asked(game) == ("central", "muster")
    other = args(game, "unit")[0]
    game.act("unit", other)
    game.act("leave", "g-r3")
    game.act("commit")
    assert (where(game, other), strength(game, other)) == ("2306", 4)
    assert where(game, "g-r3") == "2306"


# ---- 24-3, 28-5: at any time


@rule("24-3", "28-5")
@pytest.mark.parametrize(("step", "name"), [("combat", "attack"), ("recombine", "staff")])
def test_replacements_and_corps_in_other_phases(step: str, name: str) -> None:
    units: dict[str, Placed] = {
        "g-RPL1": FAR_S,
        "g-3": S,
        "g-1A": (FAR_S, "supply 9"),
        "g-4": (FAR_S, 5),
        "f-1": CENTRE,
    }
    game = situation(units, step=step)
    assert asked(game)[1] == name
    game.act("split", "g-RPL1")
    game.act("number", 2)
    assert [strength(game, word) for word in ("g-RPL1", "g-RPL2")] == [3, 2]
    game.act("merge", "g-RPL1")
    game.act("unit", "g-RPL2")
    assert strength(game, "g-RPL2") == 5
    game.act("corps")
    assert asked(game)[1] == "corps"


# ---- 25-2, 25-3 and 11: who arrives


@rule("25-2", "11-1")
def test_the_owner_says_who_arrives_first_where_there_is_no_room_for_all() -> None:
    units = {
        **dict.fromkeys([f"g-{n}" for n in (3, 4, 5, 6, 7)], "2306"),
        "g-18": ("schedule", 8),
        "g-13": ("schedule", 8),
    }
    game = situation(units, scenario="liege", step="arrivals", month=8, turn=4)
    assert asked(game) == ("central", "berth")
    game.act("unit", "g-13")
    assert where(game, "g-13") == "2306"
    assert asked(game)[1] in ("arrival", "distribute", "move")
    game = situation(units, scenario="liege", step="arrivals", month=8, turn=4)
    game.act("all")
    assert where(game, "g-18") == "2306", "as the schedule has it"


@rule("25-3.1", "25-3")
def test_who_cannot_arrive_where_he_should_may_wait() -> None:
    units = {"g-18": ("schedule", 8), "be-1": "2207", "g-3": "2306", "g-4": "2306"}
    units |= dict.fromkeys(("g-5", "g-6", "g-7", "g-8"), "2306")
    game = situation(units, scenario="liege", step="arrivals", month=8, turn=4)
    assert asked(game) == ("central", "arrival")
    game.act("pass")
    assert where(game, "g-18") == "schedule"
    assert asked(game)[1] != "arrival"


# ---- 26-7 and 13, 20-3: a nation surrenders in the middle of a Combat


def breaking(monkeypatch: pytest.MonkeyPatch, word: str, *levels: int) -> None:
    """The scenario of the tests gets thresholds for one nation."""
    from front1914.titles.der_weltkrieg import terms
    from front1914.titles.der_weltkrieg.nations import NATIONS

    told = terms.TERMS["schlieffen_plan"]
    changed = told._replace(thresholds={NATIONS.number(word): levels}, tracked=frozenset(NATIONS.numbers))
    monkeypatch.setitem(terms.TERMS, "schlieffen_plan", changed)


@rule("26-7", "13-20")
def test_losses_that_make_a_nation_surrender_end_its_part_in_the_combat(monkeypatch: pytest.MonkeyPatch) -> None:
    breaking(monkeypatch, "french", 1, 1, 1)
    game = arena(supplied({**THREE, "f-1": CENTRE, "f-2": CENTRE, "f-1DC": N}), 3, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance", stand="stand")
    assert {where(game, word) for word in ("f-1", "f-2", "f-1DC", "f-1A")} == {"absent"}
    game.act("unit", "g-3")
    assert where(game, "g-3") == CENTRE


@rule("26-7", "13-20.1")
def test_an_attacker_that_surrenders_with_his_own_losses_leaves_the_defender_his(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    breaking(monkeypatch, "german", 1, 1, 1)
    game = arena(supplied({**THREE, "f-1": CENTRE, "f-2": CENTRE}), 3, 6)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "attack", "staff", "distribute", "move", stand="stand")
    assert {where(game, word) for word in THREE} == {"absent"}
    assert strength(game, "f-1") + strength(game, "f-2") < 14


@rule("20-3", "13-8")
def test_a_break_out_that_costs_the_last_point_is_over_before_the_dice() -> None:
    ring: dict[str, Placed] = dict(zip(("f-1", "f-2", "f-3", "f-4", "f-5", "f-6"), (N, S, NE, SE, SW, NW), strict=True))
    game = arena({**ring, "g-3": (CENTRE, 1), "f-1A": (FAR_N, "supply 50")}, 1, 1)
    attack(game, N, "g-3")
    until(game, "attack", "staff", "distribute", "move")
    assert where(game, "g-3") == "lost"
    assert not happened(game, "strength")


# ---- 9-7 and 9-11: gauge under trenches


@rule("9-11", "9-7")
def test_a_foreign_gauge_under_devastation_waits_for_its_season() -> None:
    """Russian lines in Poland; a German engineer has rested a whole turn beside its own network."""
    near, far = "5505", "5604"
    for month, turn, operative in ((5, 1, 1), (5, 2, 0), (12, 1, 0)):
        rows = {
            near: {"network": "german", "operative": 1},
            far: {"network": "russian", "operative": 0, "work": "devastation"},
        }
        s = bare({"g-E20": far, "g-3": far}, hexes=rows, year=1915, month=month, turn=turn)
        if HEXES.number(near) not in railways.RAIL[HEXES.number(far)]:
            pytest.fail("no line joins the two hexes")
        railways.dig_out(s)
        assert s.operative[HEXES.number(far)] == operative, (month, turn)


# ---- 33-7 and 33-4, 4


@rule("33-7", "33-4", "33-7.1")
def test_only_units_with_assault_points_attack_a_vacant_hex() -> None:
    units: dict[str, Placed] = {"g-AD1": CENTRE, "g-AD2": (CENTRE, 8), "f-1": FAR_N}
    game = arena(supplied(units), year=1917)
    game.act("to", SE)
    assert args(game, "unit") == ["g-AD1"]
    assert refused(game, "unit", "g-AD2") == "33-7", "it has reverted to a regular division"


@rule("33-7", "4.1")
def test_no_vacant_hex_outside_the_scenario_is_attacked() -> None:
    game = situation({"g-AD1": "1804", "be-1": "1905"}, scenario="liege", step="combat", year=1917)
    assert set(args(game, "to")) <= {str(HEXES[h]) for h in HEXES.numbers if game.state.rules.area >> h & 1}
    assert refused(game, "to", "1704") is not None


# ---- 14-16 and 14-1: a retreat by choice that would cost a Headquarters


@rule("14-16", "14-1")
def test_a_headquarters_has_no_way_where_it_would_not_live() -> None:
    from front1914.titles.der_weltkrieg.combat.retreat import Way, survives

    hard, easy = Way(0, 17), Way(0, 1)
    assert [survives(unit(word), hard) for word in ("f-1", "f-1DC", "f-1A", "f-E1")] == [True, True, False, False]
    assert all(survives(unit(word), easy) for word in ("f-1", "f-1A", "f-E1"))


# ---- 11-10 and 27-3


@rule("11-10", "27-3")
def test_components_in_different_hexes_are_not_one_division_of_an_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four halves may attack: five regiments in five hexes are too many, four in one hex are one division."""
    from front1914.titles.der_weltkrieg.combat import ability

    monkeypatch.setattr(ability, "LIMIT", [(2, 1)] * len(ability.LIMIT))
    words = [f"g-r{n}" for n in range(1, 6)]
    s = bare(dict(zip(words, (N, NE, SE, S, SW), strict=True)))
    units = [unit(word) for word in words]
    assert ability.crowded(s, HEXES.number(CENTRE), units) is not None, "five halves are more than four"
    s = bare(dict.fromkeys(words[:4], N))
    assert ability.crowded(s, HEXES.number(CENTRE), units[:4]) is None, "together they are one division"


# ---- 36-7 and 6: a far march


@rule("36-7", "6-6")
def test_a_far_march_keeps_out_of_the_range_of_flotillas_where_it_can() -> None:
    units: dict[str, Placed] = {"g-2KD": "4504", "r-FL": "4304", "s-1M": "4108"}
    game = situation(units, scenario="danube", year=1915, month=10)
    game.act("unit", "g-2KD")
    game.act("to", "4506")
    assert asked(game)[0] == "central", "no flotilla is asked"
    assert where(game, "g-2KD") == "4506"


@rule("36-7", "7-5")
def test_a_train_over_the_danube_is_interdicted_too() -> None:
    """No railway of the map crosses the river; one is laid."""
    from front1914.titles.der_weltkrieg import rail

    game = situation({"g-3": "4304", "r-FL": "4404", "s-1M": "4108"}, scenario="danube", year=1915, month=10)
    s, u = game.state, unit("g-3")
    a, b, c = hexes("4304", "4305", "4306")
    for h in (a, b, c):
        s.network[h] = world.NATION[u]
    s.flow.append(("train", u))
    rail.travel(s, u, (a, b, c))
    assert [frame[0] for frame in s.flow if frame[0] == "crossing"] == ["crossing"]
    assert s.at[u] == c


# ---- 30-4 and 6-11 (DW-R123)


@rule("30-4", "6-11")
def test_hungry_cavalry_is_not_walked_over() -> None:
    game = situation({"g-3": "1110", "f-1DC": "1010"}, month=1)
    game.act("unit", "g-3")
    assert refused(game, "to", "1010") == "6-11"


# ---- 26-7 and 25, 8, 22: what a nation that surrenders leaves behind


@rule("26-7", "25-1")
def test_reinforcements_of_a_nation_that_surrendered_never_come() -> None:
    from front1914.titles.der_weltkrieg.arrivals import due
    from front1914.titles.der_weltkrieg.morale import surrender
    from front1914.titles.der_weltkrieg.nations import NATIONS

    s = situation({"g-18": ("schedule", 8), "be-1": "1905"}, scenario="liege", step="arrivals", turn=4).state
    s.put(unit("g-18"), world.SCHEDULE)
    assert [placed.unit for placed in due(s)] == [unit("g-18")]
    surrender(s, NATIONS.number("german"))
    assert list(due(s)) == []


@rule("26-7", "8-9", "8-9.1")
def test_railways_of_a_nation_that_surrendered_pass_to_a_neighbour() -> None:
    from front1914.titles.der_weltkrieg.morale import surrender
    from front1914.titles.der_weltkrieg.nations import NATIONS

    s = bare({"f-1": "0909", "g-3": "2306"})
    belgian, french = NATIONS.number("belgian"), NATIONS.number("french")
    surrender(s, belgian)
    railways.lose_capacity(s)
    assert s.capacity[belgian] == 0
    assert not any(s.network[h] == belgian and s.operative[h] for h in HEXES.numbers)
    assert any(s.network[h] == french for h in HEXES.numbers if railways.IN[belgian] >> h & 1)


# ---- 49-1 and 7-9, 8-1


@rule("49-1", "7-9")
def test_an_american_division_is_too_long_for_a_single_track() -> None:
    """It counts as two divisions; one may cross, two only on the German network (37-5)."""
    from front1914.titles.der_weltkrieg.rail import open_track

    s = bare({"us-1": "4308", "s-1M": "4307"}, scenario="nish", year=1918, month=10, side="entente")
    a, b = hexes("4308", "4408")
    assert not open_track(s, unit("us-1"), a, b)
    assert open_track(s, unit("us-1b"), a, b), "a brigade counts as one division"
    assert open_track(s, unit("s-1M"), a, b)


# ---- 30-2 and 14-9


@rule("30-2", "14-9")
def test_cavalry_that_evades_among_enemies_attacks_nobody() -> None:
    """DW-R96: only a retreat that follows a Combat leads to such an attack."""
    ring: dict[str, Placed] = {"g-3": S, "g-4": SE, "g-5": SW, "g-6": "5102", "g-7": "4902"}
    game = arena(supplied({**ring, "f-1DC": CENTRE}))
    attack(game, CENTRE, "g-3")
    if "f-1DC" in args(game, "unit"):
        game.act("unit", "f-1DC")
    while asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert not happened(game, "last_stand")


# ---- 22-1, 22-4 and 7-11, 31-4


@rule("22-4", "31-4.2")
def test_strengthened_cavalry_keeps_the_trench_that_infantry_leaves() -> None:
    works = {CENTRE: {"work": "trench", "builder": "central"}}
    for marks, work in ((("strengthened",), "trench"), ((), "open")):
        units: dict[str, Placed] = {"g-1C": (CENTRE, *marks), "g-3": CENTRE, "f-1": FAR_N}
        game = situation(units, hexes=works, year=1915, month=1)
        game.act("unit", "g-3")
        game.act("to", S)
        assert game.position().get("hexes", {}).get(CENTRE, {}).get("work", "open") == work


# ---- 20-13 and 24, 27: doomed replacements merge


@rule("20-13", "24-3")
def test_replacements_that_merge_with_doomed_ones_are_doomed() -> None:
    game = situation({"g-RPL1": ("2306", 2, "doomed"), "g-RPL2": ("2306", 2), "be-1": "1805"})
    game.act("merge", "g-RPL1")
    game.act("unit", "g-RPL2")
    assert mark(game, "g-RPL2", "doomed") == 1


# ---- 18-10 and 8-7: a marker of which a part is left


@rule("18-10", "8-7")
def test_what_is_left_of_a_marker_weighs_less_on_the_rails() -> None:
    from front1914.titles.der_weltkrieg.rail import load

    s = bare({"g-1A": ("2306", "supply 5"), "g-S1": ("2306", 0, "supply 23")})
    marker, hq = unit("g-S1"), unit("g-1A")
    assert load(s, marker) == 3
    transfer.take_in(s, marker, hq, 10)
    assert (load(s, marker), load(s, hq)) == (2, 2)


# ---- 8-4 and 24-3, 18-7: counters that are used again in the same turn


@rule("8-4", "24-3")
def test_a_replacement_counter_that_is_used_again_has_not_been_by_rail() -> None:
    game = situation({"g-RPL1": ("2306", 2), "g-RPL2": ("2306", 3), "be-1": "1805"})
    game.state.hauls[unit("g-RPL1")] = 1
    game.act("merge", "g-RPL1")
    game.act("unit", "g-RPL2")
    assert mark(game, "g-RPL2", "hauls") == 1, "the merged unit has"
    game.act("split", "g-RPL2")
    game.act("number", 2)
    assert where(game, "g-RPL1") == "2306"
    assert mark(game, "g-RPL1", "hauls") == 0


@rule("25-7.1", "18-7")
def test_destroyed_markers_may_bring_supply_points_again() -> None:
    from front1914.titles.der_weltkrieg.arrivals import gates
    from front1914.titles.der_weltkrieg.nations import NATIONS

    game = front1914.new("der_weltkrieg", "schlieffen_plan")
    s, german = game.state, NATIONS.number("german")
    assert gates(s, german)
    for u in world.OF_NATION[german]:
        if world.IS_SUPPLY[u]:
            s.put(u, world.ELIMINATED)
    assert gates(s, german)


# ---- 30-4 and 36-7


@rule("30-4", "36-7")
def test_fodder_does_not_come_over_a_river_that_a_flotilla_commands() -> None:
    from front1914.titles.der_weltkrieg.combat.cavalry import starved

    units: dict[str, Placed] = {"ah-4C": "4405", "ah-5A": "4303", "s-1M": "4108"}
    late: dict[str, Any] = {"scenario": "danube", "year": 1915, "month": 11}
    free = bare(units, **late)
    watched = bare({**units, "r-FL": "4504", "ro-FL": "4204"}, **late)
    assert starved(free, unit("ah-4C")) < starved(watched, unit("ah-4C"))
    held = bare({**units, "r-FL": "4504", "ro-FL": "4204", "ah-3": "4404"}, **late)
    assert starved(held, unit("ah-4C")) == starved(free, unit("ah-4C")), "friends hold both banks"


# ---- 36-7 and hints


@rule("36-7", "6-6")
def test_a_crossing_under_the_guns_of_a_flotilla_is_marked() -> None:
    game = situation({"g-2KD": "4404", "r-FL": "4304", "s-1M": "4108"}, scenario="danube", year=1915, month=10)
    game.act("unit", "g-2KD")
    hints = game.step.hints(game.state)
    assert hints["to 4405"]["mark"] == "under the guns of a flotilla"
    assert "mark" not in hints["to 4403"]


# ---- 21-5 and 20-9, 20-10: the fortress falls before its garrison goes


@rule("21-5", "20-9", "20-10", "20-8")
def test_a_garrison_that_gives_up_its_fort_does_not_surrender_with_it() -> None:
    """DW-R125: two divisions leave a ringed fort of three points, which the same attack destroys, for friends who are
    ringed too; without the fort they would have been surrounded from the beginning and must surrender."""
    ring: dict[str, Placed] = {"g-3": S, "g-4": SE, "g-5": SW, "g-6": "5102", "g-7": "4902", "g-8": "5001"}
    ring |= {"g-17": "5103", "g-18": "4903", "g-1A": (FAR_S, "supply 50")}
    units: dict[str, Placed] = {**ring, "f-1": CENTRE, "f-2": CENTRE, "f-3": N}
    game = arena({**units, "f-F-Lille": (CENTRE, 3)}, 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "stand")
    game.act("retreat")
    until(game, "advance", "attack", "staff", "distribute", "move")
    assert where(game, "f-F-Lille") == "eliminated"
    assert [where(game, word) for word in ("f-1", "f-2")] == [N, N]
    game = arena(units, 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance", "attack", "staff", "distribute", "move")
    assert [where(game, word) for word in ("f-1", "f-2")] == ["lost", "lost"]


# ---- 14-16 and 18-3, 35-1: where a unit could not march it does not retreat either


@rule("14-16", "18-3")
def test_a_headquarters_does_not_retreat_among_trenches_without_a_railway() -> None:
    works = {N: {"work": "devastation"}}
    h = [HEXES.number(word) for word in (CENTRE, N)]
    for more, closed in (({}, True), ({"f-E1": N}, False), ({"f-E1": N, "g-17": FAR_N}, True)):
        s = bare({"f-1A": CENTRE, "f-1": CENTRE, "g-3": S, **more}, hexes=works, year=1916, step="combat")
        assert not s.rails("entente") >> h[1] & 1
        assert hard(s, unit("f-1A"), *h) is closed
        assert hard(s, unit("f-1"), *h) is False


@rule("14-16", "35-1")
def test_nobody_retreats_over_the_danube_towards_an_enemy_on_its_banks() -> None:
    """Only guns threaten the hex itself, so that no zone of control lies in it."""
    near, far = hexes("4104", "4105")
    for bank, closed in (("4205", True), ("4106", False)):
        s = bare({"ah-3": "4104", "s-1M": bank}, scenario="danube", year=1915, month=10, step="combat")
        assert not s.zone("entente") >> near & 1
        assert s.zone("entente") >> far & 1
        assert hard(s, unit("ah-3"), near, far) is closed, bank
