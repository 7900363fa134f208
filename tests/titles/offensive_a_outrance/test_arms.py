"""3.5, 3.6, 8: how ground and kinds of units count in combat, losses and retreats; what compels and forbids attacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, LINKS, SIDE_TERRAIN, TERRAIN
from front1914.titles.offensive_a_outrance.combat.parties import objection, overload, unfit
from front1914.titles.offensive_a_outrance.combat.shifts import flanked, uphill
from front1914.titles.offensive_a_outrance.combat.strength import attack_of, attack_total, ground, hexside, size_of
from front1914.titles.offensive_a_outrance.logistics.supply import supplied
from front1914.titles.offensive_a_outrance.manoeuvre import ways
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import COMBAT, begin
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import ways as ways_back
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.state import POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import FACES, MOST_SR, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, happened, mark, refused, situation, where

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"


def attacking(units: dict[str, Placed], side: str = "allied", **more: Any) -> Game:
    return situation(units, side=side, step="attack", phase="attack", **more)


def u(word: str) -> int:
    return UNITS.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def state(units: dict[str, Placed], side: str = "allied", **more: Any) -> OAOState:
    found: OAOState = attacking(units, side, **more).state
    return found


# ---- ground in combat (3.5, 3.6)


@rule("3.5.5.f")
def test_the_bend_at_iges() -> None:
    """OAO-3.5.5-01, OAO-3.5.5-02."""
    assert hexside(h("46.36"), h("46.37")) == 0
    assert hexside(h("46.37"), h("46.36")) == -2


@rule("3.5.2", "3.2.1.b", "9.3.2")
def test_a_hexside_counts_for_the_force_that_attacks_across_it() -> None:
    """One Force attacks across a Minor River, the other does not."""
    s = state({"f-13/21": "44.46", "f-43/21": "44.48", "g-3/2": "44.47"})
    river, dry = attack_of(s, (u("f-13/21"),), h("44.47")), attack_of(s, (u("f-43/21"),), h("44.47"))
    assert river == 4 * (12 + hexside(h("44.46"), h("44.47")))
    assert dry == 4 * (12 + hexside(h("44.48"), h("44.47")))
    assert attack_total(s, (u("f-13/21"), u("f-43/21")), h("44.47")) == river + dry
    assert hexside(h("44.46"), h("44.47")) == -1


@rule("3.5.4.a")
def test_bridges_do_not_matter_in_combat() -> None:
    whole = state({"f-13/21": "51.51", "g-3/2": "52.50"})
    broken = state({"f-13/21": "51.51", "g-3/2": "52.50"}, bridges={"51.51/52.50": 1})
    assert attack_of(whole, (u("f-13/21"),), h("52.50")) == attack_of(broken, (u("f-13/21"),), h("52.50")) == 4 * 10


@rule("3.5.1", "9.3.1")
def test_the_ground_of_the_centre_defends() -> None:
    mountain = next(i for i in HEXES.numbers if TERRAIN[i] == "mountain")
    assert ground(mountain) == 4
    assert ground(h(C)) == 0


@rule("3.6.2", "3.6.2.a", "3.6.2.b")
@pytest.mark.parametrize(
    ("attackers", "up"),
    [
        pytest.param({"f-13/21": "42.40", "f-43/21": "43.41"}, True, id="OAO-3.6.2-01 OAO-3.6.2-03"),
        pytest.param({"f-13/21": "42.40"}, True, id="from below"),
        pytest.param({"f-43/21": "43.41"}, False, id="OAO-3.6.2-02 through the forest only"),
    ],
)
def test_up_an_elevation(attackers: dict[str, Placed], up: bool) -> None:
    s = state({**attackers, "g-3/2": "43.40"})
    assert uphill(s, h("43.40"), [u(word) for word in attackers]) == up


@rule("7.1.3.a")
def test_of_two_terrains_on_a_hexside_the_cheaper_counts() -> None:
    """OAO-7.1.3-01: no hexside between Mountain and Steep Mountain is Steep."""
    mixed = [n for n in range(LINKS) if {TERRAIN[i] for i in BOARD.links[n]} == {"mountain", "steep_mountain"}]
    assert mixed
    assert all(SIDE_TERRAIN[n] != "steep_mountain" for n in mixed)


# ---- who takes part (3.1.2, 8.5.1, 8.8.1)


@rule("3.1.2.b", "8.5.1.a")
def test_a_fort_is_beyond_the_limit_of_assets() -> None:
    s = state({"f-fort-Montmedy": "49.41", "f-Ch-13": "49.41", "f-Ch-27": "49.41", "f-Ch-28": "49.41", "g-3/2": C})
    here = [u("f-fort-Montmedy"), u("f-Ch-13"), u("f-Ch-27")]
    assert overload(s, here, steep=False) is None
    assert overload(s, [*here, u("f-Ch-28")], steep=False) is not None


@rule("3.1.2", "3.1.2.a", "3.1.2.c", "8.8.1.f")
def test_the_limits_in_combat() -> None:
    s = state({"f-13/21": C, "f-43/21": C, "f-Ch-13": C, "f-25/13": C, "g-3/2": N})
    assert overload(s, [u("f-13/21"), u("f-43/21"), u("f-Ch-13")], steep=False) is None
    assert overload(s, [u("f-13/21"), u("f-43/21"), u("f-25/13")], steep=False) is not None
    s = state({"g-3/2": C, "g-OHL": C, "g-21cm-6th-Army": C, "f-13/21": N}, side="german")
    assert overload(s, [u("g-3/2"), u("g-OHL")], steep=False) is None
    assert overload(s, [u("g-3/2"), u("g-OHL"), u("g-21cm-6th-Army")], steep=False) is not None


@rule("8.8.1.g", "3.1.2a", "3.1.2a.a")
def test_no_guns_on_steep_mountains() -> None:
    s = state({"g-3/2": C, "g-OHL": C, "g-4/2": C, "f-13/21": N}, side="german")
    assert overload(s, [u("g-3/2")], steep=True) is None
    assert overload(s, [u("g-3/2"), u("g-OHL")], steep=True) is not None
    assert overload(s, [u("g-3/2"), u("g-4/2")], steep=True) is not None


@rule("8.8.1.d")
def test_guns_attack_only_with_others() -> None:
    s = state({"g-3/2": C, "g-OHL": C, "f-13/21": N}, side="german")
    reason = objection(s, h(N), u("g-OHL"))
    assert reason is not None
    assert reason.rule == "8.8.1"


@rule("8.5.1.b", "1.1.k")
def test_forts_and_fortresses_on_the_artillery_table() -> None:
    """OAO-1.1-02."""
    s = state({"f-fort-Montmedy": "49.41", "f-fx-Longwy": "53.42", "g-3/2": C})
    assert (size_of(s, [u("f-fort-Montmedy")]), size_of(s, [u("f-fx-Longwy")])) == (4, 8)


RING: dict[str, Placed] = {"g-3/2": "49.40", "g-4/2": "50.41", "g-5/3": "48.42"}


@rule("8.5.1.c")
def test_a_fort_keeps_its_hex_from_being_flanked() -> None:
    attackers = [u(word) for word in RING]
    place = next(n for n in HEXES.numbers if HEXES[n] == C)
    around = [str(HEXES[n]) for n in BOARD.neighbours[place]]
    units: dict[str, Placed] = {"f-Ch-13": C, "g-3/2": around[0], "g-4/2": around[2], "g-5/3": around[4]}
    s = state(units, side="german")
    assert flanked(s, h(C), attackers, [u("f-Ch-13")])
    near = [str(HEXES[n]) for n in BOARD.neighbours[h("49.41")]]
    units = {"f-fort-Montmedy": "49.41", "f-Ch-13": "49.41"}
    units |= {"g-3/2": near[0], "g-4/2": near[2], "g-5/3": near[4]}
    s = state(units, side="german")
    assert not flanked(s, h("49.41"), attackers, [u("f-Ch-13"), u("f-fort-Montmedy")])


@rule("8.5.1.d")
def test_a_fort_needs_no_supply() -> None:
    s = state({"f-fort-Montmedy": "49.41", "g-3/2": C})
    assert supplied(s, (u("f-fort-Montmedy"),))


@rule("8.5.2")
def test_a_fort_that_must_retreat_becomes_infantry() -> None:
    game = attacking({"f-fort-Montmedy": "49.41", "f-dTHIRD": "47.45", "g-3/2": "50.40"}, side="german")
    begin(game.state, (u("f-fort-Montmedy"),), 1, h("49.41"), COMBAT)
    assert mark(game, "f-fort-Montmedy", "face") == 1
    assert game.state.flow[-2][0] == "give_ground"


# ---- attacks (7.3.1, 7.8)


@rule("7.3.1")
def test_a_prepared_attack_must_be_made() -> None:
    """Who prepared one attacks, without being called; if nobody is there the marker is just removed."""
    for enemy, attacks in ((N, True), ("07.57", False)):
        game = situation({"f-13/21": C, "g-3/2": enemy, "f-dFIRST": S})
        game.act("unit", "f-13/21")
        game.act("prepare", N)
        while game.decision is not None and game.state.phase in ("movement", "counter_movement"):
            game.act("done")
        if attacks:
            game.act("done")
        assert ("f-13/21" in [x for e in happened(game, "indicated") for x in e["units"]]) == attacks
        assert attacks or mark(game, "f-13/21", "pa") == -1


@rule("7.8.a")
def test_who_is_at_work_does_not_attack() -> None:
    s = state({"f-13/21": (C, "task recover", "done 3"), "g-3/2": N})
    reason = unfit(s, u("f-13/21"))
    assert reason is not None
    assert reason.rule == "7.8"


# ---- losses of cavalry corps (8.1.1)


@rule("8.1.1", "8.1.1.a", "8.1.1.b")
def test_a_cavalry_corps_has_two_counters() -> None:
    corps = u("f-1-CC")
    assert FACES[corps] == ((7, 7), (6, 6), (5, 5), (4, 4))
    assert MOST_SR[corps] == 3
    game = attacking({"f-1-CC": (C, "sr 1"), "g-3/2": N})
    suffer(game.state, (corps,), 1)
    assert (game.state.sr[corps], game.state.attack(corps)) == (2, 5)  # the second counter, at full strength
    suffer(game.state, (corps,), 2)
    assert game.state.sr[corps] == 3
    assert where(game, "f-1-CC") == C
    assert game.state.pools[POOLS.number("french_repl")] == -1


# ---- garrisons (8.6.3, 8.8.2)


@rule("8.6.3")
def test_a_garrison_retreats_within_its_area() -> None:
    units: dict[str, Placed] = {"f-Belfort": "50.66", "f-dALSACE": "48.64", "g-3/2": "51.66"}
    s = state(units, side="german")
    mine = ways.garrison_range(s, u("f-Belfort"))
    found = ways_back(s, (u("f-Belfort"),), h("50.66"), 1, COMBAT)
    assert found
    assert all(mine >> n & 1 for way in found for n in way.path)


@rule("8.8.2", "2.5.4")
def test_guns_with_a_hexagon_stay_near_home(monkeypatch: pytest.MonkeyPatch) -> None:
    guns = u("g-OHL")
    kinds = tuple(replace(k, range=2, home="Metz") if i == guns else k for i, k in enumerate(ways.KINDS))
    monkeypatch.setattr(ways, "KINDS", kinds)
    monkeypatch.setattr(ways, "IS_GARRISON", tuple(b or i == guns for i, b in enumerate(ways.IS_GARRISON)))
    game = situation({"g-OHL": "54.48", "f-13/21": "54.52"}, side="german")
    game.act("unit", "g-OHL")
    assert refused(game, "to", "58.48") == "8.6.2"
    reach = ways.garrison_range(game.state, guns)
    assert all(reach >> h(word) & 1 for word in args(game, "to"))
