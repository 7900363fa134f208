"""SU: lines of supply through chains of units, railways, engineers and forts; what it costs to be without."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.titles.fixed_1914.board import BOARD, COUNTRY_BIT, HEXES, INTERIOR, MAJOR, ON_RAIL, PLACE, SOURCES
from front1914.titles.fixed_1914.neutrality import barred
from front1914.titles.fixed_1914.supply import clear, feeders, supplied_units
from front1914.titles.fixed_1914.world import SIDE, UNITS
from tests.titles.fixed_1914.positions import Placed, asked, factors, happened, mark, situation, where

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "BB36"}


def fed(units: dict[str, Placed], unit: str, **more: object) -> bool:
    """Whether the unit can trace supply."""
    game = situation({**FAR, **units}, **more)  # type: ignore[arg-type]
    u = UNITS.number(unit)
    return u in supplied_units(game.state, SIDE[u])


def line(start: str, way: int, count: int) -> list[str]:
    """Hexes in a straight line."""
    found, h = [start], HEXES.number(start)
    for _ in range(count):
        h = BOARD.steps[6 * h + way]
        found.append(str(HEXES[h]))
    return found


def segment(units: dict[str, Placed], side: str = "german", **more: object) -> Game:
    """Plays the side's turn to its end without doing anything."""
    game = situation({**FAR, **units}, side=side, **more)  # type: ignore[arg-type]
    while game.decision is not None and game.state.active == side and game.state.phase in ("movement", "combat"):
        game.act("done")
    return game


# ---- three hexes (SU-2)


@rule("SU-2", "SU-3b", "SU-4a")
def test_three_hexes_to_a_source_or_link() -> None:
    """FX-E195: a German corps in open country, one, three and four hexes from the nearest German railway or source."""
    state = situation(FAR).state
    through = clear(state, "german", "german")
    rings = [feeders(state, "german", through)]
    for _ in range(4):
        rings.append(BOARD.spread(rings[-1] & through) | rings[-1])
    for hexes, expected in ((1, True), (3, True), (4, False)):
        ground = INTERIOR["france"] & through & rings[hexes] & ~rings[hexes - 1]
        places = [str(word) for word in BOARD.ids(ground)]
        assert places
        assert all(fed({"g-I": place}, "g-I") == expected for place in places[:8])


@rule("SU-5a", "SU-5b", "SU-5c", "SU-6a", "SU-6b", "SU-4a", "SU-4b")
def test_the_sources() -> None:
    """FX-E199."""
    names = {"Paris", "Dijon", "Le Havre", "Boulogne", "Calais", "Dunkirk"}
    assert SOURCES["french"] == sum(1 << PLACE[name] for name in names)
    assert SOURCES["belgian"] == 1 << PLACE["Antwerp"] | 1 << PLACE["Brussels"]
    assert SOURCES["german"] & MAJOR["germany"] == MAJOR["germany"]
    edge = SOURCES["german"] & ~MAJOR["germany"]
    assert edge
    assert all(str(word).startswith("SS") for word in BOARD.ids(edge))


@rule("SU-1.2")
def test_without_supply_a_step_is_lost() -> None:
    """FX-E198: a German corps deep in France."""
    game = segment({"g-I": "K20"})
    assert factors(game, "g-I") == "4-9-3"
    assert mark(game, "g-I", "supply") == 1
    assert [e["unit"] for e in happened(game, "out_of_supply")] == ["g-I"]


@rule("SU-1.1")
def test_only_the_side_whose_turn_ends_is_checked() -> None:
    """B-16: a French corps cut off in Germany suffers at the end of the Allied turn."""
    game = segment({"f-I": "RR20"})
    assert factors(game, "f-I") == "6-10-3"
    while game.decision is not None and asked(game)[0] == "allied":
        game.act("done")
    assert factors(game, "f-I") == "3-7-3"


@rule("SU-1.2")
def test_units_of_one_step_perish() -> None:
    """B-58: guns too; not blanks nor fort guns."""
    game = segment({"g-210-1": "K20", "g-LW1-1": "K19"})
    assert where(game, "g-210-1") == "eliminated"
    assert where(game, "g-LW1-1") == "absent"


@rule("SU-3a")
def test_a_supplied_unit_is_a_link() -> None:
    """FX-E197: three hexes apart they hold together, four hexes apart they do not."""
    west = line("HH27", 4, 12)  # from the Seille to the south-west
    front = {"g-I": west[0], "g-II": west[3], "g-III": west[6]}
    assert fed(front, "g-I")
    assert fed(front, "g-II")
    assert fed(front, "g-III")
    gap = {"g-I": west[0], "g-II": west[4], "g-III": west[7]}
    assert fed(gap, "g-I")
    assert not fed(gap, "g-III")


@rule("SU-7.1")
def test_enemies_block() -> None:
    west = line("HH27", 4, 4)
    ring = BOARD.neighbours[HEXES.number(west[3])]
    units = {"g-I": west[0], "g-II": west[3]}
    assert fed(units, "g-II")
    french = ("f-I", "f-II", "f-III", "f-IV", "f-V", "f-VI")
    assert not fed({**units, **{f: str(HEXES[n]) for f, n in zip(french, ring, strict=True)}}, "g-II")


@rule("SU-7.3")
def test_enemy_cities_block() -> None:
    """The only source of a Belgian corps is Antwerp or Brussels, unless the German holds them."""
    assert fed({"be-1": "V7"}, "be-1")
    lost = {"Y7": "german", "Y10": "german"}
    assert not fed({"be-1": "V7"}, "be-1", control=lost)


@rule("SU-7.2")
def test_neutral_ground_blocks() -> None:
    """A French line does not lead through Belgium before it is open."""
    assert fed({"f-I": "W13", "g-I": "MM16"}, "f-I", invaded={})
    units: dict[str, Placed] = {"f-I": "X12"}
    at_war = {"belgium": 1}
    assert fed(units, "f-I", invaded=at_war, taken={"capital": 1}, turn=3)
    assert not fed({"f-I": "Z12"}, "f-I", invaded={}, turn=3)


@rule("SU-3c")
def test_engineers_bring_the_railway_forward() -> None:
    """A corps near Namur lives by an engineer on the line from Liege, and not without it."""
    held = {"EE14": "german", "BB14": "german"}
    corps: dict[str, Placed] = {"g-I": "BB14"}
    assert not fed(corps, "g-I", control=held)
    assert fed({**corps, "g-EB1": "BB14"}, "g-I", control=held)
    beside = next(n for n in BOARD.neighbours[PLACE["Namur"]] if not ON_RAIL >> n & 1)
    assert not fed({**corps, "g-EB1": str(HEXES[beside])}, "g-I", control=held)  # not on a railway


@rule("SU-9")
def test_british_units_trace_as_french() -> None:
    assert fed({"b-I": "N11"}, "b-I")
    assert not fed({"b-I": "LL20"}, "b-I")


@rule("SU-10")
def test_dutch_units_live_in_holland_only() -> None:
    """FX-E200."""
    assert fed({"nl-I": "DD8"}, "nl-I")
    assert not fed({"nl-I": "AA11"}, "nl-I")


@rule("SU-8.1", "FT-11.1", "FT-11.2")
@pytest.mark.parametrize(
    ("place", "corps"), [pytest.param("OO34", 1, id="FX-E194-1"), pytest.param("PP34", 2, id="FX-E194-2")]
)
def test_internal_forts_supply_a_corps_for_each_symbol(place: str, corps: int) -> None:
    """A ring of French corps about Molsheim (one symbol) or Strasburg (two); every German city and edge is lost."""
    ring = [str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(place)]]
    french = ("f-I", "f-II", "f-III", "f-IV", "f-V", "f-VI")
    units: dict[str, Placed] = {"g-I": place, "g-II": place, **dict(zip(french, ring, strict=False))}
    game = situation({**FAR, **units}, control={"PP34": "allied"})
    found = supplied_units(game.state, "german")
    assert sum(UNITS.number(unit) in found for unit in ("g-I", "g-II")) == corps


@rule("SU-8.2")
def test_external_forts_supply_nobody() -> None:
    """Saint-Mihiel has external forts alone."""
    ring = [str(HEXES[n]) for n in BOARD.neighbours[HEXES.number("EE26")]]
    german = ("g-I", "g-II", "g-III", "g-IV", "g-V", "g-VI")
    assert not fed({"f-I": "EE26", **dict(zip(german, ring, strict=True))}, "f-I")


@rule("SU-3b")
def test_a_railway_feeds_its_own_country_only() -> None:
    """BB26 and AA23 lie on French lines, more than three hexes from any German one: links for the French alone."""
    for place in ("BB26", "AA23"):
        assert fed({"f-I": place}, "f-I")
        assert fed({"b-I": place}, "b-I")
        assert not fed({"g-I": place}, "g-I")
    assert fed({"g-I": "EE27"}, "g-I")  # three hexes from the railway of Lorraine


@rule("SU-7.2")
def test_neutral_ground_blocks_the_germans_too() -> None:
    """No German line leads through Luxembourg, Belgium or Holland before that country is invaded."""
    for country in ("luxembourg", "belgium", "holland"):
        peace = clear(situation(FAR, invaded={}).state, "german", "german")
        war = clear(situation(FAR, invaded={country: 1}).state, "german", "german")
        assert not peace & INTERIOR[country]
        assert war & INTERIOR[country]


@rule("SU-7.2", "BN-3.1")
def test_ground_that_may_be_entered_is_neutral_until_it_is_invaded() -> None:
    """Holland's invasion opens Belgium to the French; their lines lead through it only when Belgium is at war."""
    for invaded, blocks in (({"holland": 1}, True), ({"holland": 1, "belgium": 1}, False)):
        found = situation(FAR, invaded=invaded, turn=3).state
        assert not barred(found, UNITS.number("f-I")) & COUNTRY_BIT["belgium"]
        assert (not clear(found, "allied", "french") & INTERIOR["belgium"]) == blocks
        assert fed({"f-I": "Z12"}, "f-I", invaded=invaded, turn=3) != blocks


@rule("SU-3a", "SU-7.2", "BN-3.1")
def test_a_neutral_army_feeds_nobody() -> None:
    """B-59: French units among Belgians in Namur live by the Belgian lines once Belgium is at war, and not before."""
    for invaded, lives in (({"holland": 1}, False), ({"holland": 1, "belgium": 1}, True)):
        assert fed({"f-I": "BB14", "be-3D": "BB14"}, "f-I", invaded=invaded, turn=3) == lives


@rule("SU-3c", "SU-7.1")
def test_the_railway_of_the_engineers_must_be_free_of_enemies() -> None:
    """Namur lives by the lines that lead into it: Frenchmen on them starve it, Frenchmen beside them do not."""
    held = {"EE14": "german", "BB14": "german"}
    corps: dict[str, Placed] = {"g-I": "BB14", "g-EB1": "BB14"}
    near = BOARD.neighbours[PLACE["Namur"]]
    on_line, off = ([n for n in near if (ON_RAIL >> n & 1) == rail] for rail in (1, 0))
    french = ("f-I", "f-II", "f-III", "f-IV", "f-V", "f-VI")
    for hexes, lives in ((on_line, False), (off, True)):
        enemies = {unit: str(HEXES[n]) for unit, n in zip(french, hexes, strict=False)}
        assert fed({**corps, **enemies}, "g-I", control=held) == lives


@rule("SU-7.2", "OU-1.3")
def test_supply_through_belgium_waits_as_long_as_its_upgrades_say() -> None:
    """What is kept of supply says so too: otherwise it would be remembered for other armies."""
    belgium = {"invaded": {"belgium": 1}, "taken": {"fortress": 2}, "turn": 7}
    inside = INTERIOR["belgium"]
    with front1914.distrust():
        for upgrades, closed in ((0, False), (1, True)):
            state = situation(FAR, side="allied", upgrades=upgrades, **belgium).state  # type: ignore[arg-type]
            supplied_units(state, "allied")
            assert bool(inside & ~clear(state, "allied", "french") == inside) == closed


@rule("SU-3b")
def test_border_hexes_are_linked_on_either_side_of_the_border() -> None:
    """B-62: the rule speaks of rail hexes at home. The line from U11 to T10 crosses between two of them in France."""
    state = situation(FAR).state
    linked = feeders(state, "belgian", clear(state, "allied", "belgian"))
    assert all(linked >> HEXES.number(word) & 1 for word in ("U11", "T10", "S9"))
    assert not linked >> HEXES.number("R8") & 1  # Lille lies in France alone
