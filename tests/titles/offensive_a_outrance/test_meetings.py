"""Where chapters meet: one event in the light of every rule that it touches (docs/titles, "Where chapters meet").

Retreats of stacks, work that is interrupted, units that stand in the way of two rules at once.
"""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.engine.errors import Reason
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, DOUBLE, GRAND, HEXES, IN, ON_RAIL, OPEN, RIVER
from front1914.titles.offensive_a_outrance.combat import strength
from front1914.titles.offensive_a_outrance.combat.advance import refuse_advance, vacated
from front1914.titles.offensive_a_outrance.combat.ammo import load_force, magazine
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle
from front1914.titles.offensive_a_outrance.combat.parties import immune
from front1914.titles.offensive_a_outrance.combat.shifts import flanked
from front1914.titles.offensive_a_outrance.crossings import FLOODS
from front1914.titles.offensive_a_outrance.logistics.depots import ReturnDepots
from front1914.titles.offensive_a_outrance.logistics.provisions import PortLine, displace, second_places, travel
from front1914.titles.offensive_a_outrance.logistics.supply import (
    EXTENDED,
    _line,
    ends,
    has_line,
    isolated,
    safe,
    supplied,
)
from front1914.titles.offensive_a_outrance.manoeuvre import retreat
from front1914.titles.offensive_a_outrance.manoeuvre.repulse import reckon
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import COMBAT, REPULSE, Retreat, arduous
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import grant_rights, refuse_task
from front1914.titles.offensive_a_outrance.manoeuvre.ways import most_forced
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower
from front1914.titles.offensive_a_outrance.organisation.exchanges import substitute
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.position import faults
from front1914.titles.offensive_a_outrance.state import POOLS, RETREATED
from front1914.titles.offensive_a_outrance.world import ARMIES, TRACK, UNITS
from tests.titles.offensive_a_outrance.battlefield import (
    RAILS,
    RING,
    T,
    carry_on,
    field,
    fight,
    h,
    in_retreat,
    indicate,
    units,
)
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)

rule = pytest.mark.rule
C, N, S = "07.59", "07.58", "07.60"
IP = POOLS.number("german_ip")
FORT = "f-fort-Troyon"
GRAND_LINKS = sum(1 << n for n in range(len(BOARD.links)) if RIVER[n] == GRAND)


def go_on(game: Game, end: str = "", until: tuple[str, ...] = ()) -> None:
    """Goes on with a combat: the first unit suffers, nobody repulses, retreats lead to a hex or the first one."""
    carry_on(game)
    while asked(game)[1] in ("loss", "retreat", "rally") and asked(game)[1] not in until:
        if asked(game)[1] == "loss":
            game.act("unit", args(game, "unit")[0])
        elif asked(game)[1] == "rally":
            game.act("go")
        else:
            ends = args(game, "to")
            game.act("to", end if end in ends else ends[0])
        carry_on(game)


# ---- work on a position (7.8.3, 14.3) and attacks, retreats, advances, exchanges


@rule("7.8.3.b", "14.3.4", "14.3.4.b")
def test_an_attack_on_the_hex_ends_the_work_and_frees_the_right() -> None:
    """It does so whatever the dice bring; who is not attacked goes on."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": (T, "task dig", "done 5")}
    placed["g-42/21"] = ("56.52", "task dig", "done 5")
    game = fight(placed, "f-11/20", "f-39/20", dice=["3-6", 2, 2], pools={"german_ip": 1})
    assert where(game, "g-31/21") == T
    assert (mark(game, "g-31/21", "task"), mark(game, "g-31/21", "done")) == (0, 0)
    assert (mark(game, "g-42/21", "task"), mark(game, "g-42/21", "done")) == (2, 5)
    assert game.state.pools[IP] == 2


@rule("7.8.3.b", "19.1.6")
def test_of_a_force_in_two_hexes_the_work_in_the_other_hex_goes_on() -> None:
    for site, left in ((T, 0), ("56.52", 2)):
        placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53"}
        placed["g-31/21"] = (T, "56.52", "task dig", "done 5", f"site {site}")
        game = field(placed, dice=[])
        indicate(game, T, "f-11/20", "f-39/20")
        game.act("done")
        assert happened(game, "battle")
        assert mark(game, "g-31/21", "task") == left


@rule("12.3.4", "14.3.1")
def test_who_advances_after_a_bombardment_leaves_his_work() -> None:
    game = in_retreat({"g-31/21": (C, "task dig", "done 5"), "f-13/21": "07.55"}, ["seize", "g-31/21", N])
    assert where(game, "g-31/21") == N
    assert mark(game, "g-31/21", "task") == 0


@rule("6.4.b", "14.3.3")
def test_who_is_demoralised_at_work_leaves_it() -> None:
    s = situation({"g-31/21": (C, "task dig", "done 5", "ce CI"), "f-13/21": "07.55"}, pools={"german_ip": 0}).state
    lower(s, units("g-31/21"), 1)
    assert not s.task[units("g-31/21")[0]]
    assert s.pools[IP] == 1


@rule("14.3.4", "14.3.4.a", "14.3.4.b")
def test_a_position_that_is_begun_counts_among_those_of_the_next_turns() -> None:
    s = situation({"g-31/21": (C, "task dig", "done 5"), "f-13/21": "07.55"}).state
    grant_rights(s, 1)
    assert [s.pools[POOLS.number(f"{side}_ip")] for side in ("allied", "german")] == [2, 1]
    s.remove(units("g-31/21")[0])
    assert s.pools[IP] == 2


@rule("7.7.3", "7.7.5", "16.2.1", "22.3.4")
@pytest.mark.parametrize(
    "marks", [("rail entraining", "task entrain", "done 5"), ("task dig", "done 5"), ("trip interrupted", "due 20")]
)
def test_a_substitute_goes_on_with_what_the_other_had_begun(marks: tuple[str, ...]) -> None:
    """Fuzz seed 914601 of `race`: a Territorial division was exchanged while it entrained."""
    s = situation({"f-84t/GDT": ("20.20", *marks)}, turn=18, pools={"allied_ip": 3}).state
    old, new = units("f-84t/GDT", "f-84t")
    kept = [getattr(s, name)[old] for name in ("task", "done", "rail", "trip", "due")]
    substitute(s, old, new)
    assert [getattr(s, name)[new] for name in ("task", "done", "rail", "trip", "due")] == kept
    assert s.pools[POOLS.number("allied_ip")] == 3
    assert not list(faults(s))


@rule("19.1.5")
def test_a_force_in_two_hexes_says_where_it_digs_first() -> None:
    placed: dict[str, Placed] = {"g-31/21": (C, S), "f-13/21": "07.56"}
    game = situation(placed, side="german", pools={"german_ip": 2}, turn=6)
    game.act("unit", "g-31/21")
    assert set(args(game, "site")) == {C, S}
    game.act("site", S)
    assert game.state.site[units("g-31/21")[0]] == h(S)
    other = situation({"g-31/21": C, "f-13/21": "07.56"}, side="german", pools={"german_ip": 2}, turn=6)
    other.act("unit", "g-31/21")
    assert refused(other, "site", C) == "19.1.5"


# ---- stacks in retreat (9.2.5, 11.1)


@rule("9.2.5.A3", "9.2.5.D2", "11.2")
def test_who_retreated_before_goes_on_when_all_the_others_must() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T}
    placed["g-42/21"] = (T, f"did {RETREATED}")
    game = field(placed, dice=["1-1", 2, 2])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    go_on(game)
    assert "g-42/21" not in happened(game, "battle")[0]["defenders"]
    assert where(game, "g-31/21") != T
    assert where(game, "g-42/21") != T
    assert asked(game) == ("allied", "advance")


@rule("9.2.5.A3", "9.2.5.D2", "9.2.5.D4")
def test_who_retreated_before_stays_with_those_who_stay() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T}
    placed["g-42/21"] = (T, f"did {RETREATED}")
    game = field(placed, dice=["3-6", 2, 2])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    go_on(game)
    assert where(game, "g-42/21") == T
    assert [e["unit"] for e in happened(game, "checked") if e["unit"].startswith("g-")] == ["g-31/21"]


#: French units all around, so that every way back from T lies in their zones
POCKET: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "f-30/15": "57.53", "f-29/15": "55.51"}


def pocket(**more: Any) -> Game:
    """Two divisions are driven one hex back into enemy zones."""
    game = field(POCKET | {"g-31/21": T, "g-42/21": T}, dice=["1-1", 2, 2], **more)
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    go_on(game, until=("retreat",))
    return game


@rule("11.1.3", "11.1.3.a")
def test_every_force_of_a_stack_pays_for_a_zone() -> None:
    game = pocket()
    assert asked(game) == ("german", "retreat")
    end = args(game, "to")[0]
    game.act("to", end)
    go_on(game)
    assert [where(game, unit) for unit in ("g-31/21", "g-42/21")] == [end, end]
    assert [mark(game, unit, "ce") for unit in ("g-31/21", "g-42/21")] == [1, 1]


@rule("11.1.3", "11.1.1.a", "11.1.3.a")
@pytest.mark.parametrize("first", ["g-31/21", "g-42/21"])
def test_nor_does_the_first_negate_it_for_the_second_if_they_part(first: str) -> None:
    """The owner lets one Force go by itself; both end in the same hex, and both pay."""
    game = pocket()
    assert set(args(game, "unit")) == {"g-31/21", "g-42/21"}
    game.act("unit", first)
    end = args(game, "to")[0]
    game.act("to", end)
    go_on(game, until=("retreat",))
    assert where(game, first) == end
    assert asked(game) == ("german", "retreat")
    game.act("to", end)
    go_on(game)
    assert [mark(game, unit, "ce") for unit in ("g-31/21", "g-42/21")] == [1, 1]


@rule("11.1.3", "11.1.3.b")
def test_friends_who_stood_there_before_do_negate_it() -> None:
    placed: dict[str, Placed] = {"f-30/15": "57.53", "f-29/15": "55.51", "g-31/21": T, "g-42/21": T, "g-3B/2B": "56.52"}
    frame = ["retreats", ["g-31/21", "g-42/21"], [0, 0], [1, 1], T, COMBAT]
    game = in_retreat(placed, frame)
    game.act("to", "56.52")
    assert [mark(game, unit, "ce") for unit in ("g-31/21", "g-42/21")] == [0, 0]


@rule("11.1.1.a", "5.3.1.c")
def test_forces_of_different_armies_fall_back_each_upon_its_own() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T}
    placed["g-42/21"] = (T, "army g-SEVENTH", f"did {RETREATED}")
    game = field(placed, dice=["1-1", 2, 2])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    go_on(game, until=("retreat",))
    assert game.state.flow[-1][1] == units("g-31/21")
    assert args(game, "unit") == ["g-42/21"]


@rule("11.1.2.b", "5.5.1", "11.1.2.g")
def test_an_asset_keeps_its_formation_until_all_retreats_are_over() -> None:
    """The Jaeger go back with their division into the hex of a cavalry division, and are checked with their own."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T}
    placed |= {"g-Jaeger-1": (T, "army g-SIXTH"), "g-7-c": "56.52", "f-29/15": "55.51", "f-30/15": "56.54"}
    game = field(placed, dice=["1-1", 2, 2])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    go_on(game, "56.52")
    assert where(game, "g-Jaeger-1") == where(game, "g-31/21") == "56.52"
    assert [e["unit"] for e in happened(game, "checked") if e["unit"].startswith("g-")] == ["g-31/21"]
    assert vacated(game.state, h(T))


@rule("11.1.2.b", "5.5.2", "9.10.2", "11.1.2.g")
def test_an_asset_alone_joins_nobody_on_its_retreat() -> None:
    """Repulsed into the hex of a division it is checked, and lost, by itself."""
    placed: dict[str, Placed] = {"f-13/21": N, "g-Jaeger-1": (C, "sr 1"), "g-31/21": "07.61", "f-15/8": "08.58"}
    game = situation(placed, dice=["1-1", 12], turn=6)
    game.act("unit", "f-13/21")
    game.act("repulse", C)
    while asked(game)[1] == "retreat":
        game.act("to", "07.61" if "07.61" in args(game, "to") else args(game, "to")[0])
    assert where(game, "g-Jaeger-1") == "eliminated"


@rule("11.1.2.g", "5.5.1.c")
def test_when_the_retreat_is_over_an_asset_belongs_to_the_formation_that_it_found() -> None:
    placed: dict[str, Placed] = {"f-13/21": N, "g-Jaeger-1": C, "g-31/21": "07.61", "f-15/8": "08.58"}
    game = situation(placed, dice=["1-1", 2], turn=6)
    game.act("unit", "f-13/21")
    game.act("repulse", C)
    while asked(game)[1] == "retreat":
        game.act("to", "07.61" if "07.61" in args(game, "to") else args(game, "to")[0])
    assert where(game, "g-Jaeger-1") == "07.61"
    assert force_of(game.state, units("g-Jaeger-1")[0]) == units("g-31/21", "g-Jaeger-1")


@rule("7.4.1.b")
def test_one_repulse_for_a_stack_however_many_forces_retreat() -> None:
    placed: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "g-Jaeger-1": (S, "sr 1"), "g-3/2": N, "f-dFIRST": "08.62"}
    frame = ["retreats", ["f-13/21", "f-43/21"], [0, 1], [1, 2], C, COMBAT]
    game = in_retreat(placed, frame, dice=["6-6", 2])
    assert asked(game) == ("allied", "rally")
    game.act("repulse", S)
    asks = []
    while asked(game)[1] in ("retreat", "rally"):
        asks.append(asked(game)[1])
        game.act("go") if asked(game)[1] == "rally" else game.act("to", args(game, "to")[0])
    assert asks == ["retreat", "retreat"]


@rule("7.4.1.b", "7.4.1.f")
def test_the_owner_says_which_force_of_a_stack_repulses() -> None:
    placed: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "g-Jaeger-1": (S, "sr 1"), "g-3/2": N, "f-dFIRST": "08.62"}
    game = in_retreat(placed, ["retreats", ["f-13/21", "f-43/21"], [0, 0], [1, 1], C, COMBAT], dice=["1-1", 2])
    assert set(args(game, "unit")) == {"f-13/21", "f-43/21"}
    game.act("unit", "f-43/21")
    game.act("repulse", S)
    assert happened(game, "repulse")[0]["units"] == ["f-43/21"]


@rule("11.1.6", "11.1.6.a")
@pytest.mark.parametrize("weak", ["f-13/21", "f-43/21"])
def test_of_a_stack_only_the_force_that_is_demoralised_surrenders(weak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retreat, "isolated", lambda s, u: True)
    placed: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "g-3/2": "08.60", "g-4/2": N}
    placed[weak] = (C, "ce CI")
    game = in_retreat(placed, ["retreating", ["f-13/21", "f-43/21"], [S], 0, REPULSE, C])
    left = next(unit for unit in ("f-13/21", "f-43/21") if unit != weak)
    assert where(game, weak) == "eliminated"
    assert where(game, left) == S
    assert mark(game, left, "ce") == 1


@rule("11.1.1.a", "10.3.c")
def test_after_a_check_the_owner_says_who_goes_first() -> None:
    placed: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "g-3/2": "07.57", "f-dFIRST": "08.62"}
    game = in_retreat(placed, ["retreats", ["f-13/21", "f-43/21"], [0, 1], [1, 2], C, COMBAT])
    assert game.state.flow[-1][1] == units("f-13/21")
    assert verbs(game) == {"to", "unit"}
    game.act("unit", "f-43/21")
    assert game.state.flow[-1][1:3] == (units("f-43/21"), 2)
    game.act("to", args(game, "to")[0])
    assert game.state.flow[-1][1:3] == (units("f-13/21"), 1)
    assert UNITS.number("f-43/21") not in game.state.stack(h(C))


# ---- Prepared Attacks (7.3) and those who stand with them


@rule("7.3.3")
def test_a_train_is_of_no_force_and_may_leave() -> None:
    placed: dict[str, Placed] = {"f-13/21": C, "f-t21": C, "g-3/2": (N, f"pa {C}")}
    game = situation(placed, phase="counter_movement", turn=6)
    game.act("unit", "f-t21")
    assert args(game, "to")
    game = situation(placed, phase="counter_movement", turn=6)
    game.act("unit", "f-13/21")
    assert refused(game, "to", S) == "7.3.3"


@rule("7.3.1.a")
def test_units_of_one_force_do_not_point_at_different_hexes() -> None:
    placed: dict[str, Placed] = {
        "f-13/21": C,
        "f-Ch-13": (C, f"pa {N}", "spent 4", "did 1"),
        "g-3/2": N,
        "g-4/2": "08.58",
    }
    game = situation(placed, turn=6)
    game.act("unit", "f-13/21")
    assert args(game, "prepare") == [N]
    assert refused(game, "prepare", "08.58") == "7.3.1"
    two = situation({**placed, "f-43/21": C, "f-Ch-13": (C, f"pa {N}", "spent 4", "did 1", "assigned f-43/21")}, turn=6)
    two.act("unit", "f-13/21")
    assert "08.58" in args(two, "prepare")  # another Force may


@rule("9.2.a", "9.2.3.a", "12.3.4")
def test_who_advances_after_a_bombardment_does_not_attack_what_is_two_hexes_off() -> None:
    placed: dict[str, Placed] = {"g-31/21": (C, "pa 08.59", "target 08.59"), "f-13/21": "08.59", "f-43/21": "07.55"}
    game = in_retreat(placed, ["attacks"], ["seize", "g-31/21", N])
    assert where(game, "g-31/21") == N
    assert (mark(game, "g-31/21", "pa"), mark(game, "g-31/21", "target")) == (-1, -1)
    assert not happened(game, "battle")


# ---- sleepers (1.1)


@rule("1.1.q")
def test_who_is_attacked_is_awake_though_his_army_sleeps() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T, "g-42/21": "60.50"}
    game = field(placed, dice=["3-6", 2, 2], armies={"g-SIXTH": {"active": 9}})
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    assert game.state.is_active(units("g-31/21")[0])
    assert not game.state.is_active(units("g-42/21")[0])


# ---- Forts that were given up (8.5)


@rule("8.5", "9.5.4", "8.5.1.c", "8.5.a")
def test_a_fort_that_was_given_up_is_flanked_like_any_infantry() -> None:
    foes = ("g-31/21", "g-42/21", "g-3B/2B", "g-4B/2B")
    around: dict[str, Placed] = dict(zip(foes, RING[:4], strict=True))
    fort = units(FORT)[0]
    s = field({**around, FORT: (T, "face")}, side="german").state
    assert flanked(s, h(T), units(*foes), (fort,))
    s.face[fort] = 0
    assert not flanked(s, h(T), units(*foes), (fort,))


@rule("8.5", "8.5.1.d", "9.4", "15.4", "8.5.e", "8.5.f", "8.5.g")
def test_it_needs_supply_and_ammo_and_advances() -> None:
    """Far from every Depot and railway it is hungry and has no Ammo; it advances as infantry does."""
    fort = units(FORT)[0]
    placed: dict[str, Placed] = {FORT: ("54.53", "face", "army f-SECOND"), "g-7-c": (T, "sr 1")}
    nothing = {str(HEXES[n]): {"operational": 0} for n in members(ON_RAIL)}
    s = field(placed, supply=False, hexes=nothing).state
    assert not supplied(s, (fort,))
    s.flow.append(Battle("battle", h(T), (fort,)))
    load_force(s, (fort,))
    assert battle(s).dry == (fort,)
    s.remove(units("g-7-c")[0])
    assert refuse_advance(s, fort) is None


# ---- garrisons (8.6) that advance


@rule("8.6.1", "11.2.1.c")
def test_a_confined_garrison_does_not_advance_out_of_its_camp() -> None:
    """A unit of the garrison of Paris fights from 15.35; the hex outside is not for it."""
    placed: dict[str, Placed] = {"f-Paris-Nord": "14.35", "f-13/21": "14.35", "g-7-c": ("14.34", "sr 1")}
    game = situation(placed, step="attack", phase="attack", turn=9, scenario="campaign")
    s = game.state
    s.flow.append(Battle("battle", h("14.34"), units("f-Paris-Nord", "f-13/21")))
    s.remove(units("g-7-c")[0])
    assert refuse_advance(s, units("f-Paris-Nord")[0]) == Reason("8.6.1", "a garrison does not leave its place")
    assert refuse_advance(s, units("f-13/21")[0]) is None


# ---- Two-Hex Units where size matters (19.1.3)


@rule("19.1.3", "12.2.2")
def test_a_division_in_two_hexes_does_not_shield_a_camp() -> None:
    for second, shut in ((), True), (("47.46",), False):
        placed: dict[str, Placed] = {"f-fx-Verdun-3": "47.45", "f-72r": ("47.45", *second), "g-31/21": "48.44"}
        assert immune(situation(placed).state, h("47.45")) == shut


@rule("19.0", "9.4.3", "15.1.5")
def test_a_force_half_in_a_port_has_ammo_and_provisions_there() -> None:
    s = situation({"b-1/1": ("31.11", "32.11"), "g-3/2": "64.28"}, turn=22).state
    assert magazine(s, units("b-1/1"))
    assert supplied(s, units("b-1/1"))


# ---- supply (15) by rail, by sea, over single track


@rule("15.1.3")
def test_any_operational_rail_hex_feeds_whatever_zones_lie_on_the_way_to_the_edge() -> None:
    """An enemy's zone cuts the line far behind; a Depot has no line, but the railway still feeds Combat units."""
    placed: dict[str, Placed] = {"f-dFIRST": "52.54", "f-13/21": "52.54", "g-3/2": "64.28"}
    s = situation(placed, hexes=RAILS, held={"allied": "all"}).state
    path = _line(h("52.54"), ends(s, "allied", s.army[units("f-13/21")[0]]), safe(s, "allied"), 0)
    assert path is not None
    rails = {str(HEXES[n]): {"operational": int(n in path)} for n in members(ON_RAIL)}
    middle = next(n for n in path if BOARD.distance(n, h("52.54")) == 9)
    placed["g-3/2"] = next(str(HEXES[n]) for n in BOARD.neighbours[middle] if n not in path)
    cut = situation(placed, hexes=rails, held={"allied": "all"}).state
    assert not has_line(cut, units("f-dFIRST")[0])
    assert supplied(cut, units("f-13/21"))
    assert not isolated(cut, units("f-13/21")[0])


@rule("15.1", "15.1.5", "15.5")
def test_a_port_near_by_keeps_from_isolation() -> None:
    """Three hexes from Dunkerque, without a railway: out of supply, not isolated."""
    s = situation({"f-13/21": "33.13", "g-3/2": "64.28"}, held={"allied": "all"}).state
    assert not supplied(s, units("f-13/21"))
    assert not isolated(s, units("f-13/21")[0])
    lost = situation({"f-13/21": "33.13", "g-3/2": "64.28"}, held={"german": "all"}).state
    assert isolated(lost, units("f-13/21")[0])


@rule("15.7", "15.7.a", "15.7.d")
def test_the_secondary_depot_is_placed_while_the_primary_is_on_its_way() -> None:
    placed: dict[str, Placed] = {"f-dSECOND": ("track", "goal 52.54", "due 8"), "f-11/20": "54.53", "g-3/2": "64.28"}
    game = situation(placed, step="second_depot", phase="supply", turn=7, hexes=RAILS, held={"allied": "all"})
    assert "f-SECOND" in args(game, "army")
    game.act("army", "f-SECOND")
    assert args(game, "to")


@rule("15.7", "15.7.c")
def test_its_place_must_have_a_line_of_its_own_army() -> None:
    """The BEF traces to its base: where no line leads there it has no place, though French lines run by."""
    placed: dict[str, Placed] = {"b-dBEF": "36.26", "b-1/1": "36.27", "g-3/2": "64.28"}
    french = {str(HEXES[n]): {"operational": 1} for n in members(ON_RAIL)}
    for base, some in (("02.36", True), ("01.21", False)):
        hexes = {**french, **({} if some else {"01.21": {"operational": 0}})}
        more: dict[str, Any] = {"armies": {"b-BEF": {"base": base}}, "hexes": hexes, "held": {"allied": "all"}}
        s = situation(placed, turn=8, scenario="campaign", **more).state
        assert bool(second_places(s, ARMIES.number("b-BEF"))) == some


@rule("15.7.1")
def test_a_displaced_depot_turns_the_other_over_too() -> None:
    placed: dict[str, Placed] = {"f-dSECOND": "52.54", "a-d2": ("50.55", "army f-SECOND"), "g-3/2": "64.28"}
    s = situation(placed, phase="supply", step="second_depot", hexes=RAILS, held={"allied": "all"}).state
    displace(s, units("f-dSECOND")[0])
    assert [s.face[v] for v in units("f-dSECOND", "a-d2")] == [1, 1]


@rule("15.6.2a", "15.6.4")
def test_a_train_that_flies_to_a_depot_on_its_way_comes_with_it() -> None:
    placed: dict[str, Placed] = {"f-t20": C, "f-dSECOND": ("track", "goal 52.54", "due 8"), "g-3/2": "64.28"}
    s = situation(placed, turn=7, phase="preliminary", hexes=RAILS, held={"allied": "all"}).state
    train = units("f-t20")[0]
    travel(s, train, units("f-dSECOND")[0])
    assert (s.at[train], s.due[train]) == (TRACK, 8)
    s.turn, s.phasing = 8, "allied"
    s.flow.append(("return_depots",))
    ReturnDepots().run(s)
    assert s.at[train] == s.at[units("f-dSECOND")[0]] == h("52.54")


# ---- Ammo (9.4) and the supply units that bring it (15.6.1)


def far_train() -> dict[str, Placed]:
    """A division, its Train out of normal reach and off the railway, a Depot that reaches only the Train."""
    here = h("54.53")
    for train in members(BOARD.within(here, 6) & ~BOARD.within(here, 5) & OPEN & ~ON_RAIL):
        for depot in members(BOARD.within(train, 5) & ON_RAIL):
            if BOARD.distance(depot, here) > 9:
                return {"f-11/20": "54.53", "f-t20": str(HEXES[train]), "f-dSECOND": str(HEXES[depot])}
    raise AssertionError("no such place")


@rule("9.4.1", "9.4.1.c", "15.6.1", "15.6.1.a")
def test_only_the_supply_unit_that_must_extend_does() -> None:
    game = field({**far_train(), "g-31/21": T, "g-dSIXTH": "58.51"}, supply=False)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "ammo")
    assert args(game, "extend") == ["f-t20"]
    game.act("provide")
    assert [mark(game, unit, "face") for unit in ("f-t20", "f-dSECOND")] == [1, 0]
    assert [mark(game, unit, "ammo") for unit in ("f-t20", "f-dSECOND")] == [1, 0]


@rule("9.4.1", "9.4.1.c", "15.6.1")
def test_the_owner_may_let_the_depot_extend_instead() -> None:
    """Seven hexes off both could reach the Force by extending; the Train is proposed, the Depot may be chosen."""
    here = h("54.53")
    off = members(BOARD.within(here, 7) & ~BOARD.within(here, 6) & OPEN & ~ON_RAIL)
    rail = members(BOARD.within(here, 7) & ~BOARD.within(here, 6) & ON_RAIL)
    train, depot = next((t, d) for t in off for d in rail if BOARD.distance(t, d) <= 5 and s_of(t) and s_of(d))
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-t20": str(HEXES[train]), "f-dSECOND": str(HEXES[depot])}
    game = field({**placed, "g-31/21": T, "g-dSIXTH": "58.51"}, supply=False, held={"allied": "all"})
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert set(args(game, "extend")) == {"f-t20", "f-dSECOND"}
    game.act("extend", "f-dSECOND")
    assert [mark(game, unit, "face") for unit in ("f-t20", "f-dSECOND")] == [0, 1]


def s_of(n: int) -> bool:
    """West of the division, away from the Germans."""
    return str(HEXES[n]) < "54"


@rule("9.4", "10.1.1.a")
def test_neighbours_who_lend_their_guns_need_ammo_too() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T, "g-42/21": "54.52", "f-dSECOND": "52.54"}
    for more, dry in ({"g-dSIXTH": "58.51"}, False), ({}, True):
        game = field({**placed, **more}, supply=False, dice=["3-4", 2, 2])
        indicate(game, T, "f-11/20")
        game.act("done")
        carry_on_to(game, "lend")
        game.act("unit", "g-42/21")
        fired = happened(game, "no_ammo")
        assert ("g-42/21" in [event["unit"] for event in fired]) == dry


def carry_on_to(game: Game, step: str) -> None:
    """Answers with restraint until a question is asked."""
    while asked(game)[1] != step:
        verb = next(v for v in ("done", "calm", "save") if v in verbs(game))
        game.act(verb)


# ---- other meetings


@rule("7.4.7", "9.2.3.d", "21.3")
def test_a_repulse_across_the_inundation_has_its_procedure() -> None:
    """Who begins beside it may try while he moves, and must follow; nobody attacks across it (B178)."""
    a, b = sorted(FLOODS)[0]
    placed: dict[str, Placed] = {"g-31/21": str(HEXES[a]), "be-Gd-Civique-1": str(HEXES[b]), "be-2": "31.12"}
    more: dict[str, Any] = {"turn": 26, "events": {"inundation": 1}, "held": {"german": "all"}}
    game = situation(placed, side="german", **more)
    game.act("unit", "g-31/21")
    assert str(HEXES[b]) in args(game, "repulse")
    late = {**placed, "g-31/21": (str(HEXES[a]), "origin 40.20")}
    game = situation(late, side="german", **more)
    game.act("unit", "g-31/21")
    assert refused(game, "repulse", str(HEXES[b])) == "7.4.7"
    attack = situation(placed, side="german", step="attack", phase="attack", **more)
    assert refused(attack, "to", str(HEXES[b])) == "9.2"


@rule("15.0.b")
def test_trains_of_two_armies_do_not_share_a_single_track() -> None:
    start = next(n for n in members(ON_RAIL & IN["france"] & ~DOUBLE) if single_way(n) is not None)
    path = single_way(start)
    assert path is not None
    first, second = (str(HEXES[n]) for n in path[-1:-3:-1])
    rails = {str(HEXES[n]): {"operational": int(n in path)} for n in members(ON_RAIL)}
    placed: dict[str, Placed] = {"f-t21": first, "f-t20": second, "g-3/2": "64.28"}
    more: dict[str, Any] = {"hexes": rails, "held": {"allied": "all"}, "phase": "supply", "turn": 7}
    game = situation(placed, step="lines", **more)
    assert asked(game) == ("allied", "tracks")
    s = game.state
    assert sorted(has_line(s, v) for v in units("f-t21", "f-t20")) == [False, True]
    lost = next(unit for unit in ("f-t21", "f-t20") if not has_line(s, units(unit)[0]))
    game.act("army", str(ARMIES[s.army[units(lost)[0]]]))
    assert has_line(game.state, units(lost)[0])
    same = situation({**placed, "f-t20": (second, "army f-FIRST")}, step="lines", **more).state
    assert all(has_line(same, v) for v in units("f-t21", "f-t20"))


def single_way(n: int) -> tuple[int, ...] | None:
    """The whole way by rail from a hex of single track to the edge, if it begins with at least two such hexes."""
    s = situation({"g-3/2": "64.28"}, hexes=RAILS, held={"allied": "all"}).state
    path = _line(n, ends(s, "allied", ARMIES.number("f-FIRST")), safe(s, "allied"), 0)
    return path if path and len(path) > 3 and not any(DOUBLE >> m & 1 for m in path[-3:]) else None


@rule("9.2.5.C2", "8.8.1.d")
def test_guns_of_a_sound_force_must_defend_if_there_is_room() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T}
    placed |= {"g-42/21": (T, "ce CI"), "g-OHL": (T, "army g-SIXTH")}
    game = field(placed)
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    carry_on(game)
    assert asked(game) == ("german", "defend")
    game.act("unit", "g-31/21")
    assert refused(game, "done") == "9.2.5"
    game.act("unit", "g-OHL")
    assert game.why_not("done") is None or asked(game)[1] != "defend"


@rule("10.1.1a.a")
def test_guns_uphill_are_halved_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four points are held to two by the mountains, then halved by the escarpment."""
    s = field({"f-11/20": "54.53", "g-31/21": T}).state
    gunners = units("f-11/20")
    assert strength.guns_of(s, gunners, h(T), attacking=True) == 4
    monkeypatch.setattr(strength, "MOUNTAIN_HEXES", 1 << h(T))
    assert strength.guns_of(s, gunners, h(T), attacking=True) == 2
    monkeypatch.setattr(strength, "ESCARPMENT", {BOARD.link[h("54.53"), h(T)]: h(T)})
    assert strength.guns_of(s, gunners, h(T), attacking=True) == 1


@rule("7.2.2a", "7.1.2.b")
def test_cavalry_that_marched_with_infantry_does_not_gallop_when_it_has_dropped_it() -> None:
    game = situation({"f-6-c": C, "f-Ch-13": C, "g-3/2": "64.28"}, turn=6, held={"allied": "all"})
    game.act("unit", "f-6-c")
    if "f-Ch-13" in args(game, "join"):
        game.act("join", "f-Ch-13")
    game.act("to", S)
    game.act("drop", "f-Ch-13")
    assert most_forced(game.state, units("f-6-c")) == 3
    alone = situation({"f-6-c": C, "f-Ch-13": C, "g-3/2": "64.28"}, turn=6, held={"allied": "all"})
    alone.act("unit", "f-6-c")
    if "f-Ch-13" in args(alone, "drop"):
        alone.act("drop", "f-Ch-13")
    alone.act("to", S)
    assert most_forced(alone.state, units("f-6-c")) == 7


@rule("7.5.1.a", "7.5.1.d")
def test_in_works_in_which_it_recovers_beside_an_enemy_it_does_so_two_hexes_off() -> None:
    """B179: 47.45 is a printed position."""
    for place, able in (("47.45", True), ("45.43", False)):
        foe = next(n for n in members(BOARD.within(h(place), 2) & ~BOARD.within(h(place), 1) & OPEN))
        s = situation({"f-72r": (place, "ce -1"), "g-3/2": str(HEXES[foe])}, turn=6).state
        assert (refuse_task(s, units("f-72r")[0], "recover") is None) == able


# ---- choices that belong to a player


@rule("7.4.1.a")
def test_of_three_units_the_owner_says_which_two_repulse() -> None:
    placed: dict[str, Placed] = {"f-13/21": C, "f-Ch-13": C, "f-Ch-27": C, "g-Jaeger-1": (S, "sr 1")}
    game = situation(placed, turn=6, dice=["1-1", 2])
    game.act("unit", "f-13/21")
    game.act("repulse", S)
    assert asked(game) == ("allied", "contribute")
    assert len(args(game, "withhold")) == 2
    game.act("withhold", "f-13/21")
    assert set(happened(game, "repulse")[0]["units"]) == {"f-Ch-13", "f-Ch-27"}


@rule("9.2.5.B2", "7.4.3")
def test_the_defender_of_a_repulse_says_whether_the_shaken_take_part() -> None:
    """They do unless he says otherwise."""
    placed: dict[str, Placed] = {"f-13/21": N, "g-42/21": (C, "sr 3"), "g-31/21": (C, "ce CI")}
    for left_out in (False, True):
        game = situation(placed, turn=6)
        game.act("unit", "f-13/21")
        assert set(reckon(game.state, units("f-13/21"), h(C)).defenders) == set(units("g-42/21", "g-31/21"))
        game.act("repulse", C)
        assert asked(game) == ("german", "oppose")
        assert refused(game, "withhold", "g-42/21") == "9.2.5"
        if left_out:
            game.act("withhold", "g-31/21")
        game.act("done")
        assert ("g-31/21" in happened(game, "repulse")[0]["defenders"]) != left_out


@rule("11.2.1.c")
def test_a_formation_may_advance_without_its_assets() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "55.54", "g-7-c": T}
    placed["f-Ch-13"] = ("54.53", "army f-SECOND", "assigned f-11/20")
    game = field(placed, dice=["1-1", 2, 2, 2])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    go_on(game)
    assert asked(game) == ("allied", "advance")
    assert "f-11/20" in args(game, "solo")
    game.act("solo", "f-11/20")
    assert (where(game, "f-11/20"), where(game, "f-Ch-13")) == (T, "54.53")


@rule("15.6.2a", "15.6.2a.b", "8.2.2", "15.6.2a.d", "15.6.2a.c")
@pytest.mark.parametrize("first", [False, True])
def test_a_train_retreats_before_or_after_the_cavalry_reacts(first: bool) -> None:
    placed: dict[str, Placed] = {"f-6-c": C, "f-t21": "08.58", "f-dFIRST": "08.62", "g-3/2": "07.57"}
    game = situation(placed, side="german", turn=12, held={"german": "all"})
    game.act("unit", "g-3/2")
    game.act("to", N)
    assert asked(game) == ("allied", "react")
    assert where(game, "f-t21") == "08.58"
    assert "first" in verbs(game)
    game.act("first" if first else "stay")
    if asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert where(game, "f-t21") != "08.58"
    assert mark(game, "f-t21", "face") == EXTENDED
    assert (asked(game) == ("allied", "react")) == first


@rule("5.5.1.a", "8.5.2")
def test_the_defender_assigns_an_asset_to_another_formation() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T, "g-42/21": T}
    placed["g-Jaeger-1"] = (T, "army g-SIXTH", "assigned g-31/21")
    game = field(placed, dice=["1-1", 2, 2])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    while asked(game) != ("german", "intensity"):
        game.act(next(v for v in ("done", "calm") if v in verbs(game)))
    assert args(game, "assign") == ["g-Jaeger-1"]
    game.act("assign", "g-Jaeger-1")
    assert force_of(game.state, units("g-Jaeger-1")[0])[0] == units("g-42/21")[0]


@rule("23.4")
def test_of_two_british_trains_in_ports_the_owner_says_which_has_the_line() -> None:
    placed: dict[str, Placed] = {"b-t1": "31.11", "b-t2": "26.09", "b-1/1": "32.12", "g-3/2": "64.28"}
    more: dict[str, Any] = {"turn": 22, "phase": "supply", "scenario": "campaign", "held": {"allied": "all"}}
    nothing = {str(HEXES[n]): {"operational": 0} for n in members(ON_RAIL)}
    game = situation(placed, step="lines", hexes=nothing, **more)
    assert asked(game) == ("allied", "port_line")
    assert [has_line(game.state, v) for v in units("b-t1", "b-t2")] == [True, False]
    assert args(game, "unit") == ["b-t1", "b-t2"]
    s = game.state
    PortLine().do_unit(s, units("b-t2")[0])
    assert [has_line(s, v) for v in units("b-t1", "b-t2")] == [False, True]


@rule("11.1.4", "11.1.1a")
def test_of_two_ways_to_one_end_the_harmless_one_is_taken() -> None:
    """Two hexes back, one way over a Grand River: the other is gone."""
    for link in members(GRAND_LINKS):
        a, b = BOARD.links[link]
        far = [n for n in BOARD.neighbours[b] if BOARD.distance(a, n) == 2 and OPEN >> n & 1]
        for end in far:
            dry = [m for m in BOARD.neighbours[a] if BOARD.ring[end] >> m & 1 and OPEN >> m & 1]
            if len(dry) == 2 and sum(arduous(a, m) or arduous(m, end) for m in dry) == 1:
                s = situation({"f-13/21": str(HEXES[a]), "g-3/2": "64.28"}, held={"allied": "all"}).state
                s.flow.append(("retreat", units("f-13/21"), 2, a, COMBAT))
                way = Retreat().places(s).get(end)
                if way is not None:
                    assert not way.hard
                    return
    raise AssertionError("no such place on the map")
