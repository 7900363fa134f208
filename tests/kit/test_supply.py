"""Supply lines as the five games draw them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit.areas import AreaBoard
from front1914.kit.bits import from_members, members
from front1914.kit.board import Board
from front1914.kit.costs import CostTable
from front1914.kit.rail import RailRow, Rails
from front1914.kit.supply import (
    Line,
    along_rails,
    either,
    fed,
    ground,
    legs_of,
    over_land,
    posts,
    relayed,
    sources,
)


def row(*letters: str) -> AreaBoard:
    """Areas in a row, or several rows that share letters."""
    links = sorted({pair for letters_ in letters for pair in itertools.pairwise(letters_)})
    return AreaBoard(sorted(set("".join(letters))), links)


def told(board: Board, line: Line, at: str) -> list[str]:
    """The chain of an area, as text."""
    node = board.words.number(at)
    return [f"{leg.name} {''.join(str(board.words[n]) for n in leg.path)}" for leg in line.chain(node)]


class Schlieffen:
    """The German lines of Schlieffen's War 8.6 on two rows: the upper one has a railway from the east edge z.

    a - b - c - d - e - z
    |
    p - q - r
    """

    def __init__(self) -> None:
        self.board = row("abcdez", "apqr")
        bits = self.board.bits
        number = self.board.words.number
        rail = [(number(a), number(b)) for a, b in zip("bcde", "cdez", strict=True)]
        self.rails = Rails(self.board.size, [RailRow(a, b) for a, b in rail])
        stretches = set(map(frozenset, rail))
        self.hexes = CostTable.uniform(self.board, 2)  # counted in halves
        self.half = CostTable.build(self.board, lambda a, b, link: 1 if frozenset((a, b)) in stretches else 2)
        self.edge = bits("z")

    def line(self, *, depot: str, hq: str, enemy: str = "", zone: str = "", own: str = "") -> Line:
        board = self.board
        bits, number = board.bits, board.words.number
        free = ground(board.exists, bits(enemy), bits(zone), bits(own))
        rail = along_rails("rail", sources("east edge", self.edge), self.rails, free)
        to_depot = over_land("depot", rail, self.half, 4, free, at=bits(depot))
        hqs = posts({number(hq): to_depot})
        return over_land("hq", hqs, self.hexes, 4, free, into=bits(own))


def test_unit_headquarters_depot_railway_edge() -> None:
    game = Schlieffen()
    line = game.line(depot="d", hq="b")
    assert game.board.ids(line.nodes) == ["a", "b", "c", "d", "p"]
    assert told(game.board, line, "p") == ["hq pab", "depot bcd", "rail dez"]
    assert told(game.board, line, "b") == ["depot bcd", "rail dez"]


def test_half_hexes_along_the_railway_only() -> None:
    """8.6: two hexes from HQ to depot, rail hexes counting half; from the unit to the HQ there is no such rate."""
    game = Schlieffen()
    assert game.line(depot="e", hq="b").nodes
    assert game.line(depot="z", hq="b").nodes, "four hexes of rail"
    assert not game.line(depot="e", hq="a").nodes, "three halves of rail and a hex off it are five halves"
    assert game.line(depot="d", hq="a").nodes, "two halves of rail and one hex are four"


def test_zones_stop_a_line_unless_own_units_stand_there() -> None:
    """7.2, 7.5, 8.2."""
    game = Schlieffen()
    assert not game.line(depot="d", hq="b", zone="c").nodes
    assert game.line(depot="d", hq="b", zone="c", own="c").nodes
    assert not game.line(depot="d", hq="b", enemy="e").nodes
    assert not game.line(depot="d", hq="b", zone="e").nodes
    assert "a" not in game.board.ids(game.line(depot="d", hq="b", zone="a").nodes)


def test_a_depot_feeds_only_its_own_army() -> None:
    game = Schlieffen()
    board, free = game.board, game.board.exists
    number = board.words.number
    rail = along_rails("rail", sources("edge", game.edge), game.rails, free)
    first = over_land("depot", rail, game.half, 4, free, at=board.bits("c"))
    second = over_land("depot", rail, game.half, 4, free, at=board.bits("z"))
    hqs = posts({number("a"): first, number("p"): second})
    assert board.ids(hqs.nodes) == ["a"]


def test_several_ways_to_be_supplied() -> None:
    """8.6: by the army's depot, or within two hexes of a German city with a line of its own."""
    game = Schlieffen()
    board, free = game.board, game.board.exists
    city = over_land("city", sources("city", board.bits("r")), game.hexes, 4, free)
    line = either(game.line(depot="d", hq="b"), city)
    assert told(board, line, "q") == ["city qr"]
    assert told(board, line, "p") == ["hq pab", "depot bcd", "rail dez"]
    assert line.nodes.bit_count() == 7
    with pytest.raises(ValueError, match="not fed"):
        line.chain(board.words.number("z"))


def test_length_in_movement_points_from_unit_to_headquarters() -> None:
    """Der Weltkrieg 19-8: the cost of entering counts on the way from the unit to the HQ, not back."""
    board = row("abcd")
    trench = board.words.number("b")
    costs = CostTable.build(board, lambda a, b, link: 3 if b == trench else 1)
    line = over_land("line", sources("hq", board.bits("d")), costs, 4, board.exists)
    assert board.ids(line.nodes) == ["b", "c", "d"], "from a it is 3 + 1 + 1"


def test_no_more_than_one_mountain() -> None:
    """Der Weltkrieg 19-15: a line of communication over at most one mountain hexside, of any length."""
    board = row("abcdef")
    mountains = {board.find_link("b/c"), board.find_link("d/e")}
    costs = CostTable.build(board, lambda a, b, link: int(link in mountains))
    line = over_land("loc", sources("rail", board.bits("f")), costs, 1, board.exists)
    assert board.ids(line.nodes) == ["c", "d", "e", "f"]


def test_chains_of_supplied_units() -> None:
    """1914 - Fixed SU-2, SU-3a: three hexes to a source or to any unit that is itself supplied."""
    board = row("abcdefghijklm")
    steps = CostTable.uniform(board)
    line = relayed("unit", sources("Paris", board.bits("a")), steps, 3, board.exists, relays=board.bits("dfj"))
    assert board.ids(line.nodes) == list("abcdefghi")
    assert told(board, line, "h") == ["unit hgf", "unit fed", "unit dcba"]
    assert told(board, line, "e") == ["unit ed", "unit dcba"]
    assert told(board, line, "a") == []


def test_a_chain_breaks_where_an_enemy_stands() -> None:
    board = row("abcdefgh")
    steps = CostTable.uniform(board)
    free = ground(board.exists, board.bits("e"))
    line = relayed("unit", sources("Paris", board.bits("a")), steps, 3, free, relays=board.bits("df"))
    assert board.ids(line.nodes) == list("abcd")


def test_into_a_fortress_but_not_through_it() -> None:
    """Offensive a outrance 15.3.1."""
    board = row("abcd")
    fortress = board.bits("c")
    line = over_land(
        "train", sources("depot", board.bits("a")), CostTable.uniform(board), 5, board.exists & ~fortress, fortress
    )
    assert board.ids(line.nodes) == ["a", "b", "c"]


def test_over_a_ridge_and_no_further() -> None:
    """Offensive a outrance 15.3.2: a line may cross a mountain ridge, but then ends."""
    board = row("abcdx", "cefx")
    ridge = board.find_link("b/c")
    costs = CostTable.build(board, lambda a, b, link: None if link == ridge else 1)
    number = board.words.number
    last = [(number("b"), number("c"), 1), (number("c"), number("b"), 1)]
    depot = sources("depot", board.bits("a"))
    line = over_land("train", depot, costs, 5, board.exists, last=last)
    assert board.ids(line.nodes) == ["a", "b", "c"]
    assert told(board, line, "c") == ["train cba"]
    assert board.ids(over_land("train", depot, costs, 1, board.exists, last=last).nodes) == ["a", "b"]
    assert board.ids(over_land("train", depot, costs, 2, board.exists, last=last).nodes) == ["a", "b", "c"]
    assert board.ids(over_land("train", depot, costs, 5, board.exists & ~board.bits("c"), last=last).nodes) == [
        "a",
        "b",
    ]
    around = over_land("train", either(depot, sources("depot", board.bits("f"))), costs, 5, board.exists, last=last)
    assert told(board, around, "c") == ["train cef"], "a way that is not a last step is kept"


def test_communication_through_controlled_areas() -> None:
    """Germany at War 7.0.1: of any length through own uncontested areas; the unit's own area may be contested."""
    board = row("abcde")
    own, contested = board.bits("abce"), board.bits("c")
    line = over_land(
        "loc", sources("home", board.bits("a")), CostTable.uniform(board), None, own & ~contested, contested
    )
    assert board.ids(line.nodes) == ["a", "b", "c"]


def test_units_and_legs_for_a_map() -> None:
    board = row("abc")
    line = over_land("hq", sources("hq", board.bits("a")), CostTable.uniform(board), 1, board.exists)
    assert members(fed(line, [2, 1, -1, 0, 1])) == [1, 3, 4]
    assert legs_of(line, board.bits("bc")) == {1: line.chain(1)}
    for other in (line, along_rails("rail", sources("s", 1), Rails(3, [RailRow(0, 1)]), board.exists)):
        with pytest.raises(ValueError, match="node 2 is not fed"):
            other.chain(2)


def test_railways_of_several_lines_come_out_as_hexes() -> None:
    board = row("abc")
    rails = Rails(3, [RailRow(0, 1, lines=("x", "y")), RailRow(1, 2, lines=("y",))], by_line=True)
    line = along_rails("rail", sources("s", board.bits("a")), rails, board.exists)
    assert board.ids(line.nodes) == ["a", "b", "c"]
    assert told(board, line, "c") == ["rail cba"]
    assert told(board, line, "a") == [], "a source needs no leg"


# Against a plain computation


@given(st.data())
def test_lengths_by_relaxation(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 8))
    pairs = data.draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=16))
    links = sorted({(0, 1)} | {(min(p), max(p)) for p in pairs if p[0] != p[1]})
    board = AreaBoard(map(str, range(size)), [(str(a), str(b)) for a, b in links])
    prices = {(a, b): data.draw(st.integers(0, 3)) for pair in links for a, b in (pair, pair[::-1])}
    costs = CostTable.build(board, lambda a, b, link: prices[a, b])
    some = st.integers(0, 2**size - 1)
    starts, through, into, limit = data.draw(some), data.draw(some), data.draw(some), data.draw(st.integers(0, 9))
    line = over_land("x", sources("s", starts), costs, limit, through, into)

    length = dict.fromkeys(members(starts), 0)
    for _ in range(size):
        for (a, b), price in prices.items():
            passable = starts >> b & 1 or through >> b & 1
            if passable and b in length and (through | into) >> a & 1:
                length[a] = min(length.get(a, 99), length[b] + price)
    assert line.nodes == from_members(node for node, cost in length.items() if cost <= limit)
    for node in members(line.nodes):
        path = line.chain(node)[0].path if line.chain(node) else (node,)
        assert starts >> path[-1] & 1
        assert sum(prices[step] for step in itertools.pairwise(path)) == length[node]
        assert all(through >> n & 1 for n in path[1:-1])
