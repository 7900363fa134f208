"""Where chapters meet (docs/titles/schlieffens_war_meetings.md): one unit, hex or moment that several rules touch."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.world import HEXES
from tests.titles.schlieffens_war.arena import CENTRE, NE, W, arena, attack, happened, step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, situation, where

rule = pytest.mark.rule
FOUR = ("g-1-II", "g-1-III", "g-1-IV", "g-1-IX")
FATIGUED, NORMAL, ELAN = range(3)


def crowd(units: Mapping[str, Placed], side: str = "german") -> Game:
    """The stacking check at the end of a phase of the side."""
    return situation(units, side=side, flow=[["turn"], ["end_of_turn"], ["stacking", []]], phase="combat")


def holder(game: Game, place: str) -> str:
    return "german" if game.state.held("german") >> HEXES.number(place) & 1 else "entente"


def offered(game: Game) -> set[str]:
    """The verbs that the decision offers."""
    assert game.decision is not None
    return {action.verb for action in game.decision.actions}


# ---- units that must leave a hex


@rule("6.5.c", "3.3.b", "4.6.b")
def test_a_displaced_unit_takes_the_city_that_it_enters() -> None:
    """Four corps west of Sedan, which is empty and French: the one that leaves towards Germany captures it."""
    game = crowd(dict.fromkeys(FOUR, "1612"))
    before = game.state.vp
    game.act("unit", "g-1-II")
    assert "1611" in args(game, "to")
    game.act("to", "1611")
    assert (holder(game, "1611"), game.state.vp) == ("german", before + 1)


@rule("6.5.c", "4.1.a")
def test_a_displaced_unit_may_endanger_paris() -> None:
    """Four German corps south of the perimeter: one of the ways back to supply leads through it."""
    game = crowd(dict.fromkeys(FOUR, "2417"))
    assert not game.state.paris
    game.act("unit", "g-1-II")
    assert sorted(args(game, "to")) == ["2317", "2416", "2517"]
    beside = game.copy()
    beside.act("to", "2416")
    assert not beside.state.paris
    game.act("to", "2317")
    assert game.state.paris


@rule("6.5.e", "2.8", "3.3.a", "4.6")
def test_a_fort_given_up_in_an_overstack_keeps_the_city_but_not_its_counter() -> None:
    """Verdun with three corps: the fort goes for good, the city stays French, corps in it have no zone."""
    game = crowd({"fort-verdun": "1910", "f-3-IV": "1910", "f-3-V": "1910", "f-3-VI": "1910"}, side="entente")
    game.act("unit", "fort-verdun")
    assert args(game, "to") == []
    game.act("eliminate")
    assert where(game, "fort-verdun") == "removed"
    assert (holder(game, "1910"), game.state.vp) == ("entente", 0)
    assert not game.state.zone("entente") >> HEXES.number("1911") & 1  # a heavy fortress still


@rule("6.5.e", "8.8", "9.5.c")
def test_a_corps_given_up_in_an_overstack_returns_only_if_it_was_supplied() -> None:
    for supply, end in (("in", "display"), ("out", "removed")):
        game = crowd({**dict.fromkeys(FOUR[1:], CENTRE), "g-1-II": (CENTRE, supply)})
        game.act("unit", "g-1-II")
        game.act("eliminate")
        assert where(game, "g-1-II") == end


@rule("6.5.a", "9.6.i", "10.2")
def test_who_rested_and_is_overstacked_is_where_he_was() -> None:
    """Rest raises three corps at the end of the Movement Phase, the fourth comes over them: one level up, one down."""
    units: dict[str, Placed] = {**dict.fromkeys(FOUR[:3], "2317"), "g-1-IX": CENTRE, "f-5-I": "2610"}
    game = situation(units)
    for verb, arg in (("unit", "g-1-IX"), ("to", "2317"), ("stop", None), ("done", None)):
        game.act(verb, arg)
    assert step(game) == ("german", "overstack")
    assert [mark(game, unit, "morale") for unit in FOUR] == [NORMAL, NORMAL, NORMAL, FATIGUED]


# ---- probes


@rule("11.1", "4.1.a", "3.3.b", "4.6.b")
def test_a_probe_takes_a_city_and_a_probe_endangers_paris() -> None:
    city = arena({"g-1-II": "1713", "f-5-I": "1914"}, step="probe")
    city.act("unit", "g-1-II")
    city.act("to", "1813")
    assert (holder(city, "1813"), city.state.vp) == ("german", 1)
    paris = arena({"g-1-II": CENTRE, "f-5-I": "2417"}, step="probe")
    assert not paris.state.paris
    paris.act("unit", "g-1-II")
    paris.act("to", "2317")
    assert paris.state.paris


@rule("11.1.d", "11.20", "6.1")
def test_a_corps_that_probed_takes_no_part_but_may_absorb_a_loss() -> None:
    """It probed into the hex of the attacker: it does not attack, and is a bystander of the stack."""
    game = arena({"g-1-II": NE, "g-1-III": "2214", "f-5-I": CENTRE, "f-5-II": CENTRE}, step="probe", dice=[1])
    game.act("unit", "g-1-III")
    game.act("to", NE)
    game.act("done")
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-1-III") == "11.1"
    game.act("unit", "g-1-II")
    game.act("commit")
    assert mark(game, "g-1-III", "morale") == NORMAL  # a failed attack does not tire it


# ---- forced marches


@rule("10.6.e", "3.3.b", "4.6.b")
def test_a_corps_that_dies_of_its_forced_march_has_taken_the_city() -> None:
    units: dict[str, Placed] = {"g-1-II": ("1611", 1), "g-1-HQ": "1611", "f-1-VII": "2606"}
    game = situation(units, dice=[1])
    before = game.state.vp
    game.act("unit", "g-1-II")
    game.act("to", "1516")  # five points of four
    if step(game)[1] == "march":
        game.act("stop")
    assert where(game, "g-1-II") == "display"
    assert (holder(game, "1516"), game.state.vp) == ("german", before + 1)


@rule("10.6.a", "10.6.b", "6.7", "10.6.e")
def test_an_hq_that_dies_of_its_forced_march_commands_nobody_afterwards() -> None:
    """The corps that stayed behind could have force marched; without an HQ it cannot."""
    units: dict[str, Placed] = {"f-5-I": CENTRE, "f-5-HQ": CENTRE, "f-5-II": "2315", "g-1-II": "2610"}
    game = situation(units, side="entente", dice=[1, 1])
    before = situation(units, side="entente")
    before.act("unit", "f-5-II")
    assert "2320" in args(before, "to")
    for verb, arg in (("unit", "f-5-I"), ("join", "f-5-HQ"), ("to", "2321"), ("stop", None)):
        game.act(verb, arg)
    assert (where(game, "f-5-HQ"), mark(game, "f-5-I", "steps")) == ("display", 1)
    game.act("unit", "f-5-II")
    assert "2319" in args(game, "to")
    assert refused(game, "to", "2320") == "6.7"


# ---- retreats and advances


@rule("11.21", "3.3.b", "4.6.c")
def test_a_retreat_through_a_lost_city_recaptures_it() -> None:
    """A French corps falls back into Reims, which the German had taken and left."""
    units: dict[str, Placed] = {"f-5-I": "1812", "f-5-HQ": "1714", "g-1-II": "1811", "g-1-III": "1811"}
    game = arena(units, dice=[6], control={"1813": "german"})
    assert game.state.vp == 1
    attack(game, "1812", "g-1-II", "g-1-III")
    game.act("retreat")
    assert sorted(args(game, "to")) == ["1813", "1913"]
    game.act("to", "1813")
    assert (holder(game, "1813"), game.state.vp) == ("entente", 0)


@rule("11.22", "6.3")
def test_two_nations_attack_and_one_of_them_advances() -> None:
    """French and British corps win together: whoever enters first keeps the others out."""
    french = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III", "f-5-HQ"), NE)
    british = dict.fromkeys(("b-I", "b-II", "b-HQ"), W)
    game = arena({**french, **british, "g-1-II": (CENTRE, 1)}, side="entente", turn=5, dice=[6, 6])
    attack(game, CENTRE, "f-5-I", "f-5-II", "f-5-III", "b-I", "b-II")
    assert step(game) == ("entente", "advance")
    assert {"f-5-I", "b-I"} <= set(args(game, "unit"))
    game.act("unit", "b-I")
    assert args(game, "unit") == ["b-II"]
    assert refused(game, "unit", "f-5-I") == "6.3"


# ---- who comes and goes


@rule("9.2", "7.0", "3.3")
def test_the_bef_lands_beside_the_enemy_and_in_no_lost_port() -> None:
    """R46: a port in an enemy zone is open, one under enemy control is not, though nobody stands in it."""
    bef: dict[str, Placed] = dict.fromkeys(("b-HQ", "b-I", "b-II", "b-C"), "track")
    near: dict[str, Placed] = {"g-1-II": "1018", "f-5-HQ": "2315"}
    game = situation({**bef, **near}, side="entente", step="regroup", turn=3, control={"0918": "german"})
    while step(game)[1] != "landing":
        game.act("done")
    game.act("bef")
    assert sorted(args(game, "to")) == ["0919", "1019"]
    assert refused(game, "to", "0918") == "9.2"


@rule("9.4", "3.3.b", "4.6", "8.1")
def test_a_corps_sent_east_leaves_its_city_german() -> None:
    """It was the last unit in Sedan: the city stays in German hands and counts."""
    units: dict[str, Placed] = {"g-1-II": "1611", "g-1-III": "1108", "g-1-IV": "1108", "f-5-I": "2610"}
    game = situation(units, step="regroup", turn=7)
    while step(game)[1] != "withdraw":
        game.act("withdraw" if "withdraw" in offered(game) else "done")
    assert "g-1-II" in args(game, "unit")
    vp = game.state.vp
    game.act("unit", "g-1-II")
    assert (where(game, "g-1-II"), holder(game, "1611"), game.state.vp) == ("removed", "german", vp)


@rule("9.5.c", "8.1", "9.6", "8.0")
def test_a_unit_returns_in_supply_fatigued_and_rests_in_the_same_turn() -> None:
    """It was eliminated while reduced and fatigued; it returns whole and fatigued, in supply until the next check."""
    game = situation({"g-1-II": "display", "g-1-III": "1005", "f-5-I": "2610"}, step="regroup", turn=4)
    game.act("unit", "g-1-II")
    game.act("to", "1005")
    assert [mark(game, "g-1-II", column) for column in ("steps", "morale", "supply")] == [2, FATIGUED, 0]
    while step(game)[1] != "move":
        game.act("done")
    game.act("done")
    assert mark(game, "g-1-II", "morale") == NORMAL
    assert happened(game, "returned")


# ---- fog of war


def seen(game: Game, side: str, place: str) -> list[str]:
    """What a side sees in a hex; "?" for what is hidden from it."""
    found = [piece for piece in game.view(side)["pieces"] if piece["at"] == place]
    return [str(piece["id"]) if not piece.get("hidden") else "?" for piece in found]


@rule("6.6.a", "6.5.b")
def test_under_fog_the_enemy_counts_who_is_displaced_and_does_not_learn_his_name() -> None:
    flow = [["turn"], ["end_of_turn"], ["stacking", []]]
    units: dict[str, Placed] = {**dict.fromkeys(FOUR, "1112"), "g-2-X": "1111", "f-5-I": "2610"}
    game = situation(units, flow=flow, phase="combat", fog=True)
    assert seen(game, "entente", "1112")[0] == "g-1-II"
    game.act("unit", "g-1-IX")
    game.act("to", "1111")
    told = [event for event in game.events_for("entente") if event.kind.startswith("displaced")]
    assert [(event.kind, event.data["units"], event.data["count"]) for event in told] == [("displaced_seen", [], 1)]
    assert seen(game, "entente", "1111") == ["g-2-X", "?"]


@rule("6.6.a", "8.8", "8.1")
def test_under_fog_the_supply_of_a_covered_corps_shows_when_it_comes_to_lie_on_top() -> None:
    units: dict[str, Placed] = {"g-1-II": "2317", "g-1-III": ("2317", "out"), "f-5-I": "2610"}
    game = situation(units, fog=True)
    pieces = [p for p in game.view("entente")["pieces"] if p["at"] == "2317"]
    assert not any("out_of_supply" in piece["marks"] for piece in pieces)
    for verb, arg in (("unit", "g-1-II"), ("to", "2318"), ("stop", None)):
        game.act(verb, arg)
    (left,) = [p for p in game.view("entente")["pieces"] if p["at"] == "2317"]
    assert (left["id"], "out_of_supply" in left["marks"]) == ("g-1-III", True)


@rule("6.6.a", "11.21", "6.1")
def test_under_fog_who_retreats_to_friends_lies_under_them() -> None:
    """The French corps is shown in its battle, retreats onto a friend, and is covered by him."""
    units: dict[str, Placed] = {
        **dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV", "g-1-HQ"), NE),
        "f-5-I": CENTRE, "f-5-II": "2416", "f-5-HQ": "2515",
    }  # fmt: skip
    game = arena(units, dice=[4, 6, 6, 6], fog=True)
    attack(game, CENTRE, "g-1-II", "g-1-III", "g-1-IV")
    assert step(game) == ("entente", "defender_losses")
    assert seen(game, "german", CENTRE) == ["f-5-I"]
    game.act("retreat")
    game.act("to", "2416")
    assert seen(game, "german", "2416") == ["f-5-II", "f-5-I"]  # as long as the battle lasts (R71)
    while step(game)[1] != "attack":
        game.act("unit", args(game, "unit")[0]) if step(game)[1] == "attacker_losses" else game.act("done")
    assert seen(game, "german", "2416") == ["f-5-II", "?"]


# ---- advance and stacking


def overfull(*dice: int) -> Game:
    """Three corps and a fourth that probed into their hex; two of the three attack a weak corps in the centre."""
    units: dict[str, Placed] = {**dict.fromkeys(FOUR[:3], W), "g-1-IX": ("2318", "elan"), "f-5-4GRD": (CENTRE, 1)}
    game = arena(units, step="probe", dice=dice)
    for verb, arg in (("unit", "g-1-IX"), ("to", W), ("done", None)):
        game.act(verb, arg)
    assert [where(game, unit) for unit in FOUR] == [W] * 4
    attack(game, CENTRE, "g-1-II", "g-1-III")
    while game.decision is not None and step(game)[1] not in ("advance", "attack"):
        game.act(game.decision.actions[0])
    return game


@rule("11.22.a", "6.1", "6.5")
def test_an_advance_relieves_the_hex_that_a_probe_overstacked() -> None:
    game = overfull(*[6] * 30)
    assert step(game) == ("german", "advance")
    game.act("unit", "g-1-II")
    game.act("done")
    game.act("done")
    assert happened(game, "overstacked") == []


@rule("11.22.d", "6.5.a", "9.6.i", "11.20.p")
def test_who_wins_and_stays_in_an_overstacked_hex_is_where_he_was() -> None:
    """The victory raises the attackers, the overstack lowers all four: one level up and one down."""
    game = overfull(*[6] * 30)
    game.act("done")
    assert mark(game, "g-1-II", "morale") == ELAN
    game.act("done")
    assert happened(game, "overstacked") == [{"hex": W}]
    assert [mark(game, unit, "morale") for unit in FOUR] == [NORMAL, NORMAL, FATIGUED, NORMAL]
