"""37 to 49: what is particular to each nation: its railways, whom its Headquarters serve, how its troops give way.

These are the words (`NATIONS`) and tables that the chapters on movement, supply and combat ask. Dates: (year, month).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from front1914.engine.words import Words

if TYPE_CHECKING:
    from front1914.titles.der_weltkrieg.state import DWState

CENTRAL, ENTENTE = "central", "entente"
SIDES = (CENTRAL, ENTENTE)
FOE = {CENTRAL: ENTENTE, ENTENTE: CENTRAL}

Date = tuple[int, int]  #: year and month
EVER: Final[Date] = (9999, 1)


class Nation(NamedTuple):
    """A nation's own rules."""

    name: str
    country: str
    side: str
    serves: tuple[str, ...] = ()  #: other nations whose units its Headquarters supply, and to whose they transfer
    feeds: tuple[str, ...] = ()  #: other nations whose units they supply, no more (43-4)
    third_until: Date | None = None  #: defenders must retreat at a third of their strength before this date
    works_hold: bool = True  #: trenches and 22-16 keep them from that retreat (47-2 does not name them)
    reduced: bool = True  #: 14-3: losses are reduced by retreat (40-6, 42-3)
    mountain: bool = False  #: all its infantry are Mountain units
    stands_alone_until: Date | None = None  #: counterattacks need no Supply Points before this date


_CENTRAL = ("austro_hungarian", "bulgarian", "ottoman", "polish")
_BY = {
    "german": Nation("German", "Germany", CENTRAL, _CENTRAL),
    "austro_hungarian": Nation(
        "Austro-Hungarian",
        "Austria-Hungary",
        CENTRAL,
        ("bulgarian", "ottoman"),
        third_until=(1916, 1),
        reduced=False,
    ),
    "bulgarian": Nation("Bulgarian", "Bulgaria", CENTRAL, ("ottoman",), mountain=True),
    "ottoman": Nation("Ottoman", "Ottoman Empire", CENTRAL, mountain=True, stands_alone_until=EVER),
    "polish": Nation("Polish", "Poland", CENTRAL),
    "french": Nation(
        "French",
        "France",
        ENTENTE,
        ("belgian", "dutch", "swiss", "serbian", "greek", "russian", "american"),
    ),
    "british": Nation(
        "British", "Great Britain", ENTENTE, ("belgian", "serbian", "greek", "dutch", "russian", "american")
    ),
    "belgian": Nation("Belgian", "Belgium", ENTENTE),
    "russian": Nation("Russian", "Russia", ENTENTE, ("romanian", "serbian"), third_until=(1916, 1)),
    "italian": Nation("Italian", "Italy", ENTENTE, ("serbian",), third_until=(1918, 1), reduced=False),
    "serbian": Nation(
        "Serbian", "Serbia", ENTENTE, feeds=("montenegrin",), mountain=True, stands_alone_until=(1916, 1)
    ),
    "montenegrin": Nation("Montenegrin", "Montenegro", ENTENTE, stands_alone_until=EVER),
    "romanian": Nation("Romanian", "Romania", ENTENTE, third_until=EVER, works_hold=False),
    "greek": Nation("Greek", "Greece", ENTENTE, mountain=True),
    "american": Nation("United States", "United States", ENTENTE),
    "portuguese": Nation("Portuguese", "Portugal", ENTENTE),
    "dutch": Nation("Dutch", "Netherlands", ENTENTE),
    "swiss": Nation("Swiss", "Switzerland", ENTENTE),
    "luxembourg": Nation("Luxembourg", "Luxembourg", ENTENTE),
}
#: 8-1: Rail Capacity, divisions in a turn; where the rules give none, none: 37-1, 39-1, 40-1, 41-1, 42-1, 43-3, 44-1,
#: 45-1, 46-2, 47-1, 48-1
CAPACITY = {
    "german": 20, "french": 15, "austro_hungarian": 10, "russian": 10, "italian": 7, "belgian": 5, "romanian": 3,
    "bulgarian": 2, "ottoman": 2, "greek": 2, "serbian": 1,
}  # fmt: skip
NATIONS = Words(
    "nation", _BY, {word: nation.country for word, nation in _BY.items()}
)  #: of units, of railway networks and of the ground
NATION: tuple[Nation, ...] = tuple(_BY.values())
GERMAN, AUSTRIAN, BRITISH, FRENCH, BELGIAN, RUSSIAN, ITALIAN, OTTOMAN, AMERICAN = (
    NATIONS.number(word)
    for word in (
        "german",
        "austro_hungarian",
        "british",
        "french",
        "belgian",
        "russian",
        "italian",
        "ottoman",
        "american",
    )
)
SIDE_OF = tuple(nation.side for nation in NATION)
SERVES = tuple(frozenset(map(NATIONS.number, nation.serves)) for nation in NATION)
FEEDS = tuple(frozenset(map(NATIONS.number, nation.feeds)) for nation in NATION)
LATE_FRIENDS = frozenset({BRITISH, FRENCH})  #: 38-3, 39-2: these serve Italy when its morale is shaken
GUESTS = frozenset({GERMAN, AUSTRIAN})  #: 46-4: whom Ottoman Headquarters feed in Palestine

#: 41-3: Warsaw and any four of these end the Russian weakness of 41-2
WARSAW = "Warsaw"
BULWARKS = ("Kovno", "Grodno", "Bialystock", "Brest-Litovsk", "Rowno", "Kowel", "Lemberg")
BULWARKS_NEEDED = 4
#: 41-5: the Russian infantry that counts as Mountain units, by flag of the counter
RUSSIAN_MOUNTAINEERS = frozenset({"armenian", "kuban", "frontier", "cossack", "georgian", "border"})
ARMS_POINTS = 3  #: 45-4, 47-3: RPL points received for one German 5-4 or Russian 3-3 RPL
WEST_FRONT_DIVISIONS = 4  #: 40-8: Austro-Hungarian divisions on the Western Front after Germany's Economic Collapse


def serves(s: DWState, giver: int, taker: int) -> bool:
    """18-13, 37-8, 38-3, 39-2, 40-7, 41-6, 42-4, 45-3, DW-R84: whether Headquarters of a nation may
    supply units of another, and transfer to its Headquarters."""
    if giver == taker or taker in SERVES[giver]:
        return True
    return taker == ITALIAN and giver in LATE_FRIENDS and s.morale[ITALIAN] > 0  # 38-3.1, 39-2.1


def gives_way_early(s: DWState, nation: int) -> bool:
    """40-4, 41-2, 42-2, 47-2: whether defenders of the nation must retreat at a third of their strength."""
    until = NATION[nation].third_until
    return until is not None and (s.year, s.month) < until and not (nation == RUSSIAN and s.relieved)


def stands_alone(s: DWState, nation: int) -> bool:
    """43-1, 43-2, 46-1: whether units of the nation counterattack as if supplied, without any Headquarters."""
    until = NATION[nation].stands_alone_until
    return until is not None and (s.year, s.month) < until
