"""How attacks are counted by their odds, in whatever way a title reckons them."""

from __future__ import annotations

import math

MOST_ODDS, LEAST_ODDS = 7.0, 0.2  #: from which on attacks are counted together


def odds_word(column: str | None, attack: float | None, defence: float | None) -> str | None:
    """How an attack is counted: by the column of odds or of points that decided, else by strength against strength.

    >>> odds_word("3:1", 9, 3), odds_word("14", 14, 0), odds_word(None, 9, 2), odds_word("head", 1, 1)
    ('3:1', '11 to 15', '4:1', '1:1')
    """
    if column is not None and column.isdigit():
        begin = 5 * ((int(column) - 1) // 5) + 1 if int(column) else 0
        return f"{begin} to {begin + 4}" if begin else "0"
    word = column if column is not None and ":" in column else _ratio(attack, defence)
    return None if word is None else _gathered(word)


def _ratio(attack: float | None, defence: float | None) -> str | None:
    """Strength against strength in whole odds.

    >>> _ratio(10, 3), _ratio(2, 5), _ratio(3, 0)
    ('3:1', '1:3', '99:1')
    """
    if attack is None or defence is None:
        return None
    if attack >= defence:
        return f"{min(99, math.floor(attack / defence)) if defence > 0 else 99}:1"
    return f"1:{min(99, math.ceil(defence / max(attack, 0.5)))}"


def _gathered(column: str) -> str:
    """Odds that hardly occur, at both ends, put together.

    >>> _gathered("9:1"), _gathered("1:8"), _gathered("3:2")
    ('7:1+', '1:5-', '3:2')
    """
    value = odds_order(column)
    return "7:1+" if value >= MOST_ODDS else "1:5-" if value <= LEAST_ODDS else column


def odds_order(column: str) -> float:
    over, _, under = column.partition(" ")[0].rstrip("+-").partition(":")
    try:
        return float(over) / float(under or 1)
    except (ValueError, ZeroDivisionError):
        return MOST_ODDS
