"""How it stands with the places that count: who holds them, whether an enemy is near, whether anybody is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from front1914.engine.terms import Objective, Prize
from front1914.engine.words import Words
from front1914.kit.bits import members


def objectives(
    prizes: Iterable[Prize],
    words: Words,
    held: Mapping[str, int],
    stood: Mapping[str, int],
    near: Callable[[int], int],
) -> list[Objective]:
    """The objectives of some prizes.

    `held` and `stood` are bitsets by side: of the places that it holds and of those in which it has units. `near` gives
    the places from which a bitset of places is threatened, those themselves included.
    """
    found = []
    for prize in prizes:
        bits = sum(1 << words.number(place) for place in prize.places)
        owner = next((side for side, has in held.items() if (has & bits).bit_count() >= prize.needs), None)
        enemies = [stood[side] for side in stood if side != owner]
        contested = any(near(bits) & enemy for enemy in enemies) if owner else len(members(bits)) > 1
        found.append(Objective(prize, owner, contested, not any(has & bits for has in stood.values())))
    return found
