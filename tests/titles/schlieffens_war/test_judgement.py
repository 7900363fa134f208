"""What a commander of Schlieffen's War is told: exact where the rules are open, and the same for what it cannot see."""

from __future__ import annotations

from itertools import islice

import pytest

import front1914
from front1914 import Action
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.kit.sight import Goal
from front1914.play.guess import state_of
from front1914.titles.schlieffens_war import judgement, trains
from front1914.titles.schlieffens_war.combat.report import distribution
from front1914.titles.schlieffens_war.supply import supplied
from front1914.titles.schlieffens_war.world import HEXES, IS_FORT, SCORING, UNITS
from tests.titles.schlieffens_war.positions import situation

TITLE = "schlieffens_war"


@pytest.fixture(scope="module")
def campaign() -> front1914.Game:
    """The third turn of a game between recruits, the German about to march."""
    game = front1914.new(TITLE, seed=4)
    commanders = {side: make("recruit", TITLE, 4) for side in game.sides}
    while game.decision.step != "move" or game.state.turn < 3 or game.state.active != "german":
        play(game, commanders, most=1)
    return game


@pytest.mark.parametrize("side", ["german", "entente"])
def test_the_state_behind_a_view_is_exact_where_nothing_is_hidden(campaign, side):
    found = state_of("front1914.titles.schlieffens_war", campaign.view(side))
    for who in ("german", "entente"):
        assert found.occupied(who) == campaign.state.occupied(who)
        assert found.zone(who) == campaign.state.zone(who)
        assert found.held(who) == campaign.state.held(who)


def test_reach_is_what_the_march_offers_without_a_forced_march(campaign):
    sight = judgement.sight(campaign.view("german"))
    pieces = {piece.id: piece for piece in sight.own}
    for action in [a for a in campaign.decision.actions if a.verb == "unit"][::6]:
        found = judgement.reach(sight, pieces[action.arg])
        twin = campaign.copy(history=False)
        twin.act(action)
        offered = {HEXES.number(a.arg) for a in twin.decision.actions if a.verb == "to"}
        tired = {HEXES.number(word[3:]) for word, hint in twin.hints().items() if hint.get("mark") == "forced march"}
        assert set(found) - {pieces[action.arg].at} == offered - tired


@pytest.mark.parametrize(("points", "level"), [(0, 2), (1, 1), (2, 1), (3, 0), (4, 0)])
def test_a_long_march_tires_and_rest_gives_elan(points, level):
    game = situation({"g-2-X": "1109", "g-2-HQ": "1109", "f-5-I": "1919"}, turn=3)
    sight = judgement.sight(game.view("german"))
    (piece,) = [p for p in sight.own if p.id == "g-2-X"]
    assert judgement.arrive(sight, piece, piece.at, points).level == level


def test_the_first_german_marches_do_not_tire():
    game = situation({"g-2-X": "1109", "g-2-HQ": "1109", "f-5-I": "1919"}, turn=1)
    sight = judgement.sight(game.view("german"))
    (piece,) = [p for p in sight.own if p.id == "g-2-X"]
    assert judgement.arrive(sight, piece, piece.at, 6).level == 1
    assert max(judgement.reach(sight, piece).values()) == 6


def test_the_chances_of_a_battle_are_those_of_the_panel():
    units = {"g-2-X": "1513", "g-2-VII": "1513", "g-2-HQ": "1513", "f-5-I": "1514", "f-5-II": "1514"}
    game = situation(units, step="attack", turn=4)
    sight = judgement.sight(game.view("german"))
    pieces = [p for p in sight.own if p.kind == "foot"]
    fights = judgement.battle(sight, HEXES.number("1514"), pieces)
    assert sum(fight.probability for fight in fights) == pytest.approx(1.0)
    game.act("to", "1514")
    for piece in pieces:
        game.act("unit", piece.id)
    panel = game.view("german")["battle"]
    column = panel["columns"].index(panel["final"])
    wanted = sum(float(p) * his for (_, his), p in distribution(column, False).items() if his < 2)
    assert sum(f.probability * f.enemy for f in fights if f.enemy < 1.2) == pytest.approx(wanted)


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(
    ("coup", "artillery", "taken"),
    [
        (0, [0, 0, 0], 6 / 18),
        (1, [0, 0, 0], 10 / 18),
        (0, [1, 0, 0], 10 / 18),
        (1, [1, 1, 1], 38 / 54),
        (0, [3, 3, 3], 6 / 18),
    ],
)
def test_an_attack_on_a_fort_is_reckoned_with_the_markers_that_will_support_it(coup, artillery, taken):
    """Three corps against the fort of Liege, 2:1 without them; each adds no, one or two columns."""
    units = {**dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), "1110"), "fort-liege": "1109"}
    game = situation(
        units,
        step="attack",
        turn=2,
        coup=coup,
        artillery=dict(zip("123", artillery, strict=True)),
        scenario="introduction",
    )
    sight = judgement.sight(game.view("german"))
    fights = judgement.battle(sight, HEXES.number("1109"), [p for p in sight.own if p.kind == "foot"])
    assert sum(fight.probability for fight in fights if fight.taken) == pytest.approx(taken)


def test_no_marker_supports_whoever_is_out_of_supply():
    units = {**dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), ("1110", "out")), "fort-liege": ("1109", 1)}
    chances = []
    for coup in (0, 1):
        sight = judgement.sight(
            situation(units, step="attack", turn=2, coup=coup, scenario="introduction").view("german")
        )
        fights = judgement.battle(sight, HEXES.number("1109"), [p for p in sight.own if p.kind == "foot"])
        chances.append(sum(fight.probability * fight.enemy for fight in fights))
    assert chances[0] == chances[1]


def test_an_hq_alone_defends_itself():
    game = situation({"g-2-X": "1515", "f-5-HQ": "1516"}, step="attack", turn=4)
    sight = judgement.sight(game.view("german"))
    fights = judgement.battle(sight, HEXES.number("1516"), [p for p in sight.own if p.id == "g-2-X"])
    assert 0 < sum(f.probability for f in fights if f.taken) < 1


def test_trains_keep_the_army_supplied(campaign):
    sight = judgement.sight(campaign.view("german"))
    state = judgement.prepare(sight)
    found, covered = trains.orders(state, sight, [0.0] * sight.board.size)
    twin = state.copy()
    for unit, (node, text) in found.items():
        assert text
        twin.enter(UNITS.number(unit), node)
    assert supplied(twin, "german") == covered
    before = supplied(state, "german")
    corps = [p for p in sight.own if p.kind == "foot"]
    assert sum(covered >> p.at & 1 for p in corps) >= sum(before >> p.at & 1 for p in corps)


def test_a_step_out_of_supply_is_worth_more_because_it_is_lost_for_good():
    game = situation({"g-2-X": ("1515", "out"), "g-2-VII": "1515", "f-5-I": "1919"}, turn=4)
    worth = {p.id: p.worth for p in judgement.sight(game.view("german")).own}
    assert worth["g-2-X"] == 2 * worth["g-2-VII"]


def test_plan_xvii_weighs_more_the_more_attacks_are_owed():
    values = []
    for done in (7, 6, 3):
        units = {"f-1-VII": "2206", "f-1-HQ": "2207", "g-6-XXI": "2205"}
        game = situation(units, side="entente", step="attack", turn=6, plan17=done)
        sight = judgement.sight(game.view("entente"))
        values.append(judgement.duty(sight, HEXES.number("2205"), [p for p in sight.own if p.kind == "foot"]))
    assert values[0] == 0 < values[1] < values[2]


def test_evaluation_is_what_one_side_gains_and_the_other_loses(campaign):
    clear = front1914.from_position(campaign.position() | {"options": {"fog": False}})
    german, entente = (judgement.evaluate(clear.view(side), side) for side in ("german", "entente"))
    assert german == pytest.approx(-entente)


def test_a_city_emptied_by_battle_counts_as_lost():
    """Who thinks of retreating from it sees what it costs."""
    units = {"f-5-I": "1614", "f-5-II": "1614", "f-5-HQ": "1616", "g-2-HQ": "1613"}
    units |= dict.fromkeys(("g-2-VII", "g-2-X", "g-2-GD"), "1613")
    game = situation(units, step="attack", turn=6, dice=[6, 6, 6])
    game.act("to", "1614")
    for unit in ("g-2-VII", "g-2-X", "g-2-GD", "g-2-HQ"):
        game.act("unit", unit)
    game.act("commit")
    assert game.decision.step == "defender_losses"
    game.act("unit", "f-5-I")
    stays, goes = game.copy(), game.copy()
    goes.act("retreat")
    stays.act("unit", "f-5-II")
    views = [twin.view("entente") for twin in (stays, goes)]
    assert judgement.evaluate(views[0], "entente") > judgement.evaluate(views[1], "entente")


def twins() -> list[front1914.Game]:
    """Two games that differ only in which French corps lie hidden under others."""
    found = []
    for one, two in (("f-5-II", "f-5-4GRD"), ("f-5-4GRD", "f-5-II")):
        units = {
            "f-5-I": {"at": "1516"},
            one: {"at": "1516", "order": 1},
            "f-5-III": {"at": "1614"},
            two: {"at": "1614", "order": 1},
            "f-5-HQ": {"at": "1616"},
            "g-1-HQ": {"at": "1413"},
            **{unit: {"at": "1414"} for unit in ("g-1-II", "g-1-III", "g-1-IV")},
            **{unit: {"at": "1514"} for unit in ("g-2-X", "g-2-VII", "g-2-GD")},
        }
        position = {"title": TITLE, "scenario": "campaign", "options": {"fog": True}, "turn": 5, "active": "german"}
        found.append(front1914.from_position(position | {"step": "move", "side": "german", "units": units}, seed=1))
    return found


@pytest.mark.parametrize("level", ["recruit", "staff"])
def test_twins_get_the_same_orders_and_reasons(level):
    one, two = twins()
    assert one.view("german") == two.view("german")
    for game in (one, two):
        commander = make(level, TITLE, 3)
        while game.decision.side == "german" and game.state.phase == "movement":
            play(game, {"german": commander}, most=1)
    assert one.log == two.log
    assert one.reasons("german") == two.reasons("german")
    assert len(one.log) > 3


def test_every_unforced_order_has_a_reason_with_numbers(campaign):
    twin = campaign.copy()
    staff = make("staff", TITLE, 3)
    while twin.decision.side == "german" and twin.state.phase in ("movement", "combat"):
        forced, step = len(twin.decision.actions) == 1, twin.decision.step
        play(twin, {"german": staff}, most=1)
        assert all(why.text for why in staff.reasons)
        if not forced and step in ("attack", "attackers") and staff.reasons[0].kind == "attack":
            assert staff.reasons[0].numbers or "not enough" in staff.reasons[0].text


def test_only_mobile_pieces_are_given_moves(campaign):
    for piece in judgement.sight(campaign.view("german")).own:
        if IS_FORT[piece.extra[1]]:
            assert piece.moves == 0
            assert piece.holds


# ---- what the commander wants, from the victory terms


def prices(game, side):
    """What each city is worth to a side, by hex."""
    return {str(HEXES[goal.node]): goal.worth for goal in judgement.goals(game.view(side), side) if goal.rule == "4.6"}


def test_cities_are_dear_where_they_decide_and_cheap_where_they_do_not():
    """4.7: thirteen cities win, eleven draw: on the last turn one more than enough changes nothing."""
    cities = [str(HEXES[h]) for h in members(SCORING)]
    units = {"g-1-II": "1010", "g-1-HQ": "1109", "f-5-I": "1516"}

    def last(number):
        control = dict.fromkeys(cities[:number], "german")
        return prices(situation(units, side="entente", turn=10, control=control), "entente")

    assert max(last(13).values()) > 1.5 * max(last(22).values())


def test_an_army_keeps_to_its_zone():
    """The 1st Army does not go to Belfort, nor the 7th to Antwerp."""
    game = situation({"g-1-II": "1010", "g-7-XIV": "2203", "f-5-I": "1516"}, turn=2)
    sight = judgement.sight(game.view("german"))
    pieces = {piece.id: piece for piece in sight.own}
    antwerp, belfort = (Goal(HEXES.number(word), 3.0, False) for word in ("0812", "2606"))
    assert judgement.suits(sight, pieces["g-1-II"], antwerp) == 1.0
    assert judgement.suits(sight, pieces["g-1-II"], belfort) < 0.5
    assert judgement.suits(sight, pieces["g-7-XIV"], antwerp) < 0.5


def test_the_right_wing_is_strong():
    """4.1, 4.6: most cities and Paris lie before it; the 5th Army belongs to it, the 6th does not."""
    game = situation({"g-5-V": "1710", "g-6-IB": "1710", "f-5-I": "1516"}, turn=2)
    sight = judgement.sight(game.view("german"))
    pieces = {piece.id: piece for piece in sight.own}
    mons = Goal(HEXES.number("1314"), 3.0, False)
    assert judgement.suits(sight, pieces["g-5-V"], mons) == 1.0
    assert judgement.suits(sight, pieces["g-6-IB"], mons) < 1.0


@pytest.mark.rule("9.5")
@pytest.mark.parametrize(("ours", "points"), [("1214", 4), ("1413", 2), ("1314", 4)])
def test_a_tired_enemy_rests_before_he_marches_unless_he_is_pinned(ours, points):
    """He shakes off fatigue in his next Regroup Phase, but not in a zone of control; who is in Maubeuge has none."""
    game = situation({"g-1-II": ours, "f-5-I": ("1414", "fatigued")}, turn=4)
    sight = judgement.sight(game.view("german"))
    assert [piece.moves for piece in sight.enemy] == [points]


@pytest.mark.rule("10.6")
@pytest.mark.parametrize(("side", "turn", "points"), [("german", 10, 6), ("german", 9, 4), ("entente", 10, 4)])
def test_on_the_last_turn_the_enemy_may_force_his_march(side, turn, points):
    """When he still moves after us; the German does not move after the Entente's last turn."""
    foe = {"german": "f-5-I", "entente": "g-1-III"}[side]
    game = situation({"g-1-II": "1010", "f-5-II": "2018", foe: "1516"}, side=side, turn=turn)
    sight = judgement.sight(game.view(side))
    assert {piece.moves for piece in sight.enemy if piece.id == foe} == {points}


@pytest.mark.rule("4.1")
def test_ways_to_paris_go_past_the_enemy():
    """Whoever bars the nearest hexes of the perimeter does not bar those beside them."""
    units = {"g-1-II": "1515", "f-5-I": "1616", "f-5-II": "2018"}
    free, barred = (situation(dict(islice(units.items(), many)), turn=6) for many in (1, 3))
    aims = [
        {str(HEXES[goal.node]) for goal in judgement.sight(game.view("german")).goals if goal.rule == "4.1"}
        for game in (free, barred)
    ]
    assert all(len(found) == 4 for found in aims)
    assert aims[0] != aims[1]
    assert "1616" not in aims[1]


def test_who_lands_lands_together():
    """9.2: not scattered over three ports."""
    game = situation({"b-I": "0919", "f-5-I": "1116", "g-1-II": "1010"}, side="entente", turn=3)
    actions = tuple(Action("to", word) for word in ("0918", "0919", "1019"))
    answer = judgement.reply(game.view("entente"), "land", actions)
    assert answer is not None
    assert answer[0] == Action("to", "0919")


def test_who_goes_east_is_whom_the_front_misses_least():
    """9.4."""
    game = situation({"g-1-II": "1213", "g-7-XIV": "2203", "f-5-I": "1214", "f-5-II": "1314"}, turn=7)
    actions = (Action("unit", "g-1-II"), Action("unit", "g-7-XIV"))
    answer = judgement.reply(game.view("german"), "withdraw", actions)
    assert answer is not None
    assert answer[0] == Action("unit", "g-7-XIV")


@pytest.mark.parametrize(("turn", "taken"), [(10, True), (9, False)])
def test_on_the_last_turn_forced_marches_reach_what_counts(turn, taken):
    """10.6: two points more; nobody asks any more what they cost."""
    units = {"g-1-II": "1016", "g-1-HQ": "1015", "g-1-D": "1015", "f-5-I": "2018"}
    game = situation(units, turn=turn)
    sight = judgement.sight(game.view("german"))
    (piece,) = (p for p in sight.own if p.id == "g-1-II")
    aims = {goal.node for goal in sight.goals if not goal.mine}
    reached = judgement.reach(sight, piece)
    far = [h for h, points in reached.items() if points > 4]
    assert bool(far) == taken
    assert set(far) <= aims
