"""Computer commanders: they reckon as the rules do, know only their view, and beat chance."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.titles.germany_at_war import drafting, values
from front1914.titles.germany_at_war.assaults import best, damage, defence, offence, reckon
from front1914.titles.germany_at_war.drafting import Desk
from front1914.titles.germany_at_war.world import AREAS, BLOCKS, IS_LEADER, MAJOR, NONE, SV
from tests.titles.germany_at_war.positions import march, situation, tactical
from tests.titles.germany_at_war.positions import play as act

TITLE = "germany_at_war"


def entries(*units: str, river: int = NONE) -> list[tuple[int, int]]:
    return [(BLOCKS.number(u), river) for u in units]


def test_liege_is_reckoned_as_in_the_rules() -> None:
    """7.5.1.13: 5 + 5 + 4 halved, two Leaders with four stars, against 3 + 1 + 5: +6, and Liege falls."""
    game = situation({"BA-I1": "9", "G1-I1": "11", "G1-I2": "11", "G1-I5": "11"}, forts={"Liege": {"belgian": 1}})
    found = reckon(game.state, "german", AREAS.number("9"), entries("G1-I1", "G1-I2", "G1-I5", river=MAJOR), 8, eased=1)
    assert found.result == 6
    assert found.clears
    assert found.value > values.VALOUR


def test_hits_are_reckoned_as_they_are_placed() -> None:
    """7.5.1.13: three units with four white dots absorb three hits; the fourth costs a step."""
    game = situation({"G1-I5": "11", "G1-I6": "11", "G1-I8": "11"})
    units = [u for u in BLOCKS.numbers if game.state.at[u] == AREAS.number("11")]
    assert [damage(game.state, units, hits, "german") for hits in (1, 2, 3, 4)] == [0, 0, 0, values.POINT["german"]]


@pytest.mark.parametrize(
    ("attackers", "defenders", "target"),
    [
        (("G6-I1", "G6-I2"), ("F3-I1",), "69"),
        (("G6-I1", "G6-I2", "G6-C1"), ("F3-I1", "F3-I2"), "69"),
        (("G6-I1", "G6-C1"), ("F3-C1",), "69"),
        (("G6-I1", "G6-I2"), ("F1-I6",), "82"),
    ],
)
def test_firepower_is_what_the_battle_brings(
    attackers: tuple[str, ...], defenders: tuple[str, ...], target: str
) -> None:
    """The sums that a draft rests on are those of the Showdown."""
    blocks = {"G6-L1": "70", **dict.fromkeys(attackers, "70"), **dict.fromkeys(defenders, target)}
    game = situation(blocks, forts={"Épinal": {"french": 1}})  # nobody gains Valour on the way
    h, rivers = AREAS.number(target), Desk(game.state, "german", boost=True)
    moves = rivers.able([BLOCKS.number(u) for u in attackers], h)
    expected = offence(game.state, "german", h, moves, 4), defence(game.state, "entente", h)
    tactical(game, "G6-L1")
    for u in attackers:
        way = rivers.way(BLOCKS.number(u), h)
        act(game, f"unit {u}", *(f"to {AREAS[n]}" for n in way))
    act(game, "done", f"to {target}")
    while game.decision is not None and game.decision.step in ("edge", "retreat"):
        act(game, "done")
    shown = next(event.data for event in game.events if event.kind == "result")
    assert (shown["attack"], shown["defence"]) == expected


def test_an_attack_takes_no_more_than_it_needs() -> None:
    """Every further unit must add something."""
    game = situation({"F3-C1": "56", **{f"G5-I{n}": "57" for n in (1, 2, 3, 4)}})
    able = [(BLOCKS.number(f"G5-I{n}"), NONE) for n in (1, 2, 3, 4)]
    found = best(game.state, "german", AREAS.number("56"), able, 4)
    assert found is not None
    assert found.clears
    assert len(found.entries) == 1


def test_drafts_are_legal() -> None:
    """Every draft of the first Impulse can be played to its end as it stands, Leaders where they were meant to be."""
    game = front1914.new(TITLE, seed=4)
    drafts = list(drafting.tactical(Desk(game.state, "german", True, 1), "german", SV["german"], "surprise"))
    assert len(drafts) >= 4
    for draft in drafts:
        twin = game.copy()
        follow = front1914.judgement(TITLE).drafting.follow
        while twin.decision is not None and twin.decision.step != "battle" and twin.state.impulse == 1:
            twin.act(follow(draft, twin, twin.decision, True))
        assert {u: twin.state.at[u] for u in draft.rides} == draft.rides
        ends = {u: way[-1] for u, way in draft.marches.items() if not IS_LEADER[u]}
        assert {u: twin.state.at[u] for u in ends} == ends


# ---- fairness


def twin_of(game: Game, side: str, seed: int) -> Game:
    """Another game that the side cannot tell from this one."""
    return front1914.from_position(front1914.imagine(game.view(side), seed), seed=seed)


@pytest.mark.parametrize("level", ["recruit", "staff"])
def test_what_is_hidden_changes_nothing(level: str) -> None:
    """Two games that differ only in enemy blocks that nobody has seen: the same answers, for the same reasons."""
    game = front1914.new(TITLE, seed=11)
    twin = twin_of(game, "german", 5)
    assert game.state.at.tobytes() != twin.state.at.tobytes()
    ours, theirs = make(level, TITLE, 3), make(level, TITLE, 3)
    for _ in range(12):
        if game.decision is None or game.decision.side != "german" or game.decision.step in ("battle", "edge"):
            break
        one, two = ours.decide(game.seat("german")), theirs.decide(twin.seat("german"))
        assert one == two
        assert ours.reasons == theirs.reasons
        game.act(one)
        twin.act(two)


def test_three_players() -> None:
    """1.5: the French and the British player each with a commander of his own."""
    game = front1914.new(TITLE, options={"seats": 3}, seed=2)
    play(game, {side: make("recruit", TITLE, 1) for side in game.sides}, most=120)
    assert {entry.side for entry in game.log} >= {"german", "french", "british"}


# ---- strength


def duel(level: str, other: str, side: str, seed: int, scenario: str = "campaign") -> bool:
    game = front1914.new(TITLE, scenario=scenario, seed=seed)
    foe = next(s for s in game.sides if s != side)
    play(game, {side: make(level, TITLE, seed), foe: make(other, TITLE, seed)})
    assert game.result is not None
    return bool(game.result.winner == side)


@pytest.mark.parametrize("side", ["german", "entente"])
def test_the_staff_beats_chance(side: str) -> None:
    assert duel("staff", "random", side, 1)


@pytest.mark.parametrize("side", ["german", "entente"])
def test_the_staff_wins_the_introduction(side: str) -> None:
    """The Entente has all its Victory Areas from the start: that alone wins nothing."""
    assert duel("staff", "random", side, 1, "introduction")


def test_the_recruit_beats_chance() -> None:
    assert duel("recruit", "random", "german", 1)


def test_a_situation_is_worth_the_opposite_to_the_enemy() -> None:
    """Without the cares of either Side, what one has the other has not."""
    game = front1914.new(TITLE, seed=1)
    german, entente = (values.standing(game.state, side, 0.0) for side in ("german", "entente"))
    assert german == pytest.approx(-entente)


def test_a_pass_goes_where_it_says() -> None:
    """A unit that is sent somewhere by a draft of a Pass gets there."""
    game = situation({"G6-I1": "70", "G6-L1": "70", "F1-I1": "87"}, forts={"Épinal": {"french": 2}})
    draft = next(drafting.passing(game.state, "german"))
    (unit, way), *_ = draft.marches.items()
    act(game, "pass")
    march(game, str(BLOCKS[unit]), str(AREAS[way[-1]]))
    assert game.state.at[unit] == way[-1]


def test_follies_of_a_side_are_what_it_leaves_behind():
    """A Leader alone beside a French corps, Nancy empty before a German one; nobody is cut off."""
    from front1914.titles.germany_at_war.judgement import follies

    game = situation({"G5-L1": "57", "G6-I1": "70", "G6-L1": "70", "F3-I1": "56", "F5-I6": "47", "G4-I9": "77"})
    german, entente = follies(game, "german"), follies(game, "entente")
    assert (german["alone"], entente["alone"]) == (1, 0)
    assert entente["empty"] >= 1
    assert german["hungry"] == 0
