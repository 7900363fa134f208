"""26: Strategic Plans: the closer rule, capture, abandonment, Mandated Attacks, the Sixth and Fifth Armies."""

from __future__ import annotations

import random
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance import plans
from front1914.titles.offensive_a_outrance.board import BEYOND_SCHELDE, BOARD, CAMP, HEXES, OPEN
from front1914.titles.offensive_a_outrance.charts import MANDATED, PLAN_RULES
from front1914.titles.offensive_a_outrance.manoeuvre.ways import closed, march, points, price
from front1914.titles.offensive_a_outrance.organisation.forces import marchers
from front1914.titles.offensive_a_outrance.scenarios import OBJECTIVES_OF, SCENARIOS
from front1914.titles.offensive_a_outrance.state import PLANS
from front1914.titles.offensive_a_outrance.world import ARMIES, ARMY_SIDE, UNITS
from tests.titles.offensive_a_outrance.battlefield import RAILS, indicate
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    position,
    refused,
    situation,
    verbs,
    where,
)

rule = pytest.mark.rule
ACTIVE = {"plan": "active"}
PRELIMINARY = {"phase": "preliminary", "step": "plans"}
START = "50.56"  #: a hex of Lorraine, seven hexes or more from every objective of the French Second Army
FAR: dict[str, Placed] = {"g-3/2": "64.28"}


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def army(word: str) -> int:
    return ARMIES.number(word)


def plan(game: Game, word: str) -> str:
    return str(PLANS[game.state.plan[army(word)]])


def second(placed: Placed = START, unit: str = "f-11/20", more: dict[str, Placed] | None = None, **extra: Any) -> Game:
    """A unit of the French Second Army, whose plan is in force, is about to march."""
    game = situation({unit: placed, **FAR, **(more or {})}, armies={"f-SECOND": ACTIVE}, scenario="campaign", **extra)
    game.act("unit", unit)
    return game


def goals(word: str) -> list[int]:
    return [h(name) for name in BOARD.ids(sum({1 << n for b in OBJECTIVES_OF[army(word)].every for n in bits(b)}))]


def bits(number: int) -> list[int]:
    return [n for n in range(number.bit_length()) if number >> n & 1]


def is_nearer(word: str, start: str, end: str) -> bool:
    return any(BOARD.distance(h(end), g) < BOARD.distance(h(start), g) for g in goals(word))


# ---- objectives (26.0, 26.1, 26.4 to 26.6)


@rule("26.0", "26.1", "26.4.1.e", "26.6.1.g")
def test_the_armies_under_orders() -> None:
    """Scenarios list them; the others have no plan."""
    under = {str(ARMIES[a]): state for a, state in SCENARIOS["campaign"].plans.items()}
    assert under == {
        **dict.fromkeys(("f-FIRST", "f-SECOND", "f-THIRD", "f-FOURTH", "be-BELGIAN"), "active"),
        **dict.fromkeys(("g-FIRST", "g-SECOND", "g-THIRD", "g-FOURTH", "g-FIFTH"), "active"),
        "g-SIXTH": "idle",
    }
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert {word for word in map(str, ARMIES.ids) if plan(game, word) != "none"} == set(under)
    for word in ("f-FIFTH", "f-PARIS", "f-DET", "f-ALSACE", "g-SEVENTH"):
        assert army(word) not in OBJECTIVES_OF
    for a in SCENARIOS["campaign"].plans:
        assert OBJECTIVES_OF[a].primary.bit_count() <= 2
    assert not SCENARIOS["race"].plans
    assert not SCENARIOS["last_battles"].plans


OBJECTIVES = {
    "f-FIRST": ({"55.65", "57.63", "58.63", "59.60", "62.52"}, {"60.55"}),
    "f-SECOND": ({"62.52", "62.50", "54.48"}, {"57.51", "60.52"}),
    "f-THIRD": ({"55.46", "54.38"}, {"54.40"}),
    "f-FOURTH": ({"54.40", "52.32"}, {"52.37"}),
    "be-BELGIAN": ({"52.16", "44.15"}, set()),
    "g-FIRST": ({"52.16", "46.21"}, {"49.21"}),
    "g-SECOND": ({"48.21", "50.27"}, {"50.23"}),
    "g-THIRD": ({"50.27", "48.31"}, {"50.30"}),
    "g-FOURTH": ({"46.32", "52.37"}, {"49.35"}),
    "g-FIFTH": ({"50.38", "49.41", "55.46"}, set()),
    "g-SIXTH": ({"48.53", "50.61"}, {"55.57"}),
}


@rule("26.4.1.a", "26.4.1.b", "26.4.1.c", "26.4.1.d", "26.5.1", "26.1")
@rule("26.6.1.a", "26.6.1.b", "26.6.1.c", "26.6.1.d", "26.6.1.e", "26.6.1.f")
@pytest.mark.parametrize("word", OBJECTIVES)
def test_objectives(word: str) -> None:
    """OAO-26.4.1-01, OAO-26.5.1-01, OAO-26.6.1-01."""
    operational, primary = OBJECTIVES[word]
    assert set(BOARD.ids(OBJECTIVES_OF[army(word)].primary)) == primary
    assert {str(HEXES[g]) for g in plans.goals(army(word))} == operational | primary
    assert {str(HEXES[g]) for g in goals(word)} == operational | primary


# ---- the closer rule (26.2)


@rule("26.2.1")
def test_who_moves_ends_nearer() -> None:
    """B88: a march that leads no nearer cannot be ended there; one hex nearer to any objective is enough."""
    game = second()
    ends = []
    for word in args(game, "to"):
        trial = second()
        trial.act("to", word)
        if where(trial, "f-11/20") == word and (trial.decision is None or asked(trial)[1] != "march"):
            ends.append(word)  # nothing is left
        elif trial.why_not("stop", None) is None:
            ends.append(word)
    assert ends
    assert all(is_nearer("f-SECOND", START, word) for word in ends)
    near = [str(HEXES[n]) for n in march(game.state, (u("f-11/20"),)) if is_nearer("f-SECOND", START, str(HEXES[n]))]
    assert set(near) <= set(args(game, "to"))


@rule("26.2.1")
def test_a_unit_may_go_sideways_if_it_ends_nearer() -> None:
    """The play note: sideways or back during the phase, as long as it ends the phase one hex closer."""
    game = second()
    aside = "49.57"
    assert BOARD.distance(h(START), h(aside)) == 1
    assert not is_nearer("f-SECOND", START, aside)
    game.act("to", aside)
    assert asked(game) == ("allied", "march")
    assert refused(game, "stop") == "26.2.1"
    assert refused(game, "unit", "f-11/20") == "7.1.2"
    assert "26.2.1" in str(game.decision and game.decision.prompt)
    onward = next(word for word in args(game, "to") if is_nearer("f-SECOND", START, word))
    game.act("to", onward)
    if asked(game)[1] == "march":
        assert "stop" in verbs(game)
        game.act("stop")
    assert where(game, "f-11/20") == onward
    assert is_nearer("f-SECOND", START, onward)


@rule("26.2.1")
def test_too_far_aside_is_refused() -> None:
    """H11: no way is offered from which it could not get nearer any more."""
    game = second(START, phase="counter_movement")
    reach = {str(HEXES[n]) for n in march(game.state, (u("f-11/20"),))} - {START}
    shut = reach - set(args(game, "to"))
    assert shut
    assert all(refused(game, "to", word) == "26.2.1" for word in shut)
    assert not any(is_nearer("f-SECOND", START, word) for word in shut)


def oracle(game: Game, unit: str, word: str, start: str) -> set[str]:
    """Step by step over single prices: where a Force may go and still come nearer."""
    s = game.state
    force = marchers(s, u(unit))
    most, shut = points(s, force), closed(s, force)
    found = march(s, force).costs

    def cost_to_go(a: int, left: int) -> bool:
        best = {a: 0}
        todo = [(0, a)]
        while todo:
            spent, b = todo.pop(0)
            if is_nearer(word, start, str(HEXES[b])):
                return True
            for n in BOARD.neighbours[b]:
                step = None if shut >> n & 1 else price(s, force, b, n)
                if step is not None and spent + step <= left and spent + step < best.get(n, left + 1):
                    best[n] = spent + step
                    todo.append((spent + step, n))
        return False

    return {str(HEXES[n]) for n, cost in found.items() if n != s.at[force[0]] and cost_to_go(n, most - cost)}


@rule("26.2.1", "26.2.a")
@pytest.mark.parametrize("phase", ["movement", "counter_movement"])
@pytest.mark.parametrize("start", ["50.56", "53.55", "46.60", "52.52"])
def test_exactly_the_ways_that_still_lead_nearer_are_offered(start: str, phase: str) -> None:
    """Against a search hex by hex, with enemy zones about; in both movement phases (26.2.a)."""
    enemies: dict[str, Placed] = {"g-6B/3B": "55.53", "g-31/21": "49.54"}
    game = second(start, phase=phase, more=enemies, held={"allied": "all"})
    assert set(args(game, "to")) == oracle(game, "f-11/20", "f-SECOND", start)


@rule("26.2", "26.2.a")
@pytest.mark.parametrize(
    ("unit", "placed", "bound"),
    [
        ("f-11/20", (START,), True),
        ("f-11/20", (START, "ce -3"), True),
        ("f-11/20", (START, "ce CI"), False),
        ("f-11/20", (START, "ce D1"), False),
        ("f-11/20", (START, "ce D2"), False),
        ("f-2-c", (START,), False),  # Cavalry
        ("f-t20", (START,), False),  # Supply
        ("f-Ch-13", (START, "army f-SECOND"), False),  # an Asset
        ("f-13/21", (START,), False),  # of another army, which has no plan here
    ],
)
def test_whom_a_plan_binds(unit: str, placed: tuple[str, ...], bound: bool) -> None:
    """Infantry Formations of the army, except at CI, D1 or D2; never Cavalry, Supply or Assets."""
    game = second(placed, unit)
    aside = "49.57"
    assert not is_nearer("f-SECOND", START, aside)
    game.act("to", aside)
    assert (game.why_not("stop", None) is not None) == bound


@rule("26.2", "26.5.3")
@pytest.mark.parametrize(("unit", "free"), [("be-3", False), ("be-4", True)])
@pytest.mark.parametrize("status", ["sound", "CI", "D1"])
def test_belgians_are_bound_whatever_their_state(unit: str, free: bool, status: str) -> None:
    """26.2 frees French and Germans only; the 4th Division moves freely."""
    units: dict[str, Placed] = {unit: ("47.27", f"ce {status}"), **FAR}
    game = situation(units, armies={"be-BELGIAN": ACTIVE}, scenario="campaign")
    game.act("unit", unit)
    game.act("to", "47.28")
    assert not is_nearer("be-BELGIAN", "47.27", "47.28")
    assert (game.why_not("stop", None) is None) == free


@rule("26.2.1")
def test_where_it_may_not_end_it_does_nothing_else_either() -> None:
    """No Prepared Attack, Repulse or task on the way, nobody else is picked, the Formation is not left behind."""
    more: dict[str, Placed] = {
        "f-39/20": "46.60",
        "f-Ch-13": (START, "army f-SECOND"),
        "g-6B/3B": "48.58",
        "g-31/21": "62.50",
    }
    game = second(START, more=more, held={"allied": "all"})
    game.act("to", "49.57")
    force = game.state.flow[-1][1]
    assert len(force) == 2
    assert refused(game, "prepare", "48.58") == "26.2.1"
    assert refused(game, "repulse", "48.58") == "26.2.1"
    assert refused(game, "recover") == "26.2.1"
    assert refused(game, "dig") == "26.2.1"
    assert refused(game, "unit", "f-39/20") == "26.2.1"
    assert refused(game, "drop", "f-11/20") == "26.2.1"
    assert args(game, "drop") == ["f-Ch-13"]
    assert verbs(game) == {"to", "drop", "straddle"}


@rule("26.2.1")
def test_no_dead_end() -> None:
    """P1: who can get nowhere nearer any more, because an enemy came into his way, may stop."""
    game = second(("49.57", f"origin {START}", "spent 11"))
    assert "stop" in verbs(game)
    game.act("stop")
    assert asked(game) == ("allied", "move")


@rule("26.2.1")
def test_in_two_hexes_one_of_them_counts() -> None:
    """P2: each step of a Force in two hexes must leave it in its hex or nearer in one of both."""
    game = second()
    for word in args(game, "straddle"):
        a, _, b = word.partition("/")
        assert START in (a, b) or any(is_nearer("f-SECOND", START, end) for end in (a, b))
    links = {f"{min(START, n)}/{max(START, n)}" for n in BOARD.ids(BOARD.ring[h(START)])}
    assert links <= set(args(game, "straddle"))


@rule("26.2.1", "26.2")
def test_who_stays_may_do_anything() -> None:
    """A Formation that does not move is not concerned."""
    game = second((START, "ce -1"), more={"f-39/20": "46.60"})
    assert {"stop", "recover", "unit"} <= verbs(game)


# ---- captured, fulfilled, expired (26.1, 26.5.2)


def finished(
    units: dict[str, Placed], states: dict[str, str], side: str = "allied", turn: int = 3, **more: Any
) -> Game:
    """The end of a Player Turn; the next one is about to begin, up to its first decision."""
    armies = {word: {"plan": state} for word, state in states.items()}
    return situation(
        {**FAR, **units},
        armies=armies,
        phase="finishing",
        step="score",
        side=side,
        turn=turn,
        scenario="campaign",
        **more,
    )


@rule("26.1.1", "26.1.a", "26.1.1.a", "26.1", "4.2.1a.b")
@pytest.mark.parametrize(
    ("unit", "place", "achieved"),
    [
        ("f-11/20", "57.51", True),
        ("f-39/20", "60.52", True),  # either of the two primary objectives
        ("f-11/20", "62.52", False),  # operational only
        ("f-11/20", "57.52", False),
        ("f-2-c", "57.51", False),  # Cavalry never captures
        ("f-Ch-13", "57.51", False),  # a regiment is too small
        ("f-13/21", "57.51", True),  # any friendly infantry of brigade-size or more
        ("g-6B/3B", "57.51", False),
    ],
)
def test_the_primary_objective_is_captured(unit: str, place: str, achieved: bool) -> None:
    game = finished({unit: place}, {"f-SECOND": "active"}, dice=[6])
    assert (plan(game, "f-SECOND") == "achieved") == achieved
    told = [e for e in happened(game, "plan") if e["army"] == "f-SECOND"]
    assert len(told) == achieved


@rule("26.1.1")
def test_a_brigade_captures() -> None:
    game = finished({"g-1-B.Lw": "50.30"}, {"g-THIRD": "active"}, side="german")
    assert plan(game, "g-THIRD") == "achieved"


@rule("26.1.a")
def test_free_from_the_next_player_turn_on() -> None:
    """B89: achieved at the end of the Allied Player Turn; in the German one the army moves as it likes."""
    units: dict[str, Placed] = {"f-11/20": "57.51", "f-39/20": "50.56"}
    game = finished(units, {"f-SECOND": "active"}, held={"allied": ["57.51"]})
    assert game.state.phasing == "german"
    assert not plans.bound(game.state, u("f-39/20"))
    before = situation(
        {**FAR, **units}, armies={"f-SECOND": ACTIVE}, scenario="campaign", phase="counter_movement"
    ).state
    assert plans.bound(before, u("f-39/20"))  # while the Player Turn lasts it is bound, whoever stands there


@rule("26.6.1.f", "26.6.2")
@pytest.mark.parametrize(("state", "after"), [("active", "achieved"), ("idle", "idle")])
def test_manonviller_is_captured_though_the_fortress_stands(state: str, after: str) -> None:
    """The Fortress need not be destroyed; an idle plan is not achieved."""
    units: dict[str, Placed] = {"g-31/21": "55.57", "f-fx-Manonviller": ("55.57", "face"), "f-13/21": "50.62"}
    game = finished(units, {"g-SIXTH": state}, side="german", turn=1)
    assert plan(game, "g-SIXTH") == after
    without = finished({"g-31/21": "56.57"}, {"g-SIXTH": "active"}, side="german", turn=1)
    assert plan(without, "g-SIXTH") == "active"


@rule("26.1.1.a", "26.6.1.f")
@pytest.mark.parametrize("unit", ["g-7-c", "g-dSIXTH", "g-Siege-Train-1"])
def test_nor_does_cavalry_or_a_depot_capture_manonviller(unit: str) -> None:
    units: dict[str, Placed] = {unit: "55.57", "f-fx-Manonviller": ("55.57", "face"), "f-13/21": "50.62"}
    assert plan(finished(units, {"g-SIXTH": "active"}, side="german", turn=1), "g-SIXTH") == "active"


@rule("26.1.1", "19.1.3")
@pytest.mark.parametrize(("unit", "after"), [("g-3/2", "achieved"), ("g-10-Lw", "active")])
def test_a_half_is_of_half_the_size(unit: str, after: str) -> None:
    """A division in two hexes is a brigade in each, and captures; a brigade is a regiment, and does not."""
    game = finished({unit: ("49.21", "49.22")}, {"g-FIRST": "active"}, side="german", held={"german": ["49.21"]})
    assert plan(game, "g-FIRST") == after
    whole = finished({unit: "49.21"}, {"g-FIRST": "active"}, side="german", held={"german": ["49.21"]})
    assert plan(whole, "g-FIRST") == "achieved"


@rule("26.5.2")
@pytest.mark.parametrize(
    ("places", "done"),
    [
        (("52.16", "51.17", "44.15"), True),
        (("52.16", "51.17", "49.20"), False),
    ],
)
def test_the_belgian_plan_is_fulfilled(places: tuple[str, ...], done: bool) -> None:
    """Inside the camp of Antwerpen or north of the Schelde in Belgium; the 4th Division may be anywhere."""
    assert CAMP["Antwerpen"] >> h("51.17") & 1
    assert BEYOND_SCHELDE >> h("44.15") & 1
    units: dict[str, Placed] = dict(zip(("be-1", "be-2", "be-3"), places, strict=True))
    game = finished({**units, "be-4": "50.27"}, {"be-BELGIAN": "active"})
    assert (plan(game, "be-BELGIAN") == "achieved") == done


@rule("26.5.2.a", "26.3.a")
@pytest.mark.parametrize(("turn", "side", "state"), [(4, "german", "active"), (5, "allied", "expired")])
def test_the_belgian_plan_expires(turn: int, side: str, state: str) -> None:
    """OAO-26.5.1-01: in the first Preliminary Phase of turn 5."""
    assert PLAN_RULES.belgian_until == 5
    units: dict[str, Placed] = {"be-1": "54.23", **FAR}
    armies = {"be-BELGIAN": ACTIVE}
    game = situation(units, armies=armies, **PRELIMINARY, turn=turn, side=side, scenario="campaign")
    assert plan(game, "be-BELGIAN") == state


# ---- abandoned (26.3, 26.4.2)


def joint(states: dict[str, dict[str, Any]], units: dict[str, Placed] | None = None, **more: Any) -> Game:
    """A Joint Preliminary Phase."""
    placed: dict[str, Placed] = {"f-11/20": "57.50", "f-13/21": "50.62", "g-3/2": "64.28", "g-11/6": "57.43"}
    return situation({**placed, **(units or {})}, armies=states, scenario="campaign", **PRELIMINARY, **more)


DONE = {"plan": "active", "mandated": 6}


@rule("26.3", "4.2.1a.c", "26.3.d", "27.1")
def test_the_french_second_army_abandons() -> None:
    """OAO-27.1-01, OAO-26.3-01: on turn 3, one hex from its objective: three points, and it is free at once."""
    game = joint({"f-SECOND": DONE, "f-FIRST": DONE}, turn=3)
    assert asked(game) == ("allied", "abandon_plan")
    assert args(game, "army") == ["f-FIRST", "f-SECOND"]
    game.act("army", "f-SECOND")
    assert plan(game, "f-SECOND") == "abandoned"
    assert game.state.vp == 3  # the German is three ahead
    assert args(game, "army") == ["f-FIRST"]
    assert not plans.bound(game.state, u("f-11/20"))
    assert game.state.phase == "preliminary"  # of the same Player Turn


@rule("26.3", "4.2.1a.c")
def test_either_player_abandons_the_phasing_one_first() -> None:
    game = joint({"f-FIRST": DONE, "g-FOURTH": ACTIVE}, turn=4, side="german")
    assert asked(game) == ("german", "abandon_plan")
    game.act("done")
    assert asked(game) == ("allied", "abandon_plan")
    game.act("done")
    assert asked(game)[1] != "abandon_plan"
    assert (plan(game, "f-FIRST"), plan(game, "g-FOURTH")) == ("active", "active")


@rule("26.3.b", "26.3.a", "26.3.c", "26.6.3", "26.6.2", "26.3")
def test_who_cannot_abandon() -> None:
    states = {
        "f-FIRST": {"plan": "active", "mandated": 3},
        "f-THIRD": {"plan": "active", "mandated": 6},
        "f-FOURTH": {"plan": "achieved", "mandated": 6},
        "be-BELGIAN": ACTIVE,
        "g-FIFTH": ACTIVE,
        "g-SIXTH": {"plan": "idle"},
    }
    game = joint(states, turn=3)
    assert args(game, "army") == ["f-THIRD"]
    assert refused(game, "army", "f-FIRST") == "26.4.2"
    assert refused(game, "army", "be-BELGIAN") == "26.3"
    assert refused(game, "army", "f-FOURTH") == "26.3"
    assert refused(game, "army", "g-FOURTH") == "26.3"
    s = game.state
    reasons = {word: plans.refuse_abandon(s, "german", army(word)) for word in ("g-FIFTH", "g-SIXTH")}
    assert {word: reason.rule for word, reason in reasons.items() if reason} == {
        "g-FIFTH": "26.6.3",
        "g-SIXTH": "26.6.2",
    }
    for turn in (1, 2):
        early = joint(states | {"g-FIRST": ACTIVE}, turn=turn)
        assert asked(early)[1] != "abandon_plan"
        reason = plans.refuse_abandon(early.state, "german", army("g-FIRST"))
        assert reason is not None
        assert reason.rule == "26.3"


@rule("27.1", "27.1.a")
@pytest.mark.parametrize(
    ("place", "points"),
    [("57.51", 3), ("57.50", 3), ("57.49", 6), ("57.48", 10), ("57.47", 10), ("57.46", 15), ("57.45", 15)],
)
def test_the_loss_goes_by_distance(place: str, points: int) -> None:
    """OAO-27.1-02, B115: the nearest infantry unit of the army counts, an Asset too; Cavalry does not."""
    units: dict[str, Placed] = {"f-11/20": "50.62", "f-Ch-13": (place, "army f-SECOND"), "f-2-c": "60.52"}
    game = joint({"f-SECOND": DONE}, units, turn=3)
    assert game.hints()["army f-SECOND"]["mark"] == f"{-points} VP"
    game.act("army", "f-SECOND")
    assert game.state.vp == points


@rule("27.1.a")
def test_achieving_earns_nothing() -> None:
    game = finished({"f-11/20": "57.51"}, {"f-SECOND": "active"})
    assert plan(game, "f-SECOND") == "achieved"
    assert game.state.vp == 0


@rule("26.6.3", "27.1")
def test_the_fifth_army_follows_the_fourth() -> None:
    """Its plan ends when the Fourth captures its objective or abandons; that costs nothing more."""
    game = joint({"g-FOURTH": ACTIVE, "g-FIFTH": ACTIVE}, {"g-11/6": "49.36"}, turn=3, side="german")
    game.act("army", "g-FOURTH")
    assert (plan(game, "g-FOURTH"), plan(game, "g-FIFTH")) == ("abandoned", "abandoned")
    assert game.state.vp == -3
    won = finished({"g-11/6": "49.35"}, {"g-FOURTH": "active", "g-FIFTH": "active"}, side="german")
    assert (plan(won, "g-FOURTH"), plan(won, "g-FIFTH")) == ("achieved", "achieved")
    held = finished({"g-9/5": "50.38", "g-10/5": "49.41"}, {"g-FOURTH": "active", "g-FIFTH": "active"}, side="german")
    assert plan(held, "g-FIFTH") == "active"


@rule("26.4.2.a", "26.3.c")
@pytest.mark.parametrize(("word", "number"), [("f-FIRST", 4), ("f-SECOND", 4), ("f-THIRD", 6), ("f-FOURTH", 6)])
def test_mandated_attacks_come_first(word: str, number: int) -> None:
    """OAO-26.4.2-01."""
    assert MANDATED[word] == number
    s = joint({word: {"plan": "active", "mandated": number - 1}}, turn=3).state
    reason = plans.refuse_abandon(s, "allied", army(word))
    assert reason is not None
    assert reason.rule == "26.4.2"
    ready = joint({word: {"plan": "active", "mandated": number}}, turn=3).state
    assert plans.refuse_abandon(ready, "allied", army(word)) is None


BATTLE: dict[str, Placed] = {
    "g-8-Ez": ("43.40", "army g-FOURTH"),
    "f-23/12": "43.41",
    "f-3/2": "42.40",
    "f-9-c": "44.41",
    "f-dFOURTH": "42.42",
    "g-dFOURTH": "43.36",
}


@rule("26.4.2", "9.8.d", "26.4.2.a")
@pytest.mark.parametrize(
    ("plan_", "declared", "phase", "number"),
    [
        ("active", "intense", "attack", 1),
        ("active", "calm", "attack", 0),
        ("active", "intense", "counter_attack", 1),
        ("abandoned", "intense", "attack", 0),
    ],
)
def test_a_mandated_attack_is_declared_intense(plan_: str, declared: str, phase: str, number: int) -> None:
    """B90: one for each combat, in either attack phase, however many Formations take part."""
    game = situation(
        BATTLE, phase=phase, step="begin_attacks", hexes=RAILS, dice=["6-3"], armies={"f-FOURTH": {"plan": plan_}}
    )
    indicate(game, "43.40", "f-3/2", "f-23/12")
    game.act("done")
    while asked(game)[1] != "intensity":
        game.act("provide" if asked(game)[1] == "ammo" else "done")
    assert ("26.4.2" in str(game.decision and game.decision.prompt)) == (plan_ == "active")
    game.act(declared)
    assert game.state.mandated[army("f-FOURTH")] == number


@rule("26.4.2")
def test_a_mandated_attack_needs_an_infantry_formation_of_the_army() -> None:
    game = situation(BATTLE, phase="attack", armies={"f-FOURTH": ACTIVE})
    s = game.state
    assert plans.mandated_by(s, (u("f-3/2"), u("f-23/12"))) == [army("f-FOURTH")]
    assert plans.mandated_by(s, (u("f-9-c"),)) == []
    other = situation({"f-13/21": "43.41", **FAR}, armies={"f-FOURTH": ACTIVE}).state
    assert plans.mandated_by(other, (u("f-13/21"),)) == []
    german = situation({"g-12/6": "43.41"}, armies={"g-FOURTH": ACTIVE}).state
    assert plans.mandated_by(german, (u("g-12/6"),)) == []


# ---- the German Sixth Army (26.6.2)


def sixth(turn: int, side: str, second_: str = "active", dice: list[str | int] | None = None) -> Game:
    units: dict[str, Placed] = {"g-6B/3B": "57.51", "f-11/20": "50.62"}
    states = {"g-SIXTH": {"plan": "idle"}, "f-SECOND": {"plan": second_}}
    more = {"armies": states, **PRELIMINARY, "turn": turn, "side": side, "scenario": "campaign"}
    return situation(units, dice=dice, **more)


@rule("26.6.2", "26.6.2.a")
@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_die_for_the_sixth_army(die: int, side: str) -> None:
    """On turn 3, in each Preliminary Phase, on 1 to 3."""
    assert plan(sixth(3, side, dice=[die]), "g-SIXTH") == ("active" if die <= 3 else "idle")


@rule("26.6.2", "26.6.2.a", "26.6.2.b")
def test_when_the_sixth_army_is_activated_without_a_die() -> None:
    for turn in (1, 2):
        assert plan(sixth(turn, "german", dice=[]), "g-SIXTH") == "idle"
    for state in ("achieved", "abandoned"):
        assert plan(sixth(3, "allied", state, dice=[]), "g-SIXTH") == "active"
    assert plan(sixth(4, "allied", dice=[]), "g-SIXTH") == "active"


@rule("26.6.2.a")
def test_it_answers_at_once_when_the_second_army_abandons() -> None:
    """The die comes after the players have said whether they abandon plans."""
    states = {"g-SIXTH": {"plan": "idle"}, "f-SECOND": DONE}
    game = joint(states, {"g-6B/3B": "57.51"}, turn=3, dice=[])
    game.act("army", "f-SECOND")
    assert plan(game, "g-SIXTH") == "active"
    assert not happened(game, "sixth_roll")


@rule("26.6.2a.a")
@pytest.mark.parametrize(("state", "free"), [("idle", False), ("active", True)])
def test_no_prepared_attacks_before_activation(state: str, free: bool) -> None:
    units: dict[str, Placed] = {"g-6B/3B": "57.51", "f-11/20": "56.51"}
    armies = {"g-SIXTH": {"plan": state}}
    game = situation(units, side="german", armies=armies, scenario="campaign", held={"german": "all"})
    game.act("unit", "g-6B/3B")
    assert (game.why_not("prepare", "56.51") is None) == free
    assert free or refused(game, "prepare", "56.51") == "26.6.2a"


@rule("26.6.2a.a", "26.6.2")
def test_an_idle_plan_does_not_bind_movement() -> None:
    """26.6.2a: until it is activated the army moves and attacks normally."""
    units: dict[str, Placed] = {"g-6B/3B": "57.51", "f-11/20": "46.60"}
    for state, free in (("idle", True), ("active", False)):
        armies = {"g-SIXTH": {"plan": state}}
        game = situation(units, side="german", armies=armies, scenario="campaign", held={"german": "all"})
        assert plans.bound(game.state, u("g-6B/3B")) != free


@rule("26.6.2a.b")
@pytest.mark.parametrize(("state", "fixed"), [("idle", True), ("active", True), ("achieved", False)])
def test_the_sixth_army_keeps_its_own(state: str, fixed: bool) -> None:
    """Nobody is attached to it or detached from it, except who comes without an army; Assets change as ever."""
    from front1914.titles.offensive_a_outrance.organisation.attachment import attach

    units: dict[str, Placed] = {
        "g-t3B": "60.50",  # in the area of the Seventh
        "g-8-Ez": "60.51",
        "g-30r": "58.50",  # of the Seventh, in the area of the Sixth
        "g-19-Ez": ("58.51", "army"),  # arrives without an army
        "f-11/20": "46.60",
    }
    area = {str(HEXES[n]): {"german_area": "g-SIXTH"} for n in bits(OPEN) if str(HEXES[n])[:2] in ("57", "58")}
    area |= {str(HEXES[n]): {"german_area": "g-SEVENTH"} for n in bits(OPEN) if str(HEXES[n])[:2] in ("59", "60")}
    game = situation(units, side="german", armies={"g-SIXTH": {"plan": state}}, scenario="campaign", hexes=area)
    s = game.state
    attach(s, "german")
    here = {word: str(ARMIES[s.army[u(word)]]) for word in units if word.startswith("g-")}
    assert here["g-t3B"] == here["g-8-Ez"] == ("g-SIXTH" if fixed else "g-SEVENTH")
    assert here["g-30r"] == ("g-SEVENTH" if fixed else "g-SIXTH")
    assert here["g-19-Ez"] == "g-SIXTH"


# ---- what players see, and random play


@rule("26.0")
def test_plans_are_open_to_both_sides() -> None:
    """Army markers lie face up on their plan side, Mandated Attacks are declared: objectives are laid over the map."""
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    for side in ("allied", "german"):
        for owner in ("allied", "german"):
            found = game.overlay(side, "plans", owner)
            mine = {str(HEXES[n]) for a in OBJECTIVES_OF if ARMY_SIDE[a] == owner for n in plans.goals(a)}
            assert set(found["places"]) == mine
        assert game.view(side)["position"]["armies"]["f-FIRST"]["plan"] == "active"
    text = game.overlay("allied", "plans", "allied")["text"]
    assert "0 of 4 Mandated Attacks" in text


@rule("26.2.1")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.usefixtures("window")
def test_nobody_ends_further_away(seed: int) -> None:
    """Random play under plans: whoever marched of his own will has come nearer, unless no way was left (P1)."""
    game = front1914.new("offensive_a_outrance", "lorraine", seed=seed)
    rng = random.Random(seed)
    checked = 0
    for _ in range(700):
        decision = game.decision
        if decision is None:
            break
        s = game.state
        action = rng.choice(decision.actions)
        if decision.step == "march" and action.verb in ("stop", "unit") and plans.bound(s, s.flow[-1][1][0]):
            force = s.flow[-1][1]
            ok = any(plans.ends(s, force) >> n & 1 for n in s.hexes(force[0]))
            assert ok or not plans.onward(s, force) & plans.ends(s, force)
            checked += 1
        game.act(action)
    assert checked > 10


def test_positions_hold_plans() -> None:
    data = position({"f-11/20": START, **FAR}, armies={"f-SECOND": {"plan": "expired"}})
    assert front1914.from_position(data).position()["armies"]["f-SECOND"]["plan"] == "expired"
    assert mark(front1914.from_position(data), "f-11/20", "sr") == 0
