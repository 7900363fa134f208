"""Rail networks: lines, tracks, cuts, capacity, traffic and ways along them."""

from __future__ import annotations

import itertools
from array import array
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.engine.errors import BadData
from front1914.kit.areas import AreaBoard
from front1914.kit.bits import from_members, members
from front1914.kit.data import DataFolder
from front1914.kit.rail import Capacity, RailRow, Rails, crowded, use, whole

BOARD = AreaBoard("abcdefgh", [("a", "b"), ("b", "c"), ("c", "d"), ("b", "e"), ("e", "f"), ("f", "d"), ("d", "g")])
A, B, C, D, E, F, G, H = range(8)


def bits(*nodes: int) -> int:
    return from_members(nodes)


def network() -> Rails:
    """a - b - c - d - g, with a detour b - e - f - d of which e - f is single track."""
    tracks: dict[tuple[int, int], Any] = {(E, F): "single"}
    return Rails(8, [RailRow(a, b, tracks.get((a, b), "double")) for a, b in BOARD.links])


ALL = bits(*range(8))


def test_ways_and_lengths() -> None:
    rails = network()
    ride = rails.ride(bits(A), 9, ALL)
    assert ride.steps == {A: 0, B: 1, C: 2, E: 2, D: 3, F: 3, G: 4}
    assert ride.path(G) == (A, B, C, D, G)
    assert ride.path(A) == (A,)
    assert rails.hexes == bits(A, B, C, D, E, F, G)
    assert rails.ride(bits(H), 9, ALL).steps == {H: 0}
    assert rails.connected(bits(H), ALL) == 0


def test_fractions_of_points() -> None:
    """Der Weltkrieg 7-5, 7-7 and Figure 4: one point to entrain, a tenth a hexside, the rest of the point lost."""
    rails = network()
    ride = rails.ride(bits(A), 5 * 60 - 60, ALL, each=6)
    assert G in ride.steps
    assert whole(60 + 6 * ride.steps[D], 60) == 120
    assert rails.ride(bits(A), 25, ALL, each=10).steps == {A: 0, B: 1, C: 2, E: 2}


def test_what_is_blocked_and_what_may_only_be_entered() -> None:
    """Schlieffen's War 7.2, 8.6: no rail through enemies; into a zone but not through it."""
    rails = network()
    assert rails.connected(bits(A), ALL & ~bits(C)) == bits(A, B, E, F, D, G)
    assert rails.connected(bits(A), ALL & ~bits(C, E), into=bits(E)) == bits(A, B, E)
    assert rails.connected(bits(A), ALL & ~bits(B)) == bits(A)
    assert rails.connected(bits(A), ALL & ~bits(A)) == 0
    assert rails.connected(bits(A), ALL & ~bits(A), into=bits(A)) == bits(A, B, C, D, E, F, G)


def test_a_train_may_leave_a_closed_start_and_stops_where_it_may_only_enter() -> None:
    """Der Weltkrieg 7-4 and H-2: a German may entrain in a zone, and may end in one."""
    rails = network()
    ride = rails.ride(bits(B), 9, ALL & ~bits(B, C), into=bits(C))
    assert ride.steps == {B: 0, A: 1, C: 1, E: 1, F: 2, D: 3, G: 4}


def test_cut_links() -> None:
    """Offensive a outrance 18.4.2: a demolished bridge closes its hexside, not its hexes."""
    rails = network()
    bridge = rails.links_on((B, C))
    assert rails.connected(bits(A), ALL, cut=bridge) == ALL & ~bits(H)
    assert rails.ride(bits(A), 9, ALL, cut=bridge).steps[C] == 5
    assert rails.path(bits(A), bits(C), ALL, cut=bridge) == (A, B, E, F, D, C)


def test_the_nearest_goal_and_tracks_to_be_avoided() -> None:
    """Offensive a outrance 15: supply prefers double track, so that single track is left to other armies."""
    rails = network()
    assert rails.path(bits(E), bits(D, A), ALL) == (E, B, A)
    assert rails.path(bits(E), bits(D), ALL) == (E, F, D)
    weights = [100 if node in (E, F) else 1 for node in range(8)]
    assert rails.path(bits(E), bits(D), ALL, weights=weights) == (E, B, C, D)
    assert rails.path(bits(A), bits(H), ALL) == ()
    assert rails.path(bits(A), bits(A), ALL) == (A,)
    assert rails.path(bits(A), bits(C), bits(B), into=bits(C)) == (A, B, C)
    assert rails.path(bits(A), bits(D), bits(B), into=bits(C, D)) == ()


def test_a_nearer_goal_behind_a_heavy_node() -> None:
    rails = Rails(4, [RailRow(0, 1), RailRow(0, 2), RailRow(2, 3)])
    assert rails.path(1, bits(1, 3), rails.exists, weights=[1, 5, 1, 1]) == (0, 2, 3)


def test_tracks_and_railheads() -> None:
    rails = network()
    assert [rails.links[n][:2] for n in members(rails.tracks["single"])] == [(E, F)]
    assert rails.heads(bits(A, B, C)) == bits(B, C)
    assert rails.heads(ALL) == 0


def lines() -> Rails:
    """Both banks of the Rhine (1914 - Fixed RM-3): two lines through b and c that meet only in d."""
    rows = [
        RailRow(A, B, lines=("left",)),
        RailRow(B, C, lines=("left", "right")),
        RailRow(C, D, lines=("left", "right")),
        RailRow(B, E, lines=("right",)),
    ]
    return Rails(8, rows, by_line=True, apart=bits(B, C))


def test_lines_that_share_a_hex() -> None:
    rails = lines()
    everywhere = rails.nodes(ALL)
    assert everywhere.bit_count() == 8
    assert rails.to_hexes(everywhere) == bits(A, B, C, D, E)
    ride = rails.ride(rails.nodes(bits(A)), 9, everywhere)
    right = next(node for node in ride.steps if node % 8 == E)
    assert ride.steps[right] == 6, "by way of the junction in d"
    path = ride.path(right)
    assert [node % 8 for node in path] == [A, B, C, D, D, C, B, E]
    assert {rails.line_of(node) for node in path} == {"left", "right"}
    assert rails.links_on(path).bit_count() == 6


def test_names_of_lines_alone_make_no_nodes() -> None:
    rails = Rails(8, [RailRow(A, B, lines=("left", "right"))])
    assert (rails.depth, len(rails.links)) == (1, 1)
    assert rails.line_of(A) == ""
    unnamed = Rails(8, [RailRow(A, B)], by_line=True)
    assert unnamed.connected(bits(A), ALL) == bits(A, B)


def test_one_unit_on_each_line_of_a_hex() -> None:
    rails = lines()
    everywhere = rails.nodes(ALL)
    first = rails.path(rails.nodes(bits(A)), rails.nodes(bits(D)), everywhere)
    used = from_members(first)
    assert rails.to_hexes(rails.ride(rails.nodes(bits(E)), 9, everywhere & ~used).nodes) == bits(E, B, C, D)
    assert rails.to_hexes(rails.ride(rails.nodes(bits(A)) & ~used, 9, everywhere & ~used).nodes) == 0


def test_engineers_change_lines_anywhere() -> None:
    """1914 - Fixed RM-6."""
    rails = lines()
    ride = rails.ride(rails.nodes(bits(A)), 2, rails.nodes(ALL), switch=True)
    assert rails.to_hexes(ride.nodes) == bits(A, B, C, E)


def test_capacity_is_charged_on_first_touch() -> None:
    """Der Weltkrieg 8-4, 8-8: every country touched, once; an artillery unit counts two."""
    capacity = Capacity([20, 15, 5])
    used = array("h", [19, 0, 5])
    assert capacity.open(used, touched=0, load=2) == 0b010
    touched = capacity.charge(used, 0, 0b010, 2)
    touched = capacity.charge(used, touched, 0b010, 2)
    assert (touched, list(used)) == (0b010, [19, 2, 5])
    assert capacity.open(used, touched=0b100, load=1) == 0b111


def test_single_track_carries_one_unit_a_phase() -> None:
    """Der Weltkrieg 7-9, 37-5: one a phase, two on the German network."""
    rails = network()
    used = array("b", bytes(len(rails.links)))
    use(used, rails.links_on((B, E, F)))
    single = rails.tracks["single"]
    full = crowded(used, most=1) & single
    assert [rails.links[n][:2] for n in members(full)] == [(E, F)]
    assert crowded(used, most=2) & single == 0
    assert rails.ride(bits(E), 1, ALL, cut=full).steps == {E: 0, B: 1}


def test_traffic_needs_a_column_of_bytes() -> None:
    with pytest.raises(TypeError, match="bytes"):
        crowded(array("h", [1]), 1)
    assert crowded(array("b"), 1) == 0


@given(st.lists(st.integers(0, 9), max_size=60), st.integers(-2, 12), st.integers(0, 4))
def test_crowded_is_what_it_says(counts: list[int], most: int, load: int) -> None:
    expected = from_members(i for i, count in enumerate(counts) if count + load > most)
    assert crowded(array("b", counts), most, load) == expected


# Data


def read(folder: Path, text: str) -> Rails:
    (folder / "rail.csv").write_text(text)
    return Rails.read(DataFolder(folder).csv("rail.csv", RailRow, key=("a", "b"), words={"hex": BOARD.words}), BOARD)


def test_a_network_from_data(tmp_path: Path) -> None:
    rails = read(tmp_path, "a,b,track,lines,source\na,b,double,One; Two,geography\nb,c,narrow,,rulebook\n")
    assert rails.hexes == bits(A, B, C)
    assert rails.tracks["narrow"].bit_count() == 1


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        ("a,c,double", "b", "a and c are not neighbours"),
        ("b,a,double", "b", "the stretch stands there twice"),
        ("a,z,double", "b", "no area 'z'"),
        ("b,c,broad", "track", "'broad' is not one of double, single, narrow"),
    ],
)
def test_what_is_wrong_with_a_network(tmp_path: Path, row: str, field: str, reason: str) -> None:
    with pytest.raises(BadData, match=reason) as caught:
        read(tmp_path, f"# source: geography\na,b,track\na,b,double\n{row}\n")
    assert (caught.value.file, caught.value.line, caught.value.field) == (f"{tmp_path.name}/rail.csv", 4, field)


# Against another library


@given(st.sets(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=40), st.data())
def test_the_same_ways_as_networkx(pairs: set[tuple[int, int]], data: st.DataObject) -> None:
    edges = sorted({(min(p), max(p)) for p in pairs if p[0] != p[1]})
    rails = Rails(16, [RailRow(a, b) for a, b in edges])
    through = data.draw(st.integers(0, 2**16 - 1)) | 1
    cut = data.draw(st.integers(0, 2 ** len(edges) - 1))
    graph: Any = nx.Graph()
    graph.add_nodes_from(n for n in range(16) if through >> n & 1)
    graph.add_edges_from(
        pair for i, pair in enumerate(edges) if not cut >> i & 1 and all(through >> n & 1 for n in pair)
    )
    lengths = nx.single_source_shortest_path_length(graph, 0)
    ride = rails.ride(1, 99, through, cut=cut)
    assert ride.steps == lengths
    assert rails.connected(1, through, cut=cut) == from_members(lengths) & rails.exists
    for node in lengths:
        path = ride.path(node)
        assert len(path) == lengths[node] + 1
        assert all(graph.has_edge(a, b) for a, b in itertools.pairwise(path))
        assert len(rails.path(1, 1 << node, through, cut=cut)) == len(path)


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from("xyz")), max_size=20), st.data())
def test_a_flood_reaches_what_a_train_without_limit_reaches(
    stretches: set[tuple[int, int, str]], data: st.DataObject
) -> None:
    lines: dict[tuple[int, int], tuple[str, ...]] = {}
    for a, b, line in sorted(stretches):
        if a < b:
            lines[a, b] = (*lines.get((a, b), ()), line)
    apart = data.draw(st.integers(0, 255))
    rails = Rails(8, [RailRow(a, b, lines=names) for (a, b), names in lines.items()], by_line=True, apart=apart)
    through, into = rails.nodes(data.draw(st.integers(0, 255))), rails.nodes(data.draw(st.integers(0, 255)))
    cut = data.draw(st.integers(0, 2 ** len(rails.links) - 1))
    sources = rails.nodes(data.draw(st.integers(0, 255))) & (through | into)
    assert rails.connected(sources, through, into, cut) == rails.ride(sources, 99, through, into, cut).nodes
    ones = [1] * rails.depth * 8
    for goal in members(rails.exists):
        short, cheap = (rails.path(sources, 1 << goal, through, into, cut, weights) for weights in (None, ones))
        assert len(members(rails.links_on(short))) == len(members(rails.links_on(cheap)))
        assert bool(short) == bool(cheap) == bool(rails.connected(sources, through, into, cut) >> goal & 1)
