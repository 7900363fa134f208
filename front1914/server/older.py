"""Games that were begun under another version of a title's rules: how far they go under the present one.

Such a game is replayed. If every action is legal and no digest differs, it is opened like any other. If not, it stays
in the storage as it is, the refusal says where it goes another way, and the actions before that place can be opened as
a game of their own.
"""

from __future__ import annotations

from typing import NamedTuple

from front1914 import CHANCE
from front1914.server.record import CannotOpen, Record
from front1914.server.sql import SqlStorage


class Reach(NamedTuple):
    """How far a game goes: the number of its sound actions, and why not further (nothing, if it goes to its end)."""

    good: int
    why: str


def foreign(record: Record) -> bool:
    """Whether the game was begun under rules that need not lead the same way."""
    title, played = record.title, record.row.rules
    return played != title.rules_version and played not in title.replays


async def reach(storage: SqlStorage, record: Record) -> Reach:
    """Replays the log under the present rules, against the digests that were kept under those of before.

    A digest counts only after one that agreed: those of states with another shape never do (as in engine/save.py).
    """
    kept = dict(await storage.snapshots(record.row.id, record.row.rules))
    game, start = await record.from_base(record.length)
    agreed = 0
    for n in range(start, record.length):
        try:
            await record.walk(game, n, n + 1)
        except CannotOpen as bad:
            return Reach(n, str(bad))
        if n + 1 in kept:
            if game.digest() == kept[n + 1]:
                agreed = n + 1
            elif agreed:
                return Reach(agreed, f"the game goes another way between its actions {agreed} and {n + 1}")
    return Reach(record.length, "")


def reason(record: Record, found: Reach) -> str:
    """Why the game is not opened as it is."""
    versions = (
        f"it was begun under version {record.row.rules} of the rules; this program has {record.title.rules_version}"
    )
    return f"{versions}, under which {found.why}"


async def decided(record: Record, good: int) -> int:
    """The last of the sound moments at which somebody decides: in the middle of a throw nobody does."""
    while good > 0:
        decision = (await record.moment(good)).decision
        if decision is None or decision.side != CHANCE or record.row.seed is None:
            break
        good -= 1
    return good
