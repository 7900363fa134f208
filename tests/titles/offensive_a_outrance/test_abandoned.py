"""8.5: a Fort that was given up is an infantry regiment, wherever its size, its guns or its type is asked for."""

from __future__ import annotations

import pytest

from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN
from front1914.titles.offensive_a_outrance.combat.advance import refuse_advance
from front1914.titles.offensive_a_outrance.combat.battle import Battle
from front1914.titles.offensive_a_outrance.combat.parties import host, overload
from front1914.titles.offensive_a_outrance.combat.strength import guns_of, size_of
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import load
from front1914.titles.offensive_a_outrance.sieges.fortress import tempted
from front1914.titles.offensive_a_outrance.world import SET_UP, UNIT_ROWS
from tests.titles.offensive_a_outrance.battlefield import DEPOTS, RAILS, T, field, h, units
from tests.titles.offensive_a_outrance.positions import Placed, args, situation

rule = pytest.mark.rule
FORT, BITSCH = "f-fort-Troyon", "g-fort-Bitsch"
HELD = str(HEXES[SET_UP[units(FORT)[0]]])
GIVEN_UP = ("54.53", "face", "army f-SECOND")


@rule("8.5.b", "8.5.c", "1.1.j", "2.4.3", "10.1.2")
def test_it_is_a_regiment_without_guns() -> None:
    """Held it has guns, takes no room and is half a division for the enemy's gunners; given up it is a quarter."""
    fort = units(FORT)
    s = field({FORT: HELD}).state
    assert (load(s, list(fort)), size_of(s, fort), guns_of(s, fort, h(HELD))) == (0, 4, 1)
    s = field({FORT: GIVEN_UP}).state
    assert (load(s, list(fort)), size_of(s, fort), size_of(s, fort, h(T)), guns_of(s, fort, h(T))) == (2, 2, 2, 0)


@rule("2.3.4", "2.5.3", "8.5.c")
def test_others_keep_their_guns_when_they_are_turned() -> None:
    """A Territorial division whose detachment is away, and guns in the field, have the value that is printed."""
    s = field({"f-81t/GDT": ("54.53", "face"), "g-OHL": "58.51", FORT: GIVEN_UP}).state
    printed = {row.id: row.artillery for row in UNIT_ROWS}
    for word in ("f-81t/GDT", "g-OHL"):
        assert s.guns(units(word)[0]) == printed[word] > 0


@rule("8.5.b", "3.1.2")
def test_it_takes_the_room_of_a_regiment_in_combat() -> None:
    """Two and a quarter divisions attack out of a hex; without the Fort there is room for a regiment."""
    s = field({"f-11/20": "54.53", "f-39/20": "54.53", FORT: GIVEN_UP, "f-Ch-29": "54.53", "g-31/21": T}).state
    two = units("f-11/20", "f-39/20")
    assert overload(s, [*two, *units(FORT)], steep=False) is None
    assert overload(s, [*two, *units("f-Ch-29")], steep=False) is None
    assert overload(s, [*two, *units(FORT, "f-Ch-29")], steep=False) is not None


@rule("8.5.b", "3.1.1")
@pytest.mark.parametrize(("more", "room"), [((), True), (("f-Ch-28",), True), (("f-Ch-28", "f-Ch-13"), False)])
def test_it_takes_the_room_of_a_regiment_where_it_goes(more: tuple[str, ...], room: bool) -> None:
    """Three divisions and one regiment leave it room, three and a half do not."""
    there: dict[str, Placed] = dict.fromkeys(("f-11/20", "f-39/20", "f-29/15", *more), T)
    s = field({FORT: GIVEN_UP, **there, "g-31/21": "60.50"}).state
    s.flow.append(Battle("battle", h(T), units(FORT)))
    assert (refuse_advance(s, units(FORT)[0]) is None) == room


@rule("8.5.d", "7.3")
@pytest.mark.parametrize("more", [{}, {"f-11/20": "54.53"}])
def test_it_prepares_attacks(more: dict[str, Placed]) -> None:
    """Alone, and with the division to which it is assigned."""
    game = situation({**DEPOTS, FORT: GIVEN_UP, "g-31/21": T, **more}, turn=6, hexes=RAILS)
    game.act("unit", next(iter(more), FORT))
    assert T in args(game, "prepare")
    game.act("prepare", T)
    assert game.state.pa[units(FORT)[0]] == h(T)


@rule("8.5.d", "12.5")
def test_its_infantry_may_make_a_fortress_surrender() -> None:
    """Guns alone do not tempt it."""
    empty: dict[str, Placed] = {"f-fx-Longwy": ("53.42", "face")}
    for lone, tempts in (("g-OHL", False), (BITSCH, True)):
        s = field({**empty, lone: ("53.42", "army g-FIFTH", *(("face",) if tempts else ()))}, side="german").state
        assert tempted(s) == (list(units("f-fx-Longwy")) if tempts else [])


@rule("8.5.1.a", "5.5.1")
def test_a_fort_that_is_held_takes_no_place_of_an_asset() -> None:
    """A division with a regiment attacks out of a Fort's hex: a second regiment there may be assigned to it."""
    target = next(str(HEXES[n]) for n in BOARD.neighbours[h(HELD)] if OPEN >> n & 1)
    placed: dict[str, Placed] = {FORT: (HELD, "assigned f-11/20"), "f-11/20": HELD, "f-39/20": HELD}
    placed |= {"f-Ch-13": (HELD, "assigned f-11/20"), "f-Ch-27": (HELD, "assigned f-39/20"), "g-31/21": target}
    s = field(placed).state
    lead, other = units("f-11/20", "f-Ch-27")
    s.target[lead] = h(target)
    assert host(s, h(target), other) == lead
