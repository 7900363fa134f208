"""Characters: the staff's ability with other likings; armies that go where they went in 1914; plans that are told."""

from __future__ import annotations

from importlib import import_module

import pytest

import front1914
from front1914.commanders import make, play
from front1914.commanders.base import levels
from front1914.commanders.battle import Reckoner
from front1914.commanders.levels import BOLD, CAUTIOUS, HISTORICAL, STAFF
from front1914.engine.errors import BadData
from front1914.kit.sight import Goal
from front1914.play import history as axes_of
from front1914.titles.der_weltkrieg import history as west
from front1914.titles.germany_at_war import history as months
from front1914.titles.germany_at_war.world import BLOCKS
from front1914.titles.schlieffens_war import history
from front1914.titles.schlieffens_war.judgement import JUDGEMENT
from front1914.titles.schlieffens_war.world import HEXES, SIZE, UNITS
from tests.titles.germany_at_war.positions import situation as month
from tests.titles.schlieffens_war.positions import situation

TITLE = "schlieffens_war"
CHARACTERS = ("cautious", "bold", "historical")


def test_characters_are_levels_and_take_no_ability_away():
    assert set(CHARACTERS) <= set(levels())
    for temper in (CAUTIOUS, BOLD, HISTORICAL):
        assert (temper.masses, temper.noise) == (STAFF.masses, STAFF.noise)
    assert CAUTIOUS.loss > STAFF.loss > BOLD.loss
    assert CAUTIOUS.mark > STAFF.mark > BOLD.mark


def test_the_same_attack_is_worth_more_to_the_bold():
    units = {"g-5-V": "1909", "g-5-XVI": "1909", "g-5-HQ": "1908", "g-5-D": "1908", "fort-metz": "1908"}
    game = situation(units | {"f-3-IV": "2010", "f-3-HQ": "2111"}, step="attack", turn=4, paris=True)
    sight = JUDGEMENT.sight(game.view("german"))
    pieces = [p for p in sight.own if p.id in ("g-5-V", "g-5-XVI")]
    bold, plain, cautious = (
        Reckoner(JUDGEMENT, temper).value(sight, HEXES.number("2010"), pieces) for temper in (BOLD, STAFF, CAUTIOUS)
    )
    assert bold.value > plain.value > cautious.value
    assert (bold.taken, bold.own, bold.enemy) == (cautious.taken, cautious.own, cautious.enemy)


@pytest.mark.parametrize(("unit", "turn", "on", "off"), [("g-1-II", 2, "1109", "2108"), ("f-1-VII", 3, "2203", "1614")])
def test_an_army_makes_for_what_it_made_for(unit, turn, on, off):
    u = UNITS.number(unit)
    assert history.follows(u, HEXES.number(on), turn) > 1 > history.follows(u, HEXES.number(off), turn)
    game = situation({unit: "1713", "f-5-I": "2018", "g-2-X": "1108"}, turn=turn, side=game_side(unit))
    sight = JUDGEMENT.sight(game.view(game_side(unit)))
    (piece,) = [p for p in sight.own if p.id == unit]
    goal = Goal(HEXES.number(on), 3.0, False)
    plain = JUDGEMENT.suits(sight, piece, goal)
    sight.temper["history"] = 1.0
    assert JUDGEMENT.suits(sight, piece, goal) == pytest.approx(axes_of.AXIS * plain)


#: by title: an army (or a nation), a turn, a place that it made for then, and one that it did not
MARCHES = [
    ("der_weltkrieg", "german 1", 5, "1606", "2318"),
    ("der_weltkrieg", "french 2", 3, "2316", "1606"),
    ("fixed_1914", "german", 4, "Y10", "PP34"),
    ("fixed_1914", "french", 3, "HH26", "Y10"),
    ("offensive_a_outrance.command", "g-FIRST", 2, "49.21", "51.54"),
    ("offensive_a_outrance.command", "f-FOURTH", 3, "52.37", "49.21"),
    ("schlieffens_war", "british 1", 6, "1213", "2203"),
]


@pytest.mark.parametrize(("title", "army", "turn", "on", "off"), MARCHES)
def test_axes_of_every_title_lead_where_the_armies_went(title, army, turn, on, off):
    axes = import_module(f"front1914.titles.{title}.history").AXES
    there, elsewhere = (axes.follows(army, axes.places.number(word), turn) for word in (on, off))
    assert there > 1 > elsewhere
    assert axes.follows(army, axes.places.number(off), 99) == 1


def test_axes_name_armies_and_places_that_exist(tmp_path, monkeypatch):
    for bad, what in (
        ('armies = ["german 77"]\nplaces = ["1606"]', "no army"),
        ('armies = ["german 1"]\nplaces = ["nowhere"]', "no place"),
    ):
        (tmp_path / "plans.toml").write_text(f'source = "history"\n[[axis]]\nfirst = 1\nlast = 2\n{bad}\n', "utf-8")
        monkeypatch.setattr(axes_of.DataFolder, "of", lambda _: axes_of.DataFolder(tmp_path))
        with pytest.raises(BadData, match=what):
            axes_of.Axes("any", west.AXES.places, west.AXES.armies).ways  # noqa: B018 - reading is the point


def game_side(unit: str) -> str:
    return "german" if unit.startswith("g") else "entente"


def test_an_army_of_germany_at_war_stands_better_on_its_axis():
    near, far = (month({"G1-I1": area, "F5-I1": "47"}).state for area in ("18", "77"))
    assert months.kept_to(near, "german") > months.kept_to(far, "german")
    assert BLOCKS.number("G1-I1") >= 0


def test_the_plan_of_a_turn_is_told_once_with_its_orders():
    game = front1914.new(TITLE, "introduction", seed=3)
    staffs = {side: make("staff", TITLE, 3) for side in game.sides}
    told = []
    while game.decision is not None and game.state.turn == 1:
        side = game.decision.side
        play(game, staffs, most=1)
        told += [(side, why.text) for why in staffs[side].reasons if why.kind == "plan"]
    assert [side for side, _ in told] == ["german", "entente"]
    assert all("Orders: " in text for _, text in told)


@pytest.mark.parametrize("level", CHARACTERS)
def test_a_character_plays_the_same_from_the_same_seats(level):
    ends = set()
    for _ in range(2):
        game = front1914.new(TITLE, "introduction", seed=5).copy(history=False)
        play(game, {side: make(level, TITLE, 5) for side in game.sides}, most=150)
        ends.add(tuple(game.state.at[u] for u in UNITS.numbers if game.state.at[u] < SIZE))
    assert len(ends) == 1


def test_armies_that_fell_back_in_1914_stand_better_on_their_line_for_who_plays_it_as_it_was():
    """The BEF of Offensive on 25 August at Le Cateau; without a line, before it fell back, it stands where it likes."""
    axes = import_module("front1914.titles.offensive_a_outrance.command.history").AXES
    near, far = map(axes.places.number, ("36.26", "42.23"))
    assert axes.astray("b-BEF", near, 5) == 0 < axes.astray("b-BEF", far, 5)
    assert axes.astray("b-BEF", far, 3) == axes.astray("g-SIXTH", far, 5) == 0
