"""3.3, 4.6: who controls a hex, and what a city is worth."""

from __future__ import annotations

import pytest

import front1914
from tests.titles.schlieffens_war.positions import situation

rule = pytest.mark.rule


def holder(game: front1914.Game, word: str) -> str:
    """The side that controls a hex."""
    held = game.state.held("german")
    return "german" if held >> game.title.nouns["hex"].number(word) & 1 else "entente"


def vp(game: front1914.Game) -> int:
    return next(track["value"] for track in game.view("german")["tracks"] if track["id"] == "vp")


def march(game: front1914.Game, unit: str, *path: str) -> None:
    game.act("unit", unit)
    for place in path:
        game.act("to", place)


@rule("3.3")
@pytest.mark.parametrize(
    ("place", "side"),
    [("1509", "entente"), ("0812", "entente"), ("2018", "entente"), ("1908", "german"), ("0804", "german")],
    ids=["Luxembourg", "Belgium", "France", "Lorraine", "Germany"],
)
def test_control_at_the_start(place: str, side: str) -> None:
    game = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=1)
    assert holder(game, place) == side
    assert game.view("german")["control"] == {}


@rule("3.3.a")
def test_a_unit_takes_every_hex_it_enters_the_ones_it_passes_too() -> None:
    game = situation({"g-1-II": "1108", "g-1-HQ": "1108"})
    game.act("unit", "g-1-II")
    events = game.act("to", "1210")
    path = next(e.data["path"] for e in events if e.kind == "march")
    assert path[0] == "1108"
    assert [holder(game, place) for place in path] == ["german"] * len(path)
    assert len(path) > 2
    assert game.view("entente")["control"] == dict.fromkeys(path[1:], "german")


@rule("3.3.a")
def test_control_comes_back_with_the_next_unit_of_the_other_side() -> None:
    game = situation({"f-5-I": "1512"}, side="entente", control={"1513": "german"})
    assert holder(game, "1513") == "german"
    march(game, "f-5-I", "1513")
    assert holder(game, "1513") == "entente"
    assert game.position().get("control") is None


@rule("3.3.a")
@pytest.mark.parametrize("unit", ["g-1-HQ", "g-1-D"])
def test_hqs_and_depots_take_hexes_too(unit: str) -> None:
    """R92; a depot may even take an empty city on its rail line."""
    game = situation({unit: "1208"})
    march(game, unit, "1109")
    assert holder(game, "1109") == "german"
    assert vp(game) == 1


@rule("3.3.c")
def test_a_zone_of_control_takes_nothing() -> None:
    game = situation({"g-1-II": "1209", "f-5-I": "1411"})
    assert holder(game, "1210") == "entente"
    march(game, "g-1-II", "1310")
    assert holder(game, "1311") == "entente"
    assert holder(game, "1310") == "german"


@rule("3.3.b", "10.3")
def test_opposing_units_never_share_a_hex() -> None:
    game = situation({"g-1-II": "1310", "f-5-HQ": "1311"})
    game.act("unit", "g-1-II")
    reason = game.why_not("to", "1311")
    assert reason is not None
    assert reason.rule == "10.3"
    with pytest.raises(front1914.BadPosition, match="both sides"):
        situation({"g-1-II": "1310", "f-5-I": "1310"})


@rule("4.6.a", "4.6.b", "4.6.c")
def test_a_city_counts_each_time_it_changes_hands() -> None:
    """Captured, recaptured, captured: one, none, one."""
    game = situation({"g-1-II": "1613"})
    march(game, "g-1-II", "1614")
    assert vp(game) == 1
    again = situation({"f-5-I": "1613"}, side="entente", control={"1614": "german"})
    assert vp(again) == 1
    march(again, "f-5-I", "1614")
    assert vp(again) == 0
    third = situation({"g-1-II": "1613"}, control={"1614": "entente"})
    assert vp(third) == 0
    march(third, "g-1-II", "1614")
    assert vp(third) == 1


@rule("4.6.a")
@pytest.mark.parametrize("place", ["2018", "1919", "1509", "1513"], ids=["Paris", "Paris", "Luxembourg", "no city"])
def test_paris_luxembourg_and_the_country_score_nothing(place: str) -> None:
    """R09."""
    assert vp(situation({}, control={place: "german"})) == 0
    assert vp(situation({}, control={place: "german", "1614": "german"})) == 1


@rule("4.6.a")
def test_a_german_city_is_no_victory_point() -> None:
    assert vp(situation({}, control={"1908": "entente"})) == 0


def test_a_position_says_only_what_changed_hands() -> None:
    game = situation({"g-1-II": "1614"}, control={"1515": "german", "1908": "entente", "2018": "entente"})
    assert game.position()["control"] == {"1515": "german", "1614": "german", "1908": "entente"}
    with pytest.raises(front1914.BadPosition, match=r"control\.9999"):
        situation({}, control={"9999": "german"})
    with pytest.raises(front1914.BadPosition, match=r"control\.1515: must be german or entente"):
        situation({}, control={"1515": "french"})
