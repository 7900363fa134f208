"""8.0 to 8.6, 8.9, 7.2: lines of supply of the four nations, checked in the owner's Administrative Phase."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war import rails
from front1914.titles.schlieffens_war.world import EAST, HEXES, ON_RAIL, SOUTH, UNITS, WEST
from tests.titles.schlieffens_war.positions import Placed, mark, situation

IN, FORTRESS, OUT = 0, 1, 2
GERMAN_CORPS = [str(u) for u in UNITS if str(u).startswith("g-") and not str(u).endswith(("-HQ", "-D"))]
FRENCH_CORPS = [str(u) for u in UNITS if str(u).startswith("f-") and not str(u).endswith("-HQ")]
EDGES = [str(h) for h in HEXES.ids if h and (SOUTH | WEST) & ON_RAIL & 1 << HEXES.number(str(h))]
EAST_EDGES = [str(h) for h in HEXES.ids if h and EAST & ON_RAIL & 1 << HEXES.number(str(h))]


def checked(units: dict[str, Placed], side: str, **more: object) -> Game:
    """After the side's Administrative Phase; nobody suffers attrition."""
    return situation(units, side=side, step="administer", dice=[6] * 60, **more)  # type: ignore[arg-type]


def state(units: dict[str, Placed], unit: str, **more: object) -> int:
    """How the unit is found in its owner's Administrative Phase."""
    side = "german" if unit.startswith("g-") else "entente"
    return mark(checked(units, side, **more), unit, "supply")


def held_by_germans(*hexes: str) -> dict[str, str]:
    return dict.fromkeys(hexes, "german")


def sealed() -> dict[str, Placed]:
    """A German corps on every edge hex that supplies the Entente."""
    return dict(zip(GERMAN_CORPS, EDGES, strict=False))


# ---- French (8.3)


@pytest.mark.rule("8.3", "8.3.a", "8.3.b")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("1915", IN),
        ("1715", IN),  # two hexes across country
        ("1613", OUT),  # three
        ("1812", IN),  # one onto the line, two halves along it
    ],
)
def test_french_units_reach_their_hq_within_two_hexes(unit: str, expected: int) -> None:
    """The HQ is at 1915, on the line to Paris and the west."""
    assert state({"f-5-HQ": "1915", "f-5-I": unit}, "f-5-I") == expected


@pytest.mark.rule("8.3.d")
@pytest.mark.parametrize(("unit", "expected"), [("1914", IN), ("1913", OUT)])
def test_rail_hexes_in_france_count_one_half(unit: str, expected: int) -> None:
    """From the HQ at 1918 four hexes along the line, then five."""
    assert state({"f-5-HQ": "1918", "f-5-I": unit}, "f-5-I") == expected


@pytest.mark.rule("8.3.d")
def test_rail_hexes_in_belgium_count_whole_for_the_french() -> None:
    """Mons to 0912 is three hexes along a Belgian line."""
    assert state({"f-5-HQ": "1213", "f-5-I": "0912"}, "f-5-I") == OUT
    assert state({"f-5-HQ": "1213", "f-5-I": "1113"}, "f-5-I") == IN


@pytest.mark.rule("8.3.b", "8.3")
def test_the_hq_must_stand_on_a_rail_line() -> None:
    assert state({"f-5-HQ": "1815", "f-5-I": "1815"}, "f-5-I") == OUT
    assert state({"f-5-HQ": "1815"}, "f-5-HQ") == OUT
    assert state({"f-5-HQ": "1816"}, "f-5-HQ") == IN


@pytest.mark.rule("8.3.b")
def test_the_line_must_reach_an_edge() -> None:
    assert state({"f-5-HQ": "1915", "f-5-I": "1915", **sealed()}, "f-5-I") == OUT


@pytest.mark.rule("8.2.b")
def test_a_source_works_again_when_its_occupation_ends() -> None:
    units = {unit: place for unit, place in sealed().items() if place != "2713"}
    assert state({"f-5-HQ": "1915", "f-5-I": "1915", **units}, "f-5-I") == IN


@pytest.mark.rule("8.3", "7.2")
def test_a_line_may_end_in_an_enemy_zone() -> None:
    """R37: the one free edge hex lies beside a German corps."""
    units = {unit: place for unit, place in sealed().items() if place != "2713"}
    assert {"2712"} <= set(units.values())
    game = checked({"f-5-HQ": "1915", "f-5-I": "1915", **units}, "entente")
    assert game.state.zone("german") >> HEXES.number("2713") & 1
    assert mark(game, "f-5-I", "supply") == IN


@pytest.mark.rule("8.3")
def test_corps_do_not_draw_on_the_hq_of_another_nation() -> None:
    assert state({"b-HQ": "1915", "f-5-I": "1914"}, "f-5-I", turn=5) == OUT


# ---- lines (8.2, 7.2, 7.5)


@pytest.mark.rule("7.2.a", "7.5", "8.2.a")
@pytest.mark.parametrize(("friend", "expected"), [("f-5-II", IN), (None, OUT), ("f-1-HQ", IN)])
def test_a_line_passes_an_enemy_zone_only_where_a_friend_stands(friend: str | None, expected: int) -> None:
    """1715 to the HQ at 1915 leads through 1815, beside a German in 1814; an HQ is a friend too (R28)."""
    units: dict[str, Placed] = {"f-5-HQ": "1915", "f-5-I": "1715", "g-1-II": "1814"}
    if friend:
        units[friend] = "1815"
    assert state(units, "f-5-I") == expected


@pytest.mark.rule("8.2.a")
def test_a_friend_of_any_entente_nation_will_do() -> None:
    units: dict[str, Placed] = {"f-5-HQ": "1915", "f-5-I": "1715", "g-1-II": "1814", "b-I": "1815"}
    assert state(units, "f-5-I", turn=5) == IN


@pytest.mark.rule("7.2.a", "8.4.b")
@pytest.mark.parametrize(("friend", "expected"), [(True, IN), (False, OUT)])
def test_a_british_line_does_not_either(friend: bool, expected: int) -> None:
    """The same two hexes, without a half rate."""
    units: dict[str, Placed] = {"b-HQ": "1915", "b-I": "1715", "g-1-II": "1814"}
    if friend:
        units["b-C"] = "1815"
    assert state(units, "b-I", turn=5) == expected


@pytest.mark.rule("8.2")
def test_a_line_does_not_pass_an_enemy_unit_even_without_a_zone() -> None:
    """HQs have no zone: with one German HQ in each of the two hexes between, the line is cut."""
    units: dict[str, Placed] = {"f-5-HQ": "1915", "f-5-I": "1715", "g-1-HQ": "1814"}
    assert state(units, "f-5-I") == IN
    assert state({**units, "g-2-HQ": "1815"}, "f-5-I") == OUT


@pytest.mark.rule("8.2")
def test_enemy_control_alone_does_not_stop_a_french_line() -> None:
    """R31."""
    units: dict[str, Placed] = {"f-5-HQ": "1915", "f-5-I": "1715"}
    assert state(units, "f-5-I", control=held_by_germans("1814", "1815")) == IN


@pytest.mark.rule("8.2")
def test_no_line_runs_across_the_sea() -> None:
    """R103: 1220 and 1321 touch only at sea."""
    units: dict[str, Placed] = {"b-HQ": "1220", "b-I": "1321"}
    assert state(units, "b-I", turn=5) != IN or _land_way("1321", "1220") <= 2


def _land_way(a: str, b: str) -> int:
    from front1914.titles.schlieffens_war.world import beside

    bits, steps = 1 << HEXES.number(a), 0
    while not bits >> HEXES.number(b) & 1:
        bits |= beside(bits)
        steps += 1
    return steps


# ---- British (8.4)


@pytest.mark.rule("8.4", "8.4.b", "8.4.c")
@pytest.mark.parametrize(("unit", "expected"), [("1316", IN), ("1417", OUT)])
def test_british_units_have_no_half_rate(unit: str, expected: int) -> None:
    """From the BEF HQ at Lille 1417 is three hexes, all along the line."""
    assert state({"b-HQ": "1116", "b-I": unit}, "b-I", turn=5) == expected


@pytest.mark.rule("8.4")
def test_british_units_may_draw_on_a_french_hq() -> None:
    assert state({"f-5-HQ": "1915", "b-I": "1715"}, "b-I", turn=5) == IN


@pytest.mark.rule("8.4.a")
def test_a_port_feeds_only_through_the_bef_hq() -> None:
    """All edges are in German hands; Lille has a line to Dunkirk."""
    by_french: dict[str, Placed] = {"f-5-HQ": "1116", "b-I": "1117", **sealed()}
    by_british: dict[str, Placed] = {"b-HQ": "1116", "b-I": "1117", **sealed()}
    assert state(by_french, "b-I", turn=5) == OUT
    assert state(by_british, "b-I", turn=5) == IN


@pytest.mark.rule("8.4")
def test_a_port_in_enemy_hands_feeds_nobody() -> None:
    units: dict[str, Placed] = {"b-HQ": "1116", "b-I": "1117", **sealed()}
    assert state(units, "b-I", turn=5, control=held_by_germans("0918", "0919", "1019")) == OUT


@pytest.mark.rule("8.4.d")
def test_the_bef_hq_in_a_port_without_a_rail_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every port of this map has a line: take the rails away."""
    monkeypatch.setattr(rails, "ON_RAIL", 0)
    assert state({"b-HQ": "0918", "b-I": "1017"}, "b-I", turn=5) == IN
    assert state({"b-HQ": "1018", "b-I": "1017"}, "b-I", turn=5) == OUT


@pytest.mark.rule("8.4.e", "8.9", "5.5.c")
@pytest.mark.parametrize(("place", "expected"), [("1109", FORTRESS), ("1314", FORTRESS), ("1211", OUT), ("1910", OUT)])
def test_british_units_have_fortress_supply_only_in_liege_and_maubeuge(place: str, expected: int) -> None:
    assert state({"b-I": place}, "b-I", turn=5) == expected
    cut = {"b-HQ": place, **sealed()}
    assert state(cut, "b-HQ", turn=5, control=held_by_germans("0918", "0919", "1019")) == expected


@pytest.mark.rule("8.4.f", "6.3")
def test_british_units_may_stand_with_the_fort_of_maubeuge() -> None:
    """They stay there at the end of the phase; at Namur, with its fort, one must leave."""
    game = checked({"b-I": "1314", "fort-maubeuge": "1314"}, "entente", turn=5)
    assert game.decision is not None
    assert game.decision.step != "overstack"
    other = checked({"b-I": "1211", "fort-namur": "1211"}, "entente", turn=5)
    assert other.decision is not None
    assert other.decision.step == "overstack"


# ---- Belgian (8.5)


@pytest.mark.rule("8.5")
def test_belgians_are_always_supplied_in_belgium() -> None:
    units: dict[str, Placed] = {"be-1": "1010", "g-1-II": "1011", "g-1-III": "1009", "g-1-IV": "1110"}
    assert state(units, "be-1") == IN


@pytest.mark.rule("8.5.a", "8.5.b", "8.5.c")
def test_outside_belgium_they_need_their_hq_on_a_line() -> None:
    assert state({"be-HQ": "1414", "be-1": "1415"}, "be-1") == IN
    assert state({"be-1": "1415"}, "be-1") == OUT
    assert state({"be-HQ": "1413", "be-1": "1415"}, "be-1") == OUT  # no rail at 1413
    assert state({"f-5-HQ": "1414", "be-1": "1415"}, "be-1") == OUT


@pytest.mark.rule("8.5.b")
def test_belgians_have_no_half_rate() -> None:
    """Lille to Dunkirk is three hexes along the line."""
    assert state({"be-HQ": "1116", "be-1": "0918"}, "be-1") == OUT
    assert state({"be-HQ": "1116", "be-1": "1017"}, "be-1") == IN


@pytest.mark.rule("8.5.c")
def test_the_belgian_line_must_reach_an_edge() -> None:
    assert state({"be-HQ": "1414", "be-1": "1415", **sealed()}, "be-1") == OUT


# ---- German (8.6)

TO_GHENT = ("1111", "1112", "1011", "1012", "1013", "0914")  #: hexes along and beside the line from the depot


@pytest.mark.rule("8.6", "8.6.g")
def test_a_german_hq_reaches_its_depot_by_four_rail_hexes() -> None:
    """Depot at 1111, HQ at Ghent: four hexes along the line, all in German hands."""
    units: dict[str, Placed] = {"g-1-HQ": "0914", "g-1-D": "1111", "g-1-II": "0914"}
    assert state(units, "g-1-II", control=held_by_germans(*TO_GHENT)) == IN


@pytest.mark.rule("8.6.f")
def test_the_way_to_the_depot_leads_through_friendly_hexes() -> None:
    """R31: Brussels is still Belgian."""
    units: dict[str, Placed] = {"g-1-HQ": "0914", "g-1-D": "1111"}
    others = [h for h in TO_GHENT if h not in ("1012", "1011", "1112")]
    assert state(units, "g-1-HQ", control=held_by_germans(*others)) == OUT


@pytest.mark.rule("8.6.b")
def test_a_depot_five_rail_hexes_away_is_too_far() -> None:
    units: dict[str, Placed] = {"g-1-HQ": "0815", "g-1-D": "1111"}
    assert state(units, "g-1-HQ", control=held_by_germans(*TO_GHENT, "0815")) == OUT


@pytest.mark.rule("8.6", "8.6.c")
def test_a_depot_without_a_line_to_the_east_feeds_nobody() -> None:
    units: dict[str, Placed] = {"g-1-HQ": "0914", "g-1-D": "1111"}
    cut: dict[str, Placed] = dict(zip(FRENCH_CORPS, EAST_EDGES, strict=False))
    assert state({**units, **cut}, "g-1-HQ", control=held_by_germans(*TO_GHENT)) == OUT


@pytest.mark.rule("8.6")
def test_an_hq_uses_only_the_depot_of_its_own_army() -> None:
    """R34; a corps may use any HQ."""
    control = held_by_germans(*TO_GHENT)
    assert state({"g-1-HQ": "0914", "g-2-D": "1111"}, "g-1-HQ", control=control) == OUT
    units: dict[str, Placed] = {"g-1-HQ": "0914", "g-1-D": "1111", "g-7-XIV": "0914"}
    assert state(units, "g-7-XIV", control=control) == IN


@pytest.mark.rule("8.6.a")
def test_german_corps_have_no_half_rate_to_their_hq() -> None:
    """The corps is three rail hexes from the HQ, itself in supply."""
    units: dict[str, Placed] = {"g-1-HQ": "1012", "g-1-D": "1111", "g-1-II": "0815"}
    control = held_by_germans(*TO_GHENT)
    game = checked(units, "german", control=control)
    assert (mark(game, "g-1-HQ", "supply"), mark(game, "g-1-II", "supply")) == (IN, OUT)
    assert state({**units, "g-1-II": "0914"}, "g-1-II", control=control) == IN


def one_line_open(*french: str) -> dict[str, Placed]:
    """A depot at 0703; of the lines east only that by 0702 and 0701 is not occupied, besides by the French named."""
    units: dict[str, Placed] = dict(zip(FRENCH_CORPS, (*EAST_EDGES[1:], *french), strict=False))
    return {"g-1-D": "0703", **units}


@pytest.mark.rule("8.6.c")
@pytest.mark.parametrize(("french", "expected"), [((), IN), (("0702",), OUT), (("0801",), OUT)])
def test_the_line_of_the_depot_must_be_free_of_enemies_and_their_zones(french: tuple[str, ...], expected: int) -> None:
    """0801 is beside the line."""
    assert EAST_EDGES[0] == "0701"
    assert state(one_line_open(*french), "g-1-D") == expected


@pytest.mark.rule("8.6.c", "7.5")
def test_a_friendly_unit_frees_a_rail_hex_from_an_enemy_zone() -> None:
    """R30."""
    guards: dict[str, Placed] = {"g-1-II": "0701", "g-1-III": "0702"}
    assert state({**one_line_open("0801"), **guards}, "g-1-D") == IN


@pytest.mark.rule("8.6.d")
@pytest.mark.parametrize(("place", "expected"), [("1409", IN), ("1410", OUT)])
def test_an_hq_within_two_hexes_of_a_german_rail_needs_no_depot(place: str, expected: int) -> None:
    """1407 is the nearest German rail hex."""
    assert state({"g-3-HQ": place}, "g-3-HQ") == expected


@pytest.mark.rule("8.6.d")
def test_that_rail_must_lead_to_the_east_edge() -> None:
    """R35."""
    cut: dict[str, Placed] = dict(zip(FRENCH_CORPS, EAST_EDGES, strict=False))
    assert state({"g-3-HQ": "1409", **cut}, "g-3-HQ") == OUT


@pytest.mark.rule("8.6.e")
@pytest.mark.parametrize(("place", "expected"), [("1110", IN), ("1111", OUT)])
def test_units_within_two_hexes_of_a_german_city_are_supplied(place: str, expected: int) -> None:
    """Aachen."""
    assert state({"g-1-II": place}, "g-1-II") == expected


@pytest.mark.rule("8.6", "8.6.e", "8.8.b")
def test_a_depot_whose_line_is_cut_is_supplied_like_any_german_unit() -> None:
    """The French at 1307 cut the rails of 1407. Trier is two hexes off, then an HQ beside it, then neither."""
    units: dict[str, Placed] = {"g-1-D": "1407", "f-5-I": "1307"}
    assert state(units, "g-1-D") == IN
    lost = {"1606": "entente"}
    assert state(units, "g-1-D", control=lost) == OUT
    assert state({**units, "g-1-HQ": "1507"}, "g-1-D", control=lost) == IN


@pytest.mark.rule("8.6.e")
def test_the_city_must_be_german_still() -> None:
    """R36."""
    assert state({"g-1-II": "1110"}, "g-1-II", control={"1108": "entente"}) == OUT


@pytest.mark.rule("8.6.e")
def test_the_city_needs_a_line_to_the_east_edge() -> None:
    """Aachen, with French corps on every rail hex of the edge."""
    cut: dict[str, Placed] = dict(zip(FRENCH_CORPS, EAST_EDGES, strict=False))
    assert len(cut) == len(EAST_EDGES)
    assert state({"g-1-II": "1110", **cut}, "g-1-II") == OUT


# ---- fortress supply (8.9) and the moment of the check (8.1)


@pytest.mark.rule("8.9", "8.3.c", "8.0")
def test_heavy_fortresses_feed_those_within() -> None:
    assert state({"f-3-IV": "1910"}, "f-3-IV") == FORTRESS
    assert state({"f-3-HQ": "1910", **sealed()}, "f-3-HQ") == FORTRESS


@pytest.mark.rule("8.9")
def test_a_captured_fortress_feeds_its_captor() -> None:
    """R38: a German corps in Namur."""
    assert state({"g-5-V": "1211"}, "g-5-V") == FORTRESS


@pytest.mark.rule("8.9.b")
def test_regular_supply_comes_first() -> None:
    assert state({"f-3-HQ": "1911", "f-3-IV": "1910"}, "f-3-IV") == IN


@pytest.mark.rule("8.0.d")
def test_a_fort_counter_feeds_nobody() -> None:
    """No fort stands outside a fortress on this map: put one there."""
    game = situation({"f-5-I": "1815"}, side="entente", step="administer", dice=None)
    s = game.title.read_position(game.position() | {"step": "administer", "side": "entente"})
    s.put(UNITS.number("fort-toul"), HEXES.number("1815"))
    from front1914.titles.schlieffens_war.supply import supply_of

    assert supply_of(s, UNITS.number("f-5-I")) == OUT


@pytest.mark.rule("8.1", "8.0.a", "5.5", "5.5.a")
def test_supply_is_checked_in_the_owners_phase_alone() -> None:
    """A French corps without an HQ is not touched by the German phase; a German state lasts until his next one."""
    units: dict[str, Placed] = {"f-5-I": "1815", "g-1-II": "1715"}
    game = checked(units, "german")
    assert (mark(game, "f-5-I", "supply"), mark(game, "g-1-II", "supply")) == (IN, OUT)
    after = checked({"f-5-I": "1815", "g-1-II": ("1007", "out")}, "entente")
    assert (mark(after, "f-5-I", "supply"), mark(after, "g-1-II", "supply")) == (OUT, OUT)


@pytest.mark.rule("8.0.a", "8.1", "8.7")
@pytest.mark.parametrize(("unit", "attack"), [("2215", 4), (("2215", "out"), 2)])
def test_a_unit_fights_in_the_state_in_which_it_was_found(unit: Placed, attack: int) -> None:
    """Cut off since, it has its whole factor; relieved since, still the half."""
    relief: dict[str, Placed] = {} if attack == 4 else {"g-1-HQ": "2215", "g-1-D": "2215"}
    game = situation({"g-1-II": unit, "f-5-I": "2316", **relief}, step="attack", dice=[1] * 20)
    game.act("to", "2316")
    game.act("unit", "g-1-II")
    game.act("commit")
    odds = next(event for event in game.events if event.kind == "odds")
    assert odds.data["attack"] == attack


@pytest.mark.rule("8.0", "8.1")
def test_a_unit_found_in_supply_again_recovers() -> None:
    assert state({"f-5-HQ": "1915", "f-5-I": ("1915", "out")}, "f-5-I") == IN


@pytest.mark.rule("8.0.c")
def test_units_may_move_out_of_supply() -> None:
    game = situation({"g-1-II": "1110"}, step="move")
    game.act("unit", "g-1-II")
    assert game.why_not("to", "1011") is None
