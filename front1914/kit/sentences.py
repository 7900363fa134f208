"""Words of the log: names in a row, and who does something."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: list[str]) -> str:
    """Names as a sentence has them.

    >>> listed(["the 3rd"]), listed(["the 3rd", "the 4th", "the 5th"])
    ('the 3rd', 'the 3rd, the 4th and the 5th')
    """
    if not names:
        return "Nobody"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def does(names: list[str], verb: str) -> str:
    """Who does something, in the right number.

    >>> does(["The 3rd"], "give way"), does(["The 3rd", "the 4th"], "move")
    ('The 3rd gives way', 'The 3rd and the 4th move')
    """
    first, _, rest = verb.partition(" ")
    return f"{listed(names)} {verb if len(names) > 1 else f'{first}s {rest}'.strip()}"


def counted(number: float, what: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "step"), counted(3, "step"), counted(2, "hex", "hexes")
    ('1 step', '3 steps', '2 hexes')
    """
    return f"{number:g} {what if number == 1 else many or what + 's'}"


def left(number: float, what: str, many: str = "") -> str:
    """How much of something is left, in the right number.

    >>> left(1, "movement point"), left(2.5, "movement point"), left(0, "hex", "hexes")
    ('1 movement point is left', '2.5 movement points are left', '0 hexes are left')
    """
    return f"{counted(number, what, many)} {'is' if number == 1 else 'are'} left"


def at_places(names: Iterable[str], most: int = 4) -> str:
    """Where something happens, as a sentence; places without a name are only counted.

    >>> at_places(["Aachen", "2306", "Aachen"]), at_places(["2306"]), at_places(["28.19", "2306"])
    ('At Aachen and another place.', '', '')
    """
    every = list(dict.fromkeys(names))
    named = [name for name in every if not name[:1].isdigit()][:most]
    if not named:
        return ""
    more = len(every) - len(named)
    rest = f" and {more} other places" if more > 1 else " and another place" if more else ""
    return f"At {', '.join(named)}{rest}."


def ordinal(number: int) -> str:
    """A place in an order.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    end = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"


def army_name(word: str) -> str:
    """What people call an army of which the counters only tell the number.

    >>> army_name("1"), army_name("Alsace"), army_name("")
    ('1st Army', '', '')
    """
    return f"{ordinal(int(word))} Army" if word.isdecimal() else ""
