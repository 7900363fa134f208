"""5: armies and their areas, corps and their limits, Independent units, who may belong to whom."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.kit.flood import flood
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN, SIZE
from front1914.titles.offensive_a_outrance.combat.parties import corps_key, together
from front1914.titles.offensive_a_outrance.logistics.supply import trains_for
from front1914.titles.offensive_a_outrance.organisation.areas import (
    ALONG,
    GRAIN,
    Line,
    divide,
    draw,
    drawn,
    lines_of,
    overcrowded,
    seed_of,
    trains_within,
)
from front1914.titles.offensive_a_outrance.organisation.attachment import attach, refuse_corps, weight
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.organisation.membership import admits, has_box
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_SIDE,
    BOUND,
    BOXES_OF,
    CORPS,
    CORPS_LIMIT,
    IS_FORMATION,
    NO_CORPS,
    SIDE,
    START_ARMY,
    TRAIN_OF,
    UNITS,
)
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, mark, refused, situation, verbs

rule = pytest.mark.rule
#: the First Army in the south, the Second in the north
FIRST: dict[str, Placed] = {
    "f-13/21": "55.60",
    "f-43/21": "55.61",
    "f-t21": "53.60",
    "f-15/8": "55.62",
    "f-t8": "53.62",
}
SECOND: dict[str, Placed] = {
    "f-11/20": "54.53",
    "f-39/20": "54.54",
    "f-t20": "52.53",
    "f-29/15": "54.55",
    "f-t15": "52.55",
}
FOE: dict[str, Placed] = {"g-31/21": "58.54", "g-42/21": "58.58", "g-28/14": "58.62"}
TWO = {**FIRST, **SECOND, **FOE}


@rule("1.1.d")
def test_every_formation_and_corps_begins_with_its_record() -> None:
    """The displays at the start: Formations by corps and army, corps by army; who is Independent has an army alone."""
    game = front1914.new("offensive_a_outrance", "campaign", seed="records")
    found = {}
    for unit in ("f-13/21", "f-t21", "f-11/20", "g-31/21", "g-t14", "g-33r"):
        army, corps = mark(game, unit, "army"), mark(game, unit, "corps")
        found[unit] = (str(ARMIES[army]), str(CORPS[corps]) if corps != NO_CORPS else "")
    assert found == {
        "f-13/21": ("f-FIRST", "f-c21"),
        "f-t21": ("f-FIRST", "f-c21"),
        "f-11/20": ("f-SECOND", "f-c20"),
        "g-31/21": ("g-SIXTH", "g-c21"),
        "g-t14": ("g-SEVENTH", "g-c14"),
        "g-33r": ("g-FIFTH", ""),
    }
    on_map = [u for u in UNITS.numbers if game.state.at[u] < SIZE and IS_FORMATION[u]]
    assert all(ARMY_SIDE[game.state.army[u]] == SIDE[u] for u in on_map)


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def a(word: str) -> int:
    return ARMIES.number(word)


def field(units: dict[str, Placed], step: str = "attachment", **more: Any) -> Game:
    if step == "organise":
        flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "supply"], ["organise"]]
        return situation(units, phase="attachment", flow=flow, phasing="allied", active="allied", **more)
    return situation(units, phase="attachment", step=step, **more)


def army(game: Game, unit: str) -> str:
    return str(ARMIES[game.state.army[u(unit)]])


# ---- areas (5.1)


@rule("5.0", "5.1", "5.1.1", "5.1.2", "5.1.2.b", "4.2.2")
def test_every_turn_each_army_has_an_area_and_all_in_it() -> None:
    game = field(TWO)
    assert asked(game) == ("allied", "areas")
    armies, lines = lines_of(game.state, "allied")
    found = divide(game.state, "allied", armies, lines)
    assert set(armies) == {a("f-FIRST"), a("f-SECOND")}
    assert not found[armies[0]] & found[armies[1]]
    for bits in found.values():
        start = bits & -bits
        seen = start
        while grown := (BOARD.spread(seen) | seen) & bits & ~seen:
            seen |= grown
        assert seen == bits  # contiguous
    game.act("done")
    column = game.state.allied_area
    for unit in (*FIRST, *SECOND):
        assert column[h(str(TWO[unit]))] == game.state.army[u(unit)]


@rule("5.1.1.a", "5.1.1.b")
def test_a_line_across_the_grain_is_straight() -> None:
    """OAO-5.1.1-01: the hexsides that part what lies before the line of y = 51.25 from what lies behind it."""
    way = 3  # the normal points along the columns
    rows = sorted({Line(way, 0).before(h("51.51")), Line(way, 0).before(h("51.52"))})
    assert rows
    pairs = [("51.51", "51.52"), ("51.51", "50.51"), ("50.50", "50.51"), ("49.51", "50.51"), ("49.51", "49.52")]
    y = (BOARD.centre(h("51.51"))[1] + BOARD.centre(h("50.51"))[1]) / 2
    sign = 1 if BOARD.centre(h("51.52"))[1] > BOARD.centre(h("51.51"))[1] else -1
    line = Line(way if sign > 0 else 9, round(sign * y * GRAIN))
    assert all(line.before(h(one)) != line.before(h(other)) for one, other in pairs)
    assert line.before(h("51.51"))
    assert line.before(h("49.51"))
    assert not line.before(h("50.51"))


def sides_of(game: Game) -> dict[str, int]:
    """By hex: whose area it is."""
    return {str(HEXES[n]): game.state.allied_area[n] for n in members(OPEN & game.state.rules.area)}


@rule("5.1.1", "5.1.1.a", "5.1.1.b")
def test_a_boundary_may_bend_twice_on_its_way_back() -> None:
    """C4: before the bend nothing changes; behind it the line runs on in another direction."""
    game = field(TWO)
    first = str(ARMIES[lines_of(game.state, "allied")[0][0]])
    before_ = sides_of(game)
    game.act("army", first)
    east = max(word for word in args(game, "bend") if word < "50")  # columns grow to the east, where the enemy is
    game.act("bend", east)
    bent = sides_of(game)
    changed = {word for word in bent if bent[word] != before_[word]}
    assert changed
    assert all(word[:2] <= east[:2] for word in changed)
    game.act("army", first)
    game.act("turn")  # by 60 degrees now
    twice = sides_of(game)
    assert {word for word in twice if twice[word] != before_[word]} > changed
    game.act("army", first)
    game.act("turn")  # the other way: the other army gains
    other = sides_of(game)
    gained = {other[word] for word in other if other[word] != before_[word] and word[:2] < east[:2]}
    assert gained == {before_[word] for word in changed} - {bent[word] for word in changed}
    game.act("army", first)
    further = min(args(game, "bend"))
    assert further < east
    game.act("bend", further)
    game.act("army", first)
    assert refused(game, "bend", east) == "5.1.1"
    for army_ in set(sides_of(game).values()) - {-1}:
        cell = sum(1 << h(word) for word, mine in sides_of(game).items() if mine == army_)
        assert flood(BOARD, cell & -cell, cell) == cell  # still contiguous


@rule("5.1.1.b")
def test_a_line_that_is_shifted_is_straight_again() -> None:
    game = field(TWO)
    first = str(ARMIES[lines_of(game.state, "allied")[0][0]])
    game.act("army", first)
    game.act("bend", max(args(game, "bend")))
    assert lines_of(game.state, "allied")[1][0].bends
    again = front1914.from_position(game.position())  # bends are kept
    assert lines_of(again.state, "allied") == lines_of(game.state, "allied")
    game.act("army", first)
    game.act("to", args(game, "to")[0])
    assert not lines_of(game.state, "allied")[1][0].bends


@rule("5.1.1a", "4.2.6")
def test_the_boundary_goes_on_to_where_the_enemy_has_gone_back() -> None:
    """C4: the Germans fall back five hexes; each army may follow before its own front, not before the other's."""
    game = field(TWO)
    game.act("done")
    areas = {word: {"allied_area": ARMIES[army_]} for word, army_ in sides_of(game).items() if army_ >= 0}
    back: dict[str, Placed] = {"g-31/21": "62.52", "g-42/21": "63.57", "g-28/14": "62.62"}
    later = situation(
        {**FIRST, **SECOND, "f-13/21": "60.61", "f-11/20": "60.53", **back},
        side="allied",
        phase="counter_movement",
        hexes=areas,
        held={"allied": "all"},
    )
    for unit, foe, other in (("f-11/20", "62.52", "62.62"), ("f-13/21", "62.62", "62.52")):
        later.act("unit", unit)
        beside = {str(HEXES[n]) for n in BOARD.neighbours[h(foe)]} & set(args(later, "to"))
        assert beside
        assert all(later.state.allied_area[h(word)] == later.state.army[u(unit)] for word in beside)
        assert all(refused(later, "to", str(HEXES[n])) == "5.3.1" for n in BOARD.neighbours[h(other)])
        later.act("stop")


@rule("5.1.2.a")
def test_attachment_holds_until_the_next_attachment_phase() -> None:
    game = field(TWO)
    game.act("done")
    s = game.state
    before = s.army[u("f-13/21")]
    s.put(u("f-13/21"), h("54.53"))  # deep in the area of the Second Army
    assert s.army[u("f-13/21")] == before
    again = field({**TWO, "f-Ch-13": "54.53"})
    assert army(again, "f-Ch-13") == ARMIES[START_ARMY[u("f-Ch-13")]]
    again.act("done")
    assert army(again, "f-Ch-13") == "f-SECOND"


@rule("5.1.2.c")
def test_trains_on_the_rails_belong_where_they_did() -> None:
    game = field({**TWO, "f-Ch-13": ("54.53", "rail entrained")})
    before = army(game, "f-Ch-13")
    game.act("done")
    assert army(game, "f-Ch-13") == before != "f-SECOND"
    rider = field({**TWO, "f-11/20": ("54.53", "rail entrained")}, step="organise")
    assert refused(rider, "unit", "f-11/20") == "5.1.2"  # nor does it change its corps


@rule("5.1.2.d", "5.1.2.h")
def test_who_is_in_the_wrong_area_is_subordinated_anew_or_stays_with_his_corps() -> None:
    """C3: an Independent division and an Asset join the army where they are, a division of a corps does not."""
    strays: dict[str, Placed] = {"f-43/21": "54.54", "f-59r": ("54.54", "army f-FIRST"), "f-Ch-13": "54.55"}
    game = field({**TWO, **strays})
    assert [army(game, unit) for unit in strays] == ["f-FIRST"] * 3
    game.act("done")
    assert [army(game, unit) for unit in strays] == ["f-FIRST", "f-SECOND", "f-SECOND"]
    follows = field({**TWO, **strays, "f-t21": "52.54"})  # the Train has come after it: at the next opportunity
    follows.act("done")
    assert [army(follows, unit) for unit in ("f-43/21", "f-13/21")] == ["f-SECOND"] * 2


@rule("5.1.2.g")
def test_strays_do_not_shift_the_sector_of_their_army() -> None:
    """A whole corps of the First Army stands in the north: the boundary stays where it was, and binds them."""
    game = field(TWO)
    game.act("done")
    kept = {word: mine for word, mine in sides_of(game).items() if mine >= 0}
    lines = {name: dict(cells) for name, cells in game.position()["armies"].items()}
    again = field({**TWO, "f-43/21": "56.54", "f-13/21": "56.53", "f-t21": "53.60"}, armies=lines)
    again.act("done")
    assert {word: mine for word, mine in sides_of(again).items() if mine >= 0} == kept
    later = situation(
        {**TWO, "f-43/21": "56.54", "f-13/21": "56.53"},
        hexes={word: {"allied_area": ARMIES[mine]} for word, mine in kept.items()},
        held={"allied": "all"},
    )
    later.act("unit", "f-13/21")
    assert refused(later, "to", "57.54") == "5.3.1"


@rule("5.3.1.b", "5.1.2.h", "5.1.1")
@pytest.mark.parametrize("own", [{"54.62": {"allied_area": "f-FIRST"}}, {}])
def test_out_of_its_area_it_may_not_go_beside_an_enemy(own: dict[str, dict[str, str]]) -> None:
    """Nor may an army that has no hex left: what belongs to others is not its own."""
    areas = {str(HEXES[n]): {"allied_area": "f-SECOND"} for n in members(OPEN)} | own
    units: dict[str, Placed] = {"f-13/21": "55.54", "f-11/20": "55.54", "g-31/21": "57.54"}
    game = situation(units, hexes=areas, held={"allied": "all"})
    game.act("unit", "f-13/21")
    assert refused(game, "to", "56.53") == "5.3.1"
    game = situation(units, hexes=areas, held={"allied": "all"})
    game.act("unit", "f-11/20")
    assert game.why_not("to", "56.53") is None


@rule("5.3.1.b", "5.1.1")
def test_ground_of_no_army_is_no_army_s_area() -> None:
    """An army that has an area goes beside enemies in that alone; one that has none keeps to what is nobody's."""
    placed: dict[str, Placed] = {"f-13/21": "55.54", "g-31/21": "57.54"}
    areas: list[tuple[dict[str, str], str | None]] = [({"56.53": "f-FIRST"}, None), ({}, None)]
    for area, meant in (*areas, ({"54.62": "f-FIRST"}, "5.3.1")):
        hexes = {place: {"allied_area": army} for place, army in area.items()}
        game = situation(placed, hexes=hexes, held={"allied": "all"})
        game.act("unit", "f-13/21")
        reason = game.why_not("to", "56.53")
        assert (reason and reason.rule) == meant


@rule("5.1.2.e")
def test_nobody_chooses_the_display_of_another_army() -> None:
    game = field(TWO)
    game.act("done")
    other = CORPS.number("f-c20")
    reason = refuse_corps(game.state, u("f-13/21"), other)
    assert reason is not None
    assert reason.rule == "5.2.2"


@rule("5.2.4.b")
def test_corps_are_never_independent() -> None:
    game = field(TWO)
    game.act("done")
    for train in ("f-t20", "f-t15", "f-t21", "f-t8"):
        assert game.state.corps[u(train)] != NO_CORPS
        assert refused(game, "unit", train) == "5.2"


@rule("5.1.2.f")
def test_no_corps_is_left_without_an_army() -> None:
    """A French corps without an army stands among the British: it joins the nearest French army with a box."""
    units: dict[str, Placed] = {**TWO, "b-1/1": "30.31", "b-2/1": "30.32", "b-t1": "28.32", "f-t13": ("29.32", "army")}
    units["f-25/13"] = ("29.33", "army")
    game = field(units, scenario="marne", turn=3)
    assert game.state.army[u("f-t13")] < 0
    while asked(game)[1] != "areas":
        game.act("done")
    game.act("done")
    assert army(game, "f-t13") in ("f-SECOND", "f-FIRST")
    assert army(game, "f-25/13") == army(game, "f-t13")  # and its division with it


@rule("5.1.3", "5.2.1")
def test_no_more_trains_than_boxes() -> None:
    assert BOXES_OF[a("f-ALSACE")] == 2
    trains = [UNITS.number(word) for word in ("f-t7", "f-t8", "f-t13")]
    for attached, free in ((1, True), (2, False)):
        s = field({**{f"f-t{n}": "52.70" for n in (7, 8, 13)}, "g-28/14": "58.70"}).state
        for train in trains:
            s.army[train] = a("f-ALSACE") if train in trains[:attached] else a("f-FIRST")
        assert has_box(s, a("f-ALSACE"), trains[2]) is free
        assert has_box(s, a("f-ALSACE"), trains[0]), "whoever has a box keeps it"
    units: dict[str, Placed] = {
        "f-14/7": "54.70",
        "f-t7": "52.70",
        "f-t8": "52.70",
        "f-t13": "52.70",
        "f-dALSACE": "51.69",
    }
    s = field({**units, "g-28/14": "58.70"}).state
    everything = {a("f-ALSACE"): OPEN}
    assert overcrowded(s, "allied", everything) == a("f-ALSACE")
    del units["f-t13"]
    s = field({**units, "g-28/14": "58.70"}).state
    assert overcrowded(s, "allied", everything) is None


@rule("5.1.3")
def test_the_phase_does_not_end_with_too_many() -> None:
    places = {"13": "52.60", "14": "52.61", "9": "52.54", "16": "51.55", "4": "51.54"}
    units = {**TWO, **{f"f-t{n}": place for n, place in places.items()}}
    s = field(units).state
    (first, second), (line,) = drawn(s, "allied")
    near = {"line_next": ARMIES[second], "line_way": line.way, "line_at": ALONG[line.way][seed_of(s, second)]}
    game = field(units, armies={str(ARMIES[first]): near})  # six Trains before that line, five boxes
    assert refused(game, "done") == "5.1.3"
    game.act("draw")
    game.act("done")
    assert asked(game)[1] != "areas"


@rule("5.1.2.c", "5.1.3")
def test_a_train_that_rides_through_an_area_does_not_count() -> None:
    s = field(TWO | {"f-t13": "52.60", "f-t14": ("52.60", "rail entrained", "goal 28.50")}).state
    here = 1 << h("52.60")
    assert trains_within(s, "allied", here) == 1
    s.rail[u("f-t14")] = 0
    assert trains_within(s, "allied", here) == 2


@rule("5.1.2.d")
def test_where_no_line_helps_the_trains_stand_misplaced() -> None:
    trains: dict[str, Placed] = {f"f-t{n}": "52.54" for n in ("13", "14", "9", "16", "4")}
    game = field({**TWO, **trains})  # seven in the north, six boxes, five of them in one hex
    game.act("done")
    assert sum(game.state.army[t] == a("f-SECOND") for t in TRAIN_OF if game.state.at[t] < SIZE) <= 6


# ---- displays (5.2)


@rule("5.2", "5.2.2", "5.2.2.a", "1.1.i")
def test_a_formation_with_a_printed_corps_belongs_to_it() -> None:
    game = field(TWO, step="organise")
    assert game.state.corps[u("f-11/20")] == CORPS.number("f-c20")
    assert trains_for(game.state, u("f-11/20")) == [u("f-t20")]
    game.act("unit", "f-11/20")
    assert asked(game)[1] == "subordinate"
    assert args(game, "corps") == ["f-c15"]
    assert refused(game, "corps", "f-c20") == "5.2.2"
    assert refused(game, "corps", "f-c21") == "5.2.2"  # 1.1: a corps below another army


@rule("4.2.2.b", "5.2.2a", "5.2.2a.a", "5.2.2.a")
def test_three_formations_may_leave_their_corps() -> None:
    game = field(TWO, step="organise", pools={"allied_variable": 2})
    game.act("unit", "f-11/20")
    game.act("independent")
    assert game.state.corps[u("f-11/20")] == NO_CORPS
    assert game.position()["pools"]["allied_variable"] == 3
    assert refused(game, "unit", "f-13/21") == "5.2"
    reason = refuse_corps(game.state, u("f-13/21"), NO_CORPS)
    assert reason is not None
    assert reason.rule == "5.2.2a"
    game.act("unit", "f-11/20")  # and back, which is free
    game.act("corps", "f-c20")
    assert game.state.corps[u("f-11/20")] == CORPS.number("f-c20")
    assert game.position()["pools"]["allied_variable"] == 3


@rule("5.2.3")
def test_the_limit_of_a_corps() -> None:
    """OAO-5.2.3-01: three divisions and a brigade are three and a half."""
    corps = CORPS.number("f-c20")
    assert CORPS_LIMIT[corps] == 28  # eighths
    mine = "corps f-c20"
    units: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "f-t20": "52.53", **FOE}
    units["f-29/15"] = ("54.54", mine)
    s = field(units, step="organise").state
    assert weight(s, corps) == 24
    assert refuse_corps(s, u("f-59r"), corps) is not None  # it is not on the map with that army
    s = field({**units, "f-59r": "54.55"}, step="organise").state
    reason = refuse_corps(s, u("f-59r"), corps)
    assert reason is not None
    assert reason.rule == "5.2.3"
    s = field({**units, "f-Maroc-Bde": ("54.55", "army f-SECOND")}, step="organise").state
    assert refuse_corps(s, u("f-Maroc-Bde"), corps) is None
    del units["f-29/15"]
    s = field({**units, "f-59r": "54.55"}, step="organise").state
    assert refuse_corps(s, u("f-59r"), corps) is None


@rule("5.2.4", "5.2.4.a")
def test_cavalry_is_independent() -> None:
    game = field({**TWO, "f-2-c": "54.55"}, step="organise")
    assert game.state.corps[u("f-2-c")] == NO_CORPS
    assert refused(game, "unit", "f-2-c") == "5.2.4"
    reason = refuse_corps(game.state, u("f-2-c"), CORPS.number("f-c20"))
    assert reason is not None
    assert reason.rule == "5.2.4"


@rule("5.2.5", "5.2.5.a")
def test_nations_keep_to_themselves() -> None:
    s = field(TWO).state
    belgians = a("be-BELGIAN")
    assert not admits(s, a("b-BEF"), u("f-11/20"))
    assert not admits(s, a("f-FIRST"), u("b-1/1"))
    assert admits(s, belgians, u("f-11/20"))  # one French division
    s.army[u("f-39/20")] = belgians
    assert not admits(s, belgians, u("f-11/20"))
    guests = [n for n in UNITS.numbers if str(UNITS[n]).startswith(("b-RND", "b-Naval", "f-Marine"))]
    assert guests
    assert all(admits(s, belgians, n) for n in guests)
    assert not admits(s, belgians, u("b-1/1"))


# ---- effects (5.3, 5.4)


@rule("5.3.1.c", "5.3.2.b", "5.3.3.b", "1.1.t")
def test_who_fights_together() -> None:
    s = situation({**TWO, "f-59r": "54.53", "f-68r": "54.53", "f-17/9": "54.55"}).state
    two = together([u("f-11/20"), u("f-29/15")], s)
    assert two is None
    armies = together([u("f-11/20"), u("f-13/21")], s)
    assert armies is not None
    assert armies.rule == "9.2.2"
    corps = together([u("f-11/20"), u("f-29/15"), u("f-17/9")], s)
    assert corps is not None
    assert corps_key(s, u("f-59r")) == corps_key(s, u("f-68r"))  # a stack of Independents is one corps
    assert together([u("f-11/20"), u("f-59r"), u("f-68r")], s) is None
    assert together([u("f-11/20"), u("f-29/15"), u("f-59r")], s) is not None


@rule("5.1.1")
def test_two_armies_in_one_hex_do_not_upset_the_staff() -> None:
    s = field({"f-13/21": "55.60", "f-11/20": "55.60", "g-31/21": "58.60"}).state
    draw(s, "allied")
    assert s.allied_area[h("55.60")] in (a("f-FIRST"), a("f-SECOND"))


@rule("5.0.a", "5.4", "2.2.1.a")
def test_units_with_an_armys_name_stay_with_it() -> None:
    bound = next(n for n in UNITS.numbers if n in BOUND and str(UNITS[n]).startswith("g-"))
    s = field(TWO).state
    mine = START_ARMY[bound]
    other = next(n for n in ARMIES.numbers if str(ARMIES[n]).startswith("g-") and n != mine)
    assert admits(s, mine, bound)
    assert not admits(s, other, bound)
    s.put(bound, h("58.54"))
    s.army[bound] = mine
    draw(s, "german")
    attach(s, "german")
    assert s.army[bound] == mine


# ---- Assets (5.5)


@rule("5.5.a", "5.5.1.d")
def test_an_asset_belongs_to_the_army_in_whose_area_it_is() -> None:
    game = field({**TWO, "f-Ch-13": "53.54"})
    game.act("done")
    assert army(game, "f-Ch-13") == "f-SECOND"
    assert set(trains_for(game.state, u("f-Ch-13"))) == {u("f-t20"), u("f-t15")}  # any of that army


@rule("5.5.1", "5.5.1.b", "5.5.1.c")
def test_its_owner_says_to_whom_an_asset_is_assigned() -> None:
    """Any kind of Asset, to infantry or Cavalry."""
    units: dict[str, Placed] = {"f-13/21": "07.59", "f-6-c": "07.59", "f-Ch-13": "07.59", "g-3/2": "64.28"}
    game = situation(units)
    assert u("f-Ch-13") in force_of(game.state, u("f-13/21"))
    game.act("unit", "f-6-c")
    assert "join" in verbs(game)
    game.act("join", "f-Ch-13")
    assert mark(game, "f-Ch-13", "assigned") == u("f-6-c")
    game.act("to", "07.60")
    assert force_of(game.state, u("f-6-c")) == (u("f-6-c"), u("f-Ch-13"))


@rule("5.5.1.a", "5.5.1")
@pytest.mark.parametrize("chosen", ["f-11/20", "f-39/20"])
def test_just_before_combat_too_its_owner_says_to_whom_an_asset_belongs(chosen: str) -> None:
    """It stands with two divisions; whichever attacks may take it along, and then it is of that Force."""
    units: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "f-Ch-29": "54.53", "g-31/21": "55.53"}
    game = situation(units, step="attack", phase="attack")
    game.act("to", "55.53")
    game.act("unit", chosen)
    if "f-Ch-29" in args(game, "unit"):
        game.act("unit", "f-Ch-29")
    assert force_of(game.state, u("f-Ch-29"))[0] == u(chosen)
    assert game.state.target[u("f-Ch-29")] == h("55.53")
