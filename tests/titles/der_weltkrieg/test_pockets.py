"""20: surrounded units: how they fight, retreat, surrender, and how pockets end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat import pockets
from front1914.titles.der_weltkrieg.combat.retreat import friends_around, options
from front1914.titles.der_weltkrieg.entering import enter
from tests.titles.der_weltkrieg.arena import (
    CENTRE,
    FAR_N,
    FAR_S,
    NE,
    SE,
    SW,
    N,
    S,
    arena,
    attack,
    dm,
    record,
    until,
)
from tests.titles.der_weltkrieg.positions import (
    Placed,
    asked,
    bare,
    happened,
    mark,
    refused,
    situation,
    strength,
    unit,
    where,
)

#: Germans all around the centre, so that nobody gets out
RING: dict[str, Placed] = {"g-3": S, "g-4": S, "g-5": SE, "g-6": SW, "g-7": FAR_N, "g-8": "5103", "g-9": "4903"}
#: a wider one, with a free hex N behind the centre: zones bar every way out
WIDE: dict[str, Placed] = {
    "g-3": S,
    "g-4": S,
    "g-7": "5001",
    "g-8": "5102",
    "g-9": "4902",
    "g-5": "5204",
    "g-6": "4804",
}
BEHIND: dict[str, Placed] = {"g-1A": (FAR_S, "supply 90")}


def cut_off(units: dict[str, Placed], side: str = "entente", h: str = CENTRE) -> bool:
    """Whether units of a side in a hex are surrounded."""
    return pockets.surrounded(bare(units), side, HEXES.number(h))


# ---- lines of communication


@pytest.mark.rule("20-1", "20-1.1")
def test_no_line_leads_through_enemies_and_their_zones_unless_friends_stand_there() -> None:
    assert cut_off({**RING, "f-1": CENTRE})
    assert cut_off({**WIDE, "f-1": CENTRE}), "zones alone bar the way too"
    without: dict[str, Placed] = {u: h for u, h in WIDE.items() if u != "g-9"}
    assert not cut_off({**without, "f-1": CENTRE})
    sides: dict[str, Placed] = {"g-3": S, "g-8": "5103", "g-9": "4903", "g-5": SE, "g-6": SW, "f-1": CENTRE}
    assert cut_off(sides)
    assert not cut_off({**sides, "f-2": N, "f-3": "5002", "f-4": "5001"}), "friends hold the way open"


@pytest.mark.rule("20-1", "20-1.2")
def test_the_map_edge_or_the_interior_of_a_friendly_country_is_home() -> None:
    """5003 has personnel and no food in its pocket; Szegedin on the Serbian sheet has both."""
    s = bare({"ah-36": "4103"})
    region = pockets.region(s, "central", HEXES.number("4103"))
    home = region & ~sum(1 << HEXES.number(f"{c}01") for c in range(41, 47))
    assert pockets._leads_home(s, "central", home), "personnel and food of one country"
    assert not pockets._leads_home(s, "central", home & ~(1 << HEXES.number("4102")))


@pytest.mark.rule("20-9")
def test_beside_a_friendly_fortress_nobody_is_surrounded() -> None:
    units = {**RING, "f-1": CENTRE, "f-F-Maubeuge": CENTRE}
    assert not cut_off(units)
    assert pockets.cut_off(bare(units), "entente", HEXES.number(CENTRE)), "DW-R61: but the fortress is"


# ---- fighting


def break_out(units: dict[str, Placed], *dice: int) -> Game:
    """A French attack out of the ring on the division in SE."""
    return arena({**RING, **units}, *dice, side="entente")


@pytest.mark.rule("20-2", "20-3", "20-4")
def test_a_break_out_without_supply() -> None:
    """7 loses a point and brings a quarter of 6: 2; what is lost has surrendered."""
    game = break_out({"f-1": CENTRE}, 1, 1)
    attack(game, SE, "f-1")
    until(game, "counter")
    assert record(game).column == 2
    assert strength(game, "f-1") == 6
    assert dm(game, "french") == 2, "one point surrendered"


@pytest.mark.rule("20-3")
def test_of_every_two_brigades_the_owner_names_the_one_that_loses() -> None:
    """DW-R60, DW-R94: five brigades lose two points."""
    names = _british_brigades()
    game = break_out(dict.fromkeys(names[:5], CENTRE), 1, 1)
    attack(game, SE, *names[:5])
    assert asked(game) == ("entente", "attrition")
    game.act("unit", names[0])
    assert refused(game, "unit", names[0]) == "20-3"
    game.act("unit", names[1])
    assert asked(game)[1] != "attrition"
    assert [strength(game, name) for name in names[:5]] == [1, 1, 2, 2, 2]


@pytest.mark.rule("20-3")
def test_three_divisions_and_four_brigades_lose_five_points() -> None:
    """DW-E103."""
    units = ["f-1", "f-2", "f-3", *_british_brigades()[:4]]
    game = break_out(dict.fromkeys(units, CENTRE), 1, 1)
    before = sum(strength(game, u) for u in units)
    attack(game, SE, *units)
    until(game, "counter", "stand")
    assert sum(strength(game, u) for u in units) == before - 5


def _british_brigades() -> list[str]:
    from front1914.titles.der_weltkrieg.nations import BRITISH
    from front1914.titles.der_weltkrieg.world import KIND, NATION, UNIT_SIZE, UNITS

    return [
        str(UNITS[u])
        for u in UNITS.numbers
        if NATION[u] == BRITISH and KIND[u] == "infantry" and UNIT_SIZE[u] == "brigade"
    ]


@pytest.mark.rule("20-2")
def test_supplied_surrounded_units_attack_at_full_strength() -> None:
    game = arena({**WIDE, "f-1": CENTRE, "f-1A": (N, "supply 9")}, 1, 1, side="entente")
    attack(game, S, "f-1")
    until(game, "counter")
    assert record(game).column == 7
    assert strength(game, "f-1") == 7, "and lose nothing beforehand"


@pytest.mark.rule("20-4", "20-4.1", "20-6")
def test_what_surrounded_units_lose_has_surrendered_and_never_returns() -> None:
    game = arena({**RING, **BEHIND, "f-88T": (CENTRE, 2)}, 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance", "attack")
    assert where(game, "f-88T") == "lost"
    assert dm(game, "french") == 4


@pytest.mark.rule("20-5")
def test_with_others_the_surrounded_units_take_all_losses() -> None:
    """f-1 is cut off in 0620, f-2 attacks the same division from the south."""
    units: dict[str, Placed] = {"g-3": "0619", "g-4": "0721", "g-5": "0521", "f-1": "0620", "f-2": "0722"}
    game = situation({**units, "f-1A": ("0723", "supply 30")}, step="combat", side="entente", dice=[1, 3])
    s = game.state
    assert pockets.surrounded(s, "entente", HEXES.number("0620"))
    assert not pockets.surrounded(s, "entente", HEXES.number("0722"))
    attack(game, "0721", "f-1", "f-2")
    until(game, "attack", "advance")
    lost = happened(game, "counter_result")[-1]["points"]
    assert lost
    assert (strength(game, "f-1"), strength(game, "f-2")) == (7 - 1 - lost, 7)


# ---- retreat


@pytest.mark.rule("20-7", "20-8", "20-10")
def test_a_quarter_drives_them_out_and_who_cannot_go_surrenders() -> None:
    """12 points unsupplied, die 6: 3 of 7 is more than a quarter; all ways out lie in German zones."""
    game = arena({**RING, "f-1": CENTRE}, 6, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5")
    until(game, "advance", "attack")
    assert happened(game, "driven")[-1]["rule"] == "20-7"
    assert where(game, "f-1") == "lost"
    assert dm(game, "french") == 14


@pytest.mark.rule("20-7.1", "20-10")
def test_surrounded_units_go_anywhere_free_whatever_the_distance() -> None:
    """In the wide ring the one free hex is N, though the Headquarters lies in the other direction."""
    s = bare({**WIDE, "f-1": CENTRE, "f-1A": "5106"})
    h = HEXES.number(CENTRE)
    assert pockets.surrounded(s, "entente", h)
    found = options(s, unit("f-1"), h, friends_around(s, "entente", h))
    assert [(str(HEXES[way.hex]), way.rank) for way in found] == [(N, 1)]


@pytest.mark.rule("20-10")
def test_from_zone_to_zone_only_into_a_friendly_fortress() -> None:
    units = {**RING, "f-1": CENTRE, "f-F-Maubeuge": NE}
    s = bare(units)
    h = HEXES.number(CENTRE)
    assert [str(HEXES[way.hex]) for way in options(s, unit("f-1"), h, friends_around(s, "entente", h))] == [NE]
    s = bare({**RING, "f-1": CENTRE, "f-2": NE})
    assert options(s, unit("f-1"), h, friends_around(s, "entente", h)) == [], "friends do not help"


@pytest.mark.rule("20-11")
def test_surrounded_defenders_must_use_the_supply_of_their_pocket() -> None:
    """Four points supply one of two divisions; the owner says which."""
    game = arena({**WIDE, **BEHIND, "f-1": CENTRE, "f-2": CENTRE, "f-1A": (N, "supply 4")}, 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "counter", "defend")
    until(game, "counter")
    assert mark(game, "f-1A", "supply") == 0
    assert sorted(record(game).backers) == [-1, unit("f-1A")]


@pytest.mark.rule("20-11")
def test_they_may_not_save_what_they_have() -> None:
    """In the open they could keep their points."""
    game = arena({**WIDE, **BEHIND, "f-1": CENTRE, "f-1A": (N, "supply 9")}, 1, 1)
    attack(game, CENTRE, "g-3")
    game.act("supply", "f-1")
    game.act("unsupplied")
    assert refused(game, "commit") == "20-11"
    game.act("supply", "f-1")
    game.act("hq", "f-1A")
    game.act("commit")
    assert mark(game, "f-1A", "supply") == 9 - 4
    free = arena({"g-3": S, **BEHIND, "f-1": CENTRE, "f-1A": (N, "supply 9")}, 1, 1)
    attack(free, CENTRE, "g-3")
    free.act("supply", "f-1")
    free.act("unsupplied")
    free.act("commit")
    assert mark(free, "f-1A", "supply") == 9


@pytest.mark.rule("20-12")
def test_a_trench_does_not_help_surrounded_units() -> None:
    works = {CENTRE: {"work": "trench", "builder": "entente"}}
    for ring, adjust in ((RING, 0), ({"g-3": S, "g-4": S, "g-5": SE, "g-6": SW}, -2)):
        game = arena({**ring, "f-1": CENTRE}, 1, 1, hexes=works, month=10)
        attack(game, CENTRE, "g-3")
        assert happened(game, "strength")[-1]["adjust"] == adjust


# ---- pockets


@pytest.mark.rule("20-13", "20-14")
def test_a_pocket_without_interior_is_destroyed_at_the_end_of_its_own_half_turn() -> None:
    game = arena({**RING, "f-1": CENTRE, "f-2": CENTRE}, step="recombine", side="central")
    s = game.state
    assert {unit("f-1"), unit("f-2")} == set(pockets.condemned(s, "entente"))
    game = _pass(game, lambda g: g.state.active == "entente" and g.state.phase == "movement")
    assert mark(game, "f-1", "doomed") == 1
    game = _pass(game, lambda g: g.state.turn == 2)
    assert [where(game, u) for u in ("f-1", "f-2")] == ["lost", "lost"]
    assert dm(game, "french") == 28


def _pass(game: Game, arrived: Callable[[Game], bool]) -> Game:
    """Everybody finishes until something holds."""
    for _ in range(60):
        if arrived(game):
            return game
        decision = game.decision
        assert decision is not None
        verb = next(
            v for v in ("done", "commit", "stop", "stay") if (v, None) in [(a.verb, a.arg) for a in decision.actions]
        )
        game.act(verb)
    raise AssertionError("it does not come to that")


@pytest.mark.rule("20-13")
def test_whoever_is_relieved_in_time_lives() -> None:
    """DW-R59: a unit that enters N opens the pocket for a moment, and that is enough."""
    ring: dict[str, Placed] = {
        "g-3": S,
        "g-5": SE,
        "g-6": SW,
        "g-8": "5103",
        "g-9": "4903",
        "f-1": CENTRE,
        "f-2": "5002",
    }
    game = arena({**ring, "f-3": "5001", "f-4": "5001"}, step="recombine", side="central")
    game = _pass(game, lambda g: g.state.active == "entente" and g.state.phase == "movement")
    assert mark(game, "f-1", "doomed") == 1
    enter(game.state, [unit("f-4")], HEXES.number("5002"))
    assert mark(game, "f-1", "doomed") == 1
    enter(game.state, [unit("f-4")], HEXES.number(N))
    assert mark(game, "f-1", "doomed") == 0


@pytest.mark.rule("20-14", "20-13")
def test_a_port_a_fortress_or_an_interior_hex_keeps_a_pocket_alive() -> None:
    s = bare({**RING, "f-1": CENTRE})
    pocket = pockets.region(s, "entente", HEXES.number(CENTRE))
    assert pockets.lost_ground(s, "entente", pocket)
    assert not pockets.lost_ground(s, "entente", pocket | 1 << HEXES.number("1003")), "Ostend is a port"
    with_fort = bare({**RING, "f-1": CENTRE, "f-F-Maubeuge": N, "f-2": N})
    assert pockets.condemned(with_fort, "entente") == []
    assert not pockets.lost_ground(s, "entente", pocket | 1 << HEXES.number("5201")), "an interior hex"


@pytest.mark.rule("37-7", "38-2", "20-13")
def test_three_held_hexes_around_a_point_save_german_and_british_units() -> None:
    """Three hexes that border each other, every one of them in an enemy zone."""
    ring: dict[str, Placed] = {"f-3": S, "f-5": SE, "f-6": "5204", "f-7": FAR_N, "f-8": "5102", "f-9": "4904"}
    triangle: dict[str, Placed] = {"g-3": CENTRE, "g-4": N, "g-5": NE, "ah-36": NE}
    s = bare({**ring, "f-10": "5203", "f-11": "5103", "f-12": "4903", **triangle})
    lost = pockets.condemned(s, "central")
    assert unit("g-3") not in lost
    assert unit("ah-36") in lost, "others are not saved by it"
    two = bare({**ring, "f-10": "5203", "f-11": "5103", "f-12": "4903", "g-3": CENTRE, "g-4": N})
    assert set(pockets.condemned(two, "central")) == {unit("g-3"), unit("g-4")}
