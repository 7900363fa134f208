"""What the combat panel shows: only what the side may know, every shift with its rule, and exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.fog import put_on_top
from front1914.titles.schlieffens_war.world import UNITS
from tests.titles.schlieffens_war.arena import CENTRE, NE, NW, SW, arena, attack, declare
from tests.titles.schlieffens_war.positions import Placed

THREE: dict[str, Placed] = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III"), CENTRE)


def panel(game: Game, side: str = "german") -> dict[str, Any]:
    found: dict[str, Any] = game.view(side)["battle"]
    return found


def chances(shown: dict[str, Any]) -> dict[str, Fraction]:
    return {entry["result"]: Fraction(entry["probability"]) for entry in shown["chart"]}


@pytest.mark.rule("11.8")
def test_the_panel_before_the_die() -> None:
    """12:3 on clear ground is 4:1."""
    game = arena({**dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), NE), "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III", "g-1-IV")
    shown = panel(game)
    assert (shown["attack"], shown["defence"], shown["base"], shown["final"]) == (12, 3, "4:1", "4:1")
    assert chances(shown) == {"1/1": Fraction(1, 3), "1/2": Fraction(1, 2), "0/3": Fraction(1, 6)}
    assert (shown["die"], shown["result"], shown["assumed"]) == (None, None, None)


@pytest.mark.rule("11.8")
def test_the_panel_without_attackers_has_no_odds() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE})
    declare(game, CENTRE)
    assert (panel(game)["base"], panel(game)["chart"]) == (None, [])


@pytest.mark.rule("6.6", "11.8")
def test_under_fog_the_attacker_sees_an_assumption_instead_of_the_hidden_corps() -> None:
    """Two counters below the top are taken for one full corps of 3, whatever they are."""
    shown = []
    for below in (("f-5-NA", "f-5-4GRD"), ("f-5-II", "f-5-III")):
        game = arena({"g-1-II": NE, **dict.fromkeys(("f-5-I", *below), CENTRE)}, fog=True)
        put_on_top(game.state, UNITS.number("f-5-I"))
        declare(game, CENTRE, "g-1-II")
        shown.append(panel(game))
    assert shown[0] == shown[1]
    assert shown[0]["defenders"] == ["f-5-I"]
    assert shown[0]["defence"] == 6
    assert not any(entry["amount"] for entry in shown[0]["shifts"]), "the hidden corps is neither tired nor elated"
    assert "2 counters of this stack are hidden" in shown[0]["assumed"]


@pytest.mark.rule("6.6")
def test_the_enemy_sees_no_attack_that_is_only_being_prepared() -> None:
    game = arena({"g-1-II": NE, "f-5-I": CENTRE}, fog=True)
    declare(game, CENTRE, "g-1-II")
    assert game.view("entente")["battle"] is None
    assert game.view("observer")["battle"] is None


@pytest.mark.rule("6.6", "11.2.a")
def test_while_the_defender_chooses_the_attacker_still_sees_the_top_alone() -> None:
    game = arena({**THREE, "g-1-II": NE}, fog=True)
    attack(game, CENTRE, "g-1-II")
    game.act("unit", "f-5-III")
    assert panel(game)["assumed"] is not None
    assert "f-5-III" not in panel(game)["defenders"]
    assert panel(game, "entente")["assumed"] is None
    assert "f-5-III" in panel(game, "entente")["defenders"]


@pytest.mark.rule("11.2.a", "11.17")
def test_when_both_have_shown_their_units_the_panel_is_the_same_for_all() -> None:
    game = arena({**THREE, "g-1-II": NE, "g-1-III": NE}, fog=True, dice=[4])
    attack(game, CENTRE, "g-1-II", "g-1-III")  # 8:6, 1:1, a 4: 1/1
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    for side in ("german", "entente", "observer"):
        shown = panel(game, side)
        assert (shown["defenders"], shown["defence"]) == (["f-5-I", "f-5-II"], 6)
        assert (shown["die"], shown["result"], shown["final"]) == (4, "1/1", "1:1")


@pytest.mark.rule("11.15", "11.15.a")
def test_the_panel_before_a_concentric_die_mixes_both_dice() -> None:
    units: dict[str, Placed] = {"g-1-II": NE, "g-1-HQ": NE, "g-1-III": SW, "g-2-HQ": SW, "f-5-I": CENTRE}
    game = arena(units)
    declare(game, CENTRE, "g-1-II", "g-1-III")
    shown = panel(game)
    assert sum(chances(shown).values()) == 1
    assert any(entry["rule"] == "11.15" and entry["amount"] == 0 for entry in shown["shifts"])
    # 8:3 is 2:1; only a 6 on the concentric die leads to 5:1, where a 5 or a 6 gives 0/3, and so on
    assert chances(shown)["0/3"] == Fraction(1, 6) * Fraction(2, 6) + Fraction(2, 6) * Fraction(1, 6)


@pytest.mark.rule("11.19")
def test_the_panel_warns_of_british_proficiency() -> None:
    game = arena({**dict.fromkeys(("g-1-II", "g-1-III"), NE), "b-C": CENTRE}, turn=5)
    declare(game, CENTRE, "g-1-II", "g-1-III")
    shown = panel(game)
    assert any(entry["rule"] == "11.19" for entry in shown["shifts"])
    text = {entry["result"]: entry["text"] for entry in shown["chart"]}
    assert text["1/1"] == "attacker 2 steps, defender 1 step"


@pytest.mark.rule("11.16.c")
def test_shifts_that_come_to_nothing_say_why() -> None:
    game = arena({"g-1-II": (NE, "elan"), "g-1-III": NE, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III")
    assert {"amount": 0, "rule": "11.16", "text": "Not all attacking corps have elan"} in panel(game)["shifts"]


@pytest.mark.rule("11.8", "11.3")
def test_hints_tell_the_odds_that_a_unit_would_bring_about() -> None:
    """One corps makes 1:1; a second 2:1."""
    game = arena({"g-1-II": NE, "g-1-III": NE, "g-1-IX": NW, "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II")
    assert game.hints() == {"unit g-1-III": {"mark": "2:1", "aim": pytest.approx(1 / 3)}}


@pytest.mark.rule("11.18", "11.20")
def test_the_panel_tells_the_chance_of_the_aim_and_what_it_costs() -> None:
    """12:3 on clear ground: 1/1, 1/2 and 0/3; a French corps has two steps, and who loses two may give way."""
    game = arena({**dict.fromkeys(("g-1-II", "g-1-III", "g-1-IV"), NE), "f-5-I": CENTRE})
    declare(game, CENTRE, "g-1-II", "g-1-III", "g-1-IV")
    shown = panel(game)
    assert Fraction(shown["aim"]["probability"]) == Fraction(2, 3)
    assert shown["losses"] == {
        "attacker": 0.83,
        "defender": 1.67,
        "unit": "steps",
        "attacker_all": 6,
        "defender_all": 2,
    }
    assert shown["warning"] is None
    assert shown["eyes"] == "attacker"
    assert [row["aim"] for row in shown["chart"]] == ["yes", "yes", "no"], "the best comes first"
    assert sorted(face for row in shown["chart"] for face in row["faces"]) == [1, 2, 3, 4, 5, 6]


def test_an_attack_that_can_bring_nothing_is_called_worse_than_none() -> None:
    game = arena({"g-1-II": NE, **dict.fromkeys(("f-5-I", "f-5-II"), CENTRE)})
    declare(game, CENTRE, "g-1-II")
    shown = panel(game)
    assert shown["losses"]["attacker"] > shown["losses"]["defender"]
    assert shown["warning"]["level"] == "stop"


@pytest.mark.rule("11.23")
def test_what_markers_could_add_is_told_before_the_attack_is_declared() -> None:
    """Two corps of 4 against the fort of Liege (3): 2:1, less two columns; with both markers up to 4:1."""
    corps = ("g-1-II", "g-1-III")
    shown = []
    for spent in (False, True):
        game = arena({**dict.fromkeys(corps, "1110"), "fort-liege": "1109"})
        if spent:
            game.state.coup = 0
            for marker in range(3):
                game.state.artillery[marker] = 0
        declare(game, "1109", *corps)
        shown.append(panel(game))
    armed, bare = shown
    assert [entry["verb"] for entry in armed["spend"]] == ["coup", "artillery"]
    assert "spend" not in bare
    assert armed["aim"]["probability"] == bare["aim"]["probability"] == "0"
    assert bare["warning"] == {"level": "stop", "why": "hopeless"}
    assert Fraction(armed["aim"]["most"]) > 0
    assert armed["warning"]["why"] != "hopeless"


@pytest.mark.rule("11.20")
def test_who_has_shown_himself_must_go_too_before_the_hex_falls() -> None:
    """A fort and the corps below it: four steps, once both have shown who takes part; nobody is warned any more."""
    corps = ("g-1-II", "g-1-III", "g-1-IV")
    game = arena({**dict.fromkeys(corps, "1110"), "fort-liege": "1109", "be-3": "1109"}, fog=True)
    put_on_top(game.state, UNITS.number("fort-liege"))
    attack(game, "1109", *corps)
    while game.decision is not None and game.decision.step == "defend":
        game.act(*game.decision.actions[0])
    shown = panel(game)
    assert shown["defenders"] == ["fort-liege", "be-3"]
    assert shown["losses"]["defender_all"] == 4
    assert shown["warning"] is None
