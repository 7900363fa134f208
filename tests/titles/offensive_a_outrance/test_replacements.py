"""4.3.1, 16.6, 22.4: the Replacement Segment; French Reserve divisions."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance.charts import INTER_PHASES, RESERVE_ROLL
from front1914.titles.offensive_a_outrance.organisation.effectiveness import base
from front1914.titles.offensive_a_outrance.organisation.losses import excess
from front1914.titles.offensive_a_outrance.organisation.replacements import RESERVES, limit, row
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS
from front1914.titles.offensive_a_outrance.state import EVENTS, POOLS
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
)

rule = pytest.mark.rule
WORN = "sr 1"
FRENCH = {"f-13/21": "50.60", "f-43/21": "50.61", "f-15/8": "50.62", "f-16/8": "50.63", "f-25/13": "51.60"}  # FIRST
OTHERS = {"f-11/20": "50.53", "f-39/20": "50.54", "f-29/15": "51.55", "f-7/4": "46.43", "f-1/1": "40.30"}


def u(word: str) -> int:
    return UNITS.number(word)


def segment(units: dict[str, Placed], turn: int = 6, **more: Any) -> Game:
    """The Inter-Phase after a turn; nobody has anything in store unless said."""
    flow = [["turn"], ["inter_phase"]]
    pools = dict.fromkeys(("french_repl", "german_repl"), 0) | more.pop("pools", {})
    return situation(
        {"f-70r": "48.60", "g-31/21": "62.54", **units},
        scenario="campaign",
        phase="finishing",
        turn=turn,
        flow=flow,
        phasing="german",
        active="german",
        pools={name: n for name, n in pools.items() if n},
        **more,
    )


def worn(units: dict[str, str], count: int = 1) -> dict[str, Placed]:
    return {word: (place, f"sr {count}") for word, place in units.items()}


def pool(game: Game, name: str) -> int:
    return int(game.state.pools[POOLS.number(name)])


@rule("16.6", "16.6.2", "4.3.1")
def test_allotments_come_by_nation_as_the_chart_says() -> None:
    """Eight French and four German Replacements in the second Inter-Phase; what is not used is stored."""
    game = segment({**worn({"f-13/21": "50.60"}), "g-42/21": ("62.55", WORN)})
    assert game.state.turn == 7
    assert mark(game, "f-13/21", "sr") == 0
    assert mark(game, "g-42/21", "sr") == 0
    assert (pool(game, "french_repl"), pool(game, "british_repl"), pool(game, "german_repl")) == (7, 0, 3)
    assert [(row.french_repl, row.british_repl, row.german_repl) for row in INTER_PHASES[:4]] == [
        (0, 0, 0),
        (8, 0, 4),
        (10, 0, 8),
        (12, 3, 12),
    ]


@rule("16.6.2")
@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 1), (3, 2)])
def test_a_replacement_removes_one_reduction(before: int, after: int) -> None:
    """OAO-16.6.2-01: reduced to full, -2 to reduced, -4 to -2."""
    game = segment(worn({"f-13/21": "50.60"}, before))
    assert mark(game, "f-13/21", "sr") == after


@rule("16.6.2.a", "16.6.3", "16.6.b")
def test_two_for_an_army_and_one_for_a_unit() -> None:
    """Second Inter-Phase: at most two for an army; whoever can be used must be."""
    game = segment(worn(FRENCH, 2))
    assert asked(game) == ("allied", "replace")
    assert "done" not in verbs(game)
    game.act("unit", "f-13/21")
    assert refused(game, "unit", "f-13/21") == "16.6.2"
    game.act("unit", "f-15/8")
    assert game.state.turn == 7  # the army receives no more, so nothing is left to choose
    assert [mark(game, word, "sr") for word in FRENCH] == [1, 2, 1, 2, 2]
    assert pool(game, "french_repl") == 6


@rule("16.6.3")
def test_an_army_at_its_limit_is_refused_while_others_choose() -> None:
    game = segment({**worn(FRENCH), **worn({"f-11/20": "50.53", "f-39/20": "50.54", "f-29/15": "51.55"})})
    game.act("unit", "f-13/21")
    game.act("unit", "f-15/8")
    assert asked(game) == ("allied", "replace")
    assert refused(game, "unit", "f-43/21") == "16.6.3"
    assert set(args(game, "unit")) == {"f-11/20", "f-39/20", "f-29/15"}


@rule("16.6.3")
def test_only_the_armies_that_the_chart_names() -> None:
    """Second Inter-Phase: German Replacements for the Seventh and Sixth Armies."""
    game = segment({"g-42/21": ("62.55", WORN), "g-28/14": ("62.57", WORN), "g-3/2": ("62.30", WORN)})
    assert [mark(game, word, "sr") for word in ("g-42/21", "g-28/14", "g-3/2")] == [0, 0, 1]
    line = INTER_PHASES[1]
    assert limit(line, "german", ARMIES.number("g-SIXTH")) == 2
    assert limit(line, "german", ARMIES.number("g-FIFTH")) == 0
    assert limit(INTER_PHASES[4], "german", ARMIES.number("g-FIRST")) == 4


@rule("16.6.2", "16.6.2.b", "8.1.g")
def test_neither_cavalry_nor_the_dead_nor_belgians() -> None:
    game = segment(
        {
            "f-1-c": ("46.30", WORN),
            "f-13/21": ("eliminated", WORN),
            "be-1": ("50.20", WORN),
            "f-43/21": ("50.60", WORN),
        }
    )
    assert [mark(game, word, "sr") for word in ("f-1-c", "f-13/21", "be-1", "f-43/21")] == [1, 1, 1, 0]


@rule("16.6.1")
def test_stored_and_owed_replacements() -> None:
    """Nine are owed: an allotment of eight leaves one owed, and nobody receives any."""
    game = segment(worn({"f-13/21": "50.60"}), pools={"french_repl": -9})
    assert (mark(game, "f-13/21", "sr"), pool(game, "french_repl")) == (1, -1)
    rich = segment(worn({**FRENCH, **OTHERS}), pools={"french_repl": 5})
    assert asked(rich) == ("allied", "replace")
    assert pool(rich, "french_repl") == 13
    tracks = {track["id"]: track["value"] for track in rich.view("german")["tracks"]}
    assert tracks["french_repl"] == 13  # the Resources displays lie open


@rule("16.6.1", "9.10.4")
def test_excess_reductions_are_paid_from_the_store() -> None:
    game = segment({"f-13/21": ("50.60", "sr 3")}, turn=3)
    excess(game.state, (u("f-13/21"),))
    assert pool(game, "french_repl") == -1


@rule("16.6.b")
def test_the_staff_places_the_rest() -> None:
    """All that can be used is used; the staff begins with whoever gains most."""
    game = segment(worn({**FRENCH, **OTHERS}))
    game.act("accept")
    full = [word for word in (*FRENCH, *OTHERS) if mark(game, word, "sr") == 0]
    assert len(full) == 6  # two of the First, two of the Second, one each of the Third and the Fifth
    assert pool(game, "french_repl") == 2


@rule("16.6.a")
def test_replacements_wait_for_the_inter_phase() -> None:
    game = situation({"f-13/21": ("50.60", WORN), "g-31/21": "62.54"}, pools={"french_repl": 5}, scenario="campaign")
    game.act("done")
    assert mark(game, "f-13/21", "sr") == 1
    final = segment(worn({"f-13/21": "50.60"}), turn=30, pools={"french_repl": 5})
    assert mark(final, "f-13/21", "sr") == 1  # B95: the Final Inter-Phase only counts points


@rule("IPC", "16.6.a")
@pytest.mark.parametrize("turn", range(3, 31, 3))
def test_each_of_nine_inter_phases_has_its_line(turn: int) -> None:
    """After the ninth only the Final Inter-Phase comes, which has none (B95)."""
    state = segment(worn({"f-13/21": "50.60"})).state
    state.turn = turn
    line = row(state)
    assert (line.id if line else "") == ("" if turn == 30 else str(turn // 3))


@rule("IPC", "4.3.1")
def test_the_ninth_inter_phase_brings_replacements() -> None:
    assert mark(segment(worn({"f-13/21": "50.60"}), turn=27), "f-13/21", "sr") == 0


@rule("16.6")
def test_what_a_side_receives_is_its_own_affair() -> None:
    game = segment(worn({**FRENCH, **OTHERS}))
    game.act("unit", "f-13/21")
    told = [event for event in game.events if event.kind == "replaced"]
    assert told
    assert all(event.seen_by == ("allied",) for event in told)
    assert "f-13/21" not in str(game.view("german")["position"]["units"].get("f-13/21", {}).get("spent", ""))


# ---- French Reserves (22.4)


@rule("22.4", "22.4.1")
def test_the_reserve_roll() -> None:
    """OAO-22.4.1-01: 1, 1-2, ... 1-5, and of itself in the eighth Inter-Phase."""
    assert RESERVE_ROLL == {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6}
    failed = segment({}, turn=9, dice=[2])
    assert failed.state.events[EVENTS.number("reserve")] == 0
    assert base(failed.state, u("f-70r")) == 9
    won = segment({}, turn=9, dice=[1])
    assert won.state.events[EVENTS.number("reserve")] == 9
    assert base(won.state, u("f-70r")) == 11
    later = segment({}, turn=12, dice=[2])
    assert base(later.state, u("f-70r")) == 11


@rule("22.4.1")
def test_no_roll_before_the_third_nor_after_success_and_none_in_the_eighth() -> None:
    assert not happened(segment({}, turn=6), "reserve_roll")
    done = segment({}, turn=12, events={"reserve": 9})
    assert not happened(done, "reserve_roll")
    last = segment({}, turn=24)
    assert not happened(last, "reserve_roll")
    assert base(last.state, u("f-70r")) == 11


@rule("22.4")
def test_all_french_reserves_and_nobody_else() -> None:
    names = {str(UNITS[n]) for n in RESERVES}
    assert {"f-70r", "f-51r", "f-75r"} <= names
    assert len(names) == 25
    assert not names & {"f-13/21", "f-83t", "g-1Gd-r/GD-R"}
    assert base(front1914.new("offensive_a_outrance", "race").state, u("f-70r")) == 11
    assert SCENARIOS["campaign"].events == {}
