"""Who plays it as it was in 1914 keeps the dates of the great wheel and of the great retreat."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.kit.sight import Goal
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN
from front1914.titles.offensive_a_outrance.command import judgement
from front1914.titles.offensive_a_outrance.command.history import astray
from front1914.titles.offensive_a_outrance.command.strategy import MANDATE
from front1914.titles.offensive_a_outrance.plans import ABANDONED, ACTIVE
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, asked, situation

TITLE = "offensive_a_outrance"
PRELIMINARY = {"phase": "preliminary", "step": "plans"}
SEDAN, PERONNE, MAUBEUGE, BRUSSELS = "46.36", "29.26", "41.26", "48.20"


def far(unit: str, place: str, turn: int) -> int:
    """How many hexes a place is from where the unit's army stood in that turn."""
    s = situation({unit: place}, scenario="campaign", turn=turn).state
    return astray(s, UNITS.number(unit), HEXES.number(place))


@pytest.mark.parametrize(
    ("unit", "turn", "there"),
    [("g-3/2", 6, PERONNE), ("g-15/8", 5, SEDAN), ("g-13r/7R", 8, MAUBEUGE), ("f-10/5", 7, "46.41")],
)
def test_armies_stand_where_they_stood_when_the_turn_was_over(unit: str, turn: int, there: str) -> None:
    """First Army on 27 August at Péronne, Fourth on 25 August at Sedan, 7th Reserve Corps before Maubeuge: its own."""
    assert far(unit, there, turn) == 0
    assert far(unit, BRUSSELS, turn) > 8


def test_the_landwehr_has_no_dates() -> None:
    assert far("g-11-Lw", BRUSSELS, 9) == 0 < far("g-3/2", BRUSSELS, 9)


def abandoning(turn: int, level: str) -> int:
    """What a commander does with the plan of the French Fourth Army, whose Mandated Attacks are made."""
    units: dict[str, Placed] = {"f-33/17": "50.37", "g-15/8": "52.38"}
    armies = {"f-FOURTH": {"plan": "active", "mandated": 6}}
    game = situation(units, scenario="campaign", turn=turn, armies=armies, **PRELIMINARY)
    assert asked(game) == ("allied", "abandon_plan")
    play(game, {"allied": make(level, TITLE, 1)}, most=1)
    plan: int = game.state.plan[ARMIES.number("f-FOURTH")]
    return plan


@pytest.mark.parametrize(
    ("turn", "level", "plan"), [(5, "historical", ABANDONED), (4, "historical", ACTIVE), (5, "staff", ACTIVE)]
)
def test_the_plan_is_given_up_when_the_army_fell_back(turn: int, level: str, plan: int) -> None:
    """26.3: Joffre ended the offensive on 25 August; before, and for everybody else, the plan binds as it did."""
    assert abandoning(turn, level) == plan


def test_the_french_attack_as_plan_xvii_asks() -> None:
    """26.4.2: a Mandated Attack counts three times for him; one that nobody owes counts as little as for others."""
    told = {}
    for army, state in (("owing", "active"), ("free", "achieved")):
        armies = {"f-FOURTH": {"plan": state}}
        game = situation({"f-33/17": "51.37", "g-15/8": "52.37"}, scenario="campaign", turn=4, armies=armies)
        sight = judgement.sight(game.view("allied"))
        pieces = [p for p in sight.own if p.id == "f-33/17"]
        plain = judgement.duty(sight, HEXES.number("52.37"), pieces)
        sight.temper["history"] = 1.0
        told[army] = plain, judgement.duty(sight, HEXES.number("52.37"), pieces)
    assert told["owing"] == (MANDATE, 3 * MANDATE)
    assert told["free"] == (0.0, 0.0)


@pytest.mark.parametrize(("march", "post"), [("38.24", "42.22"), ("36.26", "43.24")])
def test_who_is_on_the_march_does_not_turn_round_for_a_post(march: str, post: str) -> None:
    """3.4: a gap in the rear is for others; one that lies ahead is as good as ever."""
    game = situation({"g-5/3": march, "g-11-Lw": march}, scenario="campaign", turn=7, side="german")
    sight = judgement.sight(game.view("german"))
    division, landwehr = (next(p for p in sight.own if p.id == unit) for unit in ("g-5/3", "g-11-Lw"))
    behind, ahead = (Goal(HEXES.number(h), 1.0, False, post=True) for h in (post, "33.25"))
    plain = judgement.suits(sight, division, behind)
    sight.temper["history"] = 1.0
    assert judgement.suits(sight, division, behind) < plain == judgement.suits(sight, division, ahead)
    assert judgement.suits(sight, landwehr, behind) == plain


def marched(units: dict[str, Placed], turn: int, level: str) -> Game:
    """The German marches of a turn; what lies around the first unit has been theirs for some days."""
    here = HEXES.number(str(units[min(units)]))
    ours = [str(HEXES[h]) for h in members(OPEN) if BOARD.distance(h, here) <= 5]
    game = situation(units, scenario="campaign", turn=turn, side="german", held={"german": ours})
    commanders = {side: make(level if side == "german" else "random", TITLE, 1) for side in game.sides}
    while game.decision is not None and game.state.phase == "movement":
        play(game, commanders, most=1)
    return game


RIGHT: dict[str, Placed] = {"g-5/3": "36.25", "g-6/3": "36.25", "g-3/2": "36.24", "f-84t": "37.27"}
CENTRE: dict[str, Placed] = {"g-15/8": "46.38", "g-16/8": "46.38", "g-21/18": "46.37", "f-52r": "47.38"}


@pytest.mark.parametrize(("units", "turn"), [(RIGHT, 7), (CENTRE, 8)])
def test_an_army_that_is_late_does_not_stop_for_a_rearguard(units: dict[str, Placed], turn: int) -> None:
    """First Army before Chaulnes, Fourth before Vouziers; the staff turns round for what it could attack."""
    left = {}
    for level in ("historical", "staff"):
        game = marched(units, turn, level)
        late = [UNITS.number(unit) for unit in units if unit.startswith("g")]
        left[level] = sum(astray(game.state, u, game.state.at[u]) for u in late)
    assert left["historical"] < left["staff"] - 5
