"""Rivers that run through hexes: courses and the banks they leave."""

import pytest
from geo.grid import grid
from geo.layers import Feature
from geo.streams import Stream, banks, carried, chain, complaints, joined, unlooped

G = grid("FX")
SOUTHWARD = Stream("Main", ("N17", "N18", "N19", "N20"))


def test_left_and_right_look_downstream() -> None:
    """A river that flows south has its left bank in the east."""
    assert banks(G, "N18", [SOUTHWARD]) == ["r|l", "l", "l", "l|r", "r", "r"]
    northward = Stream("Main", ("N20", "N19", "N18", "N17"))
    assert banks(G, "N18", [northward]) == ["l|r", "r", "r", "r|l", "l", "l"]


def test_a_river_that_rises_in_a_hex_can_be_walked_round() -> None:
    assert banks(G, "N17", [SOUTHWARD]) == ["o", "o", "o", "o|o", "o", "o"]


def test_a_confluence_has_a_bank_between_the_arms() -> None:
    both = [SOUTHWARD, Stream("Side", ("P18", "O18", "N18"), "Main")]
    assert banks(G, "N18", both) == ["r|m", "m|l", "l", "l|r", "r", "r"]


def test_two_rivers_in_a_hex_that_do_not_meet() -> None:
    """The ground between them is one bank that touches both."""
    apart = Stream("Apart", ("O19", "N18", "O18"))
    assert banks(G, "N18", [SOUTHWARD, apart]) == ["r|l", "l|m", "m|l", "l|r", "r", "r"]


def test_a_unit_keeps_its_bank_along_the_river() -> None:
    by_hex = {name: banks(G, name, [SOUTHWARD]) for name in ("N18", "N19")}
    assert carried(G, by_hex, "N18", "N19") == {"l": {"l"}, "r": {"r"}}
    both = [SOUTHWARD, Stream("Side", ("P18", "O18", "N18"), "Main")]
    by_hex = {name: banks(G, name, both) for name in ("N18", "O18")}
    assert carried(G, by_hex, "O18", "N18") == {"r": {"m"}, "l": {"l"}}


def test_courses_without_loops_end_in_the_larger_river() -> None:
    assert unlooped(["A1", "A2", "B2", "A2", "A3"]) == ["A1", "A2", "A3"]
    assert joined(["P18", "O18", "N18", "N19"], SOUTHWARD.hexes) == ["P18", "O18", "N18"]


def test_splices() -> None:
    line = Feature("Test", {}, ([G.centre("N17"), G.centre("N20")],), ())
    assert chain(G, line, 0.4, ()) == ["N17", "N18", "N19", "N20"]
    assert chain(G, line, 0.4, (), ["N18 O19 N19", "N20 N21"]) == ["N17", "N18", "O19", "N19", "N20", "N21"]


@pytest.mark.parametrize(
    ("streams", "said"),
    [
        ([Stream("Main", ("N17", "N19"))], "not neighbours"),
        ([SOUTHWARD, Stream("Side", ("N18", "N19"), "Main")], "share"),
        ([Stream("Main", ("N17", "N18"))], "dry land"),
        ([SOUTHWARD, Stream("Side", ("P18", "O18"), "Main")], "no Main"),
    ],
)
def test_complaints(streams: list[Stream], said: str) -> None:
    assert any(said in complaint for complaint in complaints(G, streams, ["N20"]))
