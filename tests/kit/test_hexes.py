"""The grids of the four hex games against every adjacency that their rulebooks state, and the geometry."""

from __future__ import annotations

import itertools
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.engine.errors import BadInput
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS, DOTTED, LETTERED, RANKS_WESTWARD, Layout

LAYOUTS = {"dotted": DOTTED, "ranks": RANKS_WESTWARD, "lettered": LETTERED, "columns": COLUMNS}
#: one sheet of each, about as large as the printed one
SHEETS = {
    "dotted": HexBoard(DOTTED, [f"{c:02d}.{r:02d}" for c in range(1, 71) for r in range(7, 77)]),
    "ranks": HexBoard(RANKS_WESTWARD, [f"{r:02d}{f:02d}" for r in range(1, 29) for f in range(1, 23)]),
    "lettered": HexBoard(
        LETTERED, [LETTERED.word(a, n) for a in range(1, 47) for n in range(1, 48) if -14 <= n - a / 2 <= 24]
    ),
    "columns": HexBoard(COLUMNS, [f"{c:02d}{r:02d}" for c in range(1, 38) for r in range(1, 29)]),
}
SOME = {name: HexBoard.rectangle(layout, 9, 8) for name, layout in LAYOUTS.items()}

#: pairs of hexes that share a hexside according to the rulebooks (text, examples and figures)
STATED = {
    "dotted": """51.51/51.52 51.51/50.51 50.50/50.51 49.51/50.51 49.51/49.52 52.49/52.50 52.50/51.51 52.51/51.52
        53.50/52.50 51.50/52.50 51.51/52.50 51.51/52.51 44.18/43.18 44.17/44.18 44.17/43.18 58.56/57.56 58.54/59.54
        59.54/59.55 58.54/59.55 43.40/42.39 43.40/43.41 43.40/42.40 55.70/55.71 54.70/55.70 54.71/55.71 55.70/56.70
        56.70/55.71 52.18/53.18 52.18/51.19 52.19/53.20 52.19/53.19 52.19/52.18 53.19/52.18 52.18/51.18 51.18/50.17
        15.33/15.34 23.24/23.25 29.31/30.31 30.30/31.31 46.36/46.37 51.16/52.16""",
    "ranks": "1413/1513 1212/1313 1010/1111 1810/1910",
    "lettered": "",
    "columns": """2915/2815 2815/2716 2716/2717 2015/1915 1915/1815 1815/1716 1716/1616 1716/1615 2107/2106 2107/2108
        2107/2206 2107/2207 2107/2007 2007/1908 1908/1907 1110/1010 1010/0911 0910/1010 0910/0911 2817/2816 2817/2917
        2817/2918 1609/1610 1609/1509 1609/1510 1609/1608 1609/1709 1609/1710 1611/1511 1611/1512 1713/1613 1713/1612
        1713/1712 1713/1812 1712/1711 1711/1710 1710/1809 1812/1811 1811/1810 1810/1809 1613/1513 1513/1412
        1412/1411""",
}


@pytest.mark.parametrize(("name", "pair"), [(n, p) for n, pairs in STATED.items() for p in pairs.split()])
def test_stated_pairs_share_a_hexside(name: str, pair: str) -> None:
    board = SHEETS[name]
    side = board.find_link(pair)
    assert side is not None
    a, b = (board.words.number(word) for word in pair.split("/"))
    assert board.distance(a, b) == 1
    assert board.side(a, b) == side


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("columns", "0910/1110"),  # Der Weltkrieg, figure 7
        *(("columns", f"1510/{h}") for h in ("1608", "1709", "1710")),  # figure 10
        ("dotted", "52.49/51.51"),
        ("ranks", "1413/1512"),  # the one that a mirrored map would join
    ],
)
def test_pairs_that_do_not_touch(name: str, pair: str) -> None:
    assert SHEETS[name].find_link(pair) is None


@pytest.mark.parametrize(
    ("name", "word", "around"),
    [
        ("columns", "2107", "2106 2206 2207 2108 2007 2006"),  # odd column: rows r - 1 and r beside it
        ("columns", "1608", "1607 1708 1709 1609 1509 1508"),  # even column: rows r and r + 1
        ("dotted", "52.50", "52.49 53.50 53.51 52.51 51.51 51.50"),
        ("dotted", "51.51", "51.50 52.50 52.51 51.52 50.51 50.50"),
        ("ranks", "0812", "0712 0811 0912 0913 0813 0713"),  # even rank: files c and c + 1
        ("ranks", "1513", "1412 1512 1612 1613 1514 1413"),  # odd rank: files c - 1 and c
        ("lettered", "DD23", "DD22 EE23 EE24 DD24 CC23 CC22"),
        ("lettered", "Z10", "Z9 AA10 AA11 Z11 Y10 Y9"),
    ],
)
def test_the_six_neighbours_clockwise(name: str, word: str, around: str) -> None:
    board = SHEETS[name]
    h = board.words.number(word)
    assert [board.words[board.steps[6 * h + d]] for d in range(6)] == around.split()


def test_directions_have_names() -> None:
    assert COLUMNS.compass == LETTERED.compass == ("N", "NE", "SE", "S", "SW", "NW")
    assert RANKS_WESTWARD.compass == ("NE", "E", "SE", "SW", "W", "NW")
    assert COLUMNS.flat
    assert LETTERED.flat
    assert not RANKS_WESTWARD.flat


def test_files_of_the_ranked_sheet_run_westward() -> None:
    """Schlieffen's War: the Ruhr (0804) lies east of Antwerp (0812), and rank 22 south of both."""
    antwerp, ruhr, south = (RANKS_WESTWARD.point(word) for word in ("0812", "0804", "2212"))
    assert ruhr[0] - antwerp[0] == 8
    assert ruhr[1] == antwerp[1] < south[1]
    odd, even = RANKS_WESTWARD.point("0912"), RANKS_WESTWARD.point("0812")
    assert odd[0] - even[0] == 0.5


def test_oblique_numbers_climb_to_the_right() -> None:
    """1914 - Fixed: one letter east at the same number is half a hex further north; after Z comes AA."""
    (u, v), (east, north) = LETTERED.point("Y10"), LETTERED.point("Z10")
    assert (round(east - u, 9), north - v) == (round(sqrt(3) / 2, 9), -0.5)
    assert [LETTERED.word(a, 20) for a in (1, 26, 27, 28, 29, 46)] == ["A20", "Z20", "AA20", "BB20", "CC20", "TT20"]
    paris, verdun = LETTERED.point("N18"), LETTERED.point("DD23")
    assert verdun[0] > paris[0]
    assert verdun[1] < paris[1]


@pytest.mark.parametrize(
    ("layout", "word", "u", "v"),
    [
        (DOTTED, "52.16", 52 * sqrt(3) / 2, 16.5),
        (DOTTED, "51.16", 51 * sqrt(3) / 2, 16.0),
        (RANKS_WESTWARD, "0812", -12.0, 8 * sqrt(3) / 2),
        (RANKS_WESTWARD, "0912", -11.5, 9 * sqrt(3) / 2),
        (LETTERED, "DD23", 30 * sqrt(3) / 2, 8.0),
        (COLUMNS, "2107", 21 * sqrt(3) / 2, 7.0),
        (COLUMNS, "2206", 22 * sqrt(3) / 2, 6.5),
    ],
)
def test_centres_lie_where_the_georeference_puts_them(layout: Layout, word: str, u: float, v: float) -> None:
    assert layout.point(word) == pytest.approx((u, v))


@pytest.mark.parametrize("board", [*SHEETS.values(), *SOME.values()])
def test_neighbours_are_exactly_the_hexes_one_hex_away_on_the_sheet(board: HexBoard) -> None:
    nodes = list(board.words.numbers)
    where = {h: board.centre(h) for h in nodes}
    for a in nodes[:: max(1, len(nodes) // 60)]:
        near = [b for b in nodes if 0 < dist(where[a], where[b]) < 1.01]
        assert sorted(board.neighbours[a]) == near
        assert all(dist(where[a], where[b]) == pytest.approx(1) for b in near)


@pytest.mark.parametrize("board", SHEETS.values())
def test_ids_come_back_and_slots_are_not_wasted(board: HexBoard) -> None:
    for h in board.words.numbers:
        word = str(board.words[h])
        assert board.words.number(word) == h
        assert board.layout.format(board.layout.spot(word)) == word
        assert board.layout.word(*board.layout.numbers(word)) == word
        assert board.at(board.layout.spot(word)) == h
        assert board.layout.nearest(*board.centre(h)) == board.layout.spot(word)
    assert board.size < 1.25 * board.exists.bit_count()


@pytest.mark.parametrize(
    ("layout", "bad"),
    [
        (COLUMNS, ("", "812", "08123", "08.12", "08a2", "O812", " 0812", "0812\n", "٠٨١٢")),
        (DOTTED, ("0812", "8.12", "08.1", "08..12", "08,12")),
        (LETTERED, ("18N", "N", "n18", "AB12", "N018", "N0", "1812", "N100")),
    ],
)
def test_what_is_no_id_is_refused_with_an_example(layout: Layout, bad: tuple[str, ...]) -> None:
    for word in bad:
        with pytest.raises(BadInput, match=r"one looks like "):
            layout.numbers(word)


def test_what_no_id_can_say_is_refused() -> None:
    for layout, a, b in ((COLUMNS, 100, 1), (COLUMNS, 1, -1), (LETTERED, 0, 5), (LETTERED, 5, 0)):
        with pytest.raises(BadInput, match="outside"):
            layout.word(a, b)


def test_impossible_layouts_and_maps_are_refused() -> None:
    with pytest.raises(ValueError, match="out of step"):
        Layout(half=(1, 1))
    with pytest.raises(ValueError, match="no grid"):
        Layout("E", "W")
    with pytest.raises(BadInput, match=r"0101.*twice"):
        HexBoard(COLUMNS, ["0101", "0102", "0101"])
    with pytest.raises(BadInput, match="without hexes"):
        HexBoard(COLUMNS, [])


@given(
    st.sampled_from([*LAYOUTS.values(), Layout("W", "N", half=(0, 1)), Layout("N", "E", half=(1, 0))]),
    st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)), min_size=1),
)
def test_maps_of_any_shape(layout: Layout, numbers: set[tuple[int, int]]) -> None:
    """No step off the map ends on it elsewhere, whatever hexes there are: shifts and geometry agree."""
    ids = [layout.word(a, b) for a, b in sorted(numbers)]
    board = HexBoard(layout, ids)
    assert sorted(board.words) == sorted(ids)
    for word in ids:
        h = board.words.number(word)
        there = [board.at(spot) for spot in layout.beside(word)]
        assert [board.step(h, d) for d in range(6)] == there
        assert board.spread(1 << h) == board.ring[h] == sum(1 << n for n in there if n is not None)
        assert board.step(h, 0) is None or board.direction(h, board.neighbours[h][0]) == 0
    assert board.spread(board.exists) == sum(1 << h for h in board.words.numbers if board.neighbours[h])


@given(st.sampled_from(sorted(SOME)), st.data())
def test_directions_distances_discs_and_lines(name: str, data: st.DataObject) -> None:
    board = SOME[name]
    a, b = (data.draw(st.sampled_from(list(board.words.numbers))) for _ in range(2))
    away = [0 if h == a else 99 for h in range(board.size)]
    front, n = 1 << a, 0
    seen = front
    while front:
        n += 1
        front = board.spread(front) & ~seen
        seen |= front
        away = [n if front >> h & 1 else away[h] for h in range(board.size)]
    assert board.distance(a, b) == board.distance(b, a) == away[b]
    radius = data.draw(st.integers(0, 12))
    assert board.within(a, radius) == sum(1 << h for h in board.words.numbers if away[h] <= radius)
    assert board.within(a, radius) is board.within(a, radius)
    others = data.draw(st.sets(st.sampled_from(list(board.words.numbers))))
    nearest = min(others, key=lambda h: (away[h], h), default=None)
    assert board.nearest(a, sum(1 << h for h in others)) == nearest

    line = board.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    steps = [away[h] for h in line]
    assert steps == sorted(set(steps))  # each hex lies one further from the start than the one before
    assert [board.distance(h, b) for h in line] == [away[b] - n for n in steps]
    for x, y in itertools.pairwise(line):
        d = board.direction(x, y)
        if d is not None:
            assert board.step(x, d) == y
            assert board.direction(y, x) == board.opposite(d)
    assert board.direction(a, a) is None


def test_line_midway_goes_south_then_east() -> None:
    board = SOME["columns"]
    ids = [board.words[h] for h in board.line(board.words.number("0104"), board.words.number("0504"))]
    assert ids == ["0104", "0204", "0304", "0404", "0504"]
    up = [board.words[h] for h in board.line(board.words.number("0504"), board.words.number("0104"))]
    assert up == ids[::-1]


def test_a_line_leaves_out_what_is_not_on_the_map() -> None:
    board = HexBoard(COLUMNS, ["0101", "0102", "0104", "0105"])
    ends = board.words.number("0101"), board.words.number("0105")
    assert [board.words[h] for h in board.line(*ends)] == ["0101", "0102", "0104", "0105"]
    assert board.distance(*ends) == 4


def test_slots_without_hex_have_no_place() -> None:
    board = HexBoard(COLUMNS, ["0101", "0103"])
    assert board.exists != (1 << board.size) - 1
    with pytest.raises(ValueError, match="no hex"):
        board.centre(1)


# ---- hexsides and corners


@pytest.mark.parametrize("board", SOME.values())
def test_a_hexside_lies_between_its_hexes(board: HexBoard) -> None:
    points = board.vertices
    for side, (a, b) in enumerate(board.links):
        v, w = board.ends(side)
        assert set(board.corners(a)) & set(board.corners(b)) == {v, w}
        assert dist(points[v], points[w]) == pytest.approx(1 / sqrt(3))
        for h in (a, b):
            assert dist(points[v], board.centre(h)) == pytest.approx(1 / sqrt(3))
    h = board.links[len(board.links) // 2][0]
    for d, side in enumerate(board.sides(h)):
        if side is None:
            assert board.step(h, d) is None
        else:
            assert set(board.ends(side)) == {board.corners(h)[d - 1], board.corners(h)[d]}


@pytest.mark.parametrize("board", SOME.values())
def test_corners_run_clockwise(board: HexBoard) -> None:
    h = max(board.words.numbers, key=lambda n: len(board.neighbours[n]))
    corners = [board.vertices[v] for v in board.corners(h)]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
    assert area == pytest.approx(sqrt(3) / 2)  # positive with v downward: clockwise on the sheet


def sides_of(board: HexBoard, text: str) -> list[int]:
    found = [board.find_link(word) for word in text.split()]
    assert None not in found
    return [side for side in found if side is not None]


def test_a_river_is_one_chain() -> None:
    board = SHEETS["dotted"]
    moselle = sides_of(board, "52.50/51.51 52.49/52.50 51.51/52.51 51.50/52.50")
    (chain,) = board.chains(moselle)
    assert len(chain) == 5
    assert {frozenset(pair) for pair in itertools.pairwise(chain)} == {frozenset(board.ends(s)) for s in moselle}


def test_confluence_parts_a_river_into_three_chains() -> None:
    board = SOME["columns"]
    rivers = sides_of(board, "0404/0405 0405/0505 0404/0505 0305/0405 0504/0505")
    chains = board.chains(rivers)
    assert len(chains) == 3
    fork = set(chains[0]) & set(chains[1]) & set(chains[2])
    assert len(fork) == 1
    assert all(fork & {chain[0], chain[-1]} for chain in chains)


def test_a_moat_is_a_closed_chain() -> None:
    board = SOME["columns"]
    h = board.words.number("0404")
    (chain,) = board.chains(side for side in board.sides(h) if side is not None)
    assert chain[0] == chain[-1]
    assert sorted(chain[1:]) == sorted(board.corners(h))
