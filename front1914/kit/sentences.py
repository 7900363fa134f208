"""Words of the log: names in a row, and who does something."""

from __future__ import annotations


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
