"""Positions that a staff must master: the question is put by the situation, the answer is any play that achieves it."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Action, Decision, Game, Seat
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.titles.fixed_1914 import judgement
from front1914.titles.fixed_1914.board import BOARD, HEXES, INTERIOR, PLACE, SIZE
from front1914.titles.fixed_1914.supply import supplied_units
from front1914.titles.fixed_1914.world import IS_FIGHTING, IS_INFANTRY, SIDE, UNITS
from tests.titles.fixed_1914.positions import Placed, happened, situation, where

TITLE = "fixed_1914"
PARIS, METZ, REIMS, NANCY, LUNEVILLE, VERDUN = "N18", "HH26", "W20", "HH29", "JJ31", "DD23"
TOUL, EPINAL = "FF28", "II33"


def moment(game: Game) -> tuple[int, str, str]:
    return game.state.turn, game.state.active, game.state.phase


def play_while(game: Game, *phases: str, level: str = "staff", seed: int = 1) -> Game:
    """Lets commanders play as long as one of these phases of the side that is active now goes on."""
    commanders = {side: make(level, TITLE, seed) for side in game.sides}
    turn, active, _ = moment(game)
    while game.decision is not None and moment(game) in {(turn, active, phase) for phase in phases}:
        play(game, commanders, most=1)
    return game


def holder(game: Game, place: str) -> str:
    return "german" if game.state.holds("german", HEXES.number(place)) else "allied"


def garrison(game: Game, place: str, side: str) -> int:
    """Infantry of a side that stands in a hex."""
    return sum(SIDE[u] == side and IS_INFANTRY[u] for u in game.state.stack(HEXES.number(place)))


def attacks(game: Game) -> list[str]:
    return [str(told["hex"]) for told in happened(game, "attack")]


def test_an_open_city_is_taken_now():
    game = situation({"g-II": "X18", "g-III": "Z19", "g-IV": "CC20", "g-V": "FF22", "f-I": "M20"}, turn=6)
    play_while(game, "movement")
    assert holder(game, REIMS) == "german"


def test_an_open_city_is_taken_back():
    game = situation({"f-I": "W22", "f-II": "N19", "g-II": "EE14"}, side="allied", turn=6, control={REIMS: "german"})
    play_while(game, "movement")
    assert holder(game, REIMS) == "allied"


@pytest.mark.parametrize("bait", ["N16", "P19", "M19"])
def test_paris_is_not_left_open(bait):
    """A worn German corps stands near Paris; others are a march away."""
    units: dict[str, Placed] = {"f-I": PARIS, "f-II": "L18", "g-II": (bait, "2-7-3"), "g-III": "Q19", "g-IV": "Q18"}
    game = situation(units, side="allied", turn=8)
    play_while(game, "movement", "combat")
    assert garrison(game, PARIS, "allied") > 0


def test_the_garrison_of_metz_stays_at_home():
    units: dict[str, Placed] = {"g-33R": METZ, "g-XVI": METZ, "f-C2": "GG27", "f-XX": "GG28", "f-IX": "FF27"}
    game = situation(units | {"f-I": PARIS, "g-II": "EE20"}, turn=3)
    play_while(game, "movement", "combat")
    assert garrison(game, METZ, "german") > 0


def test_a_hopeless_attack_is_refused():
    units = {"g-V": "EE24", "f-I": VERDUN, "f-II": VERDUN, "fort-verdun": VERDUN, "g-XVI": METZ}
    game = situation(units, step="combat", turn=4)
    play_while(game, "combat")
    assert attacks(game) == []


def test_a_worn_garrison_is_driven_out_and_the_city_entered():
    units: dict[str, Placed] = {"f-44D": (LUNEVILLE, "1-3-3"), "g-II": "KK31", "g-III": "KK31", "g-IV": "JJ30"}
    game = situation(units | {"g-V": "JJ30", "f-I": PARIS}, step="combat", turn=4, seed=3)
    play_while(game, "combat")
    assert attacks(game)[:1] == [LUNEVILLE]
    assert holder(game, LUNEVILLE) == "german"


def test_mass_then_strike():
    """Four corps a march away from a lone division in Nancy arrive together and attack at three to one or better."""
    units: dict[str, Placed] = {"f-44D": NANCY, "g-II": "II27", "g-III": "II27", "g-IV": "JJ28", "g-V": "JJ28"}
    taken = dict.fromkeys(("GG23", "GG25", "HH23"), "german")
    game = situation(units | {"f-I": PARIS, "g-33R": METZ}, turn=4, control=taken)
    play_while(game, "movement", "combat")
    assert attacks(game)[0] == NANCY
    assert happened(game, "odds")[0]["odds"] in ("3:1", "4:1", "5:1", "6:1")


def test_nobody_marches_out_of_supply():
    """The next goal lies beyond the last railway and friend: whoever goes there would starve."""
    units: dict[str, Placed] = {"g-II": "EE18", "g-III": "EE18", "g-IV": "FF18", "f-I": PARIS, "f-II": REIMS}
    game = situation(units | {"g-V": "HH20"}, turn=5)
    play_while(game, "movement", "combat")
    fed = supplied_units(game.state, "german")
    assert all(UNITS.number(unit) in fed for unit in ("g-II", "g-III", "g-IV", "g-V"))


def test_paris_is_entered_when_that_wins():
    """VC-1: Paris lies open, and no Frenchman is near enough to come back."""
    chain = {"g-III": "Q19", "g-IV": "T20", "g-V": "W21", "g-VI": "Z22", "g-VII": "CC23", "g-VIII": "FF25"}
    game = situation({"g-II": "P18", **chain, "g-33R": METZ, "f-I": "II33", "f-II": "II33"}, turn=9)
    commanders = {side: make("staff", TITLE, 1) for side in game.sides}
    while game.decision is not None and game.state.turn == 9:
        play(game, commanders, most=1)
    assert game.result is not None
    assert (game.result.winner, game.result.level) == ("german", "automatic")


def test_paris_is_attacked_when_it_must_be_won_back():
    """VC-1: a worn German corps in Paris wins at the end of this turn if it is still there."""
    units: dict[str, Placed] = {"g-II": (PARIS, "2-7-3"), "g-III": "R17", "g-IV": "U16"}
    units |= {"f-I": "M19", "f-II": "M19", "f-III": "N20", "f-IV": "L17", "f-V": "N20"}
    game = situation(units, side="allied", turn=9, control={PARIS: "german"})
    play_while(game, "movement", "combat")
    assert PARIS in attacks(game)


def test_a_corps_far_behind_takes_the_train():
    """RM-2: it is a week's march from Coln to the enemy, and a day by rail."""
    game = situation({"g-II": "LL16", "g-33R": METZ, "f-I": "HH29", "f-XX": "HH29", "f-C2": "GG27"}, turn=3)
    before = BOARD.distance(HEXES.number("LL16"), PLACE["Nancy"])
    play_while(game, "movement")
    assert BOARD.distance(game.state.at[UNITS.number("g-II")], PLACE["Nancy"]) < before - 4


def test_everybody_who_can_ends_the_last_turn_on_enemy_ground():
    """The introduction counts corps on enemy ground; nobody answers the last Allied move."""
    units = {"f-XX": "II30", "f-IX": "II30", "f-XV": "JJ31", "f-VIII": "KK33", "g-XXI": "LL28", "g-33R": METZ}
    game = situation(units, side="allied", turn=4, scenario="introduction")
    play_while(game, "movement", "combat")
    there = [unit for unit in units if unit[0] == "f" and INTERIOR["germany"] >> game.state.at[UNITS.number(unit)] & 1]
    assert len(there) == 4


def test_an_own_city_is_kept_by_infantry():
    """German corps could walk into Nancy and Luneville; cavalry would ride away from them."""
    units = {"f-XX": "GG30", "f-IX": "HH31", "f-C2": NANCY, "f-C10": LUNEVILLE, "g-XXI": "JJ29", "g-IB": "KK30"}
    game = situation(units, side="allied", turn=2, scenario="introduction")
    play_while(game, "movement")
    assert garrison(game, NANCY, "allied") > 0
    assert garrison(game, LUNEVILLE, "allied") > 0


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_is_given_up_because_hexes_are_too_full(seed):
    """ST-1: both armies of the introduction march for a turn."""
    game = front1914.new(TITLE, "introduction", seed=seed)
    commanders = {side: make("staff", TITLE, seed) for side in game.sides}
    while game.state.turn == 1:
        assert game.decision is not None
        assert game.decision.step != "overstack"
        play(game, commanders, most=1)
    on_map = [u for u in UNITS.numbers if game.state.at[u] < SIZE and IS_FIGHTING[u]]
    assert len(on_map) >= 25


def test_who_defends_a_city_in_the_introduction_stands():
    """UL-2: one more step is lost rather than Nancy."""
    units = {"f-XX": NANCY, "g-XXI": "II29", "g-IB": "II29", "g-IIB": "HH28", "g-IIIB": "HH28", "g-XV": "II30"}
    game = situation(units | {"g-XIVR": "II30"}, step="combat", turn=4, scenario="introduction", dice=[6] * 3)
    game.act("to", NANCY)
    for unit in ("g-XXI", "g-IB", "g-IIB", "g-IIIB", "g-XV", "g-XIVR"):
        game.act("unit", unit)
    game.act("commit")
    while game.decision is not None and game.decision.side == "allied" and game.state.active == "german":
        play(game, {"allied": make("staff", TITLE, 1)}, most=1)
    assert where(game, "f-XX") == NANCY


def test_who_may_stay_without_a_loss_stays():
    """TC-1, FT-9: in rough ground, forest and forts a retreat is a choice, and nobody makes it."""
    staff = make("staff", TITLE, 1)
    decision = Decision("allied", "decide", "", "UL-2", (Action("retreat"), Action("stay")))
    assert staff.decide(Seat(TITLE, "allied", {}, decision)) == Action("stay")


def test_an_attack_on_a_stack_may_take_the_place():
    """CB-12: the first unit of a stack is driven away, then the next: it is not worth nothing."""
    units = {"f-XX": "II31", "f-XV": "II31", "g-XXI": "II29", "g-IB": "II30", "g-IIB": "JJ31", "g-IIIB": "HH30"}
    game = situation(units, step="combat", turn=2, scenario="introduction")
    judgement = front1914.judgement(TITLE)
    sight = judgement.sight(game.view("german"))
    near = [piece for piece in sight.own if BOARD.distance(piece.at, HEXES.number("II31")) == 1]
    fights = list(judgement.battle(sight, HEXES.number("II31"), near))
    assert near
    assert 0 < sum(fight.probability for fight in fights if fight.taken) < 1


# ---- the secret set-up


@pytest.mark.parametrize("level", ["recruit", "staff"])
def test_the_secret_set_up_is_made_and_differs_from_game_to_game(level):
    found = set()
    for seed in range(6):
        game = front1914.new(TITLE, "campaign", seed=seed)
        commanders = {side: make(level, TITLE, seed) for side in game.sides}
        while game.state.phase == "setup" and game.decision is not None:
            play(game, commanders, most=1)
        assert game.faults() == []
        found.add((game.state.in_russia, tuple(members(game.state.ground("german").every))))
    assert len(found) > 1


def test_the_staff_does_not_know_what_lies_inverted():
    """Two games that differ only in what the Allied side may not know get the same orders, for the same reasons."""
    game = front1914.new(TITLE, "campaign", {"setup": "historical"}, seed=5)
    german = make("random", TITLE, 5)
    while game.state.active != "allied" or game.state.phase != "movement":
        if game.decision is not None and game.decision.step == "move":
            game.act("done")
        else:
            play(game, {"german": german, "allied": german}, most=1)
    view = game.view("allied")
    twins = [front1914.from_position(front1914.imagine(view, seed), seed=1) for seed in (1, 2)]
    hidden = [{row["at"]: word for word, row in t.position()["units"].items() if word[0] == "g"} for t in twins]
    assert hidden[0] != hidden[1]
    for twin in twins:
        play(twin, {"allied": make("staff", TITLE, 3)}, most=8)
    assert twins[0].log == twins[1].log
    assert twins[0].reasons("allied") == twins[1].reasons("allied")


# -- what counts is held, and what is taken is held


@pytest.mark.parametrize(("city", "other", "outside"), [(LUNEVILLE, NANCY, "JJ30"), (NANCY, LUNEVILLE, "II29")])
def test_a_city_that_only_cavalry_holds_is_attacked(city, other, outside):
    """CV-3: two cavalry divisions would ride away one after the other: they keep nothing."""
    units: dict[str, Placed] = {"f-C2": city, "f-C10": city, "g-IB": outside, "g-IIB": outside}
    units |= {"f-XX": other, "f-IX": other, "f-toul": TOUL, "f-XIII": EPINAL, "g-33R": METZ}
    game = situation(units, scenario="introduction", turn=4, seed=3)
    play_while(game, "movement", "combat")
    assert city in attacks(game)


@pytest.mark.parametrize("outside", ["JJ30", "II29"])
def test_each_city_that_can_be_struck_gets_somebody_before_anybody_marches(outside):
    units: dict[str, Placed] = {"f-XX": LUNEVILLE, "f-IX": "GG30", "f-XV": "GG30", "f-XIII": EPINAL}
    units |= dict.fromkeys(("g-IB", "g-IIB"), outside) | {"g-XXI": "KK31", "g-XV": "KK31", "g-33R": METZ}
    game = situation(units, scenario="introduction", side="allied", turn=3)
    play_while(game, "movement")
    assert all(garrison(game, city, "allied") for city in (LUNEVILLE, NANCY, TOUL, EPINAL))


@pytest.mark.parametrize("city", [LUNEVILLE, NANCY])
def test_a_place_that_counts_is_not_given_up_for_a_step(city):
    """UL-2: the last Allied attack of the game: the German stands in the city that he has taken."""
    units: dict[str, Placed] = {"g-IB": city, "f-XX": "HH30", "f-IX": "HH30", "g-XXI": "LL30"}
    game = situation(units, scenario="introduction", side="allied", turn=4, step="combat", control={city: "german"})
    staff = make("staff", TITLE, 1)
    decision = Decision("german", "decide", "?", "UL-2", (Action("retreat"), Action("stand")))
    view = game.view("german")
    view["position"]["flow"] = [*view["position"]["flow"], ["battle", city]]
    assert staff.decide(Seat(TITLE, "german", view, decision)).verb == "stand"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_german_who_is_not_far_behind_begins_no_war_with_neutrals(seed):
    """VC-3g: the campaign, two turns: nobody's way leads through Belgium, nobody attacks the Dutch."""
    game = front1914.new(TITLE, "campaign", seed=seed)
    commanders = {side: make("staff", TITLE, seed) for side in game.sides}
    while game.state.turn < 3:
        play(game, commanders, most=1)
    assert not any(game.state.invaded)


@pytest.mark.parametrize("away", ["GG30", "KK33"])
def test_hunger_has_its_price(away):
    """SU-1: a place out of supply is worth less than one within it, wherever it lies."""
    game = situation({"g-II": "EE20", "f-I": PARIS, "f-XX": away}, turn=6)
    sight = judgement.sight(game.view("german"))
    piece = next(p for p in sight.own if p.id == "g-II")
    judgement.prepare(sight)
    far = next(h for h in HEXES.numbers if not sight.supplied >> h & 1)
    near = next(h for h in members(sight.supplied))
    assert judgement.stand(sight, piece, far) < judgement.stand(sight, piece, near)


def test_paris_is_worth_more_than_any_other_city_of_the_allies():
    """VC-1a: who loses it loses the game."""
    game = situation({"f-I": PARIS, "g-II": "EE20"}, side="allied", turn=6)
    goals = {goal.node: goal.worth for goal in judgement.goals(game.view("allied"), "allied") if goal.mine}
    assert max(goals, key=lambda h: goals[h]) == HEXES.number(PARIS)


@pytest.mark.parametrize("scenario", ["introduction", "campaign"])
def test_an_imagined_game_is_valued_as_what_is_seen_of_it(scenario: str):
    """Without writing a view; counters that lie inverted are left out."""
    game = front1914.new(TITLE, scenario, seed=3)
    staffs = {side: make("staff", TITLE, 3) for side in game.sides}
    for _ in range(40):
        play(game, staffs, most=7)
        for side in game.sides:
            assert judgement.appraise(game, side) == judgement.evaluate(game.view(side), side)
