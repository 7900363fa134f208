"""Values that are found again while columns are the same."""

from array import array

from front1914.kit.lately import Lately


def test_a_value_is_found_while_facts_and_columns_are_the_same() -> None:
    kept: Lately[str] = Lately()
    at, control = array("h", [3, -1]), array("b", [1, 2])
    assert kept.keep(("a", 1), (at, control), "here") == "here"
    assert kept.find(("a", 1), (at[:], control[:])) == "here"
    assert kept.find(("a", 2), (at, control)) is None
    control[1] = 0
    assert kept.find(("a", 1), (at, control)) is None
    control[1] = 2
    assert kept.find(("a", 1), (at, control)) == "here"  # what was kept is a copy


def test_the_oldest_gives_way() -> None:
    kept: Lately[int] = Lately(most=2)
    columns = [(array("b", [n]),) for n in range(3)]
    for n, column in enumerate(columns):
        kept.keep(None, column, n)
    assert [kept.find(None, column) for column in columns] == [None, 1, 2]
