"""Where chapters meet: one unit, hex or moment to which several chapters apply (docs/titles/fixed_1914_meetings.md)."""

from __future__ import annotations

from itertools import pairwise

import pytest

import front1914
from front1914 import Game
from front1914.kit.sentences import left
from front1914.titles.fixed_1914.board import BOARD, HEXES, IN, PLACE
from front1914.titles.fixed_1914.expedition import BEF
from front1914.titles.fixed_1914.supply import supplied_units
from front1914.titles.fixed_1914.world import LANDWEHR, UNITS
from tests.titles.fixed_1914.arena import CENTRE, NE, NW, SE, SW, N, S, arena, attack, declare, face
from tests.titles.fixed_1914.positions import (
    Placed,
    args,
    asked,
    factors,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}


def picked(unit: str, units: dict[str, Placed], **more: object) -> Game:
    """The unit is about to move."""
    game = situation({**FAR, **units}, **more)  # type: ignore[arg-type]
    game.act("unit", unit)
    return game


# ---- marches and the strategic bonus (SM, MB-5, PP-17)


@rule("SM-1.1", "SM-1.5")
def test_a_far_march_keeps_away_from_the_enemy_where_it_can() -> None:
    """Of two ways at one price it takes the one that keeps the bonus, and what the hint promises is there."""
    for enemy in (NE, SE, SW, NW, "J21", "L22"):
        game = picked("g-I", {"g-I": "K18", "f-I": enemy}, side="german")
        for answer, hint in game.hints().items():
            verb, place = answer.split()
            copy = game.copy()
            copy.act(verb, place)
            if asked(copy)[1] == "march":
                assert copy.decision is not None
                assert left(hint["left"], "movement factor") in copy.decision.prompt, (enemy, place)
            near = [BOARD.distance(HEXES.number(word), HEXES.number(enemy)) == 1 for word in hint["path"][1:-1]]
            if any(near):
                assert not _round_about(hint["path"], enemy), (enemy, place)


def _round_about(path: list[str], enemy: str) -> bool:
    """Whether another way of the same number of hexes, all clear here, keeps away from the enemy."""
    goal, foe = HEXES.number(path[-1]), HEXES.number(enemy)
    if BOARD.distance(goal, foe) == 1:
        return False
    ways = [[HEXES.number(path[0])]]
    for _ in path[1:]:
        ways = [[*way, n] for way in ways for n in BOARD.neighbours[way[-1]] if BOARD.distance(n, foe) > 1]
    return any(way[-1] == goal for way in ways)


@rule("SM-1.1")
def test_the_bonus_is_worth_a_longer_way() -> None:
    """From K18 round a French corps in K20 to the far side: the way with most movement left is taken."""
    game = picked("g-C2", {"g-C2": "K18", "f-I": "L20"}, side="german")
    for hint in game.hints().values():
        near = any(BOARD.distance(HEXES.number(word), HEXES.number("L20")) == 1 for word in hint["path"])
        steps = len(hint["path"]) - 1
        assert hint["left"] <= (4 if near else 5) - steps


@rule("PP-17.2")
@pytest.mark.parametrize(("start", "goal"), [("HH24", "II23"), ("GG23", "II24"), ("GG25", "II23")])
def test_an_inverted_unit_does_not_leave_home_for_nothing(start: str, goal: str) -> None:
    """Through Luxembourg, at war already, or through Germany, at one price: at home it stays inverted."""
    game = picked("g-I", {"g-I": (start, "hidden")})
    assert all(IN["germany"] >> HEXES.number(word) & 1 for word in game.hints()[f"to {goal}"]["path"])
    game.act("to", goal)
    assert mark(game, "g-I", "hidden") == 1


# ---- zero-defence enemies (MV-4, FA-1, CV-5) and every kind of mover


@rule("MV-4.2", "FA-1.3", "FA-1.4", "RM-6.1")
def test_engineers_enter_the_hex_of_a_lone_gun() -> None:
    """B-37: without cavalry there any unit may; the gun is destroyed, and the engineer may go on."""
    game = picked("g-EB1", {"g-EB1": "FF14", "fort-liege": "EE14"})
    game.act("rail")
    assert "EE14" in args(game, "to")
    game.act("to", "EE14")
    assert (where(game, "g-EB1"), where(game, "fort-liege")) == ("EE14", "eliminated")
    assert asked(game) == ("german", "train")
    assert args(game, "to")


@rule("MV-4.2", "RM-6.6")
def test_engineers_together_enter_the_hex_of_a_lone_gun() -> None:
    game = picked("g-EB1", {"g-EB1": "FF14", "g-EB2": "FF14", "fort-liege": "EE14"})
    game.act("rail")
    game.act("join", "g-EB2")
    game.act("to", "EE14")
    assert [where(game, u) for u in ("g-EB1", "g-EB2", "fort-liege")] == ["EE14", "EE14", "eliminated"]


@rule("CV-5.2", "RM-6.1")
def test_engineers_do_not_drive_cavalry_away() -> None:
    """B-37: they have no attack factor."""
    game = picked("g-EB1", {"g-EB1": "FF14", "be-C": ("EE14", "(1)-0-3")})
    game.act("rail")
    assert "EE14" not in args(game, "to")


@rule("RM-6.4", "PP-17.1")
def test_engineers_pause_beside_inverted_enemies() -> None:
    """B-108: whom they turn up may change the plan."""
    game = picked("g-EB1", {"g-EB1": "FF14", "g-EB2": "FF14", "f-I": ("DD13", "hidden")})
    game.act("rail")
    game.act("join", "g-EB2")
    assert all(
        not any(BOARD.distance(HEXES.number(a), HEXES.number("DD13")) == 1 for a, _ in pairwise(hint["path"][1:]))
        for hint in game.hints().values()
    )


@rule("FM-1.1", "MV-4.2", "FA-1.4")
def test_a_forced_march_into_the_hex_of_a_lone_gun() -> None:
    """The extra hex may be any hex that a unit may enter; the gun is destroyed, then the loss follows."""
    units: dict[str, Placed] = {"g-I": "II14", "fort-liege": "EE14", "be-3D": "DD13"}
    game = picked("g-I", units, dice=[6])
    game.act("to", "FF14")
    assert "EE14" in args(game, "force")
    game.act("force", "EE14")
    assert (where(game, "g-I"), where(game, "fort-liege")) == ("EE14", "eliminated")
    assert factors(game, "g-I") == "4-9-3"
    assert refused(game, "unit", "g-I") == "MV-6"


# ---- rail (RM) and the BEF (BA-5), calling off (MV-1), lines (RM-3)


def ride(game: Game, unit: str) -> None:
    """A unit goes by rail somewhere, and its move ends."""
    game.act("unit", unit)
    game.act("rail")
    game.act("to", args(game, "to")[0])
    while asked(game)[1] in ("train", "march"):
        game.act("stop")


@rule("BA-5.1", "RM-2b.1")
def test_the_bonus_of_the_bef_is_over_and_above_the_limit() -> None:
    """Two British trains first: both French ones are still there, and then no more."""
    units: dict[str, Placed] = {"b-I": "C8", "b-II": "K4", "f-I": "N18", "f-II": "BB36", "b-4D": "O3"}
    game = situation({**FAR, **units}, side="allied", turn=5, invaded={"belgium": 1})
    for unit in ("b-I", "b-II", "f-I", "f-II"):
        ride(game, unit)
    game.act("unit", "b-4D")
    assert refused(game, "rail") == "RM-2"


@rule("BA-5.1", "RM-2b.1")
def test_a_third_british_train_uses_the_common_limit() -> None:
    units: dict[str, Placed] = {"b-I": "C8", "b-II": "K4", "b-4D": "O3", "f-I": "N18", "f-II": "BB36"}
    game = situation({**FAR, **units}, side="allied", turn=5, invaded={"belgium": 1})
    for unit in ("b-I", "b-II", "b-4D", "f-I"):
        ride(game, unit)
    game.act("unit", "f-II")
    assert refused(game, "rail") == "RM-2"


@rule("MV-1", "RM-1.4")
def test_who_does_not_entrain_after_all_may_still_march() -> None:
    game = picked("g-I", {"g-I": "LL16"})
    game.act("rail")
    game.act("cancel")
    assert asked(game) == ("german", "march")
    assert "to" in verbs(game)
    assert mark(game, "g-I", "moved") == 0


@rule("MV-1", "RM-6.6")
def test_engineers_who_were_called_together_are_free_again() -> None:
    game = picked("g-EB1", {"g-EB1": "EE14", "g-EB2": "EE14"})
    game.act("rail")
    game.act("join", "g-EB2")
    game.act("cancel")
    game.act("stay")
    assert game.why_not("unit", "g-EB2") is None


@rule("RM-3.2")
def test_the_player_chooses_between_parallel_lines() -> None:
    """From Coln along the Rhine: the other line is taken when it is asked for."""
    used = []
    for other in (False, True):
        game = picked("g-I", {"g-I": "LL16"})
        game.act("rail")
        if other:
            game.act("line")
        game.act("to", "MM18")
        game.act("stop")
        used.append({i for i, taken in enumerate(game.state.used) if taken})
    assert used[0]
    assert not used[0] & used[1]


@rule("RM-3.2")
def test_no_choice_of_lines_where_there_is_one() -> None:
    game = picked("f-I", {"f-I": "C8"}, side="allied")
    game.act("rail")
    assert refused(game, "line") == "RM-3"


# ---- Landwehr (CE-2), losses (UL-8) and stacking (ST-1)


def three_in_a_hex() -> Game:
    """Landwehr 4-4-2 and 1-1-2 and a division attack; the loss leaves four counters."""
    units: dict[str, Placed] = {"g-LW4-1": N, "g-LW1-1": N, "g-19E": N, "f-44D": CENTRE}
    game = arena(units, dice=[face("I", "1:1", "1/-")])
    attack(game, CENTRE, "g-LW4-1")
    return game


@rule("CE-2.2", "ST-1.1", "UL-8")
def test_landwehr_recombines_before_a_unit_is_given_up() -> None:
    game = three_in_a_hex()
    while asked(game)[1] != "overstack":
        game.act("stay" if "stay" in verbs(game) else "done")
    assert set(verbs(game)) == {"merge", "unit"}
    game.act("merge", args(game, "merge")[0])
    assert asked(game)[1] != "overstack"
    assert not happened(game, "eliminated")
    assert [event["units"] for event in happened(game, "regrouped")][-1:] != [[]]
    assert len(game.state.stack(HEXES.number(N))) == 3


@rule("CE-2.2", "ST-1.1")
def test_landwehr_that_was_broken_down_in_the_wrong_place_recombines() -> None:
    """Its halves cannot march any more: before one is given up they become one counter again."""
    units: dict[str, Placed] = {"g-LW2-1": ("K19", "moved"), "g-19E": ("K19", "moved"), "g-BE": ("K19", "moved")}
    game = situation({**FAR, **units})
    game.act("regroup")
    game.act("split", "g-LW2-1")
    while asked(game)[1] != "overstack":
        game.act("done")
    game.act("merge", args(game, "merge")[0])
    assert asked(game)[1] != "overstack"
    assert not happened(game, "eliminated")


@rule("CE-2.2")
def test_landwehr_recombines_after_its_battle() -> None:
    """Whoever has attacked and who has not: together they have."""
    game = three_in_a_hex()
    if asked(game)[1] == "change":
        game.act("stay")
    game.act("regroup")
    game.act("merge", args(game, "merge")[0])
    made = [u for u in game.state.stack(HEXES.number(N)) if str(UNITS[u]).startswith("g-LW2")]
    assert [game.state.attacked[u] for u in made] == [1, 1]


@rule("CE-2.2")
def test_the_end_of_the_combat_phase_waits_for_landwehr_that_fought() -> None:
    """The last battle is over, and nobody is left to attack: Landwehr may still recombine."""
    units: dict[str, Placed] = {"g-LW2-1": N, "g-LW2-2": N, "f-44D": CENTRE, "f-COL": "B20"}
    game = situation(units, step="combat", dice=[face("I", "1:1", "-/-")])
    attack(game, CENTRE, "g-LW2-1", "g-LW2-2")
    assert asked(game) == ("german", "attack")
    game.act("regroup")
    game.act("merge", "g-LW2-1")
    assert [event["units"] for event in happened(game, "regrouped")] == [["g-LW4-1"]]


@rule("CE-2.2", "ST-3")
def test_landwehr_is_regrouped_when_it_has_been_set_up() -> None:
    game = front1914.new("fixed_1914", "campaign")
    game.act("done")
    for plan in ("plan17", "moltke", "plan17"):
        game.act("plan", plan)
    while asked(game)[0] == "allied":
        game.act("done")
    game.act("plan", "moltke")
    while asked(game)[1] == "german_place":
        game.act("done")
    assert asked(game) == ("german", "order")
    game.act("regroup")
    before = sum(game.state.at[u] < len(HEXES) for u in LANDWEHR)
    game.act("split", args(game, "split")[0])
    assert sum(game.state.at[u] < len(HEXES) for u in LANDWEHR) == before + 1
    assert not game.faults()


@rule("CB-12.1")
def test_stacks_are_ordered_in_the_combat_phase_too() -> None:
    """B-92: at any time in the own player turn."""
    game = arena({"g-I": N, "g-II": N, "f-I": CENTRE})
    game.act("order")
    game.act("top", "g-II")
    assert [str(UNITS[u]) for u in game.state.stack(HEXES.number(N))] == ["g-II", "g-I"]


@rule("CE-2.2", "CB-16.1")
def test_recombined_landwehr_advances_where_one_half_attacked() -> None:
    """B-18: it has done what any of its parts did, so it attacked that hex."""
    units: dict[str, Placed] = {"g-LW2-1": N, "g-LW2-2": N, "g-I": N, "f-44D": CENTRE, "f-61D": CENTRE}
    game = arena(units, dice=[face("I", "1:2", "-/-")])
    attack(game, CENTRE, "g-LW2-2")
    game.act("regroup")
    game.act("merge", "g-LW2-1")
    u = UNITS.number("g-LW4-1")
    assert (game.state.attacked[u], HEXES[game.state.against[u]]) == (1, CENTRE)


# ---- control (VC-5) and supply (SU)


@rule("VC-5.5", "SU-1.1")
def test_who_is_supplied_later_controls_the_city_that_it_entered() -> None:
    """The corps came to Nancy out of supply; a chain of friends feeds it at the end of the turn."""
    chain: dict[str, Placed] = {"g-I": ("HH29", "out"), "g-II": "II28", "g-III": "KK29"}
    game = situation({**FAR, **chain}, step="supply", control={})
    assert happened(game, "control") == [{"hex": "HH29", "side": "german"}]
    assert game.state.holds("german", PLACE["Nancy"])


@rule("VC-5.5", "SU-1.1")
def test_who_stays_out_of_supply_controls_nothing() -> None:
    game = situation({**FAR, "g-I": ("N18", "out")}, step="supply")
    assert not game.state.holds("german", PLACE["Paris"])


@rule("VC-5.4")
def test_artillery_and_engineers_take_no_city() -> None:
    """Only infantry and cavalry occupy and control: guns that enter an open city leave it as it was."""
    for unit, start in (("g-210-1", "II29"), ("g-420-1", "II29")):
        game = picked(unit, {unit: start})
        game.act("to", "HH29")
        assert where(game, unit) == "HH29"
        assert not game.state.holds("german", PLACE["Nancy"])
    game = picked("g-EB1", {"g-EB1": "FF14"})
    game.act("rail")
    game.act("to", "EE14")
    assert not game.state.holds("german", PLACE["Liege"])
    game = situation({**FAR, "g-210-1": "HH29", "g-I": "II28"}, step="supply")
    assert not game.state.holds("german", PLACE["Nancy"])


@rule("VC-5.2", "MB-11.2", "MB-8.2")
def test_a_border_town_is_held_when_its_country_is_invaded() -> None:
    """B-110: a corps stands in Maastricht, where it violated nobody; the invasion of Holland makes the town German."""
    units: dict[str, Placed] = {"g-I": "FF13", "g-II": "HH12"}
    game = situation({**FAR, **units}, invaded={}, turn=1)
    assert not game.state.holds("german", PLACE["Maastricht"])
    game.act("unit", "g-II")
    war = [p for p in args(game, "to") if "Holland" in game.hints()[f"to {p}"].get("mark", "")]
    game.act("to", war[0])
    game.act("war")
    assert game.state.holds("german", PLACE["Maastricht"])


@rule("RM-5.4", "RM-2a.3")
def test_the_railroad_gun_crosses_no_dutch_hexside_either() -> None:
    """Between GG12 and HH12 the line is Dutch: without engineers beyond it the gun does not use it."""
    game = picked("g-420RR", {"g-420RR": "HH12"})
    game.act("rail")
    assert not any({"GG12", "HH12"} <= set(hint["path"]) for hint in game.hints().values())


@rule("FT-11.1", "FT-2.4")
def test_a_fort_feeds_its_own_country_only() -> None:
    """Longwy is a French fort in a hex that Belgium shares: no Belgian lives on its stores."""
    ring = {f"g-{n}": place for n, place in zip(("I", "II", "III", "IV", "V", "VI"), _around("FF22"), strict=True)}
    for unit, fed in (("f-44D", True), ("be-3D", False)):
        game = situation({**FAR, **ring, unit: "FF22"}, side="allied", step="combat")
        assert (UNITS.number(unit) in supplied_units(game.state, "allied")) == fed


@rule("FT-11.1", "FT-2.3")
def test_no_stores_for_italians() -> None:
    """H8: Germany is not their home."""
    ring = {f"f-{n}": place for n, place in zip(("I", "II", "III", "IV", "V", "VI"), _around("OO37"), strict=True)}
    for unit, fed in (("g-19E", True), ("g-IT1", False)):
        game = situation({**FAR, **ring, unit: "OO37"}, step="combat")
        assert (UNITS.number(unit) in supplied_units(game.state, "german")) == fed


def _around(place: str) -> list[str]:
    return [str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(place)]]


# ---- the BEF (BA) and replacements (RP) in hand-written positions


@rule("BA-3.1", "BA-2.3")
def test_nobody_is_asked_who_lands_when_nobody_is_left() -> None:
    """The last check takes the last two units."""
    left = {str(UNITS[u]): "removed" for u in BEF}
    left |= {"b-I": "staging", "b-II": "staging"}
    french: dict[str, Placed] = {"f-I": "R8", "f-II": "Q8", "f-III": "Q9"}
    game = situation({**FAR, **left, **french}, side="allied", step="expedition", turn=5, invaded={"belgium": 1})
    assert {where(game, u) for u in ("b-I", "b-II")} == {"removed"}
    assert asked(game)[1] != "landing"


@rule("RP-9.2")
def test_a_position_at_the_replacements_knows_who_is_beside_an_enemy() -> None:
    units: dict[str, Placed] = {"f-I": ("BB36", "3-7-3"), "f-II": ("N18", "3-7-3"), "g-I": "BB35"}
    game = situation({**FAR, **units}, side="allied", step="replacements", turn=5)
    assert args(game, "unit") == ["f-II"]
    assert refused(game, "unit", "f-I") == "RP-9"


# ---- who is an enemy, and since when (B-24, B-54): marches, trains, replacements


@rule("SM-1.4")
def test_who_starts_beside_an_enemy_has_no_bonus() -> None:
    """Three factors, not four; beside a neutral, four."""
    near = picked("g-I", {"g-I": "K18", "f-I": "K17"})
    assert max(hint["left"] + len(hint["path"]) - 1 for hint in near.hints().values()) == 3
    far = picked("g-I", {"g-I": "K18"})
    assert max(hint["left"] + len(hint["path"]) - 1 for hint in far.hints().values()) == 4
    neutral = picked("g-I", {"g-I": "FF14", "be-3D": "EE14"}, invaded={}, turn=1)
    assert neutral.decision is not None
    assert "4 movement factors" in neutral.decision.prompt


@rule("SM-1.4", "RM-1.5", "FA-1.4")
def test_an_enemy_who_is_gone_before_the_own_move() -> None:
    """A gun falls to another's march: the bonus looks at the start of the own move, rail at that of the phase."""
    units: dict[str, Placed] = {"g-I": "GG14", "g-II": ("FF14", "near"), "fort-liege": "EE14"}
    game = situation({**FAR, **units})
    game.act("unit", "g-I")
    game.act("to", "EE14")
    while asked(game)[1] == "march":
        game.act("stop")
    game.act("unit", "g-II")
    assert game.decision is not None
    assert "4 movement factors" in game.decision.prompt
    assert refused(game, "rail") == "RM-1"


@rule("RP-9.2", "BN-1.1")
@pytest.mark.parametrize(("invaded", "legal"), [({}, True), ({"belgium": 2}, False)])
def test_replacements_beside_neutrals(invaded: dict[str, int], legal: bool) -> None:
    """A corps beside Liege may be rebuilt as long as Belgium is not at war."""
    units: dict[str, Placed] = {"g-IVR": ("FF14", "3-6-3"), "g-II": ("LL16", "4-9-3"), "be-3D": "EE14"}
    game = situation({**FAR, **units}, step="replacements", turn=4, invaded=invaded)
    assert ("g-IVR" in args(game, "unit")) == legal


@rule("RM-1.3", "BN-1.1")
@pytest.mark.parametrize(("invaded", "legal"), [({}, True), ({"belgium": 1}, False)])
def test_trains_pass_neutrals(invaded: dict[str, int], legal: bool) -> None:
    """A Belgian unit in GG16 is beside the line from Aachen to the south."""
    game = picked("g-I", {"g-I": "HH15", "be-1": "GG17"}, invaded=invaded, turn=2)
    game.act("rail")
    path = game.hints()["to HH18"]["path"] if "HH18" in args(game, "to") else []
    assert (path == ["HH15", "HH16", "HH17", "HH18"]) == legal


@rule("MV-4.1", "BN-1.1", "CV-5.2")
def test_neutral_cavalry_without_defence_is_not_driven_away() -> None:
    """B-24: in peace the hex is closed; in war it is entered and the cavalry goes."""
    peace = picked("g-I", {"g-I": "FF14", "be-C": ("EE14", "(1)-0-3")}, invaded={}, turn=1)
    assert refused(peace, "to", "EE14") == "MV-4"
    war = picked("g-I", {"g-I": "FF14", "be-C": ("EE14", "(1)-0-3")})
    war.act("to", "EE14")
    if asked(war)[1] == "ford":
        war.act("bank", args(war, "bank")[0])
    assert asked(war) == ("allied", "displace")


# ---- forced marches (FM) and what is in the way


@rule("FM-1.1", "FM-4.1", "CV-5.2")
def test_a_forced_march_drives_cavalry_away_and_then_costs_its_step() -> None:
    units: dict[str, Placed] = {"g-I": "K16", "f-C1": ("K20", "(1)-0-4"), "f-I": "K21"}
    game = picked("g-I", units, dice=[6])
    game.act("to", "K19")
    assert "K20" in args(game, "force")
    game.act("force", "K20")
    assert asked(game) == ("allied", "displace")
    assert factors(game, "g-I") == "7-12-3"
    game.act("to", "J19")
    assert (where(game, "g-I"), factors(game, "g-I")) == ("K20", "4-9-3")


@rule("FM-4.2", "VC-5.2")
def test_a_corps_that_dies_of_its_forced_march_has_taken_the_city() -> None:
    """It was the last to occupy Amiens."""
    units: dict[str, Placed] = {"g-I": ("N15", "2-7-3"), "f-44D": "N10"}
    game = picked("g-I", units, dice=[6])
    game.act("to", "N12")
    if asked(game)[1] == "ford":
        game.act("bank", args(game, "bank")[0])
    game.act("force", "N11")
    assert where(game, "g-I") == "eliminated"
    assert game.state.holds("german", PLACE["Amiens"])


# ---- trains (RM) and control (VC-5), engineers


@rule("RM-1.1", "VC-5.2")
def test_a_line_is_open_again_when_its_city_is_retaken() -> None:
    """Amiens is German and empty; a French corps marches through it, and the next train passes."""
    units: dict[str, Placed] = {"f-I": "N12", "f-II": "N18"}
    game = situation({**FAR, **units}, side="allied", control={"N11": "german"})
    game.act("unit", "f-II")
    game.act("rail")
    assert "N11" not in args(game, "to")
    game.act("cancel")
    game.act("stay")
    game = situation({**FAR, **units}, side="allied", control={"N11": "german"})
    game.act("unit", "f-I")
    game.act("to", "N11")
    while asked(game)[1] in ("march", "ford"):
        game.act("stop") if asked(game)[1] == "march" else game.act("bank", args(game, "bank")[0])
    game.act("unit", "f-II")
    game.act("rail")
    assert "N11" in args(game, "to")


@rule("RM-3.1", "RM-6.5")
def test_engineers_use_up_no_line() -> None:
    """B-44: a train follows over the line that engineers went."""
    game = situation({**FAR, "g-I": "HH15", "g-EB1": "HH15"})
    game.act("unit", "g-EB1")
    game.act("rail")
    game.act("to", "II15")
    game.act("stop")
    assert not any(game.state.used)
    game.act("unit", "g-I")
    game.act("rail")
    assert "II15" in args(game, "to")


@rule("RM-2a.3", "BA-2.1")
def test_after_the_invasion_trains_go_through_luxembourg_unasked() -> None:
    game = picked("g-I", {"g-I": "II23"}, invaded={"luxembourg": 1}, turn=2)
    game.act("rail")
    game.act("to", "HH23")
    assert asked(game) == ("german", "train")


# ---- cavalry that gives way (CV-4) and who stays behind


@rule("CV-4.1", "FA-4.3")
def test_cavalry_that_leaves_a_fort_leaves_its_guns_to_the_enemy() -> None:
    units: dict[str, Placed] = {"g-I": "FF23", "f-C1": "FF22", "fort-longwy": "FF22"}
    game = situation({**FAR, **units}, step="combat")
    attack(game, "FF22", "g-I")
    game.act("to", args(game, "to")[0])
    if asked(game)[1] == "evade":
        game.act("to", args(game, "to")[0])
    assert where(game, "fort-longwy") == "eliminated"
    assert asked(game) == ("german", "advance")


@rule("CV-4.1", "AR-5", "CB-15.1")
def test_guns_under_cavalry_that_leaves_are_attacked_alone() -> None:
    game = arena({"g-I": N, "f-C1": CENTRE, "f-AL1": CENTRE})
    attack(game, CENTRE, "g-I")
    game.act("to", args(game, "to")[0])
    if asked(game)[1] == "evade":
        game.act("to", args(game, "to")[0])
    assert where(game, "f-AL1") == "eliminated"


@rule("CV-5.3", "ST-1a")
def test_the_owner_says_which_cavalry_is_driven_away_first() -> None:
    """Two zero-defence units and room for one: either of them may be the one that is saved."""
    full: dict[str, Placed] = {}
    corps = iter(("f-I", "f-II", "f-III", "f-IV", "f-V", "f-VI", "f-VII", "f-VIII", "f-IX"))
    for place in (NE, SE, S, SW):
        full |= {next(corps): place, next(corps): place}
    full |= {next(corps): NW, "f-44D": NW}
    for saved in ("f-C1", "f-C2"):
        units: dict[str, Placed] = {"g-I": N, "f-C1": (CENTRE, "(1)-0-4"), "f-C2": (CENTRE, "(1)-0-4"), **full}
        game = situation({**FAR, **units})
        game.act("unit", "g-I")
        game.act("to", CENTRE)
        if game.decision is not None and saved == "f-C2":
            game.act("unit", "f-C2")
        game.act("to", NW)
        assert args(game, "to") == []
        game.act("eliminate")
        lost = "f-C2" if saved == "f-C1" else "f-C1"
        assert (where(game, saved), where(game, lost)) == (NW, "eliminated")


@rule("CV-4.1", "CV-6.1")
def test_the_owner_says_which_cavalry_evades_first() -> None:
    game = arena({"g-I": N, "f-C1": CENTRE, "f-C2": CENTRE})
    declare(game, CENTRE, "g-I", against="f-C2")
    game.act("commit")
    assert args(game, "unit") == ["f-C2"]
    game.act("unit", "f-C2")
    game.act("stay")
    assert args(game, "unit") == []
    assert game.state.flow[-1][1] == UNITS.number("f-C1")


# ---- battles one after the other (CB-2, CB-12) and retreats (CB-18)


@rule("CB-2.3", "CB-18.4")
def test_who_retreated_is_not_attacked_again_where_it_came_to() -> None:
    """A division falls back on a corps; the corps is attacked next, the division beside it is not."""
    units: dict[str, Placed] = {"g-I": N, "g-II": N, "g-III": SE, "g-IV": SE, "f-44D": CENTRE, "f-I": "K21"}
    game = arena(units, dice=[face("I", "3:1", "-/0"), face("A", "1:1", "-/-")])
    attack(game, CENTRE, "g-I", "g-II")
    if asked(game)[1] == "attacker_loss":
        game.act("unit", "g-I")
    game.act("retreat")
    game.act("to", "K21")
    while asked(game)[1] in ("insert", "advance"):
        game.act("done") if asked(game)[1] == "advance" else game.act("under", "f-I")
    game.act("to", "K21")
    assert refused(game, "against", "f-44D") == "CB-2"


# ---- clocks (BN-2, BA) and who occupies (VC-5)


@rule("BN-2.3", "VC-5.5", "VC-5.4")
@pytest.mark.parametrize(
    ("units", "counts"),
    [({"g-I": "EE14"}, True), ({"g-210-1": "EE14"}, False), ({"g-I": "EE14", "f-I": "GG14", "f-II": "GG15"}, True)],
)
def test_only_supplied_infantry_or_cavalry_in_liege_opens_belgium(units: dict[str, Placed], counts: bool) -> None:
    game = situation({**FAR, **units}, control={"EE14": "german"}, invaded={"belgium": 1}, turn=2)
    game.act("done")
    assert bool(game.state.taken[1]) == counts


@rule("VC-3h", "RI-1", "PP-2.2")
def test_a_corps_that_comes_back_was_still_eliminated() -> None:
    """A5: a reinforcement made of an eliminated unit does not undo the point."""
    russia = dict.fromkeys(("g-G", "g-XI", "g-XII", "g-XIII"), "russia")
    game = situation(
        {**FAR, **russia, "g-IVR": "eliminated"}, step="arrivals", turn=14, lost={"german": 1, "allied": 0}
    )
    assert where(game, "g-IVR") == "LL16"
    assert game.state.lost[0] == 1


# ---- Landwehr (CE-2) and concealment (PP-17)


@rule("CE-2.2", "PP-17.1")
def test_landwehr_that_lies_open_and_landwehr_that_does_not() -> None:
    """They do not recombine: what is made of them would be neither; halves of an inverted counter stay inverted."""
    units: dict[str, Placed] = {"g-LW2-1": ("MM16", "hidden"), "g-LW2-2": "MM16"}
    game = situation({**FAR, **units})
    game.act("regroup")
    assert args(game, "merge") == []
    game.act("split", "g-LW2-1")
    assert [mark(game, unit, "hidden") for unit in ("g-LW1-1", "g-LW1-2", "g-LW2-2")] == [1, 1, 0]
