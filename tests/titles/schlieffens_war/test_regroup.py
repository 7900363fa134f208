"""9.5, 9.6: regrouping."""

from __future__ import annotations

import pytest

from front1914 import Game
from tests.titles.schlieffens_war.arena import step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, situation, where

FATIGUED, NORMAL = 0, 1


def phase(units: dict[str, Placed], side: str = "german", **more: object) -> Game:
    """The beginning of the Regroup & Reinforcement Phase; a corps of each side stands at home."""
    base: dict[str, Placed] = {"g-7-XIV": "2203", "f-1-VII": "2407", "f-1-HQ": "2407"}
    return situation({**base, **units}, side=side, step="regroup", **more)  # type: ignore[arg-type]


@pytest.mark.rule("9.5", "9.5.d", "9.5.e", "9.5.l", "9.5.c", "9.6.e")
def test_the_rulebooks_example() -> None:
    """A is fatigued, B fatigued and reduced, C reduced. All regroup as far as they can."""
    a, b, c = "g-1-II", "g-1-III", "g-1-IV"
    game = phase({a: ("1005", "fatigued"), b: ("1005", 1, "fatigued"), c: ("1005", 1)})
    assert step(game) == ("german", "rally")
    assert set(args(game, "unit")) == {a, b}
    game.act("unit", a)
    game.act("unit", b)
    assert [(mark(game, u, "morale"), mark(game, u, "steps")) for u in (a, b, c)] == [(1, 2), (1, 1), (1, 1)]
    assert step(game) == ("german", "recover")
    game.act("unit", b)
    game.act("unit", c)
    assert [(mark(game, u, "morale"), mark(game, u, "steps")) for u in (a, b, c)] == [(1, 2), (0, 2), (0, 2)]


@pytest.mark.rule("9.5.c", "9.6.e")
def test_who_stays_fatigued_does_not_recover() -> None:
    """B is passed over in action 1."""
    game = phase({"g-1-III": ("1005", 1, "fatigued"), "g-1-IV": ("1005", 1)})
    game.act("done")
    assert step(game) == ("german", "recover")
    assert refused(game, "unit", "g-1-III") == "9.6"


@pytest.mark.rule("9.5.c")
def test_actions_are_not_resumed() -> None:
    """After the second action has begun nobody sheds fatigue any more."""
    game = phase({"g-1-II": ("1005", "fatigued"), "g-1-IV": ("1005", 1), "g-1-IX": ("1005", 1)})
    game.act("done")
    game.act("unit", "g-1-IV")
    assert step(game) == ("german", "recover")
    assert refused(game, "unit", "g-1-II") == "9.5"


@pytest.mark.rule("9.5.d")
def test_all_may_shed_their_fatigue_at_once() -> None:
    game = phase({"g-1-II": ("1005", "fatigued"), "g-1-III": ("1005", "fatigued")})
    game.act("all")
    assert [mark(game, u, "morale") for u in ("g-1-II", "g-1-III")] == [NORMAL, NORMAL]


@pytest.mark.rule("9.5", "5.2", "5.1.a")
def test_there_is_no_regrouping_on_turn_1() -> None:
    game = situation({"g-1-II": ("1005", "fatigued")}, turn=1, flow=[["turn"]])
    assert step(game) == ("german", "move")
    later = situation({"g-1-II": ("1005", "fatigued")}, turn=2, flow=[["turn"]])
    assert step(later) == ("german", "rally")


# ---- who may


@pytest.mark.rule("9.5.a", "6.7.f")
def test_out_of_command() -> None:
    """1107 is no city and no HQ is near."""
    game = phase({"g-1-II": ("1107", "fatigued"), "g-1-III": ("1005", "fatigued")})
    assert refused(game, "unit", "g-1-II") == "6.7"
    assert args(game, "unit") == ["g-1-III"]


@pytest.mark.rule("9.5.a")
def test_in_an_enemy_zone_even_beside_friends() -> None:
    units: dict[str, Placed] = {"g-1-II": ("1108", "fatigued"), "g-1-IV": "1108", "f-5-I": "1208"}
    game = phase({**units, "g-1-III": ("1005", "fatigued")})
    assert refused(game, "unit", "g-1-II") == "9.5"


@pytest.mark.rule("9.5.a")
def test_fortress_supply_is_supply_enough() -> None:
    """R99."""
    game = phase({"g-1-II": ("1908", "fatigued", "fortress")})
    assert game.why_not("unit", "g-1-II") is None


@pytest.mark.rule("9.6", "9.5.d")
def test_hqs_forts_and_fresh_corps_have_nothing_to_shed() -> None:
    game = phase({"g-1-II": ("1005", "fatigued"), "g-1-HQ": "1005", "g-1-III": "1005", "fort-metz": "1908"})
    assert refused(game, "unit", "g-1-HQ") == "9.6"
    assert refused(game, "unit", "fort-metz") == "9.6"
    assert refused(game, "unit", "g-1-III") == "9.5"
    assert refused(game, "unit", "f-1-VII") == "9.5"


@pytest.mark.rule("9.5.e")
def test_a_full_corps_has_nothing_to_recover() -> None:
    game = phase({"g-1-II": ("1005", 1)})
    assert step(game) == ("german", "recover")
    assert refused(game, "unit", "g-7-XIV") == "9.5"


# ---- return (action 3)


def returning(units: dict[str, Placed], unit: str, side: str = "german", **more: object) -> list[str]:
    """The hexes to which the unit may return; none if it may not."""
    game = phase({unit: "display", **units}, side=side, **more)
    if step(game)[1] != "return" or unit not in args(game, "unit"):
        return []
    game.act("unit", unit)
    return args(game, "to")


@pytest.mark.rule("9.5.f", "9.5.m", "9.5.b", "2.8.c")
def test_an_eliminated_corps_returns_full_and_fatigued() -> None:
    game = phase({"g-1-II": "display"})
    assert step(game) == ("german", "return")
    game.act("unit", "g-1-II")
    game.act("to", "1005")
    assert where(game, "g-1-II") == "1005"
    assert [mark(game, "g-1-II", column) for column in ("steps", "morale", "supply")] == [2, FATIGUED, 0]


@pytest.mark.rule("9.5.f", "9.6")
@pytest.mark.parametrize("unit", ["g-1-HQ", "g-1-D"])
def test_hqs_and_depots_return_without_a_marker(unit: str) -> None:
    """R50."""
    game = phase({unit: "display"})
    game.act("unit", unit)
    game.act("to", "1005")
    assert (where(game, unit), mark(game, unit, "morale")) == ("1005", NORMAL)


@pytest.mark.rule("9.5.g")
def test_german_units_return_to_german_cities_with_a_line_east() -> None:
    found = returning({}, "g-1-II")
    assert {"1005", "0804", "1108", "1908"} <= set(found)
    assert "1109" not in found
    assert "1005" not in returning({}, "g-1-II", control={"1005": "entente"})
    assert "1108" not in returning({"f-5-I": "1208"}, "g-1-II"), "a zone of control"


@pytest.mark.rule("9.5.g")
def test_the_line_is_looked_at_now() -> None:
    """Metz with all its lines in French zones."""
    ring: dict[str, Placed] = {"f-5-I": "1807", "f-5-II": "2007", "f-5-III": "2009", "f-5-X": "1809"}
    assert "1908" not in returning(ring, "g-1-II")


@pytest.mark.rule("9.5.h")
def test_french_units_return_to_french_cities_with_a_line_to_an_edge_or_a_port() -> None:
    found = returning({}, "f-5-I", "entente")
    assert {"2018", "1919", "1418", "1116", "0918"} <= set(found)
    assert not {"1012", "1213"} & set(found), "Brussels and Mons are not in France"


@pytest.mark.rule("9.5.h")
def test_a_port_will_do_where_the_edges_are_closed() -> None:
    from tests.titles.schlieffens_war.test_supply import sealed

    found = returning(sealed(), "f-5-I", "entente")
    assert "1116" in found
    closed = returning(
        {**sealed(), "g-7-XV": "1018", "g-6-IB": "1120"}, "f-5-I", "entente", control=dict.fromkeys(("0918",), "german")
    )
    assert not {"0919", "1019", "0918"} & set(closed), "ports in German zones or hands"


@pytest.mark.rule("9.5.i")
def test_british_units_return_to_the_port_of_their_hq() -> None:
    assert returning({"b-HQ": "0919"}, "b-I", "entente", turn=5) == ["0919"]
    assert returning({"b-HQ": "1116"}, "b-I", "entente", turn=5) == []
    assert returning({"b-HQ": "0919", "g-3-XI": "1018"}, "b-I", "entente", turn=5) == []


@pytest.mark.rule("9.5.i")
def test_the_british_hq_itself_returns_to_any_port() -> None:
    """R51; corps follow it."""
    game = phase({"b-HQ": "display", "b-I": "display"}, "entente", turn=5)
    assert args(game, "unit") == ["b-HQ"]
    game.act("unit", "b-HQ")
    assert args(game, "to") == ["0918", "0919", "1019"]
    game.act("to", "1019")
    game.act("unit", "b-I")
    assert args(game, "to") == ["1019"]


@pytest.mark.rule("9.5.j", "2.8.d")
def test_belgian_units_never_return() -> None:
    game = phase({"be-1": "removed", "f-5-I": "display"}, "entente")
    assert refused(game, "unit", "be-1") == "9.5"


@pytest.mark.rule("9.5.k")
def test_a_nation_without_an_open_city_returns_nobody() -> None:
    cities = ("0804", "1005", "1108", "1304", "1502", "1606", "1801", "1906", "1908", "2001", "2203", "2504")
    assert returning({"g-7-XIV": "1107"}, "g-1-II", control=dict.fromkeys(cities, "entente")) == []


@pytest.mark.rule("9.5.f", "6.2")
def test_there_must_be_room_in_the_city() -> None:
    """R52."""
    full: dict[str, Placed] = dict.fromkeys(("g-1-III", "g-1-IV", "g-1-IX"), "1005")
    assert "1005" not in returning(full, "g-1-II")
    assert "1005" in returning(full, "g-1-HQ")


@pytest.mark.rule("9.5.f", "6.3")
def test_no_return_onto_another_nation() -> None:
    assert "0918" not in returning({"b-I": "0918"}, "f-5-I", "entente", turn=5)


@pytest.mark.rule("9.5.f")
def test_who_is_gone_for_good_does_not_return() -> None:
    game = phase({"g-1-II": "removed", "g-1-III": "display"})
    assert refused(game, "unit", "g-1-II") == "9.5"


@pytest.mark.rule("9.5.f")
def test_a_choice_can_be_taken_back() -> None:
    game = phase({"g-1-II": "display"})
    game.act("unit", "g-1-II")
    game.act("cancel")
    assert step(game) == ("german", "return")
    game.act("done")
    assert step(game)[1] == "move"


@pytest.mark.rule("9.5.f", "9.4")
def test_a_withdrawal_may_make_room_for_a_return() -> None:
    """All open cities are full; on Turn 7 the third action is not passed over while corps may still leave."""
    cities = ("0804", "1108", "1304", "1502", "1606", "1801", "1906", "1908", "2001", "2203", "2504")
    full: dict[str, Placed] = {**dict.fromkeys(("g-1-III", "g-1-IV", "g-1-IX"), "1005"), "g-1-II": "display"}
    game = phase({**full, "g-7-XIV": "1107"}, turn=7, control=dict.fromkeys(cities, "entente"))
    assert step(game) == ("german", "return")
    assert args(game, "unit") == []
    game.act("withdraw")
    game.act("unit", "g-1-III")
    game.act("unit", "g-1-II")
    assert args(game, "to") == ["1005"]
