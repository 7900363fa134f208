"""Positions about communication, places that must be kept, Leaders and what counts: the situation puts the question."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.germany_at_war import chances, drafting
from front1914.titles.germany_at_war.communication import hinges, supplied
from front1914.titles.germany_at_war.drafting import Desk
from front1914.titles.germany_at_war.values import WIN, decided, lonely
from front1914.titles.germany_at_war.world import AREAS, BLOCKS, IS_LEADER, OWN, POWER, SIDES, SIZE, STRENGTH
from tests.titles.germany_at_war.positions import play, situation
from tests.titles.germany_at_war.test_puzzles import impulse

#: Germans in Belgium, who hang on Hasselt (8) or Liege (9); the Belgians in Namur can come
TAKEN = dict.fromkeys(("8", "9", "18", "21"), "german")
FORTS = {
    "Antwerp": {"belgian": 2},
    "Namur": {"belgian": 1},
    "Ypres": {"belgian": 1},
    "Lille": {"french": 2},
    "Laon": {"french": 1},
}
ARMY = {"G1-L1": "18", "G1-I1": "18", "G1-I2": "18", "G1-I3": "8", "G2-I1": "9", "G2-I2": "11"}
FOES = {"BA-I1": "20", "BA-I2": "20", "BA-L1": "16", "BA-I3": "6", "F5-I1": "17", "F5-I6": "32", "F5-I2": "35"}


def field(blocks: dict[str, str], **more: object) -> Game:
    """The introduction, in Belgium."""
    control = TAKEN | dict(more.pop("control", {}))
    return situation(blocks, scenario="introduction", turn=1, **{"control": control, "forts": FORTS, **more})


def cut_off(game: Game, side: str, area: str) -> int:
    """Strength of a Side that can trace no more once the enemy has taken an Area."""
    s = game.state
    before = {u for u in OWN[side] if s.at[u] < SIZE and supplied(s, POWER[u]) >> s.at[u] & 1}
    s.control[AREAS.number(area)] = SIDES.index("entente" if side == "german" else "german")
    after = {u for u in before if supplied(s, POWER[u]) >> s.at[u] & 1}
    return sum(STRENGTH[u][s.face[u]] for u in before - after)


@pytest.mark.parametrize("taken", [("7", "8", "9", "18", "21"), ("8", "9", "16", "17", "18", "21")])
def test_what_hangs_on_an_area_is_what_its_loss_cuts_off(taken: tuple[str, ...]) -> None:
    """7.0.1: reckoned beforehand for every Area near the enemy, and compared with the rule afterwards."""
    blocks = {unit: at for unit, at in ARMY.items() if at not in ("8",)} | {"BA-I1": "20", "F5-I1": "30"}
    if "17" in taken:
        blocks |= {"G1-I2": "17", "BA-I3": "7"}
    game = situation(blocks, scenario="introduction", turn=1, control=dict.fromkeys(taken, "german"))
    found = hinges(game.state, "german")
    assert found
    for h in members(game.state.friendly("german")):
        if not game.state.present("german") >> h & 1 and h in found:
            assert found[h] == cut_off(game.copy(), "german", str(AREAS[h]))


def test_nothing_hangs_where_there_are_two_ways() -> None:
    """Brussels is reached by Hasselt and by Namur: no single Area between is a hinge."""
    blocks = {"G1-I1": "18", "G1-L1": "18", "F5-I1": "17", "BA-I1": "6"}
    both = dict.fromkeys(("8", "9", "18", "20", "10", "21"), "german")
    game = situation(blocks, scenario="introduction", turn=1, control=both)
    assert AREAS.number("8") not in hinges(game.state, "german")
    assert AREAS.number("20") not in hinges(game.state, "german")


@pytest.mark.parametrize(("place", "unit"), [("8", "G1-I3"), ("18", "G1-I2")])
def test_one_unit_stays_where_the_enemy_could_walk_in(place: str, unit: str) -> None:
    """Hasselt carries the line to Brussels, Brussels counts itself: somebody is kept out of the Battles in each."""
    blocks = dict(ARMY)
    if unit == "G1-I2":
        blocks["G1-I2"] = "18"
    game = field(blocks | FOES)
    kept = {str(BLOCKS[u]) for u in drafting.keepers(game.state, "german")}
    there = {u for u, at in blocks.items() if at == place and not IS_LEADER[BLOCKS.number(u)]}
    assert len(kept & there) == 1


def test_whoever_stays_goes_into_no_battle() -> None:
    """The corps in Hasselt is in range and could attack Namur."""
    game = field(ARMY | FOES)
    kept = drafting.keepers(game.state, "german")
    for draft in drafting.tactical(Desk(game.state, "german", True, kept=kept), "german", 7, "tactical"):
        into = {u for u, way in draft.marches.items() if game.state.present("entente") >> way[-1] & 1}
        assert not kept & into


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_line_is_not_left_open(seed: int) -> None:
    """After the Impulse of the staff no Belgian can cut off more than one corps by walking into an empty Area."""
    game = impulse(field(ARMY | FOES), seed=seed)
    s = game.state
    empty = [h for h in hinges(s, "german") if not s.present("german") >> h & 1]
    assert all(hinges(s, "german")[h] <= 5 for h in empty)


@pytest.mark.parametrize(("side", "seed"), [("german", 1), ("german", 2)])
def test_leaders_keep_somebody_with_them(side: str, seed: int) -> None:
    """7.5.1.15: a Leader alone before the enemy is lost for nothing."""
    game = impulse(field(ARMY | FOES, side=side), seed=seed)
    assert lonely(game.state, side) == 0


def test_a_march_is_worth_more_beside_a_leader_who_would_be_alone() -> None:
    game = field(ARMY | FOES | {"G1-L1": "18"})
    worth = drafting.Worth(game.state, "german")
    first, second = BLOCKS.number("G1-I1"), BLOCKS.number("G1-I2")
    here = AREAS.number("18")
    assert worth.escort(first, here, 1) == 0.0  # another one is with him
    draft = drafting.Draft("tactical", "", marches={second: (AREAS.number("8"),)})
    worth.expect(draft)
    assert worth.escort(first, here, 1) == drafting.ESCORT


# ---- what counts


def test_a_game_that_is_over_is_worth_its_result() -> None:
    game = situation({"G6-L1": "70", "G6-I1": "70", "F2-I1": "81"}, valour={"german": 9})
    assert decided(game.state, "german") is None
    impulse(game)
    assert (decided(game.state, "german"), decided(game.state, "entente")) == (WIN, -WIN)


def test_what_one_side_has_the_other_has_not() -> None:
    game = front1914.new("germany_at_war", "introduction", seed=3)
    german, entente = (chances.learnt(game.state, side) for side in ("german", "entente"))
    assert german is not None
    assert entente is not None
    assert german == pytest.approx(-entente)


def test_the_campaign_is_judged_by_hand() -> None:
    assert chances.learnt(front1914.new("germany_at_war", seed=3).state, "german") is None


@pytest.mark.parametrize(
    ("fact", "good"),
    [
        *(("areas", True), ("ahead", True), ("ends", True), ("disc", True), ("valour_german", True)),
        *(("stars_german", True), ("stars_entente", False), ("dead_german", False), ("dead_entente", True)),
        *(("free_entente", False), ("discs_entente", False)),
    ],
)
def test_games_have_told_nothing_absurd(fact: str, good: bool) -> None:
    """Signs of the curve: what helps the German Army by the rules does so in the games."""
    assert (chances.CURVES["introduction"][fact] > 0) == good


def test_the_ninth_valour_point_frightens_more_than_the_first() -> None:
    """1.7: ten of them end the game."""
    curve = chances.CURVES["introduction"]
    assert curve["valour_german"] + curve["much_german"] > curve["valour_german"] > 0


def test_facts_are_what_lies_on_the_map() -> None:
    game = field(ARMY | FOES | {"EX-I1": "GB"}, valour={"german": 8}, forts={"Namur": {"belgian": 2}})
    found = chances.facts(game.state)
    assert (found["areas"], found["valour_german"], found["much_german"]) == (2, 8, 2)
    assert (found["discs_entente"], found["away_entente"], found["stars_german"]) == (2, 4, 4)
    play(game, "pass")
    assert chances.facts(game.state)["free_german"] == sum(STRENGTH[BLOCKS.number(u)][0] for u in ARMY if "L" not in u)
