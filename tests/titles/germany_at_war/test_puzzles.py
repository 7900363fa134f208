"""Positions that a staff must master: the question is put by the situation, the answer is any play that achieves it."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.titles.germany_at_war import drafting
from front1914.titles.germany_at_war.world import AREAS, BLOCKS, DEAD, IS_LEADER, RING
from tests.titles.germany_at_war.positions import march, situation, tactical
from tests.titles.germany_at_war.positions import play as act

TITLE = "germany_at_war"
#: a few of each Side far from everything, so that nobody is short of what he needs to go on
FAR = {"F5-I6": "47", "G4-I9": "77"}
#: strong French forces wherever something could be had for nothing, and Germans in their own cities
WALL = (
    {f"F2-I{n}": "69" for n in (1, 2, 3, 4)} | {f"F1-I{n}": "87" for n in (1, 2, 3, 4)} | {"F4-I1": "82", "F4-I2": "82"}
)
GUARDS = {"G4-I1": "58", "G4-I2": "83", "G4-I3": "92", "G4-I4": "59", "G4-I5": "38", "G4-I6": "88", "G4-I7": "70"}


def impulse(game: Game, level: str = "staff", seed: int = 1) -> Game:
    """Lets commanders play to the end of the Impulse."""
    commanders = {side: make(level, TITLE, seed) for side in game.sides}
    now = game.state.turn, game.state.impulse
    while game.decision is not None and (game.state.turn, game.state.impulse) == now:
        play(game, commanders, most=1)
    return game


def at(game: Game, block: str) -> str:
    """The Area of a block, or nothing if it is dead."""
    place = game.state.at[BLOCKS.number(block)]
    return "" if place == DEAD else str(AREAS[place])


def held(game: Game, area: str) -> str:
    return "german" if game.state.held("german") >> AREAS.number(area) & 1 else "entente"


def battles(game: Game) -> list[str]:
    return [event.data["area"] for event in game.events if event.kind == "battle"]


FULL = {name: {"french": 4} for name in ("Verdun", "Toul", "Reims", "Langres")} | {"Belfort": {"french": 4}}
VERDUN = {"Verdun": {"french": 5}}


@pytest.mark.parametrize("seed", [1, 2])
def test_walk_into_an_open_city(seed: int) -> None:
    """Nancy is empty and one march away (2.8)."""
    game = situation(FAR | {"G6-L1": "70", "G6-I1": "70", "G6-I2": "70", "F2-I1": "81"}, forts=FULL)
    impulse(game, seed=seed)
    assert held(game, "69") == "german"
    assert game.state.side_valour("german") >= 1


def test_win_now() -> None:
    """Nine Valour Points, and the tenth lies open (1.7)."""
    blocks = FAR | {"G6-L1": "70", "G6-I1": "70", "F2-I1": "81", "F2-I2": "87", "F2-L1": "81"}
    game = situation(blocks, forts=FULL, valour={"german": 9})
    impulse(game)
    assert game.result is not None
    assert game.result.winner == "german"


def test_no_assault_on_a_full_fortress() -> None:
    """One corps against five Garrisons: it would be thrown away."""
    game = situation(FAR | GUARDS | WALL | {"G5-L1": "57", "G5-I1": "57", "F3-I1": "55"}, forts=FULL)
    impulse(game)
    assert battles(game) == []
    assert at(game, "G5-I1") != ""


def test_strike_the_weak_with_the_strong() -> None:
    """A lone French cavalry division in front of three corps and their Leader."""
    blocks = {"G5-L1": "57", "G5-I1": "57", "G5-I2": "57", "G5-I3": "57", "F3-C1": "56", "F3-I1": "66"}
    game = situation(FAR | GUARDS | WALL | blocks, forts=FULL)
    impulse(game)
    assert at(game, "F3-C1") != "56"
    assert held(game, "56") == "german"


def test_the_capital_is_not_left_open() -> None:
    """German cavalry is two marches from an empty Paris; a corps stands within reach of it."""
    ours = dict.fromkeys(("57", "56", "35", "46", "45", "44", "31", "32"), "german")
    blocks = {"G1-C1": "44", "G1-L1": "45", "G1-I1": "45", "F5-I1": "52", "F5-L1": "52"}
    game = situation(FAR | GUARDS | WALL | blocks, side="entente", turn=4, control=ours, forts=FULL)
    impulse(game)
    assert game.state.present("entente") >> AREAS.number("51") & 1 or at(game, "G1-C1") == ""


def test_take_back_the_deciding_area_on_the_last_turn() -> None:
    """The German has four Victory Areas and has passed: another Pass would lose (1.7, 3.0)."""
    blocks = {"F1-I1": "89", "F1-L1": "89", "F1-I2": "89", "G7-I1": "83", "G7-L1": "83"}
    game = situation(FAR | blocks, side="entente", turn=4, passes=1, control={"87": "german"}, forts=VERDUN)
    impulse(game)
    assert held(game, "87") == "entente"
    assert game.result is None or game.result.winner == "entente"


def test_pass_when_a_pass_wins() -> None:
    """The Entente has passed in the last turn and the German has what he needs."""
    blocks = {"G7-I1": "87", "G7-L1": "83", "F1-I1": "89", "F1-I2": "89", "F1-I3": "89", "F1-L1": "89"}
    game = situation(FAR | blocks, turn=4, passes=1, control={"87": "german"}, forts=VERDUN)
    impulse(game)
    assert game.result is not None
    assert game.result.winner == "german"


def test_a_leader_at_heart_level_is_not_spent_for_nothing() -> None:
    """7.7: activated at his last step he would be eliminated."""
    game = situation(
        FAR | GUARDS | WALL | {"G5-L1": ("57", 3), "G5-I1": "57", "F3-I1": "55", "F3-I2": "55"}, forts=FULL
    )
    impulse(game)
    assert at(game, "G5-L1") != ""


def test_a_leader_rides_away_from_a_lost_battle() -> None:
    """7.5.1.1: no Cavalry attacks, so he may fall back to the corps behind him."""
    blocks = {"G5-L1": "57", "G5-I1": "57", "G5-I2": "57", "G5-I3": "57", "F3-L1": ("56", 2), "F3-I1": "55"}
    game = tactical(situation(FAR | blocks, forts={"Verdun": {"french": 1}}), "G5-L1")
    for corps in ("G5-I1", "G5-I2"):
        march(game, corps, "56")
    act(game, "done", "to 56")
    impulse(game)
    assert at(game, "F3-L1") == "55"


@pytest.mark.parametrize("seed", [3, 8])
def test_the_first_impulse_opens_belgium(seed: int) -> None:
    """Surprise or not: the first German Impulse takes a Fortress or a city, and loses nobody."""
    game = front1914.new(TITLE, seed=seed)
    impulse(game, seed=seed)
    assert game.state.side_valour("german") >= 1
    assert game.state.dead("german") == 0


# ---- each question a second time, elsewhere on the map


@pytest.mark.parametrize(("start", "area", "far"), [("92", "91", "85"), ("83", "87", "85")])
def test_an_open_city_is_taken_elsewhere_too(start: str, area: str, far: str) -> None:
    """Belfort or Epinal stands empty within a march of two corps and their Leader (2.8)."""
    blocks = FAR | {"G7-L1": start, "G7-I1": start, "G7-I2": start, "F1-I1": far}
    game = situation(blocks, forts={name: garrison for name, garrison in FULL.items() if name != "Belfort"})
    impulse(game)
    assert held(game, area) == "german"


@pytest.mark.parametrize("side", ["german", "entente"])
def test_nobody_passes_while_a_pass_loses(side: str) -> None:
    """The other has passed in the last turn and would win (1.7, 3.0): anything but a Pass, if something can be had."""
    if side == "german":
        blocks = {"G7-I1": "83", "G7-I2": "83", "G7-L1": "83", "F1-I1": "85", "F1-L1": "85"}
        game = situation(FAR | blocks, side=side, turn=4, passes=1, forts=VERDUN)
    else:
        blocks = {"F1-I1": "89", "F1-I2": "89", "F1-L1": "89", "G7-I1": "83", "G7-L1": "83"}
        game = situation(FAR | blocks, side=side, turn=4, passes=1, control={"87": "german"}, forts=VERDUN)
    impulse(game)
    assert game.result is None or game.result.winner == side


@pytest.mark.parametrize(("lead", "corps", "foe"), [("57", "G5-I1", "56"), ("70", "G6-I1", "69")])
def test_a_leader_is_not_left_alone_beside_the_enemy(lead: str, corps: str, foe: str) -> None:
    """He keeps a corps with him, or nobody hostile beside him."""
    army = corps[:2]
    blocks = {f"{army}-L1": lead, corps: lead, f"{army}-I2": lead, "F3-I1": foe, "F3-L1": foe}
    game = situation(FAR | GUARDS | blocks, forts=FULL)
    impulse(game)
    place = at(game, f"{army}-L1")
    if place:
        area = AREAS.number(place)
        friends = [u for u in game.state.units_in(area, "german") if not IS_LEADER[u]]
        assert friends or not RING[area] & game.state.blocks("entente")


@pytest.mark.parametrize(("start", "fort"), [("57", "55"), ("70", "68")])
def test_a_lone_corps_does_not_storm_a_fortress(start: str, fort: str) -> None:
    """Verdun and Toul are full of Garrisons and a corps stands in each."""
    army = "G5" if start == "57" else "G6"
    blocks = {f"{army}-L1": start, f"{army}-I1": start, "F3-I1": fort, "F3-I2": fort}
    game = situation(FAR | GUARDS | WALL | blocks, forts=FULL)
    impulse(game)
    assert fort not in battles(game)


@pytest.mark.parametrize(("stack", "foe"), [("57", "56"), ("70", "82")])
def test_three_corps_drive_out_a_division_elsewhere_too(stack: str, foe: str) -> None:
    """A lone French cavalry division in front of three corps and their Leader."""
    army = "G5" if stack == "57" else "G6"
    wall = {unit: area for unit, area in WALL.items() if area != foe}
    blocks = {f"{army}-L1": stack, "F3-C1": foe} | {f"{army}-I{n}": stack for n in (1, 2, 3)}
    game = situation(FAR | GUARDS | wall | blocks, forts=FULL)
    impulse(game)
    assert at(game, "F3-C1") != foe


@pytest.mark.parametrize("valour", [8, 9])
def test_the_last_points_of_valour_are_taken_where_they_lie(valour: int) -> None:
    """Two open cities, a corps for each: with nine Points one of them wins, with eight both do (1.7)."""
    blocks = FAR | {"G6-L1": "70", "G6-I1": "70", "G6-I2": "70", "G7-L1": "92", "G7-I1": "92", "F2-I1": "81"}
    game = situation(
        blocks, forts={name: g for name, g in FULL.items() if name != "Belfort"}, valour={"german": valour}
    )
    impulse(game)
    assert game.result is not None or game.state.side_valour("german") > valour
    assert game.result is None or game.result.winner == "german"


@pytest.mark.parametrize("dead", [9, 8])
def test_near_the_fatal_loss_nobody_is_thrown_away(dead: int) -> None:
    """1.7: ten German units lost lose the game: a reduced corps does not attack a full stack."""
    lost = {f"G1-I{n}": "dead" for n in range(1, 6)} | {f"G2-I{n}": "dead" for n in range(1, dead - 4)}
    blocks = {"G5-L1": "57", "G5-I1": ("57", 1), "F3-I1": "55", "F3-I2": "55"}
    game = situation(FAR | GUARDS | WALL | lost | blocks, forts=FULL)
    before = game.state.dead("german")
    impulse(game)
    assert game.state.dead("german") == before


@pytest.mark.parametrize(("start", "city"), [("52", "51"), ("89", "87")])
def test_a_city_that_the_enemy_could_walk_into_is_covered(start: str, city: str) -> None:
    """The corps within reach goes there, or drives off who could come."""
    ours = dict.fromkeys(("57", "56", "35", "46", "45", "44", "31", "32"), "german")
    hunter = ("G1-C1", "44") if city == "51" else ("G6-C1", "82")
    wall = {unit: area for unit, area in WALL.items() if area not in (city, hunter[1])}
    blocks = {hunter[0]: hunter[1], "F5-I1": start, "F5-L1": start, "G1-L1": "45", "G1-I1": "45"}
    game = situation(FAR | GUARDS | wall | blocks, side="entente", turn=4, control=ours, forts=FULL)
    impulse(game)
    present = game.state.present("entente") >> AREAS.number(city) & 1
    assert present or at(game, hunter[0]) != hunter[1]


@pytest.mark.parametrize("level", ["cautious", "bold", "historical", "general"])
def test_every_commander_wins_when_it_can(level: str) -> None:
    """Nine Valour Points, and the tenth lies open (1.7)."""
    blocks = FAR | {"G6-L1": "70", "G6-I1": "70", "F2-I1": "81", "F2-I2": "87", "F2-L1": "81"}
    game = situation(blocks, forts=FULL, valour={"german": 9})
    impulse(game, level=level)
    assert game.result is not None
    assert game.result.winner == "german"


@pytest.mark.parametrize("seed", [1, 5])
def test_what_is_hidden_changes_no_decision(seed: int) -> None:
    """Two positions that look alike to the German: the same answers, for the same reasons."""
    game = situation(FAR | {"G6-L1": "70", "G6-I1": "70", "F2-I1": "69", "F2-C1": "68"}, forts=FULL)
    twin = front1914.from_position(front1914.imagine(game.view("german"), seed), seed=seed)
    told = []
    for each in (game, twin):
        commander = make("staff", TITLE, seed)
        told.append((commander.decide(each.seat("german")), [why.text for why in commander.reasons]))
    assert told[0] == told[1]


# ---- Garrisons (4.1)


def menaced(fort: str, area: str, start: str, army: str) -> Game:
    """A French corps in a Fortress with one Garrison, and a German army with its Leader beside it."""
    blocks = {f"{army}-I{n}": start for n in (1, 2, 3)} | {f"{army}-L1": start, "F3-I1": area}
    wall = {unit: at for unit, at in WALL.items() if at not in (area, start)}
    forts = {fort: {"french": 1}}  # there are only so many discs
    more = {"turn": 4, "control": {start: "german"}, "valour": {"german": 8}}
    return situation(FAR | wall | blocks, side="entente", forts=forts, **more)


@pytest.mark.parametrize(("fort", "area", "start", "army"), [("Laon", "45", "46", "G1"), ("Belfort", "91", "92", "G7")])
def test_a_corps_that_cannot_hold_a_fortress_builds_as_much_as_it_needs(
    fort: str, area: str, start: str, army: str
) -> None:
    """4.1: a step becomes a Garrison of five; one would not be enough against an army."""
    game = menaced(fort, area, start, army)
    s = game.state
    gain, many = drafting.Worth(s, "entente").wall(BLOCKS.number("F3-I1"))
    assert gain > 0
    assert many >= 2
    draft = next(d for d in drafting.passing(s, "entente") if d.builds)
    follow = front1914.judgement(TITLE).drafting.follow
    before = s.discs_in(AREAS.number(area), "entente")
    while game.decision is not None and game.state.active == "entente":
        game.act(follow(draft, game, game.decision, True))
    assert game.state.discs_in(AREAS.number(area), "entente") == before + many


@pytest.mark.parametrize(("fort", "area"), [("Verdun", "55"), ("Toul", "68")])
def test_nothing_is_built_where_nobody_threatens(fort: str, area: str) -> None:
    """The enemy is far away: a corps keeps its steps."""
    game = situation(FAR | {"F3-I1": area, "G1-I1": "11"}, side="entente", forts={fort: {"french": 1}})
    assert drafting.Worth(game.state, "entente").wall(BLOCKS.number("F3-I1")) == (0.0, 0)


def test_ways_to_pass_go_to_different_places() -> None:
    game = situation(FAR | GUARDS | WALL | {"G5-L1": "57", "G5-I1": "57", "F3-I1": "55"}, forts=FULL)
    found = list(drafting.passing(game.state, "german"))
    places = [way[-1] for draft in found for way in draft.marches.values()]
    assert len(found) > 1
    assert len(set(places)) == len(places)
