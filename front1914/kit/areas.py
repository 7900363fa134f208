"""Maps of areas: explicit nodes and borders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from front1914.engine.errors import BadInput
from front1914.engine.words import Words
from front1914.kit.board import Board


class AreaBoard(Board):
    """Areas and the pairs of them that border on one another.

    >>> board = AreaBoard(["GB", "1", "2", "3"], [("1", "2"), ("3", "2")])
    >>> board.neighbours
    ((), (2,), (1, 3), (2,))
    >>> board.ids(board.spread(board.bits(["2"]))), board.find_link("3/2"), board.link_words[1]
    (['1', '3'], 1, '2/3')
    """

    def __init__(
        self,
        ids: Iterable[str],
        links: Iterable[tuple[str, str]],
        names: Mapping[str, str] | None = None,
        kind: str = "area",
    ) -> None:
        words = Words(kind, ids, names)
        beside: list[set[int]] = [set() for _ in words.ids]
        for first, second in links:
            a, b = words.find(first), words.find(second)
            if a is None or b is None:
                raise BadInput(f"link {first}/{second}", f"there is no {kind} {second if b is None else first}")
            if a == b:
                raise BadInput(f"link {first}/{second}", f"a {kind} cannot border on itself")
            if b in beside[a]:
                raise BadInput(f"link {first}/{second}", "the same link twice")
            beside[a].add(b)
            beside[b].add(a)
        degree = max(map(len, beside), default=0)
        steps = [n for others in beside for n in (*sorted(others), *[-1] * (degree - len(others)))]
        super().__init__(words, degree, steps)
