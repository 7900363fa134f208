"""Supply that is handed on from piece to piece: who must stay so that the one in front is fed."""

from front1914.commanders.links import links
from front1914.commanders.survey import Survey
from front1914.kit.sight import Piece, Sight
from tests.ford.world import BOARD, HEXES

COST = [1 if BOARD.exists >> node & 1 else 0 for node in range(BOARD.size)]
SOURCE = HEXES.number("0101")


def fed(sight: Sight) -> set[str]:
    """Whoever is beside the source, or beside somebody who is fed."""
    found: set[str] = set()
    while True:
        near = {SOURCE, *(p.at for p in sight.own if p.id in found)}
        more = {p.id for p in sight.own if any(BOARD.distance(p.at, n) <= 1 for n in near)}
        if more == found:
            return found
        found = more


def planned(**places: tuple[str, str]) -> tuple[Survey, dict[str, int]]:
    """Pieces by the hex where they begin and the hex where they are to go."""
    own = [Piece(name, HEXES.number(end), 2.0, 2, 2) for name, (_, end) in places.items()]
    sight = Sight(BOARD, "blue", 1, 3, own, [], [], COST, [1.0] * BOARD.size)
    return Survey(sight), {name: HEXES.number(begin) for name, (begin, _) in places.items()}


def test_the_link_stays_and_the_others_march():
    survey, start = planned(
        front=("0103", "0104"), link=("0103", "0201"), rear=("0102", "0102"), spare=("0101", "0102")
    )
    assert "front" not in fed(survey.sight)
    assert links(survey, fed, start, ["front", "link", "spare"], set()) == ["link"]
    assert fed(survey.sight) == {"front", "link", "rear", "spare"}


def test_nobody_is_kept_when_all_are_fed():
    survey, start = planned(one=("0101", "0102"), two=("0101", "0101"))
    assert links(survey, fed, start, ["one"], set()) == []


def test_the_bold_may_go_hungry():
    survey, start = planned(raider=("0102", "0105"))
    assert links(survey, fed, start, ["raider"], {"raider"}) == []
    survey, start = planned(raider=("0102", "0105"))
    assert links(survey, fed, start, ["raider"], set()) == ["raider"]
    assert survey.pieces["raider"].at == HEXES.number("0102")
