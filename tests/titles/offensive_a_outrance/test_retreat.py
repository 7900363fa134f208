"""6.4, 11.1: retreats: where to, what they cost, who surrenders; the flight of the Demoralized."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, GRAND, HEXES, ON_RAIL, OPEN, RIDGES, RIVER, SEA_SIDES
from front1914.titles.offensive_a_outrance.manoeuvre import retreat
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import COMBAT, DEMORALISED, arduous, possible, ways
from front1914.titles.offensive_a_outrance.organisation.demoralised import Flight
from front1914.titles.offensive_a_outrance.state import FLED, STATUSES
from front1914.titles.offensive_a_outrance.world import ELIMINATED, KINDS, UNITS
from tests.titles.offensive_a_outrance.battlefield import T, fight, settle
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, mark, situation, where

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"
ALL = (N, NE, SE, S, SW, NW)
FIELD = ["f-15/8", "f-16/8", "f-43/21", "f-25/13", "f-26/13", "f-27/14"]
FOES = ("g-3/2", "g-4/2", "g-5/3", "g-6/3", "g-31/21", "g-42/21")
RAILS: dict[str, dict[str, Any]] = {str(HEXES[n]): {"operational": 3} for n in members(ON_RAIL)}


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def retreating(units: dict[str, Placed], count: int, *who: str, rails: bool = True, **more: Any) -> Game:
    """A Force must retreat after combat."""
    force = list(who or ("f-13/21",))
    at = units[force[0]]
    start = at if isinstance(at, str) else at[0]
    flow: list[list[Any]] = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"]]
    flow += [["give_ground", force, count, start, COMBAT]]
    hexes = {**(RAILS if rails else {}), **more.pop("hexes", {})}
    return situation(units, flow=flow, phase="attack", phasing="german", active="german", hexes=hexes, **more)


def status(game: Game, unit: str = "f-13/21") -> str:
    return str(STATUSES[mark(game, unit, "ce")])


def apart(game: Game, unit: str, word: str) -> int:
    return int(BOARD.distance(h(where(game, unit)), h(word)))


# ---- where to


@rule("11.1", "11.1.1.a", "11.1.1.b")
def test_straight_to_the_rear_and_as_far_as_it_can() -> None:
    game = retreating({"f-13/21": C, "g-3/2": N, "f-dFIRST": "07.63"}, 2)
    assert asked(game) == ("allied", "retreat")
    ends = args(game, "to")
    assert ends
    assert all(BOARD.distance(h(C), h(word)) == 2 for word in ends)
    assert all(BOARD.distance(h(word), h("07.63")) <= BOARD.distance(h(C), h("07.63")) for word in ends)
    game.act("to", ends[0])
    assert mark(game, "f-13/21", "spent") == 0  # hexes, not MPs


@rule("11.1.1.c")
def test_within_its_own_area() -> None:
    mine = {str(HEXES[n]): {"allied_area": "f-FIRST"} for n in members(OPEN)}
    for word in ("07.61", "08.60"):
        mine[word] = {"allied_area": "f-SECOND"}
    units: dict[str, Placed] = {"f-13/21": C, "g-3/2": N}
    free = set(args(retreating(units, 2), "to"))
    assert {"07.61", "08.60"} & free
    game = retreating(units, 2, hexes=mine, rails=False)
    assert not {"07.61", "08.60"} & set(args(game, "to"))


@rule("11.1.1.d")
def test_toward_a_supply_unit() -> None:
    game = retreating({"f-13/21": C, "g-3/2": N, "f-dFIRST": "07.63"}, 2)
    assert args(game, "to") == ["07.61"]
    other = retreating({"f-13/21": C, "g-3/2": N, "f-dSECOND": "07.63"}, 2)
    assert len(args(other, "to")) > 1  # the Depot of another army is none of his


@rule("11.1.1a")
def test_he_may_avoid_enemy_zones() -> None:
    units: dict[str, Placed] = {"f-13/21": C, "g-3/2": N, "f-dFIRST": "07.63", "g-4/2": "08.61"}
    s = retreating(units, 2).state
    found = ways(s, (u("f-13/21"),), h(C), 2, COMBAT)
    ends = {str(HEXES[way.path[-1]]): way.zones for way in found}
    assert ends["07.61"] > 0  # nearest to the Depot
    assert min(ends.values()) == 0  # away from it, and out of the zone


@rule("11.1.a")
def test_never_over_the_sea() -> None:
    link = next(n for n in members(SEA_SIDES) if all(OPEN >> end & 1 for end in BOARD.links[n]))
    a, b = BOARD.links[link]
    s = situation({"f-13/21": C, "g-3/2": "64.28"}).state
    assert not possible(s, "allied", a, b)
    assert possible(s, "allied", h(C), h(S))


# ---- what it costs


@rule("11.1.3")
def test_each_zone_costs_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """OAO-11.1.3-01: -3, three hexes, all of them in zones: CI, D1, D2. It is in supply somehow, and does not yield."""
    monkeypatch.setattr(retreat, "isolated", lambda s, u: False)
    units: dict[str, Placed] = {"f-13/21": (C, "ce -3", "rolled"), "g-3/2": N, "g-4/2": "08.60", "g-5/3": "08.62"}
    units["f-dFIRST"] = "05.60"
    flow = [*_flow(), ["retreating", ["f-13/21"], [S, "07.61", "07.62"], 0, COMBAT, C]]
    game = situation(units, flow=flow, phase="attack", phasing="german", active="german", hexes=RAILS)
    assert [event["status"] for event in happened(game, "effectiveness")] == ["CI", "D1", "D2"]
    assert (where(game, "f-13/21"), status(game)) == ("07.62", "D2")


@rule("11.1.3")
def test_every_force_of_the_stack_pays_for_a_zone() -> None:
    """Two divisions and an Asset: one level each; the Asset with its Formation loses nothing of its own."""
    force = ["f-13/21", "f-43/21", "f-Ch-13"]
    units: dict[str, Placed] = {**dict.fromkeys(force, C), "f-43/21": (C, "ce -2"), "g-3/2": N, "g-4/2": "08.60"}
    units |= {"f-dFIRST": "07.63", "f-25/13": "07.62"}
    for path, paid in (([S], 1), ([SW], 0)):
        flow = [*_flow(), ["retreating", force, path, 0, COMBAT, C]]
        game = situation(units, flow=flow, phase="attack", phasing="german", active="german", hexes=RAILS)
        assert [status(game, unit) for unit in force] == [("sound", "-1")[paid], ("-2", "-3")[paid], "sound"]
        assert [mark(game, unit, "sr") for unit in force] == [0, 0, 0]


@rule("11.1.3")
def test_friends_negate_zones() -> None:
    units: dict[str, Placed] = {"f-13/21": C, "g-3/2": N, "g-4/2": "08.60", "f-43/21": S, "f-dFIRST": "07.63"}
    game = retreating(units, 1)
    game.act("to", S)
    assert status(game) == "sound"


@rule("11.1.4", "9.10.b")
def test_ridges_and_grand_rivers_are_hard_to_cross() -> None:
    """OAO-11.1.4-01."""
    for links in (members(RIDGES), [n for n in range(len(BOARD.links)) if RIVER[n] == GRAND]):
        a, b = next(BOARD.links[n] for n in links if all(OPEN >> end & 1 for end in BOARD.links[n]))
        assert arduous(a, b)
        flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"]]
        flow += [["retreating", ["f-13/21"], [str(HEXES[b])], 0, COMBAT, str(HEXES[a])]]
        units: dict[str, Placed] = {"f-13/21": str(HEXES[a]), "g-3/2": "64.28"}
        game = situation(units, flow=flow, phase="attack", phasing="german", active="german", held={"allied": "all"})
        assert where(game, "f-13/21") == HEXES[b]
        assert (status(game), mark(game, "f-13/21", "sr")) == ("-1", 1)
    assert not arduous(h(C), h(S))


def ringed(*free: str) -> dict[str, Placed]:
    """Enemies all around, but for some hexes."""
    return {unit: word for unit, word in zip(FOES, ALL, strict=True) if word not in free}


@rule("11.1.5")
def test_who_cannot_retreat_suffers() -> None:
    """OAO-11.1.5-01: two hexes: two levels, two reductions."""
    units: dict[str, Placed] = {"f-13/21": C, **ringed(), "f-dFIRST": "07.63", "f-43/21": "07.62"}
    game = retreating(units, 2)
    if game.decision is not None and asked(game)[1] == "retreat":
        game.act("stand")
    assert (status(game), mark(game, "f-13/21", "sr"), where(game, "f-13/21")) == ("-2", 2, C)


@rule("11.1.5.a")
@pytest.mark.parametrize(("pair", "way"), [("3-2", True), ("3-5", False), (None, False)])
def test_but_he_may_repulse_first(pair: str | None, way: bool) -> None:
    """Ringed in, with a weak regiment in the south: driven away, it leaves a way back, and nothing is suffered."""
    units: dict[str, Placed] = {"f-13/21": C, **ringed(), "g-Jaeger-1": S, "f-dFIRST": "14.60"}
    del units["g-6/3"]
    flow = [*_flow(), ["give_ground", ["f-13/21"], 1, C, COMBAT], ["may_rally", ["f-13/21"]]]
    game = situation(
        units, flow=flow, phase="attack", phasing="german", active="german", dice=[pair or "3-2", 2, 2], hexes=RAILS
    )
    assert asked(game) == ("allied", "rally")
    assert args(game, "repulse") == [S]
    assert (status(game), mark(game, "f-13/21", "sr")) == ("sound", 0)
    if pair is None:
        game.act("go")
    else:
        game.act("repulse", S)
    while game.decision is not None and asked(game)[1] == "retreat" and asked(game)[0] == "german":
        game.act("to", args(game, "to")[0])
    assert asked(game) == ("allied", "retreat")
    if way:
        game.act("to", S)
        assert (where(game, "f-13/21"), mark(game, "f-13/21", "sr")) == (S, 0)
    else:
        game.act("stand")
        assert (where(game, "f-13/21"), status(game), mark(game, "f-13/21", "sr")) == (C, "-1", 1)


def _flow() -> list[list[Any]]:
    return [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"]]


@pytest.mark.parametrize(("marks", "owed"), [([0, 1], [1, 2]), ([0, 0], [1, 1])])
def test_the_staff_ends_a_retreat_for_which_there_is_no_way(marks: list[int], owed: list[int]) -> None:
    """11.1.5, B175: two Forces that are ringed in could let each other go first for ever."""
    units: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, **ringed(), "f-dFIRST": "07.63"}
    flow = [*_flow(), ["retreats", ["f-13/21", "f-43/21"], marks, owed, C, COMBAT]]
    game = situation(units, flow=flow, phase="attack", phasing="german", active="german", hexes=RAILS, dice=["1-1"] * 9)
    commanders = {side: make("staff", "offensive_a_outrance", 1) for side in game.sides}
    asks = 0
    while game.decision is not None and asked(game)[1] in ("retreat", "rally"):
        asks += play(game, commanders, most=1)
        assert asks < 20
    assert asks
    assert all(mark(game, unit, "sr") or where(game, unit) == "eliminated" for unit in ("f-13/21", "f-43/21"))


# ---- surrender (11.1.6)


@rule("11.1.6", "6.4.c", "15.5.1")
@pytest.mark.parametrize(
    ("before", "hexes", "lost"), [("-2", 1, False), ("-3", 1, False), ("-3", 2, True), ("CI", 1, True), ("D1", 1, True)]
)
def test_the_isolated_surrender_when_they_are_or_become_demoralised(before: str, hexes: int, lost: bool) -> None:
    units: dict[str, Placed] = {"f-13/21": (C, f"ce {before}", "rolled"), **ringed()}
    game = retreating(units, hexes, rails=False)
    if game.decision is not None and asked(game)[1] == "retreat":
        game.act("stand")
    assert (where(game, "f-13/21") == "eliminated") == lost
    assert bool(happened(game, "surrenders")) == lost


@rule("11.1.6")
def test_nobody_surrenders_who_is_not_isolated() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "ce CI"), "g-3/2": N, "g-4/2": "08.60", "f-dFIRST": "07.63"}
    game = retreating(units, 1)
    game.act("to", S)
    assert not happened(game, "surrenders")


@rule("11.1.6")
def test_the_isolated_who_must_enter_a_zone_surrender_too() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "ce CI"), **ringed(S), "g-Jaeger-1": "07.62"}
    units["g-28/14"], units["g-29/14"] = "08.61", "06.61"
    game = retreating(units, 1, rails=False)
    assert args(game, "to") == [S]
    game.act("to", S)
    assert [event["unit"] for event in happened(game, "surrenders")] == ["f-13/21"]


# ---- who goes along (11.1.2)


@rule("11.1.2.b")
def test_assets_go_with_their_formation() -> None:
    from front1914.titles.offensive_a_outrance.organisation.forces import force_of

    units: dict[str, Placed] = {
        "f-13/21": C,
        "f-43/21": C,
        "f-Ch-13": (C, "assigned f-43/21"),
        "g-3/2": N,
        "f-dFIRST": "07.63",
    }
    s = situation(units).state
    assert u("f-Ch-13") in force_of(s, u("f-43/21"))
    assert u("f-Ch-13") not in force_of(s, u("f-13/21"))
    game = retreating(units, 1, "f-43/21", "f-Ch-13")
    game.act("to", S)
    assert [where(game, unit) for unit in ("f-13/21", "f-43/21", "f-Ch-13")] == [C, S, S]


@rule("11.1.2.c", "15.6.1")
def test_a_depot_with_retreating_units_is_displaced() -> None:
    place = next(n for n in members(ON_RAIL) if str(HEXES[n]) == "54.53")
    word = str(HEXES[place])
    units: dict[str, Placed] = {"f-11/20": word, "f-dSECOND": word, "g-31/21": "55.53"}
    flow = [*_flow(), ["retreats", ["f-11/20"], [0], [1], word, COMBAT]]
    game = situation(units, flow=flow, phase="attack", phasing="german", active="german", hexes=RAILS)
    assert asked(game) == ("allied", "displace")
    game.act("to", args(game, "to")[0])
    assert where(game, "f-dSECOND") != word
    assert mark(game, "f-dSECOND", "face") == 1
    while asked(game)[1] in ("rally", "retreat"):
        game.act("go") if asked(game)[1] == "rally" else game.act("to", args(game, "to")[0])
    assert where(game, "f-11/20") != word
    assert len(happened(game, "displaced")) == 1


@rule("11.1.2.d")
def test_a_fort_is_left_and_its_men_retreat() -> None:
    units: dict[str, Placed] = {"f-fort-Troyon": "46.47", "g-31/21": "47.48", "f-dTHIRD": "44.47"}
    for more in ({}, {"f-72r": "46.47"}):
        force = [*more, "f-fort-Troyon"]
        flow = [*_flow(), ["retreats", force, [0] * len(force), [1] * len(force), "46.47", COMBAT]]
        game = situation(units | more, flow=flow, phase="attack", phasing="german", active="german", hexes=RAILS)
        assert asked(game) == ("allied", "retreat")
        assert happened(game, "abandoned")[0]["unit"] == "f-fort-Troyon"
        end = args(game, "to")[0]
        game.act("to", end)
        assert {where(game, unit) for unit in force} == {end}
        assert mark(game, "f-fort-Troyon", "face") == 1
        assert game.state.is_combat(u("f-fort-Troyon"))


@rule("11.1.2.a")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_belgians_waver(die: int) -> None:
    """OAO-11.1.2-01, -02."""
    from tests.titles.offensive_a_outrance.battlefield import belgian_divisions

    unit = str(UNITS[belgian_divisions()[0]])
    units: dict[str, Placed] = {unit: C, "g-3/2": N}
    flow = [*_flow(), ["waver", [unit]]]
    game = situation(units, flow=flow, phase="attack", phasing="german", active="german", dice=[die])
    assert mark(game, unit, "sr") == int(die >= 4)
    assert [event["hit"] for event in happened(game, "wavers")] == [die >= 4]


@rule("11.1.2.a")
@pytest.mark.parametrize(
    ("defender", "dice", "intense", "rolls"),
    [
        ("be-1", "1-1", False, 1),  # a black two
        ("be-1", "4-5", True, 0),  # a white one, from which only an intense attack makes retreat
        ("f-11/20", "1-1", False, 0),
    ],
)
def test_a_black_retreat_makes_belgians_waver(defender: str, dice: str, intense: bool, rolls: int) -> None:
    placed: dict[str, Placed] = {defender: T, "g-1B/1B": "56.53", "g-2B/1B": "56.53"}
    game = fight(placed, "g-1B/1B", "g-2B/1B", dice=[dice, *[2] * 6], bold=(intense, False), side="german")
    settle(game)
    assert where(game, defender) != T
    assert len(happened(game, "wavers")) == rolls


# ---- the flight of the Demoralized (6.4)


def near(units: dict[str, Placed], **more: Any) -> Game:
    """A German division comes beside a French one."""
    game = situation(
        {"g-3/2": "07.56", "f-dFIRST": "07.63", **units}, side="german", held={"german": "all"}, hexes=RAILS, **more
    )
    game.act("unit", "g-3/2")
    game.act("to", "07.57")
    if game.decision is not None and asked(game) == ("german", "march"):
        game.act("to", N)
    return game


@rule("6.4.e", "6.4.h")
def test_the_demoralised_flee_at_once() -> None:
    game = near({"f-13/21": (C, "ce D1")})
    assert asked(game) == ("allied", "retreat")  # before the march goes on
    assert mark(game, "f-13/21", "sr") == 1
    game.act("to", args(game, "to")[0])
    assert apart(game, "f-13/21", C) == 3
    steady = near({"f-13/21": (C, "ce CI")})
    assert where(steady, "f-13/21") == C
    assert mark(steady, "f-13/21", "sr") == 0


@rule("6.4.e")
def test_friends_do_not_keep_him() -> None:
    game = near({"f-13/21": (C, "ce D1"), "f-43/21": C})
    assert asked(game) == ("allied", "retreat")


@rule("6.4.f")
def test_not_through_enemy_zones_unless_friends_hold_them() -> None:
    """SE lies in the zone of an enemy farther off: nobody flees that way, unless a friend stands there."""
    shut: dict[str, Placed] = {"g-4/2": "09.60"}

    def first_steps(friends: dict[str, Placed]) -> set[str]:
        game = near({"f-13/21": (C, "ce D1"), **shut, **friends, "f-dFIRST": "09.63"})
        assert asked(game) == ("allied", "retreat")
        assert game.state.ground("german").zone >> h(SE) & 1
        return {str(HEXES[way.path[0]]) for way in ways(game.state, (u("f-13/21"),), h(C), 3, DEMORALISED)}

    assert SE not in first_steps({})
    assert first_steps({})
    assert SE in first_steps({"f-43/21": SE, "f-25/13": "08.60", "f-26/13": "09.61"})


@rule("6.4.i")
def test_surrounded_by_zones_it_is_eliminated() -> None:
    around: dict[str, Placed] = {"g-4/2": "09.60", "g-5/3": "05.60", "g-6/3": "07.61"}
    game = near({"f-13/21": (C, "ce D1"), **around})
    assert where(game, "f-13/21") == "eliminated"


@rule("6.4.g")
def test_in_a_camp_it_may_stay() -> None:
    units: dict[str, Placed] = {"g-31/21": ("54.49", "ce D1"), "f-11/20": "55.53", "g-dSIXTH": "59.51"}
    flow = [*_flow()[:-1], ["move"], ["settle"]]
    units["f-11/20"] = "54.50"
    game = situation(units, flow=flow, phase="movement", phasing="allied", active="allied", hexes=RAILS)
    assert asked(game) == ("german", "shelter")
    game.act("stay")
    assert where(game, "g-31/21") == "54.49"
    assert mark(game, "g-31/21", "sr") == 1


@rule("6.4.i", "6.4.f")
@pytest.mark.parametrize("fled", [False, True])
def test_nobody_flees_to_and_fro_for_ever(fled: bool) -> None:
    """C5: all ways end in zones that only friends negate: he flees so once in a phase, not again."""

    def around(side: str, far: int) -> dict[str, Placed]:
        divisions = [word for word in UNITS if word.startswith(side) and KINDS[u(word)].type == "infantry"]
        hexes = [str(HEXES[x]) for x in members(OPEN) if BOARD.distance(x, h(C)) == far]
        return dict(zip((word for word in divisions if word not in ("g-3/2", "f-13/21")), hexes, strict=False))

    units = {**around("g-", 3), "g-3/2": C, **around("f-", 2)}
    units["f-13/21"] = str(next(iter(around("f-", 2).values())))
    s = situation(units, phasing="german", active="german", hexes=RAILS).state
    s.did[u("f-13/21")] |= FLED * fled
    s.flow.append(("flight", u("f-13/21")))
    Flight().run(s)
    assert (s.at[u("f-13/21")] == ELIMINATED) == fled
