"""13-3, 22-18: what depends only on the hexsides through which a hex is attacked. Directions run clockwise, 0 to 5."""

from __future__ import annotations

from collections.abc import Iterable

ALL = range(6)
THREE_WAYS = (frozenset({0, 2, 4}), frozenset({1, 3, 5}))


def eligible(attacked: Iterable[int]) -> list[int]:
    """13-3, Figure 8: the hexsides attacked through, and the two beside each of them.

    >>> eligible([1]), eligible([1, 2]), eligible([1, 3])
    ([0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4])
    """
    near = {(d + turn) % 6 for d in attacked for turn in (-1, 0, 1)}
    return sorted(near)


def opposite(attacked: frozenset[int]) -> bool:
    """Whether the hex is attacked from two opposite sides.

    >>> opposite(frozenset({1, 4})), opposite(frozenset({0, 1, 2}))
    (True, False)
    """
    return any((d + 3) % 6 in attacked for d in attacked)


def works_count(attacked: frozenset[int], friends: frozenset[int]) -> bool:
    """22-18, H-10: whether trenches and hasty works help against an attack from these sides.

    `friends` are the directions of neighbouring hexes with friendly Ground Combat Units.

    >>> works_count(frozenset({1, 4}), frozenset({0, 5})), works_count(frozenset({1, 4}), frozenset({0, 2}))
    (True, False)
    >>> works_count(frozenset({0, 2, 4}), frozenset({1, 3, 5})), works_count(frozenset({0, 2}), frozenset())
    (False, True)
    """
    if any(way <= attacked for way in THREE_WAYS):  # 22-18.1
        return False
    if not opposite(attacked):
        return True
    return any(d in friends and (d + 1) % 6 in friends for d in ALL)
