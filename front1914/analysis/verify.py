"""Were the dice of a game the ones that were committed to before it began?"""

from __future__ import annotations

from typing import NamedTuple

import front1914
from front1914 import AGREE, CHANCE, RESIGN, Entry, Game


class Difference(NamedTuple):
    """The first throw that the seed does not give."""

    throw: int  #: its number among the throws, from 1
    action: int  #: its number in the log, from 1
    recorded: Entry
    expected: Entry | None


def check_dice(game: Game, seed: int | str) -> Difference | None:
    """Plays the sides' decisions again with the dice of the seed: None if every throw falls as recorded.

    Whether the seed is the one that was committed to is for `front1914.commitment(seed)` to say.
    """
    if game.start is not None:
        twin = front1914.from_position(game.start, seed=seed)
    else:
        twin = front1914.new(game.title.info.id, game.state.scenario, dict(game.state.options), seed=seed)
    throws = 0
    for number, entry in enumerate(game.log, 1):
        thrown = twin.log[number - 1] if len(twin.log) >= number else None
        if entry.action in (AGREE, RESIGN):
            twin.retake(entry)
        elif entry.side != CHANCE:
            twin.act(entry.action)
        if entry.side != CHANCE:
            continue
        throws += 1
        if thrown != entry:
            return Difference(throws, number, entry, thrown)
    return None
